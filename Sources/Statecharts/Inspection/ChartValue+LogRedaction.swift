import StatechartsModel

// What may stand in a log. Secrets are gone already where the engine marks them; here the declarations are applied to
// data that come from outside, and what is declared personal is taken out too: it may be shown to people, not logged.

extension [FieldDeclaration] {
  /// Values by field without what is secret or personal. Fields that are not declared stay.
  func redactForLog(_ value: ChartValue) -> ChartValue {
    guard case .map(let values) = value else { return value }
    var result = values
    for field in self {
      guard let value = values[field.name.text], value != .unset, value != .redacted else { continue }
      result[field.name.text] = field.redactForLog(value)
    }
    return .map(result)
  }
}

extension FieldDeclaration {
  /// The value as a log may have it.
  func redactForLog(_ value: ChartValue) -> ChartValue {
    if value == .unset || value == .redacted { return value }
    if isSecret { return .redacted }
    return isPersonal ? .redactedPersonal : type.redactForLog(value)
  }
}

extension ChartValueType {
  /// A value of the type as a log may have it.
  func redactForLog(_ value: ChartValue) -> ChartValue {
    switch (self, value) {
    case (.optional(let type), _): type.redactForLog(value)
    case (.list(let type), .list(let elements)): .list(elements.map(type.redactForLog))
    case (.record(let fields), _): fields.redactForLog(value)
    default: value
    }
  }
}

extension CompiledChart {
  /// The data of an event from outside. Where events are declared and this one is not, nothing is known of its data.
  func logData(_ event: ChartEvent) -> ChartValue? {
    if event.taint.contains(.secret) { return .redacted }
    if event.taint.contains(.personal) { return .redactedPersonal }
    guard let events else { return event.data }
    return events[event.name]?.redactForLog(event.data)
  }

  /// The result of a service.
  func logResult(_ value: ChartValue, of run: InvocationRun) -> ChartValue {
    guard invocations.indices.contains(run.index) else { return value }
    return invocations[run.index].result?.redactForLog(value) ?? value
  }

  /// The data of a failure. Where codes are declared and this one is not, nothing is known of its data.
  func logData(_ data: ChartValue, ofError code: String) -> ChartValue {
    guard let errors else { return data }
    return errors[code]?.redactForLog(data) ?? .unset
  }

  /// The data of an output, which are redacted already but for what is personal.
  func logOutput(_ payload: NamedData) -> ChartValue {
    if payload.taint.contains(.personal) { return .redactedPersonal }
    let declared = chart.outputs?.first { $0.name.text == payload.name }
    return declared?.payload.redactForLog(payload.redactedData) ?? payload.redactedData
  }

  /// What a service is given, which is redacted already but for what is personal.
  func logInput(_ payload: NamedData, of run: InvocationRun) -> ChartValue {
    if payload.taint.contains(.personal) { return .redactedPersonal }
    guard invocations.indices.contains(run.index) else { return payload.redactedData }
    return invocations[run.index].inputFields?.redactForLog(payload.redactedData) ?? payload.redactedData
  }

  /// The arguments of an action, which are redacted already but for what is personal.
  func logArguments(_ action: Macrostep.PerformedAction) -> [NamedValue] {
    let fields = chart.handlers.actions?.first { $0.name.text == action.name }?.arguments ?? []
    return action.arguments.map { argument in
      let field = fields.first { $0.name.text == argument.name }
      return NamedValue(argument.name, field?.redactForLog(argument.value) ?? argument.value)
    }
  }
}
