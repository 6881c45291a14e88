import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds guards that say the same whatever happens, and those whose variable cannot have other values there because of
/// where it is cleared, or of what is assigned.
struct ConstantCondition: LintRule {
  static let description = RuleDescription(
    "constant-condition", "Guard is always true or always false", .warning, .expressions,
    why: "A guard that is always true is misleading. If it is always false, the transition is never taken.",
    howToFix:
      "Correct the condition, change where the variable is set, or delete the guard or the transition.",
    bad: """
      states:
        open:
          on:
            close: { guard: ▸"true or isFree", target: closed }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          on:
            close: { guard: isFree, target: closed }
        closed: { type: final }
      """,
    alsoBad: [
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            close: { guard: ▸knocks > 3 and knocks < 2, target: closed, actions: { assign: { knocks: 1 } } }
        closed: { type: final }
      """,
      """
      context: { method: { type: string, values: [key, bell], initial: key } }
      states:
        open:
          on:
            # `'method'` in quotes is a text. `method == 'key'` would compare the variable.
            close: { guard: ▸"'method' == 'key'", target: closed, actions: { assign: { method: "'bell'" } } }
            shut: { guard: method == 'bell', target: closed }
        closed: { type: final }
      """,
      """
      # Every path back to the guard clears it.
      context: { knocks: { type: int, initial: 0, clear: knocking } }
      states:
        open: { on: { knock: knocking } }
        knocking:
          on:
            again:
              - { guard: ▸knocks < 2, target: open, actions: { assign: { knocks: knocks + 1 } } }
              - closed
        closed: { type: final }
      """,
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            knock:
              - { guard: ▸knocks < 3, target: open, actions: { assign: { knocks: 1 } } }
              - closed
        closed: { type: final }
      """,
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            knock:
              # The two branches are in the wrong order, so the first one is never taken.
              - { guard: ▸knocks > 2, target: open, actions: { assign: { knocks: knocks + 1 } } }
              - closed
        closed: { type: final }
      """,
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            knock: { actions: { assign: { knocks: knocks + 1 } } }
            close: { guard: knocks > 1 or ▸knocks > 2, target: closed }
        closed: { type: final }
      """,
      """
      context: { name: { type: string, initial: "''", input: true } }
      states:
        open:
          on:
            close: { guard: ▸length(name) >= 0, target: closed }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            close: { guard: knocks < 3 and knocks > 1, target: closed }
            knock: { actions: { assign: { knocks: knocks + 1 } } }
        closed: { type: final }
      """,
      """
      states:
        open:
          on:
            # Not always true: if the handler `isFree` fails, the whole guard fails.
            close: { guard: isFree or true, target: closed }
        closed: { type: final }
      """,
      """
      context: { knocks: { type: int, initial: 0, clear: open } }
      states:
        open: { on: { knock: knocking } }
        knocking:
          on:
            again:
              - { guard: knocks < 2, target: knocking, actions: { assign: { knocks: knocks + 1 } } }
              - closed
        closed: { type: final }
      """,
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            knock:
              - { guard: knocks < 3, actions: { assign: { knocks: knocks + 1 } } }
              - closed
            close: { guard: knocks >= 3, target: closed }
        closed: { type: final }
      """,
    ])

  static let yieldsTo: Set<String> = [HiddenTransition.description.id]

  func check(_ context: LintContext) -> [Diagnostic] {
    var algebra = GuardAlgebra(context.chart)
    let variables = Set(context.chart.context.map(\.name.text))
    var undecided: [(ExpressionNode, ChartExpression)] = []
    var found = context.tree.nodes.flatMap { node in
      node.state.transitions.flatMap { transition -> [Diagnostic] in
        guard let condition = transition.guard, let node = context.node(of: condition) else { return [] }
        guard let value = Self.constant(node, &algebra) else {
          undecided.append((node, condition))
          return []
        }
        return finding(
          value
            ? "This condition is always true."
            : "This condition is never true, so the transition is never taken.",
          help: Self.help(node, variables) ?? Self.help(node, isTrue: value),
          at: context.range(of: condition.origin))
      }
    }
    // Afterwards, because this takes more of the work that is allowed.
    for (node, condition) in undecided { found += needless(node, condition, context, &algebra) }
    let analysis = ConstantValues.fixed(in: context)
    if analysis.isEmpty { return found }
    let reported = Set(found.map(\.range))
    return found
      + analysis.filter { fixed in
        ![fixed.guarded.origin, fixed.transition.origin].contains {
          context.range(of: $0).map(reported.contains) ?? false
        }
      }.flatMap { report($0, context) }
  }

  /// An operand that decides nothing.
  private func needless(
    _ node: ExpressionNode, _ condition: ChartExpression, _ context: LintContext,
    _ algebra: inout GuardAlgebra
  ) -> [Diagnostic] {
    guard let operand = algebra.needlessOperand(of: node) else { return [] }
    return finding(
      "`\(operand.text)` makes no difference: with and without it, the condition is true in the same cases.",
      help: "Correct `\(operand.text)`, or delete it.", at: context.range(of: condition, operand.range))
  }

  /// A guard that always says the same because of what a variable can be.
  private func report(_ fixed: ConstantValues.Fixed, _ context: LintContext) -> [Diagnostic] {
    let name = fixed.variable.name.text
    let delete = fixed.holds ? "delete `guard:` and its condition" : "delete this transition"
    let line = fixed.assigned.last.map { context.inLine(of: $0.origin) } ?? "in a transition"
    var help = "Set `\(name)` to another value with `assign:`, or \(delete)."
    var places = fixed.assigned.first.map { [(context.range(of: $0.origin), "`\(name)` is set here")] } ?? []
    if !fixed.clears.isEmpty {
      let states = fixed.clears.map { "`\($0.text)`" }.joined(separator: " or ")
      help =
        "`\(name)` is cleared when the flow leaves \(states). Write another state after its `clear:` \(context.inLine(of: fixed.variable.name.origin))."
      places = fixed.clears.map {
        (context.range(of: $0), "`\(name)` is cleared when the flow leaves this state")
      }
    } else if fixed.leavesOut {
      let opposite = Self.opposite(fixed.part).map { "`\($0)`" } ?? "its opposite"
      help =
        "If the condition is the wrong way round, write \(opposite). If not, correct the condition that keeps the `assign:` \(line) from running."
    } else if fixed.sentence.hasPrefix("is never") {
      help =
        "Correct the condition, or change the `initial:` of `\(name)` \(context.inLine(of: fixed.variable.name.origin))."
    } else if case .compare(let operation, _, _, _) = fixed.part.kind, fixed.variable.field.type == .int,
      operation != .equal, operation != .notEqual
    {
      help = "To count, write `assign: { \(name): \(name) + 1 }` \(line). If not, \(delete)."
    } else if case .compare(.equal, _, let left, let right) = fixed.part.kind, !fixed.holds {
      // Of a text, the quotes are a part of the expression.
      let value = left.text == name ? right.text : left.text
      let text = value.hasPrefix("'") ? "\"\(value)\"" : value
      help = "Write `assign: { \(name): \(text) }` where `\(name)` becomes that, or \(delete)."
    }
    return finding(
      "`\(name)` \(fixed.sentence), so `\(fixed.part.text)` is \(fixed.holds ? "always" : "never") true.",
      help: help, at: context.range(of: fixed.guarded, fixed.part.range),
      related: places.compactMap { place, message in
        place.map { Diagnostic.Related(range: $0, message: message) }
      }, claims: [fixed.guarded.origin, fixed.transition.origin].map(context.range(of:)))
  }

  /// What to write where the name of a variable stands in quotes, so that it is a text; nil for others.
  private static func help(_ node: ExpressionNode, _ variables: Set<String>) -> String? {
    for part in node.all {
      guard case .compare(_, _, let left, let right) = part.kind, case .literal = left.kind,
        case .literal = right.kind
      else { continue }
      for side in [left, right] {
        guard case .literal(.string(let text)) = side.kind, variables.contains(text) else { continue }
        return "`'\(text)'` in quotes is a text. To use the variable, write `\(text)` without quotes."
      }
    }
    return nil
  }

  /// What to write for a condition that is constant as it stands.
  private static func help(_ node: ExpressionNode, isTrue: Bool) -> String {
    switch node.kind {
    case .any where isTrue:
      "If all of its parts must be true, write `and` instead of `or`. If not, delete `guard:` and the condition."
    case .all where !isTrue:
      "If one of its parts is enough, write `or` instead of `and`. If not, delete this transition."
    default:
      isTrue
        ? "If the transition must always be taken, delete `guard:` and the condition. If not, correct the condition."
        : "If the transition must never be taken, delete it. If not, correct the condition."
    }
  }

  /// A comparison the other way round; nil for other parts.
  private static func opposite(_ part: ExpressionNode) -> String? {
    guard case .compare(let operation, _, let left, let right) = part.kind else { return nil }
    let sign: String? =
      switch operation {
      case .less: ">="
      case .lessOrEqual: ">"
      case .greater: "<="
      case .greaterOrEqual: "<"
      default: nil
      }
    return sign.map { "\(left.text) \($0) \(right.text)" }
  }

  /// The truth value of a condition that has the same one whatever its names stand for; nil for others.
  ///
  /// One that may fail never holds then, so it does not always hold.
  private static func constant(_ node: ExpressionNode, _ algebra: inout GuardAlgebra) -> Bool? {
    // Of a single part there is nothing to compare.
    switch node.kind {
    case .all, .any, .not, .compare, .literal: break
    default: return nil
    }
    let condition = algebra.prepare(node)
    if !algebra.canHold(condition, after: []) { return false }
    return algebra.canFail(condition) ? nil : true
  }
}
