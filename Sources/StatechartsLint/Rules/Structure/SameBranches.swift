import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds conditions that decide nothing, because all branches lead to one state.
struct SameBranches: LintRule {
  static let description = RuleDescription(
    "same-branches", "All branches lead to the same state", .warning, .structure,
    why: "The conditions decide nothing. One of the branches was probably meant to lead to another state.",
    howToFix: "Correct the target of a branch, or write one transition without `guard:`.",
    bad: """
      states:
        open: { on: { close: closing } }
        closing:
          type: choice
          always:
            - ▸{ guard: isLocked, target: closed }
            - closed
        closed: { type: final }
      """,
    good: """
      states:
        open: { on: { close: closing } }
        closing:
          type: choice
          always:
            - { guard: isLocked, target: locked }
            - closed
        closed: { type: final }
        locked: { type: final }
      """,
    alsoBad: [
      """
      states:
        open: { on: { close: [▸{ guard: isLocked, target: closed }, closed] } }
        closed: { type: final }
      """
    ],
    alsoGood: [
      """
      states:
        open: { on: { close: [{ guard: isLocked, target: closed, actions: ring }, closed] } }
        closed: { type: final }
      """,
      """
      states:
        # The labels are shown in diagrams.
        open: { on: { close: [{ guard: isLocked, target: closed, label: With a key }, { target: closed, label: Without }] } }
        closed: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    context.tree.nodes.flatMap { node -> [Diagnostic] in
      node.state.alternatives.flatMap { list -> [Diagnostic] in
        guard list.count > 1, let last = list.last, last.isUnconditional, !last.targets.isEmpty,
          list.dropLast().allSatisfy({ !$0.isUnconditional }),
          !list.contains(where: { context.isBroken($0.origin) }),
          list.allSatisfy({
            $0.actions.isEmpty && $0.targets == last.targets && $0.isInternal == last.isInternal
              && $0.label == last.label && $0.description == last.description
          })
        else { return [] }
        let names = last.targets.map { "`\($0.text)`" }.joined(separator: " and ")
        return finding(
          "All branches lead to \(names), so the \(list.count > 2 ? "conditions decide" : "condition decides") nothing.",
          help: "Correct the target of a branch, or write only \(names) without `guard:`.",
          at: context.range(of: list[0].origin))
      }
    }
  }
}
