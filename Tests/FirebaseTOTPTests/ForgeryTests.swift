import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP
import StatechartsTesting
import TestSupport
import Testing

/// An answer that is not the server's, or that belongs to somebody else.
struct Forgery: Sendable, CustomTestStringConvertible {
  let request: ErrorRow.Request
  let name: String
  /// What the person sees: these servers have said something else than they should, or have not answered.
  let error: FirebaseTOTP.ErrorCode
  let change: @Sendable (TransportResponse) -> TransportResponse
  var testDescription: String { "\(request): \(name)" }

  init(
    _ request: ErrorRow.Request, _ name: String, _ error: FirebaseTOTP.ErrorCode = .internalError,
    _ change: @escaping @Sendable (TransportResponse) -> TransportResponse
  ) {
    self.request = request
    self.name = name
    self.error = error
    self.change = change
  }

  /// Puts something else in the place of a field; nil takes it out.
  static func field(
    _ request: ErrorRow.Request, _ path: [String], _ value: JSONValue?, _ name: String
  ) -> Forgery {
    Forgery(request, "\(path.joined(separator: ".")) is \(name)") { response in
      var response = response
      if let json = JSONValue.read(response.body) { response.body = json.setting(path, value).bytes }
      return response
    }
  }

  /// A token that names somebody.
  static func token(_ subject: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
    let claims = JSONValue.object(more.merging(["sub": .string(subject)]) { old, _ in old })
    return .string("e30." + Base64.urlText(claims.bytes) + ".c2ln")
  }

  /// Values that are not texts, and texts that can't be used.
  static let noTexts: [(JSONValue?, String)] = [
    (nil, "missing"), (.null, "null"), ("", "empty"), (7, "a number"), (true, "true"), ([:], "an object"),
    (["x"], "a list"),
  ]

  static let wrongTokens: [(JSONValue?, String)] =
    noTexts + [
      ("x", "no token"), ("a.b", "of two parts"), ("a.b.c", "of parts that say nothing"),
      ("e30.e30.e30.e30", "of four parts"), ("e30.e30.e30", "nobody's"), ("e30.W10.e30", "a list"),
      (token(""), "of an empty name"), (token("somebody-else"), "somebody else's"),
      (.string("e30." + Base64.urlText(Array("{\"sub\":7}".utf8)) + ".e30"), "a number's"),
      (
        .string("e30." + Base64.urlText([UInt8](repeating: UInt8(ascii: "["), count: 9_000)) + ".e30"),
        "too deep"
      ),
    ]

