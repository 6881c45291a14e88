// Generated from firebase-totp.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts

/// Firebase sign-in with an authenticator app
///
/// Signing in with a code of an authenticator app (TOTP) as second factor, enrolling and removing that
/// factor, and allowing it for the project. Nothing in it is bound to one platform.
public enum FirebaseTOTP: TypedChart {
  /// The states that can be active.
  public enum StateID: String, CaseIterable, Hashable, Sendable {
    /// Account
    case account
    /// Restoring the session
    ///
    /// The tokens are refreshed, and the user is looked up: only the server knows whether the session still
    /// exists and whether there is a second factor.
    case restoring
    /// Refreshing the stored tokens
    case restoringTokens
    /// Loading the restored user
    case restoringUser
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
    /// Session not restored
    ///
    /// Somebody was signed in, but the session could not be restored, for example without a connection. It
    /// is kept.
    case notRestored
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
    /// Enrollment required
    ///
    /// The app requires a second factor, and the person has none.
    case enrolmentForced
    /// Enrollment offered
    ///
    /// The app offers a second factor after each sign-in without one, and the person can skip it.
    case offeringEnrolment
    /// Confirming the email address
    ///
    /// An address that is not confirmed may belong to somebody else, who would be locked out by a second
    /// factor.
    case verifyingEmail
    /// Signing in again
    ///
    /// Before a factor is added or removed, or confirmed for a feature, the person signs in again, with the
    /// same account.
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
    /// Creating the account
    case signingUp
    /// Sending the link
    case sendingSignInLink
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

  /// The ids of the services and child charts that states run.
  public enum ServiceID: String, CaseIterable, Hashable, Sendable {
    case refreshTokens
    case loadUser
    case signIn
    case signUp
    case sendSignInLink
    case finalizeSignIn
    case sendVerificationEmail
    case startEnrolment
    case finalizeEnrolment
    case withdrawEnrolment
    case configureProject
  }

