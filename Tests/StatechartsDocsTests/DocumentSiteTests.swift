import Statecharts
import StatechartsModel
import Testing

@testable import StatechartsDocs

@Suite("Static sites")
struct DocumentSiteTests {
  private static let chart = DocumentedChart(
    Statechart(
      "door", title: "A <door>", description: "Opens & closes.",
      root: StateNode(
        "door", initial: InitialTransition(["closed"]),
        states: [
          StateNode("closed", title: "Closed", on: [EventTransition("open", ChartTransition(["opened"]))]),
          StateNode("opened", title: "Open"),
        ])))

  private func page(_ path: String, _ markdown: String) -> SitePage {
    var page = SitePage(path: path)
    page.markdown = markdown
    return page
  }

  private func files(_ pages: [SitePage], _ charts: [SiteChart] = []) -> [String: String] {
    let files = DocumentSite(pages, charts).files()
    return Dictionary(files.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("pages lie below their common folder, and none takes the place of the index")
  func names() {
    let paths = [
      ["a", "b", "index.md"], ["a", "b", "c", "d.md"], ["a", "b", "ALL.md"], ["a", "b", "all.md"],
    ]
    #expect(
      SiteNames.names(of: paths) == ["index-page.html", "c/d.html", "ALL-page.html", "all-page-page.html"])
    #expect(SiteNames.names(of: [["x", "y.md"]]) == ["y.html"])
    #expect(SiteNames.relativeAddress(from: "a/b/c.html", to: "a/d e.html") == "../d%20e.html")
    #expect(SiteNames.relativeAddress(from: "a.html", to: "b/c.html") == "b/c.html")
    #expect(SitePage(path: "/a/./b/../c.md").path == ["a", "c.md"])
  }

  @Test("links between pages lead to HTML, and those out of the site become text")
  func links() throws {
    let first = page(
      "/x/README.md",
      "# One\n\n[a](Docs/b.md) [b](Docs/b.md#part-two) [c](Docs/b.md#none) [d](#one) [e](#none) [f](lost.md) "
        + "[g](https://example.org/?a&b) [h](javascript:x) [i](mailto:a@b.c) [j](../x/Docs/./b.md)")
    let files = files([first, page("/x/Docs/b.md", "# Two\n\n## Part two\n\n[back](../README.md)")])
    let html = try #require(files["README.html"])
    for link in [
      "<a href=\"Docs/b.html\">a</a>", "<a href=\"Docs/b.html#part-two\">b</a>",
      "<a href=\"Docs/b.html\">c</a>",
      "<a href=\"#one\">d</a>", " e f ", "<a href=\"https://example.org/?a&amp;b\">g</a> h ",
      "<a href=\"mailto:a@b.c\">i</a>", "<a href=\"Docs/b.html\">j</a>",
    ] { #expect(html.contains(link), "\(link)") }
    #expect(files["Docs/b.html"]?.contains("<a href=\"../README.html\">back</a>") == true)
    #expect(files["Docs/b.html"]?.contains("<link rel=\"stylesheet\" href=\"../style.css\">") == true)
    #expect(files["index.html"]?.contains("<a href=\"Docs/b.html\">Two</a>") == true)
  }

  @Test("the index says what the chart of a page is, unless the page only shows it as an example")
  func descriptions() throws {
    let pages = [page("/x/a.md", "# A\n\nAll about *doors*."), page("/x/b.md", "# B\n\nAll about tools.")]
    let charts = [
      SiteChart(Self.chart, page: 0, anchors: StateAnchors()), SiteChart(Self.chart, page: 1, anchors: nil),
    ]
    let index = try #require(files(pages, charts)["index.html"])
    #expect(index.contains("<a href=\"a.html\">A</a><br><span>Opens &amp; closes.</span>"))
    #expect(index.contains("<a href=\"b.html\">B</a><br><span>All about tools.</span>"))
  }

  @Test("links may be written with percent signs, or from the folder of all pages")
  func writtenLinks() throws {
    let first = page(
      "/x/y/c.md",
      "# Eins\n\n[a](../b%20c.md) [b](../b%20c.md#%C3%BCber-a) [c](/b%20c.md#über-a) [d](/y/c.md#eins) [e](/lost.md) "
        + "[f](../b%2520c.md)")
    let html = try #require(files([first, page("/x/b c.md", "# Über a")])["y/c.html"])
    for link in [
      "<a href=\"../b%20c.html\">a</a>", "<a href=\"../b%20c.html#%C3%BCber-a\">b</a>",
      "<a href=\"../b%20c.html#%C3%BCber-a\">c</a>", "<a href=\"#eins\">d</a> e f<",
    ] { #expect(html.contains(link), "\(link)") }
  }

  @Test("a sheet is inside the page, its links lead to the sections of the page, and it is there once")
  func sheets() throws {
    var site = page("/x/a.md", "")
    let picture = try #require(SitePicture(.diagram, Self.chart, DiagramSettings()))
    let anchors = StateAnchors()
    let first = site.sheet(picture, key: "door.yaml", anchors: anchors)
    let second = site.sheet(picture, key: "door.yaml", anchors: anchors)
    let other = site.sheet(picture, key: "other.yaml", anchors: nil)
    let sections = DocumentView.reference.markdown(of: Self.chart, DiagramSettings(), anchors: anchors)
    site.markdown = "# A\n\n\(first)\n\(second)\n\(other)\n\(sections)"
    let html = try #require(files([site])["a.html"])
    #expect(html.ranges(of: "<svg").count == 2 && html.contains("<figure id=\"sheet-1\">"))
    #expect(html.contains("<a href=\"#sheet-1\">The picture is above.</a>"))
    // The second one has no sections, so that its links lead to its own cards.
    #expect(html.contains("<a href=\"#state-opened\"") && html.contains("<a href=\"#sheet-2-state-opened\""))
    #expect(html.ranges(of: " id=\"state-opened\"").count == 1)
    #expect(html.ranges(of: " id=\"sheet-2-state-opened\"").count == 1)
    #expect(html.ranges(of: " id=\"sheet-1-sheet-title\"").count == 1)
  }

  @Test("each view has its picture or is text, and screens are an image")
  func pictures() throws {
    for view in DocumentView.allCases {
      let picture = SitePicture(view, Self.chart, DiagramSettings())
      #expect((picture == nil) == !view.isDiagram)
    }
    var site = page("/x/a.md", "")
    let screens = try #require(SitePicture(.screens, Self.chart, DiagramSettings()))
    #expect(site.sheet(screens, key: "", anchors: nil).hasPrefix("![The screens of A &lt;door&gt;]("))
    #expect(site.sheet(screens, key: "", anchors: nil) == "[The picture is above.](#sheet-1)\n")
  }

  @Test("one page has all that the charts declare, with links to the sections")
  func all() throws {
    let site = page("/x/a.md", "# Doors\n\n" + DocumentView.reference.markdown(of: Self.chart.chart))
    let files = files([site], [SiteChart(Self.chart, page: 0, anchors: StateAnchors())])
    let html = try #require(files["all.html"])
    #expect(html.contains(">A &lt;door&gt;</h2>") && html.contains("Page: <a href=\"a.html\">Doors</a>"))
    #expect(html.contains("<a href=\"a.html#state-opened\">Open</a>"))
    #expect(html.contains("<p>This chart declares no errors.</p>"))
    #expect(files["a.html"]?.contains("<a id=\"state-opened\"></a>") == true)
    #expect(files["index.html"]?.contains(">Doors</a><br><span>Opens &amp; closes.</span>") == true)
  }

  @Test("the index says of a page the first sentence that somebody wrote")
  func summaries() {
    let texts = [
      "# A\n\n<!-- statechart: a.yaml view=errors -->\nThis chart declares no errors.\n<!-- /statechart -->\n\nMine.\n",
      "# B\n\n`rule` · error · [all](a.md)\n\nSays what it is.\n",
      "# C\n\n![A logo.](a.png)\n\nText.\n", "# D\n\nno sentence\n",
    ]
    let pages = texts.enumerated().map { page("/x/\($0.offset).md", $0.element) }
    let index = DocumentSite(pages, [], image: { _ in [1] }).files().last?.text ?? ""
    for (title, words) in [("A", "Mine."), ("B", "Says what it is."), ("C", "Text."), ("D", "no sentence")] {
      #expect(index.contains(">\(title)</a><br><span>\(words)</span>"), "\(index)")
    }
  }

  @Test("a site has no script, tells its own files from others, and is the same each time")
  func files() throws {
    let pages = [page("/x/a.md", "# A\n\ntext")]
    let files = DocumentSite(pages, []).files()
    #expect(files == DocumentSite(pages, []).files())
    #expect(files.last?.path == "index.html")
    for file in files {
      #expect(DocumentSite.isOwn(Array(file.text.utf8)))
      #expect(!file.text.contains("<script") && file.text.hasSuffix("\n"))
    }
    #expect(!DocumentSite.isOwn(Array("<!doctype html>\n<p>mine".utf8)) && !DocumentSite.isOwn([]))
    let style = try #require(files.first { $0.path == "style.css" }).text
    #expect(style.contains("prefers-color-scheme: dark") && style.contains("@media print"))
  }
}
