import FlowTransport
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
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
    try TokenStore(bench.store).replace(with: other)
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .invalidGrant)
    #expect(
      try bench.body("/oauth/token") == [
        "grant_type": "refresh_token", "client_id": "loopback-social",
        "refresh_token": .string(try #require(before.refreshToken).text),
      ])
  }

  @Test("however many ask, there is one renewal")
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

  @Test("how long the site takes an old token decides what an answer that was lost costs")
  func leeway() async throws {
    for (rotation, letter, error) in [
      (.leeway(seconds: 0), .e, .invalidGrant), (.leeway(seconds: 30), .c, nil), (.untilUsed, .c, nil),
      (.off, .c, nil),
    ] as [(Auth0Settings.Rotation, Registration.Letter, Registration.ErrorCode?)] {
      let bench = try RegistrationBench(settings: { $0.rotation = rotation })
      try await bench.register()
      bench.log.failNext(with: .lostAnswer)
      try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
      await bench.clock.advance(by: .seconds(5))
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
      bench.expect(letter, error)
    }
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
      with: ErrorTests.json(
        200, #"{"access_token":"next","token_type":"bearer","expires_in":90000}"#))
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
    let bench = try RegistrationBench(settings: { $0.tellsLifetime = false })
    try await bench.register()
    #expect(try bench.stored()?.expiresAt == (RegistrationBench.begin + 86_400) * 1_000)
  }

  @Test("a token that lives no longer than the grace period is not renewed again and again")
  func short() async throws {
    let bench = try RegistrationBench(settings: { $0.tokenLifetime = 60 })
    try await bench.register()
    bench.expect(.h)
    await bench.clock.advance(by: .seconds(59))
    #expect(bench.count("/oauth/token") == 1)
    await bench.clock.advance(by: .seconds(1))
    #expect(bench.count("/oauth/token") == 2)
    bench.expect(.c)
  }

  @Test("an answer that comes after the deadline is kept, and another try uses it")
  func late() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    bench.log.failNext(with: .silenceInBody)
    try await bench.app.tokenRejected()
    await bench.clock.advance(by: .seconds(15))
    bench.expectLetter(.e)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.c)
    #expect(bench.server.accepts(try #require(try bench.stored()?.refreshToken)))
  }
}

extension BenchStore {
  /// Keeps what another store has had.
  func keep(_ secret: Secret) { try? keep(secret, as: TokenStore.name) }
}

extension RegistrationBench {
  func expectLetter(_ letter: Registration.Letter) { #expect(app.latest.letter == letter) }
}
