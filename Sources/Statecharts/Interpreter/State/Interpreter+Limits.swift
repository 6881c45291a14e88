// What one event has led to so far, and the end of a run that goes beyond the limits.

extension Interpreter {
  /// Something arrives from outside: what it leads to is measured anew, or from what other charts have spent on it.
  mutating func beginEvent() {
    if rooms.isEmpty {
      microsteps = 0
      work = 0
    } else {
      microsteps = rooms[0].spent.microsteps
      work = rooms[0].spent.work
      if rooms[0].spent.event == 0, !rooms[0].loopingStates.isEmpty { loopingStates.removeAll() }
    }
    beginMacrostep()
  }

  /// Begins to measure an event of the external queue.
  mutating func beginMacrostep() {
    tookTransition = false
    guard !rooms.isEmpty else { return }
    if !rooms[0].guardAnswers.isEmpty { guardAnswers.removeAll(keepingCapacity: true) }
    if !rooms[0].failedEventless.isEmpty { failedEventless.removeAll() }
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
  mutating func mayWork() -> Bool {
    if work <= RunLimits.work { return isLive }
    if isLive, !isForeseeing {
      let states = activeStates.map { chart.stateIDs[$0] }
      stop(.tooMuchWork(states: states, limit: Int(RunLimits.work)))
    }
    return false
  }

  /// Notes the states whose transitions a plan takes, to name those of a circle.
  @inline(never)
  mutating func observe(_ plan: Int32) {
    for operation in operations(of: plan) where operation.kind == .take {
      loopingStates.insert(chart.transitions[Int(operation.subject)].source)
    }
  }

  /// Stops a chart that would never wait for an event.
  @inline(never)
  mutating func stopLooping() {
    // Other charts may have taken nearly all of the steps.
    let states =
      loopingStates.isEmpty
      ? activeStates.filter { chart.states[$0].kind.isLeaf } : Array(loopingStates.members)
    stop(.endlessSteps(states: states.map { chart.stateIDs[$0] }, limit: Int(RunLimits.microsteps)))
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
}
