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
}
