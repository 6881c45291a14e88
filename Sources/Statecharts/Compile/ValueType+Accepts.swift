extension ValueType {
  /// Whether a value is of the type. A whole number is a number too; a record takes no other fields.
  ///
  /// - Parameter codes: the declared error codes; nil takes every text as one.
  package func accepts(_ value: Value, codes: [String: [Field]]?) -> Bool {
    switch (self, value) {
    case (.any, _), (.optional, .unset): true
    case (.optional(let type), _): type.accepts(value, codes: codes)
    case (.bool, .bool), (.int, .int), (.number, .int), (.number, .number), (.string, .string),
      (.duration, .duration), (.map, .map):
      true
    case (.error, .string(let code)):
      codes.map { $0[code] != nil || Catalogue.platformErrors.contains(code) } ?? true
    case (.list(let type), .list(let elements)): elements.allSatisfy { type.accepts($0, codes: codes) }
    case (.record(let fields), .map(let values)): fields.problem(with: values, codes: codes) == nil
    default: false
    }
  }

  /// The type in the words of declarations.
  package var spelling: String {
    switch self {
    case .any: "any"
    case .bool: "bool"
    case .int: "int"
    case .number: "number"
    case .string: "string"
    case .duration: "duration"
    case .error: "error"
    case .list(let type): "[\(type.spelling)]"
    case .map: "map"
    case .record(let fields):
      "{ " + fields.map { "\($0.name.text): \($0.type.spelling)" }.joined(separator: ", ") + " }"
    case .optional(let type): "\(type.spelling)?"
    }
  }

  /// A value of the type with `Value.redacted` in place of fields that are secret.
  package func redact(_ value: Value) -> Value {
    switch (self, value) {
    case (.optional(let type), _): type.redact(value)
    case (.list(let type), .list(let elements)): .list(elements.map(type.redact))
    case (.record(let fields), .map(let values)): .map(fields.redact(values))
    default: value
    }
  }
}

extension Field {
  /// Whether the field may hold a value.
  package func accepts(_ value: Value, codes: [String: [Field]]?) -> Bool {
    guard type.accepts(value, codes: codes) else { return false }
    guard let values, case .string(let text) = value else { return true }
    return values.contains(text)
  }
}

extension [Field] {
  /// What does not fit in the values of these fields, in a sentence that shows none of them; nil for nothing.
  package func problem(with values: [String: Value], codes: [String: [Field]]?) -> String? {
    for field in self {
      let value = values[field.name.text] ?? .unset
      if field.accepts(value, codes: codes) { continue }
      if value == .unset { return "the field `\(field.name.text)` is missing" }
      if let allowed = field.values, field.type.accepts(value, codes: codes) {
        return
          "the field `\(field.name.text)` must be one of \(allowed.map { "`\($0)`" }.joined(separator: ", "))"
      }
      return "the field `\(field.name.text)` is not of the type \(field.type.spelling)"
    }
    let unknown = values.keys.sorted().first { name in !contains { $0.name.text == name } }
    return unknown.map { name in
      let near = NearNames.suggestion(for: name, in: map(\.name.text))
      return "there is no field `\(name)`" + (near.map { "; did you mean `\($0)`" } ?? "")
    }
  }

  /// Values by field with `Value.redacted` in place of what is secret. Fields that are not declared stay.
  package func redact(_ values: [String: Value]) -> [String: Value] {
    var result = values
    for field in self {
      guard let value = values[field.name.text], value != .unset else { continue }
      result[field.name.text] = field.isSecret ? .redacted : field.type.redact(value)
    }
    return result
  }
}
