import Statecharts
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("Reading charts: blocks that are indented too deep or not deep enough")
struct IndentationTests {
  /// A chart without findings, of which tests indent some lines otherwise.
  static let chart = """
    statechart: 1
    id: test
    context:
      n: { type: int, initial: 0 }
      m:
        type: int
        initial: 0
    events:
      go: { title: Gone }
      stop:
        title: Stopped
      back:
    errors:
      lost: { title: Lost }
    outputs:
      seen:
    handlers:
      actions:
        first:
          title: A
      services:
        look:
          title: Look
          input:
            n: int
          result:
            m: int?
          errors: [lost]
        find:
          title: Find
          errors: [lost]
    initial: a
    states:
      a:
        title: A
        entry: first
        on:
          go: b
          stop:
            guard: n > 1
            target: c
          back:
            guard: n > 2
            target: c
        after:
          5s: b
      b:
        title: B
        invoke:
          service: look
          input: { n: n }
          done: c
          failed:
            lost: c
            any: a
      c: { title: C, type: final }

    """

  /// The chart with some lines, counted from 1, moved to the right, or to the left.
  private func findings(_ lines: ClosedRange<Int>, by columns: Int) -> [String] {
    var text = Self.chart.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for line in lines {
      text[line - 1] =
        columns > 0
        ? String(repeating: " ", count: columns) + text[line - 1] : String(text[line - 1].dropFirst(-columns))
    }
    return ChartReading.of(text.joined(separator: "\n")).allLines
  }

  @Test("the chart that is moved about has no findings")
  func clean() { #expect(ChartReading.of(Self.chart).allLines.isEmpty) }

  @Test(
    "the first line of a block that is too deep is one finding that says how deep it is to be",
    arguments: [1, 2, 4])
  func deepFirstLine(_ columns: Int) {
    let chart = Self.chart.replacing(
      "          back:\n",
      with: "          \"*\":\n            - guard: n > 3\n"
        + "              target: c\n            - b\n          back:\n")
    let lines = chart.split(separator: "\n").map(String.init)
    let depths = lines.map { $0.prefix { $0 == " " }.count }
    var count = 0
    for first in lines.indices where first == 0 || depths[first] > depths[first - 1] {
      let depth = depths[first]
      guard depths[(first + 1)...].first(where: { $0 <= depth }) == depth else { continue }
      count += 1
      var moved = lines
      moved[first] = String(repeating: " ", count: columns) + moved[first]
      let found = ChartReading.of(moved.joined(separator: "\n")).allLines
      let place =
        depth == 0 ? "Begin it in the first column." : "Begin the line with \(depth) spaces, like line"
      #expect(found.count == 1 && found[0].hasPrefix("\(first + 1):"), "\(lines[first]): \(found)")
      #expect(found.first?.contains(place) == true, "\(lines[first]): \(found)")
    }
    #expect(count == 16)
  }

  @Test(
    "a name whose line is too deep is one finding that says how deep it is to be",
    arguments: [
      (47, "`b` is indented like the keys of `a`, and nothing is below it. Indent it by 2 spaces, like `a`"),
      (29, "`find` is indented like the keys of `look`, and nothing is below it. Indent it by 4 spaces"),
      (42, "`back` is indented like the keys of `stop`, and nothing is below it. Indent it by 6 spaces"),
    ])
  func deepName(_ line: Int, _ message: String) {
    let found = findings(line...line, by: 2)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains(" misplaced-key: \(message)") == true, "\(found)")
    #expect(found.first?.hasPrefix("\(line):") == true)
  }

