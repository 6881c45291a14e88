import Crypto
import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Statecharts
import StatechartsModel
import StatechartsTesting
import TestSupport
import Testing

/// Answers and callbacks that somebody else made up.
@Suite("Forged answers and callbacks", .scanned, .timeLimit(.minutes(20)))
struct ForgeryTests {
  /// Addresses that are not the one that the browser comes back with.
  static let callbacks: [String] = [
    "http://127.0.0.1:7777/", "http://127.0.0.1:7777/?", "http://127.0.0.1:7777/?code",
    "http://127.0.0.1:7777/?code=",
    "http://127.0.0.1:7777/?Code=CODE", "http://127.0.0.1:7777/?code=CODE&code=CODE",
    "http://127.0.0.1:7777/?code=CODE&code=", "http://127.0.0.1:7777/?code=CODE#x",
    "http://127.0.0.1:7777/#code=CODE",
    "http://127.0.0.1:7777/x?code=CODE", "http://127.0.0.1:7777//?code=CODE",
    "http://127.0.0.1:7777/../?code=CODE",
    "http://127.0.0.1:7778?code=CODE", "http://127.0.0.1:7778/?code=CODE", "http://127.0.0.1/?code=CODE",
    "https://127.0.0.1:7777/?code=CODE", "ftp://127.0.0.1:7777/?code=CODE", "vpn://127.0.0.1:7777/?code=CODE",
    "http://localhost:7778/?code=CODE", "http://127.0.0.1.example.com:7777/?code=CODE",
    "http://[::1]:7778/?code=CODE", "http://[::2]:7777/?code=CODE", "http://localhost.:7777/?code=CODE",
    "http://user@127.0.0.1:7777/?code=CODE", "http://user:word@127.0.0.1:7777/?code=CODE",
    "http://127.0.0.1:7777@example.com/?code=CODE", "http://example.com/?code=CODE",
    "http://127.1:7777/?code=CODE",
    "http://0177.0.0.1:7777/?code=CODE", "http://2130706433:7777/?code=CODE", "//127.0.0.1:7777/?code=CODE",
    "/?code=CODE", "?code=CODE", "file:///?code=CODE", "javascript:code=CODE", "data:text/html,?code=CODE",
    "http://127.0.0.1:7777/?code=CODE%00", "http://127.0.0.1:7777/?code=CODE%0A",
    "http://127.0.0.1:7777/?code=%20CODE",
    "http://127.0.0.1:7777/?code=CODE%2F", "http://127.0.0.1:7777/?code=C%C3%B6DE",
    "http://127.0.0.1:7777/?code=CODE+",
    "http://127.0.0.1:7777/?code=" + String(repeating: "a", count: 513),
    "http://127.0.0.1:7777/?error=denied",
    "http://127.0.0.1:7777/%2e?code=CODE", "http://127.0.0.1:7777/;x?code=CODE",
    "http://127.0.0.1:77777/?code=CODE", "http://127.0.0.1:0/?code=CODE", "http://127.0.0.2:7777/?code=CODE",
    "http://0.0.0.0:7777/?code=CODE", "http://127.0.0.1.:7777/?code=CODE",
    "http://0x7f000001:7777/?code=CODE",
    "http://localhost.example.com:7777/?code=CODE", "http://example-localhost:7777/?code=CODE",
    "http://:word@127.0.0.1:7777/?code=CODE", "https://localhost:7777/?code=CODE",
    "ws://127.0.0.1:7777/?code=CODE",
    "http://127.0.0.1:7777/callback?code=CODE", "http://127.0.0.1:7777/code=CODE",
    "http://127.0.0.1:7777/?state=CODE", "http://127.0.0.1:7777/?code%20=CODE",
    "http://127.0.0.1:7777/?code=CODE,CODE", "http://127.0.0.1:7777/?code=CODE%20",
    "http://127.0.0.1:7777/?code=%00",
    "http://127.0.0.1:7777/?x=1&code=CODE&y=2&code=x",
  ]

  /// Those of them that are addresses: what is none can't come back. Each once, with the code of a sign-in.
  private static func callbacks(with code: String) -> Set<URL> {
    Set(callbacks.compactMap { URL(string: $0.replacingOccurrences(of: "CODE", with: code)) })
  }

