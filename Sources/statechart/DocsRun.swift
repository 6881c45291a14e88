import Statecharts
import StatechartsDocs
import StatechartsFiles
import StatechartsLint
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One run over pages.
struct DocsRun {
  let check: Bool
  let toOutput: Bool
  /// How many pages or paths could not be used.
  private(set) var failures = 0
  private var stalePages = 0
  private var staleImages = 0
  private var pages = 0
  private var regions = 0
  private var charts = ShownCharts()
  /// The images that were made, by their paths in lower case: some file systems ignore case.
  private var images: [String: Image] = [:]

  /// An image beside a page.
  private struct Image {
    let file: FileReplacement
    let text: String
  }

  /// How many files are out of date or were updated.
  var stale: Int { stalePages + staleImages }

  init(check: Bool, toOutput: Bool) {
    self.check = check
    self.toOutput = toOutput
  }

  mutating func update(_ found: PathSearch, in arguments: [String]) {
    for path in found.paths { updatePage(path) }
    for problem in found.problems { fail(problem.message) }
    if arguments == DocsCommand.defaultPaths, !FileManager.default.fileExists(atPath: arguments[0]) {
      Output.report("  help: Name the pages: `statechart docs PAGE.md`.")
    }
    if pages == 0, failures == 0 {
      let places = arguments.map { "`\($0)`" }.joined(separator: ", ")
      fail("Nothing was updated, because no page in \(places) has a marker.")
      Output.report("  help: \(DocumentRegions.markerForm) Write <!-- /statechart --> on a line below it.")
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
    let file = FileReplacement(path, old: source.bytes)
    let isDone = newImages(of: page, at: path).map { finish($0, file, updated) } ?? false
    if !isDone { failures += 1 }
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
          "A diagram of this region has \(count) characters, and Mermaid draws at most \(MermaidDiagram.maximumCharacters).",
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

  /// The images of a page that are not made yet; nil after a report if one of them cannot be written.
  private mutating func newImages(of page: ReadPage, at path: String) -> [String: Image]? {
    var new: [String: Image] = [:]
    var isGood = true
    for part in page.regions where part.region.view == .sheet {
      let image = SheetImage(part.shown.chart, part.settings, run: part.region.run)
      let imagePath = ChartPath.folder(of: path) + image.path
      let key = imagePath.lowercased()
      if let known = new[key] ?? images[key] {
        if known.file.path == imagePath, known.text == image.text { continue }
        ChartInput.report(
          "Another region writes a different image to `\(VisibleText.escaped(known.file.path))`.",
          at: part.region.marker, in: page.source,
          help: "Give the charts different ids, or put the pages into different folders.")
        isGood = false
      } else if let file = prepare(imagePath, image.text, of: path) {
        new[key] = Image(file: file, text: image.text)
      } else {
        isGood = false
      }
    }
    return isGood ? new : nil
  }

  /// An image file as it is now; nil after a report if it may not be written.
  private func prepare(_ path: String, _ text: String, of page: String) -> FileReplacement? {
    var message = ""
    do throws(FileProblem) {
      // Nobody has named the folder of the images, so a link there is not followed out of the package.
      let files = FileTree(around: ChartPath.folder(of: page))
      let folder = String(ChartPath.folder(of: path).dropLast())
      for place in [folder, path] where !files.contains(place) {
        throw FileProblem(path: place, reason: .outside)
      }
      let file = try FileReplacement(reading: path)
      if file.old?.elementsEqual(text.utf8) == true { return file }
      do throws(FileReplacement.Refusal) {
        if !check { try file.check() }
        if let old = file.old, !old.isEmpty, !SheetImage.isOwn(old) {
          throw FileReplacement.Refusal(
            message:
              "`\(VisibleText.escaped(path))` was not written by `statechart docs`, so it was not replaced. "
              + "Rename it, or delete it.")
        }
        return file
      } catch {
        message = error.message
      }
    } catch {
      message = error.message
    }
    Output.report("error: \(message)")
    return nil
  }

  /// Writes a page after its images, so that it never shows one that is not there.
  ///
  /// - Returns: False after a report if a file could not be written.
  private mutating func finish(_ new: [String: Image], _ page: FileReplacement, _ updated: [UInt8]) -> Bool {
    do throws(FileReplacement.Refusal) {
      if !check, page.old != updated { try page.check() }
      for (key, image) in new.sorted(by: { $0.key < $1.key }) {
        if try finish(image.file, Array(image.text.utf8)) { staleImages += 1 }
        images[key] = image
      }
      if try finish(page, updated) { stalePages += 1 }
      return true
    } catch {
      Output.report("error: \(error.message)")
      return false
    }
  }

  /// Writes or compares one file.
  ///
  /// - Returns: Whether its text is another one.
  private func finish(_ file: FileReplacement, _ new: [UInt8]) throws(FileReplacement.Refusal) -> Bool {
    guard file.old != new else { return false }
    if check {
      Output.write(UnifiedDifference(from: file.old ?? [], to: new, path: file.path))
    } else {
      try file.makeFolder()
      try file.write(new)
      Output.tell("updated \(file.path)")
    }
    return true
  }

  /// Writes the last line.
  func report() {
    guard pages > 0 || failures > 0, !toOutput else { return }
    let changed = "\(staleFiles) \(check ? "out of date" : "updated")"
    guard failures > 0 else {
      let outcome = stale > 0 ? changed : "up to date"
      return Output.report("\(Self.count(pages, "page")) with \(Self.count(regions, "region")): \(outcome)")
    }
    let failed = "\(Self.count(failures, "page")) failed"
    if stale > 0 { return Output.report("\(failed), \(changed)") }
    Output.report(check ? failed : "\(failed), nothing written")
  }

  /// How many files are stale. Images are named where there are some.
  private var staleFiles: String {
    guard staleImages > 0 else { return "\(stalePages)" }
    let images = Self.count(staleImages, "image")
    return stalePages > 0 ? "\(Self.count(stalePages, "page")) and \(images)" : images
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
