import FlowTransport
import LoopbackServer

/// Why a request is refused, as Auth0 says it.
struct Auth0Refusal: Error {
  let status: Int
  let error: String
  let description: String

  init(_ status: Int, _ error: String, _ description: String) {
    self.status = status
    self.error = error
    self.description = description
  }

  static let unknownToken = Auth0Refusal(403, "invalid_grant", "Unknown or invalid refresh token.")
  static let unknownCode = Auth0Refusal(403, "invalid_grant", "Invalid authorization code")

  var response: TransportResponse {
    .json(["error": .string(error), "error_description": .string(description)], status: status)
  }
}
