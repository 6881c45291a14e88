/// What a service is started with.
public struct ServiceCall: Sendable {
  /// Hands an event to the chart while the service runs, and returns what became of it.
  public typealias Send = @Sendable (ChartEvent) async -> EventOutcome

  /// The service's name.
  public let service: String
  /// The session, the start and its key. Handlers that do not get the call find it as `ServiceRun.current`.
  public let run: ServiceRun
  /// What the chart gives it, by name.
  public let input: ChartValue
  /// The events that the chart sends to the service while it runs, for one reader. They end when the service is
  /// cancelled. One that reads too slowly misses the oldest.
  public let events: AsyncStream<ChartEvent>
  private let sendEvent: Send

  /// The id under which it runs.
  public var id: String { run.service }
  /// 0 for the first start, then the number of the repetition.
  public var attempt: Int { run.attempt }

  /// Makes a call; a session does this.
  package init(
    service: String, run: ServiceRun, input: ChartValue,
    events: AsyncStream<ChartEvent> = AsyncStream { $0.finish() },
    send: @escaping Send
  ) {
    self.service = service
    self.run = run
    self.input = input
    self.events = events
    sendEvent = send
  }

  /// Makes the first call of a service, for tests of handlers.
  public init(service: String, id: String, input: ChartValue, send: @escaping Send) {
    let run = ServiceRun(session: "main", service: id, number: 1, attempt: 0, idempotencyKey: "main-1")
    self.init(service: service, run: run, input: input, send: send)
  }

  /// Sends an event that the service is declared to send.
  ///
  /// - Returns: What became of it: `.stale` when the service does not count any more, for its state was left.
  @discardableResult
  public func send(_ event: ChartEvent) async -> EventOutcome { await sendEvent(event) }
}
