import StatechartsModel

internal import Statecharts

/// The states of a chart by number in document order, the root first. Unlike a compiled chart, it can be made of a
/// chart that has mistakes.
struct StateTree: Sendable {
  /// A state. It is no value: the rules look at each state dozens of times, and copying a state is dear.
  final class Node: Sendable {
    let state: StateNode
    /// The parent's number; -1 for the root.
    let parent: Int
    /// One past the number of the last descendant.
    let end: Int
    let children: [Int]
    /// All transitions of the state, whatever triggers them, those of its services included.
    let transitions: [ChartTransition]

    var id: ChartName { state.id }

    init(_ state: StateNode, parent: Int, end: Int, children: [Int]) {
      self.state = state
      transitions = state.transitions
      self.parent = parent
      self.end = end
      self.children = children
    }
  }

  /// The states.
  private(set) var nodes: [Node] = []
  private var numbers: [String: Int] = [:]
  private let corrections: [ModelOrigin: String]

  /// Numbers the states of a chart.
  ///
  /// - Parameter corrections: The states that are probably meant by names that do not exist, by their origins.
  init(_ root: StateNode, corrections: [ModelOrigin: String] = [:]) {
    self.corrections = corrections
    var all: [Node?] = []
    add(root, parent: -1, &all)
    nodes = all.compactMap(\.self)
  }

  // The recursion is bounded by the depth of the text that the chart was read from.
  private mutating func add(_ state: StateNode, parent: Int, _ all: inout [Node?]) {
    let number = all.count
    // Its place; what is inside is numbered before the node is made, so that the state is copied once.
    all.append(nil)
    // Of two states with one id the first one counts, as everywhere.
    if number > 0, numbers[state.id.text] == nil { numbers[state.id.text] = number }
    var children: [Int] = []
    children.reserveCapacity(state.states.count)
    for child in state.states {
      children.append(all.count)
      add(child, parent: number, &all)
    }
    all[number] = Node(state, parent: parent, end: all.count, children: children)
  }

  /// The number of the state that is meant by a name; nil when there is none.
  func number(of target: ChartName) -> Int? {
    numbers[target.text] ?? corrections[target.origin].flatMap { numbers[$0] }
  }

  /// The number of a state by its id as it is; nil when there is none.
  func number(of id: some StringProtocol) -> Int? { numbers[String(id)] }

  /// Whether a state lies inside another.
  func isDescendant(_ number: Int, of ancestor: Int) -> Bool {
    number > ancestor && number < nodes[ancestor].end
  }

  /// The state that a transition does not leave: its source if it is internal, else the nearest common
  /// ancestor that is not parallel.
  func domain(of transition: ChartTransition, source: Int, targets: [Int]) -> Int {
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

  /// The innermost state that two states lie in or are.
  func commonAncestor(_ left: Int, _ right: Int) -> Int {
    var number = left
    while number > 0, number != right, !isDescendant(right, of: number) { number = nodes[number].parent }
    return max(number, 0)
  }

  /// The state directly inside another in which a third one lies or which it is.
  func child(of ancestor: Int, towards number: Int) -> Int {
    var number = number
    while nodes[number].parent > ancestor { number = nodes[number].parent }
    return number
  }

  /// Whether two states can be active at the same time: one lies in the other, or they lie in different states of a
  /// parallel state.
  func canBeActiveTogether(_ left: Int, _ right: Int) -> Bool {
    let common = commonAncestor(left, right)
    return common == left || common == right || nodes[common].state.kind == .parallel
  }

  /// Whether `done.state.ID` can ever come for a state (SCXML 3.7): it has a final state directly inside it, or it is
  /// parallel and all of its states can be done.
  func canBeDone(_ number: Int) -> Bool {
    let children = nodes[number].children.map { (number: $0, kind: nodes[$0].state.kind) }
    switch nodes[number].state.kind {
    case .plain: return children.contains { $0.kind == .final }
    case .parallel:
      let regions = children.filter { child in
        if case .history = child.kind { return false }
        return true
      }
      return !regions.isEmpty && regions.allSatisfy { $0.kind == .final || canBeDone($0.number) }
    case .final, .history, .choice: return false
    }
  }
}

extension StateNode {
  /// All transitions of the state, whatever triggers them, those of its services included.
  var transitions: [ChartTransition] { transitionsBesidesDone + done }

  /// All transitions but those that wait for the state's end.
  var transitionsBesidesDone: [ChartTransition] {
    on.map(\.transition) + always + after.map(\.transition)
      + invoke.flatMap { $0.done + $0.failed.map(\.transition) }
  }

  /// The transitions for each event, error or timer: at most one of a list is taken.
  var alternatives: [[ChartTransition]] {
    [always, done] + invoke.map(\.done)
      + Self.grouped(on.map { ($0.event.name.text, $0.transition) })
      + Self.grouped(after.map { ($0.name.text, $0.transition) })
      + invoke.flatMap { invocation in
        Self.grouped(invocation.failed.map { ($0.code?.text ?? "any", $0.transition) })
      }
  }

  private static func grouped(_ transitions: [(name: String, ChartTransition)]) -> [[ChartTransition]] {
    var numbers: [String: Int] = [:]
    var result: [[ChartTransition]] = []
    for (name, transition) in transitions {
      if let number = numbers[name] {
        result[number].append(transition)
      } else {
        numbers[name] = result.count
        result.append([transition])
      }
    }
    return result
  }

  /// What people call the state: its title with its id, or its id.
  var called: String { title.map { "\($0) (`\(id.text)`)" } ?? "`\(id.text)`" }
}

extension String {
  /// What a state is called, at the beginning of a sentence.
  var asSubject: String { hasPrefix("`") ? "The state " + self : self }
}
