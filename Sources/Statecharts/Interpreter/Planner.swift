// The part of the algorithm of Appendix D that depends on nothing but where the chart is, what its histories
// remember, the event, and the answers of guards. It does nothing itself: it says what a microstep will do.
//
//   Planner+Selection   selectTransitions, selectEventlessTransitions, removeConflictingTransitions
//   Planner+Exit        computeExitSet
//   Planner+Entry       computeEntrySet, addDescendantStatesToEnter, addAncestorStatesToEnter

/// Where a chart is, and the room to plan its next microstep in.
struct Planner: Sendable {
  let chart: CompiledChart
  /// The active states. Planning a step changes them to those after it.
  var configuration = StateSet()
  /// By history state: what was active when its parent was left last.
  var historyValues: ContiguousArray<StateSet>

  // What is selected.
  var eventNumber = 0
  var eventSource = EventSource.any
  /// Where the transitions that may be taken are found.
  var candidates = Candidates.eventless
  /// The leaf that is looked at, the state on the way up from it, and which of its candidates are left.
  var leaf = -1
  var state = -1
  var candidate = 0
  var candidatesEnd = 0
  /// The transition whose guard is to be answered; -1 for none.
  var asked = -1
  /// The states that were looked through, for the present leaf or for one before it.
  var searched = StateSet()
  /// The transitions that are taken.
  var enabled = ContiguousArray<Int>()

  // What is planned.
  var operations = ContiguousArray<PlanOperation>()
  var statesToExit = StateSet()
  var statesToEnter = StateSet()
  var statesForDefaultEntry = StateSet()
  var defaultHistoryContent = ContiguousArray<Int>()

  init(_ chart: CompiledChart) {
    self.chart = chart
    historyValues = ContiguousArray(repeating: StateSet(), count: chart.historyStates.count)
  }

  /// Plans the entry into the chart.
  mutating func planStart() {
    if !operations.isEmpty { operations.removeAll(keepingCapacity: true) }
    addDescendantStatesToEnter(0)
    enterStates()
  }

  /// Plans the microstep of the enabled transitions.
  mutating func planStep() {
    if !operations.isEmpty { operations.removeAll(keepingCapacity: true) }
    exitStates()
    for position in enabled.indices {
      let transition = enabled[position]
      add(.take, transition, acts: !chart.transitions[transition].actions.isEmpty)
    }
    computeEntrySet()
    enterStates()
  }

  /// Adds an operation to the plan.
  mutating func add(_ kind: PlanOperation.Kind, _ subject: Int, _ detail: Int = -1, acts: Bool) {
    // proven: numbers of states, transitions and entries are far below 2^31, for texts of charts are limited.
    operations.append(
      PlanOperation(
        kind: kind, acts: acts, subject: Int32(truncatingIfNeeded: subject),
        detail: Int32(truncatingIfNeeded: detail)))
  }

  /// Whether a state lies inside another.
  func isDescendant(_ state: Int, of ancestor: Int) -> Bool {
    state > ancestor && state < chart.states[ancestor].end
  }
}
