// Decision: Docs/decisions/flows.md#each-flow-exports-flowkit
@_exported public import FlowKit
public import FlowTransport
public import Foundation
public import Statecharts

/// ClueRide's registration: an email address that a third-party site has verified, and an access token that stays fresh.
///
/// ```swift
/// let service = try RegStateService(RegistrationConfiguration(tenants: [.social: …], …))
/// for await state in await service.requestRegState(urlScheme: "com.clueride.player") {
///   if state.key == .registrationRequired { … }
/// }
/// ```
public final class RegStateService: SignInFlow {
  /// The session.
  public let session: FlowSession<Registration>
  private let subject: RegStateSubject
  package let handlers: RegistrationHandlers

  /// Makes a flow that is ready to be asked.
  ///
  /// - Parameters:
  ///   - input: the grace period, and what takes part besides.
  ///   - clock: what timeouts and the time to renewals go by; the system's clock when nil.
  ///   - inspector: gets the trace of the flow, without secrets.
  ///   - now: seconds since 1970, for the times at which tokens end.
  /// - Throws: `RegistrationConfigurationProblem` for what an app has set up wrongly; `ModelProblems` and `BindingProblems`,
  ///   which are mistakes in this module and not in its use.
  public init(
    _ configuration: RegistrationConfiguration, input: Registration.Input = Registration.Input(),
    clock: (any Clock<Duration>)? = nil, inspector: (any SessionInspector)? = nil,
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
  ) throws {
    try configuration.check(input)
    let subject = RegStateSubject(inspector)
    let handlers = RegistrationHandlers(configuration, now: now)
    let session = try Session<Registration>(
      handlers, input: input, clock: clock ?? StandardClock.current, inspector: subject)
    configuration.router.connect { [weak session = session.untyped] url in
      await session?.send(Registration.Event.callback(url: url.absoluteString).event) == .taken
    }
    self.subject = subject
    self.handlers = handlers
    self.session = FlowSession(session)
  }

  // MARK: The state of the registration

  /// Asks for the state of the registration. A request during another one shares its result: nothing is done twice.
  ///
  /// - Parameter urlScheme: the app's own scheme, at which the site calls it. With a `browserCallback` it is not used.
  /// - Returns: what became of the request, as soon as it has settled, and each state after it. A state from before
  ///   something that is in progress, such as a renewal, is not repeated. If the flow already waits for the person to
  ///   register or to confirm, the request changes nothing, and the first state is that one.
  @discardableResult
  public func requestRegState(urlScheme: String) async -> AsyncStream<RegState> {
    await session.typed.start()
    await session.typed.send(.requestRegState(urlScheme: urlScheme))
    return subject.states()
  }

  /// The latest state. While something is under way it is that of before; `settled()` waits for the next one.
  public var latest: RegState { subject.latest }

  /// The latest state, and each one after it. While something is under way the first one is what comes of it.
  public func states() -> AsyncStream<RegState> { subject.states() }

  /// Waits until nothing is under way, and so for what became of the request. While the person is at the site that takes
  /// minutes.
  public func settled() async -> RegState {
    try? await session.typed.settled()
    return subject.latest
  }

  // MARK: What the person does

  /// Chooses the way of registering, and opens the site.
  public func select(_ type: Registration.SelectType) async throws(RegistrationRefusal) {
    try await session.send(.select(type: type))
  }

  /// Gives up the sign-in that is under way.
  public func cancel() async throws(RegistrationRefusal) { try await session.send(.cancel) }

  /// Confirms the profile.
  public func confirm() async throws(RegistrationRefusal) { try await session.send(.confirm) }

  /// Tries again: with another address, or after an error.
  public func retry() async throws(RegistrationRefusal) { try await session.send(.retry) }

  /// Logs out: the refresh token is revoked, and all values are cleared.
  public func logOut() async throws(RegistrationRefusal) { try await session.send(.logout) }

  /// Takes the registration from the device, as logging out does.
  public func deregister() async throws(RegistrationRefusal) { try await session.send(.deregister) }

  /// Clears the state, as logging out does. It works once the flow has settled.
  public func clearState() async throws(RegistrationRefusal) { try await session.send(.clearState) }

  /// Takes an address that has reached the app outside the browser. `CallbackRouter` does the same for those of the
  /// app's scheme.
  ///
  /// - Returns: whether the flow was waiting for it. Other addresses change nothing.
  @discardableResult
  public func handle(_ url: URL) async -> Bool {
    await session.typed.send(.callback(url: url.absoluteString)) == .taken
  }

  // MARK: With the access token

  /// The access token, for the app's own requests to the back-end; nil while the registration is not active.
  public func accessToken() async -> Secret? {
    guard await current.isActive(.active) else { return nil }
    return (try? handlers.tokens.stored())?.accessToken
  }

  /// Who is registered, as the site said it when the registration was confirmed or last renewed; nil while the
  /// registration is not active, without a browser, and when the store cannot be read. What is to be confirmed is in
  /// `current`.
  public func profile() async -> Profile? {
    guard await current.isActive(.active) else { return nil }
    return (try? handlers.tokens.stored())?.profile
  }

  /// Reports that the back-end has refused the current access token, which is then renewed.
  public func tokenRejected() async throws(RegistrationRefusal) { try await session.send(.tokenRejected) }

  /// Reports that the back-end has refused an access token. It is renewed, unless that has happened already or is in
  /// progress: of several requests that are refused with the same token, the first one renews it.
  public func tokenRejected(_ token: Secret) async {
    guard await accessToken() == token else { return }
    // Where another request has said so in between, the renewal is under way.
    try? await tokenRejected()
  }

  // MARK: Within the package

  /// Waits until no request is under way but some, or until the waiting task is canceled.
  package func settled(ignoring services: Set<Chart.ServiceID>) async {
    try? await session.typed.settled(ignoring: services)
    await handlers.finishBackgroundRequests()
  }
}
