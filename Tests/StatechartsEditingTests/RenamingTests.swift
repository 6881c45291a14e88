import Statecharts
import StatechartsEditing
import StatechartsYAML
import Testing

@Suite("Renaming")
struct RenamingTests {
  static func source(_ text: String, _ name: String = "charts/door.yaml") -> SourceText {
    SourceText(name: name, bytes: Array(text.utf8))
  }

  /// The chart after a renaming.
  static func renamed(
    _ text: String, _ old: String, _ new: String, kind: ChartNameIndex.Kind? = nil, migrates: Bool = false
  ) throws -> String {
    let files = ChartRenaming.Files(source(text))
    let renaming = try ChartRenaming(old, to: new, kind: kind, in: files, migrates: migrates)
    let file = try #require(renaming.files.first)
    return String(decoding: file.edits.apply(to: file.source.bytes).bytes, as: UTF8.self)
  }

  static func refusal(
    _ text: String, _ old: String, _ new: String, kind: ChartNameIndex.Kind? = nil
  ) -> String? {
    let refusal = #expect(throws: ChartRenaming.Refusal.self) { try renamed(text, old, new, kind: kind) }
    return refusal.map { "\($0.message) \($0.help ?? "")" }
  }

  static let chart = """
    statechart: 1
    id: door
    title: The open door
    context:
      tries: { type: int, initial: 0 }
      problem: { type: error, optional: true }
      open: { type: string, values: [tries, jammed], initial: tries }
      wait: { type: duration, initial: 5s, clear: [closed] }
    events:
      push: { title: push, payload: { tries: int } }
      pull: {}
    errors:
      jammed: {}
      locked: {}
    outputs:
      moved: { payload: { tries: int } }
    handlers:
      guards: { isFree: { arguments: { tries: int } } }
      actions: { ring: {} }
      services: { turn: { input: { tries: int }, errors: [locked] } }
    initial: closed
    states:
      closed:
        # closed is where it begins
        on:
          push:
            - { guard: "isFree(tries: tries) and not in(ajar)", target: turning }
            - guard: { isFree: { tries: tries + event.data.tries } }
              target: closed
              actions: [{ assign: { tries: "tries + 1" } }, ring]
          pull: { guard: "tries > 2 and event.name == 'pull'", target: ajar }
      turning:
        invoke:
          service: turn
          input: { tries: tries }
          failed:
            locked: { target: closed, actions: { assign: { problem: "'locked'" } } }
            any: closed
        on:
          done.invoke.turn: ajar
          error.locked: closed
        after: { wait: closed }
      ajar:
        initial: half
        entry: { emit: moved, data: { tries: tries } }
        states:
          half: { on: { push: full } }
          full: { type: final }
        on: { done.state.ajar: closed }

    """

  @Test(
    "a state is renamed in targets, in conditions, in `clear` and in the event of its end, and not in words")
  func state() throws {
    let text = try Self.renamed(Self.chart, "ajar", "halfOpen")
    #expect(!text.contains("ajar"))
    #expect(text.contains("not in(halfOpen)") && text.contains("done.state.halfOpen: closed"))
    let closed = try Self.renamed(Self.chart, "closed", "shut")
    #expect(closed.contains("clear: [shut]") && closed.contains("# closed is where it begins"))
    #expect(closed.contains("initial: shut") && closed.contains("any: shut"))
  }

