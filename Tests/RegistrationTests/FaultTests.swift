import FlowTransport
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestSupport
import Testing

/// Every fault at every request. Whatever fails, the flow settles in time, and who tries again gets to the end; nobody is
/// registered by mistake, what is stored is of one piece, and nothing is sent twice by itself.
@Suite("Faults at every request to Auth0 and ClueRide", .timeLimit(.minutes(20)))
struct FaultTests {
  /// The requests on the way.
  static let paths = [
    "/oauth/token", "/.well-known/jwks.json", "/rest/access/state/init", "/oauth/token", "/rest/access/state",
    "/oauth/revoke", "/oauth/token", "/.well-known/jwks.json", "/rest/access/state/init",
  ]

  /// Faults of both kinds; those of Auth0's own form besides.
  static let faults =
    LoopbackFault.all
    + [
      #"{"error":"invalid_grant"}"#, #"{"error":"invalid_client"}"#, #"{"error":"too_many_requests"}"#,
      #"{"error":7}"#, #"{"error":{"code":1}}"#, #"{"access_token":7}"#, #"{"keys":[]}"#, #"{"keys":{}}"#,
      #"{"access_token":"a","token_type":"Bearer"}"#, "false", "true",
      #"{"access_token":"a","token_type":"Bearer","id_token":"a.b.c","refresh_token":7,"expires_in":1e300}"#,
    ].flatMap { body in
      [200, 400, 403, 429].map {
        .answer(status: $0, headers: ["Content-Type": "application/json"], body: body)
      }
    }

  @Test("the way makes as many requests as these tests think")
  func requests() async throws {
    let person = try await check([:])
    #expect(person.bench.log.received.map(\.path) == Self.paths)
  }

  @Test("single faults, and no secret is told in any of these runs", arguments: 0..<paths.count)
  func single(position: Int) async throws {
    for fault in Extent.of(Self.faults, at: position) {
      let person = try await check([position: fault])
      let leaks = SecretSearch.leaks(
        try await Canary.told(person.bench), try Canary.secrets(person.bench))
      #expect(leaks.isEmpty, "\(fault) at \(position)")
    }
  }

  @discardableResult
  private func check(_ faults: [Int: LoopbackFault]) async throws -> Person {
    let bench = try RegistrationBench(
      input: Registration.Input(backendCheck: true), faults: faults, patience: .seconds(2))
    var person = Person(bench)
    try await person.go()
    let name: Comment =
      "\(faults.sorted { $0.key < $1.key }): \(person.states.suffix(8).joined(separator: " → "))"
    #expect(person.goal == .done, name)
    #expect(bench.app.latest.key == .active, name)
    let data = try #require(try bench.stored(), name)
    let refreshToken = try #require(data.refreshToken, name)
    #expect(bench.server.accepts(refreshToken), name)
    #expect(data.profile?.email == "ada@example.org" && data.jwtToken != nil, name)
    // Nothing is sent but what the person, or the timer, has asked for.
    for path in ["/oauth/token", "/rest/access/state/init"] {
      #expect(bench.count(path) <= person.done[path, default: 0], name)
    }
    return person
  }
}
