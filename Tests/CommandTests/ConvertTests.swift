import Foundation
import Testing

@Suite("statechart convert")
struct ConvertTests {
  private let document = """
    <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" name="door">
      <state id="shut">
        <invoke id="kid"><content><scxml version="1.0"><final id="f"/></scxml></content></invoke>
        <transition event="open" cond="!In('ajar')" target="ajar"/>
      </state>
      <state id="ajar"/>
    </scxml>
    """

  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try body(folder.url)
  }

  @Test("a document and the charts inside it are written, run, and converted back")
  func roundTrip() throws {
    try inFolder { folder in
      try Data(document.utf8).write(to: folder.appendingPathComponent("door.scxml"))
      let first = try BuiltCommand.run(["convert", "door.scxml", "-o", "door.yaml"], in: folder)
      #expect(first.exitCode == 0, "\(first.errors)")
      #expect(try BuiltCommand.run(["lint", "door.yaml", "door-kid.yaml"], in: folder).exitCode == 0)
      let run = try BuiltCommand.run(
        ["simulate", "door.yaml", "--jsonl"], input: "{\"event\":\"unknown\"}\n{\"event\":\"open\"}\n",
        in: folder)
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 3 && lines[1].contains("\"ignored\"") && lines[2].contains("[\"ajar\"]"))
      let back = try BuiltCommand.run(["convert", "door.yaml", "--output", "again.scxml"], in: folder)
      #expect(back.exitCode == 0, "\(back.errors)")
      let again = try BuiltCommand.run(["convert", "again.scxml", "-o", "again.yaml"], in: folder)
      #expect(again.exitCode == 0, "\(again.errors)")
    }
  }

  @Test("what cannot be carried over is named with its line, and the exit code is 1")
  func losses() throws {
    try inFolder { folder in
      let text = document.replacing("!In('ajar')", with: "Math.random() &lt; 1")
      try Data(text.utf8).write(to: folder.appendingPathComponent("door.scxml"))
      let outcome = try BuiltCommand.run(["convert", "door.scxml", "-o", "door.yaml"], in: folder)
      #expect(outcome.exitCode == 1)
      #expect(outcome.errors.contains("door.scxml:4:5: lost: "))
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("door.yaml").path))
    }
  }

  @Test("a file with mistakes exits with 1, one that is not there with 2, wrong usage with 64")
  func failures() throws {
    try inFolder { folder in
      let bomb = "<!DOCTYPE a [<!ENTITY b \"&c;&c;\">]><scxml>&b;</scxml>"
      try Data(bomb.utf8).write(to: folder.appendingPathComponent("bad.scxml"))
      let outcome = try BuiltCommand.run(["convert", "bad.scxml"], in: folder)
      #expect(
        outcome.exitCode == 1 && outcome.output.isEmpty && outcome.errors.contains("bad.scxml:1:1: error: "))
      #expect(try BuiltCommand.run(["convert", "none.scxml"], in: folder).exitCode == 2)
      #expect(try BuiltCommand.run(["convert", "none.yaml"], in: folder).exitCode == 2)
      #expect(try BuiltCommand.run(["convert", "a.txt"], in: folder).exitCode == 64)
      #expect(try BuiltCommand.run(["convert", "a.scxml", "-o", "b.scxml"], in: folder).exitCode == 64)
    }
  }
}
