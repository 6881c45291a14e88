import Crypto
package import FlowTransport
import Foundation

/// The proof that a code is redeemed by the app that asked for it (RFC 7636), by SHA-256 only.
package struct PKCE: Sendable {
  /// What is kept until the code is redeemed.
  package let verifier: Secret
  /// What is sent at the start: 43 signs. Not secret.
  package let challenge: String

  /// The signs of a verifier.
  package static let signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

  /// Makes a new pair.
  package init() { self.init(verifier: Secret(SecureRandom.text(128, of: Self.signs))) }

  /// Makes the pair of a verifier.
  package init(verifier: Secret) {
    self.verifier = verifier
    challenge = Base64.urlText(verifier.withBytes { SHA256.hash(data: $0) })
  }
}
