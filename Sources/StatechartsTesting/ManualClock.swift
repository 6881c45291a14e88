import Locks
public import Statecharts

/// A clock for tests: time passes only when the test says so, and then as if nothing took any.
///
/// `advance(by:)` goes from deadline to deadline. After each it waits until everything that the deadline set off in
/// sessions waits again: for the clock, or for the test by a `ScriptedService`. So the same test takes the same course
/// every time, on any number of cores. It does not wait for tasks of the test or the app, such as one that takes
/// `heldSteps`: a test with `Delivery.confirmed` confirms held steps itself before it advances the clock.
public final class ManualClock: Clock, ActivityTracker, Sendable {
  // Decision: Docs/decisions/tooling-and-tests.md#one-object-controls-the-time-of-a-test
  /// A point in time: the span since the clock was made.
  public struct Instant: InstantProtocol {
    /// The span since the clock was made.
    public var offset: Duration

    /// The instant after a span.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The span to another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// The earlier instant comes first.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// Somebody who waits for a deadline.
  private struct Sleeper {
    let deadline: Instant
    let activity: UInt64?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var number: UInt64 = 0
    var sleepers: [UInt64: Sleeper] = [:]
    /// What runs now, by number: what does not wait for the clock.
    var busy: [UInt64: String] = [:]
    /// What has begun and not ended.
    var begun: [UInt64: String] = [:]
    /// Counts every change, to see whether anything goes on.
    var changes: UInt64 = 0
  }

  private let state = Locked(State())
  private let patience: Duration

  /// Deadlines that one call passes at most.
  private static let maximumDeadlines = 100_000

  /// Makes a clock at zero.
  ///
  /// - Parameter patience: how long `advance` waits, in real time and without anything happening, for a service that
  ///   waits neither for the clock nor for a script. After that it goes on without it. On a busy machine it waits longer.
  public init(patience: Duration = .seconds(2)) { self.patience = patience }

  /// The instant now.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest step that the clock can tell.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The deadlines that somebody waits for, the next one first, as spans from now.
  public var deadlines: [Duration] {
    state.withLock { state in
      state.sleepers.values.map { state.now.duration(to: $0.deadline) }.sorted()
    }
  }

  /// Waits until the clock has been advanced to a deadline.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let activity = Activity.current
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          state.changes += 1
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers[number] = Sleeper(
            deadline: deadline, activity: activity, continuation: continuation)
          if let activity { state.busy[activity] = nil }
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      wake(number)?.resume(throwing: CancellationError())
    }
  }

  /// Lets time pass: every deadline on the way is met in order, and all that it sets off has happened before the next.
  ///
  /// - Returns: the names of what was still busy when patience ran out; empty when all waits.
  @discardableResult
  public func advance(by duration: Duration) async -> [String] {
    await advance(to: now.advanced(by: max(duration, .zero)))
  }

  /// Lets time pass until an instant; see `advance(by:)`.
  @discardableResult
  public func advance(to target: Instant) async -> [String] {
    var busy = await settle()
    for _ in 0..<Self.maximumDeadlines {
      let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
        let due = state.sleepers.filter { $0.value.deadline <= target }
        guard let first = due.min(by: { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }) else {
          return nil
        }
        state.now = max(state.now, first.value.deadline)
        return Self.remove(first.key, &state)
      }
      guard let next else { break }
      next.resume()
      busy = await settle()
    }
    state.withLock { $0.now = max($0.now, target) }
    return busy
  }

  /// Waits until all that sessions have begun waits for the clock or for the test.
  ///
  /// - Returns: the names of what was still busy when patience ran out.
  @discardableResult
  public func settle() async -> [String] {
    let real = ContinuousClock()
    // Where many tasks take turns, time alone does not say that a service had a chance to go on.
    let fewestTurns = 1_000 + Int(min(patience / .milliseconds(4), 1_000_000))
    var last = state.withLock { $0.changes }
    var limit = real.now.advanced(by: patience)
    var turns = 0
    while true {
      let (busy, changes) = state.withLock { ($0.busy, $0.changes) }
      if busy.isEmpty { return [] }
      if changes != last {
        (last, limit, turns) = (changes, real.now.advanced(by: patience), 0)
      } else if turns >= fewestTurns, real.now >= limit {
        return busy.sorted { $0.key < $1.key }.map(\.value)
      }
      turns += 1
      await Task.yield()
      // Only a service that waits for something else than the clock comes here.
      if turns > 1_000 { try? await real.sleep(for: .milliseconds(1)) }
    }
  }

  package func begin(_ name: String) -> UInt64 {
    state.withLock { state in
      state.number += 1
      state.changes += 1
      state.busy[state.number] = name
      state.begun[state.number] = name
      return state.number
    }
  }

  package func end(_ activity: UInt64) {
    state.withLock { state in
      state.changes += 1
      state.busy[activity] = nil
      state.begun[activity] = nil
    }
  }

  /// The current activity waits for the test.
  func park(_ activity: UInt64?) {
    guard let activity else { return }
    state.withLock { state in
      state.changes += 1
      state.busy[activity] = nil
    }
  }

  /// It goes on.
  func unpark(_ activity: UInt64?) {
    guard let activity else { return }
    state.withLock { state in
      state.changes += 1
      state.busy[activity] = state.begun[activity]
    }
  }

  private func wake(_ number: UInt64) -> CheckedContinuation<Void, any Error>? {
    state.withLock { Self.remove(number, &$0) }
  }

  /// Takes a sleeper out; what it is part of is busy from now on.
  private static func remove(
    _ number: UInt64, _ state: inout State
  ) -> CheckedContinuation<Void, any Error>? {
    guard let sleeper = state.sleepers.removeValue(forKey: number) else { return nil }
    state.changes += 1
    if let activity = sleeper.activity { state.busy[activity] = state.begun[activity] }
    return sleeper.continuation
  }
}
