internal import Statecharts
internal import StatechartsEditing
internal import StatechartsFiles
internal import StatechartsLint
internal import StatechartsYAML

extension LanguageServer {
  /// `textDocument/formatting`.
  func formatting(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let document = try document(params)
    guard document.isChart else { return .array([]) }
    do throws(ChartFormatter.Refusal) {
      let bytes = try Linter.formatted(document.source)
      guard bytes != document.source.bytes else { return .array([]) }
      var positions = positions(document)
      return .array([replacement(of: document.source, with: bytes, &positions)])
    } catch {
      throw Self.failure(error)
    }
  }

  /// `textDocument/rangeFormatting`: the smallest entries of blocks that have the lines of the range.
  func rangeFormatting(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let document = try document(params)
    var positions = positions(document)
    let range = try params.member("range").range(in: positions)
    guard document.isChart else { return .array([]) }
    do throws(ChartFormatter.Refusal) {
      let edits = try Linter.edits(formatting: range, of: document.source)
      return .array(edits.list.map { edit($0.range, $0.replacement, &positions) })
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ refusal: ChartFormatter.Refusal) -> RequestFailure {
    let first = refusal.diagnostics.first
    return .failed(first?.message ?? "The chart cannot be formatted.", help: first?.help)
  }

  /// `textDocument/prepareRename`: the name at the cursor.
  func prepareRename(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let (document, offset) = try location(params)
    let use = try renamable(in: document, at: offset)
    var positions = positions(document)
    return .object([("range", positions.range(use.range)), ("placeholder", .string(use.name))])
  }

  /// `textDocument/rename`: another name in the chart, in the charts that use the name together with it, in recorded runs
  /// and in the markers of pages.
  func rename(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let (document, offset) = try location(params)
    guard let name = params.member("newName").text else {
      throw .invalidParams("The request must have a `newName`.")
    }
    let use = try renamable(in: document, at: offset)
    var files = ChartRenaming.Files(document.source)
    // The elements of loops are known nowhere else.
    if use.kind != .element {
      let folders = folders(around: document.source)
      let around = WorkspaceFiles(.charts, in: folders)
      let pages = WorkspaceFiles(.pages, in: folders)
      guard around.isComplete, pages.isComplete else { throw Self.tooManyFiles }
      files.others = charts(around.paths, besides: document.source)
      let charts = [document.source.name] + files.others.map(\.name)
      let shown = self.pages(pages.paths, showing: charts, in: folders)
      (files.pages, files.runs) = (shown.pages, shown.runs)
    }
    do throws(ChartRenaming.Refusal) {
      let renaming = try ChartRenaming(use.name, to: name, kind: use.kind, ofLoop: use.loop, in: files)
      if !renaming.unsearched.isEmpty {
        let names = renaming.unsearched.map { "`\($0)`" }.joined(separator: ", ")
        show("Not searched, because of errors: \(names).")
      }
      offerMigration(after: renaming, in: document)
      return workspaceEdit(
        renaming.files.map { file in
          let open = openDocument(file.source.name, document)
          var positions = TextPositions(file.source, client.encoding)
          let edits = file.edits.list.map { edit($0.range, $0.replacement, &positions) }
          return (open?.uri ?? FileURI.uri(file.source.name), open?.version, edits)
        })
    } catch {
      throw .failed(error.message, help: error.help)
    }
  }

  /// The pages that show charts. The command that writes them runs in one of the folders.
  private func pages(_ paths: [String], showing charts: [String], in folders: [String]) -> ChartPages {
    var result = ChartPages(showing: charts)
    for path in paths {
      guard let page = try? SourceText.read(file: path) else { continue }
      let around = folders.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
      _ = around.first { path.hasPrefix($0) && result.add(page, in: $0) }
    }
    return result
  }

  /// Keeps the chart as it is with a migration, which is offered until the chart is changed otherwise.
  private func offerMigration(after renaming: ChartRenaming, in document: OpenDocument) {
    offeredMigration = nil
    let files = ChartRenaming.Files(document.source)
    guard renaming.needsMigration, let renamed = renaming.files.first,
      let migrated = try? ChartRenaming(
        renaming.old, to: renaming.new, kind: renaming.kind, in: files, migrates: true
      ).files.first
    else { return }
    offeredMigration = OfferedMigration(
      uri: document.uri,
      title: "Add the migration of `\(renaming.old)` to `\(renaming.new)` for stored sessions",
      renamed: renamed.edits.apply(to: document.source.bytes).bytes,
      migrated: migrated.edits.apply(to: document.source.bytes).bytes)
  }

  private static let tooManyFiles = RequestFailure.failed(
    "The folder has too many files to search all of them for the name.",
    help: "Open a smaller folder, or use the command: statechart rename")

  private func renamable(
    in document: OpenDocument, at offset: Int
  ) throws(RequestFailure) -> ChartNameIndex.Use {
    let reading = ChartReader().read(document.source)
    guard document.isChart, let text = reading.document else {
      let first = reading.diagnostics.first { $0.severity == .error }
      throw .failed(first?.message ?? "This is not a chart.", help: first?.help)
    }
    guard let use = ChartNameIndex(text).uses.last(where: { $0.range.touches(offset) }) else {
      throw .failed("The cursor is not on a name that can be renamed.")
    }
    return use
  }

  /// The charts in the folders around a chart. Texts that are open are taken from the editor.
  func charts(around chart: SourceText) -> [SourceText] {
    charts(WorkspaceFiles(.charts, in: folders(around: chart)).paths, besides: chart)
  }

  private func charts(_ paths: [String], besides chart: SourceText) -> [SourceText] {
    paths.compactMap { other in
      guard other != chart.name else { return nil }
      let source = openDocument(other)?.source ?? (try? SourceText.read(file: other))
      return source?.isProbablyChart == true ? source : nil
    }
  }

  /// The folders that are open, or the folder of a chart that is in none of them; and a folder above with a chart that
  /// runs it.
  private func folders(around chart: SourceText) -> [String] {
    let path = chart.name
    // A text that was never saved has no folder.
    guard path.hasPrefix("/") else { return [] }
    let root = roots.first { path.hasPrefix($0 + "/") }
    let above = ParentCharts.folder(above: path, from: root.map { $0 + "/" })
    if root == nil { return [above ?? ChartPath.folder(of: path)] }
    return roots + [above].compactMap(\.self)
  }

  /// The open document of a path.
  func openDocument(_ path: String, _ first: OpenDocument? = nil) -> OpenDocument? {
    if let first, first.source.name == path { return first }
    return documents.values.first { $0.path == path }
  }

  /// Edits of documents, with their versions where the editor checks them.
  func workspaceEdit(_ files: [(uri: String, version: Int?, edits: [JSON])]) -> JSON {
    guard client.allowsVersions else {
      return .object([("changes", .object(files.map { ($0.uri, .array($0.edits)) }))])
    }
    let changes = files.map { file in
      JSON.object([
        (
          "textDocument",
          .object([("uri", .string(file.uri)), ("version", file.version.map { .int($0) } ?? .null)])
        ), ("edits", .array(file.edits)),
      ])
    }
    return .object([("documentChanges", .array(changes))])
  }

  func edit(_ range: SourceRange, _ text: String, _ positions: inout TextPositions) -> JSON {
    .object([("range", positions.range(range)), ("newText", .string(text))])
  }

  /// The one edit that makes a text another one. Cursors and marks outside of it stay where they are.
  func replacement(of source: SourceText, with bytes: [UInt8], _ positions: inout TextPositions) -> JSON {
    let change = TextChange(from: source.bytes, to: bytes)
    return edit(change.old, String(decoding: bytes[change.new], as: UTF8.self), &positions)
  }
}
