import Crypto
import CryptoExtras
package import FlowTransport
import Foundation

/// What becomes of a password before it leaves the app: the protocol "onepw" of Mozilla accounts.
///
/// The server never sees the password. It gets `authPW`, which is derived from the password and from the email address
/// in the spelling that the account was created with.
package enum KeyStretching {
  private static let name = "identity.mozilla.com/picl/v1/"

  /// Version 1: PBKDF2 with 1,000 rounds. Few, which is why the second derivation follows; the number is the protocol's.
  package static func quickStretch(_ password: Secret, email: String) throws(KeyStretchingFailure) -> Secret {
    do {
      let key = try KDF.Insecure.PBKDF2.deriveKey(
        from: password.bytes, salt: Array("\(name)quickStretch:\(email)".utf8), using: .sha256,
        outputByteCount: 32, unsafeUncheckedRounds: 1_000)
      return key.withUnsafeBytes { Secret($0) }
    } catch {
      throw KeyStretchingFailure()
    }
  }

  /// What proves the password to the server: 64 digits.
  package static func authPW(_ stretched: Secret) -> Secret {
    Secret(Hex.text(HKDF256.derive(stretched, info: "\(name)authPW", count: 32).bytes))
  }

  /// What proves the password to the server, from the password.
  package static func authPW(
    _ password: Secret, email: String
  ) throws(KeyStretchingFailure) -> Secret { authPW(try quickStretch(password, email: email)) }
}

/// The derivation could not be done, for lack of memory.
package struct KeyStretchingFailure: Error {}

/// HKDF with SHA-256 (RFC 5869).
package enum HKDF256 {
  /// Derives bytes. An empty salt means as many zeros as the hash is long.
  package static func derive(
    _ key: Secret, salt: [UInt8] = [], info: some Collection<UInt8>, count: Int
  ) -> Secret {
    let key = key.withBytes { SymmetricKey(data: $0) }
    let derived = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Array(info), outputByteCount: count)
    return derived.withUnsafeBytes { Secret($0) }
  }

  /// Derives bytes with an info that is a text.
  package static func derive(_ key: Secret, info: String, count: Int) -> Secret {
    derive(key, info: info.utf8, count: count)
  }
}
