/// Parses the expressions and assignments of ECMAScript that charts use.
struct ESParser {
  /// An assignment, the only statement that charts can do.
  struct Assignment {
    var target: ESNode
    var value: ESNode
  }

  /// How deep parentheses, brackets and operators may nest.
  static let depth = 48
  /// How many bytes an expression may have.
  static let longest = 65_536

  private let tokens: [ESToken]
  private var index = 0
  private var depth = 0
  /// How many signs lean to the left in the present expression. The chains of all levels together are one long spine.
  private var chained = 0
  private static let mostChained = 4 * depth

  private init(_ text: String) throws(ESProblem) {
    guard text.utf8.count <= Self.longest else { throw .beyond("the expression is longer than 64 KiB") }
    tokens = try ESLexer.tokens(of: text)
  }

  /// Parses one expression.
  static func expression(_ text: String) throws(ESProblem) -> ESNode {
    var parser = try ESParser(text)
    let node = try parser.expression()
    parser.skipBreaks()
    if parser.peekSign(",") { throw .beyond("several values separated by `,` are not supported") }
    guard parser.index == parser.tokens.count else { throw parser.unexpected() }
    return node
  }

  /// Parses a script that holds nothing but assignments.
  static func assignments(_ text: String) throws(ESProblem) -> [Assignment] {
    var parser = try ESParser(text)
    var result: [Assignment] = []
    while true {
      while parser.peekSign(";") || parser.peek == .lineBreak { parser.index += 1 }
      guard parser.index < parser.tokens.count else { return result }
      result.append(try parser.assignment())
      guard parser.index == parser.tokens.count || parser.peekSign(";") || parser.peek == .lineBreak else {
        throw .beyond("only assignments are supported in scripts")
      }
    }
  }

  // MARK: Statements

  private mutating func assignment() throws(ESProblem) -> Assignment {
    if case .name(let word)? = peek, ["var", "let", "const"].contains(word) { index += 1 }
    if case .name(let word)? = peek,
      ["if", "for", "while", "function", "return", "do", "switch", "throw", "try"].contains(word)
    {
      throw .beyond("`\(word)` is not supported in scripts, only assignments are")
    }
    let target = try postfix()
    guard case .sign(let sign)? = peek else { throw .beyond("only assignments are supported in scripts") }
    index += 1
    switch sign {
    case "=": return Assignment(target: target, value: try expression())
    case "+=", "-=", "*=", "/=", "%=":
      return Assignment(target: target, value: .binary(String(sign.dropLast()), target, try expression()))
    case "++": return Assignment(target: target, value: .increment(target))
    case "--": return Assignment(target: target, value: .binary("-", target, .number(1)))
    default: throw .beyond("only assignments are supported in scripts")
    }
  }

  // MARK: Expressions

  private static let levels: [[String]] = [
    ["??"], ["||"], ["&&"], ["===", "!==", "==", "!="], ["<", "<=", ">", ">=", "in", "instanceof"],
    ["+", "-"],
    ["*", "/", "%"],
  ]

  private mutating func expression() throws(ESProblem) -> ESNode {
    if depth == 0 { chained = 0 }
    let node = try binary(0)
    skipBreaksBeforeSign()
    if case .sign(let sign)? = peek {
      if sign == "?" { throw .beyond("the operator `?` is not supported, use `if` elements instead") }
      if ["=", "+=", "-=", "=>", "++", "--"].contains(sign) {
        throw .beyond("an assignment inside an expression is not supported")
      }
      if ["&", "|", "^", "<<", ">>", ">>>", "**"].contains(sign) {
        throw .beyond("`\(sign)` is not supported")
      }
    }
    return node
  }

  private mutating func binary(_ level: Int) throws(ESProblem) -> ESNode {
    guard level < Self.levels.count else { return try unary() }
    var left = try binary(level + 1)
    var count = 0
    while let sign = operatorSign(Self.levels[level]) {
      count += 1
      chained += 1
      // A chain leans to the left and is walked by recursion later.
      guard count <= Self.depth, chained <= Self.mostChained else {
        throw .beyond("the expression is too long")
      }
      skipBreaks()
      left = .binary(sign, left, try binary(level + 1))
    }
    return left
  }

  private mutating func operatorSign(_ signs: [String]) -> String? {
    let start = index
    skipBreaks()
    switch peek {
    case .sign(let sign)? where signs.contains(sign), .name(let sign)? where signs.contains(sign):
      index += 1
      return sign
    default:
      index = start
      return nil
    }
  }

  private mutating func unary() throws(ESProblem) -> ESNode {
    skipBreaks()
    try enter()
    defer { depth -= 1 }
    switch peek {
    case .sign("!")?:
      index += 1
      return .not(try unary())
    case .sign("-")?:
      index += 1
      return .negate(try unary())
    case .name("typeof")?:
      index += 1
      return .typeOf(try unary())
    case .sign("+")?, .sign("~")?, .sign("++")?, .sign("--")?:
      throw .beyond("an operator before a value is not supported")
    case .name(let word)? where ["new", "function", "delete", "void", "return", "this"].contains(word):
      throw word == "return"
        ? .syntax("`return` is not an expression") : .beyond("`\(word)` is not supported")
    default: return try postfix()
    }
  }

