internal import Statecharts
internal import StatechartsYAML

/// Finds transitions that wait for the end of a state that never ends.
struct NeverDone: LintRule {
  static let description = RuleDescription(
    "never-done", "A transition waits for the end of a state that never ends", .warning, .structure,
    why:
      "A state ends when a final state directly inside it is entered, a parallel one when all of its states have ended.",
    mend: "Give the state a final state that its parts lead to, or remove the transition.",
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
          "\(node.state.called.asSubject) never ends, so `done` is never taken.",
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
          "`\(name.text)` never comes: \(tree.nodes[awaited].state.called) never ends.",
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
        ? "What comes when it is entered is `done.state.\(tree.nodes[parent].state.id.text)`."
        : "Entering it ends the chart, so nothing comes after it."
    }
    if let region = tree.nodes[number].children.first(where: { child in
      state.kind == .parallel && tree.nodes[child].state.kind != .final && !tree.canBeDone(child)
    }) {
      return
        "A parallel state ends when all of its states have ended: \(tree.nodes[region].state.called) has no"
        + " final state directly inside it."
    }
    if state.states.isEmpty {
      return state.invoke.isEmpty
        ? "Only a state with a final state inside it ends."
        : "For the end of its service write `done` inside `invoke`."
    }
    return "Give one of the states directly inside it `type: final`."
  }
}
