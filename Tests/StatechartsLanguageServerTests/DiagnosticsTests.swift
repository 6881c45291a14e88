import Foundation
import ReferenceEngine
import Statecharts
import StatechartsLint
import StatechartsYAML
import TestExtent
import Testing

@testable import StatechartsLanguageServer

@Suite("Findings in the editor")
struct DiagnosticsTests {
  /// What `lint` reports, with columns in UTF-16 code units that are counted here.
  private func linted(_ text: String, name: String = "untitled:chart") -> [String] {
    let source = SourceText(name: name, bytes: Array(text.utf8))
    func place(_ offset: Int) -> String {
      let before = String(decoding: source.bytes[..<min(max(offset, 0), source.bytes.count)], as: UTF8.self)
      var line = 0
      var column = 0
      var previous: UInt16 = 0
      for unit in before.utf16 {
        if unit == 0x0A, previous == 0x0D {
          column = 0
        } else if unit == 0x0A || unit == 0x0D {
          line += 1
          column = 0
        } else {
          column += 1
        }
        previous = unit
      }
      return "\(line):\(column)"
    }
    return Linter().lint(source).findings.map(\.diagnostic).map { finding in
      "\(place(finding.range.lowerBound))-\(place(finding.range.upperBound)) \(finding.rule) "
        + [finding.message, finding.help].compactMap(\.self).joined(separator: "\n")
    }
  }

  private func texts(_ findings: [ChartValue]?) -> [String] {
    (findings ?? []).map { finding in
      "\(finding.member("range").rangeText) \(finding.member("code").text ?? "") "
        + (finding.member("message").text ?? "")
    }
  }

  @Test("the findings are those of `lint`, also where YAML breaks and where characters are wide")
  func equal() throws {
    let chart = try ShippedChart.text(ShippedChart.example)
    let texts = [
      chart, chart.replacingOccurrences(of: "resendCode: askingEmail", with: "resendCode: askingEmial"),
      chart.replacingOccurrences(of: "Signed in", with: "'🔑 ü' : x"), String(chart.prefix(1_000)),
      chart.replacingOccurrences(of: "\n", with: "\r\n") + "  x: 'ü🔑",
    ]
    for text in texts {
      let editor = Editor()
      editor.open(text)
      let found = editor.published()["untitled:chart"]
      #expect(self.texts(found) == linted(text))
    }
  }

