// Generated from nextauth-session.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts

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
    /// The person enters PIN, biometric or both, or refuses.
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
    /// Not logged in, yet. It is stored at once, so that a session that goes on, and one that a crash has
    /// ended, are in the history.
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

  /// The ids of the services and child charts that states run.
  public enum ServiceID: String, CaseIterable, Hashable, Sendable {
    case fetchSession
    case sendInput
    case holdSession
    case keepAlive
  }

  /// The events that the app can send, with their data.
  public enum Event: TypedEvent, Hashable, GuardedData {
    /// the app is ready
    ///
    /// It can show something to the person now.
    case startUserInteraction
    /// account confirmed
    ///
    /// The person agrees to a login with this account, or to the new account of an enrollment.
    ///
    /// - account: Personal: must not be logged.
    /// - userInput: A text that is given back to the server. Secret: must not be shown, logged or stored.
    case setAccount(account: String, userInput: String? = nil)
    /// second factor entered
    ///
    /// Newer versions of the SDK call it sfInput.
    ///
    /// - factor: Secret: must not be shown, logged or stored.
    case setPinBiometric(factor: ChartValue = .unset)
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
    public var event: Statecharts.ChartEvent {
      switch self {
      case .startUserInteraction:
        Statecharts.ChartEvent("startUserInteraction")
      case .setAccount(let account, let userInput):
        Statecharts.ChartEvent(
          "setAccount",
          data: .map(["account": account.chartValue, "userInput": userInput.chartValue])
        )
      case .setPinBiometric(let factor):
        Statecharts.ChartEvent("setPinBiometric", data: .map(["factor": factor.chartValue]))
      case .inputCancel:
        Statecharts.ChartEvent("inputCancel")
      case .stopSession:
        Statecharts.ChartEvent("stopSession")
      case .logout:
        Statecharts.ChartEvent("logout")
      case .deleteAccount(let account):
        Statecharts.ChartEvent("deleteAccount", data: .map(["account": account.chartValue]))
      case .activity:
        Statecharts.ChartEvent("activity")
      case .loggedIn(let sessionInfo, let webSession, let oneShot):
        Statecharts.ChartEvent(
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
        Statecharts.ChartEvent("serverLogout")
      case .pingLost:
        Statecharts.ChartEvent("pingLost")
      case .failure(let code):
        Statecharts.ChartEvent("failure", data: .map(["code": code.chartValue]))
      case .accountDeleted(let account):
        Statecharts.ChartEvent("accountDeleted", data: .map(["account": account.chartValue]))
      case .inputTimeout:
        Statecharts.ChartEvent("inputTimeout")
      case .roundStarted:
        Statecharts.ChartEvent("roundStarted")
      case .loginSucceeded:
        Statecharts.ChartEvent("loginSucceeded")
      case .sessionEnded:
        Statecharts.ChartEvent("sessionEnded")
      case .sessionFailed:
        Statecharts.ChartEvent("sessionFailed")
      case .historyExpired:
        Statecharts.ChartEvent("historyExpired")
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .setAccount(_, let userInput):
        ["account": ShownMark.personal, "userInput": ShownMark.secret.replacing(userInput)]
      case .setPinBiometric:
        ["factor": ShownMark.secret]
      case .deleteAccount:
        ["account": ShownMark.personal]
      case .loggedIn(let sessionInfo, let webSession, let oneShot):
        [
          "sessionInfo": ShownMark.personal.replacing(sessionInfo),
          "webSession": ShownMark.secret.replacing(webSession),
          "oneShot": oneShot,
        ]
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
  public enum Output: TypedOutput, Hashable, GuardedData {
    /// waiting for the app
    case sessionReadyForUserInteraction
    /// confirm a login
    ///
    /// - accounts: Personal: must not be logged.
    /// - announceInfo: Personal: must not be logged.
    case confirmLogin(accounts: [String], announceInfo: String? = nil)
    /// confirm an enrollment
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
    /// - pinRequired: A biometric alone is not accepted.
    /// - biometricRequired: Only a biometric is accepted: the PIN is blocked, or none is set.
    /// - announceInfo: Personal: must not be logged.
    case secondFactor(
      kind: SecondFactorKind,
      pinRequired: Bool? = nil,
      biometricRequired: Bool? = nil,
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
    /// - Throws: `TypedDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: NamedData) throws(TypedDataProblem) {
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
          biometricRequired: payload.data.read("biometricRequired"),
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
        throw TypedDataProblem(payload.name)
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
      case .confirmLogin(_, let announceInfo):
        ["accounts": ShownMark.personal, "announceInfo": ShownMark.personal.replacing(announceInfo)]
      case .confirmEnrol(let account, _, let visualHash, let announceInfo):
        [
          "account": ShownMark.personal.replacing(account),
          "existingAccounts": ShownMark.personal,
          "visualHash": visualHash,
          "announceInfo": ShownMark.personal.replacing(announceInfo),
        ]
      case .secondFactor(let kind, let pinRequired, let biometricRequired, let remaining, let announceInfo):
        [
          "kind": kind,
          "pinRequired": pinRequired,
          "biometricRequired": biometricRequired,
          "remaining": remaining,
          "announceInfo": ShownMark.personal.replacing(announceInfo),
        ]
      case .sessionLogin(let oneShot, let sessionInfo):
        ["oneShot": oneShot, "sessionInfo": ShownMark.personal.replacing(sessionInfo)]
      case .userErrorMessage(let error):
        ["error": error]
      case .historyStatusChanged(let status):
        ["status": status]
      default:
        [:]
      }
    }
  }

  /// The error codes that the chart declares, and those of the engine.
  public enum ErrorCode: TypedData, RawRepresentable, Hashable {
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
    /// Of an enrollment, where one account is all.
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
    /// The key behind the biometric is gone, so the PIN is needed. Without a PIN, the session ends.
    case biometricChanged
    /// Second factor blocked
    ///
    /// Too many wrong PINs, or the settings accept none of the factors that are set.
    case factorBlocked
    /// The session is over
    ///
    /// A method came too late; or the session ended before anything was asked, which is no error.
    case sessionTerminated
    /// Something went wrong
    ///
    /// A mistake in the app or the flow.
    case internalError
    /// A failure that the engine raises.
    case platform(PlatformErrorCode)

    /// The error of a code; nil if the chart does not declare it and the engine does not raise it.
    public init?(rawValue: String) {
      switch rawValue {
      case "badData": self = .badData
      case "unknownServer": self = .unknownServer
      case "fetchFailed": self = .fetchFailed
      case "noAccounts": self = .noAccounts
      case "accountLimit": self = .accountLimit
      case "networkError": self = .networkError
      case "requestTimeout": self = .requestTimeout
      case "protocolFailure": self = .protocolFailure
      case "unknownAccount": self = .unknownAccount
      case "wrongFactor": self = .wrongFactor
      case "biometricChanged": self = .biometricChanged
      case "factorBlocked": self = .factorBlocked
      case "sessionTerminated": self = .sessionTerminated
      case "internalError": self = .internalError
      default:
        guard let code = PlatformErrorCode(rawValue: rawValue) else { return nil }
        self = .platform(code)
      }
    }

    /// The code.
    public var rawValue: String {
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
      case .networkError:
        "networkError"
      case .requestTimeout:
        "requestTimeout"
      case .protocolFailure:
        "protocolFailure"
      case .unknownAccount:
        "unknownAccount"
      case .wrongFactor:
        "wrongFactor"
      case .biometricChanged:
        "biometricChanged"
      case .factorBlocked:
        "factorBlocked"
      case .sessionTerminated:
        "sessionTerminated"
      case .internalError:
        "internalError"
      case .platform(let code):
        code.rawValue
      }
    }

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
  public struct Context: TypedContext, GuardedData {
    private let contextView: ContextValues

    /// Makes a view of the variables.
    public init(_ view: ContextValues) { contextView = view }

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

    /// The accounts that can log in; for an enrollment the accounts that exist already.
    ///
    /// Personal: must not be logged.
    public var accounts: [String] {
      contextView.read("accounts") ?? []
    }

    /// The account that an enrollment creates.
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

    /// What the server, the session, the SDK's settings and the time since the last factor add up to. It is
    /// worked out again with each round that leads to a confirmation.
    public var secondFactorRequired: Bool {
      contextView.read("secondFactorRequired") ?? false
    }

    /// Whether PIN or biometric are chosen for the first time or asked for again.
    public var factorContext: FactorContext {
      contextView.read("factorContext") ?? .verify
    }

    /// Whether a biometric alone is not accepted, until the session is over or the first factor has been
    /// set. Otherwise the handlers may still refuse one.
    public var pinRequired: Bool {
      contextView.read("pinRequired") ?? false
    }

    /// Whether the PIN is blocked, so that only a biometric is accepted.
    public var pinBlocked: Bool {
      contextView.read("pinBlocked") ?? false
    }

    /// Whether a biometric is set and no PIN, so that only a biometric is accepted.
    public var pinMissing: Bool {
      contextView.read("pinMissing") ?? false
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

    /// The session's history status. A session that has ended is never FAIL, unless the app ended first.
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
        "preselectedAccount": ShownMark.personal.replacing(preselectedAccount),
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
        "newAccount": ShownMark.personal.replacing(newAccount),
        "account": ShownMark.personal.replacing(account),
        "secondFactorRequired": secondFactorRequired,
        "factorContext": factorContext,
        "pinRequired": pinRequired,
        "pinBlocked": pinBlocked,
        "pinMissing": pinMissing,
        "factorGiven": factorGiven,
        "remainingAttempts": remainingAttempts,
        "pingTime": pingTime,
        "pingInterval": pingInterval,
        "announceInfo": ShownMark.personal.replacing(announceInfo),
        "sessionInfo": ShownMark.personal.replacing(sessionInfo),
        "visualHash": visualHash,
        "hasWebSession": hasWebSession,
        "historyStatus": historyStatus,
        "lastError": lastError,
      ]
    }
  }

  /// The input at the start. A value that is left out has the initial value of the chart.
  public struct Input: OptionalInput, Hashable, GuardedData {
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
    public var values: [String: ChartValue] {
      let values: [String: ChartValue] = [
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
        "preselectedAccount": ShownMark.personal.replacing(preselectedAccount),
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
  public protocol Handlers: Sendable {
    /// The action `keepFactor`.
    ///
    /// Keeps PIN or biometric in memory that is overwritten after use, until `sendInput` has used it.
    ///
    /// - Parameter factor: Secret: must not be shown, logged or stored.
    func keepFactor(factor: ChartValue) throws

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
    /// alwaysRequireSecondFactorIfInactiveAppLogin. requirePINOnFirstSet decides whether the first factor
    /// includes the PIN. blockSecondFactorOnPINBlocked decides whether a biometric will do when the PIN is
    /// blocked. With singleAccount there is one account at most; hideVash leaves the picture out. Without an
    /// account the error is reported for the default server when that of the session is not known.
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
    /// Of an enrollment, where one account is all.
    case accountLimit
    /// Second factor blocked
    ///
    /// Too many wrong PINs, or the settings accept none of the factors that are set.
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
  }

  /// The errors of the service `sendInput`.
  public enum SendInputFailure: DeclaredFailure, Hashable {
    /// Fingerprints or faces on the device have changed
    ///
    /// The key behind the biometric is gone, so the PIN is needed. Without a PIN, the session ends.
    case biometricChanged
    /// Second factor blocked
    ///
    /// Too many wrong PINs, or the settings accept none of the factors that are set.
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "networkError":
        self = .networkError
      case "protocolFailure":
        self = .protocolFailure
      default:
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
  }

  /// Sends the events that the service `holdSession` can send while it runs.
  public struct HoldSessionSender: Sendable {
    private let call: ServiceCall

    /// Makes a sender for one run of the service.
    public init(_ call: ServiceCall) { self.call = call }

    private func send(_ event: Event) async -> EventOutcome { await call.send(event.event) }

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
    ) async -> EventOutcome {
      await self.send(Event.loggedIn(sessionInfo: sessionInfo, webSession: webSession, oneShot: oneShot))
    }

    /// logged out by the server
    ///
    /// The server has ended the session.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func serverLogout() async -> EventOutcome {
      await self.send(Event.serverLogout)
    }

    /// connection lost
    ///
    /// A keep-alive was missed or refused.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func pingLost() async -> EventOutcome {
      await self.send(Event.pingLost)
    }

    /// the session broke
    ///
    /// Something happened after which the session cannot go on.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func failure(code: ErrorCode) async -> EventOutcome {
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "networkError":
        self = .networkError
      case "protocolFailure":
        self = .protocolFailure
      default:
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
  }
}

extension TypedService<
  NextAuthSession,
  NextAuthSession.FetchSessionInput,
  NextAuthSession.FetchSessionResult,
  NextAuthSession.FetchSessionFailure
> {
  /// The service `fetchSession`.
  public static var fetchSession: Self { Self("fetchSession") }
}

extension TypedService<
  NextAuthSession,
  NextAuthSession.SendInputInput,
  NextAuthSession.SendInputResult,
  NextAuthSession.SendInputFailure
> {
  /// The service `sendInput`.
  public static var sendInput: Self { Self("sendInput") }
}

extension TypedService<NextAuthSession, Void, Void, NextAuthSession.HoldSessionFailure> {
  /// The service `holdSession`.
  public static var holdSession: Self { Self("holdSession") }
}

extension TypedService<NextAuthSession, Void, Void, NextAuthSession.KeepAliveFailure> {
  /// The service `keepAlive`.
  public static var keepAlive: Self { Self("keepAlive") }
}

// MARK: - Data

extension NextAuthSession {
  /// The values of `origin`.
  public enum Origin: String, TypedData, CaseIterable, Hashable {
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
  public enum TimeoutScope: String, TypedData, CaseIterable, Hashable {
    /// `session`
    case session
    /// `round`
    case round
  }

  /// The values of `kind`.
  public enum Kind: String, TypedData, CaseIterable, Hashable {
    /// `login`
    case login
    /// `enrol`
    case enrol
  }

  /// The values of `factorContext`.
  public enum FactorContext: String, TypedData, CaseIterable, Hashable {
    /// `firstSet`
    case firstSet
    /// `verify`
    case verify
  }

  /// The values of `historyStatus`.
  public enum HistoryStatus: String, TypedData, CaseIterable, Hashable {
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
  public enum SecondFactorKind: String, TypedData, CaseIterable, Hashable {
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
  public struct FetchSessionInput: TypedData, Hashable, GuardedData {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      origin = try chartValue.read("origin")
      preselectedAccount = try chartValue.read("preselectedAccount")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["origin": origin.chartValue, "preselectedAccount": preselectedAccount.chartValue])
    }

    /// The type's name.
    public var shownName: String { "FetchSessionInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["origin": origin, "preselectedAccount": ShownMark.personal.replacing(preselectedAccount)]
    }
  }

  /// The result of `fetchSession`.
  public struct FetchSessionResult: TypedData, Hashable, GuardedData {
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

    /// The settings ask for the PIN, whether there is a biometric or not.
    public var pinRequired: Bool?

    /// The PIN is blocked, so that a biometric will do at most. Where a factor is required and none will do,
    /// the error is factorBlocked.
    public var pinBlocked: Bool?

    /// A biometric is set and no PIN.
    public var pinMissing: Bool?

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
      pinMissing: Bool? = nil,
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
      self.pinMissing = pinMissing
      self.pingTime = pingTime
      self.announceInfo = announceInfo
      self.visualHash = visualHash
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      id = try chartValue.read("id")
      kind = try chartValue.read("kind")
      server = try chartValue.read("server")
      accounts = try chartValue.read("accounts")
      newAccount = try chartValue.read("newAccount")
      secondFactorRequired = try chartValue.read("secondFactorRequired")
      factorContext = try chartValue.read("factorContext")
      pinRequired = try chartValue.read("pinRequired")
      pinBlocked = try chartValue.read("pinBlocked")
      pinMissing = try chartValue.read("pinMissing")
      pingTime = try chartValue.read("pingTime")
      announceInfo = try chartValue.read("announceInfo")
      visualHash = try chartValue.read("visualHash")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
          "pinMissing": pinMissing.chartValue,
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
        "newAccount": ShownMark.personal.replacing(newAccount),
        "secondFactorRequired": secondFactorRequired,
        "factorContext": factorContext,
        "pinRequired": pinRequired,
        "pinBlocked": pinBlocked,
        "pinMissing": pinMissing,
        "pingTime": pingTime,
        "announceInfo": ShownMark.personal.replacing(announceInfo),
        "visualHash": visualHash,
      ]
    }
  }

  /// The input of the service `sendInput`.
  public struct SendInputInput: TypedData, Hashable, GuardedData {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      account = try chartValue.read("account")
      hasFactor = try chartValue.read("hasFactor")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["account": account.chartValue, "hasFactor": hasFactor.chartValue])
    }

    /// The type's name.
    public var shownName: String { "SendInputInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["account": ShownMark.personal.replacing(account), "hasFactor": hasFactor]
    }
  }

  /// The values of `result`.
  public enum SendInputResultResult: String, TypedData, CaseIterable, Hashable {
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
  public enum MoreInput: String, TypedData, CaseIterable, Hashable {
    /// `confirmation`
    case confirmation
    /// `secondFactor`
    case secondFactor
  }

  /// The result of `sendInput`.
  public struct SendInputResult: TypedData, Hashable {
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

    /// With a confirmation as more input, whether a second factor is required after it.
    public var secondFactorRequired: Bool?

    /// After a second factor that was accepted, whether a biometric is set and no PIN.
    public var pinMissing: Bool?

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
      secondFactorRequired: Bool? = nil,
      pinMissing: Bool? = nil,
      sessionEnds: Bool? = nil,
      loggedIn: Bool? = nil,
      oneShot: Bool? = nil
    ) {
      self.result = result
      self.remaining = remaining
      self.inputExpected = inputExpected
      self.moreInput = moreInput
      self.factorContext = factorContext
      self.secondFactorRequired = secondFactorRequired
      self.pinMissing = pinMissing
      self.sessionEnds = sessionEnds
      self.loggedIn = loggedIn
      self.oneShot = oneShot
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      result = try chartValue.read("result")
      remaining = try chartValue.read("remaining")
      inputExpected = try chartValue.read("inputExpected")
      moreInput = try chartValue.read("moreInput")
      factorContext = try chartValue.read("factorContext")
      secondFactorRequired = try chartValue.read("secondFactorRequired")
      pinMissing = try chartValue.read("pinMissing")
      sessionEnds = try chartValue.read("sessionEnds")
      loggedIn = try chartValue.read("loggedIn")
      oneShot = try chartValue.read("oneShot")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(
        [
          "result": result.chartValue,
          "remaining": remaining.chartValue,
          "inputExpected": inputExpected.chartValue,
          "moreInput": moreInput.chartValue,
          "factorContext": factorContext.chartValue,
          "secondFactorRequired": secondFactorRequired.chartValue,
          "pinMissing": pinMissing.chartValue,
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
  /// A value of any type that implements `Handlers`.
  public typealias AnyHandlers = any Handlers

  /// Binds handlers by name.
  public static func handlers(_ handling: any Handlers) -> ChartHandlers {
    var handlers = ChartHandlers()
    handlers.action("keepFactor") { call in
      try handling.keepFactor(factor: call.argument("factor"))
    }
    handlers.action("keepUserInput") { call in
      try handling.keepUserInput(userInput: call.argument("userInput"))
    }
    handlers.action("keepWebSession") { call in
      try handling.keepWebSession(webSession: call.argument("webSession"))
    }
    handlers.action("closeSession") {
      try handling.closeSession()
    }
    handlers.action("requestAccountDeletion") { call in
      try handling.requestAccountDeletion(account: call.argument("account"))
    }
    handlers.action("storeHistory") { call in
      try handling.storeHistory(
        id: call.argument("id"),
        account: call.argument("account"),
        status: call.argument("status")
      )
    }
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
}

// MARK: - The chart

extension NextAuthSession {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(generated: model)
  }

  /// The chart, for the engine to read.
  private static let model = #"""
    {"model":1,"id":"nextauthSession","title":"Session of the nextAuth Mobile SDK","description":"Logging \#
    in, on a website or in the app itself, and enrolling an account, with a confirmation, a PIN or a \#
    biometric; and what is remembered of it afterwards.","version":1,"context":[
    {"name":"origin","type":"string","values":["qr","deepLink","push","appLogin"],"description":"How the \#
    session was started: `startSession` with a scanned QR code, `startSession` with the data of a deep \#
    link, `processPush` with a push message, or `startAppLogin`. A push message that is a login starts a \#
    session by itself; one that is anything else starts none.","initial":"'qr'","input":true},
    {"name":"preselectedAccount","type":{"optional":"string"},"personal":true,"description":"The account \#
    that the app wants to use. When it is possible at all, it is the only candidate.","input":true},
    {"name":"skipReadyForUserInteraction","type":"bool","description":"Do not wait for the app before \#
    asking the person. The SDK calls the opposite \#
    manuallyStartUserInteraction.","initial":"true","input":true},
    {"name":"bypassConfirmation","type":"bool","description":"Skip the confirmation when a second factor is \#
    needed anyway and only one account is possible. The SDK calls it \#
    automaticallySelectSingleAccountWhenSecondFactorNeeded.","initial":"true","input":true},
    {"name":"userInputTimeout","type":"duration","description":"How long a session may take until it is \#
    active.","initial":"120s","input":true},
    {"name":"timeoutScope","type":"string","values":["session","round"],"description":"Whether the deadline \#
    is for all of the session's questions together or for each of \#
    them.","initial":"'session'","input":true},
    {"name":"secondFactorTimeout","type":"duration","description":"How long the person may take for a \#
    second factor; 0 is as long as the session may take. The SDK calls it \#
    secondFactorUserInputTimeout.","initial":"0s","input":true},
    {"name":"appLoginTimeout","type":"duration","description":"The longest AppLogin; 0 is no \#
    limit.","initial":"0s","input":true},
    {"name":"appLoginInactivityTimeout","type":"duration","description":"How long an AppLogin stays logged \#
    in while nobody uses the app; 0 is no limit, 5 minutes are advised.","initial":"0s","input":true},
    {"name":"historyExpiry","type":"duration","description":"How long a session is remembered; 90 \#
    days.","initial":"2160h","input":true},
    {"name":"isAppLogin","type":"bool","description":"Whether the login is one to the app \#
    itself.","initial":"false"},
    {"name":"kind","type":"string","values":["login","enrol"],"description":"Decided by the data that the \#
    session was started with, not by the app. Enrol is a registration.","initial":"'login'"},
    {"name":"sessionId","type":{"optional":"string"},"description":"The session's identifier at the \#
    server."},
    {"name":"server","type":{"optional":"string"},"description":"The nextAuth server of the session."},
    {"name":"accounts","type":{"list":"string"},"personal":true,"description":"The accounts that can log \#
    in; for an enrollment the accounts that exist already.","initial":"[]"},
    {"name":"newAccount","type":{"optional":"string"},"personal":true,"description":"The account that an \#
    enrollment creates."},
    {"name":"account","type":{"optional":"string"},"personal":true,"description":"The account that the \#
    session continues with."},
    {"name":"secondFactorRequired","type":"bool","description":"What the server, the session, the SDK's \#
    settings and the time since the last factor add up to. It is worked out again with each round that \#
    leads to a confirmation.","initial":"false"},
    {"name":"factorContext","type":"string","values":["firstSet","verify"],"description":"Whether PIN or \#
    biometric are chosen for the first time or asked for again.","initial":"'verify'"},
    {"name":"pinRequired","type":"bool","description":"Whether a biometric alone is not accepted, until the \#
    session is over or the first factor has been set. Otherwise the handlers may still refuse \#
    one.","initial":"false"},
    {"name":"pinBlocked","type":"bool","description":"Whether the PIN is blocked, so that only a biometric \#
    is accepted.","initial":"false"},
    {"name":"pinMissing","type":"bool","description":"Whether a biometric is set and no PIN, so that only a \#
    biometric is accepted.","initial":"false"},
    {"name":"factorGiven","type":"bool","description":"Whether the answer on its way holds a second \#
    factor.","initial":"false"},
    {"name":"remainingAttempts","type":{"optional":"int"},"description":"How many tries are left for the \#
    second factor."},
    {"name":"pingTime","type":{"optional":"int"},"description":"Seconds between keep-alives; 0 is a \#
    one-shot session. An AppLogin needs 300, better 600 and more. Without it somebody else sends the \#
    keep-alives, and the login says whether the session is one-shot."},
    {"name":"pingInterval","type":"duration","description":"The same as a duration.","initial":"0s"},
    {"name":"announceInfo","type":{"optional":"string"},"personal":true,"description":"Shown to the person \#
    while confirming and entering the second factor."},
    {"name":"sessionInfo","type":{"optional":"string"},"personal":true,"description":"Shown to the person \#
    after the login."},
    {"name":"visualHash","type":{"optional":"string"},"description":"A picture of the server's key."},
    {"name":"hasWebSession","type":"bool","description":"Whether the handlers hold what opens a web \#
    session.","initial":"false"},
    {"name":"historyStatus","type":"string","values":["FAIL","LOGGED_IN","LOGGED_IN_ONE_SHOT","ABORTED","LOGGED_OUT","ERROR","DELETED"],"description":"The \#
    session's history status. A session that has ended is never FAIL, unless the app ended \#
    first.","initial":"'FAIL'"},
    {"name":"lastError","type":{"optional":"error"},"description":"What went wrong last. An answer that is \#
    accepted ends it."}],"events":[
    {"name":"startUserInteraction","title":"the app is ready","description":"It can show something to the \#
    person now."},
    {"name":"setAccount","title":"account confirmed","description":"The person agrees to a login with this \#
    account, or to the new account of an enrollment.","payload":[
    {"name":"account","type":"string","personal":true},
    {"name":"userInput","type":{"optional":"string"},"secret":true,"description":"A text that is given back \#
    to the server."}]},
    {"name":"setPinBiometric","title":"second factor entered","description":"Newer versions of the SDK call \#
    it sfInput.","payload":[
    {"name":"factor","secret":true}]},
    {"name":"inputCancel","title":"second factor refused","description":"The person does not want to give \#
    it."},
    {"name":"stopSession","title":"session stopped","description":"By the app; also how a person refuses to \#
    confirm."},
    {"name":"logout","title":"logged out","description":"The person leaves a session that goes on; one shot \#
    has nothing to leave."},
    {"name":"deleteAccount","title":"account to be deleted","description":"The person wants to be rid of an \#
    account. The server is asked first.","payload":[
    {"name":"account","type":"string","personal":true}]},
    {"name":"activity","title":"the app is used","description":"The person does something in an app that is \#
    logged in."},
    {"name":"loggedIn","title":"login finished","description":"The server has let the person in. Only this \#
    makes a login a success.","payload":[
    {"name":"sessionInfo","type":{"optional":"string"},"personal":true},
    {"name":"webSession","type":{"optional":"string"},"secret":true,"description":"Only of an AppLogin."},
    {"name":"oneShot","type":{"optional":"bool"},"description":"It is one shot, which was not known \#
    before."}]},
    {"name":"serverLogout","title":"logged out by the server","description":"The server has ended the \#
    session."},
    {"name":"pingLost","title":"connection lost","description":"A keep-alive was missed or refused."},
    {"name":"failure","title":"the session broke","description":"Something happened after which the session \#
    cannot go on.","payload":[
    {"name":"code","type":"error"}]},
    {"name":"accountDeleted","title":"account deleted","description":"An account is gone, possibly long \#
    after the session. Every session and the history store are told.","payload":[
    {"name":"account","type":"string","personal":true}]},
    {"name":"inputTimeout","title":"no time left","description":"From the watchdog."},
    {"name":"roundStarted","title":"a question was asked","description":"To the watchdog, which may start \#
    its count again with each question."},
    {"name":"loginSucceeded","title":"login succeeded","description":"To the history, from the \#
    lifecycle."},
    {"name":"sessionEnded","title":"session ended","description":"To the history, from DONE."},
    {"name":"sessionFailed","title":"session failed","description":"To the history, from ERROR."},
    {"name":"historyExpired","title":"no longer remembered","description":"The time for which records are \#
    kept is over."}],"errors":[
    {"code":"badData","title":"The QR code, link or message cannot be read","description":"It is not from \#
    nextAuth, or it is damaged."},
    {"code":"unknownServer","title":"Unknown server","description":"The QR code, link or message belongs to \#
    a server that the app does not know."},
    {"code":"fetchFailed","title":"The session's data could not be fetched","description":"The server has \#
    no such session, or a code was used before."},
    {"code":"noAccounts","title":"No account for this server","description":"34 of the SDK. Also where the \#
    account that an AppLogin is for is not there."},
    {"code":"accountLimit","title":"There is an account already","description":"Of an enrollment, where one \#
    account is all."},
    {"code":"networkError","title":"No connection","description":"The server was not reached, or something \#
    else has answered."},
    {"code":"requestTimeout","title":"No answer","description":"The server has not answered within 15 \#
    seconds."},
    {"code":"protocolFailure","title":"Unusable answer of the server","description":"The server said \#
    something that makes no sense, or went on without what the person was asked for."},
    {"code":"unknownAccount","title":"This account cannot be used here","description":"The session does not \#
    offer it. Another one may be chosen."},
    {"code":"wrongFactor","title":"Wrong PIN or biometric","description":"It may be given again as long as \#
    there are tries left."},
    {"code":"biometricChanged","title":"Fingerprints or faces on the device have \#
    changed","description":"The key behind the biometric is gone, so the PIN is needed. Without a PIN, the \#
    session ends."},
    {"code":"factorBlocked","title":"Second factor blocked","description":"Too many wrong PINs, or the \#
    settings accept none of the factors that are set."},
    {"code":"sessionTerminated","title":"The session is over","description":"A method came too late; or the \#
    session ended before anything was asked, which is no error."},
    {"code":"internalError","title":"Something went wrong","description":"A mistake in the app or the \#
    flow."}],"outputs":[
    {"name":"sessionReadyForUserInteraction","title":"waiting for the app"},
    {"name":"confirmLogin","title":"confirm a login","payload":[
    {"name":"accounts","type":{"list":"string"},"personal":true},
    {"name":"announceInfo","type":{"optional":"string"},"personal":true}]},
    {"name":"confirmEnrol","title":"confirm an enrollment","payload":[
    {"name":"account","type":{"optional":"string"},"personal":true},
    {"name":"existingAccounts","type":{"list":"string"},"personal":true},
    {"name":"visualHash","type":{"optional":"string"}},
    {"name":"announceInfo","type":{"optional":"string"},"personal":true}]},
    {"name":"secondFactor","title":"second factor wanted or checked","payload":[
    {"name":"kind","type":"string","values":["firstSet","verify","success","wrong","blocked","cancelled"]},
    {"name":"pinRequired","type":{"optional":"bool"},"description":"A biometric alone is not accepted."},
    {"name":"biometricRequired","type":{"optional":"bool"},"description":"Only a biometric is accepted: the \#
    PIN is blocked, or none is set."},
    {"name":"remaining","type":{"optional":"int"}},
    {"name":"announceInfo","type":{"optional":"string"},"personal":true}]},
    {"name":"sessionLogin","title":"logged in","payload":[
    {"name":"oneShot","type":"bool"},
    {"name":"sessionInfo","type":{"optional":"string"},"personal":true}]},
    {"name":"sessionStop","title":"session over"},
    {"name":"userErrorMessage","title":"an error to show","payload":[
    {"name":"error","type":"error"}]},
    {"name":"historyStatusChanged","title":"history status","payload":[
    {"name":"status","type":"string"}]}],"handlers":{"actions":[
    {"name":"keepFactor","description":"Keeps PIN or biometric in memory that is overwritten after use, \#
    until `sendInput` has used it.","arguments":[
    {"name":"factor","secret":true}]},
    {"name":"keepUserInput","description":"Keeps the text that goes back to the server together with the \#
    account.","arguments":[
    {"name":"userInput","type":{"optional":"string"},"secret":true}]},
    {"name":"keepWebSession","description":"Keeps what opens an authenticated web session in the \#
    app.","arguments":[
    {"name":"webSession","type":{"optional":"string"},"secret":true}]},
    {"name":"closeSession","description":"Tells the server that the session is over when it does not know, \#
    and overwrites all secrets but those of the accounts themselves. The outcome is ignored."},
    {"name":"requestAccountDeletion","description":"Deletes an account at its server and its keys here. \#
    Then `accountDeleted` goes to every session that runs and to the history store.","arguments":[
    {"name":"account","type":"string","personal":true}]},
    {"name":"storeHistory","description":"Writes the session's record in the history store, or overwrites \#
    it. The record outlives this run: the store changes the records of a deleted account to DELETED, and \#
    drops those older than historyExpiry, by itself.","arguments":[
    {"name":"id","type":{"optional":"string"}},
    {"name":"account","type":{"optional":"string"},"personal":true},
    {"name":"status","type":"string"}]}],"services":[
    {"name":"fetchSession","title":"Read the data and fetch the session","description":"Reads the QR code \#
    (binary or base64), deep link or push message, or builds an AppLogin, and asks the server. Works out \#
    whether a second factor is needed: settings of server and session, biometricsDisabled, \#
    maxNumberSecondFactorWithoutPIN, maxTimeSecondFactorWithoutPIN, \#
    alwaysRequireSecondFactorIfInactiveAppLogin. requirePINOnFirstSet decides whether the first factor \#
    includes the PIN. blockSecondFactorOnPINBlocked decides whether a biometric will do when the PIN is \#
    blocked. With singleAccount there is one account at most; hideVash leaves the picture out. Without an \#
    account the error is reported for the default server when that of the session is not \#
    known.","arguments":[
    {"name":"origin","type":"string"},
    {"name":"preselectedAccount","type":{"optional":"string"},"personal":true}],"result":{"record":[
    {"name":"id","type":"string"},
    {"name":"kind","type":"string","values":["login","enrol"]},
    {"name":"server","type":"string"},
    {"name":"accounts","type":{"list":"string"},"personal":true},
    {"name":"newAccount","type":{"optional":"string"},"personal":true},
    {"name":"secondFactorRequired","type":"bool"},
    {"name":"factorContext","type":"string","values":["firstSet","verify"]},
    {"name":"pinRequired","type":{"optional":"bool"},"description":"The settings ask for the PIN, whether \#
    there is a biometric or not."},
    {"name":"pinBlocked","type":{"optional":"bool"},"description":"The PIN is blocked, so that a biometric \#
    will do at most. Where a factor is required and none will do, the error is factorBlocked."},
    {"name":"pinMissing","type":{"optional":"bool"},"description":"A biometric is set and no PIN."},
    {"name":"pingTime","type":{"optional":"int"}},
    {"name":"announceInfo","type":{"optional":"string"},"personal":true},
    {"name":"visualHash","type":{"optional":"string"}}]},"errors":["badData","unknownServer","fetchFailed","noAccounts","accountLimit","factorBlocked","sessionTerminated","networkError","protocolFailure"]},
    {"name":"sendInput","title":"Send the person's answer","description":"Sends the account with the input \#
    that was kept, when it is new to the server, and says whether a second factor follows; then the second \#
    factor, when the server asks for it. It is checked; a round in which none was given has the result \#
    success. What fetchSession works out is worked out again: time has gone by, and other sessions may have \#
    used up biometrics or blocked the PIN. An account alone is then followed by a second factor, which the \#
    server asks for as more input. Where another factor is wanted, the PIN is blocked and no biometric will \#
    do, the error is factorBlocked.","arguments":[
    {"name":"account","type":{"optional":"string"},"personal":true},
    {"name":"hasFactor","type":"bool"}],"result":{"record":[
    {"name":"result","type":"string","values":["success","wrong","blocked","cancelled"]},
    {"name":"remaining","type":{"optional":"int"}},
    {"name":"inputExpected","type":{"optional":"bool"},"description":"False when a wrong factor may not be \#
    tried again, whatever `remaining` says. True with a blocked one when that is the PIN alone, and a \#
    biometric will do."},
    {"name":"moreInput","type":{"optional":"string"},"values":["confirmation","secondFactor"]},
    {"name":"factorContext","type":{"optional":"string"},"values":["firstSet","verify"],"description":"With \#
    a second factor as more input, where it is not what it was."},
    {"name":"secondFactorRequired","type":{"optional":"bool"},"description":"With a confirmation as more \#
    input, whether a second factor is required after it."},
    {"name":"pinMissing","type":{"optional":"bool"},"description":"After a second factor that was accepted, \#
    whether a biometric is set and no PIN."},
    {"name":"sessionEnds","type":{"optional":"bool"},"description":"The server ends the session at once."},
    {"name":"loggedIn","type":{"optional":"bool"},"description":"The session ended at once, after a \#
    login."},
    {"name":"oneShot","type":{"optional":"bool"},"description":"It was one shot, which was not known \#
    before."}]},"errors":["biometricChanged","factorBlocked","networkError","protocolFailure"]},
    {"name":"holdSession","title":"Hold the connection","description":"Listens for what the server says \#
    until it is \#
    stopped.","errors":["networkError","protocolFailure"],"sends":["loggedIn","serverLogout","pingLost","failure"]},
    {"name":"keepAlive","title":"Say that the session is \#
    alive","errors":["networkError","protocolFailure"]}]},"root":{"id":"nextauthSession","kind":"parallel","title":"Session \#
    of the nextAuth Mobile SDK","description":"Logging in, on a website or in the app itself, and enrolling \#
    an account, with a confirmation, a PIN or a biometric; and what is remembered of it \#
    afterwards.","entry":[
    {"assign":[["isAppLogin","origin == 'appLogin'"]]}],"on":[
    {"event":"deleteAccount","actions":[
    {"handler":["requestAccountDeletion",[["account","event.data.account"]]]}]}],"states":[
    {"id":"lifecycle","title":"Lifecycle","initial":{"targets":["running"]},"on":[
    {"event":"startUserInteraction","guard":"in(done) or in(error)","actions":[
    {"emit":["userErrorMessage",[["error","'sessionTerminated'"]]]}],"label":"already over"},
    {"event":"setAccount","guard":"in(done) or in(error)","actions":[
    {"emit":["userErrorMessage",[["error","'sessionTerminated'"]]]}],"label":"already over"},
    {"event":"setPinBiometric","guard":"in(done) or in(error)","actions":[
    {"emit":["userErrorMessage",[["error","'sessionTerminated'"]]]}],"label":"already over"},
    {"event":"inputCancel","guard":"in(done) or in(error)","actions":[
    {"emit":["userErrorMessage",[["error","'sessionTerminated'"]]]}],"label":"already over"},
    {"event":"stopSession","guard":"in(done) or in(error)","actions":[
    {"emit":["userErrorMessage",[["error","'sessionTerminated'"]]]}],"label":"already over"},
    {"event":"logout","guard":"in(done) or in(error)","actions":[
    {"emit":["userErrorMessage",[["error","'sessionTerminated'"]]]}],"label":"already \#
    over"}],"errors":["badData","unknownServer","fetchFailed","noAccounts","accountLimit","networkError","requestTimeout","protocolFailure","factorBlocked","wrongFactor","biometricChanged","internalError","sessionTerminated"],"states":[
    {"id":"running","title":"Running","initial":{"targets":["starting"]},"on":[
    {"event":"stopSession","targets":["done"],"label":"session stopped"},
    {"event":"accountDeleted","targets":["done"],"guard":"isAppLogin and defined(account) and \#
    event.data.account == account","label":"the account of the AppLogin is deleted"},
    {"event":"error.execution","targets":["error"],"actions":[
    {"assign":[["lastError","'internalError'"]]}],"label":"internal error"},
    {"event":"error.timeout","targets":["error"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"event":"error.*","targets":["error"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}],"states":[
    {"id":"starting","title":"STARTING","description":"The necessary information is fetched from the \#
    server.","invoke":[
    {"source":{"service":"fetchSession"},"input":[["origin","origin"],["preselectedAccount","preselectedAccount"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["afterStarting"],"actions":[
    {"assign":[["sessionId","event.data.id"],["kind","event.data.kind"],["server","event.data.server"],["accounts","event.data.accounts"],["newAccount","event.data.newAccount"],["secondFactorRequired","event.data.secondFactorRequired"],["factorContext","event.data.factorContext"],["pinRequired","event.data.pinRequired \#
    == true"],["pinBlocked","event.data.pinBlocked == true"],["pinMissing","event.data.pinMissing == \#
    true"],["pingTime","event.data.pingTime"],["announceInfo","event.data.announceInfo"],["visualHash","event.data.visualHash"]]},
    {"if":[[
    ["defined(event.data.pingTime)",[
    {"assign":[["pingInterval","1s * event.data.pingTime"]]}]]],[]]},
    {"if":[[
    ["kind == 'login' and defined(preselectedAccount) and contains(accounts, preselectedAccount)",[
    {"assign":[["accounts","[preselectedAccount]"]]}]]],[]]}],"label":"session fetched"}],"failed":[
    {"code":"sessionTerminated","targets":["done"],"label":"over before a question"},
    {"code":"timeout","targets":["error"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["error"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"not fetched"}]}],"on":[
    {"event":"inputTimeout","targets":["done"],"label":"no time left"}]},
    {"id":"afterStarting","kind":"choice","title":"Where to after starting","always":[
    {"targets":["error"],"guard":"isAppLogin and pingTime == 0","actions":[
    {"assign":[["lastError","'protocolFailure'"]]}],"label":"an AppLogin is never one shot"},
    {"targets":["error"],"guard":"isAppLogin and defined(preselectedAccount) and not contains(accounts, \#
    preselectedAccount)","actions":[
    {"assign":[["lastError","'noAccounts'"]]}],"label":"not the account of the AppLogin"},
    {"targets":["waitForSecondFactor"],"guard":"isAppLogin","actions":[
    {"if":[[
    ["length(accounts) > 0",[
    {"assign":[["account","accounts[0]"]]}]]],[]]}],"label":"login to the app itself"},
    {"targets":["error"],"guard":"kind == 'login' and length(accounts) == 0","actions":[
    {"assign":[["lastError","'noAccounts'"]]}],"label":"no account for this server"},
    {"targets":["readyForUserInteraction"],"guard":"not skipReadyForUserInteraction","label":"the app is \#
    asked first"},
    {"targets":["waitingForUserInput"],"label":"no waiting for the app"}]},
    {"id":"readyForUserInteraction","title":"READY_FOR_USER_INTERACTION","description":"The session is on \#
    hold until the app says that it is ready, for example because it is not in front.","entry":[
    {"emit":["sessionReadyForUserInteraction",[]]},
    {"raise":["roundStarted",[]]}],"on":[
    {"event":"startUserInteraction","targets":["waitingForUserInput"],"label":"the app is ready"},
    {"event":"inputTimeout","targets":["done"],"label":"no time left"}]},
    {"id":"waitingForUserInput","title":"WAITING_FOR_USER_INPUT","description":"The person confirms, or \#
    enters a PIN or a biometric; possibly in several \#
    rounds.","initial":{"targets":["firstQuestion"]},"on":[
    {"event":"inputTimeout","targets":["done"],"label":"no time left"}],"states":[
    {"id":"firstQuestion","kind":"choice","title":"What to ask first","always":[
    {"targets":["waitForConfirmation"],"guard":"kind == 'enrol'","label":"a new account needs agreement"},
    {"targets":["waitForSecondFactor"],"guard":"bypassConfirmation and secondFactorRequired and \#
    length(accounts) == 1","actions":[
    {"assign":[["account","accounts[0]"]]}],"label":"the second factor confirms"},
    {"targets":["waitForConfirmation"],"label":"confirmation is needed"}]},
    {"id":"waitForConfirmation","title":"WAIT_FOR_CONFIRMATION","description":"The person chooses the \#
    account to continue with, or stops the session.","entry":[
    {"if":[[
    ["kind == 'enrol'",[
    {"emit":["confirmEnrol",[["account","newAccount"],["existingAccounts","accounts"],["visualHash","visualHash"],["announceInfo","announceInfo"]]]}]]],[
    {"emit":["confirmLogin",[["accounts","accounts"],["announceInfo","announceInfo"]]]}]]},
    {"raise":["roundStarted",[]]}],"on":[
    {"event":"setAccount","guard":"kind == 'enrol' and event.data.account != newAccount or kind == 'login' \#
    and not contains(accounts, event.data.account)","actions":[
    {"assign":[["lastError","'unknownAccount'"]]},
    {"emit":["userErrorMessage",[["error","lastError"]]]}],"label":"not an account of this session"},
    {"event":"setAccount","targets":["waitForSecondFactor"],"guard":"secondFactorRequired","actions":[
    {"assign":[["account","event.data.account"],["lastError","unset"]]},
    {"handler":["keepUserInput",[["userInput","event.data.userInput"]]]}],"label":"confirmed, second factor \#
    needed"},
    {"event":"setAccount","targets":["evaluating"],"actions":[
    {"assign":[["account","event.data.account"],["factorGiven","false"],["lastError","unset"]]},
    {"handler":["keepUserInput",[["userInput","event.data.userInput"]]]}],"label":"confirmed"}],"errors":["unknownAccount"]},
    {"id":"waitForSecondFactor","title":"WAIT_FOR_SECOND_FACTOR","description":"The person enters PIN, \#
    biometric or both, or refuses.","entry":[
    {"emit":["secondFactor",[["kind","factorContext"],["pinRequired","pinRequired"],["biometricRequired","pinBlocked \#
    or pinMissing"],["remaining","remainingAttempts"],["announceInfo","announceInfo"]]]},
    {"raise":["roundStarted",[]]}],"on":[
    {"event":"setPinBiometric","targets":["evaluating"],"actions":[
    {"assign":[["factorGiven","true"]]},
    {"handler":["keepFactor",[["factor","event.data.factor"]]]}],"label":"entered"},
    {"event":"inputCancel","targets":["done"],"label":"refused"}],"after":[
    {"delay":{"expression":"secondFactorTimeout"},"name":"secondFactorTimeout","targets":["done"],"guard":"secondFactorTimeout \#
    > 0s","label":"too long for a factor"}],"errors":["wrongFactor","biometricChanged","factorBlocked"]},
    {"id":"evaluating","title":"Evaluating","description":"The answer is on its way, or being checked by \#
    the server.","invoke":[
    {"source":{"service":"sendInput"},"input":[["account","account"],["hasFactor","factorGiven"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["done"],"guard":"event.data.result == 'cancelled'","actions":[
    {"emit":["secondFactor",[["kind","'cancelled'"]]]}],"label":"refused"},
    {"targets":["waitForSecondFactor"],"guard":"event.data.result == 'blocked' and event.data.inputExpected \#
    == true and not pinRequired","actions":[
    {"assign":[["lastError","'factorBlocked'"],["pinBlocked","true"],["remainingAttempts","unset"]]},
    {"emit":["secondFactor",[["kind","'blocked'"],["remaining","0"]]]},
    {"emit":["userErrorMessage",[["error","lastError"]]]}],"label":"PIN blocked, biometric left"},
    {"targets":["error"],"guard":"event.data.result == 'blocked'","actions":[
    {"assign":[["lastError","'factorBlocked'"],["remainingAttempts","0"]]},
    {"emit":["secondFactor",[["kind","'blocked'"],["remaining","0"]]]}],"label":"second factor blocked"},
    {"targets":["afterWrongFactor"],"guard":"event.data.result == 'wrong'","actions":[
    {"assign":[["lastError","'wrongFactor'"],["remainingAttempts","event.data.remaining"]]},
    {"emit":["secondFactor",[["kind","'wrong'"],["remaining","event.data.remaining"]]]}],"label":"wrong"},
    {"targets":["afterRound"],"actions":[
    {"assign":[["lastError","unset"],["secondFactorRequired","event.data.secondFactorRequired ?? \#
    secondFactorRequired"]]},
    {"if":[[
    ["factorGiven",[
    {"assign":[["pinRequired","pinRequired and factorContext != \#
    'firstSet'"],["factorContext","'verify'"],["remainingAttempts","unset"],["pinMissing","event.data.pinMissing \#
    ?? pinMissing"]]},
    {"emit":["secondFactor",[["kind","'success'"]]]}]]],[]]}],"label":"accepted"}],"failed":[
    {"code":"biometricChanged","targets":["error"],"guard":"pinBlocked or pinMissing","actions":[
    {"assign":[["lastError","event.error"]]}],"label":"no factor is left"},
    {"code":"biometricChanged","targets":["waitForSecondFactor"],"actions":[
    {"assign":[["lastError","event.error"],["pinRequired","true"]]},
    {"emit":["userErrorMessage",[["error","lastError"]]]}],"label":"PIN needed"},
    {"code":"factorBlocked","targets":["error"],"actions":[
    {"assign":[["lastError","event.error"],["remainingAttempts","0"]]},
    {"emit":["secondFactor",[["kind","'blocked'"],["remaining","0"]]]}],"label":"second factor blocked"},
    {"code":"timeout","targets":["error"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["error"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"afterWrongFactor","kind":"choice","title":"May it be tried again","always":[
    {"targets":["waitForSecondFactor"],"guard":"event.data.inputExpected != false and (not \#
    defined(remainingAttempts) or remainingAttempts > 0)","actions":[
    {"emit":["userErrorMessage",[["error","lastError ?? wrongFactor"]]]}],"label":"try again"},
    {"targets":["error"],"label":"no more tries"}]},
    {"id":"afterRound","kind":"choice","title":"What follows a round","always":[
    {"targets":["error"],"guard":"isAppLogin and event.data.moreInput == 'confirmation'","actions":[
    {"assign":[["lastError","'protocolFailure'"]]}],"label":"nothing to confirm"},
    {"targets":["waitForConfirmation"],"guard":"event.data.moreInput == 'confirmation'","label":"another \#
    question"},
    {"targets":["waitForSecondFactor"],"guard":"event.data.moreInput == 'secondFactor'","actions":[
    {"if":[[
    ["defined(event.data.factorContext)",[
    {"assign":[["factorContext","event.data.factorContext"]]}]]],[]]}],"label":"another factor"},
    {"targets":["error"],"guard":"isAppLogin and event.data.sessionEnds == true and event.data.loggedIn == \#
    true","actions":[
    {"assign":[["lastError","'protocolFailure'"]]}],"label":"no web session"},
    {"targets":["done"],"guard":"event.data.sessionEnds == true and event.data.loggedIn == \#
    true","actions":[
    {"if":[[
    ["event.data.oneShot == true",[
    {"assign":[["pingTime","0"]]}]]],[]]},
    {"raise":["loginSucceeded",[]]},
    {"if":[[
    ["in(fail)",[
    {"emit":["sessionLogin",[["oneShot","pingTime == \#
    0"],["sessionInfo","sessionInfo"]]]}]]],[]]}],"label":"logged in and over"},
    {"targets":["done"],"guard":"event.data.sessionEnds == true","label":"ended by the server"},
    {"targets":["active"],"label":"nothing more to ask"}]}]},
    {"id":"active","kind":"parallel","title":"ACTIVE","description":"No input is expected any more. It does \#
    not mean that the login is finished.","invoke":[
    {"source":{"service":"holdSession"},"done":[
    {"targets":["done"],"label":"closed by the server"}],"failed":[
    {"code":"protocolFailure","targets":["error"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"},
    {"targets":["done"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"connection lost"}]}],"on":[
    {"event":"logout","targets":["done"],"guard":"pingTime != 0","label":"logged out"},
    {"event":"serverLogout","targets":["done"],"label":"logged out by the server"},
    {"event":"pingLost","targets":["done"],"label":"connection lost"},
    {"event":"failure","targets":["error"],"actions":[
    {"assign":[["lastError","event.data.code"]]}],"label":"error"}],"after":[
    {"delay":{"expression":"appLoginTimeout"},"name":"appLoginTimeout","targets":["done"],"guard":"isAppLogin \#
    and appLoginTimeout > 0s","label":"longest time reached"}],"states":[
    {"id":"loginProgress","title":"Login","initial":{"targets":["awaitingLogin"]},"states":[
    {"id":"awaitingLogin","title":"Waiting for the end of the login","on":[
    {"event":"loggedIn","targets":["error"],"guard":"isAppLogin and (not defined(event.data.webSession) or \#
    event.data.oneShot == true)","actions":[
    {"assign":[["lastError","'protocolFailure'"]]}],"label":"no web session"},
    {"event":"loggedIn","targets":["online"],"guard":"pingTime != 0 and event.data.oneShot != \#
    true","actions":[
    {"assign":[["sessionInfo","event.data.sessionInfo"],["hasWebSession","isAppLogin"]]},
    {"if":[[
    ["isAppLogin",[
    {"handler":["keepWebSession",[["webSession","event.data.webSession"]]]}]]],[]]},
    {"raise":["loginSucceeded",[]]},
    {"if":[[
    ["in(fail)",[
    {"emit":["sessionLogin",[["oneShot","pingTime == \#
    0"],["sessionInfo","sessionInfo"]]]}]]],[]]}],"label":"logged in"},
    {"event":"loggedIn","targets":["done"],"actions":[
    {"assign":[["sessionInfo","event.data.sessionInfo"],["pingTime","0"]]},
    {"raise":["loginSucceeded",[]]},
    {"if":[[
    ["in(fail)",[
    {"emit":["sessionLogin",[["oneShot","pingTime == \#
    0"],["sessionInfo","sessionInfo"]]]}]]],[]]}],"label":"logged in once"}]},
    {"id":"online","title":"Logged in","description":"The server has let the person in, who stays so until \#
    one of the two ends it."}]},
    {"id":"keepingAlive","title":"Keep-alives","initial":{"targets":["firstPing"]},"states":[
    {"id":"firstPing","kind":"choice","title":"Are there keep-alives","always":[
    {"targets":["resting"],"guard":"defined(pingTime) and pingTime > 0","label":"continuous"},
    {"targets":["noPings"],"label":"none from here"}]},
    {"id":"noPings","title":"None","description":"The session is one shot, or the transport sends its \#
    keep-alives itself."},
    {"id":"resting","title":"Until the next one","after":[
    {"delay":{"expression":"pingInterval"},"name":"pingInterval","targets":["pinging"]}]},
    {"id":"pinging","title":"Saying that the session is alive","invoke":[
    {"source":{"service":"keepAlive"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["resting"]}],"failed":[
    {"code":"timeout","targets":["done"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"missed"},
    {"targets":["done"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"refused"}]}]}]},
    {"id":"inactivity","title":"Inactivity","initial":{"targets":["inUse"]},"states":[
    {"id":"inUse","title":"Since the last activity","on":[
    {"event":"activity","targets":["inUse"]}],"after":[
    {"delay":{"expression":"appLoginInactivityTimeout"},"name":"appLoginInactivityTimeout","targets":["done"],"guard":"isAppLogin \#
    and appLoginInactivityTimeout > 0s","label":"nobody uses it"}]}]}]}]},
    {"id":"done","kind":"final","title":"DONE","description":"The session ended in a normal way, which does \#
    not mean that the login was successful.","entry":[
    {"emit":["sessionStop",[]]},
    {"assign":[["hasWebSession","false"]]},
    {"raise":["sessionEnded",[]]},
    {"send":{"event":"historyExpired","delay":{"expression":"historyExpiry"}}},
    {"handler":["closeSession",[]]}]},
    {"id":"error","kind":"final","title":"ERROR","description":"An error ended the session.","entry":[
    {"emit":["userErrorMessage",[["error","lastError ?? internalError"]]]},
    {"assign":[["hasWebSession","false"]]},
    {"raise":["sessionFailed",[]]},
    {"send":{"event":"historyExpired","delay":{"expression":"historyExpiry"}}},
    {"handler":["closeSession",[]]}],"ending":"failure"}]},
    {"id":"watchdog","title":"Watchdog","initial":{"targets":["watching"]},"states":[
    {"id":"watching","title":"Counting","on":[
    {"event":"roundStarted","targets":["watching"],"guard":"timeoutScope == 'round'","label":"a new \#
    question"}],"always":[
    {"targets":["stopped"],"guard":"in(active) or in(done) or in(error)","label":"no deadline any \#
    more"}],"after":[
    {"delay":{"expression":"userInputTimeout"},"name":"userInputTimeout","targets":["stopped"],"actions":[
    {"raise":["inputTimeout",[]]}],"label":"no time left"}]},
    {"id":"stopped","kind":"final","title":"Stopped"}]},
    {"id":"history","title":"History status","initial":{"targets":["fail"]},"on":[
    {"event":"accountDeleted","targets":["deleted"],"guard":"defined(account) and event.data.account == \#
    account and not in(deleted)","internal":true,"label":"the account is deleted"},
    {"event":"historyExpired","targets":["expired"],"internal":true,"label":"no longer \#
    remembered"}],"states":[
    {"id":"fail","title":"FAIL","description":"Not logged in, yet. It is stored at once, so that a session \#
    that goes on, and one that a crash has ended, are in the history.","entry":[
    {"handler":["storeHistory",[["id","sessionId"],["account","account"],["status","historyStatus"]]]}],"on":[
    {"event":"roundStarted","actions":[
    {"handler":["storeHistory",[["id","sessionId"],["account","account"],["status","historyStatus"]]]}]},
    {"event":"loginSucceeded","targets":["loggedIn"],"guard":"pingTime != 0","label":"continuous"},
    {"event":"loginSucceeded","targets":["loggedInOneShot"],"label":"one shot"},
    {"event":"stopSession","targets":["aborted"],"label":"the person refused"},
    {"event":"inputTimeout","targets":["aborted"],"label":"no time left"},
    {"event":"sessionEnded","targets":["aborted"],"label":"no login"},
    {"event":"sessionFailed","targets":["historyError"],"label":"error"}]},
    {"id":"loggedIn","title":"LOGGED_IN","description":"The login was successful, and the person is still \#
    logged in.","entry":[
    {"assign":[["historyStatus","'LOGGED_IN'"]]},
    {"emit":["historyStatusChanged",[["status","historyStatus"]]]},
    {"handler":["storeHistory",[["id","sessionId"],["account","account"],["status","historyStatus"]]]}],"on":[
    {"event":"stopSession","targets":["loggedOut"],"label":"session stopped"},
    {"event":"sessionEnded","targets":["loggedOut"],"label":"logged out"},
    {"event":"sessionFailed","targets":["loggedOut"],"label":"the session broke later"}]},
    {"id":"loggedInOneShot","title":"LOGGED_IN_ONE_SHOT","description":"The login was successful, and over \#
    with it.","entry":[
    {"assign":[["historyStatus","'LOGGED_IN_ONE_SHOT'"]]},
    {"emit":["historyStatusChanged",[["status","historyStatus"]]]},
    {"handler":["storeHistory",[["id","sessionId"],["account","account"],["status","historyStatus"]]]}]},
    {"id":"aborted","title":"ABORTED","description":"The session ended without a login: the person refused, \#
    there was no time left, or the server or a lost connection ended it.","entry":[
    {"assign":[["historyStatus","'ABORTED'"]]},
    {"emit":["historyStatusChanged",[["status","historyStatus"]]]},
    {"handler":["storeHistory",[["id","sessionId"],["account","account"],["status","historyStatus"]]]}]},
    {"id":"loggedOut","title":"LOGGED_OUT","description":"The person was logged in, and is no \#
    more.","entry":[
    {"assign":[["historyStatus","'LOGGED_OUT'"]]},
    {"emit":["historyStatusChanged",[["status","historyStatus"]]]},
    {"handler":["storeHistory",[["id","sessionId"],["account","account"],["status","historyStatus"]]]}]},
    {"id":"historyError","title":"ERROR","description":"An error kept the person from logging \#
    in.","entry":[
    {"assign":[["historyStatus","'ERROR'"]]},
    {"emit":["historyStatusChanged",[["status","historyStatus"]]]},
    {"handler":["storeHistory",[["id","sessionId"],["account","account"],["status","historyStatus"]]]}]},
    {"id":"deleted","kind":"final","title":"DELETED","description":"The account of the session is gone, \#
    whenever that was.","entry":[
    {"assign":[["historyStatus","'DELETED'"]]},
    {"emit":["historyStatusChanged",[["status","historyStatus"]]]},
    {"handler":["storeHistory",[["id","sessionId"],["account","account"],["status","historyStatus"]]]}]},
    {"id":"expired","kind":"final","title":"No longer remembered","description":"The record is older than \#
    records are kept."}]}]}}
    """#
}
