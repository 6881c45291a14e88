import Statecharts
import StatechartsTesting
import Testing

private typealias Path = RegistrationPaths

@Suite("The registration flow: time and the first screen")
struct RegistrationTimeTests {
  static let flow = RegistrationTests.flow

  @Test("a confirmed or valid registration is renewed when the grace period begins", arguments: timers)
  func timer(_ walk: Walk) throws { try Self.flow.run(walk) }

  static let timers = [
    Walk(
      "valid",
      Path.active + [
        .timers([.seconds(72_000)]), .wait(.seconds(71_999)), .at("active"), .wait(.seconds(1)),
        .at("renewing"),
      ]),
    Walk(
      "valid by the word of the back-end", input: Path.withBackend,
      Path.checkingBackend + [.complete("checkBackend", ["valid": true]), .timers([.seconds(72_000)])]),
    Walk(
      "renewed",
      Path.renewing + [
        .complete("renewTokens", Path.renewed(validFor: 30_000)), .complete("persistRenewed"),
        .timers([.seconds(15_600)]), .wait(.seconds(15_600)), .at("renewing"),
      ]),
    Walk(
      "renewed for no longer than the grace period: again when half of it is over",
      Path.renewing + [
        .complete("renewTokens", Path.renewed(validFor: 14_400)), .complete("persistRenewed"), .at("active"),
        .timers([.seconds(7_200)]), .wait(.seconds(7_199)), .at("active"), .wait(.seconds(1)),
        .at("renewing"),
        .complete("renewTokens", Path.renewed(validFor: 60)), .complete("persistRenewed"),
        .timers([.seconds(60)]),
      ]),
    Walk(
      "confirmed",
      Path.confirmed + [.timers([.seconds(72_000)]), .wait(.seconds(72_000)), .at("renewing")]),
    Walk(
      "confirmed hours later",
      Path.awaitingConfirmation + [
        .wait(.seconds(66_400)), .send("confirm"), .complete("confirmProfile"),
        .complete("persistConfirmed", Path.renewed(validFor: 20_000)), .timers([.seconds(10_000)]),
      ]),
    Walk(
      "confirmed too late",
      Path.storingConfirmed + [
        .complete("persistConfirmed", Path.renewed(validFor: -5)), .timers([.seconds(60)]),
      ]),
    Walk("an agreed token is not", Path.activeWithAgreedToken + [.timers([])]),
    Walk("a registration that was left is not", Path.clearing + [.timers([.seconds(15)])]),
    Walk(
      "the site has ten minutes",
      Path.awaitingCallback + [
        .timers([.seconds(600)]), .wait(.seconds(599)), .at("awaitingCallback"), .wait(.seconds(1)),
        .at("registrationRequired"), Path.toldRetry, .runsNo("openAgent"), .timers([]),
      ]),
  ]

  @Test("nothing presses the person who decides")
  func patience() throws {
    for screen in Path.screens {
      try Self.flow.run(
        Walk(
          screen.state,
          screen.path + [.timers([]), .wait(.seconds(31_557_600)), .at(screen.state), .tellsNo("regState")]))
    }
  }

  @Test("the splash screen goes once, after the first screen is published")
  func splash() throws {
    let firstScreens: [([Step], Step)] = [
      (Path.readingTokens, .complete("retrieveTokens", Path.noToken)),
      (Path.readingTokens, .complete("retrieveTokens", Path.token(validFor: 86_400))),
      (Path.settingAgreedToken, .complete("storeAgreedToken")),
      (Path.awaitingPlatform, .fail("preparePlatform", "platformNotReady")),
    ]
    for (path, last) in firstScreens {
      try Self.flow.run(Walk("first", path + [.callsNo("hideSplash"), last, .calls("hideSplash")]))
    }
    var simulation = try Self.flow.simulation([:], Path.readingTokens)
    let report = simulation.complete(service: "retrieveTokens", with: Path.noToken)
    let published = try #require(
      report.microsteps.firstIndex { $0.entered.contains("registrationRequired") })
    let hidden = try #require(
      report.microsteps.firstIndex { step in step.taken.contains { $0.label == "first screen" } })
    #expect(published < hidden)
    try Self.flow.run(
      Walk(
        "once",
        Path.active + [
          .send("logout"), .complete("revokeTokens"), .complete("clearAllTokens"),
          .at("registrationRequired"), .callsNo("hideSplash"),
        ]))
  }
}
