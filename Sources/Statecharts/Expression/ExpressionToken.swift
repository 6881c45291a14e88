/// One token of an expression.
struct ExpressionToken {
  enum Symbol: String {
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBracket = "["
    case rightBracket = "]"
    case leftBrace = "{"
    case rightBrace = "}"
    case comma = ","
    case colon = ":"
    case dot = "."
    case plus = "+"
    case minus = "-"
    case star = "*"
    case slash = "/"
    case percent = "%"
    case orElse = "??"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  enum Kind {
    /// A word: a name, a reserved word, a literal such as `true`, or an operator such as `and`.
    case word(String)
    case int(UInt64)
    case number(Double)
    case duration(Duration)
    case text(String)
    case symbol(Symbol)
    /// The end of the text.
    case end
    /// Something that is no token; lexing stops there.
    case invalid(ExpressionProblem)
  }

  var kind: Kind
  /// Its place in the text, in UTF-8 offsets.
  var range: Range<Int>

  func isSymbol(_ symbol: Symbol) -> Bool {
    if case .symbol(symbol) = kind { true } else { false }
  }

  func isWord(_ word: String) -> Bool {
    if case .word(word) = kind { true } else { false }
  }
}
