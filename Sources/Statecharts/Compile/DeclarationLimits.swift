import StatechartsModel

/// Checks how much each declaration holds: all of it is looked at wherever the declaration is used.
struct DeclarationLimits {
  /// Levels of lists, records and options inside each other that a type may have: as many as a chart's text may have.
  static let deepestType = 64
  // Decision: Docs/decisions/format.md#a-declaration-has-at-most-128-fields
  /// How many fields, errors or events one declaration may list.
  private static let mostFields = 128
  /// How many texts `values` may list.
  static let mostValues = 1_000
  /// How many inputs a chart may have.
  private static let mostInputs = 1_000
  private static let fieldsHelp = "Combine some of them, or use the type `map`."

  let chart: Statechart
  let problems: ProblemCollector

  /// Reports the declarations that are too large.
  ///
  /// - Returns: Whether there are none.
  func check() -> Bool {
    let handlers = [
      chart.handlers.guards, chart.handlers.actions, chart.handlers.services, chart.handlers.queries,
    ]
    let declared = handlers.flatMap { $0 ?? [] }
    var lists = chart.context.map { ($0.name, [$0.field]) }
    lists += (chart.events ?? []).map { ($0.name, $0.payload) }
    lists += (chart.errors ?? []).map { ($0.code, $0.payload) }
    lists += (chart.outputs ?? []).map { ($0.name, $0.payload) }
    lists += declared.flatMap { [($0.name, $0.payload), ($0.name, $0.arguments)] }
    lists += declared.compactMap { handler in
      handler.result.map { (handler.name, [FieldDeclaration(handler.name, $0)]) }
    }
    let count = problems.count
    // SCXML makes an input of each top-level variable, so there may be more of them.
    checkCount(
      chart.context.count(where: \.isInput), "inputs", of: chart.root.id, most: Self.mostInputs,
      help: "Combine inputs that belong together into one input of the type `map`.")
    for (owner, fields) in lists {
      checkCount(fields.count, "fields", of: owner, help: Self.fieldsHelp)
      for field in fields { checkSize(of: field) }
    }
    for handler in declared {
      checkCount(
        handler.errors.count, "errors", of: handler.name,
        help: "Use one error code for failures that the chart handles alike.")
      checkCount(
        handler.sends.count, "events", of: handler.name,
        help: "Send one event with a field that says what happened, or split the handler.")
    }
    return problems.count == count
  }

  private func checkCount(
    _ count: Int, _ what: String, of owner: ChartName, most: Int = mostFields, help: String
  ) {
    guard count > most else { return }
    problems.report(
      .limit, "`\(owner.text)` declares more than \(most) \(what).", help: help, at: owner.origin)
  }

  private func checkSize(of field: FieldDeclaration) {
    var rest = [(field, 1)]
    while let (next, depth) = rest.popLast() {
      if depth > Self.deepestType {
        return problems.report(
          .limit, "The type of `\(field.name.text)` nests deeper than \(Self.deepestType) levels.",
          help: "Use fewer lists and records inside each other, or the type `any`.", at: field.name.origin)
      }
      if let values = next.values, values.count > Self.mostValues {
        return problems.report(
          .limit, "`\(next.name.text)` has more than \(Self.mostValues) `values`.",
          help: "Remove `values`, and let a guard handler check the text.", at: next.name.origin)
      }
      switch next.type {
      case .list(let inner), .optional(let inner):
        rest.append((FieldDeclaration(next.name, inner), depth + 1))
      case .record(let fields):
        checkCount(fields.count, "fields", of: next.name, help: Self.fieldsHelp)
        rest += fields.map { ($0, depth + 1) }
      case .any, .bool, .int, .number, .string, .duration, .error, .map: break
      }
    }
  }
}
