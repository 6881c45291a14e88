import ReferenceEngine
import Statecharts
import StatechartsModel
import StatechartsTesting

/// Charts whose sessions are put away and taken up again, and what can happen in them.
struct SnapshotFlow: Sendable {
  let chart: CompiledChart
  /// The charts that it runs, by path.
  let children: [String: SnapshotFlow]
  let guards: ScriptedGuards

  init(_ chart: CompiledChart, children: [String: SnapshotFlow] = [:], guards: ScriptedGuards = .init()) {
    self.chart = chart
    self.children = children
    self.guards = guards
  }

  /// The flow of a random chart; nil where the generator made none.
  ///
  /// - Parameter isRestarting: Whether its services start again after a restore. With an even seed, it enters its first state
  ///   then, so that no service is left to restart.
  init?(seed: UInt64, isRestarting: Bool = false) {
    var scenario = Scenario(seed: seed)
    if isRestarting {
      Self.restart(&scenario.chart.root)
      let first = scenario.chart.root.initial?.targets ?? []
      if seed.isMultiple(of: 2) {
        scenario.chart.root.on.append(
          EventTransition(EventDescriptor(ChartName(EventDescriptor.restored)), ChartTransition(first)))
      }
    }
    guard let chart = try? CompiledChart(scenario.chart) else { return nil }
    self.init(chart, guards: scenario.guards)
  }

  // The generator bounds how deep states nest.
  private static func restart(_ state: inout StateNode) {
    for index in state.invoke.indices { state.invoke[index].onRestore = .restart }
    for index in state.states.indices { restart(&state.states[index]) }
  }

  /// A chart that runs random charts, one of them through a chart between.
  init?(parentOf seed: UInt64) {
    guard let one = SnapshotFlow(seed: seed), let other = SnapshotFlow(seed: seed + 1),
      let middle = Self.parent(of: ["one.yaml"]), let outer = Self.parent(of: ["middle.yaml", "other.yaml"])
    else { return nil }
    self.init(
      outer,
      children: ["middle.yaml": SnapshotFlow(middle, children: ["one.yaml": one]), "other.yaml": other])
  }

  private static func parent(of paths: [String]) -> CompiledChart? {
    let regions = paths.enumerated().map { number, path in
      let (runs, over) = (ChartName("runs\(number)"), ChartName("over\(number)"))
      return StateNode(
        ChartName("region\(number)"), initial: InitialTransition([runs]),
        states: [
          StateNode(
            runs,
            after: [DelayedTransition(.literal(.seconds(1_800)), name: "30m", ChartTransition([over]))],
            invoke: [
              ChartInvocation(
                .chart(ChartName(path)), id: ChartName("child\(number)"), timeout: .literal(.seconds(3_600)),
                retry: .init(attempts: 2, backoff: .literal(.seconds(1))),
                done: [ChartTransition([over])], failed: [.init(nil, ChartTransition([over]))],
                forwardsEvents: true)
            ]),
          StateNode(over, on: [EventTransition("again", ChartTransition([runs]))]),
        ])
    }
    let root = StateNode("parent", kind: .parallel, states: regions)
    return try? CompiledChart(Statechart("parent", root: root))
  }

  /// The chart with handlers that answer as scripted.
  func bound(_ services: ScriptedServices) throws -> BoundChart {
    var handlers = ChartHandlers()
    for name in chart.requiredGuards {
      handlers.guard(name) { [guards] call in try guards.answer(name, call.arguments) }
    }
    for name in chart.requiredActions { handlers.action(name) { _ in } }
    for name in chart.requiredQueries { handlers.query(name) { _ in .unset } }
    services.provide(for: chart, in: &handlers)
    return try BoundChart(
      chart, handlers: handlers, children: children.mapValues { try $0.bound(services) })
  }

  /// Values for the variables that the app must give.
  var input: [String: ChartValue] {
    var input: [String: ChartValue] = [:]
    var random = RandomSource(seed: 1)
    for variable in chart.chart.context where variable.isInput && variable.initial == nil {
      input[variable.name.text] = random.fitting(variable.field)
    }
    return input
  }

  /// The ids of all states, by the chart's.
  func stateNames(into names: inout [String: Set<String>]) {
    names[chart.chart.id.text, default: []].formUnion(chart.stateIDs)
    for child in children.values { child.stateNames(into: &names) }
  }
}

extension RandomSource {
  /// A value that fits a declaration; now and then one that does not.
  mutating func value(_ field: FieldDeclaration) -> ChartValue {
    if chance(4) { return pick([.unset, 7, "odd", [1], ["x": 1]]) }
    return fitting(field)
  }

  /// A value that fits a declaration.
  mutating func fitting(_ field: FieldDeclaration) -> ChartValue {
    if let texts = field.values, !texts.isEmpty { return .string(pick(texts)) }
    return value(field.type)
  }

  /// The recursion is bounded by the nesting of types.
  private mutating func value(_ type: ChartValueType) -> ChartValue {
    switch type {
    case .any: return pick([.unset, .int(number(0...4)), "x"])
    case .bool: return .bool(chance(50))
    case .int: return .int(number(0...9))
    case .number: return .number(Double(number(0...9)) / 2)
    case .string: return .string(pick(["", "a", "ann@example.org", "123456", "https://example.org/?x=1"]))
    case .duration: return .duration(.seconds(number(0...90)))
    case .error: return "timeout"
    case .list(let element): return .list((0..<below(3)).map { _ in value(element) })
    case .map: return ["x": .int(number(0...4))]
    case .record(let fields): return data(of: fields)
    case .optional(let type): return chance(50) ? .unset : value(type)
    }
  }

  /// Data with fields that fit their declarations.
  mutating func data(of fields: [FieldDeclaration]) -> ChartValue {
    var values: [String: ChartValue] = [:]
    for field in fields { values[field.name.text] = value(field) }
    return fields.isEmpty ? .unset : .map(values)
  }
}
