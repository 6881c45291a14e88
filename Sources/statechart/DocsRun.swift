import Statecharts
import StatechartsDocs
import StatechartsLint
import StatechartsYAML

/// One run over pages.
struct DocsRun {
  let check: Bool
  let toOutput: Bool
  /// How many pages or paths could not be used.
  private(set) var failures = 0
  private(set) var stale = 0
  private var pages = 0
  private var regions = 0
  private var charts = ShownCharts()
  /// The images that were made, by their paths.
  private var images: [String: String] = [:]

  init(check: Bool, toOutput: Bool) {
    self.check = check
    self.toOutput = toOutput
  }

  /// A region with all that it shows.
  private struct Prepared {
    let region: DocumentRegion
    let shown: ShownChart
    let settings: DiagramSettings
  }

  mutating func update(_ found: PathSearch, in arguments: [String]) {
    for path in found.paths { updatePage(path) }
    for problem in found.problems { fail(problem.message) }
    if pages == 0, failures == 0 {
      let places = arguments.map { "`\($0)`" }.joined(separator: ", ")
      fail("Nothing was updated, because no page in \(places) has a marker.")
      Output.report("  help: \(DocumentRegions.markerForm)")
    }
  }

  private mutating func fail(_ message: String) {
    Output.report("error: \(message)")
    failures += 1
  }

  private mutating func updatePage(_ path: String) {
    guard path != "-", let source = try? ChartInput.source(at: path) else {
      if path == "-" { Output.report("error: `-` is not supported here. Write the path of a page.") }
      failures += 1
      return
    }
    if let problem = source.encodingProblem {
      ChartInput.report(problem.message, at: 0..<0, in: source, help: problem.help)
      failures += 1
      return
    }
    let document = DocumentRegions(source.bytes)
    guard !document.regions.isEmpty || !document.problems.isEmpty else { return }
    guard let prepared = prepare(document, in: source) else {
      failures += 1
      return
    }
    let updated = write(prepared, into: document, of: source)
    pages += 1
    regions += prepared.count
    if toOutput { return Output.write(bytes: updated) }
    for part in prepared where part.region.view == .sheet { finishImage(of: part, on: path, in: source) }
    if updated != source.bytes { finish(FileReplacement(path, old: source.bytes), updated) }
  }

  // MARK: Regions

  /// Finds what the regions of a page show; nil after a report of all that is wrong.
  private mutating func prepare(_ document: DocumentRegions, in source: SourceText) -> [Prepared]? {
    var problems = document.problems.map { RegionProblem($0) }
    var prepared: [Prepared] = []
    for region in document.regions {
      let known = problems.count
      let settings = prepare(region, &problems)
      if problems.count == known, let (shown, settings) = settings {
        prepared.append(Prepared(region: region, shown: shown, settings: settings))
      }
    }
    for problem in problems.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      ChartInput.report(problem.message, at: problem.range, in: source, help: problem.help)
    }
    return problems.isEmpty ? prepared : nil
  }

  /// Finds what one region shows. Whatever is wrong with it is added to the problems.
  private mutating func prepare(
    _ region: DocumentRegion, _ problems: inout [RegionProblem]
  ) -> (ShownChart, DiagramSettings)? {
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
    return (shown, settings)
  }

  /// The page with all regions made anew.
  private func write(
    _ prepared: [Prepared], into document: DocumentRegions, of source: SourceText
  ) -> [UInt8] {
    var anchors = PageAnchors()
    for part in prepared where part.region.view == .reference {
      anchors.add(part.region.chart, id: part.shown.chart.chart.id.text)
    }
    var defined: Set<String> = []
    var rest = prepared[...]
    return document.updated { region throws(Never) in
      guard let part = rest.popFirst() else { return "" }
      var own = anchors[region.chart]
      if region.view == .reference { own?.areDefinedHere = defined.insert(region.chart).inserted }
      return draw(part, own, in: source)
    }
  }

  private func draw(_ part: Prepared, _ anchors: StateAnchors?, in source: SourceText) -> String {
    let region = part.region
    if region.view == .diagram, part.settings.part == nil, part.settings.depth == nil {
      remark(on: DiagramPlan(part.shown.chart), of: region, in: source)
    }
    if region.view == .sheet {
      return SheetImage(part.shown.chart, part.settings, run: region.run).markdown
    }
    return region.view.markdown(
      of: part.shown.chart, part.settings,
      signatures: region.view == .handlers ? part.shown.signatures(region.chart) : [:], anchors: anchors
    ) { remark(tooLarge: $0, region, in: source) }
  }

  /// Reports that a diagram is hard to read.
  private func remark(on plan: DiagramPlan, of region: DocumentRegion, in page: SourceText) {
    guard plan.isCrowded, let most = plan.pieces.map(\.states).max() else { return }
    let place = page.position(at: region.marker.lowerBound)
    Output.report(
      "\(page.name):\(place.line):\(place.column): note: A diagram of this region has \(most) states, which is hard to read."
    )
    Output.report("  help: Group states that belong together in one state.")
  }

  /// Reports that a diagram will not be drawn.
  private func remark(tooLarge count: Int, _ region: DocumentRegion, in page: SourceText) {
    let place = page.position(at: region.marker.lowerBound)
    Output.report(
      "\(page.name):\(place.line):\(place.column): note: A diagram of this region has \(count) characters, and Mermaid draws at most \(MermaidDiagram.mostCharacters)."
    )
    Output.report(
      "  help: Group states that belong together in one state, or show less with state=ID, depth=1 or view=overview."
    )
  }

  // MARK: Files

  /// Writes the image of a region beside its page.
  private mutating func finishImage(of part: Prepared, on page: String, in source: SourceText) {
    let image = SheetImage(part.shown.chart, part.settings, run: part.region.run)
    let path = ChartPath.folder(of: page) + image.path
    guard images[path] == nil || images[path] == image.text else {
      let message = "Another region writes a different image to `\(VisibleText.escaped(path))`."
      ChartInput.report(
        message, at: part.region.marker, in: source,
        help: "Give both the same title, or their charts other ids.")
      failures += 1
      return
    }
    guard images.updateValue(image.text, forKey: path) == nil else { return }
    let new = Array(image.text.utf8)
    do throws(FileProblem) {
      let file = try FileReplacement(reading: path)
      if file.old != new { finish(file, new) }
    } catch {
      fail(error.message)
    }
  }

  private mutating func finish(_ file: FileReplacement, _ new: [UInt8]) {
    if check {
      stale += 1
      Output.write(UnifiedDifference(from: file.old ?? [], to: new, path: file.path))
      return
    }
    do throws(FileReplacement.Refusal) {
      try file.makeFolder()
      try file.write(new)
      stale += 1
      Output.tell("updated \(file.path)")
    } catch {
      fail(error.message)
    }
  }

  /// Writes the last line.
  func report() {
    guard pages > 0 || failures > 0, !toOutput else { return }
    let changed = "\(stale) \(check ? "out of date" : "updated")"
    guard failures > 0 else {
      let outcome = stale > 0 ? changed : "up to date"
      return Output.report("\(Self.count(pages, "page")) with \(Self.count(regions, "region")): \(outcome)")
    }
    let failed = "\(Self.count(failures, "page")) failed"
    if stale > 0 { return Output.report("\(failed), \(changed)") }
    Output.report(check ? failed : "\(failed), nothing written")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
