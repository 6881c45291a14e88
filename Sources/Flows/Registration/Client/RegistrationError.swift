import FlowTransport
package import Statecharts

/// What went wrong, in the words of the chart. Printing it shows the code alone: what a server says besides may name a
/// person.
package struct RegistrationError: CodedError, Hashable, CustomStringConvertible {
  /// The chart's code.
  package let error: Registration.ErrorCode
  /// How many seconds to wait, where a server said so.
  package let retryAfter: Int?

  /// Makes an error.
  package init(_ error: Registration.ErrorCode, retryAfter: Int? = nil) {
    self.error = error
    self.retryAfter = retryAfter
  }

  /// The chart's code.
  package var code: String { error.rawValue }

  /// The fields that come with the code.
  package var data: ChartValue {
    error == .tooManyRequests ? ["retryAfter": retryAfter.chartValue] : .unset
  }

  /// The chart's code.
  package var description: String { code }

  /// An answer that is not what it must be.
  static let malformedAnswer = RegistrationError(.malformedAnswer)
}

extension RegistrationError {
  /// What a missing answer means.
  init(_ failure: TransportFailure) {
    switch failure {
    // The chart's own deadline says the same.
    // Decision: Docs/decisions/flow-registration.md#a-missing-answer-is-always-requesttimeout
    case .timedOut: self.init(.requestTimeout)
    // Also for anything that is not an answer of these servers, such as the login page of a hotel's network.
    case .connection, .cancelled, .tooLarge, .redirect, .insecure: self.init(.noConnection)
    }
  }

  /// What an answer other than success means. Only an error that the server names itself says that a registration or an
  /// app is refused: a page of a proxy with the same status says nothing.
  ///
  /// - Parameter isOfTokens: whether it answers a request for tokens: nothing else can say of a refresh token that it is
  ///   no good.
  init(_ answer: JSONAnswer, isOfTokens: Bool = false) {
    switch (answer.status, answer.json["error"]?.text) {
    case (429, _), (_, "too_many_requests"?): self.init(.tooManyRequests, retryAfter: answer.retryAfter)
    case (500..., _): self.init(.serverUnavailable)
    // A page, a part of an answer, or one that leads elsewhere, which nobody follows: none of it comes from these servers.
    // What is JSON does, also where it is said to be something else.
    case (200..<400, _) where answer.body == nil: self.init(.noConnection)
    // Decision: Docs/decisions/flow-registration.md#only-the-providers-own-refusal-clears-a-registration
    case (400...403, "invalid_grant"?) where isOfTokens: self.init(.invalidGrant)
    case (400...403, "invalid_client"?) where isOfTokens,
      (400...403, "unauthorized_client"?) where isOfTokens:
      self.init(.invalidClient)
    default: self.init(.malformedAnswer)
    }
  }
}
