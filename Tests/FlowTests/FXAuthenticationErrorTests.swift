import Statecharts
import StatechartsModel
import StatechartsTesting
import TestExtent
import Testing

private typealias Path = FXAuthenticationPaths

@Suite("Errors of the Mozilla sign-in flow")
struct FXAuthenticationErrorTests {
  static let flow = Flow("fxa-authentication")

  /// An error of the account server with the screen that shows it; nil is the screen that the work was started from.
  struct Row: Sendable, CustomTestStringConvertible {
    var numbers: String
    var code: String
    var landing: String?
    var testDescription: String { "\(numbers) \(code)" }
  }

  static let rows: [Row] = [
    Row(numbers: "101", code: "accountAlreadyExists", landing: "start"),
    Row(numbers: "102", code: "unknownAccount", landing: "start"),
    Row(numbers: "103", code: "incorrectPassword", landing: "signIn"),
    Row(numbers: "105", code: "invalidEmailCode", landing: "start"),
    Row(numbers: "107 unblockCode, 127", code: "invalidUnblockCode", landing: "unblockCodeNeeded"),
    Row(numbers: "107 email", code: "invalidEmailAddress", landing: "start"),
    Row(numbers: "107 code, 152, 153 with TOTP", code: "invalidTotpCode", landing: "totpVerificationNeeded"),
    Row(
      numbers: "107 code, 152, 153, 183", code: "invalidOrExpiredVerificationCode",
      landing: "emailVerification"),
    Row(numbers: "114", code: "tooManyRequests", landing: nil),
    Row(numbers: "136, 140, 141, 144", code: "emailAlreadyExists", landing: "start"),
    Row(numbers: "142", code: "emailTypeNotSupported", landing: "start"),
    Row(numbers: "125, 149", code: "emailCanNotBeUsedToLogin", landing: "start"),
    Row(numbers: "151", code: "failedToSendEmail", landing: "signIn"),
    Row(numbers: "201, 203", code: "serverUnavailable", landing: "start"),
    Row(numbers: "no answer", code: "timeout", landing: nil),
    Row(numbers: "no network", code: "noInternetConnection", landing: nil),
    Row(numbers: "109, 110, 111, 115", code: "authenticationFailure", landing: nil),
    Row(numbers: "unusable", code: "remoteServiceError", landing: nil),
    Row(numbers: "another server", code: "redirectRefused", landing: nil),
    Row(numbers: "any other", code: "unknownError", landing: nil),
  ]

  /// The screen that each piece of work was started from; work without a screen behind it ends the flow.
  static let origins = [
    "checkAccount": "start", "signIn": "signIn", "sendUnblockCode": "unblockCodeNeeded",
    "verifyUnblockCode": "unblockCodeNeeded", "verifySessionTotpCode": "totpVerificationNeeded",
    "resendSessionCode": "emailVerification", "verifySessionEmailCode": "emailVerification",
    "initialize": "failed", "exchangeSession": "failed", "verifyLogin": "failed",
    "listAttachedClients": "failed",
    "authenticateInBrowser": "failed",
  ]

  /// The screen that a piece of work was started from.
  static func origin(_ service: String, _ state: String) -> String? {
    // A code of the browser is checked while its page is shown.
    state == "checkingCode" ? "fallbackInBrowser" : origins[service]
  }

  /// Where an error of a service must be shown.
  static func landing(_ row: Row, of service: String, in state: String) -> String {
    switch service {
    case "verifyLogin" where state == "checkingCode": return "fallbackInBrowser"
    case "signUp": return "start"
    case "deleteAccount": return row.code == "incorrectPassword" ? "signIn" : "accountDeletionRequest"
    case "verifySessionEmailCode" where row.code == "invalidEmailCode": return "emailVerification"
    // Where a code is asked for, it is asked for again.
    case "sendUnblockCode", "verifyUnblockCode", "verifySessionTotpCode", "resendSessionCode",
      "verifySessionEmailCode":
      return row.code == "serverUnavailable"
        ? origin(service, state) ?? "?" : row.landing ?? origin(service, state) ?? "?"
    default:
      let origin = origin(service, state) ?? "?"
      return origin == "failed" ? origin : row.landing ?? origin
    }
  }

  static func shown(_ landing: String) -> Step {
    landing == "failed" ? .ended("failed") : .at(landing)
  }

