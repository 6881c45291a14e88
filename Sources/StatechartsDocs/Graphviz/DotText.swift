/// Writes texts so that Graphviz shows exactly them.
enum DotText {
  /// In quotes, in one line.
  static func quoted(_ text: String) -> String { "\"\(escaped(line(text)))\"" }

  /// In one line, without control characters.
  static func line(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        if !result.isEmpty, !result.hasSuffix(" ") { result += " " }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text in lines that are not much longer than a box should be wide.
  static func folded(_ text: String) -> String {
    var result = ""
    var width = 0
    for word in line(text).split(separator: " ") {
      if width > TextWidth.charactersInBox {
        result += "\n"
        width = 0
      } else if !result.isEmpty {
        result += " "
      }
      result += word
      width += word.count + 1
    }
    return result
  }

  /// Inside double quotes; Graphviz reads references such as `&lt;` too.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "&": result += "&amp;"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
