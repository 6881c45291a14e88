import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds timers and timeouts that never run out, because a shorter timer leaves the state before.
struct DeadTimer: LintRule {
  static let description = RuleDescription(
    "dead-timer", "Timer never fires", .warning, .services,
    why: "A shorter timer without a guard always leaves the state first.",
    howToFix: "Make this timer the shorter one, add a `guard:` to the other one, or delete this one.",
    bad: """
      states:
        open:
          after:
            5s: closed
            ▸10s: locked
          on: { lock: locked }
        closed: { type: final }
        locked: { type: final }
      """,
    good: """
      states:
        open:
          after:
            5s: { guard: isFree, target: closed }
            10s: locked
          on: { lock: locked }
        closed: { type: final }
        locked: { type: final }
      """,
    alsoBad: [
      """
      states:
        open:
          invoke:
            service: ▸look
            timeout: 15s
            done: closed
            failed: { any: closed }
          after: { 10s: closed }
        closed: { type: final }
      """,
      """
      states:
        open:
          initial: ajar
          after: { 5s: closed }
          states:
            ajar:
              on: { push: wide }
              after: { ▸10s: wide }
            wide:
        closed: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      guard !state.after.isEmpty || state.invoke.contains(where: { $0.timeout != nil }) else { return [] }
      // The timers around began before, or at the same time.
      let ends = tree.selfAndAncestors(of: number).flatMap { source in
        tree.nodes[source].state.after.compactMap { delayed -> (time: Duration, timer: DelayedTransition)? in
          guard case .literal(let time) = delayed.delay, delayed.transition.isUnconditional,
            tree.leaves(number, delayed.transition, of: source)
              || leavesItself(delayed.transition, source, number, tree)
          else { return nil }
          return (time, delayed)
        }
      }
      guard let first = ends.min(by: { $0.time < $1.time }) else { return [] }
      let related = context.range(of: first.timer.name).map {
        [Diagnostic.Related(range: $0, message: "this timer fires first")]
      }
      var seen: Set<String> = []
      let timers = state.after.filter { delayed in
        guard case .literal(let time) = delayed.delay else { return false }
        return time > first.time && seen.insert(delayed.name.text).inserted
      }
      var result = timers.flatMap { delayed in
        finding(
          "The timer `\(delayed.name.text)` never fires, because \(state.called) is left after `\(first.timer.name.text)`.",
          help:
            "Write a duration shorter than `\(first.timer.name.text)` instead of `\(delayed.name.text)`, or delete `\(delayed.name.text): \(context.written(delayed.transition.origin))`. If `\(first.timer.name.text)` should fire only under a condition, write `\(first.timer.name.text): \(context.guarded(first.timer.transition))` \(context.inLine(of: first.timer.name.origin)).",
          at: context.range(of: delayed.name), related: related ?? [])
      }
      for invocation in state.invoke {
        guard case .literal(let time) = invocation.timeout, time > first.time else { continue }
        result += finding(
          "`\(invocation.effectiveID)` never times out, because \(state.called) is left after `\(first.timer.name.text)`.",
          help:
            "After `timeout:`, write a duration shorter than `\(first.timer.name.text)`. Or delete `timeout:`.",
          at: context.range(of: invocation.place), related: related ?? [])
      }
      return result
    }
  }

  /// Whether a transition of a state leads back to it, so that its timers restart.
  private func leavesItself(_ transition: ChartTransition, _ source: Int, _ number: Int, _ tree: StateIndex)
    -> Bool
  {
    source == number && transition.targets.contains { tree.number(of: $0) == number }
  }
}
