public import Statecharts
package import StatechartsModel

/// A run of a chart in virtual time, with guards that answer as told and actions that only are recorded.
///
/// Nothing waits and nothing is random: the same calls give the same reports. Timers fire by deadline, those of
/// one deadline in the order in which they were asked for.
public struct Simulation: Sendable {
  /// Timers that one `advance` fires at most.
  public static let maximumTimers = 10_000

  /// The chart.
  public let chart: CompiledChart
  var charts: RunningCharts<SimulatedChart>
  /// The timers of all charts.
  private var timers = TimerQueue<TimerKey>()
  /// The last start of each service by its chart's number and its id: a retry is counted from it.
  private var lastStarts: [ServiceID: (index: Int, attempt: Int)] = [:]
  /// The time since the simulation was made.
  public private(set) var now = Duration.zero

  /// The answers of handler guards by name; those that are not named hold.
  public var guards: [String: Bool] {
    get { charts.main.bound.guards }
    set {
      charts.main.bound.guards = newValue
      charts.forEachMachine { $0.script = newValue }
    }
  }

  /// How handler guards answer in place of `guards`, from their names and arguments.
  package var guardRule: GuardRule? {
    get { charts.main.bound.rule }
    set {
      charts.main.bound.rule = newValue
      charts.forEachMachine { $0.guardRule = newValue }
    }
  }

  /// The handler guards that the chart or a child chart asks, each once, in the order of their names.
  public var guardNames: [String] {
    Set(chart.requiredGuards).union(charts.main.bound.charts.values.flatMap(\.requiredGuards)).sorted()
  }

  /// The chart, and then those that run inside it, in the order of their paths.
  package var models: [Statechart] {
    [chart.chart] + charts.main.bound.charts.sorted { $0.key < $1.key }.map(\.value.chart)
  }

  /// What is wrong with where the chart is, and with what the machine remembers; empty unless the engine has a fault.
  package var configurationViolations: [String] {
    charts.main.machine.configurationViolations + charts.main.machine.differences
  }

  /// Whether a debug build stops at an impossible configuration, and where a remembered step differs from a planned one.
  package var stopsAtViolations: Bool {
    get { charts.main.machine.stopsAtViolations }
    set { charts.main.machine.stopsAtViolations = newValue }
  }

  /// Makes a simulation that is ready to be started.
  ///
  /// - Parameters:
  ///   - children: child charts by the path that invokes them. Others are simulated as services: they run until
  ///     `complete` or `fail` is called.
  ///   - input: values for the variables that are declared `input`.
  /// - Throws: `BindingProblems` for every input that does not fit.
  public init(
    _ chart: CompiledChart, children: [String: CompiledChart] = [:], input: [String: ChartValue] = [:]
  ) throws {
    try self.init(chart, children: children, input: input, isCompared: _isDebugAssertConfiguration())
  }

  /// Makes a simulation that compares each step with those of two other machines, or does not. The public one does so in debug
  /// builds.
  package init(
    _ chart: CompiledChart, children: [String: CompiledChart] = [:], input: [String: ChartValue] = [:],
    isCompared: Bool
  ) throws {
    self.chart = chart
    charts = try RunningCharts(
      SimulatedChart(chart: chart, charts: children, isCompared: isCompared), input: input)
  }

  /// Enters the chart.
  public mutating func start() -> SimulationReport {
    perform(.start) { $0.start() }
  }

  /// Sends an event from outside.
  public mutating func send(_ event: String, data: ChartValue = .unset) -> SimulationReport {
    let event = ChartEvent(event, data: data)
    return perform(.event(event)) { $0.send(event) }
  }

  /// Lets time pass, and fires the timers that become due.
  public mutating func advance(by span: Duration) -> SimulationReport {
    var report = SimulationReport()
    guard span >= .zero else { return rejected("Time goes forwards only.") }
    // A thousand years a call, so that adding cannot overflow.
    let target = now + min(span, RunLimits.longestDelay)
    let begin = now
    var fired = 0
    var took = false
    while let next = timers.first, next.due <= target {
      fired += 1
      if fired > Self.maximumTimers {
        report.passed = now - begin
        report.failures.append(
          "More than \(Self.maximumTimers) timers became due. The rest was left out, and only "
            + "\(ChartValue.duration(now - begin)) of \(ChartValue.duration(target - begin)) passed.")
        break
      }
      now = max(now, next.due)
      timers.remove(next.key)
      let timer = next.key.timer
      switch takeStep(next.key.chart, .timer(timer), &report, { $0.fire(timer) }) {
      case .taken?: took = true
      case .ignored(let refusals)?: report.refused += refusals
      default: break
      }
    }
    if fired <= Self.maximumTimers { now = target }
    report.fired = fired
    report.outcome = took ? .taken : .ignored
    if !took {
      report.reason = fired == 0 ? "No timer became due." : "A timer is over, and no transition is taken."
    }
    return finished(report)
  }

  /// Lets a running service end well with a result.
  public mutating func complete(service id: String, with result: ChartValue = .unset) -> SimulationReport {
    answer(id, { .completed($0, result) }) { machine, run in machine.complete(run, with: result) }
  }

  /// Lets a running service fail with an error code.
  public mutating func fail(service id: String, code: String, data: ChartValue = .unset) -> SimulationReport {
    answer(id, { .failed($0, code: code, data) }) { machine, run in machine.fail(run, code: code, data: data)
    }
  }

  /// Lets a running service send an event.
  public mutating func send(_ event: String, data: ChartValue = .unset, fromService id: String)
    -> SimulationReport
  {
    let event = ChartEvent(event, data: data)
    return answer(id, { .eventFrom($0.id, event) }) { machine, run in machine.send(event, from: run) }
  }

