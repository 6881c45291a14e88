// Generated from discourse-delegated-auth.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts

/// Discourse delegated authentication
///
/// Logging on to a Discourse site inside an app with the login of the system's browser: a user API key for
/// the app, and a one-time password for the web view.
public enum DiscourseDelegatedAuth: TypedChart {
  /// The states that can be active.
  public enum StateID: String, CaseIterable, Hashable, Sendable {
    /// Idle
    ///
    /// The app shows its list of sites.
    case idle
    /// Opening
    ///
    /// On the way from an address to a key and a one-time password.
    case opening
    /// Probing
    ///
    /// Which site is it, and does it know the user API?
    case probing
    /// Preparing
    case preparing
    /// Authorizing
    case authorizing
    /// Asking for a key
    ///
    /// The person allows the app in the browser. Sites below version 4 do not know one-time passwords, so
    /// that the scope is left out there: the change can reach them later.
    case key
    /// Asking for a one-time password
    ///
    /// The person allows the login in the browser.
    case requestingOTP
    /// Receiving
    ///
    /// The app decrypts what the site sent and checks that it belongs to its own request.
    case receiving
    /// In the web view
    ///
    /// The site is shown in the web view, which stays open while the person is logged on.
    case visiting
    /// Using the one-time password
    ///
    /// The web view shows the page of the one-time password, and the person presses its button. The password
    /// is good once and for ten minutes.
    case consumingOTP
    /// Opening the site
    ///
    /// The web view opens the site, which calls the app when nobody is logged on there.
    case openingSite
    /// Using the site
    case using
    /// Logged in
    ///
    /// The person uses the site in the web view.
    case loggedIn
    /// Only the key
    ///
    /// The app has a key, but the web view shows that nobody is logged in. So it is on sites below version
    /// 4, which have no one-time passwords. The person can log in on the page.
    case keyOnly
    /// Logged out of the site
    ///
    /// The app has a key, and the web view is not logged on.
    case siteLoggedOut
    /// Key refused
    ///
    /// The key was revoked on the site. The person can allow the app again.
    case keyInvalid
    /// Revoking
    ///
    /// The app gives its key back. Its own copy and the web view's cookies go in any case, even without a
    /// connection.
    case revoking
    /// Stopped
    case stopped
    /// Site not supported
    case unsupported
    /// Site not reached
    case probeFailed
    /// Not allowed
    ///
    /// No usable key or one-time password came. A key that the app had before stays stored.
    case authFailed
    /// Signed out
    case signedOut
  }

  /// The ids of the services and child charts that states run.
  public enum ServiceID: String, CaseIterable, Hashable, Sendable {
    case probeSite
    case prepareKeys
    case askForKey
    case askForOTP
    case readCallback
    case webView
    case fetchTotals
    case revokeKey
  }

  /// The events that the app can send, with their data.
  public enum Event: TypedEvent, Hashable, GuardedData {
    /// site chosen
    ///
    /// The person opens a site. Without an address it is the one that was open before.
    ///
    /// - site: The address as typed.
    case open(site: String? = nil)
    /// try again
    case retry
    /// canceled
    case cancel
    /// logged out
    case logout
    /// web view closed
    case close
    /// the site called the app
    ///
    /// The browser or the web view was sent to the app's own address.
    ///
    /// - url: Secret: must not be shown, logged or stored.
    case callback(url: String)
    /// browser closed
    case cancelled
    /// logged on to the web view
    ///
    /// A page of the site shows that somebody is logged in.
    case landedOnHome
    /// the one-time password is not accepted
    case otpInvalid
    /// page shown
    ///
    /// - isLoggedIn: Whether the page shows that somebody is logged in.
    case pageReady(isLoggedIn: Bool)
    /// the site refuses the key
    ///
    /// Comes of the app's own requests, for something that the key is good for.
    ///
    /// - site: The site that refuses it.
    case keyRejected(site: String)
    /// the page does not load
    case networkError(kind: String? = nil)
    /// too many requests
    ///
    /// - site: The site that wants a pause.
    /// - after: Seconds to wait.
    case rateLimited(site: String, after: Int? = nil)

    /// The event in the form that a machine handles.
    public var event: Statecharts.ChartEvent {
      switch self {
      case .open(let site):
        Statecharts.ChartEvent("open", data: .map(["site": site.chartValue]))
      case .retry:
        Statecharts.ChartEvent("retry")
      case .cancel:
        Statecharts.ChartEvent("cancel")
      case .logout:
        Statecharts.ChartEvent("logout")
      case .close:
        Statecharts.ChartEvent("close")
      case .callback(let url):
        Statecharts.ChartEvent("callback", data: .map(["url": url.chartValue]))
      case .cancelled:
        Statecharts.ChartEvent("cancelled")
      case .landedOnHome:
        Statecharts.ChartEvent("landedOnHome")
      case .otpInvalid:
        Statecharts.ChartEvent("otpInvalid")
      case .pageReady(let isLoggedIn):
        Statecharts.ChartEvent("pageReady", data: .map(["isLoggedIn": isLoggedIn.chartValue]))
      case .keyRejected(let site):
        Statecharts.ChartEvent("keyRejected", data: .map(["site": site.chartValue]))
      case .networkError(let kind):
        Statecharts.ChartEvent("networkError", data: .map(["kind": kind.chartValue]))
      case .rateLimited(let site, let after):
        Statecharts.ChartEvent(
          "rateLimited",
          data: .map(["site": site.chartValue, "after": after.chartValue])
        )
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .open(let site):
        ["site": site]
      case .callback:
        ["url": ShownMark.secret]
      case .pageReady(let isLoggedIn):
        ["isLoggedIn": isLoggedIn]
      case .keyRejected(let site):
        ["site": site]
      case .networkError(let kind):
        ["kind": kind]
      case .rateLimited(let site, let after):
        ["site": site, "after": after]
      default:
        [:]
      }
    }
  }

  /// The outputs that the chart sends to the app, with their data.
  public enum Output: TypedOutput, Hashable {
    /// an error to show
    case errorOccurred(error: ErrorCode, retryAfter: Int? = nil)
    /// numbers for the list of sites
    ///
    /// - unread: Unread notifications.
    case totalsChanged(unread: Int)

    /// Reads an output.
    ///
    /// - Throws: `TypedDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: NamedData) throws(TypedDataProblem) {
      switch payload.name {
      case "errorOccurred":
        self = try .errorOccurred(
          error: payload.data.read("error"),
          retryAfter: payload.data.read("retryAfter")
        )
      case "totalsChanged":
        self = try .totalsChanged(unread: payload.data.read("unread"))
      default:
        throw TypedDataProblem(payload.name)
      }
    }

