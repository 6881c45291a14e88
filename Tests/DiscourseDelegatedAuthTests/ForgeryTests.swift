import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// Callbacks that somebody else made up, or that come again, late or to the wrong request.
@Suite("Forged callbacks to a Discourse app", .timeLimit(.minutes(20)))
struct ForgeryTests {
  /// Answers of the right kind, made of the site's own. `PAYLOAD` and `OTP` stand for its parameters as they came.
  static let forged: [String] = [
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=PAYLOAD",
    "discourse://auth_redirect?payload=OTP&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=OTP&oneTimePassword=PAYLOAD",
    "discourse://auth_redirect?payload=AAAA&oneTimePassword=OTP",
    // As an address it has %25 there.
    "discourse://auth_redirect?payload=%&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=PAYLOADAAAA&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=APAYLOAD&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=AAAA",
    "discourse://auth_redirect?payload=PAYLOAD%00&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=PAYLOAD%3D&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=PAYLOAD%21&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=%20&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=%20",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTPAAAA",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP%3D",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=%C3%A9",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP%00",
    "discourse://auth_redirect?payload=PAYLOADPAYLOAD&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=-_-_&oneTimePassword=OTP",
  ]

  /// What is malformed, or the answer to another kind of request.
  static let misfits: [String] = [
    "discourse://auth_redirect",
    "discourse://auth_redirect?",
    "discourse://auth_redirect?payload=",
    "discourse://auth_redirect?payload=PAYLOAD&payload=PAYLOAD",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP&otp=true",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP#x",
    "discourse://auth_redirect?oneTimePassword=OTP",
    "discourse://auth_redirect?oneTimePassword=PAYLOAD",
    "discourse://auth_redirect?otp=true",
    "discourse://otp=true&site=forum.example.org",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP&site=",
    "discourse://auth_redirect?payload=%ff&oneTimePassword=OTP",
    "discourse://auth_redirect?Payload=PAYLOAD&oneTimePassword=OTP",
    "discourse://auth_redirect?payload[]=PAYLOAD&oneTimePassword=OTP",
    "discourse://auth_redirect?error=denied",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP&otp=false",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP&otp",
    "discourse://auth_redirect?payload=PAYLOAD&payload=&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=&payload=PAYLOAD&oneTimePassword=OTP",
    "discourse://auth_redirect?%70ayload=PAYLOAD&payload=PAYLOAD&oneTimePassword=OTP",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP#",
    "discourse://auth_redirect?otp=true&payload=PAYLOAD",
  ]

  /// Addresses that are not the app's.
  static let foreign: [String] = [
    "discourse://auth_redirect/?payload=PAYLOAD&oneTimePassword=OTP",
    "discourse://auth_redirect/x?payload=PAYLOAD&oneTimePassword=OTP",
    "discourse://auth_redirectx?payload=PAYLOAD&oneTimePassword=OTP",
    "discourse://x.auth_redirect?payload=PAYLOAD&oneTimePassword=OTP",
    "discourse://u@auth_redirect?payload=PAYLOAD&oneTimePassword=OTP",
    "discourse://auth_redirect:80?payload=PAYLOAD&oneTimePassword=OTP",
    "discourse:auth_redirect?payload=PAYLOAD&oneTimePassword=OTP",
    "discourse:/auth_redirect?payload=PAYLOAD&oneTimePassword=OTP",
    "discourses://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP",
    "https://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP",
    "https://forum.example.org/?payload=PAYLOAD&oneTimePassword=OTP",
    "vnd.discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP",
    "file:///?payload=PAYLOAD", "javascript:payload=PAYLOAD", "data:text/html,?payload=PAYLOAD",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP&site=other.example.org",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP&site=forum.example.org.evil.example",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP&site=https://forum.example.org",
    "discourse://auth_redirect?payload=PAYLOAD&oneTimePassword=OTP&site=forum.example.org&site=other.example.org",
    "discourse://otp=true&site=other.example.org",
    "discourse://payload=PAYLOAD&site=forum.example.org",
  ]

  private static func filled(_ form: String, _ url: URL) -> URL? {
    let pairs = (url.query ?? "").split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
    var text = form
    for (name, mark) in [("payload", "PAYLOAD"), ("oneTimePassword", "OTP")] {
      let value = pairs.first { $0.first.map(String.init) == name }?.last.map(String.init) ?? ""
      text = text.replacing(mark, with: value)
    }
    return URL(string: text)
  }

