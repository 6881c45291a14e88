import StatechartsYAML
import Testing

@Suite("The strict policy")
struct YAMLPolicyTests {
  @Test("each row is found at its place, in its words, and nothing else is", arguments: rows)
  func row(_ row: PolicyRow) {
    let marked = MarkedText(row.marked)
    let findings = marked.read().diagnostics
    #expect(findings.map(\.range) == marked.ranges, "\(findings.map(\.message))")
    for finding in findings {
      #expect(finding.rule == row.rule.rawValue)
      #expect(finding.severity == row.severity)
      #expect(finding.message.contains(row.message))
      #expect(finding.help?.contains(row.help) == true, "\(finding.help ?? "")")
    }
  }

  static let rows: [PolicyRow] = [
    PolicyRow("guard: ⟦!isLocked⟧\n", .unsupported, "`!isLocked` starts a tag", help: "write `not isLocked`"),
    PolicyRow("a: ⟦!!str⟧ x\n", .unsupported, "starts a tag", help: "Delete it"),
    PolicyRow("a: ⟦!⟧ x\n", .unsupported, "starts a tag", help: "To negate a condition, write `not`"),
    PolicyRow("guard: ⟦!(a || b)⟧\n", .syntax, "`!`: it starts a tag", help: "write `not …`"),
    PolicyRow("a: ⟦&x⟧ {b: c}\nd: ⟦*x⟧\n", .unsupported, "charts do not support", help: "put it in quotes"),
    PolicyRow("a: {⟦<<⟧: b}\n", .unsupported, "`<<` is a merge key", help: "Write the keys out"),
    PolicyRow("⟦%YAML 1.2⟧\n---\na: b\n", .unsupported, "is a directive", help: "Delete this line"),
    PolicyRow("⟦%FOO bar⟧\n---\na: b\n", .syntax, "is a directive", help: "Delete this line"),
    PolicyRow("a: b\n⟦---⟧\nc: d\n", .unsupported, "A second document", help: "a file of its own"),
    PolicyRow("⟦[⟧a, b]: c\n", .unsupported, "A list cannot be a key", help: "Write one name"),
    PolicyRow("⟦{⟧a: b}: c\n", .unsupported, "A mapping cannot be a key", help: "Write one name"),
    PolicyRow("? ⟦-⟧ a\n: b\n", .unsupported, "A list cannot be a key", help: "Write one name"),
    PolicyRow("⟦\"\"⟧: b\n", .emptyKey, "has no name", help: "before the `:`"),
    PolicyRow("⟦?⟧ a\n: b\n", .explicitKey, .warning, "not needed", help: "Delete the `?`"),
    PolicyRow(
      "states:\n  a:\n  ⟦a⟧:\n    b: c\n", .duplicateKey, "The state `a` appears twice.",
      help: "The first has no value. Delete the one in line 2."),
    PolicyRow(
      "a: b\nc: d\n⟦'a'⟧: e\n", .duplicateKey, "`a` appears twice. The first is in line 1", help: "Delete one"
    ),
    PolicyRow(
      "on: x\n⟦On⟧: z\n", .similarKeys, .warning, "`on` and `On` differ only in", help: "spell them the same"),
    PolicyRow("target: ⟦#id⟧\n", .cutText, "there is no value here", help: "put it in quotes: \"#id\""),
    PolicyRow("- ⟦#id⟧\n".asItems, .cutText, "there is no value here", help: "put it in quotes: \"#id\""),
    PolicyRow(
      "label: Step ⟦#2 of 3⟧\n", .cutText, .warning, "the text ends before it",
      help: "put all of it in quotes"),
    PolicyRow("a: ⟦one\n  two⟧\n", .multilineText, .warning, "continues to line 2", help: "write `>`"),
    PolicyRow("on:\n  ⟦*⟧: x\n", .syntax, "`*` must be in quotes", help: "Write `\"*\":`"),
    PolicyRow("a: ⟦**bold**⟧\n", .syntax, "cannot begin with `*`", help: "\"**bold**\""),
    PolicyRow("a: ⟦@x y⟧ # c\n", .syntax, "cannot begin with `@`", help: "Put it in quotes: \"@x y\""),
    PolicyRow("a: ⟦`x`⟧\n", .syntax, "cannot begin with a backquote", help: "Put it in quotes: \"`x`\""),
    PolicyRow("a: ⟦%x \"y\"⟧\n", .syntax, "cannot begin with `%`", help: "Put it in quotes: '%x \"y\"'"),
    PolicyRow("guard: ⟦&& ready⟧\n", .syntax, "cannot begin with `&&`", help: "write `and`"),
    PolicyRow("guard: ⟦|| ready⟧\n", .syntax, "begins a text block", help: "write `or`"),
    PolicyRow("guard: ⟦> 3⟧\n", .syntax, "begins a text block", help: "\"> 3\""),
    PolicyRow(
      "a: {⟦target:email⟧}\n", .missingSpace, "a space is missing after the `:`", help: "`target: email`"),
    PolicyRow(
      "a: {⟦email⟧}\n", .missingValue, "`email` has no value",
      help: "`email: {}` for the name alone. A list has brackets: `[email]`"),
    PolicyRow(
      "a: {b: One, ⟦two or three⟧}\n", .missingValue, "the comma before it ends",
      help: "the whole value in quotes"),
    PolicyRow("a: 1\n⟦target:signIn⟧\nb: 2\n", .syntax, "A space is missing", help: "Write `target: signIn`"),
    PolicyRow("a: 1\n⟦b:\u{A0}c⟧\n", .syntax, "looks like a space after the `:`", help: "Write `b: c`"),
    PolicyRow("a:\n  ⟦b:{ c⟧: d }\n", .missingSpace, "missing after the `:`", help: "Write `b: {`."),
    PolicyRow("a:\n  ⟦-⟧item\n", .missingSpace, .warning, "after the `-`", help: "Write `- item`"),
    PolicyRow("a:\n  ⟦b:c⟧\n", .missingSpace, .warning, "after the `:`", help: "Write `b: c`"),
    PolicyRow(
      "a: 1\n⟦<<<<<<< HEAD⟧\nb: 2\n=======\nb: 3\n>>>>>>> x\n", .syntax, "Unresolved merge conflict",
      help: "Keep one"),
    PolicyRow("a: 1\n⟦|||||||⟧\nb: 2\n", .syntax, "left by a merge conflict", help: "Delete it"),
    PolicyRow(
      "a: 1\n⟦==========⟧\nb: 2\n", .syntax, "neither `key: value` nor a list item",
      help: "Write `key: value`"),
    PolicyRow("a: 1\n⟦=======⟧\nb: 2\n", .syntax, "left by a merge conflict", help: "Delete it"),
    PolicyRow("a: 1\nb: 2\n⟦>>>>>>> x⟧\nc: 1\n", .syntax, "left by a merge conflict", help: "Delete it"),
    PolicyRow(
      "⟦```yaml⟧\na: 1\n```\n", .syntax, "belongs to a Markdown code block", help: "Delete the lines"),
    PolicyRow("⟦⟧", .root, "The file is empty", help: "`statechart: 1`"),
    PolicyRow("⟦#⟧ x\n", .root, "only comments", help: "`statechart: 1`"),
    PolicyRow("⟦-⟧ a\n", .root, "is a list", help: "`key: value`"),
    PolicyRow("⟦<?xml version=\"1.0\"?>⟧\n<scxml/>\n", .root, "is XML", help: "`statechart convert`"),
    PolicyRow("⟦<scxml/>⟧\n", .root, "is XML", help: "`statechart convert`"),
    PolicyRow("⟦hello⟧\n", .root, "is text", help: "`key: value`"),
    PolicyRow("⟦hello\nworld⟧\n", .root, "is text", help: "`key: value`"),
    PolicyRow(
      "a:\n⟦\t⟧b: 1\n\n\tc: 2\n", .tab, "indentation of 2 lines contains tabs (lines 2 to 4)",
      help: "Use spaces"),
    PolicyRow(
      "a:\n  d: 1\n⟦\t⟧b: 1\n  c: 2\n⟦\t⟧e: 3\n", .tab, "The indentation contains a tab.", help: "Use spaces"),
    PolicyRow("a: [\n⟦\t⟧b]\n", .tab, .warning, "The indentation contains a tab", help: "Use spaces"),
    PolicyRow("a: ⟦\u{7}⟧b\n", .hiddenCharacter, "U+0007", help: "Delete it"),
    PolicyRow("a: b⟦\u{0}⟧ c\n", .hiddenCharacter, "U+0000 (NUL)", help: "Delete it"),
    PolicyRow("a: ⟦\u{7F}⟧\n", .hiddenCharacter, "U+007F (delete)", help: "Delete it"),
    PolicyRow("a: x⟦\u{80}⟧\n", .hiddenCharacter, "U+0080", help: "Delete it"),
    PolicyRow(
      "a: x⟦\u{85}⟧y\n", .hiddenCharacter, "U+0085 (next line) breaks the line", help: "with a space"),
    PolicyRow("a: x⟦\u{2028}⟧y\n", .hiddenCharacter, "U+2028", help: "with a space"),
    PolicyRow("a: x⟦\u{2029}⟧y\n", .hiddenCharacter, "U+2029", help: "with a space"),
    PolicyRow(
      "a:\n⟦\u{A0}⟧\u{A0}b: c\n", .hiddenCharacter, "U+00A0 (no-break space)", help: "ordinary spaces"),
    PolicyRow("a:\n⟦\u{3000}⟧b: c\n", .hiddenCharacter, "U+3000", help: "ordinary spaces"),
    PolicyRow("a: x⟦\u{200B}⟧y\n", .hiddenCharacter, "U+200B (zero width space)", help: "Delete it"),
    PolicyRow("a: x⟦\u{200D}⟧y\n", .hiddenCharacter, "U+200D", help: "Delete it"),
    PolicyRow("a: x⟦\u{202E}⟧y # ⟦\u{2066}⟧\n", .hiddenCharacter, "(text direction)", help: "Delete it"),
    PolicyRow("a: x⟦\u{AD}⟧y\n", .hiddenCharacter, "U+00AD (soft hyphen)", help: "Delete it"),
    PolicyRow("a: x⟦\u{E0041}⟧y\n", .hiddenCharacter, "U+E0041 (tag character)", help: "Delete it"),
    PolicyRow("a: x⟦\u{FEFF}⟧y\n", .hiddenCharacter, "U+FEFF", help: "Delete it"),
    PolicyRow("a: x⟦\u{FFFE}⟧y\n", .hiddenCharacter, "U+FFFE", help: "Delete it"),
  ]

