import FlowTransport
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import Testing

/// A registration is of the site and the application that have given it, also where the app is set up for another one when
/// it starts again.
@Suite("Whose a stored registration is", .timeLimit(.minutes(20)))
struct SiteTests {
  /// Of whom a record says that it is.
  enum Other: String, CaseIterable, Sendable { case issuer, client, nobody, half }

  /// A registration of somebody else, with a token that is good.
  private static func record(_ other: Other, isOver: Bool = false) -> Secret {
    var data = RegistrationBench.registered(validFor: isOver ? 0 : 86_400, refreshToken: Secret("theirs"))
    switch other {
    case .issuer:
      data.site = CapturedData.Site(issuer: "https://other.example.org/", clientID: "loopback-social")
    case .client: data.site = CapturedData.Site(issuer: RegistrationBench.site.issuer, clientID: "another")
    case .nobody: data.site = nil
    case .half:
      data.site = nil
      guard case .object(var fields)? = JSONValue.read(data.kept.bytes) else { break }
      fields["client_id"] = "loopback-social"
      return Secret(JSONValue.object(fields).bytes)
    }
    return data.kept
  }

  @Test(
    "a registration of another site or application is none: its tokens are shown to nobody, and it stays",
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
    await bench.request()
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    await bench.settle()
    #expect(bench.store.peek() == record)
    for request in bench.log.received {
      #expect(!String(decoding: request.body, as: UTF8.self).contains("theirs"))
      #expect(!(request.headers["Authorization"] ?? "").contains("old-access-t0ken"))
    }
    // Whoever registers anew replaces it, and nobody is asked to revoke it.
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    await bench.settle()
    bench.expect(.h)
    #expect(try bench.stored()?.site == RegistrationBench.site)
    for request in bench.log.received {
      #expect(!String(decoding: request.body, as: UTF8.self).contains("theirs"))
    }
  }

  @Test("whoever clears the state clears it too, and shows its tokens to nobody")
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
    "a way of registering that the app no longer has leaves its registration as it is",
    arguments: [true, false])
  func dropped(isOver: Bool) async throws {
    let bench = try RegistrationBench { $0.tenants[.passwordless] = nil }
    var data = RegistrationBench.registered(validFor: isOver ? 0 : 86_400, refreshToken: Secret("theirs"))
    data.registrationType = .passwordless
    data.site = CapturedData.Site(issuer: RegistrationBench.site.issuer, clientID: "loopback-email")
    bench.store.keep(data.kept)
    await bench.request()
    bench.expect(.d)
    #expect(bench.store.peek() == data.kept && bench.log.received.isEmpty)
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
    bench.expect(.e, .noRefreshToken)
    #expect(bench.store.peek() == record && bench.log.received.count == count)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.d)
  }

  @Test("without a browser the agreed token takes the place of no other application's registration")
  func agreed() async throws {
    var bare = RegistrationBench.registered()
    bare.site = CapturedData.Site(issuer: "https://other.example.org/", clientID: "loopback-social")
    let bench = try RegistrationBench(stored: bare, isNative: false)
    await bench.request()
    bench.expect(.f, .storageFailed)
    #expect(bench.store.peek() == bare.kept)
    let record = Self.record(.issuer)
    bench.store.put(record)
    await bench.request()
    bench.expect(.f, .storageFailed)
    #expect(bench.store.peek() == record && bench.log.received.isEmpty)
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

  @Test(
    "an attempt that the store has kept, and has said that it has not, goes with the attempt",
    arguments: [false, true])
  func givenUp(isLeaving: Bool) async throws {
    for deletesGrant in [true, false] {
      let probe = try RegistrationBench()
      await probe.request()
      try await probe.act { app throws(RegistrationRefusal) in try await app.select(.social) }
      // The call after those until now is the read before the write, and the next one the write.
      let keep = probe.store.calls.withLock { $0.count } + 1
      let bench = try RegistrationBench(
        store: BenchStore(faults: [keep: .after]), revocationDeletesGrant: deletesGrant)
      await bench.request()
      try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
      try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
      bench.expect(.g)
      let refreshToken = try #require(bench.store.peek().flatMap { CapturedData(kept: $0) }?.refreshToken)
      try await bench.act { app throws(RegistrationRefusal) in
        if isLeaving { try await app.clearState() } else { try await app.retry() }
      }
      await bench.settle()
      bench.expect(.d)
      #expect(bench.store.peek() == nil)
      // Whoever leaves has it revoked; what is left over by another try only where that ends nothing else.
      #expect(bench.server.accepts(refreshToken) == (deletesGrant && !isLeaving))
      let next = try RegistrationBench(store: bench.store, server: bench.server)
      await next.request()
      next.expect(.d)
    }
  }
}
