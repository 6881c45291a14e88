import Foundation
import Statecharts
import StatechartsEditing
import StatechartsLint
import StatechartsModel
import StatechartsYAML
import TestExtent
import Testing

@Suite("Formatting charts")
struct FormatterTests {
  static func source(_ text: String) -> SourceText { SourceText(name: "a.yaml", bytes: Array(text.utf8)) }

  static func formatted(_ text: String) throws -> String {
    String(decoding: try ChartFormatter().format(source(text)), as: UTF8.self)
  }

  static func model(_ text: String) throws -> String {
    ChartWriter().text(of: try #require(ChartReader().read(source(text)).chart))
  }

  static func comments(_ text: String) throws -> [String] {
    let document = try #require(YAMLDocument.read(source(text)).document)
    return document.comments.map { document.source.text(in: $0.range) }
  }

  /// How many findings the linter has, by their rules.
  static func findings(_ text: String) -> [String: Int] {
    var result: [String: Int] = [:]
    for finding in Linter().lint(source(text)).findings { result[finding.diagnostic.rule, default: 0] += 1 }
    return result
  }

  /// Checks what holds for every chart, and gives the formatted text.
  @discardableResult
  static func check(_ text: String, _ name: String) throws -> String {
    let formatted = try formatted(text)
    #expect(try self.formatted(formatted) == formatted, "formatting \(name) again changes it")
    #expect(try model(formatted) == model(text), "\(name) is another chart")
    let (after, before) = (findings(formatted), findings(text))
    #expect(after.allSatisfy { $0.value <= before[$0.key] ?? 0 }, "\(name): \(after) instead of \(before)")
    let (kept, given) = try (comments(formatted), comments(text))
    #expect(
      kept.sorted() == given.sorted(),
      "\(name): \(Set(kept).symmetricDifference(given))\n\(text)\n\(formatted)")
    #expect(formatted.utf8.last == 0x0A && formatted.utf8.dropLast().last != 0x0A)
    return formatted
  }

  /// Compares texts, and shows both.
  private func expectSame(_ found: String, _ expected: String, line: SourceLocation = #_sourceLocation) {
    #expect(found == expected, "\(found)", sourceLocation: line)
  }

