import FlowTransport
import Foundation
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
import Testing

/// What a server, or somebody in its place, says and must not be believed.
@Suite("Forged and untimely answers in nextAuth sessions", .timeLimit(.minutes(20)))
struct ForgeryTests {
  typealias Bench = NextAuthBench

  /// What is reported, by whom and when: of sessions that are others, and with numbers that were reported before.
  private static let untimely: [String] = [
    #""kind":"serverLogout""#, #""kind":"pingLost""#, #""kind":"failure","code":"networkError""#,
    #""kind":"accountDeleted","account":"anna""#, #""kind":"loggedIn","webSession":"forged""#,
  ]
  .flatMap { told in
    [
      #""session":"IDX","number":2"#, #""session":"","number":3"#, #""session":"undefined","number":2"#,
      #""session":"ID","number":1"#, #""session":"ID","number":0"#, #""session":"ID","number":-1"#,
    ].map { "{\($0),\(told)}" }
  }

  /// Events that are reported to a session which is logged in with the number 1.
  static let events =
    untimely + [
      #"{"session":"00000000000000000000000000000000","number":2,"kind":"serverLogout"}"#,
      #"{"session":"","number":2,"kind":"serverLogout"}"#,
      #"{"session":"ID","number":1,"kind":"serverLogout"}"#,
      #"{"session":"ID","number":0,"kind":"serverLogout"}"#,
      #"{"session":"ID","number":-5,"kind":"pingLost"}"#,
      #"{"session":"ID","number":1,"kind":"failure","code":"protocolFailure"}"#,
      #"{"session":"ID","number":1,"kind":"accountDeleted","account":"anna"}"#,
      #"{"session":"IDX","number":9,"kind":"accountDeleted","account":"anna"}"#,
      #"{"session":"ID","number":2,"kind":"loggedIn","sessionInfo":"forged"}"#,
      #"{"session":"ID","number":2,"kind":"loggedIn","sessionInfo":"forged","webSession":"forged"}"#,
      #"{"session":"ID","number":2,"kind":"accountDeleted","account":"berta"}"#,
      #"{"session":"ID","number":2,"kind":"accountDeleted","account":"Anna"}"#,
      #"{"session":"ID ","number":2,"kind":"serverLogout"}"#,
      #"{"session":" ID","number":2,"kind":"pingLost"}"#,
      #"{"session":"ID/","number":2,"kind":"failure","code":"factorBlocked"}"#,
      #"{"session":"ID","number":-9223372036854775808,"kind":"serverLogout"}"#,
      #"{"session":"ID","number":1,"kind":"loggedIn","webSession":"forged"}"#,
      #"{"session":"ID","number":7,"kind":"loggedIn","webSession":"forged"}"#,
    ]

