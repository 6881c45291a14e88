internal import Statecharts
internal import StatechartsYAML

/// Finds places that read what only some of the events bring that lead there.
struct UncertainField: LintRule {
  static let description = RuleDescription(
    "uncertain-field", "A field that not every event brings", .warning, .expressions,
    why:
      "What is done on entering a state reads the event that led there. Where that event does not bring the field, it has no value, and what needs one fails.",
    mend:
      "Declare the field for the other events too, keep its value in a variable, or ask `defined(event.data.FIELD)` first.",
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
        "`event.data` has no `\(name)` when \(shown) \(events.count == 1 ? "leads" : "lead") to \(state.called).",
        help:
          "Declare `\(name)` there too, keep it in a variable, or ask `defined(event.data.\(name))` first.",
        at: chart.range(of: doubt.expression, doubt.missing.range))
    }
  }
}
