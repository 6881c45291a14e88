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

/// A microstep of the memo: what is done, and where it leads.
struct StepPlan: Sendable {
  /// All operations, in the memo's table.
  var operations: Range<Int32>
  /// The places of those that act.
  var acting: Range<Int32>
  /// The configuration that it leads to.
  var next: Int32

  /// The number of the plan of doing nothing.
  static let nothing: Int32 = 0
  /// Stands for a plan that is not in the memo, but in the planner.
  static let unlearned: Int32 = -1
}
