// mainEventLoop and microstep of Appendix D. The loop does not wait: it returns where the Recommendation's would
// block on the external queue.

/// How far one event may lead before the chart is stopped.
package enum RunLimits {
  /// Microsteps after one external event. The longest in the test suites measured is 102.
  package static let microsteps = 1_000
  /// Single actions after one external event, loops included.
  package static let actions = 1_000_000
  /// Events that a chart sends to itself at once, one after the other.
  package static let ownEvents = 10_000
  /// How many of the last microsteps are looked at to name the states of a circle.
  static let observedSteps = 100
  /// The longest time that a timer waits; longer ones wait this long, a thousand years.
  static let longestDelay = Duration.seconds(31_557_600_000)
}

extension Interpreter {
  /// Takes one external event and runs until the chart waits again.
  ///
  /// - Returns: whether any transition was taken because of it.
  package mutating func handle(_ event: RuntimeEvent) -> Bool {
    guard status == .running else { return false }
    externalQueue.append(event)
    return processExternalQueue(arrived: 1)
  }

  /// Takes what waits on the external queue: first what arrived from outside, then what the chart sends to itself.
  ///
  /// - Returns: whether any transition was taken because of what arrived.
  mutating func processExternalQueue(arrived: Int = 0) -> Bool {
    var count = 0
    var took = false
    while status == .running, let next = externalQueue.popFirst() {
      count += 1
      if count - arrived > RunLimits.ownEvents {
        loopingStates = configuration
        stopLooping(limit: RunLimits.ownEvents)
        break
      }
      process(next)
      if count <= arrived, tookTransition { took = true }
    }
    return took
  }

  private mutating func process(_ event: RuntimeEvent) {
    beginMacrostep()
    var external = event
    self.event = external
    passToInvocations(&external)
    selectTransitions(external)
    if enabled.isEmpty {
      noteIgnored(external)
    } else {
      microstep(external)
    }
    settle()
  }

  mutating func beginMacrostep() {
    microsteps = 0
    operations = 0
    tookTransition = false
    failedEventless.removeAll()
    loopingStates.removeAll()
  }

  /// Runs eventless transitions and the internal queue until nothing is left, then starts what is to run.
  mutating func settle() {
    while status == .running {
      while isGoingOn, status == .running {
        selectEventlessTransitions()
        if !enabled.isEmpty {
          microstep(nil)
          continue
        }
        guard let next = internalQueue.popFirst() else { break }
        event = next
        selectTransitions(next)
        if enabled.isEmpty {
          noteIgnored(next)
        } else {
          microstep(next)
        }
      }
      guard status == .running else { return }
      guard isGoingOn else {
        exitInterpreter()
        return status = .final
      }
      invokeStates()
      if internalQueue.isEmpty { return }
    }
  }

  /// Takes the enabled transitions (microstep of Appendix D).
  mutating func microstep(_ trigger: RuntimeEvent?) {
    microsteps += 1
    if microsteps > RunLimits.microsteps { return stopLooping(limit: RunLimits.microsteps) }
    if microsteps > RunLimits.microsteps - RunLimits.observedSteps {
      for transition in enabled { loopingStates.insert(chart.transitions[transition].source) }
    }
    tookTransition = true
    host.willStep(trigger)
    exitStates()
    for transition in enabled {
      host.didTake(transition)
      execute(chart.transitions[transition].actions)
    }
    computeEntrySet()
    enterStates()
  }

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

  private mutating func noteIgnored(_ event: RuntimeEvent) {
    if event.error != nil { host.didIgnoreError(event) }
  }

  private mutating func stopLooping(limit: Int) {
    stop(.endlessSteps(states: loopingStates.members.map { chart.stateIDs[$0] }, limit: limit))
  }

  /// Stops because of an error: services and timers end, states stay as they are and their exit actions do not run,
  /// for it is not known what they would do.
  mutating func stop(_ reason: StopReason) {
    status = .stopped(reason)
    for invocation in runs.indices { cancelInvoke(invocation) }
    cancelAllTimers()
    internalQueue.removeAll()
    externalQueue.removeAll()
    enabled.removeAll(keepingCapacity: true)
    statesToInvoke.removeAll()
  }

  /// Leaves all states, innermost first, and takes the result (exitInterpreter of Appendix D). The configuration
  /// is kept, so that one can see where the chart ended.
  mutating func exitInterpreter() {
    internalQueue.removeAll()
    externalQueue.removeAll()
    statesToInvoke.removeAll()
    let last = configuration
    defer { configuration = last }
    for state in last.members.reversed() {
      let record = chart.states[state]
      execute(record.exit)
      leave(state)
      configuration.remove(state)
      host.didExit(state)
      if record.kind == .final && record.parent == 0 && chart.states[0].kind == .compound {
        result = doneData(of: state)
      }
      if status != .running { return }
    }
    cancelAllTimers()
    internalQueue.removeAll()
    externalQueue.removeAll()
  }
}
