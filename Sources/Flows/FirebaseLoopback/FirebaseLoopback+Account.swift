import FlowTransport
import Foundation

/// The account, its email address, and the project.
extension FirebaseLoopback {
  static func lookup(_ request: FirebaseRequest, _ state: State) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["idToken"])
    let signIn = try signIn(request.body["idToken"]?.text, request.now, state)
    guard let user = state.users[signIn.user] else { throw FirebaseRefusal("USER_NOT_FOUND") }
    var json: [String: JSONValue] = [
      "localId": .string(user.localID), "emailVerified": .bool(user.isEmailVerified),
      "validSince": "1700000000", "lastLoginAt": .string(String(signIn.time) + "000"),
      "createdAt": "1700000000000",
      "providerUserInfo": [["providerId": .string(user.provider)]],
    ]
    if let email = user.email { json["email"] = .string(email) }
    if !user.factors.isEmpty { json["mfaInfo"] = .list(factors(of: user, state)) }
    return ["kind": "identitytoolkit#GetAccountInfoResponse", "users": [.object(json)]]
  }

  static func sendOobCode(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["requestType", "idToken", "email", "continueUrl", "canHandleCodeInApp"])
    guard let type = request.body["requestType"]?.text else { throw FirebaseRefusal("MISSING_REQ_TYPE") }
    if type == "EMAIL_SIGNIN" { return try sendSignInLink(request, &state) }
    guard type == "VERIFY_EMAIL" else { throw FirebaseRefusal("OPERATION_NOT_ALLOWED") }
    let signIn = try signIn(request.body["idToken"]?.text, request.now, state)
    guard let email = state.users[signIn.user]?.email else { throw FirebaseRefusal("MISSING_EMAIL") }
    let code = token(&state)
    state.oobCodes[code] = signIn.user
    state.mails.append(
      FirebaseLoopbackMail(email: email, purpose: .verifyEmail, oobCode: Secret(code), link: nil))
    return ["kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": .string(email)]
  }

  /// Sends a link that signs in. The response is the same whether or not the address has an account.
  private static func sendSignInLink(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    guard state.settings.allowsEmailLinks else { throw FirebaseRefusal("OPERATION_NOT_ALLOWED") }
    guard let email = request.body["email"]?.text, !email.isEmpty else {
      throw FirebaseRefusal("MISSING_EMAIL")
    }
    guard email.contains("@") else { throw FirebaseRefusal("INVALID_EMAIL") }
    guard let address = request.body["continueUrl"]?.text else {
      throw FirebaseRefusal("MISSING_CONTINUE_URI")
    }
    guard request.body["canHandleCodeInApp"] == true, var link = URLComponents(string: address) else {
      throw FirebaseRefusal("INVALID_CONTINUE_URI")
    }
    let code = token(&state)
    link.queryItems =
      (link.queryItems ?? []) + [
        URLQueryItem(name: "mode", value: "signIn"), URLQueryItem(name: "oobCode", value: code),
      ]
    state.signInCodes[code] = email
    state.mails.append(
      FirebaseLoopbackMail(
        email: email, purpose: .signIn, oobCode: Secret(code), link: link.string.map { Secret($0) }))
    return ["kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": .string(email)]
  }

  /// What the page does to which the email leads.
  static func update(_ request: FirebaseRequest, _ state: inout State) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["oobCode"])
    guard let code = request.body["oobCode"]?.text, let id = state.oobCodes.removeValue(forKey: code),
      let user = state.users[id]
    else { throw FirebaseRefusal("INVALID_OOB_CODE") }
    state.users[id]?.isEmailVerified = true
    return [
      "kind": "identitytoolkit#SetAccountInfoResponse", "localId": .string(id),
      "email": .string(user.email ?? ""), "emailVerified": true,
    ]
  }

  /// The codes of the emails, at the address where the Auth Emulator lists them.
  static func mailed(_ state: State) -> JSONValue {
    [
      "oobCodes": .list(
        state.mails.map {
          [
            "email": .string($0.email), "requestType": .string($0.purpose.rawValue),
            "oobCode": .string($0.oobCode.text),
          ]
        })
    ]
  }

  static func configuration(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    let id = state.settings.projectID
    guard ["/admin/v2/projects/\(id)/config", "/v2/projects/\(id)/config"].contains(request.path) else {
      throw FirebaseRefusal(status: 404, "NOT_FOUND", "Not Found")
    }
    guard let token = request.headers["Authorization"], token.hasPrefix("Bearer ") else {
      throw FirebaseRefusal(
        status: 401, "UNAUTHENTICATED", "Request is missing required authentication credential.",
        reason: "required")
    }
    guard Secret(String(token.dropFirst("Bearer ".count))) == state.settings.administratorToken else {
      throw FirebaseRefusal(
        status: 403, "PERMISSION_DENIED", "The caller does not have permission", reason: "forbidden")
    }
    if request.method == "PATCH" {
      guard request.query["updateMask"] == "mfa" else {
        throw FirebaseRefusal(status: 400, "INVALID_ARGUMENT", "INVALID_CONFIG : unknown update mask")
      }
      let provider = request.body["mfa"]?["providerConfigs"]?.list?.first
      guard let wanted = provider?["state"]?.text, ["DISABLED", "ENABLED", "MANDATORY"].contains(wanted)
      else { throw FirebaseRefusal(status: 400, "INVALID_ARGUMENT", "INVALID_CONFIG : no state") }
      let intervals = provider?["totpProviderConfig"]?["adjacentIntervals"]?.int ?? 5
      guard (0...10).contains(intervals) else {
        throw FirebaseRefusal(
          status: 400, "INVALID_ARGUMENT", "INVALID_CONFIG : adjacentIntervals must be from 0 to 10")
      }
      state.settings.state = wanted
      state.settings.adjacentIntervals = intervals
    } else if request.method != "GET" {
      throw FirebaseRefusal(status: 404, "NOT_FOUND", "Not Found")
    }
    return [
      "name": .string("projects/\(id)/config"),
      "mfa": [
        "providerConfigs": [
          [
            "state": .string(state.settings.state),
            "totpProviderConfig": ["adjacentIntervals": .number(Double(state.settings.adjacentIntervals))],
          ]
        ]
      ],
    ]
  }
}
