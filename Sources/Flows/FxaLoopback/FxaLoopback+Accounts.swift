import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP

// Accounts: what needs no session.
extension FxaLoopback {
  func accountStatus(_ body: JSONValue, _ state: State) -> TransportResponse {
    guard let email = Self.email(body["email"]) else { return Self.invalid("email") }
    return TransportResponse.json(["exists": .bool(state.accounts[email.lowercased()] != nil)])
  }

  func create(_ request: ReceivedRequest, _ body: JSONValue, _ state: inout State) -> TransportResponse {
    guard let email = Self.email(body["email"]) else { return Self.invalid("email") }
    guard let authPW = Self.authPW(body["authPW"]) else { return Self.invalid("authPW") }
    if let problem = Self.problem(of: body) { return problem }
    guard state.accounts[email.lowercased()] == nil else { return Self.error(101) }
    let account = LoopbackAccount(email: email, authPW: authPW, isVerified: false)
    state.accounts[email.lowercased()] = account
    return open(account, "email-otp", request, body, &state, names: false)
  }

  func login(_ request: ReceivedRequest, _ body: JSONValue, _ state: inout State) -> TransportResponse {
    guard let email = Self.email(body["email"]) else { return Self.invalid("email") }
    guard let authPW = Self.authPW(body["authPW"]) else { return Self.invalid("authPW") }
    if let problem = Self.problem(of: body) { return problem }
    if let throttling = throttling(email, state) { return throttling }
    guard var account = state.accounts[email.lowercased()] else { return Self.error(102) }
    // What unblocks is looked at, and used up, before address and password are.
    if account.isBlocked {
      guard let given = body["unblockCode"] else {
        return Self.error(
          125, extra: ["verificationMethod": "email-captcha", "verificationReason": "login"])
      }
      guard let code = given.text, code.utf8.count == 8, code.utf8.allSatisfy(Self.isBase36) else {
        return Self.invalid("unblockCode")
      }
      let sent = state.unblockCodes[email.lowercased()]?.removeValue(forKey: code.uppercased())
      guard let sent, now() - sent <= Self.unblockCodeLifetime else { return failed(127, email, &state) }
    }
    // The proof was derived with another spelling than the one that the account was created with.
    guard account.email == email || body["originalLoginEmail"] != nil else {
      return Self.error(120, extra: ["email": .string(account.email)])
    }
    guard account.authPW == authPW else { return failed(103, email, &state) }
    if let errno = account.loginErrno { return Self.error(errno) }
    account.isBlocked = false
    state.accounts[email.lowercased()] = account
    let method =
      account.verificationMethod
      ?? (account.totp != nil ? "totp-2fa" : account.isVerified ? nil : "email-otp")
    return open(account, method, request, body, &state, names: true)
  }

