import Statecharts
import StatechartsModel
import StatechartsYAML

/// Actions in the notation of programs and other tools: assignments, calls, `{ type: NAME }`.
struct ActionSyntaxRepair: ChartRepair {
  // Decision: Docs/decisions/linter.md#habits-from-other-languages-have-their-own-messages
  func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
    switch problem {
    case .action(let node): chart.actionAdvice(node)
    case .actionKey(let key, let node):
      chart.foreignAction(node) ?? chart.callAdvice(key) ?? chart.transitionKeyAdvice(key)
    case .actionCall(let key, let name): chart.misspelledCall(key, name) ?? chart.variableAdvice(key)
    case .noAction(let node):
      chart.foreignAction(node) ?? chart.misspelledAction(node) ?? chart.foreignKeys(node)
    case .guardCall(let node): chart.foreignGuard(node)
    case .wrongKind(let node, let key, .expressions(.variable), _)
    where chart.text(key) == FormatName.assign.text:
      chart.assignmentAdvice(problem, node)
    default: nil
    }
  }
}

extension ChartNodes {
  // MARK: Texts

  /// Advice on a text that cannot be an action's name.
  fileprivate func actionAdvice(_ node: Int32) -> Advice? {
    let text = text(node)
    if !isPlain(node), let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix(": "),
      isLegal(String(text[..<colon]), .handler)
    {
      return Advice(
        .wrongKind, at: range(node), "\(shown(text)) is text because of the quotes.",
        help: "Write \(shown(asItem(text, at: node), upTo: 120)), without the quotes.")
    }
    if let assignment = ActionNotation.assignment(text) {
      return Advice(
        .wrongKind, at: range(node), "\(shown(text)) is not an action. A variable is set with `assign`.",
        help: "Write \(shown(asAction(assignment, at: node), upTo: 80)).",
        fix: isPlain(node) && ActionNotation.isSafe(assignment)
          ? replacement(of: node, by: "{ \(assignment) }", "Write `\(assignment)`") : nil)
    }
    let words = text.split(separator: " ").map(String.init)
    if let meant = changeMeant(by: words) {
      return Advice(
        .wrongKind, at: range(node), "\(shown(text)) is not an action. A variable is set with `assign`.",
        help: "Write \(shown(asAction(meant, at: node), upTo: 80)).")
    }
    if let meant = ActionNotation.spoken(text, isVariable: isVariable) {
      return Advice(
        .wrongKind, at: range(node), "\(shown(text)) needs a `:` after `\(words[0])`.",
        help: "Write \(shown(asAction(meant, at: node), upTo: 80)).")
    }
    guard let call = ActionNotation.call(text) else { return nil }
    if call.arguments.isEmpty, ActionWords.object(call.name) == nil {
      return Advice(
        .illegalName, at: range(node),
        "\(shown(text)) has parentheses, but an action is written without them.",
        help: "Write `\(call.name)`.", fix: replacement(of: node, by: call.name, "Write `\(call.name)`"))
    }
    return Advice(
      .wrongKind, at: range(node),
      "\(shown(text)) is written like a function call, but it is an action.",
      help:
        "Write \(shown(asAction(ActionNotation.mapping(call, arguments(of: call.name)), at: node), upTo: 80))."
    )
  }

  /// `assign: { n: n + 1 }` for `n + 1`, `set n to n + 1` and `assign n 1`; nil where no variable is to be changed.
  private func changeMeant(by words: [String]) -> String? {
    guard words.count > 2, words.count <= 16 else { return nil }
    if words.count == 3, words[0] == "assign", isLegal(words[1], .variable) {
      return "assign: { \(words[1]): \(words[2]) }"
    }
    if ["+", "-"].contains(words[1]), isVariable(words[0]) {
      return "assign: { \(words[0]): \(words.joined(separator: " ")) }"
    }
    guard words.count > 3, words[0] == "set", ["to", "="].contains(words[2]), isVariable(words[1]) else {
      return nil
    }
    return "assign: { \(words[1]): \(words[3...].joined(separator: " ")) }"
  }

  /// An action that is a mapping, as it can be written in the place of another: behind a key it needs braces.
  private func asAction(_ mapping: String, at node: Int32) -> String {
    before(node) == UInt8(ascii: ":") ? "{ \(mapping) }" : mapping
  }

  /// The names of the arguments that an action is declared with.
  private func arguments(of action: String) -> [String] {
    var node = document.root.map { Int32($0.rawValue) }
    for name in ["handlers", "actions", action, "arguments"] {
      node = node.flatMap { kind($0) == .mapping ? value(of: name, in: $0) : nil }
    }
    return node.map { entries(of: $0).map { text($0.key) } } ?? []
  }

  /// Advice on `assign: n = n + 1`, as programs write it.
  fileprivate func assignmentAdvice(_ problem: ShapeProblem, _ node: Int32) -> Advice? {
    guard let meant = ActionNotation.assignment(text(node)) else { return nil }
    let mapping = String(meant.dropFirst("assign: ".count))
    return Advice(
      problem, in: self, help: "Write \(shown(meant)).",
      fix: isPlain(node) && ActionNotation.isSafe(meant)
        ? replacement(of: node, by: mapping, "Write `\(mapping)`") : nil)
  }

  // MARK: Mappings

