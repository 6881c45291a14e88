// With `Delivery.confirmed`, what steps ask for waits here until the app has stored them.

extension ChartSession {
  /// What one step asks for.
  struct HeldWork: Sendable {
    /// Starts, cancellations, deliveries and outputs.
    var effects: [Occurrence] = []
    var outputs = 0
    /// The update to publish; nil if nothing changed.
    var update: SessionUpdate?
    /// Whether the session is over with it.
    var ends = false
  }

  /// Keeps what a step asks for until it is confirmed.
  func hold(_ work: HeldWork) {
    held.append(work)
    for signal in heldSignals.values { signal.yield() }
  }

  /// What nobody has confirmed yet; nil when there is nothing.
  ///
  /// - Parameter time: the time of day, as for `snapshot(at:)`.
  public func heldStep(at time: Duration? = nil) -> HeldStep? {
    guard !held.isEmpty else { return nil }
    var output = outbox.nextNumber - UInt64(outbox.heldCount)
    let effects = held.flatMap(\.effects).compactMap { effect($0, &output) }
    return HeldStep(number: confirmed + UInt64(held.count), snapshot: snapshot(at: time), effects: effects)
  }

  /// What nobody has confirmed yet, whenever there is something.
  ///
  /// - Parameter time: Returns the time of day, as for `snapshot(at:)`.
  public func heldSteps(at time: @escaping @Sendable () -> Duration? = { nil }) -> HeldSteps {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    subscriptions += 1
    let number = subscriptions
    heldSignals[number] = signal
    signal.onTermination = { [weak self] _ in Task { await self?.endSignal(number) } }
    return HeldSteps(signals: signals) { [weak self] in
      await self?.heldOrOver(time) ?? (nil, true)
    }
  }

  private func heldOrOver(_ time: @Sendable () -> Duration?) -> (step: HeldStep?, isOver: Bool) {
    (heldStep(at: time()), isOver)
  }

  private func endSignal(_ number: UInt64) { heldSignals[number] = nil }

  /// Carries out what a step asked for, and what those before it did. Call it when the step is stored. What was confirmed
  /// before is not done again.
  public func confirm(_ step: HeldStep) {
    guard step.number > confirmed, step.number - confirmed <= UInt64(held.count) else { return }
    release(Int(step.number - confirmed))
  }

  /// Carries out what the first steps that are held ask for.
  func release(_ count: Int) {
    let works = held.prefix(count)
    held.removeFirst(count)
    confirmed += UInt64(count)
    for work in works {
      for effect in work.effects {
        // What a later step has cancelled is not even started.
        if case .start(let key, _) = effect, !charts.isRunning(key) { continue }
        carryOut(effect)
      }
      outbox.release(work.outputs)
      if var update = work.update {
        publish(update)
        (update.outputs, update.failures) = ([], [])
        confirmedUpdate = [update]
      }
      if work.ends { end() }
    }
    if isOver { for signal in heldSignals.values { signal.finish() } }
    checkWaiters()
  }

  /// Does not keep the outputs of an update, and those before them, any longer: the app has dealt with them.
  public func acknowledge(_ update: SessionUpdate) {
    guard !update.outputs.isEmpty else { return }
    acknowledge(through: update.firstOutput + UInt64(update.outputs.count) - 1)
  }

  /// Whether outputs are kept until they are acknowledged.
  package nonisolated var keepsOutputs: Bool { delivery != .immediate }

  /// Does not keep the outputs up to a number any longer.
  package func acknowledge(through number: UInt64) { outbox.acknowledge(through: number) }

  private func effect(_ occurrence: Occurrence, _ output: inout UInt64) -> SessionEffect? {
    switch occurrence {
    case .start(let key, let start):
      guard case .service(let name) = start.source, charts.isRunning(key) else { return nil }
      return .start(serviceRun(start), name: name, input: start.input)
    case .cancel(let key):
      return services[key] == nil ? nil : .cancel(service: key.run.id, number: key.run.number)
    case .deliver(let key, let payload):
      return charts.isRunning(key) ? .send(payload, service: key.run.id, number: key.run.number) : nil
    case .output(_, let payload):
      defer { output += 1 }
      return .output(number: output, payload)
    case .stepped, .startedChart, .endedChart, .schedule, .cancelTimer, .failure: return nil
    }
  }
}
