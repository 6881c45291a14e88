// Generated from firebase-totp.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts
public import StatechartsModel

/// Firebase sign-in with an authenticator app
///
/// Signing in with a code of an authenticator app (TOTP) as second factor, enrolling and removing that
/// factor, and allowing it for the project. Nothing in it is bound to one platform.
public enum FirebaseTOTP: TypedChart {
  /// The states that can be active.
  public enum StateID: String, CaseIterable, Hashable, Sendable {
    /// Account
    case account
    /// Your turn
    ///
    /// The app shows a screen and waits for the person.
    case asking
    /// Signed out
    case signedOut
    /// Sign in again
    ///
    /// The session is over, for example because a factor was removed, and the person has to sign in again.
    case reauthRequired
    /// Second factor required
    ///
    /// The person chooses with which of the enrolled factors to go on.
    case secondFactorRequired
    /// Factor not supported
    ///
    /// Only codes of authenticator apps are asked for here.
    case unsupportedFactor
    /// Asking for the code
    ///
    /// The app asks for the code of the authenticator app.
    case askingCode
    /// Signed in
    case signedIn
    /// Enrolment required
    ///
    /// The app requires a second factor, and the person has none.
    case enrolmentForced
    /// Confirming the email address
    ///
    /// An address that is not confirmed may belong to somebody else, who would be locked out by a second
    /// factor.
    case verifyingEmail
    /// Signing in again
    ///
    /// Before a factor is added or removed, the person signs in again, with the same account.
    case reauthenticating
    /// Showing the secret
    ///
    /// The app shows the key and the QR code to be scanned with an authenticator app, and how long it is
    /// valid.
    case showingSecret
    /// Asking for the first code
    ///
    /// The app asks for the code that the authenticator app shows now, and for a name of the factor.
    case askingEnrolCode
    /// Not known whether enrolled
    ///
    /// The answer to the first code was lost or not waited for, and the user is not looked up since. The
    /// factor may be enrolled, so the authenticator app must keep the key, and no other one is made before
    /// the server has said.
    case enrolmentUnclear
    /// Secret expired
    ///
    /// The secret cannot be enrolled any more, and a new one is needed. The source asks for another code
    /// after every failure, but here no code would help.
    case secretExpired
    /// Not possible
    ///
    /// This account, or this project, cannot have an authenticator app as second factor.
    case ineligible
    /// Choosing the factor to remove
    case choosingFactor
    /// Signing in
    case signingIn
    /// Checking the code
    case verifying
    /// Loading the user
    case loadingUser
    /// Sending the email
    case sendingVerificationEmail
    /// Is the address confirmed
    case checkingEmail
    /// Generating the secret
    case generatingSecret
    /// Enrolling
    case finalizing
    /// Checking the first code
    case checkingEnrolCode
    /// Is the factor enrolled
    case findingOut
    /// Loading the factors
    case loadingFactors
    /// Enrolled
    case enrolled
    /// Loading the factors again
    case reloadingFactors
    /// Removing the factor
    case withdrawing
    /// Loading the user again
    ///
    /// The factor is gone. The source says that the person is signed out when it was the last one, and names
    /// one code in its text (17021) and another in its code (17017). Only the server knows: each removal may
    /// end in either way, and both codes, like a disabled or missing account, count as signed out.
    case refreshingUser
    /// Tokens
    case tokens
    /// None
    case noTokens
    /// Fresh
    case fresh
    /// Refreshing
    case refreshing
    /// Trying again soon
    case refreshLater
    /// Project
    case project
    /// Settled
    case projectSettled
    /// Setting up
    case configuringProject
  }

  /// The events that the app can send, with their data.
  public enum Event: ChartEvent, Hashable, GuardedData {
    /// sign-in wanted
    ///
    /// With a password, or with a provider in its place: any other way of signing in comes to the second
    /// factor just the same.
    ///
    /// - email: Personal: must not be logged.
    /// - password: Secret: must not be shown, logged or stored.
    /// - provider: For any other signIn(with…).
    case signIn(email: String? = nil, password: String? = nil, provider: String? = nil)
    /// factor chosen
    ///
    /// - index: Its place in the list that is shown, from 0.
    case select(index: Int)
    /// code typed
    ///
    /// - code: Secret: must not be shown, logged or stored.
    /// - displayName: A name for the factor while enrolling.
    case submit(code: String, displayName: String? = nil)
    /// back
    case back
    /// cancelled
    case cancel
    /// not now
    case skip
    /// continue
    case `continue`
    /// new secret wanted
    case restart
    /// authenticator app to be opened
    case openInOTPApp
    /// enrolment wanted
    case enrol
    /// removal of a factor wanted
    case unenrol
    /// signed out
    case signOut
    /// email wanted
    case sendVerificationEmail
    /// to be checked again
    case checkAgain
    /// project to be set up
    ///
    /// - adjacentIntervals: 0 to 10, else 5.
    case configureTOTP(state: ConfigureTOTPState, adjacentIntervals: Int? = nil)
    /// setting up cancelled
    case cancelConfiguration
    /// time for enrolling is over
    case deadlinePassed
    /// requests allowed again
    case backOffOver
    /// tokens are there
    case tokensAdopted
    /// tokens are gone
    case tokensErased
    /// session lost
    case tokenRefreshFailed(code: ErrorCode)

    /// The event in the form that a machine handles.
    public var event: Statecharts.Event {
      switch self {
      case .signIn(let email, let password, let provider):
        Statecharts.Event(
          "signIn",
          data: .map(
            ["email": email.chartValue, "password": password.chartValue, "provider": provider.chartValue]
          )
        )
      case .select(let index):
        Statecharts.Event("select", data: .map(["index": index.chartValue]))
      case .submit(let code, let displayName):
        Statecharts.Event(
          "submit",
          data: .map(["code": code.chartValue, "displayName": displayName.chartValue])
        )
      case .back:
        Statecharts.Event("back")
      case .cancel:
        Statecharts.Event("cancel")
      case .skip:
        Statecharts.Event("skip")
      case .`continue`:
        Statecharts.Event("continue")
      case .restart:
        Statecharts.Event("restart")
      case .openInOTPApp:
        Statecharts.Event("openInOTPApp")
      case .enrol:
        Statecharts.Event("enrol")
      case .unenrol:
        Statecharts.Event("unenrol")
      case .signOut:
        Statecharts.Event("signOut")
      case .sendVerificationEmail:
        Statecharts.Event("sendVerificationEmail")
      case .checkAgain:
        Statecharts.Event("checkAgain")
      case .configureTOTP(let state, let adjacentIntervals):
        Statecharts.Event(
          "configureTOTP",
          data: .map(["state": state.chartValue, "adjacentIntervals": adjacentIntervals.chartValue])
        )
      case .cancelConfiguration:
        Statecharts.Event("cancelConfiguration")
      case .deadlinePassed:
        Statecharts.Event("deadlinePassed")
      case .backOffOver:
        Statecharts.Event("backOffOver")
      case .tokensAdopted:
        Statecharts.Event("tokensAdopted")
      case .tokensErased:
        Statecharts.Event("tokensErased")
      case .tokenRefreshFailed(let code):
        Statecharts.Event("tokenRefreshFailed", data: .map(["code": code.chartValue]))
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .signIn(_, _, let provider):
        ["email": ShownMark.personal, "password": ShownMark.secret, "provider": provider]
      case .select(let index):
        ["index": index]
      case .submit(_, let displayName):
        ["code": ShownMark.secret, "displayName": displayName]
      case .configureTOTP(let state, let adjacentIntervals):
        ["state": state, "adjacentIntervals": adjacentIntervals]
      case .tokenRefreshFailed(let code):
        ["code": code]
      default:
        [:]
      }
    }
  }

  /// The outputs that the chart sends to the app, with their data.
  public enum Output: ChartOutput, Hashable {
    /// an error to show
    case errorOccurred(error: ErrorCode)
    /// enrolling is offered
    case enrolmentOffered
    /// email sent
    case verificationEmailSent
    /// factor enrolled
    case enrolled
    /// factor removed
    ///
    /// - signedOut: Whether the person has to sign in again.
    case unenrolled(signedOut: Bool)
    /// tokens are gone
    case signedOutLocally
    /// project set up
    case projectConfigured(state: String, adjacentIntervals: Int)

    /// Reads an output.
    ///
    /// - Throws: `ChartDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: Payload) throws(ChartDataProblem) {
      switch payload.name {
      case "errorOccurred":
        self = try .errorOccurred(error: payload.data.read("error"))
      case "enrolmentOffered":
        self = .enrolmentOffered
      case "verificationEmailSent":
        self = .verificationEmailSent
      case "enrolled":
        self = .enrolled
      case "unenrolled":
        self = try .unenrolled(signedOut: payload.data.read("signedOut"))
      case "signedOutLocally":
        self = .signedOutLocally
      case "projectConfigured":
        self = try .projectConfigured(
          state: payload.data.read("state"),
          adjacentIntervals: payload.data.read("adjacentIntervals")
        )
      default:
        throw ChartDataProblem(payload.name)
      }
    }

    /// The output's name in the chart.
    public var name: String {
      switch self {
      case .errorOccurred:
        "errorOccurred"
      case .enrolmentOffered:
        "enrolmentOffered"
      case .verificationEmailSent:
        "verificationEmailSent"
      case .enrolled:
        "enrolled"
      case .unenrolled:
        "unenrolled"
      case .signedOutLocally:
        "signedOutLocally"
      case .projectConfigured:
        "projectConfigured"
      }
    }
  }

  /// The error codes.
  public enum ErrorCode: String, ChartData, CaseIterable, Hashable {
    /// Wrong code
    ///
    /// 17044.
    case invalidCode = "INVALID_CODE"
    /// A code is needed
    ///
    /// Noticed before anything is sent.
    case missingCode = "MISSING_CODE"
    /// Not a code
    ///
    /// Noticed before anything is sent.
    case malformedCode
    /// Too late
    ///
    /// 17051.
    case sessionExpired = "SESSION_EXPIRED"
    /// This secret is not valid any more
    ///
    /// 17046.
    case invalidSessionInfo = "INVALID_SESSION_INFO"
    /// Sign in again
    ///
    /// 17083.
    case invalidMfaPendingCredential = "INVALID_MFA_PENDING_CREDENTIAL"
    /// Sign in again
    ///
    /// 17081.
    case missingMfaPendingCredential = "MISSING_MFA_PENDING_CREDENTIAL"
    /// Sign in again
    ///
    /// 17081, as the server really says.
    case missingCredential = "MISSING_CREDENTIAL"
    /// Choose a factor
    ///
    /// 17082.
    case missingMfaEnrollmentId = "MISSING_MFA_ENROLLMENT_ID"
    /// This factor does not exist any more
    ///
    /// 17084.
    case mfaEnrollmentNotFound = "MFA_ENROLLMENT_NOT_FOUND"
    /// This factor is enrolled already
    ///
    /// 17087.
    case secondFactorExists = "SECOND_FACTOR_EXISTS"
    /// Too many factors
    ///
    /// 17088.
    case secondFactorLimitExceeded = "SECOND_FACTOR_LIMIT_EXCEEDED"
    /// Not possible with this way of signing in
    ///
    /// 17089.
    case unsupportedFirstFactor = "UNSUPPORTED_FIRST_FACTOR"
    /// Not possible with this way of signing in
    ///
    /// Phone, anonymous, custom token and Game Center accounts cannot have a second factor.
    case ineligibleProvider
    /// Confirm the email address first
    ///
    /// 17086. Otherwise somebody could register with an address that is not theirs and lock its owner out
    /// with a second factor.
    case unverifiedEmail = "UNVERIFIED_EMAIL"
    /// Signed in too long ago
    ///
    /// 17014.
    case credentialTooOldLoginAgain = "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
    /// Authenticator apps are not allowed in this project
    ///
    /// 17006.
    case operationNotAllowed = "OPERATION_NOT_ALLOWED"
    /// Sign in again
    ///
    /// 17021.
    case tokenExpired = "TOKEN_EXPIRED"
    /// Sign in again
    ///
    /// 17017.
    case invalidIdToken = "INVALID_ID_TOKEN"
    /// Account disabled
    ///
    /// 17005.
    case userDisabled = "USER_DISABLED"
    /// No such account
    ///
    /// 17011.
    case userNotFound = "USER_NOT_FOUND"
    /// No such account
    ///
    /// 17011. Never shown as such while signing in.
    case emailNotFound = "EMAIL_NOT_FOUND"
    /// Wrong password
    ///
    /// 17009. Never shown as such.
    case invalidPassword = "INVALID_PASSWORD"
    /// Email address or password are wrong
    ///
    /// 17004.
    case invalidLoginCredentials = "INVALID_LOGIN_CREDENTIALS"
    /// That is another account
    case userMismatch
    /// Too many attempts
    ///
    /// 17010.
    case tooManyAttemptsTryLater = "TOO_MANY_ATTEMPTS_TRY_LATER"
    /// The project's quota is used up
    ///
    /// 17052.
    case quotaExceeded = "QUOTA_EXCEEDED"
    /// Not an email address
    ///
    /// 17008.
    case invalidEmail = "INVALID_EMAIL"
    /// A password is needed
    case missingPassword = "MISSING_PASSWORD"
    /// Signing in with a password is not allowed
    ///
    /// 17006.
    case passwordLoginDisabled = "PASSWORD_LOGIN_DISABLED"
    /// Wrong tenant
    ///
    /// 17072.
    case tenantIdMismatch = "TENANT_ID_MISMATCH"
    /// Wrong API key
    ///
    /// 17023, keyInvalid.
    case invalidApiKey = "INVALID_API_KEY"
    /// No connection
    ///
    /// 17020. An answer from somebody else, such as a hotel's login page, counts as no connection.
    case networkError
    /// No answer
    ///
    /// The server has not answered within 15 seconds.
    case requestTimeout
    /// Something went wrong
    ///
    /// 17999, also for answers that lack what they must have.
    case internalError
    /// The number of intervals must be from 0 to 10
    case invalidAdjacentIntervals
    /// Only an administrator may do that
    case permissionDenied
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
      case .invalidCode:
        "Wrong code"
      case .missingCode:
        "A code is needed"
      case .malformedCode:
        "Not a code"
      case .sessionExpired:
        "Too late"
      case .invalidSessionInfo:
        "This secret is not valid any more"
      case .invalidMfaPendingCredential:
        "Sign in again"
      case .missingMfaPendingCredential:
        "Sign in again"
      case .missingCredential:
        "Sign in again"
      case .missingMfaEnrollmentId:
        "Choose a factor"
      case .mfaEnrollmentNotFound:
        "This factor does not exist any more"
      case .secondFactorExists:
        "This factor is enrolled already"
      case .secondFactorLimitExceeded:
        "Too many factors"
      case .unsupportedFirstFactor:
        "Not possible with this way of signing in"
      case .ineligibleProvider:
        "Not possible with this way of signing in"
      case .unverifiedEmail:
        "Confirm the email address first"
      case .credentialTooOldLoginAgain:
        "Signed in too long ago"
      case .operationNotAllowed:
        "Authenticator apps are not allowed in this project"
      case .tokenExpired:
        "Sign in again"
      case .invalidIdToken:
        "Sign in again"
      case .userDisabled:
        "Account disabled"
      case .userNotFound:
        "No such account"
      case .emailNotFound:
        "No such account"
      case .invalidPassword:
        "Wrong password"
      case .invalidLoginCredentials:
        "Email address or password are wrong"
      case .userMismatch:
        "That is another account"
      case .tooManyAttemptsTryLater:
        "Too many attempts"
      case .quotaExceeded:
        "The project's quota is used up"
      case .invalidEmail:
        "Not an email address"
      case .missingPassword:
        "A password is needed"
      case .passwordLoginDisabled:
        "Signing in with a password is not allowed"
      case .tenantIdMismatch:
        "Wrong tenant"
      case .invalidApiKey:
        "Wrong API key"
      case .networkError:
        "No connection"
      case .requestTimeout:
        "No answer"
      case .internalError:
        "Something went wrong"
      case .invalidAdjacentIntervals:
        "The number of intervals must be from 0 to 10"
      case .permissionDenied:
        "Only an administrator may do that"
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

    /// When people enrol: as a must before they go on, offered after signing in and skippable, from the page
    /// with the account's settings, or when a feature asks for more security.
    public var mfaPolicy: MfaPolicy {
      contextView.read("mfaPolicy") ?? .settingsPage
    }

    /// How long to wait after too many attempts.
    public var backOff: Duration {
      contextView.read("backOff") ?? .seconds(30)
    }

    /// The email address as typed.
    ///
    /// Personal: must not be logged.
    public var email: String? {
      contextView.read("email")
    }

    /// Who is signed in, as looked up.
    ///
    /// Personal: must not be logged.
    public var user: ContextUser? {
      contextView.read("user")
    }

    /// Whether a second factor is enrolled.
    public var hasFactor: Bool {
      contextView.read("hasFactor") ?? false
    }

    /// Whether the list of factors must be loaded again.
    public var factorsStale: Bool {
      contextView.read("factorsStale") ?? false
    }

    /// The second factors that can complete the sign-in.
    ///
    /// Personal: must not be logged.
    public var hints: [ContextHints] {
      contextView.read("hints") ?? []
    }

    /// The enrolment whose code is asked for.
    public var selectedHint: String? {
      contextView.read("selectedHint")
    }

    /// The enrolment to be removed.
    public var selectedFactor: String? {
      contextView.read("selectedFactor")
    }

    /// The list of factors without the one that was removed.
    ///
    /// Personal: must not be logged.
    public var factorsLeft: [ContextFactorsLeft] {
      contextView.read("factorsLeft") ?? []
    }

    /// What a person who is signed in is about to do, and signs in again for.
    public var goal: Goal {
      contextView.read("goal") ?? .none
    }

    /// Digits of a code while enrolling; the server says how many.
    public var codeLength: Int {
      contextView.read("codeLength") ?? 6
    }

    /// The name of the new factor.
    public var enrolmentName: String {
      contextView.read("enrolmentName") ?? "TOTP"
    }

    /// Time for enrolling with this secret.
    public var enrolmentTime: Duration {
      contextView.read("enrolmentTime") ?? .seconds(0)
    }

    /// Whether that time is over.
    public var deadlineOver: Bool {
      contextView.read("deadlineOver") ?? false
    }

    /// Whether requests wait because there were too many.
    public var throttled: Bool {
      contextView.read("throttled") ?? false
    }

    /// Five minutes less than the id token lives.
    public var refreshDelay: Duration {
      contextView.read("refreshDelay") ?? .seconds(3300)
    }

    /// What the next screen shows to the person.
    public var lastError: ErrorCode? {
      contextView.read("lastError")
    }

    /// The variable `providerState`.
    public var providerState: ProviderState {
      contextView.read("providerState") ?? .disabled
    }

    /// How many steps of 30 seconds before and after the present one a code may be from: N on each side, so
    /// that 5 accepts 11 codes. It makes up for clocks that differ.
    public var adjacentIntervals: Int {
      contextView.read("adjacentIntervals") ?? 5
    }

    /// The variable `wantedState`.
    public var wantedState: WantedState {
      contextView.read("wantedState") ?? .enabled
    }

    /// The variable `wantedIntervals`.
    public var wantedIntervals: Int {
      contextView.read("wantedIntervals") ?? 5
    }

    /// The type's name.
    public var shownName: String { "Context" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "mfaPolicy": mfaPolicy,
        "backOff": backOff,
        "email": ShownMark.personal,
        "user": ShownMark.personal,
        "hasFactor": hasFactor,
        "factorsStale": factorsStale,
        "hints": ShownMark.personal,
        "selectedHint": selectedHint,
        "selectedFactor": selectedFactor,
        "factorsLeft": ShownMark.personal,
        "goal": goal,
        "codeLength": codeLength,
        "enrolmentName": enrolmentName,
        "enrolmentTime": enrolmentTime,
        "deadlineOver": deadlineOver,
        "throttled": throttled,
        "refreshDelay": refreshDelay,
        "lastError": lastError,
        "providerState": providerState,
        "adjacentIntervals": adjacentIntervals,
        "wantedState": wantedState,
        "wantedIntervals": wantedIntervals,
      ]
    }
  }

  /// The input at the start. A value that is left out has the initial value of the chart.
  public struct Input: ChartInput, Hashable {
    /// When people enrol: as a must before they go on, offered after signing in and skippable, from the page
    /// with the account's settings, or when a feature asks for more security.
    public var mfaPolicy: MfaPolicy?

    /// How long to wait after too many attempts.
    public var backOff: Duration?

    /// Makes an input.
    public init(mfaPolicy: MfaPolicy? = nil, backOff: Duration? = nil) {
      self.mfaPolicy = mfaPolicy
      self.backOff = backOff
    }

    /// The values by name, without those that were not given.
    public var values: [String: Value] {
      let values: [String: Value] = ["mfaPolicy": mfaPolicy.chartValue, "backOff": backOff.chartValue]
      return values.filter { $0.value != .unset }
    }
  }
}

