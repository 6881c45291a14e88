import FlowTransport
import Foundation
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
import Testing

/// Where errors lead.
///
/// | error | leads to | test |
/// |---|---|---|
/// | data that cannot be read | no session, or ERROR | `badCode`, `badLink`, `badPush` |
/// | an unknown server, nothing fetched | ERROR | `notFetched` |
/// | no account for the server | ERROR | `noAccounts` |
/// | a wrong PIN with tries left | the factor again | `wrong` |
/// | a blocked PIN | ERROR, or the biometric | `wrong`, `biometricLeft` |
/// | a biometric that has changed | the PIN | `biometric` |
/// | no answer | ERROR | `silence` |
/// | an answer that is not the server's, such as a hotel's login page | no connection | `between` |
/// | the time limit | DONE, ABORTED | `SessionLifecycleTests.timeout` |
/// | a server that PINs would go to in the clear | nothing is sent | `insecure` |
/// | the server is gone while active | DONE, LOGGED_OUT | `serverDown` |
@Suite("Errors of nextAuth sessions", .timeLimit(.minutes(20)))
struct ErrorTests {
  typealias Bench = NextAuthBench

  @Test("a QR code that cannot be read", arguments: ["", "no code", "bkEB====", "AAAA", "bkEBA"])
  func badCode(_ text: String) async throws {
    let bench = Bench()
    let session = try await bench.nextAuth.startSession(.text(Secret(text)))
    await bench.clock.settle()
    try await bench.expect(session, .error, .error, .badData)
  }

  @Test("the end of a session is reported, also to an app that does not keep the session")
  func notKept() async throws {
    let bench = Bench()
    for _ in 0..<20 { _ = try await bench.nextAuth.startSession(.text(Secret("no code"))) }
    await bench.clock.settle()
    #expect(await eventually { bench.callbacks.all.count == 20 })
    #expect(Set(bench.callbacks.all) == ["UserErrorMessage badData"])
    weak var session: AuthSession?
    do {
      let once = try await bench.start(Bench.login { $0.pingTime = 0 })
      try await bench.give(once)
      session = once
    }
    #expect(await eventually { bench.callbacks.all.last == "SessionStop" })
    #expect(bench.callbacks.all.suffix(2) == ["SessionLogin once hello", "SessionStop"])
    // Nobody holds it any longer than that.
    #expect(await eventually { session == nil })
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

  @Test("no account for the server, which is the default one where none is named, and for that report alone")
  func noAccounts() async throws {
    let bench = Bench(accounts: []) { $0.defaultNSURI = "wss://elsewhere.example.org/ns" }
    let session = try await bench.startAppLogin()
    try await bench.expect(session, .error, .error, .noAccounts)
    #expect(await session.current.server == "wss://elsewhere.example.org/ns")
    let bad = try await bench.nextAuth.startSession(.text(Secret("no code")))
    await bench.clock.settle()
    try await bench.expect(bad, .error, .error, .badData)
    #expect(await bad.current.server == nil)
  }

  @Test("a wrong PIN may be given again while there are tries, and blocks all with the last")
  func wrong() async throws {
    let bench = Bench { $0.blockSecondFactorOnPINBlocked = true }
    let session = try await bench.start()
    for remaining in [2, 1] {
      try await bench.give(session, .pin(Secret("wrong")))
      try await bench.expect(session, asks: .waitForSecondFactor, .wrongFactor)
      #expect(await session.current.remainingAttempts == remaining)
    }
    try await bench.give(session, .pin(Secret("wrong")))
    try await bench.expect(session, .error, .error, .factorBlocked)
    // The next one is not even asked for.
    let next = try await bench.start()
    try await bench.expect(next, .error, .error, .factorBlocked)
    // Nothing else will do either where there is no biometric.
    let other = Bench()
    other.server.setFactors(pin: Bench.pin)
    let last = try await other.start()
    for _ in 0..<3 { try await other.give(last, .pin(Secret("wrong"))) }
    try await other.expect(last, .error, .error, .factorBlocked)
  }

  @Test("a blocked PIN leaves the biometric, in this session and in later ones")
  func biometricLeft() async throws {
    let bench = Bench()
    let session = try await bench.start()
    for _ in 0..<3 { try await bench.give(session, .pin(Secret("wrong"))) }
    try await bench.expect(session, asks: .waitForSecondFactor, .factorBlocked)
    #expect(await session.current.isPINBlocked)
    #expect(await session.current.needsBiometric)
    for factor in [SecondFactor.pin(Bench.pin), .both(pin: Bench.pin, biometric: Bench.finger)] {
      await bench.refused(.pinBlocked, session) { try await $0.setPinBiometric(factor) }
    }
    try await bench.give(session, .biometric(Bench.finger))
    try await bench.expect(session, .active, .loggedIn)
    #expect(await eventually { bench.callbacks.told(session).last == "SessionLogin hello" })
    #expect(
      bench.callbacks.told(session).suffix(5) == [
        "SecondFactor BLOCKED", "UserErrorMessage factorBlocked", "SecondFactor VERIFY BIOMETRIC",
        "SecondFactor SUCCESS", "SessionLogin hello",
      ])
    // It has not set the PIN free.
    let next = try await bench.start()
    try await bench.expect(next, asks: .waitForSecondFactor)
    await bench.refused(.pinBlocked, next) { try await $0.setPinBiometric(.pin(Bench.pin)) }
    try await bench.give(next, .biometric(Secret("another finger")))
    try await bench.expect(next, .error, .error, .factorBlocked)
    let changed = try await bench.start()
    bench.server.changeBiometric()
    try await bench.give(changed, .biometric(Bench.finger))
    try await bench.expect(changed, .error, .error, .biometricChanged)
  }

