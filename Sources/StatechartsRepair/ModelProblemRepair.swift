import Statecharts
import StatechartsModel
import StatechartsYAML

/// What to write where the compiler found a problem, from how the text is written there.
struct ModelProblemRepair {
  private let document: YAMLDocument
  private var source: SourceText { document.source }

  /// Adds helps and fixes to those of all problems that are reported.
  static func advise(
    _ found: inout [LocatedProblem], _ all: [ModelProblem], _ document: YAMLDocument, _ chart: Statechart?
  ) {
    let repair = Self(document: document)
    // What is written twice in the same way is not a typo: its declaration may be missing, or misspelled.
    var counts: [String: Int] = [:]
    for problem in all where problem.suggestion != nil { counts[problem.message, default: 0] += 1 }
    let hasUnknownTargets = all.contains { $0.rule == .unknownTarget && $0.isOpen }
    let others = hasUnknownTargets ? chart.map(OtherNames.init) : nil
    for index in found.indices {
      let place = found[index]
      found[index].finding.help = repair.help(for: place, others)
      if counts[place.problem.message, default: 0] < 2 || repair.isHabit(place) {
        found[index].finding.fix = repair.fix(for: place)
      }
    }
  }

  /// Puts what is meant in the place of what was written, where that is in the text as it stands.
  private func fix(for place: LocatedProblem) -> Diagnostic.Fix? {
    let problem = place.problem
    guard !problem.isGuess, let suggestion = problem.suggestion, let node = place.node else { return nil }
    let style = document.style(of: node)
    guard style == .plain || style == .singleQuoted || style == .doubleQuoted else { return nil }
    if isText(place) { return fix(writing: suggestion, at: place, in: node) }
    guard suggestion.utf8.allSatisfy(isSafe) else { return nil }
    if isHabit(place), source.bytes[place.finding.range].allSatisfy({ "&|!".utf8.contains($0) }) {
      return fix(writing: suggestion, at: place.finding.range)
    }
    var range = place.finding.range
    if range == document.range(of: node), style != .plain, let text = document.text(of: node) {
      // Without the quotes.
      range = document.range(of: node, textRange: 0..<text.utf8.count)
      guard range != document.range(of: node) else { return nil }
    }
    // Escapes and folded lines are not written as they are read.
    guard source.bytes[range].allSatisfy(isSafe) else { return nil }
    return Diagnostic.Fix(title: "Write `\(suggestion)`", range: range, replacement: suggestion)
  }

  /// Puts a word in the place of a sign, with the spaces that a word needs.
  private func fix(writing word: String, at range: SourceRange) -> Diagnostic.Fix {
    let bytes = source.bytes
    let isGluedLeft = word != "not" && range.lowerBound > 0 && bytes[range.lowerBound - 1] > 0x20
    let isGluedRight = range.upperBound < bytes.count && bytes[range.upperBound] > 0x20
    return Diagnostic.Fix(
      title: "Write `\(word)`", range: range,
      replacement: "\(isGluedLeft ? " " : "")\(word)\(isGluedRight ? " " : "")")
  }

  /// Puts a text with its quotes in the place of what was written; YAML takes quotes around a whole value away.
  private func fix(
    writing text: String, at place: LocatedProblem, in node: YAMLDocument.NodeID
  ) -> Diagnostic.Fix? {
    guard text.utf8.dropFirst().dropLast().allSatisfy({ isSafe($0) || $0 == 0x20 }) else {
      return nil
    }
    let whole = document.range(of: node)
    if coversText(of: node, place) {
      return Diagnostic.Fix(title: "Write `\"\(text)\"`", range: whole, replacement: "\"\(text)\"")
    }
    let style = document.style(of: node)
    guard style == .doubleQuoted || style == .plain && place.finding.range.lowerBound > whole.lowerBound,
      place.finding.range != whole
    else { return nil }
    return Diagnostic.Fix(title: "Write `\(text)`", range: place.finding.range, replacement: text)
  }

  /// Whether what was written is meant as a text, which has curly quotes or none.
  private func isText(_ place: LocatedProblem) -> Bool {
    guard let suggestion = place.problem.suggestion, suggestion.utf8.count > 2, suggestion.hasPrefix("'"),
      suggestion.hasSuffix("'")
    else { return false }
    let written = source.text(in: place.finding.range)
    return suggestion == "'\(CurlyQuotes.inside(written) ?? written)'"
  }

