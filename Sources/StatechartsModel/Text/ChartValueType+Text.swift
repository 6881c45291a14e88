extension ChartValueType {
  /// The type as it would be written in a chart.
  package var chartText: String { text(depth: 0) }

  private func text(depth: Int) -> String {
    // Deeper than any reader lets through; a model that was built in code can be.
    guard depth < 64 else { return "…" }
    switch self {
    case .any: return "any"
    case .bool: return "bool"
    case .int: return "int"
    case .number: return "number"
    case .string: return "string"
    case .duration: return "duration"
    case .error: return "error"
    case .map: return "map"
    case .list(let element): return "[\(element.text(depth: depth + 1))]"
    case .optional(let wrapped): return wrapped.text(depth: depth + 1) + "?"
    case .record(let fields):
      let inner = fields.map { "\($0.name.text): \($0.type.text(depth: depth + 1))" }
      return "{\(inner.joined(separator: ", "))}"
    }
  }
}
