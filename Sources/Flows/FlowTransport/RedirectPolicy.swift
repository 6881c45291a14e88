import Foundation

/// What becomes of answers that name another address.
public enum RedirectPolicy: Hashable, Sendable {
  /// The answer is handed over with its headers; nothing else is asked. Its body need not be there.
  case refuse
  /// A `GET` is repeated at the other address as long as it is of the same scheme, host and port; all else is a failure.
  case sameOrigin(atMost: Int)
}

extension TransportRequest {
  /// Sends the request, and again where its policy lets it follow an answer to another address. What every transport does
  /// around the sending of one request.
  ///
  /// - Parameter once: sends a request once and follows nothing.
  /// - Throws: `.insecure` before anything is sent, `.redirect`, and what `once` throws.
  package func followed(
    _ once: (TransportRequest) async throws(TransportFailure) -> TransportResponse
  ) async throws(TransportFailure) -> TransportResponse {
    guard let origin = WebOrigin(url), origin.isSafe else { throw .insecure }
    var response = try await once(self)
    guard case .sameOrigin(let most) = redirects, method == .get else { return response }
    var request = self
    for _ in 0..<max(most, 0) {
      guard (300..<400).contains(response.status), let location = response.headers["Location"] else {
        return response
      }
      guard let next = URL(string: location, relativeTo: request.url)?.absoluteURL, WebOrigin(next) == origin
      else { throw .redirect }
      request.url = next
      response = try await once(request)
    }
    guard !(300..<400).contains(response.status) else { throw .redirect }
    return response
  }
}
