import Statecharts
import StatechartsModel

/// A field as Swift has it.
struct SwiftField {
  /// The field in the chart.
  var field: FieldDeclaration
  /// The property's or parameter's name, without backticks.
  var name: String
  /// The type.
  var type: String

  var isOptional: Bool { type.hasSuffix("?") }
  /// The type as a parameter has it: what may be left out has a default.
  var parameter: String { type + (isOptional ? " = nil" : type == "ChartValue" ? " = .unset" : "") }
  /// The case of `ShownMark` that is printed in its place.
  var mark: String? { field.isSecret ? ".secret" : field.isPersonal ? ".personal" : nil }
}

/// The Swift types of a chart's data, and the types that have to be made for them.
struct SwiftTypes {
  /// A type that has to be made.
  enum Definition {
    /// Texts of which one is chosen.
    case choice(name: String, documentation: String, cases: [(name: String, value: String)])
    /// Fields by name.
    case record(name: String, documentation: String, fields: [SwiftField])
  }

  /// Names that types of data have for themselves, so that no name of a chart can be theirs.
  static let reservedMembers: Set<String> = [
    "chartValue", "shownName", "shownFields", "description", "debugDescription", "customMirror", "hashValue",
  ]
  /// The same for the variables, which are named alike in the context and in the input.
  static let reservedVariables = reservedMembers.union(["contextView", "values"])
  /// The same for cases of events.
  static let reservedEvents = reservedMembers.union(["event"])
  /// The same for cases of outputs.
  static let reservedOutputs = reservedMembers.union(["name"])
  /// The same for cases with a raw value, and for those that are error codes.
  static let reservedChoices = reservedMembers.union(["rawValue", "allCases"])
  static let reservedCodes = reservedChoices.union(["title", "platform"])
  /// The same for cases of failures.
  static let reservedFailures = reservedMembers.union(["code", "data"])

  private(set) var definitions: [Definition] = []
  private var names: SwiftNames
  private var choices: [String: [(name: String, values: [String], cases: [String])]] = [:]
  private let hasErrors: Bool

  init(hasErrors: Bool, reserved: Set<String>) {
    self.hasErrors = hasErrors
    names = SwiftNames(reserved: SwiftNames.types.union(reserved))
  }

  /// A name for a type.
  mutating func name(_ candidates: String...) -> String {
    guard let last = candidates.last else { return "Data" }
    return names.type(candidates.first ?? last, last)
  }

  /// Fields with the names and types that they have in Swift.
  ///
  /// - Parameter owner: What the fields belong to, from which the names of their own types are made.
  mutating func fields(_ fields: [FieldDeclaration], owner: String, reserved: Set<String> = reservedMembers)
    -> [SwiftField]
  {
    var members = SwiftNames(reserved: reserved)
    let names = members.members(fields.map(\.name.text))
    return zip(fields, names).map { field, name in
      SwiftField(field: field, name: name, type: type(field.type, of: field, owner: owner))
    }
  }

  /// Makes a type of fields, and gives its name.
  mutating func record(_ fields: [FieldDeclaration], documentation: String, name candidates: String...)
    -> String
  {
    let name = names.type(candidates.first ?? "Data", candidates.last ?? "Data")
    let members = self.fields(fields, owner: name)
    definitions.append(.record(name: name, documentation: documentation, fields: members))
    return name
  }

  /// The Swift type of a field.
  mutating func type(_ type: ChartValueType, of field: FieldDeclaration, owner: String) -> String {
    switch type {
    case .any: return "ChartValue"
    case .bool: return "Bool"
    case .int: return "Int"
    case .number: return "Double"
    case .string: return field.values.map { choice($0, field.name.text, owner) } ?? "String"
    case .duration: return "Duration"
    case .error: return hasErrors ? "ErrorCode" : "String"
    case .map: return "[String: ChartValue]"
    case .list(let element):
      var plain = field
      plain.values = nil
      return "[\(self.type(element, of: plain, owner: owner))]"
    case .optional(let wrapped):
      let inner = self.type(wrapped, of: field, owner: owner)
      return inner.hasSuffix("?") || inner == "ChartValue" ? inner : inner + "?"
    case .record(let fields):
      return record(
        fields, documentation: field.description ?? "The data `\(field.name)`.",
        name: "\(owner)-\(field.name)")
    }
  }

  /// A type as code outside the chart's own type names it.
  func qualified(_ type: String, in owner: String) -> String {
    let name = type.filter { !"[]?".contains($0) }
    let isOwn =
      name == "ErrorCode"
      || definitions.contains {
        switch $0 {
        case .choice(let own, _, _), .record(let own, _, _): own == name
        }
      }
    return isOwn ? type.replacing(name, with: "\(owner).\(name)") : type
  }

  /// The case of a choice that stands for a text.
  func caseName(of value: String, in type: String) -> String? {
    for choice in choices.values.joined() where choice.name == type {
      guard let index = choice.values.firstIndex(of: value) else { return nil }
      return choice.cases[index]
    }
    return nil
  }

  /// The type of a field that holds one of several texts. Fields of one name with the same texts share it.
  private mutating func choice(_ values: [String], _ field: String, _ owner: String) -> String {
    if let known = choices[field]?.first(where: { $0.values == values }) { return known.name }
    let name = names.type(field, "\(owner)-\(field)")
    var members = SwiftNames(reserved: Self.reservedChoices)
    let cases = members.members(values)
    choices[field, default: []].append((name, values, cases))
    definitions.append(
      .choice(
        name: name, documentation: "The values of `\(field)`.",
        cases: Array(zip(cases, values)).map { (name: $0, value: $1) }))
    return name
  }
}
