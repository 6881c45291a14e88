// What ECMAScript counts as true, and comparisons.

extension ESTranslator {
  // MARK: Truth

  /// A node as a condition, with ECMAScript's idea of what counts as true.
  mutating func truth(_ node: ESNode) throws(ESProblem) -> Rendered {
    switch node {
    case .not(let operand):
      let operand = try truth(operand)
      return .condition("not " + operand.bound(4), binding: 3, canFail: operand.canFail)
    case .binary(let sign, let left, let right) where sign == "&&" || sign == "||":
      return junction(sign, try truth(left), try truth(right))
    case .number(let number): return .condition(number == 0 ? "false" : "true")
    case .string(let text): return .condition(text.isEmpty ? "false" : "true")
    case .null, .undefined: return .condition("false")
    // An object counts as true, and before the first event there is no event.
    case .name("_event"): return try definedness(ofTypeOf: node, true)
    default: return try truth(of: try value(node))
    }
  }

  func junction(_ sign: String, _ left: Rendered, _ right: Rendered) -> Rendered {
    let binding = sign == "&&" ? 2 : 1
    return .condition(
      left.bound(binding) + (sign == "&&" ? " and " : " or ") + right.bound(binding + 1), binding: binding,
      canFail: left.canFail || right.canFail)
  }

  private func truth(of value: Rendered) throws(ESProblem) -> Rendered {
    // Decision: Docs/decisions/conversion.md#ecmascripts-truth-is-written-out
    let kinds = value.kinds
    if kinds.isOnly(.bool) || value.text == "fail()" { return value }
    if value.text == Self.address { return .condition("true") }
    var tests: [String] = []
    let operand = value.bound(5)
    if kinds.mayBe(.nothing) {
      tests.append(value.isPath && !value.canFail ? "defined(\(operand))" : "\(operand) != unset")
    }
    if kinds.mayBe(.bool) { tests.append("\(operand) != false") }
    if kinds.mayBe(.numbers) { tests.append("\(operand) != 0") }
    if kinds.mayBe(.texts) { tests.append("\(operand) != ''") }
    if tests.isEmpty { tests = [value.canFail ? "\(operand) != unset" : "true"] }
    guard value.isPath || tests.count == 1 else {
      throw .beyond("a computed value is used as a condition, compare it with a value instead")
    }
    return .condition(
      tests.joined(separator: " and "), binding: tests.count > 1 ? 2 : tests[0] == "true" ? 9 : 4,
      canFail: value.canFail)
  }

  // MARK: Order

  mutating func ordered(_ sign: String, _ left: ESNode, _ right: ESNode) throws(ESProblem) -> Rendered {
    if let found = try search(sign, left, right) { return found }
    let left = try value(left)
    let right = try value(right)
    let areNumbers = left.kinds.isOnly(.numbers) && right.kinds.isOnly(.numbers)
    let areTexts = left.kinds.isOnly(.texts) && right.kinds.isOnly(.texts)
    if !areNumbers, !areTexts {
      differ("ECMAScript's `\(sign)` converts values of different types to numbers, but a chart fails")
    } else if areTexts, !left.kinds.isOnly(.lowTexts), !right.kinds.isOnly(.lowTexts) {
      differ("ECMAScript orders texts by UTF-16 units, but a chart by characters")
    }
    return .condition(
      "\(left.bound(5)) \(sign) \(right.bound(5))", binding: 4,
      canFail: left.canFail || right.canFail || !areNumbers && !areTexts)
  }

  // MARK: Equality

  mutating func equality(_ sign: String, _ left: ESNode, _ right: ESNode) throws(ESProblem) -> Rendered {
    let isNegated = sign.hasPrefix("!")
    let isStrict = sign.utf8.count == 3
    if case .typeOf(let operand) = left, case .string(let kind) = right {
      guard kind == "undefined" else { throw .beyond("`typeof` is supported only with `'undefined'`") }
      return try definedness(ofTypeOf: operand, isNegated)
    }
    if case .typeOf(let operand) = right, case .string("undefined") = left {
      return try definedness(ofTypeOf: operand, isNegated)
    }
    if let found = try search(isNegated ? "!=" : "==", left, right) { return found }
    for (value, other) in [(left, right), (right, left)]
    where value == .name("_event") && (other == .null || other == .undefined) {
      if isStrict, other == .null {
        differ("`\(sign)` distinguishes `null` and `undefined`, but a chart does not, like `==`")
      }
      return try definedness(ofTypeOf: value, isNegated)
    }
    let first = try compared(left)
    let second = try compared(right)
    for (value, node) in [(first, right), (second, left)]
    where (node == .null || node == .undefined) && value.text != "unset" {
      if isStrict, value.kinds.mayBe(node == .null ? .undefined : .null) {
        differ("`\(sign)` distinguishes `null` and `undefined`, but a chart does not, like `==`")
      }
      return definedness(value, isNegated)
    }
    if isStrict, first.kinds.mayBe(.nothing), second.kinds.mayBe(.nothing),
      first.kinds.union(second.kinds).isSuperset(of: .nothing)
    {
      differ("`\(sign)` distinguishes `null` and `undefined`, but a chart does not")
    }
    for kind in [ValueKinds.list, .map, .other] where first.kinds.mayBe(kind) && second.kinds.mayBe(kind) {
      differ("ECMAScript compares lists and objects by identity, but a chart by content")
      break
    }
    if !isStrict, Self.areCoerced(first.kinds, left, second.kinds, right) {
      differ(
        "ECMAScript's `\(sign)` converts values of different types, but a chart does not, like `\(sign)=`")
    }
    return .condition(
      "\(first.bound(5)) \(isNegated ? "!=" : "==") \(second.bound(5))", binding: 4,
      canFail: first.canFail || second.canFail)
  }

