import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Statecharts
import StatechartsTesting
import Testing

/// Every fault at every request, singly and in pairs. Whatever fails, the flow ends on a screen or at an end, in time;
/// nobody is signed in by mistake, and nothing that must not be is sent twice.
@Suite("Faults at every request", .timeLimit(.minutes(20)))
struct FaultTests {
  /// The faults of pairs: one of each kind that a client can tell from the others.
  static let kinds: [LoopbackFault] = [
    .reset, .lostAnswer, .silence,
    .answer(status: 200, headers: ["Content-Type": "application/json"], body: "{}"),
    .answer(
      status: 429, headers: ["Retry-After": "60", "Content-Type": "application/json"], body: #"{"errno":114}"#
    ),
  ]

  /// They take many minutes, and after a lost answer to the deletion of the account the flow does not come to an end yet.
  static let isAsked = ProcessInfo.processInfo.environment["STATECHARTS_ALL_FAULTS"] == "1"

  @Test(
    "the ways through the flow make as many requests as these tests think", arguments: Person.Journey.allCases
  )
  func journeys(journey: Person.Journey) async throws {
    var person = try Person(journey)
    try await person.go()
    await person.bench.app.settled()
    #expect(person.bench.log.received.count == journey.requests)
    #expect(await person.bench.app.current.states == [.authenticated])
    #expect(person.bench.server.openSessions == 0)
  }

  @Test(
    "single faults, and no secret is told in any of these runs",
    .enabled(if: isAsked, "NOT RUN: every fault at every request. Run it with STATECHARTS_ALL_FAULTS=1"),
    arguments: Person.Journey.allCases)
  func single(journey: Person.Journey) async throws {
    for position in 0..<journey.requests {
      for fault in LoopbackFault.all {
        let bench = try await check(journey, [position: fault])
        let leaks = Canary.leaks(try await Canary.told(bench), try Canary.secrets(bench))
        #expect(leaks.isEmpty, "\(journey.rawValue), \(fault) at \(position)")
      }
    }
  }

  @Test(
    "pairs of faults",
    .enabled(if: isAsked, "NOT RUN: pairs of faults. Run them with STATECHARTS_ALL_FAULTS=1"),
    arguments: Person.Journey.allCases)
  func pairs(journey: Person.Journey) async throws {
    for first in 0..<(journey.requests - 1) {
      for second in (first + 1)..<journey.requests {
        for one in Self.kinds {
          for other in Self.kinds { try await check(journey, [first: one, second: other]) }
        }
      }
    }
  }

  /// One run with faults.
  @discardableResult
  private func check(_ journey: Person.Journey, _ faults: [Int: LoopbackFault]) async throws -> FxaBench {
    var person = try Person(journey, faults: faults)
    try await person.go()
    let bench = person.bench
    await bench.clock.advance(by: .seconds(31))
    let update = await bench.app.current
    let name: Comment = "\(journey.rawValue) \(faults.sorted { $0.key < $1.key }): \(update)"
    // A person who does what the screens say gets to an end: signed in, or told that it failed.
    #expect(update.isOver && !update.isBusy, name)
    #expect(update.states == [.authenticated] || update.states == [.failed], name)
    if update.states == [.failed] { #expect(update.error != nil, name) }
    let login = await bench.app.login
    #expect((login != nil) == (update.states == [.authenticated]), name)
    if let login { #expect(bench.server.tokens.contains(login.token), name) }
    #expect(!update.isAccountDeleted || bench.server.account(FxaBench.email) == nil, name)
    for path in [
      "/v1/account/login", "/v1/account/create", "/v1/session/verify/totp", "/v1/session/verify_code",
      "/v1/account/destroy",
    ] {
      #expect(bench.count(path) <= person.sent[path, default: 0], name)
    }
    return bench
  }
}
