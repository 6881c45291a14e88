import Crypto
package import FlowTransport
import Foundation

/// The proof that a code is redeemed by the app that asked for it (RFC 7636), by SHA-256 only.
package struct PKCE: Sendable {
  /// What is kept until the code is redeemed: 43 signs.
  package let verifier: Secret
  /// What is sent at the start: 43 signs. Not secret.
  package let challenge: String

  /// Makes a new pair.
  package init() { self.init(verifier: Secret(Base64.urlText(SecureRandom.bytes(32)))) }

  /// Makes the pair of a verifier.
  package init(verifier: Secret) {
    self.verifier = verifier
    challenge = Base64.urlText(verifier.withBytes { SHA256.hash(data: $0) })
  }
}
