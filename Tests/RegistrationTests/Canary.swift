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
    try ExposedText.make(
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
  @Test("no secret is exposed, at any letter")
  func journey() async throws {
    let bench = try RegistrationBench(input: Registration.Input(backendCheck: true))
    await bench.request()
    #expect(try await bench.leaks().isEmpty)
    try await bench.app.select(.social)
    #expect(try await bench.leaks().isEmpty)
    await bench.settle()
    bench.expect(.g)
    #expect(try await bench.leaks().isEmpty)
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    bench.expect(.h)
    #expect(try await bench.leaks().isEmpty)
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.c)
    await bench.request()
    bench.expect(.b)
    #expect(try await bench.leaks().isEmpty)
    bench.server.revokeAll()
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .invalidGrant)
    #expect(try await bench.leaks().isEmpty)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.server.changePerson { $0.deed = .refuses }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.passwordless) }
    bench.expect(.f, .callbackRefused)
    #expect(try await bench.leaks().isEmpty)
    #expect(try bench.secrets().count >= 10)
    // Names of people and addresses are in no trace.
    let traces = bench.watcher.text
    #expect(!traces.isEmpty && !traces.contains("ada@") && !traces.contains("Lovelace"))
  }

  @Test("no secret is exposed without a browser")
  func agreed() async throws {
    let bench = try RegistrationBench(isNative: false)
    await bench.request()
    bench.expect(.a)
    #expect(try await bench.leaks().isEmpty)
  }

  @Test("what is forgotten is overwritten")
  func erased() async throws {
    let bench = try RegistrationBench()
    await bench.request()
    let erased = try await Secret.erased {
      try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
      await bench.settle()
    }
    // The verifier, the state and the nonce.
    #expect(erased.filter { $0 == 43 }.count >= 3)
  }
}
