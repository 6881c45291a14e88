import StatechartsLint
import StatechartsYAML
import TestExtent
import Testing

@Suite("Mistakes planted in generated charts")
struct GeneratedDefectTests {
  private static let plain = WritingStyle(name: "plain")

  /// What must be found in a chart, and what is, as `OFFSET RULE`.
  private func compare(_ chart: PlantedChart, _ style: WritingStyle) -> (
    expected: [String], found: [String], text: String
  ) {
    let writer = PlantedWriter(chart.tree, style)
    let file = Linter().lint(SourceText(name: "house.yaml", bytes: writer.bytes))
    let expected = chart.mistakes.map { mistake in
      "\((writer.marks[mistake.mark] ?? -1) + mistake.inside) \(mistake.rule)"
    }
    let found = file.findings.map { "\($0.diagnostic.range.lowerBound) \($0.diagnostic.rule)" }
    return (expected.sorted(), found.sorted(), String(decoding: writer.bytes, as: UTF8.self))
  }

  @Test("a chart without mistakes has no findings, however it is written", arguments: WritingStyle.all)
  func clean(_ style: WritingStyle) {
    for seed in 0..<TestExtent.count(2, whole: 10) {
      let (_, found, text) = compare(PlantedChart(seed: UInt64(seed), mistakes: 0), style)
      #expect(found.isEmpty, "\(found)\n\(text)")
      if !found.isEmpty { return }
    }
  }

  @Test("of one to ten mistakes in many charts each is found once, at its place")
  func counts() {
    var planted: [String: Int] = [:]
    let charts = TestExtent.count(40, whole: 1_000)
    for seed in 0..<charts {
      let chart = PlantedChart(seed: UInt64(seed), mistakes: seed % 10 + 1)
      let (expected, found, text) = compare(chart, Self.plain)
      for mistake in chart.mistakes { planted[mistake.rule, default: 0] += 1 }
      guard expected == found else {
        Issue.record("seed \(seed)\n\(text)\nexpected \(expected)\nfound \(found)")
        return
      }
    }
    // Every kind was planted often.
    #expect(planted.count == PlantedChart.Mistake.allCases.count)
    #expect(planted.values.allSatisfy { $0 > charts / 40 }, "\(planted)")
  }

  @Test(
    "the same chart written otherwise has the same findings at the same places", arguments: WritingStyle.all)
  func styles(_ style: WritingStyle) {
    for seed in 0..<TestExtent.count(2, whole: 40) {
      let (expected, found, text) = compare(PlantedChart(seed: UInt64(seed), mistakes: seed % 6 + 1), style)
      guard expected == found else {
        Issue.record("seed \(seed), \(style.name)\n\(text)\nexpected \(expected)\nfound \(found)")
        return
      }
    }
  }
}
