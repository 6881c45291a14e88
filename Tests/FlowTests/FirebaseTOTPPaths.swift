import Statecharts

/// Shortest ways to the states of the Firebase flow.
enum FirebasePath {
  static let credentials: ChartValue = ["email": "anna@example.org", "password": "secret"]
  static let address: ChartValue = ["email": "anna@example.org"]
  static let code: ChartValue = ["code": "123456"]

  static func factor(_ id: String, _ kind: String = "totp") -> ChartValue {
    ["mfaEnrollmentId": .string(id), "displayName": "TOTP", "factorId": .string(kind)]
  }

  static func user(verified: Bool = true, provider: String = "password", factors: [ChartValue] = [])
    -> ChartValue
  {
    [
      "localId": "u1", "email": "anna@example.org", "emailVerified": .bool(verified),
      "signInProvider": .string(provider), "factors": .list(factors),
    ]
  }

  static func answer(idToken: Bool = true, id: String = "u1", hints: [ChartValue] = []) -> ChartValue {
    ["localId": .string(id), "hasIdToken": .bool(idToken), "hints": .list(hints)]
  }

  static let twoFactors = [factor("phone1", "phone"), factor("totp1")]
  static let secret: ChartValue = ["verificationCodeLength": 6, "timeLeft": .duration(.seconds(300))]

  // Signing in.
  static let signedOut: [Step] = [.at("signedOut"), .at("noTokens"), .at("projectSettled")]
  static let signingIn: [Step] =
    signedOut + [.send("signIn", credentials), .at("signingIn"), .calls("keepCredential"), .runs("signIn")]
  static let signingUp: [Step] =
    signedOut + [.send("signUp", credentials), .at("signingUp"), .calls("keepCredential"), .runs("signUp")]
  static let secondFactorRequired: [Step] =
    signingIn + [
      .complete("signIn", answer(idToken: false, hints: twoFactors)), .at("secondFactorRequired"),
    ]
  static let askingCode: [Step] =
    signingIn + [.complete("signIn", answer(idToken: false, hints: [factor("totp1")])), .at("askingCode")]
  static let verifying: [Step] =
    askingCode + [.send("submit", code), .at("verifying"), .calls("keepCode"), .runs("finalizeSignIn")]
  static let loadingUser: [Step] =
    signingIn + [.complete("signIn", answer()), .at("loadingUser"), .calls("adoptTokens"), .at("fresh")]
  static func loaded(_ user: ChartValue) -> [Step] { loadingUser + [.complete("loadUser", user)] }
  static let signedIn: [Step] = loaded(user()) + [.at("signedIn"), .at("fresh")]

  // Enrolling.
  static let verifyingEmail: [Step] =
    loaded(user(verified: false)) + [.send("enrol"), .at("verifyingEmail")]
  static let reauthenticating: [Step] =
    signedIn + [.answer("recentLogin", false), .send("enrol"), .at("reauthenticating")]
  static let generatingSecret: [Step] =
    signedIn + [.send("enrol"), .at("generatingSecret"), .runs("startEnrolment")]
  static let showingSecret: [Step] =
    generatingSecret + [.complete("startEnrolment", secret), .at("showingSecret")]
  static let askingEnrolCode: [Step] = showingSecret + [.send("continue"), .at("askingEnrolCode")]
  static let finalizing: [Step] =
    askingEnrolCode + [.send("submit", code), .at("checkingEnrolCode"), .runs("finalizeEnrolment")]
  static let loadingFactors: [Step] =
    finalizing + [.complete("finalizeEnrolment"), .calls("adoptTokens"), .at("loadingFactors")]
  static let findingOut: [Step] =
    finalizing + [.fail("finalizeEnrolment", "networkError"), .at("findingOut"), .runs("loadUser")]
  static let enrolmentUnclear: [Step] =
    findingOut + [.fail("loadUser", "networkError"), .at("enrolmentUnclear"), .shows("networkError")]

  // Removing a factor.
  static let choosingFactor: [Step] =
    loaded(user(factors: twoFactors)) + [.send("unenrol"), .at("choosingFactor")]
  static let withdrawing: [Step] =
    choosingFactor + [.send("select", ["index": 1]), .at("withdrawing"), .has("selectedFactor", "totp1")]
  /// The one factor that is enrolled is to be removed.
  static let withdrawingLast: [Step] =
    loaded(user(factors: [factor("totp1")])) + [
      .send("unenrol"), .send("select", ["index": 0]), .at("withdrawing"),
    ]
  static let refreshingUser: [Step] =
    withdrawing + [
      .complete("withdrawEnrolment"), .at("refreshingUser"), .calls("adoptTokens"), .runs("loadUser"),
    ]
  static let reauthRequired: [Step] =
    refreshingUser + [.fail("loadUser", "TOKEN_EXPIRED"), .at("reauthRequired"), .at("noTokens")]
}
