import Foundation
import TestExtent
import Testing

@Suite("What commands do where nothing can be written or read")
struct OutputTests {
  private static let chart = "charts/fxa-authentication.yaml"
  static let commands = [
    "--help", "--version", "lint --help", "help docs", "lint \(chart) --format json",
    "lint \(chart) --format sarif",
    "diagram \(chart)", "simulate \(chart) --jsonl", "simulate \(chart)",
    "simulate \(chart) --replay Docs/examples/fxa-sign-in.jsonl", "rules", "explain unknown-target", "schema",
    "generate \(chart)", "convert Docs/examples/sign-in-with-code.yaml", "try",
  ]

  @Test(
    "a full standard output ends a command with 2 and a word about it",
    arguments: TestExtent.of(commands, every: 3))
  func full(command: String) throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let outcome = try BuiltCommand.shell(
      "statechart \(command) < /dev/null > /dev/full", in: BuiltCommand.root)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("The result cannot be written to the standard output."))
  }

  @Test(
    "a closed standard output ends a command with 2 and a word about it",
    arguments: TestExtent.of(commands + ["docs", "lint"], every: 3, at: 1))
  func closed(command: String) throws {
    let outcome = try BuiltCommand.shell("statechart \(command) < /dev/null >&-", in: BuiltCommand.root)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("The standard output is closed"))
  }

  @Test("a closed standard input is no empty one, and a link to itself is told as such")
  func unreadable() throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let closed = try BuiltCommand.shell("statechart lint - <&-", in: folder.url)
    #expect(closed.exitCode == 2 && closed.errors.contains("The input `<stdin>` is closed."))
    let link = try BuiltCommand.shell("ln -s a.yaml a.yaml; statechart lint a.yaml", in: folder.url)
    #expect(link.exitCode == 2 && link.errors.contains("The link `a.yaml` leads back to itself."))
  }

  @Test("closed standard input and standard error are no files of somebody else")
  func closedOthers() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write("statechart: 1\nid: a\ninitial: b\nstates: { b: { on: { go: c } } }\n", to: "a.yaml")
    let outcome = try BuiltCommand.shell("statechart lint --fix a.yaml <&- 2>&-", in: scratch.url)
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("`c` is not a state."))
  }

  @Test(
    "a word that is no command is told the near one",
    arguments: [("lnit", "lint"), ("help simulat", "simulate"), ("diagramm", "diagram")])
  func unknownCommand(word: String, near: String) throws {
    let outcome = try BuiltCommand.run(word.split(separator: " ").map(String.init))
    #expect(outcome.exitCode == 64)
    #expect(outcome.errors.contains("Did you mean `\(near)`?"))
    #expect(try BuiltCommand.run(["xyzzy"]).errors.contains("The commands are try, new, preview, lint, "))
  }

  /// A file that is not UTF-8, or no file at all, by the exit code that every command gives.
  static let unusable: [(write: String, code: Int32)] = [
    (#"printf '\377\376s\0t\0' > a.yaml"#, 1), (#"printf 'id: caf\351' > a.yaml"#, 1),
    (#"printf '\037\213\010\000\000\000\003ab' > a.yaml"#, 1), (#"printf 'id: a\000b' > a.yaml"#, 1),
    ("printf '' > a.yaml", 1), ("printf 'a: [' > a.yaml", 1), ("mkdir a.yaml", 2), ("true", 2),
    ("head -c 4194305 /dev/zero > a.yaml", 2),
  ]

  @Test("a file that cannot be used gives the same exit code in every command", arguments: unusable)
  func sameExitCode(write: String, code: Int32) throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    _ = try BuiltCommand.shell(write, in: scratch.url)
    for command in ["lint", "diagram", "simulate --jsonl", "generate", "convert", "schema --check"] {
      let outcome = try BuiltCommand.shell("statechart \(command) a.yaml < /dev/null", in: scratch.url)
      #expect(outcome.exitCode == code, "\(command): \(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).isEmpty)
    }
  }

  @Test(
    "no difference of a page or of generated Swift holds a command for the log of a build",
    arguments: ["\n", "\r\n", "\r"])
  func hostileDifferences(lineBreak: String) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write("statechart: 1\nid: door\ninitial: shut\nstates: { shut: {} }\n", to: "door.yaml")
    let lines = [" ::error::one ##vso[two]", "\t::error::x", "section_start:1:a\r\u{1B}[0K"]
    let text = (["text"] + lines).joined(separator: lineBreak) + "\n"
    try folder.write(
      text + "<!-- statechart: door.yaml view=states -->\n<!-- /statechart -->\n", to: "page.md")
    try folder.write(text, to: "Door.swift")
    for command in ["docs --check page.md", "generate --check door.yaml -o Door.swift"] {
      let outcome = try BuiltCommand.run(command.split(separator: " ").map(String.init), in: folder.url)
      #expect(outcome.exitCode == 1 && outcome.output.contains("section_start"), "\(command): \(outcome)")
      #expect(outcome.runnerCommands == [], "\(command)")
    }
  }
}
