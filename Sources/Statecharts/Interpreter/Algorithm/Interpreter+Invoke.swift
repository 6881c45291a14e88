// invoke, cancelInvoke and applyFinalize of Appendix D (SCXML 6.4, 6.5).

extension Interpreter {
  /// Notes that a state is entered that starts something, and keeps the event that led here for its input.
  mutating func willInvoke(_ state: Int) {
    // Decision: Docs/decisions/semantics.md#a-service-gets-the-event-that-led-to-its-state
    cold[0].statesToInvoke.insert(state)
    if chart.states[state].startsReadEvent { cold[0].entryEvents[state] = EntryEvent(event: event) }
  }

  /// Starts the services of the states that were entered and are still active, when a macrostep is complete.
  mutating func invokeStates() {
    let states = cold[0].statesToInvoke
    cold[0].statesToInvoke.removeAll()
    for state in states.members {
      for invocation in chart.states[state].invocations { invoke(invocation, attempt: 0) }
      forgetEntryEvent(of: state)
    }
  }

  /// invoke: starts a service or a child chart.
  mutating func invoke(_ invocation: Int, attempt: Int) {
    let record = chart.invocations[invocation]
    guard chart.states[record.state].startsReadEvent else { return start(invocation, record, attempt) }
    let last = event
    event = cold[0].entryEvents[record.state]?.event
    start(invocation, record, attempt)
    event = last
  }

  private mutating func start(_ invocation: Int, _ record: InvocationRecord, _ attempt: Int) {
    let id = chart.invocationIDs[record.id]
    do throws(EvaluationError) {
      let source = try source(of: record)
      let input = try payload(id, record.input)
      didWork(writing: input.data)
      if let problem = record.inputFields.flatMap({ problem(of: input, $0) }) {
        return failToStart(
          invocation,
          "`\(id)` could not be started, because its input does not match the declaration: \(problem).")
      }
      let timeout: Duration? = if let timeout = record.timeout { try span(of: timeout) } else { nil }
      let number = nextNumber()
      cold[0].runs[invocation].number = number
      // Decision: Docs/decisions/sessions-and-snapshots.md#one-key-for-all-repetitions-of-a-start
      if cold[0].runs[invocation].key.isEmpty { cold[0].runs[invocation].key = "\(keyPrefix)-\(number)" }
      cold[0].runs[invocation].attempt = attempt
      if record.idSlot >= 0 { slots[record.idSlot] = .string(id) }
      cold[0].effects.append(
        .start(
          InvocationStart(
            run: run(of: invocation), source: source, input: input, attempt: attempt,
            idempotencyKey: cold[0].runs[invocation].key)))
      if let timeout {
        cold[0].runs[invocation].timer = schedule(
          .timeout(invocation), "timeout \(id)", timeout, record.resume)
      }
    } catch {
      failToStart(invocation, "`\(id)` could not be started\(chart.reason(of: error)).")
    }
  }

  /// cancelInvoke: stops what runs for an invocation, if anything does, and ends the visit of its state.
  mutating func cancelInvoke(_ invocation: Int) {
    let state = cold[0].runs[invocation]
    cold[0].runs[invocation].visit &+= 1
    cold[0].runs[invocation].key = ""
    guard state.number > 0 || state.timer > 0 else { return }
    if state.number > 0 { cold[0].effects.append(.cancel(run(of: invocation))) }
    endRun(invocation)
  }

  /// applyFinalize: runs the finalize actions of the invocation that an event came from.
  ///
  /// - Returns: the event as transitions see it.
  mutating func applyFinalize(_ event: RuntimeEvent) -> RuntimeEvent {
    guard event.invocation >= 0 else { return event }
    if isCurrent(event) {
      executeContent(chart.invocations[event.invocation].finalize)
      return event
    }
    // The state was left since: its own `done` and `failed` must not take what belongs to an earlier visit.
    var event = event
    event.source = EventSource.any
    return event
  }

  /// Passes an external event on to the services that get all of them, to the one that it came from too (W3C test 229).
  mutating func forward(_ event: RuntimeEvent) {
    guard chart.forwardsEvents, event.kind == .external else { return }
    for invocation in cold[0].runs.indices
    where chart.invocations[invocation].forwards && isRunning(invocation) {
      didWork(writing: event.data)
      cold[0].effects.append(.sendToInvocation(run(of: invocation), payload(of: event)))
    }
  }

  /// Whether the state that an event's invocation belongs to is still in the visit in which the event arrived.
  private func isCurrent(_ event: RuntimeEvent) -> Bool {
    event.visit == cold[0].runs[event.invocation].visit
  }
}
