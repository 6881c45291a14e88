// Whole forms of other languages: `(x) => …` and `{{ … }}`.

extension ExpressionLexer {
  /// Longer texts are not repeated in help.
  private static let longestQuote = 60
  /// Functions with more parameters are not distinguished from other texts.
  private static let mostTokens = 12

  /// What to say of a form of another language that begins, or whose arrow stands, at an offset; nil for none.
  func foreignForm(at start: Int) -> ExpressionProblem? {
    if bytes[start...].starts(with: "{{".utf8) { return doubleBraces(at: start) }
    if bytes[start...].starts(with: "=>".utf8) { return function(arrowAt: start) }
    return nil
  }

  private func doubleBraces(at start: Int) -> ExpressionProblem {
    let inner = bytes[(start + 2)...].prefix { $0 != UInt8(ascii: "}") }
    return ExpressionProblem(
      "an expression is not written in double braces",
      help: quoted(inner).map { "remove the braces: write `\($0)`" } ?? "remove the braces",
      range: start..<start + 2)
  }

  /// What to say of a function of one or more names; nil for an arrow that may be meant to compare.
  private func function(arrowAt start: Int) -> ExpressionProblem? {
    // Only what is short is repeated; the rest of a long text is not looked at.
    guard tokens.count <= Self.mostTokens else { return nil }
    var names: [String] = []
    for token in tokens {
      switch token.kind {
      case .word(let name): names.append(name)
      case .symbol(.leftParenthesis), .symbol(.rightParenthesis), .symbol(.comma), .symbol(.leftBrace),
        .symbol(.rightBrace):
        continue
      default: return nil
      }
    }
    let hasParentheses =
      tokens.first?.isSymbol(.leftParenthesis) == true && tokens.last?.isSymbol(.rightParenthesis) == true
    // `attempts => 3` compares; `context => context.attempts` does not.
    let namesOwner = tokens.count == 1 && text(start + 2..<bytes.count).contains("\(names.first ?? "").")
    guard hasParentheses || namesOwner else { return nil }
    let isShort = bytes.count - start <= 4 * Self.longestQuote
    let written = isShort ? quoted(withoutOwner(names, start + 2)) : nil
    return ExpressionProblem(
      "a function is not allowed here, only its result",
      help: written.map { "write `\($0)`; use the variables by their own names" }
        ?? "write the condition alone; use the variables by their own names",
      range: 0..<start + 2)
  }

  /// The text from an offset on, `context.attempts` as `attempts` for each of the names; what comes of the event stays.
  private func withoutOwner(_ names: [String], _ start: Int) -> [UInt8] {
    var result: [UInt8] = []
    var index = start
    while index < bytes.count {
      let isInside = result.last.map { Self.isWordPart($0) || $0 == UInt8(ascii: ".") } ?? false
      let owner = names.first { $0 != "event" && bytes[index...].starts(with: "\($0).".utf8) }
      if !isInside, let owner {
        index += owner.utf8.count + 1
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// A text for help, its blanks made one each; nil where it is empty, long, or needs back quotes itself.
  private func quoted(_ bytes: some Sequence<UInt8>) -> String? {
    let text = String(decoding: Array(bytes), as: UTF8.self).split { $0.isWhitespace }.joined(separator: " ")
    return text.isEmpty || text.utf8.count > Self.longestQuote || text.contains("`") ? nil : text
  }
}
