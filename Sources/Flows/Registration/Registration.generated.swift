// Generated from registration.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts
public import StatechartsModel

/// ClueRide registration
///
/// Registers a device with an email address that a third-party site has verified, and keeps the access token
/// fresh from then on. The app asks once for the state of the registration and is told each time it settles.
public enum Registration: TypedChart {
  /// The states that can be active.
  public enum StateID: String, CaseIterable, Hashable, Sendable {
    /// Initial
    ///
    /// Nobody has asked for the state of the registration yet.
    case initial
    /// Preparing
    ///
    /// The app waits for the platform and reads what is stored.
    case preparing
    /// Waiting for the platform
    case awaitingPlatform
    /// Reading the tokens
    case readingTokens
    /// Setting the agreed token
    case settingAgreedToken
    /// Asking the back-end
    case checkingBackend
    /// Renewing
    ///
    /// The access token has expired, or was refused, and is replaced.
    case renewing
    /// Asking for new tokens
    case requestingTokens
    /// Storing the renewed tokens
    case storingRenewed
    /// Forgetting what cannot be renewed
    case forgetting
    /// Authorizing
    ///
    /// The person signs in at the third-party site.
    case authorizing
    /// Opening the site
    case opening
    /// At the site
    ///
    /// The site has the person; seconds or minutes pass.
    case awaitingCallback
    /// Exchanging the code
    case exchanging
    /// Keeping the attempt
    case keepingProvisional
    /// Confirming
    case confirming
    /// Saving the profile
    case savingProfile
    /// Storing the registration
    case storingConfirmed
    /// Settled
    ///
    /// The request is answered; the app shows a screen.
    case settled
    /// Registration required
    ///
    /// The app presents the ways of registering, Social and Email. There is no time limit.
    case registrationRequired
    /// Awaiting confirmation
    ///
    /// The app presents the profile, and the person confirms it or tries again. There is no time limit.
    case awaitingConfirmation
    /// Active
    ///
    /// The registration is valid. Clients wait for this; they may go on listening.
    case active
    /// Until the token expires
    case untilExpiry
    /// Without expiry
    case withoutExpiry
    /// Error
    ///
    /// Checking, renewing or removing (E) or registering (F) did not work; the cause is published beside it.
    case error
    /// Clearing
    ///
    /// The refresh token is revoked if the site can be reached, and all six stored values go.
    case clearing
    /// Revoking the refresh token
    case revoking
    /// Forgetting the registration
    case forgettingAll
    /// Logging out of the site
    case leavingSite
  }

  /// The events that the app can send, with their data.
  public enum Event: ChartEvent, Hashable, GuardedData {
    /// state of the registration requested
    case requestRegState(urlScheme: String)
    /// way of registering chosen
    ///
    /// Social, or an email address to which a code is sent.
    case select(type: SelectType)
    /// the site came back
    ///
    /// - url: Secret: must not be shown, logged or stored.
    case callback(url: String)
    /// browser closed
    ///
    /// Before the site has called the app. Nothing has happened then.
    case agentClosed
    /// cancelled
    ///
    /// The person gives up the sign-in that is under way.
    case cancel
    /// profile confirmed
    ///
    /// Name and address are those of the person.
    case confirm
    /// another try
    ///
    /// With another address, or after an error.
    case retry
    /// access token refused
    ///
    /// The back-end answered 401.
    case tokenRejected
    /// logged out
    case logout
    /// device deregistered
    case deregister
    /// state cleared
    ///
    /// The menu item for systems on which storage is hard to reach.
    case clearState

    /// The event in the form that a machine handles.
    public var event: Statecharts.Event {
      switch self {
      case .requestRegState(let urlScheme):
        Statecharts.Event("requestRegState", data: .map(["urlScheme": urlScheme.chartValue]))
      case .select(let type):
        Statecharts.Event("select", data: .map(["type": type.chartValue]))
      case .callback(let url):
        Statecharts.Event("callback", data: .map(["url": url.chartValue]))
      case .agentClosed:
        Statecharts.Event("agentClosed")
      case .cancel:
        Statecharts.Event("cancel")
      case .confirm:
        Statecharts.Event("confirm")
      case .retry:
        Statecharts.Event("retry")
      case .tokenRejected:
        Statecharts.Event("tokenRejected")
      case .logout:
        Statecharts.Event("logout")
      case .deregister:
        Statecharts.Event("deregister")
      case .clearState:
        Statecharts.Event("clearState")
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .requestRegState(let urlScheme):
        ["urlScheme": urlScheme]
      case .select(let type):
        ["type": type]
      case .callback:
        ["url": ShownMark.secret]
      default:
        [:]
      }
    }
  }

  /// The outputs that the chart sends to the app, with their data.
  public enum Output: ChartOutput, Hashable, GuardedData {
    /// state of the registration
    ///
    /// Each is kept by the handlers for later callers, since it may settle before the request has returned.
    case regState(
      key: Key,
      letter: Letter? = nil,
      source: String? = nil,
      exception: ErrorCode? = nil,
      retryAfter: Int? = nil
    )
    /// the profile to confirm
    ///
    /// - profile: Personal: must not be logged.
    case profileReady(profile: ProfileReadyProfile? = nil)
    /// an error to show
    case errorOccurred(error: ErrorCode, retryAfter: Int? = nil)

    /// Reads an output.
    ///
    /// - Throws: `ChartDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: Payload) throws(ChartDataProblem) {
      switch payload.name {
      case "regState":
        self = try .regState(
          key: payload.data.read("key"),
          letter: payload.data.read("letter"),
          source: payload.data.read("source"),
          exception: payload.data.read("exception"),
          retryAfter: payload.data.read("retryAfter")
        )
      case "profileReady":
        self = try .profileReady(profile: payload.data.read("profile"))
      case "errorOccurred":
        self = try .errorOccurred(
          error: payload.data.read("error"),
          retryAfter: payload.data.read("retryAfter")
        )
      default:
        throw ChartDataProblem(payload.name)
      }
    }

    /// The output's name in the chart.
    public var name: String {
      switch self {
      case .regState:
        "regState"
      case .profileReady:
        "profileReady"
      case .errorOccurred:
        "errorOccurred"
      }
    }

    /// The output's name.
    public var shownName: String { name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .regState(let key, let letter, let source, let exception, let retryAfter):
        ["key": key, "letter": letter, "source": source, "exception": exception, "retryAfter": retryAfter]
      case .profileReady:
        ["profile": ShownMark.personal]
      case .errorOccurred(let error, let retryAfter):
        ["error": error, "retryAfter": retryAfter]
      }
    }
  }

  /// The error codes.
  public enum ErrorCode: String, ChartData, CaseIterable, Hashable {
    /// The device is not ready
    case platformNotReady
    /// The registration could not be read or stored
    case storageFailed
    /// No internet connection
    case noConnection
    /// The server is not available
    ///
    /// Answers of 500 and more.
    case serverUnavailable
    /// Too many requests
    ///
    /// Also while another process renews the same registration.
    case tooManyRequests
    /// No answer in time
    ///
    /// 15 seconds for what a state waits for.
    case requestTimeout
    /// The sign-in or the registration has expired
    ///
    /// 403 invalid_grant.
    case invalidGrant
    /// The registration cannot be renewed
    ///
    /// No refresh token is stored.
    case noRefreshToken
    /// Another application is registered here
    ///
    /// What is stored is not this app's. It stays until the state is cleared or somebody registers again.
    case otherRegistration
    /// This app is not known
    ///
    /// 401 invalid_client.
    case invalidClient
    /// The answer could not be understood
    case malformedAnswer
    /// The proof of identity is not valid
    ///
    /// Signature, issuer, audience, expiry or nonce.
    case invalidIDToken
    /// The browser could not be opened
    case agentUnavailable
    /// The site refused
    ///
    /// access_denied or another error, or an answer without one code.
    case callbackRefused
    /// The answer belongs to another sign-in
    ///
    /// Its state is not the one that was sent, or another site has sent it. The site has not refused
    /// anything.
    case stateMismatch
    /// The email address is not verified
    ///
    /// The site says so, or says nothing of it.
    case emailUnverified
    /// The profile could not be saved
    case profileUpdateFailed
    /// Something went wrong
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
      case .platformNotReady:
        "The device is not ready"
      case .storageFailed:
        "The registration could not be read or stored"
      case .noConnection:
        "No internet connection"
      case .serverUnavailable:
        "The server is not available"
      case .tooManyRequests:
        "Too many requests"
      case .requestTimeout:
        "No answer in time"
      case .invalidGrant:
        "The sign-in or the registration has expired"
      case .noRefreshToken:
        "The registration cannot be renewed"
      case .otherRegistration:
        "Another application is registered here"
      case .invalidClient:
        "This app is not known"
      case .malformedAnswer:
        "The answer could not be understood"
      case .invalidIDToken:
        "The proof of identity is not valid"
      case .agentUnavailable:
        "The browser could not be opened"
      case .callbackRefused:
        "The site refused"
      case .stateMismatch:
        "The answer belongs to another sign-in"
      case .emailUnverified:
        "The email address is not verified"
      case .profileUpdateFailed:
        "The profile could not be saved"
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

    /// The app's own URL scheme, to which the site returns.
    public var urlScheme: String? {
      contextView.read("urlScheme")
    }

    /// How long before its expiry an access token counts as expired.
    public var grace: Duration {
      contextView.read("grace") ?? .seconds(14400)
    }

    /// Whether the back-end is asked too. The notes of the source page say no, its overview calls it one
    /// test of validity; so it can be chosen.
    public var backendCheck: Bool {
      contextView.read("backendCheck") ?? false
    }

    /// Whether logging out ends the login at the third-party site as well. An open question of the source
    /// page.
    public var endBrowserSession: Bool {
      contextView.read("endBrowserSession") ?? false
    }

    /// Whether the platform can leave for another site and come back.
    public var native: Bool {
      contextView.read("native") ?? false
    }

    /// Whether an access token is stored, expired or not.
    public var hasAccessToken: Bool {
      contextView.read("hasAccessToken") ?? false
    }

    /// Time to the stored expiry; none when it is missing or unreadable.
    public var validFor: Duration? {
      contextView.read("validFor")
    }

    /// How long before its expiry the stored access token counts as expired: `grace`, but no more than half
    /// of the time for which the token was good when it came.
    public var margin: Duration {
      contextView.read("margin") ?? .seconds(14400)
    }

    /// When the access token has to be renewed.
    public var renewIn: Duration? {
      contextView.read("renewIn")
    }

    /// The variable `registrationType`.
    public var registrationType: RegistrationType? {
      contextView.read("registrationType")
    }

    /// What the third-party site says of the person, to be confirmed. It outlasts a try to save it that
    /// failed, and is forgotten wherever the attempt ends.
    ///
    /// Personal: must not be logged.
    public var profile: ContextProfile? {
      contextView.read("profile")
    }

    /// Which event of the source page it was: active with the agreed token (A), with a token that has not
    /// expired (B), with a renewed one (C) or after confirming (H), registration required (D), awaiting
    /// confirmation (G), or an error. The source has one name for two errors. Here E means that existing
    /// access was checked, renewed or removed, and F everything else.
    public var letter: Letter? {
      contextView.read("letter")
    }

    /// What led here, in the words of the first implementation.
    public var source: String? {
      contextView.read("source")
    }

    /// The cause that is published beside the letter.
    public var lastError: ErrorCode? {
      contextView.read("lastError")
    }

    /// Seconds to wait before trying again.
    public var retryAfter: Int? {
      contextView.read("retryAfter")
    }

    /// Whether the store may have kept the attempt, for it has said that it could not, or nothing in time.
    public var inDoubt: Bool {
      contextView.read("inDoubt") ?? false
    }

    /// Whether another application's registration goes too, as only who clears the state wants.
    public var forgetsOthers: Bool {
      contextView.read("forgetsOthers") ?? false
    }

    /// The variable `splashHidden`.
    public var splashHidden: Bool {
      contextView.read("splashHidden") ?? false
    }

    /// The type's name.
    public var shownName: String { "Context" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "urlScheme": urlScheme,
        "grace": grace,
        "backendCheck": backendCheck,
        "endBrowserSession": endBrowserSession,
        "native": native,
        "hasAccessToken": hasAccessToken,
        "validFor": validFor,
        "margin": margin,
        "renewIn": renewIn,
        "registrationType": registrationType,
        "profile": ShownMark.personal,
        "letter": letter,
        "source": source,
        "lastError": lastError,
        "retryAfter": retryAfter,
        "inDoubt": inDoubt,
        "forgetsOthers": forgetsOthers,
        "splashHidden": splashHidden,
      ]
    }
  }

  /// The input at the start. A value that is left out has the initial value of the chart.
  public struct Input: ChartInput, Hashable {
    /// How long before its expiry an access token counts as expired.
    public var grace: Duration?

    /// Whether the back-end is asked too. The notes of the source page say no, its overview calls it one
    /// test of validity; so it can be chosen.
    public var backendCheck: Bool?

    /// Whether logging out ends the login at the third-party site as well. An open question of the source
    /// page.
    public var endBrowserSession: Bool?

    /// Makes an input.
    public init(grace: Duration? = nil, backendCheck: Bool? = nil, endBrowserSession: Bool? = nil) {
      self.grace = grace
      self.backendCheck = backendCheck
      self.endBrowserSession = endBrowserSession
    }

    /// The values by name, without those that were not given.
    public var values: [String: Value] {
      let values: [String: Value] = [
        "grace": grace.chartValue,
        "backendCheck": backendCheck.chartValue,
        "endBrowserSession": endBrowserSession.chartValue,
      ]
      return values.filter { $0.value != .unset }
    }
  }
}

