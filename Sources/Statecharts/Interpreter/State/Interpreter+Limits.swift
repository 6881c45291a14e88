// What one event has led to so far, and the end of a run that goes beyond the limits.

extension Interpreter {
  /// Begins to count the work for an event from outside: from 0, or from what other charts have spent on it.
  mutating func beginEvent() {
    let spent = cold[0].spent
    (microsteps, work) = (spent.microsteps, spent.work)
    if spent.event == 0, !cold[0].loopingStates.isEmpty { cold[0].loopingStates.removeAll() }
    beginMacrostep()
  }

  /// Begins to measure an event of the external queue.
  mutating func beginMacrostep() {
    tookTransition = false
    forgetGuardAnswers()
    if !cold[0].failedEventless.isEmpty { cold[0].failedEventless.removeAll() }
  }

  /// What was spent on an event so far. Charts that run together share the limits of one event: each goes on from what
  /// the others have spent.
  var spent: Spending {
    get {
      var spent = Spending(event: cold[0].spent.event)
      (spent.microsteps, spent.work) = (microsteps, work)
      return spent
    }
    set {
      microsteps = newValue.microsteps
      work = newValue.work
      // A machine that nothing was spent on needs no cold state of its own.
      if newValue.isNothing && cold[0].spent == Spending() { return }
      // A cycle because of an earlier event says nothing about this one.
      if newValue.event != cold[0].spent.event { cold[0].loopingStates.removeAll() }
      cold[0].spent = newValue
    }
  }

  /// Whether the machine has taken steps since the last event.
  var hasStepped: Bool { microsteps > cold[0].spent.microsteps }

  /// The units of taking an event of the internal queue. When regions end together, each has a done event. Where no
  /// transition answers it, nothing is searched for it.
  func units(ofTaking event: RuntimeEvent) -> Int {
    let isUnanswered =
      event.source != EventSource.any && !chart.hasEventless
      && !chart.candidates.isAnswered(event.number, event.source)
    return isUnanswered ? RunLimits.ownEvent : RunLimits.unitsOfOwnEvent(chart)
  }

  /// Counts an event that the chart sent to itself. Whether there is work left to do for it.
  mutating func mayTakeOwnEvent() -> Bool {
    didWork(RunLimits.unitsOfOwnEvent(chart))
    return mayWork()
  }

  /// Whether there is work left to do for the event. If not, the chart is stopped.
  @inline(__always)
  mutating func mayWork() -> Bool {
    if work <= RunLimits.work { return isLive }
    stopWorking()
    return false
  }

  @inline(never)
  private mutating func stopWorking() {
    guard isLive, !isPreviewing else { return }
    let states = activeStates.map { chart.stateIDs[$0] }
    stop(.tooMuchWork(states: states, limit: Int(RunLimits.work)))
  }

  /// Notes the states whose transitions a plan takes, to name those of a circle.
  @inline(never)
  mutating func observe(_ plan: Int32) {
    for operation in operations(of: plan) where operation.kind == .take {
      cold[0].loopingStates.insert(chart.transitions[Int(operation.subject)].source)
    }
  }

  /// Stops a chart that would never wait for an event.
  @inline(never)
  mutating func stopLooping() {
    // Other charts may have taken nearly all of the steps.
    let looping = Array(cold[0].loopingStates.members)
    let states = looping.isEmpty ? activeStates.filter { chart.states[$0].kind.isLeaf } : looping
    stop(.endlessSteps(states: states.map { chart.stateIDs[$0] }, limit: Int(RunLimits.microsteps)))
  }

  /// Stops because of an error: services and timers end, states stay as they are and their exit actions do not run,
  /// for it is not known what they would do.
  mutating func stop(_ reason: StopReason) {
    status = .stopped(reason)
    for invocation in cold[0].runs.indices { cancelInvoke(invocation) }
    cancelAllTimers()
    cold[0].internalQueue.removeAll()
    cold[0].externalQueue.removeAll()
    cold[0].statesToInvoke.removeAll()
    cold[0].entryEvents.removeAll()
  }
}
