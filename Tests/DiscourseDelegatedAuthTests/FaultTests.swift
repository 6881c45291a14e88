import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestExtent
import TestSupport
import Testing

/// Every fault at every request of the app. Whatever fails, the flow ends on a screen in time; nobody is logged in by
/// mistake, and nothing is sent twice by itself.
@Suite("Faults at every request to a Discourse site", .timeLimit(.minutes(60)))
struct FaultTests {
  /// Probe, basic information, name, numbers, giving back.
  static let most = 5

  /// Goes through the whole flow, and logs out at its end.
  private func go(_ faults: [Int: LoopbackFault]) async throws -> DiscourseBench {
    let bench = try DiscourseBench(faults: faults)
    try await bench.open()
    // Whatever is silent meets the time limit of the chart, which is shorter than that of the transport.
    await bench.clock.advance(by: .seconds(11))
    if await bench.app.current.isActive(.loggedIn) {
      #expect(bench.key != nil)
      try await bench.act { try await $0.logOut() }
      await bench.clock.advance(by: .seconds(11))
    }
    return bench
  }

  @Test("the path through the flow makes as many requests as these tests think")
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

  @Test("single faults, and no secret is exposed in any of these runs", arguments: 0..<most)
  func single(position: Int) async throws {
    for fault in TestExtent.of(LoopbackFault.all, at: position) {
      let bench = try await check([position: fault])
      #expect(try await bench.leaks().isEmpty, "\(fault) at \(position)")
    }
  }

  /// That is why one of each class stands for all where two are combined.
  @Test("faults of a class end alike", arguments: TestExtent.isWhole ? Array(0..<most) : [2])
  func classes(position: Int) async throws {
    var ends: [FaultClass: String] = [:]
    for fault in LoopbackFault.all {
      let bench = try await check([position: fault])
      let update = await bench.app.current
      let error = update.error?.rawValue ?? "-"
      let end =
        "\(update.states) \(error) \(bench.told) \(bench.key != nil) \(bench.log.received.map(\.path))"
      #expect(ends[FaultClass(fault), default: end] == end, "\(fault) at \(position)")
      ends[FaultClass(fault)] = end
    }
    #expect(ends.count == FaultClass.allCases.count)
  }

  /// Two of the app's own requests fail; the second is any that is still made after the first has failed.
  @Test("every two classes of faults at every two requests", arguments: 0..<most)
  func pairs(first: Int) async throws {
    var number = first
    for (_, one) in FaultClass.representatives {
      let count = try await check([first: one]).log.received.count
      for second in (first + 1)..<max(count, first + 1) {
        for (_, other) in FaultClass.representatives {
          number += 1
          guard number.isMultiple(of: TestExtent.pairStride()) else { continue }
          let bench = try await check([first: one, second: other])
          #expect(try await bench.leaks(isQuick: true).isEmpty, "\(one) at \(first), \(other) at \(second)")
        }
      }
    }
  }

  /// A page of browser or web view fails, and so does a request of the app, on the way in and on the way back with a key.
  @Test("every fault of a page with every class of faults at a request", arguments: 0..<PageFaultTests.most)
  func pageAndRequest(page: Int) async throws {
    var number = page
    for fault in PageFaultTests.faults {
      for position in 0..<9 {
        for (_, other) in FaultClass.representatives {
          number += 1
          guard number.isMultiple(of: TestExtent.pairStride(TestExtent.count(64, whole: 16))) else {
            continue
          }
          try await comeBack([position: other], [page: fault])
        }
      }
    }
  }

  /// Comes in, closes, is forgotten by the web view, and comes back with the key that is kept.
  private func comeBack(_ faults: [Int: LoopbackFault], _ pageFaults: [Int: LoopbackFault]) async throws {
    let bench = try DiscourseBench(faults: faults, pageFaults: pageFaults)
    let name: Comment = "\(faults), page \(pageFaults)"
    for turn in 0..<2 {
      if turn == 0 { await bench.app.start() }
      if await bench.app.current.isActive(.loggedIn) {
        try await bench.act { try await $0.close() }
        bench.webView.forget()
      }
      do throws(DelegatedAuthRefusal) {
        try await bench.app.open("forum.example.org")
      } catch {
        // An attempt that has failed ends with a word of the person.
        try await bench.act { try await $0.retry() }
        try await bench.act { try await $0.open("forum.example.org") }
      }
      // A one-time password that nobody uses is given up after ten minutes; what is silent, long before.
      for _ in 0..<4 { await bench.clock.advance(by: .seconds(601)) }
      let update = await bench.app.current
      #expect(!update.isBusy || update.isActive(.loggedIn), "\(name): \(update)")
      let ends: [DiscourseDelegatedAuth.StateID] = [
        .idle, .authFailed, .siteLoggedOut, .loggedIn, .probeFailed, .unsupported, .keyInvalid,
      ]
      #expect(ends.contains { update.states == [$0] }, "\(name): \(update)")
      #expect((bench.key != nil) == update.hasKey, name)
      if update.isActive(.loggedIn) {
        // Only the site's own page says so, and only after its consent.
        #expect(bench.key.map { bench.site.issued.contains($0.text) } == true, "\(name): \(update)")
      }
    }
    // No one-time password is used twice, and the person is asked as often as a request is begun.
    let pressed = bench.pageLog.received.filter { $0.method == "POST" && $0.path.hasPrefix("/session/otp/") }
    #expect(Set(pressed.map(\.path)).count == pressed.count, name)
    #expect(bench.browser.visited.count <= 4, name)
    #expect(try await bench.leaks(isQuick: true).isEmpty, name)
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
      let number = bench.log.received.firstIndex { $0.path == "/user-api-key/revoke.json" }
      let isLost = number.flatMap { faults[$0] }?.isCarriedOut == true
      #expect(update.error == nil || bench.site.openKeys == 1 || isLost, name)
    default: Issue.record(name)
    }
    #expect(bench.key == nil, name)
    #expect(!update.hasKey, name)
    #expect(bench.count("/user-api-key/revoke.json") <= 1, name)
    #expect(bench.browser.visited.count <= 1, name)
    return bench
  }
}
