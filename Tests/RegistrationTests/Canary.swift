import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

extension RegistrationBench: FlowBench {
  func exposedText(isQuick: Bool) async throws -> String {
    try Told.text(
      watcher, snapshots: [await app.snapshot()],
      values: [app, await app.current, store, app.latest, router, (try? stored()) as Any]
        + notifications.shown.withLock { $0 }, requests: log.received, isQuick: isQuick)
  }

  /// The secrets of a run: what the servers have handed out, what the app has made, and the agreed token.
  func secrets() throws -> [String] {
    var found = server.issued + [Self.agreedToken.text, "old-access-t0ken"]
    for request in log.received {
      let json = JSONValue.read(request.body)
      for name in ["code", "code_verifier", "refresh_token", "token"] {
        if let text = json?[name]?.text { found.append(text) }
      }
    }
    found += pages.received.flatMap { [$0.query["state"], $0.query["nonce"]].compactMap { $0 } }
    return Array(Set(found)).filter { $0.utf8.count >= 6 }
  }
}

/// Secrets that appear where they must not are looked for in every form in which they could.
@Suite("No secret of a registration leaves its place", .timeLimit(.minutes(20)))
struct CanaryTests {
  @Test("nothing is told on the way, at any letter")
  func journey() async throws {
    let bench = try RegistrationBench(input: Registration.Input(backendCheck: true))
    await bench.request()
    try await check(bench)
    try await bench.app.select(.social)
    try await check(bench)
    await bench.settle()
    bench.expect(.g)
    try await check(bench)
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    bench.expect(.h)
    try await check(bench)
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.c)
    await bench.request()
    bench.expect(.b)
    try await check(bench)
    bench.server.revokeAll()
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .invalidGrant)
    try await check(bench)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.server.changePerson { $0.deed = .refuses }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.passwordless) }
    bench.expect(.f, .callbackRefused)
    try await check(bench)
    #expect(try bench.secrets().count >= 10)
    // Names of people and addresses are in no trace.
    let traces = bench.watcher.text
    #expect(!traces.isEmpty && !traces.contains("ada@") && !traces.contains("Lovelace"))
  }

  @Test("nothing is told without a browser")
  func agreed() async throws {
    let bench = try RegistrationBench(isNative: false)
    await bench.request()
    bench.expect(.a)
    try await check(bench)
  }

  @Test("a secret that stood somewhere would be found")
  func found() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let told = try await bench.exposedText(isQuick: false)
    for secret in try bench.secrets() {
      #expect(SecretSearch.leaks(told + secret, [secret]) == [secret])
      #expect(SecretSearch.leaks(told + Base64.text(Array(secret.utf8)), [secret]) == [secret])
    }
  }

  @Test("what is forgotten is overwritten")
  func erased() async throws {
    let bench = try RegistrationBench()
    await bench.request()
    let overwritten = Locked(0)
    // The verifier, the state and the nonce.
    try await Secret.$onRelease.withValue({ bytes in
      if bytes.count == 43, bytes.allSatisfy({ $0 == 0 }) { overwritten.withLock { $0 += 1 } }
    }) {
      try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
      await bench.settle()
    }
    #expect(overwritten.withLock { $0 } >= 3)
  }

  private func check(
    _ bench: RegistrationBench, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(try await bench.leaks().isEmpty, sourceLocation: sourceLocation)
  }
}
