internal import Statecharts
internal import StatechartsYAML

/// Finds states that no transition, default entry or history leads to.
struct UnreachableState: LintRule {
  static let description = RuleDescription(
    "unreachable-state", "Nothing leads to a state", .warning, .structure,
    why: "The flow can never get there, so either a transition is missing or the state is left over.",
    mend: "Add a transition that leads to it, or remove the state.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on: { close: closed }
        ▸ajar:
          on: { push: open }
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on: { close: closed, pull: ajar }
        ajar:
          on: { push: open }
        closed: { type: final }
      """)

  /// Whether the ways to a state, of which each place has one, come from the state itself.
  private func isRound(from id: String, _ sources: [String: [String]]) -> Bool {
    var place = id
    for _ in 0..<20 {
      let before = Set((sources[place] ?? []).filter { $0 != place })
      guard before.count == 1, let next = before.first else { return false }
      if next == id { return true }
      place = next
    }
    return false
  }

  func check(_ chart: LintContext) -> [Diagnostic] {
    // An alias may lead to any state.
    if chart.hasAliases { return [] }
    let reachability = Reachability(of: chart.tree, lostTexts: chart.lostTexts, damage: chart.damage)
    var sources: [String: [String]] = [:]
    for (source, target) in reachability.deadLinks { sources[target, default: []].append(source) }
    return reachability.unreachable.flatMap { node -> [Diagnostic] in
      let id = node.id
      let kind = if case .history = node.state.kind { "history state" } else { "state" }
      // A transition from an unreachable state explains why the author thought it was reached.
      let others = (sources[id.text] ?? []).filter { $0 != id.text }
      var help: String?
      if let source = others.first {
        help = "Only `\(source)` leads to it, which is not reached either."
        if isRound(from: id.text, sources) {
          help =
            "Only `\(source)` leads to it, and only by way of this state itself: add a transition from a state that is reached."
        }
        if Set(others).count > 1 { help = "Only states that are not reached either lead to it." }
      }
      return finding(
        "Nothing leads to the \(kind) `\(id.text)`.", help: help, at: chart.range(of: id))
    }
  }
}
