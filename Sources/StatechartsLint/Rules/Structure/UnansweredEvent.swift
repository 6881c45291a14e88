import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds events that a chart raises or sends to itself, and no state answers.
struct UnansweredEvent: LintRule {
  static let description = RuleDescription(
    "unanswered-event", "Event that the chart sends to itself is not handled", .warning, .structure,
    why: "An event that no state handles is dropped, so what should follow never happens.",
    howToFix: "Add a transition for it under `on:` of the state that is active then. Or delete the action.",
    bad: """
      states:
        open:
          entry: { send: ▸remind, delay: 5m }
          on: { close: closed }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          entry: { send: remind, delay: 5m }
          on: { close: closed, remind: { actions: ring } }
        closed: { type: final }
      """,
    alsoBad: [
      """
      events: { close: , wasClosed: }
      states:
        open:
          on: { close: { target: closed, actions: [{ raise: ▸wasClosed }] } }
        closed: { type: final }
      """
    ],
    alsoGood: [
      """
      handlers: { services: { watch: { sends: [moved] } } }
      states:
        open:
          # An event that is sent to a service or to the parent chart is handled there.
          entry: [{ send: begin, to: watch }, { send: opened, to: parent }, { raise: lamp.on }]
          invoke: { service: watch, failed: { any: closed } }
          on: { lamp: { actions: ring } }
        closed: { type: final }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    // What is passed on to a child chart may be meant for it.
    guard !context.usage.ownEvents.isEmpty, !context.usage.forwardsEvents else { return [] }
    let names = context.eventNames
    let answered = Set(context.usage.descriptors.map { names.number(of: $0.prefix) })
    // An undeclared event is another finding.
    let declared = context.chart.events.map { Set($0.map(\.name.text)) }
    let sent = Set(context.usage.eventsToItself)
    var reported: Set<String> = []
    return context.usage.ownEvents.flatMap { event -> [Diagnostic] in
      let number = names.number(of: event.text[...])
      guard !names.beginnings(of: number).contains(where: answered.contains), !context.isProbablyUsed(event),
        declared?.contains(event.text) ?? true, reported.insert(event.text).inserted
      else { return [] }
      // Each looks at all names, so a chart full of them gets no more help than anybody reads.
      let known = reported.count > 20 ? [] : context.usage.descriptors.map { String($0.prefix) }
      let near = NearNames.nearest(to: event.text, in: known)
      // If only the spelling differs, `similar-names` reports it.
      if let near, TypoIndex.folded(near.text) == TypoIndex.folded(event.text) { return [] }
      let action = sent.contains(event) ? "send" : "raise"
      let advice =
        "write `\(event.text): STATE` under `on:` of the state that waits for it. Or delete `\(action): \(event.text)` here."
      return finding(
        "`\(event.text)` is sent to the chart itself, but no state handles it.",
        help: near.map { "\($0.sentence) If not, \(advice)" } ?? "To handle it, \(advice)",
        at: context.range(of: event))
    }
  }
}
