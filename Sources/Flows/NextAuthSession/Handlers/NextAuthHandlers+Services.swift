import FlowTransport
import Statecharts

extension NextAuthHandlers {
  // MARK: Starting

  package func fetchSession(
    _ input: NextAuthSession.FetchSessionInput
  ) async throws(NextAuthSession.FetchSessionFailure) -> NextAuthSession.FetchSessionResult {
    try await serving(NextAuthSession.FetchSessionFailure.protocolFailure) {
      () async throws(NextAuthFailure) in
      let start: SessionStart
      if let data = vault.withLock({ $0.takeData() }) {
        start = .data(try data.bytes(), origin: origin)
      } else {
        start = .appLogin(account: input.preselectedAccount, server: settings.appLoginServer)
      }
      // A task of its own, which nobody cancels: a session that the server has made is to be ended there too.
      let session: String
      let starting = Task { [transport] in await Self.start(start, transport) }
      switch await starting.value {
      case .success(let made): session = made
      case .failure(let failure): throw failure
      }
      let isWanted = vault.withLock { vault in
        vault.session = session
        return !vault.isClosed
      }
      guard isWanted else {
        // It was over before it had a name by which the server could be told.
        tellEnd(of: session)
        throw .fetchFailed
      }
      let offer = try await transport.fetch(session)
      // First, for an error is that server's too.
      vault.withLock { $0.server = offer.server }
      try check(offer, input)
      let policy = hub.policy()
      let needsPIN = !offer.hasOwnSettings && policy.needsPIN()
      // Where the PIN is blocked only a biometric will do, if that.
      let takesBiometric = offer.hasBiometric && !needsPIN && !settings.blockSecondFactorOnPINBlocked
      let isOutOfFactors = !offer.hasOwnSettings && offer.isPINBlocked && !takesBiometric
      let isRequired = policy.isRequired(offer, origin)
      guard !isRequired || !isOutOfFactors else { throw .factorBlocked }
      vault.withLock { vault in
        vault.takesBiometric = offer.hasOwnSettings ? nil : takesBiometric
        vault.isOutOfFactors = isOutOfFactors
      }
      return NextAuthSession.FetchSessionResult(
        id: session, kind: offer.kind, server: offer.server, accounts: offer.accounts,
        newAccount: offer.kind == .enrol ? offer.newAccount : nil,
        secondFactorRequired: isRequired,
        factorContext: offer.hasFactor ? .verify : .firstSet,
        // A biometric alone would leave nothing to fall back on.
        pinRequired: needsPIN || !offer.hasOwnSettings && !offer.hasFactor,
        pinBlocked: offer.isPINBlocked,
        pingTime: offer.pingTime, announceInfo: offer.announceInfo,
        visualHash: settings.hideVash ? nil : offer.visualHash)
    }
  }

  private static func start(
    _ start: SessionStart, _ transport: any NextAuthTransport
  ) async -> Result<String, NextAuthFailure> {
    do throws(NextAuthFailure) {
      return .success(try await transport.start(start))
    } catch {
      return .failure(error)
    }
  }

  /// The longest time between keep-alives that is believed, in seconds: a year.
  private static let longestPingTime = 366 * 86_400

  private func check(
    _ offer: SessionOffer, _ input: NextAuthSession.FetchSessionInput
  ) throws(NextAuthFailure) {
    guard (0...Self.longestPingTime).contains(offer.pingTime ?? 0),
      offer.accounts.allSatisfy({ !$0.isEmpty }),
      Set(offer.accounts).count == offer.accounts.count
    else { throw .protocolFailure }
    let isSingle = settings.singleAccount && !offer.hasOwnSettings
    switch offer.kind {
    case .login:
      guard !offer.accounts.isEmpty else { throw .noAccounts }
      guard !isSingle || offer.accounts.count == 1 else { throw .protocolFailure }
      // Nobody is asked whose login to the app itself it is, so the account must not be another one.
      if origin == .appLogin, let account = input.preselectedAccount {
        guard offer.accounts.contains(account) else { throw .noAccounts }
      }
    case .enrol:
      guard origin != .appLogin, let account = offer.newAccount, !account.isEmpty else {
        throw .protocolFailure
      }
      guard !isSingle || offer.accounts.isEmpty else { throw .accountLimit }
    }
  }

  // MARK: The person's answers

