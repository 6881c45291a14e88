/// Carries requests. Clients of servers know nothing else of the network, so that tests can put something else there.
///
/// What a transport owes them, for they do not look after it themselves:
///
/// - It sends each request once, and repeats none by itself, not even when the connection breaks.
/// - It ends: with a deadline of its own, 15 seconds in `URLSessionTransport`, from sending to the last byte.
/// - It does not hand over part of a body as all of it, nor more than it has memory for.
/// - It follows no redirect: such an answer is handed over with its headers, and its body need not be there.
/// - It speaks to addresses that are `https`, or `http` on this machine, and checks who the server is.
/// - It uses no proxy for this machine, whatever the environment says: such requests are not encrypted.
/// - It keeps and adds nothing: no cookies, no cache, no stored credentials, no log of bodies or headers.
public protocol HTTPTransport: Sendable {
  /// Sends a request once and waits for the whole answer, whatever its status. Ends soon after its task is canceled.
  ///
  /// - Throws: `TransportFailure` when there is no whole answer.
  func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse
}

extension HTTPTransport {
  /// Sends a request with secrets. Whatever carries it, it goes to safe addresses only.
  ///
  /// - Parameter failure: the flow's error for a missing answer. `insecure` is an address to which nothing was sent.
  package func sendSafely<Failure: Error>(
    _ request: TransportRequest, failure: (TransportFailure) -> Failure
  ) async throws(Failure) -> TransportResponse {
    do throws(TransportFailure) {
      _ = try WebOrigin(safe: request.url)
      return try await send(request)
    } catch {
      throw failure(error)
    }
  }
}

/// Why there is no answer. Says nothing of what was sent or has come.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
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
