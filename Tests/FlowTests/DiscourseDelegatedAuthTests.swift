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
  static let keyOnly: ChartValue = ["gotKey": true, "gotOTP": false, "apiVersion": 3]
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

  @Test("each row of the reference's table of states", arguments: rows)
  func row(_ walk: Walk) throws { try Self.flow.run(walk) }

  @Test("the scenarios of acceptance, as far as the chart decides them", arguments: scenarios)
  func scenario(_ walk: Walk) throws { try Self.flow.run(walk) }

  static let rows: [Walk] = [
    Walk("idle needs a site", [.refused("open"), .at("idle")]),
    Walk("probing: a key is stored", Path.openingSite),
    Walk(
      "probing: what the site says is kept",
      Path.preparing + [
        .has("siteURL", "https://forum.example.org"), .has("apiVersion", 4), .has("siteTitle", "Forum"),
        .has("loginRequired", true), .has("hasKey", false), .has("term", "forum.example.org"),
      ]),
    Walk(
      "probing: 404",
      Path.probing + [.fail("probeSite", "siteNotSupported"), .at("unsupported"), .shows("siteNotSupported")]),
    Walk(
      "probing: version below 2, even with a key",
      Path.probing + [
        .complete("probeSite", Path.site(version: 1, hasKey: true)), .at("unsupported"),
        .shows("siteNotSupported"),
      ]),
    Walk(
      "probing: no connection",
      Path.probing + [.fail("probeSite", "networkError"), .at("probeFailed"), .shows("networkError")]),
    Walk(
      "probing: no usable answer",
      Path.probing + [.fail("probeSite", "siteNotReachable"), .at("probeFailed"), .shows("siteNotReachable")]),
    Walk(
      "probing: too many requests",
      Path.probing + [
        .fail("probeSite", "rateLimited", ["retryAfter": 60]), .at("probeFailed"),
        .tells("errorOccurred", ["error": "rateLimited", "retryAfter": 60]),
        .send("retry"), .at("idle"), .has("retryAfter", .unset),
      ]),
    Walk(
      "probing: no answer in 10 s",
      Path.probing + [
        .wait(.milliseconds(9_999)), .at("probing"), .wait(.milliseconds(1)), .at("probeFailed"),
        .shows("requestTimeout"),
      ]),
    Walk("probing: canceled", Path.probing + [.send("cancel"), .at("idle"), .showsNothing]),
    Walk("preparing leads to the browser", Path.key),
    Walk(
      "preparing: no place for keys",
      Path.preparing + [
        .fail("prepareKeys", "keysNotAvailable"), .at("authFailed"), .shows("keysNotAvailable"),
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
    Walk("authorizing: the site calls", Path.receiving),
    Walk(
      "authorizing: browser closed without a key",
      Path.key + [.send("cancelled"), .at("idle"), .showsNothing]),
    Walk("authorizing: the session ends without a word", Path.key + [.complete("askForKey"), .at("idle")]),
    Walk("authorizing: canceled in the app", Path.key + [.send("cancel"), .at("idle")]),
    Walk(
      "authorizing: another address is ignored",
      Path.key + [
        .answer("isOurCallback", false), .refused("callback", Path.callback), .at("key"), .runs("askForKey"),
        .answer("isOurCallback", true), .send("callback", Path.callback), .at("receiving"),
      ]),
    Walk(
      "authorizing: what can be no answer leaves the browser open",
      Path.key + [
        .answer("answersRequest", false), .refused("callback", Path.callback), .at("key"), .runs("askForKey"),
        .answer("answersRequest", true), .send("callback", Path.callback), .at("receiving"),
      ]),
    Walk(
      "requesting: what can be no answer leaves the browser open",
      Path.requestingOTP + [
        .answer("answersRequest", false), .refused("callback", Path.callback), .at("requestingOTP"),
        .answer("answersRequest", true), .send("callback", Path.callback), .at("receiving"),
      ]),
    Walk(
      "authorizing has no time limit", Path.key + [.wait(.seconds(86_400)), .at("key"), .runs("askForKey")]),
    Walk("receiving: key and one-time password", Path.consumingOTP + [.has("hasPush", true)]),
    Walk(
      "receiving: key only",
      Path.receiving + [.complete("readCallback", Path.keyOnly), .at("openingSite"), .has("hasKey", true)]),
    Walk(
      "receiving: one-time password only",
      Path.requestingOTP + [
        .send("callback", Path.callback), .complete("readCallback", Path.otpOnly), .at("consumingOTP"),
        .has("hasKey", true),
      ]),
    Walk(
      "receiving: neither",
      Path.receiving + [
        .complete("readCallback", ["gotKey": false, "gotOTP": false]), .at("authFailed"),
        .shows("badCallback"),
        .has("hasKey", false),
      ]),
    Walk("receiving: canceled", Path.receiving + [.send("cancel"), .at("idle"), .calls("forgetNonce")]),
    Walk("consuming: logged on", Path.loggedIn),
    Walk(
      "consuming: refused once",
      Path.consumingOTP + [.send("otpInvalid"), .at("requestingOTP"), .calls("eraseOTP"), .showsNothing]),
    Walk(
      "consuming: closed", Path.consumingOTP + [.send("close"), .at("siteLoggedOut"), .calls("eraseOTP")]),
    Walk("consuming: canceled", Path.consumingOTP + [.send("cancel"), .at("siteLoggedOut")]),
    Walk(
      "consuming: no web view",
      Path.consumingOTP + [
        .fail("webView", "browserNotAvailable"), .at("siteLoggedOut"), .shows("browserNotAvailable"),
      ]),
    Walk("consuming: web view closed", Path.consumingOTP + [.complete("webView"), .at("siteLoggedOut")]),
    Walk(
      "consuming: page does not load",
      Path.consumingOTP + [
        .send("networkError", ["kind": "offline"]), .at("siteLoggedOut"), .shows("networkError"),
      ]),
    Walk(
      "opening: logged on there",
      Path.openingSite + [
        .send("pageReady", ["isLoggedIn": true]), .at("loggedIn"), .calls("stripParameters"),
        .runs("webView"),
      ]),
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
    Walk("opening: the site asks for a one-time password", Path.requestingOTP),
    Walk(
      "opening: another call is ignored",
      Path.openingSite + [
        .answer("asksForOTP", false), .refused("callback", Path.callback), .at("openingSite"),
        .answer("asksForOTP", true), .answer("isOurCallback", false), .refused("callback", Path.callback),
      ]),
    Walk("opening: closed", Path.openingSite + [.send("close"), .at("siteLoggedOut")]),
    Walk(
      "requesting: the site calls",
      Path.requestingOTP + [.send("callback", Path.callback), .at("receiving"), .calls("keepCallback")]),
    Walk("requesting: browser closed", Path.siteLoggedOut + [.has("hasKey", true)]),
    Walk(
      "requesting: the session ends without a word",
      Path.requestingOTP + [.complete("askForOTP"), .at("siteLoggedOut")]),
    Walk("requesting: canceled in the app", Path.requestingOTP + [.send("cancel"), .at("siteLoggedOut")]),
    Walk(
      "logged in: numbers",
      Path.loggedIn + [
        .complete("fetchTotals", ["username": "ada", "unread": 3]), .at("loggedIn"),
        .tells("totalsChanged", ["unread": 3]), .has("username", "ada"), .runs("webView"),
      ]),
    Walk(
      "logged in: no numbers is no logout",
      Path.loggedIn + [.fail("fetchTotals", "networkError"), .at("loggedIn"), .shows("networkError")]),
    Walk(
      "logged in: no numbers in time is no logout",
      Path.loggedIn + [.wait(.seconds(10)), .at("loggedIn"), .shows("requestTimeout")]),
    Walk(
      "logged in: the site asks for a one-time password",
      Path.loggedIn + [.send("callback", Path.callback), .at("requestingOTP")]),
    Walk(
      "logged in: another call is ignored",
      Path.loggedIn + [
        .answer("asksForOTP", false), .refused("callback", Path.callback), .answer("asksForOTP", true),
        .answer("isOurCallback", false), .refused("callback", Path.callback), .at("loggedIn"),
      ]),
    Walk("logged in: logout", Path.revoking),
    Walk("logged in: key refused", Path.keyInvalid + [.shows("keyRejected"), .has("hasKey", false)]),
    Walk(
      "logged in: what another site says of its key and its limits is not for this one",
      Path.loggedIn + [
        .refused("keyRejected", ["site": "https://other.example.org"]), .at("loggedIn"),
        .refused("rateLimited", ["site": "https://other.example.org", "after": 5]), .showsNothing,
        .has("hasKey", true),
      ]),
    Walk(
      "logged in: key refused while the numbers are fetched",
      Path.loggedIn + [.fail("fetchTotals", "keyRejected"), .at("keyInvalid"), .calls("deleteKey")]),
    Walk("logged in: closed", Path.loggedIn + [.send("close"), .at("idle"), .has("hasKey", true)]),
    Walk("logged in: web view closed", Path.loggedIn + [.complete("webView"), .at("idle")]),
    Walk(
      "logged in: page does not load",
      Path.loggedIn + [.send("networkError", ["kind": "offline"]), .at("loggedIn"), .shows("networkError")]),
    Walk("site logged out: opened again", Path.siteLoggedOut + [.send("open"), .at("openingSite")]),
    Walk(
      "site logged out: the same site by name",
      Path.siteLoggedOut + [.send("open", ["site": "forum.example.org"]), .at("openingSite")]),
    Walk(
      "site logged out: another site is asked first, and its key is not known",
      Path.siteLoggedOut + [
        .send("open", ["site": "other.example.org"]), .at("probing"), .send("cancel"), .at("idle"),
      ]),
    Walk("site logged out: logout", Path.siteLoggedOut + [.send("logout"), .at("revoking")]),
    Walk(
      "revoking: done",
      Path.revoking + [
        .complete("revokeKey"), .at("signedOut"), .calls("deleteKey"), .has("hasKey", false), .showsNothing,
        .has("username", .unset), .has("hasPush", false),
      ]),
    Walk(
      "revoking: no such key",
      Path.revoking + [
        .fail("revokeKey", "keyNotFound"), .at("signedOut"), .calls("deleteKey"), .showsNothing,
      ]),
    Walk(
      "revoking: too many requests",
      Path.revoking + [
        .fail("revokeKey", "rateLimited", ["retryAfter": 20]), .at("signedOut"), .calls("deleteKey"),
        .tells("errorOccurred", ["error": "rateLimited", "retryAfter": 20]), .send("retry"),
        .has("retryAfter", .unset),
      ]),
    Walk(
      "revoking: no answer in 10 s",
      Path.revoking + [.wait(.seconds(10)), .at("signedOut"), .calls("deleteKey"), .shows("requestTimeout")]),
    Walk(
      "key refused: allowed again", Path.keyInvalid + [.send("open"), .at("preparing")]),
    Walk(
      "key refused: another site",
      Path.keyInvalid + [
        .send("open", ["site": "other.example.org"]), .at("probing"), .has("term", "other.example.org"),
      ]),
    Walk(
      "unsupported: try again",
      Path.probing + [.fail("probeSite", "siteNotSupported"), .send("retry"), .at("idle")]),
    Walk(
      "not reached: try again",
      Path.probing + [
        .fail("probeSite", "networkError"), .send("retry"), .at("idle"), .has("lastError", .unset),
      ]),
    Walk(
      "not allowed: try again",
      Path.receiving + [.fail("readCallback", "invalidPayload"), .send("retry"), .at("idle")]),
    Walk("signed out: start again", Path.revoking + [.complete("revokeKey"), .send("retry"), .at("idle")]),
    Walk(
      "the platform cannot log on this way", input: ["delegatedAuthAllowed": false],
      Path.receiving + [
        .complete("readCallback", Path.keyOnly), .at("openingSite"),
        .callsWith("openSite", ["siteURL": "https://forum.example.org", "delegated": false]),
      ]),
  ]

  static let scenarios: [Walk] =
    [
      Walk("1, 2: fresh site, allowed, logged on with the button or at once", Path.loggedIn),
      Walk(
        "3: a one-time password older than 10 minutes is asked for again, once",
        Path.consumingOTP + [
          .wait(.seconds(599)), .at("consumingOTP"), .wait(.seconds(1)), .at("requestingOTP"),
          .calls("eraseOTP"),
          .send("callback", Path.callback), .complete("readCallback", Path.otpOnly), .at("consumingOTP"),
          .send("landedOnHome"), .at("loggedIn"),
        ]),
      Walk(
        "4, 5: refused twice, no loop",
        Path.consumingOTP + [
          .send("otpInvalid"), .at("requestingOTP"), .send("callback", Path.callback),
          .complete("readCallback", Path.otpOnly), .at("consumingOTP"), .send("otpInvalid"),
          .at("authFailed"),
          .shows("otpRefused"), .calls("eraseOTP"),
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
    ]
    + ["invalidPayload", "badCallback", "keysNotAvailable"].map { code in
      Walk(
        "6, 7, 17: \(code) is refused and nothing is stored",
        Path.receiving + [
          .fail("readCallback", code), .at("authFailed"), .shows(code), .has("hasKey", false),
          .calls("forgetNonce"),
        ])
    } + [
      Walk(
        "8: the person closes the consent page",
        Path.key + [
          .send("cancelled"), .at("idle"), .send("open", ["site": "forum.example.org"]), .at("probing"),
        ]),
      Walk(
        "9: a site with version 3",
        Path.probing + [
          .complete("probeSite", Path.site(version: 3, hasKey: false)), .complete("prepareKeys"),
          .send("callback", Path.callback), .complete("readCallback", Path.keyOnly), .at("openingSite"),
          .callsWith("openSite", ["siteURL": "https://forum.example.org", "delegated": false]),
          .send("pageReady", ["isLoggedIn": false]), .at("keyOnly"),
        ]),
      Walk(
        "10: a site without the API",
        Path.probing + [.fail("probeSite", "siteNotSupported"), .at("unsupported")]),
      Walk(
        "11: the address after redirects is kept",
        Path.preparing + [.has("siteURL", "https://forum.example.org")]),
      Walk(
        "12: with a key, not logged on in the web view",
        Path.requestingOTP + [
          .send("callback", Path.callback), .complete("readCallback", Path.otpOnly), .at("consumingOTP"),
          .send("landedOnHome"), .at("loggedIn"),
        ]),
      Walk(
        "12: the parameters are in the address",
        Path.openingSite + [
          .callsWith("openSite", ["siteURL": "https://forum.example.org", "delegated": true])
        ]),
      Walk(
        "13: the key was revoked on the site",
        Path.keyInvalid + [.send("open"), .at("preparing"), .complete("prepareKeys"), .at("key")]),
      Walk(
        "14: too many requests while the numbers are fetched",
        Path.loggedIn + [
          .fail("fetchTotals", "rateLimited", ["retryAfter": 20]), .at("loggedIn"),
          .tells("errorOccurred", ["error": "rateLimited", "retryAfter": 20]),
          .send("rateLimited", ["site": "https://forum.example.org", "after": 5]), .at("loggedIn"),
          .tells("errorOccurred", ["error": "rateLimited", "retryAfter": 5]),
        ]),
      Walk(
        "15: logout without a connection",
        Path.revoking + [
          .fail("revokeKey", "networkError"), .at("signedOut"), .calls("deleteKey"), .has("hasKey", false),
          .shows("networkError"),
        ]),
      Walk(
        "17: a call for another site is refused",
        Path.openingSite + [
          .answer("isOurCallback", false),
          .refused("callback", ["url": "discourse://auth_redirect?otp=true"]),
          .at("openingSite"),
        ]),
    ]

  @Test(
    "what a site refuses in the browser ends the attempt",
    arguments: ["browserNotAvailable", "badRequest", "requestRefused"])
  func refusals(code: String) throws {
    try Self.flow.run(
      Walk(
        code, Path.key + [.fail("askForKey", code), .at("authFailed"), .shows(code), .has("hasKey", false)]))
    try Self.flow.run(
      Walk(code, Path.requestingOTP + [.fail("askForOTP", code), .at("authFailed"), .shows(code)]))
  }

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

  @Test("a handler that breaks leaves nobody in front of a state that cannot go on")
  func brokenHandlers() throws {
    let rows: [(action: String, steps: [Step], landing: String)] = [
      ("keepCallback", Path.receiving, "authFailed"), ("openOTPPage", Path.consumingOTP, "siteLoggedOut"),
      ("openSite", Path.openingSite, "siteLoggedOut"), ("stripParameters", Path.loggedIn, "loggedIn"),
      ("deleteKey", Path.revoking + [.complete("revokeKey")], "signedOut"),
      ("deleteKey", Path.keyInvalid, "keyInvalid"),
    ]
    for (action, steps, landing) in rows {
      let machine = try Self.flow.machine(breaking: action, steps)
      #expect(machine.configuration == [landing], "\(action)")
      let stopped = ["authFailed", "signedOut"].contains(landing)
      #expect((machine.context["lastError"] == "unexpectedError") == stopped, "\(action)")
      // A key that could not be removed is not said to be gone.
      if action == "deleteKey" { #expect(machine.context["hasKey"] == true) }
    }
  }
}
