internal import Statecharts

/// Renders expressions of ECMAScript in the expression language of charts.
///
/// The recursion follows what `ESParser` read, which is bounded in depth.
struct ESTranslator {
  /// An expression of the chart's language.
  struct Rendered {
    var text: String
    /// How tightly its outermost operator binds: 1 `or`, 2 `and`, 3 `not`, 4 comparison, 5 sum, 6 product, 7 sign,
    /// 9 anything else.
    var binding = 9
    /// Whether it always is true or false.
    var isCondition = false
    /// Whether it is a variable or a field, so that `defined` can ask for it.
    var isPath = false
    /// Whether it always is a text.
    var isText = false

    func bound(_ least: Int) -> String { binding < least ? "(\(text))" : text }
  }

  /// The names of variables by those of the document.
  var variables: [String: String] = [:]
  /// The ids of states by those of the document.
  var states: [String: String] = [:]
  /// The name of the document's root.
  var documentName = ""
  /// What was noticed; each is a sentence.
  private(set) var notes: [String] = []

  static let address = "'#_scxml_' + session.id"
  private static let eventFields = [
    "name": "name", "data": "data", "type": "type", "sendid": "sendID", "origin": "origin",
    "origintype": "originType", "invokeid": "invokeID",
  ]

  /// An expression whose value is wanted.
  mutating func value(_ text: String) throws(ESProblem) -> String {
    try value(try ESParser.expression(text)).text
  }

  /// An expression that is asked for yes or no.
  mutating func condition(_ text: String) throws(ESProblem) -> String {
    try truth(try ESParser.expression(text)).text
  }

  /// Assignments as pairs of a variable and an expression; the variable is nil where it cannot be assigned.
  mutating func script(_ text: String) throws(ESProblem) -> [(variable: String?, value: String)] {
    var result: [(String?, String)] = []
    for assignment in try ESParser.assignments(text) {
      let value = try value(assignment.value).text
      guard case .name(let name) = assignment.target else {
        throw .beyond("only whole variables can be assigned")
      }
      if variables[name] == nil { notes.append("There is no variable `\(name)`, so assigning it fails.") }
      result.append((variables[name], value))
    }
    return result
  }

  // MARK: Conditions

  /// A node as a condition, with ECMAScript's idea of what counts as true.
  private mutating func truth(_ node: ESNode) throws(ESProblem) -> Rendered {
    switch node {
    case .not(let operand):
      return Rendered(text: "not " + (try truth(operand)).bound(4), binding: 3, isCondition: true)
    case .binary(let sign, let left, let right) where sign == "&&" || sign == "||":
      let binding = sign == "&&" ? 2 : 1
      let left = try truth(left)
      let right = try truth(right)
      return Rendered(
        text: left.bound(binding) + (sign == "&&" ? " and " : " or ") + right.bound(binding + 1),
        binding: binding, isCondition: true)
    case .number(let number): return Rendered(text: number == 0 ? "false" : "true", isCondition: true)
    case .string(let text): return Rendered(text: text.isEmpty ? "false" : "true", isCondition: true)
    case .nothing: return Rendered(text: "false", isCondition: true)
    default:
      let value = try value(node)
      if value.isCondition { return value }
      guard value.isPath else {
        if value.text == "fail()" { return value }
        if value.text == Self.address { return Rendered(text: "true", isCondition: true) }
        let name = value.text.prefix { $0 != "(" }
        switch name {
        case "length", "abs", "floor", "ceil", "round", "min", "max":
          return Rendered(text: "\(value.text) != 0", binding: 4, isCondition: true)
        case "lower", "upper", "trim", "text":
          return Rendered(text: "\(value.text) != ''", binding: 4, isCondition: true)
        default: throw .beyond("whether a computed value counts as true is not known; compare it")
        }
      }
      return Rendered(
        text:
          "defined(\(value.text)) and \(value.text) != false and \(value.text) != 0 and \(value.text) != ''",
        binding: 2, isCondition: true)
    }
  }

  // MARK: Values

  private mutating func value(_ node: ESNode) throws(ESProblem) -> Rendered {
    switch node {
    case .number(let number): return Rendered(text: Self.text(of: number), binding: number < 0 ? 7 : 9)
    case .string(let text): return Rendered(text: try Self.quoted(text), isText: true)
    case .bool(let truth): return Rendered(text: truth ? "true" : "false", isCondition: true)
    case .nothing: return Rendered(text: "unset")
    case .name(let name): return self.name(name)
    case .member(let base, let name): return try member(base, name)
    case .index(let base, let index): return try self.index(base, index)
    case .call(let callee, let arguments): return try call(callee, arguments)
    case .array(let elements):
      var texts: [String] = []
      for element in elements { texts.append(try value(element).text) }
      return Rendered(text: "[" + texts.joined(separator: ", ") + "]")
    case .object(let fields):
      var texts: [String] = []
      for field in fields {
        let name = NameRule.isExpressionName(field.name) ? field.name : try Self.quoted(field.name)
        texts.append("\(name): \(try value(field.value).text)")
      }
      return Rendered(text: texts.isEmpty ? "{}" : "{ " + texts.joined(separator: ", ") + " }")
    case .not: return try truth(node)
    case .negate(let operand): return Rendered(text: "-" + (try value(operand)).bound(8), binding: 7)
    case .typeOf: throw .beyond("`typeof` is known only in a comparison with `'undefined'`")
    case .binary(let sign, let left, let right): return try binary(sign, left, right)
    }
  }

