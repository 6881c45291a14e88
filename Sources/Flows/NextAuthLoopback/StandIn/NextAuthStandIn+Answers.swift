package import FlowTransport
package import NextAuthSessionFlow

/// What the stand-in answers a client.
extension NextAuthStandIn {
  /// Opens a push message.
  package func open(push message: Secret) throws(NextAuthFailure) -> Secret? {
    try state.withLock { state throws(NextAuthFailure) in
      guard let content = state.pushes[message] else { throw .badData }
      return content
    }
  }

  /// Starts a session.
  package func start(_ start: SessionStart) throws(NextAuthFailure) -> String {
    try state.withLock { state throws(NextAuthFailure) in
      var login: StandInLogin
      var isAppLogin = false
      switch start {
      case .data(let data, _):
        guard let code = StandInCode(data.bytes) else { throw .badData }
        guard code.server == name else { throw .unknownServer }
        // Good once, and used up by who starts it.
        guard let prepared = state.codes.removeValue(forKey: code.nonce) else { throw .fetchFailed }
        login = prepared
      case .appLogin(let account, let server):
        guard server == nil || server == name else { throw .unknownServer }
        login = state.appLogin
        if let account { login.accounts = [account] }
        isAppLogin = true
      }
      let session = Hex.text(SecureRandom.bytes(16))
      state.sessions[session] = Live(login: login, isAppLogin: isAppLogin)
      state.started.append(session)
      return session
    }
  }

  /// What a session is about.
  package func fetch(_ session: String) throws(NextAuthFailure) -> SessionOffer {
    try state.withLock { state throws(NextAuthFailure) in
      guard let live = state.sessions[session], !live.isClosed else { throw .fetchFailed }
      let login = live.login
      let accounts = Self.accounts(live, state)
      guard login.kind == .enrol || !accounts.isEmpty else { throw .noAccounts }
      return SessionOffer(
        kind: login.kind, server: name, accounts: accounts, newAccount: login.newAccount,
        serverWantsFactor: login.serverWantsFactor, sessionWantsFactor: login.sessionWantsFactor,
        factorLasts: login.factorLasts, hasFactor: state.pin != nil || state.biometric != nil,
        hasPIN: state.pin != nil, hasBiometric: state.biometric != nil, isPINBlocked: state.attempts == 0,
        pingTime: login.pingTime, announceInfo: login.announceInfo,
        visualHash: login.kind == .enrol ? "key of \(name)" : nil)
    }
  }

  private static func accounts(_ live: Live, _ state: State) -> [String] {
    guard let wanted = live.login.accounts else { return state.accounts }
    return wanted.filter { state.accounts.contains($0) }
  }

  /// Takes the account that the person has agreed to. Nobody is let in before the factor that the app says will follow.
  package func submitAccount(
    _ account: String, userInput: Secret?, factorFollows: Bool = false, to session: String
  ) throws(NextAuthFailure) -> RoundResult {
    try round(session) { (live, state) throws(NextAuthFailure) in
      let login = live.login
      let isOffered =
        login.kind == .enrol
        ? account == login.newAccount : Self.accounts(live, state).contains(account)
      guard isOffered else { throw .protocolFailure }
      live.account = account
      if let userInput { state.userInputs.append(userInput) }
      // The app may insist on a factor that the server would do without. When the last one was is known to the app alone.
      let wantsFactor = login.serverWantsFactor || login.sessionWantsFactor
      if factorFollows || (wantsFactor && login.factorLasts == .zero) {
        return RoundResult(result: .success, moreInput: .secondFactor)
      }
      return Self.go(on: &live, &state)
    }
  }

  /// Checks a factor, or sets it where it is the first. Of both together, the PIN is checked and the biometric is set.
  package func submitFactor(
    _ factor: SecondFactor, to session: String
  ) throws(NextAuthFailure) -> RoundResult {
    try round(session) { (live, state) throws(NextAuthFailure) in
      guard live.account != nil else { throw .protocolFailure }
      // A blocked PIN blocks the PIN alone. What the app makes of that is for its settings.
      let isBlocked = state.attempts == 0
      guard !isBlocked || !factor.isPIN else { return RoundResult(result: .blocked, remaining: 0) }
      if state.pin == nil, state.biometric == nil {
        (state.pin, state.biometric) = (factor.pin, factor.biometric)
      }
      if !factor.isPIN, state.hasBiometricChanged { throw .biometricChanged }
      guard factor.isPIN ? factor.pin == state.pin : factor.biometric == state.biometric else {
        state.attempts = max(state.attempts - 1, 0)
        return state.attempts > 0
          ? RoundResult(result: .wrong, remaining: state.attempts)
          : RoundResult(result: .blocked, remaining: 0)
      }
      if factor.isPIN, let biometric = factor.biometric {
        (state.biometric, state.hasBiometricChanged) = (biometric, false)
      }
      if !isBlocked { state.attempts = Self.attempts }
      return Self.go(on: &live, &state)
    }
  }

  /// What comes after an answer that was right.
  private static func go(on live: inout Live, _ state: inout State) -> RoundResult {
    guard live.login.furtherRounds.isEmpty else {
      return RoundResult(result: .success, moreInput: live.login.furtherRounds.removeFirst())
    }
    if live.login.kind == .enrol, let account = live.account, !state.accounts.contains(account) {
      state.accounts.append(account)
    }
    guard !live.login.endsAtOnce else {
      live.isLoggedIn = true
      live.isClosed = true
      return RoundResult(result: .success, sessionEnds: true, loggedIn: true)
    }
    if live.login.finishes { finish(&live, &state) }
    return RoundResult(result: .success)
  }

  private func round(
    _ session: String,
    _ body: (inout Live, inout State) throws(NextAuthFailure) -> RoundResult
  ) throws(NextAuthFailure) -> RoundResult {
    try state.withLock { state throws(NextAuthFailure) in
      guard var live = state.sessions[session], !live.isClosed, !live.isLoggedIn else {
        throw .protocolFailure
      }
      if !state.scripted.isEmpty { return state.scripted.removeFirst() }
      defer { state.sessions[session] = live }
      return try body(&live, &state)
    }
  }

  /// Notes that a session is alive.
  package func keepAlive(_ session: String) throws(NextAuthFailure) {
    try state.withLock { state throws(NextAuthFailure) in
      guard let live = state.sessions[session], !live.isClosed, !state.refusesPings else {
        throw .protocolFailure
      }
    }
  }

  /// The events of a session after a number, and whether it is closed.
  package func events(
    of session: String, after number: Int
  ) throws(NextAuthFailure) -> (events: [IncomingEvent], isClosed: Bool) {
    try state.withLock { state throws(NextAuthFailure) in
      guard let live = state.sessions[session] else { throw .protocolFailure }
      let events = live.events.enumerated().dropFirst(max(number, 0)).map { index, message in
        IncomingEvent(session: session, number: index + 1, message)
      }
      return (Array(events), live.isClosed)
    }
  }

  /// Ends a session, as its app wants.
  package func stop(_ session: String) { close(session) }

  /// Deletes an account, and reports that to all sessions.
  ///
  /// - Parameter server: the account's, which must be this one; nil for whichever has it.
  package func deleteAccount(_ account: String, server: String? = nil) throws(NextAuthFailure) {
    guard server == nil || server == name else { throw .unknownServer }
    try state.withLock { state throws(NextAuthFailure) in
      guard state.accounts.contains(account) else { throw .noAccounts }
      state.accounts.removeAll { $0 == account }
      for session in state.started { state.sessions[session]?.events.append(.accountDeleted(account)) }
    }
  }
}
