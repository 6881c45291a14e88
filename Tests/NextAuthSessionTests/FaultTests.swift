import FlowTransport
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import StatechartsTesting
import TestExtent
import TestSupport
import Testing

/// Every fault at every request. Whatever fails, a session ends or goes on in time, is never FAIL when it is over, and
/// nobody is logged in by mistake; who tries again gets in; nothing is sent twice by itself.
@Suite("Faults at every request of a nextAuth session", .timeLimit(.minutes(20)))
struct FaultTests {
  typealias Bench = NextAuthBench
  /// The requests on the way, the looks for events among them.
  static let most = 11

  /// Faults of both kinds, and answers of the stand-in's own form besides.
  static let faults =
    LoopbackFault.all
    + [
      #"{"error":"factorBlocked"}"#, #"{"error":"biometricChanged"}"#, #"{"error":"networkError"}"#,
      #"{"error":7}"#, #"{"error":"sessionTerminated"}"#, #"{"id":"../../x","token":"t"}"#,
      #"{"id":"00112233445566778899aabbccddeeff"}"#, #"{"result":"success"}"#, #"{"result":"SUCCESS"}"#,
      #"{"result":"success","moreInput":"pin"}"#, #"{"result":"success","sessionEnds":true,"loggedIn":true}"#,
      #"{"result":"wrong"}"#, #"{"result":"wrong","remaining":-1}"#, #"{"result":"wrong","remaining":1e99}"#,
      #"{"result":"cancelled"}"#, #"{"result":"blocked"}"#, #"{"events":[],"closed":true}"#,
      #"{"events":[{"session":"x","number":1,"kind":"loggedIn"}],"closed":false}"#,
      #"{"events":[7],"closed":false}"#, #"{"events":{},"closed":false}"#, #"{"alive":false}"#,
    ].flatMap { body in [200, 400].map { LoopbackFault.json($0, body) } }

