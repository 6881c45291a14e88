extension ValueType {
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
    mismatch(of: value, codes: codes) == nil
  }
}

extension [Field] {
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
