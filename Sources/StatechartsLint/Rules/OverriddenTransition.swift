internal import Statecharts
internal import StatechartsYAML

/// Finds transitions of a state that are never taken because whatever is active inside it answers the event first.
struct OverriddenTransition: LintRule {
  static let description = RuleDescription(
    "overridden-transition", "The states inside always answer first", .warning, .structure,
    why: "The innermost state answers an event, so this transition can never be taken.",
    mend: "Remove it, or give the transitions of the states inside a `guard`.",
    bad: """
      statechart: 1
      id: door
      initial: open
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
      statechart: 1
      id: door
      initial: open
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
    alsoGood: [
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          type: parallel
          on: { close: closed }
          states:
            bell: { on: { close: { actions: ring } } }
            lamp:
        closed: { type: final }
      """
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    var answers = Answers(chart)
    return tree.nodes.indices.filter(chart.damage.sparesInside).flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      guard !state.states.isEmpty else { return [] }
      return state.on.flatMap { entry -> [Diagnostic] in
        // What takes all events is there for those that nothing else takes.
        guard !entry.event.isWildcard, answers.isAnswered(inside: number, entry.event) else { return [] }
        let names = state.states.filter { $0.kind != .choice }.prefix(3).map(\.called).joined(separator: ", ")
        return finding(
          "\(state.called.asSubject) never gets `\(entry.event.name.text)`: what is active inside it always answers first"
            + " (\(names)\(state.states.count > 3 ? ", …" : "")).",
          at: chart.range(of: entry.transition.origin))
      }
    }
  }

  /// What the states answer without a guard.
  private struct Answers {
    private let tree: StateTree
    private let names: EventNames
    /// By state: the names that it answers whatever happens.
    private let sure: [Set<Int>]
    /// How much may be looked at; only a hostile chart needs more.
    private var budget = 1_000_000

    init(_ chart: LintContext) {
      let names = chart.eventNames
      self.names = names
      tree = chart.tree
      sure = tree.nodes.map { node in
        Set(node.state.on.filter(\.transition.isUnconditional).map { names.number(of: $0.event.prefix) })
      }
    }

    /// Whether every state that can be the active one inside another answers all events that a descriptor stands for.
    mutating func isAnswered(inside number: Int, _ event: EventDescriptor) -> Bool {
      isAnswered(inside: number, Array(names.beginnings(of: names.number(of: event.prefix))))
    }

    // The reader bounds how deep states nest.
    private mutating func isAnswered(inside number: Int, _ beginnings: [Int]) -> Bool {
      var hasChild = false
      for child in tree.nodes[number].children {
        switch tree.nodes[child].state.kind {
        case .history, .choice: continue
        case .plain, .parallel, .final: hasChild = true
        }
        budget -= beginnings.count
        guard budget > 0 else { return false }
        let own = beginnings.contains { sure[child].contains($0) }
        // Of a parallel state, too: a part that does not answer leaves the event to what is around.
        guard own || isAnswered(inside: child, beginnings) else { return false }
      }
      return hasChild
    }
  }
}
