/// A clock whose instants are spans since the session was made, so that clocks of any kind look alike.
struct SessionClock: Sendable {
  /// The time since the session was made.
  let now: @Sendable () -> Duration
  /// Waits until that time. Throws when the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void
  /// Who counts what is under way, if anybody does.
  let activity: (any ActivityTracker)?

  /// Wraps a clock.
  init(_ clock: any Clock<Duration>) { self = Self.wrap(clock) }

  private init(
    now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
    activity: (any ActivityTracker)?
  ) {
    self.now = now
    self.sleep = sleep
    self.activity = activity
  }

  private static func wrap<C: Clock<Duration>>(_ clock: C) -> SessionClock {
    let origin = clock.now
    return SessionClock(
      now: { origin.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) },
      activity: clock as? any ActivityTracker)
  }
}
