/// Parses the text of an expression. The first problem ends it: what follows a syntax error is guesswork.
package func parse(_ text: String) throws(ExpressionProblem) -> ExpressionNode {
  var parser = try ExpressionParser(text)
  return try parser.parseWhole()
}

/// Recursive descent with one function for all binary operators, so that a level of nesting costs few stack frames;
/// `depth` counts them.
struct ExpressionParser {
  /// How tightly operators bind, loosest first.
  enum Level: Int, Comparable {
    case or, and, not, comparison, orElse, sum, product, unary

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

    var next: Level { Level(rawValue: rawValue + 1) ?? .unary }
  }

  let bytes: [UInt8]
  let tokens: [ExpressionToken]
  var position = 0
  var depth = 0

  init(_ text: String) throws(ExpressionProblem) {
    guard text.utf8.count <= ExpressionLimits.textLength else {
      throw ExpressionProblem(
        "the expression is longer than \(ExpressionLimits.textLength) bytes",
        help: "use a guard handler, or keep the data outside the chart",
        range: ExpressionLimits.textLength..<text.utf8.count)
    }
    bytes = Array(text.utf8)
    tokens = ExpressionLexer.tokens(of: bytes)
  }

  // proven: the lexer always ends with one `end` or `invalid`, and `advance` never moves past the last token.
  var current: ExpressionToken { tokens[position] }

  var following: ExpressionToken { tokens[min(position + 1, tokens.count - 1)] }

  /// The end of the token before the current one.
  var lastEnd: Int { position > 0 ? tokens[position - 1].range.upperBound : 0 }

  mutating func advance() { position = min(position + 1, tokens.count - 1) }

  mutating func take(_ symbol: ExpressionToken.Symbol) -> Bool {
    guard current.isSymbol(symbol) else { return false }
    advance()
    return true
  }

