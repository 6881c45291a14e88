import Foundation
import StatechartsModel
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
      let again = try BuiltCommand.run(["convert", "again.scxml", "-o", "again.yaml", "--force"], in: folder)
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

  @Test(
    "a file that lies where an invoked chart would go is left as it is, and nothing is written without --force"
  )
  func existingFiles() throws {
    try inFolder { folder in
      try Data(document.utf8).write(to: folder.appendingPathComponent("door.scxml"))
      try Data("mine".utf8).write(to: folder.appendingPathComponent("door-kid.yaml"))
      let refused = try BuiltCommand.run(["convert", "door.scxml", "-o", "door.yaml"], in: folder)
      #expect(refused.exitCode == 2 && refused.errors.contains("`door-kid.yaml`"))
      #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("door.yaml").path))
      let kid = folder.appendingPathComponent("door-kid.yaml")
      #expect(try String(contentsOf: kid, encoding: .utf8) == "mine")
      let forced = try BuiltCommand.run(["convert", "door.scxml", "-o", "door.yaml", "--force"], in: folder)
      #expect(forced.exitCode == 0, "\(forced.errors)")
      #expect(try String(contentsOf: kid, encoding: .utf8) != "mine")
      let both = try BuiltCommand.run(["convert", "door.scxml", "-o", "door.yaml"], in: folder)
      #expect(both.exitCode == 2)
      #expect(
        both.errors.hasSuffix(
          "error: `door-kid.yaml`, `door.yaml` already exist, so nothing was written. Move them away, or use --force.\n"
        ), "\(both.errors)")
    }
  }

  @Test(
    "the named file is left as it is without --force, even if it is empty",
    arguments: [
      ("door.mmd", "out.yaml", "mine"), ("door.yaml", "out.scxml", "mine"), ("door.mmd", "out.yaml", ""),
    ])
  func existingOutput(file: String, output: String, text: String) throws {
    try inFolder { folder in
      try Data("stateDiagram-v2\n  [*] --> shut\n".utf8).write(to: folder.appendingPathComponent("door.mmd"))
      try Data("statechart: 1\nid: door\ninitial: shut\nstates:\n  shut: {}\n".utf8)
        .write(to: folder.appendingPathComponent("door.yaml"))
      let place = folder.appendingPathComponent(output)
      try Data(text.utf8).write(to: place)
      let refused = try BuiltCommand.run(["convert", file, "-o", output], in: folder)
      #expect(refused.exitCode == 2)
      #expect(
        refused.errors.hasSuffix(
          "error: `\(output)` already exists, so nothing was written. Move it away, or use --force.\n"),
        "\(refused.errors)")
      #expect(try String(contentsOf: place, encoding: .utf8) == text)
      let forced = try BuiltCommand.run(["convert", file, "-o", output, "--force"], in: folder)
      #expect(forced.exitCode == 0, "\(forced.errors)")
      #expect(try String(contentsOf: place, encoding: .utf8).contains("shut"))
    }
  }

  @Test("without --output nothing is printed where more than one file would be written")
  func standardOutput() throws {
    try inFolder { folder in
      try Data(document.utf8).write(to: folder.appendingPathComponent("door.scxml"))
      let outcome = try BuiltCommand.run(["convert", "door.scxml"], in: folder)
      #expect(outcome.exitCode == 1 && outcome.output.isEmpty && outcome.errors.contains("--output"))
    }
  }

  @Test("a document whose chart lint would refuse is not converted, and the state is named with its place")
  func refusedCharts() throws {
    try inFolder { folder in
      // Deep enough for the text of the chart, though not for one `if` alone.
      let others = String(repeating: "<elseif cond='true'/><log expr='1'/>", count: 59)
      let block = "<onentry><log expr='0'/><if cond='true'>\(others)</if></onentry>"
      let text = document.replacing("<state id=\"ajar\"/>", with: "<state id=\"ajar\">\(block)</state>")
      try Data(text.utf8).write(to: folder.appendingPathComponent("door.scxml"))
      let outcome = try BuiltCommand.run(["convert", "door.scxml", "-o", "door.yaml"], in: folder)
      #expect(outcome.exitCode == 1 && outcome.output.isEmpty)
      #expect(
        outcome.errors.contains("door.scxml:6:3: error: State `ajar` cannot be converted:"), "\(outcome)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["door.scxml"])
      #expect(try BuiltCommand.run(["convert", "door.scxml"], in: folder).output.isEmpty)
    }
  }

  @Test("a child with data that it is not given becomes a chart that lint takes")
  func dataOfChildren() throws {
    try inFolder { folder in
      let inner = "<scxml version=\"1.0\"><datamodel><data id=\"q\"/></datamodel>"
      let text = document.replacing("<scxml version=\"1.0\">", with: inner)
      try Data(text.utf8).write(to: folder.appendingPathComponent("door.scxml"))
      let outcome = try BuiltCommand.run(["convert", "door.scxml", "-o", "door.yaml"], in: folder)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try BuiltCommand.run(["lint", "door.yaml", "door-kid.yaml"], in: folder).exitCode == 0)
    }
  }

  @Test("a document that runs itself is refused at the invoke, and nothing is written")
  func itself() throws {
    try inFolder { folder in
      let text = document.replacing(
        "<state id=\"ajar\"/>", with: "<state id=\"ajar\"><invoke src=\"door.scxml\"/></state>")
      try Data(text.utf8).write(to: folder.appendingPathComponent("door.scxml"))
      let outcome = try BuiltCommand.run(["convert", "door.scxml", "-o", "door.yaml"], in: folder)
      #expect(outcome.exitCode == 1)
      #expect(outcome.errors.contains("door.scxml:6:20: error: "), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("door.yaml").path))
    }
  }

  @Test("a document that a link leads to outside of the folder is not read, one inside is")
  func links() throws {
    try inFolder { folder in
      let kid = Data(
        "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'><final id='f'/></scxml>".utf8)
      let inner = folder.appendingPathComponent("inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try kid.write(to: folder.appendingPathComponent("out.scxml"))
      try kid.write(to: inner.appendingPathComponent("real.scxml"))
      for (link, target) in [("evil.scxml", "../out.scxml"), ("kid.scxml", "real.scxml")] {
        try FileManager.default.createSymbolicLink(
          atPath: inner.appendingPathComponent(link).path, withDestinationPath: target)
        let text = document.replacing(
          "<content><scxml version=\"1.0\"><final id=\"f\"/></scxml></content>", with: ""
        ).replacing(
          "id=\"kid\"", with: "src=\"\(link)\"")
        try Data(text.utf8).write(to: inner.appendingPathComponent("door.scxml"))
        let outcome = try BuiltCommand.run(
          ["convert", "inner/door.scxml", "-o", "inner/door-\(link).yaml"], in: folder)
        #expect((outcome.exitCode == 0) == (link == "kid.scxml"), "\(outcome.errors)")
        #expect(
          outcome.errors.contains("The document `evil.scxml` cannot be read.") == (link == "evil.scxml"))
      }
    }
  }

  @Test("a file name in capitals is one of its kind")
  func capitals() throws {
    try inFolder { folder in
      try Data("<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'><state id='a'/></scxml>".utf8)
        .write(to: folder.appendingPathComponent("DOOR.SCXML"))
      let outcome = try BuiltCommand.run(["convert", "DOOR.SCXML", "-o", "DOOR.YAML"], in: folder)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
  }

  @Test(
    "what SCXML cannot say is named with its line in the chart, and control characters never reach the XML")
  func linesOfCharts() throws {
    try inFolder { folder in
      let chart = """
        statechart: 1
        id: sample
        context:
          class: { type: string, initial: "'\\u0001'" }
          n: { type: any, input: true }
        initial: one
        states:
          one:
            title: One
            on:
              go: { guard: n > 1, target: one, actions: { log: "{ label: 'a\\u0002', value: class }" } }

        """
      try Data(chart.utf8).write(to: folder.appendingPathComponent("a.yaml"))
      let outcome = try BuiltCommand.run(["convert", "a.yaml", "-o", "a.scxml"], in: folder)
      #expect(outcome.exitCode == 1)
      for line in [
        "a.yaml:4:3: lost: `class`", "a.yaml:8:3: lost: SCXML has no titles",
        "a.yaml:11:20: may differ: `n > 1`",
      ] {
        #expect(outcome.errors.contains(line), "\(outcome.errors)")
      }
      let text = try String(contentsOf: folder.appendingPathComponent("a.scxml"), encoding: .utf8)
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
      #expect(text.contains("\\u0001"))
    }
  }

  @Test("of what is alike the first is named with the number of the others, and with --all each")
  func alikeLosses() throws {
    let short = try BuiltCommand.run(["convert", "charts/fxa-authentication.yaml"])
    let long = try BuiltCommand.run(["convert", "charts/fxa-authentication.yaml", "--all"])
    #expect(short.exitCode == 1 && long.exitCode == 1)
    #expect(short.output == long.output)
    let lines = short.errors.split(separator: "\n")
    let all = long.errors.split(separator: "\n")
    #expect(lines.count < 25 && all.count > 150)
    #expect(lines.last == "Use --all to see each with its location.")
    let handlers = all.filter { $0.contains("lost: SCXML has no handlers, so the action `") }
    let first = try #require(handlers.first)
    #expect(
      lines.filter { $0.contains("lost: SCXML has no handlers, so the action `") } == [
        "\(first) And \(handlers.count - 1) more like this."
      ])
    #expect(!long.errors.contains("--all") && !long.errors.contains("more like this"))
  }

  @Test("a Mermaid diagram becomes a chart that can be checked")
  func mermaid() throws {
    try inFolder { folder in
      let text = "stateDiagram-v2\n[*] --> shut\nshut --> open : opened\nopen --> shut : shut by hand\n"
      try Data(text.utf8).write(to: folder.appendingPathComponent("door.mmd"))
      let first = try BuiltCommand.run(["convert", "door.mmd", "-o", "door.yaml"], in: folder)
      #expect(first.exitCode == 0, "\(first.errors)")
      #expect(try BuiltCommand.run(["lint", "door.yaml"], in: folder).exitCode == 0)
      #expect(try BuiltCommand.run(["convert", "door.mmd", "-o", "door.scxml"], in: folder).exitCode == 64)
      try Data("graph TD\n".utf8).write(to: folder.appendingPathComponent("bad.mmd"))
      let bad = try BuiltCommand.run(["convert", "bad.mmd"], in: folder)
      #expect(bad.exitCode == 1 && bad.output.isEmpty && bad.errors.contains("bad.mmd:1:1: error: "))
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
