import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds `internal: true` where the state is left all the same, or would not be left anyway.
struct InternalWithoutEffect: LintRule {
  static let description = RuleDescription(
    "internal-without-effect", "`internal: true` has no effect", .warning, .structure,
    why: "Readers believe that the state is not left, and that its services and timers continue.",
    howToFix: "Delete `internal: true`, or change the target to a state inside this one.",
    bad: """
      states:
        open:
          initial: wide
          on: { close: { target: closed, ▸internal: true } }
          states: { wide: }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          initial: wide
          on:
            push: { target: wide, internal: true }
            close: closed
          states: { wide: }
        closed: { type: final }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    return tree.nodes.indices.flatMap { number in
      tree.nodes[number].state.transitions.flatMap { transition -> [Diagnostic] in
        guard transition.isInternal == true, let reason = reason(transition, number, tree) else { return [] }
        let state = tree.nodes[number].state
        let canHelp =
          number > 0 && !transition.targets.isEmpty && state.kind == .plain && !state.states.isEmpty
        return finding(
          "`internal: true` has no effect: \(reason).",
          help: canHelp
            ? "Delete `internal: true`. Or write a state inside `\(state.id)` as the target, for example `\(state.states[0].id)`."
            : "Delete `internal: true`.",
          at: place(of: transition, context))
      }
    }
  }

  /// Why a transition does the same without `internal`; nil if it does not, or if that is not known.
  private func reason(_ transition: ChartTransition, _ source: Int, _ tree: StateIndex) -> String? {
    guard !transition.targets.isEmpty else { return "a transition without a target leaves no state" }
    let targets = transition.targets.compactMap { tree.number(of: $0) }
    guard targets.count == transition.targets.count else { return nil }
    let state = tree.nodes[source].state
    if source == 0 { return "the chart itself is never left" }
    if state.kind == .parallel { return "the parallel state `\(state.id)` is left anyway" }
    if state.states.isEmpty { return "`\(state.id)` has no states inside, so it is left anyway" }
    guard let outside = targets.first(where: { !tree.isDescendant($0, of: source) }) else { return nil }
    let target = outside == source ? "the target is `\(state.id)` itself" : nil
    return (target ?? "`\(tree.nodes[outside].state.id)` is not inside `\(state.id)`")
      + ", so `\(state.id)` is left anyway"
  }

  /// The key `internal` of a transition; the whole transition when it cannot be found.
  private func place(of transition: ChartTransition, _ context: LintContext) -> SourceRange? {
    guard transition.origin.rawValue >= 0 else { return nil }
    let node = YAMLDocument.NodeID(transition.origin.rawValue)
    let key = context.document.entry("internal", of: node)?.key
    return context.document.range(of: key ?? node)
  }
}
