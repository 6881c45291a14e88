import Statecharts

/// Where a session is. Printing it shows states and error alone.
public struct AuthSessionUpdate: Sendable, CustomStringConvertible, CustomReflectable {
  /// The main states.
  public enum Status: String, CaseIterable, Hashable, Sendable {
    /// The session is being fetched.
    case starting = "STARTING"
    /// It waits for the app.
    case readyForUserInteraction = "READY_FOR_USER_INTERACTION"
    /// It waits for the person, or for the outcome of an answer.
    case waitingForUserInput = "WAITING_FOR_USER_INPUT"
    /// No input is expected any more. It does not mean that the login is finished.
    case active = "ACTIVE"
    /// It has ended in a normal way. It does not mean that the login was successful.
    case done = "DONE"
    /// An error has ended it.
    case error = "ERROR"
  }

  /// What the person is asked in `waitingForUserInput`.
  public enum PseudoState: String, CaseIterable, Hashable, Sendable {
    /// To agree to an account.
    case waitForConfirmation = "WAIT_FOR_CONFIRMATION"
    /// To give PIN or biometric.
    case waitForSecondFactor = "WAIT_FOR_SECOND_FACTOR"
  }

  /// The session's status.
  public let status: Status
  /// What the person is asked; nil while an answer is on its way.
  public let pseudoState: PseudoState?
  /// What will be remembered.
  public let historyStatus: NextAuthSession.HistoryStatus
  /// Whether the session is an enrollment.
  public let isRegistration: Bool
  /// Whether it is a login to the app itself.
  public let isAppLogin: Bool
  /// How it was started.
  public let origin: NextAuthSession.Origin
  /// Its identifier at the server.
  public let sessionID: String?
  /// Its server. If an error says that no account exists, but not at which server, it is `appLoginServer` for a login
  /// to the app itself, and otherwise `defaultNSURI`.
  public let server: String?
  /// The accounts to choose from; for an enrollment those that exist already.
  public let accounts: [String]
  /// The account that an enrollment creates.
  public let newAccount: String?
  /// The account that the session goes on with.
  public let account: String?
  /// Whether PIN or biometric are chosen for the first time, or asked for again.
  public let factorContext: NextAuthSession.FactorContext
  /// Whether a biometric alone is not accepted. While a factor is asked for that may change with time, and by what other
  /// sessions do.
  public let needsPIN: Bool
  /// Whether the PIN is blocked. If a factor is asked for anyway, only a biometric is accepted.
  public let isPINBlocked: Bool
  /// Whether only a biometric is accepted: the PIN is blocked, or none is set.
  public let needsBiometric: Bool
  /// How many tries are left.
  public let remainingAttempts: Int?
  /// Seconds between keep-alives; 0 is a one-shot session. Nil where the transport does not say.
  public let pingTime: Int?
  /// To be shown while confirming and entering the factor.
  public let announceInfo: String?
  /// To be shown after the login.
  public let sessionInfo: String?
  /// A picture of the server's key.
  public let visualHash: String?
  /// The last error. An accepted answer removes it.
  public let error: NextAuthSession.ErrorCode?
  /// The active states without children.
  public let states: [NextAuthSession.StateID]
  /// Whether the person can log out: the session goes on, and is not a one-shot one.
  package let canLogOut: Bool
  /// What the chart emitted with this update, in order.
  public let outputs: [NextAuthSession.Output]
  /// Whether something is under way that the person waits for.
  public let isBusy: Bool

  init(_ update: Session<NextAuthSession>.Update, _ settings: NextAuthSettings, _ handlers: NextAuthHandlers)
  {
    let context = update.context
    let active = Set(update.states)
    status = Self.status(active)
    pseudoState =
      active.contains(.waitForConfirmation)
      ? .waitForConfirmation : active.contains(.waitForSecondFactor) ? .waitForSecondFactor : nil
    historyStatus = context.historyStatus
    isRegistration = context.kind == .enrol
    isAppLogin = context.isAppLogin
    origin = context.origin
    sessionID = context.sessionId
    let expected = (context.isAppLogin ? settings.appLoginServer : nil) ?? settings.defaultNSURI
    // The chart does not get the server of a session that it refuses.
    server = context.server ?? handlers.server ?? (context.lastError == .noAccounts ? expected : nil)
    accounts = context.accounts
    newAccount = context.newAccount
    account = context.account
    factorContext = context.factorContext
    needsPIN = context.pinRequired || pseudoState == .waitForSecondFactor && handlers.needsPIN
    isPINBlocked = context.pinBlocked
    needsBiometric = context.pinBlocked || context.pinMissing
    remainingAttempts = context.remainingAttempts
    pingTime = context.pingTime
    canLogOut = status == .active && context.pingTime != 0
    announceInfo = context.announceInfo
    sessionInfo = context.sessionInfo
    visualHash = context.visualHash
    // Decision: Docs/decisions/flow-nextauth.md#an-error-ends-with-the-next-accepted-answer
    error = context.lastError
    states = update.configuration
    outputs = update.outputs
    isBusy = update.services.contains { $0 != .holdSession }
  }

  /// Whether the session is over.
  public var isOver: Bool { status == .done || status == .error }

  /// Status, history status and error.
  public var description: String {
    "\((pseudoState?.rawValue ?? status.rawValue)) \(historyStatus.rawValue)"
      + (error.map { " (\($0.rawValue))" } ?? "")
  }

  /// Status, history status and error.
  public var customMirror: Mirror { Mirror(self, children: ["update": description]) }

  /// The main state among the active ones, also after the chart has ended.
  private static func status(_ active: Set<NextAuthSession.StateID>) -> Status {
    if active.contains(.error) { return .error }
    if active.contains(.done) { return .done }
    if active.contains(.active) { return .active }
    if active.contains(.waitingForUserInput) { return .waitingForUserInput }
    return active.contains(.readyForUserInteraction) ? .readyForUserInteraction : .starting
  }
}
