import StatechartsModel

internal import Statecharts

/// One state of a chart with all that is inside it, as a chart of its own, to be drawn.
///
/// Around it stand the states to which ways lead from it, and those from which ways lead into it. Of what surrounds the
/// state nothing else is kept; the chart's own transitions are, as far as they lead into it.
struct ChartPart {
  /// The part as a chart, under the id of the whole.
  private(set) var chart: Statechart
  /// The ids of states that are no part of it and stand there for the ways' sake.
  private(set) var outside: Set<String> = []

  private let flat: FlatChart
  /// The part's states.
  private let inside: Range<Int>

  /// The most targets of a transition from outside that are all drawn; of one with more only those inside the part are, for a
  /// picture with so many boxes around it cannot be read.
  private static let mostTargets = 25

  /// Takes a state out of a chart.
  init(_ flat: FlatChart, of number: Int, _ arrivals: Arrivals) {
    self.chart = flat.chart
    self.flat = flat
    inside = number..<flat.states[number].end
    let title = flat.title(number)
    self.chart.title = "\(flat.title(0)): \(title)"
    self.chart.description = flat.states[number].state.description
    self.chart.root = root(of: number, arrivals.transitions(into: inside))
  }

  private mutating func root(of number: Int, _ ways: [Int: [(place: Arrivals.Place, targets: [Int])]])
    -> StateNode
  {
    var root = self.ways(ways[0] ?? [], of: 0)
    root.title = nil
    let begins = flat.states[0].state.initial
    if let begins, !begins.targets.isEmpty, begins.targets.allSatisfy(isInside) { root.initial = begins }
    // The states that stand around the part, by their places in the whole.
    var around: [Int: StateNode] = [:]
    for (other, ways) in ways where other > 0 { around[other] = self.ways(ways, of: other) }
    var targets: Set<Int> = []
    func note(_ names: [ChartName]) {
      for name in names {
        if let target = flat.number(of: name), target > 0, !inside.contains(target) { targets.insert(target) }
      }
    }
    for entry in flat.states[inside] {
      note(entry.state.initial?.targets ?? [])
      entry.state.forEachTransition { _, transition in note(transition.targets) }
    }
    for state in [root] + Array(around.values) {
      state.forEachTransition { _, transition in note(transition.targets) }
    }
    for target in targets where around[target] == nil { around[target] = bare(flat.states[target]) }
    outside = Set(around.keys.map { flat.states[$0].state.id.text })
    around[number] = flat.states[number].state
    root.states = around.sorted { $0.key < $1.key }.map(\.value)
    return root
  }

  private func isInside(_ name: ChartName) -> Bool {
    guard let number = flat.number(of: name) else { return false }
    return inside.contains(number)
  }

  /// A state with nothing but its title.
  private func bare(_ entry: FlatChart.Entry) -> StateNode {
    let state = entry.state
    var title = state.title
    var kind = StateNode.Kind.plain
    switch state.kind {
    // An end of a group would look like an end of the flow.
    case .final where entry.parent == 0: kind = .final
    case .history(let deep):
      title = (deep ? "H* " : "H ") + (state.title ?? flat.title(entry.parent))
    default: break
    }
    var bare = StateNode(state.id, kind: kind, title: title)
    if kind == .final { bare.ending = state.ending }
    return bare
  }

  /// A state with nothing but its title and the ways that lead into the part.
  private func ways(_ ways: [(place: Arrivals.Place, targets: [Int])], of number: Int) -> StateNode {
    let state = flat.states[number].state
    var result = number > 0 ? bare(flat.states[number]) : StateNode(state.id, title: state.title)
    func drawn(_ transition: ChartTransition, _ inside: [Int]) -> ChartTransition {
      guard transition.targets.count > Self.mostTargets else { return transition }
      var transition = transition
      transition.targets = inside.map { transition.targets[$0] }
      return transition
    }
    // The invocations of the state that stay, by their places.
    var invocations: [Int: Int] = [:]
    func invocation(_ place: Int) -> Int {
      if let known = invocations[place] { return known }
      var bare = state.invoke[place]
      (bare.done, bare.failed) = ([], [])
      result.invoke.append(bare)
      invocations[place] = result.invoke.count - 1
      return result.invoke.count - 1
    }
    for (place, targets) in ways {
      switch place {
      case .event(let index):
        var way = state.on[index]
        way.transition = drawn(way.transition, targets)
        result.on.append(way)
      case .after(let index):
        var way = state.after[index]
        way.transition = drawn(way.transition, targets)
        result.after.append(way)
      case .done(let index): result.done.append(drawn(state.done[index], targets))
      case .always(let index):
        var way = drawn(state.always[index], targets)
        // The state is drawn as a box, of which nobody would expect that its last way is for all other cases.
        if state.kind == .choice, state.always.count > 1, way.guard == nil, way.visibleLabel == nil {
          way.label = "[else]"
        }
        result.always.append(way)
      case .completed(let number, let index):
        let own = invocation(number)
        result.invoke[own].done.append(drawn(state.invoke[number].done[index], targets))
      case .failed(let number, let index):
        var way = state.invoke[number].failed[index]
        way.transition = drawn(way.transition, targets)
        let own = invocation(number)
        result.invoke[own].failed.append(way)
      }
    }
    return result
  }
}
