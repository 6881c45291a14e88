extension ChartSession {
  /// Carries out in order what the machines ask for, and publishes it. If the app stores each step first, whatever is
  /// visible outside of the session is held.
  func carryOut(_ log: [Occurrence]) {
    let isHeld = delivery == .confirmed
    var work = HeldWork()
    var outputs: [NamedData] = []
    var failures: [String] = []
    var (isChanged, hasTimers) = (false, false)
    for occurrence in log {
      trace(occurrence)
      switch occurrence {
      case .stepped(_, _, let step):
        if step.isChanged { isChanged = true }
        failures += step.failures.prefix(max(0, SessionUpdate.mostFailures - failures.count))
      case .startedChart, .endedChart: isChanged = true
      case .failure(_, let message):
        if failures.count < SessionUpdate.mostFailures { failures.append(message) }
      case .schedule(let key, let delay):
        // proven: no overflow, because delays are at most a thousand years, and durations hold billions of those.
        timers.add(key, due: clock.now() + delay, delay: delay)
        hasTimers = true
      case .cancelTimer(let key):
        timers.remove(key)
        hasTimers = true
      case .start, .cancel, .deliver, .output:
        if case .output(_, let payload) = occurrence { outputs.append(payload) }
        if occurrence.isVisible { isChanged = true }
        if isHeld { work.effects.append(occurrence) } else { carryOut(occurrence) }
      }
    }
    let status = charts.main.machine.status
    let ends = status != .running && status != .notStarted && !hasEnded
    if ends {
      hasEnded = true
      traceEnd(status)
    }
    outbox.add(outputs, delivery)
    // A chart that was stopped while guards were asked has done nothing, and is over all the same.
    let isObservable = isChanged || ends || !outputs.isEmpty || !failures.isEmpty
    if isObservable { updates += 1 }
    // Callers may come while a step is held.
    let update =
      isObservable && (isHeld || !subscribers.isEmpty) ? update(outputs: outputs, failures: failures) : nil
    if isHeld {
      guard isObservable || hasTimers || !work.effects.isEmpty else { return }
      (work.update, work.ends, work.outputs) = (update, ends, outputs.count)
      hold(work)
    } else {
      if let update { publish(update) }
      if ends { end() }
    }
  }

  /// Does one thing that others than the session notice.
  func carryOut(_ effect: Occurrence) {
    switch effect {
    case .start(let key, let start): run(key, start)
    case .cancel(let key): services.removeValue(forKey: key)?.end()
    case .deliver(let key, let payload): deliver(payload, to: key)
    case .output(_, let payload): (inspector as? any PayloadInspector)?.didEmit(payload)
    case .stepped, .startedChart, .endedChart, .schedule, .cancelTimer, .failure: break
    }
  }

  private func deliver(_ payload: NamedData, to key: ServiceKey) {
    guard let service = services[key] else { return }
    if case .dropped(let lost) = service.feed.yield(ChartEvent(payload.name, data: payload.data)) {
      trace(key.chart, .undelivered(event: lost.name, service: key.run.id))
    }
  }
}

extension Occurrence {
  /// Whether `SessionUpdate.services` changes with it.
  fileprivate var isVisible: Bool {
    switch self {
    case .start, .cancel: true
    default: false
    }
  }
}
