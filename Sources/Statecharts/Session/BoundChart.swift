/// A chart with all that Swift provides for it. It never changes, and any number of sessions may share it.
public struct BoundChart: Sendable {
  /// The chart.
  public let chart: CompiledChart
  /// The handlers.
  public let handlers: Handlers
  /// The charts that it runs as services, by the path that names them in the chart.
  public let children: [String: BoundChart]
  let bindings: Bindings
  /// The chart's digest, which snapshots carry. It is worked out once for the chart, not for each session.
  var digest: String { chart.digest }

  /// Binds a chart to its handlers.
  ///
  /// - Parameters:
  ///   - chart: the chart.
  ///   - handlers: its guards, actions, services and queries.
  ///   - children: the charts that `invoke: { chart: … }` names, by that path. A child that invokes charts itself finds
  ///     them among its own children, else among those of the first chart.
  /// - Throws: every name that is missing or too much, at once.
  public init(
    _ chart: CompiledChart, handlers: Handlers = Handlers(), children: [String: BoundChart] = [:]
  ) throws(BindingProblems) {
    let problems = chart.problems(binding: handlers)
    guard problems.isEmpty else { throw problems }
    self.chart = chart
    self.handlers = handlers
    self.children = children
    bindings = Bindings(chart, handlers)
  }

  /// Makes a machine that shares what is bound.
  package func machine(
    input: [String: Value], isInvoked: Bool, sessionID: String
  ) throws(BindingProblems) -> Machine {
    try Machine(bound: bindings, input: input, isInvoked: isInvoked, sessionID: sessionID)
  }
}

extension BoundChart: RunnableChart {
  /// A chart that this one runs: its own child, else one of the first chart's.
  package func child(_ path: String, of first: BoundChart) -> ChildChart<BoundChart> {
    (children[path] ?? first.children[path]).map { .chart($0) } ?? .missing
  }
}

extension Machine: RunnableMachine {
  package var spent: Spending {
    get { interpreter.spent }
    set { interpreter.spent = newValue }
  }
}