  @Test("callbacks to other addresses change nothing")
  func callbacks() async throws {
    let bench = try FxaBench(input: .init(platform: .windows))
    await bench.start()
    try await bench.checkAccount()
    await bench.expect(.fallbackInBrowser)
    let before = await bench.app.snapshot()
    let requests = bench.log.received.count
    let challenge = try #require(bench.log.received.first?.query["code_challenge"])
    let code = bench.server.browserCode(challenge: challenge, email: FxaBench.email).text
    for url in Self.callbacks(with: code) {
      #expect(await !bench.browser.open(url), "\(url)")
      #expect(await bench.app.snapshot() == before, "\(url)")
    }
    #expect(bench.log.received.count == requests)
    // The right one still works, once; the same again comes too late.
    let right = try #require(URL(string: "http://127.0.0.1:7777/?code=\(code)"))
    #expect(await bench.browser.open(right))
    await bench.clock.settle()
    await bench.expect(.authenticated)
    #expect(await !bench.browser.open(right))
    #expect(bench.server.tokens.count == 1)
  }

  /// Codes that look right and are not: made up, of another sign-in, used up.
  private static func codes(_ bench: FxaBench) throws -> [String] {
    let other = PKCE { SHA256.hash(data: $0) }
    let challenge = other.challenge
    let used = bench.server.browserCode(challenge: challenge, email: "eve@example.org").text
    let verify: JSONValue = ["code": .string(used), "code_verifier": "x"]
    _ = bench.server.answer(
      ReceivedRequest(
        method: "POST", target: "/api/v2/vpn/login/verify", headers: [:], body: verify.bytes, port: 9000))
    return [
      "x", "0", "~", "undefined", "null", "c0de", String(repeating: "a", count: 512),
      String(repeating: "0", count: 80), used, other.verifier.text, challenge,
      bench.server.browserCode(challenge: challenge, email: "eve@example.org").text,
      bench.server.browserCode(challenge: challenge, email: FxaBench.email).text,
      bench.server.browserCode(challenge: "", email: FxaBench.email).text,
    ]
  }

  private static func callback(_ code: String) throws -> URL {
    try #require(URL(string: "http://127.0.0.1:7777/?code=\(code)"))
  }

  @Test(
    "codes that the VPN service did not give for this sign-in change nothing, and the right one still works",
    arguments: [FxaAuthentication.Method.inAppNoCreation, .webBased])
  func forgedCodes(method: FxaAuthentication.Method) async throws {
    let bench = try FxaBench(input: .init(platform: .windows, method: method))
    await bench.start()
    if method == .inAppNoCreation { try await bench.checkAccount() }
    let before = await bench.app.snapshot().chart
    let told = await bench.app.current
    let codes = try Self.codes(bench)
    for code in codes {
      #expect(await !bench.browser.open(try Self.callback(code)), "\(code)")
      await bench.clock.settle()
      let after = await bench.app.snapshot().chart
      #expect(after.states == before.states && after.context == before.context, "\(code)")
      #expect(
        after.timers == before.timers && Set(after.services.map(\.id)) == Set(before.services.map(\.id)))
      let update = await bench.app.current
      #expect(update.screen == told.screen && update.error == nil && !update.isBusy)
      #expect(await bench.app.login == nil)
    }
    #expect(bench.server.tokens.isEmpty)
    // The browser was opened once, and no code was sent twice.
    #expect(bench.browser.visited.withLock { $0.count } == 1)
    #expect(bench.count("/api/v2/vpn/login/verify") == codes.count)
    #expect(await bench.browser.open(try bench.signInInBrowser()))
    await bench.clock.settle()
    await bench.expect(.authenticated)
    #expect(await bench.app.login?.token == bench.server.tokens.first)
    // What comes afterwards comes too late.
    for code in codes { #expect(await !bench.browser.open(try Self.callback(code))) }
    #expect(bench.count("/api/v2/vpn/login/verify") == codes.count + 1)
  }

