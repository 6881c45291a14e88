import CryptoExtras
import FlowTransport
import Foundation

/// What a site encrypts, and how it writes that into an address.
enum SiteEncryption {
  /// A public key of an app: PEM of 1,024 bits or more.
  struct PublicKey {
    private let key: _RSA.Encryption.PublicKey

    /// Reads it; nil when it can't be read.
    init?(_ pem: String) {
      guard let key = try? _RSA.Encryption.PublicKey(unsafePEMRepresentation: pem) else { return nil }
      self.key = key
    }

    /// Encrypts one block; nil when the text is too long for the key.
    func encrypt(_ text: String, isOAEP: Bool) -> [UInt8]? {
      let padding: _RSA.Encryption.Padding = isOAEP ? .PKCS1_OAEP : ._WEAK_AND_INSECURE_PKCS_V1_5
      return (try? key.encrypt(Data(text.utf8), padding: padding)).map(Array.init)
    }
  }

  /// Base64 with a line break after every 60 characters and at the end (`Base64.encode64`).
  static func encode64(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 45)
      .map { Base64.text(bytes[$0..<min($0 + 45, bytes.count)]) + "\n" }.joined()
  }

  /// As in a query: what is not a letter, a digit or one of `-._~` with percent signs, and a space as `+`
  /// (`CGI.escape`).
  static func escape(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { FormData.escaped(String($0)) }
      .joined(separator: "+")
  }
}
