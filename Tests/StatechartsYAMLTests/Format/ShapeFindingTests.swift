import Statecharts
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("Reading charts: what is wrong with the shape")
struct ShapeFindingTests {
  /// A chart whose state `a` stands from line 5 on, indented by four spaces, with a state `b` after it.
  private func ofState(_ keys: String) -> ChartReading {
    let lines = keys.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    return .of(
      "statechart: 1\nid: test\ninitial: a\nstates: {b: , a: {\n" + lines.joined(separator: "\n") + "}}\n")
  }

  private func ofBlock(_ keys: String) -> ChartReading {
    let lines = keys.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    return .of(
      "statechart: 1\nid: test\ninitial: a\nstates:\n  a:\n" + lines.joined(separator: "\n") + "\n  b:\n")
  }

  /// Place and rule of each finding.
  private func summary(_ reading: ChartReading) -> [String] {
    reading.lines.map { line in
      String(line.prefix { $0 != ":" } + line.drop { $0 != ":" }.prefix { $0 != " " })
        + String(line.drop { $0 != " " }.prefix { $0 != ":" })
    }
  }

  @Test("an unknown key is reported with the near one, or with the keys that there are")
  func unknownKey() {
    let reading = ofBlock("on:\n  go: { target: b, gard: x }")
    #expect(
      reading.lines == [
        "7:24 unknown-key: `gard` is not allowed in a transition. Did you mean `guard`?"
      ])
    #expect(
      ofBlock("on:\n  go: { target: b, zzz: x }").diagnostics.map(\.help) == [
        "The keys are `target`, `guard`, `actions`, `internal`, `label`, `description` and `resume`."
          + " For a note of your own, write `x-zzz`."
      ])
    #expect(reading.fixed?.contains("guard: x") == true)
    #expect(reading.chart?.root.states.first?.on.map(\.transition.targets) == [["b"]])
  }

  @Test(
    "keys of other tools are known, and what to write instead is said",
    arguments: [
      ("transitions: {}", "on"), ("onentry: x", "entry"), ("onEntry: x", "entry"), ("on entry: x", "entry"),
      ("onExit: x", "exit"), ("on_exit: x", "exit"), ("substates: {}", "states"), ("timeout: {}", "after"),
    ])
  func foreignStateKeys(key: String, ours: String) {
    let reading = ofBlock(key)
    #expect(reading.diagnostics.map(\.rule) == ["unknown-key"])
    #expect(reading.diagnostics.first?.help?.hasSuffix(" is called `\(ours)` here.") == true)
    #expect(reading.diagnostics.first?.fix?.replacement == ours)
  }

  @Test(
    "keys of other tools in transitions and invocations",
    arguments: [
      ("on: { go: { cond: x } }", "`cond` (SCXML, XState) is called `guard` here."),
      ("on: { go: { Next: b } }", "`Next` (Amazon States Language) is called `target` here."),
      ("invoke: { src: s }", "`src` (XState) is called `service` here."),
      ("invoke: { service: s, src: s }", "`service` is already here. Delete one of the two."),
      ("entry: x\nonEntry: [x]", "`entry` is already here. Move the lines below this key into it."),
      ("invoke: { service: s, onDone: b }", "`onDone` (XState) is called `done` here."),
      (
        "invoke: { service: s, onError: b }",
        "Write `failed: { any: b }`. Each error code has a transition of its own."
      ),
      (
        "invoke: { service: s, onError: { target: b } }",
        "Write `failed: { any: { target: … } }`. Each error code has a transition of its own."
      ),
      ("invoke: { service: s, onError: { offline: b } }", "`onError` (XState) is called `failed` here."),
      ("parallel: true", "Write `type: parallel`."),
      ("transitions: {}", "`transitions` (Sismic) is called `on` here."),
      ("on exit: x", "`on exit` (Sismic) is called `exit` here."),
      ("on: { go: { delay: 5s } }", "Write `after: { 5s: { target: STATE } }` in the state."),
      ("after: { delay: 5s }", "Write `after: { 5s: { target: STATE } }`."),
      ("on: { go: { assign: { x: 1 } } }", "It is an action: `actions: [{ assign: … }]`."),
      ("meta: { x: 1 }", "Write `x-meta`. Keys that start with `x-` are yours and are not checked."),
    ])
  func foreignKeys(keys: String, help: String) {
    let reading = ofBlock(keys)
    #expect(reading.diagnostics.map(\.rule) == ["unknown-key"])
    #expect(reading.diagnostics.first?.help == help)
  }

  @Test("the services of a chart are declared, not run by it")
  func chartServices() {
    let reading = ChartReading.of("statechart: 1\nid: x\ninitial: a\nservices: { s: {} }\nstates: { a: }\n")
    #expect(reading.diagnostics.map(\.help) == ["Write it inside `handlers`."])
  }

  @Test("a key that stands in the wrong mapping is said to belong elsewhere")
  func strayKey() {
    let help = ofBlock("attempts: 2").diagnostics.first?.help ?? ""
    #expect(help.hasPrefix("`attempts` is allowed inside `retry:`. The keys are"))
  }

  @Test("keys that start with x- are passed over")
  func extensions() {
    let reading = ofBlock(
      """
      x-owner: { any: [thing] }
      on: { go: { target: b, x-why: 1 } }
      invoke: { service: s, x-a: 1 }
      entry: [{ emit: e, x-a: 1 }]
      """)
    #expect(reading.lines == [])
  }

  @Test("missing keys are reported at what lacks them")
  func missingKeys() {
    #expect(
      ChartReading.of("title: x\n").lines.map { $0.prefix { $0 != "." } } == [
        "1:1 missing-key: This is not a chart: the key `statechart` is missing"
      ])
    #expect(
      ChartReading.of("initial: x\n").lines.map { $0.prefix { $0 != "." } } == [
        "1:1 missing-key: The chart needs the key `statechart`",
        "1:1 missing-key: The chart needs the key `id`",
        "1:1 missing-key: The chart needs the key `states`",
      ])
    #expect(summary(ofBlock("invoke:\n  - id: x")) == ["7:9 missing-key"])
    #expect(summary(ofBlock("invoke: { id: x }")) == ["6:5 missing-key"])
    #expect(summary(ofBlock("type: history")) == ["5:3 missing-key"])
    #expect(summary(ofBlock("type: choice")) == ["5:3 missing-key"])
    #expect(summary(ofBlock("type: parallel")) == ["5:3 missing-key"])
    #expect(summary(ofBlock("states: { c: }")) == ["5:3 missing-key"])
    #expect(summary(ofBlock("entry: { foreach: l, do: x }")) == ["6:14 missing-key"])
    #expect(summary(ofBlock("invoke: { service: s, retry: {} }")) == ["6:27 missing-key"])
  }

  @Test("a misspelled key is not missing as well")
  func misspelledRequiredKeys() {
    #expect(ChartReading.of("statechart: 1\nidd: x\ninital: a\nstates: { a: }\n").lines.count == 2)
    #expect(ChartReading.of("statechrt: 1\nid: x\ninitial: a\nstats: { a: }\n").lines.count == 2)
    #expect(summary(ofBlock("invoke: { servce: s }")) == ["6:15 unknown-key"])
    let parallel = ChartReading.of("statechart: 1\nid: x\ntpye: parallel\nstates: { a: , b: }\n")
    #expect(parallel.allLines.map { $0.prefix { $0 != ":" } } == ["3"])
  }

  @Test(
    "a misspelled key has no other findings",
    arguments: [
      ("sttaes: { c: }\ninitial: c\ndone: b", "sttaes"), ("type: parallel\nsttaes: { c: , d: }", "sttaes"),
      ("tpye: parallel\nstates: { c: , d: }", "tpye"), ("tpye: final\noutput: { x: 1 }", "tpye"),
      ("tpye: final\ncontent: 1", "tpye"), ("inital: c\nstates: { c: }", "inital"),
      ("invoke: { chart: ('c.yaml'), amogn: [c.yaml], id: x }", "amogn"),
      ("invoke: { cahrt: ('c.yaml'), among: [c.yaml], id: x }", "cahrt"),
      ("entry: [{ send: go, dealy: 5s, resume: restart }]", "dealy"),
    ])
  func misspelledPartners(keys: String, name: String) {
    let reading = ofBlock(keys)
    let found = reading.diagnostics + reading.diagnostics(for: reading.chart?.problems() ?? [])
    #expect(found.map(\.rule) == ["unknown-key"])
    #expect(found.map { reading.source.text(in: $0.range) } == [name])
  }

  @Test("a value of the wrong kind says what is there and what is expected")
  func wrongKinds() {
    #expect(
      ofBlock("on: [go]").lines == [
        "6:9 wrong-kind: `on` must be a mapping of events to transitions, not a list."
          + " Say where each event leads: `on: { EVENT: STATE }`."
      ])
    #expect(
      ofBlock("title:").lines == [
        "6:5 wrong-kind: `title` has no value. It must be text. For example: `title: Signing in`."
      ])
    #expect(
      ofBlock("entry: [[[x]]]").lines == [
        "6:14 wrong-kind: An item of `entry` must be an action, not a list. Write all actions in one list."
      ])
    #expect(
      ofBlock("errors: oops").lines == [
        "6:13 wrong-kind: `errors` must be a list of error codes, not `oops`."
          + " Write it in brackets: `errors: [oops]`."
      ])
    #expect(
      ofBlock("on: { go: [[b]] }").lines == [
        "6:16 wrong-kind: An item of `go` must be the id of a state, a transition, or a list of them,"
          + " not a list. For several targets at once write `target: [one, two]`."
      ])
  }

  @Test(
    "nothing at all where something must be",
    arguments: [
      "on:", "entry:", "after: { 5s: }", "invoke:", "always:", "on: { go: { target: } }", "entry: [{ log: }]",
      "entry: [{ assign: { x: } }]", "invoke: { service: }", "on: { go: { guard: '' } }", "states:",
    ])
  func nothing(keys: String) {
    let rules = Set(ofBlock(keys).diagnostics.map(\.rule))
    #expect(rules.contains("wrong-kind"))
    #expect(rules.isSubset(of: ["wrong-kind", "missing-value"]))
  }

  @Test("booleans are true and false without quotes", arguments: ["yes", "on", "True", "'true'", "1"])
  func booleans(word: String) {
    let reading = ofBlock("on: { go: { target: b, internal: \(word) } }")
    #expect(reading.diagnostics.contains { $0.rule == "wrong-kind" })
    #expect(reading.fixed?.contains("internal: true }") == true)
  }

  @Test(
    "whole numbers have no sign, no leading zero, no quotes",
    arguments: [
      "0", "01", "+1", "-1", "1.0", "1_000", "0x1", "'2'", "99999999999999999999", "x",
    ])
  func numbers(word: String) {
    let reading = ofBlock("invoke: { service: s, retry: { attempts: \(word) } }")
    #expect(reading.diagnostics.contains { $0.rule == "wrong-kind" })
  }

  @Test(
    "spans of time need a unit",
    arguments: [
      ("15", "Write the unit after the number: `15s`, or `ms`, `m`, `h`, `d`."),
      ("15 s", "Write it without a space: `15s`."),
      ("15sec", "Write `15s`: a number and `ms`, `s`, `m`, `h` or `d`, without a space."), ("-1s", nil),
      ("1h30m", nil), ("1e3s", nil),
    ])
  func durations(text: String, help: String?) {
    for keys in ["after: { \(text): b }", "invoke: { service: s, timeout: \(text) }"] {
      let found = ofBlock(keys).diagnostics
      #expect(found.map(\.rule) == ["wrong-kind"])
      if let help { #expect(found.first?.help == help) }
    }
  }

  @Test("a delay may be an expression that begins with a number")
  func computedDelay() {
    #expect(ofBlock("invoke: { service: s, timeout: 2 * pause }").lines == [])
  }

  @Test("the version of the format is 1")
  func version() {
    #expect(
      ChartReading.of("statechart: 2\nid: t\ninitial: a\nstates: {a: }").diagnostics.map(\.rule) == [
        "unsupported-version"
      ])
    for text in ["'1'", "one", "1.0", "[1]"] {
      #expect(
        ChartReading.of("statechart: \(text)\nid: t\ninitial: a\nstates: {a: }").diagnostics.map(\.rule) == [
          "wrong-kind"
        ])
    }
  }

  @Test(
    "keys that only other kinds of state have are misplaced",
    arguments: [
      ("type: final\non: { go: b }", "on"), ("type: final\nstates: { c: }", "states"),
      ("initial: b", "initial"),
      ("done: b", "done"), ("default: b", "default"), ("output: { x: 1 }", "output"),
      ("history: deep", "history"),
      ("type: choice\nalways: [b]\nentry: x", "entry"), ("type: history\ndefault: b\nalways: b", "always"),
      ("type: parallel\ninitial: c\nstates: { c: , d: }", "initial"),
    ])
  func misplaced(keys: String, name: String) {
    let reading = ofBlock(keys)
    #expect(reading.diagnostics.map(\.rule) == ["misplaced-key"])
    #expect(reading.diagnostics.first.map { reading.source.text(in: $0.range) } == name)
    #expect(reading.diagnostics.first?.help != nil)
  }

  @Test("a wrong type of state is one finding, not many")
  func wrongType() {
    let reading = ofBlock("type: paralel\nstates: { c: , d: }")
    #expect(
      reading.allLines == [
        "6:11 not-allowed: `type` must be `parallel`, `final`, `history` or `choice`, not `paralel`."
          + " Did you mean `parallel`?"
      ])
    #expect(reading.fixed?.contains("type: parallel\n") == true)
  }

  @Test("one item is one action")
  func oneAction() {
    #expect(summary(ofBlock("entry: { assign: { x: 1 }, raise: e }")) == ["6:32 exclusive-keys"])
    #expect(summary(ofBlock("entry: { one: , two: }")) == ["6:14 exclusive-keys"])
    #expect(summary(ofBlock("entry: { data: { x: 1 } }")) == ["6:14 missing-key"])
    #expect(summary(ofBlock("entry: {}")) == ["6:12 wrong-kind"])
    #expect(summary(ofBlock("entry: { type: show, params: { x: 1 } }")) == ["6:14 missing-key"])
    #expect(summary(ofBlock("entry: { send: e, then: x }")) == ["6:23 unknown-key"])
    #expect(summary(ofBlock("entry: { target: b }")) == ["6:14 unknown-key"])
    #expect(summary(ofBlock("entry: raise")) == ["6:12 wrong-kind"])
  }

  @Test("an invocation runs a service or a chart")
  func exclusive() {
    let reading = ofBlock("invoke: { service: s, chart: c.yaml }")
    #expect(summary(reading) == ["6:27 exclusive-keys"])
    #expect(reading.diagnostics.first?.related.count == 1)
    #expect(
      summary(ofBlock("invoke: { service: s, chart: ('c.yaml'), among: [c.yaml] }")) == [
        "6:27 exclusive-keys"
      ])
  }

  @Test(
    "names that cannot be names",
    arguments: [
      ("on: { go: sign in }", "for example `signIn`"), ("on: { go: '#b' }", "Write `b`."),
      ("on: { go: 'a, b' }", "[a, b]"), ("on: { go: a.b }", "`b`"),
      ("on: { 1x: b }", "beginning with a letter"),
      ("entry: not-a-name", "for example `notAName`"), ("entry: event", "has a meaning in expressions"),
      ("entry: { assign: { a-b: 1 } }", "for example `aB`"),
    ])
  func illegalNames(keys: String, help: String) {
    let found = ofBlock(keys).diagnostics
    #expect(found.map(\.rule) == ["illegal-name"])
    #expect(found.first?.help?.contains(help) == true)
  }

  @Test("a name may have 128 bytes and no more")
  func longNames() {
    let longest = String(repeating: "x", count: 128)
    #expect(ofBlock("on: { \(longest): b }").lines == [])
    #expect(summary(ofBlock("on: { \(longest)x: b }")) == ["6:11 illegal-name"])
    // The name of an error's event holds that of the error.
    #expect(ofBlock("on: { error.\(longest): b }").lines == [])
  }

  @Test("an action cannot be called like an action of the format, or like one of its keys")
  func reservedActions() {
    for word in FormatObject.actionForms.flatMap(\.object.keys).map(\.name.text) {
      let chart =
        "statechart: 1\nid: test\ninitial: a\nhandlers: { actions: { \(word): {} } }\nstates: { a: {} }\n"
      #expect(summary(.of(chart)) == ["4:24 illegal-name"], "\(word)")
    }
  }

  @Test("a letter of another alphabet is pointed out, and read as the one it looks like")
  func lookalikes() {
    // The second letter of the key is Cyrillic.
    let reading = ofBlock("on: { g\u{043E}: b, x: \u{FF42} }")
    #expect(
      reading.allLines == [
        "6:12 lookalike-character: The `о` in `gо` is not the English letter that it looks like (Cyrillic, U+043E)."
          + " Type it again: `go`.",
        "6:21 lookalike-character: The `ｂ` in `ｂ` is not the English letter that it looks like (full width, U+FF42)."
          + " Type it again: `b`.",
      ])
    #expect(reading.chart?.root.states.first?.on.map(\.event.name) == ["go", "x"])
    #expect(reading.fixed?.contains("{ go: b") == true)
    #expect(summary(ofBlock("on: { größe: b }")) == ["6:11 illegal-name"])
  }

  @Test(
    "paths of charts are relative and end in .yaml",
    arguments: [
      "/etc/x.yaml", "x.yml", "x", ".yaml", "a\\x.yaml", "https://example.org/x.yaml",
    ])
  func paths(path: String) {
    #expect(ofBlock("invoke: { chart: '\(path)', id: x }").diagnostics.map(\.rule) == ["wrong-kind"])
  }

  @Test(
    "types that are none",
    arguments: [
      ("text", "string"), ("boolean", "bool"), ("integer?", "int?"), ("strng", "string"),
      ("string[]", "[string]"), ("String", "string"), ("Int?", "int?"), ("Date", "string"),
    ])
  func types(word: String, ours: String) {
    let reading = ChartReading.ofBody("context: { x: \"\(word)\" }\ninitial: a\nstates: { a: }")
    #expect(reading.diagnostics.map(\.rule) == ["not-allowed"])
    #expect(reading.diagnostics.first?.fix?.replacement == ours)
    #expect(reading.chart?.context.map(\.name) == ["x"])
  }

  @Test(
    "a variable that has forgotten its type is not taken for a record",
    arguments: [
      "{ initial: 0 }", "{ secret: true }", "{ optional: true, description: A name. }", "{ values: [a, b] }",
    ])
  func forgottenType(variable: String) {
    let reading = ChartReading.ofBody("context:\n  x: \(variable)\ninitial: a\nstates: { a: }")
    #expect(summary(reading) == ["4:3 missing-key"])
  }

  @Test("a record may have fields that are called like keys")
  func recordFields() {
    let reading = ChartReading.ofBody(
      "context:\n  x: { description: string, values: [string], secret: bool }\ninitial: a\nstates: { a: }")
    #expect(reading.lines == [])
    #expect(
      reading.chart?.context.first?.field.type
        == .record([
          FieldDeclaration("description", .string), FieldDeclaration("values", .list(.string)),
          FieldDeclaration("secret", .bool),
        ]))
  }

  @Test("states are nested at most 16 deep")
  func deepStates() {
    func nested(_ levels: Int) -> String {
      (1...levels).reversed().reduce("") { "{ initial: s\($1), states: { s\($1): \($0) } }" }
    }
    let body = { (levels: Int) in
      "statechart: 1\nid: t\n" + "initial: s1\nstates: { s1: "
        + nested(levels)
        .dropFirst("{ initial: s1, states: { s1: ".count).dropLast(2) + "\n"
    }
    #expect(ChartReading.of(body(16)).lines == [])
    #expect(ChartReading.of(body(17)).diagnostics.map(\.rule) == ["limit"])
  }

  @Test("everything that is wrong is found in one run, and the rest is read")
  func oneRun() {
    let reading = ChartReading.ofBody(
      """
      initial: a
      conntext: {}
      events: { go: { titel: x }, stop: [] }
      states:
        a:
          on: { go: b, stop: [c, { target: 5s }] }
          entry: [one, {}, two]
        b: 5
        c:
          type: fianl
      """)
    #expect(
      reading.diagnostics.map(\.rule) == [
        "unknown-key", "unknown-key", "wrong-kind", "illegal-name", "wrong-kind", "wrong-kind", "not-allowed",
      ])
    #expect(reading.chart?.events?.map(\.name) == ["go", "stop"])
    #expect(reading.chart?.root.states.map(\.id) == ["a", "b", "c"])
    #expect(reading.chart?.root.states.first?.on.count == 3)
    #expect(reading.chart?.root.states.first?.entry.count == 2)
  }

  @Test("findings about the file as YAML come along, in the order of the text")
  func withYAML() {
    let reading = ChartReading.ofBody("initial: a\nstates: { a: { title: yes, foo: 1 } }\nid: again\n")
    #expect(reading.diagnostics.map(\.rule) == ["unquoted-scalar", "unknown-key", "duplicate-key"])
  }

  @Test("a text that is no mapping gives no chart", arguments: ["", "[a]", "a", "a: [", "\u{0}"])
  func noChart(text: String) {
    let reading = ChartReading.of(text)
    #expect(reading.chart == nil)
    #expect(!reading.diagnostics.isEmpty)
    #expect(!reading.isUsable)
  }

  @Test("a file full of mistakes is cut off")
  func manyFindings() {
    let reading = ofBlock((0..<3000).map { "k\($0): 1" }.joined(separator: "\n"))
    #expect(reading.diagnostics.count == 1001)
    #expect(reading.diagnostics.last?.message == "And 2000 more.")
  }
}
