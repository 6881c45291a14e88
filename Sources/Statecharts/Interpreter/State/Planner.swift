// The part of the algorithm of Appendix D that depends on nothing but where the chart is, what its histories
// remember, the event, and the answers of guards. It does nothing itself: it says what a microstep will do. Its
// procedures are in `Algorithm`.

/// Where a chart is, and the buffers in which its next microstep is planned.
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
  /// Of the first 64 states the leaves that have candidates, or are inside a state that has.
  var leaves: UInt64 = 0
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
  var enabled = ReusedList<Int>()

  // What is planned.
  var operations = ReusedList<PlanOperation>()
  /// Whether any of them does anything but change what is active.
  var acts = false
  var statesToExit = StateSet()
  var statesToEnter = StateSet()
  var statesForDefaultEntry = StateSet()
  /// By parallel state: the first of its regions that was not found ended while this step was planned. What ends in a
  /// step stays ended in it, so no region is looked at twice.
  var openRegions: [Int: Int] = [:]
  var defaultHistoryContent = ReusedList<Int>()

  init(_ chart: CompiledChart) {
    self.chart = chart
    historyValues = ContiguousArray(repeating: StateSet(), count: chart.historyStates.count)
  }
}
