import Foundation
import Testing

@Suite("statechart docs: problems and images")
struct DocsPagesTests {
  private static let chart = """
    statechart: 1
    id: door
    title: A door
    initial: closed
    states:
      closed: { title: Closed, on: { open: opened } }
      opened: { title: Open, on: { close: closed } }

    """

  private func inFolder(_ page: String, _ body: (ScratchFolder) throws -> Void) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write(Self.chart, to: "charts/front-door.yaml")
    try folder.write(page, to: "Docs/page.md")
    try body(folder)
  }

  private func region(_ marker: String) -> String {
    "<!-- statechart: \(marker) -->\n<!-- /statechart -->\n"
  }

  @Test("all wrong regions of a page are reported in one run, in the order of their lines")
  func allProblems() throws {
    let page =
      region("lost.yaml") + region("charts/front-door.yaml view=statess")
      + region("charts/front-door.yaml state=opend active=shut") + region("charts/front-door.yaml")
      + region("charts/front-door.yaml view=story run=walk.jsonl")
      + "<!-- statechart: charts/front-door.yaml -->\n"
    try inFolder(page) { folder in
      let outcome = try BuiltCommand.run(["docs"], in: folder.url)
      #expect(outcome.exitCode == 2)
      let errors = outcome.errors.split(separator: "\n").filter { $0.contains(": error: ") }
      #expect(
        errors == [
          "Docs/page.md:1:1: error: `lost.yaml` does not exist (paths are relative to the current folder).",
          "Docs/page.md:3:1: error: `statess` is not a view.",
          "Docs/page.md:5:1: error: The chart of this region has no state `opend`.",
          "Docs/page.md:5:1: error: The chart of this region has no state `shut`.",
          "Docs/page.md:9:1: error: `walk.jsonl` does not exist (paths are relative to the current folder).",
          "Docs/page.md:11:1: error: This region has no end marker.",
        ])
      #expect(try folder.text(of: "Docs/page.md") == page)
    }
  }

  @Test(
    "a chart that was moved is found by its name, or another spelling of it",
    arguments: ["flows/front-door.yaml", "frontDoor.yaml"])
  func moved(_ path: String) throws {
    try inFolder(region(path)) { folder in
      try folder.write("id: door\n", to: ".hidden/door.yaml")
      let outcome = try BuiltCommand.run(["docs"], in: folder.url)
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("\n  help: Did you mean `charts/front-door.yaml`?\n"))
    }
  }

  @Test("a chart or a run that cannot be used is reported once, whatever way its path is written")
  func reportedOnce() throws {
    let page =
      region("charts/bad.yaml") + region("./charts//bad.yaml")
      + region("charts/front-door.yaml view=story run=bad.jsonl")
      + region("./charts/front-door.yaml view=story run=./bad.jsonl")
    try inFolder(page) { folder in
      try folder.write("statechart: 1\nid: bad\n", to: "charts/bad.yaml")
      try folder.write("no JSON\n", to: "bad.jsonl")
      let errors = try BuiltCommand.run(["docs"], in: folder.url).errors
      #expect(errors.ranges(of: "bad.jsonl:1").count == 1, "\(errors)")
      #expect(errors.ranges(of: "charts/bad.yaml:").count == 1, "\(errors)")
    }
  }

  @Test("the search for a moved chart ends after 10,000 entries, also inside a folder")
  func searchLimit() throws {
    try inFolder(region("moved.yaml")) { folder in
      try folder.write("id: moved\n", to: "many/moved.yaml")
      let many = folder.url.appendingPathComponent("many").path
      for number in 0..<10_000 {
        _ = FileManager.default.createFile(atPath: "\(many)/a\(number)", contents: nil)
      }
      let outcome = try BuiltCommand.run(["docs"], in: folder.url)
      #expect(outcome.exitCode == 2 && !outcome.errors.contains("many/moved.yaml"))
    }
  }

  @Test("a sheet is an image beside the page, which is written, checked and kept up to date with it")
  func sheet() throws {
    try inFolder(region("charts/front-door.yaml view=sheet")) { folder in
      let checked = try BuiltCommand.run(["docs", "--check"], in: folder.url)
      #expect(checked.exitCode == 1)
      #expect(
        checked.output.contains("+++ b/Docs/images/door.svg\n") && checked.output.contains("+<svg xmlns="))
      #expect(checked.output.contains("+![All states and transitions of A door](images/door.svg)\n"))
      #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("Docs/images").path))
      let first = try BuiltCommand.run(["docs"], in: folder.url)
      #expect(first.output == "updated Docs/images/door.svg\nupdated Docs/page.md\n")
      let drawn = try BuiltCommand.run(
        ["diagram", "charts/front-door.yaml", "--format", "svg"], in: folder.url)
      #expect(try folder.text(of: "Docs/images/door.svg") == drawn.output)
      #expect(try BuiltCommand.run(["docs", "--check"], in: folder.url).exitCode == 0)
      // A page whose text stays the same has another image when a transition changes.
      try folder.write(Self.chart.replacing("close:", with: "shut:"), to: "charts/front-door.yaml")
      let stale = try BuiltCommand.run(["docs", "--check"], in: folder.url)
      #expect(stale.exitCode == 1 && !stale.output.contains("page.md"))
      #expect(try BuiltCommand.run(["docs"], in: folder.url).output == "updated Docs/images/door.svg\n")
    }
  }

  @Test("settings of a sheet are in the name of its image")
  func sheetNames() throws {
    try inFolder(region("charts/front-door.yaml view=sheet state=opened active=opened")) { folder in
      #expect(try BuiltCommand.run(["docs"], in: folder.url).exitCode == 0)
      let image = try folder.text(of: "Docs/images/door+state-opened+active-opened.svg")
      #expect(image.contains("class=\"state card waits active\" id=\"state-opened\""))
    }
  }

  @Test("two images never share a name, also where only the size of a letter differs")
  func sharedNames() throws {
    let page =
      region("charts/front-door.yaml view=sheet title=One")
      + region("charts/front-door.yaml view=sheet title=Two") + region("charts/upper.yaml view=sheet")
    try inFolder(page) { folder in
      try folder.write(
        Self.chart.replacingOccurrences(of: "id: door", with: "id: Door"), to: "charts/upper.yaml")
      let outcome = try BuiltCommand.run(["docs"], in: folder.url)
      #expect(outcome.exitCode == 2)
      for line in [3, 5] {
        #expect(
          outcome.errors.contains(
            "Docs/page.md:\(line):1: error: Another region writes a different image to `Docs/images/door.svg`.\n"
          ))
      }
      #expect(outcome.errors.hasSuffix("\n1 page failed, nothing written\n"))
      #expect(try folder.text(of: "Docs/page.md") == page)
      #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("Docs/images").path))
    }
  }

  @Test("paths in markers and messages start in the current folder, wherever the page and the chart are")
  func otherFolder() throws {
    try inFolder(region("charts/front-door.yaml view=sheet")) { folder in
      try folder.write("// A package.\n", to: "Package.swift")
      let docs = folder.url.appendingPathComponent("Docs")
      let lost = try BuiltCommand.run(["docs", "page.md"], in: docs)
      #expect(lost.exitCode == 2)
      #expect(
        lost.errors.hasPrefix(
          "page.md:1:1: error: `charts/front-door.yaml` does not exist (paths are relative to the current folder).\n"
            + "  help: Run the command in the folder `..`, or write `../charts/front-door.yaml`.\n"),
        "\(lost.errors)")
      try folder.write(
        region("../charts/front-door.yaml view=sheet")
          + region("./../charts/front-door.yaml view=transitions")
          + region("../Docs/../charts/front-door.yaml view=reference"), to: "Docs/page.md")
      let made = try BuiltCommand.run(["docs", "./page.md"], in: docs)
      #expect(made.output == "updated images/door.svg\nupdated page.md\n", "\(made.errors)")
      // All three name the same chart, so that the table links to the sections.
      #expect(try folder.text(of: "Docs/page.md").contains("[Open](#state-opened)"))
      try folder.write("statechart: 1\nid: door\n", to: "charts/front-door.yaml")
      let broken = try BuiltCommand.run(["docs", "page.md"], in: docs)
      #expect(broken.errors.hasPrefix("../charts/front-door.yaml:"), "\(broken.errors)")
      #expect(broken.errors.ranges(of: "../charts/front-door.yaml:").count == 1)
    }
  }

  @Test("images and pages are counted by themselves")
  func counts() throws {
    let page =
      region("charts/front-door.yaml view=sheet") + region("charts/front-door.yaml view=sheet state=opened")
    try inFolder(page) { folder in
      let first = try BuiltCommand.run(["docs"], in: folder.url)
      #expect(first.errors == "1 page with 2 regions: 1 page and 2 images updated\n")
      try folder.write("", to: "Docs/images/door.svg")
      let second = try BuiltCommand.run(["docs", "--check"], in: folder.url)
      #expect(second.errors == "1 page with 2 regions: 1 image out of date\n")
      #expect(
        try BuiltCommand.run(["docs"], in: folder.url).errors == "1 page with 2 regions: 1 image updated\n")
    }
  }

  @Test("an image that is read-only or lies behind a link out of the package is not replaced")
  func foreignImage() throws {
    try inFolder(region("charts/front-door.yaml view=sheet")) { folder in
      try folder.write("mine", to: "Docs/images/door.svg")
      let image = folder.url.appendingPathComponent("Docs/images/door.svg")
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: image.path)
      let refused = try BuiltCommand.run(["docs"], in: folder.url)
      #expect(refused.exitCode == 2 && refused.errors.contains("`Docs/images/door.svg` is read-only"))
      #expect(refused.errors.hasSuffix("\n1 page failed, nothing written\n"))
      #expect(try folder.text(of: "Docs/page.md") == self.region("charts/front-door.yaml view=sheet"))
      #expect(try folder.text(of: "Docs/images/door.svg") == "mine")
      try FileManager.default.removeItem(at: image)
      try folder.write("", to: "Package.swift")
      let outside = try ScratchFolder()
      defer { outside.remove() }
      try outside.write("theirs", to: "door.svg")
      try FileManager.default.createSymbolicLink(
        at: image, withDestinationURL: outside.url.appendingPathComponent("door.svg"))
      #expect(try BuiltCommand.run(["docs"], in: folder.url).exitCode == 2)
      #expect(try outside.text(of: "door.svg") == "theirs")
    }
  }

  @Test("an image that somebody else made is not replaced, also not with --check")
  func imageOfSomebodyElse() throws {
    try inFolder(region("charts/front-door.yaml view=sheet")) { folder in
      let own = "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>mine</text></svg>\n"
      try folder.write(own, to: "Docs/images/door.svg")
      for arguments in [["docs"], ["docs", "--check"]] {
        let refused = try BuiltCommand.run(arguments, in: folder.url)
        #expect(refused.exitCode == 2)
        #expect(
          refused.errors.contains("`Docs/images/door.svg` was not written by `statechart docs`"),
          "\(refused)")
        #expect(try folder.text(of: "Docs/images/door.svg") == own)
      }
    }
  }

  @Test("a folder of images that leads out of the page's folder is not written into, without a package, too")
  func linkedImages() throws {
    try inFolder(region("charts/front-door.yaml view=sheet")) { folder in
      let outside = try ScratchFolder()
      defer { outside.remove() }
      try FileManager.default.createSymbolicLink(
        at: folder.url.appendingPathComponent("Docs/images"), withDestinationURL: outside.url)
      let refused = try BuiltCommand.run(["docs"], in: folder.url)
      #expect(
        refused.exitCode == 2 && refused.errors.contains("`Docs/images` leads out of its folder"),
        "\(refused)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: outside.url.path).isEmpty)
    }
  }

  @Test(
    "a sheet refuses settings that it cannot follow",
    arguments: ["depth=1", "direction=right", "notes=errors", "failures=on"])
  func sheetSettings(_ setting: String) throws {
    try inFolder(region("charts/front-door.yaml view=sheet \(setting)")) { folder in
      let outcome = try BuiltCommand.run(["docs"], in: folder.url)
      #expect(outcome.exitCode == 2 && outcome.errors.contains("Docs/page.md:1:1: error: `"))
    }
  }
}