  @Test("an error lands where the reference says, from all work that can cause it", arguments: rows)
  func landing(row: Row) throws {
    var tried = 0
    for busy in Path.busyStates {
      let step: Step
      if row.code == "timeout" {
        // The browser alone has no limit; the exchange and the deletion make two requests.
        if busy.service == "authenticateInBrowser" { continue }
        step = .wait(.seconds(["exchangeSession", "deleteAccount"].contains(busy.service) ? 30 : 15))
      } else {
        guard try Self.flow.errors(ofService: busy.service).contains(row.code) else { continue }
        step = .fail(busy.service, row.code)
      }
      tried += 1
      let landing = Self.landing(row, of: busy.service, in: busy.state)
      // A refused code of the browser changes nothing.
      let isSilent = busy.state == "checkingCode" && row.code == "authenticationFailure"
      try Self.flow.run(
        Walk(
          "\(row.code) in \(busy.state)", input: busy.input,
          busy.path + [.runs(busy.service), step, Self.shown(landing)] + [
            isSilent ? .showsNothing : .shows(row.code == "timeout" ? "requestTimeout" : row.code)
          ] + (landing == "failed" ? [.calls("forgetSecrets"), .calls("destroySession")] : [])))
    }
    #expect(tried > 0, "no service can cause \(row.code)")
  }

  @Test(
    "the seconds to wait are reported with the error, whatever work it comes from",
    arguments: ["tooManyRequests", "serverUnavailable"])
  func retryAfter(code: String) throws {
    // A server that is not available and does not say for how long is tried again after half a minute.
    let unsaid: [String: ChartValue] = code == "serverUnavailable" ? ["retryAfter": 30] : [:]
    var tried = 0
    for busy in Path.busyStates where try Self.flow.errors(ofService: busy.service).contains(code) {
      tried += 1
      for (data, seconds) in [(["retryAfter": 90], ["retryAfter": 90]), (.unset, unsaid)]
        as [(ChartValue, [String: ChartValue])]
      {
        let told = seconds.merging(["error": .string(code)]) { $1 }
        let ends = Self.origin(busy.service, busy.state) == "failed"
        try Self.flow.run(
          Walk(
            "\(code) in \(busy.state)", input: busy.input,
            busy.path + [.fail(busy.service, code, data), .tells("errorOccurred", .map(told))]
              + (ends ? [.gives(.map(told))] : [])))
      }
    }
    #expect(tried > 8)
  }

  @Test("a request that takes a little less than its limit is waited for")
  func notYet() throws {
    for busy in Path.busyStates {
      try Self.flow.run(
        Walk(
          busy.state, input: busy.input,
          busy.path + [.wait(.milliseconds(14_999)), .at(busy.state), .runs(busy.service), .showsNothing]))
    }
  }

  @Test("too many requests lead to Start where the app wants it so")
  func throttledToStart() throws {
    let toStart: [String: ChartValue] = ["throttleLanding": "start"]
    for busy in Path.busyStates where busy.input.isEmpty && Self.origins[busy.service] != "failed" {
      let work = busy.path + [.fail(busy.service, "tooManyRequests", ["retryAfter": 60])]
      try Self.flow.run(
        Walk(
          busy.state, input: toStart,
          work + [.at("start"), .shows("tooManyRequests"), .has("retryAfter", 60)]))
      // Who signs in again goes back to the password.
      if ["signUp", "resendSessionCode", "verifySessionEmailCode"].contains(busy.service) { continue }
      let again = toStart.merging(["sessionType": "subscriptionManagement"]) { $1 }
      try Self.flow.run(Walk(busy.state, input: again, work + [.at("signIn"), .shows("tooManyRequests")]))
    }
  }

  @Test("cancel ends the flow from every state, and the session with it")
  func cancel() throws {
    let states =
      Path.inputStates.map { ($0.state, $0.input, $0.path) }
      + Path.busyStates.map { ($0.state, $0.input, $0.path) }
    for (state, input, path) in states {
      try Self.flow.run(
        Walk(
          state, input: input,
          path + [
            .send("cancel"), .ended("aborted"), .calls("forgetSecrets"), .calls("destroySession"),
            .showsNothing,
          ]))
    }
  }

  @Test("no busy state can be left hanging: every end of its work leaves it")
  func noHanging() throws {
    for busy in Path.busyStates {
      for code in try Self.flow.errors(ofService: busy.service) {
        let data: ChartValue = code == "emailCaseMismatch" ? ["email": "ada@example.org"] : .unset
        var simulation = try Self.flow.simulation(busy.input, busy.path)
        let report = simulation.fail(service: busy.service, code: code, data: data)
        let again = code == "emailCaseMismatch"  // the same call is repeated
        #expect(again || !report.states.contains(busy.state), "\(code) in \(busy.state)")
      }
    }
  }

