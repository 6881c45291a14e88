extension Session {
  /// Somebody who waits until nothing runs.
  struct Waiter {
    let continuation: CheckedContinuation<Void, Never>
    /// Services that may go on.
    let ignored: Set<String>
    /// Whether all that was posted before is done.
    var isMarked: Bool
  }

  /// The updates from now on, for one caller. The first one is where the session is now.
  ///
  /// A caller that is slower than the session misses the oldest ones, and is told how many; it never misses the last.
  ///
  /// - Parameter buffered: how many updates wait for the caller, at least 1.
  public func updates(buffering buffered: Int = bufferedUpdates) -> SessionUpdates {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SessionUpdate.self, bufferingPolicy: .bufferingNewest(Swift.max(buffered, 1)))
    let now = current
    continuation.yield(now)
    if now.isOver {
      continuation.finish()
    } else {
      subscriptions += 1
      subscribers[subscriptions] = continuation
    }
    return SessionUpdates(stream: stream, first: now.number)
  }

  /// Waits until all that was posted before is done and no service runs, cancelled ones included: until the session
  /// only waits for events and timers, or is over. Returns at once before the start, and when the waiting task is
  /// cancelled.
  ///
  /// - Parameter ignored: ids of services that may go on, such as those that listen for as long as their state is
  ///   active.
  public func settled(ignoring ignored: Set<String> = []) async {
    guard isReadingMail else { return }
    waits += 1
    let wait = waits
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isClosed = if case .terminated = mailbox.yield(.mark(wait)) { true } else { false }
        waiters[wait] = Waiter(
          continuation: continuation, ignored: ignored, isMarked: isClosed || Task.isCancelled)
        if Task.isCancelled { giveUp(wait) } else { checkWaiters() }
      }
    } onCancel: {
      Task { await self.giveUp(wait) }
    }
  }

  private func giveUp(_ wait: UInt64) { waiters.removeValue(forKey: wait)?.continuation.resume() }

  /// Lets those go on who waited for nothing but this.
  func checkWaiters() {
    guard !waiters.isEmpty else { return }
    for (number, waiter) in waiters.sorted(by: { $0.key < $1.key }) where waiter.isMarked {
      let ignored = services.keys.filter { waiter.ignored.contains($0.run.id) }.count
      if taskCount == ignored { giveUp(number) }
    }
  }

  /// Tells callers where the session is.
  func publish(outputs: [Payload]) {
    updates += 1
    guard !subscribers.isEmpty else { return }
    let update = snapshotOfUpdate(outputs: outputs)
    for (number, subscriber) in subscribers {
      if case .terminated = subscriber.yield(update) { subscribers[number] = nil }
    }
  }

  /// No update comes any more.
  func endUpdates() {
    for subscriber in subscribers.values { subscriber.finish() }
    subscribers.removeAll()
    mailbox.finish()
  }

  func snapshotOfUpdate(outputs: [Payload]) -> SessionUpdate {
    let machine = charts.main.machine
    return SessionUpdate(
      number: updates, status: machine.status, configuration: machine.configuration, states: machine.states,
      context: machine.context, outputs: outputs, services: charts.running().map(\.run.id),
      result: machine.result)
  }
}
