import StatechartsModel

// What happened, in the words of trace events. Redaction takes place here, before anything leaves the session.

extension ChartSession {
  /// Whether the inspector looks at one of some kinds.
  func wants(_ kinds: TraceKinds) -> Bool {
    guard let inspector else { return false }
    return !inspector.kinds.isDisjoint(with: kinds)
  }

  /// Tells the inspector one thing about a chart, if it looks at such things.
  func trace(_ chart: Int, _ kind: TraceEvent.Kind) {
    guard let inspector, inspector.kinds.contains(kind.kind) else { return }
    traced += 1
    inspector.record(
      TraceEvent(
        number: traced, time: clock.now(), session: charts.name(of: chart),
        chart: charts.bound(chart)?.chart.chart.id.text ?? "", kind: kind))
  }

  /// Tells the inspector what happened.
  func trace(_ occurrence: Occurrence) {
    guard inspector != nil else { return }
    switch occurrence {
    case .stepped(let chart, let cause, let step):
      if let compiled = charts.bound(chart)?.chart { trace(chart, compiled, cause, step) }
    case .start(let key, let start), .startedChart(_, let key, let start): trace(key, start)
    case .cancel(let key): trace(key.chart, .serviceCancelled(id: key.run.id, run: key.run.number))
    case .endedChart(let key): trace(key.chart, .serviceEnded(id: key.run.id, run: key.run.number))
    case .schedule(let key, let delay):
      trace(key.chart, .timerSet(key.timer.label, number: key.timer.number, after: delay))
    case .cancelTimer(let key):
      trace(key.chart, .timerCancelled(key.timer.label, number: key.timer.number))
    case .output(let chart, let payload):
      let data = charts.bound(chart)?.chart.logOutput(payload) ?? .redacted
      trace(chart, .output(payload.name, data: data))
    case .deliver(let key, let payload):
      // What may be in it is declared by the service, if at all: its fields are not known here.
      let data = payload.taint.contains(.personal) ? .redactedPersonal : payload.redactedData
      trace(key.chart, .sent(event: payload.name, data: data, service: key.run.id))
    case .failure(let chart, let message): trace(chart, .fault(message))
    }
  }

  /// Tells the inspector how the run came to its end.
  func traceEnd(_ status: Machine.Status) {
    if case .stopped(let reason) = status {
      trace(SessionCharts.root, .stopped(reason))
    } else {
      let result = charts.main.machine.resultPayload
      let isPersonal = result.taint.contains(.personal)
      trace(SessionCharts.root, .ended(result: isPersonal ? .redactedPersonal : result.redactedData))
    }
  }

  private func trace(_ key: ServiceKey, _ start: InvocationStart) {
    let name =
      switch start.source {
      case .service(let name): name
      case .chart(let path): path
      }
    let input = charts.bound(key.chart)?.chart.logInput(start.input, of: start.run)
    trace(
      key.chart,
      .serviceStarted(
        id: start.run.id, run: start.run.number, name: name, input: input ?? .redacted,
        attempt: start.attempt))
  }

  private func trace(_ chart: Int, _ compiled: CompiledChart, _ cause: Cause, _ step: Macrostep) {
    var isRejected = false
    if case .rejected = step.outcome { isRejected = true }
    if let kind = kind(of: cause, compiled, isRejected: isRejected) { trace(chart, kind) }
    switch step.outcome {
    case .taken: if !cause.isStart { trace(chart, .taken) }
    case .ignored(let refused):
      // What a restore begins is no event of the app.
      if !cause.isRestore { trace(chart, .ignored(refused: refused)) }
    case .rejected(let rejection): trace(chart, .rejected(rejection.description))
    case .repeated(let wait): trace(chart, .repeated(after: wait))
    case .stale: trace(chart, .stale)
    }
    for each in step.microsteps {
      trace(
        chart, .stepped(event: each.event, exited: each.exited, taken: each.taken, entered: each.entered))
    }
    for action in step.actions {
      trace(chart, .action(action.name, arguments: compiled.logArguments(action)))
    }
    for value in step.logs { trace(chart, .logged(value)) }
    for failure in step.failures { trace(chart, .fault(failure)) }
    for error in step.unhandledErrors { trace(chart, .unhandledError(error)) }
  }

  private func kind(of cause: Cause, _ chart: CompiledChart, isRejected: Bool) -> TraceEvent.Kind? {
    switch cause {
    case .start: return .started
    case .stop: return .stopRequested
    // `TraceEvent.Kind.restored` has come already, and the start of the service follows.
    case .restored: return nil
    case .timer(let timer): return .timerFired(timer.label)
    case .event(let event): return received(event, from: event.origin == "#_parent" ? .chart("parent") : .app)
    case .eventFrom(let id, let event): return received(event, from: .service(id))
    case .completed(let run, let value):
      return .completed(
        service: run.id, run: run.number, result: isRejected ? .unset : chart.logResult(value, of: run))
    case .failed(let run, let code, let data):
      return .failed(
        service: run.id, run: run.number, code: code,
        data: isRejected ? .unset : chart.logData(data, ofError: code))
    case .messages(let run, let messages):
      for case .event(let event) in messages { return received(event, from: .chart(run.id)) }
      for case .failed(let code, _) in messages {
        return .failed(service: run.id, run: run.number, code: code, data: .unset)
      }
      return .completed(service: run.id, run: run.number, result: .unset)
    }
    // Data of what was rejected were looked at by nobody, so nothing is known of them.
    func received(_ event: ChartEvent, from source: TraceEvent.Source) -> TraceEvent.Kind {
      .received(event: event.name, data: isRejected ? nil : chart.logData(event), from: source)
    }
  }
}

extension Cause {
  /// Whether it is the start, after which nothing says that it was taken.
  fileprivate var isStart: Bool { if case .start = self { true } else { false } }

  /// Whether a restore made the machine take a step, and no event of the app.
  fileprivate var isRestore: Bool { if case .restored = self { true } else { false } }
}
