import FlowTransport
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import StatechartsTesting
import TestSupport
import Testing

/// Answers that are there although nobody waits for them any more.
@Suite("Answers that come late", .timeLimit(.minutes(20)))
struct LateAnswerTests {
  @Test(
    "an answer that comes after the person has left changes nothing, at every request",
    arguments: Person.Journey.allCases)
  func afterLeaving(journey: Person.Journey) async throws {
    // After the last request of the app the person is signed in, and only the session is ended.
    let last = journey == .browser ? journey.requests : journey.requests - 1
    for position in 0..<last {
      var person = try Person(journey)
      let bench = person.bench
      bench.beforeAnswer.withLock { $0[position] = { try? await bench.app.cancel() } }
      try await person.go()
      let update = await bench.app.current
      #expect(update.states == [.aborted], "\(journey) \(position): \(update)")
      #expect(!update.isAccountDeleted)
      #expect(await bench.app.login == nil)
      await bench.app.settled()
      #expect(bench.app.held.isEmpty, "\(journey) \(position): \(bench.app.held)")
      // A session that nobody has any more is not left open, and nothing else is asked.
      #expect(bench.server.openSessions == 0, "\(journey) \(position)")
      let later = bench.log.received.dropFirst(position + 1)
      #expect(later.allSatisfy { $0.path == "/v1/session/destroy" }, "\(journey) \(position)")
      #expect(try await bench.leaks().isEmpty, "\(journey) \(position)")
    }
  }

  @Test("an answer that comes after going back and beginning again changes nothing")
  func afterReset() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account { $0.isBlocked = true }])
    await bench.start()
    try await bench.checkAccount()
    // The third request is the sign-in, the fourth has the email sent; the person goes back meanwhile.
    bench.beforeAnswer.withLock { $0[3] = { try? await bench.app.reset() } }
    try await bench.signIn()
    await bench.expect(.start)
    #expect(bench.server.mails.count == 1)
    // The code that came by email is of no use when the person begins again without a password.
    try await bench.checkAccount()
    await bench.expect(.signIn)
    #expect(bench.count("/v1/account/login") == 1)
  }

  @Test("a sign-in that is answered after its deadline is not taken, and its session is ended")
  func afterTheDeadline() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()], patience: .milliseconds(100))
    await bench.start()
    try await bench.checkAccount()
    bench.beforeAnswer.withLock { $0[2] = { _ = await bench.clock.advance(by: .seconds(15)) } }
    try await bench.signIn()
    await bench.app.settled()
    await bench.expect(.signIn, .requestTimeout)
    #expect(await bench.app.login == nil)
    #expect(bench.server.openSessions == 0)
    #expect(bench.count("/v1/oauth/authorization") == 0)
    // Signing in again is another sign-in.
    try await bench.signIn()
    await bench.expect(.authenticated)
    #expect(bench.count("/v1/account/login") == 2)
  }
}
