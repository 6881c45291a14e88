import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsWalk

/// Finds a short run to a state by trying what can happen, first where the fewest steps may be left (A*).
///
/// A ``RelaxedChart`` estimates how many steps are left and names those to try first. Data are samples that stand for all
/// that makes a difference.
struct RunSearch {
  /// How much is tried.
  struct Limits {
    /// How many steps are tried at most.
    var steps = 2_000
    /// How many guards of the app answer otherwise at most: each of them doubles what can be tried.
    var switches = 2
    /// How many values of one payload are tried at most, at first and with the rest.
    var values = 24
    var valuesOfRest = 192
    /// How long it may take.
    var time = Duration.seconds(3)
  }

  /// Where a search begins.
  struct Start {
    var simulation: Simulation
    var report: SimulationReport
  }

  private typealias Stimulus = RelaxedChart.Stimulus

  private struct Situation {
    var simulation: Simulation
    var report: SimulationReport
    /// What led here: the number of the situation before, and a step; nil for a start.
    var origin: (situation: Int, step: SimulationRequest)?
    /// The number of steps, in which a switch counts more.
    var cost = 0
    var switches = 0
    /// What is tried first.
    var first: Set<Stimulus> = []
  }

  /// What is tried in a situation.
  private enum Phase {
    /// What begins a run of the relaxed chart.
    case first
    case rest
    /// Events that the chart or a service sends.
    case own
  }

  /// What decides how a run goes on. Situations with the same outcome are followed once.
  private struct Outcome: Hashable {
    var configuration: [String]
    var services: [String]
    var timers: Set<String>
    var guards: [String: Bool]
    /// The variables that decide something.
    var values: [NamedValue]
  }

  /// The active states, and how many steps may be left.
  private struct PlanKey: Hashable {
    var configuration: [String]
    var length: Int
  }

  /// How promising it is to go on in a situation; the smallest is the best.
  private struct Priority: Hashable, Comparable {
    /// The steps so far and those that are left.
    var length: Int
    var cost: Int

    static func < (one: Priority, other: Priority) -> Bool {
      // Of equally long runs the one that has come farthest.
      (one.length, other.cost) < (other.length, one.cost)
    }
  }

  private let target: String
  private let limits: Limits
  private let chart: Statechart
  private let services: ServiceDeclarations
  private let samples: SampleValues
  /// Nil if reading the chart took all the time.
  private let relaxed: RelaxedChart?
  /// When the search ends.
  private var deadline: ContinuousClock.Instant
  private var isPrepared = true
  private var choices: [Stimulus: SampleChoices] = [:]
  private var situations: [Situation] = []
  /// The situations to go on in.
  private var pending: [Priority: [(situation: Int, phase: Phase)]] = [:]
  private var seen: Set<Outcome> = []
  /// How many situations there are for each key.
  private var duplicates: [PlanKey: Int] = [:]
  private var tried = 0
  private var found: SimulationRequest?

  /// Prepares a search for runs to a state in which the state is entered in the last step.
  init(to target: String, in simulation: Simulation, limits: Limits = Limits()) {
    self.target = target
    self.limits = limits
    deadline = ContinuousClock.now + limits.time
    chart = simulation.chart.chart
    services = ServiceDeclarations(simulation)
    samples = SampleValues(chart)
    relaxed = RelaxedChart(chart, services, until: deadline)
  }