    /// The output's name in the chart.
    public var name: String {
      switch self {
      case .errorOccurred:
        "errorOccurred"
      case .totalsChanged:
        "totalsChanged"
      }
    }
  }

  /// The error codes that the chart declares, and those of the engine.
  public enum ErrorCode: TypedData, RawRepresentable, Hashable {
    /// This site is too old for the app
    ///
    /// No user API, or a version below 2.
    case siteNotSupported
    /// This site cannot be reached
    ///
    /// No Discourse answers: the address is another one's, or a hotel's login page stands in between.
    case siteNotReachable
    /// No connection
    case networkError
    /// No answer from the site
    case requestTimeout
    /// The app cannot store its keys
    case keysNotAvailable
    /// The browser cannot be opened
    case browserNotAvailable
    /// The site does not understand the request
    ///
    /// 400: a parameter is missing or unreadable.
    case badRequest
    /// The site does not allow this app
    ///
    /// 403: scope, callback address or group is not allowed, or nobody is logged on.
    case requestRefused
    /// The answer of the site is not usable
    ///
    /// Parts are missing or contradict each other.
    case badCallback
    /// The answer of the site is not for this app
    ///
    /// It can't be decrypted, or belongs to another request or another site.
    case invalidPayload
    /// The one-time password is not accepted
    case otpRefused
    /// The site no longer accepts this app
    ///
    /// 403: the key is wrong, revoked or suspended.
    case keyRejected
    /// Too many requests
    ///
    /// 429: with a key at most 20 in a minute and 2,880 in a day.
    case rateLimited
    /// The site has no such key
    ///
    /// 404: there is nothing left to revoke.
    case keyNotFound
    /// Something went wrong
    case unexpectedError
    /// A failure that the engine raises.
    case platform(PlatformErrorCode)

    /// The error of a code; nil if the chart does not declare it and the engine does not raise it.
    public init?(rawValue: String) {
      switch rawValue {
      case "siteNotSupported": self = .siteNotSupported
      case "siteNotReachable": self = .siteNotReachable
      case "networkError": self = .networkError
      case "requestTimeout": self = .requestTimeout
      case "keysNotAvailable": self = .keysNotAvailable
      case "browserNotAvailable": self = .browserNotAvailable
      case "badRequest": self = .badRequest
      case "requestRefused": self = .requestRefused
      case "badCallback": self = .badCallback
      case "invalidPayload": self = .invalidPayload
      case "otpRefused": self = .otpRefused
      case "keyRejected": self = .keyRejected
      case "rateLimited": self = .rateLimited
      case "keyNotFound": self = .keyNotFound
      case "unexpectedError": self = .unexpectedError
      default:
        guard let code = PlatformErrorCode(rawValue: rawValue) else { return nil }
        self = .platform(code)
      }
    }

    /// The code.
    public var rawValue: String {
      switch self {
      case .siteNotSupported:
        "siteNotSupported"
      case .siteNotReachable:
        "siteNotReachable"
      case .networkError:
        "networkError"
      case .requestTimeout:
        "requestTimeout"
      case .keysNotAvailable:
        "keysNotAvailable"
      case .browserNotAvailable:
        "browserNotAvailable"
      case .badRequest:
        "badRequest"
      case .requestRefused:
        "requestRefused"
      case .badCallback:
        "badCallback"
      case .invalidPayload:
        "invalidPayload"
      case .otpRefused:
        "otpRefused"
      case .keyRejected:
        "keyRejected"
      case .rateLimited:
        "rateLimited"
      case .keyNotFound:
        "keyNotFound"
      case .unexpectedError:
        "unexpectedError"
      case .platform(let code):
        code.rawValue
      }
    }

    /// The title that people see; nil if the chart has none.
    public var title: String? {
      switch self {
      case .siteNotSupported:
        "This site is too old for the app"
      case .siteNotReachable:
        "This site cannot be reached"
      case .networkError:
        "No connection"
      case .requestTimeout:
        "No answer from the site"
      case .keysNotAvailable:
        "The app cannot store its keys"
      case .browserNotAvailable:
        "The browser cannot be opened"
      case .badRequest:
        "The site does not understand the request"
      case .requestRefused:
        "The site does not allow this app"
      case .badCallback:
        "The answer of the site is not usable"
      case .invalidPayload:
        "The answer of the site is not for this app"
      case .otpRefused:
        "The one-time password is not accepted"
      case .keyRejected:
        "The site no longer accepts this app"
      case .rateLimited:
        "Too many requests"
      case .keyNotFound:
        "The site has no such key"
      case .unexpectedError:
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

    /// Whether the platform can log on this way; the first app needed iOS 12 for it.
    public var delegatedAuthAllowed: Bool {
      contextView.read("delegatedAuthAllowed") ?? true
    }

    /// Ask for a new key instead of only a one-time password, as the app of today does.
    public var otpViaNewKey: Bool {
      contextView.read("otpViaNewKey") ?? false
    }

    /// What the person typed as the site's address.
    public var term: String? {
      contextView.read("term")
    }

    /// The site's address after redirects.
    public var siteURL: String? {
      contextView.read("siteURL")
    }

    /// The variable `siteTitle`.
    public var siteTitle: String? {
      contextView.read("siteTitle")
    }

    /// Whether the site shows nothing to strangers.
    public var loginRequired: Bool {
      contextView.read("loginRequired") ?? false
    }

    /// The site's version of the user API.
    public var apiVersion: Int {
      contextView.read("apiVersion") ?? 0
    }

    /// Whether the handlers hold a key for the site.
    public var hasKey: Bool {
      contextView.read("hasKey") ?? false
    }

    /// Whether the site may push notifications to the app.
    public var hasPush: Bool {
      contextView.read("hasPush") ?? false
    }

    /// When the key ends, as the site wrote it.
    public var keyExpiresAt: String? {
      contextView.read("keyExpiresAt")
    }

    /// The variable `username`.
    ///
    /// Personal: must not be logged.
    public var username: String? {
      contextView.read("username")
    }

    /// Whether a refused one-time password may be replaced by a new one.
    public var otpRetryLeft: Bool {
      contextView.read("otpRetryLeft") ?? true
    }

    /// What went wrong.
    public var lastError: ErrorCode? {
      contextView.read("lastError")
    }

    /// Seconds to wait before trying again.
    public var retryAfter: Int? {
      contextView.read("retryAfter")
    }

    /// The type's name.
    public var shownName: String { "Context" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "delegatedAuthAllowed": delegatedAuthAllowed,
        "otpViaNewKey": otpViaNewKey,
        "term": term,
        "siteURL": siteURL,
        "siteTitle": siteTitle,
        "loginRequired": loginRequired,
        "apiVersion": apiVersion,
        "hasKey": hasKey,
        "hasPush": hasPush,
        "keyExpiresAt": keyExpiresAt,
        "username": ShownMark.personal.replacing(username),
        "otpRetryLeft": otpRetryLeft,
        "lastError": lastError,
        "retryAfter": retryAfter,
      ]
    }
  }

  /// The input at the start. A value that is left out has the initial value of the chart.
  public struct Input: OptionalInput, Hashable {
    /// Whether the platform can log on this way; the first app needed iOS 12 for it.
    public var delegatedAuthAllowed: Bool?

    /// Ask for a new key instead of only a one-time password, as the app of today does.
    public var otpViaNewKey: Bool?

    /// Makes an input.
    public init(delegatedAuthAllowed: Bool? = nil, otpViaNewKey: Bool? = nil) {
      self.delegatedAuthAllowed = delegatedAuthAllowed
      self.otpViaNewKey = otpViaNewKey
    }

    /// The values by name, without those that were not given.
    public var values: [String: ChartValue] {
      let values: [String: ChartValue] = [
        "delegatedAuthAllowed": delegatedAuthAllowed.chartValue,
        "otpViaNewKey": otpViaNewKey.chartValue,
      ]
      return values.filter { $0.value != .unset }
    }
  }
}

// MARK: - Handlers

extension DiscourseDelegatedAuth {
  /// The handlers of the chart. `handlers(_:)` binds a type that implements them.
  ///
  /// Guards and actions are called within a step and must not wait. A guard has no side effects. Services
  /// run in tasks that are canceled when their state is exited. Handlers receive their data as parameters.
  public protocol Handlers: Sendable {
    /// The guard `isOurCallback`: the address is ours.
    ///
    /// The address begins with the app's callback address (scheme and host in any case) and, when it names a
    /// site with `site=`, it is the one that is open. The form of the design,
    /// discourse://otp=true&site=HOST, counts as ours too.
    ///
    /// - Parameter url: Secret: must not be shown, logged or stored.
    func isOurCallback(url: String) throws -> Bool

    /// The guard `answersRequest`: the address answers the request.
    ///
    /// The address has the parts of an answer, each once, and is of the kind that was asked for: with a key,
    /// or with a one-time password alone. Whether it is genuine is not looked at: nothing is decrypted.
    ///
    /// - Parameter url: Secret: must not be shown, logged or stored.
    func answersRequest(url: String) throws -> Bool

    /// The guard `asksForOTP`: the site asks for a one-time password.
    ///
    /// The address carries otp=true and no one-time password.
    ///
    /// - Parameter url: Secret: must not be shown, logged or stored.
    func asksForOTP(url: String) throws -> Bool

    /// The action `keepCallback`.
    ///
    /// Keeps the address for the state that reads it.
    ///
    /// - Parameter url: Secret: must not be shown, logged or stored.
    func keepCallback(url: String) throws

    /// The action `forgetNonce`.
    ///
    /// Removes the pending nonce, which is good for one answer only.
    func forgetNonce() throws

    /// The action `openOTPPage`.
    ///
    /// Shows SITE/session/otp/OTP in the web view and drops the one-time password at once; the design had it
    /// behind ?token=. The address stays out of history, logs and statistics. The page has a button, or goes
    /// on at once when the same user is logged on. Logging on at once in any case, as the design had it,
    /// would let others log a person into their account.
    ///
    /// - Parameter siteURL: Given by the chart.
    func openOTPPage(siteURL: String?) throws

    /// The action `eraseOTP`.
    ///
    /// Overwrites the one-time password.
    func eraseOTP() throws

