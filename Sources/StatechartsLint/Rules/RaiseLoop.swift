internal import Statecharts
internal import StatechartsYAML

/// Finds transitions that raise the event that they answer, and stay where they answer it.
struct RaiseLoop: LintRule {
  static let description = RuleDescription(
    "raise-loop", "A transition raises the event that it answers", .warning, .structure,
    why: "It would be taken again and again, so the flow is stopped with an error.",
    mend: "Raise another event, lead to another state, or give the transition a `guard` that ends the round.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            knock: { actions: { raise: ▸knock } }
            close: closed
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            knock: { actions: { raise: close } }
            close: closed
        closed: { type: final }
      """)

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      // The innermost states answer first, so only of those is it certain what answers.
      guard state.states.isEmpty else { return [] }
      return state.on.flatMap { entry -> [Diagnostic] in
        let transition = entry.transition
        let stays = transition.targets.allSatisfy { tree.number(of: $0) == number }
        guard transition.isUnconditional, stays else { return [] }
        return transition.actions.flatMap { action -> [Diagnostic] in
          guard case .raise(let event, _) = action.kind, entry.event.matches(event.text),
            // An earlier one may answer the raised event.
            state.on.first(where: { $0.event.matches(event.text) }) == entry
          else { return [] }
          return finding(
            "`\(event.text)` is raised by the transition that answers it, and \(state.called) stays active.",
            at: chart.range(of: event))
        }
      }
    }
  }
}
