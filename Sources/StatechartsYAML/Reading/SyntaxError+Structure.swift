// Lines and brackets that do not fit together.
extension SyntaxError {
  /// A line without `:` among keys.
  func missingColon() -> Explanation {
    if let limit = keyLimit(from: opening, to: place) { return limit }
    if let wide = wideColon(at: opening) { return wide }
    let line = text.value(at: opening)
    let content = text.source.text(in: line)
    if let quote = text.bytes[line].first, quote == 0x22 || quote == 0x27 {
      return Explanation(
        range: line, message: "A key is expected here, but this is quoted text without a `:`.",
        help: "Write `key: value`, or indent the text further if it belongs to the key above.")
    }
    if let glued = GluedColon(content[...]) { return self.glued(glued, line) }
    let isCut = place >= text.bytes.count && text.bytes.last.map { $0 != 0x0A && $0 != 0x0D } ?? false
    return Explanation(
      range: line, message: "This line is neither `key: value` nor a list item.",
      help: comment(line) ?? (isCut ? "Is the end of the file missing? " : "")
        + "Write `key: value`, or indent the line further if it continues the text above.")
  }

  /// What to write for a comment as programs have it.
  private func comment(_ line: SourceRange) -> String? {
    text.source.text(in: line).hasPrefix("//") ? "Comments begin with `#`. Write `#` instead of `//`." : nil
  }

  /// A `:` where no key can be.
  func unexpectedColon() -> Explanation {
    let line = text.lineStart(of: place)
    let start = text.firstNonBlank(from: line)
    if let limit = keyLimit(from: start, to: place) { return limit }
    // `title: Step: two`
    if let colon = text.colon(in: text.span(start, place)) {
      let value = text.value(at: text.firstNonBlank(from: colon + 1))
      if let flow = flowWithoutColon(start, colon) { return flow }
      if let keys = twoKeys(start, colon, value) { return keys }
      // `guard: attempts < 2:`
      if place + 1 == value.upperBound, text.bytes[place] == 0x3A {
        let better = text.source.text(in: text.span(text.behindDashes(start), place))
        return Explanation(
          range: text.span(place, place + 1),
          message: "This `:` is not needed: the key already has a value.",
          help: "Remove it: `\(better)`.",
          fix: Diagnostic.Fix(title: "Remove the colon", range: text.span(place, place + 1), replacement: ""))
      }
      return Explanation(
        range: value, message: "Text that contains `: ` must be in quotes.",
        help: "Write \(text.quoted(value)). If these are two keys, put each on its own line.")
    }
    if let above = text.textBefore(start), let wide = wideColon(at: above) { return wide }
    // A deeper line below a key that has its value already.
    if let above = text.textBefore(start), text.colon(in: text.span(above, text.lineEnd(of: above))) != nil,
      text.indentation(of: start) > text.indentation(of: above)
    {
      if let dash = clingingDash(at: text.firstNonBlank(from: text.lineStart(of: above))) { return dash }
      if let service = serviceBehindInvoke(above, start) { return service }
      if let dash = lostDash(at: above) ?? shallowLines(upTo: above, start) { return dash }
      let number = text.source.line(at: above)
      return Explanation(
        range: text.span(start, place),
        message: "This key is indented below line \(number), which already has a value.",
        help:
          "Indent it by \(text.indentation(of: above)) spaces, like line \(number), if both are on the same level.",
        related: [Diagnostic.Related(range: text.value(at: above), message: "the line above")])
    }
    // A key without its colon above the keys that belong to it.
    if let above = text.textBefore(start), text.indentation(of: start) > text.indentation(of: above),
      text.bytes[above] != 0x2D, text.colon(in: text.span(above, text.lineEnd(of: above))) == nil
    {
      let key = text.value(at: above)
      return Explanation(
        range: key, message: "A `:` is missing after this key.",
        help: "Write `\(text.source.text(in: key)):`.",
        related: [Diagnostic.Related(range: text.span(start, place), message: "noticed here")],
        fix: Diagnostic.Fix(
          title: "Add the colon", range: text.span(key.upperBound, key.upperBound), replacement: ":"))
    }
    // A line without a colon among keys, which YAML takes for the beginning of this key.
    if let above = text.textBefore(start).map(text.behindDashes),
      text.indentation(of: start) == text.indentation(of: above),
      text.colon(in: text.span(above, text.lineEnd(of: above))) == nil
    {
      let line = text.value(at: above)
      if let glued = GluedColon(text.source.text(in: line)[...]) {
        return self.glued(glued, line, rule: .missingSpace)
      }
      return Explanation(
        range: line, message: "This line is neither `key: value` nor a list item.",
        help: comment(line)
          ?? "Write `key: value`, or indent the line further if it continues the text above.",
        related: [Diagnostic.Related(range: text.span(start, place), message: "noticed here")])
    }
    return Explanation(
      range: text.span(start, place), message: "A key is not allowed here.",
      help: "Put it on its own line, indented like the other keys. If it is text, put it in quotes.")
  }

