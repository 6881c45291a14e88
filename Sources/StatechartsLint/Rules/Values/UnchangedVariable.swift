import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds guards that ask nothing but variables which nothing changes.
struct UnchangedVariable: LintRule {
  static let description = RuleDescription(
    "unchanged-variable", "Guard checks a variable that never changes", .warning, .expressions,
    why: "The guard has the same result every time. What it should count or remember is never stored.",
    howToFix:
      "Change the variable with `assign:`, let the app set it with `input: true`, or delete the guard.",
    bad: """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            knock: [{ guard: ▸knocks >= 3, target: closed }, { target: open }]
        closed: { type: final }
      """,
    good: """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            knock:
              - { guard: knocks >= 3, target: closed }
              - { target: open, actions: { assign: { knocks: knocks + 1 } } }
        closed: { type: final }
      """,
    alsoBad: [
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open: { always: { guard: ▸knocks < 5, target: ajar }, on: { close: closed } }
        ajar: { on: { push: open } }
        closed: { type: final }
      """,
      """
      # Clearing the variable does not count up.
      context: { knocks: { type: int, initial: 0, clear: open } }
      states:
        open:
          on:
            knock:
              - { guard: ▸knocks >= 3, target: closed }
              - { target: open, actions: { assign: { knocks: knocks } } }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      context:
        # A variable that never changes is compared with one that does.
        most: { type: int, initial: 3 }
        knocks: { type: int, initial: 0 }
        isLit: { type: bool, initial: false, input: true }
      states:
        open:
          on:
            knock:
              - { guard: knocks >= most, target: closed }
              - { target: open, actions: { assign: { knocks: knocks + 1 } } }
            close: { guard: isLit, target: closed }
        closed: { type: final }
      """
    ])

  // What is missing there is a first value.
  static let yieldsTo: Set<String> = [UnsetVariable.description.id]

  func check(_ context: LintContext) -> [Diagnostic] {
    // To be cleared only brings the first value back, and to be given its own value changes nothing.
    var changes: [String: Int] = [:]
    for name in context.usage.assigned { changes[name.text, default: 0] += 1 }
    for use in context.expressions.uses {
      guard use.isAssigned, case .value(let target) = use.role, use.expression.text == target.text else {
        continue
      }
      changes[target.text, default: 0] -= 1
    }
    let unchanged = Set(
      context.chart.context.filter { variable in
        !variable.isInput && changes[variable.name.text, default: 0] == 0
          // A misspelled name is reported as such, and this variable was meant.
          && !context.isProbablyUsed(variable.name)
      }.map(\.name.text))
    guard !unchanged.isEmpty else { return [] }
    let variables = Dictionary(
      context.chart.context.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    return context.tree.nodes.flatMap { node in
      node.state.transitions.flatMap { transition -> [Diagnostic] in
        guard let condition = transition.guard, let asked = context.node(of: condition),
          let names = Self.names(asked), !names.isEmpty, names.allSatisfy(unchanged.contains)
        else { return [] }
        let listed = names.map { "`\($0)`" }.joined(separator: " and ")
        return finding(
          names.count == 1
            ? "\(listed) never changes, so this guard always has the same result."
            : "\(listed) never change, so this guard always has the same result.",
          help: names.first.flatMap { variables[$0] }.map { Self.help($0, context) },
          at: context.range(of: condition.origin),
          claims: names.compactMap { variables[$0] }.map { context.range(of: $0.name) })
      }
    }
  }

  /// How the app or the flow can change a variable.
  private static func help(_ variable: ContextVariable, _ context: LintContext) -> String {
    let name = variable.name.text
    let type = variable.field.type.spelling
    // Some YAML readers reject an unquoted `?`.
    let quoted = type.hasSuffix("?") ? "\"\(type)\"" : type
    let declaration =
      context.hasOnlyType(variable.name) ? "{ type: \(quoted), input: true }" : "{ …, input: true }"
    var verb = "sets"
    var value = "VALUE"
    switch variable.field.type {
    case .int, .number: (verb, value) = ("counts", "\(name) + 1")
    case .bool: value = variable.initial?.text == "true" ? "false" : "true"
    default:
      let other = variable.field.values?.first { "'\($0)'" != variable.initial?.text }
      value = other.map { "\"'\($0)'\"" } ?? value
    }
    return
      "If the app sets it, write `\(name): \(declaration)` \(context.inLine(of: variable.name.origin)). If the flow \(verb) it, add `actions: { assign: { \(name): \(value) } }` to a transition."
  }

  /// The names in a condition, each once; nil where it asks something else: where the flow is, or a handler.
  private static func names(_ node: ExpressionNode) -> [String]? {
    var names: [String] = []
    for part in node.all {
      switch part.kind {
      case .name(let name): if !names.contains(name) { names.append(name) }
      case .inState, .call: return nil
      default: break
      }
    }
    return names
  }
}
