import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds declared events that nothing in the chart names.
struct UnusedEvent: LintRule {
  static let description = RuleDescription(
    "unused-event", "Event is declared but never used", .warning, .names,
    why: "The app may send the event and wait, but the chart does nothing.",
    howToFix: "Add a transition for it under `on:`, or delete it from `events:`.",
    bad: """
      events:
        close:
        ▸lock:
      states:
        open:
          on: { close: closed }
        closed: { type: final }
      """,
    good: """
      events:
        close:
        lock:
      states:
        open:
          on: { close: closed }
        closed:
          on: { lock: locked }
        locked: { type: final }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    // What is passed on to a child chart may be meant for it.
    guard let events = context.chart.events, !context.usage.forwardsEvents, !context.usage.computesEvents
    else {
      return []
    }
    let sent = Set(context.usage.sentEvents)
    var prefixes: Set<Substring> = []
    for descriptor in context.usage.descriptors {
      if descriptor.isWildcard { return [] }
      prefixes.insert(descriptor.prefix)
    }
    return events.flatMap { event -> [Diagnostic] in
      let name = event.name.text
      if sent.contains(event.name) || context.isProbablyUsed(event.name) { return [] }
      if Self.beginnings(of: name).contains(where: prefixes.contains) { return [] }
      return finding(
        "The event `\(name)` is declared, but this chart neither handles nor sends it.",
        help:
          "Write `\(name): STATE` under `on:` of the state that waits for it. If no state waits for it, delete `\(name):` here.",
        at: context.range(of: event.name))
    }
  }

  /// A name and what stands before each of its dots.
  private static func beginnings(of name: String) -> [Substring] {
    [name[...]] + name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: ".") }.map { name[..<$0] }
  }
}
