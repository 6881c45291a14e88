/// The variables of a chart at one moment, to read.
public struct ContextView: Sendable {
  // Decision: Docs/decisions/semantics.md#only-the-chart-changes-its-data
  let chart: CompiledChart
  let slots: ContiguousArray<Value>

  /// The value of a variable; `.unset` when it has none or does not exist.
  public subscript(name: String) -> Value {
    guard let slot = chart.variables[name] else { return .unset }
    return slots[slot]
  }
}
