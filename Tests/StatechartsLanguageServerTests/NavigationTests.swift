import Foundation
import Statecharts
import StatechartsYAML
import Testing

@testable import StatechartsLanguageServer

@Suite("Names in the editor")
struct NavigationTests {
  private func chart() throws -> String { try ShippedChart.text(ShippedChart.example) }

  /// The example with a mark before a stretch of it.
  private func marked(_ before: String, _ after: String) throws -> String {
    let chart = try chart()
    try #require(chart.contains(before + after))
    return chart.replacing(before + after, with: before + "▸" + after, maxReplacements: 1)
  }

  /// The lines of locations or highlights, from 1.
  private func lines(_ result: ChartValue) -> [Int] {
    result.elements.map { ($0.member("range").member("start").member("line").integer ?? -2) + 1 }
  }

  /// The lines of the example that have a text, from 1, each as often as it is in them.
  private func lines(with text: String) throws -> [Int] {
    try chart().components(separatedBy: "\n").enumerated().flatMap { number, line in
      repeatElement(number + 1, count: line.components(separatedBy: text).count - 1)
    }
  }

  @Test(
    "a name leads to its declaration",
    arguments: [
      ("submitEmail: ", "sendingCode", "  sendingCode:"),
      ("      ", "submitEmail: sending", "  submitEmail: {"),
      ("service: ", "checkCode", "    checkCode:"), ("error: ", "notChecked", "  notChecked:"),
      ("emit: ", "showError", "  showError:"),
      ("guard: ", "attempts", "  attempts:"), ("clear: ", "askingEmail", "  askingEmail:"),
      ("actions: { emit: showErr", "or", "  showError:"),
    ])
  func definition(before: String, after: String, declaration: String) throws {
    let found = Editor().request("textDocument/definition", at: try marked(before, after))
    let line = try chart().components(separatedBy: "\n").firstIndex { $0.hasPrefix(declaration) }
    #expect(lines(found) == [try #require(line) + 1])
  }

  @Test("what is no name leads nowhere")
  func nowhere() throws {
    let editor = Editor()
    #expect(editor.request("textDocument/definition", at: try marked("title: Asking", " for")) == .unset)
    #expect(editor.request("textDocument/definition", line: 9_999, character: 9_999) == .unset)
  }

  @Test("references are all uses, with or without the declaration")
  func references() throws {
    let text = try marked("  ", "askingEmail:\n")
    let all = Editor().request("textDocument/references", at: text)
    let uses = Editor().request(
      "textDocument/references", at: text, more: ", \"context\": { \"includeDeclaration\": false }")
    let declaration = try lines(with: "  askingEmail:")
    let others = try lines(with: "askingEmail").filter { !declaration.contains($0) }
    #expect(lines(all) == declaration + others)
    #expect(lines(uses) == others)
  }

  /// A chart with names in events of the platform, in quoted texts and in an expression that cannot be parsed.
  private static let door = """
    statechart: 1
    id: door
    context: { tries: int, problem: { type: error, optional: true }, running: string }
    events: { hand.push: {}, hand.pull: {} }
    errors: { jammed: {} }
    handlers: { guards: { isFree: {} }, services: { turn: { errors: [jammed] } } }
    initial: closed
    states:
      closed:
        on: { hand.push: { guard: "isFree() and tries < ", target: turning } }
      turning:
        invoke: { service: turn, idTo: running, failed: { any: closed } }
        on: { done.invoke.turn: ajar, error.jammed: closed }
      ajar:
        initial: half
        states:
          half:
            on: { hand.pull: { guard: "problem == 'jammed' or event.name == 'hand.pull'", target: full } }
          full: { type: final }
        on: { done.state.ajar: closed, hand.*: closed }
    """

