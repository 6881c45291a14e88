import CryptoExtras
package import FlowTransport
import Foundation

/// The public keys with which a provider signs (RFC 7517). Only RSA keys for signatures are taken, of 2,048 bits or
/// more. Two keys with the same name, byte for byte, are both ignored: it would not be clear which one is meant.
package struct JSONWebKeySet: Sendable {
  private let keys: [[UInt8]: _RSA.Signing.PublicKey]

  /// Reads a set; nil if it is not valid. Other keys are ignored.
  package init?(_ json: JSONValue) {
    guard let list = json["keys"]?.list else { return nil }
    var keys: [[UInt8]: _RSA.Signing.PublicKey] = [:]
    var seen: Set<[UInt8]> = []
    for key in list {
      guard Self.isForSignatures(key), let id = key["kid"]?.text.map({ Array($0.utf8) }),
        let modulus = key["n"]?.text.flatMap({ Base64.urlBytes($0) }),
        let exponent = key["e"]?.text.flatMap({ Base64.urlBytes($0) }),
        let made = try? _RSA.Signing.PublicKey(n: Data(modulus), e: Data(exponent))
      else { continue }
      keys[id] = seen.insert(id).inserted ? made : nil
    }
    self.keys = keys
  }

  /// Whether a key says nothing against making signatures of the one kind (RFC 7517, 4.2 to 4.4).
  private static func isForSignatures(_ key: JSONValue) -> Bool {
    key["kty"]?.text == "RSA" && (!key.has("use") || key["use"]?.text == "sig")
      && (!key.has("alg") || key["alg"]?.text == IDToken.algorithm)
      && (!key.has("key_ops") || key["key_ops"]?.list?.contains("verify") ?? false)
  }

  /// Whether there is no key that is of use.
  var isEmpty: Bool { keys.isEmpty }

  /// Whether there is a key of an id.
  package func has(_ id: String) -> Bool { keys[Array(id.utf8)] != nil }

  /// Whether a key of the set has made the signature of a token.
  func hasSigned(_ token: IDToken) -> Bool {
    keys[Array(token.keyID.utf8)]?.isValidSignature(
      _RSA.Signing.RSASignature(rawRepresentation: token.signature), for: token.signedBytes,
      padding: .insecurePKCS1v1_5) ?? false
  }
}
