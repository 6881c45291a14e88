import FlowTransport

/// An answer of one of the servers. Printing it shows its status alone.
struct JSONAnswer: Sendable, CustomStringConvertible, CustomReflectable {
  /// The status.
  let status: Int
  /// The body; `.null` when it is no JSON, or is not said to be.
  let json: JSONValue
  /// Whether the body is JSON, whatever it is said to be.
  let isJSON: Bool
  /// Whether there is no body.
  let isEmpty: Bool
  /// The body, whatever it is said to be; `.null` when it is no JSON.
  let body: JSONValue
  /// The seconds to wait, when the server says so.
  let retryAfter: Int?

  /// Reads an answer.
  ///
  /// - Parameter now: seconds since 1970, for servers that name a time.
  init(_ response: TransportResponse, now: Double) {
    status = response.status
    // A proxy's page may well hold something that reads as JSON.
    let type = response.headers["Content-Type"]?.lowercased() ?? ""
    let read = JSONValue.read(response.body)
    body = read ?? .null
    isJSON = read != nil
    isEmpty = response.body.isEmpty
    json = type.hasPrefix("application/json") ? body : .null
    // Auth0 says when the limit is lifted, in seconds since 1970.
    let reset = response.headers["X-RateLimit-Reset"].flatMap { Double($0) }
    retryAfter = RetryAfter.seconds(
      header: response.headers["Retry-After"], body: reset.map { .number($0 - now) }, now: now)
  }

  /// The status.
  var description: String { "status \(status)" }

  /// The status.
  var customMirror: Mirror { Mirror(self, children: ["answer": description]) }
}

extension HTTPTransport {
  /// Sends a request of the flow, and reads its answer whatever its status.
  func answer(to request: TransportRequest, now: Double) async throws(RegistrationError) -> JSONAnswer {
    do throws(TransportFailure) {
      // Whatever carries the request: codes and tokens go to safe addresses only.
      guard let origin = WebOrigin(request.url), origin.isSafe else { throw .insecure }
      return JSONAnswer(try await send(request), now: now)
    } catch {
      throw RegistrationError(error)
    }
  }
}
