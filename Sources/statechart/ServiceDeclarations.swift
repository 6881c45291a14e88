import Statecharts
import StatechartsModel

/// What the chart declares about the services that may run, by the ids under which they run.
struct ServiceDeclarations {
  private var declarations: [String: HandlerDeclaration] = [:]
  private var handledCodes: [String: [String]] = [:]
  /// The ids of services whose every failure is handled.
  private var handlesAny: Set<String> = []

  init(_ chart: Statechart) {
    let services = Dictionary(
      (chart.handlers.services ?? []).map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    // Depth first with an explicit stack: the order does not matter here.
    var states = [chart.root]
    while let state = states.popLast() {
      states += state.states
      for invocation in state.invoke {
        let id = invocation.effectiveID
        handledCodes[id, default: []] += invocation.failed.compactMap { $0.code?.text }
        if invocation.failed.contains(where: { $0.code == nil }) { handlesAny.insert(id) }
        if case .service(let name) = invocation.source { declarations[id] = services[name.text] }
      }
    }
  }

  /// The service's title.
  func title(of id: String) -> String? { declarations[id]?.title }

  /// What the service answers; nil for nothing.
  func result(of id: String) -> ChartValueType? { declarations[id]?.result }

  /// The codes with which it may fail: the declared ones, else those that the chart handles. Where there are none but
  /// `any`, the code of a service that ends with an unexpected error.
  func codes(of id: String) -> [String] {
    var seen: Set<String> = ["timeout"]
    let codes =
      declarations[id]?.errors.map(\.text) ?? (handledCodes[id] ?? []).filter { seen.insert($0).inserted }
    return codes.isEmpty && handlesAny.contains(id) ? ["execution"] : codes
  }
}
