import FlowTransport
import Statecharts

/// Hands out the states of a registration. Whoever comes late gets the latest one first, for it may be there before the
/// request has returned.
final class RegStateSubject: PayloadInspector {
  private struct State: Sendable {
    var latest = RegState.initial
    var watchers: [Int: AsyncStream<RegState>.Continuation] = [:]
    var last = 0
  }

  private let state = Locked(State())
  /// Is told everything that this is told.
  private let next: (any SessionInspector)?

  init(_ next: (any SessionInspector)?) { self.next = next }

  deinit {
    for watcher in state.withLock({ $0.watchers.values }) { watcher.finish() }
  }

  /// The latest state.
  var latest: RegState { state.withLock { $0.latest } }

  /// The latest state, and each one after it.
  func states() -> AsyncStream<RegState> {
    let (stream, continuation) = AsyncStream.makeStream(of: RegState.self)
    let number = state.withLock { state in
      state.last += 1
      state.watchers[state.last] = continuation
      continuation.yield(state.latest)
      return state.last
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.watchers[number] = nil }
    }
    return stream
  }

  func record(_ event: TraceEvent) { next?.record(event) }

  func told(_ output: Payload) {
    (next as? any PayloadInspector)?.told(output)
    guard
      case .regState(let key, let letter, let source, let exception, let retryAfter)? =
        try? Registration.Output(output)
    else { return }
    let new = RegState(
      key: key, letter: letter, source: source, exception: exception, retryAfter: retryAfter)
    state.withLock { state in
      state.latest = new
      for watcher in state.watchers.values { watcher.yield(new) }
    }
  }
}
