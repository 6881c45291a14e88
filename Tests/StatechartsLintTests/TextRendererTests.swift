import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Findings as text")
struct TextRendererTests {
  /// Renders findings about a text; each range is given by the part of the text that it covers.
  private func render(
    _ text: String, _ part: String, rule: String = "some-rule", message: String = "This is wrong.",
    help: String? = "Fix it.",
    related: String? = nil, color: Bool = false
  ) -> String {
    let source = SourceText(name: "a.yaml", bytes: Array(text.utf8))
    let places = related.map {
      [Diagnostic.Related(range: range(of: $0, in: text), message: "the first one")]
    }
    let diagnostic = Diagnostic(
      rule: rule, message: message, help: help, range: range(of: part, in: text), related: places ?? []
    )
    return TextRenderer(usesColor: color).render(LintedFile(source, [diagnostic]))
  }

  private func range(of part: String, in text: String) -> Range<Int> {
    let bytes = Array(text.utf8)
    let wanted = Array(part.utf8)
    for start in 0...max(0, bytes.count - wanted.count)
    where bytes[start...].starts(with: wanted) {
      return start..<start + wanted.count
    }
    return bytes.count..<bytes.count
  }

  @Test("the place, the message, the line with the place underlined, and the help")
  func whole() {
    #expect(
      render("id: door\ninitial: opn\n", "opn") == """
        a.yaml:2:10: error: This is wrong. [some-rule]
           2 | initial: opn
             |          ^~~
             help: Fix it.

        """)
  }

  @Test("a secret that is written in a chart is not in the sentences of other findings")
  func secretInSentences() {
    let file = lint(
      """
      statechart: 1
      id: door
      context: { code: { type: "string?", secret: true } }
      initial: open
      states:
        open: { on: { knock: { target: closed, actions: { assign: { code: "'4711'" } } } } }
        closed: { on: { enter: { guard: "code == '4712'", target: open } } }
      """)
    let lines = reportedLines(file)
    #expect(lines.contains { $0.contains("constant-condition") }, "\(lines)")
    #expect(!lines.contains { $0.contains("471") }, "\(lines)")
  }

  @Test(
    "a key in a chart that cannot be read is neither shown nor in a sentence, not even its beginning",
    arguments: [
      "title: key: KEY", "title KEY", "title: @KEY", "title: \"KEY\" x", "tokn: KEY", "on: { KEY: KEY }",
    ])
  func unreadableKey(line: String) {
    let key = "ghp_" + String(repeating: "a1B2", count: 9)
    let text =
      "statechart: 1\nid: door\ninitial: a\nstates:\n  a:\n    \(line.replacing("KEY", with: key))\n    on: { go: a }\n"
    let file = lint(text)
    #expect(!file.findings.isEmpty)
    let sentences = file.diagnostics.flatMap { [$0.message, $0.help ?? ""] + $0.related.map(\.message) }
    #expect(!sentences.joined().contains("ghp_a1"), "\(sentences)")
    let shown = TextRenderer().render(LintedFile(file.source, file.diagnostics))
    #expect(!shown.contains("ghp_a1"), "\(shown)")
  }

  @Test(
    "no line of a private key is shown where its text is broken off",
    arguments: [
      ("PRIVATE KEY", ""),
      ("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\n      DEK-Info: AES-128-CBC,0A1B\n\n      "),
      ("PGP PRIVATE KEY BLOCK", "Comment: mine\n\n      "),
    ])
  func brokenPrivateKey(kind: String, head: String) {
    let text = """
      statechart: 1
      id: door
      context:
        pem:
          type: string
          initial: |
            -----BEGIN \(kind)-----
            \(head)MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj
          MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu
            -----END \(kind)-----
      """
    let file = Linter().lint(SourceText(name: "a.yaml", bytes: Array(text.utf8)))
    #expect(file.findings.contains { $0.diagnostic.rule == "yaml-syntax" })
    let shown = TextRenderer().render(LintedFile(file.source, file.diagnostics))
    #expect(!shown.contains("MIIE") && !shown.contains("MzEf"), "\(shown)")
  }

  @Test(
    "no help and no line repeats a token, in whatever form, in a chart with mistakes",
    arguments: [
      "TOKEN: { on: { go: a } }", "b: { on: { go: TOKEN } }",
      "b: { title: x, on: { go: askingTheEmail } } # TOKEN",
      "b: { invoke: { service: send, input: { code: TOKEN }, done: a } }", "b: { errors: [TOKEN] }",
      "b: { after: { TOKEN: a } }", "b: { TOKEN: x }",
    ])
  func tokens(line: String) {
    for token in [
      "ghp_" + String(repeating: "a1B2", count: 9), "https://admin:Sup3rS3cr3t@db.example.org/x",
      "npm_" + String(repeating: "c3D4", count: 9),
    ] {
      let text = """
        statechart: 1
        id: door
        initial: a
        states:
          a: { on: { go: c } }
          \(line.replacing("TOKEN", with: token))

        """
      let file = Linter().lint(SourceText(name: "a.yaml", bytes: Array(text.utf8)))
      #expect(!file.findings.isEmpty)
      let shown = TextRenderer().render(LintedFile(file.source, file.diagnostics)).lowercased()
      for part in ["a1b2a1b2", "sup3rs3cr3t", "c3d4c3d4"] { #expect(!shown.contains(part), "\(shown)") }
    }
  }

  @Test("no help repeats a password of a line that is not YAML")
  func brokenPassword() {
    let file = Linter().lint(SourceText(name: "a.yaml", bytes: Array("password: hunter22: x\n".utf8)))
    let shown = TextRenderer().render(file)
    #expect(shown.contains("[yaml-syntax]") && !shown.contains("hunter22"), "\(shown)")
  }

  @Test("a secret that is written in a chart is not shown")
  func secret() {
    let text = render("password: 'open sésame' # x\n", "'open sésame'", rule: "hard-coded-secret")
    #expect(text.contains("   1 | password: ************* # x\n     |           ^~~~~~~~~~~~~\n"), "\(text)")
    // Nor beside another mistake of its line.
    let chart = """
      statechart: 1
      id: door
      context: { password: { type: string, secret: true, claer: a, initial: "'open sesame'" } }
      initial: a
      states: { a: { type: final } }
      """
    let file = Linter().lint(SourceText(name: "a.yaml", bytes: Array(chart.utf8)))
    let findings = TextRenderer().render(file)
    #expect(findings.contains("[unknown-key]") && findings.contains("[hard-coded-secret]"), "\(findings)")
    #expect(!findings.contains("sesame"), "\(findings)")
  }

  @Test(
    "nothing in a file, a message or a file's name is a command to the service that runs a build",
    arguments: [
      "##[error]stop", "##vso[task.setvariable]x", "##VSO[a]", "a ##[add-mask]", "## [x] ##[y]", "::error::x",
      " ::error::x", "\u{A0}::error::x", "section_start:1:a\r\u{1B}[0K", "##[\u{301}group]",
      "x ##teamcity[x]",
    ])
  func commands(text: String) {
    let line = "- " + text.filter { !$0.isNewline }
    let source = SourceText(name: text, bytes: Array(line.utf8))
    let diagnostic = Diagnostic(
      rule: "some-rule", message: text, help: text, range: 0..<1,
      related: [.init(range: 0..<1, message: text)])
    let file = LintedFile(source, [diagnostic])
    for output in [TextRenderer().render(file), ShortRenderer().render(file)] {
      for line in output.split(separator: "\n") {
        #expect(!line.drop(while: \.isWhitespace).hasPrefix("::"), "\(line)")
        let scalars = String(line.lowercased().unicodeScalars.map { $0.isASCII ? Character($0) : "?" })
        #expect(!["##[", "##vso[", "##teamcity["].contains { scalars.contains($0) }, "\(line)")
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 }, "\(line)")
      }
    }
  }

  @Test("brackets and colons that make no command stay as they are")
  func harmless() {
    for text in ["# [x]", "#[x]", "a :: b", "[##]", "vso[x]", "a[::1]"] {
      #expect(VisibleText.escaped(text) == text)
    }
    #expect(VisibleText.escaped("##[error] ::") == "##<U+005B>error] ::")
    #expect(VisibleText.escaped("::error::x") == "<U+003A>:error::x")
  }

  @Test("lines begin at every line break, and signs that join others hide no command")
  func withoutCommands() {
    for (text, shown) in [
      ("a\r\n ::b", "a\r\n <U+003A>:b"), ("a\r::b", "a\r<U+003A>:b"), ("a\n\n\t::b", "a\n\n\t<U+003A>:b"),
      ("a\r\u{1B}[0K", "a\r<U+001B>[0K"), ("\u{600}##vso[b]", "\u{600}##vso<U+005B>b]"),
      ("#\u{301}##[\u{301}b]", "#\u{301}##<U+005B>\u{301}b]"), ("::\u{301}b", "<U+003A>:\u{301}b"),
      ("a ::b\r\n- ::c [d]", "a ::b\r\n- ::c [d]"),
    ] {
      let result = VisibleText.withoutCommands(text)
      #expect(result.unicodeScalars.elementsEqual(shown.unicodeScalars), "\(result.debugDescription)")
    }
  }

  @Test("related places have their lines too")
  func related() {
    #expect(
      render("one: 1\ntwo: 2\n", "two", help: nil, related: "one") == """
        a.yaml:2:1: error: This is wrong. [some-rule]
           2 | two: 2
             | ^~~
        a.yaml:1:1: related: the first one
           1 | one: 1
             | ^~~

        """)
  }

  @Test("a tab reaches to the next stop, and the mark stands below what it marks")
  func tabs() {
    let lines = render("a:\tb\n", "b").split(separator: "\n")
    #expect(lines[1] == "   1 | a:  b")
    #expect(lines[2] == "     |     ^")
  }

  @Test("wide characters take two columns and accents none", arguments: ["日本: wrong", "🙂🙂: wrong"])
  func wide(_ text: String) {
    let lines = render(text, "wrong").split(separator: "\n")
    #expect(lines[0].hasPrefix("a.yaml:1:5: "), "columns count characters")
    #expect(lines[2] == "     |       ^~~~~")
  }

  @Test("a combining accent does not move the mark")
  func accents() {
    let lines = render("e\u{301}: wrong", "wrong").split(separator: "\n")
    #expect(lines[2] == "     |    ^~~~~")
  }

  @Test("control and direction characters are shown by their numbers")
  func control() {
    let result = render("a: \u{1B}[31mred\u{202E} wrong", "wrong", message: "Found `\u{1B}[2J\u{2066}\n`.")
    #expect(result.contains("a: <U+001B>[31mred<U+202E> wrong"))
    #expect(result.contains("Found `<U+001B>[2J<U+2066><U+000A>`."))
    #expect(!result.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E || $0.value == 0x2066 })
  }

  @Test("bytes that are no text are shown as replacement characters, with the mark in its place")
  func invalid() {
    let bytes: [UInt8] = [0x61, 0x3A, 0x20, 0xFF, 0xFE, 0x20, 0x62]
    let diagnostic = Diagnostic(rule: "some-rule", message: "Wrong.", range: 6..<7)
    let file = LintedFile(SourceText(name: "a.yaml", bytes: bytes), [diagnostic])
    let lines = TextRenderer().render(file).split(separator: "\n")
    #expect(lines[1] == "   1 | a: \u{FFFD}\u{FFFD} b")
    #expect(lines[2] == "     |       ^")
  }

  @Test("a long line is cut on both sides of the place")
  func long() {
    let text = "a: " + String(repeating: "x", count: 5_000) + "wrong" + String(repeating: "y", count: 5_000)
    let lines = render(text, "wrong").split(separator: "\n")
    #expect(lines[0].hasPrefix("a.yaml:1:5004: "))
    #expect(lines[1].count < 120)
    #expect(lines[1].contains("…x") && lines[1].hasSuffix("y…"))
    let column = lines[2].prefix { $0 != "^" }.count
    #expect(lines[1].dropFirst(column).hasPrefix("wrong"))
    #expect(lines[2].hasSuffix(" ^~~~~"))
  }

  @Test("a range over several lines is marked to the end of its first line")
  func severalLines() {
    let lines = render("a: {b: c,\n  d: e}\n", "{b: c,\n  d: e}").split(separator: "\n")
    #expect(lines[1] == "   1 | a: {b: c,")
    #expect(lines[2] == "     |    ^~~~~~")
  }

  @Test("the end of a file and an empty file can be marked")
  func ends() {
    #expect(render("a: b", "zzz").contains("     |     ^\n"))
    #expect(render("", "zzz") == "a.yaml:1:1: error: This is wrong. [some-rule]\n     help: Fix it.\n")
  }

  @Test("line ends of all kinds are left out")
  func lineEnds() {
    for end in ["\n", "\r\n", "\r"] {
      let lines = render("a: b\(end)c: wrong\(end)d: e\(end)", "wrong").split(separator: "\n")
      #expect(lines[0].hasPrefix("a.yaml:2:4: "))
      #expect(lines[1] == "   2 | c: wrong")
    }
  }

  @Test("large line numbers widen the gutter")
  func gutter() {
    let lines = render(String(repeating: "\n", count: 123_456) + "wrong", "wrong").split(separator: "\n")
    #expect(lines[1] == "123457 | wrong")
    #expect(lines[2] == "       | ^~~~~")
  }

  @Test("colours are put around parts and change no text")
  func color() {
    let plain = render("id: wrong", "wrong")
    let colored = render("id: wrong", "wrong", color: true)
    #expect(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"))
    var stripped = ""
    var isEscape = false
    for character in colored {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { stripped.append(character) }
      if isEscape, character == "m" { isEscape = false }
    }
    #expect(stripped == plain)
  }

  @Test("the mark is as long as what it marks, whatever stands behind")
  func markEnds() {
    for (text, part, mark) in [
      ("id: wrong # why", "wrong", "    ^~~~~"), ("id: w", "w", "    ^"), ("id: 日本!", "日本", "    ^~~~"),
      ("id: \u{1B}x y", "\u{1B}x", "    ^~~~~~~~~"), ("id: a\tb", "a\tb", "    ^~~~~"),
    ] {
      #expect(render(text, part).split(separator: "\n")[2] == "     | \(mark)", "\(text)")
    }
  }

  @Test("the mark of a long range ends where the line is cut")
  func markOfLongRange() {
    let long = String(repeating: "x", count: 500)
    let lines = render("a: \(long) end\n", long).split(separator: "\n")
    #expect(lines[1].hasSuffix("x…") && lines[2].hasSuffix("~"))
    #expect(lines[2].count == lines[1].count - 1)
  }
}
