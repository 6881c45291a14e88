/// A token of ECMAScript.
enum ESToken: Hashable, Sendable {
  case number(Double)
  case string(String)
  case name(String)
  /// An operator or a bracket.
  case sign(String)
  /// A line break before the next token, which may end a statement.
  case lineBreak
}

/// Splits a text into tokens of ECMAScript.
struct ESLexer {
  private let bytes: [UInt8]
  private var index = 0

  private static let signs = [
    ">>>=", "===", "!==", "**=", "<<=", ">>=", ">>>", "...", "&&=", "||=", "??=", "==", "!=", "<=", ">=",
    "&&",
    "||", "??", "?.", "=>", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "**", "<<", ">>", "+",
    "-", "*", "/", "%", "<", ">", "!", "=", "(", ")", "[", "]", "{", "}", ".", ",", ":", ";", "?", "&", "|",
    "^",
    "~",
  ].map { Array($0.utf8) }

  static func tokens(of text: String) throws(ESProblem) -> [ESToken] {
    var lexer = ESLexer(bytes: Array(text.utf8))
    var tokens: [ESToken] = []
    while let token = try lexer.next() {
      if token == .lineBreak, tokens.isEmpty || tokens.last == .lineBreak { continue }
      tokens.append(token)
    }
    if tokens.last == .lineBreak { tokens.removeLast() }
    return tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func next() throws(ESProblem) -> ESToken? {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 10 || byte == 13 {
        index += 1
        return .lineBreak
      }
      if byte == 32 || byte == 9 {
        index += 1
      } else if bytes[index...].starts(with: "//".utf8) {
        while index < bytes.count, bytes[index] != 10 { index += 1 }
      } else if bytes[index...].starts(with: "/*".utf8) {
        index += 2
        while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
        guard index < bytes.count else { throw .syntax("a comment never ends") }
        index += 2
      } else {
        return try token(byte)
      }
    }
    return nil
  }

  private mutating func token(_ byte: UInt8) throws(ESProblem) -> ESToken {
    if isNameByte(byte), !isDigit(byte) {
      let start = index
      while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
      return .name(String(decoding: bytes[start..<index], as: UTF8.self))
    }
    if isDigit(byte) || byte == 0x2E && index + 1 < bytes.count && isDigit(bytes[index + 1]) {
      return try number()
    }
    if byte == 0x22 || byte == 0x27 { return try string(byte) }
    if byte == 0x60 { throw .beyond("texts in back quotes are not known") }
    for sign in Self.signs where bytes[index...].starts(with: sign) {
      index += sign.count
      return .sign(String(decoding: sign, as: UTF8.self))
    }
    throw .syntax("`\(String(decoding: [byte], as: UTF8.self))` cannot stand here")
  }

  private mutating func number() throws(ESProblem) -> ESToken {
    let start = index
    if bytes[index] == 0x30, index + 1 < bytes.count, bytes[index + 1] | 0x20 == 0x78 {
      index += 2
      let digits = index
      while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
      guard let value = UInt32(String(decoding: bytes[digits..<index], as: UTF8.self), radix: 16) else {
        throw .beyond("this number is not known")
      }
      return .number(Double(value))
    }
    while index < bytes.count {
      let byte = bytes[index]
      let isSign = (byte == 0x2B || byte == 0x2D) && bytes[index - 1] | 0x20 == 0x65 && index > start
      guard isDigit(byte) || byte == 0x2E || byte | 0x20 == 0x65 || isSign else { break }
      index += 1
    }
    var text = String(decoding: bytes[start..<index], as: UTF8.self)
    if text.hasPrefix(".") { text = "0" + text }
    if text.hasSuffix(".") { text += "0" }
    if index < bytes.count, isNameByte(bytes[index]) { throw .syntax("`\(text)` is not a number") }
    guard let value = Double(text), value.isFinite else { throw .syntax("`\(text)` is not a number") }
    return .number(value)
  }

  private mutating func string(_ quote: UInt8) throws(ESProblem) -> ESToken {
    index += 1
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != quote {
      let byte = bytes[index]
      index += 1
      guard byte == 0x5C else {
        if byte == 10 { throw .syntax("a text never ends") }
        text.append(byte)
        continue
      }
      guard index < bytes.count else { break }
      let escape = bytes[index]
      index += 1
      switch escape {
      case UInt8(ascii: "n"): text.append(10)
      case UInt8(ascii: "t"): text.append(9)
      case UInt8(ascii: "r"): text.append(13)
      case UInt8(ascii: "b"): text.append(8)
      case UInt8(ascii: "u"), UInt8(ascii: "x"):
        let count = escape == UInt8(ascii: "u") ? 4 : 2
        guard index + count <= bytes.count,
          let code = UInt32(String(decoding: bytes[index..<index + count], as: UTF8.self), radix: 16),
          let scalar = Unicode.Scalar(code)
        else { throw .syntax("an escape in a text is not complete") }
        text.append(contentsOf: String(Character(scalar)).utf8)
        index += count
      default: text.append(escape)
      }
    }
    guard index < bytes.count else { throw .syntax("a text never ends") }
    index += 1
    return .string(String(decoding: text, as: UTF8.self))
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || isDigit(byte) || byte == 0x5F
      || byte == 0x24 || byte >= 0x80
  }
}
