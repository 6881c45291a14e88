import StatechartsModel

// Where secret and personal data went that no declaration covers: into events without declaration, results, input of
// child charts, and variables that such data were assigned to. What the declarations cover, the compiler has found.

extension Interpreter {
  /// What an expression's value is: what the chart declares, and what the data that it reads brought along.
  func taint(of expression: Int) -> Taint {
    // Decision: Docs/decisions/semantics.md#secrets-are-followed-twice
    chart.expressions[expression].taint.union(carriedTaint(of: expression))
  }

  /// What the data that an expression reads brought along, beyond what is declared where they lie.
  func carriedTaint(of expression: Int) -> Taint {
    var result: Taint = []
    // A plain event carries no data.
    if chart.expressions[expression].readsEventData, eventWithoutData < 0, let event {
      result = event.taint
      if chart.expressions[expression].readsUnknownData { result.formUnion(chart.declaredTaint(of: event)) }
    }
    guard !cold[0].slotTaints.isEmpty else { return result }
    for slot in chart.expressions[expression].variables { result.formUnion(cold[0].slotTaints[slot]) }
    let first = chart.chart.context.count
    for local in chart.expressions[expression].locals { result.formUnion(cold[0].slotTaints[first + local]) }
    return result
  }

  /// Notes what the value of a slot is beyond what is declared of it.
  mutating func mark(_ slot: Int, _ taint: Taint) {
    if cold[0].slotTaints.isEmpty {
      guard !taint.isEmpty else { return }
      cold[0].slotTaints = ContiguousArray(repeating: [], count: slots.count)
    }
    cold[0].slotTaints[slot] = taint
  }

  /// The value of a field, held to its declaration where the compiler could not tell.
  mutating func value(of field: Int) throws(EvaluationError) -> ChartValue {
    let value = try evaluate(chart.fields[field].expression)
    if let declaration = chart.fields[field].check { try require(value, declaration) }
    return value
  }

  /// Fails when a value does not fit a declaration.
  mutating func require(_ value: ChartValue, _ field: FieldDeclaration) throws(EvaluationError) {
    didWork(looking: value)
    guard let found = field.mismatch(of: value, codes: chart.errors) else { return }
    let whole = found.inside(.field(field.name.text))
    throw EvaluationError(.handler(whole.message))
  }

  /// The value of a variable as it may be shown.
  func shown(slot: Int) -> ChartValue {
    if !cold[0].slotTaints.isEmpty, cold[0].slotTaints[slot].contains(.secret), slots[slot] != .unset {
      return .redacted
    }
    return chart.redacted(slots[slot], ofSlot: slot)
  }

  /// A value as a log may show it.
  func logged(_ value: ChartValue, _ expression: Int) -> ChartValue {
    let taint = taint(of: expression)
    if taint.contains(.secret) { return .redacted }
    return taint.contains(.personal) && value != .unset ? .redactedPersonal : value
  }
}

extension Machine {
  /// Masks what the invoking chart keeps secret and this chart does not declare secret; for `InvocationStart.input`,
  /// before `start`.
  public mutating func mask(input: NamedData) {
    guard case .map(let values) = input.data else { return }
    for (slot, variable) in chart.chart.context.enumerated() where variable.isInput {
      guard values[variable.name.text] != nil else { continue }
      var taint = input.taint.intersection(.personal)
      if input.isSecret(variable.name.text) { taint.insert(.secret) }
      interpreter.mark(slot, taint.subtracting(variable.field.taint))
    }
  }
}
