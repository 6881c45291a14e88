import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import LoopbackTOTP
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// A flow with a server in the process and a clock that the test moves.
final class FxaBench: Sendable {
  static let email = "ada@example.org"
  static let password = "c4n4ry-P4ass0rd!!"
  static let totp = TOTP(key: Secret("12345678901234567890"))
  static let now = 1_700_000_000
  static let base = URL(string: "http://127.0.0.1:9000") ?? URL(fileURLWithPath: "/")

  let clock: ManualClock
  let server: FxaLoopback
  /// The server's time.
  let time: @Sendable () -> Int
  let log: RequestLog
  let app: MZAuthInApp
  let watcher = Watcher()
  let browser: TestBrowser
  /// What happens after a request was answered and before the app has the answer, by the request's number.
  let beforeAnswer = Locked<[Int: @Sendable () async -> Void]>([:])

  init(
    accounts: [LoopbackAccount] = [], input: FxaAuthentication.Input = .init(platform: .ios),
    authorization: MZAuthConfiguration.Authorization = .bearer, faults: [Int: LoopbackFault] = [:],
    patience: Duration = .seconds(2), browserCallback: String = "http://127.0.0.1:7777/",
    hawkTolerance: Int = 60, guardian: URL = FxaBench.base, callback: URL? = nil, redirectOrigins: [URL] = [],
    time: @escaping @Sendable () -> Int = { FxaBench.now }
  ) throws {
    self.time = time
    server = FxaLoopback(base: guardian, callback: callback, hawkTolerance: hawkTolerance, now: time)
    clock = ManualClock(patience: patience)
    browser = TestBrowser(clock)
    log = RequestLog(faults: faults)
    for account in accounts { server.add(account) }
    let configuration = MZAuthConfiguration(
      guardian: guardian, redirectOrigins: redirectOrigins, accounts: Self.base, authorization: authorization,
      browser: browser,
      browserCallback: URL(string: browserCallback),
      transport: TamperingTransport(
        InProcessTransport(server, log: log, clock: clock), beforeAnswer: beforeAnswer))
    app = try MZAuthInApp(configuration, input: input, clock: clock, inspector: watcher)
    SecretScan.add(self)
  }

  /// What proves the password, worked out once: it takes a thousand rounds, and thousands of runs need it.
  static let authPW = Result { try derived(email) }

  private static func derived(_ email: String) throws -> Secret {
    try KeyStretching.authPW(Secret(password), email: email)
  }

  /// An account whose password is known.
  static func account(
    email: String = FxaBench.email, _ change: (inout LoopbackAccount) throws -> Void = { _ in }
  ) throws -> LoopbackAccount {
    let proof = email == Self.email ? try Self.authPW.get() : try Self.derived(email)
    var account = LoopbackAccount(email: email, authPW: proof)
    try change(&account)
    return account
  }

  /// Starts the flow and waits.
  func start() async {
    await app.authenticate()
    await clock.settle()
  }

  /// Does something as the person, and waits.
  func act(_ body: (MZAuthInApp) async throws -> Void) async throws {
    try await body(app)
    await clock.settle()
  }

  /// The person's email address, from Start to the password.
  func checkAccount(_ email: String = FxaBench.email) async throws {
    try await act { try await $0.checkAccount(email) }
  }

  /// Types the password and signs in.
  func signIn(_ password: String = FxaBench.password) async throws {
    try await act {
      try await $0.setPassword(password)
      try await $0.signIn()
    }
  }

  /// Types a password, accepts the terms and signs up.
  func signUp(_ password: String = FxaBench.password) async throws {
    try await act {
      try await $0.setPassword(password)
      try await $0.acceptLegal(true)
      try await $0.signUp()
    }
  }

  /// The code of the last email of a kind.
  func mailed(_ kind: LoopbackMail.Kind) throws -> String {
    try #require(server.mails.last { $0.kind == kind }).code.text
  }

  /// Opens the page as the browser does.
  ///
  /// - Returns: where it ends, when somebody has signed in there.
  func signInInBrowser() throws -> URL {
    let page = try #require(browser.visited.withLock { $0.last })
    let answer = server.answer(
      ReceivedRequest(
        method: "GET", target: page.path + "?" + (page.query(percentEncoded: true) ?? ""), headers: [:],
        body: [], port: 9000))
    #expect(answer.status == 302)
    return try #require(answer.headers["Location"].flatMap { URL(string: $0) })
  }

  /// Fails unless this is the screen, with this error.
  func expect(
    _ state: FxaAuthentication.StateID, _ error: FxaAuthentication.ErrorCode? = nil, retryAfter: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let update = await app.current
    let isThere = update.isActive(state) || update.states == [state]
    #expect(isThere, "\(update)", sourceLocation: sourceLocation)
    #expect(update.error == error, sourceLocation: sourceLocation)
    #expect(update.retryAfter == retryAfter, sourceLocation: sourceLocation)
  }

  /// Waits until no request is under way, also those that the app does not wait for: time passes meanwhile, so that
  /// those that are never answered meet their deadlines.
  func settled() async {
    await withTaskGroup(of: Void.self) { [app, clock] group in
      group.addTask { await app.settled() }
      group.addTask {
        while !Task.isCancelled {
          await clock.advance(by: .seconds(15))
          await Task.yield()
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// The address with which the browser comes back.
  static func callback(_ code: String, to place: String = "http://127.0.0.1:7777/") throws -> URL {
    try #require(URL(string: "\(place)?code=\(code)"))
  }
}
