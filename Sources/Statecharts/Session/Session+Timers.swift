extension Session {
  /// The task that waits for the earliest deadline.
  struct Sleeper {
    let number: UInt64
    let due: Duration
    let task: Task<Void, Never>
  }

  /// Sees to it that a task sleeps until the earliest deadline, and none else.
  func arm() {
    guard let next = timers.first else {
      sleeper?.task.cancel()
      return sleeper = nil
    }
    if let sleeper, sleeper.due == next.due { return }
    sleeper?.task.cancel()
    sleepers += 1
    let number = sleepers
    let due = next.due
    let activity = clock.activity?.begin("timer \(next.key.timer.label)")
    let task = Task { [weak self, clock] in
      let isDue = await Activity.$current.withValue(activity) {
        do {
          try await clock.sleep(due)
          return true
        } catch {
          return false
        }
      }
      if isDue { await self?.wake(number) }
      if let activity { clock.activity?.end(activity) }
    }
    sleeper = Sleeper(number: number, due: due, task: task)
  }

  /// Fires what is due, by deadline. Timers that are asked for meanwhile are left for the next time, so that a chart
  /// that waits for no time again and again does not keep the session from everything else.
  private func wake(_ number: UInt64) {
    // A task that was put aside for an earlier deadline has nothing to say: another one sleeps in its place.
    guard sleeper?.number == number else { return }
    sleeper = nil
    let last = timers.sequence
    let now = clock.now()
    while let next = timers.first, next.due <= now, next.sequence <= last {
      timers.remove(next.key)
      _ = perform(on: next.key.chart, .timer(next.key.timer)) { $0.fire(next.key.timer) }
    }
    arm()
  }
}
