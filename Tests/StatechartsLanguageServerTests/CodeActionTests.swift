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
    text.applying(action.member("edit").member("changes").member("untitled:chart").elements)
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

  @Test("what takes a check of the chart is found once it is chosen")
  func resolve() {
    let wrong = Self.wrong.replacing("title: Closed", with: "description: Closed")
    let editor = Editor(
      capabilities: """
        {"textDocument":{"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}}
        """)
    editor.open(wrong)
    let params = """
      {"textDocument":{"uri":"untitled:chart"},"range":{"start":{"line":0,"character":0},\
      "end":{"line":5,"character":9}},"context":{"diagnostics":[]}}
      """
    let found = editor.request("textDocument/codeAction", params).elements
    let open = found.filter { $0.member("edit") == .unset }
    #expect(open.contains { $0.member("kind") == "source.fixAll" })
    for action in open {
      let sent = JSON(action).text
      let resolved = editor.response("codeAction/resolve", sent)
      if action.member("kind") == "source.fixAll" {
        #expect(applied(resolved.member("result"), to: wrong).contains("initial: open\n"))
      }
      #expect(resolved.member("result").member("title") == action.member("title"))
      editor.replace(with: wrong)
      let late = editor.response("codeAction/resolve", sent)
      #expect(late.member("error").member("code") == -32_801)
      editor.open(wrong)
    }
    let complete = found.first { $0.member("edit") != .unset } ?? .unset
    #expect(editor.request("codeAction/resolve", JSON(complete).text) == complete)
  }

  @Test("without a choice of kinds, an editor that cannot ask later gets only quick actions")
  func automatic() {
    #expect(actions(Self.wrong, line: 2).map { $0.member("kind") } == ["quickfix"])
  }
}
