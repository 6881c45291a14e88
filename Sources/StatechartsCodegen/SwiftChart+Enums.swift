import Statecharts
import StatechartsModel

// States, events, outputs and error codes.

extension SwiftChart {
  func writeStates(_ output: inout SwiftOutput) {
    output.documentation("The states that can be active.")
    output.block("public enum StateID: String, CaseIterable, Hashable, Sendable") { output in
      for (state, name) in zip(inventory.states, stateCases) {
        output.documentation(state.title ?? state.id.text, state.description)
        output.line("case \(Self.rawCase(name, state.id.text))")
      }
      if inventory.states.isEmpty { Self.writeRawValue(of: "StateID", &output) }
    }
    output.line()
  }

  func writeServiceIDs(_ output: inout SwiftOutput) {
    guard !inventory.invocations.isEmpty else { return }
    output.documentation("The ids of the services and child charts that states run.")
    output.block("public enum ServiceID: String, CaseIterable, Hashable, Sendable") { output in
      for (invocation, name) in zip(inventory.invocations, serviceCases) {
        output.line("case \(Self.rawCase(name, invocation.effectiveID))")
      }
    }
    output.line()
  }

  func writeEvents(_ output: inout SwiftOutput) {
    let isGuarded = Self.isGuarded(eventFields)
    let cases = Array(zip(inventory.events, zip(eventCases, eventFields)))
    output.documentation("The events that the app can send, with their data.")
    output.block("public enum Event: TypedEvent, Hashable\(isGuarded ? ", GuardedData" : "")") { output in
      for (event, (name, fields)) in cases {
        Self.writeDocumentation(event.title ?? event.name, event.description, fields, &output)
        output.code("case ", Self.caseDeclaration(name, fields))
      }
      if !cases.isEmpty { output.line() }
      output.documentation("The event in the form that a machine handles.")
      output.block("public var event: Statecharts.ChartEvent") { output in
        output.line("switch self {")
        for (event, (name, fields)) in cases {
          let isWhole = !inventory.hasEvents
          output.code("case ", Self.pattern(name, fields), ":")
          output.inside { output in
            var arguments: SwiftCode.Arguments = [(nil, .string(event.name))]
            if isWhole {
              arguments.append(("data", .text("data")))
            } else if !fields.isEmpty {
              arguments.append(("data", Self.map(fields)))
            }
            output.code("", .call("Statecharts.ChartEvent", arguments))
          }
        }
        output.line("}")
      }
      if isGuarded {
        output.line()
        output.documentation("The event's name.")
        output.line("public var shownName: String { event.name }")
        Self.writeShownCases(Array(zip(eventCases, eventFields)), &output)
      }
    }
    output.line()
  }

  func writeOutputs(_ output: inout SwiftOutput) {
    let isGuarded = Self.isGuarded(outputFields)
    let cases = Array(zip(inventory.outputs, zip(outputCases, outputFields)))
    output.documentation("The outputs that the chart sends to the app, with their data.")
    output.block("public enum Output: TypedOutput, Hashable\(isGuarded ? ", GuardedData" : "")") { output in
      for (entry, (name, fields)) in cases {
        Self.writeDocumentation(entry.title ?? entry.name, entry.description, fields, &output)
        output.code("case ", Self.caseDeclaration(name, fields))
      }
      if !cases.isEmpty { output.line() }
      output.documentation(
        "Reads an output.",
        "- Throws: `TypedDataProblem` if the chart does not declare the output, or its data has another type."
      )
      output.block("public init(_ payload: NamedData) throws(TypedDataProblem)") { output in
        guard !cases.isEmpty else { return output.line("throw TypedDataProblem(payload.name)") }
        output.line("switch payload.name {")
        for (entry, (name, fields)) in cases {
          output.line("case \(SwiftText.literal(entry.name)):")
          output.inside { output in
            if fields.isEmpty { return output.line("self = .\(SwiftNames.quoted(name))") }
            let reads = fields.map { field in
              let value: SwiftCode =
                inventory.hasOutputs
                ? .call("payload.data.read", [(nil, .string(field.field.name.text))]) : .text("payload.data")
              return (label: Optional(SwiftNames.argument(field.name)), value: value)
            }
            output.code(
              "self = \(inventory.hasOutputs ? "try " : "")", .call(".\(SwiftNames.quoted(name))", reads))
          }
        }
        output.line("default:")
        output.inside { $0.line("throw TypedDataProblem(payload.name)") }
        output.line("}")
      }
      output.line()
      output.documentation("The output's name in the chart.")
      Self.writeSwitch(
        "public var name: String",
        zip(outputCases, inventory.outputs).map { ($0, SwiftText.literal($1.name)) },
        &output)
      if isGuarded {
        output.line()
        output.documentation("The output's name.")
        output.line("public var shownName: String { name }")
        Self.writeShownCases(Array(zip(outputCases, outputFields)), &output)
      }
    }
    output.line()
  }

