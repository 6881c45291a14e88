import Statecharts
import StatechartsTesting
import Testing

private typealias Path = FirebasePath

@Suite("Enrolling and removing a second factor in the Firebase flow")
struct FirebaseTOTPFactorTests {
  static let flow = FirebaseTOTPTests.flow

  @Test("each row of the reference's tables of states", arguments: enrolling + removing)
  func row(_ walk: Walk) throws { try Self.flow.run(walk) }

  static let enrolling: [Walk] =
    ["phone", "anonymous", "custom", "gc.apple.com"].map { provider in
      Walk(
        "provider \(provider)",
        Path.loaded(Path.user(provider: provider)) + [
          .send("enrol"), .at("ineligible"), .shows("ineligibleProvider"), .send("back"), .at("signedIn"),
        ])
    } + [
      Walk(
        "address: an email is sent",
        Path.verifyingEmail + [
          .send("sendVerificationEmail"), .runs("sendVerificationEmail"), .complete("sendVerificationEmail"),
          .at("verifyingEmail"), .showsNothing, .tells("verificationEmailSent", .unset),
        ]),
      Walk(
        "address: not confirmed yet",
        Path.verifyingEmail + [
          .send("checkAgain"), .complete("loadUser", Path.user(verified: false)), .at("verifyingEmail"),
          .shows("UNVERIFIED_EMAIL"),
        ]),
      Walk(
        "address: confirmed",
        Path.verifyingEmail + [
          .send("checkAgain"), .complete("loadUser", Path.user()), .at("generatingSecret"),
        ]),
      Walk("address: not now", Path.verifyingEmail + [.send("cancel"), .at("signedIn")]),
      Walk(
        "again: the same person",
        Path.reauthenticating + [
          .send("signIn", ["password": "secret"]), .at("signingIn"), .has("email", "anna@example.org"),
          .complete("signIn", Path.answer()), .complete("loadUser", Path.user()), .at("generatingSecret"),
        ]),
      Walk(
        "again: somebody else",
        Path.reauthenticating + [
          .send("signIn", Path.credentials), .complete("signIn", Path.answer(id: "u2")),
          .calls("discardTokens"),
          .at("reauthenticating"), .shows("userMismatch"),
        ]),
      Walk(
        "again: somebody else with a second factor",
        Path.reauthenticating + [
          .send("signIn", Path.credentials),
          .complete("signIn", Path.answer(idToken: false, id: "u2", hints: [Path.factor("totp1")])),
          .at("reauthenticating"), .shows("userMismatch"),
        ]),
      Walk(
        "again: with a second factor",
        Path.reauthenticating + [
          .send("signIn", Path.credentials),
          .complete("signIn", Path.answer(idToken: false, hints: [Path.factor("totp1")])),
          .send("submit", Path.code), .complete("finalizeSignIn"), .complete("loadUser", Path.user()),
          .at("generatingSecret"),
        ]),
      Walk(
        "again: giving up keeps the session",
        Path.reauthenticating + [
          .send("signIn", Path.credentials),
          .complete("signIn", Path.answer(idToken: false, hints: [Path.factor("totp1")])),
          .send("cancel"), .at("signedIn"), .at("fresh"),
        ]),
      Walk(
        "again: a wrong password",
        Path.reauthenticating + [
          .send("signIn", Path.credentials), .fail("signIn", "INVALID_PASSWORD"), .at("reauthenticating"),
          .shows("INVALID_LOGIN_CREDENTIALS"),
        ]),
      Walk("again: not now", Path.reauthenticating + [.send("cancel"), .at("signedIn")]),
      Walk(
        "again: too late for the second factor",
        Path.reauthenticating + [
          .send("signIn", Path.credentials),
          .complete("signIn", Path.answer(idToken: false, hints: [Path.factor("totp1")])),
          .send("submit", Path.code), .fail("finalizeSignIn", "INVALID_MFA_PENDING_CREDENTIAL"),
          .at("reauthenticating"),
          .shows("INVALID_MFA_PENDING_CREDENTIAL"),
        ]),
      Walk(
        "secret: the authenticator app is opened",
        Path.showingSecret + [
          .send("openInOTPApp"), .calls("openInOTPApp"), .at("showingSecret"),
        ]),
      Walk(
        "secret: too late",
        Path.secretExpired + [
          .send("restart"), .at("generatingSecret"),
          .complete("startEnrolment", Path.secret), .wait(.seconds(299)), .at("showingSecret"),
          .wait(.seconds(1)), .at("secretExpired"),
        ]),
      Walk(
        "secret: canceled",
        Path.showingSecret + [.send("cancel"), .at("signedIn"), .calls("eraseTotpSecret")]),
      Walk(
        "secret: an older one's deadline does not count",
        Path.showingSecret + [
          .wait(.seconds(200)), .send("skip"), .send("enrol"), .complete("startEnrolment", Path.secret),
          .wait(.seconds(200)), .at("showingSecret"), .wait(.seconds(100)), .at("secretExpired"),
        ]),
      Walk("expired: given up", Path.secretExpired + [.send("cancel"), .at("signedIn")]),
      Walk("code: back", Path.askingEnrolCode + [.send("back"), .at("showingSecret")]),
      Walk("code: too late", Path.askingEnrolCode + [.wait(.seconds(300)), .at("secretExpired")]),
      Walk(
        "code: none",
        Path.askingEnrolCode + [
          .send("submit", ["code": ""]), .at("askingEnrolCode"), .shows("MISSING_CODE"),
        ]),
      Walk(
        "code: the server decides on its length",
        Path.generatingSecret + [
          .complete("startEnrolment", ["verificationCodeLength": 8, "timeLeft": .duration(.seconds(300))]),
          .send("continue"),
          .send("submit", Path.code), .at("askingEnrolCode"), .shows("malformedCode"),
          .send("submit", ["code": "12345678"]),
          .at("finalizing"),
        ]),
      Walk("code: the usual name", Path.finalizing + [.has("enrolmentName", "TOTP")]),
      Walk(
        "code: a name",
        Path.askingEnrolCode + [
          .send("submit", ["code": "123456", "displayName": "Phone"]), .at("finalizing"),
          .has("enrolmentName", "Phone"),
        ]),
      Walk(
        "code: wrong, and then too late",
        Path.askingEnrolCode + [
          .wait(.seconds(295)), .send("submit", Path.code), .wait(.seconds(10)), .at("checkingEnrolCode"),
          .fail("finalizeEnrolment", "INVALID_CODE"), .at("secretExpired"), .shows("SESSION_EXPIRED"),
        ]),
      Walk(
        "code: right",
        Path.loadingFactors + [
          .complete("loadUser", Path.user(factors: [Path.factor("totp1")])), .at("signedIn"),
          .tells("enrolled", .unset),
          .calls("eraseTotpSecret"), .has("hasFactor", true), .has("factorsStale", false),
        ]),
      Walk(
        "code: right, but the factors cannot be loaded now",
        Path.loadingFactors + [
          .fail("loadUser", "networkError"), .at("signedIn"), .tells("enrolled", .unset),
          .has("hasFactor", true),
          .send("unenrol"), .at("reloadingFactors"),
          .complete("loadUser", Path.user(factors: Path.twoFactors)), .at("choosingFactor"),
        ]),
      Walk(
        "code: canceled while it is checked",
        Path.finalizing + [.send("cancel"), .at("enrolmentUnclear"), .showsNothing]),
      Walk(
        "code: its answer is lost, and the factor is there",
        Path.findingOut + [
          .complete("loadUser", Path.user(factors: [Path.factor("totp1")])), .at("signedIn"),
          .tells("enrolled", .unset), .showsNothing, .calls("eraseTotpSecret"), .has("hasFactor", true),
          .has("factorsStale", false),
        ]),
      Walk(
        "code: its answer is lost, and the factor is not there",
        Path.findingOut + [
          .complete("loadUser", Path.user()), .at("askingEnrolCode"), .shows("networkError"),
          .send("submit", Path.code), .at("checkingEnrolCode"),
        ]),
      Walk(
        "code: its answer is lost, and it is too late for another",
        Path.askingEnrolCode + [
          .wait(.seconds(295)), .send("submit", Path.code), .wait(.seconds(15)), .at("findingOut"),
          .complete("loadUser", Path.user()), .at("secretExpired"),
        ]),
      Walk(
        "code: the secret is used up by an earlier one",
        Path.finalizing + [
          .fail("finalizeEnrolment", "INVALID_SESSION_INFO"),
          .complete("loadUser", Path.user(factors: [Path.factor("totp1")])), .at("signedIn"),
          .tells("enrolled", .unset), .showsNothing,
        ]),
      Walk(
        "code: the secret is not valid",
        Path.finalizing + [
          .fail("finalizeEnrolment", "INVALID_SESSION_INFO"), .complete("loadUser", Path.user()),
          .at("secretExpired"), .shows("INVALID_SESSION_INFO"),
        ]),
      Walk(
        "unclear: nothing else is begun before the server has said",
        Path.enrolmentUnclear + [
          .refused("enrol"), .refused("cancel"), .refused("restart"), .refused("submit", Path.code),
          .wait(.seconds(300)), .at("enrolmentUnclear"), .send("checkAgain"), .at("findingOut"),
          .send("cancel"), .at("enrolmentUnclear"), .send("checkAgain"),
          .complete("loadUser", Path.user(factors: [Path.factor("totp1")])), .at("signedIn"),
          .tells("enrolled", .unset),
        ]),
      Walk(
        "unclear: too many attempts",
        Path.findingOut + [
          .fail("loadUser", "TOO_MANY_ATTEMPTS_TRY_LATER"), .at("enrolmentUnclear"), .refused("checkAgain"),
          .wait(.seconds(30)), .send("checkAgain"), .at("findingOut"),
        ]),
      Walk("unclear: signed out", Path.enrolmentUnclear + [.send("signOut"), .at("signedOut")]),
      Walk(
        "another factor: the list is loaded first, so that a new one is known by its being there",
        Path.loadingFactors + [
          .fail("loadUser", "networkError"), .send("enrol"), .at("reloadingFactors"),
          .complete("loadUser", Path.user(factors: [Path.factor("totp1")])), .at("generatingSecret"),
          .complete("startEnrolment", Path.secret), .send("continue"), .send("submit", Path.code),
          .fail("finalizeEnrolment", "networkError"),
          .complete("loadUser", Path.user(factors: [Path.factor("totp1")])), .at("askingEnrolCode"),
        ]),
    ]

