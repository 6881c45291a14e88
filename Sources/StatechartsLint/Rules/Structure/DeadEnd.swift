import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds states from which no way leads to an end of the chart, in charts that have one.
///
/// Counted are all transitions of a state, of those around it and of other regions, whatever they wait for. States
/// that lead to one another and nowhere else are reported once, at the first of them.
struct DeadEnd: LintRule {
  static let description = RuleDescription(
    "dead-end", "State can never reach the end of the flow", .warning, .structure,
    why: "Once the flow is in this state, it can never end.",
    howToFix: "Add a transition to another state, or write `type: final`.",
    bad: """
      states:
        open:
          on: { close: closed, jam: jammed }
        ▸jammed: { title: Jammed }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          on: { close: closed, jam: jammed }
        jammed: { title: Jammed, on: { repair: open } }
        closed: { type: final }
      """,
    alsoBad: [
      """
      states:
        open:
          on: { close: closed, jam: jammed }
        ▸jammed: { on: { push: stuck } }
        stuck: { on: { push: jammed } }
        closed: { type: final }
      """
    ],
    alsoGood: [
      """
      states:
        open:
          on: { close: closed }
        closed: { on: { lock: locked } }
        locked: { on: { unlock: closed } }
      """,
      """
      states:
        open:
          initial: ajar
          states:
            ajar: { on: { push: wide } }
            wide:
          on: { close: closed }
        closed: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    guard tree.nodes[0].state.kind == .plain else { return [] }
    let ends = tree.children(of: 0).filter { tree.nodes[$0].state.kind == .final }
    guard !ends.isEmpty else { return [] }
    let reached = Reachability(of: tree, unreadStates: context.unreadStates).isActive
    guard ends.contains(where: { reached[$0] }) else { return [] }
    let sources = Self.sources(tree)
    // A way out may be among what could not be read, or lead to what does not exist.
    let unknown = tree.nodes.indices.filter { number in
      context.unreadStates.isHit[number]
        || tree.nodes[number].state.transitions.contains { transition in
          transition.targets.contains { tree.number(of: $0) == nil }
        }
    }
    let lost = tree.nodes.indices.filter {
      $0 > 0 && context.unreadStates.unreadTexts.contains(tree.nodes[$0].state.id.text)
    }
    let canEnd = Self.canEnd(tree, ends + unknown + lost, sources)
    var reported = [Bool](repeating: false, count: tree.nodes.count)
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      guard number > 0, reached[number], !canEnd[number], !reported[number],
        !tree.nodes[number].state.kind.isHistory
      else {
        return []
      }
      guard let trap = Self.trap(from: number, tree, sources, &reported), let first = trap.min() else {
        return []
      }
      let state = tree.nodes[first].state
      let others = trap.filter {
        $0 != first && !tree.isDescendant($0, of: first) && !tree.isDescendant(first, of: $0)
      }.sorted()
      let message =
        others.isEmpty
        ? "\(state.called.asSubject) is never left, and it is not a final state."
        : "\(state.called.asSubject) can never reach the end of the flow. It only leads to "
          + others.prefix(3).map { tree.nodes[$0].state.called }.joined(separator: ", ")
          + (others.count > 3 ? ", …" : "") + "."
      // A group with an end inside lacks what follows that end; it cannot become an end itself.
      let lacksDone =
        others.isEmpty && tree.nodes[first].state.transitions.isEmpty
        && state.states.contains { $0.kind == .final }
      let id = state.id.text
      let target = ends.first.map { tree.nodes[$0].state.id.text } ?? "STATE"
      let transition = "write `EVENT: \(target)` under `on:` of `\(id)`, with the event that leaves it."
      let canBeFinal =
        tree.nodes[first].parent == 0 && tree.nodes[first].state.transitions.isEmpty && state.states.isEmpty
        && state.invoke.isEmpty
      return finding(
        message,
        help: lacksDone
          ? "Add `done: STATE` to `\(id)`, with the state that comes after its end."
          : canBeFinal
            ? "If the flow ends in `\(id)`, write `type: final` in it. If not, \(transition)"
            : "To leave it, \(transition)",
        at: context.range(of: state.id))
    }
  }

  /// For each state, the states whose transitions lead to it.
  private static func sources(_ tree: StateIndex) -> [[Int]] {
    var result: [[Int]] = Array(repeating: [], count: tree.nodes.count)
    for (number, node) in tree.nodes.enumerated() {
      for transition in node.state.transitions {
        for target in transition.targets.compactMap({ tree.number(of: $0) }) { result[target].append(number) }
      }
      // A history state leads to whatever its parent holds.
      if node.state.kind.isHistory, node.parent >= 0 {
        for child in tree.children(of: node.parent) where child != number { result[child].append(number) }
      }
    }
    return result
  }

  /// For each state, whether the chart can end while or after it is active.
  private static func canEnd(_ tree: StateIndex, _ ends: [Int], _ sources: [[Int]]) -> [Bool] {
    var result = [Bool](repeating: false, count: tree.nodes.count)
    var open = ends
    func mark(_ number: Int) {
      guard !result[number] else { return }
      result[number] = true
      open.append(number)
    }
    for end in ends {
      result[end] = true
      for inner in tree.descendants(of: end) { mark(inner) }
    }
    while let number = open.popLast() {
      // Entering a state around it may enter it.
      if number > 0, tree.nodes[number].parent > 0 { mark(tree.nodes[number].parent) }
      for source in sources[number] {
        var outermost = source
        // What one region does may end the others.
        for outer in tree.selfAndAncestors(of: source) where tree.nodes[outer].state.kind == .parallel {
          outermost = outer
        }
        mark(outermost)
        for inner in tree.descendants(of: outermost) { mark(inner) }
        mark(source)
      }
    }
    return result
  }

  /// The states that a state leads to and that lead to nothing else; nil if they were reported before.
  ///
  /// Everything on the way there is marked as reported: only the way out of the trap is missing.
  private static func trap(
    from start: Int, _ tree: StateIndex, _ sources: [[Int]], _ reported: inout [Bool]
  ) -> [Int]? {
    var start = start
    // Each round begins nearer to the trap; only a hostile chart needs more of them.
    for _ in 0..<64 {
      let (trap, isKnown) = reachable(from: start, tree, reported)
      for number in trap { reported[number] = true }
      if isKnown { return nil }
      let members = Set(trap)
      // What does not lead back to the start lies nearer.
      var back: Set<Int> = [start]
      var open = [start]
      while let number = open.popLast() {
        for source in sources[number] + [tree.nodes[number].parent] {
          if members.contains(source), back.insert(source).inserted { open.append(source) }
        }
      }
      guard let next = trap.last(where: { !back.contains($0) && !tree.isDescendant($0, of: start) }) else {
        return trap
      }
      for number in trap { reported[number] = false }
      start = next
    }
    return nil
  }

  /// The states that transitions lead to from a state, itself included. A state that was reported ends the search.
  private static func reachable(
    from start: Int, _ tree: StateIndex, _ reported: [Bool]
  ) -> (states: [Int], meetsReported: Bool) {
    var result = [start]
    var seen: Set<Int> = [start]
    var open = [start]
    while let number = open.popLast() {
      let targets = tree.nodes[number].state.transitions.flatMap(\.targets).compactMap { tree.number(of: $0) }
      for next in tree.descendants(of: number) + targets where seen.insert(next).inserted {
        if reported[next] { return (result, true) }
        result.append(next)
        open.append(next)
      }
    }
    return (result, false)
  }
}
