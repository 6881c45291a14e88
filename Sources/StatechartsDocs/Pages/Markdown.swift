/// Writes texts into cells of Markdown tables so that they are shown as they are.
enum Markdown {
  /// A text in one line: signs of Markdown and HTML lose their meaning.
  static func text(_ text: String) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\\", "`", "*", "[", "]", "|", "~", "$": result += "\\\(scalar)"
      case "_":
        // Inside a word it is no emphasis, and names stay readable.
        let isInside =
          index > 0 && index + 1 < scalars.count && scalars[index - 1].isWordPart
          && scalars[index + 1].isWordPart
        result += isInside ? "_" : "\\_"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case _ where scalar.properties.isWhitespace || scalar.properties.generalCategory == .control:
        if !result.isEmpty, !result.hasSuffix(" ") { result += " " }
      default: result.unicodeScalars.append(scalar)
      }
    }
    if result.hasSuffix(" ") { result.removeLast() }
    return result
  }

  /// A name or an expression in a typewriter face; nothing for an empty one.
  static func code(_ text: String) -> String {
    var line = ""
    var run = 0
    var longestRun = 0
    for scalar in text.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longestRun = max(longestRun, run)
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        if !line.isEmpty, !line.hasSuffix(" ") { line += " " }
      } else if scalar == "|" {
        // Tables are cut into cells before anything else is looked at.
        line += "\\|"
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    if line.hasSuffix(" ") { line.removeLast() }
    guard !line.isEmpty else { return "" }
    let fence = String(repeating: "`", count: longestRun + 1)
    let padding = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
    return fence + padding + line + padding + fence
  }

  /// A table without the columns that are empty in every row.
  static func table(_ columns: [String], _ rows: [[String]]) -> String {
    let used = columns.indices.filter { column in
      rows.contains { column < $0.count && !$0[column].isEmpty }
    }
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    var result = line(used.map { columns[$0] })
    result += line(used.map { _ in "---" })
    for row in rows { result += line(used.map { $0 < row.count ? row[$0] : "" }) }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter or a digit, as far as emphasis goes.
  fileprivate var isWordPart: Bool { properties.isAlphabetic || properties.numericType != nil }
}
