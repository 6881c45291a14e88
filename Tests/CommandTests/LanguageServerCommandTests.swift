import Foundation
import Testing

@Suite("statechart lsp")
struct LanguageServerCommandTests {
  private func framed(_ messages: [String]) -> String {
    messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
  }

  private static let start = [
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
    #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
  ]
  private static let end = [
    #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
  ]

  @Test("a session ends with 0 after `shutdown` and `exit`, and with 1 when the connection ends before")
  func exitCodes() throws {
    let whole = try BuiltCommand.run(["lsp", "--stdio"], input: framed(Self.start + Self.end))
    #expect(whole.exitCode == 0)
    #expect(whole.errors.isEmpty)
    #expect(whole.output.components(separatedBy: "Content-Length: ").count == 3)
    #expect(try BuiltCommand.run(["lsp"], input: framed(Self.start)).exitCode == 1)
    #expect(try BuiltCommand.run(["lsp"]).exitCode == 1)
  }

  @Test("malformed headers and messages get errors, and the session goes on")
  func malformed() throws {
    let input =
      "GET / HTTP/1.1\r\n\r\nContent-Length: -1\r\n\r\n" + framed(["{", "[[["])
      + framed(Self.start + Self.end)
    let outcome = try BuiltCommand.run(["lsp"], input: input)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.components(separatedBy: "-32700").count == 5)
    #expect(outcome.output.contains("positionEncoding"))
  }

  @Test("charts are renamed alike wherever the server runs")
  func workingDirectory() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let chart =
      #"statechart: 1\nid: a\nerrors: { bad: {} }\ninitial: a\nstates: { a: { errors: [bad] } }\n"#
    try scratch.write(
      "statechart: 1\nid: b\nerrors: { bad: {} }\ninitial: b\nstates: { b: { invoke: { chart: a.yaml, failed: { bad: b } } } }\n",
      to: "b.yaml")
    let uri = scratch.url.appendingPathComponent("a.yaml").absoluteString
    let document = "{\"uri\":\"\(uri)\",\"languageId\":\"yaml\",\"version\":1,\"text\":\"\(chart)\"}"
    let messages = [
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\#(document)}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"textDocument/rename","params":{"textDocument":{"uri":"\#(uri)"},"#
        + #""position":{"line":2,"character":11},"newName":"worse"}}"#,
    ]
    for folder in [scratch.url, BuiltCommand.root] {
      let input = framed(Self.start + messages + Self.end)
      let outcome = try BuiltCommand.run(["lsp"], input: input, in: folder)
      #expect(outcome.output.contains("/b.yaml\""))
    }
  }

  @Test("findings follow the configuration of the chart's project")
  func configuration() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let uri = scratch.url.appendingPathComponent("door.yaml").absoluteString
    let text =
      #"statechart: 1\nid: door\nevents: { knock: {} }\ninitial: open\nstates: { open: { type: final } }\n"#
    let document = "{\"uri\":\"\(uri)\",\"languageId\":\"yaml\",\"version\":1,\"text\":\"\(text)\"}"
    let messages = [
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\#(document)}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"\#(uri)"},"#
        + #""range":{"start":{"line":2,"character":0},"end":{"line":2,"character":9}},"context":{"triggerKind":1}}}"#,
    ]
    func output() throws -> String {
      try BuiltCommand.run(["lsp"], input: framed(Self.start + messages + Self.end)).output
    }
    #expect(try output().contains("Suppress `unused-event` here"))
    try scratch.write("rules: { unused-event: off }\n", to: ".statechart.yaml")
    #expect(try !output().contains("unused-event"))
  }
}
