package import FlowTransport
import Foundation

// The account server. Paths and fields are its own.
extension FxaClient {
  /// Whether an account exists.
  package func accountStatus(email: String) async throws(FxaError) -> Bool {
    let json = try await call(post("account/status", ["email": .string(email)]))
    guard let exists = json["exists"]?.bool else { throw .authenticationFailure }
    return exists
  }

  /// Signs in.
  package func login(
    email: String, authPW: Secret, originalLoginEmail: String? = nil, unblockCode: Secret? = nil,
    _ parameters: FxaParameters
  ) async throws(FxaError) -> FxaLogin {
    var body: [String: JSONValue] = [
      "email": .string(email), "authPW": .string(authPW.text), "reason": "signin",
      "service": .string(parameters.clientID), "skipErrorCase": true, "verificationMethod": "email-otp",
      "metricsContext": parameters.metrics,
    ]
    if let originalLoginEmail { body["originalLoginEmail"] = .string(originalLoginEmail) }
    if let unblockCode { body["unblockCode"] = .string(unblockCode.text) }
    let json = try await call(post("account/login", .object(body)), .login)
    guard let login = FxaLogin(json) else { throw .authenticationFailure }
    return login
  }

  /// Creates an account.
  package func create(
    email: String, authPW: Secret, _ parameters: FxaParameters
  ) async throws(FxaError) -> FxaLogin {
    let body: JSONValue = [
      "email": .string(email), "authPW": .string(authPW.text), "service": .string(parameters.clientID),
      "verificationMethod": "email-otp", "metricsContext": parameters.metrics,
    ]
    let json = try await call(post("account/create", body))
    guard let login = FxaLogin(json) else { throw .authenticationFailure }
    return login
  }

  /// Has an unblock code sent by email.
  package func sendUnblockCode(email: String) async throws(FxaError) {
    try await done(call(post("account/login/send_unblock_code", ["email": .string(email)])))
  }

  /// Checks the code of the authenticator app. A wrong code is no error.
  package func verifyTOTP(
    _ code: Secret, _ keys: SessionKeys, _ parameters: FxaParameters
  ) async throws(FxaError) -> Bool {
    let body: JSONValue = [
      "code": .string(code.text), "service": .string(parameters.clientID),
      "scopes": .list([.string(parameters.scope)]),
    ]
    let json = try await call(post("session/verify/totp", body), keys, .totpCode)
    guard let success = json["success"]?.bool else { throw .authenticationFailure }
    return success
  }

  /// Checks the code of the email.
  package func verifyCode(
    _ code: Secret, _ keys: SessionKeys, _ parameters: FxaParameters
  ) async throws(FxaError) {
    let body: JSONValue = [
      "code": .string(code.text), "service": .string(parameters.clientID), "scopes": .list(parameters.scopes),
    ]
    try await done(call(post("session/verify_code", body), keys, .emailCode))
  }

  /// Has the email with the code sent again.
  package func resendCode(_ keys: SessionKeys) async throws(FxaError) {
    try await done(call(post("session/resend_code", [:]), keys))
  }

  /// Ends a session.
  package func destroySession(_ keys: SessionKeys) async throws(FxaError) {
    try await done(call(post("session/destroy", [:]), keys))
  }

  /// What uses the account: distinct names in order, those without a name left out.
  package func attachedClients(_ keys: SessionKeys) async throws(FxaError) -> [String] {
    let json = try await call(get(servers.account("account/attached_clients")), keys)
    guard let clients = json.list, clients.allSatisfy(\.isObject) else { throw .authenticationFailure }
    var names: [String] = []
    for name in clients.compactMap({ $0["name"]?.text }) where !name.isEmpty && !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// Deletes the account.
  ///
  /// When the answer to a deletion is lost, the next one meets an account server that knows neither account (102) nor
  /// session (110) any more. Each can have another reason, a session that was ended elsewhere for one, so neither
  /// counts as deleted by itself. Only after a deletion without an answer the account server is asked, and its word that
  /// there is no account does.
  ///
  /// - Parameter isRepeated: whether an earlier deletion of this account ended without an answer.
  package func destroyAccount(
    email: String, authPW: Secret, isRepeated: Bool, _ keys: SessionKeys
  ) async throws(FxaError) {
    let body: JSONValue = ["email": .string(email), "authPW": .string(authPW.text)]
    let answer = try await answer(to: post("account/destroy", body), keys)
    if isRepeated, [102, 110].contains(answer.errno), let exists = try? await accountStatus(email: email),
      !exists
    {
      return
    }
    try done(content(answer, .other))
  }

  /// An answer of which nothing but its success matters; it still has to be the account server's.
  private func done(_ json: JSONValue) throws(FxaError) {
    guard json.isObject else { throw .authenticationFailure }
  }
}
