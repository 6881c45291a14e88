internal import Statecharts

// Expressions of ECMAScript become expressions of charts:
//
//   ESTranslator            what is known of the document; values, names, fields
//   ESTranslator+Conditions what counts as true; comparisons
//   ESTranslator+Arithmetic operators on numbers and texts
//   ESTranslator+Calls      functions and methods
//
// The recursion follows what `ESParser` read, which is bounded in depth.

/// Renders expressions of ECMAScript in the expression language of charts.
struct ESTranslator {
  /// An expression of the chart's language.
  struct Rendered {
    var text: String
    /// How tightly its outermost operator binds: 1 `or`, 2 `and`, 3 `not`, 4 comparison, 5 sum, 6 product, 7 sign,
    /// 9 anything else.
    var binding = 9
    var facts: ValueFacts
    /// Whether it is a variable or a field, so that it costs nothing to name it several times.
    var isPath = false
    /// Whether evaluating it can fail.
    var canFail = false

    init(
      _ text: String, binding: Int = 9, _ facts: ValueFacts, isPath: Bool = false, canFail: Bool = false
    ) {
      self.text = text
      self.binding = binding
      self.facts = facts
      self.isPath = isPath
      self.canFail = canFail
    }

    /// A condition.
    static func condition(_ text: String, binding: Int = 9, canFail: Bool = false) -> Rendered {
      Rendered(text, binding: binding, ValueFacts(kinds: .bool), canFail: canFail)
    }

    var kinds: ValueKinds { facts.kinds }

    func bound(_ least: Int) -> String { binding < least ? "(\(text))" : text }
  }

  /// The names of variables by those of the document.
  var variables: [String: String] = [:]
  /// What is known of variables, by their names in the document; of others everything is possible.
  var facts: [String: ValueFacts] = [:]
  /// What is known of the data of events.
  var eventData = ValueFacts(kinds: [.undefined, .map], largest: .infinity)
  /// What everything can be of which nothing is known.
  var unknown = ValueFacts.unknown
  /// The ids of states by those of the document.
  var states: [String: String] = [:]
  /// The name of the document's root.
  var documentName = ""
  /// What fails when it is run, each as a sentence.
  var failures: [String] = []
  /// What looks different, each as a sentence.
  var notes: [String] = []
  /// In what the result may differ from ECMAScript, each as a clause.
  private(set) var differences: [String] = []
  /// The variables that were read, by their names in the document.
  private(set) var reads: Set<String> = []
  /// Whether `null` was a value and not only compared with.
  private(set) var usesNull = false

  static let address = "'#_scxml_' + session.id"
  static let eventFields = [
    "name": "name", "data": "data", "type": "type", "sendid": "sendID", "origin": "origin",
    "origintype": "originType", "invokeid": "invokeID",
  ]
  /// Names that every object of ECMAScript answers to.
  static let inherited: Set<String> = [
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString",
    "valueOf", "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
  ]
  /// Names that ECMAScript knows without a declaration.
  static let globals: Set<String> = [
    "NaN", "Infinity", "Math", "Number", "String", "Boolean", "Array", "Object", "JSON", "Date", "RegExp",
    "Error", "parseInt", "parseFloat", "isNaN", "isFinite", "globalThis", "console", "Symbol", "Map", "Set",
    "Promise", "BigInt", "arguments", "this",
  ]

  /// An expression whose value is wanted.
  mutating func value(_ text: String) throws(ESProblem) -> Rendered {
    try value(try ESParser.expression(text))
  }

  /// An expression that is asked for yes or no.
  mutating func condition(_ text: String) throws(ESProblem) -> Rendered {
    try truth(try ESParser.expression(text))
  }

  /// Assignments as pairs of a variable and an expression; the variable is nil where it cannot be assigned.
  mutating func script(_ text: String) throws(ESProblem) -> [(variable: String?, value: String)] {
    var result: [(String?, String)] = []
    for assignment in try ESParser.assignments(text) {
      let value = try value(assignment.value).text
      guard case .name(let name) = assignment.target else {
        throw .beyond("only variables can be assigned, not their fields")
      }
      if variables[name] == nil {
        failures.append(
          "`\(name)` is not declared, so its assignment became `fail()`. Declare it with `data`.")
      }
      result.append((variables[name], value))
    }
    return result
  }

