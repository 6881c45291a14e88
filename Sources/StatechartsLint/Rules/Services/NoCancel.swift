import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds states that run a service and that no event of the app can leave.
struct NoCancel: LintRule {
  static let description = RuleDescription(
    "no-cancel", "User cannot cancel a running service", .warning, .services, isOptIn: true,
    why: "While the service runs, nothing that people do has an effect until it completes or times out.",
    howToFix: "Add a transition for an event such as `cancel` to the state or to a group around it.",
    bad: """
      states:
        ▸open:
          invoke: { service: look, timeout: 15s, done: closed, failed: { any: closed } }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          invoke: { service: look, timeout: 15s, done: closed, failed: { any: closed } }
          on: { cancel: closed }
        closed: { type: final }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      guard number > 0, let invocation = state.invoke.first,
        !context.exitTransitions.canBeLeftByEvent(number, tree)
      else { return [] }
      return finding(
        "\(state.called.asSubject) cannot be left by an event while `\(invocation.effectiveID)` runs.",
        help:
          "Write `cancel: STATE` under `on:` of `\(state.id)`, with the state that follows. The app sends `cancel` then."
          + (context.chart.events == nil ? "" : " Add `cancel:` under `events:` too."),
        at: context.range(of: state.id))
    }
  }
}
