import StatechartsModel

// Payloads, inputs, outputs and arguments, held to their declarations; delays.

extension ExpressionCompiler {
  /// Compiles named expressions. With a declaration, unknown and missing names are reported.
  ///
  /// - Parameter isKnown: Whether the owner exists; false where a mistake was reported.
  func compileFields(
    _ given: [NamedExpression], declared: [FieldDeclaration]?, _ situation: ExpressionContext,
    of owner: String, at origin: ModelOrigin, what: String = "field", isKnown: Bool = true,
    checkedElsewhere: Bool = false
  ) -> Range<Int> {
    guard !given.isEmpty || declared?.isEmpty == false else { return 0..<0 }
    var records: [FieldRecord] = []
    var seen: Set<String> = []
    // What is misspelled is not missing as well, and nothing is meant twice.
    var meant: Set<String> = []
    var left: [String] = []
    if !given.isEmpty, problems.comparisonsLeft > 0 {
      let names = Set(given.lazy.map(\.name.text))
      left = (declared ?? []).map(\.name.text).filter { !names.contains($0) }
    }
    var finder = FieldFinder(declared ?? [])
    for (place, entry) in given.enumerated() {
      let field = finder.field(entry.name.text, near: place)
      if !seen.insert(entry.name.text).inserted {
        problems.report(
          .duplicateName, "`\(entry.name.text)` is given twice.",
          help: "Delete `\(entry.name.text):` here or above.", at: entry.name.origin)
      }
      if declared != nil, field == nil {
        let near = problems.reportUnknown(
          .unknownField, "\(owner.capitalizedFirst) has no \(what) `\(entry.name.text)`.", entry.name,
          among: left,
          otherwise: what == "input"
            ? "declare `\(entry.name.text)` as an input of \(owner)"
            : "declare `\(entry.name.text)` where \(owner) is declared")
        if let near { meant.insert(near) }
      } else if declared == nil {
        problems.checkExpressionName(entry.name, "\(what) name")
      }
      // What has a wrong name may be meant for an error.
      let isHidden = field == nil && (declared != nil || !isKnown)
      let hidden = isHidden && scope.isErrorCode(entry.value.text) ? ChartValueType.error : nil
      let expression = lower(
        entry.value, field?.type ?? hidden, situation, values: field?.values,
        for: "the \(what) `\(entry.name)` of \(owner)"
      ).number
      if let field {
        checkSecrecy(
          expression, into: field, "The \(what) `\(field.name)` of \(owner)", at: entry.value.origin)
      }
      let taint = table[expression].taint.union(field?.taint ?? []).union(field?.type.heldTaint ?? [])
      records.append(
        FieldRecord(
          name: entry.name.text, expression: expression, isSecret: taint.contains(.secret),
          escaping: table[expression].taintEscaping(into: field), declared: field?.taint ?? [],
          check: checkedElsewhere ? nil : field.flatMap { needsCheck(expression, $0) ? $0 : nil }))
    }
    let missing = (declared ?? []).required(besides: seen.union(meant))
    if let first = missing.first {
      let isAlone = missing.count == 1
      problems.report(
        .missingField,
        "\(owner.capitalizedFirst) needs the \(what)\(isAlone ? "" : "s") \(missing.listed(most: 3)).",
        help:
          "\(Self.place(of: "\(first): VALUE", as: what, isFirst: given.isEmpty))\(isAlone ? "" : ", and the others likewise"). "
          + "If \(isAlone ? "it" : "one") may be missing, add `?` to its type in the declaration, as in `\"string?\"`.",
        at: origin)
    }
    let start = fields.count
    fields.append(contentsOf: records)
    return start..<fields.count
  }

  /// Where to write a field that is missing: in the part that holds them, or in a new one.
  private static func place(of entry: String, as what: String, isFirst: Bool) -> String {
    switch (what, isFirst) {
    case ("argument", true): "Write `{ \(entry) }` after the name and a `:`"
    case ("argument", false): "Add `\(entry)` to the arguments"
    case ("input", true): "Write `input: { \(entry) }` next to this"
    case ("input", false): "Add `\(entry)` to `input:`"
    case (_, true): "Write `data: { \(entry) }` next to this"
    case (_, false): "Add `\(entry)` to `data:`"
    }
  }

  /// Compiles a delay.
  func compileDelay(_ delay: ChartDelay, in situation: ExpressionContext, at origin: ModelOrigin)
    -> DelayRecord
  {
    switch delay {
    case .literal(let span):
      if span < .zero {
        problems.report(
          .badValue, "A delay cannot be negative.", help: "Write a duration such as `500ms`.", at: origin)
      }
      return .literal(span)
    case .expression(let expression):
      return .expression(lower(expression, .duration, situation, for: "the duration").number)
    }
  }
}

extension [FieldDeclaration] {
  /// The names of the fields that must be given, apart from some.
  func required(besides given: Set<String>) -> [String] {
    var result: [String] = []
    for place in indices where !given.contains(self[place].name.text) {
      if case .optional = self[place].type { continue }
      result.append(self[place].name.text)
    }
    return result
  }
}

extension [String] {
  /// Names for a message.
  func listed(most: Int = 10) -> String {
    let shown = prefix(most).map { "`\($0)`" }.joined(separator: ", ")
    return count > most ? shown + " and \(count - most) more" : shown
  }
}

extension String {
  /// The text with a capital first letter.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
