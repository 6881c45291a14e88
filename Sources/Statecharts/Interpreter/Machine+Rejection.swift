import StatechartsModel

// What a machine does not look at: it holds what comes from outside to the chart's declarations.

extension Machine {
  /// Why the machine would not look at an event; nil when it would.
  package func rejection(of event: ChartEvent) -> EventOutcome.Rejection? {
    switch interpreter.status {
    case .notStarted: return .notStarted
    case .final: return .ended
    case .stopped(let reason): return .stopped(reason)
    case .running: break
    }
    guard let events = chart.events else {
      return excess(event.data).map { .payload(event: event.name, problem: $0) }
    }
    guard let payload = events[event.name] else {
      return .unknownEvent(
        event.name, suggestion: NearNames.suggestion(for: event.name, in: events.keys.sorted()))
    }
    return problem(event.data, payload).map { .payload(event: event.name, problem: $0) }
  }

  /// Why the machine would not take an event from a service or child chart; nil when it would, or when it is late
  /// anyway.
  func rejection(of event: ChartEvent, from run: InvocationRun) -> EventOutcome.Rejection? {
    guard let invocation = interpreter.current(run) else { return nil }
    if let sends = chart.invocations[invocation].sends, !sends.contains(event.name) {
      return .unannounced(event: event.name, service: run.id)
    }
    return rejection(of: event)
  }

  /// Why the machine would not take a result; nil when it would, or when it is late anyway.
  func rejection(of result: ChartValue, from run: InvocationRun) -> EventOutcome.Rejection? {
    guard let invocation = interpreter.current(run) else { return nil }
    guard let type = chart.invocations[invocation].result else {
      return excess(result).map { .result(service: run.id, problem: $0) }
    }
    if case .record(let fields) = type {
      return problem(result, fields).map { .result(service: run.id, problem: $0) }
    }
    if type.mismatch(of: result, codes: chart.errors) == nil { return nil }
    return .result(service: run.id, problem: "it is not of the type \(type.spelling)")
  }

  /// Why the machine would not take a failure; nil when it would, or when it is late anyway.
  func rejection(
    ofFailure code: String, _ data: ChartValue, from run: InvocationRun
  ) -> EventOutcome.Rejection? {
    guard interpreter.current(run) != nil else { return nil }
    let found = chart.errors?[code].map { problem(data, $0) } ?? excess(data)
    return found.map { .payload(event: code, problem: $0) }
  }

  /// What is odd about a failure whose code nobody declared; nil when it is declared, or when it is late anyway.
  func surprise(ofFailure code: String, from run: InvocationRun) -> String? {
    guard let invocation = interpreter.current(run), !ExpressionScope.platformErrorCodes.contains(code) else {
      return nil
    }
    let own = chart.invocations[invocation].errors
    guard let codes = own ?? chart.errors?.keys.sorted(), !codes.contains(code) else { return nil }
    let near = NearNames.suggestion(for: code, in: codes).map { " Did you mean `\($0)`?" } ?? ""
    return "`\(run.id)` failed with `\(code)`, which is not declared.\(near)"
  }

  /// Why nobody could mean a failure, by what the chart declares; nil when it could, or when it is late anyway. A
  /// running app is not held to it: there the failure counts, as `fail` says.
  package func undeclared(failure code: String, from run: InvocationRun) -> String? {
    guard surprise(ofFailure: code, from: run) != nil, let invocation = interpreter.current(run) else {
      return nil
    }
    let codes = chart.invocations[invocation].errors ?? chart.errors?.keys.sorted() ?? []
    let near = NearNames.suggestion(for: code, in: codes).map { " Did you mean `\($0)`?" } ?? ""
    var known = codes.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
    if codes.count > 12 { known += " and \(codes.count - 12) more" }
    let may = codes.isEmpty ? "no code is declared" : "it may fail with \(known)"
    return "`\(run.id)` is not declared to fail with `\(code)`: \(may).\(near)"
  }

  /// Why nobody could mean a result: it is one of a service that is declared to have none. Nil when it could be meant,
  /// or when it is late anyway. A running app is not held to it.
  package func undeclared(result: ChartValue, from run: InvocationRun) -> String? {
    guard let invocation = interpreter.current(run), chart.invocations[invocation].errors != nil,
      chart.invocations[invocation].result == nil, result != .unset, result != .map([:])
    else { return nil }
    return "`\(run.id)` is declared without a `result`, so its `done` is null."
  }

  /// Data of which nothing is declared must still be of a size that the chart can walk through.
  private func excess(_ data: ChartValue) -> String? { ChartValueType.any.mismatch(of: data)?.message }

  private func problem(_ data: ChartValue, _ fields: [FieldDeclaration]) -> String? {
    switch data {
    case .unset: fields.mismatch(of: [:], codes: chart.errors)?.message
    case .map(let values): fields.mismatch(of: values, codes: chart.errors)?.message
    default: "they are not a map of fields"
    }
  }
}
