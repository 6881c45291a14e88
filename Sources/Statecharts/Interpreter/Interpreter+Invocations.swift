// invoke, applyFinalize and cancelInvoke of Appendix D (SCXML 6.4, 6.5), with timeouts and repetitions.
//
// A state's services start when a macrostep ends and the state is still active. Each start has a number of its own,
// so that what an earlier one still answers is told apart and dropped.

extension Interpreter {
  /// What became of an answer of a service.
  package enum Answer: Hashable, Sendable {
    /// A transition was taken because of it.
    case taken
    /// Nothing was enabled.
    case ignored
    /// It failed and is started again after this time.
    case repeated(after: Duration)
    /// It no longer runs; the answer is dropped.
    case late
  }

  /// The ids and runs of what runs now, in document order.
  package var running: [InvocationRun] {
    runs.indices.filter { isRunning($0) }.map { run(of: $0) }
  }

  /// A service ended well.
  package mutating func complete(_ run: InvocationRun, _ data: Value) -> Answer {
    guard let invocation = current(run) else { return .late }
    endRun(invocation)
    let record = chart.invocations[invocation]
    let took = handle(
      RuntimeEvent(
        kind: .platform, number: chart.eventNumbers[record.doneEvent],
        source: EventSource.invocationDone(invocation), name: chart.eventNames[record.doneEvent],
        data: chart.data(data, ofInvocation: invocation), invocation: invocation))
    return took ? .taken : .ignored
  }

  /// A service failed with an error code.
  package mutating func fail(_ run: InvocationRun, _ code: String, _ data: Value) -> Answer {
    guard let invocation = current(run) else { return .late }
    return fail(invocation, code, data)
  }

  /// A running service, or a child chart, sends an event.
  package mutating func receive(_ event: RuntimeEvent, from run: InvocationRun) -> Answer {
    guard let invocation = current(run) else { return .late }
    var event = event
    event.invocation = invocation
    return handle(event) ? .taken : .ignored
  }

  /// Starts what belongs to the states that were entered and are still active.
  mutating func invokeStates() {
    guard !statesToInvoke.isEmpty else { return }
    let states = statesToInvoke
    statesToInvoke.removeAll()
    for state in states.members {
      for invocation in chart.states[state].invocations { invoke(invocation, attempt: 0) }
    }
  }

  /// Starts a service or a child chart.
  mutating func invoke(_ invocation: Int, attempt: Int) {
    let record = chart.invocations[invocation]
    let id = chart.invocationIDs[record.id]
    do throws(EvaluationError) {
      let input = try payload(id, record.input)
      let timeout: Duration? = if let timeout = record.timeout { try span(of: timeout) } else { nil }
      runs[invocation] = RunState(number: nextNumber(), attempt: attempt)
      effects.append(
        .start(
          InvocationStart(
            run: run(of: invocation), source: record.source, input: input, attempt: attempt)))
      if let timeout {
        runs[invocation].timer = schedule(.timeout(invocation), "timeout \(id)", timeout)
      }
    } catch {
      // The Recommendation only queues the error (SCXML 6.4.1); nothing was started.
      enqueueError("execution", "`\(id)` could not be started: \(error.message).")
    }
  }

  /// Stops what runs for an invocation, if anything does.
  mutating func cancelInvoke(_ invocation: Int) {
    let state = runs[invocation]
    guard state.number > 0 || state.timer > 0 else { return }
    if state.number > 0 { effects.append(.cancel(run(of: invocation))) }
    endRun(invocation)
  }

  /// Runs the finalize actions of the invocation that an event came from, and passes on external events.
  mutating func passToInvocations(_ event: RuntimeEvent) {
    guard !runs.isEmpty else { return }
    if event.invocation >= 0 { execute(chart.invocations[event.invocation].finalize) }
    guard event.kind == .external else { return }
    for invocation in runs.indices
    where chart.invocations[invocation].forwards && isRunning(invocation) && event.invocation != invocation {
      effects.append(.sendToInvocation(run(of: invocation), payload(of: event)))
    }
  }

  /// A run took longer than it may: it is stopped and fails with `timeout`.
  mutating func timeOut(_ invocation: Int) -> Bool {
    effects.append(.cancel(run(of: invocation)))
    runs[invocation].timer = 0
    return fail(invocation, "timeout", .unset) == .taken
  }

  private mutating func fail(_ invocation: Int, _ code: String, _ data: Value) -> Answer {
    let record = chart.invocations[invocation]
    let attempt = runs[invocation].attempt
    endRun(invocation)
    if attempt < record.attempts, record.retryCodes.isEmpty || record.retryCodes.contains(code) {
      if let wait = backoff(record, attempt) {
        let label = "retry \(chart.invocationIDs[record.id])"
        runs[invocation].timer = schedule(.retry(invocation, attempt: attempt + 1), label, wait)
        return .repeated(after: wait)
      }
    }
    let name = "error.\(code)"
    let took = handle(
      RuntimeEvent(
        kind: .platform, number: chart.trie.number(of: name),
        source: EventSource.invocationFailed(invocation), name: name,
        data: chart.data(data, ofError: code), error: code,
        invocation: invocation))
    return took ? .taken : .ignored
  }

  /// How long to wait before the next start: twice as long each time, until a day; nil when it cannot be found.
  private mutating func backoff(_ record: InvocationRecord, _ attempt: Int) -> Duration? {
    guard let backoff = record.backoff else { return .zero }
    do throws(EvaluationError) {
      var wait = try span(of: backoff)
      for _ in 0..<attempt where wait < .seconds(86_400) { wait += wait }
      return wait
    } catch {
      host.didFail("The wait before a repetition failed: \(error.message).")
      return nil
    }
  }

  private mutating func endRun(_ invocation: Int) {
    cancelTimer(runs[invocation].timer)
    runs[invocation] = RunState()
  }

  /// The invocation whose current run this is.
  private func current(_ run: InvocationRun) -> Int? {
    guard status == .running, runs.indices.contains(run.index), run.number > 0,
      runs[run.index].number == run.number
    else { return nil }
    return run.index
  }

  /// Whether a service runs now.
  func isRunning(_ invocation: Int) -> Bool { runs[invocation].number > 0 }

  /// The name and number of what runs for an invocation.
  func run(of invocation: Int) -> InvocationRun {
    InvocationRun(
      id: chart.invocationIDs[chart.invocations[invocation].id], number: runs[invocation].number,
      index: invocation)
  }
}
