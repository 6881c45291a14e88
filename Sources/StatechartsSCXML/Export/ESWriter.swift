internal import Statecharts

/// Writes expressions of charts in ECMAScript, in the forms that the importer knows.
///
/// The recursion follows the expression, which `parse` bounds in depth.
struct ESWriter {
  /// Paths of charts, which become those of documents.
  var documents: [String: String] = [:]
  /// The variables and loop items; other names are handlers.
  var variables: Set<String> = []
  /// What cannot be carried over, each as a sentence.
  private(set) var losses: [String] = []

  private static let eventFields = [
    "name": "name", "data": "data", "type": "type", "sendID": "sendid", "origin": "origin",
    "originType": "origintype", "invokeID": "invokeid",
  ]

  /// An expression; `fail()`, with a loss, for one that cannot be carried over.
  mutating func text(of expression: Expression) -> String {
    guard let node = try? parse(expression.text) else {
      losses.append("`\(expression.text)` cannot be read.")
      return "fail()"
    }
    return write(node, 0)
  }

  /// Writes a node; parentheses go around it when it binds less tightly than its place wants.
  ///
  /// 1 `||`, 2 `&&`, 3 comparison, 4 sum, 5 product, 6 sign before a value, 7 anything else.
  private mutating func write(_ node: ExpressionNode, _ least: Int) -> String {
    let (text, binding) = render(node)
    return binding < least ? "(\(text))" : text
  }

  private mutating func render(_ node: ExpressionNode) -> (String, Int) {
    switch node.kind {
    case .literal(let value): return literal(value)
    case .list(let elements):
      var texts: [String] = []
      for element in elements { texts.append(write(element, 0)) }
      return ("[" + texts.joined(separator: ", ") + "]", 7)
    case .map(let entries):
      var texts: [String] = []
      for entry in entries { texts.append("\(Self.quoted(entry.name)): \(write(entry.value, 0))") }
      return ("({ " + texts.joined(separator: ", ") + " })", 7)
    case .name("event"): return ("_event", 7)
    case .name(let name):
      guard variables.contains(name) else { return call(name, []) }
      return (name, 7)
    case .field(let base, let name, _): return (field(base, name), 7)
    case .index(let base, let index): return (write(base, 7) + "[" + write(index, 0) + "]", 7)
    case .call(let name, _, let arguments): return call(name, arguments)
    case .inState(let state, _): return ("In(\(Self.quoted(state)))", 7)
    case .negate(let operand): return ("-" + write(operand, 7), 6)
    case .not(let operand): return ("!" + write(operand, 7), 6)
    case .all(let operands): return (joined(operands, " && ", 3), 2)
    case .any(let operands): return (joined(operands, " || ", 2), 1)
    case .compare(let comparison, _, let left, let right):
      let sign =
        switch comparison {
        case .equal: "==="
        case .notEqual: "!=="
        default: comparison.rawValue
        }
      return ("\(write(left, 4)) \(sign) \(write(right, 4))", 3)
    case .arithmetic(let first, let steps):
      let isSum = steps.allSatisfy { $0.operator == .add || $0.operator == .subtract }
      let binding = isSum ? 4 : 5
      var text = write(first, binding)
      for step in steps { text += " \(step.operator.rawValue) \(write(step.operand, binding + 1))" }
      return (text, binding)
    }
  }

  private mutating func joined(_ operands: [ExpressionNode], _ sign: String, _ least: Int) -> String {
    var texts: [String] = []
    for operand in operands { texts.append(write(operand, least)) }
    return texts.joined(separator: sign)
  }

  private mutating func literal(_ value: Value) -> (String, Int) {
    switch value {
    case .unset: return ("undefined", 7)
    case .bool(let truth): return (truth ? "true" : "false", 7)
    case .int(let number): return (String(number), number < 0 ? 6 : 7)
    case .number(let number): return (number.description, number < 0 ? 6 : 7)
    case .string(let text): return (Self.quoted(documents[text] ?? text), 7)
    case .duration(let span): return ("duration(\(Self.quoted(span.literalText)))", 7)
    case .list, .map:
      losses.append("A written-out value cannot be carried over.")
      return ("fail()", 7)
    }
  }

  private mutating func field(_ base: ExpressionNode, _ name: String) -> String {
    if case .name("event") = base.kind {
      if let field = Self.eventFields[name] { return "_event." + field }
      losses.append("`event.\(name)` has no like in SCXML.")
      return "fail()"
    }
    if case .name("session") = base.kind, name == "id" { return "_sessionid" }
    return write(base, 7) + "." + name
  }

  private mutating func call(_ name: String, _ arguments: [ExpressionNode.Argument]) -> (String, Int) {
    if name == "defined", let argument = arguments.first {
      return ("typeof \(write(argument.value, 7)) !== 'undefined'", 3)
    }
    guard ExpressionText.functions.contains(name), arguments.allSatisfy({ $0.label == nil }) else {
      losses.append("The handler `\(name)` has no like in SCXML.")
      return ("fail()", 7)
    }
    func list(_ nodes: some Sequence<ExpressionNode.Argument>, _ writer: inout ESWriter) -> String {
      var texts: [String] = []
      for node in nodes { texts.append(writer.write(node.value, 0)) }
      return texts.joined(separator: ", ")
    }
    guard let first = arguments.first?.value else { return ("\(name)()", 7) }
    let rest = list(arguments.dropFirst(), &self)
    switch name {
    case "length": return (write(first, 7) + ".length", 7)
    case "has": return (write(first, 7) + ".hasOwnProperty(\(rest))", 7)
    case "contains": return (write(first, 7) + ".includes(\(rest))", 7)
    case "startsWith", "endsWith", "concat": return (write(first, 7) + ".\(name)(\(rest))", 7)
    case "lower": return (write(first, 7) + ".toLowerCase()", 7)
    case "upper": return (write(first, 7) + ".toUpperCase()", 7)
    case "trim": return (write(first, 7) + ".trim()", 7)
    case "abs", "floor", "ceil", "round", "min", "max": return ("Math.\(name)(\(list(arguments, &self)))", 7)
    case "isList": return ("Array.isArray(\(write(first, 0)))", 7)
    case "text": return ("String(\(write(first, 0)))", 7)
    default: return ("\(name)(\(list(arguments, &self)))", 7)
    }
  }

  /// A text as a literal of ECMAScript.
  static func quoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": result += "\\'"
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }
}

/// What is known of the text of expressions.
enum ExpressionText {
  /// The functions of the expression language.
  static let functions: Set<String> = [
    "has", "length", "contains", "startsWith", "endsWith", "lower", "upper", "trim", "min", "max", "abs",
    "floor",
    "ceil", "round", "isList", "concat", "text", "duration", "fail",
  ]
}