  /// A line in which a key and its value are one text.
  private func glued(_ colon: GluedColon, _ line: SourceRange, rule: YAMLRule = .syntax) -> Explanation {
    Explanation(
      rule: rule, range: line, message: "\(colon.problem.capitalizedFirst).",
      help: "Write `\(colon.mended)`.",
      fix: Diagnostic.Fix(title: GluedColon.fixTitle, range: line, replacement: colon.mended))
  }

  // What keeps a text from being read is told one at a time, so a fix for it would have to be put in again and again.

  /// A line whose key ends with a full-width colon.
  private func wideColon(at start: Int) -> Explanation? {
    let line = text.value(at: text.behindDashes(start))
    guard let better = WideColon.mended(text.source.text(in: line)) else { return nil }
    return Explanation(
      range: line, message: WideColon.message,
      help: "Write `\(better.count <= 80 ? better : "\(better.prefix(77))…")`.",
      fix: Diagnostic.Fix(title: WideColon.fixTitle, range: line, replacement: better))
  }

  /// `-guard: x`, where a list is meant.
  private func clingingDash(at start: Int) -> Explanation? {
    guard text.bytes.indices.contains(start + 1), text.bytes[start] == 0x2D, text.isFirst(start),
      (0x61...0x7A).contains(text.bytes[start + 1] | 0x20)
    else { return nil }
    let line = text.source.text(in: text.value(at: start)).dropFirst()
    let shown = line.count <= 80 ? String(line) : "\(line.prefix(77))…"
    return Explanation(
      rule: .missingSpace, range: text.span(start, start + 1), message: "A space is missing after the `-`.",
      help: "Write `- \(shown)`.")
  }

  /// `invoke: check` with further keys below.
  private func serviceBehindInvoke(_ above: Int, _ start: Int) -> Explanation? {
    let line = text.value(at: text.behindDashes(above))
    guard let colon = text.colon(in: line),
      text.source.text(in: text.span(line.lowerBound, colon)) == "invoke"
    else { return nil }
    let value = text.span(text.firstNonBlank(from: colon + 1), line.upperBound)
    return Explanation(
      range: value, message: "`invoke` has keys below it, so it cannot have a value on its own line.",
      help:
        "Write `service: \(text.source.text(in: value))` on the next line, indented by \(text.indentation(of: start)) spaces.",
      related: [Diagnostic.Related(range: text.span(start, place), message: "noticed here")])
  }

  /// `guard: x` with deeper keys below and items of a list beside it: the `- ` is missing before it.
  private func lostDash(at first: Int) -> Explanation? {
    let indentation = text.indentation(of: first)
    var next = text.nextText(after: first)
    while let line = next, text.indentation(of: line) > indentation { next = text.nextText(after: line) }
    guard let next, text.indentation(of: next) == indentation, text.behindDashes(next) > next else {
      return nil
    }
    return lostDash(before: first, next, at: first)
  }

  /// The same with a space in the place of the `-`, so that the item's first line stands as deep as its others.
  private func lostDash(aboveItem item: Int) -> Explanation? {
    var first: Int?
    var above = text.textBefore(item)
    let indentation = text.indentation(of: item)
    while let line = above, text.indentation(of: line) > indentation {
      first = line
      above = text.textBefore(line)
    }
    guard let first, let above, text.isKeyAlone(above), text.indentation(of: first) == indentation + 2 else {
      return nil
    }
    return lostDash(before: first, item, at: text.lineStart(of: first) + indentation)
  }

