import FlowTransport
package import NextAuthSessionFlow

/// What stands in a QR code, deep link or push message of the stand-in. The vendor's codes are not public.
///
/// Four bytes identify the format, then comes a random number, for an enrollment a digest of the server's key, and the
/// server's name.
package struct StandInCode: Sendable {
  /// Bytes of the number.
  package static let nonceLength = 16
  /// Bytes of the digest.
  package static let digestLength = 32
  private static let mark: [UInt8] = [0x6e, 0x41, 0x01]

  /// A login or an enrollment.
  package let kind: NextAuthSession.Kind
  /// The number.
  package let nonce: [UInt8]
  /// The server's name.
  package let server: String

  /// Makes a code with a number of its own.
  package init(_ kind: NextAuthSession.Kind, server: String) {
    self.kind = kind
    self.server = server
    nonce = SecureRandom.bytes(Self.nonceLength)
  }

  /// Reads a code; nil if the bytes are not a code.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count > 4, bytes.starts(with: Self.mark),
      let kind: NextAuthSession.Kind = [1: .login, 2: .enrol][bytes[3]]
    else { return nil }
    let rest = bytes.dropFirst(4)
    let length = Self.nonceLength + (kind == .enrol ? Self.digestLength : 0)
    guard rest.count > length else { return nil }
    let server = String(decoding: rest.dropFirst(length), as: UTF8.self)
    // Bytes that are not UTF-8 have been replaced.
    guard server.utf8.elementsEqual(rest.dropFirst(length)) else { return nil }
    self.kind = kind
    self.server = server
    nonce = Array(rest.prefix(Self.nonceLength))
  }

  /// The bytes.
  package var bytes: [UInt8] {
    let digest = kind == .enrol ? [UInt8](repeating: 0xd1, count: Self.digestLength) : []
    return Self.mark + [kind == .enrol ? 2 : 1] + nonce + digest + Array(server.utf8)
  }
}
