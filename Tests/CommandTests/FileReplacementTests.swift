import Foundation
import Testing

@testable import StatechartsFiles

@Suite("Files that commands write")
struct FileReplacementTests {
  private func inFolder(_ body: (ScratchFolder) throws -> Void) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try body(folder)
  }

  private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test(
    "what was saved after the command had read is kept",
    arguments: [("read", "edited"), (nil, "made meanwhile"), ("read", nil)] as [(String?, String?)])
  func savedMeanwhile(old: String?, now: String?) throws {
    try inFolder { folder in
      let path = folder.url.appendingPathComponent("a.yaml").path
      if let old { try folder.write(old, to: "a.yaml") }
      let file = try FileReplacement(reading: path)
      #expect(file.old == old.map { Array($0.utf8) })
      if let now {
        try folder.write(now, to: "a.yaml")
      } else {
        try FileManager.default.removeItem(atPath: path)
      }
      #expect(throws: FileReplacement.Refusal.self) { try file.check() }
      let refusal = #expect(throws: FileReplacement.Refusal.self) { try file.write(Array("new".utf8)) }
      #expect(refusal?.message.contains("`\(path)` was changed meanwhile") == true)
      #expect((try? read(path)) == now)
      // Nothing is left beside it.
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == (now == nil ? 0 : 1))
    }
  }

  @Test("a new file takes its place only while nobody else has made one, even a link that leads nowhere")
  func newFile() throws {
    try inFolder { folder in
      let path = folder.url.appendingPathComponent("a.yaml").path
      let beside = folder.url.appendingPathComponent("beside").path
      let file = FileReplacement(path, old: nil)
      func place() throws {
        try folder.write("new", to: "beside")
        try file.place(Array(beside.utf8CString), at: path)
      }
      try place()
      #expect(try read(path) == "new" && !FileManager.default.fileExists(atPath: beside))

      // After the last look at the file, and before it takes its place.
      try folder.write("made meanwhile", to: "a.yaml")
      let refusal = #expect(throws: FileReplacement.Refusal.self) { try place() }
      #expect(refusal?.message.contains("`\(path)` was changed meanwhile") == true)
      #expect(try read(path) == "made meanwhile")

      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
      #expect(throws: FileReplacement.Refusal.self) { try place() }
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "nowhere")
    }
  }

  @Test("a file with two names is not written, and neither has changed")
  func hardLinks() throws {
    try inFolder { folder in
      try folder.write("old", to: "a.yaml")
      let path = folder.url.appendingPathComponent("a.yaml").path
      let other = folder.url.appendingPathComponent("b.yaml").path
      try FileManager.default.linkItem(atPath: path, toPath: other)
      let refusal = #expect(throws: FileReplacement.Refusal.self) {
        try FileReplacement(reading: path).write(Array("new".utf8))
      }
      #expect(refusal?.message.contains("has 2 names") == true)
      #expect(try read(path) == "old" && read(other) == "old")
    }
  }

  @Test("a file that cannot be written is reported with what the system says")
  func reason() throws {
    let refusal = #expect(throws: FileReplacement.Refusal.self) {
      try FileReplacement("/proc/none/a.yaml", old: nil).write([])
    }
    #expect(refusal?.message == "The file `/proc/none/a.yaml` cannot be written: No such file or directory.")
  }

  @Test("a file that nobody touched is replaced, and a new one may be read by whom the user lets")
  func untouched() throws {
    try inFolder { folder in
      try folder.write("old", to: "a.yaml")
      for name in ["a.yaml", "b.yaml"] {
        let path = folder.url.appendingPathComponent(name).path
        try FileReplacement(reading: path).write(Array("new".utf8))
        #expect(try read(path) == "new")
      }
      try folder.write("", to: "made by the system")
      func mode(_ name: String) throws -> Int? {
        let path = folder.url.appendingPathComponent(name).path
        return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      }
      #expect(try mode("b.yaml") == mode("made by the system"))
    }
  }
}

@Suite("Files written by generate and convert")
struct WrittenFilesTests {
  static let commands = ["generate d.yaml -o out.swift", "convert d.mmd --force -o out.yaml"]
  /// What `generate` replaces.
  private static let old = "// Generated from d.yaml by `statechart generate`.\nold\n"

  private func run(_ command: String, _ prepare: (URL, _ output: URL) throws -> Void) throws -> (
    code: Int32, errors: String, folder: ScratchFolder, output: URL
  ) {
    let folder = try ScratchFolder()
    try folder.write("statechart: 1\nid: door\ninitial: shut\nstates:\n  shut: {}\n", to: "d.yaml")
    try folder.write("stateDiagram-v2\n  [*] --> shut\n", to: "d.mmd")
    let words = command.split(separator: " ").map(String.init)
    let output = folder.url.appendingPathComponent(words[words.count - 1])
    try prepare(folder.url, output)
    let outcome = try BuiltCommand.run(words, in: folder.url)
    return (outcome.exitCode, outcome.errors, folder, output)
  }

