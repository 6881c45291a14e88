import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds counters of tries that nothing resets, although the flow comes back to where they are checked.
struct NeverReset: LintRule {
  /// How many transitions are followed at most, for the chart may be hostile.
  private static let most = 200_000

  static let description = RuleDescription(
    "never-reset", "Counter is never reset", .warning, .expressions,
    why:
      "The flow comes back to the state, but the limit is still reached, so the first try is already too many.",
    howToFix:
      "Write `clear:` with a state next to the `initial:` of the counter, or assign 0 on the path back.",
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
        waiting: { on: { apologize: closed } }
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
            knock:
              - { guard: knocks < 3, actions: { assign: { knocks: knocks + 1 } } }
              - ended
        ended: { type: final }
      """,
      """
      statechart: 1
      id: door
      context: { knocks: { type: int, initial: 0 } }
      initial: closed
      states:
        closed:
          on:
            # The flow stays here and no longer counts.
            knock:
              - { guard: knocks < 3, target: closed, actions: { assign: { knocks: knocks + 1 } } }
              - { target: closed, actions: ring }
            open: ended
        ended: { type: final }
      """,
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    guard chart.isSound else { return [] }
    var assigned: [String: [ExpressionNode]] = [:]
    for use in chart.expressions.uses where use.isAssigned {
      if case .value(let name) = use.role, let node = chart.node(of: use.expression) {
        assigned[name.text, default: []].append(node)
      }
    }
    var settings: [String: Int] = [:]
    for name in chart.usage.assigned { settings[name.text, default: 0] += 1 }
    let counters = chart.chart.context.filter { variable in
      let name = variable.name.text
      guard variable.field.type == .int, !variable.isInput, variable.clearedOnExitOf.isEmpty,
        let values = assigned[name], values.count == settings[name]
      else { return false }
      return values.allSatisfy { $0.countsUp(name) }
    }
    guard !counters.isEmpty else { return [] }
    let names = Set(counters.map(\.name.text))
    var search = Search(tree: chart.tree, budget: Self.most)
    // By counter: the first state that the flow comes back to with the limit reached.
    var found: [String: (checked: Int, exceeded: Int)] = [:]
    for (number, node) in chart.tree.nodes.enumerated() {
      for list in node.state.alternatives {
        for (index, transition) in list.enumerated() {
          guard let guarded = transition.guard, let condition = chart.node(of: guarded),
            let limit = condition.parts.lazy.compactMap({ $0.limit(among: names) }).first,
            found[limit.name] == nil
          else { continue }
          let after = limit.isExceeded ? [transition] : Array(list[(index + 1)...])
          let targets = after.flatMap(\.targets).compactMap { chart.tree.number(of: $0) }
          let next = targets.first { $0 != number && search.leads(from: $0, to: number) }
          if let next { found[limit.name] = (number, next) }
        }
      }
    }
    return counters.flatMap { counter -> [Diagnostic] in
      guard let (checked, exceeded) = found[counter.name.text] else { return [] }
      let (state, other) = (chart.tree.nodes[checked].state, chart.tree.nodes[exceeded].state)
      return finding(
        "`\(counter.name.text)` is never reset: after \(other.called), the flow can return to \(state.called), and the limit is still reached.",
        help:
          "Write `clear: \(state.id.text)` next to the `initial:` of `\(counter.name.text)`: it starts again when the flow leaves that state.",
        at: chart.range(of: counter.name),
        related: chart.range(of: state.id).map {
          [Diagnostic.Related(range: $0, message: "the limit is checked here")]
        } ?? [])
    }
  }

  /// Follows the transitions of a chart, whatever their conditions say.
  private struct Search {
    let tree: StateTree
    var budget: Int

    /// Whether the flow can come from one state to another; false where finding out would be too much work.
    mutating func leads(from start: Int, to end: Int) -> Bool {
      var seen: Set<Int> = []
      var open = [start]
      while let number = open.popLast() {
        guard seen.insert(number).inserted else { continue }
        if number == end || tree.isDescendant(number, of: end) { return number != start }
        let node = tree.nodes[number]
        open += (node.state.initial?.targets ?? []).compactMap { tree.number(of: $0) }
        if node.state.kind == .parallel { open += node.children }
        if node.state.kind == .final {
          guard node.parent > 0 else { continue }
          open += targets(of: tree.nodes[node.parent].state.done)
        }
        for around in tree.selfAndAncestors(of: number) {
          let transitions = tree.nodes[around].state.transitionsBesidesDone
          budget -= transitions.count + 1
          guard budget > 0 else { return false }
          open += targets(of: transitions)
        }
      }
      return false
    }

    private func targets(of transitions: [ChartTransition]) -> [Int] {
      transitions.flatMap(\.targets).compactMap { tree.number(of: $0) }
    }
  }
}

extension ExpressionNode {
  /// Whether it is a variable with something above 0 added.
  fileprivate func countsUp(_ name: String) -> Bool {
    guard case .arithmetic(let first, let steps) = kind, case .name(name) = first.kind else { return false }
    return steps.allSatisfy { step in
      if step.operator == .add, case .literal(.int(let number)) = step.operand.kind {
        number > 0
      } else {
        false
      }
    }
  }

  /// Which counter a comparison limits, and whether it holds only when the limit is exceeded; nil for others.
  fileprivate func limit(among names: Set<String>) -> (name: String, isExceeded: Bool)? {
    guard let comparison = GuardComparison(self), names.contains(comparison.subject),
      case .number = comparison.literal
    else { return nil }
    switch comparison.operation {
    case .less, .lessOrEqual: return (comparison.subject, false)
    case .greater, .greaterOrEqual: return (comparison.subject, true)
    case .equal, .notEqual: return nil
    }
  }
}
