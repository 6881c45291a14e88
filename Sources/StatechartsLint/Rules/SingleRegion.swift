internal import Statecharts
internal import StatechartsYAML

/// Finds parallel states with a single state inside.
struct SingleRegion: LintRule {
  static let description = RuleDescription(
    "single-region", "A parallel state has only one part", .warning, .structure,
    why:
      "States are parallel so that several of them are active at once; of one there is nothing to be said.",
    mend: "Add the other parts, or remove `type: parallel` and write `initial:`.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        ▸open:
          type: parallel
          states: { wide: }
          on: { close: closed }
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          type: parallel
          states: { wide: , lit: }
          on: { close: closed }
        closed: { type: final }
      """)

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    // Another one may be among what could not be read.
    return tree.nodes.indices.filter(chart.damage.sparesInside).flatMap { number -> [Diagnostic] in
      let node = tree.nodes[number]
      guard node.state.kind == .parallel else { return [] }
      let parts = node.state.states.filter { state in
        if case .history = state.kind { return false }
        return true
      }
      guard parts.count == 1 else { return [] }
      return finding(
        "\(node.state.called.asSubject) is parallel, but only \(parts[0].called) lies in it.",
        at: chart.range(of: node.state.id))
    }
  }
}
