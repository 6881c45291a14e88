import StatechartsModel

internal import Statecharts

/// The names that a chart gives to one kind of thing, in document order, each once.
struct ChartNames: Sendable {
  /// What the names are of, in the singular.
  let kind: String
  /// The names.
  let names: [ChartName]

  private init(_ kind: String, _ names: [ChartName]) {
    self.kind = kind
    var seen: Set<ChartName> = []
    seen.reserveCapacity(names.count)
    self.names = names.filter { seen.insert($0).inserted }
  }

  /// States, events, handlers, variables, error codes and outputs of a chart.
  ///
  /// Where a kind has no catalogue, the names are those that the chart uses.
  static func all(of model: Statechart, _ usage: ChartUsage, _ tree: StateIndex) -> [ChartNames] {
    let handlers = model.handlers
    return [
      ChartNames("state", tree.nodes.dropFirst().map(\.state.id)),
      ChartNames("event", model.events?.map(\.name) ?? eventsInUse(usage)),
      ChartNames("guard", handlers.guards?.map(\.name) ?? []),
      ChartNames("action", handlers.actions?.map(\.name) ?? usage.actions),
      ChartNames("service", handlers.services?.map(\.name) ?? usage.services),
      ChartNames("query", handlers.queries?.map(\.name) ?? usage.queries),
      ChartNames("variable", model.context.map(\.name)),
      ChartNames("error code", model.errors?.map(\.code) ?? usage.errors),
      ChartNames("output", model.outputs?.map(\.name) ?? usage.outputs),
    ]
  }

  /// The names of the platform's events that can come, and those that are answered; nil where events are declared, of
  /// which others are reported as unknown.
  static func platformEvents(of context: LintContext) -> ChartNames? {
    let answered = context.usage.descriptors.filter { $0.isPlatform && !$0.isWildcard }
    guard context.chart.events == nil, !answered.isEmpty else { return nil }
    let codes = context.chart.errors?.map { ChartName("error.\($0.code.text)", origin: $0.code.origin) } ?? []
    let ends = context.tree.nodes.dropFirst().filter { !$0.state.states.isEmpty }.map {
      ChartName("done.state.\($0.state.id.text)", origin: $0.state.id.origin)
    }
    let results = context.tree.nodes.flatMap(\.state.invoke).map { invocation in
      ChartName("done.invoke.\(invocation.effectiveID)", origin: invocation.id?.origin ?? invocation.origin)
    }
    return ChartNames(
      "event", codes + ends + results + answered.map { ChartName(String($0.prefix), origin: $0.name.origin) })
  }

  private static func eventsInUse(_ usage: ChartUsage) -> [ChartName] {
    let answered = usage.descriptors.filter { !$0.isWildcard && !$0.isPlatform }
    return answered.map { ChartName(String($0.prefix), origin: $0.name.origin) } + usage.sentEvents
  }
}
