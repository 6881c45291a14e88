package import FlowTransport
package import Statecharts

/// What went wrong with a request, in the words of the chart. Printing it shows the code alone.
package struct FxaError: CodedError, Hashable, CustomStringConvertible {
  /// The chart's code.
  package let error: FxaAuthentication.ErrorCode
  /// The fields that come with the code.
  package let data: ChartValue
  /// The account server's number, if there was one.
  package let errno: Int?

  /// Makes an error.
  package init(_ error: FxaAuthentication.ErrorCode, _ data: ChartValue = .unset, errno: Int? = nil) {
    self.error = error
    self.data = data
    self.errno = errno
  }

  /// The chart's code.
  package var code: String { error.rawValue }

  /// The code alone: the data may be personal.
  package var description: String { code }

  /// An answer without what it must have, or that is of another sign-in; or the flow has not got what it needs.
  package static let authenticationFailure = FxaError(.authenticationFailure)
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
    // Decision: Docs/decisions/flows.md#a-non-answer-counts-as-no-connection
    switch failure {
    case .timedOut: self.init(.requestTimeout)
    // Also for anything that is not an answer of these servers.
    case .connection, .cancelled, .tooLarge, .redirect, .insecure: self.init(.noInternetConnection)
    }
  }

  /// What an answer other than success means.
  package init(_ answer: JSONAnswer, _ operation: FxaOperation) {
    let error = answer.errno.map { Self.code(of: $0, answer, operation) } ?? Self.code(of: answer)
    let data: ChartValue =
      switch error {
      case .tooManyRequests, .serverUnavailable: ["retryAfter": answer.retryAfter.chartValue]
      case .requestBlocked: ["verificationMethod": (answer.json["verificationMethod"]?.text).chartValue]
      case .emailCaseMismatch: ["email": (answer.json["email"]?.text).chartValue]
      case .unknownError: ["errno": answer.errno.chartValue]
      default: .unset
      }
    self.init(error, data, errno: answer.errno)
  }

  /// An answer without a number, perhaps from something that stands between the app and the server.
  private static func code(of answer: JSONAnswer) -> FxaAuthentication.ErrorCode {
    switch answer.status {
    case 429: .tooManyRequests
    case 500...: .serverUnavailable
    // 200: not JSON, or neither an object nor a list. 3xx: a redirect, which is not followed. These servers send
    // neither.
    case 200..<400: .noInternetConnection
    case 401: .authenticationFailure
    default: .unknownError
    }
  }

  private static func code(
    of errno: Int, _ answer: JSONAnswer, _ operation: FxaOperation
  ) -> FxaAuthentication.ErrorCode {
    switch errno {
    case 101: .accountAlreadyExists
    case 102: .unknownAccount
    case 103: .incorrectPassword
    case 105: .invalidEmailCode
    case 107: invalidParameter(answer.invalidKeys, operation)
    case 109, 110, 111, 115: .authenticationFailure
    case 114: .tooManyRequests
    // Decision: Docs/decisions/flow-mozilla-vpn.md#another-spelling-is-the-same-address
    case 120: answer.json["email"]?.text == nil ? .unknownError : .emailCaseMismatch
    case 125 where operation == .login: .requestBlocked
    case 125, 149: .emailCanNotBeUsedToLogin
    case 127: .invalidUnblockCode
    case 136, 140, 141, 144: .emailAlreadyExists
    case 142: .emailTypeNotSupported
    case 151: .failedToSendEmail
    case 152, 153, 183: operation == .totpCode ? .invalidTotpCode : .invalidOrExpiredVerificationCode
    case 201, 203: .serverUnavailable
    default: .unknownError
    }
  }

  private static func invalidParameter(
    _ keys: [String], _ operation: FxaOperation
  ) -> FxaAuthentication.ErrorCode {
    if keys.contains("unblockCode") { return .invalidUnblockCode }
    if keys.contains("email") { return .invalidEmailAddress }
    guard keys.contains("code") else { return .unknownError }
    return switch operation {
    case .totpCode: .invalidTotpCode
    case .emailCode: .invalidOrExpiredVerificationCode
    case .other, .login: .unknownError
    }
  }
}
