import StatechartsModel

// What services and child charts answer, with timeouts and retries.
//
// Each start has a number of its own, so that late results of an earlier start are dropped.

extension Interpreter {
  /// The ids and runs of what runs now, in document order.
  var running: [InvocationRun] {
    cold[0].runs.indices.filter { isRunning($0) }.map { run(of: $0) }
  }

  /// Takes what a running service or child chart sends, all of it at once: whether it still counts is decided when it
  /// arrives, not when its turn comes. So a child chart's end follows the events that it sent before, even when one
  /// of those makes this chart leave the state (W3C test 236).
  mutating func receive(_ messages: [InvocationMessage], from run: InvocationRun) -> EventOutcome {
    var answer = EventOutcome.ignored(refused: [])
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
    return mainEventLoop(arrived: events) ? .taken : .ignored(refused: [])
  }

  private mutating func arrive(_ event: RuntimeEvent, from invocation: Int) {
    var event = event
    event.invocation = invocation
    event.visit = cold[0].runs[invocation].visit
    cold[0].externalQueue.append(event)
  }

  /// A run took longer than it may: it is stopped and fails with `timeout`.
  mutating func timeOut(_ invocation: Int) -> Bool {
    cold[0].effects.append(.cancel(run(of: invocation)))
    cold[0].runs[invocation].timer = 0
    if fail(invocation, "timeout", .unset) != nil { return false }
    return mainEventLoop(arrived: 1)
  }

  /// Notes a failure: asks for the next start, or lets the failure event arrive.
  ///
  /// - Returns: the wait before the next start, if there is one.
  private mutating func fail(_ invocation: Int, _ code: String, _ data: ChartValue) -> Duration? {
    let record = chart.invocations[invocation]
    let (attempt, key) = (cold[0].runs[invocation].attempt, cold[0].runs[invocation].key)
    endRun(invocation)
    // What a restored session was interrupted in is not run again by itself.
    // Decision: Docs/decisions/sessions-and-snapshots.md#an-interrupted-service-is-not-run-again
    let isWorthIt = record.retryCodes.isEmpty ? code != "interrupted" : record.retryCodes.contains(code)
    if attempt < record.attempts, isWorthIt,
      let wait = backoff(record, attempt)
    {
      let label = "retry \(chart.invocationIDs[record.id])"
      cold[0].runs[invocation].key = key
      cold[0].runs[invocation].timer = schedule(
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

  mutating func endRun(_ invocation: Int) {
    cancelTimer(cold[0].runs[invocation].timer)
    cold[0].runs[invocation] = RunState(visit: cold[0].runs[invocation].visit)
  }

  /// Forgets what led to a state when nothing there will be started with it again, for it may hold secrets.
  mutating func forgetEntryEvent(of state: Int) {
    guard chart.states[state].startsReadEvent else { return }
    let isNeeded = chart.states[state].invocations.contains {
      (chart.invocations[$0].attempts > 0 || chart.invocations[$0].restarts)
        && (isRunning($0) || cold[0].runs[$0].timer > 0)
    }
    if !isNeeded { cold[0].entryEvents[state] = nil }
  }

  /// A service that ran before the session was restored is started from the beginning, under the same key.
  mutating func restart(_ invocation: Int) -> Bool {
    beginEvent()
    let key = cold[0].runs[invocation].key
    endRun(invocation)
    cold[0].runs[invocation].key = key
    invoke(invocation, attempt: 0)
    return completeEvent()
  }

  /// The invocation whose current run this is.
  func current(_ run: InvocationRun) -> Int? {
    guard isLive, cold[0].runs.indices.contains(run.index), run.number > 0,
      cold[0].runs[run.index].number == run.number
    else { return nil }
    return run.index
  }

  /// Whether a service runs now.
  func isRunning(_ invocation: Int) -> Bool { cold[0].runs[invocation].number > 0 }

  /// The name and number of what runs for an invocation.
  func run(of invocation: Int) -> InvocationRun {
    InvocationRun(
      id: chart.invocationIDs[chart.invocations[invocation].id], number: cold[0].runs[invocation].number,
      index: invocation)
  }

  /// What an invocation runs.
  mutating func source(of record: InvocationRecord) throws(EvaluationError) -> InvocationSource {
    guard record.computedSource >= 0 else { return record.source }
    if case .string(let path) = try evaluate(record.computedSource) {
      if record.charts.contains(path) { return .chart(path) }
      // Loading makes paths relative to the first chart; the expression gives them as they are written.
      if let chart = record.charts.first(where: { $0.hasSuffix("/" + path) }) { return .chart(chart) }
    }
    throw EvaluationError(.handler("the chart to run is not listed under `among`"))
  }

  /// Queues the error (SCXML 6.4.1). It is also the invocation's own failure, so that `failed: { any: … }` takes it.
  mutating func failToStart(_ invocation: Int, _ message: String) {
    // Decision: Docs/decisions/semantics.md#a-service-that-cannot-start-has-failed
    host.didFail(message)
    let name = "error.execution"
    enqueue(
      RuntimeEvent(
        kind: .platform, number: chart.trie.number(of: name),
        source: EventSource.invocationFailed(invocation), name: name, error: "execution"))
  }

  /// Why input does not fit the declared fields of a service; nil when it does.
  func problem(of input: NamedData, _ fields: [FieldDeclaration]) -> String? {
    var given: [String: ChartValue] = [:]
    if case .map(let values) = input.data { given = values }
    return fields.mismatch(of: given, codes: chart.errors)?.message
  }
}
