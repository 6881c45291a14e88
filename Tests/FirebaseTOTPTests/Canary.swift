import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

extension FirebaseBench: FlowBench {
  func exposedText(isQuick: Bool) async throws -> String {
    try ExposedText.make(
      watcher, snapshots: [await app.snapshot()],
      values: [app, await app.current, store, await app.currentUser as Any],
      // The API key in the addresses is no secret.
      requests: log.received, isQuick: isQuick)
  }

  /// The secrets of a run: what the server has handed out, what was typed, and what is made of both.
  func secrets() throws -> [String] {
    var found = server.issued + [Self.password.text, "loopback-administrator"]
    found += opener.opened.withLock { $0.map(\.text) }
    for request in log.received {
      let json = JSONValue.read(request.body)
      if let code = json?["totpVerificationInfo"]?["verificationCode"]?.text { found.append(code) }
    }
    return Array(Set(found)).filter { $0.utf8.count >= 6 }
  }
}

/// Secrets that appear where they must not are looked for in every form in which they could.
@Suite("No secret of a Firebase sign-in leaves its place", .timeLimit(.minutes(20)))
struct CanaryTests {
  @Test("no secret is exposed, on any screen")
  func journey() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    try await bench.act(.configureTOTP(state: .enabled))
    #expect(try await bench.leaks().isEmpty)
    try await bench.act(.enrol)
    try await bench.act(.openInOTPApp)
    #expect(try await bench.leaks().isEmpty)
    try await bench.act(.continue)
    try await bench.act(.submit(code: "987654", displayName: "Telephone"))
    await bench.expect(.askingEnrolCode, .invalidCode)
    #expect(try await bench.leaks().isEmpty)
    let bytes = try await bench.key()
    let totp = TOTP(key: Secret(bytes))
    try await bench.act(.submit(code: totp.code(at: bench.time)))
    await bench.expect(.signedIn)
    #expect(try await bench.leaks().isEmpty)
    try await bench.act(.signOut)
    await bench.clock.advance(by: .seconds(30))
    try await bench.signIn()
    #expect(try await bench.leaks().isEmpty)
    try await bench.act(.submit(code: totp.code(at: bench.time)))
    await bench.clock.advance(by: .seconds(3_300))
    #expect(bench.count("/v1/token") == 1)
    #expect(try await bench.leaks().isEmpty)
    try await bench.act(.unenrol)
    try await bench.act(.select(index: 0))
    #expect(try await bench.leaks().isEmpty)
    #expect(try bench.secrets().count >= 12)
    // Names of people and addresses are in no trace.
    let traces = bench.watcher.text
    #expect(!traces.isEmpty && !traces.contains("ada@"))
  }

  @Test("what leaves the screen is overwritten")
  func erased() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    try await bench.act(.enrol)
    let key = try await bench.app.totpSecretKey().bytes
    let erased = try await Secret.erased {
      try await bench.act(.skip)
      await bench.expect(.signedIn)
    }
    #expect(erased.contains(key.count))
    await #expect(throws: FirebaseTOTPRefusal.self) { try await bench.app.totpSecretKey() }
  }

  @Test("a code is overwritten when it was sent, also while another one is asked for")
  func usedCode() async throws {
    let bench = try FirebaseBench(users: [FirebaseBench.user(factors: [FirebaseBench.app()])])
    await bench.start()
    try await bench.signIn()
    let erased = try await Secret.erased {
      try await bench.act(.submit(code: "987654"))
      await bench.expect(.askingCode, .invalidCode)
    }
    #expect(erased.contains(6))
  }

  @Test("tokens that nobody waits for any more are overwritten, not kept")
  func lateTokens() async throws {
    let bench = try FirebaseBench()
    await bench.start()
    bench.beforeAnswer.withLock { $0[0] = { try? await bench.app.send(.cancel) } }
    let erased = try await Secret.erased {
      try await bench.signIn()
      await bench.app.settled()
    }
    await bench.expect(.signedOut)
    let token = try #require(bench.server.issued.last { $0.split(separator: ".").count == 3 })
    #expect(erased.contains(token.utf8.count))
    await #expect(throws: AuthErrorCode.self) { try await bench.app.idToken() }
  }
}
