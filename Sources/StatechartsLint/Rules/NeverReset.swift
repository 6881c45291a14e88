import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds counters of tries that nothing resets, although the flow returns to the limit after a wait.
struct NeverReset: LintRule {
  static let description = RuleDescription(
    "never-reset", "Counter is never reset", .warning, .expressions,
    why:
      "After the wait, the flow returns to the state, but the limit is still reached. The next try is refused too.",
    howToFix:
      "Write `clear:` with a state next to the `initial:` of the counter, or assign 0 after the wait.",
    bad: """
      statechart: 1
      id: door
      context: { ▸knocks: { type: int, initial: 0 } }
      initial: closed
      states:
        closed:
          on:
            knock:
              - { guard: knocks < 3, actions: { assign: { knocks: knocks + 1 } } }
              - waiting
        waiting: { after: { 5m: closed } }
      """,
    good: """
      statechart: 1
      id: door
      context: { knocks: { type: int, initial: 0, clear: closed } }
      initial: closed
      states:
        closed:
          on:
            knock:
              - { guard: knocks < 3, actions: { assign: { knocks: knocks + 1 } } }
              - waiting
        waiting: { after: { 5m: closed } }
      """,
    alsoBad: [
      """
      statechart: 1
      id: door
      context: { ▸knocks: { type: int, initial: 0 } }
      initial: closed
      states:
        closed:
          on:
            knock:
              - { guard: knocks >= 3, target: waiting }
              - { actions: { assign: { knocks: knocks + 1 } } }
        waiting: { after: { 5m: closed } }
      """
    ],
    alsoGood: [
      """
      statechart: 1
      id: door
      context: { knocks: { type: int, initial: 0 } }
      initial: closed
      states:
        closed:
          on:
            # A limit for the whole flow: after it, a key is still possible.
            knock:
              - { guard: knocks < 3, actions: { assign: { knocks: knocks + 1 } } }
              - silent
            unlock: open
        silent: { on: { leave: closed } }
        open: { type: final }
      """
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    guard chart.isSound else { return [] }
    let counters = counters(of: chart)
    guard !counters.isEmpty else { return [] }
    let tree = chart.tree
    var found: Set<String> = []
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      tree.nodes[number].state.alternatives.flatMap { list -> [Diagnostic] in
        list.flatMap { transition -> [Diagnostic] in
          guard let limit = transition.guard.flatMap(chart.node(of:))?.limit,
            let counter = counters[limit.name],
            let exceeded = limit.isExceeded ? transition : list.last,
            limit.isExceeded || exceeded.isUnconditional,
            exceeded.targets.count == 1, let waiting = tree.number(of: exceeded.targets[0]),
            waiting != number,
            returns(from: waiting, to: number, tree), found.insert(limit.name).inserted
          else { return [] }
          return report(counter, tree.nodes[number].state, tree.nodes[waiting].state, chart)
        }
      }
    }
  }

  /// The variables to which the chart only ever adds, by their names.
  private func counters(of chart: LintContext) -> [String: ContextVariable] {
    // How often each is set, and how often something is added to it.
    var settings: [String: Int] = [:]
    for name in chart.usage.assigned { settings[name.text, default: 0] += 1 }
    var additions: [String: Int] = [:]
    for use in chart.expressions.uses where use.isAssigned {
      if case .value(let name) = use.role, chart.node(of: use.expression)?.adds(to: name.text) == true {
        additions[name.text, default: 0] += 1
      }
    }
    let counters = chart.chart.context.filter { variable in
      variable.field.type == .int && !variable.isInput && variable.clearedOnExitOf.isEmpty
        && additions[variable.name.text] != nil
        && additions[variable.name.text] == settings[variable.name.text]
    }
    return Dictionary(counters.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the flow returns to a state after a time.
  private func returns(from waiting: Int, to checked: Int, _ tree: StateTree) -> Bool {
    tree.nodes[waiting].state.after.contains { timer in
      guard timer.transition.targets.count == 1, let target = tree.number(of: timer.transition.targets[0])
      else {
        return false
      }
      return target == checked || tree.isDescendant(checked, of: target)
    }
  }

  private func report(
    _ counter: ContextVariable, _ checked: StateNode, _ waiting: StateNode, _ chart: LintContext
  ) -> [Diagnostic] {
    finding(
      "`\(counter.name.text)` is never reset. After \(waiting.called), the flow returns to \(checked.called), and the limit is still reached.",
      help:
        "Write `clear: \(checked.id.text)` next to the `initial:` of `\(counter.name.text)`. It then starts again when the flow leaves that state.",
      at: chart.range(of: counter.name),
      related: chart.range(of: checked.id).map {
        [Diagnostic.Related(range: $0, message: "the limit is checked here")]
      } ?? [])
  }
}

extension ExpressionNode {
  /// Whether it is a variable with numbers above 0 added.
  fileprivate func adds(to name: String) -> Bool {
    guard case .arithmetic(let first, let steps) = kind, case .name(name) = first.kind else { return false }
    return steps.allSatisfy { step in
      if step.operator == .add, case .literal(.int(let number)) = step.operand.kind {
        number > 0
      } else {
        false
      }
    }
  }

  /// What it limits, if it compares something with a number, and whether it is true only beyond the limit.
  fileprivate var limit: (name: String, isExceeded: Bool)? {
    guard let comparison = GuardComparison(self), case .number = comparison.literal else { return nil }
    switch comparison.operation {
    case .less, .lessOrEqual: return (comparison.subject, false)
    case .greater, .greaterOrEqual: return (comparison.subject, true)
    case .equal, .notEqual: return nil
    }
  }
}
