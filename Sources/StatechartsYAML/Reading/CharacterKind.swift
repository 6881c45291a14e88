/// How a character is judged in a chart file.
package enum CharacterKind {
  /// Letters of any language, signs, emoji.
  case ordinary
  /// Not UTF-8.
  case invalid
  /// Control characters, and the ones Unicode has set aside.
  case control
  /// Line breaks that editors do not show as such.
  case lineBreak
  /// Zero width, text direction, fillers.
  case invisible
  /// Joins its neighbors; right inside emoji and some scripts.
  case joiner
  /// Tag characters; right inside some flags.
  case tag
  /// Spaces that are not U+0020.
  case wideBlank

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: self = .ordinary
    case 0x85, 0x2028, 0x2029: self = .lineBreak
    case 0x00...0x9F: self = .control
    case 0xAD, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E,
      0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB:
      self = .invisible
    case 0x200C, 0x200D: self = .joiner
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: self = .wideBlank
    case 0xE0000...0xE007F: self = .tag
    case 0xFDD0...0xFDEF: self = .control
    case let value where value & 0xFFFE == 0xFFFE: self = .control
    default: self = .ordinary
    }
  }

  /// The rule that refuses characters of this kind.
  var rule: YAMLRule { self == .invalid ? .encoding : .hiddenCharacter }

  /// What to say about a character of this kind.
  func message(for scalar: Unicode.Scalar?, byte: UInt8) -> String {
    let name = scalar.flatMap { CharacterKind.name(of: $0) }.map { " (\($0))" } ?? ""
    let character = scalar.map { CharacterKind.code($0) + name } ?? ""
    switch self {
    case .invalid:
      let hex = String(byte, radix: 16, uppercase: true)
      return "The byte 0x\(hex.count < 2 ? "0" : "")\(hex) is not UTF-8 text."
    case .control: return "The control character \(character) is not allowed in a chart."
    case .lineBreak: return "The character \(character) breaks the line in some programs but not in others."
    case .wideBlank: return "The indentation contains \(character), which looks like a space but is not one."
    default: return "The character \(character) is invisible and changes the text."
    }
  }

  /// How to fix it.
  var help: String {
    switch self {
    case .invalid: "Save the file as UTF-8, and type the character again."
    case .lineBreak: "Replace it with a space, or delete it."
    case .wideBlank: "Replace it with ordinary spaces."
    default: "Delete it."
    }
  }

  /// A character's number as `U+` and at least four digits.
  package static func code(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(4 - hex.count, 0)) + hex
  }

  private static func name(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x00: "NUL"
    case 0x1B: "escape"
    case 0x7F: "delete"
    case 0x85: "next line"
    case 0xA0: "no-break space"
    case 0xAD: "soft hyphen"
    case 0x200B: "zero width space"
    case 0x200C: "zero width non-joiner"
    case 0x200D: "zero width joiner"
    case 0x2028: "line separator"
    case 0x2029: "paragraph separator"
    case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: "text direction"
    case 0x2060: "word joiner"
    case 0x3000: "ideographic space"
    case 0xFEFF: "byte order mark"
    case 0xE0000...0xE007F: "tag character"
    default: nil
    }
  }
}
