// Decision: Docs/decisions/flows.md#each-flow-exports-flowkit
@_exported public import FlowKit
import FlowTransport
import Foundation
public import Statecharts

/// Signing in to Mozilla VPN inside the app. Its methods have the names of the page that describes the flow, and each is
/// there in the states that the page gives it.
///
/// ```swift
/// let auth = try MZAuthInApp(MZAuthConfiguration(guardian: …, accounts: …), input: .init(platform: .ios))
/// await auth.authenticate()
/// try await auth.checkAccount("ada@example.org")
/// ```
public final class MZAuthInApp: SignInFlow {
  /// The session.
  public let session: FlowSession<FxaAuthentication>
  private let handlers: FxaHandlers

  /// Makes a flow that is ready to be started.
  ///
  /// - Parameters:
  ///   - input: the platform decides the method unless one is given; without a platform it is the one that this runs on.
  ///   - clock: what timeouts go by; the system's clock when nil.
  ///   - inspector: gets the trace of the flow, without secrets.
  /// - Throws: `MZAuthConfigurationProblem`, `ModelProblems` and `BindingProblems`, which are mistakes in the program and
  ///   not in its use.
  public init(
    _ configuration: MZAuthConfiguration, input: FxaAuthentication.Input,
    clock: (any Clock<Duration>)? = nil, inspector: (any SessionInspector)? = nil
  ) throws {
    try configuration.check()
    var input = input
    let platform = input.platform ?? .current
    input.platform = platform
    handlers = FxaHandlers(
      configuration.client(platform: platform), browser: configuration.browser,
      browserCallback: configuration.browserCallback, commonPasswords: configuration.commonPasswords)
    session = FlowSession(
      try Session(handlers, input: input, clock: clock ?? StandardClock.current, inspector: inspector))
  }

  // MARK: Starting, and where it is

  /// Starts the flow. Is called once.
  public func authenticate() async { await session.typed.start() }

  /// What signing in gave, once the flow has ended in `authenticated`; nil before, after every other end, and when the
  /// account was deleted.
  public var login: VPNLogin? {
    get async {
      guard await current.states == [.authenticated]
      else { return nil }
      return handlers.vault.withLock { $0.login }
    }
  }

  /// The lengths of the codes, for the fields in which they are typed.
  public var codeLengths: (totp: Int, email: Int, unblock: Int) {
    get async {
      let context = await current.update.context
      return (context.totpCodeLength, context.emailCodeLength, context.unblockCodeLength)
    }
  }

  // MARK: Start

  /// Asks whether there is an account for an email address. An address that looks wrong sets an error and is not
  /// refused. A person who signs in again must use the known address.
  public func checkAccount(_ emailAddress: String) async throws(MZAuthRefusal) {
    // Decision: Docs/decisions/flow-mozilla-vpn.md#signing-in-again-is-for-one-account
    try await send(.checkAccount(emailAddress: emailAddress))
  }

  /// Whether an email address looks right.
  public func validateEmailAddress(_ emailAddress: String) async throws(MZAuthRefusal) -> Bool {
    try await ask(.validateEmailAddress(emailAddress: emailAddress))
  }

  // MARK: Sign in

  /// Keeps the password. Nothing is sent yet. An empty one takes back what was set.
  public func setPassword(_ password: String) async throws(MZAuthRefusal) {
    try await send(.setPassword(password: password))
  }

  /// Signs in with the password that was set.
  public func signIn() async throws(MZAuthRefusal) { try await send(.signIn) }

  // MARK: Sign up

  /// Whether a password is not one that too many people use. Short passwords count as fine here.
  public func validatePasswordCommons(_ password: String) async throws(MZAuthRefusal) -> Bool {
    try await ask(.validatePasswordCommons(password: password))
  }

  /// Whether a password has at least 8 characters.
  public func validatePasswordLength(_ password: String) async throws(MZAuthRefusal) -> Bool {
    try await ask(.validatePasswordLength(password: password))
  }

  /// Whether neither password nor email address contains the other.
  public func validatePasswordEmail(_ password: String) async throws(MZAuthRefusal) -> Bool {
    try await ask(.validatePasswordEmail(password: password))
  }

