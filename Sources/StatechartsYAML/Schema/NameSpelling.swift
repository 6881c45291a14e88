import Statecharts
import StatechartsModel

/// How names are spelled.
package enum NameSpelling {
  package struct Allowance: OptionSet {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let hyphens = Allowance(rawValue: 1)
    package static let underscoreFirst = Allowance(rawValue: 2)
    package static let dots: Allowance = [Allowance(rawValue: 4), .hyphens]
  }

  /// The longest name, in UTF-8 bytes.
  package static let longest = NameRule.longest
  /// Words that mean something else in expressions.
  package static let reserved = NameRule.reserved.sorted()

  /// Whether a byte is a letter, a digit or `_`.
  package static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F
  }

  package static func isReserved(_ text: String) -> Bool { text.utf8.count <= 7 && reserved.contains(text) }

  /// An event's name, which may end with `.*`, or `*` alone.
  package static func isDescriptor(_ bytes: String.UTF8View) -> Bool {
    guard bytes.last == UInt8(ascii: "*") else { return isLegal(bytes, allows: .dots) }
    let name = bytes.dropLast()
    return name.isEmpty || name.last == UInt8(ascii: ".") && isLegal(name.dropLast(), allows: .dots)
  }

  /// Letters, digits and `_`, beginning with a letter, and what else is allowed.
  package static func isLegal(_ bytes: some Collection<UInt8>, allows: Allowance) -> Bool {
    var isAtStart = true
    var count = 0
    for byte in bytes {
      count += 1
      switch byte {
      case 0x61...0x7A, 0x41...0x5A: isAtStart = false
      case 0x30...0x39: if isAtStart { return false }
      case 0x5F:
        if isAtStart, !allows.contains(.underscoreFirst) { return false }
        isAtStart = false
      case 0x2D: if isAtStart || !allows.contains(.hyphens) { return false }
      case 0x2E:
        if isAtStart || !allows.isSuperset(of: .dots) { return false }
        isAtStart = true
      default: return false
      }
    }
    return !isAtStart && count <= longest
  }
}
