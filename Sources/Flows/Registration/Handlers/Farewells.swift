import FlowTransport

/// Has refresh tokens revoked that nobody will use. Nobody waits for that, and what comes of it changes nothing.
final class Farewells: Sendable {
  private struct State: Sendable {
    var tasks: [Int: Task<Void, Never>] = [:]
    var last = 0
  }

  private let state = Locked(State())

  /// Has one revoked.
  func say(_ refreshToken: Secret?, _ client: Auth0Client?) {
    guard let refreshToken, let client else { return }
    state.withLock { state in
      state.last += 1
      let number = state.last
      state.tasks[number] = Task {
        try? await client.revoke(refreshToken)
        self.state.withLock { $0.tasks[number] = nil }
      }
    }
  }

  /// Whether a revocation is under way.
  var isUnderWay: Bool { state.withLock { !$0.tasks.isEmpty } }

  /// Waits until none is.
  func said() async {
    for task in state.withLock({ $0.tasks.values }) { await task.value }
  }
}
