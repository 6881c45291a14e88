public import Statecharts
import StatechartsModel

extension LoadedChart {
  /// The chart with its handlers, bound by name, and the charts inside it. Any number of sessions may share it.
  ///
  /// - Parameters:
  ///   - handlers: the guards, actions, services and queries of the chart.
  ///   - childHandlers: those of the charts inside it, by the paths of `children`. A chart that needs none may be left out.
  /// - Throws: every name of the first chart that does not agree with its handlers.
  public func bound(
    _ handlers: ChartHandlers, children childHandlers: [String: ChartHandlers] = [:]
  ) throws(BindingProblems) -> BoundChart {
    var problems = BindingProblems()
    problems.unusedCharts = childHandlers.keys.filter { children[$0] == nil }.sorted()
    guard problems.isEmpty else { throw problems }
    var bound: [String: BoundChart] = [:]
    for (path, chart) in children.sorted(by: { $0.key < $1.key }) {
      bound[path] = try BoundChart(chart, handlers: childHandlers[path] ?? ChartHandlers())
    }
    return try BoundChart(chart, handlers: handlers, children: bound)
  }

  /// Makes sure that generated Swift fits the chart: the same events, errors, outputs, variables and handlers with the same
  /// fields, and no state that Swift does not know. States may be missing, and everything else may differ.
  ///
  /// - Parameters:
  ///   - type: the generated type.
  ///   - path: a chart inside this one, by its path in `children`; nil for the chart itself.
  /// - Throws: `ChartLoadingFailure` with every difference and its place, `BindingProblems` when there is no chart at the
  ///   path, and `ModelProblems` when another version of the package generated the type.
  public func check<Chart: TypedChart>(_ type: Chart.Type, at path: String? = nil) throws {
    let reading = path.map { path in
      let name = (readings.first.map { ChartPath.folder(of: $0.source.name) } ?? "") + path
      return readings.dropFirst().first { $0.source.name == name }
    }
    guard let reading = reading ?? readings.first, let chart = reading.chart else {
      var problems = BindingProblems()
      problems.unusedCharts = [path].compactMap(\.self)
      throw problems
    }
    var comparison = DeclarationComparison(reading)
    comparison.compare(chart, with: try type.compiled.get().chart) { Chart.StateID(rawValue: $0) != nil }
    guard comparison.diagnostics.isEmpty else {
      throw ChartLoadingFailure.findings([
        ChartLoadingFailure.File(source: reading.source, diagnostics: comparison.sorted)
      ])
    }
  }
}

extension TypedChart {
  /// A chart that was loaded while the app runs, with the handlers of the generated type, and the charts inside it.
  ///
  /// - Parameters:
  ///   - handling: A value of a type that implements `Handlers`.
  ///   - chart: the loaded chart, which `LoadedChart.check` accepts for this type.
  ///   - children: the handlers of the charts inside it, by the paths of `LoadedChart.children`.
  /// - Throws: `ChartLoadingFailure` with every difference and its place, `BindingProblems`, and `ModelProblems` when
  ///   another version of the package generated the type.
  public static func bound(
    _ handling: AnyHandlers, chart: LoadedChart, children: [String: ChartHandlers] = [:]
  ) throws -> TypedBoundChart<Self> {
    try chart.check(Self.self)
    return TypedBoundChart(try chart.bound(handlers(handling), children: children))
  }
}
