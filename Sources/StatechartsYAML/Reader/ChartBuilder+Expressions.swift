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
    guard kind(node) == .scalar else {
      var composed = ComposedExpression()
      return compose(node, key: key, into: &composed) ? expression(composed, at: node) : nil
    }
    guard !isBlank(node) else {
      report(.wrongKind(node, key: key, expected: .expression))
      return nil
    }
    return ChartExpression(text(node), origin: ModelOrigin(node))
  }

  /// Reads a mapping of names to expressions behind a key of the format.
  mutating func expressions(_ name: FormatName, in fields: Fields) -> [NamedExpression] {
    guard let entry = value(name, in: fields), let kind = index.nameKind(entry.format) else { return [] }
    return expressions(entry.value, kind)
  }

  /// Reads the entries of a mapping as named expressions.
  mutating func expressions(_ node: Int32, _ kind: FormatShape.NameKind) -> [NamedExpression] {
    entries(of: node) { builder, key, value in
      guard let name = builder.name(key, kind), let expression = builder.expression(value, key: key)
      else { return nil }
      return NamedExpression(name, expression)
    }
  }

  /// An expression in parentheses behind a key that otherwise holds a name.
  mutating func computed(_ name: FormatName, in fields: Fields) -> ChartExpression? {
    // Decision: Docs/decisions/format.md#computed-values-have-parentheses
    guard let entry = entry(name, in: fields) else { return nil }
    let text = text(entry.value)
    guard text.utf8.first == UInt8(ascii: "("), text.utf8.last == UInt8(ascii: ")") else { return nil }
    return ChartExpression(text, origin: ModelOrigin(entry.value))
  }

  // MARK: Guards

  /// Reads a guard: an expression, or one handler with arguments.
  mutating func guardExpression(in fields: Fields) -> ChartExpression? {
    guard let entry = entry(.guard, in: fields) else { return misspelledGuard(in: fields) }
    switch kind(entry.value) {
    case .mapping: return guardCall(entry)
    case .scalar where !isBlank(entry.value):
      ask(.guardText(entry.value))
      return expression(entry.value, key: entry.key)
    case .scalar, .sequence:
      reportWrongKind(entry)
      return nil
    }
  }

  /// The value of a misspelled `guard`, which was reported. Without it, the transition of a list would always be taken,
  /// and what is said of that would only repeat the mistake.
  private func misspelledGuard(in fields: Fields) -> ChartExpression? {
    guard kind(fields.owner) == .mapping,
      let entry = entries[fields.range].first(where: { $0.name == .guard && $0.standing == .misspelled }),
      kind(entry.value) == .scalar, !isBlank(entry.value)
    else { return nil }
    return ChartExpression(text(entry.value), origin: ModelOrigin(entry.value))
  }

  private mutating func guardCall(_ entry: Entry) -> ChartExpression? {
    let (node, key) = (entry.value, first(entry.value))
    // A key that is a mapping or a list was reported as such.
    if key >= 0, kind(key) != .scalar { return nil }
    guard key >= 0, next(key) >= 0 else {
      reportWrongKind(entry)
      return nil
    }
    let value = next(key)
    if ask(.guardCall(node)) != nil { return nil }
    if next(value) >= 0 {
      report(.severalGuards(next(value), in: node))
      return nil
    }
    if ["and", "or", "not", "all", "any"].contains(text(key)) {
      report(.operatorAsGuard(key))
      return nil
    }
    guard let name = name(key, .handler) else { return nil }
    var composed = ComposedExpression()
    composed.append(name.text, of: key)
    if kind(value) == .mapping {
      guard compose(arguments: value, into: &composed) else { return nil }
    } else if !isEmpty(value) {
      report(.wrongKind(value, key: key, expected: .expressions(.field), behind: index.key(entry.format)))
      return nil
    }
    return expression(composed, at: node)
  }

  // MARK: Lists and mappings as expressions

  /// Adds the arguments of a handler.
  ///
  /// - Returns: Whether all of them could be read.
  private mutating func compose(arguments node: Int32, into composed: inout ComposedExpression) -> Bool {
    var isComplete = true
    var separator = "("
    var cursor = chart.walk(node)
    while let (key, value) = chart.next(&cursor) {
      composed.append(separator)
      separator = ", "
      guard let name = name(key, .field) else {
        isComplete = false
        continue
      }
      composed.append(name.text, of: key)
      composed.append(": ")
      isComplete = compose(value, key: key, into: &composed) && isComplete
    }
    composed.append(separator == "(" ? "()" : ")")
    return isComplete
  }

  /// Adds what a node says.
  ///
  /// - Returns: Whether all of it could be read.
  private mutating func compose(
    _ node: Int32, key owner: Int32, into composed: inout ComposedExpression
  ) -> Bool {
    var isComplete = true
    switch kind(node) {
    case .scalar:
      guard let expression = expression(node, key: owner) else { return false }
      composed.append(operand: expression.text, of: node)
    case .sequence:
      composed.append("[")
      var item = first(node)
      while item >= 0 {
        isComplete = compose(item, key: owner, into: &composed) && isComplete
        item = next(item)
        if item >= 0 { composed.append(", ") }
      }
      composed.append("]")
    case .mapping:
      composed.append("{")
      var key = first(node)
      while key >= 0 {
        let value = next(key)
        guard value >= 0 else { break }
        if kind(key) == .scalar {
          let name = text(key)
          if isLegal(name, .field) {
            composed.append(name, of: key)
          } else {
            composed.append(ChartValue.quoted(name))
          }
          composed.append(": ")
          isComplete = compose(value, key: key, into: &composed) && isComplete
        }
        key = next(value)
        if key >= 0 { composed.append(", ") }
      }
      composed.append("}")
    }
    return isComplete
  }
}
