package import FlowTransport

/// What a session token is good for. The token itself is never sent back.
package struct SessionKeys: Sendable {
  /// Names the session to the server: 64 digits. As good as a password where the server takes bearer ids.
  package let id: Secret
  /// Signs requests with Hawk.
  package let hawkKey: Secret

  /// Derives the keys; nil when the token is not 64 digits.
  package init?(sessionToken: Secret) {
    guard let token = Hex.bytes(sessionToken.text), token.count == 32 else { return nil }
    let derived = HKDF256.derive(
      Secret(token), info: "identity.mozilla.com/picl/v1/sessionToken", count: 96)
    id = Secret(Hex.text(derived.withBytes { Array($0[..<32]) }))
    hawkKey = Secret(derived.withBytes { Array($0[32..<64]) })
  }
}
