package import Statecharts
package import StatechartsModel

/// Which states of a chart a person meets: those in which it rests and waits for something from outside, or ends.
///
/// Of a parallel state one region decides, the one with the most events from outside among those in which such events lead from
/// one state to another. A state in which nothing of its own happens stands for the group around it.
package struct Screens: Sendable {
  /// The chart.
  package let chart: CompiledChart
  /// The models of the states, by number.
  package let models: [StateNode]
  /// The events that the chart sends to itself; nobody else does.
  let ownEvents: Set<String>
  /// The services that work while the chart does not rest, by their numbers among the chart's invocations.
  private var working: Set<Int> = []
  /// For each parallel state the region that decides; those that are missing are one screen.
  private var regions: [Int: Int] = [:]
  /// For each state the one that is shown for it, when it is not itself.
  private var shown: [Int: Int] = [:]

  /// Finds the screens.
  ///
  /// - Parameter region: The region of the outermost parallel state that decides; nil chooses it.
  package init(_ chart: CompiledChart, region: String? = nil) {
    self.chart = chart
    var models: [StateNode] = []
    var rest = [chart.chart.root]
    while let state = rest.popLast() {
      models.append(state)
      rest += state.states.reversed()
    }
    self.models = models
    ownEvents = Set(chart.operations.compactMap { chart.ownEvent($0) })
    for number in models.indices {
      for (invocation, model) in zip(chart.states[number].invocations, models[number].invoke)
      where Self.works(model, chart.invocations[invocation]) {
        working.insert(invocation)
      }
    }
    chooseRegions(region)
    chooseGroups()
  }

  /// The regions of the outermost parallel state that move, that of the first picture first.
  package var movingRegions: [String] {
    guard let outermost = models.indices.first(where: { chart.states[$0].kind == .parallel }) else {
      return []
    }
    return moving(of: outermost).map { models[$0].id.text }
  }

  /// The regions of a parallel state beside the one that decides.
  package func regions(beside parallel: Int) -> [Int] {
    children(of: parallel).filter { $0 != regions[parallel] }
  }

  /// The screens in which the chart can wait or end, of all regions but those that only go on beside others.
  package var all: [Int] {
    var screens: Set<Int> = []
    var rest = [0]
    while let state = rest.popLast() {
      switch chart.states[state].kind {
      case .parallel:
        let moving = moving(of: state)
        if moving.isEmpty, stays(state) { screens.insert(state) }
        rest += moving
      case .compound: rest += children(of: state)
      // The end of a group with a `done` is left at once.
      case .final where models[chart.states[state].parent].done.isEmpty: screens.insert(state)
      default: if rests(state) { screens.insert(screen(of: state)) }
      }
    }
    return screens.sorted()
  }

  /// A service works when something follows its end and it cannot go on for ever: it has a time limit or sends no events.
  /// A chart inside does not: it has screens of its own, on which it waits for a person.
  private static func works(_ model: ChartInvocation, _ record: InvocationRecord) -> Bool {
    model.isService && model.done.contains { !$0.targets.isEmpty }
      && (model.timeout != nil || (record.sends ?? []).isEmpty)
  }

  /// Whether a service works, rather than waits for somebody.
  package func works(_ invocation: Int) -> Bool { working.contains(invocation) }

  /// The innermost state that decides where a chart is, of its active states.
  package func position(in active: Set<Int>) -> Int { position(where: active.contains) }

  /// The innermost state that decides where a chart is, by whether states are active.
  func position(where isActive: (Int) -> Bool) -> Int {
    var state = 0
    while true {
      switch chart.states[state].kind {
      case .parallel:
        guard let region = regions[state], isActive(region) else { return state }
        state = region
      case .compound:
        guard let child = firstChild(of: state, where: isActive) else { return state }
        state = child
      default: return state
      }
    }
  }

  /// Whether the end of the chart can be seen in a final state: it is one of the region that decides.
  package func canEnd(in state: Int) -> Bool {
    guard chart.states[state].kind == .final else { return false }
    var inner = state
    while inner > 0 {
      let parent = chart.states[inner].parent
      if chart.states[parent].kind == .parallel, regions[parent] != inner { return false }
      inner = parent
    }
    return true
  }

  /// The state that is shown for a position.
  package func screen(of position: Int) -> Int { shown[position] ?? position }

  /// Whether something works around a position.
  package func isWorking(at position: Int, _ running: [InvocationRun]) -> Bool {
    running.contains { works($0.index) && isAround(chart.invocations[$0.index].state, position) }
  }

  /// Whether a state holds another one or is it.
  package func isAround(_ state: Int, _ inner: Int) -> Bool {
    state <= inner && inner < chart.states[state].end
  }

  private func firstChild(of state: Int, where isWanted: (Int) -> Bool) -> Int? {
    var child = state + 1
    while child < chart.states[state].end {
      if isWanted(child) { return child }
      child = chart.states[child].end
    }
    return nil
  }

  func children(of state: Int) -> [Int] {
    var children: [Int] = []
    var child = state + 1
    while child < chart.states[state].end {
      children.append(child)
      child = chart.states[child].end
    }
    return children
  }

  // MARK: Regions

  private mutating func chooseRegions(_ wanted: String?) {
    var isOutermost = true
    for state in models.indices where chart.states[state].kind == .parallel {
      var moving = moving(of: state)
      if isOutermost, let wanted, let region = moving.first(where: { models[$0].id.text == wanted }) {
        moving = [region]
      }
      isOutermost = false
      regions[state] = moving.first
    }
  }

  /// The regions in which events from outside lead from one state to another, those with the most events first.
  private func moving(of parallel: Int) -> [Int] {
    children(of: parallel).map { ($0, events(in: $0)) }.filter { $0.1.moves && $0.1.count > 0 }
      .sorted { ($1.1.count, $0.0) < ($0.1.count, $1.0) }.map(\.0)
  }

  private func events(in region: Int) -> (count: Int, moves: Bool) {
    var names: Set<String> = []
    var moves = false
    let resting = (region..<chart.states[region].end).count {
      chart.states[$0].kind == .atomic || chart.states[$0].kind == .final
    }
    for state in region..<chart.states[region].end {
      for transition in models[state].on where isExternal(transition.event) {
        names.insert(transition.event.name.text)
        moves =
          moves
          || transition.transition.targets.contains { target in
            chart.stateNumbers[target.text].map { isAround(region, $0) && $0 != region } ?? false
          }
      }
    }
    return (names.count, moves && resting > 1)
  }

  private func isExternal(_ descriptor: EventDescriptor) -> Bool {
    guard let events = chart.chart.events else { return !descriptor.isPlatform }
    return events.contains { descriptor.matches($0.name.text) && !ownEvents.contains($0.name.text) }
  }

  // MARK: Groups

  private mutating func chooseGroups() {
    for state in models.indices.dropFirst() where rests(state) && !hasOwn(state) {
      var group = chart.states[state].parent
      while group > 0, chart.states[group].kind == .compound {
        let others = (group..<chart.states[group].end).filter { $0 != state && rests($0) }
        guard !others.contains(where: hasOwn) else { break }
        if hasOwn(group) {
          // Another resting state without anything of its own is the same screen.
          shown[state] = group
          break
        }
        group = chart.states[group].parent
      }
    }
  }

  /// Whether a chart can stay in a state that has none inside.
  private func rests(_ state: Int) -> Bool { chart.states[state].kind == .atomic && stays(state) }

  /// Whether a state is not left by itself.
  private func stays(_ state: Int) -> Bool {
    if models[state].always.contains(where: { $0.guard == nil && !$0.targets.isEmpty }) { return false }
    return !chart.states[state].invocations.contains(where: works)
  }

  /// Whether a person or a service can do something in a state that they cannot do around it. Time and conditions of the
  /// chart are not seen.
  private func hasOwn(_ state: Int) -> Bool {
    let model = models[state]
    return !model.on.isEmpty || !model.invoke.isEmpty || !model.errors.isEmpty || !model.queries.isEmpty
      || !model.entry.isEmpty
  }
}

extension CompiledChart {
  /// The event that an instruction sends to the chart itself.
  fileprivate func ownEvent(_ operation: Operation) -> String? {
    switch operation {
    case .raise(let event, _): return eventNames[event]
    case .send(let number):
      guard case .itself = sends[number].destination, sends[number].computedEvent < 0 else { return nil }
      return eventNames[sends[number].event]
    default: return nil
    }
  }
}
