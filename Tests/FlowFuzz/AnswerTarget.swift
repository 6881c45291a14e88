import DiscourseDelegatedAuthFlow
import FlowTransport
import Foundation
import FxaAuthenticationFlow
import InputFuzzing
import RegistrationFlow
import Statecharts

/// Answers of servers: JSON, and everything that looks like it.
enum AnswerTarget {
  private static let seeds = [
    #"{"exists":true}"#,
    #"{"client_id":"c","state":"s","scope":"a b","access_type":"offline","code_challenge":"x","code_challenge_method":"S256","flow_id":"f","flow_begin_time":1,"response_type":"code","email":"a@b.c","action":"email","redirect_uri":"https://vpn.example.org/x"}"#,
    #"{"uid":"u","sessionToken":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","verified":false,"authAt":1700000000,"verificationMethod":"totp-2fa","verificationReason":"login","metricsEnabled":true}"#,
    #"{"redirect":"https://vpn.example.org/oauth/success?code=a&state=s","code":"a","state":"s"}"#,
    #"{"code":400,"errno":111,"serverTime":1700000001,"error":"Bad Request","message":"m","retryAfter":60}"#,
    #"{"code":429,"errno":114,"retryAfter":18446744073709551615,"verificationMethod":"email-captcha"}"#,
    #"[{"name":"Firefox","isCurrentSession":true},{"name":null},{"name":"VPN"}]"#,
    #"{"user":{"avatar":"a","display_name":"d","email":"a@b.c","max_devices":5,"subscriptions":{"vpn":{"active":true}},"devices":[]},"token":"t"}"#,
    #"{"current_user":{"username":"ann","unread":3}}"#,
    #"{"unread_notifications":9223372036854775807,"unread_personal_messages":1}"#,
    #"{"success":"OK","errors":["x"],"error_type":"rate_limit","extras":{"wait_seconds":7.5,"time_left":"x"}}"#,
    #"{"auth_api_version":4,"title":"T","description":"d"}"#,
    #"{"profile":{"name":"Ann","email":"a@b.c"},"accessToken":"a","refreshToken":"r","expiresAt":1700000000,"registrationType":"SOCIAL","lifetime":86400,"isRenewalOpen":true}"#,
    #"{"keys":[{"kty":"RSA","use":"sig","alg":"RS256","kid":"k","n":"AQAB","e":"AQAB"}]}"#,
    #"["\ud83d\ude00\u0000\/\n",1.5e-3,-0,null,true,{"":{}}]"#,
  ]

  static func make(_ corpus: [String: [[UInt8]]]) -> FuzzTarget {
    FuzzTarget("answer", .json) {
      (corpus["answer"] ?? []) + seeds.map { Array($0.utf8) }
    } run: {
      await run($0)
    }
  }

  /// Gives the same answer to every request.
  private struct Answering: HTTPTransport {
    let response: TransportResponse
    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse { response }
  }

  private static func run(_ bytes: [UInt8]) async -> FuzzTarget.Verdict {
    let json = JSONValue.read(bytes)
    if let json {
      guard JSONValue.read(json.bytes) == json else {
        return .wrong("JSON is another after it was written and read")
      }
      _ = JSONWebKeySet(json)
      _ = RetryAfter.seconds(header: nil, body: json["retryAfter"], now: 1_700_000_000)
    }
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    _ = RetryAfter.seconds(header: text, body: nil, now: 1_700_000_000)
    if let kept = CapturedData(kept: Secret(bytes)) { _ = CapturedData(kept: kept.kept) }
    for status in [200, 400, 403, 429] {
      let headers: TransportHeaders = [
        "Content-Type": "application/json", "Retry-After": text, "Location": text,
      ]
      let transport = Answering(response: TransportResponse(status: status, headers: headers, body: bytes))
      await ask(transport)
    }
    return json == nil ? .refused : .accepted
  }

  /// Makes every request of the clients. What they throw is typed, so that nothing else can come of it.
  private static func ask(_ transport: Answering) async {
    guard let guardian = URL(string: "https://vpn.example.org"),
      let accounts = URL(string: "https://fxa.example.org"),
      let keys = SessionKeys(sessionToken: Secret(String(repeating: "0a", count: 32))),
      let site = DiscourseSite("https://forum.example.org")
    else { return }
    let servers = FxaServers(guardian: guardian, accounts: accounts, platform: "test", userAgent: "test")
    let fxa = FxaClient(
      servers, transport: transport, authorizer: HawkAuthorizer(now: { 1_700_000_000 }, nonce: { "nonce1" }),
      now: { 1_700_000_000 })
    let secret = Secret("x")
    _ = try? await fxa.accountStatus(email: "a@b.c")
    _ = try? await fxa.attachedClients(keys)
    _ = try? await fxa.verify(code: secret, verifier: secret, nil)
    _ = try? await fxa.resendCode(keys)
    _ = try? await fxa.destroyAccount(email: "a@b.c", authPW: secret, isRepeated: true, keys)
    if let parameters = try? await fxa.start(challenge: "x", email: nil) {
      _ = try? await fxa.login(email: "a@b.c", authPW: secret, parameters)
      _ = try? await fxa.create(email: "a@b.c", authPW: secret, parameters)
      _ = try? await fxa.verifyTOTP(secret, keys, parameters)
      _ = try? await fxa.verifyCode(secret, keys, parameters)
      if let redirect = try? await fxa.authorize(keys, parameters) {
        _ = try? await fxa.follow(redirect, parameters)
      }
    }
    let discourse = DiscourseClient(transport: transport, now: { 1_700_000_000 })
    _ = try? await discourse.about(site)
  }
}
