extension ExpressionParser {
  /// A token stands where an operator, or the end, should be.
  func unexpectedAfterOperand() -> ExpressionProblem {
    let token = current
    let written = source(token.range)
    switch token.kind {
    case .invalid(let problem): return problem
    case .word(let word):
      if following.isSymbol(.colon) {
        return ExpressionProblem(
          "`\(written):` is a key and not part of this expression",
          help: "indent it by as many spaces as the key of the expression", range: token.range)
      }
      if let (meant, end) = spokenComparison(behindVerb: word == "is" || word == "are") {
        return ExpressionProblem(
          "`\(source(token.range.lowerBound..<end))` is not an operator here", help: "write `\(meant)`",
          range: token.range.lowerBound..<end, suggestion: meant)
      }
      if let meant = Self.operatorMeant(by: word) {
        return ExpressionProblem(
          "`\(word)` is not an operator here", help: "write `\(meant)`", range: token.range, suggestion: meant
        )
      }
      if word == "not" {
        return ExpressionProblem(
          "`not` is not allowed after a value", help: "write `and not …`, or `!=` to compare",
          range: token.range)
      }
      if word == "in" {
        return ExpressionProblem(
          "`in` is not allowed between two values", help: "write `contains(list, x)`", range: token.range)
      }
    case .text:
      if let before = position > 0 ? tokens[position - 1] : nil, case .text = before.kind,
        before.range.upperBound == token.range.lowerBound
      {
        let quote = source(before.range).prefix(1)
        return ExpressionProblem(
          "two texts follow each other",
          help: "a `\(quote)` inside text is written `\\\(quote)`; join texts with `+`",
          range: before.range.lowerBound..<token.range.upperBound)
      }
    case .symbol(.rightParenthesis), .symbol(.rightBracket), .symbol(.rightBrace):
      return ExpressionProblem(
        "`\(written)` has no matching opening bracket", help: "remove it, or add the opening bracket",
        range: token.range)
    case .symbol(.colon):
      return ExpressionProblem(
        "`:` is not allowed here", help: "a map is written in braces: `{name: value}`", range: token.range)
    case .symbol(.comma):
      return ExpressionProblem(
        "`,` is not allowed here",
        help: "a list is written in brackets: `[1, 2]`; to combine conditions, write `and`",
        range: token.range)
    default: break
    }
    return ExpressionProblem(
      "`\(written)` is not expected here",
      help: "an operator such as `and`, `==` or `+` is missing before it",
      range: token.range)
  }

  /// What `is less than` and `less than` mean between two operands, and where they end.
  private func spokenComparison(behindVerb hasVerb: Bool) -> (meant: String, end: Int)? {
    let following = tokens[position...].dropFirst(hasVerb ? 1 : 0).prefix(5)
    let written = following.map { source($0.range) }
    guard let (words, meant) = Self.spokenComparisons.first(where: { written.starts(with: $0.words) }),
      let last = following.prefix(words.count).last
    else { return nil }
    return (meant, last.range.upperBound)
  }

  /// The words behind `is`, longer ones first.
  private static let spokenComparisons: [(words: [String], meant: String)] = [
    (["less", "than", "or", "equal", "to"], "<="), (["greater", "than", "or", "equal", "to"], ">="),
    (["less", "than"], "<"), (["smaller", "than"], "<"), (["fewer", "than"], "<"), (["below"], "<"),
    (["greater", "than"], ">"), (["more", "than"], ">"), (["above"], ">"), (["at", "least"], ">="),
    (["at", "most"], "<="), (["equal", "to"], "=="), (["not", "equal", "to"], "!="),
    (["not", "less", "than"], ">="), (["not", "below"], ">="), (["not", "greater", "than"], "<="),
    (["not", "more", "than"], "<="), (["not", "above"], "<="), (["not", "at", "least"], "<"),
    (["not", "at", "most"], ">"),
  ]

