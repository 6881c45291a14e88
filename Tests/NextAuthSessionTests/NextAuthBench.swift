import FlowTransport
import Foundation
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
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
  let tamper = Locked<(@Sendable (Int, HTTPRequest, HTTPResponse) -> HTTPResponse)?>(nil)

  /// Keeps everything that sessions tell anybody.
  final class Watcher: SessionInspector {
    let events = Locked<[TraceEvent]>([])
    func record(_ event: TraceEvent) { events.withLock { $0.append(event) } }
  }

  /// - Parameter isSimulated: without HTTP.
  init(
    accounts: [String] = ["anna"], isSimulated: Bool = false, faults: [Int: LoopbackFault] = [:],
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
    let transport: any NextAuthTransport =
      isSimulated
      ? SimulatedTransport(server, clock: clock)
      : StandInTransport(
        base,
        transport: TamperingTransport(InProcessTransport(loopback, log: log, clock: clock), tamper),
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

  /// Waits until something is so that no clock and no session waits for.
  func eventually(_ isSo: @Sendable () async -> Bool) async -> Bool {
    for _ in 0..<5_000 {
      if await isSo() { return true }
      await Task.yield()
      try? await Task.sleep(for: .milliseconds(1))
    }
    return false
  }

  /// Fails unless a method is refused for that reason, and nothing changes.
  func refused(
    _ reason: NextAuthRefusal.Reason, _ session: AuthSession,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ method: (AuthSession) async throws -> Void
  ) async {
    let before = await session.current
    do {
      try await method(session)
      Issue.record("was not refused in \(before)", sourceLocation: sourceLocation)
    } catch {
      #expect((error as? NextAuthRefusal)?.reason == reason, sourceLocation: sourceLocation)
    }
    let after = await session.current
    #expect(after.status == before.status && after.states == before.states, sourceLocation: sourceLocation)
  }
}

/// Changes answers.
struct TamperingTransport: HTTPTransport {
  private let transport: InProcessTransport
  private let tamper: Locked<(@Sendable (Int, HTTPRequest, HTTPResponse) -> HTTPResponse)?>

  init(
    _ transport: InProcessTransport,
    _ tamper: Locked<(@Sendable (Int, HTTPRequest, HTTPResponse) -> HTTPResponse)?>
  ) {
    self.transport = transport
    self.tamper = tamper
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let number = transport.log.received.count
    let response = try await transport.send(request)
    return tamper.withLock { $0 }?(number, request, response) ?? response
  }
}
