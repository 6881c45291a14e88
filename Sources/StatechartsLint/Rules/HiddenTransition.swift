internal import Statecharts
internal import StatechartsYAML

/// Finds transitions that another one of the same state always takes the place of.
///
/// Transitions of a state are tried in document order. One without a guard takes every event that it answers, so what
/// comes after it for the same events is never tried; nor is one with the same guard ever taken, for guards are pure.
struct HiddenTransition: LintRule {
  static let description = RuleDescription(
    "hidden-transition", "A transition stands behind one that always takes its place", .warning, .structure,
    why: "Transitions are tried in order, so it can never be taken.",
    mend: "Move it before the other one, give the other one a `guard`, or remove it.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            close:
              - closed
              - ▸{ guard: isFree, target: locked }
            lock: locked
        closed: { type: final }
        locked: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            close:
              - { guard: isFree, target: locked }
              - closed
            lock: locked
        closed: { type: final }
        locked: { type: final }
      """)

  func check(_ chart: LintContext) -> [Diagnostic] {
    chart.tree.nodes.flatMap { node -> [Diagnostic] in
      let state = node.state
      var hidden = inEvents(of: state)
      hidden += inOrder(state.always) + inOrder(state.done)
      hidden += grouped(state.after.map { ($0.name.text, $0.transition) })
      for invocation in state.invoke {
        hidden += inOrder(invocation.done)
        hidden += grouped(invocation.failed.map { ($0.code?.text ?? "", $0.transition) })
      }
      return hidden.flatMap { transition, earlier in report(transition, behind: earlier, chart) }
    }
  }

  private typealias Pair = (hidden: Transition, earlier: Transition)

  private func inOrder(_ transitions: [Transition]) -> [Pair] { grouped(transitions.map { ("", $0) }) }

  /// Transitions that are hidden by one of the same trigger.
  private func grouped(_ transitions: [(trigger: String, transition: Transition)]) -> [Pair] {
    guard transitions.count > 1 else { return [] }
    var first: [Trigger: Transition] = [:]
    return transitions.compactMap { trigger, transition in
      let own = Trigger(trigger, Self.condition(of: transition))
      if let earlier = first[Trigger(trigger, nil)] ?? first[own] { return (transition, earlier) }
      first[own] = transition
      return nil
    }
  }

  /// Events may be answered by their name, by a beginning of it, and by `*`.
  private func inEvents(of state: State) -> [Pair] {
    guard state.on.count > 1 else { return [] }
    var first: [Trigger: Transition] = [:]
    return state.on.compactMap { entry in
      let name = String(entry.event.prefix)
      let condition = Self.condition(of: entry.transition)
      var beginnings = name.indices.filter { name[$0] == "." }.map { String(name[..<$0]) }
      // `*` has the empty beginning, as all names do.
      beginnings += name.isEmpty ? [""] : ["", name]
      for beginning in beginnings {
        if let earlier = first[Trigger(beginning, nil)] ?? first[Trigger(beginning, condition)] {
          return (entry.transition, earlier)
        }
      }
      first[Trigger(name, condition)] = entry.transition
      return nil
    }
  }

  /// What a transition waits for; the condition is nil where there is none.
  private struct Trigger: Hashable {
    var name: String
    var condition: String?

    init(_ name: String, _ condition: String?) {
      self.name = name
      self.condition = condition
    }
  }

  /// A guard in its canonical spelling; nil for none.
  private static func condition(of transition: Transition) -> String? {
    guard let condition = transition.guard else { return nil }
    return (try? parse(condition.text))?.text ?? condition.text
  }

  private func report(_ transition: Transition, behind earlier: Transition, _ chart: LintContext)
    -> [Diagnostic]
  {
    let related = chart.range(of: earlier.origin).map {
      [Diagnostic.Related(range: $0, message: "the transition that is taken instead")]
    }
    return finding(
      earlier.guard == nil
        ? "This transition is never taken: one without `guard` stands before it."
        : "This transition is never taken: one with the same `guard` stands before it.",
      at: chart.range(of: transition.origin), related: related ?? [])
  }
}
