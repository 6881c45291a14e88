import Statecharts
import StatechartsTesting
import Testing

/// Shortest ways to the states of the Discourse flow.
private enum Path {
  static func site(version: Int, hasKey: Bool) -> ChartValue {
    [
      "siteURL": "https://forum.example.org", "apiVersion": .int(version), "siteTitle": "Forum",
      "loginRequired": true,
      "hasKey": .bool(hasKey),
    ]
  }

  static let refusing: ChartValue = ["site": "https://forum.example.org"]
  static let callback: ChartValue = ["url": "discourse://auth_redirect?payload=x"]
  static let keyWithOTP: ChartValue = ["gotKey": true, "gotOTP": true, "apiVersion": 4, "hasPush": true]
  static let otpOnly: ChartValue = ["gotKey": false, "gotOTP": true]

  static let probing: [Step] = [.at("idle"), .send("open", ["site": "forum.example.org"]), .at("probing")]
  static let preparing: [Step] =
    probing + [.complete("probeSite", site(version: 4, hasKey: false)), .at("preparing")]
  static let key: [Step] =
    preparing + [.complete("prepareKeys"), .at("authorizing"), .at("key"), .runs("askForKey")]
  static let receiving: [Step] =
    key + [.send("callback", callback), .calls("keepCallback"), .at("receiving")]
  static let consumingOTP: [Step] =
    receiving + [
      .complete("readCallback", keyWithOTP), .calls("forgetNonce"), .at("consumingOTP"),
      .calls("openOTPPage"),
      .runs("webView"), .has("hasKey", true),
    ]
  static let loggedIn: [Step] =
    consumingOTP + [
      .send("landedOnHome"), .calls("eraseOTP"), .at("loggedIn"), .calls("stripParameters"),
      .runs("fetchTotals"),
    ]
  static let openingSite: [Step] =
    probing + [
      .complete("probeSite", site(version: 4, hasKey: true)), .at("openingSite"), .calls("openSite"),
      .runs("webView"),
    ]
  static let requestingOTP: [Step] =
    openingSite + [
      .send("callback", ["url": "discourse://auth_redirect?otp=true"]), .at("requestingOTP"),
      .runs("askForOTP"),
    ]
  static let siteLoggedOut: [Step] = requestingOTP + [.send("cancelled"), .at("siteLoggedOut")]
  static let revoking: [Step] = loggedIn + [.send("logout"), .at("revoking"), .runs("revokeKey")]
  static let keyInvalid: [Step] =
    loggedIn + [.send("keyRejected", refusing), .at("keyInvalid"), .calls("deleteKey")]
}

@Suite("The Discourse sign-in flow")
struct DiscourseDelegatedAuthTests {
  static let flow = Flow("discourse-delegated-auth")

  @Test("what the tests with a site do not walk through", arguments: rows)
  func row(_ walk: Walk) throws { try Self.flow.run(walk) }

