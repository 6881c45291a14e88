import Statecharts
import StatechartsYAML

/// Keys and words of the format with a typo, and keys that only other mappings have.
struct MisspelledKeyRepair: ChartRepair {
  func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
    switch problem {
    case .unknownKey(let key, let node, let object, let others):
      chart.misspelledKeyAdvice(problem, key, of: node, object, others)
        ?? chart.ownerAdvice(problem, key, object)
    case .notAllowed(let node, _, let words):
      NearNames.nearest(to: chart.text(node), in: words).map {
        Advice(problem, in: chart, help: $0.sentence, fix: chart.replacement(of: node, by: $0))
      }
    default: nil
    }
  }
}

extension ChartNodes {
  fileprivate func misspelledKeyAdvice(
    _ problem: ShapeProblem, _ key: Int32, of node: Int32, _ object: FormatObject, _ others: Set<String>
  ) -> Advice? {
    guard let near = NearNames.nearest(to: text(key), in: object.keys.map(\.name.text)) else { return nil }
    let name = near.text
    let fix = near.isSure ? renaming(of: key, to: name, in: object, beside: others) : nil
    return Advice(
      problem, in: self,
      help: near.sentence + (others.contains(name) ? " " + helpBeside(name, key, in: node) : ""),
      fix: fix, reading: .key(name, isCertain: fix != nil))
  }

  /// Advice on a key that one or two other mappings have. Where many have it, the list says nothing.
  fileprivate func ownerAdvice(_ problem: ShapeProblem, _ key: Int32, _ object: FormatObject) -> Advice? {
    let text = text(key)
    let everything = FormatName.allCases.map(\.text)
    let meant = everything.contains(text) ? text : NearNames.suggestion(for: text, in: everything) ?? text
    let owners = FormatObject.allCases.filter { other in
      other != .type && index.keys(of: other).contains { $0.name.text == meant }
    }
    guard !owners.isEmpty, owners.count <= 2 else { return nil }
    return Advice(
      problem, in: self,
      help:
        "`\(meant)` is allowed \(owners.map(\.place).joined(separator: " or ")). \(object.keyList) For a note of your own, write \(shown("x-\(text)"))."
    )
  }

  /// Whether a key is like one of a mapping, or what other tools call it.
  func isMisspelled(_ key: String, in object: FormatObject) -> Bool {
    let known = index.keys(of: object).lazy.map(\.name.text)
    return OtherToolKeyword.find(key, in: object) != nil || NearNames.suggestion(for: key, in: known) != nil
  }

  // MARK: Renaming

  /// What to do with a key that is meant as one that is there too, be it misspelled.
  func helpBeside(_ name: String, _ key: Int32, in node: Int32) -> String {
    let value = next(key)
    guard let there = self.value(of: name, in: node) else {
      return "Another key here also means `\(name)`. Write one `\(name)` for both."
    }
    if isEmpty(there) {
      return name == FormatName.invoke.text && index.has(text(key), in: .invoke)
        ? "Indent it below `invoke:`."
        : "`\(name)` is already here without a value. Move this value to it."
    }
    return kind(value) == .scalar
      ? "`\(name)` is already here. Delete one of the two."
      : "`\(name)` is already here. Move the lines below this key into it."
  }

  /// A fix that renames a key; nil where the name is there already, or cannot have the value.
  func renaming(
    of key: Int32, to name: String, in object: FormatObject, beside others: Set<String>
  ) -> Diagnostic.Fix? {
    let value = next(key)
    guard !others.contains(name), takes(name, value, in: object) else { return nil }
    if name == "failed", transition(underErrorKey: value) != nil { return nil }
    return replacement(of: key, by: name, "Write `\(name)`")
  }

  /// Whether the value fits a key of the mapping.
  private func takes(_ name: String, _ value: Int32, in object: FormatObject) -> Bool {
    guard let shape = index.keys(of: object).first(where: { $0.name.text == name })?.shape else {
      return false
    }
    if isEmpty(value) { return true }
    switch (kind(value), shape) {
    // Elsewhere transitions and states are lists, which are not only called otherwise here.
    case (.sequence, .eventTransitions): return false
    case (.mapping, .eventTransitions):
      return !hasTransitionKey(value)
    case (.scalar, .actions), (.scalar, .blocks): return isLegal(text(value), .handler)
    default: return shape.kinds.contains(kind(value))
    }
  }

  /// The transition that stands where error codes belong, as it could be written on one line; nil for a mapping of codes.
  func transition(underErrorKey value: Int32) -> String? {
    switch kind(value) {
    case .scalar: return text(value)
    case .mapping:
      return hasTransitionKey(value) ? "{ target: … }" : nil
    default: return "[…]"
    }
  }

  private func hasTransitionKey(_ node: Int32) -> Bool {
    entries(of: node).contains { FormatObject.transitionOnlyKeys.contains(text($0.key)) }
  }
}
