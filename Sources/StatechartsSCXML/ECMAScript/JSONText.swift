/// What stands inside `data`, `assign` or `content` is JSON, or else a text (SCXML B.2.1).
enum JSONText {
  /// The value of a text that is JSON; nil for any other text.
  static func node(_ text: String) -> ESNode? {
    isJSON(Array(text.utf8)) ? try? ESParser.expression(text) : nil
  }

  /// Whether an expression that ECMAScript reads is JSON too: it has texts in double quotes, and no names.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    var word: [UInt8] = []
    var index = 0
    func isName(_ word: [UInt8]) -> Bool {
      guard let first = word.first, first >= 0x41 else { return false }
      return !["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
    }
    while index < bytes.count {
      let byte = bytes[index]
      let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == 0x5F || byte == 0x24
      let isNumber = (0x30...0x39).contains(byte) || byte == 0x2E
      if isLetter || isNumber {
        word.append(byte)
      } else {
        if isName(word) { return false }
        word = []
        switch byte {
        case UInt8(ascii: "\""):
          index += 1
          while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
          }
        case 9, 10, 13, 32, UInt8(ascii: "-"), UInt8(ascii: ","), UInt8(ascii: ":"): break
        case UInt8(ascii: "+") where index > 0 && bytes[index - 1] | 0x20 == 0x65: break
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): break
        default: return false
        }
      }
      index += 1
    }
    if isName(word) { return false }
    // `1 - 2` is a calculation.
    return !isCalculation(bytes)
  }

  private static func isCalculation(_ bytes: [UInt8]) -> Bool {
    var last: UInt8 = 0
    var isText = false
    var isEscaped = false
    for byte in bytes {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          isText = false
        }
        last = 0x22
        continue
      }
      if byte == 0x22 { isText = true }
      if byte == UInt8(ascii: "-"),
        last == 0x22 || last == 0x5D || last == 0x7D || (0x30...0x39).contains(last)
      {
        return true
      }
      if byte > 32 { last = byte }
    }
    return false
  }
}