  @Test("a right code that comes while a forged one is being checked waits for its turn")
  func crowd() async throws {
    let bench = try FxaBench(input: .init(platform: .linux))
    await bench.start()
    let right = try bench.signInInBrowser()
    let tasks = Locked<[Task<Bool, Never>]>([])
    bench.beforeAnswer.withLock { waits in
      waits[0] = {
        for code in ["forged1", "forged2"] {
          let url = try? Self.callback(code)
          tasks.withLock {
            $0.append(Task { [url] in if let url { await bench.browser.open(url) } else { true } })
          }
        }
        tasks.withLock { $0.append(Task { await bench.browser.open(right) }) }
        // All three are there before the first answer is.
        for _ in 0..<100 { await Task.yield() }
      }
    }
    #expect(await !bench.browser.open(try Self.callback("forged0")))
    var outcomes: [Bool] = []
    for task in tasks.withLock({ $0 }) { outcomes.append(await task.value) }
    #expect(outcomes.filter { $0 }.count == 1 && outcomes.last == true)
    await bench.clock.settle()
    await bench.expect(.authenticated)
    #expect(bench.server.tokens.count == 1)
  }

  @Test(
    "a browser that is gone after its first code has the check of that code decide", arguments: [true, false])
  func briefBrowser(isForged: Bool) async throws {
    let bench = try FxaBench(input: .init(platform: .linux))
    await bench.start()
    let url = try isForged ? Self.callback("forged") : bench.signInInBrowser()
    // It ends before the answer is there.
    bench.beforeAnswer.withLock { $0[0] = { bench.browser.end() } }
    #expect(await bench.browser.open(url) != isForged)
    await bench.app.settled()
    await bench.expect(isForged ? .failed : .authenticated, isForged ? .authenticationFailure : nil)
    #expect(await (bench.app.login != nil) != isForged)
  }

  @Test("a code whose check has no answer is not sent again; the browser can bring another")
  func uncheckedCode() async throws {
    for fault in [LoopbackFault.reset, .lostAnswer, .answer(status: 503, headers: [:], body: "")] {
      let bench = try FxaBench(input: .init(platform: .linux))
      await bench.start()
      bench.log.failNext(with: fault)
      #expect(await !bench.browser.open(try bench.signInInBrowser()))
      let isServer = fault == .answer(status: 503, headers: [:], body: "")
      await bench.expect(
        .webBased, isServer ? .serverUnavailable : .noInternetConnection, retryAfter: isServer ? 30 : nil)
      #expect(bench.count("/api/v2/vpn/login/verify") == 1)
      #expect(await bench.browser.open(try bench.signInInBrowser()))
      await bench.clock.settle()
      await bench.expect(.authenticated)
    }
  }