// MARK: - Handlers

extension Registration {
  /// The handlers of the chart. `handlers(_:)` binds a type that implements them.
  ///
  /// Guards and actions are called within a step and must not wait. A guard has no side effects. Services
  /// run in tasks that are canceled when their state is exited. Handlers receive their data as parameters.
  public protocol Handling: Sendable {
    /// The guard `isOurCallback`: the address is ours.
    ///
    /// It begins with our redirect address; others are not for this flow.
    ///
    /// - Parameter url: Secret: must not be shown, logged or stored.
    func isOurCallback(url: String) throws -> Bool

    /// The guard `callbackIsAnswer`: the answer is to this sign-in.
    ///
    /// The state equals the one that was sent, compared in constant time, and no other site says that it has
    /// sent it.
    ///
    /// - Parameter url: Secret: must not be shown, logged or stored.
    func callbackIsAnswer(url: String) throws -> Bool

    /// The guard `callbackIsAccepted`: the site agreed.
    ///
    /// The answer is to this sign-in, a code is there, and no error is.
    ///
    /// - Parameter url: Secret: must not be shown, logged or stored.
    func callbackIsAccepted(url: String) throws -> Bool

    /// The action `keepCallback`.
    ///
    /// Keeps the code of the address in memory for the exchange.
    ///
    /// - Parameter url: Secret: must not be shown, logged or stored.
    func keepCallback(url: String) throws

    /// The action `clearProvisional`.
    ///
    /// Forgets what persistProvisional keeps, in memory alone. Where the store may have it too, the next
    /// service that reads or clears the tokens takes it out. A confirmed registration that is stored stays.
    func clearProvisional() throws

    /// The action `forgetTransaction`.
    ///
    /// Forgets verifier, state and nonce.
    func forgetTransaction() throws

    /// The action `hideSplash`.
    ///
    /// Hides the splash screen once the first screen can be shown.
    func hideSplash() throws

    /// The action `reportException`.
    ///
    /// Shows the message and reports it.
    ///
    /// - Parameter error: Given by the chart.
    func reportException(error: ErrorCode?) throws

    /// The service `preparePlatform`: Wait for the platform.
    ///
    /// Waits until the platform is ready, then routes the URL scheme to this flow.
    func preparePlatform(
      _ input: PreparePlatformInput
    ) async throws(PreparePlatformFailure) -> PreparePlatformResult

    /// The service `retrieveTokens`: Read the stored tokens.
    ///
    /// `validFor` is the stored expiry less the time now, `lifetime` how long the token was good when it
    /// came: a day where that is not stored. An attempt that was given up and is stored all the same is
    /// removed before.
    func retrieveTokens() async throws(RetrieveTokensFailure) -> RetrieveTokensResult

    /// The service `storeAgreedToken`: Store the agreed token.
    ///
    /// Platforms without a browser use a token that the back-end knows; the type is SOCIAL.
    func storeAgreedToken() async throws(StoreAgreedTokenFailure)

    /// The service `checkBackend`: Ask the back-end.
    ///
    /// GET access/state. The back-end asks the third-party site who the token belongs to and picks up the
    /// profile.
    func checkBackend() async throws(CheckBackendFailure) -> CheckBackendResult

    /// The service `renewTokens`: Renew the access token.
    ///
    /// Reads client and refresh token now, not when the app started, and POSTs oauth/token. `validFor` is
    /// the time to the new expiry: expires_in when it comes, a number above zero, else a day.
    func renewTokens() async throws(RenewTokensFailure) -> RenewTokensResult

    /// The service `persistRenewed`: Store the renewed tokens.
    ///
    /// Replaces profile, ID token, access token and expiry. The refresh token too when a new one came, for
    /// the old one then no longer works; the source page says "no action".
    func persistRenewed() async throws(PersistRenewedFailure)

    /// The service `prepareAuthorization`: Prepare the sign-in page.
    ///
    /// Makes verifier, state and nonce, and the address of the page of the chosen kind.
    func prepareAuthorization(_ input: PrepareAuthorizationInput) async throws(PrepareAuthorizationFailure)

    /// The service `openAgent`: Show the sign-in page.
    ///
    /// Opens the page in the system's browser. Sends the callback, or agentClosed when the person closes the
    /// browser. Stopping it closes the browser.
    func openAgent(events: OpenAgentSender) async throws(OpenAgentFailure)

    /// The service `exchangeCode`: Exchange the code for tokens.
    ///
    /// POSTs oauth/token, validates the ID token and builds the profile from it. There is a way to learn the
    /// expiry, against what the source page says: expires_in, a number above zero, and a day when it does
    /// not come.
    func exchangeCode(_ input: ExchangeCodeInput) async throws(ExchangeCodeFailure) -> ExchangeCodeResult

    /// The service `persistProvisional`: Keep the attempt.
    ///
    /// Keeps tokens and profile of the attempt in memory, so that an unconfirmed one leaves no record.
    func persistProvisional() async throws(PersistProvisionalFailure)

    /// The service `confirmProfile`: Save the profile.
    ///
    /// POSTs access/state/init when the back-end takes part, else is done at once.
    func confirmProfile(_ input: ConfirmProfileInput) async throws(ConfirmProfileFailure)

    /// The service `persistConfirmed`: Store the confirmed registration.
    ///
    /// Writes profile, ID token, access token, refresh token, expiry and registration type at once. The
    /// refresh token of another registration that was stored is revoked, where that ends no more than that
    /// one. `validFor` is the time to the expiry from now: the person may have taken hours to confirm.
    func persistConfirmed() async throws(PersistConfirmedFailure) -> PersistConfirmedResult

    /// The service `revokeTokens`: Revoke the refresh token.
    ///
    /// POSTs oauth/revoke with the stored refresh token, if there is one.
    func revokeTokens() async throws(RevokeTokensFailure)

    /// The service `clearAllTokens`: Forget the registration.
    ///
    /// Removes all six stored values; those of another application only where that is asked for.
    func clearAllTokens(_ input: ClearAllTokensInput) async throws(ClearAllTokensFailure)

    /// The service `endBrowserSession`: Log out of the site.
    ///
    /// Opens v2/logout in the system's browser, which ends the browser's own login there and comes back by
    /// itself. What comes of it changes nothing.
    func endBrowserSession() async
  }
}

// MARK: - Services

extension Registration {
  /// The errors of the service `preparePlatform`.
  public enum PreparePlatformFailure: DeclaredFailure, Hashable {
    /// The device is not ready
    case platformNotReady

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "platformNotReady":
        self = .platformNotReady
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .platformNotReady:
        "platformNotReady"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `retrieveTokens`.
  public enum RetrieveTokensFailure: DeclaredFailure, Hashable {
    /// The registration could not be read or stored
    case storageFailed

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .storageFailed:
        "storageFailed"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `storeAgreedToken`.
  public enum StoreAgreedTokenFailure: DeclaredFailure, Hashable {
    /// The registration could not be read or stored
    case storageFailed
    /// Another application is registered here
    ///
    /// What is stored is not this app's. It stays until the state is cleared or somebody registers again.
    case otherRegistration

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
      case "otherRegistration":
        self = .otherRegistration
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .storageFailed:
        "storageFailed"
      case .otherRegistration:
        "otherRegistration"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `checkBackend`.
  public enum CheckBackendFailure: DeclaredFailure, Hashable {
    /// No internet connection
    case noConnection
    /// The server is not available
    ///
    /// Answers of 500 and more.
    case serverUnavailable
    /// Too many requests
    ///
    /// Also while another process renews the same registration.
    case tooManyRequests(retryAfter: Int? = nil)
    /// No answer in time
    ///
    /// 15 seconds for what a state waits for.
    case requestTimeout
    /// The answer could not be understood
    case malformedAnswer

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "noConnection":
        self = .noConnection
      case "serverUnavailable":
        self = .serverUnavailable
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "malformedAnswer":
        self = .malformedAnswer
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .noConnection:
        "noConnection"
      case .serverUnavailable:
        "serverUnavailable"
      case .tooManyRequests:
        "tooManyRequests"
      case .requestTimeout:
        "requestTimeout"
      case .malformedAnswer:
        "malformedAnswer"
      }
    }

