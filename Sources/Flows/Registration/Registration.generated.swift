// Generated from registration.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts

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

  /// The ids of the services and child charts that states run.
  public enum ServiceID: String, CaseIterable, Hashable, Sendable {
    case preparePlatform
    case retrieveTokens
    case storeAgreedToken
    case checkBackend
    case renewTokens
    case persistRenewed
    case clearAllTokens
    case prepareAuthorization
    case openAgent
    case exchangeCode
    case persistProvisional
    case confirmProfile
    case persistConfirmed
    case revokeTokens
    case endBrowserSession
  }

  /// The events that the app can send, with their data.
  public enum Event: TypedEvent, Hashable, GuardedData {
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
    /// canceled
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
    public var event: Statecharts.ChartEvent {
      switch self {
      case .requestRegState(let urlScheme):
        Statecharts.ChartEvent("requestRegState", data: .map(["urlScheme": urlScheme.chartValue]))
      case .select(let type):
        Statecharts.ChartEvent("select", data: .map(["type": type.chartValue]))
      case .callback(let url):
        Statecharts.ChartEvent("callback", data: .map(["url": url.chartValue]))
      case .agentClosed:
        Statecharts.ChartEvent("agentClosed")
      case .cancel:
        Statecharts.ChartEvent("cancel")
      case .confirm:
        Statecharts.ChartEvent("confirm")
      case .retry:
        Statecharts.ChartEvent("retry")
      case .tokenRejected:
        Statecharts.ChartEvent("tokenRejected")
      case .logout:
        Statecharts.ChartEvent("logout")
      case .deregister:
        Statecharts.ChartEvent("deregister")
      case .clearState:
        Statecharts.ChartEvent("clearState")
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
  public enum Output: TypedOutput, Hashable, GuardedData {
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
    /// - Throws: `TypedDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: NamedData) throws(TypedDataProblem) {
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
        throw TypedDataProblem(payload.name)
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
      case .profileReady(let profile):
        ["profile": ShownMark.personal.replacing(profile)]
      case .errorOccurred(let error, let retryAfter):
        ["error": error, "retryAfter": retryAfter]
      }
    }
  }

  /// The error codes that the chart declares, and those of the engine.
  public enum ErrorCode: TypedData, RawRepresentable, Hashable {
    /// The device is not ready
    case platformNotReady
    /// The app is not set up for this
    ///
    /// The app's URL scheme, the agreed token, or the application for a way of registering is missing.
    /// Another try does not help.
    case notConfigured
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
    /// A failure that the engine raises.
    case platform(PlatformErrorCode)

    /// The error of a code; nil if the chart does not declare it and the engine does not raise it.
    public init?(rawValue: String) {
      switch rawValue {
      case "platformNotReady": self = .platformNotReady
      case "notConfigured": self = .notConfigured
      case "storageFailed": self = .storageFailed
      case "noConnection": self = .noConnection
      case "serverUnavailable": self = .serverUnavailable
      case "tooManyRequests": self = .tooManyRequests
      case "requestTimeout": self = .requestTimeout
      case "invalidGrant": self = .invalidGrant
      case "noRefreshToken": self = .noRefreshToken
      case "otherRegistration": self = .otherRegistration
      case "invalidClient": self = .invalidClient
      case "malformedAnswer": self = .malformedAnswer
      case "invalidIDToken": self = .invalidIDToken
      case "agentUnavailable": self = .agentUnavailable
      case "callbackRefused": self = .callbackRefused
      case "stateMismatch": self = .stateMismatch
      case "emailUnverified": self = .emailUnverified
      case "profileUpdateFailed": self = .profileUpdateFailed
      case "internalError": self = .internalError
      default:
        guard let code = PlatformErrorCode(rawValue: rawValue) else { return nil }
        self = .platform(code)
      }
    }

    /// The code.
    public var rawValue: String {
      switch self {
      case .platformNotReady:
        "platformNotReady"
      case .notConfigured:
        "notConfigured"
      case .storageFailed:
        "storageFailed"
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
      case .agentUnavailable:
        "agentUnavailable"
      case .callbackRefused:
        "callbackRefused"
      case .stateMismatch:
        "stateMismatch"
      case .emailUnverified:
        "emailUnverified"
      case .profileUpdateFailed:
        "profileUpdateFailed"
      case .internalError:
        "internalError"
      case .platform(let code):
        code.rawValue
      }
    }

    /// The title that people see; nil if the chart has none.
    public var title: String? {
      switch self {
      case .platformNotReady:
        "The device is not ready"
      case .notConfigured:
        "The app is not set up for this"
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
  public struct Context: TypedContext, GuardedData {
    private let contextView: ContextValues

    /// Makes a view of the variables.
    public init(_ view: ContextValues) { contextView = view }

    /// The app's own URL scheme, to which the site returns.
    public var urlScheme: String? {
      contextView.read("urlScheme")
    }

    /// How long before its expiry an access token counts as expired.
    public var grace: Duration {
      contextView.read("grace") ?? .seconds(14400)
    }

    /// Whether the back-end is asked too if a stored access token is valid. The notes of the source page say
    /// no, its overview calls it one test of validity; so it can be chosen.
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

    /// Whether the sign-in page asks for the account, because the person tries again. Otherwise the
    /// browser's login is used.
    public var asksForAccount: Bool {
      contextView.read("asksForAccount") ?? false
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
        "profile": ShownMark.personal.replacing(profile),
        "letter": letter,
        "source": source,
        "lastError": lastError,
        "retryAfter": retryAfter,
        "inDoubt": inDoubt,
        "forgetsOthers": forgetsOthers,
        "asksForAccount": asksForAccount,
        "splashHidden": splashHidden,
      ]
    }
  }

  /// The input at the start. A value that is left out has the initial value of the chart.
  public struct Input: OptionalInput, Hashable {
    /// How long before its expiry an access token counts as expired.
    public var grace: Duration?

    /// Whether the back-end is asked too if a stored access token is valid. The notes of the source page say
    /// no, its overview calls it one test of validity; so it can be chosen.
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
    public var values: [String: ChartValue] {
      let values: [String: ChartValue] = [
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
  public protocol Handlers: Sendable {
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
    /// removed before. What an earlier version of the app has stored is adopted once.
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
    /// Makes verifier, state and nonce, and the address of the page of the chosen kind. For another try the
    /// address has `prompt`, so that the page asks for the account.
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
    /// POSTs access/state/init, or is done at once if the app has no back-end.
    func confirmProfile() async throws(ConfirmProfileFailure)

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
    /// The app is not set up for this
    ///
    /// The app's URL scheme, the agreed token, or the application for a way of registering is missing.
    /// Another try does not help.
    case notConfigured

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "platformNotReady":
        self = .platformNotReady
      case "notConfigured":
        self = .notConfigured
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .platformNotReady:
        "platformNotReady"
      case .notConfigured:
        "notConfigured"
      }
    }

    /// The data of the error.
    public var data: ChartValue { .unset }
  }

  /// The errors of the service `retrieveTokens`.
  public enum RetrieveTokensFailure: DeclaredFailure, Hashable {
    /// The registration could not be read or stored
    case storageFailed

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
      default:
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
  }

  /// The errors of the service `storeAgreedToken`.
  public enum StoreAgreedTokenFailure: DeclaredFailure, Hashable {
    /// The app is not set up for this
    ///
    /// The app's URL scheme, the agreed token, or the application for a way of registering is missing.
    /// Another try does not help.
    case notConfigured
    /// The registration could not be read or stored
    case storageFailed
    /// Another application is registered here
    ///
    /// What is stored is not this app's. It stays until the state is cleared or somebody registers again.
    case otherRegistration

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "notConfigured":
        self = .notConfigured
      case "storageFailed":
        self = .storageFailed
      case "otherRegistration":
        self = .otherRegistration
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .notConfigured:
        "notConfigured"
      case .storageFailed:
        "storageFailed"
      case .otherRegistration:
        "otherRegistration"
      }
    }

    /// The data of the error.
    public var data: ChartValue { .unset }
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue {
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue {
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
      default:
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
  }

  /// The errors of the service `prepareAuthorization`.
  public enum PrepareAuthorizationFailure: DeclaredFailure, Hashable {
    /// The app is not set up for this
    ///
    /// The app's URL scheme, the agreed token, or the application for a way of registering is missing.
    /// Another try does not help.
    case notConfigured
    /// The browser could not be opened
    case agentUnavailable

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "notConfigured":
        self = .notConfigured
      case "agentUnavailable":
        self = .agentUnavailable
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .notConfigured:
        "notConfigured"
      case .agentUnavailable:
        "agentUnavailable"
      }
    }

    /// The data of the error.
    public var data: ChartValue { .unset }
  }

  /// The errors of the service `openAgent`.
  public enum OpenAgentFailure: DeclaredFailure, Hashable {
    /// The browser could not be opened
    case agentUnavailable

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "agentUnavailable":
        self = .agentUnavailable
      default:
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
  }

  /// Sends the events that the service `openAgent` can send while it runs.
  public struct OpenAgentSender: Sendable {
    private let call: ServiceCall

    /// Makes a sender for one run of the service.
    public init(_ call: ServiceCall) { self.call = call }

    private func send(_ event: Event) async -> EventOutcome { await call.send(event.event) }

    /// the site came back
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func callback(url: String) async -> EventOutcome {
      await self.send(Event.callback(url: url))
    }

    /// browser closed
    ///
    /// Before the site has called the app. Nothing has happened then.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func agentClosed() async -> EventOutcome {
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue {
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
      default:
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue {
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
      default:
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue {
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
      default:
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
  }
}

extension TypedService<
  Registration,
  Registration.PreparePlatformInput,
  Registration.PreparePlatformResult,
  Registration.PreparePlatformFailure
> {
  /// The service `preparePlatform`.
  public static var preparePlatform: Self { Self("preparePlatform") }
}

extension TypedService<
  Registration, Void, Registration.RetrieveTokensResult, Registration.RetrieveTokensFailure
> {
  /// The service `retrieveTokens`.
  public static var retrieveTokens: Self { Self("retrieveTokens") }
}

extension TypedService<Registration, Void, Void, Registration.StoreAgreedTokenFailure> {
  /// The service `storeAgreedToken`.
  public static var storeAgreedToken: Self { Self("storeAgreedToken") }
}

extension TypedService<
  Registration, Void, Registration.CheckBackendResult, Registration.CheckBackendFailure
> {
  /// The service `checkBackend`.
  public static var checkBackend: Self { Self("checkBackend") }
}

extension TypedService<Registration, Void, Registration.RenewTokensResult, Registration.RenewTokensFailure> {
  /// The service `renewTokens`.
  public static var renewTokens: Self { Self("renewTokens") }
}

extension TypedService<Registration, Void, Void, Registration.PersistRenewedFailure> {
  /// The service `persistRenewed`.
  public static var persistRenewed: Self { Self("persistRenewed") }
}

extension TypedService<
  Registration, Registration.PrepareAuthorizationInput, Void, Registration.PrepareAuthorizationFailure
> {
  /// The service `prepareAuthorization`.
  public static var prepareAuthorization: Self { Self("prepareAuthorization") }
}

extension TypedService<Registration, Void, Void, Registration.OpenAgentFailure> {
  /// The service `openAgent`.
  public static var openAgent: Self { Self("openAgent") }
}

extension TypedService<
  Registration,
  Registration.ExchangeCodeInput,
  Registration.ExchangeCodeResult,
  Registration.ExchangeCodeFailure
> {
  /// The service `exchangeCode`.
  public static var exchangeCode: Self { Self("exchangeCode") }
}

extension TypedService<Registration, Void, Void, Registration.PersistProvisionalFailure> {
  /// The service `persistProvisional`.
  public static var persistProvisional: Self { Self("persistProvisional") }
}

extension TypedService<Registration, Void, Void, Registration.ConfirmProfileFailure> {
  /// The service `confirmProfile`.
  public static var confirmProfile: Self { Self("confirmProfile") }
}

extension TypedService<
  Registration, Void, Registration.PersistConfirmedResult, Registration.PersistConfirmedFailure
> {
  /// The service `persistConfirmed`.
  public static var persistConfirmed: Self { Self("persistConfirmed") }
}

extension TypedService<Registration, Void, Void, Registration.RevokeTokensFailure> {
  /// The service `revokeTokens`.
  public static var revokeTokens: Self { Self("revokeTokens") }
}

extension TypedService<
  Registration, Registration.ClearAllTokensInput, Void, Registration.ClearAllTokensFailure
> {
  /// The service `clearAllTokens`.
  public static var clearAllTokens: Self { Self("clearAllTokens") }
}

extension TypedService<Registration, Void, Void, Never> {
  /// The service `endBrowserSession`.
  public static var endBrowserSession: Self { Self("endBrowserSession") }
}

// MARK: - Data

extension Registration {
  /// The values of `registrationType`.
  public enum RegistrationType: String, TypedData, CaseIterable, Hashable {
    /// `SOCIAL`
    case social = "SOCIAL"
    /// `PASSWORDLESS`
    case passwordless = "PASSWORDLESS"
  }

  /// What the third-party site says of the person, to be confirmed. It outlasts a try to save it that
  /// failed, and is forgotten wherever the attempt ends.
  public struct ContextProfile: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      displayName = try chartValue.read("displayName")
      firstName = try chartValue.read("firstName")
      lastName = try chartValue.read("lastName")
      email = try chartValue.read("email")
      imageUrl = try chartValue.read("imageUrl")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  public enum Letter: String, TypedData, CaseIterable, Hashable {
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
  public enum SelectType: String, TypedData, CaseIterable, Hashable {
    /// `SOCIAL`
    case social = "SOCIAL"
    /// `PASSWORDLESS`
    case passwordless = "PASSWORDLESS"
  }

  /// The values of `key`.
  public enum Key: String, TypedData, CaseIterable, Hashable {
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
  public struct ProfileReadyProfile: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      displayName = try chartValue.read("displayName")
      firstName = try chartValue.read("firstName")
      lastName = try chartValue.read("lastName")
      email = try chartValue.read("email")
      imageUrl = try chartValue.read("imageUrl")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  public struct PreparePlatformInput: TypedData, Hashable {
    /// The field `urlScheme`.
    public var urlScheme: String?

    /// Makes the data from its fields.
    public init(urlScheme: String? = nil) {
      self.urlScheme = urlScheme
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      urlScheme = try chartValue.read("urlScheme")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["urlScheme": urlScheme.chartValue])
    }
  }

  /// The result of `preparePlatform`.
  public struct PreparePlatformResult: TypedData, Hashable {
    /// The field `native`.
    public var native: Bool

    /// Makes the data from its fields.
    public init(native: Bool) {
      self.native = native
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      native = try chartValue.read("native")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["native": native.chartValue])
    }
  }

  /// The result of `retrieveTokens`.
  public struct RetrieveTokensResult: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      hasAccessToken = try chartValue.read("hasAccessToken")
      validFor = try chartValue.read("validFor")
      lifetime = try chartValue.read("lifetime")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  public struct CheckBackendResult: TypedData, Hashable {
    /// The field `valid`.
    public var valid: Bool

    /// Makes the data from its fields.
    public init(valid: Bool) {
      self.valid = valid
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      valid = try chartValue.read("valid")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["valid": valid.chartValue])
    }
  }

  /// The result of `renewTokens`.
  public struct RenewTokensResult: TypedData, Hashable {
    /// The field `validFor`.
    public var validFor: Duration

    /// Makes the data from its fields.
    public init(validFor: Duration) {
      self.validFor = validFor
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      validFor = try chartValue.read("validFor")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["validFor": validFor.chartValue])
    }
  }

  /// The input of the service `prepareAuthorization`.
  public struct PrepareAuthorizationInput: TypedData, Hashable {
    /// The field `registrationType`.
    public var registrationType: String?

    /// The field `asksForAccount`.
    public var asksForAccount: Bool

    /// Makes the data from its fields.
    public init(registrationType: String? = nil, asksForAccount: Bool) {
      self.registrationType = registrationType
      self.asksForAccount = asksForAccount
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      registrationType = try chartValue.read("registrationType")
      asksForAccount = try chartValue.read("asksForAccount")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["registrationType": registrationType.chartValue, "asksForAccount": asksForAccount.chartValue])
    }
  }

  /// The input of the service `exchangeCode`.
  public struct ExchangeCodeInput: TypedData, Hashable {
    /// The field `registrationType`.
    public var registrationType: String?

    /// Makes the data from its fields.
    public init(registrationType: String? = nil) {
      self.registrationType = registrationType
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      registrationType = try chartValue.read("registrationType")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["registrationType": registrationType.chartValue])
    }
  }

  /// The data `profile`.
  public struct ExchangeCodeResultProfile: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      displayName = try chartValue.read("displayName")
      firstName = try chartValue.read("firstName")
      lastName = try chartValue.read("lastName")
      email = try chartValue.read("email")
      imageUrl = try chartValue.read("imageUrl")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  public struct ExchangeCodeResult: TypedData, Hashable, GuardedData {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      emailVerified = try chartValue.read("emailVerified")
      profile = try chartValue.read("profile")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["emailVerified": emailVerified.chartValue, "profile": profile.chartValue])
    }

    /// The type's name.
    public var shownName: String { "ExchangeCodeResult" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["emailVerified": emailVerified, "profile": ShownMark.personal]
    }
  }

  /// The result of `persistConfirmed`.
  public struct PersistConfirmedResult: TypedData, Hashable {
    /// The field `validFor`.
    public var validFor: Duration

    /// Makes the data from its fields.
    public init(validFor: Duration) {
      self.validFor = validFor
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      validFor = try chartValue.read("validFor")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["validFor": validFor.chartValue])
    }
  }

  /// The input of the service `clearAllTokens`.
  public struct ClearAllTokensInput: TypedData, Hashable {
    /// The field `others`.
    public var others: Bool

    /// Makes the data from its fields.
    public init(others: Bool) {
      self.others = others
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      others = try chartValue.read("others")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["others": others.chartValue])
    }
  }
}

