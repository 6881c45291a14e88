import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP

// What is done in the name of a session.
extension FxaLoopback {
  func answerSession(
    _ request: ReceivedRequest, _ body: JSONValue, _ state: inout State
  ) -> TransportResponse {
    let session: Session
    do throws(AuthorizationProblem) {
      session = try self.session(of: request, &state)
    } catch {
      return switch error {
      case .missing, .invalid, .unknownSession: Self.error(110, status: 401)
      case .wrongSignature: Self.error(109, status: 401)
      case .usedNonce: Self.error(115, status: 401)
      case .wrongTime: Self.error(111, status: 401, extra: ["serverTime": .number(Double(now()))])
      }
    }
    return switch (request.method, request.path) {
    case ("POST", "/v1/session/verify/totp"): verifyTOTP(session, body, &state)
    case ("POST", "/v1/session/verify_code"): verifyCode(session, body, &state)
    case ("POST", "/v1/session/resend_code"): resendCode(session, &state)
    case ("POST", "/v1/session/destroy"): destroy(session, &state)
    case ("GET", "/v1/account/attached_clients"): attachedClients(session, state)
    case ("POST", "/v1/account/destroy"): destroyAccount(session, body, &state)
    case ("POST", "/v1/oauth/authorization"): authorize(session, body, &state)
    default:
      .json(["code": 404, "errno": 116, "error": "Not Found", "message": "no"], status: 404)
    }
  }

  private func verifyTOTP(_ session: Session, _ body: JSONValue, _ state: inout State) -> TransportResponse {
    guard let code = body["code"]?.text, !code.isEmpty,
      code.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return Self.invalid("code") }
    if let throttling = throttling(session.email, state) { return throttling }
    guard let totp = state.accounts[session.email.lowercased()]?.totp else { return Self.error(155) }
    let isRight = totp.accepts(code, at: now())
    if isRight { verify(session, &state) } else { note(session.email, &state) }
    return TransportResponse.json(["success": .bool(isRight)])
  }

  private func verifyCode(_ session: Session, _ body: JSONValue, _ state: inout State) -> TransportResponse {
    guard let code = body["code"]?.text, code.utf8.count == 6 else { return Self.invalid("code") }
    if let throttling = throttling(session.email, state) { return throttling }
    guard let account = state.accounts[session.email.lowercased()],
      account.emailCodes.accepts(code, at: now())
    else { return failed(183, session.email, &state) }
    verify(session, &state)
    state.accounts[session.email.lowercased()]?.isVerified = true
    return TransportResponse.json([:])
  }

  private func verify(_ session: Session, _ state: inout State) {
    state.sessions[session.keys.id]?.isVerified = true
  }

  private func resendCode(_ session: Session, _ state: inout State) -> TransportResponse {
    if let account = state.accounts[session.email.lowercased()] { sendCode(account, &state) }
    return TransportResponse.json([:])
  }

  private func destroy(_ session: Session, _ state: inout State) -> TransportResponse {
    state.sessions[session.keys.id] = nil
    return TransportResponse.json([:])
  }

  private func attachedClients(_ session: Session, _ state: State) -> TransportResponse {
    guard session.isVerified else { return Self.error(138) }
    let clients = state.accounts[session.email.lowercased()]?.clients ?? []
    return TransportResponse.json(
      .list(
        clients.map { name in
          ["clientId": .null, "isCurrentSession": false, "name": name.map { .string($0) } ?? .null]
        }))
  }

  private func destroyAccount(_ session: Session, _ body: JSONValue, _ state: inout State)
    -> TransportResponse
  {
    guard let email = body["email"]?.text else { return Self.invalid("email") }
    guard let authPW = Self.authPW(body["authPW"]) else { return Self.invalid("authPW") }
    guard let account = state.accounts[email.lowercased()],
      account.email.lowercased() == session.email.lowercased()
    else { return Self.error(102) }
    guard account.authPW == authPW else { return Self.error(103) }
    guard session.isVerified else { return Self.error(138) }
    state.accounts[email.lowercased()] = nil
    state.sessions = state.sessions.filter { $0.value.email.lowercased() != email.lowercased() }
    return TransportResponse.json([:])
  }

  private func authorize(_ session: Session, _ body: JSONValue, _ state: inout State) -> TransportResponse {
    guard session.isVerified else { return Self.error(138) }
    guard body["client_id"]?.text == Self.clientID else { return Self.error(162) }
    // Guardian keeps a secret of its own, so the challenge is between it and the app.
    guard body["code_challenge"] == nil else { return Self.error(169) }
    guard let text = body["state"]?.text, body["scope"]?.text != nil else { return Self.invalid("state") }
    if let redirect = body["redirect_uri"]?.text, redirect != redirectURL { return Self.error(164) }
    let code = Hex.text(SecureRandom.bytes(32))
    state.transactions[text]?.fxaCode = code
    state.transactions[text]?.email = session.email
    let query = "?code=\(code)&state=\(text)"
    return TransportResponse.json(
      ["code": .string(code), "state": .string(text), "redirect": .string(redirectURL + query)])
  }
}
