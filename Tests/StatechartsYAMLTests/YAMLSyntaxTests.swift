import StatechartsYAML
import Testing

@Suite("Syntax errors in plain words")
struct YAMLSyntaxTests {
  @Test("each is reported where it is to be fixed, and says how", arguments: rows)
  func row(_ row: PolicyRow) throws {
    let marked = MarkedText(row.marked)
    let reading = marked.read()
    #expect(reading.document == nil)
    let finding = try #require(reading.diagnostics.first)
    #expect(reading.diagnostics.count == 1)
    #expect(finding.range == marked.ranges.first, "\(finding.message)")
    #expect(finding.rule == row.rule.rawValue && finding.severity == .error)
    #expect(finding.message.contains(row.message), "\(finding.message)")
    #expect(finding.help?.contains(row.help) == true, "\(finding.help ?? "")")
    #expect(finding.help?.contains(" The rest of the file was not checked.") == true)
  }

  static let rows: [PolicyRow] = [
    PolicyRow(
      "⟦export const m = createMachine({⟧\n  id: 'x',\n});\n", .syntax, "is a program",
      help: "`statechart: 1`"),
    PolicyRow(
      "⟦<scxml a=\"b: c\">⟧\n  <state id=\"a\"/>: x: y\n", .syntax, "is XML", help: "statechart convert"),
    PolicyRow("a: ⟦\"⟧abc\nb: 1\n", .syntax, "This quote is never closed.", help: "Write `\"` at the end"),
    PolicyRow("a: ⟦'⟧abc\nb: 'def'\n", .syntax, "This quote is not closed before line 2.", help: "Write `'`"),
    PolicyRow(
      "a: ⟦[⟧b, c\nd: 1\ne: [f]\n", .syntax, "This `[` is not closed: a `]` is missing.", help: "Add `]`"),
    PolicyRow("a: { b: ⟦[⟧c, d }\n", .syntax, "This `[` is not closed: a `]` is missing.", help: "Add `]`"),
    PolicyRow(
      "a:\n  - ⟦{⟧ b: c, d: e\n  - { b: f }\n", .syntax, "This `{` is not closed: a `}` is missing.",
      help: "Add `}`"),
    PolicyRow("a: ⟦{⟧ b: c", .syntax, "This `{` is not closed: a `}` is missing.", help: "Add `}`"),
    PolicyRow(
      "on: { go: { target: a ⟦#b⟧ } }\n", .syntax, "` #` begins a comment here, so the `{` before it",
      help: "put all of it in quotes: \"a #b\". The id of a state has no `#`."),
    PolicyRow(
      "a: { title: Step ⟦#1,⟧ b: 2 }\n", .syntax, "` #` begins a comment", help: "\"Step #1\". If it is"),
    PolicyRow("a: { b: c ⟦#⟧ d }\n", .syntax, "` #` begins a comment", help: "in quotes: \"c # d\"."),
    PolicyRow(
      "a: {\n  b: { c: [d, e ⟦#f]⟧ },\n  g: h }\ni: 1\n", .syntax, "` #` begins a comment",
      help: "quotes: \"e #f\"."),
    PolicyRow("a: ⟦[⟧b, # see [1]\n  c\nd: 1\n", .syntax, "This `[` is not closed", help: "Add `]`"),
    PolicyRow("a: { b: 1 c⟦:⟧ 2 }\n", .syntax, "A comma is missing before this.", help: "Put `,` between"),
    PolicyRow("a: [b, ⟦,⟧ c]\n", .syntax, "This comma has no value", help: "Delete it"),
    PolicyRow("a: b\nc: ⟦]⟧\n", .syntax, "This `]` has no matching `[`.", help: "Delete it"),
    PolicyRow("guard: 'a' ⟦== b⟧\n", .syntax, "Text follows the closing quote.", help: "\"'a' == b\""),
    PolicyRow(
      "guard: \"a\" ⟦== b⟧\n", .syntax, "Text follows the closing quote.", help: "'\"a\" == b'"),
    PolicyRow("title: 'It'⟦s my flow'⟧\n", .syntax, "Text follows the", help: "quotes: \"It's my flow\";"),
    PolicyRow("a: { guard: 'a' ⟦== b⟧, target: c }\n", .syntax, "Text follows the", help: "\"'a' == b\";"),
    PolicyRow(
      "title: 'it's⟦ broken'⟧\n".replacing("s⟦ ", with: "⟦s "), .syntax, "follows the closing quote",
      help: "twice"),
    PolicyRow("title: ⟦Step: two⟧\n", .syntax, "must be in quotes", help: "Write \"Step: two\""),
    PolicyRow(
      "entry: ⟦assign: { n: 1 }⟧\n", .syntax, "in braces on the line of `entry`",
      help: "Write `entry: { assign: { n: 1 } }`."),
    PolicyRow(
      "on: ⟦go: b⟧\n", .syntax, "A second key follows", help: "Write `on: { go: b }`, or put `go: b` on"),
    PolicyRow(
      "go:\n  - guard: x\n     ⟦target⟧: b\n  - c\n", .syntax, "This key is indented below line 2",
      help: "Begin the line with 4 spaces if it is on the same level as `guard` in line 2."),
    PolicyRow(
      "invoke: ⟦service: check⟧\n", .syntax, "A second key follows",
      help: "Write `invoke: { service: check }`"),
    PolicyRow(
      "on: ⟦go: { target: b }⟧\n", .syntax, "A second key follows", help: "Put `go: { target: b }` on"),
    PolicyRow(
      "a:\n  ⟦title:Signed in⟧\n  b: 2\n", .missingSpace, "A space is missing",
      help: "Write `title: Signed in`."),
    PolicyRow(
      "a:\n  ⟦-⟧guard: x\n    target: f\n  - target: a\n", .missingSpace, "missing after the `-`",
      help: "Write `- guard: x`."),
    PolicyRow(
      "a:\n  ⟦guard: x⟧\n    target: f\n  - target: a\n", .syntax, "A `- ` is missing before this",
      help: "Write `- guard: x`, with the `-` aligned with the items below."),
    PolicyRow(
      "a:\n    ⟦guard: x⟧\n    target: f\n  - target: a\n", .syntax, "A `- ` is missing before this",
      help: "Write `- guard: x`, with the `-` aligned with the items below."),
    PolicyRow(
      "on:\n⟦go: b⟧\n  stop: c\n", .syntax, "Nothing is indented below `on` in line 1.",
      help: "Indent line 2 by 2 spaces, like line 3."),
    PolicyRow(
      "on:\n⟦go: b⟧\nback: a\n  stop: c\n", .syntax, "Nothing is indented below `on` in line 1",
      help: "Indent lines 2 to 3 by 2 spaces, like line 4."),
    // Keys of an item are as deep as the first one behind the dash.
    PolicyRow(
      "always:\n⟦- guard: b⟧\n    target: c\n", .syntax, "Nothing is indented below `always` in line 1.",
      help: "Indent line 2 by 2 spaces."),
    PolicyRow(
      "gone:\n⟦title: b⟧\n  payload: {}\n", .syntax, "Nothing is indented below `gone` in line 1",
      help: "Indent line 2 by 2 spaces, like line 3."),
    PolicyRow(
      "gone:\n⟦other: b⟧\n  more: c\n", .syntax, "Nothing is indented below `gone` in line 1",
      help: "If this belongs to `gone`, indent line 2 by 2 spaces, like line 3. If not, do not indent line 3."
    ),
    PolicyRow(
      "a:\n  ⟦tries⟧ { type: int, initial: 0 }\n", .syntax, "A `:` is missing after this key.",
      help: "Write `tries: { type: int, initial: 0 }`."),
    PolicyRow(
      "a:\n  - guard: n < 2⟦:⟧\n    target: b\n", .syntax, "This `:` is not needed",
      help: "Remove it: `guard: n < 2`."),
    PolicyRow(
      "a:\n  invoke: ⟦check⟧\n    done: b\n", .syntax, "`invoke` has keys below it",
      help: "Write `service: check` on the next line, indented by 4 spaces."),
    PolicyRow(
      "a:\n  b: 1\n⟦\t⟧c: 2\n", .tab, "The indentation contains a tab.",
      help: "Use spaces: line 2 above is indented by 2."),
    PolicyRow(
      "a:\n  - b: 1\n  ⟦-⟧target: c\n", .missingSpace, "missing after the `-`", help: "Write `- target: c`."),
    PolicyRow(
      "a:\n  ⟦-⟧assign: { n: 1 }\n  - log: n\n", .missingSpace, "missing after the `-`",
      help: "Write `- assign: { n: 1 }`."),
    PolicyRow(
      "a: 1\n  ⟦b⟧: 2\n", .syntax, "below line 1, which already has a value",
      help: "Begin it in the first column, like line 1,"),
    PolicyRow(
      "a:\n  - target: b\n      ⟦actions⟧: c\n", .syntax, "below line 2, which already has a value",
      help: "Begin the line with 4 spaces if it is on the same level as `target` in line 2."),
    PolicyRow(
      "a:\n  title: b\n    ⟦service⟧: c\n    timeout: 5s\n", .syntax,
      "A line `invoke:` is missing above `service`.",
      help: "Write `invoke:` above line 3, indented by 2 spaces."),
    PolicyRow(
      "a: 1\n⟦foo⟧\nb: 2\n", .syntax, "neither `key: value` nor a list item", help: "Write `key: value`"),
    PolicyRow(
      "a:\n  b: 1\n  ⟦c⟧", .syntax, "neither `key: value` nor a list item",
      help: "Is the end of the file missing?"),
    PolicyRow(
      "a:\n  ⟦on⟧\n    go: b\n", .syntax, "A `:` is missing after this key.", help: "Write `on:`."),
    PolicyRow(
      "a:\n  b: 1\n  ⟦on⟧\n    go: b\n", .syntax, "A `:` is missing after this key.", help: "Write `on:`."),
    PolicyRow(
      "a:\n    ⟦b:⟧ 1\n  c: 2\n", .syntax, "indented by 4 spaces, but line 3, also below `a`, by 2.",
      help: "Begin the line with 2 spaces, like line 3."),
    PolicyRow(
      "a:\n  b:\n    title: B\n   ⟦c:⟧\n    title: C\n", .syntax, "which matches no line",
      help:
        "Begin the line with 4 spaces if it belongs next to `title` in line 3, or with 2 spaces if it belongs next to `b` in line 2."
    ),
    PolicyRow(
      "a:\n  - b: c\n    ⟦- d: e⟧\n", .syntax, "indented by 4 spaces, the one above by 2.",
      help: "Begin the line with 2 spaces, like line 2."),
    PolicyRow(
      "a: >\n  b\n ⟦c d⟧\n", .syntax, "indented less than the text of `a` above it.",
      help: "begin the line with 2 spaces, like line 2."),
    PolicyRow(
      "a:\n  b: |-\n      c\n    ⟦d: e⟧\n", .syntax, "indented less than the text of `b` above it.",
      help: "begin the line with 6 spaces, like line 3."),
    PolicyRow(
      "a:\n  ⟦b:{⟧ c: d }\n    e: f\n", .missingSpace, "A space is missing after the `:`.",
      help: "Write `b: {`."),
    PolicyRow(
      "a: { b: ⟦@c⟧ , d: e }\n", .syntax, "Text cannot begin with `@`.", help: "Put it in quotes: \"@c\"."),
    PolicyRow(
      "a:\n  ⟦b:{⟧ c: { d: e } }\n", .missingSpace, "A space is missing after the `:`.",
      help: "Write `b: {`."),
    PolicyRow(
      "a: { b: ⟦concat(c, [d.e])⟧ }\n", .missingValue, "The comma ends the value inside { }.",
      help: "`b: \"concat(c, [d.e])\"`"),
    PolicyRow(
      "a:\n      - b\n    ⟦-⟧ c\n", .syntax, "indented by 4 spaces, but line 2, also below `a`, by 6.",
      help: "Begin the line with 6 spaces, like line 2."),
    PolicyRow(
      "a:\n    - b\n  ⟦c:⟧ 2\n", .syntax, "indented by 2 spaces, which matches no line",
      help: "Begin the line in the first column if it belongs next to `a` in line 1."),
    PolicyRow(
      "states:\n  a:\n    on:\n      go: b\n    ⟦stop:⟧\n        target: c\n      back: d\n", .syntax,
      "indented by 4 spaces, but the keys next to it by 6 (lines 4 and 7).",
      help: "Begin the line with 6 spaces."),
    PolicyRow(
      "events:\n  go: {}\n⟦stop:⟧ {}\n  back: {}\n", .syntax,
      "indented by 0 spaces, but the keys next to it by 2 (lines 2 and 4).",
      help: "Begin the line with 2 spaces."),
    PolicyRow(
      "states:\n  a:\n    invoke:\n      service: x\n    ⟦done:⟧ b\n      failed: c\n", .syntax,
      "indented by 4 spaces, but the keys next to it by 6 (lines 4 and 6).",
      help: "Begin the line with 6 spaces."),
    PolicyRow(
      "s:\n  a:\n    payload: b\n  ⟦title:⟧ c\n    initial: d\n", .syntax,
      "indented by 2 spaces, but the keys next to it by 4 (lines 3 and 5).",
      help: "Begin the line with 4 spaces."),
    PolicyRow(
      "a:\n  on:\n    ⟦go stop⟧\n    back: c\n", .syntax, "This line is neither",
      help: "Write `go: stop`, or indent"),
    PolicyRow(
      "done:\n  - { target: b }\n  ⟦-⟧waiting\n", .missingSpace, "A space is missing after the `-`.",
      help: "Write `- waiting`."),
    PolicyRow(
      "a:\n      ⟦-⟧ assign:\n      b: 1\n", .syntax, "by 6 spaces, which is too far for line 3 below it.",
      help: "Begin the line with 2 spaces."),
    PolicyRow(
      "a:\n      ⟦b:⟧ 1 and\n    2\n  c: 3\n", .syntax, "by 6 spaces, but line 4, also below `a`, by 2.",
      help: "Begin the line with 2 spaces, like line 4."),
    PolicyRow(
      "handlers:\n  services:\n    a: {}\ninitial: a\n  ⟦states⟧:\n    a: {}\n", .syntax,
      "below line 4, which already has a value", help: "in the first column"),
    PolicyRow(
      "a:\n  title: b\n  ⟦description⟧ It is.\n", .syntax, "A `:` is missing after this key.",
      help: "Write `description: It is.`."),
    PolicyRow(
      "a:\n  b: [c]\n   ⟦e:⟧ 2\n", .syntax, "indented by 3 spaces, which matches no line",
      help: "Begin the line with 2 spaces if it belongs next to `b` in line 2."),
    PolicyRow(
      "a:\n  b:\n    c: 1\n   ⟦d:⟧ 2\n", .syntax, "indented by 3 spaces, but line 3, also below `b`, by 4.",
      help: "Begin the line with 4 spaces, like line 3."),
    PolicyRow(
      "a:\n  title: b\n  errors:\n    - c\n  ⟦- d⟧\n", .syntax, "indented by 2 spaces, the one above by 4.",
      help: "Begin the line with 4 spaces, like line 4."),
    PolicyRow(
      "a:\n  go: ⟦title: gone }⟧\n", .syntax, "The `}` at the end has no matching `{`.",
      help: "Write `go: { title: gone }`."),
    PolicyRow(
      "a:\n  ⟦payload⟧ { names: { type: int } }\n", .syntax, "A `:` is missing after this key.",
      help: "Write `payload: { names: { type: int } }`."),
    PolicyRow(
      "a:\n  - b\n  ⟦c:⟧ 1\n", .syntax, "A key is among the items",
      help: "Begin the line with 4 spaces if it belongs to the item above."),
    PolicyRow("a:\n  b: 1\n  ⟦-⟧ c\n", .syntax, "A list item is among keys", help: "below its key"),
    PolicyRow("a: ⟦- b⟧\n", .syntax, "on the line of its key", help: "or write `[b]`"),
    PolicyRow("a: ⟦-⟧  \n", .syntax, "on the line of its key", help: "Begin the list on the next line"),
    PolicyRow("a: {b⟦:,⟧ c: d}\n", .syntax, "A space is missing after this `:`", help: "`key: value`"),
    PolicyRow("⟦%TAG ! a%b⟧\n---\na: b\n", .syntax, "is a directive", help: "Delete this line"),
    PolicyRow(
      "  ⟦a:⟧ 1\nb: 2\n", .syntax, "indented by 2 spaces, but line 2 is not indented.",
      help: "in the first column"),
    PolicyRow(
      "  a: 1\n  b: 2\n⟦c: 3⟧\n", .syntax, "indented less than the first key", help: "in the first column"),
    PolicyRow(
      "a: \"⟦\\d⟧+\"\n", .syntax, "`\\d` is not an escape sequence", help: "For a backslash, write `\\\\`"),
    PolicyRow("a: \"⟦\\x⟧zz\"\n", .syntax, "is not an escape sequence", help: "For a backslash, write"),
    PolicyRow("a: {⟦:⟧ b}\n", .syntax, "A key is missing before the `:`", help: "`key: value`"),
    PolicyRow("a: ⟦?⟧ b\n", .syntax, "`?` and a space", help: "put it in quotes"),
    PolicyRow("a: ⟦|0⟧\n  b\n", .syntax, "cannot be 0", help: "Remove the number"),
  ]

  @Test("findings before the error and what the text shows after it are kept")
  func together() {
    let marked = MarkedText("a: ⟦no⟧\n⟦a⟧: 1\nb: ⟦@x⟧\nc: ⟦\u{7}⟧\n⟦\t⟧d: e\n")
    #expect(marked.read().diagnostics.map(\.range) == marked.ranges)
  }

  @Test("conflict markers inside a quoted text are text")
  func quotedMarkers() {
    #expect(MarkedText("a: \"x\n<<<<<<< y\n\"\n").read().isUsable)
  }
}