// MARK: - Handlers

extension FirebaseTOTP {
  /// The handlers of the chart. `handlers(_:)` binds a type that implements them.
  ///
  /// Guards and actions are called within a step and must not wait. A guard has no side effects. Services
  /// run in tasks that are canceled when their state is exited. Handlers receive their data as parameters.
  public protocol Handling: Sendable {
    /// The guard `codeHasOnlyDigits`: the code has only digits.
    ///
    /// - Parameter code: Secret: must not be shown, logged or stored.
    func codeHasOnlyDigits(code: String) throws -> Bool

    /// The guard `recentLogin`: signed in lately.
    ///
    /// The last sign-in was less than 5 minutes ago. Only a hint; the server decides.
    func recentLogin() throws -> Bool

    /// The action `keepCredential`.
    ///
    /// Keeps the password, or another provider's credential, in memory until `signIn` has used it.
    ///
    /// - Parameters:
    ///   - password: Secret: must not be shown, logged or stored.
    ///   - provider: Given by the chart.
    func keepCredential(password: String?, provider: String?) throws

    /// The action `keepCode`.
    ///
    /// Keeps a typed code in memory until it is checked.
    ///
    /// - Parameter code: Secret: must not be shown, logged or stored.
    func keepCode(code: String) throws

    /// The action `adoptTokens`.
    ///
    /// Makes the id and refresh token that came last those of the session, and stores them safely.
    func adoptTokens() throws

    /// The action `discardTokens`.
    ///
    /// Overwrites tokens and pending credentials that came last and are not the session's.
    func discardTokens() throws

    /// The action `eraseTokens`.
    ///
    /// Signs out locally; overwrites passwords, pending credentials and tokens, stored ones too.
    func eraseTokens() throws

    /// The action `eraseTotpSecret`.
    ///
    /// Overwrites the shared key, its otpauth address and QR code, and the session information.
    func eraseTotpSecret() throws

    /// The action `openInOTPApp`.
    ///
    /// Opens the otpauth address in an authenticator app where the platform can. The address is secret and
    /// is never logged, not even when it cannot be opened.
    func openInOTPApp() throws

    /// The service `signIn`: Sign in.
    ///
    /// POST accounts:signInWithPassword, or the same with another provider's credential. An answer without
    /// id token but with mfaInfo means that a second factor is needed; its pending credential is kept.
    func signIn(_ input: SignInInput) async throws(SignInFailure) -> SignInResult

    /// The service `finalizeSignIn`: Check the code and sign in.
    ///
    /// POST accounts/mfaSignIn:finalize with the pending credential and the code that was kept. There is no
    /// start request; only SMS has one.
    func finalizeSignIn(
      _ input: FinalizeSignInInput
    ) async throws(FinalizeSignInFailure) -> FinalizeSignInResult

    /// The service `loadUser`: Look the user up.
    ///
    /// POST accounts:lookup, and the provider from the id token. Dates may have 0 to 9 digits of a second.
    func loadUser() async throws(LoadUserFailure) -> LoadUserResult

    /// The service `sendVerificationEmail`: Send the email that confirms the address.
    ///
    /// POST accounts:sendOobCode with VERIFY_EMAIL. The page that it leads to calls accounts:update.
    func sendVerificationEmail() async throws(SendVerificationEmailFailure)

    /// The service `startEnrolment`: Make a secret.
    ///
    /// POST accounts/mfaEnrollment:start with the present id token. Keeps key, algorithm, period and session
    /// information, and makes the otpauth address: label and values percent-encoded, with issuer, algorithm,
    /// digits and period, the account "default account" without an email address, and no address at all
    /// when algorithm or digits are missing. finalizeEnrollmentTime is a time of the server's clock; a clock
    /// here that differs much is reported.
    func startEnrolment() async throws(StartEnrolmentFailure) -> StartEnrolmentResult

    /// The service `finalizeEnrolment`: Check the code and enrol.
    ///
    /// POST accounts/mfaEnrollment:finalize with the code and session information that were kept.
    func finalizeEnrolment(
      _ input: FinalizeEnrolmentInput
    ) async throws(FinalizeEnrolmentFailure) -> FinalizeEnrolmentResult

    /// The service `withdrawEnrolment`: Remove the factor.
    ///
    /// POST accounts/mfaEnrollment:withdraw with the id of the enrolment; the kind of the factor would not
    /// do. The answer has new tokens.
    func withdrawEnrolment(
      _ input: WithdrawEnrolmentInput
    ) async throws(WithdrawEnrolmentFailure) -> WithdrawEnrolmentResult

    /// The service `refreshTokens`: Refresh the tokens.
    ///
    /// POST token with the refresh token, once for everybody who needs another id token at the time. The
    /// service makes what it gets the session's by itself, unless other tokens have come meanwhile:
    /// `adoptTokens` would not know whether the last tokens are its own or those of a sign-in that goes on
    /// beside it.
    func refreshTokens() async throws(RefreshTokensFailure) -> RefreshTokensResult

    /// The service `configureProject`: Set the project up.
    ///
    /// PATCH of the project's config with the update mask `mfa`, at /admin/v2 or /v2, with an
    /// administrator's OAuth token and the project in the header X-Goog-User-Project; or the Admin SDK. The
    /// project must have been upgraded to Identity Platform, and one provider at least that can have second
    /// factors must be allowed.
    func configureProject(_ input: ConfigureProjectInput) async throws(ConfigureProjectFailure)

    /// The query `totpSecretKey`.
    ///
    /// The shared key in base32, to be typed into an authenticator app.
    func totpSecretKey() throws -> TotpSecretKeyResult

    /// The query `totpAddress`.
    ///
    /// The otpauth address, to be shown as a QR code.
    func totpAddress() throws -> TotpAddressResult

    /// The query `enrolmentTimeLeft`.
    ///
    /// For the countdown.
    func enrolmentTimeLeft() throws -> Duration
  }
}

// MARK: - Services

