import Statecharts
import StatechartsTesting
import Testing

private typealias Path = RegistrationPaths

@Suite("The registration flow")
struct RegistrationTests {
  static let flow = Flow("registration")

  @Test("each row of the reference's table of states", arguments: rows)
  func row(_ walk: Walk) throws { try Self.flow.run(walk) }

  @Test("each letter with its source", arguments: letters)
  func letter(_ walk: Walk) throws { try Self.flow.run(walk) }

  @Test("what is kept, written, renewed and forgotten", arguments: storage)
  func kept(_ walk: Walk) throws { try Self.flow.run(walk) }

  static let rows: [Walk] = [
    Walk("initial: asked for the state", Path.awaitingPlatform + [.runs("preparePlatform")]),
    Walk("preparing: platform ready, then the stored tokens", Path.readingTokens + [.runs("retrieveTokens")]),
    Walk("settingAgreedToken: active without expiry", Path.activeWithAgreedToken + [.timers([])]),
    Walk(
      "checkingBackend: valid", input: Path.withBackend,
      Path.checkingBackend + [.complete("checkBackend", ["valid": true]), .at("active"), Path.toldValid]),
    Walk(
      "checkingBackend: not valid", input: Path.withBackend,
      Path.checkingBackend + [.complete("checkBackend", ["valid": false]), .at("renewing")]),
    Walk(
      "the back-end is asked only when that is wanted",
      Path.active + [Path.toldValid]),
    Walk(
      "renewing: renewed",
      Path.renewing + [
        .complete("renewTokens", Path.renewed()), .at("storingRenewed"), .complete("persistRenewed"),
        .at("active"), Path.toldRenewed,
      ]),
    Walk(
      "registrationRequired: Social",
      Path.registrationRequired + [
        .send("select", ["type": "SOCIAL"]), .at("opening"), .has("registrationType", "SOCIAL"),
        .runs("prepareAuthorization"),
      ]),
    Walk(
      "registrationRequired: Email",
      Path.registrationRequired + [
        .send("select", ["type": "PASSWORDLESS"]), .at("opening"), .has("registrationType", "PASSWORDLESS"),
      ]),
    Walk(
      "registrationRequired: another way is not taken",
      Path.registrationRequired + [.refused("select", ["type": "CARRIER_PIGEON"])]),
    Walk(
      "opening: canceled", Path.opening + [.send("cancel"), .at("registrationRequired"), Path.toldRetry]),
    Walk(
      "awaitingCallback: the site agrees, and the browser goes",
      Path.awaitingCallback + [
        .runs("openAgent"), .send("callback", Path.callback), .at("exchanging"), .runsNo("openAgent"),
        .runs("exchangeCode"),
      ]),
    Walk(
      "awaitingCallback: an address that is not ours changes nothing",
      Path.awaitingCallback + [
        .answer("isOurCallback", false), .refused("callback", ["url": "com.example.other://x"]),
        .answer("callbackIsAccepted", false), .refused("callback", ["url": "com.example.other://x"]),
        .at("awaitingCallback"),
      ]),
    Walk(
      "awaitingCallback: canceled",
      Path.awaitingCallback + [
        .send("cancel"), .at("registrationRequired"), Path.toldRetry, .runsNo("openAgent"),
      ]),
    Walk(
      "awaitingCallback: the browser is closed",
      Path.awaitingCallback + [.send("agentClosed"), .at("registrationRequired"), Path.toldRetry]),
    Walk(
      "awaitingCallback: the browser ends by itself",
      Path.awaitingCallback + [.complete("openAgent"), .at("registrationRequired"), Path.toldRetry]),
    Walk(
      "awaitingCallback: there is no browser",
      Path.awaitingCallback + [
        .fail("openAgent", "agentUnavailable"), .at("error"), Path.failed("F", "agentUnavailable"),
      ]),
    Walk(
      "exchanging: canceled",
      Path.exchanging + [.send("cancel"), .at("registrationRequired"), Path.toldRetry]),
    Walk(
      "exchanging: registered at the site",
      Path.awaitingConfirmation + [
        Path.toldConfirmation, .tells("profileReady", ["profile": Path.profile]),
        .has("profile", Path.profile),
      ]),
    Walk(
      "awaitingConfirmation: confirmed, then saved",
      Path.confirming + [
        .runs("confirmProfile"), .complete("confirmProfile"), .at("storingConfirmed"),
        .complete("persistConfirmed", Path.renewed()), .at("active"), .at("untilExpiry"),
        .calls("forgetTransaction"), .has("profile", .unset),
      ]),
    Walk(
      "awaitingConfirmation: another try",
      Path.awaitingConfirmation + [
        .send("retry"), .at("registrationRequired"), Path.toldRetry, .has("profile", .unset),
      ]),
    Walk(
      "confirming: what could not be saved is shown again with its profile, and can be confirmed again",
      Path.confirming + [
        .fail("confirmProfile", "noConnection"), .at("awaitingConfirmation"), .shows("noConnection"),
        Path.toldConfirmation, .tells("profileReady", ["profile": Path.profile]), .send("confirm"),
        .complete("confirmProfile"), .complete("persistConfirmed", Path.renewed()), .at("active"),
      ]),
    Walk(
      "active: the access token is refused",
      Path.active + [.send("tokenRejected"), .at("renewing"), .runs("renewTokens"), .timers([.seconds(15)])]),
    Walk(
      "active: asked again",
      Path.active + [
        .send("requestRegState", ["urlScheme": "com.example.other"]), .at("awaitingPlatform"),
        .has("urlScheme", "com.example.other"),
      ]),
    Walk("active: logged out", Path.active + [.send("logout"), .at("clearing")]),
    Walk("active: deregistered", Path.active + [.send("deregister"), .at("clearing")]),
    Walk("active: cleared", Path.active + [.send("clearState"), .at("clearing")]),
    Walk(
      "error E: another try reads the tokens again",
      Path.errorOfRenewing + [.send("retry"), .at("readingTokens")]),
    Walk(
      "error E: another try may find the token valid",
      Path.errorOfRenewing + [
        .send("retry"), .complete("retrieveTokens", Path.token(validFor: 86_400)), .at("active"),
      ]),
    Walk(
      "error F: another try registers again",
      Path.errorOfRegistering + [.send("retry"), .at("registrationRequired"), Path.toldRetry]),
    Walk("error E: cleared", Path.errorOfRenewing + [.send("clearState"), .at("clearing")]),
    Walk("error F: cleared", Path.errorOfRegistering + [.send("clearState"), .at("clearing")]),
    Walk(
      "clearing: native",
      Path.forgettingAll + [.complete("clearAllTokens"), .at("registrationRequired"), Path.toldRequired]),
    Walk(
      "error: asked again",
      Path.errorOfRenewing + [
        .send("requestRegState", ["urlScheme": "com.example.other"]), .at("awaitingPlatform"),
        .has("urlScheme", "com.example.other"), .calls("clearProvisional"),
      ]),
    Walk(
      "error F: asked again",
      Path.errorOfRegistering + [Path.request, .at("awaitingPlatform"), .calls("clearProvisional")]),
    Walk(
      "clearing: the login in the browser too, once nothing is stored any more", input: Path.withBrowser,
      Path.leavingSite + [
        .runs("endBrowserSession"), .tellsNo("regState"), .timers([.seconds(60)]),
        .complete("endBrowserSession"), .at("registrationRequired"), Path.toldRequired,
      ]),
    Walk(
      "clearing: a browser that does not come back", input: Path.withBrowser,
      Path.leavingSite + [
        .wait(.seconds(60)), .at("registrationRequired"), Path.toldRequired, .runsNo("endBrowserSession"),
      ]),
    Walk(
      "clearing: the login in the browser only when that is wanted",
      Path.forgettingAll + [.complete("clearAllTokens"), .runsNo("endBrowserSession")]),
    Walk(
      "clearing: without a browser there is no login in it", input: Path.withBrowser,
      Path.activeWithAgreedToken + [
        .send("logout"), .complete("revokeTokens"), .complete("clearAllTokens"), .at("initial"),
        .runsNo("endBrowserSession"),
      ]),
    Walk(
      "clearing: not native",
      Path.activeWithAgreedToken + [
        .send("logout"), .complete("revokeTokens"), .complete("clearAllTokens"), .at("initial"),
        .tells("regState", ["key": "INITIAL"]), Path.request, .at("awaitingPlatform"),
      ]),
  ]

