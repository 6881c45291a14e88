// Generated from fxa-authentication.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts

/// Mozilla VPN in-app authentication
///
/// Signing in and signing up with a Mozilla account without leaving the app, continuing in the browser where
/// the app may not create accounts, and deleting the account.
public enum FxaAuthentication: TypedChart {
  /// The states that can be active.
  public enum StateID: String, CaseIterable, Hashable, Sendable {
    /// Initializing
    ///
    /// The app asks the VPN service how to start.
    case initializing
    /// Your turn
    ///
    /// The app shows a screen and waits for the person.
    case asking
    /// Start
    ///
    /// The app asks for the email address.
    case start
    /// Sign in
    ///
    /// The app asks for the password.
    case signIn
    /// Unblock code needed
    ///
    /// The account server wants more proof: it sends an email with a code, and the app asks for that code.
    case unblockCodeNeeded
    /// Sending the email
    case sendingUnblockCode
    /// Waiting for the code
    case awaitingUnblockCode
    /// TOTP verification needed
    ///
    /// The account has a second factor, and the app asks for the code of the authenticator app.
    case totpVerificationNeeded
    /// Sign up
    ///
    /// The app asks for a password and for the legal confirmations.
    case signUp
    /// Email verification
    ///
    /// The account server has sent an email with a code, and the app asks for it.
    case emailVerification
    /// Waiting for the code
    case awaitingEmailCode
    /// Sending the email again
    case resendingEmailCode
    /// Account deletion request
    ///
    /// The app shows what uses the account and asks the person to accept the consequences.
    case accountDeletionRequest
    /// Checking account
    ///
    /// The app asks whether the account exists, usually for less than a second.
    case checkingAccount
    /// Authenticating
    ///
    /// Password or code are on their way to the account server.
    case authenticating
    /// Signing in
    case signingIn
    /// Signing up
    case signingUp
    /// Verifying unblock code
    case verifyingUnblockCode
    /// Verifying session TOTP code
    case verifyingSessionTotpCode
    /// Verifying session email code
    case verifyingSessionEmailCode
    /// Finalize
    ///
    /// A few requests turn the sign-in into a session of the VPN service.
    case finalize
    /// Exchanging the session
    case exchanging
    /// Signing in to the VPN service
    case verifying
    /// Listing what uses the account
    case listingClients
    /// Completed
    case completed
    /// Deleting account
    case deletingAccount
    /// In the browser
    ///
    /// The person signs in or up on the web. There is no time limit: a right code, closing the browser or
    /// canceling ends it.
    case inBrowser
    /// The page in the browser
    case browserPage
    /// Fallback in the browser
    ///
    /// The account does not exist and may not be created in the app, so the browser takes over.
    case fallbackInBrowser
    /// Web-based authentication
    ///
    /// The platform has no in-app authentication, so everything happens in the browser.
    case webBased
    /// The codes of the browser
    case browserCodes
    /// Waiting for the browser
    case awaitingCode
    /// Checking the browser's code
    case checkingCode
    /// Authenticated
    ///
    /// The app dismisses the authentication screens and shows its main view.
    case authenticated
    /// Failed
    case failed
    /// Aborted
    case aborted
  }

  /// The ids of the services and child charts that states run.
  public enum ServiceID: String, CaseIterable, Hashable, Sendable {
    case initialize
    case sendUnblockCode
    case resendSessionCode
    case checkAccount
    case signIn
    case signUp
    case verifyUnblockCode
    case verifySessionTotpCode
    case verifySessionEmailCode
    case exchangeSession
    case verifyLogin
    case listAttachedClients
    case deleteAccount
    case authenticateInBrowser
  }

  /// The events that the app can send, with their data.
  public enum Event: TypedEvent, Hashable, GuardedData {
    /// email address received
    ///
    /// - emailAddress: Personal: must not be logged.
    case checkAccount(emailAddress: String)
    /// password typed
    ///
    /// - password: Secret: must not be shown, logged or stored.
    case setPassword(password: String)
    /// password received
    case signIn
    /// age and terms confirmed or not
    ///
    /// - isAccepted: Whether both are.
    case acceptLegal(isAccepted: Bool)
    /// password received
    case signUp
    /// unblock code received
    ///
    /// - code: Secret: must not be shown, logged or stored.
    case verifyUnblockCode(code: String)
    /// another unblock code wanted
    case resendUnblockCodeEmail
    /// TOTP code received
    ///
    /// - code: Secret: must not be shown, logged or stored.
    case verifySessionTotpCode(code: String)
    /// email code received
    ///
    /// - code: Secret: must not be shown, logged or stored.
    case verifySessionEmailCode(code: String)
    /// another email code wanted
    case resendVerificationSessionCodeEmail
    /// consequences accepted or not
    ///
    /// - areGiven: Whether every box of the deletion screen is ticked.
    case giveConsents(areGiven: Bool)
    /// deletion confirmed
    case deleteAccount
    /// the browser came back
    ///
    /// The browser has finished and hands over its code, by the loopback port or the app's link. Any program
    /// on the machine can do the same.
    ///
    /// - code: Secret: must not be shown, logged or stored.
    case browserCode(code: String)
    /// back to the start
    case reset
    /// canceled
    case cancel

    /// The event in the form that a machine handles.
    public var event: Statecharts.ChartEvent {
      switch self {
      case .checkAccount(let emailAddress):
        Statecharts.ChartEvent("checkAccount", data: .map(["emailAddress": emailAddress.chartValue]))
      case .setPassword(let password):
        Statecharts.ChartEvent("setPassword", data: .map(["password": password.chartValue]))
      case .signIn:
        Statecharts.ChartEvent("signIn")
      case .acceptLegal(let isAccepted):
        Statecharts.ChartEvent("acceptLegal", data: .map(["isAccepted": isAccepted.chartValue]))
      case .signUp:
        Statecharts.ChartEvent("signUp")
      case .verifyUnblockCode(let code):
        Statecharts.ChartEvent("verifyUnblockCode", data: .map(["code": code.chartValue]))
      case .resendUnblockCodeEmail:
        Statecharts.ChartEvent("resendUnblockCodeEmail")
      case .verifySessionTotpCode(let code):
        Statecharts.ChartEvent("verifySessionTotpCode", data: .map(["code": code.chartValue]))
      case .verifySessionEmailCode(let code):
        Statecharts.ChartEvent("verifySessionEmailCode", data: .map(["code": code.chartValue]))
      case .resendVerificationSessionCodeEmail:
        Statecharts.ChartEvent("resendVerificationSessionCodeEmail")
      case .giveConsents(let areGiven):
        Statecharts.ChartEvent("giveConsents", data: .map(["areGiven": areGiven.chartValue]))
      case .deleteAccount:
        Statecharts.ChartEvent("deleteAccount")
      case .browserCode(let code):
        Statecharts.ChartEvent("browserCode", data: .map(["code": code.chartValue]))
      case .reset:
        Statecharts.ChartEvent("reset")
      case .cancel:
        Statecharts.ChartEvent("cancel")
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .checkAccount:
        ["emailAddress": ShownMark.personal]
      case .setPassword:
        ["password": ShownMark.secret]
      case .acceptLegal(let isAccepted):
        ["isAccepted": isAccepted]
      case .verifyUnblockCode:
        ["code": ShownMark.secret]
      case .verifySessionTotpCode:
        ["code": ShownMark.secret]
      case .verifySessionEmailCode:
        ["code": ShownMark.secret]
      case .giveConsents(let areGiven):
        ["areGiven": areGiven]
      case .browserCode:
        ["code": ShownMark.secret]
      default:
        [:]
      }
    }
  }

