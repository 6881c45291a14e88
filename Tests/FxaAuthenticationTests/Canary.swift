import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

extension FxaBench: FlowBench {
  func exposedText(isQuick: Bool) async throws -> String {
    let update = await app.current
    // The one address that the account server leads to holds a code that is good once and needs the verifier; that is
    // its protocol.
    let landings = ["/vpn/client/login/success", "/oauth/success"]
    let addresses = log.received.filter { !landings.contains($0.path) }.map(\.target)
    return try ExposedText.make(
      watcher, snapshots: [await app.snapshot()],
      values: [app, update, await app.login as Any] + update.outputs, requests: log.received,
      addresses: addresses + browser.visited.withLock { $0 }.map(\.absoluteString), isQuick: isQuick)
  }

  /// The secrets of a run.
  func secrets() throws -> [String] {
    var found = [Self.password, "wrong-c4n4ry", try Self.authPW.get().text]
    found += server.mails.map(\.code.text) + server.tokens.map(\.text)
    for request in log.received {
      let body = JSONValue.read(request.body)
      found += ["code", "code_verifier", "unblockCode", "authPW"].compactMap { body?[$0]?.text }
      if let header = request.headers["Authorization"] { found.append(header) }
      if let header = request.headers["Authorization"], header.hasPrefix("Bearer ") {
        found.append(String(header.dropFirst(11)))
      }
    }
    found += server.issued
    return Array(Set(found)).filter { $0.utf8.count >= 6 }
  }
}

/// Secrets that appear where they must not are looked for in every form in which they could.
@Suite("No secret leaves its place", .timeLimit(.minutes(20)))
struct CanaryTests {
  @Test("no secret is exposed on any path through the flow", arguments: Person.Journey.allCases)
  func journeys(journey: Person.Journey) async throws {
    var person = try Person(journey)
    try await person.go()
    #expect(try person.bench.secrets().count >= 6)
    #expect(try await person.bench.leaks().isEmpty)
  }

  @Test("no secret is exposed while the flow waits for a code, nor are email addresses in traces")
  func midway() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account { $0.isBlocked = true }])
    await bench.start()
    try await bench.checkAccount()
    try await bench.signIn("wrong-c4n4ry")
    try await bench.act { try await $0.verifyUnblockCode("C4N4RY12") }
    try await bench.act { try await $0.verifyUnblockCode("C4N4RY") }
    let secrets = try bench.secrets() + ["C4N4RY12", "C4N4RY"]
    #expect(SecretSearch.leaks(try await bench.exposedText(isQuick: false), secrets).isEmpty)
    // Nor by what is thrown.
    var thrown = ""
    for call in [
      { try await $0.setPassword("wrong-c4n4ry") }, { try await $0.verifySessionTotpCode("C4N4RY12") },
      { try await $0.verifySessionEmailCode("C4N4RY12") }, { try await $0.checkAccount(FxaBench.email) },
      { _ = try await $0.validatePasswordEmail("wrong-c4n4ry") },
    ] as [(MZAuthInApp) async throws -> Void] {
      do {
        try await call(bench.app)
        Issue.record("not refused")
      } catch {
        thrown += "\(error) \(String(reflecting: error)) "
        dump(error, to: &thrown)
      }
    }
    #expect(!thrown.isEmpty)
    #expect(SecretSearch.leaks(thrown, secrets + ["wrong-c4n4ry", FxaBench.email]).isEmpty)
    let traces = bench.watcher.text
    #expect(!traces.contains(FxaBench.email))
    #expect(!traces.isEmpty)
  }
}
