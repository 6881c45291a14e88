import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

private typealias Path = FXAuthenticationPaths

@Suite("Errors of the Mozilla sign-in flow")
struct FXAuthenticationErrorTests {
  static let flow = Flow("fxa-authentication")

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

  @Test(
    "a server that cannot be used leads back to the screen that the work was started from",
    arguments: [
      ("signUp", "start"), ("sendUnblockCode", "unblockCodeNeeded"),
      ("verifyUnblockCode", "unblockCodeNeeded"), ("resendSessionCode", "emailVerification"),
      ("verifySessionEmailCode", "emailVerification"), ("exchangeSession", "failed"),
      ("deleteAccount", "accountDeletionRequest"),
    ])
  func unavailable(service: String, landing: String) throws {
    let busy = try #require(Path.busyStates.first { $0.service == service })
    let landed: Step = landing == "failed" ? .ended(landing) : .at(landing)
    try Self.flow.run(
      Walk(
        service, input: busy.input,
        busy.path + [.fail(service, "serverUnavailable"), landed, .shows("serverUnavailable")]))
    // The exchange and the deletion make two requests.
    let limit = ["exchangeSession", "deleteAccount"].contains(service) ? 30 : 15
    try Self.flow.run(
      Walk(
        service, input: busy.input,
        busy.path + [.wait(.seconds(limit)), landed, .shows("requestTimeout")]))
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