  private func lostDash(before first: Int, _ item: Int, at place: Int) -> Explanation {
    let value = text.value(at: first)
    return Explanation(
      range: value, message: "A `- ` is missing before this list item.",
      help: "Write \(shown("- \(text.source.text(in: value))")), with the `-` aligned with the items below.",
      related: [Diagnostic.Related(range: text.value(at: item), message: "an item of the list")],
      fix: text.nextText(after: first).map(text.indentation) == text.indentation(of: item) + 2
        ? Diagnostic.Fix(title: "Begin an item", range: text.span(place, first), replacement: "- ") : nil)
  }

  /// Lines that stand as far left as the key with nothing in it that they belong to, before one that is deeper.
  private func shallowLines(upTo last: Int, _ deeper: Int) -> Explanation? {
    let indentation = text.indentation(of: last)
    var first = last
    var above = text.textBefore(last)
    while let line = above, text.indentation(of: line) == indentation, text.isKeyWithValue(line) {
      first = line
      above = text.textBefore(line)
    }
    guard let key = above, text.indentation(of: key) == indentation, text.isKeyAlone(key) else { return nil }
    let name = text.source.text(in: text.span(key, text.colon(in: text.value(at: key)) ?? key))
    let inner = text.source.text(in: text.span(first, text.colon(in: text.value(at: first)) ?? first))
    let (from, to) = (text.source.line(at: first), text.source.line(at: last))
    let (own, line) = (text.source.line(at: key), text.source.line(at: deeper))
    let lines = from == to ? "line \(from)" : "lines \(from) to \(to)"
    let isSure =
      Self.holders.contains(Substring(name)) || Self.isKeyOfFormat(inner) && !Self.isKeyOfFormat(name)
    let place =
      indentation == 0 ? "do not indent line \(line)" : "indent line \(line) by \(indentation) spaces"
    return Explanation(
      range: text.value(at: first),
      message: "Nothing is indented below `\(name)` in line \(own).",
      help: "\(isSure ? "Indent" : "If this belongs to `\(name)`, indent") \(lines) by "
        + "\(text.indentation(of: deeper)) spaces, like line \(line).\(isSure ? "" : " If not, \(place).")",
      related: [Diagnostic.Related(range: text.value(at: deeper), message: "noticed here")])
  }

  private static func isKeyOfFormat(_ word: String) -> Bool {
    FormatName.allCases.contains { $0.text == word }
  }

  /// `attempts { type: int }`, where the colon before the brace is missing.
  private func flowWithoutColon(_ start: Int, _ colon: Int) -> Explanation? {
    let first = text.behindDashes(start)
    let key = text.word(at: first)
    let brace = text.firstNonBlank(from: key.upperBound)
    guard brace < colon, brace > key.upperBound, text.bytes[brace] == 0x7B,
      text.bytes[key].allSatisfy({ NameSpelling.isWordByte($0) || $0 == 0x2D || $0 == 0x2E })
    else { return nil }
    let rest = text.source.text(in: text.span(brace, text.value(at: brace).upperBound))
    return Explanation(
      range: key, message: "A `:` is missing after this key.",
      help: "Write \(shown("\(text.source.text(in: key)): \(rest)")).",
      fix: Diagnostic.Fix(
        title: "Add the colon", range: text.span(key.upperBound, key.upperBound), replacement: ":"))
  }

  /// A line as messages show it, cut when it is long.
  private func shown(_ line: String) -> String { "`\(line.count <= 80 ? line : "\(line.prefix(77))…")`" }

  /// Keys that hold keys or items and no text.
  private static let holders: Set<Substring> = [
    "on", "after", "failed", "states", "context", "events", "errors", "outputs", "handlers", "guards",
    "services", "queries", "payload", "arguments", "input", "data", "assign", "output",
  ]

  /// Keys that hold actions.
  private static let actionHolders: Set<Substring> = ["actions", "entry", "exit", "do", "then", "else"]

