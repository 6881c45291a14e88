import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP
import StatechartsTesting
import TestSupport
import Testing

/// The Swift on the page `Docs/swift/firebase-in-code.md` is the Swift of `FirebasePage`, which is compiled with these tests and
/// prints what the page says.
@Suite("The page about Firebase in apps", .timeLimit(.minutes(20)))
struct FirebasePageTests {
  private let page = PageSnippets(page: "firebase-in-code.md", source: "FirebasePage.swift")

  @Test("each snippet of the page is, line for line, in the source that is compiled")
  func isCompiled() throws {
    #expect(try page.fences("swift").count == 9)
    #expect(try page.missing().isEmpty)
  }

  @Test("the snippets print what the page says, with a server on a port")
  func prints() async throws {
    let time = Locked(FirebaseBench.begin)
    var settings = FirebaseSettings()
    settings.afterLastFactor = .tokenExpired
    let firebase = FirebaseLoopback(settings: settings, now: { time.withLock { $0 } })
    firebase.add(FirebaseBench.user())
    let server = try await LoopbackServer { _ in firebase }
    let kept = Locked<Secret?>(nil)
    let code: @Sendable (Secret) -> Secret = { key in
      kept.withLock { $0 = key }
      return Secret(TOTP(base32: key)?.code(at: time.withLock { $0 }) ?? "")
    }
    // Other tests may keep the machine busy for longer than a deadline.
    let printed = try await StandardClock.$current.withValue(ManualClock()) {
      try await FirebasePage.run(
        server.url, typed: FirebaseBench.password.text, codeFor: code,
        laterCode: {
          time.withLock { $0 += 30 }
          return code(kept.withLock { $0 } ?? Secret(""))
        })
    }
    #expect(try printed == page.fences("text").flatMap { $0 })
    await server.stop()
  }

  @Test("the page's link signs in")
  func link() async throws {
    let bench = try FirebaseBench({ $0.signInLinkURL = CredentialTests.page })
    await bench.start()
    try await FirebasePage.link(bench.app) { bench.server.mails.last?.link ?? Secret("") }
    await bench.expect(.signedIn)
  }

  @Test("the page's test of an app passes")
  func testsApp() async throws {
    try await StandardClock.$current.withValue(ManualClock()) { try await FirebasePage.test() }
  }
}