    /// The data of the error.
    public var data: Value {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `renewTokens`.
  public enum RenewTokensFailure: DeclaredFailure, Hashable {
    /// No internet connection
    case noConnection
    /// The server is not available
    ///
    /// Answers of 500 and more.
    case serverUnavailable
    /// Too many requests
    ///
    /// Also while another process renews the same registration.
    case tooManyRequests(retryAfter: Int? = nil)
    /// No answer in time
    ///
    /// 15 seconds for what a state waits for.
    case requestTimeout
    /// The sign-in or the registration has expired
    ///
    /// 403 invalid_grant.
    case invalidGrant
    /// The registration cannot be renewed
    ///
    /// No refresh token is stored.
    case noRefreshToken
    /// Another application is registered here
    ///
    /// What is stored is not this app's. It stays until the state is cleared or somebody registers again.
    case otherRegistration
    /// This app is not known
    ///
    /// 401 invalid_client.
    case invalidClient
    /// The answer could not be understood
    case malformedAnswer
    /// The proof of identity is not valid
    ///
    /// Signature, issuer, audience, expiry or nonce.
    case invalidIDToken
    /// The registration could not be read or stored
    case storageFailed

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "noConnection":
        self = .noConnection
      case "serverUnavailable":
        self = .serverUnavailable
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "invalidGrant":
        self = .invalidGrant
      case "noRefreshToken":
        self = .noRefreshToken
      case "otherRegistration":
        self = .otherRegistration
      case "invalidClient":
        self = .invalidClient
      case "malformedAnswer":
        self = .malformedAnswer
      case "invalidIDToken":
        self = .invalidIDToken
      case "storageFailed":
        self = .storageFailed
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .noConnection:
        "noConnection"
      case .serverUnavailable:
        "serverUnavailable"
      case .tooManyRequests:
        "tooManyRequests"
      case .requestTimeout:
        "requestTimeout"
      case .invalidGrant:
        "invalidGrant"
      case .noRefreshToken:
        "noRefreshToken"
      case .otherRegistration:
        "otherRegistration"
      case .invalidClient:
        "invalidClient"
      case .malformedAnswer:
        "malformedAnswer"
      case .invalidIDToken:
        "invalidIDToken"
      case .storageFailed:
        "storageFailed"
      }
    }

    /// The data of the error.
    public var data: Value {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `persistRenewed`.
  public enum PersistRenewedFailure: DeclaredFailure, Hashable {
    /// The registration could not be read or stored
    case storageFailed

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .storageFailed:
        "storageFailed"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `prepareAuthorization`.
  public enum PrepareAuthorizationFailure: DeclaredFailure, Hashable {
    /// The browser could not be opened
    case agentUnavailable

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "agentUnavailable":
        self = .agentUnavailable
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .agentUnavailable:
        "agentUnavailable"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `openAgent`.
  public enum OpenAgentFailure: DeclaredFailure, Hashable {
    /// The browser could not be opened
    case agentUnavailable

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "agentUnavailable":
        self = .agentUnavailable
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .agentUnavailable:
        "agentUnavailable"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// Sends the events that the service `openAgent` can send while it runs.
  public struct OpenAgentSender: Sendable {
    private let call: ServiceCall

    /// Makes a sender for one run of the service.
    public init(_ call: ServiceCall) { self.call = call }

    private func send(_ event: Event) async -> Outcome { await call.send(event.event) }

    /// the site came back
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func callback(url: String) async -> Outcome {
      await self.send(Event.callback(url: url))
    }

    /// browser closed
    ///
    /// Before the site has called the app. Nothing has happened then.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func agentClosed() async -> Outcome {
      await self.send(Event.agentClosed)
    }
  }

  /// The errors of the service `exchangeCode`.
  public enum ExchangeCodeFailure: DeclaredFailure, Hashable {
    /// No internet connection
    case noConnection
    /// The server is not available
    ///
    /// Answers of 500 and more.
    case serverUnavailable
    /// Too many requests
    ///
    /// Also while another process renews the same registration.
    case tooManyRequests(retryAfter: Int? = nil)
    /// No answer in time
    ///
    /// 15 seconds for what a state waits for.
    case requestTimeout
    /// The sign-in or the registration has expired
    ///
    /// 403 invalid_grant.
    case invalidGrant
    /// This app is not known
    ///
    /// 401 invalid_client.
    case invalidClient
    /// The answer could not be understood
    case malformedAnswer
    /// The proof of identity is not valid
    ///
    /// Signature, issuer, audience, expiry or nonce.
    case invalidIDToken

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "noConnection":
        self = .noConnection
      case "serverUnavailable":
        self = .serverUnavailable
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "invalidGrant":
        self = .invalidGrant
      case "invalidClient":
        self = .invalidClient
      case "malformedAnswer":
        self = .malformedAnswer
      case "invalidIDToken":
        self = .invalidIDToken
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .noConnection:
        "noConnection"
      case .serverUnavailable:
        "serverUnavailable"
      case .tooManyRequests:
        "tooManyRequests"
      case .requestTimeout:
        "requestTimeout"
      case .invalidGrant:
        "invalidGrant"
      case .invalidClient:
        "invalidClient"
      case .malformedAnswer:
        "malformedAnswer"
      case .invalidIDToken:
        "invalidIDToken"
      }
    }

    /// The data of the error.
    public var data: Value {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `persistProvisional`.
  public enum PersistProvisionalFailure: DeclaredFailure, Hashable {
    /// The registration could not be read or stored
    case storageFailed

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .storageFailed:
        "storageFailed"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `confirmProfile`.
  public enum ConfirmProfileFailure: DeclaredFailure, Hashable {
    /// No internet connection
    case noConnection
    /// The server is not available
    ///
    /// Answers of 500 and more.
    case serverUnavailable
    /// Too many requests
    ///
    /// Also while another process renews the same registration.
    case tooManyRequests(retryAfter: Int? = nil)
    /// No answer in time
    ///
    /// 15 seconds for what a state waits for.
    case requestTimeout
    /// The profile could not be saved
    case profileUpdateFailed
    /// The answer could not be understood
    case malformedAnswer

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "noConnection":
        self = .noConnection
      case "serverUnavailable":
        self = .serverUnavailable
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "profileUpdateFailed":
        self = .profileUpdateFailed
      case "malformedAnswer":
        self = .malformedAnswer
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .noConnection:
        "noConnection"
      case .serverUnavailable:
        "serverUnavailable"
      case .tooManyRequests:
        "tooManyRequests"
      case .requestTimeout:
        "requestTimeout"
      case .profileUpdateFailed:
        "profileUpdateFailed"
      case .malformedAnswer:
        "malformedAnswer"
      }
    }

    /// The data of the error.
    public var data: Value {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `persistConfirmed`.
  public enum PersistConfirmedFailure: DeclaredFailure, Hashable {
    /// The registration could not be read or stored
    case storageFailed

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .storageFailed:
        "storageFailed"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `revokeTokens`.
  public enum RevokeTokensFailure: DeclaredFailure, Hashable {
    /// No internet connection
    case noConnection
    /// The server is not available
    ///
    /// Answers of 500 and more.
    case serverUnavailable
    /// Too many requests
    ///
    /// Also while another process renews the same registration.
    case tooManyRequests(retryAfter: Int? = nil)
    /// No answer in time
    ///
    /// 15 seconds for what a state waits for.
    case requestTimeout
    /// The registration could not be read or stored
    case storageFailed

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "noConnection":
        self = .noConnection
      case "serverUnavailable":
        self = .serverUnavailable
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "storageFailed":
        self = .storageFailed
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .noConnection:
        "noConnection"
      case .serverUnavailable:
        "serverUnavailable"
      case .tooManyRequests:
        "tooManyRequests"
      case .requestTimeout:
        "requestTimeout"
      case .storageFailed:
        "storageFailed"
      }
    }

    /// The data of the error.
    public var data: Value {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `clearAllTokens`.
  public enum ClearAllTokensFailure: DeclaredFailure, Hashable {
    /// The registration could not be read or stored
    case storageFailed

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .storageFailed:
        "storageFailed"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }
}

// MARK: - Data

extension Registration {
  /// The values of `registrationType`.
  public enum RegistrationType: String, ChartData, CaseIterable, Hashable {
    /// `SOCIAL`
    case social = "SOCIAL"
    /// `PASSWORDLESS`
    case passwordless = "PASSWORDLESS"
  }

  /// What the third-party site says of the person, to be confirmed. It outlasts a try to save it that
  /// failed, and is forgotten wherever the attempt ends.
  public struct ContextProfile: ChartData, Hashable {
    /// The field `displayName`.
    public var displayName: String?

    /// The field `firstName`.
    public var firstName: String?

    /// The field `lastName`.
    public var lastName: String?

    /// The field `email`.
    public var email: String?

    /// The field `imageUrl`.
    public var imageUrl: String?

    /// Makes the data from its fields.
    public init(
      displayName: String? = nil,
      firstName: String? = nil,
      lastName: String? = nil,
      email: String? = nil,
      imageUrl: String? = nil
    ) {
      self.displayName = displayName
      self.firstName = firstName
      self.lastName = lastName
      self.email = email
      self.imageUrl = imageUrl
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      displayName = try chartValue.read("displayName")
      firstName = try chartValue.read("firstName")
      lastName = try chartValue.read("lastName")
      email = try chartValue.read("email")
      imageUrl = try chartValue.read("imageUrl")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "displayName": displayName.chartValue,
          "firstName": firstName.chartValue,
          "lastName": lastName.chartValue,
          "email": email.chartValue,
          "imageUrl": imageUrl.chartValue,
        ]
      )
    }
  }

  /// The values of `letter`.
  public enum Letter: String, ChartData, CaseIterable, Hashable {
    /// `A`
    case a = "A"
    /// `B`
    case b = "B"
    /// `C`
    case c = "C"
    /// `D`
    case d = "D"
    /// `E`
    case e = "E"
    /// `F`
    case f = "F"
    /// `G`
    case g = "G"
    /// `H`
    case h = "H"
  }

  /// The values of `type`.
  public enum SelectType: String, ChartData, CaseIterable, Hashable {
    /// `SOCIAL`
    case social = "SOCIAL"
    /// `PASSWORDLESS`
    case passwordless = "PASSWORDLESS"
  }

  /// The values of `key`.
  public enum Key: String, ChartData, CaseIterable, Hashable {
    /// `INITIAL`
    case initial = "INITIAL"
    /// `ACTIVE`
    case active = "ACTIVE"
    /// `REGISTRATION_REQUIRED`
    case registrationRequired = "REGISTRATION_REQUIRED"
    /// `CONFIRMATION_REQUIRED`
    case confirmationRequired = "CONFIRMATION_REQUIRED"
    /// `ERROR`
    case error = "ERROR"
  }

  /// The data `profile`.
  public struct ProfileReadyProfile: ChartData, Hashable {
    /// The field `displayName`.
    public var displayName: String?

    /// The field `firstName`.
    public var firstName: String?

    /// The field `lastName`.
    public var lastName: String?

    /// The field `email`.
    public var email: String?

    /// The field `imageUrl`.
    public var imageUrl: String?

    /// Makes the data from its fields.
    public init(
      displayName: String? = nil,
      firstName: String? = nil,
      lastName: String? = nil,
      email: String? = nil,
      imageUrl: String? = nil
    ) {
      self.displayName = displayName
      self.firstName = firstName
      self.lastName = lastName
      self.email = email
      self.imageUrl = imageUrl
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      displayName = try chartValue.read("displayName")
      firstName = try chartValue.read("firstName")
      lastName = try chartValue.read("lastName")
      email = try chartValue.read("email")
      imageUrl = try chartValue.read("imageUrl")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "displayName": displayName.chartValue,
          "firstName": firstName.chartValue,
          "lastName": lastName.chartValue,
          "email": email.chartValue,
          "imageUrl": imageUrl.chartValue,
        ]
      )
    }
  }

  /// The input of the service `preparePlatform`.
  public struct PreparePlatformInput: ChartData, Hashable {
    /// The field `urlScheme`.
    public var urlScheme: String?

    /// Makes the data from its fields.
    public init(urlScheme: String? = nil) {
      self.urlScheme = urlScheme
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      urlScheme = try chartValue.read("urlScheme")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["urlScheme": urlScheme.chartValue])
    }
  }

