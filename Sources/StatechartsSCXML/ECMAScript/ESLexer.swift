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
      let lineBreak = lineBreakLength
      if lineBreak > 0 {
        index += lineBreak
        return .lineBreak
      }
      if byte == 32 || byte == 9 {
        index += 1
      } else if bytes[index...].starts(with: "//".utf8) {
        while index < bytes.count, lineBreakLength == 0 { index += 1 }
      } else if bytes[index...].starts(with: "/*".utf8) {
        index += 2
        var endsLine = false
        while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) {
          endsLine = endsLine || lineBreakLength > 0
          index += 1
        }
        guard index < bytes.count else { throw .syntax("a comment is not closed") }
        index += 2
        // A comment of several lines counts as a line break.
        if endsLine { return .lineBreak }
      } else {
        return try token(byte)
      }
    }
    return nil
  }

  /// How many bytes the line break that begins here has; 0 where none does. Besides LF and CR, ECMAScript knows U+2028
  /// and U+2029.
  private var lineBreakLength: Int {
    let byte = bytes[index]
    if byte == 10 || byte == 13 { return 1 }
    guard byte == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80 else { return 0 }
    return bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9 ? 3 : 0
  }

  private mutating func token(_ byte: UInt8) throws(ESProblem) -> ESToken {
    if isNameByte(byte), !isDigit(byte) {
      let start = index
      while index < bytes.count, isNameByte(bytes[index]), lineBreakLength == 0 { index += 1 }
      return .name(String(decoding: bytes[start..<index], as: UTF8.self))
    }
    if isDigit(byte) || byte == 0x2E && index + 1 < bytes.count && isDigit(bytes[index + 1]) {
      return try number()
    }
    if byte == 0x22 || byte == 0x27 { return try string(byte) }
    if byte == 0x60 { throw .beyond("template texts in backticks are not supported") }
    if byte == 0x5C { throw .beyond("escapes in names are not supported") }
    if byte == 0x23 || byte == 0x40 { throw .beyond("`\(UnicodeScalar(byte))` is not supported") }
    for sign in Self.signs where bytes[index...].starts(with: sign) {
      index += sign.count
      return .sign(String(decoding: sign, as: UTF8.self))
    }
    throw .syntax("`\(UnicodeScalar(byte))` is not expected here")
  }

  private mutating func number() throws(ESProblem) -> ESToken {
    let start = index
    if bytes[index] == 0x30, index + 1 < bytes.count, isNameByte(bytes[index + 1]), bytes[index + 1] < 0x80 {
      return try numberWithPrefix()
    }
    while index < bytes.count {
      let byte = bytes[index]
      let isSign = (byte == 0x2B || byte == 0x2D) && bytes[index - 1] | 0x20 == 0x65 && index > start
      guard isDigit(byte) || byte == 0x2E || byte | 0x20 == 0x65 || isSign else { break }
      index += 1
    }
    var text = String(decoding: bytes[start..<index], as: UTF8.self)
    if index < bytes.count, bytes[index] == UInt8(ascii: "_") || bytes[index] == UInt8(ascii: "n") {
      throw .beyond("the number `\(text)` with letters after it is not supported")
    }
    if text.hasPrefix(".") { text = "0" + text }
    text = text.replacing(".e", with: ".0e").replacing(".E", with: ".0E")
    if text.hasSuffix(".") { text += "0" }
    if index < bytes.count, isNameByte(bytes[index]), lineBreakLength == 0 {
      throw .syntax("`\(text)` is not a number")
    }
    guard let value = Double(text) else { throw .syntax("`\(text)` is not a number") }
    guard value.isFinite else { throw .beyond("the number `\(text)` is too large") }
    return .number(value)
  }

  /// A number that begins with 0 and a letter or digit: `0x1F`, `0e1`, and others that are not known.
  private mutating func numberWithPrefix() throws(ESProblem) -> ESToken {
    let start = index
    while index < bytes.count, isNameByte(bytes[index]), lineBreakLength == 0 { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if bytes[start + 1] | 0x20 == 0x78, let value = UInt32(text.dropFirst(2), radix: 16) {
      return .number(Double(value))
    }
    if bytes[start + 1] | 0x20 == 0x65, let value = Double(text), value.isFinite { return .number(value) }
    throw .beyond("the number `\(text)` is not supported")
  }

  private mutating func string(_ quote: UInt8) throws(ESProblem) -> ESToken {
    index += 1
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != quote {
      let byte = bytes[index]
      index += 1
      guard byte == 0x5C else {
        if byte == 10 || byte == 13 { throw .syntax("a text is not closed") }
        text.append(byte)
        continue
      }
      guard index < bytes.count else { break }
      text.append(contentsOf: String(Character(try escape())).utf8)
    }
    guard index < bytes.count else { throw .syntax("a text is not closed") }
    index += 1
    return .string(String(decoding: text, as: UTF8.self))
  }

  /// What stands behind a backslash.
  private mutating func escape() throws(ESProblem) -> Unicode.Scalar {
    let escape = bytes[index]
    index += 1
    switch escape {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "v"): return "\u{B}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "x"): return try scalar(try hexDigits(2))
    case UInt8(ascii: "u"):
      if index < bytes.count, bytes[index] == UInt8(ascii: "{") {
        throw .beyond("the escape `\\u{…}` is not supported")
      }
      let unit = try hexDigits(4)
      // Two halves are one character.
      guard (0xD800..<0xDC00).contains(unit), bytes[index...].starts(with: "\\u".utf8) else {
        return try scalar(unit)
      }
      index += 2
      let other = try hexDigits(4)
      guard (0xDC00..<0xE000).contains(other) else { return try scalar(unit) }
      return try scalar(0x10000 + (unit - 0xD800) << 10 + (other - 0xDC00))
    case 10, 13, 0x30...0x39, 0x80...: throw .beyond("an escape in a text is not supported")
    default: return Unicode.Scalar(escape)
    }
  }

  private func scalar(_ code: UInt32) throws(ESProblem) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(code) else { throw .beyond("a text has half of a surrogate pair") }
    return scalar
  }

  private mutating func hexDigits(_ count: Int) throws(ESProblem) -> UInt32 {
    guard index + count <= bytes.count else { throw .syntax("an escape in a text is incomplete") }
    let digits = String(decoding: bytes[index..<index + count], as: UTF8.self)
    guard !digits.hasPrefix("+"), let value = UInt32(digits, radix: 16) else {
      throw .syntax("an escape in a text is incomplete")
    }
    index += count
    return value
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || isDigit(byte) || byte == 0x5F
      || byte == 0x24 || byte >= 0x80
  }
}
