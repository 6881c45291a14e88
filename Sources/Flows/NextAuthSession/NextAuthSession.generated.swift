// Generated from nextauth-session.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts
public import StatechartsModel

/// Session of the nextAuth Mobile SDK
///
/// Logging in, on a website or in the app itself, and enrolling an account, with a confirmation, a PIN or a
/// biometric; and what is remembered of it afterwards.
public enum NextAuthSession: TypedChart {
  /// The states that can be active.
  public enum StateID: String, CaseIterable, Hashable, Sendable {
    /// Lifecycle
    case lifecycle
    /// Running
    case running
    /// STARTING
    ///
    /// The necessary information is fetched from the server.
    case starting
    /// READY_FOR_USER_INTERACTION
    ///
    /// The session is on hold until the app says that it is ready, for example because it is not in front.
    case readyForUserInteraction
    /// WAITING_FOR_USER_INPUT
    ///
    /// The person confirms, or enters a PIN or a biometric; possibly in several rounds.
    case waitingForUserInput
    /// WAIT_FOR_CONFIRMATION
    ///
    /// The person chooses the account to continue with, or stops the session.
    case waitForConfirmation
    /// WAIT_FOR_SECOND_FACTOR
    ///
    /// The person enters PIN or biometric, or refuses.
    case waitForSecondFactor
    /// Evaluating
    ///
    /// The answer is on its way, or being checked by the server.
    case evaluating
    /// ACTIVE
    ///
    /// No input is expected any more. It does not mean that the login is finished.
    case active
    /// Login
    case loginProgress
    /// Waiting for the end of the login
    case awaitingLogin
    /// Logged in
    ///
    /// The server has let the person in, who stays so until one of the two ends it.
    case online
    /// Keep-alives
    case keepingAlive
    /// None
    ///
    /// The session is one shot, or the transport sends its keep-alives itself.
    case noPings
    /// Until the next one
    case resting
    /// Saying that the session is alive
    case pinging
    /// Inactivity
    case inactivity
    /// Since the last activity
    case inUse
    /// DONE
    ///
    /// The session ended in a normal way, which does not mean that the login was successful.
    case done
    /// ERROR
    ///
    /// An error ended the session.
    case error
    /// Watchdog
    case watchdog
    /// Counting
    case watching
    /// Stopped
    case stopped
    /// History status
    case history
    /// FAIL
    ///
    /// Not logged in, yet.
    case fail
    /// LOGGED_IN
    ///
    /// The login was successful, and the person is still logged in.
    case loggedIn
    /// LOGGED_IN_ONE_SHOT
    ///
    /// The login was successful, and over with it.
    case loggedInOneShot
    /// ABORTED
    ///
    /// The session ended without a login: the person refused, there was no time left, or the server or a
    /// lost connection ended it.
    case aborted
    /// LOGGED_OUT
    ///
    /// The person was logged in, and is no more.
    case loggedOut
    /// ERROR
    ///
    /// An error kept the person from logging in.
    case historyError
    /// DELETED
    ///
    /// The account of the session is gone, whenever that was.
    case deleted
    /// No longer remembered
    ///
    /// The record is older than records are kept.
    case expired
  }

  /// The events that the app can send, with their data.
  public enum Event: ChartEvent, Hashable, GuardedData {
    /// the app is ready
    ///
    /// It can show something to the person now.
    case startUserInteraction
    /// account confirmed
    ///
    /// The person agrees to a login with this account, or to the new account of an enrolment.
    ///
    /// - account: Personal: must not be logged.
    /// - userInput: A text that is given back to the server. Secret: must not be shown, logged or stored.
    case setAccount(account: String, userInput: String? = nil)
    /// second factor entered
    ///
    /// Newer versions of the SDK call it sfInput.
    ///
    /// - factor: Secret: must not be shown, logged or stored.
    case setPinBiometric(factor: Value = .unset)
    /// second factor refused
    ///
    /// The person does not want to give it.
    case inputCancel
    /// session stopped
    ///
    /// By the app; also how a person refuses to confirm.
    case stopSession
    /// logged out
    ///
    /// The person leaves a session that goes on; one shot has nothing to leave.
    case logout
    /// account to be deleted
    ///
    /// The person wants to be rid of an account. The server is asked first.
    ///
    /// - account: Personal: must not be logged.
    case deleteAccount(account: String)
    /// the app is used
    ///
    /// The person does something in an app that is logged in.
    case activity
    /// login finished
    ///
    /// The server has let the person in. Only this makes a login a success.
    ///
    /// - sessionInfo: Personal: must not be logged.
    /// - webSession: Only of an AppLogin. Secret: must not be shown, logged or stored.
    /// - oneShot: It is one shot, which was not known before.
    case loggedIn(sessionInfo: String? = nil, webSession: String? = nil, oneShot: Bool? = nil)
    /// logged out by the server
    ///
    /// The server has ended the session.
    case serverLogout
    /// connection lost
    ///
    /// A keep-alive was missed or refused.
    case pingLost
    /// the session broke
    ///
    /// Something happened after which the session cannot go on.
    case failure(code: ErrorCode)
    /// account deleted
    ///
    /// An account is gone, possibly long after the session. Every session and the history store are told.
    ///
    /// - account: Personal: must not be logged.
    case accountDeleted(account: String)
    /// no time left
    ///
    /// From the watchdog.
    case inputTimeout
    /// a question was asked
    ///
    /// To the watchdog, which may start its count again with each question.
    case roundStarted
    /// login succeeded
    ///
    /// To the history, from the lifecycle.
    case loginSucceeded
    /// session ended
    ///
    /// To the history, from DONE.
    case sessionEnded
    /// session failed
    ///
    /// To the history, from ERROR.
    case sessionFailed
    /// no longer remembered
    ///
    /// The time for which records are kept is over.
    case historyExpired

    /// The event in the form that a machine handles.
    public var event: Statecharts.Event {
      switch self {
      case .startUserInteraction:
        Statecharts.Event("startUserInteraction")
      case .setAccount(let account, let userInput):
        Statecharts.Event(
          "setAccount",
          data: .map(["account": account.chartValue, "userInput": userInput.chartValue])
        )
      case .setPinBiometric(let factor):
        Statecharts.Event("setPinBiometric", data: .map(["factor": factor.chartValue]))
      case .inputCancel:
        Statecharts.Event("inputCancel")
      case .stopSession:
        Statecharts.Event("stopSession")
      case .logout:
        Statecharts.Event("logout")
      case .deleteAccount(let account):
        Statecharts.Event("deleteAccount", data: .map(["account": account.chartValue]))
      case .activity:
        Statecharts.Event("activity")
      case .loggedIn(let sessionInfo, let webSession, let oneShot):
        Statecharts.Event(
          "loggedIn",
          data: .map(
            [
              "sessionInfo": sessionInfo.chartValue,
              "webSession": webSession.chartValue,
              "oneShot": oneShot.chartValue,
            ]
          )
        )
      case .serverLogout:
        Statecharts.Event("serverLogout")
      case .pingLost:
        Statecharts.Event("pingLost")
      case .failure(let code):
        Statecharts.Event("failure", data: .map(["code": code.chartValue]))
      case .accountDeleted(let account):
        Statecharts.Event("accountDeleted", data: .map(["account": account.chartValue]))
      case .inputTimeout:
        Statecharts.Event("inputTimeout")
      case .roundStarted:
        Statecharts.Event("roundStarted")
      case .loginSucceeded:
        Statecharts.Event("loginSucceeded")
      case .sessionEnded:
        Statecharts.Event("sessionEnded")
      case .sessionFailed:
        Statecharts.Event("sessionFailed")
      case .historyExpired:
        Statecharts.Event("historyExpired")
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .setAccount:
        ["account": ShownMark.personal, "userInput": ShownMark.secret]
      case .setPinBiometric:
        ["factor": ShownMark.secret]
      case .deleteAccount:
        ["account": ShownMark.personal]
      case .loggedIn(_, _, let oneShot):
        ["sessionInfo": ShownMark.personal, "webSession": ShownMark.secret, "oneShot": oneShot]
      case .failure(let code):
        ["code": code]
      case .accountDeleted:
        ["account": ShownMark.personal]
      default:
        [:]
      }
    }
  }

  /// The outputs that the chart sends to the app, with their data.
  public enum Output: ChartOutput, Hashable, GuardedData {
    /// waiting for the app
    case sessionReadyForUserInteraction
    /// confirm a login
    ///
    /// - accounts: Personal: must not be logged.
    /// - announceInfo: Personal: must not be logged.
    case confirmLogin(accounts: [String], announceInfo: String? = nil)
    /// confirm an enrolment
    ///
    /// - account: Personal: must not be logged.
    /// - existingAccounts: Personal: must not be logged.
    /// - announceInfo: Personal: must not be logged.
    case confirmEnrol(
      account: String? = nil,
      existingAccounts: [String],
      visualHash: String? = nil,
      announceInfo: String? = nil
    )
    /// second factor wanted or checked
    ///
    /// - announceInfo: Personal: must not be logged.
    case secondFactor(
      kind: SecondFactorKind,
      pinRequired: Bool? = nil,
      remaining: Int? = nil,
      announceInfo: String? = nil
    )
    /// logged in
    ///
    /// - sessionInfo: Personal: must not be logged.
    case sessionLogin(oneShot: Bool, sessionInfo: String? = nil)
    /// session over
    case sessionStop
    /// an error to show
    case userErrorMessage(error: ErrorCode)
    /// history status
    case historyStatusChanged(status: String)

    /// Reads an output.
    ///
    /// - Throws: `ChartDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: Payload) throws(ChartDataProblem) {
      switch payload.name {
      case "sessionReadyForUserInteraction":
        self = .sessionReadyForUserInteraction
      case "confirmLogin":
        self = try .confirmLogin(
          accounts: payload.data.read("accounts"),
          announceInfo: payload.data.read("announceInfo")
        )
      case "confirmEnrol":
        self = try .confirmEnrol(
          account: payload.data.read("account"),
          existingAccounts: payload.data.read("existingAccounts"),
          visualHash: payload.data.read("visualHash"),
          announceInfo: payload.data.read("announceInfo")
        )
      case "secondFactor":
        self = try .secondFactor(
          kind: payload.data.read("kind"),
          pinRequired: payload.data.read("pinRequired"),
          remaining: payload.data.read("remaining"),
          announceInfo: payload.data.read("announceInfo")
        )
      case "sessionLogin":
        self = try .sessionLogin(
          oneShot: payload.data.read("oneShot"),
          sessionInfo: payload.data.read("sessionInfo")
        )
      case "sessionStop":
        self = .sessionStop
      case "userErrorMessage":
        self = try .userErrorMessage(error: payload.data.read("error"))
      case "historyStatusChanged":
        self = try .historyStatusChanged(status: payload.data.read("status"))
      default:
        throw ChartDataProblem(payload.name)
      }
    }

    /// The output's name in the chart.
    public var name: String {
      switch self {
      case .sessionReadyForUserInteraction:
        "sessionReadyForUserInteraction"
      case .confirmLogin:
        "confirmLogin"
      case .confirmEnrol:
        "confirmEnrol"
      case .secondFactor:
        "secondFactor"
      case .sessionLogin:
        "sessionLogin"
      case .sessionStop:
        "sessionStop"
      case .userErrorMessage:
        "userErrorMessage"
      case .historyStatusChanged:
        "historyStatusChanged"
      }
    }

