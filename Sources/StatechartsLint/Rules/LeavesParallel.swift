internal import Statecharts
internal import StatechartsYAML

/// Finds transitions from one state of a parallel state into another one: they leave the whole of it.
///
/// Where a transition names states of several regions, whoever wrote it knows that all of them are entered anew.
struct LeavesParallel: LintRule {
  static let description = RuleDescription(
    "leaves-parallel", "A transition into another region leaves the whole parallel state", .warning,
    .structure,
    why: "All regions are left and entered again, also those that the transition does not name.",
    mend:
      "Raise an event that the other region answers, or put the transition into the parallel state itself.",
    bad: """
      statechart: 1
      id: door
      type: parallel
      states:
        leaf:
          initial: open
          states:
            open:
              on: { close: ▸dark }
        light:
          initial: bright
          states:
            bright: { on: { switch: dark } }
            dark:
      """,
    good: """
      statechart: 1
      id: door
      type: parallel
      states:
        leaf:
          initial: open
          states:
            open:
              on: { close: { target: closed, actions: { raise: switch } } }
            closed:
        light:
          initial: bright
          states:
            bright: { on: { switch: dark } }
            dark:
      """)

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    return tree.nodes.indices.flatMap { number in
      tree.nodes[number].transitions.flatMap { transition -> [Diagnostic] in
        let targets = transition.targets.compactMap { name in tree.number(of: name.text).map { (name, $0) } }
        guard let (name, target) = targets.first else { return [] }
        let common = tree.commonAncestor(number, target)
        guard common != number, common != target, tree.nodes[common].state.kind == .parallel else {
          return []
        }
        let region = tree.child(of: common, towards: target)
        let isExplicit = targets.contains { !isInside($0.1, region, tree) }
        guard !isExplicit else { return [] }
        let whole = common == 0 ? "the whole chart" : "all of \(tree.nodes[common].state.called)"
        let own = tree.nodes[tree.child(of: common, towards: number)].state
        return finding(
          "This transition leads from \(own.called) into \(tree.nodes[region].state.called), so it leaves \(whole)"
            + " and enters it again.",
          at: chart.range(of: name))
      }
    }
  }

  private func isInside(_ number: Int, _ region: Int, _ tree: StateTree) -> Bool {
    number == region || tree.isDescendant(number, of: region)
  }
}
