/// Writes texts into cells of Markdown tables so that they are shown as they are.
enum Markdown {
  /// A text in one line: signs of Markdown and HTML lose their meaning.
  static func text(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var line = MarkdownLine(bytes)
    while let byte = line.next() {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "|"), UInt8(ascii: "~"), UInt8(ascii: "$"):
        line.put("\\")
      case UInt8(ascii: "_"):
        // Inside a word it is no emphasis, and names stay readable.
        if !line.isInsideWord { line.put("\\") }
      case UInt8(ascii: "<"): line.replace(by: "&lt;")
      case UInt8(ascii: ">"): line.replace(by: "&gt;")
      case UInt8(ascii: "&"): line.replace(by: "&amp;")
      default: break
      }
    }
    var result = line.result
    if let sign = lineSign(result) { result.insert(UInt8(ascii: "\\"), at: sign) }
    return String(decoding: result, as: UTF8.self)
  }

  /// Where the sign stands that would make a heading, a list or a rule of a line, if it began with the text.
  private static func lineSign(_ line: [UInt8]) -> Int? {
    let digits = line.prefix { 0x30...0x39 ~= $0 }.count
    let marks = digits > 0 ? ".)" : "#+-="
    guard digits < line.count, marks.utf8.contains(line[digits]) else { return nil }
    // Behind the sign, however often it is repeated, a blank or the end follows.
    let rest = line[digits...].drop { $0 == line[digits] }
    return rest.first == nil || rest.first == 0x20 ? digits : nil
  }

  /// A name or an expression in a typewriter face; nothing for an empty one.
  ///
  /// - Parameter inTable: Whether it stands in a cell of a table.
  static func code(_ text: String, inTable: Bool = true) -> String {
    let tick = UInt8(ascii: "`")
    let bytes = Array(text.utf8)
    var line = MarkdownLine(bytes)
    // Tables are cut into cells before anything else is looked at.
    while let byte = line.next() { if inTable, byte == UInt8(ascii: "|") { line.put("\\") } }
    guard let first = line.result.first, let last = line.result.last else { return "" }
    var run = 0
    var longestRun = 0
    for byte in bytes {
      run = byte == tick ? run + 1 : 0
      longestRun = max(longestRun, run)
    }
    let fence = String(repeating: "`", count: longestRun + 1)
    let padding = first == tick || last == tick ? " " : ""
    return fence + padding + String(decoding: line.result, as: UTF8.self) + padding + fence
  }

  /// A table without the columns that are empty in every row.
  static func table(_ columns: [String], _ rows: [[String]]) -> String {
    let used = columns.indices.filter { column in
      rows.contains { column < $0.count && !$0[column].isEmpty }
    }
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    var result = line(used.map { columns[$0] })
    result += line(used.map { _ in "---" })
    for row in rows { result += line(used.map { $0 < row.count ? row[$0] : "" }) }
    return result
  }
}

/// Goes through a text byte by byte, and writes it as one line: what is blank, and what would steer a terminal, becomes one
/// space between words, and nothing at the ends.
private struct MarkdownLine {
  /// The line, complete when there is no next byte.
  private(set) var result: [UInt8] = []
  private let text: [UInt8]
  /// What stands from here to `index` is not yet written and stays as it is.
  private var start = 0
  private var index = -1
  private var blankIsDue = false

  init(_ text: [UInt8]) {
    self.text = text
    result.reserveCapacity(text.count + 16)
  }

  /// The next ASCII sign, which is kept unless it is replaced; nil at the end. Letters beyond ASCII mean nothing.
  mutating func next() -> UInt8? {
    index += 1
    while index < text.count {
      let byte = text[index]
      if byte > 0x20, byte < 0x7F { return byte }
      let length = byte < 0x80 ? 1 : UTF8.width(scalar(at: index))
      if byte < 0x80 ? !isSingleSpace : scalar(at: index).isBlank {
        flush()
        blankIsDue = !result.isEmpty
        start = index + length
      }
      index += length
    }
    flush()
    return nil
  }

  /// Whether the byte is a space between two ASCII signs, which stays as it is. Nearly all are.
  private var isSingleSpace: Bool {
    text[index] == 0x20 && start < index && index + 1 < text.count && 0x21...0x7E ~= text[index + 1]
  }

  /// Writes something before the last byte.
  mutating func put(_ sign: StaticString) {
    flush()
    writeBlank()
    result.append(literal: sign)
  }

  /// Writes something in place of the last byte.
  mutating func replace(by text: StaticString) {
    put(text)
    start = index + 1
  }

  /// Whether letters or digits, as far as emphasis goes, stand on both sides of the last byte.
  var isInsideWord: Bool {
    guard index > 0, index + 1 < text.count, scalar(at: index + 1).isWordPart else { return false }
    var before = index - 1
    while before > 0, text[before] & 0xC0 == 0x80 { before -= 1 }
    return scalar(at: before).isWordPart
  }

  private mutating func flush() {
    guard start < index else { return }
    writeBlank()
    result.append(text, start..<index)
    start = index
  }

  private mutating func writeBlank() {
    guard blankIsDue else { return }
    blankIsDue = false
    result.append(0x20)
  }

  private func scalar(at index: Int) -> Unicode.Scalar {
    if text[index] < 0x80 { return Unicode.Scalar(text[index]) }
    var rest = text[index...].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return "\u{FFFD}" }
    return scalar
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter or a digit, as far as emphasis goes.
  fileprivate var isWordPart: Bool {
    isASCII ? UInt8(ascii: self).isLetterOrDigit : properties.isAlphabetic || properties.numericType != nil
  }

  /// Whether the scalar shows nothing of its own.
  var isBlank: Bool {
    isASCII
      ? value <= 0x20 || value == 0x7F : properties.isWhitespace || properties.generalCategory == .control
  }
}