    /// The output's name.
    public var shownName: String { name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .confirmLogin:
        ["accounts": ShownMark.personal, "announceInfo": ShownMark.personal]
      case .confirmEnrol(_, _, let visualHash, _):
        [
          "account": ShownMark.personal,
          "existingAccounts": ShownMark.personal,
          "visualHash": visualHash,
          "announceInfo": ShownMark.personal,
        ]
      case .secondFactor(let kind, let pinRequired, let remaining, _):
        [
          "kind": kind,
          "pinRequired": pinRequired,
          "remaining": remaining,
          "announceInfo": ShownMark.personal,
        ]
      case .sessionLogin(let oneShot, _):
        ["oneShot": oneShot, "sessionInfo": ShownMark.personal]
      case .userErrorMessage(let error):
        ["error": error]
      case .historyStatusChanged(let status):
        ["status": status]
      default:
        [:]
      }
    }
  }

  /// The error codes.
  public enum ErrorCode: String, ChartData, CaseIterable, Hashable {
    /// The QR code, link or message cannot be read
    ///
    /// It is not from nextAuth, or it is damaged.
    case badData
    /// Unknown server
    ///
    /// The QR code, link or message belongs to a server that the app does not know.
    case unknownServer
    /// The session's data could not be fetched
    ///
    /// The server has no such session, or a code was used before.
    case fetchFailed
    /// No account for this server
    ///
    /// 34 of the SDK. Also where the account that an AppLogin is for is not there.
    case noAccounts
    /// There is an account already
    ///
    /// Of an enrolment, where one account is all.
    case accountLimit
    /// No connection
    ///
    /// The server was not reached, or something else has answered.
    case networkError
    /// No answer
    ///
    /// The server has not answered within 15 seconds.
    case requestTimeout
    /// Unusable answer of the server
    ///
    /// The server said something that makes no sense, or went on without what the person was asked for.
    case protocolFailure
    /// This account cannot be used here
    ///
    /// The session does not offer it. Another one may be chosen.
    case unknownAccount
    /// Wrong PIN or biometric
    ///
    /// It may be given again as long as there are tries left.
    case wrongFactor
    /// Fingerprints or faces on the device have changed
    ///
    /// The key behind the biometric is gone, so the PIN is needed.
    case biometricChanged
    /// Second factor blocked
    ///
    /// Too many wrong PINs.
    case factorBlocked
    /// The session is over
    ///
    /// A method came too late; or the session ended before anything was asked, which is no error.
    case sessionTerminated
    /// Something went wrong
    ///
    /// A mistake in the app or the flow.
    case internalError
    /// A failure of the platform: `error.timeout`.
    case timeout
    /// A failure of the platform: `error.execution`.
    case execution
    /// A failure of the platform: `error.communication`.
    case communication
    /// A failure of the platform: `error.interrupted`.
    case interrupted

    /// The title that people see; nil if the chart has none.
    public var title: String? {
      switch self {
      case .badData:
        "The QR code, link or message cannot be read"
      case .unknownServer:
        "Unknown server"
      case .fetchFailed:
        "The session's data could not be fetched"
      case .noAccounts:
        "No account for this server"
      case .accountLimit:
        "There is an account already"
      case .networkError:
        "No connection"
      case .requestTimeout:
        "No answer"
      case .protocolFailure:
        "Unusable answer of the server"
      case .unknownAccount:
        "This account cannot be used here"
      case .wrongFactor:
        "Wrong PIN or biometric"
      case .biometricChanged:
        "Fingerprints or faces on the device have changed"
      case .factorBlocked:
        "Second factor blocked"
      case .sessionTerminated:
        "The session is over"
      case .internalError:
        "Something went wrong"
      default:
        nil
      }
    }
  }

  /// The variables of the chart, read-only.
  public struct Context: ChartContext, GuardedData {
    private let contextView: ContextView

    /// Makes a view of the variables.
    public init(_ view: ContextView) { contextView = view }

    /// How the session was started: `startSession` with a scanned QR code, `startSession` with the data of a
    /// deep link, `processPush` with a push message, or `startAppLogin`. A push message that is a login
    /// starts a session by itself; one that is anything else starts none.
    public var origin: Origin {
      contextView.read("origin") ?? .qr
    }

    /// The account that the app wants to use. When it is possible at all, it is the only candidate.
    ///
    /// Personal: must not be logged.
    public var preselectedAccount: String? {
      contextView.read("preselectedAccount")
    }

    /// Do not wait for the app before asking the person. The SDK calls the opposite
    /// manuallyStartUserInteraction.
    public var skipReadyForUserInteraction: Bool {
      contextView.read("skipReadyForUserInteraction") ?? true
    }

    /// Skip the confirmation when a second factor is needed anyway and only one account is possible. The SDK
    /// calls it automaticallySelectSingleAccountWhenSecondFactorNeeded.
    public var bypassConfirmation: Bool {
      contextView.read("bypassConfirmation") ?? true
    }

    /// How long a session may take until it is active.
    public var userInputTimeout: Duration {
      contextView.read("userInputTimeout") ?? .seconds(120)
    }

    /// Whether the deadline is for all of the session's questions together or for each of them.
    public var timeoutScope: TimeoutScope {
      contextView.read("timeoutScope") ?? .session
    }

    /// How long the person may take for a second factor; 0 is as long as the session may take. The SDK calls
    /// it secondFactorUserInputTimeout.
    public var secondFactorTimeout: Duration {
      contextView.read("secondFactorTimeout") ?? .seconds(0)
    }

    /// The longest AppLogin; 0 is no limit.
    public var appLoginTimeout: Duration {
      contextView.read("appLoginTimeout") ?? .seconds(0)
    }

    /// How long an AppLogin stays logged in while nobody uses the app; 0 is no limit, 5 minutes are advised.
    public var appLoginInactivityTimeout: Duration {
      contextView.read("appLoginInactivityTimeout") ?? .seconds(0)
    }

    /// How long a session is remembered; 90 days.
    public var historyExpiry: Duration {
      contextView.read("historyExpiry") ?? .seconds(7776000)
    }

    /// Whether the login is one to the app itself.
    public var isAppLogin: Bool {
      contextView.read("isAppLogin") ?? false
    }

    /// Decided by the data that the session was started with, not by the app. Enrol is a registration.
    public var kind: Kind {
      contextView.read("kind") ?? .login
    }

    /// The session's identifier at the server.
    public var sessionId: String? {
      contextView.read("sessionId")
    }

    /// The nextAuth server of the session.
    public var server: String? {
      contextView.read("server")
    }

    /// The accounts that can log in; for an enrolment the accounts that exist already.
    ///
    /// Personal: must not be logged.
    public var accounts: [String] {
      contextView.read("accounts") ?? []
    }

    /// The account that an enrolment creates.
    ///
    /// Personal: must not be logged.
    public var newAccount: String? {
      contextView.read("newAccount")
    }

    /// The account that the session continues with.
    ///
    /// Personal: must not be logged.
    public var account: String? {
      contextView.read("account")
    }

    /// What the server, the session, the SDK's settings and the time since the last factor add up to.
    public var secondFactorRequired: Bool {
      contextView.read("secondFactorRequired") ?? false
    }

    /// Whether PIN or biometric are chosen for the first time or asked for again.
    public var factorContext: FactorContext {
      contextView.read("factorContext") ?? .verify
    }

    /// Whether only the PIN will do until the session is over; else the handlers may still refuse a
    /// biometric.
    public var pinRequired: Bool {
      contextView.read("pinRequired") ?? false
    }

    /// Whether the PIN is blocked, so that a biometric will do at most.
    public var pinBlocked: Bool {
      contextView.read("pinBlocked") ?? false
    }

    /// Whether the answer on its way holds a second factor.
    public var factorGiven: Bool {
      contextView.read("factorGiven") ?? false
    }

    /// How many tries are left for the second factor.
    public var remainingAttempts: Int? {
      contextView.read("remainingAttempts")
    }

    /// Seconds between keep-alives; 0 is a one-shot session. An AppLogin needs 300, better 600 and more.
    /// Without it somebody else sends the keep-alives, and the login says whether the session is one-shot.
    public var pingTime: Int? {
      contextView.read("pingTime")
    }

    /// The same as a duration.
    public var pingInterval: Duration {
      contextView.read("pingInterval") ?? .seconds(0)
    }

    /// Shown to the person while confirming and entering the second factor.
    ///
    /// Personal: must not be logged.
    public var announceInfo: String? {
      contextView.read("announceInfo")
    }

    /// Shown to the person after the login.
    ///
    /// Personal: must not be logged.
    public var sessionInfo: String? {
      contextView.read("sessionInfo")
    }

    /// A picture of the server's key.
    public var visualHash: String? {
      contextView.read("visualHash")
    }

    /// Whether the handlers hold what opens a web session.
    public var hasWebSession: Bool {
      contextView.read("hasWebSession") ?? false
    }

    /// The session's history status. A session that has ended is never FAIL.
    public var historyStatus: HistoryStatus {
      contextView.read("historyStatus") ?? .fail
    }

    /// What went wrong last. An answer that is accepted ends it.
    public var lastError: ErrorCode? {
      contextView.read("lastError")
    }

    /// The type's name.
    public var shownName: String { "Context" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "origin": origin,
        "preselectedAccount": ShownMark.personal,
        "skipReadyForUserInteraction": skipReadyForUserInteraction,
        "bypassConfirmation": bypassConfirmation,
        "userInputTimeout": userInputTimeout,
        "timeoutScope": timeoutScope,
        "secondFactorTimeout": secondFactorTimeout,
        "appLoginTimeout": appLoginTimeout,
        "appLoginInactivityTimeout": appLoginInactivityTimeout,
        "historyExpiry": historyExpiry,
        "isAppLogin": isAppLogin,
        "kind": kind,
        "sessionId": sessionId,
        "server": server,
        "accounts": ShownMark.personal,
        "newAccount": ShownMark.personal,
        "account": ShownMark.personal,
        "secondFactorRequired": secondFactorRequired,
        "factorContext": factorContext,
        "pinRequired": pinRequired,
        "pinBlocked": pinBlocked,
        "factorGiven": factorGiven,
        "remainingAttempts": remainingAttempts,
        "pingTime": pingTime,
        "pingInterval": pingInterval,
        "announceInfo": ShownMark.personal,
        "sessionInfo": ShownMark.personal,
        "visualHash": visualHash,
        "hasWebSession": hasWebSession,
        "historyStatus": historyStatus,
        "lastError": lastError,
      ]
    }
  }

  /// The input at the start. A value that is left out has the initial value of the chart.
  public struct Input: ChartInput, Hashable, GuardedData {
    /// How the session was started: `startSession` with a scanned QR code, `startSession` with the data of a
    /// deep link, `processPush` with a push message, or `startAppLogin`. A push message that is a login
    /// starts a session by itself; one that is anything else starts none.
    public var origin: Origin?

    /// The account that the app wants to use. When it is possible at all, it is the only candidate.
    ///
    /// Personal: must not be logged.
    public var preselectedAccount: String?

    /// Do not wait for the app before asking the person. The SDK calls the opposite
    /// manuallyStartUserInteraction.
    public var skipReadyForUserInteraction: Bool?

    /// Skip the confirmation when a second factor is needed anyway and only one account is possible. The SDK
    /// calls it automaticallySelectSingleAccountWhenSecondFactorNeeded.
    public var bypassConfirmation: Bool?

    /// How long a session may take until it is active.
    public var userInputTimeout: Duration?

    /// Whether the deadline is for all of the session's questions together or for each of them.
    public var timeoutScope: TimeoutScope?

    /// How long the person may take for a second factor; 0 is as long as the session may take. The SDK calls
    /// it secondFactorUserInputTimeout.
    public var secondFactorTimeout: Duration?

    /// The longest AppLogin; 0 is no limit.
    public var appLoginTimeout: Duration?

    /// How long an AppLogin stays logged in while nobody uses the app; 0 is no limit, 5 minutes are advised.
    public var appLoginInactivityTimeout: Duration?

    /// How long a session is remembered; 90 days.
    public var historyExpiry: Duration?

    /// Makes an input.
    public init(
      origin: Origin? = nil,
      preselectedAccount: String? = nil,
      skipReadyForUserInteraction: Bool? = nil,
      bypassConfirmation: Bool? = nil,
      userInputTimeout: Duration? = nil,
      timeoutScope: TimeoutScope? = nil,
      secondFactorTimeout: Duration? = nil,
      appLoginTimeout: Duration? = nil,
      appLoginInactivityTimeout: Duration? = nil,
      historyExpiry: Duration? = nil
    ) {
      self.origin = origin
      self.preselectedAccount = preselectedAccount
      self.skipReadyForUserInteraction = skipReadyForUserInteraction
      self.bypassConfirmation = bypassConfirmation
      self.userInputTimeout = userInputTimeout
      self.timeoutScope = timeoutScope
      self.secondFactorTimeout = secondFactorTimeout
      self.appLoginTimeout = appLoginTimeout
      self.appLoginInactivityTimeout = appLoginInactivityTimeout
      self.historyExpiry = historyExpiry
    }

    /// The values by name, without those that were not given.
    public var values: [String: Value] {
      let values: [String: Value] = [
        "origin": origin.chartValue,
        "preselectedAccount": preselectedAccount.chartValue,
        "skipReadyForUserInteraction": skipReadyForUserInteraction.chartValue,
        "bypassConfirmation": bypassConfirmation.chartValue,
        "userInputTimeout": userInputTimeout.chartValue,
        "timeoutScope": timeoutScope.chartValue,
        "secondFactorTimeout": secondFactorTimeout.chartValue,
        "appLoginTimeout": appLoginTimeout.chartValue,
        "appLoginInactivityTimeout": appLoginInactivityTimeout.chartValue,
        "historyExpiry": historyExpiry.chartValue,
      ]
      return values.filter { $0.value != .unset }
    }

    /// The type's name.
    public var shownName: String { "Input" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "origin": origin,
        "preselectedAccount": ShownMark.personal,
        "skipReadyForUserInteraction": skipReadyForUserInteraction,
        "bypassConfirmation": bypassConfirmation,
        "userInputTimeout": userInputTimeout,
        "timeoutScope": timeoutScope,
        "secondFactorTimeout": secondFactorTimeout,
        "appLoginTimeout": appLoginTimeout,
        "appLoginInactivityTimeout": appLoginInactivityTimeout,
        "historyExpiry": historyExpiry,
      ]
    }
  }
}

