internal import Statecharts
internal import StatechartsYAML

/// Finds states that lead to one another without an event and without a condition: the flow would never come to rest.
struct EventlessLoop: LintRule {
  static let description = RuleDescription(
    "eventless-loop", "States lead to one another without end", .warning, .structure,
    why: "The flow would go round for ever, so it is stopped with an error when it gets there.",
    mend: "Give one of the `always:` a `guard` that ends the round, or wait for an event.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on: { close: closing }
        closing:
          always: ▸closed
        closed:
          always: closing
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on: { close: closing }
        closing:
          always: { guard: isFree, target: closed }
        closed: { type: final }
      """)

  func check(_ chart: LintContext) -> [Diagnostic] {
    let tree = chart.tree
    let next = tree.nodes.indices.map { Self.next(of: $0, in: tree) }
    // 0: not looked at, 1: on the way, 2: done.
    var marks = [UInt8](repeating: 0, count: next.count)
    var result: [Diagnostic] = []
    for start in next.indices where marks[start] == 0 {
      var way: [Int] = []
      var number: Int? = start
      while let current = number, marks[current] == 0 {
        marks[current] = 1
        way.append(current)
        number = next[current]
      }
      if let current = number, marks[current] == 1, let first = way.firstIndex(of: current) {
        result += report(Array(way[first...]), chart)
      }
      for current in way { marks[current] = 2 }
    }
    return result
  }

  /// The state that follows at once, whatever happens; nil where there is none or it depends.
  ///
  /// Only states without states inside count: of others it depends on what is active in them.
  private static func next(of number: Int, in tree: StateTree) -> Int? {
    let state = tree.nodes[number].state
    guard state.states.isEmpty, let first = state.always.first, first.guard == nil else { return nil }
    if first.targets.isEmpty { return number }
    guard first.targets.count == 1, var target = tree.number(of: first.targets[0]) else { return nil }
    // The way down is at most as long as states nest.
    while tree.nodes[target].state.kind == .plain, let initial = tree.nodes[target].state.initial {
      guard initial.targets.count == 1, let inner = tree.number(of: initial.targets[0]),
        tree.isDescendant(inner, of: target)
      else { return nil }
      target = inner
    }
    return tree.nodes[target].state.states.isEmpty ? target : nil
  }

  private func report(_ round: [Int], _ chart: LintContext) -> [Diagnostic] {
    let number = round.min() ?? 0
    guard let transition = chart.tree.nodes[number].state.always.first else { return [] }
    let state = chart.tree.nodes[number].state
    if round.count == 1 {
      let message =
        transition.targets.isEmpty
        ? "\(state.called.asSubject) acts without end: its `always` has neither a `guard` nor a target."
        : "\(state.called.asSubject) leads to itself without an event and without a `guard`."
      return finding(message, at: chart.range(of: transition.origin))
    }
    // From the first state of the document on, in the order of the round.
    let start = round.firstIndex(of: number) ?? 0
    let names = (round[start...] + round[..<start]).prefix(5).map {
      "`\(chart.tree.nodes[$0].state.id.text)`"
    }
    let list = names.joined(separator: ", ") + (round.count > 5 ? ", …" : "")
    return finding(
      "These states lead to one another without an event and without a `guard`: \(list).",
      at: chart.range(of: transition.origin))
  }
}
