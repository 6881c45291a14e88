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
    var states = [Entry(state: chart.root, parent: -1, depth: 0, end: 1)]
    // A stack of our own: models that were built in code may nest deeper than a thread's stack allows. It holds the states
    // whose children are being gone through, and the next child of each.
    var open = [(number: 0, next: 0)]
    while let (number, next) = open.last {
      let entry = states[number]
      guard next < entry.state.states.count else {
        entry.end = states.count
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      let child = Entry(
        state: entry.state.states[next], parent: number, depth: entry.depth + 1, end: states.count + 1)
      if !child.state.states.isEmpty { open.append((states.count, 0)) }
      states.append(child)
    }
    var numbers: [String: Int] = [:]
    numbers.reserveCapacity(states.count)
    // Of states with one id (a problem that lint reports) the first one is meant everywhere.
    for number in states.indices.reversed() { numbers[states[number].state.id.text] = number }
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
    let entry = states[number]
    if let title = entry.state.title, title.utf8.contains(where: { $0 > 0x20 }) { return title }
    if number == 0, let title = chart.title { return title }
    return entry.state.id.text
  }
}
