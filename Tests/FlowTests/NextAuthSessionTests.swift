import Statecharts
import StatechartsTesting
import Testing

private typealias Path = NextAuthPath

@Suite("A nextAuth session")
struct NextAuthSessionTests {
  static let flow = Flow("nextauth-session")

  @Test("where each row of the table of lifecycle states leads", arguments: lifecycle)
  func lifecycleRow(_ walk: Walk) throws { try Self.flow.run(walk) }

  @Test("what is asked first, in the order of the choice", arguments: firstQuestions)
  func firstQuestion(_ walk: Walk) throws { try Self.flow.run(walk) }

  /// Whether the app has chosen an account, and one that is possible.
  enum Preselected: CaseIterable { case none, possible, impossible }

  @Test(
    "what is asked first, for every setting and offer", arguments: ["qr", "deepLink", "push", "appLogin"],
    Preselected.allCases)
  func everyFirstQuestion(_ origin: String, _ preselected: Preselected) throws {
    let isAppLogin = origin == "appLogin"
    for setting in 0..<32 {
      func isSet(_ bit: Int) -> Bool { setting >> bit & 1 == 1 }
      let (skipsReady, bypasses, isEnrolment) = (isSet(0), isSet(1), isSet(2))
      let (hasFactor, isOnly) = (isSet(3), isSet(4))
      if isAppLogin, isEnrolment { continue }
      var input: [String: ChartValue] = [
        "origin": .string(origin), "skipReadyForUserInteraction": .bool(skipsReady),
        "bypassConfirmation": .bool(bypasses),
      ]
      if preselected != .none { input["preselectedAccount"] = preselected == .possible ? "anna" : "zoe" }
      let offer = Path.session(
        kind: isEnrolment ? "enrol" : "login", accounts: isOnly ? ["anna"] : ["anna", "berta"],
        factor: hasFactor)
      // One candidate is enough to go without the confirmation, where a factor is asked for anyway.
      let isSingle = isOnly || preselected == .possible
      let asked =
        !isEnrolment && bypasses && hasFactor && isSingle ? "waitForSecondFactor" : "waitForConfirmation"
      var steps = Path.fetched(offer)
      if isAppLogin {
        steps.append(.at(preselected == .impossible ? "error" : "waitForSecondFactor"))
      } else {
        if !skipsReady { steps += [.at("readyForUserInteraction"), .send("startUserInteraction")] }
        steps.append(.at(asked))
      }
      try Self.flow.run(Walk("\(input) \(offer)", input: input, steps))
    }
  }

  @Test("a session can be stopped in every state, and is not FAIL then", arguments: liveStates)
  func stop(_ name: String, _ input: [String: ChartValue], _ path: [Step]) throws {
    let isOnline = name == "online"
    try Self.flow.run(
      Walk(
        name, input: input,
        path + [
          .send("stopSession"), .at("done"), .at(isOnline ? "loggedOut" : "aborted"), .calls("closeSession"),
          .tells("sessionStop", .unset),
        ]))
  }

  @Test("errors of fetching end the session and are shown")
  func fetchErrors() throws {
    for code in try Self.flow.errors(ofService: "fetchSession") where code != "sessionTerminated" {
      let ends: [Step] = [.fail("fetchSession", code), .at("error"), .at("historyError"), .shows(code)]
      try Self.flow.run(Walk(code, Path.starting + ends))
    }
  }

  @Test("errors of sending an answer end the session, but a changed biometric asks for the PIN")
  func answerErrors() throws {
    for code in try Self.flow.errors(ofService: "sendInput") where code != "biometricChanged" {
      try Self.flow.run(
        Walk(
          code,
          Path.evaluating + [.fail("sendInput", code), .at("error"), .at("historyError"), .shows(code)]))
    }
    try Self.flow.run(
      Walk(
        "biometric changed",
        Path.evaluating + [
          .fail("sendInput", "biometricChanged"), .at("waitForSecondFactor"), .shows("biometricChanged"),
          .has("pinRequired", true), .at("fail"),
        ]))
  }

