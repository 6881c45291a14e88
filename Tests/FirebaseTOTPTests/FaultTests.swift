import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import LoopbackServer
import StatechartsTesting
import TestSupport
import Testing

/// Every fault at every request. Whatever fails, the flow ends on a screen in time, and who tries again gets to the end;
/// nobody is signed in by mistake, and nothing is sent twice by itself.
@Suite("Faults at every request to Identity Platform", .timeLimit(.minutes(20)))
struct FaultTests {
  /// The requests on the way.
  static let most = 10

  /// Faults of both kinds; those of Google's own form besides.
  static let faults =
    LoopbackFault.all
    + [
      #"{"error":{"code":400,"message":"INVALID_CODE : x"}}"#, #"{"error":{"code":400,"message":7}}"#,
      #"{"error":{"message":""}}"#, #"{"error":"INVALID_ID_TOKEN"}"#, #"{"error":{"message":":"}}"#,
      #"{"error":{"code":400,"message":"networkError"}}"#,
      #"{"error":{"code":403,"message":"x","status":"PERMISSION_DENIED"}}"#,
      #"{"error":{"code":429,"message":"x","status":"RESOURCE_EXHAUSTED"}}"#,
    ].flatMap { body in
      [400, 200].map {
        .answer(status: $0, headers: ["Content-Type": "application/json"], body: body)
      }
    }

  @Test("the way through the flow makes as many requests as these tests think")
  func requests() async throws {
    let person = try await check([:])
    #expect(
      person.bench.log.received.map(\.path) == [
        "/v1/accounts:signInWithPassword", "/v1/accounts:lookup", "/v2/accounts/mfaEnrollment:start",
        "/v2/accounts/mfaEnrollment:finalize", "/v1/accounts:lookup", "/v1/accounts:signInWithPassword",
        "/v2/accounts/mfaSignIn:finalize", "/v1/accounts:lookup", "/v2/accounts/mfaEnrollment:withdraw",
        "/v1/accounts:lookup",
      ])
    #expect(person.bench.log.received.count == Self.most)
  }

  @Test("single faults, and no secret is told in any of these runs", arguments: 0..<most)
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
    let bench = try FirebaseBench(faults: faults, patience: .seconds(2))
    var person = Person(bench)
    try await person.go()
    let name: Comment =
      "\(faults.sorted { $0.key < $1.key }): \(person.screens.suffix(8).joined(separator: " → "))"
    #expect(person.goal == .done, name)
    let update = await bench.app.current
    #expect(!update.isBusy && update.screen == .signedIn, name)
    #expect(bench.server.user(FirebaseBench.email)?.factors.isEmpty == true, name)
    #expect(bench.server.accepts(try await bench.app.idToken()), name)
    // Nothing is sent but what the person has asked for.
    for path in [
      "/v1/accounts:signInWithPassword", "/v2/accounts/mfaSignIn:finalize",
      "/v2/accounts/mfaEnrollment:finalize",
      "/v2/accounts/mfaEnrollment:withdraw",
    ] { #expect(bench.count(path) <= person.done[path, default: 0], name) }
    return person
  }
}
