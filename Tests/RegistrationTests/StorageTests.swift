import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestSupport
import Testing

/// The table of captured data: what is kept under which key, and what becomes of it.
@Suite("What a registration leaves on the device", .timeLimit(.minutes(20)))
struct StorageTests {
  /// Under each key, as it is kept.
  private static func fields(_ store: BenchStore) throws -> [String: JSONValue] {
    let kept = try #require(try store.secret(TokenStore.name))
    guard case .object(let fields)? = JSONValue.read(kept.bytes) else { return [:] }
    return fields
  }

  @Test("a confirmed registration writes all six keys at once, and nothing else")
  func confirmed() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    #expect(bench.store.history.withLock { $0.count } == 1)
    let fields = try Self.fields(bench.store)
    #expect(Set(fields.keys) == Set(CapturedData.Key.allCases.map(\.rawValue)))
    #expect(
      fields["profile"] == [
        "displayName": "Ada Lovelace", "firstName": "Ada", "lastName": "Lovelace",
        "email": "ada@example.org", "emailAddress": "ada@example.org",
        "imageUrl": "https://example.org/ada.png",
      ])
    #expect(fields["registration_type"] == "SOCIAL")
    #expect(fields["expires_at"] == .number(Double(RegistrationBench.begin + 86_400) * 1_000))
    for key in ["id_token", "access_token", "refresh_token"] { #expect(fields[key]?.text != nil) }
  }

  @Test("a renewal updates profile, ID token, access token and expiry, and leaves the type")
  func renewed() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let before = try Self.fields(bench.store)
    bench.server.changeClaims { $0["name"] = "Augusta Ada King" }
    await bench.clock.advance(by: .seconds(100))
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.c)
    let after = try Self.fields(bench.store)
    #expect(Set(after.keys) == Set(before.keys))
    for key in CapturedData.Key.allCases {
      // The refresh token too, for the old one dies with the new one.
      let isUpdated = key != .registrationType
      #expect((after[key.rawValue] != before[key.rawValue]) == isUpdated, "\(key)")
    }
    #expect(after["profile"]?["displayName"] == "Augusta Ada King")
  }

  enum Leaving: String, CaseIterable, Sendable { case logOut, deregister, clearState }

  @Test("leaving removes everything and revokes the refresh token", arguments: Leaving.allCases)
  func left(leaving: Leaving) async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let refreshToken = try #require(try bench.stored()?.refreshToken)
    try await bench.act { app throws(RegistrationRefusal) in
      switch leaving {
      case .logOut: try await app.logOut()
      case .deregister: try await app.deregister()
      case .clearState: try await app.clearState()
      }
    }
    bench.expect(.d)
    #expect(try bench.store.secret(TokenStore.name) == nil)
    #expect(!bench.server.accepts(refreshToken))
    #expect(
      try bench.body("/oauth/revoke") == [
        "client_id": "loopback-social", "token": .string(refreshToken.text),
      ])
    #expect(await bench.app.accessToken() == nil)
  }

  @Test("another try forgets the attempt, revokes its refresh token, and leaves what is stored")
  func retried() async throws {
    let bench = try RegistrationBench()
    try await bench.signIn()
    bench.expect(.g)
    // A registration that was stored meanwhile is none of the attempt's.
    try TokenStore(bench.store).replace(with: RegistrationBench.registered())
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    await bench.settle()
    bench.expect(.d)
    #expect(bench.count("/oauth/revoke") == 1)
    #expect(try bench.stored()?.accessToken == Secret("old-access-t0ken"))
    #expect(await bench.app.current.profile == nil)
    await #expect(throws: RegistrationRefusal.self) { try await bench.app.confirm() }
  }

  @Test("without a browser everything goes too, and the next request begins again")
  func notNative() async throws {
    let bench = try RegistrationBench(isNative: false)
    await bench.request()
    try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
    #expect(bench.app.latest == RegState.initial)
    #expect(try bench.stored() == nil && bench.log.received.isEmpty)
    await bench.request()
    bench.expect(.a)
  }

  @Test(
    "the login in the browser is ended last, has a time of its own, and is none where the browser keeps nothing"
  )
  func browserLast() async throws {
    for isEphemeral in [false, true] {
      let visited = Locked<[URL]>([])
      let stick = Locked<(@Sendable () async throws -> Void)?>(nil)
      let bench = try RegistrationBench(input: Registration.Input(endBrowserSession: true)) {
        $0.browser = WatchedBrowser(inner: $0.browser, visited: visited, stick: stick)
        $0.prefersEphemeralBrowser = isEphemeral
      }
      try await bench.register()
      stick.withLock { [clock = bench.clock] in $0 = { try await clock.sleep(for: .seconds(3_600)) } }
      try await bench.app.logOut()
      await bench.clock.advance(by: .seconds(16))
      #expect(try bench.stored() == nil)
      #expect(await bench.app.current.states == [isEphemeral ? .registrationRequired : .leavingSite])
      await bench.clock.advance(by: .seconds(45))
      bench.expect(.d)
      #expect(visited.withLock { $0.count } == (isEphemeral ? 1 : 2))
      #expect(bench.count("/oauth/revoke") == 1)
    }
  }

  @Test(
    "the login in the browser is ended too where nothing is confirmed yet, or the store cannot be read",
    arguments: [false, true])
  func browserOfAttempt(isConfirmed: Bool) async throws {
    let visited = Locked<[URL]>([])
    let bench = try RegistrationBench(input: Registration.Input(endBrowserSession: true)) {
      $0.browser = WatchedBrowser(inner: $0.browser, visited: visited)
    }
    try await bench.signIn(.passwordless)
    if isConfirmed { try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() } }
    bench.expect(isConfirmed ? .h : .g)
    if isConfirmed { bench.store.broken.withLock { $0 = ["read"] } }
    try await bench.act { app throws(RegistrationRefusal) in try await app.clearState() }
    bench.expect(.d)
    let page = try #require(visited.withLock { $0.last })
    #expect(page.path == "/v2/logout" && page.absoluteString.contains("client_id=loopback-email&"))
    // It is over then.
    try await bench.act { app throws(RegistrationRefusal) in try await app.clearState() }
    #expect(visited.withLock { $0.count } == 2)
  }

  @Test("a registration that is overwritten has its refresh token revoked", arguments: [true, false])
  func overwritten(isNative: Bool) async throws {
    let first = try RegistrationBench()
    try await first.register()
    let old = try #require(try first.stored())
    let refreshToken = try #require(old.refreshToken)
    let bench = try RegistrationBench(isNative: isNative, server: first.server)
    if isNative {
      try await bench.signIn(.passwordless)
    }
    // Another process has registered meanwhile.
    bench.store.keep(old.kept)
    if isNative {
      bench.store.brokenKeep.withLock { $0 = 1 }
      try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
      await bench.settle()
      bench.expect(.g)
      // Nothing was overwritten.
      #expect(bench.server.accepts(refreshToken))
      try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    } else {
      await bench.request()
    }
    await bench.settle()
    bench.expect(isNative ? .h : .a)
    #expect(!bench.server.accepts(refreshToken))
    #expect(
      try bench.body("/oauth/revoke") == [
        "client_id": "loopback-social", "token": .string(refreshToken.text),
      ])
    #expect(bench.server.openSignIns == (isNative ? 1 : 0))
  }

  /// How a sign-in is given up.
  enum GivingUp: String, CaseIterable, Sendable { case retry, unverified, malformed }

  @Test(
    "a sign-in that is given up does not end the registration on another device",
    arguments: GivingUp.allCases)
  func otherDevice(givingUp: GivingUp) async throws {
    let first = try RegistrationBench(revocationDeletesGrant: true)
    try await first.register()
    let second = try RegistrationBench(server: first.server, revocationDeletesGrant: true)
    if givingUp == .unverified { second.server.changeClaims { $0["email_verified"] = false } }
    if givingUp == .malformed {
      second.tamper.withLock { $0 = { RenewalTests.changed($1, $2) { $0["id_token"] = nil } } }
    }
    try await second.signIn()
    second.expectLetter(givingUp == .retry ? .g : .f)
    try await second.act { app throws(RegistrationRefusal) in try await app.retry() }
    await second.settle()
    second.expect(.d)
    #expect(second.count("/oauth/revoke") == 0)
    #expect(first.server.accepts(try #require(try first.stored()?.refreshToken)))
  }

  struct WatchedBrowser: SystemBrowserSession {
    let inner: any SystemBrowserSession
    let visited: Locked<[URL]>
    /// How long it stays at a page.
    var stick = Locked<(@Sendable () async throws -> Void)?>(nil)

    func visit(
      _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
    ) async throws(BrowserProblem) {
      visited.withLock { $0.append(page) }
      do { try await stick.withLock { $0 }?() } catch { throw .closed }
      try await inner.visit(page, callback: callback, isEphemeral: isEphemeral, calledBack: calledBack)
    }
  }

  @Test("a token that expires exactly when the grace begins is valid, and one that is sooner is not")
  func boundary() async throws {
    for (validFor, letter) in [(14_400, .b), (14_399, .e), (0, .e), (-1, .e)]
      as [(Int, Registration.Letter)]
    {
      let bench = try RegistrationBench(stored: RegistrationBench.registered(validFor: validFor))
      await bench.request()
      // At the boundary it is valid, and renewed at once.
      #expect(bench.told.contains { $0.contains("Access remains valid") } == (letter == .b))
    }
    var without = RegistrationBench.registered()
    without.expiresAt = nil
    let bench = try RegistrationBench(stored: without)
    await bench.request()
    bench.expectLetter(.e)
  }

  @Test("an expiry that cannot be read counts as expired, and an empty access token as none")
  func unreadable() async throws {
    for (kept, letter) in [
      (#""access_token":"a","expires_at":"\"1700099999000\"","registration_type":"SOCIAL","#, .e),
      (#""access_token":"a","expires_at":null,"registration_type":"SOCIAL","#, .e),
      (#""access_token":"a","expires_at":1e400,"registration_type":"SOCIAL","#, .f),
      (#""access_token":"","expires_at":1800000000000,"#, .d), ("", .d),
      (#""access_token":"a","expires_at":1710000000000,"#, .b),
    ] as [(String, Registration.Letter)] {
      let bench = try RegistrationBench()
      try bench.store.keep(Secret("{\(kept)\(RegistrationBench.keptSite)}"), as: TokenStore.name)
      await bench.request()
      bench.expectLetter(letter)
    }
  }
}
