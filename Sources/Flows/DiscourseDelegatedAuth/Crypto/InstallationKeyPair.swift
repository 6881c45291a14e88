import CryptoExtras
package import FlowTransport
import Foundation

/// The pair of RSA keys for which a site encrypts its answers: 2,048 bits, so that the payload fits with both paddings.
/// Printing it shows nothing.
package struct InstallationKeyPair: Sendable, CustomStringConvertible, CustomReflectable {
  /// What the site gets (SubjectPublicKeyInfo, RFC 5280), with the line breaks of PEM.
  package let publicKeyPEM: String
  /// What is kept (PKCS #8, RFC 5208), as PEM.
  package let privateKeyPEM: Secret

  /// The key pair could not be made or read. The error has no details.
  package struct Failure: Error, Hashable, Sendable {}

  /// Makes a new pair. Takes some time.
  package init() throws(Failure) {
    guard let key = try? _RSA.Encryption.PrivateKey(keySize: .bits2048) else { throw Failure() }
    publicKeyPEM = key.publicKey.pemRepresentation
    privateKeyPEM = Secret(key.pkcs8PEMRepresentation)
  }

  /// Reads what was kept.
  package init(privateKeyPEM: Secret) throws(Failure) {
    guard let key = try? _RSA.Encryption.PrivateKey(pemRepresentation: privateKeyPEM.text) else {
      throw Failure()
    }
    publicKeyPEM = key.publicKey.pemRepresentation
    self.privateKeyPEM = privateKeyPEM
  }

  /// Decrypts one block with each of the paddings, and gives the first that fits; nil when none does, without a word
  /// about why. Nobody outside may learn whether it was the padding: that would open every block (RFC 8017, 7.2.2).
  package func decrypt(_ block: [UInt8], _ paddings: [UserAPIKeyPadding]) -> Secret? {
    guard let key = try? _RSA.Encryption.PrivateKey(unsafePEMRepresentation: privateKeyPEM.text) else {
      return nil
    }
    // All of them are tried, whichever fits.
    let opened = paddings.map { padding -> Secret? in
      guard var bytes = try? key.decrypt(Data(block), padding: padding.scheme) else { return nil }
      defer { bytes.resetBytes(in: 0..<bytes.count) }
      return Secret(bytes)
    }
    return opened.compactMap { $0 }.first
  }

  /// A mark.
  package var description: String { "[key pair]" }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension UserAPIKeyPadding {
  fileprivate var scheme: _RSA.Encryption.Padding {
    switch self {
    // This padding is weak if an attacker can have many blocks decrypted and learns the result of each. Here a block is
    // for one pending request, and no result is reported.
    case .pkcs1: ._WEAK_AND_INSECURE_PKCS_V1_5
    case .oaep: .PKCS1_OAEP
    }
  }
}
