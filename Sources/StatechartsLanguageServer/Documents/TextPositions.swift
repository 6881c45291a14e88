internal import StatechartsYAML

/// What the columns of positions count.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// How many columns a character takes whose UTF-8 starts with this byte, and how many bytes it has.
  fileprivate func size(_ lead: UInt8) -> (columns: Int, bytes: Int) {
    let bytes = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    return (self == .utf8 ? bytes : bytes == 4 ? 2 : 1, bytes)
  }
}

/// Turns the positions of the protocol, which count lines and columns from 0, into UTF-8 offsets of a text and back.
struct TextPositions {
  let source: SourceText
  let encoding: PositionEncoding
  // Offsets are mostly asked for in their order, so that a long line is not walked for each from its beginning.
  private var known = (line: 0, offset: 0, column: 0)

  init(_ source: SourceText, _ encoding: PositionEncoding) {
    self.source = source
    self.encoding = encoding
  }

  private func start(of line: Int) -> Int { line == 0 ? 0 : source.lineStarts[line] }

  /// The offset of a position. One behind the end of its line counts as the end, one inside a character as its start.
  func offset(line: Int, column: Int) -> Int {
    guard line >= 0 else { return 0 }
    guard line < source.lineStarts.count else { return source.bytes.count }
    let bytes = source.bytes
    var index = start(of: line)
    let end = max(source.end(ofLine: line + 1), index)
    var passed = 0
    while index < end {
      let size = encoding.size(bytes[index])
      guard size.columns <= column - passed else { break }
      passed += size.columns
      index += size.bytes
    }
    return min(index, end)
  }

  /// The line and column of an offset, from 0.
  mutating func place(_ offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), source.bytes.count)
    let line = source.line(at: offset) - 1
    if known.line != line || known.offset > offset { known = (line, start(of: line), 0) }
    while known.offset < offset {
      let size = encoding.size(source.bytes[known.offset])
      known.column += size.columns
      known.offset += size.bytes
    }
    return (line, known.column)
  }

  /// The position of an offset.
  mutating func position(_ offset: Int) -> JSON {
    let place = place(offset)
    return .object([("line", .int(place.line)), ("character", .int(place.column))])
  }

  /// The two positions of a range.
  mutating func range(_ range: SourceRange) -> JSON {
    .object([("start", position(range.lowerBound)), ("end", position(range.upperBound))])
  }
}
