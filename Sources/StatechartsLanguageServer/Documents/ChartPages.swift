internal import StatechartsDocs
internal import StatechartsFiles
package import StatechartsYAML

/// The pages that show a chart, and the recorded runs that they name. Both use names of the chart.
package struct ChartPages {
  /// The pages, with the ranges of the markers that show the chart.
  package private(set) var pages: [(page: SourceText, markers: [SourceRange])] = []
  /// The recorded runs, each once.
  package private(set) var runs: [SourceText] = []

  private let isChart: (String) -> Bool
  private var isNew: (String) -> Bool

  /// Makes a list without pages.
  ///
  /// - Parameter known: The paths of recorded runs that are not to be listed.
  package init(showing chart: String, besides known: [String] = []) {
    let identity = SystemFolders().identity(of:)
    let file = identity(chart)
    isChart = { identity($0) == file }
    var runs = Set(known.map(identity))
    isNew = { runs.insert(identity($0)).inserted }
  }

  /// Adds a page if it shows the chart.
  ///
  /// - Parameter folder: The folder to which paths in markers are relative, with a slash at the end; empty for the
  ///   current one.
  /// - Returns: Whether it shows the chart.
  @discardableResult
  package mutating func add(_ page: SourceText, in folder: String = "") -> Bool {
    let regions = DocumentRegions(page.bytes).regions.filter { isChart(folder + $0.chart) }
    guard !regions.isEmpty else { return false }
    pages.append((page, regions.map(\.marker)))
    for run in regions.compactMap(\.run) where isNew(folder + run) {
      let source = try? SourceText.read(file: folder + run, inside: folder.isEmpty ? "." : folder)
      if let source { runs.append(source) }
    }
    return true
  }
}
