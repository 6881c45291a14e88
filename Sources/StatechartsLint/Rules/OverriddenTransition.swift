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
    // How many states may be looked at; only a hostile chart needs more.
    var budget = 200_000
    return tree.nodes.indices.filter(chart.damage.sparesInside).flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      guard !state.states.isEmpty else { return [] }
      return state.on.flatMap { entry -> [Diagnostic] in
        // What takes all events is there for those that nothing else takes.
        guard !entry.event.isWildcard, Self.isAnswered(inside: number, entry.event.prefix, tree, &budget)
        else {
          return []
        }
        let names = state.states.filter { $0.kind != .choice }.prefix(3).map(\.called).joined(separator: ", ")
        return finding(
          "\(state.called.asSubject) never gets `\(entry.event.name.text)`: what is active inside it always answers first"
            + " (\(names)\(state.states.count > 3 ? ", …" : "")).",
          at: chart.range(of: entry.transition.origin))
      }
    }
  }

  /// Whether every state that can be the active one inside another answers all events that begin with a name.
  private static func isAnswered(
    inside number: Int, _ name: Substring, _ tree: StateTree, _ budget: inout Int
  ) -> Bool {
    let children = tree.nodes[number].children.filter { child in
      switch tree.nodes[child].state.kind {
      case .history, .choice: false
      case .plain, .parallel, .final: true
      }
    }
    guard !children.isEmpty else { return false }
    func answers(_ child: Int) -> Bool {
      budget -= 1
      guard budget > 0 else { return false }
      let own = tree.nodes[child].state.on.contains { entry in
        entry.transition.isUnconditional && covers(entry.event, name)
      }
      return own || isAnswered(inside: child, name, tree, &budget)
    }
    // Of a parallel state, too: a part that does not answer leaves the event to what is around.
    return children.allSatisfy(answers)
  }

  /// Whether a descriptor answers everything that begins with a name.
  static func covers(_ descriptor: EventDescriptor, _ name: Substring) -> Bool {
    let prefix = descriptor.prefix
    return prefix.isEmpty || prefix == name || name.hasPrefix(prefix + ".")
  }
}
