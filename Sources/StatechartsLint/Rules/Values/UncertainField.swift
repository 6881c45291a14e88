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

  func check(_ context: LintContext) -> [Diagnostic] {
    context.check.possiblyMissingFields.flatMap { doubt in
      let state = context.tree.nodes[doubt.state].state
      let events = doubt.missing.events
      let shown = events.prefix(3).joined(separator: ", ") + (events.count > 3 ? " and others" : "")
      let name = doubt.missing.name
      let store =
        "add a variable `\(name)` under `context:`, set it with `assign: { \(name): event.data.\(name) }`, and write `\(name)` here."
      // A timer or the start of the chart has no fields to declare.
      let canDeclare = events.allSatisfy { $0.hasPrefix("`") }
      return finding(
        "`event.data` has no field `\(name)` when \(shown) \(events.count == 1 ? "leads" : "lead") to \(state.called).",
        help:
          canDeclare
          ? "If \(shown) \(events.count == 1 ? "brings" : "bring") `\(name)` too, add it to `payload:` there. If not, \(store)"
          : "To keep the value, \(store)",
        at: context.range(of: doubt.expression, doubt.missing.range))
    }
  }
}
