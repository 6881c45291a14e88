import Statecharts
import StatechartsTesting
import Testing

private typealias Path = RegistrationPaths

@Suite("The registration flow")
struct RegistrationTests {
  static let flow = Flow("registration")

  @Test("what the tests with a server do not walk through", arguments: walks)
  func walk(_ walk: Walk) throws { try Self.flow.run(walk) }

  static let walks: [Walk] = [
    Walk(
      "registrationRequired: another way is not taken",
      Path.registrationRequired + [.refused("select", ["type": "CARRIER_PIGEON"])]),
    Walk(
      "awaitingCallback: the browser ends by itself",
      Path.awaitingCallback + [.complete("openAgent"), .at("registrationRequired"), Path.retryReported]),
    Walk("error E: cleared", Path.errorOfRenewing + [.send("clearState"), .at("clearing")]),
    Walk("error F: cleared", Path.errorOfRegistering + [.send("clearState"), .at("clearing")]),
    Walk(
      "clearing the state forgets an attempt that waits for its confirmation",
      Path.awaitingConfirmation + [
        .send("clearState"), .at("clearing"), .calls("clearProvisional"), .complete("revokeTokens"),
        .complete("clearAllTokens"), .at("registrationRequired"), .has("profile", .unset),
      ]),
    Walk(
      "confirmed hours later",
      Path.awaitingConfirmation + [
        .wait(.seconds(66_400)), .send("confirm"), .complete("confirmProfile"),
        .complete("persistConfirmed", Path.renewed(validFor: 20_000)), .timers([.seconds(10_000)]),
      ]),
    Walk(
      "the site has ten minutes",
      Path.awaitingCallback + [
        .timers([.seconds(600)]), .wait(.seconds(599)), .at("awaitingCallback"), .wait(.seconds(1)),
        .at("registrationRequired"), Path.retryReported, .runsNo("openAgent"), .timers([]),
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

  /// Which failures a busy state has, and what is emitted for each.
  struct Causes: Sendable, CustomTestStringConvertible {
    var state: String
    var letter: String
    var codes: [String]
    /// What is reported in place of each code.
    var cause: String?
    var testDescription: String { state }
  }

  static let network = ["noConnection", "serverUnavailable", "tooManyRequests", "requestTimeout"]
  static let causes = [
    Causes(
      state: "awaitingPlatform", letter: "F", codes: ["platformNotReady", "notConfigured"],
      cause: "platformNotReady"),
    Causes(state: "readingTokens", letter: "F", codes: ["storageFailed"], cause: "storageFailed"),
    Causes(
      state: "settingAgreedToken", letter: "F",
      codes: ["notConfigured", "storageFailed", "otherRegistration"],
      cause: "storageFailed"),
    Causes(state: "checkingBackend", letter: "E", codes: network + ["malformedAnswer"]),
    Causes(
      state: "renewing", letter: "E",
      codes: network + [
        "invalidGrant", "noRefreshToken", "otherRegistration", "invalidClient", "malformedAnswer",
        "invalidIDToken", "storageFailed",
      ]),
    Causes(state: "storingRenewed", letter: "E", codes: ["storageFailed"], cause: "storageFailed"),
    Causes(state: "forgetting", letter: "E", codes: ["storageFailed"], cause: "storageFailed"),
    Causes(state: "keepingProvisional", letter: "F", codes: ["storageFailed"], cause: "storageFailed"),
    // What is still stored is not said to be cleared.
    Causes(state: "forgettingAll", letter: "E", codes: ["storageFailed"], cause: "storageFailed"),
    Causes(state: "opening", letter: "F", codes: ["agentUnavailable", "notConfigured"]),
    Causes(
      state: "exchanging", letter: "F",
      codes: network + ["invalidGrant", "invalidClient", "malformedAnswer", "invalidIDToken"]),
  ]

  @Test("each cause lands with its letter, and is shown and reported", arguments: causes)
  func cause(_ row: Causes) throws {
    let busy = try #require(Path.busyStates.first { $0.state == row.state })
    #expect(try Self.flow.errors(ofService: busy.service).sorted() == row.codes.sorted())
    // Only what another try cannot fix costs the stored tokens.
    let hopeless = row.state == "renewing" ? ["invalidGrant", "noRefreshToken"] : []
    for code in row.codes {
      // Whose registration it is, is reported as it is.
      let reported = ["notConfigured", "otherRegistration"].contains(code) ? code : row.cause ?? code
      #expect(try Self.flow.statesThatShow(reported).contains("error"), "\(reported)")
      try Self.flow.run(
        Walk(
          code, input: busy.input,
          busy.path + [.fail(busy.service, code)]
            + (hopeless.contains(code) ? [.emitsNo("regState"), .complete("clearAllTokens")] : []) + [
              .at("error"), Path.failed(row.letter, reported),
              .callsWith("reportException", ["error": .string(reported)]), .runsNo("clearAllTokens"),
              .timers([]),
            ]))
    }
    try Self.flow.run(
      Walk(
        "timeout", input: busy.input,
        busy.path + [
          .timers([.seconds(15)]), .wait(.milliseconds(14_999)), .at(row.state), .wait(.milliseconds(1)),
          .at("error"), Path.failed(row.letter, row.cause ?? "requestTimeout"), .runsNo("clearAllTokens"),
        ]))
  }

  @Test("the seconds to wait are reported with the error, wherever it comes from")
  func retryAfter() throws {
    let states = ["checkingBackend": "E", "renewing": "E", "exchanging": "F", "confirming": ""]
    for busy in Path.busyStates where busy.state != "clearing" {
      guard try Self.flow.errors(ofService: busy.service).contains("tooManyRequests") else { continue }
      let letter = try #require(states[busy.state], "\(busy.state)")
      let limited = busy.path + [.fail(busy.service, "tooManyRequests", ["retryAfter": 90])]
      let reported: Step =
        letter.isEmpty
        ? .emits("errorOccurred", ["error": "tooManyRequests", "retryAfter": 90])
        : Path.failed(letter, "tooManyRequests", retryAfter: 90)
      try Self.flow.run(Walk(busy.state, input: busy.input, limited + [reported]))
      if letter.isEmpty { continue }
      try Self.flow.run(
        Walk(busy.state, input: busy.input, limited + [.send("retry"), .has("retryAfter", .unset)]))
    }
  }

  @Test("nothing presses the person who decides")
  func patience() throws {
    for screen in Path.screens {
      try Self.flow.run(
        Walk(
          screen.state,
          screen.path + [.timers([]), .wait(.seconds(31_557_600)), .at(screen.state), .emitsNo("regState")]))
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
