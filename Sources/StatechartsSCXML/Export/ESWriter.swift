import StatechartsModel

internal import Statecharts

// Expressions of charts become expressions of ECMAScript:
//
//   ESWriter            values, names, fields
//   ESWriter+Operators  conditions, comparisons, arithmetic
//   ESWriter+Calls      functions
//   ESWriter+Facts      what variables can hold
//
// The recursion follows the expression, which `parse` bounds in depth.

/// Writes expressions of charts in ECMAScript, in the forms that the importer knows.
struct ESWriter {
  typealias Rendered = ESTranslator.Rendered

  /// Paths of charts, which become those of documents.
  var documents: [String: String] = [:]
  /// The types of the variables and loop items; other names are handlers.
  var types: [String: ChartValueType] = [:]
  /// The error codes, which need no quotes.
  var codes: Set<String> = []
  /// What is known of variables and loop items.
  var facts: [String: ValueFacts] = [:]
  /// The payload of the event where the expression stands; nil where it is not known.
  var payload: [FieldDeclaration]?
  /// Whether paths of charts in texts are those that an `invoke` runs, so that they are changed without a word.
  var isSource = false
  /// What cannot be carried over, each as a sentence.
  var losses: [String] = []
  /// In what ECMAScript may differ, each as a clause.
  var differences: [String] = []

  static let eventFields = [
    "name": "name", "data": "data", "type": "type", "sendID": "sendid", "origin": "origin",
    "originType": "origintype", "invokeID": "invokeid",
  ]

  /// An expression; `fail()`, with a loss, for one that cannot be carried over.
  mutating func render(_ expression: ChartExpression, isCondition: Bool = false) -> Rendered {
    losses = []
    differences = []
    guard let node = try? parse(expression.text) else {
      losses.append("`\(expression.text)` cannot be read.")
      return Rendered("fail()", .unknown, canFail: true)
    }
    return isCondition ? condition(node) : render(node)
  }

  mutating func differ(_ reason: String) {
    if !differences.contains(reason) { differences.append(reason) }
  }

  // Bindings: 1 `||` and `??`, which stand beside no other operator but a comparison or what binds tighter, 2 `&&`, 3 comparison, 4 sum, 5 product, 6 sign before a value, 7 anything else.

  mutating func render(_ node: ExpressionNode) -> Rendered {
    switch node.kind {
    case .literal(let value): return literal(value)
    case .list(let elements): return list(elements)
    case .map(let entries): return map(entries)
    case .name("event"): return Rendered("_event", binding: 7, ValueFacts(kinds: .map))
    case .name(let name):
      guard let type = types[name] else {
        return codes.contains(name) ? literal(.string(name)) : call(name, [])
      }
      let known = facts[name] ?? Self.facts(of: type)
      if known.kinds.mayBe(.other) {
        losses.append("`\(name)` is a duration, and ECMAScript has no durations.")
      }
      return Rendered(name, binding: 7, known, isPath: true)
    case .field(let base, let name, _): return field(base, name, of: node)
    case .index(let base, let index): return self.index(base, index, of: node)
    case .call(let name, _, let arguments): return call(name, arguments)
    case .inState(let state, _):
      return Rendered("In(\(Self.quoted(state)))", binding: 7, ValueFacts(kinds: .bool))
    case .negate(let operand): return negated(operand)
    case .not(let operand):
      let value = condition(operand)
      return Rendered("!" + value.bound(7), binding: 6, ValueFacts(kinds: .bool), canFail: value.canFail)
    case .all(let operands): return junction(operands, " && ", 2)
    case .any(let operands): return junction(operands, " || ", 1)
    case .compare(let comparison, _, let left, let right): return compare(comparison, left, right)
    case .orElse(let operands): return orElse(operands)
    case .arithmetic(let first, let steps): return arithmetic(first, steps)
    }
  }

  // MARK: Literals

