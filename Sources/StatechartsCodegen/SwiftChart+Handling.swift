import Statecharts
import StatechartsModel

// The protocol of the handlers, and what services need.

extension SwiftChart {
  func writeHandling(_ output: inout SwiftOutput) {
    output.line()
    output.line("// MARK: - Handlers")
    output.line()
    output.block("extension \(typeName)") { output in
      output.documentation(
        "The handlers of the chart. `handlers(_:)` binds a type that implements them.",
        "Guards and actions are called within a step and must not wait. A guard has no side effects. Services run in "
          + "tasks that are canceled when their state is exited. Handlers receive their data as parameters."
      )
      output.block("public protocol Handlers: Sendable") { output in
        var isFirst = true
        for handler in guards + actions + services + queries {
          if !isFirst { output.line() }
          isFirst = false
          writeRequirement(handler, &output)
        }
      }
    }
  }

  /// What Swift provides for one handler.
  public struct Requirement: Hashable, Sendable {
    /// `guard`, `action`, `service` or `query`.
    public var kind: String
    /// The handler's name in the chart.
    public var name: String
    /// The requirement of the protocol `Handlers`, in one line.
    public var swift: String
  }

  /// The requirements of the protocol `Handlers`, in its order.
  public var requirements: [Requirement] {
    (guards + actions + services + queries).map { handler in
      let kind =
        switch handler.kind {
        case .question: "guard"
        case .action: "action"
        case .service: "service"
        case .query: "query"
        }
      return Requirement(
        kind: kind, name: handler.handler.name,
        swift: "func \(signature(handler).flat ?? handler.method)\(effects(handler))")
    }
  }

  private func writeRequirement(_ handler: SwiftHandler, _ output: inout SwiftOutput) {
    let declaration = handler.handler.declaration
    let kind =
      switch handler.kind {
      case .question: "The guard"
      case .action: "The action"
      case .service: "The service"
      case .query: "The query"
      }
    let heading = "\(kind) `\(declaration.name)`" + (declaration.title.map { ": \($0)" } ?? "")
    let parts = handler.arguments + handler.payload
    output.documentation(heading.hasSuffix(".") ? heading : heading + ".", declaration.description)
    if !parts.isEmpty { output.line("///") }
    if parts.count > 1 { output.line("/// - Parameters:") }
    for field in parts {
      let words = [field.field.description, Self.warning(field)].compactMap { $0 }.joined(separator: " ")
      let isPayload = handler.payload.contains { $0.name == field.name }
      let giver = handler.kind == .query ? "app" : "chart"
      let origin = isPayload ? "The event's `\(field.field.name)`." : "Given by the \(giver)."
      output.item(
        parts.count > 1 ? "  - \(field.name): " : "- Parameter \(field.name): ",
        words.isEmpty ? origin : words)
    }
    // Decision: Docs/decisions/code-generation.md#notes-of-the-compiler-point-to-the-chart
    let line = handler.handler.isDeclared ? handlerLine?(declaration.name) : nil
    if let line { output.line("#sourceLocation(file: \(SwiftText.literal(path)), line: \(line))") }
    output.code("func ", signature(handler), effects(handler))
    if line != nil { output.line("#sourceLocation()") }
  }

  private func signature(_ handler: SwiftHandler) -> SwiftCode {
    // Decision: Docs/decisions/code-generation.md#handlers-get-only-what-the-chart-hands-them
    let name = SwiftNames.quoted(handler.method)
    var parameters: SwiftCode.Arguments = (handler.arguments + handler.payload).map {
      (SwiftNames.label($0.name), .text($0.type))
    }
    if !handler.handler.isDeclared, handler.kind != .service {
      parameters = [(nil, .text("_ arguments: [String: ChartValue]"))]
    }
    if let input = handler.input { parameters.append((nil, .text("_ input: \(input)"))) }
    if let sender = handler.sender { parameters.append((nil, .text("events: \(sender)"))) }
    return .call(name, parameters)
  }

  private func effects(_ handler: SwiftHandler) -> String {
    let result = handler.result.map { " -> \($0)" } ?? ""
    switch handler.kind {
    case .question: return " throws -> Bool"
    case .action: return " throws"
    case .service: return " async\(handler.failure.map { " throws(\($0))" } ?? "")\(result)"
    case .query: return " throws\(result)"
    }
  }