  static let all: [Forgery] = {
    var all: [Forgery] = []
    for request in [ErrorRow.Request.signIn, .verify, .finalize, .withdraw] {
      // A sign-in without a token is one that needs a second factor, unless it has none of that either.
      for (value, name) in wrongTokens { all.append(field(request, ["idToken"], value, name)) }
      for (value, name) in noTexts { all.append(field(request, ["refreshToken"], value, name)) }
    }
    for (value, name) in noTexts + [("somebody-else", "somebody else")] {
      all.append(field(.signIn, ["localId"], value, name))
      all.append(field(.load, ["users", "0", "localId"], value, name))
    }
    for (value, name): (JSONValue, String) in [
      ("soon", "a word"), ([:], "an object"), ("99999999999999999999", "too long"), (true, "true"),
      (.number(1.5), "no whole number"),
    ] { all.append(field(.signIn, ["expiresIn"], value, name)) }
    for (value, name): (JSONValue?, String) in [
      (nil, "missing"), ([], "empty"), ([:], "an object"), ([[:]], "without names"),
      ([["localId": "a"], ["localId": "b"]], "two"), ("x", "a text"),
    ] { all.append(field(.load, ["users"], value, name)) }
    for (value, name): (JSONValue, String) in [
      ("x", "a text"), ([:], "an object"), ([[:]], "without ids"), ([["mfaEnrollmentId": ""]], "empty ids"),
      ([["mfaEnrollmentId": 7]], "numbers"), (["x"], "texts"),
      ([["mfaEnrollmentId": "a"], ["mfaEnrollmentId": "a"]], "twice the same"),
    ] { all.append(field(.load, ["users", "0", "mfaInfo"], value, name)) }
    for (value, name) in noTexts + [
      ("1", "no base 32"), ("A", "too short"), ("MZXW6===!", "more than base 32"),
    ] {
      all.append(field(.start, ["totpSessionInfo", "sharedSecretKey"], value, name))
    }
    for (value, name) in noTexts {
      all.append(field(.start, ["totpSessionInfo", "sessionInfo"], value, name))
      all.append(field(.start, ["totpSessionInfo"], value, name))
    }
    for (value, name) in noTexts + [
      ("soon", "a word"), ("2026-13-01T00:00:00Z", "a month too many"), ("2026-01-01", "a day"),
      ("2026-01-01T00:00:00", "without a place"), ("2026-01-01T00:00:00.Z", "without a fraction"),
    ] { all.append(field(.start, ["totpSessionInfo", "finalizeEnrollmentTime"], value, name)) }
    for (value, name): (JSONValue, String) in [(11, "11"), (1_000_000, "a million")] {
      all.append(field(.start, ["totpSessionInfo", "verificationCodeLength"], value, name))
    }
    for (value, name): (JSONValue, String) in [(0, "0"), (-30, "negative"), (1_000_000_000, "years")] {
      all.append(field(.start, ["totpSessionInfo", "periodSec"], value, name))
    }
    for request in [ErrorRow.Request.signIn, .verify, .load, .start, .finalize, .withdraw] {
      all += [
        Forgery(request, "a page", .networkError) {
          var response = $0
          response.headers["Content-Type"] = "text/html"
          return response
        },
        Forgery(request, "without a kind", .networkError) {
          TransportResponse(status: $0.status, body: $0.body)
        },
        Forgery(request, "another success", .networkError) {
          TransportResponse(status: 201, headers: $0.headers, body: $0.body)
        },
        Forgery(request, "an invalid success", .networkError) {
          TransportResponse(status: 400, headers: $0.headers, body: $0.body)
        },
        Forgery(request, "half of it", .networkError) {
          TransportResponse(status: 200, headers: $0.headers, body: Array($0.body.prefix($0.body.count / 2)))
        },
        Forgery(request, "an error too") { response in
          guard case .object(var fields)? = JSONValue.read(response.body) else { return response }
          fields["error"] = ["message": "X"]
          return TransportResponse(
            status: 200, headers: response.headers, body: JSONValue.object(fields).bytes)
        },
      ]
    }
    return all
  }()

  /// Second factors that nobody can choose.
  static let hints: [Forgery] =
    noTexts.map { field(.signIn, ["mfaPendingCredential"], $0.0, $0.1) }
    + [
      ("x", "a text"), ([:], "an object"), ([], "empty"), ([[:]], "without ids"),
      ([["mfaEnrollmentId": ""]], "empty ids"), ([["mfaEnrollmentId": 7]], "numbers"),
      ([["mfaEnrollmentId": "a"], ["mfaEnrollmentId": "a"]], "twice the same"), (nil, "missing"),
    ].map { field(.signIn, ["mfaInfo"], $0.0, $0.1) }
}

extension JSONValue {
  /// With another value at a place; numbers are places in lists.
  func setting(_ path: [String], _ value: JSONValue?) -> JSONValue {
    guard let name = path.first else { return value ?? .null }
    let rest = Array(path.dropFirst())
    switch self {
    case .object(var fields):
      if rest.isEmpty { fields[name] = value } else { fields[name] = fields[name]?.setting(rest, value) }
      return .object(fields)
    case .list(var list):
      guard let place = Int(name), list.indices.contains(place) else { return self }
      list[place] = list[place].setting(rest, value)
      return .list(list)
    default: return self
    }
  }
}