    /// The action `openSite`.
    ///
    /// Shows the site in the web view: with auth_redirect and user_api_public_key when delegated, so that
    /// the site may ask for a one-time password, else with discourse_app=1. The site needs both, not only
    /// the key of the design, and checks no more than that the key is one: only who has the private key can
    /// read what comes of it.
    ///
    /// - Parameters:
    ///   - siteURL: Given by the chart.
    ///   - delegated: Given by the chart.
    func openSite(siteURL: String?, delegated: Bool) throws

    /// The action `stripParameters`.
    ///
    /// Removes user_api_public_key and auth_redirect from the address that the person sees, as the site's
    /// own page does.
    func stripParameters() throws

    /// The action `deleteKey`.
    ///
    /// Removes key, user name and push flag; the site's entry, the client id and the key pair stay.
    ///
    /// - Parameter siteURL: Given by the chart.
    func deleteKey(siteURL: String?) throws

    /// The action `clearCookies`.
    ///
    /// Deletes the web view's cookies of the site, so that nobody is logged in there.
    ///
    /// - Parameter siteURL: Given by the chart.
    func clearCookies(siteURL: String?) throws

    /// The service `probeSite`: Ask the site what it is.
    ///
    /// HEAD SITE/user-api-key/new for the version of the user API, following redirects, then GET
    /// site/basic-info.json. The address is trimmed first, loses a slash at its end and gets https:// when
    /// it has no scheme. An answer is good for 4 hours. 404, from a site whose basic info says that it is a
    /// Discourse, and a version below 2 mean that the site is not supported; from version 4 on it knows
    /// one-time passwords. The design had the basic info say so, but sites say it in the header
    /// Auth-Api-Version.
    func probeSite(_ input: ProbeSiteInput) async throws(ProbeSiteFailure) -> ProbeSiteResult

    /// The service `prepareKeys`: Get the keys ready.
    ///
    /// Loads or makes the key pair and the client id, makes a new nonce and remembers for which site it is.
    /// Only one request is pending at a time.
    func prepareKeys(_ input: PrepareKeysInput) async throws(PrepareKeysFailure)

    /// The service `askForKey`: Let the person allow the app.
    ///
    /// Opens SITE/user-api-key/new in the system's browser session: the person logs on if need be and allows
    /// the scopes that the page names, notifications, session_info and, when it is wanted,
    /// one_time_password, which the design had as a parameter of its own. A new key replaces the older ones
    /// of this client id. Sends the callback, or cancelled when the browser is closed. Stopping it closes
    /// the browser, whose cookies are forgotten only when it is an ephemeral one.
    func askForKey(_ input: AskForKeyInput, events: AskForKeySender) async throws(AskForKeyFailure)

    /// The service `askForOTP`: Let the person allow the login.
    ///
    /// Opens SITE/user-api-key/otp, or with a new nonce user-api-key/new when a new key is wanted, in the
    /// system's browser session: a page with one button. As askForKey otherwise. The address has the public
    /// key, the name of the app and the callback address.
    func askForOTP(_ input: AskForOTPInput, events: AskForOTPSender) async throws(AskForOTPFailure)

    /// The service `readCallback`: Read the answer of the site.
    ///
    /// Takes the address apart, decrypts payload and one-time password, which come in parameters of their
    /// own because one block has no room for both, with the private key (with the padding that was asked
    /// for, then PKCS 1), compares nonce and site, and stores the key only when everything fits.
    func readCallback(_ input: ReadCallbackInput) async throws(ReadCallbackFailure) -> ReadCallbackResult

    /// The service `webView`: Show the web view.
    ///
    /// Shows the page that the last action opened and reports where it lands. It ends when the person closes
    /// it. Stopping it closes it.
    func webView(events: WebViewSender) async throws(WebViewFailure)

    /// The service `fetchTotals`: Fetch the numbers.
    ///
    /// GET session/current.json and notifications/totals.json with the key in the header User-Api-Key.
    func fetchTotals(_ input: FetchTotalsInput) async throws(FetchTotalsFailure) -> FetchTotalsResult

    /// The service `revokeKey`: Give the key back.
    ///
    /// POST user-api-key/revoke with the key in the header User-Api-Key.
    func revokeKey(_ input: RevokeKeyInput) async throws(RevokeKeyFailure)
  }
}

// MARK: - Services

extension DiscourseDelegatedAuth {
  /// The errors of the service `probeSite`.
  public enum ProbeSiteFailure: DeclaredFailure, Hashable {
    /// This site is too old for the app
    ///
    /// No user API, or a version below 2.
    case siteNotSupported
    /// This site cannot be reached
    ///
    /// No Discourse answers: the address is another one's, or a hotel's login page stands in between.
    case siteNotReachable
    /// No connection
    case networkError
    /// Too many requests
    ///
    /// 429: with a key at most 20 in a minute and 2,880 in a day.
    case rateLimited(retryAfter: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "siteNotSupported":
        self = .siteNotSupported
      case "siteNotReachable":
        self = .siteNotReachable
      case "networkError":
        self = .networkError
      case "rateLimited":
        self = try .rateLimited(retryAfter: data.read("retryAfter"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .siteNotSupported:
        "siteNotSupported"
      case .siteNotReachable:
        "siteNotReachable"
      case .networkError:
        "networkError"
      case .rateLimited:
        "rateLimited"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .rateLimited(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `prepareKeys`.
  public enum PrepareKeysFailure: DeclaredFailure, Hashable {
    /// The app cannot store its keys
    case keysNotAvailable

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "keysNotAvailable":
        self = .keysNotAvailable
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .keysNotAvailable:
        "keysNotAvailable"
      }
    }

    /// The data of the error.
    public var data: ChartValue { .unset }
  }

  /// The errors of the service `askForKey`.
  public enum AskForKeyFailure: DeclaredFailure, Hashable {
    /// The browser cannot be opened
    case browserNotAvailable
    /// The site does not understand the request
    ///
    /// 400: a parameter is missing or unreadable.
    case badRequest
    /// The site does not allow this app
    ///
    /// 403: scope, callback address or group is not allowed, or nobody is logged on.
    case requestRefused

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "browserNotAvailable":
        self = .browserNotAvailable
      case "badRequest":
        self = .badRequest
      case "requestRefused":
        self = .requestRefused
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .browserNotAvailable:
        "browserNotAvailable"
      case .badRequest:
        "badRequest"
      case .requestRefused:
        "requestRefused"
      }
    }

    /// The data of the error.
    public var data: ChartValue { .unset }
  }

  /// Sends the events that the service `askForKey` can send while it runs.
  public struct AskForKeySender: Sendable {
    private let call: ServiceCall

    /// Makes a sender for one run of the service.
    public init(_ call: ServiceCall) { self.call = call }

    private func send(_ event: Event) async -> EventOutcome { await call.send(event.event) }

    /// the site called the app
    ///
    /// The browser or the web view was sent to the app's own address.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func callback(url: String) async -> EventOutcome {
      await self.send(Event.callback(url: url))
    }

    /// browser closed
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func cancelled() async -> EventOutcome {
      await self.send(Event.cancelled)
    }
  }

