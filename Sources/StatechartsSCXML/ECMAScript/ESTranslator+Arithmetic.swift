// Operators on numbers and texts. Charts fail where ECMAScript makes a number of another value, or goes on with
// `Infinity` or `NaN`.

extension ESTranslator {
  mutating func binary(_ sign: String, _ left: ESNode, _ right: ESNode) throws(ESProblem) -> Rendered {
    switch sign {
    case "===", "==", "!==", "!=": return try equality(sign, left, right)
    case "<", "<=", ">", ">=": return try ordered(sign, left, right)
    case "+": return try sum(try value(left), try value(right))
    case "-":
      let left = try value(left)
      let right = try value(right)
      return calculated("-", left, right, binding: 5, largest: left.facts.largest + right.facts.largest)
    case "*":
      if let rounded = try roundedAwayFromZero(left, right) { return rounded }
      let left = try value(left)
      let right = try value(right)
      let factors = [left.facts.largest, right.facts.largest]
      return calculated(
        "*", left, right, binding: 6, largest: factors.contains(0) ? 0 : factors[0] * factors[1])
    case "/": return divided(try value(left), try value(right), by: right)
    case "%": return remainder(try value(left), try value(right), by: right)
    case "&&", "||":
      let first = try value(left)
      let second = try value(right)
      guard first.kinds.isOnly(.bool), second.kinds.isOnly(.bool) else {
        throw .beyond("`\(sign)` is supported only between conditions")
      }
      return junction(sign, first, second)
    case "??": return try orElse(left, right)
    case "instanceof":
      guard case .name("Array") = right else { throw .beyond("`instanceof` is supported only with `Array`") }
      let left = try value(left)
      return .condition("isList(\(left.text))", canFail: left.canFail)
    case "in": return try membership(left, right)
    default: throw .beyond("`\(sign)` is not supported")
    }
  }

  /// A value or its default. Both languages take the first that is something.
  private mutating func orElse(_ left: ESNode, _ right: ESNode) throws(ESProblem) -> Rendered {
    let isForgiving = left.isForgiving
    let first = try value(left.withoutForgiving)
    let second = try value(right)
    if first.isPath, first.canFail, !isForgiving {
      differ("a path that leads nowhere fails in ECMAScript, but has the default in a chart")
    }
    var known = first.facts
    known.kinds.subtract(.nothing)
    let isChain = if case .binary("??", _, _) = left { true } else { false }
    return Rendered(
      "\(isChain ? first.text : first.bound(5)) ?? \(second.bound(5))", binding: 4, known.union(second.facts),
      canFail: first.canFail && !(first.isPath && isForgiving) || second.canFail)
  }

  /// The result of an operator on two numbers.
  private mutating func calculated(
    _ sign: String, _ left: Rendered, _ right: Rendered, binding: Int, largest: Double
  ) -> Rendered {
    let areNumbers = left.kinds.isOnly(.numbers) && right.kinds.isOnly(.numbers)
    if !areNumbers {
      differ("ECMAScript's `\(sign)` converts other values to numbers, but a chart fails")
    } else {
      checkSize(largest)
    }
    return Rendered(
      "\(left.bound(binding)) \(sign) \(right.bound(binding + 1))", binding: binding,
      ValueFacts(kinds: Self.kind(of: left, right), largest: largest),
      canFail: left.canFail || right.canFail || !areNumbers)
  }

  /// Charts count exactly up to 2^63, ECMAScript up to 2^53.
  private mutating func checkSize(_ largest: Double) {
    if !(largest <= ValueFacts.exact) { differ("numbers beyond 2^53 have another precision in a chart") }
  }

  /// What the sum, difference or product of two numbers is.
  private static func kind(of left: Rendered, _ right: Rendered) -> ValueKinds {
    if left.kinds.isOnly(.int), right.kinds.isOnly(.int) { return .int }
    if left.kinds.isOnly(.number) || right.kinds.isOnly(.number) { return .number }
    return .numbers
  }

  /// A sum. Where one side is a text, ECMAScript makes a text of the other.
  private mutating func sum(_ left: Rendered, _ right: Rendered) throws(ESProblem) -> Rendered {
    if left.kinds.isOnly(.texts) || right.kinds.isOnly(.texts) {
      let first = asText(left)
      let second = asText(right)
      return Rendered(
        "\(first.bound(5)) + \(second.bound(6))", binding: 5,
        ValueFacts(kinds: first.kinds.joined(second.kinds)), canFail: first.canFail || second.canFail)
    }
    if left.kinds.isOnly(.numbers), right.kinds.isOnly(.numbers) {
      return calculated("+", left, right, binding: 5, largest: left.facts.largest + right.facts.largest)
    }
    differ("ECMAScript's `+` converts values of different types, but a chart fails")
    var facts = unknown
    if !left.kinds.union(right.kinds).mayBe([.texts, .list, .map, .other]) { facts.kinds = .numbers }
    return Rendered(
      "\(left.bound(5)) + \(right.bound(6))", binding: 5, facts, canFail: true)
  }

