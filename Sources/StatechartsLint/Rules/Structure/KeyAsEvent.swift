import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds keys of a state that stand among the events of `on`, where they count as names of events.
///
/// Names are free, so only those are reported that nobody gives to an event, or whose transition leads nowhere. An
/// event that is declared, or written in quotes, is meant.
struct KeyAsEvent: LintRule {
  static let description = RuleDescription(
    "key-as-event", "State key inside `on:`", .warning, .structure,
    why: "Inside `on:` the key is the name of an event that nobody sends, so its transition is never taken.",
    howToFix: "Move the key out of `on:`, to the same level. If it is an event, declare it under `events:`.",
    bad: """
      states:
        open:
          on: { close: closed, ▸always: closed }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          always: { guard: isWindy, target: closed }
          on: { close: closed }
        closed: { type: final }
      """,
    alsoBad: [
      """
      states:
        open:
          invoke: { service: look, timeout: 5s, done: closed }
          on: { ▸failed: closed, error.*: closed }
        closed: { type: final }
      """,
      """
      states:
        open:
          on: { close: closed, ▸onDone: closed }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      events: { always: , failed: }
      states:
        open:
          on: { always: closed, failed: closed }
        closed: { type: final }
      """,
      """
      states:
        open:
          on: { exit: closed, failed: closed }
        closed: { type: final }
      """,
    ])

  /// Keys of this format that nobody calls an event.
  private static let keys: Set<String> = ["always", "after", "invoke", "initial", "states", "entry"]
  /// Keys of other tools that say the same as keys of this format.
  private static let foreign = [
    "onDone": "done", "onError": "failed", "onEntry": "entry", "onentry": "entry", "onExit": "exit",
    "onexit": "exit", "onFailed": "failed",
  ]

  func check(_ context: LintContext) -> [Diagnostic] {
    var reported: Set<ChartName> = []
    let strays = strays(in: context)
    // No states are meant by what is behind such keys either.
    let values = Dictionary(grouping: strays) { $0.entry.event.name }
    return strays.flatMap { state, entry, key -> [Diagnostic] in
      let name = entry.event.name
      guard reported.insert(name).inserted else { return [] }
      let place =
        key == "failed" || (key == "done" && !state.invoke.isEmpty) ? "inside `invoke:`" : "next to `on:`"
      let written = context.written(entry.transition.origin)
      let meant = key == "failed" ? "failed: { any: \(written) }" : "\(key): \(written)"
      return finding(
        "`\(name.text)` is under `on:` of \(state.called), so it is read as the name of an event.",
        help:
          "Delete it here and write `\(meant)` \(place). If the app sends an event `\(name.text)`, write its name in quotes: `\"\(name.text)\"`.",
        at: context.range(of: name),
        claims: values[name, default: []].flatMap(\.entry.transition.targets).map(context.range(of:)))
    }
  }

  private func strays(in context: LintContext) -> [(state: StateNode, entry: EventTransition, key: String)] {
    // Where events are declared, others are errors already.
    guard context.chart.events == nil else { return [] }
    let sent = Set(context.usage.sentEvents.map(\.text))
    return context.tree.nodes.flatMap { node in
      node.state.on.compactMap { entry in
        let name = entry.event.name
        guard name.origin.rawValue >= 0, !sent.contains(name.text),
          let key = key(name.text, in: node.state, entry.transition, context),
          context.document.style(of: YAMLDocument.NodeID(name.origin.rawValue)) == .plain
        else { return nil }
        return (node.state, entry, key)
      }
    }
  }

  /// The key that is probably meant; nil where an event is.
  private func key(_ name: String, in state: StateNode, _ transition: ChartTransition, _ context: LintContext)
    -> String?
  {
    if Self.keys.contains(name) { return name }
    if let key = Self.foreign[name] { return key }
    if name == "failed", !state.invoke.isEmpty { return name }
    let leadsNowhere = transition.targets.contains { context.tree.number(of: $0) == nil }
    return ["exit", "failed"].contains(name) && leadsNowhere ? name : nil
  }
}
