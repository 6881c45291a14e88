import Statecharts

extension ChartBuilder {
  // MARK: Wrong values

  /// Reports a value of the wrong kind behind a key of the format.
  mutating func reportWrongKind(_ entry: Entry, in fields: Fields, help: String? = nil) {
    let key = key(entry, in: fields)
    reportWrongKind(
      entry.value, key: entry.key, expected: key.shape, help: help ?? "For example: `\(key.example)`.")
  }

  /// Reports a value of the wrong kind behind any key.
  mutating func reportWrongKind(_ node: Int32, key: Int32, expected: FormatShape, help: String? = nil) {
    guard findings.admits(ShapeRule.wrongKind) else { return }
    guard isEmpty(node) else {
      if ask(.wrongKind(node, key: key, expected: expected)) == nil {
        report(
          .wrongKind, at: range(node), chart.wrongKindMessage(node, key: key, expected: expected),
          help: help ?? "Write \(expected.words).")
      }
      return
    }
    let isItem = node != key && next(key) != node
    // That the key is there twice is reported as that.
    if !isItem, next(node) >= 0, kind(next(node)) == .scalar, text(next(node)) == text(key) { return }
    report(
      .wrongKind, at: chart.place(node, key: key),
      "\(isItem ? "An item of \(name(of: key))" : name(of: key)) has no value. It must be \(expected.words).",
      help: help ?? "Write it after the \(isItem ? "hyphen" : "colon"), or remove the line.")
  }

  /// Reports a word that is not among those that are allowed.
  mutating func reportNotAllowed(_ entry: Entry, among words: [String]) {
    guard findings.admits(ShapeRule.notAllowed),
      ask(.notAllowed(entry.value, key: entry.name, words: words)) == nil
    else { return }
    report(
      .notAllowed, at: range(entry.value),
      "`\(entry.name.text)` must be \(FormatShape.choice(words).words), not \(shown(text(entry.value))).",
      help: "Write \(words.count == 1 ? "`\(words[0])`" : "one of these words"), or delete the line.")
  }

  // MARK: Wrong keys

  /// Reports a key that a mapping does not have.
  ///
  /// - Parameters:
  ///   - others: The keys that stand beside it.
  ///   - meant: The keys that are meant by others, with their values.
  mutating func reportUnknownKey(
    _ key: Int32, of node: Int32, as object: FormatObject, beside others: Set<String>,
    _ meant: inout [String: Int32]
  ) {
    let (text, value) = (text(key), next(key))
    // YAML has reported keys that say nothing.
    guard !text.utf8.isEmpty, findings.admits(ShapeRule.unknownKey) else { return }
    let taken = others.union(meant.keys)
    switch ask(.unknownKey(key, ofMapping: node, object, others: taken)) {
    case .key(let name)?: if meant[name] == nil { meant[name] = value }
    case .some: break
    case nil:
      report(
        .unknownKey, at: range(key), "\(shown(text)) is not allowed \(object.place).",
        help: "\(object.keyList) For a note of your own, write \(shown("x-\(text)")).")
    }
  }

  mutating func reportMisplaced(_ entry: Entry, _ key: FormatKey, in kind: StateKinds) {
    let name = entry.name.text
    let owner = kind.words.first ?? "a state"
    let help: String
    switch (entry.name, kind) {
    case (.initial, .atomic): help = "Add `states:`, or remove `initial`."
    case (.initial, .parallel): help = "Remove it. A parallel state enters all of its states."
    case (.initial, .history): help = "Write `default` instead of `initial`."
    case (.done, .atomic):
      help =
        "If it is the end of a service, move `done` into `invoke:`. If not, delete it: a state without `states` never ends by itself."
    case (.default, _), (.history, _):
      help = "If this is a history state, write `type: history`. If not, delete \(shown(name))."
    case (.output, _):
      help = "If the flow or this group ends here, write `type: final`. If not, delete \(shown(name))."
    case (_, .choice): help = "Delete \(shown(name)). A choice is left at once and only has `always`."
    case (_, .final):
      help =
        "Nothing happens in a final state. Remove \(shown(name)), or remove `type: final`."
    case (_, .history): help = "Delete \(shown(name)). A history state only says where to continue."
    default: help = "Delete \(shown(name)). It is allowed in \(key.kinds.words.joined(separator: ", "))."
    }
    report(
      .misplacedKey, at: range(entry.key), "`\(name)` is not allowed in \(owner).", help: help)
  }

  mutating func reportMissing(_ key: FormatKey, in fields: Fields, help: String? = nil) {
    report(
      .missingKey, at: ownerRange(fields),
      "\(subject(of: fields)) needs the key `\(key.name.text)`.",
      help: help ?? "\(key.meaning) For example: `\(key.example)`.")
  }

  mutating func reportMissing(oneOf names: [FormatName], in fields: Fields) {
    let words = names.map { "`\($0.text)`" }.joined(separator: " or ")
    report(
      .missingKey, at: ownerRange(fields), "\(subject(of: fields)) needs the key \(words).",
      help: index.keys[Int(fields.object.rawValue)].filter { names.contains($0.name) }.map {
        "`\($0.example)`"
      }
      .joined(separator: " or ") + ".")
  }

  mutating func reportExclusive(_ key: Int32, after first: Int32) {
    report(
      .exclusiveKeys, at: range(key), "\(name(of: first)) and \(name(of: key)) cannot be used together.",
      help: "Delete \(name(of: first)) or \(name(of: key)).",
      related: [Diagnostic.Related(range: range(first), message: "the other key")])
  }

  /// What a mapping is called in messages: its name, or else its kind.
  func subject(of fields: Fields) -> String {
    if fields.object == .chart { return "The chart" }
    if kind(fields.owner) == .scalar, fields.object != .type { return shown(text(fields.owner)) }
    return fields.object.words.capitalizedFirst
  }

  /// Where findings about a whole mapping point: to its name, or to its first line.
  func ownerRange(_ fields: Fields) -> SourceRange {
    guard kind(fields.owner) != .scalar else { return range(fields.owner) }
    let whole = range(fields.owner)
    let key = first(fields.owner)
    return key >= 0 ? range(key) : whole
  }
}

extension String {
  /// With a capital letter in front.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
