/// How wide words are in a common sans-serif face: about what Arial and Helvetica need.
enum TextWidth {
  /// The width of a text in a size, both in pixels.
  static func width(of text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) } * size
  }

  /// The width of a character, as a part of the size.
  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "'", "|", "!", ".", ",", ":", ";", " ", "I", "f", "t", "(", ")", "[", "]", "/", "r",
      "-":
      0.31
    case "m", "M", "W", "w", "@", "%", "—", "…": 0.86
    case "A"..."Z", "&", "→": 0.7
    case _ where scalar.isASCII: 0.55
    case _ where scalar.value < 0x1100: 0.6
    default: 1
    }
  }

  /// A text in lines of a width; a word that is wider has a line of its own.
  static func wrapped(_ text: String, width: Double, size: Double) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if !line.isEmpty, self.width(of: longer, size: size) > width {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
