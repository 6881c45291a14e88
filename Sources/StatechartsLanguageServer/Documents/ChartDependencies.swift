internal import StatechartsEditing
internal import StatechartsYAML

/// The files on which the findings about a chart depend, besides configurations.
enum ChartDependencies {
  /// Whether a chart is in one of some files, or runs a chart in one of them, also through others.
  ///
  /// - Parameter children: The paths of the charts that it runs, as they are written.
  static func contains(_ files: Set<String>, _ path: String, children: [String]) -> Bool {
    if files.contains(path) { return true }
    var open = children.map { ChartRenaming.path($0, from: path) }
    var seen: Set<String> = []
    while let child = open.popLast(), seen.count < ChartLoader.mostCharts {
      guard seen.insert(child).inserted else { continue }
      if files.contains(child) { return true }
      guard let source = try? SourceText.read(file: child), let document = YAMLDocument.read(source).document
      else { continue }
      open += ChartNameIndex(document).children.map { ChartRenaming.path($0.path, from: child) }
    }
    return false
  }
}