  @Test("the callbacks of a login by QR code with a factor come in the documented order")
  func callbackOrder() throws {
    var simulation = try Self.flow.simulation()
    var told: [String] = []
    func note(_ report: SimulationReport) {
      for output in report.outputs {
        guard case .map(let fields) = output.data, case .string(let kind)? = fields["kind"] else {
          told.append(output.name)
          continue
        }
        told.append("\(output.name) \(kind)")
      }
    }
    note(simulation.start())
    note(simulation.complete(service: "fetchSession", with: Path.session()))
    note(simulation.send("setAccount", data: Path.anna))
    note(simulation.send("setPinBiometric", data: Path.pin))
    note(simulation.complete(service: "sendInput", with: Path.success))
    note(simulation.send("loggedIn"))
    #expect(
      told == [
        "confirmLogin", "secondFactor verify", "secondFactor success", "sessionLogin", "historyStatusChanged",
      ])
  }

  @Test("PIN, input and web session never come back in what is reported, kept or shown")
  func secrets() throws {
    var simulation = try Self.flow.simulation(["origin": "qr"])
    var all: [SimulationReport] = [simulation.start()]
    all.append(simulation.complete(service: "fetchSession", with: Path.session()))
    all.append(simulation.send("setAccount", data: ["account": "anna", "userInput": "hush-hush"]))
    all.append(simulation.send("setPinBiometric", data: ["factor": "hush-hush"]))
    all.append(simulation.complete(service: "sendInput", with: Path.success))
    all.append(simulation.send("loggedIn", data: ["webSession": "hush-hush"]))
    #expect(all.last?.states.contains("online") == true)
    for report in all { #expect(!String(describing: report).contains("hush-hush")) }
  }

  @Test("a handler that breaks ends the session, and the history is reported all the same")
  func brokenHandlers() throws {
    let rows: [(action: String, steps: [Step], ends: Set<String>)] = [
      ("keepUserInput", Path.factor, ["error", "historyError"]),
      ("keepFactor", Path.evaluating, ["error", "historyError"]),
      ("keepWebSession", Path.appLoginOnline, ["error", "historyError"]),
      ("closeSession", Path.online + [.send("stopSession")], ["done", "loggedOut"]),
      ("storeHistory", Path.confirming + [.send("stopSession")], ["done", "aborted"]),
    ]
    for (action, steps, ends) in rows {
      let input = action == "keepWebSession" ? Path.appLogin : [:]
      // At the beginning nothing can be emitted yet.
      let event = action == "storeHistory" ? "stopSession" : nil
      let machine = try Self.flow.machine(breaking: action, at: event, input: input, steps)
      #expect(Set(machine.configuration).isSuperset(of: ends), "\(action)")
    }
  }

  static let liveStates: [(String, [String: ChartValue], [Step])] = [
    ("starting", [:], Path.starting),
    ("ready", Path.held, Path.ready),
    ("confirming", [:], Path.confirming),
    ("factor", [:], Path.factor),
    ("evaluating", [:], Path.evaluating),
    ("active", [:], Path.active),
    ("online", [:], Path.online),
  ]

  static let firstQuestions: [Walk] = [
    Walk(
      "an AppLogin asks for the factor, whatever else is set",
      input: [
        "origin": "appLogin", "skipReadyForUserInteraction": false, "bypassConfirmation": false,
      ],
      Path.fetched(Path.session(kind: "login", accounts: ["anna"], factor: false)) + [
        .at("waitForSecondFactor"), .has("account", "anna"), .has("isAppLogin", true),
      ]),
    Walk(
      "an AppLogin is to the account that the app names",
      input: ["origin": "appLogin", "preselectedAccount": "berta"],
      Path.fetched(Path.session()) + [.at("waitForSecondFactor"), .has("account", "berta")]),
    Walk(
      "an AppLogin to an account that is not there is nobody else's",
      input: ["origin": "appLogin", "preselectedAccount": "zoe"],
      Path.fetched(Path.session()) + [
        .at("error"), .at("historyError"), .shows("noAccounts"), .has("account", .unset),
      ]),
    Walk("the app is asked before an enrollment", input: Path.held, Path.ready),
    Walk(
      "an enrollment is confirmed, even with one account and a factor",
      Path.fetched(Path.session(kind: "enrol", accounts: ["anna"])) + [
        .at("waitForConfirmation"),
        .tells(
          "confirmEnrol",
          [
            "account": "new", "existingAccounts": ["anna"], "announceInfo": "Shop",
          ]),
      ]),
    Walk(
      "one account and a factor: no confirmation",
      Path.fetched(Path.session(accounts: ["anna"])) + [.at("waitForSecondFactor"), .has("account", "anna")]),
    Walk(
      "one account without a factor: confirmation",
      Path.fetched(Path.session(accounts: ["anna"], factor: false)) + [.at("waitForConfirmation")]),
    Walk(
      "bypassing switched off: confirmation", input: ["bypassConfirmation": false],
      Path.fetched(Path.session(accounts: ["anna"])) + [.at("waitForConfirmation")]),
    Walk("two accounts: confirmation", Path.confirming),
    Walk(
      "a preselected account is the only candidate", input: ["preselectedAccount": "berta"],
      Path.fetched(Path.session()) + [.at("waitForSecondFactor"), .has("account", "berta")]),
    Walk(
      "a preselected account that is not possible changes nothing", input: ["preselectedAccount": "zoe"],
      Path.fetched(Path.session()) + [.at("waitForConfirmation")]),
    Walk(
      "after waiting for the app the same order holds", input: Path.held,
      Path.fetched(Path.session(accounts: ["anna"])) + [
        .at("readyForUserInteraction"), .send("startUserInteraction"), .at("waitForSecondFactor"),
      ]),
  ]

  static let lifecycle: [Walk] = [
    Walk(
      "ready: the app is ready", input: Path.held,
      Path.ready + [.send("startUserInteraction"), .at("waitForConfirmation")]),
    Walk(
      "confirmation: another account is refused",
      Path.confirming + [
        .send("setAccount", ["account": "zoe"]), .at("waitForConfirmation"), .shows("unknownAccount"),
        .has("account", .unset),
      ]),
    Walk(
      "confirmation of an enrollment: only the new account",
      Path.fetched(Path.session(kind: "enrol", factor: true, context: "firstSet")) + [
        .send("setAccount", Path.anna), .at("waitForConfirmation"), .shows("unknownAccount"),
        .send("setAccount", ["account": "new"]), .at("waitForSecondFactor"),
        .has("lastError", .unset),
        .tells(
          "secondFactor",
          ["kind": "firstSet", "pinRequired": false, "biometricRequired": false, "announceInfo": "Shop"]),
      ]),
    Walk(
      "confirmation: no factor needed",
      Path.fetched(Path.session(factor: false)) + [.send("setAccount", Path.anna), .at("evaluating")]),
    Walk(
      "starting: over before a question",
      Path.starting + [
        .fail("fetchSession", "sessionTerminated"), .at("done"), .at("aborted"),
        .tells("sessionStop", .unset),
        .tellsNo("userErrorMessage"),
      ]),
    Walk(
      "factor: too long", input: ["secondFactorTimeout": .duration(.seconds(20))],
      Path.confirming + [
        .wait(.seconds(30)), .send("setAccount", Path.anna), .wait(.seconds(19)), .at("waitForSecondFactor"),
        .wait(.seconds(1)), .at("done"), .at("aborted"),
      ]),
    Walk("factor: refused", Path.factor + [.send("inputCancel"), .at("done"), .at("aborted")]),
    Walk(
      "evaluating: wrong, may be tried again",
      Path.evaluated(["result": "wrong", "remaining": 2, "inputExpected": true]) + [
        .at("waitForSecondFactor"), .shows("wrongFactor"), .has("remainingAttempts", 2),
        .tells("secondFactor", ["kind": "wrong", "remaining": 2]),
      ]),
    Walk(
      "evaluating: wrong, and the number of tries alone decides",
      Path.evaluated(["result": "wrong", "remaining": 2]) + [
        .at("waitForSecondFactor"), .shows("wrongFactor"), .has("remainingAttempts", 2),
        .send("setPinBiometric", Path.pin), .complete("sendInput", ["result": "wrong", "remaining": 1]),
        .at("waitForSecondFactor"), .send("setPinBiometric", Path.pin),
        .complete("sendInput", ["result": "wrong", "remaining": 0]), .at("error"), .shows("wrongFactor"),
      ]),
    Walk(
      "evaluating: what was wrong is over with a factor that is right",
      Path.evaluated(["result": "wrong", "remaining": 2]) + [
        .send("setPinBiometric", Path.pin), .complete("sendInput", Path.success), .at("active"),
        .has("lastError", .unset),
      ]),
    Walk(
      "evaluating: wrong, without a word on the tries",
      Path.evaluated(["result": "wrong"]) + [
        .at("waitForSecondFactor"), .shows("wrongFactor"), .has("remainingAttempts", .unset),
      ]),
    Walk(
      "evaluating: wrong, and no input is expected any more",
      Path.evaluated(["result": "wrong", "remaining": 2, "inputExpected": false]) + [
        .at("error"), .at("historyError"), .shows("wrongFactor"),
      ]),
    Walk(
      "evaluating: wrong, no more tries",
      Path.evaluated(["result": "wrong", "remaining": 0]) + [
        .at("error"), .at("historyError"), .shows("wrongFactor"),
      ]),
    Walk(
      "evaluating: blocked",
      Path.evaluated(["result": "blocked"]) + [
        .at("error"), .at("historyError"), .shows("factorBlocked"),
        .tells("secondFactor", ["kind": "blocked", "remaining": 0]),
      ]),
    Walk(
      "evaluating: the PIN is blocked, and a biometric will do",
      Path.evaluated(["result": "blocked", "inputExpected": true]) + [
        .at("waitForSecondFactor"), .shows("factorBlocked"), .has("pinBlocked", true), .at("fail"),
        .tells("secondFactor", ["kind": "blocked", "remaining": 0]),
        .tells(
          "secondFactor",
          ["kind": "verify", "pinRequired": false, "biometricRequired": true, "announceInfo": "Shop"]),
        .send("setPinBiometric", Path.pin), .complete("sendInput", Path.success), .at("active"),
      ]),
    Walk(
      "a biometric alone is set first, and asked for in the next round",
      Path.fetched(Path.session(kind: "enrol", context: "firstSet")) + [
        .send("setAccount", ["account": "new"]), .send("setPinBiometric", Path.pin),
        .complete("sendInput", ["result": "success", "moreInput": "secondFactor", "pinMissing": true]),
        .tells(
          "secondFactor",
          ["kind": "verify", "pinRequired": false, "biometricRequired": true, "announceInfo": "Shop"]),
        .send("setPinBiometric", Path.pin), .fail("sendInput", "biometricChanged"), .at("error"),
        .shows("biometricChanged"),
      ]),
    Walk(
      "evaluating: the PIN is blocked, and the biometric has changed",
      Path.evaluated(["result": "blocked", "inputExpected": true]) + [
        .send("setPinBiometric", Path.pin), .fail("sendInput", "biometricChanged"), .at("error"),
        .at("historyError"), .shows("biometricChanged"),
      ]),
    Walk(
      "evaluating: the biometric has changed, and the PIN is blocked",
      Path.evaluating + [
        .fail("sendInput", "biometricChanged"), .send("setPinBiometric", Path.pin),
        .complete("sendInput", ["result": "blocked", "inputExpected": true]), .at("error"),
        .at("historyError"), .shows("factorBlocked"),
      ]),
    Walk(
      "evaluating: refused at the prompt",
      Path.evaluated(["result": "cancelled"]) + [.at("done"), .at("aborted")]),
    Walk(
      "evaluating: a confirmation is wanted too",
      Path.evaluated(["result": "success", "moreInput": "confirmation"]) + [
        .at("waitForConfirmation"), .send("setAccount", Path.anna), .at("waitForSecondFactor"),
      ]),
    Walk(
      "evaluating: a confirmation is wanted too, and no other factor",
      Path.evaluated(["result": "success", "moreInput": "confirmation", "secondFactorRequired": false]) + [
        .at("waitForConfirmation"), .send("setAccount", Path.anna), .at("evaluating"),
      ]),
    Walk(
      "evaluating: another factor is wanted, which is not the first any more",
      Path.fetched(Path.session(kind: "enrol", context: "firstSet")) + [
        .send("setAccount", ["account": "new"]), .send("setPinBiometric", Path.pin),
        .complete("sendInput", ["result": "success", "moreInput": "secondFactor"]),
        .at("waitForSecondFactor"),
        .has("factorContext", "verify"),
      ]),
    Walk(
      "a biometric that has changed stays useless for the session",
      Path.evaluating + [
        .fail("sendInput", "biometricChanged"), .has("pinRequired", true), .send("setPinBiometric", Path.pin),
        .complete("sendInput", ["result": "success", "moreInput": "secondFactor"]),
        .tells(
          "secondFactor",
          ["kind": "verify", "pinRequired": true, "biometricRequired": false, "announceInfo": "Shop"]),
      ]),
    Walk(
      "the settings ask for the PIN",
      Path.fetched(Path.session(accounts: ["anna"], pin: true)) + [
        .at("waitForSecondFactor"),
        .tells(
          "secondFactor",
          ["kind": "verify", "pinRequired": true, "biometricRequired": false, "announceInfo": "Shop"]),
      ]),
    Walk(
      "evaluating: the server ends the session",
      Path.evaluated(["result": "success", "sessionEnds": true]) + [.at("done"), .at("aborted")]),
    Walk(
      "evaluating: the server ends the session after a login",
      Path.evaluated(["result": "success", "sessionEnds": true, "loggedIn": true]) + [
        .at("done"), .at("loggedOut"),
      ]),
    Walk(
      "evaluating: an AppLogin has nothing to confirm", input: Path.appLogin,
      Path.appLoginEvaluating + [
        .complete("sendInput", ["result": "success", "moreInput": "confirmation"]), .at("error"),
        .at("historyError"), .shows("protocolFailure"), .tellsNo("confirmLogin"),
      ]),
    Walk(
      "evaluating: an AppLogin may be asked for another factor", input: Path.appLogin,
      Path.appLoginEvaluating + [
        .complete("sendInput", ["result": "success", "moreInput": "secondFactor"]),
        .at("waitForSecondFactor"),
      ]),
    Walk(
      "evaluating: an AppLogin that is over at once has no web session", input: Path.appLogin,
      Path.appLoginEvaluating + [
        .complete("sendInput", ["result": "success", "sessionEnds": true, "loggedIn": true]), .at("error"),
        .at("historyError"), .shows("protocolFailure"), .tellsNo("sessionLogin"),
      ]),
    Walk(
      "active: an error",
      Path.active + [.send("failure", ["code": "protocolFailure"]), .at("error"), .shows("protocolFailure")]),
    Walk(
      "active: logged in once ends it",
      Path.oneShotActive + [.refused("logout"), .send("loggedIn"), .at("done")]),
    Walk(
      "active: an AppLogin needs its web session", input: Path.appLogin,
      Path.appLoginActive + [.send("loggedIn"), .at("error"), .at("historyError"), .shows("protocolFailure")]),
    Walk(
      "active: the login of an AppLogin", input: Path.appLogin,
      Path.appLoginOnline + [.at("loggedIn"), .has("hasWebSession", true)]),
    Walk(
      "a web session ends with its session", input: Path.appLogin,
      Path.appLoginOnline + [.send("logout"), .at("done"), .has("hasWebSession", false)]),
    Walk(
      "only an AppLogin has a web session",
      Path.active + [
        .send("loggedIn", ["webSession": "cookie"]), .at("online"), .has("hasWebSession", false),
      ]),
    Walk(
      "a login for which there is no account",
      Path.fetched(Path.session(accounts: [])) + [.at("error"), .at("historyError"), .shows("noAccounts")]),
    Walk(
      "an enrollment is no login, and needs none",
      Path.fetched(Path.session(kind: "enrol", accounts: [])) + [.at("waitForConfirmation")]),
    Walk(
      "a blocked factor has no tries left",
      Path.evaluated(["result": "wrong", "remaining": 2]) + [
        .send("setPinBiometric", Path.pin), .complete("sendInput", ["result": "blocked"]), .at("error"),
        .has("remainingAttempts", 0),
      ]),
    Walk(
      "an account is deleted once",
      Path.active + [
        .send("accountDeleted", Path.anna), .at("deleted"), .refused("accountDeleted", Path.anna),
        .at("active"),
      ]),
    Walk(
      "an account is deleted on request",
      Path.active + [.send("deleteAccount", Path.anna), .calls("requestAccountDeletion")]),
    Walk(
      "done: methods report that the session is over",
      Path.confirming + [
        .send("stopSession"), .send("setAccount", Path.anna), .at("done"), .shows("sessionTerminated"),
        .send("stopSession"), .shows("sessionTerminated"), .send("startUserInteraction"),
        .shows("sessionTerminated"),
        .send("setPinBiometric", Path.pin), .shows("sessionTerminated"), .send("inputCancel"),
        .shows("sessionTerminated"),
        .send("logout"), .shows("sessionTerminated"), .at("aborted"),
      ]),
    Walk(
      "error: so are they here",
      Path.starting + [
        .fail("fetchSession", "badData"), .send("startUserInteraction"), .at("error"),
        .shows("sessionTerminated"),
      ]),
  ]
}
