public import FlowTransport

/// Speaks to servers through the vendor's SDK: its callbacks become what the chart waits for.
///
/// | callback | becomes |
/// |---|---|
/// | `willConfirmLoginFor`, `willConfirmEnrolFor` | what the session is about; later, another confirmation |
/// | `didStartSecondFactorWith` | the same with a factor; later, another factor |
/// | `didUpdateSecondFactorWith` | the result of a factor |
/// | `sessionUpdate` | the end of a round, a finished login, a logout, an error; before a question, a session that was aborted |
/// | `userErrorMessage` | why a session was not fetched; 34 is an account that is missing |
///
/// The SDK says when a session waits for the app, and is then continued at once, because the chart does the waiting. It
/// sends its keep-alives itself. It alone decides whether a factor is needed, which one, what is left when the PIN is
/// blocked, and how many accounts there may be: the flow's settings for these have no effect here. Its history status
/// says whether a login is one-shot.
public final class VendorTransport: NextAuthTransport, NextAuthSDKDelegate, CustomReflectable {
  private let sdk: any NextAuthSDK

  private struct Mailboxes {
    var open: [String: VendorMailbox] = [:]
    /// Those of sessions whose identifier nobody knows yet, in the order of their first callback.
    var early: [(session: String, mailbox: VendorMailbox)] = []
    /// Sessions that are over. What is called back of them is dropped.
    var closed: [String] = []
  }

  private let mailboxes = Locked(Mailboxes())

  /// Sessions that may call back before their identifier is known, and sessions that are remembered as closed. The
  /// oldest go first.
  package static let mostUnknown = 32

  /// The vendor's code for a server without an account.
  public static let noAccountsCode = 34

  /// Makes a transport, and becomes the delegate of the SDK.
  public init(_ sdk: any NextAuthSDK) {
    self.sdk = sdk
    sdk.setDelegate(self)
  }

  /// Nothing: what it holds is not to be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Takes the mailbox of a session that has been started, with what the SDK has called back meanwhile.
  private func open(_ session: String) {
    mailboxes.withLock { mailboxes in
      mailboxes.closed.removeAll { $0 == session }
      let early = mailboxes.early.first { $0.session == session }?.mailbox
      mailboxes.early.removeAll { $0.session == session }
      if mailboxes.open[session] == nil { mailboxes.open[session] = early ?? VendorMailbox() }
    }
  }

  /// Drops the mailbox of a session that is over.
  private func close(_ session: String) {
    let dropped = mailboxes.withLock { mailboxes in
      mailboxes.closed = (mailboxes.closed + [session]).suffix(Self.mostUnknown)
      mailboxes.early.removeAll { $0.session == session }
      return mailboxes.open.removeValue(forKey: session)
    }
    dropped?.drop()
  }

  /// The mailbox of a session.
  private func mailbox(_ session: String) throws(NextAuthFailure) -> VendorMailbox {
    guard let mailbox = mailboxes.withLock({ $0.open[session] }) else { throw .fetchFailed }
    return mailbox
  }

  /// Puts a callback where the session looks. The SDK may call back before it has returned the identifier.
  private func put(_ callback: VendorMailbox.Callback, of session: String) {
    let mailbox = mailboxes.withLock { mailboxes -> VendorMailbox? in
      if let mailbox = mailboxes.open[session] { return mailbox }
      if let early = mailboxes.early.first(where: { $0.session == session }) { return early.mailbox }
      guard !mailboxes.closed.contains(session) else { return nil }
      let mailbox = VendorMailbox()
      mailboxes.early = (mailboxes.early + [(session, mailbox)]).suffix(Self.mostUnknown)
      return mailbox
    }
    mailbox?.put(callback)
  }

  /// The sessions that callbacks are kept of.
  package var count: Int { mailboxes.withLock { $0.open.count + $0.early.count } }

  // MARK: Starting

  /// Has the SDK open the message, which starts the session: what is returned names it.
  public func open(push message: Secret) async throws(NextAuthFailure) -> Secret? {
    do { return try await sdk.processPush(message).map { Secret($0) } } catch {
      throw error as? NextAuthFailure ?? .badData
    }
  }

  /// Starts a session.
  public func start(_ start: SessionStart) async throws(NextAuthFailure) -> String {
    let session: String
    do {
      switch start {
      case .data(let data, .push): session = data.text
      case .data(let data, _): session = try await sdk.startSession(data)
      case .appLogin(let account, _): session = try await sdk.startAppLogin(account)
      }
    } catch {
      throw error as? NextAuthFailure ?? .fetchFailed
    }
    open(session)
    return session
  }

  /// Waits for the first question.
  public func fetch(_ session: String) async throws(NextAuthFailure) -> SessionOffer {
    let mailbox = try mailbox(session)
    while true {
      switch try await mailbox.next() {
      case .confirmLogin(let now, let accounts):
        return offer(SessionOffer(server: now.server, accounts: accounts), now)
      case .confirmEnrol(let now, let account, let existing, let visualHash):
        return offer(
          SessionOffer(
            kind: .enrol, server: now.server, accounts: existing, newAccount: account, visualHash: visualHash),
          now)
      case .startFactor(let now, let context, let account):
        return offer(
          SessionOffer(
            server: now.server, accounts: [account], serverWantsFactor: true, hasFactor: context == .verify),
          now)
      case .update(let now) where now.status == .readyForUserInteraction:
        await sdk.startUserInteraction(session)
      // Refused, stopped elsewhere, or without an answer for too long: aborted. Nobody has acted, so it is no login.
      case .update(let now) where now.status == .done:
        throw now.hasLoggedIn ? .protocolFailure : .sessionTerminated
      case .update(let now) where now.status == .error: throw .fetchFailed
      // An offer without accounts is that error, and says at which server.
      case .message(let now, Self.noAccountsCode) where !now.server.isEmpty:
        return offer(SessionOffer(server: now.server, accounts: []), now)
      case .message(_, let code): throw code == Self.noAccountsCode ? .noAccounts : .fetchFailed
      case .update, .updateFactor: continue
      }
    }
  }