  @Test("there are more than sixty")
  func count() { #expect(Set(Self.forged + Self.misfits + Self.foreign).count >= 60) }

  @Test("an answer that was changed on the way ends the attempt, and nothing is kept", arguments: forged)
  func changed(form: String) async throws {
    let bench = try DiscourseBench()
    bench.browser.tamper.withLock { $0 = { Self.filled(form, $0).map { [$0] } ?? [] } }
    try await bench.open()
    let update = await bench.app.current
    #expect(update.states == [.authFailed] || update.states == [.idle], "\(update)")
    #expect([nil, .badCallback, .invalidPayload].contains(update.error))
    #expect(bench.key == nil)
    #expect(!update.hasKey)
    #expect(bench.webView.visited.isEmpty)
    // The attempt is over: the right answer comes too late.
    let right = try #require(bench.browser.called.first)
    #expect(await !bench.app.handle(right))
    #expect(bench.key == nil)
    try await bench.expectNoLeaks()
  }

  @Test(
    "what is malformed or answers another kind of request leaves the attempt as it is, and the right answer still counts",
    arguments: misfits)
  func passedOver(form: String) async throws {
    let bench = try DiscourseBench()
    bench.browser.tamper.withLock { $0 = { url in (Self.filled(form, url).map { [$0] } ?? []) + [url] } }
    try await bench.open()
    await bench.expect(.loggedIn)
    #expect(bench.told == [])
    #expect(bench.browser.visited.count == 1)
    try await bench.expectNoLeaks()
    // A browser that has nothing more to say has been closed.
    let other = try DiscourseBench()
    other.browser.tamper.withLock { $0 = { Self.filled(form, $0).map { [$0] } ?? [] } }
    try await other.open()
    await other.expect(.idle)
    #expect(other.key == nil)
    #expect(other.webView.visited.isEmpty)
    let right = try #require(other.browser.called.first)
    #expect(await !other.app.handle(right))
    try await other.expectNoLeaks()
  }

  @Test(
    "addresses that are not the app's, or no answer to its request, change nothing, and the right one still counts"
  )
  func foreign() async throws {
    let clock = ManualClock()
    let browser = TestBrowser(clock)
    let bench = try DiscourseBench(clock: clock) { $0.browser = browser }
    let app = bench.app
    try await bench.open()
    let page = try #require(browser.visited.withLock { $0.last })
    // The site's answer, got by another browser.
    let answer = Locked<URL?>(nil)
    try await bench.browser.visit(page, callback: DiscourseBench.redirect, isEphemeral: false) { url in
      answer.withLock { $0 = url }
      return true
    }
    let right = try #require(answer.withLock { $0 })
    let before = await app.snapshot()
    var tried = 0
    for form in Self.foreign + Self.misfits {
      guard let url = Self.filled(form, right) else { continue }
      tried += 1
      #expect(await !browser.open(url), "\(form)")
      // Other apps may open such a link, too.
      #expect(await !app.handle(url), "\(form)")
      // Only the count of events that were looked at is another.
      let after = await app.snapshot().chart
      #expect(after.states == before.chart.states && after.context == before.chart.context, "\(form)")
      #expect(after.services == before.chart.services && after.timers == before.chart.timers)
    }
    #expect(tried > 40)
    try await bench.expectNoLeaks()
    #expect(await browser.open(right))
    await bench.clock.settle()
    #expect(await app.current.states == [.loggedIn])
    // A second time it is nothing.
    let key = bench.key
    #expect(await !app.handle(right))
    #expect(await !browser.open(right))
    #expect(bench.key == key)
    try await bench.expectNoLeaks()
  }

  @Test("answers to other requests are refused: another nonce, another client, the other kind of request")
  func crossed() async throws {
    // An attacker's answer, made for the same public key: everybody may know that.
    let attacker = try DiscourseBench()
    var eve = DiscourseUser("eve", password: DiscourseBench.password)
    eve.mayHaveKeys = true
    attacker.site.add(eve)
    attacker.browser.change { $0.name = "eve" }
    try await attacker.open()
    let answer = try #require(attacker.browser.called.first)

    let bench = try DiscourseBench()
    bench.browser.tamper.withLock { $0 = { _ in [answer] } }
    try await bench.open()
    await bench.expect(.authFailed, .invalidPayload)
    #expect(bench.key == nil)
    try await bench.expectNoLeaks(of: attacker)

    // With a key, where only a one-time password was asked for.
    let known = try DiscourseBench()
    try await known.open()
    let key = known.key
    let first = try #require(known.browser.called.first)
    try await known.act { try await $0.close() }
    known.webView.forget()
    known.browser.tamper.withLock { $0 = { [first, $0] } }
    try await known.act { try await $0.open("forum.example.org") }
    await known.expect(.loggedIn)
    #expect(known.told == [])
    #expect(known.key == key)
    try await known.expectNoLeaks()
  }

  @Test("a one-time password that was not asked for is not even looked at")
  func unasked() async throws {
    let bench = try DiscourseBench(site: { $0.apiVersion = 3 })
    bench.browser.tamper.withLock {
      $0 = { [URL(string: $0.absoluteString + "&oneTimePassword=AAAA") ?? $0] }
    }
    try await bench.open()
    await bench.expect(.keyOnly)
    #expect(bench.webView.visited.allSatisfy { !$0.path.hasPrefix("/session/otp/") })
    try await bench.expectNoLeaks()
  }

  @Test("an answer that can't be decrypted looks from outside like one with another nonce")
  func indistinguishable() async throws {
    var told: [String] = []
    for kind in 0..<3 {
      let bench = try DiscourseBench()
      let earlier = try DiscourseBench()
      try await earlier.open()
      let answer = try #require(earlier.browser.called.first)
      bench.browser.tamper.withLock {
        $0 = { url in
          switch kind {
          case 0: [answer]
          case 1:
            Self.filled("discourse://auth_redirect?payload=AAAAPAYLOAD&oneTimePassword=OTP", url).map { [$0] }
              ?? []
          default:
            Self.filled("discourse://auth_redirect?payload=OTP&oneTimePassword=OTP", url).map { [$0] } ?? []
          }
        }
      }
      try await bench.open()
      let all = bench.watcher.events.withLock { $0 }
      let start = try #require(all.firstIndex { "\($0.kind)".contains("readCallback") })
      let events = all[start...]
      #expect(!events.isEmpty)
      told.append(events.map { "\($0.kind)" }.joined(separator: "\n") + "\(await bench.app.current)")
      #expect(bench.log.received.count == 2)
      try await bench.expectNoLeaks(of: earlier)
    }
    #expect(Set(told).count == 1)
  }
}
