/// How an app wants sessions to be. The names are the vendor's; where the meaning is not,
/// that is said.
public struct NextAuthSettings: Hashable, Sendable {
  /// Whether a session waits for `startUserInteraction` before it asks the person.
  public var manuallyStartUserInteraction = false
  /// Whether the confirmation is left out where a factor is asked for and one account is possible.
  public var automaticallySelectSingleAccountWhenSecondFactorNeeded = true
  /// How long a session may take until it is active. The vendor does not say what is usual, and means the time for the
  /// factor alone.
  public var secondFactorUserInputTimeout = Duration.seconds(120)
  /// Whether that time is for all questions of a session together, or for each. Ours.
  public var timeoutScope = NextAuthSession.TimeoutScope.session
  /// Whether there is one account at most.
  public var singleAccount = false
  /// Whether the PIN is asked for in place of biometrics.
  public var biometricsDisabled = false
  /// How many times in a row a biometric is enough; 0 for no limit.
  public var maxNumberSecondFactorWithoutPIN = 0
  /// How long after the PIN a biometric is enough; 0 for no limit.
  public var maxTimeSecondFactorWithoutPIN = Duration.zero
  /// Whether the picture of the server's key is left out of enrolments.
  public var hideVash = false
  /// The longest login to the app itself; 0 for no limit.
  public var timeoutAppLogin = Duration.zero
  /// How long a login to the app itself lasts while nobody uses the app; 0 for no limit. Five minutes are advised.
  public var timeoutInactivityAppLogin = Duration.zero
  /// Whether other logins ask for a factor unless somebody is logged in to the app itself.
  public var alwaysRequireSecondFactorIfInactiveAppLogin = false
  /// How long sessions are remembered: 90 days.
  public var expiryHistoryItems = Duration.seconds(2160 * 3600)
  /// The server of logins to the app itself, and the one that has no accounts where no other is named. The vendor means
  /// the second alone by `defaultNSURI`.
  public var defaultServer: String?

  /// Makes the usual settings.
  public init() {}

  /// What the chart is given of them.
  func input(
    _ origin: NextAuthSession.Origin, _ preselectedAccount: String?
  ) -> NextAuthSession.Input {
    NextAuthSession.Input(
      origin: origin, preselectedAccount: preselectedAccount,
      skipReadyForUserInteraction: !manuallyStartUserInteraction,
      bypassConfirmation: automaticallySelectSingleAccountWhenSecondFactorNeeded,
      userInputTimeout: secondFactorUserInputTimeout, timeoutScope: timeoutScope,
      appLoginTimeout: timeoutAppLogin, appLoginInactivityTimeout: timeoutInactivityAppLogin,
      historyExpiry: expiryHistoryItems)
  }
}
