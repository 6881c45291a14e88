/// One thing that a microstep does. A microstep is planned as a whole before anything of it is done.
struct PlanOperation: Sendable {
  enum Kind: UInt8, Sendable {
    /// Leaves a state.
    case exit
    /// Acts for a transition.
    case take
    /// Runs the actions of a default entry, of a compound state or of a history.
    case content
    /// Enters a state.
    case enter
    /// Queues `done.state.ID` of a compound state with the data of its final child, `detail`.
    case doneWithData
    /// Queues `done.state.ID` of a parallel state.
    case done
    /// The chart has reached its end.
    case finish
  }

  var kind: Kind
  /// Whether the operation does anything but change what is active.
  var acts: Bool
  /// The state, the transition or the default entry.
  var subject: Int32
  var detail: Int32 = -1
}

// A plan leaves states, the last one first; then it acts; then it enters states in document order, each followed by
// what comes with it. So a binary search finds each.
extension ArraySlice<PlanOperation> {
  /// Where a state is left; nil when it is not.
  func exit(of state: Int) -> Int? {
    let place = partitioningIndex { $0.kind != .exit || Int($0.subject) <= state }
    return place < endIndex && self[place].kind == .exit && Int(self[place].subject) == state ? place : nil
  }

  /// Where a state is entered; nil when it is not.
  func entry(of state: Int) -> Int? {
    let first = partitioningIndex { $0.kind != .exit && $0.kind != .take }
    var (low, high) = (first, endIndex)
    while low < high {
      // The entry that the middle belongs to: what comes with an entry stands behind it.
      let middle = (low + high) / 2
      var entry = middle
      while entry > low, self[entry].kind != .enter { entry -= 1 }
      if self[entry].kind == .enter, Int(self[entry].subject) >= state {
        if Int(self[entry].subject) == state { return entry }
        high = entry
      } else {
        low = middle + 1
      }
    }
    return nil
  }
}

/// A microstep in the step cache: what is done, and where it leads.
struct StepPlan: Sendable {
  /// All operations, in the cache's table.
  var operations: Range<Int32>
  /// The places of those that act.
  var acting: Range<Int32>
  /// The configuration that it leads to.
  var next: Int32

  /// The number of the plan of doing nothing.
  static var nothing: Int32 { 0 }
  /// Stands for a plan that is not in the step cache, but in the planner.
  static var unlearned: Int32 { -1 }
}

extension StateRecord {
  /// Whether leaving the state does anything but make it inactive.
  var actsOnExit: Bool { !exit.isEmpty || !timers.isEmpty || !invocations.isEmpty || !cleared.isEmpty }

  /// Whether entering the state itself does anything but make it active.
  var actsOnEntry: Bool { !entry.isEmpty || !timers.isEmpty || !invocations.isEmpty }
}
