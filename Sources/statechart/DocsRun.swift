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
    guard let page = ReadPage(path, &charts) else {
      failures += 1
      return
    }
    guard !page.regions.isEmpty else { return }
    let source = page.source
    let updated = page.updated { draw($0, $1, in: source) }
    pages += 1
    regions += page.regions.count
    if toOutput { return Output.write(bytes: updated) }
    for part in page.regions where part.region.view == .sheet { finishImage(of: part, on: path, in: source) }
    if updated != source.bytes { finish(FileReplacement(path, old: source.bytes), updated) }
  }

  // MARK: Regions

  private func draw(_ part: PreparedRegion, _ anchors: StateAnchors?, in source: SourceText) -> String {
    let region = part.region
    if region.view == .sheet {
      return SheetImage(part.shown.chart, part.settings, run: region.run).markdown
    }
    var remarks: [DiagramRemark] = []
    defer { report(remarks, region, in: source) }
    return region.view.markdown(
      of: part.shown.chart, part.settings,
      signatures: region.view == .handlers ? part.shown.signatures(region.chart) : [:], anchors: anchors
    ) { remarks.append($0) }
  }

  /// Reports what is wrong with the diagrams of a region, of those with small letters the worst.
  private func report(_ remarks: [DiagramRemark], _ region: DocumentRegion, in page: SourceText) {
    let place = page.position(at: region.marker.lowerBound)
    func note(_ text: String, help: String) {
      Output.report("\(page.name):\(place.line):\(place.column): note: \(text)")
      Output.report("  help: \(help)")
    }
    var smallest: Double?
    for remark in remarks {
      switch remark {
      case .smallLetters(let letters): smallest = min(letters, smallest ?? letters)
      case .tooManyCharacters(let count):
        note(
          "A diagram of this region has \(count) characters, and Mermaid draws at most \(MermaidDiagram.mostCharacters).",
          help:
            "Group states that belong together in one state, or show less with state=ID, depth=1 or view=overview."
        )
      }
    }
    guard let smallest else { return }
    note(
      "A diagram of this region is wide. Its letters have about \(Int(smallest.rounded())) pixels on a page.",
      help:
        "Show view=screens or view=sheet, or one group with state=ID, or group states that belong together in one state."
    )
  }

  // MARK: Files

  /// Writes the image of a region beside its page.
  private mutating func finishImage(of part: PreparedRegion, on page: String, in source: SourceText) {
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
