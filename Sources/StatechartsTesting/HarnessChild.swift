public import Statecharts

/// A child chart of a chart under test, with the handlers that the test provides for it.
public struct HarnessChild: Sendable {
  let chart: CompiledChart
  let handlers: ChartHandlers

  /// Makes a child chart.
  ///
  /// - Parameter handlers: What the test provides. Services that it leaves out are scripted. Guards, actions and queries
  ///   must be there.
  public init(_ chart: CompiledChart, handlers: ChartHandlers = ChartHandlers()) {
    (self.chart, self.handlers) = (chart, handlers)
  }

  /// Makes a child chart that Swift was generated from.
  ///
  /// - Parameter handlers: What the generated `handlers(_:)` returns. Services that are missing in it are scripted.
  /// - Throws: `ModelProblems`.
  public init<Chart: TypedChart>(_ type: Chart.Type, handlers: ChartHandlers = ChartHandlers()) throws {
    self.init(try type.compiled.get(), handlers: handlers)
  }
}
