// mainEventLoop and microstep of Appendix D. The loop does not wait: it returns where the Recommendation's would
// block on the external queue.

/// How far one event may lead before the chart is stopped.
package enum RunLimits {
  // Decision: Docs/decisions/semantics.md#limits-of-one-event
  /// Microsteps after one external event, those of the events that the chart sends to itself at once included. The
  /// longest in the test suites measured is 102.
  package static let microsteps: Int32 = 1_000
  /// Units of work after one external event: an action, a round of a loop and a guard are one each, an expression is
  /// one more for every eight of its parts and for what it looks at (`ExpressionLimits.steps`).
  package static let work: Int32 = 1_000_000
  /// The units of taking an event that the chart raised or sent to itself.
  static let ownEvent = 10
  /// Finding out what such an event does is one unit more for so many transitions of the chart.
  static let transitionsPerUnit = 64
  /// Both of these together.
  static func unitsOfOwnEvent(_ chart: CompiledChart) -> Int {
    ownEvent + chart.transitions.count / transitionsPerUnit
  }
  /// How many of the last microsteps are looked at to name the states of a circle.
  static let observedSteps: Int32 = 100
  /// The longest time that a timer waits; longer ones wait this long, a thousand years.
  package static let longestDelay = Duration.seconds(Int64(31_557_600_000))
}

/// Steps and work that one event has led to.
package struct Spending: Hashable, Sendable {
  /// Microsteps.
  package var microsteps: Int32 = 0
  /// Units of work.
  package var work: Int32 = 0
  /// Which event it is, or since which renewal of the limits; 0 for a chart that runs alone.
  package let event: UInt64

  package init(event: UInt64 = 0) { self.event = event }

  /// Whether nothing was spent yet.
  package var isNothing: Bool { microsteps == 0 && work == 0 }

  /// Takes over what a chart has spent besides.
  mutating func go(on other: Spending) {
    microsteps = other.microsteps
    work = other.work
  }

  /// Adds units of work.
  mutating func add(work units: Int) {
    let (sum, isOver) = work.addingReportingOverflow(Int32(clamping: units))
    work = isOver ? .max : sum
  }
}

extension Interpreter {
  /// Takes one external event and runs until the chart waits again.
  ///
  /// - Returns: whether any transition was taken because of it.
  mutating func handle(_ event: RuntimeEvent) -> Bool {
    guard isLive else { return false }
    externalQueue.append(event)
    return processExternalQueue(arrived: 1)
  }

  /// Takes an external event of which there is nothing but the name, by its number in the chart's trie.
  mutating func handle(plain number: Int32) -> SendResult {
    guard isLive, chart.trie.names.indices.contains(Int(number)) else { return .rejected }
    beginEvent()
    if mayWork() {
      plainEvent = number
      if chart.forwardsEvents, var external = event {
        event = external
        passToInvocations(&external)
      }
      let plan = selectTransitions(Int(number), EventSource.any)
      if plan != StepPlan.nothing { microstep(plan, hasEvent: true) }
      settle()
    }
    let took = tookTransition
    if !rooms.isEmpty, !rooms[0].externalQueue.isEmpty { _ = processExternalQueue() }
    return took ? .taken : .ignored
  }

  /// Takes what waits on the external queue: first what arrived from outside, then what the chart sends to itself. All
  /// of it shares the limits.
  ///
  /// - Returns: whether any transition was taken because of what arrived.
  mutating func processExternalQueue(arrived: Int = 0) -> Bool {
    var count = 0
    var took = false
    while isLive, !rooms.isEmpty, !rooms[0].externalQueue.isEmpty, let next = externalQueue.popFirst() {
      count += 1
      if count == 1, arrived > 0 {
        beginEvent()
        guard mayWork() else { break }
      } else {
        beginMacrostep()
        guard mayTakeOwnEvent() else { break }
      }
      // The state was left since its timer was over.
      if next.timer > 0, activeTimers.remove(next.timer) == nil { continue }
      process(next)
      if count <= arrived, tookTransition { took = true }
    }
    return took
  }

  private mutating func process(_ event: RuntimeEvent) {
    var external = event
    self.event = external
    passToInvocations(&external)
    take(external)
    settle()
  }

  /// Takes the first event of the internal queue.
  @inline(never)
  private mutating func takeInternal() {
    guard let next = internalQueue.popFirst() else { return }
    didWork(units(ofTaking: next))
    guard mayWork() else { return }
    event = next
    take(next)
  }

  private mutating func take(_ event: RuntimeEvent) {
    let plan = selectTransitions(event.number, event.source)
    if plan == StepPlan.nothing {
      if event.error != nil { host.didIgnoreError(event) }
    } else {
      microstep(plan, hasEvent: true)
    }
  }

  /// Something arrives from outside: what it leads to is measured anew, or from what other charts have spent on it.
  mutating func beginEvent() {
    let spent = rooms.first?.spent ?? Spending()
    microsteps = spent.microsteps
    work = spent.work
    if spent.event == 0, !rooms.isEmpty, !rooms[0].loopingStates.isEmpty { loopingStates.removeAll() }
    beginMacrostep()
  }

  /// What was spent on an event so far. Charts that run together share the limits of one event: each goes on from what
  /// the others have spent.
  var spent: Spending {
    get {
      var spent = Spending(event: rooms.first?.spent.event ?? 0)
      (spent.microsteps, spent.work) = (microsteps, work)
      return spent
    }
    set {
      microsteps = newValue.microsteps
      work = newValue.work
      if newValue.isNothing && rooms.isEmpty { return }
      makeRoom()
      // Where it went in a circle because of an earlier event tells nothing about this one.
      if newValue.event != rooms[0].spent.event { loopingStates.removeAll() }
      rooms[0].spent = newValue
    }
  }