  /// The result of `preparePlatform`.
  public struct PreparePlatformResult: ChartData, Hashable {
    /// The field `native`.
    public var native: Bool

    /// Makes the data from its fields.
    public init(native: Bool) {
      self.native = native
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      native = try chartValue.read("native")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["native": native.chartValue])
    }
  }

  /// The result of `retrieveTokens`.
  public struct RetrieveTokensResult: ChartData, Hashable {
    /// The field `hasAccessToken`.
    public var hasAccessToken: Bool

    /// The field `validFor`.
    public var validFor: Duration?

    /// The field `lifetime`.
    public var lifetime: Duration

    /// Makes the data from its fields.
    public init(hasAccessToken: Bool, validFor: Duration? = nil, lifetime: Duration) {
      self.hasAccessToken = hasAccessToken
      self.validFor = validFor
      self.lifetime = lifetime
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      hasAccessToken = try chartValue.read("hasAccessToken")
      validFor = try chartValue.read("validFor")
      lifetime = try chartValue.read("lifetime")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "hasAccessToken": hasAccessToken.chartValue,
          "validFor": validFor.chartValue,
          "lifetime": lifetime.chartValue,
        ]
      )
    }
  }

  /// The result of `checkBackend`.
  public struct CheckBackendResult: ChartData, Hashable {
    /// The field `valid`.
    public var valid: Bool

    /// Makes the data from its fields.
    public init(valid: Bool) {
      self.valid = valid
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      valid = try chartValue.read("valid")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["valid": valid.chartValue])
    }
  }

  /// The result of `renewTokens`.
  public struct RenewTokensResult: ChartData, Hashable {
    /// The field `validFor`.
    public var validFor: Duration

    /// Makes the data from its fields.
    public init(validFor: Duration) {
      self.validFor = validFor
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      validFor = try chartValue.read("validFor")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["validFor": validFor.chartValue])
    }
  }

  /// The input of the service `prepareAuthorization`.
  public struct PrepareAuthorizationInput: ChartData, Hashable {
    /// The field `registrationType`.
    public var registrationType: String?

    /// Makes the data from its fields.
    public init(registrationType: String? = nil) {
      self.registrationType = registrationType
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      registrationType = try chartValue.read("registrationType")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["registrationType": registrationType.chartValue])
    }
  }

  /// The input of the service `exchangeCode`.
  public struct ExchangeCodeInput: ChartData, Hashable {
    /// The field `registrationType`.
    public var registrationType: String?

    /// Makes the data from its fields.
    public init(registrationType: String? = nil) {
      self.registrationType = registrationType
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      registrationType = try chartValue.read("registrationType")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["registrationType": registrationType.chartValue])
    }
  }

  /// The data `profile`.
  public struct ExchangeCodeResultProfile: ChartData, Hashable {
    /// The field `displayName`.
    public var displayName: String?

    /// The field `firstName`.
    public var firstName: String?

    /// The field `lastName`.
    public var lastName: String?

    /// The field `email`.
    public var email: String?

    /// The field `imageUrl`.
    public var imageUrl: String?

    /// Makes the data from its fields.
    public init(
      displayName: String? = nil,
      firstName: String? = nil,
      lastName: String? = nil,
      email: String? = nil,
      imageUrl: String? = nil
    ) {
      self.displayName = displayName
      self.firstName = firstName
      self.lastName = lastName
      self.email = email
      self.imageUrl = imageUrl
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      displayName = try chartValue.read("displayName")
      firstName = try chartValue.read("firstName")
      lastName = try chartValue.read("lastName")
      email = try chartValue.read("email")
      imageUrl = try chartValue.read("imageUrl")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "displayName": displayName.chartValue,
          "firstName": firstName.chartValue,
          "lastName": lastName.chartValue,
          "email": email.chartValue,
          "imageUrl": imageUrl.chartValue,
        ]
      )
    }
  }

  /// The result of `exchangeCode`.
  public struct ExchangeCodeResult: ChartData, Hashable, GuardedData {
    /// The field `emailVerified`.
    public var emailVerified: Bool

    /// The field `profile`.
    ///
    /// Personal: must not be logged.
    public var profile: ExchangeCodeResultProfile

    /// Makes the data from its fields.
    public init(emailVerified: Bool, profile: ExchangeCodeResultProfile) {
      self.emailVerified = emailVerified
      self.profile = profile
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      emailVerified = try chartValue.read("emailVerified")
      profile = try chartValue.read("profile")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["emailVerified": emailVerified.chartValue, "profile": profile.chartValue])
    }

    /// The type's name.
    public var shownName: String { "ExchangeCodeResult" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["emailVerified": emailVerified, "profile": ShownMark.personal]
    }
  }

  /// The input of the service `confirmProfile`.
  public struct ConfirmProfileInput: ChartData, Hashable {
    /// The field `backendCheck`.
    public var backendCheck: Bool

    /// Makes the data from its fields.
    public init(backendCheck: Bool) {
      self.backendCheck = backendCheck
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      backendCheck = try chartValue.read("backendCheck")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["backendCheck": backendCheck.chartValue])
    }
  }

  /// The result of `persistConfirmed`.
  public struct PersistConfirmedResult: ChartData, Hashable {
    /// The field `validFor`.
    public var validFor: Duration

    /// Makes the data from its fields.
    public init(validFor: Duration) {
      self.validFor = validFor
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      validFor = try chartValue.read("validFor")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["validFor": validFor.chartValue])
    }
  }

  /// The input of the service `clearAllTokens`.
  public struct ClearAllTokensInput: ChartData, Hashable {
    /// The field `others`.
    public var others: Bool

    /// Makes the data from its fields.
    public init(others: Bool) {
      self.others = others
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      others = try chartValue.read("others")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["others": others.chartValue])
    }
  }
}

// MARK: - Binding

extension Registration {
  /// The guards and actions of a type, which the engine calls by number.
  public struct Bound<Provider: Handling>: StaticHandlers {
    /// The guards, by number.
    public static var guards: [StaticHandler] {
      [
        StaticHandler("isOurCallback", takesCall: true),
        StaticHandler("callbackIsAnswer", takesCall: true),
        StaticHandler("callbackIsAccepted", takesCall: true),
      ]
    }

    /// The actions, by number.
    public static var actions: [StaticHandler] {
      [
        StaticHandler("keepCallback", takesCall: true),
        StaticHandler("clearProvisional"),
        StaticHandler("forgetTransaction"),
        StaticHandler("hideSplash"),
        StaticHandler("reportException", takesCall: true),
      ]
    }

    /// The value that implements the handlers.
    public let handling: Provider

    /// Binds a type.
    public init(_ handling: Provider) { self.handling = handling }

    /// Evaluates a guard that takes the call.
    public func answer(guard number: Int, _ call: HandlerCall) throws -> Bool {
      switch number {
      case 0:
        try handling.isOurCallback(url: call.payload("url"))
      case 1:
        try handling.callbackIsAnswer(url: call.payload("url"))
      case 2:
        try handling.callbackIsAccepted(url: call.payload("url"))
      default:
        false
      }
    }

    /// Runs an action that takes no call.
    public func perform(action number: Int) throws {
      switch number {
      case 1:
        try handling.clearProvisional()
      case 2:
        try handling.forgetTransaction()
      case 3:
        try handling.hideSplash()
      default:
        break
      }
    }

    /// Runs an action that takes the call.
    public func perform(action number: Int, _ call: HandlerCall) throws {
      switch number {
      case 0:
        try handling.keepCallback(url: call.argument("url"))
      case 4:
        try handling.reportException(error: call.argument("error"))
      default:
        try perform(action: number)
      }
    }
  }

