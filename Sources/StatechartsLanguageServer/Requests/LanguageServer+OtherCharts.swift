internal import Statecharts
internal import StatechartsEditing
internal import StatechartsModel
internal import StatechartsYAML

// Names that several charts use.

extension LanguageServer {
  /// The charts that use a name together with a chart, at any depth.
  func family(of chart: RelatedChart, _ use: ChartNameIndex.Use) -> [RelatedChart] {
    guard use.kind.isShared else { return [] }
    return chart.family(use.kind, use.name, among: charts(around: chart.source))
  }

  /// What completion takes from other files.
  func otherCharts(of document: OpenDocument) -> Proposals.OtherCharts {
    Proposals.OtherCharts(
      paths: {
        self.charts(around: document.source).map { Self.path(from: document.source.name, to: $0.source.name) }
          .filter { PathSpelling.problem($0) == nil }
      },
      children: {
        (document.index?.children ?? []).compactMap { child in
          let source = self.source(of: ChartRenaming.path(child.path, from: document.source.name))
          return source.flatMap { ChartReader().read($0).chart }.map { ($0, child.path) }
        }
      })
  }

  /// The path of a file as the chart in another one writes it.
  private static func path(from: String, to: String) -> String {
    let (start, end) = (from.split(separator: "/").dropLast(), to.split(separator: "/"))
    let shared = zip(start, end.dropLast()).prefix { $0 == $1 }.count
    return String(repeating: "../", count: start.count - shared)
      + end.dropFirst(shared).joined(separator: "/")
  }

  /// The text of a file, as it is in the editor if it is open there.
  func source(of file: String) -> SourceText? {
    openDocument(file)?.source ?? (try? SourceText.read(linked: file))
  }

  /// The input for another chart whose name is at a position.
  func childInput(
    _ params: ChartValue
  ) throws(RequestFailure) -> (name: String, range: SourceRange, chart: RelatedChart)? {
    let (document, offset) = try location(params)
    guard let path = document.path, let old = document.change?.oldOffset(offset) else { return nil }
    for child in document.index?.children ?? [] {
      guard let input = child.inputs.first(where: { $0.range.touches(old) }) else { continue }
      return source(of: ChartRenaming.path(child.path, from: path)).flatMap(RelatedChart.init)
        .map { (input.name, input.range, $0) }
    }
    return nil
  }

  /// Where charts give an input to a chart.
  func inputs(_ name: String, of chart: RelatedChart) -> [JSON] {
    charts(around: chart.source).flatMap { parent in
      let ranges = parent.inputs(name, of: chart.source.name)
      return locations(ranges.sorted { $0.lowerBound < $1.lowerBound }, in: parent)
    }
  }

  /// The locations of ranges of a chart.
  func locations(_ ranges: [SourceRange], in chart: RelatedChart) -> [JSON] {
    var positions = TextPositions(chart.source, client.encoding)
    let uri = openDocument(chart.source.name)?.uri ?? FileURI.uri(chart.source.name)
    return ranges.map { .object([("uri", .string(uri)), ("range", positions.range($0))]) }
  }
}

extension RelatedChart {
  /// Where the chart uses a name, in the order of the text.
  func uses(of kind: ChartNameIndex.Kind, _ name: String) -> [ChartNameIndex.Use] {
    index.uses.filter { $0.kind == kind && $0.name == name }
  }
}
