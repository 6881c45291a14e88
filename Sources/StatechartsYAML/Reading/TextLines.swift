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

  /// Where the value begins in the line of an offset, when it begins before that: behind `key: ` or `- `.
  package func valueStart(before offset: Int) -> Int? {
    var start = firstNonBlank(from: lineStart(of: offset))
    while start + 1 < bytes.count, bytes[start] == 0x2D, bytes[start + 1] == 0x20 {
      start = firstNonBlank(from: start + 1)
    }
    if let colon = colon(in: span(start, offset)) {
      start = firstNonBlank(from: colon + 1)
    }
    return start < min(offset, bytes.count) ? start : nil
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

  /// Where in its line a parenthesis is closed, those in quotes left out; nil where it is not.
  package func closingParenthesis(of open: Int) -> Int? {
    var quote: UInt8?
    var depth = 0
    for index in open..<lineEnd(of: open) {
      switch bytes[index] {
      case 0x22, 0x27:
        if quote == nil { quote = bytes[index] } else if quote == bytes[index] { quote = nil }
      case 0x28 where quote == nil: depth += 1
      case 0x29 where quote == nil:
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
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

  /// The next line above that is indented by some spaces, in the same block: only deeper lines and items lie between.
  package func line(before offset: Int, indentedBy spaces: Int) -> Int? {
    var above = textBefore(offset)
    while let line = above, indentation(of: line) > spaces || behindDashes(line) > line {
      above = textBefore(line)
    }
    return above.flatMap { indentation(of: $0) == spaces ? $0 : nil }
  }

  /// The last item of a list above.
  package func item(before offset: Int) -> Int? {
    var above = textBefore(offset)
    while let line = above, behindDashes(line) == line { above = textBefore(line) }
    return above
  }

  /// The key of a line, without the `- ` before it.
  package func key(at start: Int) -> String {
    let first = behindDashes(start)
    return source.text(in: span(first, colon(in: value(at: first)) ?? value(at: first).upperBound))
  }

  /// Whether a line is a key with nothing behind its colon.
  package func isKeyAlone(_ start: Int) -> Bool {
    let line = value(at: start)
    return colon(in: line).map { $0 + 1 == line.upperBound } ?? false
  }

  /// Whether a line is a key with something behind its colon.
  package func isKeyWithValue(_ start: Int) -> Bool {
    bytes[start] != 0x2D && colon(in: value(at: start)) != nil && !isKeyAlone(start)
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
}
