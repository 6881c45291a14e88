import Statecharts
import StatechartsModel
import StatechartsTesting

/// What is declared about the services that may run, by the ids under which they run.
struct ServiceDeclarations {
  private var declarations: [String: HandlerDeclaration] = [:]
  /// The errors that the chart of a service declares.
  private var errors: [String: [ErrorDeclaration]] = [:]
  private var handledCodes: [String: [String]] = [:]
  /// The ids of services whose every failure is handled.
  private var handlesAny: Set<String> = []

  /// The services of a chart.
  init(_ chart: Statechart) { self.init([chart]) }

  /// The services of a run: those of its chart and of the charts inside it, which run under their ids too.
  init(_ simulation: Simulation) { self.init(simulation.models) }

  /// - Parameter charts: Where two use the same id, the first one counts.
  private init(_ charts: [Statechart]) {
    for chart in charts {
      let services = Dictionary(
        (chart.handlers.services ?? []).map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
      let known = Set(errors.keys)
      // Depth first with an explicit stack: the order does not matter here.
      var states = [chart.root]
      while let state = states.popLast() {
        states += state.states
        for invocation in state.invoke where !known.contains(invocation.effectiveID) {
          let id = invocation.effectiveID
          errors[id] = chart.errors ?? []
          handledCodes[id, default: []] += invocation.failed.compactMap { $0.code?.text }
          if invocation.failed.contains(where: { $0.code == nil }) { handlesAny.insert(id) }
          if case .service(let name) = invocation.source { declarations[id] = services[name.text] }
        }
      }
    }
  }

  /// The service's title.
  func title(of id: String) -> String? { declarations[id]?.title }

  /// What the service does, for people.
  func description(of id: String) -> String? { declarations[id]?.description }

  /// What the service answers; nil for nothing.
  func result(of id: String) -> ChartValueType? { declarations[id]?.result }

  /// The events that the service may send while it runs.
  func sends(of id: String) -> [String] { declarations[id]?.sends.map(\.text) ?? [] }

  /// An error with which the service may fail, where its chart declares it.
  func error(_ code: String, of id: String) -> ErrorDeclaration? {
    errors[id]?.first { $0.code.text == code }
  }

  /// Whether the chart has a transition for exactly this failure.
  func handles(_ code: String, of id: String) -> Bool { handledCodes[id]?.contains(code) ?? false }

  /// The codes with which it may fail: the declared ones, else those that the chart handles. Where there are none but
  /// `any`, the code of a service that ends with an unexpected error.
  func codes(of id: String) -> [String] {
    var seen: Set<String> = ["timeout"]
    let codes =
      declarations[id]?.errors.map(\.text) ?? (handledCodes[id] ?? []).filter { seen.insert($0).inserted }
    return codes.isEmpty && handlesAny.contains(id) ? ["execution"] : codes
  }
}

extension SimulationRequest.Kind {
  /// What the data of the step are declared to be; nil where nothing is declared.
  ///
  /// - Parameters:
  ///   - chart: The chart that events are sent to.
  ///   - services: What is declared about the services of the run.
  func dataType(
    in chart: Statechart, _ services: @autoclosure () -> ServiceDeclarations
  ) -> ChartValueType? {
    switch self {
    case .event(let name, _), .sent(_, let name, _):
      (chart.events?.first { $0.name.text == name }?.payload).map { .record($0) }
    case .done(let id, _): services().result(of: id)
    case .failed(let id, let code, _): (services().error(code, of: id)?.payload).map { .record($0) }
    case .advance, .restart, .begin, .nothing: nil
    }
  }
}