  /// Notes whether age and terms of service are confirmed, for the sign-up that is shown. They are not until this is
  /// called.
  public func acceptLegal(_ isAccepted: Bool) async throws(MZAuthRefusal) {
    // Decision: Docs/decisions/flow-mozilla-vpn.md#consent-is-an-event
    try await send(.acceptLegal(isAccepted: isAccepted))
  }

  /// Creates the account with the password that was set.
  public func signUp() async throws(MZAuthRefusal) { try await send(.signUp) }

  // MARK: Codes

  /// Signs in with the code of the email that unblocks signing in.
  public func verifyUnblockCode(_ code: String) async throws(MZAuthRefusal) {
    try await send(.verifyUnblockCode(code: code))
  }

  /// Has another email with an unblock code sent.
  public func resendUnblockCodeEmail() async throws(MZAuthRefusal) {
    try await send(.resendUnblockCodeEmail)
  }

  /// Checks the code of the authenticator app.
  public func verifySessionTotpCode(_ code: String) async throws(MZAuthRefusal) {
    try await send(.verifySessionTotpCode(code: code))
  }

  /// Checks the code of the email that confirms the address.
  public func verifySessionEmailCode(_ code: String) async throws(MZAuthRefusal) {
    try await send(.verifySessionEmailCode(code: code))
  }

  /// Has the email with the code sent again.
  public func resendVerificationSessionCodeEmail() async throws(MZAuthRefusal) {
    try await send(.resendVerificationSessionCodeEmail)
  }

  // MARK: Account deletion, and leaving

  /// Records whether the person accepts every consequence of deleting the account, for the deletion that is shown. The
  /// consequences count as not accepted until this is called, and again after each try.
  public func giveConsents(_ areGiven: Bool) async throws(MZAuthRefusal) {
    // Decision: Docs/decisions/flow-mozilla-vpn.md#consent-is-an-event
    try await send(.giveConsents(areGiven: areGiven))
  }

  /// Deletes the account.
  public func deleteAccount() async throws(MZAuthRefusal) { try await send(.deleteAccount) }

  /// Goes back to the start and forgets everything.
  public func reset() async throws(MZAuthRefusal) { try await send(.reset) }

  /// Ends the flow.
  public func cancel() async throws(MZAuthRefusal) { try await send(.cancel) }

  // MARK: Within the package

  /// Waits until no request is under way, or until the waiting task is canceled. Services do not call it.
  package func settled(ignoring services: Set<Chart.ServiceID> = []) async {
    try? await session.typed.settled(ignoring: services)
    await handlers.finishEndingSessions()
  }

  /// What the handlers have in memory, by name.
  package var held: Set<String> { handlers.held }

  private func send(_ event: FxaAuthentication.Event) async throws(MZAuthRefusal) {
    switch await session.typed.send(event) {
    case .taken: return
    case .ignored(let refused) where !refused.isEmpty:
      throw .notAllowed(event.event.name, missing: await missing(for: event))
    default: throw .notAvailable(event.event.name, screen: await current.screen)
    }
  }

  /// What is missing for an event that the state offers; everything that it needs if nothing is missing any more.
  private func missing(for event: FxaAuthentication.Event) async -> Set<MZAuthRequirement> {
    switch event {
    case .checkAccount: return [.knownEmailAddress]
    case .signIn: return [.passwordGiven]
    case .deleteAccount: return [.consentsGiven]
    case .reset: return [.defaultSession]
    case .signUp:
      let context = await current.update.context
      var needed: [(MZAuthRequirement, Bool)] = [
        (.passwordGiven, context.passwordGiven), (.legalAccepted, context.legalAccepted),
      ]
      if context.passwordGiven {
        needed += [
          (.passwordIsLongEnough, handlers.passwordIsLongEnough()),
          (.passwordIsNotCommon, handlers.passwordIsNotCommon()),
          (
            .passwordDiffersFromEmail,
            handlers.passwordDiffersFromEmail(email: context.emailCaseFix)
          ),
        ]
      }
      let missing = needed.filter { !$0.1 }
      return Set((missing.isEmpty ? needed : missing).map(\.0))
    default: return []
    }
  }

  private func ask(_ query: TypedQuery<FxaAuthentication, Bool>) async throws(MZAuthRefusal) -> Bool {
    guard let answer = try? await session.typed.query(query) else {
      throw .notAvailable(query.name, screen: await current.screen)
    }
    return answer
  }
}
