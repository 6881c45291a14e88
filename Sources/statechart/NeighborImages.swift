import Statecharts
import StatechartsDocs
import StatechartsLint
import StatechartsModel
import StatechartsRepair
import StatechartsSystem
import StatechartsYAML

/// The images that other pages of a folder show. Two runs of the command must not write different ones to the same file.
struct NeighborImages {
  // Decision: Docs/decisions/diagrams-and-pages.md#two-pages-share-an-image-only-if-it-is-the-same
  /// A region of a page that shows an image.
  private struct Shown {
    let page: SourceText
    let region: DocumentRegion
    /// The chart's file, called the same wherever a page names it.
    let file: String
  }

  /// How many pages of a folder are looked at: more are no folder of pages that somebody wrote.
  private static let mostPages = 1_000

  private var folders: [String: [Shown]] = [:]
  private var charts: [String: DocumentedChart?] = [:]

  /// The place of a region in another page that shows a different image with the same path; nil if there is none.
  ///
  /// - Parameters:
  ///   - part: A region of the page that is written.
  ///   - page: The path of that page.
  mutating func conflict(with part: PreparedRegion, of page: String) -> String? {
    let folder = ChartPath.folder(of: page)
    let all = folders[folder] ?? Self.shown(in: folder)
    folders[folder] = all
    let path = SheetImage.path(of: part.shown.chart, part.settings, run: part.region.run).lowercased()
    for other in all where ShownCharts.key(other.page.name) != ShownCharts.key(page) {
      let settings = other.region.settings
      // Most regions show another chart, or the same one in the same way.
      guard other.file != part.file || settings.title != part.settings.title,
        let chart = chart(other.file),
        chart.chart.id.text.lowercased() == part.shown.chart.chart.id.text.lowercased(),
        SheetImage.path(of: chart, settings, run: other.region.run).lowercased() == path
      else { continue }
      var own = part.settings
      // How a run is marked does not matter: the charts differ or they do not.
      own.run = nil
      guard SheetImage(chart, settings).text != SheetImage(part.shown.chart, own).text else { continue }
      let place = other.page.position(at: other.region.marker.lowerBound)
      return "\(VisibleText.escaped(other.page.name)):\(place.line)"
    }
    return nil
  }

  /// The regions with images in the pages of a folder. Their own problems are reported when they are written.
  private static func shown(in folder: String) -> [Shown] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let pages = names.filter { $0.hasSuffix(".md") && !$0.hasPrefix(".") }.sorted().prefix(mostPages)
    return pages.flatMap { name -> [Shown] in
      guard let page = try? SourceText.read(file: folder + name, inside: "."), page.encodingProblem == nil
      else { return [] }
      return DocumentRegions(page.bytes).regions.filter { $0.view == .sheet }.map {
        Shown(page: page, region: $0, file: ShownCharts.key($0.chart))
      }
    }
  }

  /// The chart in a file, which is read once; nil if there is none.
  private mutating func chart(_ file: String) -> DocumentedChart? {
    if let known = charts[file] { return known }
    let chart = (try? SourceText.read(file: file, inside: ".")).flatMap {
      ChartReader.advising.read($0).chart
    }
    let documented = chart.map { DocumentedChart($0) }
    charts[file] = .some(documented)
    return documented
  }
}
