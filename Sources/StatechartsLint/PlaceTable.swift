internal import StatechartsYAML

/// The positions of a set of offsets, looked up in one pass over the text.
///
/// Looking up a column counts the characters before it in its line; in a line of megabytes with a thousand
/// findings that must not start from the line's beginning each time.
struct PlaceTable {
  private var positions: [Int: SourcePosition] = [:]
  private let first: Int
  private let last: Int

  init(_ offsets: [Int], in source: SourceText) {
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
      column += Self.characters(in: source.bytes[offset..<target])
      offset = target
      positions[target] = SourcePosition(line: line, column: column)
    }
  }

  func place(of range: SourceRange) -> Finding.Place {
    Finding.Place(start: position(range.lowerBound), end: position(range.upperBound))
  }

  private func position(_ offset: Int) -> SourcePosition {
    positions[min(max(offset, first), last)] ?? SourcePosition(line: 1, column: 1)
  }

  private static func characters(in bytes: ArraySlice<UInt8>) -> Int {
    let isPlain = bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    return isPlain ? bytes.count : String(decoding: bytes, as: UTF8.self).count
  }
}