  func writeErrors(_ output: inout SwiftOutput) {
    guard inventory.errors != nil else { return }
    output.documentation("The error codes that the chart declares, and those of the engine.")
    output.block("public enum ErrorCode: TypedData, RawRepresentable, Hashable") { output in
      for error in errorCases {
        output.documentation(error.title, error.description ?? (error.title == nil ? error.code : nil))
        output.line("case \(SwiftNames.quoted(error.name))")
      }
      output.documentation("A failure that the engine raises.")
      output.line("case platform(PlatformErrorCode)")
      output.line()
      output.documentation(
        "The error of a code; nil if the chart does not declare it and the engine does not raise it.")
      output.block("public init?(rawValue: String)") { output in
        output.line("switch rawValue {")
        for error in errorCases {
          output.line("case \(SwiftText.literal(error.code)): self = .\(SwiftNames.quoted(error.name))")
        }
        output.line("default:")
        output.inside { output in
          output.line("guard let code = PlatformErrorCode(rawValue: rawValue) else { return nil }")
          output.line("self = .platform(code)")
        }
        output.line("}")
      }
      output.line()
      output.documentation("The code.")
      Self.writeSwitch(
        "public var rawValue: String",
        errorCases.map { ($0.name, SwiftText.literal($0.code)) } + [("platform(let code)", "code.rawValue")],
        &output)
      output.line()
      output.documentation("The title that people see; nil if the chart has none.")
      let titled = errorCases.filter { $0.title != nil }
      if titled.isEmpty { return output.line("public var title: String? { nil }") }
      output.block("public var title: String?") { output in
        output.line("switch self {")
        for error in titled {
          output.line("case .\(SwiftNames.quoted(error.name)):")
          output.inside { $0.code("", .string(error.title ?? "")) }
        }
        output.line("default:")
        output.inside { $0.line("nil") }
        output.line("}")
      }
    }
    output.line()
  }

  // MARK: - Parts

  static func isGuarded(_ fields: [[SwiftField]]) -> Bool {
    fields.contains { $0.contains { $0.mark != nil } }
  }

  static func rawCase(_ name: String, _ value: String) -> String {
    let quoted = SwiftNames.quoted(name)
    return name == value ? quoted : "\(quoted) = \(SwiftText.literal(value))"
  }

  static func writeRawValue(of type: String, _ output: inout SwiftOutput) {
    output.documentation("Always nil, because there are no cases.")
    output.line("public init?(rawValue: String) { nil }")
    output.line()
    output.documentation("Never called, because there are no cases.")
    output.line("public var rawValue: String { \"\" }")
  }

  static func caseDeclaration(_ name: String, _ fields: [SwiftField]) -> SwiftCode {
    let quoted = SwiftNames.quoted(name)
    if fields.isEmpty { return .text(quoted) }
    return .call(
      quoted, fields.map { (SwiftNames.label($0.name), .text($0.parameter)) })
  }

  static func pattern(_ name: String, _ fields: [SwiftField]) -> SwiftCode {
    let quoted = SwiftNames.quoted(name)
    if fields.isEmpty { return .text(".\(quoted)") }
    return .call(".\(quoted)", fields.map { (nil, .text("let \(SwiftNames.quoted($0.name))")) })
  }

  static func map(_ fields: [SwiftField]) -> SwiftCode {
    .call(".map", [(nil, entries(fields))])
  }

  /// A dictionary of the values of fields, by their names in the chart.
  static func entries(_ fields: [SwiftField]) -> SwiftCode {
    .fields(fields.map { ($0.field.name.text, .text("\(SwiftNames.quoted($0.name)).chartValue")) })
  }

  /// Writes the comment of a case with what is to be said of its fields.
  static func writeDocumentation(
    _ title: String, _ text: String?, _ fields: [SwiftField], _ output: inout SwiftOutput
  ) {
    output.documentation(title, text)
    var isFirst = true
    for field in fields {
      let words = [field.field.description, warning(field)].compactMap { $0 }.joined(separator: " ")
      guard !words.isEmpty else { continue }
      if isFirst { output.line("///") }
      isFirst = false
      output.item("- \(field.name): ", words)
    }
  }

  /// What a comment says of a field that must not be shown.
  static func warning(_ field: SwiftField) -> String? {
    if field.field.isSecret { return "Secret: must not be shown, logged or stored." }
    if field.field.isPersonal { return "Personal: must not be logged." }
    return nil
  }

  static func writeSwitch(_ head: String, _ cases: [(String, String)], _ output: inout SwiftOutput) {
    output.block(head) { output in
      output.line("switch self {")
      for (name, value) in cases {
        output.line("case .\(SwiftNames.quoted(name)):")
        output.inside { $0.line(value) }
      }
      output.line("}")
    }
  }

  static func shown(_ fields: [SwiftField]) -> SwiftCode {
    .fields(
      fields.map { field in
        let name = SwiftNames.quoted(field.name)
        let mark = field.mark.map {
          field.isOptional ? "ShownMark\($0).replacing(\(name))" : "ShownMark\($0)"
        }
        return (field.field.name.text, .text(mark ?? name))
      })
  }

  static func writeShownCases(_ cases: [(String, [SwiftField])], _ output: inout SwiftOutput) {
    output.line()
    output.documentation("The fields, with secret and personal values masked.")
    output.block("public var shownFields: KeyValuePairs<String, any Sendable>") { output in
      output.line("switch self {")
      for (name, fields) in cases where !fields.isEmpty {
        let quoted = SwiftNames.quoted(name)
        let isMarked = { (field: SwiftField) in field.mark != nil && !field.isOptional }
        if fields.allSatisfy(isMarked) {
          output.line("case .\(quoted):")
        } else {
          let parts = fields.map {
            (
              label: String?.none,
              value: SwiftCode.text(isMarked($0) ? "_" : "let \(SwiftNames.quoted($0.name))")
            )
          }
          output.code("case ", .call(".\(quoted)", parts), ":")
        }
        output.inside { $0.code("", shown(fields)) }
      }
      if cases.contains(where: { $0.1.isEmpty }) {
        output.line("default:")
        output.inside { $0.line("[:]") }
      }
      output.line("}")
    }
  }
}