  @Test(
    "a name that is too deep with all that it holds is one finding",
    arguments: [(5...7, 2), (10...11, 2), (29...31, 2), (42...44, 2)])
  func deepBlock(_ lines: ClosedRange<Int>, _ columns: Int) {
    let found = findings(lines, by: columns)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("\(lines.lowerBound):") == true, "\(found)")
  }

  @Test("what is wrong below a name that is too deep is reported, although the same keys are above it")
  func mistakeBelowDeepName() {
    let states = "  a:\n    title: A\n    initial: x\n    on: { go: b }\n    states: { x: }\n"
    let reading = ChartReading.ofBody("initial: a\nstates:\n\(states)    b:\n    title: B\n    initial: y\n")
    #expect(reading.diagnostics.map(\.rule) == ["misplaced-key", "misplaced-key"])
    #expect(reading.diagnostics.map { reading.source.line(at: $0.range.lowerBound) } == [10, 12])
  }

  @Test(
    "a key that holds names and stands among other names is one finding, and what follows is read in it",
    arguments: [
      (8...8, "`events` is inside `context:`", "Indent it not at all, like `context` in line 3. If"),
      (8...12, "`events` is inside `context:`", "line 3, together with what belongs to it."),
      (13...14, "`errors` is inside `events:`", "together with what belongs to it."),
      (17...17, "`handlers` is inside `outputs:`", "like `outputs` in line 15."),
      (26...26, "`result` is inside `input:`", "Indent it by 6 spaces, like `input` in line 24."),
      (21...21, "`services` is inside `actions:`", "Indent it by 2 spaces, like `actions` in line 18."),
      (45...45, "`after` is inside `on:`", "Indent it by 4 spaces, like `on` in line 37."),
      (45...46, "`after` is inside `on:`", "together with what belongs to it."),
    ])
  func deepKey(_ lines: ClosedRange<Int>, _ message: String, _ help: String) {
    let found = findings(lines, by: 2)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains(" misplaced-key: \(message), so it counts as a name. ") == true)
    #expect(found.first?.contains(help) == true, "\(found)")
  }

  @Test("what a key holds by name is one finding where it is indented as the key")
  func expressionsBesideTheirKey() {
    let head =
      "statechart: 1\nid: test\ncontext: { n: { type: int, initial: 0 } }\ninitial: a\nstates:\n  a:\n"
    for (text, line, message) in [
      (
        "    entry:\n      - assign:\n        n: n + 1\n", 9,
        "`n` is indented like `assign` in line 8, so `assign` has no value. Indent it by 2 more spaces."
      ),
      (
        "    invoke:\n      service: s\n      input:\n      m: n\n      k: 1\n      done: a\n", 10,
        "`m` is indented like `input` in line 9, so `input` has no value. Indent lines 10 to 11 by 2 more spaces."
      ),
    ] {
      let found = ChartReading.of(head + text).allLines
      #expect(found.count == 1 && found.first?.hasPrefix("\(line):") == true, "\(found)")
      #expect(found.first?.hasSuffix("misplaced-key: \(message)") == true, "\(found)")
    }
  }

  @Test("a key of a state that is among the states is one finding, and is read in the state before it")
  func shallowKeyOfState() {
    for (lines, key, help) in [
      (49...49, "invoke", "Indent it by 4 spaces, like `title` in line 48."),
      (45...45, "after", "Indent it by 4 spaces, like `title` in line 35."),
      (45...46, "after", "Indent it by 4 spaces, like `title` in line 35, together with what belongs to it."),
    ] {
      let found = findings(lines, by: -2)
      let start = "\(lines.lowerBound):3 misplaced-key: `\(key)` is indented like"
      #expect(found.count == 1 && found[0].hasPrefix(start), "\(found)")
      #expect(found.first?.hasSuffix("so it counts as a state. \(help)") == true, "\(found)")
    }
    // After the last state, it may belong to the chart.
    let last = ChartReading.ofBody("initial: a\nstates:\n  a:\n    title: A\n  on:\n    go: a\n").allLines
    #expect(last.count == 1 && last[0].contains("`on` is inside `states:`"), "\(last)")
  }

  @Test("a key that stands among the keys of another one is one finding, and is read beside it")
  func deepInFixedKeys() {
    let head = "errors: { x: , y: }\nhandlers:\n  services:\n    s:\n      result:\n        m: int\n"
    let state = "initial: a\nstates:\n  a:\n    invoke:\n      service: s\n      done:\n        target: a\n"
    for (text, line, message) in [
      (
        "      errors: [x, y]\n\(state)      on:\n      go: a\n", 17,
        "`on` is not allowed inside `invoke:`. Indent it by 4 spaces, like `invoke`"
      ),
      (
        "      errors: [x, y]\n\(state)      on:\n        go: a\n", 17,
        "Indent it by 4 spaces"
      ),
      (
        "      errors: [x, y]\n\(state)        failed:\n        x: a\n        any: a\n", 17,
        "`failed` is not allowed inside `done:`. Indent it by 6 spaces, like `done`"
      ),
      (
        "        errors: [x, y]\n\(state)      failed: { any: a, x: a }\n", 9,
        "`errors` is inside `result:`, so it counts as a name. Indent it by 6 spaces"
      ),
    ] {
      let found = ChartReading.ofBody(head + text).allLines
      #expect(found.count == 1, "\(found)")
      #expect(found.first?.hasPrefix("\(line):") == true && found[0].contains(message), "\(found)")
    }
  }

  @Test(
    "what stands as far left as the key that it belongs to is one finding",
    arguments: [
      (4...7, "`n` is indented like `context` in line 3", "Indent lines 4 to 7 by 2 more spaces."),
      (14...14, "`lost` is indented like `errors` in line 13", "Indent it by 2 more spaces."),
      (38...44, "`go` is indented like `on` in line 37", "Indent lines 38 to 44 by"),
      (46...46, "`5s` is indented like `after` in line 45", "Indent it by 2 more spaces."),
      (50...51, "`service` is indented like `invoke` in line 49", ""),
      (54...55, "`lost` is indented like `failed` in line 53", "Indent lines 54 to 55 by"),
    ])
  func shallow(_ lines: ClosedRange<Int>, _ message: String, _ help: String) {
    // A key that follows at a deeper place would be no YAML.
    let found = lines == 50...51 ? findings(50...55, by: -2) : findings(lines, by: -2)
    #expect(found.first?.contains(" misplaced-key: \(message)") == true, "\(found)")
    #expect(found.first?.contains(help) == true, "\(found)")
    if lines != 50...51 { #expect(found.count == 1, "\(found)") }
  }

  @Test("names that are called like keys, and states that nobody names, are left where they are")
  func names() {
    for body in [
      "events: { errors: , outputs: }\nerrors: { x: }\ninitial: a\nstates: { a: }\n",
      "events:\n  \"errors\":\n  go:\ninitial: a\nstates:\n  a:\n    on: { errors: a, go: a }\n",
      "context:\n  errors:\n    x: string\n  n: int?\ninitial: a\nstates: { a: }\n",
      "initial: a\nstates:\n  a:\n  on:\n  after:\n  c:\n",
      "events:\n  off:\n  on:\n  dim:\ninitial: a\nstates: { a: }\n",
      "events:\n  go:\n  errors:\n  stop: { payload: { x: string } }\ninitial: a\nstates: { a: }\n",
      "outputs:\n  first:\n  context:\n  last: { payload: { x: string } }\ninitial: a\nstates: { a: }\n",
      "handlers:\n  actions:\n    ring:\n    services:\n    bell: { title: Ring }\ninitial: a\nstates: { a: }\n",
      "initial: a\nstates:\n  a:\n    on:\n    descripton: foo\n",
    ] {
      #expect(!ChartReading.ofBody(body).lines.contains { $0.contains("misplaced-key") }, "\(body)")
    }
    let forgotten = ChartReading.ofBody(
      "initial: a\nstates:\n  a:\n    title: A\n    colour:\n    on: { go: a }\n")
    #expect(forgotten.lines.count == 1 && forgotten.lines[0].hasPrefix("7:5 unknown-key"))
    #expect(forgotten.chart?.root.states.first?.on.count == 1)
  }

  @Test("of very many names that are indented too deep the first hundred are read where they are meant")
  func bound() {
    let states = (0..<300).map { "  a\($0):\n    title: A\n    x\($0):\n    title: B\n" }.joined()
    let lines = ChartReading.ofBody("initial: a0\nstates:\n" + states).allLines
    #expect(lines.count { $0.contains("misplaced-key") } == 100)
    #expect(lines.contains { $0.contains("unknown-key") && $0.contains("x100") })
  }

  @Test("items of a list that stand deeper than the first are read as items, and reported once")
  func deepItems() {
    let text = "errors: { x: , y: , z: }\ninitial: a\nstates:\n  a:\n    errors:\n      - x\n        - y\n"
    let one = ChartReading.ofBody(text)
    #expect(
      one.allLines == [
        "9:11 multi-line-text: This item is indented deeper than the one in line 8, so YAML joins both into one text. Indent its `-` by 6 spaces, like line 8."
      ])
    #expect(one.chart?.root.states.first?.errors == ["x", "y"])
    let two = ChartReading.ofBody(text + "        - z\n")
    #expect(two.allLines.count == 1 && two.allLines[0].contains("the `-` of the lines 9 to 10 by 6 spaces"))
    #expect(two.chart?.root.states.first?.errors == ["x", "y", "z"])
    let words = ChartReading.ofBody("initial: a\nx-notes:\n  - a long\n    - short\nstates:\n  a:\n")
    #expect(words.lines.allSatisfy { $0.contains("continues to line") }, "\(words.lines)")
  }
}
