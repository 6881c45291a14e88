/// Why ClueRide's back-end has not answered what it was asked.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ClueRideProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The registration is not active, or there is no back-end.
  case notActive
  /// The access token was refused. It is being renewed.
  case tokenRejected
  /// Too many requests; how many seconds to wait, when the server said so.
  case tooManyRequests(retryAfter: Int?)
  /// The server was not reached (`noConnection`, `requestTimeout`), can't answer (`serverUnavailable`), or has said what
  /// can't be used, also that it does not know the member (`malformedAnswer`).
  case noAnswer(Registration.ErrorCode)

  /// One plain sentence.
  public var description: String {
    switch self {
    case .notActive: "The registration is not active, or no back-end is set."
    case .tokenRejected: "The back-end refused the access token, which is being renewed."
    case .tooManyRequests(let retryAfter?):
      "Too many requests. Try again in \(retryAfter) seconds."
    case .tooManyRequests(nil): "Too many requests."
    case .noAnswer(.malformedAnswer): "The back-end does not know the member, or its response can't be used."
    case .noAnswer(let cause):
      "The request to the back-end failed: \(cause.title ?? cause.rawValue) (\(cause.rawValue))"
    }
  }
}

extension ClueRideProblem {
  init(_ error: RegistrationError) {
    self =
      error.error == .tooManyRequests
      ? .tooManyRequests(retryAfter: error.retryAfter) : .noAnswer(error.error)
  }
}
