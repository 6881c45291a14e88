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

  @Test("the lines of a range are formatted, and only they")
  func rangeFormatting() throws {
    let chart = try ShippedChart.text(ShippedChart.example)
    let wide = chart.replacing("    title: ", with: "    title:   ")
    let place = Editor.end(of: wide.components(separatedBy: "    title:   Signed in")[0])
    let editor = Editor()
    editor.open(wide)
    let edits = editor.request(
      "textDocument/rangeFormatting",
      "{\"textDocument\":{\"uri\":\"untitled:chart\"},\"options\":{},\"range\":{\"start\":{\"line\":\(place.line),"
        + "\"character\":6},\"end\":{\"line\":\(place.line),\"character\":9}}}"
    ).elements
    #expect(
      wide.applying(edits) == wide.replacing("    title:   Signed in", with: "    title: Signed in"))
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

  /// A chart in which one name is used for several kinds of things, in quotes, in a comment and in a title: where renaming
  /// went wrong in docker-language-server (issues 149, 255, 287 and 450).
  private static let lookalikes = """
    statechart: 1
    id: door
    events: { open: { title: "open" } }
    initial: "open"
    states:
      'open': # open
        title: open
        on: { open: { guard: "in('open')", target: "open" }, "shut": shut }
      shut: { type: final }

    """

  @Test("a name in quotes is highlighted and renamed without them, and what looks like it stays")
  func lookalikes() throws {
    let text = Self.lookalikes
    let editor = Editor()
    let found = editor.request(
      "textDocument/documentHighlight", at: text.replacing(#"target: "open"#, with: #"target: "op▸en"#))
    let ranges = found.elements.map { $0.member("range").rangeText }
    #expect(ranges == ["3:10-3:14", "5:3-5:7", "7:30-7:34", "7:48-7:52"])
    let edit = rename(editor, text, at: #"target: "op"#, to: "ajar").member("result")
    #expect(
      text.applying(edit.member("changes").member("untitled:chart").elements)
        == text.replacing(#"initial: "open""#, with: #"initial: "ajar""#).replacing(
          "'open': #", with: "'ajar': #"
        )
        .replacing("in('open')", with: "in('ajar')").replacing(#"target: "open""#, with: #"target: "ajar""#))
    let event = rename(editor, text, at: "on: { op", to: "push").member("result")
    #expect(
      text.applying(event.member("changes").member("untitled:chart").elements)
        == text.replacing("events: { open", with: "events: { push").replacing(
          "on: { open", with: "on: { push"))
  }

  @Test("the element of a loop is highlighted and renamed in its loop only")
  func elements() {
    let loop = "{ foreach: xs, as: item, do: { assign: { last: item } } }"
    let text = """
      statechart: 1
      id: door
      context: { xs: { type: [string], initial: "[]" }, last: { type: string, initial: "''" } }
      initial: open
      states:
        open:
          entry: \(loop)
          exit: \(loop)

      """
    let editor = Editor()
    let marked = text.replacing("exit: { foreach: xs, as: it", with: "exit: { foreach: xs, as: it▸")
    for method in ["documentHighlight", "references"] {
      let found = editor.request("textDocument/\(method)", at: marked)
      #expect(found.elements.map { $0.member("range").rangeText } == ["7:29-7:33", "7:57-7:61"])
    }
    let edit = rename(editor, text, at: "exit: { foreach: xs, as: it", to: "each").member("result")
    #expect(
      text.applying(edit.member("changes").member("untitled:chart").elements)
        == text.replacing("exit: \(loop)", with: "exit: \(loop.replacing("item", with: "each"))"))
  }

  @Test(
    "an anchor that is named as a state is no use of the state, and renaming says that anchors are not supported"
  )
  func anchors() {
    let text = Self.lookalikes.replacing("shut: { type", with: "shut: &open { type")
    let editor = Editor()
    let found = editor.request(
      "textDocument/documentHighlight", at: text.replacing("in('open", with: "in('op▸en"))
    #expect(!found.elements.contains { $0.member("range").member("start").member("line") == 8 })
    let error = rename(editor, text, at: #"target: "op"#, to: "ajar").member("error")
    #expect(error.member("code") == failed)
    #expect(error.member("message").text?.contains("anchor") == true)
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
    // What cannot be renamed at all is refused before somebody types a name.
    let wrong = chart.replacing("guard: attempts", with: "guard: att▸empts").replacing(
      "title: Signed in", with: "titel: Signed in")
    #expect(Editor().request("textDocument/prepareRename", at: wrong) == .unset)
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

  /// A chart that fails with an error code, and one that runs it and handles the code.
  private static let child = """
    statechart: 1
    id: child
    initial: work
    errors: { tooLate: {} }
    states:
      work: { errors: [tooLate], after: { 1m: late } }
      late: { type: final }
    """
  private static let parent = """
    statechart: 1
    id: parent
    initial: run
    errors: { tooLate: {} }
    states:
      run: { invoke: { chart: child.yaml, done: end, failed: { tooLate: end, any: end } } }
      end: { type: final }
    """

  /// Runs something with files in a new folder.
  private func inFolder(_ files: [String: String], _ body: (_ path: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    try body(folder.path)
  }

  /// The edits of the parent when the error code is renamed in the child.
  private func renamed(_ editor: Editor, child: String, parent: String) -> [ChartValue] {
    let marked = Self.child.replacing("errors: { tooLate", with: "errors: { too▸Late")
    let edit = editor.request(
      "textDocument/rename", at: marked, uri: FileURI.uri(child), more: #", "newName": "tooSlow""#)
    return edit.member("changes").member(FileURI.uri(parent)).elements
  }

  @Test("an error code is also renamed in the chart that runs this one, however that is written")
  func otherCharts() throws {
    let braces =
      "{ \"statechart\": 1, id: parent, initial: run, errors: { tooLate: {} }, states: { run: { invoke: { chart: child.yaml, "
      + "done: end, failed: { tooLate: end, any: end } } }, end: { type: final } } }\n"
    for parent in [Self.parent, braces] {
      try inFolder(["child.yaml": Self.child, "parent.yaml": parent]) { folder in
        let edits = renamed(Editor(), child: folder + "/child.yaml", parent: folder + "/parent.yaml")
        #expect(parent.applying(edits) == parent.replacing("tooLate", with: "tooSlow"))
      }
    }
  }

  @Test("a chart that runs this one is found above the open folder, without a search of everything there")
  func parentAbove() throws {
    let parent = Self.parent.replacing("child.yaml", with: "parts/child.yaml")
    var files = ["parts/child.yaml": Self.child, "parent.yaml": parent]
    for number in 0...WorkspaceFiles.mostFiles { files["others/\(number).yaml"] = "" }
    try inFolder(files) { folder in
      for roots in [[], [FileURI.uri(folder + "/parts")]] {
        let editor = Editor(roots: roots)
        let edits = renamed(editor, child: folder + "/parts/child.yaml", parent: folder + "/parent.yaml")
        #expect(parent.applying(edits) == parent.replacing("tooLate", with: "tooSlow"))
      }
    }
  }

  @Test("charts in linked folders are found")
  func links() throws {
    let parent = Self.parent.replacing("child.yaml", with: "parts/child.yaml")
    try inFolder(["shared/child.yaml": Self.child, "app/parent.yaml": parent]) { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/app/parts", withDestinationPath: "../shared")
      // A link to a folder around it ends.
      try FileManager.default.createSymbolicLink(atPath: folder + "/app/self", withDestinationPath: ".")
      let editor = Editor(roots: [FileURI.uri(folder + "/app")])
      let marked = parent.replacing("errors: { tooLate", with: "errors: { too▸Late")
      let changes = editor.request(
        "textDocument/rename", at: marked, uri: FileURI.uri(folder + "/app/parent.yaml"),
        more: #", "newName": "tooSlow""#
      ).member("changes")
      #expect(changes.member(FileURI.uri(folder + "/app/parts/child.yaml")).elements.count == 2)
    }
    // The paths of the open chart are those of its folder, also where another one has the files too.
    try inFolder([
      "real/charts/parent.yaml": parent, "real/charts/parts/child.yaml": Self.child, "ws/x.md": "",
    ]) {
      try FileManager.default.createSymbolicLink(
        atPath: $0 + "/ws/charts", withDestinationPath: "../real/charts")
      let editor = Editor(roots: [FileURI.uri($0 + "/real"), FileURI.uri($0 + "/ws")])
      let path = $0 + "/ws/charts/"
      #expect(!renamed(editor, child: path + "parts/child.yaml", parent: path + "parent.yaml").isEmpty)
    }
  }

  @Test("a rename that would change a text that the editor shows otherwise is refused")
  func lostText() throws {
    try inFolder(["child.yaml": Self.child, "parent.yaml": Self.parent]) { folder in
      let editor = Editor(roots: [FileURI.uri(folder)])
      editor.open(Self.parent, uri: FileURI.uri(folder + "/parent.yaml"))
      editor.change(#"{"text":3}"#, uri: FileURI.uri(folder + "/parent.yaml"))
      #expect(renamed(editor, child: folder + "/child.yaml", parent: folder + "/parent.yaml").isEmpty)
      editor.replace(with: Self.parent, uri: FileURI.uri(folder + "/parent.yaml"))
      #expect(!renamed(editor, child: folder + "/child.yaml", parent: folder + "/parent.yaml").isEmpty)
    }
  }

  @Test("renaming is refused where not all files can be searched, and reports charts with errors")
  func unsearchedFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let chart = try ShippedChart.text(ShippedChart.example)
    let uri = FileURI.uri(folder.path) + "/chart.yaml"
    let editor = Editor(roots: [FileURI.uri(folder.path)])
    func answer() -> ChartValue {
      editor.open(chart, uri: uri)
      let line = Editor.end(of: chart.components(separatedBy: "submitEmail: send")[0]).line
      return editor.response(
        "textDocument/rename",
        "{ \"textDocument\": { \"uri\": \"\(uri)\" }, "
          + "\"position\": { \"line\": \(line), \"character\": 8 }, \"newName\": \"mailing\" }")
    }
    try "statechart: 1\nid: [broken\n".write(
      to: folder.appendingPathComponent("broken.yaml"), atomically: true, encoding: .utf8)
    #expect(answer().member("result").member("changes").member(uri).elements.isEmpty == false)
    let warning = editor.notifications.first { $0.member("method") == "window/showMessage" }
    #expect(warning?.member("params").member("message").text?.contains("/broken.yaml`") == true)
    for number in 1...WorkspaceFiles.mostFiles {
      try Data().write(to: folder.appendingPathComponent("\(number).yaml"))
    }
    let message = answer().member("error").member("message").text
    // States are known in pages only.
    let state = editor.request(
      "textDocument/rename", at: chart.replacing("  askingCode:", with: "  ▸askingCode:"), uri: uri,
      more: #", "newName": "typingCode""#)
    #expect(state.member("changes").member(uri).elements.isEmpty == false)
    #expect(message?.contains("too many files") == true && message?.contains("statechart rename") == true)
  }

  @Test("recorded runs and markers of pages are renamed too, and the migration is offered after it")
  func pagesAndMigration() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let charts = folder.appendingPathComponent("charts")
    try FileManager.default.createDirectory(at: charts, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let chart = """
      statechart: 1
      id: door
      title: Door
      initial: open
      states:
        open: { title: Open, on: { close: closed } }
        closed: { title: Closed, type: final }

      """
    let page =
      "# Door\n\n<!-- statechart: charts/door.yaml state=open run=run.jsonl -->\n<!-- /statechart -->\n"
    let run = "{\"event\": \"close\"}\n"
    let root = FileURI.uri(folder.path)
    let uri = root + "/charts/door.yaml"
    let files = [("page.md", page), ("run.jsonl", run), ("charts/door.yaml", chart)]
    for (name, text) in files {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let editor = Editor(roots: [root])
    func renamed(at words: String, to name: String) -> ChartValue {
      editor.request(
        "textDocument/rename", at: chart.replacing(words, with: "▸" + words), uri: uri,
        more: ", \"newName\": \"\(name)\""
      ).member("changes")
    }
    func migrations() -> [ChartValue] {
      let place = "{ \"line\": 0, \"character\": 0 }"
      return editor.request(
        "textDocument/codeAction",
        "{ \"textDocument\": { \"uri\": \"\(uri)\" }, \"range\": { \"start\": \(place), \"end\": \(place) }, "
          + "\"context\": { \"diagnostics\": [] } }"
      ).elements.filter { $0.member("title").text?.contains("migration") == true }
    }
    let event = renamed(at: "close: closed", to: "shut")
    #expect(run.applying(event.member(root + "/run.jsonl").elements) == "{\"event\": \"shut\"}\n")
    #expect(event.member(root + "/page.md") == .unset)
    editor.replace(with: chart.applying(event.member(uri).elements), uri: uri)
    #expect(migrations().isEmpty)
    let state = renamed(at: "open: {", to: "ajar")
    #expect(
      page.applying(state.member(root + "/page.md").elements)
        == page.replacing("state=open", with: "state=ajar"))
    // The editor has not made the edits yet.
    #expect(migrations().isEmpty)
    let text = chart.applying(state.member(uri).elements)
    editor.replace(with: text, uri: uri)
    let offered = migrations()
    #expect(
      offered.map { $0.member("title") } == ["Add the migration of `open` to `ajar` for stored sessions"])
    let edits = offered.first?.member("edit").member("changes").member(uri).elements ?? []
    #expect(
      text.applying(edits)
        == text.replacing(
          "title: Door\n",
          with: "title: Door\nversion: 2\nmigrations:\n  - { from: 1, states: { rename: { open: ajar } } }\n")
    )
    // Stored sessions have the first name, and nothing changes for them when it comes back.
    func renamedAgain(_ text: String, at words: String, to name: String) -> String {
      let marked = text.replacing(words, with: "▸" + words)
      let changes = editor.request(
        "textDocument/rename", at: marked, uri: uri, more: ", \"newName\": \"\(name)\"")
      let after = text.applying(changes.member("changes").member(uri).elements)
      editor.replace(with: after, uri: uri)
      return after
    }
    let first = renamedAgain(chart, at: "open: {", to: "ajar")
    let second = renamedAgain(first, at: "ajar: {", to: "wide")
    #expect(
      migrations().map { $0.member("title") } == ["Add the migration of `open` to `wide` for stored sessions"]
    )
    _ = renamedAgain(second, at: "wide: {", to: "open")
    #expect(migrations().isEmpty)
    editor.replace(with: text + "# changed\n", uri: uri)
    #expect(migrations().isEmpty)
  }

  @Test("pages and runs are changed as they are in the editor, and those that are not open are named")
  func openPages() throws {
    let chart = "statechart: 1\nid: door\ninitial: open\nstates: { open: { on: { shut: open } } }\n"
    let page = "<!-- statechart: door.yaml state=open run=run.jsonl -->\n<!-- /statechart -->\n"
    try inFolder(["door.yaml": chart, "a.md": page, "run.jsonl": "{\"event\": \"shut\"}\n"]) { folder in
      let editor = Editor(roots: [FileURI.uri(folder)])
      func edits(_ words: String, of file: String) -> [ChartValue] {
        editor.request(
          "textDocument/rename", at: chart.replacing(words, with: "▸" + words),
          uri: FileURI.uri(folder + "/door.yaml"), more: #", "newName": "closing""#
        ).member("changes").member(FileURI.uri(folder + "/" + file)).elements
      }
      #expect(edits("shut: open", of: "run.jsonl").count == 1)
      let shown = editor.notifications.last?.member("params").member("message").text
      #expect(
        shown?.hasPrefix("Not open here, so their saved text was changed: `\(folder)/run.jsonl`.") == true)
      for (file, words) in [("a.md", "open: {"), ("run.jsonl", "shut: open")] {
        let saved = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
        editor.open("\n" + saved, uri: FileURI.uri(folder + "/" + file))
        let line = edits(words, of: file).first?.member("range").member("start").member("line")
        #expect(line == 1, "\(file)")
      }
    }
  }

  @Test("where folders are inside each other, a file is changed once, and its names are found once")
  func nestedFolders() throws {
    let parent = Self.parent.replacing("child.yaml", with: "parts/child.yaml")
    try inFolder(["parts/child.yaml": Self.child, "parent.yaml": parent]) { folder in
      let root = FileURI.uri(folder)
      for other in [root + "/parts", root + "/", root + "/./parts/../parts"] {
        let editor = Editor(
          capabilities: #"{"workspace":{"workspaceEdit":{"documentChanges":true}}}"#, roots: [root, other])
        let edit = editor.request(
          "textDocument/rename", at: parent.replacing("errors: { tooLate", with: "errors: { too▸Late"),
          uri: root + "/parent.yaml", more: #", "newName": "tooSlow""#)
        let changed = edit.member("documentChanges").elements.map {
          $0.member("textDocument").member("uri").text
        }
        #expect(changed == [root + "/parent.yaml", root + "/parts/child.yaml"])
        let found = editor.request("workspace/symbol", #"{"query":"late"}"#).elements
        #expect(found.count { $0.member("name") == "late" } == 1)
      }
    }
  }
}
