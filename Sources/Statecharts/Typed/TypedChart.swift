/// A chart whose names and data Swift knows: `statechart generate` makes these.
public protocol TypedChart: Sendable {
  /// The states that can be active.
  associatedtype StateID: RawRepresentable<String>, Hashable, Sendable
  /// The events that may be sent, with their data.
  associatedtype Event: ChartEvent
  /// What the chart tells the app, with its data.
  associatedtype Output: ChartOutput
  /// What is given at the start.
  associatedtype Input: ChartInput
  /// The variables, to read.
  associatedtype Context: ChartContext

  /// The chart as it was written.
  static var chart: Statechart { get }
  /// The chart, checked and made ready to run when it is first asked for.
  static var compiled: Result<CompiledChart, ModelProblems> { get }
}

/// An event with its data that knows its name.
public protocol ChartEvent: Sendable {
  /// The event as a machine takes it.
  var event: Statecharts.Event { get }
}

/// What a chart tells the app.
public protocol ChartOutput: Sendable {
  /// Reads an output.
  ///
  /// - Throws: `ChartDataProblem` when it is not one of the chart's, or its data are of another type.
  init(_ payload: Payload) throws(ChartDataProblem)
}

/// What is given to a chart at its start.
public protocol ChartInput: Sendable {
  /// The values by name; what was not given is left out.
  var values: [String: Value] { get }
}

/// The variables of a chart.
public protocol ChartContext: Sendable {
  /// Reads variables.
  init(_ view: ContextView)
}

extension TypedChart {
  /// A machine that is ready to be started.
  ///
  /// - Throws: `ModelProblems` when the chart does not fit this version of the engine, and `BindingProblems`.
  public static func machine(_ handlers: Handlers, input: Input) throws -> Machine {
    try Machine(compiled.get(), handlers: handlers, input: input.values)
  }

  /// The active states without children, in document order.
  public static func configuration(of machine: Machine) -> [StateID] {
    machine.configuration.compactMap { StateID(rawValue: $0) }
  }
}

extension Machine {
  /// Takes an event from outside.
  @discardableResult
  public mutating func handle(_ event: some ChartEvent) -> Macrostep { handle(event.event) }
}