  /// `on: go: b`, where the first key holds keys and no text.
  private func twoKeys(_ start: Int, _ colon: Int, _ value: Range<Int>) -> Explanation? {
    let key = text.source.text(in: text.span(start, colon)).drop { $0 == "-" || $0 == " " }
    let inner = text.source.text(in: value)
    if Self.actionHolders.contains(key), ActionWords.object(String(inner.prefix { $0 != ":" })) != nil {
      return Explanation(
        range: value, message: "An action with a value must be in braces on the line of `\(key)`.",
        help: inner.contains("#")
          ? "Put it in braces." : "Write \(shown("\(key): { \(inner) }")).")
    }
    guard Self.holders.contains(key) else { return nil }
    let isPlain = inner.utf8.allSatisfy { !"{}[],#&*!|>'\"%@`".utf8.contains($0) }
    let isOne =
      isPlain
      && text.colon(in: value).map { text.colon(in: text.span($0 + 1, value.upperBound)) } == .some(nil)
    let own = "put `\(inner)` on its own line below, indented further than `\(key)`."
    return Explanation(
      range: value, message: "A second key follows `\(key)` on the same line.",
      help: isOne ? "Write `\(key): { \(inner) }`, or \(own)" : own.capitalizedFirst)
  }

  /// `key: - item`
  func unexpectedItem() -> Explanation {
    let value = text.value(at: place)
    if text.isFirst(place) {
      return Explanation(
        range: value, message: "A list item is not allowed here.",
        help: "Indent it like the items above, or begin the list on the line after its key.")
    }
    let item = text.source.text(in: text.span(text.firstNonBlank(from: place + 1), value.upperBound))
    let flow = item.hasPrefix("-") || item.contains(": ") ? "" : ", or write `[\(item)]`"
    return Explanation(
      range: value, message: "A list item is not allowed on the line of its key.",
      help:
        "Begin the list on the next line\(flow). If it is text, put it in quotes.")
  }

  /// Something that is neither a key of the mapping nor an item of the list around it.
  func brokenBlock() -> Explanation {
    if let quoted = afterQuote() { return quoted }
    let isList = failure.problem.contains("'-'")
    let column = text.indentation(of: opening)
    let line = text.source.line(at: opening)
    let parent = [
      Diagnostic.Related(
        range: text.word(at: opening), message: isList ? "the list begins here" : "the mapping begins here")
    ]
    guard place < text.bytes.count else {
      return at(place, "The file ends too early.", "Is the end of the file missing?")
    }
    if let bracket = strayBracket() { return bracket }
    guard text.isFirst(place) else {
      return Explanation(
        range: text.value(at: place), message: "This is not allowed after the value before it.",
        help: "Put the whole value in quotes, or begin a new line.", related: parent)
    }
    let own = text.indentation(of: place)
    let isItem = text.bytes[place] == 0x2D && !isList
    if own == column {
      if let dash = clingingDash(at: isList ? place : opening) { return dash }
      return Explanation(
        range: text.word(at: place),
        message: isList
          ? "A key is among the items of a list."
          : isItem ? "A list item is among keys." : "A key is expected here.",
        help: isList
          ? "Begin the line with `- `, or indent it further to make it part of the item above."
          : "Write `key: value`. A list belongs below its key.",
        related: parent)
    }
    if isItem, own > column, let dash = lostDash(aboveItem: place) { return dash }
    return Explanation(
      range: text.word(at: place),
      message: "This line is indented by \(own) spaces, which matches no line above it.",
      help: "Indent it like the lines next to it. "
        + "The \(isList ? "list" : "mapping") around it, from line \(line), is indented by \(column).",
      related: parent)
  }

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

  /// Something behind the end of the whole chart.
  func afterEnd() -> Explanation {
    if let bracket = strayBracket() { return bracket }
    if let quoted = afterQuote() { return quoted }
    if let mark = endMark() {
      return Explanation(
        range: mark, message: "`...` ends the chart here, but more follows.", help: "Delete this line.")
    }
    return Explanation(
      range: text.value(at: place), message: "This line is indented less than the first key of the file.",
      help: "Begin all keys of the chart in the first column.")
  }

  /// A line `...` before what could not be read.
  private func endMark() -> Range<Int>? {
    var end = min(place, text.bytes.count)
    while end > 0, [0x0A, 0x0D, 0x20].contains(text.bytes[end - 1]) { end -= 1 }
    guard end >= 3, text.bytes[end - 3..<end].elementsEqual([0x2E, 0x2E, 0x2E]) else { return nil }
    let isWholeLine = end == 3 || [0x0A, 0x0D].contains(text.bytes[end - 4])
    return isWholeLine ? text.span(end - 3, end) : nil
  }