  /// Finds a run. The time of the first search begins with its preparation.
  ///
  /// - Returns: The number of the start, and the steps; nil when no run is found.
  mutating func find(from starts: [Start]) -> (start: Int, steps: [SimulationRequest])? {
    (situations, pending, seen, duplicates, tried, found) = ([], [:], [], [:], 0, nil)
    if !isPrepared { deadline = ContinuousClock.now + limits.time }
    isPrepared = false
    for (number, start) in starts.enumerated() {
      if start.report.reaches(target) { return (number, []) }
      add(Situation(simulation: start.simulation, report: start.report))
    }
    while let best = pending.keys.min(), !isOver {
      guard let next = pending[best]?.first else { break }
      pending[best]?.removeFirst()
      if pending[best]?.isEmpty == true { pending[best] = nil }
      follow(next.situation, next.phase)
      if let found {
        let (start, steps) = steps(to: next.situation)
        return (start, steps + [found])
      }
      switch next.phase {
      case .first:
        // What is not tried first takes one step more at least.
        pending[Priority(length: best.length + 1, cost: best.cost), default: []].append(
          (next.situation, .rest))
      case .rest:
        let later = Priority(length: best.length + RelaxedChart.lastResortCost, cost: best.cost)
        pending[later, default: []].append((next.situation, .own))
      case .own: break
      }
    }
    return nil
  }

  private var isOver: Bool { tried >= limits.steps || ContinuousClock.now >= deadline }

  private func steps(to number: Int) -> (start: Int, steps: [SimulationRequest]) {
    var steps: [SimulationRequest] = []
    var number = number
    while let origin = situations[number].origin {
      steps.append(origin.step)
      number = origin.situation
    }
    return (number, steps.reversed())
  }

  /// Keeps a situation to go on in, unless no steps lead from it to the state. A start is kept in any case, to number it.
  private mutating func add(_ situation: Situation) {
    var situation = situation
    let report = situation.report
    let plan =
      report.isFinal || report.stopped != nil
      ? nil : relaxed?.plan(to: target, from: situation.simulation, report)
    situation.first = plan?.first ?? []
    if let plan {
      // Duplicates wait for others, however many values lead to them.
      let key = PlanKey(configuration: report.configuration, length: plan.length)
      let wait = situation.origin == nil ? 0 : duplicates[key, default: 0]
      duplicates[key] = wait + 1
      let priority = Priority(length: situation.cost + plan.length + wait, cost: situation.cost)
      pending[priority, default: []].append((situations.count, plan.first.isEmpty ? .rest : .first))
    }
    situations.append(situation)
  }

  /// Tries what can happen in a situation.
  private mutating func follow(_ number: Int, _ phase: Phase) {
    let situation = situations[number]
    for stimulus in stimuli(situation) {
      let isTried =
        switch phase {
        case .first: situation.first.contains(stimulus)
        case .rest: !isOwn(stimulus)
        case .own: isOwn(stimulus)
        }
      if isTried { take(stimulus, in: number, isRest: phase != .first) }
    }
  }

  /// What can happen in a situation, what usually happens first.
  private func stimuli(_ situation: Situation) -> [Stimulus] {
    let report = situation.report
    var stimuli = situation.simulation.enabledEvents.map(\.name).filter { !$0.hasSuffix("*") }.map {
      Stimulus.event($0)
    }
    for id in report.services {
      stimuli.append(.done(service: id))
      stimuli += services.sends(of: id).map { .sent(service: id, event: $0) }
    }
    if !report.timers.isEmpty { stimuli.append(.time) }
    for id in report.services { stimuli += codes(of: id).map { .failed(service: id, code: $0) } }
    guard situation.switches < limits.switches else { return stimuli }
    return stimuli
      + situation.simulation.guardNames.map {
        .answer(guard: $0, !(situation.simulation.guards[$0] ?? true))
      }
  }

  private func isOwn(_ stimulus: Stimulus) -> Bool {
    guard case .event(let name) = stimulus else { return false }
    return relaxed?.ownEvents.contains(name) == true
  }

  /// The codes that may make a difference, and one that stands for the others.
  private func codes(of id: String) -> [String] {
    let codes = services.codes(of: id)
    func matters(_ code: String) -> Bool { services.handles(code, of: id) || samples.mentions(code) }
    return codes.filter(matters) + codes.filter { !matters($0) }.prefix(1)
  }

