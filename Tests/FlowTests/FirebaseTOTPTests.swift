import Statecharts
import Testing

private typealias Path = FirebasePath

@Suite("Firebase sign-in with an authenticator app")
struct FirebaseTOTPTests {
  static let flow = Flow("firebase-totp")

  @Test("what the tests with a server do not walk through", arguments: walks)
  func walk(_ walk: Walk) throws { try Self.flow.run(walk) }

  static let walks: [Walk] = [
    Walk(
      "a sign-in link is sent for signing in again, and the goal stays",
      Path.reauthenticating + [
        .send("sendSignInLink", Path.address), .complete("sendSignInLink"), .at("reauthenticating"),
        .emits("signInLinkSent", .unset), .has("goal", "enrol"),
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
        .emits("signedOutLocally", .unset), .send("sendSignInLink", Path.address),
        .complete("sendSignInLink"), .at("reauthRequired"), .emitsNo("signedOutLocally"),
      ]),
    Walk(
      "canceling the sending of the link",
      Path.signedOut + [.send("sendSignInLink", Path.address), .send("cancel"), .at("signedOut")]),
    Walk(
      "one other factor is shown",
      Path.signingIn + [
        .complete("signIn", Path.answer(idToken: false, hints: [Path.factor("p", "phone")])),
        .at("secondFactorRequired"),
      ]),
    Walk(
      "neither tokens nor a factor",
      Path.signingIn + [
        .complete("signIn", Path.answer(idToken: false)), .at("signedOut"), .shows("internalError"),
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
    Walk("back from the code", Path.askingCode + [.send("back"), .at("secondFactorRequired")]),
    Walk("signing up: canceled", Path.signingUp + [.send("cancel"), .at("signedOut"), .at("noTokens")]),
    Walk(
      "signing up: not in place of signing in again",
      Path.reauthenticating + [.refused("signUp", Path.credentials)]),
    Walk(
      "required, signing out instead", input: ["mfaPolicy": "required"],
      Path.loaded(Path.user()) + [.send("signOut"), .at("signedOut")]),
    Walk(
      "refused: nothing changes",
      Path.signedOut + [
        .send("configureTOTP", ["state": "ENABLED", "adjacentIntervals": 1]),
        .fail("configureProject", "permissionDenied"),
        .at("projectSettled"), .shows("permissionDenied"), .has("adjacentIntervals", 5),
        .has("providerState", "DISABLED"),
      ]),
    Walk(
      "canceled, without a word to the person who signs in",
      Path.askingCode + [
        .send("configureTOTP", ["state": "ENABLED"]), .send("cancelConfiguration"), .at("projectSettled"),
        .at("askingCode"),
      ]),
    Walk(
      "again: somebody else with a second factor",
      Path.reauthenticating + [
        .send("signIn", Path.credentials),
        .complete("signIn", Path.answer(idToken: false, id: "u2", hints: [Path.factor("totp1")])),
        .at("reauthenticating"), .shows("userMismatch"),
      ]),
    Walk(
      "again: giving up keeps the session",
      Path.reauthenticating + [
        .send("signIn", Path.credentials),
        .complete("signIn", Path.answer(idToken: false, hints: [Path.factor("totp1")])),
        .send("cancel"), .at("signedIn"), .at("fresh"),
      ]),
    Walk(
      "secret: too late",
      Path.showingSecret + [
        .wait(.seconds(300)), .at("secretExpired"), .calls("eraseTotpSecret"), .send("restart"),
        .at("generatingSecret"),
      ]),
    Walk(
      "secret: an older one's deadline does not count",
      Path.showingSecret + [
        .wait(.seconds(200)), .send("skip"), .send("enrol"), .complete("startEnrolment", Path.secret),
        .wait(.seconds(200)), .at("showingSecret"), .wait(.seconds(100)), .at("secretExpired"),
      ]),
    Walk(
      "code: wrong, and then too late",
      Path.askingEnrolCode + [
        .wait(.seconds(295)), .send("submit", Path.code), .wait(.seconds(10)), .at("checkingEnrolCode"),
        .fail("finalizeEnrolment", "INVALID_CODE"), .at("secretExpired"), .shows("SESSION_EXPIRED"),
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
        .emits("enrolled", .unset), .showsNothing,
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
        .emits("enrolled", .unset),
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
    Walk("the session is over: not now", Path.reauthRequired + [.send("cancel"), .at("signedOut")]),
  ]
}
