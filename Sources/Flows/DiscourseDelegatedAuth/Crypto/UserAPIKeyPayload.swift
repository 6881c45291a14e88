package import FlowTransport
import Foundation

/// What a site sends with a new key: `{"key", "nonce", "push", "api"}`, and in newer versions `expires_at`.
package struct UserAPIKeyPayload: Sendable, CustomReflectable {
  /// The key: 32 digits.
  package let key: Secret
  /// Whether the site will push notifications to the app.
  package let hasPush: Bool
  /// The version of the user API.
  package let apiVersion: Int
  /// When the key ends, as the site wrote it.
  package let expiresAt: String?

  /// Reads a payload; nil if it can't be decrypted, is not JSON, is incomplete or has another nonce. Nobody learns which
  /// of these it is.
  ///
  /// - Parameter nonce: the one of the request that is pending.
  package init?(
    _ sealed: SealedText, with pair: InstallationKeyPair, _ paddings: [UserAPIKeyPadding], nonce: Secret
  ) {
    guard let opened = sealed.opened(with: pair, paddings), let json = JSONValue.read(opened.bytes),
      let key = json["key"]?.text, let echo = json["nonce"]?.text, let push = json["push"]?.bool,
      let api = json["api"]?.int, Secret(echo) == nonce, Self.isToken(key), api >= 0
    else { return nil }
    self.key = Secret(key)
    hasPush = push
    apiVersion = api
    expiresAt = json["expires_at"]?.text
  }

  /// Whether a text is a key or a one-time password: 32 digits of base 16 (`SecureRandom.hex`).
  package static func isToken(_ text: String) -> Bool {
    text.utf8.count == 32 && Hex.bytes(text) != nil
  }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