  static let removing: [Walk] = [
    Walk("nothing to remove", Path.signedIn + [.refused("unenrol"), .at("signedIn")]),
    Walk(
      "a place outside the list",
      Path.choosingFactor + [.refused("select", ["index": 2]), .refused("select", ["index": -1])]),
    Walk("canceled", Path.choosingFactor + [.send("cancel"), .at("signedIn")]),
    Walk(
      "removed, still signed in",
      Path.refreshingUser + [
        .complete("loadUser", Path.user()), .at("signedIn"), .tells("unenrolled", ["signedOut": false]),
        .has("hasFactor", false),
      ]),
    Walk(
      "a factor that is gone already",
      Path.withdrawing + [
        .fail("withdrawEnrolment", "MFA_ENROLLMENT_NOT_FOUND"), .at("reloadingFactors"),
        .complete("loadUser", Path.user(factors: Path.twoFactors)), .at("choosingFactor"),
        .shows("MFA_ENROLLMENT_NOT_FOUND"),
      ]),
    Walk(
      "the only factor is gone already",
      Path.withdrawing + [
        .fail("withdrawEnrolment", "MFA_ENROLLMENT_NOT_FOUND"), .complete("loadUser", Path.user()),
        .at("signedIn"), .showsNothing,
      ]),
    Walk(
      "signed in too long ago",
      Path.withdrawing + [
        .fail("withdrawEnrolment", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"), .at("reauthenticating"),
        .shows("CREDENTIAL_TOO_OLD_LOGIN_AGAIN"),
        .send("signIn", Path.credentials), .complete("signIn", Path.answer()),
        .complete("loadUser", Path.user(factors: Path.twoFactors)), .at("choosingFactor"),
      ]),
    Walk(
      "the session is over: sign in again",
      Path.reauthRequired + [
        .tells("unenrolled", ["signedOut": true]), .shows("TOKEN_EXPIRED"), .send("signIn", Path.credentials),
        .at("signingIn"),
        .complete("signIn", Path.answer()), .complete("loadUser", Path.user()), .at("signedIn"),
      ]),
    Walk("the session is over: not now", Path.reauthRequired + [.send("cancel"), .at("signedOut")]),
    Walk(
      "the new list cannot be loaded",
      Path.refreshingUser + [
        .fail("loadUser", "networkError"), .at("signedIn"), .shows("networkError"),
        .tells("unenrolled", ["signedOut": false]),
      ]),
    Walk(
      "canceled after the removal",
      Path.refreshingUser + [.send("cancel"), .at("signedIn"), .tells("unenrolled", ["signedOut": false])]),
  ]
}
