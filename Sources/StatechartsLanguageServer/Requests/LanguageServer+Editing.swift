internal import Statecharts
internal import StatechartsEditing
internal import StatechartsFiles
internal import StatechartsLint
internal import StatechartsRepair
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
  ///
  /// - Throws: `RequestFailure` when no other name is possible, whatever it is.
  func prepareRename(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let named = try renamable(params)
    do throws(ChartRenaming.Refusal) {
      // No chart has this name, so nothing speaks against it but what speaks against every name.
      _ = try ChartRenaming(
        named.name, to: named.name + "Renamed0", kind: named.kind, ofLoop: named.loop,
        in: ChartRenaming.Files(named.chart))
    } catch {
      throw .failed(error.message, help: error.help)
    }
    var positions = positions(try document(params))
    return .object([("range", positions.range(named.range)), ("placeholder", .string(named.name))])
  }

  /// `textDocument/rename`: another name in the chart, in the charts that use the name together with it, in recorded runs
  /// and in the markers of pages.
  func rename(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let document = try document(params)
    guard let name = params.member("newName").text else {
      throw .invalidParams("The request must have a `newName`.")
    }
    let named = try renamable(params)
    let files = try files(with: named.kind, around: named.chart)
    let searched = Set((files.others + files.pages.map(\.page) + files.runs.map(\.run)).map(\.name))
    let isLost = documents.values.contains { $0.isOutOfSync && searched.contains($0.source.name) }
    guard !isLost else { throw .contentModified }
    let renaming: ChartRenaming
    do throws(ChartRenaming.Refusal) {
      renaming = try ChartRenaming(named.name, to: name, kind: named.kind, ofLoop: named.loop, in: files)
    } catch {
      throw .failed(error.message, help: error.help)
    }
    showNotes(of: renaming, in: files)
    if named.chart.name == document.source.name { offerMigration(after: renaming, in: document) }
    return workspaceEdit(
      renaming.files.map { file in
        let open = openDocument(file.source.name, document)
        var positions = TextPositions(file.source, client.encoding)
        let edits = file.edits.list.map { edit($0.range, $0.replacement, &positions) }
        return (open?.uri ?? FileURI.uri(file.source.name), open?.version, edits)
      })
  }

  /// Shows what a renaming leaves, and what it changes without being seen.
  private func showNotes(of renaming: ChartRenaming, in files: ChartRenaming.Files) {
    let list = { (names: [String]) in names.map { "`\($0)`" }.joined(separator: ", ") }
    if !renaming.unsearched.isEmpty {
      show("Not searched, because of errors: \(list(renaming.unsearched)).")
    }
    if renaming.keepsOldCode {
      show("In stored sessions, variables of the type `error` keep `\(renaming.old)`.")
    }
    let changed = Set(renaming.files.map(\.source.name))
    let closed = (files.pages.map(\.page) + files.runs.map(\.run)).map(\.name).filter {
      changed.contains($0) && openDocument($0) == nil
    }
    if !closed.isEmpty {
      show(
        "Not open here, so their saved text was changed: \(list(closed)). To keep unsaved changes, undo, save and rename again."
      )
    }
  }

  /// The files in which a name of a kind may be, besides its chart. Other kinds of names are known nowhere else.
  private func files(
    with kind: ChartNameIndex.Kind, around chart: SourceText
  ) throws(RequestFailure) -> ChartRenaming.Files {
    var files = ChartRenaming.Files(chart)
    if kind.isInRuns {
      let around = chartFiles(around: chart)
      guard around.isComplete else { throw Self.tooManyFiles }
      files.others = around.paths.compactMap(source).filter(\.mentionsChart)
    }
    if kind.isInRuns || kind == .state {
      let folders = folders(of: chart)
      let pages = WorkspaceFiles(.pages, in: folders)
      guard pages.isComplete else { throw Self.tooManyFiles }
      var shown = ChartPages(showing: [chart.name] + files.others.map(\.name), read: openSource)
      for path in pages.paths {
        guard let page = source(of: path) else { continue }
        // The command that writes pages runs in one of the folders.
        let around = folders.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        _ = around.first { path.hasPrefix($0) && shown.add(page, in: $0) }
      }
      (files.pages, files.runs) = (shown.pages, shown.runs)
    }
    return files
  }

  /// Keeps the chart as it is with a migration, which is offered until the chart is changed otherwise. Stored sessions have
  /// the name before the first of several renamings of one thing.
  private func offerMigration(after renaming: ChartRenaming, in document: OpenDocument) {
    guard renaming.needsMigration, let edits = renaming.files.first?.edits else { return }
    let renamed = edits.apply(to: document.source.bytes).bytes
    var (old, original) = (renaming.old, document.source)
    if let last = offeredMigration, last.uri == document.uri, last.renamed == document.source.bytes,
      last.kind == renaming.kind, last.new == renaming.old
    {
      (old, original) = (last.old, last.original)
    }
    offeredMigration = nil
    let files = ChartRenaming.Files(original)
    guard old != renaming.new,
      let whole = try? ChartRenaming(old, to: renaming.new, kind: renaming.kind, in: files).files.first,
      whole.edits.apply(to: original.bytes).bytes == renamed,
      let migrated = try? ChartRenaming(
        old, to: renaming.new, kind: renaming.kind, in: files, migrates: true
      ).files.first
    else { return }
    offeredMigration = OfferedMigration(
      uri: document.uri, title: "Add the migration of `\(old)` to `\(renaming.new)` for stored sessions",
      original: original, kind: renaming.kind, old: old, new: renaming.new, renamed: renamed,
      migrated: migrated.edits.apply(to: original.bytes).bytes)
  }

  private static let tooManyFiles = RequestFailure.failed(
    "The folder has too many files to search all of them for the name.",
    help: "Open a smaller folder, or use the command: statechart rename")

  /// What is renamed: a name of a chart.
  private struct Renamable {
    let chart: SourceText
    let name: String
    let kind: ChartNameIndex.Kind
    let loop: Int32?
    /// Where it is in the document.
    let range: SourceRange
  }

  /// The name at a position: of the chart there, or of an input of a chart that it runs.
  private func renamable(_ params: ChartValue) throws(RequestFailure) -> Renamable {
    let (document, offset) = try location(params)
    let reading = ChartReader.explaining.read(document.source)
    guard document.isChart, let text = reading.document else {
      let first = reading.diagnostics.first { $0.severity == .error }
      throw .failed(first?.message ?? "This is not a chart.", help: first?.help)
    }
    if let use = ChartNameIndex(text).uses.last(where: { $0.range.touches(offset) }) {
      return Renamable(
        chart: document.source, name: use.name, kind: use.kind, loop: use.loop, range: use.range)
    }
    guard let input = try childInput(params) else {
      throw .failed("The cursor is not on a name that can be renamed.")
    }
    return Renamable(
      chart: input.chart.source, name: input.name, kind: .variable, loop: nil, range: input.range)
  }

  /// The charts around a chart that can be read. Texts that are open are taken from the editor.
  func charts(around chart: SourceText) -> [RelatedChart] {
    chartFiles(around: chart).paths.compactMap(relatedChart)
  }

  /// The files of charts around a chart: in its folders, in folders above if they run one of them, and what these run.
  private func chartFiles(around chart: SourceText) -> (paths: [String], isComplete: Bool) {
    let folders = folders(of: chart)
    let inside = WorkspaceFiles(.charts, in: folders)
    var seen: Set = [chart.name]
    var paths = inside.paths.filter { seen.insert($0).inserted }
    guard let folder = folders.first(where: { chart.name.hasPrefix($0 + "/") }) else {
      return (paths, inside.isComplete)
    }
    var open = ParentCharts.files(above: chart.name, from: folder + "/")
    while let path = open.popLast(), paths.count < WorkspaceFiles.mostFiles {
      guard seen.insert(path).inserted, let found = relatedChart(path) else { continue }
      paths.append(path)
      open += found.children + ParentCharts.files(above: path, from: ChartPath.folder(of: path))
    }
    return (paths, inside.isComplete)
  }

  /// The chart in a file, as it is in the editor if it is open there; nil for other files.
  private func relatedChart(_ path: String) -> RelatedChart? {
    let chart = { (source: SourceText?) in source.flatMap { $0.mentionsChart ? RelatedChart($0) : nil } }
    if let open = openDocument(path) { return chart(open.source) }
    return knownCharts.value(of: path) { chart(try? SourceText.read(linked: path)) }
  }

  /// The folders that are open, those with a chart first; or the folder of a chart that is in none of them. A file that
  /// has several paths is found by the first.
  private func folders(of chart: SourceText) -> [String] {
    // A text that was never saved has no folder.
    guard chart.name.hasPrefix("/") else { return [] }
    let own = roots.filter { chart.name.hasPrefix($0 + "/") }
    if own.isEmpty { return [String(ChartPath.folder(of: chart.name).dropLast())] }
    return own + roots.filter { !own.contains($0) }
  }

  /// The text of a file that is open in the editor.
  private func openSource(_ path: String) -> SourceText? {
    openDocument(WorkspaceFiles.normalized(path))?.source
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
