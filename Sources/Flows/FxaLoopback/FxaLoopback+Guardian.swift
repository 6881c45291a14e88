import Crypto
public import FlowTransport
import Foundation
import LoopbackServer

// The VPN service.
extension FxaLoopback {
  var redirectURL: String {
    callback.map { $0.absoluteString + Self.callbackPath } ?? base.absoluteString + Self.redirectPath
  }

  func answerGuardian(
    _ request: ReceivedRequest, _ body: JSONValue, _ state: inout State
  ) -> TransportResponse? {
    switch (request.method, request.path) {
    case ("GET", Self.redirectPath): landed(request, &state)
    case ("GET", Self.callbackPath):
      TransportResponse(
        status: 302,
        headers: [
          "Location": base.absoluteString + Self.redirectPath
            + String(request.target.dropFirst(Self.callbackPath.count))
        ])
    case ("POST", "/api/v2/vpn/login/verify"): verify(body, &state)
    case ("GET", let path) where path.hasPrefix("/api/v2/vpn/login/"): begin(request, &state)
    default: nil
    }
  }

  private func begin(_ request: ReceivedRequest, _ state: inout State) -> TransportResponse {
    // Some clients send the padding too.
    guard let challenge = request.query["code_challenge"].map({ $0.prefix { $0 != "=" } }),
      challenge.utf8.count == 43, request.query["code_challenge_method"] == "S256"
    else { return Self.refusal("code_challenge") }
    if let port = request.query["port"] {
      return landInApp(port, String(challenge), email: request.query["email"], &state)
    }
    let transaction = Transaction(
      state: Hex.text(SecureRandom.bytes(32)), challenge: String(challenge),
      visit: Hex.text(SecureRandom.bytes(16)))
    state.transactions[transaction.state] = transaction
    state.issued.append(transaction.visit)
    let parameters: JSONValue = [
      "client_id": .string(Self.clientID), "redirect_uri": .string(redirectURL), "response_type": "code",
      "state": .string(transaction.state), "scope": "profile https%3A%2F%2Fidentity.mozilla.com%2Fapps%2Fvpn",
      "access_type": "offline", "action": "email", "referrer": .string(base.absoluteString),
      "device_id": .string(Hex.text(SecureRandom.bytes(16))),
      "flow_id": .string(Hex.text(SecureRandom.bytes(32))),
      "flow_begin_time": .number(Double(now()) * 1_000),
      "user_agent": .string(request.query["user_agent"] ?? ""),
    ]
    var response = TransportResponse.json([
      "fxa_oauth": ["url": .string(base.absoluteString + "/authorization"), "params": parameters]
    ])
    response.headers["Set-Cookie"] = "\(Self.cookieName)=\(transaction.visit); Path=/; HttpOnly; SameSite=Lax"
    return response
  }

  /// What a browser ends with that was sent here by an app on a desktop, once somebody has signed in there, which takes
  /// no time here: the address where the app listens.
  private func landInApp(
    _ port: String, _ challenge: String, email: String?, _ state: inout State
  ) -> TransportResponse {
    guard let port = UInt16(port), port > 0 else { return Self.refusal("port") }
    let own = Self.browserCode(challenge, email ?? "somebody@example.org", &state)
    return TransportResponse(status: 302, headers: ["Location": "http://127.0.0.1:\(port)/?code=\(own)"])
  }

  private func landed(_ request: ReceivedRequest, _ state: inout State) -> TransportResponse {
    guard let text = request.query["state"], let code = request.query["code"],
      var transaction = state.transactions[text], transaction.fxaCode == code
    else { return Self.refusal("The sign-in is not known.") }
    // As the real one: `state` is in a session, and only its cookie leads to that.
    guard request.cookies[Self.cookieName] == transaction.visit else {
      return Self.refusal("state_token_inequality")
    }
    // The account server's code is used once.
    transaction.fxaCode = nil
    state.transactions[text] = nil
    let own = Hex.text(SecureRandom.bytes(40))
    state.codes[own] = transaction
    state.issued += [own, code]
    return TransportResponse.json(["code": .string(own)])
  }

  private func verify(_ body: JSONValue, _ state: inout State) -> TransportResponse {
    guard let code = body["code"]?.text, let verifier = body["code_verifier"]?.text,
      let transaction = state.codes.removeValue(forKey: code), let email = transaction.email,
      Base64.urlText(SHA256.hash(data: Data(verifier.utf8))) == transaction.challenge
    else { return Self.refusal("The code is not valid.") }
    let token = Base64.urlText(SecureRandom.bytes(48))
    state.tokens.append(token)
    return TransportResponse.json([
      "user": [
        "email": .string(email), "display_name": "", "avatar": "", "devices": [], "subscriptions": [:],
        "max_devices": 5,
      ],
      "token": .string(token),
    ])
  }

  /// What the browser ends with when somebody has signed in there: a code for the app.
  public func browserCode(challenge: String, email: String) -> Secret {
    Secret(state.withLock { Self.browserCode(challenge, email, &$0) })
  }

  private static func browserCode(_ challenge: String, _ email: String, _ state: inout State) -> String {
    let own = Hex.text(SecureRandom.bytes(40))
    state.codes[own] = Transaction(state: "", challenge: challenge, email: email)
    state.issued.append(own)
    return own
  }

  private static func refusal(_ detail: String) -> TransportResponse {
    .json(["detail": .string(detail)], status: 400)
  }
}
