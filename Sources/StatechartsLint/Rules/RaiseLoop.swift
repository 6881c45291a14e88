internal import Statecharts
internal import StatechartsYAML

/// Finds transitions that raise the event that they answer, or enter a state that raises it, and stay where they answer it.
struct RaiseLoop: LintRule {
  static let description = RuleDescription(
    "raise-loop", "A transition raises the event that it answers", .warning, .structure,
    why: "It would be taken again and again, so the flow is stopped with an error.",
    mend: "Raise another event, lead to another state, or give the transition a `guard` that ends the round.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            knock: { actions: { raise: ▸knock } }
            close: closed
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            knock: { actions: { raise: close } }
            close: closed
        closed: { type: final }
      """,
    alsoBad: [
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          entry: { raise: ▸knock }
          on:
            knock: open
            close: closed
        closed: { type: final }
      """
    ],
    alsoGood: [
      """
      statechart: 1
      id: door
      context: { knocks: { type: int, initial: 0 } }
      initial: open
      states:
        open:
          entry: { raise: knock }
          on:
            # It stays, so that it does not enter again.
            knock: { actions: { assign: { knocks: knocks + 1 } } }
            close: { guard: knocks > 0, target: closed }
        closed: { type: final }
      """,
      """
      statechart: 1
      id: door
      context: { knocks: { type: int, initial: 0 } }
      initial: open
      states:
        open:
          on:
            # The way out is looked at before the raised event.
            knock: { actions: [{ assign: { knocks: knocks + 1 } }, { raise: knock }] }
          always: { guard: knocks > 3, target: closed }
        closed: { type: final }
      """,
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          type: parallel
          states:
            bell: { on: { knock: { actions: { raise: knock } } } }
            lamp: { on: { knock: { guard: isLit, target: closed } } }
        closed: { type: final }
      """,
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            knock: { actions: [{ raise: close }, { raise: knock }] }
            close: closed
        closed: { type: final }
      """,
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    let exits = Exits(tree, chart.eventNames)
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let node = tree.nodes[number]
      // The innermost states answer first, so only of those is it certain what answers.
      guard node.state.states.isEmpty,
        node.state.on.contains(where: { round(of: $0.transition, in: number, tree) != nil })
      else { return [] }
      // Which of the transitions comes first for each name.
      var first: [Int: Int] = [:]
      for (place, entry) in node.state.on.enumerated() {
        let name = exits.names.number(of: entry.event.prefix)
        if first[name] == nil { first[name] = place }
      }
      return node.state.on.enumerated().flatMap { place, entry -> [Diagnostic] in
        let transition = entry.transition
        guard transition.isUnconditional, let round = round(of: transition, in: number, tree),
          case let event = round.event, entry.event.matches(event.text)
        else { return [] }
        let name = exits.names.number(of: event.text[...])
        // An earlier one may answer the raised event.
        let answering = exits.names.beginnings(of: name).compactMap { first[$0] }.min()
        guard answering == place, !exits.canEnd(in: number, name, tree) else { return [] }
        let message =
          round.raiser == .transition
          ? "`\(event.text)` is raised by the transition that answers it, and \(node.state.called) stays active."
          : "`\(event.text)` is raised whenever \(node.state.called) is \(round.raiser.rawValue), and it leads there again."
        return finding(message, at: chart.range(of: event))
      }
    }
  }

  /// What raises the event that begins a round.
  private enum Raiser: String {
    case transition
    case exit = "left"
    case entry = "entered"
  }

  /// The event that a transition raises for certain where it leads nowhere, or to its own state again, and what raises it.
  ///
  /// It is `nil` where no event is certain, and where other events are raised as well.
  private func round(of transition: Transition, in number: Int, _ tree: StateTree)
    -> (event: Name, raiser: Raiser)?
  {
    var parts = [(Raiser.transition, transition.actions)]
    if !transition.targets.isEmpty {
      let node = tree.nodes[number]
      guard transition.targets.allSatisfy({ tree.number(of: $0) == number }), node.parent >= 0,
        // All other parts of a parallel state would be entered again too.
        tree.nodes[node.parent].state.kind != .parallel
      else { return nil }
      parts += [(.exit, node.state.exit), (.entry, node.state.entry)]
    }
    var result: (event: Name, raiser: Raiser)?
    for (raiser, actions) in parts {
      for action in actions where action.mayRaise {
        guard case .raise(let event, _) = action.kind, result.map({ $0.event.text == event.text }) ?? true
        else { return nil }
        result = result ?? (event, raiser)
      }
    }
    return result
  }

  /// What may end a round of raised events besides the state that answers them.
  private struct Exits {
    let names: EventNames
    /// The states that are left without an event, in order.
    private var passing: [Int] = []
    /// By name of an event: the states that go elsewhere on it, in order.
    private var answering: [Int: [Int]] = [:]

    init(_ tree: StateTree, _ names: EventNames) {
      self.names = names
      for (number, node) in tree.nodes.enumerated() {
        if !node.state.always.isEmpty, node.state.kind != .choice { passing.append(number) }
        for entry in node.state.on where !entry.transition.targets.isEmpty {
          answering[names.number(of: entry.event.prefix), default: []].append(number)
        }
      }
    }

    /// Whether something around a state, or in another part of a parallel state, may end a round of one event.
    func canEnd(in number: Int, _ name: Int, _ tree: StateTree) -> Bool {
      var inner = number
      for outer in tree.selfAndAncestors(of: number) {
        if !tree.nodes[outer].state.always.isEmpty { return true }
        if outer != inner, tree.nodes[outer].state.kind == .parallel {
          for part in [outer + 1..<inner, tree.nodes[inner].end..<tree.nodes[outer].end] {
            if Self.contains(passing, part) { return true }
            if names.beginnings(of: name).contains(where: { Self.contains(answering[$0] ?? [], part) }) {
              return true
            }
          }
        }
        inner = outer
      }
      return false
    }

    /// Whether one of some ordered numbers lies in a range.
    private static func contains(_ numbers: [Int], _ range: Range<Int>) -> Bool {
      var low = 0
      var high = numbers.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
      }
      return low < numbers.count && numbers[low] < range.upperBound
    }
  }
}

extension Action {
  /// Whether the action raises an event, or may do so in what is inside it.
  fileprivate var mayRaise: Bool {
    switch kind {
    case .raise, .choose, .forEach, .block: true
    case .handler, .assign, .send, .cancel, .cancelComputed, .emit, .log: false
    }
  }
}
