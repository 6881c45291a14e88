/// Texts in lines that fit.
enum TextWidth {
  /// After so many characters a line in a box of a state diagram is broken.
  static let charactersInBox = 36

  /// The width of a text in a size, both in pixels.
  private static func width(of text: String, size: Double) -> Double {
    Double(text.reduce(0) { $0 + GlyphWidths.width($1, isBold: false) }) / 1_000 * size
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
