import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestSupport
import Testing

/// How long the site's keys are believed, and how often they are asked for.
@Suite("The keys of the site", .timeLimit(.minutes(20)))
struct KeyTests {
  static let path = "/.well-known/jwks.json"

  private func renew(_ bench: RegistrationBench) async throws {
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
  }

  @Test("keys are kept for an hour")
  func age() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    #expect(bench.count(Self.path) == 1)
    await bench.clock.advance(by: .seconds(3_599))
    try await renew(bench)
    #expect(bench.count(Self.path) == 1)
    await bench.clock.advance(by: .seconds(1))
    try await renew(bench)
    bench.expect(.c)
    #expect(bench.count(Self.path) == 2)
    // A key that the site has taken back is not believed any more.
    await bench.clock.advance(by: .seconds(3_600))
    bench.tamper.withLock { $0 = { Self.renamed($1, $2) } }
    try await renew(bench)
    bench.expect(.e, .invalidIDToken)
  }

  @Test("a key that is not there is asked for once a minute")
  func unknown() async throws {
    let bench = try RegistrationBench()
    bench.tamper.withLock { $0 = { Self.renamed($1, $2) } }
    await bench.request()
    for (seconds, count) in [(0, 1), (30, 1), (29, 1), (1, 2), (59, 2)] {
      await bench.clock.advance(by: .seconds(seconds))
      try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
      bench.expect(.f, .invalidIDToken)
      #expect(bench.count(Self.path) == count)
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    }
    bench.tamper.withLock { $0 = nil }
    await bench.clock.advance(by: .seconds(1))
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    bench.expect(.g)
    #expect(bench.count(Self.path) == 3)
  }

  @Test(
    "a set without keys is no answer, and is asked for again at once",
    arguments: [#"{"keys":[]}"#, #"{"keys":[{}]}"#])
  func empty(body: String) async throws {
    let bench = try RegistrationBench(faults: [1: .json(200, body)])
    try await bench.signIn()
    bench.expect(.f, .malformedAnswer)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    bench.expect(.g)
  }

  /// The keys, with other names.
  private static func renamed(_ request: TransportRequest, _ response: TransportResponse) -> TransportResponse
  {
    guard request.url.path == path else { return response }
    let text = String(decoding: response.body, as: UTF8.self)
    return TransportResponse(
      status: 200, headers: response.headers,
      body: Array(text.split(separator: "loopback-1").joined(separator: "loopback-2").utf8))
  }
}
