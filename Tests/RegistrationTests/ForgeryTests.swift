import Crypto
import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestSupport
import Testing

/// What somebody else could send to the app, or put in place of what the site says.
@Suite("Forged callbacks and answers", .timeLimit(.minutes(20)))
struct ForgeryTests {
  static let redirect = "com.clueride.player://tenant.example.org/cordova/com.clueride.player/callback"

  /// Addresses that lead elsewhere. They change nothing.
  static let foreign =
    [
      "https://tenant.example.org/cordova/com.clueride.player/callback?code=c&state=s",
      "com.clueride.other://tenant.example.org/cordova/com.clueride.player/callback?code=c&state=s",
      "com.clueride.player://elsewhere.example.org/cordova/com.clueride.player/callback?code=c&state=s",
      "com.clueride.player://tenant.example.org/cordova/com.clueride.player/callback2?code=c&state=s",
      "com.clueride.player://tenant.example.org/cordova/com.clueride.player/CALLBACK?code=c&state=s",
      "com.clueride.player://tenant.example.org/cordova/com.clueride.player/callback/?code=c&state=s",
      "com.clueride.player://somebody@tenant.example.org/cordova/com.clueride.player/callback?code=c&state=s",
      "com.clueride.player://tenant.example.org:1/cordova/com.clueride.player/callback?code=c&state=s",
      "com.clueride.player:?code=c&state=s", "com.clueride.player://?code=c&state=s",
      redirect + "?" + String(repeating: "a", count: 20_000),
    ]
    + [
      "http://tenant.example.org/cordova/com.clueride.player/callback",
      "com.clueride.player2://tenant.example.org/cordova/com.clueride.player/callback",
      "com.clueride.playe://tenant.example.org/cordova/com.clueride.player/callback",
      "com.clueride.player://tenant.example.org.example.com/cordova/com.clueride.player/callback",
      "com.clueride.player://tenant.example.or/cordova/com.clueride.player/callback",
      "com.clueride.player://xtenant.example.org/cordova/com.clueride.player/callback",
      "com.clueride.player://tenant.example.org./cordova/com.clueride.player/callback",
      "com.clueride.player://tenant.example.org%2f/cordova/com.clueride.player/callback",
      "com.clueride.player:///cordova/com.clueride.player/callback",
      "com.clueride.player:/cordova/com.clueride.player/callback",
      "com.clueride.player://tenant.example.org//cordova/com.clueride.player/callback",
      "com.clueride.player://tenant.example.org/cordova/com.clueride.player/x/../callback",
      "com.clueride.player://tenant.example.org/cordova/com.clueride.player/./callback",
      "com.clueride.player://tenant.example.org/cordova/com.clueride.player/callbac%6B",
      "com.clueride.player://tenant.example.org/cordova/com.clueride.player/callback;x",
      "com.clueride.player://tenant.example.org/cordova/com.clueride.player",
      "com.clueride.player://tenant.example.org/cordova/com.clueride.other/callback",
      "com.clueride.player://tenant.example.org:443/cordova/com.clueride.player/callback",
      "com.clueride.player://tenant.example.org",
    ].map { $0 + "?code=c&state=s" }

  @Test("an address that leads elsewhere changes nothing", arguments: foreign)
  func leadsElsewhere(address: String) async throws {
    let bench = try RegistrationBench()
    let url = try #require(URL(string: address))
    bench.calls.withLock { $0 = { [url, $0] } }
    try await bench.signIn()
    bench.expect(.g)
  }

