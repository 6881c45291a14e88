internal import Statecharts
internal import StatechartsYAML

/// The files on which the findings about a chart depend, besides configurations.
package enum ChartDependencies {
  /// The paths of the charts that a chart runs, also through others.
  ///
  /// - Parameter children: The paths of the charts that it runs itself, as they are written.
  package static func files(of path: String, children: [String]) -> Set<String> {
    var open = children.map { ChartRenaming.path($0, from: path) }
    var seen: Set<String> = []
    while let child = open.popLast(), seen.count < ChartLoader.maximumCharts {
      guard seen.insert(child).inserted else { continue }
      guard let source = try? SourceText.read(file: child), let document = YAMLDocument.read(source).document
      else { continue }
      open += ChartNameIndex(document).children.map { ChartRenaming.path($0.path, from: child) }
    }
    return seen
  }
}