  /// What the account server could be made to say in place of where to go: code, state, address. `CODE` and `STATE`
  /// stand for the right ones.
  static let redirects: [(code: String?, state: String?, redirect: String?)] = [
    (nil, "STATE", "BASE/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", nil, "BASE/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATE", nil), ("CODE", "STATE", ""),
    ("CODE", "", "BASE/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "other", "BASE/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATEx", "BASE/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATE", "BASE/vpn/client/login/success?code=CODE&state=other"),
    ("CODE", "STATE", "BASE/vpn/client/login/success?code=other&state=STATE"),
    ("CODE", "STATE", "BASE/vpn/client/login/success?code=CODE"),
    ("CODE", "STATE", "BASE/vpn/client/login/success?state=STATE"),
    ("CODE", "STATE", "BASE/vpn/client/login/success?code=CODE&state=STATE&state=STATE"),
    ("CODE", "STATE", "BASE/vpn/client/login/success?code=CODE&code=CODE&state=STATE"),
    ("CODE", "STATE", "BASE/vpn/client/login/success?code=CODE&state=STATE#x"),
    ("CODE", "STATE", "BASE/elsewhere?code=CODE&state=STATE"),
    ("CODE", "STATE", "BASE/vpn/client/login/success/?code=CODE&state=STATE"),
    ("CODE", "STATE", "https://example.com/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATE", "http://127.0.0.1:9001/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATE", "https://127.0.0.1:9000/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATE", "http://127.0.0.1:9000@example.com/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATE", "http://x@127.0.0.1:9000/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATE", "http://127.0.0.1:9000.example.com/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATE", "//127.0.0.1:9000/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATE", "/vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATE", "file:///vpn/client/login/success?code=CODE&state=STATE"),
    ("CODE", "STATE", "javascript:alert(1)"), ("CODE", "STATE", "not an address"),
  ]

  @Test("forged answers of the account server lead nowhere")
  func redirects() async throws {
    for (code, state, redirect) in Self.redirects {
      let bench = try FxaBench(accounts: [FxaBench.account()])
      await bench.start()
      try await bench.checkAccount()
      let own = try #require(bench.server.states.first)
      func filled(_ text: String?) -> JSONValue {
        guard let text else { return .null }
        return .string(
          text.replacingOccurrences(of: "BASE", with: FxaBench.base.absoluteString)
            .replacingOccurrences(of: "STATE", with: own).replacingOccurrences(of: "CODE", with: "c0de"))
      }
      let forged: JSONValue = ["code": filled(code), "state": filled(state), "redirect": filled(redirect)]
      bench.server.answerNext("/v1/oauth/authorization", with: .json(forged))
      try await bench.signIn()
      await bench.expect(.failed, .authenticationFailure)
      // Nobody followed, and nobody redeemed anything.
      #expect(bench.log.received.filter { $0.method == "GET" }.count == 1, "\(redirect ?? "")")
      #expect(bench.count("/api/v2/vpn/login/verify") == 0)
      #expect(await bench.app.login == nil)
    }
  }

  /// What Guardian could be made to answer at the end: for the address that the account server leads to, and for the code.
  static let landings: [String] = [
    "{}", "[]", "null", #"{"code":""}"#, #"{"code":7}"#, #"{"code":null}"#, #"{"code":["x"]}"#,
    #"{"Code":"x"}"#, #"{"code":"x","detail":"no"}"#, #"{"detail":"no"}"#, "c0de", #"{"code":"x""#,
  ]
  static let logins: [String] = [
    "{}", "[]", "null", #"{"token":"x"}"#, #"{"user":{"email":"ada@example.org"}}"#,
    #"{"user":{"email":"ada@example.org"},"token":""}"#, #"{"user":{"email":"ada@example.org"},"token":7}"#,
    #"{"user":{"email":"ada@example.org"},"token":null}"#, #"{"user":{},"token":"x"}"#,
    #"{"user":"ada@example.org","token":"x"}"#, #"{"user":{"email":7},"token":"x"}"#,
    #"{"user":{"email":"ada@example.org"},"token":"x","detail":"no"}"#,
    #"{"user":{"email":"ada@example.org"},"Token":"x"}"#, #"[{"user":{"email":"a@b.c"},"token":"x"}]"#,
  ]

  @Test("forged answers of Guardian give no login", arguments: [true, false])
  func guardian(isLanding: Bool) async throws {
    for body in isLanding ? Self.landings : Self.logins {
      let bench = try FxaBench(accounts: [FxaBench.account()])
      await bench.start()
      try await bench.checkAccount()
      bench.server.answerNext(
        isLanding ? "/vpn/client/login/success" : "/api/v2/vpn/login/verify",
        with: .json(text: body))
      try await bench.signIn()
      let update = await bench.app.current
      #expect(update.states == [.failed], "\(body)")
      // What is no JSON object at all does not come from Guardian.
      let isAnswer = JSONValue.read(Array(body.utf8)).map { $0.isObject || $0.list != nil } ?? false
      let codes: [FxaAuthentication.ErrorCode] =
        isAnswer ? [.authenticationFailure, .remoteServiceError] : [.noInternetConnection]
      #expect(update.error.map(codes.contains) == true, "\(body): \(update)")
      #expect(await bench.app.login == nil)
      #expect(bench.server.tokens.isEmpty)
      await bench.app.settled()
      #expect(bench.server.openSessions == 0)
    }
  }

  @Test("there are at least sixty forgeries")
  func count() throws {
    // Without what servers could be made to say.
    let codes = try Self.codes(FxaBench(input: .init(platform: .linux))).map { try Self.callback($0) }
    let forgeries = Self.callbacks(with: "c0de").union(codes)
    #expect(forgeries.count >= 60)
    #expect(forgeries.count == Self.callbacks(with: "c0de").count + codes.count)
    #expect(Self.redirects.count + Self.landings.count + Self.logins.count >= 50)
  }

  @Test("a code of Guardian that was used is not good again")
  func replay() async throws {
    let challenge = Locked("")
    let codes = Locked<[String]>([])
    for round in 0..<2 {
      let bench = try FxaBench(accounts: [FxaBench.account()])
      await bench.start()
      try await bench.checkAccount()
      if round == 1 {
        // The answer of the sign-in before, in place of the one that belongs to this.
        let old = codes.withLock { $0.first ?? "" }
        bench.server.answerNext("/vpn/client/login/success", with: .json(["code": .string(old)]))
      }
      try await bench.signIn()
      if round == 0 {
        await bench.expect(.authenticated)
        let code = try bench.body("/api/v2/vpn/login/verify")["code"]?.text
        codes.withLock { $0.append(code ?? "") }
        challenge.withLock { $0 = bench.log.received.first?.query["code_challenge"] ?? "" }
      } else {
        await bench.expect(.failed, .authenticationFailure)
        #expect(await bench.app.login == nil)
        #expect(try bench.body("/api/v2/vpn/login/verify")["code"]?.text == codes.withLock { $0.first })
        // Each sign-in has a challenge of its own.
        #expect(bench.log.received.first?.query["code_challenge"] != challenge.withLock { $0 })
      }
    }
  }

  /// Where Guardian could say that the account server is to lead to, so that the address it does lead to is another one.
  @Test(
    "an address that is not the one that Guardian has named is not gone to",
    arguments: [
      "BASE/vpn/client/login/success/", "BASE/vpn/client/login", "BASE/vpn/client/login/%73uccess", "BASE",
      "http://127.0.0.1:9001/vpn/client/login/success", "https://127.0.0.1:9000/vpn/client/login/success",
    ])
  func named(place: String) async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    bench.server.answerNext("/api/v2/vpn/login/ios", with: Self.start(.string(place)))
    await bench.start()
    if place.hasPrefix("http") {
      // Known before the person types anything.
      await bench.expect(.failed, .redirectRefused)
      #expect(await bench.app.current.refusedOrigin.map(place.hasPrefix) == true)
      return
    }
    try await bench.checkAccount()
    let redirect = FxaBench.base.absoluteString + "/vpn/client/login/success?code=c0de&state=5tate"
    let answer: JSONValue = ["code": "c0de", "state": "5tate", "redirect": .string(redirect)]
    bench.server.answerNext("/v1/oauth/authorization", with: .json(answer))
    try await bench.signIn()
    await bench.expect(.failed, .authenticationFailure)
    #expect(bench.count("/vpn/client/login/success") == 0)
  }

