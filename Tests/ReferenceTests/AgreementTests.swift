import ReferenceEngine
import Statecharts
import StatechartsModel
import TestExtent
import Testing

@Suite("Agreement with the Recommendation")
struct AgreementTests {
  /// How many parts of 100 charts are compared. `statechart-fuzz` compares more, optimized.
  static let parts: UInt64 = TestExtent.count(1, whole: 50)

  @Test("the product's engine does what Appendix D says, on random charts", arguments: 0..<parts)
  func agreement(part: UInt64) async {
    let first = 1 + part * 100
    let campaign = await Campaign.run(seeds: first..<first + TestExtent.count(20, whole: 100), jobs: 1) {
      Issue.record("\($0)")
    }
    #expect(campaign.differing.isEmpty, "\(campaign)")
    #expect(campaign.invalid.isEmpty, "\(campaign)")
  }

  @Test("so it does where states are numbered past the first 64, which are kept otherwise")
  func manyStates() {
    let unused = (0..<58).map { StateNode(ChartName("unused\($0)")) }
    for seed in 1...TestExtent.count(20, whole: 500) as ClosedRange<UInt64> {
      var scenario = Scenario(seed: seed)
      guard scenario.chart.root.kind == .plain else { continue }
      scenario.chart.root.states.insert(contentsOf: unused, at: 0)
      switch Comparison.run(scenario) {
      case .agrees, .gaveUp: break
      case .invalid(let problems): Issue.record("\(seed): \(problems)")
      case .differs(let difference):
        Issue.record("\(seed), step \(difference.step): \(difference.expected) and \(difference.found)")
      }
    }
  }
}
