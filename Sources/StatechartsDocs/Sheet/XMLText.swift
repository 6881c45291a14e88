/// Writes any text so that XML 1.0 allows it and shows exactly it.
package enum XMLText {
  /// Languages need fewer marks on one letter. A tower of them would cover the lines above and below.
  private static let mostMarks = 3

  /// The words of a text, without what XML does not allow, the signs that reverse the direction of what follows, and towers of
  /// marks.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var marks = 0
    func end() {
      if !word.isEmpty { words.append(String(word)) }
      word = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      if scalar.isBlank {
        end()
      } else if isShown(scalar) {
        marks = isMark(scalar) ? marks + 1 : 0
        if marks <= mostMarks { word.append(scalar) }
      }
    }
    end()
    return words
  }

  /// A text in one line, ready to stand in an element or in an attribute.
  static func line(_ text: String) -> String {
    escaped(words(text).joined(separator: " "))
  }

  /// A text whose characters XML allows, ready to stand in an element or in an attribute.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "&<>\"".utf8.contains($0) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The anchor of a state: the same for the same id in each version of a chart, and fit for the address of a page.
  static func anchor(_ id: String) -> String { "state-" + fragment(id) }

  /// A name in the letters and signs that may stand in the address of a page, unlike every other name.
  static func fragment(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      let isPlain =
        scalar.isASCII && (UInt8(ascii: scalar).isLetterOrDigit || "_.-".unicodeScalars.contains(scalar))
      result += isPlain ? String(scalar) : "~\(String(scalar.value, radix: 16))~"
    }
    return result
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