  @Test("the path makes as many requests as these tests think")
  func requests() async throws {
    let course = try await check([:])
    #expect(
      course.requests == [
        "POST /sessions", "GET /sessions/ID", "POST /sessions/ID/account", "POST /sessions/ID/factor",
        "GET /sessions/ID/events", "GET /sessions/ID/events", "GET /sessions/ID/events",
        "POST /sessions/ID/ping", "GET /sessions/ID/events", "GET /sessions/ID/events",
        "POST /sessions/ID/stop",
      ])
    #expect(course.requests.count == Self.most)
  }

  @Test("every fault at every request", arguments: 0..<most)
  func single(position: Int) async throws {
    for fault in TestExtent.of(Self.faults, at: position) {
      let course = try await check([position: fault], reaches: [position])
      guard Self.isBetween(fault) else { continue }
      #expect(!course.told.contains { $0.contains("protocolFailure") }, "\(fault)")
    }
  }

  /// Whether a fault is no answer of the server's: the connection breaks, or something else answers in its place.
  private static func isBetween(_ fault: LoopbackFault) -> Bool {
    guard case .answer(_, let headers, let body) = fault else { return true }
    return headers["Content-Type"] != "application/json"
      || JSONValue.read(Array(body.utf8))?.isObject != true
  }

  /// Of the faults after which everything goes on alike one stands for all: those that the app sees alike and after
  /// which the server is asked for the same.
  @Test("every two kinds of faults at every two requests", arguments: 0..<most - 1)
  func pairs(position: Int) async throws {
    let firsts = try await kinds(at: position)
    for (first, requests) in TestExtent.of(firsts, every: 2, at: position) {
      for second in position + 1..<max(requests, position + 1) {
        for (other, _) in try await kinds(at: min(second, Self.most - 1)) {
          try await check([position: first, second: other], reaches: [position, second])
        }
      }
    }
  }

  /// A fault that stands for its kind, with the requests that are made when it happens.
  private typealias Kind = (fault: LoopbackFault, requests: Int)

  private static let found = Locked<[Int: [Kind]]>([:])

  /// One fault of each kind at a request.
  private func kinds(at position: Int) async throws -> [Kind] {
    if let kinds = Self.found.withLock({ $0[position] }) { return kinds }
    var known: Set<Course> = []
    var kinds: [Kind] = []
    for fault in TestExtent.of(Self.faults, at: position) {
      let course = try await check([position: fault], reaches: [position], isQuick: true)
      if known.insert(course).inserted { kinds.append((fault, course.requests.count)) }
    }
    Self.found.withLock { $0[position] = kinds }
    return kinds
  }

  /// What the app is called with on the path, and the requests to the server.
  private struct Course: Hashable {
    var told: [String] = []
    var requests: [String] = []
  }

  /// Goes the way from the code to the login and out again, then begins again without faults.
  ///
  /// - Parameters:
  ///   - reached: the requests with faults that are made.
  ///   - isQuick: without looking for secrets, and without the second try.
  @discardableResult
  private func check(
    _ faults: [Int: LoopbackFault], reaches reached: Set<Int> = [], isQuick: Bool = false
  ) async throws -> Course {
    let bench = Bench(accounts: ["anna", "berta"], faults: faults)
    let name: Comment = "\(faults.sorted { $0.key < $1.key })"
    let session = try await bench.start(Bench.login { $0.pingTime = 2 })
    var course = Course()
    var given = 0
    for _ in 0..<4 {
      course.told.append("\(await session.current)")
      switch await session.current.pseudoState {
      case .waitForConfirmation?: try await session.setAccount("anna", userInput: Bench.userInput)
      case .waitForSecondFactor?:
        given += 1
        let isBlocked = await session.current.isPINBlocked
        try await session.setPinBiometric(isBlocked ? .biometric(Bench.finger) : .pin(Bench.pin))
      case nil: break
      }
      await bench.clock.settle()
      if await session.current.isBusy { await bench.clock.advance(by: .seconds(15)) }
    }
    await bench.clock.advance(by: .seconds(3))
    let update = await session.current
    course.told.append("\(update)")
    #expect(!update.isBusy || update.status == .active, name)
    #expect(update.isOver || update.status == .active || given >= 3, "\(faults) \(update)")
    if update.isOver { #expect(![.fail, .loggedIn].contains(update.historyStatus), name) }
    // Only the server logs people in.
    if [.loggedIn, .loggedInOneShot].contains(update.historyStatus) {
      let isTold = bench.server.sessions.contains { bench.server.isLoggedIn($0) }
      #expect(isTold, name)
    }
    if !update.isOver { try await session.stopSession() }
    // The server gets the end as soon as the session has an identifier: by a task that nobody waits for.
    if bench.log.received.count > 1 {
      #expect(await eventually { bench.log.received.contains { $0.path.hasSuffix("/stop") } }, name)
    }
    await bench.clock.settle()
    let id = await session.current.sessionID ?? bench.server.sessions.first ?? "-"
    course.requests = bench.log.received.map { "\($0.method) \($0.path.replacing(id, with: "ID"))" }
    try check(course, faults, given, name)
    #expect(Set(faults.keys).subtracting(bench.log.removeFaults()) == reached, name)
    guard !isQuick else { return course }
    // Who tries again gets in, whatever it was that failed.
    bench.server.setFactors(pin: Bench.pin, biometric: Bench.finger)
    let next = try await bench.start(Bench.login { $0.accounts = ["berta"] })
    try await bench.give(next)
    try await bench.expect(next, .active, .loggedIn)
    let leaks = try await Canary.leaks(bench, [session, next])
    #expect(leaks.isEmpty, name)
    return course
  }

  /// Nothing is sent but what the person has asked for, and once for each time.
  private func check(
    _ course: Course, _ faults: [Int: LoopbackFault], _ given: Int, _ name: Comment
  ) throws {
    func count(_ path: String) -> Int {
      course.requests.filter { $0.hasPrefix("POST") && $0.hasSuffix(path) }.count
    }
    // The account is sent again with the next factor where the server has not taken it, and the person is asked again:
    // after an answer that speaks of a biometric.
    let again = faults.filter { number, fault in
      guard case .answer(_, _, let body) = fault, body.contains("biometricChanged") else { return false }
      return number < course.requests.count && course.requests[number].hasSuffix("/account")
    }
    #expect(count("/sessions") == 1, name)
    #expect(count("/account") <= min(given, 1 + again.count), name)
    #expect(count("/factor") <= given - again.count, name)
    #expect(count("/stop") == (course.requests.count > 1 ? 1 : 0), name)
  }
}