  private func offer(_ offer: SessionOffer, _ session: VendorSession) -> SessionOffer {
    var offer = offer
    offer.hasOwnSettings = true
    // The SDK sends its keep-alives itself, and does not say how often.
    // Decision: Docs/decisions/flow-nextauth.md#what-the-sdk-does-not-say-is-not-invented
    offer.pingTime = nil
    offer.announceInfo = session.announceInfo
    return offer
  }

  // MARK: The person's answers

  /// Hands the account over, unless the SDK has chosen it itself and waits for the factor.
  public func submitAccount(
    _ account: String, userInput: Secret?, factorFollows: Bool, to session: String
  ) async throws(NextAuthFailure) -> RoundResult {
    if try mailbox(session).isAtFactor { return RoundResult(result: .success, moreInput: .secondFactor) }
    await sdk.setAccount(account, userInput: userInput, session)
    return try await result(of: session)
  }

  /// Hands the factor over.
  public func submitFactor(
    _ factor: SecondFactor, to session: String
  ) async throws(NextAuthFailure) -> RoundResult {
    let mailbox = try mailbox(session)
    guard mailbox.isAtFactor else { throw .protocolFailure }
    mailbox.forgetQuestions()
    await sdk.setPinBiometric(factor, session)
    return try await result(of: session)
  }

  /// Waits until the SDK asks again, or asks nothing any more.
  private func result(of session: String) async throws(NextAuthFailure) -> RoundResult {
    let mailbox = try mailbox(session)
    while true {
      switch try await mailbox.next() {
      case .confirmLogin, .confirmEnrol: return RoundResult(result: .success, moreInput: .confirmation)
      case .startFactor(_, let context, _):
        return RoundResult(result: .success, moreInput: .secondFactor, factorContext: context)
      case .updateFactor(.wrong(let remaining)): return RoundResult(result: .wrong, remaining: remaining)
      case .updateFactor(.blocked(let leavesBiometric)):
        return RoundResult(result: .blocked, remaining: 0, inputExpected: leavesBiometric)
      case .updateFactor(.cancelled): return RoundResult(result: .cancelled)
      case .updateFactor(.biometricChanged): throw .biometricChanged
      case .update(let now) where now.status == .active:
        // It reports the login separately.
        mailbox.put(.update(now), first: true)
        return RoundResult(result: .success)
      case .update(let now) where now.status == .done:
        // Refused, or without an answer for too long.
        if now.historyStatus == .aborted { return RoundResult(result: .cancelled) }
        return RoundResult(
          result: .success, sessionEnds: true, loggedIn: now.hasLoggedIn,
          oneShot: now.historyStatus == .loggedInOneShot)
      case .update(let now) where now.status == .error: throw .protocolFailure
      case .message: throw .protocolFailure
      // What follows a success says how it goes on.
      case .updateFactor(.success), .update: continue
      }
    }
  }

  // MARK: While it is active

  /// Nothing: the SDK does it.
  public func keepAlive(_ session: String) async throws(NextAuthFailure) {}

  /// Waits for updates that say something new.
  public func events(
    of session: String, after number: Int
  ) async throws(NextAuthFailure) -> [IncomingEvent]? {
    let mailbox = try mailbox(session)
    while true {
      guard case .update(let now) = try await mailbox.next() else { continue }
      var messages: [IncomingEvent.Message] = []
      if now.hasLoggedIn, mailbox.noteLogin() {
        messages.append(
          .loggedIn(
            sessionInfo: now.sessionInfo, webSession: now.webSession,
            isOneShot: now.historyStatus == .loggedInOneShot))
      }
      if now.status == .done { messages.append(.serverLogout) }
      if now.status == .error { messages.append(.failure(.protocolFailure)) }
      if !messages.isEmpty {
        return messages.map { IncomingEvent(session: session, number: mailbox.nextEvent(), $0) }
      }
    }
  }

  /// Ends the session.
  public func stop(_ session: String) async {
    await sdk.stopSession(session)
    close(session)
  }

  /// Deletes an account.
  public func deleteAccount(_ account: String, server: String?) async throws(NextAuthFailure) {
    do { try await sdk.deleteAccount(account, server: server) } catch {
      throw error as? NextAuthFailure ?? .networkError
    }
  }

  // MARK: Callbacks

  /// ConfirmLogin.
  public func willConfirmLoginFor(_ session: VendorSession, accounts: [String]) {
    put(.confirmLogin(session, accounts: accounts), of: session.id)
  }

  /// ConfirmEnrol.
  public func willConfirmEnrolFor(
    _ session: VendorSession, account: String, existingAccounts: [String], visualHash: String?
  ) {
    put(
      .confirmEnrol(session, account: account, existing: existingAccounts, visualHash: visualHash),
      of: session.id)
  }

  /// SecondFactor, asked for.
  public func didStartSecondFactorWith(
    _ session: VendorSession, context: NextAuthSession.FactorContext, account: String
  ) {
    put(.startFactor(session, context, account: account), of: session.id)
  }

  /// SecondFactor, checked.
  public func didUpdateSecondFactorWith(_ session: VendorSession, result: VendorFactorResult) {
    put(.updateFactor(result), of: session.id)
  }

  /// Where the session is.
  public func sessionUpdate(_ session: VendorSession) { put(.update(session), of: session.id) }

  /// UserErrorMessage.
  public func userErrorMessage(_ session: VendorSession, code: Int) {
    put(.message(session, code: code), of: session.id)
  }
}
