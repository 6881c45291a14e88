package import Statecharts
package import StatechartsModel

/// A chart, what happens to it, and how its handler guards answer.
package struct Scenario {
  /// One thing that happens.
  package enum Step: Equatable {
    case send(String, ChartValue)
    case advance(Duration)
    /// The so-manieth of what runs then, counted in circles, answers.
    case answer(Int, Answer)
    /// The so-manieth of all that was started answers, whatever became of it.
    case late(Int, ChartValue)
  }

  /// What a service does.
  package enum Answer: Equatable {
    case completes(ChartValue)
    case fails(String, ChartValue)
    case sends(String, ChartValue)
  }

  package var chart: Statechart
  package var steps: [Step]
  package var guards: ScriptedGuards
  /// Steps that one thing may lead to before the run is given up. Most circles are not worth their time: the product's
  /// engine stops a chart after 1,000 at the latest.
  package var mostSteps = 3_000
  /// How much the product's engine finds out before it runs.
  package var mostPrecomputed = CompiledChart.mostPrecomputed

  package init(chart: Statechart, steps: [Step], guards: ScriptedGuards = ScriptedGuards()) {
    self.chart = chart
    self.steps = steps
    self.guards = guards
  }

  /// The scenario of a seed: a random valid chart with random events.
  ///
  /// - Parameter hasServices: whether the chart may run services.
  package init(seed: UInt64, hasServices: Bool = true) {
    var random = RandomSource(seed: seed)
    var generator = ChartGenerator(random: random, hasServices: hasServices)
    let chart = generator.makeChart()
    random = generator.random
    self.chart = chart
    steps = (0..<random.number(3...14)).map { _ in Self.step(&random) }
    // Past that only how the product's engine begins is compared, but in some runs also where it gives up.
    mostSteps = seed % 50 == 0 ? 3_000 : 100
    // In every third run it finds out nothing, or some.
    mostPrecomputed = [CompiledChart.mostPrecomputed, 0, 40][seed % 9 < 6 ? 0 : seed % 9 < 8 ? 1 : 2]
    guards = ScriptedGuards(
      answers: ["g0": random.chance(50), "g1": random.chance(50), "g2": random.chance(50)],
      throwing: Set(random.some(["g0", "g1", "g2"], chance: 8)))
  }

  private static func data(_ random: inout RandomSource) -> ChartValue {
    random.chance(40) ? .map(["v": .int(random.number(0...4))]) : .unset
  }

  private static func answer(_ random: inout RandomSource) -> Answer {
    switch random.below(100) {
    case ..<45: .completes(data(&random))
    case ..<80: .fails(random.pick(ChartGenerator.codes + ["odd"]), data(&random))
    default: .sends(random.pick(ChartGenerator.eventNames), data(&random))
    }
  }

  private static func step(_ random: inout RandomSource) -> Step {
    if random.chance(22) { return .advance(.milliseconds(500 * random.number(1...6))) }
    if random.chance(20) { return .answer(random.below(4), answer(&random)) }
    if random.chance(3) { return .late(random.below(6), data(&random)) }
    let data = data(&random)
    return .send(random.pick(ChartGenerator.eventNames + ["a", "b", "c", "unheard", "ab", "a.z"]), data)
  }
}
