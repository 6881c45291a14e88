import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds timers of one state that run out at the same time.
struct EqualTimers: LintRule {
  static let description = RuleDescription(
    "equal-timers", "Two timers of a state have the same duration", .warning, .structure,
    why: "Only the first transition is taken. The other one is taken too late, or never.",
    howToFix: "Keep one of the timers. If its transitions have conditions, write them as a list.",
    bad: """
      states:
        open:
          after:
            60s: { guard: isFree, target: closed }
            ▸1m: locked
          on: { lock: locked }
        closed: { type: final }
        locked: { type: final }
      """,
    good: """
      states:
        open:
          after:
            60s: { guard: isFree, target: closed }
            2m: locked
          on: { lock: locked }
        closed: { type: final }
        locked: { type: final }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    context.tree.nodes.flatMap { node -> [Diagnostic] in
      var known: [Duration: DelayedTransition] = [:]
      return node.state.after.flatMap { delayed -> [Diagnostic] in
        guard case .literal(let duration) = delayed.delay else { return [] }
        guard let earlier = known[duration] else {
          known[duration] = delayed
          return []
        }
        let name = earlier.name.text
        // Branches of one delay have one name.
        guard name != delayed.name.text else { return [] }
        let related = context.range(of: earlier.name).map {
          [Diagnostic.Related(range: $0, message: "the other timer")]
        }
        return finding(
          "`\(delayed.name.text)` and `\(name)` are the same duration.",
          help:
            "If one of them is a typo, correct it. If not, write `\(name): [\(context.guarded(earlier.transition)), \(context.written(delayed.transition.origin))]` \(context.inLine(of: earlier.name.origin)), and delete `\(delayed.name.text):` here. The first transition whose guard is true is taken.",
          at: context.range(of: delayed.name),
          related: related ?? [])
      }
    }
  }
}
