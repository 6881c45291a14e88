import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestSupport
import Testing

/// The face of the flow, and ClueRide's part in it.
@Suite("The service for the state of the registration", .timeLimit(.minutes(20)))
struct ServiceTests {
  @Test("a late observer gets the latest state first, and then each one")
  func replay() async throws {
    let bench = try RegistrationBench()
    var before = bench.app.states().makeAsyncIterator()
    #expect(await before.next() == RegState.initial)
    await bench.request()
    // The first state of the chart is only sent to the observers of that time.
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

  @Test("nothing else is sent than this, from the first page to the end of a registration")
  func sent() async throws {
    let bench = try RegistrationBench(
      input: Registration.Input(backendCheck: true, endBrowserSession: true)
    ) { $0.crossChecksProfile = true }
    for type in [.social, .passwordless] as [Registration.SelectType] {
      try await bench.register(type)
      bench.expect(.h)
      _ = try await bench.app.activeMember()
      _ = try await bench.app.accountState()
      try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
      await bench.request()
      bench.expect(.b)
      try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
      bench.expect(.d)
    }
    var sent: [String: Set<String>] = [:]
    for request in bench.pages.received + bench.log.received {
      var names = request.query.keys.map { "?" + $0 } + request.headers.fields.map(\.name)
      // The browser's own.
      names.removeAll { $0 == "Cookie" }
      if case .object(let fields)? = JSONValue.read(request.body) { names += fields.keys }
      sent[request.path, default: []].formUnion(names)
    }
    #expect(bench.log.received.allSatisfy { $0.headers["Cookie"] == nil })
    let question: Set = ["Host", "Accept"]
    let ofPerson: Set = ["Host", "Accept", "Authorization"]
    let form: Set = ["Host", "Accept", "Content-Type", "client_id"]
    #expect(
      sent == [
        "/authorize": [
          "Host", "?client_id", "?response_type", "?redirect_uri", "?scope", "?audience", "?state", "?nonce",
          "?code_challenge", "?code_challenge_method", "?connection",
        ],
        "/u/email-code": ["Host", "?ticket", "?code"], "/v2/logout": ["Host", "?client_id", "?returnTo"],
        "/oauth/token": form.union(["grant_type", "code", "code_verifier", "redirect_uri", "refresh_token"]),
        "/oauth/revoke": form.union(["token"]), "/.well-known/jwks.json": question, "/userinfo": ofPerson,
        "/rest/access/state": ofPerson, "/rest/access/state/account": ofPerson,
        "/rest/member/active": ofPerson,
        "/rest/access/state/init": ofPerson.union([
          "Content-Type", "displayName", "firstName", "lastName", "email", "emailAddress", "imageUrl",
        ]),
      ])
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
    async let settled = bench.app.settled()
    await bench.clock.advance(by: .seconds(15))
    #expect(await settled.letter == .e)
    #expect(await states.next()?.letter == .e)
  }

  /// What is under way, and what comes of it.
  enum Busy: String, CaseIterable, Sendable { case renewing, looking, atSite, confirming, clearing }

  @Test(
    "a request while something is in progress gets its outcome, not the earlier state",
    arguments: Busy.allCases)
  func held(busy: Busy) async throws {
    let bench = try RegistrationBench(input: Registration.Input(backendCheck: true))
    await bench.request()
    if busy == .renewing || busy == .looking || busy == .clearing {
      try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
      try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
      bench.expect(.h)
      bench.log.failNext(with: .silence)
    }
    switch busy {
    case .renewing: try await bench.app.tokenRejected()
    case .looking: await bench.app.requestRegState(urlScheme: RegistrationBench.scheme)
    case .clearing: try await bench.app.logOut()
    case .atSite:
      bench.pages.failNext(with: .silence)
      try await bench.app.select(.social)
    case .confirming:
      try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
      bench.log.failNext(with: .silence)
      try await bench.app.confirm()
    }
    let before = bench.app.latest
    var states = await bench.app.requestRegState(urlScheme: RegistrationBench.scheme).makeAsyncIterator()
    var others = bench.app.states().makeAsyncIterator()
    #expect(bench.app.latest == before)
    if busy == .atSite { try await bench.app.cancel() }
    await bench.clock.advance(by: .seconds(15))
    let letter: Registration.Letter =
      switch busy {
      case .renewing, .looking: .e
      case .atSite, .clearing: .d
      case .confirming: .g
      }
    let first = await states.next()
    #expect(first?.letter == letter)
    #expect(busy == .confirming || first != before)
    #expect(await others.next() == first)
    // There is no other one.
    try await bench.act { app throws(RegistrationRefusal) in try await app.clearState() }
    #expect(await states.next()?.key == .registrationRequired)
  }