  /// What may stand behind our own address, made from what the site says there: no answer to this sign-in.
  static let unasked: [@Sendable (String, String) -> String] = [
    { _, _ in "" }, { _, _ in "?" }, { code, _ in "?code=\(code)" },
    { code, state in "?code=\(code)&state=\(state)x" }, { code, state in "?code=\(code)&state=" },
    { code, state in "?code=\(code)&state=\(state.dropLast())" },
    { code, state in "?code=\(code)&state=\(state.lowercased())!" },
    { code, state in "?code=\(code)&state=\(state)&state=\(state)" },
    { _, _ in "?error=server_error&state=other" }, { _, _ in "?error=access_denied" },
    { code, state in "#code=\(code)&state=\(state)" }, { code, state in "?code=%ff&state=\(state)" },
    { code, state in "?CODE=\(code)&STATE=\(state)" },
    // Another site's answer (RFC 9207).
    { code, state in "?code=\(code)&state=\(state)&iss=x" },
    { code, state in "?code=\(code)&state=\(state)&iss=" },
    { code, state in "?code=\(code)&state=\(state)&iss=https://tenant.example.org" },
    { code, state in "?code=\(code)&state=\(state)&iss=http://tenant.example.org/" },
    { _, state in "?error=access_denied&state=\(state)&iss=http://tenant.example.org/" },
    {
      "?code=\($0)&state=\($1)&iss=https://tenant.example.org/&iss=https://tenant.example.org/"
    },
    { code, state in "?code=\(code)&state=\(state)&state=" },
    { code, state in "?code=\(code);state=\(state)" },
    { code, state in "?code=\(code)%26state=\(state)" },
    { code, state in "?code=\(code)&state=%20\(state)" },
    { code, state in "?code=\(code)&state=\(state)%00" },
    { code, state in "?code=\(code)&state=\(state)%0A" },
    { code, state in "?code=\(code)&state=+\(state)" },
    { code, state in "?code=\(code)&state=\(state)\(state)" },
    { code, state in "?code=\(state)&state=\(code)" },
    { code, state in "?state=\(code)&code=\(code)" },
    { code, state in "?code=\(code)&state[]=\(state)" },
    { code, state in "?code=\(code)&state=\(state)%ff" },
  ]

  /// Answers to this sign-in that do not agree.
  static let refused: [@Sendable (String, String) -> String] = [
    { code, state in "?code=\(code)&code=other&state=\(state)" },
    { code, state in "?code=\(code)&code=\(code)&state=\(state)" },
    { code, state in "?code=\(code)&c%6Fde=other&state=\(state)" },
    { _, state in "?state=\(state)" }, { _, state in "?code=&state=\(state)" },
    { code, state in "?code=\(code)&state=\(state)&error=access_denied" },
    { code, state in "?code=\(code)&state=\(state)&error=" },
    { _, state in "?error=access_denied&error_description=no&state=\(state)" },
    { _, state in "?error=login_required&state=\(state)" },
    { code, state in "?state=\(state)#code=\(code)" },
    { code, state in "?access_token=\(code)&state=\(state)" },
    { code, state in "??code=\(code)&state=\(state)" },
  ]

  @Test(
    "our own address that does not say what it must is F, and nothing is asked for",
    arguments: (unasked + refused).indices)
  func saysLess(row: Int) async throws {
    let all = Self.unasked + Self.refused
    #expect(all.count + Self.foreign.count >= 60)
    let bench = try RegistrationBench()
    bench.calls.withLock { calls in
      calls = { url in
        let fields = FormData.fields(url.query(percentEncoded: true) ?? "") ?? []
        let code = fields.first { $0.name == "code" }?.value ?? ""
        let state = fields.first { $0.name == "state" }?.value ?? ""
        return [URL(string: Self.redirect + all[row](code, state)) ?? url, url]
      }
    }
    try await bench.signIn()
    // The site is not said to have refused what it never saw.
    bench.expect(.f, row < Self.unasked.count ? .stateMismatch : .callbackRefused)
    #expect(bench.log.received.isEmpty)
  }

  @Test(
    "scheme and host are the same in any case, and neither other parameters nor a fragment mean anything",
    arguments: ["#", "#_=_", "#code=other"])
  func tolerated(fragment: String) async throws {
    let bench = try RegistrationBench()
    bench.calls.withLock { calls in
      calls = { url in
        let text = url.absoluteString.replacing(
          "com.clueride.player://tenant.example.org", with: "COM.clueride.player://TENANT.example.org")
        return [URL(string: text + "&iss=https://tenant.example.org/&session_state=y\(fragment)") ?? url]
      }
    }
    try await bench.signIn()
    bench.expect(.g)
  }

  @Test("a callback is good once, and for its own sign-in")
  func replayed() async throws {
    let bench = try RegistrationBench()
    let seen = Locked<[URL]>([])
    bench.calls.withLock {
      $0 = { url in
        seen.withLock { $0.append(url) }
        return [url]
      }
    }
    try await bench.signIn()
    bench.expect(.g)
    let first = try #require(seen.withLock { $0.first })
    // Nobody waits for it any more.
    #expect(await !bench.app.handle(first))
    #expect(await !bench.router.route(first))
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    #expect(await !bench.app.handle(first))
    // The next sign-in has another state.
    bench.calls.withLock { $0 = { [first, $0] } }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    bench.expect(.f, .stateMismatch)
    #expect(bench.count("/oauth/token") == 1)
  }

