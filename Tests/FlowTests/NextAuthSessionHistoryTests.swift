import Statecharts
import StatechartsTesting
import Testing

private typealias Path = NextAuthPath

@Suite("What is remembered of a nextAuth session, and its time limits")
struct NextAuthSessionHistoryTests {
  static let flow = NextAuthSessionTests.flow

  @Test("how the history status changes", arguments: history)
  func historyRow(_ walk: Walk) throws { try Self.flow.run(walk) }

  @Test("time limits", arguments: timeouts)
  func timeout(_ walk: Walk) throws { try Self.flow.run(walk) }

  static let history: [Walk] = [
    Walk(
      "logged in, continuous",
      Path.online + [.has("historyStatus", "LOGGED_IN"), .has("sessionInfo", "hello")]),
    Walk(
      "logged in once",
      Path.oneShotActive + [
        .send("loggedIn", ["sessionInfo": "hello"]), .at("loggedInOneShot"),
        .tells("sessionLogin", ["oneShot": true, "sessionInfo": "hello"]),
        .callsWith("storeHistory", ["id": "s1", "account": "anna", "status": "LOGGED_IN_ONE_SHOT"]),
      ]),
    Walk(
      "logged in, where somebody else sends the keep-alives",
      Path.fetched(Path.session(factor: false, ping: nil)) + [
        .send("setAccount", Path.anna), .complete("sendInput", Path.success), .at("noPings"),
        .send("loggedIn"), .at("loggedIn"), .tells("sessionLogin", ["oneShot": false]), .send("logout"),
        .at("loggedOut"),
      ]),
    Walk(
      "logged in once, where that is reported with the login",
      Path.fetched(Path.session(factor: false, ping: nil)) + [
        .send("setAccount", Path.anna), .complete("sendInput", Path.success), .at("noPings"),
        .send("loggedIn", ["oneShot": true]), .at("done"), .at("loggedInOneShot"), .has("pingTime", 0),
      ]),
    Walk("logging out", Path.online + [.send("logout"), .at("done"), .at("loggedOut")]),
    Walk("logged out by the server", Path.online + [.send("serverLogout"), .at("done"), .at("loggedOut")]),
    Walk("connection lost", Path.online + [.send("pingLost"), .at("done"), .at("loggedOut")]),
    Walk("connection lost before the login", Path.active + [.send("pingLost"), .at("done"), .at("aborted")]),
    Walk(
      "the server does not answer any more",
      Path.online + [.fail("holdSession", "networkError"), .at("done"), .at("loggedOut")]),
    Walk(
      "an error after the login is no error of authentication",
      Path.online + [.send("failure", ["code": "protocolFailure"]), .at("error"), .at("loggedOut")]),
    Walk(
      "an error during authentication",
      Path.active + [.send("failure", ["code": "networkError"]), .at("error"), .at("historyError")]),
    Walk(
      "a login that is reported too early counts nothing",
      Path.confirming + [.refused("loggedIn"), .at("fail")]),
    Walk(
      "deleted while running",
      Path.active + [
        .send("accountDeleted", Path.anna), .at("deleted"), .at("active"),
        .send("stopSession"), .ended("deleted"),
      ]),
    Walk(
      "an AppLogin is over with its account, also before the person is let in", input: Path.appLogin,
      Path.appLoginEvaluating + [
        .refused("accountDeleted", ["account": "berta"]), .send("accountDeleted", Path.anna),
        .ended("deleted"),
        .calls("closeSession"), .has("hasWebSession", false),
      ]),
    Walk(
      "the web session of an AppLogin is over with its account", input: Path.appLogin,
      Path.appLoginOnline + [
        .has("hasWebSession", true), .send("accountDeleted", Path.anna), .ended("deleted"),
        .calls("closeSession"), .has("hasWebSession", false), .tells("sessionStop", .unset),
      ]),
    Walk(
      "another account's deletion",
      Path.online + [.refused("accountDeleted", ["account": "berta"]), .at("loggedIn")]),
    Walk("no account, no deletion", Path.confirming + [.refused("accountDeleted", Path.anna), .at("fail")]),
    Walk(
      "deleted after a login",
      Path.online + [
        .send("accountDeleted", Path.anna), .at("deleted"), .at("online"),
        .callsWith("storeHistory", ["id": "s1", "account": "anna", "status": "DELETED"]),
      ]),
    Walk(
      "deleted after one-shot",
      Path.oneShotActive + [.send("loggedIn"), .send("accountDeleted", Path.anna), .ended("deleted")]),
    Walk(
      "deleted after an abort",
      Path.factor + [.send("inputCancel"), .send("accountDeleted", Path.anna), .ended("deleted")]),
    Walk(
      "deleted after logging out",
      Path.online + [.send("logout"), .send("accountDeleted", Path.anna), .ended("deleted")]),
    Walk(
      "deleted after an error",
      Path.evaluating + [
        .fail("sendInput", "networkError"), .send("accountDeleted", Path.anna), .ended("deleted"),
      ]),
    Walk(
      "remembered for 90 days",
      Path.online + [
        .send("logout"), .wait(.seconds(2160 * 3600 - 1)), .at("loggedOut"),
        .wait(.seconds(1)), .ended("expired"),
      ]),
  ]