  /// Whether the machine has taken steps since the last event.
  var hasStepped: Bool { microsteps > (rooms.first?.spent.microsteps ?? 0) }

  private mutating func beginMacrostep() {
    tookTransition = false
    guard !rooms.isEmpty else { return }
    if !rooms[0].guardAnswers.isEmpty { guardAnswers.removeAll(keepingCapacity: true) }
    if !rooms[0].failedEventless.isEmpty { failedEventless.removeAll() }
  }

  /// The units of taking an event of the internal queue. When regions end together, each has a done event. Where no
  /// transition answers it, nothing is searched for it.
  private func units(ofTaking event: RuntimeEvent) -> Int {
    let isUnanswered =
      event.source != EventSource.any && !chart.hasEventless
      && !chart.candidates.isAnswered(event.number, event.source)
    return isUnanswered ? RunLimits.ownEvent : RunLimits.unitsOfOwnEvent(chart)
  }

  private mutating func mayTakeOwnEvent() -> Bool {
    didWork(RunLimits.unitsOfOwnEvent(chart))
    return mayWork()
  }

  /// Whether there is work left to do for the event. If not, the chart is stopped.
  mutating func mayWork() -> Bool {
    if work <= RunLimits.work { return isLive }
    if isLive, !isForeseeing {
      let states = activeStates.map { chart.stateIDs[$0] }
      stop(.tooMuchWork(states: states, limit: Int(RunLimits.work)))
    }
    return false
  }

  /// Runs eventless transitions and the internal queue until nothing is left, then starts what is to run.
  mutating func settle() {
    while isLive {
      while isGoingOn, isLive {
        if chart.hasEventless {
          let plan = selectEventlessTransitions()
          if plan != StepPlan.nothing {
            microstep(plan, hasEvent: false)
            continue
          }
        }
        guard !rooms.isEmpty, !rooms[0].internalQueue.isEmpty else { break }
        takeInternal()
      }
      guard isLive else { return }
      guard isGoingOn else {
        exitInterpreter()
        if isLive { status = .final }
        return
      }
      guard !rooms.isEmpty else { return }
      invokeStates()
      if rooms[0].internalQueue.isEmpty { return }
    }
  }

  /// Takes the transitions that were selected (microstep of Appendix D).
  mutating func microstep(_ plan: Int32, hasEvent: Bool) {
    // Guards may have stopped it, or what the last step did besides its actions may have been too much.
    guard mayWork() else { return }
    microsteps += 1
    if microsteps > RunLimits.microsteps { return stopLooping(limit: Int(RunLimits.microsteps)) }
    if microsteps > RunLimits.microsteps - RunLimits.observedSteps { observe(plan) }
    tookTransition = true
    if host.isRecording { tellStep(hasEvent: hasEvent) }
    carryOut(plan)
  }

  @inline(never)
  private mutating func tellStep(hasEvent: Bool) { host.willStep(hasEvent ? event : nil) }

  /// Puts an event on the internal queue.
  mutating func enqueue(_ event: RuntimeEvent) { internalQueue.append(event) }

  /// Queues `error.CODE` of the platform and tells why.
  mutating func enqueueError(_ code: String, _ message: String, sendID: String? = nil) {
    host.didFail(message)
    let name = "error.\(code)"
    enqueue(
      RuntimeEvent(
        kind: .platform, number: chart.trie.number(of: name), name: name, error: code, sendID: sendID))
  }

  @inline(never)
  private mutating func stopLooping(limit: Int) {
    // Other charts may have taken nearly all of the steps.
    let states =
      loopingStates.isEmpty
      ? activeStates.filter { chart.states[$0].kind.isLeaf } : Array(loopingStates.members)
    stop(.endlessSteps(states: states.map { chart.stateIDs[$0] }, limit: limit))
  }

  /// Stops because of an error: services and timers end, states stay as they are and their exit actions do not run,
  /// for it is not known what they would do.
  mutating func stop(_ reason: StopReason) {
    status = .stopped(reason)
    for invocation in runs.indices { cancelInvoke(invocation) }
    cancelAllTimers()
    internalQueue.removeAll()
    externalQueue.removeAll()
    statesToInvoke.removeAll()
    rooms[0].entryEvents.removeAll()
  }

  /// Leaves all states, innermost first, and takes the result (exitInterpreter of Appendix D). The configuration
  /// is kept, so that one can see where the chart ended. Exit actions that go beyond the limits stop the chart: it
  /// has no end and no result then.
  @inline(never)
  mutating func exitInterpreter() {
    // Decision: Docs/decisions/semantics.md#at-the-end-states-are-exited-one-by-one
    internalQueue.removeAll()
    externalQueue.removeAll()
    statesToInvoke.removeAll()
    defer { firstLeft = Int32.max }
    for state in configuration.members.reversed() {
      let record = chart.states[state]
      execute(record.exit)
      leave(state)
      firstLeft = Int32(truncatingIfNeeded: state)
      host.didExit(state)
      if record.kind == .final && record.parent == 0 && chart.states[0].kind == .compound {
        result = doneData(of: state)
      }
      guard isLive else { return result = NamedData(name: "", data: .unset, redactedData: .unset) }
    }
    cancelAllTimers()
    internalQueue.removeAll()
    externalQueue.removeAll()
  }
}
