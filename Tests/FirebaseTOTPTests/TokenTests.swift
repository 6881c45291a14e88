import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import LoopbackServer
import StatechartsTesting
import TestSupport
import Testing

/// What goes by the clock: tokens, secrets, and the clock itself.
@Suite("Firebase and time", .timeLimit(.minutes(20)))
struct TokenTests {
  @Test("tokens are refreshed five minutes before they end, by themselves")
  func refresh() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    let first = try await bench.app.idToken()
    await bench.clock.advance(by: .seconds(3_299))
    #expect(bench.count("/v1/token") == 0)
    await bench.clock.advance(by: .seconds(1))
    #expect(bench.count("/v1/token") == 1)
    let second = try await bench.app.idToken()
    #expect(second != first && bench.server.accepts(second))
    let request = try #require(bench.log.received.last { $0.path == "/v1/token" })
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    await bench.clock.advance(by: .seconds(10 * 3_300))
    #expect(bench.count("/v1/token") == 11)
    try await bench.act(.signOut)
    await bench.clock.advance(by: .seconds(36_000))
    #expect(bench.count("/v1/token") == 11)
  }

  @Test("however many ask for a token, one request is made")
  func singleFlight() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    // The refresh of the chart has failed, so that those who ask need another token.
    bench.log.fail(2, with: .reset)
    await bench.clock.advance(by: .seconds(3_300))
    #expect(bench.count("/v1/token") == 1)
    let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
      for _ in 0..<20 { group.addTask { try await bench.app.idToken() } }
      return try await group.reduce(into: [Secret]()) { $0.append($1) }
    }
    #expect(Set(tokens.map(\.text)).count == 1 && tokens.count == 20)
    #expect(bench.count("/v1/token") == 2)
    // The chart's next try finds them fresh.
    await bench.clock.advance(by: .seconds(30))
    #expect(await bench.app.current.isActive(.fresh))
    #expect(bench.count("/v1/token") == 2)
    await bench.clock.advance(by: .seconds(3_269))
    #expect(bench.count("/v1/token") == 2)
    await bench.clock.advance(by: .seconds(1))
    #expect(bench.count("/v1/token") == 3)
  }

  @Test("while a refresh fails, a token is used as long as it is good")
  func lastMinutes() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    let first = try await bench.app.idToken()
    for number in 2..<40 { bench.log.fail(number, with: .reset) }
    await bench.clock.advance(by: .seconds(3_500))
    #expect(try await bench.app.idToken() == first)
    await bench.clock.advance(by: .seconds(100))
    await #expect(throws: AuthErrorCode.self) { try await bench.app.idToken() }
    await bench.expect(.signedIn)
  }

  @Test(
    "what ends a session ends it, also when a refresh says so",
    arguments: ["TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN", "USER_DISABLED", "USER_NOT_FOUND"])
  func sessionLost(message: String) async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    bench.server.failNext("/v1/token", message)
    await bench.clock.advance(by: .seconds(3_300))
    #expect(await bench.app.current.isActive(.noTokens))
    #expect(bench.store.names.isEmpty)
    let update = await bench.app.current
    #expect(update.screen == (message.hasPrefix("USER") ? .signedOut : .reauthRequired))
    #expect(update.user == nil)
  }

  @Test(
    "short and strange lives of tokens neither flood the server nor let a token end",
    arguments: [-5, 0, 1, 60, 599, 601, 7_200, 10_000_000])
  func lifetimes(seconds: Int) async throws {
    let bench = try FirebaseBench(server: { $0.tokenLifetime = seconds })
    await bench.start()
    try await bench.signIn()
    // What the server takes for over at once can't be looked up.
    guard seconds > 0 else { return #expect(await bench.app.current.screen == .signedOut) }
    await bench.expect(.signedIn)
    let before = bench.count("/v1/token")
    await bench.clock.advance(by: .seconds(3_600))
    let asked = bench.count("/v1/token") - before
    #expect(asked <= 3_600 / max(seconds / 2, 30) + 1, "\(asked)")
    #expect(bench.server.accepts(try await bench.app.idToken()))
  }

  @Test("a secret is over at the server's time, and goes from memory with it", arguments: [0, 3_000, -3_000])
  func deadline(skew: Int) async throws {
    let bench = try FirebaseBench()
    bench.skew.withLock { $0 = skew }
    try await bench.begin()
    try await bench.act(.enrol)
    #expect(bench.app.clockDifference == .seconds(-skew))
    #expect(try await bench.app.enrolmentTimeLeft() == .seconds(300))
    await bench.clock.advance(by: .seconds(100))
    #expect(try await bench.app.enrolmentTimeLeft() == .seconds(200))
    try await bench.act(.continue)
    await bench.clock.advance(by: .seconds(199))
    await bench.expect(.askingEnrolCode)
    await bench.clock.advance(by: .seconds(1))
    await bench.expect(.secretExpired)
    await #expect(throws: FirebaseTOTPRefusal.self) { try await bench.app.totpSecretKey() }
    await #expect(throws: FirebaseTOTPRefusal.self) { try await bench.app.send(.submit(code: "123456")) }
    try await bench.act(.cancel)
    try await bench.signInAgain()
    await bench.expect(.showingSecret)
    #expect(try await bench.app.enrolmentTimeLeft() == .seconds(300))
  }

  @Test("times have as many digits of a second as they like", arguments: 0...9)
  func fractions(digits: Int) async throws {
    let bench = try FirebaseBench(
      users: [FirebaseBench.user(factors: [FirebaseBench.app()])], server: { $0.fractionDigits = digits })
    try await bench.begin()
    await bench.expect(.signedIn)
    try await bench.act(.enrol)
    await bench.expect(.showingSecret)
    #expect(try await bench.app.enrolmentTimeLeft() == .seconds(300))
  }

  @Test("what an authenticator app cannot do is not put into an address")
  func address() async throws {
    let rows: [(algorithm: String?, digits: Int?, query: String?)] = [
      ("SHA256", 8, "algorithm=SHA256&digits=8&period=30"),
      ("sha512", 6, "algorithm=SHA512&digits=6&period=30"),
      (nil, 6, nil), ("MD5", 6, nil), ("SHA1", nil, nil),
    ]
    for row in rows {
      let bench = try FirebaseBench(server: {
        $0.algorithm = row.algorithm
        $0.digits = row.digits
      })
      try await bench.begin()
      try await bench.act(.enrol)
      let address = try await bench.app.totpAddress()?.text
      #expect(address?.hasSuffix(row.query ?? "?") == row.query.map { _ in true })
      #expect(!(try await bench.app.totpSecretKey().isEmpty))
      #expect(await bench.app.current.codeLength == row.digits ?? 6)
    }
  }

  @Test("label and issuer of an address are escaped")
  func escaping() async throws {
    let email = "a+b:c?d&e=f#g%h ü@example.org"
    let bench = try FirebaseBench(users: [FirebaseBench.user(email: email)]) { $0.issuer = "Ä & B: C/D?" }
    await bench.start()
    try await bench.signIn(email)
    try await bench.act(.enrol)
    let address = try #require(try await bench.app.totpAddress()).text
    let label = "%C3%84%20%26%20B%20C%2FD%3F:a%2Bbc%3Fd%26e%3Df%23g%25h%20%C3%BC@example.org"
    #expect(address.hasPrefix("otpauth://totp/\(label)?secret="))
    #expect(address.contains("&issuer=%C3%84%20%26%20B%20C%2FD%3F&algorithm="))
  }
}
