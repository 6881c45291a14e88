public import Statecharts

/// A run of a chart in virtual time, with guards that answer as told and actions that only are recorded.
///
/// Nothing waits and nothing is random: the same calls give the same reports. Timers fire by deadline, those of
/// one deadline in the order in which they were asked for.
public struct Simulation: Sendable {
  /// Timers that one `advance` fires at most.
  public static let mostTimers = 10_000

  /// The chart.
  public let chart: CompiledChart
  var root: SimulatedChart
  var world: SimulatedWorld

  /// The answers of handler guards by name; those that are not named hold.
  public var guards: [String: Bool] {
    get { world.guards }
    set {
      world.guards = newValue
      root.setGuards(newValue)
    }
  }

  /// The handler guards that the chart or a child chart asks, each once, in the order of their names.
  public var guardNames: [String] {
    Set(chart.requiredGuards).union(world.charts.values.flatMap(\.requiredGuards)).sorted()
  }

  /// The time since the simulation was made.
  public var now: Duration { world.now }

  /// What is wrong with where the chart is; empty unless the engine has a fault.
  package var configurationViolations: [String] { root.machine.configurationViolations }

  /// Whether a debug build stops at an impossible configuration.
  package var stopsAtViolations: Bool {
    get { root.machine.stopsAtViolations }
    set { root.machine.stopsAtViolations = newValue }
  }

  /// Makes a simulation that is ready to be started.
  ///
  /// - Parameters:
  ///   - children: child charts by the path that invokes them. Others are simulated as services: they run until
  ///     `complete` or `fail` is called.
  ///   - input: values for the variables that are declared `input`.
  /// - Throws: `BindingProblems` for every input that does not fit.
  public init(
    _ chart: CompiledChart, children: [String: CompiledChart] = [:], input: [String: Value] = [:]
  ) throws {
    self.chart = chart
    world = SimulatedWorld(charts: children)
    root = SimulatedChart(
      try CheckedMachine(chart, guards: [:], input: input, isInvoked: false), depth: 0)
  }

  /// Enters the chart.
  public mutating func start() -> Report {
    perform { root, _, _ in root.machine.start() }
  }

  /// Sends an event from outside.
  public mutating func send(_ event: String, data: Value = .unset) -> Report {
    perform { root, _, _ in root.machine.handle(Event(event, data: data)) }
  }

  /// Lets time pass, and fires the timers that become due.
  public mutating func advance(by span: Duration) -> Report {
    var report = Report()
    world.messages = 0
    guard span >= .zero else { return rejected("Time goes forwards only.") }
    // A thousand years a call, so that adding cannot overflow.
    let target = world.now + min(span, .seconds(31_557_600_000))
    var fired = 0
    var took = false
    while let next = root.nextDeadline(), next.due <= target {
      fired += 1
      if fired > Self.mostTimers {
        report.failures.append("More than \(Self.mostTimers) timers became due; the rest was left out.")
        break
      }
      world.now = max(world.now, next.due)
      if root.fire(next.sequence, &world, &report) { took = true }
    }
    if fired <= Self.mostTimers { world.now = target }
    report.outcome = took ? .taken : .ignored
    if !took { report.reason = fired == 0 ? "No timer became due." : "Nothing answers the timers here." }
    return finished(report)
  }

  /// Lets a running service end well with a result.
  public mutating func complete(service id: String, with result: Value = .unset) -> Report {
    answer(id) { machine, run in machine.complete(run, with: result) }
  }

  /// Lets a running service fail with an error code.
  public mutating func fail(service id: String, code: String, data: Value = .unset) -> Report {
    answer(id) { machine, run in machine.fail(run, code: code, data: data) }
  }

  /// Lets a running service send an event.
  public mutating func send(_ event: String, data: Value = .unset, fromService id: String) -> Report {
    answer(id) { machine, run in machine.handle(Event(event, data: data), from: run) }
  }

  /// Where the chart is now.
  public var report: Report { finished(Report()) }

  private mutating func perform(
    _ body: (inout SimulatedChart, inout SimulatedWorld, inout Report) -> Macrostep
  ) -> Report {
    var report = Report()
    world.messages = 0
    let step = body(&root, &world, &report)
    report.set(step.outcome)
    root.absorb(step, &world, &report)
    return finished(report)
  }

  private mutating func answer(
    _ id: String, _ body: (inout CheckedMachine, InvocationRun) -> Macrostep
  ) -> Report {
    var report = Report()
    world.messages = 0
    if let outcome = root.answer(id, &world, &report, body) {
      report.set(outcome)
      if outcome == .late { report.lateResults.append(id) }
      return finished(report)
    }
    switch root.machine.status {
    case .notStarted: return rejected("The chart is not started.")
    case .final: return rejected("The chart has ended.")
    case .stopped(let reason): return rejected(reason.description)
    case .running: break
    }
    let near = NearNames.suggestion(for: id, in: root.running).map { " Did you mean `\($0)`?" } ?? ""
    return rejected("No service `\(id)` runs here.\(near)")
  }

  private func rejected(_ reason: String) -> Report {
    var report = Report()
    report.outcome = .rejected
    report.reason = reason
    return finished(report)
  }

  /// Adds where the chart is.
  private func finished(_ report: Report) -> Report {
    var report = report
    let machine = root.machine
    report.configuration = machine.configuration
    report.states = machine.states
    report.context = machine.redactedContext
    report.services = root.running
    report.children = root.children.map {
      Report.Child(id: $0.run.id, configuration: $0.chart.machine.configuration)
    }
    report.timers = root.waiting.sorted { ($0.due, $0.sequence) < ($1.due, $1.sequence) }.map {
      Report.Timer(name: $0.id.label, remaining: $0.due - world.now)
    }
    report.isFinal = machine.status == .final
    report.result = machine.redactedResult
    if case .stopped(let reason) = machine.status { report.stopped = reason }
    return report
  }
}
