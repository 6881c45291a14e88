import ArgumentParser
import Statecharts
import StatechartsCodegen
import StatechartsDocs
import StatechartsLint
import StatechartsYAML

/// `statechart docs`: updates the parts of Markdown pages that show charts.
struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Updates diagrams and tables of charts in Markdown pages.",
    discussion: """
      Two lines in a page mark a region. The command replaces the text between them and keeps everything else:

        <!-- statechart: charts/sign-in.yaml view=diagram -->
        <!-- /statechart -->

      Views: \(DocumentView.allCases.map(\.rawValue).joined(separator: ", ")).

      A diagram, overview, map or path takes these settings: state=ID draws one state with the states inside it. depth=2 \
      draws two levels of states. direction=right changes the direction of most arrows. notes=errors adds the error codes \
      of services. active=ID,ID marks states as active. title="…" sets the title for screen readers.

      A map is like an overview, but its arrows have no labels, and most decision points are left out. A chart whose \
      diagram is too wide for a page gets several, unless depth is set: one with its groups folded, then one for each \
      group. An overview of such a chart shows its outer levels only.

      run=FILE names a saved run. Diagrams mark its states, view=path draws only its states, and view=story describes \
      it in words. All paths are relative to the current folder.

      With --stdout the updated page goes to the standard output, and no file is written. With --check no file is \
      written, and the differences go to the standard output.

      Exit codes: 1 when --check finds differences, 2 when a page cannot be updated: a marker or its chart has errors, a \
      file cannot be opened or written, or no page has a marker. Other pages are still updated.
      """
  )

  @Argument(
    help: ArgumentHelp("Pages, folders to search for *.md, or patterns in quotes.", valueName: "path"),
    completion: .file(extensions: ["md"]))
  var paths: [String] = ["Docs"]

  @Flag(help: "Only check whether the pages are up to date.")
  var check = false

  @Flag(name: .customLong("stdout"), help: "Write the updated page to the standard output. Takes one page.")
  var toOutput = false

  func validate() throws {
    if check, toOutput {
      throw ValidationError("--check and --stdout cannot be used together.")
    }
  }

  func run() throws {
    let found = PathSearch(paths, for: .pages)
    if toOutput, found.paths.count > 1 {
      throw Self.wrongUsage("--stdout takes one page, but \(found.paths.count) were given.")
    }
    var run = DocsRun(check: check, toOutput: toOutput)
    run.update(found, in: paths)
    run.report()
    // Decision: Docs/decisions/tooling-and-tests.md#exit-code-1-for-findings-2-for-failures
    if run.failures > 0 { throw ExitCode(2) }
    if check, run.stale > 0 { throw ExitCode(1) }
  }
}

/// A chart that pages show.
private struct ShownChart {
  let chart: DocumentedChart
  /// The same, ready to run; nil when it can be drawn but a chart that it runs inside itself cannot be used.
  let loaded: LoadedChart?

  /// Reads a chart.
  ///
  /// - Throws: `ExitCode` after a report when it cannot be read or has mistakes.
  init(at path: String) throws(ExitCode) {
    // A page may come from anybody, and the content of files that it names must not get into messages.
    let source = try ChartInput.source(at: path, inside: ".")
    // Nearly all can be run, and are read and compiled once.
    loaded = try? ChartLoader().load(source)
    if let chart = loaded?.readings.first?.chart {
      self.chart = DocumentedChart(chart)
    } else {
      chart = DocumentedChart(try ChartInput.chart(source, requiresSense: true))
    }
  }

  /// What Swift provides for the chart's handlers.
  func signatures(_ path: String) -> [String: String] {
    guard let compiled = loaded?.chart ?? (try? CompiledChart(chart.chart)) else { return [:] }
    let requirements = SwiftChart(compiled, file: path).requirements
    return Dictionary(
      requirements.map { ("\($0.kind) \($0.name)", $0.swift) }, uniquingKeysWith: { first, _ in first })
  }
}

/// One run over pages; each chart is read once, and each recorded run played once.
private struct DocsRun {
  let check: Bool
  let toOutput: Bool
  /// How many pages or paths could not be used.
  private(set) var failures = 0
  private(set) var stale = 0
  private var pages = 0
  private var regions = 0
  private var charts: [String: ShownChart?] = [:]
  /// The recorded runs by their files, by their charts.
  private var runs: [String: [String: DocumentRun]] = [:]