  @Test(
    "an address that Guardian names and nobody can read ends the flow, and does not count as none",
    arguments: ["", "success", "/vpn/client/login/success", "http://", 7, true, []] as [JSONValue])
  func unreadable(place: JSONValue) async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    bench.server.answerNext("/api/v2/vpn/login/ios", with: Self.start(place))
    await bench.start()
    await bench.expect(.failed, .authenticationFailure)
  }

  @Test(
    "where Guardian has named no address, none of another server is gone to",
    arguments: [
      "https://evil.example", "http://127.0.0.1:9001", "https://127.0.0.1:9000", "http://[::1]:9000",
    ])
  func unnamed(server: String) async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    bench.server.answerNext("/api/v2/vpn/login/ios", with: Self.start(.null))
    await bench.start()
    try await bench.checkAccount()
    let redirect = server + "/vpn/client/login/success?code=c0de&state=5tate"
    let answer: JSONValue = ["code": "c0de", "state": "5tate", "redirect": .string(redirect)]
    bench.server.answerNext("/v1/oauth/authorization", with: .json(answer))
    try await bench.signIn()
    await bench.expect(.failed, .redirectRefused)
    #expect(await bench.app.current.refusedOrigin == server)
    #expect(bench.count("/vpn/client/login/success") == 0)
  }

  @Test("without a named address, and with the right one, the flow goes on", arguments: [nil, "BASE/x"])
  func readable(place: String?) async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    bench.server.answerNext("/api/v2/vpn/login/ios", with: Self.start(place.map { .string($0) } ?? .null))
    await bench.start()
    await bench.expect(.start)
  }

  @Test("no server is given anything on another machine unencrypted", arguments: [true, false])
  func unencrypted(isGuardian: Bool) throws {
    for server in ["http://vpn.example", "ftp://127.0.0.1", "https://ada@vpn.example"] {
      let url = try #require(URL(string: server))
      #expect(throws: MZAuthConfigurationProblem.unusableServer, "\(server)") {
        _ = try MZAuthInApp(
          MZAuthConfiguration(
            guardian: isGuardian ? url : FxaBench.base, accounts: isGuardian ? FxaBench.base : url),
          input: .init(platform: .ios))
      }
    }
  }

  /// Guardian's first answer, with where to lead to.
  private static func start(_ place: JSONValue) -> TransportResponse {
    var place = place
    if let text = place.text {
      place = .string(text.replacingOccurrences(of: "BASE", with: FxaBench.base.absoluteString))
    }
    let parameters: JSONValue = [
      "client_id": "e6eb0d1e856335fc", "redirect_uri": place, "state": "5tate", "scope": "profile",
      "access_type": "offline", "device_id": .string(String(repeating: "a", count: 32)),
      "flow_id": .string(String(repeating: "b", count: 64)), "flow_begin_time": 1_700_000_000_000,
    ]
    return .json(["fxa_oauth": ["params": parameters]])
  }

  @Test("methods that the screen does not offer are refused and change nothing")
  func refusals() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    let app = bench.app
    let calls: [(String, @Sendable (MZAuthInApp) async throws -> Void)] = [
      ("checkAccount", { try await $0.checkAccount(FxaBench.email) }),
      ("setPassword", { try await $0.setPassword("x") }),
      ("signIn", { try await $0.signIn() }), ("signUp", { try await $0.signUp() }),
      ("acceptLegal", { try await $0.acceptLegal(false) }),
      ("giveConsents", { try await $0.giveConsents(true) }),
      ("verifyUnblockCode", { try await $0.verifyUnblockCode("x") }),
      ("resendUnblockCodeEmail", { try await $0.resendUnblockCodeEmail() }),
      ("verifySessionTotpCode", { try await $0.verifySessionTotpCode("x") }),
      ("verifySessionEmailCode", { try await $0.verifySessionEmailCode("x") }),
      ("resendVerificationSessionCodeEmail", { try await $0.resendVerificationSessionCodeEmail() }),
      ("deleteAccount", { try await $0.deleteAccount() }),
      ("validateEmailAddress", { _ = try await $0.validateEmailAddress("x") }),
      ("validatePasswordCommons", { _ = try await $0.validatePasswordCommons("x") }),
      ("validatePasswordLength", { _ = try await $0.validatePasswordLength("x") }),
      ("validatePasswordEmail", { _ = try await $0.validatePasswordEmail("x") }),
      ("reset", { try await $0.reset() }),
      ("cancel", { try await $0.cancel() }),
    ]
    let chart = try FxaAuthentication.compiled.get().chart
    let names = (chart.events ?? []).map(\.name.text) + (chart.handlers.queries ?? []).map(\.name.text)
    #expect(Set(calls.map(\.0)) == Set(names).subtracting(["browserCode"]))
    func expectOnly(_ offered: Set<String>) async {
      for (method, call) in calls where !offered.contains(method) && method != "cancel" {
        let before = await app.snapshot().chart
        let screen = await app.current.screen
        await #expect(throws: MZAuthRefusal.notAvailable(method, screen: screen)) { try await call(app) }
        // Only the count of events that were looked at is another.
        let after = await app.snapshot().chart
        #expect(after.states == before.states && after.context == before.context)
        #expect(after.services == before.services && after.timers == before.timers)
      }
    }
    await expectOnly([])
    await bench.start()
    await expectOnly(["checkAccount", "validateEmailAddress", "reset"])
    try await bench.checkAccount()
    await expectOnly(["setPassword", "signIn", "reset"])
    bench.log.failNext(with: .silence)
    try await app.setPassword("x")
    try await app.signIn()
    await expectOnly([])
    await bench.clock.advance(by: .seconds(15))
    await bench.expect(.signIn, .requestTimeout)
    try await app.cancel()
    await expectOnly([])
    await #expect(throws: MZAuthRefusal.notAvailable("cancel", screen: .aborted)) { try await app.cancel() }
  }
}
