import FlowTransport

extension JSONAnswer {
  /// The seconds to wait, when the server says so.
  var retryAfter: Int? {
    // Auth0 says when the limit is lifted, in seconds since 1970.
    let reset = headers["X-RateLimit-Reset"].flatMap { Double($0) }
    return wait(orOf: reset.map { .number($0 - time) })
  }
}

extension HTTPTransport {
  /// Sends a request of the flow, and reads its answer whatever its status.
  func answer(to request: TransportRequest, now: Double) async throws(RegistrationError) -> JSONAnswer {
    JSONAnswer(try await sendSafely(request) { RegistrationError($0) }, now: now)
  }
}
