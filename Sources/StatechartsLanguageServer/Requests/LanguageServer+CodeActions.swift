internal import Statecharts
internal import StatechartsEditing
internal import StatechartsLint
internal import StatechartsYAML

extension LanguageServer {
  /// An action whose edit is known only after the chart was checked again.
  private enum CheckedAction {
    case fixAll
    case suppression(Diagnostic)
    case addition(FindingAddition, Diagnostic)
  }

  /// `textDocument/codeAction`: the fixes of the findings in a range, what may be added because of them, comments that
  /// suppress, all fixes at once, and a group of the states in the range.
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
        let change = edit(fix.range, fix.replacement, &positions)
        actions.append(action(fix.title, "quickfix", [change], document, about: finding, isPreferred: true))
      }
      checked += additions(near, document)
      checked += suppressible(near, file.source).prefix(8).map { .suppression($0) }
    }
    if wants("source.fixAll"), file.findings.contains(where: { $0.diagnostic.fix != nil }) {
      checked.append(.fixAll)
    }
    if wants("refactor.extract"), let grouping = StateGrouping(document.source, selection: range) {
      actions += action(grouping, document)
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
      let named = findings(document).findings.map(\.diagnostic).filter { finding in
        finding.rule == rule && finding.range.lowerBound == data.member("offset").integer
      }
      guard let finding = named.first else { throw .contentModified }
      wanted = .suppression(finding)
      if data.member("adds") == .bool(true) {
        guard let addition = additions(named, document).first else { throw .contentModified }
        wanted = addition
      }
    }
    guard let edits = edits(of: wanted, document) else {
      if case .addition = wanted {
        throw .failed("This cannot be added without another error.", help: "Add it by hand.")
      }
      throw .failed("This would change more than the problem.", help: "Fix it by hand.")
    }
    return action(wanted, document, edits: edits)
  }

  /// What can be added because of some findings: each addition once, and at most eight.
  private func additions(_ findings: [Diagnostic], _ document: OpenDocument) -> [CheckedAction] {
    guard let index = document.index, index.source.bytes == document.source.bytes else { return [] }
    var titles: Set<String> = []
    // To find out what a finding asks for takes time that grows with the chart.
    return findings.prefix(64).compactMap { finding -> CheckedAction? in
      guard titles.count < 8, let addition = FindingAddition(finding, index),
        titles.insert(addition.title).inserted, addition.isPossible(in: index.document)
      else { return nil }
      return .addition(addition, finding)
    }
  }

  /// The findings that comments can suppress. One comment is enough for a rule in a line.
  private func suppressible(_ findings: [Diagnostic], _ source: SourceText) -> [Diagnostic] {
    var lines: [String: Set<Int>] = [:]
    return findings.filter { finding in
      finding.severity != .error
        && lines[finding.rule, default: []].insert(source.line(at: finding.range.lowerBound)).inserted
    }
  }

  /// The action that moves states into a group, or the reason why not, where the editor shows it.
  private func action(_ grouping: StateGrouping, _ document: OpenDocument) -> [JSON] {
    let states = grouping.states
    let names = states.count > 3 ? "\(states.count) states" : states.map { "`\($0)`" }.joined(separator: ", ")
    let title = "Move \(names) into a group"
    var positions = positions(document)
    do throws(EditRefusal) {
      let change = try grouping.edit()
      let edits = [edit(change.range, change.replacement, &positions)]
      return [action(title, "refactor.extract", edits, document)]
    } catch {
      guard client.showsDisabledActions else { return [] }
      let reason = [error.message, error.help].compactMap(\.self).joined(separator: " ")
      return [
        .object([
          ("title", .string(title)), ("kind", .string("refactor.extract")),
          ("disabled", .object([("reason", .string(reason))])),
        ])
      ]
    }
  }

  /// The addition that fixes a finding and leaves the fewest findings; nil where it causes an error.
  private func edit(
    _ addition: FindingAddition, _ finding: Diagnostic, in file: LintedFile, _ document: OpenDocument
  ) -> TextEdit? {
    let count = { (file: LintedFile) in file.findings.count { $0.diagnostic.rule == finding.rule } }
    var best: (edit: TextEdit, findings: Int)?
    for candidate in addition.candidates {
      guard let edit = try? candidate.edit(of: file.source) else { continue }
      let after = lint(TextEdits([edit]).apply(to: file.source), as: document)
      guard count(after) < count(file), after.count(of: .error) <= file.count(of: .error),
        addition.mayCauseFindings || !Self.hasOtherFindings(after, than: file)
      else { continue }
      if best.map({ after.findings.count < $0.findings }) ?? true { best = (edit, after.findings.count) }
    }
    return best?.edit
  }

  /// Whether a changed text has more findings of some rule.
  private static func hasOtherFindings(_ after: LintedFile, than before: LintedFile) -> Bool {
    var counts: [String: Int] = [:]
    for finding in before.findings { counts[finding.diagnostic.rule, default: 0] += 1 }
    for finding in after.findings { counts[finding.diagnostic.rule, default: 0] -= 1 }
    return counts.values.contains { $0 < 0 }
  }

  /// What an action changes; nil where it would do something else than its title says.
  private func edits(of action: CheckedAction, _ document: OpenDocument) -> [JSON]? {
    let file = findings(document)
    var positions = positions(document)
    switch action {
    case .fixAll:
      let fixed = FixedText(file) { lint($0, as: document) }
      return fixed.count > 0 ? [replacement(of: file.source, with: fixed.source.bytes, &positions)] : nil
    case .addition(let addition, let finding):
      guard let change = self.edit(addition, finding, in: file, document) else { return nil }
      return [edit(change.range, change.replacement, &positions)]
    case .suppression(let finding):
      guard let comment = suppression(of: finding, in: file, document) else { return nil }
      return [edit(comment.offset..<comment.offset, comment.text, &positions)]
    }
  }

  private func action(_ checked: CheckedAction, _ document: OpenDocument, edits: [JSON]?) -> JSON {
    switch checked {
    case .fixAll: return action("Fix all problems that can be fixed", "source.fixAll", edits, document)
    case .suppression(let finding):
      return action("Suppress `\(finding.rule)` here", "quickfix", edits, document, about: finding)
    case .addition(let addition, let finding):
      return action(addition.title, "quickfix", edits, document, about: finding, adds: true)
    }
  }

  /// An action. Without edits, it has what is needed to find them later.
  private func action(
    _ title: String, _ kind: String, _ edits: [JSON]?, _ document: OpenDocument,
    about finding: Diagnostic? = nil, isPreferred: Bool = false, adds: Bool = false
  ) -> JSON {
    var positions = positions(document)
    let data = JSON.members(
      ("textDocument", .object([("uri", .string(document.uri))])),
      ("version", document.version.map { .int($0) }), ("rule", finding.map { .string($0.rule) }),
      ("offset", finding.map { .int($0.range.lowerBound) }), ("adds", adds ? .bool(true) : nil))
    return .members(
      ("title", .string(title)), ("kind", .string(kind)),
      ("diagnostics", finding.map { .array([item($0, in: document, &positions)]) }),
      ("isPreferred", isPreferred ? .bool(true) : nil),
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
    let text = "\(indentation)# lint:disable \(finding.rule) -- write the reason here\(source.lineEnd)"
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