  /// The outputs that the chart sends to the app, with their data.
  public enum Output: TypedOutput, Hashable, GuardedData {
    /// an error to show
    case errorOccurred(error: ErrorCode, retryAfter: Int? = nil)
    /// the email address in use
    ///
    /// - emailAddress: Personal: must not be logged.
    case emailAddressChanged(emailAddress: String? = nil)
    /// what uses the account
    ///
    /// - names: Personal: must not be logged.
    case attachedClientsChanged(names: [String])
    /// a code is needed
    ///
    /// - length: How many characters the field takes.
    case codeRequested(length: Int)

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
      case "emailAddressChanged":
        self = try .emailAddressChanged(emailAddress: payload.data.read("emailAddress"))
      case "attachedClientsChanged":
        self = try .attachedClientsChanged(names: payload.data.read("names"))
      case "codeRequested":
        self = try .codeRequested(length: payload.data.read("length"))
      default:
        throw TypedDataProblem(payload.name)
      }
    }

    /// The output's name in the chart.
    public var name: String {
      switch self {
      case .errorOccurred:
        "errorOccurred"
      case .emailAddressChanged:
        "emailAddressChanged"
      case .attachedClientsChanged:
        "attachedClientsChanged"
      case .codeRequested:
        "codeRequested"
      }
    }

    /// The output's name.
    public var shownName: String { name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .errorOccurred(let error, let retryAfter):
        ["error": error, "retryAfter": retryAfter]
      case .emailAddressChanged(let emailAddress):
        ["emailAddress": ShownMark.personal.replacing(emailAddress)]
      case .attachedClientsChanged:
        ["names": ShownMark.personal]
      case .codeRequested(let length):
        ["length": length]
      }
    }
  }

  /// The error codes that the chart declares, and those of the engine.
  public enum ErrorCode: TypedData, RawRepresentable, Hashable {
    /// Account already exists
    ///
    /// 101.
    case accountAlreadyExists
    /// Email already exists
    ///
    /// 136, 140, 141 and 144.
    case emailAlreadyExists
    /// Email can not be used to login
    ///
    /// 149, and 125 without a way to unblock.
    case emailCanNotBeUsedToLogin
    /// Email type not supported
    ///
    /// 142.
    case emailTypeNotSupported
    /// Failed to send email
    ///
    /// 151.
    case failedToSendEmail
    /// Incorrect password
    ///
    /// 103.
    case incorrectPassword
    /// Invalid email code
    ///
    /// 105.
    case invalidEmailCode
    /// Invalid or expired verification code
    ///
    /// 183, and 152, 153 or 107 for the code that confirms the email address.
    case invalidOrExpiredVerificationCode
    /// Invalid unblock code
    ///
    /// 127, and 107 for the unblock code.
    case invalidUnblockCode
    /// Invalid TOTP code
    ///
    /// An answer without success, and 152, 153 or 107 for the code of the authenticator app.
    case invalidTotpCode
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// Unknown account
    ///
    /// 102, the account does not exist any more.
    case unknownAccount
    /// Invalid email address
    ///
    /// 107 for the email address, or it looks wrong.
    case invalidEmailAddress
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// The VPN service gave an unusable answer
    ///
    /// No user or no token in it.
    case remoteServiceError
    /// The VPN service leads to another server
    ///
    /// A redirect leads to a server that the app has not configured as one of the VPN service. Nothing is
    /// sent to it.
    case redirectRefused
    /// This way of confirming a sign-in is not supported
    ///
    /// The account server wants something other than TOTP, an email code or an unblock code.
    case unsupportedVerificationMethod
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError
    /// Sign-in blocked
    ///
    /// 125. An unblock code helps when the verification method is email-captcha.
    case requestBlocked
    /// Upper and lower case of the email address differ
    ///
    /// 120, with the spelling that the account was created with.
    case emailCaseMismatch
    /// Browser closed
    ///
    /// The person closed the browser before it came back.
    case browserClosed
    /// A failure that the engine raises.
    case platform(PlatformErrorCode)

    /// The error of a code; nil if the chart does not declare it and the engine does not raise it.
    public init?(rawValue: String) {
      switch rawValue {
      case "accountAlreadyExists": self = .accountAlreadyExists
      case "emailAlreadyExists": self = .emailAlreadyExists
      case "emailCanNotBeUsedToLogin": self = .emailCanNotBeUsedToLogin
      case "emailTypeNotSupported": self = .emailTypeNotSupported
      case "failedToSendEmail": self = .failedToSendEmail
      case "incorrectPassword": self = .incorrectPassword
      case "invalidEmailCode": self = .invalidEmailCode
      case "invalidOrExpiredVerificationCode": self = .invalidOrExpiredVerificationCode
      case "invalidUnblockCode": self = .invalidUnblockCode
      case "invalidTotpCode": self = .invalidTotpCode
      case "tooManyRequests": self = .tooManyRequests
      case "serverUnavailable": self = .serverUnavailable
      case "requestTimeout": self = .requestTimeout
      case "unknownAccount": self = .unknownAccount
      case "invalidEmailAddress": self = .invalidEmailAddress
      case "noInternetConnection": self = .noInternetConnection
      case "authenticationFailure": self = .authenticationFailure
      case "remoteServiceError": self = .remoteServiceError
      case "redirectRefused": self = .redirectRefused
      case "unsupportedVerificationMethod": self = .unsupportedVerificationMethod
      case "unknownError": self = .unknownError
      case "requestBlocked": self = .requestBlocked
      case "emailCaseMismatch": self = .emailCaseMismatch
      case "browserClosed": self = .browserClosed
      default:
        guard let code = PlatformErrorCode(rawValue: rawValue) else { return nil }
        self = .platform(code)
      }
    }

    /// The code.
    public var rawValue: String {
      switch self {
      case .accountAlreadyExists:
        "accountAlreadyExists"
      case .emailAlreadyExists:
        "emailAlreadyExists"
      case .emailCanNotBeUsedToLogin:
        "emailCanNotBeUsedToLogin"
      case .emailTypeNotSupported:
        "emailTypeNotSupported"
      case .failedToSendEmail:
        "failedToSendEmail"
      case .incorrectPassword:
        "incorrectPassword"
      case .invalidEmailCode:
        "invalidEmailCode"
      case .invalidOrExpiredVerificationCode:
        "invalidOrExpiredVerificationCode"
      case .invalidUnblockCode:
        "invalidUnblockCode"
      case .invalidTotpCode:
        "invalidTotpCode"
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .unknownAccount:
        "unknownAccount"
      case .invalidEmailAddress:
        "invalidEmailAddress"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .remoteServiceError:
        "remoteServiceError"
      case .redirectRefused:
        "redirectRefused"
      case .unsupportedVerificationMethod:
        "unsupportedVerificationMethod"
      case .unknownError:
        "unknownError"
      case .requestBlocked:
        "requestBlocked"
      case .emailCaseMismatch:
        "emailCaseMismatch"
      case .browserClosed:
        "browserClosed"
      case .platform(let code):
        code.rawValue
      }
    }

    /// The title that people see; nil if the chart has none.
    public var title: String? {
      switch self {
      case .accountAlreadyExists:
        "Account already exists"
      case .emailAlreadyExists:
        "Email already exists"
      case .emailCanNotBeUsedToLogin:
        "Email can not be used to login"
      case .emailTypeNotSupported:
        "Email type not supported"
      case .failedToSendEmail:
        "Failed to send email"
      case .incorrectPassword:
        "Incorrect password"
      case .invalidEmailCode:
        "Invalid email code"
      case .invalidOrExpiredVerificationCode:
        "Invalid or expired verification code"
      case .invalidUnblockCode:
        "Invalid unblock code"
      case .invalidTotpCode:
        "Invalid TOTP code"
      case .tooManyRequests:
        "Too many requests"
      case .serverUnavailable:
        "Server unavailable"
      case .requestTimeout:
        "Request Timeout"
      case .unknownAccount:
        "Unknown account"
      case .invalidEmailAddress:
        "Invalid email address"
      case .noInternetConnection:
        "No internet connection"
      case .authenticationFailure:
        "Authentication failure"
      case .remoteServiceError:
        "The VPN service gave an unusable answer"
      case .redirectRefused:
        "The VPN service leads to another server"
      case .unsupportedVerificationMethod:
        "This way of confirming a sign-in is not supported"
      case .unknownError:
        "Something went wrong"
      case .requestBlocked:
        "Sign-in blocked"
      case .emailCaseMismatch:
        "Upper and lower case of the email address differ"
      case .browserClosed:
        "Browser closed"
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

    /// Where the app runs. It decides the method when no method is given.
    public var platform: Platform? {
      contextView.read("platform")
    }

    /// Sign in and sign up in the app, only sign in in the app, or everything in the browser.
    public var method: Method? {
      contextView.read("method")
    }

    /// Why the person signs in. The last two sign in again, with a known email address, before something
    /// sensitive.
    public var sessionType: SessionType {
      contextView.read("sessionType") ?? .`default`
    }

    /// A known email address. The Start screen is then skipped.
    ///
    /// Personal: must not be logged.
    public var prefilledEmail: String? {
      contextView.read("prefilledEmail")
    }

    /// Where "too many requests" is shown. The source page lists it at each screen that can cause it
    /// (origin); the app of 2023 always went back to Start.
    public var throttleLanding: ThrottleLanding {
      contextView.read("throttleLanding") ?? .origin
    }

    /// Digits of the authenticator app's code.
    public var totpCodeLength: Int {
      contextView.read("totpCodeLength") ?? 6
    }

    /// Digits of the code sent by email.
    public var emailCodeLength: Int {
      contextView.read("emailCodeLength") ?? 6
    }

    /// Characters of the unblock code.
    public var unblockCodeLength: Int {
      contextView.read("unblockCodeLength") ?? 8
    }

    /// The email address in lower case.
    ///
    /// Personal: must not be logged.
    public var email: String? {
      contextView.read("email")
    }

    /// The email address as typed or as the account server corrected it. The password is derived with it.
    ///
    /// Personal: must not be logged.
    public var emailCaseFix: String? {
      contextView.read("emailCaseFix")
    }

    /// What was typed before the account server corrected upper and lower case.
    ///
    /// Personal: must not be logged.
    public var originalLoginEmail: String? {
      contextView.read("originalLoginEmail")
    }

    /// Whether the handlers hold a password.
    public var passwordGiven: Bool {
      contextView.read("passwordGiven") ?? false
    }

    /// Whether age and terms are confirmed, for the sign-up that is shown.
    public var legalAccepted: Bool {
      contextView.read("legalAccepted") ?? false
    }

    /// Whether every consequence of the deletion that is shown is accepted. Each try asks for it again.
    public var consentsGiven: Bool {
      contextView.read("consentsGiven") ?? false
    }

    /// The names of the devices and services that use the account, shown before it is deleted.
    ///
    /// Personal: must not be logged.
    public var attachedClients: [String]? {
      contextView.read("attachedClients")
    }

    /// Whether the account was deleted in this flow.
    public var accountDeleted: Bool {
      contextView.read("accountDeleted") ?? false
    }

    /// What the next screen shows to the person.
    public var lastError: ErrorCode? {
      contextView.read("lastError")
    }

    /// Seconds to wait before trying again.
    public var retryAfter: Int? {
      contextView.read("retryAfter")
    }

    /// The server to which a redirect was refused.
    public var refusedOrigin: String? {
      contextView.read("refusedOrigin")
    }

    /// The type's name.
    public var shownName: String { "Context" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "platform": platform,
        "method": method,
        "sessionType": sessionType,
        "prefilledEmail": ShownMark.personal.replacing(prefilledEmail),
        "throttleLanding": throttleLanding,
        "totpCodeLength": totpCodeLength,
        "emailCodeLength": emailCodeLength,
        "unblockCodeLength": unblockCodeLength,
        "email": ShownMark.personal.replacing(email),
        "emailCaseFix": ShownMark.personal.replacing(emailCaseFix),
        "originalLoginEmail": ShownMark.personal.replacing(originalLoginEmail),
        "passwordGiven": passwordGiven,
        "legalAccepted": legalAccepted,
        "consentsGiven": consentsGiven,
        "attachedClients": ShownMark.personal.replacing(attachedClients),
        "accountDeleted": accountDeleted,
        "lastError": lastError,
        "retryAfter": retryAfter,
        "refusedOrigin": refusedOrigin,
      ]
    }
  }

  /// The input at the start. A value that is left out has the initial value of the chart.
  public struct Input: OptionalInput, Hashable, GuardedData {
    /// Where the app runs. It decides the method when no method is given.
    public var platform: Platform?

    /// Sign in and sign up in the app, only sign in in the app, or everything in the browser.
    public var method: Method?

    /// Why the person signs in. The last two sign in again, with a known email address, before something
    /// sensitive.
    public var sessionType: SessionType?

    /// A known email address. The Start screen is then skipped.
    ///
    /// Personal: must not be logged.
    public var prefilledEmail: String?

    /// Where "too many requests" is shown. The source page lists it at each screen that can cause it
    /// (origin); the app of 2023 always went back to Start.
    public var throttleLanding: ThrottleLanding?

    /// Digits of the authenticator app's code.
    public var totpCodeLength: Int?

    /// Digits of the code sent by email.
    public var emailCodeLength: Int?

    /// Characters of the unblock code.
    public var unblockCodeLength: Int?

    /// Makes an input.
    public init(
      platform: Platform? = nil,
      method: Method? = nil,
      sessionType: SessionType? = nil,
      prefilledEmail: String? = nil,
      throttleLanding: ThrottleLanding? = nil,
      totpCodeLength: Int? = nil,
      emailCodeLength: Int? = nil,
      unblockCodeLength: Int? = nil
    ) {
      self.platform = platform
      self.method = method
      self.sessionType = sessionType
      self.prefilledEmail = prefilledEmail
      self.throttleLanding = throttleLanding
      self.totpCodeLength = totpCodeLength
      self.emailCodeLength = emailCodeLength
      self.unblockCodeLength = unblockCodeLength
    }

    /// The values by name, without those that were not given.
    public var values: [String: ChartValue] {
      let values: [String: ChartValue] = [
        "platform": platform.chartValue,
        "method": method.chartValue,
        "sessionType": sessionType.chartValue,
        "prefilledEmail": prefilledEmail.chartValue,
        "throttleLanding": throttleLanding.chartValue,
        "totpCodeLength": totpCodeLength.chartValue,
        "emailCodeLength": emailCodeLength.chartValue,
        "unblockCodeLength": unblockCodeLength.chartValue,
      ]
      return values.filter { $0.value != .unset }
    }

    /// The type's name.
    public var shownName: String { "Input" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "platform": platform,
        "method": method,
        "sessionType": sessionType,
        "prefilledEmail": ShownMark.personal.replacing(prefilledEmail),
        "throttleLanding": throttleLanding,
        "totpCodeLength": totpCodeLength,
        "emailCodeLength": emailCodeLength,
        "unblockCodeLength": unblockCodeLength,
      ]
    }
  }
}

// MARK: - Handlers

extension FxaAuthentication {
  /// The handlers of the chart. `handlers(_:)` binds a type that implements them.
  ///
  /// Guards and actions are called within a step and must not wait. A guard has no side effects. Services
  /// run in tasks that are canceled when their state is exited. Handlers receive their data as parameters.
  public protocol Handlers: Sendable {
    /// The guard `emailIsValid`: the email address looks right.
    ///
    /// Exactly one @; before it 1 to 64 letters, digits or the permitted characters; after it a domain name
    /// with a dot and at most 255 characters. The same rule as validateEmailAddress.
    ///
    /// - Parameter emailAddress: Personal: must not be logged.
    func emailIsValid(emailAddress: String) throws -> Bool

    /// The guard `passwordIsTyped`: a password was typed.
    ///
    /// It has a character at least. An empty one counts as none.
    ///
    /// - Parameter password: Secret: must not be shown, logged or stored.
    func passwordIsTyped(password: String) throws -> Bool

    /// The guard `passwordIsLongEnough`: at least 8 characters.
    func passwordIsLongEnough() throws -> Bool

    /// The guard `passwordIsNotCommon`: not a common password.
    ///
    /// Not in the list of common passwords.
    func passwordIsNotCommon() throws -> Bool

    /// The guard `passwordDiffersFromEmail`: password and email address do not contain each other.
    ///
    /// Neither contains the other, whatever the case.
    ///
    /// - Parameter email: Personal: must not be logged.
    func passwordDiffersFromEmail(email: String?) throws -> Bool

    /// The action `keepPassword`.
    ///
    /// Keeps the password in memory for the calls that derive a key from it.
    ///
    /// - Parameter password: Secret: must not be shown, logged or stored.
    func keepPassword(password: String) throws

    /// The action `keepCode`.
    ///
    /// Keeps a typed code, or the browser's code, in memory until the service that follows has used it.
    ///
    /// - Parameter code: Secret: must not be shown, logged or stored.
    func keepCode(code: String) throws

    /// The action `forgetSecrets`.
    ///
    /// Forgets password, derived keys, codes, what the VPN service gave and what the person agreed to, and
    /// ends the session as destroySession does. The code verifier stays.
    func forgetSecrets() throws

    /// The action `browserCodeChecked`.
    ///
    /// Tells the browser whether the code with which it came back was the right one. The next code, if one
    /// has come meanwhile, is handed over only after that.
    func browserCodeChecked() throws

    /// The action `destroySession`.
    ///
    /// Starts POST session/destroy when there is a session token, and does not wait: the outcome is ignored.
    /// Forgets all secrets but what the VPN service gave, which is what the app wanted.
    func destroySession() throws

    /// The service `initialize`: Ask the VPN service for the sign-in parameters.
    ///
    /// Makes the code verifier and its challenge, GETs the login address of the VPN service and keeps its
    /// parameters. All of client_id, device_id, state, scope, access_type, flow_id and flow_begin_time must
    /// be there.
    func initialize() async throws(InitializeFailure)

    /// The service `checkAccount`: Does the account exist.
    ///
    /// POST account/status.
    func checkAccount(_ input: CheckAccountInput) async throws(CheckAccountFailure) -> CheckAccountResult

    /// The service `signIn`: Sign in with the password.
    ///
    /// POST account/login with a key derived from the password. Keeps the session token.
    func signIn(_ input: SignInInput) async throws(SignInFailure) -> SignInResult

    /// The service `signUp`: Create the account.
    ///
    /// POST account/create with a key derived from the password. Keeps the session token.
    func signUp(_ input: SignUpInput) async throws(SignUpFailure) -> SignUpResult

