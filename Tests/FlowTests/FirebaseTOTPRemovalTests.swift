import Statecharts
import Testing

private typealias Path = FirebasePath

/// What holds of a factor that was removed, however the loading of the user ends that follows.
@Suite("After a factor was removed in the Firebase flow")
struct FirebaseTOTPRemovalTests {
  static let flow = FirebaseTOTPTests.flow
  static let policies = ["required", "optional", "settingsPage", "stepUp"]

  /// Ways in which the loading ends without the session being over.
  static let ends: [Step] =
    [.send("cancel"), .wait(.seconds(15))]
    + ["networkError", "internalError", "QUOTA_EXCEEDED", "TOO_MANY_ATTEMPTS_TRY_LATER"].map {
      .fail("loadUser", $0)
    }

  @Test("without a factor left the policy decides, whatever became of the list", arguments: policies)
  func lastFactor(policy: String) throws {
    let landing = policy == "required" ? "enrolmentForced" : "signedIn"
    for end in Self.ends + [.complete("loadUser", Path.user())] {
      try Self.flow.run(
        Walk(
          policy, input: ["mfaPolicy": .string(policy)],
          Path.withdrawingLast + [
            .complete("withdrawEnrolment"), .has("hasFactor", false), end, .at(landing),
            .has("hasFactor", false),
            .emits("unenrolled", ["signedOut": false]),
          ]))
    }
  }

  @Test("with a factor left the person stays signed in", arguments: policies)
  func otherFactor(policy: String) throws {
    for end in Self.ends {
      try Self.flow.run(
        Walk(
          policy, input: ["mfaPolicy": .string(policy)],
          Path.refreshingUser + [
            end, .at("signedIn"), .has("hasFactor", true), .has("factorsStale", true),
            .has("user", Path.user(factors: [Path.factor("phone1", "phone")])),
          ]))
    }
  }

  @Test("a factor that is gone already is not counted either", arguments: policies)
  func goneAlready(policy: String) throws {
    let landing = policy == "required" ? "enrolmentForced" : "signedIn"
    for end in Self.ends {
      try Self.flow.run(
        Walk(
          policy, input: ["mfaPolicy": .string(policy)],
          Path.withdrawingLast + [
            .fail("withdrawEnrolment", "MFA_ENROLLMENT_NOT_FOUND"), end, .at("choosingFactor"),
            .has("hasFactor", false), .send("cancel"), .at(landing),
          ]))
    }
  }

  @Test("a session that ends meanwhile is reported with the removal")
  func signedOut() throws {
    let reported: Step = .emits("unenrolled", ["signedOut": true])
    try Self.flow.run(
      Walk("signing out", Path.refreshingUser + [.send("signOut"), .at("signedOut"), reported]))
    let soon: ChartValue = ["refreshIn": .duration(.seconds(5))]
    try Self.flow.run(
      Walk(
        "tokens refused",
        Path.withdrawing + [
          .complete("withdrawEnrolment", soon), .wait(.seconds(5)), .at("refreshing"),
          .fail("refreshTokens", "TOKEN_EXPIRED"), .at("reauthRequired"), .shows("TOKEN_EXPIRED"), reported,
        ]))
  }

  @Test(
    "the server knows of a factor that the list lacks: nobody is forced to enroll it again",
    arguments: ["SECOND_FACTOR_EXISTS", "SECOND_FACTOR_LIMIT_EXCEEDED"])
  func factorExists(code: String) throws {
    let forced = Path.loaded(Path.user()) + [.at("enrolmentForced"), .send("enrol")]
    let starts =
      code == "SECOND_FACTOR_EXISTS" ? [] : [forced + [.fail("startEnrolment", code)]]
    let finishes = [
      forced + [
        .complete("startEnrolment", Path.secret), .send("continue"), .send("submit", Path.code),
        .fail("finalizeEnrolment", code),
      ]
    ]
    for path in starts + finishes {
      try Self.flow.run(
        Walk(
          code, input: ["mfaPolicy": "required"],
          path + [.at("signedIn"), .shows(code), .send("unenrol"), .at("reloadingFactors")]))
    }
  }
}
