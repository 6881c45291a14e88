import Statecharts

/// A chart of a simulation, with the child charts that are simulated with it and what guards answer.
struct SimulatedChart: RunnableChart {
  let chart: CompiledChart
  /// Child charts by the path that invokes them; others are simulated as services.
  var charts: [String: CompiledChart]
  var guards: [String: Bool] = [:]
  var rule: GuardRule?

  func machine(
    input: [String: Value], isInvoked: Bool, sessionID: String
  ) throws(BindingProblems) -> CheckedMachine {
    var machine = try CheckedMachine(
      chart, guards: guards, input: input, isInvoked: isInvoked, sessionID: sessionID)
    machine.guardRule = rule
    return machine
  }

  func child(_ path: String, of first: SimulatedChart) -> ChildChart<SimulatedChart> {
    guard let chart = first.charts[path] else { return .service }
    return .chart(SimulatedChart(chart: chart, charts: first.charts, guards: first.guards, rule: first.rule))
  }
}

extension Report {
  /// Adds what happened.
  mutating func add(_ occurrence: Occurrence) {
    switch occurrence {
    case .stepped(let chart, let cause, let step):
      actions += step.actions
      log += step.logs
      failures += step.failures
      unhandledErrors += step.unhandledErrors
      if chart == RunningCharts<SimulatedChart>.root { microsteps += step.microsteps }
      if case .messages(let id, _) = cause, step.outcome == .late { lateResults.append(id) }
    case .output(_, let payload): outputs.append(Message(name: payload.name, data: payload.redactedData))
    case .deliver(let key, let payload):
      sent.append(Message(name: payload.name, data: payload.redactedData, receiver: key.run.id))
    case .failure(_, let message): failures.append(message)
    case .start(let key, let start), .startedChart(_, let key, let start): starts.append(Start(key, start))
    case .cancel, .endedChart, .schedule, .cancelTimer: break
    }
  }
}
