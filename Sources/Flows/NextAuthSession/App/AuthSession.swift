import FlowKit
public import FlowTransport
public import Statecharts

/// One login or enrollment.
///
/// Its methods have the vendor's names. Each sends what the person has done, and does not wait for the outcome, which
/// `updates()` and the callbacks report. A method that the current state does not offer throws and changes nothing. For
/// an account that the session does not have, and for every call after the session has ended, `userErrorMessage` is
/// called too. An unknown account also sets the session's `error` until an answer is accepted.
public final class AuthSession: Sendable, Identifiable, CustomReflectable {
  /// The session's number in the app. A record of the history has the same one.
  public let id: Int
  private let session: Session<NextAuthSession>
  package let handlers: NextAuthHandlers
  private let hub: SessionHub

  init(
    _ data: StartingData?, preselectedAccount: String?, hub: SessionHub, clock: any Clock<Duration>,
    inspector: (any SessionInspector)?
  ) throws {
    id = hub.nextNumber()
    self.hub = hub
    handlers = NextAuthHandlers(data, number: id, hub: hub)
    session = try Session<NextAuthSession>(
      handlers, input: hub.configuration.settings.input(handlers.origin, preselectedAccount), clock: clock,
      inspector: inspector)
  }

  /// Starts the session, and calls the app back with what happens in it.
  func start() async {
    hub.add(self)
    let updates = await updates()
    if let callbacks = hub.configuration.callbacks {
      // The session is held until the app was called back about its end, whether the app holds it or not.
      let held = Locked<AuthSession?>(self)
      Task { [weak self] in
        for await update in updates {
          // Decision: Docs/decisions/flow-nextauth.md#the-end-of-a-session-is-reported-last
          for output in update.outputs {
            guard let self else { return }
            await callbacks.call(for: output, of: self)
          }
          if update.isOver { held.withLock { $0 = nil } }
        }
        held.withLock { $0 = nil }
      }
    }
    await session.start()
  }

  // MARK: Where it is

  /// Where the session is now.
  public var current: AuthSessionUpdate { get async { update(await session.current) } }

  /// Where the session is, now and after each change.
  public func updates() async -> AsyncMapSequence<Session<NextAuthSession>.Updates, AuthSessionUpdate> {
    let settings = hub.configuration.settings
    let handlers = handlers
    return await session.updates().map { update in AuthSessionUpdate(update, settings, handlers) }
  }

  /// What opens an authenticated web session with the app's own server; there while somebody is logged in by
  /// `startAppLogin`.
  public var webSession: Secret? { handlers.vault.withLock { $0.webSession } }

  private func update(_ update: Session<NextAuthSession>.Update) -> AuthSessionUpdate {
    AuthSessionUpdate(update, hub.configuration.settings, handlers)
  }

  /// Whether only the PIN will do by now, whatever did when the session was fetched.
  var needsPIN: Bool { handlers.needsPIN }

  // MARK: Methods

  /// The app is ready for the person.
  public func startUserInteraction() async throws(NextAuthRefusal) { try await send(.startUserInteraction) }

  /// The person has agreed to an account.
  ///
  /// - Parameter userInput: a text that goes back to the server.
  public func setAccount(_ account: String, userInput: Secret? = nil) async throws(NextAuthRefusal) {
    let ticket = userInput.map { text in handlers.vault.withLock { $0.texts.add(text) } }
    defer { if let ticket { _ = handlers.vault.withLock { $0.texts.take(ticket) } } }
    try await send(.setAccount(account: account, userInput: ticket))
  }

  /// The person has given PIN, biometric or both. Newer versions of the SDK call it `sfInput`.
  public func setPinBiometric(_ factor: SecondFactor) async throws(NextAuthRefusal) {
    let ticket = handlers.vault.withLock { $0.factors.add(factor) }
    defer { _ = handlers.vault.withLock { $0.factors.take(ticket) } }
    try await send(.setPinBiometric(factor: .string(ticket)), factor)
  }

  /// The person does not want to give the factor.
  public func inputCancel() async throws(NextAuthRefusal) { try await send(.inputCancel) }

  /// Ends the session. It is also how a person refuses to confirm.
  public func stopSession() async throws(NextAuthRefusal) { try await send(.stopSession) }

  /// Logs out. A one-shot session has nothing to log out of.
  public func logout() async throws(NextAuthRefusal) { try await send(.logout) }

  /// Asks for the deletion of an account at the session's server. When the server has deleted it, all sessions and the
  /// history get `accountDeleted`. Otherwise, or if the session has no server yet, nothing changes.
  /// `NextAuth.deleteAccount` reports the outcome.
  public func deleteAccount(_ account: String) async throws(NextAuthRefusal) {
    try await send(.deleteAccount(account: account))
  }

  /// The person does something in the app, so that a login to the app itself does not end by inactivity. There is nothing
  /// to do in other states.
  public func noteActivity() async { await session.send(.activity) }

  /// An account is gone.
  ///
  /// - Parameter server: the account's; nil for the accounts of that name at all servers.
  func accountDeleted(_ account: String, at server: String?) async {
    // Decision: Docs/decisions/flow-nextauth.md#an-applogin-ends-with-its-account
    guard server == nil || handlers.vault.withLock({ $0.server }) == server else { return }
    await session.send(.accountDeleted(account: account))
  }

  private func send(
    _ event: NextAuthSession.Event, _ factor: SecondFactor? = nil
  ) async throws(NextAuthRefusal) {
    let (reason, update) = await session.untyped.take(event, factor, handlers)
    guard let reason else { return }
    throw NextAuthRefusal(
      method: event.event.name, reason: reason,
      states: update.configuration.compactMap { NextAuthSession.StateID(rawValue: $0) })
  }

  /// Nothing: what it holds is not to be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }

  // MARK: Within the package

  /// Waits until nothing is under way but the wait for the server, or until the waiting task is canceled.
  package func settled() async { try? await session.settled(ignoring: [.holdSession]) }

  /// The session as it would be kept.
  package func snapshot() async -> SessionSnapshot { await session.snapshot() }

  /// Sends an event that only the server or the chart itself sends.
  package func forge(_ event: NextAuthSession.Event) async -> EventOutcome { await session.send(event) }
}

extension ChartSession {
  /// Sends an event in one turn with the look at where the session is before and after, so that nothing comes between.
  ///
  /// - Returns: why nothing was done; nil when it was.
  fileprivate func take(
    _ event: NextAuthSession.Event, _ factor: SecondFactor?, _ handlers: NextAuthHandlers
  ) -> (reason: NextAuthRefusal.Reason?, update: SessionUpdate) {
    let before = current
    let isOver = before.isOver || before.isActive("done") || before.isActive("error")
    if let factor, before.isActive("waitForSecondFactor") {
      let context = NextAuthSession.Context(before.context)
      if let reason = handlers.refusal(of: factor, context) { return (reason, before) }
    }
    guard send(event.event) == .taken else { return (isOver ? .sessionTerminated : .notOffered, before) }
    if case .deleteAccount = event { return (nil, before) }
    // The chart has answered with an error to show.
    if isOver { return (.sessionTerminated, before) }
    if case .setAccount(let account, _) = event, !before.offers(account) { return (.unknownAccount, before) }
    return (nil, before)
  }
}

extension SessionUpdate {
  /// Whether the person may choose an account.
  fileprivate func offers(_ account: String) -> Bool {
    let context = NextAuthSession.Context(context)
    return context.kind == .enrol ? account == context.newAccount : context.accounts.contains(account)
  }
}
