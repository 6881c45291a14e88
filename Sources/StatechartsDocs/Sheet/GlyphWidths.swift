/// How wide characters are, in thousandths of the font size: exact for ASCII in Helvetica, Arial and the fonts with their
/// metrics, an upper estimate for everything else.
enum GlyphWidths {
  /// The characters from U+0020 to U+007E of Helvetica, from Adobe's font metrics.
  private static let regular: [Int] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556,
    556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500,
    667,
    556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333,
    556,
    556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500,
    722,
    500, 500, 500, 334, 260, 334, 584,
  ]
  /// The same characters of Helvetica Bold.
  private static let bold: [Int] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556,
    556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556,
    722,
    611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333,
    556,
    611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556,
    778,
    556, 556, 500, 389, 280, 389, 584,
  ]

  /// The width of a character. A mark without a base is shown on a dotted circle.
  static func width(_ character: Character, isBold: Bool) -> Int {
    var total = 0
    var isFirst = true
    for scalar in character.unicodeScalars {
      let width = width(scalar, isBold: isBold)
      total += width == 0 && isFirst ? 700 : width
      isFirst = false
    }
    return total
  }

  /// The width of a scalar; 0 for marks over and under others and for invisible ones.
  static func width(_ scalar: Unicode.Scalar, isBold: Bool) -> Int {
    let value = Int(scalar.value)
    if 0x20...0x7E ~= value { return isBold ? bold[value - 0x20] : regular[value - 0x20] }
    if scalar.properties.isDefaultIgnorableCodePoint { return 0 }
    if scalar.properties.generalCategory == .nonspacingMark { return isWide(value) ? 1_000 : 0 }
    return european(scalar) ?? asian(value) ?? (scalar.properties.isEmojiPresentation ? 1_300 : 1_550)
  }

  /// The width of a scalar of the alphabets and signs that the fonts of a page have.
  private static func european(_ scalar: Unicode.Scalar) -> Int? {
    let value = scalar.value
    switch value {
    case 0xA9, 0xAE: return 1_250
    case 0xB7, 0x2018, 0x2019: return 360
    case 0x2013, 0x201C, 0x201D: return 570
    case 0xE6, 0x133, 0x149, 0x14B, 0x153: return 960
    case 0xC6, 0x132, 0x14A, 0x152, 0x174: return 1_020
    case 0xC0...0x17F: return scalar.properties.isLowercase ? 660 : 860
    case 0x1E00...0x1EFF: return scalar.properties.isLowercase ? 760 : 1_130
    case 0xA0...0xBF, 0x370...0x3E1, 0x400...0x45F, 0x5D0...0x5FF, 0x2010...0x2030, 0x2190...0x2193:
      return 1_050
    default: return nil
    }
  }

  /// The width of a scalar of scripts whose letters are as wide as high, or wider.
  private static func asian(_ value: Int) -> Int? {
    switch value {
    case 0x3030, 0x3297, 0x3299: return 1_300
    case 0x2E80...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF: return 1_020
    case 0x2E3B: return 3_000
    // Ligatures of whole phrases, and cuneiform.
    case 0xFDF0...0xFDFF: return 12_000
    case 0x12000...0x1254F: return 5_000
    case 0xFB00...0xFDEF, 0x13000...0x1467F, 0x1EC00...0x1ECFF: return 2_550
    case 0x600...0x605, 0x6DD, 0x8E2: return 2_800
    default: return isWide(value) ? 2_800 : nil
    }
  }

  /// Whether a scalar is of the scripts of India and its neighbors, which have letters wider than they are high.
  private static func isWide(_ value: Int) -> Bool {
    switch value {
    case 0x900...0xDFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1B00...0x1CFF, 0xA980...0xAADF, 0x10000...0x11FFF:
      true
    default: false
    }
  }
}
