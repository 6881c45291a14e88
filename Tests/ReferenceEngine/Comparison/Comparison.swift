package import Statecharts
import StatechartsModel
import StatechartsTesting

/// Runs a scenario in both engines and compares all that can be seen after every step.
package struct Comparison {
  /// What came of it.
  package enum Outcome {
    /// The product does not accept the chart: the generator's mistake.
    case invalid([ModelProblem])
    /// Nothing differs; the number of the steps that were compared.
    case agrees(steps: Int)
    /// Nothing differs so far, also not in how the last step begins, but the chart went on for too long.
    case gaveUp(steps: Int)
    /// The engines differ after a step; 0 is the start.
    case differs(Difference)
  }

  /// Where two engines part.
  package struct Difference {
    /// Which step; 0 is the start.
    package var step: Int
    package var expected: Observation
    package var found: Observation
    /// What the product's configuration breaks, and in what its machines differ from each other, if anything.
    package var violations: [String]

    /// Which of the two it is, in a few words.
    package var kind: String { expected == found ? "the product breaks its own rules" : "the engines differ" }
  }

  /// Timers that may wait before a run is broken off: some charts send themselves ever more events.
  static let maximumTimers = 60

  /// Runs a scenario.
  package static func run(_ scenario: Scenario) -> Outcome {
    let compiled: CompiledChart
    do {
      compiled = try CompiledChart(scenario.chart, children: [:], mostPrecomputed: scenario.mostPrecomputed)
    } catch { return .invalid(error.problems) }
    guard var product = try? Simulation(compiled, isCompared: true) else { return .invalid([]) }
    product.guardRule = { [guards = scenario.guards] in try guards.answer($0, $1) }
    var started: [ServiceKey] = []
    product.stopsAtViolations = false
    let reference = ReferenceEngine(scenario.chart, guards: scenario.guards, mostWork: scenario.mostSteps)
    let chartID = scenario.chart.id.text

    for number in 0...scenario.steps.count {
      let step = number == 0 ? nil : scenario.steps[number - 1]
      // Until now nothing differed, so both have started and run the same.
      let running = reference.runningIDs
      if case .late = step, started.isEmpty { continue }
      let expected = tell(reference, step, running)
      let report = tell(&product, step, running, started)
      started += report.starts.map(\.key)
      let found = Observation(report, chartID: chartID)
      let violations = product.configurationViolations
      let isSame = reference.gaveUp ? expected.begins(found) : expected == found
      if !isSame || !violations.isEmpty {
        return .differs(.init(step: number, expected: expected, found: found, violations: violations))
      }
      if reference.gaveUp { return .gaveUp(steps: number) }
      if reference.waiting > maximumTimers { return .gaveUp(steps: number + 1) }
    }
    return .agrees(steps: scenario.steps.count + 1)
  }

  private static func tell(
    _ engine: ReferenceEngine, _ step: Scenario.Step?, _ running: [String]
  ) -> Observation {
    switch step {
    case .answer(let place, let answer)?: engine.answer(id(place, running), answer)
    case .late(let place, let result)?: engine.answerLate(place % engine.startCount, result)
    case .send(let name, let data)?: engine.send(name, data: data)
    case .advance(let span)?: engine.advance(by: span)
    case nil: engine.interpret()
    }
  }

  /// What answers; nothing has the id where nothing runs.
  private static func id(_ place: Int, _ running: [String]) -> String {
    running.isEmpty ? "nothing" : running[place % running.count]
  }

  private static func tell(
    _ simulation: inout Simulation, _ step: Scenario.Step?, _ running: [String], _ started: [ServiceKey]
  ) -> SimulationReport {
    switch step {
    case .answer(let place, .completes(let result))?:
      simulation.complete(service: id(place, running), with: result)
    case .answer(let place, .fails(let code, let data))?:
      simulation.fail(service: id(place, running), code: code, data: data)
    case .answer(let place, .sends(let name, let data))?:
      simulation.send(name, data: data, fromService: id(place, running))
    case .late(let place, let result)?: simulation.complete(started[place % started.count], with: result)
    case .send(let name, let data)?: simulation.send(name, data: data)
    case .advance(let span)?: simulation.advance(by: span)
    case nil: simulation.start()
    }
  }
}
