/// Writes elements as text that `XMLReader` reads the same.
package struct XMLWriter {
  private var text = ""

  /// A document with one element. Attributes of a namespace are left out, for SCXML has none.
  ///
  /// The recursion follows the elements, which whoever made them bounds in depth.
  package static func document(_ root: XMLElement) -> String {
    var writer = XMLWriter()
    writer.text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    writer.write(root, outer: "", indent: "")
    return writer.text
  }

  private mutating func write(_ element: XMLElement, outer: String, indent: String) {
    text += indent + "<" + element.name
    if element.namespace != outer {
      text += " xmlns=\"" + Self.escaped(element.namespace, quotes: true) + "\""
    }
    for attribute in element.attributes where attribute.namespace.isEmpty {
      text += " " + attribute.name + "=\"" + Self.escaped(attribute.value, quotes: true) + "\""
    }
    if element.content.isEmpty {
      text += "/>\n"
      return
    }
    let hasText = element.content.contains { if case .text = $0 { true } else { false } }
    text += hasText ? ">" : ">\n"
    for node in element.content {
      switch node {
      case .text(let words, _): text += Self.escaped(words, quotes: false)
      case .element(let inner): write(inner, outer: element.namespace, indent: hasText ? "" : indent + "  ")
      }
    }
    text += (hasText ? "" : indent) + "</" + element.name + ">\n"
  }

  /// Whether XML can hold a text at all, for no reference stands for a control character.
  static func canHold(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 32 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where quotes: result += "&quot;"
      case "\n" where quotes: result += "&#10;"
      case "\t" where quotes: result += "&#9;"
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
