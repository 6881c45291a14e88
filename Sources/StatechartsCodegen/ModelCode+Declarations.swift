import Statecharts

// Declarations as calls of the engine's initialisers.

extension ModelCode {
  static func code(_ variable: ContextVariable) -> SwiftCode {
    var arguments: Arguments = [(nil, code(variable.field))]
    if let initial = variable.initial { arguments.append(("initial", expression(initial))) }
    if variable.isInput { arguments.append(("isInput", .text("true"))) }
    if variable.persistence == .never, !variable.field.isSecret {
      arguments.append(("persistence", .text(".never")))
    }
    if !variable.clearedOnExitOf.isEmpty {
      arguments.append(("clearedOnExitOf", names(variable.clearedOnExitOf)))
    }
    return .call("ContextVariable", arguments)
  }

  static func code(_ field: Field) -> SwiftCode {
    var arguments: Arguments = [(nil, name(field.name)), (nil, code(field.type))]
    if let values = field.values {
      arguments.append(("values", .list(values.map { SwiftCode.string($0) })))
    }
    if field.isSecret { arguments.append(("isSecret", .text("true"))) }
    if field.isPersonal { arguments.append(("isPersonal", .text("true"))) }
    if let text = field.description { arguments.append(("description", .string(text))) }
    return .call("Field", arguments)
  }

  static func fields(_ fields: [Field]) -> SwiftCode { .list(fields.map { code($0) }) }

  private static func code(_ type: ValueType) -> SwiftCode {
    switch type {
    case .any: .text(".any")
    case .bool: .text(".bool")
    case .int: .text(".int")
    case .number: .text(".number")
    case .string: .text(".string")
    case .duration: .text(".duration")
    case .error: .text(".error")
    case .map: .text(".map")
    case .list(let type): .call(".list", [(nil, code(type))])
    case .record(let inner): .call(".record", [(nil, fields(inner))])
    case .optional(let type): .call(".optional", [(nil, code(type))])
    }
  }

  /// An event, an error or an output: all three are declared alike.
  static func declaration(
    _ type: String, _ declared: Name, _ title: String?, _ text: String?, _ payload: [Field]
  ) -> SwiftCode {
    var arguments: Arguments = [(nil, name(declared))]
    if let title { arguments.append(("title", .string(title))) }
    if let text { arguments.append(("description", .string(text))) }
    if !payload.isEmpty { arguments.append(("payload", fields(payload))) }
    return .call(type, arguments)
  }

  static func code(_ handler: HandlerDeclaration) -> SwiftCode {
    var arguments: Arguments = [(nil, name(handler.name))]
    if let title = handler.title { arguments.append(("title", .string(title))) }
    if let text = handler.description { arguments.append(("description", .string(text))) }
    if !handler.payload.isEmpty { arguments.append(("payload", fields(handler.payload))) }
    if !handler.arguments.isEmpty { arguments.append(("arguments", fields(handler.arguments))) }
    if let result = handler.result { arguments.append(("result", code(result))) }
    if !handler.errors.isEmpty { arguments.append(("errors", names(handler.errors))) }
    if !handler.sends.isEmpty { arguments.append(("sends", names(handler.sends))) }
    return .call("HandlerDeclaration", arguments)
  }

  // MARK: - Migrations

  static func code(_ migration: Migration) -> SwiftCode {
    var arguments: Arguments = [("from", .text("\(migration.from)"))]
    if !migration.states.isEmpty { arguments.append(("states", texts(migration.states))) }
    if !migration.droppedStates.isEmpty {
      arguments.append(("droppedStates", .list(migration.droppedStates.map { SwiftCode.string($0) })))
    }
    if !migration.variables.isEmpty { arguments.append(("variables", texts(migration.variables))) }
    if !migration.droppedVariables.isEmpty {
      arguments.append(("droppedVariables", .list(migration.droppedVariables.map { SwiftCode.string($0) })))
    }
    if !migration.values.isEmpty {
      arguments.append(("values", .fields(sorted(migration.values).map { ($0.key, code($0.value)) })))
    }
    return .call("Migration", arguments)
  }

  private static func texts(_ texts: [String: String]) -> SwiftCode {
    .fields(sorted(texts).map { ($0.key, .string($0.value)) })
  }

  private static func sorted<Element>(_ fields: [String: Element]) -> [(key: String, value: Element)] {
    fields.sorted { Value.precedes($0.key, $1.key) }
  }

  private static func code(_ value: Value) -> SwiftCode {
    switch value {
    case .unset: .text(".unset")
    case .bool(let value): .text(".bool(\(value))")
    case .int(let value): .text(".int(\(value))")
    case .number(let value): .text(".number(\(value))")
    case .string(let text): .call(".string", [(nil, .string(text))])
    case .duration(let span): .call(".duration", [(nil, .text(duration(span)))])
    case .list(let elements): .call(".list", [(nil, .list(elements.map { code($0) }))])
    case .map(let fields): .call(".map", [(nil, .fields(sorted(fields).map { ($0.key, code($0.value)) }))])
    }
  }
}
