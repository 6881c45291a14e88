import FlowTransport
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
import Testing

/// What the settings say of second factors holds when one is given and when an account is sent, not only when a session
/// starts.
@Suite("Second factors that settings ask for while sessions go on", .timeLimit(.minutes(20)))
struct FactorPolicyTests {
  typealias Bench = NextAuthBench

  /// Gives wrong PINs until it is blocked.
  private func block(_ bench: Bench, in session: AuthSession) async throws {
    for _ in 0..<NextAuthStandIn.attempts { try await bench.give(session, .pin(Secret("wrong"))) }
  }

  @Test("so many biometrics are enough over all rounds of a session")
  func numberInRounds() async throws {
    let bench = Bench { $0.maxNumberSecondFactorWithoutPIN = 1 }
    _ = try await bench.online()
    let session = try await bench.start(Bench.login { $0.furtherRounds = [.secondFactor] })
    #expect(await !session.current.needsPIN)
    try await bench.give(session, .biometric(Bench.finger))
    try await bench.expect(session, asks: .waitForSecondFactor)
    #expect(await session.current.needsPIN)
    #expect(await eventually { bench.callbacks.told(session).last == "SecondFactor VERIFY PIN" })
    await bench.refused(.pinRequired, session) { try await $0.setPinBiometric(.biometric(Bench.finger)) }
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn)
  }

  @Test("so many biometrics are enough over all sessions, also those that were open before")
  func numberInSessions() async throws {
    let bench = Bench { $0.maxNumberSecondFactorWithoutPIN = 1 }
    _ = try await bench.online()
    let (first, second) = (try await bench.start(), try await bench.start())
    try await bench.give(first, .biometric(Bench.finger))
    try await bench.expect(first, .active, .loggedIn)
    await bench.refused(.pinRequired, second) { try await $0.setPinBiometric(.biometric(Bench.finger)) }
    try await bench.give(second)
    try await bench.expect(second, .active, .loggedIn)
  }

  @Test("so long after the PIN it is asked for again, also in a session that was open before")
  func time() async throws {
    let bench = Bench { $0.maxTimeSecondFactorWithoutPIN = .seconds(100) }
    _ = try await bench.online()
    let session = try await bench.start()
    #expect(await !session.current.needsPIN)
    await bench.clock.advance(by: .seconds(101))
    #expect(await session.current.needsPIN)
    await bench.refused(.pinRequired, session) { try await $0.setPinBiometric(.biometric(Bench.finger)) }
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn)
  }

  @Test("a login that was to be confirmed wants a factor when nobody is logged in to the app any more")
  func appLogin() async throws {
    let bench = Bench { $0.alwaysRequireSecondFactorIfInactiveAppLogin = true }
    let login = Bench.login { $0.serverWantsFactor = false }
    let appLogin = try await bench.startAppLogin()
    try await bench.give(appLogin)
    let (first, second) = (try await bench.start(login), try await bench.start(login))
    try await appLogin.logout()
    try await first.setAccount("anna")
    await bench.clock.settle()
    try await bench.expect(first, asks: .waitForSecondFactor)
    #expect(!bench.server.isLoggedIn(try await bench.id(first)))
    try await bench.give(first)
    try await bench.expect(first, .active, .loggedIn)
    // A server that does not ask for it is not believed.
    bench.server.answerNext(with: RoundResult(result: .success))
    try await second.setAccount("anna")
    await bench.clock.settle()
    try await bench.expect(second, .error, .error, .protocolFailure)
  }

  @Test("a later round asks for a factor only if the last one is too long ago", arguments: [true, false])
  func laterRound(_ isTooLong: Bool) async throws {
    let bench = Bench()
    let session = try await bench.start(
      Bench.login { ($0.factorLasts, $0.furtherRounds) = (.seconds(50), [.confirmation]) })
    try await bench.give(session)
    try await bench.expect(session, asks: .waitForConfirmation)
    if isTooLong { await bench.clock.advance(by: .seconds(51)) }
    try await session.setAccount("anna")
    await bench.clock.settle()
    guard isTooLong else { return try await bench.expect(session, .active, .loggedIn) }
    try await bench.expect(session, asks: .waitForSecondFactor)
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn)
  }

  @Test("a PIN that is blocked in one session leaves no biometric in another one, where that is set")
  func blocked() async throws {
    let bench = Bench { $0.blockSecondFactorOnPINBlocked = true }
    let (first, second, third) = (try await bench.start(), try await bench.start(), try await bench.start())
    try await block(bench, in: first)
    try await bench.expect(first, .error, .error, .factorBlocked)
    try await bench.give(second, .biometric(Bench.finger))
    try await bench.expect(second, .error, .error, .factorBlocked)
    let id = try await bench.id(second)
    #expect(await eventually { bench.server.isClosed(id) })
    // Until it is accepted again.
    bench.server.setFactors(pin: Bench.pin, biometric: Bench.finger)
    let fourth = try await bench.start()
    try await bench.give(fourth)
    try await bench.give(third, .biometric(Bench.finger))
    try await bench.expect(third, .active, .loggedIn)
  }
}
