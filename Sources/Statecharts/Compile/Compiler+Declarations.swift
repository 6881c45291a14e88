import StatechartsModel

// Pass 2: the names that a chart declares.

extension Compiler {
  /// Fills the catalogue and checks the names in it.
  mutating func collectDeclarations() {
    for (slot, variable) in chart.context.enumerated() {
      checkExpressionName(variable.name, "variable name")
      if catalogue.variables[variable.name.text] != nil {
        reportDuplicate(variable.name, "variable")
      } else {
        catalogue.variables[variable.name.text] = slot
      }
      checkFieldNames(inside: variable.field.type)
    }
    catalogue.errors = chart.errors.map { errors in
      declare(errors.map { ($0.code, $0.payload) }, "error") { $0.checkIdentifier($1, "error code") }
    }
    catalogue.events = chart.events.map { events in
      declare(events.map { ($0.name, $0.payload) }, "event") { $0.checkDeclaredEventName($1) }
    }
    for name in (catalogue.events ?? [:]).keys {
      for prefix in EventTrie.prefixes(of: name) { catalogue.eventPrefixes[prefix, default: 0] += 1 }
    }
    catalogue.outputs = chart.outputs.map { outputs in
      declare(outputs.map { ($0.name, $0.payload) }, "output") { $0.checkIdentifier($1, "output name") }
    }
    catalogue.guards = declare(chart.handlers.guards, "guard")
    catalogue.actions = declare(chart.handlers.actions, "action")
    catalogue.services = declare(chart.handlers.services, "service")
    catalogue.queries = declare(chart.handlers.queries, "query")
  }

  private mutating func declare(
    _ list: [(ChartName, [FieldDeclaration])], _ what: String, check: (inout Compiler, ChartName) -> Void
  ) -> [String: [FieldDeclaration]] {
    var result: [String: [FieldDeclaration]] = [:]
    for (name, payload) in list {
      check(&self, name)
      checkFields(payload)
      if result.updateValue(payload, forKey: name.text) != nil { reportDuplicate(name, what) }
    }
    return result
  }

  private mutating func declare(
    _ list: [HandlerDeclaration]?, _ what: String
  ) -> [String: HandlerDeclaration]? {
    guard let list else { return nil }
    var result: [String: HandlerDeclaration] = [:]
    for handler in list {
      checkExpressionName(handler.name, "\(what) name")
      checkFields(handler.payload)
      checkFields(handler.arguments)
      if let type = handler.result { checkFieldNames(inside: type) }
      if result.updateValue(handler, forKey: handler.name.text) != nil { reportDuplicate(handler.name, what) }
      for code in handler.errors { checkError(code, in: handler.errors) }
      for event in handler.sends { checkDeclared(event) }
    }
    return result
  }

  private mutating func reportDuplicate(_ name: ChartName, _ what: String) {
    report(
      .duplicateName, "The \(what) `\(name.text)` is declared twice.",
      help: "If both are the same, delete this one. If not, give it another name.",
      at: name.origin)
  }

  private mutating func checkFields(_ fields: [FieldDeclaration]) {
    var seen: Set<String> = []
    for field in fields {
      checkExpressionName(field.name, "field name")
      if !seen.insert(field.name.text).inserted { reportDuplicate(field.name, "field") }
      checkFieldNames(inside: field.type)
    }
  }

