import Statecharts
package import StatechartsYAML

/// Turns libyaml's reason for stopping into words for the person who edits the file.
///
/// libyaml names rules of its grammar at the place where it noticed. A person needs the place where something
/// is to be changed: the quote that is not closed, the line with the wrong indentation.
extension SyntaxError {
  /// The explanation of the failure.
  package func explain() -> Explanation {
    if let foreign = ForeignFile(text.source) {
      return Explanation(range: foreign.range, message: foreign.message, help: foreign.help)
    }
    if let conflict = conflictMark() { return conflict }
    if let tab = tab() { return tab }
    if let fence = fence() { return fence }
    if let bullet = otherBullet() { return bullet }
    if let bracket = unclosedBracket() { return bracket }
    if let start = text.valueStart(before: place), text.bytes[start] == 0x21 { return tag(at: start) }
    switch context {
    case "while scanning an alias", "while scanning an anchor": return sign()
    case "while scanning a tag", "while parsing a tag", "while parsing a node": return tag(at: nil)
    case "while scanning a block scalar": return blockScalar()
    case "while scanning a quoted scalar", "while parsing a quoted scalar": return quotedScalar()
    case "while scanning a simple key": return missingColon()
    case let context where context.contains("directive"): return directive()
    default: break
    }
    switch problem {
    case "found character that cannot start any token": return illegalStart()
    case "found unexpected ':'":
      return at(
        place, "A space is missing after this `:`.",
        "Write `key: value`. If it is text, put it in quotes.")
    case "mapping values are not allowed in this context": return call() ?? unexpectedColon()
    case "block sequence entries are not allowed in this context": return unexpectedItem()
    case "mapping keys are not allowed in this context":
      return at(
        place, "`?` and a space are not allowed here.",
        "If it is text, put it in quotes.")
    case "did not find expected key", "did not find expected '-' indicator": return call() ?? brokenBlock()
    case "did not find expected ',' or '}'":
      return CutExpression(text, brokenAt: place)?.explanation ?? call() ?? missingComma()
    case "did not find expected ',' or ']'": return call() ?? missingComma()
    case "did not find expected node content": return missingNode()
    case "did not find expected <document start>": return afterEnd()
    case let problem where problem.contains("directive") || problem.contains("incompatible"):
      return directive()
    default: return plainExplanation
    }
  }

  /// An explanation at a word.
  func at(_ offset: Int, _ message: String, _ help: String) -> Explanation {
    Explanation(range: text.word(at: offset), message: message, help: help)
  }

  /// Tabs are invisible, so they are named before anything that follows from them.
  private func tab() -> Explanation? {
    let line = text.lineStart(of: place)
    let indentation = text.bytes[text.span(line, text.firstNonBlank(from: line))]
    if indentation.contains(0x09), text.lineEnd(of: place) > indentation.endIndex,
      let tabs = text.tabs(from: text.source.line(at: place), areSure: text.isIndentedByTabs)
    {
      return Explanation(
        rule: .tab, range: tabs.range, message: tabs.message, help: text.spaces(for: tabs.range.lowerBound),
        fix: tabs.fix, end: text.source.lineStarts[tabs.lines.upperBound - 1])
    }
    guard place < text.bytes.count, text.bytes[place] == 0x09 else { return nil }
    return Explanation(
      rule: .tab, range: text.span(place, place + 1), message: "YAML needs a space here, not a tab.",
      help: "Use spaces.")
  }

  /// A line that was left when two versions of the file were joined.
  private func conflictMark() -> Explanation? {
    let lines =
      [place, opening].map(text.lineStart) + [text.textBefore(text.lineStart(of: place))].compactMap(\.self)
    for start in lines where text.isConflictMark(at: start, "=>|") {
      return Explanation(
        range: text.line(of: start), message: "This line was left by a merge conflict.",
        help: "Delete it, and check that the lines around it are right.")
    }
    return nil
  }

  private func fence() -> Explanation? {
    let line = text.lineStart(of: place)
    let start = text.firstNonBlank(from: line)
    guard text.bytes[start...].starts(with: [0x60, 0x60, 0x60]) else { return nil }
    return Explanation(
      range: text.span(start, text.lineEnd(of: place)),
      message: "This line belongs to a Markdown code block.",
      help: "Delete the lines that begin with three backquotes. The file must contain only the chart.")
  }

  /// `@x`, `` `x` ``, `%x`.
  private func illegalStart() -> Explanation {
    var value = text.value(at: place)
    // In braces and brackets the value ends before the next sign of theirs.
    if flowStart != nil, let end = text.bytes[value].firstIndex(where: { [0x2C, 0x5D, 0x7D].contains($0) }) {
      value = text.span(
        value.lowerBound, text.bytes[value.lowerBound..<end].lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? end)
    }
    let byte = text.bytes.indices.contains(place) ? text.bytes[place] : 0x20
    let sign = byte == 0x60 ? "a backquote" : "`\(UnicodeScalar(byte))`"
    return Explanation(
      range: value, message: "Text cannot begin with \(sign).",
      help: "Put it in quotes: \(text.quoted(value)).")
  }

