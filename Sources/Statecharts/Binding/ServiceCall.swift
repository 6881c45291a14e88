/// What a service is started with.
public struct ServiceCall: Sendable {
  /// Hands an event to the chart while the service runs, and tells what became of it.
  public typealias Send = @Sendable (Event) async -> Outcome

  /// The service's name.
  public let service: String
  /// The id under which it runs.
  public let id: String
  /// What the chart gives it, by name.
  public let input: Value
  /// 0 for the first start, then the number of the repetition.
  public let attempt: Int
  /// The events that the chart sends to the service while it runs, for one reader. They end when the service is
  /// cancelled. One that reads too slowly misses the oldest.
  public let events: AsyncStream<Event>
  private let sendEvent: Send

  /// Makes a call; whoever runs services does this.
  public init(
    service: String, id: String, input: Value, attempt: Int = 0,
    events: AsyncStream<Event> = AsyncStream { $0.finish() }, send: @escaping Send
  ) {
    self.service = service
    self.id = id
    self.input = input
    self.attempt = attempt
    self.events = events
    sendEvent = send
  }

  /// Sends an event that the service is declared to send.
  ///
  /// - Returns: What became of it: `.late` when the service does not count any more, for its state was left.
  @discardableResult
  public func send(_ event: Event) async -> Outcome { await sendEvent(event) }
}