  @Test("after an error a request looks for everything again")
  func asksAfterError() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    bench.log.failNext(with: .reset)
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .noConnection)
    var states = await bench.app.requestRegState(urlScheme: RegistrationBench.scheme).makeAsyncIterator()
    await bench.settle()
    #expect(await states.next()?.letter == .c)

    let other = try RegistrationBench(person: Auth0Person(deed: .refuses))
    try await other.signIn()
    other.expect(.f, .callbackRefused)
    await other.request()
    other.expect(.d)
    #expect(other.app.latest.source == "No Tokens")
  }

  @Test("an access token that was renewed already is not renewed again when its refusal is reported late")
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
    #expect(refusal?.description == "`confirm` is not available now. Active states: `registrationRequired`.")
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
      (nil, .b, nil), (.json(200, "false"), .c, nil), (.json(401, "{}"), .c, nil),
      (.reset, .e, .noConnection), (.json(500, "{}"), .e, .serverUnavailable),
      (.json(200, "1"), .e, .malformedAnswer), (.json(429, "{}"), .e, .tooManyRequests),
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

  @Test("a back-end that is set up gets the confirmed profile, and is asked nothing else")
  func backendByDefault() async throws {
    for backend in [RegistrationBench.backend, nil] {
      let bench = try RegistrationBench { $0.backend = backend }
      try await bench.register()
      await bench.request()
      bench.expect(.b)
      let paths = bench.log.received.map(\.path).filter { $0.hasPrefix("/rest/") }
      #expect(paths == (backend == nil ? [] : ["/rest/access/state/init"]))
    }
  }

  @Test("the confirmed profile goes to the back-end, which then knows the member")
  func member() async throws {
    let bench = try RegistrationBench(input: Registration.Input(backendCheck: true))
    await #expect(throws: ClueRideProblem.notActive) { try await bench.app.activeMember() }
    try await bench.signIn()
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
    bench.log.failNext(with: .json(503, "{}"))
    await #expect(throws: ClueRideProblem.noAnswer(.serverUnavailable)) {
      try await bench.app.accountState()
    }
    bench.log.failNext(with: .reset)
    await #expect(throws: ClueRideProblem.noAnswer(.noConnection)) { try await bench.app.activeMember() }
    bench.log.failNext(with: .json(429, "{}", ["Retry-After": "3"]))
    await #expect(throws: ClueRideProblem.tooManyRequests(retryAfter: 3)) {
      try await bench.app.accountState()
    }
    bench.expect(.c)
  }

  @Test("an access token by which the back-end knows nobody is renewed once, and then it is believed")
  func unknown() async throws {
    let bench = try RegistrationBench(input: Registration.Input(backendCheck: true))
    try await bench.register()
    let faults: [LoopbackFault] = [.json(401, "{}"), .json(200, #""UNRECOGNIZED""#)]
    for (number, fault) in faults.enumerated() {
      bench.log.failNext(with: fault)
      await #expect(throws: ClueRideProblem.tokenRejected) { try await bench.app.accountState() }
      await bench.settle()
      bench.expect(.c)
      #expect(bench.count("/oauth/token") == 2 + number)
    }
    for state in [AccountState.unrecognized, .invalid, .archived] {
      bench.log.failNext(with: .json(200, "\"\(state.rawValue)\""))
      #expect(try await bench.app.accountState() == state)
    }
    #expect(bench.count("/oauth/token") == 3)
    // Once the token is known, one that is not is renewed again.
    bench.server.forgetAccessTokens()
    await #expect(throws: ClueRideProblem.tokenRejected) { try await bench.app.accountState() }
    await bench.settle()
    #expect(try await bench.app.accountState() == .existing)
    #expect(bench.count("/oauth/token") == 4)
  }

  @Test("what is stored of the person is for the app, as long as the registration is active")
  func profile() async throws {
    let bench = try RegistrationBench()
    #expect(await bench.app.profile() == nil)
    try await bench.signIn()
    #expect(await bench.app.profile() == nil)
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    #expect(await bench.app.profile()?.email == "ada@example.org")
    let next = try RegistrationBench(store: bench.store, server: bench.server)
    await next.request()
    #expect(await next.app.profile()?.displayName == "Ada Lovelace")
    #expect(await next.app.current.profile == nil)
    try await next.act { app throws(RegistrationRefusal) in try await app.logOut() }
    #expect(await next.app.profile() == nil)
  }

  @Test("the agreed token is one that the back-end knows")
  func agreed() async throws {
    let bench = try RegistrationBench(isNative: false) { $0.backend = RegistrationBench.backend }
    await bench.request()
    #expect(try await bench.app.accountState() == .test)
    // There is nothing to renew it with.
    bench.log.failNext(with: .json(200, #""INVALID""#))
    #expect(try await bench.app.accountState() == .invalid)
    bench.expect(.a)
    // It has nothing to be renewed with.
    try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    bench.expect(.e, .noRefreshToken)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    bench.expect(.a)
  }
}