  /// The errors of the service `askForOTP`.
  public enum AskForOTPFailure: DeclaredFailure, Hashable {
    /// The browser cannot be opened
    case browserNotAvailable
    /// The site does not understand the request
    ///
    /// 400: a parameter is missing or unreadable.
    case badRequest
    /// The site does not allow this app
    ///
    /// 403: scope, callback address or group is not allowed, or nobody is logged on.
    case requestRefused

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "browserNotAvailable":
        self = .browserNotAvailable
      case "badRequest":
        self = .badRequest
      case "requestRefused":
        self = .requestRefused
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .browserNotAvailable:
        "browserNotAvailable"
      case .badRequest:
        "badRequest"
      case .requestRefused:
        "requestRefused"
      }
    }

    /// The data of the error.
    public var data: ChartValue { .unset }
  }

  /// Sends the events that the service `askForOTP` can send while it runs.
  public struct AskForOTPSender: Sendable {
    private let call: ServiceCall

    /// Makes a sender for one run of the service.
    public init(_ call: ServiceCall) { self.call = call }

    private func send(_ event: Event) async -> EventOutcome { await call.send(event.event) }

    /// the site called the app
    ///
    /// The browser or the web view was sent to the app's own address.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func callback(url: String) async -> EventOutcome {
      await self.send(Event.callback(url: url))
    }

    /// browser closed
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func cancelled() async -> EventOutcome {
      await self.send(Event.cancelled)
    }
  }

  /// The errors of the service `readCallback`.
  public enum ReadCallbackFailure: DeclaredFailure, Hashable {
    /// The answer of the site is not usable
    ///
    /// Parts are missing or contradict each other.
    case badCallback
    /// The answer of the site is not for this app
    ///
    /// It can't be decrypted, or belongs to another request or another site.
    case invalidPayload
    /// The app cannot store its keys
    case keysNotAvailable

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "badCallback":
        self = .badCallback
      case "invalidPayload":
        self = .invalidPayload
      case "keysNotAvailable":
        self = .keysNotAvailable
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .badCallback:
        "badCallback"
      case .invalidPayload:
        "invalidPayload"
      case .keysNotAvailable:
        "keysNotAvailable"
      }
    }

    /// The data of the error.
    public var data: ChartValue { .unset }
  }

  /// The errors of the service `webView`.
  public enum WebViewFailure: DeclaredFailure, Hashable {
    /// The browser cannot be opened
    case browserNotAvailable

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "browserNotAvailable":
        self = .browserNotAvailable
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .browserNotAvailable:
        "browserNotAvailable"
      }
    }

    /// The data of the error.
    public var data: ChartValue { .unset }
  }

  /// Sends the events that the service `webView` can send while it runs.
  public struct WebViewSender: Sendable {
    private let call: ServiceCall

    /// Makes a sender for one run of the service.
    public init(_ call: ServiceCall) { self.call = call }

    private func send(_ event: Event) async -> EventOutcome { await call.send(event.event) }

    /// logged on to the web view
    ///
    /// A page of the site shows that somebody is logged in.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func landedOnHome() async -> EventOutcome {
      await self.send(Event.landedOnHome)
    }

    /// the one-time password is not accepted
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func otpInvalid() async -> EventOutcome {
      await self.send(Event.otpInvalid)
    }

    /// page shown
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func pageReady(isLoggedIn: Bool) async -> EventOutcome {
      await self.send(Event.pageReady(isLoggedIn: isLoggedIn))
    }

    /// the site called the app
    ///
    /// The browser or the web view was sent to the app's own address.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func callback(url: String) async -> EventOutcome {
      await self.send(Event.callback(url: url))
    }

    /// the page does not load
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func networkError(kind: String? = nil) async -> EventOutcome {
      await self.send(Event.networkError(kind: kind))
    }
  }

  /// The errors of the service `fetchTotals`.
  public enum FetchTotalsFailure: DeclaredFailure, Hashable {
    /// The site no longer accepts this app
    ///
    /// 403: the key is wrong, revoked or suspended.
    case keyRejected
    /// Too many requests
    ///
    /// 429: with a key at most 20 in a minute and 2,880 in a day.
    case rateLimited(retryAfter: Int? = nil)
    /// No connection
    case networkError
    /// This site cannot be reached
    ///
    /// No Discourse answers: the address is another one's, or a hotel's login page stands in between.
    case siteNotReachable

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "keyRejected":
        self = .keyRejected
      case "rateLimited":
        self = try .rateLimited(retryAfter: data.read("retryAfter"))
      case "networkError":
        self = .networkError
      case "siteNotReachable":
        self = .siteNotReachable
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .keyRejected:
        "keyRejected"
      case .rateLimited:
        "rateLimited"
      case .networkError:
        "networkError"
      case .siteNotReachable:
        "siteNotReachable"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .rateLimited(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `revokeKey`.
  public enum RevokeKeyFailure: DeclaredFailure, Hashable {
    /// The site has no such key
    ///
    /// 404: there is nothing left to revoke.
    case keyNotFound
    /// The site no longer accepts this app
    ///
    /// 403: the key is wrong, revoked or suspended.
    case keyRejected
    /// The app cannot store its keys
    case keysNotAvailable
    /// Too many requests
    ///
    /// 429: with a key at most 20 in a minute and 2,880 in a day.
    case rateLimited(retryAfter: Int? = nil)
    /// No connection
    case networkError
    /// This site cannot be reached
    ///
    /// No Discourse answers: the address is another one's, or a hotel's login page stands in between.
    case siteNotReachable

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "keyNotFound":
        self = .keyNotFound
      case "keyRejected":
        self = .keyRejected
      case "keysNotAvailable":
        self = .keysNotAvailable
      case "rateLimited":
        self = try .rateLimited(retryAfter: data.read("retryAfter"))
      case "networkError":
        self = .networkError
      case "siteNotReachable":
        self = .siteNotReachable
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .keyNotFound:
        "keyNotFound"
      case .keyRejected:
        "keyRejected"
      case .keysNotAvailable:
        "keysNotAvailable"
      case .rateLimited:
        "rateLimited"
      case .networkError:
        "networkError"
      case .siteNotReachable:
        "siteNotReachable"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .rateLimited(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      default:
        .unset
      }
    }
  }
}

extension TypedService<
  DiscourseDelegatedAuth,
  DiscourseDelegatedAuth.ProbeSiteInput,
  DiscourseDelegatedAuth.ProbeSiteResult,
  DiscourseDelegatedAuth.ProbeSiteFailure
> {
  /// The service `probeSite`.
  public static var probeSite: Self { Self("probeSite") }
}

extension TypedService<
  DiscourseDelegatedAuth,
  DiscourseDelegatedAuth.PrepareKeysInput,
  Void,
  DiscourseDelegatedAuth.PrepareKeysFailure
> {
  /// The service `prepareKeys`.
  public static var prepareKeys: Self { Self("prepareKeys") }
}

extension TypedService<
  DiscourseDelegatedAuth, DiscourseDelegatedAuth.AskForKeyInput, Void, DiscourseDelegatedAuth.AskForKeyFailure
> {
  /// The service `askForKey`.
  public static var askForKey: Self { Self("askForKey") }
}

extension TypedService<
  DiscourseDelegatedAuth, DiscourseDelegatedAuth.AskForOTPInput, Void, DiscourseDelegatedAuth.AskForOTPFailure
> {
  /// The service `askForOTP`.
  public static var askForOTP: Self { Self("askForOTP") }
}

extension TypedService<
  DiscourseDelegatedAuth,
  DiscourseDelegatedAuth.ReadCallbackInput,
  DiscourseDelegatedAuth.ReadCallbackResult,
  DiscourseDelegatedAuth.ReadCallbackFailure
> {
  /// The service `readCallback`.
  public static var readCallback: Self { Self("readCallback") }
}

extension TypedService<DiscourseDelegatedAuth, Void, Void, DiscourseDelegatedAuth.WebViewFailure> {
  /// The service `webView`.
  public static var webView: Self { Self("webView") }
}

extension TypedService<
  DiscourseDelegatedAuth,
  DiscourseDelegatedAuth.FetchTotalsInput,
  DiscourseDelegatedAuth.FetchTotalsResult,
  DiscourseDelegatedAuth.FetchTotalsFailure
> {
  /// The service `fetchTotals`.
  public static var fetchTotals: Self { Self("fetchTotals") }
}

extension TypedService<
  DiscourseDelegatedAuth, DiscourseDelegatedAuth.RevokeKeyInput, Void, DiscourseDelegatedAuth.RevokeKeyFailure
> {
  /// The service `revokeKey`.
  public static var revokeKey: Self { Self("revokeKey") }
}

// MARK: - Data

extension DiscourseDelegatedAuth {
  /// The input of the service `probeSite`.
  public struct ProbeSiteInput: TypedData, Hashable {
    /// The field `term`.
    public var term: String?

