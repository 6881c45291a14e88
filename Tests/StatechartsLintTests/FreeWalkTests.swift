import Statecharts
import StatechartsYAML
import TestExtent
import Testing

@Suite("What the linter says of charts that depend on their structure alone")
struct FreeWalkTests {
  private static let charts = TestExtent.count(8, whole: 2_000)
  /// How often a walk begins anew until everything has happened, and how many steps it takes.
  private static let (walks, steps) = (1_000, 20)

  @Test("what is flagged never happens, and every other state is entered and every other transition taken")
  func exact() throws {
    var flagged = 0
    var happened = 0
    var charts = 0
    for seed in 0..<UInt64(Self.charts) {
      var free = FreeChart(seed: seed)
      let chart = free.makeChart()
      guard !chart.root.isEnteredAtItsEnd(in: chart.root) else { continue }
      charts += 1
      let judged = try #require(JudgedChart(chart), "seed \(seed)")
      var walk = FreeWalk(judged.compiled, guards: free.guards, seed: seed)
      let others = judged.others
      for _ in 0..<Self.walks {
        try walk.walk(Self.steps)
        if others.isSubset(of: walk.happened) { break }
      }
      let never = others.subtracting(walk.happened)
      let yet = walk.happened.intersection(judged.flagged)
      guard never.isEmpty, yet.isEmpty else {
        let text = ChartWriter().text(of: chart)
        Issue.record(
          "seed \(seed): never \(never.sorted()), although flagged \(yet.sorted())\n\(text)\n\(judged.told)")
        continue
      }
      flagged += judged.flagged.count
      happened += others.count
    }
    #expect(charts > Self.charts / 2 && flagged > charts / 2 && happened > 10 * charts, "\(flagged) flagged, \(happened) not")
  }
}