  init(check: Bool, toOutput: Bool) {
    self.check = check
    self.toOutput = toOutput
  }

  /// Why a page is not updated: its chart cannot be used.
  private struct Unusable: Error {
    var region: DocumentRegion
    /// What is wrong.
    var message: String
    /// What to do about it.
    var help: String

    /// A file that cannot be used.
    init(_ what: String, _ file: String, of region: DocumentRegion) {
      self.region = region
      message = "The \(what) of this region cannot be used."
      help = "Fix `\(VisibleText.escaped(file))` first: see the messages above."
    }

    /// A file that does not exist.
    init(_ missing: MissingFile, of region: DocumentRegion) {
      self.region = region
      message = missing.message
      help = missing.help ?? "Write the path of a file that exists."
    }

    /// A state that does not exist.
    init(_ state: String, among known: [String], of region: DocumentRegion) {
      self.region = region
      message = "The chart of this region has no state `\(VisibleText.escaped(state))`."
      help =
        NearNames.suggestion(for: state, in: known).map { "Did you mean `\($0)`?" }
        ?? "Write the id of a state, as in state=\(known.dropFirst().first ?? "ID"), or remove it."
    }
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
    for problem in document.problems {
      ChartInput.report(problem.message, at: problem.range, in: source, help: problem.help)
    }
    if !document.problems.isEmpty { failures += 1 }
    guard document.problems.isEmpty, !document.regions.isEmpty else { return }
    do throws(Unusable) {
      let updated = try document.updated { region throws(Unusable) in
        if let missing = missingFile(region) { throw Unusable(missing, of: region) }
        guard let shown = chart(at: region.chart) else { throw Unusable("chart", region.chart, of: region) }
        let chart = shown.chart
        var settings = region.settings
        let named = [settings.part?.text].compactMap { $0 } + settings.active.sorted()
        let known = named.isEmpty ? [] : chart.chart.stateIDs
        for state in named where !known.contains(state) {
          throw Unusable(state, among: known, of: region)
        }
        if let file = region.run {
          settings.run = recordedRun(file, of: region.chart, shown)
          if settings.run == nil { throw Unusable("run", file, of: region) }
        }
        var remarks: [DiagramRemark] = []
        defer { report(remarks, region, in: source) }
        return region.view.markdown(
          of: chart, settings,
          signatures: region.view == .handlers ? shown.signatures(region.chart) : [:]
        ) { remarks.append($0) }
      }
      pages += 1
      regions += document.regions.count
      if toOutput { return Output.write(bytes: updated) }
      if updated != source.bytes { finish(path, from: source.bytes, to: updated) }
    } catch {
      ChartInput.report(error.message, at: error.region.marker, in: source, help: error.help)
      failures += 1
    }
  }

  /// The file that a region names and that does not exist; nil when all exist.
  private func missingFile(_ region: DocumentRegion) -> MissingFile? {
    for path in [region.chart, region.run].compactMap({ $0 }) where path != "-" && charts[path] == nil {
      do throws(FileProblem) {
        _ = try ChartInput.read(path, inside: ".")
      } catch {
        if let missing = MissingFile(error) { return missing }
      }
    }
    return nil
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
        "Show view=screens, or one group with state=ID, or group states that belong together in one state.")
  }

  private mutating func chart(at path: String) -> ShownChart? {
    if let known = charts[path] { return known }
    let chart = path == "-" ? nil : try? ShownChart(at: path)
    charts[path] = .some(chart)
    return chart
  }

  /// A recorded run; nil after a report when it cannot be used.
  private mutating func recordedRun(_ file: String, of path: String, _ shown: ShownChart) -> DocumentRun? {
    if let known = runs[path]?[file] { return known }
    guard let loaded = try? shown.loaded ?? ChartInput.loadedChart(at: path) else { return nil }
    let run = try? RecordedRun.read(file, inside: ".", of: loaded)
    runs[path, default: [:]][file] = run
    return run
  }

  private mutating func finish(_ path: String, from old: [UInt8], to new: [UInt8]) {
    if check {
      stale += 1
      Output.write(UnifiedDifference(from: old, to: new, path: path))
      return
    }
    do throws(FileReplacement.Refusal) {
      try FileReplacement(path, old: old).write(new)
      stale += 1
      Output.tell("updated \(path)")
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