  /// A side of a comparison, where `null` is no value that goes anywhere.
  private mutating func compared(_ node: ESNode) throws(ESProblem) -> Rendered {
    node == .null ? Rendered("unset", ValueFacts(kinds: .null)) : try value(node)
  }

  /// Whether `==` may find values of unlike kinds equal.
  private static func areCoerced(
    _ left: ValueKinds, _ leftNode: ESNode, _ right: ValueKinds, _ rightNode: ESNode
  ) -> Bool {
    let classes: [ValueKinds] = [.bool, .numbers, .texts, [.list, .map, .other]]
    // A word is never equal to a number or a truth value.
    let isWord = [leftNode, rightNode].contains {
      if case .string(let text) = $0, let first = text.utf8.first {
        return (first | 0x20) >= 0x61 && (first | 0x20) <= 0x7A && first != UInt8(ascii: "I")
      }
      return false
    }
    for (place, first) in classes.enumerated() where left.mayBe(first) {
      for (other, second) in classes.enumerated() where other != place && right.mayBe(second) {
        if isWord, place != 3, other != 3 { continue }
        // Lists and objects are unlike, but both are compared by identity.
        return true
      }
    }
    return false
  }

  private mutating func definedness(ofTypeOf operand: ESNode, _ isNegated: Bool) throws(ESProblem) -> Rendered
  {
    if case .name("_event") = operand {
      return .condition(isNegated ? "defined(event)" : "not defined(event)", binding: isNegated ? 9 : 3)
    }
    if case .name(let name) = operand, variables[name] == nil,
      !["_sessionid", "_name", "_ioprocessors"].contains(name)
    {
      guard !Self.globals.contains(name) else { throw .beyond("`\(name)` is not supported") }
      return .condition(isNegated ? "false" : "true")
    }
    let operand = try value(operand)
    if operand.kinds.mayBe(.null) {
      differ("`typeof null` is `'object'` in ECMAScript, but a chart treats `null` as undefined")
    }
    return definedness(operand, isNegated)
  }

  /// Whether there is a value. `defined` forgives a path that leads nowhere, which ECMAScript does not.
  private func definedness(_ value: Rendered, _ isDefined: Bool) -> Rendered {
    guard value.isPath, !value.canFail else {
      guard value.canFail || value.kinds.mayBe(.nothing) else {
        return .condition(isDefined ? "true" : "false")
      }
      return .condition(
        "\(value.bound(5)) \(isDefined ? "!=" : "==") unset", binding: 4, canFail: value.canFail)
    }
    return isDefined
      ? .condition("defined(\(value.text))") : .condition("not defined(\(value.text))", binding: 3)
  }

  /// `a.indexOf(b)` compared with 0 or -1: whether a text begins with or contains something.
  private mutating func search(
    _ sign: String, _ left: ESNode, _ right: ESNode
  ) throws(ESProblem) -> Rendered? {
    guard case .call(.member(let base, "indexOf"), let arguments) = left, arguments.count == 1 else {
      return nil
    }
    let method: String
    let isNegated: Bool
    switch (sign, right) {
    case ("==", .number(0)): (method, isNegated) = ("startsWith", false)
    case ("!=", .number(0)): (method, isNegated) = ("startsWith", true)
    case ("!=", .negate(.number(1))), (">", .negate(.number(1))), (">=", .number(0)):
      (method, isNegated) = ("includes", false)
    case ("==", .negate(.number(1))), ("<", .number(0)): (method, isNegated) = ("includes", true)
    default: return nil
    }
    let receiver = try value(base)
    if method == "startsWith", receiver.kinds.mayBe(.list) {
      differ("`indexOf` also searches lists, but `startsWith` does not")
    }
    let found = try self.method(method, of: receiver, [try value(arguments[0])])
    return isNegated ? .condition("not \(found.text)", binding: 3, canFail: found.canFail) : found
  }
}
