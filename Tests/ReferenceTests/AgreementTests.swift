import ReferenceEngine
import Statecharts
import Testing

@Suite("Agreement with the Recommendation")
struct AgreementTests {
  @Test("the product's engine does what Appendix D says, on 10,000 random charts", arguments: UInt64(0)..<20)
  func agreement(part: UInt64) async {
    let first = 1 + part * 500
    let campaign = await Campaign.run(seeds: first..<first + 500, jobs: 1) { Issue.record("\($0)") }
    #expect(campaign.differing.isEmpty, "\(campaign)")
    #expect(campaign.invalid.isEmpty, "\(campaign)")
  }
}
