/// Why a text is not a chart that `statechart generate` wrote. It repeats nothing of the text.
package struct ModelTextProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The byte where reading ended.
  package let offset: Int
  /// What has to be there.
  package let expected: String

  /// One plain sentence.
  package var description: String { "At byte \(offset), \(expected) is expected." }
}

/// The text of a chart while it is written or read: JSON in which keys have a fixed order, and what has its default is left
/// out.
///
/// Each type of the model says once, in `ModelPart.code(_:)`, what is written and read.
// Decision: Docs/decisions/code-generation.md#the-chart-is-one-constant
struct ModelText {
  /// The format. A new key with a default does not change it.
  static let version = 1
  /// Levels of objects and lists inside each other. The deepest chart that compiles has about 210.
  static let deepest = 256

  private(set) var bytes: [UInt8] = []
  let isReading: Bool
  private var position = 0
  private var depth = 0
  /// Whether no comma stands before the next key or element.
  private var isFirst = true
  /// How many alternatives of the innermost choice were written or read.
  private var alternatives = 0

  /// Whether only what the chart does is written, without the keys of `note(_:_:)`.
  let leavesOutNotes: Bool

  /// An empty text to write.
  init(leavesOutNotes: Bool = false) {
    isReading = false
    self.leavesOutNotes = leavesOutNotes
  }

  /// A text to read.
  init(reading text: String) {
    isReading = true
    leavesOutNotes = false
    bytes = Array(text.utf8)
  }

  /// What to throw where the text cannot go on as it does.
  func expected(_ what: String) -> ModelTextProblem { ModelTextProblem(offset: position, expected: what) }

  // MARK: - Objects, lists and pairs

  /// Writes or reads an object.
  mutating func object(
    _ keys: (inout ModelText) throws(ModelTextProblem) -> Void
  ) throws(ModelTextProblem) {
    try open("{")
    try keys(&self)
    try close("}")
  }

  /// Writes or reads an object with one key of several.
  mutating func choice(
    _ keys: (inout ModelText) throws(ModelTextProblem) -> Void
  ) throws(ModelTextProblem) {
    let outer = alternatives
    alternatives = 0
    try object(keys)
    guard alternatives == 1 else { throw expected("one key that is known") }
    alternatives = outer
  }

  /// Writes or reads a key with its value. A default is left out, and what is left out stays the default.
  mutating func key<Part: ModelPart>(_ name: StaticString, _ part: inout Part) throws(ModelTextProblem) {
    guard isReading ? readKey(name) : part != Part.blank else { return }
    if !isReading { writeKey(name) }
    try part.code(&self)
  }

  /// Writes or reads a key that changes nothing in what the chart does, such as a title.
  mutating func note<Part: ModelPart>(_ name: StaticString, _ part: inout Part) throws(ModelTextProblem) {
    if !leavesOutNotes { try key(name, &part) }
  }

  /// Writes or reads one of the keys of a choice.
  mutating func alternative<Whole, Part: ModelPart>(
    _ name: StaticString, _ whole: inout Whole, _ part: (Whole) -> Part?, _ make: (Part) -> Whole
  ) throws(ModelTextProblem) {
    if isReading {
      guard readKey(name) else { return }
      var value = Part.blank
      try value.code(&self)
      whole = make(value)
    } else {
      guard var value = part(whole) else { return }
      writeKey(name)
      try value.code(&self)
    }
    alternatives += 1
  }

  /// Writes or reads a list.
  mutating func list<Element: ModelPart>(_ elements: inout [Element]) throws(ModelTextProblem) {
    try open("[")
    if isReading {
      while !isNext("]") {
        var element = Element.blank
        try self.element(&element)
        elements.append(element)
      }
    } else {
      for var element in elements { try self.element(&element) }
    }
    try close("]")
  }

  /// Writes or reads a list of two.
  mutating func pair<First: ModelPart, Second: ModelPart>(
    _ first: inout First, _ second: inout Second
  ) throws(ModelTextProblem) {
    try open("[")
    try element(&first)
    try element(&second)
    try close("]")
  }

  private mutating func element<Element: ModelPart>(_ element: inout Element) throws(ModelTextProblem) {
    if !isFirst { try mark(",") }
    isFirst = false
    if !isReading, Element.beginsLine { bytes.append(UInt8(ascii: "\n")) }
    try element.code(&self)
  }

  private mutating func open(_ sign: Unicode.Scalar) throws(ModelTextProblem) {
    depth += 1
    guard depth <= Self.deepest else { throw expected("a chart that nests less deeply") }
    try mark(sign)
    isFirst = true
  }

  private mutating func close(_ sign: Unicode.Scalar) throws(ModelTextProblem) {
    try mark(sign)
    depth -= 1
    isFirst = false
  }

