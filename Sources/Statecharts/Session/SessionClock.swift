/// A clock whose instants are spans since the session was made, so that clocks of any kind look alike.
enum SessionClock: Sendable {
  /// The clock that sessions have unless another one is given. All sessions share its timers.
  case continuous(origin: ContinuousClock.Instant)
  /// Another clock.
  case other(
    now: @Sendable () -> Duration, sleep: @Sendable (Duration) async throws -> Void,
    activity: (any ActivityTracker)?)

  /// Wraps a clock.
  init(_ clock: any Clock<Duration>) {
    // Comparing the types costs less than a cast.
    self =
      type(of: clock) == ContinuousClock.self ? .continuous(origin: ContinuousClock.now) : Self.wrap(clock)
  }

  private static func wrap<C: Clock<Duration>>(_ clock: C) -> SessionClock {
    let origin = clock.now
    return .other(
      now: { origin.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) },
      activity: clock as? any ActivityTracker)
  }

  /// The time since the session was made.
  func now() -> Duration {
    switch self {
    case .continuous(let origin): origin.duration(to: ContinuousClock.now)
    case .other(let now, _, _): now()
    }
  }

  /// Who counts what is under way, if anybody does.
  var activity: (any ActivityTracker)? {
    if case .other(_, _, let activity) = self { activity } else { nil }
  }
}
