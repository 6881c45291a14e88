import Foundation
import Testing

@testable import statechart

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
  @Test(
    "a pipe is no place for a file, and is not waited for",
    arguments: [("generate", "pipe.swift"), ("convert", "pipe.scxml")])
  func devices(command: String, path: String) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    for name in ["pipe.swift", "pipe.scxml"] {
      #expect(mkfifo(folder.url.appendingPathComponent(name).path, 0o600) == 0)
    }
    try folder.write("statechart: 1\nid: door\ninitial: shut\nstates:\n  shut: {}\n", to: "a.yaml")
    let outcome = try BuiltCommand.run([command, "a.yaml", "-o", path], in: folder.url)
    #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("`\(path)` is not a file"), "\(outcome)")
  }

  static let commands = ["generate d.yaml -o out.swift", "convert d.mmd -o out.yaml"]

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
      try Data("mine".utf8).write(to: folder.appendingPathComponent("real"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: folder.appendingPathComponent("real").path)
      try FileManager.default.createSymbolicLink(atPath: output.path, withDestinationPath: "real")
    }
    defer { folder.remove() }
    #expect(code == 0, "\(errors)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: output.path) == "real")
    let real = folder.url.appendingPathComponent("real").path
    #expect(try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int == 0o600)
    #expect(try String(contentsOfFile: real, encoding: .utf8) != "mine")
  }

  @Test("a file that is read-only is left as it is", arguments: commands)
  func readOnly(command: String) throws {
    let (code, errors, folder, output) = try run(command) { _, output in
      try Data("mine".utf8).write(to: output)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: output.path)
    }
    defer { folder.remove() }
    #expect(code == 2 && errors.contains("`\(output.lastPathComponent)` is read-only"), "\(errors)")
    #expect(try String(contentsOf: output, encoding: .utf8) == "mine")
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