    /// The service `sendUnblockCode`: Send an email with an unblock code.
    ///
    /// POST account/login/send_unblock_code. The code is valid once, for an hour.
    func sendUnblockCode(_ input: SendUnblockCodeInput) async throws(SendUnblockCodeFailure)

    /// The service `verifyUnblockCode`: Sign in with password and unblock code.
    ///
    /// POST account/login as in signIn, with the code that was kept.
    func verifyUnblockCode(
      _ input: VerifyUnblockCodeInput
    ) async throws(VerifyUnblockCodeFailure) -> VerifyUnblockCodeResult

    /// The service `verifySessionTotpCode`: Check the code of the authenticator app.
    ///
    /// POST session/verify/totp with the code that was kept. `verified` is the answer's `success`.
    func verifySessionTotpCode() async throws(VerifySessionTotpCodeFailure) -> VerifySessionTotpCodeResult

    /// The service `verifySessionEmailCode`: Check the code of the email.
    ///
    /// POST session/verify_code with the code that was kept.
    func verifySessionEmailCode() async throws(VerifySessionEmailCodeFailure)

    /// The service `resendSessionCode`: Send the email with the code again.
    ///
    /// POST session/resend_code.
    func resendSessionCode() async throws(ResendSessionCodeFailure)

    /// The service `exchangeSession`: Exchange the session for a code of the VPN service.
    ///
    /// POST oauth/authorization, whose state must equal ours, then GET the address it names, with the
    /// cookies of this sign-in. Keeps the code that comes back. An answer with `detail` is an authentication
    /// failure.
    func exchangeSession() async throws(ExchangeSessionFailure)

    /// The service `verifyLogin`: Sign in to the VPN service.
    ///
    /// POST login/verify of the VPN service with the code that was kept and the code verifier.
    func verifyLogin() async throws(VerifyLoginFailure)

    /// The service `listAttachedClients`: List what uses the account.
    ///
    /// GET account/attached_clients. Distinct names in order, those without a name left out.
    func listAttachedClients() async throws(ListAttachedClientsFailure) -> ListAttachedClientsResult

    /// The service `deleteAccount`: Delete the account.
    ///
    /// POST account/destroy with a key derived from the password and the corrected email address. A lost
    /// answer may leave an account that is gone with a session that is unknown. So on 102 or 110 after a
    /// deletion without an answer the handlers ask POST account/status: only when the account server says
    /// that there is no account it counts as deleted.
    func deleteAccount(_ input: DeleteAccountInput) async throws(DeleteAccountFailure)

    /// The service `authenticateInBrowser`: Continue in the browser.
    ///
    /// Opens the sign-in page of the VPN service in the browser with the same code challenge, on a desktop
    /// the port where the app listens and, when there is one, the email address. Listens for the code until
    /// it is stopped.
    func authenticateInBrowser(
      _ input: AuthenticateInBrowserInput,
      events: AuthenticateInBrowserSender
    ) async throws(AuthenticateInBrowserFailure)

    /// The query `validateEmailAddress`.
    ///
    /// Whether the address looks right, for showing it while it is typed.
    ///
    /// - Parameter emailAddress: Personal: must not be logged.
    func validateEmailAddress(emailAddress: String) throws -> Bool

    /// The query `validatePasswordCommons`.
    ///
    /// Whether the password is not in the list of common ones. Short passwords count as fine here.
    ///
    /// - Parameter password: Secret: must not be shown, logged or stored.
    func validatePasswordCommons(password: String) throws -> Bool

    /// The query `validatePasswordLength`.
    ///
    /// Whether the password has at least 8 characters.
    ///
    /// - Parameter password: Secret: must not be shown, logged or stored.
    func validatePasswordLength(password: String) throws -> Bool

    /// The query `validatePasswordEmail`.
    ///
    /// Whether password and email address do not contain each other.
    ///
    /// - Parameter password: Secret: must not be shown, logged or stored.
    func validatePasswordEmail(password: String) throws -> Bool
  }
}

// MARK: - Services

extension FxaAuthentication {
  /// The errors of the service `initialize`.
  public enum InitializeFailure: DeclaredFailure, Hashable {
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// The VPN service leads to another server
    ///
    /// A redirect leads to a server that the app has not configured as one of the VPN service. Nothing is
    /// sent to it.
    case redirectRefused(origin: String? = nil)
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "noInternetConnection":
        self = .noInternetConnection
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "authenticationFailure":
        self = .authenticationFailure
      case "redirectRefused":
        self = try .redirectRefused(origin: data.read("origin"))
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .noInternetConnection:
        "noInternetConnection"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .authenticationFailure:
        "authenticationFailure"
      case .redirectRefused:
        "redirectRefused"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .redirectRefused(let origin):
        .map(["origin": origin.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `checkAccount`.
  public enum CheckAccountFailure: DeclaredFailure, Hashable {
    /// Account already exists
    ///
    /// 101.
    case accountAlreadyExists
    /// Email already exists
    ///
    /// 136, 140, 141 and 144.
    case emailAlreadyExists
    /// Email can not be used to login
    ///
    /// 149, and 125 without a way to unblock.
    case emailCanNotBeUsedToLogin
    /// Email type not supported
    ///
    /// 142.
    case emailTypeNotSupported
    /// Invalid email address
    ///
    /// 107 for the email address, or it looks wrong.
    case invalidEmailAddress
    /// Invalid email code
    ///
    /// 105.
    case invalidEmailCode
    /// Unknown account
    ///
    /// 102, the account does not exist any more.
    case unknownAccount
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "accountAlreadyExists":
        self = .accountAlreadyExists
      case "emailAlreadyExists":
        self = .emailAlreadyExists
      case "emailCanNotBeUsedToLogin":
        self = .emailCanNotBeUsedToLogin
      case "emailTypeNotSupported":
        self = .emailTypeNotSupported
      case "invalidEmailAddress":
        self = .invalidEmailAddress
      case "invalidEmailCode":
        self = .invalidEmailCode
      case "unknownAccount":
        self = .unknownAccount
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .accountAlreadyExists:
        "accountAlreadyExists"
      case .emailAlreadyExists:
        "emailAlreadyExists"
      case .emailCanNotBeUsedToLogin:
        "emailCanNotBeUsedToLogin"
      case .emailTypeNotSupported:
        "emailTypeNotSupported"
      case .invalidEmailAddress:
        "invalidEmailAddress"
      case .invalidEmailCode:
        "invalidEmailCode"
      case .unknownAccount:
        "unknownAccount"
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `signIn`.
  public enum SignInFailure: DeclaredFailure, Hashable, GuardedData {
    /// Incorrect password
    ///
    /// 103.
    case incorrectPassword
    /// Unknown account
    ///
    /// 102, the account does not exist any more.
    case unknownAccount
    /// Invalid email address
    ///
    /// 107 for the email address, or it looks wrong.
    case invalidEmailAddress
    /// Email type not supported
    ///
    /// 142.
    case emailTypeNotSupported
    /// Email can not be used to login
    ///
    /// 149, and 125 without a way to unblock.
    case emailCanNotBeUsedToLogin
    /// Failed to send email
    ///
    /// 151.
    case failedToSendEmail
    /// Sign-in blocked
    ///
    /// 125. An unblock code helps when the verification method is email-captcha.
    case requestBlocked(verificationMethod: String? = nil)
    /// Upper and lower case of the email address differ
    ///
    /// 120, with the spelling that the account was created with.
    ///
    /// - email: Personal: must not be logged.
    case emailCaseMismatch(email: String)
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "incorrectPassword":
        self = .incorrectPassword
      case "unknownAccount":
        self = .unknownAccount
      case "invalidEmailAddress":
        self = .invalidEmailAddress
      case "emailTypeNotSupported":
        self = .emailTypeNotSupported
      case "emailCanNotBeUsedToLogin":
        self = .emailCanNotBeUsedToLogin
      case "failedToSendEmail":
        self = .failedToSendEmail
      case "requestBlocked":
        self = try .requestBlocked(verificationMethod: data.read("verificationMethod"))
      case "emailCaseMismatch":
        self = try .emailCaseMismatch(email: data.read("email"))
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .incorrectPassword:
        "incorrectPassword"
      case .unknownAccount:
        "unknownAccount"
      case .invalidEmailAddress:
        "invalidEmailAddress"
      case .emailTypeNotSupported:
        "emailTypeNotSupported"
      case .emailCanNotBeUsedToLogin:
        "emailCanNotBeUsedToLogin"
      case .failedToSendEmail:
        "failedToSendEmail"
      case .requestBlocked:
        "requestBlocked"
      case .emailCaseMismatch:
        "emailCaseMismatch"
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .requestBlocked(let verificationMethod):
        .map(["verificationMethod": verificationMethod.chartValue])
      case .emailCaseMismatch(let email):
        .map(["email": email.chartValue])
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }

    /// The error code.
    public var shownName: String { code }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .requestBlocked(let verificationMethod):
        ["verificationMethod": verificationMethod]
      case .emailCaseMismatch:
        ["email": ShownMark.personal]
      case .tooManyRequests(let retryAfter):
        ["retryAfter": retryAfter]
      case .serverUnavailable(let retryAfter):
        ["retryAfter": retryAfter]
      case .unknownError(let errno):
        ["errno": errno]
      default:
        [:]
      }
    }
  }

  /// The errors of the service `signUp`.
  public enum SignUpFailure: DeclaredFailure, Hashable {
    /// Account already exists
    ///
    /// 101.
    case accountAlreadyExists
    /// Email already exists
    ///
    /// 136, 140, 141 and 144.
    case emailAlreadyExists
    /// Email type not supported
    ///
    /// 142.
    case emailTypeNotSupported
    /// Email can not be used to login
    ///
    /// 149, and 125 without a way to unblock.
    case emailCanNotBeUsedToLogin
    /// Invalid email address
    ///
    /// 107 for the email address, or it looks wrong.
    case invalidEmailAddress
    /// Failed to send email
    ///
    /// 151.
    case failedToSendEmail
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "accountAlreadyExists":
        self = .accountAlreadyExists
      case "emailAlreadyExists":
        self = .emailAlreadyExists
      case "emailTypeNotSupported":
        self = .emailTypeNotSupported
      case "emailCanNotBeUsedToLogin":
        self = .emailCanNotBeUsedToLogin
      case "invalidEmailAddress":
        self = .invalidEmailAddress
      case "failedToSendEmail":
        self = .failedToSendEmail
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .accountAlreadyExists:
        "accountAlreadyExists"
      case .emailAlreadyExists:
        "emailAlreadyExists"
      case .emailTypeNotSupported:
        "emailTypeNotSupported"
      case .emailCanNotBeUsedToLogin:
        "emailCanNotBeUsedToLogin"
      case .invalidEmailAddress:
        "invalidEmailAddress"
      case .failedToSendEmail:
        "failedToSendEmail"
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `sendUnblockCode`.
  public enum SendUnblockCodeFailure: DeclaredFailure, Hashable {
    /// Failed to send email
    ///
    /// 151.
    case failedToSendEmail
    /// Unknown account
    ///
    /// 102, the account does not exist any more.
    case unknownAccount
    /// Invalid email address
    ///
    /// 107 for the email address, or it looks wrong.
    case invalidEmailAddress
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "failedToSendEmail":
        self = .failedToSendEmail
      case "unknownAccount":
        self = .unknownAccount
      case "invalidEmailAddress":
        self = .invalidEmailAddress
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .failedToSendEmail:
        "failedToSendEmail"
      case .unknownAccount:
        "unknownAccount"
      case .invalidEmailAddress:
        "invalidEmailAddress"
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `verifyUnblockCode`.
  public enum VerifyUnblockCodeFailure: DeclaredFailure, Hashable, GuardedData {
    /// Invalid unblock code
    ///
    /// 127, and 107 for the unblock code.
    case invalidUnblockCode
    /// Incorrect password
    ///
    /// 103.
    case incorrectPassword
    /// Unknown account
    ///
    /// 102, the account does not exist any more.
    case unknownAccount
    /// Invalid email address
    ///
    /// 107 for the email address, or it looks wrong.
    case invalidEmailAddress
    /// Email type not supported
    ///
    /// 142.
    case emailTypeNotSupported
    /// Email can not be used to login
    ///
    /// 149, and 125 without a way to unblock.
    case emailCanNotBeUsedToLogin
    /// Failed to send email
    ///
    /// 151.
    case failedToSendEmail
    /// Sign-in blocked
    ///
    /// 125. An unblock code helps when the verification method is email-captcha.
    case requestBlocked(verificationMethod: String? = nil)
    /// Upper and lower case of the email address differ
    ///
    /// 120, with the spelling that the account was created with.
    ///
    /// - email: Personal: must not be logged.
    case emailCaseMismatch(email: String)
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "invalidUnblockCode":
        self = .invalidUnblockCode
      case "incorrectPassword":
        self = .incorrectPassword
      case "unknownAccount":
        self = .unknownAccount
      case "invalidEmailAddress":
        self = .invalidEmailAddress
      case "emailTypeNotSupported":
        self = .emailTypeNotSupported
      case "emailCanNotBeUsedToLogin":
        self = .emailCanNotBeUsedToLogin
      case "failedToSendEmail":
        self = .failedToSendEmail
      case "requestBlocked":
        self = try .requestBlocked(verificationMethod: data.read("verificationMethod"))
      case "emailCaseMismatch":
        self = try .emailCaseMismatch(email: data.read("email"))
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .invalidUnblockCode:
        "invalidUnblockCode"
      case .incorrectPassword:
        "incorrectPassword"
      case .unknownAccount:
        "unknownAccount"
      case .invalidEmailAddress:
        "invalidEmailAddress"
      case .emailTypeNotSupported:
        "emailTypeNotSupported"
      case .emailCanNotBeUsedToLogin:
        "emailCanNotBeUsedToLogin"
      case .failedToSendEmail:
        "failedToSendEmail"
      case .requestBlocked:
        "requestBlocked"
      case .emailCaseMismatch:
        "emailCaseMismatch"
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .requestBlocked(let verificationMethod):
        .map(["verificationMethod": verificationMethod.chartValue])
      case .emailCaseMismatch(let email):
        .map(["email": email.chartValue])
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }

