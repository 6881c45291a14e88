import FlowTransport

/// What goes on when nobody waits for it: revocations, and answers that may bring something to be revoked. What comes of it
/// changes nothing.
final class Farewells: Sendable {
  private struct State: Sendable {
    var tasks: [Int: (tenant: Auth0Tenant, task: Task<Void, Never>)] = [:]
    var last = 0
  }

  private let state = Locked(State())

  /// Has a refresh token revoked that is left over, unless that would end more than itself: the person may have another
  /// registration, here or on another device.
  func say(_ refreshToken: Secret?, _ client: Auth0Client?) {
    // Decision: Docs/decisions/flow-registration.md#left-over-refresh-tokens-are-not-revoked-by-default
    guard let refreshToken, let client, !client.tenant.revocationDeletesGrant else { return }
    revoke(refreshToken, client)
  }

  /// Has a refresh token revoked, whatever that ends.
  func revoke(_ refreshToken: Secret, _ client: Auth0Client) {
    follow(client) { try? await client.revoke(refreshToken) }
  }

  /// Does something with an application in a task of its own.
  func follow(_ client: Auth0Client, _ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      state.last += 1
      let number = state.last
      let task = Task {
        await work()
        self.state.withLock { $0.tasks[number] = nil }
      }
      state.tasks[number] = (client.tenant, task)
    }
  }

  /// Ends what is under way with an application.
  func stop(_ client: Auth0Client) {
    for (tenant, task) in state.withLock({ $0.tasks.values }) where tenant == client.tenant { task.cancel() }
  }

  /// Whether something is under way.
  var isUnderWay: Bool { state.withLock { !$0.tasks.isEmpty } }

  /// Waits until nothing is.
  func said() async {
    while let task = state.withLock({ $0.tasks.values.first?.task }) { await task.value }
  }
}
