import Statecharts
import StatechartsYAML

// Brackets, braces, quotes and calls.
extension SyntaxError {
  /// An entry without a comma before it in brackets or braces.
  func missingComma() -> Explanation {
    if let quoted = afterQuote() { return quoted }
    return at(
      place, "A comma is missing before this.",
      "Put `,` between the entries. Put text with a comma, a bracket or `: ` in quotes.")
  }

  func missingNode() -> Explanation {
    if text.bytes.indices.contains(place), text.bytes[place] == 0x2C {
      return at(
        place, "This comma has no value before it.", "Delete it, or write a value before it.")
    }
    if let bracket = strayBracket() { return bracket }
    if text.bytes.indices.contains(place), text.bytes[place] == 0x3A {
      return at(place, "A key is missing before the `:`.", "Write `key: value`.")
    }
    return at(
      place, "A value is missing before this.",
      "Write the value. If it is text, put it in quotes.")
  }

  /// `'a' == b`, or a quote that was closed by the next quote.
  func afterQuote() -> Explanation? {
    guard let quoted = lastQuoted, quoted.range.upperBound <= place,
      text.firstNonBlank(from: quoted.range.upperBound) == place, !quoted.range.isEmpty
    else { return nil }
    let start = quoted.range.lowerBound
    let end = quoted.range.upperBound - 1
    if text.source.line(at: start) != text.source.line(at: end) {
      return unclosedQuote(text.span(start, start + 1), noticedAt: end)
    }
    var rest = text.value(at: place)
    if context.contains("flow"),
      let stop = text.bytes[rest].firstIndex(where: { [0x2C, 0x5D, 0x7D].contains($0) })
    {
      rest = text.span(rest.lowerBound, stop)
      while rest.count > 1, text.bytes[rest.upperBound - 1] == 0x20 { rest = rest.dropLast() }
    }
    var whole = text.span(start, rest.upperBound)
    // An apostrophe between the quotes; where there are two more, as in `'a' and 'b'`, they belong to the text.
    if quoted.isSingle, text.bytes[rest].last == 0x27, text.bytes[whole].count(where: { $0 == 0x27 }) == 3 {
      whole = whole.dropFirst().dropLast()
    }
    return Explanation(
      range: rest, message: "Text follows the closing quote.",
      help: quoted.isSingle
        ? "Put the whole value in quotes: \(text.quoted(whole)); an apostrophe inside '…' is written twice."
        : "Put the whole value in quotes: \(text.quoted(whole)); a quote inside \"…\" is written `\\\"`.",
      related: [Diagnostic.Related(range: quoted.range, message: "the quoted text")])
  }

  /// `track(what: 'book')` in the place of an action, which YAML takes apart at its colons and quotes.
  func call() -> Explanation? {
    let line = text.lineStart(of: place)
    // The beginnings of words before a parenthesis, where actions stand.
    let starts = text.bytes[text.span(line, place)].indices.lazy.filter { text.bytes[$0] == 0x28 }.map {
      open in
      var start = open
      while start > line, NameSpelling.isWordByte(text.bytes[start - 1]) { start -= 1 }
      return (start, open)
    }.filter { start, open in start < open && isPlaceOfAction(text.span(line, start)) }
    // Each is looked for to the end of its line; nobody writes so many calls in one.
    for (start, open) in starts.prefix(16) {
      guard let end = text.closingParenthesis(of: open),
        let call = ActionNotation.call(text.source.text(in: text.span(start, end + 1))),
        !call.arguments.isEmpty
      else { continue }
      let isBehindKey = text.bytes[text.span(line, start)].last { $0 != 0x20 } == 0x3A
      let better = ActionNotation.mapping(call, [])
      return Explanation(
        range: text.span(start, end + 1),
        message: "An action with arguments is not written like a function call.",
        help: "Write `\(isBehindKey ? "{ \(better) }" : better)`.")
    }
    return nil
  }

  /// Whether an action can stand behind the beginning of a line: an item of a list, or behind a key for actions.
  private func isPlaceOfAction(_ before: Range<Int>) -> Bool {
    let bytes = text.bytes[before]
    guard let end = bytes.lastIndex(where: { $0 != 0x20 }) else { return false }
    if [0x2D, 0x5B].contains(bytes[end]) { return true }
    // No word is longer than the longest of them with what shows that it is longer.
    let word = bytes[...end].suffix(10).split(separator: 0x20).last
    return word.map {
      $0.last == 0x3A && ActionWords.holders.contains(String(decoding: $0.dropLast(), as: UTF8.self))
    }
      ?? false
  }