  @Test(
    "references are found in events of the platform, in quoted texts and in expressions with errors",
    arguments: [
      ("ajar", [14, 13, 20]), ("turn", [6, 12, 13]), ("jammed", [5, 6, 13, 18]), ("tries", [3, 10]),
      ("isFree", [6, 10]), ("hand.pull", [4, 18, 18]), ("running", [3, 12]),
    ])
  func hiddenReferences(name: String, expected: [Int]) {
    let declaration = name == "ajar" ? "  ajar:" : "\(name): {"
    let pattern = Self.door.contains(declaration) ? declaration : "\(name): "
    let text = Self.door.replacing(
      pattern, with: pattern.replacing(name, with: "▸" + name), maxReplacements: 1)
    #expect(lines(Editor().request("textDocument/references", at: text)) == expected)
  }

  @Test("a descriptor with `*` leads to the events that it matches")
  func descriptors() {
    let text = Self.door.replacing("hand.*", with: "▸hand.*")
    #expect(lines(Editor().request("textDocument/definition", at: text)) == [4, 4])
  }

  @Test("highlights distinguish reading from writing")
  func highlights() throws {
    let found = Editor().request("textDocument/documentHighlight", at: try marked("guard: ", "attempts"))
    #expect(lines(found) == (try lines(with: "attempts")))
    #expect(found.elements.map { $0.member("kind") } == [3, 2, 3, 2])
  }

  @Test("names are found while the text is broken")
  func broken() throws {
    let editor = Editor()
    editor.open(try chart())
    _ = editor.published()
    let broken = try chart().replacing("id: signInWithCode", with: "id: [signInWithCodeAndMore\n\tx: {")
    editor.replace(with: broken)
    // The text has one more line now, and positions are counted from 0.
    let use = try #require(try lines(with: "      submitEmail: sendingCode").first)
    let found = editor.request("textDocument/definition", line: use, character: 22)
    #expect(lines(found) == [try #require(try lines(with: "  sendingCode:").first) + 1])
    let symbols = editor.request("textDocument/documentSymbol", #"{"textDocument":{"uri":"untitled:chart"}}"#)
    #expect(symbols.elements.count > 10)
  }

  @Test(
    "names are found in a text that is opened while it is broken, and in all lines but the broken one",
    arguments: [
      ("  askingEmail:\n", "  askingEmail\n"), ("title: Sending", "title: \"Sending"),
      ("title: Signed in", "title: {"),
      ("initial: askingEmail", "initial: [askingEmail"), ("    title: Sending", "\t  title: Sending"),
      ("  askingCode:\n", "  askingCode: {\n"),
    ])
  func openedBroken(right: String, wrong: String) throws {
    let editor = Editor()
    let broken = try chart().replacing(right, with: wrong)
    try #require(broken.contains(wrong))
    editor.open(broken)
    let symbols = editor.request("textDocument/documentSymbol", #"{"textDocument":{"uri":"untitled:chart"}}"#)
    #expect(symbols.elements.count > 8)
    let use = try #require(try lines(with: "resendCode: askingEmail").first) - 1
    #expect(!lines(editor.request("textDocument/definition", line: use, character: 20)).isEmpty)
  }

  @Test("names between two changes stay while the first of them breaks the text")
  func brokenTwice() throws {
    let editor = Editor()
    editor.open(try chart())
    _ = editor.published()
    let broken = try chart().replacing("initial: askingEmail", with: "initial: [askingEmail")
    editor.replace(with: broken)
    editor.replace(with: broken.replacing("title: Signed in", with: "title: Done"))
    let use = try #require(try lines(with: "resendCode: askingEmail").first) - 1
    #expect(
      lines(editor.request("textDocument/definition", line: use, character: 20))
        == (try lines(with: "  askingEmail:")))
  }

  @Test(
    "a chart is one however its first key is written",
    arguments: ["\"statechart\": 1", "statechart : 1", "'statechart': 1"])
  func spellings(key: String) throws {
    let editor = Editor()
    editor.open(
      try chart().replacing("statechart: 1", with: key).replacing(
        "initial: askingEmail", with: "initial: nowhere"))
    #expect(editor.published()["untitled:chart"]?.contains { $0.member("code") == "unknown-target" } == true)
  }

  @Test("hover shows the title, the description and the transitions of a state")
  func hover() throws {
    let found = Editor().request("textDocument/hover", at: try marked("resendCode: asking", "Email"))
    let text = found.member("contents").member("value").text ?? ""
    #expect(text.contains("**state `askingEmail`**: Asking for the email address"))
    #expect(
      text.contains(
        "Transitions in:\n\n- `signInWithCode`: initially\n- `sendingCode`: `sendCode` fails with any error\n"
      ))
    #expect(text.contains("Transitions out:\n\n- `submitEmail`: `sendingCode`"))
    let line = try #require(try lines(with: "resendCode: askingEmail").first) - 1
    #expect(found.member("range").rangeText == "\(line):18-\(line):29")
  }

