// The algorithm of the SCXML 1.0 Recommendation, Appendix D, over the numbers of a CompiledChart. Each file
// holds the procedures of one part under the names of the Recommendation:
//
//   Algorithm/Interpreter+MainEventLoop      interpret, mainEventLoop, exitInterpreter
//   Algorithm/Interpreter+SelectTransitions  selectTransitions and selectEventlessTransitions; guards are evaluated
//   Algorithm/Planner+SelectTransitions      the same, without evaluating guards; removeConflictingTransitions
//   Algorithm/Planner+Microstep              microstep, as a plan
//   Algorithm/Planner+ExitStates             exitStates, computeExitSet
//   Algorithm/Planner+EnterStates            enterStates, computeEntrySet, addDescendantStatesToEnter, …
//   Algorithm/Interpreter+Microstep          microstep: the plan is carried out
//   Algorithm/Interpreter+ExecuteContent     executeContent
//   Algorithm/Interpreter+Invoke             invoke, cancelInvoke, applyFinalize
//   Algorithm/Interpreter+Timers             `after`
//
// `StepCache` remembers plans. `State` is what a running chart consists of, `Actions` what each action and guard does,
// and `Services` what becomes of the answers of services. `Chart` has the tables that all of them read.
//
// A microstep is selected, then planned, then carried out. Selecting and planning are pure, so that the memo can
// remember them; with the memo or without, the same plan is carried out by the same code.
//
// Where it decides more than the Recommendation, the place says why: done events of nested parallel states,
// the limit on microsteps, the order of equal deadlines.

/// A chart in a run: where it is, what it remembers and what waits. Pure: the same events give the same steps.
struct Interpreter: Sendable {
  /// Whether the chart runs.
  enum Status: Hashable, Sendable {
    /// `interpret` was not called.
    case fresh
    /// It takes events.
    case running
    /// It reached its end.
    case final
    /// It was stopped because of an error, or from outside.
    case stopped(StopReason)
  }

  // What every machine has stands here and is small, for there may be many of them. All else is in `cold`.

  var host: MachineHost
  /// The variables, then the names of loops.
  var slots: ContiguousArray<ChartValue>
  /// What was learned; empty when nothing is to be.
  var memos: ContiguousArray<Memo>
  /// What most steps do not need.
  var cold = ColdBox()
  /// The number of the configuration in the memo; -1 while it is only in the planner.
  var current: Int32 = -1
  /// The number of the current event where that is all there is to it; -1 where `event` tells more.
  var plainEvent: Int32 = -1
  /// The plan that is carried out, and its operation; -1 between steps.
  var plan: Int32 = -1
  var planPosition: Int32 = -1
  /// While the chart ends, states are left one by one: the first that was left, all behind it were too.
  var firstLeft = Int32.max
  var microsteps: Int32 = 0
  var work: Int32 = 0
  /// The first handler guards as bits: which were asked in this selection, and which hold.
  var askedGuards: UInt32 = 0
  var heldGuards: UInt32 = 0
  var phase = Phase.fresh
  /// False once a top-level final state was entered.
  var isGoingOn = true
  var tookTransition = false
  /// While it is only asked what would be taken: then too much work is a no, and stops nothing.
  var isForeseeing = false
  /// Whether another chart invoked this one, so that there is somebody to send to.
  let hasParent: Bool

  /// Makes a chart ready to be started.
  ///
  /// - Parameter isMemoized: whether steps are remembered. The steps are the same either way.
  init(host: MachineHost, hasParent: Bool, sessionID: String = "main", isMemoized: Bool = true) {
    let chart = host.chart
    self.host = host
    self.hasParent = hasParent
    memos = isMemoized && StepMemory.isUsed ? chart.seed : []
    slots = chart.initialValues
    for _ in chart.initialValues.count..<max(chart.slotCount, chart.initialValues.count) {
      slots.append(.unset)
    }
    // Most charts never look at it, and are smaller without.
    if sessionID != "main", chart.readsSessionID {
      makeColdState()
      cold[0].sessionID = sessionID
    }
  }

  /// The chart.
  var chart: CompiledChart { host.chart }

  /// Ends the run from outside: leaves all states with their exit actions, stops services and timers.
  mutating func stop() {
    guard isLive else { return }
    beginEvent()
    exitInterpreter()
    // What the exit actions ran into is told rather than who asked for them.
    if isLive { status = .stopped(.requested) }
  }

  /// Whether the machine asks something of the world.
  var hasEffects: Bool { cold.isMade && !cold[0].effects.isEmpty }

  /// Hands over what the machine asks of the world.
  mutating func takeEffects() -> [ChartEffect] {
    guard hasEffects else { return [] }
    defer { effects.removeAll(keepingCapacity: true) }
    return effects
  }

  /// A number that was not used in this run.
  mutating func nextNumber() -> UInt64 {
    // proven: 2^64 numbers cannot be used up.
    lastNumber &+= 1
    return lastNumber
  }

  /// Puts an event on the internal queue.
  mutating func enqueue(_ event: RuntimeEvent) { internalQueue.append(event) }

  /// Queues `error.CODE` of the platform and notes why.
  mutating func enqueueError(_ code: String, _ message: String, sendID: String? = nil) {
    host.didFail(message)
    let name = "error.\(code)"
    enqueue(
      RuntimeEvent(
        kind: .platform, number: chart.trie.number(of: name), name: name, error: code, sendID: sendID))
  }
}
