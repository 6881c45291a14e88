import StatechartsModel

/// A caller that gets updates. What does not fit into its buffer waits here, as one update with all outputs.
struct Subscriber: Sendable {
  private let continuation: AsyncStream<SessionUpdate>.Continuation
  /// Updates that the buffer holds. It has one place more, which is used for the last update only.
  private let capacity: Int
  /// Updates that fit still, at least.
  private var room: Int
  /// Updates after which the caller comes back for more, and has not yet.
  private var calls = 0
  private var waiting: SessionUpdate?

  init(_ continuation: AsyncStream<SessionUpdate>.Continuation, room: Int) {
    self.continuation = continuation
    capacity = room
    self.room = room
  }

  /// Hands an update over, now or later.
  ///
  /// - Returns: false when nobody takes updates any more.
  mutating func publish(_ update: SessionUpdate) -> Bool {
    guard waiting == nil, room > 0 else {
      if waiting == nil { waiting = update } else { waiting?.follow(update) }
      return true
    }
    return yield(update)
  }

  /// The caller has taken an update after which it was to come back.
  mutating func callBack() {
    calls -= 1
    // Whatever took the last room asks for a call. With none to come, all that was handed over is taken.
    guard calls == 0, room == 0 else { return }
    room = capacity
    guard let update = waiting else { return }
    waiting = nil
    _ = yield(update)
  }

  /// Hands over what waits; no update comes any more.
  mutating func finish() {
    if let waiting { continuation.yield(waiting) }
    waiting = nil
    continuation.finish()
  }

  private mutating func yield(_ update: SessionUpdate) -> Bool {
    var update = update
    update.asksForCall = room == 1
    if update.asksForCall { calls += 1 }
    switch continuation.yield(update) {
    case .enqueued(let remaining): room = remaining - 1
    case .terminated: return false
    default: break
    }
    return true
  }
}

extension SessionUpdate {
  /// Outputs that wait for one caller at most.
  static let maximumOutputs = 4_096
  /// The most failures in an update.
  static let mostFailures = 100

  /// Becomes where the session is later, with the outputs of both. Those that wait already are not copied.
  fileprivate mutating func follow(_ update: SessionUpdate) {
    // Decision: Docs/decisions/sessions-and-snapshots.md#updates-may-be-skipped-outputs-may-not
    var outputs: [NamedData] = []
    swap(&outputs, &self.outputs)
    let count = outputs.count + update.outputs.count
    outputs += update.outputs.prefix(max(0, Self.maximumOutputs - outputs.count))
    outputs.removeLast(max(0, outputs.count - Self.maximumOutputs))
    let lost = lostOutputs + count - outputs.count
    let first = outputs.isEmpty ? update.firstOutput : firstOutput
    let failures = failures + update.failures.prefix(max(0, Self.mostFailures - failures.count))
    let lostVariables = lostVariables
    self = update
    (self.failures, self.lostVariables) = (failures, lostVariables)
    firstOutput = first
    self.outputs = outputs
    lostOutputs = lost
  }
}

extension ChartSession {
  /// Somebody who waits until nothing runs.
  struct Waiter {
    let continuation: CheckedContinuation<SettlingProblem?, Never>
    /// Services that may go on.
    let ignored: Set<String>
    /// Whether all that was posted before is done.
    var isMarked: Bool
    /// Whether the mark found no place in the mailbox, and is to be put there again.
    var isUnsent: Bool
  }

