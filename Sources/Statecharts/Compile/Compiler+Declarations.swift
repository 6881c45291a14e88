// Pass 2: the names that a chart declares.

extension Compiler {
  /// Fills the catalogue and checks the names in it.
  mutating func collectDeclarations() {
    for (slot, variable) in chart.context.enumerated() {
      checkExpressionName(variable.name, "variable")
      if catalogue.variables[variable.name.text] != nil {
        reportDuplicate(variable.name, "variable")
      } else {
        catalogue.variables[variable.name.text] = slot
      }
      checkFieldNames(inside: variable.field.type)
    }
    catalogue.errors = chart.errors.map { errors in
      declare(errors.map { ($0.code, $0.payload) }, "error") { $0.checkIdentifier($1, "error") }
    }
    catalogue.events = chart.events.map { events in
      declare(events.map { ($0.name, $0.payload) }, "event") { $0.checkEventName($1) }
    }
    for name in (catalogue.events ?? [:]).keys {
      for prefix in EventTrie.prefixes(of: name) { catalogue.eventPrefixes[prefix, default: 0] += 1 }
    }
    catalogue.outputs = chart.outputs.map { outputs in
      declare(outputs.map { ($0.name, $0.payload) }, "output") { $0.checkIdentifier($1, "output") }
    }
    catalogue.guards = declare(chart.handlers.guards, "guard")
    catalogue.actions = declare(chart.handlers.actions, "action")
    catalogue.services = declare(chart.handlers.services, "service")
    catalogue.queries = declare(chart.handlers.queries, "query")
  }

  private mutating func declare(
    _ list: [(Name, [Field])], _ what: String, check: (inout Compiler, Name) -> Void
  ) -> [String: [Field]] {
    var result: [String: [Field]] = [:]
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
      checkExpressionName(handler.name, what)
      checkFields(handler.payload)
      checkFields(handler.arguments)
      if let type = handler.result { checkFieldNames(inside: type) }
      if result.updateValue(handler, forKey: handler.name.text) != nil { reportDuplicate(handler.name, what) }
      for code in handler.errors { checkError(code) }
      for event in handler.sends { checkDeclared(event) }
    }
    return result
  }

  private mutating func reportDuplicate(_ name: Name, _ what: String) {
    report(
      .duplicateName, "The \(what) `\(name.text)` is declared twice.", help: "Remove one of the two.",
      at: name.origin)
  }

  private mutating func checkFields(_ fields: [Field]) {
    var seen: Set<String> = []
    for field in fields {
      checkExpressionName(field.name, "field")
      if !seen.insert(field.name.text).inserted { reportDuplicate(field.name, "field") }
      checkFieldNames(inside: field.type)
    }
  }

  /// Whether no type nests too deeply to be walked through; one that does is reported.
  mutating func checkTypeDepth() -> Bool {
    let handlers = [
      chart.handlers.guards, chart.handlers.actions, chart.handlers.services, chart.handlers.queries,
    ]
    let declared = handlers.flatMap { $0 ?? [] }
    var types = chart.context.map { ($0.name, $0.field.type) }
    types += (chart.events ?? []).flatMap { event in event.payload.map { ($0.name, $0.type) } }
    types += (chart.errors ?? []).flatMap { error in error.payload.map { ($0.name, $0.type) } }
    types += (chart.outputs ?? []).flatMap { output in output.payload.map { ($0.name, $0.type) } }
    for handler in declared {
      types += (handler.payload + handler.arguments).map { ($0.name, $0.type) }
      if let result = handler.result { types.append((handler.name, result)) }
    }
    let count = problems.count
    for (name, type) in types where type.isDeeper(than: Self.deepestType) {
      report(
        .limit, "The type of `\(name.text)` nests deeper than \(Self.deepestType) levels.",
        help: "Use fewer lists and records inside each other, or the type `any`.", at: name.origin)
    }
    return problems.count == count
  }

  /// Checks the fields of record types.
  private mutating func checkFieldNames(inside type: ValueType) {
    var rest = [type]
    while let next = rest.popLast() {
      switch next {
      case .list(let element), .optional(let element): rest.append(element)
      case .record(let fields):
        for field in fields {
          checkExpressionName(field.name, "field")
          rest.append(field.type)
        }
      case .any, .bool, .int, .number, .string, .duration, .error, .map: break
      }
    }
  }

  /// Reports a name that expressions cannot say.
  mutating func checkExpressionName(_ name: Name, _ what: String) {
    guard !NameRule.isExpressionName(name.text) else { return }
    if NameRule.reserved.contains(name.text) {
      report(
        .illegalName,
        "`\(name.text)` cannot be the name of \(what.withArticle): it means something else in expressions.",
        help: "Choose another name.", at: name.origin)
      return
    }
    report(
      .illegalName, "`\(name.text)` cannot be the name of \(what.withArticle).",
      help:
        "Begin with a letter or `_` and go on with letters, digits and `_`; at most \(NameRule.longest) bytes.",
      at: name.origin)
  }

  /// Reports a name that no event can have.
  mutating func checkEventName(_ name: Name) {
    guard !NameRule.isEventName(name.text) else { return }
    report(
      .illegalName, "`\(name.text)` cannot be the name of an event.",
      help: "Write words of letters, digits, `_` and `-`, each beginning with a letter, joined by `.`; "
        + "at most \(NameRule.longest) bytes.",
      at: name.origin)
  }

  /// Reports an id that running work cannot have. Unlike other ids it may have dots, for it ends names of events.
  mutating func checkWorkID(_ name: Name) {
    guard !NameRule.isEventName(name.text) else { return }
    checkIdentifier(name, "id")
  }

  /// Reports a code that is not declared.
  mutating func checkError(_ code: Name) {
    guard !catalogue.hasError(code.text), let errors = catalogue.errors else { return }
    reportUnknown(
      .unknownError, "There is no error", code, among: errors.keys,
      otherwise: "declare `\(code.text)` under `errors`")
  }

  /// Reports an event that somebody sends and that is not declared.
  mutating func checkDeclared(_ event: Name) {
    guard NameRule.isEventName(event.text) else { return checkEventName(event) }
    guard let events = catalogue.events, events[event.text] == nil else { return }
    reportUnknown(
      .unknownEvent, "There is no event", event, among: events.keys,
      otherwise: "declare `\(event.text)` under `events`")
  }
}

extension ValueType {
  /// Whether lists, records and options lie more than `limit` levels inside each other.
  func isDeeper(than limit: Int) -> Bool {
    var rest = [(self, 1)]
    while let (type, depth) = rest.popLast() {
      if depth > limit { return true }
      switch type {
      case .list(let inner), .optional(let inner): rest.append((inner, depth + 1))
      case .record(let fields): rest += fields.map { ($0.type, depth + 1) }
      case .any, .bool, .int, .number, .string, .duration, .error, .map: break
      }
    }
    return false
  }
}
