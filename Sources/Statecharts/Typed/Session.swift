import StatechartsModel

/// A running flow of a chart that Swift knows: a `ChartSession` with the generated types.
///
/// Copies of the value are the same session. When nobody holds it any more, its services are canceled and its updates
/// end.
public struct Session<Chart: TypedChart>: Sendable {
  // Decision: Docs/decisions/code-generation.md#a-session-with-generated-types-is-a-value-around-the-other
  /// The session with names and values in place of the generated types.
  public let untyped: ChartSession

  /// The id of the session: `session.id` in expressions, and the name of the session in traces and snapshots.
  public var id: String { untyped.id }

  /// Makes a session that is ready to start.
  ///
  /// - Parameters:
  ///   - bound: The chart with its handlers.
  ///   - id: The id of the session, which no other session has; by default a random UUID.
  ///   - input: The input at the start.
  ///   - delivery: When services start and outputs are published.
  ///   - sealer: Seals the secrets in snapshots, and opens them; without one, they are left out.
  ///   - clock: The clock of timers, timeouts and retries.
  ///   - inspector: Receives everything that the session does, redacted.
  /// - Throws: Every input that does not fit, or every chart that is missing among the children.
  public init(
    _ bound: TypedBoundChart<Chart>, id: String? = nil, input: Chart.Input, delivery: Delivery = .immediate,
    sealer: (any SecretSealer)? = nil,
    clock: any Clock<Duration> = ContinuousClock(), inspector: (any SessionInspector)? = nil
  ) throws(BindingProblems) {
    untyped = try ChartSession(
      bound.untyped, id: id, input: input.values, delivery: delivery, sealer: sealer, clock: clock,
      inspector: inspector)
  }

  /// Makes a session that continues from a snapshot when it starts; `ChartSession` says how.
  ///
  /// - Parameters:
  ///   - bound: The chart with its handlers.
  ///   - snapshot: A snapshot of the session.
  ///   - time: The time of day, counted as for `snapshot(at:)`.
  ///   - policy: How timers continue for which the chart has no `resume`.
  ///   - exceptions: How some timers continue whatever the chart says, by their names in the snapshot.
  ///   - delivery: When services start and outputs are published.
  ///   - sealer: Seals the secrets in snapshots, and opens them; without one, they are left out.
  ///   - clock: The clock of timers, timeouts and retries.
  ///   - inspector: Receives everything that the session does, redacted.
  /// - Throws: Every reason why the chart cannot continue from the snapshot.
  public init(
    _ bound: TypedBoundChart<Chart>, restoring snapshot: SessionSnapshot, at time: Duration? = nil,
    timers policy: ResumePolicy = .deadline, exceptions: [String: ResumePolicy] = [:],
    delivery: Delivery = .immediate, sealer: (any SecretSealer)? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    inspector: (any SessionInspector)? = nil
  ) throws(RestoreProblems) {
    untyped = try ChartSession(
      bound.untyped, restoring: snapshot, at: time, timers: policy, exceptions: exceptions,
      delivery: delivery, sealer: sealer, clock: clock, inspector: inspector)
  }

  /// Enters the chart, or continues from the snapshot. Is rejected if the session was started before.
  @discardableResult
  public func start() async -> EventOutcome { await untyped.start() }

  /// Sends an event from the app. When this returns, its steps are done and what they ask for is started.
  ///
  /// - Returns: The outcome: taken, ignored with the guards that failed, or rejected with the reason.
  @discardableResult
  public func send(_ event: Chart.Event) async -> EventOutcome { await untyped.send(event.event) }

  /// Sends an event without waiting for its outcome; see `ChartSession.post(_:)`.
  ///
  /// - Returns: Whether the event will be handled, and if not, why.
  @discardableResult
  public func post(_ event: Chart.Event) -> PostResult { untyped.post(event.event) }

  /// The outcome that an event would have now. Guards are evaluated; nothing is done.
  public func preview(_ event: Chart.Event) async -> EventOutcome { await untyped.preview(event.event) }

  /// Ends the session: all states are exited with their exit actions, services and timers are canceled. Await `settled()`
  /// to know that the tasks of services have ended too.
  @discardableResult
  public func stop() async -> EventOutcome { await untyped.stop() }

  /// Where the session is now, confirmed or not. Has no outputs.
  public var current: Update { get async { Update(await untyped.current) } }

  /// The updates of a session for one caller.
  public typealias Updates = AsyncMapSequence<SessionUpdates, Update>

  /// Where the session is, now and after each change.
  ///
  /// - Parameter buffered: How many updates wait for a slow caller; see `ChartSession.updates(buffering:)`.
  public func updates(buffering buffered: Int = ChartSession.defaultBufferedUpdates) async -> Updates {
    await untyped.updates(buffering: buffered).map { Update($0) }
  }

