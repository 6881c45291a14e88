import Foundation
import Testing

@Suite("statechart lint")
struct LintCommandTests {
  private static let good = "statechart: 1\nid: door\ninitial: open\nstates:\n  open: { type: final }\n"
  private static let wrong = "statechart: 1\nid: door\ninitial: opn\nstates:\n  open: { type: final }\n"
  private static let doubtful =
    "statechart: 1\nid: door\ntitle: off\ninitial: open\nstates:\n  open: { type: final }\n"

  private func run(
    _ arguments: String..., files: [String: String] = [:], input: String = "",
    environment: [String: String] = [:]
  ) throws -> BuiltCommand.Outcome {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    for (path, text) in files { try folder.write(text, to: path) }
    return try BuiltCommand.run(["lint"] + arguments, input: input, in: folder.url, environment: environment)
  }

  @Test(
    "a file whose name looks like options is refused, and no help is printed",
    arguments: ["lint", "format --check"])
  func fileLikeOptions(command: String) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write("statechart: 1\n", to: "-dash.yaml")
    let outcome = try BuiltCommand.run(
      command.split(separator: " ").map(String.init) + ["-dash.yaml"], in: folder.url)
    #expect(
      outcome.exitCode == 64 && outcome.output == "" && outcome.errors.contains("`./-dash.yaml`"),
      "\(outcome)")
  }

  @Test("the shipped charts have no finding, notes included")
  func shipped() throws {
    let outcome = try BuiltCommand.run(["lint", "charts"])
    #expect(outcome.output == "")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.hasSuffix("charts checked, nothing found\n"))
  }

  @Test("without a path the folder charts is checked, and nothing else")
  func defaultPath() throws {
    let outcome = try run(files: [
      "charts/a.yaml": Self.good, "charts/b/c.yml": Self.good, "d.yaml": Self.wrong,
    ])
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors == "2 charts checked, nothing found\n")
    for path in [".", "./charts", "./charts/a.yaml"] {
      let told = try run(path, "--format", "short", files: ["charts/a.yaml": Self.wrong])
      #expect(told.output.hasPrefix("charts/a.yaml:3:10: "), "\(path)")
    }
  }

  @Test("an error is told with its place and ends the run with 1")
  func error() throws {
    let outcome = try run("a.yaml", files: ["a.yaml": Self.wrong])
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.hasPrefix("a.yaml:3:10: error: `opn` is not a state. [unknown-target]\n"))
    #expect(outcome.output.contains("   3 | initial: opn\n     |          ^~~\n"))
    #expect(outcome.output.contains("help: Did you mean `open`?"))
    #expect(outcome.errors == "1 chart checked: 1 error\n")
  }

  @Test("warnings do not fail the run unless asked to")
  func strict() throws {
    let files = ["a.yaml": Self.doubtful]
    #expect(try run("a.yaml", files: files).exitCode == 0)
    let outcome = try run("a.yaml", "--strict", files: files)
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("warning: "))
  }

  @Test("quiet leaves out the summary, not the findings")
  func quiet() throws {
    let outcome = try run("a.yaml", "--quiet", files: ["a.yaml": Self.wrong])
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("unknown-target"))
  }

  @Test("JSON is one array with the findings of all files, in their order")
  func json() throws {
    let outcome = try run(
      "b.yaml", "a.yaml", "--format", "json", files: ["a.yaml": Self.wrong, "b.yaml": Self.doubtful])
    #expect(outcome.exitCode == 1)
    let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let objects = try #require(parsed as? [[String: Any]])
    #expect(objects.map { $0["rule"] as? String } == ["unquoted-scalar", "unknown-target"])
    let finding = try #require(objects.last)
    #expect(finding["file"] as? String == "a.yaml")
    #expect(finding["severity"] as? String == "error")
    let place = ["line", "column", "endLine", "endColumn"].map { finding[$0] as? Int }
    #expect(place == [3, 10, 3, 13])
    for key in ["message", "help"] { #expect((finding[key] as? String)?.isEmpty == false) }
    let fix = try #require(finding["fix"] as? [String: Any])
    #expect(fix["replacement"] as? String == "open")
  }

  @Test("no finding in JSON is an empty array")
  func emptyJSON() throws {
    #expect(try run("a.yaml", "--format", "json", files: ["a.yaml": Self.good]).output == "[]\n")
  }

  @Test("the standard input is read for -, under the name that is given")
  func standardInput() throws {
    #expect(try run("-", input: Self.wrong).output.hasPrefix("<stdin>:3:10: "))
    let named = try run("-", "--stdin-name", "sign-in.yaml", input: Self.wrong)
    #expect(named.output.hasPrefix("sign-in.yaml:3:10: "))
    #expect(named.exitCode == 1)
    #expect(try run("-", input: Self.good).exitCode == 0)
  }

  @Test("what cannot be read is told and ends the run with 2, the rest is checked all the same")
  func unreadable() throws {
    let files = ["a.yaml": Self.wrong, "empty/notes.txt": "x"]
    let outcome = try run("missing.yaml", "empty", "no*.yaml", "a.yaml", files: files)
    #expect(outcome.exitCode == 2)
    #expect(
      outcome.errors.contains(
        "error: `missing.yaml` does not exist (paths are relative to the current folder).\n"))
    #expect(outcome.errors.contains("error: The folder `empty` has no charts"))
    #expect(outcome.errors.contains("error: No file matches the pattern `no*.yaml`.\n"))
    #expect(outcome.output.hasPrefix("a.yaml:3:10: error: "))
    #expect(try run("a", files: files).errors.contains("  help: Did you mean `a.yaml`?\n"))
    let nothing = try run()
    #expect(nothing.exitCode == 2)
    #expect(
      nothing.errors
        == "error: The current folder has no folder `charts`.\n"
        + "  help: Write the path of a chart or of a folder: statechart lint PATH\n"
    )
  }

  @Test("wrong usage ends with 64")
  func usage() throws {
    #expect(try run("--nonsense").exitCode == 64)
    #expect(try run("--format", "xml").exitCode == 64)
    #expect(try run("--strict", "--fail-level", "error").exitCode == 64)
    #expect(try run("--fix", "--diff").exitCode == 64)
    #expect(try run("a.yaml", "--stdin-name", "b.yaml", files: ["a.yaml": Self.good]).exitCode == 64)
    let unknown = try run("--only", "unknown-target,unused-evnt")
    #expect(unknown.exitCode == 64)
    #expect(unknown.errors.contains("`unused-evnt` is not a rule. Did you mean `unused-event`?"))
    #expect(try run("--skip", "unknown-target").errors.contains("cannot be skipped"))
  }

  @Test("colours are used when asked for, whatever the environment says")
  func color() throws {
    let files = ["a.yaml": Self.wrong]
    let always = try run("a.yaml", "--color", "always", files: files, environment: ["NO_COLOR": "1"])
    #expect(always.output.contains("\u{1B}[1;31merror:\u{1B}[0m"))
    #expect(try !run("a.yaml", files: files).output.contains("\u{1B}"), "not a terminal")
  }

  @Test("charts inside a chart are looked for beside it")
  func children() throws {
    let parent = """
      statechart: 1
      id: parent
      initial: open
      states:
        open:
          invoke: { chart: inner/child.yaml }

      """
    let found = try run("charts", files: ["charts/a.yaml": parent, "charts/inner/child.yaml": Self.good])
    #expect(found.exitCode == 0, "\(found.output)")
    let missing = try run("charts", files: ["charts/a.yaml": parent])
    #expect(missing.output.hasPrefix("charts/a.yaml:6:22: error: "))
    #expect(missing.output.contains("[unknown-chart]"))
  }

  @Test("every listed rule can be explained, also from a pasted finding")
  func explain() throws {
    let list = try BuiltCommand.run(["rules"]).output
    #expect(list.contains("unknown-target"))
    let page = try BuiltCommand.run(["explain", "unknown-target"])
    #expect(page.exitCode == 0)
    #expect(page.output.contains("Why it matters: "))
    let pasted = try BuiltCommand.run([
      "explain", "a.yaml:3:10: error: `opn` is not a state. [unknown-target]",
    ])
    #expect(pasted.output == page.output)
    let lines = "a.yaml:3:10: error: `opn` is not a state. [unknown-target] \n   3 | initial: opn\n"
    #expect(try BuiltCommand.run(["explain", lines]).output == page.output)
    #expect(try BuiltCommand.run(["explain", "nonsense"]).exitCode == 64)
    let configuration = try BuiltCommand.run(["explain", "configuration"])
    #expect(configuration.output.contains("fail-level: warning"))
    let inConfiguration = ".statechart.yaml:1:1: error: The key `rule` is not allowed here. [configuration]"
    #expect(try BuiltCommand.run(["explain", inConfiguration]).output == configuration.output)
  }

  @Test("several rules are explained one after the other, each once, also from the standard input")
  func explainSeveral() throws {
    let pages = try ["unused-event", "unknown-key"].map { try BuiltCommand.run(["explain", $0]).output }
    let both = pages.joined(separator: "\n")
    #expect(try BuiltCommand.run(["explain", "unused-event, unknown-key"]).output == both)
    #expect(try BuiltCommand.run(["explain", "unused-event", "unknown-key", "unused-event"]).output == both)
    let findings = "a.yaml:1:1: warning: X. [unused-event]\na.yaml:2:1: error: Y. [unknown-key]\n"
    #expect(try BuiltCommand.run(["explain", findings]).output == both)
    #expect(both.contains("(error, Keys and values)"))
    // What `lint` writes of a clean run has nothing to explain; a slip on the standard input is told as on the line.
    for clean in ["", "[]\n", "2 charts checked, nothing found\n"] {
      let outcome = try BuiltCommand.run(["explain", "-"], input: clean)
      #expect(outcome.exitCode == 0 && outcome.output.isEmpty)
    }
    #expect(try BuiltCommand.run(["explain", "-"], input: "unknwon-target foo\n").exitCode == 64)
    let wrong = try BuiltCommand.run(["explain", "unused-event, unknown-kye"])
    #expect(wrong.exitCode == 64 && wrong.errors.contains("Did you mean `unknown-key`?"))
    #expect(try BuiltCommand.run(["explain", "shape"]).errors.contains("is a family of rules"))
  }

  @Test("a finding is explained in whatever format it was written", arguments: ["github", "json", "sarif"])
  func explainFormat(format: String) throws {
    let page = try BuiltCommand.run(["explain", "unknown-target"]).output
    let written = try run("a.yaml", "--format", format, files: ["a.yaml": Self.wrong]).output
    // Of SARIF, only the result: before it stand all rules.
    let found = written.split(separator: "\n").filter { format != "sarif" || $0.contains("ruleId") }
    #expect(try BuiltCommand.run(["explain", found.joined(separator: "\n")]).output == page)
  }

  @Test("what does nothing in a configuration is told, and fails a strict run")
  func idleConfiguration() throws {
    let path = "paths: [{ path: charts/olld, rules: { unused-event: off } }]\n"
    let idle = ["charts/a.yaml": Self.good, ".statechart.yaml": path]
    let told = try run("charts", files: idle)
    #expect(told.exitCode == 0)
    #expect(
      told.errors.hasPrefix(
        ".statechart.yaml:1:17: warning: The path `charts/olld` matches no chart. [configuration]\n"))
    #expect(try run("charts", "--strict", files: idle).exitCode == 1)
    let other = [
      "charts/a.yaml": Self.good, "charts/b/c.yaml": Self.good, "charts/.statechart.yml": "rules: {}\n",
    ]
    let notRead = try run("charts", files: other)
    #expect(notRead.exitCode == 0)
    #expect(
      notRead.errors.hasPrefix(
        "charts/.statechart.yml:1:1: warning: This file is ignored. The configuration file must be named `.statechart.yaml`. [configuration]\n"
      ))
    #expect(notRead.errors.split(separator: "[configuration]").count == 2, "told once")
    #expect(try run("charts", "--fail-level", "warning", files: other).exitCode == 1)
    #expect(try run("charts", "--strict", files: ["charts/a.yaml": Self.good]).exitCode == 0)
  }

  @Test("--fix fixes the file, reports the rest, and leaves a correct chart alone")
  func fix() throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let text = Self.wrong.replacing("id: door", with: "id: door # ours\nextra: 1")
    try folder.write(text, to: "a.yaml")
    try folder.write(Self.good, to: "b.yaml")
    func read(_ path: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.url.appendingPathComponent(path)), as: UTF8.self)
    }
    let diff = try BuiltCommand.run(["lint", "a.yaml", "b.yaml", "--diff"], in: folder.url)
    #expect(diff.exitCode == 1)
    #expect(diff.output.hasPrefix("--- a/a.yaml\n+++ b/a.yaml\n"))
    #expect(diff.output.contains("\n-initial: opn\n+initial: open\n"))
    let hint = "run it without --diff to see the findings that --fix cannot fix\n"
    #expect(diff.errors == "2 charts checked: 2 errors\n--fix would make 1 change\n" + hint)
    #expect(try read("a.yaml") == text)
    let fixed = try BuiltCommand.run(["lint", "a.yaml", "b.yaml", "--fix"], in: folder.url)
    #expect(fixed.exitCode == 1)
    #expect(fixed.output.hasPrefix("a.yaml:3:1: error: `extra` is not allowed at the top level of a chart."))
    #expect(fixed.errors == "2 charts checked: 1 error, 1 fixed\n")
    #expect(try read("a.yaml") == text.replacing("opn", with: "open"))
    #expect(try read("b.yaml") == Self.good)
    try folder.write(Self.wrong, to: "a.yaml")
    #expect(try BuiltCommand.run(["lint", "a.yaml", "--fix"], in: folder.url).exitCode == 0)
    let clean = try BuiltCommand.run(["lint", "a.yaml", "--diff"], in: folder.url)
    #expect(clean.exitCode == 0 && clean.errors == "1 chart checked, nothing found\n")
    try folder.write("extra: 1\n" + Self.good, to: "a.yaml")
    let unfixable = try BuiltCommand.run(["lint", "a.yaml", "--diff"], in: folder.url)
    #expect(unfixable.exitCode == 1 && unfixable.output.isEmpty)
    #expect(unfixable.errors == "1 chart checked: 1 error\n" + hint)
    let fixable = try BuiltCommand.run(["lint", "-", "--diff"], input: Self.wrong, in: folder.url)
    #expect(fixable.errors == "1 chart checked: 1 error\n--fix would make 1 change\n")
  }

  @Test(
    "a difference holds no command for the log of a build, and a name stays in its line",
    arguments: ["\n", "\r\n", "\r"])
  func hostileDifference(lineBreak: String) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let text = """
      statechart: 1
      id: door
      title: "x
       ::error::one ##vso[two]
       section_start:1:a\r\u{1B}[0K
       ##teamcity[three]"
      initial: shut
      states: { shut: { title: Shut, on: { go: Shut } } }

      """
    try folder.write(text.replacing("\n", with: lineBreak), to: "a\n::error::b.yaml")
    let diff = try BuiltCommand.run(["lint", ".", "--diff"], in: folder.url)
    #expect(
      diff.output.hasPrefix("--- \"a/a\\012::error::b.yaml\"\n+++ \"b/a\\012::error::b.yaml\"\n@@"), "\(diff)"
    )
    #expect(diff.runnerCommands == [])
    #expect(diff.output.contains("##teamcity<U+005B>three]"))
    #expect(diff.output.contains("on: { go: shut }"))
  }

  @Test("a file with a long name is fixed, one that is read-only is left alone")
  func names() throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let long = String(repeating: "n", count: 250) + ".yaml"
    try folder.write(Self.wrong, to: long)
    #expect(try BuiltCommand.run(["lint", long, "--fix"], in: folder.url).exitCode == 0)
    let link = folder.url.appendingPathComponent("a.yaml").path
    try folder.write(Self.wrong, to: "a.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: link)
    let readOnly = try BuiltCommand.run(["lint", "a.yaml", "--fix"], in: folder.url)
    #expect(readOnly.exitCode == 2)
    #expect(readOnly.errors.contains("error: The file `a.yaml` is read-only, so it was not changed.\n"))
    #expect(readOnly.output.contains("unknown-target"))
  }

  @Test("--fix of the standard input writes the fixed text, and the findings to the standard error")
  func fixStandardInput() throws {
    let outcome = try run("-", "--fix", input: "extra: 1\n" + Self.wrong)
    #expect(outcome.output == "extra: 1\n" + Self.wrong.replacing("opn", with: "open"))
    #expect(
      outcome.errors.contains("<stdin>:1:1: error: `extra` is not allowed at the top level of a chart."))
    #expect(try run("-", "--fix", input: Self.good).output == Self.good)
  }

  @Test("rules are chosen and left out, and a fail level set")
  func selection() throws {
    let files = ["a.yaml": Self.doubtful]
    #expect(try run("a.yaml", "--skip", "unquoted-scalar", "--strict", files: files).exitCode == 0)
    #expect(
      try run("a.yaml", "--only", "unused-event,unquoted-scalar", files: files).output.contains(
        "unquoted-scalar"))
    #expect(try run("a.yaml", "--only", "unused-event", files: files).output.isEmpty)
    #expect(try run("a.yaml", "--only", "", files: files).exitCode == 64)
    #expect(try run("a.yaml", "--fail-level", "warning", files: files).exitCode == 1)
    #expect(try run("a.yaml", "--fail-level", "error", files: files).exitCode == 0)
    let hidden = try run("a.yaml", "--only", "unused-event", files: ["a.yaml": Self.wrong])
    #expect(hidden.exitCode == 1)
    #expect(hidden.errors == "1 chart checked: 1 error from other rules\n")
  }

  @Test("formats for one line, for GitHub and for code scanning")
  func formats() throws {
    let files = ["a.yaml": Self.wrong]
    #expect(
      try run("a.yaml", "--format", "short", files: files).output
        == "a.yaml:3:10: error: `opn` is not a state. [unknown-target]\n")
    #expect(
      try run("a.yaml", "--format", "github", files: files).output
        == "::error file=a.yaml,line=3,endLine=3,col=10,endColumn=12,title=unknown-target"
        + "::`opn` is not a state.%0ADid you mean `open`? Otherwise add a state `opn`.\n")
    let sarif = try run("a.yaml", "missing.yaml", "--format", "sarif", files: files)
    #expect(sarif.exitCode == 2)
    let log = try #require(try JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect((run["results"] as? [Any])?.count == 1)
    #expect((run["invocations"] as? [[String: Any]])?.first?["executionSuccessful"] as? Bool == false)
  }

  @Test("the nearest configuration counts, or the one that is named; one with mistakes ends the run with 2")
  func configuration() throws {
    let chart =
      "statechart: 1\nid: door\nevents: { go: , lock: }\ninitial: open\nstates: { open: { on: { go: open } } }\n"
    let files = [
      ".statechart.yaml": "rules: { unused-event: off }\n", "a.yaml": chart, "s/t/b.yaml": chart,
      "s/.statechart.yaml": "rules: { unused-event: error }\n", "other.yaml.txt": "fail-level: note\n",
      "broken/.statechart.yaml": "rules: { unused-evnt: off }\n", "broken/c.yaml": chart,
    ]
    #expect(try run("a.yaml", files: files).output.isEmpty)
    let near = try run("s", files: files)
    #expect(near.exitCode == 1)
    #expect(near.output.hasPrefix("s/t/b.yaml:3:17: error: "))
    let named = try run("s", "--config", "other.yaml.txt", files: files)
    #expect(named.output.contains("warning: "))
    #expect(named.exitCode == 1)
    let broken = try run("broken", files: files)
    #expect(broken.exitCode == 2)
    #expect(
      broken.errors.contains(
        "broken/.statechart.yaml:1:10: error: `unused-evnt` is not a rule of the linter."))
    #expect(broken.errors.contains("help: Did you mean `unused-event`?"))
    #expect(try run("a.yaml", "--config", "missing", files: files).exitCode == 2)
    #expect(try run("a.yaml", "--only", "unused-event", files: files).output.contains("[unused-event]"))
    #expect(try run("-", "--stdin-name", "s/x.yaml", files: files, input: chart).exitCode == 1)
  }

  @Test("a pipe that nobody writes to is told as no file, whatever command is given it")
  func pipe() throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    for command in [
      "lint pipe.yaml", "diagram pipe.yaml", "simulate pipe.yaml", "docs pipe.yaml",
      "schema --check pipe.yaml",
    ] {
      let outcome = try BuiltCommand.shell(
        "[ -p pipe.yaml ] || mkfifo pipe.yaml; statechart \(command)", in: folder.url)
      #expect(outcome.exitCode == 2, "\(command)")
      #expect(outcome.errors.contains("`pipe.yaml` is not a file."), "\(command): \(outcome.errors)")
    }
  }
}
