// Decision: Docs/decisions/code-generation.md#handlers-are-given-to-the-session
extension Session {
  /// Makes a session of handlers that is ready to start. Sessions that share their handlers are made from one
  /// `TypedBoundChart`, which costs less.
  ///
  /// - Parameters:
  ///   - handlers: A value of a type that implements the generated protocol `Handlers`.
  ///   - id: The id of the session, which no other session has; by default a random UUID.
  ///   - input: The input at the start.
  ///   - delivery: When services start and outputs are published.
  ///   - sealer: Seals the secrets in snapshots, and opens them; without one, they are left out.
  ///   - clock: The clock of timers, timeouts and retries.
  ///   - inspector: Receives everything that the session does, redacted.
  /// - Throws: `ModelProblems` if this engine cannot run the chart, and `BindingProblems`.
  public init(
    _ handlers: Chart.AnyHandlers, id: String? = nil, input: Chart.Input, delivery: Delivery = .immediate,
    sealer: (any SecretSealer)? = nil, clock: any Clock<Duration> = ContinuousClock(),
    inspector: (any SessionInspector)? = nil
  ) throws {
    try self.init(
      Chart.bound(handlers), id: id, input: input, delivery: delivery, sealer: sealer, clock: clock,
      inspector: inspector)
  }

  /// Makes a session of handlers that is ready to start, without input.
  ///
  /// - Parameters:
  ///   - handlers: A value of a type that implements the generated protocol `Handlers`.
  ///   - id: The id of the session, which no other session has; by default a random UUID.
  ///   - delivery: When services start and outputs are published.
  ///   - sealer: Seals the secrets in snapshots, and opens them; without one, they are left out.
  ///   - clock: The clock of timers, timeouts and retries.
  ///   - inspector: Receives everything that the session does, redacted.
  /// - Throws: `ModelProblems` if this engine cannot run the chart, and `BindingProblems`.
  public init(
    _ handlers: Chart.AnyHandlers, id: String? = nil, delivery: Delivery = .immediate,
    sealer: (any SecretSealer)? = nil, clock: any Clock<Duration> = ContinuousClock(),
    inspector: (any SessionInspector)? = nil
  ) throws where Chart.Input: OptionalInput {
    try self.init(
      Chart.bound(handlers), id: id, delivery: delivery, sealer: sealer, clock: clock, inspector: inspector)
  }

  /// Makes a session that is ready to start, without input.
  ///
  /// - Parameters:
  ///   - bound: The chart with its handlers.
  ///   - id: The id of the session, which no other session has; by default a random UUID.
  ///   - delivery: When services start and outputs are published.
  ///   - sealer: Seals the secrets in snapshots, and opens them; without one, they are left out.
  ///   - clock: The clock of timers, timeouts and retries.
  ///   - inspector: Receives everything that the session does, redacted.
  /// - Throws: Every chart that is missing among the children.
  public init(
    _ bound: TypedBoundChart<Chart>, id: String? = nil, delivery: Delivery = .immediate,
    sealer: (any SecretSealer)? = nil, clock: any Clock<Duration> = ContinuousClock(),
    inspector: (any SessionInspector)? = nil
  ) throws(BindingProblems) where Chart.Input: OptionalInput {
    untyped = try ChartSession(
      bound.untyped, id: id, delivery: delivery, sealer: sealer, clock: clock, inspector: inspector)
  }

  /// Makes a session of handlers that continues from a snapshot when it starts; `ChartSession` says how.
  ///
  /// - Parameters:
  ///   - handlers: A value of a type that implements the generated protocol `Handlers`.
  ///   - snapshot: A snapshot of the session.
  ///   - time: The time of day, counted as for `snapshot(at:)`.
  ///   - policy: How timers continue for which the chart has no `resume`.
  ///   - exceptions: How some timers continue whatever the chart says, by their names in the snapshot.
  ///   - delivery: When services start and outputs are published.
  ///   - sealer: Seals the secrets in snapshots, and opens them; without one, they are left out.
  ///   - clock: The clock of timers, timeouts and retries.
  ///   - inspector: Receives everything that the session does, redacted.
  /// - Throws: `RestoreProblems`, `ModelProblems` if this engine cannot run the chart, and `BindingProblems`.
  public init(
    _ handlers: Chart.AnyHandlers, restoring snapshot: SessionSnapshot, at time: Duration? = nil,
    timers policy: ResumePolicy = .deadline, exceptions: [String: ResumePolicy] = [:],
    delivery: Delivery = .immediate, sealer: (any SecretSealer)? = nil,
    clock: any Clock<Duration> = ContinuousClock(), inspector: (any SessionInspector)? = nil
  ) throws {
    try self.init(
      Chart.bound(handlers), restoring: snapshot, at: time, timers: policy, exceptions: exceptions,
      delivery: delivery, sealer: sealer, clock: clock, inspector: inspector)
  }
}
