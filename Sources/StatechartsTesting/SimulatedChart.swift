import Statecharts

/// A chart of a simulation, with the child charts that are simulated with it and what guards answer.
struct SimulatedChart: RunnableChart {
  var chart: CompiledChart
  /// Child charts by the path that invokes them; others are simulated as services.
  var charts: [String: CompiledChart]
  var guards: [String: Bool] = [:]
  var rule: GuardRule?
  /// Whether each step is compared with that of two other machines.
  let isCompared: Bool

  func machine(
    input: [String: ChartValue], isInvoked: Bool, sessionID: String
  ) throws(BindingProblems) -> CheckedMachine {
    var machine = try CheckedMachine(
      chart, guards: guards, input: input, isInvoked: isInvoked, sessionID: sessionID,
      isCompared: isCompared)
    machine.guardRule = rule
    return machine
  }

  func child(_ path: String, of first: SimulatedChart) -> ChildChart<SimulatedChart> {
    guard let chart = first.charts[path] else { return .service }
    var child = first
    child.chart = chart
    return .chart(child)
  }
}

extension SimulationReport {
  /// Adds what happened.
  mutating func add(_ occurrence: Occurrence) {
    switch occurrence {
    case .stepped(let chart, let cause, let step):
      actions += step.actions
      log += step.logs
      failures += step.failures
      unhandledErrors += step.unhandledErrors
      addPerformedEffects(of: step, chart)
      if chart == RunningCharts<SimulatedChart>.root { microsteps += step.microsteps }
      if case .messages(let run, _) = cause, step.outcome == .stale { lateResults.append(run.id) }
    case .output(_, let payload): outputs.append(Message(payload))
    case .deliver(let key, let payload):
      let message = Message(payload, receiver: key.run.id)
      sent.append(message)
      while settled < performedEffects.count, !performedEffects[settled].waits { settled += 1 }
      if let place = performedEffects[settled...].firstIndex(of: .waiting(chart: key.chart, key.run)) {
        performedEffects[place] = .send(message)
      }
    case .failure(_, let message): failures.append(message)
    case .start(let key, let start), .startedChart(_, let key, let start):
      starts.append(Start(key, start))
      if start.attempt > 0 { performedEffects.append(.restart(key.run.id)) }
    case .cancel, .endedChart, .schedule, .cancelTimer: break
    }
  }

  /// Adds what a step did in the order of the chart's actions. What it sends waits for its receiver: a chart inside takes it
  /// itself.
  private mutating func addPerformedEffects(of step: Macrostep, _ chart: Int) {
    // Decision: Docs/decisions/diagrams-and-pages.md#a-story-follows-the-charts-order
    var actions = step.actions.makeIterator()
    var logs = step.logs.makeIterator()
    var turns = step.turns[...]
    func addTurns(upTo effects: Int, _ performedEffects: inout [PerformedEffect]) {
      while let turn = turns.first {
        switch turn {
        case .action(let after) where after <= effects:
          performedEffects += actions.next().map { [.action($0)] } ?? []
        case .log(let after) where after <= effects: performedEffects += logs.next().map { [.log($0)] } ?? []
        default: return
        }
        turns.removeFirst()
      }
    }
    for (number, effect) in step.effects.enumerated() {
      addTurns(upTo: number, &performedEffects)
      switch effect {
      case .output(let payload): performedEffects.append(.output(Message(payload)))
      case .sendToInvocation(let run, _): performedEffects.append(.waiting(chart: chart, run))
      default: break
      }
    }
    addTurns(upTo: .max, &performedEffects)
  }
}

extension SimulationReport.PerformedEffect {
  fileprivate var waits: Bool { if case .waiting = self { true } else { false } }
}

extension SimulationReport.Message {
  fileprivate init(_ payload: NamedData, receiver: String? = nil) {
    self.init(name: payload.name, data: payload.redactedData, receiver: receiver)
  }
}
