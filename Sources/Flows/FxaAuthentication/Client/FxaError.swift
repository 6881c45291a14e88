package import FlowTransport

/// What went wrong with a request, in the words of the chart.
package enum FxaError: Error, Hashable, Sendable {
  case accountAlreadyExists
  case emailAlreadyExists
  case emailCanNotBeUsedToLogin
  case emailTypeNotSupported
  case failedToSendEmail
  case incorrectPassword
  case invalidEmailCode
  case invalidOrExpiredVerificationCode
  case invalidUnblockCode
  case invalidTotpCode
  case invalidEmailAddress
  case unknownAccount
  case tooManyRequests(retryAfter: Int?)
  case serverUnavailable(retryAfter: Int?)
  case requestTimeout
  case noInternetConnection
  case authenticationFailure
  case remoteServiceError
  case requestBlocked(verificationMethod: String?)
  case emailCaseMismatch(email: String)
  case unknownError(errno: Int?)
}

/// What a request was made for: some numbers of the account server mean one thing here and another there.
package enum FxaOperation: Hashable, Sendable {
  /// Whatever has no codes of its own.
  case other
  /// Signing in, with or without an unblock code.
  case login
  /// Checking the code of the authenticator app.
  case totpCode
  /// Checking the code of the email.
  case emailCode
}

extension FxaError {
  /// What a missing answer means.
  package init(_ failure: TransportFailure) {
    self =
      switch failure {
      case .timedOut: .requestTimeout
      case .connection, .cancelled: .noInternetConnection
      case .tooLarge, .redirect, .insecure: .authenticationFailure
      }
  }

  /// What an answer other than success means.
  package init(_ answer: FxaAnswer, _ operation: FxaOperation) {
    guard let errno = answer.errno else {
      self = Self.of(status: answer)
      return
    }
    self = Self.of(errno: errno, answer, operation)
  }

  /// An answer without a number, perhaps from something that stands between the app and the server.
  private static func of(status answer: FxaAnswer) -> FxaError {
    switch answer.status {
    case 429: .tooManyRequests(retryAfter: answer.retryAfter)
    case 500...: .serverUnavailable(retryAfter: answer.retryAfter)
    // 200: not the documented answer. 3xx: led elsewhere, which nobody follows.
    case 200..<400, 401: .authenticationFailure
    default: .unknownError(errno: nil)
    }
  }

  private static func of(errno: Int, _ answer: FxaAnswer, _ operation: FxaOperation) -> FxaError {
    switch errno {
    case 101: .accountAlreadyExists
    case 102: .unknownAccount
    case 103: .incorrectPassword
    case 105: .invalidEmailCode
    case 107: invalidParameter(answer.invalidKeys, operation)
    case 109, 110, 111, 115: .authenticationFailure
    case 114: .tooManyRequests(retryAfter: answer.retryAfter)
    case 120: answer.json["email"]?.text.map { .emailCaseMismatch(email: $0) } ?? .unknownError(errno: errno)
    case 125 where operation == .login:
      .requestBlocked(verificationMethod: answer.json["verificationMethod"]?.text)
    case 125, 149: .emailCanNotBeUsedToLogin
    case 127: .invalidUnblockCode
    case 136, 140, 141, 144: .emailAlreadyExists
    case 142: .emailTypeNotSupported
    case 151: .failedToSendEmail
    case 152, 153, 183: operation == .totpCode ? .invalidTotpCode : .invalidOrExpiredVerificationCode
    case 201, 203: .serverUnavailable(retryAfter: answer.retryAfter)
    default: .unknownError(errno: errno)
    }
  }

  private static func invalidParameter(_ keys: [String], _ operation: FxaOperation) -> FxaError {
    if keys.contains("unblockCode") { return .invalidUnblockCode }
    if keys.contains("email") { return .invalidEmailAddress }
    guard keys.contains("code") else { return .unknownError(errno: 107) }
    return switch operation {
    case .totpCode: .invalidTotpCode
    case .emailCode: .invalidOrExpiredVerificationCode
    case .other, .login: .unknownError(errno: 107)
    }
  }
}
