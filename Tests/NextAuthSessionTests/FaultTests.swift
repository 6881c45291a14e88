import FlowTransport
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import StatechartsTesting
import TestSupport
import Testing

/// Every fault at every request. Whatever fails, a session ends or goes on in time, is never FAIL when it is over, and
/// nobody is logged in by mistake; who tries again gets in; nothing is sent twice by itself.
@Suite("Faults at every request of a nextAuth session", .timeLimit(.minutes(20)))
struct FaultTests {
  typealias Bench = NextAuthBench
  /// The requests on the way, the looks for events among them.
  static let most = 10

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
    ].flatMap { body in
      [200, 400].map {
        .answer(status: $0, headers: ["Content-Type": "application/json"], body: body)
      }
    }

  @Test("the way makes as many requests as these tests think")
  func requests() async throws {
    let bench = try await check([:])
    let paths = bench.log.received.prefix(Self.most).map { "\($0.method) \($0.path)" }
    let id = try #require(bench.server.sessions.first)
    #expect(
      paths.map { $0.replacing(id, with: "ID") } == [
        "POST /sessions", "GET /sessions/ID", "POST /sessions/ID/account", "POST /sessions/ID/factor",
        "GET /sessions/ID/events", "GET /sessions/ID/events", "GET /sessions/ID/events",
        "POST /sessions/ID/ping", "GET /sessions/ID/events", "GET /sessions/ID/events",
      ])
  }

  @Test("single faults, and no secret is told in any of these runs", arguments: 0..<most)
  func single(position: Int) async throws {
    for fault in Extent.of(Self.faults, at: position) {
      let bench = try await check([position: fault])
      let leaks = SecretSearch.leaks(try await Canary.told(bench, []), Canary.secrets(bench))
      #expect(leaks.isEmpty, "\(fault) at \(position)")
    }
  }

  @Test("pairs of faults of the connection", arguments: 0..<4)
  func pairs(position: Int) async throws {
    for second in (position + 1)..<Self.most {
      for fault in [LoopbackFault.reset, .lostAnswer, .silence, .truncated] {
        try await check([position: fault, second: fault])
      }
    }
  }

  @discardableResult
  private func check(_ faults: [Int: LoopbackFault]) async throws -> Bench {
    let bench = Bench(accounts: ["anna", "berta"], faults: faults)
    let name: Comment = "\(faults.sorted { $0.key < $1.key })"
    let session = try await bench.start(Bench.login { $0.pingTime = 2 })
    var given = 0
    for _ in 0..<4 {
      switch await session.current.pseudoState {
      case .waitForConfirmation?: try await session.setAccount("anna", userInput: Bench.userInput)
      case .waitForSecondFactor?:
        given += 1
        try await session.setPinBiometric(.pin(Bench.pin))
      case nil: break
      }
      await bench.clock.settle()
      if await session.current.isBusy { await bench.clock.advance(by: .seconds(15)) }
    }
    await bench.clock.advance(by: .seconds(3))
    let update = await session.current
    #expect(!update.isBusy || update.status == .active, name)
    #expect(update.isOver || update.status == .active || given >= 3, "\(faults) \(update)")
    if update.isOver { #expect(![.fail, .loggedIn].contains(update.historyStatus), name) }
    // Only the server logs people in.
    if [.loggedIn, .loggedInOneShot].contains(update.historyStatus) {
      let isTold = bench.server.sessions.contains { bench.server.isLoggedIn($0) }
      #expect(isTold, name)
    }
    // Nothing is sent but what the person has asked for.
    func count(_ path: String) -> Int {
      bench.log.received.filter { $0.method == "POST" && $0.path.hasSuffix(path) }.count
    }
    // An account whose answer was an error of the factor is sent again with the next one.
    let accounts = faults[2] == nil ? 1 : 2
    #expect(count("/sessions") == 1 && count("/account") <= accounts && count("/factor") <= given, name)
    // The next try succeeds.
    for number in faults.keys where number >= bench.log.received.count { return bench }
    bench.server.setFactors(pin: Bench.pin)
    let next = try await bench.start(Bench.login { $0.accounts = ["berta"] })
    try await bench.give(next)
    try await bench.expect(next, .active, .loggedIn)
    return bench
  }
}