// MARK: - Handlers

extension NextAuthSession {
  /// The handlers of the chart. `handlers(_:)` binds a type that implements them.
  ///
  /// Guards and actions are called within a step and must not wait. A guard has no side effects. Services
  /// run in tasks that are canceled when their state is exited. Handlers receive their data as parameters.
  public protocol Handling: Sendable {
    /// The action `keepFactor`.
    ///
    /// Keeps PIN or biometric in memory that is overwritten after use, until `sendInput` has used it.
    ///
    /// - Parameter factor: Secret: must not be shown, logged or stored.
    func keepFactor(factor: Value) throws

    /// The action `keepUserInput`.
    ///
    /// Keeps the text that goes back to the server together with the account.
    ///
    /// - Parameter userInput: Secret: must not be shown, logged or stored.
    func keepUserInput(userInput: String?) throws

    /// The action `keepWebSession`.
    ///
    /// Keeps what opens an authenticated web session in the app.
    ///
    /// - Parameter webSession: Secret: must not be shown, logged or stored.
    func keepWebSession(webSession: String?) throws

    /// The action `closeSession`.
    ///
    /// Tells the server that the session is over when it does not know, and overwrites all secrets but those
    /// of the accounts themselves. The outcome is ignored.
    func closeSession() throws

    /// The action `requestAccountDeletion`.
    ///
    /// Deletes an account at its server and its keys here. Then `accountDeleted` goes to every session that
    /// runs and to the history store.
    ///
    /// - Parameter account: Personal: must not be logged.
    func requestAccountDeletion(account: String) throws

    /// The action `storeHistory`.
    ///
    /// Writes the session's record in the history store, or overwrites it. The record outlives this run: the
    /// store changes the records of a deleted account to DELETED, and drops those older than historyExpiry,
    /// by itself.
    ///
    /// - Parameters:
    ///   - id: Given by the chart.
    ///   - account: Personal: must not be logged.
    ///   - status: Given by the chart.
    func storeHistory(id: String?, account: String?, status: String) throws

    /// The service `fetchSession`: Read the data and fetch the session.
    ///
    /// Reads the QR code (binary or base64), deep link or push message, or builds an AppLogin, and asks the
    /// server. Works out whether a second factor is needed: settings of server and session,
    /// biometricsDisabled, maxNumberSecondFactorWithoutPIN, maxTimeSecondFactorWithoutPIN,
    /// alwaysRequireSecondFactorIfInactiveAppLogin. blockSecondFactorOnPINBlocked decides whether a
    /// biometric will do when the PIN is blocked. With singleAccount there is one account at most; hideVash
    /// leaves the picture out. A transport with settings of its own decides itself about factors and the
    /// number of accounts. Without an account the error is reported for the default server when that of the
    /// session is not known.
    func fetchSession(_ input: FetchSessionInput) async throws(FetchSessionFailure) -> FetchSessionResult

    /// The service `sendInput`: Send the person's answer.
    ///
    /// Sends the account with the input that was kept, when it is new to the server, and says whether a
    /// second factor follows; then the second factor, when the server asks for it. It is checked; a round in
    /// which none was given has the result success. What fetchSession works out is worked out again: time
    /// has gone by, and other sessions may have used up biometrics or blocked the PIN. An account alone is
    /// then followed by a second factor, which the server asks for as more input. Where another factor is
    /// wanted, the PIN is blocked and no biometric will do, the error is factorBlocked.
    func sendInput(_ input: SendInputInput) async throws(SendInputFailure) -> SendInputResult

    /// The service `holdSession`: Hold the connection.
    ///
    /// Listens for what the server says until it is stopped.
    func holdSession(events: HoldSessionSender) async throws(HoldSessionFailure)

    /// The service `keepAlive`: Say that the session is alive.
    func keepAlive() async throws(KeepAliveFailure)
  }
}

// MARK: - Services

extension NextAuthSession {
  /// The errors of the service `fetchSession`.
  public enum FetchSessionFailure: DeclaredFailure, Hashable {
    /// The QR code, link or message cannot be read
    ///
    /// It is not from nextAuth, or it is damaged.
    case badData
    /// Unknown server
    ///
    /// The QR code, link or message belongs to a server that the app does not know.
    case unknownServer
    /// The session's data could not be fetched
    ///
    /// The server has no such session, or a code was used before.
    case fetchFailed
    /// No account for this server
    ///
    /// 34 of the SDK. Also where the account that an AppLogin is for is not there.
    case noAccounts
    /// There is an account already
    ///
    /// Of an enrolment, where one account is all.
    case accountLimit
    /// Second factor blocked
    ///
    /// Too many wrong PINs.
    case factorBlocked
    /// The session is over
    ///
    /// A method came too late; or the session ended before anything was asked, which is no error.
    case sessionTerminated
    /// No connection
    ///
    /// The server was not reached, or something else has answered.
    case networkError
    /// Unusable answer of the server
    ///
    /// The server said something that makes no sense, or went on without what the person was asked for.
    case protocolFailure

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "badData":
        self = .badData
      case "unknownServer":
        self = .unknownServer
      case "fetchFailed":
        self = .fetchFailed
      case "noAccounts":
        self = .noAccounts
      case "accountLimit":
        self = .accountLimit
      case "factorBlocked":
        self = .factorBlocked
      case "sessionTerminated":
        self = .sessionTerminated
      case "networkError":
        self = .networkError
      case "protocolFailure":
        self = .protocolFailure
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .badData:
        "badData"
      case .unknownServer:
        "unknownServer"
      case .fetchFailed:
        "fetchFailed"
      case .noAccounts:
        "noAccounts"
      case .accountLimit:
        "accountLimit"
      case .factorBlocked:
        "factorBlocked"
      case .sessionTerminated:
        "sessionTerminated"
      case .networkError:
        "networkError"
      case .protocolFailure:
        "protocolFailure"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `sendInput`.
  public enum SendInputFailure: DeclaredFailure, Hashable {
    /// Fingerprints or faces on the device have changed
    ///
    /// The key behind the biometric is gone, so the PIN is needed.
    case biometricChanged
    /// Second factor blocked
    ///
    /// Too many wrong PINs.
    case factorBlocked
    /// No connection
    ///
    /// The server was not reached, or something else has answered.
    case networkError
    /// Unusable answer of the server
    ///
    /// The server said something that makes no sense, or went on without what the person was asked for.
    case protocolFailure

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "biometricChanged":
        self = .biometricChanged
      case "factorBlocked":
        self = .factorBlocked
      case "networkError":
        self = .networkError
      case "protocolFailure":
        self = .protocolFailure
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .biometricChanged:
        "biometricChanged"
      case .factorBlocked:
        "factorBlocked"
      case .networkError:
        "networkError"
      case .protocolFailure:
        "protocolFailure"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `holdSession`.
  public enum HoldSessionFailure: DeclaredFailure, Hashable {
    /// No connection
    ///
    /// The server was not reached, or something else has answered.
    case networkError
    /// Unusable answer of the server
    ///
    /// The server said something that makes no sense, or went on without what the person was asked for.
    case protocolFailure

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "networkError":
        self = .networkError
      case "protocolFailure":
        self = .protocolFailure
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .networkError:
        "networkError"
      case .protocolFailure:
        "protocolFailure"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// Sends the events that the service `holdSession` can send while it runs.
  public struct HoldSessionSender: Sendable {
    private let call: ServiceCall

    /// Makes a sender for one run of the service.
    public init(_ call: ServiceCall) { self.call = call }

    private func send(_ event: Event) async -> Outcome { await call.send(event.event) }

    /// login finished
    ///
    /// The server has let the person in. Only this makes a login a success.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func loggedIn(
      sessionInfo: String? = nil,
      webSession: String? = nil,
      oneShot: Bool? = nil
    ) async -> Outcome {
      await self.send(Event.loggedIn(sessionInfo: sessionInfo, webSession: webSession, oneShot: oneShot))
    }

    /// logged out by the server
    ///
    /// The server has ended the session.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func serverLogout() async -> Outcome {
      await self.send(Event.serverLogout)
    }

    /// connection lost
    ///
    /// A keep-alive was missed or refused.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func pingLost() async -> Outcome {
      await self.send(Event.pingLost)
    }

    /// the session broke
    ///
    /// Something happened after which the session cannot go on.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func failure(code: ErrorCode) async -> Outcome {
      await self.send(Event.failure(code: code))
    }
  }

  /// The errors of the service `keepAlive`.
  public enum KeepAliveFailure: DeclaredFailure, Hashable {
    /// No connection
    ///
    /// The server was not reached, or something else has answered.
    case networkError
    /// Unusable answer of the server
    ///
    /// The server said something that makes no sense, or went on without what the person was asked for.
    case protocolFailure

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "networkError":
        self = .networkError
      case "protocolFailure":
        self = .protocolFailure
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .networkError:
        "networkError"
      case .protocolFailure:
        "protocolFailure"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }
}

// MARK: - Data

extension NextAuthSession {
  /// The values of `origin`.
  public enum Origin: String, ChartData, CaseIterable, Hashable {
    /// `qr`
    case qr
    /// `deepLink`
    case deepLink
    /// `push`
    case push
    /// `appLogin`
    case appLogin
  }

  /// The values of `timeoutScope`.
  public enum TimeoutScope: String, ChartData, CaseIterable, Hashable {
    /// `session`
    case session
    /// `round`
    case round
  }

  /// The values of `kind`.
  public enum Kind: String, ChartData, CaseIterable, Hashable {
    /// `login`
    case login
    /// `enrol`
    case enrol
  }

  /// The values of `factorContext`.
  public enum FactorContext: String, ChartData, CaseIterable, Hashable {
    /// `firstSet`
    case firstSet
    /// `verify`
    case verify
  }

  /// The values of `historyStatus`.
  public enum HistoryStatus: String, ChartData, CaseIterable, Hashable {
    /// `FAIL`
    case fail = "FAIL"
    /// `LOGGED_IN`
    case loggedIn = "LOGGED_IN"
    /// `LOGGED_IN_ONE_SHOT`
    case loggedInOneShot = "LOGGED_IN_ONE_SHOT"
    /// `ABORTED`
    case aborted = "ABORTED"
    /// `LOGGED_OUT`
    case loggedOut = "LOGGED_OUT"
    /// `ERROR`
    case error = "ERROR"
    /// `DELETED`
    case deleted = "DELETED"
  }

  /// The values of `kind`.
  public enum SecondFactorKind: String, ChartData, CaseIterable, Hashable {
    /// `firstSet`
    case firstSet
    /// `verify`
    case verify
    /// `success`
    case success
    /// `wrong`
    case wrong
    /// `blocked`
    case blocked
    /// `cancelled`
    case cancelled
  }

  /// The input of the service `fetchSession`.
  public struct FetchSessionInput: ChartData, Hashable, GuardedData {
    /// The field `origin`.
    public var origin: String

    /// The field `preselectedAccount`.
    ///
    /// Personal: must not be logged.
    public var preselectedAccount: String?

    /// Makes the data from its fields.
    public init(origin: String, preselectedAccount: String? = nil) {
      self.origin = origin
      self.preselectedAccount = preselectedAccount
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      origin = try chartValue.read("origin")
      preselectedAccount = try chartValue.read("preselectedAccount")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["origin": origin.chartValue, "preselectedAccount": preselectedAccount.chartValue])
    }