extension FirebaseTOTP {
  /// The errors of the service `signIn`.
  public enum SignInFailure: DeclaredFailure, Hashable {
    /// Email address or password are wrong
    ///
    /// 17004.
    case invalidLoginCredentials
    /// Wrong password
    ///
    /// 17009. Never shown as such.
    case invalidPassword
    /// No such account
    ///
    /// 17011. Never shown as such while signing in.
    case emailNotFound
    /// Account disabled
    ///
    /// 17005.
    case userDisabled
    /// Not an email address
    ///
    /// 17008.
    case invalidEmail
    /// A password is needed
    case missingPassword
    /// Signing in with a password is not allowed
    ///
    /// 17006.
    case passwordLoginDisabled
    /// Too many attempts
    ///
    /// 17010.
    case tooManyAttemptsTryLater
    /// The project's quota is used up
    ///
    /// 17052.
    case quotaExceeded
    /// Wrong tenant
    ///
    /// 17072.
    case tenantIdMismatch
    /// Wrong API key
    ///
    /// 17023, keyInvalid.
    case invalidApiKey
    /// No connection
    ///
    /// 17020. An answer from somebody else, such as a hotel's login page, counts as no connection.
    case networkError
    /// Something went wrong
    ///
    /// 17999, also for answers that lack what they must have.
    case internalError

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "INVALID_LOGIN_CREDENTIALS":
        self = .invalidLoginCredentials
      case "INVALID_PASSWORD":
        self = .invalidPassword
      case "EMAIL_NOT_FOUND":
        self = .emailNotFound
      case "USER_DISABLED":
        self = .userDisabled
      case "INVALID_EMAIL":
        self = .invalidEmail
      case "MISSING_PASSWORD":
        self = .missingPassword
      case "PASSWORD_LOGIN_DISABLED":
        self = .passwordLoginDisabled
      case "TOO_MANY_ATTEMPTS_TRY_LATER":
        self = .tooManyAttemptsTryLater
      case "QUOTA_EXCEEDED":
        self = .quotaExceeded
      case "TENANT_ID_MISMATCH":
        self = .tenantIdMismatch
      case "INVALID_API_KEY":
        self = .invalidApiKey
      case "networkError":
        self = .networkError
      case "internalError":
        self = .internalError
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .invalidLoginCredentials:
        "INVALID_LOGIN_CREDENTIALS"
      case .invalidPassword:
        "INVALID_PASSWORD"
      case .emailNotFound:
        "EMAIL_NOT_FOUND"
      case .userDisabled:
        "USER_DISABLED"
      case .invalidEmail:
        "INVALID_EMAIL"
      case .missingPassword:
        "MISSING_PASSWORD"
      case .passwordLoginDisabled:
        "PASSWORD_LOGIN_DISABLED"
      case .tooManyAttemptsTryLater:
        "TOO_MANY_ATTEMPTS_TRY_LATER"
      case .quotaExceeded:
        "QUOTA_EXCEEDED"
      case .tenantIdMismatch:
        "TENANT_ID_MISMATCH"
      case .invalidApiKey:
        "INVALID_API_KEY"
      case .networkError:
        "networkError"
      case .internalError:
        "internalError"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `finalizeSignIn`.
  public enum FinalizeSignInFailure: DeclaredFailure, Hashable {
    /// Wrong code
    ///
    /// 17044.
    case invalidCode
    /// A code is needed
    ///
    /// Noticed before anything is sent.
    case missingCode
    /// Too late
    ///
    /// 17051.
    case sessionExpired
    /// Sign in again
    ///
    /// 17083.
    case invalidMfaPendingCredential
    /// Sign in again
    ///
    /// 17081.
    case missingMfaPendingCredential
    /// Sign in again
    ///
    /// 17081, as the server really says.
    case missingCredential
    /// Choose a factor
    ///
    /// 17082.
    case missingMfaEnrollmentId
    /// This factor does not exist any more
    ///
    /// 17084.
    case mfaEnrollmentNotFound
    /// Account disabled
    ///
    /// 17005.
    case userDisabled
    /// Too many attempts
    ///
    /// 17010.
    case tooManyAttemptsTryLater
    /// The project's quota is used up
    ///
    /// 17052.
    case quotaExceeded
    /// Wrong tenant
    ///
    /// 17072.
    case tenantIdMismatch
    /// Wrong API key
    ///
    /// 17023, keyInvalid.
    case invalidApiKey
    /// No connection
    ///
    /// 17020. An answer from somebody else, such as a hotel's login page, counts as no connection.
    case networkError
    /// Something went wrong
    ///
    /// 17999, also for answers that lack what they must have.
    case internalError

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "INVALID_CODE":
        self = .invalidCode
      case "MISSING_CODE":
        self = .missingCode
      case "SESSION_EXPIRED":
        self = .sessionExpired
      case "INVALID_MFA_PENDING_CREDENTIAL":
        self = .invalidMfaPendingCredential
      case "MISSING_MFA_PENDING_CREDENTIAL":
        self = .missingMfaPendingCredential
      case "MISSING_CREDENTIAL":
        self = .missingCredential
      case "MISSING_MFA_ENROLLMENT_ID":
        self = .missingMfaEnrollmentId
      case "MFA_ENROLLMENT_NOT_FOUND":
        self = .mfaEnrollmentNotFound
      case "USER_DISABLED":
        self = .userDisabled
      case "TOO_MANY_ATTEMPTS_TRY_LATER":
        self = .tooManyAttemptsTryLater
      case "QUOTA_EXCEEDED":
        self = .quotaExceeded
      case "TENANT_ID_MISMATCH":
        self = .tenantIdMismatch
      case "INVALID_API_KEY":
        self = .invalidApiKey
      case "networkError":
        self = .networkError
      case "internalError":
        self = .internalError
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .invalidCode:
        "INVALID_CODE"
      case .missingCode:
        "MISSING_CODE"
      case .sessionExpired:
        "SESSION_EXPIRED"
      case .invalidMfaPendingCredential:
        "INVALID_MFA_PENDING_CREDENTIAL"
      case .missingMfaPendingCredential:
        "MISSING_MFA_PENDING_CREDENTIAL"
      case .missingCredential:
        "MISSING_CREDENTIAL"
      case .missingMfaEnrollmentId:
        "MISSING_MFA_ENROLLMENT_ID"
      case .mfaEnrollmentNotFound:
        "MFA_ENROLLMENT_NOT_FOUND"
      case .userDisabled:
        "USER_DISABLED"
      case .tooManyAttemptsTryLater:
        "TOO_MANY_ATTEMPTS_TRY_LATER"
      case .quotaExceeded:
        "QUOTA_EXCEEDED"
      case .tenantIdMismatch:
        "TENANT_ID_MISMATCH"
      case .invalidApiKey:
        "INVALID_API_KEY"
      case .networkError:
        "networkError"
      case .internalError:
        "internalError"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `loadUser`.
  public enum LoadUserFailure: DeclaredFailure, Hashable {
    /// Sign in again
    ///
    /// 17021.
    case tokenExpired
    /// Sign in again
    ///
    /// 17017.
    case invalidIdToken
    /// Account disabled
    ///
    /// 17005.
    case userDisabled
    /// No such account
    ///
    /// 17011.
    case userNotFound
    /// Too many attempts
    ///
    /// 17010.
    case tooManyAttemptsTryLater
    /// The project's quota is used up
    ///
    /// 17052.
    case quotaExceeded
    /// Wrong tenant
    ///
    /// 17072.
    case tenantIdMismatch
    /// Wrong API key
    ///
    /// 17023, keyInvalid.
    case invalidApiKey
    /// No connection
    ///
    /// 17020. An answer from somebody else, such as a hotel's login page, counts as no connection.
    case networkError
    /// Something went wrong
    ///
    /// 17999, also for answers that lack what they must have.
    case internalError

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "TOKEN_EXPIRED":
        self = .tokenExpired
      case "INVALID_ID_TOKEN":
        self = .invalidIdToken
      case "USER_DISABLED":
        self = .userDisabled
      case "USER_NOT_FOUND":
        self = .userNotFound
      case "TOO_MANY_ATTEMPTS_TRY_LATER":
        self = .tooManyAttemptsTryLater
      case "QUOTA_EXCEEDED":
        self = .quotaExceeded
      case "TENANT_ID_MISMATCH":
        self = .tenantIdMismatch
      case "INVALID_API_KEY":
        self = .invalidApiKey
      case "networkError":
        self = .networkError
      case "internalError":
        self = .internalError
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .tokenExpired:
        "TOKEN_EXPIRED"
      case .invalidIdToken:
        "INVALID_ID_TOKEN"
      case .userDisabled:
        "USER_DISABLED"
      case .userNotFound:
        "USER_NOT_FOUND"
      case .tooManyAttemptsTryLater:
        "TOO_MANY_ATTEMPTS_TRY_LATER"
      case .quotaExceeded:
        "QUOTA_EXCEEDED"
      case .tenantIdMismatch:
        "TENANT_ID_MISMATCH"
      case .invalidApiKey:
        "INVALID_API_KEY"
      case .networkError:
        "networkError"
      case .internalError:
        "internalError"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `sendVerificationEmail`.
  public enum SendVerificationEmailFailure: DeclaredFailure, Hashable {
    /// Sign in again
    ///
    /// 17021.
    case tokenExpired
    /// Sign in again
    ///
    /// 17017.
    case invalidIdToken
    /// Account disabled
    ///
    /// 17005.
    case userDisabled
    /// No such account
    ///
    /// 17011.
    case userNotFound
    /// Too many attempts
    ///
    /// 17010.
    case tooManyAttemptsTryLater
    /// The project's quota is used up
    ///
    /// 17052.
    case quotaExceeded
    /// Wrong tenant
    ///
    /// 17072.
    case tenantIdMismatch
    /// Wrong API key
    ///
    /// 17023, keyInvalid.
    case invalidApiKey
    /// No connection
    ///
    /// 17020. An answer from somebody else, such as a hotel's login page, counts as no connection.
    case networkError
    /// Something went wrong
    ///
    /// 17999, also for answers that lack what they must have.
    case internalError

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "TOKEN_EXPIRED":
        self = .tokenExpired
      case "INVALID_ID_TOKEN":
        self = .invalidIdToken
      case "USER_DISABLED":
        self = .userDisabled
      case "USER_NOT_FOUND":
        self = .userNotFound
      case "TOO_MANY_ATTEMPTS_TRY_LATER":
        self = .tooManyAttemptsTryLater
      case "QUOTA_EXCEEDED":
        self = .quotaExceeded
      case "TENANT_ID_MISMATCH":
        self = .tenantIdMismatch
      case "INVALID_API_KEY":
        self = .invalidApiKey
      case "networkError":
        self = .networkError
      case "internalError":
        self = .internalError
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .tokenExpired:
        "TOKEN_EXPIRED"
      case .invalidIdToken:
        "INVALID_ID_TOKEN"
      case .userDisabled:
        "USER_DISABLED"
      case .userNotFound:
        "USER_NOT_FOUND"
      case .tooManyAttemptsTryLater:
        "TOO_MANY_ATTEMPTS_TRY_LATER"
      case .quotaExceeded:
        "QUOTA_EXCEEDED"
      case .tenantIdMismatch:
        "TENANT_ID_MISMATCH"
      case .invalidApiKey:
        "INVALID_API_KEY"
      case .networkError:
        "networkError"
      case .internalError:
        "internalError"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `startEnrolment`.
  public enum StartEnrolmentFailure: DeclaredFailure, Hashable {
    /// Signed in too long ago
    ///
    /// 17014.
    case credentialTooOldLoginAgain
    /// Confirm the email address first
    ///
    /// 17086. Otherwise somebody could register with an address that is not theirs and lock its owner out
    /// with a second factor.
    case unverifiedEmail
    /// Authenticator apps are not allowed in this project
    ///
    /// 17006.
    case operationNotAllowed
    /// Not possible with this way of signing in
    ///
    /// 17089.
    case unsupportedFirstFactor
    /// Too many factors
    ///
    /// 17088.
    case secondFactorLimitExceeded
    /// Sign in again
    ///
    /// 17021.
    case tokenExpired
    /// Sign in again
    ///
    /// 17017.
    case invalidIdToken
    /// Account disabled
    ///
    /// 17005.
    case userDisabled
    /// No such account
    ///
    /// 17011.
    case userNotFound
    /// Too many attempts
    ///
    /// 17010.
    case tooManyAttemptsTryLater
    /// The project's quota is used up
    ///
    /// 17052.
    case quotaExceeded
    /// Wrong tenant
    ///
    /// 17072.
    case tenantIdMismatch
    /// Wrong API key
    ///
    /// 17023, keyInvalid.
    case invalidApiKey
    /// No connection
    ///
    /// 17020. An answer from somebody else, such as a hotel's login page, counts as no connection.
    case networkError
    /// Something went wrong
    ///
    /// 17999, also for answers that lack what they must have.
    case internalError

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "CREDENTIAL_TOO_OLD_LOGIN_AGAIN":
        self = .credentialTooOldLoginAgain
      case "UNVERIFIED_EMAIL":
        self = .unverifiedEmail
      case "OPERATION_NOT_ALLOWED":
        self = .operationNotAllowed
      case "UNSUPPORTED_FIRST_FACTOR":
        self = .unsupportedFirstFactor
      case "SECOND_FACTOR_LIMIT_EXCEEDED":
        self = .secondFactorLimitExceeded
      case "TOKEN_EXPIRED":
        self = .tokenExpired
      case "INVALID_ID_TOKEN":
        self = .invalidIdToken
      case "USER_DISABLED":
        self = .userDisabled
      case "USER_NOT_FOUND":
        self = .userNotFound
      case "TOO_MANY_ATTEMPTS_TRY_LATER":
        self = .tooManyAttemptsTryLater
      case "QUOTA_EXCEEDED":
        self = .quotaExceeded
      case "TENANT_ID_MISMATCH":
        self = .tenantIdMismatch
      case "INVALID_API_KEY":
        self = .invalidApiKey
      case "networkError":
        self = .networkError
      case "internalError":
        self = .internalError
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .credentialTooOldLoginAgain:
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
      case .unverifiedEmail:
        "UNVERIFIED_EMAIL"
      case .operationNotAllowed:
        "OPERATION_NOT_ALLOWED"
      case .unsupportedFirstFactor:
        "UNSUPPORTED_FIRST_FACTOR"
      case .secondFactorLimitExceeded:
        "SECOND_FACTOR_LIMIT_EXCEEDED"
      case .tokenExpired:
        "TOKEN_EXPIRED"
      case .invalidIdToken:
        "INVALID_ID_TOKEN"
      case .userDisabled:
        "USER_DISABLED"
      case .userNotFound:
        "USER_NOT_FOUND"
      case .tooManyAttemptsTryLater:
        "TOO_MANY_ATTEMPTS_TRY_LATER"
      case .quotaExceeded:
        "QUOTA_EXCEEDED"
      case .tenantIdMismatch:
        "TENANT_ID_MISMATCH"
      case .invalidApiKey:
        "INVALID_API_KEY"
      case .networkError:
        "networkError"
      case .internalError:
        "internalError"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `finalizeEnrolment`.
  public enum FinalizeEnrolmentFailure: DeclaredFailure, Hashable {
    /// Wrong code
    ///
    /// 17044.
    case invalidCode
    /// A code is needed
    ///
    /// Noticed before anything is sent.
    case missingCode
    /// Too late
    ///
    /// 17051.
    case sessionExpired
    /// This secret is not valid any more
    ///
    /// 17046.
    case invalidSessionInfo
    /// This factor is enrolled already
    ///
    /// 17087.
    case secondFactorExists
    /// Too many factors
    ///
    /// 17088.
    case secondFactorLimitExceeded
    /// Signed in too long ago
    ///
    /// 17014.
    case credentialTooOldLoginAgain
    /// Sign in again
    ///
    /// 17021.
    case tokenExpired
    /// Sign in again
    ///
    /// 17017.
    case invalidIdToken
    /// Account disabled
    ///
    /// 17005.
    case userDisabled
    /// No such account
    ///
    /// 17011.
    case userNotFound
    /// Too many attempts
    ///
    /// 17010.
    case tooManyAttemptsTryLater
    /// The project's quota is used up
    ///
    /// 17052.
    case quotaExceeded
    /// Wrong tenant
    ///
    /// 17072.
    case tenantIdMismatch
    /// Wrong API key
    ///
    /// 17023, keyInvalid.
    case invalidApiKey
    /// No connection
    ///
    /// 17020. An answer from somebody else, such as a hotel's login page, counts as no connection.
    case networkError
    /// Something went wrong
    ///
    /// 17999, also for answers that lack what they must have.
    case internalError

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "INVALID_CODE":
        self = .invalidCode
      case "MISSING_CODE":
        self = .missingCode
      case "SESSION_EXPIRED":
        self = .sessionExpired
      case "INVALID_SESSION_INFO":
        self = .invalidSessionInfo
      case "SECOND_FACTOR_EXISTS":
        self = .secondFactorExists
      case "SECOND_FACTOR_LIMIT_EXCEEDED":
        self = .secondFactorLimitExceeded
      case "CREDENTIAL_TOO_OLD_LOGIN_AGAIN":
        self = .credentialTooOldLoginAgain
      case "TOKEN_EXPIRED":
        self = .tokenExpired
      case "INVALID_ID_TOKEN":
        self = .invalidIdToken
      case "USER_DISABLED":
        self = .userDisabled
      case "USER_NOT_FOUND":
        self = .userNotFound
      case "TOO_MANY_ATTEMPTS_TRY_LATER":
        self = .tooManyAttemptsTryLater
      case "QUOTA_EXCEEDED":
        self = .quotaExceeded
      case "TENANT_ID_MISMATCH":
        self = .tenantIdMismatch
      case "INVALID_API_KEY":
        self = .invalidApiKey
      case "networkError":
        self = .networkError
      case "internalError":
        self = .internalError
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .invalidCode:
        "INVALID_CODE"
      case .missingCode:
        "MISSING_CODE"
      case .sessionExpired:
        "SESSION_EXPIRED"
      case .invalidSessionInfo:
        "INVALID_SESSION_INFO"
      case .secondFactorExists:
        "SECOND_FACTOR_EXISTS"
      case .secondFactorLimitExceeded:
        "SECOND_FACTOR_LIMIT_EXCEEDED"
      case .credentialTooOldLoginAgain:
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
      case .tokenExpired:
        "TOKEN_EXPIRED"
      case .invalidIdToken:
        "INVALID_ID_TOKEN"
      case .userDisabled:
        "USER_DISABLED"
      case .userNotFound:
        "USER_NOT_FOUND"
      case .tooManyAttemptsTryLater:
        "TOO_MANY_ATTEMPTS_TRY_LATER"
      case .quotaExceeded:
        "QUOTA_EXCEEDED"
      case .tenantIdMismatch:
        "TENANT_ID_MISMATCH"
      case .invalidApiKey:
        "INVALID_API_KEY"
      case .networkError:
        "networkError"
      case .internalError:
        "internalError"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `withdrawEnrolment`.
  public enum WithdrawEnrolmentFailure: DeclaredFailure, Hashable {
    /// This factor does not exist any more
    ///
    /// 17084.
    case mfaEnrollmentNotFound
    /// Signed in too long ago
    ///
    /// 17014.
    case credentialTooOldLoginAgain
    /// Sign in again
    ///
    /// 17021.
    case tokenExpired
    /// Sign in again
    ///
    /// 17017.
    case invalidIdToken
    /// Account disabled
    ///
    /// 17005.
    case userDisabled
    /// No such account
    ///
    /// 17011.
    case userNotFound
    /// Too many attempts
    ///
    /// 17010.
    case tooManyAttemptsTryLater
    /// The project's quota is used up
    ///
    /// 17052.
    case quotaExceeded
    /// Wrong tenant
    ///
    /// 17072.
    case tenantIdMismatch
    /// Wrong API key
    ///
    /// 17023, keyInvalid.
    case invalidApiKey
    /// No connection
    ///
    /// 17020. An answer from somebody else, such as a hotel's login page, counts as no connection.
    case networkError
    /// Something went wrong
    ///
    /// 17999, also for answers that lack what they must have.
    case internalError

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "MFA_ENROLLMENT_NOT_FOUND":
        self = .mfaEnrollmentNotFound
      case "CREDENTIAL_TOO_OLD_LOGIN_AGAIN":
        self = .credentialTooOldLoginAgain
      case "TOKEN_EXPIRED":
        self = .tokenExpired
      case "INVALID_ID_TOKEN":
        self = .invalidIdToken
      case "USER_DISABLED":
        self = .userDisabled
      case "USER_NOT_FOUND":
        self = .userNotFound
      case "TOO_MANY_ATTEMPTS_TRY_LATER":
        self = .tooManyAttemptsTryLater
      case "QUOTA_EXCEEDED":
        self = .quotaExceeded
      case "TENANT_ID_MISMATCH":
        self = .tenantIdMismatch
      case "INVALID_API_KEY":
        self = .invalidApiKey
      case "networkError":
        self = .networkError
      case "internalError":
        self = .internalError
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .mfaEnrollmentNotFound:
        "MFA_ENROLLMENT_NOT_FOUND"
      case .credentialTooOldLoginAgain:
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
      case .tokenExpired:
        "TOKEN_EXPIRED"
      case .invalidIdToken:
        "INVALID_ID_TOKEN"
      case .userDisabled:
        "USER_DISABLED"
      case .userNotFound:
        "USER_NOT_FOUND"
      case .tooManyAttemptsTryLater:
        "TOO_MANY_ATTEMPTS_TRY_LATER"
      case .quotaExceeded:
        "QUOTA_EXCEEDED"
      case .tenantIdMismatch:
        "TENANT_ID_MISMATCH"
      case .invalidApiKey:
        "INVALID_API_KEY"
      case .networkError:
        "networkError"
      case .internalError:
        "internalError"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `refreshTokens`.
  public enum RefreshTokensFailure: DeclaredFailure, Hashable {
    /// Sign in again
    ///
    /// 17021.
    case tokenExpired
    /// Sign in again
    ///
    /// 17017.
    case invalidIdToken
    /// Account disabled
    ///
    /// 17005.
    case userDisabled
    /// No such account
    ///
    /// 17011.
    case userNotFound
    /// Too many attempts
    ///
    /// 17010.
    case tooManyAttemptsTryLater
    /// The project's quota is used up
    ///
    /// 17052.
    case quotaExceeded
    /// Wrong tenant
    ///
    /// 17072.
    case tenantIdMismatch
    /// Wrong API key
    ///
    /// 17023, keyInvalid.
    case invalidApiKey
    /// No connection
    ///
    /// 17020. An answer from somebody else, such as a hotel's login page, counts as no connection.
    case networkError
    /// Something went wrong
    ///
    /// 17999, also for answers that lack what they must have.
    case internalError

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "TOKEN_EXPIRED":
        self = .tokenExpired
      case "INVALID_ID_TOKEN":
        self = .invalidIdToken
      case "USER_DISABLED":
        self = .userDisabled
      case "USER_NOT_FOUND":
        self = .userNotFound
      case "TOO_MANY_ATTEMPTS_TRY_LATER":
        self = .tooManyAttemptsTryLater
      case "QUOTA_EXCEEDED":
        self = .quotaExceeded
      case "TENANT_ID_MISMATCH":
        self = .tenantIdMismatch
      case "INVALID_API_KEY":
        self = .invalidApiKey
      case "networkError":
        self = .networkError
      case "internalError":
        self = .internalError
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .tokenExpired:
        "TOKEN_EXPIRED"
      case .invalidIdToken:
        "INVALID_ID_TOKEN"
      case .userDisabled:
        "USER_DISABLED"
      case .userNotFound:
        "USER_NOT_FOUND"
      case .tooManyAttemptsTryLater:
        "TOO_MANY_ATTEMPTS_TRY_LATER"
      case .quotaExceeded:
        "QUOTA_EXCEEDED"
      case .tenantIdMismatch:
        "TENANT_ID_MISMATCH"
      case .invalidApiKey:
        "INVALID_API_KEY"
      case .networkError:
        "networkError"
      case .internalError:
        "internalError"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }

  /// The errors of the service `configureProject`.
  public enum ConfigureProjectFailure: DeclaredFailure, Hashable {
    /// Only an administrator may do that
    case permissionDenied
    /// No connection
    ///
    /// 17020. An answer from somebody else, such as a hotel's login page, counts as no connection.
    case networkError
    /// Something went wrong
    ///
    /// 17999, also for answers that lack what they must have.
    case internalError

    /// Reads a failure.
    ///
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "permissionDenied":
        self = .permissionDenied
      case "networkError":
        self = .networkError
      case "internalError":
        self = .internalError
      default:
        throw ChartDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .permissionDenied:
        "permissionDenied"
      case .networkError:
        "networkError"
      case .internalError:
        "internalError"
      }
    }

    /// The data of the error.
    public var data: Value { .unset }
  }
}

// MARK: - Data

extension FirebaseTOTP {
  /// The values of `mfaPolicy`.
  public enum MfaPolicy: String, ChartData, CaseIterable, Hashable {
    /// `required`
    case required
    /// `optional`
    case optional
    /// `settingsPage`
    case settingsPage
    /// `stepUp`
    case stepUp
  }

  /// The data `factors`.
  public struct ContextUserFactors: ChartData, Hashable {
    /// The field `mfaEnrollmentId`.
    public var mfaEnrollmentId: String

    /// The field `displayName`.
    public var displayName: String?

    /// The field `factorId`.
    public var factorId: String

    /// Makes the data from its fields.
    public init(mfaEnrollmentId: String, displayName: String? = nil, factorId: String) {
      self.mfaEnrollmentId = mfaEnrollmentId
      self.displayName = displayName
      self.factorId = factorId
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
      displayName = try chartValue.read("displayName")
      factorId = try chartValue.read("factorId")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "mfaEnrollmentId": mfaEnrollmentId.chartValue,
          "displayName": displayName.chartValue,
          "factorId": factorId.chartValue,
        ]
      )
    }
  }

  /// Who is signed in, as looked up.
  public struct ContextUser: ChartData, Hashable {
    /// The field `localId`.
    public var localId: String

    /// The field `email`.
    public var email: String?

    /// The field `emailVerified`.
    public var emailVerified: Bool

    /// From the id token, for example password, phone or custom.
    public var signInProvider: String

    /// The field `factors`.
    public var factors: [ContextUserFactors]

    /// Makes the data from its fields.
    public init(
      localId: String,
      email: String? = nil,
      emailVerified: Bool,
      signInProvider: String,
      factors: [ContextUserFactors]
    ) {
      self.localId = localId
      self.email = email
      self.emailVerified = emailVerified
      self.signInProvider = signInProvider
      self.factors = factors
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      localId = try chartValue.read("localId")
      email = try chartValue.read("email")
      emailVerified = try chartValue.read("emailVerified")
      signInProvider = try chartValue.read("signInProvider")
      factors = try chartValue.read("factors")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "localId": localId.chartValue,
          "email": email.chartValue,
          "emailVerified": emailVerified.chartValue,
          "signInProvider": signInProvider.chartValue,
          "factors": factors.chartValue,
        ]
      )
    }
  }

  /// The second factors that can complete the sign-in.
  public struct ContextHints: ChartData, Hashable {
    /// The field `mfaEnrollmentId`.
    public var mfaEnrollmentId: String

    /// The field `displayName`.
    public var displayName: String?

    /// The field `factorId`.
    public var factorId: String