  /// The updates from now on, for one caller. The first one is where the session is now or, with `Delivery.confirmed`, where
  /// it was with the last confirmed step. After a restore, it also has what went wrong with the restore.
  ///
  /// A caller that is slower than the session gets several updates as one: where the session is at last, with the
  /// outputs of all of them. The update says how many there were. Neither the last one nor any output is missing, but
  /// those past 4,096 that wait for the caller; the update says that too.
  ///
  /// - Parameter buffered: how many updates wait for the caller, at least 1.
  public func updates(buffering buffered: Int = defaultBufferedUpdates) -> SessionUpdates {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SessionUpdate.self,
      bufferingPolicy: .bufferingOldest(Swift.min(Swift.max(buffered, 1), Self.maximumBufferedUpdates) + 1))
    var subscriber = Subscriber(
      continuation, room: Swift.min(Swift.max(buffered, 1), Self.maximumBufferedUpdates))
    // Outputs that were not acknowledged are published again.
    let kept = outbox.published
    // The update of a held step comes when the step is confirmed.
    var now = held.isEmpty ? update(outputs: []) : confirmedUpdate.first ?? update(outputs: [])
    (now.outputs, now.failures, now.lostVariables) = (kept.outputs, restoreFailures, restoreLosses)
    (now.firstOutput, now.lostOutputs) = (kept.first, outbox.lost)
    if delivery == .immediate { outbox.acknowledge(through: .max) }
    subscriptions += 1
    let number = subscriptions
    _ = subscriber.publish(now)
    // Where the end is held, it and the last outputs still come.
    if isOver {
      subscriber.finish()
    } else {
      subscribers[number] = subscriber
      continuation.onTermination = { [weak self] _ in
        Task { await self?.unsubscribe(number) }
      }
    }
    return SessionUpdates(stream: stream, first: now.number) { [weak self] in await self?.callBack(number) }
  }

  private func unsubscribe(_ number: UInt64) { subscribers[number] = nil }

  private func callBack(_ number: UInt64) { subscribers[number]?.callBack() }

  /// Waits until all that was posted before is done and no service runs, cancelled ones included: until the session
  /// only waits for events and timers, or is over. Returns at once before the start. Any number of tasks may wait.
  ///
  /// - Parameter ignored: ids of services that may go on, such as those that listen for as long as their state is
  ///   active.
  /// - Throws: `SettlingProblem` in a service of this very session, which would wait for itself, unless it is ignored; and
  ///   when the waiting task is cancelled.
  public func settled(ignoring ignored: Set<String> = []) async throws(SettlingProblem) {
    guard isStarted else { return }
    readMail()
    // Decision: Docs/decisions/sessions-and-snapshots.md#a-service-cannot-wait-for-its-own-end
    if let inside = CurrentService.key, inside.session == ObjectIdentifier(self), tasks.contains(inside.task),
      !(ignored.contains(inside.service.run.id) && services[inside.service] != nil)
    {
      throw .calledByService(inside.service.run.id)
    }
    waits += 1
    let wait = waits
    let problem: SettlingProblem? = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<SettlingProblem?, Never>) in
        if Task.isCancelled { return continuation.resume(returning: .cancelled) }
        waiters[wait] = Waiter(
          continuation: continuation, ignored: ignored, isMarked: false, isUnsent: true)
        mark(wait)
        checkWaiters()
      }
    } onCancel: {
      Task { await self.endWait(wait, .cancelled) }
    }
    if let problem { throw problem }
  }

  /// Puts the mark of somebody who waits behind all that was posted.
  private func mark(_ wait: UInt64) {
    switch mailbox.yield(.mark(wait)) {
    case .enqueued: waiters[wait]?.isUnsent = false
    case .terminated:
      waiters[wait]?.isUnsent = false
      waiters[wait]?.isMarked = true
    default: break
    }
  }

  /// Puts marks into the mailbox that found no place there.
  func markAgain() {
    guard waiters.contains(where: { $0.value.isUnsent }) else { return }
    for (wait, waiter) in waiters.sorted(by: { $0.key < $1.key }) where waiter.isUnsent { mark(wait) }
  }

  private func endWait(_ wait: UInt64, _ problem: SettlingProblem?) {
    waiters.removeValue(forKey: wait)?.continuation.resume(returning: problem)
  }

  /// Lets those go on who waited for nothing but this.
  func checkWaiters() {
    guard !waiters.isEmpty else { return }
    for (number, waiter) in waiters.sorted(by: { $0.key < $1.key }) where waiter.isMarked {
      let ignored = services.keys.filter { waiter.ignored.contains($0.run.id) }.count
      if tasks.count == ignored, held.isEmpty { endWait(number, nil) }
    }
  }

  /// Publishes an update without outputs.
  func publish() {
    updates += 1
    if !subscribers.isEmpty { publish(update(outputs: [])) }
  }

  /// Hands an update to callers.
  func publish(_ update: SessionUpdate) {
    for number in Array(subscribers.keys) where subscribers[number]?.publish(update) == false {
      subscribers[number] = nil
    }
  }

  /// The session is over, and no update comes any more.
  func end() {
    isOver = true
    for number in Array(subscribers.keys) { subscribers[number]?.finish() }
    subscribers.removeAll()
    if held.isEmpty { for signal in heldSignals.values { signal.finish() } }
    mailbox.finish()
  }

  /// Where the session is, with the last outputs.
  func update(outputs: [NamedData], failures: [String] = []) -> SessionUpdate {
    let machine = charts.main.machine
    let running = charts.running()
    return SessionUpdate(
      number: updates, chart: charts.main.machine.chart.chart.id.text, status: machine.status,
      configuration: machine.configuration, states: machine.states,
      context: machine.context, outputs: outputs, firstOutput: outbox.nextNumber - UInt64(outputs.count),
      failures: failures, services: running.map(\.run.id),
      ownServices: running.prefix { $0.chart == RunningCharts<BoundChart>.root }.count, result: machine.result
    )
  }
}
