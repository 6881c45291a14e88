/// Carries requests. Clients of servers know nothing else of the network, so that tests can put something else there.
public protocol HTTPTransport: Sendable {
  /// Sends a request once and waits for the whole answer, whatever its status. Ends soon after its task is cancelled.
  ///
  /// - Throws: `TransportFailure` when there is no whole answer.
  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse
}

/// Why there is no answer. Says nothing of what was sent or has come.
public enum TransportFailure: Error, Hashable, Sendable, CaseIterable {
  /// The deadline is over.
  case timedOut
  /// The server was not reached, or the connection broke before the whole answer was there.
  case connection
  /// The answer is larger than the limit.
  case tooLarge
  /// The answer led to an address that must not be followed, or too often to another one.
  case redirect
  /// The address is not `https`, nor `http` on this machine; or the server could not prove who it is.
  case insecure
  /// Nobody waits for the answer any more.
  case cancelled
}
