import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import LoopbackServer
import StatechartsTesting
import TestExtent
import TestSupport
import Testing

/// Every fault at every request and at every call of the store. Whatever fails, the flow ends on a screen in time, and
/// who tries again gets to the end; nobody is signed in by mistake, and nothing is sent twice by itself.
@Suite("Faults at every request to Identity Platform, and of the store", .timeLimit(.minutes(120)))
struct FaultTests {
  /// The requests on the way that goes everywhere.
  static let most = Person.Journey.factor.requests

  /// Faults of both kinds; those of Google's own form besides.
  static let faults =
    LoopbackFault.all
    + [
      #"{"error":{"code":400,"message":"INVALID_CODE : x"}}"#, #"{"error":{"code":400,"message":7}}"#,
      #"{"error":{"message":""}}"#, #"{"error":"INVALID_ID_TOKEN"}"#, #"{"error":{"message":":"}}"#,
      #"{"error":{"code":400,"message":"networkError"}}"#,
      #"{"error":{"code":403,"message":"x","status":"PERMISSION_DENIED"}}"#,
      #"{"error":{"code":429,"message":"x","status":"RESOURCE_EXHAUSTED"}}"#,
    ].flatMap { body in [400, 200].map { LoopbackFault.json($0, body) } }

  @Test(
    "the paths through the flow make as many requests, and calls of the store, as these tests think",
    arguments: Person.Journey.allCases
  )
  func requests(journey: Person.Journey) async throws {
    let person = try await check(journey, [:])
    let paths = person.bench.log.received.map(\.path)
    #expect(paths.count == journey.requests, "\(paths)")
    let calls = person.bench.benchStore.calls.withLock { $0 }
    #expect(calls.count == journey.storeCalls, "\(calls)")
    guard journey == .factor else { return }
    #expect(
      paths == [
        "/v1/accounts:signInWithPassword", "/v1/accounts:lookup", "/v2/accounts/mfaEnrollment:start",
        "/v2/accounts/mfaEnrollment:finalize", "/v1/accounts:lookup", "/v1/accounts:signInWithPassword",
        "/v2/accounts/mfaSignIn:finalize", "/v1/accounts:lookup", "/v2/accounts/mfaEnrollment:withdraw",
        "/v1/accounts:lookup",
      ])
  }

  @Test(
    "single faults; those of a class are alike, and no secret is exposed", arguments: TestExtent.of(Place.all)
  )
  func single(place: Place) async throws {
    var outcomes: [FaultClass: Outcome] = [:]
    for fault in TestExtent.isWhole ? Self.faults : Self.sample {
      let person = try await check(place.journey, [place.position: fault])
      #expect(try await person.bench.leaks().isEmpty, "\(fault) at \(place)")
      guard LoopbackFault.all.contains(fault) else { continue }
      let outcome = Outcome(person)
      #expect(outcomes[FaultClass(fault), default: outcome] == outcome, "\(fault) at \(place)")
      outcomes[FaultClass(fault)] = outcome
    }
    #expect(outcomes.count == FaultClass.allCases.count)
  }

  /// One fault of each class, and every eighth of all faults.
  private static let sample = FaultClass.representatives.map(\.fault) + TestExtent.of(faults, every: 8)

  /// What stands for all faults where two are combined: one of each class, and what Google's servers say of codes and
  /// tokens.
  static let kinds: [LoopbackFault] =
    FaultClass.representatives.map(\.fault)
    + ["INVALID_CODE", "TOKEN_EXPIRED", "TOO_MANY_ATTEMPTS_TRY_LATER"].map {
      .json(400, "{\"error\":{\"code\":400,\"message\":\"\($0)\"}}")
    }

  /// Two requests fail. The second is any that is still made after the first has failed; where faults are alike at the
  /// first, one of them is enough.
  @Test("every two kinds of faults at every two requests", arguments: Place.all)
  func pairs(place: Place) async throws {
    var known: Set<Outcome> = []
    // Places that are next to each other leave out others.
    var number = place.number
    for first in TestExtent.of(Self.kinds, at: place.number) {
      let single = try await check(place.journey, [place.position: first])
      guard known.insert(Outcome(single)).inserted else { continue }
      let count = single.bench.log.received.count
      for position in (place.position + 1)..<max(count, place.position + 1) {
        for second in Self.kinds {
          number += 1
          guard number.isMultiple(of: TestExtent.pairStride()) else { continue }
          let person = try await check(place.journey, [place.position: first, position: second])
          #expect(
            try await person.bench.leaks(isQuick: true).isEmpty,
            "\(first) at \(place), \(second) at \(position)")
        }
      }
    }
  }

  @Test("single faults of the store", arguments: Place.ofStore)
  func store(place: Place) async throws {
    for fault in TestExtent.of(BenchStore.Fault.allCases, every: 2, at: place.number) {
      try await check(place.journey, [:], store: [place.position: fault])
    }
  }

  @Test(
    "two faults of the store, and one of it with one of a request",
    arguments: Place.ofStore)
  func storePairs(place: Place) async throws {
    var number = place.number
    func isInSample() -> Bool {
      number += 1
      return number.isMultiple(of: TestExtent.count(100, whole: 1))
    }
    for fault in BenchStore.Fault.allCases {
      for position in place.position + 1..<place.journey.storeCalls + 6 {
        for other in BenchStore.Fault.allCases where isInSample() {
          try await check(place.journey, [:], store: [place.position: fault, position: other])
        }
      }
      for request in 0..<place.journey.requests {
        for kind in [LoopbackFault.reset, .lostAnswer, .silence] where isInSample() {
          try await check(place.journey, [request: kind], store: [place.position: fault])
        }
      }
    }
  }

  /// A request of a way through the flow, or a call of the store on it.
  struct Place: Sendable, CustomTestStringConvertible {
    let journey: Person.Journey
    let position: Int
    /// Its place among all.
    let number: Int
    var testDescription: String { "\(journey) \(position)" }

    static let all = places(\.requests)
    static let ofStore = places(\.storeCalls)

    private static func places(_ count: (Person.Journey) -> Int) -> [Place] {
      Person.Journey.allCases.flatMap { journey in (0..<count(journey)).map { (journey, $0) } }
        .enumerated().map { Place(journey: $1.0, position: $1.1, number: $0) }
    }
  }

  /// What becomes of a run: what the person sees, and what the server is asked.
  struct Outcome: Hashable {
    let screens: [String]
    let paths: [String]

    init(_ person: Person) {
      screens = person.screens
      paths = person.bench.log.received.map(\.path)
    }
  }

  @discardableResult
  private func check(
    _ journey: Person.Journey, _ faults: [Int: LoopbackFault], store: [Int: BenchStore.Fault] = [:]
  ) async throws -> Person {
    var person = try await Person(journey, faults: faults, storeFaults: store)
    let bench = person.bench
    try await person.go()
    let name: Comment =
      """
      \(journey), \(faults.sorted { $0.key < $1.key }) \(store): \
      \(person.screens.suffix(8).joined(separator: " → "))
      """
    #expect(person.goal == .done, name)
    #expect(person.mistakes.isEmpty, name)
    let update = await bench.app.current
    #expect(!update.isBusy && update.screen == .signedIn, name)
    // Whichever answer is lost, nobody enrolls a second one.
    let factors = bench.server.user(FirebaseBench.email)?.factors
    #expect(factors?.count == ([.address, .newAccount, .stepUp].contains(journey) ? 1 : 0), name)
    #expect(bench.server.accepts(try await bench.app.idToken()), name)
    // Nothing is sent but what the person has asked for, and no code twice.
    for path in [
      "/v1/accounts:signInWithPassword", "/v1/accounts:signUp", "/v2/accounts/mfaSignIn:finalize",
      "/v2/accounts/mfaEnrollment:finalize", "/v2/accounts/mfaEnrollment:withdraw",
      "/v1/accounts:sendOobCode", "/admin/v2/projects/demo/config",
    ] { #expect(bench.count(path) <= person.done[path, default: 0], name) }
    let codes = bench.log.received.compactMap {
      JSONValue.read($0.body)?["totpVerificationInfo"]?["verificationCode"]?.text
    }
    #expect(Set(codes).count == codes.count, name)
    if !store.isEmpty { try await checkRestart(bench, name) }
    if faults.isEmpty { #expect(!bench.told.contains(.errorOccurred(error: .internalError)), name) }
    return person
  }

  /// The next run has the session, or asks for another sign-in. Who has signed out stays signed out.
  private func checkRestart(_ earlier: FirebaseBench, _ name: Comment) async throws {
    let next = try FirebaseBench(after: earlier)
    await next.start()
    let screen = await next.app.current.screen
    #expect([.signedIn, .signedOut, .reauthRequired].contains(screen), name)
    try await next.act(.signOut)
    await next.expect(.signedOut)
    #expect(next.store.names.isEmpty && next.app.held.isEmpty, name)
    let last = try FirebaseBench(after: next)
    await last.start()
    await last.expect(.signedOut)
    #expect(last.log.received.isEmpty, name)
  }
}
