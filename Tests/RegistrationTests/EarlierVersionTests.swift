import FlowTransport
import RegistrationFlow
import TestSupport
import Testing

/// What an earlier version of the app has stored under six keys.
@Suite("The registration of an earlier version of the app", .timeLimit(.minutes(20)))
struct EarlierVersionTests {
  /// A store with the values of a registration, each under its own key.
  private static func store(_ data: CapturedData, changing changed: [CapturedData.Key: String] = [:]) throws
    -> BenchStore
  {
    let store = BenchStore()
    let kept = try #require(JSONValue.read(data.kept.bytes))
    for key in CapturedData.Key.allCases {
      guard let value = kept[key.rawValue] else { continue }
      let text =
        switch value {
        case .string(let text): text
        case .number(let number): String(Int(number))
        default: String(decoding: value.bytes, as: UTF8.self)
        }
      try store.keep(Secret(changed[key] ?? text), as: key.rawValue)
    }
    return store
  }

  private static func keys(_ store: BenchStore) throws -> [CapturedData.Key] {
    try CapturedData.Key.allCases.filter { try store.secret($0.rawValue) != nil }
  }

  @Test("it is adopted once, and its six keys are removed")
  func adopted() async throws {
    let first = try RegistrationBench()
    try await first.register()
    let data = try #require(try first.stored())
    let earlier = try Self.store(data)
    #expect(try Self.keys(earlier).count == 6)
    let bench = try RegistrationBench(server: first.server) { $0.earlierStore = earlier }
    await bench.request()
    bench.expect(.b)
    #expect(bench.store.peek() == data.kept && bench.store.history.withLock { $0.count } == 1)
    #expect(try Self.keys(earlier).isEmpty)
    #expect(await bench.app.profile()?.email == "ada@example.org")
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.c)
    try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
    let again = try RegistrationBench(store: bench.store) { $0.earlierStore = earlier }
    await again.request()
    again.expect(.d)
  }

  @Test(
    "a profile as the site has sent it is read from the ID token, and an expiry that is no number is expired")
  func otherForms() async throws {
    let token = RegistrationBench.idToken([
      "iss": .string(RegistrationBench.site.issuer), "aud": .string(RegistrationBench.site.clientID),
      "name": "Ada", "email": "ada@example.org",
    ])
    let profile = #"{"name":"Ada","email_verified":true}"#
    let earlier = try Self.store(
      RegistrationBench.registered(), changing: [.jwtToken: token.text, .profile: profile])
    let bench = try RegistrationBench { $0.earlierStore = earlier }
    await bench.request()
    bench.expect(.b)
    #expect(try bench.stored()?.profile == Profile(displayName: "Ada", email: "ada@example.org"))

    let unreadable = try Self.store(
      RegistrationBench.registered(refreshToken: Secret("old")), changing: [.expiresAt: "soon"])
    let other = try RegistrationBench { $0.earlierStore = unreadable }
    await other.request()
    other.expect(.e, .invalidGrant)
  }

  @Test("a registration of the app's own is not replaced, and the six keys are removed")
  func ownFirst() async throws {
    let own = RegistrationBench.registered(accessToken: "new-access-t0ken")
    let earlier = try Self.store(RegistrationBench.registered())
    let bench = try RegistrationBench(stored: own) { $0.earlierStore = earlier }
    await bench.request()
    bench.expect(.b)
    #expect(bench.store.peek() == own.kept)
    #expect(try Self.keys(earlier).isEmpty)
  }

  @Test("values of another application, or without an access token, stay until somebody has registered")
  func others() async throws {
    let site = CapturedData.Site(issuer: RegistrationBench.site.issuer, clientID: "another")
    let foreign = try Self.store(
      RegistrationBench.registered(), changing: [.jwtToken: RegistrationBench.idToken(site).text])
    let bare = try Self.store(RegistrationBench.registered(), changing: [.accessToken: ""])
    for earlier in [foreign, bare] {
      let count = try Self.keys(earlier).count
      let bench = try RegistrationBench { $0.earlierStore = earlier }
      await bench.request()
      bench.expect(.d)
      #expect(bench.store.peek() == nil)
      #expect(try Self.keys(earlier).count == count)
      try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
      try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
      await bench.request()
      bench.expect(.b)
      #expect(try Self.keys(earlier).isEmpty)
    }
    // Nor does it replace the record of another application.
    let record = CapturedData(jwtToken: RegistrationBench.idToken(site), accessToken: Secret("other"))
    let earlier = try Self.store(RegistrationBench.registered())
    let bench = try RegistrationBench(stored: record) { $0.earlierStore = earlier }
    await bench.request()
    bench.expect(.d)
    #expect(bench.store.peek() == record.kept)
    #expect(try !Self.keys(earlier).isEmpty)
  }

  @Test("keys that cannot be read are an error, and another try adopts them")
  func unreadable() async throws {
    let earlier = try Self.store(RegistrationBench.registered())
    let bench = try RegistrationBench { $0.earlierStore = earlier }
    earlier.broken.withLock { $0 = ["read"] }
    await bench.request()
    bench.expect(.f, .storageFailed)
    earlier.broken.withLock { $0 = [] }
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.b)
    #expect(try Self.keys(earlier).isEmpty)
  }

  @Test("keys that cannot be removed do not matter, and the next request removes them")
  func unremovable() async throws {
    let earlier = try Self.store(RegistrationBench.registered())
    let bench = try RegistrationBench { $0.earlierStore = earlier }
    earlier.broken.withLock { $0 = ["remove"] }
    for _ in 0..<2 {
      await bench.request()
      bench.expect(.b)
      #expect(try !Self.keys(earlier).isEmpty)
    }
    earlier.broken.withLock { $0 = ["read"] }
    await bench.request()
    bench.expect(.b)
    earlier.broken.withLock { $0 = [] }
    await bench.request()
    bench.expect(.b)
    #expect(try Self.keys(earlier).isEmpty)
    // Without keys nothing is removed.
    let count = earlier.calls.withLock { $0.count { $0 == "remove" } }
    await bench.request()
    bench.expect(.b)
    #expect(earlier.calls.withLock { $0.count { $0 == "remove" } } == count)
  }

  @Test(
    "what another process adopts at the same time is not replaced",
    arguments: 0..<CapturedData.Key.allCases.count, [false, true])
  func twoProcesses(read: Int, hasCleared: Bool) async throws {
    let data = RegistrationBench.registered(refreshToken: Secret("earlier"))
    let earlier = try Self.store(data)
    let bench = try RegistrationBench { $0.earlierStore = earlier }
    var record = data
    record.refreshToken = Secret("renewed")
    let begin = earlier.calls.withLock { $0.count }
    earlier.onCall.withLock {
      $0 = { [unowned earlier, store = bench.store, kept = record.kept] number in
        guard number == begin + read else { return }
        store.put(kept)
        guard hasCleared else { return }
        for key in CapturedData.Key.allCases { try? earlier.remove(key.rawValue) }
      }
    }
    await bench.request()
    bench.expect(.b)
    #expect(bench.store.peek() == record.kept)
  }

  @Test("a registration that was cleared does not come back, also where its keys could not be removed before")
  func cleared() async throws {
    let earlier = try Self.store(RegistrationBench.registered())
    let bench = try RegistrationBench { $0.earlierStore = earlier }
    earlier.broken.withLock { $0 = ["remove"] }
    await bench.request()
    bench.expect(.b)
    try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
    bench.expect(.e, .storageFailed)
    #expect(bench.store.peek() == nil)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.f, .storageFailed)
    #expect(bench.store.peek() == nil)
    earlier.broken.withLock { $0 = [] }
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.d)
    #expect(try Self.keys(earlier).isEmpty)
    #expect(bench.store.peek() == nil)
  }

  @Test("leaving removes the app's own keys, and those of another application only if everything is cleared")
  func left() async throws {
    let site = CapturedData.Site(issuer: RegistrationBench.site.issuer, clientID: "another")
    let foreign = try Self.store(
      RegistrationBench.registered(), changing: [.jwtToken: RegistrationBench.idToken(site).text])
    let bare = try Self.store(RegistrationBench.registered(), changing: [.accessToken: ""])
    for (earlier, count) in [(foreign, try Self.keys(foreign).count), (bare, 0)] {
      let bench = try RegistrationBench { $0.earlierStore = earlier }
      try await bench.register()
      try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
      bench.expect(.d)
      #expect(bench.store.peek() == nil)
      #expect(try Self.keys(earlier).count == count)
      try await bench.act { app throws(RegistrationRefusal) in try await app.clearState() }
      bench.expect(.d)
      #expect(try Self.keys(earlier).isEmpty)
    }
  }
}
