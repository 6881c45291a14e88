import Statecharts

// What each service may fail with is declared in the chart. An error that a service does not declare becomes
// `unknownError`, which all of them do.

extension FxaError {
  /// The number of an error that the service does not know.
  fileprivate var number: Int? { if case .unknownError(let errno) = self { errno } else { nil } }
}

extension FxaAuthentication.InitializeFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .noInternetConnection: .noInternetConnection
      case .requestTimeout: .requestTimeout
      // There is no screen yet that could tell one from the other; the wait is what counts.
      case .serverUnavailable(let seconds), .tooManyRequests(let seconds):
        .serverUnavailable(retryAfter: seconds)
      case .authenticationFailure, .remoteServiceError: .authenticationFailure
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.CheckAccountFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .accountAlreadyExists: .accountAlreadyExists
      case .emailAlreadyExists: .emailAlreadyExists
      case .emailCanNotBeUsedToLogin: .emailCanNotBeUsedToLogin
      case .emailTypeNotSupported: .emailTypeNotSupported
      case .invalidEmailAddress: .invalidEmailAddress
      case .invalidEmailCode: .invalidEmailCode
      case .unknownAccount: .unknownAccount
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.SignInFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .incorrectPassword: .incorrectPassword
      case .unknownAccount: .unknownAccount
      case .invalidEmailAddress: .invalidEmailAddress
      case .emailTypeNotSupported: .emailTypeNotSupported
      case .emailCanNotBeUsedToLogin: .emailCanNotBeUsedToLogin
      case .failedToSendEmail: .failedToSendEmail
      case .requestBlocked(let method): .requestBlocked(verificationMethod: method)
      case .emailCaseMismatch(let email): .emailCaseMismatch(email: email)
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.SignUpFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .accountAlreadyExists: .accountAlreadyExists
      case .emailAlreadyExists: .emailAlreadyExists
      case .emailTypeNotSupported: .emailTypeNotSupported
      case .emailCanNotBeUsedToLogin: .emailCanNotBeUsedToLogin
      case .invalidEmailAddress: .invalidEmailAddress
      case .failedToSendEmail: .failedToSendEmail
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.SendUnblockCodeFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .failedToSendEmail: .failedToSendEmail
      case .unknownAccount: .unknownAccount
      case .invalidEmailAddress: .invalidEmailAddress
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.VerifyUnblockCodeFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .invalidUnblockCode: .invalidUnblockCode
      case .incorrectPassword: .incorrectPassword
      case .unknownAccount: .unknownAccount
      case .invalidEmailAddress: .invalidEmailAddress
      case .emailTypeNotSupported: .emailTypeNotSupported
      case .emailCanNotBeUsedToLogin: .emailCanNotBeUsedToLogin
      case .failedToSendEmail: .failedToSendEmail
      case .requestBlocked(let method): .requestBlocked(verificationMethod: method)
      case .emailCaseMismatch(let email): .emailCaseMismatch(email: email)
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.VerifySessionTotpCodeFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .invalidTotpCode: .invalidTotpCode
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.VerifySessionEmailCodeFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .invalidOrExpiredVerificationCode: .invalidOrExpiredVerificationCode
      case .invalidEmailCode: .invalidEmailCode
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.ResendSessionCodeFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .failedToSendEmail: .failedToSendEmail
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.ExchangeSessionFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      case .remoteServiceError: .remoteServiceError
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.VerifyLoginFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      case .remoteServiceError: .remoteServiceError
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.ListAttachedClientsFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      default: .unknownError(errno: error.number)
      }
  }
}

extension FxaAuthentication.DeleteAccountFailure {
  init(_ error: FxaError) {
    self =
      switch error {
      case .incorrectPassword: .incorrectPassword
      case .tooManyRequests(let seconds): .tooManyRequests(retryAfter: seconds)
      case .serverUnavailable(let seconds): .serverUnavailable(retryAfter: seconds)
      case .requestTimeout: .requestTimeout
      case .noInternetConnection: .noInternetConnection
      case .authenticationFailure: .authenticationFailure
      default: .unknownError(errno: error.number)
      }
  }
}