@Suite("Forged answers of Identity Platform", .scanned, .timeLimit(.minutes(20)))
struct ForgeryTests {
  @Test("there are more than sixty")
  func count() { #expect(Forgery.all.count + Forgery.hints.count >= 60) }

  @Test(
    "each leaves everything as it was, and the right answer is taken after it",
    arguments: Forgery.all)
  func forged(forgery: Forgery) async throws {
    let bench = try await ErrorTests.bench(forgery.request)
    let before = try? await bench.app.idToken()
    let stored = bench.store.secret("firebase-tokens:demo")
    let number = bench.log.received.count + (forgery.request == .load ? 1 : 0)
    bench.tamper.withLock {
      $0 = { position, _, response in position == number ? forgery.change(response) : response }
    }
    try await ErrorTests.go(forgery.request, bench)
    if forgery.request == .verify || forgery.request == .finalize {
      // The code was wrong, which an answer of the server says.
      bench.tamper.withLock { $0 = nil }
      try await right(forgery, bench)
      return
    }
    await bench.expect(ErrorRow.screen(forgery.request), forgery.error)
    let after = try? await bench.app.idToken()
    #expect(after == before)
    #expect(bench.store.secret("firebase-tokens:demo") == stored)
    #expect(bench.log.received.count == number + 1)
    await #expect(throws: FirebaseTOTPRefusal.self) { try await bench.app.totpSecretKey() }
    bench.tamper.withLock { $0 = nil }
  }

  /// The same with the right code.
  private func right(_ forgery: Forgery, _ bench: FirebaseBench) async throws {
    await bench.clock.advance(by: .seconds(30))
    let before = try? await bench.app.idToken()
    let code: String
    if forgery.request == .finalize {
      try await bench.act(.back)
      let key = try #require(Base32.bytes(try await bench.app.totpSecretKey().text))
      try await bench.act(.continue)
      code = TOTP(key: Secret(key)).code(at: bench.time)
    } else {
      code = bench.code
    }
    let number = bench.log.received.count
    bench.tamper.withLock {
      $0 = { position, _, response in position == number ? forgery.change(response) : response }
    }
    try await bench.act(.submit(code: code))
    if forgery.request == .finalize {
      // Whatever has become of its answer, the server has the factor.
      await bench.expect(.signedIn)
      #expect(bench.told.last == .enrolled)
    } else {
      await bench.expect(ErrorRow.screen(forgery.request), forgery.error)
    }
    let after = try? await bench.app.idToken()
    #expect(after == before)
    #expect(bench.log.received.count == number + (forgery.request == .finalize ? 2 : 1))
  }

  @Test("factors that cannot be chosen, and a first factor that is not kept", arguments: Forgery.hints)
  func hints(forgery: Forgery) async throws {
    let bench = try FirebaseBench(users: [FirebaseBench.user(factors: [FirebaseBench.app()])])
    await bench.start()
    bench.tamper.withLock {
      $0 = { position, _, response in position == 0 ? forgery.change(response) : response }
    }
    try await bench.signIn()
    await bench.expect(.signedOut, .internalError)
    try await bench.signIn()
    await bench.expect(.askingCode)
  }

  @Test("tokens of somebody else do not come with a refresh", arguments: 0..<7)
  func refreshed(kind: Int) async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    let changes: [[(name: String, value: JSONValue?)]] = [
      [("id_token", Forgery.token("somebody-else"))], [("user_id", "somebody-else")], [("id_token", nil)],
      [("refresh_token", nil)], [("refresh_token", "")], [("expires_in", "soon")],
      // In itself it is right.
      [("id_token", Forgery.token("somebody-else")), ("user_id", "somebody-else")],
    ]
    bench.tamper.withLock {
      $0 = { _, request, response in
        guard request.url.path == "/v1/token", let json = JSONValue.read(response.body) else {
          return response
        }
        var response = response
        response.body = changes[kind].reduce(json) { $0.setting([$1.name], $1.value) }.bytes
        return response
      }
    }
    let before = try await bench.app.idToken()
    await bench.clock.advance(by: .seconds(3_301))
    #expect(bench.count("/v1/token") == 1)
    await bench.expect(.signedIn)
    #expect(await bench.app.current.isActive(.refreshLater))
    bench.tamper.withLock { $0 = nil }
    await bench.clock.advance(by: .seconds(30))
    #expect(await bench.app.current.isActive(.fresh))
    #expect(try await bench.app.idToken() != before)
  }
}