    /// The error code.
    public var shownName: String { code }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .requestBlocked(let verificationMethod):
        ["verificationMethod": verificationMethod]
      case .emailCaseMismatch:
        ["email": ShownMark.personal]
      case .tooManyRequests(let retryAfter):
        ["retryAfter": retryAfter]
      case .serverUnavailable(let retryAfter):
        ["retryAfter": retryAfter]
      case .unknownError(let errno):
        ["errno": errno]
      default:
        [:]
      }
    }
  }

  /// The errors of the service `verifySessionTotpCode`.
  public enum VerifySessionTotpCodeFailure: DeclaredFailure, Hashable {
    /// Invalid TOTP code
    ///
    /// An answer without success, and 152, 153 or 107 for the code of the authenticator app.
    case invalidTotpCode
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "invalidTotpCode":
        self = .invalidTotpCode
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .invalidTotpCode:
        "invalidTotpCode"
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `verifySessionEmailCode`.
  public enum VerifySessionEmailCodeFailure: DeclaredFailure, Hashable {
    /// Invalid or expired verification code
    ///
    /// 183, and 152, 153 or 107 for the code that confirms the email address.
    case invalidOrExpiredVerificationCode
    /// Invalid email code
    ///
    /// 105.
    case invalidEmailCode
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "invalidOrExpiredVerificationCode":
        self = .invalidOrExpiredVerificationCode
      case "invalidEmailCode":
        self = .invalidEmailCode
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .invalidOrExpiredVerificationCode:
        "invalidOrExpiredVerificationCode"
      case .invalidEmailCode:
        "invalidEmailCode"
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `resendSessionCode`.
  public enum ResendSessionCodeFailure: DeclaredFailure, Hashable {
    /// Failed to send email
    ///
    /// 151.
    case failedToSendEmail
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "failedToSendEmail":
        self = .failedToSendEmail
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .failedToSendEmail:
        "failedToSendEmail"
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `exchangeSession`.
  public enum ExchangeSessionFailure: DeclaredFailure, Hashable {
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// The VPN service leads to another server
    ///
    /// A redirect leads to a server that the app has not configured as one of the VPN service. Nothing is
    /// sent to it.
    case redirectRefused(origin: String? = nil)
    /// The VPN service gave an unusable answer
    ///
    /// No user or no token in it.
    case remoteServiceError
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "redirectRefused":
        self = try .redirectRefused(origin: data.read("origin"))
      case "remoteServiceError":
        self = .remoteServiceError
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .redirectRefused:
        "redirectRefused"
      case .remoteServiceError:
        "remoteServiceError"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .redirectRefused(let origin):
        .map(["origin": origin.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `verifyLogin`.
  public enum VerifyLoginFailure: DeclaredFailure, Hashable {
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// The VPN service gave an unusable answer
    ///
    /// No user or no token in it.
    case remoteServiceError
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "remoteServiceError":
        self = .remoteServiceError
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .remoteServiceError:
        "remoteServiceError"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `listAttachedClients`.
  public enum ListAttachedClientsFailure: DeclaredFailure, Hashable {
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `deleteAccount`.
  public enum DeleteAccountFailure: DeclaredFailure, Hashable {
    /// Incorrect password
    ///
    /// 103.
    case incorrectPassword
    /// Too many requests
    ///
    /// 114. Seconds to wait are taken from the Retry-After header, else from the body. Apps show minutes,
    /// rounded up, and 15 when there is no number.
    case tooManyRequests(retryAfter: Int? = nil)
    /// Server unavailable
    ///
    /// 201, 203 and answers of 500 and more that are not JSON. Without a number of seconds it is 30.
    case serverUnavailable(retryAfter: Int? = nil)
    /// Request Timeout
    ///
    /// No answer within 15 seconds, or 30 where two requests follow each other.
    case requestTimeout
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "incorrectPassword":
        self = .incorrectPassword
      case "tooManyRequests":
        self = try .tooManyRequests(retryAfter: data.read("retryAfter"))
      case "serverUnavailable":
        self = try .serverUnavailable(retryAfter: data.read("retryAfter"))
      case "requestTimeout":
        self = .requestTimeout
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .incorrectPassword:
        "incorrectPassword"
      case .tooManyRequests:
        "tooManyRequests"
      case .serverUnavailable:
        "serverUnavailable"
      case .requestTimeout:
        "requestTimeout"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .tooManyRequests(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .serverUnavailable(let retryAfter):
        .map(["retryAfter": retryAfter.chartValue])
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// The errors of the service `authenticateInBrowser`.
  public enum AuthenticateInBrowserFailure: DeclaredFailure, Hashable {
    /// Browser closed
    ///
    /// The person closed the browser before it came back.
    case browserClosed
    /// No internet connection
    ///
    /// The servers are not reached. An answer that can't be theirs counts too, for it comes from something
    /// in between: one that is not JSON, leads elsewhere, or comes from a server that can't prove who it is.
    case noInternetConnection
    /// Authentication failure
    ///
    /// 109, 110, 111 and 115, missing parts of an answer, and a state that is not ours.
    case authenticationFailure
    /// Something went wrong
    ///
    /// 126, 138, 160, 202, 204, 206, 210 and every other number.
    case unknownError(errno: Int? = nil)

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "browserClosed":
        self = .browserClosed
      case "noInternetConnection":
        self = .noInternetConnection
      case "authenticationFailure":
        self = .authenticationFailure
      case "unknownError":
        self = try .unknownError(errno: data.read("errno"))
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .browserClosed:
        "browserClosed"
      case .noInternetConnection:
        "noInternetConnection"
      case .authenticationFailure:
        "authenticationFailure"
      case .unknownError:
        "unknownError"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .unknownError(let errno):
        .map(["errno": errno.chartValue])
      default:
        .unset
      }
    }
  }

  /// Sends the events that the service `authenticateInBrowser` can send while it runs.
  public struct AuthenticateInBrowserSender: Sendable {
    private let call: ServiceCall

    /// Makes a sender for one run of the service.
    public init(_ call: ServiceCall) { self.call = call }

    private func send(_ event: Event) async -> EventOutcome { await call.send(event.event) }

    /// the browser came back
    ///
    /// The browser has finished and hands over its code, by the loopback port or the app's link. Any program
    /// on the machine can do the same.
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func browserCode(code: String) async -> EventOutcome {
      await self.send(Event.browserCode(code: code))
    }
  }
}

extension TypedService<FxaAuthentication, Void, Void, FxaAuthentication.InitializeFailure> {
  /// The service `initialize`.
  public static var initialize: Self { Self("initialize") }
}

extension TypedService<
  FxaAuthentication,
  FxaAuthentication.CheckAccountInput,
  FxaAuthentication.CheckAccountResult,
  FxaAuthentication.CheckAccountFailure
> {
  /// The service `checkAccount`.
  public static var checkAccount: Self { Self("checkAccount") }
}

extension TypedService<
  FxaAuthentication,
  FxaAuthentication.SignInInput,
  FxaAuthentication.SignInResult,
  FxaAuthentication.SignInFailure
> {
  /// The service `signIn`.
  public static var signIn: Self { Self("signIn") }
}

extension TypedService<
  FxaAuthentication,
  FxaAuthentication.SignUpInput,
  FxaAuthentication.SignUpResult,
  FxaAuthentication.SignUpFailure
> {
  /// The service `signUp`.
  public static var signUp: Self { Self("signUp") }
}

extension TypedService<
  FxaAuthentication, FxaAuthentication.SendUnblockCodeInput, Void, FxaAuthentication.SendUnblockCodeFailure
> {
  /// The service `sendUnblockCode`.
  public static var sendUnblockCode: Self { Self("sendUnblockCode") }
}

extension TypedService<
  FxaAuthentication,
  FxaAuthentication.VerifyUnblockCodeInput,
  FxaAuthentication.VerifyUnblockCodeResult,
  FxaAuthentication.VerifyUnblockCodeFailure
> {
  /// The service `verifyUnblockCode`.
  public static var verifyUnblockCode: Self { Self("verifyUnblockCode") }
}

extension TypedService<
  FxaAuthentication,
  Void,
  FxaAuthentication.VerifySessionTotpCodeResult,
  FxaAuthentication.VerifySessionTotpCodeFailure
> {
  /// The service `verifySessionTotpCode`.
  public static var verifySessionTotpCode: Self { Self("verifySessionTotpCode") }
}

extension TypedService<FxaAuthentication, Void, Void, FxaAuthentication.VerifySessionEmailCodeFailure> {
  /// The service `verifySessionEmailCode`.
  public static var verifySessionEmailCode: Self { Self("verifySessionEmailCode") }
}

extension TypedService<FxaAuthentication, Void, Void, FxaAuthentication.ResendSessionCodeFailure> {
  /// The service `resendSessionCode`.
  public static var resendSessionCode: Self { Self("resendSessionCode") }
}

extension TypedService<FxaAuthentication, Void, Void, FxaAuthentication.ExchangeSessionFailure> {
  /// The service `exchangeSession`.
  public static var exchangeSession: Self { Self("exchangeSession") }
}

extension TypedService<FxaAuthentication, Void, Void, FxaAuthentication.VerifyLoginFailure> {
  /// The service `verifyLogin`.
  public static var verifyLogin: Self { Self("verifyLogin") }
}

extension TypedService<
  FxaAuthentication,
  Void,
  FxaAuthentication.ListAttachedClientsResult,
  FxaAuthentication.ListAttachedClientsFailure
> {
  /// The service `listAttachedClients`.
  public static var listAttachedClients: Self { Self("listAttachedClients") }
}

extension TypedService<
  FxaAuthentication, FxaAuthentication.DeleteAccountInput, Void, FxaAuthentication.DeleteAccountFailure
> {
  /// The service `deleteAccount`.
  public static var deleteAccount: Self { Self("deleteAccount") }
}

extension TypedService<
  FxaAuthentication,
  FxaAuthentication.AuthenticateInBrowserInput,
  Void,
  FxaAuthentication.AuthenticateInBrowserFailure
> {
  /// The service `authenticateInBrowser`.
  public static var authenticateInBrowser: Self { Self("authenticateInBrowser") }
}

// MARK: - Queries

/// The queries of the chart, for `Session.query(_:)`.
extension TypedQuery where Chart == FxaAuthentication {
  /// The query `validateEmailAddress`.
  public static func validateEmailAddress(emailAddress: String) -> Self where Answer == Bool {
    Self("validateEmailAddress", ["emailAddress": emailAddress.chartValue])
  }

  /// The query `validatePasswordCommons`.
  public static func validatePasswordCommons(password: String) -> Self where Answer == Bool {
    Self("validatePasswordCommons", ["password": password.chartValue])
  }

  /// The query `validatePasswordLength`.
  public static func validatePasswordLength(password: String) -> Self where Answer == Bool {
    Self("validatePasswordLength", ["password": password.chartValue])
  }

  /// The query `validatePasswordEmail`.
  public static func validatePasswordEmail(password: String) -> Self where Answer == Bool {
    Self("validatePasswordEmail", ["password": password.chartValue])
  }
}

// MARK: - Data

extension FxaAuthentication {
  /// The values of `platform`.
  public enum Platform: String, TypedData, CaseIterable, Hashable {
    /// `android`
    case android
    /// `ios`
    case ios
    /// `linux`
    case linux
    /// `macos`
    case macos
    /// `windows`
    case windows
  }

  /// The values of `method`.
  public enum Method: String, TypedData, CaseIterable, Hashable {
    /// `inAppWithCreation`
    case inAppWithCreation
    /// `inAppNoCreation`
    case inAppNoCreation
    /// `webBased`
    case webBased
  }

  /// The values of `sessionType`.
  public enum SessionType: String, TypedData, CaseIterable, Hashable {
    /// `default`
    case `default`
    /// `accountDeletion`
    case accountDeletion
    /// `subscriptionManagement`
    case subscriptionManagement
  }

  /// The values of `throttleLanding`.
  public enum ThrottleLanding: String, TypedData, CaseIterable, Hashable {
    /// `origin`
    case origin
    /// `start`
    case start
  }

  /// The input of the service `checkAccount`.
  public struct CheckAccountInput: TypedData, Hashable, GuardedData {
    /// The field `email`.
    ///
    /// Personal: must not be logged.
    public var email: String?

    /// Makes the data from its fields.
    public init(email: String? = nil) {
      self.email = email
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      email = try chartValue.read("email")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["email": email.chartValue])
    }

    /// The type's name.
    public var shownName: String { "CheckAccountInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["email": ShownMark.personal.replacing(email)]
    }
  }

  /// The result of `checkAccount`.
  public struct CheckAccountResult: TypedData, Hashable {
    /// The field `exists`.
    public var exists: Bool

    /// Makes the data from its fields.
    public init(exists: Bool) {
      self.exists = exists
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      exists = try chartValue.read("exists")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["exists": exists.chartValue])
    }
  }

  /// The input of the service `signIn`.
  public struct SignInInput: TypedData, Hashable, GuardedData {
    /// The field `email`.
    ///
    /// Personal: must not be logged.
    public var email: String?

    /// The field `originalLoginEmail`.
    ///
    /// Personal: must not be logged.
    public var originalLoginEmail: String?

    /// Makes the data from its fields.
    public init(email: String? = nil, originalLoginEmail: String? = nil) {
      self.email = email
      self.originalLoginEmail = originalLoginEmail
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      email = try chartValue.read("email")
      originalLoginEmail = try chartValue.read("originalLoginEmail")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["email": email.chartValue, "originalLoginEmail": originalLoginEmail.chartValue])
    }

    /// The type's name.
    public var shownName: String { "SignInInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "email": ShownMark.personal.replacing(email),
        "originalLoginEmail": ShownMark.personal.replacing(originalLoginEmail),
      ]
    }
  }

