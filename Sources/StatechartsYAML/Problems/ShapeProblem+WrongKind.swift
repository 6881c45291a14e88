import Statecharts

/// What is reported about a value that is not of the expected kind, such as a text in the place of a list.
extension ChartNodes {
  /// What to do where a state is missing, or something that says so.
  package static let noStateHelp = "Write the id of a state, or remove the key."

  /// - Parameter format: The key of the format that the value stands behind; nil for a part of a value.
  func wrongKind(
    _ node: Int32, key: Int32, _ expected: FormatShape, behind format: FormatKey?
  ) -> Diagnostic? {
    let isItem = node != key && next(key) != node
    let subject = isItem ? "An item of \(name(of: key))" : name(of: key)
    let range: SourceRange
    let message: String
    let general: String
    if isEmpty(node) {
      // That the key is there twice is reported as that.
      if !isItem, next(node) >= 0, kind(next(node)) == .scalar, text(next(node)) == text(key) { return nil }
      range = place(node, key: key)
      message = "\(subject) has no value. It must be \(expected.words)."
      general = "Write it after the \(isItem ? "hyphen" : "colon"), or remove the line."
    } else {
      range = self.range(node)
      var words = expected.words
      if case .eventTransitions = expected { words = "a mapping of events to transitions" }
      message = "\(subject) must be \(words), not \(found(node))."
      general = "Write \(expected.words)."
    }
    let help = help(for: node, key: key, expected, behind: format)
    return Diagnostic(
      rule: ShapeRule.wrongKind.rawValue, message: message,
      help: help ?? format.map { "For example: `\($0.example)`." } ?? general, range: range)
  }

  /// What to write instead, where more is known than in general.
  private func help(for node: Int32, key: Int32, _ expected: FormatShape, behind format: FormatKey?)
    -> String?
  {
    let isMissing = isEmpty(node)
    let isEmptyList = first(node) < 0
    switch (expected, kind(node)) {
    case (.names(let kind), .scalar) where isLegal(text(node), kind):
      return "Write it in brackets: `\(text(key)): [\(text(node))]`."
    case (.described(.state), .scalar) where ["final", "parallel", "choice", "history"].contains(text(node)):
      return "Write `\(text(key)): { type: \(text(node)) }`."
    case (.described(.state), .scalar) where isLegal(text(node), .state):
      return
        "If \(name(of: key)) leads to \(shown(text(node))), write `\(text(key)): { on: { EVENT: \(text(node)) } }`. A state without keys is `\(text(key)):`."
    case (.described(.state), _): return "For example: `\(text(key)): { title: … }`."
    case (.described, .scalar): return "For a title, write `\(text(key)): { title: … }`."
    case (.mapping(_, .described(.state)), _): return nil
    case (.mapping(_, .described), _): return isMissing ? "Write `{}` for an empty list." : nil
    case (.mapping(_, .name), _): return "Write the old name and the new one: `rename: { old: new }`."
    case (.migrations, .mapping): return "Write a `-` before the migration."
    case (.migrations, _): return "For example: `migrations: [{ from: 1 }]`."
    case (.variables, .scalar):
      return "If the chart has no variables, delete the key. If it has: `context: { tries: int = 0 }`."
    case (.eventTransitions, .sequence) where !isEmptyList:
      return "Say where each event leads: `on: { EVENT: STATE }`."
    case (.formatVersion, _): return "Write `statechart: 1`."
    case (.type, .sequence):
      return isEmptyList
        ? "Say what the list contains, for example `[string]`."
        : "A list has one type, for example `[string]`. To allow only certain texts, use `values`."
    case (.type, _): return "The types are \(TypeNames.list)."
    case (.expression, _): return "Write `unset` for no value, or `\"''\"` for empty text."
    case (.guard, .scalar): return "Write a condition, or remove `guard`."
    case (.guard, .sequence): return "Join conditions with `and` or `or`: `guard: a and b`."
    case (.guard, .mapping): return "For example: `guard: { hasRole: { role: \"'admin'\" } }`."
    case (.transitions, .sequence):
      return isEmptyList
        ? ChartNodes.noStateHelp : "For several targets at once write `target: [one, two]`."
    case (.transitions, _):
      return format?.name == .after
        ? "Write the id of the next state."
        : "Write the id of a state, or `{}` to take the event and do nothing."
    case (.expressions(.field), _) where format == nil:
      return "Give the arguments by name: `\(text(key)): { code: event.error }`."
    case (.expressions(.field), _) where format?.name == .guard:
      return "Give the arguments by name: `guard: { hasRole: { role: \"'admin'\" } }`."
    case (.actions, .scalar) where !isMissing:
      return "`\(text(node))` needs a value: `\(asItem("\(text(node)): …", at: node))`."
    case (.object(.action), .sequence): return "Write all actions in one list."
    case (.object(.action), _): return "For example: `\(asItem("emit: signedIn", at: node))`."
    case (.object(.invoke), .scalar) where !isMissing:
      let better = "\(text(node).hasSuffix(".yaml") ? "chart" : "service"): \(text(node))"
      let isInList = kind(next(key)) == .sequence
      return "Write \(shown(isInList ? "- \(better)" : "invoke: { \(better) }", upTo: 80))."
    case (.object(.invoke), _): return "For example: `invoke: { service: checkPassword }`."
    default: return nil
    }
  }
}
