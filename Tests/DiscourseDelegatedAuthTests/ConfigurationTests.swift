import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import Testing

/// Sites and apps that are set up otherwise than usual. The numbers are those of the reference's list for acceptance
/// (section 12).
@Suite("Discourse sites and apps that are set up otherwise", .timeLimit(.minutes(20)))
struct ConfigurationTests {
  @Test("16: a site that does not know OAEP answers with PKCS 1, which is read as well")
  func olderPadding() async throws {
    let bench = try DiscourseBench { $0.padding = .oaep }
    try await bench.open()
    await bench.expect(.loggedIn)
  }

  @Test("17: a callback that names another site is refused")
  func otherSite() async throws {
    let bench = try DiscourseBench()
    bench.browser.tamper.withLock {
      $0 = { [URL(string: $0.absoluteString + "&site=other.example.org") ?? $0] }
    }
    try await bench.open()
    await bench.expect(.idle)
    #expect(bench.key == nil)
    bench.browser.tamper.withLock {
      $0 = { [URL(string: $0.absoluteString + "&site=FORUM.example.org") ?? $0] }
    }
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
  }

  @Test("18: a public key with plus signs arrives as it was sent")
  func plusSigns() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    let page = try #require(bench.browser.visited.first)
    let pem = try DiscourseBench.pair.get().publicKeyPEM
    #expect(FormData.fields(page.query ?? "")?.first { $0.name == "public_key" }?.value == pem)
    // A key of 2,048 bits without a plus sign is hard to find.
    #expect(!(page.query ?? "").contains("+"))
  }

  @Test("a site is not asked for more than the platform can do")
  func notDelegated() async throws {
    let bench = try DiscourseBench(input: DiscourseDelegatedAuth.Input(delegatedAuthAllowed: false))
    try await bench.open()
    await bench.expect(.keyOnly)
    #expect(bench.site.lastScopes?.contains("one_time_password") == false)
    #expect(bench.webView.visited.map(\.query) == ["discourse_app=1"])
  }

  @Test(
    "the app's own requests and all pages of its web view have its user agent, and the browser's have not",
    arguments: [
      (nil, "Forum Reader", "ForumReader"), ("Reader/2.0 (iOS)", "Forum Reader", "Reader/2.0 (iOS)"),
      (nil, "\u{424}\u{43E}\u{440}\u{443}\u{43C}", nil),
    ] as [(String?, String, String?)])
  func userAgent(set: String?, name: String, sent: String?) async throws {
    let bench = try DiscourseBench {
      $0.userAgent = set
      $0.applicationName = name
    }
    try await bench.open()
    await bench.expect(.loggedIn)
    let own = Set(bench.log.received.map { $0.headers["User-Agent"] })
    #expect(own == [sent])
    let inWebView = [ScriptedWebView.userAgent, sent].compactMap(\.self).joined(separator: " ")
    let pages = bench.pageLog.received
    // The page of the one-time password, the form with its button, and the page behind it.
    let ofWebView = pages.filter { $0.path == "/" || $0.path.hasPrefix("/session/otp/") }
    #expect(ofWebView.count >= 3)
    #expect(Set(ofWebView.map { $0.headers["User-Agent"] }) == [inWebView])
    let ofBrowser = pages.filter { $0.path.hasPrefix("/user-api-key") }
    #expect(!ofBrowser.isEmpty && ofBrowser.allSatisfy { $0.headers["User-Agent"] == nil })
  }

  @Test("where it is configured so, a new login is asked for with a new key")
  func viaNewKey() async throws {
    let bench = try DiscourseBench(input: DiscourseDelegatedAuth.Input(otpViaNewKey: true))
    try await bench.open()
    let first = bench.key
    try await bench.act { try await $0.close() }
    bench.webView.forget()
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
    #expect(bench.browser.visited.map(\.path) == ["/user-api-key/new", "/user-api-key/new"])
    #expect(bench.key != first)
    // The site keeps one key for an app.
    #expect(bench.site.openKeys == 1)
  }

  @Test("when a login ends on the site, the web view leads to a new one-time password")
  func loggedOffLater() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    try await bench.act { try await $0.close() }
    try await bench.act { try await $0.open("forum.example.org") }
    let page = try #require(bench.webView.visited.last)
    #expect(bench.webView.address == URL(string: "https://forum.example.org/"))
    bench.webView.forget()
    let updates = await bench.app.updates()
    bench.webView.go(to: page)
    for await update in updates where update.isActive(.opening) { break }
    await bench.clock.settle()
    await bench.expect(.loggedIn)
    #expect(bench.browser.visited.map(\.path) == ["/user-api-key/new", "/user-api-key/otp"])
  }

  @Test("each site gets a public key of its own, unless all are to have the same")
  func keyPairs() async throws {
    for sharesKeyPair in [false, true] {
      let bench = try DiscourseBench { $0.sharesKeyPair = sharesKeyPair }
      try await bench.open()
      let name = sharesKeyPair ? "key-pair" : "key-pair:https://forum.example.org"
      #expect(bench.store.names.contains(name))
    }
  }

  @Test("a site below a path works like any other")
  func subfolder() async throws {
    let base = try #require(URL(string: "https://example.org/forum"))
    let bench = try DiscourseBench(base: base)
    try await bench.open("example.org/forum/")
    await bench.expect(.loggedIn)
    #expect(await bench.app.current.siteURL == "https://example.org/forum")
    try await bench.act { try await $0.logOut() }
    #expect(bench.site.openKeys == 0)
  }

  @Test(
    "an address of the app that has a query keeps it",
    arguments: ["myapp://back/to?x=1", "http://127.0.0.1:7777/cb"])
  func redirects(address: String) async throws {
    let redirect = try #require(URL(string: address))
    let bench = try DiscourseBench {
      $0.authRedirect = redirect
    } site: {
      $0.allowedRedirects = ["myapp://back/*", "http://127.0.0.1:7777/*"]
    }
    try await bench.open()
    await bench.expect(.loggedIn)
    try await bench.act { try await $0.close() }
    bench.webView.forget()
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
    #expect(bench.browser.called.allSatisfy { $0.absoluteString.hasPrefix(address) })
    #expect(bench.browser.called.count == 2)
  }

  @Test("one site in two spellings is one site, with one key and one consent")
  func spellings() async throws {
    let bench = try DiscourseBench()
    bench.site.answerNext(
      "/user-api-key/new",
      with: TransportResponse(
        status: 301, headers: ["Location": "https://FORUM.Example.org:443/user-api-key/new"]))
    try await bench.open("Forum.Example.org")
    await bench.expect(.loggedIn)
    #expect(await bench.app.current.siteURL == "https://forum.example.org")
    for term in ["forum.example.org", "HTTPS://FORUM.example.org:443/"] {
      try await bench.act { try await $0.close() }
      try await bench.act { try await $0.open(term) }
      await bench.expect(.loggedIn)
    }
    #expect(bench.browser.visited.count == 1)
    #expect(
      bench.store.names == [
        "client-id", "key-pair:https://forum.example.org", "user-api-key:https://forum.example.org",
      ])
  }

  /// A web view in which the person goes from page to page.
  private struct Wanderer: EmbeddedWebView {
    let pages: [WebViewPage]
    let clock: ManualClock

    func show(_ page: URL, as app: String?, observer: WebViewObserver) async throws(BrowserProblem) {
      for page in pages { await observer.hasShown(page) }
      try? await clock.sleep(for: .seconds(86_400 * 3_650))
    }

    func replaceAddress(with address: URL) {}
    func clearCookies(of site: URL) {}
  }

  @Test("a page that is not there is no lost connection, once the site has been shown")
  func pagesNotThere() async throws {
    func page(_ path: String, _ status: Int) throws -> WebViewPage {
      let url = try #require(URL(string: "https://forum.example.org" + path))
      return WebViewPage(
        url: url, status: status, isDiscourse: path != "/picture.png", isLoggedIn: true)
    }
    // A site without one-time passwords is visited at once.
    let clock = ManualClock()
    let pages = try [
      page("/", 200), page("/no/such/page", 404), page("/picture.png", 200), page("/admin", 403),
    ]
    let bench = try DiscourseBench(clock: clock) {
      $0.webView = Wanderer(pages: pages, clock: clock)
    } site: {
      $0.apiVersion = 3
    }
    try await bench.open()
    await bench.expect(.loggedIn)
    #expect(bench.told == [])
    // The first page is another matter.
    let clock2 = ManualClock()
    let first = try [page("/", 404)]
    let other = try DiscourseBench(clock: clock2) {
      $0.webView = Wanderer(pages: first, clock: clock2)
    } site: {
      $0.apiVersion = 3
    }
    try await other.open()
    await other.expect(.siteLoggedOut)
    #expect(other.told == [.networkError])
  }

  @Test("what the site refuses in the browser is reported", arguments: [true, false])
  func refused(isRedirect: Bool) async throws {
    let bench = try DiscourseBench {
      if isRedirect, let other = URL(string: "other://app") { $0.authRedirect = other }
    } site: {
      if !isRedirect { $0.allowedScopes.remove("one_time_password") }
    }
    try await bench.open()
    // The page about a scope comes with status 200: nobody but the person knows what it says.
    if isRedirect { await bench.expect(.authFailed, .requestRefused) } else { await bench.expect(.idle) }
    #expect(bench.key == nil)
  }

  @Test("keys that can't be kept end the attempt")
  func noStore() async throws {
    struct Full: SecretStore {
      struct Failure: Error {}
      func secret(_ name: String) -> Secret? { nil }
      func keep(_ secret: Secret, as name: String) throws { throw Failure() }
      func remove(_ name: String) throws { throw Failure() }
    }
    let bench = try DiscourseBench { $0.store = Full() }
    try await bench.open()
    await bench.expect(.authFailed, .keysNotAvailable)
    #expect(bench.browser.visited.isEmpty)
  }

  /// Lets something happen when a key is about to be written.
  private final class BusyStore: SecretStore {
    let store = MemorySecretStore()
    let meanwhile = Locked<@Sendable () -> Void>({})

    func secret(_ name: String) -> Secret? { store.secret(name) }
    func remove(_ name: String) { store.remove(name) }
    func keep(_ secret: Secret, as name: String) {
      if name.hasPrefix("user-api-key:") { meanwhile.withLock { $0 }() }
      store.keep(secret, as: name)
    }
  }

  @Test("a key that comes while its attempt is left is not stored, and the one before stays")
  func left() async throws {
    let (store, used) = (BusyStore(), Locked<DelegatedAuthConfiguration?>(nil))
    let bench = try DiscourseBench {
      $0.store = store
      let configuration = $0
      used.withLock { $0 = configuration }
    }
    let handlers = DiscourseHandlers(try #require(used.withLock { $0 }))
    let session = try Session<DiscourseDelegatedAuth>(
      handlers, input: DiscourseDelegatedAuth.Input(otpViaNewKey: true), clock: bench.clock)
    var key: Secret? { store.secret("user-api-key:https://forum.example.org") }
    func open(leaving: Bool) async -> [DiscourseDelegatedAuth.StateID] {
      store.meanwhile.withLock { $0 = { if leaving { handlers.forgetNonce() } } }
      await session.send(.open(site: "forum.example.org"))
      await bench.clock.settle()
      return await session.current.configuration
    }
    await session.start()
    #expect(await open(leaving: true) == [.authFailed])
    #expect(key == nil && bench.webView.visited.isEmpty)
    #expect(await open(leaving: false) == [.loggedIn])
    let first = try #require(key)
    await session.send(.close)
    await bench.clock.settle()
    bench.webView.forget()
    #expect(await open(leaving: true) != [.loggedIn])
    #expect(bench.browser.visited.map(\.path) == Array(repeating: "/user-api-key/new", count: 3))
    #expect(key == first)
  }

  @Test("methods that the screen does not offer are refused")
  func notOffered() async throws {
    let bench = try DiscourseBench()
    await bench.app.start()
    await #expect(throws: DelegatedAuthRefusal(event: "logout", states: [.idle])) {
      try await bench.app.logOut()
    }
    await #expect(throws: DelegatedAuthRefusal(event: "open", states: [.idle])) {
      try await bench.app.open()
    }
    #expect(
      "\(DelegatedAuthRefusal(event: "open", states: [.idle]))"
        == "`open` is not available now. Active states: `idle`.")
  }
}
