extension ChartSession {
  /// Where the session is now. Between two steps is everywhere, so that any time will do.
  ///
  /// - Parameter time: the time of day, as a span since a day that is always the same one, such as
  ///   `.seconds(Date().timeIntervalSince1970)`: clocks of sessions may start again with each process, so that only this
  ///   tells how long the session was away. It is needed for timers that go on by their deadline (`ResumePolicy`); without
  ///   it, or when the clock was set back, those wait for what was left.
  public func snapshot(at time: Duration? = nil) -> SessionSnapshot {
    // Decision: Docs/decisions/sessions-and-snapshots.md#the-engine-does-not-know-the-time-of-day
    let now = clock.now()
    let pending = pendingServices()
    var unsealed: [String] = []
    let chart = charts.snapshot {
      if let sealer { unsealed += $0.seal($1.sealableSecrets, in: $2, sealer) }
    } time: {
      guard let entry = timers[$0] else { return }
      $1.delay = entry.delay
      $1.remaining = max(.zero, entry.due - now)
    } service: {
      $1.pending = pending[$0]
    }
    for name in unsealed.prefix(SessionUpdate.mostFailures) {
      trace(
        SessionCharts.root, .fault("The secret `\(name)` could not be sealed, so it is not in the snapshot."))
    }
    return SessionSnapshot(
      format: SessionSnapshot.currentFormat, id: id, takenAt: time, updates: updates, traced: traced,
      outputs: outbox.stored(seal: sealed), chart: chart ?? charts.main.machine.snapshot())
  }

  /// The data of an output that has secrets, sealed; nil if they cannot be.
  private func sealed(_ payload: NamedData, _ number: UInt64) -> String? {
    guard let sealer else { return nil }
    let text = StoredOutput.seal(payload, number, in: id, sealer)
    if text == nil {
      trace(
        SessionCharts.root,
        .fault(
          "The secrets of output \(number), `\(payload.name)`, could not be sealed, so they are not in the snapshot."
        ))
    }
    return text
  }

  /// What is held of services that are not started yet. A service whose input or events have a secret is left out:
  /// nobody could start it without, so it will have been interrupted.
  private func pendingServices() -> [ServiceKey: ChartSnapshot.Pending] {
    var result: [ServiceKey: ChartSnapshot.Pending] = [:]
    for effect in held.lazy.flatMap(\.effects) {
      switch effect {
      case .start(let key, let start) where start.input.data == start.input.redactedData:
        result[key] = ChartSnapshot.Pending(input: StoredOutput(start.input), events: [])
      case .deliver(let key, let payload) where payload.data == payload.redactedData:
        result[key]?.events.append(StoredOutput(payload))
      case .deliver(let key, _): result[key] = nil
      default: break
      }
    }
    return result
  }

