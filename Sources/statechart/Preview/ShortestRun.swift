import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsWalk

/// Finds a short run to a state by trying what can happen, first where the fewest steps may be left.
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
    /// How many conditions are switched at most, and how many steps one counts for: a run without them is easier to
    /// understand, and each of them doubles what can be tried.
    var switches = 2
    var switchCost = 3
    /// How many values of one payload are tried at most.
    var values = 24
    /// How long it may take.
    var time = Duration.seconds(3)
  }

  /// Where a search begins.
  struct Start {
    var simulation: Simulation
    var report: SimulationReport
  }

  private struct Situation {
    var simulation: Simulation
    var report: SimulationReport
    /// What led here: the number of the situation before, and a step; nil for a start.
    var origin: (situation: Int, step: SimulationRequest)?
    /// The number of steps, in which a switch counts more.
    var cost = 0
    var switches = 0
  }

  private struct Place: Hashable {
    var configuration: [String]
    var services: [String]
    var guards: [String: Bool]
  }

  private struct Outcome: Hashable {
    var place: Place
    /// The variables that decide something.
    var values: [NamedValue]
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
  private let distances: StateDistances
  private var situations: [Situation] = []
  /// The situations that are not followed yet, by how promising they are: the smallest key first.
  private var pending: [Int: [Int]] = [:]
  private var choices: [String: SampleChoices] = [:]
  private var seen: [Place: Seen] = [:]
  private var tried = 0
  private var found: SimulationRequest?

  /// Finds a run to a state in which the state is entered in the last step.
  ///
  /// - Returns: The number of the start, and the steps; nil when no run is found.
  static func find(
    _ target: String, from starts: [Start], limits: Limits = Limits()
  ) -> (start: Int, steps: [SimulationRequest])? {
    guard let first = starts.first else { return nil }
    var search = ShortestRun(target, first.simulation, limits)
    return search.run(starts)
  }

  private init(_ target: String, _ simulation: Simulation, _ limits: Limits) {
    self.target = target
    self.limits = limits
    chart = simulation.chart.chart
    services = ServiceDeclarations(simulation)
    samples = SampleValues(chart)
    distances = StateDistances(to: target, in: chart)
  }

  private mutating func run(_ starts: [Start]) -> (start: Int, steps: [SimulationRequest])? {
    let clock = ContinuousClock()
    let end = clock.now + limits.time
    for (number, start) in starts.enumerated() {
      if start.report.reaches(target) { return (number, []) }
      add(Situation(simulation: start.simulation, report: start.report))
    }
    while let key = pending.keys.min(), tried < limits.steps, clock.now < end {
      guard let number = pending[key]?.first else { break }
      pending[key]?.removeFirst()
      if pending[key]?.isEmpty == true { pending[key] = nil }
      follow(number)
      if let found {
        let (start, steps) = steps(to: number)
        return (start, steps + [found])
      }
    }
    return nil
  }

  private func steps(to number: Int) -> (start: Int, steps: [SimulationRequest]) {
    var steps: [SimulationRequest] = []
    var number = number
    while let origin = situations[number].origin {
      steps.append(origin.step)
      number = origin.situation
    }
    return (number, steps.reversed())
  }

  /// Keeps a situation to be followed, unless no steps lead from it to the state.
  private mutating func add(_ situation: Situation) {
    let number = situations.count
    situations.append(situation)
    guard !situation.report.isFinal, situation.report.stopped == nil,
      let rest = distances.distance(from: situation.report.states)
    else { return }
    // Of equally long runs the one that has come farthest. Both numbers are far below the factor.
    let key = (situation.cost + rest) * (limits.steps + 1) - situation.cost
    pending[key, default: []].append(number)
  }

  /// Tries all that can happen in a situation, what usually happens first.
  private mutating func follow(_ number: Int) {
    let situation = situations[number]
    let report = situation.report
    for event in situation.simulation.enabledEvents where !event.name.hasSuffix("*") {
      tryValues(choices(of: event.payload, "event \(event.name)"), in: number) {
        .event(event.name, data: $0)
      }
    }
    for id in report.services {
      tryValues(result(of: id), in: number) { .done(service: id, result: $0) }
      for name in services.sends(of: id) {
        let payload = chart.events?.first { $0.name.text == name }?.payload ?? []
        tryValues(choices(of: payload, "event \(name)"), in: number) {
          .sent(service: id, event: name, data: $0)
        }
      }
    }
    if let timer = report.timers.first {
      _ = attempt(SimulationRequest(.advance(timer.remaining)), in: number)
    }
    for id in report.services {
      for code in codes(of: id) {
        let payload = services.error(code, of: id)?.payload ?? []
        tryValues(choices(of: payload, "failed \(id) \(code)"), in: number) {
          .failed(service: id, code: code, data: $0)
        }
      }
    }
    guard situation.switches < limits.switches else { return }
    for name in situation.simulation.guardNames {
      let answer = !(situation.simulation.guards[name] ?? true)
      _ = attempt(SimulationRequest(.nothing, guards: [(name, answer)]), in: number)
    }
  }

  /// The codes that may make a difference, and one that stands for the others.
  private func codes(of id: String) -> [String] {
    let codes = services.codes(of: id)
    func matters(_ code: String) -> Bool { services.handles(code, of: id) || samples.mentions(code) }
    return codes.filter(matters) + codes.filter { !matters($0) }.prefix(1)
  }

  /// The values of a payload, which are made once.
  private mutating func choices(of fields: [FieldDeclaration], _ name: String) -> SampleChoices {
    if let known = choices[name] { return known }
    let made = samples.choices(of: fields)
    choices[name] = made
    return made
  }

  /// The results of a service, which are made once.
  private mutating func result(of id: String) -> SampleChoices {
    if let known = choices["done \(id)"] { return known }
    let made = samples.choices(of: services.result(of: id), named: id)
    choices["done \(id)"] = made
    return made
  }

  /// Tries values, and of each that leads somewhere else those that differ from it in one field.
  private mutating func tryValues(
    _ choices: SampleChoices, in number: Int, _ step: (ChartValue) -> SimulationRequest.Kind
  ) {
    var pending = [choices.first]
    var known = Set(pending)
    var outcomes: Set<Outcome> = []
    var next = 0
    while next < pending.count, next < limits.values, found == nil {
      let sample = pending[next]
      next += 1
      guard let outcome = attempt(SimulationRequest(step(choices.value(sample))), in: number),
        outcomes.insert(outcome).inserted
      else { continue }
      for other in choices.neighbors(of: sample) where known.insert(other).inserted { pending.append(other) }
    }
  }

  /// Tries a step; gives where it leads, or nil when nothing happens.
  private mutating func attempt(_ step: SimulationRequest, in number: Int) -> Outcome? {
    guard found == nil, tried < limits.steps else { return nil }
    tried += 1
    var simulation = situations[number].simulation
    let report = simulation.take(step)
    guard report.outcome != .rejected else { return nil }
    if report.reaches(target) {
      found = step
      return nil
    }
    let isSwitch = !step.guards.isEmpty
    guard isSwitch || report.outcome == .taken else { return nil }
    let place = Place(
      configuration: report.configuration, services: report.services,
      guards: simulation.guards.filter { !$0.value })
    let outcome = Outcome(place: place, values: report.context.filter { samples.decides($0.name) })
    guard isNew(outcome) else { return outcome }
    let before = situations[number]
    add(
      Situation(
        simulation: simulation, report: report, origin: (number, step),
        cost: before.cost + (isSwitch ? limits.switchCost : 1),
        switches: before.switches + (isSwitch ? 1 : 0)))
    return outcome
  }

  private mutating func isNew(_ outcome: Outcome) -> Bool {
    var known = seen.removeValue(forKey: outcome.place) ?? Seen()
    defer { seen[outcome.place] = known }
    guard known.situations.count < limits.situations, known.situations.insert(outcome.values).inserted else {
      return false
    }
    var isNew = known.situations.count <= 4
    for value in outcome.values where known.values[value.name, default: []].insert(value.value).inserted {
      isNew = true
    }
    return isNew
  }
}

extension SimulationReport {
  /// Whether a state is active, or was while the chart took its steps.
  fileprivate func reaches(_ state: String) -> Bool {
    states.contains(state) || microsteps.contains { $0.entered.contains(state) }
  }
}
