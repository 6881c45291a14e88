import DiscourseDelegatedAuthFlow
import FirebaseTOTPFlow
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
    #"{"access_token":"a","refresh_token":"r","id_token":"e30.e30.AA","token_type":"Bearer","expires_in":86400}"#,
    #"{"sub":"auth0|1","name":"Ann","email":"a@b.c","picture":"https://x.example.org/p.png"}"#,
    #"{"emailAddress":"a@b.c","displayName":"Ann","firstName":"A","lastName":"B","imageUrl":"https://x.example.org/p.png"}"#,
    #"{"localId":"u","mfaPendingCredential":"p","mfaInfo":[{"mfaEnrollmentId":"e","displayName":"phone","totpInfo":{}}]}"#,
    #"{"localId":"u","idToken":"e30.eyJzdWIiOiJ1IiwiZXhwIjo5LCJpYXQiOjF9.AA","refreshToken":"r","expiresIn":"3600"}"#,
    #"{"totpSessionInfo":{"sharedSecretKey":"JBSWY3DPEHPK3PXP","verificationCodeLength":6,"hashingAlgorithm":"SHA1","periodSec":30,"sessionInfo":"s","finalizeEnrollmentTime":"2026-01-02T03:04:05.5Z"}}"#,
    #"{"users":[{"localId":"u","email":"a@b.c","emailVerified":true,"mfaInfo":[]}],"email":"a@b.c"}"#,
    #"{"error":{"code":400,"message":"INVALID_TOTP_VERIFICATION_CODE : x","status":"INVALID_ARGUMENT","errors":[{"reason":"invalid"}]}}"#,
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
      await askMozilla(transport)
      await askFirebase(transport)
      await askRegistration(transport)
      if let site = DiscourseSite("https://forum.example.org") {
        _ = try? await DiscourseClient(transport: transport, now: { 1_700_000_000 }).about(site)
      }
    }
    return json == nil ? .refused : .accepted
  }

  // What clients throw is typed, so that nothing else can come of an answer.

  private static func askMozilla(_ transport: Answering) async {
    guard let guardian = URL(string: "https://vpn.example.org"),
      let accounts = URL(string: "https://fxa.example.org"),
      let keys = SessionKeys(sessionToken: Secret(String(repeating: "0a", count: 32)))
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
    guard let parameters = try? await fxa.start(challenge: "x", email: nil) else { return }
    _ = try? await fxa.login(email: "a@b.c", authPW: secret, parameters)
    _ = try? await fxa.create(email: "a@b.c", authPW: secret, parameters)
    _ = try? await fxa.verifyTOTP(secret, keys, parameters)
    _ = try? await fxa.verifyCode(secret, keys, parameters)
    if let redirect = try? await fxa.authorize(keys, parameters) {
      _ = try? await fxa.follow(redirect, parameters)
    }
  }

  private static func askFirebase(_ transport: Answering) async {
    guard let url = URL(string: "https://identity.example.org") else { return }
    let firebase = FirebaseClient(
      FirebaseProject(apiKey: "k", projectID: "p", identityBase: url, tokenBase: url), transport: transport,
      now: { 1_700_000_000 })
    let secret = Secret("x")
    _ = try? await firebase.signIn(email: "a@b.c", password: secret)
    _ = try? await firebase.signIn(.customToken(secret))
    _ = try? await firebase.signUp(email: "a@b.c", password: secret)
    _ = try? await firebase.sendSignInLink("a@b.c", continueURL: url)
    _ = try? await firebase.finalizeSignIn(pending: secret, enrolment: "e", code: secret)
    _ = try? await firebase.startEnrolment(secret)
    _ = try? await firebase.finalizeEnrolment(secret, secret, code: secret, displayName: "phone")
    _ = try? await firebase.withdraw(secret, enrolment: "e")
    _ = try? await firebase.lookup(secret)
    _ = try? await firebase.sendVerificationEmail(secret)
    _ = try? await firebase.refresh(secret)
    _ = try? await firebase.configure(state: "ENABLED", adjacentIntervals: 1, token: secret)
  }

  private static func askRegistration(_ transport: Answering) async {
    guard let url = URL(string: "https://clueride.example.org"),
      let tenant = try? Auth0Tenant(domain: "tenant.example.org", clientID: "c")
    else { return }
    let secret = Secret("x")
    let auth0 = Auth0Client(tenant, transport: transport, now: { 1_700_000_000 })
    _ = try? await auth0.refresh(secret)
    _ = try? await auth0.revoke(secret)
    _ = try? await auth0.userinfo(secret)
    // With a token that is well-formed, the site is asked for its keys.
    let token = Secret("eyJhbGciOiJSUzI1NiIsImtpZCI6ImsifQ.eyJzdWIiOiJ1In0.AA")
    _ = try? await auth0.validated(token, nonce: nil)
    let backend = ClueRideClient(url, transport: transport, now: { 1_700_000_000 })
    _ = try? await backend.isValid(secret)
    _ = try? await backend.account(secret)
    _ = try? await backend.activeMember(secret)
    _ = try? await backend.initialize(Profile(email: "a@b.c"), secret)
  }
}
