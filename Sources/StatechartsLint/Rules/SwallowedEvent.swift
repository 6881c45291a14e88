internal import Statecharts
internal import StatechartsYAML

/// Finds `*` that takes what the states around it are there to answer.
struct SwallowedEvent: LintRule {
  static let description = RuleDescription(
    "swallowed-event", "`*` takes events that the states around answer", .warning, .structure,
    why:
      "The innermost state answers an event, and `*` answers all: also failures, and the ends of services.",
    mend: "Name the events that are meant, or move `*` to the outermost state.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          initial: ajar
          on: { close: closed }
          states:
            ajar: { on: { ▸"*": wide } }
            wide:
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          initial: ajar
          on: { close: closed }
          states:
            ajar: { on: { push: wide } }
            wide:
        closed: { type: final }
      """,
    alsoBad: [
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          initial: ajar
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
          states:
            ajar: { on: { ▸"*": wide } }
            wide:
        closed: { type: final }
      """
    ],
    alsoGood: [
      """
      statechart: 1
      id: door
      initial: open
      on: { "*": { actions: { log: "'unexpected'" } } }
      states:
        open:
          on: { close: closed }
        closed: { type: final }
      """,
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          type: parallel
          on: { close: closed }
          states:
            bell: { on: { "*": { actions: ring } } }
            lamp:
        closed: { type: final }
      """,
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    return tree.nodes.indices.filter(chart.damage.spares).flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      guard let all = state.on.first(where: { $0.event.isWildcard && $0.transition.isUnconditional }) else {
        return []
      }
      let own = state.on.prefix { $0 != all }.filter(\.transition.isUnconditional).map(\.event)
      var taken: [String] = []
      for outer in tree.selfAndAncestors(of: number).dropFirst() {
        let around = tree.nodes[outer].state
        // The other parts of a parallel state leave the event to it, and to what is around it.
        if around.kind == .parallel { break }
        taken += around.on.filter { entry in
          !entry.event.isWildcard && !own.contains { OverriddenTransition.covers($0, entry.event.prefix) }
        }.map { "`\($0.event.name.text)`" }
        for invocation in around.invoke where !invocation.done.isEmpty || !invocation.failed.isEmpty {
          taken.append("the end of `\(invocation.effectiveID)`")
        }
        if !around.after.isEmpty { taken.append("the timers of \(around.called)") }
      }
      var seen: Set<String> = []
      taken = taken.filter { seen.insert($0).inserted }
      guard !taken.isEmpty else { return [] }
      let list = taken.prefix(3).joined(separator: ", ") + (taken.count > 3 ? ", …" : "")
      return finding(
        "`*` in \(state.called) also takes what the states around it answer: \(list).",
        at: chart.range(of: all.event.name))
    }
  }
}