  /// The result of `signIn`.
  public struct SignInResult: TypedData, Hashable {
    /// The field `verified`.
    public var verified: Bool?

    /// The field `verificationMethod`.
    public var verificationMethod: String?

    /// Makes the data from its fields.
    public init(verified: Bool? = nil, verificationMethod: String? = nil) {
      self.verified = verified
      self.verificationMethod = verificationMethod
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      verified = try chartValue.read("verified")
      verificationMethod = try chartValue.read("verificationMethod")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["verified": verified.chartValue, "verificationMethod": verificationMethod.chartValue])
    }
  }

  /// The input of the service `signUp`.
  public struct SignUpInput: TypedData, Hashable, GuardedData {
    /// The field `email`.
    ///
    /// Personal: must not be logged.
    public var email: String?

    /// Makes the data from its fields.
    public init(email: String? = nil) {
      self.email = email
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      email = try chartValue.read("email")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["email": email.chartValue])
    }

    /// The type's name.
    public var shownName: String { "SignUpInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["email": ShownMark.personal.replacing(email)]
    }
  }

  /// The result of `signUp`.
  public struct SignUpResult: TypedData, Hashable {
    /// The field `verified`.
    public var verified: Bool?

    /// The field `verificationMethod`.
    public var verificationMethod: String?

    /// Makes the data from its fields.
    public init(verified: Bool? = nil, verificationMethod: String? = nil) {
      self.verified = verified
      self.verificationMethod = verificationMethod
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      verified = try chartValue.read("verified")
      verificationMethod = try chartValue.read("verificationMethod")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["verified": verified.chartValue, "verificationMethod": verificationMethod.chartValue])
    }
  }

  /// The input of the service `sendUnblockCode`.
  public struct SendUnblockCodeInput: TypedData, Hashable, GuardedData {
    /// The field `email`.
    ///
    /// Personal: must not be logged.
    public var email: String?

    /// Makes the data from its fields.
    public init(email: String? = nil) {
      self.email = email
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      email = try chartValue.read("email")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["email": email.chartValue])
    }

    /// The type's name.
    public var shownName: String { "SendUnblockCodeInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["email": ShownMark.personal.replacing(email)]
    }
  }

  /// The input of the service `verifyUnblockCode`.
  public struct VerifyUnblockCodeInput: TypedData, Hashable, GuardedData {
    /// The field `email`.
    ///
    /// Personal: must not be logged.
    public var email: String?

    /// The field `originalLoginEmail`.
    ///
    /// Personal: must not be logged.
    public var originalLoginEmail: String?

    /// Makes the data from its fields.
    public init(email: String? = nil, originalLoginEmail: String? = nil) {
      self.email = email
      self.originalLoginEmail = originalLoginEmail
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      email = try chartValue.read("email")
      originalLoginEmail = try chartValue.read("originalLoginEmail")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["email": email.chartValue, "originalLoginEmail": originalLoginEmail.chartValue])
    }

    /// The type's name.
    public var shownName: String { "VerifyUnblockCodeInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "email": ShownMark.personal.replacing(email),
        "originalLoginEmail": ShownMark.personal.replacing(originalLoginEmail),
      ]
    }
  }

  /// The result of `verifyUnblockCode`.
  public struct VerifyUnblockCodeResult: TypedData, Hashable {
    /// The field `verified`.
    public var verified: Bool?

    /// The field `verificationMethod`.
    public var verificationMethod: String?

    /// Makes the data from its fields.
    public init(verified: Bool? = nil, verificationMethod: String? = nil) {
      self.verified = verified
      self.verificationMethod = verificationMethod
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      verified = try chartValue.read("verified")
      verificationMethod = try chartValue.read("verificationMethod")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["verified": verified.chartValue, "verificationMethod": verificationMethod.chartValue])
    }
  }

  /// The result of `verifySessionTotpCode`.
  public struct VerifySessionTotpCodeResult: TypedData, Hashable {
    /// The field `verified`.
    public var verified: Bool

    /// Makes the data from its fields.
    public init(verified: Bool) {
      self.verified = verified
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      verified = try chartValue.read("verified")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["verified": verified.chartValue])
    }
  }

  /// The result of `listAttachedClients`.
  public struct ListAttachedClientsResult: TypedData, Hashable, GuardedData {
    /// The field `names`.
    ///
    /// Personal: must not be logged.
    public var names: [String]

    /// Makes the data from its fields.
    public init(names: [String]) {
      self.names = names
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      names = try chartValue.read("names")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["names": names.chartValue])
    }

    /// The type's name.
    public var shownName: String { "ListAttachedClientsResult" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["names": ShownMark.personal]
    }
  }

  /// The input of the service `deleteAccount`.
  public struct DeleteAccountInput: TypedData, Hashable, GuardedData {
    /// The field `email`.
    ///
    /// Personal: must not be logged.
    public var email: String?

    /// The field `emailCaseFix`.
    ///
    /// Personal: must not be logged.
    public var emailCaseFix: String?

    /// Makes the data from its fields.
    public init(email: String? = nil, emailCaseFix: String? = nil) {
      self.email = email
      self.emailCaseFix = emailCaseFix
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      email = try chartValue.read("email")
      emailCaseFix = try chartValue.read("emailCaseFix")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["email": email.chartValue, "emailCaseFix": emailCaseFix.chartValue])
    }

    /// The type's name.
    public var shownName: String { "DeleteAccountInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "email": ShownMark.personal.replacing(email),
        "emailCaseFix": ShownMark.personal.replacing(emailCaseFix),
      ]
    }
  }

  /// The input of the service `authenticateInBrowser`.
  public struct AuthenticateInBrowserInput: TypedData, Hashable, GuardedData {
    /// The field `email`.
    ///
    /// Personal: must not be logged.
    public var email: String?

    /// Makes the data from its fields.
    public init(email: String? = nil) {
      self.email = email
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      email = try chartValue.read("email")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["email": email.chartValue])
    }

    /// The type's name.
    public var shownName: String { "AuthenticateInBrowserInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["email": ShownMark.personal.replacing(email)]
    }
  }
}

// MARK: - Binding

extension FxaAuthentication {
  /// A value of any type that implements `Handlers`.
  public typealias AnyHandlers = any Handlers

  /// Binds handlers by name.
  public static func handlers(_ handling: any Handlers) -> ChartHandlers {
    var handlers = ChartHandlers()
    handlers.guard("emailIsValid") { call in
      try handling.emailIsValid(emailAddress: call.payload("emailAddress"))
    }
    handlers.guard("passwordIsTyped") { call in
      try handling.passwordIsTyped(password: call.payload("password"))
    }
    handlers.guard("passwordIsLongEnough") {
      try handling.passwordIsLongEnough()
    }
    handlers.guard("passwordIsNotCommon") {
      try handling.passwordIsNotCommon()
    }
    handlers.guard("passwordDiffersFromEmail") { call in
      try handling.passwordDiffersFromEmail(email: call.argument("email"))
    }
    handlers.action("keepPassword") { call in
      try handling.keepPassword(password: call.argument("password"))
    }
    handlers.action("keepCode") { call in
      try handling.keepCode(code: call.argument("code"))
    }
    handlers.action("forgetSecrets") {
      try handling.forgetSecrets()
    }
    handlers.action("browserCodeChecked") {
      try handling.browserCodeChecked()
    }
    handlers.action("destroySession") {
      try handling.destroySession()
    }
    handlers.service("initialize") { _ in
      try await handling.initialize()
      return .unset
    }
    handlers.service("checkAccount") { call in
      try await handling.checkAccount(CheckAccountInput(chartValue: call.input)).chartValue
    }
    handlers.service("signIn") { call in
      try await handling.signIn(SignInInput(chartValue: call.input)).chartValue
    }
    handlers.service("signUp") { call in
      try await handling.signUp(SignUpInput(chartValue: call.input)).chartValue
    }
    handlers.service("sendUnblockCode") { call in
      try await handling.sendUnblockCode(SendUnblockCodeInput(chartValue: call.input))
      return .unset
    }
    handlers.service("verifyUnblockCode") { call in
      try await handling.verifyUnblockCode(VerifyUnblockCodeInput(chartValue: call.input)).chartValue
    }
    handlers.service("verifySessionTotpCode") { _ in
      try await handling.verifySessionTotpCode().chartValue
    }
    handlers.service("verifySessionEmailCode") { _ in
      try await handling.verifySessionEmailCode()
      return .unset
    }
    handlers.service("resendSessionCode") { _ in
      try await handling.resendSessionCode()
      return .unset
    }
    handlers.service("exchangeSession") { _ in
      try await handling.exchangeSession()
      return .unset
    }
    handlers.service("verifyLogin") { _ in
      try await handling.verifyLogin()
      return .unset
    }
    handlers.service("listAttachedClients") { _ in
      try await handling.listAttachedClients().chartValue
    }
    handlers.service("deleteAccount") { call in
      try await handling.deleteAccount(DeleteAccountInput(chartValue: call.input))
      return .unset
    }
    handlers.service("authenticateInBrowser") { call in
      try await handling.authenticateInBrowser(
        AuthenticateInBrowserInput(chartValue: call.input),
        events: AuthenticateInBrowserSender(call)
      )
      return .unset
    }
    handlers.query("validateEmailAddress") { arguments in
      try handling.validateEmailAddress(
        emailAddress: ChartValue.map(arguments).read("emailAddress")
      ).chartValue
    }
    handlers.query("validatePasswordCommons") { arguments in
      try handling.validatePasswordCommons(password: ChartValue.map(arguments).read("password")).chartValue
    }
    handlers.query("validatePasswordLength") { arguments in
      try handling.validatePasswordLength(password: ChartValue.map(arguments).read("password")).chartValue
    }
    handlers.query("validatePasswordEmail") { arguments in
      try handling.validatePasswordEmail(password: ChartValue.map(arguments).read("password")).chartValue
    }
    return handlers
  }
}

// MARK: - The chart

