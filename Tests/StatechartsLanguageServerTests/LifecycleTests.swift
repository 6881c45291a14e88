import Statecharts
import StatechartsYAML
import Testing

@testable import StatechartsLanguageServer

@Suite("Life of the language server")
struct LifecycleTests {
  private func code(_ response: ChartValue) -> Int? { response.member("error").member("code").integer }

  @Test("requests before `initialize` are refused, and notifications are ignored")
  func early() {
    let editor = Editor(isInitialized: false)
    #expect(code(editor.response("textDocument/hover", "{}")) == -32_002)
    editor.open("statechart: 1\n")
    #expect(editor.published().isEmpty)
    #expect(editor.request("initialize", "{}").member("serverInfo").member("version") == "1.2.3")
    #expect(code(editor.response("initialize", "{}")) == -32_600)
  }

  @Test("the editor's offer decides what columns count")
  func encodings() {
    for (offer, expected) in [
      ("{}", "utf-16"), (#"{"general":{"positionEncodings":["utf-16"]}}"#, "utf-16"),
      (#"{"general":{"positionEncodings":["utf-16","utf-8"]}}"#, "utf-8"),
    ] {
      let editor = Editor(isInitialized: false)
      let result = editor.request("initialize", "{ \"capabilities\": \(offer) }")
      #expect(result.member("capabilities").member("positionEncoding") == .string(expected))
    }
  }

  @Test("after `shutdown`, requests are refused, and `exit` ends with 0")
  func shutdown() {
    let editor = Editor()
    #expect(editor.response("shutdown", "null").member("error") == .unset)
    #expect(code(editor.response("textDocument/hover", "{}")) == -32_600)
    #expect(editor.server.exitCode == nil)
    editor.notify("exit", "null")
    #expect(editor.server.exitCode == 0)
  }

  @Test("`exit` without `shutdown` ends with 1")
  func exit() {
    let editor = Editor()
    editor.notify("exit", "null")
    #expect(editor.server.exitCode == 1)
  }

  @Test(
    "what is no JSON, or no message, gets an error without an id",
    arguments: ["", "{", "[]", "3", "{}", "\u{0}"])
  func noMessage(text: String) {
    let sent = Editor().send(text)
    #expect(sent.count == 1)
    #expect(sent.first.flatMap(code) != nil)
    #expect(sent.first?.member("id") == .unset)
  }

  @Test("unknown requests are refused, unknown notifications and responses are ignored")
  func unknown() {
    let editor = Editor()
    #expect(code(editor.response("textDocument/moonPhase", "{}")) == -32_601)
    #expect(editor.send(#"{"jsonrpc":"2.0","method":"$/moonPhase"}"#).isEmpty)
    #expect(editor.send(#"{"jsonrpc":"2.0","id":"watch-charts","result":null}"#).isEmpty)
  }

  /// Values in the place of parameters and their members.
  private static let strange = [
    "null", "3", "\"x\"", "[]", "{}", #"{"textDocument":3}"#, #"{"textDocument":{"uri":5}}"#,
    #"{"textDocument":{"uri":"file:///none.yaml"}}"#,
    #"{"textDocument":{"uri":"untitled:chart"}}"#,
    #"{"textDocument":{"uri":"untitled:chart"},"position":{"line":"a","character":{}}}"#,
    #"{"textDocument":{"uri":"untitled:chart"},"position":{"line":1e300,"character":1.5}}"#,
    #"{"textDocument":{"uri":"untitled:chart"},"position":{"line":-1,"character":-9223372036854775808}}"#,
    #"{"textDocument":{"uri":"untitled:chart"},"position":{"line":9223372036854775807,"character":9223372036854775807},"range":{"start":{"line":9,"character":9},"end":{"line":0,"character":0}},"positions":[{"line":3,"character":400}]}"#,
    #"{"textDocument":{"uri":"untitled:chart"},"range":[],"positions":[3],"context":3,"query":[]}"#,
  ]

  @Test(
    "parameters of any kind get a result or an error",
    arguments: [
      "codeAction", "completion", "definition", "documentHighlight", "documentSymbol", "foldingRange",
      "formatting", "hover", "inlayHint", "prepareCallHierarchy", "prepareRename", "rangeFormatting",
      "references", "rename",
      "selectionRange", "semanticTokens/full", "signatureHelp",
    ])
  func strangeParams(method: String) throws {
    let editor = Editor()
    editor.open(try ShippedChart.text(ShippedChart.example))
    for params in Self.strange {
      var responses = [
        editor.response("textDocument/" + method, params), editor.response("workspace/symbol", params),
      ]
      for method in ["incomingCalls", "outgoingCalls"] {
        responses.append(editor.response("callHierarchy/" + method, "{\"item\": \(params)}"))
      }
      let isKnown = { (response: ChartValue) in
        response != .unset && [nil, -32_602, -32_803].contains(self.code(response))
      }
      #expect(responses.allSatisfy(isKnown), "\(params)")
    }
    for method in ["didOpen", "didChange", "didClose", "didSave"] {
      for params in Self.strange { editor.notify("textDocument/" + method, params) }
    }
    for params in Self.strange { editor.notify("workspace/didChangeWorkspaceFolders", params) }
    _ = editor.published()
  }

  @Test("a request that is canceled while it waits gets an error and is not handled")
  func cancel() {
    let inbox = Inbox()
    func add(_ text: String) { inbox.add(.message(Array(text.utf8))) }
    add(#"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}"#)
    add(#"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover"}"#)
    add(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#)
    add(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#)
    add(#"{"jsonrpc":"2.0","id":7,"method":"textDocument/hover"}"#)
    inbox.end()
    let editor = Editor()
    var codes: [Int?] = []
    while let entry = inbox.next() {
      codes += editor.server.handle(entry).map(Editor.value).map(code)
    }
    #expect(codes == [-32_602, -32_800, -32_602])
  }

  @Test("the editor is asked to watch charts where it can")
  func watching() {
    let editor = Editor(
      capabilities: #"{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}"#)
    #expect(editor.notifications.map { $0.member("method") } == ["client/registerCapability"])
    #expect(Editor().notifications.isEmpty)
  }
}
