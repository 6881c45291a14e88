import Statecharts

/// Shortest ways from the start of the Mozilla flow to each of its states, as steps of a `Walk`.
enum FXAuthenticationPaths {
  static let start: [Step] = [.at("initializing"), .complete("initialize"), .at("start")]
  static let checkingAccount: [Step] =
    start + [.send("checkAccount", ["emailAddress": "Ada@Example.org"]), .at("checkingAccount")]
  static let signIn: [Step] = checkingAccount + [.complete("checkAccount", ["exists": true]), .at("signIn")]
  static let signingIn: [Step] = signIn + password + [.send("signIn"), .at("signingIn")]
  static let sendingUnblockCode: [Step] =
    signingIn + [.fail("signIn", "requestBlocked", captcha)] + [
      .at("unblockCodeNeeded"), .runs("sendUnblockCode"), .showsNothing,
    ]
  static let unblockCodeNeeded: [Step] =
    sendingUnblockCode + [.complete("sendUnblockCode"), .at("unblockCodeNeeded")]
  static let verifyingUnblockCode: [Step] =
    unblockCodeNeeded + [.send("verifyUnblockCode", ["code": "A1B2C3D4"]), .at("verifyingUnblockCode")]
  static let totpVerificationNeeded: [Step] =
    signingIn + [.complete("signIn", unverified("totp-2fa")), .at("totpVerificationNeeded")]
  static let verifyingSessionTotpCode: [Step] =
    totpVerificationNeeded + [
      .send("verifySessionTotpCode", ["code": "123456"]), .calls("keepCode"), .at("verifyingSessionTotpCode"),
    ]
  static let signUp: [Step] = checkingAccount + [.complete("checkAccount", ["exists": false]), .at("signUp")]
  static let signingUp: [Step] =
    signUp + password + [.send("acceptLegal", ["isAccepted": true]), .send("signUp"), .at("signingUp")]
  /// An answer about a new account does not say whether it is verified.
  static let emailVerification: [Step] =
    signingUp + [.complete("signUp", ["verificationMethod": "email-otp"]), .at("emailVerification")]
  static let resendingEmailCode: [Step] =
    emailVerification + [.send("resendVerificationSessionCodeEmail"), .runs("resendSessionCode")]
  static let verifyingSessionEmailCode: [Step] =
    emailVerification + [
      .send("verifySessionEmailCode", ["code": "654321"]), .calls("keepCode"),
      .at("verifyingSessionEmailCode"),
    ]
  static let exchanging: [Step] =
    signingIn + [.complete("signIn", ["verified": true]), .at("finalize"), .at("exchanging")]
  static let verifying: [Step] = exchanging + [.complete("exchangeSession"), .at("verifying")]
  static let completed: [Step] = verifying + [.complete("verifyLogin"), .ended("authenticated")]

  /// With the input `deletion`.
  static let listingClients: [Step] = verifying + [.complete("verifyLogin"), .at("listingClients")]
  static let accountDeletionRequest: [Step] =
    listingClients + [
      .complete("listAttachedClients", ["names": ["Firefox", "Phone"]]), .at("accountDeletionRequest"),
      .emits("attachedClientsChanged", ["names": ["Firefox", "Phone"]]),
    ]
  static let deletingAccount: [Step] =
    accountDeletionRequest + [
      .send("giveConsents", ["areGiven": true]), .send("deleteAccount"), .at("deletingAccount"),
    ]

  /// With the input `noCreation`.
  static let fallbackInBrowser: [Step] =
    checkingAccount + [.complete("checkAccount", ["exists": false]), .at("fallbackInBrowser")]
  /// With the input `webBased`.
  static let webBased: [Step] = [.at("webBased"), .runs("authenticateInBrowser")]

  /// With the input `noCreation`.
  static let checkingCode: [Step] =
    fallbackInBrowser + [
      .runs("authenticateInBrowser"), .send("browserCode", ["code": "c0de"]), .calls("keepCode"),
      .at("checkingCode"), .at("fallbackInBrowser"), .runs("authenticateInBrowser"),
    ]

  static let deletion: [String: ChartValue] = ["sessionType": "accountDeletion"]
  static let noCreation: [String: ChartValue] = ["method": "inAppNoCreation"]
  static let web: [String: ChartValue] = ["method": "webBased"]

  static let password: [Step] = [.send("setPassword", ["password": "P4ass0rd!!"]), .calls("keepPassword")]
  static let captcha: ChartValue = ["verificationMethod": "email-captcha"]

  static func unverified(_ method: String) -> ChartValue {
    ["verified": false, "verificationMethod": .string(method)]
  }

  /// The states that wait for the person, with the way there and the input it needs.
  static let inputStates: [(state: String, input: [String: ChartValue], path: [Step])] = [
    ("start", [:], start), ("signIn", [:], signIn), ("unblockCodeNeeded", [:], sendingUnblockCode),
    ("unblockCodeNeeded", [:], unblockCodeNeeded), ("totpVerificationNeeded", [:], totpVerificationNeeded),
    ("signUp", [:], signUp), ("emailVerification", [:], emailVerification),
    ("emailVerification", [:], resendingEmailCode),
    ("accountDeletionRequest", deletion, accountDeletionRequest),
  ]

  /// The work that can run, the state in which it runs, and the way there.
  static let busyStates: [(service: String, state: String, input: [String: ChartValue], path: [Step])] = [
    ("initialize", "initializing", [:], []),
    ("checkAccount", "checkingAccount", [:], checkingAccount),
    ("signIn", "signingIn", [:], signingIn),
    ("signUp", "signingUp", [:], signingUp),
    ("sendUnblockCode", "sendingUnblockCode", [:], sendingUnblockCode),
    ("verifyUnblockCode", "verifyingUnblockCode", [:], verifyingUnblockCode),
    ("verifySessionTotpCode", "verifyingSessionTotpCode", [:], verifyingSessionTotpCode),
    ("resendSessionCode", "resendingEmailCode", [:], resendingEmailCode),
    ("verifySessionEmailCode", "verifyingSessionEmailCode", [:], verifyingSessionEmailCode),
    ("exchangeSession", "exchanging", [:], exchanging),
    ("verifyLogin", "verifying", [:], verifying),
    ("verifyLogin", "checkingCode", noCreation, checkingCode),
    ("listAttachedClients", "listingClients", deletion, listingClients),
    ("deleteAccount", "deletingAccount", deletion, deletingAccount),
    ("authenticateInBrowser", "fallbackInBrowser", noCreation, fallbackInBrowser),
    ("authenticateInBrowser", "webBased", web, webBased),
  ]
}
