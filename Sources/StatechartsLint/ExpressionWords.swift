/// The names and texts in an expression, told by its letters alone so that a wrong expression has them too.
///
/// Names after a dot and before a colon are fields and arguments, which name nothing of the chart.
struct ExpressionWords {
  /// Names of variables, guards, functions, states and items.
  private(set) var names: Set<String> = []
  /// Texts in quotes, as written between them.
  private(set) var texts: Set<String> = []

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var index = 0
    var isField = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != byte {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        texts.insert(String(decoding: bytes[start..<min(index, bytes.count)], as: UTF8.self))
        index += 1
        isField = false
      } else if Self.isWordByte(byte) {
        let start = index
        while index < bytes.count, Self.isWordByte(bytes[index]) || Self.isHyphen(in: bytes, at: index) {
          index += 1
        }
        var next = index
        while next < bytes.count, bytes[next] == UInt8(ascii: " ") { next += 1 }
        let isKey = next < bytes.count && bytes[next] == UInt8(ascii: ":")
        if !isField, !isKey, !Self.isDigit(byte) { insert(bytes[start..<index]) }
        isField = false
      } else {
        if byte != UInt8(ascii: " ") { isField = byte == UInt8(ascii: ".") }
        index += 1
      }
    }
  }

  /// Takes a word, and its parts where hyphens may be minus signs.
  private mutating func insert(_ word: ArraySlice<UInt8>) {
    names.insert(String(decoding: word, as: UTF8.self))
    guard word.contains(UInt8(ascii: "-")) else { return }
    for part in word.split(separator: UInt8(ascii: "-")) {
      names.insert(String(decoding: part, as: UTF8.self))
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// A hyphen between two word bytes: part of a state's id in `in(sign-in)`.
  private static func isHyphen(in bytes: [UInt8], at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "-") && index + 1 < bytes.count && isWordByte(bytes[index + 1])
  }
}