  /// Where the chart is now, with a refusal of a failure whose code is not declared; nil for one that may be meant. `fail`
  /// itself is as patient as a running app, where a service that breaks must not leave the chart waiting.
  package func refusal(ofFailure code: String, from id: String) -> SimulationReport? {
    refusal(of: id) { $0.undeclared(failure: code, from: $1) }
  }

  /// Where the chart is now, with a refusal of a result that the service is declared not to have; nil for one that may
  /// be meant.
  package func refusal(ofResult result: ChartValue, from id: String) -> SimulationReport? {
    refusal(of: id) { $0.undeclared(result: result, from: $1) }
  }

  private func refusal(
    of id: String, _ reason: (CheckedMachine, InvocationRun) -> String?
  ) -> SimulationReport? {
    guard let key = charts.running().first(where: { $0.run.id == id }), let node = charts[key.chart] else {
      return nil
    }
    return reason(node.machine, key.run).map(rejected)
  }

  /// Where the chart is now.
  public var report: SimulationReport { finished(SimulationReport()) }

  /// Takes a step of a chart, and carries out what follows from it.
  private mutating func takeStep(
    _ chart: Int, _ cause: Cause, about service: ServiceKey? = nil, _ report: inout SimulationReport,
    _ body: (inout CheckedMachine) -> Macrostep
  ) -> EventOutcome? {
    var log: [Occurrence] = []
    let outcome = charts.takeStep(chart, cause, about: service, &log, body)
    for occurrence in log {
      report.add(occurrence)
      switch occurrence {
      // proven: no overflow, because delays are at most a thousand years, and durations hold billions of those.
      case .schedule(let key, let delay):
        timers.add(key, due: now + delay, delay: delay)
        if let retry = retry(key, after: delay) { report.performedEffects.append(.retry(retry)) }
      case .start(let key, let start), .startedChart(_, let key, let start):
        lastStarts[ServiceID(chart: key.chart, id: key.run.id)] = (key.run.index, start.attempt)
      case .cancelTimer(let key): timers.remove(key)
      default: break
      }
    }
    return outcome
  }

  /// The retry that a timer waits for; nil for other timers.
  private func retry(_ key: TimerKey, after wait: Duration) -> SimulationReport.Retry? {
    let mark = "retry "
    guard key.timer.label.hasPrefix(mark) else { return nil }
    let id = String(key.timer.label.dropFirst(mark.count))
    guard let last = lastStarts[ServiceID(chart: key.chart, id: id)], let node = charts[key.chart],
      node.bound.chart.invocations.indices.contains(last.index)
    else { return nil }
    let limit = node.bound.chart.invocations[last.index].attempts
    // proven: no overflow, because the engine makes at most `limit` retries.
    return SimulationReport.Retry(id: id, attempt: last.attempt + 1, limit: limit, wait: wait)
  }

  private struct ServiceID: Hashable {
    var chart: Int
    var id: String
  }

  private mutating func perform(_ cause: Cause, _ body: (inout CheckedMachine) -> Macrostep)
    -> SimulationReport
  {
    var report = SimulationReport()
    if let outcome = takeStep(RunningCharts<SimulatedChart>.root, cause, &report, body) {
      report.set(outcome)
    }
    return finished(report)
  }

  /// Lets a service or chart that was started answer, whether or not it still counts.
  package mutating func complete(_ key: ServiceKey, with result: ChartValue) -> SimulationReport {
    answer(key, .completed(key.run, result)) { $0.complete(key.run, with: result) }
  }

  private mutating func answer(
    _ key: ServiceKey, _ cause: Cause, _ body: (inout CheckedMachine) -> Macrostep
  ) -> SimulationReport {
    var report = SimulationReport()
    let outcome = takeStep(key.chart, cause, about: key, &report, body) ?? .stale
    report.set(outcome)
    if outcome == .stale { report.lateResults.append(key.run.id) }
    return finished(report)
  }

  private mutating func answer(
    _ id: String, _ cause: (InvocationRun) -> Cause,
    _ body: (inout CheckedMachine, InvocationRun) -> Macrostep
  ) -> SimulationReport {
    if let key = charts.running().first(where: { $0.run.id == id }) {
      return answer(key, cause(key.run)) { body(&$0, key.run) }
    }
    switch charts.main.machine.status {
    case .notStarted: return rejected("The chart is not started.")
    case .final: return rejected("The chart has ended.")
    case .stopped(let reason): return rejected(reason.description)
    case .running: break
    }
    let running = charts.running().map(\.run.id)
    let near = NearNames.suggestion(for: id, in: running).map { " Did you mean `\($0)`?" } ?? ""
    return rejected("No service `\(id)` runs here.\(near)")
  }

  private func rejected(_ reason: String) -> SimulationReport {
    var report = SimulationReport()
    report.outcome = .rejected
    report.reason = reason
    return finished(report)
  }

  /// Adds where the chart is.
  private func finished(_ report: SimulationReport) -> SimulationReport {
    var report = report
    let machine = charts.main.machine
    report.configuration = machine.configuration
    report.states = machine.states
    report.context = machine.redactedContext
    report.services = charts.running().map(\.run.id)
    report.children = charts.main.children.compactMap { run, child in
      charts[child].map { SimulationReport.Child(id: run.id, configuration: $0.machine.configuration) }
    }
    report.timers = timers.inOrder.map {
      SimulationReport.Timer(name: $0.key.timer.label, remaining: $0.due - now)
    }
    report.isFinal = machine.status == .final
    report.result = machine.redactedResult
    if case .stopped(let reason) = machine.status { report.stopped = reason }
    return report
  }
}
