import Foundation
import Statecharts
import StatechartsYAML
import Testing

@testable import StatechartsLanguageServer

@Suite("Formatting and renaming in the editor")
struct EditingTests {
  private static let format = #"{"textDocument":{"uri":"untitled:chart"},"options":{"tabSize":2}}"#
  private let failed: ChartValue = -32_803

  private func rename(_ editor: Editor, _ chart: String, at words: String, to name: String) -> ChartValue {
    editor.open(chart)
    let end = Editor.end(of: chart.components(separatedBy: words)[0] + words)
    return editor.response(
      "textDocument/rename",
      "{ \"textDocument\": { \"uri\": \"untitled:chart\" }, \"newName\": \"\(name)\", \"position\": "
        + "{ \"line\": \(end.line), \"character\": \(end.character) } }")
  }

  @Test("a shipped chart is formatted as by the command, and a formatted one stays")
  func formatting() throws {
    let chart = try ShippedChart.text(ShippedChart.example)
    let editor = Editor()
    editor.open(chart.replacing("    title: Signed in\n", with: "    title:   \"Signed in\"\n"))
    let edits = editor.request("textDocument/formatting", Self.format).elements
    #expect(
      chart.replacing("    title: Signed in\n", with: "    title:   \"Signed in\"\n").applying(edits) == chart
    )
    editor.open(chart)
    #expect(editor.request("textDocument/formatting", Self.format).elements.isEmpty)
  }

  @Test("what cannot be formatted is refused with a reason")
  func refusedFormatting() {
    let editor = Editor()
    editor.open("statechart: 1\nstates: [\n")
    let error = editor.response("textDocument/formatting", Self.format).member("error")
    #expect(error.member("code") == failed)
    #expect(error.member("message").text?.isEmpty == false)
    editor.open("image:   x\n")
    #expect(editor.request("textDocument/formatting", Self.format).elements.isEmpty)
  }

  @Test("a state of a shipped chart gets another name everywhere")
  func renaming() throws {
    let chart = try ShippedChart.text(ShippedChart.example)
    let editor = Editor()
    let edit = rename(editor, chart, at: "submitEmail: send", to: "mailing").member("result")
    let changed = chart.applying(edit.member("changes").member("untitled:chart").elements)
    #expect(changed == chart.replacing(/\bsendingCode\b/, with: "mailing"))
    #expect(changed != chart)
  }

  @Test("the name at the cursor is shown before it is renamed")
  func preparation() throws {
    let chart = try ShippedChart.text(ShippedChart.example)
    let found = Editor().request(
      "textDocument/prepareRename", at: chart.replacing("guard: attempts", with: "guard: att▸empts"))
    #expect(found.member("placeholder") == "attempts")
    let result = Editor().request(
      "textDocument/prepareRename", at: chart.replacing("title: Signed in", with: "title: Sig▸ned in"))
    #expect(result == .unset)
  }

  @Test("a name that is taken, a text that is no name and a broken chart are refused")
  func refusedRenaming() throws {
    let chart = try ShippedChart.text(ShippedChart.example)
    for (words, name) in [
      ("submitEmail: send", "askingCode"), ("submitEmail: send", "a b"), ("title: Sig", "x"),
    ] {
      #expect(rename(Editor(), chart, at: words, to: name).member("error").member("code") == failed)
    }
    let broken = chart + "  x: {\n"
    #expect(
      rename(Editor(), broken, at: "submitEmail: send", to: "x").member("error").member("code") == failed)
  }

  @Test("edits have the version of the document where the editor checks it")
  func versions() throws {
    let chart = try ShippedChart.text(ShippedChart.example)
    let editor = Editor(capabilities: #"{"workspace":{"workspaceEdit":{"documentChanges":true}}}"#)
    let edit = rename(editor, chart, at: "submitEmail: send", to: "mailing").member("result")
    let change = edit.member("documentChanges").elements.first ?? .unset
    #expect(change.member("textDocument").member("version") == 1)
    #expect(change.member("textDocument").member("uri") == "untitled:chart")
    #expect(chart.applying(change.member("edits").elements).contains("submitEmail: mailing"))
  }

  @Test("an error code is also renamed in the chart that runs this one")
  func otherCharts() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let child = """
      statechart: 1
      id: child
      initial: work
      errors: { tooLate: {} }
      states:
        work: { errors: [tooLate], after: { 1m: late } }
        late: { type: final }
      """
    let parent = """
      statechart: 1
      id: parent
      initial: run
      errors: { tooLate: {} }
      states:
        run: { invoke: { chart: child.yaml, done: end, failed: { tooLate: end, any: end } } }
        end: { type: final }
      """
    for (name, text) in [("child", child), ("parent", parent)] {
      try text.write(
        to: folder.appendingPathComponent(name + ".yaml"), atomically: true, encoding: .utf8)
    }
    let uri = { (name: String) in FileURI.uri(folder.path + "/" + name + ".yaml") }
    let marked = child.replacing("errors: { tooLate", with: "errors: { too▸Late")
    let edit = Editor().request(
      "textDocument/rename", at: marked, uri: uri("child"), more: #", "newName": "tooSlow""#)
    #expect(edit.member("changes").member(uri("child")).elements.isEmpty == false)
    let edits = edit.member("changes").member(uri("parent")).elements
    #expect(parent.applying(edits) == parent.replacing("tooLate", with: "tooSlow"))
  }
}
