import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds states that wait for the end of a service that has been stopped by the time they are active.
struct LateResult: LintRule {
  static let description = RuleDescription(
    "late-result", "State waits for a service that was stopped", .warning, .services,
    why: "A service is stopped when its state is left, and its result is dropped.",
    howToFix:
      "Handle the result in the state that runs the service. Or run the service in a state around both.",
    bad: """
      states:
        open:
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
          on: { close: closed }
        closed:
          on: { ▸done.invoke.look: locked, lock: locked }
        locked: { type: final }
      """,
    good: """
      states:
        open:
          invoke: { service: look, timeout: 5s, done: locked, failed: { any: closed } }
          on: { close: closed }
        closed:
          on: { lock: locked }
        locked: { type: final }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    let declared = Set((context.chart.events ?? []).map(\.name.text))
    var runs: [String: [Int]] = [:]
    for (number, node) in tree.nodes.enumerated() {
      for invocation in node.state.invoke { runs[invocation.effectiveID, default: []].append(number) }
    }
    return tree.nodes.indices.flatMap { number in
      tree.nodes[number].state.on.flatMap { entry -> [Diagnostic] in
        let name = entry.event.name.text
        guard name.hasPrefix("done.invoke."), !declared.contains(name),
          let states = runs[String(entry.event.prefix.dropFirst("done.invoke.".utf8.count))],
          states.count <= 100,
          !states.contains(where: { tree.canBeActiveTogether($0, number) })
        else { return [] }
        let runner = tree.nodes[states[0]].state
        let place = runner.called
        let invocation = runner.invoke.first { $0.effectiveID == entry.event.prefix.dropFirst(12) }
        let isHandled = invocation?.done.isEmpty == false
        return finding(
          "`\(name)` never arrives in \(tree.nodes[number].state.called), because the service stops when the flow leaves \(place).",
          help: isHandled
            ? "Delete this transition. The `done:` in \(place) handles the result already."
            : "Delete this transition, and write `done: \(context.written(entry.transition.origin))` inside `invoke:` of \(place) \(context.inLine(of: runner.id.origin)).",
          at: context.range(of: entry.event.name))
      }
    }
  }
}
