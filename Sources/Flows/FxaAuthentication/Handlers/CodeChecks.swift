import Crypto
import FlowTransport

/// The checks of the codes that a browser brings: one after the other, so that no code is lost because another, perhaps
/// made up by somebody else, is being checked; and none twice. Any page in a browser can bring codes, so there are limits
/// to how many.
final class CodeChecks: Sendable {
  private struct State {
    /// Those that wait for their turn, or for all to be over, in order; their streams end when it has come.
    var waiting: [AsyncStream<Never>.Continuation] = []
    /// The hashes of the codes that were looked at, or will be.
    var known: Set<[UInt8]> = []
    var isBusy = false
    /// What the check that is under way comes to.
    var outcome: AsyncStream<Bool>.Continuation?

    /// Joins those that wait.
    ///
    /// - Returns: a stream that ends when the turn has come.
    mutating func turn() -> AsyncStream<Never> {
      let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
      if isBusy { waiting.append(continuation) } else { continuation.finish() }
      isBusy = true
      return stream
    }
  }

  /// Codes that wait at one time. Those that come when so many do are passed over, and can come again.
  private static let mostWaiting = 8
  /// Codes that one flow has checked. Behind these it is somebody who tries.
  private static let most = 1_000
  private let state = Locked(State())

  /// Has a code checked once all that came before are.
  ///
  /// - Parameter begin: begins the check; false when nobody waits for a code any more.
  /// - Returns: whether it was the right one; false too when it came before, or too many have come.
  func check(_ code: Secret, _ begin: @Sendable () async -> Bool) async -> Bool {
    let hash = code.withBytes { Array(SHA256.hash(data: $0)) }
    // Both at once: codes that come in the same moment must not all find a free place.
    let turn = state.withLock { state -> AsyncStream<Never>? in
      guard state.waiting.count < Self.mostWaiting, state.known.count < Self.most,
        state.known.insert(hash).inserted
      else { return nil }
      return state.turn()
    }
    guard let turn else { return false }
    await Self.wait(for: turn)
    defer { next() }
    let (outcomes, outcome) = AsyncStream.makeStream(of: Bool.self)
    state.withLock { $0.outcome = outcome }
    guard await begin() else { return false }
    for await isRight in outcomes { return isRight }
    return false
  }

  /// Ends the check that is under way.
  func end(_ isRight: Bool) {
    let outcome = state.withLock { state in
      defer { state.outcome = nil }
      return state.outcome
    }
    outcome?.yield(isRight)
    outcome?.finish()
  }

  /// Waits until all checks that were asked for are over.
  func settled() async {
    await Self.wait(for: state.withLock { $0.turn() })
    next()
  }

  /// Waits for a turn. Not given up when the task is canceled: the turn would come with nobody to take it.
  private static func wait(for turn: AsyncStream<Never>) async {
    await Task { for await _ in turn {} }.value
  }

  private func next() {
    let next = state.withLock { state -> AsyncStream<Never>.Continuation? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isBusy = false
      return nil
    }
    next?.finish()
  }
}
