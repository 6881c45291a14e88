import Statecharts
public import StatechartsModel
import StatechartsTesting
import Testing

// A small language for charts in tests. `chart(…)` makes the root; `initial` is the first state unless given.

func chart(
  initial: [ChartName]? = nil, kind: StateNode.Kind = .plain, context: [ContextVariable] = [],
  events: [EventDeclaration]? = nil, errors: [ErrorDeclaration]? = nil, outputs: [OutputDeclaration]? = nil,
  handlers: HandlerCatalogue = HandlerCatalogue(), on: [EventTransition] = [], always: [ChartTransition] = [],
  after: [DelayedTransition] = [], entry: [ChartAction] = [], exit: [ChartAction] = [],
  invoke: [ChartInvocation] = [],
  done: [ChartTransition] = [], _ states: [StateNode]
) -> Statechart {
  let first =
    kind == .plain
    ? states.first { $0.kind != .history(deep: false) && $0.kind != .history(deep: true) } : nil
  let targets = initial ?? first.map { [$0.id] }
  let root = StateNode(
    "chart", kind: kind, initial: targets.map { InitialTransition($0) }, on: on, always: always, after: after,
    done: done, entry: entry, exit: exit, invoke: invoke, states: states)
  return Statechart(
    "chart", context: context, events: events, errors: errors, outputs: outputs, handlers: handlers,
    root: root)
}

/// A compound state whose initial state is its first that is no history, unless given.
func compound(
  _ id: ChartName, initial: [ChartName]? = nil, initialActions: [ChartAction] = [],
  on: [EventTransition] = [],
  always: [ChartTransition] = [], after: [DelayedTransition] = [], done: [ChartTransition] = [],
  entry: [ChartAction] = [],
  exit: [ChartAction] = [], invoke: [ChartInvocation] = [], _ states: [StateNode]
) -> StateNode {
  let first = states.first { $0.kind != .history(deep: false) && $0.kind != .history(deep: true) }?.id
  return StateNode(
    id, initial: InitialTransition(initial ?? [first].compactMap { $0 }, actions: initialActions), on: on,
    always: always, after: after, done: done, entry: entry, exit: exit, invoke: invoke, states: states)
}

func parallel(
  _ id: ChartName, on: [EventTransition] = [], done: [ChartTransition] = [], entry: [ChartAction] = [],
  exit: [ChartAction] = [],
  _ states: [StateNode]
) -> StateNode {
  StateNode(id, kind: .parallel, on: on, done: done, entry: entry, exit: exit, states: states)
}

func final(
  _ id: ChartName, entry: [ChartAction] = [], exit: [ChartAction] = [], output: [NamedExpression] = []
) -> StateNode {
  StateNode(id, kind: .final, entry: entry, exit: exit, output: output)
}

func history(_ id: ChartName, deep: Bool = false, _ targets: [ChartName], actions: [ChartAction] = [])
  -> StateNode
{
  StateNode(id, kind: .history(deep: deep), initial: InitialTransition(targets, actions: actions))
}

/// A transition for an event.
func on(
  _ event: EventDescriptor, _ targets: ChartName..., if guardText: ChartExpression? = nil,
  do actions: [ChartAction] = [],
  isInternal: Bool? = nil
) -> EventTransition {
  EventTransition(event, ChartTransition(targets, guard: guardText, actions: actions, isInternal: isInternal))
}

/// A transition.
func to(
  _ targets: ChartName..., if guardText: ChartExpression? = nil, do actions: [ChartAction] = [],
  isInternal: Bool? = nil
) -> ChartTransition {
  ChartTransition(targets, guard: guardText, actions: actions, isInternal: isInternal)
}

/// A delayed transition.
func delayed(_ seconds: Int, _ targets: ChartName..., do actions: [ChartAction] = []) -> DelayedTransition {
  DelayedTransition(
    .literal(.seconds(seconds)), name: ChartName("\(seconds)s"), ChartTransition(targets, actions: actions))
}

extension ChartAction: ExpressibleByStringLiteral {
  /// A call of a handler.
  public init(stringLiteral name: String) { self.init(.handler(ChartName(name), arguments: [])) }

  static func raise(_ event: ChartName, _ data: [NamedExpression] = []) -> ChartAction {
    ChartAction(.raise(event, data: data))
  }
  static func emit(_ output: ChartName, _ data: [NamedExpression] = []) -> ChartAction {
    ChartAction(.emit(output, data: data))
  }
  static func log(_ expression: ChartExpression) -> ChartAction { ChartAction(.log(expression)) }
  static func assign(_ name: ChartName, _ value: ChartExpression) -> ChartAction {
    ChartAction(.assign([NamedExpression(name, value)]))
  }
  static func send(
    _ event: ChartName, after delay: Duration? = nil, id: ChartName? = nil,
    to destination: Send.Destination = .itself
  ) -> ChartAction {
    ChartAction(.send(Send(event, delay: delay.map { .literal($0) }, id: id, destination: destination)))
  }
  static func cancel(_ id: ChartName) -> ChartAction { ChartAction(.cancel(id)) }
}

func field(_ name: ChartName, _ value: ChartExpression) -> NamedExpression { NamedExpression(name, value) }

func variable(_ name: ChartName, _ type: ChartValueType, _ initial: ChartExpression? = nil) -> ContextVariable
{
  ContextVariable(FieldDeclaration(name, type), initial: initial)
}

/// A started simulation with what the start reported.
func started(
  _ chart: Statechart, children: [String: CompiledChart] = [:], guards: [String: Bool] = [:],
  input: [String: ChartValue] = [:]
) throws -> (Simulation, SimulationReport) {
  var simulation = try Simulation(CompiledChart(chart), children: children, input: input)
  simulation.guards = guards
  let report = simulation.start()
  return (simulation, report)
}

extension SimulationReport {
  /// The names of the actions that were called.
  var actionNames: [String] { actions.map(\.name) }

  /// The names of the outputs.
  var outputNames: [String] { outputs.map(\.name) }

  /// The value of a variable.
  subscript(name: String) -> ChartValue? { context.first { $0.name == name }?.value }
}

/// The configurations after each of some events.
func configurations(_ chart: Statechart, after events: [String]) throws -> [[String]] {
  var (simulation, report) = try started(chart)
  var result = [report.configuration]
  for event in events {
    report = simulation.send(event)
    result.append(report.configuration)
  }
  return result
}
