/// Where a session is at one moment: its chart and the charts that it runs, without what is secret or not to be kept.
///
/// It is `Codable` and small, and does not change when the app is built again.
public struct SessionSnapshot: Codable, Hashable, Sendable {
  /// The format that this version of the package writes.
  package static let currentFormat = 1

  /// The format.
  package var format: Int
  /// The id of the session; nil in older snapshots.
  public package(set) var id: String?
  /// The time of day at which it was taken, as the app gave it to `ChartSession.snapshot(at:)`; nil when it gave none.
  public package(set) var takenAt: Duration?
  /// How many updates the session had published.
  package var updates: UInt64
  /// How many trace events it had made.
  package var traced: UInt64
  /// The outputs that were not acknowledged; nil when there never was one, and in older snapshots.
  package var outputs: StoredOutputs?
  /// Where the first chart was.
  public package(set) var chart: ChartSnapshot

  /// The largest count that a session goes on from. Every JSON reader keeps integers up to here exactly, and a session
  /// that counts a million a second would reach it after 285 years, so that counting on never overflows.
  static let largestCount: UInt64 = 1 << 53

  /// The counts of the session that are too large to go on from.
  var problems: [RestoreProblem] {
    [("updates", updates), ("traced", traced)].filter { $0.1 > Self.largestCount }
      .map { .tooLarge($0.0) } + (outputs?.isLegal == false ? [.tooLarge("outputs")] : [])
  }
}

extension ResumePolicy {
  /// How long a timer waits. A clock that was set back cannot make it longer than it was.
  func wait(_ timer: ChartSnapshot.Timer, elapsed: Duration) -> Duration {
    // Decision: Docs/decisions/sessions-and-snapshots.md#the-engine-does-not-know-the-time-of-day
    let remaining = timer.remaining.asDelay
    switch self {
    case .deadline: return max(.zero, remaining - max(.zero, min(elapsed, RunLimits.longestDelay)))
    case .remainder: return remaining
    case .restart: return timer.delay.asDelay
    }
  }
}

extension Duration {
  /// The nearest delay that a timer can have.
  var asDelay: Duration { min(max(self, .zero), RunLimits.longestDelay) }
}
