import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds transitions from one region of a parallel state to another, and from a region to itself: both restart the
/// whole parallel state.
///
/// A transition that names states of several regions is not reported, because it restarts all of them on purpose.
struct LeavesParallel: LintRule {
  static let description = RuleDescription(
    "leaves-parallel", "Transition restarts the whole parallel state", .warning,
    .structure,
    why: "All regions are left and entered again, even those that the transition does not name.",
    howToFix:
      "Raise an event that the other region handles, or move the transition to the parallel state. Within one region, write `internal: true`, or use its initial state as the target.",
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
      """,
    alsoBad: [
      """
      statechart: 1
      id: door
      type: parallel
      states:
        leaf:
          on: { push: ▸open }
          initial: closed
          states:
            closed:
            open:
        light:
          initial: bright
          states:
            bright: { on: { switch: dark } }
            dark:
      """,
      """
      statechart: 1
      id: door
      type: parallel
      states:
        leaf:
          initial: closed
          states:
            closed: { on: { push: open } }
            open: { on: { close: ▸leaf } }
        light:
          initial: bright
          states:
            bright: { on: { switch: dark } }
            dark:
      """,
    ],
    alsoGood: [
      """
      statechart: 1
      id: door
      type: parallel
      states:
        leaf:
          on: { push: { target: open, internal: true } }
          initial: closed
          states:
            closed:
            open: { on: { close: closed } }
        light:
          initial: bright
          states:
            bright: { on: { switch: dark } }
            dark:
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    return tree.nodes.indices.flatMap { number in
      tree.nodes[number].state.transitions.flatMap { transition -> [Diagnostic] in
        let targets = transition.targets.compactMap { name in
          tree.numbers[name.text].map { (name: name, number: $0) }
        }
        guard let (name, target) = targets.first else { return [] }
        let common = tree.commonAncestor(number, target)
        if common == number || common == target {
          return leavesFromWithin(common, transition, from: number, to: targets, context)
        }
        guard tree.nodes[common].state.kind == .parallel else { return [] }
        let region = tree.child(of: common, towards: target)
        let isExplicit = targets.contains { !isInside($0.number, region, tree) }
        guard !isExplicit else { return [] }
        let own = tree.nodes[tree.child(of: common, towards: number)].state
        return finding(
          "This transition from \(own.called) to \(tree.nodes[region].state.called) restarts"
            + " \(whole(common, tree)), including the other regions.",
          help: acrossHelp(name, region, common, tree), at: context.range(of: name))
      }
    }
  }

  /// How to make another region change its state.
  private func acrossHelp(_ target: ChartName, _ region: Int, _ parallel: Int, _ tree: StateIndex) -> String {
    let whole = parallel == 0 ? "the chart" : "`\(tree.nodes[parallel].state.id.text)`"
    let entries = (region..<tree.nodes[region].end).prefix(100).lazy.flatMap { tree.nodes[$0].state.on }
    let known = entries.first { entry in
      !entry.event.isWildcard && !entry.event.isPlatform
        && entry.transition.targets.contains { $0.text == target.text }
    }
    let event = known?.event.name.text ?? "EVENT"
    let handle =
      known == nil ? " and `EVENT: \(target.text)` under `on:` of `\(tree.nodes[region].state.id.text)`" : ""
    return
      "Instead of the target `\(target.text)`, write `actions: { raise: \(event) }`\(handle). If everything must restart, move the transition to `on:` of \(whole)."
  }

  /// Looks at a transition from a state to one inside it, or the reverse, or to itself. A region of a parallel state
  /// cannot be exited alone (SCXML 3.13, the transition's domain).
  private func leavesFromWithin(
    _ region: Int, _ transition: ChartTransition, from source: Int,
    to targets: [(name: ChartName, number: Int)],
    _ context: LintContext
  ) -> [Diagnostic] {
    let tree = context.tree
    let parent = tree.nodes[region].parent
    guard parent >= 0, tree.nodes[parent].state.kind == .parallel, let name = targets.first?.name,
      targets.allSatisfy({ isInside($0.number, region, tree) }),
      tree.domain(of: transition, source: source, targets: targets.map(\.number)) < region
    else { return [] }
    let state = tree.nodes[region].state
    let isInward = source == region && targets.allSatisfy { $0.number != region }
    let path = isInward ? "from \(state.called) into one of its own states" : "to \(state.called) itself"
    var help = "If only its actions must run, delete the target `\(name.text)`."
    if isInward, state.kind == .plain {
      help = "Write `internal: true` next to `target:`, so that \(state.called) is not left."
    } else if let first = state.initial?.targets.first {
      help = "To restart only \(state.called), use its initial state `\(first.text)` as the target."
    }
    return finding(
      "This transition \(path) restarts \(whole(parent, tree)), including the other regions.", help: help,
      at: context.range(of: name))
  }

  private func whole(_ parallel: Int, _ tree: StateIndex) -> String {
    parallel == 0 ? "the whole chart" : "all of \(tree.nodes[parallel].state.called)"
  }

  private func isInside(_ number: Int, _ region: Int, _ tree: StateIndex) -> Bool {
    number == region || tree.isDescendant(number, of: region)
  }
}
