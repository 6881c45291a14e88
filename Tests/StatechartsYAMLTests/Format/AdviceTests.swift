import Statecharts
import StatechartsYAML
import Testing

/// Mistakes of which only the consequences were told, or whose advice was wrong.
@Suite("Reading charts: advice that is right")
struct AdviceTests {
  private static let head =
    "statechart: 1\nid: test\ncontext: { n: { type: int, initial: 0 }, list: { type: [string], initial: [] } }\ninitial: a\nstates:\n"

  // MARK: Commas in braces

  @Test(
    "a comma that cuts an expression in braces is one finding, and the expression is put in quotes",
    arguments: [
      ("entry: { assign: { n: min(n + 1, 3) } }", "min(n + 1, 3)"),
      ("entry: { assign: { n: max(n, min(n + 1, 3), 2) } }", "max(n, min(n + 1, 3), 2)"),
      ("always: { guard: max(n, 2) > 3, target: b }", "max(n, 2) > 3"),
      ("always: { guard: contains(list, 'a'), target: b }", "contains(list, 'a')"),
      ("always: { guard: contains(list, ''), target: b }", "contains(list, '')"),
      ("always: { guard: concat('a', '', 'b') == 'ab', target: b }", "concat('a', '', 'b') == 'ab'"),
      ("always: { guard: contains([list, list], list), target: b }", "contains([list, list], list)"),
      ("always: { guard: contains('a,b', 'b'), target: b }", "contains('a,b', 'b')"),
    ])
  func comma(line: String, expression: String) {
    let reading = ChartReading.of(Self.head + "  a: { \(line) }\n  b: {}\n")
    let key = line.contains("guard") ? "guard" : "n"
    #expect(reading.diagnostics.map(\.rule) == ["missing-value"], "\(reading.allLines)")
    #expect(
      reading.allLines.first?.contains(
        "The comma ends the value inside { }. Put the expression in quotes: `\(key): \"\(expression)\"`.")
        == true, "\(reading.allLines)")
    #expect(reading.fixed?.contains("\(key): \"\(expression)\"") == true)
    #expect(reading.fixed.map { ChartReading.of($0).allLines } == [])
  }

  @Test("a comma in a text that is not an expression is reported as a missing value")
  func otherComma() {
    let reading = ChartReading.of(Self.head + "  a: { on: { go: { label: Go (now, b } } }\n  b: {}\n")
    #expect(
      reading.lines.count == 1 && reading.lines[0].contains("The key `b` has no value."), "\(reading.lines)")
  }

  @Test("a second target without brackets is a list that lacks them")
  func secondTarget() {
    let reading = ChartReading.of(Self.head + "  a: { on: { go: { target: a, b } } }\n  b: {}\n")
    #expect(reading.diagnostics.map(\.help) == ["For several targets, write `target: [a, b]`."])
  }

  // MARK: Braces around one name

  @Test(
    "a state alone in braces is written without them",
    arguments: [
      ("states: { c: { type: final } }\n    initial: c\n    done: { b }", "done: b"),
      ("on: { go: { b } }", "go: b"),
      ("on:\n      go: { b }", "go: b"), ("always: { b }", "always: b"), ("after: { 5s: { b } }", "5s: b"),
    ])
  func lonelyName(keys: String, better: String) {
    let reading = ChartReading.of(Self.head + "  a:\n    \(keys)\n  b: {}\n")
    #expect(
      reading.lines.map { $0.drop { $0 != "`" } } == ["`b` has no value inside { }. Write `\(better)`."],
      "\(reading.lines)")
    #expect(reading.fixed.map { $0.contains(better) && ChartReading.of($0).allLines.isEmpty } == true)
  }

  // MARK: Events, codes and names

  @Test("a key of a transition below the code of `failed` that it belongs to is said to belong there")
  func shallowActions() {
    let reading = ChartReading.of(
      Self.head + "  a:\n    invoke:\n      service: s\n      failed:\n        any:\n          target: b\n"
        + "        actions: { log: n }\n  b: {}\n")
    #expect(
      reading.lines == [
        "12:9 misplaced-key: `actions` is inside `failed:`, so it counts as an error code. "
          + "Indent it further, so that it belongs to `any` in line 10."
      ])
  }

  @Test("the type of a list in quotes loses them")
  func quotedList() {
    let reading = ChartReading.of(
      Self.head.replacing("list: { type: [string]", with: "list: { type: \"[string]\"") + "  a: {}\n")
    #expect(
      reading.lines == [
        "3:56 not-allowed: The type of a list has no quotes. Write `[string]` without quotes."
      ])
    #expect(reading.fixed?.contains("list: { type: [string],") == true)
  }

  @Test("an empty key before the same key with a value is a double key, and nothing else")
  func emptyTwin() {
    let reading = ChartReading.of(Self.head + "  a:\n    errors:\n    errors: [x]\n")
    #expect(reading.lines.filter { $0.contains("wrong-kind") } == [], "\(reading.lines)")
  }

  @Test("an event under `after` is said to belong under `on`")
  func eventInAfter() {
    let reading = ChartReading.of(
      "statechart: 1\nid: test\nevents: { closed: {} }\ninitial: a\nstates:\n  a: { after: { closed: b } }\n  b: { on: { closed: a } }\n"
    )
    #expect(
      reading.allLines == [
        "6:17 unknown-variable: `closed` is an event, not a duration. Move `closed:` from `after:` to `on:`."
      ])
  }

  @Test("a misspelled code beside the right one is not to be written a second time")
  func codeBesideItsLike() {
    let reading = ChartReading.of(
      "statechart: 1\nid: test\ninitial: a\nerrors: { jammed: {} }\nstates:\n  a: { errors: [jammed, jamed] }\n"
    )
    #expect(
      reading.allLines == [
        "6:25 unknown-error: `jamed` is not a declared error code. Delete it if you mean `jammed`, which is already in this "
          + "list. Otherwise declare `jamed` under `errors`."
      ])
  }

  @Test("letters with accents in an id are spelled out, and nothing follows from them")
  func umlauts() {
    let reading = ChartReading.of(
      "statechart: 1\nid: test\ninitial: löschen\nstates:\n  löschen: { on: { go: größe } }\n  größe: { on: { go: löschen } }\n"
    )
    #expect(
      reading.allLines.map { $0.drop { $0 != "`" } } == [
        "`löschen` is not a valid state id. Use the letters a to z, for example `loeschen`.",
        "`löschen` is not a valid state id. Use the letters a to z, for example `loeschen`.",
        "`größe` is not a valid state id. Use the letters a to z, for example `groesse`.",
        "`größe` is not a valid state id. Use the letters a to z, for example `groesse`.",
        "`löschen` is not a valid state id. Use the letters a to z, for example `loeschen`.",
      ], "\(reading.allLines)")
  }

  // MARK: Data of events

  @Test("the help for data of a service without `result` names the key for them")
  func undeclaredResult() {
    let body =
      "handlers: { services: { s: {} } }\ninitial: a\nstates:\n  a:\n    invoke:\n      service: s\n"
      + "      done:\n        - { guard: event.data.n == 1, target: a }\n        - a\n"
    let found = ChartReading.ofBody(body).allLines
    #expect(found.count == 1 && found[0].contains("`result` of the service"), "\(found)")
  }

  // MARK: Copies

  @Test("a copied state that keeps its id is told to get one of its own")
  func copiedState() {
    let reading = ChartReading.of(Self.head + "  a: {}\n  b: {}\n  a: { type: final }\n")
    #expect(
      reading.lines == [
        "8:3 duplicate-key: The state `a` appears twice. The first is in line 6. Give the second state an id of its own."
      ])
  }

  @Test("states that are pasted twice with all that they hold are to be deleted")
  func pastedStates() {
    let states = "  b:\n    title: B\n    on: { go: c }\n  c: { type: final }\n"
    let found = ChartReading.of(Self.head + "  a: { always: b }\n" + states + states).diagnostics
    #expect(
      found.map(\.help) == [
        "Both have the same value. Delete the second (lines 11 to 13).",
        "Both have the same value. Delete the one in line 14.",
      ])
  }

  @Test("a block that repeats several keys may be another state, whose name is missing")
  func pastedBlock() {
    let reading = ChartReading.of(
      Self.head + "  a:\n    title: A\n    on: { go: a }\n    b: {}\n    title: B\n    on: { stop: a }\n")
    let copies = reading.diagnostics.filter { $0.rule == "duplicate-key" }
    #expect(copies.count == 2)
    #expect(
      copies.allSatisfy {
        $0.help
          == "If something else begins in line 10, write its name and a `:` above it, indented less than this line. "
          + "If not, delete one of the two."
      }, "\(copies)")
  }

  @Test("a list item that repeats several keys may be two items")
  func pastedItem() {
    let reading = ChartReading.of(
      Self.head
        + "  a:\n    always:\n      - guard: x\n        target: a\n        guard: y\n        target: a\n")
    let copies = reading.diagnostics.filter { $0.rule == "duplicate-key" }
    #expect(copies.count == 2)
    #expect(
      copies.allSatisfy {
        $0.help
          == "If another list item begins in line 10, write `- ` before its first line. If not, delete one of the two."
      }, "\(copies)")
  }

  @Test(
    "the help for a key that is there twice depends on the two values",
    arguments: [
      ("title: A\n    title: A", "Both have the same value. Delete the one in line 8."),
      ("title: >\n    title: A", "The first has no value. Delete the one in line 7."),
      ("title: A\n    title:", "The second has no value. Delete the one in line 8."),
      (
        "title: A\n    title: B",
        "Delete one of the two, or rename one if they are different things."
      ),
      (
        "on: { go: a }\n    on: { stop: a }",
        "Put everything under the first and delete the second, or rename one if they are different things."
      ),
    ])
  func repeatedKey(lines: String, help: String) {
    let reading = ChartReading.of(Self.head + "  a:\n    \(lines)\n")
    #expect(reading.diagnostics.filter { $0.rule == "duplicate-key" }.map(\.help) == [help])
  }

  @Test("a file that was pasted twice is one finding")
  func pastedTwice() {
    let chart = "statechart: 1\nid: test\ninitial: a\nstates:\n  a: {}\n"
    let reading = ChartReading.of(chart + chart)
    #expect(
      reading.lines == [
        "6:1 duplicate-key: The file contains the chart twice. Both copies say the same. Delete everything from line 6 on."
      ])
    let newer = "\n# The chart\n# of today\n" + chart.replacing("  a: {}", with: "  # New\n  a: { title: A }")
    #expect(
      ChartReading.of("# The chart\n" + chart + newer).lines == [
        "10:1 duplicate-key: The file contains the chart twice. The two copies differ, first in line 15. Keep one of them: lines 1 to 6, or lines 8 to 15."
      ])
    #expect(
      ChartReading.of(chart + newer + "  b: {}\n").lines.first?.contains(
        "first in line 14. Keep one of them: lines 1 to 5, or lines 7 to 15") == true)
    #expect(
      ChartReading.of(chart + "  b: {}\n" + chart).lines.first?.contains(
        "first in line 6. Keep one of them: lines 1 to 6, or lines 7 to 11.") == true)
    // Another chart is not to be deleted.
    let other = "statechart: 1\nid: other\ninitial: b\nstates:\n  b: {}\n"
    #expect(
      ChartReading.of(chart + other).lines == [
        "6:1 duplicate-key: The file contains two charts. Move everything from line 6 on to a file of its own."
      ])
    #expect(
      ChartReading.of(chart + other.replacing("id: other\n", with: "")).lines.first
        == "6:1 duplicate-key: The file contains two charts. Move everything from line 6 on to a file of its own."
    )
    // One line that is there twice is no copy of the file.
    #expect(
      ChartReading.of("statechart: 1\n" + chart).lines == [
        "2:1 duplicate-key: The key `statechart` appears twice. The first is in line 1. "
          + "Both have the same value. Delete the one in line 2."
      ])
  }
}
