internal import StatechartsEditing
internal import StatechartsFiles
internal import StatechartsYAML

/// Finds charts that run a chart in the folders above it.
package enum ParentCharts {
  /// How many folders above are looked into. None is above that of a Git repository.
  static let mostFolders = 4

  /// The highest folder above a chart in which a chart runs it; nil when no chart there does.
  ///
  /// - Parameters:
  ///   - file: The path of the chart.
  ///   - start: The folder above which to look; nil for the chart's own.
  package static func folder(above file: String, from start: String? = nil) -> String? {
    let system = SystemFolders()
    let chart = system.identity(of: file)
    var folder = start ?? ChartPath.folder(of: file)
    var found: String?
    for _ in 0..<mostFolders {
      guard system.kind(of: folder + ".git") == nil else { break }
      folder = ChartRenaming.path("../", from: folder)
      if !folder.isEmpty { folder += "/" }
      if hasParent(of: chart, in: folder, system) { found = folder.isEmpty ? "." : folder }
    }
    return found
  }

  private static func hasParent(of chart: FileIdentity, in folder: String, _ system: SystemFolders) -> Bool {
    let names = ((try? system.names(in: folder.isEmpty ? "." : folder)) ?? []).filter(
      PathSearch.Wanted.charts.includes)
    return names.contains { name in
      guard let source = try? SourceText.read(file: folder + name),
        let document = YAMLDocument.read(source).document
      else { return false }
      return ChartNameIndex(document).children.contains { system.identity(of: folder + $0.path) == chart }
    }
  }
}