  @Test("events of another session, late ones and repeated ones change nothing", arguments: events)
  func forgedEvent(_ event: String) async throws {
    let bench = Bench()
    let session = try await bench.startAppLogin()
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn)
    let webSession = session.webSession
    let id = try await bench.id(session)
    let body = #"{"closed":false,"events":[\#(event.replacing("ID", with: id))]}"#
    let isTold = Locked(false)
    bench.tamper.withLock {
      $0 = { _, request, response in
        guard request.url.path.hasSuffix("/events"), !isTold.withLock({ $0 }) else { return response }
        isTold.withLock { $0 = true }
        return .json(text: body)
      }
    }
    await bench.clock.advance(by: .seconds(3))
    #expect(isTold.withLock { $0 })
    try await bench.expect(session, .active, .loggedIn)
    #expect(session.webSession == webSession)
    #expect(await session.current.sessionInfo == "hello")
    #expect(bench.callbacks.told(session).filter { $0.hasPrefix("SessionLogin") }.count <= 1)
  }

  /// Events that are none: a session that is logged in loses its connection to who sends them, and nothing else.
  static let noEvents = [
    #"{"number":2,"kind":"loggedIn"}"#, #"{"session":7,"number":2,"kind":"loggedIn"}"#,
    #"{"session":"ID","kind":"loggedIn"}"#, #"{"session":"ID","number":"2","kind":"loggedIn"}"#,
    #"{"session":"ID","number":2.5,"kind":"loggedIn"}"#, #"{"session":"ID","number":1e99,"kind":"loggedIn"}"#,
    #"{"session":"ID","number":2}"#, #"{"session":"ID","number":2,"kind":"LOGGED_IN"}"#,
    #"{"session":"ID","number":2,"kind":"admin"}"#, #"{"session":"ID","number":2,"kind":null}"#,
    #"{"session":"ID","number":2,"kind":"accountDeleted"}"#,
    #"{"session":"ID","number":2,"kind":"accountDeleted","account":["anna"]}"#,
    #"{"session":"ID","number":2,"kind":"sessionEnded"}"#, "7", "null", "[]", #""loggedIn""#,
  ]

  @Test("what is no event logs nobody in, and ends the session", arguments: noEvents)
  func noEvent(_ event: String) async throws {
    let bench = Bench()
    let session = try await bench.start(Bench.login { $0.finishes = false })
    try await bench.give(session)
    try await bench.expect(session, .active, .fail)
    let body = #"{"closed":false,"events":[\#(event.replacing("ID", with: try await bench.id(session)))]}"#
    bench.tamper.withLock {
      $0 = { _, request, response in
        request.url.path.hasSuffix("/events") ? .json(text: body) : response
      }
    }
    await bench.hear()
    try await bench.expect(session, .error, .error, .protocolFailure)
    #expect(bench.nextAuth.history.map(\.status) == [.error])
  }

  @Test("events out of their order: what is reported after the later one is passed over")
  func order() async throws {
    let bench = Bench()
    let session = try await bench.start(Bench.login { $0.finishes = false })
    try await bench.give(session)
    let id = try await bench.id(session)
    let body = """
      {"closed":false,"events":[{"session":"\(id)","number":5,"kind":"loggedIn"},\
      {"session":"\(id)","number":4,"kind":"failure","code":"protocolFailure"},\
      {"session":"\(id)","number":5,"kind":"serverLogout"}]}
      """
    let isTold = Locked(false)
    bench.tamper.withLock {
      $0 = { _, request, response in
        guard request.url.path.hasSuffix("/events") else { return response }
        defer { isTold.withLock { $0 = true } }
        return isTold.withLock { $0 }
          ? .json(text: #"{"closed":false,"events":[]}"#)
          : .json(text: body)
      }
    }
    await bench.clock.advance(by: .seconds(3))
    try await bench.expect(session, .active, .loggedIn)
  }

  @Test("a login that is reported before the person has answered counts nothing")
  func early() async throws {
    let bench = Bench { $0.manuallyStartUserInteraction = true }
    let session = try await bench.start(Bench.login { $0.finishes = false })
    for place in 0..<3 {
      if place == 1 { try await session.startUserInteraction() }
      if place == 2 { try await bench.give(session, .pin(Secret("wrong"))) }
      for event: NextAuthSession.Event in [
        .loggedIn(), .loggedIn(webSession: "1"), .serverLogout, .pingLost, .failure(code: .networkError),
        .activity, .roundStarted,
      ] { _ = await session.forge(event) }
      let update = await session.current
      #expect(update.historyStatus == .fail && !update.isOver && update.status != .active)
    }
    #expect(bench.record(session)?.status == .fail)
  }

  /// What the server says of a session, in place of what is true.
  static let offers: [(String, NextAuthSession.ErrorCode)] = [
    (#"{"pingTime":-1}"#, .protocolFailure), (#"{"pingTime":99999999999}"#, .protocolFailure),
    (#"{"pingTime":"300"}"#, .protocolFailure), (#"{"kind":"admin"}"#, .protocolFailure),
    (#"{"kind":"enrol"}"#, .protocolFailure), (#"{"kind":"enrol","newAccount":""}"#, .protocolFailure),
    ("{\"accounts\":[\"" + String(repeating: "a", count: 256) + "\"]}", .protocolFailure),
    ("{\"server\":\"" + String(repeating: "a", count: 256) + "\"}", .protocolFailure),
    (#"{"accounts":["a\u0001"]}"#, .protocolFailure),
    (#"{"accounts":[]}"#, .noAccounts), (#"{"accounts":["anna","anna"]}"#, .protocolFailure),
    (#"{"accounts":[""]}"#, .protocolFailure), (#"{"accounts":["anna",7]}"#, .protocolFailure),
    (#"{"accounts":"anna"}"#, .protocolFailure), (#"{"hasFactor":null}"#, .protocolFailure),
    (#"{"factorLasts":-1}"#, .protocolFailure), (#"{"server":null}"#, .protocolFailure),
    (#"{"factorLasts":1e99}"#, .protocolFailure), (#"{"serverWantsFactor":"no"}"#, .protocolFailure),
    (#"{"sessionWantsFactor":0}"#, .protocolFailure), (#"{"pingTime":0.5}"#, .protocolFailure),
    (#"{"accounts":null}"#, .protocolFailure), (#"{"accounts":[["anna"]]}"#, .protocolFailure),
    (#"{"kind":null}"#, .protocolFailure), (#"{"kind":"enrol","newAccount":7}"#, .protocolFailure),
    (#"{"error":"noAccounts"}"#, .noAccounts), (#"{"error":"loggedIn"}"#, .protocolFailure),
  ]

  @Test("an offer that makes no sense ends the session", arguments: offers)
  func offer(_ change: String, _ error: NextAuthSession.ErrorCode) async throws {
    let bench = Bench()
    bench.tamper.withLock {
      $0 = { number, _, response in
        guard number == 1, case .object(var fields)? = JSONValue.read(response.body),
          case .object(let changed)? = JSONValue.read(Array(change.utf8))
        else { return response }
        fields.merge(changed) { $1 }
        return .json(.object(fields))
      }
    }
    let session = try await bench.start()
    try await bench.expect(session, .error, .error, error)
  }

  /// Answers to account and factor that are none, or say what cannot be.
  static let answers = [
    "", "null", "7", "[]", "{}", #"{"result":null}"#, #"{"result":true}"#, #"{"result":"ok"}"#,
    #"{"result":"SUCCESS"}"#, #"{"result":["success"]}"#, #"{"loggedin":true}"#, #"{"loggedIn":true}"#,
    #"{"result":"success","moreInput":"none"}"#, #"{"result":"success","moreInput":true}"#,
    #"{"result":"success","error":"factorBlocked!"}"#, #"{"status":"ACTIVE","historyStatus":"LOGGED_IN"}"#,
    #"{"session":"ID","number":1,"kind":"loggedIn"}"#, #"{"result":"success""#,
  ]

  @Test(
    "an invalid answer to account or factor logs nobody in", arguments: answers, ["account", "factor"])
  func answer(_ body: String, _ path: String) async throws {
    let bench = Bench()
    let session = try await bench.start()
    bench.tamper.withLock {
      $0 = { _, request, response in
        request.url.path.hasSuffix(path) ? .json(text: body) : response
      }
    }
    try await bench.give(session)
    // What is not even an object does not come from the server.
    let isObject = JSONValue.read(Array(body.utf8))?.isObject == true
    try await bench.expect(session, .error, .error, isObject ? .protocolFailure : .networkError)
    #expect(!bench.watcher.told.contains("sessionLogin"))
    // Nothing more was asked of a server that answers so.
    #expect(bench.log.received.filter { $0.path.hasSuffix("/factor") }.count == (path == "factor" ? 1 : 0))
  }

  /// Answers to the first request, which makes a session.
  static let beginnings = [
    "{}", #"{"id":"00112233445566778899aabbccddeeff"}"#, #"{"token":"t"}"#, #"{"id":7,"token":"t"}"#,
    #"{"id":"","token":"t"}"#, #"{"id":"../accounts/delete","token":"t"}"#, #"{"id":"a?b","token":"t"}"#,
    #"{"id":"a b","token":"t"}"#, #"{"id":"a\u0000b","token":"t"}"#,
    #"{"id":"00112233445566778899aabbccddeeff","token":""}"#,
    #"{"id":"00112233445566778899aabbccddeeff","token":"a\r\nX: y"}"#,
  ]

  @Test("a session that was made up leads to no request elsewhere", arguments: beginnings)
  func beginning(_ body: String) async throws {
    let bench = Bench()
    bench.tamper.withLock {
      $0 = { number, _, response in
        number == 0 ? .json(text: body) : response
      }
    }
    let session = try await bench.start()
    try await bench.expect(session, .error, .error, .protocolFailure)
    #expect(bench.log.received.map(\.path) == ["/sessions"])
  }

  @Test("there are more than sixty forged events, and more than a hundred forgeries")
  func count() {
    let events = Set(Self.events + Self.noEvents)
    #expect(events.count >= 60)
    #expect(events.union(Self.offers.map(\.0) + Self.answers + Self.beginnings).count >= 100)
  }

  @Test("a login to the app itself takes no other account, and never enrolls")
  func appLogin() async throws {
    let bench = Bench(accounts: ["anna", "berta"])
    for offer in [#"["berta"]"#, #"[]"#] {
      bench.tamper.withLock {
        $0 = { _, request, response in
          guard request.method == .get, case .object(var fields)? = JSONValue.read(response.body),
            fields["accounts"] != nil
          else { return response }
          fields["accounts"] = JSONValue.read(Array(offer.utf8))
          return .json(.object(fields))
        }
      }
      let session = try await bench.nextAuth.startAppLogin(account: "anna")
      await bench.clock.settle()
      try await bench.expect(session, .error, .error, .noAccounts)
    }
    bench.tamper.withLock { $0 = nil }
    bench.server.setAppLogin(.enrolment(of: "zoe"))
    let session = try await bench.nextAuth.startAppLogin()
    await bench.clock.settle()
    try await bench.expect(session, .error, .error, .protocolFailure)
  }

  @Test("a server that goes on without the factor that the person was asked for is not believed")
  func withoutFactor() async throws {
    for result in [
      RoundResult(result: .success, sessionEnds: true, loggedIn: true),
      RoundResult(result: .success, moreInput: .confirmation), RoundResult(result: .success),
      RoundResult(result: .wrong, remaining: 2),
    ] {
      let bench = Bench()
      let session = try await bench.start()
      bench.server.answerNext(with: result)
      // It would take the factor, if it came.
      bench.server.answerNext(with: RoundResult(result: .success))
      try await bench.give(session)
      try await bench.expect(session, .error, .error, .protocolFailure)
      #expect(await eventually { bench.callbacks.all.count >= 2 })
      #expect(!bench.callbacks.told(session).contains("SecondFactor SUCCESS"))
    }
  }
}
