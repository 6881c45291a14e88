internal import Statecharts
internal import StatechartsYAML

/// Finds transitions that change nothing: without a target and without actions, where no other one would be taken.
///
/// One that keeps a transition behind it or in a state around it from being taken does something.
struct NoEffect: LintRule {
  static let description = RuleDescription(
    "no-effect", "A transition changes nothing", .warning, .structure,
    why: "It has neither a target nor actions, and keeps no other transition from being taken.",
    mend: "Say what is to happen with `target:` or `actions:`, or remove it.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            close: closed
            push: ▸{ guard: isFree }
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            close: closed
            push: { guard: isFree, actions: ring }
        closed: { type: final }
      """,
    alsoGood: [
      """
      statechart: 1
      id: door
      initial: open
      on: { push: closed }
      states:
        open:
          on:
            close: closed
            push: { guard: isFree }
        closed: { type: final }
      """
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    return tree.nodes.indices.filter(chart.damage.spares).flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      guard state.on.contains(where: { $0.transition.isEmpty }) else { return [] }
      return state.on.enumerated().flatMap { index, entry -> [Diagnostic] in
        guard entry.transition.isEmpty else { return [] }
        let isNeeded =
          state.on.dropFirst(index + 1).contains { meets($0.event, entry.event) }
          || tree.selfAndAncestors(of: number).dropFirst().contains { outer in
            tree.nodes[outer].state.on.contains { meets($0.event, entry.event) }
          }
          // Events of the platform are also answered by keys other than `on`.
          || entry.event.isWildcard || entry.event.isPlatform
          // An event without guard is said to be expected, and to change nothing here.
          || entry.transition.isUnconditional
        guard !isNeeded else { return [] }
        return finding(
          "`\(entry.event.name.text)` changes nothing in \(state.called): there is neither a target nor an action.",
          at: chart.range(of: entry.transition.origin))
      }
    }
  }

  /// Whether there may be an event that both answer.
  private func meets(_ left: EventDescriptor, _ right: EventDescriptor) -> Bool {
    OverriddenTransition.covers(left, right.prefix) || OverriddenTransition.covers(right, left.prefix)
  }
}

extension Transition {
  /// Whether it neither leads anywhere nor does anything.
  var isEmpty: Bool { targets.isEmpty && actions.isEmpty }
}
