/// What stands inside `data`, `assign` or `content` is JSON, or else a text (SCXML B.2.1).
///
/// It is read as `JSON.parse` reads it, so what is nearly JSON is a text. Containers wait in a list of their own, so
/// that what nests too deeply to be held is known to be JSON all the same.
struct JSONText {
  // Decision: Docs/decisions/conversion.md#element-content-is-strict-json-or-a-text
  /// A list or an object that is not complete yet.
  private struct Container {
    /// The fields' names; nil for a list.
    var names: [String]?
    var values: [ESNode] = []
    /// Where a name stands, by its bytes: names that only look alike are two.
    var places: [[UInt8]: Int] = [:]
    /// The name whose value comes next.
    var name = ""

    mutating func add(_ value: ESNode) {
      guard names != nil else {
        values.append(value)
        return
      }
      // What is given twice has its last value.
      let key = Array(name.utf8)
      if let place = places[key] {
        values[place] = value
      } else {
        places[key] = values.count
        values.append(value)
        names?.append(name)
      }
    }

    var node: ESNode {
      guard let names else { return .array(values) }
      return .object(zip(names, values).map { ESNode.Field(name: $0, value: $1) })
    }
  }

  private let bytes: [UInt8]
  private var index = 0
  private var open: [Container] = []
  /// Why the value cannot be held, the first reason.
  private var problem: String?

  private init(_ text: String) {
    bytes = Array(text.utf8)
    if bytes.count > ESParser.longest { problem = "it is longer than 64 KiB" }
  }

  /// The value of a text that is JSON; nil for any other text.
  ///
  /// - Throws: why a text that is JSON cannot be held.
  static func node(_ text: String) throws(ESProblem) -> ESNode? {
    var reader = JSONText(text)
    guard let node = reader.document() else { return nil }
    if let problem = reader.problem { throw .beyond(problem) }
    return node
  }

  // MARK: Structure

  private mutating func document() -> ESNode? {
    while true {
      // A value is expected here. Each turn reads at least one byte.
      skipBlanks()
      guard index < bytes.count else { return nil }
      var value: ESNode
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        let isObject = bytes[index] == UInt8(ascii: "{")
        index += 1
        open.append(Container(names: isObject ? [] : nil))
        if open.count > ESParser.depth, problem == nil { problem = "it is nested too deeply" }
        if !takes(isObject ? "}" : "]") {
          if isObject, !readName() { return nil }
          continue
        }
        value = close()
      default:
        guard let scalar = scalar() else { return nil }
        value = scalar
      }
      // What the value is in, as far as it ends here.
      while true {
        guard !open.isEmpty else {
          skipBlanks()
          return index == bytes.count ? value : nil
        }
        open[open.count - 1].add(value)
        let isObject = open[open.count - 1].names != nil
        if takes(",") {
          if isObject, !readName() { return nil }
          break
        }
        guard takes(isObject ? "}" : "]") else { return nil }
        value = close()
      }
    }
  }

  /// The innermost container; something small for one that is too deep to be held.
  private mutating func close() -> ESNode {
    let isTooDeep = open.count > ESParser.depth
    guard let last = open.popLast() else { return .null }
    return isTooDeep ? .null : last.node
  }

  /// Reads the name of a field and `:`.
  private mutating func readName() -> Bool {
    skipBlanks()
    guard index < bytes.count, bytes[index] == 0x22, let name = string() else { return false }
    open[open.count - 1].name = name
    return takes(":")
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

  private mutating func scalar() -> ESNode? {
    switch bytes[index] {
    case 0x22: return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func word(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func number() -> ESNode? {
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
      if problem == nil { problem = "it has a number that is too large" }
      return .null
    }
    return .number(value)
  }

  /// Reads one digit or more.
  private mutating func digits() -> Bool {
    let start = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    return index > start
  }

  private mutating func string() -> String? {
    index += 1
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x22: return String(decoding: text, as: UTF8.self)
      case 0x5C:
        guard let scalar = escape() else { return nil }
        text.append(contentsOf: String(Character(scalar)).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  /// What stands behind a backslash.
  private mutating func escape() -> Unicode.Scalar? {
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
    if problem == nil { problem = "it has half of a surrogate pair" }
    return "\u{FFFD}"
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
