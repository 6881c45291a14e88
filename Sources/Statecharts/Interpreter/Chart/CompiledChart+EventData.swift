import StatechartsModel

extension CompiledChart {
  /// The data of an event: where fields are declared and nothing came along, a map without any, so that reading an
  /// optional field of `event.data` gives `.unset` instead of an error.
  func data(_ data: ChartValue, ofEvent name: String) -> ChartValue { data.standingFor(events?[name]) }

  /// The data of a failure, likewise.
  func data(_ data: ChartValue, ofError code: String) -> ChartValue { data.standingFor(errors?[code]) }

  /// The result of a service, likewise.
  func data(_ data: ChartValue, ofInvocation invocation: Int) -> ChartValue {
    guard case .record(let fields)? = invocations[invocation].result else { return data }
    return data.standingFor(fields)
  }
}

extension ChartValue {
  /// The value, or a map without fields where some are declared and nothing came along.
  func standingFor(_ fields: [FieldDeclaration]?) -> ChartValue {
    guard self == .unset, let fields, !fields.isEmpty else { return self }
    return .map([:])
  }
}
