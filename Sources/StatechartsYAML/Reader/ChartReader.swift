import Statecharts

/// Reads charts that are written in YAML (`Docs/reference/chart-format.md`).
///
/// One run finds everything that is wrong with the shape: a piece that cannot be read is reported and left out, and
/// its neighbors are read. Whether the pieces fit together is for `Statechart.problems()`.
public struct ChartReader: Sendable {
  /// States within states, the outermost counted.
  public static let deepestState = 16

  let limits: YAMLLimits
  private let repairs: RepairSet

  /// Makes a reader.
  public init(limits: YAMLLimits = .default) { self.init(limits: limits, repairs: RepairSet()) }

  /// Makes a reader that finds out what was meant.
  package init(limits: YAMLLimits = .default, repairs: RepairSet) {
    self.limits = limits
    self.repairs = repairs
  }

  /// Reads a text.
  public func read(_ source: SourceText) -> ChartReading {
    let reading = YAMLDocument.read(source, limits: limits, explainer: repairs.explainer)
    guard let document = reading.document, let root = document.root, document.kind(of: root) == .mapping
    else {
      return ChartReading(
        source: source, document: reading.document, chart: nil, diagnostics: reading.diagnostics)
    }
    var findings = Findings(limit: limits.findings, text: reading.diagnostics)
    guard Self.isChart(document, root) else {
      if let finding = ChartNodes(document).finding(on: .noChart(root.rawValue)) { findings.add(finding) }
      return ChartReading(source: source, document: document, chart: nil, diagnostics: findings.sorted())
    }
    var builder = ChartBuilder(document, findings: findings, repairs: repairs.shapes)
    let chart = builder.chart(root.rawValue)
    let meant =
      builder.isRearranged
      ? YAMLDocument(
        source: source, root: root, comments: document.comments, nodes: builder.chart.nodes,
        texts: document.texts)
      : document
    return ChartReading(
      source: source, document: meant, chart: chart, diagnostics: builder.findings.sorted(),
      composed: builder.composed, consequences: builder.consequences, advise: repairs.advise)
  }

  /// Whether a mapping has any key that only charts have; of other files one finding is enough.
  private static func isChart(_ document: YAMLDocument, _ root: YAMLDocument.NodeID) -> Bool {
    let keys = ["statechart", "states", "initial", "context", "handlers"]
    return document.entries(of: root).contains { key, _ in
      document.text(of: key).map { keys.contains($0) || NearNames.suggestion(for: $0, in: keys) != nil }
        ?? false
    }
  }
}
