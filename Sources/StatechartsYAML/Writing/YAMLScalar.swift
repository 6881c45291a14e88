/// Texts as they are written in YAML.
package enum YAMLScalar {
  /// Whether a text without quotes is a number or a truth value in YAML, which is right in an expression.
  package static func isValue(_ text: String) -> Bool {
    Double(text) != nil || ["true", "false"].contains(text.lowercased())
  }

  /// Whether a text is read the same without quotes, in blocks and in flow style.
  package static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, bytes.count <= 512 else { return false }
    let isWord = isLetter(first) || first == 0x5F || (0x30...0x39).contains(first) || first == 0x28
    guard isWord, last != 0x20, last != 0x3A else { return false }
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case 0x20, 0x30...0x39, 0x5F, 0x2E, 0x28, 0x29, 0x2B, 0x2D, 0x2A, 0x2F, 0x3C, 0x3E, 0x3D, 0x21, 0x27:
        break
      case 0x25: break
      default: guard isLetter(byte) else { return false }
      }
      if place > 0, byte == 0x20, bytes[place - 1] == 0x20 { return false }
    }
    return UnquotedScalar.reading(of: text) == nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
  }

  /// A text in double quotes. Characters that nobody sees are written as escapes, but not the joiners inside emoji and
  /// words of scripts such as Persian, which have a character beyond ASCII on both sides.
  package static func quoted(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let isBeyondASCII = { (index: Int) in scalars.indices.contains(index) && scalars[index].value > 0x7F }
    var result = "\""
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _
      where (0x200C...0x200D).contains(scalar.value) && isBeyondASCII(index - 1) && isBeyondASCII(index + 1):
        result.unicodeScalars.append(scalar)
      default:
        let isHidden =
          scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value) || scalar.value == 0xAD
          || (0x200B...0x200F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
          || (0x2060...0x206F).contains(scalar.value) || scalar.value == 0xFEFF
        if isHidden {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
