import FlowTransport
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// What the person agrees to counts on the screen that asks for it, and for the account that it was begun for.
@Suite("What the person agrees to", .timeLimit(.minutes(20)))
struct AgreementTests {
  private static let deletion = FxaAuthentication.Input(
    platform: .ios, sessionType: .accountDeletion, prefilledEmail: FxaBench.email)

  @Test("consents that are given while the screen is on its way are refused, and do not count on it")
  func earlyConsents() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()], input: Self.deletion)
    let refusals = Locked<[MZAuthRefusal]>([])
    await bench.start()
    // The seventh request lists what uses the account.
    bench.beforeAnswer.withLock {
      $0[6] = {
        do throws(MZAuthRefusal) {
          try await bench.app.giveConsents(true)
        } catch {
          refusals.withLock { $0.append(error) }
        }
      }
    }
    try await bench.signIn()
    await bench.expect(.accountDeletionRequest)
    #expect(bench.log.received[6].path == "/v1/account/attached_clients")
    #expect(refusals.withLock { $0 } == [.notAvailable("giveConsents", screen: .finalize)])
    await #expect(throws: MZAuthRefusal.notAllowed("deleteAccount", missing: [.consentsGiven])) {
      try await bench.app.deleteAccount()
    }
    #expect(bench.count("/v1/account/destroy") == 0)
  }

  @Test("consents that are given while the account is being deleted do not count for the next try")
  func lateConsents() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()], input: Self.deletion)
    await bench.start()
    try await bench.signIn()
    bench.beforeAnswer.withLock {
      $0[7] = {
        await #expect(throws: MZAuthRefusal.self) { try await bench.app.giveConsents(true) }
      }
    }
    bench.server.failNext("/v1/account/destroy", errno: 138)
    try await bench.app.giveConsents(true)
    try await bench.act { try await $0.deleteAccount() }
    await bench.expect(.accountDeletionRequest, .unknownError)
    await #expect(throws: MZAuthRefusal.notAllowed("deleteAccount", missing: [.consentsGiven])) {
      try await bench.app.deleteAccount()
    }
  }

  @Test("age and terms that are denied before the sign-up is shown are refused, not forgotten in silence")
  func earlyLegal() async throws {
    let bench = try FxaBench()
    await bench.start()
    await #expect(throws: MZAuthRefusal.notAvailable("acceptLegal", screen: .start)) {
      try await bench.app.acceptLegal(false)
    }
    try await bench.checkAccount()
    try await bench.app.acceptLegal(false)
    try await bench.app.setPassword(FxaBench.password)
    await #expect(throws: MZAuthRefusal.notAllowed("signUp", missing: [.legalAccepted])) {
      try await bench.app.signUp()
    }
    #expect(bench.count("/v1/account/create") == 0)
  }

  @Test("a deletion that was begun for one address does not become one for another")
  func otherAccount() async throws {
    let eve = try FxaBench.account(email: "eve@example.org")
    let bench = try FxaBench(accounts: [FxaBench.account(), eve], input: Self.deletion)
    bench.server.failNext("/v1/account/status", errno: 201, status: 503)
    await bench.start()
    await bench.expect(.start, .serverUnavailable, retryAfter: 30)
    for address in ["eve@example.org", "hello world", ""] {
      await #expect(throws: MZAuthRefusal.notAllowed("checkAccount", missing: [.knownEmailAddress])) {
        try await bench.app.checkAccount(address)
      }
    }
    #expect(bench.count("/v1/account/status") == 1)
    // The known one, in whatever spelling, goes on.
    try await bench.checkAccount("Ada@Example.org")
    await bench.expect(.signIn)
  }

  @Test("a server that corrects an address to another one is not followed")
  func otherAddress() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account(), FxaBench.account(email: "eve@example.org")])
    await bench.start()
    try await bench.checkAccount()
    bench.server.failNext("/v1/account/login", errno: 120, ["email": "eve@example.org"])
    try await bench.signIn()
    await bench.expect(.signIn, .authenticationFailure)
    #expect(await bench.app.current.emailAddress == FxaBench.email)
    #expect(bench.count("/v1/account/login") == 1)
  }

  @Test("an empty password counts as missing")
  func emptyPassword() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    await bench.start()
    try await bench.checkAccount()
    for password in ["", FxaBench.password, ""] { try await bench.app.setPassword(password) }
    await #expect(throws: MZAuthRefusal.notAllowed("signIn", missing: [.passwordGiven])) {
      try await bench.app.signIn()
    }
    #expect(bench.count("/v1/account/login") == 0)
  }
}
