import Statecharts

/// An evaluator of its own for the part of the expression language that the generator writes. It reads the text anew
/// each time and evaluates as it goes; what need not be evaluated is read over.
///
/// or; and; not; comparison; + -; * %; unary -; integers, texts, truth values, unset, lists, names, `in(state)`,
/// `defined(name)`, `fail()`, `event.name`, `event.data.field`, parentheses.
struct ReferenceExpression {
  static func evaluate(_ text: String, _ engine: ReferenceEngine) throws -> Value {
    var reader = ReferenceExpression(rest: Array(text.utf8)[...], engine: engine)
    let value = try reader.disjunction()
    reader.skipBlanks()
    guard reader.rest.isEmpty else { throw ReferenceFailure() }
    return value
  }

  private var rest: ArraySlice<UInt8>
  private let engine: ReferenceEngine
  /// False while reading over the side of `and` and `or` that does not matter.
  private var isLive = true

  private init(rest: ArraySlice<UInt8>, engine: ReferenceEngine) {
    self.rest = rest
    self.engine = engine
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == UInt8(ascii: " ") } }

  /// Takes a sign, or a word that ends there.
  private mutating func take(_ text: StaticString) -> Bool {
    skipBlanks()
    let bytes = text.withUTF8Buffer { Array($0) }
    guard rest.starts(with: bytes) else { return false }
    if Self.isLetter(bytes[0]), let next = rest.dropFirst(bytes.count).first, Self.isWord(next) {
      return false
    }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  private mutating func need(_ text: StaticString) throws {
    guard take(text) else { throw ReferenceFailure() }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  private mutating func word() throws -> String {
    skipBlanks()
    let word = rest.prefix(while: Self.isWord)
    guard !word.isEmpty else { throw ReferenceFailure() }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  private func truth(_ value: Value) throws -> Bool {
    if !isLive { return true }
    guard case .bool(let truth) = value else { throw ReferenceFailure() }
    return truth
  }

  private mutating func disjunction() throws -> Value {
    var left = try conjunction()
    while take("or") {
      let wasLive = isLive
      let holds = try truth(left)
      if holds { isLive = false }
      let right = try conjunction()
      if isLive { left = .bool(try truth(right)) }
      isLive = wasLive
      if holds { left = .bool(true) }
    }
    return left
  }

  private mutating func conjunction() throws -> Value {
    var left = try negation()
    while take("and") {
      let wasLive = isLive
      let holds = try truth(left)
      if !holds { isLive = false }
      let right = try negation()
      if isLive { left = .bool(try truth(right)) }
      isLive = wasLive
      if wasLive, !holds { left = .bool(false) }
    }
    return left
  }

  private mutating func negation() throws -> Value {
    if take("not") { return .bool(try !truth(try negation())) }
    return try comparison()
  }

  private mutating func comparison() throws -> Value {
    let left = try sum()
    if take("==") { return .bool(left == (try sum())) }
    if take("!=") { return .bool(left != (try sum())) }
    if take("<=") { return try order(left, try sum()) { $0 <= $1 } }
    if take(">=") { return try order(left, try sum()) { $0 >= $1 } }
    if take("<") { return try order(left, try sum()) { $0 < $1 } }
    if take(">") { return try order(left, try sum()) { $0 > $1 } }
    return left
  }

  private func order(_ left: Value, _ right: Value, _ test: (Int, Int) -> Bool) throws -> Value {
    if !isLive { return .bool(true) }
    guard case .int(let first) = left, case .int(let second) = right else { throw ReferenceFailure() }
    return .bool(test(first, second))
  }

  private mutating func sum() throws -> Value {
    var left = try product()
    while true {
      if take("+") {
        left = try whole(left, try product()) { $0.addingReportingOverflow($1) }
      } else if take("-") {
        left = try whole(left, try product()) { $0.subtractingReportingOverflow($1) }
      } else {
        return left
      }
    }
  }

  private mutating func product() throws -> Value {
    var left = try sign()
    while true {
      if take("*") {
        left = try whole(left, try sign()) { $0.multipliedReportingOverflow(by: $1) }
      } else if take("%") {
        left = try whole(left, try sign()) { $0.remainderReportingOverflow(dividingBy: $1) }
      } else {
        return left
      }
    }
  }

  private mutating func sign() throws -> Value {
    if take("-") { return try whole(.int(0), try sign()) { $0.subtractingReportingOverflow($1) } }
    return try primary()
  }

  private func whole(_ left: Value, _ right: Value, _ apply: (Int, Int) -> (Int, Bool)) throws -> Value {
    if !isLive { return .int(0) }
    guard case .int(let first) = left, case .int(let second) = right else { throw ReferenceFailure() }
    let (result, overflow) = apply(first, second)
    guard !overflow else { throw ReferenceFailure() }
    return .int(result)
  }

  private mutating func primary() throws -> Value {
    skipBlanks()
    guard let first = rest.first else { throw ReferenceFailure() }
    if take("(") {
      let value = try disjunction()
      try need(")")
      return value
    }
    if take("[") {
      var elements: [Value] = []
      if take("]") { return .list([]) }
      repeat { elements.append(try disjunction()) } while take(",")
      try need("]")
      return .list(elements)
    }
    if take("'") {
      let text = rest.prefix { $0 != UInt8(ascii: "'") }
      rest = rest.dropFirst(text.count + 1)
      return .string(String(decoding: text, as: UTF8.self))
    }
    if Self.isDigit(first) { return .int(Int(try word()) ?? 0) }
    return try name(try word())
  }

  private mutating func name(_ name: String) throws -> Value {
    switch name {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "unset": return .unset
    case "in":
      try need("(")
      let state = try word()
      try need(")")
      return .bool(engine.configuration.contains(state))
    case "defined":
      try need("(")
      let value = try primary()
      try need(")")
      return .bool(value != .unset)
    case "fail":
      try need("(")
      try need(")")
      if isLive { throw ReferenceFailure() }
      return .unset
    case "event": return try eventPart()
    default:
      if let local = engine.locals.last(where: { $0.name == name }) { return local.value }
      return engine.datamodel[name] ?? .bool(engine.guards[name] ?? true)
    }
  }

  private mutating func eventPart() throws -> Value {
    try need(".")
    if try word() == "name" { return engine.event.map { .string($0.name) } ?? .unset }
    let data = engine.event?.data ?? .unset
    guard take(".") else { return data }
    let field = try word()
    if !isLive { return .unset }
    guard case .map(let fields) = data else { throw ReferenceFailure() }
    return fields[field] ?? .unset
  }
}
