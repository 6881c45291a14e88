import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads an expression behind a key of the format.
  mutating func expression(_ name: FormatName, in fields: Fields) -> ChartExpression? {
    guard let entry = entry(name, in: fields) else { return nil }
    return expression(entry.value, key: entry.key)
  }

  /// Reads an expression: a text, or a list or mapping of expressions.
  mutating func expression(_ node: Int32, key: Int32) -> ChartExpression? {
    if kind(node) == .scalar {
      guard !isBlank(node) else {
        reportWrongKind(
          node, key: key, expected: .expression,
          help: "Write `unset` for no value, or `\"''\"` for empty text.")
        return nil
      }
      return ChartExpression(text(node), origin: ModelOrigin(node))
    }
    var text = ""
    var composition = ExpressionComposition()
    guard compose(node, key: key, into: &text, &composition) else { return nil }
    compositions[node] = composition
    return ChartExpression(text, origin: ModelOrigin(node))
  }

  /// Reads a mapping of names to expressions behind a key of the format.
  mutating func expressions(_ name: FormatName, in fields: Fields) -> [NamedExpression] {
    guard let entry = entry(name, in: fields) else { return [] }
    guard let kind = nameKind(entry, in: fields) else { return [] }
    guard self.kind(entry.value) == .mapping else {
      reportWrongKind(entry, in: fields)
      return []
    }
    return expressions(entry.value, kind)
  }

  /// Reads the entries of a mapping as named expressions.
  mutating func expressions(_ node: Int32, _ kind: FormatShape.NameKind) -> [NamedExpression] {
    var result: [NamedExpression] = []
    var cursor = chart.walk(node)
    while let (key, value) = chart.next(&cursor) {
      if let name = name(key, kind), let expression = expression(value, key: key) {
        result.append(NamedExpression(name, expression))
      }
    }
    return result
  }

  /// Reads a guard: an expression, or one handler with arguments.
  mutating func guardExpression(in fields: Fields) -> ChartExpression? {
    guard let entry = entry(.guard, in: fields) else {
      return misspelledGuard(in: fields)
    }
    switch kind(entry.value) {
    case .scalar where isBlank(entry.value):
      reportWrongKind(entry, in: fields, help: "Write a condition, or remove `guard`.")
      return nil
    case .scalar:
      _ = ask(.guardText(entry.value))
      return expression(entry.value, key: entry.key)
    case .sequence:
      reportWrongKind(entry, in: fields, help: "Join conditions with `and` or `or`: `guard: a and b`.")
      return nil
    case .mapping: return guardCall(entry.value, key: entry.key)
    }
  }

  /// The value of a misspelled `guard`, which was reported. Without it, the transition of a list would always be taken,
  /// and what is said of that would only repeat the mistake.
  private func misspelledGuard(in fields: Fields) -> ChartExpression? {
    guard let value = fields.meant[FormatName.guard.text], kind(fields.owner) == .mapping,
      kind(value) == .scalar, !isBlank(value)
    else { return nil }
    return ChartExpression(text(value), origin: ModelOrigin(value))
  }

  private mutating func guardCall(_ node: Int32, key owner: Int32) -> ChartExpression? {
    let key = first(node)
    // A key that is a mapping or a list was reported as such.
    if key >= 0, kind(key) != .scalar { return nil }
    guard key >= 0, next(key) >= 0 else {
      reportWrongKind(
        node, key: owner, expected: .guard, help: "For example: `guard: { hasRole: { role: \"'admin'\" } }`.")
      return nil
    }
    let value = next(key)
    if ask(.guardCall(node)) != nil { return nil }
    if next(value) >= 0 {
      report(
        .exclusiveKeys, at: range(next(value)),
        "`guard` must name one handler, but it has \(count(node)) keys.",
        help: "Join several with `and`: `guard: isOpen and hasRole(role: 'admin')`.")
      return nil
    }
    if ["and", "or", "not", "all", "any"].contains(text(key)) {
      report(
        .illegalName, at: range(key), "\(shown(text(key))) is not a valid handler name.",
        help: "Write it as an expression: `guard: isOpen and not isLocked`.")
      return nil
    }
    guard let name = name(key, .handler) else { return nil }
    var text = name.text
    var composition = ExpressionComposition()
    composition.pieces.append(ExpressionComposition.Piece(range: 0..<text.utf8.count, node: key))
    switch kind(value) {
    case .scalar where isEmpty(value): break
    case .mapping:
      guard compose(arguments: value, into: &text, &composition) else { return nil }
    default:
      reportWrongKind(
        value, key: key, expected: .expressions(.field),
        help: "Give the arguments by name: `guard: { hasRole: { role: \"'admin'\" } }`.")
      return nil
    }
    compositions[node] = composition
    return ChartExpression(text, origin: ModelOrigin(node))
  }

  /// A text as a literal of the expression language, standing for a scalar.
  mutating func literal(_ node: Int32) -> ChartExpression {
    let text = text(node)
    let quoted = ChartBuilder.quoted(text)
    if quoted.utf8.count == text.utf8.count + 2 {
      compositions[node] = ExpressionComposition(
        pieces: [ExpressionComposition.Piece(range: 1..<1 + text.utf8.count, node: node)])
    } else {
      compositions[node] = ExpressionComposition()
    }
    return ChartExpression(quoted, origin: ModelOrigin(node))
  }

  // MARK: Lists and mappings as expressions

  private mutating func compose(
    arguments node: Int32, into text: inout String, _ composition: inout ExpressionComposition
  ) -> Bool {
    var isComplete = true
    text += "("
    var isFirst = true
    var cursor = chart.walk(node)
    while let (key, value) = chart.next(&cursor) {
      if !isFirst { text += ", " }
      isFirst = false
      if let name = name(key, .field) {
        append(name.text, of: key, to: &text, &composition)
        text += ": "
        isComplete = compose(value, key: key, into: &text, &composition) && isComplete
      } else {
        isComplete = false
      }
    }
    text += ")"
    return isComplete
  }

  private mutating func compose(
    _ node: Int32, key owner: Int32, into text: inout String, _ composition: inout ExpressionComposition
  ) -> Bool {
    var isComplete = true
    switch kind(node) {
    case .scalar:
      guard let expression = expression(node, key: owner) else { return false }
      // In parentheses, a comma or colon in it cannot become part of the whole.
      let isAtom = expression.text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte == 0x2E
      }
      if !isAtom { text += "(" }
      append(expression.text, of: node, to: &text, &composition)
      if !isAtom { text += ")" }
    case .sequence:
      text += "["
      var item = first(node)
      while item >= 0 {
        isComplete = compose(item, key: owner, into: &text, &composition) && isComplete
        item = next(item)
        if item >= 0 { text += ", " }
      }
      text += "]"
    case .mapping:
      text += "{"
      var key = first(node)
      while key >= 0 {
        let value = next(key)
        guard value >= 0 else { break }
        if kind(key) == .scalar {
          let name = self.text(key)
          if isLegal(name, .field) {
            append(name, of: key, to: &text, &composition)
          } else {
            text += ChartBuilder.quoted(name)
          }
          text += ": "
          isComplete = compose(value, key: key, into: &text, &composition) && isComplete
        }
        key = next(value)
        if key >= 0 { text += ", " }
      }
      text += "}"
    }
    return isComplete
  }

  private func append(
    _ part: String, of node: Int32, to text: inout String, _ composition: inout ExpressionComposition
  ) {
    let start = text.utf8.count
    text += part
    composition.pieces.append(ExpressionComposition.Piece(range: start..<text.utf8.count, node: node))
  }

  static func quoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }
}
