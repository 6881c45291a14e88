import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import LoopbackServer
import StatechartsTesting
import TestSupport
import Testing

/// Answers that are there although nobody waits for them any more.
@Suite("Answers of Identity Platform that come late", .timeLimit(.minutes(20)))
struct LateAnswerTests {
  @Test(
    "an answer that comes after signing out signs nobody in, at every request", arguments: 0..<FaultTests.most
  )
  func afterSigningOut(position: Int) async throws {
    let bench = try FirebaseBench()
    bench.beforeAnswer.withLock { $0[position] = { try? await bench.app.send(.signOut) } }
    var person = Person(bench)
    try await person.go(until: position + 1)
    await bench.app.settled()
    let update = await bench.app.current
    #expect(update.screen == .signedOut && update.isActive(.noTokens) && update.user == nil, "\(update)")
    #expect(bench.store.names.isEmpty)
    await #expect(throws: AuthErrorCode.self) { try await bench.app.idToken() }
    await #expect(throws: FirebaseTOTPRefusal.self) { try await bench.app.totpSecretKey() }
    #expect(bench.log.received.count == position + 1)
    #expect(try await bench.leaks().isEmpty)
    // Signing in again is another sign-in.
    try await bench.signIn()
    #expect(await bench.app.current.screen != .signedOut)
  }

  @Test(
    "an answer that comes after giving up changes nothing, at every request", arguments: 0..<FaultTests.most)
  func afterGivingUp(position: Int) async throws {
    let bench = try FirebaseBench()
    let before = Locked<Secret?>(nil)
    bench.beforeAnswer.withLock {
      $0[position] = {
        let token = try? await bench.app.idToken()
        before.withLock { $0 = token }
        try? await bench.app.send(.cancel)
      }
    }
    var person = Person(bench)
    try await person.go(until: position + 1)
    await bench.app.settled()
    let update = await bench.app.current
    #expect(!update.isBusy, "\(update)")
    #expect(bench.log.received.count == position + 1)
    let after = try? await bench.app.idToken()
    // Who gives up while the user is loaded after signing in is not signed in.
    #expect(
      after == (update.screen == .signedOut || update.screen == .askingCode ? nil : before.withLock { $0 }))
    if update.screen == .signedOut { #expect(bench.store.names.isEmpty) }
    // The way leads to its end all the same.
    try await person.goOn()
    #expect(person.goal == .done)
    #expect(bench.server.user(FirebaseBench.email)?.factors.isEmpty == true)
  }

  @Test("an answer that comes after its deadline is not taken")
  func afterTheDeadline() async throws {
    let bench = try FirebaseBench(patience: .milliseconds(100))
    await bench.start()
    bench.beforeAnswer.withLock { $0[0] = { _ = await bench.clock.advance(by: .seconds(15)) } }
    try await bench.signIn()
    await bench.app.settled()
    await bench.expect(.signedOut, .requestTimeout)
    #expect(bench.store.names.isEmpty && bench.log.received.count == 1)
    await #expect(throws: AuthErrorCode.self) { try await bench.app.idToken() }
    try await bench.signIn()
    await bench.expect(.signedIn)
  }

  @Test("a refresh that is answered after signing out brings nothing back")
  func refreshAfterSigningOut() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    bench.beforeAnswer.withLock { $0[2] = { try? await bench.app.send(.signOut) } }
    await bench.clock.advance(by: .seconds(3_300))
    await bench.app.settled()
    await bench.expect(.signedOut)
    #expect(bench.store.names.isEmpty)
    await #expect(throws: AuthErrorCode.self) { try await bench.app.idToken() }
  }
}
