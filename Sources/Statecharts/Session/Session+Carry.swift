extension Session {
  /// Does in order what the machines ask for, and tells it.
  func carryOut(_ log: [Occurrence]) {
    var outputs: [Payload] = []
    var failures: [String] = []
    var isChanged = false
    for occurrence in log {
      trace(occurrence)
      switch occurrence {
      case .stepped(_, _, let step):
        if step.isChanged { isChanged = true }
        failures += step.failures.prefix(max(0, SessionUpdate.mostFailures - failures.count))
      case .start(let key, let start):
        run(key, start)
        isChanged = true
      case .cancel(let key):
        if let service = services.removeValue(forKey: key) { service.end() }
        isChanged = true
      case .schedule(let key, let delay):
        // proven: no overflow, because delays are at most a thousand years, and durations hold billions of those.
        timers.add(key, due: clock.now() + delay, delay: delay)
      case .cancelTimer(let key): timers.remove(key)
      case .output(_, let payload):
        outputs.append(payload)
        (inspector as? any PayloadInspector)?.told(payload)
      case .deliver(let key, let payload): deliver(payload, to: key)
      case .startedChart, .endedChart: isChanged = true
      case .failure(_, let message):
        if failures.count < SessionUpdate.mostFailures { failures.append(message) }
      }
    }
    let status = charts.main.machine.status
    let ends = status != .running && status != .notStarted && !isOver
    // A chart that was stopped while guards were asked has done nothing, and is over all the same.
    if isChanged || ends || !outputs.isEmpty { publish(outputs: outputs, failures: failures) }
    guard ends else { return }
    isOver = true
    traceEnd(status)
    endUpdates()
  }

  private func deliver(_ payload: Payload, to key: ServiceKey) {
    guard let service = services[key] else { return }
    if case .dropped(let lost) = service.feed.yield(Event(payload.name, data: payload.data)) {
      trace(key.chart, .undelivered(event: lost.name, service: key.run.id))
    }
  }
}
