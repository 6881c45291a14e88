internal import Statecharts
internal import StatechartsLint
internal import StatechartsYAML

extension LanguageServer {
  /// An action whose edit is known only after the chart was checked again.
  private enum CheckedAction {
    case fixAll
    case suppression(Diagnostic)
  }

  /// `textDocument/codeAction`: the fixes of the findings in a range, all fixes at once, and comments that suppress.
  func codeActions(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let document = try document(params)
    let range = try params.member("range").range(in: positions(document))
    guard document.isChart else { return .array([]) }
    let context = params.member("context")
    let wanted = context.member("only").elements.compactMap(\.text)
    let wants = { (kind: String) in
      wanted.isEmpty || wanted.contains { kind == $0 || kind.hasPrefix($0 + ".") }
    }
    let file = findings(document)
    var actions: [JSON] = []
    var checked: [CheckedAction] = []
    if wants("quickfix") {
      let lines = file.source.line(at: range.lowerBound)...file.source.line(at: range.upperBound)
      let near = file.findings.map(\.diagnostic).filter { finding in
        lines.overlaps(
          file.source.line(at: finding.range.lowerBound)...file.source.line(at: finding.range.upperBound))
      }
      var positions = positions(document)
      for finding in near {
        guard let fix = finding.fix else { continue }
        let diagnostic = item(finding, in: document, &positions)
        let change = edit(fix.range, fix.replacement, &positions)
        actions.append(action(fix.title, "quickfix", [change], document, diagnostic, isPreferred: true))
      }
      checked += near.filter { $0.severity != .error }.prefix(8).map { .suppression($0) }
    }
    if wants("source.fixAll"), file.findings.contains(where: { $0.diagnostic.fix != nil }) {
      checked.append(.fixAll)
    }
    if client.resolvesActions {
      actions += checked.map { action($0, document, edits: nil) }
    } else if !wanted.isEmpty || context.member("triggerKind").integer == 1 {
      // Editors also ask at each move of the cursor, which must not take several checks of the chart.
      actions += checked.compactMap { next in
        edits(of: next, document).map { action(next, document, edits: $0) }
      }
    }
    return .array(actions)
  }

  /// `codeAction/resolve`: the edit of an action that was returned without it.
  func resolveCodeAction(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let data = params.member("data")
    // Some editors also send actions that are complete.
    guard data != .unset else { return JSON(params) }
    let document = try document(data)
    guard data.member("version").integer == document.version else { throw .contentModified }
    var wanted = CheckedAction.fixAll
    if let rule = data.member("rule").text {
      let finding = findings(document).findings.map(\.diagnostic).first { finding in
        finding.rule == rule && finding.range.lowerBound == data.member("offset").integer
      }
      guard let finding else { throw .contentModified }
      wanted = .suppression(finding)
    }
    guard let edits = edits(of: wanted, document) else {
      throw .failed("This would change more than the problem.", help: "Fix it by hand.")
    }
    return action(wanted, document, edits: edits)
  }

  /// What an action changes; nil where it would do something else than its title says.
  private func edits(of action: CheckedAction, _ document: OpenDocument) -> [JSON]? {
    let file = findings(document)
    var positions = positions(document)
    switch action {
    case .fixAll:
      let fixed = FixedText(file) { lint($0, as: document) }
      return fixed.count > 0 ? [replacement(of: file.source, with: fixed.source.bytes, &positions)] : nil
    case .suppression(let finding):
      guard let comment = suppression(of: finding, in: file, document) else { return nil }
      return [edit(comment.offset..<comment.offset, comment.text, &positions)]
    }
  }

  private func action(_ checked: CheckedAction, _ document: OpenDocument, edits: [JSON]?) -> JSON {
    switch checked {
    case .fixAll: return action("Fix all problems that can be fixed", "source.fixAll", edits, document)
    case .suppression(let finding):
      var positions = positions(document)
      let diagnostic = item(finding, in: document, &positions)
      return action(
        "Suppress `\(finding.rule)` here", "quickfix", edits, document, diagnostic, suppressed: finding)
    }
  }

  /// An action. Without edits, it has what is needed to find them later.
  private func action(
    _ title: String, _ kind: String, _ edits: [JSON]?, _ document: OpenDocument, _ diagnostic: JSON? = nil,
    isPreferred: Bool = false, suppressed: Diagnostic? = nil
  ) -> JSON {
    let data = JSON.members(
      ("textDocument", .object([("uri", .string(document.uri))])),
      ("version", document.version.map { .int($0) }), ("rule", suppressed.map { .string($0.rule) }),
      ("offset", suppressed.map { .int($0.range.lowerBound) }))
    return .members(
      ("title", .string(title)), ("kind", .string(kind)),
      ("diagnostics", diagnostic.map { .array([$0]) }), ("isPreferred", isPreferred ? .bool(true) : nil),
      ("edit", edits.map { workspaceEdit([(document.uri, document.version, $0)]) }),
      ("data", edits == nil ? data : nil))
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
    let after = lint(SourceText(name: source.name, bytes: bytes), as: document)
    let isSuppressed =
      after.findings.count < file.findings.count
      && after.count(of: .error) == file.count(of: .error)
      && !after.findings.contains { $0.diagnostic.rule == "bad-suppression" }
    return isSuppressed ? (start, text) : nil
  }
}
