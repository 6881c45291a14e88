import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds transitions of a state that are never taken because whatever is active inside it answers the event first.
struct OverriddenTransition: LintRule {
  static let description = RuleDescription(
    "overridden-transition", "Transition is overridden by every state inside", .warning, .structure,
    why: "The innermost state handles an event, so this transition is never taken.",
    howToFix: "Delete the transition, or add a `guard:` to the transitions of the states inside.",
    bad: """
      states:
        open:
          initial: ajar
          on: { close: ▸closed }
          states:
            ajar: { on: { push: wide, close: wide } }
            wide: { on: { close: ajar } }
          after: { 5m: closed }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          initial: ajar
          on: { close: closed }
          states:
            ajar: { on: { push: wide, close: wide } }
            wide: { on: { pull: ajar } }
          after: { 5m: closed }
        closed: { type: final }
      """,
    alsoBad: [
      """
      initial: open
      on: { close: ▸closed }
      states:
        open: { on: { push: ajar, close: ajar } }
        ajar: { on: { push: open, close: closed } }
        closed: { type: final }
      """
    ],
    alsoGood: [
      """
      states:
        open:
          initial: ajar
          on: { close: closed }
          states:
            ajar: { on: { push: wide, close: wide } }
            wide: { type: final }
        closed: { type: final }
      """,
      """
      states:
        open:
          type: parallel
          on: { close: closed }
          states:
            bell: { on: { close: { actions: ring } } }
            lamp:
        closed: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    var answers = Answers(context)
    return tree.nodes.indices.filter(context.unreadStates.isIntactInside).flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      guard !state.states.isEmpty else { return [] }
      return state.on.flatMap { entry -> [Diagnostic] in
        // What takes all events is there for those that nothing else takes.
        guard !entry.event.isWildcard, answers.isAnswered(inside: number, entry.event) else { return [] }
        let inner = state.states.filter { $0.kind == .plain || $0.kind == .parallel }.map(\.called)
        let names = inner.prefix(3).joined(separator: ", ")
        return finding(
          "\(number == 0 ? "The chart" : state.called.asSubject) never handles `\(entry.event.name.text)`, because the states inside always handle it first"
            + " (\(names)\(inner.count > 3 ? ", …" : "")).",
          help:
            "If the states inside are right, delete `\(entry.event.name.text): \(context.written(entry.transition.origin))` here. If not, delete `\(entry.event.name.text):` in one of them.",
          at: context.range(of: entry.transition.origin))
      }
    }
  }

  /// What the states answer without a guard.
  private struct Answers {
    private let tree: StateIndex
    private let names: EventNames
    /// By state: the names that it answers whatever happens.
    private let sure: [Set<Int>]
    /// The names that stand for an event that the chart sends; that of all events where nobody knows which.
    private let sentNames: Set<Int>
    /// How much may be looked at; only a hostile chart needs more.
    private var budget = 1_000_000

    init(_ context: LintContext) {
      let names = context.eventNames
      self.names = names
      tree = context.tree
      sentNames = Set(
        context.usage.sentEvents.flatMap { names.beginnings(of: names.number(of: Substring($0.text))) }
          .filter { $0 != EventNames.all } + (context.usage.computesEvents ? [EventNames.all] : []))
      sure = tree.nodes.map { node in
        Set(node.state.on.filter(\.transition.isUnconditional).map { names.number(of: $0.event.prefix) })
      }
    }

    /// Whether every state that can be the active one inside another answers all events that a descriptor stands for.
    mutating func isAnswered(inside number: Int, _ event: EventDescriptor) -> Bool {
      let name = names.number(of: event.prefix)
      // Between a final state and what its end leads to only events of the chart itself are answered.
      let passesFinal = !event.isPlatform && !sentNames.contains(EventNames.all) && !sentNames.contains(name)
      return isAnswered(inside: number, Array(names.beginnings(of: name)), passesFinal: passesFinal)
    }

    // The reader bounds how deep states nest.
    private mutating func isAnswered(inside number: Int, _ beginnings: [Int], passesFinal: Bool) -> Bool {
      var hasChild = false
      let isLeftAtEnd =
        number == 0
        || passesFinal
          && tree.nodes[number].state.done.contains { $0.isUnconditional && !$0.targets.isEmpty }
      for child in tree.children(of: number) {
        switch tree.nodes[child].state.kind {
        case .history, .choice: continue
        // Nothing is answered after the chart's end, nor where the end of the state around is answered at once.
        case .final where isLeftAtEnd: continue
        case .plain, .parallel, .final: hasChild = true
        }
        budget -= beginnings.count
        guard budget > 0 else { return false }
        let own = beginnings.contains { sure[child].contains($0) }
        // Of a parallel state, too: a part that does not answer leaves the event to what is around.
        guard own || isAnswered(inside: child, beginnings, passesFinal: passesFinal) else { return false }
      }
      return hasChild
    }
  }
}
