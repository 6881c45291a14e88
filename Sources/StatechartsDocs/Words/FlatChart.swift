import StatechartsModel

internal import Statecharts

/// A chart's states in document order with their tree in numbers; state 0 is the root.
///
/// A class, because all parts of a writer hold one: a chart has so many lists that handing on a structure of it costs more
/// than to write an arrow.
final class FlatChart: Sendable {
  /// One state with its place in the tree.
  ///
  /// It names its place among its siblings, because a state has a dozen lists: to keep a copy of each state would cost more
  /// than to write its part of a diagram.
  struct Entry {
    private let siblings: [StateNode]
    private let place: Int
    /// The number of the parent; -1 for the root.
    let parent: Int
    /// How many states stand around it; 0 for the root.
    let depth: Int
    /// The number after its last descendant.
    fileprivate(set) var end: Int
    /// Whether there are transitions besides those of `on`, or something else happens in the state.
    let hasMore: Bool
    /// Whether something happens in the state besides its arrows.
    let hasLines: Bool
    /// Whether a failure leads out of the state.
    let answersFailures: Bool

    // In line, for each call would count two references to the siblings more.
    @inline(__always)
    fileprivate init(_ siblings: [StateNode], _ place: Int, parent: Int, depth: Int, end: Int) {
      self.siblings = siblings
      self.place = place
      self.parent = parent
      self.depth = depth
      self.end = end
      let states = siblings
      var more = !states[place].entry.isEmpty || !states[place].exit.isEmpty || !states[place].invoke.isEmpty
      more = more || !states[place].output.isEmpty || !states[place].always.isEmpty
      more = more || !states[place].after.isEmpty || !states[place].done.isEmpty
      hasMore = more
      var hasLines = more && Self.hasLines(states[place])
      var answersFailures = more && states[place].invoke.contains { !$0.failed.isEmpty }
      let on = states[place].on
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
  private let numbers: [String: Int]
  /// The states whose id an earlier one has.
  private let repeated: Set<Int>

  /// Numbers the states of a chart.
  ///
  /// - Parameter order: In which order the states of each group are taken, for drawings.
  init(_ chart: Statechart, _ order: DrawingOrder = DrawingOrder(0)) {
    var order = order
    var states = [Entry([chart.root], 0, parent: -1, depth: 0, end: 1)]
    states.reserveCapacity(chart.root.states.count + 1)
    // A stack of our own: models that were built in code may nest deeper than a thread's stack allows. It holds the states
    // whose children are being gone through, and the next child of each.
    var open = [(number: 0, next: 0, children: order.arranged(chart.root.states))]
    walk: while let (number, first, children) = open.popLast() {
      let depth = states[number].depth + 1
      for place in first..<children.count {
        let child = states.count
        states.append(Entry(children, place, parent: number, depth: depth, end: child + 1))
        guard children[place].states.isEmpty else {
          open.append((number, place + 1, children))
          open.append((child, 0, order.arranged(children[place].states)))
          continue walk
        }
      }
      states[number].end = states.count
    }
    var numbers: [String: Int] = [:]
    numbers.reserveCapacity(states.count)
    var repeated: Set<Int> = []
    // Of states with one id (a problem that lint reports) the first one is meant everywhere.
    for number in states.indices.reversed() {
      if let later = numbers.updateValue(number, forKey: states[number].state.id.text) {
        repeated.insert(later)
      }
    }
    self.chart = chart
    self.states = states
    self.numbers = numbers
    self.repeated = repeated
  }

  /// The number of the state with an id; nil when there is none.
  func number(of id: ChartName) -> Int? { numbers[id.text] }

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

  /// What a state is called: its title, else its id.
  func title(_ number: Int) -> String {
    let entry = states[number]
    if let title = entry.state.title, title.utf8.contains(where: { $0 > 0x20 }) { return title }
    if number == 0, let title = chart.title { return title }
    return entry.state.id.text
  }
}
