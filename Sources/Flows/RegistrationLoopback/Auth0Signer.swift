import Crypto
import CryptoExtras
package import FlowTransport
import Foundation

/// Signs ID tokens, and shows the public key.
package struct Auth0Signer: Sendable {
  private let key: _RSA.Signing.PrivateKey
  /// The key's id.
  package let id: String

  /// One for the whole process: making a key takes its time.
  package static let shared = Auth0Signer(id: "loopback-1")

  /// Makes one with a key of its own; nil when there is no randomness.
  package init?(id: String) {
    guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { return nil }
    self.key = key
    self.id = id
  }

  /// A token of these claims.
  package func token(_ claims: JSONValue, header: JSONValue? = nil) -> String {
    let header = header ?? ["alg": "RS256", "typ": "JWT", "kid": .string(id)]
    return signed(Base64.urlText(header.bytes) + "." + Base64.urlText(claims.bytes))
  }

  /// Header and claims as they are written, with the signature.
  package func signed(_ text: String) -> String {
    let signature = try? key.signature(
      for: SHA256.hash(data: Array(text.utf8)), padding: .insecurePKCS1v1_5)
    return text + "." + Base64.urlText(signature?.rawRepresentation ?? Data())
  }

  /// The public key, as the site shows it.
  package var webKey: JSONValue {
    guard let parts = try? key.publicKey.getKeyPrimitives() else { return [:] }
    return [
      "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(id),
      "n": .string(Base64.urlText(parts.modulus)), "e": .string(Base64.urlText(parts.publicExponent)),
    ]
  }

  /// The public key in a set of its own.
  package var webKeys: JSONValue { ["keys": .list([webKey])] }
}
