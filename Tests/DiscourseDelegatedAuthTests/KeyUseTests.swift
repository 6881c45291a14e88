import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
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

  /// A page of somebody else, who stands between the app and the site.
  static let hotel: [LoopbackFault] = [200, 403, 404, 511].map {
    .page($0, "<html>Sign in to the network</html>")
  }

  @Test(
    "a refusal in plain text, as the message bus writes it, may be meant for the key",
    arguments: [true, false])
  func plainRefusal(isRevoked: Bool) async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    if isRevoked { bench.site.revokeAllKeys() }
    bench.log.failNext(with: .answer(status: 403, headers: [:], body: "Invalid Access"))
    await #expect(throws: isRevoked ? DelegatedAuthRequestProblem.keyRejected : .notAllowed) {
      try await bench.app.send(.post, "/message-bus/c/poll")
    }
    // It would answer in pieces of plain text.
    #expect(bench.log.received.first { $0.path == "/message-bus/c/poll" }?.headers["Dont-Chunk"] == "true")
    await bench.clock.settle()
    await bench.expect(isRevoked ? .keyInvalid : .loggedIn)
    #expect((bench.key == nil) == isRevoked)
  }

  @Test(
    "what is no answer of the site is not handed to the app",
    arguments: hotel + [
      .json(200, "<html></html>"), .answer(status: 200, headers: [:], body: "[]"),
      .answer(status: 302, headers: ["Location": "https://hotel.example/"], body: ""),
      .answer(status: 302, headers: [:], body: ""), .huge,
    ])
  func notTheSite(fault: LoopbackFault) async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    bench.log.failNext(with: fault)
    // A refusal is asked about, and a hotel answers that too.
    bench.log.fail(bench.log.received.count + 1, with: fault)
    await #expect(throws: DelegatedAuthRequestProblem.noAnswer) {
      try await bench.app.send(.get, "/notifications.json")
    }
    await bench.expect(.loggedIn)
    #expect(bench.key != nil)
  }

  @Test(
    "an answer of the site is handed over, whatever its status",
    arguments: [
      LoopbackFault.json(200, "[]"), .json(422, #"{"errors":["no"]}"#),
      .answer(status: 204, headers: [:], body: ""), .answer(status: 503, headers: [:], body: ""),
      .answer(status: 301, headers: ["Location": "/t/a-topic/1.json"], body: ""),
    ])
  func ofTheSite(fault: LoopbackFault) async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    bench.log.failNext(with: fault)
    let answer = try await bench.app.send(.get, "/t/1.json")
    #expect(fault.status == answer.status)
  }

  @Test("a hotel's login page ends no login, and gives no key back", arguments: hotel)
  func hotelElsewhere(fault: LoopbackFault) async throws {
    let bench = try DiscourseBench(faults: [2: fault])
    try await bench.open()
    await bench.expect(.loggedIn)
    #expect(bench.told == [.siteNotReachable])
    bench.log.failNext(with: fault)
    try await bench.act { try await $0.logOut() }
    await bench.expect(.signedOut, .siteNotReachable)
    #expect(bench.site.openKeys == 1)
  }

  @Test("14: logging out before the time to wait is over leaves the key with the site, and says so")
  func logsOutLimited() async throws {
    let bench = try DiscourseBench(site: { $0.requestsPerMinute = 2 })
    try await bench.open()
    await #expect(throws: DelegatedAuthRequestProblem.rateLimited(retryAfter: 60)) {
      try await bench.app.send(.get, "/notifications.json")
    }
    try await bench.act { try await $0.logOut() }
    await bench.expect(.signedOut, .rateLimited)
    #expect(await bench.app.current.retryAfter == 60)
    #expect(bench.key == nil)
    #expect(bench.site.openKeys == 1)
    // The next key of this installation replaces it.
    try await bench.act { try await $0.retry() }
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
    #expect(bench.site.openKeys == 1)
  }

  @Test("14: a limit of a key does not stop what is asked without one")
  func limitOfKey() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    bench.log.failNext(with: .answer(status: 429, headers: ["Retry-After": "86400"], body: ""))
    await #expect(throws: DelegatedAuthRequestProblem.rateLimited(retryAfter: 86_400)) {
      try await bench.app.send(.get, "/notifications.json")
    }
    try await bench.act { try await $0.close() }
    // What the site has said about itself is too old by then.
    bench.time.withLock { $0 += 4 * 3_600 }
    try await bench.act { try await $0.open("forum.example.org") }
    await bench.expect(.loggedIn)
    #expect(bench.count("/user-api-key/new") == 2)
  }

  @Test("logging out where the store can't be read gives no key back, and says so")
  func unreadableStore() async throws {
    struct Unreadable: SecretStore {
      struct Failure: Error {}
      let store: MemorySecretStore
      let isLocked: Locked<Bool>
      func secret(_ name: String) throws -> Secret? {
        if isLocked.withLock({ $0 }) { throw Failure() }
        return store.secret(name)
      }
      func keep(_ secret: Secret, as name: String) { store.keep(secret, as: name) }
      func remove(_ name: String) { store.remove(name) }
    }
    let (store, isLocked) = (MemorySecretStore(), Locked(false))
    let bench = try DiscourseBench(store: store) { $0.store = Unreadable(store: store, isLocked: isLocked) }
    try await bench.open()
    isLocked.withLock { $0 = true }
    try await bench.act { try await $0.logOut() }
    await bench.expect(.signedOut, .keysNotAvailable)
    #expect(bench.site.openKeys == 1 && bench.key == nil)
  }

  @Test(
    "whether the key is good is asked with what its scopes allow",
    arguments: [
      ("session_info", "/session/current.json"), ("read", "/session/current.json"),
      ("write", "/session/current.json"),
      ("notifications", "/notifications/totals.json"),
    ])
  func asksAllowed(scope: String, question: String) async throws {
    let bench = try DiscourseBench { $0.scopes = [scope] }
    try await bench.open()
    await bench.expect(.loggedIn)
    let asked = bench.count(question)
    await #expect(throws: DelegatedAuthRequestProblem.notAllowed) {
      try await bench.app.send(.get, "/posts.json")
    }
    #expect(bench.count(question) == asked + 1)
    await bench.expect(.loggedIn)
    #expect(bench.key != nil)
    bench.site.revokeAllKeys()
    await #expect(throws: DelegatedAuthRequestProblem.keyRejected) {
      try await bench.app.send(.get, "/posts.json")
    }
    await bench.clock.settle()
    await bench.expect(.keyInvalid)
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

extension LoopbackFault {
  /// The status that is answered.
  fileprivate var status: Int? {
    if case .answer(let status, _, _) = self { status } else { nil }
  }
}
