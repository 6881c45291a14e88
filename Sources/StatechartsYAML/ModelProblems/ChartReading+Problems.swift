package import Statecharts
public import StatechartsModel

extension ChartReading {
  /// Turns what is wrong with the model into findings about the text.
  ///
  /// A problem that points at the very place of a reported error is left out: it says the same in other words.
  package func diagnostics(for problems: [ModelProblem]) -> [Diagnostic] {
    // What is written twice in the same way is not a typo: its declaration may be missing, or misspelled.
    var counts: [String: Int] = [:]
    for problem in problems where problem.suggestion != nil { counts[problem.message, default: 0] += 1 }
    let known = Set(diagnostics.lazy.filter { $0.severity == .error }.map(\.range))
    let hasUnknownTargets = problems.contains { $0.rule == .unknownTarget && $0.isOpen }
    let others = hasUnknownTargets ? chart.map(OtherNames.init) : nil
    return problems.compactMap { problem in
      let place = place(of: problem.origin, textRange: problem.textRange)
      if isConsequence(problem, at: place, ofErrorsAt: known) { return nil }
      return Diagnostic(
        rule: problem.rule.rawValue, message: problem.message.shortened,
        help: help(for: problem, at: place, others)?.shortened,
        range: place.range,
        related: problem.related.map {
          Diagnostic.Related(range: self.range(of: $0.origin), message: $0.message)
        },
        fix: counts[problem.message, default: 0] > 1 && !isHabit(problem, place)
          ? nil : fix(for: problem, at: place))
    }
  }

  /// Whether a problem is there only because of something that was reported.
  private func isConsequence(
    _ problem: ModelProblem, at place: Place, ofErrorsAt known: Set<SourceRange>
  ) -> Bool {
    if consequences.nodes.contains(problem.origin.rawValue) { return true }
    if known.contains(place.range) || known.contains(range(of: problem.origin)) { return true }
    // What has no place is missing, which was reported.
    if problem.origin == .none { return !known.isEmpty }
    guard problem.rule == .unknownTarget || problem.rule == .unknownState else { return false }
    // Without any, the states were not found at all.
    return chart?.root.states.isEmpty == true || consequences.states.contains(text(of: problem.origin))
  }

  private func text(of origin: ModelOrigin) -> String {
    document?.node(of: origin).flatMap { document?.text(of: $0) } ?? ""
  }

  /// The place of a part of the model; the first byte of the text for a part without a place.
  public func range(of origin: ModelOrigin) -> SourceRange {
    guard let document, let node = document.node(of: origin) else { return 0..<0 }
    return document.range(of: node)
  }

  private struct Place {
    /// The scalar that the range lies in, where it lies in one.
    var node: YAMLDocument.NodeID?
    var range: SourceRange
  }

  /// The place of a part of the text at an origin, which may have been put together from several scalars.
  private func place(of origin: ModelOrigin, textRange: Range<Int>?) -> Place {
    guard let document, let node = document.node(of: origin) else { return Place(node: nil, range: 0..<0) }
    let whole = document.range(of: node)
    guard let textRange, document.kind(of: node) == .scalar || composed[origin.rawValue] != nil else {
      let isWhole = document.kind(of: node) == .scalar && composed[origin.rawValue] == nil
      return Place(node: isWhole ? node : nil, range: whole)
    }
    guard let expression = composed[origin.rawValue] else {
      return Place(node: node, range: document.range(of: node, textRange: textRange))
    }
    guard let (scalar, part) = expression.origin(of: textRange) else { return Place(node: nil, range: whole) }
    let id = YAMLDocument.NodeID(scalar)
    return Place(node: id, range: document.range(of: id, textRange: part))
  }

  /// Puts what is meant in the place of what was written, where that is in the text as it stands.
  private func fix(for problem: ModelProblem, at place: Place) -> Diagnostic.Fix? {
    guard !problem.isGuess, let suggestion = problem.suggestion, let document, let node = place.node else {
      return nil
    }
    let style = document.style(of: node)
    guard style == .plain || style == .singleQuoted || style == .doubleQuoted else { return nil }
    if isText(problem, place) { return fix(writing: suggestion, for: problem, at: place, in: node) }
    guard suggestion.utf8.allSatisfy(isSafe) else { return nil }
    if isHabit(problem, place), source.bytes[place.range].allSatisfy({ "&|!".utf8.contains($0) }) {
      return fix(writing: suggestion, at: place.range)
    }
    var range = place.range
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
    writing text: String, for problem: ModelProblem, at place: Place, in node: YAMLDocument.NodeID
  ) -> Diagnostic.Fix? {
    guard let document, text.utf8.dropFirst().dropLast().allSatisfy({ isSafe($0) || $0 == 0x20 }) else {
      return nil
    }
    let whole = document.range(of: node)
    if coversText(of: node, problem) {
      return Diagnostic.Fix(title: "Write `\"\(text)\"`", range: whole, replacement: "\"\(text)\"")
    }
    let style = document.style(of: node)
    guard style == .doubleQuoted || style == .plain && place.range.lowerBound > whole.lowerBound,
      place.range != whole
    else { return nil }
    return Diagnostic.Fix(title: "Write `\(text)`", range: place.range, replacement: text)
  }

  /// Whether what was written is meant as a text, which has curly quotes or none.
  private func isText(_ problem: ModelProblem, _ place: Place) -> Bool {
    guard let suggestion = problem.suggestion, suggestion.utf8.count > 2, suggestion.hasPrefix("'"),
      suggestion.hasSuffix("'")
    else { return false }
    let written = source.text(in: place.range)
    return suggestion == "'\(CurlyQuotes.inside(written) ?? written)'"
  }

  /// Whether it is written so out of habit: the same mistake again and again, with the same remedy.
  private func isHabit(_ problem: ModelProblem, _ place: Place) -> Bool {
    isText(problem, place) || problem.suggestion.map { ["and", "or", "not"].contains($0) } ?? false
  }

  /// Whether a problem is about all of a scalar's text.
  private func coversText(of node: YAMLDocument.NodeID, _ problem: ModelProblem) -> Bool {
    guard composed[problem.origin.rawValue] == nil, let text = document?.text(of: node) else {
      return false
    }
    return problem.textRange == 0..<text.utf8.count
  }

  /// Letters, digits and the signs that names hold: the same in every style of scalar.
  private func isSafe(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F || byte == 0x2D
      || byte == 0x2E
  }

  /// The problem's help; for what was probably meant as a text, how to write one.
  private func help(
    for problem: ModelProblem, at place: Place, _ others: OtherNames?
  ) -> String? {
    guard let document, let node = place.node, let text = document.text(of: node) else { return problem.help }
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
    if isText(problem, place), let suggestion = problem.suggestion, coversText(of: node, problem) {
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
    guard let document else { return false }
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

extension YAMLDocument {
  /// The node that a part of a model came from.
  public func node(of origin: ModelOrigin) -> NodeID? {
    nodes.indices.contains(Int(origin.rawValue)) ? NodeID(origin.rawValue) : nil
  }
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
