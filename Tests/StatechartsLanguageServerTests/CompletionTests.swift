import Foundation
import Statecharts
import StatechartsYAML
import Testing

@testable import StatechartsLanguageServer

@Suite("Completion in the editor")
struct CompletionTests {
  /// The labels at a mark in a text; the text before it was valid as `valid`.
  private func labels(_ marked: String, after valid: String? = nil, snippets: Bool = false) -> [String] {
    items(marked, after: valid, snippets: snippets).compactMap { $0.member("label").text }
  }

  private func items(_ marked: String, after valid: String? = nil, snippets: Bool = false) -> [ChartValue] {
    let editor = Editor(
      capabilities:
        "{\"textDocument\":{\"completion\":{\"completionItem\":{\"documentationFormat\":[\"markdown\"],"
        + "\"snippetSupport\":\(snippets)}}}}")
    guard let valid else {
      return editor.request("textDocument/completion", at: marked).member("items").elements
    }
    editor.open(valid)
    _ = editor.published()
    let parts = marked.components(separatedBy: "▸")
    editor.replace(with: parts.joined())
    let end = Editor.end(of: parts[0])
    return editor.request("textDocument/completion", line: end.line, character: end.character)
      .member("items").elements
  }

  /// The example with a line in the place of another one, which has the mark.
  private func edited(_ line: String, _ replacement: String) throws -> (marked: String, valid: String) {
    let chart = try ShippedChart.text(ShippedChart.example)
    try #require(chart.contains(line))
    return (chart.replacing(line, with: replacement, maxReplacements: 1), chart)
  }

  private func labels(instead line: String, _ replacement: String) throws -> [String] {
    let (marked, valid) = try edited(line, replacement)
    return labels(marked, after: valid)
  }

  private static let states = ["askingEmail", "sendingCode", "askingCode", "checkingCode", "signedIn"]

  @Test("the first key of an empty file begins a chart")
  func empty() {
    #expect(labels("▸").first == "statechart")
    #expect(labels("stat▸").first == "statechart")
    #expect(labels("image: x\nstat▸").isEmpty)
  }

  @Test("keys are those that the mapping may still have, with their meaning")
  func keys() throws {
    let found = try labels(instead: "    type: final\n", "    ▸\n")
    #expect(found.contains("type") && found.contains("on") && found.contains("invoke"))
    #expect(!found.contains("title") && !found.contains("ending"))
    let (marked, valid) = try edited("      timeout: 15s\n", "      t▸\n")
    let items = items(marked, after: valid)
    let timeout = items.first { $0.member("label") == "timeout" }
    #expect(timeout?.member("textEdit").member("newText") == "timeout: ")
    let line = Editor.end(of: marked.components(separatedBy: "▸")[0]).line
    #expect(timeout?.member("textEdit").member("range").rangeText == "\(line):6-\(line):7")
    #expect(timeout?.member("documentation").member("value").text?.contains("The time limit") == true)
    #expect(items.allSatisfy { $0.member("label") != "service" })
  }

  @Test("a key whose colon is there already is completed without one")
  func colon() throws {
    let (marked, valid) = try edited("      timeout: 15s\n", "      time▸: 15s\n")
    let timeout = items(marked, after: valid).first { $0.member("label") == "timeout" }
    #expect(timeout?.member("textEdit").member("newText") == "timeout")
  }

  @Test("a bracket that is not closed ends where the lines around it go on")
  func unclosed() throws {
    let (marked, _) = try edited("submitEmail: sendingCode", "submitEmail: ▸")
    for (closed, open) in [("email. }", "email."), ("errors: [mailNotSent]", "errors: [mailNotSent")] {
      let text = marked.replacing(closed, with: open, maxReplacements: 1)
      #expect(labels(text, after: marked.replacing("▸", with: "sendingCode")) == Self.states, "\(open)")
    }
  }

  @Test("of a word that was begun, the rest is replaced too")
  func middle() throws {
    let (marked, valid) = try edited("      timeout: 15s\n", "      ti▸meot: 15s\n")
    let timeout = items(marked, after: valid).first { $0.member("label") == "timeout" }
    let line = Editor.end(of: marked.components(separatedBy: "▸")[0]).line
    #expect(timeout?.member("textEdit").member("range").rangeText == "\(line):6-\(line):12")
    #expect(timeout?.member("textEdit").member("newText") == "timeout")
  }

