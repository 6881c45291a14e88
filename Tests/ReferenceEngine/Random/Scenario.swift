package import Statecharts

/// A chart, what happens to it, and how its handler guards answer.
package struct Scenario {
  /// One thing that happens.
  package enum Step: Equatable {
    case send(String, Value)
    case advance(Duration)
  }

  package var chart: Statechart
  package var steps: [Step]
  package var guards: [String: Bool]
  /// Steps that one thing may lead to before the run is given up. Most circles are not worth their time.
  package var mostSteps = 3_000

  package init(chart: Statechart, steps: [Step], guards: [String: Bool] = [:]) {
    self.chart = chart
    self.steps = steps
    self.guards = guards
  }

  /// The scenario of a seed: a random valid chart with random events.
  package init(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var generator = ChartGenerator(random: random)
    let chart = generator.makeChart()
    random = generator.random
    self.chart = chart
    steps = (0..<random.number(3...14)).map { _ in Self.step(&random) }
    mostSteps = seed % 200 == 0 ? 3_000 : 60
    guards = ["g0": random.chance(50), "g1": random.chance(50)]
  }

  private static func step(_ random: inout RandomSource) -> Step {
    if random.chance(22) { return .advance(.milliseconds(500 * random.number(1...6))) }
    let data: Value = random.chance(40) ? .map(["v": .int(random.number(0...4))]) : .unset
    return .send(random.pick(ChartGenerator.eventNames + ["a", "b", "c", "unheard", "ab", "a.z"]), data)
  }
}
