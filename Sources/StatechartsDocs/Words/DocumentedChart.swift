import Statecharts
package import StatechartsModel

/// A chart with what all of its views and diagrams ask of it, so that pages with many of them find it out once.
package struct DocumentedChart {
  /// The chart.
  package let chart: Statechart
  let flat: FlatChart
  let words: ChartWords
  let failures: FailurePaths
  /// From where its transitions come; nil until many parts ask for it.
  var arrivals: Arrivals?

  /// What the chart is called.
  package var title: String { flat.title(0) }

  /// Takes a chart.
  package init(_ chart: Statechart) {
    self.chart = chart
    flat = FlatChart(chart)
    words = ChartWords(chart)
    failures = FailurePaths(flat)
  }
}
