import FlowTransport
import Foundation
import LoopbackServer

// Accounts: what needs no session.
extension FxaLoopback {
  func accountStatus(_ body: JSONValue, _ state: State) -> HTTPResponse {
    guard let email = Self.email(body["email"]) else { return Self.invalid("email") }
    return Self.ok(["exists": .bool(state.accounts[email.lowercased()] != nil)])
  }

  func create(_ request: ReceivedRequest, _ body: JSONValue, _ state: inout State) -> HTTPResponse {
    guard let email = Self.email(body["email"]) else { return Self.invalid("email") }
    guard let authPW = Self.authPW(body["authPW"]) else { return Self.invalid("authPW") }
    if let problem = Self.problem(of: body) { return problem }
    guard state.accounts[email.lowercased()] == nil else { return Self.error(101) }
    let account = LoopbackAccount(email: email, authPW: authPW, isVerified: false)
    state.accounts[email.lowercased()] = account
    return open(account, "email-otp", request, body, &state, names: false)
  }

  func login(_ request: ReceivedRequest, _ body: JSONValue, _ state: inout State) -> HTTPResponse {
    guard let email = Self.email(body["email"]) else { return Self.invalid("email") }
    guard let authPW = Self.authPW(body["authPW"]) else { return Self.invalid("authPW") }
    if let problem = Self.problem(of: body) { return problem }
    guard var account = state.accounts[email.lowercased()] else { return Self.error(102) }
    if account.isBlocked {
      guard let given = body["unblockCode"] else {
        return Self.error(
          125, extra: ["verificationMethod": "email-captcha", "verificationReason": "login"])
      }
      guard let code = given.text, code.utf8.count == 8, code.utf8.allSatisfy(Self.isBase36) else {
        return Self.invalid("unblockCode")
      }
      guard state.unblockCodes[email.lowercased()] == code.uppercased() else { return Self.error(127) }
    }
    // The proof was derived with another spelling than the one that the account was created with.
    guard account.email == email || body["originalLoginEmail"] != nil else {
      return Self.error(120, extra: ["email": .string(account.email)])
    }
    guard account.authPW == authPW else { return Self.error(103) }
    if let errno = account.loginErrno { return Self.error(errno) }
    // Used once.
    state.unblockCodes[email.lowercased()] = nil
    account.isBlocked = false
    state.accounts[email.lowercased()] = account
    let method =
      account.verificationMethod
      ?? (account.totp != nil ? "totp-2fa" : account.isVerified ? nil : "email-otp")
    return open(account, method, request, body, &state, names: true)
  }

  func sendUnblockCode(_ body: JSONValue, _ state: inout State) -> HTTPResponse {
    guard let email = Self.email(body["email"]) else { return Self.invalid("email") }
    guard state.accounts[email.lowercased()] != nil else { return Self.error(102) }
    let code = Unguessable.text(8, of: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    state.unblockCodes[email.lowercased()] = code
    state.mails.append(LoopbackMail(kind: .unblock, email: email, code: Secret(code)))
    return Self.ok([:])
  }

  /// Opens a session and answers with it.
  private func open(
    _ account: LoopbackAccount, _ method: String?, _ request: ReceivedRequest, _ body: JSONValue,
    _ state: inout State, names isNamed: Bool
  ) -> HTTPResponse {
    let token = Unguessable.bytes(32)
    let keys = LoopbackKeys(token: token)
    let code = Unguessable.text(6, of: "0123456789")
    state.issued += [Hex.text(token), keys.id, Hex.text(keys.hawkKey)]
    state.sessions[keys.id] = Session(
      email: account.email, keys: keys, isVerified: method == nil, method: method, code: code)
    if method == "email-otp" {
      state.mails.append(LoopbackMail(kind: .verification, email: account.email, code: Secret(code)))
    }
    var answer: [String: JSONValue] = [
      "uid": .string(account.uid), "sessionToken": .string(Hex.text(token)), "authAt": .number(Double(now())),
      "metricsEnabled": true,
    ]
    if request.query["keys"] == "true" {
      answer["keyFetchToken"] = .string(Hex.text(Unguessable.bytes(32)))
    }
    // A new account's answer does not say "verified" at all.
    if isNamed { answer["verified"] = .bool(method == nil) }
    if let method {
      answer["verificationMethod"] = .string(method)
      answer["verificationReason"] = isNamed ? "login" : "signup"
    }
    return Self.ok(.object(answer))
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
  private static func problem(of body: JSONValue) -> HTTPResponse? {
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
