/// Why ClueRide's back-end has not answered what it was asked.
public enum ClueRideProblem: Error, Hashable, Sendable {
  /// The registration is not active, or there is no back-end.
  case notActive
  /// The access token was refused. It is being renewed.
  case tokenRejected
  /// Too many requests; how many seconds to wait, when the server said so.
  case tooManyRequests(retryAfter: Int?)
  /// The server was not reached, or its answer can't be used.
  case noAnswer
}

extension ClueRideProblem {
  init(_ error: RegistrationError) {
    self = error.error == .tooManyRequests ? .tooManyRequests(retryAfter: error.retryAfter) : .noAnswer
  }
}
