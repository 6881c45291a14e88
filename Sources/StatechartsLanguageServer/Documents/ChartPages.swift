internal import StatechartsDocs
internal import StatechartsFiles
package import StatechartsYAML

/// The pages that show charts, and the recorded runs that they name. Both use names of the charts.
package struct ChartPages {
  /// The pages, with the ranges of the markers that show one of the charts, and the path of that chart.
  package private(set) var pages: [(page: SourceText, markers: [(range: SourceRange, chart: String)])] = []
  /// The recorded runs, each once, with the path of the chart that it is shown with.
  package private(set) var runs: [(run: SourceText, chart: String)] = []

  private let charts: [FileIdentity: String]
  private var known: Set<FileIdentity> = []
  private let identity = SystemFolders().identity(of:)
  private let readOpen: (String) -> SourceText?

  /// Makes a list without pages.
  ///
  /// - Parameters:
  ///   - charts: The paths of the charts.
  ///   - read: Gives the text of a recorded run that is open in an editor.
  package init(
    showing charts: [String],
    read: @escaping (_ path: String) -> SourceText? = { _ in nil }
  ) {
    readOpen = read
    self.charts = Dictionary(
      charts.map { [identity] in (identity($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Adds a page if it shows one of the charts.
  ///
  /// - Parameter folder: The folder to which paths in markers are relative, with a slash at the end; empty for the
  ///   current one.
  /// - Returns: Whether it shows one.
  @discardableResult
  package mutating func add(_ page: SourceText, in folder: String = "") -> Bool {
    let shown = DocumentRegions(page.bytes).regions.compactMap { region in
      charts[identity(folder + region.chart)].map { (region, $0) }
    }
    guard !shown.isEmpty else { return false }
    pages.append((page, shown.map { (range: $0.marker, chart: $1) }))
    for (region, chart) in shown {
      guard let run = region.run, known.insert(identity(folder + run)).inserted else { continue }
      let source =
        readOpen(folder + run)
        ?? (try? SourceText.read(file: folder + run, inside: folder.isEmpty ? "." : folder))
      if let source { runs.append((source, chart)) }
    }
    return true
  }
}
