/// Texts of a chart inside Swift: as literals and as comments, out of which nothing can break.
enum SwiftText {
  /// A text literal on one line.
  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// The lines of a text literal of several lines.
  static func rows(_ text: String, width: Int) -> [String] {
    var rows: [String] = []
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
    for paragraph in paragraphs {
      var pieces = wrapped(String(paragraph), width: width - 1, keepsSpaces: true).map(escaped)
      if pieces.isEmpty { pieces = [""] }
      for (number, piece) in pieces.enumerated() {
        if number < pieces.count - 1 {
          rows.append(piece + "\\")
        } else if piece.hasSuffix(" ") {
          // Spaces at the end of a line are lost in most editors.
          rows.append(String(piece.dropLast()) + "\\u{20}")
        } else {
          rows.append(piece)
        }
      }
    }
    return rows
  }

  /// The lines of a comment without their marks.
  static func comment(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let visible = String(String.UnicodeScalarView(paragraph.unicodeScalars.map { isOdd($0) ? " " : $0 }))
      let rows = wrapped(visible, width: width, keepsSpaces: false)
      lines += rows.isEmpty ? [""] : rows
    }
    while lines.last == "" { lines.removeLast() }
    return Array(lines.drop { $0.isEmpty })
  }

  /// Breaks a text at spaces. With `keepsSpaces` the rows joined give the text again.
  private static func wrapped(_ text: String, width: Int, keepsSpaces: Bool) -> [String] {
    var rows: [String] = []
    var row = ""
    var count = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: !keepsSpaces) {
      let length = escaped(String(word)).count
      if count + length + 1 > width, !row.isEmpty {
        rows.append(row)
        row = ""
        count = 0
      }
      row += word + " "
      count += length + 1
    }
    rows.append(row)
    // The last word has no space behind it.
    rows[rows.count - 1] = String(rows[rows.count - 1].dropLast())
    if keepsSpaces { return rows }
    return rows.map { String($0.reversed().drop { $0 == " " }.reversed()) }.filter { !$0.isEmpty }
  }

  /// A text of JSON as a literal of several lines, in which quotes and backslashes stand as they are.
  struct JSONLiteral {
    /// What stands around the quotes.
    let signs: String
    /// The lines between the quotes.
    let rows: [String]

    init(_ json: String, width: Int) {
      var visible = ""
      for scalar in json.unicodeScalars {
        if scalar != "\n", SwiftText.isOdd(scalar) {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            visible += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        } else {
          visible.unicodeScalars.append(scalar)
        }
      }
      // What looks like an end or an escape has one sign less.
      var signs = "#"
      while visible.contains("\"\"\"" + signs) || visible.contains("\\" + signs) { signs += "#" }
      self.signs = signs
      rows = visible.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
        var rows = [""]
        var count = 0
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
          let length = word.count + 1
          if count > 0, count + length + signs.count >= width {
            rows[rows.count - 1] += "\\" + signs
            rows.append("")
            count = 0
          }
          rows[rows.count - 1] += word + " "
          count += length
        }
        // The last word has no space behind it.
        rows[rows.count - 1].removeLast()
        return rows
      }
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where isOdd(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a reader cannot see a character, or sees the line in another order because of it.
  private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
    case .spaceSeparator: scalar != " "
    default: false
    }
  }
}
