import Statecharts
import StatechartsTesting
import StatechartsYAML
import Testing

private typealias Path = RegistrationPaths

@Suite("The registration flow: errors, time and secrets")
struct RegistrationErrorTests {
  static let flow = RegistrationTests.flow

  /// Which failures a busy state has, and what the app is told of each.
  struct Causes: Sendable, CustomTestStringConvertible {
    var state: String
    var letter: String
    var codes: [String]
    /// What is told in place of each code.
    var cause: String?
    var testDescription: String { state }
  }

  static let network = ["noConnection", "serverUnavailable", "tooManyRequests"]
  static let causes = [
    Causes(state: "awaitingPlatform", letter: "F", codes: ["platformNotReady"], cause: "platformNotReady"),
    Causes(state: "readingTokens", letter: "F", codes: ["storageFailed"], cause: "storageFailed"),
    Causes(state: "settingAgreedToken", letter: "F", codes: ["storageFailed"], cause: "storageFailed"),
    Causes(state: "checkingBackend", letter: "E", codes: network + ["malformedAnswer"]),
    Causes(
      state: "renewing", letter: "E",
      codes: network + [
        "invalidGrant", "noRefreshToken", "invalidClient", "malformedAnswer", "invalidIDToken",
        "storageFailed",
      ]),
    Causes(state: "opening", letter: "F", codes: ["agentUnavailable", "noConnection"]),
    Causes(
      state: "exchanging", letter: "F",
      codes: network + ["invalidGrant", "invalidClient", "malformedAnswer", "invalidIDToken"]),
  ]

  @Test("each cause lands with its letter, and is shown and reported", arguments: causes)
  func cause(_ row: Causes) throws {
    let busy = try #require(Path.busyStates.first { $0.state == row.state })
    #expect(try Self.flow.errors(ofService: busy.service).sorted() == row.codes.sorted())
    let hopeless = row.state == "renewing" ? ["invalidGrant", "noRefreshToken"] : []
    for code in row.codes {
      let told = row.cause ?? code
      #expect(try Self.flow.statesThatShow(told).contains("error"), "\(told)")
      try Self.flow.run(
        Walk(
          code, input: busy.input,
          busy.path + [
            .fail(busy.service, code), .at("error"), Path.failed(row.letter, told),
            .callsWith("reportException", ["error": .string(told)]),
            // Only what another try cannot mend costs the stored tokens.
            hopeless.contains(code) ? .calls("clearAllTokens") : .callsNo("clearAllTokens"), .timers([]),
          ]))
    }
    try Self.flow.run(
      Walk(
        "timeout", input: busy.input,
        busy.path + [
          .timers([.seconds(15)]), .wait(.milliseconds(14_999)), .at(row.state), .wait(.milliseconds(1)),
          .at("error"), Path.failed(row.letter, row.cause ?? "requestTimeout"), .callsNo("clearAllTokens"),
        ]))
  }

  @Test("what cannot be renewed is registered anew", arguments: ["invalidGrant", "noRefreshToken"])
  func hopeless(code: String) throws {
    try Self.flow.run(
      Walk(
        code,
        Path.renewing + [
          .fail("renewTokens", code), .calls("clearAllTokens"), .send("retry"),
          .complete("retrieveTokens", Path.noToken), .at("registrationRequired"), Path.toldRequired,
        ]))
  }

  @Test("the site refuses")
  func refusal() throws {
    try Self.flow.run(
      Walk(
        "refused",
        Path.awaitingCallback + [
          .answer("callbackIsAccepted", false), .send("callback", Path.callback), .at("error"),
          Path.failed("F", "callbackRefused"), .calls("closeAgent"), .callsNo("keepCallback"),
        ]))
  }

  @Test(
    "a profile that cannot be saved stays to be confirmed, with the error",
    arguments: network + ["profileUpdateFailed", "malformedAnswer"])
  func unsaved(code: String) throws {
    #expect(try Self.flow.errors(ofService: "confirmProfile").count == 5)
    try Self.flow.run(
      Walk(
        code,
        Path.confirming + [
          .fail("confirmProfile", code), .at("awaitingConfirmation"), .shows(code), Path.toldConfirmation,
          .tells("profileReady", ["profile": Path.profile]), .send("confirm"),
          .wait(.seconds(15)), .at("awaitingConfirmation"), .shows("requestTimeout"),
        ]))
  }

