import StatechartsModel

internal import Statecharts

/// A Markdown page on its way to a site.
package struct SitePage {
  /// The names of its folders and its own, from the root of the file system.
  package let path: [String]
  /// The text, with updated regions.
  package var markdown = ""
  /// The pictures, each with an id on the page.
  private(set) var sheets: [(id: String, words: String, svg: String)] = []
  /// The ids of the pictures by what they show.
  private var known: [String: String] = [:]

  /// The beginning of the addresses by which the text names the pictures.
  private static let scheme = "statechart-sheet:"

  /// Begins a page.
  ///
  /// - Parameter path: An absolute path.
  package init(path: String) {
    var parts: [String] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    self.path = parts
  }

  /// Adds a picture and gives the Markdown for it. A picture that the page has already gets a link to it.
  ///
  /// - Parameters:
  ///   - key: The same for the same chart and run.
  ///   - anchors: Where the sections of the states are, to which links in the picture lead; nil if the page has none.
  package mutating func sheet(_ picture: SitePicture, key: String, anchors: StateAnchors?) -> String {
    guard case .sheet(let chart, let settings, let isPath) = picture else {
      return "*The picture of the screens is not on this site: Mermaid draws it with a script.*\n"
    }
    let title = settings.title ?? ""
    let active = settings.active.sorted().joined(separator: ",")
    let key = [key, settings.part?.text ?? "", active, title, isPath ? "path" : ""].joined(separator: "\n")
    if let id = known[key] { return "[The picture is above.](#\(id))\n" }
    let id = "sheet-\(sheets.count + 1)"
    known[key] = id
    let sheet = SVGSheet(chart, settings, SheetAddresses(prefix: id + "-", sections: anchors))
    let words = SheetImage.words(for: sheet)
    sheets.append((id, words, sheet.text))
    return "![\(Markdown.text(words))](\(Self.scheme)\(sheets.count - 1))\n"
  }

  /// The HTML of a picture that the text names; nil for another address.
  func figure(_ destination: String) -> String? {
    guard destination.hasPrefix(Self.scheme), let number = Int(destination.dropFirst(Self.scheme.count)),
      sheets.indices.contains(number)
    else { return nil }
    let (id, words, svg) = sheets[number]
    let label = HTMLText.escaped(words)
    return
      "<figure id=\"\(id)\"><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(label)\">\n"
      + "\(svg)</div></figure>\n"
  }
}

/// A chart that a site shows.
package struct SiteChart {
  /// The chart.
  package let chart: DocumentedChart
  /// Which page shows it, as a place in the list of pages.
  package let page: Int
  /// Where the sections of its states are on that page; nil if it has none.
  package let anchors: StateAnchors?

  /// Makes one.
  package init(_ chart: DocumentedChart, page: Int, anchors: StateAnchors?) {
    self.chart = chart
    self.page = page
    self.anchors = anchors
  }
}
