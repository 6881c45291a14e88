import Statecharts
import StatechartsTesting
import Testing

private typealias Path = FirebasePath

@Suite("Firebase sign-in with an authenticator app")
struct FirebaseTOTPTests {
  static let flow = Flow("firebase-totp")

  @Test("each row of the reference's table for signing in", arguments: signingIn)
  func row(_ walk: Walk) throws { try Self.flow.run(walk) }

  @Test("the four schemes of enrolling", arguments: schemes)
  func scheme(_ walk: Walk) throws { try Self.flow.run(walk) }

  @Test("tokens are refreshed by themselves, one request at a time", arguments: tokens)
  func refresh(_ walk: Walk) throws { try Self.flow.run(walk) }

  @Test("setting the project up", arguments: project)
  func configure(_ walk: Walk) throws { try Self.flow.run(walk) }

  @Test("what the person types never comes back in what is reported, kept or shown")
  func secrets() throws {
    var simulation = try Self.flow.simulation()
    var all = [simulation.start()]
    all.append(simulation.send("signIn", data: ["email": "anna@example.org", "password": "hush-hush"]))
    all.append(
      simulation.complete(
        service: "signIn", with: Path.answer(idToken: false, hints: [Path.factor("totp1")])))
    all.append(simulation.send("submit", data: ["code": "hushme"]))
    #expect(all.last?.states.contains("verifying") == true)
    all.append(simulation.send("signOut"))
    all.append(simulation.send("signUp", data: ["email": "anna@example.org", "password": "hush-hush"]))
    #expect(all.last?.states.contains("signingUp") == true)
    for report in all { #expect(!String(describing: report).contains("hush")) }
  }

  static let signingIn: [Walk] = [
    Walk("no second factor", Path.signedIn),
    Walk(
      "a sign-in link is sent, and signs in",
      Path.signedOut + [
        .send("sendSignInLink", Path.address), .at("sendingSignInLink"), .has("email", "anna@example.org"),
        .complete("sendSignInLink"), .at("signedOut"), .tells("signInLinkSent", .unset), .showsNothing,
        .send("signIn", ["provider": "emailLink"]),
        .calls("keepCredential"), .runs("signIn"),
        .complete("signIn", Path.answer()), .complete("loadUser", Path.user()), .at("signedIn"),
      ]),
    Walk(
      "a sign-in link is sent for signing in again, and the goal stays",
      Path.reauthenticating + [
        .send("sendSignInLink", Path.address), .complete("sendSignInLink"), .at("reauthenticating"),
        .tells("signInLinkSent", .unset), .has("goal", "enrol"),
      ]),
    Walk(
      "a sign-in link for signing in again goes to the account's address only",
      Path.reauthenticating + [
        .send("sendSignInLink", ["email": "bob@example.org"]), .at("sendingSignInLink"),
        .has("email", "anna@example.org"),
      ]),
    Walk(
      "a sign-in link is sent after the session is over, whose end is reported once",
      Path.reauthRequired + [
        .tells("signedOutLocally", .unset), .send("sendSignInLink", Path.address),
        .complete("sendSignInLink"), .at("reauthRequired"), .tellsNo("signedOutLocally"),
      ]),
    Walk(
      "canceling the sending of the link",
      Path.signedOut + [.send("sendSignInLink", Path.address), .send("cancel"), .at("signedOut")]),
    Walk(
      "one authenticator app: its code is asked for at once",
      Path.askingCode + [.has("selectedHint", "totp1")]),
    Walk(
      "one other factor is shown",
      Path.signingIn + [
        .complete("signIn", Path.answer(idToken: false, hints: [Path.factor("p", "phone")])),
        .at("secondFactorRequired"),
      ]),
    Walk(
      "neither token nor factor",
      Path.signingIn + [
        .complete("signIn", Path.answer(idToken: false)), .at("signedOut"), .shows("internalError"),
      ]),
    Walk(
      "an authenticator app is chosen",
      Path.secondFactorRequired + [
        .send("select", ["index": 1]), .at("askingCode"), .has("selectedHint", "totp1"),
      ]),
    Walk(
      "another kind is chosen",
      Path.secondFactorRequired + [
        .send("select", ["index": 0]), .at("unsupportedFactor"), .send("back"), .at("secondFactorRequired"),
      ]),
    Walk(
      "a place outside the list",
      Path.secondFactorRequired + [
        .send("select", ["index": 2]), .at("secondFactorRequired"), .send("select", ["index": -1]),
        .at("secondFactorRequired"),
      ]),
    Walk(
      "giving up the choice", Path.secondFactorRequired + [.send("cancel"), .at("signedOut"), .showsNothing]),
    Walk(
      "giving up at another kind",
      Path.secondFactorRequired + [
        .send("select", ["index": 0]), .send("cancel"), .at("signedOut"),
      ]),
    Walk("giving up the code", Path.askingCode + [.send("cancel"), .at("signedOut"), .calls("eraseTokens")]),
    Walk("back from the code", Path.askingCode + [.send("back"), .at("secondFactorRequired")]),
    Walk(
      "no code", Path.askingCode + [.send("submit", ["code": ""]), .at("askingCode"), .shows("MISSING_CODE")]),
    Walk(
      "a code that is too short",
      Path.askingCode + [.send("submit", ["code": "12345"]), .at("askingCode"), .shows("malformedCode")]),
    Walk(
      "a code with letters",
      Path.askingCode + [
        .answer("codeHasOnlyDigits", false), .send("submit", Path.code), .at("askingCode"),
        .shows("malformedCode"),
      ]),
    Walk(
      "the right code",
      Path.verifying + [
        .complete("finalizeSignIn"), .at("loadingUser"), .calls("adoptTokens"), .at("fresh"),
        .complete("loadUser", Path.user(factors: [Path.factor("totp1")])), .at("signedIn"),
        .has("hasFactor", true),
      ]),
    Walk(
      "signing out",
      Path.signedIn + [
        .send("signOut"), .at("signedOut"), .calls("eraseTokens"), .at("noTokens"), .has("user", .unset),
      ]),
    Walk("canceling the request", Path.signingIn + [.send("cancel"), .at("signedOut")]),
    Walk("canceling the check", Path.verifying + [.send("cancel"), .at("askingCode")]),
    Walk("canceling the loading", Path.loadingUser + [.send("cancel"), .at("signedOut"), .at("noTokens")]),
    Walk(
      "too many attempts: nothing is sent for a while",
      Path.signingIn + [
        .fail("signIn", "TOO_MANY_ATTEMPTS_TRY_LATER"), .at("signedOut"),
        .shows("TOO_MANY_ATTEMPTS_TRY_LATER"),
        .refused("signIn", Path.credentials), .wait(.seconds(30)), .send("signIn", Path.credentials),
        .at("signingIn"),
      ]),
  ]

  static let schemes: [Walk] = [
    Walk(
      "required, and missing", input: ["mfaPolicy": "required"],
      Path.loaded(Path.user()) + [
        .at("enrolmentForced"), .send("enrol"), .complete("startEnrolment", Path.secret), .refused("skip"),
        .send("cancel"),
        .at("enrolmentForced"), .send("enrol"), .complete("startEnrolment", Path.secret), .send("continue"),
        .send("submit", Path.code), .complete("finalizeEnrolment"),
        .complete("loadUser", Path.user(factors: [Path.factor("totp1")])), .at("signedIn"),
      ]),
    Walk(
      "required, and there", input: ["mfaPolicy": "required"],
      Path.loaded(Path.user(factors: [Path.factor("totp1")])) + [.at("signedIn")]),
    Walk(
      "required, and removed", input: ["mfaPolicy": "required"],
      Path.refreshingUser + [.complete("loadUser", Path.user()), .at("enrolmentForced")]),
    Walk(
      "required, signing up", input: ["mfaPolicy": "required"],
      Path.signingUp + [
        .complete("signUp"), .at("loadingUser"), .calls("adoptTokens"), .at("fresh"),
        .complete("loadUser", Path.user(verified: false)), .at("enrolmentForced"), .send("enrol"),
        .at("verifyingEmail"), .send("checkAgain"), .complete("loadUser", Path.user()),
        .at("generatingSecret"),
      ]),
    Walk(
      "optional, signing up", input: ["mfaPolicy": "optional"],
      Path.signingUp + [
        .complete("signUp"), .complete("loadUser", Path.user(verified: false)), .at("offeringEnrolment"),
        .send("skip"), .at("signedIn"),
      ]),
    Walk(
      "signing up",
      Path.signingUp + [
        .has("email", "anna@example.org"), .complete("signUp"),
        .complete("loadUser", Path.user(verified: false)), .at("signedIn"),
      ]),
    Walk(
      "signing up: the address has an account",
      Path.signingUp + [.fail("signUp", "EMAIL_EXISTS"), .at("signedOut"), .shows("EMAIL_EXISTS")]),
    Walk("signing up: canceled", Path.signingUp + [.send("cancel"), .at("signedOut"), .at("noTokens")]),
    Walk(
      "signing up: not in place of signing in again",
      Path.reauthenticating + [.refused("signUp", Path.credentials)]),
    Walk(
      "required, signing out instead", input: ["mfaPolicy": "required"],
      Path.loaded(Path.user()) + [.send("signOut"), .at("signedOut")]),
    Walk(
      "optional: offered after signing in, and skipped", input: ["mfaPolicy": "optional"],
      Path.loaded(Path.user()) + [
        .at("offeringEnrolment"), .refused("unenrol"), .send("skip"), .at("signedIn"), .has("goal", "none"),
        .send("enrol"), .at("generatingSecret"),
      ]),
    Walk(
      "optional: offered, and enrolled", input: ["mfaPolicy": "optional"],
      Path.loaded(Path.user()) + [
        .send("enrol"), .complete("startEnrolment", Path.secret), .send("continue"),
        .send("submit", Path.code), .complete("finalizeEnrolment"),
        .complete("loadUser", Path.user(factors: [Path.factor("totp1")])), .at("signedIn"),
      ]),
    Walk(
      "optional: skipped when the secret is shown", input: ["mfaPolicy": "optional"],
      Path.loaded(Path.user()) + [
        .send("enrol"), .complete("startEnrolment", Path.secret), .send("skip"), .at("signedIn"),
      ]),
    Walk(
      "optional: not offered to a person who has a factor", input: ["mfaPolicy": "optional"],
      Path.loaded(Path.user(factors: [Path.factor("totp1")])) + [.at("signedIn")]),
    Walk(
      "optional: the email is confirmed first", input: ["mfaPolicy": "optional"],
      Path.loaded(Path.user(verified: false)) + [
        .at("offeringEnrolment"), .send("enrol"), .at("verifyingEmail"), .send("checkAgain"),
        .complete("loadUser", Path.user()), .at("generatingSecret"),
      ]),
    Walk(
      "optional: signing out instead", input: ["mfaPolicy": "optional"],
      Path.loaded(Path.user()) + [.send("signOut"), .at("signedOut")]),
    Walk("from the page with settings", input: ["mfaPolicy": "settingsPage"], Path.showingSecret),
  ]

  static let tokens: [Walk] = [
    Walk(
      "five minutes before the hour",
      Path.signedIn + [
        .wait(.seconds(55 * 60 - 1)), .at("fresh"), .wait(.seconds(1)), .at("refreshing"),
        .complete("refreshTokens"), .at("fresh"), .at("signedIn"),
      ]),
    Walk(
      "when the server says",
      Path.signingIn + [
        .complete(
          "signIn", ["localId": "u1", "hasIdToken": true, "hints": [], "refreshIn": .duration(.seconds(60))]),
        .complete("loadUser", Path.user()), .wait(.seconds(60)), .at("refreshing"),
      ]),
    Walk(
      "while the person is busy",
      Path.askingEnrolCode + [
        .wait(.seconds(200)), .at("askingEnrolCode"), .at("fresh"),
      ]),
    Walk(
      "no connection: again soon",
      Path.signedIn + [
        .wait(.seconds(3300)), .fail("refreshTokens", "networkError"), .at("refreshLater"), .at("signedIn"),
        .showsNothing,
        .wait(.seconds(30)), .at("refreshing"),
      ]),
    Walk(
      "no answer: again soon", Path.signedIn + [.wait(.seconds(3315)), .at("refreshLater"), .at("signedIn")]),
    Walk(
      "new tokens from elsewhere end a refresh",
      Path.withdrawing + [
        .wait(.seconds(0)), .complete("withdrawEnrolment"), .at("fresh"),
      ]),
    Walk("not while signed out", Path.signedIn + [.send("signOut"), .wait(.seconds(4000)), .at("noTokens")]),
  ]

  static let project: [Walk] = [
    Walk(
      "the usual number",
      Path.signedOut + [
        .has("adjacentIntervals", 5), .send("configureTOTP", ["state": "ENABLED"]), .runs("configureProject"),
        .complete("configureProject"), .at("projectSettled"), .has("providerState", "ENABLED"),
        .has("adjacentIntervals", 5),
        .tells("projectConfigured", ["state": "ENABLED", "adjacentIntervals": 5]),
      ]),
    Walk(
      "the smallest number",
      Path.signedOut + [
        .send("configureTOTP", ["state": "MANDATORY", "adjacentIntervals": 0]), .complete("configureProject"),
        .has("providerState", "MANDATORY"), .has("adjacentIntervals", 0),
      ]),
    Walk(
      "the largest number",
      Path.signedOut + [
        .send("configureTOTP", ["state": "DISABLED", "adjacentIntervals": 10]), .complete("configureProject"),
        .has("adjacentIntervals", 10),
      ]),
    Walk(
      "too small",
      Path.signedOut + [
        .send("configureTOTP", ["state": "ENABLED", "adjacentIntervals": -1]), .at("projectSettled"),
        .shows("invalidAdjacentIntervals"),
      ]),
    Walk(
      "too large",
      Path.signedOut + [
        .send("configureTOTP", ["state": "ENABLED", "adjacentIntervals": 11]), .at("projectSettled"),
        .shows("invalidAdjacentIntervals"),
      ]),
    Walk("another state", Path.signedOut + [.refused("configureTOTP", ["state": "SOMETIMES"])]),
    Walk(
      "refused: nothing changes",
      Path.signedOut + [
        .send("configureTOTP", ["state": "ENABLED", "adjacentIntervals": 1]),
        .fail("configureProject", "permissionDenied"),
        .at("projectSettled"), .shows("permissionDenied"), .has("adjacentIntervals", 5),
        .has("providerState", "DISABLED"),
      ]),
    Walk(
      "no answer",
      Path.signedOut + [
        .send("configureTOTP", ["state": "ENABLED"]), .wait(.seconds(15)), .at("projectSettled"),
        .shows("requestTimeout"),
      ]),
    Walk(
      "canceled, without a word to the person who signs in",
      Path.askingCode + [
        .send("configureTOTP", ["state": "ENABLED"]), .send("cancelConfiguration"), .at("projectSettled"),
        .at("askingCode"),
      ]),
  ]
}
