// Functions and methods.

extension ESTranslator {
  mutating func call(_ callee: ESNode, _ arguments: [ESNode]) throws(ESProblem) -> Rendered {
    if case .name("In") = callee { return try isActive(arguments) }
    if case .name("fail") = callee, arguments.isEmpty {
      return Rendered("fail()", ValueFacts(kinds: .unknown, largest: .infinity), canFail: true)
    }
    var values: [Rendered] = []
    for argument in arguments { values.append(try value(argument)) }
    switch callee {
    case .name("String") where values.count == 1: return asText(values[0], isCall: true)
    case .name("duration") where values.count == 1:
      differ("ECMAScript has no function `duration`, but a chart has")
      return Rendered("duration(\(values[0].text))", ValueFacts(kinds: .other), canFail: true)
    case .member(.name("Array"), "isArray") where values.count == 1:
      return .condition("isList(\(values[0].text))", canFail: values[0].canFail)
    case .member(.name("Math"), let name): return try calculation(name, values)
    case .member(let base, let name): return try method(name, of: try value(base), values)
    default: throw .beyond("the function is not supported")
    }
  }

  private mutating func isActive(_ arguments: [ESNode]) throws(ESProblem) -> Rendered {
    guard arguments.count == 1, case .string(let id) = arguments[0] else {
      throw .beyond("`In` needs a text, as in `In('state')`")
    }
    guard let state = states[id] else {
      notes.append("`\(id)` is not a state of the document, so `In('\(id)')` became `false`.")
      return .condition("false")
    }
    return .condition("in(\(state))")
  }

  // MARK: Numbers

  private mutating func calculation(_ name: String, _ values: [Rendered]) throws(ESProblem) -> Rendered {
    let isMany = name == "min" || name == "max"
    guard ["abs", "floor", "ceil", "round"].contains(name) && values.count == 1 || isMany && !values.isEmpty
    else { throw .beyond("`Math.\(name)` with \(values.count) values is not supported") }
    let areNumbers = values.allSatisfy { $0.kinds.isOnly(.numbers) }
    if !areNumbers {
      differ(
        "ECMAScript's `Math.\(name)` converts other values to numbers, but a chart fails")
    }
    let canFail = !areNumbers || values.contains { $0.canFail }
    let largest = values.reduce(0) { max($0, $1.facts.largest) }
    var kinds = values.reduce(into: ValueKinds()) { $0.formUnion($1.kinds) }.intersection(.numbers)
    if kinds.isEmpty { kinds = .numbers }
    var text = "\(name)(\(values.map(\.text).joined(separator: ", ")))"
    if !isMany, name != "abs" {
      if areNumbers, kinds.contains(.number), !(largest <= ValueFacts.exact) {
        differ("an integer beyond 2^63 fails in a chart")
      }
      if name == "round", kinds != .int {
        // ECMAScript rounds halves up, charts away from zero. Doubling is exact, adding a half is not.
        text = "ceil(floor(\(values[0].bound(6)) * 2) / 2)"
      }
      kinds = .int
    }
    return Rendered(text, ValueFacts(kinds: kinds, largest: largest), canFail: canFail)
  }

  /// `Math.sign(x) * Math.round(Math.abs(x))`, as which `round` of charts is written.
  mutating func roundedAwayFromZero(_ left: ESNode, _ right: ESNode) throws(ESProblem) -> Rendered? {
    guard case .call(.member(.name("Math"), "sign"), let signed) = left, signed.count == 1,
      case .call(.member(.name("Math"), "round"), let rounded) = right, rounded.count == 1,
      rounded[0] == .call(.member(.name("Math"), "abs"), signed)
    else { return nil }
    let value = try value(signed[0])
    if !value.kinds.isOnly(.numbers) {
      differ("ECMAScript's `Math.round` converts other values to numbers, but a chart fails")
    }
    if value.kinds.mayBe(.number), !(value.facts.largest <= ValueFacts.exact) {
      differ("an integer beyond 2^63 fails in a chart")
    }
    return Rendered(
      "round(\(value.text))", ValueFacts(kinds: .int, largest: value.facts.largest),
      canFail: value.canFail || !value.kinds.isOnly(.numbers))
  }

  // MARK: Texts, lists and maps

  /// `Object.keys(x).length` and `Array.from(x).length`; nil for anything else.
  mutating func count(_ base: ESNode) throws(ESProblem) -> Rendered? {
    guard case .call(let callee, let arguments) = base, arguments.count == 1 else { return nil }
    if callee == .member(.name("Array"), "from") { return characterCount(try value(arguments[0])) }
    guard callee == .member(.name("Object"), "keys") else { return nil }
    let map = try value(arguments[0])
    differ(
      "ECMAScript's `Object.keys` also counts fields without a value, and accepts other values than maps")
    return Rendered(
      "length(\(map.text))", ValueFacts(kinds: .int, largest: 1e9), canFail: map.canFail || map.kinds != .map)
  }

