import Statecharts
import StatechartsModel
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
    actions(text, line: line, context: "\"only\": \(only)")
  }

  private func actions(_ text: String, line: Int, context: String) -> [ChartValue] {
    let editor = Editor()
    editor.open(text)
    let range =
      "{ \"start\": { \"line\": \(line), \"character\": 0 }, \"end\": { \"line\": \(line), \"character\": 99 } }"
    return editor.request(
      "textDocument/codeAction",
      "{ \"textDocument\": { \"uri\": \"untitled:chart\" }, \"range\": \(range), \"context\": { \"diagnostics\": [], \(context) } }"
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

  @Test("each name that may be meant is offered where none is sure")
  func guesses() {
    let text = """
      statechart: 1
      id: door
      initial: open
      states:
        open: { title: Open, on: { close: close } }
        closed: { title: Closed, type: final }
        closer: { title: Closer, type: final }

      """
    let found = actions(text, line: 4, only: #"["quickfix"]"#).filter {
      $0.member("title").text?.hasPrefix("Write") == true
    }
    #expect(found.map { $0.member("title") } == ["Write `closed`", "Write `closer`"])
    #expect(found.allSatisfy { $0.member("isPreferred") != true })
    let fixed = found.last.map { applied($0, to: text) }
    #expect(fixed == text.replacing("close: close ", with: "close: closer "))
  }

  @Test("all fixes at once give what `lint --fix` writes")
  func fixAll() {
    let found = actions(Self.wrong, line: 0, only: #"["source"]"#)
    #expect(found.map { $0.member("kind") } == ["source.fixAll"])
    #expect(found.first.map { applied($0, to: Self.wrong) } == Self.right)
    #expect(actions(Self.right, line: 0, only: #"["source.fixAll"]"#).isEmpty)
  }

  @Test("a fix that would cause an error is not offered, as `lint --fix` does not apply it")
  func refusedFix() {
    let text = Self.right.replacing(
      "on: { close: { target: closed } }", with: "on: { close: closed, clsoe: closed }"
    ).replacing("initial: open\n", with: "initial: open\nevents: { close: {} }\n")
    #expect(!actions(text, line: 5).contains { $0.member("title") == "Write `close`" })
    #expect(actions(text, line: 5, only: #"["source.fixAll"]"#).isEmpty)
    // Others are still offered.
    let wrong = text.replacing("initial: open\n", with: "initial: opn\n")
    #expect(actions(wrong, line: 2).contains { $0.member("title") == "Write `open`" })
    let all = actions(wrong, line: 2, only: #"["source.fixAll"]"#).first
    #expect(all.map { applied($0, to: wrong) } == text)
  }

  @Test("findings about comments that suppress are not suppressed by another comment")
  func suppressedSuppression() {
    for comment in ["# lint:disable unused-handler -- fine", "# lint:disable nothing-known -- fine"] {
      let text = Self.right.replacing("initial: open\n", with: "\(comment)\ninitial: open\n")
      let editor = Editor()
      editor.open(text)
      #expect(editor.published()["untitled:chart"]?.isEmpty == false)
      #expect(!actions(text, line: 2).contains { $0.member("title").text?.hasPrefix("Suppress") == true })
    }
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
    // Also beside a comment that is wrong itself.
    let other = warned.replacing("id: door", with: "# lint:disable nothing-known -- x\nid: door")
    let titles = actions(other, line: 4, only: #"["quickfix"]"#).map { $0.member("title") }
    #expect(titles.contains("Suppress `unused-handler` here"))
    #expect(!actions(Self.wrong, line: 2).contains { $0.member("title").text?.hasPrefix("Suppress") == true })
    let lines = warned.replacing("\n", with: "\r\n")
    let same = actions(lines, line: 3, only: #"["quickfix"]"#).first {
      $0.member("title") == comment?.member("title")
    }
    #expect(same.map { applied($0, to: lines) } == after?.replacing("\n", with: "\r\n"))
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

  private static let undeclared = """
    statechart: 1
    id: door
    context: { tries: { type: int, initial: 0 } }
    events: { push: {} }
    errors:
      jammed: {}
    outputs: { moved: {} }
    handlers: { guards: { isFree: {} }, actions: {}, services: { turn: { errors: [jammed] } } }
    initial: closed
    states:
      closed:
        title: Closed
        errors: [locked]
        entry: [{ emit: shown }, ring]
        on:
          push: { guard: isOpen, target: turning }
          pull: { actions: { assign: { pulls: tries + 1 } } }
      turning:
        title: Turning
        invoke: { service: spin, timeout: 5s, done: closed, failed: { any: closed } }

    """

  @Test(
    "what is not declared can be declared",
    arguments: [
      ("locked", "Declare the error code `locked`", "\n  jammed: {}\n  locked: {}\n"),
      ("shown", "Declare the output `shown`", "{ moved: {}, shown: {} }"),
      ("ring]", "Declare the action `ring`", "actions: { ring: {} }"),
      ("isOpen", "Declare the guard `isOpen`", "guards: { isFree: {}, isOpen: {} }"),
      ("pull:", "Declare the event `pull`", "{ push: {}, pull: {} }"),
      ("pulls", "Declare the variable `pulls`", "initial: 0 }, pulls: { type: int, initial: 0 } }"),
      ("spin", "Declare the service `spin`", "services: { turn: { errors: [jammed] }, spin: {} }"),
    ])
  func declarations(word: String, title: String, expected: String) throws {
    let text = Self.undeclared
    let line = Editor.end(of: String(text[..<(try #require(text.firstRange(of: word)).lowerBound)])).line
    let action = actions(text, line: line, only: #"["quickfix"]"#).first { $0.member("title").text == title }
    let after = try applied(#require(action), to: text)
    #expect(after.contains(expected), "\(after)")
  }

  @Test("a declaration moves the lines that other findings name")
  func movedLines() throws {
    let text = Self.undeclared.replacing("title: Closed\n", with: "title: Closed\n    title: Closed\n")
    let editor = Editor()
    editor.open(text)
    let message = "The key `title` appears twice. The first is in line 12."
    let found = editor.published()["untitled:chart"] ?? []
    #expect(found.contains { $0.member("message").text?.hasPrefix(message) == true })
    let action = actions(text, line: 13, only: #"["quickfix"]"#).first {
      $0.member("title").text == "Declare the error code `locked`"
    }
    #expect(try applied(#require(action), to: text).contains("  locked: {}\n"))
  }

  @Test("a state that is not there is added beside the one that leads to it")
  func addedState() throws {
    let text = """
      statechart: 1
      id: door
      initial: house
      states:
        house:
          initial: room
          states:
            room: { title: Room, on: { go: street } }
            hall: { title: Hall, on: { go: room } }

      """
    let action = actions(text, line: 7, only: #"["quickfix"]"#).first {
      $0.member("title").text == "Add the state `street`"
    }
    #expect(try applied(#require(action), to: text) == text + "      street: {}\n")
    let top = text.replacing("    initial: room", with: "    on: { leave: garden }\n    initial: room")
    let outer = actions(top, line: 5, only: #"["quickfix"]"#).first {
      $0.member("title").text == "Add the state `garden`"
    }
    #expect(try applied(#require(outer), to: top).contains("  garden: {}\n") == true)
    // A state starts inside itself, a history state with one beside it.
    let history = text.replacing(
      "room: { title: Room, on: { go: street } }", with: "room: { type: history, default: yard }")
    let beside = actions(history, line: 7, only: #"["quickfix"]"#).first {
      $0.member("title").text == "Add the state `yard`"
    }
    #expect(try applied(#require(beside), to: history).contains("\n      yard: {}\n"))
    let start = text.replacing("initial: room", with: "initial: yard")
    let inside = actions(start, line: 5, only: #"["quickfix"]"#).first {
      $0.member("title").text == "Add the state `yard`"
    }
    #expect(try applied(#require(inside), to: start).contains("\n      yard: {}\n"))
  }

  @Test("a list that is looped over is declared as a list")
  func declaredList() throws {
    let text = Self.undeclared.replacing(
      "assign: { pulls: tries + 1 }", with: "foreach: pulls, as: one, do: []")
    let line = Editor.end(of: String(text[..<(try #require(text.firstRange(of: "pulls")).lowerBound)])).line
    let action = actions(text, line: line, only: #"["quickfix"]"#).first {
      $0.member("title").text == "Declare the variable `pulls`"
    }
    #expect(
      try applied(#require(action), to: text).contains(
        "initial: 0 }, pulls: { type: [string], initial: [] } }"))
  }

  @Test(
    "a declaration has the data that the uses of its name show",
    arguments: [
      (
        "on: { push: turning }",
        "entry: { emit: shown, data: { n: tries + 1, why: jammed, all: names } }\n    on: { push: turning }",
        "output `shown`", "shown: { payload: { n: int, why: error, all: [string] } }"
      ),
      (
        "push: turning", "push: { guard: \"isOpen(by: 'hand', often: tries > 1)\", target: turning }",
        "guard `isOpen`", "guards: { isOpen: { arguments: { by: string, often: bool } } }"
      ),
      (
        "push: turning", "push: { target: turning, actions: { ring: { for: 5s } } }",
        "action `ring`", "actions: { ring: { arguments: { for: duration } } }"
      ),
      (
        "service: turn, timeout: 5s, done: closed, failed: { any: closed }",
        "service: spin, input: { n: tries }, timeout: 5s, retry: { attempts: 2, on: [jammed] }, done: { target: closed, actions: { assign: { tries: event.data.left } } }, failed: { any: closed }",
        "service `spin`",
        "spin: { input: { n: int }, result: { left: int }, errors: [jammed] }"
      ),
      (
        "push: turning",
        "push: turning, pull: { target: turning, actions: { assign: { tries: event.data.n } } }",
        "event `pull`", "pull: { payload: { n: int } }"
      ),
      (
        "{ service: turn, timeout: 5s,", "{ service: turn, timeout: 5s, input: { hard: event.data.hard }, ",
        "event `pull`", "pull: { payload: { hard: bool } }"
      ),
      (
        "failed: { any: closed }",
        "failed: { broken: { target: closed, actions: { assign: { tries: event.data.n } } }, any: closed }",
        "error code `broken` of `turn`", "broken: { payload: { n: int } } }"
      ),
    ])
  func shownData(old: String, new: String, name: String, expected: String) throws {
    var text = Self.complete.replacing(old, with: new)
    if new.contains("hard") {
      text = text.replacing("events: { push: {} }", with: "events: { push: { payload: { hard: bool } } }")
        .replacing("turn: { errors", with: "turn: { input: { hard: bool }, errors")
      if !text.contains("pull:") {
        text = text.replacing("push: turning", with: "push: turning, pull: turning")
      }
    }
    if name.hasPrefix("guard") || name.hasPrefix("action") {
      text = text.replacing("handlers: {", with: "handlers: { guards: {}, actions: {},")
    }
    let editor = Editor()
    editor.open(text)
    let found = editor.published()["untitled:chart"]?.first { finding in
      finding.member("message").text?.contains(name.split(separator: "`")[1]) == true
    }
    let line = try #require(found).member("range").member("start").member("line").integer ?? 0
    let action = actions(text, line: line, only: #"["quickfix"]"#).first {
      $0.member("title").text == "Declare the \(name)"
    }
    let after = try applied(#require(action), to: text)
    #expect(after.contains(expected), "\(after)")
    editor.replace(with: after)
    let errors = editor.published()["untitled:chart"]?.filter { $0.member("severity") == 1 }
    #expect(errors == [], "\(after)")
  }

  @Test("data that are passed on have the type of what gets them, and stay secret")
  func passedOnData() throws {
    let text =
      Self.complete.replacing("push: turning", with: "push: turning, pull: spinning").replacing(
        "turn: { errors: [jammed] }",
        with: "turn: { errors: [jammed] }, spin: { input: { code: { type: string, secret: true } } }"
      ) + """
          spinning:
            title: Spinning
            invoke: { service: spin, input: { code: event.data.code }, timeout: 5s, done: closed, failed: { any: closed } }

        """
    let action = actions(text, line: 11, only: #"["quickfix"]"#).first {
      $0.member("title") == "Declare the event `pull`"
    }
    #expect(
      try applied(#require(action), to: text).contains(
        "pull: { payload: { code: { type: string, secret: true } } }"))
  }

  @Test("an undeclared error code is declared as one, and a declared one is not made a variable")
  func errorCodes() throws {
    let text = Self.complete.replacing("{ moved: {} }", with: "{ moved: { payload: { error: error } } }")
    let wrong = text.replacing(
      "on: { push", with: "entry: { emit: moved, data: { error: offline } }\n    on: { push")
    #expect(try additions(for: "`offline`", in: wrong) == ["Declare the error code `offline`"])
    let misplaced = text.replacing("on: { push", with: "entry: { assign: { tries: jammed } }\n    on: { push")
    #expect(try additions(for: "`jammed`", in: misplaced).isEmpty)
  }

  @Test("an error code with which a service fails is declared and added to the errors of the service")
  func failureCode() throws {
    let text = Self.complete.replacing("{ any: closed }", with: "{ broken: closed, any: closed }")
    let action = actions(text, line: 14, only: #"["quickfix"]"#).first {
      $0.member("title") == "Declare the error code `broken` of `turn`"
    }
    #expect(
      try applied(#require(action), to: text)
        == text.replacing("frozen: {} }", with: "frozen: {}, broken: {} }").replacing(
          "errors: [jammed]", with: "errors: [jammed, broken]"))
    // A service may list a code that is declared nowhere.
    let listed = text.replacing("errors: [jammed]", with: "errors: [jammed, broken]")
    let declaration = actions(listed, line: 14, only: #"["quickfix"]"#).first {
      $0.member("title") == "Declare the error code `broken`"
    }
    #expect(
      try applied(#require(declaration), to: listed)
        == listed.replacing("frozen: {} }", with: "frozen: {}, broken: {} }"))
  }

  @Test("the types of a declaration are written so that every reader of YAML takes them")
  func declaredTypes() {
    let person = ChartValueType.record([
      FieldDeclaration(ChartName("name"), .optional(.string), isPersonal: true),
      FieldDeclaration(ChartName("tags"), .list(.optional(.int))),
    ])
    for (type, text) in [
      (.optional(.string), #""string?""#), (.list(.string), "[string]"),
      (.optional(.list(.string)), "{ type: [string], optional: true }"),
      (person, #"{ type: { name: { type: string, personal: true, optional: true }, tags: ["int?"] } }"#),
      (.optional(.record([])), "{ type: {  }, optional: true }"),
    ] as [(ChartValueType, String)] {
      #expect(ChartIndex.declaration(type) == text)
    }
  }

  private static let running = """
    statechart: 1
    id: door
    initial: closed
    states:
      closed:
        title: Closed
        on: { push: turning }
      turning:
        title: Turning
        invoke: { service: turn, done: closed }

    """

  @Test("a service gets a time limit, and transitions for its failures back to where people came from")
  func invocations() {
    func after(_ title: String, _ text: String) -> String? {
      actions(text, line: 9, only: #"["quickfix"]"#).first { $0.member("title").text == title }
        .map { applied($0, to: text) }
    }
    let line = "{ service: turn, done: closed }"
    #expect(
      after("Add `timeout: 15s`", Self.running)
        == Self.running.replacing(line, with: "{ service: turn, timeout: 15s, done: closed }"))
    #expect(
      after("Add `failed: { any: closed }`", Self.running)
        == Self.running.replacing(line, with: "{ service: turn, done: closed, failed: { any: closed } }"))
  }

  private static let complete = """
    statechart: 1
    id: door
    context: { tries: { type: int, initial: 0 }, names: { type: [string], initial: [] } }
    events: { push: {} }
    errors: { jammed: {}, frozen: {} }
    outputs: { moved: {} }
    handlers: { services: { turn: { errors: [jammed] } } }
    initial: closed
    states:
      closed:
        title: Closed
        on: { push: turning }
      turning:
        title: Turning
        invoke: { service: turn, timeout: 5s, done: closed, failed: { any: closed } }

    """

  /// The titles of the additions that are offered for the finding with some words.
  private func additions(for words: String, in text: String) throws -> [String] {
    let editor = Editor(
      capabilities: """
        {"textDocument":{"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}}
        """)
    editor.open(text)
    let findings = editor.published()["untitled:chart"] ?? []
    let finding = try #require(
      findings.first { $0.member("message").text?.contains(words) == true },
      "\(findings.compactMap { $0.member("message").text })")
    let found = editor.request(
      "textDocument/codeAction",
      """
      {"textDocument":{"uri":"untitled:chart"},"range":\(JSON(finding.member("range")).text),\
      "context":{"diagnostics":[],"only":["quickfix"]}}
      """
    ).elements
    return found.filter { action in
      action.member("data").member("adds") == true
        && action.member("diagnostics").elements.contains { $0.member("code") == finding.member("code") }
    }.compactMap { $0.member("title").text }
  }

  @Test(
    "only what can be added is offered",
    arguments: [
      ("push: turning", "push: turning, pull: closed", "`pull` is not", ["Declare the event `pull`"]),
      ("push: turning", "push: turning, pull.*: closed", "`pull` is not a declared event", []),
      ("push: turning", "push: turning, done.state.closed: closed", "never arrives", []),
      ("push: turning", "push: turning, done.state.open: closed", "is not a declared event", []),
      ("push: turning", "push: turning, session.lost: closed", "is not a declared event", []),
      (
        "push: turning", "push: turning, error.locked: closed", "`error.locked` is not",
        ["Declare the error code `locked`"]
      ),
      ("{ any: closed }", "{ frozen: closed, any: closed }", "never fails with `frozen`", []),
      (
        "{ any: closed }", "{ broken: closed, any: closed }", "is not",
        ["Declare the error code `broken` of `turn`"]
      ),
      ("on: { push", "after: { push: closed }\n    on: { push", "is an event, not a duration", []),
      ("push: turning", "push: { guard: context.tries > 1, target: turning }", "without `context.`", []),
      (
        "push: turning", "push: { guard: pulls > 1, target: turning }", "pulls",
        ["Declare the variable `pulls`"]
      ),
      (
        "on: { push",
        "entry: [{ foreach: names, as: item, do: { assign: { item: \"''\" } } }]\n    on: { push",
        "belongs to the loop", []
      ),
      (
        "on: { push",
        "entry: [{ foreach: names, as: item, do: { emit: moved } }, { assign: { item: 1 } }]\n    on: { push",
        "`item` is not a declared variable", []
      ),
      (
        "on: { push", "entry: [{ emit: shown }, { emit: shown }]\n    on: { push", "`shown` is not",
        ["Declare the output `shown`"]
      ),
      (", failed: { any: closed }", "", "no transition handles", ["Add `failed: { any: closed }`"]),
      (
        "{ any: closed }", "{ any: { guard: tries > 1, target: closed } }", "while no guard is true", []
      ),
    ] as [(String, String, String, [String])])
  func possibleAdditions(old: String, new: String, message: String, titles: [String]) throws {
    #expect(try additions(for: message, in: Self.complete.replacing(old, with: new)) == titles)
  }

  @Test("a failure does not lead to a state that starts the service again")
  func endlessRetry() throws {
    let text = Self.complete.replacing("on: { push: turning }", with: "always: turning")
      .replacing(", failed: { any: closed }", with: "")
    #expect(try additions(for: "no transition handles", in: text).isEmpty)
  }

  @Test("an addition is found once it is chosen")
  func resolvedAdditions() throws {
    let editor = Editor(
      capabilities: """
        {"textDocument":{"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}}
        """)
    func resolved(_ text: String) throws -> ChartValue {
      editor.open(text)
      let found = editor.request(
        "textDocument/codeAction",
        """
        {"textDocument":{"uri":"untitled:chart"},"range":{"start":{"line":6,"character":0},\
        "end":{"line":6,"character":50}},"context":{"diagnostics":[]}}
        """
      ).elements
      let action = found.first { $0.member("title") == "Declare the event `pull`" }
      return editor.response("codeAction/resolve", JSON(try #require(action)).text)
    }
    let text = """
      statechart: 1
      id: door
      events: { push: {} }
      initial: a
      states:
        a:
          on: { push: a, pull: a }

      """
    #expect(
      applied(try resolved(text).member("result"), to: text)
        == text.replacing("push: {}", with: "push: {}, pull: {}"))
  }

  private static let resolving =
    #"{"textDocument":{"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}}"#

  @Test("an error is added to the errors of the state that shows it")
  func unlistedError() throws {
    let text = Self.complete.replacing("title: Closed", with: "title: Closed\n    errors: [jammed]")
      .replacing("{ tries: {", with: "{ problem: error?, tries: {")
      .replacing(
        "{ any: closed }", with: "{ any: { target: closed, actions: { assign: { problem: frozen } } } }")
    let action = actions(text, line: 15, only: #"["quickfix"]"#).first {
      $0.member("title") == "Add `frozen` to the errors of `closed`"
    }
    #expect(
      try applied(#require(action), to: text)
        == text.replacing(": [jammed]\n    on", with: ": [jammed, frozen]\n    on"))
  }

  @Test("an addition that would cause an error is not made, and the editor shows the error")
  func refusedAddition() throws {
    let text = Self.complete.replacing(
      "push: turning",
      with:
        "push: turning, pull: { guard: event.data.v > 1, target: closed, actions: { assign: { names: event.data.v } } }"
    )
    let params = """
      {"textDocument":{"uri":"untitled:chart"},"range":{"start":{"line":11,"character":0},\
      "end":{"line":11,"character":99}},"context":{"diagnostics":[],"only":["quickfix"]}}
      """
    func declaration(_ editor: Editor) -> ChartValue? {
      editor.open(text)
      return editor.request("textDocument/codeAction", params).elements.first {
        $0.member("title") == "Declare the event `pull`"
      }
    }
    let reason =
      "This would cause another problem: `>` compares numbers, text or durations, but this has a list. Fix it by hand."
    let editor = Editor(capabilities: Self.resolving)
    let action = try #require(declaration(editor))
    let resolved = editor.request("codeAction/resolve", JSON(action).text)
    #expect(resolved.member("title") == action.member("title"))
    #expect(resolved.member("edit") == .unset && resolved.member("data") == .unset)
    let shown = editor.notifications.filter { $0.member("method") == "window/showMessage" }
    #expect(shown.map { $0.member("params").member("message").text } == [reason])
    // An editor that cannot ask later shows it at once, or does not offer the action.
    let disabled = declaration(
      Editor(capabilities: #"{"textDocument":{"codeAction":{"disabledSupport":true}}}"#))
    #expect(disabled?.member("disabled").member("reason").text == reason)
    #expect(declaration(Editor()) == nil)
  }

  @Test("marked states move into a group, or the editor shows why not")
  func grouping() {
    func found(_ capabilities: String, _ text: String) -> ChartValue {
      let editor = Editor(capabilities: capabilities)
      editor.open(text)
      return editor.request(
        "textDocument/codeAction",
        """
        {"textDocument":{"uri":"untitled:chart"},"range":{"start":{"line":5,"character":4},\
        "end":{"line":9,"character":20}},"context":{"diagnostics":[],"only":["refactor"]}}
        """
      ).elements.first ?? .unset
    }
    let action = found("{}", Self.running)
    #expect(action.member("title") == "Move `closed`, `turning` into a group")
    let after = applied(action, to: Self.running)
    #expect(after.contains("  group:\n    title: Group\n    initial: closed\n    states:\n      closed:\n"))
    let parallel = Self.running.replacing("initial: closed", with: "type: parallel")
    #expect(found("{}", parallel) == .unset)
    let disabled = found(#"{"textDocument":{"codeAction":{"disabledSupport":true}}}"#, parallel)
    #expect(disabled.member("disabled").member("reason").text?.contains("is parallel") == true)
    let open = found(Self.resolving, Self.running)
    #expect(open.member("title") == action.member("title") && open.member("edit") == .unset)
    let editor = Editor(capabilities: Self.resolving)
    editor.open(Self.running)
    #expect(applied(editor.request("codeAction/resolve", JSON(open).text), to: Self.running) == after)
    editor.replace(with: "statechart: 1\n")
    let late = editor.response("codeAction/resolve", JSON(open).text)
    #expect(late.member("error").member("code") == -32_801)
  }

  @Test("an older editor gets a group of states and all fixes, however many findings the states have")
  func groupingWithFindings() {
    let events = ["one", "two", "three", "four", "five"].map { "\($0): a" }.joined(separator: ", ")
    let text = """
      statechart: 1
      id: door
      events: { go: {} }
      initial: a
      states:
        a: { title: A, on: { go: b, \(events) } }
        b: { titel: B, on: { go: a } }

      """
    let editor = Editor()
    editor.open(text)
    let titles = editor.request(
      "textDocument/codeAction",
      """
      {"textDocument":{"uri":"untitled:chart"},"range":{"start":{"line":5,"character":2},\
      "end":{"line":6,"character":30}},"context":{"diagnostics":[]}}
      """
    ).elements.compactMap { $0.member("title").text }
    #expect(titles.contains("Move `a`, `b` into a group"), "\(titles)")
  }

  @Test("the title of a group of many states has their number")
  func manyStates() {
    let names = ["a", "b", "c", "d"]
    for count in 3...4 {
      let states = names.prefix(count).map { "  \($0): { title: \($0), on: { go: a } }\n" }.joined()
      let text = "statechart: 1\nid: door\ninitial: a\nstates:\n" + states
      let editor = Editor()
      editor.open(text)
      let found =
        editor.request(
          "textDocument/codeAction",
          """
          {"textDocument":{"uri":"untitled:chart"},"range":{"start":{"line":0,"character":0},\
          "end":{"line":9,"character":0}},"context":{"diagnostics":[],"only":["refactor"]}}
          """
        ).elements.first ?? .unset
      let title = count == 3 ? "Move `a`, `b`, `c` into a group" : "Move 4 states into a group"
      #expect(found.member("title").text == title)
    }
  }

  @Test("an editor that asks by itself gets only quick actions, a person who asks gets all")
  func automatic() {
    let kinds = { (context: String) in
      self.actions(Self.wrong, line: 2, context: context).compactMap { $0.member("kind").text }
    }
    #expect(kinds(#""triggerKind": 2"#) == ["quickfix"])
    #expect(kinds(#""triggerKind": 1"#) == ["quickfix", "source.fixAll"])
    // Older editors do not say who asks. The empty kind means all.
    #expect(kinds(#""only": [""]"#) == ["quickfix", "source.fixAll"])
  }

  @Test(
    "the names in a question are found again", arguments: [["open"], ["axc", "axd"], ["axc", "axd", "axe"]])
  func askedNames(names: [String]) throws {
    let near = try #require(NearNames.nearest(to: names.count == 1 ? "opn" : "axb", in: names))
    for text in [near.sentence + " Otherwise write `x`.", "It is no state; \(near.question())"] {
      #expect(NearName.names(askedIn: text) == names)
    }
    #expect(NearName.names(askedIn: "Write `open`.").isEmpty)
  }
}