    /// Makes the data from its fields.
    public init(mfaEnrollmentId: String, displayName: String? = nil, factorId: String) {
      self.mfaEnrollmentId = mfaEnrollmentId
      self.displayName = displayName
      self.factorId = factorId
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
      displayName = try chartValue.read("displayName")
      factorId = try chartValue.read("factorId")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "mfaEnrollmentId": mfaEnrollmentId.chartValue,
          "displayName": displayName.chartValue,
          "factorId": factorId.chartValue,
        ]
      )
    }
  }

  /// The list of factors without the one that was removed.
  public struct ContextFactorsLeft: ChartData, Hashable {
    /// The field `mfaEnrollmentId`.
    public var mfaEnrollmentId: String

    /// The field `displayName`.
    public var displayName: String?

    /// The field `factorId`.
    public var factorId: String

    /// Makes the data from its fields.
    public init(mfaEnrollmentId: String, displayName: String? = nil, factorId: String) {
      self.mfaEnrollmentId = mfaEnrollmentId
      self.displayName = displayName
      self.factorId = factorId
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
      displayName = try chartValue.read("displayName")
      factorId = try chartValue.read("factorId")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "mfaEnrollmentId": mfaEnrollmentId.chartValue,
          "displayName": displayName.chartValue,
          "factorId": factorId.chartValue,
        ]
      )
    }
  }

  /// The values of `goal`.
  public enum Goal: String, ChartData, CaseIterable, Hashable {
    /// `none`
    case none
    /// `enrol`
    case enrol
    /// `unenrol`
    case unenrol
  }

  /// The values of `providerState`.
  public enum ProviderState: String, ChartData, CaseIterable, Hashable {
    /// `DISABLED`
    case disabled = "DISABLED"
    /// `ENABLED`
    case enabled = "ENABLED"
    /// `MANDATORY`
    case mandatory = "MANDATORY"
  }

  /// The values of `wantedState`.
  public enum WantedState: String, ChartData, CaseIterable, Hashable {
    /// `DISABLED`
    case disabled = "DISABLED"
    /// `ENABLED`
    case enabled = "ENABLED"
    /// `MANDATORY`
    case mandatory = "MANDATORY"
  }

  /// The values of `state`.
  public enum ConfigureTOTPState: String, ChartData, CaseIterable, Hashable {
    /// `DISABLED`
    case disabled = "DISABLED"
    /// `ENABLED`
    case enabled = "ENABLED"
    /// `MANDATORY`
    case mandatory = "MANDATORY"
  }

  /// The input of the service `signIn`.
  public struct SignInInput: ChartData, Hashable, GuardedData {
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
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      email = try chartValue.read("email")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["email": email.chartValue])
    }

    /// The type's name.
    public var shownName: String { "SignInInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["email": ShownMark.personal]
    }
  }

  /// The data `hints`.
  public struct SignInResultHints: ChartData, Hashable {
    /// The field `mfaEnrollmentId`.
    public var mfaEnrollmentId: String

    /// The field `displayName`.
    public var displayName: String?

    /// The field `factorId`.
    public var factorId: String

    /// Makes the data from its fields.
    public init(mfaEnrollmentId: String, displayName: String? = nil, factorId: String) {
      self.mfaEnrollmentId = mfaEnrollmentId
      self.displayName = displayName
      self.factorId = factorId
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
      displayName = try chartValue.read("displayName")
      factorId = try chartValue.read("factorId")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "mfaEnrollmentId": mfaEnrollmentId.chartValue,
          "displayName": displayName.chartValue,
          "factorId": factorId.chartValue,
        ]
      )
    }
  }

  /// The result of `signIn`.
  public struct SignInResult: ChartData, Hashable {
    /// The field `localId`.
    public var localId: String

    /// The field `hasIdToken`.
    public var hasIdToken: Bool

    /// The field `hints`.
    public var hints: [SignInResultHints]

    /// Five minutes less than expiresIn.
    public var refreshIn: Duration?

    /// Makes the data from its fields.
    public init(localId: String, hasIdToken: Bool, hints: [SignInResultHints], refreshIn: Duration? = nil) {
      self.localId = localId
      self.hasIdToken = hasIdToken
      self.hints = hints
      self.refreshIn = refreshIn
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      localId = try chartValue.read("localId")
      hasIdToken = try chartValue.read("hasIdToken")
      hints = try chartValue.read("hints")
      refreshIn = try chartValue.read("refreshIn")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "localId": localId.chartValue,
          "hasIdToken": hasIdToken.chartValue,
          "hints": hints.chartValue,
          "refreshIn": refreshIn.chartValue,
        ]
      )
    }
  }

  /// The input of the service `finalizeSignIn`.
  public struct FinalizeSignInInput: ChartData, Hashable {
    /// The field `mfaEnrollmentId`.
    public var mfaEnrollmentId: String?

    /// Makes the data from its fields.
    public init(mfaEnrollmentId: String? = nil) {
      self.mfaEnrollmentId = mfaEnrollmentId
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["mfaEnrollmentId": mfaEnrollmentId.chartValue])
    }
  }

  /// The result of `finalizeSignIn`.
  public struct FinalizeSignInResult: ChartData, Hashable {
    /// The field `refreshIn`.
    public var refreshIn: Duration?

    /// Makes the data from its fields.
    public init(refreshIn: Duration? = nil) {
      self.refreshIn = refreshIn
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      refreshIn = try chartValue.read("refreshIn")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["refreshIn": refreshIn.chartValue])
    }
  }

  /// The data `factors`.
  public struct LoadUserResultFactors: ChartData, Hashable {
    /// The field `mfaEnrollmentId`.
    public var mfaEnrollmentId: String

    /// The field `displayName`.
    public var displayName: String?

    /// The field `factorId`.
    public var factorId: String

    /// Makes the data from its fields.
    public init(mfaEnrollmentId: String, displayName: String? = nil, factorId: String) {
      self.mfaEnrollmentId = mfaEnrollmentId
      self.displayName = displayName
      self.factorId = factorId
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
      displayName = try chartValue.read("displayName")
      factorId = try chartValue.read("factorId")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "mfaEnrollmentId": mfaEnrollmentId.chartValue,
          "displayName": displayName.chartValue,
          "factorId": factorId.chartValue,
        ]
      )
    }
  }

  /// The result of `loadUser`.
  public struct LoadUserResult: ChartData, Hashable, GuardedData {
    /// The field `localId`.
    public var localId: String

    /// The field `email`.
    ///
    /// Personal: must not be logged.
    public var email: String?

    /// The field `emailVerified`.
    public var emailVerified: Bool

    /// The field `signInProvider`.
    public var signInProvider: String

    /// The field `factors`.
    public var factors: [LoadUserResultFactors]

    /// Makes the data from its fields.
    public init(
      localId: String,
      email: String? = nil,
      emailVerified: Bool,
      signInProvider: String,
      factors: [LoadUserResultFactors]
    ) {
      self.localId = localId
      self.email = email
      self.emailVerified = emailVerified
      self.signInProvider = signInProvider
      self.factors = factors
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      localId = try chartValue.read("localId")
      email = try chartValue.read("email")
      emailVerified = try chartValue.read("emailVerified")
      signInProvider = try chartValue.read("signInProvider")
      factors = try chartValue.read("factors")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(
        [
          "localId": localId.chartValue,
          "email": email.chartValue,
          "emailVerified": emailVerified.chartValue,
          "signInProvider": signInProvider.chartValue,
          "factors": factors.chartValue,
        ]
      )
    }

    /// The type's name.
    public var shownName: String { "LoadUserResult" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "localId": localId,
        "email": ShownMark.personal,
        "emailVerified": emailVerified,
        "signInProvider": signInProvider,
        "factors": factors,
      ]
    }
  }

  /// The result of `startEnrolment`.
  public struct StartEnrolmentResult: ChartData, Hashable {
    /// The field `verificationCodeLength`.
    public var verificationCodeLength: Int

    /// Until finalizeEnrollmentTime.
    public var timeLeft: Duration

    /// Makes the data from its fields.
    public init(verificationCodeLength: Int, timeLeft: Duration) {
      self.verificationCodeLength = verificationCodeLength
      self.timeLeft = timeLeft
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      verificationCodeLength = try chartValue.read("verificationCodeLength")
      timeLeft = try chartValue.read("timeLeft")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["verificationCodeLength": verificationCodeLength.chartValue, "timeLeft": timeLeft.chartValue])
    }
  }

  /// The input of the service `finalizeEnrolment`.
  public struct FinalizeEnrolmentInput: ChartData, Hashable {
    /// The field `displayName`.
    public var displayName: String

    /// Makes the data from its fields.
    public init(displayName: String) {
      self.displayName = displayName
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      displayName = try chartValue.read("displayName")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["displayName": displayName.chartValue])
    }
  }

  /// The result of `finalizeEnrolment`.
  public struct FinalizeEnrolmentResult: ChartData, Hashable {
    /// The field `refreshIn`.
    public var refreshIn: Duration?

    /// Makes the data from its fields.
    public init(refreshIn: Duration? = nil) {
      self.refreshIn = refreshIn
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      refreshIn = try chartValue.read("refreshIn")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["refreshIn": refreshIn.chartValue])
    }
  }

  /// The input of the service `withdrawEnrolment`.
  public struct WithdrawEnrolmentInput: ChartData, Hashable {
    /// The field `mfaEnrollmentId`.
    public var mfaEnrollmentId: String?

    /// Makes the data from its fields.
    public init(mfaEnrollmentId: String? = nil) {
      self.mfaEnrollmentId = mfaEnrollmentId
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["mfaEnrollmentId": mfaEnrollmentId.chartValue])
    }
  }

  /// The result of `withdrawEnrolment`.
  public struct WithdrawEnrolmentResult: ChartData, Hashable {
    /// The field `refreshIn`.
    public var refreshIn: Duration?

    /// Makes the data from its fields.
    public init(refreshIn: Duration? = nil) {
      self.refreshIn = refreshIn
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      refreshIn = try chartValue.read("refreshIn")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["refreshIn": refreshIn.chartValue])
    }
  }

  /// The result of `refreshTokens`.
  public struct RefreshTokensResult: ChartData, Hashable {
    /// The field `refreshIn`.
    public var refreshIn: Duration?

    /// Makes the data from its fields.
    public init(refreshIn: Duration? = nil) {
      self.refreshIn = refreshIn
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      refreshIn = try chartValue.read("refreshIn")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["refreshIn": refreshIn.chartValue])
    }
  }

  /// The input of the service `configureProject`.
  public struct ConfigureProjectInput: ChartData, Hashable {
    /// The field `state`.
    public var state: String

    /// The field `adjacentIntervals`.
    public var adjacentIntervals: Int

    /// Makes the data from its fields.
    public init(state: String, adjacentIntervals: Int) {
      self.state = state
      self.adjacentIntervals = adjacentIntervals
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      state = try chartValue.read("state")
      adjacentIntervals = try chartValue.read("adjacentIntervals")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["state": state.chartValue, "adjacentIntervals": adjacentIntervals.chartValue])
    }
  }

  /// The result of `totpSecretKey`.
  public struct TotpSecretKeyResult: ChartData, Hashable, GuardedData {
    /// The field `key`.
    ///
    /// Secret: must not be shown, logged or stored.
    public var key: String

    /// Makes the data from its fields.
    public init(key: String) {
      self.key = key
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      key = try chartValue.read("key")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["key": key.chartValue])
    }

    /// The type's name.
    public var shownName: String { "TotpSecretKeyResult" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["key": ShownMark.secret]
    }
  }

  /// The result of `totpAddress`.
  public struct TotpAddressResult: ChartData, Hashable, GuardedData {
    /// The field `address`.
    ///
    /// Secret: must not be shown, logged or stored.
    public var address: String

    /// Makes the data from its fields.
    public init(address: String) {
      self.address = address
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      address = try chartValue.read("address")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["address": address.chartValue])
    }

    /// The type's name.
    public var shownName: String { "TotpAddressResult" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["address": ShownMark.secret]
    }
  }
}

// MARK: - Binding

extension FirebaseTOTP {
  /// The guards and actions of a type, which the engine calls by number.
  public struct Bound<Provider: Handling>: StaticHandlers {
    /// The guards, by number.
    public static var guards: [StaticHandler] {
      [StaticHandler("codeHasOnlyDigits", takesCall: true), StaticHandler("recentLogin")]
    }

    /// The actions, by number.
    public static var actions: [StaticHandler] {
      [
        StaticHandler("keepCredential", takesCall: true),
        StaticHandler("keepCode", takesCall: true),
        StaticHandler("adoptTokens"),
        StaticHandler("discardTokens"),
        StaticHandler("eraseTokens"),
        StaticHandler("eraseTotpSecret"),
        StaticHandler("openInOTPApp"),
      ]
    }

    /// The value that implements the handlers.
    public let handling: Provider

    /// Binds a type.
    public init(_ handling: Provider) { self.handling = handling }

    /// Evaluates a guard that takes no call.
    public func answer(guard number: Int) throws -> Bool {
      switch number {
      case 1:
        try handling.recentLogin()
      default:
        false
      }
    }

    /// Evaluates a guard that takes the call.
    public func answer(guard number: Int, _ call: HandlerCall) throws -> Bool {
      switch number {
      case 0:
        try handling.codeHasOnlyDigits(code: call.payload("code"))
      default:
        try answer(guard: number)
      }
    }

    /// Runs an action that takes no call.
    public func perform(action number: Int) throws {
      switch number {
      case 2:
        try handling.adoptTokens()
      case 3:
        try handling.discardTokens()
      case 4:
        try handling.eraseTokens()
      case 5:
        try handling.eraseTotpSecret()
      case 6:
        try handling.openInOTPApp()
      default:
        break
      }
    }

    /// Runs an action that takes the call.
    public func perform(action number: Int, _ call: HandlerCall) throws {
      switch number {
      case 0:
        try handling.keepCredential(password: call.argument("password"), provider: call.argument("provider"))
      case 1:
        try handling.keepCode(code: call.argument("code"))
      default:
        try perform(action: number)
      }
    }
  }

