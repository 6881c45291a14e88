import Foundation

/// Bytes as pairs of digits.
package enum Hex {
  /// In lower case.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Reads pairs of digits; nil when there is anything else.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// Base64 in the two forms that protocols use.
package enum Base64 {
  /// The usual form, with padding.
  package static func text(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }

  /// For addresses: other characters, no padding (RFC 4648, 5).
  package static func urlText(_ bytes: some Sequence<UInt8>) -> String {
    let signs = text(bytes).utf8.compactMap { sign -> UInt8? in
      switch sign {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: sign
      }
    }
    return String(decoding: signs, as: UTF8.self)
  }

  /// Reads the form for addresses as strictly as it is written: nil for padding, other characters, and bits at the end that
  /// are left over.
  package static func urlBytes(_ text: some StringProtocol) -> [UInt8]? {
    var usual = text.utf8.map { sign -> UInt8 in
      switch sign {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: sign
      }
    }
    while !usual.count.isMultiple(of: 4) { usual.append(UInt8(ascii: "=")) }
    guard let bytes = Data(base64Encoded: Data(usual)), urlText(bytes).utf8.elementsEqual(text.utf8) else {
      return nil
    }
    return Array(bytes)
  }
}

/// Base32 (RFC 4648, 6), as keys of authenticator apps are written.
package enum Base32 {
  private static let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// In upper case, without padding.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var out: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        out.append(signs[Int(bits >> UInt32(count) & 31)])
      }
      bits &= 0xff
    }
    if count > 0 { out.append(signs[Int(bits << UInt32(5 - count) & 31)]) }
    return String(decoding: out, as: UTF8.self)
  }

  /// Reads it in upper or lower case; spaces and padding are passed over. Nil when there is anything else, or when the
  /// last sign is one too many.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var out: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for sign in text.utf8 where sign != UInt8(ascii: " ") && sign != UInt8(ascii: "=") {
      guard let value = value(sign) else { return nil }
      bits = (bits << 5 | value) & 0xffff
      count += 5
      guard count >= 8 else { continue }
      count -= 8
      out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return count < 5 ? out : nil
  }

  private static func value(_ sign: UInt8) -> UInt32? {
    switch sign {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(sign - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(sign - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(sign - UInt8(ascii: "2")) + 26
    default: nil
    }
  }
}

/// Random bytes and texts from the system's secure generator.
package enum SecureRandom {
  /// Bytes.
  package static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// A text of characters that are all equally likely.
  package static func text(_ count: Int, of signs: String) -> String {
    let signs = Array(signs.utf8)
    var generator = SystemRandomNumberGenerator()
    let text = (0..<count).compactMap { _ in signs.randomElement(using: &generator) }
    return String(decoding: text, as: UTF8.self)
  }
}
