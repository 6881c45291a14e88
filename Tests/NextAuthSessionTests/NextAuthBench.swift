import FlowTransport
import Foundation
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// Sessions with a stand-in server in the process, and a clock that the test moves.
final class NextAuthBench: Sendable {
  static let pin = Secret("c4n4ry-P1N-4711")
  static let finger = Secret("c4n4ry-f1nger-handle")
  static let userInput = Secret("c4n4ry-us3r-1nput")
  static let begin = 1_700_000_000.0

  let clock: ManualClock
  let server = NextAuthStandIn()
  let loopback: NextAuthLoopback
  let log: RequestLog
  let history: any HistoryStore
  let callbacks = Callbacks()
  let watcher = Watcher()
  let nextAuth: NextAuth
  /// Changes answers, by the request's number.
  let tamper = Locked<TamperingTransport.Change?>(nil)

  init(
    accounts: [String] = ["anna"], faults: [Int: LoopbackFault] = [:],
    history: any HistoryStore = MemoryHistoryStore(),
    _ change: (inout NextAuthSettings) -> Void = { _ in }
  ) {
    let clock = ManualClock()
    self.clock = clock
    self.history = history
    log = RequestLog(faults: faults)
    loopback = NextAuthLoopback(server)
    for account in accounts { server.addAccount(account) }
    server.setFactors(pin: Self.pin, biometric: Self.finger)
    let base = URL(string: "https://ns.example.org") ?? URL(fileURLWithPath: "/")
    let transport = StandInTransport(
      base,
      transport: TamperingTransport(
        InProcessTransport(loopback, log: log, clock: clock), tamper: tamper, wait: { _, _ in }),
      clock: clock)
    var settings = NextAuthSettings()
    change(&settings)
    nextAuth = NextAuth(
      NextAuthConfiguration(
        transport: transport, historyStore: history, callbacks: callbacks, settings: settings),
      clock: clock, inspector: watcher,
      now: { Self.begin + clock.now.offset / .seconds(1) })
  }

  /// A login that says who asks.
  static func login(_ change: (inout StandInLogin) -> Void = { _ in }) -> StandInLogin {
    var login = StandInLogin()
    login.announceInfo = "Shop"
    login.sessionInfo = "hello"
    change(&login)
    return login
  }

  /// Starts a session with a QR code.
  func start(_ login: StandInLogin = login(), account: String? = nil) async throws -> AuthSession {
    let session = try await nextAuth.startSession(
      .bytes(server.code(for: login)), preselectedAccount: account)
    await clock.settle()
    return session
  }

  /// Starts a login to the app itself.
  func startAppLogin(_ change: (inout StandInLogin) -> Void = { _ in }) async throws -> AuthSession {
    server.setAppLogin(Self.login(change))
    let session = try await nextAuth.startAppLogin()
    await clock.settle()
    return session
  }

  /// A session that is logged in.
  func online(_ change: (inout StandInLogin) -> Void = { _ in }) async throws -> AuthSession {
    let session = try await start(Self.login(change))
    try await give(session)
    try await expect(session, .active, .loggedIn)
    return session
  }

  /// Gives the PIN, and lets what comes of it happen.
  func give(_ session: AuthSession, _ factor: SecondFactor = .pin(pin)) async throws {
    try await session.setPinBiometric(factor)
    await clock.settle()
  }

  /// A session that has enrolled an account with the PIN.
  func enrol(_ account: String) async throws -> AuthSession {
    let session = try await start(.enrolment(of: account))
    try await session.setAccount(account)
    try await give(session)
    try await expect(session, .active, .loggedIn)
    return session
  }

  /// Lets what the server says be heard.
  func hear() async { await clock.advance(by: .seconds(1)) }

