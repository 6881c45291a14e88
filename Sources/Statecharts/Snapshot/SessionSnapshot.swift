/// Where a session is at one moment: its chart and the charts that it runs, without what is secret or not to be kept.
///
/// It is `Codable` and small, and does not change when the app is built anew.
public struct SessionSnapshot: Codable, Hashable, Sendable {
  /// The format that this version of the package writes.
  public static let currentFormat = 1

  /// The format.
  public var format: Int
  /// The time at which it was taken, as the app tells it; nil when it did not.
  public var takenAt: Duration?
  /// How many updates the session had published.
  package var updates: UInt64
  /// How many trace events it had made.
  package var traced: UInt64
  /// Where the first chart was.
  public var chart: ChartSnapshot
}

extension ResumePolicy {
  /// How long a timer waits. A clock that was set back cannot make it longer than it was.
  func wait(_ timer: ChartSnapshot.Timer, elapsed: Duration) -> Duration {
    let remaining = min(max(timer.remaining, .zero), RunLimits.longestDelay)
    switch self {
    case .deadline: return max(.zero, remaining - max(.zero, min(elapsed, RunLimits.longestDelay)))
    case .remainder: return remaining
    case .restart: return min(max(timer.delay, .zero), RunLimits.longestDelay)
    }
  }
}
