import Statecharts
import Testing

private typealias Path = FXAuthenticationPaths

@Suite("The Mozilla sign-in flow")
struct FXAuthenticationTests {
  static let flow = Flow("fxa-authentication")

  @Test("runs as its reference says", arguments: walks)
  func walk(_ walk: Walk) throws { try Self.flow.run(walk) }

  static let walks: [Walk] =
    [
      Walk(
        "a sign-in",
        Path.signIn + [.refused("signIn")] + Path.password + [.send("signIn"), .at("signingIn")] + [
          .complete("signIn", ["verified": true]), .at("exchanging"), .showsNothing,
          .complete("exchangeSession"),
          .complete("verifyLogin"), .calls("destroySession"), .ended("authenticated"),
        ]),
      Walk(
        "the email address is kept as typed and in lower case, and emitted",
        Path.start + [
          .send("checkAccount", ["emailAddress": "Ada@Example.org"]),
          .tells("emailAddressChanged", ["emailAddress": "Ada@Example.org"]),
          .has("email", "ada@example.org"), .has("emailCaseFix", "Ada@Example.org"),
        ]),
      Walk(
        "something that is no email address stays at Start and says so",
        Path.start + [
          .answer("emailIsValid", false), .send("checkAccount", ["emailAddress": "hello world"]),
          .at("start"),
          .shows("invalidEmailAddress"), .answer("emailIsValid", true),
          .send("checkAccount", ["emailAddress": "a@b.c"]), .at("checkingAccount"), .showsNothing,
        ]),
      Walk(
        "a known email address skips Start", input: ["prefilledEmail": "Ada@Example.org"],
        [.complete("initialize"), .at("checkingAccount"), .has("email", "ada@example.org")]),
      Walk(
        "an empty known email address does not", input: ["prefilledEmail": ""],
        [.complete("initialize"), .at("start")]),
      Walk(
        "TOTP, wrong and then right",
        Path.verifyingSessionTotpCode + [
          .complete("verifySessionTotpCode", ["verified": false]), .at("totpVerificationNeeded"),
          .shows("invalidTotpCode"), .tells("codeRequested", ["length": 6]),
          .send("verifySessionTotpCode", ["code": "000000"]),
          .fail("verifySessionTotpCode", "invalidTotpCode"), .at("totpVerificationNeeded"),
          .shows("invalidTotpCode"),
          .send("verifySessionTotpCode", ["code": "123456"]),
          .complete("verifySessionTotpCode", ["verified": true]), .at("exchanging"), .showsNothing,
        ]),
      Walk(
        "blocked: code wrong, another mail, code right",
        Path.sendingUnblockCode + [
          .tells("codeRequested", ["length": 8]), .complete("sendUnblockCode"),
          .send("verifyUnblockCode", ["code": "WRONG123"]), .calls("keepCode"),
          .fail("verifyUnblockCode", "invalidUnblockCode"), .at("awaitingUnblockCode"),
          .shows("invalidUnblockCode"),
          .send("resendUnblockCodeEmail"), .at("unblockCodeNeeded"), .runs("sendUnblockCode"), .showsNothing,
          .complete("sendUnblockCode"), .at("awaitingUnblockCode"),
          .send("verifyUnblockCode", ["code": "A1B2C3D4"]),
          .complete("verifyUnblockCode", ["verified": true]),
          .at("exchanging"),
        ]),
      Walk(
        "a code may be given while its mail is still being sent",
        Path.sendingUnblockCode + [
          .send("verifyUnblockCode", ["code": "A1B2C3D4"]), .at("verifyingUnblockCode"),
        ]),
      Walk(
        "an unblocked sign-in may still need TOTP",
        Path.verifyingUnblockCode + [
          .complete("verifyUnblockCode", Path.unverified("totp-2fa")), .at("totpVerificationNeeded"),
        ]),
      Walk(
        "an unblocked sign-in may still need an email code",
        Path.verifyingUnblockCode + [
          .complete("verifyUnblockCode", Path.unverified("email-otp")), .at("emailVerification"),
        ]),
      Walk(
        "a sign-in may need an email code",
        Path.signingIn + [.complete("signIn", Path.unverified("email-otp")), .at("emailVerification")]),
      Walk(
        "sign-up with an email code, wrong and then right",
        Path.emailVerification + [
          .send("verifySessionEmailCode", ["code": "000000"]),
          .fail("verifySessionEmailCode", "invalidOrExpiredVerificationCode"), .at("emailVerification"),
          .shows("invalidOrExpiredVerificationCode"),
          .send("resendVerificationSessionCodeEmail"), .runs("resendSessionCode"), .at("emailVerification"),
          .complete("resendSessionCode"), .at("awaitingEmailCode"),
          .send("verifySessionEmailCode", ["code": "654321"]), .complete("verifySessionEmailCode"),
          .at("exchanging"), .complete("exchangeSession"), .complete("verifyLogin"), .ended("authenticated"),
        ]),
      Walk(
        "a new account may be verified at once",
        Path.signingUp + [.complete("signUp", ["verified": true]), .at("exchanging")]),
      Walk(
        "a new account may need TOTP",
        Path.signingUp + [.complete("signUp", Path.unverified("totp-2fa")), .at("totpVerificationNeeded")]),
      Walk(
        "the spelling of the email address is corrected once, without asking",
        Path.signingIn + [
          .fail("signIn", "emailCaseMismatch", ["email": "ada@example.org"]), .at("signingIn"),
          .runs("signIn"),
          .showsNothing, .tells("emailAddressChanged", ["emailAddress": "ada@example.org"]),
          .has("originalLoginEmail", "Ada@Example.org"), .has("emailCaseFix", "ada@example.org"),
          .fail("signIn", "emailCaseMismatch", ["email": "Ada@Example.org"]), .at("signIn"),
          .shows("unknownError"), .has("emailCaseFix", "ada@example.org"),
        ]),
      Walk(
        "the spelling is corrected with an unblock code too, and another code is sent: the first is used up",
        Path.verifyingUnblockCode + [
          .fail("verifyUnblockCode", "emailCaseMismatch", ["email": "ada@example.org"]),
          .at("sendingUnblockCode"), .runs("sendUnblockCode"), .showsNothing,
          .tells("emailAddressChanged", ["emailAddress": "ada@example.org"]),
          .tells("codeRequested", ["length": 8]), .complete("sendUnblockCode"),
          .send("verifyUnblockCode", ["code": "B2C3D4E5"]),
          .fail("verifyUnblockCode", "emailCaseMismatch", ["email": "ADA@example.org"]),
          .at("awaitingUnblockCode"), .shows("unknownError"), .has("emailCaseFix", "ada@example.org"),
          .send("verifyUnblockCode", ["code": "C3D4E5F6"]),
          .complete("verifyUnblockCode", ["verified": true]), .at("exchanging"),
        ]),
      Walk(
        "another email address is no other spelling",
        Path.signingIn + [
          .fail("signIn", "emailCaseMismatch", ["email": "eve@example.org"]), .at("signIn"),
          .shows("authenticationFailure"), .has("emailCaseFix", "Ada@Example.org"),
          .tellsNo("emailAddressChanged"),
        ]),
      Walk(
        "nor is it with an unblock code",
        Path.verifyingUnblockCode + [
          .fail("verifyUnblockCode", "emailCaseMismatch", ["email": "eve@example.org"]),
          .at("awaitingUnblockCode"), .shows("authenticationFailure"),
          .has("emailCaseFix", "Ada@Example.org"),
        ]),
      Walk(
        "blocked without a way to unblock",
        Path.signingIn + [
          .fail("signIn", "requestBlocked"), .at("start"), .shows("emailCanNotBeUsedToLogin"),
          .calls("forgetSecrets"),
        ]),
      Walk(
        "blocked with a way that the app does not know",
        Path.signingIn + [
          .fail("signIn", "requestBlocked", ["verificationMethod": "carrier-pigeon"]), .at("start"),
          .shows("emailCanNotBeUsedToLogin"),
        ]),
      Walk(
        "blocked again after an unblock code: no other mail by itself",
        Path.verifyingUnblockCode + [
          .fail("verifyUnblockCode", "requestBlocked", Path.captcha), .at("awaitingUnblockCode"),
          .showsNothing,
        ]),
      Walk(
        "blocked without a way to unblock after an unblock code",
        Path.verifyingUnblockCode + [
          .fail("verifyUnblockCode", "requestBlocked"), .at("start"), .shows("emailCanNotBeUsedToLogin"),
        ]),
    ]
    + ["email", "email-2fa", "email-captcha"].map { method in
      Walk(
        "the verification method \(method) is not supported",
        Path.signingIn + [
          .complete("signIn", Path.unverified(method)), .at("signIn"),
          .shows("unsupportedVerificationMethod"),
        ])
    } + [
      Walk(
        "an answer that says nothing is not a success",
        Path.signingIn + [.complete("signIn", [:]), .at("signIn"), .shows("unsupportedVerificationMethod")]),
      Walk(
        "the browser takes over where accounts may not be created", input: Path.noCreation,
        Path.checkingCode + [
          .complete("verifyLogin"), .calls("browserCodeChecked"), .ended("authenticated"), .showsNothing,
        ]),
      Walk(
        "a code that the VPN service refuses changes nothing, and the right one can still come",
        input: Path.noCreation,
        Path.checkingCode + [
          .refused("browserCode", ["code": "another"]), .fail("verifyLogin", "authenticationFailure"),
          .calls("browserCodeChecked"), .at("fallbackInBrowser"), .at("awaitingCode"), .showsNothing,
          .has("lastError", .unset), .runs("authenticateInBrowser"),
          .send("browserCode", ["code": "c0de"]), .complete("verifyLogin"), .ended("authenticated"),
        ]),
      Walk(
        "why a code could not be checked is shown where the browser is, until another is the right one",
        input: Path.noCreation,
        Path.checkingCode + [
          .fail("verifyLogin", "noInternetConnection"), .at("awaitingCode"), .shows("noInternetConnection"),
          .send("browserCode", ["code": "forged"]), .fail("verifyLogin", "authenticationFailure"),
          .has("lastError", "noInternetConnection"), .send("browserCode", ["code": "c0de"]),
          .complete("verifyLogin"), .ended("authenticated"), .has("lastError", .unset),
        ]),
      Walk(
        "a browser that ends without a code says why the last one was of no use", input: Path.noCreation,
        Path.checkingCode + [
          .fail("verifyLogin", "remoteServiceError"), .complete("authenticateInBrowser"), .ended("failed"),
          .shows("remoteServiceError"),
        ]),
      Walk(
        "existing accounts sign in in the app all the same", input: Path.noCreation,
        Path.completed),
      Walk(
        "the web-based method", input: Path.web,
        Path.webBased + [
          .send("browserCode", ["code": "c0de"]), .at("checkingCode"), .at("webBased"),
          .complete("verifyLogin"), .ended("authenticated"),
        ]),
      Walk(
        "signing in again happens in the app even so",
        input: ["method": "webBased", "sessionType": "accountDeletion"],
        [.at("initializing")]),
      Walk(
        "the browser ends without a code", input: Path.web,
        Path.webBased + [
          .complete("authenticateInBrowser"), .ended("failed"), .shows("authenticationFailure"),
        ]),
      Walk(
        "the browser is closed", input: Path.web,
        Path.webBased + [.fail("authenticateInBrowser", "browserClosed"), .ended("aborted"), .showsNothing]),
      Walk(
        "account deletion after finalize", input: Path.deletion,
        Path.accountDeletionRequest + [
          .refused("deleteAccount"), .send("giveConsents", ["areGiven": true]),
          .send("giveConsents", ["areGiven": false]), .refused("deleteAccount"),
          .send("giveConsents", ["areGiven": true]), .send("deleteAccount"), .at("deletingAccount"),
          .complete("deleteAccount"), .ended("authenticated"), .calls("destroySession"),
          .has("accountDeleted", true),
        ]),
      Walk(
        "a deletion that fails is agreed to again", input: Path.deletion,
        Path.deletingAccount + [
          .has("consentsGiven", false), .fail("deleteAccount", "unknownError"), .at("accountDeletionRequest"),
          .refused("deleteAccount"), .send("giveConsents", ["areGiven": true]), .send("deleteAccount"),
          .at("deletingAccount"),
        ]),
      Walk(
        "a person who signs in again must use the known address",
        input: Path.deletion.merging(["prefilledEmail": "Ada@Example.org"]) { $1 },
        [
          .complete("initialize"), .fail("checkAccount", "serverUnavailable"), .at("start"),
          .refused("checkAccount", ["emailAddress": "eve@example.org"]),
          .answer("emailIsValid", false), .refused("checkAccount", ["emailAddress": "hello world"]),
          .answer("emailIsValid", true), .send("checkAccount", ["emailAddress": "ADA@example.org"]),
          .at("checkingAccount"), .has("email", "ada@example.org"),
        ]),
      Walk(
        "without a known address, a person who signs in again may enter any address", input: Path.deletion,
        Path.checkingAccount + [
          .fail("checkAccount", "serverUnavailable"), .at("start"),
          .send("checkAccount", ["emailAddress": "eve@example.org"]), .at("checkingAccount"),
        ]),
      Walk(
        "an empty password counts as none, and takes back the one before",
        Path.signIn + Path.password + [
          .answer("passwordIsTyped", false), .send("setPassword", ["password": ""]), .calls("keepPassword"),
          .has("passwordGiven", false), .refused("signIn"),
        ]),
      Walk(
        "a wrong password at the deletion is asked for again", input: Path.deletion,
        Path.deletingAccount + [
          .fail("deleteAccount", "incorrectPassword"), .at("signIn"), .shows("incorrectPassword"),
        ]
          + Path.password + [
            .send("signIn"), .complete("signIn", ["verified": true]), .complete("exchangeSession"),
            .complete("verifyLogin"), .complete("listAttachedClients", ["names": []]),
            .at("accountDeletionRequest"),
            .showsNothing,
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
        "an error is forgotten when the person goes on",
        Path.signingIn + [
          .fail("signIn", "incorrectPassword"), .shows("incorrectPassword"), .send("signIn"),
          .at("signingIn"),
          .has("lastError", .unset), .complete("signIn", Path.unverified("totp-2fa")), .showsNothing,
        ]),
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
      Walk(
        "a redirect to an unknown server ends the flow and names the server",
        Path.exchanging + [
          .fail("exchangeSession", "redirectRefused", ["origin": "https://vpn.example"]), .ended("failed"),
          .shows("redirectRefused"), .has("refusedOrigin", "https://vpn.example"),
        ]),
      Walk(
        "the number of seconds to wait is reported",
        Path.signingIn + [
          .fail("signIn", "tooManyRequests", ["retryAfter": 90]), .at("signIn"),
          .tells("errorOccurred", ["error": "tooManyRequests", "retryAfter": 90]),
        ]),
      Walk(
        "the number of seconds to wait may be missing",
        Path.checkingAccount + [
          .fail("checkAccount", "tooManyRequests"), .at("start"), .shows("tooManyRequests"),
        ]),
    ]

  @Test(
    "sign-up needs a password that fits and the legal confirmations",
    arguments: ["passwordIsLongEnough", "passwordIsNotCommon", "passwordDiffersFromEmail"])
  func signUpGuards(handlerGuard: String) throws {
    try Self.flow.run(
      Walk(
        handlerGuard,
        Path.signUp + [.refused("signUp")] + Path.password + [
          .refused("signUp"), .send("acceptLegal", ["isAccepted": true]), .answer(handlerGuard, false),
          .refused("signUp"), .at("signUp"), .answer(handlerGuard, true),
          .send("acceptLegal", ["isAccepted": false]), .refused("signUp"),
          .send("acceptLegal", ["isAccepted": true]), .send("signUp"), .at("signingUp"),
        ]))
    // What was said is not known on the next screen.
    try Self.flow.run(
      Walk(
        "reset",
        Path.signUp + [
          .send("acceptLegal", ["isAccepted": true]), .send("reset"), .has("legalAccepted", false),
        ]
      ))
  }

  @Test(
    "the platform chooses the method, unless one is given",
    arguments: [
      ("android", "inAppWithCreation"), ("ios", "inAppWithCreation"), ("linux", "webBased"),
      ("windows", "inAppNoCreation"), ("macos", "inAppNoCreation"), (nil, "inAppWithCreation"),
    ] as [(String?, String)])
  func methods(platform: String?, method: String) throws {
    let platform: [String: ChartValue] = platform.map { ["platform": .string($0)] } ?? [:]
    try Self.flow.run(Walk("by platform", input: platform, [.has("method", .string(method))]))
    for given in ["inAppWithCreation", "inAppNoCreation", "webBased"] {
      let input = platform.merging(["method": .string(given)]) { $1 }
      try Self.flow.run(Walk("given", input: input, [.has("method", .string(given))]))
    }
  }

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
