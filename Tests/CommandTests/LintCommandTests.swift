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
  }

  @Test("an error is told with its place and ends the run with 1")
  func error() throws {
    let outcome = try run("a.yaml", files: ["a.yaml": Self.wrong])
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.hasPrefix("a.yaml:3:10: error: There is no state `opn`. [unknown-target]\n"))
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
    #expect(outcome.errors.contains("error: There is no file `missing.yaml`.\n"))
    #expect(outcome.errors.contains("error: The folder `empty` has no charts"))
    #expect(outcome.errors.contains("error: No file fits the pattern `no*.yaml`.\n"))
    #expect(outcome.output.hasPrefix("a.yaml:3:10: error: "))
    #expect(try run().exitCode == 2, "no folder charts")
  }

  @Test("wrong usage ends with 64")
  func usage() throws {
    #expect(try run("--nonsense").exitCode == 64)
    #expect(try run("--format", "xml").exitCode == 64)
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
      "explain", "a.yaml:3:10: error: There is no state `opn`. [unknown-target]",
    ])
    #expect(pasted.output == page.output)
    #expect(try BuiltCommand.run(["explain", "nonsense"]).exitCode == 64)
  }
}
