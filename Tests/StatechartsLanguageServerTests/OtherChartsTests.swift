import Foundation
import Statecharts
import StatechartsFiles
import StatechartsYAML
import Testing

@testable import StatechartsLanguageServer

@Suite("Names of other charts in the editor")
struct OtherChartsTests {
  /// A chart that runs another one, with the event `stop` and the input `limit` of that one.
  private static let parent = """
    statechart: 1
    id: parent
    initial: run
    events: { halt: {} }
    errors: { tooLate: {} }
    states:
      run:
        invoke: { chart: parts/child.yaml, id: work, input: { limit: 5 }, done: end, failed: { tooLate: end } }
        on: { halt: { actions: [{ send: stop, to: work }, { raise: halt }] } }
      end: { type: final }

    """
  private static let child = """
    statechart: 1
    id: child
    context: { limit: { type: int, input: true } }
    events: { stop: { payload: { reason: string } } }
    errors: { tooLate: {} }
    initial: work
    states:
      work: { on: { stop: { guard: limit > 1, target: late } }, errors: [tooLate] }
      late: { type: final, error: tooLate }

    """

  /// The lines, from 1, that a request at a mark in one of the two files finds, with the names of their files.
  private func found(_ method: String, _ before: String, _ name: String, in file: String) throws -> [String] {
    try inFolder { folder in
      let text = file == "parent.yaml" ? Self.parent : Self.child
      try #require(text.contains(before + name))
      let marked = text.replacing(before + name, with: before + "▸" + name, maxReplacements: 1)
      let result = Editor().request("textDocument/" + method, at: marked, uri: folder + "/" + file)
      return result.elements.map { location in
        let name = location.member("uri").text?.split(separator: "/").last ?? ""
        return "\(name):\((location.member("range").member("start").member("line").integer ?? -2) + 1)"
      }
    }
  }

  private func labels(_ before: String, _ typed: String, in file: String) throws -> [String] {
    try inFolder { folder in
      let text = file == "parent.yaml" ? Self.parent : Self.child
      try #require(text.contains(before))
      let editor = Editor()
      editor.open(text, uri: folder + "/" + file)
      _ = editor.published()
      let parts = text.replacing(before, with: typed, maxReplacements: 1).components(separatedBy: "▸")
      editor.replace(with: parts.joined(), uri: folder + "/" + file)
      let end = Editor.end(of: parts[0])
      let list = editor.request(
        "textDocument/completion", line: end.line, character: end.character, uri: folder + "/" + file)
      return list.member("items").elements.compactMap { $0.member("textEdit").member("newText").text }
    }
  }

  private func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let parts = folder.appendingPathComponent("parts")
    try FileManager.default.createDirectory(at: parts, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.child.write(to: parts.appendingPathComponent("child.yaml"), atomically: true, encoding: .utf8)
    try Self.parent.write(to: folder.appendingPathComponent("parent.yaml"), atomically: true, encoding: .utf8)
    return try body(FileURI.uri(folder.path))
  }

  @Test("an event that is sent to a child chart, and an input for it, lead to their declarations there")
  func definitions() throws {
    #expect(try found("definition", "send: ", "stop", in: "parent.yaml") == ["child.yaml:4"])
    #expect(try found("definition", "input: { ", "limit", in: "parent.yaml") == ["child.yaml:3"])
    // Both charts declare this one.
    #expect(try found("definition", "failed: { ", "tooLate", in: "parent.yaml") == ["parent.yaml:5"])
  }

