package import FlowTransport
package import Foundation

/// Speaks with Identity Platform. Each method makes one request and repeats none.
package struct FirebaseClient: Sendable {
  let project: FirebaseProject
  private let transport: any HTTPTransport
  let now: @Sendable () -> Double

  /// Makes a client.
  ///
  /// - Parameter now: seconds since 1970.
  package init(
    _ project: FirebaseProject, transport: any HTTPTransport, now: @escaping @Sendable () -> Double
  ) {
    self.project = project
    self.transport = transport
    self.now = now
  }

  // MARK: Signing in

  /// Signs in with email address and password.
  package func signIn(email: String, password: Secret) async throws(FirebaseError) -> FirebaseSignIn {
    try signIn(
      await post(
        "v1/accounts:signInWithPassword",
        ["email": .string(email), "password": .string(password.text), "returnSecureToken": true]))
  }

  /// Makes an account and signs in with it.
  package func signUp(email: String, password: Secret) async throws(FirebaseError) -> FirebaseSignIn {
    // Decision: Docs/decisions/flow-firebase.md#signing-up-sends-returnsecuretoken
    try signIn(
      await post(
        "v1/accounts:signUp",
        ["email": .string(email), "password": .string(password.text), "returnSecureToken": true]))
  }

  /// Signs in with something else.
  package func signIn(_ credential: FirebaseCredential) async throws(FirebaseError) -> FirebaseSignIn {
    switch credential.kind {
    case .provider(let provider, let tokens):
      let fields = [
        ("id_token", tokens.idToken?.text), ("access_token", tokens.accessToken?.text),
        ("oauth_token_secret", tokens.tokenSecret?.text), ("nonce", tokens.rawNonce?.text),
        ("providerId", provider),
      ]
      let body = FormData.text(fields.compactMap { name, value in value.map { (name, $0) } })
      return try signIn(
        await post(
          "v1/accounts:signInWithIdp",
          ["postBody": .string(body), "requestUri": "http://localhost", "returnSecureToken": true]))
    case .emailLink(let email, let code):
      return try signIn(
        await post(
          "v1/accounts:signInWithEmailLink", ["email": .string(email), "oobCode": .string(code.text)]))
    case .custom(let token):
      let answer = try await post(
        "v1/accounts:signInWithCustomToken", ["token": .string(token.text), "returnSecureToken": true])
      return try signIn(Self.withUser(answer))
    case .phone(let sessionInfo, let code):
      return try signIn(
        await post(
          "v1/accounts:signInWithPhoneNumber",
          ["sessionInfo": .string(sessionInfo.text), "code": .string(code.text)]))
    case .anonymous:
      // Decision: Docs/decisions/flow-firebase.md#signing-up-sends-returnsecuretoken
      return try signIn(await post("v1/accounts:signUp", ["returnSecureToken": true]))
    }
  }

  private func signIn(_ json: JSONValue) throws(FirebaseError) -> FirebaseSignIn {
    // A provider that does not prove the address of another account: nobody is signed in.
    if json["needConfirmation"] == true { throw FirebaseError(.accountExistsWithDifferentCredential) }
    guard let signIn = FirebaseSignIn(json) else { throw .internalError }
    return signIn
  }

  /// The answer to a custom token does not name the account; the id token does.
  private static func withUser(_ json: JSONValue) -> JSONValue {
    guard case .object(var fields) = json, fields["localId"] == nil,
      let tokens = FirebaseTokens(
        idToken: json["idToken"]?.text, refreshToken: json["refreshToken"]?.text)
    else { return json }
    fields["localId"] = .string(tokens.userID)
    return .object(fields)
  }

  /// Has an email sent whose link signs in.
  ///
  /// - Parameter continueURL: the address at which the app opens the link.
  package func sendSignInLink(_ email: String, continueURL: URL) async throws(FirebaseError) {
    let answer = try await post(
      "v1/accounts:sendOobCode",
      [
        "requestType": "EMAIL_SIGNIN", "email": .string(email),
        "continueUrl": .string(continueURL.absoluteString), "canHandleCodeInApp": true,
      ])
    guard answer["email"]?.text != nil else { throw .internalError }
  }

  /// Completes a sign-in with a code. An authenticator app needs no request before it; only SMS does.
  package func finalizeSignIn(
    pending: Secret, enrolment: String, code: Secret
  ) async throws(FirebaseError) -> FirebaseTokens {
    let answer = try await post(
      "v2/accounts/mfaSignIn:finalize",
      [
        "mfaPendingCredential": .string(pending.text), "mfaEnrollmentId": .string(enrolment),
        "totpVerificationInfo": ["verificationCode": .string(code.text)],
      ])
    return try tokens(answer)
  }

  // MARK: Enrolling and removing

  /// Asks for a new secret.
  package func startEnrolment(_ idToken: Secret) async throws(FirebaseError) -> FirebaseEnrolment {
    let answer = try await answer(
      to: post(
        "v2/accounts/mfaEnrollment:start",
        body: ["idToken": .string(idToken.text), "totpEnrollmentInfo": [:]]))
    guard let info = answer.json["totpSessionInfo"],
      let enrolment = FirebaseEnrolment(
        info,
        serverTime: answer.headers["Date"].flatMap { HTTPDate.seconds($0, now: answer.time) }, now: now())
    else { throw .internalError }
    return enrolment
  }

  /// Enrolls a secret, with the first of its codes.
  package func finalizeEnrolment(
    _ idToken: Secret, _ sessionInfo: Secret, code: Secret, displayName: String
  ) async throws(FirebaseError) -> FirebaseTokens {
    let answer = try await post(
      "v2/accounts/mfaEnrollment:finalize",
      [
        "idToken": .string(idToken.text), "displayName": .string(displayName),
        "totpVerificationInfo": [
          "sessionInfo": .string(sessionInfo.text), "verificationCode": .string(code.text),
        ],
      ])
    return try tokens(answer)
  }

  /// Removes a factor.
  package func withdraw(_ idToken: Secret, enrolment: String) async throws(FirebaseError) -> FirebaseTokens {
    try tokens(
      await post(
        "v2/accounts/mfaEnrollment:withdraw",
        ["idToken": .string(idToken.text), "mfaEnrollmentId": .string(enrolment)]))
  }

  // MARK: The account

  /// Looks up whose token it is.
  package func lookup(_ idToken: Secret) async throws(FirebaseError) -> FirebaseAccount {
    let answer = try await post("v1/accounts:lookup", ["idToken": .string(idToken.text)])
    guard let account = FirebaseAccount(answer) else { throw .internalError }
    return account
  }

  /// Has the email sent that confirms the address.
  package func sendVerificationEmail(_ idToken: Secret) async throws(FirebaseError) {
    let answer = try await post(
      "v1/accounts:sendOobCode",
      ["requestType": "VERIFY_EMAIL", "idToken": .string(idToken.text)])
    guard answer["email"]?.text != nil else { throw .internalError }
  }

  /// Asks for another id token.
  package func refresh(_ refreshToken: Secret) async throws(FirebaseError) -> FirebaseTokens {
    let form = FormData.text([
      ("grant_type", "refresh_token"), ("refresh_token", refreshToken.text),
    ])
    guard let url = project.token else { throw .internalError }
    let json = try await answer(
      to: TransportRequest(
        .post, url,
        headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"],
        body: Array(form.utf8))
    ).json
    guard
      let tokens = FirebaseTokens(
        idToken: json["id_token"]?.text, refreshToken: json["refresh_token"]?.text,
        expiresIn: json["expires_in"], userID: json["user_id"]?.text)
    else { throw .internalError }
    return tokens
  }

  // MARK: The project

  /// Says whether codes of authenticator apps count, and how many steps around the present one.
  package func configure(
    state: String, adjacentIntervals: Int, token: Secret
  ) async throws(FirebaseError) {
    guard (0...10).contains(adjacentIntervals), let url = project.configuration else { throw .internalError }
    let body: JSONValue = [
      "mfa": [
        "providerConfigs": [
          [
            "state": .string(state),
            "totpProviderConfig": ["adjacentIntervals": .number(Double(adjacentIntervals))],
          ]
        ]
      ]
    ]
    var request = TransportRequest(.patch, url, headers: Self.headers, body: body.bytes)
    request.headers["Authorization"] = "Bearer " + token.text
    request.headers["X-Goog-User-Project"] = project.projectID
    _ = try await answer(to: request)
  }

  // MARK: Requests

  private static let headers: TransportHeaders = [
    "Content-Type": "application/json", "Accept": "application/json",
  ]

  private func post(_ path: String, _ body: JSONValue) async throws(FirebaseError) -> JSONValue {
    try await answer(to: post(path, body: body)).json
  }

  private func post(_ path: String, body: JSONValue) throws(FirebaseError) -> TransportRequest {
    guard let url = project.identity(path), case .object(var fields) = body else { throw .internalError }
    if let tenant = project.tenantID { fields["tenantId"] = .string(tenant) }
    return TransportRequest(.post, url, headers: Self.headers, body: JSONValue.object(fields).bytes)
  }

  private func answer(to request: TransportRequest) async throws(FirebaseError) -> JSONAnswer {
    let answer = JSONAnswer(try await transport.sendSafely(request) { FirebaseError($0) }, now: now())
    guard answer.status == 200, answer.json.isObject, answer.json["error"] == nil else {
      throw FirebaseError(answer)
    }
    return answer
  }

  private func tokens(_ json: JSONValue) throws(FirebaseError) -> FirebaseTokens {
    guard
      let tokens = FirebaseTokens(
        idToken: json["idToken"]?.text, refreshToken: json["refreshToken"]?.text,
        expiresIn: json["expiresIn"])
    else { throw .internalError }
    return tokens
  }
}
