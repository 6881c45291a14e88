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

  /// Version 1: PBKDF2 with 1,000 rounds. Few, which is why the second derivation follows and why version 2 exists; the
  /// number is the protocol's.
  package static func quickStretch(_ password: Secret, email: String) throws(KeyStretchingFailure) -> Secret {
    try stretch(password, salt: "\(name)quickStretch:\(email)", rounds: 1_000)
  }

  /// Version 2: 650,000 rounds, and a salt that the server gave. The account server does not ask for it when signing in
  /// to the VPN service, so nothing calls it yet; it is here, with its vectors, because accounts can be changed to it,
  /// as `POST account/credentials/status` would report.
  package static func quickStretchV2(_ password: Secret, salt: String) throws(KeyStretchingFailure) -> Secret
  {
    try stretch(password, salt: "\(name)quickStretchV2:\(salt)", rounds: 650_000)
  }

  /// What proves the password to the server: 64 digits.
  package static func authPW(_ stretched: Secret) -> Secret {
    Secret(Hex.text(HKDF256.derive(stretched, info: "\(name)authPW", count: 32).bytes))
  }

  /// What would unwrap the keys of synchronised data, which the VPN service has none of: part of the protocol, and of its
  /// vectors.
  package static func unwrapBKey(_ stretched: Secret) -> Secret {
    HKDF256.derive(stretched, info: "\(name)unwrapBkey", count: 32)
  }

  /// What proves the password to the server, from the password.
  package static func authPW(
    _ password: Secret, email: String
  ) throws(KeyStretchingFailure) -> Secret { authPW(try quickStretch(password, email: email)) }

  private static func stretch(
    _ password: Secret, salt: String, rounds: Int
  ) throws(KeyStretchingFailure) -> Secret {
    do {
      let key = try KDF.Insecure.PBKDF2.deriveKey(
        from: password.bytes, salt: Array(salt.utf8), using: .sha256, outputByteCount: 32,
        unsafeUncheckedRounds: rounds)
      return key.withUnsafeBytes { Secret($0) }
    } catch {
      throw KeyStretchingFailure()
    }
  }
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
