import FlowTransport
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestSupport
import Testing

/// Two processes with one store, and records that say less than they should.
@Suite("A store that others have too", .timeLimit(.minutes(20)))
struct SharedStoreTests {
  private static let refused = LoopbackFault.json(403, #"{"error":"invalid_grant"}"#)

  @Test("what another process is renewing is not cleared, and its new token is used")
  func busy() async throws {
    let first = try RegistrationBench()
    try await first.register()
    first.delay.withLock { $0 = .seconds(6) }
    let count = first.log.received.count
    try await first.app.tokenRejected()
    await first.log.waitFor(count + 1)
    await first.clock.settle()
    let second = try RegistrationBench(store: first.store, server: first.server)
    second.log.failNext(with: Self.refused)
    // It finds the mark, and so asks at once.
    await second.request()
    second.expect(.e, .tooManyRequests)
    #expect(second.app.latest.retryAfter == 30)
    #expect(try second.stored()?.isRenewalOpen == true)
    await first.clock.advance(by: .seconds(6))
    first.expect(.c)
    try await second.act { app throws(RegistrationRefusal) in try await app.retry() }
    second.expect(.b)
    #expect(second.server.accepts(try #require(try second.stored()?.refreshToken)))
    #expect(second.count("/oauth/token") == 1)
  }

  @Test("a renewal that has not ended in half a minute has ended with its process")
  func over() async throws {
    let first = try RegistrationBench()
    try await first.register()
    first.log.failNext(with: .lostAnswer)
    try await first.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    first.expect(.e, .noConnection)
    let second = try RegistrationBench(store: first.store, server: first.server)
    second.log.failNext(with: Self.refused)
    await second.request()
    second.expect(.e, .tooManyRequests)
    await second.clock.advance(by: .seconds(29))
    second.log.failNext(with: Self.refused)
    try await second.act { app throws(RegistrationRefusal) in try await app.retry() }
    second.expect(.e, .tooManyRequests)
    #expect(second.app.latest.retryAfter == 1)
    await second.clock.advance(by: .seconds(1))
    second.log.failNext(with: Self.refused)
    try await second.act { app throws(RegistrationRefusal) in try await app.retry() }
    second.expect(.e, .invalidGrant)
    #expect(try second.stored() == nil)
  }

  @Test("what could not be stored is revoked where another process has cleared the store")
  func unstored() async throws {
    let bench = try RegistrationBench(settings: { $0.rotation = .leeway(seconds: 0) })
    try await bench.register()
    bench.store.brokenKeep.withLock { $0 = 2 }
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .storageFailed)
    try TokenStore(bench.store).clear()
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    await bench.settle()
    bench.expect(.d)
    #expect(bench.count("/oauth/revoke") == 1 && bench.server.openSignIns == 0)
  }

  @Test("a refused token stays refused while the store fails", arguments: ["keep", "read"])
  func refused(call: String) async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let before = try #require(try bench.stored()?.accessToken)
    bench.store.broken.withLock { $0 = [call] }
    // Where it cannot be read, another try does not come to the renewal.
    for letter in [.e, call == "read" ? .f : .e] as [Registration.Letter] {
      try await bench.act { app throws(RegistrationRefusal) in
        if bench.app.latest.key == .active { try await app.tokenRejected() } else { try await app.retry() }
      }
      bench.expect(letter, .storageFailed)
    }
    bench.store.broken.withLock { $0 = [] }
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.c)
    #expect(try bench.stored()?.accessToken != before)
    await bench.request()
    bench.expect(.b)
  }

  @Test("a registration whose way nobody knows is still renewed, and revoked, by who has given it")
  func withoutType() async throws {
    for isOver in [true, false] {
      let bench = try RegistrationBench()
      try await bench.register(.passwordless)
      var data = try #require(try bench.stored())
      data.registrationType = nil
      if isOver { data.expiresAt = 1_000 }
      bench.store.keep(data.kept)
      await bench.request()
      bench.expect(isOver ? .c : .b)
      try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
      #expect(bench.server.openSignIns == 0 && bench.count("/oauth/revoke") == 1)
      #expect(try bench.body("/oauth/revoke")["client_id"] == "loopback-email")
    }
  }
}
