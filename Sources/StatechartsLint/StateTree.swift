internal import Statecharts

/// The states of a chart by number in document order, the root first. Unlike a compiled chart, it can be made of a
/// chart that has mistakes.
struct StateTree: Sendable {
  /// A state.
  struct Node: Sendable {
    var state: State
    /// The parent's number; -1 for the root.
    var parent: Int
    /// One past the number of the last descendant.
    var end: Int
    var children: [Int] = []
  }

  /// The states.
  private(set) var nodes: [Node] = []
  private var numbers: [String: Int] = [:]
  private let corrections: [Origin: String]

  /// Numbers the states of a chart.
  ///
  /// - Parameter corrections: The states that are probably meant by names that do not exist, by their origins.
  init(_ root: State, corrections: [Origin: String] = [:]) {
    self.corrections = corrections
    add(root, parent: -1)
  }

  // The recursion is bounded by the depth of the text that the chart was read from.
  private mutating func add(_ state: State, parent: Int) {
    let number = nodes.count
    nodes.append(Node(state: state, parent: parent, end: number))
    // Of two states with one id the first one counts, as everywhere.
    if number > 0, numbers[state.id.text] == nil { numbers[state.id.text] = number }
    if parent >= 0 { nodes[parent].children.append(number) }
    for child in state.states { add(child, parent: number) }
    nodes[number].end = nodes.count
  }

  /// The number of the state that is meant by a name; nil when there is none.
  func number(of target: Name) -> Int? {
    numbers[target.text] ?? corrections[target.origin].flatMap { numbers[$0] }
  }

  /// Whether a state lies inside another.
  func isDescendant(_ number: Int, of ancestor: Int) -> Bool {
    number > ancestor && number < nodes[ancestor].end
  }

  /// All transitions of a state, whatever triggers them.
  static func transitions(of state: State) -> [Transition] {
    state.on.map(\.transition) + state.always + state.done + state.after.map(\.transition)
      + state.invoke.flatMap { $0.done + $0.failed.map(\.transition) }
  }

  /// The state that a transition does not leave: its source if it is internal, else the nearest common
  /// ancestor that is not parallel.
  func domain(of transition: Transition, source: Int, targets: [Int]) -> Int {
    let staysInside = transition.isInternal == true && nodes[source].state.kind == .plain
    if staysInside, targets.allSatisfy({ isDescendant($0, of: source) }) { return source }
    var number = nodes[source].parent
    while number > 0 {
      let isCommon = targets.allSatisfy { isDescendant($0, of: number) }
      if isCommon, nodes[number].state.kind != .parallel { return number }
      number = nodes[number].parent
    }
    return 0
  }
}