    /// Makes the data from its fields.
    public init(term: String? = nil) {
      self.term = term
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      term = try chartValue.read("term")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["term": term.chartValue])
    }
  }

  /// The result of `probeSite`.
  public struct ProbeSiteResult: TypedData, Hashable {
    /// After redirects.
    public var siteURL: String

    /// The field `apiVersion`.
    public var apiVersion: Int

    /// The field `siteTitle`.
    public var siteTitle: String?

    /// The field `loginRequired`.
    public var loginRequired: Bool?

    /// Whether a key for the site is stored.
    public var hasKey: Bool

    /// Makes the data from its fields.
    public init(
      siteURL: String,
      apiVersion: Int,
      siteTitle: String? = nil,
      loginRequired: Bool? = nil,
      hasKey: Bool
    ) {
      self.siteURL = siteURL
      self.apiVersion = apiVersion
      self.siteTitle = siteTitle
      self.loginRequired = loginRequired
      self.hasKey = hasKey
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      siteURL = try chartValue.read("siteURL")
      apiVersion = try chartValue.read("apiVersion")
      siteTitle = try chartValue.read("siteTitle")
      loginRequired = try chartValue.read("loginRequired")
      hasKey = try chartValue.read("hasKey")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(
        [
          "siteURL": siteURL.chartValue,
          "apiVersion": apiVersion.chartValue,
          "siteTitle": siteTitle.chartValue,
          "loginRequired": loginRequired.chartValue,
          "hasKey": hasKey.chartValue,
        ]
      )
    }
  }

  /// The input of the service `prepareKeys`.
  public struct PrepareKeysInput: TypedData, Hashable {
    /// The field `siteURL`.
    public var siteURL: String?

    /// Makes the data from its fields.
    public init(siteURL: String? = nil) {
      self.siteURL = siteURL
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      siteURL = try chartValue.read("siteURL")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["siteURL": siteURL.chartValue])
    }
  }

  /// The input of the service `askForKey`.
  public struct AskForKeyInput: TypedData, Hashable {
    /// The field `siteURL`.
    public var siteURL: String?

    /// Whether the scope one_time_password is asked for.
    public var withOTP: Bool

    /// Makes the data from its fields.
    public init(siteURL: String? = nil, withOTP: Bool) {
      self.siteURL = siteURL
      self.withOTP = withOTP
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      siteURL = try chartValue.read("siteURL")
      withOTP = try chartValue.read("withOTP")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["siteURL": siteURL.chartValue, "withOTP": withOTP.chartValue])
    }
  }

  /// The input of the service `askForOTP`.
  public struct AskForOTPInput: TypedData, Hashable {
    /// The field `siteURL`.
    public var siteURL: String?

    /// The field `viaNewKey`.
    public var viaNewKey: Bool

    /// Makes the data from its fields.
    public init(siteURL: String? = nil, viaNewKey: Bool) {
      self.siteURL = siteURL
      self.viaNewKey = viaNewKey
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      siteURL = try chartValue.read("siteURL")
      viaNewKey = try chartValue.read("viaNewKey")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["siteURL": siteURL.chartValue, "viaNewKey": viaNewKey.chartValue])
    }
  }

  /// The input of the service `readCallback`.
  public struct ReadCallbackInput: TypedData, Hashable {
    /// The field `siteURL`.
    public var siteURL: String?

    /// Makes the data from its fields.
    public init(siteURL: String? = nil) {
      self.siteURL = siteURL
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      siteURL = try chartValue.read("siteURL")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["siteURL": siteURL.chartValue])
    }
  }

  /// The result of `readCallback`.
  public struct ReadCallbackResult: TypedData, Hashable {
    /// The field `gotKey`.
    public var gotKey: Bool

    /// The field `gotOTP`.
    public var gotOTP: Bool

    /// With a key only.
    public var apiVersion: Int?

    /// With a key only.
    public var hasPush: Bool?

    /// With a key only.
    public var keyExpiresAt: String?

    /// Makes the data from its fields.
    public init(
      gotKey: Bool,
      gotOTP: Bool,
      apiVersion: Int? = nil,
      hasPush: Bool? = nil,
      keyExpiresAt: String? = nil
    ) {
      self.gotKey = gotKey
      self.gotOTP = gotOTP
      self.apiVersion = apiVersion
      self.hasPush = hasPush
      self.keyExpiresAt = keyExpiresAt
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      gotKey = try chartValue.read("gotKey")
      gotOTP = try chartValue.read("gotOTP")
      apiVersion = try chartValue.read("apiVersion")
      hasPush = try chartValue.read("hasPush")
      keyExpiresAt = try chartValue.read("keyExpiresAt")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(
        [
          "gotKey": gotKey.chartValue,
          "gotOTP": gotOTP.chartValue,
          "apiVersion": apiVersion.chartValue,
          "hasPush": hasPush.chartValue,
          "keyExpiresAt": keyExpiresAt.chartValue,
        ]
      )
    }
  }

  /// The input of the service `fetchTotals`.
  public struct FetchTotalsInput: TypedData, Hashable {
    /// The field `siteURL`.
    public var siteURL: String?

    /// Makes the data from its fields.
    public init(siteURL: String? = nil) {
      self.siteURL = siteURL
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      siteURL = try chartValue.read("siteURL")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["siteURL": siteURL.chartValue])
    }
  }

  /// The result of `fetchTotals`.
  public struct FetchTotalsResult: TypedData, Hashable, GuardedData {
    /// The field `username`.
    ///
    /// Personal: must not be logged.
    public var username: String?

    /// The field `unread`.
    public var unread: Int

    /// Makes the data from its fields.
    public init(username: String? = nil, unread: Int) {
      self.username = username
      self.unread = unread
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      username = try chartValue.read("username")
      unread = try chartValue.read("unread")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["username": username.chartValue, "unread": unread.chartValue])
    }

    /// The type's name.
    public var shownName: String { "FetchTotalsResult" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["username": ShownMark.personal.replacing(username), "unread": unread]
    }
  }

  /// The input of the service `revokeKey`.
  public struct RevokeKeyInput: TypedData, Hashable {
    /// The field `siteURL`.
    public var siteURL: String?

    /// Makes the data from its fields.
    public init(siteURL: String? = nil) {
      self.siteURL = siteURL
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      siteURL = try chartValue.read("siteURL")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["siteURL": siteURL.chartValue])
    }
  }
}

// MARK: - Binding

extension DiscourseDelegatedAuth {
  /// A value of any type that implements `Handlers`.
  public typealias AnyHandlers = any Handlers

  /// Binds handlers by name.
  public static func handlers(_ handling: any Handlers) -> ChartHandlers {
    var handlers = ChartHandlers()
    handlers.guard("isOurCallback") { call in
      try handling.isOurCallback(url: call.payload("url"))
    }
    handlers.guard("answersRequest") { call in
      try handling.answersRequest(url: call.payload("url"))
    }
    handlers.guard("asksForOTP") { call in
      try handling.asksForOTP(url: call.payload("url"))
    }
    handlers.action("keepCallback") { call in
      try handling.keepCallback(url: call.argument("url"))
    }
    handlers.action("forgetNonce") {
      try handling.forgetNonce()
    }
    handlers.action("openOTPPage") { call in
      try handling.openOTPPage(siteURL: call.argument("siteURL"))
    }
    handlers.action("eraseOTP") {
      try handling.eraseOTP()
    }
    handlers.action("openSite") { call in
      try handling.openSite(siteURL: call.argument("siteURL"), delegated: call.argument("delegated"))
    }
    handlers.action("stripParameters") {
      try handling.stripParameters()
    }
    handlers.action("deleteKey") { call in
      try handling.deleteKey(siteURL: call.argument("siteURL"))
    }
    handlers.action("clearCookies") { call in
      try handling.clearCookies(siteURL: call.argument("siteURL"))
    }
    handlers.service("probeSite") { call in
      try await handling.probeSite(ProbeSiteInput(chartValue: call.input)).chartValue
    }
    handlers.service("prepareKeys") { call in
      try await handling.prepareKeys(PrepareKeysInput(chartValue: call.input))
      return .unset
    }
    handlers.service("askForKey") { call in
      try await handling.askForKey(AskForKeyInput(chartValue: call.input), events: AskForKeySender(call))
      return .unset
    }
    handlers.service("askForOTP") { call in
      try await handling.askForOTP(AskForOTPInput(chartValue: call.input), events: AskForOTPSender(call))
      return .unset
    }
    handlers.service("readCallback") { call in
      try await handling.readCallback(ReadCallbackInput(chartValue: call.input)).chartValue
    }
    handlers.service("webView") { call in
      try await handling.webView(events: WebViewSender(call))
      return .unset
    }
    handlers.service("fetchTotals") { call in
      try await handling.fetchTotals(FetchTotalsInput(chartValue: call.input)).chartValue
    }
    handlers.service("revokeKey") { call in
      try await handling.revokeKey(RevokeKeyInput(chartValue: call.input))
      return .unset
    }
    return handlers
  }
}

// MARK: - The chart