  private mutating func take(_ stimulus: Stimulus, in number: Int, isRest: Bool) {
    switch stimulus {
    case .event(let name): tryValues(stimulus, in: number, isRest: isRest) { .event(name, data: $0) }
    case .done(let id): tryValues(stimulus, in: number, isRest: isRest) { .done(service: id, result: $0) }
    case .failed(let id, let code):
      tryValues(stimulus, in: number, isRest: isRest) { .failed(service: id, code: code, data: $0) }
    case .sent(let id, let name):
      tryValues(stimulus, in: number, isRest: isRest) { .sent(service: id, event: name, data: $0) }
    case .time:
      guard let timer = situations[number].report.timers.first else { return }
      _ = attempt(SimulationRequest(.advance(timer.remaining)), in: number)
    case .answer(let name, let holds):
      _ = attempt(SimulationRequest(.nothing, guards: [(name, holds)]), in: number)
    }
  }

  /// The values that come with a stimulus, which are made once.
  private mutating func values(of stimulus: Stimulus) -> SampleChoices {
    if let known = choices[stimulus] { return known }
    let made: SampleChoices
    switch stimulus {
    case .event(let name), .sent(_, let name):
      made = samples.choices(of: chart.events?.first { $0.name.text == name }?.payload ?? [])
    case .done(let id): made = samples.choices(of: services.result(of: id), named: id)
    case .failed(let id, let code): made = samples.choices(of: services.error(code, of: id)?.payload ?? [])
    case .time, .answer: made = samples.choices(of: [])
    }
    choices[stimulus] = made
    return made
  }

  /// Tries values, the most ordinary ones first, and of each that leads somewhere else those that differ from it in one field.
  private mutating func tryValues(
    _ stimulus: Stimulus, in number: Int, isRest: Bool, _ step: (ChartValue) -> SimulationRequest.Kind
  ) {
    let choices = values(of: stimulus)
    // By distance from the most ordinary value.
    var pending = [choices.first.distance: [choices.first]]
    var known: Set = [choices.first]
    var outcomes: Set<Outcome> = []
    var left = isRest ? limits.valuesOfRest : limits.values
    while left > 0, found == nil, !isOver, let nearest = pending.keys.min(), var samples = pending[nearest] {
      left -= 1
      let sample = samples.removeFirst()
      pending[nearest] = samples.isEmpty ? nil : samples
      guard let outcome = attempt(SimulationRequest(step(choices.value(sample))), in: number),
        outcomes.insert(outcome).inserted
      else { continue }
      for other in choices.neighbors(of: sample) where known.insert(other).inserted {
        pending[other.distance, default: []].append(other)
      }
    }
  }

  /// Tries a step; gives where it leads, or nil when nothing happens.
  private mutating func attempt(_ step: SimulationRequest, in number: Int) -> Outcome? {
    guard found == nil, !isOver else { return nil }
    tried += 1
    let before = situations[number]
    var simulation = before.simulation
    let report = simulation.take(step)
    guard report.outcome != .rejected else { return nil }
    if report.reaches(target) {
      found = step
      return nil
    }
    let isSwitch = !step.guards.isEmpty
    guard isSwitch || report.outcome == .taken else { return nil }
    let outcome = Outcome(
      configuration: report.configuration, services: report.services, timers: Set(report.timers.map(\.name)),
      guards: simulation.guards.filter { !$0.value },
      values: report.context.filter { samples.decides($0.name) })
    guard seen.insert(outcome).inserted else { return outcome }
    add(
      Situation(
        simulation: simulation, report: report, origin: (number, step),
        cost: before.cost + cost(of: step),
        switches: before.switches + (isSwitch ? 1 : 0)))
    return outcome
  }

  private func cost(of step: SimulationRequest) -> Int {
    guard step.guards.isEmpty else { return RelaxedChart.answerCost }
    guard case .event(let name, _) = step.kind else { return 1 }
    return isOwn(.event(name)) ? RelaxedChart.lastResortCost : 1
  }
}

extension SimulationReport {
  /// Whether a state is active, or was while the chart took its steps.
  fileprivate func reaches(_ state: String) -> Bool {
    states.contains(state) || microsteps.contains { $0.entered.contains(state) }
  }
}
