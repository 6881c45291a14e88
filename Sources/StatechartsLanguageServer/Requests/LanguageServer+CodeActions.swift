internal import Statecharts
internal import StatechartsEditing
internal import StatechartsLint
internal import StatechartsYAML

extension LanguageServer {
  /// An action whose edit is known only after the chart was checked again.
  private enum CheckedAction {
    case fixAll
    case suppression(Diagnostic)
    /// One of the names that may have been meant.
    case guess(String, Diagnostic)
    case addition(FindingAddition, Diagnostic)
    case group(StateGrouping, SourceRange)
  }

  /// `textDocument/codeAction`: the fixes of the findings in a range, what may be added because of them, comments that
  /// suppress, all fixes at once, a group of the states in the range, and the migration after a renaming.
  func codeActions(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let document = try document(params)
    let range = try params.member("range").range(in: positions(document))
    guard document.isChart else { return .array([]) }
    let context = params.member("context")
    let wanted = context.member("only").elements.compactMap(\.text)
    let wants = { (kind: String) in
      wanted.isEmpty || wanted.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") }
    }
    let file = findings(document)
    var actions: [JSON] = []
    var checked: [CheckedAction] = []
    // Those about more than one finding.
    var whole: [CheckedAction] = []
    if wants("quickfix") {
      let lines = file.source.line(at: range.lowerBound)...file.source.line(at: range.upperBound)
      let near = file.findings.map(\.diagnostic).filter { finding in
        lines.overlaps(
          file.source.line(at: finding.range.lowerBound)...file.source.line(at: finding.range.upperBound))
      }
      var positions = positions(document)
      for finding in near {
        guard let fix = finding.fix, !refusedFixes(file, document).contains(fix) else { continue }
        let change = edit(fix.range, fix.replacement, &positions)
        actions.append(action(fix.title, "quickfix", [change], document, about: finding, isPreferred: true))
      }
      if let offered = offeredMigration, offered.uri == document.uri, offered.renamed == document.source.bytes
      {
        let change = replacement(of: document.source, with: offered.migrated, &positions)
        actions.append(action(offered.title, "quickfix", [change], document))
      }
      for finding in near.prefix(8) where finding.fix == nil {
        checked += NearName.names(askedIn: finding.help ?? "").map { .guess($0, finding) }
      }
      checked += additions(near, document)
      checked += suppressible(near, file.source).prefix(8).map { .suppression($0) }
    }
    if wants("source.fixAll"), case let fixes = file.findings.compactMap(\.diagnostic.fix), !fixes.isEmpty,
      !refusedFixes(file, document).isSuperset(of: fixes)
    {
      whole.append(.fixAll)
    }
    if wants("refactor.extract"), !range.isEmpty,
      let grouping = StateGrouping(document.source, selection: range)
    {
      whole.append(.group(grouping, range))
    }
    // Editors also ask at each move of the cursor, which must not take several checks of the chart.
    let isAsked = !wanted.isEmpty || context.member("triggerKind").integer != 2
    // Older editors do not say whether a person asks, so they get only a few.
    let most =
      wanted.isEmpty && context.member("triggerKind") == .unset && !client.resolvesActions ? 4 : checked.count
    for next in checked.prefix(most) + whole {
      do throws(EditRefusal) {
        if let refusal = refusal(of: next, document) { throw refusal }
        if client.resolvesActions {
          actions.append(action(next, document))
        } else if isAsked {
          actions.append(action(next, document, edits: try edits(of: next, document)))
        }
      } catch {
        if client.showsDisabledActions { actions.append(action(next, document, refusal: error)) }
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
    if let start = data.member("start").integer, let end = data.member("end").integer {
      let selection = start..<max(start, end)
      guard selection.upperBound <= document.source.bytes.count, start >= 0,
        let grouping = StateGrouping(document.source, selection: selection)
      else { throw .contentModified }
      wanted = .group(grouping, selection)
    } else if let rule = data.member("rule").text {
      let named = findings(document).findings.map(\.diagnostic).filter { finding in
        finding.rule == rule && finding.range.lowerBound == data.member("offset").integer
      }
      guard let finding = named.first else { throw .contentModified }
      wanted = data.member("guess").text.map { .guess($0, finding) } ?? .suppression(finding)
      if data.member("adds") == .bool(true) {
        guard let addition = additions(named, document).first else { throw .contentModified }
        wanted = addition
      }
    }
    do throws(EditRefusal) {
      return action(wanted, document, edits: try edits(of: wanted, document))
    } catch {
      // Not all editors show why a request failed.
      show(error)
      guard case .map(var members) = params else { return .null }
      members["data"] = nil
      return JSON(.map(members))
    }
  }

  /// The fixes that `lint --fix` leaves out, because they would cause an error.
  private func refusedFixes(_ file: LintedFile, _ document: OpenDocument) -> Set<Diagnostic.Fix> {
    document.refusedFixes { FixedText.refusedFixes(of: file) { lint($0, as: document) } }
  }

  /// Why an action is not possible, as far as that is known without a check of the chart.
  private func refusal(of action: CheckedAction, _ document: OpenDocument) -> EditRefusal? {
    switch action {
    case .fixAll, .suppression, .guess: nil
    case .addition(let addition, _): document.index.flatMap { addition.refusal(in: $0.document) }
    case .group(let grouping, _): grouping.refusal
    }
  }

  /// What can be added because of some findings: each addition once, and at most eight.
  private func additions(_ findings: [Diagnostic], _ document: OpenDocument) -> [CheckedAction] {
    guard let index = document.index, index.source.bytes == document.source.bytes else { return [] }
    var titles: Set<String> = []
    // To find out what a finding asks for takes time that grows with the chart.
    return findings.prefix(64).compactMap { finding -> CheckedAction? in
      guard titles.count < 8, let addition = FindingAddition(finding, index),
        titles.insert(addition.title).inserted
      else { return nil }
      return .addition(addition, finding)
    }
  }

  /// The findings that comments can suppress. One comment is enough for a rule in a line. Findings about such comments
  /// are not suppressed by another one.
  private func suppressible(_ findings: [Diagnostic], _ source: SourceText) -> [Diagnostic] {
    var lines: [String: Set<Int>] = [:]
    return findings.filter { finding in
      finding.severity != .error && !["bad-suppression", "unused-suppression"].contains(finding.rule)
        && lines[finding.rule, default: []].insert(source.line(at: finding.range.lowerBound)).inserted
    }
  }

  /// The addition that fixes a finding and leaves the fewest findings.
  private func edit(
    _ addition: FindingAddition, _ finding: Diagnostic, in file: LintedFile, _ document: OpenDocument
  ) throws(EditRefusal) -> TextEdit {
    var best: (edit: TextEdit, findings: Int)?
    var refusals: [EditRefusal] = []
    for candidate in addition.candidates() {
      do throws(EditRefusal) {
        let edit = try candidate.edit(of: file.source)
        let after = lint(TextEdits([edit]).apply(to: file.source), as: document)
        if let refusal = Self.refusal(of: addition, finding, after, file) { throw refusal }
        if best.map({ after.findings.count < $0.findings }) ?? true { best = (edit, after.findings.count) }
      } catch {
        refusals.append(error)
      }
    }
    if let best { return best.edit }
    throw refusals.first ?? EditRefusal(message: "This would not fix the problem.", help: "Fix it by hand.")
  }

  /// Why a text with an addition is not what was meant; nil when it is.
  private static func refusal(
    of addition: FindingAddition, _ finding: Diagnostic, _ after: LintedFile, _ before: LintedFile
  ) -> EditRefusal? {
    let count = { (file: LintedFile) in file.findings.count { $0.diagnostic.rule == finding.rule } }
    guard count(after) < count(before) else {
      return EditRefusal(message: "This would not fix the problem.", help: "Fix it by hand.")
    }
    // The addition moves the lines that messages name.
    let words = { (finding: Diagnostic) in finding.message.replacing(/lines? \d+( to \d+)?/, with: "") }
    let known = Set(before.findings.map { words($0.diagnostic) })
    let new = after.findings.map(\.diagnostic).filter { !known.contains(words($0)) && $0.omitted == 0 }
    let error = new.first { $0.severity == .error }
    let isAllowed =
      error == nil && after.count(of: .error) <= before.count(of: .error)
      && (addition.mayCauseFindings || !hasOtherFindings(after, than: before))
    if isAllowed { return nil }
    let worst = error ?? new.first
    let other = worst.map { ": \($0.message)" } ?? "."
    return EditRefusal(message: "This would cause another problem\(other)", help: "Fix it by hand.")
  }

  /// Whether a changed text has more findings of some rule.
  private static func hasOtherFindings(_ after: LintedFile, than before: LintedFile) -> Bool {
    var counts: [String: Int] = [:]
    for finding in before.findings { counts[finding.diagnostic.rule, default: 0] += 1 }
    for finding in after.findings { counts[finding.diagnostic.rule, default: 0] -= 1 }
    return counts.values.contains { $0 < 0 }
  }

  /// What an action changes.
  ///
  /// - Throws: `EditRefusal` where it would do something else than its title says.
  private func edits(of action: CheckedAction, _ document: OpenDocument) throws(EditRefusal) -> [JSON] {
    let file = findings(document)
    var positions = positions(document)
    let change: TextEdit
    switch action {
    case .fixAll:
      let fixed = FixedText(file) { lint($0, as: document) }
      guard fixed.count > 0 else { throw Self.changesMore }
      return [replacement(of: file.source, with: fixed.source.bytes, &positions)]
    case .addition(let addition, let finding):
      change = try self.edit(addition, finding, in: file, document)
    case .suppression(let finding):
      guard let comment = suppression(of: finding, in: file, document) else { throw Self.changesMore }
      change = TextEdit(range: comment.offset..<comment.offset, replacement: comment.text)
    case .guess(let name, let finding):
      guard let edit = self.edit(writing: name, for: finding, in: file, document) else {
        throw Self.changesMore
      }
      change = edit
    case .group(let grouping, _): change = try grouping.edit()
    }
    return [edit(change.range, change.replacement, &positions)]
  }

  private static let changesMore = EditRefusal(
    message: "This would change more than the problem.", help: "Fix it by hand.")

  /// An action. Without edits and a refusal, it has what is needed to find the edits later.
  private func action(
    _ checked: CheckedAction, _ document: OpenDocument, edits: [JSON]? = nil, refusal: EditRefusal? = nil
  ) -> JSON {
    var data: [(String, JSON)] = []
    let title: String
    var kind = "quickfix"
    var about: Diagnostic?
    switch checked {
    case .fixAll: (title, kind) = ("Fix all problems that can be fixed", "source.fixAll")
    case .suppression(let finding): (title, about) = ("Suppress `\(finding.rule)` here", finding)
    case .guess(let name, let finding):
      (title, about) = ("Write `\(name)`", finding)
      data = [("guess", .string(name))]
    case .addition(let addition, let finding):
      (title, about) = (addition.title, finding)
      data = [("adds", .bool(true))]
    case .group(let grouping, let range):
      let states = grouping.states
      let names =
        states.count > 3 ? "\(states.count) states" : states.map { "`\($0)`" }.joined(separator: ", ")
      (title, kind) = ("Move \(names) into a group", "refactor.extract")
      data = [("start", .int(range.lowerBound)), ("end", .int(range.upperBound))]
    }
    let isOpen = edits == nil && refusal == nil
    return action(
      title, kind, edits, document, about: about, refusal: refusal, data: isOpen ? data : nil)
  }

  /// An action.
  ///
  /// - Parameter data: What is sent back when the editor asks for the edits.
  private func action(
    _ title: String, _ kind: String, _ edits: [JSON]?, _ document: OpenDocument,
    about finding: Diagnostic? = nil, isPreferred: Bool = false, refusal: EditRefusal? = nil,
    data: [(String, JSON)]? = nil
  ) -> JSON {
    var positions = positions(document)
    let data = data.map { more in
      var members: [(String, JSON)] = [("textDocument", .object([("uri", .string(document.uri))]))]
      if let version = document.version { members.append(("version", .int(version))) }
      if let finding {
        members += [("rule", .string(finding.rule)), ("offset", .int(finding.range.lowerBound))]
      }
      return JSON.object(members + more)
    }
    return .members(
      ("title", .string(title)), ("kind", .string(kind)),
      ("diagnostics", finding.map { .array([item($0, in: document, &positions)]) }),
      ("isPreferred", isPreferred ? .bool(true) : nil),
      ("disabled", refusal.map { .object([("reason", .string($0.text))]) }),
      ("edit", edits.map { workspaceEdit([(document.uri, document.version, $0)]) }), ("data", data))
  }

  /// Puts a name in the place of the one that a finding is about; nil where that would not fix it.
  private func edit(
    writing name: String, for finding: Diagnostic, in file: LintedFile, _ document: OpenDocument
  ) -> TextEdit? {
    var range = finding.range
    let text = file.source.bytes[range]
    if text.count > 1, let quote = text.first, quote == text.last, "'\"".utf8.contains(quote) {
      range = range.lowerBound + 1..<range.upperBound - 1
    }
    let edit = TextEdit(range: range, replacement: name)
    let after = lint(TextEdits([edit]).apply(to: file.source), as: document)
    let remains = after.findings.contains {
      $0.diagnostic.range.lowerBound == finding.range.lowerBound && $0.diagnostic.rule == finding.rule
    }
    return remains || after.count(of: .error) > file.count(of: .error) ? nil : edit
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
    let count = { (rule: String, file: LintedFile) in file.findings.count { $0.diagnostic.rule == rule } }
    let isSuppressed =
      after.findings.count < file.findings.count
      && after.count(of: .error) == file.count(of: .error)
      && count("bad-suppression", after) == count("bad-suppression", file)
    return isSuppressed ? (start, text) : nil
  }
}

extension NearName {
  /// The names that a help asks about with `question` or `sentence`.
  static func names(askedIn text: String) -> [String] {
    guard let start = text.firstRange(of: "id you mean ") else { return [] }
    // Between the names, there is a comma or a word.
    let parts = text[start.upperBound...].prefix { $0 != "?" }.split(
      separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }
}