  @Test("targets are states, in blocks, in braces and in lists")
  func states() throws {
    #expect(try labels(instead: "submitEmail: sendingCode", "submitEmail: ▸") == Self.states)
    #expect(try labels(instead: "submitEmail: sendingCode", "submitEmail: { target: as▸") == Self.states)
    #expect(
      try labels(instead: "submitEmail: sendingCode", "submitEmail:\n        - target: ▸") == Self.states)
    #expect(try labels(instead: "initial: askingEmail", "initial: ▸") == Self.states)
    #expect(try labels(instead: "clear: askingEmail", "clear: [ ▸") == Self.states)
  }

  @Test("events are those that the state does not handle yet")
  func events() throws {
    let found = try labels(instead: "      resendCode: askingEmail\n", "      ▸\n")
    #expect(found == ["submitEmail", "resendCode"])
  }

  @Test("errors, outputs, services and queries are those that are declared")
  func names() throws {
    #expect(try labels(instead: "errors: [mailNotSent]\n    on", "errors: [▸\n    on").contains("notChecked"))
    #expect(try labels(instead: "emit: showError", "emit: ▸") == ["showError"])
    #expect(try labels(instead: "service: checkCode", "service: ▸") == ["sendCode", "checkCode"])
    #expect(try labels(instead: "        wrongCode:\n", "        ▸\n") == ["wrongCode", "timeout"])
    #expect(try labels(instead: "input: { code: event.data.code }", "input: { ▸ }") == ["code"])
    #expect(try labels(instead: "{ error: notChecked }", "{ ▸").first == "error")
  }

  @Test("the handlers in a list are those that its key means")
  func handlersInLists() {
    let text = """
      statechart: 1
      id: x
      handlers: { actions: { ring: {} }, queries: { weather: { result: {} } } }
      initial: a
      states:
        a:
          queries: []
          entry: []

      """
    #expect(labels(text.replacing("queries: []", with: "queries: [▸]"), after: text) == ["weather"])
    #expect(labels(text.replacing("queries: []", with: "queries:\n      - ▸"), after: text) == ["weather"])
    #expect(labels(text.replacing("entry: []", with: "entry: [▸]"), after: text).contains("ring"))
  }

  @Test("an action in a list in brackets is completed with its braces")
  func actionsInBrackets() {
    let text = "statechart: 1\nid: x\ninitial: a\nstates: { a: {} }\n"
    func inserted(_ place: String) -> String? {
      let found = items(text.replacing("{ a: {} }", with: "{ a: { \(place) } }"), after: text)
      return found.first { $0.member("label") == "assign" }?.member("textEdit").member("newText").text
    }
    #expect(inserted("entry: [▸]") == "{ assign: }")
    #expect(inserted("entry: [{ ▸ }]") == "assign:")
  }

  @Test("a state starts in one that is inside it, a history state in one beside it")
  func starts() {
    let text = """
      statechart: 1
      id: x
      initial: a
      states:
        a:
          initial: b
          states:
            b: { states: { c: {} }, initial: c }
            last: { type: history, default: b }
        d: {}

      """
    #expect(
      labels(text.replacing("    initial: b", with: "    initial: ▸"), after: text) == ["b", "c"])
    #expect(labels(text.replacing("default: b", with: "default: ▸"), after: text) == ["b"])
    #expect(labels(text.replacing("\ninitial: a", with: "\ninitial: ▸"), after: text).contains("d"))
  }

  @Test("only a timer may say what a restored session does with it")
  func resume() {
    let text = """
      statechart: 1
      id: x
      events: { e: {} }
      initial: a
      states:
        a:
          on: { e: { target: a } }
          after: { 5s: { target: a } }

      """
    let on = labels(text.replacing("e: { target: a", with: "e: { target: a, ▸"), after: text)
    let after = labels(text.replacing("5s: { target: a", with: "5s: { target: a, ▸"), after: text)
    #expect(on.contains("guard") && !on.contains("resume") && after.contains("resume"))
  }

  @Test("the keys of a state are those of its kind")
  func keysOfKind() throws {
    let found = try labels(instead: "    type: final\n", "    type: final\n    ▸\n")
    #expect(found.contains("entry") && !found.contains("on") && !found.contains("invoke"))
  }

  @Test("a text that is compared or assigned is completed, also between quotes")
  func texts() {
    func found(_ line: String) -> [String] {
      let valid = """
        statechart: 1
        id: door
        context: { goal: { type: string, values: [enroll, stepUp], initial: enroll }, last: error? }
        events: { go: { payload: { kind: { type: string, values: [short, long] } } } }
        errors: { jammed: {} }
        initial: open
        states:
          open:
            on: { go: open }

        """
      return labels(valid.replacing("    on: { go: open }", with: line), after: valid)
    }
    #expect(found("    always: { guard: goal == '▸', target: open }") == ["enroll", "stepUp"])
    #expect(found("    always: { guard: goal == 'st▸', target: open }") == ["enroll", "stepUp"])
    #expect(found("    always: { guard: goal == ▸, target: open }").prefix(2) == ["'enroll'", "'stepUp'"])
    #expect(found("    on: { go: { guard: event.data.kind != '▸', target: open } }") == ["short", "long"])
    #expect(found("    always: { guard: last == '▸', target: open }") == ["jammed"])
    #expect(found("    always: { guard: event.error == '▸', target: open }") == ["jammed"])
    // YAML may quote the value.
    #expect(found("    always: { guard: 'goal == ''▸', target: open }") == ["enroll", "stepUp"])
    #expect(found("    always: { guard: 'la▸', target: open }").contains("last"))
    #expect(found(#"    always: { guard: "goal == '▸", target: open }"#) == ["enroll", "stepUp"])
    #expect(found("    always:\n      guard: startsWith(goal, '▸')").isEmpty)
    #expect(found("    entry: { assign: { goal: \"'▸") == ["enroll", "stepUp"])
  }

  @Test("expressions have variables, functions, and the fields of the event")
  func expressions() throws {
    let found = try labels(instead: "guard: attempts < 2", "guard: att▸")
    #expect(found.first == "attempts")
    #expect(found.contains("startsWith") && found.contains("defined") && found.contains("not"))
    #expect(
      try labels(
        instead: "submitCode: checkingCode", "submitCode: { guard: event.data.▸, target: checkingCode }")
        == ["code"])
    #expect(try labels(instead: "guard: attempts < 2", "guard: in(▸") == Self.states)
    #expect(
      try labels(
        instead: "submitCode: checkingCode",
        "submitCode:\n        actions: { assign: { attempts: 1 + event.data.c▸") == ["code"])
  }

  @Test("what is done on entering a state has the fields of the events that lead there")
  func enteringEvents() throws {
    #expect(
      try labels(instead: "{ code: event.data.code }", "{ code: event.data.▸ }") == ["code"])
    #expect(try labels(instead: "{ code: event.data.code }", "{ code: event.data.c▸ }") == ["code"])
    #expect(
      try labels(
        instead: "    title: Checking the code\n",
        "    title: Checking the code\n    entry: { log: event.data.▸ }\n") == ["code"])
    let text = """
      statechart: 1
      id: x
      events: { go: { payload: { one: int } }, skip: { payload: { two: int } } }
      context: { last: int? }
      initial: a
      states:
        a: { on: { go: group, skip: fork } }
        group:
          initial: b
          states:
            b:
              entry: { assign: { last: event.data.one } }
        fork: { type: choice, always: [{ guard: in(a), target: group }, a] }

      """
    let marked = text.replacing("event.data.one", with: "event.data.▸")
    #expect(labels(marked, after: text) == ["one", "two"])
    let guarded = text.replacing("in(a)", with: "event.data.▸")
    #expect(labels(guarded, after: text) == ["two"])
  }

  @Test("where an error is needed, the error codes come first")
  func errorCodes() throws {
    let codes = ["wrongCode", "notChecked", "mailNotSent"]
    let field = try labels(instead: "{ error: notChecked }", "{ error: ▸ }")
    #expect(Array(field.prefix(3)) == codes)
    let comparison = try labels(instead: "guard: attempts < 2", "guard: event.error == ▸")
    #expect(Array(comparison.prefix(3)) == codes)
    // Editors sort by another text than the label.
    let (marked, valid) = try edited("guard: attempts < 2", "guard: event.error == ▸")
    let order = items(marked, after: valid).compactMap { $0.member("sortText").text }
    #expect(order.count > 3 && order == order.sorted())
    #expect(try labels(instead: "guard: attempts < 2", "guard: attempts < ▸").first == "attempts")
  }

  @Test("events of the platform are completed once their first word is there")
  func platformEvents() throws {
    let found = try labels(instead: "      resendCode: askingEmail\n", "      error.▸\n")
    #expect(found.contains("error.wrongCode") && found.contains("done.invoke.checkCode"))
    #expect(try !labels(instead: "      resendCode: askingEmail\n", "      ▸\n").contains("error.wrongCode"))
  }

  @Test("a timer may wait as long as a variable says")
  func delays() throws {
    let text = """
      statechart: 1
      id: x
      context: { wait: { type: duration, initial: 5s }, tries: { type: int, initial: 0 } }
      initial: a
      states:
        a:
          after: { wait: a }

      """
    #expect(labels(text.replacing("{ wait: a }", with: "{ ▸ }"), after: text) == ["wait"])
  }

  @Test("inside a loop, expressions have its elements")
  func elements() {
    func labels(_ loop: String) -> [String] {
      let text = """
        statechart: 1
        id: x
        context: { xs: { type: [string], initial: "[]" }, last: { type: string, initial: "''" } }
        initial: a
        states:
          a:
            entry:
        \(loop)

        """
      return self.labels(text, after: text.replacing(/i?▸/, with: "''"))
    }
    let block = """
            - foreach: xs
              as: item
              index: number
              do:
                - foreach: xs
                  as: inner
                  do: { assign: { last: ▸ } }
      """
    #expect(labels(block).prefix(5) == ["inner", "item", "number", "xs", "last"])
    let flow = "      - { foreach: xs, as: item, do: [{ assign: { last: i▸ } }] }"
    #expect(labels(flow).prefix(2) == ["item", "xs"])
    let outside = "      - { foreach: xs, as: item, do: [] }\n      - { assign: { last: ▸ } }"
    #expect(labels(outside).first == "xs")
  }

  @Test("a name with hyphens or dots is replaced as a whole")
  func wholeNames() {
    func range(_ line: String) -> String? {
      let valid = """
        statechart: 1
        id: door
        context: { tries: int }
        events: { sign.out: {} }
        initial: asking-email
        states:
          asking-email:
            on: { sign.out: asking-email }

        """
      let name = line.contains("sign") ? "sign.out" : "asking-email"
      let marked = valid.replacing("    on: { sign.out: asking-email }", with: line)
      let item = items(marked, after: valid).first { $0.member("label").text == name }
      return item?.member("textEdit").member("range").rangeText
    }
    #expect(range("    always: asking-em▸") == "7:12-7:21")
    #expect(range("    on: { sign.o▸") == "7:10-7:16")
    #expect(range("    always: { guard: in(asking-em▸") == "7:24-7:33")
    #expect(range("    always: { guard: min(as▸") == nil)
  }

  @Test("words of the format are completed")
  func words() throws {
    #expect(try labels(instead: "type: final", "type: ▸") == ["parallel", "final", "history", "choice"])
    #expect(try labels(instead: "error: error }", "error: ▸ }").contains("duration"))
  }

  @Test("a doubled quote does not end a text in quotes")
  func doubledQuotes() {
    let text = "statechart: 1\nid: x\nstates:\n  a: { title: 'It''s, well', ▸ }\n"
    #expect(labels(text).contains("on"))
  }

  @Test("texts and comments have no completion")
  func nothing() throws {
    #expect(try labels(instead: "title: Signed in", "title: ▸").isEmpty)
    #expect(try labels(instead: "title: Signed in", "title: x # ▸").isEmpty)
    #expect(try labels(instead: "  A person types", "  ▸A person types").isEmpty)
  }

  @Test("a new state is a snippet where the editor knows snippets")
  func snippets() throws {
    let (marked, valid) = try edited("  signedIn:\n", "  ▸\n  signedIn:\n")
    let found = items(marked, after: valid, snippets: true)
    #expect(found.map { $0.member("label") } == ["new state"])
    #expect(found.first?.member("insertTextFormat") == 2)
    #expect(labels(marked, after: valid).isEmpty)
  }

  @Test("a snippet is valid where it is inserted: in lines, in braces, as an item and as a value")
  func snippetForms() throws {
    let chart = """
      statechart: 1
      id: door
      handlers: { services: { service: {} } }
      initial: nextState
      states:
        nextState: {}
        errorState: {}

      """
    /// The chart with the snippet inserted, without the signs of its placeholders.
    func inserted(_ label: String, _ line: String, instead replaced: String) throws -> String {
      let marked = chart.replacing(replaced, with: line)
      let items = items(marked, after: chart, snippets: true)
      let item = try #require(items.first { $0.member("label").text == label }, "\(label) in \(line)")
      let parts = marked.components(separatedBy: "▸")
      // Editors indent the lines of a snippet as deep as the line in which it is inserted.
      let indentation = (parts[0].components(separatedBy: "\n").last ?? "").prefix { $0 == " " }
      let text = (item.member("textEdit").member("newText").text ?? "")
        .replacing("\n", with: "\n" + indentation).replacing("$0", with: "")
        .replacing(/\$\{\d:(\w+)\}/) { $0.output.1 }
      return parts.joined(separator: text)
    }
    func check(_ label: String, _ part: String, _ line: String, instead replaced: String) throws {
      let text = try inserted(label, line, instead: replaced)
      let reading = ChartReader().read(SourceText(name: "door.yaml", bytes: Array(text.utf8)))
      #expect(reading.diagnostics.allSatisfy { $0.severity != .error } && text.contains(part), "\(text)")
    }
    let states = "states:\n  nextState: {}\n  errorState: {}"
    for line in [
      states + "\n  ▸", "states: { nextState: {}, errorState: {}, ▸ }",
      "states: {\n    nextState: {}, errorState: {},\n    ▸\n  }",
    ] {
      try check("new state", "title: Title", line, instead: states)
    }
    for line in [
      "  nextState:\n    ▸", "  nextState: { ▸ }", "  nextState:\n    title: x\n    invoke:\n      ▸",
      "  nextState:\n    invoke:\n      - ▸", "  nextState:\n    invoke: ▸",
      "  nextState:\n    invoke: { ▸ }",
      "  nextState:\n    invoke: [▸]",
    ] {
      try check("new invocation", "service: service", line, instead: "  nextState: {}")
    }
    for line in ["  nextState:\n    type: final\n    ▸", "  nextState:\n    invoke: { service: service, ▸ }"]
    {
      #expect(
        !labels(chart.replacing("  nextState: {}", with: line), after: chart, snippets: true).contains(
          "new invocation"))
    }
  }
}

@Suite("Parameters in the editor")
struct SignatureTests {
  @Test("the parameters of functions and guards are shown inside their parentheses")
  func signatures() {
    func help(_ guardText: String) -> ChartValue {
      let text = """
        statechart: 1
        id: door
        handlers: { guards: { fits: { arguments: { code: string, tries: int? } } } }
        initial: open
        states:
          open: { on: { close: { guard: "\(guardText)", target: closed } } }
          closed: { type: final }
        """
      return Editor().request("textDocument/signatureHelp", at: text)
    }
    let function = help("contains('abc', ▸)")
    #expect(function.member("signatures").elements.first?.member("label") == "contains(textOrList, part)")
    #expect(function.member("activeParameter") == 1)
    let guardHelp = help("not fits(▸)")
    #expect(
      guardHelp.member("signatures").elements.first?.member("label") == "fits(code: string, tries: int?)")
    #expect(help("length('a') > ▸0") == .unset)
    #expect(help("nothing(▸)") == .unset)
    // Signs in a text are no signs of the expression.
    #expect(help("contains('a(, ', ▸)").member("activeParameter") == 1)
    #expect(help("contains('a', 'b)▸").member("activeParameter") == 1)
  }
}
