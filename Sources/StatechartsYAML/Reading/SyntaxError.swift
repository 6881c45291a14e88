/// A place at which libyaml stopped, because the text is not well-formed YAML.
package struct SyntaxError {
  /// A quoted text that ended before the place of the problem.
  package struct QuotedText {
    package var range: SourceRange
    package var isSingle: Bool
  }

  package let text: TextLines
  /// libyaml's words for what is wrong and for what it was reading; compared, never shown.
  package let problem: String
  package let context: String
  /// Where libyaml noticed.
  package let place: Int
  /// Where the thing begins that it was reading.
  package let opening: Int
  /// Where the outermost bracket or brace begins that is open, if any.
  package let flowStart: Int?
  /// The scalar that was read last, when it is a quoted one.
  package let lastQuoted: QuotedText?
  package let limits: YAMLLimits

  /// What is said without repairs.
  package var plainExplanation: Explanation {
    let limit: Explanation?
    if context == "while scanning a simple key" {
      limit = keyLimit(from: opening, to: place)
    } else if problem == "mapping values are not allowed in this context" {
      limit = keyLimit(from: text.firstNonBlank(from: text.lineStart(of: place)), to: place)
    } else {
      limit = nil
    }
    return limit
      ?? Explanation(
        range: text.word(at: place), message: "The text is not well-formed YAML from here on.",
        help: "Look for a missing quote, bracket or `:` here and in the line above.")
  }

  /// libyaml gives up on keys that are longer than it looks ahead.
  package func keyLimit(from start: Int, to end: Int) -> Explanation? {
    let stop = min(end, text.lineEnd(of: start))
    guard stop - start > 1024, text.colon(in: text.span(start, stop)) == nil else { return nil }
    return Explanation(
      rule: .limit, range: text.span(start, stop),
      message:
        "This key has \(stop - start) bytes as it is written; the limit for a key is \(min(limits.keyBytes, 1024)).",
      help: "Shorten it. Long text goes after the `:`.")
  }
}
