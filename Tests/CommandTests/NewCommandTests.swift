import Foundation
import Testing

@testable import statechart

@Suite("statechart new")
struct NewCommandTests {
  private static let kinds = ["code", "form", "approval", "parallel"]

  private func inFolder<Result>(_ body: (ScratchFolder) throws -> Result) throws -> Result {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    return try body(scratch)
  }

  @Test("each kind has no findings at all, is drawn, and says what to type next", arguments: kinds)
  func kind(_ kind: String) throws {
    try inFolder { folder in
      let made = try BuiltCommand.run(["new", "first", "--kind", kind], in: folder.url)
      #expect(made.exitCode == 0 && made.errors.isEmpty, "\(made.errors)")
      #expect(
        made.output == """
          Wrote `first.yaml`. Next, check it and walk through it:
            statechart lint first.yaml
            statechart simulate first.yaml

          """)
      let lint = try BuiltCommand.run(["lint", "first.yaml"], in: folder.url)
      #expect(lint.output.isEmpty && lint.errors == "1 chart checked, nothing found\n", "\(lint.output)")
      let format = try BuiltCommand.run(["format", "--check", "first.yaml"], in: folder.url)
      #expect(format.exitCode == 0, "\(format.errors)")
      let drawn = try BuiltCommand.run(["diagram", "first.yaml"], in: folder.url)
      #expect(
        drawn.exitCode == 0 && !drawn.errors.contains("wide") && !drawn.errors.contains("not drawn")
          && drawn.output.hasPrefix("stateDiagram-v2\n"))
      let text = try folder.text(of: "first.yaml")
      #expect(text.contains("\nid: first\n") && !text.contains("{{") && !text.contains("}}\n"))
      #expect(
        text.hasPrefix("# Your editor can complete this file. Make the schema with `statechart schema > "))
    }
  }

  @Test(
    "each kind can be walked to an end, and the saved walk is replayed",
    arguments: [
      ("code", ["1", "ada@x", "1", "1", "111111", "2", "1", "222222", "1"], "Signed in"),
      ("form", ["1", "Ada", "ada", "1", "Ada", "ada@x", "2", "1", "1"], "Form saved"),
      ("approval", ["1", "a day off", "1", "4", "2", "not now"], "Rejected"),
      ("parallel", ["1", "Ada", "1", "1"], "Ready"),
    ])
  func walk(kind: String, answers: [String], end: String) throws {
    try inFolder { folder in
      #expect(try BuiltCommand.run(["new", "first", "--kind", kind], in: folder.url).exitCode == 0)
      let lines = (answers + ["save walk.jsonl", "q"]).map { $0 + "\n" }.joined()
      let walk = try BuiltCommand.run(["simulate", "first.yaml"], input: lines, in: folder.url)
      #expect(walk.output.contains("Now in: \(end)\n"), "\(walk.output)")
      #expect(walk.output.contains("The flow has ended."))
      #expect(try !folder.text(of: "walk.jsonl").contains("111111"))
      let replay = try BuiltCommand.run(
        ["simulate", "first.yaml", "--replay", "walk.jsonl"], in: folder.url)
      #expect(replay.exitCode == 0 && replay.output.hasSuffix("The flow has ended.\n"), "\(replay.output)")
      try folder.write(
        "<!-- statechart: first.yaml view=story run=walk.jsonl -->\n<!-- /statechart -->\n", to: "page.md")
      #expect(try BuiltCommand.run(["docs", "page.md"], in: folder.url).exitCode == 0)
      #expect(try folder.text(of: "page.md").contains("→ **\(end)**\n"))
    }
  }

  @Test(
    "a title stays what was typed, whatever YAML would make of it",
    arguments: ["Sign-in: the \"new\" one # 2", "yes", "12", "[x]", "It's a test", "日本語", "a \\ b", "- x"])
  func titles(_ title: String) throws {
    try inFolder { folder in
      let made = try BuiltCommand.run(["new", "first", "--title=\(title)"], in: folder.url)
      #expect(made.exitCode == 0)
      let lint = try BuiltCommand.run(["lint", "first.yaml"], in: folder.url)
      #expect(lint.output.isEmpty && lint.exitCode == 0, "\(lint.output)")
      let walk = try BuiltCommand.run(["simulate", "first.yaml"], input: "q\n", in: folder.url)
      #expect(walk.output.hasPrefix("\(title)\n"))
    }
  }

  @Test(
    "a title that a chart cannot show is refused",
    arguments: [
      (String(repeating: "x", count: 201), "The title has more than 200 characters. Write a shorter one."),
      ("a\u{1B}[2Jb", "The title has the character `<U+001B>`. Leave it out."),
      ("a\tb", "The title has the character `<U+0009>`. Leave it out."),
      ("\u{202E}a", "The title has the character `<U+202E>`. Leave it out."),
      (" \n ", "The title is empty."),
    ])
  func refusedTitles(_ title: String, message: String) throws {
    try inFolder { folder in
      let outcome = try BuiltCommand.run(["new", "first", "--title=\(title)"], in: folder.url)
      #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("Error: \(message)\n"), "\(outcome.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
    #expect(TitleProblem(String(repeating: "é", count: TitleProblem.longest)) == nil)
    #expect(TitleProblem("👩‍💻 sign-in") == nil)
  }

  @Test(
    "an id that YAML would read as something else is written in quotes",
    arguments: ["on", "yes", "NO", "off", "null", "True", "y"])
  func reservedIDs(_ id: String) throws {
    try inFolder { folder in
      #expect(try BuiltCommand.run(["new", id, "--kind", "code"], in: folder.url).exitCode == 0)
      #expect(try folder.text(of: "\(id).yaml").contains("\nid: \"\(id)\"\n"))
      let lint = try BuiltCommand.run(["lint", "--strict", "\(id).yaml"], in: folder.url)
      #expect(lint.exitCode == 0 && lint.errors == "1 chart checked, nothing found\n", "\(lint.output)")
    }
  }

  @Test("each state has the title that is chosen for it", arguments: ChartTemplate.Kind.allCases)
  func stateTitles(kind: ChartTemplate.Kind) {
    var template = ChartTemplate(kind)
    for index in template.states.indices { template.states[index].title = "Title \(index)" }
    let text = template.chart(id: "first", firstLines: "")
    for (index, state) in template.states.enumerated() {
      #expect(text.contains(" \(state.id):\n"))
      #expect(text.components(separatedBy: " title: Title \(index)\n").count == 2, "\(state.id)")
    }
  }

  @Test("each end of a flow says how it ended", arguments: ChartTemplate.Kind.allCases)
  func endings(kind: ChartTemplate.Kind) {
    let lines = ChartTemplate(kind).chart(id: "first", firstLines: "").split(separator: "\n")
    // Deeper ones end only a region.
    let ends = lines.indices.filter { lines[$0] == "    type: final" }
    #expect(!ends.isEmpty)
    for end in ends { #expect(lines[end + 1].hasPrefix("    ending: ")) }
  }

  @Test("with a kind it needs no id, and writes the chart at once")
  func kindAlone() throws {
    try inFolder { folder in
      let made = try BuiltCommand.run(["new", "--kind", "form"], in: folder.url)
      #expect(made.exitCode == 0 && made.output.hasPrefix("Wrote `contactForm.yaml`."), "\(made)")
      #expect(try folder.text(of: "contactForm.yaml").contains("\nid: contactForm\ntitle: Contact form\n"))
    }
  }

  @Test("a schema outside of the package or repository is not named", arguments: ["Package.swift", ".git"])
  func foreignSchema(root: String) throws {
    try inFolder { folder in
      try folder.write("{}", to: "statechart.schema.json")
      try folder.write("", to: "mine/\(root)")
      try folder.write("", to: "mine/flows/x")
      for path in ["mine/flows/a.yaml", "mine/a.yaml"] {
        #expect(try BuiltCommand.run(["new", "signIn", "-o", path], in: folder.url).exitCode == 0)
        #expect(try folder.text(of: path).hasPrefix("# Your editor can complete this file."))
      }
    }
  }

  @Test("the schema of the project around the chart is named, relative to the chart")
  func schema() throws {
    try inFolder { folder in
      try folder.write("", to: "Package.swift")
      try folder.write("{}", to: "Docs/schema/statechart.schema.json")
      try folder.write("", to: "flows/deep/x")
      let made = try BuiltCommand.run(["new", "signIn", "-o", "flows/deep/a.yaml"], in: folder.url)
      #expect(made.exitCode == 0 && made.output.contains("statechart lint flows/deep/a.yaml\n"))
      #expect(
        try folder.text(of: "flows/deep/a.yaml").hasPrefix(
          "# yaml-language-server: $schema=../../Docs/schema/statechart.schema.json\n"))
      // Without a schema the chart has the same line numbers.
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Docs"))
      #expect(try BuiltCommand.run(["new", "signIn", "-o", "c.yaml"], in: folder.url).exitCode == 0)
      func lineOfID(_ file: String) throws -> Int? {
        try folder.text(of: file).components(separatedBy: "\n").firstIndex(of: "id: signIn")
      }
      #expect(try lineOfID("flows/deep/a.yaml") == lineOfID("c.yaml"))
    }
  }

  @Test("no file is replaced, and no folder is made")
  func existing() throws {
    try inFolder { folder in
      try folder.write("mine", to: "first.yaml")
      for arguments in [["first"], ["other", "-o", "first.yaml"]] {
        let refused = try BuiltCommand.run(["new"] + arguments, in: folder.url)
        #expect(refused.exitCode == 2 && refused.output.isEmpty)
        #expect(
          refused.errors == """
            error: `first.yaml` already exists, so nothing was written.
              help: Choose another id, or another file with --output.

            """)
      }
      #expect(try folder.text(of: "first.yaml") == "mine")
      let nowhere = try BuiltCommand.run(["new", "a", "-o", "none/a.yaml"], in: folder.url)
      #expect(nowhere.exitCode == 2)
      #expect(nowhere.errors.hasPrefix("error: The folder `none/` does not exist, so nothing was written.\n"))
    }
  }

  @Test(
    "an id that cannot be one is shown with its wrong place, and what to write",
    arguments: [
      (
        "sign in",
        """
        Error: `sign in` cannot be the id of a chart: it has a space.
          sign in
              ^
          help: Start with a letter, then use letters, digits, `_` and `-`. For instance: signIn

        """
      ),
      (
        "löschen",
        """
        Error: `löschen` cannot be the id of a chart: `ö` is not allowed.
          löschen
           ^
          help: Start with a letter, then use letters, digits, `_` and `-`. For instance: loeschen

        """
      ),
      (
        "2fa",
        """
        Error: `2fa` cannot be the id of a chart: it does not start with a letter.
          2fa
          ^
          help: Start with a letter, then use letters, digits, `_` and `-`.

        """
      ),
    ])
  func wrongID(id: String, message: String) throws {
    try inFolder { folder in
      let outcome = try BuiltCommand.run(["new", id], in: folder.url)
      #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
  }

  @Test("without a terminal the id comes from the title, and one of them is needed")
  func noID() throws {
    try inFolder { folder in
      #expect(try BuiltCommand.run(["new"], in: folder.url).exitCode == 64)
      let made = try BuiltCommand.run(["new", "--title", "Ask for a refund"], in: folder.url)
      #expect(made.exitCode == 0)
      #expect(
        try folder.text(of: "askForARefund.yaml").contains("\nid: askForARefund\ntitle: Ask for a refund\n"))
      for wrong in [["a", "--kind", "other"], ["a", "-o", "a.txt"], ["a", "--title", " "]] {
        #expect(try BuiltCommand.run(["new"] + wrong, in: folder.url).exitCode == 64)
      }
    }
  }
}