  /// Whether every declaration is short and flat enough to be gone through wherever it is used. Reports those that are not.
  mutating func checkSizes() -> Bool {
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

  private static let fieldsHelp = "Combine some of them, or use the type `map`."

  private mutating func checkCount(
    _ count: Int, _ what: String, of owner: ChartName, most: Int = mostFields, help: String
  ) {
    guard count > most else { return }
    report(.limit, "`\(owner.text)` declares more than \(most) \(what).", help: help, at: owner.origin)
  }

  private mutating func checkSize(of field: FieldDeclaration) {
    var rest = [(field, 1)]
    while let (next, depth) = rest.popLast() {
      if depth > Self.deepestType {
        return report(
          .limit, "The type of `\(field.name.text)` nests deeper than \(Self.deepestType) levels.",
          help: "Use fewer lists and records inside each other, or the type `any`.", at: field.name.origin)
      }
      if let values = next.values, values.count > Self.mostValues {
        return report(
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

  /// Checks the fields of record types.
  private mutating func checkFieldNames(inside type: ChartValueType) {
    var rest = [type]
    while let next = rest.popLast() {
      switch next {
      case .list(let element), .optional(let element): rest.append(element)
      case .record(let fields):
        for field in fields {
          checkExpressionName(field.name, "field name")
          rest.append(field.type)
        }
      case .any, .bool, .int, .number, .string, .duration, .error, .map: break
      }
    }
  }

  /// Reports a name that expressions cannot say.
  mutating func checkExpressionName(_ name: ChartName, _ what: String) {
    guard !NameRule.isExpressionName(name.text) else { return }
    if NameRule.reserved.contains(name.text) {
      report(
        .illegalName,
        "`\(name.text)` is not a valid \(what): it has a meaning in expressions.",
        help: "Write another name everywhere, for example `\(name.text)Value`.", at: name.origin)
      return
    }
    report(
      .illegalName, "`\(name.text)` is not a valid \(what).",
      help:
        "Use letters, digits and `_`, beginning with a letter or `_`, and at most \(NameRule.longest) bytes.",
      at: name.origin)
  }

  /// Reports a name that no declared event can have. A session sends `session.restored` itself, always without data.
  private mutating func checkDeclaredEventName(_ name: ChartName) {
    guard name.text == EventDescriptor.restored else { return checkEventName(name) }
    report(
      .illegalName, "`\(name.text)` is an event of the platform and cannot be declared.",
      help: "Delete `\(name.text)` here. A state can handle it without a declaration.", at: name.origin)
  }

  /// Reports a name that no event can have.
  mutating func checkEventName(_ name: ChartName) {
    guard !NameRule.isEventName(name.text) else { return }
    report(
      .illegalName, "`\(name.text)` is not a valid event name.",
      help: "Use words of letters, digits, `_` and `-` that begin with a letter, joined by `.`, "
        + "and at most \(NameRule.longest) bytes.",
      at: name.origin)
  }

  /// Reports an id that running work cannot have. Unlike other ids it may have dots, for it ends names of events.
  mutating func checkWorkID(_ name: ChartName) {
    guard !NameRule.isEventName(name.text) else { return }
    checkIdentifier(name, "id")
  }

  /// Reports a code that is not declared.
  ///
  /// - Parameter list: The codes beside it.
  mutating func checkError(_ code: ChartName, in list: [ChartName] = []) {
    guard !catalogue.hasError(code.text), let errors = catalogue.errors else { return }
    undeclaredCodes[code.text, default: []].append(problems.count)
    if list.count > 1, let near = nearName(code.text, errors.keys),
      list.contains(where: { $0.text == near.text })
    {
      return report(
        .unknownError, "`\(code.text)` is not a declared error code.",
        help: "Delete it if you mean `\(near.text)`, which is already in this list. Otherwise declare "
          + "`\(code.text)` under `errors`.",
        at: code.origin, related: declaration(of: near.text, for: .unknownError))
    }
    reportUnknown(
      .unknownError, "`\(code.text)` is not a declared error code.", code, among: errors.keys,
      otherwise: "declare `\(code.text)` under `errors`")
  }

  /// Reports an event that somebody sends and that is not declared.
  mutating func checkDeclared(_ event: ChartName) {
    guard NameRule.isEventName(event.text) else { return checkEventName(event) }
    guard let events = catalogue.events, events[event.text] == nil else { return }
    reportUnknown(
      .unknownEvent, "`\(event.text)` is not a declared event.", event, among: events.keys,
      otherwise: "declare `\(event.text)` under `events`")
  }
}
