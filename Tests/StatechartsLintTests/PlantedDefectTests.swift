import StatechartsLint
import StatechartsYAML
import TestExtent
import Testing

@Suite("Several mistakes in one chart")
struct PlantedDefectTests {
  /// A part of a chart, right and with a mistake.
  private struct Part {
    var right: String
    var wrong: String
    var rule: String
  }

  private static let parts = [
    Part(right: "title: Door", wrong: "titel: Door", rule: "unknown-key"),
    Part(right: "version: 2", wrong: "version: two", rule: "wrong-kind"),
    Part(
      right: "context: { knocks: { type: int, initial: 0 } }",
      wrong: "context: { knocks: { type: int, initial: 0 }, rings: int }", rule: "unused-variable"),
    Part(
      right: "events: { close: {}, push: {}, knock: {} }",
      wrong: "events: { close: {}, push: {}, knock: {}, lock: {} }",
      rule: "unused-event"),
    Part(
      right: "handlers: { guards: { isLocked: {} }, actions: { ring: {} } }",
      wrong: "handlers: { guards: { isLocked: {} }, actions: { ring: {}, sing: {} } }", rule: "unused-handler"
    ),
    Part(
      right: "initial: open\nstates:\n  open:\n    entry: ring",
      wrong: "initial: open\nstates:\n  open:\n    entry: rign", rule: "unknown-handler"),
    Part(right: "    on:\n      close: closed", wrong: "    on:\n      close: closd", rule: "unknown-target"),
    Part(
      right: "      push: { guard: not isLocked, target: ajar }",
      wrong: "      push: { guard: not isLoked, target: ajar }", rule: "unknown-handler"),
    Part(
      right: "      knock: { actions: { assign: { knocks: knocks + 1 } } }",
      wrong: "      knock: { actions: { assign: { knocks: knoks + 1 } } }", rule: "unknown-variable"),
    Part(
      right: "  ajar:\n    after: { 5s: open }", wrong: "  ajar:\n    after: { 5: open }", rule: "wrong-kind"),
    Part(
      right: "  closed: { type: final }", wrong: "  closed: { type: final, on: { push: open } }",
      rule: "misplaced-key"),
    Part(right: "", wrong: "  lost: { on: { push: open } }", rule: "unreachable-state"),
  ]

  @Test("of any choice of mistakes each is found once, at its line")
  func all() {
    // Each mistake alone, each pair, nearly all, and every seventeenth of the other choices.
    let choices = (0..<(1 << Self.parts.count)).filter { choice in
      choice.nonzeroBitCount <= 2 || choice.nonzeroBitCount >= Self.parts.count - 1 || choice % 17 == 0
    }
    for choice in choices {
      var lines = ["statechart: 1", "id: door"]
      var expected: [String] = []
      for (index, part) in Self.parts.enumerated() {
        let isWrong = choice & (1 << index) != 0
        lines += (isWrong ? part.wrong : part.right).split(separator: "\n", omittingEmptySubsequences: false)
          .map(String.init)
        if isWrong { expected.append("\(lines.count) \(part.rule)") }
      }
      let found = lint(lines.joined(separator: "\n")).findings.map { finding in
        "\(finding.location.start.line) \(finding.diagnostic.rule)"
      }
      if found != expected {
        Issue.record("\(lines.joined(separator: "\n"))\n\nexpected \(expected)\nfound \(found)")
        return
      }
    }
  }

  @Test("a chart of thousands of states with three transitions each is checked whole")
  func large() {
    let count = TestExtent.count(2_000, whole: 10_000)
    var text = "statechart: 1\nid: large\ninitial: s0\nstates:\n"
    for index in 0..<count {
      let next = (index + 1) % count
      let target = index == 1_000 ? "s1001x" : "s\(next)"
      text += "  s\(index):\n    on: { next: \(target), back: s\((index + count - 1) % count), home: s0 }\n"
    }
    let found = reportedLines(lint(text))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("2006:17 unknown-target") == true, "\(found)")
  }

  @Test("states are nested as deep as the limit says and no deeper")
  func depth() {
    func chart(_ depth: Int) -> String {
      var text = "statechart: 1\nid: deep\n"
      for level in 1...depth {
        let spaces = String(repeating: "  ", count: 2 * (level - 1))
        text += "\(spaces)initial: s\(level)\n\(spaces)states:\n\(spaces)  s\(level):\n"
      }
      return text + String(repeating: "  ", count: 2 * depth) + "title: innermost\n"
    }
    #expect(lint(chart(ChartReader.deepestState)).count(of: .error) == 0)
    let found = reportedLines(lint(chart(ChartReader.deepestState + 1))).filter {
      !$0.contains(" deep-nesting ")
    }
    #expect(found.count == 1)
    #expect(found.first?.contains(" limit ") == true && found.first?.contains("16") == true, "\(found)")
  }

  @Test("names are as long as the limit says and no longer")
  func names() {
    func chart(_ length: Int) -> String {
      "statechart: 1\nid: \(String(repeating: "d", count: length))\ninitial: open\nstates:\n  open: { type: final }\n"
    }
    #expect(reportedLines(lint(chart(128))).isEmpty)
    let found = reportedLines(lint(chart(129)))
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("2:5 illegal-name") == true && found.first?.contains("128") == true, "\(found)")
  }
}
