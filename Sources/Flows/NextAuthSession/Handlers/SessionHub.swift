import FlowTransport

/// What the sessions of an app have in common: which there are, what is remembered of them, and when somebody has proved
/// who it is.
final class SessionHub: Sendable {
  private struct State {
    var last = 0
    /// Sessions that have not ended, whether or not anything else holds them.
    var running: [Int: AuthSession] = [:]
    /// Sessions that are over and that the app still holds.
    var over: [Int: Weak] = [:]
    var factors = SecondFactorPolicy.Memory()
    /// Sessions that have sent a biometric which is not checked yet.
    var biometrics: Set<Int> = []
    /// Sessions that are logged in to the app itself.
    var appLogins: Set<Int> = []
  }

  private struct Weak { weak var session: AuthSession? }

  let configuration: NextAuthConfiguration
  /// Seconds since 1970.
  let now: @Sendable () -> Double
  /// Seconds since the start, by a clock that nobody sets.
  private let uptime: @Sendable () -> Double
  private let history: SessionHistory
  private let state: Locked<State>

  init(
    _ configuration: NextAuthConfiguration, now: @escaping @Sendable () -> Double,
    uptime: @escaping @Sendable () -> Double
  ) {
    self.configuration = configuration
    self.now = now
    self.uptime = uptime
    history = SessionHistory(configuration.historyStore, at: now())
    var state = State()
    // Numbers are not used again, for records have them.
    state.last = history.lastNumber(at: now())
    self.state = Locked(state)
  }

  // MARK: Sessions

  /// A number that no session had before.
  func nextNumber() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  func add(_ session: AuthSession) { state.withLock { $0.running[session.id] = session } }

  /// Lets go of a session that is over. It goes on to hear of deleted accounts as long as the app holds it.
  func isOver(_ number: Int) {
    // What is dropped is returned, so that nothing is freed under the lock.
    let session = state.withLock { state -> AuthSession? in
      state.appLogins.remove(number)
      state.biometrics.remove(number)
      state.over = state.over.filter { $0.value.session != nil }
      let session = state.running.removeValue(forKey: number)
      if let session { state.over[number] = Weak(session: session) }
      return session
    }
    // It is still in the step that ends it, and is to hear of an account that is deleted meanwhile.
    if let session { Task { _ = await session.current } }
  }

  /// The sessions that are not over, in the order of their start.
  var running: [AuthSession] { state.withLock { $0.running.sorted { $0.key < $1.key }.map(\.value) } }

  // MARK: Factors

  /// Notes that a factor was accepted in a session.
  func noteFactor(isPIN: Bool, in number: Int) {
    let now = uptime()
    state.withLock { state in
      state.biometrics.remove(number)
      state.factors.note(isPIN: isPIN, at: now)
    }
  }

  /// Notes that the PIN is blocked.
  func notePINBlocked() { state.withLock { $0.factors.noteBlocked() } }

  /// How often the PIN was blocked so far.
  var blocks: Int { state.withLock { $0.factors.blocks } }

  /// Takes a biometric of a session where it will do. It counts as given from here on until it is checked, so that several
  /// sessions cannot have more of them at once than one after the other.
  ///
  /// - Returns: whether it will do.
  func takeBiometric(_ number: Int, _ offer: SessionOffer, since blocks: Int) -> Bool {
    let now = uptime()
    return state.withLock { state in
      guard !state.biometrics.contains(number) else { return true }
      guard policy(number, since: blocks, state, now).takesBiometric(offer) else { return false }
      state.biometrics.insert(number)
      return true
    }
  }

  /// The biometric of a session is checked, or will not be.
  func endBiometric(of number: Int) { state.withLock { _ = $0.biometrics.remove(number) } }

  func noteAppLogin(_ number: Int, isLoggedIn: Bool) {
    state.withLock { state in
      if isLoggedIn { state.appLogins.insert(number) } else { state.appLogins.remove(number) }
    }
  }

  /// What holds for a session now.
  ///
  /// - Parameter blocks: how often the PIN had been blocked before the session was fetched.
  func policy(_ number: Int, since blocks: Int) -> SecondFactorPolicy {
    let now = uptime()
    return state.withLock { policy(number, since: blocks, $0, now) }
  }

  private func policy(_ number: Int, since blocks: Int, _ state: State, _ now: Double) -> SecondFactorPolicy {
    SecondFactorPolicy(
      settings: configuration.settings, memory: state.factors, hasAppLogin: !state.appLogins.isEmpty,
      biometricsUnderWay: state.biometrics.subtracting([number]).count,
      isPINBlocked: state.factors.isPINBlocked && state.factors.blocks > blocks, now: now)
  }

  // MARK: History and accounts

  func keep(_ record: HistoryRecord) { history.keep(record, notBefore: oldest) }

  /// What is remembered, the newest last.
  var records: [HistoryRecord] { history.records(notBefore: oldest, at: now()) }

  private var oldest: Double { now() - configuration.settings.expiryHistoryItems / .seconds(1) }

  func delete(_ account: String, at server: String?) async throws(NextAuthFailure) {
    try await configuration.transport.deleteAccount(account, server: server)
    await accountDeleted(account, at: server)
  }

  /// Reports to the history and to every session that an account is gone.
  ///
  /// - Parameter server: the account's; nil for the accounts of that name at all servers.
  func accountDeleted(_ account: String, at server: String?) async {
    history.delete(account, at: server, time: now(), notBefore: oldest)
    let sessions = state.withLock { state in
      state.running.values + state.over.values.compactMap(\.session)
    }
    for session in sessions.sorted(by: { $0.id < $1.id }) {
      await session.accountDeleted(account, at: server)
    }
    // A session that was about to end has written its record meanwhile.
    history.delete(account, at: server, time: now(), notBefore: oldest)
  }
}