  @Test("a chart is checked with the text of its child chart in the editor, as long as that is open")
  func openChild() throws {
    try inFolder { folder in
      let (parent, child) = (folder + "/parent.yaml", folder + "/parts/child.yaml")
      let text = Self.child.replacing(", error: tooLate", with: "")
      try text.write(toFile: try #require(FileURI.path(child)), atomically: true, encoding: .utf8)
      let editor = Editor()
      func errors() -> [String]? {
        editor.published()[parent]?.filter { $0.member("severity") == 1 }.compactMap {
          $0.member("message").text
        }
      }
      editor.open(Self.parent, uri: parent)
      #expect(errors() == [])
      editor.open(text, uri: child)
      editor.replace(with: text.replacing("limit", with: "most"), uri: child)
      #expect(errors()?.contains { $0.contains("limit") } == true)
      editor.notify("textDocument/didClose", "{ \"textDocument\": { \"uri\": \"\(child)\" } }")
      #expect(errors() == [])
    }
  }

  @Test("an input of a child chart is renamed in both charts from where it is given")
  func renamedInput() throws {
    try inFolder { folder in
      let (parent, child) = (folder + "/parent.yaml", folder + "/parts/child.yaml")
      let text = Self.child.replacing(", error: tooLate", with: "")
      try text.write(toFile: try #require(FileURI.path(child)), atomically: true, encoding: .utf8)
      let editor = Editor()
      let marked = Self.parent.replacing("input: { limit", with: "input: { li▸mit")
      let found = editor.request("textDocument/prepareRename", at: marked, uri: parent)
      #expect(found.member("placeholder") == "limit")
      let edit = editor.request("textDocument/rename", at: marked, uri: parent, more: #", "newName": "most""#)
      let changes = edit.member("changes")
      #expect(text.applying(changes.member(child).elements) == text.replacing("limit", with: "most"))
      #expect(
        Self.parent.applying(changes.member(parent).elements) == Self.parent.replacing("limit", with: "most"))
    }
  }

  @Test("the path of a child chart leads to the same file however it is written")
  func paths() throws {
    try inFolder { folder in
      for path in ["parts/child.yaml", "./parts/child.yaml", "parts/../parts//child.yaml"] {
        let text = Self.parent.replacing("parts/child.yaml", with: "▸" + path)
        let found = Editor().request("textDocument/definition", at: text, uri: folder + "/parent.yaml")
        #expect(found.member("uri").text == folder + "/parts/child.yaml", "\(path)")
      }
    }
  }

  @Test("references are those in the charts that a chart runs or that run it")
  func references() throws {
    let stop = ["child.yaml:4", "child.yaml:8", "parent.yaml:9"]
    #expect(try found("references", "events: { ", "stop", in: "parts/child.yaml") == stop)
    #expect(try Set(found("references", "send: ", "stop", in: "parent.yaml")) == Set(stop))
    let limit = ["child.yaml:3", "child.yaml:8", "parent.yaml:8"]
    #expect(try found("references", "context: { ", "limit", in: "parts/child.yaml") == limit)
    #expect(try found("references", "input: { ", "limit", in: "parent.yaml") == limit)
    // States belong to one chart.
    #expect(
      try found("references", "initial: ", "work", in: "parts/child.yaml") == [
        "child.yaml:8", "child.yaml:6",
      ])
  }

  @Test("charts behind links out of the package, or to something hidden, are not looked at")
  func links() throws {
    try inFolder { folder in
      let path = try #require(FileURI.path(folder))
      let files = FileManager.default
      let outside = path + "-outside"
      defer { try? files.removeItem(atPath: outside) }
      for hidden in [outside, path + "/.hidden"] {
        try files.createDirectory(atPath: hidden, withIntermediateDirectories: true)
        try files.copyItem(atPath: path + "/parent.yaml", toPath: hidden + "/parent.yaml")
      }
      try Data().write(to: URL(fileURLWithPath: path + "/Package.swift"))
      for (link, target) in [
        ("out.yaml", outside + "/parent.yaml"), ("hidden.yaml", path + "/.hidden/parent.yaml"),
        ("out", outside),
        ("inside", path + "/.hidden"),
      ] {
        try files.createSymbolicLink(atPath: path + "/" + link, withDestinationPath: target)
      }
      #expect(
        WorkspaceFiles(.charts, in: [path]).paths.map { $0.dropFirst(path.count + 1) } == [
          "parent.yaml", "parts/child.yaml",
        ])
    }
  }

  @Test("events and inputs of a child chart are completed, and `chart` is the file of another chart")
  func completion() throws {
    #expect(try labels("send: stop, to: work", "send: ▸", in: "parent.yaml") == ["halt", "stop"])
    #expect(try labels("send: stop, to: work", "to: work, send: ▸", in: "parent.yaml") == ["stop"])
    #expect(try labels("raise: halt", "raise: ▸", in: "parent.yaml") == ["halt"])
    #expect(
      try labels("chart: parts/child.yaml", "chart: parts/c▸", in: "parent.yaml") == ["parts/child.yaml"])
    let data = "send: stop, data: { ▸ }, to: work"
    #expect(try labels("send: stop, to: work", data, in: "parent.yaml") == ["reason: "])
    #expect(try labels("input: { limit: 5 }", "input: { ▸ }", in: "parent.yaml") == ["limit: "])
    let above = try labels("errors: [tooLate] }", "invoke: { chart: ▸ } }", in: "parts/child.yaml")
    #expect(above == ["../parent.yaml"])
  }
}
