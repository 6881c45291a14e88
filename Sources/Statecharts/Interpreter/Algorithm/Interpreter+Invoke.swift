import StatechartsModel

// invoke, applyFinalize and cancelInvoke of Appendix D (SCXML 6.4, 6.5), with timeouts and repetitions.
//
// A state's services start when a macrostep ends and the state is still active. Each start has a number of its own,
// so that what an earlier one still answers is told apart and dropped.

extension Interpreter {
  /// What became of an answer of a service.
  enum Answer: Hashable, Sendable {
    /// A transition was taken because of it.
    case taken
    /// Nothing was enabled.
    case ignored
    /// It failed and is started again after this time.
    case repeated(after: Duration)
    /// It no longer runs; the answer is dropped.
    case stale
  }

  /// The ids and runs of what runs now, in document order.
  var running: [InvocationRun] {
    runs.indices.filter { isRunning($0) }.map { run(of: $0) }
  }

  /// Takes what a running service or child chart tells, all of it at once: whether it still counts is decided when it
  /// arrives, not when its turn comes. So a child chart's end follows the events that it sent before, even when one
  /// of those makes this chart leave the state (W3C test 236).
  mutating func receive(_ messages: [InvocationMessage], from run: InvocationRun) -> Answer {
    var answer = Answer.ignored
    var events = 0
    for message in messages {
      guard let invocation = current(run) else {
        answer = .stale
        continue
      }
      switch message {
      case .event(let event):
        arrive(
          RuntimeEvent(
            kind: .external, number: chart.trie.number(of: event.name), name: event.name,
            data: chart.data(event.data, ofEvent: event.name), taint: chart.carriedTaint(of: event),
            sendID: event.sendID, origin: "#_" + chart.invocationIDs[chart.invocations[invocation].id]),
          from: invocation)
      case .completed(let result):
        endRun(invocation)
        forgetEntryEvent(of: chart.invocations[invocation].state)
        let name = chart.invocations[invocation].doneEvent
        arrive(
          RuntimeEvent(
            kind: .platform, number: chart.eventNumbers[name],
            source: EventSource.invocationDone(invocation), name: chart.eventNames[name],
            data: chart.data(result.data, ofInvocation: invocation), taint: result.taint),
          from: invocation)
      case .failed(let code, let data):
        if let wait = fail(invocation, code, data) {
          answer = .repeated(after: wait)
          continue
        }
      }
      events += 1
    }
    guard events > 0 else { return answer }
    return processExternalQueue(arrived: events) ? .taken : .ignored
  }

  private mutating func arrive(_ event: RuntimeEvent, from invocation: Int) {
    var event = event
    event.invocation = invocation
    event.visit = runs[invocation].visit
    externalQueue.append(event)
  }

  /// Whether the state that an event's invocation belongs to is still in the visit in which the event arrived.
  private func isCurrent(_ event: RuntimeEvent) -> Bool {
    event.visit == runs[event.invocation].visit
  }

  /// Notes that a state is entered that starts something, and keeps the event that led here for its input.
  mutating func willInvoke(_ state: Int) {
    // Decision: Docs/decisions/semantics.md#a-service-gets-the-event-that-led-to-its-state
    statesToInvoke.insert(state)
    if chart.states[state].startsReadEvent { rooms[0].entryEvents[state] = EntryEvent(event: event) }
  }

  /// Starts what belongs to the states that were entered and are still active.
  mutating func invokeStates() {
    guard !statesToInvoke.isEmpty else { return }
    let states = statesToInvoke
    statesToInvoke.removeAll()
    for state in states.members {
      for invocation in chart.states[state].invocations { invoke(invocation, attempt: 0) }
      forgetEntryEvent(of: state)
    }
  }