  func strayBracket() -> Explanation? {
    guard text.bytes.indices.contains(place), [0x5D, 0x7D].contains(text.bytes[place]) else { return nil }
    let start = text.firstNonBlank(from: text.lineStart(of: place))
    // The brace that it closes is part of a key.
    if let glued = gluedBrace(start) { return glued }
    if let colon = text.colon(in: text.span(start, place)), let key = flowWithoutColon(start, colon) {
      return key
    }
    let sign = text.bytes[place] == 0x5D ? "]" : "}"
    return Explanation(
      range: text.span(place, place + 1),
      message: "This `\(sign)` has no matching `\(sign == "]" ? "[" : "{")`.",
      help: "Delete it, or add the `\(sign == "]" ? "[" : "{")`.")
  }

  /// The bracket or brace that nothing closes.
  func unclosedBracket() -> Explanation? {
    guard context != "while scanning a quoted scalar" else { return nil }
    let isFlow = context.contains("flow")
    guard let start = flowStart ?? (isFlow ? opening : nil), text.bytes.indices.contains(start),
      let (open, comment) = text.unclosedBracket(from: start)
    else { return nil }
    let sign = text.bytes[open] == 0x5B ? "[" : "{"
    if let mark = comment ?? text.gluedComment(from: open) {
      let value = text.entry(around: mark)
      let isTarget = text.bytes[text.lineStart(of: mark)..<value.lowerBound].reversed().drop { $0 == 0x20 }
        .starts(with: "target:".utf8.reversed())
      return Explanation(
        range: text.word(at: mark),
        message: "` #` begins a comment here, so the `\(sign)` before it is not closed.",
        help: "If this is text, put all of it in quotes: \(text.quoted(value)). "
          + (isTarget
            ? "The id of a state has no `#`." : "If it is a comment, write it in a line of its own."))
    }
    return Explanation(
      range: text.span(open, open + 1),
      message: "This `\(sign)` is not closed: a `\(sign == "[" ? "]" : "}")` is missing.",
      help: "Add `\(sign == "[" ? "]" : "}")` after the last entry.",
      related: place < text.bytes.count && text.source.line(at: place) != text.source.line(at: open)
        ? [Diagnostic.Related(range: text.word(at: place), message: "noticed here")] : [])
  }
}

extension TextLines {
  /// A `#` after a space with a word right behind it, in the rest of a line.
  func gluedComment(from start: Int) -> Int? {
    let end = lineEnd(of: start)
    return (start..<end).first { index in
      bytes[index] == 0x23 && index > start && bytes[index - 1] == 0x20 && index + 1 < end
        && (bytes[index + 1] | 0x20 >= 0x61 && bytes[index + 1] | 0x20 <= 0x7A)
    }
  }

  /// The entry of brackets or braces that a `#` cuts: from the sign before it to the comma or end behind it.
  func entry(around mark: Int) -> SourceRange {
    var start = mark
    while start > lineStart(of: mark), ![0x2C, 0x5B, 0x7B].contains(bytes[start - 1]),
      bytes[start - 1] != 0x20 || start < 2 || bytes[start - 2] != 0x3A
    {
      start -= 1
    }
    let line = span(mark, lineEnd(of: mark))
    var end = bytes[line].firstIndex { [0x2C, 0x5D, 0x7D].contains($0) } ?? line.upperBound
    while end > mark + 1, bytes[end - 1] == 0x20 { end -= 1 }
    return span(firstNonBlank(from: start), end)
  }

  /// Whether a comment has more ends of brackets than beginnings.
  private func closesBracket(_ comment: SourceRange) -> Bool {
    var open = 0
    for byte in bytes[comment] {
      if byte == 0x5B || byte == 0x7B { open += 1 } else if byte == 0x5D || byte == 0x7D { open -= 1 }
      if open < 0 { return true }
    }
    return false
  }

  /// The bracket from `start` on that is not closed before the next key of the lines around it, and the comment in it that holds
  /// an end of a bracket.
  func unclosedBracket(from start: Int) -> (open: Int, comment: Int?)? {
    let outer = firstNonBlank(from: lineStart(of: start)) - lineStart(of: start)
    var open: [Int] = []
    var quote: UInt8 = 0
    var previous: UInt8 = 0x20
    var comment: Int?
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      defer {
        if byte != 0x20 && byte != 0x09 || quote != 0 { previous = byte }
        index += 1
      }
      if quote != 0 {
        if byte == 0x5C, quote == 0x22 { index += 1 } else if byte == quote { quote = 0 }
        continue
      }
      switch byte {
      case 0x5B, 0x7B: open.append(index)
      case 0x5D, 0x7D:
        guard let last = open.popLast() else { return nil }
        // `[` is 0x5B and `]` 0x5D; `{` is 0x7B and `}` 0x7D.
        if bytes[last] + 2 != byte { return (last, comment) }
        if open.isEmpty { return nil }
      case 0x22, 0x27:
        if [0x5B, 0x7B, 0x2C, 0x3A, 0x0A, 0x0D].contains(previous) { quote = byte }
      case 0x23:
        guard index > 0, bytes[index - 1] <= 0x20 else { break }
        let line = span(index, lineEnd(of: index))
        if comment == nil, closesBracket(line) { comment = index }
        index = line.upperBound - 1
      case 0x0A, 0x0D:
        let next = firstNonBlank(from: index + 1)
        let isText = next < bytes.count && ![0x0A, 0x0D, 0x23, 0x5D, 0x7D].contains(bytes[next])
        let isDedented = isText && next - index - 1 <= outer
        if isDedented, colon(in: span(next, lineEnd(of: next))) != nil || bytes[next] == 0x2D {
          return open.last.map { ($0, comment) }
        }
      default: break
      }
    }
    return open.last.map { ($0, comment) }
  }
}
