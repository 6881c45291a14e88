import Statecharts
import StatechartsYAML
import Testing

@testable import StatechartsLanguageServer

@Suite("Fixes in the editor")
struct CodeActionTests {
  private static let wrong = """
    statechart: 1
    id: door
    initial: opn
    states:
      open: { title: Open, on: { close: { taget: closed } } }
      closed: { title: Closed, type: final }

    """
  private static let right = """
    statechart: 1
    id: door
    initial: open
    states:
      open: { title: Open, on: { close: { target: closed } } }
      closed: { title: Closed, type: final }

    """

  private func actions(_ text: String, line: Int, only: String = "[]") -> [ChartValue] {
    let editor = Editor()
    editor.open(text)
    let range =
      "{ \"start\": { \"line\": \(line), \"character\": 0 }, \"end\": { \"line\": \(line), \"character\": 99 } }"
    return editor.request(
      "textDocument/codeAction",
      "{ \"textDocument\": { \"uri\": \"untitled:chart\" }, \"range\": \(range), \"context\": { \"diagnostics\": [], \"only\": \(only) } }"
    ).elements
  }

  /// A text after the edits of an action.
  private func applied(_ action: ChartValue, to text: String) -> String {
    let edits = action.member("edit").member("changes").member("untitled:chart").elements
    var source = SourceText(name: "", bytes: Array(text.utf8))
    for edit in edits {
      guard let range = try? edit.member("range").range(in: TextPositions(source, .utf16)) else { return "" }
      var bytes = source.bytes
      bytes.replaceSubrange(range, with: (edit.member("newText").text ?? "").utf8)
      source = SourceText(name: "", bytes: bytes)
    }
    return String(decoding: source.bytes, as: UTF8.self)
  }

  @Test("the fix of a finding changes only its text")
  func fix() {
    let found = actions(Self.wrong, line: 2, only: #"["quickfix"]"#)
    #expect(found.map { $0.member("title") } == ["Write `open`"])
    #expect(found.first?.member("isPreferred") == true)
    #expect(found.first?.member("diagnostics").elements.first?.member("code") == "unknown-target")
    let fixed = found.first.map { applied($0, to: Self.wrong) }
    #expect(fixed == Self.wrong.replacing("initial: opn", with: "initial: open"))
  }

  @Test("all fixes at once give what `lint --fix` writes")
  func fixAll() {
    let found = actions(Self.wrong, line: 0, only: #"["source"]"#)
    #expect(found.map { $0.member("kind") } == ["source.fixAll"])
    #expect(found.first.map { applied($0, to: Self.wrong) } == Self.right)
    #expect(actions(Self.right, line: 0, only: #"["source.fixAll"]"#).isEmpty)
  }

  @Test("a warning is suppressed by a comment before its line, an error is not")
  func suppression() {
    let text = Self.right.replacing("{ title: Open, on", with: "{ on")
    let warned = text.replacing("closed }", with: "closed, guard: isFree }").replacing(
      "initial: open\n", with: "initial: open\nhandlers: { guards: { isFree: {}, isUnused: {} } }\n")
    let found = actions(warned, line: 3, only: #"["quickfix"]"#)
    let comment = found.first { $0.member("title") == "Suppress `unused-handler` here" }
    let after = comment.map { applied($0, to: warned) }
    #expect(after?.contains("\n# lint:disable unused-handler -- write the reason here\nhandlers:") == true)
    #expect(!actions(Self.wrong, line: 2).contains { $0.member("title").text?.hasPrefix("Suppress") == true })
  }

  @Test("formatting is offered where the command has a formatter, and is one edit")
  func formatting() {
    let environment = LanguageServer.Environment(
      version: "",
      format: { Array(String(decoding: $0.bytes, as: UTF8.self).replacing("door", with: "gate").utf8) })
    let editor = Editor(environment)
    editor.open(Self.right)
    let params = #"{"textDocument":{"uri":"untitled:chart"},"options":{"tabSize":2}}"#
    let edits = editor.request("textDocument/formatting", params).elements
    #expect(edits.map { $0.member("range").rangeText } == ["1:4-1:8"])
    #expect(edits.first?.member("newText") == "gate")
    #expect(Editor().response("textDocument/formatting", params).member("error") != .unset)
  }
}
