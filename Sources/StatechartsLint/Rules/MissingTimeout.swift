internal import Statecharts
internal import StatechartsYAML

/// Finds services that the flow would wait for without end if they never answered.
///
/// A state that people can leave by an event, such as one that waits for a browser, waits for them and not only for
/// the service.
struct MissingTimeout: LintRule {
  static let description = RuleDescription(
    "missing-timeout", "Nothing ends the wait for a service", .warning, .services,
    why: "A service that never answers would hold the flow in this state for ever, and people with it.",
    mend: "Give the service a `timeout:` and say under `failed:` what then happens.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          invoke: { service: ▸look, done: closed, failed: { any: closed } }
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          invoke: { service: look, timeout: 15s, done: closed, failed: { any: closed } }
        closed: { type: final }
      """,
    alsoGood: [
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          invoke: { service: look, done: closed, failed: { any: closed } }
          on: { cancel: closed }
        closed: { type: final }
      """
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    return tree.nodes.indices.filter(chart.damage.spares).flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      let waiting = state.invoke.filter { $0.timeout == nil && $0.isService && !$0.done.isEmpty }
      guard !waiting.isEmpty, !tree.isTimed(number), !tree.canBeLeftByEvent(number) else { return [] }
      // The states inside may have what ends the wait.
      let inside = tree.descendants(of: number).contains { inner in
        let state = tree.nodes[inner].state
        return state.transitions.contains { tree.leaves(number, $0, of: inner) }
      }
      guard !inside, !isInParallelThatEnds(number, tree) else { return [] }
      return waiting.flatMap { invocation in
        finding(
          "\(state.called.asSubject) waits for `\(invocation.effectiveID)` without end: the service has no `timeout`,"
            + " and no event and no timer leads out.",
          help:
            "Write `timeout: 15s` beside `service:`, and what then happens under `failed: { timeout: … }`.",
          at: chart.range(of: invocation.place))
      }
    }
  }

  /// Whether another region can end the wait.
  private func isInParallelThatEnds(_ number: Int, _ tree: StateTree) -> Bool {
    tree.selfAndAncestors(of: number).dropFirst().contains { outer in
      guard tree.nodes[outer].state.kind == .parallel else { return false }
      return tree.descendants(of: outer).contains { inner in
        !tree.isDescendant(inner, of: tree.child(of: outer, towards: number))
          && tree.nodes[inner].state.transitions.contains { tree.leaves(number, $0, of: inner) }
      }
    }
  }
}

extension Invocation {
  /// Whether a service is run, not a chart.
  var isService: Bool { if case .service = source { true } else { false } }
}
