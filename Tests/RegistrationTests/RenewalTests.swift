import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestSupport
import Testing

/// Renewing an access token where refresh tokens rotate: there is always one that can be used, on the device and at the
/// site.
@Suite("Renewing", .timeLimit(.minutes(20)))
struct RenewalTests {
  @Test("the request is Auth0's, and reads what is stored now")
  func request() async throws {
    let bench = try RegistrationBench()
    try await bench.register(.passwordless)
    let before = try #require(try bench.stored())
    // Somebody else has the store too.
    var other = before
    other.registrationType = .social
    other.jwtToken = RegistrationBench.idToken(RegistrationBench.site)
    try TokenStore(bench.store).replace(with: other)
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .invalidGrant)
    #expect(
      try bench.body("/oauth/token") == [
        "grant_type": "refresh_token", "client_id": "loopback-social",
        "refresh_token": .string(try #require(before.refreshToken).text),
      ])
  }

  @Test("while one renews, nobody else begins to")
  func singleFlight() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    bench.log.failNext(with: .silence)
    try await bench.app.tokenRejected()
    for _ in 0..<3 { await bench.app.requestRegState(urlScheme: RegistrationBench.scheme) }
    for _ in 0..<3 {
      await #expect(throws: RegistrationRefusal.self) { try await bench.app.tokenRejected() }
    }
    await bench.clock.advance(by: .seconds(15))
    #expect(bench.app.latest.letter == .e)
    // One for the code, one for the renewal.
    #expect(bench.count("/oauth/token") == 2)
  }

  @Test("the new refresh token is stored before anything else is looked at")
  func order() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let before = try #require(try bench.stored())
    bench.server.changeClaims { $0["iss"] = "https://elsewhere.example.org/" }
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .invalidIDToken)
    let after = try #require(try bench.stored())
    #expect(after.refreshToken != before.refreshToken && after.accessToken == before.accessToken)
    #expect(bench.server.accepts(try #require(after.refreshToken)))
    bench.server.changeClaims { _ in }
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.c)
  }

  @Test("whatever is stored on the way, one of its tokens is taken", arguments: [false, true])
  func everyStep(isLost: Bool) async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let count = bench.store.history.withLock { $0.count }
    if isLost { bench.log.failNext(with: .lostAnswer) }
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    // Where the process ends after any of these, the next one starts with it.
    let history = bench.store.history.withLock { Array($0.dropFirst(count)) }
    #expect(history.count == (isLost ? 1 : 3))
    for kept in history {
      let store = BenchStore()
      store.keep(kept)
      let next = try RegistrationBench(store: store, server: bench.server)
      await next.request()
      let isDone = kept == history.last && !isLost
      next.expect(isDone ? .b : .c)
    }
  }

  @Test("a renewal that was begun is tried again at once, even when the access token is good for long")
  func open() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    bench.log.failNext(with: .lostAnswer)
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .noConnection)
    #expect(try bench.stored()?.isRenewalOpen == true)
    let next = try RegistrationBench(store: bench.store, at: 30, server: bench.server)
    await next.request()
    next.expect(.c)
    #expect(try next.stored()?.isRenewalOpen == false)
  }

  @Test("where refresh tokens do not rotate, the one that is there stays")
  func withoutRotation() async throws {
    let bench = try RegistrationBench(settings: { $0.rotation = .off })
    try await bench.register()
    let before = try #require(try bench.stored())
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.c)
    let after = try #require(try bench.stored())
    #expect(after.refreshToken == before.refreshToken && after.accessToken != before.accessToken)
  }

  @Test("an answer without an ID token leaves the one that is there")
  func withoutIDToken() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let before = try #require(try bench.stored())
    bench.log.failNext(
      with: .json(200, #"{"access_token":"next","token_type":"bearer","expires_in":90000}"#))
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.c)
    let after = try #require(try bench.stored())
    #expect(after.accessToken == Secret("next") && after.refreshToken == before.refreshToken)
    #expect(after.jwtToken == before.jwtToken && after.profile == before.profile)
    #expect(after.expiresAt == (RegistrationBench.begin + 90_000) * 1_000)
  }

  @Test("an ID token of somebody else is refused")
  func somebodyElse() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    bench.server.changeClaims { $0["sub"] = "google-oauth2|1816" }
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .invalidIDToken)
  }

  @Test("what the site does not say is a day")
  func usualLifetime() async throws {
    let bench = try RegistrationBench(settings: { $0.sendsLifetime = false })
    try await bench.register()
    #expect(try bench.stored()?.expiresAt == (RegistrationBench.begin + 86_400) * 1_000)
  }

  @Test(
    "a token that lives no longer than the grace period is renewed when half of its time is over, or a minute",
    arguments: [(3_600, 1_800), (7_200, 3_600), (14_400, 7_200), (28_800, 14_400), (90, 60), (60, 60)])
  func short(lifetime: Int, time: Int) async throws {
    let bench = try RegistrationBench(settings: { $0.tokenLifetime = lifetime })
    try await bench.register()
    bench.expect(.h)
    for count in 1...3 {
      await bench.clock.advance(by: .seconds(time - 1))
      #expect(bench.count("/oauth/token") == count)
      await bench.clock.advance(by: .seconds(1))
      #expect(bench.count("/oauth/token") == count + 1)
      bench.expect(.c)
    }
    // Another process, and another request, have the same limit.
    guard time * 2 == lifetime else { return }
    await bench.request()
    bench.expect(.b)
    let stored = try #require(try bench.stored())
    for (moment, letter) in [(3 * time + time, .b), (3 * time + time + 1, .c)] as [(Int, Registration.Letter)]
    {
      let store = BenchStore()
      store.keep(stored.kept)
      let next = try RegistrationBench(store: store, at: moment, server: bench.server)
      await next.app.requestRegState(urlScheme: RegistrationBench.scheme)
      _ = await next.app.settled()
      #expect(next.told.contains { $0.contains("Access remains valid") } == (letter == .b), "\(moment)")
    }
  }

  @Test("an answer that comes after the deadline is kept, and another try uses it", arguments: [false, true])
  func late(isWaitedFor: Bool) async throws {
    let bench = try RegistrationBench(patience: .seconds(3), settings: { $0.rotation = .leeway(seconds: 0) })
    try await bench.register()
    let before = try #require(try bench.stored())
    bench.delay.withLock { $0 = .seconds(16) }
    try await bench.app.tokenRejected()
    await bench.clock.advance(by: .seconds(15))
    bench.expect(.e, .requestTimeout)
    if isWaitedFor { try await bench.act { app throws(RegistrationRefusal) in try await app.retry() } }
    await bench.clock.advance(by: .seconds(1))
    if !isWaitedFor { try await bench.act { app throws(RegistrationRefusal) in try await app.retry() } }
    bench.expect(.c)
    // One for the code, one for the renewal.
    #expect(bench.count("/oauth/token") == 2)
    let after = try #require(try bench.stored())
    #expect(after.accessToken != before.accessToken && after.refreshToken != before.refreshToken)
    #expect(bench.server.accepts(try #require(after.refreshToken)))
  }

  @Test("two renewals at the same time are one")
  func overlap() async throws {
    let bench = try RegistrationBench(settings: { $0.rotation = .leeway(seconds: 0) })
    try await bench.register()
    bench.delay.withLock { $0 = .seconds(1) }
    let renewal = bench.app.handlers.renewal
    async let first = renewal.renew()
    async let second = renewal.renew()
    try await bench.until("the answer is on its way") { bench.clock.deadlines.contains { $0 <= .seconds(1) } }
    await bench.clock.advance(by: .seconds(1))
    #expect(try await first.kept == second.kept)
    #expect(try await renewal.renew().accessToken == first.accessToken)
    #expect(bench.count("/oauth/token") == 2)
    try renewal.persistRenewed()
    #expect(try await bench.stored()?.kept == first.kept)
  }

  @Test("what could not be stored is stored before anything is asked again", arguments: 1...3)
  func unstored(number: Int) async throws {
    let bench = try RegistrationBench(settings: { $0.rotation = .leeway(seconds: 0) })
    try await bench.register()
    bench.store.brokenKeep.withLock { $0 = number }
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .storageFailed)
    // As long as nothing can be stored, nothing is asked.
    let count = bench.count("/oauth/token")
    bench.store.broken.withLock { $0 = ["keep"] }
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.e, .storageFailed)
    #expect(bench.count("/oauth/token") == count)
    bench.store.broken.withLock { $0 = [] }
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.c)
    #expect(bench.server.accepts(try #require(try bench.stored()?.refreshToken)))
    #expect(bench.count("/oauth/token") == (number == 2 ? 3 : 2))
  }

  @Test("logging out revokes the refresh token that could not be stored")
  func unstoredLogout() async throws {
    let bench = try RegistrationBench(settings: { $0.rotation = .leeway(seconds: 0) })
    try await bench.register()
    bench.store.brokenKeep.withLock { $0 = 2 }
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    let old = try #require(try bench.stored()?.refreshToken)
    try await bench.act { app throws(RegistrationRefusal) in try await app.clearState() }
    bench.expect(.d)
    #expect(try bench.stored() == nil)
    #expect(try bench.body("/oauth/revoke")["token"]?.text != old.text)
  }

  @Test(
    "a new refresh token is stored whatever else the answer says",
    arguments: [
      { $0["access_token"] = "" }, { $0["access_token"] = nil }, { $0["token_type"] = "mac" },
      { $0["error"] = "server_error" }, { $0["id_token"] = "x.y.z" },
    ] as [@Sendable (inout [String: JSONValue]) -> Void])
  func malformed(change: @escaping @Sendable (inout [String: JSONValue]) -> Void) async throws {
    let bench = try RegistrationBench(settings: { $0.rotation = .leeway(seconds: 0) })
    try await bench.register()
    bench.tamper.withLock { $0 = { Self.changed($1, $2, change) } }
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expectLetter(.e)
    bench.tamper.withLock { $0 = nil }
    #expect(bench.server.accepts(try #require(try bench.stored()?.refreshToken)))
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.c)
  }

  static func changed(
    _ request: TransportRequest, _ response: TransportResponse, _ change: (inout [String: JSONValue]) -> Void
  ) -> TransportResponse {
    guard request.url.path == "/oauth/token", case .object(var fields)? = JSONValue.read(response.body)
    else { return response }
    change(&fields)
    return TransportResponse(
      status: response.status, headers: response.headers, body: JSONValue.object(fields).bytes)
  }

  @Test(
    "what somebody else has renewed meanwhile is used, not cleared and not replaced", arguments: [200, 403])
  func other(status: Int) async throws {
    let bench = try RegistrationBench(settings: { $0.rotation = .leeway(seconds: 0) })
    try await bench.register()
    let store = bench.store
    let winner = RegistrationBench.registered(
      refreshToken: Secret("other-refresh"), accessToken: "other-access")
    bench.tamper.withLock {
      $0 = { _, request, response in
        guard request.url.path == "/oauth/token" else { return response }
        try? TokenStore(store).replace(with: winner)
        return status == 200 ? response : .json(["error": "invalid_grant"], status: status)
      }
    }
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.c)
    #expect(try bench.stored()?.kept == winner.kept)
    #expect(bench.count("/oauth/token") == 2)
  }

  @Test(
    "a registration that somebody else has cleared meanwhile does not come back, and its new token is revoked"
  )
  func cleared() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let store = bench.store
    bench.tamper.withLock {
      $0 = { _, _, response in
        try? TokenStore(store).clear()
        return response
      }
    }
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .noRefreshToken)
    #expect(try bench.stored() == nil)
    await bench.settle()
    #expect(bench.count("/oauth/revoke") == 1 && bench.server.openSignIns == 0)
  }

  @Test("an email address that is not verified any more does not replace the one that was")
  func unverified() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let before = try #require(try bench.stored())
    bench.server.changeClaims {
      $0["email_verified"] = false
      $0["email"] = "eve@example.org"
    }
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.c)
    let after = try #require(try bench.stored())
    #expect(after.profile == before.profile && after.jwtToken == before.jwtToken)
    #expect(after.accessToken != before.accessToken)
  }

  @Test(
    "only what answers a request for tokens can say that a refresh token is no good",
    arguments: ["/.well-known/jwks.json", "/userinfo", "/rest/access/state"])
  func elsewhere(path: String) async throws {
    let bench = try RegistrationBench(input: Registration.Input(backendCheck: true)) {
      $0.crossChecksProfile = true
    }
    try await bench.register()
    await bench.clock.advance(by: .seconds(3_600))
    for error in ["invalid_grant", "invalid_client"] {
      bench.server.failNext(path, status: 403, error)
      if path == "/rest/access/state" {
        await bench.request()
      } else {
        try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
      }
      bench.expect(.e, .malformedAnswer)
      #expect(bench.server.accepts(try #require(try bench.stored()?.refreshToken)))
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
      bench.expect(path == "/rest/access/state" ? .b : .c)
      await bench.clock.advance(by: .seconds(3_600))
    }
  }
}

extension BenchStore {
  /// Keeps what another store has had.
  func keep(_ secret: Secret) { try? keep(secret, as: TokenStore.name) }
}

extension RegistrationBench {
  func expectLetter(_ letter: Registration.Letter) { #expect(app.latest.letter == letter) }
}
