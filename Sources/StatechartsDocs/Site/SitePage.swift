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
    let settings: DiagramSettings
    let kind: String
    switch picture {
    case .sheet(_, let given, let isPath): (settings, kind) = (given, isPath ? "path" : "")
    case .screens(_, let given): (settings, kind) = (given, "screens \(given.failures == .off)")
    }
    let active = settings.active.sorted().joined(separator: ",")
    let key = [key, settings.part?.text ?? "", active, settings.title ?? "", kind].joined(separator: "\n")
    if let id = known[key] { return "[The picture is above.](#\(id))\n" }
    let id = "sheet-\(sheets.count + 1)"
    defer { if sheets.contains(where: { $0.id == id }) { known[key] = id } }
    switch picture {
    case .sheet(let chart, _, _):
      let sheet = SVGSheet(chart, settings, addresses(0, anchors))
      return add(sheet.text, SheetImage.words(for: sheet))
    case .screens(let chart, _): return addScreens(of: chart, settings, anchors)
    }
  }

  private mutating func addScreens(
    of chart: DocumentedChart, _ settings: DiagramSettings, _ anchors: StateAnchors?
  ) -> String {
    guard let compiled = try? CompiledChart(chart.chart) else { return ScreenDiagram.notDrawn + "\n" }
    let diagrams = ScreenDiagram.diagrams(of: compiled, chart, settings, format: .svg) {
      addresses($0, anchors)
    }
    guard diagrams.contains(where: { !$0.screens.isEmpty }) else { return ScreenDiagram.nothingToDraw + "\n" }
    return diagrams.map { diagram in
      let words = "The screens of \(settings.title ?? chart.title)" + (diagram.region.map { ": \($0)" } ?? "")
      let heading = diagram.region.map { "**\(Markdown.text($0))**\n\n" } ?? ""
      return heading + add(diagram.text, words)
    }.joined(separator: "\n")
  }

  /// The ids and links of a picture that is added after some others.
  private func addresses(_ others: Int, _ anchors: StateAnchors?) -> SheetAddresses {
    SheetAddresses(prefix: "sheet-\(sheets.count + 1 + others)-", sections: anchors)
  }

  /// Adds a picture and gives the Markdown for it.
  private mutating func add(_ svg: String, _ words: String) -> String {
    sheets.append(("sheet-\(sheets.count + 1)", words, svg))
    return "![\(Markdown.text(words))](\(Self.scheme)\(sheets.count - 1))\n"
  }

  /// The HTML of a picture that the text names; nil for another address.
  func figure(_ destination: String) -> String? {
    guard destination.hasPrefix(Self.scheme), let number = Int(destination.dropFirst(Self.scheme.count)),
      sheets.indices.contains(number)
    else { return nil }
    let (id, words, svg) = sheets[number]
    let label = HTMLText.escaped(words)
    // Decision: Docs/decisions/diagrams-and-pages.md#wide-parts-of-a-site-scroll
    return
      "<figure id=\"\(id)\"><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"\(label)\">\n"
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
