import StatechartsModel

extension ExpressionChecker {
  /// The only texts that a type permits; nil when any text may be.
  ///
  /// - Parameter searches: how many texts will be looked for.
  func closedValues(of type: StaticType, searches: Int = 1) -> ClosedTexts? {
    if let values = type.values { return ClosedTexts(values, isIndexed: searches > ClosedTexts.mostSearches) }
    return type.type == .error ? scope.knownErrors : nil
  }

  /// A constant text must be one that the other side can be.
  mutating func requireMember(
    _ constant: Checked, _ node: ExpressionNode, of type: StaticType, _ other: ExpressionNode?
  ) {
    let isEventName = other?.isEventName == true
    guard case .string(let text)? = builder.constantValue(of: constant.node),
      let known = isEventName
        ? (scope.event.names ?? scope.eventNames).map({ ClosedTexts($0) }) : closedValues(of: type),
      !known.contains(text)
    else { return }
    notAMember(text, of: known, isCode: type.type == .error, other, at: node.range)
  }

  mutating func notAMember(
    _ text: String, of known: ClosedTexts, isCode: Bool, _ other: ExpressionNode?, at range: Range<Int>
  ) {
    let near = nearName(text, known.texts)
    let help =
      if let near {
        near.question(quote: "'")
      } else if known.texts.isEmpty {
        "no values are declared"
      } else {
        "it can be \(known.texts.listed())"
      }
    let isUndeclared = isCode && scope.knownErrors?.contains(text) == false
    let message: String
    if isUndeclared {
      message = "`'\(text)'` is not a declared error code"
    } else if let other, other.text.utf8.count <= 40 {
      message = "`\(other.text)` is never `'\(text)'`"
    } else {
      message = "`'\(text)'` is not one of the allowed values"
    }
    report(
      isUndeclared ? .unknownError : .badExpression, message, help: help, at: range,
      suggestion: near.map { "'\($0.text)'" }, isGuess: near?.isSure == false)
  }

  /// Notes a part that may have no value where one is needed.
  ///
  /// - Parameters:
  ///   - operation: What needs it; nil for the place of the whole expression.
  ///   - reading: The field or element that is read of it, as it is written behind it, with its type.
  mutating func needValue(
    _ type: StaticType, _ node: ExpressionNode, _ operation: String? = nil,
    reading: (step: String, type: StaticType?)? = nil
  ) {
    guard scope.setPaths != nil, type.mayLackValue, !node.isOfPlatform else { return }
    var variable: String?
    if case .name(let name) = node.kind { variable = name }
    uses.optional.append(
      .init(
        text: node.text, variable: variable, isPath: node.isPath, reading: reading?.step,
        type: reading.map { $0.type?.type ?? .any } ?? type.type, values: reading == nil ? type.values : nil,
        operation: operation, range: node.range))
  }

  /// The result must fit what the place wants.
  mutating func require(_ wanted: StaticType, of found: StaticType, at node: ExpressionNode) {
    if wanted.isAny { return }
    if found.isUnset {
      if !wanted.isOptional {
        report(
          "\(wanted.type.words) is needed here, but `unset` has no value",
          help: "declare the type as optional, with `?`",
          at: node.range)
      }
      return
    }
    if found.isAny { return }
    switch (wanted.type, found.type) {
    case (.string, .string), (.string, .error), (.error, .string), (.error, .error):
      guard let known = closedValues(of: wanted), let texts = found.values,
        let wrong = known.firstMissing(of: texts)
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
        "\(wanted.type.words) is needed here, but this is \(words(found))",
        help: conversionHelp(wanted, found, node),
        at: node.range)
    }
  }

  private mutating func requireElements(
    _ wanted: StaticType, _ found: ChartValueType, at node: ExpressionNode
  ) {
    if case .list(let elements) = node.kind {
      // Look at the literal's elements one by one where their types are known without the scope.
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

  /// Beside a literal each of its mistakes is reported, elsewhere only the first few: they are mistakes in the
  /// declaration.
  private mutating func requireFields(
    _ wanted: [FieldDeclaration], _ found: [FieldDeclaration], at node: ExpressionNode
  ) {
    var entries: [ExpressionNode.Entry] = []
    if case .map(let written) = node.kind { entries = written }
    let start = problems.count
    lazy var given = Set(found.lazy.map(\.name.text))
    // What is misspelled is not missing as well, and nothing is meant twice.
    lazy var left = wanted.map(\.name.text).filter { !given.contains($0) }
    var meant: Set<String> = []
    var finder = FieldFinder(wanted)
    for (place, field) in found.enumerated() {
      // The type of a literal has its fields in their order.
      let entry = place < entries.count ? entries[place] : nil
      if entry == nil, problems.count >= start + NearName.most { return }
      guard let declared = finder.field(field.name.text, near: place) else {
        let near = suggests ? nearName(field.name.text, left) : nil
        if let near { meant.insert(near.text) }
        report(
          .unknownField, "`\(field.name.text)` is not a declared field",
          help: near?.question()
            ?? (wanted.isEmpty ? "no fields are declared" : "it has \(wanted.map(\.name.text).listed())"),
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
    let missing = wanted.required(besides: given.union(meant))
    if !missing.isEmpty {
      let isOne = missing.count == 1
      report(
        "the field\(isOne ? "" : "s") \(missing.listed(most: 3)) \(isOne ? "is" : "are") missing",
        at: node.range)
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
      return isLiteral ? "write an integer, or declare the type `number`" : "round it: `round(\(text))`"
    case (.int, .string), (.number, .string), (.duration, .string):
      return isLiteral ? "write it without quotes" : nil
    default: return nil
    }
  }
}

/// Texts of which a value must be one.
package struct ClosedTexts: Sendable {
  let texts: [String]
  /// For lists of any length; others are gone through.
  private let index: Set<String>?

  init(_ texts: [String], isIndexed: Bool = false) {
    self.texts = texts
    index = isIndexed ? Set(texts) : nil
  }

  func contains(_ text: String) -> Bool { index?.contains(text) ?? texts.contains(text) }

  /// The first of some texts that is not among these. Mostly both lists come from one declaration.
  func firstMissing(of others: [String]) -> String? {
    if others == texts { return nil }
    let known = index == nil && others.count > Self.mostSearches ? ClosedTexts(texts, isIndexed: true) : self
    return others.first { !known.contains($0) }
  }

  /// Looking for more texts than so many, one by one in a list, takes longer than making an index.
  static let mostSearches = 8
}

extension ExpressionNode {
  /// Whether it is `event.name`.
  fileprivate var isEventName: Bool {
    guard case .field(let base, "name", _) = kind, case .name("event") = base.kind else { return false }
    return true
  }
}
