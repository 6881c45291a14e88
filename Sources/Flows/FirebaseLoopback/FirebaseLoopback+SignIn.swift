import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP

/// Signing in with a first factor, and with a code as the second one.
extension FirebaseLoopback {
  static func signInWithPassword(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["email", "password", "returnSecureToken"])
    guard let email = request.body["email"]?.text, !email.isEmpty else {
      throw FirebaseRefusal("MISSING_EMAIL")
    }
    guard email.contains("@") else { throw FirebaseRefusal("INVALID_EMAIL") }
    guard let password = request.body["password"]?.text, !password.isEmpty else {
      throw FirebaseRefusal("MISSING_PASSWORD")
    }
    let hides = state.settings.hidesAccounts
    guard let user = state.users.values.first(where: { $0.email?.lowercased() == email.lowercased() }),
      case .password(let right) = user.credential
    else { throw FirebaseRefusal(hides ? "INVALID_LOGIN_CREDENTIALS" : "EMAIL_NOT_FOUND") }
    guard right == Secret(password) else {
      throw FirebaseRefusal(hides ? "INVALID_LOGIN_CREDENTIALS" : "INVALID_PASSWORD")
    }
    return try firstFactor(user, request, &state)
  }

  static func signInWithProvider(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["postBody", "requestUri", "returnSecureToken"])
    let fields = FormData.fields(request.body["postBody"]?.text ?? "") ?? []
    func field(_ name: String) -> Secret? { fields.first { $0.name == name }.map { Secret($0.value) } }
    let provider = fields.first { $0.name == "providerId" }?.value
    guard request.body["requestUri"]?.text != nil else { throw FirebaseRefusal("MISSING_REQUEST_URI") }
    let found = state.users.values.first { user in
      switch user.credential {
      case .provider(let name, let token, _): return name == provider && field("id_token") == token
      case .accessToken(let name, let token, let secret):
        return name == provider && field("access_token") == token && field("oauth_token_secret") == secret
      default: return false
      }
    }
    guard let found else { throw FirebaseRefusal("INVALID_IDP_RESPONSE : The token is not valid.") }
    if case .provider(_, _, let nonce?) = found.credential, field("nonce") != nonce {
      throw FirebaseRefusal("MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")
    }
    // One account per address. The provider does not prove the address, so its account does not become this one.
    if let email = found.email?.lowercased(),
      let other = state.users.values.first(where: {
        $0.localID != found.localID && $0.email?.lowercased() == email
      })
    {
      return [
        "kind": "identitytoolkit#VerifyAssertionResponse", "email": .string(email), "needConfirmation": true,
        "verifiedProvider": [.string(other.provider)],
      ]
    }
    return try firstFactor(found, request, &state)
  }

  /// A link of an email is good once, for the address to which it was sent. A new address gets an account.
  static func signInWithEmailLink(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["email", "oobCode"])
    guard let email = request.body["email"]?.text, !email.isEmpty else {
      throw FirebaseRefusal("MISSING_EMAIL")
    }
    guard let code = request.body["oobCode"]?.text, !code.isEmpty else {
      throw FirebaseRefusal("MISSING_OOB_CODE")
    }
    guard let sentTo = state.signInCodes[code] else { throw FirebaseRefusal("INVALID_OOB_CODE") }
    guard sentTo.lowercased() == email.lowercased() else { throw FirebaseRefusal("INVALID_EMAIL") }
    state.signInCodes[code] = nil
    let old = state.users.values.first { $0.email?.lowercased() == email.lowercased() }
    var user = old ?? FirebaseLoopbackUser(email: email, credential: .emailLink)
    user.isEmailVerified = true
    state.users[user.localID] = user
    return try firstFactor(
      user, request, &state, without: ["registered"], adding: ["isNewUser": .bool(old == nil)])
  }

  static func signInWithCustomToken(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["token", "returnSecureToken"])
    let token = request.body["token"]?.text
    let found = state.users.values.first { user in
      guard case .customToken(let right) = user.credential else { return false }
      return token.map { Secret($0) } == right
    }
    guard let found else { throw FirebaseRefusal("INVALID_CUSTOM_TOKEN") }
    // This answer does not name the account.
    return try firstFactor(
      found, request, &state, without: ["localId", "email", "registered"],
      adding: ["kind": "identitytoolkit#VerifyCustomTokenResponse", "isNewUser": false])
  }

  static func signInWithPhone(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["sessionInfo", "code"])
    let code = request.body["code"]?.text
    let found = state.users.values.first { user in
      guard case .phone(let right) = user.credential else { return false }
      return code.map { Secret($0) } == right
    }
    guard let found else { throw FirebaseRefusal("INVALID_CODE") }
    return try firstFactor(found, request, &state)
  }

  /// A new account, with email address and password, or without a name.
  static func signUp(_ request: FirebaseRequest, _ state: inout State) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["email", "password", "returnSecureToken"])
    let user =
      if request.body["email"] != nil || request.body["password"] != nil {
        try newUser(request, state)
      } else {
        FirebaseLoopbackUser(
          email: nil, credential: .provider("anonymous", idToken: Secret(identifier())),
          isEmailVerified: false)
      }
    state.users[user.localID] = user
    return try firstFactor(
      user, request, &state, without: ["registered"],
      adding: ["kind": "identitytoolkit#SignupNewUserResponse"])
  }

  private static func newUser(
    _ request: FirebaseRequest, _ state: State
  ) throws(FirebaseRefusal) -> FirebaseLoopbackUser {
    guard state.settings.allowsSignUp else { throw FirebaseRefusal("ADMIN_ONLY_OPERATION") }
    guard let email = request.body["email"]?.text, !email.isEmpty else {
      throw FirebaseRefusal("MISSING_EMAIL")
    }
    guard email.contains("@") else { throw FirebaseRefusal("INVALID_EMAIL") }
    guard let password = request.body["password"]?.text, !password.isEmpty else {
      throw FirebaseRefusal("MISSING_PASSWORD")
    }
    guard password.count >= 6 else {
      throw FirebaseRefusal("WEAK_PASSWORD : Password should be at least 6 characters")
    }
    guard !state.users.values.contains(where: { $0.email?.lowercased() == email.lowercased() }) else {
      throw FirebaseRefusal("EMAIL_EXISTS")
    }
    return FirebaseLoopbackUser(
      email: email, credential: .password(Secret(password)), isEmailVerified: false)
  }

  /// The first factor is right.
  ///
  /// - Parameters:
  ///   - names: fields that this method's answer does not have.
  ///   - others: fields that it has besides.
  private static func firstFactor(
    _ user: FirebaseLoopbackUser, _ request: FirebaseRequest, _ state: inout State,
    without names: Set<String> = [], adding others: [String: JSONValue] = [:]
  ) throws(FirebaseRefusal) -> JSONValue {
    if user.isDisabled { throw FirebaseRefusal("USER_DISABLED") }
    if let error = user.signInError { throw FirebaseRefusal(error) }
    let signIn = SignIn(
      user: user.localID, provider: user.provider, factor: nil, time: request.now)
    var answer: [String: JSONValue] = [
      "kind": "identitytoolkit#VerifyPasswordResponse", "localId": .string(user.localID), "registered": true,
    ]
    if let email = user.email { answer["email"] = .string(email) }
    for name in names { answer[name] = nil }
    answer.merge(others) { _, other in other }
    guard user.factors.isEmpty else {
      let pending = token(&state)
      state.pending[pending] = (signIn, request.now + state.settings.pendingLifetime)
      answer["mfaPendingCredential"] = .string(pending)
      answer["mfaInfo"] = .list(factors(of: user, state))
      return .object(answer)
    }
    let tokens = tokens(signIn, request.now, &state)
    answer["idToken"] = .string(tokens.id)
    answer["refreshToken"] = .string(tokens.refresh)
    answer["expiresIn"] = .string(String(state.settings.tokenLifetime))
    return .object(answer)
  }

  static func finalizeSignIn(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["mfaPendingCredential", "mfaEnrollmentId", "totpVerificationInfo"])
    guard let name = request.body["mfaPendingCredential"]?.text, !name.isEmpty else {
      throw FirebaseRefusal("MISSING_CREDENTIAL : Please set MFA Pending Credential.")
    }
    guard let info = request.body["totpVerificationInfo"] else {
      throw FirebaseRefusal("INVALID_ARGUMENT : MFA provider not supported!")
    }
    guard let enrolment = request.body["mfaEnrollmentId"]?.text, !enrolment.isEmpty else {
      throw FirebaseRefusal("MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.")
    }
    guard let code = info["verificationCode"]?.text, !code.isEmpty else {
      throw FirebaseRefusal("MISSING_CODE")
    }
    guard let pending = state.pending[name], let user = state.users[pending.signIn.user] else {
      throw FirebaseRefusal("INVALID_MFA_PENDING_CREDENTIAL : The MFA pending credential is not valid.")
    }
    guard pending.end > request.now else { throw FirebaseRefusal("SESSION_EXPIRED") }
    if user.isDisabled { throw FirebaseRefusal("USER_DISABLED") }
    guard let place = user.factors.firstIndex(where: { $0.id == enrolment }),
      case .totp(let totp) = user.factors[place].kind
    else { throw FirebaseRefusal("MFA_ENROLLMENT_NOT_FOUND") }
    let settings = state.settings
    guard
      let step = totp.step(
        of: code, at: request.now, adjacent: settings.adjacentIntervals,
        after: settings.refusesReplay ? user.factors[place].lastStep : nil)
    else { throw FirebaseRefusal("INVALID_CODE") }
    state.users[user.localID]?.factors[place].lastStep = step
    state.pending[name] = nil
    let signIn = SignIn(
      user: user.localID, provider: pending.signIn.provider, factor: enrolment, time: request.now)
    let tokens = tokens(signIn, request.now, &state)
    return ["idToken": .string(tokens.id), "refreshToken": .string(tokens.refresh)]
  }

  // MARK: Tokens

  /// New tokens for a sign-in.
  static func tokens(_ signIn: SignIn, _ now: Int, _ state: inout State) -> (id: String, refresh: String) {
    let refresh = token(&state)
    state.refreshTokens[refresh] = signIn
    return (idToken(signIn, now, &state), refresh)
  }

  static func idToken(_ signIn: SignIn, _ now: Int, _ state: inout State) -> String {
    let end = now + state.settings.tokenLifetime
    let user = state.users[signIn.user]
    var firebase: [String: JSONValue] = ["identities": [:], "sign_in_provider": .string(signIn.provider)]
    if let factor = signIn.factor {
      firebase["sign_in_second_factor"] = "totp"
      firebase["second_factor_identifier"] = .string(factor)
    }
    if let tenant = state.settings.tenantID { firebase["tenant"] = .string(tenant) }
    var claims: [String: JSONValue] = [
      "iss": .string("https://securetoken.google.com/" + state.settings.projectID),
      "aud": .string(state.settings.projectID), "auth_time": .number(Double(signIn.time)),
      "user_id": .string(signIn.user), "sub": .string(signIn.user), "iat": .number(Double(now)),
      "exp": .number(Double(end)), "firebase": .object(firebase),
    ]
    if let email = user?.email {
      claims["email"] = .string(email)
      claims["email_verified"] = .bool(user?.isEmailVerified ?? false)
    }
    let header: JSONValue = ["alg": "RS256", "kid": "loopback", "typ": "JWT"]
    let body = Base64.urlText(header.bytes) + "." + Base64.urlText(JSONValue.object(claims).bytes)
    // Nobody here checks signatures: the server knows which tokens it has given.
    let token = body + "." + Self.token(&state)
    state.idTokens[token] = (signIn, end)
    state.issued.append(token)
    return token
  }

  /// Whose token it is.
  static func signIn(_ idToken: String?, _ now: Int, _ state: State) throws(FirebaseRefusal) -> SignIn {
    guard let idToken, !idToken.isEmpty else { throw FirebaseRefusal("MISSING_ID_TOKEN") }
    if let error = state.revoked[idToken] { throw FirebaseRefusal(error) }
    guard let token = state.idTokens[idToken] else { throw FirebaseRefusal("INVALID_ID_TOKEN") }
    guard let user = state.users[token.signIn.user] else { throw FirebaseRefusal("USER_NOT_FOUND") }
    if user.isDisabled { throw FirebaseRefusal("USER_DISABLED") }
    guard token.end > now else { throw FirebaseRefusal("TOKEN_EXPIRED") }
    return token.signIn
  }

  static func refresh(_ request: FirebaseRequest, _ state: inout State) throws(FirebaseRefusal) -> JSONValue {
    let type = request.body["grant_type"]?.text ?? request.body["grantType"]?.text
    guard type == "refresh_token" else { throw FirebaseRefusal("INVALID_GRANT_TYPE") }
    guard let old = request.body["refresh_token"]?.text ?? request.body["refreshToken"]?.text, !old.isEmpty
    else { throw FirebaseRefusal("MISSING_REFRESH_TOKEN") }
    if let error = state.revoked[old] { throw FirebaseRefusal(error) }
    guard let signIn = state.refreshTokens[old] else { throw FirebaseRefusal("INVALID_REFRESH_TOKEN") }
    guard let user = state.users[signIn.user] else { throw FirebaseRefusal("USER_NOT_FOUND") }
    if user.isDisabled { throw FirebaseRefusal("USER_DISABLED") }
    let token = idToken(signIn, request.now, &state)
    return [
      "id_token": .string(token), "access_token": .string(token), "refresh_token": .string(old),
      "expires_in": .string(String(state.settings.tokenLifetime)), "token_type": "Bearer",
      "user_id": .string(signIn.user), "project_id": "1234567890",
    ]
  }
}