    /// The type's name.
    public var shownName: String { "FetchSessionInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["origin": origin, "preselectedAccount": ShownMark.personal]
    }
  }

  /// The result of `fetchSession`.
  public struct FetchSessionResult: ChartData, Hashable, GuardedData {
    /// The field `id`.
    public var id: String

    /// The field `kind`.
    public var kind: Kind

    /// The field `server`.
    public var server: String

    /// The field `accounts`.
    ///
    /// Personal: must not be logged.
    public var accounts: [String]

    /// The field `newAccount`.
    ///
    /// Personal: must not be logged.
    public var newAccount: String?

    /// The field `secondFactorRequired`.
    public var secondFactorRequired: Bool

    /// The field `factorContext`.
    public var factorContext: FactorContext

    /// The settings ask for the PIN although there is a biometric.
    public var pinRequired: Bool?

    /// The PIN is blocked, so that a biometric will do at most. Where a factor is required and none will do,
    /// the error is factorBlocked.
    public var pinBlocked: Bool?

    /// The field `pingTime`.
    public var pingTime: Int?

    /// The field `announceInfo`.
    ///
    /// Personal: must not be logged.
    public var announceInfo: String?

    /// The field `visualHash`.
    public var visualHash: String?

    /// Makes the data from its fields.
    public init(
      id: String,
      kind: Kind,
      server: String,
      accounts: [String],
      newAccount: String? = nil,
      secondFactorRequired: Bool,
      factorContext: FactorContext,
      pinRequired: Bool? = nil,
      pinBlocked: Bool? = nil,
      pingTime: Int? = nil,
      announceInfo: String? = nil,
      visualHash: String? = nil
    ) {
      self.id = id
      self.kind = kind
      self.server = server
      self.accounts = accounts
      self.newAccount = newAccount
      self.secondFactorRequired = secondFactorRequired
      self.factorContext = factorContext
      self.pinRequired = pinRequired
      self.pinBlocked = pinBlocked
      self.pingTime = pingTime
      self.announceInfo = announceInfo
      self.visualHash = visualHash
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      id = try chartValue.read("id")
      kind = try chartValue.read("kind")
      server = try chartValue.read("server")
      accounts = try chartValue.read("accounts")
      newAccount = try chartValue.read("newAccount")
      secondFactorRequired = try chartValue.read("secondFactorRequired")
      factorContext = try chartValue.read("factorContext")
      pinRequired = try chartValue.read("pinRequired")
      pinBlocked = try chartValue.read("pinBlocked")
      pingTime = try chartValue.read("pingTime")
      announceInfo = try chartValue.read("announceInfo")
      visualHash = try chartValue.read("visualHash")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "id": id.chartValue,
          "kind": kind.chartValue,
          "server": server.chartValue,
          "accounts": accounts.chartValue,
          "newAccount": newAccount.chartValue,
          "secondFactorRequired": secondFactorRequired.chartValue,
          "factorContext": factorContext.chartValue,
          "pinRequired": pinRequired.chartValue,
          "pinBlocked": pinBlocked.chartValue,
          "pingTime": pingTime.chartValue,
          "announceInfo": announceInfo.chartValue,
          "visualHash": visualHash.chartValue,
        ]
      )
    }

    /// The type's name.
    public var shownName: String { "FetchSessionResult" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "id": id,
        "kind": kind,
        "server": server,
        "accounts": ShownMark.personal,
        "newAccount": ShownMark.personal,
        "secondFactorRequired": secondFactorRequired,
        "factorContext": factorContext,
        "pinRequired": pinRequired,
        "pinBlocked": pinBlocked,
        "pingTime": pingTime,
        "announceInfo": ShownMark.personal,
        "visualHash": visualHash,
      ]
    }
  }

  /// The input of the service `sendInput`.
  public struct SendInputInput: ChartData, Hashable, GuardedData {
    /// The field `account`.
    ///
    /// Personal: must not be logged.
    public var account: String?

    /// The field `hasFactor`.
    public var hasFactor: Bool

    /// Makes the data from its fields.
    public init(account: String? = nil, hasFactor: Bool) {
      self.account = account
      self.hasFactor = hasFactor
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      account = try chartValue.read("account")
      hasFactor = try chartValue.read("hasFactor")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["account": account.chartValue, "hasFactor": hasFactor.chartValue])
    }

    /// The type's name.
    public var shownName: String { "SendInputInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["account": ShownMark.personal, "hasFactor": hasFactor]
    }
  }

  /// The values of `result`.
  public enum SendInputResultResult: String, ChartData, CaseIterable, Hashable {
    /// `success`
    case success
    /// `wrong`
    case wrong
    /// `blocked`
    case blocked
    /// `cancelled`
    case cancelled
  }

  /// The values of `moreInput`.
  public enum MoreInput: String, ChartData, CaseIterable, Hashable {
    /// `confirmation`
    case confirmation
    /// `secondFactor`
    case secondFactor
  }

  /// The result of `sendInput`.
  public struct SendInputResult: ChartData, Hashable {
    /// The field `result`.
    public var result: SendInputResultResult

    /// The field `remaining`.
    public var remaining: Int?

    /// False when a wrong factor may not be tried again, whatever `remaining` says. True with a blocked one
    /// when that is the PIN alone, and a biometric will do.
    public var inputExpected: Bool?

    /// The field `moreInput`.
    public var moreInput: MoreInput?

    /// With a second factor as more input, where it is not what it was.
    public var factorContext: FactorContext?

    /// The server ends the session at once.
    public var sessionEnds: Bool?

    /// The session ended at once, after a login.
    public var loggedIn: Bool?

    /// It was one shot, which was not known before.
    public var oneShot: Bool?

    /// Makes the data from its fields.
    public init(
      result: SendInputResultResult,
      remaining: Int? = nil,
      inputExpected: Bool? = nil,
      moreInput: MoreInput? = nil,
      factorContext: FactorContext? = nil,
      sessionEnds: Bool? = nil,
      loggedIn: Bool? = nil,
      oneShot: Bool? = nil
    ) {
      self.result = result
      self.remaining = remaining
      self.inputExpected = inputExpected
      self.moreInput = moreInput
      self.factorContext = factorContext
      self.sessionEnds = sessionEnds
      self.loggedIn = loggedIn
      self.oneShot = oneShot
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      result = try chartValue.read("result")
      remaining = try chartValue.read("remaining")
      inputExpected = try chartValue.read("inputExpected")
      moreInput = try chartValue.read("moreInput")
      factorContext = try chartValue.read("factorContext")
      sessionEnds = try chartValue.read("sessionEnds")
      loggedIn = try chartValue.read("loggedIn")
      oneShot = try chartValue.read("oneShot")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "result": result.chartValue,
          "remaining": remaining.chartValue,
          "inputExpected": inputExpected.chartValue,
          "moreInput": moreInput.chartValue,
          "factorContext": factorContext.chartValue,
          "sessionEnds": sessionEnds.chartValue,
          "loggedIn": loggedIn.chartValue,
          "oneShot": oneShot.chartValue,
        ]
      )
    }
  }
}

// MARK: - Binding

extension NextAuthSession {
  /// The guards and actions of a type, which the engine calls by number.
  public struct Bound<Provider: Handling>: StaticHandlers {
    /// The actions, by number.
    public static var actions: [StaticHandler] {
      [
        StaticHandler("keepFactor", takesCall: true),
        StaticHandler("keepUserInput", takesCall: true),
        StaticHandler("keepWebSession", takesCall: true),
        StaticHandler("closeSession"),
        StaticHandler("requestAccountDeletion", takesCall: true),
        StaticHandler("storeHistory", takesCall: true),
      ]
    }

    /// The value that implements the handlers.
    public let handling: Provider

    /// Binds a type.
    public init(_ handling: Provider) { self.handling = handling }

    /// Runs an action that takes no call.
    public func perform(action number: Int) throws {
      switch number {
      case 3:
        try handling.closeSession()
      default:
        break
      }
    }

    /// Runs an action that takes the call.
    public func perform(action number: Int, _ call: HandlerCall) throws {
      switch number {
      case 0:
        try handling.keepFactor(factor: call.argument("factor"))
      case 1:
        try handling.keepUserInput(userInput: call.argument("userInput"))
      case 2:
        try handling.keepWebSession(webSession: call.argument("webSession"))
      case 4:
        try handling.requestAccountDeletion(account: call.argument("account"))
      case 5:
        try handling.storeHistory(
          id: call.argument("id"),
          account: call.argument("account"),
          status: call.argument("status")
        )
      default:
        try perform(action: number)
      }
    }
  }

  /// Binds the handlers of a type that implements `Handling`.
  public static func handlers(_ handling: some Handling) -> Handlers {
    var handlers = Handlers(Bound(handling))
    handlers.service("fetchSession") { call in
      try await handling.fetchSession(FetchSessionInput(chartValue: call.input)).chartValue
    }
    handlers.service("sendInput") { call in
      try await handling.sendInput(SendInputInput(chartValue: call.input)).chartValue
    }
    handlers.service("holdSession") { call in
      try await handling.holdSession(events: HoldSessionSender(call))
      return .unset
    }
    handlers.service("keepAlive") { _ in
      try await handling.keepAlive()
      return .unset
    }
    return handlers
  }

  /// Makes a machine that is ready to start.
  ///
  /// - Throws: `ModelProblems` if this engine cannot run the chart, and `BindingProblems`.
  public static func machine(_ handling: some Handling, input: Input = Input()) throws -> Machine {
    try machine(handlers(handling), input: input)
  }

  /// Binds the chart to the handlers of a type. Sessions are made from the result.
  ///
  /// - Throws: `ModelProblems` if this engine cannot run the chart, and `BindingProblems`.
  public static func bound(
    _ handling: some Handling,
    children: [String: BoundChart] = [:]
  ) throws -> BoundChart {
    try bound(handlers(handling), children: children)
  }
}

// MARK: - The chart

