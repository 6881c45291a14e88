public import FlowTransport

/// Speaks to servers through the vendor's SDK: its callbacks become what the chart waits for.
///
/// | callback | becomes |
/// |---|---|
/// | `willConfirmLoginFor`, `willConfirmEnrolFor` | what the session is about; later, another confirmation |
/// | `didStartSecondFactorWith` | the same with a factor; later, another factor |
/// | `didUpdateSecondFactorWith` | the result of a factor |
/// | `sessionUpdate` | the end of a round, a finished login, a logout, an error |
/// | `userErrorMessage` | why a session was not fetched; 34 is an account that is missing |
///
/// The SDK says when a session waits for the app; it is told to go on at once, for the chart does the waiting. It sends its
/// keep-alives itself.
public final class VendorTransport: NextAuthTransport, NextAuthSDKDelegate, CustomReflectable {
  private let sdk: any NextAuthSDK
  private let mailboxes = Locked<[String: VendorMailbox]>([:])

  /// The vendor's code for a server without an account.
  public static let noAccountsCode = 34

  /// Makes a transport, and becomes the delegate of the SDK.
  public init(_ sdk: any NextAuthSDK) {
    self.sdk = sdk
    sdk.setDelegate(self)
  }

  /// Nothing: what it holds is not to be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The mailbox of a session. The SDK may call back before it has told the identifier.
  private func mailbox(_ session: String) -> VendorMailbox {
    mailboxes.withLock { mailboxes in
      if let mailbox = mailboxes[session] { return mailbox }
      let mailbox = VendorMailbox()
      mailboxes[session] = mailbox
      return mailbox
    }
  }

  // MARK: Starting

  /// Has the SDK open the message, which starts the session: what is returned names it.
  public func open(push message: Secret) async throws(NextAuthFailure) -> Secret? {
    do { return try await sdk.processPush(message).map { Secret($0) } } catch { throw .badData }
  }

  /// Starts a session.
  public func start(_ start: SessionStart) async throws(NextAuthFailure) -> String {
    do {
      switch start {
      case .data(let data, .push): return data.text
      case .data(let data, _): return try await sdk.startSession(data)
      case .appLogin(let account, _): return try await sdk.startAppLogin(account)
      }
    } catch {
      throw .badData
    }
  }

  /// Waits for the first question.
  public func fetch(_ session: String) async throws(NextAuthFailure) -> SessionOffer {
    while true {
      switch try await mailbox(session).next() {
      case .confirmLogin(let now, let accounts):
        return SessionOffer(
          server: now.server, accounts: accounts, pingTime: now.pingTime, announceInfo: now.announceInfo)
      case .confirmEnrol(let now, let account, let existing, let visualHash):
        // PIN or biometric are chosen with the first enrolment.
        return SessionOffer(
          kind: .enrol, server: now.server, accounts: existing, newAccount: account,
          hasFactor: !existing.isEmpty, pingTime: now.pingTime, announceInfo: now.announceInfo,
          visualHash: visualHash)
      case .startFactor(let now, let context, let account):
        return SessionOffer(
          server: now.server, accounts: [account], serverWantsFactor: true, hasFactor: context == .verify,
          pingTime: now.pingTime, announceInfo: now.announceInfo)
      case .update(let now) where now.status == .readyForUserInteraction:
        await sdk.startUserInteraction(session)
      case .update(let now) where now.status == .done || now.status == .error: throw .fetchFailed
      case .message(let code): throw code == Self.noAccountsCode ? .noAccounts : .fetchFailed
      case .update, .updateFactor: continue
      }
    }
  }

  // MARK: The person's answers

  /// Hands the account over, unless the SDK has chosen it itself and waits for the factor.
  public func submitAccount(
    _ account: String, userInput: Secret?, factorFollows: Bool, to session: String
  ) async throws(NextAuthFailure) -> RoundResult {
    if mailbox(session).isAtFactor { return RoundResult(result: .success, moreInput: .secondFactor) }
    await sdk.setAccount(account, userInput: userInput, session)
    return try await result(of: session)
  }

  /// Hands the factor over.
  public func submitFactor(
    _ factor: SecondFactor, to session: String
  ) async throws(NextAuthFailure) -> RoundResult {
    let mailbox = mailbox(session)
    guard mailbox.isAtFactor else { throw .protocolFailure }
    mailbox.forgetQuestions()
    await sdk.setPinBiometric(factor, session)
    return try await result(of: session)
  }

  /// Waits until the SDK asks again, or asks nothing any more.
  private func result(of session: String) async throws(NextAuthFailure) -> RoundResult {
    let mailbox = mailbox(session)
    while true {
      switch try await mailbox.next() {
      case .confirmLogin, .confirmEnrol: return RoundResult(result: .success, moreInput: .confirmation)
      case .startFactor: return RoundResult(result: .success, moreInput: .secondFactor)
      case .updateFactor(.wrong(let remaining)): return RoundResult(result: .wrong, remaining: remaining)
      case .updateFactor(.blocked): return RoundResult(result: .blocked, remaining: 0)
      case .updateFactor(.cancelled): return RoundResult(result: .cancelled)
      case .updateFactor(.biometricChanged): throw .biometricChanged
      case .update(let now) where now.status == .active:
        // What it says of the login is told by itself.
        mailbox.put(.update(now), first: true)
        return RoundResult(result: .success)
      case .update(let now) where now.status == .done:
        return RoundResult(result: .success, sessionEnds: true, loggedIn: now.hasLoggedIn)
      case .update(let now) where now.status == .error: throw .protocolFailure
      // What follows a success tells how it goes on.
      case .updateFactor(.success), .update, .message: continue
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
    let mailbox = mailbox(session)
    while true {
      guard case .update(let now) = try await mailbox.next() else { continue }
      var messages: [IncomingEvent.Message] = []
      if now.hasLoggedIn, mailbox.noteLogin() {
        messages.append(.loggedIn(sessionInfo: now.sessionInfo, webSession: now.webSession))
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
    mailboxes.withLock { $0[session] = nil }
  }

  /// Deletes an account.
  public func deleteAccount(_ account: String) async throws(NextAuthFailure) {
    do { try await sdk.deleteAccount(account) } catch { throw .noAccounts }
  }

  // MARK: Callbacks

  /// ConfirmLogin.
  public func willConfirmLoginFor(_ session: VendorSession, accounts: [String]) {
    mailbox(session.id).put(.confirmLogin(session, accounts: accounts))
  }

  /// ConfirmEnrol.
  public func willConfirmEnrolFor(
    _ session: VendorSession, account: String, existingAccounts: [String], visualHash: String?
  ) {
    mailbox(session.id).put(
      .confirmEnrol(session, account: account, existing: existingAccounts, visualHash: visualHash))
  }

  /// SecondFactor, asked for.
  public func didStartSecondFactorWith(
    _ session: VendorSession, context: NextAuthSession.FactorContext, account: String
  ) {
    mailbox(session.id).put(.startFactor(session, context, account: account))
  }

  /// SecondFactor, checked.
  public func didUpdateSecondFactorWith(_ session: VendorSession, result: VendorFactorResult) {
    mailbox(session.id).put(.updateFactor(result))
  }

  /// Where the session is.
  public func sessionUpdate(_ session: VendorSession) { mailbox(session.id).put(.update(session)) }

  /// UserErrorMessage.
  public func userErrorMessage(_ session: VendorSession, code: Int) {
    mailbox(session.id).put(.message(code: code))
  }
}
