extension ExpressionChecker {
  /// The only texts that a type permits; nil when any text may be.
  func closedValues(of type: StaticType) -> [String]? {
    if let values = type.values { return values }
    guard type.type == .error, let codes = scope.errorCodes else { return nil }
    return codes + ExpressionScope.platformErrorCodes.filter { !codes.contains($0) }
  }

  /// A constant text must be one that the other side can be.
  mutating func requireMember(
    _ constant: Checked, _ node: ExpressionNode, of type: StaticType, _ other: ExpressionNode?
  ) {
    let isEventName = other?.isEventName == true
    guard case .string(let text)? = builder.constantValue(of: constant.node),
      let known = isEventName ? scope.event.names ?? scope.eventNames : closedValues(of: type),
      !known.contains(text)
    else { return }
    notAMember(text, of: known, isCode: type.type == .error, other, at: node.range)
  }

  mutating func notAMember(
    _ text: String, of known: [String], isCode: Bool, _ other: ExpressionNode?, at range: Range<Int>
  ) {
    let near = nearName(text, known)
    let help =
      if let near {
        near.question(quote: "'")
      } else if known.isEmpty {
        "nothing is declared"
      } else {
        "it can be \(listed(known))"
      }
    let isUndeclared =
      isCode && !(scope.errorCodes?.contains(text) ?? true)
      && !ExpressionScope.platformErrorCodes.contains(text)
    let message: String
    if isUndeclared {
      message = "`'\(text)'` is not a declared error code"
    } else if let other, other.text.utf8.count <= 40 {
      message = "`\(other.text)` is never `'\(text)'`"
    } else {
      message = "`'\(text)'` is not one of the permitted texts"
    }
    report(
      isUndeclared ? .unknownError : .badExpression, message, help: help, at: range,
      suggestion: near.map { "'\($0.text)'" }, isGuess: near?.isSure == false)
  }

  /// The result must fit what the place wants.
  mutating func require(_ wanted: StaticType, of found: StaticType, at node: ExpressionNode) {
    if wanted.isAny { return }
    if found.isUnset {
      if !wanted.isOptional {
        report(
          "\(wanted.type.words) is needed here, and `unset` is no value",
          help: "declare the type as optional, with `?`",
          at: node.range)
      }
      return
    }
    if found.isAny { return }
    switch (wanted.type, found.type) {
    case (.string, .string), (.string, .error), (.error, .string), (.error, .error):
      guard let known = closedValues(of: wanted), let texts = found.values,
        let wrong = texts.first(where: { !known.contains($0) })
      else { return }
      notAMember(wrong, of: known, isCode: wanted.type == .error, nil, at: node.range)
    case (.number, .int), (.map, .map), (.map, .record), (.record, .map): return
    case (.list(let wantedElement), .list(let foundElement)):
      requireElements(StaticType(wantedElement, values: wanted.values), foundElement, at: node)
    case (.record(let wantedFields), .record(let foundFields)):
      requireFields(wantedFields, foundFields, at: node)
    case _ where wanted.type == found.type: return
    default:
      report(
        "\(wanted.type.words) is needed here, and this is \(words(found))",
        help: conversionHelp(wanted, found, node),
        at: node.range)
    }
  }

  private mutating func requireElements(_ wanted: StaticType, _ found: ValueType, at node: ExpressionNode) {
    if case .list(let elements) = node.kind {
      // Look at the literal's elements one by one where their types can be told without the scope.
      for element in elements {
        if case .literal(let value) = element.kind { require(wanted, of: StaticType(of: value), at: element) }
      }
      if elements.contains(where: { if case .literal = $0.kind { true } else { false } }) { return }
    }
    let foundType = StaticType(found)
    if foundType.isAny { return }
    let count = problems.count
    require(wanted, of: foundType, at: node)
    for index in problems.indices.dropFirst(count) {
      problems[index].message = "in the list's elements: " + problems[index].message
    }
  }

  private mutating func requireFields(_ wanted: [Field], _ found: [Field], at node: ExpressionNode) {
    var entries: [ExpressionNode.Entry] = []
    if case .map(let written) = node.kind { entries = written }
    // What is misspelt is not missing as well, and nothing is meant twice.
    let left = wanted.map(\.name.text).filter { name in !found.contains { $0.name.text == name } }
    var meant: Set<String> = []
    for field in found {
      let entry = entries.first { $0.name == field.name.text }
      guard let declared = wanted.first(where: { $0.name == field.name }) else {
        let near = nearName(field.name.text, left)
        if let near { meant.insert(near.text) }
        report(
          .unknownField, "there is no field `\(field.name.text)` here",
          help: near?.question()
            ?? (wanted.isEmpty ? "it has none" : "it has \(listed(wanted.map(\.name.text)))"),
          at: entry?.nameRange ?? node.range, suggestion: near?.text,
          isGuess: near?.isSure == false)
        continue
      }
      let count = problems.count
      require(StaticType(declared), of: StaticType(field), at: entry?.value ?? node)
      for index in problems.indices.dropFirst(count) where entry == nil {
        problems[index].message = "in `\(field.name.text)`: " + problems[index].message
      }
    }
    for field in wanted
    where !StaticType(field.type).isOptional && !meant.contains(field.name.text)
      && !found.contains(where: { $0.name == field.name })
    {
      report("the field `\(field.name.text)` is missing", at: node.range)
    }
  }

  private func conversionHelp(_ wanted: StaticType, _ found: StaticType, _ node: ExpressionNode) -> String? {
    let text = node.text
    guard text.utf8.count <= 40 else { return nil }
    let isLiteral = if case .literal = node.kind { true } else { false }
    switch (wanted.type, found.type) {
    case (.bool, _): return conditionHelp(text, found)
    case (.string, .int), (.string, .number), (.string, .bool):
      return isLiteral ? quotedHelp(text, node.range) : "write `text(\(text))`"
    case (.error, .int), (.error, .number), (.error, .bool): return quotedHelp(text, node.range)
    case (.duration, .int), (.duration, .number):
      return isLiteral ? "write a unit, as in `\(text)s`" : "multiply it by a unit: `\(text) * 1s`"
    case (.int, .number):
      return isLiteral ? "write a whole number, or declare the type `number`" : "round it: `round(\(text))`"
    case (.int, .string), (.number, .string), (.duration, .string):
      return isLiteral ? "write it without quotes" : nil
    default: return nil
    }
  }
}

extension ExpressionNode {
  /// Whether it is `event.name`.
  fileprivate var isEventName: Bool {
    guard case .field(let base, "name", _) = kind, case .name("event") = base.kind else { return false }
    return true
  }
}