  /// The events that the app can send, with their data.
  public enum Event: TypedEvent, Hashable, GuardedData {
    /// sign-in wanted
    ///
    /// With a password, or with a provider in its place: any other way of signing in comes to the second
    /// factor just the same.
    ///
    /// - email: Personal: must not be logged.
    /// - password: Secret: must not be shown, logged or stored.
    /// - provider: For any other signIn(with…).
    case signIn(email: String? = nil, password: String? = nil, provider: String? = nil)
    /// new account wanted
    ///
    /// With an email address and a password. What follows is the same as after signing in.
    ///
    /// - email: Personal: must not be logged.
    /// - password: Secret: must not be shown, logged or stored.
    case signUp(email: String, password: String)
    /// sign-in link wanted
    ///
    /// An email with a link that signs in without a password. The app opens the link and signs in with it.
    ///
    /// - email: Personal: must not be logged.
    case sendSignInLink(email: String)
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
    /// canceled
    case cancel
    /// not now
    case skip
    /// continue
    case `continue`
    /// new secret wanted
    case restart
    /// authenticator app to be opened
    case openInOTPApp
    /// enrollment wanted
    case enrol
    /// removal of a factor wanted
    case unenrol
    /// second factor wanted by a feature
    ///
    /// The feature waits until `stepUpGranted` or `stepUpRefused`. Only with the policy `stepUp`.
    case requireStepUp
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
    /// setting up canceled
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
    public var event: Statecharts.ChartEvent {
      switch self {
      case .signIn(let email, let password, let provider):
        Statecharts.ChartEvent(
          "signIn",
          data: .map(
            ["email": email.chartValue, "password": password.chartValue, "provider": provider.chartValue]
          )
        )
      case .signUp(let email, let password):
        Statecharts.ChartEvent(
          "signUp",
          data: .map(["email": email.chartValue, "password": password.chartValue])
        )
      case .sendSignInLink(let email):
        Statecharts.ChartEvent("sendSignInLink", data: .map(["email": email.chartValue]))
      case .select(let index):
        Statecharts.ChartEvent("select", data: .map(["index": index.chartValue]))
      case .submit(let code, let displayName):
        Statecharts.ChartEvent(
          "submit",
          data: .map(["code": code.chartValue, "displayName": displayName.chartValue])
        )
      case .back:
        Statecharts.ChartEvent("back")
      case .cancel:
        Statecharts.ChartEvent("cancel")
      case .skip:
        Statecharts.ChartEvent("skip")
      case .`continue`:
        Statecharts.ChartEvent("continue")
      case .restart:
        Statecharts.ChartEvent("restart")
      case .openInOTPApp:
        Statecharts.ChartEvent("openInOTPApp")
      case .enrol:
        Statecharts.ChartEvent("enrol")
      case .unenrol:
        Statecharts.ChartEvent("unenrol")
      case .requireStepUp:
        Statecharts.ChartEvent("requireStepUp")
      case .signOut:
        Statecharts.ChartEvent("signOut")
      case .sendVerificationEmail:
        Statecharts.ChartEvent("sendVerificationEmail")
      case .checkAgain:
        Statecharts.ChartEvent("checkAgain")
      case .configureTOTP(let state, let adjacentIntervals):
        Statecharts.ChartEvent(
          "configureTOTP",
          data: .map(["state": state.chartValue, "adjacentIntervals": adjacentIntervals.chartValue])
        )
      case .cancelConfiguration:
        Statecharts.ChartEvent("cancelConfiguration")
      case .deadlinePassed:
        Statecharts.ChartEvent("deadlinePassed")
      case .backOffOver:
        Statecharts.ChartEvent("backOffOver")
      case .tokensAdopted:
        Statecharts.ChartEvent("tokensAdopted")
      case .tokensErased:
        Statecharts.ChartEvent("tokensErased")
      case .tokenRefreshFailed(let code):
        Statecharts.ChartEvent("tokenRefreshFailed", data: .map(["code": code.chartValue]))
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .signIn(let email, let password, let provider):
        [
          "email": ShownMark.personal.replacing(email),
          "password": ShownMark.secret.replacing(password),
          "provider": provider,
        ]
      case .signUp:
        ["email": ShownMark.personal, "password": ShownMark.secret]
      case .sendSignInLink:
        ["email": ShownMark.personal]
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
  public enum Output: TypedOutput, Hashable {
    /// an error to show
    case errorOccurred(error: ErrorCode)
    /// email sent
    case verificationEmailSent
    /// link sent
    case signInLinkSent
    /// factor enrolled
    case enrolled
    /// factor removed
    ///
    /// - signedOut: Whether the person has to sign in again.
    case unenrolled(signedOut: Bool)
    /// feature may continue
    case stepUpGranted
    /// feature may not continue
    case stepUpRefused
    /// tokens are gone
    case signedOutLocally
    /// project set up
    case projectConfigured(state: String, adjacentIntervals: Int)

    /// Reads an output.
    ///
    /// - Throws: `TypedDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: NamedData) throws(TypedDataProblem) {
      switch payload.name {
      case "errorOccurred":
        self = try .errorOccurred(error: payload.data.read("error"))
      case "verificationEmailSent":
        self = .verificationEmailSent
      case "signInLinkSent":
        self = .signInLinkSent
      case "enrolled":
        self = .enrolled
      case "unenrolled":
        self = try .unenrolled(signedOut: payload.data.read("signedOut"))
      case "stepUpGranted":
        self = .stepUpGranted
      case "stepUpRefused":
        self = .stepUpRefused
      case "signedOutLocally":
        self = .signedOutLocally
      case "projectConfigured":
        self = try .projectConfigured(
          state: payload.data.read("state"),
          adjacentIntervals: payload.data.read("adjacentIntervals")
        )
      default:
        throw TypedDataProblem(payload.name)
      }
    }

    /// The output's name in the chart.
    public var name: String {
      switch self {
      case .errorOccurred:
        "errorOccurred"
      case .verificationEmailSent:
        "verificationEmailSent"
      case .signInLinkSent:
        "signInLinkSent"
      case .enrolled:
        "enrolled"
      case .unenrolled:
        "unenrolled"
      case .stepUpGranted:
        "stepUpGranted"
      case .stepUpRefused:
        "stepUpRefused"
      case .signedOutLocally:
        "signedOutLocally"
      case .projectConfigured:
        "projectConfigured"
      }
    }
  }

  /// The error codes that the chart declares, and those of the engine.
  public enum ErrorCode: TypedData, RawRepresentable, Hashable {
    /// Wrong code
    ///
    /// 17044.
    case invalidCode
    /// A code is needed
    ///
    /// Noticed before anything is sent.
    case missingCode
    /// Not a code
    ///
    /// Noticed before anything is sent.
    case malformedCode
    /// Too late
    ///
    /// 17051.
    case sessionExpired
    /// This secret is not valid any more
    ///
    /// 17046.
    case invalidSessionInfo
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
    /// This factor is enrolled already
    ///
    /// 17087.
    case secondFactorExists
    /// Too many factors
    ///
    /// 17088.
    case secondFactorLimitExceeded
    /// Not possible with this way of signing in
    ///
    /// 17089.
    case unsupportedFirstFactor
    /// Not possible with this way of signing in
    ///
    /// Phone, anonymous, custom token and Game Center accounts cannot have a second factor.
    case ineligibleProvider
    /// Confirm the email address first
    ///
    /// 17086. Otherwise somebody could register with an address that is not theirs and lock its owner out
    /// with a second factor.
    case unverifiedEmail
    /// Signed in too long ago
    ///
    /// 17014.
    case credentialTooOldLoginAgain
    /// Authenticator apps are not allowed in this project
    ///
    /// 17006.
    case operationNotAllowed
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
    /// No such account
    ///
    /// 17011. Never shown as such while signing in.
    case emailNotFound
    /// Wrong password
    ///
    /// 17009. Never shown as such.
    case invalidPassword
    /// The other provider's sign-in was not accepted
    ///
    /// 17004. Its token, its secret or the nonce is wrong.
    case invalidIdpResponse
    /// The address of this account signs in another way
    ///
    /// 17012. The other provider names an email address that has an account already, and does not prove that
    /// it is the person's.
    case accountExistsWithDifferentCredential
    /// This link is not valid any more
    ///
    /// 17030.
    case invalidOobCode
    /// This link is too old
    ///
    /// 17029.
    case expiredOobCode
    /// Email address or password are wrong
    ///
    /// 17004.
    case invalidLoginCredentials
    /// That is another account
    case userMismatch
    /// Too many attempts
    ///
    /// 17010.
    case tooManyAttemptsTryLater
    /// The project's quota is used up
    ///
    /// 17052.
    case quotaExceeded
    /// This address has an account already
    ///
    /// 17007.
    case emailExists
    /// This password is too weak
    ///
    /// 17026.
    case weakPassword
    /// Not an email address
    ///
    /// 17008.
    case invalidEmail
    /// A password is needed
    case missingPassword
    /// This way of signing in is not allowed
    ///
    /// 17006.
    case passwordLoginDisabled
    /// The address of the sign-in link is not allowed in this project
    ///
    /// 17038, also for 17039 and 17040: an address that is not valid, or missing.
    case unauthorizedDomain
    /// Wrong tenant
    ///
    /// 17072.
    case tenantIdMismatch
    /// Wrong API key
    ///
    /// 17023, keyInvalid.
    case invalidApiKey
    /// The sign-in could not be stored on this device, read from it or removed from it
    ///
    /// The store for the tokens has failed. Signing out again tries to remove them again. Whatever was done
    /// at the server is done.
    case storageFailed
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
    /// A failure that the engine raises.
    case platform(PlatformErrorCode)

    /// The error of a code; nil if the chart does not declare it and the engine does not raise it.
    public init?(rawValue: String) {
      switch rawValue {
      case "INVALID_CODE": self = .invalidCode
      case "MISSING_CODE": self = .missingCode
      case "malformedCode": self = .malformedCode
      case "SESSION_EXPIRED": self = .sessionExpired
      case "INVALID_SESSION_INFO": self = .invalidSessionInfo
      case "INVALID_MFA_PENDING_CREDENTIAL": self = .invalidMfaPendingCredential
      case "MISSING_MFA_PENDING_CREDENTIAL": self = .missingMfaPendingCredential
      case "MISSING_CREDENTIAL": self = .missingCredential
      case "MISSING_MFA_ENROLLMENT_ID": self = .missingMfaEnrollmentId
      case "MFA_ENROLLMENT_NOT_FOUND": self = .mfaEnrollmentNotFound
      case "SECOND_FACTOR_EXISTS": self = .secondFactorExists
      case "SECOND_FACTOR_LIMIT_EXCEEDED": self = .secondFactorLimitExceeded
      case "UNSUPPORTED_FIRST_FACTOR": self = .unsupportedFirstFactor
      case "ineligibleProvider": self = .ineligibleProvider
      case "UNVERIFIED_EMAIL": self = .unverifiedEmail
      case "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": self = .credentialTooOldLoginAgain
      case "OPERATION_NOT_ALLOWED": self = .operationNotAllowed
      case "TOKEN_EXPIRED": self = .tokenExpired
      case "INVALID_ID_TOKEN": self = .invalidIdToken
      case "USER_DISABLED": self = .userDisabled
      case "USER_NOT_FOUND": self = .userNotFound
      case "EMAIL_NOT_FOUND": self = .emailNotFound
      case "INVALID_PASSWORD": self = .invalidPassword
      case "INVALID_IDP_RESPONSE": self = .invalidIdpResponse
      case "accountExistsWithDifferentCredential": self = .accountExistsWithDifferentCredential
      case "INVALID_OOB_CODE": self = .invalidOobCode
      case "EXPIRED_OOB_CODE": self = .expiredOobCode
      case "INVALID_LOGIN_CREDENTIALS": self = .invalidLoginCredentials
      case "userMismatch": self = .userMismatch
      case "TOO_MANY_ATTEMPTS_TRY_LATER": self = .tooManyAttemptsTryLater
      case "QUOTA_EXCEEDED": self = .quotaExceeded
      case "EMAIL_EXISTS": self = .emailExists
      case "WEAK_PASSWORD": self = .weakPassword
      case "INVALID_EMAIL": self = .invalidEmail
      case "MISSING_PASSWORD": self = .missingPassword
      case "PASSWORD_LOGIN_DISABLED": self = .passwordLoginDisabled
      case "UNAUTHORIZED_DOMAIN": self = .unauthorizedDomain
      case "TENANT_ID_MISMATCH": self = .tenantIdMismatch
      case "INVALID_API_KEY": self = .invalidApiKey
      case "storageFailed": self = .storageFailed
      case "networkError": self = .networkError
      case "requestTimeout": self = .requestTimeout
      case "internalError": self = .internalError
      case "invalidAdjacentIntervals": self = .invalidAdjacentIntervals
      case "permissionDenied": self = .permissionDenied
      default:
        guard let code = PlatformErrorCode(rawValue: rawValue) else { return nil }
        self = .platform(code)
      }
    }

    /// The code.
    public var rawValue: String {
      switch self {
      case .invalidCode:
        "INVALID_CODE"
      case .missingCode:
        "MISSING_CODE"
      case .malformedCode:
        "malformedCode"
      case .sessionExpired:
        "SESSION_EXPIRED"
      case .invalidSessionInfo:
        "INVALID_SESSION_INFO"
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
      case .secondFactorExists:
        "SECOND_FACTOR_EXISTS"
      case .secondFactorLimitExceeded:
        "SECOND_FACTOR_LIMIT_EXCEEDED"
      case .unsupportedFirstFactor:
        "UNSUPPORTED_FIRST_FACTOR"
      case .ineligibleProvider:
        "ineligibleProvider"
      case .unverifiedEmail:
        "UNVERIFIED_EMAIL"
      case .credentialTooOldLoginAgain:
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
      case .operationNotAllowed:
        "OPERATION_NOT_ALLOWED"
      case .tokenExpired:
        "TOKEN_EXPIRED"
      case .invalidIdToken:
        "INVALID_ID_TOKEN"
      case .userDisabled:
        "USER_DISABLED"
      case .userNotFound:
        "USER_NOT_FOUND"
      case .emailNotFound:
        "EMAIL_NOT_FOUND"
      case .invalidPassword:
        "INVALID_PASSWORD"
      case .invalidIdpResponse:
        "INVALID_IDP_RESPONSE"
      case .accountExistsWithDifferentCredential:
        "accountExistsWithDifferentCredential"
      case .invalidOobCode:
        "INVALID_OOB_CODE"
      case .expiredOobCode:
        "EXPIRED_OOB_CODE"
      case .invalidLoginCredentials:
        "INVALID_LOGIN_CREDENTIALS"
      case .userMismatch:
        "userMismatch"
      case .tooManyAttemptsTryLater:
        "TOO_MANY_ATTEMPTS_TRY_LATER"
      case .quotaExceeded:
        "QUOTA_EXCEEDED"
      case .emailExists:
        "EMAIL_EXISTS"
      case .weakPassword:
        "WEAK_PASSWORD"
      case .invalidEmail:
        "INVALID_EMAIL"
      case .missingPassword:
        "MISSING_PASSWORD"
      case .passwordLoginDisabled:
        "PASSWORD_LOGIN_DISABLED"
      case .unauthorizedDomain:
        "UNAUTHORIZED_DOMAIN"
      case .tenantIdMismatch:
        "TENANT_ID_MISMATCH"
      case .invalidApiKey:
        "INVALID_API_KEY"
      case .storageFailed:
        "storageFailed"
      case .networkError:
        "networkError"
      case .requestTimeout:
        "requestTimeout"
      case .internalError:
        "internalError"
      case .invalidAdjacentIntervals:
        "invalidAdjacentIntervals"
      case .permissionDenied:
        "permissionDenied"
      case .platform(let code):
        code.rawValue
      }
    }

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
      case .invalidIdpResponse:
        "The other provider's sign-in was not accepted"
      case .accountExistsWithDifferentCredential:
        "The address of this account signs in another way"
      case .invalidOobCode:
        "This link is not valid any more"
      case .expiredOobCode:
        "This link is too old"
      case .invalidLoginCredentials:
        "Email address or password are wrong"
      case .userMismatch:
        "That is another account"
      case .tooManyAttemptsTryLater:
        "Too many attempts"
      case .quotaExceeded:
        "The project's quota is used up"
      case .emailExists:
        "This address has an account already"
      case .weakPassword:
        "This password is too weak"
      case .invalidEmail:
        "Not an email address"
      case .missingPassword:
        "A password is needed"
      case .passwordLoginDisabled:
        "This way of signing in is not allowed"
      case .unauthorizedDomain:
        "The address of the sign-in link is not allowed in this project"
      case .tenantIdMismatch:
        "Wrong tenant"
      case .invalidApiKey:
        "Wrong API key"
      case .storageFailed:
        "The sign-in could not be stored on this device, read from it or removed from it"
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
  public struct Context: TypedContext, GuardedData {
    private let contextView: ContextValues

    /// Makes a view of the variables.
    public init(_ view: ContextValues) { contextView = view }

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

    /// The enrollment whose code is asked for.
    public var selectedHint: String? {
      contextView.read("selectedHint")
    }

    /// The enrollment to be removed.
    public var selectedFactor: String? {
      contextView.read("selectedFactor")
    }

    /// The list of factors without the one that was removed.
    ///
    /// Personal: must not be logged.
    public var factorsLeft: [ContextFactorsLeft] {
      contextView.read("factorsLeft") ?? []
    }

    /// What a person who is signed in is about to do, and signs in again for; `stepUp` while a feature
    /// waits.
    public var goal: Goal {
      contextView.read("goal") ?? .noneValue
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
        "email": ShownMark.personal.replacing(email),
        "user": ShownMark.personal.replacing(user),
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
  public struct Input: OptionalInput, Hashable {
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
    public var values: [String: ChartValue] {
      let values: [String: ChartValue] = ["mfaPolicy": mfaPolicy.chartValue, "backOff": backOff.chartValue]
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
  public protocol Handlers: Sendable {
    /// The guard `nothingStored`: no session is stored.
    ///
    /// The store has no tokens of an earlier run. If it cannot be read, that is not known.
    func nothingStored() throws -> Bool

    /// The guard `codeHasOnlyDigits`: the code has only digits.
    ///
    /// - Parameter code: Secret: must not be shown, logged or stored.
    func codeHasOnlyDigits(code: String) throws -> Bool

    /// The guard `recentLogin`: signed in lately.
    ///
    /// The last sign-in was less than 5 minutes ago. Only a hint; the server decides.
    func recentLogin() throws -> Bool

    /// The guard `recentSecondFactor`: second factor confirmed lately.
    ///
    /// The server accepted a code less than 5 minutes ago, while signing in or enrolling. A sign-in without
    /// a code since then ends that.
    func recentSecondFactor() throws -> Bool

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
    /// POST accounts:signInWithPassword, or signInWithIdp, signInWithEmailLink, signInWithCustomToken,
    /// signInWithPhoneNumber or signUp, as the credential says. An answer without id token but with mfaInfo
    /// means that a second factor is needed; its pending credential is kept.
    func signIn(_ input: SignInInput) async throws(SignInFailure) -> SignInResult

    /// The service `signUp`: Create the account.
    ///
    /// POST accounts:signUp with the address and the password that was kept. The answer has tokens, because
    /// a new account has no second factor. If it is lost, the account may exist, and the next try says so.
    func signUp(_ input: SignUpInput) async throws(SignUpFailure) -> SignUpResult

    /// The service `sendSignInLink`: Send the sign-in link.
    ///
    /// POST accounts:sendOobCode with EMAIL_SIGNIN. Its continueUrl is the address at which the app opens
    /// links.
    func sendSignInLink(_ input: SendSignInLinkInput) async throws(SendSignInLinkFailure)

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

    /// The service `finalizeEnrolment`: Check the code and enroll.
    ///
    /// POST accounts/mfaEnrollment:finalize with the code and session information that were kept.
    func finalizeEnrolment(
      _ input: FinalizeEnrolmentInput
    ) async throws(FinalizeEnrolmentFailure) -> FinalizeEnrolmentResult

    /// The service `withdrawEnrolment`: Remove the factor.
    ///
    /// POST accounts/mfaEnrollment:withdraw with the id of the enrollment; the kind of the factor would not
    /// do. The answer has new tokens.
    func withdrawEnrolment(
      _ input: WithdrawEnrolmentInput
    ) async throws(WithdrawEnrolmentFailure) -> WithdrawEnrolmentResult

    /// The service `refreshTokens`: Refresh the tokens.
    ///
    /// POST token with the refresh token, once for everybody who needs another id token at the time. The
    /// service makes what it gets the session's by itself, unless other tokens have come meanwhile:
    /// `adoptTokens` would not know whether the last tokens are its own or those of a sign-in that goes on
    /// beside it. After a start, the refresh token comes from the store.
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
    /// The other provider's sign-in was not accepted
    ///
    /// 17004. Its token, its secret or the nonce is wrong.
    case invalidIdpResponse
    /// The address of this account signs in another way
    ///
    /// 17012. The other provider names an email address that has an account already, and does not prove that
    /// it is the person's.
    case accountExistsWithDifferentCredential
    /// This link is not valid any more
    ///
    /// 17030.
    case invalidOobCode
    /// This link is too old
    ///
    /// 17029.
    case expiredOobCode
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
    /// This way of signing in is not allowed
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "INVALID_LOGIN_CREDENTIALS":
        self = .invalidLoginCredentials
      case "INVALID_IDP_RESPONSE":
        self = .invalidIdpResponse
      case "accountExistsWithDifferentCredential":
        self = .accountExistsWithDifferentCredential
      case "INVALID_OOB_CODE":
        self = .invalidOobCode
      case "EXPIRED_OOB_CODE":
        self = .expiredOobCode
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
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .invalidLoginCredentials:
        "INVALID_LOGIN_CREDENTIALS"
      case .invalidIdpResponse:
        "INVALID_IDP_RESPONSE"
      case .accountExistsWithDifferentCredential:
        "accountExistsWithDifferentCredential"
      case .invalidOobCode:
        "INVALID_OOB_CODE"
      case .expiredOobCode:
        "EXPIRED_OOB_CODE"
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
    public var data: ChartValue { .unset }
  }

  /// The errors of the service `signUp`.
  public enum SignUpFailure: DeclaredFailure, Hashable {
    /// This address has an account already
    ///
    /// 17007.
    case emailExists
    /// This password is too weak
    ///
    /// 17026.
    case weakPassword
    /// Not an email address
    ///
    /// 17008.
    case invalidEmail
    /// A password is needed
    case missingPassword
    /// This way of signing in is not allowed
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "EMAIL_EXISTS":
        self = .emailExists
      case "WEAK_PASSWORD":
        self = .weakPassword
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
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .emailExists:
        "EMAIL_EXISTS"
      case .weakPassword:
        "WEAK_PASSWORD"
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
    public var data: ChartValue { .unset }
  }

  /// The errors of the service `sendSignInLink`.
  public enum SendSignInLinkFailure: DeclaredFailure, Hashable {
    /// Not an email address
    ///
    /// 17008.
    case invalidEmail
    /// The address of the sign-in link is not allowed in this project
    ///
    /// 17038, also for 17039 and 17040: an address that is not valid, or missing.
    case unauthorizedDomain
    /// This way of signing in is not allowed
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "INVALID_EMAIL":
        self = .invalidEmail
      case "UNAUTHORIZED_DOMAIN":
        self = .unauthorizedDomain
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
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .invalidEmail:
        "INVALID_EMAIL"
      case .unauthorizedDomain:
        "UNAUTHORIZED_DOMAIN"
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
    public var data: ChartValue { .unset }
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
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
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
  }

  /// The errors of the service `refreshTokens`.
  public enum RefreshTokensFailure: DeclaredFailure, Hashable {
    /// The sign-in could not be stored on this device, read from it or removed from it
    ///
    /// The store for the tokens has failed. Signing out again tries to remove them again. Whatever was done
    /// at the server is done.
    case storageFailed
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "storageFailed":
        self = .storageFailed
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
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .storageFailed:
        "storageFailed"
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
    public var data: ChartValue { .unset }
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
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "permissionDenied":
        self = .permissionDenied
      case "networkError":
        self = .networkError
      case "internalError":
        self = .internalError
      default:
        throw TypedDataProblem(code)
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
    public var data: ChartValue { .unset }
  }
}

extension TypedService<
  FirebaseTOTP, FirebaseTOTP.SignInInput, FirebaseTOTP.SignInResult, FirebaseTOTP.SignInFailure
> {
  /// The service `signIn`.
  public static var signIn: Self { Self("signIn") }
}

extension TypedService<
  FirebaseTOTP, FirebaseTOTP.SignUpInput, FirebaseTOTP.SignUpResult, FirebaseTOTP.SignUpFailure
> {
  /// The service `signUp`.
  public static var signUp: Self { Self("signUp") }
}

extension TypedService<
  FirebaseTOTP, FirebaseTOTP.SendSignInLinkInput, Void, FirebaseTOTP.SendSignInLinkFailure
> {
  /// The service `sendSignInLink`.
  public static var sendSignInLink: Self { Self("sendSignInLink") }
}

extension TypedService<
  FirebaseTOTP,
  FirebaseTOTP.FinalizeSignInInput,
  FirebaseTOTP.FinalizeSignInResult,
  FirebaseTOTP.FinalizeSignInFailure
> {
  /// The service `finalizeSignIn`.
  public static var finalizeSignIn: Self { Self("finalizeSignIn") }
}

extension TypedService<FirebaseTOTP, Void, FirebaseTOTP.LoadUserResult, FirebaseTOTP.LoadUserFailure> {
  /// The service `loadUser`.
  public static var loadUser: Self { Self("loadUser") }
}

extension TypedService<FirebaseTOTP, Void, Void, FirebaseTOTP.SendVerificationEmailFailure> {
  /// The service `sendVerificationEmail`.
  public static var sendVerificationEmail: Self { Self("sendVerificationEmail") }
}

extension TypedService<
  FirebaseTOTP, Void, FirebaseTOTP.StartEnrolmentResult, FirebaseTOTP.StartEnrolmentFailure
> {
  /// The service `startEnrolment`.
  public static var startEnrolment: Self { Self("startEnrolment") }
}

extension TypedService<
  FirebaseTOTP,
  FirebaseTOTP.FinalizeEnrolmentInput,
  FirebaseTOTP.FinalizeEnrolmentResult,
  FirebaseTOTP.FinalizeEnrolmentFailure
> {
  /// The service `finalizeEnrolment`.
  public static var finalizeEnrolment: Self { Self("finalizeEnrolment") }
}

extension TypedService<
  FirebaseTOTP,
  FirebaseTOTP.WithdrawEnrolmentInput,
  FirebaseTOTP.WithdrawEnrolmentResult,
  FirebaseTOTP.WithdrawEnrolmentFailure
> {
  /// The service `withdrawEnrolment`.
  public static var withdrawEnrolment: Self { Self("withdrawEnrolment") }
}

extension TypedService<
  FirebaseTOTP, Void, FirebaseTOTP.RefreshTokensResult, FirebaseTOTP.RefreshTokensFailure
> {
  /// The service `refreshTokens`.
  public static var refreshTokens: Self { Self("refreshTokens") }
}

extension TypedService<
  FirebaseTOTP, FirebaseTOTP.ConfigureProjectInput, Void, FirebaseTOTP.ConfigureProjectFailure
> {
  /// The service `configureProject`.
  public static var configureProject: Self { Self("configureProject") }
}

// MARK: - Queries

/// The queries of the chart, for `Session.query(_:)`.
extension TypedQuery where Chart == FirebaseTOTP {
  /// The query `totpSecretKey`.
  public static func totpSecretKey() -> Self where Answer == FirebaseTOTP.TotpSecretKeyResult {
    Self("totpSecretKey")
  }

  /// The query `totpAddress`.
  public static func totpAddress() -> Self where Answer == FirebaseTOTP.TotpAddressResult {
    Self("totpAddress")
  }

  /// The query `enrolmentTimeLeft`.
  public static func enrolmentTimeLeft() -> Self where Answer == Duration {
    Self("enrolmentTimeLeft")
  }
}

// MARK: - Data

extension FirebaseTOTP {
  /// The values of `mfaPolicy`.
  public enum MfaPolicy: String, TypedData, CaseIterable, Hashable {
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
  public struct ContextUserFactors: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
      displayName = try chartValue.read("displayName")
      factorId = try chartValue.read("factorId")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  public struct ContextUser: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      localId = try chartValue.read("localId")
      email = try chartValue.read("email")
      emailVerified = try chartValue.read("emailVerified")
      signInProvider = try chartValue.read("signInProvider")
      factors = try chartValue.read("factors")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  public struct ContextHints: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
      displayName = try chartValue.read("displayName")
      factorId = try chartValue.read("factorId")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  public struct ContextFactorsLeft: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
      displayName = try chartValue.read("displayName")
      factorId = try chartValue.read("factorId")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  public enum Goal: String, TypedData, CaseIterable, Hashable {
    /// `none`
    case noneValue = "none"
    /// `enrol`
    case enrol
    /// `unenrol`
    case unenrol
    /// `stepUp`
    case stepUp
  }

  /// The values of `providerState`.
  public enum ProviderState: String, TypedData, CaseIterable, Hashable {
    /// `DISABLED`
    case disabled = "DISABLED"
    /// `ENABLED`
    case enabled = "ENABLED"
    /// `MANDATORY`
    case mandatory = "MANDATORY"
  }

  /// The values of `wantedState`.
  public enum WantedState: String, TypedData, CaseIterable, Hashable {
    /// `DISABLED`
    case disabled = "DISABLED"
    /// `ENABLED`
    case enabled = "ENABLED"
    /// `MANDATORY`
    case mandatory = "MANDATORY"
  }

  /// The values of `state`.
  public enum ConfigureTOTPState: String, TypedData, CaseIterable, Hashable {
    /// `DISABLED`
    case disabled = "DISABLED"
    /// `ENABLED`
    case enabled = "ENABLED"
    /// `MANDATORY`
    case mandatory = "MANDATORY"
  }

  /// The input of the service `signIn`.
  public struct SignInInput: TypedData, Hashable, GuardedData {
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
    public var shownName: String { "SignInInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["email": ShownMark.personal.replacing(email)]
    }
  }

  /// The data `hints`.
  public struct SignInResultHints: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
      displayName = try chartValue.read("displayName")
      factorId = try chartValue.read("factorId")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  public struct SignInResult: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      localId = try chartValue.read("localId")
      hasIdToken = try chartValue.read("hasIdToken")
      hints = try chartValue.read("hints")
      refreshIn = try chartValue.read("refreshIn")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
    /// The field `refreshIn`.
    public var refreshIn: Duration?

    /// Makes the data from its fields.
    public init(refreshIn: Duration? = nil) {
      self.refreshIn = refreshIn
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      refreshIn = try chartValue.read("refreshIn")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["refreshIn": refreshIn.chartValue])
    }
  }

  /// The input of the service `sendSignInLink`.
  public struct SendSignInLinkInput: TypedData, Hashable, GuardedData {
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
    public var shownName: String { "SendSignInLinkInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["email": ShownMark.personal.replacing(email)]
    }
  }

  /// The input of the service `finalizeSignIn`.
  public struct FinalizeSignInInput: TypedData, Hashable {
    /// The field `mfaEnrollmentId`.
    public var mfaEnrollmentId: String?

    /// Makes the data from its fields.
    public init(mfaEnrollmentId: String? = nil) {
      self.mfaEnrollmentId = mfaEnrollmentId
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["mfaEnrollmentId": mfaEnrollmentId.chartValue])
    }
  }

  /// The result of `finalizeSignIn`.
  public struct FinalizeSignInResult: TypedData, Hashable {
    /// The field `refreshIn`.
    public var refreshIn: Duration?

    /// Makes the data from its fields.
    public init(refreshIn: Duration? = nil) {
      self.refreshIn = refreshIn
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      refreshIn = try chartValue.read("refreshIn")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["refreshIn": refreshIn.chartValue])
    }
  }

  /// The data `factors`.
  public struct LoadUserResultFactors: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
      displayName = try chartValue.read("displayName")
      factorId = try chartValue.read("factorId")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  public struct LoadUserResult: TypedData, Hashable, GuardedData {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      localId = try chartValue.read("localId")
      email = try chartValue.read("email")
      emailVerified = try chartValue.read("emailVerified")
      signInProvider = try chartValue.read("signInProvider")
      factors = try chartValue.read("factors")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
        "email": ShownMark.personal.replacing(email),
        "emailVerified": emailVerified,
        "signInProvider": signInProvider,
        "factors": factors,
      ]
    }
  }

  /// The result of `startEnrolment`.
  public struct StartEnrolmentResult: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      verificationCodeLength = try chartValue.read("verificationCodeLength")
      timeLeft = try chartValue.read("timeLeft")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["verificationCodeLength": verificationCodeLength.chartValue, "timeLeft": timeLeft.chartValue])
    }
  }

