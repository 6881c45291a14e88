import StatechartsModel

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

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    let declared = Set((context.chart.events ?? []).map(\.name.text))
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let node = tree.nodes[number]
      var result: [Diagnostic] = []
      // A final state may be among what could not be read.
      if let first = node.state.done.first, !node.state.states.isEmpty,
        context.unreadStates.isIntactInside(number),
        !tree.canBeDone(number)
      {
        result += finding(
          "\(node.state.called.asSubject) never completes, so its `done:` is never taken.",
          help: help(number, tree, delete: "`done:`"),
          at: context.range(of: first.origin))
      }
      for transition in node.state.on {
        let name = transition.event.name
        guard name.text.hasPrefix("done.state."), !declared.contains(name.text),
          let awaited = tree.numbers[String(transition.event.prefix.dropFirst("done.state.".utf8.count))],
          context.unreadStates.isIntactInside(awaited), !tree.canBeDone(awaited)
        else { continue }
        result += finding(
          "`\(name.text)` never arrives, because \(tree.nodes[awaited].state.called) never completes.",
          help: help(awaited, tree, delete: "`\(name.text)`"), at: context.range(of: name))
      }
      return result
    }
  }

  /// What would make a state end.
  private func help(_ number: Int, _ tree: StateIndex, delete: String) -> String {
    let state = tree.nodes[number].state
    if state.kind == .final {
      let parent = tree.nodes[number].parent
      return parent > 0
        ? "Write `done.state.\(tree.nodes[parent].state.id.text)`, the event that follows when this state is entered."
        : "Delete the transition. Entering this final state ends the flow."
    }
    if state.states.isEmpty {
      return state.invoke.isEmpty
        ? "Delete the transition. Only a state with a final state inside it completes."
        : "Write `done: STATE` inside `invoke:` of `\(state.id)`, and delete this transition."
    }
    // A parallel state completes when all its regions have completed.
    var group = number
    while tree.nodes[group].state.kind == .parallel,
      let region = tree.children(of: group).first(where: { child in
        tree.nodes[child].state.kind != .final && !tree.canBeDone(child)
      })
    {
      group = region
    }
    let id = tree.nodes[group].state.id
    let last = Array(tree.children(of: group)).last { child in
      let node = tree.nodes[child]
      return node.state.kind == .plain && node.state.states.isEmpty && node.state.transitions.isEmpty
        && node.state.invoke.isEmpty
    }
    guard let last else {
      return
        "Add a final state inside `\(id)`, for example `finished: { type: final }`, with a transition to it. Or delete \(delete)."
    }
    return
      "Mark the last state inside `\(id)` as final, for example `\(tree.nodes[last].id): { type: final }`. Or delete \(delete)."
  }
}