  /// What a word of another language means between two operands.
  private static func operatorMeant(by word: String) -> String? {
    switch word {
    case "AND", "And", "und": "and"
    case "OR", "Or", "xor": "or"
    case "is", "eq", "equals", "IS", "EQ": "=="
    case "ne", "neq", "NE", "isnt": "!="
    case "lt", "LT": "<"
    case "le", "lte", "LE": "<="
    case "gt", "GT": ">"
    case "ge", "gte", "GE": ">="
    case "mod", "MOD": "%"
    case "plus": "+"
    case "minus": "-"
    default: nil
    }
  }

  /// A value should stand here.
  func missingOperand() -> ExpressionProblem {
    let token = current
    if case .invalid(let problem) = token.kind { return problem }
    let before = position > 0 ? tokens[position - 1] : nil
    if case .end = token.kind {
      guard let before else { return ExpressionProblem("an expression is missing here", range: token.range) }
      return ExpressionProblem(
        "a value is missing after `\(source(before.range))`", range: before.range)
    }
    let written = source(token.range)
    if token.isSymbol(.plus) {
      return ExpressionProblem(
        "`+` needs a value on its left",
        help: "to count, write the variable before it, as in `n + 1`; if not, remove the `+`",
        range: token.range)
    }
    if token.isSymbol(.rightParenthesis), let before, before.isSymbol(.leftParenthesis) {
      return ExpressionProblem(
        "the parentheses are empty", range: before.range.lowerBound..<token.range.upperBound)
    }
    if let before {
      return ExpressionProblem(
        "a value is missing between `\(source(before.range))` and `\(written)`",
        range: before.range.lowerBound..<token.range.upperBound)
    }
    return ExpressionProblem("a value is missing before `\(written)`", range: token.range)
  }

  /// A bracket is not closed; reported where it opens.
  func unclosed(_ opening: String, _ range: Range<Int>, _ closing: String) -> ExpressionProblem {
    switch current.kind {
    case .invalid(let problem): return problem
    case .end:
      return ExpressionProblem("this `\(opening)` is not closed", help: "add `\(closing)`", range: range)
    default: break
    }
    if [.rightParenthesis, .rightBracket, .rightBrace].contains(where: current.isSymbol) {
      return ExpressionProblem(
        "`\(source(current.range))` does not close the `\(opening)`", help: "write `\(closing)` before it",
        range: current.range)
    }
    return unexpectedAfterOperand(in: opening, closing)
  }

  private func unexpectedAfterOperand(in opening: String, _ closing: String) -> ExpressionProblem {
    var problem = unexpectedAfterOperand()
    if problem.suggestion == nil, opening != "(" || !current.isSymbol(.comma) {
      problem.message = "`\(source(current.range))` is not expected here"
      problem.help = "write `,`, an operator, or `\(closing)` before it"
    }
    return problem
  }

  /// After a `.` stands no name.
  func missingField() -> ExpressionProblem {
    if case .invalid(let problem) = current.kind { return problem }
    if position > 1, case .int = tokens[position - 2].kind {
      return ExpressionProblem(
        "digits are missing after the point", help: "write `\(source(tokens[position - 2].range)).0`",
        range: tokens[position - 2].range.lowerBound..<lastEnd)
    }
    let isIndex = if case .int = current.kind { true } else { false }
    return ExpressionProblem(
      "the name of a field is missing after `.`",
      help: isIndex ? "write an index in brackets: `[\(source(current.range))]`" : nil,
      range: (lastEnd - 1)..<max(current.range.upperBound, lastEnd))
  }

  /// `a.f(…)` of another language.
  func method(_ name: String, of base: ExpressionNode, _ range: Range<Int>) -> ExpressionProblem {
    let meant = ExpressionFunction.meant(by: name) ?? name
    let isFunction = ExpressionFunction(name: meant) != nil
    let written = base.range.count <= 40 ? source(base.range) : "…"
    return ExpressionProblem(
      "values have no methods",
      help: isFunction ? "write `\(meant)(\(written)…)`" : "write the function first: `f(\(written))`",
      range: range)
  }
}