  @Test(
    "texts that other tools read differently are named, as values only",
    arguments: [
      "no", "yes", "on", "off", "null", "~", "True", "FALSE", "012", "0o14", "0x1F", "0b11", "1:30",
      "20:30:40", "1:30.5", "2026-11-21", "2026-11-21T10:00:00", "1_000", ".inf", "-.INF", ".nan",
    ])
  func unquoted(text: String) throws {
    let marked = MarkedText("on: ⟦\(text)⟧\na: [⟦\(text)⟧]\n")
    let findings = marked.read().diagnostics
    #expect(findings.map(\.range) == marked.ranges)
    for finding in findings {
      #expect(finding.rule == YAMLRule.unquotedScalar.rawValue && finding.severity == .warning)
      #expect(finding.message.contains("`\(text)` is text here, but other YAML tools read it as"))
      #expect(finding.fix?.replacement == "\"\(text)\"")
    }
    #expect(MarkedText("on: \"\(text)\"\na: ['\(text)']\nno: x\n").read().diagnostics.isEmpty)
  }

  @Test(
    "texts that all tools read alike are not named",
    arguments: [
      "true", "false", "0", "7", "-3", "1.5", "12a", "08x", "1:99x", "nothing", "yess", "2026-11", "a:b",
      "30s", ".5",
      "Step#2", "http://x.org/#y",
    ])
  func quiet(text: String) {
    #expect(MarkedText("a: \(text)\nb:\n  - \(text)\n").read().diagnostics.isEmpty)
  }

