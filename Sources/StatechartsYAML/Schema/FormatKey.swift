/// One key of a mapping of the chart format: everything that the reader, the JSON Schema and the specification say
/// of it.
package struct FormatKey: Sendable {
  /// What the key is called.
  package var name: FormatName
  /// What may stand behind it.
  package var shape: FormatShape
  /// Whether it must be there. Keys of an exclusive group that must have one of them are marked by `FormatObject`.
  package var isRequired: Bool
  /// What holds when the key is left out, in a few words.
  package var fallback: String?
  /// What the key means, in one plain sentence.
  package var meaning: String
  /// The key with a value, as it may be written.
  package var example: String
  /// The kinds of state that may have it.
  package var kinds: StateKinds

  init(
    _ name: FormatName, _ shape: FormatShape, required: Bool = false, default fallback: String? = nil,
    in kinds: StateKinds = .all, _ meaning: String, example: String
  ) {
    self.name = name
    self.shape = shape
    self.isRequired = required
    self.fallback = fallback
    self.meaning = meaning
    self.example = example
    self.kinds = kinds
  }
}

/// Kinds of state, as far as the keys that they may have differ.
package struct StateKinds: OptionSet, Sendable {
  /// The kinds as bits.
  package let rawValue: UInt8

  /// Wraps bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let atomic = StateKinds(rawValue: 1)
  package static let compound = StateKinds(rawValue: 2)
  package static let parallel = StateKinds(rawValue: 4)
  package static let final = StateKinds(rawValue: 8)
  package static let history = StateKinds(rawValue: 16)
  package static let choice = StateKinds(rawValue: 32)

  /// States that can be stayed in and left by events.
  package static let stayed: StateKinds = [.atomic, .compound, .parallel]
  /// States with children.
  package static let composite: StateKinds = [.compound, .parallel]
  package static let all: StateKinds = [.atomic, .compound, .parallel, .final, .history, .choice]

  /// What people call the kinds, one by one.
  package var words: [String] {
    var result: [String] = []
    if contains(.atomic) { result.append("a state without `states`") }
    if contains(.compound) { result.append("a state with `states`") }
    if contains(.parallel) { result.append("a parallel state") }
    if contains(.final) { result.append("a final state") }
    if contains(.history) { result.append("a history state") }
    if contains(.choice) { result.append("a choice") }
    return result
  }

  /// The kinds in a few words, as a table says it; empty where every kind is meant.
  package var summary: String {
    switch self {
    case .all: return ""
    case .stayed: return "plain, parallel"
    case .composite: return "plain with `states`, parallel"
    default: break
    }
    let names: [(StateKinds, String)] = [
      (.atomic, "plain without `states`"), (.compound, "plain with `states`"), (.parallel, "parallel"),
      (.final, "final"),
      (.history, "history"), (.choice, "choice"),
    ]
    if isSuperset(of: .stayed) {
      return "plain, parallel, "
        + names.dropFirst(3).filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
