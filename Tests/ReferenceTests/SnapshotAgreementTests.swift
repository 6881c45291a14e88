import Foundation
import ReferenceEngine
import Statecharts
import TestExtent
import Testing

@Suite("Snapshots of random charts")
struct SnapshotAgreementTests {
  /// Runs one scenario, restarted before every step or not at all.
  private func trace(_ scenario: Scenario, _ chart: CompiledChart, restarts: Bool, bytes: Bool) throws
    -> [SnapshotRun.Moment]
  {
    var run = try SnapshotRun(chart, guards: scenario.guards)
    var trace: [SnapshotRun.Moment] = []
    func restart() throws {
      guard restarts else { return }
      var saved = run.saved
      if bytes {
        let again = try JSONDecoder().decode(SnapshotRun.Saved.self, from: JSONEncoder().encode(saved))
        #expect(again.snapshot == saved.snapshot)
        saved = again
      }
      trace += run.trace
      run = try SnapshotRun(chart, guards: scenario.guards, restoring: saved)
    }
    run.start()
    for step in scenario.steps where !run.isTooLong && trace.count + run.trace.count <= 60 {
      try restart()
      run.tell(step)
    }
    try restart()
    run.stop()
    return trace + run.trace
  }

  @Test("a chart that is put away and taken up again at every step does the same as one that is not")
  func sameTrace() throws {
    let count: UInt64 = TestExtent.count(12, whole: 5_000)
    var failures = 0
    for seed in 1...count {
      let scenario = Scenario(seed: seed)
      guard let chart = try? CompiledChart(scenario.chart) else { continue }
      let whole = try trace(scenario, chart, restarts: false, bytes: false)
      do {
        let parts = try trace(scenario, chart, restarts: true, bytes: seed % 10 == 0)
        let place = zip(whole, parts).prefix { $0.differences(from: $1).isEmpty }.count
        if place == whole.count, whole.count == parts.count { continue }
        let what =
          Array(zip(whole, parts).dropFirst(place)).first.map { $0.differences(from: $1) } ?? ["length"]
        Issue.record("seed \(seed), step \(place) differs: \(what)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
      failures += 1
      if failures > 3 { return }
    }
  }
}
