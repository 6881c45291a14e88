internal import Statecharts

/// A place in a text.
public struct SourcePosition: Hashable, Sendable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in characters as a person counts them (grapheme clusters).
  public var column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Orders by line, then by column.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A stretch of a text in UTF-8 offsets from its first byte, a byte order mark included.
public typealias SourceRange = Range<Int>

/// The bytes of a file with its line table.
///
/// Lines end with LF, CRLF or CR. All offsets are UTF-8 byte offsets; positions are computed when asked for.
public struct SourceText: Sendable {
  /// What messages call the file: its path as the caller wrote it.
  public let name: String
  /// The whole content.
  public let bytes: [UInt8]
  /// The offset at which each line starts; the first is 0 or, after a byte order mark, 3.
  public let lineStarts: [Int]

  /// Takes a file's bytes.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    starts.reserveCapacity(bytes.count / 32)
    // The span of an array is not in all systems that this package supports, the span of a slice is.
    let all = bytes[...]
    let text = all.span
    var index = starts[0]
    while index < text.count {
      // Eight bytes at once, as long as none of them is small enough to end a line.
      if index + 8 <= text.count {
        let word = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        if (word &- 0x0E0E_0E0E_0E0E_0E0E) & ~word & 0x8080_8080_8080_8080 == 0 {
          index += 8
          continue
        }
      }
      let byte = text[index]
      index += 1
      if byte > 0x0D { continue }
      if byte == 0x0D, index < text.count, text[index] == 0x0A { index += 1 }
      if byte == 0x0A || byte == 0x0D { starts.append(index) }
    }
    self.lineStarts = starts
  }

  /// Why the text as a whole is not one to be read as UTF-8, and what to do; nil when it may be.
  package var encodingProblem: (message: String, help: String)? {
    TextScan.refusal(of: bytes).map { ($0.message, $0.help) }
  }

  /// The line, from 1, that holds an offset; offsets past the end count as the end.
  public func line(at offset: Int) -> Int {
    max(lineStarts.partitioningIndex { $0 > offset }, 1)
  }

  /// The position of an offset; offsets past the end count as the end.
  public func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, lineStarts[0]), bytes.count)
    let line = line(at: offset)
    let start = lineStarts[line - 1]
    // Invalid bytes are shown as replacement characters, which count as one each.
    let before = String(decoding: bytes[start..<offset], as: UTF8.self)
    return SourcePosition(line: line, column: before.count + 1)
  }

  /// The text of a line, without its line break; empty when there is no such line.
  public func lineText(_ line: Int) -> String {
    guard line >= 1, line <= lineStarts.count else { return "" }
    return String(decoding: bytes[lineStarts[line - 1]..<end(ofLine: line)], as: UTF8.self)
  }

  /// The offset of the line break of a line that exists, or of the end of the text.
  package func end(ofLine line: Int) -> Int {
    let start = lineStarts[line - 1]
    var end = line < lineStarts.count ? lineStarts[line] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// The text of a range, cut to the file.
  public func text(in range: SourceRange) -> String {
    let lower = min(max(range.lowerBound, 0), bytes.count)
    let upper = min(max(range.upperBound, lower), bytes.count)
    return String(decoding: bytes[lower..<upper], as: UTF8.self)
  }
}