  @Test(
    "logging out ends even if the site cannot be reached",
    arguments: ["noConnection", "serverUnavailable", "storageFailed", "timeout"])
  func clearing(code: String) throws {
    let failing: Step = code == "timeout" ? .wait(.seconds(15)) : .fail("clearTokens", code)
    try Self.flow.run(
      Walk(code, Path.clearing + [failing, .at("registrationRequired"), Path.toldRequired]))
    try Self.flow.run(
      Walk(code, Path.activeWithAgreedToken + [.send("logout"), failing, .at("initial")]))
  }

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
        .complete("renewTokens", ["validFor": .duration(.seconds(20_000))]), .timers([.seconds(5_600)]),
        .wait(.seconds(5_600)), .at("renewing"),
      ]),
    Walk(
      "confirmed",
      Path.confirming + [
        .complete("confirmProfile"), .timers([.seconds(72_000)]), .wait(.seconds(72_000)), .at("renewing"),
      ]),
    Walk("an agreed token is not", Path.activeWithAgreedToken + [.timers([])]),
    Walk("a registration that was left is not", Path.clearing + [.timers([.seconds(15)])]),
    Walk(
      "the site has ten minutes",
      Path.awaitingCallback + [
        .timers([.seconds(600)]), .wait(.seconds(599)), .at("awaitingCallback"), .wait(.seconds(1)),
        .at("registrationRequired"), Path.toldRetry, .calls("closeAgent"), .timers([]),
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

  @Test("a second request while something is under way is not taken")
  func secondRequest() throws {
    let request: Step = .refused("requestRegState", ["urlScheme": "com.example.player"])
    for busy in Path.busyStates {
      try Self.flow.run(
        Walk(
          busy.state, input: busy.input, busy.path + [request, .runs(busy.service), .timers([.seconds(15)])]))
    }
    for screen in Path.screens {
      try Self.flow.run(Walk(screen.state, screen.path + [request, .at(screen.state)]))
    }
    try Self.flow.run(Walk("at the site", Path.awaitingCallback + [request, .at("awaitingCallback")]))
  }

  @Test("a service that was left answers too late")
  func late() throws {
    var simulation = try Self.flow.simulation([:], Path.exchanging + [.send("cancel")])
    let report = simulation.complete(service: "exchangeCode", with: Path.exchanged())
    #expect(report.outcome != .taken && report.states.contains("registrationRequired"))
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
          .send("logout"), .complete("clearTokens"), .at("registrationRequired"), .callsNo("hideSplash"),
        ]))
  }

  @Test("handlers that break lead to an error, and not round in circles")
  func breaking() throws {
    struct Broken: Error {}
    let loaded = try Self.flow.loaded()
    var handlers = Handlers()
    for action in try Self.flow.chart().handlers.actions ?? [] {
      handlers.action(action.name.text) { _ in throw Broken() }
    }
    for handlerGuard in try Self.flow.chart().handlers.guards ?? [] {
      handlers.guard(handlerGuard.name.text) { _ in true }
    }
    var machine = try Machine(loaded.chart, handlers: handlers)
    var step = machine.start()
    step = machine.handle(Event("requestRegState", data: ["urlScheme": "com.example.player"]))
    step = machine.complete(try Self.run(in: step), with: ["native": true])
    step = machine.complete(try Self.run(in: step), with: Path.noToken)
    #expect(machine.status == .running)
    #expect(step.actions.filter { $0.name == "hideSplash" }.count == 1)
    #expect(step.actions.filter { $0.name == "reportException" }.count == 1)
    let told = step.effects.compactMap { effect -> Value? in
      if case .output(let payload) = effect { payload.data } else { nil }
    }
    #expect(told.last == ["key": "ERROR", "letter": "F", "exception": "internalError"])
    #expect(step.unhandledErrors == ["error.execution"])
  }

  private static func run(in step: Macrostep) throws -> InvocationRun {
    let runs = step.effects.compactMap { effect -> InvocationRun? in
      if case .start(let start) = effect { start.run } else { nil }
    }
    return try #require(runs.first)
  }

  @Test("the address with code and state is shown nowhere", arguments: [true, false])
  func secrets(accepted: Bool) throws {
    var simulation = try Self.flow.simulation([:], Path.awaitingCallback)
    simulation.guards["callbackIsAccepted"] = accepted
    let callback = simulation.send("callback", data: Path.callback)
    var reports = [callback, simulation.send("callback", data: Path.callback)]
    if accepted {
      #expect(
        callback.actions.contains(.init(name: "keepCallback", arguments: [NamedValue("url", .redacted)])))
      reports.append(simulation.complete(service: "exchangeCode", with: Path.exchanged()))
    }
    for report in reports {
      let shown =
        "\(report.context) \(report.outputs) \(report.actions) \(report.log) \(report.sent) "
        + "\(report.failures) \(report.reason ?? "") \(report.timers) \(report.unhandledErrors)"
      #expect(!shown.contains("SECRET"))
    }
  }

  @Test("tokens, codes and keys stay with the handlers")
  func noSecretsInTheChart() throws {
    let chart = try Self.flow.chart()
    var kept = chart.context.map(\.name.text)
    for service in chart.handlers.services ?? [] {
      if case .record(let fields)? = service.result { kept += fields.map(\.name.text) }
    }
    #expect(kept.contains("validFor") && kept.contains("emailVerified"))
    // Whether a token is there may be known.
    for name in kept where name != "hasAccessToken" {
      for word in ["token", "code", "verifier", "nonce"] {
        #expect(!name.lowercased().contains(word), "\(name)")
      }
    }
  }
}
