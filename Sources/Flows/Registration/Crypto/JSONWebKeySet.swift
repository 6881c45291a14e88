import CryptoExtras
package import FlowTransport
import Foundation

/// The public keys with which a provider signs (RFC 7517). Only RSA keys for signatures are taken, of 2,048 bits or more.
package struct JSONWebKeySet: Sendable {
  private let keys: [String: _RSA.Signing.PublicKey]

  /// Reads a set; nil when it is none. Keys that are of no use here are passed over.
  package init?(_ json: JSONValue) {
    guard let list = json["keys"]?.list else { return nil }
    var keys: [String: _RSA.Signing.PublicKey] = [:]
    for key in list {
      guard key["kty"]?.text == "RSA", key["use"] == nil || key["use"]?.text == "sig",
        key["alg"] == nil || key["alg"]?.text == IDToken.algorithm, let id = key["kid"]?.text,
        let modulus = key["n"]?.text.flatMap({ Base64.urlBytes($0) }),
        let exponent = key["e"]?.text.flatMap({ Base64.urlBytes($0) }),
        let made = try? _RSA.Signing.PublicKey(n: Data(modulus), e: Data(exponent))
      else { continue }
      keys[id] = made
    }
    self.keys = keys
  }

  /// Whether there is a key of an id.
  package func has(_ id: String) -> Bool { keys[id] != nil }

  /// Whether a key of the set has made the signature of a token.
  func hasSigned(_ token: IDToken) -> Bool {
    keys[token.keyID]?.isValidSignature(
      _RSA.Signing.RSASignature(rawRepresentation: token.signature), for: token.signedBytes,
      padding: .insecurePKCS1v1_5) ?? false
  }
}