  /// A value as ECMAScript's `String` makes a text of it.
  mutating func asText(_ value: Rendered, isCall: Bool = false) -> Rendered {
    if value.kinds.isOnly(.texts), !isCall { return value }
    if value.kinds.mayBe(.number) { differ("a chart writes numbers with fractions differently") }
    if value.kinds.mayBe([.nothing, .list, .map, .other]) {
      differ("ECMAScript converts every value to a text, but a chart only texts, numbers and truth values")
    }
    let texts = value.kinds.intersection(.texts)
    return Rendered(
      "text(\(value.text))", ValueFacts(kinds: texts.union(.ascii).joined(.ascii)),
      canFail: value.canFail || !value.kinds.isOnly(.scalars))
  }

  private mutating func divided(_ left: Rendered, _ right: Rendered, by divisor: ESNode) -> Rendered {
    let areNumbers = left.kinds.isOnly(.numbers) && right.kinds.isOnly(.numbers)
    let number = Self.literal(divisor)
    if !areNumbers {
      differ("ECMAScript's `/` converts other values to numbers, but a chart fails")
    } else if number == nil || number == 0 {
      differ("division by zero gives `Infinity` or `NaN` in ECMAScript, but fails in a chart")
    }
    let largest = number.map { $0 == 0 ? .infinity : left.facts.largest / $0.magnitude } ?? .infinity
    if areNumbers, number != nil { checkSize(largest) }
    return Rendered(
      "\(left.bound(6)) / \(right.bound(7))", binding: 6, ValueFacts(kinds: .number, largest: largest),
      canFail: left.canFail || right.canFail || !areNumbers || number == nil || number == 0)
  }

  private mutating func remainder(_ left: Rendered, _ right: Rendered, by divisor: ESNode) -> Rendered {
    let areWhole = left.kinds.isOnly(.int) && right.kinds.isOnly(.int)
    let number = Self.literal(divisor)
    if !areWhole {
      differ("`%` needs integers in a chart, and these values may be others")
    } else if number == nil || number == 0 {
      differ("the remainder of a division by zero is `NaN` in ECMAScript, but fails in a chart")
    }
    return Rendered(
      "\(left.bound(6)) % \(right.bound(7))", binding: 6,
      ValueFacts(kinds: .int, largest: number?.magnitude ?? left.facts.largest),
      canFail: left.canFail || right.canFail || !areWhole || number == nil || number == 0)
  }

  /// The number that a node is.
  private static func literal(_ node: ESNode) -> Double? {
    switch node {
    case .number(let number): number
    case .negate(.number(let number)): -number
    default: nil
    }
  }

  mutating func negated(_ operand: ESNode) throws(ESProblem) -> Rendered {
    let operand = try value(operand)
    let isNumber = operand.kinds.isOnly(.numbers)
    if !isNumber {
      differ("ECMAScript's `-` converts other values to numbers, but a chart fails")
    }
    return Rendered(
      "-" + operand.bound(8), binding: 7,
      ValueFacts(
        kinds: isNumber ? operand.kinds : .numbers, largest: isNumber ? operand.facts.largest : .infinity),
      canFail: operand.canFail || !isNumber)
  }

  mutating func incremented(_ operand: ESNode) throws(ESProblem) -> Rendered {
    let operand = try value(operand)
    let one = Rendered("1", ValueFacts(kinds: .int, largest: 1))
    return calculated("+", operand, one, binding: 5, largest: operand.facts.largest + 1)
  }

  /// `'name' in x`.
  private mutating func membership(_ left: ESNode, _ right: ESNode) throws(ESProblem) -> Rendered {
    guard case .string(let name) = left else { throw .beyond("`in` is supported only after a text") }
    if case .name("_event") = right {
      // Every event has these fields, with or without a value.
      return .condition(Self.eventFields[name] == nil ? "false" : "defined(event)")
    }
    return has(try value(right), try Self.quoted(name))
  }

  /// Whether a map has a field.
  mutating func has(_ map: Rendered, _ name: String, canFail: Bool = false) -> Rendered {
    differ("ECMAScript's `in` also finds fields without a value and fields that all objects have")
    return .condition(
      "has(\(map.text), \(name))", canFail: canFail || map.canFail || !map.kinds.isOnly(.map))
  }
}
