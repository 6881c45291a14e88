internal import Statecharts

/// A chart's states in document order with their tree in numbers; state 0 is the root.
struct FlatChart {
  /// One state with its place in the tree.
  ///
  /// A class, because a state has a dozen lists and is looked at often: reading one list copies one reference.
  final class Entry {
    let state: State
    /// The number of the parent; -1 for the root.
    let parent: Int
    /// How many states stand around it; 0 for the root.
    let depth: Int
    /// The number after its last descendant.
    fileprivate(set) var end: Int

    fileprivate init(state: State, parent: Int, depth: Int, end: Int) {
      self.state = state
      self.parent = parent
      self.depth = depth
      self.end = end
    }
  }

  let chart: Statechart
  let states: [Entry]
  private let numbers: [String: Int]

  init(_ chart: Statechart) {
    var states: [Entry] = []
    var numbers: [String: Int] = [:]
    // A stack of our own: models that were built in code may nest deeper than a thread's stack allows.
    var pending: [(state: State, parent: Int, depth: Int)] = [(chart.root, -1, 0)]
    while let (state, parent, depth) = pending.popLast() {
      let number = states.count
      states.append(Entry(state: state, parent: parent, depth: depth, end: number + 1))
      // Of states with one id (a problem that lint reports) the first one is meant everywhere.
      if numbers[state.id.text] == nil { numbers[state.id.text] = number }
      for child in state.states.reversed() { pending.append((child, number, depth + 1)) }
    }
    for number in states.indices.reversed() where states[number].parent >= 0 {
      let parent = states[number].parent
      states[parent].end = max(states[parent].end, states[number].end)
    }
    self.chart = chart
    self.states = states
    self.numbers = numbers
  }

  /// The number of the state with an id; nil when there is none.
  func number(of id: Name) -> Int? { numbers[id.text] }

  /// Whether one state stands somewhere inside another.
  func isInside(_ inner: Int, _ outer: Int) -> Bool { outer < inner && inner < states[outer].end }

  /// What a state is called: its title, else its id.
  func title(_ number: Int) -> String {
    let state = states[number].state
    if let title = state.title, title.utf8.contains(where: { $0 > 0x20 }) { return title }
    if number == 0, let title = chart.title { return title }
    return state.id.text
  }
}