  /// Waits until no service runs and all posted events are handled; timers may wait.
  ///
  /// - Parameter ignored: The ids of services that may still run.
  /// - Throws: `SettlingProblem`.
  public func settled(ignoring ignored: Set<Chart.ServiceID> = []) async throws(SettlingProblem) {
    try await untyped.settled(ignoring: Set(ignored.map(\.rawValue)))
  }

  /// What a store keeps of the session.
  ///
  /// - Parameter time: The time of day; see `ChartSession.snapshot(at:)`.
  public func snapshot(at time: Duration? = nil) async -> SessionSnapshot { await untyped.snapshot(at: time) }

  /// The oldest step that is held, with `Delivery.confirmed`; see `ChartSession.heldStep(at:)`.
  public func heldStep(at time: Duration? = nil) async -> HeldStep? { await untyped.heldStep(at: time) }

  /// The steps that are held, now and from now on, with `Delivery.confirmed`; see `ChartSession.heldSteps(at:)`.
  public func heldSteps(at time: @escaping @Sendable () -> Duration? = { nil }) async -> HeldSteps {
    await untyped.heldSteps(at: time)
  }

  /// Confirms that a held step is stored, so that its effects are carried out; see `ChartSession.confirm(_:)`.
  public func confirm(_ step: HeldStep) async { await untyped.confirm(step) }

  /// Confirms that the outputs of an update were handled, with `Delivery.acknowledged` and `.confirmed`.
  public func acknowledge(_ update: Update) async { await untyped.acknowledge(update.untyped) }

  /// Where a session is after something happened, in the generated types. All else of a `SessionUpdate` is here too.
  @dynamicMemberLookup
  public struct Update: Sendable {
    /// The update with names and values in place of the generated types.
    public let untyped: SessionUpdate

    /// Takes an update of a session of this chart.
    init(_ untyped: SessionUpdate) { self.untyped = untyped }

    /// The active states without children, in document order. After the end: those in which it ended.
    public var configuration: [Chart.StateID] {
      untyped.configuration.compactMap { Chart.StateID(rawValue: $0) }
    }

    /// All active states but the root, in document order.
    public var states: [Chart.StateID] { untyped.states.compactMap { Chart.StateID(rawValue: $0) } }

    /// The services and child charts that run, in document order. Those that child charts run are in
    /// `untyped.services`.
    public var services: [Chart.ServiceID] {
      untyped.services.prefix(untyped.ownServices).compactMap { Chart.ServiceID(rawValue: $0) }
    }

    /// The variables of the chart.
    public var context: Chart.Context { Chart.Context(untyped.context) }

    /// The outputs of the chart with this update and those skipped before it, in order. Those of charts inside it are
    /// left out, so positions in this list are no numbers of outputs; see `numberedOutputs`.
    public var outputs: [Chart.Output] { numberedOutputs.map(\.output) }

    /// The same outputs, each with its number in the session: the same number each time that the output comes.
    public var numberedOutputs: [(number: UInt64, output: Chart.Output)] { read(untyped.chart) }

    /// The outputs of a chart, as of one that runs inside this one, with this update and those skipped before it, in
    /// order.
    public func outputs<Other: TypedChart>(of chart: Other.Type) -> [Other.Output] {
      (try? Other.compiled.get()).map { read($0.chart.id.text).map(\.output) } ?? []
    }

    private func read<Output: TypedOutput>(_ chart: String) -> [(number: UInt64, output: Output)] {
      zip(untyped.firstOutput...UInt64.max, untyped.outputs).compactMap { number, payload in
        guard payload.chart == nil || payload.chart == chart else { return nil }
        return (try? Output(payload)).map { (number, $0) }
      }
    }

    /// Whether a state is active.
    public func isActive(_ state: Chart.StateID) -> Bool { untyped.isActive(state.rawValue) }

    /// All else of the update.
    public subscript<Property>(dynamicMember path: KeyPath<SessionUpdate, Property>) -> Property {
      untyped[keyPath: path]
    }
  }
}

extension Session.Update: CustomStringConvertible, CustomReflectable {
  /// Number and active states; no data, which may be secret.
  public var description: String { untyped.description }

  /// No data, which may be secret.
  public var customMirror: Mirror { untyped.customMirror }
}

/// A chart that Swift knows, with its handlers. Any number of sessions may share it.
public struct TypedBoundChart<Chart: TypedChart>: Sendable {
  /// The chart with its handlers, for a chart that runs it.
  public let untyped: BoundChart

  /// Takes a chart that agrees with the generated type.
  package init(_ untyped: BoundChart) { self.untyped = untyped }
}
