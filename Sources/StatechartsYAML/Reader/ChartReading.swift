import Statecharts
public import StatechartsModel

/// What came of reading a text as a chart.
public struct ChartReading: Sendable {
  /// The text.
  public let source: SourceText
  /// The nodes of the text; nil when it could not be read as YAML to its end.
  public let document: YAMLDocument?
  /// The chart; nil when there is nothing that could be one. A chart with errors is for finding more of them.
  public let chart: Statechart?
  /// Everything that is wrong with the text's shape, in the order of the text.
  public let diagnostics: [Diagnostic]
  /// Expressions that were put together from several texts, by the node that stands for them.
  var composed: [Int32: ComposedExpression] = [:]
  var consequences = Consequences()
  var advise = RepairSet().advise

  /// Whether nothing worse than a warning was found.
  public var isUsable: Bool { chart != nil && !diagnostics.contains { $0.severity == .error } }
}
