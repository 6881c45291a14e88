import FlowTransport
import Foundation
import Statecharts

/// What went wrong with a request, as a code of the chart.
struct DeviceError: CodedError, Hashable {
  let error: DeviceAuthorization.ErrorCode

  init(_ error: DeviceAuthorization.ErrorCode) { self.error = error }

  var code: String { error.rawValue }

  /// What a response other than success means (section 3.5; RFC 6749, section 5.2). An OAuth error code counts with any
  /// status, also with 503.
  init(_ response: TransportResponse) {
    struct Answer: Decodable { let error: String }
    guard DeviceClient.isJSON(response),
      let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
    else {
      // Overloaded servers and proxies. The device continues to poll, but less often.
      self.init(.noConnection)
      return
    }
    switch answer.error {
    case "authorization_pending": self.init(.authorizationPending)
    case "slow_down": self.init(.slowDown)
    case "access_denied": self.init(.accessDenied)
    case "expired_token": self.init(.codeExpired)
    // The server no longer knows the code, for example because the response with the tokens was lost, or it cannot
    // serve the request.
    case "invalid_grant", "server_error", "temporarily_unavailable": self.init(.restartNeeded)
    default: self.init(.requestRefused)
    }
  }
}
