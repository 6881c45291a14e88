import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP
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

  @Test("a token that comes while another account signs in is not that one's")
  func raceOfRefresh() async throws {
    let other = FirebaseBench.user(email: "bob@example.org")
    let bench = try FirebaseBench(users: [FirebaseBench.user(), other], patience: .milliseconds(500))
    try await bench.begin()
    await bench.clock.advance(by: .seconds(3_299))
    try await bench.act(.enrol)
    await bench.expect(.reauthenticating)
    // Bob's answer is there, and before the app has it the refresh comes and goes.
    bench.beforeAnswer.withLock {
      $0[2] = { await bench.clock.advance(by: .seconds(1)) }
    }
    try await bench.signIn("bob@example.org")
    await bench.app.settled()
    await bench.expect(.reauthenticating, .userMismatch)
    #expect(bench.count("/v1/token") == 1)
    try await bench.act(.cancel)
    #expect(await bench.app.current.user?.email == FirebaseBench.email)
    let token = try await bench.app.idToken()
    #expect(try Self.subject(token) == bench.server.user(FirebaseBench.email)?.localID)
  }

  /// Lets something happen when tokens are about to be written, once.
  private final class BusyStore: SecretStore {
    let store = MemorySecretStore()
    let meanwhile = Locked<(@Sendable () -> Void)?>(nil)
    /// Whether nothing can be removed.
    let isBroken: Bool

    init(isBroken: Bool) { self.isBroken = isBroken }

    func secret(_ name: String) -> Secret? { store.secret(name) }
    func remove(_ name: String) throws {
      if isBroken { throw POSIXError(.EIO) }
      store.remove(name)
    }
    func keep(_ secret: Secret, as name: String) {
      let action = meanwhile.withLock { meanwhile in
        defer { meanwhile = nil }
        return meanwhile
      }
      action?()
      store.keep(secret, as: name)
    }
  }

  /// Handlers without a chart, and their server.
  private static func handlers(
    _ store: any SecretStore, _ users: [FirebaseLoopbackUser], _ log: RequestLog = RequestLog(),
    uptime: @escaping @Sendable () -> Double = { 0 }
  ) -> (FirebaseHandlers, FirebaseLoopback) {
    let server = FirebaseLoopback(settings: FirebaseSettings(), now: { FirebaseBench.begin })
    for user in users { server.add(user) }
    let configuration = FirebaseTOTPConfiguration(
      apiKey: FirebaseSettings().apiKey, projectID: FirebaseSettings().projectID, issuer: "Example App",
      identityBase: FirebaseBench.base, tokenBase: FirebaseBench.base, store: store,
      transport: InProcessTransport(server, log: log, clock: ManualClock()))
    let handlers = FirebaseHandlers(
      configuration, now: { Double(FirebaseBench.begin) }, uptime: uptime)
    return (handlers, server)
  }

  @Test("refreshed tokens that are written while somebody signs out, or in again, do not stay")
  func raceOfStore() async throws {
    for (isBackIn, isBroken) in [(false, false), (false, true), (true, false)] {
      let (store, clock) = (BusyStore(isBroken: isBroken), Locked(0.0))
      let other = FirebaseBench.user(email: "bob@example.org")
      let (handlers, server) = Self.handlers(store, [FirebaseBench.user(), other]) { clock.withLock { $0 } }
      func signIn(_ email: String) async throws {
        handlers.keepCredential(password: FirebaseBench.password.text, provider: nil)
        _ = try await handlers.signIn(.init(email: email))
      }
      try await signIn(FirebaseBench.email)
      try handlers.adoptTokens()
      #expect(store.store.names == ["firebase-tokens:demo"])
      clock.withLock { $0 = 3_300 }
      // Another sign-in has been answered when the refresh ends.
      if isBackIn { try await signIn("bob@example.org") }
      let failed = Locked(false)
      let (ended, reportEnd) = AsyncStream<Void>.makeStream()
      store.meanwhile.withLock {
        $0 = {
          let begun = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            begun.signal()
            do {
              try isBackIn ? handlers.adoptTokens() : handlers.eraseTokens()
            } catch {
              failed.withLock { $0 = true }
            }
            reportEnd.finish()
          }
          begun.wait()
          // What does not wait for the store is done by then.
          for _ in 0..<10_000 { sched_yield() }
        }
      }
      _ = try await handlers.refreshTokens()
      for await _ in ended {}
      #expect(store.meanwhile.withLock { $0 == nil })
      #expect(failed.withLock { $0 } == isBroken)
      let kept = store.store.secret("firebase-tokens:demo")
      if isBackIn {
        let token = try #require(kept.flatMap { JSONValue.read(Array($0.text.utf8)) }?["idToken"]?.text)
        #expect(try Self.subject(Secret(token)) == server.user("bob@example.org")?.localID)
      } else {
        #expect((kept == nil) != isBroken)
      }
    }
  }

  @Test(
    "a token that is wanted while somebody signs out does not bring the session back",
    arguments: [false, true])
  func raceOfRemoval(fails: Bool) async throws {
    let (store, log) = (BenchStore(), RequestLog())
    let (handlers, _) = Self.handlers(store, [FirebaseBench.user()], log)
    handlers.keepCredential(password: FirebaseBench.password.text, provider: nil)
    _ = try await handlers.signIn(.init(email: FirebaseBench.email))
    try handlers.adoptTokens()
    // The store waits before it removes the tokens.
    let removal = store.calls.withLock { $0.count }
    let (removing, reportRemoving) = AsyncStream<Void>.makeStream()
    let (ended, reportEnd) = AsyncStream<Void>.makeStream()
    let permission = DispatchSemaphore(value: 0)
    store.onCall.withLock {
      $0 = { number in
        guard number == removal else { return }
        reportRemoving.finish()
        permission.wait()
      }
    }
    if fails { store.broken.withLock { $0 = ["remove"] } }
    Thread.detachNewThread {
      try? handlers.eraseTokens()
      reportEnd.finish()
    }
    for await _ in removing {}
    await #expect(throws: FirebaseTOTP.RefreshTokensFailure.self) { try await handlers.refreshTokens() }
    permission.signal()
    for await _ in ended {}
    // Also after a removal that has failed.
    await #expect(throws: FirebaseTOTP.LoadUserFailure.self) { try await handlers.loadUser() }
    #expect(log.received.map(\.path) == ["/v1/accounts:signInWithPassword"])
    #expect(store.calls.withLock { $0 } == ["keep", "remove"])
    #expect(store.memory.names.isEmpty != fails)
  }

  @Test("erasing the tokens also forgets when a code was accepted")
  func forgottenTimes() async throws {
    let user = FirebaseBench.user(factors: [FirebaseBench.app()])
    let (handlers, _) = Self.handlers(MemorySecretStore(), [user])
    handlers.keepCredential(password: FirebaseBench.password.text, provider: nil)
    let answer = try await handlers.signIn(.init(email: FirebaseBench.email))
    handlers.keepCode(code: FirebaseBench.totp.code(at: FirebaseBench.begin))
    _ = try await handlers.finalizeSignIn(.init(mfaEnrollmentId: answer.hints.first?.mfaEnrollmentId))
    try handlers.adoptTokens()
    #expect(handlers.recentLogin() && handlers.recentSecondFactor())
    try handlers.eraseTokens()
    #expect(!handlers.recentLogin() && !handlers.recentSecondFactor())
  }

  /// Whose token it is.
  static func subject(_ token: Secret) throws -> String? {
    let parts = token.text.split(separator: ".").map(String.init)
    var text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    while !text.utf8.count.isMultiple(of: 4) { text += "=" }
    let bytes = try #require(Bytes.base64(text))
    return JSONValue.read(bytes)?["sub"]?.text
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
