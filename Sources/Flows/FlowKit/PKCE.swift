package import FlowTransport

/// The proof that a code is redeemed by the app that asked for it (RFC 7636), by SHA-256 only.
package struct PKCE: Sendable {
  /// What is kept until the code is redeemed: 43 characters.
  package let verifier: Secret
  /// What is sent at the start: 43 characters. Not secret.
  package let challenge: String

  /// Makes a new pair, or the pair of a verifier.
  ///
  /// - Parameter hash: SHA-256. `FlowKit` has none, so that a flow without cryptography does not build any.
  package init<Digest: Sequence<UInt8>>(
    verifier: Secret = Secret(Base64.urlText(SecureRandom.bytes(32))),
    hash: (UnsafeRawBufferPointer) -> Digest
  ) {
    self.verifier = verifier
    challenge = Base64.urlText(verifier.withBytes { hash($0) })
  }
}
