extension ExpressionParser {
  /// A literal, a name, a call, a list, a map, or an expression in parentheses.
  mutating func primary() throws(ExpressionProblem) -> ExpressionNode {
    let token = current
    switch token.kind {
    case .int(let magnitude):
      guard let value = Int(exactly: magnitude) else {
        throw ExpressionProblem(
          "this integer is too large", help: "the largest is \(Int.max)", range: token.range)
      }
      return try literal(.int(value))
    case .number(let value): return try literal(.number(value))
    case .duration(let value): return try literal(.duration(value))
    case .text(let value): return try literal(.string(value))
    case .word(let word): return try self.word(word)
    case .symbol(.leftParenthesis):
      advance()
      if current.isSymbol(.rightParenthesis) { throw missingOperand() }
      let inner = try expression(.or)
      guard take(.rightParenthesis) else { throw unclosed("(", token.range, ")") }
      // The parentheses belong to the range, so that messages and quotations show them.
      return ExpressionNode(inner.kind, range: token.range.lowerBound..<lastEnd)
    case .symbol(.leftBracket): return try list()
    case .symbol(.leftBrace): return try map()
    case .invalid(let problem): throw problem
    case .symbol, .end: throw missingOperand()
    }
  }

  private mutating func literal(_ value: ChartValue) throws(ExpressionProblem) -> ExpressionNode {
    let range = current.range
    advance()
    return try node(.literal(value), range)
  }

  private mutating func word(_ word: String) throws(ExpressionProblem) -> ExpressionNode {
    let range = current.range
    switch word {
    case "true": return try literal(.bool(true))
    case "false": return try literal(.bool(false))
    case "unset": return try literal(.unset)
    case "and", "or", "not": throw missingOperand()
    case "in": return try inState()
    default: break
    }
    advance()
    guard current.isSymbol(.leftParenthesis) else {
      if word == "defined" {
        throw ExpressionProblem(
          "`defined` needs a variable or field", help: "write `defined(name)`", range: range)
      }
      return try node(.name(word), range)
    }
    let opening = current.range
    advance()
    var arguments: [ExpressionNode.Argument] = []
    while !current.isSymbol(.rightParenthesis) {
      var label: String?
      var labelRange = current.range.lowerBound..<current.range.lowerBound
      if case .word(let name) = current.kind, following.isSymbol(.colon) {
        label = name
        labelRange = current.range
        advance()
        advance()
      }
      arguments.append(.init(label: label, labelRange: labelRange, value: try expression(.or)))
      guard take(.comma) else { break }
    }
    guard take(.rightParenthesis) else { throw unclosed("(", opening, ")") }
    return try node(.call(name: word, nameRange: range, arguments), range.lowerBound..<lastEnd)
  }

  /// `in(state)`. The id stands bare; the lexer lets it contain `-`.
  private mutating func inState() throws(ExpressionProblem) -> ExpressionNode {
    let start = current.range
    advance()
    guard current.isSymbol(.leftParenthesis) else {
      throw ExpressionProblem(
        "`in` checks whether a state is active",
        help: "write `in(state)`; to search a list, write `contains(list, x)`",
        range: start)
    }
    let opening = current.range
    advance()
    let first = current
    if case .invalid(let problem) = first.kind { throw problem }
    let name: String
    switch first.kind {
    case .word(let word): name = word
    case .text(let text): name = text
    default:
      throw ExpressionProblem(
        "`in` needs the id of a state", help: "write `in(state)`",
        range: start.lowerBound..<opening.upperBound)
    }
    advance()
    let range = first.range
    guard take(.rightParenthesis) else {
      if current.isSymbol(.comma) {
        throw ExpressionProblem(
          "`in` takes one state", help: "check each: `in(a) or in(b)`", range: current.range)
      }
      throw unclosed("(", opening, ")")
    }
    return try node(.inState(name, nameRange: range), start.lowerBound..<lastEnd)
  }

  private mutating func list() throws(ExpressionProblem) -> ExpressionNode {
    let opening = current.range
    advance()
    var elements: [ExpressionNode] = []
    while !current.isSymbol(.rightBracket) {
      elements.append(try expression(.or))
      guard take(.comma) else { break }
    }
    guard take(.rightBracket) else { throw unclosed("[", opening, "]") }
    return try node(.list(elements), opening.lowerBound..<lastEnd)
  }

  private mutating func map() throws(ExpressionProblem) -> ExpressionNode {
    let opening = current.range
    advance()
    var entries: [ExpressionNode.Entry] = []
    var seen: Set<String> = []
    while !current.isSymbol(.rightBrace) {
      let range = current.range
      let name: String
      switch current.kind {
      case .word(let word): name = word
      case .text(let text): name = text
      case .invalid(let problem): throw problem
      default:
        throw ExpressionProblem(
          "a map needs a name here", help: "write `{name: value}`, or `{'name': value}`", range: range)
      }
      guard seen.insert(name).inserted else {
        throw ExpressionProblem("`\(name)` appears twice in this map", range: range)
      }
      advance()
      guard take(.colon) else {
        throw ExpressionProblem(
          "the value of `\(name)` is missing", help: "write `\(name): value`", range: range)
      }
      entries.append(.init(name: name, nameRange: range, value: try expression(.or)))
      guard take(.comma) else { break }
    }
    guard take(.rightBrace) else { throw unclosed("{", opening, "}") }
    return try node(.map(entries), opening.lowerBound..<lastEnd)
  }
}
