import ReferenceEngine
import Statecharts
import StatechartsLint
import StatechartsModel
import StatechartsTesting
import StatechartsYAML

/// What a random chart does in random walks: which states are entered, and which transitions are taken.
struct RandomWalk {
  /// The chart as it was read from its text.
  let chart: Statechart
  /// What the linter finds in the text.
  let findings: [Diagnostic]
  let reading: ChartReading
  private let compiled: CompiledChart
  /// All transitions in the order of the compiled chart.
  private let transitions: [ChartTransition]
  /// The states that were entered.
  private(set) var entered: Set<String> = []
  /// The transitions that were taken.
  private(set) var taken: Set<Int> = []
  /// The labels of the transitions that were taken.
  private(set) var takenLabels: Set<String> = []
  /// The states that were entered in walks that came to the chart's end.
  private(set) var endedAfter: Set<String> = []
  /// What failed.
  private(set) var failures: Set<String> = []
  /// Where the chart came to rest, and what its variables were there.
  private(set) var rests: [(states: [String], values: [String: ChartValue])] = []

  /// Takes the chart of a seed, with a change; nil where there is none.
  init?(seed: UInt64, changed change: (inout Statechart) -> Void = { _ in }) {
    var chart = Scenario(seed: seed).chart
    change(&chart)
    let text = ChartWriter().text(of: chart)
    let source = SourceText(name: "random.yaml", bytes: Array(text.utf8))
    reading = ChartReader().read(source)
    guard let chart = reading.chart, let compiled = try? CompiledChart(chart) else { return nil }
    self.chart = chart
    self.compiled = compiled
    transitions = Self.transitions(of: chart.root)
    findings = Linter().lint(source).findings.map(\.diagnostic)
  }

  /// As the compiler numbers them: the states in document order, in each what its own work leads to first.
  private static func transitions(of state: StateNode) -> [ChartTransition] {
    var result = state.done
    for invocation in state.invoke {
      result += invocation.done + invocation.failed.filter { $0.code != nil }.map(\.transition)
      result += invocation.failed.filter { $0.code == nil }.map(\.transition)
    }
    result += state.after.map(\.transition) + state.on.map(\.transition) + state.always
    return result + state.states.flatMap { transitions(of: $0) }
  }

  /// The numbers of the transitions that findings of a rule are about: by their own place or that of their guard.
  func transitions(foundBy rule: String, saying text: String = "") -> [Int] {
    let places = Set(
      findings.filter { $0.rule == rule && $0.message.contains(text) }.map(\.range.lowerBound))
    return transitions.indices.filter { number in
      let origins = [transitions[number].origin, transitions[number].guard?.origin ?? .none]
      return origins.contains { $0 != .none && places.contains(reading.range(of: $0).lowerBound) }
    }
  }

  /// The states that findings of a rule are about and those that are cut off with them, with all states inside them.
  func states(foundBy rule: String) -> Set<String> {
    let told = findings.filter { $0.rule == rule }
    let cutOff = rule == "unreachable-state" ? told.flatMap(\.related) : []
    let places = Set(told.map(\.range.lowerBound) + cutOff.map(\.range.lowerBound))
    var result: Set<String> = []
    func add(_ state: StateNode, _ isFound: Bool) {
      let isFound = isFound || places.contains(reading.range(of: state.id.origin).lowerBound)
      if isFound { result.insert(state.id.text) }
      for child in state.states { add(child, isFound) }
    }
    for child in chart.root.states { add(child, false) }
    return result
  }

  /// Walks from the start: whatever happens in the scenario of a seed happens to this chart.
  mutating func walk(seed: UInt64) {
    let scenario = Scenario(seed: seed)
    guard var simulation = try? Simulation(compiled) else { return }
    simulation.stopsAtViolations = false
    simulation.guardRule = { [guards = scenario.guards] name, arguments in try guards.answer(name, arguments)
    }
    var report = simulation.start()
    var own: Set<String> = []
    note(report, &own)
    for step in scenario.steps {
      // Charts that go round for ever take their time, and show nothing new.
      guard !report.isFinal, report.microsteps.count < 500, report.timers.count < 60 else { return }
      let running = report.services
      switch step {
      case .send(let name, let data): report = simulation.send(name, data: data)
      case .advance(let span): report = simulation.advance(by: span)
      case .answer(let place, let answer):
        guard !running.isEmpty else { continue }
        let id = running[place % running.count]
        switch answer {
        case .completes(let value): report = simulation.complete(service: id, with: value)
        case .fails(let code, let data): report = simulation.fail(service: id, code: code, data: data)
        case .sends(let name, let data): report = simulation.send(name, data: data, fromService: id)
        }
      case .late: continue
      }
      note(report, &own)
      if report.isFinal { endedAfter.formUnion(own) }
    }
  }

  private mutating func note(_ report: SimulationReport, _ own: inout Set<String>) {
    own.formUnion(report.states)
    failures.formUnion(report.failures)
    if !report.isFinal, report.stopped == nil {
      let values = report.context.map { ($0.name, $0.value) }
      rests.append((report.configuration, Dictionary(values, uniquingKeysWith: { first, _ in first })))
    }
    for step in report.microsteps {
      own.formUnion(step.entered)
      taken.formUnion(step.takenNumbers)
      takenLabels.formUnion(step.taken.compactMap(\.label))
    }
    entered.formUnion(own)
  }
}
