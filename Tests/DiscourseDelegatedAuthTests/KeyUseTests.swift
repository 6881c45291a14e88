import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import Testing

/// What the app does with its key, and how it gives it back. The numbers are those of the reference's list for acceptance
/// (section 12).
@Suite("Using a key of a Discourse site", .timeLimit(.minutes(20)))
struct KeyUseTests {
  @Test("13: a key that was revoked on the site leads to new consent")
  func revokedThere() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    try await bench.act { try await $0.close() }
    bench.site.revokeAllKeys()
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.keyInvalid)
    #expect(bench.told == [.keyRejected])
    #expect(bench.key == nil)
    #expect(bench.store.names == ["client-id", "key-pair:https://forum.example.org"])
    try await bench.act { try await $0.open() }
    await bench.expect(.loggedIn)
    #expect(bench.key != nil)
  }

  @Test("13: a key that is refused while the app uses it ends the login")
  func refusedInUse() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    let answer = try await bench.app.send(.get, "/notifications.json")
    #expect(answer.status == 200)
    bench.site.revokeAllKeys()
    await #expect(throws: DelegatedAuthRequestProblem.keyRejected) {
      try await bench.app.send(.get, "/notifications.json")
    }
    await bench.clock.settle()
    await bench.expect(.keyInvalid)
    await #expect(throws: DelegatedAuthRequestProblem.noKey) {
      try await bench.app.send(.get, "/notifications.json")
    }
  }

  @Test("what the scopes do not allow is refused, and does not end the login")
  func notAllowed() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    await #expect(throws: DelegatedAuthRequestProblem.notAllowed) {
      try await bench.app.send(.get, "/posts.json")
    }
    await bench.expect(.loggedIn)
    #expect(bench.key != nil)
  }

  @Test("an app without the scope for notifications asks for none")
  func fewScopes() async throws {
    let bench = try DiscourseBench { $0.scopes = ["session_info"] }
    try await bench.open()
    await bench.expect(.loggedIn)
    #expect(bench.count("/notifications/totals.json") == 0)
    #expect(await bench.app.current.username == "ada")
  }

  @Test("14: a limit does not end the login, and the time to wait is kept")
  func limited() async throws {
    let bench = try DiscourseBench(site: { $0.requestsPerMinute = 3 })
    try await bench.open()
    await bench.expect(.loggedIn)
    // Two were used for name and numbers.
    _ = try await bench.app.send(.get, "/notifications.json")
    await #expect(throws: DelegatedAuthRequestProblem.rateLimited(retryAfter: 60)) {
      try await bench.app.send(.get, "/notifications.json")
    }
    await bench.expect(.loggedIn)
    #expect(bench.told == [.rateLimited])
    let requests = bench.log.received.count
    bench.time.withLock { $0 += 59 }
    await #expect(throws: DelegatedAuthRequestProblem.rateLimited(retryAfter: 1)) {
      try await bench.app.send(.get, "/notifications.json")
    }
    #expect(bench.log.received.count == requests)
    bench.time.withLock { $0 += 1 }
    #expect(try await bench.app.send(.get, "/notifications.json").status == 200)
  }

  @Test("14: a limit while the numbers are fetched leaves the person logged in")
  func limitedNumbers() async throws {
    let bench = try DiscourseBench(site: { $0.requestsPerMinute = 1 })
    try await bench.open()
    await bench.expect(.loggedIn)
    #expect(await bench.app.current.username == nil)
    #expect(bench.told == [.rateLimited])
  }

  @Test("15: logging out without a connection removes the key here, and says what failed")
  func offline() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    bench.log.failNext(with: .reset)
    try await bench.act { try await $0.logOut() }
    await bench.expect(.signedOut, .networkError)
    #expect(bench.key == nil)
    #expect(bench.site.openKeys == 1)
  }

  @Test("logging out gives the key back; client id and key pair stay")
  func logsOut() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    try await bench.act { try await $0.logOut() }
    await bench.expect(.signedOut)
    #expect(bench.site.openKeys == 0)
    #expect(bench.store.names == ["client-id", "key-pair:https://forum.example.org"])
    let update = await bench.app.current
    #expect(update.username == nil && !update.hasKey)
  }

  @Test("logging out when the site has no such key any more is no failure")
  func logsOutTwice() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    bench.site.revokeAllKeys()
    try await bench.act { try await $0.logOut() }
    await bench.expect(.signedOut)
    #expect(bench.key == nil)
  }
}
