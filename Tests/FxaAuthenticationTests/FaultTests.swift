import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestExtent
import TestSupport
import Testing

/// Every fault at every request, singly and in pairs. Whatever fails, the flow ends on a screen or at an end, in time;
/// nobody is signed in by mistake, nothing that must not be is sent twice, and no secret is exposed.
@Suite("Faults at every request", .timeLimit(.minutes(60)))
struct FaultTests {
  private static let authorizations: [MZAuthConfiguration.Authorization] = [.bearer, .hawk]

  @Test(
    "the paths through the flow make as many requests as these tests think",
    arguments: Person.Journey.allCases,
    authorizations)
  func journeys(journey: Person.Journey, authorization: MZAuthConfiguration.Authorization) async throws {
    var person = try Person(journey, authorization: authorization)
    try await person.go()
    await person.bench.app.settled()
    #expect(person.bench.log.received.count == journey.requests)
    #expect(await person.bench.app.current.states == [.authenticated])
    #expect(person.bench.server.openSessions == 0)
  }

  @Test("every fault at every request; those of a class are alike", arguments: TestExtent.of(FaultPlace.all))
  func single(place: FaultPlace) async throws {
    var outcomes: [FaultClass: FaultOutcome] = [:]
    // What leads to no server has a test of its own.
    for fault in LoopbackFault.all where !Self.leadsToNoServer(fault) {
      let run = FaultRun(journey: place.journey, faults: [place.position: fault])
      let outcome = try await check(run)
      let kind = Self.kind(of: fault)
      #expect(outcomes[kind, default: outcome] == outcome, "\(run)")
      outcomes[kind] = outcome
    }
    #expect(outcomes.count == FaultClass.allCases.count)
  }

  private static func leadsToNoServer(_ fault: LoopbackFault) -> Bool {
    guard case .answer(300..<400, let headers, _) = fault, let place = headers["Location"] else {
      return false
    }
    return !place.hasPrefix("http") && !place.hasPrefix("/")
  }

  /// The class of a fault. This flow names every other server.
  private static func kind(of fault: LoopbackFault) -> FaultClass {
    if case .answer(300..<400, let headers, _) = fault, headers["Location"]?.hasPrefix("http") == true {
      return .anotherServer
    }
    return FaultClass(fault)
  }

  @Test(
    "with Hawk every class of faults at every request is what it is with bearer ids",
    arguments: TestExtent.of(FaultPlace.all))
  func hawk(place: FaultPlace) async throws {
    for (kind, fault) in FaultClass.representatives {
      let faults = [place.position: fault]
      let hawk = try await check(FaultRun(journey: place.journey, authorization: .hawk, faults: faults))
      let bearer = try await check(FaultRun(journey: place.journey, faults: faults))
      #expect(hawk == bearer, "\(kind)")
    }
  }

  /// Two requests fail. The second is any that is still made after the first has failed; where classes are alike at the
  /// first, one of them is enough.
  @Test("every two classes of faults at every two requests", arguments: TestExtent.of(FaultPlace.all))
  func pairs(place: FaultPlace) async throws {
    var known: Set<FaultOutcome> = []
    // Places that are next to each other leave out others.
    var number = place.position
    for (_, fault) in FaultClass.representatives {
      let single = try await check(FaultRun(journey: place.journey, faults: [place.position: fault]))
      guard known.insert(single).inserted else { continue }
      for position in (place.position + 1)..<max(single.requests.count, place.position + 1) {
        for (_, second) in FaultClass.representatives {
          number += 1
          guard number.isMultiple(of: TestExtent.pairStride()) else { continue }
          let faults = [place.position: fault, position: second]
          _ = try await check(FaultRun(journey: place.journey, faults: faults))
        }
      }
    }
    #expect(known.count <= FaultClass.allCases.count)
  }

  /// Sessions are ended on all ways, unless the answer that named one was lost, or the request that ends it.
  private func checkSessions(_ run: FaultRun, _ bench: FxaBench, _ name: Comment) {
    let received = bench.log.received
    let isLost = run.faults.keys.contains { number in
      number < received.count
        && ["/v1/account/login", "/v1/account/create", "/v1/session/destroy"].contains(received[number].path)
    }
    if !isLost { #expect(bench.server.openSessions == 0, name) }
  }

  /// One run with faults.
  private func check(_ run: FaultRun) async throws -> FaultOutcome {
    var person = try Person(run.journey, authorization: run.authorization, faults: run.faults)
    try await person.go()
    let bench = person.bench
    await bench.clock.advance(by: .seconds(31))
    let update = await bench.app.current
    if update.isOver { await bench.settled() }
    let name = Comment(rawValue: "\(run): \(update)")
    // A person who does what the screens say gets to an end: signed in, or with an error.
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
    // What gives Guardian's token is asked for once, whatever comes of it; in the browser the person can come back again.
    for path in ["/v1/oauth/authorization", "/vpn/client/login/success", "/api/v2/vpn/login/verify"] {
      #expect(paths[path, default: 0] <= max(person.sent[path, default: 1], 1), name)
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
    #expect(try await bench.leaks(isQuick: true).isEmpty, name)
    return FaultOutcome(
      seen: person.seen, requests: bench.log.received.map { "\($0.method) \($0.path)" },
      openSessions: bench.server.openSessions)
  }
}