  static let rows: [Walk] = [
    Walk(
      "probing: no answer in 10 s",
      Path.probing + [
        .wait(.milliseconds(9_999)), .at("probing"), .wait(.milliseconds(1)), .at("probeFailed"),
        .shows("requestTimeout"),
      ]),
    Walk(
      "preparing: no answer in 10 s",
      Path.preparing + [
        .wait(.milliseconds(9_999)), .at("preparing"), .wait(.milliseconds(1)), .at("authFailed"),
        .shows("requestTimeout"),
      ]),
    Walk(
      "receiving: no answer in 10 s",
      Path.receiving + [
        .wait(.milliseconds(9_999)), .at("receiving"), .wait(.milliseconds(1)), .at("authFailed"),
        .shows("requestTimeout"), .calls("forgetNonce"),
      ]),
    Walk(
      "authorizing has no time limit", Path.key + [.wait(.seconds(86_400)), .at("key"), .runs("askForKey")]),
    Walk(
      "consuming: no web view",
      Path.consumingOTP + [
        .fail("webView", "browserNotAvailable"), .at("siteLoggedOut"), .shows("browserNotAvailable"),
      ]),
    Walk("consuming: web view closed", Path.consumingOTP + [.complete("webView"), .at("siteLoggedOut")]),
    Walk(
      "opening: nobody is logged on there, until the person logs in on the page, and out again",
      Path.openingSite + [
        .send("pageReady", ["isLoggedIn": false]), .at("keyOnly"), .runs("webView"), .runs("fetchTotals"),
        .send("pageReady", ["isLoggedIn": true]), .at("loggedIn"), .runs("fetchTotals"),
        .send("pageReady", ["isLoggedIn": false]), .at("keyOnly"), .send("close"), .at("siteLoggedOut"),
      ]),
    Walk(
      "stopped: another site is opened at once",
      Path.revoking + [
        .complete("revokeKey"), .calls("clearCookies"), .at("signedOut"),
        .send("open", ["site": "other.example.org"]), .at("probing"), .has("term", "other.example.org"),
      ]),
    Walk(
      "opening: another call is ignored",
      Path.openingSite + [
        .answer("asksForOTP", false), .refused("callback", Path.callback), .at("openingSite"),
        .answer("asksForOTP", true), .answer("isOurCallback", false), .refused("callback", Path.callback),
      ]),
    Walk(
      "logged in: what another site says of its key and its limits is not for this one",
      Path.loggedIn + [
        .refused("keyRejected", ["site": "https://other.example.org"]), .at("loggedIn"),
        .refused("rateLimited", ["site": "https://other.example.org", "after": 5]), .showsNothing,
        .has("hasKey", true),
      ]),
    Walk("logged in: web view closed", Path.loggedIn + [.complete("webView"), .at("idle")]),
    Walk("site logged out: opened again", Path.siteLoggedOut + [.send("open"), .at("openingSite")]),
    Walk(
      "site logged out: the same site by name",
      Path.siteLoggedOut + [.send("open", ["site": "forum.example.org"]), .at("openingSite")]),
    Walk(
      "site logged out: another site is asked first, and its key is not known",
      Path.siteLoggedOut + [
        .send("open", ["site": "other.example.org"]), .at("probing"), .send("cancel"), .at("idle"),
      ]),
    Walk(
      "unsupported: try again",
      Path.probing + [.fail("probeSite", "siteNotSupported"), .send("retry"), .at("idle")]),
    Walk(
      "key refused: another site",
      Path.keyInvalid + [
        .send("open", ["site": "other.example.org"]), .at("probing"), .has("term", "other.example.org"),
      ]),
    Walk(
      "3, 5: too old twice, no loop",
      Path.consumingOTP + [
        .wait(.seconds(600)), .send("callback", Path.callback), .complete("readCallback", Path.otpOnly),
        .wait(.seconds(600)), .at("authFailed"), .shows("otpRefused"),
      ]),
    Walk(
      "5: opening the site again gives one try more",
      Path.consumingOTP + [
        .send("otpInvalid"), .has("otpRetryLeft", false), .send("cancelled"), .at("siteLoggedOut"),
        .send("open"),
        .has("otpRetryLeft", true), .send("callback", Path.callback), .send("callback", Path.callback),
        .complete("readCallback", Path.otpOnly), .send("otpInvalid"), .at("requestingOTP"),
      ]),
    Walk(
      "receiving: neither",
      Path.receiving + [
        .complete("readCallback", ["gotKey": false, "gotOTP": false]), .at("authFailed"),
        .shows("badCallback"), .has("hasKey", false),
      ]),
    Walk(
      "requesting: the session ends without a word",
      Path.requestingOTP + [.complete("askForOTP"), .at("siteLoggedOut")]),
    Walk(
      "logged in: page does not load",
      Path.loggedIn + [.send("networkError", ["kind": "offline"]), .at("loggedIn"), .shows("networkError")]),
    Walk("site logged out: logout", Path.siteLoggedOut + [.send("logout"), .at("revoking")]),
  ]

  /// The work that can run, the state in which it runs, and the way there.
  static let busyStates: [(service: String, state: String, path: [Step])] = [
    ("probeSite", "probing", Path.probing), ("prepareKeys", "preparing", Path.preparing),
    ("askForKey", "key", Path.key), ("askForOTP", "requestingOTP", Path.requestingOTP),
    ("readCallback", "receiving", Path.receiving), ("webView", "consumingOTP", Path.consumingOTP),
    ("webView", "openingSite", Path.openingSite), ("webView", "loggedIn", Path.loggedIn),
    ("revokeKey", "revoking", Path.revoking),
  ]

  @Test("no busy state can be left hanging: every end of its work leaves it")
  func noHanging() throws {
    for busy in Self.busyStates {
      for code in try Self.flow.errors(ofService: busy.service) {
        var simulation = try Self.flow.simulation([:], busy.path)
        let report = simulation.fail(service: busy.service, code: code)
        #expect(!report.states.contains(busy.state), "\(code) in \(busy.state)")
      }
    }
  }

  @Test("giving up leads back to a screen")
  func cancel() throws {
    for busy in Self.busyStates where busy.state != "revoking" {
      var simulation = try Self.flow.simulation([:], busy.path)
      let report = simulation.send("cancel")
      #expect(["idle", "siteLoggedOut"].contains { report.states.contains($0) }, "\(busy.state)")
    }
  }
}