  private mutating func writeKey(_ name: StaticString) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Whether the key comes next. If it does not, nothing is read.
  private mutating func readKey(_ name: StaticString) -> Bool {
    let place = isFirst ? position : position + 1
    let end = place + 1 + name.utf8CodeUnitCount
    // Most keys of an object are left out, so the first letter is compared before all else.
    guard place + 1 < bytes.count, bytes[place + 1] == name.utf8Start.pointee, isThere(name, at: place + 1),
      isFirst || isThere(UInt8(ascii: ","), at: position), isThere(UInt8(ascii: "\""), at: place),
      isThere(UInt8(ascii: "\""), at: end), isThere(UInt8(ascii: ":"), at: end + 1)
    else { return false }
    position = end + 2
    isFirst = false
    return true
  }

  // MARK: - Values

  /// Writes or reads a text.
  mutating func text(_ text: inout String) throws(ModelTextProblem) {
    if isReading { return text = try readText() }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes or reads an integer.
  mutating func integer<Number: FixedWidthInteger>(_ number: inout Number) throws(ModelTextProblem) {
    guard isReading else { return bytes += String(number).utf8 }
    skipSpace()
    let digits = bytes[position...].prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    guard let read = Number(String(decoding: digits, as: UTF8.self)) else { throw expected("an integer") }
    number = read
    position += digits.count
  }

  /// Writes or reads a truth value.
  mutating func truth(_ truth: inout Bool) throws(ModelTextProblem) {
    guard isReading else { return bytes += "\(truth)".utf8 }
    skipSpace()
    truth = take("true")
    guard truth || take("false") else { throw expected("`true` or `false`") }
  }

  /// Writes or reads a value that has a word.
  ///
  /// - Returns: Whether it has one; if not, nothing is written or read.
  mutating func word<Value: Equatable>(
    _ value: inout Value, of words: [(word: String, value: Value)]
  ) throws(ModelTextProblem) -> Bool {
    guard isReading else {
      for known in words where known.value == value {
        var word = known.word
        try text(&word)
        return true
      }
      return false
    }
    guard isNext("\"") else { return false }
    let word = try readText()
    for known in words where known.word == word {
      value = known.value
      return true
    }
    throw expected("a word that is known")
  }

  /// Refuses what follows the chart.
  mutating func end() throws(ModelTextProblem) {
    skipSpace()
    guard position == bytes.count else { throw expected("the end") }
  }

  private mutating func readText() throws(ModelTextProblem) -> String {
    try mark("\"")
    var read = ""
    while true {
      let start = position
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\") { end += 1 }
      let plain = bytes.withUnsafeBufferPointer {
        String(decoding: UnsafeBufferPointer(rebasing: $0[start..<end]), as: UTF8.self)
      }
      position = end
      if take(UInt8(ascii: "\"")) { return read.isEmpty ? plain : read + plain }
      guard take(UInt8(ascii: "\\")) else { throw expected("the end of a text") }
      read += plain
      read += try readEscape()
    }
  }

  private mutating func readEscape() throws(ModelTextProblem) -> String {
    if take(UInt8(ascii: "n")) { return "\n" }
    if take(UInt8(ascii: "\"")) { return "\"" }
    if take(UInt8(ascii: "\\")) { return "\\" }
    var value = try readUnit()
    if (0xD800..<0xDC00).contains(value), take("\\") {
      let low = try readUnit()
      guard (0xDC00..<0xE000).contains(low) else { throw expected("a low surrogate") }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw expected("a character") }
    return String(Character(scalar))
  }

  private mutating func readUnit() throws(ModelTextProblem) -> UInt32 {
    let digits = bytes[position...].prefix(5).dropFirst()
    guard take(UInt8(ascii: "u")), digits.count == 4,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw expected("an escape that is known") }
    position += 4
    return value
  }

  // MARK: - Bytes

  private mutating func mark(_ sign: Unicode.Scalar) throws(ModelTextProblem) {
    let byte = UInt8(ascii: sign)
    if !isReading { return bytes.append(byte) }
    skipSpace()
    guard take(byte) else { throw expected("`\(sign)`") }
  }

  private mutating func isNext(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    return position < bytes.count && bytes[position] == UInt8(ascii: sign)
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x0A { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard isThere(byte, at: position) else { return false }
    position += 1
    return true
  }

  private mutating func take(_ word: StaticString) -> Bool {
    guard isThere(word, at: position) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  private func isThere(_ byte: UInt8, at place: Int) -> Bool { place < bytes.count && bytes[place] == byte }

  private func isThere(_ word: StaticString, at place: Int) -> Bool {
    guard bytes.count - place >= word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      for offset in word.indices where bytes[place + offset] != word[offset] { return false }
      return true
    }
  }
}
