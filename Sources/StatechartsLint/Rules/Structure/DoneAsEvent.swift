import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds `done` among the events of `on` where the key `done` is probably meant.
struct DoneAsEvent: LintRule {
  static let description = RuleDescription(
    "done-as-event", "`done` under `on:` matches every completion", .warning, .structure,
    why:
      "As an event name, `done` matches the completion of every state and service, even of those further inside.",
    howToFix:
      "Write `done:` next to `on:` or inside `invoke:`. If the app sends an event `done`, declare it under `events:`.",
    bad: """
      states:
        open:
          invoke: { service: look, timeout: 5s, failed: { any: closed } }
          on: { ▸done: closed }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
        closed: { type: final }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    if context.chart.events?.contains(where: { $0.name.text == "done" }) == true { return [] }
    return context.tree.nodes.flatMap { node -> [Diagnostic] in
      let state = node.state
      // Where nothing ends, it can only be an event of the app.
      guard !state.states.isEmpty || !state.invoke.isEmpty || context.chart.events != nil else { return [] }
      return state.on.filter { $0.event.name.text == "done" }.flatMap { entry in
        finding(
          "`done` under `on:` matches the completion of every state and service.",
          help: help(state, entry, context), at: context.range(of: entry.event.name))
      }
    }
  }

  private func help(_ state: StateNode, _ entry: EventTransition, _ context: LintContext) -> String {
    let written = "`done: \(context.written(entry.transition.origin))`"
    // Where no events are declared, one that is declared would make all others unknown.
    let event =
      "If the app sends an event `done`, "
      + (context.chart.events == nil
        ? "rename it, for example to `finished`." : "write `done:` under `events:`.")
    if !state.states.isEmpty {
      return "Write \(written) next to `on:`, where it handles the completion of \(state.called). \(event)"
    }
    if let invocation = state.invoke.first {
      return
        "Write \(written) inside `invoke:`, where it handles the completion of `\(invocation.effectiveID)`. \(event)"
    }
    return "\(event) If not, delete \(written)."
  }
}
