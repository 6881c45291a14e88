import StatechartsModel

/// The variables of a chart at one moment, to read.
public struct ContextValues: Sendable {
  // Decision: Docs/decisions/semantics.md#only-the-chart-changes-its-data
  let chart: CompiledChart
  let slots: ContiguousArray<ChartValue>

  /// The value of a variable; `.unset` when it has none or does not exist.
  public subscript(name: String) -> ChartValue {
    guard let slot = chart.variables[name] else { return .unset }
    return slots[slot]
  }

  /// Whether a variable is declared secret, or has a secret in it.
  package var hasSecrets: Bool {
    slots.indices.contains {
      chart.chart.context[$0].field.isSecret || chart.redacted(slots[$0], ofSlot: $0) != slots[$0]
    }
  }
}
