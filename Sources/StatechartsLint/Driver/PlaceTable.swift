internal import StatechartsYAML

/// The positions of a set of offsets, looked up in one pass over the text.
///
/// Looking up a column counts the characters before it in its line; in a line of megabytes with a thousand
/// findings that must not start from the line's beginning each time.
struct PlaceTable {
  /// What columns count.
  enum Unit {
    /// What people see as one character.
    case characters
    /// UTF-16 code units.
    case utf16
  }

  private var positions: [Int: SourcePosition] = [:]
  private let first: Int
  private let last: Int

  init(_ offsets: [Int], in source: SourceText, counting unit: Unit = .characters) {
    first = source.lineStarts[0]
    last = max(source.bytes.count, first)
    var line = 0
    var offset = first
    var column = 1
    for target in Set(offsets.map { [first, last] in min(max($0, first), last) }).sorted() {
      let targetLine = source.line(at: target)
      if targetLine != line {
        line = targetLine
        offset = source.lineStarts[line - 1]
        column = 1
      }
      column += Self.count(unit, in: source.bytes[offset..<target])
      offset = target
      positions[target] = SourcePosition(line: line, column: column)
    }
  }

  func place(of range: SourceRange) -> Finding.Location {
    Finding.Location(start: position(range.lowerBound), end: position(range.upperBound))
  }

  private func position(_ offset: Int) -> SourcePosition {
    positions[min(max(offset, first), last)] ?? SourcePosition(line: 1, column: 1)
  }

  private static func count(_ unit: Unit, in bytes: ArraySlice<UInt8>) -> Int {
    if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) { return bytes.count }
    let text = String(decoding: bytes, as: UTF8.self)
    return unit == .utf16 ? text.utf16.count : text.count
  }
}