  /// The session's identifier at the server.
  func id(_ session: AuthSession) async throws -> String { try #require(await session.current.sessionID) }

  /// Fails unless the session is there.
  func expect(
    _ session: AuthSession, _ status: AuthSessionUpdate.Status,
    _ history: NextAuthSession.HistoryStatus, _ error: NextAuthSession.ErrorCode? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let update = await session.current
    #expect(update.status == status, "\(update)", sourceLocation: sourceLocation)
    #expect(update.historyStatus == history, "\(update)", sourceLocation: sourceLocation)
    #expect(update.error == error, "\(update)", sourceLocation: sourceLocation)
    // What is remembered is what the session says, once it says anything.
    if history != .fail {
      #expect(record(session)?.status == history, sourceLocation: sourceLocation)
    }
  }

  /// Fails unless the session asks the person for that.
  func expect(
    _ session: AuthSession, asks pseudoState: AuthSessionUpdate.PseudoState,
    _ error: NextAuthSession.ErrorCode? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let update = await session.current
    #expect(update.pseudoState == pseudoState, "\(update)", sourceLocation: sourceLocation)
    #expect(update.status == .waitingForUserInput, "\(update)", sourceLocation: sourceLocation)
    #expect(update.historyStatus == .fail, "\(update)", sourceLocation: sourceLocation)
    #expect(update.error == error, "\(update)", sourceLocation: sourceLocation)
  }

  /// What is remembered of a session.
  func record(_ session: AuthSession) -> HistoryRecord? {
    nextAuth.history.first { $0.number == session.id }
  }

  /// Everything that a method can change.
  private func state(_ session: AuthSession) async -> [String] {
    let snapshot = (try? JSONEncoder().encode(await session.snapshot().chart)).flatMap {
      JSONValue.read(Array($0))
    }
    guard case .object(var chart)? = snapshot else { return [] }
    // What has come last is all that a chart keeps of what it did not take.
    chart["event"] = nil
    let update = await session.current
    var texts = [String(decoding: JSONValue.object(chart).bytes, as: UTF8.self), "\(update)"]
    texts.append("\(update.states) \(update.account ?? "-") \(session.webSession == nil)")
    texts += nextAuth.history.map { "\($0) \($0.account ?? "-") \($0.changed)" }
    texts += nextAuth.sessions.map { "\($0.id)" }
    texts += log.received.map { "\($0.method) \($0.target) \($0.body)" }
    texts += server.sessions.map { "\($0) \(server.isLoggedIn($0)) \(server.isClosed($0))" } + server.accounts
    return texts + watcher.told
  }

  /// Fails unless a method is refused for that reason, and nothing changes but what is said of that.
  func refused(
    _ reason: NextAuthRefusal.Reason, _ session: AuthSession, isForgotten: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ method: (AuthSession) async throws -> Void
  ) async {
    await clock.settle()
    var before = await state(session)
    let errors = await session.current.error
    do {
      try await method(session)
      Issue.record("was not refused in \(before)", sourceLocation: sourceLocation)
    } catch {
      #expect((error as? NextAuthRefusal)?.reason == reason, sourceLocation: sourceLocation)
    }
    await clock.settle()
    var after = await state(session)
    let told = after.last == "userErrorMessage" ? after.removeLast() : nil
    switch reason {
    case .unknownAccount:
      // Told by a callback, and the session's error from now on.
      #expect(told != nil, sourceLocation: sourceLocation)
      #expect(await session.current.error == .unknownAccount, sourceLocation: sourceLocation)
      if errors != .unknownAccount {
        // Snapshot and description hold the error.
        before.removeFirst(2)
        after.removeFirst(2)
      }
    case .sessionTerminated:
      // Told by a callback, as long as the session is remembered.
      #expect((told != nil) != isForgotten, sourceLocation: sourceLocation)
    case .notOffered, .pinRequired, .pinBlocked, .pinMissing:
      #expect(told == nil, sourceLocation: sourceLocation)
    }
    let changes = after.difference(from: before).map { "\($0)" }
    #expect(changes.isEmpty && !before.isEmpty, sourceLocation: sourceLocation)
  }
}

extension Watcher {
  /// The names of what charts have emitted, in order. Callbacks come later.
  var told: [String] {
    events.withLock { $0 }.compactMap { if case .output(let name, _) = $0.kind { name } else { nil } }
  }
}