  /// The input of the service `finalizeEnrolment`.
  public struct FinalizeEnrolmentInput: TypedData, Hashable {
    /// The field `displayName`.
    public var displayName: String

    /// Makes the data from its fields.
    public init(displayName: String) {
      self.displayName = displayName
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      displayName = try chartValue.read("displayName")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["displayName": displayName.chartValue])
    }
  }

  /// The result of `finalizeEnrolment`.
  public struct FinalizeEnrolmentResult: TypedData, Hashable {
    /// The field `refreshIn`.
    public var refreshIn: Duration?

    /// Makes the data from its fields.
    public init(refreshIn: Duration? = nil) {
      self.refreshIn = refreshIn
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      refreshIn = try chartValue.read("refreshIn")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["refreshIn": refreshIn.chartValue])
    }
  }

  /// The input of the service `withdrawEnrolment`.
  public struct WithdrawEnrolmentInput: TypedData, Hashable {
    /// The field `mfaEnrollmentId`.
    public var mfaEnrollmentId: String?

    /// Makes the data from its fields.
    public init(mfaEnrollmentId: String? = nil) {
      self.mfaEnrollmentId = mfaEnrollmentId
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      mfaEnrollmentId = try chartValue.read("mfaEnrollmentId")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["mfaEnrollmentId": mfaEnrollmentId.chartValue])
    }
  }

  /// The result of `withdrawEnrolment`.
  public struct WithdrawEnrolmentResult: TypedData, Hashable {
    /// The field `refreshIn`.
    public var refreshIn: Duration?

    /// Makes the data from its fields.
    public init(refreshIn: Duration? = nil) {
      self.refreshIn = refreshIn
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      refreshIn = try chartValue.read("refreshIn")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["refreshIn": refreshIn.chartValue])
    }
  }

  /// The result of `refreshTokens`.
  public struct RefreshTokensResult: TypedData, Hashable {
    /// The field `refreshIn`.
    public var refreshIn: Duration?

    /// Makes the data from its fields.
    public init(refreshIn: Duration? = nil) {
      self.refreshIn = refreshIn
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      refreshIn = try chartValue.read("refreshIn")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["refreshIn": refreshIn.chartValue])
    }
  }

  /// The input of the service `configureProject`.
  public struct ConfigureProjectInput: TypedData, Hashable {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      state = try chartValue.read("state")
      adjacentIntervals = try chartValue.read("adjacentIntervals")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["state": state.chartValue, "adjacentIntervals": adjacentIntervals.chartValue])
    }
  }

  /// The result of `totpSecretKey`.
  public struct TotpSecretKeyResult: TypedData, Hashable, GuardedData {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      key = try chartValue.read("key")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  public struct TotpAddressResult: TypedData, Hashable, GuardedData {
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
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      address = try chartValue.read("address")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
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
  /// A value of any type that implements `Handlers`.
  public typealias AnyHandlers = any Handlers

  /// Binds handlers by name.
  public static func handlers(_ handling: any Handlers) -> ChartHandlers {
    var handlers = ChartHandlers()
    handlers.guard("nothingStored") {
      try handling.nothingStored()
    }
    handlers.guard("codeHasOnlyDigits") { call in
      try handling.codeHasOnlyDigits(code: call.payload("code"))
    }
    handlers.guard("recentLogin") {
      try handling.recentLogin()
    }
    handlers.guard("recentSecondFactor") {
      try handling.recentSecondFactor()
    }
    handlers.action("keepCredential") { call in
      try handling.keepCredential(password: call.argument("password"), provider: call.argument("provider"))
    }
    handlers.action("keepCode") { call in
      try handling.keepCode(code: call.argument("code"))
    }
    handlers.action("adoptTokens") {
      try handling.adoptTokens()
    }
    handlers.action("discardTokens") {
      try handling.discardTokens()
    }
    handlers.action("eraseTokens") {
      try handling.eraseTokens()
    }
    handlers.action("eraseTotpSecret") {
      try handling.eraseTotpSecret()
    }
    handlers.action("openInOTPApp") {
      try handling.openInOTPApp()
    }
    handlers.service("signIn") { call in
      try await handling.signIn(SignInInput(chartValue: call.input)).chartValue
    }
    handlers.service("signUp") { call in
      try await handling.signUp(SignUpInput(chartValue: call.input)).chartValue
    }
    handlers.service("sendSignInLink") { call in
      try await handling.sendSignInLink(SendSignInLinkInput(chartValue: call.input))
      return .unset
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
}

// MARK: - The chart

extension FirebaseTOTP {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(generated: model)
  }

  /// The chart, for the engine to read.
  private static let model = #"""
    {"model":1,"id":"firebaseTotp","title":"Firebase sign-in with an authenticator \#
    app","description":"Signing in with a code of an authenticator app (TOTP) as second factor, enrolling \#
    and removing that factor, and allowing it for the project. Nothing in it is bound to one \#
    platform.","version":1,"context":[
    {"name":"mfaPolicy","type":"string","values":["required","optional","settingsPage","stepUp"],"description":"When \#
    people enrol: as a must before they go on, offered after signing in and skippable, from the page with \#
    the account's settings, or when a feature asks for more \#
    security.","initial":"'settingsPage'","input":true},
    {"name":"backOff","type":"duration","description":"How long to wait after too many \#
    attempts.","initial":"30s","input":true},
    {"name":"email","type":{"optional":"string"},"personal":true,"description":"The email address as \#
    typed."},
    {"name":"user","type":{"optional":{"record":[
    {"name":"localId","type":"string"},
    {"name":"email","type":{"optional":"string"}},
    {"name":"emailVerified","type":"bool"},
    {"name":"signInProvider","type":"string","description":"From the id token, for example password, phone \#
    or custom."},
    {"name":"factors","type":{"list":{"record":[
    {"name":"mfaEnrollmentId","type":"string"},
    {"name":"displayName","type":{"optional":"string"}},
    {"name":"factorId","type":"string"}]}}}]}},"personal":true,"description":"Who is signed in, as looked \#
    up."},
    {"name":"hasFactor","type":"bool","description":"Whether a second factor is \#
    enrolled.","initial":"false"},
    {"name":"factorsStale","type":"bool","description":"Whether the list of factors must be loaded \#
    again.","initial":"false"},
    {"name":"hints","type":{"list":{"record":[
    {"name":"mfaEnrollmentId","type":"string"},
    {"name":"displayName","type":{"optional":"string"}},
    {"name":"factorId","type":"string"}]}},"personal":true,"description":"The second factors that can \#
    complete the sign-in.","initial":"[]"},
    {"name":"selectedHint","type":{"optional":"string"},"description":"The enrollment whose code is asked \#
    for."},
    {"name":"selectedFactor","type":{"optional":"string"},"description":"The enrollment to be removed."},
    {"name":"factorsLeft","type":{"list":{"record":[
    {"name":"mfaEnrollmentId","type":"string"},
    {"name":"displayName","type":{"optional":"string"}},
    {"name":"factorId","type":"string"}]}},"personal":true,"description":"The list of factors without the \#
    one that was removed.","initial":"[]"},
    {"name":"goal","type":"string","values":["none","enrol","unenrol","stepUp"],"description":"What a \#
    person who is signed in is about to do, and signs in again for; `stepUp` while a feature \#
    waits.","initial":"'none'"},
    {"name":"codeLength","type":"int","description":"Digits of a code while enrolling; the server says how \#
    many.","initial":"6"},
    {"name":"enrolmentName","type":"string","description":"The name of the new \#
    factor.","initial":"'TOTP'"},
    {"name":"enrolmentTime","type":"duration","description":"Time for enrolling with this \#
    secret.","initial":"0s"},
    {"name":"deadlineOver","type":"bool","description":"Whether that time is over.","initial":"false"},
    {"name":"throttled","type":"bool","description":"Whether requests wait because there were too \#
    many.","initial":"false"},
    {"name":"refreshDelay","type":"duration","description":"Five minutes less than the id token \#
    lives.","initial":"55m"},
    {"name":"lastError","type":{"optional":"error"},"description":"What the next screen shows to the \#
    person.","clearedOnExitOf":["asking"]},
    {"name":"providerState","type":"string","values":["DISABLED","ENABLED","MANDATORY"],"initial":"'DISABLED'"},
    {"name":"adjacentIntervals","type":"int","description":"How many steps of 30 seconds before and after \#
    the present one a code may be from: N on each side, so that 5 accepts 11 codes. It makes up for clocks \#
    that differ.","initial":"5"},
    {"name":"wantedState","type":"string","values":["DISABLED","ENABLED","MANDATORY"],"initial":"'ENABLED'"},
    {"name":"wantedIntervals","type":"int","initial":"5"}],"events":[
    {"name":"signIn","title":"sign-in wanted","description":"With a password, or with a provider in its \#
    place: any other way of signing in comes to the second factor just the same.","payload":[
    {"name":"email","type":{"optional":"string"},"personal":true},
    {"name":"password","type":{"optional":"string"},"secret":true},
    {"name":"provider","type":{"optional":"string"},"description":"For any other signIn(with…)."}]},
    {"name":"signUp","title":"new account wanted","description":"With an email address and a password. What \#
    follows is the same as after signing in.","payload":[
    {"name":"email","type":"string","personal":true},
    {"name":"password","type":"string","secret":true}]},
    {"name":"sendSignInLink","title":"sign-in link wanted","description":"An email with a link that signs \#
    in without a password. The app opens the link and signs in with it.","payload":[
    {"name":"email","type":"string","personal":true}]},
    {"name":"select","title":"factor chosen","payload":[
    {"name":"index","type":"int","description":"Its place in the list that is shown, from 0."}]},
    {"name":"submit","title":"code typed","payload":[
    {"name":"code","type":"string","secret":true},
    {"name":"displayName","type":{"optional":"string"},"description":"A name for the factor while \#
    enrolling."}]},
    {"name":"back","title":"back"},
    {"name":"cancel","title":"canceled"},
    {"name":"skip","title":"not now"},
    {"name":"continue","title":"continue"},
    {"name":"restart","title":"new secret wanted"},
    {"name":"openInOTPApp","title":"authenticator app to be opened"},
    {"name":"enrol","title":"enrollment wanted"},
    {"name":"unenrol","title":"removal of a factor wanted"},
    {"name":"requireStepUp","title":"second factor wanted by a feature","description":"The feature waits \#
    until `stepUpGranted` or `stepUpRefused`. Only with the policy `stepUp`."},
    {"name":"signOut","title":"signed out"},
    {"name":"sendVerificationEmail","title":"email wanted"},
    {"name":"checkAgain","title":"to be checked again"},
    {"name":"configureTOTP","title":"project to be set up","payload":[
    {"name":"state","type":"string","values":["DISABLED","ENABLED","MANDATORY"]},
    {"name":"adjacentIntervals","type":{"optional":"int"},"description":"0 to 10, else 5."}]},
    {"name":"cancelConfiguration","title":"setting up canceled"},
    {"name":"deadlinePassed","title":"time for enrolling is over"},
    {"name":"backOffOver","title":"requests allowed again"},
    {"name":"tokensAdopted","title":"tokens are there"},
    {"name":"tokensErased","title":"tokens are gone"},
    {"name":"tokenRefreshFailed","title":"session lost","payload":[
    {"name":"code","type":"error"}]}],"errors":[
    {"code":"INVALID_CODE","title":"Wrong code","description":"17044."},
    {"code":"MISSING_CODE","title":"A code is needed","description":"Noticed before anything is sent."},
    {"code":"malformedCode","title":"Not a code","description":"Noticed before anything is sent."},
    {"code":"SESSION_EXPIRED","title":"Too late","description":"17051."},
    {"code":"INVALID_SESSION_INFO","title":"This secret is not valid any more","description":"17046."},
    {"code":"INVALID_MFA_PENDING_CREDENTIAL","title":"Sign in again","description":"17083."},
    {"code":"MISSING_MFA_PENDING_CREDENTIAL","title":"Sign in again","description":"17081."},
    {"code":"MISSING_CREDENTIAL","title":"Sign in again","description":"17081, as the server really \#
    says."},
    {"code":"MISSING_MFA_ENROLLMENT_ID","title":"Choose a factor","description":"17082."},
    {"code":"MFA_ENROLLMENT_NOT_FOUND","title":"This factor does not exist any \#
    more","description":"17084."},
    {"code":"SECOND_FACTOR_EXISTS","title":"This factor is enrolled already","description":"17087."},
    {"code":"SECOND_FACTOR_LIMIT_EXCEEDED","title":"Too many factors","description":"17088."},
    {"code":"UNSUPPORTED_FIRST_FACTOR","title":"Not possible with this way of signing \#
    in","description":"17089."},
    {"code":"ineligibleProvider","title":"Not possible with this way of signing in","description":"Phone, \#
    anonymous, custom token and Game Center accounts cannot have a second factor."},
    {"code":"UNVERIFIED_EMAIL","title":"Confirm the email address first","description":"17086. Otherwise \#
    somebody could register with an address that is not theirs and lock its owner out with a second \#
    factor."},
    {"code":"CREDENTIAL_TOO_OLD_LOGIN_AGAIN","title":"Signed in too long ago","description":"17014."},
    {"code":"OPERATION_NOT_ALLOWED","title":"Authenticator apps are not allowed in this \#
    project","description":"17006."},
    {"code":"TOKEN_EXPIRED","title":"Sign in again","description":"17021."},
    {"code":"INVALID_ID_TOKEN","title":"Sign in again","description":"17017."},
    {"code":"USER_DISABLED","title":"Account disabled","description":"17005."},
    {"code":"USER_NOT_FOUND","title":"No such account","description":"17011."},
    {"code":"EMAIL_NOT_FOUND","title":"No such account","description":"17011. Never shown as such while \#
    signing in."},
    {"code":"INVALID_PASSWORD","title":"Wrong password","description":"17009. Never shown as such."},
    {"code":"INVALID_IDP_RESPONSE","title":"The other provider's sign-in was not \#
    accepted","description":"17004. Its token, its secret or the nonce is wrong."},
    {"code":"accountExistsWithDifferentCredential","title":"The address of this account signs in another \#
    way","description":"17012. The other provider names an email address that has an account already, and \#
    does not prove that it is the person's."},
    {"code":"INVALID_OOB_CODE","title":"This link is not valid any more","description":"17030."},
    {"code":"EXPIRED_OOB_CODE","title":"This link is too old","description":"17029."},
    {"code":"INVALID_LOGIN_CREDENTIALS","title":"Email address or password are \#
    wrong","description":"17004."},
    {"code":"userMismatch","title":"That is another account"},
    {"code":"TOO_MANY_ATTEMPTS_TRY_LATER","title":"Too many attempts","description":"17010."},
    {"code":"QUOTA_EXCEEDED","title":"The project's quota is used up","description":"17052."},
    {"code":"EMAIL_EXISTS","title":"This address has an account already","description":"17007."},
    {"code":"WEAK_PASSWORD","title":"This password is too weak","description":"17026."},
    {"code":"INVALID_EMAIL","title":"Not an email address","description":"17008."},
    {"code":"MISSING_PASSWORD","title":"A password is needed"},
    {"code":"PASSWORD_LOGIN_DISABLED","title":"This way of signing in is not \#
    allowed","description":"17006."},
    {"code":"UNAUTHORIZED_DOMAIN","title":"The address of the sign-in link is not allowed in this \#
    project","description":"17038, also for 17039 and 17040: an address that is not valid, or missing."},
    {"code":"TENANT_ID_MISMATCH","title":"Wrong tenant","description":"17072."},
    {"code":"INVALID_API_KEY","title":"Wrong API key","description":"17023, keyInvalid."},
    {"code":"storageFailed","title":"The sign-in could not be stored on this device, read from it or \#
    removed from it","description":"The store for the tokens has failed. Signing out again tries to remove \#
    them again. Whatever was done at the server is done."},
    {"code":"networkError","title":"No connection","description":"17020. An answer from somebody else, such \#
    as a hotel's login page, counts as no connection."},
    {"code":"requestTimeout","title":"No answer","description":"The server has not answered within 15 \#
    seconds."},
    {"code":"internalError","title":"Something went wrong","description":"17999, also for answers that lack \#
    what they must have."},
    {"code":"invalidAdjacentIntervals","title":"The number of intervals must be from 0 to 10"},
    {"code":"permissionDenied","title":"Only an administrator may do that"}],"outputs":[
    {"name":"errorOccurred","title":"an error to show","payload":[
    {"name":"error","type":"error"}]},
    {"name":"verificationEmailSent","title":"email sent"},
    {"name":"signInLinkSent","title":"link sent"},
    {"name":"enrolled","title":"factor enrolled"},
    {"name":"unenrolled","title":"factor removed","payload":[
    {"name":"signedOut","type":"bool","description":"Whether the person has to sign in again."}]},
    {"name":"stepUpGranted","title":"feature may continue"},
    {"name":"stepUpRefused","title":"feature may not continue"},
    {"name":"signedOutLocally","title":"tokens are gone"},
    {"name":"projectConfigured","title":"project set up","payload":[
    {"name":"state","type":"string"},
    {"name":"adjacentIntervals","type":"int"}]}],"handlers":{"guards":[
    {"name":"nothingStored","title":"no session is stored","description":"The store has no tokens of an \#
    earlier run. If it cannot be read, that is not known."},
    {"name":"codeHasOnlyDigits","title":"the code has only digits","payload":[
    {"name":"code","type":"string","secret":true}]},
    {"name":"recentLogin","title":"signed in lately","description":"The last sign-in was less than 5 \#
    minutes ago. Only a hint; the server decides."},
    {"name":"recentSecondFactor","title":"second factor confirmed lately","description":"The server \#
    accepted a code less than 5 minutes ago, while signing in or enrolling. A sign-in without a code since \#
    then ends that."}],"actions":[
    {"name":"keepCredential","description":"Keeps the password, or another provider's credential, in memory \#
    until `signIn` has used it.","arguments":[
    {"name":"password","type":{"optional":"string"},"secret":true},
    {"name":"provider","type":{"optional":"string"}}]},
    {"name":"keepCode","description":"Keeps a typed code in memory until it is checked.","arguments":[
    {"name":"code","type":"string","secret":true}]},
    {"name":"adoptTokens","description":"Makes the id and refresh token that came last those of the \#
    session, and stores them safely."},
    {"name":"discardTokens","description":"Overwrites tokens and pending credentials that came last and are \#
    not the session's."},
    {"name":"eraseTokens","description":"Signs out locally; overwrites passwords, pending credentials and \#
    tokens, stored ones too."},
    {"name":"eraseTotpSecret","description":"Overwrites the shared key, its otpauth address and QR code, \#
    and the session information."},
    {"name":"openInOTPApp","description":"Opens the otpauth address in an authenticator app where the \#
    platform can. The address is secret and is never logged, not even when it cannot be \#
    opened."}],"services":[
    {"name":"signIn","title":"Sign in","description":"POST accounts:signInWithPassword, or signInWithIdp, \#
    signInWithEmailLink, signInWithCustomToken, signInWithPhoneNumber or signUp, as the credential says. An \#
    answer without id token but with mfaInfo means that a second factor is needed; its pending credential \#
    is kept.","arguments":[
    {"name":"email","type":{"optional":"string"},"personal":true}],"result":{"record":[
    {"name":"localId","type":"string"},
    {"name":"hasIdToken","type":"bool"},
    {"name":"hints","type":{"list":{"record":[
    {"name":"mfaEnrollmentId","type":"string"},
    {"name":"displayName","type":{"optional":"string"}},
    {"name":"factorId","type":"string"}]}}},
    {"name":"refreshIn","type":{"optional":"duration"},"description":"Five minutes less than \#
    expiresIn."}]},"errors":["INVALID_LOGIN_CREDENTIALS","INVALID_IDP_RESPONSE","accountExistsWithDifferentCredential","INVALID_OOB_CODE","EXPIRED_OOB_CODE","INVALID_PASSWORD","EMAIL_NOT_FOUND","USER_DISABLED","INVALID_EMAIL","MISSING_PASSWORD","PASSWORD_LOGIN_DISABLED","TOO_MANY_ATTEMPTS_TRY_LATER","QUOTA_EXCEEDED","TENANT_ID_MISMATCH","INVALID_API_KEY","networkError","internalError"]},
    {"name":"signUp","title":"Create the account","description":"POST accounts:signUp with the address and \#
    the password that was kept. The answer has tokens, because a new account has no second factor. If it is \#
    lost, the account may exist, and the next try says so.","arguments":[
    {"name":"email","type":{"optional":"string"},"personal":true}],"result":{"record":[
    {"name":"refreshIn","type":{"optional":"duration"}}]},"errors":["EMAIL_EXISTS","WEAK_PASSWORD","INVALID_EMAIL","MISSING_PASSWORD","PASSWORD_LOGIN_DISABLED","TOO_MANY_ATTEMPTS_TRY_LATER","QUOTA_EXCEEDED","TENANT_ID_MISMATCH","INVALID_API_KEY","networkError","internalError"]},
    {"name":"sendSignInLink","title":"Send the sign-in link","description":"POST accounts:sendOobCode with \#
    EMAIL_SIGNIN. Its continueUrl is the address at which the app opens links.","arguments":[
    {"name":"email","type":{"optional":"string"},"personal":true}],"errors":["INVALID_EMAIL","UNAUTHORIZED_DOMAIN","PASSWORD_LOGIN_DISABLED","TOO_MANY_ATTEMPTS_TRY_LATER","QUOTA_EXCEEDED","TENANT_ID_MISMATCH","INVALID_API_KEY","networkError","internalError"]},
    {"name":"finalizeSignIn","title":"Check the code and sign in","description":"POST \#
    accounts/mfaSignIn:finalize with the pending credential and the code that was kept. There is no start \#
    request; only SMS has one.","arguments":[
    {"name":"mfaEnrollmentId","type":{"optional":"string"}}],"result":{"record":[
    {"name":"refreshIn","type":{"optional":"duration"}}]},"errors":["INVALID_CODE","MISSING_CODE","SESSION_EXPIRED","INVALID_MFA_PENDING_CREDENTIAL","MISSING_MFA_PENDING_CREDENTIAL","MISSING_CREDENTIAL","MISSING_MFA_ENROLLMENT_ID","MFA_ENROLLMENT_NOT_FOUND","USER_DISABLED","TOO_MANY_ATTEMPTS_TRY_LATER","QUOTA_EXCEEDED","TENANT_ID_MISMATCH","INVALID_API_KEY","networkError","internalError"]},
    {"name":"loadUser","title":"Look the user up","description":"POST accounts:lookup, and the provider \#
    from the id token. Dates may have 0 to 9 digits of a second.","result":{"record":[
    {"name":"localId","type":"string"},
    {"name":"email","type":{"optional":"string"},"personal":true},
    {"name":"emailVerified","type":"bool"},
    {"name":"signInProvider","type":"string"},
    {"name":"factors","type":{"list":{"record":[
    {"name":"mfaEnrollmentId","type":"string"},
    {"name":"displayName","type":{"optional":"string"}},
    {"name":"factorId","type":"string"}]}}}]},"errors":["TOKEN_EXPIRED","INVALID_ID_TOKEN","USER_DISABLED","USER_NOT_FOUND","TOO_MANY_ATTEMPTS_TRY_LATER","QUOTA_EXCEEDED","TENANT_ID_MISMATCH","INVALID_API_KEY","networkError","internalError"]},
    {"name":"sendVerificationEmail","title":"Send the email that confirms the address","description":"POST \#
    accounts:sendOobCode with VERIFY_EMAIL. The page that it leads to calls \#
    accounts:update.","errors":["TOKEN_EXPIRED","INVALID_ID_TOKEN","USER_DISABLED","USER_NOT_FOUND","TOO_MANY_ATTEMPTS_TRY_LATER","QUOTA_EXCEEDED","TENANT_ID_MISMATCH","INVALID_API_KEY","networkError","internalError"]},
    {"name":"startEnrolment","title":"Make a secret","description":"POST accounts/mfaEnrollment:start with \#
    the present id token. Keeps key, algorithm, period and session information, and makes the otpauth \#
    address: label and values percent-encoded, with issuer, algorithm, digits and period, the account \#
    \"default account\" without an email address, and no address at all when algorithm or digits are \#
    missing. finalizeEnrollmentTime is a time of the server's clock; a clock here that differs much is \#
    reported.","result":{"record":[
    {"name":"verificationCodeLength","type":"int"},
    {"name":"timeLeft","type":"duration","description":"Until \#
    finalizeEnrollmentTime."}]},"errors":["CREDENTIAL_TOO_OLD_LOGIN_AGAIN","UNVERIFIED_EMAIL","OPERATION_NOT_ALLOWED","UNSUPPORTED_FIRST_FACTOR","SECOND_FACTOR_LIMIT_EXCEEDED","TOKEN_EXPIRED","INVALID_ID_TOKEN","USER_DISABLED","USER_NOT_FOUND","TOO_MANY_ATTEMPTS_TRY_LATER","QUOTA_EXCEEDED","TENANT_ID_MISMATCH","INVALID_API_KEY","networkError","internalError"]},
    {"name":"finalizeEnrolment","title":"Check the code and enroll","description":"POST \#
    accounts/mfaEnrollment:finalize with the code and session information that were kept.","arguments":[
    {"name":"displayName","type":"string"}],"result":{"record":[
    {"name":"refreshIn","type":{"optional":"duration"}}]},"errors":["INVALID_CODE","MISSING_CODE","SESSION_EXPIRED","INVALID_SESSION_INFO","SECOND_FACTOR_EXISTS","SECOND_FACTOR_LIMIT_EXCEEDED","CREDENTIAL_TOO_OLD_LOGIN_AGAIN","TOKEN_EXPIRED","INVALID_ID_TOKEN","USER_DISABLED","USER_NOT_FOUND","TOO_MANY_ATTEMPTS_TRY_LATER","QUOTA_EXCEEDED","TENANT_ID_MISMATCH","INVALID_API_KEY","networkError","internalError"]},
    {"name":"withdrawEnrolment","title":"Remove the factor","description":"POST \#
    accounts/mfaEnrollment:withdraw with the id of the enrollment; the kind of the factor would not do. The \#
    answer has new tokens.","arguments":[
    {"name":"mfaEnrollmentId","type":{"optional":"string"}}],"result":{"record":[
    {"name":"refreshIn","type":{"optional":"duration"}}]},"errors":["MFA_ENROLLMENT_NOT_FOUND","CREDENTIAL_TOO_OLD_LOGIN_AGAIN","TOKEN_EXPIRED","INVALID_ID_TOKEN","USER_DISABLED","USER_NOT_FOUND","TOO_MANY_ATTEMPTS_TRY_LATER","QUOTA_EXCEEDED","TENANT_ID_MISMATCH","INVALID_API_KEY","networkError","internalError"]},
    {"name":"refreshTokens","title":"Refresh the tokens","description":"POST token with the refresh token, \#
    once for everybody who needs another id token at the time. The service makes what it gets the session's \#
    by itself, unless other tokens have come meanwhile: `adoptTokens` would not know whether the last \#
    tokens are its own or those of a sign-in that goes on beside it. After a start, the refresh token comes \#
    from the store.","result":{"record":[
    {"name":"refreshIn","type":{"optional":"duration"}}]},"errors":["storageFailed","TOKEN_EXPIRED","INVALID_ID_TOKEN","USER_DISABLED","USER_NOT_FOUND","TOO_MANY_ATTEMPTS_TRY_LATER","QUOTA_EXCEEDED","TENANT_ID_MISMATCH","INVALID_API_KEY","networkError","internalError"]},
    {"name":"configureProject","title":"Set the project up","description":"PATCH of the project's config \#
    with the update mask `mfa`, at /admin/v2 or /v2, with an administrator's OAuth token and the project in \#
    the header X-Goog-User-Project; or the Admin SDK. The project must have been upgraded to Identity \#
    Platform, and one provider at least that can have second factors must be allowed.","arguments":[
    {"name":"state","type":"string"},
    {"name":"adjacentIntervals","type":"int"}],"errors":["permissionDenied","networkError","internalError"]}],"queries":[
    {"name":"totpSecretKey","description":"The shared key in base32, to be typed into an authenticator \#
    app.","result":{"record":[
    {"name":"key","type":"string","secret":true}]}},
    {"name":"totpAddress","description":"The otpauth address, to be shown as a QR \#
    code.","result":{"record":[
    {"name":"address","type":"string","secret":true}]}},
    {"name":"enrolmentTimeLeft","description":"For the \#
    countdown.","result":"duration"}]},"root":{"id":"firebaseTotp","kind":"parallel","title":"Firebase \#
    sign-in with an authenticator app","description":"Signing in with a code of an authenticator app (TOTP) \#
    as second factor, enrolling and removing that factor, and allowing it for the project. Nothing in it is \#
    bound to one platform.","states":[
    {"id":"account","title":"Account","initial":{"targets":["starting"]},"on":[
    {"event":"signOut","targets":["signedOut"],"internal":true,"label":"signed out"},
    {"event":"cancel","targets":["lastQuestion"],"guard":"not \#
    in(asking)","internal":true,"label":"canceled"},
    {"event":"tokenRefreshFailed","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.data.code"]]}],"internal":true,"label":"session lost"},
    {"event":"error.execution","targets":["lastQuestion"],"guard":"not in(asking)","actions":[
    {"assign":[["lastError","'internalError'"]]}],"internal":true,"label":"internal error"},
    {"event":"deadlinePassed","actions":[
    {"assign":[["deadlineOver","true"]]}]},
    {"event":"backOffOver","actions":[
    {"assign":[["throttled","false"]]}]}],"states":[
    {"id":"starting","kind":"choice","title":"Was somebody signed in","always":[
    {"targets":["signedOut"],"guard":"nothingStored","label":"nobody"},
    {"targets":["restoring"],"label":"a session is stored"}]},
    {"id":"restoring","title":"Restoring the session","description":"The tokens are refreshed, and the user \#
    is looked up: only the server knows whether the session still exists and whether there is a second \#
    factor.","initial":{"targets":["restoringTokens"]},"on":[
    {"event":"cancel","targets":["notRestored"],"label":"canceled"},
    {"event":"error.TOKEN_EXPIRED","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"event":"error.INVALID_ID_TOKEN","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"event":"error.USER_DISABLED","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"event":"error.USER_NOT_FOUND","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"event":"error.TOO_MANY_ATTEMPTS_TRY_LATER","targets":["notRestored"],"actions":[
    {"assign":[["lastError","event.error"],["throttled","true"]]},
    {"send":{"event":"backOffOver","delay":{"expression":"backOff"}}}],"label":"too many attempts"},
    {"event":"error.timeout","targets":["notRestored"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"event":"error.execution","targets":["notRestored"],"actions":[
    {"assign":[["lastError","'internalError'"]]}],"label":"internal error"},
    {"event":"error.*","targets":["notRestored"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}],"states":[
    {"id":"restoringTokens","title":"Refreshing the stored tokens","invoke":[
    {"source":{"service":"refreshTokens"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["restoringUser"],"actions":[
    {"if":[[
    ["defined(event.data.refreshIn)",[
    {"assign":[["refreshDelay","event.data.refreshIn"]]}]]],[]]},
    {"raise":["tokensAdopted",[]]}],"label":"refreshed"}]}]},
    {"id":"restoringUser","title":"Loading the restored user","invoke":[
    {"source":{"service":"loadUser"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["afterFirstFactor"],"actions":[
    {"assign":[["user","event.data"],["hasFactor","length(event.data.factors) > \#
    0"],["factorsStale","false"]]}],"label":"restored"}]}]}]},
    {"id":"asking","title":"Your turn","description":"The app shows a screen and waits for the \#
    person.","initial":{"targets":["signedOut"]},"entry":[
    {"if":[[
    ["defined(lastError)",[
    {"emit":["errorOccurred",[["error","lastError"]]]}]]],[]]}],"errors":["TOO_MANY_ATTEMPTS_TRY_LATER","QUOTA_EXCEEDED","TENANT_ID_MISMATCH","INVALID_API_KEY","networkError","requestTimeout","internalError"],"states":[
    {"id":"lastQuestion","kind":"history","title":"the screen the work was started \#
    from","initial":{"targets":["signedOut"]}},
    {"id":"signedOut","title":"Signed out","entry":[
    {"if":[[
    ["goal == 'stepUp'",[
    {"emit":["stepUpRefused",[]]}]]],[]]},
    {"assign":[["goal","'none'"],["user","unset"],["hasFactor","false"],["hints","[]"]]},
    {"raise":["tokensErased",[]]},
    {"handler":["eraseTotpSecret",[]]},
    {"handler":["eraseTokens",[]]}],"on":[
    {"event":"error.execution","actions":[
    {"assign":[["lastError","lastError ?? 'storageFailed'"]]},
    {"emit":["errorOccurred",[["error","'storageFailed'"]]]}],"label":"tokens still stored"},
    {"event":"signIn","targets":["signingIn"],"guard":"not throttled","actions":[
    {"assign":[["email","event.data.email"]]},
    {"handler":["keepCredential",[["password","event.data.password"],["provider","event.data.provider"]]]}]},
    {"event":"signUp","targets":["signingUp"],"guard":"not throttled","actions":[
    {"assign":[["email","event.data.email"]]},
    {"handler":["keepCredential",[["password","event.data.password"]]]}]},
    {"event":"sendSignInLink","targets":["sendingSignInLink"],"guard":"not throttled","actions":[
    {"assign":[["email","event.data.email"]]}]}],"errors":["storageFailed","EMAIL_EXISTS","WEAK_PASSWORD","INVALID_LOGIN_CREDENTIALS","INVALID_IDP_RESPONSE","accountExistsWithDifferentCredential","INVALID_OOB_CODE","EXPIRED_OOB_CODE","INVALID_EMAIL","UNAUTHORIZED_DOMAIN","MISSING_PASSWORD","PASSWORD_LOGIN_DISABLED","USER_DISABLED","USER_NOT_FOUND","SESSION_EXPIRED","INVALID_MFA_PENDING_CREDENTIAL","MISSING_MFA_PENDING_CREDENTIAL","MISSING_CREDENTIAL","MFA_ENROLLMENT_NOT_FOUND","TOKEN_EXPIRED","INVALID_ID_TOKEN"]},
    {"id":"reauthRequired","title":"Sign in again","description":"The session is over, for example because \#
    a factor was removed, and the person has to sign in again.","entry":[
    {"if":[[
    ["goal == 'stepUp'",[
    {"emit":["stepUpRefused",[]]}]]],[]]},
    {"assign":[["goal","'none'"],["user","unset"],["hasFactor","false"],["hints","[]"]]},
    {"raise":["tokensErased",[]]},
    {"handler":["eraseTotpSecret",[]]},
    {"handler":["eraseTokens",[]]}],"on":[
    {"event":"error.execution","actions":[
    {"assign":[["lastError","lastError ?? 'storageFailed'"]]},
    {"emit":["errorOccurred",[["error","'storageFailed'"]]]}],"label":"tokens still stored"},
    {"event":"signIn","targets":["signingIn"],"guard":"not throttled","actions":[
    {"assign":[["email","event.data.email"]]},
    {"handler":["keepCredential",[["password","event.data.password"],["provider","event.data.provider"]]]}]},
    {"event":"sendSignInLink","targets":["sendingSignInLink"],"guard":"not throttled","actions":[
    {"assign":[["email","event.data.email"]]}]},
    {"event":"cancel","targets":["signedOut"],"label":"not \#
    now"}],"errors":["storageFailed","TOKEN_EXPIRED","INVALID_ID_TOKEN","USER_DISABLED","USER_NOT_FOUND","INVALID_IDP_RESPONSE","accountExistsWithDifferentCredential","INVALID_OOB_CODE","EXPIRED_OOB_CODE","INVALID_EMAIL","UNAUTHORIZED_DOMAIN","MISSING_PASSWORD","PASSWORD_LOGIN_DISABLED"]},
    {"id":"notRestored","title":"Session not restored","description":"Somebody was signed in, but the \#
    session could not be restored, for example without a connection. It is kept.","on":[
    {"event":"checkAgain","targets":["restoring"],"guard":"not throttled"}],"errors":["storageFailed"]},
    {"id":"secondFactorRequired","title":"Second factor required","description":"The person chooses with \#
    which of the enrolled factors to go on.","on":[
    {"event":"select","guard":"event.data.index < 0 or event.data.index >= length(hints)","label":"not in \#
    the list"},
    {"event":"select","targets":["askingCode"],"guard":"hints[event.data.index].factorId == \#
    'totp'","actions":[
    {"assign":[["selectedHint","hints[event.data.index].mfaEnrollmentId"]]}],"label":"authenticator app"},
    {"event":"select","targets":["unsupportedFactor"],"label":"another kind"},
    {"event":"cancel","targets":["gaveUp"],"label":"canceled"}],"errors":["MISSING_MFA_ENROLLMENT_ID"]},
    {"id":"unsupportedFactor","title":"Factor not supported","description":"Only codes of authenticator \#
    apps are asked for here.","on":[
    {"event":"back","targets":["secondFactorRequired"]},
    {"event":"cancel","targets":["gaveUp"],"label":"canceled"}]},
    {"id":"askingCode","title":"Asking for the code","description":"The app asks for the code of the \#
    authenticator app.","on":[
    {"event":"submit","guard":"event.data.code == ''","actions":[
    {"emit":["errorOccurred",[["error","'MISSING_CODE'"]]]}],"label":"no code"},
    {"event":"submit","targets":["verifying"],"guard":"not throttled and length(event.data.code) >= 6 and \#
    length(event.data.code) <= 10 and codeHasOnlyDigits","actions":[
    {"handler":["keepCode",[["code","event.data.code"]]]}]},
    {"event":"submit","guard":"not throttled","actions":[
    {"emit":["errorOccurred",[["error","'malformedCode'"]]]}],"label":"not a code"},
    {"event":"back","targets":["secondFactorRequired"]},
    {"event":"cancel","targets":["gaveUp"],"label":"canceled"}],"errors":["INVALID_CODE","MISSING_CODE","malformedCode"]},
    {"id":"signedIn","title":"Signed in","entry":[
    {"if":[[
    ["goal == 'stepUp'",[
    {"emit":["stepUpRefused",[]]}]]],[]]},
    {"assign":[["goal","'none'"]]},
    {"handler":["eraseTotpSecret",[]]}],"on":[
    {"event":"enrol","targets":["reloadingFactors"],"guard":"not throttled and factorsStale","actions":[
    {"assign":[["goal","'enrol'"]]}],"label":"list out of date"},
    {"event":"enrol","targets":["checkingEligibility"],"guard":"not throttled","actions":[
    {"assign":[["goal","'enrol'"]]}]},
    {"event":"unenrol","targets":["reloadingFactors"],"guard":"not throttled and factorsStale","actions":[
    {"assign":[["goal","'unenrol'"]]}],"label":"list out of date"},
    {"event":"unenrol","targets":["choosingFactor"],"guard":"hasFactor and not factorsStale","actions":[
    {"assign":[["goal","'unenrol'"]]}]},
    {"event":"requireStepUp","targets":["reloadingFactors"],"guard":"mfaPolicy == 'stepUp' and not \#
    throttled and factorsStale","actions":[
    {"assign":[["goal","'stepUp'"]]}],"label":"list out of date"},
    {"event":"requireStepUp","targets":["steppingUp"],"guard":"mfaPolicy == 'stepUp' and not \#
    throttled","actions":[
    {"assign":[["goal","'stepUp'"]]}]}],"errors":["storageFailed","SECOND_FACTOR_EXISTS","SECOND_FACTOR_LIMIT_EXCEEDED"]},
    {"id":"enrolmentForced","title":"Enrollment required","description":"The app requires a second factor, \#
    and the person has none.","entry":[
    {"assign":[["goal","'none'"]]},
    {"handler":["eraseTotpSecret",[]]}],"on":[
    {"event":"enrol","targets":["checkingEligibility"],"guard":"not throttled","actions":[
    {"assign":[["goal","'enrol'"]]}]}],"errors":["storageFailed","SECOND_FACTOR_EXISTS","SECOND_FACTOR_LIMIT_EXCEEDED"]},
    {"id":"offeringEnrolment","title":"Enrollment offered","description":"The app offers a second factor \#
    after each sign-in without one, and the person can skip it.","entry":[
    {"assign":[["goal","'none'"]]},
    {"handler":["eraseTotpSecret",[]]}],"on":[
    {"event":"enrol","targets":["checkingEligibility"],"guard":"not throttled","actions":[
    {"assign":[["goal","'enrol'"]]}]},
    {"event":"skip","targets":["signedIn"],"label":"not now"}]},
    {"id":"verifyingEmail","title":"Confirming the email address","description":"An address that is not \#
    confirmed may belong to somebody else, who would be locked out by a second factor.","on":[
    {"event":"sendVerificationEmail","targets":["sendingVerificationEmail"],"guard":"not throttled"},
    {"event":"checkAgain","targets":["checkingEmail"],"guard":"not throttled"},
    {"event":"cancel","targets":["afterFirstFactor"],"label":"canceled"}],"errors":["UNVERIFIED_EMAIL"]},
    {"id":"reauthenticating","title":"Signing in again","description":"Before a factor is added or removed, \#
    or confirmed for a feature, the person signs in again, with the same account.","entry":[
    {"handler":["eraseTotpSecret",[]]}],"on":[
    {"event":"signIn","targets":["signingIn"],"guard":"not throttled","actions":[
    {"if":[[
    ["defined(event.data.email)",[
    {"assign":[["email","event.data.email"]]}]]],[
    {"assign":[["email","user.email ?? unset"]]}]]},
    {"handler":["keepCredential",[["password","event.data.password"],["provider","event.data.provider"]]]}]},
    {"event":"sendSignInLink","targets":["sendingSignInLink"],"guard":"not throttled","actions":[
    {"assign":[["email","user.email ?? unset"]]}]},
    {"event":"cancel","targets":["afterFirstFactor"],"label":"canceled"}],"errors":["storageFailed","CREDENTIAL_TOO_OLD_LOGIN_AGAIN","userMismatch","INVALID_LOGIN_CREDENTIALS","INVALID_IDP_RESPONSE","accountExistsWithDifferentCredential","INVALID_OOB_CODE","EXPIRED_OOB_CODE","INVALID_EMAIL","UNAUTHORIZED_DOMAIN","MISSING_PASSWORD","PASSWORD_LOGIN_DISABLED","SESSION_EXPIRED","INVALID_MFA_PENDING_CREDENTIAL","MISSING_MFA_PENDING_CREDENTIAL","MISSING_CREDENTIAL","MFA_ENROLLMENT_NOT_FOUND"]},
    {"id":"showingSecret","title":"Showing the secret","description":"The app shows the key and the QR code \#
    to be scanned with an authenticator app, and how long it is valid.","on":[
    {"event":"openInOTPApp","actions":[
    {"handler":["openInOTPApp",[]]}]},
    {"event":"continue","targets":["askingEnrolCode"]},
    {"event":"skip","targets":["signedIn"],"guard":"mfaPolicy != 'required'","label":"not now"},
    {"event":"cancel","targets":["afterFirstFactor"],"label":"canceled"}],"always":[
    {"targets":["secretExpired"],"guard":"deadlineOver","label":"too \#
    late"}],"queries":["totpSecretKey","totpAddress","enrolmentTimeLeft"]},
    {"id":"askingEnrolCode","title":"Asking for the first code","description":"The app asks for the code \#
    that the authenticator app shows now, and for a name of the factor.","on":[
    {"event":"submit","guard":"event.data.code == ''","actions":[
    {"emit":["errorOccurred",[["error","'MISSING_CODE'"]]]}],"label":"no code"},
    {"event":"submit","targets":["finalizing"],"guard":"not throttled and length(event.data.code) == \#
    codeLength and codeHasOnlyDigits","actions":[
    {"handler":["keepCode",[["code","event.data.code"]]]},
    {"if":[[
    ["defined(event.data.displayName) and event.data.displayName != ''",[
    {"assign":[["enrolmentName","event.data.displayName"]]}]]],[
    {"assign":[["enrolmentName","'TOTP'"]]}]]}]},
    {"event":"submit","guard":"not throttled","actions":[
    {"emit":["errorOccurred",[["error","'malformedCode'"]]]}],"label":"not a code"},
    {"event":"back","targets":["showingSecret"]},
    {"event":"cancel","targets":["afterFirstFactor"],"label":"canceled"}],"always":[
    {"targets":["secretExpired"],"guard":"deadlineOver","label":"too \#
    late"}],"errors":["INVALID_CODE","MISSING_CODE","malformedCode"],"queries":["enrolmentTimeLeft"]},
    {"id":"enrolmentUnclear","title":"Not known whether enrolled","description":"The answer to the first \#
    code was lost or not waited for, and the user is not looked up since. The factor may be enrolled, so \#
    the authenticator app must keep the key, and no other one is made before the server has said.","on":[
    {"event":"checkAgain","targets":["findingOut"],"guard":"not throttled"}]},
    {"id":"secretExpired","title":"Secret expired","description":"The secret cannot be enrolled any more, \#
    and a new one is needed. The source asks for another code after every failure, but here no code would \#
    help.","entry":[
    {"handler":["eraseTotpSecret",[]]}],"on":[
    {"event":"restart","targets":["generatingSecret"],"guard":"not throttled"},
    {"event":"cancel","targets":["afterFirstFactor"],"label":"canceled"}],"errors":["SESSION_EXPIRED","INVALID_SESSION_INFO"]},
    {"id":"ineligible","title":"Not possible","description":"This account, or this project, cannot have an \#
    authenticator app as second factor.","entry":[
    {"handler":["eraseTotpSecret",[]]}],"on":[
    {"event":"back","targets":["afterFirstFactor"],"label":"understood"}],"errors":["ineligibleProvider","UNSUPPORTED_FIRST_FACTOR","OPERATION_NOT_ALLOWED"]},
    {"id":"choosingFactor","title":"Choosing the factor to remove","on":[
    {"event":"select","targets":["withdrawing"],"guard":"not throttled and defined(user) and \#
    event.data.index >= 0 and event.data.index < length(user.factors)","actions":[
    {"assign":[["selectedFactor","user.factors[event.data.index].mfaEnrollmentId"]]}]},
    {"event":"cancel","targets":["afterFirstFactor"],"label":"canceled"}],"errors":["MFA_ENROLLMENT_NOT_FOUND"]}]},
    {"id":"signingIn","title":"Signing in","invoke":[
    {"source":{"service":"signIn"},"input":[["email","email"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["reauthenticating"],"guard":"goal != 'none' and event.data.localId != (user.localId ?? \#
    '')","actions":[
    {"handler":["discardTokens",[]]},
    {"assign":[["lastError","'userMismatch'"]]}],"label":"another account"},
    {"targets":["loadingUser"],"guard":"event.data.hasIdToken","actions":[
    {"handler":["adoptTokens",[]]},
    {"if":[[
    ["defined(event.data.refreshIn)",[
    {"assign":[["refreshDelay","event.data.refreshIn"]]}]]],[]]},
    {"raise":["tokensAdopted",[]]}],"label":"signed in"},
    {"targets":["secondFactor"],"guard":"length(event.data.hints) > 0","actions":[
    {"assign":[["hints","event.data.hints"]]}],"label":"second factor needed"},
    {"targets":["passwordAgain"],"actions":[
    {"assign":[["lastError","'internalError'"]]}],"label":"unusable answer"}],"failed":[
    {"code":"EMAIL_NOT_FOUND","targets":["signedOut"],"actions":[
    {"assign":[["lastError","'INVALID_LOGIN_CREDENTIALS'"]]}],"label":"refused"},
    {"code":"INVALID_PASSWORD","targets":["passwordAgain"],"actions":[
    {"assign":[["lastError","'INVALID_LOGIN_CREDENTIALS'"]]}],"label":"refused"},
    {"code":"INVALID_LOGIN_CREDENTIALS","targets":["passwordAgain"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"refused"},
    {"code":"timeout","targets":["errorResults"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"signingUp","title":"Creating the account","invoke":[
    {"source":{"service":"signUp"},"input":[["email","email"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["loadingUser"],"actions":[
    {"handler":["adoptTokens",[]]},
    {"if":[[
    ["defined(event.data.refreshIn)",[
    {"assign":[["refreshDelay","event.data.refreshIn"]]}]]],[]]},
    {"raise":["tokensAdopted",[]]}],"label":"account created"}],"failed":[
    {"code":"timeout","targets":["errorResults"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"sendingSignInLink","title":"Sending the link","invoke":[
    {"source":{"service":"sendSignInLink"},"input":[["email","email"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["lastQuestion"],"actions":[
    {"emit":["signInLinkSent",[]]}],"label":"link sent"}],"failed":[
    {"code":"timeout","targets":["errorResults"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"secondFactor","kind":"choice","title":"Which second factor","description":"Where there is \#
    nothing but one authenticator app, the person has nothing to choose.","always":[
    {"targets":["askingCode"],"guard":"length(hints) == 1 and hints[0].factorId == 'totp'","actions":[
    {"assign":[["selectedHint","hints[0].mfaEnrollmentId"]]}],"label":"only an authenticator app"},
    {"targets":["secondFactorRequired"],"label":"to be chosen"}]},
    {"id":"verifying","title":"Checking the code","invoke":[
    {"source":{"service":"finalizeSignIn"},"input":[["mfaEnrollmentId","selectedHint"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["loadingUser"],"actions":[
    {"handler":["adoptTokens",[]]},
    {"if":[[
    ["defined(event.data.refreshIn)",[
    {"assign":[["refreshDelay","event.data.refreshIn"]]}]]],[]]},
    {"raise":["tokensAdopted",[]]}],"label":"signed in"}],"failed":[
    {"code":"SESSION_EXPIRED","targets":["passwordAgain"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"sign in again"},
    {"code":"MFA_ENROLLMENT_NOT_FOUND","targets":["passwordAgain"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"factors out of date"},
    {"code":"timeout","targets":["errorResults"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"loadingUser","title":"Loading the user","invoke":[
    {"source":{"service":"loadUser"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["afterSignIn"],"actions":[
    {"assign":[["user","event.data"],["hasFactor","length(event.data.factors) > \#
    0"],["factorsStale","false"]]}]}],"failed":[
    {"code":"TOKEN_EXPIRED","targets":["signedOut"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"token refused"},
    {"code":"INVALID_ID_TOKEN","targets":["signedOut"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"token refused"},
    {"code":"USER_DISABLED","targets":["signedOut"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"disabled"},
    {"code":"USER_NOT_FOUND","targets":["signedOut"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"not found"},
    {"code":"timeout","targets":["passwordAgain"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["passwordAgain"],"guard":"event.error == 'TOO_MANY_ATTEMPTS_TRY_LATER'","actions":[
    {"assign":[["lastError","event.error"],["throttled","true"]]},
    {"send":{"event":"backOffOver","delay":{"expression":"backOff"}}}],"label":"too many attempts"},
    {"targets":["passwordAgain"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}],"on":[
    {"event":"cancel","targets":["gaveUp"],"label":"canceled"},
    {"event":"error.execution","targets":["passwordAgain"],"actions":[
    {"assign":[["lastError","'storageFailed'"]]}],"label":"tokens not stored"}]},
    {"id":"afterSignIn","kind":"choice","title":"What to go on with","always":[
    {"targets":["steppingUp"],"guard":"goal == 'stepUp'","label":"a feature waits"},
    {"targets":["generatingSecret"],"guard":"goal == 'enrol'","label":"enrolling"},
    {"targets":["choosingFactor"],"guard":"goal == 'unenrol' and hasFactor","label":"removing a factor"},
    {"targets":["offeringEnrolment"],"guard":"mfaPolicy == 'optional' and not hasFactor","label":"enrolling \#
    is offered"},
    {"targets":["afterFirstFactor"],"label":"signed in"}]},
    {"id":"afterFirstFactor","kind":"choice","title":"Is a second factor missing","always":[
    {"targets":["enrolmentForced"],"guard":"mfaPolicy == 'required' and not hasFactor","label":"required \#
    and missing"},
    {"targets":["signedIn"],"label":"fine"}]},
    {"id":"passwordAgain","kind":"choice","title":"Where the password is asked","always":[
    {"targets":["signedOut"],"guard":"goal == 'none'","label":"signing in"},
    {"targets":["reauthenticating"],"label":"signing in again"}]},
    {"id":"gaveUp","kind":"choice","title":"Where giving up leads","always":[
    {"targets":["signedOut"],"guard":"goal == 'none'","label":"not signed in"},
    {"targets":["afterFirstFactor"],"actions":[
    {"handler":["discardTokens",[]]}],"label":"still signed in"}]},
    {"id":"steppingUp","kind":"choice","title":"Is a second factor confirmed","description":"The server \#
    takes a code only when somebody signs in or enrolls, so a person confirms a factor by signing in \#
    again.","always":[
    {"targets":["signedIn"],"guard":"hasFactor and recentSecondFactor","actions":[
    {"assign":[["goal","'none'"]]},
    {"emit":["stepUpGranted",[]]}],"label":"confirmed"},
    {"targets":["reauthenticating"],"guard":"hasFactor","label":"to be confirmed"},
    {"targets":["checkingEligibility"],"label":"to be enrolled"}]},
    {"id":"checkingEligibility","kind":"choice","title":"May the person enroll","always":[
    {"targets":["ineligible"],"guard":"contains(['phone', 'anonymous', 'custom', 'gc.apple.com'], \#
    user.signInProvider ?? 'anonymous')","actions":[
    {"assign":[["lastError","'ineligibleProvider'"]]}],"label":"provider without second factors"},
    {"targets":["verifyingEmail"],"guard":"not (user.emailVerified ?? false)","label":"address not \#
    confirmed"},
    {"targets":["reauthenticating"],"guard":"not recentLogin","label":"signed in too long ago"},
    {"targets":["generatingSecret"],"label":"eligible"}]},
    {"id":"sendingVerificationEmail","title":"Sending the email","invoke":[
    {"source":{"service":"sendVerificationEmail"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["verifyingEmail"],"actions":[
    {"emit":["verificationEmailSent",[]]}],"label":"email sent"}],"failed":[
    {"code":"timeout","targets":["errorResults"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"checkingEmail","title":"Is the address confirmed","invoke":[
    {"source":{"service":"loadUser"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["steppingUp"],"guard":"event.data.emailVerified and goal == 'stepUp'","actions":[
    {"assign":[["user","event.data"],["hasFactor","length(event.data.factors) > \#
    0"],["factorsStale","false"]]}],"label":"a feature waits"},
    {"targets":["checkingEligibility"],"guard":"event.data.emailVerified","actions":[
    {"assign":[["user","event.data"],["hasFactor","length(event.data.factors) > \#
    0"],["factorsStale","false"]]}],"label":"confirmed"},
    {"targets":["verifyingEmail"],"actions":[
    {"assign":[["lastError","'UNVERIFIED_EMAIL'"]]}],"label":"not yet"}],"failed":[
    {"code":"timeout","targets":["errorResults"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"generatingSecret","title":"Generating the secret","invoke":[
    {"source":{"service":"startEnrolment"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["showingSecret"],"actions":[
    {"cancel":"enrolmentDeadline"},
    {"assign":[["codeLength","event.data.verificationCodeLength"],["enrolmentTime","event.data.timeLeft"],["deadlineOver","false"]]},
    {"send":{"event":"deadlinePassed","delay":{"expression":"enrolmentTime"},"id":"enrolmentDeadline"}}],"label":"secret \#
    made"}],"failed":[
    {"code":"timeout","targets":["afterFirstFactor"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"code":"TOO_MANY_ATTEMPTS_TRY_LATER","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"code":"SECOND_FACTOR_LIMIT_EXCEEDED","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"code":"CREDENTIAL_TOO_OLD_LOGIN_AGAIN","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"code":"UNVERIFIED_EMAIL","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"code":"OPERATION_NOT_ALLOWED","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"code":"UNSUPPORTED_FIRST_FACTOR","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"code":"TOKEN_EXPIRED","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"code":"INVALID_ID_TOKEN","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"code":"USER_DISABLED","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"code":"USER_NOT_FOUND","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}]},
    {"targets":["afterFirstFactor"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"finalizing","title":"Enrolling","initial":{"targets":["checkingEnrolCode"]},"on":[
    {"event":"cancel","targets":["enrolmentUnclear"],"label":"canceled"}],"states":[
    {"id":"checkingEnrolCode","title":"Checking the first code","invoke":[
    {"source":{"service":"finalizeEnrolment"},"input":[["displayName","enrolmentName"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["loadingFactors"],"actions":[
    {"assign":[["hasFactor","true"],["factorsStale","true"]]},
    {"handler":["adoptTokens",[]]},
    {"if":[[
    ["defined(event.data.refreshIn)",[
    {"assign":[["refreshDelay","event.data.refreshIn"]]}]]],[]]},
    {"raise":["tokensAdopted",[]]}],"label":"code accepted"}],"failed":[
    {"code":"SESSION_EXPIRED","targets":["secretExpired"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"too late"},
    {"code":"timeout","targets":["findingOut"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"code":"networkError","targets":["findingOut"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"no answer"},
    {"code":"internalError","targets":["findingOut"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"server failed"},
    {"code":"INVALID_SESSION_INFO","targets":["findingOut"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"secret not valid"},
    {"targets":["secretExpired"],"guard":"deadlineOver and (event.error == 'INVALID_CODE' or event.error == \#
    'MISSING_CODE')","actions":[
    {"assign":[["lastError","'SESSION_EXPIRED'"]]}],"label":"too late for another try"},
    {"targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"findingOut","title":"Is the factor enrolled","invoke":[
    {"source":{"service":"loadUser"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["enrolled"],"guard":"length(event.data.factors) > length(user.factors ?? [])","actions":[
    {"assign":[["user","event.data"],["hasFactor","true"],["factorsStale","false"],["lastError","unset"]]}],"label":"enrolled"},
    {"targets":["secretExpired"],"guard":"lastError == 'INVALID_SESSION_INFO'","label":"secret not valid"},
    {"targets":["askingEnrolCode"],"label":"not enrolled"}],"failed":[
    {"code":"TOKEN_EXPIRED","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"session over"},
    {"code":"INVALID_ID_TOKEN","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"session over"},
    {"code":"USER_DISABLED","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"account not usable"},
    {"code":"USER_NOT_FOUND","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"account not usable"},
    {"code":"TOO_MANY_ATTEMPTS_TRY_LATER","targets":["enrolmentUnclear"],"actions":[
    {"assign":[["lastError","event.error"],["throttled","true"]]},
    {"send":{"event":"backOffOver","delay":{"expression":"backOff"}}}],"label":"too many attempts"},
    {"code":"timeout","targets":["enrolmentUnclear"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["enrolmentUnclear"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"loadingFactors","title":"Loading the factors","invoke":[
    {"source":{"service":"loadUser"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["enrolled"],"actions":[
    {"assign":[["user","event.data"],["hasFactor","true"],["factorsStale","false"]]}]}],"failed":[
    {"code":"TOKEN_EXPIRED","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"session over"},
    {"code":"INVALID_ID_TOKEN","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"session over"},
    {"code":"USER_DISABLED","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"account not usable"},
    {"code":"USER_NOT_FOUND","targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"account not usable"},
    {"code":"TOO_MANY_ATTEMPTS_TRY_LATER","targets":["enrolled"],"actions":[
    {"assign":[["throttled","true"]]},
    {"send":{"event":"backOffOver","delay":{"expression":"backOff"}}}],"label":"too many attempts"},
    {"code":"timeout","targets":["enrolled"]},
    {"targets":["enrolled"]}]}],"on":[
    {"event":"cancel","targets":["enrolled"]},
    {"event":"error.execution","actions":[
    {"assign":[["lastError","'storageFailed'"]]}],"label":"tokens not stored"}]}]},
    {"id":"enrolled","title":"Enrolled","entry":[
    {"emit":["enrolled",[]]},
    {"handler":["eraseTotpSecret",[]]}],"always":[
    {"targets":["steppingUp"],"guard":"goal == 'stepUp'","label":"a feature waits"},
    {"targets":["signedIn"],"label":"enrolled"}]},
    {"id":"reloadingFactors","title":"Loading the factors again","invoke":[
    {"source":{"service":"loadUser"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["checkingEligibility"],"guard":"goal == 'enrol'","actions":[
    {"assign":[["user","event.data"],["hasFactor","length(event.data.factors) > \#
    0"],["factorsStale","false"]]}],"label":"enrolling"},
    {"targets":["steppingUp"],"guard":"goal == 'stepUp'","actions":[
    {"assign":[["user","event.data"],["hasFactor","length(event.data.factors) > \#
    0"],["factorsStale","false"]]}],"label":"a feature waits"},
    {"targets":["choosingFactor"],"guard":"length(event.data.factors) > 0","actions":[
    {"assign":[["user","event.data"],["hasFactor","true"],["factorsStale","false"]]}],"label":"factors \#
    loaded"},
    {"targets":["afterFirstFactor"],"actions":[
    {"assign":[["user","event.data"],["hasFactor","false"],["factorsStale","false"],["lastError","unset"]]}],"label":"no \#
    factor left"}],"failed":[
    {"code":"timeout","targets":["errorResults"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"withdrawing","title":"Removing the factor","invoke":[
    {"source":{"service":"withdrawEnrolment"},"input":[["mfaEnrollmentId","selectedFactor"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["refreshingUser"],"actions":[
    {"assign":[["factorsLeft","[]"]]},
    {"foreach":{"item":"factor","list":"user.factors ?? []","body":[
    {"if":[[
    ["factor.mfaEnrollmentId != selectedFactor",[
    {"assign":[["factorsLeft","concat(factorsLeft, [factor])"]]}]]],[]]}]}},
    {"if":[[
    ["defined(user)",[
    {"assign":[["user","{localId: user.localId, email: user.email, emailVerified: user.emailVerified, \#
    signInProvider: user.signInProvider, factors: factorsLeft}"]]}]]],[]]},
    {"assign":[["hasFactor","length(factorsLeft) > 0"],["factorsStale","true"]]},
    {"handler":["adoptTokens",[]]},
    {"if":[[
    ["defined(event.data.refreshIn)",[
    {"assign":[["refreshDelay","event.data.refreshIn"]]}]]],[]]},
    {"raise":["tokensAdopted",[]]}],"label":"removed"}],"failed":[
    {"code":"MFA_ENROLLMENT_NOT_FOUND","targets":["reloadingFactors"],"actions":[
    {"assign":[["lastError","event.error"]]},
    {"assign":[["factorsLeft","[]"]]},
    {"foreach":{"item":"factor","list":"user.factors ?? []","body":[
    {"if":[[
    ["factor.mfaEnrollmentId != selectedFactor",[
    {"assign":[["factorsLeft","concat(factorsLeft, [factor])"]]}]]],[]]}]}},
    {"if":[[
    ["defined(user)",[
    {"assign":[["user","{localId: user.localId, email: user.email, emailVerified: user.emailVerified, \#
    signInProvider: user.signInProvider, factors: factorsLeft}"]]}]]],[]]},
    {"assign":[["hasFactor","length(factorsLeft) > 0"],["factorsStale","true"]]}],"label":"factors out of \#
    date"},
    {"code":"timeout","targets":["errorResults"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]}],"label":"no answer"},
    {"targets":["errorResults"],"actions":[
    {"assign":[["lastError","event.error"]]}],"label":"error"}]}]},
    {"id":"refreshingUser","title":"Loading the user again","description":"The factor is gone. The source \#
    says that the person is signed out when it was the last one, and names one code in its text (17021) and \#
    another in its code (17017). Only the server knows: each removal may end in either way, and both codes, \#
    like a disabled or missing account, count as signed out.","invoke":[
    {"source":{"service":"loadUser"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["afterFirstFactor"],"actions":[
    {"assign":[["user","event.data"],["hasFactor","length(event.data.factors) > \#
    0"],["factorsStale","false"]]},
    {"emit":["unenrolled",[["signedOut","false"]]]}],"label":"still signed in"}],"failed":[
    {"code":"TOKEN_EXPIRED","targets":["reauthRequired"],"actions":[
    {"assign":[["lastError","event.error"]]},
    {"emit":["unenrolled",[["signedOut","true"]]]},
    {"emit":["signedOutLocally",[]]}],"label":"signed out"},
    {"code":"INVALID_ID_TOKEN","targets":["reauthRequired"],"actions":[
    {"assign":[["lastError","event.error"]]},
    {"emit":["unenrolled",[["signedOut","true"]]]},
    {"emit":["signedOutLocally",[]]}],"label":"signed out"},
    {"code":"USER_DISABLED","targets":["reauthRequired"],"actions":[
    {"assign":[["lastError","event.error"]]},
    {"emit":["unenrolled",[["signedOut","true"]]]},
    {"emit":["signedOutLocally",[]]}],"label":"signed out"},
    {"code":"USER_NOT_FOUND","targets":["reauthRequired"],"actions":[
    {"assign":[["lastError","event.error"]]},
    {"emit":["unenrolled",[["signedOut","true"]]]},
    {"emit":["signedOutLocally",[]]}],"label":"signed out"},
    {"code":"TOO_MANY_ATTEMPTS_TRY_LATER","targets":["afterFirstFactor"],"actions":[
    {"assign":[["lastError","event.error"],["throttled","true"]]},
    {"send":{"event":"backOffOver","delay":{"expression":"backOff"}}},
    {"emit":["unenrolled",[["signedOut","false"]]]}],"label":"too many attempts"},
    {"code":"timeout","targets":["afterFirstFactor"],"actions":[
    {"assign":[["lastError","'requestTimeout'"]]},
    {"emit":["unenrolled",[["signedOut","false"]]]}],"label":"no answer"},
    {"targets":["afterFirstFactor"],"actions":[
    {"assign":[["lastError","event.error"]]},
    {"emit":["unenrolled",[["signedOut","false"]]]}],"label":"error"}]}],"on":[
    {"event":"cancel","targets":["afterFirstFactor"],"actions":[
    {"emit":["unenrolled",[["signedOut","false"]]]}],"label":"canceled"},
    {"event":"signOut","targets":["signedOut"],"actions":[
    {"emit":["unenrolled",[["signedOut","true"]]]}],"label":"signed out"},
    {"event":"tokenRefreshFailed","targets":["reauthRequired"],"actions":[
    {"assign":[["lastError","event.data.code"]]},
    {"emit":["unenrolled",[["signedOut","true"]]]},
    {"emit":["signedOutLocally",[]]}],"label":"signed out"},
    {"event":"error.execution","targets":["afterFirstFactor"],"actions":[
    {"assign":[["lastError","'storageFailed'"]]},
    {"emit":["unenrolled",[["signedOut","false"]]]}],"label":"tokens not stored"}]},
    {"id":"errorResults","kind":"choice","title":"Error results","always":[
    {"targets":["reauthRequired"],"guard":"lastError == 'TOKEN_EXPIRED' or lastError == \#
    'INVALID_ID_TOKEN'","actions":[
    {"emit":["signedOutLocally",[]]}],"label":"session over"},
    {"targets":["signedOut"],"guard":"lastError == 'USER_DISABLED' or lastError == 'USER_NOT_FOUND' or \#
    lastError == 'EMAIL_NOT_FOUND'","label":"account not usable"},
    {"targets":["passwordAgain"],"guard":"lastError == 'INVALID_MFA_PENDING_CREDENTIAL' or lastError == \#
    'MISSING_MFA_PENDING_CREDENTIAL' or lastError == 'MISSING_CREDENTIAL'","label":"sign in again"},
    {"targets":["secondFactorRequired"],"guard":"lastError == 'MISSING_MFA_ENROLLMENT_ID'","label":"no \#
    factor chosen"},
    {"targets":["afterFirstFactor"],"guard":"lastError == 'SECOND_FACTOR_EXISTS' or lastError == \#
    'SECOND_FACTOR_LIMIT_EXCEEDED'","actions":[
    {"assign":[["hasFactor","true"],["factorsStale","true"]]}],"label":"no more factors"},
    {"targets":["ineligible"],"guard":"lastError == 'UNSUPPORTED_FIRST_FACTOR' or lastError == \#
    'OPERATION_NOT_ALLOWED'","label":"not possible"},
    {"targets":["verifyingEmail"],"guard":"lastError == 'UNVERIFIED_EMAIL'","label":"address not \#
    confirmed"},
    {"targets":["reauthenticating"],"guard":"lastError == 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'","label":"signed \#
    in too long ago"},
    {"targets":["lastQuestion"],"guard":"lastError == 'TOO_MANY_ATTEMPTS_TRY_LATER'","actions":[
    {"assign":[["throttled","true"]]},
    {"send":{"event":"backOffOver","delay":{"expression":"backOff"}}}],"label":"too many attempts"},
    {"targets":["lastQuestion"],"label":"any other error"}]}]},
    {"id":"tokens","title":"Tokens","initial":{"targets":["noTokens"]},"on":[
    {"event":"tokensAdopted","targets":["fresh"],"internal":true,"label":"tokens are there"},
    {"event":"tokensErased","targets":["noTokens"],"internal":true,"label":"tokens are gone"}],"states":[
    {"id":"noTokens","title":"None"},
    {"id":"fresh","title":"Fresh","after":[
    {"delay":{"expression":"refreshDelay"},"name":"refreshDelay","targets":["refreshing"]}]},
    {"id":"refreshing","title":"Refreshing","invoke":[
    {"source":{"service":"refreshTokens"},"timeout":{"literal":[15,0]},"done":[
    {"targets":["fresh"],"actions":[
    {"if":[[
    ["defined(event.data.refreshIn)",[
    {"assign":[["refreshDelay","event.data.refreshIn"]]}]]],[]]}]}],"failed":[
    {"code":"TOKEN_EXPIRED","targets":["noTokens"],"actions":[
    {"raise":["tokenRefreshFailed",[["code","event.error"]]]}],"label":"session lost"},
    {"code":"INVALID_ID_TOKEN","targets":["noTokens"],"actions":[
    {"raise":["tokenRefreshFailed",[["code","event.error"]]]}],"label":"session lost"},
    {"code":"USER_DISABLED","targets":["noTokens"],"actions":[
    {"raise":["tokenRefreshFailed",[["code","event.error"]]]}],"label":"session lost"},
    {"code":"USER_NOT_FOUND","targets":["noTokens"],"actions":[
    {"raise":["tokenRefreshFailed",[["code","event.error"]]]}],"label":"session lost"},
    {"code":"timeout","targets":["refreshLater"],"label":"no answer"},
    {"targets":["refreshLater"],"label":"error"}]}]},
    {"id":"refreshLater","title":"Trying again soon","after":[
    {"delay":{"literal":[30,0]},"name":"30s","targets":["refreshing"]}]}]},
    {"id":"project","title":"Project","initial":{"targets":["projectSettled"]},"states":[
    {"id":"projectSettled","title":"Settled","on":[
    {"event":"configureTOTP","targets":["configuringProject"],"guard":"not \#
    defined(event.data.adjacentIntervals)","actions":[
    {"assign":[["wantedState","event.data.state"],["wantedIntervals","5"]]}],"label":"usual number"},
    {"event":"configureTOTP","targets":["configuringProject"],"guard":"event.data.adjacentIntervals >= 0 \#
    and event.data.adjacentIntervals <= 10","actions":[
    {"assign":[["wantedState","event.data.state"],["wantedIntervals","event.data.adjacentIntervals"]]}]},
    {"event":"configureTOTP","actions":[
    {"emit":["errorOccurred",[["error","'invalidAdjacentIntervals'"]]]}],"label":"not from 0 to \#
    10"}],"errors":["invalidAdjacentIntervals","permissionDenied","networkError","requestTimeout","internalError"]},
    {"id":"configuringProject","title":"Setting up","invoke":[
    {"source":{"service":"configureProject"},"input":[["state","wantedState"],["adjacentIntervals","wantedIntervals"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["projectSettled"],"actions":[
    {"assign":[["providerState","wantedState"],["adjacentIntervals","wantedIntervals"]]},
    {"emit":["projectConfigured",[["state","providerState"],["adjacentIntervals","adjacentIntervals"]]]}]}],"failed":[
    {"code":"timeout","targets":["projectSettled"],"actions":[
    {"emit":["errorOccurred",[["error","'requestTimeout'"]]]}],"label":"no answer"},
    {"targets":["projectSettled"],"actions":[
    {"emit":["errorOccurred",[["error","event.error"]]]}],"label":"error"}]}],"on":[
    {"event":"cancelConfiguration","targets":["projectSettled"],"label":"canceled"}]}]}]}}
    """#
}
