internal import Statecharts
internal import StatechartsEditing
internal import StatechartsFiles
package import StatechartsLint
package import StatechartsYAML

/// A language server for charts (Language Server Protocol 3.17). It takes messages and returns those that are to be sent.
///
/// It is used by one thread. A changed chart is checked by `publishNext()`, which is to be called when no message waits,
/// so that the versions between two key strokes are not all checked.
package final class LanguageServer {
  // Decision: Docs/decisions/tooling-and-tests.md#the-language-server-is-one-of-the-commands

  /// What the server asks of the command that runs it.
  package struct Environment {
    /// The version of the command.
    package var version: String
    /// Which findings are reported for the chart at a path.
    package var selection: (_ path: String) -> LintSelection
    /// Called when files may have changed, so that configurations are read again.
    package var filesChanged: () -> Void
    /// Whether a configuration has changed since it was read. Not all editors say which files change.
    package var configurationsAreOutdated: () -> Bool
    /// What is wrong with configurations, each problem once.
    package var newProblems: () -> [String]

    /// Makes an environment.
    package init(
      version: String, selection: @escaping (String) -> LintSelection = { _ in LintSelection() },
      filesChanged: @escaping () -> Void = {}, configurationsAreOutdated: @escaping () -> Bool = { false },
      newProblems: @escaping () -> [String] = { [] }
    ) {
      self.version = version
      self.selection = selection
      self.filesChanged = filesChanged
      self.configurationsAreOutdated = configurationsAreOutdated
      self.newProblems = newProblems
    }
  }

  /// What the editor said of itself in `initialize`.
  struct Client {
    var encoding = PositionEncoding.utf16
    var allowsSnippets = false
    var allowsRelated = false
    var allowsNestedSymbols = false
    /// Whether descriptions of completions, and hover texts, may be Markdown.
    var allowsMarkdown = false
    var allowsMarkdownHover = true
    var allowsWatching = false
    /// Whether edits may say which version of a document they change.
    var allowsVersions = false
    /// Whether the editor may ask what would be renamed, before it asks for the new name.
    var allowsPreparation = false
    /// Whether the editor asks for the edit of an action when it is chosen.
    var resolvesActions = false
    /// Whether the editor shows actions that are not possible, with the reason.
    var showsDisabledActions = false
    /// Where pages of rules are, with a slash at the end; nil where that is not known.
    var rulePages: String?
  }

  /// A migration that an action adds after a renaming.
  struct OfferedMigration {
    var uri: String
    var title: String
    /// The chart before the renaming.
    var original: SourceText
    var kind: ChartNameIndex.Kind
    /// The name before the renaming.
    var old: String
    /// The name after it.
    var new: String
    /// The chart after the renaming.
    var renamed: [UInt8]
    /// The same with the migration.
    var migrated: [UInt8]
  }

  private enum Phase { case new, running, shutDown }

  let environment: Environment
  private(set) var client = Client()
  private(set) var documents: [String: OpenDocument] = [:]
  /// The paths of the folders that are open, without a slash at the end. One may be inside another.
  private(set) var roots: [String] = []
  /// The symbols of files that are not open.
  var knownSymbols = FileCache<[WorkspaceSymbol]>()
  /// The charts in files that are not open; nil for other files.
  var knownCharts = FileCache<RelatedChart?>()
  /// The migration for what was renamed last.
  var offeredMigration: OfferedMigration?
  private var phase = Phase.new
  private var unsent: [JSON] = []
  /// The exit code of the command once the editor has sent `exit`.
  package private(set) var exitCode: Int32?

  /// Makes a server that waits for `initialize`.
  package init(_ environment: Environment) { self.environment = environment }

  /// The exit code when the editor closes the connection.
  package var exitCodeAtEnd: Int32 { exitCode ?? (phase == .shutDown ? 0 : 1) }

  /// Handles one message, and returns what is to be sent to the editor.
  package func handle(_ entry: Inbox.Entry) -> [JSON] {
    switch entry {
    case .malformed(let reason):
      unsent.append(.response(to: .unset, .parseError(reason)))
      // It may have been a change of any of them.
      for document in documents.values { document.isOutOfSync = true }
      if !documents.isEmpty {
        show("A message from the editor could not be read. Close the open charts and open them again.")
      }
    case .canceled(let id): unsent.append(.response(to: id, .canceled))
    case .message(let message): handle(message)
    }
    defer { unsent = [] }
    return unsent
  }

  private func handle(_ message: ChartValue) {
    let id = message.member("id")
    guard let method = message.member("method").text else {
      // The editor's response to a request of the server.
      if case .map = message,
        message.member("result") != .unset || message.member("error") != .unset
          || id != .unset
      {
        return
      }
      return unsent.append(.response(to: .unset, .invalidRequest("A message must have a `method`.")))
    }
    let params = message.member("params")
    switch id {
    case .unset: notify(method, params)
    case .int, .string:
      do throws(RequestFailure) {
        unsent.append(.response(to: id, try result(of: method, params)))
      } catch {
        unsent.append(.response(to: id, error))
      }
    default:
      unsent.append(.response(to: .unset, .invalidRequest("An `id` must be a number or a text.")))
    }
  }

  // MARK: Requests

  private func result(of method: String, _ params: ChartValue) throws(RequestFailure) -> JSON {
    if method == "initialize" {
      guard phase == .new else { throw .invalidRequest("`initialize` was sent twice.") }
      phase = .running
      return initialize(params)
    }
    guard phase != .new else { throw .notInitialized }
    guard phase != .shutDown else { throw .invalidRequest("The server is shut down.") }
    switch method {
    case "callHierarchy/incomingCalls": return try incomingTransitions(params)
    case "callHierarchy/outgoingCalls": return try outgoingTransitions(params)
    case "codeAction/resolve": return try resolveCodeAction(params)
    case "shutdown":
      phase = .shutDown
      return .null
    case "textDocument/codeAction": return try codeActions(params)
    case "textDocument/completion": return try completion(params)
    case "textDocument/definition": return try definition(params)
    case "textDocument/documentHighlight": return try highlights(params)
    case "textDocument/documentSymbol": return try documentSymbols(params)
    case "textDocument/foldingRange": return try foldingRanges(params)
    case "textDocument/formatting": return try formatting(params)
    case "textDocument/hover": return try hover(params)
    case "textDocument/inlayHint": return try inlayHints(params)
    case "textDocument/prepareCallHierarchy": return try prepareTransitions(params)
    case "textDocument/prepareRename": return try prepareRename(params)
    case "textDocument/rangeFormatting": return try rangeFormatting(params)
    case "textDocument/references": return try references(params)
    case "textDocument/rename": return try rename(params)
    case "textDocument/signatureHelp": return try signatureHelp(params)
    case "textDocument/selectionRange": return try selectionRanges(params)
    case "textDocument/semanticTokens/full": return try semanticTokens(params)
    case "workspace/symbol": return workspaceSymbols(params)
    default: throw .unknownMethod(method)
    }
  }

  private func initialize(_ params: ChartValue) -> JSON {
    let capabilities = params.member("capabilities")
    let encodings = capabilities.member("general").member("positionEncodings").elements.compactMap(\.text)
    // Offsets in the texts are in UTF-8, so that is quicker.
    client.encoding = encodings.contains(PositionEncoding.utf8.rawValue) ? .utf8 : .utf16
    let text = capabilities.member("textDocument")
    client.allowsSnippets =
      text.member("completion").member("completionItem").member("snippetSupport") == .bool(true)
    client.allowsMarkdown =
      text.member("completion").member("completionItem").member("documentationFormat").elements
      .contains("markdown")
    let hoverFormats = text.member("hover").member("contentFormat").elements
    client.allowsMarkdownHover = hoverFormats.isEmpty || hoverFormats.contains("markdown")
    client.allowsRelated = text.member("publishDiagnostics").member("relatedInformation") == .bool(true)
    client.allowsNestedSymbols =
      text.member("documentSymbol").member("hierarchicalDocumentSymbolSupport") == .bool(true)
    let workspace = capabilities.member("workspace")
    client.allowsWatching =
      workspace.member("didChangeWatchedFiles").member("dynamicRegistration") == .bool(true)
    client.allowsVersions = workspace.member("workspaceEdit").member("documentChanges") == .bool(true)
    let action = text.member("codeAction")
    client.resolvesActions =
      action.member("dataSupport") == .bool(true)
      && action.member("resolveSupport").member("properties").elements.contains("edit")
    client.showsDisabledActions = action.member("disabledSupport") == .bool(true)
    client.allowsPreparation = text.member("rename").member("prepareSupport") == .bool(true)
    var folders = params.member("workspaceFolders").elements.compactMap { $0.member("uri").text }
    if folders.isEmpty, let root = params.member("rootUri").text { folders = [root] }
    roots = folders.compactMap(FileURI.path).map(WorkspaceFiles.normalized)
    client.rulePages = params.member("initializationOptions").member("rulePages").text ?? rulePagesInRoots()
    return .object([
      ("capabilities", serverCapabilities),
      (
        "serverInfo",
        .object([("name", .string("statechart")), ("version", .string(environment.version))])
      ),
    ])
  }

  private var serverCapabilities: JSON {
    let folders = JSON.object([("supported", .bool(true)), ("changeNotifications", .bool(true))])
    return .members(
      ("positionEncoding", .string(client.encoding.rawValue)),
      (
        "textDocumentSync",
        .object([("openClose", .bool(true)), ("change", .int(2)), ("save", .bool(true))])
      ),
      ("hoverProvider", .bool(true)), ("definitionProvider", .bool(true)),
      ("referencesProvider", .bool(true)), ("documentHighlightProvider", .bool(true)),
      ("documentSymbolProvider", .bool(true)), ("workspaceSymbolProvider", .bool(true)),
      ("foldingRangeProvider", .bool(true)), ("selectionRangeProvider", .bool(true)),
      ("inlayHintProvider", .bool(true)),
      ("callHierarchyProvider", .bool(true)),
      ("signatureHelpProvider", .object([("triggerCharacters", .strings(["(", ","]))])),
      (
        "completionProvider", .object([("triggerCharacters", .strings([":", " ", ".", "(", "[", "{", ","]))])
      ),
      (
        "codeActionProvider",
        .members(
          ("codeActionKinds", .strings(["quickfix", "refactor.extract", "source.fixAll"])),
          ("resolveProvider", client.resolvesActions ? .bool(true) : nil))
      ),
      ("documentFormattingProvider", .bool(true)), ("documentRangeFormattingProvider", .bool(true)),
      (
        "renameProvider",
        client.allowsPreparation ? .object([("prepareProvider", .bool(true))]) : .bool(true)
      ),
      (
        "semanticTokensProvider",
        .object([
          (
            "legend",
            .object([
              ("tokenTypes", .strings(Self.tokenTypes)), ("tokenModifiers", .strings(["declaration"])),
            ])
          ), ("full", .bool(true)),
        ])
      ),
      ("workspace", .object([("workspaceFolders", folders)]))
    )
  }

  /// The pages in a folder that is open: those of this package, or of an app that uses it.
  private func rulePagesInRoots() -> String? {
    for root in roots {
      for folder in ["", "/.build/checkouts/swift-statecharts"] {
        let pages = root + folder + "/Docs/reference/rules/"
        if SystemFolders().kind(of: pages + "README.md") == .file { return FileURI.uri(pages) }
      }
    }
    return nil
  }

  // MARK: Notifications

  private func notify(_ method: String, _ params: ChartValue) {
    if method == "exit" {
      exitCode = phase == .shutDown ? 0 : 1
      return
    }
    guard phase == .running else { return }
    if ["textDocument/didOpen", "textDocument/didChange", "textDocument/didSave"].contains(method),
      environment.configurationsAreOutdated()
    {
      forgetFiles()
    }
    switch method {
    case "initialized": watchFiles()
    case "textDocument/didOpen":
      let item = params.member("textDocument")
      guard let uri = item.member("uri").text, let text = item.member("text").text else { return }
      documents[uri] = OpenDocument(uri: uri, version: item.member("version").integer, text: text)
      forgetFiles([uri])
    case "textDocument/didChange":
      let item = params.member("textDocument")
      guard let uri = item.member("uri").text, let document = documents[uri] else { return }
      let wasOutOfSync = document.isOutOfSync
      do throws(RequestFailure) {
        let version = item.member("version").integer
        try document.apply(params.member("contentChanges").elements, version: version, client.encoding)
        // Charts that run this one inside themselves are checked with its text.
        if !document.isConfiguration { forgetFiles([uri]) }
      } catch {
        guard !wasOutOfSync else { return }
        unsent.append(
          Self.warning(
            "A change of `\(uri)` could not be applied: \(error.message) Close the file and open it again."))
      }
    case "textDocument/didClose":
      guard let uri = params.member("textDocument").member("uri").text else { return }
      if documents.removeValue(forKey: uri) != nil { unsent.append(Self.diagnostics(uri, nil, [])) }
      forgetFiles([uri])
    case "textDocument/didSave":
      forgetFiles([params.member("textDocument").member("uri").text])
    case "workspace/didChangeWatchedFiles":
      // A configuration may name files that are new or deleted.
      for document in documents.values where document.isConfiguration { document.invalidateFindings() }
      forgetFiles(params.member("changes").elements.map { $0.member("uri").text })
    case "workspace/didChangeConfiguration": forgetFiles()
    case "workspace/didChangeWorkspaceFolders":
      let event = params.member("event")
      let paths = { (name: String) in
        event.member(name).elements.compactMap { $0.member("uri").text.flatMap(FileURI.path) }
          .map(WorkspaceFiles.normalized)
      }
      let removed = Set(paths("removed"))
      roots = roots.filter { !removed.contains($0) } + paths("added")
      forgetFiles()
    default: return
    }
  }

  /// Other charts and configurations may have changed, on which findings depend.
  private func forgetFiles() {
    environment.filesChanged()
    for document in documents.values { document.invalidateFindings() }
  }

  /// Some files have changed: charts that others run, or configurations.
  private func forgetFiles(_ uris: [String?]) {
    let paths = Set(uris.compactMap { $0.flatMap(FileURI.path) })
    guard !paths.contains(where: { $0.hasSuffix("/" + LintConfiguration.fileName) }) else {
      return forgetFiles()
    }
    for document in documents.values {
      guard let path = document.path else { continue }
      if paths.contains(path) || !paths.isDisjoint(with: dependencies(of: document, at: path)) {
        document.invalidateFindings()
      }
    }
  }

  private func dependencies(of document: OpenDocument, at path: String) -> Set<String> {
    ChartDependencies.files(of: path, children: document.index?.children.map(\.path) ?? [])
  }

  private func watchFiles() {
    guard client.allowsWatching else { return }
    let patterns = ["**/*.yaml", "**/*.yml"].map { JSON.object([("globPattern", .string($0))]) }
    let registration = JSON.object([
      ("id", .string("charts")), ("method", .string("workspace/didChangeWatchedFiles")),
      ("registerOptions", .object([("watchers", .array(patterns))])),
    ])
    unsent.append(
      .object([
        ("jsonrpc", .string("2.0")), ("id", .string("watch-charts")),
        ("method", .string("client/registerCapability")),
        ("params", .object([("registrations", .array([registration]))])),
      ]))
  }

  // MARK: Helpers of requests

  /// Shows why something was not changed.
  func show(_ refusal: EditRefusal) { show(refusal.text) }

  /// Shows a message.
  func show(_ text: String) {
    unsent.append(Self.warning(text))
  }

  /// The open document that a request names.
  func document(_ params: ChartValue) throws(RequestFailure) -> OpenDocument {
    guard let uri = params.member("textDocument").member("uri").text else {
      throw .invalidParams("The request must name a text document.")
    }
    guard let document = documents[uri] else { throw .invalidParams("The document `\(uri)` is not open.") }
    guard !document.isOutOfSync else { throw .contentModified }
    return document
  }

  /// The open document that a request names, and the offset of its position.
  func location(_ params: ChartValue) throws(RequestFailure) -> (document: OpenDocument, offset: Int) {
    let document = try document(params)
    return (document, try params.member("position").offset(in: positions(document)))
  }

  func positions(_ document: OpenDocument) -> TextPositions {
    TextPositions(document.source, client.encoding)
  }
}