  static let letters: [Walk] = [
    Walk("A: not native", Path.activeWithAgreedToken + [Path.told("ACTIVE", "A", "BDD")]),
    Walk("B: not expired", Path.active + [Path.toldValid]),
    Walk(
      "C: renewed after the timer too",
      Path.active + [
        .wait(.seconds(72_000)), .at("renewing"),
        .complete("renewTokens", Path.renewed()), .complete("persistRenewed"), Path.toldRenewed,
      ]),
    Walk("D: no token", Path.registrationRequired + [Path.toldRequired]),
    Walk("E: renewing failed", Path.errorOfRenewing + [Path.failed("E", "noConnection")]),
    Walk("F: registering failed", Path.errorOfRegistering + [Path.failed("F", "noConnection")]),
    Walk("G: to be confirmed", Path.awaitingConfirmation + [Path.toldConfirmation]),
    Walk(
      "H: confirmed",
      Path.confirmed + [Path.told("ACTIVE", "H", "Freshly Confirmed new Registration")]),
  ]

  static let storage: [Walk] = [
    Walk(
      "an attempt stays in memory until it is confirmed",
      Path.exchanging + [
        .complete("exchangeCode", Path.exchanged()), .runs("persistProvisional"), .tellsNo("regState"),
        .complete("persistProvisional"), .runsNo("persistConfirmed"), .send("confirm"),
        .runsNo("persistConfirmed"), .complete("confirmProfile"), .runs("persistConfirmed"),
        .tellsNo("regState"),
      ]),
    Walk(
      "an attempt that is given up while it is kept is forgotten",
      Path.keepingProvisional + [
        .send("cancel"), .at("registrationRequired"), Path.toldRetry, .calls("clearProvisional"),
      ]),
    Walk(
      "an attempt that cannot be saved is neither written nor forgotten",
      Path.confirming + [
        .fail("confirmProfile", "profileUpdateFailed"), .runsNo("persistConfirmed"),
        .callsNo("clearProvisional"),
      ]),
    Walk(
      "another try forgets the attempt and leaves what is stored",
      Path.awaitingConfirmation + [
        .send("retry"), .calls("clearProvisional"), .runsNo("clearAllTokens"),
      ]),
    Walk(
      "another try after an error of registering does so too",
      Path.errorOfRegistering + [.send("retry"), .calls("clearProvisional"), .runsNo("clearAllTokens")]),
    Walk(
      "clearing the state forgets an attempt that waits for its confirmation",
      Path.awaitingConfirmation + [
        .send("clearState"), .at("clearing"), .calls("clearProvisional"), .complete("revokeTokens"),
        .complete("clearAllTokens"), .at("registrationRequired"), .has("profile", .unset),
      ]),
    Walk(
      "renewed tokens are written",
      Path.renewing + [
        .complete("renewTokens", Path.renewed()), .runs("persistRenewed"), .runsNo("persistConfirmed"),
        .tellsNo("regState"),
      ]),
    Walk("valid tokens are not written", Path.active + [.runsNo("persistRenewed")]),
    Walk(
      "an attempt whose email address is not verified is not kept",
      Path.exchanging + [
        .complete("exchangeCode", Path.exchanged(verified: false)), .at("error"),
        Path.failed("F", "emailUnverified"), .runsNo("persistProvisional"), .has("profile", .unset),
      ]),
  ]