  @Test("letters of all languages, emoji and flags are fine")
  func languages() {
    let text =
      "title: Größe 日本語 ‏".replacing("\u{200F}", with: "")
      + "العربية\n# 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿\nlabel: می‌خواهم 👩🏽‍💻\na: 12\u{A0}€\n"
    #expect(MarkedText(text).read().diagnostics.isEmpty)
  }

  @Test("comments behind values are comments when they look like it")
  func plainComments() {
    #expect(MarkedText("a: b # c\nd: # e\n  f: g  #h\ni: 'x' #y\nj: # k\n").read().diagnostics.isEmpty)
  }

  @Test("what only looks like a space in the indentation counts as one, and all after it is checked")
  func wideBlanks() throws {
    let text = "a:\n\u{A0} b: é\n \u{3000}c:\n\u{A0}\u{A0}\u{2003} d: { e: no }\nf: \u{A0}g\n"
    let reading = MarkedText(text).read()
    #expect(
      reading.diagnostics.map(\.rule) == [
        "hidden-character", "hidden-character", "hidden-character", "unquoted-scalar",
      ])
    #expect(reading.diagnostics.allSatisfy { $0.help?.contains("was checked") != true })
    let document = try #require(reading.document)
    let root = try #require(document.root)
    let plain = try #require(MarkedText("a:\n  b: é\n  c:\n    d: { e: no }\nf: \u{A0}g\n").read().document)
    #expect(document.shape == plain.shape)
    let last = try #require(document.entries(of: root).last)
    #expect(document.source.text(in: document.range(of: last.value)) == "\u{A0}g")
    let warned = try #require(reading.diagnostics.last)
    #expect(document.source.text(in: warned.range) == "no")
  }

  @Test("files that are no UTF-8 text are refused as a whole")
  func encodings() {
    func first(_ bytes: [UInt8]) -> Diagnostic? {
      let reading = YAMLDocument.read(SourceText(name: "chart.yaml", bytes: bytes))
      return reading.diagnostics.count == 1 ? reading.diagnostics.first : nil
    }
    #expect(first([0xFF, 0xFE, 0x61, 0, 0x3A, 0])?.message == "The file is UTF-16, not UTF-8.")
    #expect(first([0xFE, 0xFF, 0, 0x61])?.message == "The file is UTF-16, not UTF-8.")
    #expect(first([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0])?.message == "The file is UTF-32, not UTF-8.")
    #expect(first([0x61, 0, 0x3A, 0, 0x20, 0])?.message == "The file looks like UTF-16, not UTF-8.")
    #expect(
      first([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 20))?.message.contains("binary")
        == true)
    let latin = first(Array("a: caf".utf8) + [0xE9] + Array("\nb: c\n".utf8))
    #expect(latin?.message == "The byte 0xE9 is not UTF-8 text." && latin?.range == 6..<7)
    for bytes: [UInt8] in [
      [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xE2, 0x82],
    ] {
      #expect(first(Array("a: b".utf8) + bytes)?.range == 4..<5, "\(bytes)")
    }
  }

  @Test("one hidden character does not spoil the name that it stands in")
  func hiddenInNames() throws {
    let document = try #require(MarkedText("tar\u{200B}get: sign\u{202E}In\n").read().document)
    #expect(document.shape == "{target: signIn}")
  }
}

extension String {
  /// The text as the value of a key, in lines of its own.
  fileprivate var asItems: String { "a:\n" + self }
}