  @Test("a PIN is also blocked if the server reports it as wrong with no try left")
  func wrongWithoutTries() async throws {
    let bench = Bench()
    let session = try await bench.start()
    bench.tamper.withLock {
      $0 = { _, _, response in
        guard case .object(var fields)? = JSONValue.read(response.body), fields["result"]?.text == "wrong"
        else { return response }
        fields["remaining"] = 0
        return .json(.object(fields))
      }
    }
    try await bench.give(session, .pin(Secret("wrong")))
    try await bench.expect(session, asks: .waitForSecondFactor, .factorBlocked)
    bench.tamper.withLock { $0 = nil }
    try await bench.give(session, .biometric(Bench.finger))
    try await bench.expect(session, .active, .loggedIn)
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
    // With the PIN, it can be set anew.
    try await bench.give(session, .both(pin: Bench.pin, biometric: Secret("new finger")))
    try await bench.expect(session, .active, .loggedIn)
    let next = try await bench.start()
    try await bench.give(next, .biometric(Secret("new finger")))
    try await bench.expect(next, .active, .loggedIn)
  }

  @Test(
    "a server that PINs would go to in the clear, or that has no address, is not spoken to",
    arguments: [
      "http://ns.example.org", "http://127.0.0.1.example.org", "http://localhost@ns.example.org", "foo",
      "ftp://127.0.0.1", "https://",
    ])
  func insecure(_ address: String) async throws {
    let log = RequestLog()
    let transport = StandInTransport(
      try #require(URL(string: address)),
      transport: InProcessTransport(NextAuthLoopback(NextAuthStandIn()), log: log, clock: ManualClock()))
    #expect(!transport.isSafe)
    await #expect(throws: NextAuthFailure.protocolFailure) {
      try await transport.start(.appLogin(account: nil, server: nil))
    }
    #expect(log.received.isEmpty)
  }

  /// What something between the app and the server may answer.
  static let strangers: [LoopbackFault] =
    [.huge, .garbage]
    + [
      (200, "text/html", "<html>Sign in to the network</html>"), (200, "text/html", #"{"result":"success"}"#),
      (200, "application/json", "[]"), (200, "application/json", ""), (204, "text/html", ""),
      (302, "text/html", ""), (401, "text/html", "<html></html>"), (404, "text/html", "<html></html>"),
      (500, "text/plain", "oops"), (511, "text/html", "<html>Sign in to the network</html>"),
    ].map { .answer(status: $0, headers: ["Content-Type": $1], body: $2) }

  @Test("an answer that is not the server's counts as no connection, at every request", arguments: strangers)
  func between(_ fault: LoopbackFault) async throws {
    for request in 0..<4 {
      let bench = Bench(accounts: ["anna", "berta"], faults: [request: fault])
      let session = try await bench.start()
      if request > 1 {
        try await session.setAccount("anna")
        try await bench.give(session)
      }
      try await bench.expect(session, .error, .error, .networkError)
    }
    // A look for events is repeated, a keep-alive is not.
    for (pingTime, seconds) in [(300, StandInTransport.maximumFailedLooks), (1, 1)] {
      let bench = Bench()
      let session = try await bench.online { $0.pingTime = pingTime }
      for number in 0..<10 { bench.log.fail(bench.log.received.count + number, with: fault) }
      await bench.clock.advance(by: .seconds(seconds))
      try await bench.expect(session, .done, .loggedOut, .networkError)
    }
    let bench = Bench(faults: [0: fault, 1: fault])
    await #expect(throws: NextAuthFailure.networkError) { try await bench.nextAuth.deleteAccount("anna") }
    await #expect(throws: NextAuthFailure.networkError) {
      try await bench.nextAuth.processPush(bench.server.push(for: Bench.login()))
    }
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
