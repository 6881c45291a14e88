import StatechartsModel

/// Collects what a chart declares, and checks the names in it.
struct DeclarationCollector {
  let chart: Statechart
  let problems: ProblemCollector

  /// The declarations. Of equal variables the first one counts, of all else the last one.
  func catalogue() -> Catalogue {
    var catalogue = Catalogue(context: chart.context)
    for (slot, variable) in chart.context.enumerated() {
      problems.checkExpressionName(variable.name, "variable name")
      if catalogue.variables[variable.name.text] != nil {
        reportDuplicate(variable.name, "variable")
      } else {
        catalogue.variables[variable.name.text] = slot
      }
      checkFieldNames(inside: variable.field.type)
    }
    catalogue.errors = chart.errors.map { errors in
      declare(errors.map { ($0.code, $0.payload) }, "error") { problems.checkIdentifier($0, "error code") }
    }
    catalogue.events = chart.events.map { events in
      declare(events.map { ($0.name, $0.payload) }, "event") { checkDeclaredEventName($0) }
    }
    for name in (catalogue.events ?? [:]).keys {
      for prefix in EventTrie.prefixes(of: name) { catalogue.eventPrefixes[prefix, default: 0] += 1 }
    }
    catalogue.outputs = chart.outputs.map { outputs in
      declare(outputs.map { ($0.name, $0.payload) }, "output") { problems.checkIdentifier($0, "output name") }
    }
    _ = declare(chart.handlers.guards, "guard", catalogue)
    catalogue.actions = declare(chart.handlers.actions, "action", catalogue)
    catalogue.services = declare(chart.handlers.services, "service", catalogue)
    catalogue.queries = declare(chart.handlers.queries, "query", catalogue)
    return catalogue
  }

  private func declare(
    _ list: [(ChartName, [FieldDeclaration])], _ what: String, check: (ChartName) -> Void
  ) -> [String: [FieldDeclaration]] {
    var result: [String: [FieldDeclaration]] = [:]
    for (name, payload) in list {
      check(name)
      checkFields(payload)
      if result.updateValue(payload, forKey: name.text) != nil { reportDuplicate(name, what) }
    }
    return result
  }

  private func declare(
    _ list: [HandlerDeclaration]?, _ what: String, _ catalogue: Catalogue
  ) -> [String: HandlerDeclaration]? {
    guard let list else { return nil }
    var result: [String: HandlerDeclaration] = [:]
    for handler in list {
      problems.checkExpressionName(handler.name, "\(what) name")
      checkFields(handler.payload)
      checkFields(handler.arguments)
      if let type = handler.result { checkFieldNames(inside: type) }
      if result.updateValue(handler, forKey: handler.name.text) != nil { reportDuplicate(handler.name, what) }
      for code in handler.errors { problems.checkError(code, in: handler.errors, catalogue) }
      for event in handler.sends { problems.checkDeclared(event, catalogue) }
    }
    return result
  }

  private func reportDuplicate(_ name: ChartName, _ what: String) {
    problems.report(
      .duplicateName, "The \(what) `\(name.text)` is declared twice.",
      help: "If both are the same, delete this one. If not, give it another name.", at: name.origin)
  }

  private func checkFields(_ fields: [FieldDeclaration]) {
    var seen: Set<String> = []
    for field in fields {
      problems.checkExpressionName(field.name, "field name")
      if !seen.insert(field.name.text).inserted { reportDuplicate(field.name, "field") }
      checkFieldNames(inside: field.type)
    }
  }

  /// Checks the fields of record types.
  private func checkFieldNames(inside type: ChartValueType) {
    var rest = [type]
    while let next = rest.popLast() {
      switch next {
      case .list(let element), .optional(let element): rest.append(element)
      case .record(let fields):
        for field in fields {
          problems.checkExpressionName(field.name, "field name")
          rest.append(field.type)
        }
      case .any, .bool, .int, .number, .string, .duration, .error, .map: break
      }
    }
  }

  /// Reports a name that no declared event can have. A session sends `session.restored` itself, always without data.
  private func checkDeclaredEventName(_ name: ChartName) {
    guard name.text == EventDescriptor.restored else { return problems.checkEventName(name) }
    problems.report(
      .illegalName, "`\(name.text)` is an event of the platform and cannot be declared.",
      help: "Delete `\(name.text)` here. A state can handle it without a declaration.", at: name.origin)
  }
}
