import FlowTransport
import Statecharts

/// Hands out the states of a registration. A new observer first gets the latest one, because it may exist before the
/// request has returned. While something is in progress the latest one is outdated and not handed out: the first one is
/// then the outcome.
final class RegStateSubject: PayloadInspector {
  private struct State: Sendable {
    var latest = RegState.initial
    /// Whether the flow is still where it emitted the latest state.
    var isSettled = true
    var watchers: [Int: AsyncStream<RegState>.Continuation] = [:]
    var last = 0
  }

  private let state = Locked(State())
  /// Gets everything that this inspector gets.
  private let next: (any SessionInspector)?

  init(_ next: (any SessionInspector)?) { self.next = next }

  deinit {
    for watcher in state.withLock({ $0.watchers.values }) { watcher.finish() }
  }

  /// The latest state.
  var latest: RegState { state.withLock { $0.latest } }

  /// The latest state, if the flow is still there, and each one after it.
  func states() -> AsyncStream<RegState> {
    // Decision: Docs/decisions/flow-registration.md#observers-get-a-settled-state
    let (stream, continuation) = AsyncStream.makeStream(of: RegState.self)
    let number = state.withLock { state in
      state.last += 1
      state.watchers[state.last] = continuation
      if state.isSettled { continuation.yield(state.latest) }
      return state.last
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.watchers[number] = nil }
    }
    return stream
  }

  /// Where a state is emitted.
  private static let settled: Set<String> = [
    Registration.StateID.initial.rawValue, Registration.StateID.settled.rawValue,
  ]

  func record(_ event: TraceEvent) {
    // Within a step, exits come before outputs.
    if case .stepped(_, let exited, _, _) = event.kind, !Self.settled.isDisjoint(with: exited) {
      state.withLock { $0.isSettled = false }
    }
    next?.record(event)
  }

  func didEmit(_ output: NamedData) {
    (next as? any PayloadInspector)?.didEmit(output)
    guard
      case .regState(let key, let letter, let source, let exception, let retryAfter)? =
        try? Registration.Output(output)
    else { return }
    let new = RegState(
      key: key, letter: letter, source: source, exception: exception, retryAfter: retryAfter)
    state.withLock { state in
      state.latest = new
      state.isSettled = true
      for watcher in state.watchers.values { watcher.yield(new) }
    }
  }
}
