package import Statecharts

/// Reads JSON text as a value of charts (RFC 8259), and says what is wrong with a text that is none.
///
/// A key that appears twice in one object is refused: it is unclear which of the two is meant.
package struct JSONReader {
  /// What is wrong with a text.
  package struct Problem: Error {
    /// What is wrong, in one plain sentence.
    package var message: String

    /// Makes a problem.
    package init(message: String) { self.message = message }
  }

  /// Objects and lists inside one another, the outermost counted.
  package static let deepest = 64

  private let bytes: [UInt8]
  private let deepest: Int
  private let replacesHalfPairs: Bool
  private var position = 0

  /// Reads a whole text.
  ///
  /// - Parameters:
  ///   - deepest: How many objects and lists may be inside one another.
  ///   - replacesHalfPairs: Whether U+FFFD is read for an escaped half of a surrogate pair, which is refused otherwise.
  /// - Throws: `Problem` when it is not one JSON value.
  package static func value(
    of text: String, deepest: Int = Self.deepest, replacesHalfPairs: Bool = false
  ) throws(Problem) -> ChartValue {
    var reader = JSONReader(
      bytes: Array(text.utf8), deepest: deepest, replacesHalfPairs: replacesHalfPairs)
    reader.skipBlanks()
    let value = try reader.value(depth: 1)
    reader.skipBlanks()
    guard reader.position == reader.bytes.count else {
      throw reader.problem("there is text after the value")
    }
    return value
  }

  private init(bytes: [UInt8], deepest: Int, replacesHalfPairs: Bool) {
    self.bytes = bytes
    self.deepest = deepest
    self.replacesHalfPairs = replacesHalfPairs
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// A problem at the current place, in characters from 1.
  private func problem(_ what: String) -> Problem {
    let column = String(decoding: bytes[..<min(position, bytes.count)], as: UTF8.self).count + 1
    return Problem(message: "This line is not valid JSON: \(what) (character \(column)).")
  }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(Problem) -> ChartValue {
    guard let byte else { throw problem("the line ends too early") }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth <= deepest else {
        throw problem("the value is nested deeper than \(deepest) levels")
      }
      return byte == UInt8(ascii: "{") ? try object(depth: depth) : try list(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), 0x30...0x39: return try number()
    default:
      for (word, value) in [("true", ChartValue.bool(true)), ("false", .bool(false)), ("null", .unset)]
      where bytes[position...].starts(with: word.utf8) {
        position += word.utf8.count
        return value
      }
      throw problem("a value is expected")
    }
  }

  private mutating func object(depth: Int) throws(Problem) -> ChartValue {
    position += 1
    var result: [String: ChartValue] = [:]
    skipBlanks()
    if take("}") { return .map(result) }
    while true {
      skipBlanks()
      guard byte == UInt8(ascii: "\"") else { throw problem("a key in double quotes is expected") }
      let key = try string()
      skipBlanks()
      guard take(":") else { throw problem("`:` is expected") }
      skipBlanks()
      let value = try value(depth: depth + 1)
      guard result.updateValue(value, forKey: key) == nil else {
        throw Problem(message: "The key `\(key)` appears twice in one object.")
      }
      skipBlanks()
      if take("}") { return .map(result) }
      guard take(",") else { throw problem("`,` or `}` is expected") }
      try refuseCommaBefore("}")
    }
  }

  private mutating func list(depth: Int) throws(Problem) -> ChartValue {
    position += 1
    var result: [ChartValue] = []
    skipBlanks()
    if take("]") { return .list(result) }
    while true {
      skipBlanks()
      result.append(try value(depth: depth + 1))
      skipBlanks()
      if take("]") { return .list(result) }
      guard take(",") else { throw problem("`,` or `]` is expected") }
      try refuseCommaBefore("]")
    }
  }

  /// A comma stands between two things, not behind the last one.
  private mutating func refuseCommaBefore(_ bracket: Unicode.Scalar) throws(Problem) {
    let comma = position - 1
    skipBlanks()
    guard byte == UInt8(ascii: bracket) else { return }
    position = comma
    throw problem("the comma before the `\(bracket)` is not allowed")
  }

  private mutating func number() throws(Problem) -> ChartValue {
    let start = position
    _ = take("-")
    let first = byte
    let digits = takeDigits()
    guard digits > 0, first != 0x30 || digits == 1 else {
      position = start
      throw problem("this is not a number")
    }
    var isWhole = true
    if take(".") {
      isWhole = false
      guard takeDigits() > 0 else { throw problem("a digit is expected") }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      guard takeDigits() > 0 else { throw problem("a digit is expected") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let whole = Int(text) { return .int(whole) }
    guard let number = Double(text), number.isFinite else {
      position = start
      throw problem("this number is too large")
    }
    // `1.0` is a whole number in JSON, which has but one kind of number.
    return Int(exactly: number).map { .int($0) } ?? .number(number)
  }

  private mutating func takeDigits() -> Int {
    let start = position
    while let byte, byte >= 0x30, byte <= 0x39 { position += 1 }
    return position - start
  }

  private mutating func string() throws(Problem) -> String {
    position += 1
    var content: [UInt8] = []
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        position += 1
        content += Array(String(try escaped()).utf8)
      case 0x00..<0x20: throw problem("a control character must be written as an escape")
      default:
        content.append(byte)
        position += 1
      }
    }
    throw problem("the closing `\"` is missing")
  }

  /// The character after a backslash.
  private mutating func escaped() throws(Problem) -> Unicode.Scalar {
    guard let byte else { throw problem("the closing `\"` is missing") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try hexadecimal()
      guard 0xD800...0xDBFF ~= first else { return try scalar(UInt32(first)) }
      let end = position
      guard take("\\"), take("u"), case let second = try hexadecimal(), 0xDC00...0xDFFF ~= second else {
        position = end
        return try scalar(UInt32(first))
      }
      return try scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    default:
      position -= 1
      throw problem("this escape is unknown")
    }
  }

  private func scalar(_ value: UInt32) throws(Problem) -> Unicode.Scalar {
    if let scalar = Unicode.Scalar(value) { return scalar }
    guard replacesHalfPairs else { throw problem("this is half of a surrogate pair") }
    return "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(Problem) -> UInt16 {
    let digits = bytes[position..<min(position + 4, bytes.count)]
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw problem("four hexadecimal digits are expected") }
    position += 4
    return value
  }
}
