import Foundation
import InputFuzzing
import Testing

@Suite("Inputs that no person wrote")
struct InputFuzzingTests {
  private let seeds = FuzzSeeds(
    root: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path)

  @Test("changed snapshots are refused, or go on legally and without a trap")
  func snapshots() async {
    let target = FuzzTarget.snapshots(seeds, charts: 7, steps: 10)
    let first = 10_000
    let result = await FuzzCampaign(target, seed: 20).run(first..<first + 100, checksTime: false)
    #expect(result.problem == nil, "\(result.problem ?? "")")
    // Enough are changed so little that they go on, and enough so much that they do not.
    #expect((10...70).contains(result.accepted), "\(result.summary)")
  }

  @Test(
    "changed charts, documents, diagrams and pages are taken or refused",
    arguments: ["load", "lint", "fix", "format", "server", "diagram", "page", "scxml", "mermaid"])
  func texts(_ name: String) async throws {
    let target = try #require(FuzzTarget.charts(seeds).first { $0.name == name })
    // The first inputs are the seeds themselves, of which the long runs make sure.
    let first = 10_000
    let result = await FuzzCampaign(target, seed: 20).run(first..<first + 8, checksTime: false)
    #expect(result.problem == nil, "\(result.problem ?? "")")
  }

  @Test("a target that finds something wrong ends the run with its input")
  func problems() async {
    let target = FuzzTarget("odd", .yaml) {
      [[1], [2]]
    } run: {
      $0 == [2] ? .wrong("it is two") : .accepted
    }
    let result = await FuzzCampaign(target, seed: 1).run(0..<10, checksTime: false)
    #expect(result.count == 2)
    #expect(result.problem == "odd, seed 1, input 1: it is two\nAg==")
  }
}
