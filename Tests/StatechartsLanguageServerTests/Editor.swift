import Foundation
import Statecharts
import StatechartsYAML
import Testing

@testable import StatechartsLanguageServer

/// An editor that talks to a server in this process, in JSON as over a connection.
final class Editor {
  let server: LanguageServer
  private var requests = 0

  /// What the server has sent besides responses.
  private(set) var notifications: [ChartValue] = []

  /// - Parameter capabilities: What the editor says that it can, in JSON.
  init(
    _ environment: LanguageServer.Environment = LanguageServer.Environment(version: "1.2.3"),
    capabilities: String = "{}", roots: [String] = [], isInitialized: Bool = true
  ) {
    server = LanguageServer(environment)
    guard isInitialized else { return }
    let folders = JSON.array(roots.map { .object([("uri", .string($0)), ("name", .string("root"))]) })
    _ = request(
      "initialize",
      "{ \"processId\": null, \"capabilities\": \(capabilities), \"workspaceFolders\": \(folders.text) }")
    notify("initialized", "{}")
  }

  /// Sends bytes of a message, as they come out of the framing.
  @discardableResult
  func send(_ text: String) -> [ChartValue] {
    let inbox = Inbox()
    inbox.add(.message(Array(text.utf8)))
    guard !inbox.isEmpty, let entry = inbox.next() else { return [] }
    return server.handle(entry).map(Self.value)
  }

  /// Sends a request and returns the whole response.
  func response(_ method: String, _ params: String) -> ChartValue {
    requests += 1
    let sent = send(
      "{ \"jsonrpc\": \"2.0\", \"id\": \(requests), \"method\": \"\(method)\", \"params\": \(params) }")
    let isResponse = { (message: ChartValue) in message.member("id") == .int(self.requests) }
    notifications += sent.filter { !isResponse($0) }
    return sent.first(where: isResponse) ?? .unset
  }

  /// Sends a request and returns its result.
  func request(_ method: String, _ params: String) -> ChartValue { response(method, params).member("result") }

  func notify(_ method: String, _ params: String) {
    notifications += send("{ \"jsonrpc\": \"2.0\", \"method\": \"\(method)\", \"params\": \(params) }")
  }

  /// Opens a text.
  func open(_ text: String, uri: String = "untitled:chart") {
    let item = JSON.object([
      ("uri", .string(uri)), ("languageId", .string("yaml")), ("version", .int(1)), ("text", .string(text)),
    ])
    notify("textDocument/didOpen", JSON.object([("textDocument", item)]).text)
  }

  /// Replaces the whole text.
  func replace(with text: String, uri: String = "untitled:chart") {
    change("{ \"text\": \(Self.quoted(text)) }", uri: uri)
  }

  /// Sends one change.
  func change(_ change: String, uri: String = "untitled:chart") {
    notify(
      "textDocument/didChange",
      "{ \"textDocument\": { \"uri\": \"\(uri)\", \"version\": 2 }, \"contentChanges\": [\(change)] }")
  }

  /// The findings that the server sends now, by documents.
  func published() -> [String: [ChartValue]] {
    var result: [String: [ChartValue]] = [:]
    var sent: [ChartValue] = []
    defer { server.readNames() }
    while let next = server.publishNext() {
      sent += next.map(Self.value)
    }
    for message in sent {
      let params = message.member("params")
      result[params.member("uri").text ?? ""] = params.member("diagnostics").elements
    }
    return result
  }

  /// Sends a request about the location of a mark in a text that is opened: `▸` before the character at the cursor.
  func request(
    _ method: String, at marked: String, uri: String = "untitled:chart", more: String = ""
  ) -> ChartValue {
    let parts = marked.components(separatedBy: "▸")
    open(parts.joined(), uri: uri)
    let end = Self.end(of: parts[0])
    return request(method, line: end.line, character: end.character, uri: uri, more: more)
  }

  /// The position of the end of a text.
  static func end(of text: String) -> (line: Int, character: Int) {
    let lines = text.components(separatedBy: "\n")
    return (lines.count - 1, (lines.last ?? "").utf16.count)
  }

  func request(
    _ method: String, line: Int, character: Int, uri: String = "untitled:chart", more: String = ""
  ) -> ChartValue {
    request(
      method,
      "{ \"textDocument\": { \"uri\": \"\(uri)\" }, "
        + "\"position\": { \"line\": \(line), \"character\": \(character) }\(more) }")
  }

  static func value(_ json: JSON) -> ChartValue {
    (try? JSONReader.value(of: json.text)) ?? .string("no JSON: \(json.text)")
  }

  static func quoted(_ text: String) -> String {
    JSON.array([.string(text)]).text.dropFirst().dropLast(2) + ""
  }
}

extension ChartValue {
  /// A range of the protocol as `line:column-line:column`.
  var rangeText: String {
    let parts = ["start", "end"].map { name in
      let place = member(name)
      return "\(place.member("line").integer ?? -1):\(place.member("character").integer ?? -1)"
    }
    return parts.joined(separator: "-")
  }
}

extension String {
  /// The text after edits of the protocol, whose columns are in UTF-16 code units.
  func applying(_ edits: [ChartValue]) -> String {
    let source = SourceText(name: "", bytes: Array(utf8))
    var bytes = source.bytes
    let ordered = edits.compactMap { edit in
      (try? edit.member("range").range(in: TextPositions(source, .utf16))).map { ($0, edit) }
    }
    for (range, edit) in ordered.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: (edit.member("newText").text ?? "").utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The charts of this package.
enum ShippedChart {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The paths of the charts in `charts/`.
  static func all() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent("charts").path)
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { "charts/" + $0 }
  }

  /// A small chart with everything that the requests are about.
  static let example = "Docs/examples/sign-in-with-code.yaml"
}
