import FlowTransport
import RegistrationFlow
import TestSupport
import Testing

/// What an earlier version of the app has stored under six keys.
@Suite("The registration of an earlier version of the app", .timeLimit(.minutes(20)))
struct EarlierVersionTests {
  /// A store with the values of a registration, each under its own key.
  ///
  /// - Parameter encoded: The keys whose values are stored as JSON strings.
  private static func store(
    _ data: CapturedData, changing changed: [CapturedData.Key: String] = [:],
    encoding encoded: Set<CapturedData.Key> = []
  ) throws -> BenchStore {
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
      let stored =
        encoded.contains(key) ? String(decoding: JSONValue.string(text).bytes, as: UTF8.self) : text
      try store.keep(Secret(changed[key] ?? stored), as: key.rawValue)
    }
    return store
  }

  private static func keys(_ store: BenchStore) throws -> [CapturedData.Key] {
    try CapturedData.Key.allCases.filter { try store.secret($0.rawValue) != nil }
  }

  // The first app stored the refresh token as it was, and all other texts and the expiry as JSON strings.
  @Test(
    "it is adopted once, and its six keys are removed",
    arguments: [[], [.jwtToken, .accessToken, .expiresAt, .registrationType]] as [Set<CapturedData.Key>])
  func adopted(encoded: Set<CapturedData.Key>) async throws {
    let first = try RegistrationBench()
    try await first.register()
    let data = try #require(try first.stored())
    let earlier = try Self.store(data, encoding: encoded)
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
}
