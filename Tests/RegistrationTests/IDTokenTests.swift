import FlowTransport
import RegistrationFlow
import RegistrationLoopback
import Testing

/// What makes an ID token one that is accepted.
@Suite("ID tokens", .timeLimit(.minutes(20)))
struct IDTokenTests {
  static let issuer = "https://tenant.example.org/"
  static let clientID = "client"
  static let nonce = Secret("n0nce")
  static let now = 1_700_000_000.0

  /// A change of good claims, and what becomes of them.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let problem: IDTokenProblem?
    let change: @Sendable (inout [String: JSONValue]) -> Void

    init(
      _ name: String, _ problem: IDTokenProblem?,
      _ change: @escaping @Sendable (inout [String: JSONValue]) -> Void
    ) {
      testDescription = name
      self.problem = problem
      self.change = change
    }
  }

  static func time(_ offset: Double) -> JSONValue { .number(now + offset) }

  static let changes: [Change] = [
    Change("good", nil) { _ in },
    Change("the issuer without its slash", .issuer) { $0["iss"] = "https://tenant.example.org" },
    Change("the issuer with a blank", .issuer) { $0["iss"] = "https://tenant.example.org/ " },
    Change("another issuer", .issuer) { $0["iss"] = "https://tenant.example.com/" },
    Change("no issuer", .issuer) { $0["iss"] = nil },
    Change("nobody", .subject) { $0["sub"] = nil },
    Change("somebody without a name", .subject) { $0["sub"] = "" },
    Change("somebody with a number", .subject) { $0["sub"] = 7 },
    Change("another audience", .audience) { $0["aud"] = "other" },
    Change("no audience", .audience) { $0["aud"] = nil },
    Change("an empty audience", .audience) { $0["aud"] = [] },
    Change("an audience of other kinds", .audience) { $0["aud"] = ["client", 7] },
    Change("an audience in a list", nil) { $0["aud"] = ["client"] },
    Change("several audiences, asked for by us", nil) {
      $0["aud"] = ["other", "client"]
      $0["azp"] = "client"
    },
    Change("several audiences, asked for by nobody", .authorizedParty) { $0["aud"] = ["other", "client"] },
    Change("several audiences, asked for by another", .authorizedParty) {
      $0["aud"] = ["other", "client"]
      $0["azp"] = "other"
    },
    Change("asked for by another", .authorizedParty) { $0["azp"] = "other" },
    Change("asked for by no text", .authorizedParty) { $0["azp"] = ["client"] },
    Change("asked for by null", .authorizedParty) { $0["azp"] = .null },
    Change("several audiences, asked for by null", .authorizedParty) {
      $0["aud"] = ["other", "client"]
      $0["azp"] = .null
    },
    Change("that begins at null", .notYetValid) { $0["nbf"] = .null },
    Change("over for a minute", nil) { $0["exp"] = time(-60) },
    Change("over for longer", .expired) { $0["exp"] = time(-61) },
    Change("without an end", .expired) { $0["exp"] = nil },
    Change("with an end that is a text", .expired) { $0["exp"] = .string("\(Int(now) + 60)") },
    Change("with an end that is true", .expired) { $0["exp"] = true },
    Change("that begins in a minute", nil) { $0["nbf"] = time(60) },
    Change("that begins later", .notYetValid) { $0["nbf"] = time(61) },
    Change("that begins at no time", .notYetValid) { $0["nbf"] = "soon" },
    Change("issued at no time", .issuedAt) { $0["iat"] = nil },
    Change("issued at a text", .issuedAt) { $0["iat"] = "now" },
    // A device whose clock is slow must not lock its owner out.
    Change("issued in ten minutes", nil) { $0["iat"] = time(600) },
    Change("issued later", .issuedAt) { $0["iat"] = time(601) },
    Change("for another request", .nonce) { $0["nonce"] = "other" },
    Change("for no request", .nonce) { $0["nonce"] = nil },
    Change("for a request with a number", .nonce) { $0["nonce"] = 7 },
  ]

  static let claims: [String: JSONValue] = [
    "iss": .string(issuer), "sub": "google-oauth2|1815", "aud": .string(clientID), "exp": time(3_600),
    "iat": time(-5), "nonce": .string(nonce.text),
  ]

  private static func problem(
    _ token: String, keys: JSONValue? = nil, nonce: Secret? = nonce, subject: String? = nil
  ) throws -> IDTokenProblem? {
    let signer = try #require(Auth0Signer.shared)
    let keys = try #require(JSONWebKeySet(keys ?? signer.webKeys))
    let rules = IDTokenRules(
      issuer: issuer, clientID: clientID, nonce: nonce, subject: subject, now: now)
    do throws(IDTokenProblem) {
      try rules.check(try IDToken(token), keys)
      return nil
    } catch {
      return error
    }
  }

  @Test("what a token says decides", arguments: changes)
  func claims(change: Change) throws {
    var claims = Self.claims
    change.change(&claims)
    #expect(try Self.problem(try #require(Auth0Signer.shared).token(.object(claims))) == change.problem)
  }

  @Test("a nonce that was not sent is not asked for, and a token may be bound to somebody")
  func optional() throws {
    let token = try #require(Auth0Signer.shared).token(.object(Self.claims))
    #expect(try Self.problem(token, nonce: nil) == nil)
    #expect(try Self.problem(token, nonce: nil, subject: "google-oauth2|1815") == nil)
    #expect(try Self.problem(token, nonce: nil, subject: "google-oauth2|1816") == .subject)
  }

  @Test("the header chooses no algorithm")
  func headers() throws {
    let signer = try #require(Auth0Signer.shared)
    let rows: [(JSONValue, IDTokenProblem?)] = [
      (["alg": "RS256", "kid": .string(signer.id)], nil),
      (["alg": "none", "kid": .string(signer.id)], .algorithm),
      (["alg": "None", "kid": .string(signer.id)], .algorithm),
      (["alg": "HS256", "kid": .string(signer.id)], .algorithm),
      (["alg": "RS512", "kid": .string(signer.id)], .algorithm),
      (["alg": "PS256", "kid": .string(signer.id)], .algorithm),
      (["alg": "rs256", "kid": .string(signer.id)], .algorithm),
      (["alg": ["RS256"], "kid": .string(signer.id)], .algorithm),
      (["kid": .string(signer.id)], .algorithm),
      (["alg": "RS256"], .keyID), (["alg": "RS256", "kid": 7], .keyID),
      (["alg": "RS256", "kid": ""], .keyID),
      (["alg": "RS256", "kid": "other"], .unknownKey),
      (["alg": "RS256", "kid": .string(signer.id), "crit": ["exp"]], .criticalHeader),
      (["alg": "RS256", "kid": .string(signer.id), "crit": .null], .criticalHeader),
      (["alg": "RS256", "kid": .string(signer.id), "b64": false], .criticalHeader),
      (["alg": "RS256", "kid": .string(signer.id), "enc": "A128GCM"], .criticalHeader),
      (["alg": "RS256", "kid": .string(signer.id), "zip": "DEF"], .criticalHeader),
      // A key that the token brings along is nobody's.
      (["alg": "RS256", "kid": "own", "jwk": signer.webKey], .unknownKey),
    ]
    for (header, problem) in rows {
      let token = signer.token(.object(Self.claims), header: header)
      #expect(try Self.problem(token) == problem, "\(String(decoding: header.bytes, as: UTF8.self))")
    }
  }

  @Test("the form is strict")
  func forms() throws {
    let signer = try #require(Auth0Signer.shared)
    let good = signer.token(.object(Self.claims))
    let parts = good.split(separator: ".").map(String.init)
    let rows: [(String, IDTokenProblem)] = [
      ("", .empty), ("x", .parts), ("a.b", .parts), (good + ".", .parts), (good + ".x", .parts),
      ("..", .json), (parts[0] + "." + parts[1] + ".", .signature), ("." + parts[1] + "." + parts[2], .json),
      (parts[0] + "=." + parts[1] + "." + parts[2], .encoding), (good + "=", .encoding),
      (good + " ", .encoding), (" " + good, .encoding), ("\n" + good, .encoding),
      (parts[0] + ".e30+." + parts[2], .encoding), (parts[0] + ".e30/." + parts[2], .encoding),
      (signer.signed(parts[0] + "." + Base64.urlText(Array("[]".utf8))), .json),
      (signer.signed(parts[0] + "." + Base64.urlText(Array("{".utf8))), .json),
      (signer.signed(parts[0] + "." + Base64.urlText([0xff])), .json),
      (parts[0] + "." + Base64.urlText(Array("{}".utf8)) + "." + parts[2], .signature),
      (String(repeating: "a", count: 70_000), .tooLong),
    ]
    #expect(try Self.problem(good) == nil)
    for (token, problem) in rows { #expect(try Self.problem(token) == problem, "\(token.prefix(80))") }
    // Every bit of the signature counts.
    let signature = try #require(Base64.urlBytes(parts[2]))
    for index in [0, 1, signature.count / 2, signature.count - 1] {
      var other = signature
      other[index] ^= 1
      #expect(try Self.problem(parts[0] + "." + parts[1] + "." + Base64.urlText(other)) == .signature)
    }
  }

  @Test("only the site's own RSA keys for signatures count")
  func keys() throws {
    let signer = try #require(Auth0Signer.shared)
    let token = signer.token(.object(Self.claims))
    guard case .object(let key) = signer.webKey else { return }
    func with(_ change: (inout [String: JSONValue]) -> Void) -> JSONValue {
      var changed = key
      change(&changed)
      return ["keys": .list([.object(changed)])]
    }
    let rows: [(JSONValue, IDTokenProblem?)] = [
      (["keys": []], .unknownKey), (with { $0["use"] = "enc" }, .unknownKey), (with { $0["use"] = nil }, nil),
      (with { $0["alg"] = "HS256" }, .unknownKey), (with { $0["alg"] = nil }, nil),
      (with { $0["kty"] = "oct" }, .unknownKey), (with { $0["kid"] = nil }, .unknownKey),
      (with { $0["n"] = "AQAB" }, .unknownKey), (with { $0["e"] = nil }, .unknownKey),
      (["keys": .list([["kty": "EC"], signer.webKey])], nil),
    ]
    for (keys, problem) in rows { #expect(try Self.problem(token, keys: keys) == problem) }
    #expect(JSONWebKeySet([:]) == nil && JSONWebKeySet(["keys": "none"]) == nil)
    // Another key of the same name.
    let other = try #require(Auth0Signer(id: signer.id))
    #expect(try Self.problem(other.token(.object(Self.claims))) == .signature)
  }
}