  func source(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  mutating func parseWhole() throws(ExpressionProblem) -> ExpressionNode {
    if case .end = current.kind {
      throw ExpressionProblem("an expression is missing here", range: 0..<bytes.count)
    }
    let node = try expression(.or)
    guard case .end = current.kind else { throw unexpectedAfterOperand() }
    return node
  }

  mutating func enter(at range: Range<Int>) throws(ExpressionProblem) {
    guard depth <= ExpressionLimits.depth else { throw tooDeep(range) }
    depth += 1
  }

  func tooDeep(_ range: Range<Int>) -> ExpressionProblem {
    ExpressionProblem(
      "the expression is nested deeper than \(ExpressionLimits.depth) levels",
      help: "split it: assign parts of it to variables, or use a guard handler", range: range)
  }

  func node(_ kind: ExpressionNode.Kind, _ range: Range<Int>) throws(ExpressionProblem) -> ExpressionNode {
    let node = ExpressionNode(kind, range: range)
    guard node.height <= ExpressionLimits.depth + 1 else { throw tooDeep(range) }
    return node
  }

  /// An operand and all operators after it that bind at least as tightly as a level.
  mutating func expression(_ minimum: Level) throws(ExpressionProblem) -> ExpressionNode {
    try enter(at: current.range)
    defer { depth -= 1 }
    var left = try operand(minimum)
    while let level = binaryLevel(current), level >= minimum {
      switch level {
      case .or, .and, .orElse: left = try chain(from: left, level)
      case .comparison: left = try comparison(from: left)
      default: left = try arithmetic(from: left, level)
      }
    }
    return left
  }

  func binaryLevel(_ token: ExpressionToken) -> Level? {
    switch token.kind {
    case .word("or"): .or
    case .word("and"): .and
    case .symbol(.orElse): .orElse
    case .symbol(let symbol):
      if ExpressionNode.Comparison(rawValue: symbol.rawValue) != nil {
        .comparison
      } else if let found = ExpressionNode.Operator(rawValue: symbol.rawValue) {
        found == .add || found == .subtract ? .sum : .product
      } else {
        nil
      }
    default: nil
    }
  }

  private mutating func chain(
    from first: ExpressionNode, _ level: Level
  ) throws(ExpressionProblem) -> ExpressionNode {
    var operands = [first]
    while binaryLevel(current) == level {
      advance()
      operands.append(try expression(level.next))
    }
    let range = first.range.lowerBound..<lastEnd
    switch level {
    case .or: return try node(.any(operands), range)
    case .and: return try node(.all(operands), range)
    default: return try node(.orElse(operands), range)
    }
  }

  private mutating func comparison(from left: ExpressionNode) throws(ExpressionProblem) -> ExpressionNode {
    let sign = current
    guard case .symbol(let symbol) = sign.kind,
      let comparison = ExpressionNode.Comparison(rawValue: symbol.rawValue)
    else { throw unexpectedAfterOperand() }
    advance()
    let right = try expression(.orElse)
    if binaryLevel(current) == .comparison {
      let second = source(current.range)
      let middle = source(right.range)
      let first = "\(source(left.range)) \(comparison.rawValue) \(middle)"
      let isShort = first.utf8.count <= 60
      throw ExpressionProblem(
        "comparisons cannot be chained",
        help: isShort
          ? "compare twice: `\(first) and \(middle) \(second) …`"
          : "compare twice, and join the two with `and`",
        range: current.range)
    }
    return try node(
      .compare(comparison, operatorRange: sign.range, left, right), left.range.lowerBound..<lastEnd)
  }

  private mutating func arithmetic(
    from first: ExpressionNode, _ level: Level
  ) throws(ExpressionProblem) -> ExpressionNode {
    var steps: [ExpressionNode.Step] = []
    while binaryLevel(current) == level, case .symbol(let symbol) = current.kind,
      let found = ExpressionNode.Operator(rawValue: symbol.rawValue)
    {
      let range = current.range
      advance()
      steps.append(.init(operator: found, operatorRange: range, operand: try expression(level.next)))
    }
    return try node(.arithmetic(first, steps), first.range.lowerBound..<lastEnd)
  }

  /// `not`, `-`, or a primary with its path.
  private mutating func operand(_ minimum: Level) throws(ExpressionProblem) -> ExpressionNode {
    let start = current.range
    if current.isWord("not") {
      guard minimum <= .not else {
        throw ExpressionProblem(
          "`not` is not allowed here", help: "put it in parentheses: `(not …)`", range: start)
      }
      advance()
      let operand = try expression(.not)
      return try node(.not(operand), start.lowerBound..<lastEnd)
    }
    if current.isSymbol(.minus) {
      advance()
      // Folded here so that the smallest whole number can be written.
      if case .int(let magnitude) = current.kind, !startsPath(following) {
        advance()
        let value = magnitude == UInt64(Int.max) + 1 ? Int.min : -(Int(exactly: magnitude) ?? 0)
        return try node(.literal(.int(value)), start.lowerBound..<lastEnd)
      }
      let operand = try expression(.unary)
      return try node(.negate(operand), start.lowerBound..<lastEnd)
    }
    return try path(from: primary())
  }

  func startsPath(_ token: ExpressionToken) -> Bool { token.isSymbol(.dot) || token.isSymbol(.leftBracket) }

  /// `.name` and `[index]` after an operand.
  private mutating func path(from base: ExpressionNode) throws(ExpressionProblem) -> ExpressionNode {
    var result = base
    while true {
      let start = base.range.lowerBound
      if take(.dot) {
        guard case .word(let name) = current.kind else { throw missingField() }
        let range = current.range
        advance()
        if current.isSymbol(.leftParenthesis) { throw method(name, of: result, range) }
        result = try node(.field(result, name: name, nameRange: range), start..<lastEnd)
      } else if current.isSymbol(.leftBracket) {
        let opening = current.range
        advance()
        let index = try expression(.or)
        guard take(.rightBracket) else { throw unclosed("[", opening, "]") }
        result = try node(.index(result, index), start..<lastEnd)
      } else {
        return result
      }
    }
  }
}
