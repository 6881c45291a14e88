/// Reads JSON as RFC 8259 has it, and nothing else: what two readers understand in two ways is refused. So there is no BOM,
/// no other encoding than UTF-8, no comma too much, no half of a surrogate pair, and no name twice in an object.
struct JSONReader {
  // Decision: Docs/decisions/flows.md#ambiguous-json-is-refused
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The value that all of the bytes are; nil if they are not valid JSON.
  mutating func document() -> JSONValue? {
    guard let value = value(JSONValue.deepest) else { return nil }
    skipBlanks()
    return place == bytes.count ? value : nil
  }

  /// - Parameter depth: how many lists and objects may still lie in each other.
  private mutating func value(_ depth: Int) -> JSONValue? {
    skipBlanks()
    switch peek {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return list(depth)
    case UInt8(ascii: "\""): return text().map(JSONValue.string)
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    guard depth > 0 else { return nil }
    var fields: [String: JSONValue] = [:]
    place += 1
    skipBlanks()
    if take("}") { return .object(fields) }
    while true {
      skipBlanks()
      guard let name = text() else { return nil }
      skipBlanks()
      guard take(":"), let value = value(depth - 1), fields.updateValue(value, forKey: name) == nil else {
        return nil
      }
      skipBlanks()
      if take("}") { return .object(fields) }
      guard take(",") else { return nil }
    }
  }

  private mutating func list(_ depth: Int) -> JSONValue? {
    guard depth > 0 else { return nil }
    var elements: [JSONValue] = []
    place += 1
    skipBlanks()
    if take("]") { return .list(elements) }
    while true {
      guard let value = value(depth - 1) else { return nil }
      elements.append(value)
      skipBlanks()
      if take("]") { return .list(elements) }
      guard take(",") else { return nil }
    }
  }

  private mutating func text() -> String? {
    guard take("\"") else { return nil }
    var utf8: [UInt8] = []
    while let byte = peek {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        let text = String(decoding: utf8, as: UTF8.self)
        // What is no UTF-8 has become something else.
        return text.utf8.elementsEqual(utf8) ? text : nil
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        utf8 += String(Character(scalar)).utf8
      case 0..<0x20: return nil
      default: utf8.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = peek else { return nil }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let first = codeUnit() else { return nil }
      guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
      guard take("\\u"), let second = codeUnit(), UTF16.isTrailSurrogate(second) else { return nil }
      return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    default: return nil
    }
  }

  /// The four digits of an escape.
  private mutating func codeUnit() -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        return nil
      }
      unit = unit << 4 | UInt16(digit)
      place += 1
    }
    return unit
  }

  private mutating func number() -> JSONValue? {
    let start = place
    _ = take("-")
    if !take("0") { guard digits() else { return nil } }
    if take(".") { guard digits() else { return nil } }
    if take("e") || take("E") {
      if !take("-") { _ = take("+") }
      guard digits() else { return nil }
    }
    guard let number = Double(String(decoding: bytes[start..<place], as: UTF8.self)), number.isFinite else {
      return nil
    }
    return .number(number)
  }

  /// One digit or more.
  private mutating func digits() -> Bool {
    let start = place
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    return place > start
  }

  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  /// Goes on behind a word if it is next.
  private mutating func take(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      guard bytes[place...].starts(with: word) else { return false }
      place += word.count
      return true
    }
  }
}
