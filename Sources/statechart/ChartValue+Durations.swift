import Statecharts
import StatechartsModel

extension ChartValue {
  /// The value with texts read as spans of time where the declared type is one. JSON has no other way to write them.
  func readingDurations(as type: ChartValueType) -> ChartValue {
    // Decision: Docs/decisions/format.md#json-has-no-durations
    switch (type, self) {
    case (.duration, .string(let text)):
      return (try? Duration(literal: text)).map { .duration($0) } ?? self
    case (.optional(let inner), _):
      return readingDurations(as: inner)
    case (.list(let element), .list(let values)):
      return .list(values.map { $0.readingDurations(as: element) })
    case (.record(let fields), _):
      return readingDurations(as: fields)
    default:
      return self
    }
  }

  /// The map with texts read as spans of time in the fields that are declared so.
  func readingDurations(as fields: [FieldDeclaration]) -> ChartValue {
    guard case .map(var values) = self else { return self }
    for field in fields {
      guard let value = values[field.name.text] else { continue }
      values[field.name.text] = value.readingDurations(as: field.type)
    }
    return .map(values)
  }
}
