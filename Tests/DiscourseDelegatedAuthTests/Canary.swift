import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import Testing

/// Where secrets are looked for, and in which forms.
enum Canary {
  /// A text in the forms in which it could be written down.
  static func forms(of secret: String) -> [String] {
    let bytes = Array(secret.utf8)
    return [
      secret, Base64.text(bytes), Base64.urlText(bytes), Hex.text(bytes), Hex.text(bytes).uppercased(),
      FormData.escaped(secret), String(secret.reversed()), secret.map { "\($0)\u{0}" }.joined(),
      secret.uppercased(),
    ]
  }

  /// Everything that a run has told anybody but the site and the browsers.
  static func told(_ bench: DiscourseBench) async throws -> String {
    let app = bench.app
    let update = await app.current
    var texts = bench.watcher.events.withLock { $0 }.flatMap {
      ["\($0)", String(reflecting: $0), $0.jsonLine]
    }
    texts.append(String(decoding: try JSONEncoder().encode(await app.snapshot()), as: UTF8.self))
    var dumped = ""
    dump(app, to: &dumped)
    dump(update, to: &dumped)
    dump(bench.store, to: &dumped)
    dump(bench.log.received.map(\.headers), to: &dumped)
    texts += [dumped, "\(update)", String(reflecting: update), "\(app)", "\(bench.store)"]
    // Addresses of requests are logged by everybody on the way.
    texts += bench.log.received.map(\.target)
    return texts.joined(separator: "\n")
  }

  /// The secrets of a run: what the site has handed out, what came back, nonces, private keys.
  static func secrets(_ bench: DiscourseBench) throws -> [String] {
    var found = bench.site.issued + [DiscourseBench.password.text]
    for url in bench.browser.called + bench.browser.visited {
      for field in FormData.fields(url.query ?? "") ?? [] {
        switch field.name {
        case "nonce": found.append(field.value)
        // Each line by itself: they may be joined anyhow.
        case "payload", "oneTimePassword": found += field.value.split(separator: "\n").map(String.init)
        default: break
        }
      }
    }
    let pem = try DiscourseBench.pair.get().privateKeyPEM.text
    found += pem.split(separator: "\n").dropFirst().dropLast().map(String.init)
    return Array(Set(found)).filter { $0.utf8.count >= 6 }
  }

  /// The secrets that stand somewhere in a text.
  static func leaks(_ text: String, _ secrets: [String]) -> [String] {
    let bytes = Array(text.utf8) + [0]
    return bytes.withUnsafeBytes { bytes in
      secrets.filter { secret in forms(of: secret).contains { contains(bytes, $0) } }
    }
  }

  /// Whether bytes with a zero behind them contain those of another text. Thousands of runs are looked through, so that
  /// the C library searches, from zero to zero.
  private static func contains(_ text: UnsafeRawBufferPointer, _ form: String) -> Bool {
    guard let start = text.baseAddress else { return false }
    if form.utf8.contains(0) {
      let hasZero = memchr(start, 0, text.count - 1) != nil
      return hasZero && Data(text).range(of: Data(form.utf8)) != nil
    }
    var offset = 0
    while offset < text.count {
      let part = start.advanced(by: offset).assumingMemoryBound(to: CChar.self)
      if strstr(part, form) != nil { return true }
      offset += strlen(part) + 1
    }
    return false
  }
}

/// Secrets that appear where they must not are looked for in every form in which they could.
@Suite("No secret of a Discourse login leaves its place", .timeLimit(.minutes(10)))
struct CanaryTests {
  @Test("a secret that is written somewhere is found: the test of this test")
  func finds() {
    let secret = "c4n4ry-P4ass0rd!!"
    for form in Canary.forms(of: secret) { #expect(Canary.leaks("… \(form) …", [secret]) == [secret]) }
    #expect(Canary.leaks("nothing", [secret]).isEmpty)
  }

  @Test("nothing is told on the way in, while logged in, on the second way in, and on the way out")
  func journey() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    #expect(try Canary.secrets(bench).count > 20)
    try await check(bench)
    try await bench.act { try await $0.close() }
    bench.webView.forget()
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
    try await check(bench)
    _ = try await bench.app.send(.get, "/notifications.json")
    try await bench.act { try await $0.logOut() }
    try await check(bench)
  }

  @Test("nothing is told while a one-time password waits for its button, nor of an answer that is refused")
  func midway() async throws {
    let bench = try DiscourseBench()
    bench.webView.pressButtons(false)
    try await bench.open()
    await bench.expect(.consumingOTP)
    try await check(bench)
    let other = try DiscourseBench()
    other.browser.tamper.withLock { $0 = { [URL(string: $0.absoluteString + "%21") ?? $0] } }
    try await other.open()
    await other.expect(.authFailed, .invalidPayload)
    try await check(other)
    // Names of people are in no trace.
    let traces = bench.watcher.events.withLock { $0 }.map { "\($0) \($0.jsonLine)" }.joined()
    #expect(!traces.isEmpty && !traces.contains("\"ada\""))
  }

  private func check(
    _ bench: DiscourseBench, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let leaks = Canary.leaks(try await Canary.told(bench), try Canary.secrets(bench))
    #expect(leaks.isEmpty, sourceLocation: sourceLocation)
  }
}
