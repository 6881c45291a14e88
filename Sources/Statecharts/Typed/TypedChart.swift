/// A chart whose names and data Swift knows: `statechart generate` makes these.
public protocol TypedChart: Sendable {
  /// The states that can be active.
  associatedtype StateID: RawRepresentable<String>, Hashable, Sendable
  /// The ids of the services and child charts that states run.
  associatedtype ServiceID: RawRepresentable<String>, Hashable, Sendable = NoServiceID
  /// The events that may be sent, with their data.
  associatedtype Event: TypedEvent
  /// What the chart sends to the app, with its data.
  associatedtype Output: TypedOutput
  /// What is given at the start.
  associatedtype Input: TypedInput
  /// The variables, to read.
  associatedtype Context: TypedContext
  /// The handlers: a value of any type that implements the generated protocol `Handlers`.
  associatedtype AnyHandlers

  /// The chart, checked and made ready to run when it is first asked for.
  static var compiled: Result<CompiledChart, ModelProblems> { get }

  /// The handlers by name.
  static func handlers(_ handling: AnyHandlers) -> ChartHandlers
}

/// The ids of services in a chart that runs none.
public enum NoServiceID: RawRepresentable, Hashable, Sendable {
  /// Always nil, because there are no cases.
  public init?(rawValue: String) { nil }

  /// Never called, because there are no cases.
  public var rawValue: String { "" }
}

/// An event with its data that knows its name.
public protocol TypedEvent: Sendable {
  /// The event as a machine takes it.
  var event: Statecharts.ChartEvent { get }
}

/// What a chart sends to the app.
public protocol TypedOutput: Sendable {
  /// Reads an output.
  ///
  /// - Throws: `TypedDataProblem` when it is not one of the chart's, or its data are of another type.
  init(_ payload: NamedData) throws(TypedDataProblem)
}

/// What is given to a chart at its start.
public protocol TypedInput: Sendable {
  /// The values by name; what was not given is left out.
  var values: [String: ChartValue] { get }
}

/// An input that may be left out: each value is optional or has an initial value in the chart.
public protocol OptionalInput: TypedInput {}

/// The variables of a chart.
public protocol TypedContext: Sendable {
  /// Reads variables.
  init(_ view: ContextValues)
}

extension TypedChart {
  /// A machine that is ready to start.
  ///
  /// - Parameters:
  ///   - handling: A value of a type that implements `Handlers`.
  ///   - input: The input at the start.
  ///   - sessionID: What `session.id` is in expressions, and what idempotency keys begin with. Machines of different
  ///     sessions need different ones.
  /// - Throws: `ModelProblems` if this engine cannot run the chart, and `BindingProblems`.
  public static func machine(
    _ handling: AnyHandlers, input: Input, sessionID: String = "main"
  ) throws -> Machine {
    try Machine(
      compiled.get(), handlers: handlers(handling), input: input.values, sessionID: sessionID)
  }

  /// A machine that is ready to start, without input.
  ///
  /// - Parameters:
  ///   - handling: A value of a type that implements `Handlers`.
  ///   - sessionID: As above.
  /// - Throws: `ModelProblems` if this engine cannot run the chart, and `BindingProblems`.
  public static func machine(
    _ handling: AnyHandlers, sessionID: String = "main"
  ) throws -> Machine where Input: OptionalInput {
    try Machine(compiled.get(), handlers: handlers(handling), sessionID: sessionID)
  }

  /// A machine that is where a snapshot was taken, as `Machine.init(_:handlers:restoring:isInvoked:sessionID:keyPrefix:)`
  /// makes it.
  ///
  /// - Parameters:
  ///   - handling: A value of a type that implements `Handlers`.
  ///   - snapshot: What was kept of the machine.
  ///   - sessionID: What `session.id` is in expressions.
  ///   - keyPrefix: What the idempotency keys of later starts begin with; a new one each time.
  /// - Throws: `ModelProblems`, `BindingProblems`, or `RestoreProblems` with everything that keeps the chart from going on
  ///   there.
  public static func machine(
    _ handling: AnyHandlers, restoring snapshot: ChartSnapshot, sessionID: String, keyPrefix: String
  ) throws -> Machine {
    try Machine(
      compiled.get(), handlers: handlers(handling), restoring: snapshot, sessionID: sessionID,
      keyPrefix: keyPrefix)
  }

  /// The chart with its handlers, which any number of sessions may share.
  ///
  /// - Parameters:
  ///   - handling: A value of a type that implements `Handlers`.
  ///   - children: The charts that it invokes, by their paths.
  /// - Throws: `ModelProblems` if this engine cannot run the chart, and `BindingProblems`.
  public static func bound(_ handling: AnyHandlers, children: [String: BoundChart] = [:]) throws
    -> TypedBoundChart<Self>
  {
    TypedBoundChart(try BoundChart(compiled.get(), handlers: handlers(handling), children: children))
  }

  /// The active states without children, in document order.
  public static func configuration(of machine: Machine) -> [StateID] {
    machine.configuration.compactMap { StateID(rawValue: $0) }
  }
}

extension Machine {
  /// Takes an event from outside.
  @discardableResult
  public mutating func send(_ event: some TypedEvent) -> Macrostep { send(event.event) }
}
