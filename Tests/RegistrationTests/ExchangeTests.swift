import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestSupport
import Testing

/// Redeeming the code. An answer may come when nobody waits for it any more, and it may be no good; whatever refresh token
/// stands in it is kept, or revoked.
@Suite("Redeeming the code", .timeLimit(.minutes(20)))
struct ExchangeTests {
  /// How somebody stops waiting.
  enum Leaving: String, CaseIterable, Sendable { case tooLate, cancelled, cancelledAndTriedAgain }

  @Test(
    "tokens that come when the sign-in was left are revoked, unless that ends the next one too",
    arguments: Leaving.allCases, [false, true])
  func late(leaving: Leaving, deletesGrant: Bool) async throws {
    let bench = try RegistrationBench(revocationDeletesGrant: deletesGrant)
    await bench.request()
    bench.delay.withLock { $0 = .seconds(16) }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    #expect(await bench.app.current.states == [.exchanging])
    if leaving == .tooLate {
      await bench.clock.advance(by: .seconds(15))
      bench.expect(.f, .requestTimeout)
    } else {
      try await bench.act { app throws(RegistrationRefusal) in try await app.cancel() }
      bench.expect(.d)
    }
    #expect(bench.server.openSignIns == 1)
    bench.delay.withLock { $0 = nil }
    if leaving == .cancelledAndTriedAgain {
      try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
      bench.expect(.g)
    }
    await bench.clock.advance(by: .seconds(16))
    await bench.settle()
    #expect(bench.count("/oauth/revoke") == (deletesGrant ? 0 : 1))
    #expect(
      bench.server.openSignIns == (deletesGrant ? 1 : 0) + (leaving == .cancelledAndTriedAgain ? 1 : 0))
    if leaving == .cancelledAndTriedAgain {
      // The other attempt is the one that is confirmed.
      try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
      bench.expect(.h)
      #expect(bench.server.accepts(try #require(try bench.stored()?.refreshToken)))
      // What is left over ends with the rest.
      try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
      #expect(bench.server.openSignIns == 0)
    }
  }

  @Test(
    "a refresh token in an answer that is no good is revoked",
    arguments: [
      { $0["access_token"] = nil }, { $0["token_type"] = "mac" }, { $0["expires_in"] = -1 },
      { $0["error"] = "server_error" }, { $0["id_token"] = nil }, { $0["id_token"] = "x.y.z" },
    ] as [@Sendable (inout [String: JSONValue]) -> Void])
  func malformed(change: @escaping @Sendable (inout [String: JSONValue]) -> Void) async throws {
    let bench = try RegistrationBench()
    await bench.request()
    bench.tamper.withLock { $0 = { RenewalTests.changed($1, $2, change) } }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    bench.expectLetter(.f)
    await bench.settle()
    #expect(bench.count("/oauth/revoke") == 1)
    #expect(bench.server.openSignIns == 0)
  }
}
