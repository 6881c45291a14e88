import ArgumentParser
import Foundation
import Statecharts
import StatechartsDocs
import StatechartsYAML

/// `statechart docs`: makes the regions of Markdown pages that show charts.
struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Writes diagrams and tables of charts into Markdown pages.",
    discussion: """
      A page says where with two lines of its own:

        <!-- statechart: charts/sign-in.yaml view=diagram -->
        <!-- /statechart -->

      What stands between them is replaced, everything else is kept. The views are \
      \(DocumentView.allCases.map(\.rawValue).joined(separator: ", ")); a diagram or an overview may also \
      have depth=2 and \
      title="…". The chart's path counts from the folder in which the command is run, as on the command line.

      With --check nothing is written: the differences go to the standard output, and the exit code is 1 when \
      there are any. It is 2 when a page or a chart cannot be used; such a page is not written.
      """
  )

  @Argument(help: ArgumentHelp("Pages, or folders to search for *.md.", valueName: "path"))
  var paths: [String] = ["Docs"]

  @Flag(help: "Only tell whether the pages are up to date.")
  var check = false

  func run() throws {
    var run = DocsRun(check: check)
    for path in paths { run.update(path) }
    run.report()
    if run.hasFailed { throw ExitCode(2) }
    if check, run.stale > 0 { throw ExitCode(1) }
  }
}

/// One run over pages; each chart is read once.
private struct DocsRun {
  let check: Bool
  private(set) var hasFailed = false
  private(set) var stale = 0
  private var pages = 0
  private var regions = 0
  private var charts: [String: Statechart?] = [:]

  init(check: Bool) { self.check = check }

  /// Why a page is not made: its chart cannot be used.
  private struct Unusable: Error {
    var region: DocumentRegion
  }

  mutating func update(_ path: String) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      for page in pagesInside(path) { updatePage(page) }
    } else {
      updatePage(path)
    }
  }

  /// The pages in a folder at any depth, sorted; hidden files and folders are left out.
  private func pagesInside(_ folder: String) -> [String] {
    var result: [String] = []
    guard let enumerator = FileManager.default.enumerator(atPath: folder) else { return [] }
    while let path = enumerator.nextObject() as? String {
      let isFolder = enumerator.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
      if path.split(separator: "/").last?.hasPrefix(".") ?? true {
        if isFolder { enumerator.skipDescendants() }
      } else if !isFolder, path.hasSuffix(".md") {
        result.append(folder.hasSuffix("/") ? folder + path : folder + "/" + path)
      }
    }
    return result.sorted()
  }

  private mutating func updatePage(_ path: String) {
    guard path != "-", let source = try? ChartInput.source(at: path) else {
      if path == "-" { Output.report("error: A page has to be a file, so that it can be written.") }
      hasFailed = true
      return
    }
    let document = DocumentRegions(source.bytes)
    for problem in document.problems {
      ChartInput.report(problem.message, at: problem.range, in: source, help: problem.help)
      hasFailed = true
    }
    guard document.problems.isEmpty, !document.regions.isEmpty else { return }
    do throws(Unusable) {
      let updated = try document.updated { region throws(Unusable) in
        guard let chart = chart(at: region.chart) else { throw Unusable(region: region) }
        return region.view.markdown(of: chart, title: region.title, depth: region.depth)
      }
      pages += 1
      regions += document.regions.count
      if updated != source.bytes { finish(path, from: source.bytes, to: updated) }
    } catch {
      ChartInput.report(
        "The chart of this region cannot be used.", at: error.region.marker, in: source,
        help: "Mend \(error.region.chart); a path counts from the folder in which the command is run.")
      hasFailed = true
    }
  }

  private mutating func chart(at path: String) -> Statechart? {
    if let known = charts[path] { return known }
    let chart = path == "-" ? nil : try? ChartInput.chart(at: path, requiresSense: true)
    charts[path] = .some(chart)
    return chart
  }

  private mutating func finish(_ path: String, from old: [UInt8], to new: [UInt8]) {
    stale += 1
    if check {
      Output.write(UnifiedDifference(from: old, to: new, path: path).text)
      return
    }
    // Written in full beside the page and then put in its place: a page is never half written.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let permissions = try? FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions]
    do {
      try Data(new).write(to: target, options: .atomic)
      if let permissions {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: target.path)
      }
      Output.write("updated \(path)\n")
    } catch {
      Output.report("error: The page `\(path)` cannot be written.")
      hasFailed = true
    }
  }

  /// Writes the last line.
  func report() {
    let count = pages == 1 ? "1 page" : "\(pages) pages"
    let places = regions == 1 ? "1 region" : "\(regions) regions"
    let outcome = stale == 0 ? "up to date" : check ? "\(stale) out of date" : "\(stale) updated"
    Output.report("\(count) with \(places): \(outcome)")
  }
}
