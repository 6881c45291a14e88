import Statecharts

/// Shortest ways from the start of the registration flow to each of its states, as steps of a `Walk`.
enum RegistrationPaths {
  static let request: Step = .send("requestRegState", ["urlScheme": "com.example.player"])
  static let awaitingPlatform: [Step] = [.at("initial"), request, .at("awaitingPlatform")]
  static let readingTokens: [Step] =
    awaitingPlatform + [.complete("preparePlatform", ["native": true]), .at("readingTokens")]
  static let settingAgreedToken: [Step] =
    awaitingPlatform + [
      .complete("preparePlatform", ["native": false]), .complete("retrieveTokens", noToken),
      .at("settingAgreedToken"),
    ]
  static let registrationRequired: [Step] =
    readingTokens + [.complete("retrieveTokens", noToken), .at("registrationRequired")]
  static let renewing: [Step] =
    readingTokens + [.complete("retrieveTokens", token(validFor: 0)), .at("renewing")]
  static let active: [Step] =
    readingTokens + [.complete("retrieveTokens", token(validFor: 86_400)), .at("active"), .at("untilExpiry")]
  /// With the input `withBackend`.
  static let checkingBackend: [Step] =
    readingTokens + [.complete("retrieveTokens", token(validFor: 86_400)), .at("checkingBackend")]
  static let opening: [Step] =
    registrationRequired + [.send("select", ["type": "SOCIAL"]), .at("authorizing"), .at("opening")]
  static let awaitingCallback: [Step] =
    opening + [.complete("prepareAuthorization"), .at("awaitingCallback")]
  static let exchanging: [Step] = awaitingCallback + [.send("callback", callback), .at("exchanging")]
  static let keepingProvisional: [Step] =
    exchanging + [.complete("exchangeCode", exchanged()), .at("keepingProvisional")]
  static let awaitingConfirmation: [Step] =
    keepingProvisional + [.complete("persistProvisional"), .at("awaitingConfirmation")]
  static let confirming: [Step] = awaitingConfirmation + [.send("confirm"), .at("savingProfile")]
  static let storingConfirmed: [Step] =
    confirming + [.complete("confirmProfile"), .at("storingConfirmed"), .runs("persistConfirmed")]
  static let storingRenewed: [Step] =
    renewing + [.complete("renewTokens", renewed()), .at("storingRenewed"), .runs("persistRenewed")]
  static let forgetting: [Step] = renewing + [.fail("renewTokens", "invalidGrant"), .at("forgetting")]
  static let errorOfRenewing: [Step] =
    renewing + [.fail("renewTokens", "noConnection"), .at("error"), .has("letter", "E")]
  static let errorOfRegistering: [Step] =
    exchanging + [.fail("exchangeCode", "noConnection"), .at("error"), .has("letter", "F")]
  static let clearing: [Step] = active + [.send("logout"), .at("clearing"), .at("revoking")]
  static let forgettingAll: [Step] = clearing + [.complete("revokeTokens"), .at("forgettingAll")]

  static let withBackend: [String: ChartValue] = ["backendCheck": true]
  static let noToken: ChartValue = ["hasAccessToken": false, "lifetime": day]
  static let day: ChartValue = .duration(.seconds(86_400))
  static let callback: ChartValue = ["url": "com.example.player://example.org/callback?code=c&state=s"]
  static let profile: ChartValue = [
    "displayName": "Ada", "email": "ada@example.org", "imageUrl": "https://example.org/ada.png",
  ]

  static func token(validFor seconds: Int, lifetime: Int = 86_400) -> ChartValue {
    [
      "hasAccessToken": true, "validFor": .duration(.seconds(seconds)),
      "lifetime": .duration(.seconds(lifetime)),
    ]
  }

  static func exchanged(verified: Bool = true) -> ChartValue {
    ["emailVerified": .bool(verified), "profile": profile]
  }

  static func renewed(validFor seconds: Int = 86_400) -> ChartValue {
    ["validFor": .duration(.seconds(seconds))]
  }

  static func failed(_ letter: String, _ cause: String, retryAfter: Int? = nil) -> Step {
    var data: [String: ChartValue] = ["key": "ERROR", "letter": .string(letter), "exception": .string(cause)]
    data["retryAfter"] = retryAfter.map(ChartValue.int)
    return .emits("regState", .map(data))
  }

  static let retryReported: Step = .emits(
    "regState", ["key": "REGISTRATION_REQUIRED", "letter": "D", "source": "User-requested Retry"])

  /// A state in which the flow works and nobody is asked anything.
  struct Busy: Sendable {
    var state: String
    var service: String
    var input: [String: ChartValue] = [:]
    var path: [Step]
  }

  static let busyStates = [
    Busy(state: "awaitingPlatform", service: "preparePlatform", path: awaitingPlatform),
    Busy(state: "readingTokens", service: "retrieveTokens", path: readingTokens),
    Busy(state: "settingAgreedToken", service: "storeAgreedToken", path: settingAgreedToken),
    Busy(state: "checkingBackend", service: "checkBackend", input: withBackend, path: checkingBackend),
    Busy(state: "renewing", service: "renewTokens", path: renewing),
    Busy(state: "storingRenewed", service: "persistRenewed", path: storingRenewed),
    Busy(state: "forgetting", service: "clearAllTokens", path: forgetting),
    Busy(state: "opening", service: "prepareAuthorization", path: opening),
    Busy(state: "exchanging", service: "exchangeCode", path: exchanging),
    Busy(state: "keepingProvisional", service: "persistProvisional", path: keepingProvisional),
    Busy(state: "confirming", service: "confirmProfile", path: confirming),
    Busy(state: "storingConfirmed", service: "persistConfirmed", path: storingConfirmed),
    Busy(state: "clearing", service: "revokeTokens", path: clearing),
    Busy(state: "forgettingAll", service: "clearAllTokens", path: forgettingAll),
  ]

  /// The states in which the person decides.
  static let screens: [(state: String, path: [Step])] =
    answers + [("error", errorOfRenewing), ("error", errorOfRegistering)]

  /// Those in which there is nothing to be looked for again.
  static let answers: [(state: String, path: [Step])] = [
    ("registrationRequired", registrationRequired), ("awaitingConfirmation", awaitingConfirmation),
  ]
}
