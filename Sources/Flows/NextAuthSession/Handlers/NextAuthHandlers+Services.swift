import FlowKit
import FlowTransport
import Statecharts

extension NextAuthHandlers {
  // MARK: Starting

  package func fetchSession(
    _ input: NextAuthSession.FetchSessionInput
  ) async throws(NextAuthSession.FetchSessionFailure) -> NextAuthSession.FetchSessionResult {
    try await withDeclaredFailures(other: NextAuthSession.FetchSessionFailure.protocolFailure) {
      () async throws(NextAuthFailure) in
      let start: SessionStart
      let (data, attempt) = vault.join { $0.takeData() }
      // The data are gone once the session is closed: nothing may be asked without them.
      guard vault.during(attempt, { _ in }) != nil else { throw .fetchFailed }
      if let data {
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
      guard vault.commit(attempt, { $0.session = session }) else {
        // It ended before it had an identifier to send to the server.
        tellEnd(of: session)
        throw .fetchFailed
      }
      // What is reported while the offer is in transit is newer than the offer.
      let blocks = hub.blocks
      let offer = try await transport.fetch(session)
      guard Self.areShort([session, offer.server, offer.newAccount ?? ""] + offer.accounts) else {
        throw .protocolFailure
      }
      // First, for an error is that server's too.
      vault.withLock { $0.server = offer.server }
      try check(offer, input)
      let policy = hub.policy(number, since: blocks)
      let isRequired = policy.isRequired(offer, origin)
      guard !isRequired || !policy.isOutOfFactors(offer) else { throw .factorBlocked }
      vault.withLock { vault in
        vault.offer = offer
        vault.blocks = blocks
      }
      return NextAuthSession.FetchSessionResult(
        id: session, kind: offer.kind, server: offer.server, accounts: offer.accounts,
        newAccount: offer.kind == .enrol ? offer.newAccount : nil,
        secondFactorRequired: isRequired,
        factorContext: offer.hasFactor ? .verify : .firstSet,
        pinRequired: policy.needsPIN(offer), pinBlocked: policy.isPINBlocked(offer),
        pinMissing: offer.isPINMissing, pingTime: offer.pingTime, announceInfo: offer.announceInfo,
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
  /// The longest name of a server or an account, in bytes.
  private static let longestName = 255

  /// Whether names are short enough that a thousand records with them fit in a store. Control characters take more room
  /// there.
  private static func areShort(_ names: [String]) -> Bool {
    names.allSatisfy { $0.utf8.count <= longestName && $0.utf8.allSatisfy { $0 >= 0x20 } }
  }

  private func check(
    _ offer: SessionOffer, _ input: NextAuthSession.FetchSessionInput
  ) throws(NextAuthFailure) {
    guard (0...Self.longestPingTime).contains(offer.pingTime ?? 0),
      offer.accounts.allSatisfy({ !$0.isEmpty }),
      Set(offer.accounts).count == offer.accounts.count
    else { throw .protocolFailure }
    switch offer.kind {
    case .login:
      guard !offer.accounts.isEmpty else { throw .noAccounts }
      guard !settings.singleAccount || offer.accounts.count == 1 else { throw .protocolFailure }
      // Nobody is asked whose login to the app itself it is, so the account must not be another one.
      // Decision: Docs/decisions/flow-nextauth.md#an-applogin-is-for-one-account
      if origin == .appLogin, let account = input.preselectedAccount {
        guard offer.accounts.contains(account) else { throw .noAccounts }
      }
    case .enrol:
      guard origin != .appLogin, let account = offer.newAccount, !account.isEmpty else {
        throw .protocolFailure
      }
      guard !settings.singleAccount || offer.accounts.isEmpty else { throw .accountLimit }
    }
  }

  // MARK: The person's answers

  package func sendInput(
    _ input: NextAuthSession.SendInputInput
  ) async throws(NextAuthSession.SendInputFailure) -> NextAuthSession.SendInputResult {
    try await withDeclaredFailures(other: NextAuthSession.SendInputFailure.protocolFailure) {
      () async throws(NextAuthFailure) in
      let kept = vault.withLock { vault in
        (
          session: vault.session, factor: input.hasFactor ? vault.takeFactor() : nil,
          userInput: vault.takeUserInput(), submitted: vault.submitted
        )
      }
      defer { hub.endBiometric(of: number) }
      guard let session = kept.session, let account = input.account, let terms else { throw .protocolFailure }
      // A biometric that would not do any more was refused where the PIN is left.
      if let factor = kept.factor, !factor.isPIN, !takeBiometric() { throw .factorBlocked }
      // The person was asked for what was needed when the session was fetched. That may be more by now.
      // Decision: Docs/decisions/flow-nextauth.md#a-factor-is-checked-when-it-is-given
      let isRequired = terms.policy.isRequired(terms.offer, origin)
      let factorFollows = input.hasFactor || isRequired
      if !input.hasFactor, isRequired { try checkFactorsLeft() }
      // The server gets the account before the factor, once for each time that the person has agreed to it.
      if !input.hasFactor || kept.submitted != account {
        let result = try await transport.submitAccount(
          account, userInput: kept.userInput, factorFollows: factorFollows, to: session)
        // An account is not wrong: it is one that the server has offered.
        guard result.result != .wrong else { throw .protocolFailure }
        if result.result == .success { vault.withLock { $0.submitted = account } }
        // A server that goes on without the factor breaks the protocol.
        // Decision: Docs/decisions/flow-nextauth.md#a-session-without-its-factor-is-not-trusted
        if factorFollows, result.result == .success {
          guard result.moreInput == .secondFactor, result.sessionEnds != true else { throw .protocolFailure }
        }
        guard input.hasFactor, result.result == .success else {
          // A later round may want a factor that the first one did without.
          if result.moreInput == .secondFactor { try checkFactorsLeft() }
          return answered(result)
        }
      }
      guard let factor = kept.factor else { throw .protocolFailure }
      var result = try await transport.submitFactor(factor, to: session)
      // A PIN without a try left is blocked, however the server says it. A biometric blocks no PIN.
      if factor.isPIN, result.result == .wrong, let remaining = result.remaining, remaining <= 0 {
        result.result = .blocked
      }
      switch result.result {
      case .success: result.pinMissing = noteAccepted(factor) ?? result.pinMissing
      case .blocked: if factor.isPIN { hub.notePINBlocked() }
      case .wrong, .cancelled: break
      }
      // Not for the server to say: the settings decide whether something is left when the PIN is blocked.
      // Decision: Docs/decisions/flow-nextauth.md#a-blocked-pin-still-allows-biometrics
      if result.result == .blocked, let terms = self.terms {
        result.inputExpected = factor.isPIN && terms.policy.takesBiometric(terms.offer)
      }
      if result.result == .success, result.moreInput == .secondFactor { try checkFactorsLeft() }
      return answered(result)
    }
  }

  /// A result with what the settings say of the round after it. The factor may have been given meanwhile.
  private func answered(_ result: RoundResult) -> RoundResult {
    var result = result
    if result.moreInput == .confirmation, let terms {
      result.secondFactorRequired = terms.policy.isRequired(terms.offer, origin)
    }
    return result
  }

  /// Fails where a factor is wanted and nobody can give one.
  private func checkFactorsLeft() throws(NextAuthFailure) {
    if let terms, terms.policy.isOutOfFactors(terms.offer) { throw .factorBlocked }
  }

  // MARK: While it is active

  package func holdSession(
    events sender: NextAuthSession.HoldSessionSender
  ) async throws(NextAuthSession.HoldSessionFailure) {
    try await withDeclaredFailures(other: NextAuthSession.HoldSessionFailure.networkError) {
      () async throws(NextAuthFailure) in
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
    try await withDeclaredFailures(other: NextAuthSession.KeepAliveFailure.networkError) {
      () async throws(NextAuthFailure) in
      try await transport.keepAlive(try kept())
    }
  }

  // MARK: What goes wrong

  private func kept() throws(NextAuthFailure) -> String {
    guard let session = vault.withLock({ $0.session }) else { throw .protocolFailure }
    return session
  }
}
