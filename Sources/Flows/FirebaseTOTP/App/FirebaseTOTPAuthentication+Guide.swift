import FlowKit
public import FlowTransport
import Statecharts

/// The methods that the vendor's guide uses. Each waits until it is the person's turn again.
extension FirebaseTOTPAuthentication {
  /// Who is signed in; nil while nobody is.
  public var currentUser: FirebaseUser? {
    get async { FirebaseUser(await current, self) }
  }

  /// Signs in with email address and password. Also signs in again, before a factor is added or removed.
  ///
  /// - Throws: `AuthErrorCode`; with `secondFactorRequired` its resolver completes the sign-in.
  @discardableResult
  public func signIn(withEmail email: String, password: Secret) async throws(AuthErrorCode) -> FirebaseUser {
    try await signedIn(perform(.signIn(email: email, password: password.text)))
  }

  /// Makes an account with email address and password, and signs in with it. Then the policy for enrolling applies.
  ///
  /// - Throws: `AuthErrorCode`, such as `emailAlreadyInUse` or `weakPassword`.
  @discardableResult
  public func createUser(
    withEmail email: String, password: Secret
  ) async throws(AuthErrorCode) -> FirebaseUser {
    try await signedIn(perform(.signUp(email: email, password: password.text)))
  }

  /// Signs in without a password.
  ///
  /// - Throws: `AuthErrorCode`; with `secondFactorRequired` its resolver completes the sign-in.
  @discardableResult
  public func signIn(with credential: FirebaseCredential) async throws(AuthErrorCode) -> FirebaseUser {
    let number = handlers.vault.withLock { $0.offer(credential) }
    // If the event was refused, the credential is still there.
    defer { handlers.vault.withLock { $0.withdraw(number) } }
    return try await signedIn(perform(.signIn(provider: credential.name)))
  }

  /// Has an email sent whose link signs in without a password. Open the link with `FirebaseCredential.emailLink`, and keep
  /// the address until then. While signing in again, the email goes to the address of the account, whatever `email` is.
  ///
  /// - Throws: `AuthErrorCode`; `unauthorizedDomain` if the project does not allow the `signInLinkURL`, and
  ///   `internalError` if the configuration has none.
  public func sendSignInLink(to email: String) async throws(AuthErrorCode) {
    try await perform(.sendSignInLink(email: email))
  }

  /// Signs out on this device. Firebase has no sessions that could be ended.
  public func signOut() async throws(AuthErrorCode) { try await perform(.signOut) }

  /// Asks for a second factor before a feature that needs more security. The person confirms a factor, or enrolls one;
  /// `updates()` says which screen to show. If a code was accepted less than 5 minutes ago, nothing is asked.
  ///
  /// The feature's own server should check the token of `idToken()`: its claim `firebase.sign_in_second_factor` names the
  /// factor, and `auth_time` says when the person signed in.
  ///
  /// - Returns: whether the feature may continue.
  /// - Throws: `AuthErrorCode`; `notOffered` if `mfaPolicy` is not `stepUp`, on any screen but `signedIn`, while requests
  ///   wait after too many attempts, and while an earlier call waits for the person.
  public func requireStepUp() async throws(AuthErrorCode) -> Bool {
    var isGranted: Bool?
    _ = try await run(.requireStepUp) { update in
      for output in update.outputs {
        switch output {
        case .stepUpGranted: isGranted = true
        case .stepUpRefused: isGranted = false
        default: break
        }
      }
      return isGranted != nil
    }
    return isGranted == true
  }

  /// Sets whether the project accepts codes of authenticator apps, and how many steps of 30 seconds around the present
  /// one. An administrator does that once.
  ///
  /// - Parameter adjacentIntervals: 0 to 10, on each side.
  /// - Throws: `AuthErrorCode`; `permissionDenied` without an administrator's token.
  public func configureTOTP(
    _ state: FirebaseTOTP.ConfigureTOTPState, adjacentIntervals: Int = 5
  ) async throws(AuthErrorCode) {
    let event = FirebaseTOTP.Event.configureTOTP(state: state, adjacentIntervals: adjacentIntervals)
    var error: FirebaseTOTP.ErrorCode?
    _ = try await run(event) { update in
      for output in update.outputs {
        if case .errorOccurred(let code) = output, [.projectSettled, nil].contains(Self.region(of: code)) {
          error = code
        }
      }
      return update.isActive(.projectSettled)
    }
    if let error { throw AuthErrorCode(error) }
  }

  /// The user, or what is missing until there is one.
  func signedIn(_ update: FirebaseTOTPUpdate) throws(AuthErrorCode) -> FirebaseUser {
    if update.isActive(.askingCode) || update.isActive(.secondFactorRequired),
      let resolver = MultiFactorResolver(update, self)
    {
      throw AuthErrorCode(resolver)
    }
    guard let user = FirebaseUser(update, self) else { throw AuthErrorCode(.internalError) }
    return user
  }

  /// Sends an event and waits until the app shows a screen again.
  ///
  /// - Throws: what the screen shows as an error; `notOffered` where nothing was done.
  @discardableResult
  func perform(_ event: FirebaseTOTP.Event) async throws(AuthErrorCode) -> FirebaseTOTPUpdate {
    // Decision: Docs/decisions/flow-firebase.md#vendor-methods-wait-events-do-not
    var error: FirebaseTOTP.ErrorCode?
    let update = try await run(event) { update in
      for output in update.outputs {
        if case .errorOccurred(let code) = output, Self.region(of: code) != .projectSettled {
          error = code
        }
      }
      return update.isActive(.asking)
    }
    if let error { throw AuthErrorCode(error) }
    return update
  }

  /// To which part of the flow an error belongs; nil when it can be of each.
  private static func region(of error: FirebaseTOTP.ErrorCode) -> FirebaseTOTP.StateID? {
    switch error {
    case .invalidAdjacentIntervals, .permissionDenied: .projectSettled
    case .networkError, .requestTimeout, .internalError: nil
    default: .asking
    }
  }

  /// Sends an event and follows the flow until it is where the caller waits for.
  private func run(
    _ event: FirebaseTOTP.Event, until isThere: (FirebaseTOTPUpdate) -> Bool
  ) async throws(AuthErrorCode) -> FirebaseTOTPUpdate {
    var updates = await self.updates().makeAsyncIterator()
    _ = await updates.next()
    do throws(FirebaseTOTPRefusal) { try await send(event) } catch { throw AuthErrorCode(error) }
    let sent = await current.update.number
    while let update = await updates.next() {
      if isThere(update), update.update.number >= sent { return update }
    }
    throw AuthErrorCode(.internalError)
  }
}
