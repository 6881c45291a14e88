import Statecharts
import StatechartsModel

// The adapter: what the engine calls, made from a type that provides what the chart needs.

extension SwiftChart {
  func writeAdapter(_ output: inout SwiftOutput) {
    output.line()
    output.line("// MARK: - Binding")
    output.line()
    output.block("extension \(typeName)") { output in
      output.documentation("A value of any type that implements `Handlers`.")
      output.line("public typealias AnyHandlers = any Handlers")
      output.line()
      output.documentation("Binds handlers by name.")
      output.block("public static func handlers(_ handling: any Handlers) -> ChartHandlers") { output in
        if guards.isEmpty, actions.isEmpty, services.isEmpty, queries.isEmpty {
          return output.line("ChartHandlers()")
        }
        output.line("var handlers = ChartHandlers()")
        for handler in guards { write("guard", handler, &output) }
        for handler in actions { write("action", handler, &output) }
        for service in services { writeService(service, &output) }
        for query in queries { writeQuery(query, &output) }
        output.line("return handlers")
      }
    }
  }

  // MARK: - Guards and actions

  private func write(_ kind: String, _ handler: SwiftHandler, _ output: inout SwiftOutput) {
    let name = SwiftText.literal(handler.handler.name)
    output.line("handlers.\(kind)(\(name)) {\(handler.takesCall ? " call in" : "")")
    output.inside { $0.code("try ", call(handler)) }
    output.line("}")
  }

  /// The call of a guard or an action.
  private func call(_ handler: SwiftHandler) -> SwiftCode {
    var parameters: SwiftCode.Arguments =
      handler.arguments.map { (SwiftNames.argument($0.name), read("call.argument", $0)) }
      + handler.payload.map { (SwiftNames.argument($0.name), read("call.payload", $0)) }
    if !handler.handler.isDeclared { parameters = [(nil, .text("call.arguments"))] }
    // Behind a dot words of the language need no backticks.
    return .call("handling.\(handler.method)", parameters)
  }

  // MARK: - Services and queries

  private func writeService(_ handler: SwiftHandler, _ output: inout SwiftOutput) {
    var parameters: SwiftCode.Arguments = []
    if let input = handler.input {
      parameters.append(
        (
          nil,
          handler.handler.isDeclared
            ? .call(input, [("chartValue", .text("call.input"))]) : .text("call.input")
        ))
    }
    if let sender = handler.sender { parameters.append(("events", .text("\(sender)(call)"))) }
    output.line(
      "handlers.service(\(SwiftText.literal(handler.handler.name))) { \(parameters.isEmpty ? "_" : "call") in"
    )
    output.inside { output in
      let canThrow = handler.failure != nil || (handler.input != nil && handler.handler.isDeclared)
      output.code(
        "\(canThrow ? "try " : "")await ", .call("handling.\(handler.method)", parameters),
        handler.result == nil ? "" : ".chartValue")
      if handler.result == nil { output.line("return .unset") }
    }
    output.line("}")
  }

  private func writeQuery(_ handler: SwiftHandler, _ output: inout SwiftOutput) {
    var parameters: SwiftCode.Arguments = handler.arguments.map {
      (SwiftNames.argument($0.name), read("ChartValue.map(arguments).read", $0))
    }
    if !handler.handler.isDeclared { parameters = [(nil, .text("arguments"))] }
    output.line(
      "handlers.query(\(SwiftText.literal(handler.handler.name))) { \(parameters.isEmpty ? "_" : "arguments") in"
    )
    output.inside { $0.code("try ", .call("handling.\(handler.method)", parameters), ".chartValue") }
    output.line("}")
  }

  private func read(_ function: String, _ field: SwiftField) -> SwiftCode {
    .call(function, [(nil, .string(field.field.name.text))])
  }
}
