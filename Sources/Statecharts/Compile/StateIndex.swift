package import StatechartsModel

/// The states of a chart by number in document order, the root first. The descendants of a state are the numbers after it
/// up to its `end`.
///
/// It can be made of a chart with mistakes: of two states with one id the first one counts.
package struct StateIndex: Sendable {
  /// A state and its location in the tree.
  ///
  /// It refers to the state among its siblings, because a copy of a state is a copy of all its lists.
  package struct Node: Sendable {
    package let siblings: [StateNode]
    package let place: Int
    /// The parent's number; -1 for the root.
    package let parent: Int
    /// How many states are around it; 0 for the root.
    package let depth: Int
    /// One past the number of the last descendant.
    package fileprivate(set) var end: Int

    fileprivate init(_ siblings: [StateNode], _ place: Int, parent: Int, depth: Int, end: Int) {
      (self.siblings, self.place) = (siblings, place)
      (self.parent, self.depth, self.end) = (parent, depth, end)
    }

    /// The state as it was written.
    @inlinable package var state: StateNode { _read { yield siblings[place] } }
    /// The state's id.
    package var id: ChartName { siblings[place].id }
  }

  /// The states.
  package private(set) var nodes: [Node]
  /// The numbers of the ids. The root is not among them: it carries the chart's id, and a state may have that id too.
  package private(set) var numbers: [String: Int] = [:]
  /// The states whose id an earlier state has.
  package private(set) var repeated: Set<Int> = []
  /// The states that are probably meant by names of unknown states, by the origins of these names.
  private let corrections: [ModelOrigin: String]

  /// Numbers the states of a chart.
  ///
  /// - Parameters:
  ///   - corrections: The states that are probably meant by names of unknown states, by the origins of these names.
  ///   - arranged: The order in which the children of a state are taken.
  package init(
    _ root: StateNode, corrections: [ModelOrigin: String] = [:],
    arranged: ([StateNode]) -> [StateNode] = { $0 }
  ) {
    self.corrections = corrections
    nodes = [Node([root], 0, parent: -1, depth: 0, end: 1)]
    // Models that were built in code may nest deeper than a thread's stack allows.
    var open = [(number: 0, next: 0, children: arranged(root.states))]
    walk: while let (number, first, children) = open.popLast() {
      let depth = nodes[number].depth + 1
      for place in first..<children.count {
        let child = nodes.count
        nodes.append(Node(children, place, parent: number, depth: depth, end: child + 1))
        guard children[place].states.isEmpty else {
          open.append((number, place + 1, children))
          open.append((child, 0, arranged(children[place].states)))
          continue walk
        }
      }
      nodes[number].end = nodes.count
    }
    numbers.reserveCapacity(nodes.count)
    for number in nodes.indices.dropFirst().reversed() {
      if let later = numbers.updateValue(number, forKey: nodes[number].id.text) { repeated.insert(later) }
    }
  }

  /// A state as it was written.
  package subscript(number: Int) -> StateNode { _read { yield nodes[number].state } }

  /// The ids in the order of the numbers, without the root's. Lazy, because most are given to a search that may not be
  /// affordable any more.
  var ids: some Collection<String> { nodes.dropFirst().lazy.map(\.id.text) }

  /// The number of the state that is meant by a name; nil if no state is.
  package func number(of target: ChartName) -> Int? {
    numbers[target.text] ?? corrections[target.origin].flatMap { numbers[$0] }
  }

  /// Whether a state lies inside another.
  package func isDescendant(_ number: Int, of ancestor: Int) -> Bool {
    number > ancestor && number < nodes[ancestor].end
  }

  /// The states directly inside a state.
  package func children(of number: Int) -> UnfoldSequence<Int, Int> {
    let end = nodes[number].end
    return sequence(state: number + 1) { [nodes] next in
      guard next < end else { return nil }
      defer { next = nodes[next].end }
      return next
    }
  }

  /// The states directly inside a state, without history states: those that can be active.
  package func regions(of number: Int) -> [Int] {
    children(of: number).filter { !nodes[$0].state.kind.isHistory }
  }

  /// A state and the states it lies in, innermost first.
  package func selfAndAncestors(of number: Int) -> [Int] {
    var result: [Int] = []
    var number = number
    while number >= 0 {
      result.append(number)
      number = nodes[number].parent
    }
    return result
  }

  /// The innermost state that two states lie in or are.
  package func commonAncestor(_ left: Int, _ right: Int) -> Int {
    var number = left
    while number > 0, number != right, !isDescendant(right, of: number) { number = nodes[number].parent }
    return max(number, 0)
  }

  /// The state whose active descendants a transition exits (SCXML 3.13, getTransitionDomain): its source if it is internal,
  /// else the nearest common ancestor that is not parallel; -1 without targets.
  ///
  /// A history counts as the child that it is, not as what it remembers.
  package func domain(of transition: ChartTransition, source: Int, targets: some Collection<Int>) -> Int {
    // Decision: Docs/decisions/semantics.md#a-history-target-counts-as-the-child-that-it-is
    // Decision: Docs/decisions/semantics.md#the-root-is-a-state
    guard !targets.isEmpty else { return -1 }
    let isInternal = transition.isInternal == true && nodes[source].state.kind == .plain
    var number = isInternal ? source : nodes[source].parent
    while number > 0,
      nodes[number].state.kind == .parallel || !targets.allSatisfy({ isDescendant($0, of: number) })
    {
      number = nodes[number].parent
    }
    return max(number, 0)
  }

  /// The states that are entered from a domain to reach a target, or exited from it: outermost first, the target last.
  package func path(from domain: Int, to number: Int) -> [Int] {
    selfAndAncestors(of: number).prefix { $0 > domain }.reversed()
  }
}

extension StateNode {
  /// All transitions of the state, whatever triggers them, those of its services included.
  package var transitions: [ChartTransition] { transitionsBesidesDone + done }

  /// All transitions but those that wait for the state's end.
  package var transitionsBesidesDone: [ChartTransition] {
    on.map(\.transition) + always + after.map(\.transition)
      + invoke.flatMap { $0.done + $0.failed.map(\.transition) }
  }
}

extension StateNode.Kind {
  /// Whether the state only stands for others.
  package var isHistory: Bool {
    if case .history = self { true } else { false }
  }
}
