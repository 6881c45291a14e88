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
    report(.wrongKind(node, key: key, expected: expected), help: help)
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
    // YAML has reported keys that say nothing.
    guard !text(key).utf8.isEmpty else { return }
    let problem = ShapeProblem.unknownKey(key, ofMapping: node, object, others: others.union(meant.keys))
    if case .key(let name)? = report(problem), meant[name] == nil { meant[name] = next(key) }
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
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
