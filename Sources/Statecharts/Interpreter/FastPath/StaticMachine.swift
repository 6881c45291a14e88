/// A machine whose handlers are known when the program is compiled. It takes the same steps as a `Machine` with the
/// same handlers; an event that carries no data, `send(_:)` with an `EventID`, costs less.
///
/// What is not offered here is read from `machine`.
public struct StaticMachine<Static: StaticHandlers>: Sendable {
  @usableFromInline var bound: Machine
  @usableFromInline let dispatch: StaticDispatch<Static>

  /// The machine, to read.
  public var machine: Machine { bound }

  /// The handlers.
  public var handlers: Static { dispatch.handlers }

  /// Makes a machine that is ready to be started.
  ///
  /// - Parameters:
  ///   - chart: the chart.
  ///   - handlers: the guards and actions of the chart.
  ///   - input: values for the variables that are declared `input`.
  ///   - isInvoked: whether another chart invokes this one, which then is the receiver of `send … to: parent`.
  ///   - sessionID: what `session.id` is in expressions; charts that run together need different ones.
  ///   - isMemoized: whether steps are remembered. The steps are the same either way; remembered ones are faster.
  /// - Throws: every name that is missing or too much, and every input that does not fit, at once.
  public init(
    _ chart: CompiledChart, handlers: Static, input: [String: ChartValue] = [:], isInvoked: Bool = false,
    sessionID: String = "main", isMemoized: Bool = true
  ) throws(BindingProblems) {
    bound = try Machine(
      chart, handlers: ChartHandlers(handlers), input: input, isInvoked: isInvoked, sessionID: sessionID,
      isMemoized: isMemoized)
    dispatch = StaticDispatch(chart, handlers)
  }

  /// The chart.
  public var chart: CompiledChart { bound.chart }

  /// Whether the machine takes events.
  public var status: Machine.Status { bound.status }

  /// The ids of the active states without children, in document order. After the end: those where it ended.
  public var configuration: [String] { bound.configuration }

  /// Enters the chart without a record of it; does nothing when it was started before.
  @inlinable
  public mutating func begin() { bound.interpreter.begin(dispatch) }

  /// Takes an event from outside that carries no data.
  @discardableResult
  @inlinable
  public mutating func send(_ event: EventID) -> SendResult {
    guard event.isPlain else { return .rejected }
    return bound.interpreter.handle(plain: event.number, dispatch)
  }

  /// Takes an event from outside with data.
  @discardableResult
  public mutating func send(_ event: EventID, data: ChartValue) -> SendResult {
    bound.send(event, data: data)
  }

  /// Takes an event from outside by its name.
  @discardableResult
  public mutating func send(_ name: String) -> SendResult { bound.send(name) }

  /// Hands over what the machine asks of the world since this was last called.
  public mutating func takeEffects() -> [ChartEffect] { bound.takeEffects() }

  /// Enters the chart. Is rejected when it was started before.
  public mutating func start() -> Macrostep { bound.start() }

  /// Takes an event from outside, with a record of what it led to.
  public mutating func send(_ event: ChartEvent) -> Macrostep { bound.send(event) }

  /// Takes an event that a running service or child chart sent.
  public mutating func send(_ event: ChartEvent, from run: InvocationRun) -> Macrostep {
    bound.send(event, from: run)
  }

  /// A service or child chart ended well.
  public mutating func complete(_ run: InvocationRun, with data: ChartValue = .unset) -> Macrostep {
    bound.complete(run, with: data)
  }

  /// A service or child chart failed with an error code.
  public mutating func fail(_ run: InvocationRun, code: String, data: ChartValue = .unset) -> Macrostep {
    bound.fail(run, code: code, data: data)
  }

  /// The time of a timer is over.
  public mutating func fire(_ timer: TimerID) -> Macrostep { bound.fire(timer) }

  /// Ends the run from outside: leaves all states with their exit actions, stops services and timers.
  public mutating func stop() -> Macrostep { bound.stop() }
}

/// Calls handlers that are known at compile time.
@usableFromInline
struct StaticDispatch<Static: StaticHandlers>: HandlerDispatch, Sendable {
  @usableFromInline let handlers: Static
  /// By number in the chart: the number in `Static`, doubled, and one more when the call is wanted.
  @usableFromInline let guards: ContiguousArray<Int32>
  @usableFromInline let actions: ContiguousArray<Int32>

  init(_ chart: CompiledChart, _ handlers: Static) {
    self.handlers = handlers
    guards = Self.numbers(of: chart.guardNames, in: Static.guards)
    actions = Self.numbers(of: chart.actionNames, in: Static.actions)
  }

  private static func numbers(
    of names: ContiguousArray<String>, in handlers: [StaticHandler]
  ) -> ContiguousArray<Int32> {
    var numbers: [String: Int32] = [:]
    for (number, handler) in handlers.enumerated() {
      numbers[handler.name] = Int32(truncatingIfNeeded: number * 2 + (handler.takesCall ? 1 : 0))
    }
    // Names without a handler were reported before.
    return ContiguousArray(names.map { numbers[$0] ?? -2 })
  }

  @inlinable
  @inline(__always)
  func wantsCall(guard number: Int32, _ host: MachineHost) -> Bool { guards[Int(number)] & 1 != 0 }

  @inlinable
  @inline(__always)
  func wantsCall(action number: Int32, _ host: MachineHost) -> Bool { actions[Int(number)] & 1 != 0 }

  @inlinable
  @inline(__always)
  func answer(guard number: Int32, _ host: MachineHost) throws -> Bool {
    try handlers.answer(guard: Int(guards[Int(number)] >> 1))
  }

  @inlinable
  @inline(__always)
  func answer(guard number: Int32, _ host: MachineHost, _ call: HandlerCall) throws -> Bool {
    try handlers.answer(guard: Int(guards[Int(number)] >> 1), call)
  }

  @inlinable
  @inline(__always)
  func perform(action number: Int32, _ host: MachineHost) throws {
    try handlers.perform(action: Int(actions[Int(number)] >> 1))
  }

  @inlinable
  @inline(__always)
  func perform(action number: Int32, _ host: MachineHost, _ call: HandlerCall) throws {
    try handlers.perform(action: Int(actions[Int(number)] >> 1), call)
  }
}
