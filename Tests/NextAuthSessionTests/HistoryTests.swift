import FlowTransport
import Foundation
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
import Testing

/// Each change of the history status, and its test.
///
/// | from | by | to | test |
/// |---|---|---|---|
/// | – | a session begins | FAIL | `running` |
/// | FAIL | a login with keep-alives | LOGGED_IN | `loggedIn` |
/// | FAIL | a login without | LOGGED_IN_ONE_SHOT | `oneShot` |
/// | FAIL | refusing, stopping, the time limit | ABORTED | `aborted` |
/// | FAIL | an error | ERROR | `error` |
/// | LOGGED_IN | any end of the session | LOGGED_OUT | `loggedOut`, by each of `End` |
/// | any | its account is deleted | DELETED | `deleted`, `deletedAppLogin`, `deletedElsewhere` |
@Suite("What is remembered of nextAuth sessions", .timeLimit(.minutes(20)))
struct HistoryTests {
  typealias Bench = NextAuthBench

  @Test("logged in, for a session that goes on")
  func loggedIn() async throws {
    let bench = Bench()
    let session = try await bench.online()
    let record = try #require(bench.record(session))
    #expect(record.account == "anna" && record.server == "ns.example.org" && record.changed == Bench.begin)
    #expect("\(record)" == "1 LOGGED_IN")
  }

