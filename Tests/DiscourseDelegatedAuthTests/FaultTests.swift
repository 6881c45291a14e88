import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// Every fault at every request of the app. Whatever fails, the flow ends on a screen in time; nobody is logged in by
/// mistake, and nothing is sent twice by itself.
@Suite("Faults at every request to a Discourse site", .timeLimit(.minutes(20)))
struct FaultTests {
  /// Probe, basic information, name, numbers, giving back.
  static let most = 5

  /// Goes through the whole flow, and logs out at its end.
  private func go(_ faults: [Int: LoopbackFault]) async throws -> DiscourseBench {
    let bench = try DiscourseBench(faults: faults)
    try await bench.open()
    // Whatever is silent meets its deadline.
    await bench.clock.advance(by: .seconds(11))
    if await bench.app.current.isActive(.loggedIn) {
      #expect(bench.key != nil)
      try await bench.act { try await $0.logOut() }
      await bench.clock.advance(by: .seconds(11))
    }
    return bench
  }

  @Test("the way through the flow makes as many requests as these tests think")
  func requests() async throws {
    let bench = try await go([:])
    #expect(bench.log.received.count == Self.most)
    await bench.expect(.signedOut)
    #expect(bench.site.openKeys == 0)
    #expect(
      bench.log.received.map { "\($0.method) \($0.path)" } == [
        "HEAD /user-api-key/new", "GET /site/basic-info.json", "GET /session/current.json",
        "GET /notifications/totals.json", "POST /user-api-key/revoke.json",
      ])
  }

  @Test("single faults, and no secret is told in any of these runs", arguments: 0..<most)
  func single(position: Int) async throws {
    for fault in Extent.of(LoopbackFault.all, at: position) {
      let bench = try await check([position: fault])
      let leaks = SecretSearch.leaks(try await Canary.told(bench), try Canary.secrets(bench))
      #expect(leaks.isEmpty, "\(fault) at \(position)")
    }
  }

  @Test("pairs of faults", arguments: 0..<(most - 1))
  func pairs(first: Int) async throws {
    let kinds: [LoopbackFault] = [
      .reset, .silence, .answer(status: 200, headers: ["Content-Type": "application/json"], body: "{}"),
      .answer(status: 403, headers: ["Content-Type": "application/json"], body: "{}"),
      .answer(status: 429, headers: ["Retry-After": "60"], body: ""),
    ]
    for second in (first + 1)..<Self.most {
      for (place, one) in kinds.enumerated() {
        for other in Extent.of(kinds, at: place + second) {
          try await check([first: one, second: other])
        }
      }
    }
  }

  @discardableResult
  private func check(_ faults: [Int: LoopbackFault]) async throws -> DiscourseBench {
    let bench = try await go(faults)
    let update = await bench.app.current
    let name: Comment = "\(faults.sorted { $0.key < $1.key }): \(update)"
    #expect(!update.isBusy, name)
    switch update.states {
    case [.probeFailed], [.unsupported]:
      #expect(update.error != nil, name)
      #expect(bench.browser.visited.isEmpty, name)
    case [.keyInvalid]:
      #expect(bench.told == [.keyRejected], name)
    case [.signedOut]:
      // What can't be given back is removed all the same.
      #expect(update.error == nil || bench.site.openKeys == 1 || faults[4]?.isAnswered == false, name)
    default: Issue.record(name)
    }
    #expect(bench.key == nil, name)
    #expect(!update.hasKey, name)
    #expect(bench.count("/user-api-key/revoke.json") <= 1, name)
    #expect(bench.browser.visited.count <= 1, name)
    return bench
  }
}

extension LoopbackFault {
  /// Whether the site's own answer arrives.
  fileprivate var isAnswered: Bool {
    switch self {
    case .lostAnswer, .resetInBody, .silenceInBody, .drip, .truncated, .truncatedChunk: false
    default: true
    }
  }
}