  static let timeouts: [Walk] = [
    Walk(
      "starting", input: ["userInputTimeout": .duration(.seconds(10))],
      Path.starting + [.wait(.seconds(10)), .at("done"), .at("aborted")]),
    Walk("ready", input: Path.held, Path.ready + [.wait(.seconds(120)), .at("done"), .at("aborted")]),
    Walk(
      "confirmation",
      Path.confirming + [
        .wait(.seconds(119)), .at("waitForConfirmation"), .wait(.seconds(1)), .at("done"), .at("aborted"),
      ]),
    Walk(
      "factor: one deadline a session",
      Path.confirming + [
        .wait(.seconds(100)), .send("setAccount", Path.anna), .wait(.seconds(20)), .at("done"),
        .at("aborted"),
      ]),
    Walk(
      "factor: one deadline a round", input: ["timeoutScope": "round"],
      Path.confirming + [
        .wait(.seconds(100)), .send("setAccount", Path.anna), .wait(.seconds(119)),
        .at("waitForSecondFactor"),
        .wait(.seconds(1)), .at("done"), .at("aborted"),
      ]),
    Walk(
      "an active session has no deadline", Path.oneShotActive + [.wait(.seconds(100_000)), .at("active")]),
    Walk(
      "no answer while starting",
      Path.starting + [.wait(.seconds(15)), .at("error"), .shows("requestTimeout")]),
    Walk(
      "no answer while evaluating",
      Path.evaluating + [.wait(.seconds(15)), .at("error"), .at("historyError"), .shows("requestTimeout")]),
    Walk(
      "keep-alives go on",
      Path.online + [
        .wait(.seconds(300)), .runs("keepAlive"), .complete("keepAlive"), .at("resting"),
        .wait(.seconds(299)), .at("resting"), .wait(.seconds(1)), .at("pinging"),
      ]),
    Walk("a keep-alive is missed", Path.online + [.wait(.seconds(315)), .at("done"), .at("loggedOut")]),
    Walk(
      "a keep-alive is refused",
      Path.online + [
        .wait(.seconds(300)), .fail("keepAlive", "protocolFailure"), .at("done"), .at("loggedOut"),
      ]),
    Walk(
      "the longest AppLogin", input: ["origin": "appLogin", "appLoginTimeout": .duration(.seconds(200))],
      Path.appLoginOnline + [.wait(.seconds(200)), .at("done"), .at("loggedOut")]),
    Walk(
      "an AppLogin nobody uses",
      input: ["origin": "appLogin", "appLoginInactivityTimeout": .duration(.seconds(100))],
      Path.appLoginOnline + [
        .wait(.seconds(99)), .send("activity"), .wait(.seconds(99)), .at("online"), .wait(.seconds(1)),
        .at("done"), .at("loggedOut"),
      ]),
    Walk(
      "other sessions have no such limits",
      input: [
        "appLoginTimeout": .duration(.seconds(10)), "appLoginInactivityTimeout": .duration(.seconds(10)),
      ],
      Path.online + [.wait(.seconds(20)), .at("online")]),
  ]
}
