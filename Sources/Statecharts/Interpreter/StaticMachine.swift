/// A machine whose handlers are known when the program is compiled. It takes the same steps as a `Machine` with the
/// same handlers; an event that carries no data, `send(_:)` with an `EventID`, costs less.
///
/// What is not offered here is read from `machine`.
public struct StaticMachine<Static: StaticHandlers>: Sendable {
  /// The machine, to read.
  public private(set) var machine: Machine
  /// The handlers.
  public let handlers: Static

  /// Makes a machine that is ready to be started.
  ///
  /// - Parameters:
  ///   - handlers: the guards and actions of the chart.
  ///   - input: values for the variables that are declared `input`.
  ///   - isInvoked: whether another chart invokes this one, which then is the receiver of `send … to: parent`.
  ///   - sessionID: what `session.id` is in expressions; charts that run together need different ones.
  ///   - isMemoized: whether steps are remembered. The steps are the same either way; remembered ones are faster.
  /// - Throws: every name that is missing or too much, and every input that does not fit, at once.
  public init(
    _ chart: CompiledChart, handlers: Static, input: [String: Value] = [:], isInvoked: Bool = false,
    sessionID: String = "main", isMemoized: Bool = true
  ) throws(BindingProblems) {
    machine = try Machine(
      chart, handlers: Handlers(handlers), input: input, isInvoked: isInvoked, sessionID: sessionID,
      isMemoized: isMemoized)
    self.handlers = handlers
  }

  /// The chart.
  public var chart: CompiledChart { machine.chart }

  /// Whether the machine takes events.
  public var status: Machine.Status { machine.status }

  /// The ids of the active states without children, in document order. After the end: those where it ended.
  public var configuration: [String] { machine.configuration }

  /// Enters the chart without a record of it; does nothing when it was started before.
  public mutating func begin() { machine.begin() }

  /// Takes an event from outside that carries no data.
  @discardableResult
  public mutating func send(_ event: EventID) -> Reaction { machine.send(event) }

  /// Takes an event from outside with data.
  @discardableResult
  public mutating func send(_ event: EventID, data: Value) -> Reaction { machine.send(event, data: data) }

  /// Takes an event from outside by its name.
  @discardableResult
  public mutating func send(_ name: String) -> Reaction { machine.send(name) }

  /// Hands over what the machine asks of the world since this was last called.
  public mutating func takeEffects() -> [Effect] { machine.takeEffects() }

  /// Enters the chart. Is rejected when it was started before.
  public mutating func start() -> Macrostep { machine.start() }

  /// Takes an event from outside, with a record of what it led to.
  public mutating func handle(_ event: Event) -> Macrostep { machine.handle(event) }

  /// Takes an event that a running service or child chart sent.
  public mutating func handle(_ event: Event, from run: InvocationRun) -> Macrostep {
    machine.handle(event, from: run)
  }

  /// A service or child chart ended well.
  public mutating func complete(_ run: InvocationRun, with data: Value = .unset) -> Macrostep {
    machine.complete(run, with: data)
  }

  /// A service or child chart failed with an error code.
  public mutating func fail(_ run: InvocationRun, code: String, data: Value = .unset) -> Macrostep {
    machine.fail(run, code: code, data: data)
  }

  /// The time of a timer is over.
  public mutating func fire(_ timer: TimerID) -> Macrostep { machine.fire(timer) }

  /// Ends the run from outside: leaves all states with their exit actions, stops services and timers.
  public mutating func stop() -> Macrostep { machine.stop() }
}
