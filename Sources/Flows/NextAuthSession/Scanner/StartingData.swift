import FlowTransport

/// The bytes that a session is started with, out of what the app was given.
enum StartingData: Sendable {
  case code(ScannedCode)
  /// The whole address.
  case link(Secret, scheme: String)
  /// A push message that was opened.
  case push(Secret)

  /// A QR code or link with more is not one of ours. A QR code holds 2,953 bytes at most (ISO/IEC 18004, version 40-L).
  static let most = 4_096

  var origin: NextAuthSession.Origin {
    switch self {
    case .code: .qr
    case .link: .deepLink
    case .push: .push
    }
  }

  /// - Throws: `badData` if the bytes are missing, invalid or too many.
  func bytes() throws(NextAuthFailure) -> Secret {
    let bytes: Secret?
    switch self {
    case .code(.bytes(let code)), .push(let code): bytes = code
    case .code(.text(let text)): bytes = Self.decoded(text)
    case .link(let address, let scheme): bytes = Self.payload(address, scheme).flatMap(Self.decoded)
    }
    guard let bytes, !bytes.isEmpty, bytes.count <= Self.most else { throw .badData }
    return bytes
  }

  /// What stands behind the scheme, which may be written in either case (RFC 3986, 3.1).
  private static func payload(_ address: Secret, _ scheme: String) -> Secret? {
    address.withBytes { bytes in
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let written = String(decoding: bytes[..<colon], as: UTF8.self)
      guard written.lowercased() == scheme.lowercased() else { return nil }
      return Secret(bytes[(colon + 1)...])
    }
  }

  /// Base64 in either alphabet, with or without padding; nil for anything else, and for characters whose last bits are not
  /// zero, so that a code is written in one way.
  static func decoded(_ text: Secret) -> Secret? {
    text.withBytes { signs in
      var out: [UInt8] = []
      out.reserveCapacity(signs.count / 4 * 3 + 3)
      var bits: UInt32 = 0
      var count = 0
      var padding = 0
      for sign in signs {
        if sign == UInt8(ascii: "=") {
          padding += 1
          continue
        }
        guard padding == 0, let value = value(sign) else { return nil }
        bits = (bits << 6 | value) & 0xffff
        count += 6
        guard count >= 8 else { continue }
        count -= 8
        out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
      let isWhole = padding == 0 || (signs.count.isMultiple(of: 4) && padding <= 2)
      guard isWhole, count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
      return Secret(out)
    }
  }

  private static func value(_ sign: UInt8) -> UInt32? {
    switch sign {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(sign - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(sign - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(sign - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