  /// Whether it is written so out of habit: the same mistake again and again, with the same remedy.
  private func isHabit(_ place: LocatedProblem) -> Bool {
    isText(place) || place.problem.suggestion.map { ["and", "or", "not"].contains($0) } ?? false
  }

  /// Whether a problem is about all of a scalar's text.
  private func coversText(of node: YAMLDocument.NodeID, _ place: LocatedProblem) -> Bool {
    guard !place.isComposed, let text = document.text(of: node) else { return false }
    return place.problem.textRange == 0..<text.utf8.count
  }

  /// Letters, digits and the signs that names hold: the same in every style of scalar.
  private func isSafe(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F || byte == 0x2D
      || byte == 0x2E
  }

  /// The problem's help; for what was probably meant as a text, how to write one.
  private func help(for place: LocatedProblem, _ others: OtherNames?) -> String? {
    let problem = place.problem
    guard let node = place.node, let text = document.text(of: node) else { return problem.help }
    // A state may be called so, but then it would be there.
    if problem.rule == .unknownTarget, problem.suggestion == nil, document.style(of: node) == .plain,
      ["null", "undefined", "unset", "nil", "true", "false"].contains(text.lowercased())
    {
      return ChartNodes.noStateHelp
    }
    if problem.rule == .unknownTarget, problem.isOpen, let help = others?.help(for: text) {
      return help
    }
    guard problem.rule == .badExpression else { return problem.help }
    if isText(place), let suggestion = problem.suggestion, coversText(of: node, place) {
      return "Write the text in straight quotes, with a second pair around it: `\"\(suggestion)\"`."
    }
    let words = text.split(separator: " ")
    if let last = words.last, words.count > 1, problem.message.contains("missing after `\(last)`") {
      return "Write a value after `\(last)`, or remove it."
    }
    guard isSentence(text) else { return problem.help }
    if isCondition(node) {
      if words.count > 2, words.last == "empty", words[1] == "is" {
        let isNot = words.contains("not")
        return
          "Write `\(words[0]) \(isNot ? "!=" : "==") ''`, or `\(isNot ? "" : "not ")defined(\(words[0]))` where it may have no value."
      }
      return "A condition compares values, such as `tries < 3`, or names a handler under `guards`."
    }
    return "If it is text, write it in inner quotes: `\"'\(text)'\"`."
  }

  /// Whether a node stands behind `guard` or `if`.
  private func isCondition(_ node: YAMLDocument.NodeID) -> Bool {
    let before = source.bytes[..<document.range(of: node).lowerBound].suffix(16)
    let key = String(decoding: before, as: UTF8.self).filter { !$0.isWhitespace }
    return key.hasSuffix("guard:") || key.hasSuffix("if:")
  }

  /// Whether a text that fails as an expression is several words.
  private func isSentence(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return text.utf8.count <= 60 && words.count > 1
      && words.allSatisfy { $0.allSatisfy { $0.isLetter || ",.!?".contains($0) } }
  }
}

extension ModelProblem {
  /// Whether nobody knows for certain what is meant.
  fileprivate var isOpen: Bool { suggestion == nil || isGuess }
}

/// What a chart has besides states that may be named in the place of one.
private struct OtherNames {
  /// The first state that runs a service; nil behind a service that none runs.
  private var runners: [String: String?] = [:]
  private var events: Set<String> = []

  init(_ chart: Statechart) {
    for service in chart.handlers.services ?? [] { runners[service.name.text] = .some(nil) }
    for event in chart.events ?? [] { events.insert(event.name.text) }
    guard !runners.isEmpty else { return }
    for node in StateIndex(chart.root).nodes.dropFirst() {
      for invocation in node.state.invoke {
        guard case .service(let name) = invocation.source, case .some(nil) = runners[name.text] else {
          continue
        }
        runners[name.text] = node.id.text
      }
    }
  }

  /// What to write where a service or an event is named in the place of a state.
  func help(for text: String) -> String? {
    if let runner = runners[text] {
      return runner.map { "`\(text)` is a service. Write `\($0)`, the state that runs it." }
        ?? "`\(text)` is a service. Add a state that runs it, with `invoke: { service: \(text) }`, and write its id."
    }
    return events.contains(text) ? "`\(text)` is an event. Write the id of the next state." : nil
  }
}
