import FlowTransport

/// What goes on when nobody waits for it: revocations, and answers that may bring something to be revoked. What comes of it
/// changes nothing.
final class Farewells: Sendable {
  private struct State: Sendable {
    var tasks: [Int: Task<Void, Never>] = [:]
    var last = 0
  }

  private let state = Locked(State())

  /// Has a refresh token revoked that is left over, unless that would end more than itself: the person may have another
  /// registration, here or on another device.
  func say(_ refreshToken: Secret?, _ client: Auth0Client?) {
    guard let refreshToken, let client, !client.tenant.revocationDeletesGrant else { return }
    revoke(refreshToken, client)
  }

  /// Has a refresh token revoked, whatever that ends.
  func revoke(_ refreshToken: Secret, _ client: Auth0Client) {
    follow { try? await client.revoke(refreshToken) }
  }

  /// Does something in a task of its own.
  func follow(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      state.last += 1
      let number = state.last
      state.tasks[number] = Task {
        await work()
        self.state.withLock { $0.tasks[number] = nil }
      }
    }
  }

  /// Ends what is under way.
  func stop() {
    for task in state.withLock({ $0.tasks.values }) { task.cancel() }
  }

  /// Whether something is under way.
  var isUnderWay: Bool { state.withLock { !$0.tasks.isEmpty } }

  /// Waits until nothing is.
  func said() async {
    while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
  }
}
