import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP

/// Enrolling and removing second factors.
extension FirebaseLoopback {
  /// Ways of signing in that cannot have a second factor.
  static let ineligible: Set<String> = ["phone", "anonymous", "custom"]

  static func startEnrolment(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["idToken", "totpEnrollmentInfo"])
    let user = try enrolling(request, state)
    guard user.isEmailVerified else {
      throw FirebaseRefusal(
        "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.")
    }
    guard request.body["totpEnrollmentInfo"] != nil else {
      throw FirebaseRefusal("INVALID_ARGUMENT : Missing enrollment info.")
    }
    try requireRecentLogin(request, state)
    guard user.factors.count < state.settings.maximumFactors else {
      throw FirebaseRefusal("SECOND_FACTOR_LIMIT_EXCEEDED")
    }
    let settings = state.settings
    let algorithm: TOTP.Algorithm =
      switch settings.algorithm {
      case "SHA256"?: .sha256
      case "SHA512"?: .sha512
      default: .sha1
      }
    let key = SecureRandom.bytes(20)
    let name = token(&state)
    let end = request.now + settings.secretLifetime
    state.secrets[name] = (
      user.localID,
      TOTP(key: Secret(key), digits: settings.digits ?? 6, step: settings.period, algorithm: algorithm), end
    )
    state.issued.append(Base32.text(key))
    var info: [String: JSONValue] = [
      "sharedSecretKey": .string(Base32.text(key)), "periodSec": .number(Double(settings.period)),
      "sessionInfo": .string(name),
      "finalizeEnrollmentTime": .string(timestamp(end, fractionDigits: settings.fractionDigits)),
    ]
    if let algorithm = settings.algorithm { info["hashingAlgorithm"] = .string(algorithm) }
    if let digits = settings.digits { info["verificationCodeLength"] = .number(Double(digits)) }
    return ["totpSessionInfo": .object(info)]
  }

  static func finalizeEnrolment(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["idToken", "displayName", "totpVerificationInfo"])
    let user = try enrolling(request, state)
    guard let info = request.body["totpVerificationInfo"] else {
      throw FirebaseRefusal("INVALID_ARGUMENT : Missing verification info.")
    }
    guard let code = info["verificationCode"]?.text, !code.isEmpty else {
      throw FirebaseRefusal("MISSING_CODE")
    }
    guard let name = info["sessionInfo"]?.text, !name.isEmpty else {
      throw FirebaseRefusal("MISSING_SESSION_INFO")
    }
    guard let secret = state.secrets[name], secret.user == user.localID else {
      throw FirebaseRefusal("INVALID_SESSION_INFO")
    }
    guard secret.end > request.now else { throw FirebaseRefusal("SESSION_EXPIRED") }
    guard
      let step = secret.totp.step(
        of: code, at: request.now, adjacent: state.settings.adjacentIntervals)
    else { throw FirebaseRefusal("INVALID_CODE") }
    if state.settings.allowsOneApp, user.factors.contains(where: { $0.isApp }) {
      throw FirebaseRefusal("SECOND_FACTOR_EXISTS")
    }
    guard user.factors.count < state.settings.maximumFactors else {
      throw FirebaseRefusal("SECOND_FACTOR_LIMIT_EXCEEDED")
    }
    var factor = FirebaseLoopbackUser.Factor(
      displayName: request.body["displayName"]?.text, kind: .totp(secret.totp))
    factor.lastStep = step
    factor.enrolledAt = request.now
    state.users[user.localID]?.factors.append(factor)
    state.secrets[name] = nil
    let old = try signIn(request.body["idToken"]?.text, request.now, state)
    let tokens = tokens(
      SignIn(user: old.user, provider: old.provider, factor: factor.id, time: old.time), request.now, &state)
    return ["idToken": .string(tokens.id), "refreshToken": .string(tokens.refresh), "totpAuthInfo": [:]]
  }

  static func withdraw(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    try request.allow(["idToken", "mfaEnrollmentId"])
    let old = try signIn(request.body["idToken"]?.text, request.now, state)
    guard let enrolment = request.body["mfaEnrollmentId"]?.text, !enrolment.isEmpty else {
      throw FirebaseRefusal("MISSING_MFA_ENROLLMENT_ID")
    }
    guard let user = state.users[old.user], user.factors.contains(where: { $0.id == enrolment }) else {
      throw FirebaseRefusal("MFA_ENROLLMENT_NOT_FOUND")
    }
    try requireRecentLogin(request, state)
    state.users[old.user]?.factors.removeAll { $0.id == enrolment }
    let factor = old.factor == enrolment ? nil : old.factor
    let tokens = tokens(
      SignIn(user: old.user, provider: old.provider, factor: factor, time: old.time), request.now, &state)
    let after = state.settings.afterLastFactor
    if user.factors.count == 1, after != .staysSignedIn {
      state.revoked[tokens.id] = after.rawValue
      state.revoked[tokens.refresh] = after.rawValue
    }
    return ["idToken": .string(tokens.id), "refreshToken": .string(tokens.refresh)]
  }

  /// The second factors of an account, as answers have them.
  static func factors(of user: FirebaseLoopbackUser, _ state: State) -> [JSONValue] {
    user.factors.map { factor in
      var json: [String: JSONValue] = [
        "mfaEnrollmentId": .string(factor.id),
        "enrolledAt": .string(
          timestamp(factor.enrolledAt, fractionDigits: state.settings.fractionDigits)),
      ]
      if let name = factor.displayName { json["displayName"] = .string(name) }
      switch factor.kind {
      case .totp: json["totpInfo"] = [:]
      case .phone(let number): json["phoneInfo"] = .string(number)
      case .other: json["emailInfo"] = [:]
      }
      return .object(json)
    }
  }

  /// Who may enroll.
  private static func enrolling(
    _ request: FirebaseRequest, _ state: State
  ) throws(FirebaseRefusal) -> FirebaseLoopbackUser {
    guard state.settings.state != "DISABLED" else {
      throw FirebaseRefusal("OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.")
    }
    let signIn = try signIn(request.body["idToken"]?.text, request.now, state)
    guard let user = state.users[signIn.user] else { throw FirebaseRefusal("USER_NOT_FOUND") }
    guard !ineligible.contains(signIn.provider) else {
      throw FirebaseRefusal(
        "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.")
    }
    return user
  }

  private static func requireRecentLogin(
    _ request: FirebaseRequest, _ state: State
  ) throws(FirebaseRefusal) {
    let signIn = try signIn(request.body["idToken"]?.text, request.now, state)
    guard request.now - signIn.time <= state.settings.recentLogin else {
      throw FirebaseRefusal("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
  }
}

extension FirebaseLoopbackUser.Factor {
  var isApp: Bool { if case .totp = kind { true } else { false } }
}
