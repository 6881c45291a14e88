import Statecharts
import StatechartsModel
import TestExtent
import Testing

@Suite("What the linter says of random charts, against what they do")
struct RandomWalkTests {
  private static let charts = TestExtent.count(24, whole: 2_000)
  private static let walks = TestExtent.count(4, whole: 8)

  @Test("what is said never to happen never happens, and most of the rest does")
  func truth() {
    var said: [String: Int] = [:]
    var reachable = 0
    var reached = 0
    for seed in 0..<UInt64(Self.charts) {
      guard var walk = RandomWalk(seed: seed) else { continue }
      for number in 0..<UInt64(Self.walks) { walk.walk(seed: seed &+ number &* 1_000_003) }
      let unreachable = walk.states(foundBy: "unreachable-state")
      #expect(
        walk.entered.isDisjoint(with: unreachable), "seed \(seed): \(walk.entered.intersection(unreachable))")
      let trapped = walk.states(foundBy: "dead-end")
      #expect(
        walk.endedAfter.isDisjoint(with: trapped), "seed \(seed): \(walk.endedAfter.intersection(trapped))")
      said["unreachable-state", default: 0] += unreachable.count
      said["dead-end", default: 0] += trapped.count
      for (rule, text) in [
        ("hidden-transition", ""), ("constant-condition", "This condition is never true"),
        ("overridden-transition", ""),
        ("never-done", "`done:` is never taken"),
      ] {
        let never = walk.transitions(foundBy: rule, saying: text)
        said[rule, default: 0] += never.count
        #expect(
          walk.taken.isDisjoint(with: never), "seed \(seed), \(rule): \(walk.taken.intersection(never))")
      }
      let others = Self.ids(of: walk.chart.root).subtracting(unreachable)
      reachable += others.count
      reached += others.intersection(walk.entered).count
    }
    // The walks are short, and some guards never hold, so that not everything is reached.
    #expect(reached * 100 >= reachable * 70, "\(reached) of \(reachable)")
    // A sample may have no finding of a rule.
    for (rule, count) in said where TestExtent.isWhole {
      #expect(count > 0, "no random chart has a finding of \(rule)")
    }
  }

  /// The ids of all states that can be entered.
  private static func ids(of state: StateNode) -> Set<String> {
    state.states.reduce(into: []) { result, child in
      if case .history = child.kind { return }
      if child.kind != .choice { result.insert(child.id.text) }
      result.formUnion(ids(of: child))
    }
  }
}
