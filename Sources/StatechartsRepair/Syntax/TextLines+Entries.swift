import StatechartsYAML

// Lines as explanations look at them: keys, items and what stands beside them.
extension TextLines {
  /// Where the value begins in the line of an offset, when it begins before that: behind `key: ` or `- `.
  func valueStart(before offset: Int) -> Int? {
    var start = firstNonBlank(from: lineStart(of: offset))
    while start + 1 < bytes.count, bytes[start] == 0x2D, bytes[start + 1] == 0x20 {
      start = firstNonBlank(from: start + 1)
    }
    if let colon = colon(in: span(start, offset)) {
      start = firstNonBlank(from: colon + 1)
    }
    return start < min(offset, bytes.count) ? start : nil
  }

  /// Where in its line a parenthesis is closed, those in quotes left out; nil where it is not.
  func closingParenthesis(of open: Int) -> Int? {
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

  /// The next line above that is indented by some spaces, in the same block: only deeper lines and items lie between.
  func line(before offset: Int, indentedBy spaces: Int) -> Int? {
    var above = textBefore(offset)
    while let line = above, indentation(of: line) > spaces || behindDashes(line) > line {
      above = textBefore(line)
    }
    return above.flatMap { indentation(of: $0) == spaces ? $0 : nil }
  }

  /// The last item of a list above.
  func item(before offset: Int) -> Int? {
    var above = textBefore(offset)
    while let line = above, behindDashes(line) == line { above = textBefore(line) }
    return above
  }

  /// The key of a line, without the `- ` before it.
  func key(at start: Int) -> String {
    let first = behindDashes(start)
    return source.text(in: span(first, colon(in: value(at: first)) ?? value(at: first).upperBound))
  }

  /// Whether a line is a key with nothing behind its colon.
  func isKeyAlone(_ start: Int) -> Bool {
    let line = value(at: start)
    return colon(in: line).map { $0 + 1 == line.upperBound } ?? false
  }

  /// Whether a line is a key with something behind its colon.
  func isKeyWithValue(_ start: Int) -> Bool {
    bytes[start] != 0x2D && colon(in: value(at: start)) != nil && !isKeyAlone(start)
  }
}
