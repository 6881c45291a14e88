/// JSON with its keys in the order in which they were put in.
package indirect enum JSON {
  case object([(String, JSON)])
  case array([JSON])
  case string(String)
  case int(Int)
  case bool(Bool)

  /// A list of texts.
  package static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  /// The text, with two spaces a level; lists without lists or objects in them stand in one line.
  package var text: String {
    var result = ""
    write(to: &result, indentation: "")
    return result + "\n"
  }

  private var isScalar: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }

  private func write(to text: inout String, indentation: String) {
    let inner = indentation + "  "
    switch self {
    case .object(let entries):
      guard !entries.isEmpty else { return text += "{}" }
      text += "{\n"
      for (place, (key, value)) in entries.enumerated() {
        text += inner + JSON.quoted(key) + ": "
        value.write(to: &text, indentation: inner)
        text += place + 1 < entries.count ? ",\n" : "\n"
      }
      text += indentation + "}"
    case .array(let items):
      if items.allSatisfy(\.isScalar) {
        text += "["
        for (place, item) in items.enumerated() {
          if place > 0 { text += ", " }
          item.write(to: &text, indentation: inner)
        }
        text += "]"
        return
      }
      text += "[\n"
      for (place, item) in items.enumerated() {
        text += inner
        item.write(to: &text, indentation: inner)
        text += place + 1 < items.count ? ",\n" : "\n"
      }
      text += indentation + "]"
    case .string(let value): text += JSON.quoted(value)
    case .int(let value): text += String(value)
    case .bool(let value): text += value ? "true" : "false"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        if scalar.value < 0x20 {
          let hex = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
