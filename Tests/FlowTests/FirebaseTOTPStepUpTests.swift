import Statecharts
import Testing

private typealias Path = FirebasePath

@Suite("Features that ask for a second factor in the Firebase flow")
struct FirebaseTOTPStepUpTests {
  static let flow = FirebaseTOTPTests.flow

  @Test("step-up: the feature gets its answer, whatever becomes of it", arguments: walks)
  func answer(_ walk: Walk) throws {
    try Self.flow.run(Walk(walk.name, input: ["mfaPolicy": "stepUp"], walk.steps))
  }

  static let enrolled: [ChartValue] = [Path.factor("totp1")]
  /// A feature asks somebody who has a factor and confirmed it too long ago.
  static let confirming: [Step] =
    Path.loaded(Path.user(factors: enrolled)) + [
      .answer("recentSecondFactor", false), .send("requireStepUp"), .at("reauthenticating"), .at("fresh"),
      .emitsNo("stepUpRefused"),
    ]
  /// The same, up to the code.
  static let confirmingCode: [Step] =
    confirming + [
      .send("signIn", Path.credentials),
      .complete("signIn", Path.answer(idToken: false, hints: enrolled)), .at("askingCode"),
    ]
  /// A feature asks somebody without a factor.
  static let enrolling: [Step] =
    Path.signedIn + [.send("requireStepUp"), .at("generatingSecret"), .emitsNo("stepUpRefused")]
  static let granted: [Step] = [
    .at("signedIn"), .emits("stepUpGranted", .unset), .emitsNo("stepUpRefused"), .has("goal", "none"),
  ]
  static let refused: [Step] = [
    .at("signedIn"), .at("fresh"), .emits("stepUpRefused", .unset), .emitsNo("stepUpGranted"),
    .has("goal", "none"),
  ]

  static let walks: [Walk] = [
    Walk("not confirmed: no code", confirmingCode + [.send("cancel"), .calls("discardTokens")] + refused),
    Walk(
      "not confirmed: another account",
      confirming + [
        .send("signIn", Path.credentials), .complete("signIn", Path.answer(id: "u2")),
        .at("reauthenticating"),
        .shows("userMismatch"), .emitsNo("stepUpGranted"), .has("goal", "stepUp"),
      ]),
    Walk(
      "the factor is gone meanwhile: another is enrolled",
      confirming + [
        .send("signIn", Path.credentials), .complete("signIn", Path.answer()),
        .complete("loadUser", Path.user()), .at("generatingSecret"), .has("goal", "stepUp"),
      ]),
    Walk(
      "enrolled, but its code has no answer: the factor is confirmed then",
      enrolling + [
        .complete("startEnrolment", Path.secret), .send("continue"), .send("submit", Path.code),
        .fail("finalizeEnrolment", "networkError"), .answer("recentSecondFactor", false),
        .complete("loadUser", Path.user(factors: enrolled)), .at("reauthenticating"),
        .emits("enrolled", .unset), .emitsNo("stepUpRefused"), .has("goal", "stepUp"),
      ]),
    Walk(
      "not enrolled: not now",
      enrolling + [.complete("startEnrolment", Path.secret), .send("skip")] + refused),
    Walk("not enrolled: no secret", enrolling + [.fail("startEnrolment", "networkError")] + refused),
    Walk(
      "not enrolled: the address is not confirmed",
      Path.loaded(Path.user(verified: false)) + [
        .send("requireStepUp"), .at("verifyingEmail"), .emitsNo("stepUpRefused"), .send("cancel"),
      ] + refused),
    Walk(
      "the address is confirmed, and a factor was enrolled elsewhere: it is confirmed",
      Path.loaded(Path.user(verified: false)) + [
        .send("requireStepUp"), .at("verifyingEmail"), .answer("recentSecondFactor", false),
        .send("checkAgain"), .complete("loadUser", Path.user(factors: enrolled)), .at("reauthenticating"),
        .has("hasFactor", true), .emitsNo("stepUpRefused"), .has("goal", "stepUp"),
      ]),
    Walk(
      "not enrolled: not possible",
      Path.loaded(Path.user(provider: "custom")) + [.send("requireStepUp"), .at("ineligible"), .send("back")]
        + refused),
    Walk(
      "the session is over",
      enrolling + [
        .fail("startEnrolment", "TOKEN_EXPIRED"), .at("reauthRequired"), .emits("stepUpRefused", .unset),
      ]),
    Walk(
      "the list is out of date: it is loaded first",
      Path.loadingFactors + [
        .fail("loadUser", "networkError"), .send("requireStepUp"), .at("reloadingFactors"),
        .complete("loadUser", Path.user(factors: enrolled)),
      ] + granted),
    Walk(
      "the list is out of date, and cannot be loaded",
      Path.loadingFactors + [
        .fail("loadUser", "networkError"), .send("requireStepUp"), .fail("loadUser", "networkError"),
        .shows("networkError"),
      ] + refused),
  ]
}
