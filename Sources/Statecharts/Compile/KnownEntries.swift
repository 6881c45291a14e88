/// What transitions enter, found when the chart is compiled: it depends on nothing but the transition, unless a history
/// remembers it.
struct KnownEntries: Sendable {
  /// The most operations that are kept. Transitions for which there is no room are planned when they are taken.
  static let most = 1 << 14

  /// What is done, of all transitions.
  private(set) var operations = ContiguousArray<PlanOperation>()
  /// Where the operations of a transition begin, as `~` where a history has to be asked. They end where those of the next
  /// one begin.
  private var starts: ContiguousArray<Int32> = [0]

  /// Knows nothing.
  init() {}

  /// Finds what each transition of a chart enters.
  init(_ chart: CompiledChart) {
    var planner = Planner(chart)
    for transition in chart.transitions.indices {
      planner.planEntry(of: transition)
      let start = Int32(truncatingIfNeeded: operations.count)
      if planner.asksHistory {
        starts[transition] = ~start
      } else {
        // Whether a state or the chart is done depends on what else is active.
        let found = planner.operations.filter { $0.kind == .enter || $0.kind == .content }
        guard operations.count + found.count <= Self.most else { break }
        operations.append(contentsOf: found)
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