  @Test("hover of a state in a group shows the ways in and out through the group")
  func nestedHover() {
    let text = """
      statechart: 1
      id: door
      initial: closed
      states:
        closed: { on: { use: group } }
        group:
          initial: ope▸n
          on: { cancel: closed }
          states: { open: { on: { push: ajar } }, ajar: {} }
      """
    let found = Editor().request("textDocument/hover", at: text).member("contents").member("value").text ?? ""
    #expect(found.contains("Transitions in:\n\n- `group`: initially"), "\(found)")
    #expect(
      found.contains("Transitions out:\n\n- `push`: `ajar`\n- `cancel` (of `group`): `closed`"), "\(found)")
  }

  @Test("hover has no Markdown where the editor shows it as it is, and titles have none anywhere")
  func plainHover() {
    func text(_ capabilities: String) -> String? {
      let text = """
        statechart: 1
        id: door
        initial: open
        states:
          open: { title: "*Open* <b>", on: { close: op▸en } }
        """
      return Editor(capabilities: capabilities).request("textDocument/hover", at: text)
        .member("contents").member("value").text
    }
    let plain = text(#"{"textDocument":{"hover":{"contentFormat":["plaintext"]}}}"#)
    #expect(plain?.hasPrefix("state open: *Open* <b>\n") == true)
    #expect(plain?.contains("`") == false)
    #expect(text("{}")?.hasPrefix("**state `open`**: \\*Open\\* \\<b\\>\n") == true)
  }

  @Test("hover shows the types of handlers, the meaning of keys and the rules of findings")
  func otherHovers() throws {
    func text(_ marked: String) -> String {
      Editor().request("textDocument/hover", at: marked).member("contents").member("value").text ?? ""
    }
    #expect(text(try marked("service: ", "sendCode")).contains("`{address: string}`"))
    #expect(text(try marked("      time", "out: 15s")).contains("The time limit. After it"))
    let wrong = try marked("submitCode: ", "checkingCode").replacing("▸checkingCode", with: "▸checkngCode")
    #expect(text(wrong).contains("(`unknown-target`)"))
  }

  @Test("hover shows the types of the parts of an expression, and how a function is used")
  func expressionHovers() {
    func hover(_ marked: String) -> (text: String, range: String) {
      let text = """
        statechart: 1
        id: door
        context:
          tries: { type: int, initial: 0 }
          last: { type: { code: string, size: int }, optional: true }
        events: { push: { payload: { code: { type: string, secret: true } } } }
        initial: open
        states:
          open:
            on:
              push:
                guard: "\(marked)"
                target: open
                actions: [{ foreach: "['a']", as: item, do: [{ assign: { tries: tries + 1 } }] }]
        """
      let found = Editor().request("textDocument/hover", at: text)
      let shown = found.member("contents").member("value").text ?? ""
      return (shown.components(separatedBy: "\n\n---").first ?? "", found.member("range").rangeText)
    }
    #expect(
      hover("event.data.co▸de == 'a'") == (
        "**`event.data.code`**: `{ type: string, secret: true }`", "11:16-11:31"
      ))
    #expect(hover("last.co▸de == 'a'").text == "**`last.code`**: `string`")
    #expect(hover("tries ▸+ 1 > 2") == ("**`tries + 1`**: `int`", "11:16-11:25"))
    #expect(hover("tries + 1 ▸> 2").text == "**`tries + 1 > 2`**: `bool`")
    #expect(hover("not in(open) ▸and tries > 1").text == "**`not in(open) and tries > 1`**: `bool`")
    #expect(hover("len▸gth(last.code) > 1") == ("**`length(textOrList)`**: `int`", "11:16-11:22"))
    #expect(hover("lower(event.data.code▸) == 'a'").text.contains("secret: true"))
    #expect(hover("tr▸ies > 1").text.hasPrefix("**variable `tries`**"))
    for unknown in ["▸1", "nothing ▸+ 1", "(▸"] { #expect(hover(unknown).text.contains("**: `") == false) }
  }

  @Test("document symbols are nested where the editor allows it")
  func symbols() throws {
    let text = """
      statechart: 1
      id: door
      events: { ring: { title: Bell } }
      initial: house
      states:
        house:
          initial: open
          states: { open: { title: Open } }
      """
    let params = #"{"textDocument":{"uri":"untitled:chart"}}"#
    let nested = Editor(
      capabilities: #"{"textDocument":{"documentSymbol":{"hierarchicalDocumentSymbolSupport":true}}}"#)
    nested.open(text)
    let found = nested.request("textDocument/documentSymbol", params).elements
    #expect(found.map { $0.member("name") } == ["ring", "house"])
    #expect(found.last?.member("children").elements.map { $0.member("detail") } == ["Open"])
    #expect(found.last?.member("range").rangeText == "5:2-7:37")
    #expect(found.last?.member("selectionRange").rangeText == "5:2-5:7")
    let flat = Editor()
    flat.open(text)
    let names = flat.request("textDocument/documentSymbol", params).elements.map { $0.member("name") }
    #expect(names == ["ring", "house", "open"])
  }

  @Test("workspace symbols are found in closed charts, also by their titles")
  func workspace() throws {
    let editor = Editor(roots: [ShippedChart.root.appendingPathComponent("Docs/examples").absoluteString])
    let found = editor.request("workspace/symbol", #"{"query":"checking the code"}"#).elements
    #expect(
      found.contains { $0.member("name") == "checkingCode" && $0.member("containerName") == "signInWithCode" }
    )
    let uris = found.compactMap { $0.member("location").member("uri").text }
    #expect(uris.contains { $0.hasSuffix("Docs/examples/sign-in-with-code.yaml") })
  }

  @Test("workspace symbols follow changes of files that nobody reports")
  func changedFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let editor = Editor(roots: [FileURI.uri(folder.path)])
    func write(_ state: String) throws {
      try "statechart: 1\nid: x\ninitial: \(state)\nstates: { \(state): {} }\n".write(
        to: folder.appendingPathComponent("x.yaml"), atomically: true, encoding: .utf8)
    }
    func isFound(_ name: String) -> Bool {
      editor.request("workspace/symbol", "{\"query\":\"\(name)\"}").elements.count == 1
    }
    try write("first")
    #expect(isFound("first"))
    try write("second")
    #expect(isFound("second") && !isFound("first"))
  }

  @Test("the transitions of a state are shown like calls")
  func transitions() throws {
    let text = """
      statechart: 1
      id: door
      initial: shut
      on: { reset: shut }
      states:
        shut: { title: Shut, on: { push: [{ guard: in(open), target: shut }, open] } }
        open: { always: { target: shut } }

      """
    let editor = Editor()
    let item =
      editor.request(
        "textDocument/prepareCallHierarchy", at: text.replacing("reset: shut", with: "reset: sh▸ut")
      ).elements.first ?? .unset
    #expect(item.member("name") == "shut" && item.member("detail") == "Shut")
    #expect(item.member("selectionRange").rangeText == "5:2-5:6")
    func calls(_ method: String, _ key: String) -> [String] {
      editor.request("callHierarchy/" + method, "{\"item\": \(JSON(item).text)}").elements.map { call in
        let ranges = call.member("fromRanges").elements.map(\.rangeText).joined(separator: " ")
        return "\(call.member(key).member("name").text ?? ""): \(ranges)"
      }
    }
    #expect(
      calls("incomingCalls", "from") == ["door: 3:13-3:17 2:9-2:13", "shut: 5:63-5:67", "open: 6:28-6:32"])
    #expect(calls("outgoingCalls", "to") == ["shut: 5:63-5:67", "open: 5:71-5:75"])
    let callers = editor.request("callHierarchy/incomingCalls", "{\"item\": \(JSON(item).text)}").elements
    let chart = callers.first?.member("from") ?? .unset
    #expect(chart.member("range").rangeText.hasPrefix("0:0-6:") && chart.member("name") == "door")
    #expect(
      editor.request(
        "textDocument/prepareCallHierarchy", at: text.replacing("reset: shut", with: "re▸set: shut"))
        == .unset)
  }

  @Test("keys fold with the lines below them, and comments of several lines")
  func folding() throws {
    let editor = Editor()
    editor.open("# a\n# b\nstatechart: 1\nstates:\n  open:\n    title: x\n\n  closed: {}\n")
    let found = editor.request("textDocument/foldingRange", #"{"textDocument":{"uri":"untitled:chart"}}"#)
    let ranges = found.elements.map { [$0.member("startLine").integer, $0.member("endLine").integer] }
    #expect(ranges == [[0, 1], [4, 5], [3, 7]])
  }

  @Test("lines that begin with # in a text after | are no comments")
  func textFolding() throws {
    let editor = Editor()
    editor.open("statechart: 1\ndescription: |\n  # A\n  # B\n  c\n# d\n# e\nstates: {}\n")
    let found = editor.request("textDocument/foldingRange", #"{"textDocument":{"uri":"untitled:chart"}}"#)
    let ranges = found.elements.map { [$0.member("startLine").integer, $0.member("endLine").integer] }
    #expect(ranges == [[5, 6], [1, 4]])
  }

  @Test("a selection grows from a text to its entry and to the whole chart")
  func selection() throws {
    let editor = Editor()
    editor.open("statechart: 1\nstates:\n  open: { title: Open }\n")
    let found = editor.request(
      "textDocument/selectionRange",
      #"{"textDocument":{"uri":"untitled:chart"},"positions":[{"line":2,"character":18}]}"#)
    var ranges: [String] = []
    var next = found.elements.first ?? .unset
    while next != .unset {
      ranges.append(next.member("range").rangeText)
      next = next.member("parent")
    }
    #expect(ranges.prefix(4) == ["2:18-2:18", "2:17-2:21", "2:10-2:21", "2:8-2:23"])
    #expect(ranges.last == "0:0-2:23")
  }

  @Test("semantic tokens say what names stand for")
  func tokens() {
    let editor = Editor()
    editor.open("statechart: 1\nid: d\ninitial: a\nstates:\n  a: { on: { go: b } }\n  b: { type: final }\n")
    let found = editor.request(
      "textDocument/semanticTokens/full", #"{"textDocument":{"uri":"untitled:chart"}}"#)
    let data = found.member("data").elements.compactMap(\.integer)
    let expected = [
      2, 9, 1, 0, 0, 2, 2, 1, 0, 1, 0, 11, 2, 1, 0, 0, 4, 1, 0, 0, 1, 2, 1, 0, 1,
    ]
    #expect(data == expected)
  }

  @Test("hints show the data of events, results and errors beside the keys that handle them")
  func hints() {
    let editor = Editor()
    editor.open(
      """
      statechart: 1
      id: door
      events: { knock: { payload: { loud: bool } }, leave: {} }
      errors: { jammed: { payload: { seconds: int } } }
      handlers: { services: { open: { result: { wide: bool }, errors: [jammed] } } }
      initial: closed
      states:
        closed: { on: { knock: opening, leave: closed } }
        opening:
          invoke: { service: open, done: closed, failed: { jammed: closed, any: closed } }
          on: { error.jammed: closed }
      """)
    let found = editor.request(
      "textDocument/inlayHint",
      "{\"textDocument\":{\"uri\":\"untitled:chart\"},"
        + "\"range\":{\"start\":{\"line\":7,\"character\":0},\"end\":{\"line\":99,\"character\":0}}}")
    let hints = found.elements.map { hint in
      let place = hint.member("position")
      return "\(place.member("line").integer ?? 0):\(place.member("character").integer ?? 0) "
        + (hint.member("label").text ?? "")
    }
    #expect(
      hints == ["7:23 {loud: bool}", "10:22 {seconds: int}", "9:59 {seconds: int}", "9:33 {wide: bool}"])
  }
}