extension DiscourseDelegatedAuth {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(generated: model)
  }

  /// The chart, for the engine to read.
  private static let model = #"""
    {"model":1,"id":"discourseDelegatedAuth","title":"Discourse delegated \#
    authentication","description":"Logging on to a Discourse site inside an app with the login of the \#
    system's browser: a user API key for the app, and a one-time password for the web \#
    view.","version":1,"context":[
    {"name":"delegatedAuthAllowed","type":"bool","description":"Whether the platform can log on this way; \#
    the first app needed iOS 12 for it.","initial":"true","input":true},
    {"name":"otpViaNewKey","type":"bool","description":"Ask for a new key instead of only a one-time \#
    password, as the app of today does.","initial":"false","input":true},
    {"name":"term","type":{"optional":"string"},"description":"What the person typed as the site's \#
    address."},
    {"name":"siteURL","type":{"optional":"string"},"description":"The site's address after redirects."},
    {"name":"siteTitle","type":{"optional":"string"}},
    {"name":"loginRequired","type":"bool","description":"Whether the site shows nothing to \#
    strangers.","initial":"false"},
    {"name":"apiVersion","type":"int","description":"The site's version of the user API.","initial":"0"},
    {"name":"hasKey","type":"bool","description":"Whether the handlers hold a key for the \#
    site.","initial":"false"},
    {"name":"hasPush","type":"bool","description":"Whether the site may push notifications to the \#
    app.","initial":"false"},
    {"name":"keyExpiresAt","type":{"optional":"string"},"description":"When the key ends, as the site wrote \#
    it."},
    {"name":"username","type":{"optional":"string"},"personal":true},
    {"name":"otpRetryLeft","type":"bool","description":"Whether a refused one-time password may be replaced \#
    by a new one.","initial":"true","clearedOnExitOf":["idle","siteLoggedOut","keyInvalid"]},
    {"name":"lastError","type":{"optional":"error"},"description":"What went \#
    wrong.","clearedOnExitOf":["stopped"]},
    {"name":"retryAfter","type":{"optional":"int"},"description":"Seconds to wait before trying \#
    again.","clearedOnExitOf":["stopped"]}],"events":[
    {"name":"open","title":"site chosen","description":"The person opens a site. Without an address it is \#
    the one that was open before.","payload":[
    {"name":"site","type":{"optional":"string"},"description":"The address as typed."}]},
    {"name":"retry","title":"try again"},
    {"name":"cancel","title":"canceled"},
    {"name":"logout","title":"logged out"},
    {"name":"close","title":"web view closed"},
    {"name":"callback","title":"the site called the app","description":"The browser or the web view was \#
    sent to the app's own address.","payload":[
    {"name":"url","type":"string","secret":true}]},
    {"name":"cancelled","title":"browser closed"},
    {"name":"landedOnHome","title":"logged on to the web view","description":"A page of the site shows that \#
    somebody is logged in."},
    {"name":"otpInvalid","title":"the one-time password is not accepted"},
    {"name":"pageReady","title":"page shown","payload":[
    {"name":"isLoggedIn","type":"bool","description":"Whether the page shows that somebody is logged \#
    in."}]},
    {"name":"keyRejected","title":"the site refuses the key","description":"Comes of the app's own \#
    requests, for something that the key is good for.","payload":[
    {"name":"site","type":"string","description":"The site that refuses it."}]},
    {"name":"networkError","title":"the page does not load","payload":[
    {"name":"kind","type":{"optional":"string"}}]},
    {"name":"rateLimited","title":"too many requests","payload":[
    {"name":"site","type":"string","description":"The site that wants a pause."},
    {"name":"after","type":{"optional":"int"},"description":"Seconds to wait."}]}],"errors":[
    {"code":"siteNotSupported","title":"This site is too old for the app","description":"No user API, or a \#
    version below 2."},
    {"code":"siteNotReachable","title":"This site cannot be reached","description":"No Discourse answers: \#
    the address is another one's, or a hotel's login page stands in between."},
    {"code":"networkError","title":"No connection"},
    {"code":"requestTimeout","title":"No answer from the site"},
    {"code":"keysNotAvailable","title":"The app cannot store its keys"},
    {"code":"browserNotAvailable","title":"The browser cannot be opened"},
    {"code":"badRequest","title":"The site does not understand the request","description":"400: a parameter \#
    is missing or unreadable."},
    {"code":"requestRefused","title":"The site does not allow this app","description":"403: scope, callback \#
    address or group is not allowed, or nobody is logged on."},
    {"code":"badCallback","title":"The answer of the site is not usable","description":"Parts are missing \#
    or contradict each other."},
    {"code":"invalidPayload","title":"The answer of the site is not for this app","description":"It can't \#
    be decrypted, or belongs to another request or another site."},
    {"code":"otpRefused","title":"The one-time password is not accepted"},
    {"code":"keyRejected","title":"The site no longer accepts this app","description":"403: the key is \#
    wrong, revoked or suspended."},
    {"code":"rateLimited","title":"Too many requests","description":"429: with a key at most 20 in a minute \#
    and 2,880 in a day.","payload":[
    {"name":"retryAfter","type":{"optional":"int"}}]},
    {"code":"keyNotFound","title":"The site has no such key","description":"404: there is nothing left to \#
    revoke."},
    {"code":"unexpectedError","title":"Something went wrong"}],"outputs":[
    {"name":"errorOccurred","title":"an error to show","payload":[
    {"name":"error","type":"error"},
    {"name":"retryAfter","type":{"optional":"int"}}]},
    {"name":"totalsChanged","title":"numbers for the list of sites","payload":[
    {"name":"unread","type":"int","description":"Unread notifications."}]}],"handlers":{"guards":[
    {"name":"isOurCallback","title":"the address is ours","description":"The address begins with the app's \#
    callback address (scheme and host in any case) and, when it names a site with `site=`, it is the one \#
    that is open. The form of the design, discourse://otp=true&site=HOST, counts as ours too.","payload":[
    {"name":"url","type":"string","secret":true}]},
    {"name":"answersRequest","title":"the address answers the request","description":"The address has the \#
    parts of an answer, each once, and is of the kind that was asked for: with a key, or with a one-time \#
    password alone. Whether it is genuine is not looked at: nothing is decrypted.","payload":[
    {"name":"url","type":"string","secret":true}]},
    {"name":"asksForOTP","title":"the site asks for a one-time password","description":"The address carries \#
    otp=true and no one-time password.","payload":[
    {"name":"url","type":"string","secret":true}]}],"actions":[
    {"name":"keepCallback","description":"Keeps the address for the state that reads it.","arguments":[
    {"name":"url","type":"string","secret":true}]},
    {"name":"forgetNonce","description":"Removes the pending nonce, which is good for one answer only."},
    {"name":"openOTPPage","description":"Shows SITE/session/otp/OTP in the web view and drops the one-time \#
    password at once; the design had it behind ?token=. The address stays out of history, logs and \#
    statistics. The page has a button, or goes on at once when the same user is logged on. Logging on at \#
    once in any case, as the design had it, would let others log a person into their \#
    account.","arguments":[
    {"name":"siteURL","type":{"optional":"string"}}]},
    {"name":"eraseOTP","description":"Overwrites the one-time password."},
    {"name":"openSite","description":"Shows the site in the web view: with auth_redirect and \#
    user_api_public_key when delegated, so that the site may ask for a one-time password, else with \#
    discourse_app=1. The site needs both, not only the key of the design, and checks no more than that the \#
    key is one: only who has the private key can read what comes of it.","arguments":[
    {"name":"siteURL","type":{"optional":"string"}},
    {"name":"delegated","type":"bool"}]},
    {"name":"stripParameters","description":"Removes user_api_public_key and auth_redirect from the address \#
    that the person sees, as the site's own page does."},
    {"name":"deleteKey","description":"Removes key, user name and push flag; the site's entry, the client \#
    id and the key pair stay.","arguments":[
    {"name":"siteURL","type":{"optional":"string"}}]},
    {"name":"clearCookies","description":"Deletes the web view's cookies of the site, so that nobody is \#
    logged in there.","arguments":[
    {"name":"siteURL","type":{"optional":"string"}}]}],"services":[
    {"name":"probeSite","title":"Ask the site what it is","description":"HEAD SITE/user-api-key/new for the \#
    version of the user API, following redirects, then GET site/basic-info.json. The address is trimmed \#
    first, loses a slash at its end and gets https:// when it has no scheme. An answer is good for 4 hours. \#
    404, from a site whose basic info says that it is a Discourse, and a version below 2 mean that the site \#
    is not supported; from version 4 on it knows one-time passwords. The design had the basic info say so, \#
    but sites say it in the header Auth-Api-Version.","arguments":[
    {"name":"term","type":{"optional":"string"}}],"result":{"record":[
    {"name":"siteURL","type":"string","description":"After redirects."},
    {"name":"apiVersion","type":"int"},
    {"name":"siteTitle","type":{"optional":"string"}},
    {"name":"loginRequired","type":{"optional":"bool"}},
    {"name":"hasKey","type":"bool","description":"Whether a key for the site is \#
    stored."}]},"errors":["siteNotSupported","siteNotReachable","networkError","rateLimited"]},
    {"name":"prepareKeys","title":"Get the keys ready","description":"Loads or makes the key pair and the \#
    client id, makes a new nonce and remembers for which site it is. Only one request is pending at a \#
    time.","arguments":[
    {"name":"siteURL","type":{"optional":"string"}}],"errors":["keysNotAvailable"]},
    {"name":"askForKey","title":"Let the person allow the app","description":"Opens SITE/user-api-key/new \#
    in the system's browser session: the person logs on if need be and allows the scopes that the page \#
    names, notifications, session_info and, when it is wanted, one_time_password, which the design had as a \#
    parameter of its own. A new key replaces the older ones of this client id. Sends the callback, or \#
    cancelled when the browser is closed. Stopping it closes the browser, whose cookies are forgotten only \#
    when it is an ephemeral one.","arguments":[
    {"name":"siteURL","type":{"optional":"string"}},
    {"name":"withOTP","type":"bool","description":"Whether the scope one_time_password is asked \#
    for."}],"errors":["browserNotAvailable","badRequest","requestRefused"],"sends":["callback","cancelled"]},
    {"name":"askForOTP","title":"Let the person allow the login","description":"Opens \#
    SITE/user-api-key/otp, or with a new nonce user-api-key/new when a new key is wanted, in the system's \#
    browser session: a page with one button. As askForKey otherwise. The address has the public key, the \#
    name of the app and the callback address.","arguments":[
    {"name":"siteURL","type":{"optional":"string"}},
    {"name":"viaNewKey","type":"bool"}],"errors":["browserNotAvailable","badRequest","requestRefused"],"sends":["callback","cancelled"]},
    {"name":"readCallback","title":"Read the answer of the site","description":"Takes the address apart, \#
    decrypts payload and one-time password, which come in parameters of their own because one block has no \#
    room for both, with the private key (with the padding that was asked for, then PKCS 1), compares nonce \#
    and site, and stores the key only when everything fits.","arguments":[
    {"name":"siteURL","type":{"optional":"string"}}],"result":{"record":[
    {"name":"gotKey","type":"bool"},
    {"name":"gotOTP","type":"bool"},
    {"name":"apiVersion","type":{"optional":"int"},"description":"With a key only."},
    {"name":"hasPush","type":{"optional":"bool"},"description":"With a key only."},
    {"name":"keyExpiresAt","type":{"optional":"string"},"description":"With a key \#
    only."}]},"errors":["badCallback","invalidPayload","keysNotAvailable"]},
    {"name":"webView","title":"Show the web view","description":"Shows the page that the last action opened \#
    and reports where it lands. It ends when the person closes it. Stopping it closes \#
    it.","errors":["browserNotAvailable"],"sends":["landedOnHome","otpInvalid","pageReady","callback","networkError"]},
    {"name":"fetchTotals","title":"Fetch the numbers","description":"GET session/current.json and \#
    notifications/totals.json with the key in the header User-Api-Key.","arguments":[
    {"name":"siteURL","type":{"optional":"string"}}],"result":{"record":[
    {"name":"username","type":{"optional":"string"},"personal":true},
    {"name":"unread","type":"int"}]},"errors":["keyRejected","rateLimited","networkError","siteNotReachable"]},
    {"name":"revokeKey","title":"Give the key back","description":"POST user-api-key/revoke with the key in \#
    the header User-Api-Key.","arguments":[
    {"name":"siteURL","type":{"optional":"string"}}],"errors":["keyNotFound","keyRejected","keysNotAvailable","rateLimited","networkError","siteNotReachable"]}]},"root":{"id":"discourseDelegatedAuth","title":"Discourse \#
    delegated authentication","description":"Logging on to a Discourse site inside an app with the login of \#
    the system's browser: a user API key for the app, and a one-time password for the web \#
    view.","initial":{"targets":["idle"]},"states":[
    {"id":"idle","title":"Idle","description":"The app shows its list of sites.","on":[
    {"event":"open","targets":["probing"],"guard":"defined(event.data.site)","actions":[
    {"assign":[["term","event.data.site"],["hasKey","false"]]}]}]},
    {"id":"opening","title":"Opening","description":"On the way from an address to a key and a one-time \#
    password.","initial":{"targets":["probing"]},"on":[
    {"event":"cancel","targets":["siteLoggedOut"],"guard":"hasKey"},
    {"event":"cancel","targets":["idle"]},
    {"event":"error.execution","targets":["authFailed"],"actions":[
    {"assign":[["lastError","'unexpectedError'"]]}],"label":"internal error"},
    {"event":"error.timeout","targets":["authFailed"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"event":"error.*","targets":["authFailed"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"failed"}],"states":[
    {"id":"probing","title":"Probing","description":"Which site is it, and does it know the user \#
    API?","invoke":[
    {"source":{"service":"probeSite"},"input":[["term","term"]],"timeout":{"literal":[10,0]},"done":[
    {"targets":["probed"],"actions":[
    {"assign":[["siteURL","event.data.siteURL"],["siteTitle","event.data.siteTitle"],["loginRequired","event.data.loginRequired \#
    == true"],["apiVersion","event.data.apiVersion"],["hasKey","event.data.hasKey"]]}]}],"failed":[
    {"code":"siteNotSupported","targets":["unsupported"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"code":"rateLimited","targets":["probeFailed"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}]},
    {"code":"timeout","targets":["probeFailed"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}]},
    {"targets":["probeFailed"],"actions":[
    {"assign":[["lastError","event.error"]]}]}]}]},
    {"id":"probed","kind":"choice","title":"Probed","always":[
    {"targets":["unsupported"],"guard":"apiVersion < 2","actions":[
    {"assign":[["lastError","'siteNotSupported'"]]}],"label":"too old"},
    {"targets":["openingSite"],"guard":"hasKey","label":"key stored"},
    {"targets":["preparing"],"label":"no key"}]},
    {"id":"preparing","title":"Preparing","invoke":[
    {"source":{"service":"prepareKeys"},"input":[["siteURL","siteURL"]],"timeout":{"literal":[10,0]},"done":[
    {"targets":["key"]}]}]},
    {"id":"authorizing","title":"Authorizing","initial":{"targets":["key"]},"on":[
    {"event":"callback","targets":["receiving"],"guard":"isOurCallback and answersRequest","actions":[
    {"handler":["keepCallback",[["url","event.data.url"]]]}]},
    {"event":"cancelled","targets":["siteLoggedOut"],"guard":"hasKey"},
    {"event":"cancelled","targets":["idle"]}],"states":[
    {"id":"key","title":"Asking for a key","description":"The person allows the app in the browser. Sites \#
    below version 4 do not know one-time passwords, so that the scope is left out there: the change can \#
    reach them later.","invoke":[
    {"source":{"service":"askForKey"},"input":[["siteURL","siteURL"],["withOTP","apiVersion >= 4 and \#
    delegatedAuthAllowed"]],"done":[
    {"targets":["idle"],"label":"browser closed"}]}]},
    {"id":"requestingOTP","title":"Asking for a one-time password","description":"The person allows the \#
    login in the browser.","invoke":[
    {"source":{"service":"askForOTP"},"input":[["siteURL","siteURL"],["viaNewKey","otpViaNewKey"]],"done":[
    {"targets":["siteLoggedOut"],"label":"browser closed"}]}]}]},
    {"id":"receiving","title":"Receiving","description":"The app decrypts what the site sent and checks \#
    that it belongs to its own request.","exit":[
    {"handler":["forgetNonce",[]]}],"invoke":[
    {"source":{"service":"readCallback"},"input":[["siteURL","siteURL"]],"timeout":{"literal":[10,0]},"done":[
    {"targets":["received"],"actions":[
    {"if":[[
    ["event.data.gotKey",[
    {"assign":[["hasKey","true"],["apiVersion","event.data.apiVersion ?? \#
    apiVersion"],["hasPush","event.data.hasPush == \#
    true"],["keyExpiresAt","event.data.keyExpiresAt"]]}]]],[]]}]}]}]},
    {"id":"received","kind":"choice","title":"Received","always":[
    {"targets":["consumingOTP"],"guard":"event.data.gotOTP","label":"one-time password"},
    {"targets":["openingSite"],"guard":"event.data.gotKey","label":"key only"},
    {"targets":["authFailed"],"actions":[
    {"assign":[["lastError","'badCallback'"]]}],"label":"nothing"}]}]},
    {"id":"visiting","title":"In the web view","description":"The site is shown in the web view, which \#
    stays open while the person is logged on.","initial":{"targets":["openingSite"]},"invoke":[
    {"source":{"service":"webView"},"done":[
    {"targets":["idle"],"guard":"in(loggedIn)","label":"web view closed"},
    {"targets":["siteLoggedOut"],"label":"web view closed"}],"failed":[
    {"targets":["siteLoggedOut"],"actions":[
    {"emit":["errorOccurred",[["error","'browserNotAvailable'"]]]}],"label":"web view failed"}]}],"on":[
    {"event":"close","targets":["siteLoggedOut"]},
    {"event":"cancel","targets":["siteLoggedOut"]},
    {"event":"error.execution","targets":["siteLoggedOut"],"guard":"not in(using)","actions":[
    {"emit":["errorOccurred",[["error","'unexpectedError'"]]]}],"label":"internal error"},
    {"event":"networkError","targets":["siteLoggedOut"],"actions":[
    {"emit":["errorOccurred",[["error","'networkError'"]]]}]}],"states":[
    {"id":"consumingOTP","title":"Using the one-time password","description":"The web view shows the page \#
    of the one-time password, and the person presses its button. The password is good once and for ten \#
    minutes.","entry":[
    {"handler":["openOTPPage",[["siteURL","siteURL"]]]}],"exit":[
    {"handler":["eraseOTP",[]]}],"on":[
    {"event":"landedOnHome","targets":["loggedIn"]},
    {"event":"otpInvalid","targets":["refusedOTP"]}],"after":[
    {"delay":{"literal":[600,0]},"name":"10m","targets":["refusedOTP"],"label":"one-time password too \#
    old"}]},
    {"id":"refusedOTP","kind":"choice","title":"One-time password refused","always":[
    {"targets":["requestingOTP"],"guard":"otpRetryLeft","actions":[
    {"assign":[["otpRetryLeft","false"]]}],"label":"once"},
    {"targets":["authFailed"],"actions":[
    {"assign":[["lastError","'otpRefused'"]]}],"label":"again"}]},
    {"id":"openingSite","title":"Opening the site","description":"The web view opens the site, which calls \#
    the app when nobody is logged on there.","entry":[
    {"handler":["openSite",[["siteURL","siteURL"],["delegated","apiVersion >= 4 and \#
    delegatedAuthAllowed"]]]}],"on":[
    {"event":"pageReady","targets":["loggedIn"],"guard":"event.data.isLoggedIn","label":"logged in"},
    {"event":"pageReady","targets":["keyOnly"],"label":"nobody is logged in"},
    {"event":"callback","targets":["requestingOTP"],"guard":"isOurCallback and asksForOTP","label":"the \#
    site asks for a one-time password"}]},
    {"id":"using","title":"Using the site","initial":{"targets":["loggedIn"]},"entry":[
    {"handler":["stripParameters",[]]}],"invoke":[
    {"source":{"service":"fetchTotals"},"input":[["siteURL","siteURL"]],"timeout":{"literal":[10,0]},"done":[
    {"actions":[
    {"assign":[["username","event.data.username"]]},
    {"emit":["totalsChanged",[["unread","event.data.unread"]]]}]}],"failed":[
    {"code":"keyRejected","targets":["keyInvalid"]},
    {"code":"rateLimited","actions":[
    {"emit":["errorOccurred",[["error","event.error"],["retryAfter","event.data.retryAfter"]]]}]},
    {"code":"timeout","actions":[
    {"emit":["errorOccurred",[["error","'requestTimeout'"]]]}]},
    {"actions":[
    {"emit":["errorOccurred",[["error","event.error"]]]}]}]}],"on":[
    {"event":"callback","targets":["requestingOTP"],"guard":"isOurCallback and asksForOTP","label":"the \#
    site asks for a one-time password"},
    {"event":"logout","targets":["revoking"]},
    {"event":"keyRejected","targets":["keyInvalid"],"guard":"event.data.site == siteURL"},
    {"event":"rateLimited","guard":"event.data.site == siteURL","actions":[
    {"emit":["errorOccurred",[["error","'rateLimited'"],["retryAfter","event.data.after"]]]}]},
    {"event":"networkError","actions":[
    {"emit":["errorOccurred",[["error","'networkError'"]]]}]}],"errors":["networkError","siteNotReachable","requestTimeout","rateLimited"],"states":[
    {"id":"loggedIn","title":"Logged in","description":"The person uses the site in the web view.","on":[
    {"event":"pageReady","targets":["keyOnly"],"guard":"not event.data.isLoggedIn","label":"nobody is \#
    logged in any more"},
    {"event":"close","targets":["idle"]},
    {"event":"cancel","targets":["idle"]}]},
    {"id":"keyOnly","title":"Only the key","description":"The app has a key, but the web view shows that \#
    nobody is logged in. So it is on sites below version 4, which have no one-time passwords. The person \#
    can log in on the page.","on":[
    {"event":"pageReady","targets":["loggedIn"],"guard":"event.data.isLoggedIn","label":"logged in on the \#
    page"}]}]}]},
    {"id":"siteLoggedOut","title":"Logged out of the site","description":"The app has a key, and the web \#
    view is not logged on.","on":[
    {"event":"open","targets":["probing"],"guard":"defined(event.data.site) and event.data.site != \#
    term","actions":[
    {"assign":[["term","event.data.site"],["hasKey","false"]]}],"label":"another site"},
    {"event":"open","targets":["openingSite"]},
    {"event":"logout","targets":["revoking"]}],"errors":["networkError","browserNotAvailable","unexpectedError"]},
    {"id":"keyInvalid","title":"Key refused","description":"The key was revoked on the site. The person can \#
    allow the app again.","entry":[
    {"emit":["errorOccurred",[["error","'keyRejected'"]]]},
    {"handler":["deleteKey",[["siteURL","siteURL"]]]},
    {"assign":[["hasKey","false"],["hasPush","false"],["keyExpiresAt","unset"],["username","unset"]]}],"on":[
    {"event":"error.execution","actions":[
    {"emit":["errorOccurred",[["error","'unexpectedError'"]]]}],"label":"key not removed"},
    {"event":"open","targets":["probing"],"guard":"defined(event.data.site) and event.data.site != \#
    term","actions":[
    {"assign":[["term","event.data.site"],["hasKey","false"]]}],"label":"another site"},
    {"event":"open","targets":["preparing"]}],"errors":["keyRejected","unexpectedError"]},
    {"id":"revoking","title":"Revoking","description":"The app gives its key back. Its own copy and the web \#
    view's cookies go in any case, even without a connection.","exit":[
    {"handler":["clearCookies",[["siteURL","siteURL"]]]},
    {"handler":["deleteKey",[["siteURL","siteURL"]]]},
    {"assign":[["hasKey","false"],["hasPush","false"],["keyExpiresAt","unset"],["username","unset"]]}],"invoke":[
    {"source":{"service":"revokeKey"},"input":[["siteURL","siteURL"]],"timeout":{"literal":[10,0]},"done":[
    {"targets":["signedOut"]}],"failed":[
    {"code":"keyNotFound","targets":["signedOut"]},
    {"code":"rateLimited","targets":["signedOut"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}]},
    {"code":"timeout","targets":["signedOut"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}]},
    {"targets":["signedOut"],"actions":[
    {"assign":[["lastError","event.error"]]}]}]}]},
    {"id":"stopped","title":"Stopped","initial":{"targets":["signedOut"]},"entry":[
    {"if":[[
    ["defined(lastError)",[
    {"emit":["errorOccurred",[["error","lastError"],["retryAfter","retryAfter"]]]}]]],[]]}],"on":[
    {"event":"retry","targets":["idle"]},
    {"event":"open","targets":["probing"],"guard":"defined(event.data.site)","actions":[
    {"assign":[["term","event.data.site"],["hasKey","false"]]}]}],"states":[
    {"id":"unsupported","title":"Site not supported","errors":["siteNotSupported"]},
    {"id":"probeFailed","title":"Site not \#
    reached","errors":["siteNotReachable","networkError","requestTimeout","rateLimited"]},
    {"id":"authFailed","title":"Not allowed","description":"No usable key or one-time password came. A key \#
    that the app had before stays \#
    stored.","errors":["requestTimeout","keysNotAvailable","browserNotAvailable","badRequest","requestRefused","badCallback","invalidPayload","otpRefused","unexpectedError"]},
    {"id":"signedOut","title":"Signed out","on":[
    {"event":"error.execution","actions":[
    {"assign":[["lastError","'unexpectedError'"]]},
    {"emit":["errorOccurred",[["error","lastError"]]]}],"label":"key not \#
    removed"}],"errors":["requestTimeout","networkError","siteNotReachable","rateLimited","keyRejected","keysNotAvailable","unexpectedError"]}]}]}}
    """#
}
