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

  /// Takes a state out of a chart.
  init(_ flat: FlatChart, of number: Int) {
    self.chart = flat.chart
    self.flat = flat
    inside = number..<flat.states[number].end
    let title = flat.title(number)
    self.chart.title = "\(flat.title(0)): \(title)"
    self.chart.description = flat.states[number].state.description
    self.chart.root = root(of: number)
  }

  private mutating func root(of number: Int) -> State {
    var root = ways(into: flat.states[0].state)
    root.title = nil
    let begins = flat.states[0].state.initial
    if let begins, !begins.targets.isEmpty, begins.targets.allSatisfy(isInside) { root.initial = begins }
    // The states that stand around the part, by their places in the whole.
    var around: [Int: State] = [:]
    for other in flat.states.indices where other > 0 && !inside.contains(other) {
      if leadsInside(flat.states[other]) { around[other] = ways(into: flat.states[other].state) }
    }
    var targets: Set<Int> = []
    func note(_ names: [Name]) {
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

  /// Whether a way leads from a state into the part.
  private func leadsInside(_ entry: FlatChart.Entry) -> Bool {
    var result = false
    entry.forEachTransition { _, way in
      // A method that is handed on would take a copy of the part with it.
      for target in way.targets where isInside(target) { result = true }
    }
    return result
  }

  private func isInside(_ name: Name) -> Bool {
    guard let number = flat.number(of: name) else { return false }
    return inside.contains(number)
  }

  /// A state with nothing but its title.
  private func bare(_ entry: FlatChart.Entry) -> State {
    let state = entry.state
    var title = state.title
    var kind = State.Kind.plain
    switch state.kind {
    // An end of a group would look like an end of the flow.
    case .final where entry.parent == 0: kind = .final
    case .history(let deep):
      title = (deep ? "H* " : "H ") + (state.title ?? flat.title(entry.parent))
    default: break
    }
    return State(state.id, kind: kind, title: title)
  }

  /// A state with nothing but its title and the ways that lead into the part.
  private func ways(into state: State) -> State {
    var result = State(state.id, title: state.title)
    if let number = flat.number(of: state.id), number > 0 { result = bare(flat.states[number]) }
    func leads(_ transition: Transition) -> Bool { transition.targets.contains(where: isInside) }
    result.on = state.on.filter { leads($0.transition) }
    result.after = state.after.filter { leads($0.transition) }
    result.done = state.done.filter(leads)
    result.always = state.always.filter(leads)
    if state.kind == .choice, state.always.count > 1 {
      // The state is drawn as a box, of which nobody would expect that its last way is for all other cases.
      for index in result.always.indices
      where result.always[index].guard == nil && result.always[index].visibleLabel == nil {
        result.always[index].label = "[else]"
      }
    }
    for invocation in state.invoke {
      var invocation = invocation
      invocation.done = invocation.done.filter(leads)
      invocation.failed = invocation.failed.filter { leads($0.transition) }
      if !invocation.done.isEmpty || !invocation.failed.isEmpty { result.invoke.append(invocation) }
    }
    return result
  }
}
