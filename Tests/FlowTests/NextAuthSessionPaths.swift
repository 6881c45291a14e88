import Statecharts

/// Shortest ways to the states of a nextAuth session.
enum NextAuthPath {
  /// What the server says of a session.
  static func session(
    kind: String = "login", accounts: [String] = ["anna", "berta"], factor: Bool = true, ping: Int? = 300,
    context: String = "verify", pin: Bool = false
  ) -> ChartValue {
    [
      "id": "s1", "kind": .string(kind), "server": "example.org",
      "accounts": .list(accounts.map(ChartValue.string)),
      "newAccount": "new", "secondFactorRequired": .bool(factor), "factorContext": .string(context),
      "pinRequired": .bool(pin), "pingTime": ping.map(ChartValue.int) ?? .unset, "announceInfo": "Shop",
    ]
  }

  static func fetched(_ session: ChartValue) -> [Step] { starting + [.complete("fetchSession", session)] }

  static let anna: ChartValue = ["account": "anna"]
  static let pin: ChartValue = ["factor": "1234"]
  static let held: [String: ChartValue] = ["skipReadyForUserInteraction": false]
  static let appLogin: [String: ChartValue] = ["origin": "appLogin"]

  static let starting: [Step] = [.at("starting"), .runs("fetchSession"), .at("fail"), .at("watching")]
  static let ready: [Step] =
    fetched(session()) + [
      .at("readyForUserInteraction"), .tells("sessionReadyForUserInteraction", .unset),
    ]
  static let confirming: [Step] = fetched(session()) + [.at("waitForConfirmation")]
  static let factor: [Step] = confirming + [.send("setAccount", anna), .at("waitForSecondFactor")]
  static let evaluating: [Step] =
    factor + [.send("setPinBiometric", pin), .at("evaluating"), .runs("sendInput"), .calls("keepFactor")]
  static func evaluated(_ result: ChartValue) -> [Step] { evaluating + [.complete("sendInput", result)] }
  static let success: ChartValue = ["result": "success"]
  static let active: [Step] =
    evaluated(success) + [.at("active"), .at("stopped"), .at("fail"), .runs("holdSession")]
  static let online: [Step] =
    active + [.send("loggedIn", ["sessionInfo": "hello"]), .at("online"), .at("loggedIn")]

  /// A one-shot login without a second factor.
  static let oneShotActive: [Step] =
    fetched(session(factor: false, ping: 0)) + [
      .send("setAccount", anna), .at("evaluating"), .complete("sendInput", success), .at("active"),
      .at("noPings"),
    ]
  static let appLoginEvaluating: [Step] =
    fetched(session(accounts: ["anna"])) + [
      .at("waitForSecondFactor"), .has("account", "anna"), .send("setPinBiometric", pin), .at("evaluating"),
    ]
  static let appLoginActive: [Step] =
    appLoginEvaluating + [.complete("sendInput", success), .at("active")]
  static let appLoginOnline: [Step] =
    appLoginActive + [.send("loggedIn", ["webSession": "cookie"]), .calls("keepWebSession"), .at("online")]
}
