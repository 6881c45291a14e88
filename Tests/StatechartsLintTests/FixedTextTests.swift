import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Fixing charts")
struct FixedTextTests {
  private func fixed(_ text: String) -> (text: String, count: Int, left: [String]) {
    let fixed = FixedText(lint(text)) { Linter().lint($0) }
    return (String(decoding: fixed.source.bytes, as: UTF8.self), fixed.count, reportedLines(fixed.file))
  }

  private static let wrong = """
    # The front door
    statechart: 1
    id: door   # its id
    initial: opn
    states:
      open:
        transitions:   # what happens
          close: { taget: clsed,   gard: isLocked }
      "closed": { type: finl }

    """
  private static let right = """
    # The front door
    statechart: 1
    id: door   # its id
    initial: open
    states:
      open:
        on:   # what happens
          close: { target: closed,   guard: isLocked }
      "closed": { type: final }

    """

  @Test("everything that has a fix is fixed, also what another mistake hid, and all else stays to the byte")
  func all() {
    let result = fixed(Self.wrong)
    #expect(result.text == Self.right)
    #expect(result.count == 6)
    #expect(result.left.isEmpty, "\(result.left)")
  }

  @Test("applying the fixes once more changes nothing")
  func idempotent() {
    let again = fixed(fixed(Self.wrong).text)
    #expect(again.text == Self.right)
    #expect(again.count == 0)
  }

  @Test("line ends, a byte order mark and tabs in comments are kept")
  func bytes() {
    let text = "\u{FEFF}" + Self.wrong.replacing("\n", with: "\r\n").replacing("# its id", with: "#\tits id")
    #expect(
      fixed(text).text == "\u{FEFF}"
        + Self.right.replacing("\n", with: "\r\n").replacing("# its id", with: "#\tits id"))
  }

  @Test("a name that may be meant otherwise stays", arguments: ["opend", "isAsync", "cantOpen"])
  func noGuess(name: String) {
    let result = fixed(
      "statechart: 1\nid: door\ninitial: open\nstates:\n  open: { on: { a: opened, b: canOpen, c: isSync, d: \(name) } }\n"
        + "  opened: { on: { e: open } }\n  canOpen: { on: { e: open } }\n  isSync: { on: { e: open } }\n")
    #expect(result.count == 0)
    #expect(result.left.contains { $0.contains("unknown-target") }, "\(result.left)")
  }

  @Test("a text that breaks again and again is fixed in one run")
  func manyBreaks() {
    let broken = (0..<200).map { "      e\($0):open\n" }.joined()
    let text = "statechart: 1\nid: door\ninitial: open\nstates:\n  open:\n    on:\n\(broken)"
    let result = fixed(text)
    #expect(result.count == 200 && result.text == text.replacing(":open", with: ": open"))
  }

  @Test("no key becomes one that stands beside it, whichever comes first")
  func equalKeys() {
    let text = """
      statechart: 1
      id: door
      events: { close: {}, lock: {} }
      context: { knocks: { type: int, initial: 0 } }
      initial: open
      states:
        open:
          on:
            clos: closed
            close: { target: closed, actions: { assign: { knoks: 1, knocks: 2 } } }
            lock: { target: closed, actions: { assign: { knocks: knocks, knockss: 2 } } }
            lok: closed
          titel: Open
          title: Open
        closed: { type: final, titel: Closed }

      """
    let result = fixed(text)
    #expect(result.text == text.replacing("titel: Closed", with: "title: Closed"))
    #expect(result.count == 1)
    #expect(result.left.count == 5, "\(result.left)")
  }

  @Test("a fix of which the outcome is wrong in turn is not made")
  func wrongGuess() {
    let text = "statechart: 1\nid: door\ninitial: opn\nstates:\n  open: { type: final }\n"
    let file = lint(text)
    // The same finding with a fix that names no state either.
    let diagnostics = file.findings.map { finding in
      var diagnostic = finding.diagnostic
      diagnostic.fix?.replacement = "opne"
      return diagnostic
    }
    let fixed = FixedText(LintedFile(file.source, diagnostics)) { Linter().lint($0) }
    #expect(fixed.count == 0)
    #expect(fixed.source.bytes == Array(text.utf8))
  }

  @Test("of fixes that touch the same text only the first is made at a time")
  func overlap() {
    let source = SourceText(name: "a.yaml", bytes: Array("abcdef".utf8))
    func finding(_ range: Range<Int>, _ replacement: String) -> Diagnostic {
      Diagnostic(
        rule: "x", severity: .warning, message: "\(range)", range: range,
        fix: Diagnostic.Fix(title: "t", range: range, replacement: replacement))
    }
    let file = LintedFile(
      source, [finding(0..<2, "X"), finding(1..<3, "Y"), finding(4..<4, "+"), finding(4..<5, "E")])
    let fixed = FixedText(file) { LintedFile($0, []) }
    #expect(String(decoding: fixed.source.bytes, as: UTF8.self) == "Xcd+ef")
    #expect(fixed.count == 2)
  }

  @Test("no fix of a bad chart or a rule's example leads to a worse one, and each is made once")
  func examples() {
    let texts =
      Fixture.all.map(\.source)
      + RuleRegistry.standard.all.flatMap { rule in
        rule.bad.map { SourceText(name: "\(rule.id).yaml", bytes: Array($0.text.utf8)) }
      }
    for source in texts {
      let file = Linter().lint(source)
      let fixed = FixedText(file) { Linter().lint($0) }
      let again = FixedText(Linter().lint(fixed.source)) { Linter().lint($0) }
      #expect(again.count == 0 && again.source.bytes == fixed.source.bytes, "\(source.name)")
      if fixed.count == 0 { #expect(fixed.source.bytes == source.bytes, "\(source.name)") }
    }
  }
}