  private mutating func name(_ name: String) -> Rendered {
    switch name {
    case "_sessionid": return Rendered(text: "session.id", isPath: true, isText: true)
    case "_name": return Rendered(text: (try? Self.quoted(documentName)) ?? "''", isText: true)
    case "_ioprocessors": return Rendered(text: "{ scxml: { location: \(Self.address) } }")
    case "_event":
      let fields = ["name", "type", "sendid", "origin", "origintype", "invokeid", "data"]
      return Rendered(
        text: "{ " + fields.map { "\($0): event.\(Self.eventFields[$0] ?? $0)" }.joined(separator: ", ")
          + " }")
    default:
      if let variable = variables[name] { return Rendered(text: variable, isPath: true) }
      notes.append("There is no variable `\(name)`, so reading it fails.")
      return Rendered(text: "fail()")
    }
  }

  private mutating func member(_ base: ESNode, _ name: String) throws(ESProblem) -> Rendered {
    if case .name("_event") = base {
      guard let field = Self.eventFields[name] else { throw .beyond("`_event.\(name)` is not known") }
      return Rendered(
        text: "event.\(field)", isPath: true, isText: field == "name" || field == "type")
    }
    if isProcessor(base), name == "location" { return Rendered(text: Self.address, binding: 5, isText: true) }
    if name == "length" { return Rendered(text: "length(\(try value(base).text))") }
    let base = try value(base)
    if NameRule.isExpressionName(name) {
      return Rendered(text: base.bound(8) + "." + name, isPath: base.isPath)
    }
    return Rendered(text: base.bound(8) + "[\(try Self.quoted(name))]", isPath: base.isPath)
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
    return Rendered(text: base.bound(8) + "[\(try value(index).text)]", isPath: base.isPath)
  }

  static func text(of number: Double) -> String {
    if let whole = Int(exactly: number) { return String(whole) }
    // `description` writes very large and very small numbers with an exponent, which charts do not know.
    let text = number.description
    return text.contains("e") ? "fail()" : text
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
        guard scalar.value >= 32 else { throw .beyond("a control character in a text is not known") }
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }

  // MARK: Operators

  private mutating func binary(_ sign: String, _ left: ESNode, _ right: ESNode) throws(ESProblem) -> Rendered
  {
    switch sign {
    case "===", "==", "!==", "!=": return try equality(sign.hasPrefix("!"), left, right)
    case "<", "<=", ">", ">=":
      if let found = try search(sign, left, right) { return found }
      let left = try value(left).bound(5)
      return Rendered(text: "\(left) \(sign) \(try value(right).bound(5))", binding: 4, isCondition: true)
    case "+": return try sum(left, right)
    case "-":
      return Rendered(text: "\(try value(left).bound(5)) \(sign) \(try value(right).bound(6))", binding: 5)
    case "*", "/", "%":
      return Rendered(text: "\(try value(left).bound(6)) \(sign) \(try value(right).bound(7))", binding: 6)
    case "&&", "||":
      let result = try truth(.binary(sign, left, right))
      guard try isCondition(left), try isCondition(right) else {
        throw .beyond("`\(sign)` is known only between conditions")
      }
      return result
    case "instanceof":
      guard case .name("Array") = right else { throw .beyond("`instanceof` is known only with `Array`") }
      return Rendered(text: "isList(\(try value(left).text))", isCondition: true)
    case "in":
      guard case .string(let name) = left else { throw .beyond("`in` is known only with a text before it") }
      if case .name("_event") = right {
        // Every event has these fields, with or without a value.
        return Rendered(text: Self.eventFields[name] == nil ? "false" : "defined(event)", isCondition: true)
      }
      return Rendered(text: "has(\(try value(right).text), \(try Self.quoted(name)))", isCondition: true)
    default: throw .beyond("`\(sign)` is not known")
    }
  }

  /// A sum. Where one side is a text, ECMAScript makes a text of the other.
  private mutating func sum(_ left: ESNode, _ right: ESNode) throws(ESProblem) -> Rendered {
    var first = try value(left)
    var second = try value(right)
    let isText = first.isText || second.isText
    if isText {
      if !first.isText { first = Rendered(text: "text(\(first.text))") }
      if !second.isText { second = Rendered(text: "text(\(second.text))") }
    }
    return Rendered(text: "\(first.bound(5)) + \(second.bound(6))", binding: 5, isText: isText)
  }

  private mutating func isCondition(_ node: ESNode) throws(ESProblem) -> Bool {
    switch node {
    case .not: true
    default: try value(node).isCondition
    }
  }

