import FlowTransport
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
import Testing

/// Where errors lead, by the table of the flow's reference.
@Suite("Errors of nextAuth sessions", .timeLimit(.minutes(10)))
struct ErrorTests {
  typealias Bench = NextAuthBench

  @Test("a QR code that cannot be read", arguments: ["", "no code", "bkEB====", "AAAA", "bkEBA"])
  func badCode(_ text: String) async throws {
    let bench = Bench()
    let session = try await bench.nextAuth.startSession(.text(Secret(text)))
    await bench.clock.settle()
    try await bench.expect(session, .error, .error, .badData)
  }

  @Test("a link of another scheme, and one with something else than a code")
  func badLink() async throws {
    let bench = Bench()
    let right = bench.server.link().text
    for link in ["https:" + right.split(separator: ":")[1], "com.nextauth.client:%20", "x", ""] {
      let session = try await bench.nextAuth.startSession(data: Secret(link))
      await bench.clock.settle()
      try await bench.expect(session, .error, .error, .badData)
    }
    let session = try await bench.nextAuth.startSession(
      data: Secret(right.replacing("com.nextauth.client", with: "COM.nextauth.Client")))
    await bench.clock.settle()
    try await bench.expect(session, asks: .waitForSecondFactor)
  }

  @Test("a push message that cannot be opened starts no session")
  func badPush() async throws {
    let bench = Bench()
    await #expect(throws: NextAuthFailure.badData) {
      try await bench.nextAuth.processPush(Secret("c4n4ry-no-push"))
    }
    #expect(bench.nextAuth.sessions.isEmpty && bench.nextAuth.history.isEmpty)
  }

  @Test("an unknown server, and a code that is used up")
  func notFetched() async throws {
    let bench = Bench()
    let other = NextAuthStandIn(name: "elsewhere.example.org")
    let unknown = try await bench.nextAuth.startSession(.bytes(other.code()))
    await bench.clock.settle()
    try await bench.expect(unknown, .error, .error, .unknownServer)
    let code = bench.server.code()
    _ = try await bench.nextAuth.startSession(.bytes(code))
    await bench.clock.settle()
    let second = try await bench.nextAuth.startSession(.bytes(code))
    await bench.clock.settle()
    try await bench.expect(second, .error, .error, .fetchFailed)
  }

  @Test("no account for the server, which is the default one where none is named")
  func noAccounts() async throws {
    let bench = Bench(accounts: []) { $0.defaultServer = "ns.example.org" }
    let session = try await bench.startAppLogin()
    try await bench.expect(session, .error, .error, .noAccounts)
    #expect(await session.current.server == "ns.example.org")
  }

  @Test("a wrong PIN may be given again while there are tries, and blocks all with the last")
  func wrong() async throws {
    let bench = Bench()
    let session = try await bench.start()
    for remaining in [2, 1] {
      try await bench.give(session, .pin(Secret("wrong")))
      try await bench.expect(session, asks: .waitForSecondFactor, .wrongFactor)
      #expect(await session.current.remainingAttempts == remaining)
    }
    try await bench.give(session, .pin(Secret("wrong")))
    try await bench.expect(session, .error, .error, .factorBlocked)
    let next = try await bench.start()
    try await bench.give(next)
    try await bench.expect(next, .error, .error, .factorBlocked)
  }

  @Test("a biometric that has changed: the PIN is asked for, and nothing else will do")
  func biometric() async throws {
    let bench = Bench()
    bench.server.changeBiometric()
    let session = try await bench.start()
    try await bench.give(session, .biometric(Bench.finger))
    try await bench.expect(session, asks: .waitForSecondFactor, .biometricChanged)
    #expect(await session.current.needsPIN)
    await bench.refused(.pinRequired, session) { try await $0.setPinBiometric(.biometric(Bench.finger)) }
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn, .biometricChanged)
  }

  @Test("no answer while it is started or answered ends the session after 15 seconds", arguments: 0..<4)
  func silence(_ request: Int) async throws {
    let bench = Bench(faults: [request: .silence])
    let session = try await bench.start()
    if request > 1 { try await bench.give(session) }
    await bench.clock.advance(by: .seconds(15))
    let update = await session.current
    #expect(update.status == .error && update.historyStatus == .error)
    #expect([.requestTimeout, .networkError].contains(update.error))
  }

  @Test("a server that is gone while the session is active ends it, and logs out")
  func serverDown() async throws {
    let bench = Bench()
    let session = try await bench.online()
    for number in 0..<10 { bench.log.fail(bench.log.received.count + number, with: .reset) }
    await bench.clock.advance(by: .seconds(1))
    try await bench.expect(session, .active, .loggedIn)
    await bench.clock.advance(by: .seconds(4))
    try await bench.expect(session, .done, .loggedOut, .networkError)
  }
}
