/// The settings of sessions. A setting with a name of the vendor means what it means there; settings of our own have
/// other names.
public struct NextAuthSettings: Hashable, Sendable {
  // Decision: Docs/decisions/flow-nextauth.md#settings-with-the-vendors-name-have-the-vendors-meaning
  /// Whether a session waits for `startUserInteraction` before it asks the person.
  public var manuallyStartUserInteraction = false
  /// Whether the confirmation is left out where a factor is asked for and one account is possible.
  public var automaticallySelectSingleAccountWhenSecondFactorNeeded = true
  /// How long a session may take until it is active. The vendor's page mentions such a limit, without its name or
  /// length. Ours.
  public var userInputTimeout = Duration.seconds(120)
  /// Whether that time is for all questions of a session together, or for each. Ours.
  public var timeoutScope = NextAuthSession.TimeoutScope.session
  /// How long the person may take for a second factor, each time that it is asked for; 0 for as long as the session may
  /// take.
  public var secondFactorUserInputTimeout = Duration.zero
  /// Whether there is one account at most.
  public var singleAccount = false
  /// Whether the first factor must include the PIN. The vendor advises that, and leaves it to the app. Ours.
  public var requirePINOnFirstSet = false
  /// Whether the PIN is asked for in place of biometrics.
  public var biometricsDisabled = false
  /// How many times in a row a biometric is enough after the PIN; 0 for no limit. With another number the PIN is wanted
  /// before the first biometric of a process too.
  public var maxNumberSecondFactorWithoutPIN = 0
  /// How long after the PIN a biometric is enough; 0 for no limit. With another time the PIN is wanted before the first
  /// biometric of a process too.
  public var maxTimeSecondFactorWithoutPIN = Duration.zero
  /// Whether a blocked PIN blocks the biometric too. If not, a biometric is accepted.
  public var blockSecondFactorOnPINBlocked = false
  /// Whether the picture of the server's key is left out of enrollments.
  public var hideVash = false
  /// The longest login to the app itself; 0 for no limit.
  public var timeoutAppLogin = Duration.zero
  /// How long a login to the app itself lasts while nobody uses the app; 0 for no limit. Five minutes are advised.
  public var timeoutInactivityAppLogin = Duration.zero
  /// Whether other logins ask for a factor unless somebody is logged in to the app itself.
  public var alwaysRequireSecondFactorIfInactiveAppLogin = false
  /// How long sessions are remembered after their end: 90 days.
  public var expiryHistoryItems = Duration.seconds(2160 * 3600)
  /// The server that has no accounts, where that of the session is not known. The vendor's SDK reports this to that
  /// server, so that the browser shows it; the flow only reports it to the app.
  public var defaultNSURI: String?
  /// The server of logins to the app itself, where the account does not say it. Ours.
  public var appLoginServer: String?

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
      userInputTimeout: userInputTimeout, timeoutScope: timeoutScope,
      secondFactorTimeout: secondFactorUserInputTimeout,
      appLoginTimeout: timeoutAppLogin, appLoginInactivityTimeout: timeoutInactivityAppLogin,
      historyExpiry: expiryHistoryItems)
  }
}
