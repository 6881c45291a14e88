import StatechartsYAML

/// Letters of other scripts that look like those of English, and forms of signs that names use.
enum LookalikeCharacters {
  struct Replacement {
    /// The whole text with the letters that were meant.
    var text: String
    /// The first character that was replaced.
    var character: Character
    /// Its script and number.
    var name: String
    /// Where it stands in the original text, in UTF-8 offsets.
    var firstRange: Range<Int>
  }

  /// The text with English letters, when there is something to replace.
  static func replaced(in text: String) -> Replacement? {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var result = ""
    var first: (character: Unicode.Scalar, range: Range<Int>)?
    var offset = 0
    for scalar in text.unicodeScalars {
      let size = UTF8.width(scalar)
      if let plain = plain(scalar) {
        result.unicodeScalars.append(plain)
        if first == nil { first = (scalar, offset..<offset + size) }
      } else {
        result.unicodeScalars.append(scalar)
      }
      offset += size
    }
    guard let first else { return nil }
    return Replacement(
      text: result, character: Character(first.character), name: name(first.character),
      firstRange: first.range)
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let script =
      switch scalar.value {
      case 0x370...0x3FF: "Greek, "
      case 0x400...0x52F: "Cyrillic, "
      case 0x530...0x58F: "Armenian, "
      case 0xFF00...0xFFEF: "full width, "
      default: ""
      }
    return script + CharacterKind.code(scalar)
  }

  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF10...0xFF19, 0xFF0D, 0xFF0E, 0xFF3F:
      return Unicode.Scalar(scalar.value - 0xFEE0)
    case 0x2010...0x2015, 0x2212, 0xFE63: return "-"
    case 0x2024: return "."
    default: return letters[scalar]
    }
  }

  private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
    let pairs: [(String, String)] = [
      ("АВЕЅІЈКМНОРСТУХ", "ABESIJKMHOPCTYX"), ("аесіјорѕухԁһԛԝ", "aecijopsyxdhqw"),
      ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"), ("ονρχϲϳ", "ovpxcj"), ("ɡıαօոսԍ", "giaonuG"),
    ]
    var result: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (foreign, plain) in pairs {
      for (from, to) in zip(foreign.unicodeScalars, plain.unicodeScalars) { result[from] = to }
    }
    // U+212A is the sign for kelvin.
    result["\u{212A}"] = "K"
    return result
  }()
}
