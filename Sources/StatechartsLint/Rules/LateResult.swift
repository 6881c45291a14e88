internal import Statecharts
internal import StatechartsYAML

/// Finds states that wait for the end of a service that has been stopped by the time they are active.
struct LateResult: LintRule {
  static let description = RuleDescription(
    "late-result", "The end of a service is awaited where it no longer runs", .warning, .services,
    why: "A service is stopped when its state is left, and what it still answers is dropped.",
    mend: "Answer the end in the state that runs the service, or run it in a state around both.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
          on: { close: closed }
        closed:
          on: { ▸done.invoke.look: locked, lock: locked }
        locked: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          invoke: { service: look, timeout: 5s, done: locked, failed: { any: closed } }
          on: { close: closed }
        closed:
          on: { lock: locked }
        locked: { type: final }
      """)

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    let declared = Set((chart.chart.events ?? []).map(\.name.text))
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
        let place = tree.nodes[states[0]].state.called
        return finding(
          "`\(name)` never comes in \(tree.nodes[number].state.called): the service runs in \(place), which has been left.",
          at: chart.range(of: entry.event.name))
      }
    }
  }
}
