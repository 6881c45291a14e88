internal import StatechartsEditing
internal import StatechartsFiles
internal import StatechartsYAML

/// Finds charts that run a chart in the folders above it.
package enum ParentCharts {
  /// How many folders above are looked into. The search ends at the folder of a Git repository.
  static let mostFolders = 4

  /// The paths of the charts in the folders above a chart that run it, the nearest first.
  ///
  /// - Parameters:
  ///   - file: The path of the chart.
  ///   - start: The folder above which to look, with a slash at the end; nil for the chart's own.
  package static func files(above file: String, from start: String? = nil) -> [String] {
    let system = SystemFolders()
    let chart = system.identity(of: file)
    var folder = start ?? ChartPath.folder(of: file)
    var found: [String] = []
    for _ in 0..<mostFolders {
      guard folder != "/", system.kind(of: folder + ".git") == nil else { break }
      let above = ChartRenaming.path("../", from: folder)
      folder = above.isEmpty && !folder.hasPrefix("/") ? "" : above + "/"
      found += parents(of: chart, in: folder, system)
    }
    return found
  }

  private static func parents(of chart: FileIdentity, in folder: String, _ system: SystemFolders) -> [String]
  {
    let names = ((try? system.names(in: folder.isEmpty ? "." : folder)) ?? []).filter(
      PathSearch.Wanted.charts.includes)
    return names.sorted().map { folder + $0 }.filter { path in
      guard let source = try? SourceText.read(linked: path), source.mentionsChart,
        let document = YAMLDocument.read(source).document
      else { return false }
      return ChartNameIndex(document).children.contains { system.identity(of: folder + $0.path) == chart }
    }
  }
}