  @Test("a finding has its severity, its source, related places and the page of its rule")
  func members() {
    let text = """
      statechart: 1
      id: door
      initial: open
      states:
        open: { on: { close: closed, close: open } }
        closed: { type: final }
      """
    let editor = Editor(
      capabilities: #"{"textDocument":{"publishDiagnostics":{"relatedInformation":true}}}"#,
      roots: ["file://" + ShippedChart.root.path])
    editor.open(text)
    let findings = editor.published()["untitled:chart"] ?? []
    let finding = findings.first { $0.member("code") == "duplicate-key" } ?? .unset
    #expect(finding.member("severity") == 1)
    #expect(finding.member("source") == "statechart")
    #expect(
      finding.member("codeDescription").member("href").text?.hasSuffix(
        "Docs/reference/rules/duplicate-key.md")
        == true)
    let related = finding.member("relatedInformation").elements
    #expect(related.first?.member("location").member("range").rangeText == "4:16-4:21")
  }

  @Test("after a message that cannot be read, nothing is said about a text that it may have changed")
  func malformedMessage() {
    let text = "statechart: 1\nid: door\ninitial: a\nstates: { a: {} }\n"
    let params = #"{"textDocument":{"uri":"untitled:chart"}}"#
    let editor = Editor()
    editor.open(text)
    #expect(editor.send("{").first?.member("error").member("code") == -32_700)
    #expect(editor.response("textDocument/foldingRange", params).member("error").member("code") == -32_801)
    #expect(editor.published().isEmpty)
    editor.replace(with: text)
    #expect(editor.published().count == 1)
    // Half a pair is one unit, as in the editor.
    editor.change(
      #"{"range":{"start":{"line":1,"character":4},"end":{"line":1,"character":8}},"text":"x # \ud83d"}"#)
    editor.change(#"{"range":{"start":{"line":1,"character":9},"end":{"line":1,"character":9}},"text":"y"}"#)
    let source = editor.server.documents["untitled:chart"]?.source
    #expect(source.map { $0.lineText(2) } == "id: x # \u{FFFD}y")
  }

  @Test("of a list of changes with a malformed one, none is applied")
  func malformedChange() throws {
    let chart = try ShippedChart.text(ShippedChart.example)
    let editor = Editor()
    editor.open(chart)
    let first = #"{"range":{"start":{"line":0,"character":0},"end":{"line":3,"character":0}},"text":""}"#
    editor.change(first + #",{"text":3}"#)
    let message = editor.notifications.last
    #expect(message?.member("method") == "window/showMessage")
    // The editor shows another text now, so its later changes mean other places, until it sends the whole text.
    editor.change(first)
    #expect(editor.published().isEmpty && editor.notifications.last == message)
    #expect(editor.server.documents["untitled:chart"]?.source.bytes == Array(chart.utf8))
    let params = #"{"textDocument":{"uri":"untitled:chart"}}"#
    #expect(editor.response("textDocument/foldingRange", params).member("error").member("code") == -32_801)
    editor.change(first + "," + "{ \"text\": \(Editor.quoted(chart)) }," + first)
    #expect(editor.published()["untitled:chart"]?.isEmpty == false)
    let rest = chart.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3).joined(
      separator: "\n")
    #expect(editor.server.documents["untitled:chart"]?.source.bytes == Array(rest.utf8))
    #expect(editor.request("textDocument/foldingRange", params) != .unset)
  }

  @Test("only the last version of quick changes is checked")
  func coalesced() throws {
    let editor = Editor()
    editor.open(try ShippedChart.text(ShippedChart.example))
    for letter in ["a", "b", "c"] { editor.replace(with: "statechart: 1\nid: \(letter)\n") }
    let found = editor.published()
    #expect(texts(found["untitled:chart"]) == linted("statechart: 1\nid: c\n"))
    #expect(editor.published().isEmpty)
  }

  @Test("other YAML files have no findings")
  func others() {
    let editor = Editor()
    editor.open("services: { web: { image: x } }\n")
    #expect(editor.published().isEmpty)
    editor.replace(with: "statechart: 1\n")
    #expect(!editor.published().isEmpty)
    editor.replace(with: "")
    #expect(texts(editor.published()["untitled:chart"]) == linted(""))
  }

  @Test("mistakes in the configuration of the linter are reported")
  func configuration() {
    let editor = Editor()
    let uri = "file:///project/.statechart.yaml"
    editor.open("rules: { unused-evnt: off }\n", uri: uri)
    let findings = editor.published()[uri] ?? []
    #expect(findings.map { $0.member("range").rangeText } == ["0:9-0:20"])
    #expect(findings.first?.member("message").text?.contains("unused-event") == true)
  }

  @Test("findings of a closed document are removed")
  func closed() {
    let editor = Editor()
    editor.open("statechart: 1\n")
    #expect(!editor.published().isEmpty)
    editor.notify("textDocument/didClose", #"{"textDocument":{"uri":"untitled:chart"}}"#)
    #expect(editor.notifications.last?.member("params").member("diagnostics").elements.isEmpty == true)
  }

  @Test("a missing child chart is reported until it is there")
  func children() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let uri = folder.appendingPathComponent("outer chart.yaml").absoluteString
    let text = """
      statechart: 1
      id: outer
      initial: paying
      states:
        paying: { title: Paying, invoke: { chart: pay.yaml, done: paid, failed: { any: paid } } }
        paid: { title: Paid, type: final }
      """
    let editor = Editor()
    editor.open(text, uri: uri)
    let codes = { (editor.published()[uri] ?? []).map { $0.member("code").text } }
    #expect(codes().contains("unknown-chart"))
    let child = "statechart: 1\nid: pay\ninitial: done\nstates: { done: { title: Done, type: final } }\n"
    try Data(child.utf8).write(to: folder.appendingPathComponent("pay.yaml"))
    editor.notify("textDocument/didSave", "{ \"textDocument\": { \"uri\": \"\(uri)\" } }")
    #expect(!codes().contains("unknown-chart"))
    let definition = editor.request("textDocument/definition", line: 4, character: 48, uri: uri)
    #expect(definition.member("uri").text == folder.appendingPathComponent("pay.yaml").absoluteString)
  }

  @Test("a saved file is checked again with the charts that run it, and the others are not")
  func savedChild() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func text(_ id: String, child: String? = nil) -> String {
      let work =
        child.map { "invoke: { chart: \($0), done: end, failed: { any: end } }" } ?? "on: { go: end }"
      return
        "statechart: 1\nid: \(id)\ninitial: work\nstates:\n  work: { title: Work, \(work) }\n"
        + "  end: { title: End, type: final }\n"
    }
    let charts = [
      "outer": text("outer", child: "./middle.yaml"), "middle": text("middle", child: "inner.yaml"),
      "inner": text("inner"), "other": text("other"),
    ]
    let uri = { (name: String) in FileURI.uri("\(folder.path)/\(name).yaml") }
    let editor = Editor()
    for (name, text) in charts {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name + ".yaml"))
      editor.open(text, uri: uri(name))
    }
    #expect(editor.published().count == 4)
    func checked(_ method: String, _ params: String) -> [String] {
      editor.notify(method, params)
      return editor.published().keys.map { String($0.split(separator: "/").last ?? "") }.sorted()
    }
    func saved(_ name: String) -> [String] {
      checked("textDocument/didSave", "{ \"textDocument\": { \"uri\": \"\(uri(name))\" } }")
    }
    #expect(saved("inner") == ["inner.yaml", "middle.yaml", "outer.yaml"])
    #expect(saved("outer") == ["outer.yaml"])
    #expect(
      checked(
        "workspace/didChangeWatchedFiles", "{ \"changes\": [{ \"uri\": \"\(uri("middle"))\", \"type\": 2 }] }"
      )
        == ["middle.yaml", "outer.yaml"])
    #expect(saved("new").isEmpty)
    #expect(saved(".statechart").count == 4)
  }

  @Test("an open configuration is checked again when a chart is created or deleted")
  func watchedConfiguration() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let uri = FileURI.uri(folder.path + "/.statechart.yaml")
    let editor = Editor()
    editor.open("paths:\n  - { path: door.yaml, rules: { missing-title: off } }\n", uri: uri)
    let message = editor.published()[uri]?.first?.member("message").text
    #expect(message?.hasPrefix("The path `door.yaml` matches no chart.") == true)
    try Data("statechart: 1\n".utf8).write(to: folder.appendingPathComponent("door.yaml"))
    editor.notify(
      "workspace/didChangeWatchedFiles",
      "{ \"changes\": [{ \"uri\": \"\(FileURI.uri(folder.path + "/door.yaml"))\", \"type\": 1 }] }")
    #expect(editor.published()[uri] == [])
  }

  @Test(
    "a changed configuration is read again when a chart is opened, changed or saved, also without a message about it"
  )
  func outdatedConfiguration() throws {
    var isOutdated = false
    var readings = 0
    var problems: [String] = []
    let editor = Editor(
      LanguageServer.Environment(
        version: "1",
        filesChanged: {
          readings += 1
          isOutdated = false
        }, configurationsAreOutdated: { isOutdated }, newProblems: { problems }))
    let text = "statechart: 1\nid: a\ninitial: a\nstates: { a: { type: final } }\n"
    editor.open(text)
    editor.open(text, uri: "untitled:other")
    #expect(editor.published().count == 2 && readings == 0)
    editor.replace(with: text)
    #expect(editor.published().keys.sorted() == ["untitled:chart"])
    for change in ["didChange", "didOpen"] {
      isOutdated = true
      readings = 0
      if change == "didOpen" { editor.open(text) } else { editor.replace(with: text) }
      #expect(readings == 1)
      #expect(editor.published().keys.sorted() == ["untitled:chart", "untitled:other"])
    }
    problems = ["`x` is not used."]
    editor.replace(with: text)
    let shown = editor.server.publishNext()?.map(Editor.value).last
    #expect(shown?.member("method") == "window/showMessage")
    #expect(shown?.member("params").member("message") == "`x` is not used.")
  }

  @Test("what two texts have in common ends at no half of a line end")
  func commonLineEnds() {
    for (old, new) in [("a\r\nb", "a\nb"), ("a\nb", "a\r\nb"), ("a\rb", "a\r\nb"), ("a\r\nb", "a\rb")] {
      let change = TextChange(from: Array(old.utf8), to: Array(new.utf8))
      #expect(
        change.old == 1..<old.utf8.count - 1 && change.new == 1..<new.utf8.count - 1,
        "\(old.debugDescription)")
    }
  }

  @Test("a line end to which a change adds its second byte stays one line end")
  func completedLineEnds() {
    let line = "a line of text\r"
    let editor = Editor()
    editor.open(String(repeating: line, count: 200))
    let changes = (1..<200).map { number in
      let place = "{ \"line\": \(number), \"character\": 0 }"
      return "{ \"range\": { \"start\": \(place), \"end\": \(place) }, \"text\": \"\\n\" }"
    }
    editor.change(changes.joined(separator: ","))
    let expected = String(repeating: line + "\n", count: 199) + line
    #expect(editor.server.documents["untitled:chart"]?.source.bytes == Array(expected.utf8))
  }

  @Test("after each of many random edits, the findings are those of a fresh `lint`")
  func randomEdits() throws {
    let pieces = [
      "", " ", "\n", "x", ":", "- ", "{", "}", "'", "\"", "#", "🔑", "ü", "\r\n",
      "  on:\n    go: askingCode\n",
      "askingEmail", "initial: ", "\t", "[a, b]", "guard: attempts < 2", "event.data.",
    ]
    var numbers = RandomSource(seed: 7)
    let original = Array(try ShippedChart.text(ShippedChart.example).utf16)
    var units = original
    let editor = Editor()
    editor.open(String(decoding: units, as: UTF16.self))
    var position = (line: 0, column: 0)
    func place(_ offset: Int) -> (line: Int, column: Int) {
      position = (0, 0)
      for (index, unit) in units[..<offset].enumerated() {
        if unit == 0x0A, index > 0, units[index - 1] == 0x0D { continue }
        position =
          unit == 0x0A || unit == 0x0D ? (position.line + 1, 0) : (position.line, position.column + 1)
      }
      return position
    }
    /// An offset that is not inside of a character or of a line end.
    func offset() -> Int {
      var offset = numbers.below(units.count + 1)
      while offset > 0, offset < units.count,
        UTF16.isTrailSurrogate(units[offset]) || units[offset] == 0x0A && units[offset - 1] == 0x0D
      {
        offset -= 1
      }
      return offset
    }
    for number in 0..<TestExtent.count(120, whole: 10_000) {
      // Now and then from the start, for most edits break the text.
      if number % 40 == 39 {
        units = original
        editor.replace(with: String(decoding: units, as: UTF16.self))
      }
      let start = offset()
      let end = numbers.chance(33) ? min(max(start, offset()), start + 12) : start
      let isCut =
        end < units.count && end > 0
        && (UTF16.isTrailSurrogate(units[end]) || units[end] == 0x0A && units[end - 1] == 0x0D)
      let last = isCut ? start : end
      let text = numbers.pick(pieces)
      let (from, to) = (place(start), place(last))
      editor.change(
        "{ \"range\": { \"start\": { \"line\": \(from.line), \"character\": \(from.column) }, "
          + "\"end\": { \"line\": \(to.line), \"character\": \(to.column) } }, "
          + "\"text\": \(Editor.quoted(text)) }")
      units.replaceSubrange(start..<last, with: text.utf16)
      let whole = String(decoding: units, as: UTF16.self)
      try #require(texts(editor.published()["untitled:chart"]) == linted(whole), "edit \(number)")
    }
  }

  @Test("every beginning of a chart has results for all requests")
  func prefixes() throws {
    let chart = try ShippedChart.text(ShippedChart.example)
    try checkRequests(chart, TestExtent.of(Array(chart.indices), every: 60), comparesFindings: true)
  }

  @Test("beginnings of the shipped charts have results for all requests", arguments: try ShippedChart.all())
  func shippedPrefixes(_ path: String) throws {
    let chart = try ShippedChart.text(path)
    // All beginnings take long. A prime number ends them in all places of words and lines.
    let stride = TestExtent.pairStride(251)
    let ends = chart.indices.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
    try checkRequests(chart, TestExtent.of(ends, every: 20, at: 10), comparesFindings: false)
  }

  /// Sends every request at the ends of beginnings of a chart.
  private func checkRequests(_ chart: String, _ ends: [String.Index], comparesFindings: Bool) throws {
    let editor = Editor()
    editor.open(chart)
    for end in ends {
      let text = String(chart[..<end])
      editor.replace(with: text)
      let place = Editor.end(of: text)
      let document = #""textDocument":{"uri":"untitled:chart"}"#
      let position = #"{"line":\#(place.line),"character":\#(place.character)}"#
      let range = #""range":{"start":\#(position),"end":\#(position)}"#
      func error(_ method: String, _ more: String) -> Int? {
        let response = editor.response("textDocument/" + method, "{\(document)\(more)}")
        guard case .map(let members) = response, members["result"] == nil else { return nil }
        return response.member("error").member("code").integer ?? 0
      }
      for method in [
        "completion", "definition", "documentHighlight", "hover", "prepareCallHierarchy", "references",
        "signatureHelp",
      ] {
        #expect(error(method, #","position":\#(position)"#) == nil, "\(method) at \(place)")
      }
      for method in ["documentSymbol", "foldingRange", "semanticTokens/full"] {
        #expect(error(method, "") == nil, "\(method) at \(place)")
      }
      #expect(error("inlayHint", "," + range) == nil, "inlayHint at \(place)")
      #expect(error("selectionRange", #","positions":[\#(position)]"#) == nil, "selectionRange at \(place)")
      #expect(
        error("codeAction", #",\#(range),"context":{"diagnostics":[]}"#) == nil, "codeAction at \(place)")
      // The server may refuse these.
      let options = #","options":{"tabSize":2,"insertSpaces":true}"#
      let rename = #","position":\#(position),"newName":"another""#
      for (method, more) in [
        ("formatting", options), ("rangeFormatting", "," + range + options),
        ("prepareRename", #","position":\#(position)"#), ("rename", rename),
      ] {
        #expect([nil, -32_803].contains(error(method, more)), "\(method) at \(place)")
      }
      guard comparesFindings else { continue }
      #expect(texts(editor.published()["untitled:chart"]) == linted(text))
    }
  }
}