  /// Notes that the result may differ.
  mutating func differ(_ reason: String) {
    // Decision: Docs/decisions/conversion.md#possible-differences-are-reported-and-kept
    if !differences.contains(reason) { differences.append(reason) }
  }

  // MARK: Values

  mutating func value(_ node: ESNode) throws(ESProblem) -> Rendered {
    switch node {
    case .number(let number): return Self.literal(number)
    case .string(let text): return Rendered(try Self.quoted(text), ValueFacts(kinds: .of(text)))
    case .bool(let truth): return .condition(truth ? "true" : "false")
    case .null:
      usesNull = true
      return Rendered("unset", ValueFacts(kinds: .null))
    case .undefined: return Rendered("unset", ValueFacts(kinds: .undefined))
    case .name(let name): return try self.name(name)
    case .member(let base, let name): return try member(base, name)
    case .optionalMember: throw .beyond("`?.` is supported only before `??`")
    case .index(let base, let index): return try self.index(base, index)
    case .call(let callee, let arguments): return try call(callee, arguments)
    case .array(let elements): return try list(elements)
    case .object(let fields): return try map(fields)
    case .not: return try truth(node)
    case .negate(.number(let number)): return Self.literal(-number)
    case .negate(let operand): return try negated(operand)
    case .increment(let operand): return try incremented(operand)
    case .typeOf: throw .beyond("`typeof` is supported only in a comparison with `'undefined'`")
    case .binary(let sign, let left, let right): return try binary(sign, left, right)
    }
  }

  /// A number. Beyond 2^53 it stays one with a fraction, so that it counts as inexactly as in ECMAScript.
  private static func literal(_ number: Double) -> Rendered {
    let binding = number < 0 ? 7 : 9
    if number.magnitude <= ValueFacts.exact, let whole = Int(exactly: number) {
      return Rendered(
        String(whole), binding: binding, ValueFacts(kinds: .int, largest: number.magnitude))
    }
    return Rendered(
      number.description, binding: binding, ValueFacts(kinds: .number, largest: number.magnitude))
  }

  private mutating func list(_ elements: [ESNode]) throws(ESProblem) -> Rendered {
    var facts = ValueFacts(kinds: .list)
    var texts: [String] = []
    var canFail = false
    for element in elements {
      let value = try value(element)
      texts.append(value.text)
      facts.elements.formUnion(value.kinds)
      facts.largest = max(facts.largest, value.facts.largest)
      canFail = canFail || value.canFail
    }
    return Rendered("[" + texts.joined(separator: ", ") + "]", facts, canFail: canFail)
  }

  private mutating func map(_ fields: [ESNode.Field]) throws(ESProblem) -> Rendered {
    var texts: [String] = []
    var names: Set<String> = []
    var canFail = false
    for field in fields {
      guard field.name != "__proto__" else { throw .beyond("the field `__proto__` is not supported") }
      guard names.insert(field.name).inserted else { throw .beyond("a field appears twice") }
      let name = NameRule.isExpressionName(field.name) ? field.name : try Self.quoted(field.name)
      let value = try value(field.value)
      texts.append("\(name): \(value.text)")
      canFail = canFail || value.canFail
    }
    return Rendered(
      texts.isEmpty ? "{}" : "{ " + texts.joined(separator: ", ") + " }",
      ValueFacts(kinds: .map, largest: .infinity), canFail: canFail)
  }

  private mutating func name(_ name: String) throws(ESProblem) -> Rendered {
    switch name {
    case "_sessionid": return Rendered("session.id", ValueFacts(kinds: .ascii), isPath: true)
    case "_name":
      return Rendered((try? Self.quoted(documentName)) ?? "''", ValueFacts(kinds: .of(documentName)))
    case "_ioprocessors":
      return Rendered("{ scxml: { location: \(Self.address) } }", ValueFacts(kinds: .map))
    case "_event":
      differ("before the first event, `_event` is `undefined` in ECMAScript, but a map in a chart")
      let fields = ["name", "type", "sendid", "origin", "origintype", "invokeid", "data"]
      return Rendered(
        "{ " + fields.map { "\($0): event.\(Self.eventFields[$0] ?? $0)" }.joined(separator: ", ") + " }",
        ValueFacts(kinds: [.map, .undefined], largest: .infinity))
    default:
      if let variable = variables[name] {
        reads.insert(name)
        return Rendered(variable, facts[name] ?? unknown, isPath: true)
      }
      if Self.globals.contains(name) { throw .beyond("`\(name)` is not supported") }
      failures.append("`\(name)` is not declared, so it became `fail()`. Declare it with `data`.")
      return Rendered("fail()", unknown, canFail: true)
    }
  }

