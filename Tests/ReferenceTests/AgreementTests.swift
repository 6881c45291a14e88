import Foundation
import ReferenceEngine
import Statecharts
import Testing

@Suite("Agreement with the Recommendation")
struct AgreementTests {
  /// How many parts of 500 charts are compared: 2, or enough for the number that the environment asks for.
  static let parts: UInt64 = {
    let wanted = ProcessInfo.processInfo.environment["STATECHARTS_RANDOM_CHARTS"]
    return max(1, min(wanted.flatMap(UInt64.init) ?? 1_000, 1_000_000) / 500)
  }()

  @Test("the product's engine does what Appendix D says, on random charts", arguments: 0..<parts)
  func agreement(part: UInt64) async {
    let first = 1 + part * 500
    let campaign = await Campaign.run(seeds: first..<first + 500, jobs: 1) { Issue.record("\($0)") }
    #expect(campaign.differing.isEmpty, "\(campaign)")
    #expect(campaign.invalid.isEmpty, "\(campaign)")
  }

  @Test("so it does where states are numbered past the first 64, which are kept otherwise")
  func manyStates() {
    let unused = (0..<58).map { State(Name("unused\($0)")) }
    for seed in 1...150 as ClosedRange<UInt64> {
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
