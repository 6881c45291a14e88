import Statecharts
import StatechartsModel

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
    if !migration.states.isEmpty { arguments.append(("states", renamings(migration.states))) }
    if !migration.droppedStates.isEmpty {
      arguments.append(("droppedStates", names(migration.droppedStates)))
    }
    if !migration.enteredStates.isEmpty {
      arguments.append(("enteredStates", names(migration.enteredStates)))
    }
    if !migration.variables.isEmpty { arguments.append(("variables", renamings(migration.variables))) }
    if !migration.droppedVariables.isEmpty {
      arguments.append(("droppedVariables", names(migration.droppedVariables)))
    }
    if !migration.values.isEmpty { arguments.append(("values", values(migration.values))) }
    if let text = migration.description { arguments.append(("description", .string(text))) }
    return .call("Migration", arguments)
  }

  private static func renamings(_ renamings: [Migration.Renaming]) -> SwiftCode {
    .list(renamings.map { .call("Migration.Renaming", [(nil, name($0.old)), ("to", name($0.new))]) })
  }
}
