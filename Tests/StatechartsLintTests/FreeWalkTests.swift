import Statecharts
import StatechartsModel
import StatechartsYAML
import TestExtent
import Testing

@Suite("What the linter says of charts that depend on their structure alone")
struct FreeWalkTests {
  private static let charts = TestExtent.count(4, whole: 2_000)
  /// How often a walk begins anew until everything has happened, and how many steps it takes.
  private static let (walks, steps) = (1_000, 20)

  /// In one chart of 200 some state or transition may be missing: a walk is short, and the linter does not see states that
  /// lead to each other only.
  @Test("what is flagged never happens, and nearly every other state is entered and transition taken")
  func exact() throws {
    var flagged = 0
    var happened = 0
    var charts = 0
    var incomplete: [String] = []
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
      func report(_ problem: String) -> String {
        "seed \(seed): \(problem)\n\(ChartWriter().text(of: chart))\n\(judged.reported)"
      }
      let yet = walk.happened.intersection(judged.flagged)
      if !yet.isEmpty { Issue.record("\(report("\(yet.sorted()) happened, although flagged"))") }
      let never = others.subtracting(walk.happened)
      if !never.isEmpty { incomplete.append(report("never \(never.sorted())")) }
      flagged += judged.flagged.count
      happened += others.count
    }
    #expect(incomplete.count <= charts / 200, "\(incomplete.joined(separator: "\n"))")
    #expect(
      charts > Self.charts / 2 && flagged > charts / 2 && happened > 10 * charts,
      "\(charts) charts, \(flagged) flagged, \(happened) not")
  }
}
