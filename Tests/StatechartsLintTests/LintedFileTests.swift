import StatechartsLint
import StatechartsYAML
import Testing

@Suite("The findings of a file")
struct LintedFileTests {
  private func diagnostic(_ rule: String, _ range: Range<Int>, _ message: String = "Wrong.") -> Diagnostic {
    Diagnostic(rule: rule, message: message, range: range)
  }

  @Test("they are sorted by place and rule, and each is there once")
  func order() {
    let all = [
      diagnostic("b", 8..<9), diagnostic("a", 8..<9), diagnostic("z", 0..<1), diagnostic("a", 8..<9),
      diagnostic("m", 5..<6),
    ]
    let source = SourceText(name: "a.yaml", bytes: Array("one\ntwo: 3\n".utf8))
    for shuffled in [all, all.reversed(), [all[2], all[0], all[4], all[1], all[3]]] {
      let found = LintedFile(source, shuffled).findings
      #expect(found.map(\.diagnostic.rule) == ["z", "m", "a", "b"])
      #expect(found.map(\.location.start.line) == [1, 2, 2, 2])
      #expect(found.map(\.location.start.column) == [1, 2, 5, 5])
    }
  }

  @Test("columns are the same as those looked up one by one, whatever the line ends and letters")
  func columns() {
    let texts = [
      "a: b\nc: d\n", "\u{FEFF}a: b\r\nc: d\r\n", "é: 🙂 x\rb: 👩‍👩‍👧 y\n", "日本: x\n\n\n", "", "x",
    ]
    for text in texts {
      let source = SourceText(name: "a.yaml", bytes: Array(text.utf8))
      let starts = text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count]
      let file = LintedFile(source, starts.map { diagnostic("a", $0..<$0, "\($0)") })
      #expect(file.findings.count == starts.count)
      for finding in file.findings {
        #expect(finding.location.start == source.position(at: finding.diagnostic.range.lowerBound))
      }
    }
  }

  @Test("after a thousand findings the rest is counted")
  func limit() {
    let source = SourceText(name: "a.yaml", bytes: Array(repeating: 0x61, count: 5_000))
    let file = LintedFile(source, (0..<1_234).map { diagnostic("a", $0..<$0 + 1) })
    #expect(file.findings.count == 1_001)
    #expect(file.omitted == 234)
    #expect(file.findings.last?.diagnostic.message == "And 234 more.")
    for text in [
      TextRenderer().render(file), ShortRenderer().render(file), GitHubRenderer().render(file),
      JSONRenderer().render([file]), SARIFRenderer(version: "1").render([file]),
    ] {
      #expect(text.contains("And 234 more."))
    }
    let (errors, warnings) = (file.count(of: .error), file.count(of: .warning))
    #expect(errors + warnings + file.count(of: .note) == 1_234)
    let almost = LintedFile(source, (0..<1_001).map { diagnostic("a", $0..<$0 + 1) })
    #expect(almost.findings.count == 1_001 && almost.omitted == 0)
  }

  @Test("what the reader left out is counted with the rest, in one line at the end")
  func limitOfReader() {
    let states = (0..<700).map { "  s\($0): {}\n" }.joined()
    let keys = (0..<1_200).map { "    k\($0)x: 1\n" }.joined()
    let text = "statechart: 1\nid: a\ninitial: a\nstates:\n\(states)  a:\n\(keys)"
    let file = lint(text)
    #expect(file.findings.count == 1_001)
    #expect(file.count(of: .error) == 1_200 && file.count(of: .warning) >= 700)
    let all = file.count(of: .error) + file.count(of: .warning) + file.count(of: .note)
    #expect(file.omitted == all - 1_000)
    #expect(file.findings.last?.diagnostic.message == "And \(all - 1_000) more.")
    #expect(file.findings.last?.diagnostic.severity == .error)
    #expect(file.findings.count { $0.diagnostic.omitted > 0 } == 1)
    // Errors of rules that were not asked for are counted whole as well.
    var selection = LintSelection()
    selection.only = ["unused-event"]
    let other = Linter(selection).lint(file.source)
    #expect(other.findings.isEmpty && other.hiddenErrors == 1_200)
    selection.only = ["unknown-key"]
    #expect(LintSummary([Linter(selection).lint(file.source)]).text == "1 chart checked: 1200 errors")
    // Where only notes are left out, the last line is a note.
    let source = SourceText(name: "a.yaml", bytes: Array(repeating: 0x61, count: 5_000))
    let notes = (0..<1_234).map { Diagnostic(rule: "a", severity: .note, message: "b", range: $0..<$0 + 1) }
    #expect(LintedFile(source, notes).findings.last?.diagnostic.severity == .note)
  }

  @Test(
    "the summary counts files and findings",
    arguments: [
      (0, 0, 0, "1 chart checked, nothing found"), (1, 0, 0, "1 chart checked: 1 error"),
      (2, 1, 3, "1 chart checked: 2 errors, 1 warning, 3 notes"),
    ])
  func summary(_ errors: Int, _ warnings: Int, _ notes: Int, _ text: String) {
    let source = SourceText(name: "a.yaml", bytes: Array(repeating: 0x61, count: 50))
    let counts: [(Int, Diagnostic.Severity)] = [(errors, .error), (warnings, .warning), (notes, .note)]
    let all = counts.flatMap { count, severity in
      (0..<count).map {
        Diagnostic(rule: "a", severity: severity, message: "\(severity)", range: $0..<$0 + 1)
      }
    }
    #expect(LintSummary([LintedFile(source, all)]).text == text)
  }
}
