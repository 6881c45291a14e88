public import NextAuthSessionFlow

/// How a login or an enrollment goes at the stand-in.
public struct StandInLogin: Sendable {
  /// A login or an enrollment.
  public var kind = NextAuthSession.Kind.login
  /// The accounts that can log in; nil for all.
  public var accounts: [String]?
  /// The account that an enrollment creates.
  public var newAccount: String?
  /// Whether the server asks for a second factor.
  public var serverWantsFactor = true
  /// Whether this session asks for one.
  public var sessionWantsFactor = false
  /// How long the last factor may be ago.
  public var factorLasts = Duration.zero
  /// Seconds between keep-alives; 0 is a one-shot session.
  public var pingTime = 300
  /// Shown to the person while confirming and entering the factor.
  public var announceInfo: String?
  /// Shown to the person after the login.
  public var sessionInfo: String?
  /// What is asked after the first round.
  public var furtherRounds: [NextAuthSession.MoreInput] = []
  /// Whether the server ends the session with the last round.
  public var endsAtOnce = false
  /// Whether the login is finished as soon as nothing more is asked. Else somebody has to say so.
  public var finishes = true

  /// A login with the usual answers.
  public init() {}

  /// An enrollment.
  public static func enrolment(of account: String) -> StandInLogin {
    var login = StandInLogin()
    login.kind = .enrol
    login.newAccount = account
    return login
  }
}