  // MARK: - Queries

  func writeQueries(_ output: inout SwiftOutput) {
    guard !queries.isEmpty else { return }
    output.line()
    output.line("// MARK: - Queries")
    output.line()
    output.documentation("The queries of the chart, for `Session.query(_:)`.")
    output.block("extension TypedQuery where Chart == \(typeName)") { output in
      for (number, query) in queries.enumerated() {
        if number > 0 { output.line() }
        writeQuery(query, &output)
      }
    }
  }

  private func writeQuery(_ query: SwiftHandler, _ output: inout SwiftOutput) {
    let name = query.handler.name
    output.documentation("The query `\(name)`.")
    var parameters: SwiftCode.Arguments = [(nil, .text("_ arguments: [String: ChartValue]"))]
    var parts: SwiftCode.Arguments = [(nil, .string(name))]
    if !query.handler.isDeclared {
      parts.append((nil, .text("arguments")))
    } else {
      parameters = query.arguments.map {
        (SwiftNames.label($0.name), .text(types.qualified($0.type, in: typeName)))
      }
      if !query.arguments.isEmpty { parts.append((nil, Self.entries(query.arguments))) }
    }
    let result = types.qualified(query.result ?? "ChartValue", in: typeName)
    output.code(
      "public static func ", .call(SwiftNames.quoted(query.method), parameters),
      " -> Self where Answer == \(result) {")
    output.inside { $0.code("", .call("Self", parts)) }
    output.line("}")
  }

  // MARK: - Services

  func writeServiceTypes(_ output: inout SwiftOutput) {
    let special = services.filter { $0.handler.isDeclared && ($0.failure != nil || $0.sender != nil) }
    guard !special.isEmpty else { return }
    output.line()
    output.line("// MARK: - Services")
    output.line()
    output.block("extension \(typeName)") { output in
      var isFirst = true
      for service in special {
        if let failure = service.failure {
          if !isFirst { output.line() }
          isFirst = false
          writeFailure(failure, of: service, &output)
        }
        if let sender = service.sender {
          if !isFirst { output.line() }
          isFirst = false
          writeSender(sender, of: service, &output)
        }
      }
    }
  }

  func writeTypedServices(_ output: inout SwiftOutput) {
    // Decision: Docs/decisions/tooling-and-tests.md#typed-steps-have-types-of-their-own
    var names: [String: String] = [:]
    for (invocation, name) in zip(inventory.invocations, serviceCases) {
      names[invocation.effectiveID] = name
    }
    var written: Set<String> = []
    for service in services {
      let data = [service.input, service.result].map {
        $0.map { types.qualified($0, in: typeName) } ?? "Void"
      }
      let failure = service.failure.map { service.handler.isDeclared ? "\(typeName).\($0)" : $0 } ?? "Never"
      let parameters = [typeName] + data + [failure]
      // Two services of the same types may run under one id, in different states.
      let ids = (inventory.idsOfServices[service.handler.name] ?? []).filter {
        written.insert("\($0) \(parameters)").inserted
      }
      guard !ids.isEmpty else { continue }
      output.line()
      Self.writeHead("extension TypedService", parameters, &output)
      output.inside { output in
        for (number, id) in ids.enumerated() {
          guard let name = names[id] else { continue }
          if number > 0 { output.line() }
          output.documentation("The service `\(service.handler.name)`.")
          output.line(
            "public static var \(SwiftNames.quoted(name)): Self { Self(\(SwiftText.literal(id))) }")
        }
      }
      output.line("}")
    }
  }

  /// Writes a name with its generic parameters and a brace, broken where it does not fit.
  private static func writeHead(_ name: String, _ parameters: [String], _ output: inout SwiftOutput) {
    let list = parameters.joined(separator: ", ")
    let head = "\(name)<\(list)> {"
    if head.count <= SwiftCode.width { return output.line(head) }
    output.line("\(name)<")
    output.inside { output in
      if list.count + 2 <= SwiftCode.width { return output.line(list) }
      for parameter in parameters.dropLast() { output.line(parameter + ",") }
      for parameter in parameters.suffix(1) { output.line(parameter) }
    }
    output.line("> {")
  }

