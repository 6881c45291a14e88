internal import Statecharts

// Functions.

extension ESWriter {
  mutating func call(_ name: String, _ arguments: [ExpressionNode.Argument]) -> Rendered {
    if name == "defined", let argument = arguments.first { return defined(argument.value) }
    guard ExpressionFunction(name: name) != nil, arguments.allSatisfy({ $0.label == nil }) else {
      losses.append("SCXML has no handlers, so the guard `\(name)` became `fail()`.")
      return Rendered("fail()", binding: 7, ValueFacts(kinds: .bool), canFail: true)
    }
    var values: [Rendered] = []
    for argument in arguments { values.append(render(argument.value)) }
    guard let first = values.first else {
      return Rendered("\(name)()", binding: 7, .unknown, canFail: true)
    }
    let canFail = values.contains { $0.canFail }
    switch name {
    case "length": return length(first)
    case "has": return has(first, values[values.count - 1])
    case "contains", "startsWith", "endsWith": return search(name, first, values[values.count - 1])
    case "concat": return concatenation(values)
    case "lower", "upper", "trim":
      require(first, .texts, name)
      if first.kinds.mayBe([.low, .text]) {
        differ("`\(name)` may treat letters and spaces beyond ASCII differently in ECMAScript")
      }
      let method = name == "lower" ? "toLowerCase" : name == "upper" ? "toUpperCase" : "trim"
      return Rendered(
        first.bound(7) + ".\(method)()", binding: 7,
        ValueFacts(kinds: first.kinds.isOnly(.ascii) ? .ascii : .text),
        canFail: canFail || !first.kinds.isOnly(.texts))
    case "abs", "floor", "ceil", "round", "min", "max": return calculation(name, values)
    case "isList":
      return Rendered(
        "Array.isArray(\(first.text))", binding: 7, ValueFacts(kinds: .bool), canFail: canFail)
    case "text":
      require(first, .scalars, name)
      if first.kinds.mayBe(.number) { differ("ECMAScript writes numbers with fractions differently") }
      return Rendered(
        "String(\(first.text))", binding: 7, ValueFacts(kinds: .text),
        canFail: canFail || !first.kinds.isOnly(.scalars))
    default:
      losses.append("`\(name)` has no equivalent in ECMAScript.")
      return Rendered(
        "\(name)(\(values.map(\.text).joined(separator: ", ")))", binding: 7, ValueFacts(kinds: .other),
        canFail: true)
    }
  }

  /// Names that a function fails for other kinds in a chart.
  private mutating func require(_ value: Rendered, _ kinds: ValueKinds, _ name: String) {
    if !value.kinds.isOnly(kinds) {
      differ("`\(name)` of other values fails in a chart, but may give a result in ECMAScript")
    }
  }

  /// Whether a path leads to a value, where nothing on the way fails.
  private mutating func defined(_ node: ExpressionNode) -> Rendered {
    if case .name("event") = node.kind, types["event"] == nil {
      return Rendered("typeof _event !== 'undefined'", binding: 3, ValueFacts(kinds: .bool))
    }
    var steps: [ExpressionNode] = []
    var rest: ExpressionNode? = node
    // What is found there is asked for step by step, so that a text on the way is the only thing that differs.
    while let step = rest {
      steps.append(step)
      switch step.kind {
      case .field(let base, _, _):
        if case .name("event") = base.kind, types["event"] == nil { rest = nil } else { rest = base }
      case .index(let base, _): rest = base
      default: rest = nil
      }
    }
    var reasons = differences
    var tests: [String] = []
    for (place, step) in steps.reversed().enumerated() {
      let value = render(step)
      tests.append(
        place < steps.count - 1 ? "\(value.bound(4)) != null" : "typeof \(value.bound(7)) !== 'undefined'")
      if let reason = difference(inAskingFor: step), !reasons.contains(reason) { reasons.append(reason) }
    }
    differences = reasons
    return Rendered(
      tests.joined(separator: " && "), binding: tests.count > 1 ? 2 : 3, ValueFacts(kinds: .bool))
  }

  /// In what the last step of a path may lead to something else, when nothing on the way fails.
  private mutating func difference(inAskingFor step: ExpressionNode) -> String? {
    switch step.kind {
    case .field(let base, let name, _):
      if case .name("event") = base.kind { return nil }
      if ESTranslator.inherited.contains(name) { return "every object in ECMAScript has `\(name)`" }
      let isLength = name == "length" && render(base).kinds.mayBe([.texts, .list])
      return isLength ? "texts and lists in ECMAScript have a field `length`" : nil
    case .index(let base, let index):
      let kinds = render(base).kinds.subtracting(.undefined)
      let place = render(index).kinds
      if kinds.isOnly(.list) && place.isOnly(.int) || kinds.isOnly(.map) && place.isOnly(.texts) {
        return nil
      }
      return "an index of another value fails in a chart, or gives no value"
    default: return nil
    }
  }

