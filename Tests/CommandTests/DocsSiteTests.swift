import Foundation
import TestExtent
import Testing

@Suite("statechart docs --html")
struct DocsSiteTests {
  private static let page = """
    # Door

    <!-- statechart: door.yaml view=sheet -->
    <!-- /statechart -->

    See [the other page](Docs/other.md#more) and [a file](door.yaml).

    <!-- statechart: door.yaml view=reference -->
    <!-- /statechart -->

    """

  private func inFolder(_ body: (ScratchFolder) throws -> Void) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write(
      "statechart: 1\nid: door\ninitial: closed\nstates: { closed: { on: { open: opened } }, opened: }\n",
      to: "door.yaml")
    try folder.write(Self.page, to: "page.md")
    try folder.write("# Other\n\n## More\n\n[back](../page.md)\n", to: "Docs/other.md")
    try body(folder)
  }

  private func names(_ folder: ScratchFolder, _ path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.url.appendingPathComponent(path).path).sorted()
  }

  @Test("a site is written beside the pages, which stay as they are, and a second run changes nothing")
  func site() throws {
    try inFolder { folder in
      let first = try BuiltCommand.run(["docs", "--html", "site/", "page.md", "Docs"], in: folder.url)
      #expect(first.exitCode == 0, "\(first.errors)")
      #expect(first.errors == "5 files in `site`: 5 updated\n")
      #expect(
        try names(folder, "site") == [
          "Docs", "Docs/other.html", "all.html", "index.html", "page.html", "style.css",
        ])
      let html = try folder.text(of: "site/page.html")
      #expect(
        html.contains("<svg xmlns=") && html.contains("<a href=\"#state-opened\" aria-label=\"opened\">"))
      #expect(html.contains("<a href=\"Docs/other.html#more\">the other page</a> and a file."))
      #expect(try folder.text(of: "page.md") == Self.page)
      #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("images").path))
      let second = try BuiltCommand.run(["docs", "--html", "site", "page.md", "Docs"], in: folder.url)
      #expect(second.errors == "5 files in `site`: up to date\n")
    }
  }

  @Test("the page of all states links to the page with the sections, not to one that only names the chart")
  func sections() throws {
    try inFolder { folder in
      try folder.write(
        "# First\n\n<!-- statechart: door.yaml view=states -->\n<!-- /statechart -->\n", to: "first.md")
      let outcome = try BuiltCommand.run(["docs", "--html", "site", "first.md", "page.md"], in: folder.url)
      #expect(outcome.exitCode == 0)
      let html = try folder.text(of: "site/all.html")
      #expect(html.contains("<a href=\"page.html#state-opened\">opened</a>"))
      #expect(html.ranges(of: "<h2 ").count == 1)
    }
  }

  @Test("images that pages show are copied, those outside of the package or too large are named")
  func images() throws {
    try inFolder { folder in
      try folder.write("// A package.\n", to: "Package.swift")
      try folder.write("one", to: "Docs/pictures/A b.PNG")
      try folder.write("two", to: "door.svg")
      try folder.write(String(repeating: "x", count: (10 << 20) + 1), to: "Docs/large.gif")
      let outside = folder.url.appendingPathComponent("Docs/link.png")
      try FileManager.default.createSymbolicLink(atPath: outside.path, withDestinationPath: "/etc/hostname")
      try folder.write(
        "# Other\n\n![one](pictures/A%20b.PNG) ![two](../door.svg) ![again](../door.svg) ![large](large.gif) "
          + "![link](link.png) ![lost](lost.jpg) ![text](../page.md) ![web](https://example.org/a.png)\n",
        to: "Docs/other.md")
      let outcome = try BuiltCommand.run(["docs", "--html", "site", "page.md", "Docs"], in: folder.url)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      for line in [
        "note: 3 images were not copied. The site shows their alternative text:\n",
        "  The file `Docs/large.gif` is larger than the limit of 10 MiB.\n",
        "  `Docs/link.png` leads out of its folder or package, so it was not read.\n",
        "  `Docs/lost.jpg` does not exist.\n",
      ] { #expect(outcome.errors.contains(line), "\(outcome.errors)") }
      let copies = try names(folder, "site").filter { $0.hasPrefix("images/") }
      #expect(copies.count == 2)
      let first = try #require(copies.first { $0.hasPrefix("images/A~20~b-") && $0.hasSuffix(".png") })
      #expect(try folder.text(of: "site/" + first) == "one")
      let html = try folder.text(of: "site/Docs/other.html")
      #expect(html.contains("<img src=\"../\(first)\" alt=\"one\""), "\(html)")
      #expect(html.contains("> large link lost text web</p>"))
      // Another content has another name, so that nothing is replaced.
      try folder.write("three", to: "door.svg")
      #expect(
        try BuiltCommand.run(["docs", "--html", "site", "page.md", "Docs"], in: folder.url).exitCode == 0)
      #expect(try names(folder, "site").filter { $0.hasPrefix("images/door-") }.count == 2)
    }
  }

  @Test("an SVG image that could run a script is left out, with its place")
  func scripts() throws {
    try inFolder { folder in
      try folder.write("<svg>\n  <script>1</script>\n</svg>\n", to: "Docs/a.svg")
      try folder.write("<svg><text>plain</text></svg>\n", to: "Docs/b.svg")
      try folder.write("# Other\n\n![one](a.svg) ![two](b.svg)\n", to: "Docs/other.md")
      let outcome = try BuiltCommand.run(["docs", "--html", "site", "page.md", "Docs"], in: folder.url)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(
        outcome.errors.contains(
          "  Docs/a.svg:2:3: The image has an element `script`, which could run as a script.\n"),
        "\(outcome.errors)")
      let copies = try names(folder, "site").filter { $0.hasPrefix("images/") }
      #expect(copies.count == 1 && copies[0].hasPrefix("images/b-"))
    }
  }

  @Test("files of others are neither replaced nor deleted, and nothing is written through a link")
  func foreign() throws {
    try inFolder { folder in
      try folder.write("mine", to: "site/notes.txt")
      try folder.write("<p>mine", to: "site/index.html")
      let refused = try BuiltCommand.run(["docs", "--html", "site", "page.md", "Docs"], in: folder.url)
      #expect(refused.exitCode == 2)
      #expect(refused.errors.contains("`site/index.html` was not written by `statechart docs`"))
      #expect(try folder.text(of: "site/notes.txt") == "mine")
      #expect(try folder.text(of: "site/index.html") == "<p>mine")
      #expect(refused.errors.hasSuffix("The site was not written.\n"))
      #expect(try names(folder, "site") == ["index.html", "notes.txt"])
      let links = folder.url.appendingPathComponent("linked")
      try FileManager.default.createDirectory(at: links, withIntermediateDirectories: false)
      for name in ["Docs", "index.html"] {
        try FileManager.default.createSymbolicLink(
          atPath: links.appendingPathComponent(name).path, withDestinationPath: "../\(name)")
      }
      let linked = try BuiltCommand.run(["docs", "--html", "linked", "page.md", "Docs"], in: folder.url)
      #expect(linked.exitCode == 2)
      #expect(
        linked.errors.contains("`linked/Docs` is a link")
          && linked.errors.contains("`linked/index.html` is a link"))
      #expect(try names(folder, "Docs") == ["other.md"])
    }
  }

  @Test(
    "a page that cannot be used leaves the site unwritten, and options that do not go together are refused")
  func refused() throws {
    try inFolder { folder in
      try folder.write("<!-- statechart: lost.yaml -->\n<!-- /statechart -->\n", to: "Docs/bad.md")
      let outcome = try BuiltCommand.run(["docs", "--html", "site", "page.md", "Docs"], in: folder.url)
      #expect(outcome.exitCode == 2 && outcome.errors.contains("Docs/bad.md:1:1: error: "))
      #expect(outcome.errors.hasSuffix("The site was not written.\n"))
      #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("site").path))
      for option in ["--check", "--stdout"] {
        let both = try BuiltCommand.run(["docs", "--html", "site", option, "page.md"], in: folder.url)
        #expect(both.exitCode == 64)
      }
    }
  }

  @Test("a file in the place of a folder leaves the site unwritten")
  func fileForFolder() throws {
    try inFolder { folder in
      try folder.write("mine", to: "site/Docs")
      let refused = try BuiltCommand.run(["docs", "--html", "site", "page.md", "Docs"], in: folder.url)
      #expect(refused.exitCode == 2 && refused.errors.contains("`site/Docs` is not a folder"))
      #expect(try names(folder, "site") == ["Docs"])
    }
  }

  @Test("an empty folder is refused, instead of being the root of the file system")
  func emptyFolder() throws {
    try inFolder { folder in
      let outcome = try BuiltCommand.run(["docs", "--html", "", "no-such-page.md"], in: folder.url)
      #expect(outcome.exitCode == 64)
      #expect(outcome.errors.contains("--html needs the path of a folder"))
    }
  }

  /// The pages of this project. The larger flows take most of a minute to draw, so they are there only when every case runs.
  private static func pages() throws -> [String] {
    let flow = "Docs/flows/discourse-delegated-auth.md"
    let files = try FileManager.default.subpathsOfDirectory(atPath: BuiltCommand.root.path + "/Docs")
    return ["README.md"]
      + files.filter { $0.hasSuffix(".md") }.map { "Docs/" + $0 }
      .filter { TestExtent.isWhole || !$0.hasPrefix("Docs/flows/") || $0 == flow }.sorted()
  }

  @Test(
    "in the site of this project, each link leads to something, each id is there once, and each tag has an end"
  )
  func thisProject() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let site = scratch.url.appendingPathComponent("site").path
    let outcome = try BuiltCommand.run(["docs", "--html", site] + Self.pages())
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    var pages: [String: SitePageLinks] = [:]
    for name in try names(scratch, "site") where name.hasSuffix(".html") {
      pages[name] = SitePageLinks(try scratch.text(of: "site/" + name))
    }
    #expect(pages.count > 100)
    var count = 0
    for (name, page) in pages {
      #expect(page.problems.isEmpty, "\(name): \(page.problems)")
      for link in page.links where !link.hasPrefix("https:") && !link.hasPrefix("http:") {
        count += 1
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        let base = URL(fileURLWithPath: "/" + name)
        let path =
          parts[0].isEmpty ? name : String(URL(fileURLWithPath: parts[0], relativeTo: base).path.dropFirst())
        guard path != "style.css" else { continue }
        let target = try #require(pages[path], "\(name): \(link)")
        if parts.count == 2 {
          #expect(target.ids.contains(parts[1].removingPercentEncoding ?? parts[1]), "\(name): \(link)")
        }
      }
    }
    #expect(count > 1_500)
  }
}

