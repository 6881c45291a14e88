import FlowKit
import FlowTransport

// Revocations, and requests whose answers may bring something to revoke.
extension BackgroundRequests<Auth0Tenant> {
  /// Revokes a refresh token that is left over, unless that would end more than itself: the person may have another
  /// registration, here or on another device.
  func revokeLeftover(_ refreshToken: Secret?, _ client: Auth0Client?) {
    // Decision: Docs/decisions/flow-registration.md#left-over-refresh-tokens-are-not-revoked-by-default
    guard let refreshToken, let client, !client.tenant.revocationDeletesGrant else { return }
    revoke(refreshToken, client)
  }

  /// Revokes a refresh token, whatever that ends.
  func revoke(_ refreshToken: Secret, _ client: Auth0Client) {
    start(to: client.tenant) { try? await client.revoke(refreshToken) }
  }
}
