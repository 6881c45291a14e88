import StatechartsModel

// The data of events, outputs and final states.

extension Interpreter {
  /// The data of an event or an output; `.unset` without fields, and fields without a value are left out.
  ///
  /// - Parameter taint: gets what the values are and the receiver does not declare.
  mutating func value(of fields: Range<Int>, _ taint: inout Taint) throws(EvaluationError) -> ChartValue {
    guard !fields.isEmpty else { return .unset }
    var result: [String: ChartValue] = [:]
    for position in fields {
      let value = try value(of: position)
      guard value != .unset else { continue }
      let carried = carriedTaint(of: chart.fields[position].expression)
      taint.formUnion(chart.fields[position].escaping)
      if !carried.isEmpty { taint.formUnion(carried.subtracting(chart.fields[position].declared)) }
      result[chart.fields[position].name] = value
    }
    return .map(result)
  }

  /// A name with data and what may be shown of them.
  mutating func payload(_ name: String, _ fields: Range<Int>) throws(EvaluationError) -> NamedData {
    var taint: Taint = []
    let data = try value(of: fields, &taint)
    guard case .map(var shown) = data else { return NamedData(name: name, data: data, redactedData: data) }
    for position in fields {
      let field = chart.fields[position].name
      guard shown[field] != nil else { continue }
      if chart.fields[position].isSecret
        || carriedTaint(of: chart.fields[position].expression).contains(.secret)
      {
        shown[field] = .redacted
      }
    }
    return NamedData(name: name, data: data, redactedData: .map(shown), taint: taint)
  }

  /// A name with one value as its data.
  mutating func payload(
    _ name: String, content: Int, _ check: FieldDeclaration? = nil
  ) throws(EvaluationError) -> NamedData {
    let data = try evaluate(content)
    if let check { try require(data, check) }
    let taint = taint(of: content)
    return NamedData(
      name: name, data: data, redactedData: taint.contains(.secret) ? .redacted : data, taint: taint)
  }

  /// The data of a final state; `.unset` and `error.execution` when they cannot be found (SCXML 5.5).
  mutating func doneData(of final: Int) -> NamedData {
    let id = chart.stateIDs[final]
    do throws(EvaluationError) {
      let content = chart.states[final].outputValue
      if content >= 0 { return try payload(id, content: content) }
      return try payload(id, chart.states[final].output)
    } catch {
      enqueueError("execution", "The output of `\(id)` failed\(chart.reason(of: error)).")
      return NamedData(name: id, data: .unset, redactedData: .unset)
    }
  }
}
