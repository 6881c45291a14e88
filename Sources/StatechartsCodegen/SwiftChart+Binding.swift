import Statecharts
import StatechartsModel

// The adapter: what the engine calls, made from a type that provides what the chart needs.

extension SwiftChart {
  func writeAdapter(_ output: inout SwiftOutput) {
    let hasHooks = !guards.isEmpty || !actions.isEmpty
    output.line()
    output.line("// MARK: - Binding")
    output.line()
    output.block("extension \(typeName)") { output in
      if hasHooks {
        writeBound(&output)
        output.line()
      }
      output.documentation("A value of any type that implements `Handlers`.")
      output.line("public typealias AnyHandlers = any Handlers")
      output.line()
      output.documentation("Binds handlers by name.")
      output.block("public static func handlers(_ handling: any Handlers) -> ChartHandlers") { output in
        let first = hasHooks ? "hooks(handling)" : "ChartHandlers()"
        if services.isEmpty, queries.isEmpty { return output.line(first) }
        output.line("var handlers = \(first)")
        for service in services { writeService(service, &output) }
        for query in queries { writeQuery(query, &output) }
        output.line("return handlers")
      }
      guard hasHooks else { return }
      output.line()
      output.block("private static func hooks(_ handling: some Handlers) -> ChartHandlers") { output in
        output.line("ChartHandlers(Bound(handling))")
      }
    }
  }

  // MARK: - Guards and actions

  private func writeBound(_ output: inout SwiftOutput) {
    output.documentation(
      "The guards and actions of a type, which the engine calls by number.")
    output.block("public struct Bound<Provider: Handlers>: StaticHandlers") { output in
      for (list, handlers) in [("guards", guards), ("actions", actions)] where !handlers.isEmpty {
        output.documentation(list == "guards" ? "The guards, by number." : "The actions, by number.")
        output.block("public static var \(list): [StaticHandler]") { output in
          let elements = handlers.map { handler in
            var arguments: SwiftCode.Arguments = [(nil, .string(handler.handler.name))]
            if handler.takesCall { arguments.append(("takesCall", .text("true"))) }
            return SwiftCode.call("StaticHandler", arguments)
          }
          output.code("", .list(elements))
        }
        output.line()
      }
      output.documentation("The value that implements the handlers.")
      output.line("public let handling: Provider")
      output.line()
      output.documentation("Binds a type.")
      output.line("public init(_ handling: Provider) { self.handling = handling }")
      writeSwitch(guards, takesCall: false, "answer(guard number: Int", &output)
      writeSwitch(guards, takesCall: true, "answer(guard number: Int", &output)
      writeSwitch(actions, takesCall: false, "perform(action number: Int", &output)
      writeSwitch(actions, takesCall: true, "perform(action number: Int", &output)
    }
  }

  private func writeSwitch(
    _ handlers: [SwiftHandler], takesCall: Bool, _ head: String, _ output: inout SwiftOutput
  ) {
    let own = handlers.enumerated().filter { $0.element.takesCall == takesCall }
    guard let kind = own.first?.element.kind else { return }
    output.line()
    output.documentation(
      (kind == .question ? "Evaluates a guard" : "Runs an action")
        + (takesCall ? " that takes the call." : " that takes no call."))
    let result = kind == .question ? " throws -> Bool" : " throws"
    output.block("public func \(head)\(takesCall ? ", _ call: HandlerCall" : ""))\(result)") { output in
      output.line("switch number {")
      for (number, handler) in own {
        output.line("case \(number):")
        output.inside { $0.code("try ", call(handler)) }
      }
      output.line("default:")
      let otherwise = kind == .question ? "answer(guard: number)" : "perform(action: number)"
      output.inside { output in
        if takesCall, handlers.contains(where: { !$0.takesCall }) {
          output.line("try \(otherwise)")
        } else {
          output.line(kind == .question ? "false" : "break")
        }
      }
      output.line("}")
    }
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
