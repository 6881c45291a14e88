import Statecharts
public import StatechartsModel
import StatechartsTesting
import Testing

// A small language for charts in tests. `chart(…)` makes the root; `initial` is the first state unless given.

func chart(
  initial: [Name]? = nil, kind: State.Kind = .plain, context: [ContextVariable] = [],
  events: [EventDeclaration]? = nil, errors: [ErrorDeclaration]? = nil, outputs: [OutputDeclaration]? = nil,
  handlers: HandlerCatalogue = HandlerCatalogue(), on: [EventTransition] = [], always: [Transition] = [],
  after: [DelayedTransition] = [], entry: [Action] = [], exit: [Action] = [], invoke: [Invocation] = [],
  done: [Transition] = [], _ states: [State]
) -> Statechart {
  let first =
    kind == .plain
    ? states.first { $0.kind != .history(deep: false) && $0.kind != .history(deep: true) } : nil
  let targets = initial ?? first.map { [$0.id] }
  let root = State(
    "chart", kind: kind, initial: targets.map { InitialTransition($0) }, on: on, always: always, after: after,
    done: done, entry: entry, exit: exit, invoke: invoke, states: states)
  return Statechart(
    "chart", context: context, events: events, errors: errors, outputs: outputs, handlers: handlers,
    root: root)
}

/// A compound state whose initial state is its first that is no history, unless given.
func compound(
  _ id: Name, initial: [Name]? = nil, initialActions: [Action] = [], on: [EventTransition] = [],
  always: [Transition] = [], after: [DelayedTransition] = [], done: [Transition] = [], entry: [Action] = [],
  exit: [Action] = [], invoke: [Invocation] = [], _ states: [State]
) -> State {
  let first = states.first { $0.kind != .history(deep: false) && $0.kind != .history(deep: true) }?.id
  return State(
    id, initial: InitialTransition(initial ?? [first].compactMap { $0 }, actions: initialActions), on: on,
    always: always, after: after, done: done, entry: entry, exit: exit, invoke: invoke, states: states)
}

func parallel(
  _ id: Name, on: [EventTransition] = [], done: [Transition] = [], entry: [Action] = [], exit: [Action] = [],
  _ states: [State]
) -> State {
  State(id, kind: .parallel, on: on, done: done, entry: entry, exit: exit, states: states)
}

func final(_ id: Name, entry: [Action] = [], exit: [Action] = [], output: [NamedExpression] = []) -> State {
  State(id, kind: .final, entry: entry, exit: exit, output: output)
}

func history(_ id: Name, deep: Bool = false, _ targets: [Name], actions: [Action] = []) -> State {
  State(id, kind: .history(deep: deep), initial: InitialTransition(targets, actions: actions))
}

/// A transition for an event.
func on(
  _ event: EventDescriptor, _ targets: Name..., if guardText: Expression? = nil, do actions: [Action] = [],
  isInternal: Bool? = nil
) -> EventTransition {
  EventTransition(event, Transition(targets, guard: guardText, actions: actions, isInternal: isInternal))
}

/// A transition.
func to(
  _ targets: Name..., if guardText: Expression? = nil, do actions: [Action] = [], isInternal: Bool? = nil
) -> Transition {
  Transition(targets, guard: guardText, actions: actions, isInternal: isInternal)
}

/// A delayed transition.
func delayed(_ seconds: Int, _ targets: Name..., do actions: [Action] = []) -> DelayedTransition {
  DelayedTransition(
    .literal(.seconds(seconds)), name: Name("\(seconds)s"), Transition(targets, actions: actions))
}

extension Action: ExpressibleByStringLiteral {
  /// A call of a handler.
  public init(stringLiteral name: String) { self.init(.handler(Name(name), arguments: [])) }

  static func raise(_ event: Name, _ data: [NamedExpression] = []) -> Action {
    Action(.raise(event, data: data))
  }
  static func emit(_ output: Name, _ data: [NamedExpression] = []) -> Action {
    Action(.emit(output, data: data))
  }
  static func log(_ expression: Expression) -> Action { Action(.log(expression)) }
  static func assign(_ name: Name, _ value: Expression) -> Action {
    Action(.assign([NamedExpression(name, value)]))
  }
  static func send(
    _ event: Name, after delay: Duration? = nil, id: Name? = nil, to destination: Send.Destination = .itself
  ) -> Action {
    Action(.send(Send(event, delay: delay.map { .literal($0) }, id: id, destination: destination)))
  }
  static func cancel(_ id: Name) -> Action { Action(.cancel(id)) }
}

func field(_ name: Name, _ value: Expression) -> NamedExpression { NamedExpression(name, value) }

func variable(_ name: Name, _ type: ValueType, _ initial: Expression? = nil) -> ContextVariable {
  ContextVariable(Field(name, type), initial: initial)
}

/// A started simulation with what the start reported.
func started(
  _ chart: Statechart, children: [String: CompiledChart] = [:], guards: [String: Bool] = [:],
  input: [String: Value] = [:]
) throws -> (Simulation, Report) {
  var simulation = try Simulation(CompiledChart(chart), children: children, input: input)
  simulation.guards = guards
  let report = simulation.start()
  return (simulation, report)
}

extension Report {
  /// The names of the actions that were called.
  var actionNames: [String] { actions.map(\.name) }

  /// The names of the outputs.
  var outputNames: [String] { outputs.map(\.name) }

  /// The value of a variable.
  subscript(name: String) -> Value? { context.first { $0.name == name }?.value }
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
