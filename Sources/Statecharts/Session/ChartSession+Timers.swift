extension ChartSession {
  /// Who waits for the earliest deadline.
  enum Sleeper {
    /// A task of the session.
    case own(number: UInt64, due: Duration, task: Task<Void, Never>)
    /// The timers that all sessions of the continuous clock share: the deadlines that they were asked for, the earliest last.
    case shared(dues: [Duration])

    /// The earliest deadline.
    var due: Duration? {
      switch self {
      case .own(_, let due, _): due
      case .shared(let dues): dues.last
      }
    }

    func cancel() { if case .own(_, _, let task) = self { task.cancel() } }
  }

  /// Sees to it that the session is woken at the earliest deadline.
  func arm() {
    switch clock {
    case .continuous(let origin):
      guard let next = timers.first else { return }
      var dues: [Duration] = []
      if case .shared(let asked)? = sleeper { dues = asked }
      // Who is to be woken earlier is woken for nothing then, and asks again.
      if let first = dues.last, first <= next.due { return }
      dues.append(next.due)
      sleeper = .shared(dues: dues)
      SharedTimers.continuous.wake(self, at: origin.advanced(by: next.due))
    case .other(_, let sleep, let activity):
      guard let next = timers.first else {
        sleeper?.cancel()
        return sleeper = nil
      }
      if sleeper?.due == next.due { return }
      sleeper?.cancel()
      sleepers += 1
      sleeper = .own(number: sleepers, due: next.due, task: task(next, number: sleepers, sleep, activity))
    }
  }

  private func task(
    _ next: TimerQueue<TimerKey>.Entry, number: UInt64,
    _ sleep: @escaping @Sendable (Duration) async throws -> Void, _ activity: (any ActivityTracker)?
  ) -> Task<Void, Never> {
    let due = next.due
    let busy = activity?.begin("timer \(next.key.timer.label)")
    return Task { [weak self] in
      let isDue = await Activity.$current.withValue(busy) {
        do {
          try await sleep(due)
          return true
        } catch {
          return false
        }
      }
      if isDue { await self?.wake(number) }
      if let busy { activity?.end(busy) }
    }
  }

  /// The task of the session that slept has woken.
  private func wake(_ number: UInt64) {
    // A task that was put aside for an earlier deadline has nothing to say: another one sleeps in its place.
    if case .own(number, _, _)? = sleeper { wake() }
  }

  /// Fires what is due, by deadline. Timers that are asked for meanwhile are left for the next time, so that a chart
  /// that waits for no time again and again does not keep the session from everything else.
  func wake() {
    let now = clock.now()
    switch sleeper {
    case .own(_, let due, _)?: if due <= now { sleeper = nil }
    // Later deadlines are asked for already.
    case .shared(let dues)?: sleeper = .shared(dues: dues.filter { $0 > now })
    case nil: break
    }
    let last = timers.sequence
    while let next = timers.first, next.due <= now, next.sequence <= last {
      timers.remove(next.key)
      _ = perform(on: next.key.chart, .timer(next.key.timer)) { $0.fire(next.key.timer) }
    }
    arm()
  }
}