  @Test(
    "the order of the route: platform, token, expiry, back-end",
    arguments: [
      (false, true, 86_400, true, "settingAgreedToken"), (false, false, nil, false, "settingAgreedToken"),
      (true, false, nil, false, "registrationRequired"), (true, false, 86_400, true, "registrationRequired"),
      (true, true, 86_400, false, "active"), (true, true, 86_400, true, "checkingBackend"),
      // With exactly the grace period left, it is active for no time.
      (true, true, 14_401, false, "active"), (true, true, 14_400, false, "renewing"),
      (true, true, 14_400, true, "checkingBackend"),
      (true, true, 14_399, false, "renewing"), (true, true, 14_399, true, "renewing"),
      (true, true, nil, false, "renewing"), (true, true, -1, false, "renewing"),
    ] as [(Bool, Bool, Int?, Bool, String)])
  func route(native: Bool, hasToken: Bool, validFor: Int?, backend: Bool, state: String) throws {
    var read: [String: ChartValue] = ["hasAccessToken": .bool(hasToken), "lifetime": Path.day]
    read["validFor"] = validFor.map { .duration(.seconds($0)) }
    try Self.flow.run(
      Walk(
        state, input: ["backendCheck": .bool(backend)],
        Path.awaitingPlatform + [
          .complete("preparePlatform", ["native": .bool(native)]), .complete("retrieveTokens", .map(read)),
          .at(state),
        ]))
  }

  @Test(
    "a token that never lives as long as the grace period is valid for half of its time",
    arguments: [(3_600, 1_800), (28_800, 14_400), (86_400, 14_400), (7_200, 3_600)])
  func margin(lifetime: Int, margin: Int) throws {
    for (seconds, state) in [(margin + 1, "active"), (margin - 1, "renewing")] {
      try Self.flow.run(
        Walk(
          state,
          Path.readingTokens + [
            .complete("retrieveTokens", Path.token(validFor: seconds, lifetime: lifetime)), .at(state),
          ]))
    }
    try Self.flow.run(
      Walk(
        "timer",
        Path.readingTokens + [
          .complete("retrieveTokens", Path.token(validFor: lifetime, lifetime: lifetime)),
          .timers([.seconds(lifetime - margin)]),
        ]))
  }

  @Test("another grace period moves the boundary")
  func grace() throws {
    let input: [String: ChartValue] = ["grace": .duration(.seconds(60))]
    for (seconds, state) in [(61, "active"), (59, "renewing")] {
      try Self.flow.run(
        Walk(
          state, input: input,
          Path.readingTokens + [.complete("retrieveTokens", Path.token(validFor: seconds)), .at(state)]))
    }
  }
}
