import ReferenceEngine
import Statecharts
import StatechartsLint
import StatechartsModel
import StatechartsYAML
import TestExtent
import Testing

@Suite("Optional values in random charts, against what happens when they run")
struct OptionalFlowTests {
  private static let charts = TestExtent.count(6, whole: 3_000)

  @Test("a value that is missing where one is needed was found at that place")
  func missing() throws {
    var (failed, certain) = (0, 0)
    for seed in 0..<UInt64(Self.charts) {
      var uses = OptionalUses(seed: seed)
      guard var walk = RandomWalk(seed: seed, changed: { uses.change(&$0) }), uses.count > 0 else { continue }
      // Of a chart with another error nothing is said.
      guard !walk.findings.contains(where: { $0.severity == .error && $0.rule != "optional-value" }) else {
        continue
      }
      for number in 0..<4 as Range<UInt64> { walk.walk(seed: seed &+ number &* 1_000_003) }
      let bytes = try #require(walk.reading.document).source.bytes
      let found = Set(
        walk.findings.filter { $0.rule == "optional-value" }.compactMap { finding in
          let before = bytes[..<finding.range.lowerBound].suffix(12)
          return before.split { $0 < 0x30 || $0 > 0x39 && $0 < 0x61 }.last.map {
            String(decoding: $0, as: UTF8.self)
          }
        })
      certain += uses.count - found.count
      for failure in walk.failures where failure.contains("needs a value") {
        let use = OptionalUses.names(uses.count).first { failure.contains($0) }
        failed += 1
        #expect(use.map(found.contains) == true, "seed \(seed): \(failure)")
      }
    }
    #expect(
      failed > Self.charts / 10 && certain > Self.charts / 10, "\(failed) failed, \(certain) are certain")
  }
}

/// Makes a variable of a chart optional, sets it and takes its value away at random, and uses it in many places.
private struct OptionalUses {
  private var random: RandomSource
  /// How many places use it.
  private(set) var count = 0

  init(seed: UInt64) { random = RandomSource(seed: seed &+ 4_711) }

  /// A text for each place, which no other place has.
  static func names(_ count: Int) -> [String] { (0..<count).map { "u\(100 + $0)" } }

  mutating func change(_ chart: inout Statechart) {
    for index in chart.context.indices where chart.context[index].name == "word" {
      chart.context[index].field.type = .optional(.string)
      chart.context[index].initial = random.chance(20) ? "'a'" : nil
      chart.context[index].isInput = false
      if random.chance(30) { chart.context[index].clearedOnExitOf = [random.pick(chart.root.states).id] }
    }
    change(&chart.root)
  }

  private mutating func change(_ state: inout StateNode) {
    let isChoice = state.kind == .choice
    state.entry = isChoice ? [] : list()
    state.exit = isChoice ? [] : list()
    if var initial = state.initial {
      initial.actions = list()
      state.initial = initial
    }
    for index in state.on.indices { change(&state.on[index].transition) }
    for index in state.always.indices { change(&state.always[index]) }
    for index in state.after.indices { change(&state.after[index].transition) }
    for index in state.done.indices { change(&state.done[index]) }
    for index in state.invoke.indices {
      state.invoke[index].finalize = []
      for other in state.invoke[index].done.indices { change(&state.invoke[index].done[other]) }
      for other in state.invoke[index].failed.indices {
        change(&state.invoke[index].failed[other].transition)
      }
    }
    for index in state.states.indices { change(&state.states[index]) }
  }

  private mutating func change(_ transition: inout ChartTransition) {
    if transition.guard != nil, random.chance(70) { transition.guard = ChartExpression(condition()) }
    transition.actions = list()
  }

  private mutating func condition() -> String {
    random.pick([
      "defined(word)", "not defined(word)", "word == 'a'", "word != unset and v1 < 2",
      "v1 < 2 or defined(word)",
      "not (not defined(word) or v1 < 2)", "not defined(word) or v1 < 2", "flag", "word != 'b'",
    ])
  }

  /// Actions, and a use behind them: there it ends nothing if it fails.
  private mutating func list() -> [ChartAction] {
    guard random.chance(40) else { return actions() }
    count += 1
    return actions() + [ChartAction(.log(ChartExpression("'u\(99 + count)' + word")))]
  }

  private mutating func actions(depth: Int = 0) -> [ChartAction] {
    (0..<random.below(3)).map { _ in
      switch random.below(depth > 1 ? 6 : 8) {
      case ..<4: return assignment(random.pick(["'a'", "'b'", "word ?? 'c'"]))
      case ..<6: return assignment(random.pick(["unset", "word", "word ?? unset"]))
      default:
        let branches = [ChartAction.Branch(ChartExpression(condition()), actions(depth: depth + 1))]
        return ChartAction(.choose(branches, otherwise: actions(depth: depth + 1)))
      }
    }
  }

  private func assignment(_ text: String) -> ChartAction {
    ChartAction(.assign([NamedExpression("word", ChartExpression(text))]))
  }
}
