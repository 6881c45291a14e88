import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// The ways through the flow, from the app's methods to the site and back. The numbers are those of the scenarios in the
/// reference's list for acceptance (section 12).
@Suite("Logging on to a Discourse site", .timeLimit(.minutes(20)))
struct SignInTests {
  @Test(
    "1: a fresh site, consent, and the button of the one-time password", arguments: UserAPIKeyPadding.allCases
  )
  func fresh(padding: UserAPIKeyPadding) async throws {
    let bench = try DiscourseBench {
      $0.padding = padding
    } site: {
      $0.knowsPadding = true
    }
    try await bench.open()
    await bench.expect(.loggedIn)
    let update = await bench.app.current
    #expect(update.username == "ada")
    #expect(update.siteTitle == "Forum")
    #expect(update.hasKey)
    #expect(!update.hasPush)
    #expect(bench.site.openKeys == 1)
    #expect(bench.site.lastScopes == ["notifications", "session_info", "one_time_password"])
    #expect(bench.site.openOTPs.isEmpty)
    let key = try #require(bench.key)
    #expect(bench.site.issued.contains(key.text))
    #expect(bench.webView.address == URL(string: "https://forum.example.org/"))
  }

  @Test("2: the same person is logged on in the web view already: no button is needed")
  func sameUser() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    try await bench.act { try await $0.close() }
    await bench.expect(.idle)
    bench.webView.pressButtons(false)
    // The key is lost, the web view's login is not.
    bench.store.remove("user-api-key:https://forum.example.org")
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
    #expect(bench.site.openKeys == 1)
  }

  @Test("12: with a key and without a login in the web view, a one-time password is fetched")
  func advanced() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    let key = bench.key
    try await bench.act { try await $0.close() }
    bench.webView.forget()
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
    #expect(bench.browser.visited.map(\.path) == ["/user-api-key/new", "/user-api-key/otp"])
    let opened = bench.webView.visited.map { $0.path.hasPrefix("/session/otp/") }
    #expect(opened == [true, false, true])
    #expect(bench.key == key)
    #expect(bench.site.openKeys == 1)
  }

  @Test("3: a one-time password that is older than ten minutes is fetched again, once")
  func oldOTP() async throws {
    let bench = try DiscourseBench()
    bench.webView.pressButtons(false)
    try await bench.open()
    await bench.expect(.consumingOTP)
    bench.webView.pressButtons(true)
    bench.time.withLock { $0 += 600 }
    await bench.clock.advance(by: .seconds(600))
    await bench.clock.settle()
    await bench.expect(.loggedIn)
    #expect(bench.browser.visited.map(\.path) == ["/user-api-key/new", "/user-api-key/otp"])
  }

  @Test("4, 5: a one-time password that was used already is fetched again once, and there is no loop")
  func usedOTP() async throws {
    let thief = Locked<WebAgent?>(nil)
    let bench = try DiscourseBench { $0.webView = Thief(victim: $0.webView, thief: thief) }
    let pages = InProcessTransport(bench.site, clock: bench.clock)
    thief.withLock { $0 = WebAgent(pages) }
    try await bench.open()
    await bench.expect(.authFailed, .otpRefused)
    #expect(bench.browser.visited.count == 2)
    #expect(bench.site.openOTPs.isEmpty)
    // The key stays, and opening the site again gives one try more.
    #expect(bench.key != nil)
  }

  /// A web view whose one-time passwords somebody else uses first.
  private struct Thief: EmbeddedWebView {
    let victim: any EmbeddedWebView
    let thief: Locked<WebAgent?>

    func show(_ page: URL, as app: String?, observer: WebViewObserver) async throws(BrowserProblem) {
      if let agent = thief.withLock({ $0 }) {
        let arrival = try? await agent.go(to: page) { _ in true }
        if case .page(let page)? = arrival, let form = page.forms.first {
          _ = try? await agent.submit(form, on: page) { _ in true }
        }
      }
      try await victim.show(page, as: app, observer: observer)
    }

    func replaceAddress(with address: URL) { victim.replaceAddress(with: address) }
    func clearCookies(of site: URL) { victim.clearCookies(of: site) }
  }

  @Test("6: an answer with the nonce of an earlier attempt is refused, and nothing is kept")
  func earlierNonce() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    let earlier = try #require(bench.browser.called.first)
    try await bench.act { try await $0.logOut() }
    try await bench.act { try await $0.retry() }
    bench.browser.tamper.withLock { $0 = { _ in [earlier] } }
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.authFailed, .invalidPayload)
    #expect(bench.key == nil)
    #expect(!(await bench.app.current.hasKey))
  }

  @Test("7: an answer that is encrypted for another key is refused, and looks like any other refusal")
  func otherKey() async throws {
    let store = MemorySecretStore()
    let other = try DiscourseBench.otherPair.get()
    let bench = try DiscourseBench(store: store)
    bench.browser.tamper.withLock {
      $0 = { url in
        // Meanwhile the installation has got other keys.
        store.keep(other.privateKeyPEM, as: "key-pair:https://forum.example.org")
        return [url]
      }
    }
    try await bench.open()
    await bench.expect(.authFailed, .invalidPayload)
    #expect(bench.key == nil)
  }

  @Test("8: the person closes the page that asks for consent")
  func closed() async throws {
    let bench = try DiscourseBench()
    bench.browser.change { $0.allows = false }
    try await bench.open()
    await bench.expect(.idle)
    #expect(bench.key == nil)
    #expect(bench.site.openKeys == 0)
    bench.browser.change { $0.allows = true }
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
    // A request has a nonce of its own each time.
    let nonces = bench.browser.visited.map { page in
      FormData.fields(page.query ?? "")?.first { $0.name == "nonce" }?.value
    }
    #expect(Set(nonces).count == 2)
  }

  @Test("9: a site with version 3 is opened plainly, without a one-time password")
  func version3() async throws {
    let bench = try DiscourseBench(site: { $0.apiVersion = 3 })
    try await bench.open()
    // The app has a key; the web view shows what strangers see.
    await bench.expect(.keyOnly)
    #expect(bench.site.lastScopes == ["notifications", "session_info"])
    #expect(bench.webView.visited.map(\.query) == ["discourse_app=1"])
    let update = await bench.app.current
    #expect(update.hasKey && update.username == "ada" && !update.isActive(.loggedIn))
  }

  @Test("10: a site without the user API, or with version 1, is not supported", arguments: [nil, 1, 0])
  func notSupported(version: Int?) async throws {
    let bench = try DiscourseBench(site: { $0.apiVersion = version })
    try await bench.open()
    await bench.expect(.unsupported, .siteNotSupported)
    #expect(bench.browser.visited.isEmpty)
  }

  /// What answers in place of a site: the first request, and that for the site's name.
  static let others: [(String, TransportResponse, TransportResponse?)] = [
    ("another server", page(404), page(404)), ("a hotel's login page", page(200), page(200)),
    ("a hotel's login page for all that is not there", page(404), page(200)),
    ("another server's JSON", page(404), .json([:])),
    (
      "a redirect to a page that is not there",
      TransportResponse(status: 302, headers: ["Location": "/elsewhere"]), nil
    ),
  ]

  private static func page(_ status: Int) -> TransportResponse {
    .page("<html>Sign in</html>", status: status)
  }

  @Test("10: only a site that says it is a Discourse is reported as too old", arguments: others.indices)
  func noDiscourse(number: Int) async throws {
    let (name, first, second) = Self.others[number]
    let bench = try DiscourseBench()
    bench.site.answerNext("/user-api-key/new", with: first)
    if let second { bench.site.answerNext("/site/basic-info.json", with: second) }
    try await bench.open()
    await bench.expect(.probeFailed, .siteNotReachable)
    #expect(bench.browser.visited.isEmpty, "\(name)")
  }

  @Test(
    "14: a limit at the first requests is reported with the time to wait, which stops nobody",
    arguments: 0...1)
  func limited(position: Int) async throws {
    let bench = try DiscourseBench(
      faults: [position: .answer(status: 429, headers: ["Retry-After": "86400"], body: "")])
    try await bench.open()
    await bench.expect(.probeFailed, .rateLimited)
    #expect(await bench.app.current.retryAfter == 86_400)
    #expect(bench.log.received.count == position + 1)
    try await bench.act { try await $0.retry() }
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
  }

  /// The site has no key, or not any more.
  private struct Browser: SystemBrowserSession {
    let other: any SystemBrowserSession
    let isThere: Locked<Bool>

    func visit(
      _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
    ) async throws(BrowserProblem) {
      guard isThere.withLock({ $0 }) else { throw .unavailable }
      try await other.visit(page, callback: callback, isEphemeral: isEphemeral, calledBack: calledBack)
    }
  }

  @Test("a browser that can't be opened ends the attempt, for a key and for a one-time password")
  func noBrowser() async throws {
    let isThere = Locked(false)
    let bench = try DiscourseBench { $0.browser = Browser(other: $0.browser, isThere: isThere) }
    try await bench.open()
    await bench.expect(.authFailed, .browserNotAvailable)
    #expect(bench.key == nil)
    isThere.withLock { $0 = true }
    try await bench.act { try await $0.retry() }
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
    try await bench.act { try await $0.close() }
    bench.webView.forget()
    isThere.withLock { $0 = false }
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.authFailed, .browserNotAvailable)
    #expect(bench.key != nil)
  }

  @Test("11: redirects of the first request are followed, and the last address is kept")
  func redirected() async throws {
    let bench = try DiscourseBench()
    let moved = TransportResponse(
      status: 301, headers: ["Location": "https://forum.example.org/user-api-key/new?x=1#y"])
    bench.site.answerNext("/user-api-key/new", with: moved)
    try await bench.open("http://old.example.org/ ")
    await bench.expect(.loggedIn)
    #expect(bench.log.received.first?.headers["Host"] == "old.example.org:443")
    #expect(await bench.app.current.siteURL == "https://forum.example.org")
  }

  @Test(
    "11: redirects to what is not encrypted, to this machine, to other pages or without end are not followed",
    arguments: [
      "http://forum.example.org/user-api-key/new", "http://127.0.0.1/user-api-key/new",
      "https://127.0.0.1/user-api-key/new", "https://LocalHost/user-api-key/new",
      "https://[::1]/user-api-key/new",
      "file:///etc/hostname",
      "https://x@forum.example.org/user-api-key/new", "https://forum.example.org/login", "",
    ])
  func redirectedBadly(target: String) async throws {
    let bench = try DiscourseBench()
    bench.site.answerNext(
      "/user-api-key/new", with: TransportResponse(status: 302, headers: ["Location": target]))
    if target.hasSuffix("/login") {
      bench.site.answerNext(
        "/login", with: TransportResponse(status: 200, headers: ["Auth-Api-Version": "4"]))
    }
    try await bench.open()
    await bench.expect(.probeFailed, .siteNotReachable)
    #expect(bench.log.received.count <= 2)
  }

  @Test("what a site says about itself is good for four hours")
  func probesSeldom() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    for (seconds, times) in [(14_399, 1), (1, 2)] {
      try await bench.act { try await $0.close() }
      bench.time.withLock { $0 += seconds }
      try await bench.act { try await $0.open(" https://forum.example.org/ ") }
      await bench.expect(.loggedIn)
      #expect(bench.count("/user-api-key/new") == times)
    }
  }
}