  package func sendInput(
    _ input: NextAuthSession.SendInputInput
  ) async throws(NextAuthSession.SendInputFailure) -> NextAuthSession.SendInputResult {
    try await serving(NextAuthSession.SendInputFailure.protocolFailure) {
      () async throws(NextAuthFailure) in
      let kept = vault.withLock { vault in
        (
          session: vault.session, factor: input.hasFactor ? vault.takeFactor() : nil,
          userInput: vault.takeUserInput(), submitted: vault.submitted,
          takesBiometric: vault.takesBiometric, isOutOfFactors: vault.isOutOfFactors
        )
      }
      guard let session = kept.session, let account = input.account else { throw .protocolFailure }
      // The server is told the account before the factor, once for each time that the person has agreed to it.
      if !input.hasFactor || kept.submitted != account {
        let result = try await transport.submitAccount(
          account, userInput: kept.userInput, factorFollows: input.hasFactor, to: session)
        // An account is not wrong: it is one that the server has offered.
        guard result.result != .wrong else { throw .protocolFailure }
        if result.result == .success { vault.withLock { $0.submitted = account } }
        guard input.hasFactor, result.result == .success else {
          // A later round may want a factor that the first one did without. Nobody can give one.
          guard !kept.isOutOfFactors || result.moreInput != .secondFactor else { throw .factorBlocked }
          return result
        }
        // A server that goes on without the factor has not asked for what the person was asked for.
        guard result.moreInput == .secondFactor, result.sessionEnds != true else { throw .protocolFailure }
      }
      guard let factor = kept.factor else { throw .protocolFailure }
      var result = try await transport.submitFactor(factor, to: session)
      // Not for the server to say: the settings decide whether something is left when the PIN is blocked.
      if result.result == .blocked, let takesBiometric = kept.takesBiometric {
        result.inputExpected = factor.isPIN && takesBiometric
      }
      if result.result == .success { hub.noteFactor(isPIN: factor.isPIN) }
      return result
    }
  }

  // MARK: While it is active

  package func holdSession(
    events sender: NextAuthSession.HoldSessionSender
  ) async throws(NextAuthSession.HoldSessionFailure) {
    try await serving(NextAuthSession.HoldSessionFailure.networkError) { () async throws(NextAuthFailure) in
      let session = try kept()
      var last = 0
      while let events = try await transport.events(of: session, after: last) {
        // A transport that brings nothing would be asked for ever.
        guard !events.isEmpty, !Task.isCancelled else { throw .protocolFailure }
        for event in events where event.session == session && event.number > last {
          last = event.number
          await pass(event.message, to: sender)
        }
      }
    }
  }

  private func pass(
    _ message: IncomingEvent.Message, to sender: NextAuthSession.HoldSessionSender
  ) async {
    switch message {
    case .loggedIn(let sessionInfo, let webSession, let isOneShot):
      let secret = origin == .appLogin ? webSession : nil
      let ticket = secret.map { secret in vault.withLock { $0.texts.add(secret) } }
      await sender.loggedIn(sessionInfo: sessionInfo, webSession: ticket, oneShot: isOneShot ? true : nil)
      // The chart takes it up with the first event alone.
      if let ticket { _ = vault.withLock { $0.texts.take(ticket) } }
    case .serverLogout: await sender.serverLogout()
    case .pingLost: await sender.pingLost()
    case .failure(let failure):
      await sender.failure(code: NextAuthSession.ErrorCode(rawValue: failure.rawValue) ?? .protocolFailure)
    case .accountDeleted(let account):
      // A server speaks of its own accounts alone.
      guard let server = vault.withLock({ $0.server }) else { return }
      await hub.accountDeleted(account, at: server)
    }
  }

  package func keepAlive() async throws(NextAuthSession.KeepAliveFailure) {
    try await serving(NextAuthSession.KeepAliveFailure.networkError) { () async throws(NextAuthFailure) in
      try await transport.keepAlive(try kept())
    }
  }

  // MARK: What goes wrong

  private func kept() throws(NextAuthFailure) -> String {
    guard let session = vault.withLock({ $0.session }) else { throw .protocolFailure }
    return session
  }

  /// Does what a service is for. What goes wrong is told with the failure of that service, which the chart declares.
  ///
  /// - Parameter other: the failure for what the service does not declare.
  private func serving<Failure: DeclaredFailure, Answer>(
    _ other: Failure, _ body: () async throws(NextAuthFailure) -> Answer
  ) async throws(Failure) -> Answer {
    do throws(NextAuthFailure) {
      return try await body()
    } catch {
      throw Failure(error) ?? other
    }
  }
}
