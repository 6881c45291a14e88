import StatechartsModel
import StatechartsYAML

/// The migration that lets stored sessions continue after a renaming, as edits of the chart.
struct MigrationText {
  private let chart: RenamedChart
  private let change: NameChange
  private let nodes: ChartNodes

  init(_ chart: RenamedChart, _ change: NameChange) {
    self.chart = chart
    self.change = change
    nodes = ChartNodes(chart.document)
  }

  /// Raises `version`, and adds the migration behind those that there are.
  ///
  /// - Throws: `Refusal` when the chart or its migrations are in braces or brackets, where nothing can be added safely.
  func edits() throws(ChartRenaming.Refusal) -> [TextEdit] {
    let root = chart.root.rawValue
    let version = nodes.value(of: "version", in: root)
    let number = version.flatMap { nodes.wholeNumber($0) } ?? 1
    let list = nodes.value(of: "migrations", in: root)
    let isChartInBraces = !nodes.isBlock(root)
    guard !isChartInBraces, list.map({ nodes.nodes[Int($0)].style == .block }) ?? true, number < Int.max
    else {
      throw ChartRenaming.Refusal(
        message:
          "The migration cannot be added to a \(isChartInBraces ? "chart in braces" : "list in brackets").",
        help:
          "Write \(isChartInBraces ? "one key a line" : "one migration a line"), or add it by hand: \(rule(number))",
        range: list.map(nodes.range))
    }
    var result: [TextEdit] = []
    let lineEnd = chart.source.lineEnd
    if let version {
      result.append(TextEdit(range: nodes.range(version), replacement: String(number + 1)))
    }
    let last = chart.index.lastMigration
    if let list, last >= 0 {
      let start = nodes.range(list).lowerBound
      let column = start - chart.source.lineStarts[chart.source.line(at: start) - 1]
      let end = self.end(ofLineAt: nodes.range(last).upperBound)
      let text = "\(String(repeating: " ", count: column))- \(rule(number))"
      result.append(TextEdit(range: end..<end, replacement: "\(lineEnd)\(text)"))
      if version == nil, let entry = entry(of: "migrations") {
        result.append(TextEdit(range: entry..<entry, replacement: "version: 2\(lineEnd)"))
      }
    } else {
      let text = "migrations:\(lineEnd)  - \(rule(number))"
      let after = version ?? nodes.value(of: "title", in: root) ?? nodes.value(of: "id", in: root)
      guard let after else { return result }
      let end = self.end(ofLineAt: nodes.range(after).upperBound)
      let raised = version == nil ? "\(lineEnd)version: 2" : ""
      result.append(TextEdit(range: end..<end, replacement: "\(raised)\(lineEnd)\(text)"))
    }
    return result
  }

  /// The migration in one line.
  private func rule(_ version: Int) -> String {
    let key = change.kind == .state ? "states" : "context"
    return "{ from: \(version), \(key): { rename: { \(change.old): \(change.new) } } }"
  }

  private func entry(of name: String) -> Int? {
    nodes.entries(of: chart.root.rawValue).first { nodes.text($0.key) == name }
      .map { nodes.range($0.key).lowerBound }
  }

  /// The end of the line of an offset.
  private func end(ofLineAt offset: Int) -> Int {
    let bytes = chart.source.bytes
    return bytes[min(offset, bytes.count)...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
  }
}