  /// Binds the handlers of a type that implements `Handling`.
  public static func handlers(_ handling: some Handling) -> Handlers {
    var handlers = Handlers(Bound(handling))
    handlers.service("signIn") { call in
      try await handling.signIn(SignInInput(chartValue: call.input)).chartValue
    }
    handlers.service("finalizeSignIn") { call in
      try await handling.finalizeSignIn(FinalizeSignInInput(chartValue: call.input)).chartValue
    }
    handlers.service("loadUser") { _ in
      try await handling.loadUser().chartValue
    }
    handlers.service("sendVerificationEmail") { _ in
      try await handling.sendVerificationEmail()
      return .unset
    }
    handlers.service("startEnrolment") { _ in
      try await handling.startEnrolment().chartValue
    }
    handlers.service("finalizeEnrolment") { call in
      try await handling.finalizeEnrolment(FinalizeEnrolmentInput(chartValue: call.input)).chartValue
    }
    handlers.service("withdrawEnrolment") { call in
      try await handling.withdrawEnrolment(WithdrawEnrolmentInput(chartValue: call.input)).chartValue
    }
    handlers.service("refreshTokens") { _ in
      try await handling.refreshTokens().chartValue
    }
    handlers.service("configureProject") { call in
      try await handling.configureProject(ConfigureProjectInput(chartValue: call.input))
      return .unset
    }
    handlers.query("totpSecretKey") { _ in
      try handling.totpSecretKey().chartValue
    }
    handlers.query("totpAddress") { _ in
      try handling.totpAddress().chartValue
    }
    handlers.query("enrolmentTimeLeft") { _ in
      try handling.enrolmentTimeLeft().chartValue
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

extension FirebaseTOTP {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(chart)
  }

  /// The model of the chart.
  @_optimize(none)
  public static var chart: Statechart {
    var chart = Statechart("firebaseTotp", root: firebaseTotpState())
    chart.title = "Firebase sign-in with an authenticator app"
    chart.description = """
      Signing in with a code of an authenticator app (TOTP) as second factor, enrolling and removing that \
      factor, and allowing it for the project. Nothing in it is bound to one platform.
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
          "mfaPolicy",
          .string,
          values: ["required", "optional", "settingsPage", "stepUp"],
          description: """
            When people enrol: as a must before they go on, offered after signing in and skippable, from \
            the page with the account's settings, or when a feature asks for more security.
            """
        ),
        initial: "'settingsPage'",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field("backOff", .duration, description: "How long to wait after too many attempts."),
        initial: "30s",
        isInput: true
      )
    )
    chart.context.append(
      ContextVariable(
        Field("email", .optional(.string), isPersonal: true, description: "The email address as typed.")
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "user",
          .optional(
            .record(
              [
                Field("localId", .string),
                Field("email", .optional(.string)),
                Field("emailVerified", .bool),
                Field(
                  "signInProvider",
                  .string,
                  description: "From the id token, for example password, phone or custom."
                ),
                Field(
                  "factors",
                  .list(
                    .record(
                      [
                        Field("mfaEnrollmentId", .string),
                        Field("displayName", .optional(.string)),
                        Field("factorId", .string),
                      ]
                    )
                  )
                ),
              ]
            )
          ),
          isPersonal: true,
          description: "Who is signed in, as looked up."
        )
      )
    )
    chart.context.append(
      ContextVariable(
        Field("hasFactor", .bool, description: "Whether a second factor is enrolled."),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("factorsStale", .bool, description: "Whether the list of factors must be loaded again."),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "hints",
          .list(
            .record(
              [
                Field("mfaEnrollmentId", .string),
                Field("displayName", .optional(.string)),
                Field("factorId", .string),
              ]
            )
          ),
          isPersonal: true,
          description: "The second factors that can complete the sign-in."
        ),
        initial: "[]"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("selectedHint", .optional(.string), description: "The enrolment whose code is asked for.")
      )
    )
    chart.context.append(
      ContextVariable(
        Field("selectedFactor", .optional(.string), description: "The enrolment to be removed.")
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "factorsLeft",
          .list(
            .record(
              [
                Field("mfaEnrollmentId", .string),
                Field("displayName", .optional(.string)),
                Field("factorId", .string),
              ]
            )
          ),
          isPersonal: true,
          description: "The list of factors without the one that was removed."
        ),
        initial: "[]"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "goal",
          .string,
          values: ["none", "enrol", "unenrol"],
          description: "What a person who is signed in is about to do, and signs in again for."
        ),
        initial: "'none'"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "codeLength",
          .int,
          description: "Digits of a code while enrolling; the server says how many."
        ),
        initial: "6"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("enrolmentName", .string, description: "The name of the new factor."),
        initial: "'TOTP'"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("enrolmentTime", .duration, description: "Time for enrolling with this secret."),
        initial: "0s"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("deadlineOver", .bool, description: "Whether that time is over."),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("throttled", .bool, description: "Whether requests wait because there were too many."),
        initial: "false"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("refreshDelay", .duration, description: "Five minutes less than the id token lives."),
        initial: "55m"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("lastError", .optional(.error), description: "What the next screen shows to the person."),
        clearedOnExitOf: ["asking"]
      )
    )
    chart.context.append(
      ContextVariable(
        Field("providerState", .string, values: ["DISABLED", "ENABLED", "MANDATORY"]),
        initial: "'DISABLED'"
      )
    )
    chart.context.append(
      ContextVariable(
        Field(
          "adjacentIntervals",
          .int,
          description: """
            How many steps of 30 seconds before and after the present one a code may be from: N on each \
            side, so that 5 accepts 11 codes. It makes up for clocks that differ.
            """
        ),
        initial: "5"
      )
    )
    chart.context.append(
      ContextVariable(
        Field("wantedState", .string, values: ["DISABLED", "ENABLED", "MANDATORY"]),
        initial: "'ENABLED'"
      )
    )
    chart.context.append(ContextVariable(Field("wantedIntervals", .int), initial: "5"))
  }

  @_optimize(none)
  private static func declareEvents(_ chart: inout Statechart) {
    chart.events = []
    chart.events?.append(
      EventDeclaration(
        "signIn",
        title: "sign-in wanted",
        description: """
          With a password, or with a provider in its place: any other way of signing in comes to the \
          second factor just the same.
          """,
        payload: [
          Field("email", .optional(.string), isPersonal: true),
          Field("password", .optional(.string), isSecret: true),
          Field("provider", .optional(.string), description: "For any other signIn(with…)."),
        ]
      )
    )
    chart.events?.append(
      EventDeclaration(
        "select",
        title: "factor chosen",
        payload: [Field("index", .int, description: "Its place in the list that is shown, from 0.")]
      )
    )
    chart.events?.append(
      EventDeclaration(
        "submit",
        title: "code typed",
        payload: [
          Field("code", .string, isSecret: true),
          Field("displayName", .optional(.string), description: "A name for the factor while enrolling."),
        ]
      )
    )
    chart.events?.append(EventDeclaration("back", title: "back"))
    chart.events?.append(EventDeclaration("cancel", title: "cancelled"))
    chart.events?.append(EventDeclaration("skip", title: "not now"))
    chart.events?.append(EventDeclaration("continue", title: "continue"))
    chart.events?.append(EventDeclaration("restart", title: "new secret wanted"))
    chart.events?.append(EventDeclaration("openInOTPApp", title: "authenticator app to be opened"))
    chart.events?.append(EventDeclaration("enrol", title: "enrolment wanted"))
    chart.events?.append(EventDeclaration("unenrol", title: "removal of a factor wanted"))
    chart.events?.append(EventDeclaration("signOut", title: "signed out"))
    chart.events?.append(EventDeclaration("sendVerificationEmail", title: "email wanted"))
    chart.events?.append(EventDeclaration("checkAgain", title: "to be checked again"))
    chart.events?.append(
      EventDeclaration(
        "configureTOTP",
        title: "project to be set up",
        payload: [
          Field("state", .string, values: ["DISABLED", "ENABLED", "MANDATORY"]),
          Field("adjacentIntervals", .optional(.int), description: "0 to 10, else 5."),
        ]
      )
    )
    chart.events?.append(EventDeclaration("cancelConfiguration", title: "setting up cancelled"))
    chart.events?.append(EventDeclaration("deadlinePassed", title: "time for enrolling is over"))
    chart.events?.append(EventDeclaration("backOffOver", title: "requests allowed again"))
    chart.events?.append(EventDeclaration("tokensAdopted", title: "tokens are there"))
    chart.events?.append(EventDeclaration("tokensErased", title: "tokens are gone"))
    chart.events?.append(
      EventDeclaration("tokenRefreshFailed", title: "session lost", payload: [Field("code", .error)])
    )
  }

  @_optimize(none)
  private static func declareErrors(_ chart: inout Statechart) {
    chart.errors = []
    chart.errors?.append(ErrorDeclaration("INVALID_CODE", title: "Wrong code", description: "17044."))
    chart.errors?.append(
      ErrorDeclaration(
        "MISSING_CODE",
        title: "A code is needed",
        description: "Noticed before anything is sent."
      )
    )
    chart.errors?.append(
      ErrorDeclaration("malformedCode", title: "Not a code", description: "Noticed before anything is sent.")
    )
    chart.errors?.append(ErrorDeclaration("SESSION_EXPIRED", title: "Too late", description: "17051."))
    chart.errors?.append(
      ErrorDeclaration(
        "INVALID_SESSION_INFO",
        title: "This secret is not valid any more",
        description: "17046."
      )
    )
    chart.errors?.append(
      ErrorDeclaration("INVALID_MFA_PENDING_CREDENTIAL", title: "Sign in again", description: "17083.")
    )
    chart.errors?.append(
      ErrorDeclaration("MISSING_MFA_PENDING_CREDENTIAL", title: "Sign in again", description: "17081.")
    )
    chart.errors?.append(
      ErrorDeclaration(
        "MISSING_CREDENTIAL",
        title: "Sign in again",
        description: "17081, as the server really says."
      )
    )
    chart.errors?.append(
      ErrorDeclaration("MISSING_MFA_ENROLLMENT_ID", title: "Choose a factor", description: "17082.")
    )
    chart.errors?.append(
      ErrorDeclaration(
        "MFA_ENROLLMENT_NOT_FOUND",
        title: "This factor does not exist any more",
        description: "17084."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "SECOND_FACTOR_EXISTS",
        title: "This factor is enrolled already",
        description: "17087."
      )
    )
    chart.errors?.append(
      ErrorDeclaration("SECOND_FACTOR_LIMIT_EXCEEDED", title: "Too many factors", description: "17088.")
    )
    chart.errors?.append(
      ErrorDeclaration(
        "UNSUPPORTED_FIRST_FACTOR",
        title: "Not possible with this way of signing in",
        description: "17089."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "ineligibleProvider",
        title: "Not possible with this way of signing in",
        description: "Phone, anonymous, custom token and Game Center accounts cannot have a second factor."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "UNVERIFIED_EMAIL",
        title: "Confirm the email address first",
        description: """
          17086. Otherwise somebody could register with an address that is not theirs and lock its owner \
          out with a second factor.
          """
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
        title: "Signed in too long ago",
        description: "17014."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "OPERATION_NOT_ALLOWED",
        title: "Authenticator apps are not allowed in this project",
        description: "17006."
      )
    )
    chart.errors?.append(ErrorDeclaration("TOKEN_EXPIRED", title: "Sign in again", description: "17021."))
    chart.errors?.append(ErrorDeclaration("INVALID_ID_TOKEN", title: "Sign in again", description: "17017."))
    chart.errors?.append(ErrorDeclaration("USER_DISABLED", title: "Account disabled", description: "17005."))
    chart.errors?.append(ErrorDeclaration("USER_NOT_FOUND", title: "No such account", description: "17011."))
    chart.errors?.append(
      ErrorDeclaration(
        "EMAIL_NOT_FOUND",
        title: "No such account",
        description: "17011. Never shown as such while signing in."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "INVALID_PASSWORD",
        title: "Wrong password",
        description: "17009. Never shown as such."
      )
    )
    chart.errors?.append(
      ErrorDeclaration(
        "INVALID_LOGIN_CREDENTIALS",
        title: "Email address or password are wrong",
        description: "17004."
      )
    )
    chart.errors?.append(ErrorDeclaration("userMismatch", title: "That is another account"))
    chart.errors?.append(
      ErrorDeclaration("TOO_MANY_ATTEMPTS_TRY_LATER", title: "Too many attempts", description: "17010.")
    )
    chart.errors?.append(
      ErrorDeclaration("QUOTA_EXCEEDED", title: "The project's quota is used up", description: "17052.")
    )
    chart.errors?.append(
      ErrorDeclaration("INVALID_EMAIL", title: "Not an email address", description: "17008.")
    )
    chart.errors?.append(ErrorDeclaration("MISSING_PASSWORD", title: "A password is needed"))
    chart.errors?.append(
      ErrorDeclaration(
        "PASSWORD_LOGIN_DISABLED",
        title: "Signing in with a password is not allowed",
        description: "17006."
      )
    )
    chart.errors?.append(
      ErrorDeclaration("TENANT_ID_MISMATCH", title: "Wrong tenant", description: "17072.")
    )
    chart.errors?.append(
      ErrorDeclaration("INVALID_API_KEY", title: "Wrong API key", description: "17023, keyInvalid.")
    )
    chart.errors?.append(
      ErrorDeclaration(
        "networkError",
        title: "No connection",
        description: """
          17020. An answer from somebody else, such as a hotel's login page, counts as no connection.
          """
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
        "internalError",
        title: "Something went wrong",
        description: "17999, also for answers that lack what they must have."
      )
    )
    chart.errors?.append(
      ErrorDeclaration("invalidAdjacentIntervals", title: "The number of intervals must be from 0 to 10")
    )
    chart.errors?.append(ErrorDeclaration("permissionDenied", title: "Only an administrator may do that"))
  }

  @_optimize(none)
  private static func declareOutputs(_ chart: inout Statechart) {
    chart.outputs = []
    chart.outputs?.append(
      OutputDeclaration("errorOccurred", title: "an error to show", payload: [Field("error", .error)])
    )
    chart.outputs?.append(OutputDeclaration("enrolmentOffered", title: "enrolling is offered"))
    chart.outputs?.append(OutputDeclaration("verificationEmailSent", title: "email sent"))
    chart.outputs?.append(OutputDeclaration("enrolled", title: "factor enrolled"))
    chart.outputs?.append(
      OutputDeclaration(
        "unenrolled",
        title: "factor removed",
        payload: [Field("signedOut", .bool, description: "Whether the person has to sign in again.")]
      )
    )
    chart.outputs?.append(OutputDeclaration("signedOutLocally", title: "tokens are gone"))
    chart.outputs?.append(
      OutputDeclaration(
        "projectConfigured",
        title: "project set up",
        payload: [Field("state", .string), Field("adjacentIntervals", .int)]
      )
    )
  }

  @_optimize(none)
  private static func declareHandlers(_ chart: inout Statechart) {
    chart.handlers.guards = []
    chart.handlers.guards?.append(
      HandlerDeclaration(
        "codeHasOnlyDigits",
        title: "the code has only digits",
        payload: [Field("code", .string, isSecret: true)]
      )
    )
    chart.handlers.guards?.append(
      HandlerDeclaration(
        "recentLogin",
        title: "signed in lately",
        description: "The last sign-in was less than 5 minutes ago. Only a hint; the server decides."
      )
    )
    chart.handlers.actions = []
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "keepCredential",
        description: """
          Keeps the password, or another provider's credential, in memory until `signIn` has used it.
          """,
        arguments: [
          Field("password", .optional(.string), isSecret: true),
          Field("provider", .optional(.string)),
        ]
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "keepCode",
        description: "Keeps a typed code in memory until it is checked.",
        arguments: [Field("code", .string, isSecret: true)]
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "adoptTokens",
        description: """
          Makes the id and refresh token that came last those of the session, and stores them safely.
          """
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "discardTokens",
        description: "Overwrites tokens and pending credentials that came last and are not the session's."
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "eraseTokens",
        description: """
          Signs out locally; overwrites passwords, pending credentials and tokens, stored ones too.
          """
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "eraseTotpSecret",
        description: """
          Overwrites the shared key, its otpauth address and QR code, and the session information.
          """
      )
    )
    chart.handlers.actions?.append(
      HandlerDeclaration(
        "openInOTPApp",
        description: """
          Opens the otpauth address in an authenticator app where the platform can. The address is secret \
          and is never logged, not even when it cannot be opened.
          """
      )
    )
    chart.handlers.services = []
    chart.handlers.services?.append(
      HandlerDeclaration(
        "signIn",
        title: "Sign in",
        description: """
          POST accounts:signInWithPassword, or the same with another provider's credential. An answer \
          without id token but with mfaInfo means that a second factor is needed; its pending credential \
          is kept.
          """,
        arguments: [Field("email", .optional(.string), isPersonal: true)],
        result: .record(
          [
            Field("localId", .string),
            Field("hasIdToken", .bool),
            Field(
              "hints",
              .list(
                .record(
                  [
                    Field("mfaEnrollmentId", .string),
                    Field("displayName", .optional(.string)),
                    Field("factorId", .string),
                  ]
                )
              )
            ),
            Field("refreshIn", .optional(.duration), description: "Five minutes less than expiresIn."),
          ]
        ),
        errors: [
          "INVALID_LOGIN_CREDENTIALS",
          "INVALID_PASSWORD",
          "EMAIL_NOT_FOUND",
          "USER_DISABLED",
          "INVALID_EMAIL",
          "MISSING_PASSWORD",
          "PASSWORD_LOGIN_DISABLED",
          "TOO_MANY_ATTEMPTS_TRY_LATER",
          "QUOTA_EXCEEDED",
          "TENANT_ID_MISMATCH",
          "INVALID_API_KEY",
          "networkError",
          "internalError",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "finalizeSignIn",
        title: "Check the code and sign in",
        description: """
          POST accounts/mfaSignIn:finalize with the pending credential and the code that was kept. There \
          is no start request; only SMS has one.
          """,
        arguments: [Field("mfaEnrollmentId", .optional(.string))],
        result: .record([Field("refreshIn", .optional(.duration))]),
        errors: [
          "INVALID_CODE",
          "MISSING_CODE",
          "SESSION_EXPIRED",
          "INVALID_MFA_PENDING_CREDENTIAL",
          "MISSING_MFA_PENDING_CREDENTIAL",
          "MISSING_CREDENTIAL",
          "MISSING_MFA_ENROLLMENT_ID",
          "MFA_ENROLLMENT_NOT_FOUND",
          "USER_DISABLED",
          "TOO_MANY_ATTEMPTS_TRY_LATER",
          "QUOTA_EXCEEDED",
          "TENANT_ID_MISMATCH",
          "INVALID_API_KEY",
          "networkError",
          "internalError",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "loadUser",
        title: "Look the user up",
        description: """
          POST accounts:lookup, and the provider from the id token. Dates may have 0 to 9 digits of a \
          second.
          """,
        result: .record(
          [
            Field("localId", .string),
            Field("email", .optional(.string), isPersonal: true),
            Field("emailVerified", .bool),
            Field("signInProvider", .string),
            Field(
              "factors",
              .list(
                .record(
                  [
                    Field("mfaEnrollmentId", .string),
                    Field("displayName", .optional(.string)),
                    Field("factorId", .string),
                  ]
                )
              )
            ),
          ]
        ),
        errors: [
          "TOKEN_EXPIRED",
          "INVALID_ID_TOKEN",
          "USER_DISABLED",
          "USER_NOT_FOUND",
          "TOO_MANY_ATTEMPTS_TRY_LATER",
          "QUOTA_EXCEEDED",
          "TENANT_ID_MISMATCH",
          "INVALID_API_KEY",
          "networkError",
          "internalError",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "sendVerificationEmail",
        title: "Send the email that confirms the address",
        description: """
          POST accounts:sendOobCode with VERIFY_EMAIL. The page that it leads to calls accounts:update.
          """,
        errors: [
          "TOKEN_EXPIRED",
          "INVALID_ID_TOKEN",
          "USER_DISABLED",
          "USER_NOT_FOUND",
          "TOO_MANY_ATTEMPTS_TRY_LATER",
          "QUOTA_EXCEEDED",
          "TENANT_ID_MISMATCH",
          "INVALID_API_KEY",
          "networkError",
          "internalError",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "startEnrolment",
        title: "Make a secret",
        description: """
          POST accounts/mfaEnrollment:start with the present id token. Keeps key, algorithm, period and \
          session information, and makes the otpauth address: label and values percent-encoded, with \
          issuer, algorithm, digits and period, the account \"default account\" without an email address, \
          and no address at all when algorithm or digits are missing. finalizeEnrollmentTime is a time of \
          the server's clock; a clock here that differs much is reported.
          """,
        result: .record(
          [
            Field("verificationCodeLength", .int),
            Field("timeLeft", .duration, description: "Until finalizeEnrollmentTime."),
          ]
        ),
        errors: [
          "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
          "UNVERIFIED_EMAIL",
          "OPERATION_NOT_ALLOWED",
          "UNSUPPORTED_FIRST_FACTOR",
          "SECOND_FACTOR_LIMIT_EXCEEDED",
          "TOKEN_EXPIRED",
          "INVALID_ID_TOKEN",
          "USER_DISABLED",
          "USER_NOT_FOUND",
          "TOO_MANY_ATTEMPTS_TRY_LATER",
          "QUOTA_EXCEEDED",
          "TENANT_ID_MISMATCH",
          "INVALID_API_KEY",
          "networkError",
          "internalError",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "finalizeEnrolment",
        title: "Check the code and enrol",
        description: """
          POST accounts/mfaEnrollment:finalize with the code and session information that were kept.
          """,
        arguments: [Field("displayName", .string)],
        result: .record([Field("refreshIn", .optional(.duration))]),
        errors: [
          "INVALID_CODE",
          "MISSING_CODE",
          "SESSION_EXPIRED",
          "INVALID_SESSION_INFO",
          "SECOND_FACTOR_EXISTS",
          "SECOND_FACTOR_LIMIT_EXCEEDED",
          "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
          "TOKEN_EXPIRED",
          "INVALID_ID_TOKEN",
          "USER_DISABLED",
          "USER_NOT_FOUND",
          "TOO_MANY_ATTEMPTS_TRY_LATER",
          "QUOTA_EXCEEDED",
          "TENANT_ID_MISMATCH",
          "INVALID_API_KEY",
          "networkError",
          "internalError",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "withdrawEnrolment",
        title: "Remove the factor",
        description: """
          POST accounts/mfaEnrollment:withdraw with the id of the enrolment; the kind of the factor would \
          not do. The answer has new tokens.
          """,
        arguments: [Field("mfaEnrollmentId", .optional(.string))],
        result: .record([Field("refreshIn", .optional(.duration))]),
        errors: [
          "MFA_ENROLLMENT_NOT_FOUND",
          "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
          "TOKEN_EXPIRED",
          "INVALID_ID_TOKEN",
          "USER_DISABLED",
          "USER_NOT_FOUND",
          "TOO_MANY_ATTEMPTS_TRY_LATER",
          "QUOTA_EXCEEDED",
          "TENANT_ID_MISMATCH",
          "INVALID_API_KEY",
          "networkError",
          "internalError",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "refreshTokens",
        title: "Refresh the tokens",
        description: """
          POST token with the refresh token, once for everybody who needs another id token at the time. \
          The service makes what it gets the session's by itself, unless other tokens have come meanwhile: \
          `adoptTokens` would not know whether the last tokens are its own or those of a sign-in that goes \
          on beside it.
          """,
        result: .record([Field("refreshIn", .optional(.duration))]),
        errors: [
          "TOKEN_EXPIRED",
          "INVALID_ID_TOKEN",
          "USER_DISABLED",
          "USER_NOT_FOUND",
          "TOO_MANY_ATTEMPTS_TRY_LATER",
          "QUOTA_EXCEEDED",
          "TENANT_ID_MISMATCH",
          "INVALID_API_KEY",
          "networkError",
          "internalError",
        ]
      )
    )
    chart.handlers.services?.append(
      HandlerDeclaration(
        "configureProject",
        title: "Set the project up",
        description: """
          PATCH of the project's config with the update mask `mfa`, at /admin/v2 or /v2, with an \
          administrator's OAuth token and the project in the header X-Goog-User-Project; or the Admin SDK. \
          The project must have been upgraded to Identity Platform, and one provider at least that can \
          have second factors must be allowed.
          """,
        arguments: [Field("state", .string), Field("adjacentIntervals", .int)],
        errors: ["permissionDenied", "networkError", "internalError"]
      )
    )
    chart.handlers.queries = []
    chart.handlers.queries?.append(
      HandlerDeclaration(
        "totpSecretKey",
        description: "The shared key in base32, to be typed into an authenticator app.",
        result: .record([Field("key", .string, isSecret: true)])
      )
    )
    chart.handlers.queries?.append(
      HandlerDeclaration(
        "totpAddress",
        description: "The otpauth address, to be shown as a QR code.",
        result: .record([Field("address", .string, isSecret: true)])
      )
    )
    chart.handlers.queries?.append(
      HandlerDeclaration("enrolmentTimeLeft", description: "For the countdown.", result: .duration)
    )
  }

  @_optimize(none)
  private static func firebaseTotpState() -> State {
    var state = State("firebaseTotp", kind: .parallel, title: "Firebase sign-in with an authenticator app")
    state.description = """
      Signing in with a code of an authenticator app (TOTP) as second factor, enrolling and removing that \
      factor, and allowing it for the project. Nothing in it is bound to one platform.
      """
    state.states = [accountState(), tokensState(), projectState()]
    return state
  }

  @_optimize(none)
  private static func accountState() -> State {
    var state = State("account", title: "Account")
    state.initial = InitialTransition(["asking"])
    state.on.append(
      EventTransition("signOut", Transition(["signedOut"], isInternal: true, label: "signed out"))
    )
    state.on.append(
      EventTransition(
        "cancel",
        Transition(["lastQuestion"], guard: "not in(asking)", isInternal: true, label: "cancelled")
      )
    )
    state.on.append(
      EventTransition(
        "tokenRefreshFailed",
        Transition(
          ["errorResults"],
          actions: [Action(.assign([NamedExpression("lastError", "event.data.code")]))],
          isInternal: true,
          label: "session lost"
        )
      )
    )
    state.on.append(
      EventTransition(
        "error.execution",
        Transition(
          ["lastQuestion"],
          guard: "not in(asking)",
          actions: [Action(.assign([NamedExpression("lastError", "'internalError'")]))],
          isInternal: true,
          label: "internal error"
        )
      )
    )
    state.on.append(
      EventTransition(
        "deadlinePassed",
        Transition(actions: [Action(.assign([NamedExpression("deadlineOver", "true")]))])
      )
    )
    state.on.append(
      EventTransition(
        "backOffOver",
        Transition(actions: [Action(.assign([NamedExpression("throttled", "false")]))])
      )
    )
    state.states = [
      askingState(),
      signingInState(),
      secondFactorState(),
      verifyingState(),
      loadingUserState(),
      afterSignInState(),
      afterFirstFactorState(),
      passwordAgainState(),
      gaveUpState(),
      checkingEligibilityState(),
      sendingVerificationEmailState(),
      checkingEmailState(),
      generatingSecretState(),
      finalizingState(),
      enrolledState(),
      reloadingFactorsState(),
      withdrawingState(),
      refreshingUserState(),
      errorResultsState(),
    ]
    return state
  }

  @_optimize(none)
  private static func askingState() -> State {
    var state = State("asking", title: "Your turn")
    state.description = "The app shows a screen and waits for the person."
    state.initial = InitialTransition(["signedOut"])
    state.entry = [
      Action(
        .choose(
          [
            Action.Branch(
              "defined(lastError)",
              [Action(.emit("errorOccurred", data: [NamedExpression("error", "lastError")]))]
            )
          ],
          otherwise: []
        )
      )
    ]
    state.errors = [
      "TOO_MANY_ATTEMPTS_TRY_LATER",
      "QUOTA_EXCEEDED",
      "TENANT_ID_MISMATCH",
      "INVALID_API_KEY",
      "networkError",
      "requestTimeout",
      "internalError",
    ]
    state.states = [
      lastQuestionState(),
      signedOutState(),
      reauthRequiredState(),
      secondFactorRequiredState(),
      unsupportedFactorState(),
      askingCodeState(),
      signedInState(),
      enrolmentForcedState(),
      verifyingEmailState(),
      reauthenticatingState(),
      showingSecretState(),
      askingEnrolCodeState(),
      enrolmentUnclearState(),
      secretExpiredState(),
      ineligibleState(),
      choosingFactorState(),
    ]
    return state
  }

  @_optimize(none)
  private static func lastQuestionState() -> State {
    var state = State(
      "lastQuestion",
      kind: .history(deep: false),
      title: "the screen the work was started from"
    )
    state.initial = InitialTransition(["signedOut"])
    return state
  }

  @_optimize(none)
  private static func signedOutState() -> State {
    var state = State("signedOut", title: "Signed out")
    state.entry = [
      Action(
        .assign(
          [
            NamedExpression("goal", "'none'"),
            NamedExpression("user", "unset"),
            NamedExpression("hasFactor", "false"),
            NamedExpression("hints", "[]"),
          ]
        )
      ),
      Action(.raise("tokensErased", data: [])),
      Action(.handler("eraseTokens", arguments: [])),
      Action(.handler("eraseTotpSecret", arguments: [])),
    ]
    state.on.append(
      EventTransition(
        "signIn",
        Transition(
          ["signingIn"],
          guard: "not throttled",
          actions: [
            Action(.assign([NamedExpression("email", "event.data.email")])),
            Action(
              .handler(
                "keepCredential",
                arguments: [
                  NamedExpression("password", "event.data.password"),
                  NamedExpression("provider", "event.data.provider"),
                ]
              )
            ),
          ]
        )
      )
    )
    state.errors = [
      "INVALID_LOGIN_CREDENTIALS",
      "INVALID_EMAIL",
      "MISSING_PASSWORD",
      "PASSWORD_LOGIN_DISABLED",
      "USER_DISABLED",
      "USER_NOT_FOUND",
      "SESSION_EXPIRED",
      "INVALID_MFA_PENDING_CREDENTIAL",
      "MISSING_MFA_PENDING_CREDENTIAL",
      "MISSING_CREDENTIAL",
      "MFA_ENROLLMENT_NOT_FOUND",
      "TOKEN_EXPIRED",
      "INVALID_ID_TOKEN",
    ]
    return state
  }

  @_optimize(none)
  private static func reauthRequiredState() -> State {
    var state = State("reauthRequired", title: "Sign in again")
    state.description = """
      The session is over, for example because a factor was removed, and the person has to sign in again.
      """
    state.entry = [
      Action(
        .assign(
          [
            NamedExpression("goal", "'none'"),
            NamedExpression("user", "unset"),
            NamedExpression("hasFactor", "false"),
            NamedExpression("hints", "[]"),
          ]
        )
      ),
      Action(.raise("tokensErased", data: [])),
      Action(.emit("signedOutLocally", data: [])),
      Action(.handler("eraseTokens", arguments: [])),
      Action(.handler("eraseTotpSecret", arguments: [])),
    ]
    state.on.append(
      EventTransition(
        "signIn",
        Transition(
          ["signingIn"],
          guard: "not throttled",
          actions: [
            Action(.assign([NamedExpression("email", "event.data.email")])),
            Action(
              .handler(
                "keepCredential",
                arguments: [
                  NamedExpression("password", "event.data.password"),
                  NamedExpression("provider", "event.data.provider"),
                ]
              )
            ),
          ]
        )
      )
    )
    state.on.append(EventTransition("cancel", Transition(["signedOut"], label: "not now")))
    state.errors = [
      "TOKEN_EXPIRED",
      "INVALID_ID_TOKEN",
      "USER_DISABLED",
      "USER_NOT_FOUND",
      "INVALID_EMAIL",
      "MISSING_PASSWORD",
      "PASSWORD_LOGIN_DISABLED",
    ]
    return state
  }

  @_optimize(none)
  private static func secondFactorRequiredState() -> State {
    var state = State("secondFactorRequired", title: "Second factor required")
    state.description = "The person chooses with which of the enrolled factors to go on."
    state.on.append(
      EventTransition(
        "select",
        Transition(
          guard: "event.data.index < 0 or event.data.index >= length(hints)",
          label: "not in the list"
        )
      )
    )
    state.on.append(
      EventTransition(
        "select",
        Transition(
          ["askingCode"],
          guard: "hints[event.data.index].factorId == 'totp'",
          actions: [
            Action(.assign([NamedExpression("selectedHint", "hints[event.data.index].mfaEnrollmentId")]))
          ],
          label: "authenticator app"
        )
      )
    )
    state.on.append(EventTransition("select", Transition(["unsupportedFactor"], label: "another kind")))
    state.on.append(EventTransition("cancel", Transition(["gaveUp"], label: "cancelled")))
    state.errors = ["MISSING_MFA_ENROLLMENT_ID"]
    return state
  }

  @_optimize(none)
  private static func unsupportedFactorState() -> State {
    var state = State("unsupportedFactor", title: "Factor not supported")
    state.description = "Only codes of authenticator apps are asked for here."
    state.on.append(EventTransition("back", Transition(["secondFactorRequired"])))
    state.on.append(EventTransition("cancel", Transition(["gaveUp"], label: "cancelled")))
    return state
  }

  @_optimize(none)
  private static func askingCodeState() -> State {
    var state = State("askingCode", title: "Asking for the code")
    state.description = "The app asks for the code of the authenticator app."
    state.on.append(
      EventTransition(
        "submit",
        Transition(
          guard: "event.data.code == ''",
          actions: [Action(.emit("errorOccurred", data: [NamedExpression("error", "'MISSING_CODE'")]))],
          label: "no code"
        )
      )
    )
    state.on.append(
      EventTransition(
        "submit",
        Transition(
          ["verifying"],
          guard: "not throttled and length(event.data.code) == 6 and codeHasOnlyDigits",
          actions: [Action(.handler("keepCode", arguments: [NamedExpression("code", "event.data.code")]))]
        )
      )
    )
    state.on.append(
      EventTransition(
        "submit",
        Transition(
          guard: "not throttled",
          actions: [Action(.emit("errorOccurred", data: [NamedExpression("error", "'malformedCode'")]))],
          label: "not a code"
        )
      )
    )
    state.on.append(EventTransition("back", Transition(["secondFactorRequired"])))
    state.on.append(EventTransition("cancel", Transition(["gaveUp"], label: "cancelled")))
    state.errors = ["INVALID_CODE", "MISSING_CODE", "malformedCode"]
    return state
  }

  @_optimize(none)
  private static func signedInState() -> State {
    var state = State("signedIn", title: "Signed in")
    state.entry = [
      Action(.assign([NamedExpression("goal", "'none'")])),
      Action(.handler("eraseTotpSecret", arguments: [])),
    ]
    state.on.append(
      EventTransition(
        "enrol",
        Transition(
          ["reloadingFactors"],
          guard: "not throttled and factorsStale",
          actions: [Action(.assign([NamedExpression("goal", "'enrol'")]))],
          label: "list out of date"
        )
      )
    )
    state.on.append(
      EventTransition(
        "enrol",
        Transition(
          ["checkingEligibility"],
          guard: "not throttled",
          actions: [Action(.assign([NamedExpression("goal", "'enrol'")]))]
        )
      )
    )
    state.on.append(
      EventTransition(
        "unenrol",
        Transition(
          ["reloadingFactors"],
          guard: "not throttled and factorsStale",
          actions: [Action(.assign([NamedExpression("goal", "'unenrol'")]))],
          label: "list out of date"
        )
      )
    )
    state.on.append(
      EventTransition(
        "unenrol",
        Transition(
          ["choosingFactor"],
          guard: "hasFactor and not factorsStale",
          actions: [Action(.assign([NamedExpression("goal", "'unenrol'")]))]
        )
      )
    )
    state.errors = ["SECOND_FACTOR_EXISTS", "SECOND_FACTOR_LIMIT_EXCEEDED"]
    return state
  }

  @_optimize(none)
  private static func enrolmentForcedState() -> State {
    var state = State("enrolmentForced", title: "Enrolment required")
    state.description = "The app requires a second factor, and the person has none."
    state.entry = [
      Action(.assign([NamedExpression("goal", "'none'")])),
      Action(.handler("eraseTotpSecret", arguments: [])),
    ]
    state.on.append(
      EventTransition(
        "enrol",
        Transition(
          ["checkingEligibility"],
          guard: "not throttled",
          actions: [Action(.assign([NamedExpression("goal", "'enrol'")]))]
        )
      )
    )
    state.errors = ["SECOND_FACTOR_EXISTS", "SECOND_FACTOR_LIMIT_EXCEEDED"]
    return state
  }

  @_optimize(none)
  private static func verifyingEmailState() -> State {
    var state = State("verifyingEmail", title: "Confirming the email address")
    state.description = """
      An address that is not confirmed may belong to somebody else, who would be locked out by a second \
      factor.
      """
    state.on.append(
      EventTransition(
        "sendVerificationEmail",
        Transition(["sendingVerificationEmail"], guard: "not throttled")
      )
    )
    state.on.append(EventTransition("checkAgain", Transition(["checkingEmail"], guard: "not throttled")))
    state.on.append(EventTransition("cancel", Transition(["afterFirstFactor"], label: "cancelled")))
    state.errors = ["UNVERIFIED_EMAIL"]
    return state
  }

  @_optimize(none)
  private static func reauthenticatingState() -> State {
    var state = State("reauthenticating", title: "Signing in again")
    state.description = """
      Before a factor is added or removed, the person signs in again, with the same account.
      """
    state.entry = [Action(.handler("eraseTotpSecret", arguments: []))]
    state.on.append(
      EventTransition(
        "signIn",
        Transition(
          ["signingIn"],
          guard: "not throttled",
          actions: [
            Action(
              .choose(
                [
                  Action.Branch(
                    "defined(event.data.email)",
                    [Action(.assign([NamedExpression("email", "event.data.email")]))]
                  )
                ],
                otherwise: [Action(.assign([NamedExpression("email", "user.email")]))]
              )
            ),
            Action(
              .handler(
                "keepCredential",
                arguments: [
                  NamedExpression("password", "event.data.password"),
                  NamedExpression("provider", "event.data.provider"),
                ]
              )
            ),
          ]
        )
      )
    )
    state.on.append(EventTransition("cancel", Transition(["afterFirstFactor"], label: "cancelled")))
    state.errors = [
      "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
      "userMismatch",
      "INVALID_LOGIN_CREDENTIALS",
      "INVALID_EMAIL",
      "MISSING_PASSWORD",
      "PASSWORD_LOGIN_DISABLED",
      "SESSION_EXPIRED",
      "INVALID_MFA_PENDING_CREDENTIAL",
      "MISSING_MFA_PENDING_CREDENTIAL",
      "MISSING_CREDENTIAL",
      "MFA_ENROLLMENT_NOT_FOUND",
    ]
    return state
  }

  @_optimize(none)
  private static func showingSecretState() -> State {
    var state = State("showingSecret", title: "Showing the secret")
    state.description = """
      The app shows the key and the QR code to be scanned with an authenticator app, and how long it is \
      valid.
      """
    state.on.append(
      EventTransition("openInOTPApp", Transition(actions: [Action(.handler("openInOTPApp", arguments: []))]))
    )
    state.on.append(EventTransition("continue", Transition(["askingEnrolCode"])))
    state.on.append(
      EventTransition("skip", Transition(["signedIn"], guard: "mfaPolicy != 'required'", label: "not now"))
    )
    state.on.append(EventTransition("cancel", Transition(["afterFirstFactor"], label: "cancelled")))
    state.always.append(Transition(["secretExpired"], guard: "deadlineOver", label: "too late"))
    state.queries = ["totpSecretKey", "totpAddress", "enrolmentTimeLeft"]
    return state
  }

  @_optimize(none)
  private static func askingEnrolCodeState() -> State {
    var state = State("askingEnrolCode", title: "Asking for the first code")
    state.description = """
      The app asks for the code that the authenticator app shows now, and for a name of the factor.
      """
    state.on.append(
      EventTransition(
        "submit",
        Transition(
          guard: "event.data.code == ''",
          actions: [Action(.emit("errorOccurred", data: [NamedExpression("error", "'MISSING_CODE'")]))],
          label: "no code"
        )
      )
    )
    state.on.append(
      EventTransition(
        "submit",
        Transition(
          ["finalizing"],
          guard: "not throttled and length(event.data.code) == codeLength and codeHasOnlyDigits",
          actions: [
            Action(.handler("keepCode", arguments: [NamedExpression("code", "event.data.code")])),
            Action(
              .choose(
                [
                  Action.Branch(
                    "defined(event.data.displayName) and event.data.displayName != ''",
                    [Action(.assign([NamedExpression("enrolmentName", "event.data.displayName")]))]
                  )
                ],
                otherwise: [Action(.assign([NamedExpression("enrolmentName", "'TOTP'")]))]
              )
            ),
          ]
        )
      )
    )
    state.on.append(
      EventTransition(
        "submit",
        Transition(
          guard: "not throttled",
          actions: [Action(.emit("errorOccurred", data: [NamedExpression("error", "'malformedCode'")]))],
          label: "not a code"
        )
      )
    )
    state.on.append(EventTransition("back", Transition(["showingSecret"])))
    state.on.append(EventTransition("cancel", Transition(["afterFirstFactor"], label: "cancelled")))
    state.always.append(Transition(["secretExpired"], guard: "deadlineOver", label: "too late"))
    state.errors = ["INVALID_CODE", "MISSING_CODE", "malformedCode"]
    state.queries = ["enrolmentTimeLeft"]
    return state
  }

  @_optimize(none)
  private static func enrolmentUnclearState() -> State {
    var state = State("enrolmentUnclear", title: "Not known whether enrolled")
    state.description = """
      The answer to the first code was lost or not waited for, and the user is not looked up since. The \
      factor may be enrolled, so the authenticator app must keep the key, and no other one is made before \
      the server has said.
      """
    state.on.append(EventTransition("checkAgain", Transition(["findingOut"], guard: "not throttled")))
    return state
  }

  @_optimize(none)
  private static func secretExpiredState() -> State {
    var state = State("secretExpired", title: "Secret expired")
    state.description = """
      The secret cannot be enrolled any more, and a new one is needed. The source asks for another code \
      after every failure, but here no code would help.
      """
    state.entry = [Action(.handler("eraseTotpSecret", arguments: []))]
    state.on.append(EventTransition("restart", Transition(["generatingSecret"], guard: "not throttled")))
    state.on.append(EventTransition("cancel", Transition(["afterFirstFactor"], label: "cancelled")))
    state.errors = ["SESSION_EXPIRED", "INVALID_SESSION_INFO"]
    return state
  }

  @_optimize(none)
  private static func ineligibleState() -> State {
    var state = State("ineligible", title: "Not possible")
    state.description = "This account, or this project, cannot have an authenticator app as second factor."
    state.entry = [Action(.handler("eraseTotpSecret", arguments: []))]
    state.on.append(EventTransition("back", Transition(["afterFirstFactor"], label: "understood")))
    state.errors = ["ineligibleProvider", "UNSUPPORTED_FIRST_FACTOR", "OPERATION_NOT_ALLOWED"]
    return state
  }

  @_optimize(none)
  private static func choosingFactorState() -> State {
    var state = State("choosingFactor", title: "Choosing the factor to remove")
    state.on.append(
      EventTransition(
        "select",
        Transition(
          ["withdrawing"],
          guard: "not throttled and event.data.index >= 0 and event.data.index < length(user.factors)",
          actions: [
            Action(
              .assign([NamedExpression("selectedFactor", "user.factors[event.data.index].mfaEnrollmentId")])
            )
          ]
        )
      )
    )
    state.on.append(EventTransition("cancel", Transition(["afterFirstFactor"], label: "cancelled")))
    state.errors = ["MFA_ENROLLMENT_NOT_FOUND"]
    return state
  }

  @_optimize(none)
  private static func signingInState() -> State {
    var state = State("signingIn", title: "Signing in")
    state.invoke.append(
      Invocation(
        .service("signIn"),
        input: [NamedExpression("email", "email")],
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["reauthenticating"],
            guard: "goal != 'none' and event.data.localId != user.localId",
            actions: [
              Action(.handler("discardTokens", arguments: [])),
              Action(.assign([NamedExpression("lastError", "'userMismatch'")])),
            ],
            label: "another account"
          ),
          Transition(
            ["loadingUser"],
            guard: "event.data.hasIdToken",
            actions: [
              Action(.handler("adoptTokens", arguments: [])),
              Action(
                .choose(
                  [
                    Action.Branch(
                      "defined(event.data.refreshIn)",
                      [Action(.assign([NamedExpression("refreshDelay", "event.data.refreshIn")]))]
                    )
                  ],
                  otherwise: []
                )
              ),
              Action(.raise("tokensAdopted", data: [])),
            ],
            label: "signed in"
          ),
          Transition(
            ["secondFactor"],
            guard: "length(event.data.hints) > 0",
            actions: [Action(.assign([NamedExpression("hints", "event.data.hints")]))],
            label: "second factor needed"
          ),
          Transition(
            ["passwordAgain"],
            actions: [Action(.assign([NamedExpression("lastError", "'internalError'")]))],
            label: "unusable answer"
          ),
        ],
        failed: [
          Invocation.Failure(
            "EMAIL_NOT_FOUND",
            Transition(
              ["signedOut"],
              actions: [Action(.assign([NamedExpression("lastError", "'INVALID_LOGIN_CREDENTIALS'")]))],
              label: "refused"
            )
          ),
          Invocation.Failure(
            "INVALID_PASSWORD",
            Transition(
              ["passwordAgain"],
              actions: [Action(.assign([NamedExpression("lastError", "'INVALID_LOGIN_CREDENTIALS'")]))],
              label: "refused"
            )
          ),
          Invocation.Failure(
            "INVALID_LOGIN_CREDENTIALS",
            Transition(
              ["passwordAgain"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "refused"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["errorResults"],
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
  private static func secondFactorState() -> State {
    var state = State("secondFactor", kind: .choice, title: "Which second factor")
    state.description = "Where there is nothing but one authenticator app, the person has nothing to choose."
    state.always.append(
      Transition(
        ["askingCode"],
        guard: "length(hints) == 1 and hints[0].factorId == 'totp'",
        actions: [Action(.assign([NamedExpression("selectedHint", "hints[0].mfaEnrollmentId")]))],
        label: "only an authenticator app"
      )
    )
    state.always.append(Transition(["secondFactorRequired"], label: "to be chosen"))
    return state
  }

  @_optimize(none)
  private static func verifyingState() -> State {
    var state = State("verifying", title: "Checking the code")
    state.invoke.append(
      Invocation(
        .service("finalizeSignIn"),
        input: [NamedExpression("mfaEnrollmentId", "selectedHint")],
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["loadingUser"],
            actions: [
              Action(.handler("adoptTokens", arguments: [])),
              Action(
                .choose(
                  [
                    Action.Branch(
                      "defined(event.data.refreshIn)",
                      [Action(.assign([NamedExpression("refreshDelay", "event.data.refreshIn")]))]
                    )
                  ],
                  otherwise: []
                )
              ),
              Action(.raise("tokensAdopted", data: [])),
            ],
            label: "signed in"
          )
        ],
        failed: [
          Invocation.Failure(
            "SESSION_EXPIRED",
            Transition(
              ["passwordAgain"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "sign in again"
            )
          ),
          Invocation.Failure(
            "MFA_ENROLLMENT_NOT_FOUND",
            Transition(
              ["passwordAgain"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "factors out of date"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["errorResults"],
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
  private static func loadingUserState() -> State {
    var state = State("loadingUser", title: "Loading the user")
    state.invoke.append(
      Invocation(
        .service("loadUser"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["afterSignIn"],
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("user", "event.data"),
                    NamedExpression("hasFactor", "length(event.data.factors) > 0"),
                    NamedExpression("factorsStale", "false"),
                  ]
                )
              )
            ]
          )
        ],
        failed: [
          Invocation.Failure(
            "TOKEN_EXPIRED",
            Transition(
              ["signedOut"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "token refused"
            )
          ),
          Invocation.Failure(
            "INVALID_ID_TOKEN",
            Transition(
              ["signedOut"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "token refused"
            )
          ),
          Invocation.Failure(
            "USER_DISABLED",
            Transition(
              ["signedOut"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "disabled"
            )
          ),
          Invocation.Failure(
            "USER_NOT_FOUND",
            Transition(
              ["signedOut"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "not found"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["passwordAgain"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["passwordAgain"],
              guard: "event.error == 'TOO_MANY_ATTEMPTS_TRY_LATER'",
              actions: [
                Action(
                  .assign(
                    [NamedExpression("lastError", "event.error"), NamedExpression("throttled", "true")]
                  )
                ),
                Action(.send(Action.Send("backOffOver", delay: .expression("backOff")))),
              ],
              label: "too many attempts"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["passwordAgain"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "error"
            )
          ),
        ]
      )
    )
    state.on.append(EventTransition("cancel", Transition(["gaveUp"], label: "cancelled")))
    return state
  }

  @_optimize(none)
  private static func afterSignInState() -> State {
    var state = State("afterSignIn", kind: .choice, title: "What to go on with")
    state.always.append(Transition(["generatingSecret"], guard: "goal == 'enrol'", label: "enrolling"))
    state.always.append(
      Transition(["choosingFactor"], guard: "goal == 'unenrol' and hasFactor", label: "removing a factor")
    )
    state.always.append(
      Transition(
        ["signedIn"],
        guard: "mfaPolicy == 'optional' and not hasFactor",
        actions: [Action(.emit("enrolmentOffered", data: []))],
        label: "enrolling is offered"
      )
    )
    state.always.append(Transition(["afterFirstFactor"], label: "signed in"))
    return state
  }

  @_optimize(none)
  private static func afterFirstFactorState() -> State {
    var state = State("afterFirstFactor", kind: .choice, title: "Is a second factor missing")
    state.always.append(
      Transition(
        ["enrolmentForced"],
        guard: "mfaPolicy == 'required' and not hasFactor",
        label: "required and missing"
      )
    )
    state.always.append(Transition(["signedIn"], label: "fine"))
    return state
  }

  @_optimize(none)
  private static func passwordAgainState() -> State {
    var state = State("passwordAgain", kind: .choice, title: "Where the password is asked")
    state.always.append(Transition(["signedOut"], guard: "goal == 'none'", label: "signing in"))
    state.always.append(Transition(["reauthenticating"], label: "signing in again"))
    return state
  }

  @_optimize(none)
  private static func gaveUpState() -> State {
    var state = State("gaveUp", kind: .choice, title: "Where giving up leads")
    state.always.append(Transition(["signedOut"], guard: "goal == 'none'", label: "not signed in"))
    state.always.append(
      Transition(
        ["afterFirstFactor"],
        actions: [Action(.handler("discardTokens", arguments: []))],
        label: "still signed in"
      )
    )
    return state
  }

  @_optimize(none)
  private static func checkingEligibilityState() -> State {
    var state = State("checkingEligibility", kind: .choice, title: "May the person enrol")
    state.always.append(
      Transition(
        ["ineligible"],
        guard: "contains(['phone', 'anonymous', 'custom', 'gc.apple.com'], user.signInProvider)",
        actions: [Action(.assign([NamedExpression("lastError", "'ineligibleProvider'")]))],
        label: "provider without second factors"
      )
    )
    state.always.append(
      Transition(["verifyingEmail"], guard: "not user.emailVerified", label: "address not confirmed")
    )
    state.always.append(
      Transition(["reauthenticating"], guard: "not recentLogin", label: "signed in too long ago")
    )
    state.always.append(Transition(["generatingSecret"], label: "eligible"))
    return state
  }

  @_optimize(none)
  private static func sendingVerificationEmailState() -> State {
    var state = State("sendingVerificationEmail", title: "Sending the email")
    state.invoke.append(
      Invocation(
        .service("sendVerificationEmail"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["verifyingEmail"],
            actions: [Action(.emit("verificationEmailSent", data: []))],
            label: "email sent"
          )
        ],
        failed: [
          Invocation.Failure(
            "timeout",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["errorResults"],
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
  private static func checkingEmailState() -> State {
    var state = State("checkingEmail", title: "Is the address confirmed")
    state.invoke.append(
      Invocation(
        .service("loadUser"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["checkingEligibility"],
            guard: "event.data.emailVerified",
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("user", "event.data"),
                    NamedExpression("hasFactor", "length(event.data.factors) > 0"),
                    NamedExpression("factorsStale", "false"),
                  ]
                )
              )
            ],
            label: "confirmed"
          ),
          Transition(
            ["verifyingEmail"],
            actions: [Action(.assign([NamedExpression("lastError", "'UNVERIFIED_EMAIL'")]))],
            label: "not yet"
          ),
        ],
        failed: [
          Invocation.Failure(
            "timeout",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["errorResults"],
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
  private static func generatingSecretState() -> State {
    var state = State("generatingSecret", title: "Generating the secret")
    state.invoke.append(
      Invocation(
        .service("startEnrolment"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["showingSecret"],
            actions: [
              Action(.cancel("enrolmentDeadline")),
              Action(
                .assign(
                  [
                    NamedExpression("codeLength", "event.data.verificationCodeLength"),
                    NamedExpression("enrolmentTime", "event.data.timeLeft"),
                    NamedExpression("deadlineOver", "false"),
                  ]
                )
              ),
              Action(
                .send(
                  Action.Send("deadlinePassed", delay: .expression("enrolmentTime"), id: "enrolmentDeadline")
                )
              ),
            ],
            label: "secret made"
          )
        ],
        failed: [
          Invocation.Failure(
            "timeout",
            Transition(
              ["afterFirstFactor"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            "TOO_MANY_ATTEMPTS_TRY_LATER",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))]
            )
          ),
          Invocation.Failure(
            "SECOND_FACTOR_LIMIT_EXCEEDED",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))]
            )
          ),
          Invocation.Failure(
            "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))]
            )
          ),
          Invocation.Failure(
            "UNVERIFIED_EMAIL",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))]
            )
          ),
          Invocation.Failure(
            "OPERATION_NOT_ALLOWED",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))]
            )
          ),
          Invocation.Failure(
            "UNSUPPORTED_FIRST_FACTOR",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))]
            )
          ),
          Invocation.Failure(
            "TOKEN_EXPIRED",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))]
            )
          ),
          Invocation.Failure(
            "INVALID_ID_TOKEN",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))]
            )
          ),
          Invocation.Failure(
            "USER_DISABLED",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))]
            )
          ),
          Invocation.Failure(
            "USER_NOT_FOUND",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))]
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["afterFirstFactor"],
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
  private static func finalizingState() -> State {
    var state = State("finalizing", title: "Enrolling")
    state.initial = InitialTransition(["checkingEnrolCode"])
    state.on.append(EventTransition("cancel", Transition(["enrolmentUnclear"], label: "cancelled")))
    state.states = [checkingEnrolCodeState(), findingOutState(), loadingFactorsState()]
    return state
  }

  @_optimize(none)
  private static func checkingEnrolCodeState() -> State {
    var state = State("checkingEnrolCode", title: "Checking the first code")
    state.invoke.append(
      Invocation(
        .service("finalizeEnrolment"),
        input: [NamedExpression("displayName", "enrolmentName")],
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["loadingFactors"],
            actions: [
              Action(.handler("adoptTokens", arguments: [])),
              Action(
                .choose(
                  [
                    Action.Branch(
                      "defined(event.data.refreshIn)",
                      [Action(.assign([NamedExpression("refreshDelay", "event.data.refreshIn")]))]
                    )
                  ],
                  otherwise: []
                )
              ),
              Action(.raise("tokensAdopted", data: [])),
              Action(
                .assign([NamedExpression("hasFactor", "true"), NamedExpression("factorsStale", "true")])
              ),
            ],
            label: "code accepted"
          )
        ],
        failed: [
          Invocation.Failure(
            "SESSION_EXPIRED",
            Transition(
              ["secretExpired"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "too late"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["findingOut"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            "networkError",
            Transition(
              ["findingOut"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            "internalError",
            Transition(
              ["findingOut"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "server failed"
            )
          ),
          Invocation.Failure(
            "INVALID_SESSION_INFO",
            Transition(
              ["findingOut"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "secret not valid"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["secretExpired"],
              guard: "deadlineOver and (event.error == 'INVALID_CODE' or event.error == 'MISSING_CODE')",
              actions: [Action(.assign([NamedExpression("lastError", "'SESSION_EXPIRED'")]))],
              label: "too late for another try"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["errorResults"],
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
  private static func findingOutState() -> State {
    var state = State("findingOut", title: "Is the factor enrolled")
    state.invoke.append(
      Invocation(
        .service("loadUser"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["enrolled"],
            guard: "length(event.data.factors) > length(user.factors)",
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("user", "event.data"),
                    NamedExpression("hasFactor", "true"),
                    NamedExpression("factorsStale", "false"),
                    NamedExpression("lastError", "unset"),
                  ]
                )
              )
            ],
            label: "enrolled"
          ),
          Transition(
            ["secretExpired"],
            guard: "lastError == 'INVALID_SESSION_INFO'",
            label: "secret not valid"
          ),
          Transition(["askingEnrolCode"], label: "not enrolled"),
        ],
        failed: [
          Invocation.Failure(
            "TOKEN_EXPIRED",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "session over"
            )
          ),
          Invocation.Failure(
            "INVALID_ID_TOKEN",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "session over"
            )
          ),
          Invocation.Failure(
            "USER_DISABLED",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "account not usable"
            )
          ),
          Invocation.Failure(
            "USER_NOT_FOUND",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "account not usable"
            )
          ),
          Invocation.Failure(
            "TOO_MANY_ATTEMPTS_TRY_LATER",
            Transition(
              ["enrolmentUnclear"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("lastError", "event.error"), NamedExpression("throttled", "true")]
                  )
                ),
                Action(.send(Action.Send("backOffOver", delay: .expression("backOff")))),
              ],
              label: "too many attempts"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["enrolmentUnclear"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["enrolmentUnclear"],
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
  private static func loadingFactorsState() -> State {
    var state = State("loadingFactors", title: "Loading the factors")
    state.invoke.append(
      Invocation(
        .service("loadUser"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["enrolled"],
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("user", "event.data"),
                    NamedExpression("hasFactor", "true"),
                    NamedExpression("factorsStale", "false"),
                  ]
                )
              )
            ]
          )
        ],
        failed: [
          Invocation.Failure(
            "TOKEN_EXPIRED",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "session over"
            )
          ),
          Invocation.Failure(
            "INVALID_ID_TOKEN",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "session over"
            )
          ),
          Invocation.Failure(
            "USER_DISABLED",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "account not usable"
            )
          ),
          Invocation.Failure(
            "USER_NOT_FOUND",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "event.error")]))],
              label: "account not usable"
            )
          ),
          Invocation.Failure(
            "TOO_MANY_ATTEMPTS_TRY_LATER",
            Transition(
              ["enrolled"],
              actions: [
                Action(.assign([NamedExpression("throttled", "true")])),
                Action(.send(Action.Send("backOffOver", delay: .expression("backOff")))),
              ],
              label: "too many attempts"
            )
          ),
          Invocation.Failure("timeout", Transition(["enrolled"])),
          Invocation.Failure(nil, Transition(["enrolled"])),
        ]
      )
    )
    state.on.append(EventTransition("cancel", Transition(["enrolled"])))
    return state
  }

  @_optimize(none)
  private static func enrolledState() -> State {
    var state = State("enrolled", title: "Enrolled")
    state.entry = [Action(.emit("enrolled", data: [])), Action(.handler("eraseTotpSecret", arguments: []))]
    state.always.append(Transition(["signedIn"]))
    return state
  }

  @_optimize(none)
  private static func reloadingFactorsState() -> State {
    var state = State("reloadingFactors", title: "Loading the factors again")
    state.invoke.append(
      Invocation(
        .service("loadUser"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["checkingEligibility"],
            guard: "goal == 'enrol'",
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("user", "event.data"),
                    NamedExpression("hasFactor", "length(event.data.factors) > 0"),
                    NamedExpression("factorsStale", "false"),
                  ]
                )
              )
            ],
            label: "enrolling"
          ),
          Transition(
            ["choosingFactor"],
            guard: "length(event.data.factors) > 0",
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("user", "event.data"),
                    NamedExpression("hasFactor", "true"),
                    NamedExpression("factorsStale", "false"),
                  ]
                )
              )
            ],
            label: "factors loaded"
          ),
          Transition(
            ["afterFirstFactor"],
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("user", "event.data"),
                    NamedExpression("hasFactor", "false"),
                    NamedExpression("factorsStale", "false"),
                    NamedExpression("lastError", "unset"),
                  ]
                )
              )
            ],
            label: "no factor left"
          ),
        ],
        failed: [
          Invocation.Failure(
            "timeout",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["errorResults"],
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
  private static func withdrawingState() -> State {
    var state = State("withdrawing", title: "Removing the factor")
    state.invoke.append(
      Invocation(
        .service("withdrawEnrolment"),
        input: [NamedExpression("mfaEnrollmentId", "selectedFactor")],
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["refreshingUser"],
            actions: [
              Action(.assign([NamedExpression("factorsLeft", "[]")])),
              Action(
                .forEach(
                  item: "factor",
                  index: nil,
                  list: "user.factors",
                  body: [
                    Action(
                      .choose(
                        [
                          Action.Branch(
                            "factor.mfaEnrollmentId != selectedFactor",
                            [
                              Action(
                                .assign([NamedExpression("factorsLeft", "concat(factorsLeft, [factor])")])
                              )
                            ]
                          )
                        ],
                        otherwise: []
                      )
                    )
                  ]
                )
              ),
              Action(
                .assign(
                  [
                    NamedExpression(
                      "user",
                      """
                      {localId: user.localId, email: user.email, emailVerified: user.emailVerified, \
                      signInProvider: user.signInProvider, factors: factorsLeft}
                      """
                    ),
                    NamedExpression("hasFactor", "length(factorsLeft) > 0"),
                    NamedExpression("factorsStale", "true"),
                  ]
                )
              ),
              Action(.handler("adoptTokens", arguments: [])),
              Action(
                .choose(
                  [
                    Action.Branch(
                      "defined(event.data.refreshIn)",
                      [Action(.assign([NamedExpression("refreshDelay", "event.data.refreshIn")]))]
                    )
                  ],
                  otherwise: []
                )
              ),
              Action(.raise("tokensAdopted", data: [])),
            ],
            label: "removed"
          )
        ],
        failed: [
          Invocation.Failure(
            "MFA_ENROLLMENT_NOT_FOUND",
            Transition(
              ["reloadingFactors"],
              actions: [
                Action(.assign([NamedExpression("lastError", "event.error")])),
                Action(.assign([NamedExpression("factorsLeft", "[]")])),
                Action(
                  .forEach(
                    item: "factor",
                    index: nil,
                    list: "user.factors",
                    body: [
                      Action(
                        .choose(
                          [
                            Action.Branch(
                              "factor.mfaEnrollmentId != selectedFactor",
                              [
                                Action(
                                  .assign([NamedExpression("factorsLeft", "concat(factorsLeft, [factor])")])
                                )
                              ]
                            )
                          ],
                          otherwise: []
                        )
                      )
                    ]
                  )
                ),
                Action(
                  .assign(
                    [
                      NamedExpression(
                        "user",
                        """
                        {localId: user.localId, email: user.email, emailVerified: user.emailVerified, \
                        signInProvider: user.signInProvider, factors: factorsLeft}
                        """
                      ),
                      NamedExpression("hasFactor", "length(factorsLeft) > 0"),
                      NamedExpression("factorsStale", "true"),
                    ]
                  )
                ),
              ],
              label: "factors out of date"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["errorResults"],
              actions: [Action(.assign([NamedExpression("lastError", "'requestTimeout'")]))],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["errorResults"],
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
  private static func refreshingUserState() -> State {
    var state = State("refreshingUser", title: "Loading the user again")
    state.description = """
      The factor is gone. The source says that the person is signed out when it was the last one, and \
      names one code in its text (17021) and another in its code (17017). Only the server knows: each \
      removal may end in either way, and both codes, like a disabled or missing account, count as signed \
      out.
      """
    state.invoke.append(
      Invocation(
        .service("loadUser"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["afterFirstFactor"],
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("user", "event.data"),
                    NamedExpression("hasFactor", "length(event.data.factors) > 0"),
                    NamedExpression("factorsStale", "false"),
                  ]
                )
              ),
              Action(.emit("unenrolled", data: [NamedExpression("signedOut", "false")])),
            ],
            label: "still signed in"
          )
        ],
        failed: [
          Invocation.Failure(
            "TOKEN_EXPIRED",
            Transition(
              ["reauthRequired"],
              actions: [
                Action(.assign([NamedExpression("lastError", "event.error")])),
                Action(.emit("unenrolled", data: [NamedExpression("signedOut", "true")])),
              ],
              label: "signed out"
            )
          ),
          Invocation.Failure(
            "INVALID_ID_TOKEN",
            Transition(
              ["reauthRequired"],
              actions: [
                Action(.assign([NamedExpression("lastError", "event.error")])),
                Action(.emit("unenrolled", data: [NamedExpression("signedOut", "true")])),
              ],
              label: "signed out"
            )
          ),
          Invocation.Failure(
            "USER_DISABLED",
            Transition(
              ["reauthRequired"],
              actions: [
                Action(.assign([NamedExpression("lastError", "event.error")])),
                Action(.emit("unenrolled", data: [NamedExpression("signedOut", "true")])),
              ],
              label: "signed out"
            )
          ),
          Invocation.Failure(
            "USER_NOT_FOUND",
            Transition(
              ["reauthRequired"],
              actions: [
                Action(.assign([NamedExpression("lastError", "event.error")])),
                Action(.emit("unenrolled", data: [NamedExpression("signedOut", "true")])),
              ],
              label: "signed out"
            )
          ),
          Invocation.Failure(
            "TOO_MANY_ATTEMPTS_TRY_LATER",
            Transition(
              ["afterFirstFactor"],
              actions: [
                Action(
                  .assign(
                    [NamedExpression("lastError", "event.error"), NamedExpression("throttled", "true")]
                  )
                ),
                Action(.send(Action.Send("backOffOver", delay: .expression("backOff")))),
                Action(.emit("unenrolled", data: [NamedExpression("signedOut", "false")])),
              ],
              label: "too many attempts"
            )
          ),
          Invocation.Failure(
            "timeout",
            Transition(
              ["afterFirstFactor"],
              actions: [
                Action(.assign([NamedExpression("lastError", "'requestTimeout'")])),
                Action(.emit("unenrolled", data: [NamedExpression("signedOut", "false")])),
              ],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["afterFirstFactor"],
              actions: [
                Action(.assign([NamedExpression("lastError", "event.error")])),
                Action(.emit("unenrolled", data: [NamedExpression("signedOut", "false")])),
              ],
              label: "error"
            )
          ),
        ]
      )
    )
    state.on.append(
      EventTransition(
        "cancel",
        Transition(
          ["afterFirstFactor"],
          actions: [Action(.emit("unenrolled", data: [NamedExpression("signedOut", "false")]))],
          label: "cancelled"
        )
      )
    )
    state.on.append(
      EventTransition(
        "signOut",
        Transition(
          ["signedOut"],
          actions: [Action(.emit("unenrolled", data: [NamedExpression("signedOut", "true")]))],
          label: "signed out"
        )
      )
    )
    state.on.append(
      EventTransition(
        "tokenRefreshFailed",
        Transition(
          ["reauthRequired"],
          actions: [
            Action(.assign([NamedExpression("lastError", "event.data.code")])),
            Action(.emit("unenrolled", data: [NamedExpression("signedOut", "true")])),
          ],
          label: "signed out"
        )
      )
    )
    state.on.append(
      EventTransition(
        "error.execution",
        Transition(
          ["afterFirstFactor"],
          actions: [
            Action(.assign([NamedExpression("lastError", "'internalError'")])),
            Action(.emit("unenrolled", data: [NamedExpression("signedOut", "false")])),
          ],
          label: "internal error"
        )
      )
    )
    return state
  }

  @_optimize(none)
  private static func errorResultsState() -> State {
    var state = State("errorResults", kind: .choice, title: "Error results")
    state.always.append(
      Transition(
        ["reauthRequired"],
        guard: "lastError == 'TOKEN_EXPIRED' or lastError == 'INVALID_ID_TOKEN'",
        label: "session over"
      )
    )
    state.always.append(
      Transition(
        ["signedOut"],
        guard: """
          lastError == 'USER_DISABLED' or lastError == 'USER_NOT_FOUND' or lastError == 'EMAIL_NOT_FOUND'
          """,
        label: "account not usable"
      )
    )
    state.always.append(
      Transition(
        ["passwordAgain"],
        guard: """
          lastError == 'INVALID_MFA_PENDING_CREDENTIAL' or lastError == 'MISSING_MFA_PENDING_CREDENTIAL' \
          or lastError == 'MISSING_CREDENTIAL'
          """,
        label: "sign in again"
      )
    )
    state.always.append(
      Transition(
        ["secondFactorRequired"],
        guard: "lastError == 'MISSING_MFA_ENROLLMENT_ID'",
        label: "no factor chosen"
      )
    )
    state.always.append(
      Transition(
        ["afterFirstFactor"],
        guard: "lastError == 'SECOND_FACTOR_EXISTS' or lastError == 'SECOND_FACTOR_LIMIT_EXCEEDED'",
        actions: [
          Action(.assign([NamedExpression("hasFactor", "true"), NamedExpression("factorsStale", "true")]))
        ],
        label: "no more factors"
      )
    )
    state.always.append(
      Transition(
        ["ineligible"],
        guard: "lastError == 'UNSUPPORTED_FIRST_FACTOR' or lastError == 'OPERATION_NOT_ALLOWED'",
        label: "not possible"
      )
    )
    state.always.append(
      Transition(
        ["verifyingEmail"],
        guard: "lastError == 'UNVERIFIED_EMAIL'",
        label: "address not confirmed"
      )
    )
    state.always.append(
      Transition(
        ["reauthenticating"],
        guard: "lastError == 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'",
        label: "signed in too long ago"
      )
    )
    state.always.append(
      Transition(
        ["lastQuestion"],
        guard: "lastError == 'TOO_MANY_ATTEMPTS_TRY_LATER'",
        actions: [
          Action(.assign([NamedExpression("throttled", "true")])),
          Action(.send(Action.Send("backOffOver", delay: .expression("backOff")))),
        ],
        label: "too many attempts"
      )
    )
    state.always.append(Transition(["lastQuestion"], label: "any other error"))
    return state
  }

  @_optimize(none)
  private static func tokensState() -> State {
    var state = State("tokens", title: "Tokens")
    state.initial = InitialTransition(["noTokens"])
    state.on.append(
      EventTransition("tokensAdopted", Transition(["fresh"], isInternal: true, label: "tokens are there"))
    )
    state.on.append(
      EventTransition("tokensErased", Transition(["noTokens"], isInternal: true, label: "tokens are gone"))
    )
    state.states = [State("noTokens", title: "None"), freshState(), refreshingState(), refreshLaterState()]
    return state
  }

  @_optimize(none)
  private static func freshState() -> State {
    var state = State("fresh", title: "Fresh")
    state.after.append(
      DelayedTransition(.expression("refreshDelay"), name: "refreshDelay", Transition(["refreshing"]))
    )
    return state
  }

  @_optimize(none)
  private static func refreshingState() -> State {
    var state = State("refreshing", title: "Refreshing")
    state.invoke.append(
      Invocation(
        .service("refreshTokens"),
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["fresh"],
            actions: [
              Action(
                .choose(
                  [
                    Action.Branch(
                      "defined(event.data.refreshIn)",
                      [Action(.assign([NamedExpression("refreshDelay", "event.data.refreshIn")]))]
                    )
                  ],
                  otherwise: []
                )
              )
            ]
          )
        ],
        failed: [
          Invocation.Failure(
            "TOKEN_EXPIRED",
            Transition(
              ["noTokens"],
              actions: [
                Action(.raise("tokenRefreshFailed", data: [NamedExpression("code", "event.error")]))
              ],
              label: "session lost"
            )
          ),
          Invocation.Failure(
            "INVALID_ID_TOKEN",
            Transition(
              ["noTokens"],
              actions: [
                Action(.raise("tokenRefreshFailed", data: [NamedExpression("code", "event.error")]))
              ],
              label: "session lost"
            )
          ),
          Invocation.Failure(
            "USER_DISABLED",
            Transition(
              ["noTokens"],
              actions: [
                Action(.raise("tokenRefreshFailed", data: [NamedExpression("code", "event.error")]))
              ],
              label: "session lost"
            )
          ),
          Invocation.Failure(
            "USER_NOT_FOUND",
            Transition(
              ["noTokens"],
              actions: [
                Action(.raise("tokenRefreshFailed", data: [NamedExpression("code", "event.error")]))
              ],
              label: "session lost"
            )
          ),
          Invocation.Failure("timeout", Transition(["refreshLater"], label: "no answer")),
          Invocation.Failure(nil, Transition(["refreshLater"], label: "error")),
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func refreshLaterState() -> State {
    var state = State("refreshLater", title: "Trying again soon")
    state.after.append(DelayedTransition(.literal(.seconds(30)), name: "30s", Transition(["refreshing"])))
    return state
  }

  @_optimize(none)
  private static func projectState() -> State {
    var state = State("project", title: "Project")
    state.initial = InitialTransition(["projectSettled"])
    state.states = [projectSettledState(), configuringProjectState()]
    return state
  }

  @_optimize(none)
  private static func projectSettledState() -> State {
    var state = State("projectSettled", title: "Settled")
    state.on.append(
      EventTransition(
        "configureTOTP",
        Transition(
          ["configuringProject"],
          guard: "not defined(event.data.adjacentIntervals)",
          actions: [
            Action(
              .assign(
                [NamedExpression("wantedState", "event.data.state"), NamedExpression("wantedIntervals", "5")]
              )
            )
          ],
          label: "usual number"
        )
      )
    )
    state.on.append(
      EventTransition(
        "configureTOTP",
        Transition(
          ["configuringProject"],
          guard: "event.data.adjacentIntervals >= 0 and event.data.adjacentIntervals <= 10",
          actions: [
            Action(
              .assign(
                [
                  NamedExpression("wantedState", "event.data.state"),
                  NamedExpression("wantedIntervals", "event.data.adjacentIntervals"),
                ]
              )
            )
          ]
        )
      )
    )
    state.on.append(
      EventTransition(
        "configureTOTP",
        Transition(
          actions: [
            Action(.emit("errorOccurred", data: [NamedExpression("error", "'invalidAdjacentIntervals'")]))
          ],
          label: "not from 0 to 10"
        )
      )
    )
    state.errors = [
      "invalidAdjacentIntervals",
      "permissionDenied",
      "networkError",
      "requestTimeout",
      "internalError",
    ]
    return state
  }

  @_optimize(none)
  private static func configuringProjectState() -> State {
    var state = State("configuringProject", title: "Setting up")
    state.invoke.append(
      Invocation(
        .service("configureProject"),
        input: [
          NamedExpression("state", "wantedState"),
          NamedExpression("adjacentIntervals", "wantedIntervals"),
        ],
        timeout: .literal(.seconds(15)),
        done: [
          Transition(
            ["projectSettled"],
            actions: [
              Action(
                .assign(
                  [
                    NamedExpression("providerState", "wantedState"),
                    NamedExpression("adjacentIntervals", "wantedIntervals"),
                  ]
                )
              ),
              Action(
                .emit(
                  "projectConfigured",
                  data: [
                    NamedExpression("state", "providerState"),
                    NamedExpression("adjacentIntervals", "adjacentIntervals"),
                  ]
                )
              ),
            ]
          )
        ],
        failed: [
          Invocation.Failure(
            "timeout",
            Transition(
              ["projectSettled"],
              actions: [
                Action(.emit("errorOccurred", data: [NamedExpression("error", "'requestTimeout'")]))
              ],
              label: "no answer"
            )
          ),
          Invocation.Failure(
            nil,
            Transition(
              ["projectSettled"],
              actions: [Action(.emit("errorOccurred", data: [NamedExpression("error", "event.error")]))],
              label: "error"
            )
          ),
        ]
      )
    )
    state.on.append(
      EventTransition("cancelConfiguration", Transition(["projectSettled"], label: "cancelled"))
    )
    return state
  }
}