  private mutating func postfix() throws(ESProblem) -> ESNode {
    try enter()
    defer { depth -= 1 }
    var node = try primary()
    var count = 0
    while case .sign(let sign)? = peekBeyondBreak() {
      count += 1
      chained += 1
      guard count <= Self.depth, chained <= Self.mostChained else {
        throw .beyond("the expression is too long")
      }
      switch sign {
      case ".":
        skipBreaks()
        index += 1
        guard case .name(let name)? = peek else { throw unexpected() }
        index += 1
        node = .member(node, name)
      case "?.":
        skipBreaks()
        index += 1
        guard case .name(let name)? = peek else { throw .beyond("`?.` is supported only before a name") }
        index += 1
        node = .optionalMember(node, name)
      case "[":
        index += 1
        node = .index(node, try expression())
        try expect("]")
      case "(":
        index += 1
        node = .call(node, try list(until: ")"))
      default: return node
      }
    }
    return node
  }

  private mutating func primary() throws(ESProblem) -> ESNode {
    skipBreaks()
    guard let token = peek else { throw .syntax("the expression is incomplete") }
    index += 1
    switch token {
    case .number(let value): return .number(value)
    case .string(let text): return .string(text)
    case .name("true"): return .bool(true)
    case .name("false"): return .bool(false)
    case .name("null"): return .null
    case .name("undefined"): return .undefined
    case .name(let name): return .name(name)
    case .sign("("):
      if peekSign(")") { throw .beyond("function expressions are not supported") }
      let node = try expression()
      skipBreaks()
      if peekSign(",") { throw .beyond("several values separated by `,` are not supported") }
      try expect(")")
      return node
    case .sign("["): return .array(try list(until: "]"))
    case .sign("{"): return .object(try fields())
    case .sign("/"): throw .beyond("regular expressions are not supported")
    case .sign("..."): throw .beyond("`...` is not supported")
    default:
      index -= 1
      throw unexpected()
    }
  }

  private mutating func list(until end: String) throws(ESProblem) -> [ESNode] {
    var nodes: [ESNode] = []
    skipBreaks()
    while !peekSign(end) {
      if peekSign(",") { throw .beyond("a list with empty items is not supported") }
      nodes.append(try expression())
      skipBreaks()
      if peekSign(",") { index += 1 } else if !peekSign(end) { throw unexpected() }
      skipBreaks()
    }
    index += 1
    return nodes
  }

  private mutating func fields() throws(ESProblem) -> [ESNode.Field] {
    var fields: [ESNode.Field] = []
    skipBreaks()
    while !peekSign("}") {
      let name: String
      switch peek {
      case .name(let text)?, .string(let text)?: name = text
      case .number?, .sign("[")?, .sign("...")?:
        throw .beyond("computed field names are not supported")
      default: throw unexpected()
      }
      index += 1
      skipBreaks()
      if !peekSign(":") {
        switch peek {
        case .name?, .string?, .sign(",")?, .sign("}")?, .sign("(")?:
          throw .beyond("fields without `:` are not supported")
        default: throw unexpected()
        }
      }
      index += 1
      fields.append(.init(name: name, value: try expression()))
      skipBreaks()
      if peekSign(",") { index += 1 } else if !peekSign("}") { throw unexpected() }
      skipBreaks()
    }
    index += 1
    return fields
  }

  // MARK: Tokens

  private var peek: ESToken? { index < tokens.count ? tokens[index] : nil }

  private func peekSign(_ sign: String) -> Bool { peek == .sign(sign) }

  /// The next token, where a line break before a `.` does not count.
  private func peekBeyondBreak() -> ESToken? {
    for sign in [ESToken.sign("."), .sign("?.")] {
      if peek == .lineBreak, index + 1 < tokens.count, tokens[index + 1] == sign { return sign }
    }
    return peek
  }

  private mutating func skipBreaks() {
    while peek == .lineBreak { index += 1 }
  }

  private mutating func skipBreaksBeforeSign() {
    let start = index
    skipBreaks()
    if case .sign(let sign)? = peek, sign != "++", sign != "--" { return }
    index = start
  }

  private mutating func expect(_ sign: String) throws(ESProblem) {
    skipBreaks()
    guard peekSign(sign) else { throw unexpected() }
    index += 1
  }

  private mutating func enter() throws(ESProblem) {
    depth += 1
    guard depth <= 2 * Self.depth else { throw .beyond("the expression is nested too deeply") }
  }

  private func unexpected() -> ESProblem {
    switch peek {
    case nil: .syntax("the expression is incomplete")
    case .lineBreak?: .syntax("a line break is not expected here")
    case .name(let text)?: .syntax("`\(text)` is not expected here")
    case .sign(let text)?: .syntax("`\(text)` is not expected here")
    case .string?: .syntax("a text is not expected here")
    case .number?: .syntax("a number is not expected here")
    }
  }
}
