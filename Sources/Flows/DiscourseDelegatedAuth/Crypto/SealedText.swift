package import FlowTransport
import Foundation

/// What a site has encrypted for the app, as it stands in an address: Base64 with line breaks.
package struct SealedText: Hashable, Sendable, CustomReflectable {
  private let text: Secret

  /// The longest that is looked at: far more than a block of 4,096 bits needs.
  package static let longest = 4_096

  /// Takes a text as it came.
  package init(_ text: String) { self.text = Secret(text) }

  /// Decrypts it with each of the paddings, and gives the first that fits; nil for everything else.
  package func opened(with pair: InstallationKeyPair, _ paddings: [UserAPIKeyPadding]) -> Secret? {
    guard let block else { return nil }
    return pair.decrypt(block, paddings)
  }

  /// The bytes. White space goes first, since servers break lines after 60 characters (RFC 2045, 6.8).
  private var block: [UInt8]? {
    guard text.count <= Self.longest else { return nil }
    let signs = text.bytes.filter { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
    // Encoding it again must give the same text, because Foundation ignores extra characters.
    guard !signs.isEmpty, let data = Data(base64Encoded: Data(signs)),
      data.base64EncodedData().elementsEqual(signs)
    else { return nil }
    return Array(data)
  }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