  // MARK: Fields

  private mutating func member(_ base: ESNode, _ name: String) throws(ESProblem) -> Rendered {
    if case .name("_event") = base {
      guard let field = Self.eventFields[name] else { throw .beyond("`_event.\(name)` is not supported") }
      let facts =
        switch name {
        case "data": eventData
        case "name", "type": ValueFacts(kinds: .ascii)
        default: ValueFacts(kinds: [.ascii, .undefined])
        }
      return Rendered("event.\(field)", facts, isPath: true)
    }
    if isProcessor(base), name == "location" {
      return Rendered(Self.address, binding: 5, ValueFacts(kinds: .ascii))
    }
    if name == "length", let count = try count(base) { return count }
    let base = try value(base)
    if name == "length", !base.kinds.isOnly([.map, .undefined, .null]) { return length(of: base) }
    if Self.inherited.contains(name) { differ("every object in ECMAScript has `\(name)`") }
    if !base.kinds.isOnly([.map, .undefined, .null]) {
      differ("a field of a value that is not an object is `undefined` in ECMAScript, but fails in a chart")
    }
    let canFail = base.canFail || !base.kinds.isOnly(.map)
    let text =
      NameRule.isExpressionName(name)
      ? base.bound(8) + "." + name : base.bound(8) + "[\(try Self.quoted(name))]"
    return Rendered(text, unknown, isPath: base.isPath, canFail: canFail)
  }

  /// `x.length`: charts count code points and fields too.
  private mutating func length(of base: Rendered) -> Rendered {
    if base.kinds.mayBe(.text) {
      differ("ECMAScript counts UTF-16 units, but a chart counts characters")
    }
    if base.kinds.mayBe([.bool, .int, .number, .map, .other]) {
      differ("a `length` that does not exist is `undefined` in ECMAScript, but a chart fails or counts")
    }
    return Rendered(
      "length(\(base.text))", ValueFacts(kinds: .int, largest: 1e9),
      canFail: base.canFail || !base.kinds.isOnly([.list, .texts]))
  }

  private func isProcessor(_ node: ESNode) -> Bool {
    let keys = ["scxml", EventDetail.eventProcessor]
    switch node {
    case .index(.name("_ioprocessors"), .string(let key)): return keys.contains(key)
    case .member(.name("_ioprocessors"), "scxml"): return true
    default: return false
    }
  }

  private mutating func index(_ base: ESNode, _ index: ESNode) throws(ESProblem) -> Rendered {
    if case .string(let name) = index { return try member(base, name) }
    let base = try value(base)
    let index = try value(index)
    let isField = base.kinds.isOnly([.map, .undefined, .null]) && index.kinds.isOnly(.texts)
    if !isField {
      differ("a missing element is `undefined` in ECMAScript, but fails in a chart")
    }
    var facts = unknown
    if base.kinds.isOnly([.list, .undefined, .null]) {
      facts = ValueFacts(kinds: base.facts.elements.union(.undefined), largest: base.facts.largest)
      // What a list in a list holds is not followed.
      if facts.kinds.contains(.list) { facts.elements = unknown.kinds }
    }
    return Rendered(
      base.bound(8) + "[\(index.text)]", facts, isPath: base.isPath && index.isPath,
      canFail: base.canFail || index.canFail || !isField || !base.kinds.isOnly(.map))
  }

  /// A text as a literal of the chart's language.
  static func quoted(_ text: String) throws(ESProblem) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": result += "\\'"
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        guard scalar.value >= 32 else { throw .beyond("control characters in a text are not supported") }
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }
}
