// Decision: Docs/decisions/flows.md#each-flow-exports-flowkit
@_exported public import FlowKit
public import FlowTransport
public import Foundation
public import Statecharts

/// Signing in with Firebase and an authenticator app as second factor.
///
/// There are two ways to use it. An app can send events and watch `updates()`. Or it can follow the vendor's guide and
/// call `signIn(withEmail:password:)`, `multiFactor.enroll` and so on, which wait for the outcome. Both can be mixed.
///
/// ```swift
/// let auth = try FirebaseTOTPAuthentication(FirebaseTOTPConfiguration(apiKey: …, …))
/// await auth.start()
/// // A session of an earlier run is restored first.
/// for await update in await auth.updates() where update.isActive(.asking) {
///   if update.isActive(.signedOut) {
///     try await auth.signIn(withEmail: "ada@example.org", password: password)
///   }
///   break
/// }
/// ```
public final class FirebaseTOTPAuthentication: SignInFlow {
  /// The session.
  public let session: FlowSession<FirebaseTOTP>
  let handlers: FirebaseHandlers

  /// Makes a flow that is ready to be started.
  ///
  /// - Parameters:
  ///   - input: when people enroll, and how long to wait after too many attempts.
  ///   - clock: what timeouts and the life of tokens go by; the system's clock when nil.
  ///   - inspector: gets the trace of the flow, without secrets.
  ///   - now: seconds since 1970, to compare with the server's clock.
  /// - Throws: `ModelProblems` and `BindingProblems`, which are mistakes in the program and not in its use.
  public convenience init(
    _ configuration: FirebaseTOTPConfiguration, input: FirebaseTOTP.Input = FirebaseTOTP.Input(),
    clock: (any Clock<Duration>)? = nil, inspector: (any SessionInspector)? = nil,
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
  ) throws {
    try self.init(configuration, input: input, clock: clock, inspector: inspector, now: now) {
      try FirebaseTOTP.bound($0)
    }
  }

  /// Makes a flow of a chart that was bound to its handlers in another way, such as one that was loaded from a file.
  package init(
    _ configuration: FirebaseTOTPConfiguration, input: FirebaseTOTP.Input, clock: (any Clock<Duration>)?,
    inspector: (any SessionInspector)?, now: @escaping @Sendable () -> Double,
    binding: (FirebaseHandlers) throws -> TypedBoundChart<FirebaseTOTP>
  ) throws {
    let clock = clock ?? StandardClock.current
    handlers = FirebaseHandlers(configuration, now: now, uptime: clock.uptime)
    session = FlowSession(try Session(binding(handlers), input: input, clock: clock, inspector: inspector))
  }

  // MARK: Where it is

  /// Starts the flow. Call it once. If the store has the session of an earlier run, the flow is then `restoring` it:
  /// the user is known as soon as the server has answered.
  public func start() async { await session.typed.start() }

  // MARK: What the person does

  /// Sends what the person has done on the screen, and does not wait for the outcome. Events that the chart sends
  /// itself, such as `tokensAdopted`, are refused.
  public func send(_ event: FirebaseTOTP.Event) async throws(FirebaseTOTPRefusal) {
    // Decision: Docs/decisions/flow-firebase.md#vendor-methods-wait-events-do-not
    guard !event.isOfTheChart else { throw await session.refusal(of: event.event.name) }
    try await session.send(event)
  }

  /// Signs in without a password, and does not wait for the outcome.
  public func send(_ credential: FirebaseCredential) async throws(FirebaseTOTPRefusal) {
    let number = handlers.vault.withLock { $0.offer(credential) }
    do throws(FirebaseTOTPRefusal) { try await send(.signIn(provider: credential.name)) } catch {
      handlers.vault.withLock { $0.withdraw(number) }
      throw error
    }
  }

  // MARK: The secret that is shown

  /// The key in base32, to be typed into an authenticator app. Only available while the secret is shown.
  public func totpSecretKey() async throws(FirebaseTOTPRefusal) -> Secret {
    Secret(try await session.ask(.totpSecretKey()).key)
  }

  /// The address to be shown as a QR code; nil if the server has not sent enough to make one.
  public func totpAddress() async throws(FirebaseTOTPRefusal) -> Secret? {
    let address = try await session.ask(.totpAddress()).address
    return address.isEmpty ? nil : Secret(address)
  }

  /// How long the secret can be enrolled.
  public func enrolmentTimeLeft() async throws(FirebaseTOTPRefusal) -> Duration {
    try await session.ask(.enrolmentTimeLeft())
  }

  /// How far the server's clock is ahead of this one; nil until an answer had the server's time. If the difference is
  /// large, codes of an authenticator app on this device are wrong.
  public var clockDifference: Duration? { handlers.vault.withLock { $0.clockDifference } }

  // MARK: Tokens

  /// An ID token that is valid for some minutes, for the app's own requests. It is refreshed if necessary, once for all
  /// calls at the same time.
  ///
  /// - Throws: `AuthErrorCode`; `invalidUserToken` when nobody is signed in.
  public func idToken() async throws(AuthErrorCode) -> Secret {
    let update = await current
    guard update.isActive(.tokens), !update.isActive(.noTokens) else { throw AuthErrorCode(.invalidIdToken) }
    do throws(FirebaseError) {
      return try await handlers.session().tokens.idToken
    } catch {
      throw AuthErrorCode(error.error)
    }
  }

  // MARK: Within the package

  /// The secrets that the handlers have in memory, by name.
  package var held: Set<String> { handlers.vault.withLock { $0.held } }
}

extension FirebaseTOTP.Event {
  /// Whether the chart sends it to itself.
  var isOfTheChart: Bool {
    switch self {
    case .deadlinePassed, .backOffOver, .tokensAdopted, .tokensErased, .tokenRefreshFailed: true
    default: false
    }
  }
}