  /// Starts a service or a child chart.
  mutating func invoke(_ invocation: Int, attempt: Int) {
    let record = chart.invocations[invocation]
    guard chart.states[record.state].startsReadEvent else { return start(invocation, record, attempt) }
    let last = event
    event = rooms[0].entryEvents[record.state]?.event
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
      runs[invocation].number = number
      // Decision: Docs/decisions/sessions-and-snapshots.md#one-key-for-all-repetitions-of-a-start
      if runs[invocation].key.isEmpty { runs[invocation].key = "\(keyPrefix)-\(number)" }
      runs[invocation].attempt = attempt
      if record.idSlot >= 0 { slots[record.idSlot] = .string(id) }
      effects.append(
        .start(
          InvocationStart(
            run: run(of: invocation), source: source, input: input, attempt: attempt,
            idempotencyKey: runs[invocation].key)))
      if let timeout {
        runs[invocation].timer = schedule(
          .timeout(invocation), "timeout \(id)", timeout, record.resume)
      }
    } catch {
      failToStart(invocation, "`\(id)` could not be started\(chart.reason(of: error)).")
    }
  }

  private mutating func source(of record: InvocationRecord) throws(EvaluationError) -> InvocationSource {
    guard record.computedSource >= 0 else { return record.source }
    if case .string(let path) = try evaluate(record.computedSource) {
      if record.charts.contains(path) { return .chart(path) }
      // Loading makes paths relative to the first chart; the expression gives them as they are written.
      if let chart = record.charts.first(where: { $0.hasSuffix("/" + path) }) { return .chart(chart) }
    }
    throw EvaluationError(.handler("the chart to run is not listed under `among`"))
  }

  /// Queues the error (SCXML 6.4.1). It is also the invocation's own failure, so that `failed: { any: … }` takes it.
  private mutating func failToStart(_ invocation: Int, _ message: String) {
    // Decision: Docs/decisions/semantics.md#a-service-that-cannot-start-has-failed
    host.didFail(message)
    let name = "error.execution"
    enqueue(
      RuntimeEvent(
        kind: .platform, number: chart.trie.number(of: name),
        source: EventSource.invocationFailed(invocation), name: name, error: "execution"))
  }

  private func problem(of input: NamedData, _ fields: [FieldDeclaration]) -> String? {
    var given: [String: ChartValue] = [:]
    if case .map(let values) = input.data { given = values }
    return fields.mismatch(of: given, codes: chart.errors)?.message
  }

  /// Stops what runs for an invocation, if anything does, and ends the visit of its state.
  mutating func cancelInvoke(_ invocation: Int) {
    let state = runs[invocation]
    runs[invocation].visit &+= 1
    runs[invocation].key = ""
    guard state.number > 0 || state.timer > 0 else { return }
    if state.number > 0 { effects.append(.cancel(run(of: invocation))) }
    endRun(invocation)
  }

  /// Runs the finalize actions of the invocation that an event came from, and passes on external events, to the one
  /// that it came from too (W3C test 229).
  mutating func passToInvocations(_ event: inout RuntimeEvent) {
    guard !chart.invocations.isEmpty else { return }
    if event.invocation >= 0 {
      if isCurrent(event) {
        execute(chart.invocations[event.invocation].finalize)
      } else {
        // The state was left since: its own `done` and `failed` must not take what belongs to an earlier visit.
        event.source = EventSource.any
      }
    }
    guard event.kind == .external else { return }
    for invocation in runs.indices where chart.invocations[invocation].forwards && isRunning(invocation) {
      didWork(writing: event.data)
      effects.append(.sendToInvocation(run(of: invocation), payload(of: event)))
    }
  }

  /// A run took longer than it may: it is stopped and fails with `timeout`.
  mutating func timeOut(_ invocation: Int) -> Bool {
    effects.append(.cancel(run(of: invocation)))
    runs[invocation].timer = 0
    if fail(invocation, "timeout", .unset) != nil { return false }
    return processExternalQueue(arrived: 1)
  }

  /// Notes a failure: asks for the next start, or lets the failure event arrive.
  ///
  /// - Returns: the wait before the next start, if there is one.
  private mutating func fail(_ invocation: Int, _ code: String, _ data: ChartValue) -> Duration? {
    let record = chart.invocations[invocation]
    let (attempt, key) = (runs[invocation].attempt, runs[invocation].key)
    endRun(invocation)
    // What a restored session was interrupted in is not run again by itself.
    // Decision: Docs/decisions/sessions-and-snapshots.md#an-interrupted-service-is-not-run-again
    let isWorthIt = record.retryCodes.isEmpty ? code != "interrupted" : record.retryCodes.contains(code)
    if attempt < record.attempts, isWorthIt,
      let wait = backoff(record, attempt)
    {
      let label = "retry \(chart.invocationIDs[record.id])"
      runs[invocation].key = key
      runs[invocation].timer = schedule(
        .retry(invocation, attempt: attempt + 1), label, wait, chart.invocations[invocation].resume)
      return wait
    }
    forgetEntryEvent(of: record.state)
    let name = "error.\(code)"
    arrive(
      RuntimeEvent(
        kind: .platform, number: chart.trie.number(of: name),
        source: EventSource.invocationFailed(invocation), name: name,
        data: chart.data(data, ofError: code), error: code),
      from: invocation)
    return nil
  }

  /// How long to wait before the next start: twice as long each time, until a day; nil when it cannot be found.
  private mutating func backoff(_ record: InvocationRecord, _ attempt: Int) -> Duration? {
    guard let backoff = record.backoff else { return .zero }
    do throws(EvaluationError) {
      var wait = try span(of: backoff)
      for _ in 0..<attempt where wait < .seconds(86_400) { wait += wait }
      return wait
    } catch {
      host.didFail("The wait before a retry failed\(chart.reason(of: error)).")
      return nil
    }
  }

  private mutating func endRun(_ invocation: Int) {
    cancelTimer(runs[invocation].timer)
    runs[invocation] = RunState(visit: runs[invocation].visit)
  }

  /// Forgets what led to a state when nothing there will be started with it again, for it may hold secrets.
  private mutating func forgetEntryEvent(of state: Int) {
    guard chart.states[state].startsReadEvent else { return }
    let isNeeded = chart.states[state].invocations.contains {
      (chart.invocations[$0].attempts > 0 || chart.invocations[$0].restarts)
        && (isRunning($0) || runs[$0].timer > 0)
    }
    if !isNeeded { rooms[0].entryEvents[state] = nil }
  }

  /// A service that ran before the session was restored is started from the beginning, under the same key.
  mutating func restart(_ invocation: Int) -> Bool {
    beginEvent()
    let key = runs[invocation].key
    endRun(invocation)
    runs[invocation].key = key
    invoke(invocation, attempt: 0)
    settle()
    let took = tookTransition
    _ = processExternalQueue()
    return took
  }

  /// The invocation whose current run this is.
  func current(_ run: InvocationRun) -> Int? {
    guard isLive, runs.indices.contains(run.index), run.number > 0,
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