  private mutating func equality(
    _ isNegated: Bool, _ left: ESNode, _ right: ESNode
  ) throws(ESProblem) -> Rendered {
    if case .typeOf(let operand) = left, case .string(let kind) = right {
      guard kind == "undefined" else { throw .beyond("`typeof` is known only with `'undefined'`") }
      if case .name("_event") = operand { return definedness("event", isNegated) }
      if case .name(let name) = operand, !["_sessionid", "_name", "_ioprocessors"].contains(name),
        variables[name] == nil
      {
        return Rendered(text: isNegated ? "false" : "true", isCondition: true)
      }
      let operand = try value(operand)
      guard operand.isPath else {
        return Rendered(text: isNegated ? "true" : "false", isCondition: true)
      }
      return definedness(operand.text, isNegated)
    }
    if let found = try search(isNegated ? "!=" : "==", left, right) { return found }
    let first = try value(left)
    let second = try value(right)
    if case .nothing = right, first.isPath { return definedness(first.text, isNegated) }
    if case .nothing = left, second.isPath { return definedness(second.text, isNegated) }
    return Rendered(
      text: "\(first.bound(5)) \(isNegated ? "!=" : "==") \(second.bound(5))", binding: 4, isCondition: true)
  }

  private func definedness(_ path: String, _ isDefined: Bool) -> Rendered {
    isDefined
      ? Rendered(text: "defined(\(path))", isCondition: true)
      : Rendered(text: "not defined(\(path))", binding: 3, isCondition: true)
  }

  /// `a.indexOf(b)` compared with 0 or -1: whether a text begins with or contains something.
  private mutating func search(
    _ sign: String, _ left: ESNode, _ right: ESNode
  ) throws(ESProblem) -> Rendered? {
    guard case .call(.member(let base, "indexOf"), let arguments) = left, arguments.count == 1 else {
      return nil
    }
    let function: String
    let isNegated: Bool
    switch (sign, right) {
    case ("==", .number(0)): (function, isNegated) = ("startsWith", false)
    case ("!=", .number(0)): (function, isNegated) = ("startsWith", true)
    case ("!=", .negate(.number(1))), (">", .negate(.number(1))), (">=", .number(0)):
      (function, isNegated) = ("contains", false)
    case ("==", .negate(.number(1))), ("<", .number(0)): (function, isNegated) = ("contains", true)
    default: return nil
    }
    let text = "\(function)(\(try value(base).text), \(try value(arguments[0]).text))"
    return isNegated
      ? Rendered(text: "not \(text)", binding: 3, isCondition: true)
      : Rendered(text: text, isCondition: true)
  }

  // MARK: Calls

  private mutating func call(_ callee: ESNode, _ arguments: [ESNode]) throws(ESProblem) -> Rendered {
    if case .name("In") = callee {
      guard arguments.count == 1, case .string(let id) = arguments[0] else {
        throw .beyond("`In` is known only with a text: `In('state')`")
      }
      guard let state = states[id] else {
        notes.append("There is no state `\(id)`, so `In('\(id)')` is false.")
        return Rendered(text: "false", isCondition: true)
      }
      return Rendered(text: "in(\(state))", isCondition: true)
    }
    if case .name("fail") = callee, arguments.isEmpty { return Rendered(text: "fail()") }
    var texts: [String] = []
    for argument in arguments { texts.append(try value(argument).text) }
    let list = texts.joined(separator: ", ")
    switch callee {
    case .name("String") where texts.count == 1: return Rendered(text: "text(\(list))", isText: true)
    case .name("duration") where texts.count == 1: return Rendered(text: "duration(\(list))")
    case .member(.name("Array"), "isArray") where texts.count == 1:
      return Rendered(text: "isList(\(list))", isCondition: true)
    case .member(.name("Math"), let name):
      guard ["abs", "floor", "ceil", "round", "min", "max"].contains(name), !texts.isEmpty else {
        throw .beyond("`Math.\(name)` is not known")
      }
      return Rendered(text: "\(name)(\(list))")
    case .member(let base, let name):
      return try method(name, of: try value(base).text, texts)
    default: throw .beyond("the function is not known")
    }
  }

  private func method(_ name: String, of base: String, _ arguments: [String]) throws(ESProblem) -> Rendered {
    let list = ([base] + arguments).joined(separator: ", ")
    switch (name, arguments.count) {
    case ("startsWith", 1), ("endsWith", 1): return Rendered(text: "\(name)(\(list))", isCondition: true)
    case ("includes", 1): return Rendered(text: "contains(\(list))", isCondition: true)
    case ("hasOwnProperty", 1): return Rendered(text: "has(\(list))", isCondition: true)
    case ("toLowerCase", 0): return Rendered(text: "lower(\(list))", isText: true)
    case ("toUpperCase", 0): return Rendered(text: "upper(\(list))", isText: true)
    case ("trim", 0): return Rendered(text: "trim(\(list))", isText: true)
    case ("toString", 0): return Rendered(text: "text(\(list))", isText: true)
    case ("concat", 1...): return Rendered(text: "concat(\(list))")
    default: throw .beyond("the method `\(name)` is not known")
    }
  }
}