  private func writeFailure(_ type: String, of service: SwiftHandler, _ output: inout SwiftOutput) {
    let codes = service.handler.declaration.errors.map(\.text)
    var names = SwiftNames(reserved: SwiftTypes.reservedFailures)
    let members = names.members(codes)
    let fields = codes.map { errorFields[$0] ?? [] }
    let isGuarded = Self.isGuarded(fields)
    output.documentation("The errors of the service `\(service.handler.name)`.")
    output.block("public enum \(type): DeclaredFailure, Hashable\(isGuarded ? ", GuardedData" : "")") {
      output in
      for (code, (name, fields)) in zip(codes, zip(members, fields)) {
        let error = inventory.errors?.first { $0.name == code }
        Self.writeDocumentation(error?.title ?? code, error?.description, fields, &output)
        output.code("case ", Self.caseDeclaration(name, fields))
      }
      output.line()
      Self.writeReading(Array(zip(codes, zip(members, fields))), &output)
      output.line()
      output.documentation("The error code in the chart.")
      Self.writeSwitch(
        "public var code: String", zip(members, codes).map { ($0, SwiftText.literal($1)) }, &output)
      output.line()
      output.documentation("The data of the error.")
      if fields.allSatisfy(\.isEmpty) {
        output.line("public var data: ChartValue { .unset }")
      } else {
        output.block("public var data: ChartValue") { output in
          output.line("switch self {")
          for (name, fields) in zip(members, fields) where !fields.isEmpty {
            output.code("case ", Self.pattern(name, fields), ":")
            output.inside { $0.code("", Self.map(fields)) }
          }
          if fields.contains(where: \.isEmpty) {
            output.line("default:")
            output.inside { $0.line(".unset") }
          }
          output.line("}")
        }
      }
      if isGuarded {
        output.line()
        output.documentation("The error code.")
        output.line("public var shownName: String { code }")
        Self.writeShownCases(Array(zip(members, fields)), &output)
      }
    }
  }

  private static func writeReading(
    _ cases: [(String, (String, [SwiftField]))], _ output: inout SwiftOutput
  ) {
    output.documentation(
      "Reads a failure.",
      "- Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type."
    )
    output.block("public init(code: String, data: ChartValue) throws(TypedDataProblem)") { output in
      output.line("switch code {")
      for (code, (name, fields)) in cases {
        output.line("case \(SwiftText.literal(code)):")
        output.inside { output in
          if fields.isEmpty { return output.line("self = .\(SwiftNames.quoted(name))") }
          let reads = fields.map {
            (
              label: Optional(SwiftNames.argument($0.name)),
              value: SwiftCode.call("data.read", [(nil, .string($0.field.name.text))])
            )
          }
          output.code("self = try ", .call(".\(SwiftNames.quoted(name))", reads))
        }
      }
      output.line("default:")
      output.inside { $0.line("throw TypedDataProblem(code)") }
      output.line("}")
    }
  }

  private func writeSender(_ type: String, of service: SwiftHandler, _ output: inout SwiftOutput) {
    let sends = service.handler.declaration.sends.map(\.text)
    output.documentation(
      "Sends the events that the service `\(service.handler.name)` can send while it runs.")
    output.block("public struct \(type): Sendable") { output in
      output.line("private let call: ServiceCall")
      output.line()
      output.documentation("Makes a sender for one run of the service.")
      output.line("public init(_ call: ServiceCall) { self.call = call }")
      output.line()
      output.line("private func send(_ event: Event) async -> EventOutcome { await call.send(event.event) }")
      for name in sends {
        guard let index = inventory.events.firstIndex(where: { $0.name == name }) else { continue }
        let event = inventory.events[index]
        let fields = eventFields[index]
        output.line()
        output.documentation(
          event.title ?? name, event.description, "- Returns: How the chart handled the event.")
        let parameters: SwiftCode.Arguments = fields.map {
          (SwiftNames.label($0.name), .text($0.parameter))
        }
        let quoted = SwiftNames.quoted(eventCases[index])
        output.line("@discardableResult")
        output.code("public func ", .call(quoted, parameters), " async -> EventOutcome {")
        output.inside { output in
          let value: SwiftCode =
            fields.isEmpty
            ? .text("Event.\(quoted)")
            : .call(
              "Event.\(quoted)",
              fields.map { (SwiftNames.argument($0.name), .text(SwiftNames.quoted($0.name))) })
          output.code("await self.send", .call("", [(nil, value)]))
        }
        output.line("}")
      }
    }
  }
}
