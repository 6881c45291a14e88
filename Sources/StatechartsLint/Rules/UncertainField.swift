internal import Statecharts
internal import StatechartsYAML

/// Finds places that read what only some of the events bring that lead there.
struct UncertainField: LintRule {
  static let description = RuleDescription(
    "uncertain-field", "Field is missing from some of the events", .warning, .expressions,
    why:
      "Entry actions read the event that led to the state. If that event has no such field, the expression fails.",
    howToFix:
      "Declare the field for the other events too, keep its value in a variable, or check `defined(event.data.FIELD)` first.",
    bad: """
      statechart: 1
      id: code
      initial: asking
      events:
        submit: { payload: { address: string } }
        sendAgain: { payload: { isUrgent: bool } }
      handlers:
        actions:
          ask: { arguments: { address: string } }
      states:
        asking: { on: { submit: waiting } }
        waiting:
          entry: { ask: { address: event.data.▸address } }
          on: { sendAgain: waiting }
      """,
    good: """
      statechart: 1
      id: code
      initial: asking
      context:
        address: string?
      events:
        submit: { payload: { address: string } }
        sendAgain: { payload: { isUrgent: bool } }
      handlers:
        actions:
          ask: { arguments: { address: "string?" } }
      states:
        asking: { on: { submit: { target: waiting, actions: { assign: { address: event.data.address } } } } }
        waiting:
          entry: { ask: { address: address } }
          on: { sendAgain: waiting }
      """)

  func check(_ chart: LintContext) -> [Diagnostic] {
    chart.doubts.flatMap { doubt in
      let state = chart.tree.nodes[doubt.state].state
      let events = doubt.missing.events
      let shown = events.prefix(3).joined(separator: ", ") + (events.count > 3 ? " and others" : "")
      let name = doubt.missing.name
      return finding(
        "`event.data` has no field `\(name)` when \(shown) \(events.count == 1 ? "leads" : "lead") to \(state.called).",
        help:
          "Declare `\(name)` there too, keep its value in a variable, or check `defined(event.data.\(name))` first.",
        at: chart.range(of: doubt.expression, doubt.missing.range))
    }
  }
}
