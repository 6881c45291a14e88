import StatechartsModel

internal import Statecharts

/// A chart's states in document order with their tree in numbers; state 0 is the root.
///
/// A class, because all parts of a writer hold one: a chart has so many lists that handing on a structure of it costs more
/// than to write an arrow.
final class FlatChart: Sendable {
  /// A state and its location, with what diagrams often ask about it.
  struct Entry {
    // Read in place, not through the node: a copy of a state is a copy of all its lists.
    private let siblings: [StateNode]
    private let place: Int
    /// The number of the parent; -1 for the root.
    let parent: Int
    /// How many states are around it; 0 for the root.
    let depth: Int
    /// One past the number of the last descendant.
    let end: Int
    /// Whether there are transitions besides those of `on`, or something else happens in the state.
    let hasMore: Bool
    /// Whether something happens in the state besides its arrows.
    let hasLines: Bool
    /// Whether a failure leads out of the state.
    let answersFailures: Bool

    @inline(__always)
    fileprivate init(_ node: StateIndex.Node) {
      (siblings, place) = (node.siblings, node.place)
      (parent, depth, end) = (node.parent, node.depth, node.end)
      let states = siblings
      let state = place
      var more = !states[state].entry.isEmpty || !states[state].exit.isEmpty || !states[state].invoke.isEmpty
      more = more || !states[state].output.isEmpty || !states[state].always.isEmpty
      more = more || !states[state].after.isEmpty || !states[state].done.isEmpty
      hasMore = more
      var hasLines = more && Self.hasLines(states[state])
      var answersFailures = more && states[state].invoke.contains { !$0.failed.isEmpty }
      let on = states[state].on
      for place in on.indices {
        if on[place].transition.targets.isEmpty { hasLines = true }
        if on[place].event.isFailure { answersFailures = true }
      }
      self.hasLines = hasLines
      self.answersFailures = answersFailures
    }

    /// Whether something happens besides what the state's `on` tells.
    private static func hasLines(_ state: StateNode) -> Bool {
      !(state.entry.isEmpty && state.exit.isEmpty && state.invoke.isEmpty && state.output.isEmpty)
        || state.after.contains { $0.transition.targets.isEmpty }
        || state.always.contains { $0.targets.isEmpty } || state.done.contains { $0.targets.isEmpty }
    }

    var state: StateNode {
      @inline(__always) _read { yield siblings[place] }
    }

    /// All transitions of the state with what they wait for, as `StateNode.forEachTransition`.
    @inline(__always)
    func forEachTransition(_ body: (Trigger, ChartTransition) -> Void) {
      guard !hasMore else { return state.forEachTransition(body) }
      let on = state.on
      for place in on.indices { body(.event(on[place].event), on[place].transition) }
    }
  }

  let chart: Statechart
  let states: [Entry]
  private let index: StateIndex
  /// The states whose id an earlier state, or the chart, has.
  private let repeated: Set<Int>

  /// Numbers the states of a chart.
  ///
  /// - Parameter order: In which order the states of each group are taken, for drawings.
  init(_ chart: Statechart, _ order: DrawingOrder = DrawingOrder(0)) {
    var order = order
    let index = StateIndex(chart.root) { order.arranged($0) }
    self.chart = chart
    self.index = index
    states = index.nodes.map(Entry.init)
    var repeated = index.repeated
    if let state = index.numbers[chart.root.id.text] { repeated.insert(state) }
    self.repeated = repeated
  }

  /// The number of the state with an id; nil if the chart has no such state.
  func number(of id: ChartName) -> Int? { id.text == chart.root.id.text ? 0 : index.numbers[id.text] }

  /// The number of the state with an id; those next to a state, which are often meant, are looked at first.
  func number(of id: ChartName, near number: Int) -> Int? {
    guard repeated.isEmpty else { return self.number(of: id) }
    if number + 1 < states.count, states[number + 1].state.id.text == id.text { return number + 1 }
    if number > 0, states[number - 1].state.id.text == id.text { return number - 1 }
    return self.number(of: id)
  }

  /// Whether an earlier state has the same id, so that nothing leads to this one.
  func isRepeated(_ number: Int) -> Bool { !repeated.isEmpty && repeated.contains(number) }

  /// Whether one state stands somewhere inside another.
  func isInside(_ inner: Int, _ outer: Int) -> Bool { outer < inner && inner < states[outer].end }

  /// The states directly inside a state.
  func children(of number: Int) -> [Int] { Array(index.children(of: number)) }

  /// What a state is called: its title, else its id.
  func title(_ number: Int) -> String {
    let entry = states[number]
    if let title = entry.state.title, title.utf8.contains(where: { $0 > 0x20 }) { return title }
    if number == 0, let title = chart.title { return title }
    return entry.state.id.text
  }
}
