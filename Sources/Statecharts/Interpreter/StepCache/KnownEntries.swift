/// What transitions enter, found when the chart is compiled: it depends on nothing but the transition, unless a history
/// remembers it.
struct KnownEntries: Sendable {
  /// What is done, of all transitions.
  private(set) var operations = ContiguousArray<PlanOperation>()
  /// Where the operations of a transition begin, as `~` where a history has to be asked. They end where those of the next
  /// one begin.
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
