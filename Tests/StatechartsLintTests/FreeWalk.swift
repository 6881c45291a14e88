import ReferenceEngine
import Statecharts
import StatechartsTesting

/// What happens in random walks through a chart of free guards.
struct FreeWalk {
  /// The states that were entered, those that nothing stays in included.
  private(set) var entered: Set<String> = []
  /// The labels of the transitions that were taken.
  private(set) var taken: Set<String> = []
  /// Both.
  var happened: Set<String> { entered.union(taken) }
  private let chart: CompiledChart
  private var counts: [String: Int] = [:]
  private let guards: [String]
  private var random: RandomSource

  init(_ chart: CompiledChart, guards: [String], seed: UInt64) {
    self.chart = chart
    self.guards = guards
    random = RandomSource(seed: seed)
  }

  /// Begins anew and goes on so many steps at most, or to the chart's end.
  mutating func walk(_ most: Int) throws {
    // Long walks end in states that nothing leads out of.
    let steps = random.number(2...most)
    var simulation = try Simulation(chart)
    simulation.guards = answers()
    var report = simulation.start()
    note(report)
    for _ in 0..<steps {
      guard !report.isFinal, report.stopped == nil else { return }
      simulation.guards = answers()
      if !report.services.isEmpty, random.chance(40) {
        let id = random.pick(report.services)
        report =
          switch random.below(3) {
          case 0: simulation.complete(service: id)
          case 1: simulation.fail(service: id, code: "busy")
          default: simulation.fail(service: id, code: "offline")
          }
      } else if let timer = report.timers.first, random.chance(40) {
        report = simulation.advance(by: timer.remaining)
      } else {
        report = simulation.send(event(simulation))
      }
      note(report)
    }
  }

  /// An event, rather one whose transitions were taken seldom.
  private mutating func event(_ simulation: Simulation) -> String {
    let enabled = simulation.enabledEvents
    guard !enabled.isEmpty, random.chance(85) else { return random.pick(FreeChart.events) }
    let seldom = enabled.map { event in event.branches.map { counts[$0.label ?? ""] ?? 0 }.min() ?? 0 }
    let least = seldom.min() ?? 0
    let wanted = random.chance(50) ? enabled.indices.filter { seldom[$0] == least } : Array(enabled.indices)
    return enabled[random.pick(wanted)].name
  }

  private mutating func answers() -> [String: Bool] {
    let percent = random.pick([10, 35, 50, 65, 90])
    return Dictionary(guards.map { ($0, random.chance(percent)) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func note(_ report: SimulationReport) {
    for step in report.microsteps {
      entered.formUnion(step.entered)
      for label in step.taken.compactMap(\.label) {
        taken.insert(label)
        counts[label, default: 0] += 1
      }
    }
  }
}
