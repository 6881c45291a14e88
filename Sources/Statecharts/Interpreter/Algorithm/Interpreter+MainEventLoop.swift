// interpret, mainEventLoop and exitInterpreter of Appendix D. The loop does not wait: it returns where the
// Recommendation's would block on the external queue, and the next event begins it again.

extension Interpreter {
  /// interpret: enters the chart and runs until it waits for an event.
  mutating func interpret() {
    guard phase == .fresh else { return }
    phase = .running
    beginEvent()
    guard mayWork() else { return }
    host.willStep(nil)
    carryOut(cachedStart())
    completeMacrostep()
    mainEventLoop()
  }

  /// Takes one external event and runs until the chart waits again.
  ///
  /// - Returns: whether any transition was taken because of it.
  mutating func handle(_ event: RuntimeEvent) -> Bool {
    guard isLive else { return false }
    cold[0].externalQueue.append(event)
    return mainEventLoop(arrived: 1)
  }

  // Decision: Docs/decisions/engine.md#all-events-run-by-one-algorithm
  /// Takes one external event that is only a name, by its number in the chart's trie, and runs until the chart waits
  /// again. It does not join the queue of `mainEventLoop`: the queue and a `RuntimeEvent` would allocate memory. It is
  /// no answer of a service and no timer, so `applyFinalize` has nothing to do.
  mutating func handle(eventWithoutData number: Int32) -> SendResult {
    guard isLive, Int(number) < chart.trie.names.count else { return .rejected }
    beginEvent()
    if mayWork() {
      eventWithoutData = number
      if chart.forwardsEvents, let event { forward(event) }
      let plan = selectTransitions(Int(number), EventSource.any)
      if plan != StepPlan.nothing { microstep(plan, hasEvent: true) }
      completeMacrostep()
    }
    let took = tookTransition
    if !cold[0].externalQueue.isEmpty { mainEventLoop() }
    return took ? .taken : .ignored
  }

  /// mainEventLoop: takes what waits on the external queue. What arrived from outside comes first, then what the chart
  /// sends to itself. All of it shares the limits.
  ///
  /// - Returns: whether any transition was taken because of what arrived.
  @discardableResult
  mutating func mainEventLoop(arrived: Int = 0) -> Bool {
    var count = 0
    var took = false
    while isLive, !cold[0].externalQueue.isEmpty, let next = cold[0].externalQueue.popFirst() {
      count += 1
      if count == 1, arrived > 0 {
        beginEvent()
        guard mayWork() else { break }
      } else {
        beginMacrostep()
        guard mayTakeOwnEvent() else { break }
      }
      // The state was left since its timer was over.
      if next.timer > 0, cold[0].activeTimers.remove(next.timer) == nil { continue }
      takeExternal(next)
      if count <= arrived, tookTransition { took = true }
    }
    return took
  }

  private mutating func takeExternal(_ event: RuntimeEvent) {
    self.event = event
    let event = applyFinalize(event)
    forward(event)
    take(event)
    completeMacrostep()
  }

  /// Takes the first event of the internal queue.
  @inline(never)
  private mutating func takeInternal() {
    guard let next = cold[0].internalQueue.popFirst() else { return }
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

  /// The inner loop of mainEventLoop: runs eventless transitions and the internal queue until nothing is left, then
  /// starts the services of the states that were entered.
  mutating func completeMacrostep() {
    while isLive {
      while isGoingOn, isLive {
        if chart.hasEventless {
          let plan = selectEventlessTransitions()
          if plan != StepPlan.nothing {
            microstep(plan, hasEvent: false)
            continue
          }
        }
        guard !cold[0].internalQueue.isEmpty else { break }
        takeInternal()
      }
      guard isLive else { return }
      guard isGoingOn else {
        exitInterpreter()
        if isLive { status = .final }
        return
      }
      if cold[0].statesToInvoke.isEmpty { return }
      invokeStates()
      if cold[0].internalQueue.isEmpty { return }
    }
  }

  /// exitInterpreter: exits all states, innermost first, and takes the result. The configuration is kept, so that one
  /// can see where the chart ended. Exit actions that go beyond the limits stop the chart: it has no end and no result
  /// then.
  @inline(never)
  mutating func exitInterpreter() {
    // Decision: Docs/decisions/semantics.md#at-the-end-states-are-exited-one-by-one
    cold[0].internalQueue.removeAll()
    cold[0].externalQueue.removeAll()
    cold[0].statesToInvoke.removeAll()
    defer { exitBoundary = Int32.max }
    for state in configuration.members.reversed() {
      let record = chart.states[state]
      executeContent(record.exit)
      leave(state)
      exitBoundary = Int32(truncatingIfNeeded: state)
      host.didExit(state)
      if record.kind == .final && record.parent == 0 && chart.states[0].kind == .compound {
        cold[0].result = doneData(of: state)
      }
      guard isLive else { return cold[0].result = NamedData(name: "", data: .unset, redactedData: .unset) }
    }
    cancelAllTimers()
    cold[0].internalQueue.removeAll()
    cold[0].externalQueue.removeAll()
  }
}
