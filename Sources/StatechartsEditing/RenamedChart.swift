import Statecharts
import StatechartsYAML

/// A chart in which a name is looked for.
struct RenamedChart: ChartOfFamily {
  let source: SourceText
  let document: YAMLDocument
  let root: YAMLDocument.NodeID
  let index: ChartNameIndex
  /// How many findings there are, by their rules.
  let findings: [String: Int]
  /// The files of the charts that it runs.
  let children: [String]

  init(_ source: SourceText) throws(ChartRenaming.Refusal) {
    let reading = ChartReader().read(source)
    let errors = reading.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty, let document = reading.document, let root = document.root, let chart = reading.chart
    else {
      throw ChartRenaming.Refusal(
        message: "The chart has errors. \(errors.first?.message ?? "")",
        help: "Fix them first: statechart lint \(source.name)",
        range: errors.first?.range)
    }
    self.source = source
    self.document = document
    self.root = root
    index = ChartNameIndex(document)
    var findings: [String: Int] = [:]
    for diagnostic in reading.diagnostics { findings[diagnostic.rule, default: 0] += 1 }
    for problem in chart.problems() { findings[problem.rule.rawValue, default: 0] += 1 }
    self.findings = findings
    let folder = ChartPath.folder(of: source.name)
    children = index.children.map { Self.path($0.path, in: folder) }
  }

  /// How many names are used outside of the last migration.
  var usesOutsideMigrations: Int {
    guard index.lastMigration >= 0 else { return index.uses.count }
    let migration = document.range(of: YAMLDocument.NodeID(index.lastMigration))
    return index.uses.count { !migration.contains($0.range.lowerBound) }
  }

  /// A relative path from a folder, in its shortest form.
  static func path(_ path: String, in folder: String) -> String {
    var parts = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case ".." where parts.last.map { $0 != ".." && !$0.isEmpty } ?? false: parts.removeLast()
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
