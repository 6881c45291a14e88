import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

extension DiscourseBench: FlowBench {
  func exposedText(isQuick: Bool) async throws -> String {
    try ExposedText.make(
      watcher, snapshots: [await app.snapshot()], values: [app, await app.current, store],
      requests: log.received, isQuick: isQuick)
  }

  /// The secrets of a run: what the site has handed out, what came back, nonces, private keys.
  func secrets() throws -> [String] {
    var found = site.issued + [Self.password.text]
    for url in browser.called + browser.visited {
      for field in FormData.fields(url.query ?? "") ?? [] {
        switch field.name {
        case "nonce": found.append(field.value)
        // Each line by itself: they may be joined anyhow.
        case "payload", "oneTimePassword": found += field.value.split(separator: "\n").map(String.init)
        default: break
        }
      }
    }
    let pem = try Self.pair.get().privateKeyPEM.text
    found += pem.split(separator: "\n").dropFirst().dropLast().map(String.init)
    return Array(Set(found)).filter { $0.utf8.count >= 6 }
  }

  /// Fails when a secret of the run was exposed, or one of another run that came into this one.
  func expectNoLeaks(
    of other: DiscourseBench? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let secrets = try secrets() + (other.map { try $0.secrets() } ?? [])
    #expect(secrets.count > 20, sourceLocation: sourceLocation)
    let leaks = SecretSearch.leaks(try await exposedText(isQuick: false), secrets)
    #expect(leaks.isEmpty, sourceLocation: sourceLocation)
  }
}

/// Secrets that appear where they must not are looked for in every form in which they could.
@Suite("No secret of a Discourse login leaves its place", .timeLimit(.minutes(20)))
struct CanaryTests {
  @Test(
    "no secret is exposed while logging in, while logged in, while logging in again, and while logging out")
  func journey() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    #expect(try bench.secrets().count > 20)
    try await bench.expectNoLeaks()
    try await bench.act { try await $0.close() }
    bench.webView.forget()
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
    try await bench.expectNoLeaks()
    _ = try await bench.app.send(.get, "/notifications.json")
    try await bench.act { try await $0.logOut() }
    try await bench.expectNoLeaks()
  }

  @Test(
    "no secret is exposed while a one-time password waits for its button, nor of an answer that is refused")
  func midway() async throws {
    let bench = try DiscourseBench()
    bench.webView.pressButtons(false)
    try await bench.open()
    await bench.expect(.consumingOTP)
    try await bench.expectNoLeaks()
    let other = try DiscourseBench()
    other.browser.tamper.withLock { $0 = { [URL(string: $0.absoluteString + "%21") ?? $0] } }
    try await other.open()
    await other.expect(.authFailed, .invalidPayload)
    try await other.expectNoLeaks()
    // Names of people are in no trace.
    let traces = bench.watcher.text
    #expect(!traces.isEmpty && !traces.contains("\"ada\""))
  }

  @Test("a one-time password is overwritten when its page is opened, and not only when that is left")
  func usedOTP() async throws {
    let bench = try DiscourseBench()
    bench.webView.pressButtons(false)
    try await bench.open()
    await bench.expect(.consumingOTP)
    let erased = try await Secret.erased { try await bench.act { try await $0.close() } }
    await bench.expect(.siteLoggedOut)
    #expect(!erased.contains(32))
  }
}
