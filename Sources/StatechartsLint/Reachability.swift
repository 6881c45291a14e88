internal import Statecharts

/// Which states of a chart can ever be active if every event, guard and service may do anything it can.
///
/// Counted are the default entries of compound, parallel and history states and all transitions, those by
/// event, by time, without event, and those of finished and failed work, from states that can be active.
/// What cannot be told because of another mistake, such as a missing `initial`, counts as an entry.
struct Reachability {
  /// States that are never active, outermost ones only, in document order.
  let unreachable: [State]
  /// Targets of transitions whose source is never active.
  let deadLinks: [(source: String, target: String)]

  private struct Node {
    var state: State
    var parent: Int
    var children: [Int] = []
    var depth: Int
  }

  /// Searches a chart.
  ///
  /// - Parameters:
  ///   - chart: The chart, which may name targets that do not exist.
  ///   - corrections: The states that are probably meant by such targets, by the targets' origins.
  ///   - lostTexts: Names in parts that could not be read; states called so count as reached.
  init(of chart: Statechart, corrections: [Origin: String] = [:], lostTexts: Set<String> = []) {
    var walk = Walk(chart.root, corrections: corrections)
    walk.enterByDefault(0)
    for (number, node) in walk.nodes.enumerated() where number > 0 && lostTexts.contains(node.state.id.text) {
      walk.enter([number], from: 0)
    }
    walk.follow()
    unreachable = walk.nodes.indices.filter { number in
      !walk.isActive[number] && walk.isActive[max(walk.nodes[number].parent, 0)]
    }.map { walk.nodes[$0].state }
    deadLinks = walk.nodes.indices.filter { !walk.isActive[$0] }.flatMap { number in
      let state = walk.nodes[number].state
      return Walk.transitions(of: state).flatMap { transition in
        transition.targets.map { (source: state.id.text, target: $0.text) }
      }
    }
  }

  /// The search: states by number in document order, the root first.
  private struct Walk {
    var nodes: [Node] = []
    var numbers: [String: Int] = [:]
    var isActive: [Bool] = []
    var isEnteredByDefault: [Bool] = []
    /// Parents of which any child was entered.
    var enteredAnyChild: Set<Int> = []
    var open: [Int] = []
    let corrections: [Origin: String]

    init(_ root: State, corrections: [Origin: String]) {
      self.corrections = corrections
      add(root, parent: -1, depth: 0)
      isActive = Array(repeating: false, count: nodes.count)
      isEnteredByDefault = isActive
    }

    private mutating func add(_ state: State, parent: Int, depth: Int) {
      let number = nodes.count
      nodes.append(Node(state: state, parent: parent, depth: depth))
      // Of two states with one id the first one counts, as everywhere.
      if number > 0, numbers[state.id.text] == nil { numbers[state.id.text] = number }
      if parent >= 0 { nodes[parent].children.append(number) }
      for child in state.states { add(child, parent: number, depth: depth + 1) }
    }

    /// Follows the transitions of all active states until nothing new becomes active.
    mutating func follow() {
      while let number = open.popLast() {
        let state = nodes[number].state
        if case .history = state.kind {
          enterInitial(of: number, in: nodes[number].parent)
          continue
        }
        for transition in Self.transitions(of: state) where !transition.targets.isEmpty {
          let targets = transition.targets.compactMap { find($0) }
          guard !targets.isEmpty else { continue }
          enter(targets, from: domain(of: transition, source: number, targets: targets))
        }
      }
    }

    static func transitions(of state: State) -> [Transition] {
      state.on.map(\.transition) + state.always + state.done + state.after.map(\.transition)
        + state.invoke.flatMap { $0.done + $0.failed.map(\.transition) }
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
        for child in nodes[number].children where !held.contains(child) { enterRegion(child) }
      }
    }

    /// Enters a state and its default descendants.
    mutating func enterByDefault(_ number: Int) {
      activate(number)
      guard !isEnteredByDefault[number] else { return }
      isEnteredByDefault[number] = true
      switch nodes[number].state.kind {
      case .parallel: for child in nodes[number].children { enterRegion(child) }
      case .plain: if !nodes[number].children.isEmpty { enterInitial(of: number, in: number) }
      case .final, .history, .choice: return
      }
    }

    private mutating func enterRegion(_ number: Int) {
      if case .history = nodes[number].state.kind { return }
      enterByDefault(number)
    }

    /// Takes a default entry; one that is missing or leads nowhere may be meant for any child.
    private mutating func enterInitial(of number: Int, in parent: Int) {
      let targets = (nodes[number].state.initial?.targets ?? []).compactMap { find($0) }
        .filter { isDescendant($0, of: parent) }
      if targets.isEmpty {
        // The same for all histories of a parent, so once is enough.
        guard enteredAnyChild.insert(max(parent, 0)).inserted else { return }
        for child in nodes[max(parent, 0)].children { enterRegion(child) }
      } else {
        enter(targets, from: parent)
      }
    }

    private mutating func activate(_ number: Int) {
      guard !isActive[number] else { return }
      isActive[number] = true
      open.append(number)
    }

    private func find(_ target: Name) -> Int? {
      numbers[target.text] ?? corrections[target.origin].flatMap { numbers[$0] }
    }

    /// The state that a transition does not leave: its source if it is internal, else the nearest common
    /// ancestor that is not parallel.
    private func domain(of transition: Transition, source: Int, targets: [Int]) -> Int {
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

    private func isDescendant(_ number: Int, of ancestor: Int) -> Bool {
      var number = nodes[number].parent
      while number > ancestor { number = nodes[number].parent }
      return number == ancestor
    }
  }
}
