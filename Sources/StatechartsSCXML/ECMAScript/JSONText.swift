/// What stands inside `data`, `assign` or `content` is JSON, or else a text (SCXML B.2.1).
///
/// It is read as `JSON.parse` reads it, so what is nearly JSON is a text.
struct JSONText {
  // Decision: Docs/decisions/conversion.md#element-content-is-strict-json-or-a-text
  private let bytes: [UInt8]
  private var index = 0

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The value of a text that is JSON; nil for any other text.
  ///
  /// - Throws: why a text that is JSON, as far as it was read, cannot be held.
  static func node(_ text: String) throws(ESProblem) -> ESNode? {
    var reader = JSONText(text)
    guard let node = try reader.value(depth: 0) else { return nil }
    reader.skipBlanks()
    guard reader.index == reader.bytes.count else { return nil }
    guard reader.index <= ESParser.longest else { throw .beyond("it is longer than 64 KiB") }
    return node
  }

  // MARK: Structure

  private mutating func value(depth: Int) throws(ESProblem) -> ESNode? {
    let isList = takes("[")
    guard isList || takes("{") else { return index < bytes.count ? try scalar() : nil }
    guard depth < ESParser.depth else { throw .beyond("it is nested too deeply") }
    return try isList ? list(depth: depth) : object(depth: depth)
  }

  private mutating func list(depth: Int) throws(ESProblem) -> ESNode? {
    if takes("]") { return .array([]) }
    var values: [ESNode] = []
    repeat {
      guard let value = try value(depth: depth + 1) else { return nil }
      values.append(value)
    } while takes(",")
    return takes("]") ? .array(values) : nil
  }

  private mutating func object(depth: Int) throws(ESProblem) -> ESNode? {
    if takes("}") { return .object([]) }
    var fields: [ESNode.Field] = []
    // By the bytes of names: names that only look alike are two.
    var places: [[UInt8]: Int] = [:]
    repeat {
      skipBlanks()
      guard index < bytes.count, bytes[index] == 0x22, let name = try string(), takes(":"),
        let value = try value(depth: depth + 1)
      else { return nil }
      // What is given twice has its last value.
      if let place = places.updateValue(fields.count, forKey: Array(name.utf8)) {
        places[Array(name.utf8)] = place
        fields[place].value = value
      } else {
        fields.append(ESNode.Field(name: name, value: value))
      }
    } while takes(",")
    return takes("}") ? .object(fields) : nil
  }

  private mutating func takes(_ sign: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard index < bytes.count, bytes[index] == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  // MARK: Scalars

  private mutating func scalar() throws(ESProblem) -> ESNode? {
    switch bytes[index] {
    case 0x22: return try string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    default: return try number()
    }
  }

  private mutating func word(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func number() throws(ESProblem) -> ESNode? {
    let start = index
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let first = index
    guard digits() else { return nil }
    // `01` is no number.
    guard bytes[first] != 0x30 || index == first + 1 else { return nil }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard digits() else { return nil }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
        index += 1
      }
      guard digits() else { return nil }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw .beyond("it has a number that is too large")
    }
    return .number(value)
  }

  /// Reads one digit or more.
  private mutating func digits() -> Bool {
    let start = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    return index > start
  }

  private mutating func string() throws(ESProblem) -> String? {
    index += 1
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x22: return String(decoding: text, as: UTF8.self)
      case 0x5C:
        guard let scalar = try escape() else { return nil }
        text.append(contentsOf: String(Character(scalar)).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  /// What stands behind a backslash.
  private mutating func escape() throws(ESProblem) -> Unicode.Scalar? {
    guard index < bytes.count else { return nil }
    let escape = bytes[index]
    index += 1
    switch escape {
    case 0x22, 0x5C, UInt8(ascii: "/"): return Unicode.Scalar(escape)
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"): break
    default: return nil
    }
    guard let unit = hexDigits(at: index) else { return nil }
    index += 4
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // Two halves are one character.
    if unit < 0xDC00, bytes[index...].starts(with: "\\u".utf8), let other = hexDigits(at: index + 2),
      (0xDC00..<0xE000).contains(other)
    {
      index += 6
      // proven: both halves are in their ranges, so the sum is below 0x110000.
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (other - 0xDC00))
    }
    throw .beyond("it has half of a surrogate pair")
  }

  private func hexDigits(at place: Int) -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[place..<place + 4] {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((byte | 0x20) - 0x61 + 10)
      default: return nil
      }
    }
    return value
  }
}
