import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import StatechartsTesting
import TestSupport
import Testing

/// What Mozilla's servers need that one server on one origin does not show.
@Suite("Guardian's session cookie, and servers on several origins", .scanned, .timeLimit(.minutes(20)))
struct StagingTests {
  /// The names of the VPN service's API and of the server to which the account server leads.
  private static let api = URL(string: "http://localhost:9000")
  private static let callback = URL(string: "http://[::1]:9000")

  @Test("the session cookie of a sign-in comes back to Guardian, and to nobody else")
  func cookie() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    await bench.start()
    try await bench.checkAccount()
    try await bench.signIn()
    await bench.expect(.authenticated)
    for request in bench.log.received {
      let isGuardian = request.path.hasPrefix("/vpn/") || request.path.hasSuffix("/login/verify")
      #expect((request.headers["Cookie"] != nil) == isGuardian, "\(request.path)")
    }
  }

  @Test("each sign-in has cookies of its own")
  func attempts() async throws {
    let bench = try FxaBench(
      accounts: [FxaBench.account()],
      input: .init(platform: .ios, sessionType: .accountDeletion, prefilledEmail: FxaBench.email))
    await bench.start()
    try await bench.signIn()
    bench.server.failNext("/v1/account/destroy", errno: 103)
    try await bench.act {
      try await $0.giveConsents(true)
      try await $0.deleteAccount()
    }
    // Signing in again begins another sign-in at Guardian.
    try await bench.signIn()
    await bench.expect(.accountDeletionRequest)
    let starts = bench.log.received.filter { $0.path == "/api/v2/vpn/login/ios" }
    #expect(starts.count == 2 && starts.allSatisfy { $0.headers["Cookie"] == nil })
    let landings = bench.log.received.filter { $0.path == "/vpn/client/login/success" }
    #expect(Set(landings.map { $0.cookies }).count == 2)
  }

  /// Carries requests without cookies.
  private struct Cookieless: HTTPTransport {
    let transport: InProcessTransport

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
      var request = request
      request.headers["Cookie"] = nil
      return try await transport.send(request)
    }
  }

  @Test("a client without cookies is refused, as Mozilla's server refuses it")
  func noCookie() async throws {
    let server = FxaLoopback(base: FxaBench.base)
    server.add(try FxaBench.account())
    let clock = ManualClock()
    let transport = Cookieless(transport: InProcessTransport(server, clock: clock))
    let app = try MZAuthInApp(
      MZAuthConfiguration(guardian: FxaBench.base, accounts: FxaBench.base, transport: transport),
      input: .init(platform: .ios), clock: clock)
    await app.authenticate()
    await clock.settle()
    try await app.checkAccount(FxaBench.email)
    await clock.settle()
    try await app.setPassword(FxaBench.password)
    try await app.signIn()
    await clock.settle()
    #expect(await app.current.states == [.failed])
    #expect(await app.current.error == .authenticationFailure)
    #expect(server.tokens.isEmpty)
  }

  @Test("a sign-in crosses the origins that the app has configured")
  func origins() async throws {
    let bench = try FxaBench(
      accounts: [FxaBench.account()], guardian: try #require(Self.api), callback: Self.callback,
      redirectOrigins: [try #require(Self.callback)])
    await bench.start()
    try await bench.checkAccount()
    try await bench.signIn()
    await bench.expect(.authenticated)
    // The cookie belongs to the host that has set it.
    for request in bench.log.received where request.path == "/oauth/success" {
      #expect(request.headers["Cookie"] == nil)
    }
    #expect(bench.count("/oauth/success") == 1 && bench.count("/vpn/client/login/success") == 1)
  }

  @Test("an origin that is not configured is named before anything is typed")
  func unknownOrigin() async throws {
    let bench = try FxaBench(
      accounts: [FxaBench.account()], guardian: try #require(Self.api), callback: Self.callback)
    await bench.start()
    await bench.expect(.failed, .redirectRefused)
    #expect(await bench.app.current.refusedOrigin == "http://[::1]:9000")
  }

  @Test("a redirect on the way to an origin that is not configured is not followed, and named")
  func redirect() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    await bench.start()
    try await bench.checkAccount()
    bench.server.answerNext(
      "/vpn/client/login/success",
      with: TransportResponse(status: 302, headers: ["Location": "https://vpn.example:8443/oauth?code=x"]))
    try await bench.signIn()
    await bench.expect(.failed, .redirectRefused)
    #expect(await bench.app.current.refusedOrigin == "https://vpn.example:8443")
    #expect(bench.count("/oauth") == 0)
  }

  @Test(
    "a redirect that leads to no server, or on and on, is not called a missing connection",
    arguments: [
      ("mozilla-vpn://login?code=x", 1), ("http://ada@vpn.example/", 1), ("/vpn/client/login/success", 5),
    ])
  func badRedirect(location: String, requests: Int) async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    await bench.start()
    try await bench.checkAccount()
    for _ in 0..<requests {
      bench.server.answerNext(
        "/vpn/client/login/success",
        with: TransportResponse(status: 302, headers: ["Location": location]))
    }
    try await bench.signIn()
    await bench.expect(.failed, .authenticationFailure)
    #expect(bench.count("/vpn/client/login/success") == requests)
  }

  @Test(
    "origins to which nothing secret may go are refused",
    arguments: ["http://vpn.example", "ftp://127.0.0.1", "vpn.example", "https://ada@vpn.example"])
  func unsafeOrigin(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(throws: MZAuthConfigurationProblem.unusableRedirectOrigin) {
      _ = try MZAuthInApp(
        MZAuthConfiguration(guardian: FxaBench.base, redirectOrigins: [url], accounts: FxaBench.base),
        input: .init(platform: .ios))
    }
  }

  @Test("the default user agent carries a version")
  func userAgent() async throws {
    let bench = try FxaBench()
    await bench.start()
    let agent = try #require(bench.log.received.first?.headers["User-Agent"])
    #expect(agent.wholeMatch(of: /MozillaVPN\/\d+\.\d+\.\d+/) != nil)
  }
}
