/// A chart whose names and data Swift knows: `statechart generate` makes these.
public protocol TypedChart: Sendable {
  /// The states that can be active.
  associatedtype StateID: RawRepresentable<String>, Hashable, Sendable
  /// The events that may be sent, with their data.
  associatedtype Event: TypedEvent
  /// What the chart tells the app, with its data.
  associatedtype Output: TypedOutput
  /// What is given at the start.
  associatedtype Input: TypedInput
  /// The variables, to read.
  associatedtype Context: TypedContext

  /// The chart, checked and made ready to run when it is first asked for.
  static var compiled: Result<CompiledChart, ModelProblems> { get }
}

/// An event with its data that knows its name.
public protocol TypedEvent: Sendable {
  /// The event as a machine takes it.
  var event: Statecharts.ChartEvent { get }
}

/// What a chart tells the app.
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

/// The variables of a chart.
public protocol TypedContext: Sendable {
  /// Reads variables.
  init(_ view: ContextValues)
}

extension TypedChart {
  /// A machine that is ready to be started.
  ///
  /// - Parameters:
  ///   - handlers: the guards and actions of the chart.
  ///   - input: values for the variables that are declared `input`.
  /// - Throws: `ModelProblems` when the chart does not fit this version of the engine, and `BindingProblems`.
  public static func machine(_ handlers: ChartHandlers, input: Input) throws -> Machine {
    try Machine(compiled.get(), handlers: handlers, input: input.values)
  }

  /// The chart with its handlers, which any number of sessions may share.
  ///
  /// - Parameters:
  ///   - handlers: the guards, actions, services and queries of the chart.
  ///   - children: the charts that it invokes, by their paths.
  /// - Throws: `ModelProblems` when the chart does not fit this version of the engine, and `BindingProblems`.
  public static func bound(_ handlers: ChartHandlers, children: [String: BoundChart] = [:]) throws
    -> TypedBoundChart<Self>
  {
    TypedBoundChart(try BoundChart(compiled.get(), handlers: handlers, children: children))
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
