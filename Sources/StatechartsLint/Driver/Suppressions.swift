internal import Statecharts
internal import StatechartsYAML

/// The comments that silence findings: `# lint:disable RULE -- reason`, at the end of the line they are
/// about or on a line of their own before it. Several rules are separated by commas.
///
/// Errors cannot be silenced, because the chart could not be used all the same. A comment that is wrong, or
/// that silences nothing, is a finding itself.
struct Suppressions {
  private struct Entry {
    var range: SourceRange
    var line: Int
    var rule: String
    var isUsed = false
  }

  private static let mark = "lint:disable"
  private var entries: [Entry] = []
  private var findings: [Diagnostic] = []
  private let registry: RuleRegistry
  private let source: SourceText
  /// The lines of comments and nothing that were passed over last, so that a block of comments is walked once.
  private var passedOver = 0..<0

  init(in document: YAMLDocument, _ registry: RuleRegistry) {
    self.registry = registry
    source = document.source
    let ownLines = Set(
      document.comments.filter(\.isOnOwnLine).map { [source] in source.line(at: $0.range.lowerBound) })
    for comment in document.comments { add(comment, ownLines) }
  }

  private mutating func add(_ comment: YAMLDocument.Comment, _ ownLines: Set<Int>) {
    let text = source.text(in: comment.range)
    let content = text.drop { $0 == "#" || $0 == " " || $0 == "\t" }
    guard content.hasPrefix("lint:") else {
      // Other comments may begin with the word; only in capitals can this one be meant.
      let start = content.prefix(Self.mark.count)
      if start.lowercased() == Self.mark {
        reject(
          comment, "`\(start)` must be written in lowercase.",
          help: "Write `# \(Self.mark)\(content[start.endIndex...])`.")
      }
      return
    }
    guard content.hasPrefix(Self.mark), content.dropFirst(Self.mark.count).first.map({ $0 == " " }) ?? true
    else {
      reject(comment, "This comment starts with `lint:`, but the linter does not know it.")
      return
    }
    let rest = content.dropFirst(Self.mark.count)
    let names: Substring
    let reason: Substring
    if let dashes = Self.firstDashes(in: rest) {
      names = rest[..<dashes]
      reason = rest[dashes...].drop { $0 == "-" || $0 == " " || $0 == "\t" }
    } else {
      names = rest
      reason = ""
    }
    let words = names.split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)
    guard !words.isEmpty else {
      return reject(comment, "This comment does not say which rule it suppresses.")
    }
    guard !reason.isEmpty else { return rejectWithoutReason(comment, words) }
    var line = source.line(at: comment.range.lowerBound)
    if comment.isOnOwnLine {
      line = contentLine(after: line, ownLines)
    }
    for rule in words {
      guard let description = registry.rule(rule) else {
        // A rule of the project, which only its own command knows.
        if rule.hasPrefix(RuleRegistry.prefix) { continue }
        let near = nearRule(rule)
        reject(comment, "`\(rule)` is not a rule of the linter.", help: near.map { "Did you mean `\($0)`?" })
        continue
      }
      if description.severity == .error {
        reject(
          comment, "The rule `\(rule)` reports errors, which cannot be suppressed.",
          help: "Fix the error, and "
            + (words.count == 1 ? "delete the comment." : "remove `\(rule)` from the comment."))
        continue
      }
      entries.append(Entry(range: comment.range, line: line, rule: rule))
    }
  }

  /// Reports a comment without ` -- ` and a reason; words behind the rules are probably meant as one.
  private mutating func rejectWithoutReason(_ comment: YAMLDocument.Comment, _ words: [String]) {
    let names = words.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
    let known = names.prefix { registry.rule($0) != nil }
    let rules = known.isEmpty ? names.prefix(1) : known
    let reason = words.dropFirst(rules.count).drop { $0.allSatisfy { "-–—:".contains($0) } }
    let list = rules.map { name in
      registry.rule(name) == nil ? nearRule(name) ?? name : name
    }
    reject(
      comment, "This comment does not say why it suppresses `\(rules.joined(separator: ", "))`.",
      help: "Write `# lint:disable \(list.joined(separator: ", ")) -- "
        + "\(reason.isEmpty ? "REASON" : reason.joined(separator: " "))`.")
  }

  /// The rule that is probably meant by a name. It is not looked for where no more findings are listed.
  private func nearRule(_ name: String) -> String? {
    findings.count < Linter.findingLimit
      ? NearNames.suggestion(for: name, in: registry.all.lazy.map(\.id)) : nil
  }

  /// Whether a comment silences a rule somewhere.
  func silences(_ rule: String) -> Bool { entries.contains { $0.rule == rule } }

  /// Leaves out what is silenced and adds what is wrong with the comments.
  ///
  /// If the chart could not be read at all, it is not known what a comment would silence.
  mutating func apply(to diagnostics: [Diagnostic], hasChart: Bool) -> [Diagnostic] {
    guard !entries.isEmpty || !findings.isEmpty else { return diagnostics }
    var places: [String: [Int: Int]] = [:]
    for (index, entry) in entries.enumerated() { places[entry.rule, default: [:]][entry.line] = index }
    var kept: [Diagnostic] = []
    for diagnostic in diagnostics {
      let silencing = places[diagnostic.rule]?[source.line(at: diagnostic.range.lowerBound)]
      // Decision: Docs/decisions/linter.md#errors-cannot-be-turned-off
      if let silencing, diagnostic.severity != .error {
        entries[silencing].isUsed = true
      } else {
        kept.append(diagnostic)
      }
    }
    // A rule may find nothing because of an error elsewhere.
    if hasChart, !kept.contains(where: { $0.severity == .error }) {
      // Where one rule of a comment is silenced or wrong in another way, the comment stays.
      var others: Set<Int> = Set(findings.map(\.range.lowerBound))
      others.formUnion(entries.lazy.filter(\.isUsed).map(\.range.lowerBound))
      kept += entries.filter { !$0.isUsed }.map { entry in
        Diagnostic(
          rule: "unused-suppression", severity: .warning,
          message: "This comment suppresses `\(entry.rule)`, but line \(entry.line) has no such finding.",
          help: others.contains(entry.range.lowerBound) ? "Remove `\(entry.rule)` from the comment." : nil,
          range: entry.range)
      }
    }
    return kept + findings
  }

  /// The next line that holds more than a comment.
  private mutating func contentLine(after start: Int, _ ownLines: Set<Int>) -> Int {
    if passedOver.contains(start + 1) { return passedOver.upperBound }
    var line = start + 1
    while line <= source.lineStarts.count, ownLines.contains(line) || isBlank(line) { line += 1 }
    passedOver = start + 1..<line
    return line
  }

  private mutating func reject(_ comment: YAMLDocument.Comment, _ message: String, help: String? = nil) {
    findings.append(
      Diagnostic(
        rule: "bad-suppression", severity: .warning, message: message, help: help, range: comment.range))
  }

  private func isBlank(_ line: Int) -> Bool {
    source.lineText(line).allSatisfy { $0 == " " || $0 == "\t" }
  }

  /// Where ` --` starts, which ends the rules and begins the reason.
  private static func firstDashes(in text: Substring) -> Substring.Index? {
    var index = text.startIndex
    while let space = text[index...].firstIndex(of: " ") {
      index = text.index(after: space)
      if text[index...].hasPrefix("--") { return index }
    }
    return nil
  }
}