  private mutating func literal(_ value: ChartValue) -> Rendered {
    switch value {
    case .unset: return Rendered("undefined", binding: 7, ValueFacts(kinds: .undefined))
    case .bool(let truth): return Rendered(truth ? "true" : "false", binding: 7, ValueFacts(kinds: .bool))
    case .int(let number):
      if Double(number).magnitude > ValueFacts.exact {
        differ("ECMAScript has no exact integers beyond 2^53")
      }
      return Rendered(
        String(number), binding: number < 0 ? 6 : 7,
        ValueFacts(kinds: .int, largest: Double(number).magnitude))
    case .number(let number):
      return Rendered(
        number.description, binding: number < 0 ? 6 : 7,
        ValueFacts(kinds: .number, largest: number.magnitude))
    case .string(let text):
      if let document = documents[text] {
        if !isSource {
          differ("the text is the path of a chart, so it was changed to the path of its document")
        }
        return Rendered(Self.quoted(document), binding: 7, ValueFacts(kinds: .of(document)))
      }
      return Rendered(Self.quoted(text), binding: 7, ValueFacts(kinds: .of(text)))
    case .duration(let span):
      losses.append("The duration `\(span.literalText)` has no equivalent in ECMAScript.")
      return Rendered(
        "duration(\(Self.quoted(span.literalText)))", binding: 7, ValueFacts(kinds: .other), canFail: true)
    case .list, .map:
      losses.append("A literal cannot be converted, so it became `fail()`.")
      return Rendered("fail()", binding: 7, .unknown, canFail: true)
    }
  }

  private mutating func list(_ elements: [ExpressionNode]) -> Rendered {
    var facts = ValueFacts(kinds: .list)
    var texts: [String] = []
    var canFail = false
    for element in elements {
      let value = render(element)
      texts.append(value.text)
      facts.elements.formUnion(value.kinds)
      facts.largest = max(facts.largest, value.facts.largest)
      canFail = canFail || value.canFail
    }
    return Rendered("[" + texts.joined(separator: ", ") + "]", binding: 7, facts, canFail: canFail)
  }

  private mutating func map(_ entries: [ExpressionNode.Entry]) -> Rendered {
    var texts: [String] = []
    var canFail = false
    for entry in entries {
      let value = render(entry.value)
      texts.append("\(Self.quoted(entry.name)): \(value.text)")
      canFail = canFail || value.canFail
      if entry.name == "__proto__" { differ("`__proto__` has a special meaning in ECMAScript") }
    }
    return Rendered(
      "({ " + texts.joined(separator: ", ") + " })", binding: 7,
      ValueFacts(kinds: .map, largest: .infinity), canFail: canFail)
  }

  // MARK: Paths

  private mutating func field(_ base: ExpressionNode, _ name: String, of node: ExpressionNode) -> Rendered {
    if case .name("event") = base.kind, types["event"] == nil {
      guard let field = Self.eventFields[name] else {
        losses.append("SCXML has no `event.\(name)`, so it became `fail()`.")
        return Rendered("fail()", binding: 7, .unknown, canFail: true)
      }
      let facts =
        switch name {
        case "data": ValueFacts(kinds: [.map, .undefined], largest: .infinity)
        case "name", "type": ValueFacts(kinds: .ascii)
        default: ValueFacts(kinds: [.ascii, .undefined])
        }
      return Rendered("_event." + field, binding: 7, facts, isPath: true)
    }
    if case .name("session") = base.kind, name == "id", types["session"] == nil {
      return Rendered("_sessionid", binding: 7, ValueFacts(kinds: .ascii), isPath: true)
    }
    let value = render(base)
    if ESTranslator.inherited.contains(name) { differ("every object in ECMAScript has `\(name)`") }
    if !value.kinds.isOnly([.map, .undefined]) {
      differ("a field of a value that is not a map fails in a chart, but is `undefined` in ECMAScript")
    }
    return Rendered(
      value.bound(7) + "." + name, binding: 7, type(of: node).map(Self.facts) ?? .unknown,
      isPath: value.isPath, canFail: value.canFail || value.kinds != .map)
  }

  private mutating func index(
    _ base: ExpressionNode, _ index: ExpressionNode, of node: ExpressionNode
  ) -> Rendered {
    let value = render(base)
    let place = render(index)
    let isField = value.kinds.isOnly([.map, .undefined]) && place.kinds.isOnly(.texts)
    if case .literal(.string(let name)) = index.kind, ESTranslator.inherited.contains(name) {
      differ("every object in ECMAScript has `\(name)`")
    }
    if !isField {
      differ("a missing element fails in a chart, but is `undefined` in ECMAScript")
    }
    return Rendered(
      value.bound(7) + "[" + place.text + "]", binding: 7, type(of: node).map(Self.facts) ?? .unknown,
      isPath: value.isPath, canFail: value.canFail || place.canFail || !isField || value.kinds != .map)
  }

  /// A text as a literal of ECMAScript, in which nothing stands that XML cannot hold.
  static func quoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": result += "\\'"
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        let isHidden =
          scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
          || scalar.value == 0x2029 || scalar.value == 0xFEFF || scalar.value == 0xFFFE
          || scalar.value == 0xFFFF
        if isHidden {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "'"
  }
}
