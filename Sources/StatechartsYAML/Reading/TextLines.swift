extension Int {
  /// A number of spaces, in words.
  package var spaces: String { self == 1 ? "1 space" : "\(self) spaces" }
}

/// Looks at a text by lines and words, for explaining what is wrong in it.
package struct TextLines {
  package let source: SourceText
  package let bytes: [UInt8]

  package init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// A range in the text, whatever the offsets are: cut to the text, and empty when they are the wrong way round.
  package func span(_ start: Int, _ end: Int) -> SourceRange {
    let lower = min(max(start, 0), bytes.count)
    return lower..<min(max(end, lower), bytes.count)
  }

  /// Where the line of an offset begins.
  package func lineStart(of offset: Int) -> Int {
    source.lineStarts[source.line(at: min(offset, bytes.count)) - 1]
  }

  /// Where the line of an offset ends, its line break not counted.
  package func lineEnd(of offset: Int) -> Int {
    var end = min(offset, bytes.count)
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  /// The line of an offset, its line break not counted.
  package func line(of offset: Int) -> SourceRange { lineStart(of: offset)..<lineEnd(of: offset) }

  /// The next offset in the line that holds no space or tab, or the line's end.
  package func firstNonBlank(from offset: Int) -> Int {
    var index = min(offset, bytes.count)
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index
  }

  /// Whether nothing but spaces stands before an offset in its line.
  package func isFirst(_ offset: Int) -> Bool { firstNonBlank(from: lineStart(of: offset)) >= offset }

  /// How many characters stand before an offset in its line.
  package func indentation(of offset: Int) -> Int { source.position(at: offset).column - 1 }

  /// From an offset to the next space or the line's end.
  package func word(at offset: Int) -> SourceRange {
    let start = min(offset, bytes.count)
    var end = start
    while end < bytes.count, ![0x20, 0x09, 0x0A, 0x0D].contains(bytes[end]) { end += 1 }
    return start..<end
  }

  /// From an offset to the end of the value that stands there: to a comment or the line's end.
  package func value(at offset: Int) -> SourceRange {
    let start = min(offset, bytes.count)
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
      if bytes[end] == 0x23, end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { break }
      end += 1
    }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }

  /// Where the first item's content begins, when an offset is at the dash of a list's item.
  package func behindDashes(_ offset: Int) -> Int {
    var start = offset
    while bytes[span(start, start + 2)].elementsEqual([0x2D, 0x20]) { start = firstNonBlank(from: start + 1) }
    return start
  }

  /// A stretch of text in the quotes that need the least change.
  package func quoted(_ range: SourceRange) -> String {
    let value = source.text(in: range)
    if !value.contains("\""), !value.contains("\\") { return "\"\(value)\"" }
    let doubled = value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    return "'\(doubled)'"
  }

  /// The last line with something in it before the line of an offset: where its text begins.
  package func textBefore(_ offset: Int) -> Int? {
    var line = source.line(at: offset) - 1
    while line >= 1 {
      let start = firstNonBlank(from: source.lineStarts[line - 1])
      if start < bytes.count, ![0x0A, 0x0D, 0x23].contains(bytes[start]) { return start }
      line -= 1
    }
    return nil
  }

  /// What to write in place of a tab in the indentation of a line.
  package func spaces(for offset: Int) -> String {
    guard let above = textBefore(offset), !bytes[lineStart(of: above)..<above].contains(0x09) else {
      return "Use spaces."
    }
    let (line, indentation) = (source.line(at: above), indentation(of: above))
    // What follows a key without a value is inside it, and so is the text after `>` or `|`.
    let end = bytes[above..<lineEnd(of: above)].last { $0 != 0x20 && $0 != 0x0D }
    let example = end == 0x3A || end == 0x3E || end == 0x7C ? ", for example \(indentation + 2)" : ""
    return "Use spaces\(example): line \(line) above is indented by \(indentation)."
  }

  /// The next line with something in it after the line of an offset: where its text begins.
  package func nextText(after offset: Int) -> Int? {
    for start in source.lineStarts[source.line(at: offset)...] {
      let text = firstNonBlank(from: start)
      if text < bytes.count, ![0x0A, 0x0D, 0x23].contains(bytes[text]) { return text }
    }
    return nil
  }

  /// The first `:` in a stretch that a space or the line's end follows.
  package func colon(in range: SourceRange) -> Int? {
    var index = range.lowerBound
    while index < min(range.upperBound, bytes.count) {
      if bytes[index] == 0x3A,
        index + 1 >= bytes.count || [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index + 1])
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Whether a line is one of those with which version control marks a conflict: seven times a sign, and nothing or a name.
  package func isConflictMark(at lineStart: Int, _ signs: String) -> Bool {
    let line = bytes[line(of: lineStart)]
    guard let sign = line.first, signs.utf8.contains(sign) else { return false }
    return line.prefix { $0 == sign }.count == 7 && (line.count == 7 || line[line.startIndex + 7] == 0x20)
  }
}
