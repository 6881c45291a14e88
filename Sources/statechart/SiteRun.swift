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

/// Writes a static site of pages.
struct SiteRun {
  private let folder: SiteFolder
  private var charts = ShownCharts()
  private(set) var failures = 0

  /// - Parameter folder: The folder of the site; it is made if there is none.
  init(in folder: String) {
    self.folder = SiteFolder(folder)
  }

  /// Writes the site of some pages. If one of them cannot be used, nothing is written, because links would lead nowhere.
  mutating func write(_ found: PathSearch) {
    var pages: [SitePage] = []
    var shown: [SiteChart] = []
    var places: [String: Int] = [:]
    for problem in found.problems { fail(problem.message) }
    for path in found.paths {
      guard let read = ReadPage(path, &charts) else {
        failures += 1
        continue
      }
      for part in read.regions {
        let file = part.file
        let chart = SiteChart(part.shown.chart, page: pages.count, anchors: read.anchors[file])
        if let place = places[file] {
          // Of several pages the one with the sections of the states says the most.
          if shown[place].anchors == nil, chart.anchors != nil { shown[place] = chart }
        } else {
          places[file] = shown.count
          shown.append(chart)
        }
      }
      pages.append(page(path, read))
    }
    if pages.isEmpty, failures == 0 { fail("There are no pages to make a site of.") }
    guard failures == 0 else {
      return Output.report("The site was not written.")
    }
    let images = PageImages()
    let files = DocumentSite(pages, shown, image: images.read).files()
    images.report()
    write(files)
  }

  private mutating func fail(_ message: String) {
    Output.report("error: \(message)")
    failures += 1
  }

  private func page(_ path: String, _ read: ReadPage) -> SitePage {
    var page = SitePage(
      path: path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
    let text = read.updated { part, anchors in
      let region = part.region
      guard let picture = SitePicture(region.view, part.shown.chart, part.settings) else {
        return region.view.markdown(
          of: part.shown.chart, part.settings,
          signatures: region.view == .handlers ? part.shown.signatures(region.chart) : [:], anchors: anchors)
      }
      return page.sheet(picture, key: part.file + "\n" + (region.run ?? ""), anchors: anchors)
    }
    page.markdown = String(decoding: text, as: UTF8.self)
    return page
  }

  // MARK: Files

  /// Writes the files when all may be written, so that no refusal leaves a part of a site.
  private mutating func write(_ files: [DocumentSite.File]) {
    var replacements: [FileReplacement] = []
    for file in files {
      do throws(FileReplacement.Refusal) {
        replacements.append(try folder.prepare(file))
      } catch {
        fail(error.message)
      }
    }
    guard failures == 0 else { return Output.report("The site was not written.") }
    var changed = 0
    for (file, replacement) in zip(files, replacements) {
      do throws(FileReplacement.Refusal) {
        if try folder.write(file, replacement) { changed += 1 }
      } catch {
        return fail(error.message)
      }
    }
    Output.report(
      "\(files.count) files in `\(folder.path)`: \(changed == 0 ? "up to date" : "\(changed) updated")")
  }
}
