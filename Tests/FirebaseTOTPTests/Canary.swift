import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

extension FirebaseBench: FlowBench {
  func exposedText(isQuick: Bool) async throws -> String {
    try Told.text(
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

/// Looks, at the end of each test, for the secrets of every flow that the test has made in what that flow has told.
struct SecretScan: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  /// The flows of the running test.
  @TaskLocal static var benches: Locked<[FirebaseBench]>?

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let benches = Locked<[FirebaseBench]>([])
    try await Self.$benches.withValue(benches) { try await function() }
    for (number, bench) in benches.withLock({ $0 }).enumerated() {
      #expect(try await bench.leaks().isEmpty, "flow \(number + 1)")
    }
  }
}

extension Trait where Self == SecretScan {
  /// No flow of a test tells a secret.
  static var scanned: Self { SecretScan() }
}

/// Secrets that appear where they must not are looked for in every form in which they could.
@Suite("No secret of a Firebase sign-in leaves its place", .timeLimit(.minutes(20)))
struct CanaryTests {
  @Test("nothing is told on the way, on any screen")
  func journey() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    try await bench.act(.configureTOTP(state: .enabled))
    try await check(bench)
    try await bench.act(.enrol)
    try await bench.act(.openInOTPApp)
    try await check(bench)
    try await bench.act(.continue)
    try await bench.act(.submit(code: "987654", displayName: "Telephone"))
    await bench.expect(.askingEnrolCode, .invalidCode)
    try await check(bench)
    let bytes = try await bench.key()
    let totp = TOTP(key: Secret(bytes))
    try await bench.act(.submit(code: totp.code(at: bench.time)))
    await bench.expect(.signedIn)
    try await check(bench)
    try await bench.act(.signOut)
    await bench.clock.advance(by: .seconds(30))
    try await bench.signIn()
    try await check(bench)
    try await bench.act(.submit(code: totp.code(at: bench.time)))
    await bench.clock.advance(by: .seconds(3_300))
    #expect(bench.count("/v1/token") == 1)
    try await check(bench)
    try await bench.act(.unenrol)
    try await bench.act(.select(index: 0))
    try await check(bench)
    #expect(try bench.secrets().count >= 12)
    // Names of people and addresses are in no trace.
    let traces = bench.watcher.text
    #expect(!traces.isEmpty && !traces.contains("ada@"))
  }

  @Test("a secret that stood somewhere would be found")
  func found() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    try await bench.act(.enrol)
    let told = try await bench.exposedText(isQuick: false)
    let secrets = try bench.secrets()
    for secret in secrets + [try await bench.app.totpSecretKey().text] {
      #expect(SecretSearch.leaks(told + secret, [secret]) == [secret])
      #expect(SecretSearch.leaks(told + Base64.text(Array(secret.utf8)), [secret]) == [secret])
    }
  }

  @Test("what leaves the screen is overwritten")
  func erased() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    try await bench.act(.enrol)
    let key = try await bench.app.totpSecretKey().bytes
    let overwritten = Locked(0)
    await Secret.$onRelease.withValue({ bytes in
      if bytes.count == key.count, bytes.allSatisfy({ $0 == 0 }) { overwritten.withLock { $0 += 1 } }
    }) {
      try? await bench.act(.skip)
      await bench.expect(.signedIn)
    }
    #expect(overwritten.withLock { $0 } > 0)
    await #expect(throws: FirebaseTOTPRefusal.self) { try await bench.app.totpSecretKey() }
  }

  @Test("a code is overwritten when it was sent, also while another one is asked for")
  func usedCode() async throws {
    let bench = try FirebaseBench(users: [FirebaseBench.user(factors: [FirebaseBench.app()])])
    await bench.start()
    try await bench.signIn()
    let overwritten = Locked(0)
    await Secret.$onRelease.withValue({ bytes in
      if bytes.count == 6, bytes.allSatisfy({ $0 == 0 }) { overwritten.withLock { $0 += 1 } }
    }) {
      try? await bench.act(.submit(code: "987654"))
      await bench.expect(.askingCode, .invalidCode)
    }
    #expect(overwritten.withLock { $0 } > 0)
  }

  @Test("tokens that nobody waits for any more are overwritten, not kept")
  func lateTokens() async throws {
    let bench = try FirebaseBench()
    await bench.start()
    bench.beforeAnswer.withLock { $0[0] = { try? await bench.app.send(.cancel) } }
    let released = Locked<Set<Int>>([])
    await Secret.$onRelease.withValue({ bytes in
      if bytes.allSatisfy({ $0 == 0 }) { _ = released.withLock { $0.insert(bytes.count) } }
    }) {
      try? await bench.signIn()
      await bench.app.settled()
    }
    await bench.expect(.signedOut)
    let token = try #require(bench.server.issued.last { $0.split(separator: ".").count == 3 })
    #expect(released.withLock { $0.contains(token.utf8.count) })
    await #expect(throws: AuthErrorCode.self) { try await bench.app.idToken() }
  }

  private func check(
    _ bench: FirebaseBench, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(try await bench.leaks().isEmpty, sourceLocation: sourceLocation)
  }
}