extension NextAuthSession {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(chart)
  }

  /// The model of the chart.
  @_optimize(none)
  public static var chart: Statechart {
    var chart = Statechart("nextauthSession", root: nextauthSessionState())
    chart.title = "Session of the nextAuth Mobile SDK"
    chart.description = """
      Logging in, on a website or in the app itself, and enrolling an account, with a confirmation, a PIN \
      or a biometric; and what is remembered of it afterwards.
      """
    chart.version = 1
    declareContext(&chart)
    declareEvents(&chart)
    declareErrors(&chart)
    declareOutputs(&chart)
    declareHandlers(&chart)
    return chart
  }

  @_optimize(none)
  private static func declareContext(_ chart: inout Statechart) {
    chart.context.append(
      ContextVariable(
        Field(
          "origin",
          .string,
          values: ["qr", "deepLink", "push", "appLogin"],
          description: """
            How the session was started: `startSession` with a scanned QR code, `startSession` with the \
            data of a deep link, `processPush` with a push message, or `startAppLogin`. A push message \
            that is a login starts a session by itself; one that is anything else starts none.
            """
        ),
        initial: "'qr'",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "preselectedAccount",
          .optional(.string),
          isPersonal: true,
          description: """
            The account that the app wants to use. When it is possible at all, it is the only candidate.
            """
        ),
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "skipReadyForUserInteraction",
          .bool,
          description: """
            Do not wait for the app before asking the person. The SDK calls the opposite \
            manuallyStartUserInteraction.
            """
        ),
        initial: "true",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "bypassConfirmation",
          .bool,
          description: """
            Skip the confirmation when a second factor is needed anyway and only one account is possible. \
            The SDK calls it automaticallySelectSingleAccountWhenSecondFactorNeeded.
            """
        ),
        initial: "true",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field("userInputTimeout", .duration, description: "How long a session may take until it is active."),
        initial: "120s",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "timeoutScope",
          .string,
          values: ["session", "round"],
          description: """
            Whether the deadline is for all of the session's questions together or for each of them.
            """
        ),
        initial: "'session'",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "secondFactorTimeout",
          .duration,
          description: """
            How long the person may take for a second factor; 0 is as long as the session may take. The \
            SDK calls it secondFactorUserInputTimeout.
            """
        ),
        initial: "0s",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field("appLoginTimeout", .duration, description: "The longest AppLogin; 0 is no limit."),
        initial: "0s",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "appLoginInactivityTimeout",
          .duration,
          description: """
            How long an AppLogin stays logged in while nobody uses the app; 0 is no limit, 5 minutes are \
            advised.
            """
        ),
        initial: "0s",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field("historyExpiry", .duration, description: "How long a session is remembered; 90 days."),
        initial: "2160h",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field("isAppLogin", .bool, description: "Whether the login is one to the app itself."),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "kind",
          .string,
          values: ["login", "enrol"],
          description: """
            Decided by the data that the session was started with, not by the app. Enrol is a \
            registration.
            """
        ),
        initial: "'login'"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("sessionId", .optional(.string), description: "The session's identifier at the server.")
      )
    )
    chart.context.append(
      ContextVariable(
        Field("server", .optional(.string), description: "The nextAuth server of the session.")
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "accounts",
          .list(.string),
          isPersonal: true,
          description: "The accounts that can log in; for an enrolment the accounts that exist already."
        ),
        initial: "[]"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "newAccount",
          .optional(.string),
          isPersonal: true,
          description: "The account that an enrolment creates."
        )
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "account",
          .optional(.string),
          isPersonal: true,
          description: "The account that the session continues with."
        )
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "secondFactorRequired",
          .bool,
          description: """
            What the server, the session, the SDK's settings and the time since the last factor add up to.
            """
        ),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "factorContext",
          .string,
          values: ["firstSet", "verify"],
          description: "Whether PIN or biometric are chosen for the first time or asked for again."
        ),
        initial: "'verify'"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "pinRequired",
          .bool,
          description: """
            Whether only the PIN will do until the session is over; else the handlers may still refuse a \
            biometric.
            """
        ),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "pinBlocked",
          .bool,
          description: "Whether the PIN is blocked, so that a biometric will do at most."
        ),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("factorGiven", .bool, description: "Whether the answer on its way holds a second factor."),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "remainingAttempts",
          .optional(.int),
          description: "How many tries are left for the second factor."
        )
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "pingTime",
          .optional(.int),
          description: """
            Seconds between keep-alives; 0 is a one-shot session. An AppLogin needs 300, better 600 and \
            more. Without it somebody else sends the keep-alives, and the login says whether the session \
            is one-shot.
            """
        )
      )
    )
    chart.context.append(
      ContextVariable(
        Field("pingInterval", .duration, description: "The same as a duration."),
        initial: "0s"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "announceInfo",
          .optional(.string),
          isPersonal: true,
          description: "Shown to the person while confirming and entering the second factor."
        )
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "sessionInfo",
          .optional(.string),
          isPersonal: true,
          description: "Shown to the person after the login."
        )
      )
    )
    chart.context.append(
      ContextVariable(Field("visualHash", .optional(.string), description: "A picture of the server's key."))
    )
    chart.context.append(
      ContextVariable(
        Field("hasWebSession", .bool, description: "Whether the handlers hold what opens a web session."),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "historyStatus",
          .string,
          values: ["FAIL", "LOGGED_IN", "LOGGED_IN_ONE_SHOT", "ABORTED", "LOGGED_OUT", "ERROR", "DELETED"],
          description: "The session's history status. A session that has ended is never FAIL."
        ),
        initial: "'FAIL'"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "lastError",
          .optional(.error),
          description: "What went wrong last. An answer that is accepted ends it."
        )
      )
    )
  }

  @_optimize(none)
  private static func declareEvents(_ chart: inout Statechart) {
    chart.events = []
    chart.events?.append(
      EventDeclaration(
        "startUserInteraction",
        title: "the app is ready",
        description: "It can show something to the person now."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "setAccount",
        title: "account confirmed",
        description: """
          The person agrees to a login with this account, or to the new account of an enrolment.
          """,
        payload: [
          Field("account", .string, isPersonal: true),
          Field(
            "userInput",
            .optional(.string),
            isSecret: true,
            description: "A text that is given back to the server."
          ),
        ]
      )
    )
    chart.events?.append(
      EventDeclaration(
        "setPinBiometric",
        title: "second factor entered",
        description: "Newer versions of the SDK call it sfInput.",
        payload: [Field("factor", .any, isSecret: true)]
      )
    )
    chart.events?.append(
      EventDeclaration(
        "inputCancel",
        title: "second factor refused",
        description: "The person does not want to give it."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "stopSession",
        title: "session stopped",
        description: "By the app; also how a person refuses to confirm."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "logout",
        title: "logged out",
        description: "The person leaves a session that goes on; one shot has nothing to leave."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "deleteAccount",
        title: "account to be deleted",
        description: "The person wants to be rid of an account. The server is asked first.",
        payload: [Field("account", .string, isPersonal: true)]
      )
    )
    chart.events?.append(
      EventDeclaration(
        "activity",
        title: "the app is used",
        description: "The person does something in an app that is logged in."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "loggedIn",
        title: "login finished",
        description: "The server has let the person in. Only this makes a login a success.",
        payload: [
          Field("sessionInfo", .optional(.string), isPersonal: true),
          Field("webSession", .optional(.string), isSecret: true, description: "Only of an AppLogin."),
          Field("oneShot", .optional(.bool), description: "It is one shot, which was not known before."),
        ]
      )
    )
    chart.events?.append(
      EventDeclaration(
        "serverLogout",
        title: "logged out by the server",
        description: "The server has ended the session."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "pingLost",
        title: "connection lost",
        description: "A keep-alive was missed or refused."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "failure",
        title: "the session broke",
        description: "Something happened after which the session cannot go on.",
        payload: [Field("code", .error)]
      )
    )
    chart.events?.append(
      EventDeclaration(
        "accountDeleted",
        title: "account deleted",
        description: """
          An account is gone, possibly long after the session. Every session and the history store are \
          told.
          """,
        payload: [Field("account", .string, isPersonal: true)]
      )
    )
    chart.events?.append(
      EventDeclaration("inputTimeout", title: "no time left", description: "From the watchdog.")
    )
    chart.events?.append(
      EventDeclaration(
        "roundStarted",
        title: "a question was asked",
        description: "To the watchdog, which may start its count again with each question."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "loginSucceeded",
        title: "login succeeded",
        description: "To the history, from the lifecycle."
      )
    )
    chart.events?.append(
      EventDeclaration("sessionEnded", title: "session ended", description: "To the history, from DONE.")
    )
    chart.events?.append(
      EventDeclaration("sessionFailed", title: "session failed", description: "To the history, from ERROR.")
    )
    chart.events?.append(
      EventDeclaration(
        "historyExpired",
        title: "no longer remembered",
        description: "The time for which records are kept is over."
      )
    )
  }

  @_optimize(none)
  private static func declareErrors(_ chart: inout Statechart) {
    chart.errors = []
    chart.errors?.append(
      ErrorDeclaration(
        "badData",
        title: "The QR code, link or message cannot be read",
        description: "It is not from nextAuth, or it is damaged."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "unknownServer",
        title: "Unknown server",
        description: "The QR code, link or message belongs to a server that the app does not know."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "fetchFailed",
        title: "The session's data could not be fetched",
        description: "The server has no such session, or a code was used before."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "noAccounts",
        title: "No account for this server",
        description: "34 of the SDK. Also where the account that an AppLogin is for is not there."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "accountLimit",
        title: "There is an account already",
        description: "Of an enrolment, where one account is all."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "networkError",
        title: "No connection",
        description: "The server was not reached, or something else has answered."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "requestTimeout",
        title: "No answer",
        description: "The server has not answered within 15 seconds."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "protocolFailure",
        title: "Unusable answer of the server",
        description: """
          The server said something that makes no sense, or went on without what the person was asked for.
          """
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "unknownAccount",
        title: "This account cannot be used here",
        description: "The session does not offer it. Another one may be chosen."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "wrongFactor",
        title: "Wrong PIN or biometric",
        description: "It may be given again as long as there are tries left."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "biometricChanged",
        title: "Fingerprints or faces on the device have changed",
        description: "The key behind the biometric is gone, so the PIN is needed."
      )
    )
    chart.errors?.append(
      ErrorDeclaration("factorBlocked", title: "Second factor blocked", description: "Too many wrong PINs.")
    )
    chart.errors?.append(
      ErrorDeclaration(
        "sessionTerminated",
        title: "The session is over",
        description: """
          A method came too late; or the session ended before anything was asked, which is no error.
          """
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "internalError",
        title: "Something went wrong",
        description: "A mistake in the app or the flow."
      )
    )
  }

  @_optimize(none)
  private static func declareOutputs(_ chart: inout Statechart) {
    chart.outputs = []
    chart.outputs?.append(OutputDeclaration("sessionReadyForUserInteraction", title: "waiting for the app"))
    chart.outputs?.append(
      OutputDeclaration(
        "confirmLogin",
        title: "confirm a login",
        payload: [
          Field("accounts", .list(.string), isPersonal: true),
          Field("announceInfo", .optional(.string), isPersonal: true),
        ]
      )
    )
    chart.outputs?.append(
      OutputDeclaration(
        "confirmEnrol",
        title: "confirm an enrolment",
        payload: [
          Field("account", .optional(.string), isPersonal: true),
          Field("existingAccounts", .list(.string), isPersonal: true),
          Field("visualHash", .optional(.string)),
          Field("announceInfo", .optional(.string), isPersonal: true),
        ]
      )
    )
    chart.outputs?.append(
      OutputDeclaration(
        "secondFactor",
        title: "second factor wanted or checked",
        payload: [
          Field("kind", .string, values: ["firstSet", "verify", "success", "wrong", "blocked", "cancelled"]),
          Field("pinRequired", .optional(.bool)),
          Field("remaining", .optional(.int)),
          Field("announceInfo", .optional(.string), isPersonal: true),
        ]
      )
    )
    chart.outputs?.append(
      OutputDeclaration(
        "sessionLogin",
        title: "logged in",
        payload: [Field("oneShot", .bool), Field("sessionInfo", .optional(.string), isPersonal: true)]
      )
    )
    chart.outputs?.append(OutputDeclaration("sessionStop", title: "session over"))
    chart.outputs?.append(
      OutputDeclaration("userErrorMessage", title: "an error to show", payload: [Field("error", .error)])
    )
    chart.outputs?.append(
      OutputDeclaration("historyStatusChanged", title: "history status", payload: [Field("status", .string)])
    )
  }

  @_optimize(none)
  private static func declareHandlers(_ chart: inout Statechart) {
    chart.handlers.actions = []
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "keepFactor",
        description: """
          Keeps PIN or biometric in memory that is overwritten after use, until `sendInput` has used it.
          """,
        arguments: [Field("factor", .any, isSecret: true)]
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "keepUserInput",
        description: "Keeps the text that goes back to the server together with the account.",
        arguments: [Field("userInput", .optional(.string), isSecret: true)]
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "keepWebSession",
        description: "Keeps what opens an authenticated web session in the app.",
        arguments: [Field("webSession", .optional(.string), isSecret: true)]
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "closeSession",
        description: """
          Tells the server that the session is over when it does not know, and overwrites all secrets but \
          those of the accounts themselves. The outcome is ignored.
          """
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "requestAccountDeletion",
        description: """
          Deletes an account at its server and its keys here. Then `accountDeleted` goes to every session \
          that runs and to the history store.
          """,
        arguments: [Field("account", .string, isPersonal: true)]
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "storeHistory",
        description: """
          Writes the session's record in the history store, or overwrites it. The record outlives this \
          run: the store changes the records of a deleted account to DELETED, and drops those older than \
          historyExpiry, by itself.
          """,
        arguments: [
          Field("id", .optional(.string)),
          Field("account", .optional(.string), isPersonal: true),
          Field("status", .string),
        ]
      )
    )
    chart.handlers.services = []
    chart.handlers.services?.append(
      HandlerDeclaration(
        "fetchSession",
        title: "Read the data and fetch the session",
        description: """
          Reads the QR code (binary or base64), deep link or push message, or builds an AppLogin, and asks \
          the server. Works out whether a second factor is needed: settings of server and session, \
          biometricsDisabled, maxNumberSecondFactorWithoutPIN, maxTimeSecondFactorWithoutPIN, \
          alwaysRequireSecondFactorIfInactiveAppLogin. blockSecondFactorOnPINBlocked decides whether a \
          biometric will do when the PIN is blocked. With singleAccount there is one account at most; \
          hideVash leaves the picture out. A transport with settings of its own decides itself about \
          factors and the number of accounts. Without an account the error is reported for the default \
          server when that of the session is not known.
          """,
        arguments: [
          Field("origin", .string),
          Field("preselectedAccount", .optional(.string), isPersonal: true),
        ],
        result: .record(
          [
            Field("id", .string),
            Field("kind", .string, values: ["login", "enrol"]),
            Field("server", .string),
            Field("accounts", .list(.string), isPersonal: true),
            Field("newAccount", .optional(.string), isPersonal: true),
            Field("secondFactorRequired", .bool),
            Field("factorContext", .string, values: ["firstSet", "verify"]),
            Field(
              "pinRequired",
              .optional(.bool),
              description: "The settings ask for the PIN although there is a biometric."
            ),
            Field(
              "pinBlocked",
              .optional(.bool),
              description: """
                The PIN is blocked, so that a biometric will do at most. Where a factor is required and \
                none will do, the error is factorBlocked.
                """
            ),
            Field("pingTime", .optional(.int)),
            Field("announceInfo", .optional(.string), isPersonal: true),
            Field("visualHash", .optional(.string)),
          ]
        ),
        errors: [
          "badData",
          "unknownServer",
          "fetchFailed",
          "noAccounts",
          "accountLimit",
          "factorBlocked",
          "sessionTerminated",
          "networkError",
          "protocolFailure",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "sendInput",
        title: "Send the person's answer",
        description: """
          Sends the account with the input that was kept, when it is new to the server, and says whether a \
          second factor follows; then the second factor, when the server asks for it. It is checked; a \
          round in which none was given has the result success. What fetchSession works out is worked out \
          again: time has gone by, and other sessions may have used up biometrics or blocked the PIN. An \
          account alone is then followed by a second factor, which the server asks for as more input. \
          Where another factor is wanted, the PIN is blocked and no biometric will do, the error is \
          factorBlocked.
          """,
        arguments: [Field("account", .optional(.string), isPersonal: true), Field("hasFactor", .bool)],
        result: .record(
          [
            Field("result", .string, values: ["success", "wrong", "blocked", "cancelled"]),
            Field("remaining", .optional(.int)),
            Field(
              "inputExpected",
              .optional(.bool),
              description: """
                False when a wrong factor may not be tried again, whatever `remaining` says. True with a \
                blocked one when that is the PIN alone, and a biometric will do.
                """
            ),
            Field("moreInput", .optional(.string), values: ["confirmation", "secondFactor"]),
            Field(
              "factorContext",
              .optional(.string),
              values: ["firstSet", "verify"],
              description: "With a second factor as more input, where it is not what it was."
            ),
            Field("sessionEnds", .optional(.bool), description: "The server ends the session at once."),
            Field("loggedIn", .optional(.bool), description: "The session ended at once, after a login."),
            Field("oneShot", .optional(.bool), description: "It was one shot, which was not known before."),
          ]
        ),
        errors: ["biometricChanged", "factorBlocked", "networkError", "protocolFailure"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "holdSession",
        title: "Hold the connection",
        description: "Listens for what the server says until it is stopped.",
        errors: ["networkError", "protocolFailure"],
        sends: ["loggedIn", "serverLogout", "pingLost", "failure"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "keepAlive",
        title: "Say that the session is alive",
        errors: ["networkError", "protocolFailure"]
      )
    )
  }

  @_optimize(none)
  private static func nextauthSessionState() -> State {
    var state = State("nextauthSession", kind: .parallel, title: "Session of the nextAuth Mobile SDK")
    state.description = """
      Logging in, on a website or in the app itself, and enrolling an account, with a confirmation, a PIN \
      or a biometric; and what is remembered of it afterwards.
      """
    state.entry = [Action(.assign([NamedExpression("isAppLogin", "origin == 'appLogin'")]))]
    state.on.append(
      EventTransition(
        "deleteAccount",
        Transition(
          actions: [
            Action(
              .handler(
                "requestAccountDeletion",
                arguments: [NamedExpression("account", "event.data.account")]
              )
            )
          ]
        )
      )
    )
    state.states = [lifecycleState(), watchdogState(), historyState()]
    return state
  }

  @_optimize(none)
  private static func lifecycleState() -> State {
    var state = State("lifecycle", title: "Lifecycle")
    state.initial = InitialTransition(["running"])
    state.on.append(
      EventTransition(
        "startUserInteraction",
        Transition(
          guard: "in(done) or in(error)",
          actions: [
            Action(.emit("userErrorMessage", data: [NamedExpression("error", "'sessionTerminated'")]))
          ],
          label: "already over"
        )
      )
    )
    state.on.append(
      EventTransition(
        "setAccount",
        Transition(
          guard: "in(done) or in(error)",
          actions: [
            Action(.emit("userErrorMessage", data: [NamedExpression("error", "'sessionTerminated'")]))
          ],
          label: "already over"
        )
      )
    )
    state.on.append(
      EventTransition(
        "setPinBiometric",
        Transition(
          guard: "in(done) or in(error)",
          actions: [
            Action(.emit("userErrorMessage", data: [NamedExpression("error", "'sessionTerminated'")]))
          ],
          label: "already over"
        )
      )
    )
    state.on.append(
      EventTransition(
        "inputCancel",
        Transition(
          guard: "in(done) or in(error)",
          actions: [
            Action(.emit("userErrorMessage", data: [NamedExpression("error", "'sessionTerminated'")]))
          ],
          label: "already over"
        )
      )
    )
    state.on.append(
      EventTransition(
        "stopSession",
        Transition(
          guard: "in(done) or in(error)",
          actions: [
            Action(.emit("userErrorMessage", data: [NamedExpression("error", "'sessionTerminated'")]))
          ],
          label: "already over"
        )
      )
    )
    state.on.append(
      EventTransition(
        "logout",
        Transition(
          guard: "in(done) or in(error)",
          actions: [
            Action(.emit("userErrorMessage", data: [NamedExpression("error", "'sessionTerminated'")]))
          ],
          label: "already over"
        )
      )
    )
    state.errors = [
      "badData",
      "unknownServer",
      "fetchFailed",
      "noAccounts",
      "accountLimit",
      "networkError",
      "requestTimeout",
      "protocolFailure",
      "factorBlocked",
      "wrongFactor",
      "biometricChanged",
      "internalError",
      "sessionTerminated",
    ]
    state.states = [runningState(), doneState(), errorState()]
    return state
  }

  @_optimize(none)
  private static func runningState() -> State {
    var state = State("running", title: "Running")
    state.initial = InitialTransition(["starting"])
    state.on.append(EventTransition("stopSession", Transition(["done"], label: "session stopped")))
    state.on.append(
      EventTransition(
        "accountDeleted",
        Transition(
          ["done"],
          guard: "isAppLogin and defined(account) and event.data.account == account",
          label: "the account of the AppLogin is deleted"
        )
      )
    )
    state.on.append(
      EventTransition(
        "error.execution",
        Transition(
          ["error"],
          actions: [Action(.assign([NamedExpression("lastError", "'internalError'")]))],
          label: "internal error"
        )
      )
    )
    state.on.append(
      EventTransition(
        "error.timeout",
        Transition(
          ["error"],
          actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
          label: "no answer"
        )
      )
    )
    state.on.append(
      EventTransition(
        "error.*",
        Transition(
          ["error"],
          actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
          label: "error"
        )
      )
    )
    state.states = [
      startingState(),
      afterStartingState(),
      readyForUserInteractionState(),
      waitingForUserInputState(),
      activeState(),
    ]
    return state
  }

  @_optimize(none)
  private static func startingState() -> State {
    var state = State("starting", title: "STARTING")
    state.description = "The necessary information is fetched from the server."
    state.invoke.append(
      Invocation(
        .service("fetchSession"),
        input: [
          NamedExpression("origin", "origin"),
          NamedExpression("preselectedAccount", "preselectedAccount"),
        ],
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["afterStarting"],
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("sessionId", "event.data.id"),
                    NamedExpression("kind", "event.data.kind"),
                    NamedExpression("server", "event.data.server"),
                    NamedExpression("accounts", "event.data.accounts"),
                    NamedExpression("newAccount", "event.data.newAccount"),
                    NamedExpression("secondFactorRequired", "event.data.secondFactorRequired"),
                    NamedExpression("factorContext", "event.data.factorContext"),
                    NamedExpression("pinRequired", "event.data.pinRequired == true"),
                    NamedExpression("pinBlocked", "event.data.pinBlocked == true"),
                    NamedExpression("pingTime", "event.data.pingTime"),
                    NamedExpression("announceInfo", "event.data.announceInfo"),
                    NamedExpression("visualHash", "event.data.visualHash"),
                  ]
                )
              ),
              Action(
                .choose(
                  [
                    Action.Branch(
                      "defined(event.data.pingTime)",
                      [Action(.assign([NamedExpression("pingInterval", "1s * event.data.pingTime")]))]
                    )
                  ],
                  otherwise: []
                )
              ),
              Action(
                .choose(
                  [
                    Action.Branch(
                      """
                      kind == 'login' and defined(preselectedAccount) and contains(accounts, \
                      preselectedAccount)
                      """,
                      [Action(.assign([NamedExpression("accounts", "[preselectedAccount]")]))]
                    )
                  ],
                  otherwise: []
                )
              ),
            ],
            label: "session fetched"
          )
        ],
        failed: [
          Invocation.Failure("sessionTerminated", Transition(["done"], label: "over before a question")),
          Invocation.Failure(
            "timeout",
            Transition(
              ["error"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "not fetched"
            )
          ),
        ]
      )
    )
    state.on.append(EventTransition("inputTimeout", Transition(["done"], label: "no time left")))
    return state
  }

  @_optimize(none)
  private static func afterStartingState() -> State {
    var state = State("afterStarting", kind: .choice, title: "Where to after starting")
    state.always.append(
      Transition(
        ["error"],
        guard: "isAppLogin and pingTime == 0",
        actions: [Action(.assign([NamedExpression("lastError", "'protocolFailure'")]))],
        label: "an AppLogin is never one shot"
      )
    )
    state.always.append(
      Transition(
        ["error"],
        guard: "isAppLogin and defined(preselectedAccount) and not contains(accounts, preselectedAccount)",
        actions: [Action(.assign([NamedExpression("lastError", "'noAccounts'")]))],
        label: "not the account of the AppLogin"
      )
    )
    state.always.append(
      Transition(
        ["waitForSecondFactor"],
        guard: "isAppLogin",
        actions: [
          Action(
            .choose(
              [
                Action.Branch(
                  "length(accounts) > 0",
                  [Action(.assign([NamedExpression("account", "accounts[0]")]))]
                )
              ],
              otherwise: []
            )
          )
        ],
        label: "login to the app itself"
      )
    )
    state.always.append(
      Transition(
        ["error"],
        guard: "kind == 'login' and length(accounts) == 0",
        actions: [Action(.assign([NamedExpression("lastError", "'noAccounts'")]))],
        label: "no account for this server"
      )
    )
    state.always.append(
      Transition(
        ["readyForUserInteraction"],
        guard: "not skipReadyForUserInteraction",
        label: "the app is asked first"
      )
    )
    state.always.append(Transition(["waitingForUserInput"], label: "no waiting for the app"))
    return state
  }

  @_optimize(none)
  private static func readyForUserInteractionState() -> State {
    var state = State("readyForUserInteraction", title: "READY_FOR_USER_INTERACTION")
    state.description = """
      The session is on hold until the app says that it is ready, for example because it is not in front.
      """
    state.entry = [
      Action(.emit("sessionReadyForUserInteraction", data: [])),
      Action(.raise("roundStarted", data: [])),
    ]
    state.on.append(
      EventTransition("startUserInteraction", Transition(["waitingForUserInput"], label: "the app is ready"))
    )
    state.on.append(EventTransition("inputTimeout", Transition(["done"], label: "no time left")))
    return state
  }

  @_optimize(none)
  private static func waitingForUserInputState() -> State {
    var state = State("waitingForUserInput", title: "WAITING_FOR_USER_INPUT")
    state.description = "The person confirms, or enters a PIN or a biometric; possibly in several rounds."
    state.initial = InitialTransition(["firstQuestion"])
    state.on.append(EventTransition("inputTimeout", Transition(["done"], label: "no time left")))
    state.states = [
      firstQuestionState(),
      waitForConfirmationState(),
      waitForSecondFactorState(),
      evaluatingState(),
      afterWrongFactorState(),
      afterRoundState(),
    ]
    return state
  }

  @_optimize(none)
  private static func firstQuestionState() -> State {
    var state = State("firstQuestion", kind: .choice, title: "What to ask first")
    state.always.append(
      Transition(["waitForConfirmation"], guard: "kind == 'enrol'", label: "a new account needs agreement")
    )
    state.always.append(
      Transition(
        ["waitForSecondFactor"],
        guard: "bypassConfirmation and secondFactorRequired and length(accounts) == 1",
        actions: [Action(.assign([NamedExpression("account", "accounts[0]")]))],
        label: "the second factor confirms"
      )
    )
    state.always.append(Transition(["waitForConfirmation"], label: "confirmation is needed"))
    return state
  }

  @_optimize(none)
  private static func waitForConfirmationState() -> State {
    var state = State("waitForConfirmation", title: "WAIT_FOR_CONFIRMATION")
    state.description = "The person chooses the account to continue with, or stops the session."
    state.entry = [
      Action(
        .choose(
          [
            Action.Branch(
              "kind == 'enrol'",
              [
                Action(
                  .emit(
                    "confirmEnrol",
                    data: [
                      NamedExpression("account", "newAccount"),
                      NamedExpression("existingAccounts", "accounts"),
                      NamedExpression("visualHash", "visualHash"),
                      NamedExpression("announceInfo", "announceInfo"),
                    ]
                  )
                )
              ]
            )
          ],
          otherwise: [
            Action(
              .emit(
                "confirmLogin",
                data: [
                  NamedExpression("accounts", "accounts"),
                  NamedExpression("announceInfo", "announceInfo"),
                ]
              )
            )
          ]
        )
      ),
      Action(.raise("roundStarted", data: [])),
    ]
    state.on.append(
      EventTransition(
        "setAccount",
        Transition(
          guard: """
            kind == 'enrol' and event.data.account != newAccount or kind == 'login' and not \
            contains(accounts, event.data.account)
            """,
          actions: [
            Action(.assign([NamedExpression("lastError", "'unknownAccount'")])),
            Action(.emit("userErrorMessage", data: [NamedExpression("error", "lastError")])),
          ],
          label: "not an account of this session"
        )
      )
    )
    state.on.append(
      EventTransition(
        "setAccount",
        Transition(
          ["waitForSecondFactor"],
          guard: "secondFactorRequired",
          actions: [
            Action(
              .assign(
                [NamedExpression("account", "event.data.account"), NamedExpression("lastError", "unset")]
              )
            ),
            Action(
              .handler("keepUserInput", arguments: [NamedExpression("userInput", "event.data.userInput")])
            ),
          ],
          label: "confirmed, second factor needed"
        )
      )
    )
    state.on.append(
      EventTransition(
        "setAccount",
        Transition(
          ["evaluating"],
          actions: [
            Action(
              .assign(
                [
                  NamedExpression("account", "event.data.account"),
                  NamedExpression("factorGiven", "false"),
                  NamedExpression("lastError", "unset"),
                ]
              )
            ),
            Action(
              .handler("keepUserInput", arguments: [NamedExpression("userInput", "event.data.userInput")])
            ),
          ],
          label: "confirmed"
        )
      )
    )
    state.errors = ["unknownAccount"]
    return state
  }

  @_optimize(none)
  private static func waitForSecondFactorState() -> State {
    var state = State("waitForSecondFactor", title: "WAIT_FOR_SECOND_FACTOR")
    state.description = "The person enters PIN or biometric, or refuses."
    state.entry = [
      Action(
        .emit(
          "secondFactor",
          data: [
            NamedExpression("kind", "factorContext"),
            NamedExpression("pinRequired", "pinRequired"),
            NamedExpression("remaining", "remainingAttempts"),
            NamedExpression("announceInfo", "announceInfo"),
          ]
        )
      ),
      Action(.raise("roundStarted", data: [])),
    ]
    state.on.append(
      EventTransition(
        "setPinBiometric",
        Transition(
          ["evaluating"],
          actions: [
            Action(.assign([NamedExpression("factorGiven", "true")])),
            Action(.handler("keepFactor", arguments: [NamedExpression("factor", "event.data.factor")])),
          ],
          label: "entered"
        )
      )
    )
    state.on.append(EventTransition("inputCancel", Transition(["done"], label: "refused")))
    state.after.append(
      DelayedTransition(
        .expression("secondFactorTimeout"),
        name: "secondFactorTimeout",
        Transition(["done"], guard: "secondFactorTimeout > 0s", label: "too long for a factor")
      )
    )
    state.errors = ["wrongFactor", "biometricChanged", "factorBlocked"]
    return state
  }

  @_optimize(none)
  private static func evaluatingState() -> State {
    var state = State("evaluating", title: "Evaluating")
    state.description = "The answer is on its way, or being checked by the server."
    state.invoke.append(
      Invocation(
        .service("sendInput"),
        input: [NamedExpression("account", "account"), NamedExpression("hasFactor", "factorGiven")],
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["done"],
            guard: "event.data.result == 'cancelled'",
            actions: [Action(.emit("secondFactor", data: [NamedExpression("kind", "'cancelled'")]))],
            label: "refused"
          ),
          Transition(
            ["waitForSecondFactor"],
            guard: "event.data.result == 'blocked' and event.data.inputExpected == true and not pinRequired",
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("lastError", "'factorBlocked'"),
                    NamedExpression("pinBlocked", "true"),
                    NamedExpression("remainingAttempts", "unset"),
                  ]
                )
              ),
              Action(
                .emit(
                  "secondFactor",
                  data: [NamedExpression("kind", "'blocked'"), NamedExpression("remaining", "0")]
                )
              ),
              Action(.emit("userErrorMessage", data: [NamedExpression("error", "lastError")])),
            ],
            label: "PIN blocked, biometric left"
          ),
          Transition(
            ["error"],
            guard: "event.data.result == 'blocked'",
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("lastError", "'factorBlocked'"),
                    NamedExpression("remainingAttempts", "0"),
                  ]
                )
              ),
              Action(
                .emit(
                  "secondFactor",
                  data: [NamedExpression("kind", "'blocked'"), NamedExpression("remaining", "0")]
                )
              ),
            ],
            label: "second factor blocked"
          ),
          Transition(
            ["afterWrongFactor"],
            guard: "event.data.result == 'wrong'",
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("lastError", "'wrongFactor'"),
                    NamedExpression("remainingAttempts", "event.data.remaining"),
                  ]
                )
              ),
              Action(
                .emit(
                  "secondFactor",
                  data: [
                    NamedExpression("kind", "'wrong'"),
                    NamedExpression("remaining", "event.data.remaining"),
                  ]
                )
              ),
            ],
            label: "wrong"
          ),
          Transition(
            ["afterRound"],
            actions: [
              Action(.assign([NamedExpression("lastError", "unset")])),
              Action(
                .choose(
                  [
                    Action.Branch(
                      "factorGiven",
                      [
                        Action(
                          .assign(
                            [
                              NamedExpression("factorContext", "'verify'"),
                              NamedExpression("remainingAttempts", "unset"),
                            ]
                          )
                        ),
                        Action(.emit("secondFactor", data: [NamedExpression("kind", "'success'")])),
                      ]
                    )
                  ],
                  otherwise: []
                )
              ),
            ],
            label: "accepted"
          ),
        ],
        failed: [
          Invocation.Failure(
            "biometricChanged",
            Transition(
              ["error"],
              guard: "pinBlocked",
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "no factor is left"
            )
          ),
          Invocation.Failure(
            "biometricChanged",
            Transition(
              ["waitForSecondFactor"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("lastError", "event.error"), NamedExpression("pinRequired", "true")]
                  )
                ),
                Action(.emit("userErrorMessage", data: [NamedExpression("error", "lastError")])),
              ],
              label: "PIN needed"
            )
          ),
          Invocation.Failure(
            "factorBlocked",
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("lastError", "event.error"), NamedExpression("remainingAttempts", "0")]
                  )
                ),
                Action(
                  .emit(
                    "secondFactor",
                    data: [NamedExpression("kind", "'blocked'"), NamedExpression("remaining", "0")]
                  )
                ),
              ],
              label: "second factor blocked"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["error"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "error"
            )
          ),
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func afterWrongFactorState() -> State {
    var state = State("afterWrongFactor", kind: .choice, title: "May it be tried again")
    state.always.append(
      Transition(
        ["waitForSecondFactor"],
        guard: """
          event.data.inputExpected != false and (not defined(remainingAttempts) or remainingAttempts > 0)
          """,
        actions: [Action(.emit("userErrorMessage", data: [NamedExpression("error", "lastError")]))],
        label: "try again"
      )
    )
    state.always.append(Transition(["error"], label: "no more tries"))
    return state
  }

  @_optimize(none)
  private static func afterRoundState() -> State {
    var state = State("afterRound", kind: .choice, title: "What follows a round")
    state.always.append(
      Transition(
        ["error"],
        guard: "isAppLogin and event.data.moreInput == 'confirmation'",
        actions: [Action(.assign([NamedExpression("lastError", "'protocolFailure'")]))],
        label: "nothing to confirm"
      )
    )
    state.always.append(
      Transition(
        ["waitForConfirmation"],
        guard: "event.data.moreInput == 'confirmation'",
        label: "another question"
      )
    )
    state.always.append(
      Transition(
        ["waitForSecondFactor"],
        guard: "event.data.moreInput == 'secondFactor'",
        actions: [
          Action(
            .choose(
              [
                Action.Branch(
                  "defined(event.data.factorContext)",
                  [Action(.assign([NamedExpression("factorContext", "event.data.factorContext")]))]
                )
              ],
              otherwise: []
            )
          )
        ],
        label: "another factor"
      )
    )
    state.always.append(
      Transition(
        ["error"],
        guard: "isAppLogin and event.data.sessionEnds == true and event.data.loggedIn == true",
        actions: [Action(.assign([NamedExpression("lastError", "'protocolFailure'")]))],
        label: "no web session"
      )
    )
    state.always.append(
      Transition(
        ["done"],
        guard: "event.data.sessionEnds == true and event.data.loggedIn == true",
        actions: [
          Action(
            .choose(
              [
                Action.Branch(
                  "event.data.oneShot == true",
                  [Action(.assign([NamedExpression("pingTime", "0")]))]
                )
              ],
              otherwise: []
            )
          ),
          Action(.raise("loginSucceeded", data: [])),
          Action(
            .choose(
              [
                Action.Branch(
                  "in(fail)",
                  [
                    Action(
                      .emit(
                        "sessionLogin",
                        data: [
                          NamedExpression("oneShot", "pingTime == 0"),
                          NamedExpression("sessionInfo", "sessionInfo"),
                        ]
                      )
                    )
                  ]
                )
              ],
              otherwise: []
            )
          ),
        ],
        label: "logged in and over"
      )
    )
    state.always.append(
      Transition(["done"], guard: "event.data.sessionEnds == true", label: "ended by the server")
    )
    state.always.append(Transition(["active"], label: "nothing more to ask"))
    return state
  }

  @_optimize(none)
  private static func activeState() -> State {
    var state = State("active", kind: .parallel, title: "ACTIVE")
    state.description = "No input is expected any more. It does not mean that the login is finished."
    state.invoke.append(
      Invocation(
        .service("holdSession"),
        done: [Transition(["done"], label: "closed by the server")],
        failed: [
          Invocation.Failure(
            "protocolFailure",
            Transition(
              ["error"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "error"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["done"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "connection lost"
            )
          ),
        ]
      )
    )
    state.on.append(
      EventTransition("logout", Transition(["done"], guard: "pingTime != 0", label: "logged out"))
    )
    state.on.append(EventTransition("serverLogout", Transition(["done"], label: "logged out by the server")))
    state.on.append(EventTransition("pingLost", Transition(["done"], label: "connection lost")))
    state.on.append(
      EventTransition(
        "failure",
        Transition(
          ["error"],
          actions: [Action(.assign([NamedExpression("lastError", "event.data.code")]))],
          label: "error"
        )
      )
    )
    state.after.append(
      DelayedTransition(
        .expression("appLoginTimeout"),
        name: "appLoginTimeout",
        Transition(["done"], guard: "isAppLogin and appLoginTimeout > 0s", label: "longest time reached")
      )
    )
    state.states = [loginProgressState(), keepingAliveState(), inactivityState()]
    return state
  }

  @_optimize(none)
  private static func loginProgressState() -> State {
    var state = State("loginProgress", title: "Login")
    state.initial = InitialTransition(["awaitingLogin"])
    state.states = [awaitingLoginState(), onlineState()]
    return state
  }

  @_optimize(none)
  private static func awaitingLoginState() -> State {
    var state = State("awaitingLogin", title: "Waiting for the end of the login")
    state.on.append(
      EventTransition(
        "loggedIn",
        Transition(
          ["error"],
          guard: "isAppLogin and (not defined(event.data.webSession) or event.data.oneShot == true)",
          actions: [Action(.assign([NamedExpression("lastError", "'protocolFailure'")]))],
          label: "no web session"
        )
      )
    )
    state.on.append(
      EventTransition(
        "loggedIn",
        Transition(
          ["online"],
          guard: "pingTime != 0 and event.data.oneShot != true",
          actions: [
            Action(
              .assign(
                [
                  NamedExpression("sessionInfo", "event.data.sessionInfo"),
                  NamedExpression("hasWebSession", "isAppLogin"),
                ]
              )
            ),
            Action(
              .choose(
                [
                  Action.Branch(
                    "isAppLogin",
                    [
                      Action(
                        .handler(
                          "keepWebSession",
                          arguments: [NamedExpression("webSession", "event.data.webSession")]
                        )
                      )
                    ]
                  )
                ],
                otherwise: []
              )
            ),
            Action(.raise("loginSucceeded", data: [])),
            Action(
              .choose(
                [
                  Action.Branch(
                    "in(fail)",
                    [
                      Action(
                        .emit(
                          "sessionLogin",
                          data: [
                            NamedExpression("oneShot", "pingTime == 0"),
                            NamedExpression("sessionInfo", "sessionInfo"),
                          ]
                        )
                      )
                    ]
                  )
                ],
                otherwise: []
              )
            ),
          ],
          label: "logged in"
        )
      )
    )
    state.on.append(
      EventTransition(
        "loggedIn",
        Transition(
          ["done"],
          actions: [
            Action(
              .assign(
                [NamedExpression("sessionInfo", "event.data.sessionInfo"), NamedExpression("pingTime", "0")]
              )
            ),
            Action(.raise("loginSucceeded", data: [])),
            Action(
              .choose(
                [
                  Action.Branch(
                    "in(fail)",
                    [
                      Action(
                        .emit(
                          "sessionLogin",
                          data: [
                            NamedExpression("oneShot", "pingTime == 0"),
                            NamedExpression("sessionInfo", "sessionInfo"),
                          ]
                        )
                      )
                    ]
                  )
                ],
                otherwise: []
              )
            ),
          ],
          label: "logged in once"
        )
      )
    )
    return state
  }

  @_optimize(none)
  private static func onlineState() -> State {
    var state = State("online", title: "Logged in")
    state.description = "The server has let the person in, who stays so until one of the two ends it."
    return state
  }

  @_optimize(none)
  private static func keepingAliveState() -> State {
    var state = State("keepingAlive", title: "Keep-alives")
    state.initial = InitialTransition(["firstPing"])
    state.states = [firstPingState(), noPingsState(), restingState(), pingingState()]
    return state
  }

  @_optimize(none)
  private static func firstPingState() -> State {
    var state = State("firstPing", kind: .choice, title: "Are there keep-alives")
    state.always.append(
      Transition(["resting"], guard: "defined(pingTime) and pingTime > 0", label: "continuous")
    )
    state.always.append(Transition(["noPings"], label: "none from here"))
    return state
  }

  @_optimize(none)
  private static func noPingsState() -> State {
    var state = State("noPings", title: "None")
    state.description = "The session is one shot, or the transport sends its keep-alives itself."
    return state
  }

  @_optimize(none)
  private static func restingState() -> State {
    var state = State("resting", title: "Until the next one")
    state.after.append(
      DelayedTransition(.expression("pingInterval"), name: "pingInterval", Transition(["pinging"]))
    )
    return state
  }

  @_optimize(none)
  private static func pingingState() -> State {
    var state = State("pinging", title: "Saying that the session is alive")
    state.invoke.append(
      Invocation(
        .service("keepAlive"),
        timeout: .literal(.seconds(15)),
        done: [Transition(["resting"])],
        failed: [
          Invocation.Failure(
            "timeout",
            Transition(
              ["done"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "missed"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["done"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "refused"
            )
          ),
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func inactivityState() -> State {
    var state = State("inactivity", title: "Inactivity")
    state.initial = InitialTransition(["inUse"])
    state.states = [inUseState()]
    return state
  }

  @_optimize(none)
  private static func inUseState() -> State {
    var state = State("inUse", title: "Since the last activity")
    state.on.append(EventTransition("activity", Transition(["inUse"])))
    state.after.append(
      DelayedTransition(
        .expression("appLoginInactivityTimeout"),
        name: "appLoginInactivityTimeout",
        Transition(["done"], guard: "isAppLogin and appLoginInactivityTimeout > 0s", label: "nobody uses it")
      )
    )
    return state
  }

  @_optimize(none)
  private static func doneState() -> State {
    var state = State("done", kind: .final, title: "DONE")
    state.description = """
      The session ended in a normal way, which does not mean that the login was successful.
      """
    state.entry = [
      Action(.emit("sessionStop", data: [])),
      Action(.assign([NamedExpression("hasWebSession", "false")])),
      Action(.raise("sessionEnded", data: [])),
      Action(.send(Action.Send("historyExpired", delay: .expression("historyExpiry")))),
      Action(.handler("closeSession", arguments: [])),
    ]
    return state
  }

  @_optimize(none)
  private static func errorState() -> State {
    var state = State("error", kind: .final, title: "ERROR")
    state.description = "An error ended the session."
    state.entry = [
      Action(.emit("userErrorMessage", data: [NamedExpression("error", "lastError")])),
      Action(.assign([NamedExpression("hasWebSession", "false")])),
      Action(.raise("sessionFailed", data: [])),
      Action(.send(Action.Send("historyExpired", delay: .expression("historyExpiry")))),
      Action(.handler("closeSession", arguments: [])),
    ]
    state.ending = .failure
    return state
  }

  @_optimize(none)
  private static func watchdogState() -> State {
    var state = State("watchdog", title: "Watchdog")
    state.initial = InitialTransition(["watching"])
    state.states = [watchingState(), State("stopped", kind: .final, title: "Stopped")]
    return state
  }

  @_optimize(none)
  private static func watchingState() -> State {
    var state = State("watching", title: "Counting")
    state.on.append(
      EventTransition(
        "roundStarted",
        Transition(["watching"], guard: "timeoutScope == 'round'", label: "a new question")
      )
    )
    state.always.append(
      Transition(["stopped"], guard: "in(active) or in(done) or in(error)", label: "no deadline any more")
    )
    state.after.append(
      DelayedTransition(
        .expression("userInputTimeout"),
        name: "userInputTimeout",
        Transition(["stopped"], actions: [Action(.raise("inputTimeout", data: []))], label: "no time left")
      )
    )
    return state
  }

  @_optimize(none)
  private static func historyState() -> State {
    var state = State("history", title: "History status")
    state.initial = InitialTransition(["fail"])
    state.on.append(
      EventTransition(
        "accountDeleted",
        Transition(
          ["deleted"],
          guard: "defined(account) and event.data.account == account and not in(deleted)",
          isInternal: true,
          label: "the account is deleted"
        )
      )
    )
    state.on.append(
      EventTransition(
        "historyExpired",
        Transition(["expired"], isInternal: true, label: "no longer remembered")
      )
    )
    state.states = [
      failState(),
      loggedInState(),
      loggedInOneShotState(),
      abortedState(),
      loggedOutState(),
      historyErrorState(),
      deletedState(),
      expiredState(),
    ]
    return state
  }

  @_optimize(none)
  private static func failState() -> State {
    var state = State("fail", title: "FAIL")
    state.description = "Not logged in, yet."
    state.on.append(
      EventTransition(
        "loginSucceeded",
        Transition(["loggedIn"], guard: "pingTime != 0", label: "continuous")
      )
    )
    state.on.append(EventTransition("loginSucceeded", Transition(["loggedInOneShot"], label: "one shot")))
    state.on.append(EventTransition("stopSession", Transition(["aborted"], label: "the person refused")))
    state.on.append(EventTransition("inputTimeout", Transition(["aborted"], label: "no time left")))
    state.on.append(EventTransition("sessionEnded", Transition(["aborted"], label: "no login")))
    state.on.append(EventTransition("sessionFailed", Transition(["historyError"], label: "error")))
    return state
  }

  @_optimize(none)
  private static func loggedInState() -> State {
    var state = State("loggedIn", title: "LOGGED_IN")
    state.description = "The login was successful, and the person is still logged in."
    state.entry = [
      Action(.assign([NamedExpression("historyStatus", "'LOGGED_IN'")])),
      Action(.emit("historyStatusChanged", data: [NamedExpression("status", "historyStatus")])),
      Action(
        .handler(
          "storeHistory",
          arguments: [
            NamedExpression("id", "sessionId"),
            NamedExpression("account", "account"),
            NamedExpression("status", "historyStatus"),
          ]
        )
      ),
    ]
    state.on.append(EventTransition("stopSession", Transition(["loggedOut"], label: "session stopped")))
    state.on.append(EventTransition("sessionEnded", Transition(["loggedOut"], label: "logged out")))
    state.on.append(
      EventTransition("sessionFailed", Transition(["loggedOut"], label: "the session broke later"))
    )
    return state
  }

  @_optimize(none)
  private static func loggedInOneShotState() -> State {
    var state = State("loggedInOneShot", title: "LOGGED_IN_ONE_SHOT")
    state.description = "The login was successful, and over with it."
    state.entry = [
      Action(.assign([NamedExpression("historyStatus", "'LOGGED_IN_ONE_SHOT'")])),
      Action(.emit("historyStatusChanged", data: [NamedExpression("status", "historyStatus")])),
      Action(
        .handler(
          "storeHistory",
          arguments: [
            NamedExpression("id", "sessionId"),
            NamedExpression("account", "account"),
            NamedExpression("status", "historyStatus"),
          ]
        )
      ),
    ]
    return state
  }

  @_optimize(none)
  private static func abortedState() -> State {
    var state = State("aborted", title: "ABORTED")
    state.description = """
      The session ended without a login: the person refused, there was no time left, or the server or a \
      lost connection ended it.
      """
    state.entry = [
      Action(.assign([NamedExpression("historyStatus", "'ABORTED'")])),
      Action(.emit("historyStatusChanged", data: [NamedExpression("status", "historyStatus")])),
      Action(
        .handler(
          "storeHistory",
          arguments: [
            NamedExpression("id", "sessionId"),
            NamedExpression("account", "account"),
            NamedExpression("status", "historyStatus"),
          ]
        )
      ),
    ]
    return state
  }

  @_optimize(none)
  private static func loggedOutState() -> State {
    var state = State("loggedOut", title: "LOGGED_OUT")
    state.description = "The person was logged in, and is no more."
    state.entry = [
      Action(.assign([NamedExpression("historyStatus", "'LOGGED_OUT'")])),
      Action(.emit("historyStatusChanged", data: [NamedExpression("status", "historyStatus")])),
      Action(
        .handler(
          "storeHistory",
          arguments: [
            NamedExpression("id", "sessionId"),
            NamedExpression("account", "account"),
            NamedExpression("status", "historyStatus"),
          ]
        )
      ),
    ]
    return state
  }

  @_optimize(none)
  private static func historyErrorState() -> State {
    var state = State("historyError", title: "ERROR")
    state.description = "An error kept the person from logging in."
    state.entry = [
      Action(.assign([NamedExpression("historyStatus", "'ERROR'")])),
      Action(.emit("historyStatusChanged", data: [NamedExpression("status", "historyStatus")])),
      Action(
        .handler(
          "storeHistory",
          arguments: [
            NamedExpression("id", "sessionId"),
            NamedExpression("account", "account"),
            NamedExpression("status", "historyStatus"),
          ]
        )
      ),
    ]
    return state
  }

  @_optimize(none)
  private static func deletedState() -> State {
    var state = State("deleted", kind: .final, title: "DELETED")
    state.description = "The account of the session is gone, whenever that was."
    state.entry = [
      Action(.assign([NamedExpression("historyStatus", "'DELETED'")])),
      Action(.emit("historyStatusChanged", data: [NamedExpression("status", "historyStatus")])),
      Action(
        .handler(
          "storeHistory",
          arguments: [
            NamedExpression("id", "sessionId"),
            NamedExpression("account", "account"),
            NamedExpression("status", "historyStatus"),
          ]
        )
      ),
    ]
    return state
  }

  @_optimize(none)
  private static func expiredState() -> State {
    var state = State("expired", kind: .final, title: "No longer remembered")
    state.description = "The record is older than records are kept."
    return state
  }
}
