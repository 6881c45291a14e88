import Statecharts
import StatechartsModel

extension ChartOutput {
  /// Adds events, errors, outputs and handlers.
  static func addDeclarations(of chart: Statechart, to entries: inout Entries) {
    add("events", chart.events, to: &entries) { ($0.name, $0.title, $0.description, $0.payload) }
    add("errors", chart.errors, to: &entries) { ($0.code, $0.title, $0.description, $0.payload) }
    add("outputs", chart.outputs, to: &entries) { ($0.name, $0.title, $0.description, $0.payload) }
    var handlers = Entries()
    add("guards", chart.handlers.guards, argumentsKey: "arguments", to: &handlers)
    add("actions", chart.handlers.actions, argumentsKey: "arguments", to: &handlers)
    add("services", chart.handlers.services, argumentsKey: "input", to: &handlers)
    add("queries", chart.handlers.queries, argumentsKey: "arguments", to: &handlers)
    if !handlers.list.isEmpty { entries.add("handlers", .map(handlers.list, isOpen: true)) }
  }

  private static func add<Declaration>(
    _ key: String, _ list: [Declaration]?, to entries: inout Entries,
    _ parts: (Declaration) -> (ChartName, String?, String?, [FieldDeclaration])
  ) {
    guard let list else { return }
    let outputs = list.map { declaration -> YAMLOutput.Entry in
      let (name, title, description, payload) = parts(declaration)
      var inner = Entries()
      inner.add("title", title)
      inner.add("description", description)
      if !payload.isEmpty { inner.add("payload", fields(payload)) }
      return .init(key: name.text, value: inner.map)
    }
    entries.add(key, .map(outputs, isOpen: true))
  }

  private static func add(
    _ key: String, _ list: [HandlerDeclaration]?, argumentsKey: String, to entries: inout Entries
  ) {
    guard let list else { return }
    let outputs = list.map { handler -> YAMLOutput.Entry in
      var inner = Entries()
      inner.add("title", handler.title)
      inner.add("description", handler.description)
      if !handler.payload.isEmpty { inner.add("payload", fields(handler.payload)) }
      if !handler.arguments.isEmpty { inner.add(argumentsKey, fields(handler.arguments)) }
      if let result = handler.result { inner.add("result", typeOutput(result)) }
      inner.add("errors", names: handler.errors)
      inner.add("sends", names: handler.sends)
      return .init(key: handler.name.text, value: inner.map)
    }
    entries.add(key, .map(outputs, isOpen: true))
  }

  /// How sessions of an older version go on.
  static func migration(_ migration: ChartMigration) -> YAMLOutput {
    var entries = Entries()
    entries.add("from", .bare(String(migration.from)))
    entries.add("description", migration.description)
    var states = Entries()
    states.add("rename", renamings: migration.states)
    states.add("drop", names: migration.droppedStates)
    states.add("enter", names: migration.enteredStates)
    if !states.list.isEmpty { entries.add("states", states.map) }
    var variables = Entries()
    variables.add("rename", renamings: migration.variables)
    variables.add("drop", names: migration.droppedVariables)
    variables.add("initial", migration.values)
    if !variables.list.isEmpty { entries.add("context", variables.map) }
    return entries.map
  }

  /// A variable of the context.
  static func variable(_ variable: ContextVariable) -> YAMLOutput {
    var entries = fieldEntries(variable.field)
    if let initial = variable.initial {
      entries.list.insert(.init(key: "initial", value: .text(initial.text)), at: 1)
    }
    if variable.isInput {
      entries.list.insert(.init(key: "input", value: .bare("true")), at: variable.initial == nil ? 1 : 2)
    }
    if variable.wantedPersistence == .never { entries.add("persist", "never") }
    if variable.clearedOnExitOf.count == 1 {
      entries.add("clear", variable.clearedOnExitOf[0])
    } else {
      entries.add("clear", names: variable.clearedOnExitOf)
    }
    return short(entries, variable.field)
  }

  private static func fields(_ fields: [FieldDeclaration]) -> YAMLOutput {
    .map(fields.map { .init(key: $0.name.text, value: short(fieldEntries($0), $0)) }, isOpen: false)
  }

  /// A field that has only a type needs no mapping.
  private static func short(_ entries: Entries, _ field: FieldDeclaration) -> YAMLOutput {
    entries.list.count == 1 ? typeOutput(field.type) : entries.map
  }

  private static func fieldEntries(_ field: FieldDeclaration) -> Entries {
    var entries = Entries()
    if case .optional(let inner) = field.type, word(of: field.type) == nil {
      entries.add("type", typeOutput(inner))
      entries.add("optional", isTrue: true)
    } else {
      entries.add("type", typeOutput(field.type))
    }
    if let values = field.values { entries.add("values", .list(values.map { .words($0) })) }
    entries.add("secret", isTrue: field.isSecret)
    entries.add("personal", isTrue: field.isPersonal)
    entries.add("description", field.description)
    return entries
  }

  /// A type that is one word; nil for others.
  private static func word(of type: ChartValueType) -> String? {
    switch type {
    case .list, .record: nil
    case .optional(let inner): word(of: inner).map { $0 + "?" }
    default: type.spelling
    }
  }

  private static func typeOutput(_ type: ChartValueType) -> YAMLOutput {
    if let word = word(of: type) { return .text(word) }
    switch type {
    case .list(let element): return .list([typeOutput(element)])
    case .record(let fields): return self.fields(fields)
    case .optional(let inner):
      return .map(
        [.init(key: "type", value: typeOutput(inner)), .init(key: "optional", value: .bare("true"))],
        isOpen: false)
    default: return .text(type.spelling)
    }
  }
}
