import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Statecharts
import StatechartsTesting
import Testing

/// Every fault at every request, singly and in pairs. Whatever fails, the flow ends on a screen or at an end, in time;
/// nobody is signed in by mistake, nothing that must not be is sent twice, and no secret is told.
@Suite("Faults at every request", .timeLimit(.minutes(60)))
struct FaultTests {
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

  @Test("single faults", arguments: FaultRuns.singles.slices(4))
  func single(slice: FaultRuns.Slice) async throws { for run in slice.runs { try await check(run) } }

  @Test("pairs of faults", arguments: FaultRuns.pairs.slices(8))
  func pairs(slice: FaultRuns.Slice) async throws { for run in slice.runs { try await check(run) } }

  @Test("no fault, position or way is left out of the single faults, nor out of the pairs that are drawn")
  func covers() {
    let singles = FaultRuns.singles
    #expect(singles.count == Person.Journey.allCases.map(\.requests).reduce(0, +) * LoopbackFault.all.count)
    #expect(Set((0..<singles.count).map { singles.run($0).description }).count == singles.count)
    let pairs = FaultRuns.pairs
    let drawn = (0..<pairs.drawn).map { pairs.run($0) }
    #expect(Set(drawn.map(\.description)).count == pairs.drawn)
    #expect(drawn.allSatisfy { $0.faults.count == 2 })
    #expect(Set(drawn.map(\.journey)) == Set(Person.Journey.allCases))
    for fault in LoopbackFault.all {
      #expect(drawn.contains { $0.faults.values.contains(fault) }, "\(fault)")
    }
  }

  /// Sessions are ended on all ways, unless the answer that named one was lost, or the request that ends it.
  private func checkSessions(_ run: FaultRuns.Run, _ bench: FxaBench, _ name: Comment) {
    let received = bench.log.received
    let isLost = run.faults.keys.contains { number in
      number < received.count
        && ["/v1/account/login", "/v1/account/create", "/v1/session/destroy"].contains(received[number].path)
    }
    if !isLost { #expect(bench.server.openSessions == 0, name) }
  }

  /// One run with faults.
  private func check(_ run: FaultRuns.Run) async throws {
    var person = try Person(run.journey, faults: run.faults)
    try await person.go()
    let bench = person.bench
    await bench.clock.advance(by: .seconds(31))
    let update = await bench.app.current
    if update.isOver { await bench.settled() }
    let name = Comment(rawValue: "\(run): \(update)")
    // A person who does what the screens say gets to an end: signed in, or told that it failed.
    #expect(person.late.isEmpty, name)
    #expect(update.isOver && !update.isBusy, name)
    #expect(update.states == [.authenticated] || update.states == [.failed], name)
    if update.states == [.failed] { #expect(update.error != nil, name) }
    let login = await bench.app.login
    // A token of an account that is gone is of no use.
    #expect((login != nil) == (update.states == [.authenticated] && run.journey != .deletion), name)
    checkSessions(run, bench, name)
    if let login {
      #expect(bench.server.tokens.contains(login.token) && login.email == FxaBench.email, name)
    }
    if update.isAccountDeleted, bench.server.account(FxaBench.email) != nil {
      // Only a server that lies is believed.
      let isLie = run.faults.contains { number, fault in
        guard case .answer(status: 200, _, _) = fault, number < bench.log.received.count else { return false }
        return ["/v1/account/destroy", "/v1/account/status"].contains(bench.log.received[number].path)
      }
      #expect(isLie, name)
    }
    var bodies: [String: Int] = [:]
    var paths: [String: Int] = [:]
    for request in bench.log.received {
      paths[request.path, default: 0] += 1
      bodies[request.path + String(decoding: request.body, as: UTF8.self), default: 0] += 1
    }
    // What gives Guardian's token is asked for once, whatever comes of it.
    for path in ["/v1/oauth/authorization", "/vpn/client/login/success", "/api/v2/vpn/login/verify"] {
      #expect(paths[path, default: 0] <= 1, name)
    }
    for path in [
      "/v1/account/login", "/v1/account/create", "/v1/account/login/send_unblock_code",
      "/v1/session/verify/totp", "/v1/session/verify_code", "/v1/session/resend_code", "/v1/account/destroy",
    ] {
      // The other spelling of the address is asked for by the account server, and sent once more.
      let isCorrected = run.journey == .upperCase && path == "/v1/account/login"
      let asked = person.sent[path, default: 0]
      #expect(paths[path, default: 0] <= (isCorrected ? 2 * asked : asked), name)
      for (body, count) in bodies where body.hasPrefix(path + "{") { #expect(count <= asked, name) }
    }
    #expect(try await Canary.leaks(bench, isQuick: true).isEmpty, name)
  }
}