  static let shipped: [URL] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return ["charts", "Docs/examples"].flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(
        at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)) ?? []
    }.filter { $0.pathExtension == "yaml" }.sorted { $0.path < $1.path }
  }()

  @Test("the shipped charts are formatted")
  func shippedCharts() throws {
    #expect(Self.shipped.count >= 6)
    for url in Self.shipped {
      let text = try String(contentsOf: url, encoding: .utf8)
      #expect(try Self.check(text, url.lastPathComponent) == text, "run statechart format on \(url.path)")
    }
  }

  @Test(
    "the examples of all rules keep their chart and their comments",
    arguments: TestExtent.of(RuleRegistry.standard.all.map(\.id), every: 4))
  func ruleExamples(id: String) throws {
    let rule = try #require(RuleRegistry.standard.rule(id))
    for text in (rule.good + rule.bad).map(\.text) {
      guard !ChartReader().read(Self.source(text)).diagnostics.contains(where: { $0.severity == .error })
      else {
        continue
      }
      try Self.check(text, id)
    }
  }

  @Test("random charts keep their meaning, and their comments stay where they belong")
  func randomCharts() throws {
    var moved = 0
    for seed in 0..<UInt64(TestExtent.count(12, whole: 10_000)) {
      let chart = try CommentedChart(seed: seed)
      let formatted = try Self.check(chart.text, "seed \(seed)")
      if formatted != chart.text { moved += 1 }
      try Self.checkComments(formatted, "seed \(seed)")
    }
    #expect(moved > 0)
  }

  /// Checks that the comments of a random chart belong to what they say.
  ///
  /// - Parameter path: What led to a node before the text was changed.
  static func checkComments(
    _ formatted: String, _ name: String, path: (String) -> String = { $0 }
  ) throws {
    let places = try NodePlaces(formatted)
    for (number, line) in lines(formatted).enumerated() {
      guard let mark = line.range(of: "# ") else { continue }
      let words = line[mark.upperBound...].split(separator: " ", omittingEmptySubsequences: false)
      guard words.count >= 3 else { continue }
      let owner = words[2...].joined(separator: " ")
      if words[1] == "behind" {
        #expect(places.lastStart(inLine: number).map(path) == owner, "\(name): \(line)")
      } else if owner != "the file" {
        #expect(places.next(afterLine: number).map(path).contains(owner), "\(name): \(line)")
      }
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  @Test("keys get their order, and comments move with them")
  func keyOrder() throws {
    let text = """
      # About the file.
      id: door
      statechart: 1
      initial: open
      states:
          open:
              # What happens.
              on:
                  close: { target: closed, guard: "true" } # Now.
              # Its name.
              title: Open
          closed: {type: final}
      """
    expectSame(
      try Self.formatted(text),
      """
      # About the file.
      statechart: 1
      id: door
      initial: open
      states:
        open:
          # Its name.
          title: Open
          # What happens.
          on:
            close: { guard: "true", target: closed } # Now.
        closed: { type: final }

      """)
  }

  @Test("braces become a block when they are longer than a line, or have a comment")
  func braces() throws {
    let long = String(repeating: "long ", count: 22)
    let text = """
      statechart: 1
      id: door
      events: { ring: { description: "\(long), and so on" }, knock: { title: Knock } }
      initial: open
      states:
        open: { on: { ring: closed, # Soon.
          knock: open } }
        closed: { type: final }
      """
    expectSame(
      try Self.check(text, "braces"),
      """
      statechart: 1
      id: door
      events:
        ring:
          description: \(long), and so on
        knock: { title: Knock }
      initial: open
      states:
        open:
          on:
            ring: closed # Soon.
            knock: open
        closed: { type: final }

      """)
  }

  @Test("quotes stay where another tool or the format needs them")
  func quotes() throws {
    let text = """
      statechart: 1
      id: 'door'
      title: "Yes"
      description: "A door, with a bell"
      context:
        a: { type: "string?", initial: "'x'" }
        b: { type: string, values: ["no", "1", "two"] }
      initial: "open"
      states:
        open:
          title: "Step #2: \\"go\\""
          on: { "target": open, "ring": open }
      """
    let formatted = try Self.check(text, "quotes")
    for line in [
      "id: door\n", #"title: "Yes""#, "description: A door, with a bell\n",
      #"{ type: "string?", initial: "'x'" }"#,
      #"values: ["no", "1", two]"#, "initial: open\n", #"title: "Step #2: \"go\"""#,
      #"on: { "target": open, ring: open }"#,
    ] {
      #expect(formatted.contains(line), "\(line)\n\(formatted)")
    }
  }

  @Test("keys of the format need no quotes, names that are words of the format keep them")
  func quotedKeys() throws {
    let text = """
      "statechart": 1
      'id': door
      "initial": open
      "states":
        "open": { "title": Open, "on": { "guard": open } }
      """
    #expect(
      try Self.check(text, "quoted keys") == """
        statechart: 1
        id: door
        initial: open
        states:
          open: { title: Open, on: { "guard": open } }

        """)
  }

  @Test("comments between a key and its value keep their order")
  func commentOrder() throws {
    let text =
      "statechart: 1\nid: door\ntitle: # c1\n  # c2\n  # c3\n  Hello\ninitial: a\nstates: { a: {} }\n"
    #expect(
      try Self.check(text, "comments")
        == "statechart: 1\nid: door\n# c1\n# c2\n# c3\ntitle: Hello\ninitial: a\nstates: { a: {} }\n")
  }

  @Test(
    "a comment without a space after its # stays a comment, and stays reported where it may be meant as text")
  func commentsWithoutSpace() throws {
    let text = """
      statechart: 1
      id: door  #first
      title: #later
        Hello
      description: Room #12
      initial: "a" #b
      states: { a: { entry: [], #second
        exit: [] } }

      """
    expectSame(
      try Self.check(text, "comments"),
      """
      statechart: 1
      id: door  #first
      title: Hello  #later
      description: Room #12
      initial: a  #b
      states:
        a:
          entry: [] #second
          exit: []

      """)
  }

  @Test("joiners of emoji and scripts stay as they are in quotes, other invisible characters are escapes")
  func joiners() throws {
    let (work, goes) = ("👩\u{200D}💻 works: now", "می\u{200C}شود: بله")
    let text = """
      statechart: 1
      id: door
      title: "\(work)"
      description: '\(goes)'
      initial: a
      states: { a: {} }

      """
    let formatted = try Self.check(text, "joiners")
    #expect(formatted.contains("\"\(work)\"") && formatted.contains("\"\(goes)\""), "\(formatted)")
    #expect(YAMLScalar.quoted("a\u{200D}b\u{200D}é") == #""a\u200Db\u200Dé""#)
  }

  @Test("a text after | that ends with the file stays without a line end", arguments: ["|", ">", "|+", "|-"])
  func openEnd(sign: String) throws {
    let text =
      "statechart: 1\nid: a\ninitial: a\nstates:\n  a:\n    description: \(sign)\n      one\n      two"
    #expect(try Self.check(text, "end") == text.replacing(": \(sign)", with: ": \(sign.prefix(1))-") + "\n")
  }

  @Test("texts after | and > keep their lines, comments at the end of a block stay there")
  func blockTexts() throws {
    let text = """
      statechart: 1
      id: door
      description: > # Why.
           Two lines
             and a deeper one.

           The end.
      initial: open
      states:
       open:
         on:
           close: closed
           # No other event.
         # The end of open.
       closed: { type: final }
       # The end of the states.
      # The end.
      """
    expectSame(
      try Self.check(text, "texts"),
      """
      statechart: 1
      id: door
      description: > # Why.
        Two lines
          and a deeper one.

        The end.
      initial: open
      states:
        open:
          on:
            close: closed
            # No other event.
          # The end of open.
        closed: { type: final }
        # The end of the states.
      # The end.

      """)
  }

  @Test("a list of actions keeps its comments and its order")
  func lists() throws {
    let text = """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          entry:
          # First.
          - # Second.
            data: { a: 1 }

            emit: shown
          - emit: hidden # Third.
          - [ { emit: a }, # Fourth.
              { emit: b } ]
      """
    expectSame(
      try Self.check(text, "lists"),
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          entry:
            # First.
            # Second.
            - emit: shown
              data: { a: 1 }
            - emit: hidden # Third.
            - - { emit: a } # Fourth.
              - { emit: b }

      """)
  }

  @Test("a line that a comment of the linter is about stays one line")
  func suppressions() throws {
    let label = String(repeating: "long ", count: 22)
    let text = """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          always:
            # lint:disable same-branches -- for now
            - target: open
              guard: in(open)
            - { guard: in(open), target: open, label: \(label)x } # lint:disable same-branches -- for now

      """
    #expect(try Self.formatted(text) == text)
  }

  @Test("comments between a key and its value, and below a key without a value, stay with the key")
  func commentsBeforeValues() throws {
    let text = """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            # Nothing yet

          title: Open
          always:
            - target: open
              guard:
                # lint:disable constant-condition -- x
                1 < 2
        closed: # Empty.
          # Below.
        ajar:
          # Before braces.
          { type: final }
      x-last:
        # The last.
      """
    expectSame(
      try Self.check(text, "comments"),
      """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          title: Open
          # Nothing yet
          on:
          always:
            # lint:disable constant-condition -- x
            - guard: 1 < 2
              target: open
        # Below.
        closed: # Empty.
        # Before braces.
        ajar: { type: final }
      # The last.
      x-last:

      """)
  }

  @Test(
    "a file without the key `statechart` is refused as another file",
    arguments: ["stages:   [build]\ninitial: a\n", "- a\n", "", "a: {b\n", "statecharts:  1\n"])
  func otherFiles(text: String) {
    let refusal = #expect(throws: ChartFormatter.Refusal.self) { try Self.formatted(text) }
    #expect(refusal?.isChart == false && refusal?.diagnostics.count == 1)
  }

  @Test("a text that is not YAML is refused with the location of the error")
  func brokenText() throws {
    let text = "statechart: 1\nid: [door\nstates: {}\n"
    let refusal = #expect(throws: ChartFormatter.Refusal.self) { try Self.formatted(text) }
    let diagnostic = try #require(refusal?.diagnostics.first)
    #expect(diagnostic.range.lowerBound > 0)
  }

  @Test("line ends stay those of the first line, a byte order mark goes")
  func lineEnds() throws {
    let text = "\u{FEFF}statechart: 1\r\nid:   door\r\ninitial: open\r\nstates: { open: {} }"
    let expected = "statechart: 1\r\nid: door\r\ninitial: open\r\nstates: { open: {} }\r\n"
    #expect(try Self.formatted(text) == expected)
    let returns = text.replacing("\r\n", with: "\r")
    #expect(try Self.formatted(returns) == expected.replacing("\r\n", with: "\r"))
  }
}
