import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds parallel states with a single state inside.
struct SingleRegion: LintRule {
  static let description = RuleDescription(
    "single-region", "Parallel state has only one region", .warning, .structure,
    why:
      "A state is parallel so that several regions are active at the same time. With one region it has no effect.",
    howToFix: "Add the other regions. Or replace `type: parallel` with `initial:`.",
    bad: """
      states:
        ▸open:
          type: parallel
          states: { wide: }
          on: { close: closed }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          type: parallel
          states: { wide: , lit: }
          on: { close: closed }
        closed: { type: final }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    // Another one may be among what could not be read.
    return tree.nodes.indices.filter(context.unreadStates.isIntactInside).flatMap { number -> [Diagnostic] in
      let node = tree.nodes[number]
      guard node.state.kind == .parallel else { return [] }
      let parts = node.state.states.filter { !$0.kind.isHistory }
      guard parts.count == 1 else { return [] }
      return finding(
        "\(node.state.called.asSubject) is parallel, but its only region is \(parts[0].called).",
        help:
          "Write `initial: \(parts[0].id)` instead of `type: parallel`. Or add the other regions next to `\(parts[0].id)`.",
        at: context.range(of: node.state.id))
    }
  }
}
