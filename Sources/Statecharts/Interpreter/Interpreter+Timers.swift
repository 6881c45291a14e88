// `after` and delayed sends. The machine only asks for timers; somebody else keeps the time and calls `fire`.

extension Interpreter {
  /// A timer is over.
  ///
  /// - Returns: whether a transition was taken because of it; nil for a timer that no longer counts.
  package mutating func fire(_ timer: UInt64) -> Bool? {
    guard status == .running, let position = activeTimers.firstIndex(where: { $0.id.number == timer }) else {
      return nil
    }
    let purpose = activeTimers.remove(at: position).purpose
    switch purpose {
    case .after(let record):
      let name = chart.timers[record].event
      return handle(
        RuntimeEvent(
          kind: .platform, number: chart.eventNumbers[name], source: EventSource.timer(record),
          name: chart.eventNames[name]))
    case .send(let event, let destination, _, let payload):
      if case .itself = destination { return handle(event) }
      beginMacrostep()
      deliver(event, destination, payload)
      settle()
      let took = tookTransition
      _ = processExternalQueue()
      return took
    case .timeout(let invocation): return timeOut(invocation)
    case .retry(let invocation, let attempt):
      beginMacrostep()
      runs[invocation].timer = 0
      invoke(invocation, attempt: attempt)
      settle()
      let took = tookTransition
      _ = processExternalQueue()
      return took
    }
  }

  /// Starts the timers of a state that was entered.
  mutating func startTimers(of state: Int) {
    guard status == .running else { return }
    for timer in chart.states[state].timers {
      do throws(EvaluationError) {
        let delay = try span(of: chart.timers[timer].delay)
        schedule(.after(timer), chart.eventNames[chart.timers[timer].event], delay)
      } catch {
        enqueueError("execution", "A delay in `\(chart.stateIDs[state])` failed: \(error.message).")
      }
    }
  }

  /// Stops the timers of a state that was left.
  mutating func cancelTimers(of state: Int) {
    let timers = chart.states[state].timers
    cancelTimers { purpose in
      if case .after(let timer) = purpose { return timers.contains(timer) }
      return false
    }
  }

  /// Stops the delayed sends with an id (SCXML 6.3).
  mutating func cancelSends(_ sendID: Int) {
    cancelTimers { purpose in
      if case .send(_, _, let id, _) = purpose { return id == sendID }
      return false
    }
  }

  /// Stops all timers, delayed sends too (SCXML 6.2.4).
  mutating func cancelAllTimers() {
    cancelTimers { _ in true }
  }

  private mutating func cancelTimers(_ isMeant: (ActiveTimer.Purpose) -> Bool) {
    activeTimers.removeAll { timer in
      guard isMeant(timer.purpose) else { return false }
      effects.append(.cancelTimer(timer.id))
      return true
    }
  }

  /// Stops one timer.
  mutating func cancelTimer(_ number: UInt64) {
    guard number > 0 else { return }
    activeTimers.removeAll { timer in
      guard timer.id.number == number else { return false }
      effects.append(.cancelTimer(timer.id))
      return true
    }
  }

  /// Asks for a timer.
  ///
  /// - Returns: the timer's number.
  @discardableResult
  mutating func schedule(_ purpose: ActiveTimer.Purpose, _ label: String, _ delay: Duration) -> UInt64 {
    let id = TimerID(number: nextNumber(), label: label)
    activeTimers.append(ActiveTimer(id: id, purpose: purpose))
    effects.append(.schedule(id, after: min(delay, RunLimits.longestDelay)))
    return id.number
  }

  /// The span of a delay.
  mutating func span(of delay: DelayRecord) throws(EvaluationError) -> Duration {
    switch delay {
    case .literal(let span): return span
    case .expression(let expression):
      guard case .duration(let span) = try evaluate(expression) else {
        throw EvaluationError(.handler("the delay is not a duration"))
      }
      guard span >= .zero else { throw EvaluationError(.handler("the delay is negative")) }
      return span
    }
  }

  /// Sends an event, at once or later (SCXML 6.2).
  mutating func send(_ send: Int) throws(EvaluationError) {
    let record = chart.sends[send]
    let name = chart.eventNames[record.event]
    let payload = try payload(name, record.data)
    let event = RuntimeEvent(
      kind: .external, number: chart.eventNumbers[record.event], name: name,
      data: chart.data(payload.data, ofEvent: name))
    guard let delay = record.delay else { return deliver(event, record.destination, payload) }
    schedule(
      .send(event, record.destination, sendID: record.sendID, payload), "send \(name)", try span(of: delay))
  }

  /// Hands an event to its receiver. One that cannot be reached queues `error.communication` (SCXML 6.2.3).
  private mutating func deliver(
    _ event: RuntimeEvent, _ destination: SendRecord.Destination, _ payload: Payload
  ) {
    switch destination {
    case .itself: externalQueue.append(event)
    case .parent:
      guard hasParent else {
        return enqueueError(
          "communication", "`\(event.name)` was sent to the parent, but no chart invoked this one.")
      }
      effects.append(.sendToParent(payload))
    case .invocation(let id):
      let running = runs.indices.first {
        chart.invocations[$0].id == id && isRunning($0)
      }
      guard let running else {
        return enqueueError(
          "communication", "`\(event.name)` was sent to `\(chart.invocationIDs[id])`, which does not run.")
      }
      effects.append(.sendToInvocation(run(of: running), payload))
    }
  }
}
