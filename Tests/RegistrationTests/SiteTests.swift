import FlowTransport
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestSupport
import Testing

/// A registration is of the site and the application that have given it, also where the app is set up for another one when
/// it starts again.
@Suite("Whose a stored registration is", .timeLimit(.minutes(20)))
struct SiteTests {
  /// Of whom a record says that it is.
  enum Other: String, CaseIterable, Sendable { case issuer, client, nobody, half, several }

  private static let elsewhere = CapturedData.Site(
    issuer: "https://other.example.org/", clientID: "loopback-social")

  /// A registration of somebody else, with a token that is good.
  private static func record(_ other: Other, isOver: Bool = false) -> Secret {
    var data = RegistrationBench.registered(validFor: isOver ? 0 : 86_400, refreshToken: Secret("theirs"))
    switch other {
    case .issuer: data.jwtToken = RegistrationBench.idToken(elsewhere)
    case .client:
      data.jwtToken = RegistrationBench.idToken(
        CapturedData.Site(issuer: RegistrationBench.site.issuer, clientID: "another"))
    case .nobody: data.jwtToken = nil
    case .half: data.jwtToken = RegistrationBench.idToken(["aud": "loopback-social"])
    // It is not said which of them has asked for it.
    case .several:
      data.jwtToken = RegistrationBench.idToken([
        "iss": .string(RegistrationBench.site.issuer), "aud": ["loopback-social", "another"],
      ])
    }
    return data.kept
  }

  @Test(
    "a registration of another site or application does not count: its tokens are shown to nobody, and it stays",
    arguments: Other.allCases, [false, true])
  func other(other: Other, isOver: Bool) async throws {
    let record = Self.record(other, isOver: isOver)
    let bench = try RegistrationBench(input: Registration.Input(backendCheck: true))
    bench.store.keep(record)
    await bench.request()
    bench.expect(.d)
    #expect(bench.app.latest.source == "No Tokens")
    #expect(await bench.app.accessToken() == nil)
    #expect(await bench.app.profile() == nil)
    // Another try, and a sign-in that is given up, leave it too.
    try await bench.signIn()
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    await bench.settle()
    #expect(bench.store.peek() == record)
    for request in bench.log.received {
      #expect(!String(decoding: request.body, as: UTF8.self).contains("theirs"))
      #expect(!(request.headers["Authorization"] ?? "").contains("old-access-t0ken"))
    }
    // Registering again replaces it, and nobody is asked to revoke it.
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    await bench.settle()
    bench.expect(.h)
    #expect(try bench.stored()?.site == RegistrationBench.site)
    for request in bench.log.received {
      #expect(!String(decoding: request.body, as: UTF8.self).contains("theirs"))
    }
  }

  @Test("clearing the state clears it too, and shows its tokens to nobody")
  func cleared() async throws {
    let bench = try RegistrationBench()
    bench.store.keep(Self.record(.issuer))
    await bench.request()
    try await bench.act { app throws(RegistrationRefusal) in try await app.clearState() }
    await bench.settle()
    bench.expect(.d)
    #expect(bench.store.peek() == nil && bench.log.received.isEmpty)
  }

  @Test("the app that has another site now finds its registration again when it has the old one")
  func restarted() async throws {
    let first = try RegistrationBench()
    try await first.register()
    let record = first.store.peek()
    let moved = try RegistrationBench(store: first.store) {
      for type in Registration.RegistrationType.allCases {
        $0.tenants[type]?.issuer = "https://new.example.org/"
      }
    }
    await moved.request()
    moved.expect(.d)
    #expect(moved.log.received.isEmpty)
    let again = try RegistrationBench(store: first.store, server: first.server)
    await again.request()
    again.expect(.b)
    #expect(again.store.peek() == record)
    try await again.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    again.expect(.c)
    #expect(try again.stored()?.site == RegistrationBench.site)
  }

