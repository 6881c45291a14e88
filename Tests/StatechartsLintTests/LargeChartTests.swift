import StatechartsLint
import StatechartsYAML
import TestExtent
import Testing

@Suite("Large charts")
struct LargeChartTests {
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