  /// Binds the handlers of a type that implements `Handling`.
  public static func handlers(_ handling: some Handling) -> Handlers {
    var handlers = Handlers(Bound(handling))
    handlers.service("preparePlatform") { call in
      try await handling.preparePlatform(PreparePlatformInput(chartValue: call.input)).chartValue
    }
    handlers.service("retrieveTokens") { _ in
      try await handling.retrieveTokens().chartValue
    }
    handlers.service("storeAgreedToken") { _ in
      try await handling.storeAgreedToken()
      return .unset
    }
    handlers.service("checkBackend") { _ in
      try await handling.checkBackend().chartValue
    }
    handlers.service("renewTokens") { _ in
      try await handling.renewTokens().chartValue
    }
    handlers.service("persistRenewed") { _ in
      try await handling.persistRenewed()
      return .unset
    }
    handlers.service("prepareAuthorization") { call in
      try await handling.prepareAuthorization(PrepareAuthorizationInput(chartValue: call.input))
      return .unset
    }
    handlers.service("openAgent") { call in
      try await handling.openAgent(events: OpenAgentSender(call))
      return .unset
    }
    handlers.service("exchangeCode") { call in
      try await handling.exchangeCode(ExchangeCodeInput(chartValue: call.input)).chartValue
    }
    handlers.service("persistProvisional") { _ in
      try await handling.persistProvisional()
      return .unset
    }
    handlers.service("confirmProfile") { call in
      try await handling.confirmProfile(ConfirmProfileInput(chartValue: call.input))
      return .unset
    }
    handlers.service("persistConfirmed") { _ in
      try await handling.persistConfirmed().chartValue
    }
    handlers.service("revokeTokens") { _ in
      try await handling.revokeTokens()
      return .unset
    }
    handlers.service("clearAllTokens") { call in
      try await handling.clearAllTokens(ClearAllTokensInput(chartValue: call.input))
      return .unset
    }
    handlers.service("endBrowserSession") { _ in
      await handling.endBrowserSession()
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

extension Registration {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(chart)
  }

  /// The model of the chart.
  @_optimize(none)
  public static var chart: Statechart {
    var chart = Statechart("registration", root: registrationState())
    chart.title = "ClueRide registration"
    chart.description = """
      Registers a device with an email address that a third-party site has verified, and keeps the access \
      token fresh from then on. The app asks once for the state of the registration and is told each time \
      it settles.
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
          "urlScheme",
          .optional(.string),
          description: "The app's own URL scheme, to which the site returns."
        )
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "grace",
          .duration,
          description: "How long before its expiry an access token counts as expired."
        ),
        initial: "4h",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "backendCheck",
          .bool,
          description: """
            Whether the back-end is asked too. The notes of the source page say no, its overview calls it \
            one test of validity; so it can be chosen.
            """
        ),
        initial: "false",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "endBrowserSession",
          .bool,
          description: """
            Whether logging out ends the login at the third-party site as well. An open question of the \
            source page.
            """
        ),
        initial: "false",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "native",
          .bool,
          description: "Whether the platform can leave for another site and come back."
        ),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("hasAccessToken", .bool, description: "Whether an access token is stored, expired or not."),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "validFor",
          .optional(.duration),
          description: "Time to the stored expiry; none when it is missing or unreadable."
        )
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "margin",
          .duration,
          description: """
            How long before its expiry the stored access token counts as expired: `grace`, but no more \
            than half of the time for which the token was good when it came.
            """
        ),
        initial: "4h"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("renewIn", .optional(.duration), description: "When the access token has to be renewed.")
      )
    )
    chart.context.append(
      ContextVariable(Field("registrationType", .optional(.string), values: ["SOCIAL", "PASSWORDLESS"]))
    )
    chart.context.append(
      ContextVariable(
        Field(
          "profile",
          .optional(
            .record(
              [
                Field("displayName", .optional(.string)),
                Field("firstName", .optional(.string)),
                Field("lastName", .optional(.string)),
                Field("email", .optional(.string)),
                Field("imageUrl", .optional(.string)),
              ]
            )
          ),
          isPersonal: true,
          description: """
            What the third-party site says of the person, to be confirmed. It outlasts a try to save it \
            that failed, and is forgotten wherever the attempt ends.
            """
        )
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "letter",
          .optional(.string),
          values: ["A", "B", "C", "D", "E", "F", "G", "H"],
          description: """
            Which event of the source page it was: active with the agreed token (A), with a token that has \
            not expired (B), with a renewed one (C) or after confirming (H), registration required (D), \
            awaiting confirmation (G), or an error. The source has one name for two errors. Here E means \
            that existing access was checked, renewed or removed, and F everything else.
            """
        )
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "source",
          .optional(.string),
          description: "What led here, in the words of the first implementation."
        )
      )
    )
    chart.context.append(
      ContextVariable(
        Field("lastError", .optional(.error), description: "The cause that is published beside the letter.")
      )
    )
    chart.context.append(
      ContextVariable(
        Field("retryAfter", .optional(.int), description: "Seconds to wait before trying again."),
        clearedOnExitOf: ["error"]
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "inDoubt",
          .bool,
          description: """
            Whether the store may have kept the attempt, for it has said that it could not, or nothing in \
            time.
            """
        ),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "forgetsOthers",
          .bool,
          description: """
            Whether another application's registration goes too, as only who clears the state wants.
            """
        ),
        initial: "false"
      )
    )
    chart.context.append(ContextVariable(Field("splashHidden", .bool), initial: "false"))
  }

  @_optimize(none)
  private static func declareEvents(_ chart: inout Statechart) {
    chart.events = []
    chart.events?.append(
      EventDeclaration(
        "requestRegState",
        title: "state of the registration requested",
        payload: [Field("urlScheme", .string)]
      )
    )
    chart.events?.append(
      EventDeclaration(
        "select",
        title: "way of registering chosen",
        description: "Social, or an email address to which a code is sent.",
        payload: [Field("type", .string, values: ["SOCIAL", "PASSWORDLESS"])]
      )
    )
    chart.events?.append(
      EventDeclaration(
        "callback",
        title: "the site came back",
        payload: [Field("url", .string, isSecret: true)]
      )
    )
    chart.events?.append(
      EventDeclaration(
        "agentClosed",
        title: "browser closed",
        description: "Before the site has called the app. Nothing has happened then."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "cancel",
        title: "cancelled",
        description: "The person gives up the sign-in that is under way."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "confirm",
        title: "profile confirmed",
        description: "Name and address are those of the person."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "retry",
        title: "another try",
        description: "With another address, or after an error."
      )
    )
    chart.events?.append(
      EventDeclaration(
        "tokenRejected",
        title: "access token refused",
        description: "The back-end answered 401."
      )
    )
    chart.events?.append(EventDeclaration("logout", title: "logged out"))
    chart.events?.append(EventDeclaration("deregister", title: "device deregistered"))
    chart.events?.append(
      EventDeclaration(
        "clearState",
        title: "state cleared",
        description: "The menu item for systems on which storage is hard to reach."
      )
    )
  }

  @_optimize(none)
  private static func declareErrors(_ chart: inout Statechart) {
    chart.errors = []
    chart.errors?.append(ErrorDeclaration("platformNotReady", title: "The device is not ready"))
    chart.errors?.append(
      ErrorDeclaration("storageFailed", title: "The registration could not be read or stored")
    )
    chart.errors?.append(ErrorDeclaration("noConnection", title: "No internet connection"))
    chart.errors?.append(
      ErrorDeclaration(
        "serverUnavailable",
        title: "The server is not available",
        description: "Answers of 500 and more."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "tooManyRequests",
        title: "Too many requests",
        description: "Also while another process renews the same registration.",
        payload: [Field("retryAfter", .optional(.int))]
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "requestTimeout",
        title: "No answer in time",
        description: "15 seconds for what a state waits for."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "invalidGrant",
        title: "The sign-in or the registration has expired",
        description: "403 invalid_grant."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "noRefreshToken",
        title: "The registration cannot be renewed",
        description: "No refresh token is stored."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "otherRegistration",
        title: "Another application is registered here",
        description: """
          What is stored is not this app's. It stays until the state is cleared or somebody registers \
          again.
          """
      )
    )
    chart.errors?.append(
      ErrorDeclaration("invalidClient", title: "This app is not known", description: "401 invalid_client.")
    )
    chart.errors?.append(ErrorDeclaration("malformedAnswer", title: "The answer could not be understood"))
    chart.errors?.append(
      ErrorDeclaration(
        "invalidIDToken",
        title: "The proof of identity is not valid",
        description: "Signature, issuer, audience, expiry or nonce."
      )
    )
    chart.errors?.append(ErrorDeclaration("agentUnavailable", title: "The browser could not be opened"))
    chart.errors?.append(
      ErrorDeclaration(
        "callbackRefused",
        title: "The site refused",
        description: "access_denied or another error, or an answer without one code."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "stateMismatch",
        title: "The answer belongs to another sign-in",
        description: """
          Its state is not the one that was sent, or another site has sent it. The site has not refused \
          anything.
          """
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "emailUnverified",
        title: "The email address is not verified",
        description: "The site says so, or says nothing of it."
      )
    )
    chart.errors?.append(ErrorDeclaration("profileUpdateFailed", title: "The profile could not be saved"))
    chart.errors?.append(ErrorDeclaration("internalError", title: "Something went wrong"))
  }

  @_optimize(none)
  private static func declareOutputs(_ chart: inout Statechart) {
    chart.outputs = []
    chart.outputs?.append(
      OutputDeclaration(
        "regState",
        title: "state of the registration",
        description: """
          Each is kept by the handlers for later callers, since it may settle before the request has \
          returned.
          """,
        payload: [
          Field(
            "key",
            .string,
            values: ["INITIAL", "ACTIVE", "REGISTRATION_REQUIRED", "CONFIRMATION_REQUIRED", "ERROR"]
          ),
          Field("letter", .optional(.string), values: ["A", "B", "C", "D", "E", "F", "G", "H"]),
          Field("source", .optional(.string)),
          Field("exception", .optional(.error)),
          Field("retryAfter", .optional(.int)),
        ]
      )
    )
    chart.outputs?.append(
      OutputDeclaration(
        "profileReady",
        title: "the profile to confirm",
        payload: [
          Field(
            "profile",
            .optional(
              .record(
                [
                  Field("displayName", .optional(.string)),
                  Field("firstName", .optional(.string)),
                  Field("lastName", .optional(.string)),
                  Field("email", .optional(.string)),
                  Field("imageUrl", .optional(.string)),
                ]
              )
            ),
            isPersonal: true
          )
        ]
      )
    )
    chart.outputs?.append(
      OutputDeclaration(
        "errorOccurred",
        title: "an error to show",
        payload: [Field("error", .error), Field("retryAfter", .optional(.int))]
      )
    )
  }

  @_optimize(none)
  private static func declareHandlers(_ chart: inout Statechart) {
    chart.handlers.guards = []
    chart.handlers.guards?.append(
      HandlerDeclaration(
        "isOurCallback",
        title: "the address is ours",
        description: "It begins with our redirect address; others are not for this flow.",
        payload: [Field("url", .string, isSecret: true)]
      )
    )
    chart.handlers.guards?.append(
      HandlerDeclaration(
        "callbackIsAnswer",
        title: "the answer is to this sign-in",
        description: """
          The state equals the one that was sent, compared in constant time, and no other site says that \
          it has sent it.
          """,
        payload: [Field("url", .string, isSecret: true)]
      )
    )
    chart.handlers.guards?.append(
      HandlerDeclaration(
        "callbackIsAccepted",
        title: "the site agreed",
        description: "The answer is to this sign-in, a code is there, and no error is.",
        payload: [Field("url", .string, isSecret: true)]
      )
    )
    chart.handlers.actions = []
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "keepCallback",
        description: "Keeps the code of the address in memory for the exchange.",
        arguments: [Field("url", .string, isSecret: true)]
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "clearProvisional",
        description: """
          Forgets what persistProvisional keeps, in memory alone. Where the store may have it too, the \
          next service that reads or clears the tokens takes it out. A confirmed registration that is \
          stored stays.
          """
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration("forgetTransaction", description: "Forgets verifier, state and nonce.")
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "hideSplash",
        description: "Hides the splash screen once the first screen can be shown."
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "reportException",
        description: "Shows the message and reports it.",
        arguments: [Field("error", .optional(.error))]
      )
    )
    chart.handlers.services = []
    chart.handlers.services?.append(
      HandlerDeclaration(
        "preparePlatform",
        title: "Wait for the platform",
        description: "Waits until the platform is ready, then routes the URL scheme to this flow.",
        arguments: [Field("urlScheme", .optional(.string))],
        result: .record([Field("native", .bool)]),
        errors: ["platformNotReady"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "retrieveTokens",
        title: "Read the stored tokens",
        description: """
          `validFor` is the stored expiry less the time now, `lifetime` how long the token was good when \
          it came: a day where that is not stored. An attempt that was given up and is stored all the same \
          is removed before.
          """,
        result: .record(
          [
            Field("hasAccessToken", .bool),
            Field("validFor", .optional(.duration)),
            Field("lifetime", .duration),
          ]
        ),
        errors: ["storageFailed"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "storeAgreedToken",
        title: "Store the agreed token",
        description: "Platforms without a browser use a token that the back-end knows; the type is SOCIAL.",
        errors: ["storageFailed", "otherRegistration"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "checkBackend",
        title: "Ask the back-end",
        description: """
          GET access/state. The back-end asks the third-party site who the token belongs to and picks up \
          the profile.
          """,
        result: .record([Field("valid", .bool)]),
        errors: ["noConnection", "serverUnavailable", "tooManyRequests", "requestTimeout", "malformedAnswer"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "renewTokens",
        title: "Renew the access token",
        description: """
          Reads client and refresh token now, not when the app started, and POSTs oauth/token. `validFor` \
          is the time to the new expiry: expires_in when it comes, a number above zero, else a day.
          """,
        result: .record([Field("validFor", .duration)]),
        errors: [
          "noConnection",
          "serverUnavailable",
          "tooManyRequests",
          "requestTimeout",
          "invalidGrant",
          "noRefreshToken",
          "otherRegistration",
          "invalidClient",
          "malformedAnswer",
          "invalidIDToken",
          "storageFailed",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "persistRenewed",
        title: "Store the renewed tokens",
        description: """
          Replaces profile, ID token, access token and expiry. The refresh token too when a new one came, \
          for the old one then no longer works; the source page says \"no action\".
          """,
        errors: ["storageFailed"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "prepareAuthorization",
        title: "Prepare the sign-in page",
        description: "Makes verifier, state and nonce, and the address of the page of the chosen kind.",
        arguments: [Field("registrationType", .optional(.string))],
        errors: ["agentUnavailable"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "openAgent",
        title: "Show the sign-in page",
        description: """
          Opens the page in the system's browser. Sends the callback, or agentClosed when the person \
          closes the browser. Stopping it closes the browser.
          """,
        errors: ["agentUnavailable"],
        sends: ["callback", "agentClosed"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "exchangeCode",
        title: "Exchange the code for tokens",
        description: """
          POSTs oauth/token, validates the ID token and builds the profile from it. There is a way to \
          learn the expiry, against what the source page says: expires_in, a number above zero, and a day \
          when it does not come.
          """,
        arguments: [Field("registrationType", .optional(.string))],
        result: .record(
          [
            Field("emailVerified", .bool),
            Field(
              "profile",
              .record(
                [
                  Field("displayName", .optional(.string)),
                  Field("firstName", .optional(.string)),
                  Field("lastName", .optional(.string)),
                  Field("email", .optional(.string)),
                  Field("imageUrl", .optional(.string)),
                ]
              ),
              isPersonal: true
            ),
          ]
        ),
        errors: [
          "noConnection",
          "serverUnavailable",
          "tooManyRequests",
          "requestTimeout",
          "invalidGrant",
          "invalidClient",
          "malformedAnswer",
          "invalidIDToken",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "persistProvisional",
        title: "Keep the attempt",
        description: """
          Keeps tokens and profile of the attempt in memory, so that an unconfirmed one leaves no record.
          """,
        errors: ["storageFailed"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "confirmProfile",
        title: "Save the profile",
        description: "POSTs access/state/init when the back-end takes part, else is done at once.",
        arguments: [Field("backendCheck", .bool)],
        errors: [
          "noConnection",
          "serverUnavailable",
          "tooManyRequests",
          "requestTimeout",
          "profileUpdateFailed",
          "malformedAnswer",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "persistConfirmed",
        title: "Store the confirmed registration",
        description: """
          Writes profile, ID token, access token, refresh token, expiry and registration type at once. The \
          refresh token of another registration that was stored is revoked, where that ends no more than \
          that one. `validFor` is the time to the expiry from now: the person may have taken hours to \
          confirm.
          """,
        result: .record([Field("validFor", .duration)]),
        errors: ["storageFailed"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "revokeTokens",
        title: "Revoke the refresh token",
        description: "POSTs oauth/revoke with the stored refresh token, if there is one.",
        errors: ["noConnection", "serverUnavailable", "tooManyRequests", "requestTimeout", "storageFailed"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "clearAllTokens",
        title: "Forget the registration",
        description: """
          Removes all six stored values; those of another application only where that is asked for.
          """,
        arguments: [Field("others", .bool)],
        errors: ["storageFailed"]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "endBrowserSession",
        title: "Log out of the site",
        description: """
          Opens v2/logout in the system's browser, which ends the browser's own login there and comes back \
          by itself. What comes of it changes nothing.
          """
      )
    )
  }

  @_optimize(none)
  private static func registrationState() -> State {
    var state = State("registration", title: "ClueRide registration")
    state.description = """
      Registers a device with an email address that a third-party site has verified, and keeps the access \
      token fresh from then on. The app asks once for the state of the registration and is told each time \
      it settles.
      """
    state.initial = InitialTransition(["initial"])
    state.on.append(
      EventTransition(
        "error.execution",
        Transition(
          ["error"],
          guard: "in(checkingBackend) or in(renewing) or in(clearing) or in(active)",
          actions: [
            Action(
              .assign([NamedExpression("letter", "'E'"), NamedExpression("lastError", "'internalError'")])
            )
          ],
          label: "internal error"
        )
      )
    )
    state.on.append(
      EventTransition(
        "error.execution",
        Transition(
          ["error"],
          guard: "not in(error)",
          actions: [
            Action(
              .assign([NamedExpression("letter", "'F'"), NamedExpression("lastError", "'internalError'")])
            )
          ],
          label: "internal error"
        )
      )
    )
    state.states = [
      initialState(),
      preparingState(),
      routeState(),
      settingAgreedTokenState(),
      checkingBackendState(),
      renewingState(),
      authorizingState(),
      confirmingState(),
      settledState(),
      clearingState(),
    ]
    return state
  }

  @_optimize(none)
  private static func initialState() -> State {
    var state = State("initial", title: "Initial")
    state.description = "Nobody has asked for the state of the registration yet."
    state.entry = [Action(.emit("regState", data: [NamedExpression("key", "'INITIAL'")]))]
    state.on.append(
      EventTransition(
        "requestRegState",
        Transition(
          ["preparing"],
          actions: [Action(.assign([NamedExpression("urlScheme", "event.data.urlScheme")]))]
        )
      )
    )
    return state
  }

  @_optimize(none)
  private static func preparingState() -> State {
    var state = State("preparing", title: "Preparing")
    state.description = "The app waits for the platform and reads what is stored."
    state.initial = InitialTransition(["awaitingPlatform"])
    state.states = [awaitingPlatformState(), readingTokensState()]
    return state
  }

  @_optimize(none)
  private static func awaitingPlatformState() -> State {
    var state = State("awaitingPlatform", title: "Waiting for the platform")
    state.invoke.append(
      Invocation(
        .service("preparePlatform"),
        input: [NamedExpression("urlScheme", "urlScheme")],
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["readingTokens"],
            actions: [Action(.assign([NamedExpression("native", "event.data.native")]))],
            label: "platform ready"
          )
        ],
        failed: [
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("letter", "'F'"), NamedExpression("lastError", "'platformNotReady'")]
                  )
                )
              ],
              label: "error"
            )
          )
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func readingTokensState() -> State {
    var state = State("readingTokens", title: "Reading the tokens")
    state.invoke.append(
      Invocation(
        .service("retrieveTokens"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["route"],
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("hasAccessToken", "event.data.hasAccessToken"),
                    NamedExpression("validFor", "event.data.validFor"),
                    NamedExpression("margin", "min(grace, event.data.lifetime * 0.5)"),
                  ]
                )
              )
            ]
          )
        ],
        failed: [
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("letter", "'F'"), NamedExpression("lastError", "'storageFailed'")]
                  )
                )
              ],
              label: "error"
            )
          )
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func routeState() -> State {
    var state = State("route", kind: .choice, title: "What is there")
    state.always.append(Transition(["settingAgreedToken"], guard: "not native", label: "not native"))
    state.always.append(
      Transition(
        ["registrationRequired"],
        guard: "not hasAccessToken",
        actions: [Action(.assign([NamedExpression("source", "'No Tokens'")]))],
        label: "no token"
      )
    )
    state.always.append(
      Transition(
        ["checkingBackend"],
        guard: "defined(validFor) and validFor >= margin and backendCheck",
        label: "not expired"
      )
    )
    state.always.append(
      Transition(
        ["active"],
        guard: "defined(validFor) and validFor >= margin",
        actions: [
          Action(
            .assign(
              [
                NamedExpression("letter", "'B'"),
                NamedExpression("source", "'Access remains valid'"),
                NamedExpression("renewIn", "validFor - margin"),
              ]
            )
          )
        ],
        label: "not expired"
      )
    )
    state.always.append(Transition(["renewing"], label: "expired"))
    return state
  }

  @_optimize(none)
  private static func settingAgreedTokenState() -> State {
    var state = State("settingAgreedToken", title: "Setting the agreed token")
    state.invoke.append(
      Invocation(
        .service("storeAgreedToken"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["active"],
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("letter", "'A'"),
                    NamedExpression("source", "'BDD'"),
                    NamedExpression("renewIn", "unset"),
                  ]
                )
              )
            ]
          )
        ],
        failed: [
          Invocation.Failure(
            "otherRegistration",
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign([NamedExpression("letter", "'F'"), NamedExpression("lastError", "event.error")])
                )
              ],
              label: "error"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("letter", "'F'"), NamedExpression("lastError", "'storageFailed'")]
                  )
                )
              ],
              label: "error"
            )
          ),
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func checkingBackendState() -> State {
    var state = State("checkingBackend", title: "Asking the back-end")
    state.invoke.append(
      Invocation(
        .service("checkBackend"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["active"],
            guard: "event.data.valid",
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("letter", "'B'"),
                    NamedExpression("source", "'Access remains valid'"),
                    NamedExpression("renewIn", "validFor - margin"),
                  ]
                )
              )
            ],
            label: "valid"
          ),
          Transition(["renewing"], label: "not valid"),
        ],
        failed: [
          Invocation.Failure(
            "tooManyRequests",
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [
                      NamedExpression("letter", "'E'"),
                      NamedExpression("lastError", "event.error"),
                      NamedExpression("retryAfter", "event.data.retryAfter"),
                    ]
                  )
                )
              ],
              label: "error"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("letter", "'E'"), NamedExpression("lastError", "'requestTimeout'")]
                  )
                )
              ],
              label: "error"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign([NamedExpression("letter", "'E'"), NamedExpression("lastError", "event.error")])
                )
              ],
              label: "error"
            )
          ),
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func renewingState() -> State {
    var state = State("renewing", title: "Renewing")
    state.description = "The access token has expired, or was refused, and is replaced."
    state.initial = InitialTransition(["requestingTokens"])
    state.states = [requestingTokensState(), storingRenewedState(), forgettingState()]
    return state
  }

  @_optimize(none)
  private static func requestingTokensState() -> State {
    var state = State("requestingTokens", title: "Asking for new tokens")
    state.invoke.append(
      Invocation(
        .service("renewTokens"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["storingRenewed"],
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression(
                      "renewIn",
                      "max(event.data.validFor - grace, event.data.validFor * 0.5, 1m)"
                    )
                  ]
                )
              )
            ],
            label: "renewed"
          )
        ],
        failed: [
          Invocation.Failure(
            "invalidGrant",
            Transition(
              ["forgetting"],
              actions: [
                Action(
                  .assign([NamedExpression("letter", "'E'"), NamedExpression("lastError", "event.error")])
                )
              ],
              label: "expired for good"
            )
          ),
          Invocation.Failure(
            "noRefreshToken",
            Transition(
              ["forgetting"],
              actions: [
                Action(
                  .assign([NamedExpression("letter", "'E'"), NamedExpression("lastError", "event.error")])
                )
              ],
              label: "cannot be renewed"
            )
          ),
          Invocation.Failure(
            "tooManyRequests",
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [
                      NamedExpression("letter", "'E'"),
                      NamedExpression("lastError", "event.error"),
                      NamedExpression("retryAfter", "event.data.retryAfter"),
                    ]
                  )
                )
              ],
              label: "error"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("letter", "'E'"), NamedExpression("lastError", "'requestTimeout'")]
                  )
                )
              ],
              label: "error"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign([NamedExpression("letter", "'E'"), NamedExpression("lastError", "event.error")])
                )
              ],
              label: "error"
            )
          ),
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func storingRenewedState() -> State {
    var state = State("storingRenewed", title: "Storing the renewed tokens")
    state.invoke.append(
      Invocation(
        .service("persistRenewed"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["active"],
            actions: [
              Action(.assign([NamedExpression("letter", "'C'"), NamedExpression("source", "'Renewed'")]))
            ],
            label: "stored"
          )
        ],
        failed: [
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("letter", "'E'"), NamedExpression("lastError", "'storageFailed'")]
                  )
                )
              ],
              label: "error"
            )
          )
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func forgettingState() -> State {
    var state = State("forgetting", title: "Forgetting what cannot be renewed")
    state.invoke.append(
      Invocation(
        .service("clearAllTokens"),
        input: [NamedExpression("others", "false")],
        timeout: .literal(.seconds(15)),
        done: [Transition(["error"], label: "forgotten")],
        failed: [
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("letter", "'E'"), NamedExpression("lastError", "'storageFailed'")]
                  )
                )
              ],
              label: "error"
            )
          )
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func authorizingState() -> State {
    var state = State("authorizing", title: "Authorizing")
    state.description = "The person signs in at the third-party site."
    state.initial = InitialTransition(["opening"])
    state.exit = [Action(.handler("forgetTransaction", arguments: []))]
    state.on.append(
      EventTransition(
        "cancel",
        Transition(
          ["registrationRequired"],
          actions: [
            Action(.assign([NamedExpression("source", "'User-requested Retry'")])),
            Action(.handler("clearProvisional", arguments: [])),
          ]
        )
      )
    )
    state.states = [openingState(), awaitingCallbackState(), exchangingState(), keepingProvisionalState()]
    return state
  }

  @_optimize(none)
  private static func openingState() -> State {
    var state = State("opening", title: "Opening the site")
    state.invoke.append(
      Invocation(
        .service("prepareAuthorization"),
        input: [NamedExpression("registrationType", "registrationType")],
        timeout: .literal(.seconds(15)),
        done: [Transition(["awaitingCallback"], label: "prepared")],
        failed: [
          Invocation.Failure(
            "timeout",
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("letter", "'F'"), NamedExpression("lastError", "'requestTimeout'")]
                  )
                )
              ],
              label: "error"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign([NamedExpression("letter", "'F'"), NamedExpression("lastError", "event.error")])
                )
              ],
              label: "error"
            )
          ),
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func awaitingCallbackState() -> State {
    var state = State("awaitingCallback", title: "At the site")
    state.description = "The site has the person; seconds or minutes pass."
    state.invoke.append(
      Invocation(
        .service("openAgent"),
        done: [
          Transition(
            ["registrationRequired"],
            actions: [Action(.assign([NamedExpression("source", "'User-requested Retry'")]))],
            label: "browser closed"
          )
        ],
        failed: [
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign([NamedExpression("letter", "'F'"), NamedExpression("lastError", "event.error")])
                )
              ],
              label: "error"
            )
          )
        ]
      )
    )
    state.on.append(
      EventTransition(
        "callback",
        Transition(
          ["exchanging"],
          guard: "isOurCallback and callbackIsAccepted",
          actions: [Action(.handler("keepCallback", arguments: [NamedExpression("url", "event.data.url")]))],
          label: "the site agreed"
        )
      )
    )
    state.on.append(
      EventTransition(
        "callback",
        Transition(
          ["error"],
          guard: "isOurCallback and callbackIsAnswer",
          actions: [
            Action(
              .assign([NamedExpression("letter", "'F'"), NamedExpression("lastError", "'callbackRefused'")])
            )
          ],
          label: "the site refused"
        )
      )
    )
    state.on.append(
      EventTransition(
        "callback",
        Transition(
          ["error"],
          guard: "isOurCallback",
          actions: [
            Action(
              .assign([NamedExpression("letter", "'F'"), NamedExpression("lastError", "'stateMismatch'")])
            )
          ],
          label: "of another sign-in"
        )
      )
    )
    state.on.append(
      EventTransition(
        "agentClosed",
        Transition(
          ["registrationRequired"],
          actions: [Action(.assign([NamedExpression("source", "'User-requested Retry'")]))]
        )
      )
    )
    state.after.append(
      DelayedTransition(
        .literal(.seconds(600)),
        name: "10m",
        Transition(
          ["registrationRequired"],
          actions: [Action(.assign([NamedExpression("source", "'User-requested Retry'")]))]
        )
      )
    )
    return state
  }

  @_optimize(none)
  private static func exchangingState() -> State {
    var state = State("exchanging", title: "Exchanging the code")
    state.invoke.append(
      Invocation(
        .service("exchangeCode"),
        input: [NamedExpression("registrationType", "registrationType")],
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["keepingProvisional"],
            guard: "event.data.emailVerified",
            actions: [Action(.assign([NamedExpression("profile", "event.data.profile")]))],
            label: "registered at the site"
          ),
          Transition(
            ["error"],
            actions: [
              Action(
                .assign(
                  [NamedExpression("letter", "'F'"), NamedExpression("lastError", "'emailUnverified'")]
                )
              )
            ],
            label: "email address not verified"
          ),
        ],
        failed: [
          Invocation.Failure(
            "tooManyRequests",
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [
                      NamedExpression("letter", "'F'"),
                      NamedExpression("lastError", "event.error"),
                      NamedExpression("retryAfter", "event.data.retryAfter"),
                    ]
                  )
                )
              ],
              label: "error"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("letter", "'F'"), NamedExpression("lastError", "'requestTimeout'")]
                  )
                )
              ],
              label: "error"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign([NamedExpression("letter", "'F'"), NamedExpression("lastError", "event.error")])
                )
              ],
              label: "error"
            )
          ),
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func keepingProvisionalState() -> State {
    var state = State("keepingProvisional", title: "Keeping the attempt")
    state.invoke.append(
      Invocation(
        .service("persistProvisional"),
        timeout: .literal(.seconds(15)),
        done: [Transition(["awaitingConfirmation"], label: "kept")],
        failed: [
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("letter", "'F'"), NamedExpression("lastError", "'storageFailed'")]
                  )
                )
              ],
              label: "error"
            )
          )
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func confirmingState() -> State {
    var state = State("confirming", title: "Confirming")
    state.initial = InitialTransition(["savingProfile"])
    state.states = [savingProfileState(), storingConfirmedState()]
    return state
  }

  @_optimize(none)
  private static func savingProfileState() -> State {
    var state = State("savingProfile", title: "Saving the profile")
    state.invoke.append(
      Invocation(
        .service("confirmProfile"),
        input: [NamedExpression("backendCheck", "backendCheck")],
        timeout: .literal(.seconds(15)),
        done: [Transition(["storingConfirmed"], label: "saved")],
        failed: [
          Invocation.Failure(
            "tooManyRequests",
            Transition(
              ["awaitingConfirmation"],
              actions: [
                Action(
                  .emit(
                    "errorOccurred",
                    data: [
                      NamedExpression("error", "event.error"),
                      NamedExpression("retryAfter", "event.data.retryAfter"),
                    ]
                  )
                )
              ],
              label: "error"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["awaitingConfirmation"],
              actions: [
                Action(.emit("errorOccurred", data: [NamedExpression("error", "'requestTimeout'")]))
              ],
              label: "error"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["awaitingConfirmation"],
              actions: [Action(.emit("errorOccurred", data: [NamedExpression("error", "event.error")]))],
              label: "error"
            )
          ),
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func storingConfirmedState() -> State {
    var state = State("storingConfirmed", title: "Storing the registration")
    state.invoke.append(
      Invocation(
        .service("persistConfirmed"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["active"],
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("letter", "'H'"),
                    NamedExpression("source", "'Freshly Confirmed new Registration'"),
                    NamedExpression(
                      "renewIn",
                      "max(event.data.validFor - grace, event.data.validFor * 0.5, 1m)"
                    ),
                  ]
                )
              )
            ],
            label: "confirmed"
          )
        ],
        failed: [
          Invocation.Failure(
            nil,
            Transition(
              ["awaitingConfirmation"],
              actions: [
                Action(.assign([NamedExpression("inDoubt", "true")])),
                Action(.emit("errorOccurred", data: [NamedExpression("error", "'storageFailed'")])),
              ],
              label: "error"
            )
          )
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func settledState() -> State {
    var state = State("settled", title: "Settled")
    state.description = "The request is answered; the app shows a screen."
    state.initial = InitialTransition(["registrationRequired"])
    state.on.append(
      EventTransition(
        "clearState",
        Transition(["clearing"], actions: [Action(.assign([NamedExpression("forgetsOthers", "true")]))])
      )
    )
    state.always.append(
      Transition(
        guard: "not splashHidden",
        actions: [
          Action(.assign([NamedExpression("splashHidden", "true")])),
          Action(.handler("hideSplash", arguments: [])),
        ],
        label: "first screen"
      )
    )
    state.states = [registrationRequiredState(), awaitingConfirmationState(), activeState(), errorState()]
    return state
  }

  @_optimize(none)
  private static func registrationRequiredState() -> State {
    var state = State("registrationRequired", title: "Registration required")
    state.description = "The app presents the ways of registering, Social and Email. There is no time limit."
    state.entry = [
      Action(
        .assign(
          [
            NamedExpression("letter", "'D'"),
            NamedExpression("profile", "unset"),
            NamedExpression("inDoubt", "false"),
          ]
        )
      ),
      Action(
        .emit(
          "regState",
          data: [
            NamedExpression("key", "'REGISTRATION_REQUIRED'"),
            NamedExpression("letter", "letter"),
            NamedExpression("source", "source"),
          ]
        )
      ),
    ]
    state.on.append(
      EventTransition(
        "select",
        Transition(
          ["authorizing"],
          actions: [Action(.assign([NamedExpression("registrationType", "event.data.type")]))]
        )
      )
    )
    return state
  }

  @_optimize(none)
  private static func awaitingConfirmationState() -> State {
    var state = State("awaitingConfirmation", title: "Awaiting confirmation")
    state.description = """
      The app presents the profile, and the person confirms it or tries again. There is no time limit.
      """
    state.entry = [
      Action(
        .assign(
          [
            NamedExpression("letter", "'G'"),
            NamedExpression("source", "'Successful 3rd-party Registration'"),
          ]
        )
      ),
      Action(
        .emit(
          "regState",
          data: [
            NamedExpression("key", "'CONFIRMATION_REQUIRED'"),
            NamedExpression("letter", "letter"),
            NamedExpression("source", "source"),
          ]
        )
      ),
      Action(.emit("profileReady", data: [NamedExpression("profile", "profile")])),
    ]
    state.on.append(EventTransition("confirm", Transition(["confirming"])))
    state.on.append(
      EventTransition(
        "retry",
        Transition(
          ["readingTokens"],
          guard: "inDoubt",
          actions: [Action(.handler("clearProvisional", arguments: []))],
          label: "another try"
        )
      )
    )
    state.on.append(
      EventTransition(
        "retry",
        Transition(
          ["registrationRequired"],
          actions: [
            Action(.assign([NamedExpression("source", "'User-requested Retry'")])),
            Action(.handler("clearProvisional", arguments: [])),
          ],
          label: "another try"
        )
      )
    )
    state.errors = [
      "noConnection",
      "serverUnavailable",
      "tooManyRequests",
      "requestTimeout",
      "profileUpdateFailed",
      "malformedAnswer",
      "storageFailed",
    ]
    return state
  }

  @_optimize(none)
  private static func activeState() -> State {
    var state = State("active", title: "Active")
    state.description = "The registration is valid. Clients wait for this; they may go on listening."
    state.initial = InitialTransition(["expiry"])
    state.entry = [
      Action(.handler("forgetTransaction", arguments: [])),
      Action(.assign([NamedExpression("profile", "unset")])),
      Action(
        .emit(
          "regState",
          data: [
            NamedExpression("key", "'ACTIVE'"),
            NamedExpression("letter", "letter"),
            NamedExpression("source", "source"),
          ]
        )
      ),
    ]
    state.on.append(EventTransition("tokenRejected", Transition(["renewing"])))
    state.on.append(
      EventTransition(
        "logout",
        Transition(["clearing"], actions: [Action(.assign([NamedExpression("forgetsOthers", "false")]))])
      )
    )
    state.on.append(
      EventTransition(
        "deregister",
        Transition(["clearing"], actions: [Action(.assign([NamedExpression("forgetsOthers", "false")]))])
      )
    )
    state.on.append(
      EventTransition(
        "requestRegState",
        Transition(
          ["preparing"],
          actions: [Action(.assign([NamedExpression("urlScheme", "event.data.urlScheme")]))]
        )
      )
    )
    state.states = [expiryState(), untilExpiryState(), State("withoutExpiry", title: "Without expiry")]
    return state
  }

  @_optimize(none)
  private static func expiryState() -> State {
    var state = State("expiry", kind: .choice, title: "Whether the token expires")
    state.always.append(Transition(["untilExpiry"], guard: "defined(renewIn)"))
    state.always.append(Transition(["withoutExpiry"], label: "agreed token"))
    return state
  }

  @_optimize(none)
  private static func untilExpiryState() -> State {
    var state = State("untilExpiry", title: "Until the token expires")
    state.after.append(
      DelayedTransition(
        .expression("renewIn"),
        name: "renewIn",
        Transition(["renewing"], label: "expiry reached")
      )
    )
    return state
  }

  @_optimize(none)
  private static func errorState() -> State {
    var state = State("error", title: "Error")
    state.description = """
      Checking, renewing or removing (E) or registering (F) did not work; the cause is published beside \
      it.
      """
    state.entry = [
      Action(.assign([NamedExpression("profile", "unset")])),
      Action(
        .emit(
          "regState",
          data: [
            NamedExpression("key", "'ERROR'"),
            NamedExpression("letter", "letter"),
            NamedExpression("exception", "lastError"),
            NamedExpression("retryAfter", "retryAfter"),
          ]
        )
      ),
      Action(.handler("reportException", arguments: [NamedExpression("error", "lastError")])),
    ]
    state.on.append(
      EventTransition(
        "requestRegState",
        Transition(
          ["preparing"],
          actions: [
            Action(.assign([NamedExpression("urlScheme", "event.data.urlScheme")])),
            Action(.handler("clearProvisional", arguments: [])),
          ]
        )
      )
    )
    state.on.append(
      EventTransition(
        "retry",
        Transition(["readingTokens"], guard: "letter == 'E'", label: "another try with the tokens")
      )
    )
    state.on.append(
      EventTransition(
        "retry",
        Transition(
          ["preparing"],
          guard: "not native or inDoubt or lastError == 'platformNotReady' or lastError == 'storageFailed'",
          actions: [Action(.handler("clearProvisional", arguments: []))],
          label: "another try from the beginning"
        )
      )
    )
    state.on.append(
      EventTransition(
        "retry",
        Transition(
          ["registrationRequired"],
          actions: [
            Action(.assign([NamedExpression("source", "'User-requested Retry'")])),
            Action(.handler("clearProvisional", arguments: [])),
          ],
          label: "another try"
        )
      )
    )
    state.errors = [
      "platformNotReady",
      "storageFailed",
      "noConnection",
      "serverUnavailable",
      "tooManyRequests",
      "requestTimeout",
      "invalidGrant",
      "noRefreshToken",
      "otherRegistration",
      "invalidClient",
      "malformedAnswer",
      "invalidIDToken",
      "agentUnavailable",
      "callbackRefused",
      "stateMismatch",
      "emailUnverified",
      "internalError",
    ]
    return state
  }

  @_optimize(none)
  private static func clearingState() -> State {
    var state = State("clearing", title: "Clearing")
    state.description = """
      The refresh token is revoked if the site can be reached, and all six stored values go.
      """
    state.initial = InitialTransition(["revoking"])
    state.entry = [Action(.handler("clearProvisional", arguments: []))]
    state.states = [revokingState(), forgettingAllState(), leavingSiteState()]
    return state
  }

  @_optimize(none)
  private static func revokingState() -> State {
    var state = State("revoking", title: "Revoking the refresh token")
    state.invoke.append(
      Invocation(
        .service("revokeTokens"),
        timeout: .literal(.seconds(15)),
        done: [Transition(["forgettingAll"], label: "revoked")],
        failed: [Invocation.Failure(nil, Transition(["forgettingAll"], label: "not revoked"))]
      )
    )
    return state
  }

  @_optimize(none)
  private static func forgettingAllState() -> State {
    var state = State("forgettingAll", title: "Forgetting the registration")
    state.invoke.append(
      Invocation(
        .service("clearAllTokens"),
        input: [NamedExpression("others", "forgetsOthers")],
        timeout: .literal(.seconds(15)),
        done: [
          Transition(["leavingSite"], guard: "native and endBrowserSession", label: "cleared"),
          Transition(
            ["registrationRequired"],
            guard: "native",
            actions: [Action(.assign([NamedExpression("source", "'No Tokens'")]))],
            label: "cleared"
          ),
          Transition(["initial"], label: "cleared"),
        ],
        failed: [
          Invocation.Failure(
            nil,
            Transition(
              ["error"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("letter", "'E'"), NamedExpression("lastError", "'storageFailed'")]
                  )
                )
              ],
              label: "error"
            )
          )
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func leavingSiteState() -> State {
    var state = State("leavingSite", title: "Logging out of the site")
    state.invoke.append(
      Invocation(
        .service("endBrowserSession"),
        timeout: .literal(.seconds(60)),
        done: [
          Transition(
            ["registrationRequired"],
            actions: [Action(.assign([NamedExpression("source", "'No Tokens'")]))],
            label: "logged out"
          )
        ],
        failed: [
          Invocation.Failure(
            nil,
            Transition(
              ["registrationRequired"],
              actions: [Action(.assign([NamedExpression("source", "'No Tokens'")]))],
              label: "not logged out"
            )
          )
        ]
      )
    )
    return state
  }
}
