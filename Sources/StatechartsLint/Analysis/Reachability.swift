import StatechartsModel

internal import Statecharts

/// Which states of a chart can ever be active if every event, guard and service may do anything it can.
///
/// Counted are the default entries of compound, parallel and history states and all transitions, those by
/// event, by time, without event, and those of finished and failed work, from states that can be active; `done` where
/// a final state inside can be active, or where there is none, which is another mistake.
/// What is not known because of another mistake, such as a missing `initial`, counts as an entry.
struct Reachability {
  // Decision: Docs/decisions/linter.md#what-depends-on-data-is-left-to-runs
  /// States that are never active, outermost ones only, in document order.
  let unreachable: [StateIndex.Node]
  /// Ways between the unreachable states and what is inside them, by their places in `unreachable`.
  let deadLinks: [(source: Int, target: Int)]
  /// Whether the state of each number can be active.
  let isActive: [Bool]

  /// Searches the states of a chart.
  ///
  /// - Parameters:
  ///   - unreadTexts: Names in parts that could not be read; states called so count as reached.
  ///   - unreadStates: What could not be read: a final state may be among it.
  init(of tree: StateIndex, unreadTexts: Set<String> = [], unreadStates: UnreadStates? = nil) {
    var walk = Walk(tree, unreadStates)
    walk.enterByDefault(0)
    for (number, node) in tree.nodes.enumerated() where number > 0 && unreadTexts.contains(node.state.id.text)
    {
      walk.enter([number], from: 0)
    }
    walk.follow()
    isActive = walk.isActive
    var outermost: [Int] = []
    // The place of the outermost state that each state lies in or is.
    var places = [Int?](repeating: nil, count: tree.nodes.count)
    for (number, node) in tree.nodes.enumerated() where !walk.isActive[number] {
      places[number] = places[max(node.parent, 0)] ?? outermost.count
      if places[number] == outermost.count { outermost.append(number) }
    }
    unreachable = outermost.map { tree.nodes[$0] }
    deadLinks = tree.nodes.indices.flatMap { number -> [(source: Int, target: Int)] in
      guard let place = places[number] else { return [] }
      let node = tree.nodes[number]
      // The end of the state around waits for a final state.
      let awaited = node.state.kind == .final ? tree.nodes[max(node.parent, 0)].state.done : []
      let targets =
        (node.state.transitions + awaited).flatMap(\.targets) + (node.state.initial?.targets ?? [])
      return targets.compactMap { target in
        guard let other = tree.number(of: target).flatMap({ places[$0] }), other != place else { return nil }
        return (place, other)
      }
    }
  }

  /// The search.
  private struct Walk {
    let tree: StateIndex
    var isActive: [Bool]
    var isEnteredByDefault: [Bool]
    /// Parents of which any child was entered.
    var enteredAnyChild: Set<Int> = []
    /// States directly inside parallel states that were not yet entered by default, where any was.
    var regionsLeft: [Int: [Int]] = [:]
    var open: [Int] = []
    /// States that can come to their end.
    var isDone: [Bool]
    /// States whose end can never come, as far as they were read, for what is missing is a final state.
    let lacksEnd: [Bool]
    /// How many states directly inside each one have not come to their end.
    var waitsFor: [Int]

    init(_ tree: StateIndex, _ unreadStates: UnreadStates?) {
      self.tree = tree
      isActive = Array(repeating: false, count: tree.nodes.count)
      isEnteredByDefault = isActive
      isDone = isActive
      lacksEnd = tree.nodes.indices.map { !tree.canBeDone($0) || unreadStates?.isIntactInside($0) == false }
      waitsFor = tree.nodes.indices.map { number in
        tree.regions(of: number).count
      }
    }

    private var nodes: [StateIndex.Node] { tree.nodes }

    /// Follows the transitions of all active states until nothing new becomes active.
    mutating func follow() {
      while let number = open.popLast() {
        let node = nodes[number]
        if node.state.kind.isHistory {
          enterInitial(of: number, in: nodes[number].parent)
          continue
        }
        for transition in node.state.transitionsBesidesDone { take(transition, from: number) }
        if lacksEnd[number] { end(number) }
        if node.state.kind == .final { end(number) }
      }
    }

    private mutating func take(_ transition: ChartTransition, from number: Int) {
      let targets = transition.targets.compactMap { tree.number(of: $0) }
      guard !targets.isEmpty else { return }
      enter(targets, from: tree.domain(of: transition, source: number, targets: targets))
    }

    /// Notes that a state can come to its end, and what follows from that.
    private mutating func end(_ number: Int) {
      guard !isDone[number] else { return }
      isDone[number] = true
      for transition in nodes[number].state.done { take(transition, from: number) }
      let parent = nodes[number].parent
      guard parent >= 0 else { return }
      waitsFor[parent] -= 1
      switch nodes[parent].state.kind {
      case .plain: if nodes[number].state.kind == .final { end(parent) }
      case .parallel: if waitsFor[parent] == 0 { end(parent) }
      case .final, .history, .choice: return
      }
    }

    /// Enters targets and what lies between them and an ancestor, which stays as it is (SCXML Appendix D).
    mutating func enter(_ targets: [Int], from domain: Int) {
      var path: [Int] = []
      var onPath: Set<Int> = []
      for target in targets {
        var number = nodes[target].parent
        while number > domain, onPath.insert(number).inserted {
          path.append(number)
          number = nodes[number].parent
        }
      }
      for target in targets { enterByDefault(target) }
      let held = onPath.union(targets)
      for number in path {
        activate(number)
        guard nodes[number].state.kind == .parallel else { continue }
        // Looking at all of them each time would take time with the square of a parallel state's size.
        let regions = regionsLeft[number] ?? tree.regions(of: number)
        regionsLeft[number] = regions.filter(held.contains)
        for child in regions where !held.contains(child) { enterByDefault(child) }
      }
    }

    /// Enters a state and its default descendants.
    mutating func enterByDefault(_ number: Int) {
      activate(number)
      guard !isEnteredByDefault[number] else { return }
      isEnteredByDefault[number] = true
      switch nodes[number].state.kind {
      case .parallel: for child in tree.regions(of: number) { enterByDefault(child) }
      case .plain: if !nodes[number].state.states.isEmpty { enterInitial(of: number, in: number) }
      case .final, .history, .choice: return
      }
    }

    /// Takes a default entry; one that is missing or leads nowhere may be meant for any child.
    private mutating func enterInitial(of number: Int, in parent: Int) {
      let targets = (nodes[number].state.initial?.targets ?? []).compactMap { tree.number(of: $0) }
        .filter { tree.isDescendant($0, of: parent) }
      if targets.isEmpty {
        // The same for all histories of a parent, so once is enough.
        guard enteredAnyChild.insert(max(parent, 0)).inserted else { return }
        for child in tree.regions(of: max(parent, 0)) { enterByDefault(child) }
      } else {
        enter(targets, from: parent)
      }
    }

    private mutating func activate(_ number: Int) {
      guard !isActive[number] else { return }
      isActive[number] = true
      open.append(number)
    }
  }
}