  /// `Array.from(x).length`: the characters of a text, as charts count them, or the elements of a list.
  private mutating func characterCount(_ value: Rendered) -> Rendered {
    if !value.kinds.isOnly([.list, .texts, .nothing]) {
      differ("ECMAScript's `Array.from` accepts every value, but a chart only texts and lists")
    }
    return Rendered(
      "length(\(value.text))", ValueFacts(kinds: .int, largest: 1e9),
      canFail: value.canFail || !value.kinds.isOnly([.list, .texts]))
  }

  /// A method. Where a value does not have it, it fails in both languages.
  mutating func method(
    _ name: String, of base: Rendered, _ arguments: [Rendered]
  ) throws(ESProblem) -> Rendered {
    let list = ([base] + arguments).map(\.text).joined(separator: ", ")
    var canFail = base.canFail || arguments.contains { $0.canFail }
    switch (name, arguments.count) {
    case ("startsWith", 1), ("endsWith", 1):
      requireText(arguments[0], for: name, of: base)
      canFail = canFail || !base.kinds.isOnly(.texts) || !arguments[0].kinds.isOnly(.texts)
      return .condition("\(name)(\(list))", canFail: canFail)
    case ("includes", 1):
      requireText(arguments[0], for: name, of: base)
      if base.kinds.mayBe(.list), arguments[0].kinds.mayBe([.list, .map, .other]) {
        differ("ECMAScript compares lists and objects by identity, but a chart by content")
      }
      if base.kinds.mayBe(.list), arguments[0].kinds.mayBe(.nothing),
        base.facts.elements.union(arguments[0].kinds).isSuperset(of: .nothing)
      {
        differ("a chart treats `null` and `undefined` as the same")
      }
      canFail = canFail || !base.kinds.isOnly([.list, .texts])
      return .condition("contains(\(list))", canFail: canFail)
    case ("hasOwnProperty", 1): return has(base, arguments[0].text, canFail: arguments[0].canFail)
    case ("toLowerCase", 0), ("toUpperCase", 0), ("trim", 0):
      if base.kinds.mayBe([.low, .text]) {
        differ("`\(name)` may treat letters and spaces beyond ASCII differently in a chart")
      }
      let function = name == "trim" ? "trim" : name == "toLowerCase" ? "lower" : "upper"
      return Rendered(
        "\(function)(\(list))", ValueFacts(kinds: base.kinds.isOnly(.ascii) ? .ascii : .text),
        canFail: canFail || !base.kinds.isOnly(.texts))
    case ("toString", 0):
      var value = base
      // It fails in both.
      value.facts.kinds.subtract(.nothing)
      var result = asText(value, isCall: true)
      result.canFail = result.canFail || base.kinds.mayBe(.nothing)
      return result
    case ("concat", 1...): return concatenation(base, arguments)
    default: throw .beyond("the method `\(name)` is not supported")
    }
  }

  /// ECMAScript makes a text of what is looked for in one.
  private mutating func requireText(_ argument: Rendered, for name: String, of base: Rendered) {
    if base.kinds.mayBe(.texts), !argument.kinds.isOnly(.texts) {
      differ("ECMAScript's `\(name)` converts its argument to a text, but a chart fails")
    }
  }

  private mutating func concatenation(_ base: Rendered, _ arguments: [Rendered]) -> Rendered {
    if base.kinds.isOnly(.texts) {
      var kinds = base.kinds.joined(base.kinds)
      var texts = [base.text]
      var canFail = base.canFail
      for argument in arguments {
        let text = asText(argument)
        kinds = kinds.joined(text.kinds)
        texts.append(text.text)
        canFail = canFail || text.canFail
      }
      return Rendered(
        "concat(\(texts.joined(separator: ", ")))", ValueFacts(kinds: kinds), canFail: canFail)
    }
    guard base.kinds.isOnly(.list.union(.nothing)) else {
      differ("ECMAScript's `concat` converts values of different types, but a chart fails")
      return Rendered(
        "concat(\(([base] + arguments).map(\.text).joined(separator: ", ")))",
        ValueFacts(kinds: [.texts, .list], elements: unknown.kinds), canFail: true)
    }
    var facts = ValueFacts(kinds: .list, largest: base.facts.largest, elements: base.facts.elements)
    var texts = [base.text]
    var canFail = base.canFail || base.kinds.mayBe(.nothing)
    for argument in arguments {
      canFail = canFail || argument.canFail
      facts.largest = max(facts.largest, argument.facts.largest)
      if argument.kinds.isOnly(.list) {
        facts.elements.formUnion(argument.facts.elements)
        texts.append(argument.text)
      } else if !argument.kinds.mayBe([.list, .other]) {
        // What is no list becomes an element.
        facts.elements.formUnion(argument.kinds)
        texts.append("[\(argument.text)]")
      } else {
        differ("ECMAScript's `concat` adds a value that is not a list as an element, but a chart fails")
        facts.elements = unknown.kinds
        texts.append(argument.text)
        canFail = true
      }
    }
    return Rendered("concat(\(texts.joined(separator: ", ")))", facts, canFail: canFail)
  }
}
