import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// Each row of the reference's table of errors, with real requests.
@Suite("What goes wrong with a registration", .timeLimit(.minutes(20)))
struct ErrorTests {
  /// An answer, or what is in place of one.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: LoopbackFault
    let code: Registration.ErrorCode
    var retryAfter: Int?

    init(
      _ fault: LoopbackFault, _ code: Registration.ErrorCode, retryAfter: Int? = nil
    ) {
      testDescription = "\(fault)"
      self.fault = fault
      self.code = code
      self.retryAfter = retryAfter
    }
  }

  /// What `/oauth/token` may fail with, and what does not cost the tokens.
  static let harmless: [Wrong] = [
    Wrong(.reset, .noConnection), Wrong(.close, .noConnection), Wrong(.garbage, .noConnection),
    Wrong(.json(500, "{}"), .serverUnavailable), Wrong(.json(503, ""), .serverUnavailable),
    Wrong(.json(429, "{}"), .tooManyRequests),
    Wrong(
      .json(429, #"{"error":"too_many_requests"}"#, ["Retry-After": "7"]), .tooManyRequests, retryAfter: 7),
    Wrong(
      .json(429, "{}", ["X-RateLimit-Reset": "\(RegistrationBench.begin + 9)"]), .tooManyRequests,
      retryAfter: 9),
    Wrong(.json(401, #"{"error":"invalid_client"}"#), .invalidClient),
    Wrong(.json(403, #"{"error":"unauthorized_client"}"#), .invalidClient),
    Wrong(.json(400, #"{"error":"invalid_request"}"#), .malformedAnswer),
    Wrong(.json(200, "{}"), .malformedAnswer), Wrong(.json(200, "null"), .malformedAnswer),
    Wrong(.json(200, #"{"access_token":"a","token_type":"mac"}"#), .malformedAnswer),
    Wrong(.json(200, #"{"access_token":"","token_type":"Bearer"}"#), .malformedAnswer),
    Wrong(
      .json(200, #"{"access_token":"a","token_type":"Bearer","id_token":"x.y.z","expires_in":1}"#),
      .invalidIDToken),
    // A page of a proxy says nothing about the registration, whatever stands in it.
    Wrong(.page(403, #"{"error":"invalid_grant"}"#), .malformedAnswer),
    Wrong(.json(200, #"{"error":"invalid_grant"}"#), .malformedAnswer),
    // Something stands in between, such as a hotel's login page.
    Wrong(
      .answer(status: 302, headers: ["Location": "https://example.com/"], body: ""), .noConnection),
    Wrong(.page(200, "<html>Sign in</html>"), .noConnection),
    Wrong(.json(200, "<html>Sign in</html>"), .noConnection), Wrong(.json(200, ""), .noConnection),
    Wrong(.huge, .noConnection),
    // Said to be something else, it is an answer still.
    Wrong(
      .answer(status: 200, headers: ["Content-Type": "text/plain"], body: #"{"access_token":"a"}"#),
      .malformedAnswer),
  ]

  /// Ends that are none.
  static let endless = [#""soon""#, "-1", "0", "[]"].map {
    Wrong(
      .json(200, #"{"access_token":"a","token_type":"Bearer","expires_in":\#($0)}"#), .malformedAnswer)
  }

  @Test("renewing: what may get better costs no token", arguments: harmless + endless)
  func renewing(wrong: Wrong) async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let before = try #require(try bench.stored())
    bench.log.failNext(with: wrong.fault)
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, wrong.code)
    #expect(bench.app.latest.retryAfter == wrong.retryAfter)
    #expect(bench.notifications.shown.withLock { $0 } == [wrong.code])
    let after = try #require(try bench.stored())
    #expect(after.accessToken == before.accessToken && after.jwtToken == before.jwtToken)
    #expect(after.refreshToken == before.refreshToken && after.expiresAt == before.expiresAt)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.c)
  }

  /// Where somebody waits for an answer.
  enum Waiting: String, CaseIterable, Sendable { case backend, renewing, exchanging, confirming }

  /// The transport has the same deadline as the chart: whichever is over first, the same is reported.
  @Test(
    "a missing answer is reported as a timeout, and costs no token", arguments: Waiting.allCases, [15, 20, 5])
  func inTime(waiting: Waiting, deadline: Int) async throws {
    let bench = try RegistrationBench(
      input: Registration.Input(backendCheck: true), deadline: .seconds(deadline))
    if [.backend, .renewing].contains(waiting) { try await bench.register() } else { await bench.request() }
    let before = try bench.stored()?.refreshToken
    if waiting == .confirming {
      try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    }
    bench.log.failNext(with: .silence)
    switch waiting {
    case .backend: await bench.app.requestRegState(urlScheme: RegistrationBench.scheme)
    case .renewing: try await bench.app.tokenRejected()
    case .exchanging: try await bench.app.select(.social)
    case .confirming: try await bench.app.confirm()
    }
    await bench.clock.settle()
    await bench.clock.advance(by: .seconds(15))
    await bench.clock.settle()
    if waiting == .confirming {
      bench.expect(.g)
      #expect(bench.told.contains { $0.contains("requestTimeout") })
      #expect(!bench.told.contains { $0.contains("noConnection") })
    } else {
      bench.expect(waiting == .exchanging ? .f : .e, .requestTimeout)
    }
    #expect(try bench.stored()?.refreshToken == before)
    // A transport that is slower than the chart ends its request by then.
    await bench.clock.advance(by: .seconds(5))
    try await bench.act { app throws(RegistrationRefusal) in
      if waiting == .confirming { try await app.confirm() } else { try await app.retry() }
    }
    bench.expect(
      [.b, .c, .d, .h][[.backend, .renewing, .exchanging, .confirming].firstIndex(of: waiting) ?? 0])
  }

  @Test(
    "leaving: a refresh token is revoked when the site says so, and no page in between",
    arguments: [
      (.json(200, ""), nil), (.json(200, "{}"), nil),
      (.page(200, "<html>Sign in</html>"), "noConnection"),
      (.json(200, #"{"error":"server_error"}"#), "serverUnavailable"), (.json(503, ""), "serverUnavailable"),
      (.reset, "noConnection"),
    ] as [(LoopbackFault, String?)])
  func revoking(fault: LoopbackFault, code: String?) async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    bench.log.failNext(with: fault)
    try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
    bench.expect(.d)
    let failed = bench.watcher.events.withLock { $0 }.compactMap { event -> String? in
      guard case .failed("revokeTokens", _, let code, _) = event.kind else { return nil }
      return code
    }
    #expect(failed == (code.map { [$0] } ?? []))
    #expect(bench.count("/oauth/revoke") == 1 && bench.store.peek() == nil)
  }

  @Test("renewing: a dead refresh token costs all of them, and another try registers again")
  func dead() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    bench.server.revokeAll()
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .invalidGrant)
    #expect(try bench.stored() == nil)
    #expect(await bench.app.accessToken() == nil)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.d)
    #expect(bench.app.latest.source == "No Tokens")
  }

  @Test("renewing: without a refresh token nothing is asked")
  func missing() async throws {
    let bench = try RegistrationBench(stored: RegistrationBench.registered(validFor: 0))
    await bench.request()
    bench.expect(.e, .noRefreshToken)
    #expect(bench.log.received.isEmpty)
    #expect(try bench.stored() == nil)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.d)
  }

  @Test("exchanging: whatever fails is F, and leaves nothing", arguments: harmless + endless)
  func exchanging(wrong: Wrong) async throws {
    let bench = try RegistrationBench(faults: [0: wrong.fault])
    try await bench.signIn()
    bench.expect(.f, wrong.code)
    #expect(bench.app.latest.retryAfter == wrong.retryAfter)
    #expect(try bench.stored() == nil)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.d)
    #expect(bench.app.latest.source == "User-requested Retry")
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    bench.expect(.g)
  }

  @Test(
    "exchanging: an email address that is not verified is F, and its refresh token is revoked",
    arguments: [false, "true", nil] as [JSONValue?])
  func unverified(claim: JSONValue?) async throws {
    let bench = try RegistrationBench()
    bench.server.changeClaims { $0["email_verified"] = claim }
    try await bench.signIn()
    bench.expect(.f, .emailUnverified)
    #expect(await bench.app.current.profile == nil)
    #expect(try bench.stored() == nil)
    await bench.settle()
    #expect(bench.count("/oauth/revoke") == 1)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    await bench.settle()
    #expect(bench.count("/oauth/revoke") == 1)
  }

  @Test("at the site: a person who leaves is asked again, without an error")
  func leaves() async throws {
    let bench = try RegistrationBench(person: Auth0Person(deed: .leaves))
    try await bench.signIn()
    bench.expect(.d)
    #expect(bench.app.latest.source == "User-requested Retry")
    #expect(bench.notifications.shown.withLock { $0.isEmpty })
  }

  @Test("at the site: a refusal is F")
  func refuses() async throws {
    let bench = try RegistrationBench(person: Auth0Person(deed: .refuses))
    try await bench.signIn()
    bench.expect(.f, .callbackRefused)
  }

  @Test("without a browser, or an application for the way of registering, it is F")
  func unavailable() async throws {
    for (change, error) in [
      ({ $0.browser = NoBrowser() }, .agentUnavailable), ({ $0.tenants[.social] = nil }, .notConfigured),
    ] as [((inout RegistrationConfiguration) -> Void, Registration.ErrorCode)] {
      let bench = try RegistrationBench { change(&$0) }
      try await bench.signIn()
      bench.expect(.f, error)
      #expect(bench.log.received.isEmpty)
    }
  }

  @Test(
    "confirming: a profile that cannot be saved stays to be confirmed, with the error",
    arguments: [
      (.json(400, "{}"), "profileUpdateFailed"), (.json(401, "{}"), "profileUpdateFailed"),
      (.json(500, "{}"), "serverUnavailable"), (.json(429, "{}"), "tooManyRequests"),
      (.reset, "noConnection"),
      (.json(200, "true"), "malformedAnswer"),
      (.page(200, "<html></html>"), "noConnection"),
    ] as [(LoopbackFault, String)])
  func confirming(fault: LoopbackFault, code: String) async throws {
    let bench = try RegistrationBench(input: Registration.Input(backendCheck: true))
    try await bench.signIn()
    bench.log.failNext(with: fault)
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    bench.expect(.g)
    #expect(bench.told.contains { $0.contains(code) })
    #expect(await bench.app.current.profile?.email == "ada@example.org")
    #expect(try bench.stored() == nil)
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    bench.expect(.h)
    #expect(bench.server.members == ["ada@example.org"])
  }

  @Test(
    "a device that is registered is so again once it can be read, and one without a browser once it can be stored"
  )
  func again() async throws {
    let ready = Locked(false)
    let late = try RegistrationBench(stored: RegistrationBench.registered()) {
      $0.platform = LatePlatform(isReady: ready)
    }
    await late.request()
    late.expect(.f, .platformNotReady)
    ready.withLock { $0 = true }
    try await late.act { app throws(RegistrationRefusal) in try await app.retry() }
    late.expect(.b)

    for (isNative, call, letter) in [(true, "read", .b), (false, "keep", .a)]
      as [(Bool, String, Registration.Letter)]
    {
      let bench = try RegistrationBench(stored: RegistrationBench.registered(), isNative: isNative)
      bench.store.broken.withLock { $0 = [call] }
      await bench.request()
      bench.expect(.f, .storageFailed)
      // As long as nobody knows what is there, nobody is asked to register.
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
      bench.expect(.f, .storageFailed)
      await bench.request()
      bench.expect(.f, .storageFailed)
      #expect(!bench.told.contains { $0.contains("REGISTRATION_REQUIRED") })
      bench.store.broken.withLock { $0 = [] }
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
      bench.expect(letter)
    }
  }

  struct LatePlatform: PlatformService {
    struct Unready: Error {}
    let isReady: Locked<Bool>
    func ready() async throws { if !isReady.withLock({ $0 }) { throw Unready() } }
    var isNative: Bool { true }
  }

  @Test("a store that fails is reported with the letter of its place")
  func storage() async throws {
    let unreadable = try RegistrationBench()
    unreadable.store.broken.withLock { $0 = ["read"] }
    await unreadable.request()
    unreadable.expect(.f, .storageFailed)

    let unconfirmed = try RegistrationBench()
    unconfirmed.store.broken.withLock { $0 = ["keep"] }
    try await unconfirmed.register()
    unconfirmed.expect(.g)
    #expect(unconfirmed.told.contains { $0.contains("storageFailed") })
    unconfirmed.store.broken.withLock { $0 = [] }
    try await unconfirmed.act { app throws(RegistrationRefusal) in try await app.confirm() }
    unconfirmed.expect(.h)

    // What could not be cleared is still there, and is found again.
    unconfirmed.store.broken.withLock { $0 = ["remove"] }
    try await unconfirmed.act { app throws(RegistrationRefusal) in try await app.logOut() }
    unconfirmed.expect(.e, .storageFailed)
    unconfirmed.store.broken.withLock { $0 = [] }
    try await unconfirmed.act { app throws(RegistrationRefusal) in try await app.retry() }
    unconfirmed.expect(.b)
  }

  @Test("what was stored by something else is reported, not cleared")
  func foreign() async throws {
    let bench = try RegistrationBench()
    try bench.store.keep(Secret("not JSON"), as: TokenStore.name)
    await bench.request()
    bench.expect(.f, .storageFailed)
    #expect(try bench.store.secret(TokenStore.name) == Secret("not JSON"))
  }

  @Test("a platform that does not get ready, or an invalid scheme, is reported")
  func platform() async throws {
    let unready = try RegistrationBench { $0.platform = UnreadyPlatform() }
    await unready.request()
    unready.expect(.f, .platformNotReady)
    for scheme in ["", "https", "java script", "1x", "javascript", "ä"] {
      let bench = try RegistrationBench()
      await bench.app.requestRegState(urlScheme: scheme)
      await bench.settle()
      bench.expect(.f, .notConfigured)
    }
  }

  @Test("without a native platform, a missing agreed token is reported, and nothing is stored")
  func missingAgreedToken() async throws {
    let bench = try RegistrationBench {
      $0.platform = ForeignPlatform()
      $0.agreedToken = nil
    }
    await bench.request()
    bench.expect(.f, .notConfigured)
    #expect(try bench.store.secret(TokenStore.name) == nil)
  }

  struct ForeignPlatform: PlatformService {
    func ready() async throws {}
    var isNative: Bool { false }
  }

  struct UnreadyPlatform: PlatformService {
    struct Unready: Error {}
    func ready() async throws { throw Unready() }
    var isNative: Bool { true }
  }

  struct NoBrowser: SystemBrowserSession {
    func visit(
      _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
    ) async throws(BrowserProblem) { throw .unavailable }
  }
}