  @Test("who may read a file stays as it is, and a link stays a link", arguments: commands)
  func attributes(command: String) throws {
    let (code, errors, folder, output) = try run(command) { folder, output in
      try Data(Self.old.utf8).write(to: folder.appendingPathComponent("real"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: folder.appendingPathComponent("real").path)
      try FileManager.default.createSymbolicLink(atPath: output.path, withDestinationPath: "real")
    }
    defer { folder.remove() }
    #expect(code == 0, "\(errors)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: output.path) == "real")
    let real = folder.url.appendingPathComponent("real").path
    #expect(try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int == 0o600)
    #expect(try String(contentsOfFile: real, encoding: .utf8) != Self.old)
  }

  @Test("a file that is read-only is left as it is", arguments: commands)
  func readOnly(command: String) throws {
    let (code, errors, folder, output) = try run(command) { _, output in
      try Data(Self.old.utf8).write(to: output)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: output.path)
    }
    defer { folder.remove() }
    #expect(code == 2 && errors.contains("`\(output.lastPathComponent)` is read-only"), "\(errors)")
    #expect(try String(contentsOf: output, encoding: .utf8) == Self.old)
  }

  @Test(
    "generate does not replace what it did not write",
    arguments: [
      "struct VM {}\n", "\n", "// Generated from a.proto by protoc.\n",
      "struct VM {}\n// Generated from d.yaml by `statechart generate`.\n",
      "// See d.swift, generated from d.yaml by `statechart generate`.\n",
    ])
  func written(text: String) throws {
    let (code, errors, folder, output) = try run("generate d.yaml -o out.swift") { _, output in
      try Data(text.utf8).write(to: output)
    }
    defer { folder.remove() }
    #expect(code == 2)
    #expect(
      errors
        == "error: `out.swift` was not written by `statechart generate`, so it was not replaced. Choose another name, or delete the file.\n"
    )
    #expect(try String(contentsOf: output, encoding: .utf8) == text)
  }

  @Test(
    "generate replaces an empty file and what it, or an older version, wrote",
    arguments: [
      "", "// Generated from other.yaml by `statechart generate`.\nold\n",
      "// Made from d.yaml by `statechart generate`.\nold\n",
      "// Generated from the standard input by `statechart generate`.\r\nold\r\n",
    ])
  func generated(text: String) throws {
    let (code, errors, folder, output) = try run("generate d.yaml -o out.swift") { _, output in
      try Data(text.utf8).write(to: output)
    }
    defer { folder.remove() }
    #expect(code == 0, "\(errors)")
    #expect(try String(contentsOf: output, encoding: .utf8).contains("enum Door"))
    // What it writes today, from another chart.
    let again = "statechart: 1\nid: gate\ninitial: shut\nstates:\n  shut: {}\n"
    let outcome = try BuiltCommand.run(["generate", "-", "-o", "out.swift"], input: again, in: folder.url)
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(try String(contentsOf: output, encoding: .utf8).contains("enum Gate"))
    #expect(
      try BuiltCommand.run(["generate", "d.yaml", "-o", "out.swift"], in: folder.url).exitCode == 0)
  }

  @Test("generate refuses a chart with any error that lint finds, and writes nothing")
  func lintErrors() throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let chart = """
      statechart: 1
      id: door
      initial: open
      context: { code: "string?" }
      events: { type: { payload: { code: string } }, knock: }
      handlers: { actions: { show: { arguments: { code: string } } } }
      states:
        open:
          on:
            type: { actions: { assign: { code: event.data.code } } }
            knock: { actions: { show: { code: code } } }
      """
    let outcome = try BuiltCommand.run(["generate", "-", "-o", "out.swift"], input: chart, in: folder.url)
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("<stdin>:11:41: error: `code` may be missing"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("out.swift").path))
  }

  @Test("--check shows the command that brings the file up to date", arguments: [nil, "Gate"] as [String?])
  func suggestedCommand(name: String?) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write("statechart: 1\nid: door\ninitial: shut\nstates:\n  shut: {}\n", to: "a door.yaml")
    let options = name.map { ["--name", $0] } ?? []
    let check = ["generate", "a door.yaml", "-o", "out.swift", "--check"] + options
    for (state, verb) in [("does not exist", "Generate it"), ("is out of date", "Generate it again")] {
      let outcome = try BuiltCommand.run(check, in: folder.url)
      let command = "statechart generate 'a door.yaml'\(name.map { " --name \($0)" } ?? "") -o out.swift"
      #expect(outcome.exitCode == 1 && outcome.errors == "error: `out.swift` \(state). \(verb): \(command)\n")
      #expect(try BuiltCommand.shell(command, in: folder.url).exitCode == 0)
      #expect(try BuiltCommand.run(check, in: folder.url).exitCode == 0)
      try folder.write(try folder.text(of: "out.swift") + "// Changed.\n", to: "out.swift")
    }
  }

  @Test("a pipe, a folder and a link that leads nowhere are no files to write", arguments: commands)
  func noFiles(command: String) throws {
    for kind in ["pipe", "folder", "link"] {
      let (code, errors, folder, output) = try run(command) { _, output in
        switch kind {
        case "pipe": #expect(mkfifo(output.path, 0o600) == 0)
        case "folder":
          try FileManager.default.createDirectory(at: output, withIntermediateDirectories: false)
        default:
          try FileManager.default.createSymbolicLink(atPath: output.path, withDestinationPath: "nowhere")
        }
      }
      defer { folder.remove() }
      #expect(code == 2 && errors.contains("`\(output.lastPathComponent)`"), "\(kind): \(errors)")
      let type = try FileManager.default.attributesOfItem(atPath: output.path)[.type] as? FileAttributeType
      #expect(type != .typeRegular, "\(kind)")
    }
  }
}