  @Test("a wildcard in the event of an end stays, and the name before it is renamed")
  func wildcards() throws {
    func chart(_ descriptor: String) -> String {
      Self.chart.replacing("done.state.ajar", with: descriptor)
    }
    #expect(
      try Self.renamed(chart("done.state.ajar.*"), "ajar", "halfOpen").contains(
        "done.state.halfOpen.*: closed"))
    #expect(
      try Self.renamed(chart("done.invoke.turn.*"), "turn", "spin").contains("done.invoke.spin.*: closed"))
    #expect(try Self.renamed(chart("after.ajar.*"), "ajar", "halfOpen").contains("after.halfOpen.*: closed"))
    #expect(Self.refusal(chart("done.state.*"), "*", "ajar") != nil)
    let document = try #require(YAMLDocument.read(Self.source(chart("done.state.*"))).document)
    #expect(!ChartNameIndex(document).uses.contains { $0.name.contains("*") })
  }

  @Test("a variable is renamed in expressions and assignments, and not where a field has its name")
  func variable() throws {
    let text = try Self.renamed(Self.chart, "tries", "count")
    for line in [
      "count: { type: int, initial: 0 }", "values: [tries, jammed], initial: tries",
      "payload: { tries: int }",
      "isFree(tries: count)", "isFree: { tries: count + event.data.tries }",
      #"{ assign: { count: "count + 1" } }"#,
      "guard: \"count > 2", "input: { tries: count }", "data: { tries: count }",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    #expect(try Self.renamed(Self.chart, "wait", "pause").contains("after: { pause: closed }"))
  }

  @Test("a service is renamed in its declaration and in the events of its end")
  func service() throws {
    let text = try Self.renamed(Self.chart, "turn", "turnKey")
    #expect(text.contains("services: { turnKey:") && text.contains("service: turnKey\n"))
    #expect(text.contains("done.invoke.turnKey: ajar"))
  }

  @Test("an error code is renamed in `failed`, in its event and in expressions")
  func errorCode() throws {
    let text = try Self.renamed(Self.chart, "locked", "bolted")
    #expect(!text.contains("locked"))
    #expect(text.contains(#"problem: "'bolted'""#) && text.contains("error.bolted: closed"))
    // A value of a variable has the name too, so the texts stay.
    #expect(try Self.renamed(Self.chart, "jammed", "stuck").contains("values: [tries, jammed]"))
  }

  @Test("a text that only equals an error code stays")
  func textLikeAnErrorCode() throws {
    let chart = """
      statechart: 1
      id: order
      context:
        kind: { type: string, initial: "'expired'" }
        way: { type: string, values: [expired, mail], initial: expired }
        last: { type: error, initial: "'expired'" }
      events: { update: { payload: { status: string, code: error } } }
      errors: { expired: {} }
      outputs: { track: { payload: { kind: string, reason: error? } } }
      handlers: { guards: { knows: { arguments: { code: error, text: string } } } }
      initial: open
      states:
        open:
          errors: [expired]
          on:
            update:
              - { guard: "event.data.status == 'expired' or contains(way, 'expired')", target: over }
              - { guard: "knows(code: 'expired', text: 'expired') and (last ?? 'expired') == 'expired'", target: over }
              - guard: "event.data.code == 'expired' or 'expired' != last"
                actions: [{ emit: track, data: { kind: "'expired'", reason: "'expired'" } }]
        over: { type: final }

      """
    let renamed = try Self.renamed(chart, "expired", "late")
    let kept = renamed.split(separator: "\n").filter { $0.contains("expired") }.map(String.init)
    #expect(
      kept.map { $0.trimmingPrefix { $0 == " " } } == [
        #"kind: { type: string, initial: "'expired'" }"#,
        "way: { type: string, values: [expired, mail], initial: expired }",
        #"- { guard: "event.data.status == 'expired' or contains(way, 'expired')", target: over }"#,
        #"- { guard: "knows(code: 'late', text: 'expired') and (last ?? 'late') == 'late'", target: over }"#,
        #"actions: [{ emit: track, data: { kind: "'expired'", reason: "'late'" } }]"#,
      ])
    // Each place that has the type was renamed.
    #expect(renamed.matches(of: /late/).count == 9)
  }

  @Test("an event is renamed where it is handled and compared")
  func event() throws {
    let text = try Self.renamed(Self.chart, "pull", "tug")
    #expect(text.contains("tug: {}") && text.contains("event.name == 'tug'") && !text.contains("pull"))
    #expect(try Self.renamed(Self.chart, "push", "press").contains("push: { title") == false)
  }

  @Test("guards, actions and outputs are renamed")
  func handlers() throws {
    let isFree = try Self.renamed(Self.chart, "isFree", "isClear")
    #expect(isFree.contains("isClear(tries: tries)") && isFree.contains("guard: { isClear:"))
    #expect(!isFree.contains("isFree"))
    #expect(try Self.renamed(Self.chart, "ring", "chime").contains("tries + 1\" } }, chime]"))
    #expect(!(try Self.renamed(Self.chart, "moved", "shifted")).contains("moved"))
  }

  @Test("what cannot be renamed is refused with a reason")
  func refusals() {
    #expect(Self.refusal(Self.chart, "ajar", "half")?.contains("`half` is already a state") == true)
    #expect(Self.refusal(Self.chart, "tries", "isFree")?.contains("already a guard") == true)
    #expect(Self.refusal(Self.chart, "tries", "min")?.contains("already used in expressions") == true)
    for word in ["event", "true"] {
      let reason = "`\(word)` has a meaning of its own in expressions."
      #expect(Self.refusal(Self.chart, "tries", word)?.hasPrefix(reason) == true)
    }
    let long = Self.refusal(Self.chart, "tries", String(repeating: "x y", count: 99))
    #expect(long?.hasPrefix("The new name is not a valid variable name.") == true)
    #expect(Self.refusal(Self.chart, "tries", "not a name")?.contains("not a valid variable name") == true)
    #expect(Self.refusal(Self.chart, "ajar", "yes")?.contains("not a valid state id") == true)
    #expect(Self.refusal(Self.chart, "pull", "target")?.contains("meaning of its own") == true)
    #expect(Self.refusal(Self.chart, "locked", "interrupted")?.contains("meaning of its own") == true)
    let platform = Self.chart.replacing(
      "error.locked: closed", with: "error.execution: closed\n      done.state.*: closed"
    )
    .replacing("any: closed", with: "execution: closed")
    #expect(Self.refusal(platform, "execution", "broken")?.contains("error code of the platform") == true)
    #expect(Self.refusal(platform, "*", "b")?.contains("no name `*`") == true)
    #expect(Self.refusal(Self.chart, "pull", "done.pull")?.contains("meaning of its own") == true)
    #expect(Self.refusal(Self.chart, "ajr", "b")?.contains("Did you mean `ajar`?") == true)
    #expect(Self.refusal(Self.chart, "ajar", "ajar")?.contains("Both names") == true)
    let both = Self.chart.replacing("half:", with: "push:").replacing("initial: half", with: "initial: push")
    #expect(Self.refusal(both, "push", "b")?.contains("--kind state or --kind event") == true)
    #expect(Self.refusal(both, "push", "b", kind: .output)?.contains("not an output") == true)
    #expect(throws: Never.self) { try Self.renamed(both, "push", "b", kind: .state) }
    let wildcard = Self.chart.replacing("pull", with: "hand.pull")
      .replacing("half: { on: { push: full } }", with: "half: { on: { push: full, hand.*: full } }")
    #expect(
      Self.refusal(wildcard, "hand.pull", "tug")?.contains("`hand.*` would no longer handle `tug`.") == true)
    #expect(throws: Never.self) { try Self.renamed(wildcard, "hand.pull", "hand.tug") }
  }

  @Test("a name in parentheses or in quotes is renamed without them")
  func namesInSigns() throws {
    let text = Self.chart.replacing("not in(ajar)", with: "not in('ajar')")
      .replacing("\"tries > 2", with: "\"(tries) > 2")
      .replacing("ajar:\n    initial: half", with: "ajar:\n    exit: { cancel: ( open ) }\n    initial: half")
    #expect(try Self.renamed(text, "ajar", "halfOpen").contains("not in('halfOpen')"))
    #expect(try Self.renamed(text, "tries", "count").contains("\"(count) > 2"))
    #expect(try Self.renamed(text, "open", "isOpen").contains("cancel: ( isOpen )"))
  }

  @Test("an element of `foreach` is renamed inside of its loops, and only there")
  func elements() throws {
    let loop =
      "{ foreach: codes, as: code, index: number, do: [{ assign: { last: code } }, { if: number > 1, then: ring }] }"
    let text = """
      statechart: 1
      id: door
      context:
        codes: { type: [string], initial: "[]" }
        last: { type: string, initial: "''" }
      handlers: { actions: { ring: {} } }
      initial: closed
      states:
        closed: { on: { push: { actions: [\(loop), { assign: { last: event.data.code } }] } } }

      """
    #expect(
      try Self.renamed(text, "code", "digit")
        == text.replacing("as: code", with: "as: digit").replacing("last: code", with: "last: digit"))
    #expect(
      try Self.renamed(text, "number", "place")
        == text.replacing("index: number", with: "index: place").replacing("number > 1", with: "place > 1"))
    #expect(Self.refusal(text, "code", "last")?.contains("`last` is already a variable") == true)
    #expect(Self.refusal(text, "last", "code")?.contains("`code` is already an element") == true)
  }

  @Test(
    "an element is renamed in its own loop, and other loops may have the new name unless they are around it")
  func elementsOfOneLoop() throws {
    let text = """
      statechart: 1
      id: door
      context: { codes: { type: [string], initial: "[]" }, last: { type: string, initial: "''" } }
      initial: closed
      states:
        closed:
          entry:
            - { foreach: codes, as: code, do: { assign: { last: code } } }
            - foreach: codes
              as: digit
              do:
                - { foreach: codes, do: { assign: { last: code + digit } }, as: code }

      """
    let document = try #require(YAMLDocument.read(Self.source(text)).document)
    let declared = ChartNameIndex(document).uses.filter { $0.kind == .element && $0.role == .declaration }
    func renamed(_ number: Int, _ new: String) throws -> String {
      let use = declared[number]
      let renaming = try ChartRenaming(
        use.name, to: new, kind: .element, ofLoop: use.loop, in: ChartRenaming.Files(Self.source(text)))
      let file = try #require(renaming.files.first)
      return String(decoding: file.edits.apply(to: file.source.bytes).bytes, as: UTF8.self)
    }
    #expect(declared.map(\.name) == ["code", "digit", "code"])
    #expect(
      try renamed(0, "digit")
        == text.replacing(
          "as: code, do: { assign: { last: code }", with: "as: digit, do: { assign: { last: digit }"))
    #expect(
      try renamed(2, "sign")
        == text.replacing("code + digit } }, as: code", with: "sign + digit } }, as: sign"))
    for (number, new) in [(1, "code"), (2, "digit"), (0, "last")] {
      #expect(throws: ChartRenaming.Refusal.self, "\(number)") { try renamed(number, new) }
    }
    // The command has no cursor, so it renames the elements of all loops.
    #expect(try Self.renamed(text, "code", "sign").contains("code,") == false)
  }

  @Test("a name of the platform that an expression uses is not called a guard")
  func platformNames() {
    let text = Self.chart.replacing("tries > 2", with: "event.error == timeout")
    #expect(
      Self.refusal(text, "tries", "timeout")?.contains("`timeout` is already used in expressions") == true)
  }

  @Test("a migration is added behind one that renames several variables")
  func secondMigration() throws {
    let rules = "{ from: 1, context: { rename: { a: tries, b: wait } } }"
    let text = Self.chart.replacing(
      "title: The open door", with: "version: 2\nmigrations:\n  - \(rules)")
    let migrated = try Self.renamed(text, "tries", "count", migrates: true)
    #expect(migrated.contains("  - \(rules)\n  - { from: 2, context: { rename: { tries: count } } }\n"))
  }

  @Test("the reason why a migration cannot be added names what is in its place")
  func migrationRefusals() {
    func refusal(_ text: String) -> String? {
      #expect(throws: ChartRenaming.Refusal.self) {
        try Self.renamed(text, "a", "b", migrates: true)
      }?.message
    }
    #expect(
      refusal("{ statechart: 1, id: x, initial: a, states: { a: {} } }\n")
        == "The migration cannot be added to a chart in braces.")
    #expect(
      refusal("statechart: 1\nid: x\nversion: 2\nmigrations: []\ninitial: a\nstates: { a: {} }\n")
        == "The migration cannot be added to a list in brackets.")
  }

  @Test("lines of a migration end as the chart's lines do", arguments: ["\r\n", "\r"])
  func migrationLineEnds(lineEnd: String) throws {
    let text = Self.chart.replacing("\n", with: lineEnd)
    let expected = try Self.renamed(Self.chart, "ajar", "halfOpen", migrates: true)
    #expect(
      try Self.renamed(text, "ajar", "halfOpen", migrates: true) == expected.replacing("\n", with: lineEnd))
  }

  @Test("names that only look alike stay: other kinds, fields, texts, comments and anchors")
  func lookalikes() throws {
    let text = """
      statechart: 1
      id: door
      title: open
      context: { open: { type: string, initial: "'open'" } }
      events: { open: { title: "open", payload: { open: string } } }
      initial: "open"
      states:
        'open': # open
          title: open
          description: The door is open.
          on:
            open: { guard: "event.data.open == open and in(open)", target: "open" }
            "close": shut
        shut: { type: final }

      """
    let renamed = try Self.renamed(text, "open", "ajar", kind: .state)
    #expect(
      renamed
        == text.replacing("initial: \"open\"", with: "initial: \"ajar\"").replacing(
          "'open': #", with: "'ajar': #"
        )
        .replacing("in(open)", with: "in(ajar)").replacing("target: \"open\"", with: "target: \"ajar\""))
    let anchored = text.replacing("'open': #", with: "shut: &open #")
    #expect(Self.refusal(anchored, "open", "ajar", kind: .state)?.contains("anchor") == true)
  }

  @Test("a migration is added for stored sessions, and an older one is left")
  func migration() throws {
    let first = try Self.renamed(Self.chart, "ajar", "halfOpen", migrates: true)
    let rule = "{ from: 1, states: { rename: { ajar: halfOpen } } }"
    #expect(first.contains("title: The open door\nversion: 2\nmigrations:\n  - \(rule)\n"))
    let second = try Self.renamed(first, "tries", "count", migrates: true)
    #expect(second.contains("version: 3\n"))
    #expect(second.contains("  - \(rule)\n  - { from: 2, context: { rename: { tries: count } } }\n"))
    // Without a new version, the last migration leads to the new name.
    let third = try Self.renamed(second, "count", "attempts")
    #expect(third.contains("rename: { tries: attempts }") && third.contains("version: 3\n"))
    let reading = ChartReader().read(Self.source(second))
    #expect(reading.isUsable && reading.chart?.problems().isEmpty == true)
  }

  @Test("charts around it, recorded runs and markers of pages are changed too")
  func otherFiles() throws {
    let parent = """
      statechart: 1
      id: house
      initial: waiting
      states:
        waiting:
          invoke: { chart: ./door.yaml, id: door, input: { tries: 3 }, forward: true }
          on: { push: waiting, pull: waiting }

      """
    var files = ChartRenaming.Files(
      Self.source(Self.chart.replacing("initial: 0 }", with: "initial: 0, input: true }")))
    let stranger = Self.source(parent.replacing("door.yaml", with: "gate.yaml"), "charts/garden.yaml")
    files.others = [Self.source(parent, "charts/house.yaml"), stranger]
    files.runs = [
      (
        Self.source(
          """
          {"input": {"tries": 1}, "guards": {"isFree": true}}
          {"event": "push", "data": {"event": "push", "tries": [1, {"event": "push"}]}}
          {"service": "turn", "failed": "locked"}

          """, "run.jsonl"), "charts/door.yaml"
      )
    ]
    let page = Self.source(
      "<!-- statechart: charts/door.yaml state=ajar active=\"half,ajar\" -->\nstate=ajar\n", "a.md")
    files.pages = [(page, [(0..<page.lineStarts[1], "charts/door.yaml")])]
    func texts(_ old: String, _ new: String) throws -> [String: String] {
      let renaming = try ChartRenaming(old, to: new, in: files)
      return Dictionary(
        renaming.files.map {
          ($0.source.name, String(decoding: $0.edits.apply(to: $0.source.bytes).bytes, as: UTF8.self))
        }, uniquingKeysWith: { first, _ in first })
    }
    let event = try texts("push", "press")
    #expect(event.keys.sorted() == ["charts/door.yaml", "charts/house.yaml", "run.jsonl"])
    #expect(event["charts/house.yaml"]?.contains("on: { press: waiting, pull: waiting }") == true)
    #expect(
      event["run.jsonl"]?.contains(
        #"{"event": "press", "data": {"event": "push", "tries": [1, {"event": "push"}]}}"#) == true)
    let variable = try texts("tries", "count")
    #expect(variable["charts/house.yaml"]?.contains("input: { count: 3 }") == true)
    #expect(variable["run.jsonl"]?.hasPrefix(#"{"input": {"count": 1}"#) == true)
    #expect(try texts("turn", "spin")["run.jsonl"]?.contains(#"{"service": "spin","#) == true)
    #expect(try texts("locked", "shut")["run.jsonl"]?.contains(#""failed": "shut"}"#) == true)
    #expect(try texts("isFree", "may")["run.jsonl"]?.contains(#"{"may": true}"#) == true)
    let state = try texts("ajar", "halfOpen")
    #expect(
      state["a.md"]
        == "<!-- statechart: charts/door.yaml state=halfOpen active=\"half,halfOpen\" -->\nstate=ajar\n")
    #expect(state["charts/house.yaml"] == nil)
    files.pages = [
      (
        Self.source("<!-- statechart: charts/door.yaml active=ajar-->", "b.md"),
        [(0..<48, "charts/door.yaml")]
      )
    ]
    #expect(try texts("ajar", "half-open")["b.md"]?.hasSuffix("active=half-open-->") == true)
  }

  @Test("in a recorded run, an error code is renamed in data of its type too")
  func recordedErrorCodes() throws {
    let chart = Self.chart.replacing(
      "push: { title: push, payload: {", with: "push: { title: push, payload: { code: error,")
    var files = ChartRenaming.Files(Self.source(chart))
    let run = """
      {"event": "push", "data": {"tries": 1, "code": "locked", "text": "locked"}}
      {"service": "turn", "failed": "locked"}
      {"code": "locked"}

      """
    files.runs = [(Self.source(run, "run.jsonl"), files.chart.name)]
    let renaming = try ChartRenaming("locked", to: "bolted", in: files)
    let file = try #require(renaming.files.first { $0.source.name == "run.jsonl" })
    let lines = String(decoding: file.edits.apply(to: file.source.bytes).bytes, as: UTF8.self).split(
      separator: "\n")
    #expect(
      lines == [
        #"{"event": "push", "data": {"tries": 1, "code": "bolted", "text": "locked"}}"#,
        #"{"service": "turn", "failed": "bolted"}"#,
        #"{"code": "locked"}"#,
      ])
  }

  /// A chart that runs others and uses the event `cancel`.
  private static func house(_ invocations: String, entry: String = "") -> String {
    """
    statechart: 1
    id: house
    initial: waiting
    states:
      waiting:
        \(entry.isEmpty ? "title: Waiting" : "entry: \(entry)")
        invoke: [\(invocations)]
        on: { cancel: ended }
      ended: { type: final }

    """
  }

  /// A chart without children that uses the event `cancel`.
  private static func room(_ id: String, entry: String = "[]") -> String {
    """
    statechart: 1
    id: \(id)
    initial: waiting
    states:
      waiting: { title: Waiting, on: { cancel: ended }, entry: \(entry) }
      ended: { type: final }

    """
  }

  /// The files in which a name of `room.yaml` is changed.
  private static func changed(
    _ old: String, _ house: String, room: String, others: [String: String] = [:]
  ) throws -> [String] {
    var files = ChartRenaming.Files(source(room, "room.yaml"))
    files.others = [source(house, "house.yaml")]
    files.others += others.sorted { $0.key < $1.key }.map { source($0.value, "\($0.key).yaml") }
    return try ChartRenaming(old, to: "another", in: files).files.map(\.source.name)
  }

  @Test(
    "an event is changed in another chart only if the charts send it to each other",
    arguments: [
      ("{ chart: room.yaml }", "", "[]", false),
      ("{ chart: room.yaml, forward: false }", "", "[]", false),
      ("{ chart: room.yaml, forward: true }", "", "[]", true),
      ("{ chart: room.yaml }, { chart: attic.yaml, forward: true }", "", "[]", false),
      ("{ chart: room.yaml }", "{ send: cancel, to: room }", "[]", true),
      ("{ chart: room.yaml, id: first }", "{ send: cancel, to: first }", "[]", true),
      ("{ chart: room.yaml }", "{ send: cancel, to: (event.origin) }", "[]", true),
      ("{ chart: room.yaml }, { chart: attic.yaml }", "{ send: cancel, to: attic }", "[]", false),
      ("{ chart: ('room.yaml'), among: [attic.yaml, room.yaml] }", "{ send: cancel, to: attic }", "[]", true),
      ("{ chart: room.yaml }", "{ send: ring, to: room }", "[]", false),
      ("{ chart: room.yaml }", "{ send: cancel }", "[]", false),
      ("{ chart: room.yaml }", "", "{ send: cancel, to: parent }", true),
      ("{ chart: room.yaml }", "", "{ send: ring, to: parent }", false),
    ])
  func events(invocations: String, entry: String, inside: String, isShared: Bool) throws {
    let house = Self.house(invocations, entry: entry)
    let changed = try Self.changed("cancel", house, room: Self.room("room", entry: inside))
    #expect(changed == ["room.yaml"] + (isShared ? ["house.yaml"] : []))
  }

  @Test("an event is changed in a sibling only if it gets there through the parent")
  func siblings() throws {
    let attic = ["attic": Self.room("attic")]
    for (room, sibling) in [(true, true), (true, false), (false, true), (false, false)] {
      let house = Self.house(
        "{ chart: room.yaml, forward: \(room) }, { chart: attic.yaml, forward: \(sibling) }")
      let changed = try Self.changed("cancel", house, room: Self.room("room"), others: attic)
      let expected = room ? sibling ? ["house.yaml", "attic.yaml"] : ["house.yaml"] : []
      #expect(changed == ["room.yaml"] + expected)
    }
    // A chart between them may pass on an event that it does not use.
    let middle = Self.house("{ chart: room.yaml, forward: true }").replacing("cancel", with: "ring")
    let above = Self.house("{ chart: house.yaml, forward: true }")
    let changed = try Self.changed("cancel", middle, room: Self.room("room"), others: ["street": above])
    #expect(changed == ["room.yaml", "street.yaml"])
  }

  @Test("error codes are changed where they are handled for the chart; outputs and handlers stay in it")
  func namesOfOneChart() throws {
    let names = """
      errors: { jammed: {} }
      outputs: { moved: {} }
      handlers: { actions: { ring: {} }, guards: { isFree: {} } }

      """
    let action = "[{ emit: moved }, ring, { if: isFree, then: ring }]"
    let room = names + Self.room("room", entry: action).replacing("title: Waiting", with: "errors: [jammed]")
    for (failed, isShared) in [("jammed: ended, any: ended", true), ("any: ended", false)] {
      let invocations = "{ chart: room.yaml, forward: true, failed: { \(failed) } }"
      let house =
        names
        + Self.house(invocations, entry: action).replacing(
          "waiting:\n", with: "waiting:\n    errors: [jammed]\n")
      #expect(
        try Self.changed("jammed", house, room: room) == ["room.yaml"] + (isShared ? ["house.yaml"] : []))
      for name in ["moved", "ring", "isFree"] {
        #expect(try Self.changed(name, house, room: room) == ["room.yaml"], "\(name)")
      }
    }
  }

  @Test("recorded runs of other charts change with names that they have from this one")
  func runsOfOtherCharts() throws {
    let names = """
      errors: { jammed: {} }
      handlers: { services: { turn: { errors: [jammed] } }, guards: { isFree: {} } }

      """
    let room =
      names
      + Self.room("room", entry: "[{ if: isFree, then: [] }]").replacing(
        "title: Waiting", with: "invoke: { service: turn }")
    let invocations = "{ chart: room.yaml, forward: true, failed: { jammed: ended } }"
    let house = "errors: { jammed: {} }\n" + Self.house(invocations)
    let run = """
      {"guards": {"isFree": true}}
      {"event": "cancel"}
      {"service": "turn", "failed": "jammed"}
      """
    func changed(_ old: String, others: [SourceText]) throws -> [String: String] {
      var files = ChartRenaming.Files(Self.source(room, "room.yaml"))
      files.others =
        [Self.source(house, "house.yaml"), Self.source(Self.room("attic"), "attic.yaml")] + others
      files.runs = files.others.map { (Self.source(run, $0.name + ".jsonl"), $0.name) }
      let result = try ChartRenaming(old, to: "another", in: files).files
      return Dictionary(
        uniqueKeysWithValues: result.map {
          ($0.source.name, String(decoding: $0.edits.apply(to: $0.source.bytes).bytes, as: UTF8.self))
        })
    }
    for (old, expected) in [
      ("cancel", #"{"event": "another"}"#), ("isFree", #"{"another": true}"#),
      ("turn", #"{"service": "another""#),
      ("jammed", #""failed": "another"}"#),
    ] {
      let files = try changed(old, others: [])
      #expect(files["house.yaml.jsonl"]?.contains(expected) == true, "\(old)")
      #expect(files["attic.yaml.jsonl"] == nil, "\(old)")
    }
  }

  @Test("in a recorded run, a service belongs to the outermost chart that runs one with its name")
  func runsOfSharedNames() throws {
    let names = """
      errors: { jammed: {} }
      handlers: { services: { turn: { errors: [jammed] }, spin: { errors: [jammed] } }, guards: { isFree: {} } }

      """
    func chart(_ id: String, _ service: String, _ more: String = "") -> String {
      names + """
        statechart: 1
        id: \(id)
        initial: a
        states: { a: { invoke: [{ service: \(service), failed: { jammed: a } }\(more)], always: { guard: isFree, target: a } } }

        """
    }
    let (house, room) = (chart("house", "turn", ", { chart: room.yaml }"), chart("room", "spin"))
    let run = #"""
      {"guards": {"isFree": true}}
      {"service": "turn", "failed": "jammed"}
      {"service": "spin", "failed": "jammed"}
      """#
    func changed(_ old: String, to new: String = "another", in file: String) throws -> String? {
      let texts = ["house.yaml": house, "room.yaml": room]
      var files = ChartRenaming.Files(Self.source(texts[file] ?? "", file))
      files.others = texts.filter { $0.key != file }.map { Self.source($0.value, $0.key) }
      files.runs = [(Self.source(run, "run.jsonl"), "house.yaml")]
      let renaming = try ChartRenaming(old, to: new, in: files)
      let result = renaming.files.first { $0.source.name == "run.jsonl" }
      return result.map { String(decoding: $0.edits.apply(to: $0.source.bytes).bytes, as: UTF8.self) }
    }
    #expect(
      try changed("jammed", in: "house.yaml")
        == run.replacing(#""turn", "failed": "jammed""#, with: #""turn", "failed": "another""#))
    #expect(
      try changed("jammed", in: "room.yaml")
        == run.replacing(#""spin", "failed": "jammed""#, with: #""spin", "failed": "another""#))
    #expect(try changed("turn", in: "house.yaml") == run.replacing("turn", with: "another"))
    #expect(try changed("turn", in: "room.yaml") == nil)
    #expect(try changed("spin", in: "room.yaml") == run.replacing("spin", with: "another"))
    // A run would not say which of two services with one name is meant.
    #expect(throws: ChartRenaming.Refusal.self) { try changed("spin", to: "turn", in: "room.yaml") }
    // The run sets both guards.
    for file in ["house.yaml", "room.yaml"] {
      #expect(try changed("isFree", in: file) == run.replacing("true", with: #"true, "another": true"#))
    }
  }

  @Test("a service that runs under an id of its own is not the one with its name in a recorded run")
  func runsWithIDs() throws {
    let names = "handlers: { services: { turn: {}, spin: {} } }\n"
    let house = """
      statechart: 1
      id: house
      initial: a
      states: { a: { invoke: [{ service: turn, id: first }, { chart: room.yaml }] } }

      """
    let room = "statechart: 1\nid: room\ninitial: a\nstates: { a: { invoke: { service: turn } } }\n"
    var files = ChartRenaming.Files(Self.source(names + room, "room.yaml"))
    files.others = [Self.source(names + house, "house.yaml")]
    files.runs = [(Self.source("{\"service\": \"turn\"}\n", "run.jsonl"), "house.yaml")]
    let changed = try ChartRenaming("turn", to: "another", in: files).files.map(\.source.name)
    #expect(changed == ["room.yaml", "run.jsonl"])
  }

  @Test("a recorded run keeps an explicit id, and a name with escapes in it is refused")
  func recordedRuns() throws {
    let id = Self.chart.replacing("service: turn\n", with: "service: turn\n      id: turn\n")
    func files(_ text: String, _ run: String) -> ChartRenaming.Files {
      var files = ChartRenaming.Files(Self.source(text))
      files.runs = [(Self.source(run, "run.jsonl"), files.chart.name)]
      return files
    }
    let run = #"{"service": "turn", "done": {}}"#
    let kept = try ChartRenaming("turn", to: "spin", in: files(id, run))
    #expect(kept.files.map(\.source.name) == ["charts/door.yaml"])
    let escaped = files(Self.chart, run.replacing("turn", with: #"t\u0075rn"#))
    let refusal = #expect(throws: ChartRenaming.Refusal.self) {
      try ChartRenaming("turn", to: "spin", in: escaped)
    }
    #expect(refusal?.message == "A name is written with escapes in `run.jsonl`, line 1.")
  }
}