  @Test("logged in once, where there are no keep-alives: it is over without logging out")
  func oneShot() async throws {
    let bench = Bench()
    let session = try await bench.start(Bench.login { $0.pingTime = 0 })
    try await bench.give(session)
    try await bench.expect(session, .done, .loggedInOneShot)
    #expect(await eventually { bench.callbacks.all.count >= 4 })
    #expect(
      bench.callbacks.told(session) == [
        "SecondFactor VERIFY", "SecondFactor SUCCESS", "SessionLogin once hello", "SessionStop",
      ])
  }

  @Test("where nobody knows the time between keep-alives, the login says that it is one shot")
  func unknownPingTime() async throws {
    let bench = Bench()
    bench.tamper.withLock { tamper in
      tamper = { _, _, response in
        let text = String(decoding: response.body, as: UTF8.self)
          .replacing(/"pingTime":[0-9]+,/, with: "")
          .replacing(#""kind":"loggedIn""#, with: #""kind":"loggedIn","oneShot":true"#)
        return TransportResponse(status: response.status, headers: response.headers, body: Array(text.utf8))
      }
    }
    let session = try await bench.start()
    #expect(await session.current.pingTime == nil)
    try await bench.give(session)
    try await bench.expect(session, .done, .loggedInOneShot)
  }

  @Test("aborted, by refusing the factor, by stopping before the login, or by the time limit")
  func aborted() async throws {
    let bench = Bench()
    let refused = try await bench.start()
    try await refused.inputCancel()
    try await bench.expect(refused, .done, .aborted)
    let stopped = try await bench.start(Bench.login { $0.finishes = false })
    try await bench.give(stopped)
    try await stopped.stopSession()
    try await bench.expect(stopped, .done, .aborted)
    let late = try await bench.start()
    await bench.clock.advance(by: .seconds(120))
    try await bench.expect(late, .done, .aborted)
    let cancelled = try await bench.start()
    bench.server.answerNext(with: RoundResult(result: .success, moreInput: .secondFactor))
    bench.server.answerNext(with: RoundResult(result: .cancelled))
    try await bench.give(cancelled)
    try await bench.expect(cancelled, .done, .aborted)
  }

  @Test("each change of the history status is called back")
  func calledBack() async throws {
    let bench = Bench()
    let session = try await bench.online()
    try await session.logout()
    try await bench.nextAuth.deleteAccount("anna")
    let statuses: [NextAuthSession.HistoryStatus] = [.loggedIn, .loggedOut, .deleted]
    #expect(await eventually { bench.callbacks.statuses(session) == statuses })
  }

  @Test("error, while it is being found out who it is")
  func error() async throws {
    let bench = Bench()
    let session = try await bench.start(Bench.login { $0.finishes = false })
    try await bench.give(session)
    bench.server.send(try await bench.id(session), .failure(.protocolFailure))
    await bench.hear()
    try await bench.expect(session, .error, .error, .protocolFailure)
  }

  /// The ways in which somebody who is logged in is so no more.
  enum End: CaseIterable {
    case logout, stopSession, serverLogout, pingLost, pingRefused, closed, timeout, inactivity, failure
  }

  @Test("logged out, however a session that goes on ends", arguments: End.allCases)
  func loggedOut(_ end: End) async throws {
    let isAppLogin = end == .timeout || end == .inactivity
    let bench = Bench {
      if end == .timeout { $0.timeoutAppLogin = .seconds(100) }
      if end == .inactivity { $0.timeoutInactivityAppLogin = .seconds(50) }
    }
    let session = isAppLogin ? try await bench.startAppLogin() : try await bench.online()
    if isAppLogin { try await bench.give(session) }
    try await bench.expect(session, .active, .loggedIn)
    let id = try await bench.id(session)
    switch end {
    case .logout: try await session.logout()
    case .stopSession: try await session.stopSession()
    case .serverLogout: bench.server.send(id, .serverLogout)
    case .pingLost: bench.server.send(id, .pingLost)
    case .pingRefused:
      bench.server.refusePings()
      await bench.clock.advance(by: .seconds(299))
      try await bench.expect(session, .active, .loggedIn)
    case .closed: bench.server.close(id)
    case .timeout: await bench.clock.advance(by: .seconds(99))
    case .inactivity:
      await bench.clock.advance(by: .seconds(40))
      await session.noteActivity()
      await bench.clock.advance(by: .seconds(49))
      try await bench.expect(session, .active, .loggedIn)
    case .failure: bench.server.send(id, .failure(.protocolFailure))
    }
    await bench.hear()
    let error: NextAuthSession.ErrorCode? =
      end == .failure || end == .pingRefused ? .protocolFailure : nil
    try await bench.expect(session, end == .failure ? .error : .done, .loggedOut, error)
  }

  @Test("keep-alives are sent as often as the session wants them")
  func keepAlives() async throws {
    let bench = Bench()
    let session = try await bench.online { $0.pingTime = 60 }
    await bench.clock.advance(by: .seconds(600))
    try await bench.expect(session, .active, .loggedIn)
    #expect(bench.log.received.filter { $0.path.hasSuffix("/ping") }.count == 10)
  }

  @Test("deleted, from each status, when the account is deleted: the session that is held and the record too")
  func deleted() async throws {
    let bench = Bench(accounts: ["anna", "berta"])
    func start(_ change: (inout StandInLogin) -> Void = { _ in }) async throws -> AuthSession {
      try await bench.start(
        Bench.login {
          $0.accounts = ["anna"]; change(&$0)
        })
    }
    let active = try await start { $0.finishes = false }
    try await bench.give(active)
    let online = try await start()
    try await bench.give(online)
    let once = try await start { $0.pingTime = 0 }
    try await bench.give(once)
    let aborted = try await start()
    try await aborted.inputCancel()
    let out = try await start()
    try await bench.give(out)
    try await out.logout()
    let broken = try await start()
    bench.server.answerNext(with: RoundResult(result: .blocked))
    try await bench.give(broken)
    let other = try await bench.start(Bench.login { $0.accounts = ["berta"] })
    try await bench.give(other)
    let sessions = [active, online, once, aborted, out, broken]
    var before: [NextAuthSession.HistoryStatus] = []
    for session in sessions { before.append(await session.current.historyStatus) }
    #expect(before == [.fail, .loggedIn, .loggedInOneShot, .aborted, .loggedOut, .error])
    try await bench.nextAuth.deleteAccount("anna")
    for session in sessions {
      #expect(await session.current.historyStatus == .deleted)
      #expect(bench.record(session)?.status == .deleted)
    }
    try await bench.expect(other, .active, .loggedIn)
    #expect(bench.server.accounts == ["berta"])
    // Nothing but the status has changed, and nothing comes after it.
    #expect(await online.current.status == .active)
    try await online.logout()
    #expect(bench.record(online)?.status == .deleted)
    await #expect(throws: NextAuthFailure.noAccounts) { try await bench.nextAuth.deleteAccount("anna") }
  }

  @Test("an AppLogin is over with its account, wherever it is, and so is its web session", arguments: 0..<3)
  func deletedAppLogin(_ place: Int) async throws {
    let bench = Bench(accounts: ["anna", "berta"])
    let session = try await bench.startAppLogin {
      $0.accounts = ["anna"]
      $0.finishes = place == 2
    }
    if place > 0 { try await bench.give(session) }
    #expect((session.webSession != nil) == (place == 2))
    await bench.nextAuth.accountDeleted("berta")
    #expect(await !session.current.isOver)
    try await bench.nextAuth.deleteAccount("anna")
    try await bench.expect(session, .done, .deleted)
    #expect(session.webSession == nil && bench.nextAuth.sessions.isEmpty)
    #expect(await eventually { bench.callbacks.told(session).last == "SessionStop" })
    await bench.refused(.sessionTerminated, session, isForgotten: true) {
      try await $0.setPinBiometric(.pin(Bench.pin))
    }
    let id = try await bench.id(session)
    #expect(await eventually { bench.server.isClosed(id) })
  }

  @Test("an account is deleted at the server that is named, and at no other")
  func deletedAt() async throws {
    let bench = Bench()
    let session = try await bench.online()
    await #expect(throws: NextAuthFailure.unknownServer) {
      try await bench.nextAuth.deleteAccount("anna", server: "elsewhere.example.org")
    }
    // A session that was never fetched has no server, and does not mean all of them.
    let bad = try await bench.nextAuth.startSession(.text(Secret("no code")))
    await bench.clock.settle()
    try await bad.deleteAccount("anna")
    // A request that is asked for in the same way, and behind it.
    try await session.deleteAccount("nobody")
    func asked() -> [String?] {
      bench.log.received.filter { $0.path == "/accounts/delete" }.map {
        JSONValue.read($0.body)?["account"]?.text
      }
    }
    #expect(await eventually { asked().contains("nobody") })
    await bench.clock.settle()
    #expect(asked() == ["anna", "nobody"])
    try await bench.expect(session, .active, .loggedIn)
    try await bench.nextAuth.deleteAccount("anna", server: "ns.example.org")
    #expect(await session.current.historyStatus == .deleted && bench.server.accounts.isEmpty)
  }

  @Test("deleted, when the server says so, and when the session asked for it")
  func deletedElsewhere() async throws {
    let bench = Bench()
    let session = try await bench.online()
    try bench.server.deleteAccount("anna")
    await bench.hear()
    #expect(await session.current.historyStatus == .deleted)
    bench.server.addAccount("anna")
    let again = try await bench.online()
    try await again.deleteAccount("anna")
    #expect(await eventually { await again.current.historyStatus == .deleted })
    #expect(bench.server.accounts.isEmpty)
  }

  @Test("records outlive the app's process, and turn to deleted there too")
  func outlives() async throws {
    let store = MemorySecretStore()
    let bench = Bench(history: SecretHistoryStore(store))
    try await (try await bench.online()).logout()
    let next = Bench(history: SecretHistoryStore(store))
    #expect(next.nextAuth.history.map(\.status) == [.loggedOut])
    #expect(next.nextAuth.history.map(\.account) == ["anna"])
    // Numbers go on where they were.
    #expect(try await next.start().id == 2)
    await next.nextAuth.accountDeleted("anna")
    #expect(
      Bench(history: SecretHistoryStore(store)).nextAuth.history.map(\.status) == [.deleted, .deleted])
  }

  @Test("what a store has that cannot be read is passed over, and a store that fails stops nobody")
  func stores() async throws {
    let store = MemorySecretStore()
    for text in ["", "null", "{}", #"{"records":[7,{"number":"x"},{"number":1}]}"#] {
      store.keep(Secret(text), as: "nextauth-history")
      #expect(Bench(history: SecretHistoryStore(store)).nextAuth.history.isEmpty)
    }
    struct Broken: HistoryStore {
      struct Failure: Error {}
      func records() throws -> [HistoryRecord] { throw Failure() }
      func keep(_ records: [HistoryRecord]) throws { throw Failure() }
    }
    let bench = Bench(history: Broken())
    let session = try await bench.online()
    try await bench.expect(session, .active, .loggedIn)
  }

  /// Reads fail as long as a test wants it.
  private final class Hesitant: HistoryStore {
    struct Failure: Error {}
    let fails = Locked(true)
    let kept: Locked<[HistoryRecord]>
    init(_ records: [HistoryRecord]) { kept = Locked(records) }
    func records() throws -> [HistoryRecord] {
      if fails.withLock({ $0 }) { throw Failure() }
      return kept.withLock { $0 }
    }
    func keep(_ records: [HistoryRecord]) { kept.withLock { $0 = records } }
  }

  private static func record(
    _ number: Int, _ status: NextAuthSession.HistoryStatus, account: String = "anna"
  ) -> HistoryRecord {
    HistoryRecord(
      number: number, sessionID: nil, server: "ns.example.org", account: account, origin: .qr, status: status,
      changed: Bench.begin)
  }

  @Test("what cannot be read at first is not overwritten, and is there as soon as it can be read")
  func laterRead() async throws {
    let earlier = [
      Self.record(1, .loggedOut), Self.record(2, .loggedIn, account: "berta"), Self.record(3, .aborted),
    ]
    let store = Hesitant(earlier)
    let bench = Bench(accounts: ["anna", "carl"], history: store)
    let session = try await bench.start(Bench.login { $0.accounts = ["carl"] })
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn)
    await bench.nextAuth.accountDeleted("anna")
    #expect(store.kept.withLock { $0 } == earlier)
    store.fails.withLock { $0 = false }
    try await session.logout()
    #expect(store.kept.withLock { $0 }.map(\.status) == [.deleted, .loggedOut, .deleted, .loggedOut])
    #expect(store.kept.withLock { $0 }.map(\.number) == [1, 2, 3, session.id])
    #expect(bench.nextAuth.history == store.kept.withLock { $0 })
  }

  @Test("who was logged in when the process ended is logged out in the next one")
  func crash() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "nextauth-history-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let bench = Bench(history: SecretHistoryStore(try FileSecretStore(folder: folder)))
    _ = try await bench.online()
    #expect(try bench.history.records().map(\.status) == [.loggedIn])
    let store = SecretHistoryStore(try FileSecretStore(folder: folder))
    let next = Bench(history: store)
    #expect(next.nextAuth.history.map(\.status) == [.loggedOut])
    #expect(try store.records().map(\.status) == [.loggedOut])
  }

  @Test("a session is in the history while it goes on, and after a crash")
  func running() async throws {
    let store = MemorySecretStore()
    let bench = Bench(history: SecretHistoryStore(store))
    let session = try await bench.start()
    #expect(bench.nextAuth.history.map(\.number) == [session.id])
    #expect(bench.nextAuth.history.map(\.status) == [.fail])
    #expect(bench.nextAuth.history.map(\.server) == ["ns.example.org"])
    // What another process finds that starts now.
    #expect(Bench(history: SecretHistoryStore(store)).nextAuth.history.map(\.status) == [.fail])
    try await bench.give(session)
    #expect(bench.nextAuth.history.map(\.status) == [.loggedIn])
  }

  @Test("records of a later version are left alone, and damaged ones are set aside")
  func versions() async throws {
    let store = MemorySecretStore()
    let later = Secret(#"{"version":2,"records":[{"n":1}]}"#)
    store.keep(later, as: "nextauth-history")
    let bench = Bench(history: SecretHistoryStore(store))
    try await (try await bench.online()).logout()
    #expect(bench.nextAuth.history.map(\.status) == [.loggedOut])
    #expect(store.secret("nextauth-history") == later)
    let damaged = Secret(#"{"records":[{"number":1,"#)
    store.keep(damaged, as: "nextauth-history")
    let next = Bench(history: SecretHistoryStore(store))
    try await (try await next.online()).logout()
    #expect(store.secret("nextauth-history-damaged") == damaged)
    #expect(try SecretHistoryStore(store).records().map(\.status) == [.loggedOut])
  }

  @Test("records are kept for their time, and no longer")
  func expiry() async throws {
    let bench = Bench { $0.expiryHistoryItems = .seconds(3600) }
    let session = try await bench.online()
    try await session.logout()
    await bench.clock.advance(by: .seconds(3599))
    #expect(bench.nextAuth.history.count == 1)
    await bench.clock.advance(by: .seconds(2))
    #expect(bench.nextAuth.history.isEmpty)
    // Who is still logged in is not forgotten, and is remembered for all of the time afterwards.
    let other = try await bench.online()
    await bench.clock.advance(by: .seconds(7200))
    #expect(bench.nextAuth.history.map(\.status) == [.loggedIn])
    try await other.logout()
    await bench.clock.advance(by: .seconds(3599))
    #expect(bench.nextAuth.history.map(\.status) == [.loggedOut])
    await bench.clock.advance(by: .seconds(2))
    #expect(bench.nextAuth.history.isEmpty)
    // The session that the app still holds has come to its end as well.
    await bench.refused(.sessionTerminated, session, isForgotten: true) { try await $0.stopSession() }
  }
}
