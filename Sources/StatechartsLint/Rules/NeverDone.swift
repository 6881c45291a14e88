internal import Statecharts
internal import StatechartsYAML

/// Finds transitions that wait for the end of a state that never ends.
struct NeverDone: LintRule {
  static let description = RuleDescription(
    "never-done", "Transition waits for a state that never completes", .warning, .structure,
    why:
      "A state completes when a final state directly inside it is entered. A parallel state completes when all its regions have completed.",
    howToFix: "Add a final state and a transition to it, or delete the `done:`.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          initial: ajar
          done: ▸closed
          states:
            ajar: { on: { push: wide } }
            wide:
          on: { close: closed }
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          initial: ajar
          done: closed
          states:
            ajar: { on: { push: wide } }
            wide: { type: final }
          on: { close: closed }
        closed: { type: final }
      """)

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    let declared = Set((chart.chart.events ?? []).map(\.name.text))
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let node = tree.nodes[number]
      var result: [Diagnostic] = []
      // A final state may be among what could not be read.
      if let first = node.state.done.first, !node.state.states.isEmpty, chart.damage.sparesInside(number),
        !tree.canBeDone(number)
      {
        result += finding(
          "\(node.state.called.asSubject) never completes, so its `done:` is never taken.",
          help: help(number, tree),
          at: chart.range(of: first.origin))
      }
      for transition in node.state.on {
        let name = transition.event.name
        guard name.text.hasPrefix("done.state."), !declared.contains(name.text),
          let awaited = tree.number(of: String(transition.event.prefix.dropFirst("done.state.".utf8.count))),
          chart.damage.sparesInside(awaited), !tree.canBeDone(awaited),
          // Where events are declared, the end of a state without states inside is no event that there is.
          chart.chart.events == nil || !tree.nodes[awaited].children.isEmpty
        else { continue }
        result += finding(
          "`\(name.text)` never arrives, because \(tree.nodes[awaited].state.called) never completes.",
          help: help(awaited, tree), at: chart.range(of: name))
      }
      return result
    }
  }

  /// What would make a state end.
  private func help(_ number: Int, _ tree: StateTree) -> String {
    let state = tree.nodes[number].state
    if state.kind == .final {
      let parent = tree.nodes[number].parent
      return parent > 0
        ? "Write `done.state.\(tree.nodes[parent].state.id.text)`, the event that follows when this state is entered."
        : "Delete the transition. Entering this final state ends the flow."
    }
    if let region = tree.nodes[number].children.first(where: { child in
      state.kind == .parallel && tree.nodes[child].state.kind != .final && !tree.canBeDone(child)
    }) {
      return
        "Add a final state to \(tree.nodes[region].state.called). A parallel state completes when all its"
        + " regions have completed."
    }
    if state.states.isEmpty {
      return state.invoke.isEmpty
        ? "Delete the transition. Only a state with a final state inside it completes."
        : "To handle the completion of its service, write `done:` inside `invoke:`."
    }
    return "Write `type: final` in one of the states directly inside it."
  }
}