  /// `*: x`, `&& ready` and the like: libyaml wanted the name of an anchor.
  private func sign() -> Explanation {
    let start = opening
    let isStar = text.bytes.indices.contains(start) && text.bytes[start] == 0x2A
    let next = text.bytes.indices.contains(start + 1) ? text.bytes[start + 1] : 0x0A
    let afterStar = text.firstNonBlank(from: start + 1)
    if isStar, next == 0x3A || text.bytes.indices.contains(afterStar) && text.bytes[afterStar] == 0x3A {
      return Explanation(
        range: text.span(start, start + 1), message: "The key `*` must be in quotes.",
        help: "Write `\"*\":`.",
        fix: Diagnostic.Fix(
          title: "Put it in quotes", range: text.span(start, start + 1), replacement: "\"*\""))
    }
    let value = text.value(at: start)
    if !isStar, next == 0x26 {
      return Explanation(
        range: value, message: "Text cannot begin with `&&`.",
        help: "In an expression, write `and` between two conditions. If it is text, put it in quotes.")
    }
    return Explanation(
      range: value, message: "Text cannot begin with `\(isStar ? "*" : "&")`.",
      help: "Put it in quotes: \(text.quoted(value)).")
  }

  private func tag(at known: Int?) -> Explanation {
    let line = text.span(text.lineStart(of: place), place + 1)
    let start = known ?? text.bytes[line].lastIndex(of: 0x21) ?? min(opening, place)
    let value = text.value(at: start)
    return Explanation(
      range: value, message: "Text cannot begin with `!`: it starts a tag, which charts do not support.",
      help: "To negate a condition, write `not …`. If it is text, put it in quotes: \(text.quoted(value)).",
      fix: text.negation(at: start))
  }

  private func directive() -> Explanation {
    let line = text.lineStart(of: place)
    let start = text.bytes[line...].first == 0x25 ? line : min(opening, place)
    return Explanation(
      range: text.span(start, text.lineEnd(of: start)),
      message: "A line that begins with `%` is a directive, which charts do not support.",
      help: "Delete this line. If it is text, put it in quotes.")
  }

  private func blockScalar() -> Explanation {
    let value = text.value(at: opening)
    if problem.contains("indentation indicator") {
      return Explanation(
        range: value, message: "The number after `|` or `>` cannot be 0.", help: "Remove the number.")
    }
    let sign = text.bytes.indices.contains(opening) && text.bytes[opening] == 0x7C ? "|" : ">"
    let isOr = sign == "|" && text.bytes[opening...].starts(with: [0x7C, 0x7C])
    let also = isOr ? "In an expression, write `or` between two conditions. " : ""
    return Explanation(
      range: value,
      message: "`\(sign)` at the start of a value begins a text block in the next line.",
      help: also + "If it is text, put all of it in quotes: \(text.quoted(value)).")
  }

  private func quotedScalar() -> Explanation {
    switch problem {
    case "found invalid Unicode character escape code":
      let before = text.bytes[text.span(opening, place + 1)]
      return Explanation(
        range: text.span(before.lastIndex(of: 0x5C) ?? place, place + 4),
        message: "This escape is not a character.",
        help: "Write the character itself.")
    case "found unknown escape character", "did not find expected hexdecimal number":
      // Digits that are wrong are noticed behind the backslash and its letter.
      let before = text.bytes[text.span(opening, place + 1)]
      let start = before.lastIndex(of: 0x5C) ?? place
      let range = text.span(start, start + 2)
      return Explanation(
        range: range, message: "`\(text.source.text(in: range))` is not an escape sequence in \"…\".",
        help:
          "For a backslash, write `\\\\`, or put the text in '…', where a backslash is an ordinary character."
      )
    default:
      return unclosedQuote(text.span(opening, opening + 1))
    }
  }

  /// A quote that nothing closes, or that the next quoted text closes by accident.
  func unclosedQuote(_ range: SourceRange, noticedAt end: Int? = nil) -> Explanation {
    let quote = text.source.text(in: range)
    let line = end.map { text.source.line(at: $0) }
    return Explanation(
      range: range,
      message: line.map { "This quote is not closed before line \($0)." } ?? "This quote is never closed.",
      help: "Write `\(quote)` at the end of the text"
        + (quote == "'"
          ? "; an apostrophe inside is written twice: `''`." : "; a `\"` inside is written `\\\"`."),
      related: end.map {
        [
          Diagnostic.Related(
            range: text.span($0, $0 + 1), message: "closed here, where another text seems to begin")
        ]
      }
        ?? [])
  }
}
