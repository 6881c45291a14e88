import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsYAML
import Testing

private typealias Path = RegistrationPaths

@Suite("The registration flow: errors and secrets")
struct RegistrationErrorTests {
  static let flow = RegistrationTests.flow

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
    // Only what another try cannot mend costs the stored tokens.
    let hopeless = row.state == "renewing" ? ["invalidGrant", "noRefreshToken"] : []
    for code in row.codes {
      // Whose registration it is, is reported as it is.
      let told = ["notConfigured", "otherRegistration"].contains(code) ? code : row.cause ?? code
      #expect(try Self.flow.statesThatShow(told).contains("error"), "\(told)")
      try Self.flow.run(
        Walk(
          code, input: busy.input,
          busy.path + [.fail(busy.service, code)]
            + (hopeless.contains(code) ? [.tellsNo("regState"), .complete("clearAllTokens")] : []) + [
              .at("error"), Path.failed(row.letter, told),
              .callsWith("reportException", ["error": .string(told)]), .runsNo("clearAllTokens"), .timers([]),
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

  @Test("what cannot be renewed is registered again", arguments: ["invalidGrant", "noRefreshToken"])
  func hopeless(code: String) throws {
    try Self.flow.run(
      Walk(
        code,
        Path.renewing + [
          .fail("renewTokens", code), .complete("clearAllTokens"), .at("error"), .send("retry"),
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
          Path.failed("F", "callbackRefused"), .runsNo("openAgent"), .callsNo("keepCallback"),
        ]))
    try Self.flow.run(
      Walk(
        "another sign-in's answer",
        Path.awaitingCallback + [
          .answer("callbackIsAccepted", false), .answer("callbackIsAnswer", false),
          .send("callback", Path.callback), .at("error"), Path.failed("F", "stateMismatch"),
          .runsNo("openAgent"), .callsNo("keepCallback"),
        ]))
  }

  @Test(
    "a profile that cannot be saved stays to be confirmed, with the error",
    arguments: network + ["profileUpdateFailed", "malformedAnswer"])
  func unsaved(code: String) throws {
    #expect(try Self.flow.errors(ofService: "confirmProfile").count == 6)
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
    arguments: network + ["storageFailed", "timeout"])
  func clearing(code: String) throws {
    let ending: [Step] = [
      code == "timeout" ? .wait(.seconds(15)) : .fail("revokeTokens", code), .at("forgettingAll"),
      .complete("clearAllTokens"),
    ]
    try Self.flow.run(
      Walk(code, Path.clearing + ending + [.at("registrationRequired"), Path.toldRequired]))
    try Self.flow.run(
      Walk(code, Path.activeWithAgreedToken + [.send("logout")] + ending + [.at("initial")]))
  }

  @Test("what could not be forgotten is not cleared: another try is active again")
  func notCleared() throws {
    let failed: [Step] = [.fail("clearAllTokens", "storageFailed"), .at("error"), .send("retry")]
    try Self.flow.run(
      Walk(
        "native",
        Path.forgettingAll + failed + [
          .complete("retrieveTokens", Path.token(validFor: 86_400)), .at("active"), Path.toldValid,
        ]))
    try Self.flow.run(
      Walk(
        "not native",
        Path.activeWithAgreedToken + [.send("logout"), .complete("revokeTokens")] + failed + [
          .at("readingTokens")
        ]))
  }

  @Test(
    "a registration that cannot be stored stays to be confirmed, with the error", arguments: [true, false])
  func unstored(timeout: Bool) throws {
    try Self.flow.run(
      Walk(
        "unstored",
        Path.storingConfirmed + [
          timeout ? .wait(.seconds(15)) : .fail("persistConfirmed", "storageFailed"),
          .at("awaitingConfirmation"), .shows("storageFailed"), Path.toldConfirmation,
          .callsNo("clearProvisional"), .send("confirm"), .complete("confirmProfile"),
          .complete("persistConfirmed", Path.renewed()), .at("active"), .has("letter", "H"),
        ]))
  }

  @Test(
    "what the store may have kept of an attempt that is given up is looked for, and told when it cannot be")
  func inDoubt() throws {
    let givenUp: [Step] =
      Path.storingConfirmed + [
        .fail("persistConfirmed", "storageFailed"), .send("retry"), .calls("clearProvisional"),
        .at("readingTokens"),
      ]
    try Self.flow.run(
      Walk(
        "it is not there",
        givenUp + [
          .complete("retrieveTokens", Path.noToken), .at("registrationRequired"), Path.toldRequired,
          .has("inDoubt", false),
        ]))
    try Self.flow.run(
      Walk(
        "nobody knows",
        givenUp + [
          .fail("retrieveTokens", "storageFailed"), .at("error"), Path.failed("F", "storageFailed"),
          .send("retry"), .at("awaitingPlatform"),
        ]))
  }

  @Test("only clearing the state removes another application's registration")
  func others() throws {
    for (event, others) in [("logout", false), ("deregister", false), ("clearState", true)] {
      try Self.flow.run(Walk(event, Path.active + [.send(event), .has("forgetsOthers", .bool(others))]))
    }
  }

  @Test("the seconds to wait are reported with the error, wherever it comes from")
  func retryAfter() throws {
    let states = ["checkingBackend": "E", "renewing": "E", "exchanging": "F", "confirming": ""]
    for busy in Path.busyStates where busy.state != "clearing" {
      guard try Self.flow.errors(ofService: busy.service).contains("tooManyRequests") else { continue }
      let letter = try #require(states[busy.state], "\(busy.state)")
      let limited = busy.path + [.fail(busy.service, "tooManyRequests", ["retryAfter": 90])]
      let told: Step =
        letter.isEmpty
        ? .tells("errorOccurred", ["error": "tooManyRequests", "retryAfter": 90])
        : Path.failed(letter, "tooManyRequests", retryAfter: 90)
      try Self.flow.run(Walk(busy.state, input: busy.input, limited + [told]))
      if letter.isEmpty { continue }
      try Self.flow.run(
        Walk(busy.state, input: busy.input, limited + [.send("retry"), .has("retryAfter", .unset)]))
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
    for screen in Path.answers {
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

  @Test("handlers that break lead to an error, and not round in circles")
  func breaking() throws {
    struct Broken: Error {}
    let loaded = try Self.flow.loaded()
    var handlers = ChartHandlers()
    for action in try Self.flow.chart().handlers.actions ?? [] {
      handlers.action(action.name.text) { _ in throw Broken() }
    }
    for handlerGuard in try Self.flow.chart().handlers.guards ?? [] {
      handlers.guard(handlerGuard.name.text) { _ in true }
    }
    var machine = try Machine(loaded.chart, handlers: handlers)
    var step = machine.start()
    step = machine.send(ChartEvent("requestRegState", data: ["urlScheme": "com.example.player"]))
    step = machine.complete(try Self.run(in: step), with: ["native": true])
    step = machine.complete(try Self.run(in: step), with: Path.noToken)
    #expect(machine.status == .running)
    #expect(step.actions.filter { $0.name == "hideSplash" }.count == 1)
    #expect(step.actions.filter { $0.name == "reportException" }.count == 1)
    let told = step.effects.compactMap { effect -> ChartValue? in
      if case .output(let payload) = effect { payload.data } else { nil }
    }
    #expect(told.last == ["key": "ERROR", "letter": "F", "exception": "internalError"])
    #expect(step.unhandledErrors == ["error.execution"])
  }

  @Test("where nobody knows yet what is there, another try looks again", arguments: causes.prefix(3))
  func looksAgain(_ row: Causes) throws {
    let busy = try #require(Path.busyStates.first { $0.state == row.state })
    try Self.flow.run(
      Walk(
        row.state, input: busy.input,
        busy.path + [
          .fail(busy.service, try #require(row.codes.first)), .at("error"), .send("retry"),
          .calls("clearProvisional"), .at("awaitingPlatform"),
        ]))
  }

  @Test("a handler that breaks has the letter of the place, and so another try leads on from there")
  func letterOfBreaking() throws {
    let rows: [(action: String, steps: [Step], letter: ChartValue, next: String)] = [
      ("forgetTransaction", Path.active, "E", "readingTokens"),
      ("forgetTransaction", Path.awaitingCallback + [.send("agentClosed")], "F", "registrationRequired"),
      ("clearProvisional", Path.clearing, "E", "readingTokens"),
      ("keepCallback", Path.exchanging, "F", "registrationRequired"),
    ]
    for (action, steps, letter, next) in rows {
      var machine = try Self.flow.machine(breaking: action, steps)
      #expect(machine.configuration == ["error"], "\(action)")
      #expect(machine.redactedContext.first { $0.name == "letter" }?.value == letter, "\(action)")
      _ = machine.send(ChartEvent("retry"))
      #expect(machine.configuration == [next], "\(action)")
    }
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
