internal import Statecharts
internal import StatechartsYAML

/// Finds states that no transition, default entry or history leads to.
struct UnreachableState: LintRule {
  static let description = RuleDescription(
    "unreachable-state", "Nothing leads to a state", .warning, .structure,
    why:
      "The flow can never get there, so either a transition is missing or the state is left over. Other states that only this one leads to are told with it, for one missing way is one mistake.",
    mend: "Add a transition that leads to it, or remove the state.",
    bad: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on: { close: closed }
        ▸ajar:
          on: { push: open }
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on: { close: closed, pull: ajar }
        ajar:
          on: { push: open }
        closed: { type: final }
      """)

  /// How many states that are cut off with another one are shown.
  private static let mostShown = 20

  func check(_ chart: LintContext) -> [Diagnostic] {
    // An alias may lead to any state.
    if chart.hasAliases { return [] }
    let reachability = Reachability(of: chart.tree, lostTexts: chart.lostTexts, damage: chart.damage)
    let states = reachability.unreachable
    var sources: [Int: Int] = [:]
    for (source, target) in reachability.deadLinks {
      sources[target] = min(sources[target] ?? source, source)
    }
    return Island.all(of: states.count, links: reachability.deadLinks).flatMap { island -> [Diagnostic] in
      let state = states[island.first].state
      let kind = if case .history = state.kind { "history state" } else { "state" }
      let subject = state.title == nil ? "the \(kind) \(state.called)" : state.called
      // Whatever leads to it is on the island, so it is there only by way of this state.
      let help = sources[island.first].map { source in
        "`\(states[source].id.text)` leads to it, but only by way of this state itself: add a transition from a state that is reached."
      }
      let related = island.others.prefix(Self.mostShown).compactMap { other in
        chart.range(of: states[other].id).map { range in
          Diagnostic.Related(
            range: range, message: "\(states[other].state.called.asSubject) is only reached by way of it.")
        }
      }
      let isCut = island.others.count > related.count
      return finding(
        "Nothing leads to \(subject)\(isCut ? ", nor to \(island.others.count) states after it" : "").",
        help: help, at: chart.range(of: state.id), related: related)
    }
  }

  /// States that one missing way cuts off: one to which none leads but those to which it leads itself, and all others
  /// to which it leads.
  private struct Island {
    /// The first in the document of those that the way may be meant to lead to.
    var first: Int
    /// The others, in document order; what two such ways would lead to is told once.
    var others: [Int]

    /// The islands among states that are numbered in document order.
    static func all(of count: Int, links: [(source: Int, target: Int)]) -> [Island] {
      var targets = [[Int]](repeating: [], count: count)
      for (source, target) in links { targets[source].append(target) }
      // Read backwards, the order in which a search in depth leaves the states begins each island with its first one:
      // what leads to a state is left after it, or lies on a round that the search entered at its first state.
      var isSeen = [Bool](repeating: false, count: count)
      let order = (0..<count).flatMap { search(from: $0, targets, &isSeen) }
      isSeen = [Bool](repeating: false, count: count)
      let islands = order.reversed().compactMap { first -> Island? in
        let found = search(from: first, targets, &isSeen)
        return found.isEmpty ? nil : Island(first: first, others: found.dropLast().sorted())
      }
      return islands.sorted { $0.first < $1.first }
    }

    /// The states not seen before to which a state leads, itself the last, in the order in which a search in depth
    /// leaves them.
    private static func search(from start: Int, _ targets: [[Int]], _ isSeen: inout [Bool]) -> [Int] {
      if isSeen[start] { return [] }
      isSeen[start] = true
      var left: [Int] = []
      var path = [(state: start, next: 0)]
      while let (state, next) = path.last {
        guard next < targets[state].count else {
          left.append(state)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = targets[state][next]
        if isSeen[target] { continue }
        isSeen[target] = true
        path.append((target, 0))
      }
      return left
    }
  }
}
