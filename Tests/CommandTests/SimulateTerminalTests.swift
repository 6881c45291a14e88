import Foundation
import Testing

/// Keys as a terminal sends them.
private enum Keys {
  static let up = "\u{1B}[A"
  static let left = "\u{1B}[D"
  static let home = "\u{1B}[H"
  static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }
}

@Suite("statechart simulate, in a terminal")
struct SimulateTerminalTests {
  private static let chart = "Docs/examples/sign-in-with-code.yaml"

  /// Walks to the question for the address, types keys, and gives the address that the chart got.
  private func address(typing keys: String) throws -> String? {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let chart = BuiltCommand.root.appendingPathComponent(Self.chart).path
    let terminal = try TestTerminal(["simulate", chart], in: scratch.url)
    try terminal.type("1\r")
    try terminal.type("\(keys)\r", after: "address: ")
    try terminal.type("save walk.jsonl\r")
    try terminal.type("q\r")
    #expect(try terminal.exitCode() == 0)
    let line = try scratch.text(of: "walk.jsonl")
    let step = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return (step?["data"] as? [String: Any])?["address"] as? String
  }

  @Test(
    "keys edit the line, and nothing of their sequences becomes a value",
    arguments: [
      ("ada@x\(Keys.left)Z", "ada@Zx"), ("da@x\(Keys.home)a", "ada@x"), ("ada@xy\u{7F}", "ada@x"),
      ("wrong\u{15}ada@x", "ada@x"), ("a \u{1B}[5~\u{1B}[15~\u{1B}OP\u{1B}[1;2Pb", "a b"),
      ("ünï\(Keys.left)\u{7F}日本", "ü日本ï"), (Keys.paste("ada@x\n"), "ada@x"),
      (Keys.paste("a\nq\tb"), "a q b"), ("\u{07}\u{00}a\u{1B}", "a"),
    ])
  func editing(keys: String, typed: String) throws {
    #expect(try address(typing: keys) == typed)
  }

  @Test("the up arrow brings back the lines of this session")
  func history() throws {
    let terminal = try TestTerminal(["simulate", Self.chart])
    try terminal.type("t 3s\r")
    try terminal.wait(for: "0:03  Now in")
    try terminal.type(Keys.up + "\r")
    try terminal.wait(for: "0:06  Now in")
    try terminal.type("\u{04}")
    #expect(try terminal.exitCode() == 0)
  }

  @Test("a secret is not shown while it is typed, and not brought back")
  func secret() throws {
    let terminal = try TestTerminal(["simulate", Self.chart])
    try terminal.type("1\r")
    try terminal.type("ada@x\r", after: "address: ")
    try terminal.type("1\r")
    try terminal.type("1\r")
    try terminal.type("4711\r", after: "code: ")
    try terminal.type("2\r")
    try terminal.wait(for: "showError")
    #expect(!terminal.screen.contains("4711"))
    try terminal.type("1\r")
    try terminal.type(Keys.up + "\r", after: "code: ")
    try terminal.wait(for: "Back again")
  }

  @Test("a signal that ends the command sets the terminal back", arguments: [SIGTERM, SIGINT, SIGHUP])
  func signals(signal: Int32) throws {
    let terminal = try TestTerminal(["simulate", Self.chart])
    #expect(terminal.isUsual)
    try terminal.wait(for: "> ")
    #expect(!terminal.isUsual)
    #expect(try terminal.end(with: signal) == signal)
    #expect(terminal.isUsual)
    #expect(terminal.screen.hasSuffix("\u{1B}[?2004l"))
  }

  @Test("the terminal is as before when the command ends by itself")
  func quit() throws {
    let terminal = try TestTerminal(["simulate", Self.chart])
    try terminal.type("q\r")
    #expect(try terminal.exitCode() == 0)
    #expect(terminal.isUsual)
  }

  @Test("lines are broken between words at the width of the terminal")
  func width() throws {
    let terminal = try TestTerminal(["simulate", Self.chart], columns: 40)
    try terminal.wait(for: "> ")
    let lines = TestTerminal.plain(terminal.screen).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines)")
    #expect(lines.contains("A person types an e-mail address, gets a"))
    #expect(lines.contains("six-digit code by mail, and types it in."))
  }

  @Test("colors are those of lint, in a terminal only and not with NO_COLOR")
  func colors() throws {
    let terminal = try TestTerminal(["simulate", Self.chart], color: true)
    try terminal.wait(for: "> ")
    #expect(terminal.screen.contains("\u{1B}[1mSign-in with a code\u{1B}[0m"))
    #expect(terminal.screen.contains("\u{1B}[1;36m1  \u{1B}[0m"))
    let plain = try TestTerminal(["simulate", Self.chart])
    try plain.wait(for: "> ")
    #expect(!plain.screen.contains("\u{1B}[1m"))
  }
}
