// The timers that the machine asked for.

extension Interpreter {
  /// A timer is over.
  ///
  /// - Returns: whether a transition was taken because of it; nil for a timer that no longer counts.
  mutating func fire(_ timer: UInt64) -> Bool? {
    guard isLive, let found = cold[0].activeTimers.remove(timer) else { return nil }
    switch found.purpose {
    case .after(let record): return handle(event(ofAfter: record))
    case .send(let event, let destination, let payload):
      if case .itself = destination { return handle(event) }
      beginEvent()
      deliver(event, destination, payload)
      return completeEvent()
    case .timeout(let invocation): return timeOut(invocation)
    case .retry(let invocation, let attempt):
      beginEvent()
      cold[0].runs[invocation].timer = 0
      invoke(invocation, attempt: attempt)
      return completeEvent()
    }
  }

  /// Completes the macrostep that a timer or a restart began, and takes what the chart sent to itself.
  ///
  /// - Returns: whether that macrostep took a transition.
  mutating func completeEvent() -> Bool {
    completeMacrostep()
    let took = tookTransition
    mainEventLoop()
    return took
  }

  /// Stops the delayed sends with an id (SCXML 6.3).
  mutating func cancelSends(_ id: String) {
    for timer in cold[0].activeTimers.removeSends(id) { didCancel(timer) }
  }

  /// Stops all timers, delayed sends too (SCXML 6.2.4).
  mutating func cancelAllTimers() {
    guard cold[0].activeTimers.count > 0 else { return }
    for timer in cold[0].activeTimers.removeAll() { didCancel(timer) }
  }

  /// Stops one timer.
  mutating func cancelTimer(_ number: UInt64) {
    guard number > 0 else { return }
    if let timer = cold[0].activeTimers.remove(number) { didCancel(timer) }
  }

  mutating func didCancel(_ timer: ActiveTimer) {
    didWork(1)
    if !timer.isOver { cold[0].effects.append(.cancelTimer(timer.id)) }
  }

  /// Asks for a timer.
  ///
  /// - Returns: the timer's number.
  @discardableResult
  mutating func schedule(
    _ purpose: ActiveTimer.Purpose, _ label: String, _ delay: Duration, _ resume: ResumePolicy?
  ) -> UInt64 {
    let id = TimerID(number: nextNumber(), label: label)
    cold[0].activeTimers.add(ActiveTimer(id: id, purpose: purpose, resume: resume))
    cold[0].effects.append(.schedule(id, after: min(delay, RunLimits.longestDelay)))
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
}
