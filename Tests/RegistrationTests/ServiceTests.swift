import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import Testing

/// The face of the flow, and ClueRide's part in it.
@Suite("The service for the state of the registration", .timeLimit(.minutes(20)))
struct ServiceTests {
  @Test("whoever comes late gets the latest state first, and then each one")
  func replay() async throws {
    let bench = try RegistrationBench()
    var before = bench.app.states().makeAsyncIterator()
    #expect(await before.next() == RegState.initial)
    await bench.request()
    // The first state of the chart is told too.
    #expect(await before.next() == RegState.initial)
    #expect(await before.next()?.letter == .d)
    var late = bench.app.states().makeAsyncIterator()
    #expect(await late.next()?.letter == .d)
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    for letter in [Registration.Letter.g, .h] {
      #expect(await late.next()?.letter == letter)
      #expect(await before.next()?.letter == letter)
    }
    #expect(bench.app.latest.key == .active)
  }

  @Test("a request settles, at once or after a while, and one beside it joins")
  func settles() async throws {
    let valid = try RegistrationBench(stored: RegistrationBench.registered())
    await valid.app.requestRegState(urlScheme: RegistrationBench.scheme)
    #expect(await valid.app.settled().letter == .b)

    let bench = try RegistrationBench()
    try await bench.register()
    bench.log.failNext(with: .silence)
    try await bench.app.tokenRejected()
    var states = await bench.app.requestRegState(urlScheme: RegistrationBench.scheme).makeAsyncIterator()
    #expect(await states.next()?.letter == .h)
    async let settled = bench.app.settled()
    await bench.clock.advance(by: .seconds(15))
    #expect(await settled.letter == .e)
    #expect(await states.next()?.letter == .e)
  }

  @Test("the streams end with the service")
  func ends() async throws {
    var service: RegStateService? = try RegistrationBench().app
    let states = service?.states()
    service = nil
    var seen = 0
    for await _ in try #require(states) { seen += 1 }
    #expect(seen == 1)
  }

  @Test("an access token that was renewed already is not renewed again when its refusal is told late")
  func lateRefusal() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let old = try #require(try bench.stored()?.accessToken)
    for _ in 0..<3 {
      await bench.app.tokenRejected(old)
      await bench.settle()
    }
    bench.expect(.c)
    #expect(bench.count("/oauth/token") == 2)
  }

  @Test("each letter has a meaning")
  func meanings() {
    #expect(Set(Registration.Letter.allCases.map(\.meaning)).count == 8)
  }

  @Test("what is not offered is refused, and changes nothing")
  func refusals() async throws {
    let bench = try RegistrationBench()
    await bench.request()
    let refusal = await #expect(throws: RegistrationRefusal.self) { try await bench.app.confirm() }
    #expect(refusal?.description == "`confirm` is not there in `registrationRequired`.")
    await #expect(throws: RegistrationRefusal.self) { try await bench.app.retry() }
    await #expect(throws: RegistrationRefusal.self) { try await bench.app.tokenRejected() }
    await #expect(throws: RegistrationRefusal.self) { try await bench.app.logOut() }
    await #expect(throws: RegistrationRefusal.self) { try await bench.app.cancel() }
    bench.expect(.d)
  }

  // MARK: ClueRide

  @Test("the back-end may be asked whether a token is valid: yes is B, no is renewed, nothing is E")
  func backend() async throws {
    let input = Registration.Input(backendCheck: true)
    for (fault, letter, error) in [
      (nil, .b, nil), (ErrorTests.json(200, "false"), .c, nil), (ErrorTests.json(401, "{}"), .c, nil),
      (.reset, .e, .noConnection), (ErrorTests.json(500, "{}"), .e, .serverUnavailable),
      (ErrorTests.json(200, "1"), .e, .malformedAnswer), (ErrorTests.json(429, "{}"), .e, .tooManyRequests),
    ] as [(LoopbackFault?, Registration.Letter, Registration.ErrorCode?)] {
      let bench = try RegistrationBench(input: input)
      try await bench.register()
      bench.expect(.h)
      if let fault { bench.log.failNext(with: fault) }
      await bench.request()
      bench.expect(letter, error)
      #expect(bench.count("/rest/access/state") == 1)
      let header = try #require(
        bench.log.received.first { $0.path == "/rest/access/state" }?.headers["Authorization"])
      #expect(header.hasPrefix("Bearer "))
    }
  }

  @Test("without being asked, the back-end is left alone")
  func withoutBackend() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    await bench.request()
    bench.expect(.b)
    #expect(!bench.log.received.contains { $0.path.hasPrefix("/rest/") })
  }

  @Test("the confirmed profile goes to the back-end, which then knows the member")
  func member() async throws {
    let bench = try RegistrationBench(input: Registration.Input(backendCheck: true))
    await #expect(throws: ClueRideProblem.notActive) { try await bench.app.activeMember() }
    await bench.request()
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    await #expect(throws: ClueRideProblem.notActive) { try await bench.app.accountState() }
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    #expect(
      try bench.body("/rest/access/state/init") == [
        "displayName": "Ada Lovelace", "firstName": "Ada", "lastName": "Lovelace",
        "email": "ada@example.org", "emailAddress": "ada@example.org",
        "imageUrl": "https://example.org/ada.png",
      ])
    #expect(try await bench.app.activeMember().email == "ada@example.org")
    #expect(try await bench.app.accountState() == .existing)
  }

  @Test("a token that the back-end refuses is renewed")
  func rejected() async throws {
    let bench = try RegistrationBench(input: Registration.Input(backendCheck: true))
    try await bench.register()
    bench.server.forgetAccessTokens()
    await #expect(throws: ClueRideProblem.tokenRejected) { try await bench.app.activeMember() }
    await bench.settle()
    bench.expect(.c)
    #expect(try await bench.app.activeMember().displayName == "Ada Lovelace")
    bench.log.failNext(with: .reset)
    await #expect(throws: ClueRideProblem.noAnswer) { try await bench.app.activeMember() }
    bench.log.failNext(with: ErrorTests.json(429, "{}", ["Retry-After": "3"]))
    await #expect(throws: ClueRideProblem.tooManyRequests(retryAfter: 3)) {
      try await bench.app.accountState()
    }
    bench.expect(.c)
  }

  @Test("the agreed token is one that the back-end knows")
  func agreed() async throws {
    let bench = try RegistrationBench(isNative: false)
    await bench.request()
    #expect(try await bench.app.accountState() == .test)
    // It has nothing to be renewed with.
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .noRefreshToken)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.a)
  }
}
