import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Notes states that are called like an event or a handler.
struct SharedName: LintRule {
  static let description = RuleDescription(
    "shared-name", "State has the name of an event or a handler", .note, .names,
    why: "In a diagram or a conversation, nobody knows which of the two is meant.",
    howToFix: "Name the state after what happens in it, such as `lockingUp` for the event `lockUp`.",
    bad: """
      states:
        open:
          on: { lockUp: lockUp }
        ▸lockUp: { type: final }
      """,
    good: """
      states:
        open:
          on: { lockUp: lockedUp }
        lockedUp: { type: final }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    var taken: [String: (kind: String, name: ChartName)] = [:]
    let kinds: Set<String> = ["event", "guard", "action", "service", "query"]
    let all = context.names
    for group in all where kinds.contains(group.kind) {
      for name in group.names where taken[name.text] == nil { taken[name.text] = (group.kind, name) }
    }
    return (all.first { $0.kind == "state" }?.names ?? []).flatMap { state -> [Diagnostic] in
      guard let other = taken[state.text] else { return [] }
      let place = context.range(of: other.name).map { range in
        Diagnostic.Related(range: range, message: "the \(other.kind) `\(state.text)`")
      }
      return finding(
        "The state `\(state.text)` has the same name as \(Self.article(other.kind)) \(other.kind).",
        help:
          "Rename the state after what happens in it, for example `\(state.text)Screen`. Write the new name wherever the state is a target.",
        at: context.range(of: state), related: place.map { [$0] } ?? [])
    }
  }

  private static func article(_ kind: String) -> String {
    kind == "event" || kind == "action" ? "an" : "a"
  }
}
