import Foundation
import Testing

@Suite("statechart format and rename")
struct EditingCommandTests {
  private static let good = "statechart: 1\nid: door\ninitial: open\nstates:\n  open: { type: final }\n"
  private static let loose = "id: door\nstatechart: 1\ninitial:  open\nstates:\n  open: {type: final}\n"
  private static let broken = "statechart: 1\nid: [door\ninitial: open\n"

  private func inFolder(
    _ files: [String: String],
    _ body: (ScratchFolder, ([String]) throws -> BuiltCommand.Outcome) throws -> Void
  ) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    for (path, text) in files { try folder.write(text, to: path) }
    try body(folder) { try BuiltCommand.run($0, in: folder.url) }
  }

  private func text(_ path: String, in folder: ScratchFolder) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("format replaces files, and has nothing to do the second time")
  func format() throws {
    try inFolder(["charts/a.yaml": Self.loose, "charts/b.yaml": Self.good]) { folder, run in
      let first = try run(["format"])
      #expect(first.exitCode == 0 && first.errors == "2 charts checked, 1 formatted\n", "\(first)")
      #expect(try text("charts/a.yaml", in: folder) == Self.good)
      #expect(try run(["format", "charts", "--check"]).exitCode == 0)
    }
  }

  @Test("a chart stays as it is if a comment `lint:disable` would be about another line")
  func suppressions() throws {
    let chart = """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            # lint:disable constant-condition -- for the test
            back: { guard: 1 == 1, target: shut, # and this
              actions: { log: "1" } }
        shut: { type: final }
      events: { back: {} }

      """
    try inFolder(["charts/a.yaml": chart]) { folder, run in
      let outcome = try run(["format"])
      #expect(
        outcome.exitCode == 1 && outcome.errors.contains("This chart is not formatted"),
        "\(outcome)")
      #expect(try text("charts/a.yaml", in: folder) == chart)
    }
  }

  @Test("format skips files that are not charts in folders, and refuses one that is named")
  func otherFiles() throws {
    let other = "stages:   [build]\ncontexts:  []\n"
    try inFolder(["charts/a.yaml": Self.loose, "charts/ci.yaml": other]) { folder, run in
      let all = try run(["format", "charts"])
      #expect(all.exitCode == 0 && all.errors == "1 chart checked, 1 formatted\n", "\(all)")
      let named = try run(["format", "./charts/ci.yaml"])
      #expect(named.exitCode == 1 && named.errors.contains("no key `statechart`"), "\(named)")
      #expect(try text("charts/ci.yaml", in: folder) == other)
    }
  }

  @Test("--check and --diff write nothing, and end with 1 where something would change")
  func check() throws {
    try inFolder(["a.yaml": Self.loose]) { folder, run in
      let check = try run(["format", "a.yaml", "--check"])
      #expect(check.exitCode == 1 && check.errors.contains("not formatted: a.yaml"))
      let diff = try run(["format", "a.yaml", "--diff"])
      #expect(diff.exitCode == 1 && diff.output.contains("-initial:  open\n+initial: open\n"))
      #expect(try text("a.yaml", in: folder) == Self.loose)
    }
  }

  @Test("format reads the standard input for a hyphen")
  func standardInput() throws {
    let outcome = try BuiltCommand.run(["format", "-"], input: Self.loose)
    #expect(outcome.exitCode == 0 && outcome.output == Self.good)
  }

  @Test("a chart that is not YAML stays as it is, and its error is reported with its location")
  func broken() throws {
    try inFolder(["a.yaml": Self.broken, "b.yaml": Self.loose]) { folder, run in
      let outcome = try run(["format", "a.yaml", "b.yaml"])
      #expect(outcome.exitCode == 1 && outcome.errors.contains("a.yaml:2:"), "\(outcome)")
      #expect(try text("a.yaml", in: folder) == Self.broken)
      #expect(try text("b.yaml", in: folder) == Self.good)
      #expect(try run(["format", "c.yaml"]).exitCode == 2)
    }
  }

  @Test("rename shows a diff, and changes the chart and the pages with --write")
  func rename() throws {
    let page = "<!-- statechart: a.yaml state=open -->\n<!-- /statechart -->\n"
    try inFolder(["a.yaml": Self.good, "page.md": page]) { folder, run in
      let shown = try run(["rename", "a.yaml", "open", "ajar"])
      #expect(shown.exitCode == 0 && shown.output.contains("+initial: ajar\n"), "\(shown)")
      #expect(shown.errors.contains("note: Stored sessions have the old name."))
      #expect(try text("a.yaml", in: folder) == Self.good)
      #expect(try run(["rename", "a.yaml", "open", "ajar", "--write"]).exitCode == 0)
      #expect(try text("a.yaml", in: folder) == Self.good.replacing("open", with: "ajar"))
      #expect(try text("page.md", in: folder) == page.replacing("open", with: "ajar"))
    }
  }

  private static let parent = """
    statechart: 1
    id: house
    initial: waiting
    states:
      waiting:
        invoke: { chart: ./door.yaml, id: door, forward: true }
        on: { push: waiting }

    """
  private static let child = """
    statechart: 1
    id: door
    initial: closed
    states:
      closed: { on: { push: open } }
      open: { type: final }

    """

  @Test(
    "rename finds the charts around a chart however its path is written",
    arguments: ["charts/door.yaml", "./charts/door.yaml", "charts//door.yaml", "other/../charts/door.yaml"])
  func paths(path: String) throws {
    let files = ["charts/house.yaml": Self.parent, "charts/door.yaml": Self.child, "other/a.md": ""]
    try inFolder(files) { folder, run in
      let outcome = try run(["rename", path, "push", "press", "--write"])
      #expect(outcome.exitCode == 0, "\(outcome)")
      #expect(try text("charts/door.yaml", in: folder) == Self.child.replacing("push", with: "press"))
      #expect(try text("charts/house.yaml", in: folder) == Self.parent.replacing("push", with: "press"))
    }
  }

  @Test("rename refuses when a chart with errors names the chart, and reports others with errors")
  func brokenCharts() throws {
    let broken = Self.parent.replacing("id: house", with: "id: [house")
    var files = [
      "house.yaml": broken, "door.yaml": Self.child, "other.yaml": Self.broken, "ci.yaml": "stages: [a]\n",
    ]
    try inFolder(files) { folder, run in
      let outcome = try run(["rename", "door.yaml", "push", "press", "--write"])
      #expect(outcome.exitCode == 1 && outcome.errors.contains("`house.yaml`, which names `door.yaml`"))
      #expect(try text("door.yaml", in: folder) == Self.child)
      #expect(try run(["rename", "door.yaml", "closed", "shut"]).exitCode == 0)
    }
    files["house.yaml"] = nil
    try inFolder(files) { _, run in
      let outcome = try run(["rename", "door.yaml", "push", "press"])
      #expect(
        outcome.exitCode == 0 && outcome.errors.contains("`other.yaml` has errors and was not searched."))
      #expect(!outcome.errors.contains("ci.yaml"), "\(outcome)")
    }
  }

  @Test("rename finds a parent in a folder above, also above the current folder, but not out of a repository")
  func parentAbove() throws {
    let parent = Self.parent.replacing("./door.yaml", with: "parts/door.yaml")
    let street = Self.parent.replacing("./door.yaml", with: "charts/parts/door.yaml")
    let files = ["street.yaml": street, "charts/house.yaml": parent, "charts/parts/door.yaml": Self.child]
    try inFolder(files) { folder, run in
      let outcome = try run(["rename", "charts/parts/door.yaml", "push", "press", "--write"])
      #expect(outcome.exitCode == 0, "\(outcome)")
      #expect(try text("charts/house.yaml", in: folder) == parent.replacing("push", with: "press"))
      let inside = folder.url.appendingPathComponent("charts/parts")
      #expect(
        try BuiltCommand.run(["rename", "door.yaml", "press", "pull", "--write"], in: inside).exitCode == 0)
      #expect(try text("charts/house.yaml", in: folder) == parent.replacing("push", with: "pull"))
      #expect(try text("street.yaml", in: folder) == street.replacing("push", with: "pull"))
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("charts/.git"), withIntermediateDirectories: false)
      #expect(
        try BuiltCommand.run(["rename", "door.yaml", "pull", "press", "--write"], in: inside).exitCode == 0)
      #expect(try text("charts/house.yaml", in: folder) == parent.replacing("push", with: "press"))
      #expect(try text("street.yaml", in: folder) == street.replacing("push", with: "pull"))
    }
  }

  @Test("rename says where stored sessions keep an error code")
  func storedErrorCode() throws {
    let chart = """
      statechart: 1
      id: lock
      context: { last: error? }
      events: { push: {} }
      errors: { jammed: {} }
      initial: open
      states:
        open: { errors: [jammed], on: { push: { actions: [{ assign: { last: jammed } }] } } }

      """
    let note = "note: In stored sessions, variables of the type `error` keep `jammed`."
    for (text, isSaid) in [(chart, true), (chart.replacing("last: error?", with: "last: int?"), false)] {
      let valid = isSaid ? text : text.replacing("last: jammed", with: "last: 1")
      try inFolder(["a.yaml": valid]) { _, run in
        let outcome = try run(["rename", "a.yaml", "jammed", "stuck"])
        #expect(outcome.exitCode == 0 && outcome.errors.contains(note) == isSaid, "\(outcome)")
      }
    }
  }

  @Test("rename reports files and options that have no effect")
  func withoutEffect() throws {
    try inFolder(["a.yaml": Self.child, "a.md": "x\n", "a.jsonl": "x\n"]) { _, run in
      let outcome = try run([
        "rename", "a.yaml", "push", "press", "--run", "a.jsonl", "--page", "./a.md", "--migrate",
      ])
      #expect(outcome.exitCode == 0)
      for note in [
        "`a.md` does not show the chart.", "`a.jsonl` has no lines of a recorded run.",
        "No migration was added: it can rename states and variables only.",
      ] {
        #expect(outcome.errors.contains("note: \(note)"), "\(outcome)")
      }
      #expect(try run(["rename", "a.yaml", "push", "press", "--page", "b.md"]).exitCode == 2)
    }
  }

  @Test("rename says why a name cannot be given")
  func refusal() throws {
    try inFolder(["a.yaml": Self.good]) { _, run in
      let outcome = try run(["rename", "a.yaml", "opn", "ajar", "--write"])
      #expect(outcome.exitCode == 1 && outcome.errors.contains("Did you mean `open`?"), "\(outcome)")
      #expect(try run(["rename", "b.yaml", "open", "ajar"]).exitCode == 2)
      #expect(try run(["rename", "-", "open", "ajar"]).exitCode == 64)
    }
  }
}
