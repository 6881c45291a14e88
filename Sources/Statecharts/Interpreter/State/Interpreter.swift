// The algorithm of SCXML, Appendix D: Docs/contributing/architecture.md names the file of each procedure.

/// A chart in a run: where it is, what it remembers and what waits. Pure: the same events give the same steps.
struct Interpreter: Sendable {
  // Only what every step needs is stored here, because an app may have many machines. All else is in `cold`.

  var host: MachineHost
  /// The variables, then the names of loops.
  var slots: ContiguousArray<ChartValue>
  /// One step cache; empty for a machine that plans every step.
  var stepCache: ContiguousArray<StepCache>
  // Decision: Docs/decisions/engine.md#the-cold-state-is-in-an-array
  /// What most steps do not change: one element, which machines with the same handlers share until they change it.
  var cold: ContiguousArray<ColdState>
  /// The number of the configuration in the step cache; -1 while it is only in the planner.
  var current: Int32 = -1
  /// The number of the current event if it has only a name; -1 if the event is in the cold state.
  var eventWithoutData: Int32 = -1
  /// The plan that is carried out, and its operation; -1 between steps.
  var plan: Int32 = -1
  var planPosition: Int32 = -1
  /// While the chart ends, states are left one by one: the first that was left, all behind it were too.
  var exitBoundary = Int32.max
  var microsteps: Int32 = 0
  var work: Int32 = 0
  /// The first handler guards as bits: which were asked in this selection, and which hold.
  var askedGuards: UInt32 = 0
  var heldGuards: UInt32 = 0
  var phase = Phase.fresh
  /// `running` of Appendix D: false once a top-level final state was entered, or all regions of a parallel chart have ended.
  var isGoingOn = true
  var tookTransition = false
  /// While it is only asked what would be taken: then too much work is a no, and stops nothing.
  var isPreviewing = false
  /// Whether another chart invoked this one, so that there is somebody to send to.
  let hasParent: Bool

  /// Makes a chart ready to be started.
  ///
  /// - Parameter isMemoized: whether steps are remembered. The steps are the same either way.
  init(host: MachineHost, hasParent: Bool, sessionID: String = "main", isMemoized: Bool = true) {
    let chart = host.chart
    self.host = host
    self.hasParent = hasParent
    stepCache = isMemoized && StepCache.isUsed ? chart.seed : []
    cold = host.bindings.unusedColdState
    slots = chart.initialValues
    for _ in chart.initialValues.count..<max(chart.slotCount, chart.initialValues.count) {
      slots.append(.unset)
    }
    // Most charts never look at it, and are smaller without.
    if sessionID != "main", chart.readsSessionID {
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
    // An error in the exit actions is the reason then.
    if isLive { status = .stopped(.requested) }
  }

  /// Whether the machine asks something of the world.
  var hasEffects: Bool { !cold[0].effects.isEmpty }

  /// Hands over what the machine asks of the world.
  mutating func takeEffects() -> [ChartEffect] {
    guard hasEffects else { return [] }
    defer { cold[0].effects.removeAll(keepingCapacity: true) }
    return cold[0].effects
  }

  /// A number that was not used in this run.
  mutating func nextNumber() -> UInt64 {
    // proven: 2^64 numbers cannot be used up.
    cold[0].lastNumber &+= 1
    return cold[0].lastNumber
  }

  /// Puts an event on the internal queue.
  mutating func enqueue(_ event: RuntimeEvent) { cold[0].internalQueue.append(event) }

  /// Queues `error.CODE` of the platform and notes why.
  mutating func enqueueError(_ code: String, _ message: String, sendID: String? = nil) {
    host.didFail(message)
    let name = "error.\(code)"
    enqueue(
      RuntimeEvent(
        kind: .platform, number: chart.trie.number(of: name), name: name, error: code, sendID: sendID))
  }
}