  /// Advice on `show(a: 1)`, which is a key `show(a` with the value `1)`.
  fileprivate func callAdvice(_ key: Int32) -> Advice? {
    let (text, value) = (text(key), next(key))
    guard !isLegal(text, .handler), isPlain(key), let open = text.firstIndex(of: "("),
      isLegal(String(text[..<open]), .handler), kind(value) == .scalar, self.text(value).hasSuffix(")")
    else { return nil }
    let call = (String(text[..<open]), "\(text[text.index(after: open)...]): \(self.text(value).dropLast())")
    return Advice(
      .wrongKind, at: range(key).lowerBound..<range(value).upperBound,
      "An action with arguments is not written like a function call.",
      help: "Write \(shown(ActionNotation.mapping(call, []), upTo: 80)).")
  }

  fileprivate func transitionKeyAdvice(_ key: Int32) -> Advice? {
    guard kind(next(key)) != .mapping, !isEmpty(next(key)),
      ["target", "guard", "internal", "label"].contains(text(key))
    else { return nil }
    return Advice(
      .unknownKey, at: range(key), "`\(text(key))` is not allowed in an action.",
      help: "It belongs to a transition, such as `on: { EVENT: { target: STATE } }`.")
  }

  /// Advice on a misspelled action of the format, which would count as a handler.
  fileprivate func misspelledCall(_ key: Int32, _ name: String) -> Advice? {
    let value = next(key)
    guard kind(value) != .mapping && !isEmpty(value) || setsVariables(name, value),
      !declaredActions.contains(name), let near = NearNames.nearest(to: name, in: ChartAction.builtInNames)
    else { return nil }
    return Advice(
      .unknownKey, at: range(key), "`\(name)` is not an action.", help: near.sentence,
      fix: replacement(of: key, by: near))
  }

  /// Whether this can only be meant as `assign`: it names variables of the chart, and no declared action.
  private func setsVariables(_ name: String, _ value: Int32) -> Bool {
    first(value) >= 0 && NearNames.suggestion(for: name, in: ChartAction.builtInNames) == "assign"
      && entries(of: value).allSatisfy { isVariable(text($0.key)) }
  }

  /// Advice on `attempts: attempts + 1` and `increment: attempts`, where a variable of the chart is to be changed.
  fileprivate func variableAdvice(_ key: Int32) -> Advice? {
    let (name, value) = (text(key), next(key))
    guard kind(value) == .scalar, !isEmpty(value), !declaredActions.contains(name) else { return nil }
    let meant: String
    var isSure = true
    if isVariable(name) {
      guard let change = ActionNotation.change(of: name, by: text(value)) else { return nil }
      meant = "assign: { \(name): \(ActionNotation.inYAML(change.expression)) }"
      isSure = change.isSure
    } else if let sign = ActionNotation.counting[name], isVariable(text(value)) {
      meant = "assign: { \(text(value)): \(text(value)) \(sign) 1 }"
    } else {
      return nil
    }
    let place = range(key).lowerBound..<range(value).upperBound
    return Advice(
      .wrongKind, at: place,
      isVariable(name)
        ? "\(shown(name)) is a variable, not an action. A variable is set with `assign`."
        : "A variable is changed with `assign`.",
      help: "Write \(shown(meant, upTo: 80))"
        + (isSure ? "." : ", or `assign: { \(name): \(text(value)) }` to set it to that number."),
      fix: isSure && isPlain(key) && isPlain(value) && ActionNotation.isSafe(meant)
        ? Diagnostic.Fix(title: "Write `\(meant)`", range: place, replacement: meant) : nil)
  }

  /// Advice on `{ emti: shown, data: … }`, whose other keys belong to the action that is misspelled.
  fileprivate func misspelledAction(_ node: Int32) -> Advice? {
    let key = first(node)
    guard let near = NearNames.nearest(to: text(key), in: ChartAction.builtInNames),
      let object = ActionWords.object(near.text),
      entries(of: node).dropFirst().allSatisfy({
        index.has(text($0.key), in: object) || isExtension(text($0.key))
      })
    else { return nil }
    return Advice(
      .unknownKey, at: range(key), "\(shown(text(key))) is not an action.", help: near.sentence,
      fix: replacement(of: key, by: near))
  }

  // MARK: Other tools

  /// Advice on a mapping such as `{ type: play }`, in which other tools write an action.
  fileprivate func foreignAction(_ node: Int32) -> Advice? {
    foreignName(in: node).map { key, name, hasMore in
      Advice(
        .missingKey, at: range(key), "The name of an action must be the key.",
        help: "Write `\(asItem(hasMore ? "\(name): { … }" : name, at: node))`.")
    }
  }

  /// Advice on a mapping with several keys that begins as in other tools.
  fileprivate func foreignKeys(_ node: Int32) -> Advice? {
    let key = first(node)
    guard count(node) > 1, ["type", "action", "name", "src"].contains(text(key)), companion(in: node) == nil
    else { return nil }
    let action = asItem("showError: { code: event.error }", at: node)
    return Advice(
      .missingKey, at: range(key), "This is not an action.",
      help: "Write the name of the action as the key: `\(action)`.")
  }

  /// Advice on a mapping such as `{ type: isOpen }`, in which other tools write a guard.
  fileprivate func foreignGuard(_ node: Int32) -> Advice? {
    foreignName(in: node).map { key, name, hasMore in
      Advice(
        .missingKey, at: range(key), "The name of a guard must be the key.",
        help: hasMore ? "Write `guard: { \(name): { … } }`." : "Write `guard: \(name)`.")
    }
  }

  /// The name in `{ type: NAME }`, and whether there are other keys.
  private func foreignName(in node: Int32) -> (key: Int32, name: String, hasMore: Bool)? {
    let key = first(node)
    guard key >= 0, kind(key) == .scalar, ["type", "action", "name", "src", "guard"].contains(text(key)),
      kind(next(key)) == .scalar, isLegal(text(next(key)), .handler)
    else { return nil }
    return (key, text(next(key)), count(node) > 1)
  }
}
