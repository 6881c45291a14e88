import LoopbackHTTP

/// What a loopback server gives its clients at most.
public struct LoopbackLimits: Hashable, Sendable {
  // Decision: Docs/decisions/flows.md#loopback-servers-have-limits
  /// The connections that are open at a time. Others wait in the system's queue until one is over.
  public var connections: Int
  /// From the beginning of a connection to the last byte of its request. Longer than a busy machine keeps a client waiting.
  public var request: Duration
  /// From there to the end of the connection. Longer than the deadlines of clients, which meet servers that never answer.
  public var answer: Duration

  /// Makes limits.
  ///
  /// - Parameter connections: nil for what the process has descriptors for.
  public init(
    connections: Int? = nil, request: Duration = .seconds(120), answer: Duration = .seconds(120)
  ) {
    self.connections = connections ?? LoopbackListener.connections
    self.request = request
    self.answer = answer
  }
}