// MARK: - Binding

extension Registration {
  /// A value of any type that implements `Handlers`.
  public typealias AnyHandlers = any Handlers

  /// Binds handlers by name.
  public static func handlers(_ handling: any Handlers) -> ChartHandlers {
    var handlers = ChartHandlers()
    handlers.guard("isOurCallback") { call in
      try handling.isOurCallback(url: call.payload("url"))
    }
    handlers.guard("callbackIsAnswer") { call in
      try handling.callbackIsAnswer(url: call.payload("url"))
    }
    handlers.guard("callbackIsAccepted") { call in
      try handling.callbackIsAccepted(url: call.payload("url"))
    }
    handlers.action("keepCallback") { call in
      try handling.keepCallback(url: call.argument("url"))
    }
    handlers.action("clearProvisional") {
      try handling.clearProvisional()
    }
    handlers.action("forgetTransaction") {
      try handling.forgetTransaction()
    }
    handlers.action("hideSplash") {
      try handling.hideSplash()
    }
    handlers.action("reportException") { call in
      try handling.reportException(error: call.argument("error"))
    }
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
    handlers.service("confirmProfile") { _ in
      try await handling.confirmProfile()
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
}

// MARK: - The chart

extension Registration {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(generated: model)
  }

  /// The chart, for the engine to read.
  private static let model = #"""
    {"model":1,"id":"registration","title":"ClueRide registration","description":"Registers a device with \#
    an email address that a third-party site has verified, and keeps the access token fresh from then on. \#
    The app asks once for the state of the registration and is told each time it \#
    settles.","version":1,"context":[
    {"name":"urlScheme","type":{"optional":"string"},"description":"The app's own URL scheme, to which the \#
    site returns."},
    {"name":"grace","type":"duration","description":"How long before its expiry an access token counts as \#
    expired.","initial":"4h","input":true},
    {"name":"backendCheck","type":"bool","description":"Whether the back-end is asked too if a stored \#
    access token is valid. The notes of the source page say no, its overview calls it one test of validity; \#
    so it can be chosen.","initial":"false","input":true},
    {"name":"endBrowserSession","type":"bool","description":"Whether logging out ends the login at the \#
    third-party site as well. An open question of the source page.","initial":"false","input":true},
    {"name":"native","type":"bool","description":"Whether the platform can leave for another site and come \#
    back.","initial":"false"},
    {"name":"hasAccessToken","type":"bool","description":"Whether an access token is stored, expired or \#
    not.","initial":"false"},
    {"name":"validFor","type":{"optional":"duration"},"description":"Time to the stored expiry; none when \#
    it is missing or unreadable."},
    {"name":"margin","type":"duration","description":"How long before its expiry the stored access token \#
    counts as expired: `grace`, but no more than half of the time for which the token was good when it \#
    came.","initial":"4h"},
    {"name":"renewIn","type":{"optional":"duration"},"description":"When the access token has to be \#
    renewed."},
    {"name":"registrationType","type":{"optional":"string"},"values":["SOCIAL","PASSWORDLESS"]},
    {"name":"profile","type":{"optional":{"record":[
    {"name":"displayName","type":{"optional":"string"}},
    {"name":"firstName","type":{"optional":"string"}},
    {"name":"lastName","type":{"optional":"string"}},
    {"name":"email","type":{"optional":"string"}},
    {"name":"imageUrl","type":{"optional":"string"}}]}},"personal":true,"description":"What the third-party \#
    site says of the person, to be confirmed. It outlasts a try to save it that failed, and is forgotten \#
    wherever the attempt ends."},
    {"name":"letter","type":{"optional":"string"},"values":["A","B","C","D","E","F","G","H"],"description":"Which \#
    event of the source page it was: active with the agreed token (A), with a token that has not expired \#
    (B), with a renewed one (C) or after confirming (H), registration required (D), awaiting confirmation \#
    (G), or an error. The source has one name for two errors. Here E means that existing access was \#
    checked, renewed or removed, and F everything else."},
    {"name":"source","type":{"optional":"string"},"description":"What led here, in the words of the first \#
    implementation."},
    {"name":"lastError","type":{"optional":"error"},"description":"The cause that is published beside the \#
    letter."},
    {"name":"retryAfter","type":{"optional":"int"},"description":"Seconds to wait before trying \#
    again.","clearedOnExitOf":["error"]},
    {"name":"inDoubt","type":"bool","description":"Whether the store may have kept the attempt, for it has \#
    said that it could not, or nothing in time.","initial":"false"},
    {"name":"forgetsOthers","type":"bool","description":"Whether another application's registration goes \#
    too, as only who clears the state wants.","initial":"false"},
    {"name":"asksForAccount","type":"bool","description":"Whether the sign-in page asks for the account, \#
    because the person tries again. Otherwise the browser's login is used.","initial":"false"},
    {"name":"splashHidden","type":"bool","initial":"false"}],"events":[
    {"name":"requestRegState","title":"state of the registration requested","payload":[
    {"name":"urlScheme","type":"string"}]},
    {"name":"select","title":"way of registering chosen","description":"Social, or an email address to \#
    which a code is sent.","payload":[
    {"name":"type","type":"string","values":["SOCIAL","PASSWORDLESS"]}]},
    {"name":"callback","title":"the site came back","payload":[
    {"name":"url","type":"string","secret":true}]},
    {"name":"agentClosed","title":"browser closed","description":"Before the site has called the app. \#
    Nothing has happened then."},
    {"name":"cancel","title":"canceled","description":"The person gives up the sign-in that is under \#
    way."},
    {"name":"confirm","title":"profile confirmed","description":"Name and address are those of the \#
    person."},
    {"name":"retry","title":"another try","description":"With another address, or after an error."},
    {"name":"tokenRejected","title":"access token refused","description":"The back-end answered 401."},
    {"name":"logout","title":"logged out"},
    {"name":"deregister","title":"device deregistered"},
    {"name":"clearState","title":"state cleared","description":"The menu item for systems on which storage \#
    is hard to reach."}],"errors":[
    {"code":"platformNotReady","title":"The device is not ready"},
    {"code":"notConfigured","title":"The app is not set up for this","description":"The app's URL scheme, \#
    the agreed token, or the application for a way of registering is missing. Another try does not help."},
    {"code":"storageFailed","title":"The registration could not be read or stored"},
    {"code":"noConnection","title":"No internet connection"},
    {"code":"serverUnavailable","title":"The server is not available","description":"Answers of 500 and \#
    more."},
    {"code":"tooManyRequests","title":"Too many requests","description":"Also while another process renews \#
    the same registration.","payload":[
    {"name":"retryAfter","type":{"optional":"int"}}]},
    {"code":"requestTimeout","title":"No answer in time","description":"15 seconds for what a state waits \#
    for."},
    {"code":"invalidGrant","title":"The sign-in or the registration has expired","description":"403 \#
    invalid_grant."},
    {"code":"noRefreshToken","title":"The registration cannot be renewed","description":"No refresh token \#
    is stored."},
    {"code":"otherRegistration","title":"Another application is registered here","description":"What is \#
    stored is not this app's. It stays until the state is cleared or somebody registers again."},
    {"code":"invalidClient","title":"This app is not known","description":"401 invalid_client."},
    {"code":"malformedAnswer","title":"The answer could not be understood"},
    {"code":"invalidIDToken","title":"The proof of identity is not valid","description":"Signature, issuer, \#
    audience, expiry or nonce."},
    {"code":"agentUnavailable","title":"The browser could not be opened"},
    {"code":"callbackRefused","title":"The site refused","description":"access_denied or another error, or \#
    an answer without one code."},
    {"code":"stateMismatch","title":"The answer belongs to another sign-in","description":"Its state is not \#
    the one that was sent, or another site has sent it. The site has not refused anything."},
    {"code":"emailUnverified","title":"The email address is not verified","description":"The site says so, \#
    or says nothing of it."},
    {"code":"profileUpdateFailed","title":"The profile could not be saved"},
    {"code":"internalError","title":"Something went wrong"}],"outputs":[
    {"name":"regState","title":"state of the registration","description":"Each is kept by the handlers for \#
    later callers, since it may settle before the request has returned.","payload":[
    {"name":"key","type":"string","values":["INITIAL","ACTIVE","REGISTRATION_REQUIRED","CONFIRMATION_REQUIRED","ERROR"]},
    {"name":"letter","type":{"optional":"string"},"values":["A","B","C","D","E","F","G","H"]},
    {"name":"source","type":{"optional":"string"}},
    {"name":"exception","type":{"optional":"error"}},
    {"name":"retryAfter","type":{"optional":"int"}}]},
    {"name":"profileReady","title":"the profile to confirm","payload":[
    {"name":"profile","type":{"optional":{"record":[
    {"name":"displayName","type":{"optional":"string"}},
    {"name":"firstName","type":{"optional":"string"}},
    {"name":"lastName","type":{"optional":"string"}},
    {"name":"email","type":{"optional":"string"}},
    {"name":"imageUrl","type":{"optional":"string"}}]}},"personal":true}]},
    {"name":"errorOccurred","title":"an error to show","payload":[
    {"name":"error","type":"error"},
    {"name":"retryAfter","type":{"optional":"int"}}]}],"handlers":{"guards":[
    {"name":"isOurCallback","title":"the address is ours","description":"It begins with our redirect \#
    address; others are not for this flow.","payload":[
    {"name":"url","type":"string","secret":true}]},
    {"name":"callbackIsAnswer","title":"the answer is to this sign-in","description":"The state equals the \#
    one that was sent, compared in constant time, and no other site says that it has sent it.","payload":[
    {"name":"url","type":"string","secret":true}]},
    {"name":"callbackIsAccepted","title":"the site agreed","description":"The answer is to this sign-in, a \#
    code is there, and no error is.","payload":[
    {"name":"url","type":"string","secret":true}]}],"actions":[
    {"name":"keepCallback","description":"Keeps the code of the address in memory for the \#
    exchange.","arguments":[
    {"name":"url","type":"string","secret":true}]},
    {"name":"clearProvisional","description":"Forgets what persistProvisional keeps, in memory alone. Where \#
    the store may have it too, the next service that reads or clears the tokens takes it out. A confirmed \#
    registration that is stored stays."},
    {"name":"forgetTransaction","description":"Forgets verifier, state and nonce."},
    {"name":"hideSplash","description":"Hides the splash screen once the first screen can be shown."},
    {"name":"reportException","description":"Shows the message and reports it.","arguments":[
    {"name":"error","type":{"optional":"error"}}]}],"services":[
    {"name":"preparePlatform","title":"Wait for the platform","description":"Waits until the platform is \#
    ready, then routes the URL scheme to this flow.","arguments":[
    {"name":"urlScheme","type":{"optional":"string"}}],"result":{"record":[
    {"name":"native","type":"bool"}]},"errors":["platformNotReady","notConfigured"]},
    {"name":"retrieveTokens","title":"Read the stored tokens","description":"`validFor` is the stored \#
    expiry less the time now, `lifetime` how long the token was good when it came: a day where that is not \#
    stored. An attempt that was given up and is stored all the same is removed before. What an earlier \#
    version of the app has stored is adopted once.","result":{"record":[
    {"name":"hasAccessToken","type":"bool"},
    {"name":"validFor","type":{"optional":"duration"}},
    {"name":"lifetime","type":"duration"}]},"errors":["storageFailed"]},
    {"name":"storeAgreedToken","title":"Store the agreed token","description":"Platforms without a browser \#
    use a token that the back-end knows; the type is \#
    SOCIAL.","errors":["notConfigured","storageFailed","otherRegistration"]},
    {"name":"checkBackend","title":"Ask the back-end","description":"GET access/state. The back-end asks \#
    the third-party site who the token belongs to and picks up the profile.","result":{"record":[
    {"name":"valid","type":"bool"}]},"errors":["noConnection","serverUnavailable","tooManyRequests","requestTimeout","malformedAnswer"]},
    {"name":"renewTokens","title":"Renew the access token","description":"Reads client and refresh token \#
    now, not when the app started, and POSTs oauth/token. `validFor` is the time to the new expiry: \#
    expires_in when it comes, a number above zero, else a day.","result":{"record":[
    {"name":"validFor","type":"duration"}]},"errors":["noConnection","serverUnavailable","tooManyRequests","requestTimeout","invalidGrant","noRefreshToken","otherRegistration","invalidClient","malformedAnswer","invalidIDToken","storageFailed"]},
    {"name":"persistRenewed","title":"Store the renewed tokens","description":"Replaces profile, ID token, \#
    access token and expiry. The refresh token too when a new one came, for the old one then no longer \#
    works; the source page says \"no action\".","errors":["storageFailed"]},
    {"name":"prepareAuthorization","title":"Prepare the sign-in page","description":"Makes verifier, state \#
    and nonce, and the address of the page of the chosen kind. For another try the address has `prompt`, so \#
    that the page asks for the account.","arguments":[
    {"name":"registrationType","type":{"optional":"string"}},
    {"name":"asksForAccount","type":"bool"}],"errors":["notConfigured","agentUnavailable"]},
    {"name":"openAgent","title":"Show the sign-in page","description":"Opens the page in the system's \#
    browser. Sends the callback, or agentClosed when the person closes the browser. Stopping it closes the \#
    browser.","errors":["agentUnavailable"],"sends":["callback","agentClosed"]},
    {"name":"exchangeCode","title":"Exchange the code for tokens","description":"POSTs oauth/token, \#
    validates the ID token and builds the profile from it. There is a way to learn the expiry, against what \#
    the source page says: expires_in, a number above zero, and a day when it does not come.","arguments":[
    {"name":"registrationType","type":{"optional":"string"}}],"result":{"record":[
    {"name":"emailVerified","type":"bool"},
    {"name":"profile","type":{"record":[
    {"name":"displayName","type":{"optional":"string"}},
    {"name":"firstName","type":{"optional":"string"}},
    {"name":"lastName","type":{"optional":"string"}},
    {"name":"email","type":{"optional":"string"}},
    {"name":"imageUrl","type":{"optional":"string"}}]},"personal":true}]},"errors":["noConnection","serverUnavailable","tooManyRequests","requestTimeout","invalidGrant","invalidClient","malformedAnswer","invalidIDToken"]},
    {"name":"persistProvisional","title":"Keep the attempt","description":"Keeps tokens and profile of the \#
    attempt in memory, so that an unconfirmed one leaves no record.","errors":["storageFailed"]},
    {"name":"confirmProfile","title":"Save the profile","description":"POSTs access/state/init, or is done \#
    at once if the app has no \#
    back-end.","errors":["noConnection","serverUnavailable","tooManyRequests","requestTimeout","profileUpdateFailed","malformedAnswer"]},
    {"name":"persistConfirmed","title":"Store the confirmed registration","description":"Writes profile, ID \#
    token, access token, refresh token, expiry and registration type at once. The refresh token of another \#
    registration that was stored is revoked, where that ends no more than that one. `validFor` is the time \#
    to the expiry from now: the person may have taken hours to confirm.","result":{"record":[
    {"name":"validFor","type":"duration"}]},"errors":["storageFailed"]},
    {"name":"revokeTokens","title":"Revoke the refresh token","description":"POSTs oauth/revoke with the \#
    stored refresh token, if there is \#
    one.","errors":["noConnection","serverUnavailable","tooManyRequests","requestTimeout","storageFailed"]},
    {"name":"clearAllTokens","title":"Forget the registration","description":"Removes all six stored \#
    values; those of another application only where that is asked for.","arguments":[
    {"name":"others","type":"bool"}],"errors":["storageFailed"]},
    {"name":"endBrowserSession","title":"Log out of the site","description":"Opens v2/logout in the \#
    system's browser, which ends the browser's own login there and comes back by itself. What comes of it \#
    changes nothing."}]},"root":{"id":"registration","title":"ClueRide \#
    registration","description":"Registers a device with an email address that a third-party site has \#
    verified, and keeps the access token fresh from then on. The app asks once for the state of the \#
    registration and is told each time it settles.","initial":{"targets":["initial"]},"on":[
    {"event":"error.execution","targets":["error"],"guard":"in(checkingBackend) or in(renewing) or \#
    in(clearing) or in(active)","actions":[
    {"assign":[["letter","'E'"],["lastError","'internalError'"]]}],"label":"internal error"},
    {"event":"error.execution","targets":["error"],"guard":"not in(error)","actions":[
    {"assign":[["letter","'F'"],["lastError","'internalError'"]]}],"label":"internal error"}],"states":[
    {"id":"initial","title":"Initial","description":"Nobody has asked for the state of the registration \#
    yet.","entry":[
    {"emit":["regState",[["key","'INITIAL'"]]]}],"on":[
    {"event":"requestRegState","targets":["preparing"],"actions":[
    {"assign":[["urlScheme","event.data.urlScheme"]]}]}]},
    {"id":"preparing","title":"Preparing","description":"The app waits for the platform and reads what is \#
    stored.","initial":{"targets":["awaitingPlatform"]},"states":[
    {"id":"awaitingPlatform","title":"Waiting for the platform","invoke":[
    {"source":{"service":"preparePlatform"},"input":[["urlScheme","urlScheme"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["readingTokens"],"actions":[
    {"assign":[["native","event.data.native"]]}],"label":"platform ready"}],"failed":[
    {"code":"notConfigured","targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","event.error"]]}],"label":"error"},
    {"targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","'platformNotReady'"]]}],"label":"error"}]}]},
    {"id":"readingTokens","title":"Reading the tokens","invoke":[
    {"source":{"service":"retrieveTokens"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["route"],"actions":[
    {"assign":[["hasAccessToken","event.data.hasAccessToken"],["validFor","event.data.validFor"],["margin","min(grace, \#
    event.data.lifetime * 0.5)"]]}]}],"failed":[
    {"targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","'storageFailed'"]]}],"label":"error"}]}]}]},
    {"id":"route","kind":"choice","title":"What is there","always":[
    {"targets":["settingAgreedToken"],"guard":"not native","label":"not native"},
    {"targets":["registrationRequired"],"guard":"not hasAccessToken","actions":[
    {"assign":[["source","'No Tokens'"]]}],"label":"no token"},
    {"targets":["checkingBackend"],"guard":"defined(validFor) and validFor >= margin and \#
    backendCheck","label":"not expired"},
    {"targets":["active"],"guard":"defined(validFor) and validFor >= margin","actions":[
    {"assign":[["letter","'B'"],["source","'Access remains valid'"],["renewIn","validFor - \#
    margin"]]}],"label":"not expired"},
    {"targets":["renewing"],"label":"expired"}]},
    {"id":"settingAgreedToken","title":"Setting the agreed token","invoke":[
    {"source":{"service":"storeAgreedToken"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["active"],"actions":[
    {"assign":[["letter","'A'"],["source","'BDD'"],["renewIn","unset"]]}]}],"failed":[
    {"code":"notConfigured","targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","event.error"]]}],"label":"error"},
    {"code":"otherRegistration","targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","event.error"]]}],"label":"error"},
    {"targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","'storageFailed'"]]}],"label":"error"}]}]},
    {"id":"checkingBackend","title":"Asking the back-end","invoke":[
    {"source":{"service":"checkBackend"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["active"],"guard":"event.data.valid","actions":[
    {"assign":[["letter","'B'"],["source","'Access remains valid'"],["renewIn","validFor - \#
    margin"]]}],"label":"valid"},
    {"targets":["renewing"],"label":"not valid"}],"failed":[
    {"code":"tooManyRequests","targets":["error"],"actions":[
    {"assign":[["letter","'E'"],["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"error"},
    {"code":"timeout","targets":["error"],"actions":[
    {"assign":[["letter","'E'"],["lastError","'requestTimeout'"]]}],"label":"error"},
    {"targets":["error"],"actions":[
    {"assign":[["letter","'E'"],["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"renewing","title":"Renewing","description":"The access token has expired, or was refused, and is \#
    replaced.","initial":{"targets":["requestingTokens"]},"states":[
    {"id":"requestingTokens","title":"Asking for new tokens","invoke":[
    {"source":{"service":"renewTokens"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["storingRenewed"],"actions":[
    {"assign":[["renewIn","max(event.data.validFor - grace, event.data.validFor * 0.5, \#
    1m)"]]}],"label":"renewed"}],"failed":[
    {"code":"invalidGrant","targets":["forgetting"],"actions":[
    {"assign":[["letter","'E'"],["lastError","event.error"]]}],"label":"expired for good"},
    {"code":"noRefreshToken","targets":["forgetting"],"actions":[
    {"assign":[["letter","'E'"],["lastError","event.error"]]}],"label":"cannot be renewed"},
    {"code":"tooManyRequests","targets":["error"],"actions":[
    {"assign":[["letter","'E'"],["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"error"},
    {"code":"timeout","targets":["error"],"actions":[
    {"assign":[["letter","'E'"],["lastError","'requestTimeout'"]]}],"label":"error"},
    {"targets":["error"],"actions":[
    {"assign":[["letter","'E'"],["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"storingRenewed","title":"Storing the renewed tokens","invoke":[
    {"source":{"service":"persistRenewed"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["active"],"actions":[
    {"assign":[["letter","'C'"],["source","'Renewed'"]]}],"label":"stored"}],"failed":[
    {"targets":["error"],"actions":[
    {"assign":[["letter","'E'"],["lastError","'storageFailed'"]]}],"label":"error"}]}]},
    {"id":"forgetting","title":"Forgetting what cannot be renewed","invoke":[
    {"source":{"service":"clearAllTokens"},"input":[["others","false"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["error"],"label":"forgotten"}],"failed":[
    {"targets":["error"],"actions":[
    {"assign":[["letter","'E'"],["lastError","'storageFailed'"]]}],"label":"error"}]}]}]},
    {"id":"authorizing","title":"Authorizing","description":"The person signs in at the third-party \#
    site.","initial":{"targets":["opening"]},"exit":[
    {"handler":["forgetTransaction",[]]}],"on":[
    {"event":"cancel","targets":["registrationRequired"],"actions":[
    {"assign":[["source","'User-requested Retry'"],["asksForAccount","true"]]},
    {"handler":["clearProvisional",[]]}]}],"states":[
    {"id":"opening","title":"Opening the site","invoke":[
    {"source":{"service":"prepareAuthorization"},"input":[["registrationType","registrationType"],["asksForAccount","asksForAccount"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["awaitingCallback"],"label":"prepared"}],"failed":[
    {"code":"timeout","targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","'requestTimeout'"]]}],"label":"error"},
    {"targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"awaitingCallback","title":"At the site","description":"The site has the person; seconds or \#
    minutes pass.","invoke":[
    {"source":{"service":"openAgent"},"done":[
    {"targets":["registrationRequired"],"actions":[
    {"assign":[["source","'User-requested Retry'"],["asksForAccount","true"]]}],"label":"browser \#
    closed"}],"failed":[
    {"targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","event.error"]]}],"label":"error"}]}],"on":[
    {"event":"callback","targets":["exchanging"],"guard":"isOurCallback and callbackIsAccepted","actions":[
    {"handler":["keepCallback",[["url","event.data.url"]]]}],"label":"the site agreed"},
    {"event":"callback","targets":["error"],"guard":"isOurCallback and callbackIsAnswer","actions":[
    {"assign":[["letter","'F'"],["lastError","'callbackRefused'"]]}],"label":"the site refused"},
    {"event":"callback","targets":["error"],"guard":"isOurCallback","actions":[
    {"assign":[["letter","'F'"],["lastError","'stateMismatch'"]]}],"label":"of another sign-in"},
    {"event":"agentClosed","targets":["registrationRequired"],"actions":[
    {"assign":[["source","'User-requested Retry'"],["asksForAccount","true"]]}]}],"after":[
    {"delay":{"literal":[600,0]},"name":"10m","targets":["registrationRequired"],"actions":[
    {"assign":[["source","'User-requested Retry'"],["asksForAccount","true"]]}]}]},
    {"id":"exchanging","title":"Exchanging the code","invoke":[
    {"source":{"service":"exchangeCode"},"input":[["registrationType","registrationType"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["keepingProvisional"],"guard":"event.data.emailVerified","actions":[
    {"assign":[["profile","event.data.profile"]]}],"label":"registered at the site"},
    {"targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","'emailUnverified'"]]}],"label":"email address not \#
    verified"}],"failed":[
    {"code":"tooManyRequests","targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"error"},
    {"code":"timeout","targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","'requestTimeout'"]]}],"label":"error"},
    {"targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"keepingProvisional","title":"Keeping the attempt","invoke":[
    {"source":{"service":"persistProvisional"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["awaitingConfirmation"],"label":"kept"}],"failed":[
    {"targets":["error"],"actions":[
    {"assign":[["letter","'F'"],["lastError","'storageFailed'"]]}],"label":"error"}]}]}]},
    {"id":"confirming","title":"Confirming","initial":{"targets":["savingProfile"]},"states":[
    {"id":"savingProfile","title":"Saving the profile","invoke":[
    {"source":{"service":"confirmProfile"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["storingConfirmed"],"label":"saved"}],"failed":[
    {"code":"tooManyRequests","targets":["awaitingConfirmation"],"actions":[
    {"emit":["errorOccurred",[["error","event.error"],["retryAfter","event.data.retryAfter"]]]}],"label":"error"},
    {"code":"timeout","targets":["awaitingConfirmation"],"actions":[
    {"emit":["errorOccurred",[["error","'requestTimeout'"]]]}],"label":"error"},
    {"targets":["awaitingConfirmation"],"actions":[
    {"emit":["errorOccurred",[["error","event.error"]]]}],"label":"error"}]}]},
    {"id":"storingConfirmed","title":"Storing the registration","invoke":[
    {"source":{"service":"persistConfirmed"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["active"],"actions":[
    {"assign":[["letter","'H'"],["source","'Freshly Confirmed new \#
    Registration'"],["renewIn","max(event.data.validFor - grace, event.data.validFor * 0.5, \#
    1m)"]]}],"label":"confirmed"}],"failed":[
    {"targets":["awaitingConfirmation"],"actions":[
    {"assign":[["inDoubt","true"]]},
    {"emit":["errorOccurred",[["error","'storageFailed'"]]]}],"label":"error"}]}]}]},
    {"id":"settled","title":"Settled","description":"The request is answered; the app shows a \#
    screen.","initial":{"targets":["registrationRequired"]},"on":[
    {"event":"clearState","targets":["clearing"],"actions":[
    {"assign":[["forgetsOthers","true"]]}]}],"always":[
    {"guard":"not splashHidden","actions":[
    {"assign":[["splashHidden","true"]]},
    {"handler":["hideSplash",[]]}],"label":"first screen"}],"states":[
    {"id":"registrationRequired","title":"Registration required","description":"The app presents the ways \#
    of registering, Social and Email. There is no time limit.","entry":[
    {"assign":[["letter","'D'"],["profile","unset"],["inDoubt","false"]]},
    {"emit":["regState",[["key","'REGISTRATION_REQUIRED'"],["letter","letter"],["source","source"]]]}],"on":[
    {"event":"select","targets":["authorizing"],"actions":[
    {"assign":[["registrationType","event.data.type"]]}]}]},
    {"id":"awaitingConfirmation","title":"Awaiting confirmation","description":"The app presents the \#
    profile, and the person confirms it or tries again. There is no time limit.","entry":[
    {"assign":[["letter","'G'"],["source","'Successful 3rd-party Registration'"]]},
    {"emit":["regState",[["key","'CONFIRMATION_REQUIRED'"],["letter","letter"],["source","source"]]]},
    {"emit":["profileReady",[["profile","profile"]]]}],"on":[
    {"event":"confirm","targets":["confirming"]},
    {"event":"retry","targets":["readingTokens"],"guard":"inDoubt","actions":[
    {"assign":[["asksForAccount","true"]]},
    {"handler":["clearProvisional",[]]}],"label":"another try"},
    {"event":"retry","targets":["registrationRequired"],"actions":[
    {"assign":[["source","'User-requested Retry'"],["asksForAccount","true"]]},
    {"handler":["clearProvisional",[]]}],"label":"another \#
    try"}],"errors":["noConnection","serverUnavailable","tooManyRequests","requestTimeout","profileUpdateFailed","malformedAnswer","storageFailed"]},
    {"id":"active","title":"Active","description":"The registration is valid. Clients wait for this; they \#
    may go on listening.","initial":{"targets":["expiry"]},"entry":[
    {"handler":["forgetTransaction",[]]},
    {"assign":[["profile","unset"],["asksForAccount","false"]]},
    {"emit":["regState",[["key","'ACTIVE'"],["letter","letter"],["source","source"]]]}],"on":[
    {"event":"tokenRejected","targets":["renewing"]},
    {"event":"logout","targets":["clearing"],"actions":[
    {"assign":[["forgetsOthers","false"]]}]},
    {"event":"deregister","targets":["clearing"],"actions":[
    {"assign":[["forgetsOthers","false"]]}]},
    {"event":"requestRegState","targets":["preparing"],"actions":[
    {"assign":[["urlScheme","event.data.urlScheme"]]}]}],"states":[
    {"id":"expiry","kind":"choice","title":"Whether the token expires","always":[
    {"targets":["untilExpiry"],"guard":"defined(renewIn)"},
    {"targets":["withoutExpiry"],"label":"agreed token"}]},
    {"id":"untilExpiry","title":"Until the token expires","after":[
    {"delay":{"expression":"renewIn"},"name":"renewIn","targets":["renewing"],"label":"expiry reached"}]},
    {"id":"withoutExpiry","title":"Without expiry"}]},
    {"id":"error","title":"Error","description":"Checking, renewing or removing (E) or registering (F) did \#
    not work; the cause is published beside it.","entry":[
    {"assign":[["profile","unset"]]},
    {"emit":["regState",[["key","'ERROR'"],["letter","letter"],["exception","lastError"],["retryAfter","retryAfter"]]]},
    {"handler":["reportException",[["error","lastError"]]]}],"on":[
    {"event":"requestRegState","targets":["preparing"],"actions":[
    {"assign":[["urlScheme","event.data.urlScheme"]]},
    {"handler":["clearProvisional",[]]}]},
    {"event":"retry","targets":["readingTokens"],"guard":"letter == 'E'","label":"another try with the \#
    tokens"},
    {"event":"retry","targets":["preparing"],"guard":"not native or inDoubt or lastError == \#
    'platformNotReady' or lastError == 'storageFailed'","actions":[
    {"assign":[["asksForAccount","true"]]},
    {"handler":["clearProvisional",[]]}],"label":"another try from the beginning"},
    {"event":"retry","targets":["registrationRequired"],"actions":[
    {"assign":[["source","'User-requested Retry'"],["asksForAccount","true"]]},
    {"handler":["clearProvisional",[]]}],"label":"another \#
    try"}],"errors":["platformNotReady","notConfigured","storageFailed","noConnection","serverUnavailable","tooManyRequests","requestTimeout","invalidGrant","noRefreshToken","otherRegistration","invalidClient","malformedAnswer","invalidIDToken","agentUnavailable","callbackRefused","stateMismatch","emailUnverified","internalError"]}]},
    {"id":"clearing","title":"Clearing","description":"The refresh token is revoked if the site can be \#
    reached, and all six stored values go.","initial":{"targets":["revoking"]},"entry":[
    {"handler":["clearProvisional",[]]}],"states":[
    {"id":"revoking","title":"Revoking the refresh token","invoke":[
    {"source":{"service":"revokeTokens"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["forgettingAll"],"label":"revoked"}],"failed":[
    {"targets":["forgettingAll"],"label":"not revoked"}]}]},
    {"id":"forgettingAll","title":"Forgetting the registration","invoke":[
    {"source":{"service":"clearAllTokens"},"input":[["others","forgetsOthers"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["leavingSite"],"guard":"native and endBrowserSession","label":"cleared"},
    {"targets":["registrationRequired"],"guard":"native","actions":[
    {"assign":[["source","'No Tokens'"]]}],"label":"cleared"},
    {"targets":["initial"],"label":"cleared"}],"failed":[
    {"targets":["error"],"actions":[
    {"assign":[["letter","'E'"],["lastError","'storageFailed'"]]}],"label":"error"}]}]},
    {"id":"leavingSite","title":"Logging out of the site","invoke":[
    {"source":{"service":"endBrowserSession"},"timeout":{"literal":[60,0]},"done":[
    {"targets":["registrationRequired"],"actions":[
    {"assign":[["source","'No Tokens'"]]}],"label":"logged out"}],"failed":[
    {"targets":["registrationRequired"],"actions":[
    {"assign":[["source","'No Tokens'"]]}],"label":"not logged out"}]}]}]}]}}
    """#
}
