internal import Statecharts
internal import StatechartsYAML

/// Finds states that are left as soon as they are entered, but have services, timers, events or states inside.
struct PassingState: LintRule {
  static let description = RuleDescription(
    "passing-state", "A state is left before anything can happen in it", .warning, .services,
    why:
      "A transition without event and without guard is taken at once, so the rest of the state has no effect.",
    mend:
      "Give the `always:` a `guard`, move its target to the `done:` of the service or of the state, or remove the rest.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
          always: ▸closed
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
          always: { guard: isWindy, target: closed }
        closed: { type: final }
      """,
    alsoBad: [
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          initial: wide
          always: ▸closed
          states:
            wide: { on: { push: shut } }
            shut: { type: final }
        closed: { type: final }
      """,
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on: { push: open }
          after: { 0s: ▸closed }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          initial: wide
          done: closed
          states:
            wide: { on: { push: shut } }
            shut: { type: final }
        closed: { type: final }
      """,
      """
      statechart: 1
      id: door
      initial: open
      states:
        open: { on: { close: { target: ajar, actions: { raise: push } } } }
        # What is raised on the way is answered before a timer of no time.
        ajar: { on: { push: closed }, after: { 0s: open } }
        closed: { type: final }
      """,
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      guard state.kind == .plain || state.kind == .parallel,
        let leaving = Self.leaving(state, chart), !leaving.targets.isEmpty, !chart.isBroken(leaving),
        leaving.targets.allSatisfy({ target in
          tree.number(of: target).map { $0 != number && !tree.isDescendant($0, of: number) } ?? false
        })
      else { return [] }
      // A state inside may have left for elsewhere by then.
      let inside = (number + 1)..<tree.nodes[number].end
      guard inside.allSatisfy({ tree.nodes[$0].state.always.isEmpty }) else { return [] }
      let isTimed = state.always.isEmpty
      var lost: [String] = state.invoke.prefix(1).map {
        "`\($0.effectiveID)` is " + (isTimed ? "cancelled before it answers" : "never started")
      }
      if !state.states.isEmpty { lost.append("nobody stays in what is inside") }
      if !isTimed, !state.after.isEmpty { lost.append("its timers never run out") }
      if !state.on.isEmpty { lost.append("its events are never answered") }
      guard !lost.isEmpty else { return [] }
      return finding(
        "\(state.called.asSubject) is left at once: \(lost.joined(separator: ", and ")).",
        help: isTimed
          ? "Write a longer time, or remove the rest and write `always` in place of `after`." : nil,
        at: chart.range(of: leaving.origin))
    }
  }

  /// The transition with which a state is left at once, whatever else it has: without an event, or after no time at all.
  private static func leaving(_ state: State, _ chart: LintContext) -> Transition? {
    guard state.always.isEmpty else { return state.always.first(where: \.isUnconditional) }
    // What is raised on entering, or on the way there, is answered before a timer runs out, even one of no time.
    guard state.entry.isEmpty, state.states.isEmpty,
      !chart.usage.ownEvents.contains(where: { event in state.on.contains { $0.event.matches(event.text) } })
    else { return nil }
    return state.after.first { $0.delay == .literal(.zero) && $0.transition.isUnconditional }?.transition
  }
}
