import StatechartsModel

extension CompiledChart {
  /// What the declarations say of an event's data; nothing for events of which nothing is declared.
  package func declaredTaint(of event: RuntimeEvent) -> Taint {
    if event.kind == .platform, event.invocation >= 0, event.error == nil {
      return invocations[event.invocation].result?.heldTaint ?? []
    }
    let fields = event.error.map { errors?[$0] } ?? events?[event.name]
    return fields.map { ChartValueType.record($0).heldTaint } ?? []
  }

  /// What an event that another chart sent brings along, beyond what is declared here.
  func carriedTaint(of event: ChartEvent) -> Taint {
    guard let shown = event.shown else { return [] }
    let fields = events?[event.name] ?? []
    var isCovered = event.data == shown
    if case .map(let values) = event.data, case .map(let shownValues) = shown {
      isCovered = fields.redact(values) == fields.redact(shownValues)
    }
    return isCovered ? event.taint.subtracting(.secret) : event.taint.union(.secret)
  }

  /// The data of an event with `ChartValue.redacted` in place of what is declared secret.
  package func redacted(_ event: RuntimeEvent) -> ChartValue {
    if event.kind == .platform, event.invocation >= 0, event.error == nil {
      if event.taint.contains(.secret) { return .redacted }
      return invocations[event.invocation].result?.redact(event.data) ?? event.data
    }
    let fields = event.error.map { errors?[$0] } ?? events?[event.name]
    if event.taint.contains(.secret) { return .redacted }
    guard let fields, case .map(let values) = event.data else { return event.data }
    return .map(fields.redact(values))
  }

  /// The value of a variable with `ChartValue.redacted` in place of what is declared secret.
  package func redacted(_ value: ChartValue, ofSlot slot: Int) -> ChartValue {
    let field = chart.context[slot].field
    if value == .unset { return value }
    return field.isSecret ? .redacted : field.type.redact(value)
  }
}
