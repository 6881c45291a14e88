import Foundation
import Testing

@Suite("statechart diagram and statechart docs")
struct DocsCommandTests {
  private static let chart = """
    statechart: 1
    id: door
    title: A door
    initial: closed
    states:
      closed: { title: Closed, on: { open: opened } }
      opened: { title: Open, on: { close: closed } }

    """
  private static let page = """
    # A page
    <!-- statechart: charts/door.yaml view=states -->
    old
    <!-- /statechart -->
    The end.

    """

  /// A folder of its own with a chart and a page, removed afterwards.
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write(Self.chart, to: "charts/door.yaml")
    try folder.write(Self.page, to: "Docs/deeper/page.md")
    try body(folder.url)
  }

  private func write(_ text: String, _ path: String, in folder: URL) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(path))
  }

  private func read(_ path: String, in folder: URL) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(path)), as: UTF8.self)
  }

  private func run(
    _ arguments: String..., input: String = "", in folder: URL
  ) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(arguments, input: input, in: folder)
  }

  @Test("a chart is drawn from a file and from the standard input")
  func diagram() throws {
    try inFolder { folder in
      let drawn = try run("diagram", "charts/door.yaml", in: folder)
      #expect(drawn.exitCode == 0)
      #expect(drawn.output.hasPrefix("stateDiagram-v2\n  accTitle: A door\n"))
      #expect(drawn.output.contains("  s_closed --> s_opened : open\n"))
      #expect(drawn.errors == "note: Blue boxes wait.\n")
      #expect(try run("diagram", "-", input: Self.chart, in: folder).output == drawn.output)
      let named = try run("diagram", "charts/door.yaml", "--title", "B", "--overview", in: folder)
      #expect(named.output.contains("accTitle: B\n"))
    }
  }

  @Test("a chart with mistakes ends with 1 and says where, a missing one with 2, wrong usage with 64")
  func badCharts() throws {
    try inFolder { folder in
      let broken = try run("diagram", "-", input: "statechart: 1\nid: [\n", in: folder)
      #expect(broken.exitCode == 1)
      #expect(broken.output.isEmpty)
      #expect(broken.errors.hasPrefix("<stdin>:"))
      #expect(try run("diagram", "nowhere.yaml", in: folder).exitCode == 2)
      #expect(try run("diagram", "charts/door.yaml", "--depth", "0", in: folder).exitCode == 64)
      #expect(try run("diagram", in: folder).exitCode == 64)
    }
  }

  @Test("a chart with an arrow to nowhere is drawn, and what is missing is said")
  func undrawn() throws {
    try inFolder { folder in
      let text = Self.chart.replacing("open: opened", with: "open: nowhere")
      let drawn = try run("diagram", "-", input: text, in: folder)
      #expect(drawn.exitCode == 0)
      #expect(drawn.output.contains("%% not drawn: "))
      #expect(
        drawn.errors
          == "not drawn: `Closed`: an arrow to `nowhere`, which is not a state\nnote: Blue boxes wait.\n")
    }
  }

  @Test("an image in SVG needs no other program, and refuses options that it cannot follow")
  func image() throws {
    try inFolder { folder in
      let drawn = try run("diagram", "charts/door.yaml", "--format", "svg", "--active", "opened", in: folder)
      #expect(drawn.exitCode == 0)
      #expect(drawn.errors.isEmpty)
      #expect(drawn.output.hasPrefix("<svg xmlns=") && drawn.output.hasSuffix("</svg>\n"))
      #expect(drawn.output.contains("<title id=\"sheet-title\">A door</title>"))
      #expect(drawn.output.contains("class=\"state card waits active\" id=\"state-opened\""))
      for option in [["--depth", "1"], ["--overview"], ["--error-notes"], ["--direction", "right"]] {
        let refused = try BuiltCommand.run(
          ["diagram", "charts/door.yaml", "--format", "svg"] + option, in: folder)
        #expect(refused.exitCode == 64)
        #expect(refused.errors.contains("\(option[0]) cannot be used with --format svg."))
      }
    }
  }

  @Test("a diagram leads where it is told to, marks states and notes codes")
  func looks() throws {
    try inFolder { folder in
      let drawn = try run(
        "diagram", "charts/door.yaml", "--direction", "right", "--active", "opened", "--error-notes",
        in: folder)
      #expect(drawn.exitCode == 0)
      #expect(drawn.output.contains("  direction LR\n"))
      #expect(drawn.output.contains("  class s_opened active\n"))
      let dot = try run(
        "diagram", "charts/door.yaml", "--direction", "up", "--active", "opened", "--format", "dot",
        in: folder)
      #expect(dot.output.contains("rankdir=BT\n"))
      #expect(dot.output.contains("fillcolor"))
      let unknown = try run("diagram", "charts/door.yaml", "--active", "open", in: folder)
      #expect(unknown.exitCode == 1)
      #expect(unknown.errors == "error: This chart has no state `open`. Did you mean `opened`?\n")
      #expect(try run("diagram", "charts/door.yaml", "--direction", "LR", in: folder).exitCode == 64)
    }
  }

  @Test("one page goes to the standard output, and no file changes")
  func toOutput() throws {
    try inFolder { folder in
      let made = try run("docs", "--stdout", in: folder)
      #expect(made.exitCode == 0)
      #expect(made.output.hasPrefix("# A page\n<!-- statechart: charts/door.yaml view=states -->\n"))
      #expect(made.output.hasSuffix("<!-- /statechart -->\nThe end.\n"))
      #expect(made.output.contains("Closed") && !made.output.contains("\nold\n"))
      #expect(try read("Docs/deeper/page.md", in: folder) == Self.page)
      _ = try run("docs", in: folder)
      #expect(try run("docs", "--stdout", in: folder).output == made.output)
      try write(Self.page, "Docs/second.md", in: folder)
      let two = try run("docs", "--stdout", in: folder)
      #expect(two.exitCode == 64)
      #expect(two.output.isEmpty)
      #expect(two.errors.contains("--stdout takes one page, but 2 were given."))
      #expect(try run("docs", "--stdout", "--check", in: folder).exitCode == 64)
    }
  }

  @Test("a region with an active state that the chart has not is told")
  func activeRegion() throws {
    try inFolder { folder in
      try write(
        "<!-- statechart: charts/door.yaml active=opened,shut direction=right -->\n<!-- /statechart -->\n",
        "Docs/deeper/page.md",
        in: folder)
      let outcome = try run("docs", in: folder)
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("The chart of this region has no state `shut`."))
    }
  }

  @Test("pages are made, and only when something changes")
  func pages() throws {
    try inFolder { folder in
      try write("no markers\n", "Docs/other.md", in: folder)
      let hidden = folder.appendingPathComponent("Docs/deeper/.hidden")
      try FileManager.default.createDirectory(at: hidden, withIntermediateDirectories: false)
      try write("<!-- /statechart -->\n", "Docs/deeper/.hidden/page.md", in: folder)
      let first = try run("docs", in: folder)
      #expect(first.exitCode == 0)
      #expect(first.output == "updated Docs/deeper/page.md\n")
      #expect(first.errors == "1 page with 1 region: 1 updated\n")
      let text = try read("Docs/deeper/page.md", in: folder)
      #expect(
        text.hasPrefix("# A page\n<!-- statechart: charts/door.yaml view=states -->\n\n| State | Id |\n"))
      #expect(text.hasSuffix("| Open | `opened` |\n\n<!-- /statechart -->\nThe end.\n"))
      let path = folder.appendingPathComponent("Docs/deeper/page.md").path
      let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
      let second = try run("docs", in: folder)
      #expect(second.output.isEmpty)
      #expect(second.errors == "1 page with 1 region: up to date\n")
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)
      #expect(try run("docs", "--check", "Docs/deeper/page.md", in: folder).exitCode == 0)
    }
  }

  @Test("a run of another chart is told with its line, and the page is left as it is")
  func foreignRun() throws {
    try inFolder { folder in
      let page = Self.page.replacing("view=states", with: "view=story run=run.jsonl")
      try write(page, "Docs/deeper/page.md", in: folder)
      try write("{\"event\": \"open\"}\n{\"event\": \"submit\"}\n", "run.jsonl", in: folder)
      let outcome = try run("docs", in: folder)
      #expect(outcome.exitCode == 2)
      #expect(
        outcome.errors.hasPrefix(
          "run.jsonl:2: error: This step is not possible in the chart: No state handles `submit`.\n"))
      #expect(outcome.errors.contains("page.md:2:1: error: The run of this region cannot be used."))
      #expect(try read("Docs/deeper/page.md", in: folder) == page)
      try write("{\"event\": \"open\"}\n", "run.jsonl", in: folder)
      #expect(try run("docs", in: folder).exitCode == 0)
    }
  }

  @Test("a page or a run in UTF-16 is told to be one")
  func wideText() throws {
    try inFolder { folder in
      try #require(Self.page.data(using: .utf16)).write(to: folder.appendingPathComponent("Docs/wide.md"))
      let outcome = try run("docs", "Docs/wide.md", in: folder)
      #expect(outcome.exitCode == 2)
      #expect(
        outcome.errors.hasPrefix(
          "Docs/wide.md:1:1: error: The file is UTF-16, not UTF-8.\n  help: Save the file as UTF-8.\n"))
      #expect(!outcome.errors.contains("marker"))
      try #require("{}".data(using: .utf16)).write(to: folder.appendingPathComponent("run.jsonl"))
      let replay = try run("simulate", "charts/door.yaml", "--replay", "run.jsonl", in: folder)
      #expect(replay.exitCode == 2)
      #expect(replay.errors.hasPrefix("run.jsonl:1:1: error: The file is UTF-16, not UTF-8.\n"))
    }
  }

  @Test("--check shows the difference, writes nothing and ends with 1")
  func check() throws {
    try inFolder { folder in
      let checked = try run("docs", "--check", in: folder)
      #expect(checked.exitCode == 1)
      #expect(
        checked.output.hasPrefix("--- a/Docs/deeper/page.md\n+++ b/Docs/deeper/page.md\n@@ -1,5 +1,10 @@\n"))
      #expect(checked.output.contains("\n-old\n+\n+| State | Id |\n"))
      #expect(try read("Docs/deeper/page.md", in: folder) == Self.page)
    }
  }

  @Test("a page keeps who may read it, and a link to it stays a link")
  func attributes() throws {
    try inFolder { folder in
      let page = folder.appendingPathComponent("Docs/deeper/page.md").path
      let link = folder.appendingPathComponent("Docs/link.md").path
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: page)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "deeper/page.md")
      #expect(try run("docs", "Docs/link.md", in: folder).exitCode == 0)
      let kept = try FileManager.default.attributesOfItem(atPath: page)[.posixPermissions] as? Int
      #expect(kept == 0o640)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "deeper/page.md")
      #expect(try read("Docs/deeper/page.md", in: folder).contains("| Open |"))
    }
  }

  @Test("a page with a broken marker or a broken chart is left alone, and the others are made")
  func broken() throws {
    try inFolder { folder in
      let open = "a\n  <!-- statechart: charts/door.yaml -->\n"
      let lost = "<!-- statechart: charts/nowhere.yaml -->\n<!-- /statechart -->\n"
      let wrong = "<!-- statechart: charts/wrong.yaml -->\n<!-- /statechart -->\n"
      try write(Self.chart.replacing("open: opened", with: "open: nowhere"), "charts/wrong.yaml", in: folder)
      try write(open, "Docs/a.md", in: folder)
      try write(lost, "Docs/b.md", in: folder)
      try write(wrong, "Docs/c.md", in: folder)
      let outcome = try run("docs", in: folder)
      #expect(outcome.exitCode == 2)
      #expect(outcome.output == "updated Docs/deeper/page.md\n")
      #expect(outcome.errors.contains("Docs/a.md:2:3: error: This region has no end marker.\n"))
      let missing = "`charts/nowhere.yaml` does not exist (paths are relative to the current folder)."
      #expect(outcome.errors.contains("Docs/b.md:1:1: error: \(missing)\n"))
      #expect(
        outcome.errors.contains(
          "Docs/c.md:1:1: error: The chart of this region cannot be used.\n"
            + "  help: Fix `charts/wrong.yaml` first: see the messages above.\n"))
      #expect(outcome.errors.contains("charts/wrong.yaml:6:"))
      #expect(try read("Docs/a.md", in: folder) == open)
      #expect(try read("Docs/b.md", in: folder) == lost)
      #expect(try read("Docs/c.md", in: folder) == wrong)
      #expect(try run("docs", "nowhere.md", in: folder).exitCode == 2)
      #expect(try run("docs", "-", in: folder).exitCode == 2)
    }
  }

  @Test("a run that failed somewhere never says that all is up to date")
  func failures() throws {
    try inFolder { folder in
      #expect(try run("docs", in: folder).exitCode == 0)
      try write("<!-- /statechart -->\n", "Docs/a.md", in: folder)
      let one = try run("docs", in: folder)
      #expect(one.exitCode == 2)
      #expect(one.errors.hasSuffix("\n1 page failed, nothing written\n"))
      try write("a\n<!-- statechart: charts/door.yaml -->\n<!-- /statechart -->\n", "Docs/b.md", in: folder)
      let two = try run("docs", "Docs", "missing.md", in: folder)
      #expect(two.exitCode == 2)
      #expect(
        two.errors.contains(
          "error: `missing.md` does not exist (paths are relative to the current folder).\n"))
      #expect(two.errors.hasSuffix("\n2 pages failed, 1 updated\n"))
    }
  }

  @Test("without pages and without a folder `Docs`, the help says to name the pages")
  func noFolder() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let outcome = try run("docs", in: scratch.url)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("  help: Name the pages: `statechart docs PAGE.md`.\n"))
  }

  @Test("pages without any marker are refused, and folders without pages")
  func noMarkers() throws {
    try inFolder { folder in
      try write("no markers\n", "plain.md", in: folder)
      let plain = try run("docs", "plain.md", in: folder)
      #expect(plain.exitCode == 2)
      #expect(
        plain.errors.hasPrefix("error: Nothing was updated, because no page in `plain.md` has a marker.\n"))
      #expect(plain.errors.contains("  help: Write <!-- statechart: "))
      #expect(!plain.errors.contains("up to date"))
      #expect(try run("docs", "--check", "plain.md", in: folder).exitCode == 2)
      let none = try run("docs", "charts", in: folder)
      #expect(none.exitCode == 2)
      #expect(none.errors.hasPrefix("error: The folder `charts` has no pages, that is, no *.md files.\n"))
      #expect(try run("docs", "plain.md", "Docs", in: folder).exitCode == 0)
    }
  }

  @Test("a page that is read-only is left as it is, and said to be so")
  func readOnly() throws {
    try inFolder { folder in
      let page = folder.appendingPathComponent("Docs/deeper/page.md").path
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: page)
      let outcome = try run("docs", in: folder)
      #expect(outcome.exitCode == 2)
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.errors.hasPrefix(
          "error: The file `Docs/deeper/page.md` is read-only, so it was not changed.\n"))
      #expect(try read("Docs/deeper/page.md", in: folder) == Self.page)
      #expect(try run("docs", "--check", in: folder).exitCode == 1)
      let left = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("Docs/deeper").path)
      #expect(left == ["page.md"])
    }
  }

  @Test("statechart try says plainly that it is not in the project's folder")
  func tryElsewhere() throws {
    try inFolder { folder in
      let outcome = try run("try", in: folder)
      #expect(outcome.exitCode == 2)
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.errors == """
          error: The example charts, such as `charts/fxa-authentication.yaml`, are not in this folder.
            help: Run `statechart try` in a checkout of swift-statecharts.

          """)
    }
  }

  @Test("a recorded run is marked, drawn alone, and told")
  func recordedRun() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      """
      statechart: 1
      id: door
      title: Door
      initial: open
      events: { close: { title: pushed }, lock: { payload: { pin: { type: string, secret: true } } }, burn: }
      context: { pin: { type: string, optional: true, secret: true } }
      states:
        open: { title: Open, on: { close: shut, burn: ash } }
        shut: { title: Shut, on: { lock: { target: locked, actions: { assign: { pin: event.data.pin } } }, burn: ash } }
        locked: { title: Locked, on: { close: { guard: pin == '4711', target: open } } }
        ash: { type: final }

      """, to: "door.yaml")
    try scratch.write(
      "{\"event\": \"close\"}\n{\"event\": \"lock\", \"data\": {\"pin\": \"4711\"}}\n", to: "run.jsonl")
    let regions = ["diagram", "path", "story"].map {
      "<!-- statechart: door.yaml view=\($0) run=run.jsonl -->\n<!-- /statechart -->\n"
    }
    try scratch.write(regions.joined(), to: "page.md")
    let outcome = try BuiltCommand.run(["docs", "page.md"], in: scratch.url)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let page = try String(contentsOf: scratch.url.appendingPathComponent("page.md"), encoding: .utf8)
    #expect(page.contains("class s_open,s_shut visited\n"))
    #expect(page.contains("class s_locked active\n"))
    let parts = page.components(separatedBy: "<!-- statechart:")
    #expect(
      parts[1].contains("s_ash") && !parts[2].contains("s_ash")
        && parts[2].contains("s_open --> s_shut : pushed"))
    #expect(parts[3].contains("1. The flow starts → **Open**\n2. pushed → **Shut**\n3. lock → **Locked**\n"))
    #expect(!page.contains("4711"))
    #expect(
      try BuiltCommand.run(["diagram", "door.yaml", "--run", "run.jsonl"], in: scratch.url).output
        .contains("class s_locked active\n"))
    let dot = try BuiltCommand.run(
      ["diagram", "door.yaml", "--run", "run.jsonl", "--format", "dot"], in: scratch.url
    ).output.split(separator: "\n").filter { $0.contains("color=\"#b35900\"") }
    #expect(dot.count == 3 && dot.count { $0.contains("penwidth=3") } == 1)
  }

  @Test(
    "a run that cannot be used is told with its place",
    arguments: [
      ("nowhere.jsonl", "page.md:2:1: error: `nowhere.jsonl` does not exist"),
      ("bat.jsonl", "  help: Did you mean `bad.jsonl`?\n"), ("bad.jsonl", "bad.jsonl:2: error:"),
      ("bad.jsonl", "page.md:2:1: error: The run of this region cannot be used."),
    ])
  func badRun(file: String, message: String) throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write("statechart: 1\nid: a\ninitial: b\nstates: { b: }\n", to: "a.yaml")
    try scratch.write("{\"advance\": \"1s\"}\n{\n", to: "bad.jsonl")
    try scratch.write(
      "text\n<!-- statechart: a.yaml view=story run=\(file) -->\n<!-- /statechart -->\n", to: "page.md")
    let outcome = try BuiltCommand.run(["docs", "page.md"], in: scratch.url)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains(message))
    #expect(outcome.errors.hasSuffix("1 page failed, nothing written\n"))
  }

  @Test("one state is drawn alone, and a state that is none is named with its place")
  func parts() throws {
    try inFolder { folder in
      let part = try run("diagram", "charts/door.yaml", "--state", "opened", in: folder)
      #expect(part.exitCode == 0 && !part.errors.contains("not drawn"))
      #expect(
        part.output.contains("accTitle: A door#58; Open\n")
          && part.output.contains("class s_closed outside\n"))
      let wrong = try run("diagram", "charts/door.yaml", "--state", "opend", in: folder)
      #expect(wrong.exitCode == 1 && wrong.output.isEmpty)
      #expect(wrong.errors == "error: This chart has no state `opend`. Did you mean `opened`?\n")
      let markers = ["opened", "opend"].map {
        "<!-- statechart: charts/door.yaml state=\($0) -->\n<!-- /statechart -->\n"
      }
      try write(markers[0], "Docs/part.md", in: folder)
      try write(markers[1], "Docs/wrong.md", in: folder)
      let pages = try run("docs", "Docs/part.md", "Docs/wrong.md", in: folder)
      #expect(pages.exitCode == 2)
      #expect(try read("Docs/part.md", in: folder).contains(part.output))
      #expect(
        pages.errors.contains(
          "Docs/wrong.md:1:1: error: The chart of this region has no state `opend`.\n  help: Did you mean `opened`?\n"
        ))
    }
  }

  @Test("a picture that is too wide for a page is folded, which is said, and makes several on a page")
  func large() throws {
    try inFolder { folder in
      let groups = ["group", "b", "c", "d", "e"].map { group in
        let count = group == "group" ? 30 : 2
        let inner = (0..<count).map { "      \(group)\($0):\n" }.joined()
        return "  \(group):\n    initial: \(group)0\n    states:\n\(inner)"
      }
      try write(
        "statechart: 1\nid: big\ninitial: group\nstates:\n\(groups.joined())", "charts/big.yaml", in: folder)
      let whole = try run("diagram", "charts/big.yaml", in: folder)
      #expect(whole.exitCode == 0)
      #expect(
        !whole.output.contains("s_group7") && whole.output.contains("class s_group,s_b,s_c,s_d,s_e folded"))
      let notes = whole.errors.split(separator: "\n")
      #expect(notes.first?.hasPrefix("note: The whole picture would be about ") == true)
      #expect(
        notes.dropFirst().first
          == "note: Groups of states are folded, and conditions, actions and services are left out.")
      #expect(
        notes.dropFirst(2).first
          == "  help: Draw one group with --state ID (group, b, c, d, …); the screens with --view screens; an image of cards with --format svg; everything with --depth 2."
      )
      let everything = try run("diagram", "charts/big.yaml", "--depth", "2", in: folder)
      #expect(everything.output.contains("s_group7"))
      #expect(everything.errors.hasPrefix("note: The picture is about "))
      try write(
        "<!-- statechart: charts/big.yaml direction=up -->\n<!-- /statechart -->\n", "Docs/big.md", in: folder
      )
      let pages = try run("docs", "Docs/big.md", in: folder)
      #expect(pages.exitCode == 0)
      #expect(try read("Docs/big.md", in: folder).contains("\n**group**\n\n```mermaid\n"))
      #expect(
        pages.errors.hasPrefix(
          "Docs/big.md:1:1: note: A diagram of this region is wide. Its letters have about "))
    }
  }

  @Test("a diagram that Mermaid does not draw is told of, and the page says so")
  func tooLarge() throws {
    try inFolder { folder in
      let title = String(repeating: "x", count: 600)
      let states = (0..<100).map { "  s\($0): { title: \(title) }\n" }.joined()
      try write("statechart: 1\nid: big\ninitial: s0\nstates:\n\(states)", "big.yaml", in: folder)
      let drawn = try run("diagram", "big.yaml", "--direction", "up", in: folder)
      let words = "\(drawn.output.count) characters, and Mermaid draws at most 50000.\n"
      #expect(drawn.exitCode == 0 && drawn.errors.contains("note: The diagram has \(words)"))
      try write("<!-- statechart: big.yaml direction=up -->\n<!-- /statechart -->\n", "big.md", in: folder)
      let pages = try run("docs", "big.md", in: folder)
      #expect(pages.errors.contains("big.md:1:1: note: A diagram of this region has \(words)"))
      #expect(
        try read("big.md", in: folder).contains(
          "\nThis diagram has \(drawn.output.count) characters. Mermaid draws"))
      #expect(try run("docs", "--check", "big.md", in: folder).exitCode == 0)
    }
  }

  @Test("screens that Mermaid does not draw are told of, and a negative number is named")
  func tooLargeScreens() throws {
    try inFolder { folder in
      let title = String(repeating: "x ", count: 400)
      let states = (0..<100).map { "  s\($0): { title: \(title)x, on: { e: s\(($0 + 1) % 100) } }\n" }
        .joined()
      try write(
        "statechart: 1\nid: big\nevents: { e: {} }\ninitial: s0\nstates:\n\(states)", "big.yaml", in: folder)
      let drawn = try run("diagram", "big.yaml", "--view", "screens", in: folder)
      let words = "\(drawn.output.utf16.count) characters, and Mermaid draws at most 50000.\n"
      #expect(drawn.errors.contains("note: The diagram has \(words)"), "\(drawn.errors)")
      try write("<!-- statechart: big.yaml view=screens -->\n<!-- /statechart -->\n", "big.md", in: folder)
      let pages = try run("docs", "big.md", in: folder)
      #expect(
        pages.errors.contains("big.md:1:1: note: A diagram of this region has \(words)"), "\(pages.errors)")
      #expect(try read("big.md", in: folder).contains("characters. Mermaid draws at most"))
      for (option, words) in [("--order", "a whole number from 0"), ("--depth", "at least 1")] {
        let refused = try run("diagram", "big.yaml", option, "-1", in: folder)
        #expect(refused.exitCode == 64 && refused.errors.contains("\(option) must be \(words)"), "\(refused)")
      }
    }
  }

  @Test("a chart is drawn for Graphviz")
  func dot() throws {
    let outcome = try BuiltCommand.run(["diagram", "--format", "dot", "Docs/examples/sign-in-with-code.yaml"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.hasPrefix("digraph \"signInWithCode\" {\n"))
    #expect(try BuiltCommand.run(["diagram", "--format", "dto", "a.yaml"]).exitCode == 64)
  }
}
