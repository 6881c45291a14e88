import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Notes states that are never left, in charts that have no end; where there is one, a dead end is a warning.
///
/// A state inside a region of a parallel state may well be one to stay in, while the other regions go on.
struct NeverLeft: LintRule {
  static let description = RuleDescription(
    "never-left", "State is never left, and the flow has no end", .note, .structure,
    why: "Nothing more can happen, but the flow does not end, so the app waits forever.",
    howToFix: "Write `type: final` if the flow ends here. Otherwise add a transition to another state.",
    bad: """
      states:
        open:
          on: { close: closed }
        ▸closed: { title: Closed }
      """,
    good: """
      states:
        open:
          on: { close: closed }
        closed: { title: Closed, type: final }
      """,
    alsoGood: [
      """
      initial: open
      on: { reset: open }
      states:
        open:
          on: { close: closed }
        closed: { title: Closed }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    let root = tree.nodes[0]
    guard root.state.kind == .plain,
      !tree.children(of: 0).contains(where: { tree.nodes[$0].state.kind == .final })
    else { return [] }
    let stuck = tree.nodes.indices.dropFirst().filter { number in
      let state = tree.nodes[number].state
      return state.kind == .plain && state.states.isEmpty && context.unreadStates.isIntact(number)
        && tree.selfAndAncestors(of: number).allSatisfy { around in
          let node = tree.nodes[around]
          return node.state.kind == .plain && node.state.transitions.isEmpty && node.state.invoke.isEmpty
        }
    }
    // Where nothing leads anywhere yet, the chart has only been begun.
    guard !stuck.isEmpty, tree.nodes.contains(where: { !$0.state.transitions.isEmpty }) else { return [] }
    let reached = Reachability(of: tree, unreadStates: context.unreadStates).isActive
    return stuck.filter { reached[$0] }.flatMap { number in
      let state = tree.nodes[number].state
      return finding(
        "\(state.called.asSubject) is never left, and the flow has no end.",
        help: tree.nodes[number].parent == 0
          ? "If the flow ends in `\(state.id)`, write `type: final` in it. If not, write `on: { EVENT: STATE }` in it."
          : "Write `on: { EVENT: STATE }` in `\(state.id)`, with the event that leaves it and the state that follows.",
        at: context.range(of: state.id))
    }
  }
}
