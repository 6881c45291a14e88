import Statecharts
import StatechartsModel

// The context, the input, and the types of data.

extension SwiftChart {
  func writeContext(_ output: inout SwiftOutput) {
    let isGuarded = Self.isGuarded([contextFields])
    output.documentation("The variables of the chart, read-only.")
    var shown = contextFields
    output.block("public struct Context: TypedContext\(isGuarded ? ", GuardedData" : "")") { output in
      output.line("private let contextView: ContextValues")
      output.line()
      output.documentation("Makes a view of the variables.")
      output.line("public init(_ view: ContextValues) { contextView = view }")
      for (slot, field) in contextFields.enumerated() {
        output.line()
        output.documentation(
          field.field.description ?? "The variable `\(field.field.name)`.", Self.warning(field))
        let read = SwiftCode.call("contextView.read", [(nil, .string(field.field.name.text))])
        let name = SwiftNames.quoted(field.name)
        let initial =
          field.isOptional ? nil : field.type == "ChartValue" ? ".unset" : initialValue(slot, field)
        let type = field.isOptional || initial != nil ? field.type : field.type + "?"
        shown[slot].type = type
        output.block("public var \(name): \(type)") {
          $0.code("", read, initial.map { " ?? \($0)" } ?? "")
        }
      }
      if isGuarded { Self.writeShown("Context", shown, &output) }
    }
    output.line()
  }

  /// The value that a variable has at the start, as Swift; nil when it has none, or none that can be written.
  private func initialValue(_ slot: Int, _ field: SwiftField) -> String? {
    guard slot < inventory.compiled.initialValues.count else { return nil }
    switch inventory.compiled.initialValues[slot] {
    case .bool(let value) where field.type == "Bool": return "\(value)"
    case .int(let value) where field.type == "Int" || field.type == "Double": return "\(value)"
    case .number(let value) where field.type == "Double": return "\(value)"
    case .duration(let value) where field.type == "Duration": return SwiftCode.duration(value)
    case .string(let value) where field.type == "String" && value.utf8.count <= 40:
      return SwiftText.literal(value)
    case .string(let value):
      if field.type == "ErrorCode" {
        return errorCases.first { $0.code == value }.map { ".\(SwiftNames.quoted($0.name))" }
      }
      return types.caseName(of: value, in: field.type).map { ".\(SwiftNames.quoted($0))" }
    case .list where field.type.hasPrefix("["): return "[]"
    case .map where field.type.hasPrefix("["): return "[:]"
    default: return nil
    }
  }

  func writeInput(_ output: inout SwiftOutput) {
    // A variable that must have a value and has none at the start has to be given.
    var isOptional = true
    let fields = inputFields.map { field in
      var field = field
      let isRequired =
        inventory.chart.context.first { $0.name == field.field.name }?.initial == nil && !field.isOptional
        && field.type != "ChartValue"
      if isRequired { isOptional = false } else if !field.isOptional { field.type += "?" }
      return field
    }
    let isGuarded = Self.isGuarded([fields])
    output.documentation(
      "The input at the start. A value that is left out has the initial value of the chart.")
    let kind = isOptional ? "OptionalInput" : "TypedInput"
    output.block("public struct Input: \(kind), Hashable\(isGuarded ? ", GuardedData" : "")") { output in
      for field in fields { Self.writeProperty(field, &output) }
      output.documentation("Makes an input.")
      Self.writeInitialiser(fields, &output)
      output.line()
      output.documentation("The values by name, without those that were not given.")
      if fields.isEmpty {
        output.line("public var values: [String: ChartValue] { [:] }")
      } else {
        output.block("public var values: [String: ChartValue]") { output in
          output.code("let values: [String: ChartValue] = ", Self.entries(fields))
          output.line("return values.filter { $0.value != .unset }")
        }
      }
      if isGuarded { Self.writeShown("Input", fields, &output) }
    }
  }

  func writeData(_ output: inout SwiftOutput) {
    guard !types.definitions.isEmpty else { return }
    output.line()
    output.line("// MARK: - Data")
    output.line()
    output.block("extension \(typeName)") { output in
      for (index, definition) in types.definitions.enumerated() {
        if index > 0 { output.line() }
        switch definition {
        case .choice(let name, let documentation, let cases):
          output.documentation(documentation)
          output.block("public enum \(name): String, TypedData, CaseIterable, Hashable") { output in
            for item in cases {
              output.documentation("`\(item.value)`")
              output.line("case \(Self.rawCase(item.name, item.value))")
            }
          }
        case .record(let name, let documentation, let fields):
          writeRecord(name, documentation, fields, &output)
        }
      }
    }
  }

  private func writeRecord(
    _ name: String, _ documentation: String, _ fields: [SwiftField], _ output: inout SwiftOutput
  ) {
    let isGuarded = Self.isGuarded([fields])
    output.documentation(documentation)
    output.block("public struct \(name): TypedData, Hashable\(isGuarded ? ", GuardedData" : "")") { output in
      for field in fields { Self.writeProperty(field, &output) }
      output.documentation("Makes the data from its fields.")
      Self.writeInitialiser(fields, &output)
      output.line()
      output.documentation(
        "Reads the fields of a map.", "- Throws: `TypedDataProblem` if a field has another type.")
      output.block("public init(chartValue: ChartValue) throws(TypedDataProblem)") { output in
        for field in fields {
          output.code(
            "\(Self.own(field)) = try ", .call("chartValue.read", [(nil, .string(field.field.name.text))]))
        }
      }
      output.line()
      output.documentation("The fields as a map.")
      output.block("public var chartValue: ChartValue") { $0.code("", Self.map(fields)) }
      if isGuarded { Self.writeShown(name, fields, &output) }
    }
  }

  // MARK: - Parts

  /// A property inside an initialiser that has parameters of other names.
  private static func own(_ field: SwiftField) -> String { SwiftNames.quoted(field.name) }

  private static func writeProperty(_ field: SwiftField, _ output: inout SwiftOutput) {
    output.documentation(field.field.description ?? "The field `\(field.field.name)`.", warning(field))
    output.line("public var \(SwiftNames.quoted(field.name)): \(field.type)")
    output.line()
  }

  private static func writeInitialiser(_ fields: [SwiftField], _ output: inout SwiftOutput) {
    if fields.isEmpty { return output.line("public init() {}") }
    let parameters = fields.map { field in
      (
        label: Optional(SwiftNames.label(field.name)),
        value: SwiftCode.text(field.parameter)
      )
    }
    output.code("", .call("public init", parameters), " {")
    output.inside { output in
      for field in fields {
        output.line("self.\(SwiftNames.quoted(field.name)) = \(SwiftNames.quoted(field.name))")
      }
    }
    output.line("}")
  }

  private static func writeShown(_ name: String, _ fields: [SwiftField], _ output: inout SwiftOutput) {
    output.line()
    output.documentation("The type's name.")
    output.line("public var shownName: String { \"\(name)\" }")
    output.line()
    output.documentation("The fields, with secret and personal values masked.")
    output.block("public var shownFields: KeyValuePairs<String, any Sendable>") { $0.code("", shown(fields)) }
  }
}
