import FlowTransport
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestExtent
import TestSupport
import Testing

/// Every fault at every request and at every call of the store, singly and in pairs. Whatever fails, the flow settles in
/// time, and who tries again gets to the end; nobody is registered by mistake, what is stored is of one piece, nothing is
/// sent twice by itself, and the site has no sign-in that nobody has.
@Suite("Faults at every request to Auth0 and ClueRide, and of the store", .timeLimit(.minutes(60)))
struct FaultTests {
  /// The requests on the way. The site is asked whose the access token is.
  static let paths = [
    "/oauth/token", "/.well-known/jwks.json", "/userinfo", "/rest/access/state/init", "/rest/member/active",
    "/rest/access/state/account", "/oauth/token", "/.well-known/jwks.json", "/userinfo",
    "/rest/access/state", "/oauth/revoke", "/oauth/token", "/.well-known/jwks.json", "/userinfo",
    "/rest/access/state/init",
  ]

  /// How often the store is called on the way.
  static let storeCalls = 19

  /// Faults of both kinds; those of Auth0's and ClueRide's own forms besides.
  static let faults =
    LoopbackFault.all
    + [
      #"{"error":"invalid_grant"}"#, #"{"error":"invalid_client"}"#, #"{"error":"too_many_requests"}"#,
      #"{"error":7}"#, #"{"error":{"code":1}}"#, #"{"access_token":7}"#, #"{"keys":[]}"#, #"{"keys":{}}"#,
      #"{"access_token":"a","token_type":"Bearer"}"#, "false", "true", #""INVALID""#, #""UNRECOGNIZED""#,
      #"{"sub":"somebody"}"#,
      #"{"access_token":"a","token_type":"Bearer","id_token":"a.b.c","refresh_token":7,"expires_in":1e300}"#,
    ].flatMap { body in [200, 400, 401, 403, 429].map { LoopbackFault.json($0, body) } }

  /// One of each kind, for pairs.
  static let kinds: [LoopbackFault] = [
    .reset, .lostAnswer, .silence, .silenceInBody, .json(200, "{}"), .json(200, "false"),
    .json(401, "{}"), .json(403, #"{"error":"invalid_grant"}"#),
    .json(429, "{}", ["Retry-After": "7"]), .json(503, ""),
  ]

  /// How many of the pairs are left out behind each one that is run.
  static let stride = TestExtent.pairStride(11)

  @Test("the path makes as many requests, and calls of the store, as these tests think")
  func requests() async throws {
    let person = try await check([:])
    #expect(person.bench.log.received.map(\.path) == Self.paths)
    #expect(person.bench.store.calls.withLock { $0.count } == Self.storeCalls)
    #expect(person.steps < 12)
  }

  @Test("single faults, and no secret is exposed in any of these runs", arguments: 0..<paths.count)
  func single(position: Int) async throws {
    for fault in TestExtent.of(Self.faults, every: 200, at: position) {
      let person = try await check([position: fault])
      #expect(try await person.bench.leaks().isEmpty, "\(fault) at \(position)")
    }
  }

  @Test("two faults, the second one at any request that is still made", arguments: 0..<paths.count)
  func pairs(position: Int) async throws {
    var pairs: [[Int: LoopbackFault]] = []
    // Places that are next to each other leave out others.
    var number = position
    for first in Self.kinds {
      for second in position + 1..<Self.paths.count + 6 {
        for other in Self.kinds {
          number += 1
          if number.isMultiple(of: Self.stride) { pairs.append([position: first, second: other]) }
        }
      }
    }
    for pair in TestExtent.of(pairs, at: position) { _ = try await check(pair) }
  }

  @Test("single faults of the store", arguments: 0..<storeCalls)
  func store(position: Int) async throws {
    for fault in TestExtent.of(BenchStore.Fault.allCases, every: 3, at: position) {
      for givesUp in TestExtent.of([false, true], every: 2, at: position) {
        _ = try await check([:], store: [position: fault], givesUp: givesUp)
      }
    }
  }

  @Test("two faults of the store, and one of it with one of a request", arguments: 0..<storeCalls)
  func storePairs(position: Int) async throws {
    var runs: [(faults: [Int: LoopbackFault], store: [Int: BenchStore.Fault])] = []
    for fault in BenchStore.Fault.allCases {
      for other in position + 1..<Self.storeCalls + 6 {
        runs += BenchStore.Fault.allCases.map { ([:], [position: fault, other: $0]) }
      }
      for request in Self.paths.indices {
        runs += Self.kinds.map { ([request: $0], [position: fault]) }
      }
    }
    let some = runs.enumerated().filter {
      ($0.offset + position).isMultiple(of: TestExtent.pairStride(7))
    }.map(\.element)
    for (number, run) in TestExtent.of(some, at: position).enumerated() {
      _ = try await check(run.faults, store: run.store, givesUp: number.isMultiple(of: 2))
    }
  }

  @Test(
    "where revoking ends all of the person's, it never ends what was registered", arguments: 0..<paths.count)
  func grants(position: Int) async throws {
    for fault in TestExtent.of(Self.kinds, every: 16, at: position) {
      try await check([position: fault], revocationDeletesGrant: true)
    }
  }

  @discardableResult
  private func check(
    _ faults: [Int: LoopbackFault], store: [Int: BenchStore.Fault] = [:], givesUp: Bool = false,
    revocationDeletesGrant: Bool = false
  ) async throws -> Person {
    let bench = try RegistrationBench(
      store: BenchStore(faults: store), input: Registration.Input(backendCheck: true), faults: faults,
      revocationDeletesGrant: revocationDeletesGrant
    ) { $0.crossChecksProfile = true }
    var person = Person(bench, givesUp: givesUp)
    try await person.go()
    let name: Comment =
      "\(faults.sorted { $0.key < $1.key }) \(store): \(person.states.suffix(8).joined(separator: " → "))"
    #expect(person.goal == .done, name)
    #expect(bench.app.latest.key == .active, name)
    let data = try #require(bench.store.peek().flatMap { CapturedData(kept: $0) }, name)
    let refreshToken = try #require(data.refreshToken, name)
    #expect(bench.server.accepts(refreshToken), name)
    #expect(data.profile?.email == "ada@example.org" && data.jwtToken != nil, name)
    // Nothing is sent but what the person, or the timer, has asked for.
    for path in [
      "/oauth/token", "/rest/access/state/init", "/rest/member/active", "/rest/access/state/account",
    ] {
      #expect(bench.count(path) <= person.done[path, default: 0], name)
    }
    // Only an answer that was lost, or a revocation, leaves a sign-in of which nobody knows; and a store that cannot be
    // read, twice, but cleared.
    let received = bench.log.received
    let isLost = faults.keys.contains {
      $0 < received.count && ["/oauth/token", "/oauth/revoke"].contains(received[$0].path)
    }
    if !isLost, store.count < 2, !revocationDeletesGrant { #expect(bench.server.openSignIns == 1, name) }
    return person
  }
}
