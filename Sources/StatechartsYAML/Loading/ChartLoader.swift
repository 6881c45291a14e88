import Statecharts

/// Loads a chart from a file with the charts that it runs inside itself (`invoke`, `chart`).
///
/// The files of those charts lie in the chart's folder or below it. They may be invoked several times, but not by
/// themselves, neither directly nor through others.
public struct ChartLoader: Sendable {
  /// Charts that one chart may bring with it, itself counted.
  public static let maximumCharts = 100
  /// Charts inside one another, the outermost counted.
  public static let deepestChart = 8

  /// Reads a file that belongs to a folder.
  package typealias Reader = @Sendable (_ path: String, _ folder: String) throws(FileProblem) -> SourceText

  private let charts: ChartReader
  private let reader: Reader

  /// Makes a loader.
  public init(limits: YAMLLimits = .default) { self.init(charts: ChartReader(limits: limits)) }

  /// Makes a loader with a reader of charts.
  package init(charts: ChartReader) {
    self.init(charts: charts) { (path, folder) throws(FileProblem) in
      try SourceText.read(file: path, limit: charts.limits.fileBytes, inside: folder)
    }
  }

  /// Makes a loader that reads the charts inside others from somewhere else.
  package init(charts: ChartReader = ChartReader(), reader: @escaping Reader) {
    self.charts = charts
    self.reader = reader
  }

  /// Loads a chart from a file.
  ///
  /// - Throws: why it cannot be used, with everything that is wrong with all of its files.
  public func load(_ path: String) throws(ChartLoadingFailure) -> LoadedChart {
    let source: SourceText
    do throws(FileProblem) {
      source = try SourceText.read(file: path, limit: charts.limits.fileBytes)
    } catch {
      throw .file(error)
    }
    return try load(source)
  }

  /// Loads a chart from a text. The charts inside it are looked for in the folder that is part of the text's name.
  ///
  /// - Throws: why it cannot be used, with everything that is wrong with all of its files.
  public func load(_ source: SourceText) throws(ChartLoadingFailure) -> LoadedChart {
    try load(charts.read(source))
  }

  /// Loads a chart from a text that a reader with the same limits and advice has read.
  ///
  /// - Throws: why it cannot be used, with everything that is wrong with all of its files.
  package func load(_ reading: ChartReading) throws(ChartLoadingFailure) -> LoadedChart {
    let name = reading.source.name
    var files = ChartFiles(folder: ChartPath.folder(of: name), charts: charts, reader: reader)
    files.add(reading, as: String(name.dropFirst(ChartPath.folder(of: name).count)))
    files.addChildren()
    files.findCycles()
    let compiled = files.compile()
    files.reportBrokenChildren()
    guard let chart = compiled.first ?? nil, !files.hasErrors else { throw .findings(files.findings) }
    var children: [String: CompiledChart] = [:]
    for (file, chart) in zip(files.files, compiled).dropFirst() { children[file.path] = chart }
    return LoadedChart(chart: chart, children: children, readings: files.files.map(\.reading))
  }
}
