internal import Statecharts
internal import StatechartsYAML

/// Finds `done` among the events of `on` where the key `done` is probably meant.
struct DoneAsEvent: LintRule {
  static let description = RuleDescription(
    "done-as-event", "The end of every state and service is answered", .warning, .structure,
    why: "As an event, `done` is the beginning of the names of all ends, also of those further inside.",
    mend: "Write `done:` beside `on:` or inside `invoke:`, or declare an event `done` if the app sends it.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          invoke: { service: look, timeout: 5s, failed: { any: closed } }
          on: { ▸done: closed }
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
        closed: { type: final }
      """)

  func check(_ chart: LintContext) -> [Diagnostic] {
    if chart.chart.events?.contains(where: { $0.name.text == "done" }) == true { return [] }
    return chart.tree.nodes.flatMap { node -> [Diagnostic] in
      let state = node.state
      // Where nothing ends, it can only be an event of the app.
      guard !state.states.isEmpty || !state.invoke.isEmpty || chart.chart.events != nil else { return [] }
      return state.on.filter { $0.event.name.text == "done" }.flatMap { entry in
        finding(
          "`done` stands in `on`, where it answers the end of every state and service.",
          help: help(state), at: chart.range(of: entry.event.name))
      }
    }
  }

  private func help(_ state: State) -> String {
    let event = "If the app sends an event of this name, declare it under `events`."
    if !state.states.isEmpty { return "For the end of \(state.called) write `done:` beside `on:`. \(event)" }
    if !state.invoke.isEmpty { return "For the end of the service write `done:` inside `invoke:`. \(event)" }
    return event
  }
}
