/// What transitions enter, found when the chart is compiled: it depends on nothing but the transition, unless a history
/// remembers it.
struct PrecomputedEntrySets: Sendable {
  /// What is done, of all transitions.
  private(set) var operations = ContiguousArray<PlanOperation>()
  /// Where the operations of a transition begin, as `~` where it depends on a history. They end where those of the next
  /// transition begin.
  private var starts: ContiguousArray<Int32> = [0]

  /// Knows nothing.
  init() {}

  /// Finds what the transitions of a chart enter.
  ///
  /// - Parameter most: The most work that is done to find it, in targets, operations and children of parallel states.
  ///   Transitions behind that are planned when they are taken.
  init(_ chart: CompiledChart, most: Int) {
    var planner = Planner(chart)
    var work = 0
    for transition in chart.transitions.indices {
      planner.planEntry(of: transition)
      work += 1 + chart.transitions[transition].targets.count + planner.operations.count + planner.regionsSeen
      guard work <= most else { break }
      if planner.asksHistory {
        starts[transition] = ~starts[transition]
      } else {
        operations.append(contentsOf: planner.operations)
      }
      starts.append(Int32(truncatingIfNeeded: operations.count))
    }
  }

  /// Where the operations of a transition are; nil when they are not known.
  subscript(_ transition: Int) -> Range<Int>? {
    guard transition + 1 < starts.count, starts[transition] >= 0 else { return nil }
    let next = starts[transition + 1]
    return Int(starts[transition])..<Int(next < 0 ? ~next : next)
  }
}

extension Planner {
  /// Plans only what a transition enters, without what that completes: this depends on what else is active.
  mutating func planEntry(of transition: Int) {
    configuration.removeAll()
    operations.removeAll()
    enabled.removeAll()
    enabled.append(transition)
    asksHistory = false
    regionsSeen = 0
    computeEntrySet()
    enterStates(completing: false)
  }

  /// Plans to enter the states that the enabled transitions enter, where that was found when the chart was compiled.
  ///
  /// - Returns: whether it was; nothing is planned if not.
  mutating func enterKnownStates() -> Bool {
    for place in enabled.indices where chart.precomputedEntrySets[enabled[place]] == nil { return false }
    // The domains do not meet and are in document order; so are the states inside them.
    for place in enabled.indices {
      guard let entry = chart.precomputedEntrySets[enabled[place]] else { return false }
      for position in entry {
        let operation = chart.precomputedEntrySets.operations[position]
        operations.append(operation)
        if operation.acts { acts = true }
        guard operation.kind == .enter else { continue }
        let state = Int(operation.subject)
        configuration.insert(state)
        if chart.states[state].kind == .final { reachEnd(state) }
      }
    }
    return true
  }
}
