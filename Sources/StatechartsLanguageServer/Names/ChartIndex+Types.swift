internal import Statecharts
internal import StatechartsEditing
internal import StatechartsModel
internal import StatechartsYAML

extension ChartIndex {
  /// A part of an expression with its type.
  struct TypedPart {
    /// The part as it is written; of a function, how it is used.
    var text: String
    var type: String
    var range: SourceRange
  }

  /// The smallest part of an expression around an offset, without literals, whose type is known.
  func typedPart(at offset: Int) -> TypedPart? {
    let path = FormatPath(steps(around: offset))
    guard let node = enclosures(around: offset).last?.node, path.shape?.holdsExpression == true,
      path.key?.name != .initial, let text = document.text(of: node), let root = try? parse(text)
    else { return nil }
    let range = { (part: Range<Int>) in self.document.range(of: node, textRange: part) }
    var parts = [root]
    while let inner = parts.last?.operands.last(where: { range($0.range).touches(offset) }) {
      parts.append(inner)
    }
    for part in parts.reversed() {
      if case .literal = part.kind { continue }
      guard let type = type(of: part, at: path).map({ Self.words($0.type, $0.taint) }) else { continue }
      if case .call(let name, let place, _) = part.kind, range(place).touches(offset),
        let function = ExpressionFunction(name: name)
      {
        return TypedPart(text: function.usage, type: type, range: range(place))
      }
      let written = String(
        decoding: text.utf8.dropFirst(part.range.lowerBound).prefix(part.range.count), as: UTF8.self)
      return TypedPart(text: written, type: type, range: range(part.range))
    }
    return nil
  }

  /// The type of an expression where a path leads; nil where it is not known.
  func type(of expression: ExpressionNode, at path: FormatPath) -> (type: ChartValueType, taint: Taint)? {
    var scope = ExpressionScope(
      variables: chart.context.map(\.field), guards: chart.handlers.guards, errorCodes: names(.error),
      states: Dictionary(
        states.enumerated().map { ($1.id.text, $0) }, uniquingKeysWith: { first, _ in first }))
    scope.suggests = false
    if case .guard = path.shape { scope.allowsGuards = true }
    scope.locals = path.elements.reversed().map { FieldDeclaration(ChartName($0), .any) }
    let fields = eventFields(at: path)
    if !fields.isEmpty { scope.event = ExpressionScope.Event(data: .record(fields)) }
    let (checked, problems) = check(expression, in: scope)
    guard problems.isEmpty, checked.type != .any else { return nil }
    return (checked.type, checked.taint)
  }

  /// A type with what is said of its values, as a declaration in braces has it.
  static func declaration(_ type: ChartValueType, _ taint: Taint = []) -> String {
    if case .optional(let wrapped) = type {
      let inner = declaration(wrapped, taint)
      if inner.hasPrefix("{ type: ") { return inner.dropLast(2) + ", optional: true }" }
      // Some readers of YAML refuse `?` in braces without quotes.
      return inner.hasPrefix("[") ? "{ type: \(inner), optional: true }" : "\"\(inner)?\""
    }
    var text = type.chartText
    if case .list(let element) = type { text = "[\(declaration(element))]" }
    if case .record(let fields) = type {
      text =
        "{ \(fields.map { "\($0.name.text): \(declaration($0.type, $0.taint))" }.joined(separator: ", ")) }"
    }
    let more =
      (taint.contains(.secret) ? ", secret: true" : "")
      + (taint.contains(.personal) ? ", personal: true" : "")
    return more.isEmpty && !text.hasPrefix("{") ? text : "{ type: \(text)\(more) }"
  }

  /// A type with what is said of its values, for people.
  private static func words(_ type: ChartValueType, _ taint: Taint) -> String {
    let words = [
      taint.contains(.secret) ? "secret: true" : nil, taint.contains(.personal) ? "personal: true" : nil,
    ].compactMap(\.self)
    return words.isEmpty
      ? type.chartText : "{ type: \(type.chartText), \(words.joined(separator: ", ")) }"
  }
}
