import StatechartsModel

/// The variables of a chart at one moment, to read.
public struct ContextValues: Sendable {
  // Decision: Docs/decisions/semantics.md#only-the-chart-changes-its-data
  let chart: CompiledChart
  let slots: ContiguousArray<ChartValue>
  /// Gets the name of each variable that is read.
  var onRead: (@Sendable (String) -> Void)?

  /// The value of a variable; `.unset` when it has none or does not exist.
  public subscript(name: String) -> ChartValue {
    onRead?(name)
    guard let slot = chart.variables[name] else { return .unset }
    return slots[slot]
  }

  /// The value of the variable at a place of the chart's `context:`.
  package subscript(slot: Int) -> ChartValue { slots[slot] }

  /// The same variables, which report the name of each one that is read.
  package func reporting(to onRead: @escaping @Sendable (String) -> Void) -> ContextValues {
    ContextValues(chart: chart, slots: slots, onRead: onRead)
  }

  /// Whether a variable is declared secret, or has a part that is.
  package func holdsSecret(_ name: String) -> Bool {
    guard let slot = chart.variables[name] else { return false }
    let field = chart.chart.context[slot].field
    return field.isSecret || field.type.heldTaint.contains(.secret)
  }
}