  private mutating func length(_ value: Rendered) -> Rendered {
    let facts = ValueFacts(kinds: .int, largest: 1e9)
    if value.kinds.isOnly(.map) {
      differ("a chart does not count fields without a value")
      return Rendered("Object.keys(\(value.text)).length", binding: 7, facts, canFail: value.canFail)
    }
    if value.kinds.isOnly([.texts, .list]), value.kinds.mayBe(.text) {
      return Rendered("Array.from(\(value.text)).length", binding: 7, facts, canFail: value.canFail)
    }
    require(value, [.lowTexts, .list], "length")
    return Rendered(
      value.bound(7) + ".length", binding: 7, facts,
      canFail: value.canFail || !value.kinds.isOnly([.lowTexts, .list]))
  }

  private mutating func has(_ map: Rendered, _ name: Rendered) -> Rendered {
    require(map, .map.union(.undefined), "has")
    require(name, .texts, "has")
    if ESTranslator.inherited.contains(where: { name.text == "'\($0)'" }) {
      differ("every object in ECMAScript has \(name.text)")
    }
    return Rendered(
      "\(map.bound(7))[\(name.text)] !== undefined", binding: 3, ValueFacts(kinds: .bool),
      canFail: map.canFail || name.canFail || map.kinds != .map || !name.kinds.isOnly(.texts))
  }

  private mutating func search(_ name: String, _ base: Rendered, _ part: Rendered) -> Rendered {
    let isContains = name == "contains"
    if base.kinds.mayBe(.texts) { require(part, .texts, name) }
    require(base, isContains ? [.texts, .list, .undefined] : [.texts, .undefined], name)
    if base.kinds.mayBe(.list), part.kinds.mayBe([.list, .map, .other]) {
      differ("a chart compares lists and maps by content, but ECMAScript by identity")
    }
    return Rendered(
      base.bound(7) + ".\(isContains ? "includes" : name)(\(part.text))", binding: 7,
      ValueFacts(kinds: .bool),
      canFail: base.canFail || part.canFail
        || !(base.kinds.isOnly(.list) && isContains || base.kinds.isOnly(.texts) && part.kinds.isOnly(.texts))
    )
  }

  private mutating func concatenation(_ values: [Rendered]) -> Rendered {
    let areTexts = values.allSatisfy { $0.kinds.isOnly(.texts) }
    let areLists = values.allSatisfy { $0.kinds.isOnly(.list) }
    if !areTexts, !areLists {
      differ("`concat` of different types fails in a chart, but joins them in ECMAScript")
    }
    var facts = values[0].facts
    for value in values.dropFirst() {
      facts = areTexts ? ValueFacts(kinds: facts.kinds.joined(value.kinds)) : facts.union(value.facts)
    }
    let rest = values.dropFirst().map(\.text).joined(separator: ", ")
    return Rendered(
      values[0].bound(7) + ".concat(\(rest))", binding: 7, facts,
      canFail: values.contains { $0.canFail } || !areTexts && !areLists)
  }

  private mutating func calculation(_ name: String, _ values: [Rendered]) -> Rendered {
    for value in values { require(value, .numbers, name) }
    let largest = values.reduce(0) { max($0, $1.facts.largest) }
    let canFail = values.contains { $0.canFail || !$0.kinds.isOnly(.numbers) }
    var kinds = values.reduce(into: ValueKinds()) { $0.formUnion($1.kinds) }.intersection(.numbers)
    let isRounding = name == "floor" || name == "ceil" || name == "round"
    if isRounding, kinds != .int, !(largest <= ValueFacts.exact) {
      differ("rounding a number beyond 2^63 fails in a chart")
    }
    if name == "round", kinds != .int {
      // ECMAScript rounds halves up, charts away from zero.
      let text = values[0].text
      return Rendered(
        "Math.sign(\(text)) * Math.round(Math.abs(\(text)))", binding: 5,
        ValueFacts(kinds: .int, largest: largest), canFail: canFail)
    }
    if isRounding { kinds = .int }
    return Rendered(
      "Math.\(name)(\(values.map(\.text).joined(separator: ", ")))", binding: 7,
      ValueFacts(kinds: kinds, largest: largest), canFail: canFail)
  }
}