  @Test(
    "another application's registration is only removed when the state is cleared",
    arguments: StorageTests.Leaving.allCases)
  func left(leaving: StorageTests.Leaving) async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let record = Self.record(.issuer)
    bench.store.put(record)
    let count = bench.log.received.count
    try await bench.act { app throws(RegistrationRefusal) in
      switch leaving {
      case .logOut: try await app.logOut()
      case .deregister: try await app.deregister()
      case .clearState: try await app.clearState()
      }
    }
    await bench.settle()
    bench.expect(.d)
    #expect(bench.store.peek() == (leaving == .clearState ? nil : record))
    #expect(bench.log.received.count == count)
  }

  @Test("one that another app stores while this one is active is neither used nor cleared with this one's")
  func meanwhile() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let record = Self.record(.issuer)
    bench.store.put(record)
    let count = bench.log.received.count
    #expect(await bench.app.accessToken() == nil)
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .otherRegistration)
    #expect(bench.store.peek() == record && bench.log.received.count == count)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.d)
  }

  @Test("without a browser the agreed token takes the place of no other application's registration")
  func agreed() async throws {
    var bare = RegistrationBench.registered()
    bare.jwtToken = RegistrationBench.idToken(Self.elsewhere)
    // Neither a giver nor a refresh token, but more than an agreed token has.
    var nobodys = RegistrationBench.registered()
    nobodys.jwtToken = nil
    let bench = try RegistrationBench(isNative: false)
    for record in [bare.kept, nobodys.kept, Self.record(.issuer), Self.record(.nobody)] {
      bench.store.put(record)
      await bench.request()
      bench.expect(.f, .otherRegistration)
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
      bench.expect(.f, .otherRegistration)
      #expect(bench.store.peek() == record && bench.log.received.isEmpty)
    }
    try await bench.act { app throws(RegistrationRefusal) in try await app.clearState() }
    await bench.request()
    bench.expect(.a)
    #expect(await bench.app.accessToken() == RegistrationBench.agreedToken)
    // It is the app's own, and another one replaces it.
    let other = try RegistrationBench(store: bench.store, isNative: false) {
      $0.agreedToken = Secret("another")
    }
    await other.request()
    other.expect(.a)
    #expect(await other.app.accessToken() == Secret("another"))
  }

  /// Somebody who has confirmed, at a store that fails.
  ///
  /// - Parameter faults: how its calls fail, counted from the one that is to keep the registration.
  private static func confirmed(
    _ faults: [Int: BenchStore.Fault], deletesGrant: Bool = false
  ) async throws -> RegistrationBench {
    let probe = try RegistrationBench()
    try await probe.signIn()
    // The call after those until now is the read before the write, and the next one the write.
    let keep = probe.store.calls.withLock { $0.count } + 1
    let placed = Dictionary(uniqueKeysWithValues: faults.map { (keep + $0.key, $0.value) })
    let bench = try RegistrationBench(
      store: BenchStore(faults: placed), revocationDeletesGrant: deletesGrant)
    try await bench.signIn()
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    bench.expect(.g)
    return bench
  }

  /// The refresh token that is stored, whatever fails.
  private static func refreshToken(_ store: BenchStore) -> Secret? {
    store.peek().flatMap { CapturedData(kept: $0) }?.refreshToken
  }

  @Test(
    "an attempt that the store has kept, and has said that it has not, goes with the attempt",
    arguments: [false, true], [false, true])
  func givenUp(isLeaving: Bool, deletesGrant: Bool) async throws {
    let bench = try await Self.confirmed([0: .after], deletesGrant: deletesGrant)
    let refreshToken = try #require(Self.refreshToken(bench.store))
    try await bench.act { app throws(RegistrationRefusal) in
      if isLeaving { try await app.clearState() } else { try await app.retry() }
    }
    await bench.settle()
    bench.expect(.d)
    #expect(bench.store.peek() == nil)
    // Leaving revokes it, once; what is left over by another try only where that ends nothing else.
    let isRevoked = isLeaving || !deletesGrant
    #expect(bench.count("/oauth/revoke") == (isRevoked ? 1 : 0))
    #expect(bench.server.accepts(refreshToken) == !isRevoked)
    let next = try RegistrationBench(store: bench.store, server: bench.server)
    await next.request()
    next.expect(.d)
  }

  @Test(
    "what a sick store keeps of an attempt that is given up is reported, and has no token that is dead",
    arguments: [1, 2])
  func sick(call: Int) async throws {
    // What is there is read, and then removed.
    let bench = try await Self.confirmed([0: .after, call: .before])
    let refreshToken = try #require(Self.refreshToken(bench.store))
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    await bench.settle()
    bench.expect(.f, .storageFailed)
    #expect(bench.server.accepts(refreshToken) && Self.refreshToken(bench.store) == refreshToken)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    await bench.settle()
    bench.expect(.d)
    #expect(bench.store.peek() == nil && !bench.server.accepts(refreshToken))
    // The next one is as any other.
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    await bench.settle()
    bench.expect(.d)
    #expect(bench.app.latest.source == "User-requested Retry" && bench.server.openSignIns == 0)
  }

  @Test(
    "an attempt that the store keeps only when it is given up goes from there again",
    arguments: [false, true])
  func late(isSick: Bool) async throws {
    let bench = try RegistrationBench()
    try await bench.signIn()
    let keep = bench.store.calls.withLock { $0.count } + 1
    // As where the store takes longer than the chart waits, and the person does something else meanwhile.
    bench.store.onCall.withLock { [store = bench.store, app = bench.app] in
      $0 = { number in
        if number == keep { app.handlers.clearProvisional() }
        store.broken.withLock { $0 = isSick && number == keep + 1 ? ["read"] : [] }
      }
    }
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    bench.expect(.g)
    #expect((bench.store.peek() == nil) == !isSick)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    await bench.settle()
    bench.expect(.d)
    #expect(bench.store.peek() == nil && bench.server.openSignIns == 0)
    #expect(bench.count("/oauth/revoke") == 1)
  }
}
