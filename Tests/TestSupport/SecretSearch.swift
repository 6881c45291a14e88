import FlowTransport
import Foundation
import Statecharts

/// Looks for secrets in texts, in every form in which they could be written.
package enum SecretSearch {
  /// A text in the forms in which it could be written down.
  package static func forms(of secret: String) -> [String] {
    let bytes = Array(secret.utf8)
    return [
      secret, Base64.text(bytes), Base64.urlText(bytes), Hex.text(bytes), Hex.text(bytes).uppercased(),
      secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret, FormData.escaped(secret),
      String(secret.reversed()), secret.map { "\($0)\u{0}" }.joined(), secret.uppercased(),
      String(decoding: JSONValue.string(secret).bytes.dropFirst().dropLast(), as: UTF8.self),
    ]
  }

  /// The secrets that stand somewhere in a text.
  package static func leaks(_ text: String, _ secrets: [String]) -> [String] {
    let bytes = Array(text.utf8) + [0]
    return bytes.withUnsafeBytes { bytes in
      secrets.filter { secret in Set(forms(of: secret)).contains { contains(bytes, $0) } }
    }
  }

  /// Whether bytes with a zero behind them contain those of another text. Thousands of runs are looked through, so that
  /// the C library searches, from zero to zero.
  private static func contains(_ text: UnsafeRawBufferPointer, _ form: String) -> Bool {
    guard let start = text.baseAddress, !form.isEmpty else { return false }
    if form.utf8.contains(0) {
      let hasZero = memchr(start, 0, text.count - 1) != nil
      return hasZero && Data(text).range(of: Data(form.utf8)) != nil
    }
    // Within thousands of runs, the digits of a short code occur in some hash by chance. An exposed code is not inside
    // a number.
    let standsAlone = form.utf8.count < 12 && form.utf8.allSatisfy(isDigit)
    var offset = 0
    while offset < text.count {
      let rest = start.advanced(by: offset).assumingMemoryBound(to: CChar.self)
      guard let found = strstr(rest, form) else {
        offset += strlen(rest) + 1
        continue
      }
      let first = start.distance(to: UnsafeRawPointer(found))
      let isInside = first > 0 && isHexDigit(text[first - 1]) || isHexDigit(text[first + form.utf8.count])
      if !standsAlone || !isInside { return true }
      offset = first + 1
    }
    return false
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
