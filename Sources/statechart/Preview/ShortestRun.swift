import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsWalk

/// Finds the fewest steps to a state by trying what can happen, breadth first.
///
/// Data are samples that stand for all that makes a difference. Of the situations in one place, those are followed in which
/// a variable that decides something has a value that it has not had there.
struct ShortestRun {
  /// How much is tried.
  struct Limits {
    /// How many steps are tried at most.
    var steps = 30_000
    /// How many situations of one place are followed at most.
    var situations = 24
    /// How many conditions are switched at most.
    var switches = 2
    /// How many values of one payload are tried at most.
    var values = 24
    /// How long it may take.
    var time = Duration.seconds(4)
  }

  private struct Situation {
    var simulation: Simulation
    var report: SimulationReport
    /// What led here: the number of the situation before, and a step.
    var origin: (situation: Int, step: SimulationRequest)?
    var switches = 0
  }

  private struct Place: Hashable {
    var configuration: [String]
    var services: [String]
    var guards: [String: Bool]
  }

  private struct Seen {
    var situations: Set<[NamedValue]> = []
    var values: [String: Set<ChartValue>] = [:]
  }

  private let target: String
  private let limits: Limits
  private let chart: Statechart
  private let services: ServiceDeclarations
  private let samples: SampleValues
  private var situations: [Situation] = []
  private var seen: [Place: Seen] = [:]
  private var tried = 0
  private var found: SimulationRequest?

  /// The steps from where a run is to a state; nil when no run to it is found. There are none if it is active.
  static func steps(
    to target: String, from simulation: Simulation, _ report: SimulationReport, limits: Limits = Limits()
  ) -> [SimulationRequest]? {
    if report.states.contains(target) { return [] }
    var search = ShortestRun(target, simulation, limits)
    return search.run(simulation, report)
  }

  private init(_ target: String, _ simulation: Simulation, _ limits: Limits) {
    self.target = target
    self.limits = limits
    chart = simulation.chart.chart
    services = ServiceDeclarations(simulation)
    samples = SampleValues(chart)
  }

  private mutating func run(_ simulation: Simulation, _ report: SimulationReport) -> [SimulationRequest]? {
    let clock = ContinuousClock()
    let end = clock.now + limits.time
    situations = [Situation(simulation: simulation, report: report)]
    var next = 0
    while next < situations.count, tried < limits.steps, clock.now < end {
      follow(next)
      if let found { return steps(to: next) + [found] }
      next += 1
    }
    return nil
  }

  private func steps(to number: Int) -> [SimulationRequest] {
    var steps: [SimulationRequest] = []
    var number = number
    while let origin = situations[number].origin {
      steps.append(origin.step)
      number = origin.situation
    }
    return steps.reversed()
  }

  /// Tries all that can happen in a situation, what usually happens first.
  private mutating func follow(_ number: Int) {
    let situation = situations[number]
    let report = situation.report
    guard !report.isFinal, report.stopped == nil else { return }
    for event in situation.simulation.enabledEvents where !event.name.hasSuffix("*") {
      tryValues(samples.choices(of: event.payload), in: number) { .event(event.name, data: $0) }
    }
    for id in report.services {
      let result = samples.choices(of: services.result(of: id), named: id)
      tryValues(result, in: number) { .done(service: id, result: $0) }
      for name in services.sends(of: id) {
        let payload = chart.events?.first { $0.name.text == name }?.payload ?? []
        tryValues(samples.choices(of: payload), in: number) { .sent(service: id, event: name, data: $0) }
      }
    }
    if let timer = report.timers.first {
      _ = attempt(SimulationRequest(.advance(timer.remaining)), in: number)
    }
    for id in report.services {
      for code in services.codes(of: id) {
        let payload = services.error(code, of: id)?.payload ?? []
        tryValues(samples.choices(of: payload), in: number) { .failed(service: id, code: code, data: $0) }
      }
    }
    guard situation.switches < limits.switches else { return }
    for name in situation.simulation.guardNames {
      let answer = !(situation.simulation.guards[name] ?? true)
      _ = attempt(SimulationRequest(.nothing, guards: [(name, answer)]), in: number)
    }
  }

  /// Tries values, and of each that leads somewhere new those that differ from it in one field.
  private mutating func tryValues(
    _ choices: SampleChoices, in number: Int, _ step: (ChartValue) -> SimulationRequest.Kind
  ) {
    var pending = [choices.first]
    var known = Set(pending)
    var next = 0
    while next < pending.count, next < limits.values, found == nil {
      let sample = pending[next]
      next += 1
      guard attempt(SimulationRequest(step(choices.value(sample))), in: number) else { continue }
      for other in choices.neighbors(of: sample) where known.insert(other).inserted { pending.append(other) }
    }
  }

  /// Tries a step; gives whether it leads somewhere new.
  private mutating func attempt(_ step: SimulationRequest, in number: Int) -> Bool {
    guard found == nil, tried < limits.steps else { return false }
    tried += 1
    var simulation = situations[number].simulation
    guard let report = try? simulation.perform(step), report.outcome != .rejected else { return false }
    let isSwitch = !step.guards.isEmpty
    if report.states.contains(target) || report.microsteps.contains(where: { $0.entered.contains(target) }) {
      found = step
      return true
    }
    guard isSwitch || report.outcome == .taken, isNew(report, simulation.guards) else { return false }
    let switches = situations[number].switches + (isSwitch ? 1 : 0)
    situations.append(
      Situation(simulation: simulation, report: report, origin: (number, step), switches: switches))
    return true
  }

  private mutating func isNew(_ report: SimulationReport, _ guards: [String: Bool]) -> Bool {
    let place = Place(
      configuration: report.configuration, services: report.services, guards: guards.filter { !$0.value })
    var known = seen.removeValue(forKey: place) ?? Seen()
    defer { seen[place] = known }
    let values = report.context.filter { samples.decides($0.name) }
    guard known.situations.count < limits.situations, known.situations.insert(values).inserted else {
      return false
    }
    var isNew = known.situations.count <= 4
    for value in values where known.values[value.name, default: []].insert(value.value).inserted {
      isNew = true
    }
    return isNew
  }
}