  @Test("a handler that breaks ends the flow instead of leaving the person in front of it")
  func brokenHandlers() throws {
    let rows: [(action: String, steps: [Step])] = [
      ("forgetSecrets", Path.start), ("keepPassword", Path.signIn + Path.password),
      ("keepCode", Path.verifyingSessionTotpCode),
    ]
    for (action, steps) in rows {
      let machine = try Self.flow.machine(breaking: action, steps)
      #expect(machine.configuration == ["failed"], "\(action)")
      #expect(machine.result == ["error": "unknownError"], "\(action)")
    }
    // The session is destroyed at the very end only: that it fails changes nothing.
    #expect(
      try Self.flow.machine(breaking: "destroySession", Path.completed).configuration == ["authenticated"])
  }

  @Test("a method in a wrong state is not taken")
  func wrongState() throws {
    let methods: [(String, ChartValue, [String])] = [
      ("checkAccount", ["emailAddress": "a@b.c"], ["start"]),
      ("setPassword", ["password": "x"], ["signIn", "signUp"]),
      ("signUp", .unset, ["signUp"]), ("verifyUnblockCode", ["code": "x"], ["unblockCodeNeeded"]),
      ("resendUnblockCodeEmail", .unset, ["unblockCodeNeeded"]),
      ("verifySessionTotpCode", ["code": "x"], ["totpVerificationNeeded"]),
      ("verifySessionEmailCode", ["code": "x"], ["emailVerification"]),
      ("resendVerificationSessionCodeEmail", .unset, ["emailVerification"]),
      ("deleteAccount", .unset, ["accountDeletionRequest"]),
      ("giveConsents", ["areGiven": true], ["accountDeletionRequest"]),
      ("acceptLegal", ["isAccepted": true], ["signUp"]), ("signIn", .unset, ["signIn"]),
      ("browserCode", ["code": "x"], []),
    ]
    let mailScreens = ["sendUnblockCode": "unblockCodeNeeded", "resendSessionCode": "emailVerification"]
    for (method, data, states) in TestExtent.of(methods, every: 3) {
      for row in Path.inputStates where !states.contains(row.state) {
        try Self.flow.run(
          Walk(method, input: row.input, row.path + [.refused(method, data), .at(row.state)]))
      }
      for row in Path.busyStates where row.service != "authenticateInBrowser" {
        // A mail is sent while its screen is shown, and the screen's methods work.
        if let screen = mailScreens[row.service], states.contains(screen) { continue }
        try Self.flow.run(
          Walk(
            method, input: row.input, row.path + [.refused(method, data), .at(row.state), .runs(row.service)])
        )
      }
    }
  }

  @Test("the fourteen errors of the source page are declared with its words, and each is shown somewhere")
  func fourteen() throws {
    let titles = [
      "Account already exists", "Email already exists", "Email can not be used to login",
      "Email type not supported", "Failed to send email", "Incorrect password", "Invalid email code",
      "Invalid or expired verification code", "Invalid unblock code", "Invalid TOTP code",
      "Too many requests",
      "Server unavailable", "Request Timeout", "Unknown account",
    ]
    let declared = try Self.flow.chart().errors ?? []
    for title in titles {
      guard let error = declared.first(where: { $0.title == title }) else {
        Issue.record("\(title) is missing")
        continue
      }
      #expect(try !Self.flow.statesThatShow(error.code.text).isEmpty, "\(title) is never shown")
    }
  }

  @Test(
    "the errors that the source page lists for a state are listed there",
    arguments: [
      (
        "start",
        [
          "unknownAccount", "serverUnavailable", "emailCanNotBeUsedToLogin", "accountAlreadyExists",
          "emailAlreadyExists", "emailTypeNotSupported", "invalidEmailAddress", "invalidEmailCode",
          "tooManyRequests",
        ]
      ),
      ("signIn", ["incorrectPassword", "tooManyRequests", "requestTimeout", "failedToSendEmail"]),
      ("unblockCodeNeeded", ["invalidUnblockCode", "tooManyRequests"]),
      ("totpVerificationNeeded", ["invalidTotpCode"]),
      ("emailVerification", ["invalidOrExpiredVerificationCode", "tooManyRequests"]),
      ("finalize", ["authenticationFailure"]), ("fallbackInBrowser", ["authenticationFailure"]),
    ])
  func listed(state: String, codes: [String]) throws {
    for code in codes { #expect(try Self.flow.statesThatShow(code).contains(state), "\(code)") }
  }

  @Test(
    "the methods that the source page lists for a state are its events or queries",
    arguments: [
      ("start", ["checkAccount"], ["validateEmailAddress"]),
      ("signIn", ["setPassword", "signIn"], []),
      ("unblockCodeNeeded", ["verifyUnblockCode", "resendUnblockCodeEmail"], []),
      ("totpVerificationNeeded", ["verifySessionTotpCode"], []),
      (
        "signUp", ["setPassword", "acceptLegal", "signUp"],
        ["validatePasswordCommons", "validatePasswordLength", "validatePasswordEmail"]
      ),
      ("emailVerification", ["verifySessionEmailCode", "resendVerificationSessionCodeEmail"], []),
      ("accountDeletionRequest", ["giveConsents", "deleteAccount"], []),
    ] as [(String, [String], [String])])
  func available(state: String, events: [String], queries: [String]) throws {
    let state = try Self.flow.state(state)
    #expect(Set(events).isSubset(of: state.on.map(\.event.name.text)))
    #expect(state.queries.map(\.text) == queries)
  }
}