  /// `'a' == b`, or a quote that was closed by the next quote.
  private func afterQuote() -> Explanation? {
    guard let quoted = lastQuoted, quoted.range.upperBound <= place,
      text.firstNonBlank(from: quoted.range.upperBound) == place, !quoted.range.isEmpty
    else { return nil }
    let start = quoted.range.lowerBound
    let end = quoted.range.upperBound - 1
    if text.source.line(at: start) != text.source.line(at: end) {
      return unclosedQuote(text.span(start, start + 1), noticedAt: end)
    }
    var rest = text.value(at: place)
    if failure.context.contains("flow"),
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
        let call = ActionSlip.call(text.source.text(in: text.span(start, end + 1))), !call.arguments.isEmpty
      else { continue }
      let isBehindKey = text.bytes[text.span(line, start)].last { $0 != 0x20 } == 0x3A
      let better = ActionSlip.mapping(call, [])
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
    let word = bytes[...end].suffix(9).split(separator: 0x20).last
    return word.map {
      ["entry:", "exit:", "actions:", "then:", "else:", "do:"].contains(String(decoding: $0, as: UTF8.self))
    }
      ?? false
  }

  private func strayBracket() -> Explanation? {
    guard text.bytes.indices.contains(place), [0x5D, 0x7D].contains(text.bytes[place]) else { return nil }
    let sign = text.bytes[place] == 0x5D ? "]" : "}"
    return Explanation(
      range: text.span(place, place + 1),
      message: "This `\(sign)` has no matching `\(sign == "]" ? "[" : "{")`.",
      help: "Delete it, or add the `\(sign == "]" ? "[" : "{")`.")
  }

  /// libyaml gives up on keys that are longer than it looks ahead.
  private func keyLimit(from start: Int, to end: Int) -> Explanation? {
    let stop = min(end, text.lineEnd(of: start))
    guard stop - start > 1024 else { return nil }
    return Explanation(
      rule: .limit, range: text.span(start, stop),
      message:
        "This key has \(stop - start) bytes as it is written; the limit for a key is \(min(limits.keyBytes, 1024)).",
      help: "Shorten it. Long text goes after the `:`.")
  }

  /// The bracket or brace that nothing closes.
  func unclosedBracket() -> Explanation? {
    guard failure.context != "while scanning a quoted scalar" else { return nil }
    let isFlow = failure.context.contains("flow")
    guard let start = flowStart ?? (isFlow ? opening : nil), text.bytes.indices.contains(start),
      let open = text.unclosedBracket(from: start)
    else { return nil }
    let sign = text.bytes[open] == 0x5B ? "[" : "{"
    if let mark = text.gluedComment(from: open) {
      let word = text.word(at: mark)
      return Explanation(
        range: word, message: "`#` begins a comment here, so the `\(sign)` before it is never closed.",
        help: "If it is text, put it in quotes. The id of a state has no `#`.")
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

  /// The bracket from `start` on that is not closed before the next key of the lines around it.
  func unclosedBracket(from start: Int) -> Int? {
    let outer = firstNonBlank(from: lineStart(of: start)) - lineStart(of: start)
    var open: [Int] = []
    var quote: UInt8 = 0
    var previous: UInt8 = 0x20
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
        if bytes[last] + 2 != byte { return last }
        if open.isEmpty { return nil }
      case 0x22, 0x27:
        if [0x5B, 0x7B, 0x2C, 0x3A, 0x0A, 0x0D].contains(previous) { quote = byte }
      case 0x23:
        if index > 0, bytes[index - 1] <= 0x20 { index = lineEnd(of: index) - 1 }
      case 0x0A, 0x0D:
        let next = firstNonBlank(from: index + 1)
        let isText = next < bytes.count && ![0x0A, 0x0D, 0x23, 0x5D, 0x7D].contains(bytes[next])
        let isDedented = isText && next - index - 1 <= outer
        if isDedented, colon(in: span(next, lineEnd(of: next))) != nil || bytes[next] == 0x2D {
          return open.last
        }
      default: break
      }
    }
    return open.last
  }
}
