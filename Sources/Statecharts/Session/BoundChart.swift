/// A chart with all that Swift provides for it. It never changes, and any number of sessions may share it.
public struct BoundChart: Sendable {
  /// What it consists of. One reference is copied in place of five for each session.
  private final class Storage: Sendable {
    let chart: CompiledChart
    let handlers: ChartHandlers
    let children: [String: BoundChart]
    let bindings: Bindings
    let missingCharts: [String]

    init(
      _ chart: CompiledChart, _ handlers: ChartHandlers, _ children: [String: BoundChart],
      missingCharts: [String]
    ) {
      self.chart = chart
      self.handlers = handlers
      self.children = children
      self.missingCharts = missingCharts
      bindings = Bindings(chart, handlers)
    }
  }

  private let storage: Storage

  /// The chart.
  public var chart: CompiledChart { storage.chart }
  /// The handlers.
  public var handlers: ChartHandlers { storage.handlers }
  /// The charts that it runs as services, by the path that names them in the chart.
  public var children: [String: BoundChart] { storage.children }
  /// The paths that the chart, or one of those that it runs, names and that nobody provides. A chart that is bound to be
  /// run by another one may find them there, so only who makes a session has to have them all.
  var missingCharts: [String] { storage.missingCharts }
  var bindings: Bindings { storage.bindings }

  /// Binds a chart to its handlers.
  ///
  /// - Parameters:
  ///   - chart: the chart.
  ///   - handlers: its guards, actions, services and queries.
  ///   - children: the charts that `invoke: { chart: … }` names, by that path. A child that invokes charts itself finds
  ///     them among its own children, else among those of the first chart.
  /// - Throws: every name that is missing or too much, at once. Missing charts are reported when a session is made.
  public init(
    _ chart: CompiledChart, handlers: ChartHandlers = ChartHandlers(), children: [String: BoundChart] = [:]
  ) throws(BindingProblems) {
    var problems = chart.problems(binding: handlers)
    let paths = Self.paths(chart, children)
    let missingCharts = paths.filter { children[$0] == nil }
    problems.unusedCharts = children.keys.filter { !paths.contains($0) }.sorted()
    for path in problems.unusedCharts {
      let near = NearNames.suggestion(for: path, in: missingCharts)
      problems.hints[path] = near.map { "did you mean `\($0)`?" }
    }
    guard problems.isEmpty else { throw problems }
    storage = Storage(chart, handlers, children, missingCharts: missingCharts)
  }

  /// The paths that a chart names, then those that its children name and do not have themselves.
  private static func paths(_ chart: CompiledChart, _ children: [String: BoundChart]) -> [String] {
    var paths: [String] = []
    for invocation in chart.invocations {
      switch invocation.source {
      case .chart(let path) where invocation.computedSource < 0: paths.append(path)
      case .chart, .service: paths += invocation.charts
      }
    }
    paths += children.sorted { $0.key < $1.key }.flatMap(\.value.missingCharts)
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }

  /// Makes sure that every chart that may be run is there.
  func checkCharts() throws(BindingProblems) {
    // Decision: Docs/decisions/sessions-and-snapshots.md#child-charts-are-checked-by-the-session
    guard !missingCharts.isEmpty else { return }
    var problems = BindingProblems()
    problems.missingCharts = missingCharts
    throw problems
  }

  /// Makes a machine that shares what is bound.
  package func machine(
    input: [String: ChartValue], isInvoked: Bool, sessionID: String
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
  package var keyPrefix: String {
    get { interpreter.keyPrefix }
    set { interpreter.keyPrefix = newValue }
  }
}
