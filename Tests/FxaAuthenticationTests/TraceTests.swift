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

/// The ways through the flow, from the app's methods to the servers and back.
@Suite("Signing in to Mozilla VPN", .scanned, .timeLimit(.minutes(20)))
struct TraceTests {
  static let hawkAndBearer: [MZAuthConfiguration.Authorization] = [.bearer, .hawk]

  @Test("signs in to an account", arguments: hawkAndBearer)
  func signsIn(authorization: MZAuthConfiguration.Authorization) async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()], authorization: authorization)
    await bench.start()
    await bench.expect(.start)
    try await bench.checkAccount("ada@Example.org")
    await bench.expect(.signIn)
    #expect(await bench.app.login == nil)
    try await bench.signIn()
    // The domain was typed in another case than the account has.
    await bench.expect(.authenticated)
    await bench.app.settled()
    let login = try #require(await bench.app.login)
    #expect(bench.server.tokens == [login.token])
    #expect(login.email == FxaBench.email)
    #expect(login.maxDevices == 5)
    #expect(bench.server.openSessions == 0)
    #expect(bench.count("/v1/account/login") == 2)
  }

  @Test("signs up, with a wrong code and then the right one", arguments: hawkAndBearer)
  func signsUp(authorization: MZAuthConfiguration.Authorization) async throws {
    let bench = try FxaBench(authorization: authorization)
    await bench.start()
    try await bench.checkAccount()
    await bench.expect(.signUp)
    try await bench.signUp()
    await bench.expect(.emailVerification)
    let code = try bench.mailed(.verification)
    let wrong = code == "000000" ? "000001" : "000000"
    try await bench.act { try await $0.verifySessionEmailCode(wrong) }
    await bench.expect(.emailVerification, .invalidOrExpiredVerificationCode)
    try await bench.act { try await $0.resendVerificationSessionCodeEmail() }
    await bench.expect(.awaitingEmailCode)
    #expect(bench.server.mails.count == 2)
    try await bench.act { try await $0.verifySessionEmailCode(code) }
    await bench.expect(.authenticated)
    await bench.app.settled()
    #expect(bench.server.openSessions == 0)
    #expect(bench.server.account(FxaBench.email)?.isVerified == true)
  }

  @Test("says what the account server documents, and nothing else")
  func requests() async throws {
    let bench = try FxaBench()
    await bench.start()
    try await bench.checkAccount()
    try await bench.signUp()
    #expect(try bench.body("/v1/account/status") == ["email": .string(FxaBench.email)])
    let create = try bench.body("/v1/account/create")
    guard case .object(let fields) = create else { return }
    #expect(fields.keys.sorted() == ["authPW", "email", "metricsContext", "service", "verificationMethod"])
    #expect(create["verificationMethod"]?.text == "email-otp")
    try await bench.act { try await $0.verifySessionEmailCode(try bench.mailed(.verification)) }
    #expect(
      try bench.body("/v1/session/verify_code")["scopes"]
        == ["profile", "https://identity.mozilla.com/apps/vpn"])
    Self.checkUserAgents(bench)
    let query = try #require(bench.log.received.first).query
    #expect(query.keys.sorted() == ["code_challenge", "code_challenge_method", "user_agent"])
    #expect(try bench.body("/v1/oauth/authorization")["code_challenge"] == nil)
    #expect(
      bench.log.received.allSatisfy { $0.method == "GET" || $0.headers["Content-Type"] == "application/json" }
    )
  }

  /// Guardian gets the name of the app, and the account server does not.
  private static func checkUserAgents(_ bench: FxaBench) {
    for request in bench.log.received {
      let isGuardian = !request.path.hasPrefix("/v1/")
      #expect(request.headers["User-Agent"] == (isGuardian ? "MozillaVPN/2.8.0" : nil), "\(request.path)")
    }
  }

  @Test("the account appears between the question and the sign-up (101)")
  func createdMeanwhile() async throws {
    let bench = try FxaBench()
    await bench.start()
    try await bench.checkAccount()
    bench.server.add(try FxaBench.account())
    try await bench.signUp()
    await bench.expect(.start, .accountAlreadyExists)
    try await bench.checkAccount()
    await bench.expect(.signIn)
  }

  @Test("the account disappears between the question and the sign-in (102)")
  func deletedMeanwhile() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    await bench.start()
    try await bench.checkAccount()
    bench.server.failNext("/v1/account/login", errno: 102)
    try await bench.signIn()
    await bench.expect(.start, .unknownAccount)
  }

  @Test("an address typed with an upper case letter is corrected without asking (120)")
  func upperCase() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    await bench.start()
    try await bench.checkAccount("Ada@example.org")
    #expect(try bench.body("/v1/account/status")["email"]?.text == FxaBench.email)
    try await bench.signIn()
    await bench.expect(.authenticated)
    let last = try bench.body("/v1/account/login")
    #expect(last["email"]?.text == FxaBench.email)
    #expect(last["originalLoginEmail"]?.text == "Ada@example.org")
    #expect(bench.count("/v1/account/login") == 2)
  }

  @Test("a server that corrects for ever is asked twice")
  func correctsForEver() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    await bench.start()
    try await bench.checkAccount()
    for spelling in ["Ada@example.org", "aDa@example.org", "adA@example.org"] {
      bench.server.failNext("/v1/account/login", errno: 120, ["email": spelling])
    }
    try await bench.signIn()
    await bench.expect(.signIn, .unknownError)
    #expect(bench.count("/v1/account/login") == 2)
  }

  @Test("an unblock code, wrong and then right, then TOTP: wrong, letters, mixed, right")
  func unblockAndTOTP() async throws {
    let account = try FxaBench.account {
      $0.isBlocked = true
      $0.totp = FxaBench.totp
    }
    let bench = try FxaBench(accounts: [account])
    await bench.start()
    try await bench.checkAccount()
    try await bench.signIn()
    await bench.expect(.awaitingUnblockCode)
    #expect(bench.server.mails.count == 1)
    try await bench.act { try await $0.verifyUnblockCode("WRONG123") }
    await bench.expect(.unblockCodeNeeded, .invalidUnblockCode)
    try await bench.act { try await $0.verifyUnblockCode("123") }
    await bench.expect(.unblockCodeNeeded, .invalidUnblockCode)
    #expect(bench.server.mails.count == 1)
    try await bench.act { try await $0.resendUnblockCodeEmail() }
    #expect(bench.server.mails.count == 2)
    let code = try bench.mailed(.unblock)
    try await bench.act { try await $0.verifyUnblockCode(code.lowercased()) }
    await bench.expect(.totpVerificationNeeded)
    let right = FxaBench.totp.code(at: FxaBench.now)
    for wrong in ["000000", "abcdef", "12ab56", ""] where wrong != right {
      try await bench.act { try await $0.verifySessionTotpCode(wrong) }
      await bench.expect(.totpVerificationNeeded, .invalidTotpCode)
    }
    try await bench.act { try await $0.verifySessionTotpCode(right) }
    await bench.expect(.authenticated)
    #expect(await bench.app.codeLengths == (6, 6, 8))
  }

  @Test("an unblock code with an address that is corrected: it is used up, and another one comes")
  func unblockAndUpperCase() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account { $0.isBlocked = true }])
    await bench.start()
    try await bench.checkAccount("ADA@example.org")
    try await bench.signIn()
    await bench.expect(.awaitingUnblockCode)
    let first = try bench.mailed(.unblock)
    try await bench.act { try await $0.verifyUnblockCode(first) }
    await bench.expect(.awaitingUnblockCode)
    #expect(await bench.app.current.emailAddress == FxaBench.email)
    // The first code was sent once, and is good for nothing any more.
    #expect(bench.count("/v1/account/login") == 2 && bench.server.mails.count == 2)
    try await bench.act { try await $0.verifyUnblockCode(first) }
    await bench.expect(.awaitingUnblockCode, .invalidUnblockCode)
    try await bench.act { try await $0.verifyUnblockCode(try bench.mailed(.unblock)) }
    await bench.expect(.authenticated)
    #expect(try bench.body("/v1/account/login")["originalLoginEmail"]?.text == "ADA@example.org")
  }

  @Test("deletes the account, after the password was wrong once", arguments: hawkAndBearer)
  func deletes(authorization: MZAuthConfiguration.Authorization) async throws {
    let account = try FxaBench.account { $0.clients = ["Firefox", nil, "Mozilla VPN", "Firefox", ""] }
    let input = FxaAuthentication.Input(
      platform: .macos, sessionType: .accountDeletion, prefilledEmail: FxaBench.email)
    let bench = try FxaBench(accounts: [account], input: input, authorization: authorization)
    await bench.start()
    await bench.expect(.signIn)
    await #expect(throws: MZAuthRefusal.notAllowed("reset", missing: [.defaultSession])) {
      try await bench.app.reset()
    }
    try await bench.signIn("wrong-password")
    await bench.expect(.signIn, .incorrectPassword)
    try await bench.signIn()
    await bench.expect(.accountDeletionRequest)
    #expect(await bench.app.current.attachedClients == ["Firefox", "Mozilla VPN"])
    #expect(await bench.app.login == nil)
    await #expect(throws: MZAuthRefusal.notAllowed("deleteAccount", missing: [.consentsGiven])) {
      try await bench.app.deleteAccount()
    }
    bench.server.failNext("/v1/account/destroy", errno: 103)
    try await bench.app.giveConsents(true)
    try await bench.act { try await $0.deleteAccount() }
    await bench.expect(.signIn, .incorrectPassword)
    try await bench.signIn()
    await bench.expect(.accountDeletionRequest)
    // What was accepted on the screen before is not accepted on this one.
    await #expect(throws: MZAuthRefusal.notAllowed("deleteAccount", missing: [.consentsGiven])) {
      try await bench.app.deleteAccount()
    }
    try await bench.app.giveConsents(true)
    try await bench.act { try await $0.deleteAccount() }
    await bench.expect(.authenticated)
    #expect(await bench.app.current.isAccountDeleted)
    #expect(await bench.app.login == nil)
    #expect(bench.server.account(FxaBench.email) == nil)
    await bench.app.settled()
    Self.checkUserAgents(bench)
  }

  @Test("a deletion that fails is not reported as done")
  func deletionFails() async throws {
    let input = FxaAuthentication.Input(
      platform: .ios, sessionType: .accountDeletion, prefilledEmail: FxaBench.email)
    let bench = try FxaBench(accounts: [FxaBench.account()], input: input)
    await bench.start()
    try await bench.signIn()
    try await bench.app.giveConsents(true)
    bench.server.failNext("/v1/account/destroy", errno: 138)
    try await bench.act { try await $0.deleteAccount() }
    await bench.expect(.accountDeletionRequest, .unknownError)
    #expect(await bench.app.current.isAccountDeleted == false)
    #expect(bench.server.account(FxaBench.email) != nil)
  }

  @Test("a deletion whose answer was lost is found out by deleting again", arguments: hawkAndBearer)
  func deletionIsFoundOut(authorization: MZAuthConfiguration.Authorization) async throws {
    let bench = try await Self.askedForDeletion(authorization)
    bench.log.failNext(with: .lostAnswer)
    try await bench.act { try await $0.deleteAccount() }
    // Whether it is deleted is not known here, so it is not said.
    await bench.expect(.accountDeletionRequest, .noInternetConnection)
    #expect(await bench.app.current.isAccountDeleted == false)
    try await bench.app.giveConsents(true)
    try await bench.act { try await $0.deleteAccount() }
    await bench.expect(.authenticated)
    #expect(await bench.app.current.isAccountDeleted)
    #expect(bench.server.account(FxaBench.email) == nil)
    #expect(bench.count("/v1/account/destroy") == 2)
  }

  @Test(
    "an unknown session or account is no deletion while the account server knows the account, or does not say",
    arguments: [(110, FxaAuthentication.ErrorCode.authenticationFailure), (102, .unknownError)],
    [false, true])
  func unknownIsNotDeleted(
    unknown: (errno: Int, error: FxaAuthentication.ErrorCode), isSilent: Bool
  ) async throws {
    let bench = try await Self.askedForDeletion(.bearer)
    bench.log.failNext(with: .close)
    try await bench.act { try await $0.deleteAccount() }
    await bench.expect(.accountDeletionRequest, .noInternetConnection)
    try await bench.app.giveConsents(true)
    bench.server.failNext("/v1/account/destroy", errno: unknown.errno)
    if isSilent { bench.log.fail(bench.log.received.count + 1, with: .silence) }
    try await bench.act { try await $0.deleteAccount() }
    await bench.settled()
    await bench.expect(.accountDeletionRequest, unknown.error)
    #expect(await bench.app.current.isAccountDeleted == false)
    #expect(bench.server.account(FxaBench.email) != nil)
  }

  @Test(
    "an unknown session or account is no deletion when no deletion of this flow was left without an answer",
    arguments: [(110, FxaAuthentication.ErrorCode.authenticationFailure), (102, .unknownError)])
  func deletedElsewhere(unknown: (errno: Int, error: FxaAuthentication.ErrorCode)) async throws {
    let bench = try await Self.askedForDeletion(.bearer)
    // A request now gets the answer that the account does not exist.
    bench.server.answerNext("/v1/account/status", with: .json(["exists": false]))
    for _ in 0..<2 {
      bench.server.failNext("/v1/account/destroy", errno: unknown.errno)
      try await bench.app.giveConsents(true)
      try await bench.act { try await $0.deleteAccount() }
      await bench.expect(.accountDeletionRequest, unknown.error)
      #expect(await bench.app.current.isAccountDeleted == false)
    }
    #expect(bench.count("/v1/account/status") == 1)
  }

  private static func askedForDeletion(
    _ authorization: MZAuthConfiguration.Authorization
  ) async throws -> FxaBench {
    let input = FxaAuthentication.Input(
      platform: .ios, sessionType: .accountDeletion, prefilledEmail: FxaBench.email)
    let bench = try FxaBench(accounts: [FxaBench.account()], input: input, authorization: authorization)
    await bench.start()
    try await bench.signIn()
    try await bench.app.giveConsents(true)
    await bench.expect(.accountDeletionRequest)
    return bench
  }

  @Test("the browser takes over where the app may not create accounts, and comes back")
  func fallsBack() async throws {
    let bench = try FxaBench(input: .init(platform: .windows))
    await bench.start()
    try await bench.checkAccount()
    await bench.expect(.fallbackInBrowser)
    let page = try #require(bench.browser.visited.withLock { $0 }.first)
    let query = ReceivedRequest(
      method: "GET", target: "?" + (page.query ?? ""), headers: [:], body: [], port: 0
    ).query
    #expect(query["email"] == FxaBench.email)
    // Where the app listens.
    #expect(query["port"] == "7777")
    let challenge = try #require(query["code_challenge"])
    // The same challenge as at the start.
    #expect(bench.log.received.first?.query["code_challenge"] == challenge)
    #expect(await bench.browser.open(try bench.signInInBrowser()))
    await bench.clock.settle()
    await bench.expect(.authenticated)
    #expect(await bench.app.login?.email == FxaBench.email)
  }

  @Test("everything happens in the browser on Linux; closing it ends the flow")
  func webBased() async throws {
    let bench = try FxaBench(input: .init(platform: .linux))
    await bench.app.authenticate()
    await bench.clock.advance(by: .zero)
    await bench.expect(.webBased)
    bench.browser.close(.closed)
    await bench.app.settled()
    await bench.expect(.aborted)
    #expect(await bench.app.login == nil)
    #expect(bench.log.received.isEmpty)
  }

  @Test(
    "the platform decides the method, unless one is given",
    arguments: [
      (FxaAuthentication.Platform.android, FxaAuthentication.StateID.signUp), (.ios, .signUp),
      (.windows, .fallbackInBrowser), (.macos, .fallbackInBrowser),
    ])
  func methods(platform: FxaAuthentication.Platform, state: FxaAuthentication.StateID) async throws {
    let bench = try FxaBench(input: .init(platform: platform))
    await bench.start()
    try await bench.checkAccount()
    await bench.expect(state)
    #expect(bench.log.received.first?.path.hasSuffix("/login/\(platform.rawValue)") == true)
    let other = try FxaBench(input: .init(platform: platform, method: .webBased))
    await other.app.authenticate()
    await other.expect(.webBased)
  }

  @Test("going back forgets everything that was typed; canceling ends the session")
  func leaving() async throws {
    let bench = try FxaBench()
    await bench.start()
    try await bench.checkAccount()
    try await bench.signUp()
    await bench.expect(.emailVerification)
    #expect(bench.server.openSessions == 1)
    try await bench.act { try await $0.reset() }
    await bench.expect(.start)
    await bench.app.settled()
    #expect(bench.server.openSessions == 0)
    #expect(await bench.app.current.emailAddress == nil)
    try await bench.checkAccount()
    await bench.expect(.signIn)
    await #expect(throws: MZAuthRefusal.notAllowed("signIn", missing: [.passwordGiven])) {
      try await bench.app.signIn()
    }
    try await bench.signIn()
    await bench.expect(.emailVerification)
    #expect(bench.server.openSessions == 1)
    try await bench.act { try await $0.cancel() }
    await bench.expect(.aborted)
    await bench.app.settled()
    #expect(bench.server.openSessions == 0)
  }

  @Test("an unblock code that was typed while another one was looked at is not thrown away")
  func newerCode() async throws {
    let server = FxaLoopback(base: FxaBench.base, now: { FxaBench.now })
    server.add(try FxaBench.account { $0.isBlocked = true })
    let later = Locked<[Int: @Sendable () async -> Void]>([:])
    let transport = TamperingTransport(
      InProcessTransport(server, clock: ManualClock()), beforeAnswer: later)
    let servers = FxaServers(
      guardian: FxaBench.base, accounts: FxaBench.base, platform: "ios", userAgent: "test")
    let handlers = FxaHandlers(FxaClient(servers, transport: transport, authorizer: BearerAuthorizer()))
    try await handlers.initialize()
    try await handlers.sendUnblockCode(.init(email: FxaBench.email))
    let code = try #require(server.mails.last).code.text
    handlers.keepPassword(password: FxaBench.password)
    handlers.keepCode(code: "WRONG123")
    later.withLock { $0[2] = { handlers.keepCode(code: code) } }
    let input = FxaAuthentication.VerifyUnblockCodeInput(email: FxaBench.email, originalLoginEmail: nil)
    await #expect(throws: FxaAuthentication.VerifyUnblockCodeFailure.self) {
      _ = try await handlers.verifyUnblockCode(input)
    }
    #expect(try await handlers.verifyUnblockCode(input).verified == true)
    // It was taken, and is not there again.
    await #expect(throws: FxaAuthentication.VerifyUnblockCodeFailure.self) {
      _ = try await handlers.verifyUnblockCode(input)
    }
  }

  @Test("addresses are judged while they are typed, and when they are sent")
  func addresses() async throws {
    let bench = try FxaBench()
    await bench.start()
    let long = String(repeating: "a", count: 64)
    for (address, isRight) in [
      ("", false), ("hello world", false), ("hello@world@!", false), (",@a", false), ("a@^", false),
      ("a@b", false),
      ("a@b.", false), ("a@b.c", true), ("\(long)@b.c", true), ("\(long)a@b.c", false), ("@b.c", false),
      ("a@.c", false), ("a@-b.c", false), ("a@b-.c", false), ("a@b..c", false), ("é@b.c", false),
      ("a@bücher.example", true), ("a@例え.テスト", true), ("a@例え。テスト", true), ("a@न्यूज.भारत", true),
      ("a@²a.c", false), ("a@" + String(repeating: "ü", count: 64) + ".c", false), ("a@b c.d", false),
      ("a@b.c\n", false),
      ("a@b.c\u{0}", false),
      ("a@" + String(repeating: "b.", count: 126) + "cc", true),
      ("a@" + String(repeating: "b.", count: 127) + "cc", false), ("a@" + long + ".c", false),
      ("`{|}~!#$%&'*+/=?^_.-@b.c", true), ("a\"b@c.d", false), ("a@\u{202E}b.c", false),
    ] {
      #expect(try await bench.app.validateEmailAddress(address) == isRight, "\(address)")
    }
    try await bench.act { try await $0.checkAccount("hello world") }
    await bench.expect(.start, .invalidEmailAddress)
    #expect(bench.count("/v1/account/status") == 0)
  }
}
