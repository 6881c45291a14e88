import Statecharts
import Testing

private typealias Path = FXAuthenticationPaths

@Suite("The Mozilla sign-in flow")
struct FXAuthenticationTests {
  static let flow = Flow("fxa-authentication")

  @Test("what the tests with a server do not walk through", arguments: walks)
  func walk(_ walk: Walk) throws { try Self.flow.run(walk) }

  static let walks: [Walk] = [
    Walk(
      "a code may be given while its mail is still being sent",
      Path.sendingUnblockCode + [
        .send("verifyUnblockCode", ["code": "A1B2C3D4"]), .at("verifyingUnblockCode"),
      ]),
    Walk(
      "a new account may be verified at once",
      Path.signingUp + [.complete("signUp", ["verified": true]), .at("exchanging")]),
    Walk(
      "blocked again after an unblock code: no other mail by itself",
      Path.verifyingUnblockCode + [
        .fail("verifyUnblockCode", "requestBlocked", Path.captcha), .at("awaitingUnblockCode"),
        .showsNothing,
      ]),
    Walk(
      "a browser that ends without a code says why the last one was of no use", input: Path.noCreation,
      Path.checkingCode + [
        .fail("verifyLogin", "remoteServiceError"), .complete("authenticateInBrowser"), .ended("failed"),
        .shows("remoteServiceError"),
      ]),
    Walk(
      "a code of the browser that cannot be checked leaves the browser open", input: Path.noCreation,
      Path.checkingCode + [
        .fail("verifyLogin", "tooManyRequests"), .at("awaitingCode"), .runs("authenticateInBrowser"),
        .shows("tooManyRequests"), .send("browserCode", ["code": "c1de"]), .at("checkingCode"),
        .wait(.seconds(15)), .at("awaitingCode"), .runs("authenticateInBrowser"), .shows("requestTimeout"),
      ]),
    Walk(
      "a browser that cannot be used", input: Path.web,
      Path.webBased + [
        .fail("authenticateInBrowser", "noInternetConnection"), .ended("failed"),
        .shows("noInternetConnection"),
      ]),
    Walk(
      "who signs in again goes back to the password where too many requests lead to Start",
      input: ["throttleLanding": "start", "sessionType": "subscriptionManagement"],
      Path.signingIn + [.fail("signIn", "tooManyRequests"), .at("signIn"), .shows("tooManyRequests")]),
    Walk(
      "signing in again happens in the app even so",
      input: ["method": "webBased", "sessionType": "accountDeletion"],
      [.at("initializing")]),
    Walk(
      "without a known address, a person who signs in again may enter any address", input: Path.deletion,
      Path.checkingAccount + [
        .fail("checkAccount", "serverUnavailable"), .at("start"),
        .send("checkAccount", ["emailAddress": "eve@example.org"]), .at("checkingAccount"),
      ]),
    Walk(
      "there is no account to delete", input: Path.deletion,
      Path.checkingAccount + [
        .complete("checkAccount", ["exists": false]), .ended("failed"), .shows("authenticationFailure"),
      ]),
    Walk(
      "signing in again for a subscription goes no further than finalize",
      input: ["sessionType": "subscriptionManagement"], Path.completed),
    Walk(
      "an error about a password is forgotten when another is typed",
      Path.signingIn + [.fail("signIn", "incorrectPassword")] + Path.password + [.has("lastError", .unset)]),
    Walk(
      "an error about a code is forgotten when another email is wanted",
      Path.verifyingUnblockCode + [
        .fail("verifyUnblockCode", "invalidUnblockCode"), .has("lastError", "invalidUnblockCode"),
        .send("resendUnblockCodeEmail"), .has("lastError", .unset), .complete("sendUnblockCode"),
        .has("lastError", .unset),
      ]),
    Walk(
      "so it is when the email that confirms the address is wanted again",
      Path.verifyingSessionEmailCode + [
        .fail("verifySessionEmailCode", "invalidEmailCode"), .has("lastError", "invalidEmailCode"),
        .send("resendVerificationSessionCodeEmail"), .has("lastError", .unset),
      ]),
    Walk(
      "a wait stays when another email that confirms the address is wanted",
      Path.verifyingSessionEmailCode + [
        .fail("verifySessionEmailCode", "tooManyRequests", ["retryAfter": 9]),
        .send("resendVerificationSessionCodeEmail"), .has("lastError", .unset),
        .has("retryAfter", 9),
      ]),
    Walk(
      "a wait stays when another unblock code is wanted",
      Path.verifyingUnblockCode + [
        .fail("verifyUnblockCode", "tooManyRequests", ["retryAfter": 9]),
        .send("resendUnblockCodeEmail"), .has("lastError", .unset), .has("retryAfter", 9),
      ]),
    Walk(
      "a wait stays when another password is typed",
      Path.signingIn + [.fail("signIn", "tooManyRequests", ["retryAfter": 9])] + Path.password + [
        .has("lastError", .unset), .has("retryAfter", 9),
      ]),
    Walk(
      "a server that is unavailable while a code is checked costs neither session nor password",
      Path.verifyingSessionTotpCode + [
        .fail("verifySessionTotpCode", "serverUnavailable", ["retryAfter": 9]),
        .at("totpVerificationNeeded"),
        .shows("serverUnavailable"), .has("passwordGiven", true), .has("email", "ada@example.org"),
        .send("verifySessionTotpCode", ["code": "123456"]),
        .complete("verifySessionTotpCode", ["verified": true]), .at("exchanging"),
      ]),
  ]

  @Test(
    "reset leads to Start from every screen of a default session, and forgets",
    arguments: Path.inputStates.map(\.state))
  func reset(state: String) throws {
    for row in Path.inputStates where row.state == state {
      if row.input.isEmpty {
        try Self.flow.run(
          Walk(
            state, input: row.input,
            row.path + [
              .send("reset"), .at("start"), .calls("forgetSecrets"), .showsNothing, .has("email", .unset),
              .has("emailCaseFix", .unset), .has("originalLoginEmail", .unset), .has("passwordGiven", false),
            ]))
      }
      // Who signs in again has no Start to go back to.
      let again = row.input.merging(["sessionType": "accountDeletion"]) { $1 }
      if state != "signUp" && state != "emailVerification" {
        try Self.flow.run(Walk(state, input: again, row.path + [.refused("reset"), .at(state)]))
      }
    }
  }
}