  /// Makes a session that goes on from a snapshot when it is started.
  ///
  /// No state is entered again and no action is done again. Timers go on by their policy. Charts whose active states handle
  /// `session.restored` get this event first. What ran as a service when the snapshot was taken is started again if the chart
  /// says `onRestore: restart`. Otherwise it fails with the code `interrupted`, and the chart decides. What was to be started
  /// once the snapshot was stored is started. Child charts continue.
  ///
  /// - Parameters:
  ///   - bound: the chart with its handlers.
  ///   - snapshot: what was kept of the session.
  ///   - time: the time of day, counted as for `snapshot(at:)`.
  ///   - policy: how timers go on of which the chart does not say it with `resume`.
  ///   - exceptions: how some go on whatever the chart says, by what the snapshot calls them: `after.STATE.DELAY`,
  ///     `send EVENT`.
  ///   - delivery: when services start and outputs are published.
  ///   - sealer: opens the secrets of the snapshot, and seals those of later ones.
  ///   - clock: what timers, timeouts and waits before repetitions go by.
  ///   - inspector: gets everything that the session does, redacted.
  /// - Throws: everything that keeps the chart from going on where the snapshot was taken.
  public init(
    _ bound: BoundChart, restoring snapshot: SessionSnapshot, at time: Duration? = nil,
    timers policy: ResumePolicy = .deadline, exceptions: [String: ResumePolicy] = [:],
    delivery: Delivery = .immediate, sealer: (any SecretSealer)? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    inspector: (any SessionInspector)? = nil
  ) throws(RestoreProblems) {
    guard snapshot.format == SessionSnapshot.currentFormat else {
      throw RestoreProblems([.unknownFormat(snapshot.format)])
    }
    guard snapshot.problems.isEmpty else { throw RestoreProblems(snapshot.problems) }
    guard bound.missingCharts.isEmpty else {
      throw RestoreProblems(bound.missingCharts.map { .missingChart($0) })
    }
    let id = snapshot.id ?? SessionID.random()
    var unopened: [String] = []
    let charts = try SessionCharts(
      bound, id: id, keys: SessionID.newKeys(of: id, bound), restoring: snapshot.chart
    ) { $1.secrets(in: $0, sealer, &unopened) }
    var elapsed = Duration.zero
    if let time, let taken = snapshot.takenAt { elapsed = time.clamped - taken.clamped }
    let outbox = snapshot.outputs.map { outputs in
      Outbox(outputs) { $0.secrets(of: $1, in: id, sealer, &unopened) }
    }
    let pending = try charts.pendingStarts(of: snapshot.chart)
    let held = pending.isEmpty ? [] : [HeldWork(effects: pending)]
    self.init(
      bound, charts, delivery, sealer: sealer, clock: clock, inspector: inspector, restored: snapshot,
      outbox: outbox, held: held, restoreFailures: unopened
    ) { clock in
      var queue = TimerQueue<TimerKey>()
      for (key, timer) in charts.timers(of: snapshot.chart) where charts.waits(for: key) {
        // Decision: Docs/decisions/format.md#how-a-timer-resumes-is-written-at-the-timer
        let resume = exceptions[timer.label] ?? charts.resumePolicy(of: key) ?? policy
        let wait = resume.wait(timer, elapsed: elapsed)
        queue.add(key, due: clock.now() + wait, delay: timer.delay.asDelay)
      }
      return queue
    }
  }

  /// Goes on after a restart.
  func goOn() -> EventOutcome {
    traceRestore()
    publish()
    if delivery == .confirmed { confirmedUpdate = [update(outputs: [])] }
    let stored = held.count
    let interrupted = charts.interrupted()
    for chart in charts.awaitingRestore { _ = perform(on: chart, .restored) { $0.announceRestore() } }
    // What was not started when the snapshot was taken is started now: it is stored.
    for effect in held.prefix(stored).flatMap(\.effects) { trace(effect) }
    release(stored)
    for key in interrupted where services[key] == nil && charts.isRunning(key) {
      let restarts = charts[key.chart]?.machine.canRestart(key.run) == true
      _ = perform(
        on: key.chart, restarts ? .restored : .failed(key.run, code: "interrupted", .unset)
      ) { $0.interrupt(key.run) }
    }
    arm()
    return .taken
  }

  /// Ends a session whose chart was over when the snapshot was taken. No step is left to store.
  func goOnAtEnd() -> EventOutcome {
    let status = charts.main.machine.status
    traceRestore()
    hasEnded = true
    traceEnd(status)
    end()
    if case .stopped(let reason) = status { return .rejected(.stopped(reason)) }
    return .rejected(.ended)
  }

  private func traceRestore() {
    trace(SessionCharts.root, .restored(states: charts.main.machine.states, lost: restoreLosses))
    for failure in restoreFailures { trace(SessionCharts.root, .fault(failure)) }
  }
}

extension Duration {
  /// At most a hundred thousand years either way: beyond every calendar, and far from where adding would overflow.
  fileprivate var clamped: Duration {
    let longest = Duration.seconds(Int64(3_155_760_000_000))
    return min(max(self, .zero - longest), longest)
  }
}
