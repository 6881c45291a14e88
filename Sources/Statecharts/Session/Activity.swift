/// Counts what is under way in sessions, so that a test knows when all of it waits. A clock for tests is one; where
/// the clock is none, nothing is counted.
package protocol ActivityTracker: AnyObject, Sendable {
  /// Something begins; it counts as busy until it ends or waits for the clock.
  func begin(_ name: String) -> UInt64
  /// It is over.
  func end(_ activity: UInt64)
}

/// What the current task is part of.
package enum Activity {
  /// The number that the tracker gave; nil in tasks that nobody tracks.
  @TaskLocal package static var current: UInt64?
}
