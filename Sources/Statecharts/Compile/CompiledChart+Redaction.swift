extension CompiledChart {
  /// The data of an event with `Value.redacted` in place of what is declared secret.
  package func redacted(_ event: RuntimeEvent) -> Value {
    if event.kind == .platform, event.invocation >= 0, event.error == nil {
      return invocations[event.invocation].result?.redact(event.data) ?? event.data
    }
    let fields = event.error.map { errors?[$0] } ?? events?[event.name]
    guard let fields, case .map(let values) = event.data else { return event.data }
    return .map(fields.redact(values))
  }

  /// The value of a variable with `Value.redacted` in place of what is declared secret.
  package func redacted(_ value: Value, ofSlot slot: Int) -> Value {
    let field = chart.context[slot].field
    if value == .unset { return value }
    return field.isSecret ? .redacted : field.type.redact(value)
  }
}
