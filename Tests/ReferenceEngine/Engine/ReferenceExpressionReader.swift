import Statecharts

/// Text to `ReferenceExpression`, loosest binding first.
struct ReferenceExpressionReader {
  private let tokens: [Substring]
  private var position = 0

  /// Reads a whole text; a text that is not in the generator's part of the language fails whenever it is evaluated.
  static func read(_ text: String) -> ReferenceExpression {
    var reader = ReferenceExpressionReader(tokens: tokens(of: text))
    guard let result = try? reader.disjunction(), reader.position == reader.tokens.count else {
      return .fails
    }
    return result
  }

  private init(tokens: [Substring]) { self.tokens = tokens }

  private static func tokens(of text: String) -> [Substring] {
    var tokens: [Substring] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
        continue
      }
      var token: Substring
      if first == "'" {
        let body = rest.dropFirst().prefix { $0 != "'" }
        token = rest.prefix(body.count + 2)
      } else if first.isLetter || first.isNumber || first == "_" {
        token = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      } else if ["==", "!=", "<=", ">=", "??"].contains(rest.prefix(2)) {
        token = rest.prefix(2)
      } else {
        token = rest.prefix(1)
      }
      tokens.append(token)
      rest = rest.dropFirst(token.count)
    }
    return tokens
  }

  private mutating func take(_ choices: String...) -> String? {
    guard position < tokens.count, let choice = choices.first(where: { $0 == tokens[position] }) else {
      return nil
    }
    position += 1
    return choice
  }

  private mutating func need(_ token: String) throws {
    guard take(token) != nil else { throw ReferenceFailure() }
  }

  private mutating func next() throws -> Substring {
    guard position < tokens.count else { throw ReferenceFailure() }
    position += 1
    return tokens[position - 1]
  }

  private mutating func disjunction() throws -> ReferenceExpression {
    var left = try conjunction()
    while take("or") != nil { left = .either(left, try conjunction()) }
    return left
  }

  private mutating func conjunction() throws -> ReferenceExpression {
    var left = try negation()
    while take("and") != nil { left = .both(left, try negation()) }
    return left
  }

  private mutating func negation() throws -> ReferenceExpression {
    if take("not") != nil { return .not(try negation()) }
    let left = try orElse()
    guard let sign = take("==", "!=", "<=", ">=", "<", ">") else { return left }
    return .calculation(sign, left, try orElse())
  }

  private mutating func orElse() throws -> ReferenceExpression {
    let left = try sum()
    guard take("??") != nil else { return left }
    return .orElse(left, try orElse())
  }

  private mutating func sum() throws -> ReferenceExpression {
    var left = try product()
    while let sign = take("+", "-") { left = .calculation(sign, left, try product()) }
    return left
  }

  private mutating func product() throws -> ReferenceExpression {
    var left = try signed()
    while let sign = take("*", "%") { left = .calculation(sign, left, try signed()) }
    return left
  }

  private mutating func signed() throws -> ReferenceExpression {
    if take("-") != nil { return .calculation("-", .value(.int(0)), try signed()) }
    return try primary()
  }

  private mutating func primary() throws -> ReferenceExpression {
    let token = try next()
    switch token {
    case "(":
      let inner = try disjunction()
      try need(")")
      return inner
    case "[":
      var elements = [try disjunction()]
      while take(",") != nil { elements.append(try disjunction()) }
      try need("]")
      return .list(elements)
    case "true": return .value(.bool(true))
    case "false": return .value(.bool(false))
    case "unset": return .value(.unset)
    case "in":
      try need("(")
      let state = String(try next())
      try need(")")
      return .active(state)
    case "defined":
      try need("(")
      let inner = try primary()
      try need(")")
      return .defined(inner)
    case "fail":
      try need("(")
      try need(")")
      return .fails
    case "event":
      try need(".")
      if try next() == "name" { return .eventName }
      return take(".") == nil ? .eventData : .field(.eventData, String(try next()))
    default:
      if token.hasPrefix("'") { return .value(.string(String(token.dropFirst().dropLast()))) }
      if let number = Int(token) { return .value(.int(number)) }
      guard take("(") != nil else { return .name(String(token)) }
      var arguments: [ReferenceArgument] = []
      repeat {
        let name = String(try next())
        try need(":")
        arguments.append(ReferenceArgument(name: name, value: try disjunction()))
      } while take(",") != nil
      try need(")")
      return .ask(String(token), arguments)
    }
  }
}
