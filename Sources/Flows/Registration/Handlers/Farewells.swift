import FlowKit
import FlowTransport

/// Revocations, and answers that may bring something to be revoked.
typealias Farewells = BackgroundRequests<Auth0Tenant>

extension BackgroundRequests<Auth0Tenant> {
  /// Has a refresh token revoked that is left over, unless that would end more than itself: the person may have another
  /// registration, here or on another device.
  func say(_ refreshToken: Secret?, _ client: Auth0Client?) {
    // Decision: Docs/decisions/flow-registration.md#left-over-refresh-tokens-are-not-revoked-by-default
    guard let refreshToken, let client, !client.tenant.revocationDeletesGrant else { return }
    revoke(refreshToken, client)
  }

  /// Has a refresh token revoked, whatever that ends.
  func revoke(_ refreshToken: Secret, _ client: Auth0Client) {
    start(to: client.tenant) { try? await client.revoke(refreshToken) }
  }
}
