import StatechartsModel

internal import Statecharts

/// A static site made of Markdown pages: an index, a page for each of them, one of all that the charts declare, a style sheet
/// and copies of local images. It needs neither scripts nor a server.
package struct DocumentSite {
  /// A file of the site.
  package struct File: Hashable, Sendable {
    /// The path inside the site's folder.
    package let path: String
    /// What stands in it.
    package let bytes: [UInt8]

    init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }

    init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

    /// What stands in it, as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// How each file of a site begins, so that no other file is replaced.
  // Decision: Docs/decisions/diagrams-and-pages.md#a-site-replaces-only-its-own-files
  static let marks = [
    "<!doctype html>\n<!-- Made by statechart docs. -->\n", "/* Made by statechart docs. */\n",
  ]

  /// Whether a file was written as part of a site.
  package static func isOwn(_ bytes: [UInt8]) -> Bool {
    marks.contains { bytes.starts(with: $0.utf8) }
  }

  /// A page as HTML, with what its links lead to.
  private struct Converted {
    var body = ""
    var title = ""
    var about = ""
    var headings: [MarkdownBlocks.Heading] = []
    /// What links may lead to.
    var ids: Set<String> = []
  }

  private let pages: [SitePage]
  private let charts: [SiteChart]
  /// The path of each page in the site.
  private let names: [String]
  private let numbers: [[String]: Int]
  /// The folder of all pages.
  private let root: [String]
  private let images: SiteImages

  /// Makes a site.
  ///
  /// - Parameters:
  ///   - pages: The pages, in the order of the index.
  ///   - charts: The charts that they show, each once.
  ///   - image: Gives the content of an image by its absolute path; nil if the site does not get it.
  package init(
    _ pages: [SitePage], _ charts: [SiteChart], image: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    images = SiteImages(image)
    self.pages = pages
    self.charts = charts
    let paths = pages.map { $0.path }
    self.names = SiteNames.names(of: paths)
    self.root = SiteNames.root(of: paths)
    self.numbers = Dictionary(zip(paths, pages.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The files in the order in which they are written: the index last, because it leads to all others.
  package func files() -> [File] {
    // What links lead to is known when all pages are converted once.
    let ids = pages.indices.map { convert($0) { _, _ in true }.ids }
    let converted = pages.indices.map { page in convert(page) { ids[$0].contains($1) } }
    var files = [File(path: "style.css", text: Self.marks[1] + SiteStyle.text)]
    for (name, page) in zip(names, converted) {
      files.append(File(path: name, text: SiteTemplate.page(page.title, page.body, page.headings, at: name)))
    }
    return files + images.files + [
      File(path: "all.html", text: all(converted)), File(path: "index.html", text: index(converted)),
    ]
  }

  // MARK: Pages

  /// - Parameter isKnown: Whether a page has an id.
  private func convert(_ number: Int, isKnown: @escaping (Int, String) -> Bool) -> Converted {
    let page = pages[number]
    var blocks = MarkdownBlocks(
      MarkdownInline.Targets(
        link: { link($0, from: number, isKnown) },
        image: { page.figure($0) ?? image($0, $1, from: number) }),
      sheets: page.sheets.count)
    var result = Converted(body: blocks.html(of: page.markdown))
    result.ids = blocks.writtenIDs.union(page.sheets.map(\.id))
    result.headings = blocks.headings
    result.title = blocks.headings.first?.text ?? page.path.last ?? ""
    let chart = charts.first { $0.page == number }
    // A page without sections of the states is about something else, and shows the chart as an example.
    let about = chart?.anchors == nil ? nil : chart?.chart.chart.description
    result.about = about ?? blocks.firstParagraph ?? ""
    return result
  }

  /// The address of a link in the site; nil if it leads to nothing that is there.
  private func link(_ destination: String, from page: Int, _ isKnown: (Int, String) -> Bool) -> String? {
    let scheme = destination.prefix { $0 != ":" && $0 != "/" && $0 != "#" }
    if destination.dropFirst(scheme.count).hasPrefix(":") {
      return ["http", "https", "mailto"].contains(scheme.lowercased()) ? destination : nil
    }
    let parts = destination.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      .map(SiteNames.decoded)
    guard let target = parts[0].isEmpty ? page : numbers[path(parts[0], from: page)] else { return nil }
    let file = target == page ? "" : SiteNames.relativeAddress(from: names[page], to: names[target])
    guard parts.count == 2 else {
      return file.isEmpty ? SiteNames.relativeAddress(from: names[page], to: names[page]) : file
    }
    // A page without the part that a link names is still the right page.
    let id = parts[1]
    return isKnown(target, id) ? "\(file)#\(SiteNames.address(id))" : file.isEmpty ? nil : file
  }

  /// The path that a page means by an address.
  private func path(_ address: String, from page: Int) -> [String] {
    // As on GitHub, a slash at the beginning means the folder of all pages.
    var path = address.hasPrefix("/") ? root : Array(pages[page].path.dropLast())
    for part in address.split(separator: "/") where part != "." {
      if part == ".." { _ = path.popLast() } else { path.append(String(part)) }
    }
    return path
  }

  /// The HTML of an image that is a file; nil if the site does not have it.
  private func image(_ destination: String, _ words: String, from page: Int) -> String? {
    // An address with a scheme or a server is not a file here.
    guard !destination.hasPrefix("//"), !destination.prefix(while: { $0 != "/" }).contains(":"),
      // What follows `?` or `#` is for the server or the viewer, as in `a.png?raw=true`.
      let file = images.path(
        of: path(SiteNames.decoded(destination.prefix { $0 != "?" && $0 != "#" }), from: page))
    else { return nil }
    let address = HTMLText.escaped(SiteNames.relativeAddress(from: names[page], to: file))
    return "<img src=\"\(address)\" alt=\"\(HTMLText.escaped(words))\" style=\"max-width: 100%\">"
  }

  // MARK: Index

  private func index(_ converted: [Converted]) -> String {
    var body = "<h1>Pages</h1>\n<ul class=\"pages\">\n"
    for (name, page) in zip(names, converted) {
      let about = page.about.isEmpty ? "" : "<br><span>\(HTMLText.escaped(page.about))</span>"
      let address = HTMLText.escaped(SiteNames.address(name))
      body += "<li><a href=\"\(address)\">\(HTMLText.escaped(page.title))</a>\(about)</li>\n"
    }
    body += "</ul>\n"
    if !charts.isEmpty {
      body +=
        "<p><a href=\"all.html\">All states, events, outputs and errors</a> on one page, to search in.</p>\n"
    }
    return SiteTemplate.page("Pages", body, [], at: "index.html")
  }

  private func all(_ converted: [Converted]) -> String {
    var markdown = "# All states, events, outputs and errors\n\n"
    if charts.isEmpty { markdown += "No page shows a chart.\n" }
    for shown in charts {
      let page = SiteNames.relativeAddress(from: "all.html", to: names[shown.page])
      let anchors = shown.anchors.map { StateAnchors(page: page, prefix: $0.prefix, areDefinedHere: false) }
      markdown += "## \(Markdown.text(shown.chart.title))\n\n"
      markdown += "Page: [\(Markdown.text(converted[shown.page].title))](\(page))\n\n"
      for (title, view) in [
        ("States", DocumentView.states), ("Events", .events), ("Outputs", .outputs), ("Errors", .errors),
      ] {
        let text = view.markdown(of: shown.chart, DiagramSettings(), anchors: anchors)
        markdown += "### \(title)\n\n\(text)\n"
      }
    }
    var blocks = MarkdownBlocks(MarkdownInline.Targets(link: { $0 }, image: { _, _ in nil }))
    let body = blocks.html(of: markdown)
    return SiteTemplate.page(
      "All states, events, outputs and errors", body, blocks.headings, at: "all.html")
  }
}