  func sendUnblockCode(_ body: JSONValue, _ state: inout State) -> TransportResponse {
    guard let email = Self.email(body["email"]) else { return Self.invalid("email") }
    if let throttling = throttling(email, state) { return throttling }
    guard state.accounts[email.lowercased()] != nil else { return Self.error(102) }
    let code = SecureRandom.text(8, of: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    state.unblockCodes[email.lowercased(), default: [:]][code] = now()
    state.mails.append(LoopbackMail(kind: .unblock, email: email, code: Secret(code)))
    return TransportResponse.json([:])
  }

  /// Opens a session and answers with it.
  private func open(
    _ account: LoopbackAccount, _ method: String?, _ request: ReceivedRequest, _ body: JSONValue,
    _ state: inout State, names isNamed: Bool
  ) -> TransportResponse {
    let token = SecureRandom.bytes(32)
    let keys = LoopbackKeys(token: token)
    state.issued += [Hex.text(token), keys.id, Hex.text(keys.hawkKey)]
    state.sessions[keys.id] = Session(
      email: account.email, keys: keys, isVerified: method == nil, method: method)
    if method == "email-otp" { sendCode(account, &state) }
    var answer: [String: JSONValue] = [
      "uid": .string(account.uid), "sessionToken": .string(Hex.text(token)), "authAt": .number(Double(now())),
      "metricsEnabled": true,
    ]
    if request.query["keys"] == "true" {
      answer["keyFetchToken"] = .string(Hex.text(SecureRandom.bytes(32)))
    }
    // A new account's answer does not say "verified" at all.
    if isNamed { answer["verified"] = .bool(method == nil) }
    if let method {
      answer["verificationMethod"] = .string(method)
      answer["verificationReason"] = isNamed ? "login" : "signup"
    }
    return TransportResponse.json(.object(answer))
  }

  /// Sends the code that confirms the address: the same one while its time lasts.
  func sendCode(_ account: LoopbackAccount, _ state: inout State) {
    let code = Secret(account.emailCodes.code(at: now()))
    state.mails.append(LoopbackMail(kind: .verification, email: account.email, code: code))
  }

  // MARK: Throttling

  /// How long an unblock code is good for, in seconds.
  static let unblockCodeLifetime = 3_600
  /// How often somebody may be wrong in a quarter of an hour.
  static let mostFailures = 10
  private static let failuresCount = 900

  /// Notes that somebody was wrong, and says so.
  func failed(_ errno: Int, _ email: String, _ state: inout State) -> TransportResponse {
    note(email, &state)
    return Self.error(errno)
  }

  /// Notes that somebody was wrong.
  func note(_ email: String, _ state: inout State) {
    state.failures[email.lowercased(), default: []].append(now())
  }

  /// The answer to somebody who was wrong too often; nil for everybody else.
  func throttling(_ email: String, _ state: State) -> TransportResponse? {
    let recent = (state.failures[email.lowercased()] ?? []).filter { now() - $0 < Self.failuresCount }
    guard recent.count >= Self.mostFailures, let first = recent.first else { return nil }
    let seconds = Self.failuresCount - (now() - first)
    var response = Self.error(114, status: 429, extra: ["retryAfter": .number(Double(seconds))])
    response.headers["Retry-After"] = String(seconds)
    return response
  }

  // MARK: Parameters

  private static func email(_ value: JSONValue?) -> String? {
    guard let email = value?.text, (3...255).contains(email.utf8.count),
      email.split(separator: "@", omittingEmptySubsequences: false).count == 2
    else { return nil }
    return email
  }

  static func authPW(_ value: JSONValue?) -> Secret? {
    guard let text = value?.text, text.utf8.count == 64, Hex.bytes(text) != nil else { return nil }
    return Secret(text)
  }

  /// The limits of the fields that come with a sign-in.
  private static func problem(of body: JSONValue) -> TransportResponse? {
    if let service = body["service"] {
      guard let text = service.text, text.utf8.count <= 16,
        text.utf8.allSatisfy({ isBase36($0) || $0 == UInt8(ascii: "-") })
      else { return invalid("service") }
    }
    guard let metrics = body["metricsContext"] else { return nil }
    guard metrics.isObject else { return invalid("metricsContext") }
    if let device = metrics["deviceId"], !isHex(device, 32) { return invalid("metricsContext.deviceId") }
    guard (metrics["flowId"] == nil) == (metrics["flowBeginTime"] == nil) else {
      return invalid("metricsContext.flowId")
    }
    if let flow = metrics["flowId"], !isHex(flow, 64) { return invalid("metricsContext.flowId") }
    if let time = metrics["flowBeginTime"], (time.int ?? 0) <= 0 {
      return invalid("metricsContext.flowBeginTime")
    }
    return nil
  }

  private static func isHex(_ value: JSONValue, _ count: Int) -> Bool {
    guard let text = value.text, text.utf8.count == count else { return false }
    return Hex.bytes(text) != nil
  }

  static func isBase36(_ sign: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(sign)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(sign | 0x20)
  }
}