  @Test("a callback may reach the app through the system, by the router")
  func routed() async throws {
    let open = TestBrowser()
    let bench = try RegistrationBench(patience: .milliseconds(100)) { $0.browser = open }
    let early = try #require(URL(string: Self.redirect + "?code=c&state=s"))
    #expect(await !bench.router.route(early))
    await bench.request()
    #expect(await !bench.router.route(early))
    try await bench.app.select(.social)
    await bench.settle()
    let opened = try #require(open.visited.withLock { $0.last })
    let fields = try #require(FormData.fields(opened.query(percentEncoded: true) ?? ""))
    let browser = InProcessTransport(bench.server, clock: bench.clock)
    let answer = try await browser.send(TransportRequest(.get, opened))
    let callback = try #require(answer.headers["Location"].flatMap { URL(string: $0) })
    let foreign = try #require(URL(string: "com.clueride.other://x?code=c"))
    #expect(await !bench.router.route(foreign))
    #expect(await bench.router.route(callback))
    await bench.settle()
    bench.expect(.g)
    #expect(fields.contains { $0.name == "redirect_uri" && $0.value == Self.redirect })
  }

  @Test("the page asks for what Auth0 documents, with a challenge, and again each time")
  func page() async throws {
    let pages = Locked<[URL]>([])
    let bench = try RegistrationBench {
      $0.browser = StorageTests.WatchedBrowser(inner: $0.browser, visited: pages)
    }
    await bench.request()
    for type in [Registration.SelectType.social, .passwordless] {
      try await bench.act { app throws(RegistrationRefusal) in try await app.select(type) }
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    }
    let all = try pages.withLock { $0 }.map {
      try #require(FormData.fields($0.query(percentEncoded: true) ?? ""))
    }
    #expect(all.count == 2)
    for (number, fields) in all.enumerated() {
      let named = Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
      #expect(named.count == fields.count)
      #expect(named["response_type"] == "code" && named["code_challenge_method"] == "S256")
      #expect(named["scope"] == "openid profile email offline_access")
      #expect(named["audience"] == "https://tenant.example.org/userinfo")
      #expect(named["redirect_uri"] == Self.redirect)
      #expect(named["client_id"] == ["loopback-social", "loopback-email"][number])
      #expect(named["connection"] == [nil, "email"][number])
      for name in ["state", "nonce", "code_challenge"] {
        #expect(named[name]?.utf8.count == 43)
        #expect(named[name] != Dictionary(all[1 - number].map { ($0.name, $0.value) }) { $1 }[name])
      }
      // The verifier goes with the code alone.
      #expect(named["code_verifier"] == nil)
    }
    let bodies = bench.log.received.filter { $0.path == "/oauth/token" }.compactMap {
      JSONValue.read($0.body)
    }
    for (body, fields) in zip(bodies, all) {
      let verifier = try #require(body["code_verifier"]?.text)
      #expect(
        Base64.urlText(SHA256.hash(data: Array(verifier.utf8)))
          == fields.first { $0.name == "code_challenge" }?.value)
      #expect(body["redirect_uri"]?.text == Self.redirect && body["client_id"]?.text != nil)
    }
  }

  @Test("an answer that is somebody else's is not taken: keys are asked for once, and again for others")
  func substituted() async throws {
    let bench = try RegistrationBench()
    bench.server.changeClaims { $0["nonce"] = "of-another" }
    try await bench.signIn()
    bench.expect(.f, .invalidIDToken)
    #expect(bench.count("/.well-known/jwks.json") == 1)
    bench.server.changeClaims { _ in }
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    bench.expect(.g)
    #expect(bench.count("/.well-known/jwks.json") == 1)
  }

  @Test("where it is wanted, `/userinfo` has to say the same")
  func crossChecked() async throws {
    for (claim, letter) in [("sub", .f), ("email", .f), ("nickname", .g)]
      as [(String, Registration.Letter)]
    {
      let bench = try RegistrationBench { $0.crossChecksProfile = true }
      bench.server.changeClaims { $0[claim] = "other" }
      try await bench.signIn()
      bench.expectLetter(letter)
      #expect(bench.count("/userinfo") == 1)
    }
  }
}
