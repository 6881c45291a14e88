import Statecharts
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("Reading charts: habits from programs and other tools")
struct HabitTests {
  /// A chart whose state `a` stands from line 6 on, indented by four spaces, with a state `b` after it.
  private func of(_ keys: String) -> ChartReading {
    let lines = keys.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    return .of(
      "statechart: 1\nid: test\ninitial: a\nstates:\n  a:\n" + lines.joined(separator: "\n") + "\n  b:\n")
  }

  @Test(
    "a missing space in a list of actions is named, and fixed",
    arguments: [
      (
        "entry:\n  - log:1",
        "7:9 missing-space: `log:1` is read as one text: a space is missing after the `:`. Write `log: 1`.",
        "- log: 1"
      ),
      (
        "entry:\n  -log: 1",
        "7:7 missing-space: `-log` is a name here: a space is missing after the `-`. Write `- log: …`.",
        "- log: 1"
      ),
      (
        "on:\n  go:\n    -target: b",
        "8:9 missing-space: `-target` is a key here: a space is missing after the `-`. Write `- target: …`.",
        "- target: b"
      ),
      (
        "entry: [-hide]",
        "6:13 missing-space: `-hide` is read as text, and the `-` is part of it. Write `hide`.",
        "[hide]"
      ),
      (
        "entry:\n  - -log: 1",
        "7:9 missing-space: `-log` is a name here, and the `-` is part of it. Write `log: …`.", "- log: 1"
      ),
    ])
  func missingSpace(keys: String, line: String, fixed: String) {
    let reading = of(keys)
    #expect(reading.lines == [line])
    #expect(reading.fixed?.contains(fixed) == true)
  }

  @Test(
    "an item without a value is found at its hyphen",
    arguments: [
      ("entry:\n  -", "7:7"), ("entry:\n  - hide\n  -   \n\n  - show", "8:7"),
      ("on:\n  go:\n    - b\n    -", "9:9"),
    ])
  func emptyItem(keys: String, place: String) {
    #expect(of(keys).lines.map { $0.prefix { $0 != " " } } == [place[...]])
  }

  @Test("a name over two lines in braces that are never closed is not reported besides")
  func openBrace() {
    let reading = of("on: { go\n  stop: b")
    #expect(reading.lines.count == 1 && reading.lines[0].contains("is not closed"), "\(reading.lines)")
  }

  @Test("a type behind a query is reported as its result, other words as a title")
  func queryAsType() {
    for (word, help) in [("bool", "`x: { result: bool }`"), ("open", "`x: { title: … }`")] {
      let lines = ChartReading.of(
        "statechart: 1\nid: t\ninitial: a\nhandlers: { queries: { x: \(word) } }\nstates: { a: { queries: [x] } }\n"
      ).lines
      #expect(lines.count == 1 && lines[0].hasSuffix(help + "."), "\(lines)")
    }
  }