/// The ids and links of a page, and what is wrong with its tags.
struct SitePageLinks {
  private(set) var ids: Set<String> = []
  private(set) var links: [String] = []
  private(set) var problems: [String] = []

  init(_ html: String) {
    var open: [Substring] = []
    for piece in html.split(separator: "<", omittingEmptySubsequences: false).dropFirst()
    where !piece.hasPrefix("!") {
      let tag = piece.prefix { $0 != ">" }
      let name = tag.prefix { $0 != " " && $0 != "\n" }
      if name.hasPrefix("/") {
        if open.popLast() != name.dropFirst() { problems.append("</\(name.dropFirst())> ends nothing") }
        continue
      }
      if !["meta", "link", "br", "hr", "img"].contains(name), !tag.hasSuffix("/") { open.append(name) }
      if name == "script" || name == "img" && !tag.contains(" alt=\"") { problems.append("<\(name)>") }
      for attribute in [" id=\"", " href=\""] {
        guard let start = tag.firstRange(of: attribute) else { continue }
        let value = String(tag[start.upperBound...].prefix { $0 != "\"" })
        if attribute == " href=\"" { links.append(value) }
        if attribute == " id=\"", !ids.insert(value).inserted { problems.append("two ids \(value)") }
      }
    }
    if !open.isEmpty { problems.append("without an end: \(open)") }
  }
}
