import StatechartsModel

internal import Statecharts

/// How far the transitions of each state lead out, found once for all questions about a chart.
struct ExitTransitions: Sendable {
  /// Stands for an unknown target: nobody knows where it leads.
  private static let anywhere = -1
  /// Stands for a state that no transition leaves.
  private static let none = Int.max

  /// By state: the outermost domain of its transitions for events of the app, which all inside is left for.
  private var byEvent: [Int] = []
  /// By state: the same for all transitions of it and of the states inside it.
  private var withInside: [Int] = []
  /// By state: how many of the states directly inside lead out of it.
  private var leavingChildren: [Int] = []

  init(_ tree: StateIndex) {
    for (number, node) in tree.nodes.enumerated() {
      let events = node.state.on.filter { !$0.event.isPlatform }.map(\.transition)
      byEvent.append(Self.outermost(events, of: number, tree))
      withInside.append(Self.outermost(node.state.transitions, of: number, tree))
    }
    leavingChildren = [Int](repeating: 0, count: tree.nodes.count)
    for number in tree.nodes.indices.reversed() where number > 0 {
      let parent = tree.nodes[number].parent
      if withInside[number] <= parent { leavingChildren[parent] += 1 }
      withInside[parent] = min(withInside[parent], withInside[number])
    }
  }

  private static func outermost(_ transitions: [ChartTransition], of source: Int, _ tree: StateIndex) -> Int {
    var result = none
    for transition in transitions where !transition.targets.isEmpty {
      let targets = transition.targets.compactMap { tree.number(of: $0) }
      guard targets.count == transition.targets.count else { return anywhere }
      // A domain is the source or around it, so the smallest number is the outermost.
      result = min(result, tree.domain(of: transition, source: source, targets: targets))
    }
    return result
  }

  /// Whether a state can be left by an event that is not the platform's, answered by it or by what surrounds it.
  func canBeLeftByEvent(_ number: Int, _ tree: StateIndex) -> Bool {
    tree.selfAndAncestors(of: number).contains { byEvent[$0] < number }
  }

  /// Whether a transition of a state inside leads out of a state.
  func canBeLeftFromInside(_ number: Int, _ tree: StateIndex) -> Bool {
    tree.children(of: number).contains { withInside[$0] < number }
  }

  /// Whether a transition of another part of a parallel state leads out of all of it, and so out of a state.
  func canBeLeftFromAside(_ number: Int, _ tree: StateIndex) -> Bool {
    var inner = number
    for outer in tree.selfAndAncestors(of: number).dropFirst() {
      let own = withInside[inner] <= outer ? 1 : 0
      if tree.nodes[outer].state.kind == .parallel, leavingChildren[outer] > own { return true }
      inner = outer
    }
    return false
  }
}