  @Test("items without spaces that run together are one finding")
  func joinedItems() {
    let reading = of("entry:\n  -hide\n  -show")
    #expect(
      reading.lines == [
        "7:7 missing-space: `-hide` is read as text: a space is missing after the `-`. Write `- hide`."
      ])
  }

  @Test(
    "an assignment of a program is reported as `assign`",
    arguments: [
      ("n = n + 1", "n + 1"), ("n += 1", "n + 1"), ("n++", "n + 1"), ("n -= 2", "n - 2"),
      ("n -= a + 1", "n - (a + 1)"), ("n := 0", "0"),
      ("n=true", "true"),
    ])
  func assignment(written: String, value: String) {
    let reading = of("entry: \(written)")
    #expect(
      reading.lines == [
        "6:12 wrong-kind: `\(written)` is not an action. A variable is set with `assign`. Write `{ assign: { n: \(value) } }`."
      ])
    #expect(reading.fixed?.contains("entry: { assign: { n: \(value) } }\n") == true)
    #expect(of("entry:\n  - \(written)").diagnostics.map(\.help) == ["Write `assign: { n: \(value) }`."])
    let inside = of("entry: { assign: \(written) }")
    #expect(inside.diagnostics.map(\.help) == ["Write `assign: { n: \(value) }`."])
    #expect(inside.fixed?.contains("assign: { n: \(value) }") == true)
  }

  @Test(
    "a variable in the place of an action is reported as `assign`",
    arguments: [
      ("n: n + 1", "`n` is a variable, not an action. A variable is set with `assign`.", "n + 1"),
      ("increment: n", "A variable is changed with `assign`.", "n + 1"),
      ("dec: n", "A variable is changed with `assign`.", "n - 1"),
      ("n: +1", "`n` is a variable, not an action. A variable is set with `assign`.", "n + 1"),
      ("n: ++n", "`n` is a variable, not an action. A variable is set with `assign`.", "n + 1"),
      ("n: -= 1 + 2", "`n` is a variable, not an action. A variable is set with `assign`.", "n - (1 + 2)"),
      ("n: +1 + n", "`n` is a variable, not an action. A variable is set with `assign`.", "1 + n"),
      ("n: -1 + n", "`n` is a variable, not an action. A variable is set with `assign`.", "-1 + n"),
      ("n: += 2", "`n` is a variable, not an action. A variable is set with `assign`.", "n + 2"),
      ("n: --", "`n` is a variable, not an action. A variable is set with `assign`.", "n - 1"),
    ])
  func variableAsAction(written: String, message: String, value: String) {
    let reading = counting("{ \(written) }")
    #expect(
      reading.lines == ["7:18 wrong-kind: \(message) Write `assign: { n: \(value) }`."])
    #expect(reading.fixed?.contains("entry: [{ assign: { n: \(value) } }]") == true)
    // Without such a variable, and where an action is called so, it is none.
    #expect(!counting("{ \(written) }", variable: "m").lines.contains { $0.contains("assign") })
    #expect(
      !counting("{ n: 1 }", "handlers: { actions: { n: { arguments: { m: int } } } }\n").lines.contains {
        $0.contains("assign")
      })
  }

  @Test("a number with a sign may be meant as it is, so that is asked")
  func signedValue() {
    let reading = counting("{ n: -1 }")
    #expect(
      reading.diagnostics.map(\.help) == [
        "Write `assign: { n: n - 1 }`, or `assign: { n: -1 }` to set it to that number."
      ])
    #expect(reading.fixed == nil)
  }

  @Test(
    "a variable that is changed in words is reported as `assign`",
    arguments: [("n + 1", "n + 1"), ("n - 2", "n - 2"), ("set n to n + 1", "n + 1"), ("set n = 0", "0")])
  func spokenChange(written: String, value: String) {
    #expect(counting(written).diagnostics.map(\.help) == ["Write `assign: { n: \(value) }`."])
    #expect(counting("log n").diagnostics.map(\.help) == ["Write `log: n`."])
    #expect(counting("m + 1").diagnostics.map(\.rule) == ["illegal-name"])
  }

  @Test(
    "an entry in braces without its colon is reported with it, and fixed",
    arguments: [
      ("entry: { assign: { n += 1 } }", "n: n + 1"), ("on: { go -> b }", "go: b"),
      ("on: { go => b }", "go: b"),
    ])
  func entryWithoutColon(written: String, meant: String) {
    let reading = of(written)
    #expect(reading.diagnostics.map(\.help) == ["Write `\(meant)`."])
    #expect(reading.diagnostics.map(\.rule) == ["missing-value"])
    #expect(reading.fixed?.contains("{ \(meant) }") == true)
  }

  @Test("several states behind an event are asked which is meant")
  func severalTargets() {
    let reading = of("on:\n  go: a, b")
    #expect(reading.lines.count == 1)
    #expect(
      reading.lines.first?.hasPrefix(
        "7:11 illegal-name: `a, b` names several states, but a transition has one target. Write one state.")
        == true)
  }

  @Test("a state that is only called its type, and a timer without a target, are told what to write")
  func bareTypeAndTimer() {
    #expect(of("after:\n  5s:").diagnostics.map(\.help) == ["Write the id of the next state."])
    #expect(
      ChartReading.ofBody("initial: a\nstates:\n  a:\n  z: final\n").diagnostics.map(\.help) == [
        "Write `z: { type: final }`."
      ])
  }

  @Test("states of which each has states inside may be meant as parallel")
  func forgottenParallel() {
    let region = "{ initial: x, states: { x: } }"
    let help = { (states: String) in
      of("states: { \(states) }").diagnostics.first { $0.rule == "missing-key" }?.help ?? ""
    }
    #expect(
      help("c: \(region), d: \(region)").hasSuffix("To be in all of them at once, write `type: parallel`."))
    #expect(!help("c: \(region), d:").contains("parallel"))
  }

  /// A chart with a variable, and one action in line 7, column 14.
  private func counting(_ action: String, variable: String = "n", _ more: String = "\n") -> ChartReading {
    .of(
      "statechart: 1\nid: test\ncontext: { \(variable): { type: int, initial: 0 } }\n\(more)initial: a\nstates:\n  a: { entry: [\(action)] }\n"
    )
  }

  @Test(
    "an action of the format without its colon is reported with it",
    arguments: [
      ("log it, again", "log", "log: \"'it, again'\""), ("emit shown.now", "emit", "emit: shown.now"),
      ("raise go", "raise", "raise: go"), ("cancel first", "cancel", "cancel: first"),
    ])
  func spokenAction(written: String, verb: String, meant: String) {
    #expect(
      of("entry: \(written)").lines == [
        "6:12 wrong-kind: `\(written)` needs a `:` after `\(verb)`. Write `{ \(meant) }`."
      ])
    #expect(of("entry: assign n").diagnostics.map(\.rule) == ["illegal-name"])
    #expect(of("entry: log a + b").diagnostics.map(\.rule) == ["illegal-name"])
  }

  @Test("a way that says `go to` is told by the state's id")
  func spokenTarget() {
    for words in ["goto b", "go to b", "to b", "enter b"] {
      let reading = of("on:\n  go: \(words)")
      #expect(
        reading.lines == [
          "7:11 illegal-name: `\(words)` contains more than the id of a state. Write `b`."
        ])
      #expect(reading.fixed?.contains("go: b\n") == true)
    }
    #expect(of("on:\n  go: goto c").diagnostics.first?.message.contains("says more") == false)
  }

  @Test("`else` with a state stands alone, as the last item")
  func elseBranch() {
    #expect(
      of("on:\n  go:\n    - { guard: ok, target: a }\n    - else: b").lines == [
        "9:11 unknown-key: `else` is not allowed in a transition. "
          + "Write the fallback as the last item, without a guard: `- b`."
      ])
  }

  @Test("a misspelled text of `values` is reported as the one that is meant")
  func misspelledValue() {
    func of(_ initial: String) -> ChartReading {
      .of(
        "statechart: 1\nid: test\ncontext:\n  pass: { type: string, initial: \"''\" }\n"
          + "  m: { type: string, values: [password, code], initial: \(initial) }\n"
          + "initial: a\nstates: { a: {} }\n")
    }
    let reading = of("pasword")
    #expect(
      reading.lines == [
        "5:57 not-allowed: `initial` must be one of `values`, not `pasword`. Did you mean `password`?"
      ])
    #expect(reading.fixed?.contains("initial: password }") == true)
    #expect(of("code").lines.isEmpty && of("\"'code'\"").lines.isEmpty)
    #expect(!of("pass").lines.contains { $0.contains("not-allowed") })
  }

  @Test("a comma at the end of a line is to be deleted")
  func commaAtEnd() {
    let reading = of("on:\n  go: b,")
    #expect(
      reading.lines == [
        "7:11 illegal-name: The comma at the end of `b,` counts as part of the name. Delete the comma: write `b`."
      ])
    #expect(reading.fixed?.contains("go: b\n") == true)
    #expect(
      of("on: { go: { target: 'a,b' } }").diagnostics.first?.help == "Write several names as a list: `[a,b]`."
    )
  }

  @Test("the title of a state in the place of its id is reported with the id")
  func titleAsTarget() {
    let reading = of("title: First\non:\n  go: The end\nstates:\n  c: { title: The end }\ninitial: c")
    #expect(
      reading.lines == [
        "8:11 illegal-name: `The end` is the title of a state, not its id. Write `c`."
      ])
    #expect(reading.fixed?.contains("go: c\n") == true)
    let two = of("on:\n  go: The end\nstates:\n  c: { title: The end }\n  d: { title: The end }\ninitial: c")
    #expect(two.diagnostics.first?.help?.hasPrefix("Use letters") == true)
  }

  @Test("`type: end` is reported as `final`, and an empty guard as a condition that is missing")
  func endAndEmptyGuard() {
    let end = of("type: end")
    #expect(end.diagnostics.map(\.help) == ["Did you mean `final`?"])
    #expect(end.fixed?.contains("type: final") == true)
    #expect(
      of("on:\n  go:\n    guard:\n    target: b").diagnostics.map(\.help) == [
        "Write a condition, or remove `guard`."
      ])
  }

  @Test(
    "behind a misspelled `guard` the condition is read all the same",
    arguments: ["gaurd", "cond", "if", "-guard"])
  func misspelledGuard(key: String) {
    let reading = of("type: choice\nalways:\n  - { \(key): n > 3, target: b }\n  - b")
    #expect(reading.diagnostics.count == 1, "\(reading.lines)")
    #expect(reading.chart?.root.states.first?.always.map { $0.guard?.text } == ["n > 3", nil])
  }

  @Test("an action in quotes is told to be a text, and a state asked for in a transition to be a guard")
  func quotedAction() {
    #expect(
      of("entry: 'assign: { n: 2 }'").diagnostics.map(\.help) == [
        "Write `{ assign: { n: 2 } }`, without the quotes."
      ])
    #expect(
      of("on: { go: { in: b } }").diagnostics.map(\.help) == ["Write it in the guard: `guard: in(STATE)`."])
  }

  @Test("a comparison in the place of an action is no assignment")
  func comparison() {
    #expect(of("entry: n == 1").diagnostics.map(\.rule) == ["illegal-name"])
  }

  @Test(
    "an action that is written like a call is reported as a name or a mapping",
    arguments: [
      ("hide()", "hide"), ("hide();", "hide"), ("log(n)", "log: n"), ("emit('shown')", "emit: shown"),
      ("\"show(a: 1, b: 2)\"", "show: { a: 1, b: 2 }"), ("show(n)", "show: { NAME: n }"),
      ("show(a: 1)", "show: { a: 1 }"), ("\"show(1, n)\"", "show: { NAME1: 1, NAME2: n }"),
      ("\"show(a: 'b, c')\"", "show: { a: \"'b, c'\" }"), ("show('b')", "show: { NAME: \"'b'\" }"),
      ("show(a: 'b')", "show: { a: \"'b'\" }"),
      ("show('b', [1])", "show: { NAME1: \"'b'\", NAME2: \"[1]\" }"),
      ("show(a: \"it's\")", "show: { a: '\"it''s\"' }"),
    ])
  func call(written: String, better: String) {
    for reading in [of("entry: [\(written)]"), of("entry:\n  - \(written)")] {
      #expect(reading.diagnostics.count == 1)
      #expect(reading.diagnostics.first?.help?.hasPrefix("Write `\(better)`.") == true)
    }
    // What is told can be written so.
    #expect(of("entry: [\(better)]").diagnostics.isEmpty && of("entry:\n  - \(better)").diagnostics.isEmpty)
    // Behind a key a mapping needs braces; there, a text with a `:` and a space is not read at all.
    guard !written.contains(": ") || written.hasPrefix("\"") else { return }
    let isName = !better.contains(":")
    #expect(
      of("entry: \(written)").diagnostics.map(\.help) == ["Write `\(isName ? better : "{ \(better) }")`."])
  }

  @Test("a call of a declared action is reported with the names of its arguments")
  func declaredCall() {
    let reading = ChartReading.of(
      "statechart: 1\nid: a\ninitial: b\nhandlers: { actions: { show: { arguments: { n: int, title: string } } } }\n"
        + "states: { b: { entry: ['show(1, 2)', 'show(3)'] } }\n")
    #expect(
      reading.diagnostics.map(\.help) == ["Write `show: { n: 1, title: 2 }`.", "Write `show: { n: 3 }`."])
  }

  @Test(
    "an action or a guard under `type`, as other tools write it, is told to be the key",
    arguments: [
      ("entry: { type: play }", "Write `play`."), ("entry:\n  - type: play", "Write `- play`."),
      ("entry: { type: play, params: { a: 1 } }", "Write `{ play: { … } }`."),
      ("entry: [{ type: play, params: { a: 1 } }]", "Write `play: { … }`."),
      ("entry: log", "`log` needs a value: `{ log: … }`."),
      ("entry: [log]", "`log` needs a value: `log: …`."),
      ("entry:\n  - log", "`log` needs a value: `- log: …`."),
      ("on: { go: { type: play } }", "For an action, write `actions: play`."),
      ("on: { go: { guard: { type: isOpen } } }", "Write `guard: isOpen`."),
    ])
  func foreignType(keys: String, help: String) {
    let reading = of(keys)
    #expect(reading.diagnostics.map(\.help) == [help])
  }

  @Test(
    "a value in the place of a variable's type is reported with the type it has",
    arguments: [
      ("0", "type: int, initial: 0"), ("-1.5", "type: number, initial: -1.5"),
      ("true", "type: bool, initial: true"),
      ("10s", "type: duration, initial: 10s"), ("\"x\"", "type: string, initial: \"'x'\""),
      ("[]", "type: [any], initial: []"),
      ("null", "type: any, optional: true"), ("int = 0", "type: int, initial: 0"),
    ])
  func valueAsType(written: String, better: String) {
    let head = "statechart: 1\nid: a\ninitial: b\nstates: { b: }\n"
    let reading = ChartReading.of(head + "context: { n: \(written) }\n")
    #expect(reading.diagnostics.filter { $0.severity == .error }.map(\.help) == ["Write `n: { \(better) }`."])
    #expect(ChartReading.of(head + "context: { n: { \(better) } }\n").diagnostics.isEmpty)
  }

  @Test(
    "a key at the wrong level is told where it belongs",
    arguments: [
      ("go: b", "If `go` is an event, write `on: { go: b }`."),
      ("go: { target: b }", "If `go` is an event, move it into `on:`."),
      (
        "inner: { on: { go: b } }",
        "If `inner` is a state of its own, indent it like this state. If it belongs inside this state, move it into `states:`."
      ),
      (
        "on: { inner: { title: There, on: { go: b } } }",
        "Give it the same indentation as the other states."
      ),
      ("guard: x", "`guard` belongs to a transition: `on: { EVENT: { target: STATE, guard: … } }`."),
      (
        "invoke: { service: s, on: { go: b } }",
        "`on` belongs to the state. Move it out of `invoke:`, to the same level."
      ),
    ])
  func nesting(keys: String, help: String) {
    #expect(of(keys).diagnostics.map(\.help) == [help])
  }

  @Test(
    "a span of time in words is reported as it is written, and one that is none is told to be none",
    arguments: [
      ("after: { ten minutes: b }", "Write `10m`: a number and `ms`, `s`, `m`, `h` or `d`, without a space."),
      ("after: { 10 minutes: b }", "Write `10m`: a number and `ms`, `s`, `m`, `h` or `d`, without a space."),
      ("after: { an hour: b }", "Write `1h`: a number and `ms`, `s`, `m`, `h` or `d`, without a space."),
      (
        "invoke: { service: s, timeout: two seconds }",
        "Write `2s`: a number and `ms`, `s`, `m`, `h` or `d`, without a space."
      ),
      ("after: { PT5S: b }", "Write `5s`: a number and `ms`, `s`, `m`, `h` or `d`, without a space."),
      ("after: { 1h30m: b }", "Write `90m`: a number and `ms`, `s`, `m`, `h` or `d`, without a space."),
      ("after: { 1h 30s: b }", "Write `3630s`: a number and `ms`, `s`, `m`, `h` or `d`, without a space."),
      (
        "invoke: { service: s, timeout: PT1M30S }",
        "Write `90s`: a number and `ms`, `s`, `m`, `h` or `d`, without a space."
      ),
      ("after: { P1DT2H: b }", "Write `26h`: a number and `ms`, `s`, `m`, `h` or `d`, without a space."),
      ("after: { 10 m: b }", "Write it without a space: `10m`."),
      ("after: { a while: b }", "Write a number and a unit, for example `15s` or `2m`."),
    ])
  func spanInWords(keys: String, help: String) {
    let reading = of(keys)
    #expect(reading.diagnostics.map(\.help) == [help])
    #expect(reading.diagnostics.map(\.rule) == ["wrong-kind"])
    if help.hasPrefix("Write `") {
      #expect(reading.fixed.map { ChartReading.of($0).diagnostics.isEmpty } == true)
    }
  }

  @Test(
    "a word that is no span of time is not told to be put in quotes",
    arguments: [
      "after: { soon: b }", "invoke: { service: s, timeout: soon }", "entry: { send: x, delay: soon }",
      "after: { P1M: b }",
    ])
  func unknownDelay(keys: String) throws {
    let reading = of(keys)
    let problems = try reading.diagnostics(for: #require(reading.chart).problems())
    #expect(
      problems.map(\.help).contains(
        "Write a number and a unit, for example `5s`, or declare it under `context:`."), "\(problems)")
  }

  @Test("`asign` of a variable is no action of the app, but one with other arguments is")
  func misspelledAssign() {
    let context = "context: { n: { type: int, initial: 0 } }\n"
    func reading(_ entry: String, _ more: String = "") -> ChartReading {
      .ofBody("\(context)\(more)initial: a\nstates: { a: { entry: \(entry) } }\n")
    }
    let slip = reading("{ asign: { n: 1 } }")
    #expect(slip.lines == ["5:25 unknown-key: `asign` is not an action. Did you mean `assign`?"])
    #expect(slip.fixed?.contains("{ assign: { n: 1 } }") == true)
    #expect(reading("{ asign: { m: 1 } }").diagnostics.isEmpty)
    #expect(
      reading("{ asign: { n: 1 } }", "handlers: { actions: { asign: { arguments: { n: int } } } }\n")
        .diagnostics.isEmpty)
  }

  @Test("a template of another tool is reported as one, once")
  func template() {
    let reading = of("on: { go: { guard: {{ x }}, target: b } }")
    #expect(
      reading.lines == [
        "6:24 unsupported-yaml: `{{` begins a template, which charts do not support. Write it without the braces: `x`."
      ])
    for run in ["{{{{ x }}}}", "{{{ x }}}"] {
      let lines = of("on: { go: { guard: \(run), target: b } }").lines
      #expect(lines.filter { $0.contains("begins a template") } == reading.lines, "\(run)")
    }
  }

  @Test(
    "words of other tools are reported with whose they are and what is written here",
    arguments: [
      (
        "preamble: x = 1",
        "`preamble` (Sismic) is written differently here. Variables are declared in `context`"
      ),
      (
        "parallel states: []",
        "`parallel states` (Sismic) is written differently here. Write `type: parallel`"
      ),
      ("contract: []", "`contract` (Sismic) is written differently here. Contracts are not supported"),
      ("memory: x", "Declare all variables in the chart's `context`."),
      ("datamodel: {}", "`datamodel` (SCXML) is written differently here. Declare all variables"),
      (
        "transitions: [{ target: b }]", "is called `on` here. Its value is a mapping of events to transitions"
      ),
      ("transition: { event: go, target: b }", "`transition` is called `on` here. Its value is a mapping"),
      ("on entry: x = 1", "`on entry` (Sismic) is called `entry` here. Its value is an action"),
      ("data: user", "`data` is called `output` here. Its value is a mapping"),
      ("Type: Choice", "(Amazon States Language) is written differently here. Write `type: choice`."),
      ("Type: Succeed", "Write `type: final`."), ("Type: Task", "A state with `invoke` is a task"),
      ("Choices: []", "Write the transitions under `always`"), ("Default: b", "has no `guard`: `- STATE`"),
      ("Resource: s", "Write `invoke: { service: NAME }`."), ("Retry: []", "inside `invoke`."),
      ("TimeoutSeconds: 30", "Write `timeout: 30s` inside `invoke`."),
      ("timeout: 10s", "write `timeout` inside `invoke:`. For a state, write `after: { 10s: STATE }`."),
      ("type: deep history", "Write `type: history` and `history: deep`."),
      ("type: Task", "a state with `invoke: { service: NAME }`"),
      ("initial: c\nstates: [{ id: c }]", "States are keys: write `c:` instead of `- id: c`."),
      ("initial: c\nstates:\n  - c:", "States are keys: write `c:` without the hyphen."),
    ])
  func otherTools(keys: String, help: String) {
    let reading = of(keys)
    let told = reading.diagnostics.compactMap(\.help)
    #expect(told.contains { $0.contains(help) }, "\(told)")
    #expect(reading.fixed == nil)
  }

  @Test("a chart of Sismic is told to be one, and the words of its outermost level are known")
  func sismicChart() {
    let sismic = ChartReading.of("statechart:\n  name: Lift\n  root state: { name: active }\n")
    #expect(sismic.diagnostics.contains { $0.help?.hasPrefix("In Sismic the chart is inside") == true })
    let amazon = ChartReading.of("statechart: 1\nid: a\nStartAt: b\nStates: { b: {} }\n")
    #expect(
      amazon.diagnostics.compactMap(\.help) == [
        "`StartAt` (Amazon States Language) is called `initial` here.",
        "`States` (Amazon States Language) is called `states` here.",
      ])
    #expect(amazon.diagnostics.map(\.fix?.replacement) == ["initial", "states"])
  }

  @Test(
    "a key that is meant as one with nothing in it, or as another misspelled one, is not told to join what is there",
    arguments: [
      ("invoke:\nservice: s", "Indent it by 2 more spaces."),
      ("entry:\nonEntry: x", "`entry` is already here without a value. Move this value to it."),
      (
        "invoke: { service: s, onFailure: { any: b }, errors: { any: b } }",
        "Another key here also means `failed`. Write one `failed` for both."
      ),
    ])
  func besideNothing(keys: String, help: String) {
    let told = of(keys).diagnostics.compactMap(\.help)
    #expect(told.contains(help), "\(told)")
  }

  @Test(
    "what may be meant in two ways is reported without a fix",
    arguments: [
      "invoke: { service: s, timeout: \"1,500 ms\" }", "after: { \"1,500s\": b }", "entry: ring(code:1)",
    ])
  func twoMeanings(keys: String) {
    let told = of(keys).diagnostics
    #expect(!told.isEmpty && told.allSatisfy { $0.fix == nil }, "\(told)")
  }

  @Test("where the chart declares no codes, any word is one", arguments: ["default", "else", "other"])
  func freeCodes(word: String) {
    #expect(of("invoke: { service: s, failed: { \(word): b } }").diagnostics.isEmpty)
  }

  @Test(
    "a character that only looks like a space is reported and taken away with a space in its place",
    arguments: [
      ("on:\n  go:\u{A0}b", "what looks like a space", "go: b"),
      ("after:\n  5s:\u{A0}b", "what looks like a space", "5s: b"),
      ("after:\n  5s:b", "a space is missing after the `:`", "5s: b"),
      ("after: { 5s:\u{A0}b }", "what looks like a space", "5s: b"),
      ("after: { 5s:b }", "a space is missing after the `:`", "5s: b"),
      ("on:\n  go:\n    - guard:\u{A0}ok\n      target: b", "What looks like a space", "- guard: ok"),
      ("on:\n  go:\n    - guard:ok\n      target: b", "A space is missing after the `:`", "- guard: ok"),
      ("entry:\n  - log:\u{A0}1", "what looks like a space", "- log: 1"),
      ("invoke: { service: s, timeout: 15\u{A0}s }", "Write it without a space: `15s`.", "timeout: 15s"),
      ("after: { 5\u{A0}s: b }", "Write it without a space: `5s`.", "{ 5s: b }"),
    ])
  func noBreakSpace(keys: String, message: String, fixed: String) {
    let reading = of(keys)
    #expect(reading.lines.contains { $0.contains(message) }, "\(reading.lines)")
    #expect(reading.fixed?.contains(fixed) == true, "\(reading.fixed ?? "")")
  }

  @Test(
    "spans of time as people write them are reported as charts write them",
    arguments: [
      ("0,5 h", "Write `0.5h`: a number"), ("0,5h", "Write `0.5h`: a number"),
      ("2 weeks", "Write `14d`: a number"),
      ("1w", "Write `7d`: a number"),
      ("10:00", "Write `10m` for minutes and seconds, or `10h` for hours and minutes."),
      ("1:30", "Write `90s` for minutes and seconds, or `90m` for hours and minutes."),
      ("5 minuten", ": `minuten` is not a unit of time."),
    ])
  func spans(text: String, message: String) {
    for keys in ["invoke: { service: s, timeout: \"\(text)\" }", "after:\n  \"\(text)\": b"] {
      #expect(of(keys).lines.contains { $0.contains(message) }, "\(of(keys).lines)")
    }
  }

  @Test(
    "what was written stands in the example of what to write",
    arguments: [
      ("after: 10m", "Add the next state: `after: { 10m: STATE }`."),
      ("after: { delay: 10m, target: b }", "Write `after: { 10m: { target: b } }`."),
      ("after: { target: b, delay: 10m, guard: ok }", "Write `after: { 10m: { target: b, … } }`."),
      ("invoke: sendCode", "Write `invoke: { service: sendCode }`."),
      ("invoke: [sendCode]", "Write `- service: sendCode`."),
      ("invoke: inner.yaml", "Write `invoke: { chart: inner.yaml }`."),
      ("entry: [{ emti: shown, data: { a: 1 } }]", "Did you mean `emit`?"),
      ("type: final\non: { go: b }", "Remove `on`, or remove `type: final`."),
    ])
  func asWritten(keys: String, help: String) {
    #expect(
      of(keys).diagnostics.map(\.help) == [help] || of(keys).diagnostics.first?.help?.hasSuffix(help) == true)
    #expect(of(keys).diagnostics.count == 1, "\(of(keys).lines)")
  }

  @Test("words for secrets that may also mean personal data are asked for")
  func privateData() {
    for word in ["private", "sensitive", "confidential", "hidden"] {
      let reading = ChartReading.ofBody(
        "context: { n: { type: string?, \(word): true } }\ninitial: a\nstates: { a: }\n")
      #expect(reading.fixed == nil)
      #expect(
        reading.lines.first?.contains("`secret: true`") == true
          && reading.lines[0].contains("`personal: true`"))
    }
  }

  @Test("one mistake in a name, or in `states`, is not reported again where the name is used")
  func oneMistake() {
    let name = "initial: a\nstates:\n  a: { on: { WORD: a } }\n"
    #expect(
      ChartReading.ofBody("events: { sub mit: }\n" + name.replacing("WORD", with: "subMit")).allLines.count
        == 1)
    #expect(
      ChartReading.ofBody("events: { subMit: }\n" + name.replacing("WORD", with: "sub mit")).allLines.count
        == 1)
    let states = ChartReading.ofBody("context: { n: { type: int?, clear: a } }\ninitial: a\nstate: { a: }\n")
    #expect(!states.allLines.contains { $0.contains("unknown-state") }, "\(states.allLines)")
  }

  @Test("what leads to a state at a wrong level is not reported as well")
  func strayState() throws {
    let reading = of(
      "on: { go: gone, leave: exits, stop: nowhere }\ngone: { type: final }\nexits: { type: final }")
    #expect(reading.diagnostics.map(\.rule) == ["unknown-key", "unknown-key"])
    let problems = try reading.diagnostics(for: #require(reading.chart).problems())
    #expect(problems.map(\.message) == ["`nowhere` is not a state."])
  }

  @Test("what may be a name of its own is asked for, not written over")
  func noGuesses() {
    for keys in [
      "gone: b", "gone: { type: final }", "timeout: 10s", "on: { go: '' }", "exist: b", "typed: b",
      "exits: { type: final }", "alway: { target: b }", "entry: [{ omit: password }]",
      "entry: { resign: now }",
      "after: { 5s: { target: b, resume: remain } }", "entry: { logs: now }",
    ] {
      #expect(of(keys).diagnostics.contains { $0.severity == .error }, "\(keys)")
      #expect(of(keys).fixed == nil, "\(keys)")
    }
    let event = of("gone: b").lines[0]
    #expect(event.contains("write `on: { gone: b }`. Or did you mean `done`?"))
    #expect(of("gone: { type: final }").lines[0].contains("indent it like this state"))
    #expect(of("exist: b").lines[0].contains("`on: { exist: b }`. Or did you mean `exit`?"))
    let declared = ChartReading.of(
      "statechart: 1\nid: test\nhandlers: { actions: { logs: } }\ncontext:\n"
        + "  m: { type: string, values: [unverified, blocked], initial: verified }\n  n: nap\n"
        + "initial: a\nstates:\n  a: { entry: { logs: now } }\n")
    #expect(declared.diagnostics.map(\.rule) == ["not-allowed", "not-allowed", "wrong-kind"])
    #expect(declared.fixed == nil)
    let then = of("on: { go: { guard: ok, then: b } }")
    #expect(then.fixed == nil && then.lines[0].contains("Write `target` for a state"))
  }

  @Test("a misspelled name is fixed where it is written once; twice in the same way it may be meant")
  func writtenTwice() throws {
    for (other, isMended) in [("submit", true), ("sumbit", false)] {
      let reading = ChartReading.ofBody(
        "events: { submit: }\ninitial: a\nstates:\n  a: { on: { sumbit: b } }\n  b: { on: { \(other): a } }\n"
      )
      let problems = try reading.diagnostics(for: #require(reading.chart).problems())
      #expect(problems.allSatisfy { $0.help?.contains("`submit`") == true } && !problems.isEmpty)
      #expect(problems.contains { $0.fix != nil } == isMended)
    }
  }

  @Test("a misspelled key is fixed where what stands behind it fits nowhere else")
  func plainSlips() {
    for (keys, fixed) in [
      ("tpye: final", "type: final"), ("titel: B", "title: B"), ("enrty: { log: 1 }", "entry: { log: 1 }"),
      ("invke: { service: s, done: b, failed: { any: b } }", "invoke: { service"),
      ("states: { c: { type: final } }\ninitail: c", "initial: c"), ("entry: { asign: { b: 1 } }", "asign"),
      ("after: { 5s: { target: b, resume: remaindr } }", "resume: remainder"),
    ] {
      let isAction = fixed == "asign"
      #expect((of(keys).fixed?.contains(fixed) ?? isAction), "\(keys): \(of(keys).lines)")
    }
  }

  @Test("curly quotes around a name are reported, and around a title too")
  func curlyQuotes() {
    let target = of("on: { go: “b” }")
    #expect(
      target.lines == [
        "6:15 illegal-name: The curly quotes around `“b”` count as part of the name. YAML only knows straight quotes. Write `b`."
      ])
    #expect(target.fixed?.contains("on: { go: b }") == true)
    let title = of("title: “Signed in”")
    #expect(
      title.lines == [
        "6:12 unquoted-scalar: The curly quotes around `“Signed in”` are part of the text. YAML only knows straight quotes. Write `Signed in`, or straight quotes: `\"Signed in\"`."
      ])
    #expect(title.diagnostics.map(\.severity) == [.warning])
    for text in ["Say “yes” and “no”", "“yes” or “no”", "\"“Signed in”\"", "It’s"] {
      #expect(of("title: \(text)").diagnostics.isEmpty, "\(text)")
    }
  }

  @Test(
    "signs around a name are told to be left out",
    arguments: [
      ("on: { go: -> b }", true), ("on: { go: => b }", true), ("on: { go: → b }", true),
      ("on: { go: 'b ' }", true), ("on: { go: b; }", true), ("always: --> b", true),
      ("on: { go: { target: -> b } }", true), ("on: { go: (b) }", false), ("on: { go: '`b`' }", false),
      ("on: { go: $b }", false), ("on: { 'b!': b }", false), ("entry: b;", false),
    ])
  func signsAround(keys: String, isMended: Bool) throws {
    let reading = of(keys)
    #expect(reading.diagnostics.map(\.rule) == ["illegal-name"])
    #expect(reading.diagnostics.map(\.help) == ["Write `b`."])
    #expect((reading.fixed != nil) == isMended)
    #expect(ChartReading.of(try obeyed(reading)).diagnostics.isEmpty)
    #expect(try reading.diagnostics(for: #require(reading.chart).problems()).isEmpty)
  }

  @Test("the `?` of a field that may be missing is told to stand behind the type")
  func optionalField() {
    let reading = ChartReading.of(
      "statechart: 1\nid: a\ninitial: b\nevents: { go: { payload: { code?: string } } }\nstates: { b: { on: { go: b } } }\n"
    )
    #expect(
      reading.diagnostics.map(\.help) == ["Write `code`, and put the `?` after its type: `code: string?`."]
    )
  }

  /// The text in which what the only finding points at is written as its help says.
  private func obeyed(_ reading: ChartReading) throws -> String {
    let finding = try #require(reading.diagnostics.first)
    let parts = try #require(finding.help).split(separator: "`", omittingEmptySubsequences: false)
    var bytes = reading.source.bytes
    bytes.replaceSubrange(finding.range, with: Array(try #require(parts.dropFirst().first).utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("an arrow where an action is named is told to be a way")
  func arrowBeforeAction() {
    let reading = of("exit: -> b")
    #expect(
      reading.diagnostics.map(\.help) == [
        "An action has no target. To go to the state `b`, write `on: { EVENT: b }`."
      ])
    #expect(reading.fixed == nil)
  }

  @Test(
    "what says that there is no state is no state to add",
    arguments: ["~", "null", "Null", "undefined", "unset", "true", "False", "[]", "[b, []]"])
  func noState(value: String) throws {
    for keys in ["on: { go: \(value) }", "after: { 5s: \(value) }", "always: \(value)"] {
      let reading = of(keys)
      let found = try reading.diagnostics + reading.diagnostics(for: #require(reading.chart).problems())
      #expect(
        found.filter { $0.severity == .error }.map(\.help) == [
          "Write the id of a state, or remove the key."
        ], "\(keys)")
    }
    guard !value.hasPrefix("[") else { return }
    // In quotes it is a name, and so it is where there is such a state.
    let quoted = of("on: { go: '\(value)' }")
    let found = try quoted.diagnostics(for: #require(quoted.chart).problems()).map(\.help)
    #expect(found == (value == "~" ? [] : ["Add a state `\(value)`."]))
  }

  @Test("`~` in the place of an expression is nothing")
  func noExpression() {
    func helps(_ keys: String) -> [String?] {
      of(keys).diagnostics.filter { $0.severity == .error }.map(\.help)
    }
    #expect(
      helps("on: { go: { guard: ~, target: b } }") == [
        "Write a condition, or remove `guard`."
      ])
    #expect(
      helps("entry: { raise: x, data: { a: ~ } }") == [
        "Write `unset` for no value, or `\"''\"` for empty text."
      ])
    #expect(helps("errors: ~") == ["For example: `errors: [wrongPassword]`."])
    #expect(helps("errors: [[]]") == ["Write an error code."])
    #expect(
      helps("entry: ~") == [
        "Write the name of a handler, or remove the key."
      ])
  }

  @Test(
    "a full-width colon behind a key is told wherever it stands",
    arguments: [
      ("on：\n  go: b", "on:"), ("on： \n  go: b", "on:"), ("on:\n  go： b", "go: b"),
      ("on:\n  go：b", "go: b"), ("on:\n  go： b\n  stop: b", "go: b"), ("on:\n  stop: b\n  go： b", "go: b"),
      ("on:\n  go：\n    target: b", "go:"), ("on:\n  go： { target: b }", "go: { target"),
      ("on:\n  go:\n    target： b", "target: b"), ("on: { go： b }", "go: b"),
      ("on: { go： b, stop: b }", "go: b"), ("on: { go: { target：b } }", "target: b"),
      ("title： A state\non: { go: b }", "title: A state"), ("entry:\n  - log： 1\n  - show", "log: 1"),
    ])
  func wideColon(keys: String, better: String) throws {
    let reading = of(keys)
    #expect(reading.diagnostics.map(\.message) == [WideColonWords.message])
    #expect(reading.diagnostics.first?.help?.hasPrefix("Write `\(better)`.") == true)
    let fixed = try #require(reading.fixed)
    #expect(ChartReading.of(fixed).diagnostics.isEmpty, "\(fixed)")
    #expect(try obeyed(reading) == fixed)
  }

  private enum WideColonWords {
    static let message = "The `：` here is a full-width colon, which YAML reads as a letter."
  }

  @Test("a full-width colon in a title is a letter")
  func wideColonInTitle() {
    for title in ["Step： two", "title： b", "'a： b'", "|\n  note： b"] {
      #expect(of("title: \(title)").diagnostics.isEmpty, "\(title)")
    }
  }

  @Test("words with spaces where a name stands get a name that can be used")
  func spacedNames() {
    #expect(
      of("on: { code typed: b }").diagnostics.map(\.help) == [
        "Use letters, digits, `_`, `-` and `.`, beginning with a letter, for example `codeTyped`. A name with `.*` at the end stands for all names that begin like it."
      ])
    let capital = of("on: { Submit form: b }").diagnostics.compactMap(\.help)
    #expect(capital.first?.contains("for example `submitForm`.") == true)
    #expect(
      ChartReading.ofBody("initial: a\nstates: { a: {}, signed in: {} }\n").diagnostics.map(\.help) == [
        "Use letters, digits, `_` and `-`, beginning with a letter, for example `signedIn`. Put the display name in `title`."
      ])
  }

  @Test("a state beside `states`, a handler of no kind and names in a list are told where they belong")
  func nestingOfChart() {
    let reading = ChartReading.of(
      "statechart: 1\nid: a\ninitial: b\nstates: { b: }\nc: { on: { go: b } }\nhandlers: { hide: {} }\nevents: [go]\n"
    )
    #expect(
      reading.diagnostics.map(\.help) == [
        "If `c` is a state, move it into `states:`.",
        "Write what it is instead: `guards`, `actions`, `services` or `queries`. Events are declared outside, under `events:`.",
        "Write the names as keys: `events: { go: {} }`.",
      ])
  }

  @Test(
    "an escape that hides a character in a title is found at its place",
    arguments: [
      ("\\u202e", "U+202E"), ("\\e", "U+001B"), ("\\x07", "U+0007"), ("\\u200b", "U+200B"), ("\\0", "U+0000"),
    ])
  func hiddenEscape(escape: String, code: String) {
    let reading = of("title: \"a \(escape)b\"")
    #expect(
      reading.lines == [
        "6:15 hidden-character: The escape `\(escape)` puts an invisible character into the text: \(code). Delete it."
      ])
  }

  @Test("escapes of letters, signs and line breaks are fine in a title")
  func plainEscape() {
    #expect(of("title: \"\\u00e9\\x41\\U0001F600\\n\\t\\\"\\\\\\_\"").diagnostics.isEmpty)
  }

  @Test(
    "a target with the sign of another tool is read as the state that it names",
    arguments: ["#b", ".b", "#test.b"])
  func targetOfOtherTool(target: String) throws {
    let reading = of("on: { go: '\(target)' }")
    #expect(reading.diagnostics.map(\.rule) == ["illegal-name"])
    #expect(reading.chart?.root.states.first?.on.map(\.transition.targets) == [["b"]])
    #expect(reading.fixed?.contains("go: b") == true)
    #expect(try reading.diagnostics(for: #require(reading.chart).problems()).isEmpty)
  }

  @Test("a time limit of nothing is found at the limit, once")
  func timeout() throws {
    let reading = of("invoke:\n  service: s\n  timeout: 0s")
    #expect(
      reading.lines == [
        "8:16 bad-value: `timeout` must be greater than zero. Write a duration such as `15s`."
      ])
    #expect(try reading.diagnostics(for: #require(reading.chart).problems()).isEmpty)
  }

  @Test("a sentence about a very long text is cut")
  func longText() {
    let reading = of("title: one: \(String(repeating: "x", count: 20_000))")
    #expect(reading.diagnostics.count == 1)
    #expect(reading.diagnostics.allSatisfy { $0.message.count < 1500 && $0.help?.count ?? 0 < 1500 })
    #expect(reading.diagnostics.contains { $0.help?.contains("(shortened: ") == true })
  }

  @Test(
    "what ends the checking says so",
    arguments: ["a: [", "a: 'b", "<<<<<<< HEAD\na: 1\n=======\n", "statechart: 1\n---\na: 1\n"])
  func endOfChecking(text: String) {
    let helps = ChartReading.of(text).diagnostics.compactMap(\.help)
    #expect(
      helps.count {
        $0.hasSuffix("The rest of the file was not checked.")
      } == 1)
  }
}
