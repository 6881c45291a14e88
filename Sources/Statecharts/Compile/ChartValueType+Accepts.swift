package import StatechartsModel

extension ChartValueType {
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

  /// Whether a value that has the type `found` for certain is of this type too.
  ///
  /// - Parameter texts: The only texts that the value can be, and the checker has looked at them; nil when not known.
  package func isProven(by found: ChartValueType, texts: [String]? = nil) -> Bool {
    switch (self, found) {
    case (.any, _), (.number, .int), (.number, .number), (.string, .error), (.map, .record): true
    case (.optional(let type), .optional(let found)): type.isProven(by: found, texts: texts)
    case (.optional(let type), _): type.isProven(by: found, texts: texts)
    case (.error, .string): texts != nil
    case (.list(let type), .list(let found)): type.isProven(by: found)
    case (.record(let fields), .record(let found)): fields.areProven(by: found)
    default: self == found
    }
  }

  /// A value of the type with `ChartValue.redacted` in place of fields that are secret.
  package func redact(_ value: ChartValue) -> ChartValue {
    switch (self, value) {
    case (.optional(let type), _): type.redact(value)
    case (.list(let type), .list(let elements)): .list(elements.map(type.redact))
    case (.record(let fields), .map(let values)): .map(fields.redact(values))
    default: value
    }
  }
}

extension [FieldDeclaration] {
  /// Whether each of the fields gets what it wants, and there are no others.
  fileprivate func areProven(by found: [FieldDeclaration]) -> Bool {
    var finder = FieldFinder(found)
    var count = 0
    for (place, field) in enumerated() {
      guard let given = finder.field(field.name.text, near: place) else {
        if case .optional = field.type { continue }
        return false
      }
      count += 1
      if let values = field.values {
        guard let texts = given.values, ClosedTexts(values).firstMissing(of: texts) == nil else {
          return false
        }
      }
      guard field.type.isProven(by: given.type, texts: given.values) else { return false }
    }
    return count == found.count
  }
}

extension FieldDeclaration {
  /// Whether the field may hold a value.
  package func accepts(_ value: ChartValue, codes: [String: [FieldDeclaration]]?) -> Bool {
    mismatch(of: value, codes: codes) == nil
  }
}

extension [FieldDeclaration] {
  /// Values by field with `ChartValue.redacted` in place of what is secret. Fields that are not declared stay.
  package func redact(_ values: [String: ChartValue]) -> [String: ChartValue] {
    var result = values
    for field in self {
      guard let value = values[field.name.text], value != .unset else { continue }
      result[field.name.text] = field.isSecret ? .redacted : field.type.redact(value)
    }
    return result
  }
}
