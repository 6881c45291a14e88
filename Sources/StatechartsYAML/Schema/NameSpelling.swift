import Statecharts
import StatechartsModel

/// How names are spelled.
package enum NameSpelling {
  /// The longest name, in UTF-8 bytes.
  package static let longest = NameRule.longest
  /// Words that mean something else in expressions.
  package static let reserved = NameRule.reserved.sorted()

  /// Whether a byte is a letter, a digit or `_`.
  package static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F
  }

  package static func isReserved(_ text: String) -> Bool { text.utf8.count <= 7 && reserved.contains(text) }
}
