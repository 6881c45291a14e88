import Statecharts
import StatechartsDocs
import StatechartsLint
import StatechartsModel
import StatechartsYAML

/// A region with all that it shows.
struct PreparedRegion {
  let region: DocumentRegion
  let shown: ShownChart
  let settings: DiagramSettings
}

/// A page whose regions can all be drawn.
struct ReadPage {
  let source: SourceText
  let regions: [PreparedRegion]
  private let document: DocumentRegions

  /// Reads a page. All that is wrong with it is reported.
  ///
  /// - Returns: Nil after a report.
  init?(_ path: String, _ charts: inout ShownCharts) {
    guard path != "-", let source = try? ChartInput.source(at: path) else {
      if path == "-" { Output.report("error: `-` is not supported here. Write the path of a page.") }
      return nil
    }
    if let problem = source.encodingProblem {
      ChartInput.report(problem.message, at: 0..<0, in: source, help: problem.help)
      return nil
    }
    self.source = source
    document = DocumentRegions(source.bytes)
    var problems = document.problems.map { RegionProblem($0) }
    var prepared: [PreparedRegion] = []
    for region in document.regions {
      let known = problems.count
      let found = Self.prepare(region, &charts, &problems)
      if problems.count == known, let found { prepared.append(found) }
    }
    regions = prepared
    for problem in problems.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      ChartInput.report(problem.message, at: problem.range, in: source, help: problem.help)
    }
    if !problems.isEmpty { return nil }
  }

  /// Finds what one region shows. Whatever is wrong with it is added to the problems.
  private static func prepare(
    _ region: DocumentRegion, _ charts: inout ShownCharts, _ problems: inout [RegionProblem]
  ) -> PreparedRegion? {
    let missing = [region.chart, region.run].compactMap { $0 }.compactMap { charts.missingFile($0) }
    problems += missing.map { RegionProblem($0, of: region) }
    guard missing.isEmpty else { return nil }
    guard let shown = charts.chart(at: region.chart) else {
      problems.append(RegionProblem("chart", region.chart, of: region))
      return nil
    }
    var settings = region.settings
    let named = [settings.part?.text].compactMap { $0 } + settings.active.sorted()
    let known = named.isEmpty ? [] : shown.chart.chart.stateIDs
    for state in named where !known.contains(state) {
      problems.append(RegionProblem(state, among: known, of: region))
    }
    if let file = region.run {
      settings.run = charts.run(file, of: region.chart, shown)
      if settings.run == nil { problems.append(RegionProblem("run", file, of: region)) }
    }
    return PreparedRegion(region: region, shown: shown, settings: settings)
  }

  /// Where the sections of states are on the page.
  var anchors: PageAnchors {
    var anchors = PageAnchors()
    for part in regions where part.region.view == .reference {
      anchors.add(part.region.chart, id: part.shown.chart.chart.id.text)
    }
    return anchors
  }

  /// The page with all regions updated.
  func updated(_ markdown: (PreparedRegion, StateAnchors?) -> String) -> [UInt8] {
    let anchors = anchors
    var defined: Set<String> = []
    var rest = regions[...]
    return document.updated { region throws(Never) in
      guard let part = rest.popFirst() else { return "" }
      var own = anchors[region.chart]
      if region.view == .reference { own?.areDefinedHere = defined.insert(region.chart).inserted }
      return markdown(part, own)
    }
  }
}
