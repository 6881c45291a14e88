internal import Statecharts
internal import StatechartsLint
internal import StatechartsYAML

extension LanguageServer {
  /// `textDocument/codeAction`: the fixes of the findings in a range, all fixes at once, and comments that suppress.
  func codeActions(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let document = try document(params)
    let range = try params.member("range").range(in: positions(document))
    guard document.isChart else { return .array([]) }
    let wanted = params.member("context").member("only").elements.compactMap(\.text)
    let wants = { (kind: String) in
      wanted.isEmpty || wanted.contains { kind == $0 || kind.hasPrefix($0 + ".") }
    }
    let file = findings(document)
    var actions: [JSON] = []
    var positions = positions(document)
    if wants("quickfix") {
      let lines = file.source.line(at: range.lowerBound)...file.source.line(at: range.upperBound)
      let near = file.findings.map(\.diagnostic).filter { finding in
        lines.overlaps(
          file.source.line(at: finding.range.lowerBound)...file.source.line(at: finding.range.upperBound))
      }
      for finding in near {
        guard let fix = finding.fix else { continue }
        let diagnostic = item(finding, in: document, &positions)
        let change = edit(fix.range, fix.replacement, &positions)
        actions.append(action(fix.title, "quickfix", [change], document, diagnostic, isPreferred: true))
      }
      // Each is tried, which takes as long as a check of the chart.
      for finding in near.filter({ $0.severity != .error }).prefix(8) {
        guard let comment = suppression(of: finding, in: file, document) else { continue }
        let diagnostic = item(finding, in: document, &positions)
        let change = edit(comment.offset..<comment.offset, comment.text, &positions)
        actions.append(
          action("Suppress `\(finding.rule)` here", "quickfix", [change], document, diagnostic))
      }
    }
    let hasFixes = file.findings.contains { $0.diagnostic.fix != nil }
    if wants("source.fixAll"), hasFixes {
      let selection = document.path.map(environment.selection) ?? LintSelection()
      let fixed = FixedText(file) { Linter(selection).lint($0, looksForFiles: document.path != nil) }
      if fixed.count > 0 {
        let change = replacement(of: file.source, with: fixed.source.bytes, &positions)
        actions.append(action("Fix all problems that can be fixed", "source.fixAll", [change], document))
      }
    }
    return .array(actions)
  }

  private func action(
    _ title: String, _ kind: String, _ edits: [JSON], _ document: OpenDocument, _ diagnostic: JSON? = nil,
    isPreferred: Bool = false
  ) -> JSON {
    .members(
      ("title", .string(title)), ("kind", .string(kind)),
      ("diagnostics", diagnostic.map { .array([$0]) }), ("isPreferred", isPreferred ? .bool(true) : nil),
      ("edit", workspaceEdit([(document.uri, document.version, edits)])))
  }

  /// A comment in the line before a finding that suppresses it; nil where a comment would change more than that.
  private func suppression(
    of finding: Diagnostic, in file: LintedFile, _ document: OpenDocument
  ) -> (offset: Int, text: String)? {
    let source = file.source
    let line = source.line(at: finding.range.lowerBound)
    let start = source.lineStarts[line - 1]
    let indentation = source.lineText(line).prefix { $0 == " " }
    let text = "\(indentation)# lint:disable \(finding.rule) -- write the reason here\n"
    var bytes = source.bytes
    bytes.insert(contentsOf: text.utf8, at: start)
    let selection = document.path.map(environment.selection) ?? LintSelection()
    let after = Linter(selection).lint(
      SourceText(name: source.name, bytes: bytes), looksForFiles: document.path != nil)
    let isSuppressed =
      after.findings.count < file.findings.count
      && after.count(of: .error) == file.count(of: .error)
      && !after.findings.contains { $0.diagnostic.rule == "bad-suppression" }
    return isSuppressed ? (start, text) : nil
  }
}
