import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds states that no transition, default entry or history leads to.
struct UnreachableState: LintRule {
  static let description = RuleDescription(
    "unreachable-state", "State is unreachable", .warning, .structure,
    why:
      "A transition is missing, or the state is left over. States that only this state leads to are reported with it.",
    howToFix: "Add a transition with this state as its target, or delete the state.",
    bad: """
      states:
        open:
          on: { close: closed }
        ▸ajar:
          on: { push: open }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          on: { close: closed, pull: ajar }
        ajar:
          on: { push: open }
        closed: { type: final }
      """)

  /// How many states that are cut off with another one are shown.
  private static let mostShown = 20

  func check(_ context: LintContext) -> [Diagnostic] {
    // An alias may lead to any state.
    if context.unreadStates.hasAliases { return [] }
    let reachability = Reachability(
      of: context.tree, unreadTexts: context.unreadStates.unreadTexts, unreadStates: context.unreadStates)
    let states = reachability.unreachable
    var sources: [Int: Int] = [:]
    for (source, target) in reachability.deadLinks {
      sources[target] = min(sources[target] ?? source, source)
    }
    return Island.all(of: states.count, links: reachability.deadLinks).flatMap { island -> [Diagnostic] in
      let state = states[island.first].state
      let kind = state.kind.isHistory ? "history state" : "state"
      let subject = state.title == nil ? "The \(kind) \(state.called)" : state.called
      // Whatever leads to it is on the island, so it is there only by way of this state.
      let parent = context.tree.nodes[max(states[island.first].parent, 0)].state
      let other = parent.initial?.targets.first?.text ?? "STATE"
      var help =
        "Write `\(state.id.text)` as the target of a transition, for example `EVENT: \(state.id.text)` under `on:` of `\(other)`. "
      help +=
        sources[island.first].map { source in
          "`\(states[source].id.text)` leads here, but it is unreachable too."
        } ?? "Or delete `\(state.id.text)` with everything inside."
      let related = island.others.prefix(Self.mostShown).compactMap { other in
        context.range(of: states[other].id).map { range in
          Diagnostic.Related(
            range: range,
            message: "\(states[other].state.called.asSubject) can only be reached through `\(state.id.text)`."
          )
        }
      }
      let isCut = island.others.count > related.count
      return finding(
        isCut
          ? "\(subject) and \(island.others.count) states after it are unreachable."
          : "\(subject) is unreachable.",
        help: help, at: context.range(of: state.id), related: related)
    }
  }

  /// States that one missing way cuts off: one to which none leads but those to which it leads itself, and all others
  /// to which it leads.
  private struct Island {
    /// The first in the document of those that the way may be meant to lead to.
    var first: Int
    /// The others, in document order; a state to which two such ways would lead is in one list only.
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
