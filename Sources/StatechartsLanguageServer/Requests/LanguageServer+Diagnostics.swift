internal import StatechartsLint
internal import StatechartsRepair
package import StatechartsYAML

extension LanguageServer {
  /// Checks one of the documents that have changed, and returns what is to be sent to the editor; nil when no document is left.
  package func publishNext() -> [JSON]? {
    let changed = documents.values.filter { $0.needsLint && !$0.isOutOfSync }
    guard let document = changed.min(by: { $0.uri < $1.uri }) else { return nil }
    document.needsLint = false
    var messages: [JSON] = []
    if document.isConfiguration {
      messages = [diagnostics(ofConfiguration: document)]
    } else if document.isChart {
      messages = [diagnostics(document, findings(document).findings.map(\.diagnostic))]
    }
    return messages + environment.newProblems().map(Self.warning)
  }

  /// A message that the editor shows.
  static func warning(_ text: String) -> JSON {
    .notification("window/showMessage", .object([("type", .int(2)), ("message", .string(text))]))
  }

  /// Reads the names of the documents, so that they are known once a document is broken. To be called while no message
  /// waits, after the findings were sent.
  package func readNames() {
    for document in documents.values { _ = document.index }
  }

  /// What `lint` reports in a document.
  func findings(_ document: OpenDocument) -> LintedFile {
    document.findings { linter(of: document).lint($0, looksForFiles: document.path != nil) }
  }

  /// What `lint` would report if a document had another text.
  func lint(_ source: SourceText, as document: OpenDocument) -> LintedFile {
    linter(of: document).lint(source, looksForFiles: document.path != nil)
  }

  private func linter(of document: OpenDocument) -> Linter {
    var linter = Linter(document.path.map(environment.selection) ?? LintSelection())
    let open = documents.values.filter { !$0.isOutOfSync }.compactMap { other in
      other.path.map { ($0, other.source) }
    }
    // One file may be open twice, by different addresses.
    let texts = Dictionary(open, uniquingKeysWith: { first, _ in first })
    linter.loader = ChartLoader(charts: .advising) { (path, folder) throws(FileProblem) in
      if let text = texts[path] { return text }
      return try SourceText.read(file: path, inside: folder)
    }
    return linter
  }

  private func diagnostics(ofConfiguration document: OpenDocument) -> JSON {
    let folder = String((document.path ?? "").dropLast(LintConfiguration.fileName.count + 1))
    let (configuration, findings) = LintConfiguration.read(document.source, folder: folder)
    return diagnostics(document, findings.isEmpty ? configuration.idlePaths() : findings)
  }

  private func diagnostics(_ document: OpenDocument, _ findings: [Diagnostic]) -> JSON {
    var positions = positions(document)
    let items = findings.map { item($0, in: document, &positions) }
    return Self.diagnostics(document.uri, document.version, items)
  }

  static func diagnostics(_ uri: String, _ version: Int?, _ items: [JSON]) -> JSON {
    .notification(
      "textDocument/publishDiagnostics",
      .members(
        ("uri", .string(uri)), ("version", version.map { .int($0) }), ("diagnostics", .array(items))))
  }

  func item(_ finding: Diagnostic, in document: OpenDocument, _ positions: inout TextPositions) -> JSON {
    let severity =
      switch finding.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    let page = client.rulePages.flatMap { pages in
      RuleRegistry.standard.rule(finding.rule).map { JSON.object([("href", .string("\(pages)\($0.id).md"))]) }
    }
    var related: JSON?
    if client.allowsRelated, !finding.related.isEmpty {
      related = .array(
        finding.related.map { other in
          .object([
            ("location", .object([("uri", .string(document.uri)), ("range", positions.range(other.range))])),
            ("message", .string(other.message)),
          ])
        })
    }
    let isUnused = finding.rule.hasPrefix("unused-") || finding.rule == "unreachable-state"
    return .members(
      ("range", positions.range(finding.range)), ("severity", .int(severity)),
      ("code", .string(finding.rule)), ("codeDescription", page), ("source", .string("statechart")),
      ("message", .string([finding.message, finding.help].compactMap(\.self).joined(separator: "\n"))),
      ("tags", isUnused ? .array([.int(1)]) : nil), ("relatedInformation", related))
  }
}
