public import FlowTransport

/// How a project is set up.
public struct FirebaseSettings: Sendable {
  /// What becomes of the tokens when the last factor is removed. The vendor's guide names both errors.
  public enum AfterLastFactor: String, CaseIterable, Sendable {
    /// The new ones are good.
    case staysSignedIn
    /// They are over: `TOKEN_EXPIRED`.
    case tokenExpired = "TOKEN_EXPIRED"
    /// They are not valid: `INVALID_ID_TOKEN`.
    case invalidIDToken = "INVALID_ID_TOKEN"
    /// The account is gone: `USER_NOT_FOUND`.
    case userNotFound = "USER_NOT_FOUND"
    /// The account is disabled: `USER_DISABLED`.
    case userDisabled = "USER_DISABLED"
  }

  /// Names the project.
  public var apiKey = "loopback-key"
  /// The project's id.
  public var projectID = "demo"
  /// The tenant that requests must name; nil if the project has no tenants.
  public var tenantID: String?
  /// What an administrator shows.
  public var administratorToken = Secret("loopback-administrator")
  /// Whether codes of authenticator apps count: `DISABLED`, `ENABLED` or `MANDATORY`.
  public var state = "ENABLED"
  /// How many steps before and after the present one a code may be from.
  public var adjacentIntervals = 5
  /// Whether a code is taken once alone (RFC 6238, 5.2).
  public var refusesReplay = true
  /// The hash of the codes, by its name in answers; nil for answers without it.
  public var algorithm: String? = "SHA1"
  /// The digits of a code; nil for answers without them, which means six.
  public var digits: Int? = 6
  /// How long a code lasts, in seconds.
  public var period = 30
  /// How long a secret can be enrolled, in seconds.
  public var secretLifetime = 300
  /// How long an id token is good, in seconds.
  public var tokenLifetime = 3_600
  /// How long a first factor waits for the second one, in seconds.
  public var pendingLifetime = 600
  /// For how long after signing in factors can be enrolled and removed, in seconds.
  public var recentLogin = 300
  /// How many factors an account can have.
  public var maximumFactors = 5
  /// Whether an account has one authenticator app at most.
  public var allowsOneApp = false
  /// Whether people can make accounts with a password themselves.
  public var allowsSignUp = true
  /// Whether links in emails sign in.
  public var allowsEmailLinks = true
  /// Whether errors do not say which of email address and password is wrong.
  public var hidesAccounts = true
  /// What becomes of the tokens when the last factor is removed.
  public var afterLastFactor = AfterLastFactor.staysSignedIn
  /// Digits of a second's fraction in times: 0 to 9.
  public var fractionDigits = 6

  /// Makes the usual settings.
  public init() {}
}