extension FxaAuthentication {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(generated: model)
  }

  /// The chart, for the engine to read.
  private static let model = #"""
    {"model":1,"id":"fxaAuthentication","title":"Mozilla VPN in-app authentication","description":"Signing \#
    in and signing up with a Mozilla account without leaving the app, continuing in the browser where the \#
    app may not create accounts, and deleting the account.","version":1,"context":[
    {"name":"platform","type":{"optional":"string"},"values":["android","ios","linux","macos","windows"],"description":"Where \#
    the app runs. It decides the method when no method is given.","input":true},
    {"name":"method","type":{"optional":"string"},"values":["inAppWithCreation","inAppNoCreation","webBased"],"description":"Sign \#
    in and sign up in the app, only sign in in the app, or everything in the browser.","input":true},
    {"name":"sessionType","type":"string","values":["default","accountDeletion","subscriptionManagement"],"description":"Why \#
    the person signs in. The last two sign in again, with a known email address, before something \#
    sensitive.","initial":"'default'","input":true},
    {"name":"prefilledEmail","type":{"optional":"string"},"personal":true,"description":"A known email \#
    address. The Start screen is then skipped.","input":true},
    {"name":"throttleLanding","type":"string","values":["origin","start"],"description":"Where \"too many \#
    requests\" is shown. The source page lists it at each screen that can cause it (origin); the app of \#
    2023 always went back to Start.","initial":"'origin'","input":true},
    {"name":"totpCodeLength","type":"int","description":"Digits of the authenticator app's \#
    code.","initial":"6","input":true},
    {"name":"emailCodeLength","type":"int","description":"Digits of the code sent by \#
    email.","initial":"6","input":true},
    {"name":"unblockCodeLength","type":"int","description":"Characters of the unblock \#
    code.","initial":"8","input":true},
    {"name":"email","type":{"optional":"string"},"personal":true,"description":"The email address in lower \#
    case."},
    {"name":"emailCaseFix","type":{"optional":"string"},"personal":true,"description":"The email address as \#
    typed or as the account server corrected it. The password is derived with it."},
    {"name":"originalLoginEmail","type":{"optional":"string"},"personal":true,"description":"What was typed \#
    before the account server corrected upper and lower case."},
    {"name":"passwordGiven","type":"bool","description":"Whether the handlers hold a \#
    password.","initial":"false"},
    {"name":"legalAccepted","type":"bool","description":"Whether age and terms are confirmed, for the \#
    sign-up that is shown.","initial":"false","clearedOnExitOf":["signUp"]},
    {"name":"consentsGiven","type":"bool","description":"Whether every consequence of the deletion that is \#
    shown is accepted. Each try asks for it \#
    again.","initial":"false","clearedOnExitOf":["accountDeletionRequest"]},
    {"name":"attachedClients","type":{"optional":{"list":"string"}},"personal":true,"description":"The \#
    names of the devices and services that use the account, shown before it is deleted."},
    {"name":"accountDeleted","type":"bool","description":"Whether the account was deleted in this \#
    flow.","initial":"false"},
    {"name":"lastError","type":{"optional":"error"},"description":"What the next screen shows to the \#
    person.","clearedOnExitOf":["asking"]},
    {"name":"retryAfter","type":{"optional":"int"},"description":"Seconds to wait before trying \#
    again.","clearedOnExitOf":["asking"]},
    {"name":"refusedOrigin","type":{"optional":"string"},"description":"The server to which a redirect was \#
    refused."}],"events":[
    {"name":"checkAccount","title":"email address received","payload":[
    {"name":"emailAddress","type":"string","personal":true}]},
    {"name":"setPassword","title":"password typed","payload":[
    {"name":"password","type":"string","secret":true}]},
    {"name":"signIn","title":"password received"},
    {"name":"acceptLegal","title":"age and terms confirmed or not","payload":[
    {"name":"isAccepted","type":"bool","description":"Whether both are."}]},
    {"name":"signUp","title":"password received"},
    {"name":"verifyUnblockCode","title":"unblock code received","payload":[
    {"name":"code","type":"string","secret":true}]},
    {"name":"resendUnblockCodeEmail","title":"another unblock code wanted"},
    {"name":"verifySessionTotpCode","title":"TOTP code received","payload":[
    {"name":"code","type":"string","secret":true}]},
    {"name":"verifySessionEmailCode","title":"email code received","payload":[
    {"name":"code","type":"string","secret":true}]},
    {"name":"resendVerificationSessionCodeEmail","title":"another email code wanted"},
    {"name":"giveConsents","title":"consequences accepted or not","payload":[
    {"name":"areGiven","type":"bool","description":"Whether every box of the deletion screen is \#
    ticked."}]},
    {"name":"deleteAccount","title":"deletion confirmed"},
    {"name":"browserCode","title":"the browser came back","description":"The browser has finished and hands \#
    over its code, by the loopback port or the app's link. Any program on the machine can do the \#
    same.","payload":[
    {"name":"code","type":"string","secret":true}]},
    {"name":"reset","title":"back to the start"},
    {"name":"cancel","title":"canceled"}],"errors":[
    {"code":"accountAlreadyExists","title":"Account already exists","description":"101."},
    {"code":"emailAlreadyExists","title":"Email already exists","description":"136, 140, 141 and 144."},
    {"code":"emailCanNotBeUsedToLogin","title":"Email can not be used to login","description":"149, and 125 \#
    without a way to unblock."},
    {"code":"emailTypeNotSupported","title":"Email type not supported","description":"142."},
    {"code":"failedToSendEmail","title":"Failed to send email","description":"151."},
    {"code":"incorrectPassword","title":"Incorrect password","description":"103."},
    {"code":"invalidEmailCode","title":"Invalid email code","description":"105."},
    {"code":"invalidOrExpiredVerificationCode","title":"Invalid or expired verification \#
    code","description":"183, and 152, 153 or 107 for the code that confirms the email address."},
    {"code":"invalidUnblockCode","title":"Invalid unblock code","description":"127, and 107 for the unblock \#
    code."},
    {"code":"invalidTotpCode","title":"Invalid TOTP code","description":"An answer without success, and \#
    152, 153 or 107 for the code of the authenticator app."},
    {"code":"tooManyRequests","title":"Too many requests","description":"114. Seconds to wait are taken \#
    from the Retry-After header, else from the body. Apps show minutes, rounded up, and 15 when there is no \#
    number.","payload":[
    {"name":"retryAfter","type":{"optional":"int"}}]},
    {"code":"serverUnavailable","title":"Server unavailable","description":"201, 203 and answers of 500 and \#
    more that are not JSON. Without a number of seconds it is 30.","payload":[
    {"name":"retryAfter","type":{"optional":"int"}}]},
    {"code":"requestTimeout","title":"Request Timeout","description":"No answer within 15 seconds, or 30 \#
    where two requests follow each other."},
    {"code":"unknownAccount","title":"Unknown account","description":"102, the account does not exist any \#
    more."},
    {"code":"invalidEmailAddress","title":"Invalid email address","description":"107 for the email address, \#
    or it looks wrong."},
    {"code":"noInternetConnection","title":"No internet connection","description":"The servers are not \#
    reached. An answer that can't be theirs counts too, for it comes from something in between: one that is \#
    not JSON, leads elsewhere, or comes from a server that can't prove who it is."},
    {"code":"authenticationFailure","title":"Authentication failure","description":"109, 110, 111 and 115, \#
    missing parts of an answer, and a state that is not ours."},
    {"code":"remoteServiceError","title":"The VPN service gave an unusable answer","description":"No user \#
    or no token in it."},
    {"code":"redirectRefused","title":"The VPN service leads to another server","description":"A redirect \#
    leads to a server that the app has not configured as one of the VPN service. Nothing is sent to \#
    it.","payload":[
    {"name":"origin","type":{"optional":"string"}}]},
    {"code":"unsupportedVerificationMethod","title":"This way of confirming a sign-in is not \#
    supported","description":"The account server wants something other than TOTP, an email code or an \#
    unblock code."},
    {"code":"unknownError","title":"Something went wrong","description":"126, 138, 160, 202, 204, 206, 210 \#
    and every other number.","payload":[
    {"name":"errno","type":{"optional":"int"}}]},
    {"code":"requestBlocked","title":"Sign-in blocked","description":"125. An unblock code helps when the \#
    verification method is email-captcha.","payload":[
    {"name":"verificationMethod","type":{"optional":"string"}}]},
    {"code":"emailCaseMismatch","title":"Upper and lower case of the email address \#
    differ","description":"120, with the spelling that the account was created with.","payload":[
    {"name":"email","type":"string","personal":true}]},
    {"code":"browserClosed","title":"Browser closed","description":"The person closed the browser before it \#
    came back."}],"outputs":[
    {"name":"errorOccurred","title":"an error to show","payload":[
    {"name":"error","type":"error"},
    {"name":"retryAfter","type":{"optional":"int"}}]},
    {"name":"emailAddressChanged","title":"the email address in use","payload":[
    {"name":"emailAddress","type":{"optional":"string"},"personal":true}]},
    {"name":"attachedClientsChanged","title":"what uses the account","payload":[
    {"name":"names","type":{"list":"string"},"personal":true}]},
    {"name":"codeRequested","title":"a code is needed","payload":[
    {"name":"length","type":"int","description":"How many characters the field \#
    takes."}]}],"handlers":{"guards":[
    {"name":"emailIsValid","title":"the email address looks right","description":"Exactly one @; before it \#
    1 to 64 letters, digits or the permitted characters; after it a domain name with a dot and at most 255 \#
    characters. The same rule as validateEmailAddress.","payload":[
    {"name":"emailAddress","type":"string","personal":true}]},
    {"name":"passwordIsTyped","title":"a password was typed","description":"It has a character at least. An \#
    empty one counts as none.","payload":[
    {"name":"password","type":"string","secret":true}]},
    {"name":"passwordIsLongEnough","title":"at least 8 characters"},
    {"name":"passwordIsNotCommon","title":"not a common password","description":"Not in the list of common \#
    passwords."},
    {"name":"passwordDiffersFromEmail","title":"password and email address do not contain each \#
    other","description":"Neither contains the other, whatever the case.","arguments":[
    {"name":"email","type":{"optional":"string"},"personal":true}]}],"actions":[
    {"name":"keepPassword","description":"Keeps the password in memory for the calls that derive a key from \#
    it.","arguments":[
    {"name":"password","type":"string","secret":true}]},
    {"name":"keepCode","description":"Keeps a typed code, or the browser's code, in memory until the \#
    service that follows has used it.","arguments":[
    {"name":"code","type":"string","secret":true}]},
    {"name":"forgetSecrets","description":"Forgets password, derived keys, codes, what the VPN service gave \#
    and what the person agreed to, and ends the session as destroySession does. The code verifier stays."},
    {"name":"browserCodeChecked","description":"Tells the browser whether the code with which it came back \#
    was the right one. The next code, if one has come meanwhile, is handed over only after that."},
    {"name":"destroySession","description":"Starts POST session/destroy when there is a session token, and \#
    does not wait: the outcome is ignored. Forgets all secrets but what the VPN service gave, which is what \#
    the app wanted."}],"services":[
    {"name":"initialize","title":"Ask the VPN service for the sign-in parameters","description":"Makes the \#
    code verifier and its challenge, GETs the login address of the VPN service and keeps its parameters. \#
    All of client_id, device_id, state, scope, access_type, flow_id and flow_begin_time must be \#
    there.","errors":["noInternetConnection","serverUnavailable","requestTimeout","authenticationFailure","redirectRefused","unknownError"]},
    {"name":"checkAccount","title":"Does the account exist","description":"POST \#
    account/status.","arguments":[
    {"name":"email","type":{"optional":"string"},"personal":true}],"result":{"record":[
    {"name":"exists","type":"bool"}]},"errors":["accountAlreadyExists","emailAlreadyExists","emailCanNotBeUsedToLogin","emailTypeNotSupported","invalidEmailAddress","invalidEmailCode","unknownAccount","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]},
    {"name":"signIn","title":"Sign in with the password","description":"POST account/login with a key \#
    derived from the password. Keeps the session token.","arguments":[
    {"name":"email","type":{"optional":"string"},"personal":true},
    {"name":"originalLoginEmail","type":{"optional":"string"},"personal":true}],"result":{"record":[
    {"name":"verified","type":{"optional":"bool"}},
    {"name":"verificationMethod","type":{"optional":"string"}}]},"errors":["incorrectPassword","unknownAccount","invalidEmailAddress","emailTypeNotSupported","emailCanNotBeUsedToLogin","failedToSendEmail","requestBlocked","emailCaseMismatch","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]},
    {"name":"signUp","title":"Create the account","description":"POST account/create with a key derived \#
    from the password. Keeps the session token.","arguments":[
    {"name":"email","type":{"optional":"string"},"personal":true}],"result":{"record":[
    {"name":"verified","type":{"optional":"bool"}},
    {"name":"verificationMethod","type":{"optional":"string"}}]},"errors":["accountAlreadyExists","emailAlreadyExists","emailTypeNotSupported","emailCanNotBeUsedToLogin","invalidEmailAddress","failedToSendEmail","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]},
    {"name":"sendUnblockCode","title":"Send an email with an unblock code","description":"POST \#
    account/login/send_unblock_code. The code is valid once, for an hour.","arguments":[
    {"name":"email","type":{"optional":"string"},"personal":true}],"errors":["failedToSendEmail","unknownAccount","invalidEmailAddress","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]},
    {"name":"verifyUnblockCode","title":"Sign in with password and unblock code","description":"POST \#
    account/login as in signIn, with the code that was kept.","arguments":[
    {"name":"email","type":{"optional":"string"},"personal":true},
    {"name":"originalLoginEmail","type":{"optional":"string"},"personal":true}],"result":{"record":[
    {"name":"verified","type":{"optional":"bool"}},
    {"name":"verificationMethod","type":{"optional":"string"}}]},"errors":["invalidUnblockCode","incorrectPassword","unknownAccount","invalidEmailAddress","emailTypeNotSupported","emailCanNotBeUsedToLogin","failedToSendEmail","requestBlocked","emailCaseMismatch","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]},
    {"name":"verifySessionTotpCode","title":"Check the code of the authenticator app","description":"POST \#
    session/verify/totp with the code that was kept. `verified` is the answer's \#
    `success`.","result":{"record":[
    {"name":"verified","type":"bool"}]},"errors":["invalidTotpCode","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]},
    {"name":"verifySessionEmailCode","title":"Check the code of the email","description":"POST \#
    session/verify_code with the code that was \#
    kept.","errors":["invalidOrExpiredVerificationCode","invalidEmailCode","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]},
    {"name":"resendSessionCode","title":"Send the email with the code again","description":"POST \#
    session/resend_code.","errors":["failedToSendEmail","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]},
    {"name":"exchangeSession","title":"Exchange the session for a code of the VPN \#
    service","description":"POST oauth/authorization, whose state must equal ours, then GET the address it \#
    names, with the cookies of this sign-in. Keeps the code that comes back. An answer with `detail` is an \#
    authentication \#
    failure.","errors":["tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","redirectRefused","remoteServiceError","unknownError"]},
    {"name":"verifyLogin","title":"Sign in to the VPN service","description":"POST login/verify of the VPN \#
    service with the code that was kept and the code \#
    verifier.","errors":["tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","remoteServiceError","unknownError"]},
    {"name":"listAttachedClients","title":"List what uses the account","description":"GET \#
    account/attached_clients. Distinct names in order, those without a name left out.","result":{"record":[
    {"name":"names","type":{"list":"string"},"personal":true}]},"errors":["tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]},
    {"name":"deleteAccount","title":"Delete the account","description":"POST account/destroy with a key \#
    derived from the password and the corrected email address. A lost answer may leave an account that is \#
    gone with a session that is unknown. So on 102 or 110 after a deletion without an answer the handlers \#
    ask POST account/status: only when the account server says that there is no account it counts as \#
    deleted.","arguments":[
    {"name":"email","type":{"optional":"string"},"personal":true},
    {"name":"emailCaseFix","type":{"optional":"string"},"personal":true}],"errors":["incorrectPassword","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]},
    {"name":"authenticateInBrowser","title":"Continue in the browser","description":"Opens the sign-in page \#
    of the VPN service in the browser with the same code challenge, on a desktop the port where the app \#
    listens and, when there is one, the email address. Listens for the code until it is \#
    stopped.","arguments":[
    {"name":"email","type":{"optional":"string"},"personal":true}],"errors":["browserClosed","noInternetConnection","authenticationFailure","unknownError"],"sends":["browserCode"]}],"queries":[
    {"name":"validateEmailAddress","description":"Whether the address looks right, for showing it while it \#
    is typed.","arguments":[
    {"name":"emailAddress","type":"string","personal":true}],"result":"bool"},
    {"name":"validatePasswordCommons","description":"Whether the password is not in the list of common \#
    ones. Short passwords count as fine here.","arguments":[
    {"name":"password","type":"string","secret":true}],"result":"bool"},
    {"name":"validatePasswordLength","description":"Whether the password has at least 8 \#
    characters.","arguments":[
    {"name":"password","type":"string","secret":true}],"result":"bool"},
    {"name":"validatePasswordEmail","description":"Whether password and email address do not contain each \#
    other.","arguments":[
    {"name":"password","type":"string","secret":true}],"result":"bool"}]},"root":{"id":"fxaAuthentication","title":"Mozilla \#
    VPN in-app authentication","description":"Signing in and signing up with a Mozilla account without \#
    leaving the app, continuing in the browser where the app may not create accounts, and deleting the \#
    account.","initial":{"targets":["choosingMethod"]},"entry":[
    {"if":[[
    ["not defined(method)",[
    {"if":[[
    ["platform == 'linux'",[
    {"assign":[["method","'webBased'"]]}]],
    ["platform == 'windows' or platform == 'macos'",[
    {"assign":[["method","'inAppNoCreation'"]]}]]],[
    {"assign":[["method","'inAppWithCreation'"]]}]]}]]],[]]}],"on":[
    {"event":"cancel","targets":["aborted"],"label":"canceled"},
    {"event":"error.execution","targets":["failed"],"actions":[
    {"assign":[["lastError","'unknownError'"]]}],"label":"internal error"},
    {"event":"error.timeout","targets":["errorResults"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"event":"error.tooManyRequests","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}]},
    {"event":"error.serverUnavailable","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}]},
    {"event":"error.*","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}],"states":[
    {"id":"choosingMethod","kind":"choice","title":"Choosing the method","always":[
    {"targets":["webBased"],"guard":"method == 'webBased' and sessionType == 'default'","label":"everything \#
    in the browser"},
    {"targets":["initializing"],"label":"in the app"}]},
    {"id":"initializing","title":"Initializing","description":"The app asks the VPN service how to \#
    start.","invoke":[
    {"source":{"service":"initialize"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["checkingAccount"],"guard":"defined(prefilledEmail) and prefilledEmail != ''","actions":[
    {"assign":[["email","lower(prefilledEmail)"],["emailCaseFix","prefilledEmail"]]}],"label":"email \#
    address already known"},
    {"targets":["start"]}],"failed":[
    {"code":"serverUnavailable","targets":["failed"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}]},
    {"code":"redirectRefused","targets":["failed"],"actions":[
    {"assign":[["lastError","event.error"],["refusedOrigin","event.data.origin"]]}]},
    {"code":"timeout","targets":["failed"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}]},
    {"targets":["failed"],"actions":[
    {"assign":[["lastError","event.error"]]}]}]}]},
    {"id":"asking","title":"Your turn","description":"The app shows a screen and waits for the \#
    person.","initial":{"targets":["start"]},"entry":[
    {"if":[[
    ["lastError == 'serverUnavailable' and not defined(retryAfter)",[
    {"assign":[["retryAfter","30"]]}]]],[]]},
    {"if":[[
    ["defined(lastError)",[
    {"emit":["errorOccurred",[["error","lastError"],["retryAfter","retryAfter"]]]}]]],[]]}],"on":[
    {"event":"reset","targets":["start"],"guard":"sessionType == 'default'","actions":[
    {"assign":[["email","unset"],["emailCaseFix","unset"],["originalLoginEmail","unset"]]}],"internal":false,"label":"back \#
    to the start"}],"states":[
    {"id":"lastQuestion","kind":"history","title":"the screen the work was started \#
    from","initial":{"targets":["start"]}},
    {"id":"start","title":"Start","description":"The app asks for the email address.","entry":[
    {"handler":["forgetSecrets",[]]},
    {"assign":[["passwordGiven","false"]]}],"on":[
    {"event":"checkAccount","targets":["checkingAccount"],"guard":"(sessionType == 'default' or not \#
    defined(prefilledEmail) or prefilledEmail == '' or lower(event.data.emailAddress) == \#
    lower(prefilledEmail)) and emailIsValid","actions":[
    {"assign":[["email","lower(event.data.emailAddress)"],["emailCaseFix","event.data.emailAddress"],["originalLoginEmail","unset"]]}]},
    {"event":"checkAccount","guard":"sessionType == 'default' or not defined(prefilledEmail) or \#
    prefilledEmail == '' or lower(event.data.emailAddress) == lower(prefilledEmail)","actions":[
    {"assign":[["lastError","'invalidEmailAddress'"],["retryAfter","unset"]]},
    {"emit":["errorOccurred",[["error","lastError"]]]}],"label":"not an email \#
    address"}],"errors":["unknownAccount","serverUnavailable","emailCanNotBeUsedToLogin","accountAlreadyExists","emailAlreadyExists","emailTypeNotSupported","invalidEmailAddress","invalidEmailCode","tooManyRequests","failedToSendEmail","requestTimeout","noInternetConnection","authenticationFailure","unknownError"],"queries":["validateEmailAddress"]},
    {"id":"signIn","title":"Sign in","description":"The app asks for the password.","on":[
    {"event":"setPassword","guard":"passwordIsTyped","actions":[
    {"handler":["keepPassword",[["password","event.data.password"]]]},
    {"assign":[["passwordGiven","true"],["lastError","unset"]]}]},
    {"event":"setPassword","actions":[
    {"handler":["keepPassword",[["password","event.data.password"]]]},
    {"assign":[["passwordGiven","false"]]}],"label":"no password"},
    {"event":"signIn","targets":["signingIn"],"guard":"passwordGiven"}],"errors":["incorrectPassword","tooManyRequests","requestTimeout","failedToSendEmail","noInternetConnection","authenticationFailure","unsupportedVerificationMethod","unknownError"]},
    {"id":"unblockCodeNeeded","title":"Unblock code needed","description":"The account server wants more \#
    proof: it sends an email with a code, and the app asks for that \#
    code.","initial":{"targets":["awaitingUnblockCode"]},"entry":[
    {"emit":["codeRequested",[["length","unblockCodeLength"]]]}],"on":[
    {"event":"verifyUnblockCode","targets":["verifyingUnblockCode"],"actions":[
    {"handler":["keepCode",[["code","event.data.code"]]]}]},
    {"event":"resendUnblockCodeEmail","targets":["sendingUnblockCode"],"actions":[
    {"assign":[["lastError","unset"]]}],"internal":true}],"errors":["invalidUnblockCode","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"],"states":[
    {"id":"sendingUnblockCode","title":"Sending the email","invoke":[
    {"source":{"service":"sendUnblockCode"},"input":[["email","emailCaseFix"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["awaitingUnblockCode"],"label":"email sent"}],"failed":[
    {"code":"serverUnavailable","targets":["awaitingUnblockCode"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter ?? 30"]]},
    {"emit":["errorOccurred",[["error","lastError"],["retryAfter","retryAfter"]]]}],"label":"server \#
    unavailable"}]}]},
    {"id":"awaitingUnblockCode","title":"Waiting for the code"}]},
    {"id":"totpVerificationNeeded","title":"TOTP verification needed","description":"The account has a \#
    second factor, and the app asks for the code of the authenticator app.","entry":[
    {"emit":["codeRequested",[["length","totpCodeLength"]]]}],"on":[
    {"event":"verifySessionTotpCode","targets":["verifyingSessionTotpCode"],"actions":[
    {"handler":["keepCode",[["code","event.data.code"]]]}]}],"errors":["invalidTotpCode","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]},
    {"id":"signUp","title":"Sign up","description":"The app asks for a password and for the legal \#
    confirmations.","on":[
    {"event":"setPassword","guard":"passwordIsTyped","actions":[
    {"handler":["keepPassword",[["password","event.data.password"]]]},
    {"assign":[["passwordGiven","true"]]}]},
    {"event":"setPassword","actions":[
    {"handler":["keepPassword",[["password","event.data.password"]]]},
    {"assign":[["passwordGiven","false"]]}],"label":"no password"},
    {"event":"acceptLegal","actions":[
    {"assign":[["legalAccepted","event.data.isAccepted"]]}]},
    {"event":"signUp","targets":["signingUp"],"guard":"passwordGiven and passwordIsLongEnough and \#
    passwordIsNotCommon and passwordDiffersFromEmail(email: emailCaseFix) and \#
    legalAccepted"}],"queries":["validatePasswordCommons","validatePasswordLength","validatePasswordEmail"]},
    {"id":"emailVerification","title":"Email verification","description":"The account server has sent an \#
    email with a code, and the app asks for it.","initial":{"targets":["awaitingEmailCode"]},"entry":[
    {"emit":["codeRequested",[["length","emailCodeLength"]]]}],"on":[
    {"event":"verifySessionEmailCode","targets":["verifyingSessionEmailCode"],"actions":[
    {"handler":["keepCode",[["code","event.data.code"]]]}]},
    {"event":"resendVerificationSessionCodeEmail","targets":["resendingEmailCode"],"actions":[
    {"assign":[["lastError","unset"]]}],"internal":true}],"errors":["invalidOrExpiredVerificationCode","invalidEmailCode","failedToSendEmail","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"],"states":[
    {"id":"awaitingEmailCode","title":"Waiting for the code"},
    {"id":"resendingEmailCode","title":"Sending the email again","invoke":[
    {"source":{"service":"resendSessionCode"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["awaitingEmailCode"],"label":"email sent"}],"failed":[
    {"code":"failedToSendEmail","targets":["awaitingEmailCode"],"actions":[
    {"assign":[["lastError","event.error"]]},
    {"emit":["errorOccurred",[["error","lastError"]]]}],"label":"email not sent"},
    {"code":"serverUnavailable","targets":["awaitingEmailCode"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter ?? 30"]]},
    {"emit":["errorOccurred",[["error","lastError"],["retryAfter","retryAfter"]]]}],"label":"server \#
    unavailable"}]}]}]},
    {"id":"accountDeletionRequest","title":"Account deletion request","description":"The app shows what \#
    uses the account and asks the person to accept the consequences.","on":[
    {"event":"giveConsents","actions":[
    {"assign":[["consentsGiven","event.data.areGiven"],["lastError","unset"]]}]},
    {"event":"deleteAccount","targets":["deletingAccount"],"guard":"consentsGiven"}],"errors":["tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","authenticationFailure","unknownError"]}]},
    {"id":"checkingAccount","title":"Checking account","description":"The app asks whether the account \#
    exists, usually for less than a second.","entry":[
    {"emit":["emailAddressChanged",[["emailAddress","emailCaseFix"]]]}],"invoke":[
    {"source":{"service":"checkAccount"},"input":[["email","email"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["signIn"],"guard":"event.data.exists","label":"the account already exists"},
    {"targets":["failed"],"guard":"sessionType == 'accountDeletion'","actions":[
    {"assign":[["lastError","'authenticationFailure'"]]}],"label":"no account to delete"},
    {"targets":["signUp"],"guard":"method == 'inAppWithCreation'","label":"new account is required"},
    {"targets":["fallbackInBrowser"],"label":"new account is required in the browser"}]}]},
    {"id":"authenticating","title":"Authenticating","description":"Password or code are on their way to the \#
    account server.","initial":{"targets":["signingIn"]},"on":[
    {"event":"error.requestBlocked","targets":["signingResults"]},
    {"event":"error.emailCaseMismatch","targets":["signingResults"]}],"states":[
    {"id":"signingIn","title":"Signing in","invoke":[
    {"source":{"service":"signIn"},"input":[["email","emailCaseFix"],["originalLoginEmail","originalLoginEmail"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["signingResults"]}]}]},
    {"id":"signingUp","title":"Signing up","invoke":[
    {"source":{"service":"signUp"},"input":[["email","emailCaseFix"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["signingResults"]}],"failed":[
    {"code":"timeout","targets":["start"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"error"},
    {"code":"tooManyRequests","targets":["start"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"error"},
    {"code":"serverUnavailable","targets":["start"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"error"},
    {"targets":["start"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"verifyingUnblockCode","title":"Verifying unblock code","invoke":[
    {"source":{"service":"verifyUnblockCode"},"input":[["email","emailCaseFix"],["originalLoginEmail","originalLoginEmail"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["signingResults"]}],"failed":[
    {"code":"requestBlocked","targets":["awaitingUnblockCode"],"guard":"event.data.verificationMethod == \#
    'email-captcha'","label":"unblock code still required"},
    {"code":"emailCaseMismatch","targets":["sendingUnblockCode"],"guard":"lower(event.data.email) == email \#
    and not defined(originalLoginEmail)","actions":[
    {"assign":[["originalLoginEmail","emailCaseFix"],["emailCaseFix","event.data.email"]]},
    {"emit":["emailAddressChanged",[["emailAddress","emailCaseFix"]]]}],"label":"email spelled otherwise"},
    {"code":"serverUnavailable","targets":["unblockCodeNeeded"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"server \#
    unavailable"}]}]}]},
    {"id":"verifyingSessionTotpCode","title":"Verifying session TOTP code","invoke":[
    {"source":{"service":"verifySessionTotpCode"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["signingResults"],"guard":"event.data.verified","label":"authentication completed"},
    {"targets":["totpVerificationNeeded"],"actions":[
    {"assign":[["lastError","'invalidTotpCode'"]]}],"label":"TOTP code invalid"}],"failed":[
    {"code":"serverUnavailable","targets":["totpVerificationNeeded"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"server \#
    unavailable"}]}]},
    {"id":"verifyingSessionEmailCode","title":"Verifying session email code","invoke":[
    {"source":{"service":"verifySessionEmailCode"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["finalize"],"label":"authentication completed"}],"failed":[
    {"code":"invalidEmailCode","targets":["emailVerification"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"code invalid"},
    {"code":"serverUnavailable","targets":["emailVerification"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"server \#
    unavailable"}]}]},
    {"id":"signingResults","kind":"choice","title":"Signing results","always":[
    {"targets":["sendingUnblockCode"],"guard":"event.error == 'requestBlocked' and \#
    event.data.verificationMethod == 'email-captcha'","label":"unblock code required"},
    {"targets":["start"],"guard":"event.error == 'requestBlocked'","actions":[
    {"assign":[["lastError","'emailCanNotBeUsedToLogin'"]]}],"label":"blocked"},
    {"targets":["lastQuestion"],"guard":"event.error == 'emailCaseMismatch' and lower(event.data.email) != \#
    email","actions":[
    {"assign":[["lastError","'authenticationFailure'"]]}],"label":"another email address"},
    {"targets":["signingIn"],"guard":"event.error == 'emailCaseMismatch' and not \#
    defined(originalLoginEmail)","actions":[
    {"assign":[["originalLoginEmail","emailCaseFix"],["emailCaseFix","event.data.email"]]},
    {"emit":["emailAddressChanged",[["emailAddress","emailCaseFix"]]]}],"label":"email spelled otherwise"},
    {"targets":["lastQuestion"],"guard":"event.error == 'emailCaseMismatch'","actions":[
    {"assign":[["lastError","'unknownError'"]]}],"label":"error"},
    {"targets":["finalize"],"guard":"event.data.verified == true","label":"authentication completed"},
    {"targets":["totpVerificationNeeded"],"guard":"event.data.verificationMethod == \#
    'totp-2fa'","label":"TOTP code required"},
    {"targets":["emailVerification"],"guard":"event.data.verificationMethod == 'email-otp'","label":"email \#
    sent"},
    {"targets":["signIn"],"actions":[
    {"assign":[["lastError","'unsupportedVerificationMethod'"]]}],"label":"unsupported verification \#
    method"}]},
    {"id":"errorResults","kind":"choice","title":"Error results","always":[
    {"targets":["start"],"guard":"lastError == 'accountAlreadyExists' or lastError == 'emailAlreadyExists' \#
    or lastError == 'unknownAccount' or lastError == 'emailCanNotBeUsedToLogin' or lastError == \#
    'emailTypeNotSupported' or lastError == 'invalidEmailAddress' or lastError == 'invalidEmailCode' or \#
    lastError == 'serverUnavailable'","label":"email address or server"},
    {"targets":["signIn"],"guard":"lastError == 'incorrectPassword' or lastError == \#
    'failedToSendEmail'","label":"password, or email not sent"},
    {"targets":["unblockCodeNeeded"],"guard":"lastError == 'invalidUnblockCode'","label":"Unblock code \#
    invalid"},
    {"targets":["totpVerificationNeeded"],"guard":"lastError == 'invalidTotpCode'","label":"TOTP code \#
    invalid"},
    {"targets":["emailVerification"],"guard":"lastError == \#
    'invalidOrExpiredVerificationCode'","label":"code invalid"},
    {"targets":["start"],"guard":"lastError == 'tooManyRequests' and throttleLanding == 'start' and \#
    sessionType == 'default'","label":"too many requests"},
    {"targets":["signIn"],"guard":"lastError == 'tooManyRequests' and throttleLanding == \#
    'start'","label":"too many requests"},
    {"targets":["lastQuestion"],"label":"any other error"}]},
    {"id":"finalize","title":"Finalize","description":"A few requests turn the sign-in into a session of \#
    the VPN service.","initial":{"targets":["exchanging"]},"on":[
    {"event":"error.redirectRefused","targets":["failed"],"actions":[
    {"assign":[["lastError","event.error"],["refusedOrigin","event.data.origin"]]}],"label":"redirect \#
    refused"},
    {"event":"error.execution","targets":["failed"],"actions":[
    {"assign":[["lastError","'unknownError'"]]}],"label":"internal error"},
    {"event":"error.timeout","targets":["failed"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"event":"error.tooManyRequests","targets":["failed"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"too many \#
    requests"},
    {"event":"error.serverUnavailable","targets":["failed"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"server \#
    unavailable"},
    {"event":"error.*","targets":["failed"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}],"done":[
    {"targets":["authenticated"]}],"errors":["authenticationFailure","remoteServiceError","redirectRefused","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","unknownError"],"states":[
    {"id":"exchanging","title":"Exchanging the session","invoke":[
    {"source":{"service":"exchangeSession"},"timeout":{"literal":[30,0]},"done":[
    {"targets":["verifying"]}]}]},
    {"id":"verifying","title":"Signing in to the VPN service","invoke":[
    {"source":{"service":"verifyLogin"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["listingClients"],"guard":"sessionType == 'accountDeletion' and not \#
    accountDeleted","label":"account deletion is requested"},
    {"targets":["completed"],"label":"authentication completed"}]}]},
    {"id":"listingClients","title":"Listing what uses the account","invoke":[
    {"source":{"service":"listAttachedClients"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["accountDeletionRequest"],"actions":[
    {"assign":[["attachedClients","event.data.names"]]},
    {"emit":["attachedClientsChanged",[["names","attachedClients"]]]}]}]}]},
    {"id":"completed","kind":"final","title":"Completed"}]},
    {"id":"deletingAccount","title":"Deleting account","invoke":[
    {"source":{"service":"deleteAccount"},"input":[["email","email"],["emailCaseFix","emailCaseFix"]],"timeout":{"literal":[30,0]},"done":[
    {"targets":["completed"],"actions":[
    {"assign":[["accountDeleted","true"]]}],"label":"account deleted"}],"failed":[
    {"code":"incorrectPassword","targets":["signIn"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"incorrect password"},
    {"code":"tooManyRequests","targets":["accountDeletionRequest"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"error"},
    {"code":"serverUnavailable","targets":["accountDeletionRequest"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]}],"label":"error"},
    {"code":"timeout","targets":["accountDeletionRequest"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"error"},
    {"targets":["accountDeletionRequest"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"inBrowser","kind":"parallel","title":"In the browser","description":"The person signs in or up \#
    on the web. There is no time limit: a right code, closing the browser or canceling ends it.","invoke":[
    {"source":{"service":"authenticateInBrowser"},"input":[["email","emailCaseFix"]],"done":[
    {"targets":["failed"],"actions":[
    {"if":[[
    ["not defined(lastError)",[
    {"assign":[["lastError","'authenticationFailure'"]]}]]],[]]}],"label":"no code"}],"failed":[
    {"code":"browserClosed","targets":["aborted"],"label":"browser closed"},
    {"targets":["failed"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","unset"]]}],"label":"error"}]}],"states":[
    {"id":"browserPage","title":"The page in the \#
    browser","initial":{"targets":["fallbackInBrowser"]},"states":[
    {"id":"fallbackInBrowser","title":"Fallback in the browser","description":"The account does not exist \#
    and may not be created in the app, so the browser takes \#
    over.","errors":["authenticationFailure","remoteServiceError","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","unknownError"]},
    {"id":"webBased","title":"Web-based authentication","description":"The platform has no in-app \#
    authentication, so everything happens in the \#
    browser.","errors":["authenticationFailure","remoteServiceError","tooManyRequests","serverUnavailable","requestTimeout","noInternetConnection","unknownError"]}]},
    {"id":"browserCodes","title":"The codes of the \#
    browser","initial":{"targets":["awaitingCode"]},"states":[
    {"id":"awaitingCode","title":"Waiting for the browser","on":[
    {"event":"browserCode","targets":["checkingCode"],"actions":[
    {"handler":["keepCode",[["code","event.data.code"]]]},
    {"assign":[["lastError","unset"]]}]}]},
    {"id":"checkingCode","title":"Checking the browser's code","exit":[
    {"handler":["browserCodeChecked",[]]}],"invoke":[
    {"source":{"service":"verifyLogin"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["completed"],"actions":[
    {"assign":[["lastError","unset"],["retryAfter","unset"]]}],"label":"authentication \#
    completed"}],"failed":[
    {"code":"authenticationFailure","targets":["awaitingCode"],"label":"not the right code"},
    {"code":"timeout","targets":["awaitingCode"],"actions":[
    {"assign":[["lastError","'requestTimeout'"],["retryAfter","unset"]]},
    {"emit":["errorOccurred",[["error","lastError"],["retryAfter","retryAfter"]]]}],"label":"no answer"},
    {"code":"tooManyRequests","targets":["awaitingCode"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]},
    {"emit":["errorOccurred",[["error","lastError"],["retryAfter","retryAfter"]]]}],"label":"error"},
    {"code":"serverUnavailable","targets":["awaitingCode"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","event.data.retryAfter"]]},
    {"if":[[
    ["not defined(retryAfter)",[
    {"assign":[["retryAfter","30"]]}]]],[]]},
    {"emit":["errorOccurred",[["error","lastError"],["retryAfter","retryAfter"]]]}],"label":"error"},
    {"targets":["awaitingCode"],"actions":[
    {"assign":[["lastError","event.error"],["retryAfter","unset"]]},
    {"emit":["errorOccurred",[["error","lastError"],["retryAfter","retryAfter"]]]}],"label":"error"}]}]}]}]},
    {"id":"authenticated","kind":"final","title":"Authenticated","description":"The app dismisses the \#
    authentication screens and shows its main view.","entry":[
    {"handler":["destroySession",[]]}],"output":[["accountDeleted","accountDeleted"]],"ending":"success"},
    {"id":"failed","kind":"final","title":"Failed","entry":[
    {"if":[[
    ["lastError == 'serverUnavailable' and not defined(retryAfter)",[
    {"assign":[["retryAfter","30"]]}]]],[]]},
    {"emit":["errorOccurred",[["error","lastError"],["retryAfter","retryAfter"]]]},
    {"handler":["forgetSecrets",[]]},
    {"handler":["destroySession",[]]}],"output":[["error","lastError"],["retryAfter","retryAfter"],["refusedOrigin","refusedOrigin"]],"ending":"failure"},
    {"id":"aborted","kind":"final","title":"Aborted","entry":[
    {"handler":["forgetSecrets",[]]},
    {"handler":["destroySession",[]]}],"ending":"canceled"}]}}
    """#
}
