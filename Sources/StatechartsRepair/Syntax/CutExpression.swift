import Statecharts
import StatechartsYAML

/// An expression in braces that a comma of its own cuts, as in `{ n: min(n + 1, 3) }`.
struct CutExpression {
  /// What to say of it; the range is the whole expression.
  let explanation: Explanation

  /// Longer expressions are not looked for, so that a long line is not read again for each of its keys.
  private static let longest = 300

  /// Nil where the value that begins at an offset is no expression with a comma before another offset.
  init?(_ text: TextLines, from start: Int, past place: Int) {
    guard let end = Self.end(text, from: start), end > place else { return nil }
    let range = start..<end
    let expression = text.source.text(in: range)
    // What is cut elsewhere too is told by what is wrong with it.
    guard (try? parse(expression)) != nil else { return nil }
    let quoted = text.quoted(range)
    let entry = text.keyBefore(start).map { "\($0): \(quoted)" } ?? quoted
    explanation = Explanation(
      rule: .missingValue, range: range, message: "The comma ends the value inside { }.",
      help: "Put the expression in quotes: `\(entry)`.",
      fix: Diagnostic.Fix(title: "Put the expression in quotes", range: range, replacement: quoted),
      cutValue: range)
  }

  /// The same, for a place in a line at which the text could not be read.
  init?(_ text: TextLines, brokenAt place: Int) {
    var start = text.lineStart(of: place)
    var depth = 0
    let line = text.span(max(start, place - Self.longest), place)
    for index in line {
      switch text.bytes[index] {
      case 0x28: depth += 1
      case 0x29: depth -= 1
      case 0x7B, 0x2C: if depth == 0 { start = index + 1 }
      case 0x3A: if depth == 0, index + 1 < place, text.bytes[index + 1] == 0x20 { start = index + 1 }
      default: break
      }
    }
    guard depth > 0 else { return nil }
    self.init(text, from: text.firstNonBlank(from: start), past: place)
  }

  /// Where a value ends, its commas in parentheses and quotes included.
  private static func end(_ text: TextLines, from start: Int) -> Int? {
    var quote: UInt8?
    var depth = 0
    func end(at index: Int) -> Int {
      var end = index
      while end > start, text.bytes[end - 1] == 0x20 { end -= 1 }
      return end
    }
    for index in text.span(start, start + longest) {
      let byte = text.bytes[index]
      if byte == 0x0A || byte == 0x0D { return depth == 0 && quote == nil ? end(at: index) : nil }
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case 0x22, 0x27: quote = byte
      case 0x28, 0x5B, 0x7B: depth += 1
      case 0x29: depth -= 1
      case 0x5D where depth > 0, 0x7D where depth > 0: depth -= 1
      case 0x5D, 0x7D, 0x2C: if depth == 0 { return end(at: index) }
      case 0x23 where index > start && text.bytes[index - 1] == 0x20: return depth == 0 ? end(at: index) : nil
      default: break
      }
    }
    return nil
  }
}

extension TextLines {
  /// The word before the colon before an offset.
  fileprivate func keyBefore(_ offset: Int) -> String? {
    var end = offset
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    guard end > 0, bytes[end - 1] == 0x3A else { return nil }
    end -= 1
    var start = end
    while start > 0, NameSpelling.isWordByte(bytes[start - 1]) { start -= 1 }
    return start < end ? source.text(in: start..<end) : nil
  }
}
