import Statecharts

/// Why a method of the guide has failed. Printing it only shows the code.
public struct AuthErrorCode: Error, Sendable, CustomStringConvertible, CustomReflectable {
  /// The codes, by the names of the iOS SDK where it has them.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// A second factor is needed: `resolver` goes on. 17078.
    case secondFactorRequired
    /// The code is wrong. 17044.
    case invalidVerificationCode
    /// The code is missing or has the wrong format. 17043.
    case missingVerificationCode
    /// Too late. 17051.
    case sessionExpired
    /// The secret is not valid any more. 17046.
    case invalidVerificationID
    /// The sign-in has to start again. 17083.
    case invalidMultiFactorSession
    /// The sign-in has to start again. 17081.
    case missingMultiFactorSession
    /// No factor is chosen. 17082.
    case missingMultiFactorInfo
    /// There is no such factor any more. 17084.
    case multiFactorInfoNotFound
    /// The factor is enrolled already. 17087.
    case secondFactorAlreadyEnrolled
    /// There are too many factors. 17088.
    case maximumSecondFactorCountExceeded
    /// Accounts with this sign-in method cannot have a second factor. 17089.
    case unsupportedFirstFactor
    /// The email address is not confirmed. 17086.
    case unverifiedEmail
    /// The person has to sign in again first. 17014.
    case requiresRecentLogin
    /// Not allowed in this project. 17006.
    case operationNotAllowed
    /// The session is over. 17021.
    case userTokenExpired
    /// The session is over. 17017.
    case invalidUserToken
    /// The account is disabled. 17005.
    case userDisabled
    /// There is no such account. 17011.
    case userNotFound
    /// Email address or password are wrong. 17004.
    case invalidCredential
    /// The address has an account that signs in another way. 17012.
    case accountExistsWithDifferentCredential
    /// The address has an account already. 17007.
    case emailAlreadyInUse
    /// The password is too weak. 17026.
    case weakPassword
    /// The link of an email is not valid any more. 17030.
    case invalidActionCode
    /// The link of an email is too old. 17029.
    case expiredActionCode
    /// That is another account. 17024.
    case userMismatch
    /// Too many attempts. 17010.
    case tooManyRequests
    /// The project's quota is used up. 17052.
    case quotaExceeded
    /// Not an email address. 17008.
    case invalidEmail
    /// There is no password.
    case missingPassword
    /// The address of the sign-in link is not valid, or not allowed in this project. 17038.
    case unauthorizedDomain
    /// Wrong tenant. 17072.
    case tenantIDMismatch
    /// Wrong API key. 17023.
    case invalidAPIKey
    /// The store for the tokens has failed. 17995.
    case keychainError
    /// No connection, or no answer in time. 17020.
    case networkError
    /// Something went wrong. 17999.
    case internalError
    /// The number of intervals is not from 0 to 10.
    case invalidAdjacentIntervals
    /// Only an administrator may do that.
    case permissionDenied
    /// The current state does not offer the method; `refusal` has the state. Nothing has changed.
    case notOffered
  }

  /// What it is.
  public let code: Code
  /// The chart's code, often the server's own name.
  public let error: FirebaseTOTP.ErrorCode?
  /// Completes the sign-in with a second factor.
  public let resolver: MultiFactorResolver?
  /// Where the flow is instead.
  public let refusal: FirebaseTOTPRefusal?

  init(_ error: FirebaseTOTP.ErrorCode) {
    code = Self.code(error)
    self.error = error
    resolver = nil
    refusal = nil
  }

  init(_ resolver: MultiFactorResolver) {
    code = .secondFactorRequired
    error = nil
    self.resolver = resolver
    refusal = nil
  }

  init(_ refusal: FirebaseTOTPRefusal) {
    code = .notOffered
    error = nil
    resolver = nil
    self.refusal = refusal
  }

  /// The code.
  public var description: String { refusal.map { "\($0)" } ?? code.rawValue }

  /// The code.
  public var customMirror: Mirror { Mirror(self, children: ["code": code.rawValue]) }

  private static func code(_ error: FirebaseTOTP.ErrorCode) -> Code {
    switch error {
    case .invalidCode: .invalidVerificationCode
    case .missingCode, .malformedCode: .missingVerificationCode
    case .sessionExpired: .sessionExpired
    case .invalidSessionInfo: .invalidVerificationID
    case .invalidMfaPendingCredential: .invalidMultiFactorSession
    case .missingMfaPendingCredential, .missingCredential: .missingMultiFactorSession
    case .missingMfaEnrollmentId: .missingMultiFactorInfo
    case .mfaEnrollmentNotFound: .multiFactorInfoNotFound
    case .secondFactorExists: .secondFactorAlreadyEnrolled
    case .secondFactorLimitExceeded: .maximumSecondFactorCountExceeded
    case .unsupportedFirstFactor, .ineligibleProvider: .unsupportedFirstFactor
    case .unverifiedEmail: .unverifiedEmail
    case .credentialTooOldLoginAgain: .requiresRecentLogin
    case .operationNotAllowed, .passwordLoginDisabled: .operationNotAllowed
    case .tokenExpired: .userTokenExpired
    case .invalidIdToken: .invalidUserToken
    case .userDisabled: .userDisabled
    case .userNotFound, .emailNotFound: .userNotFound
    case .invalidPassword, .invalidLoginCredentials, .invalidIdpResponse: .invalidCredential
    case .accountExistsWithDifferentCredential: .accountExistsWithDifferentCredential
    case .emailExists: .emailAlreadyInUse
    case .weakPassword: .weakPassword
    case .invalidOobCode: .invalidActionCode
    case .expiredOobCode: .expiredActionCode
    case .userMismatch: .userMismatch
    case .tooManyAttemptsTryLater: .tooManyRequests
    case .quotaExceeded: .quotaExceeded
    case .invalidEmail: .invalidEmail
    case .missingPassword: .missingPassword
    case .unauthorizedDomain: .unauthorizedDomain
    case .tenantIdMismatch: .tenantIDMismatch
    case .invalidApiKey: .invalidAPIKey
    case .storageFailed: .keychainError
    case .networkError, .requestTimeout, .platform(.timeout), .platform(.communication): .networkError
    case .internalError, .platform: .internalError
    case .invalidAdjacentIntervals: .invalidAdjacentIntervals
    case .permissionDenied: .permissionDenied
    }
  }
}
