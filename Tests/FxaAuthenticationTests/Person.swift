import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import LoopbackTOTP
import StatechartsTesting
import TestSupport

/// Somebody who does what each screen asks for, and knows every code.
struct Person {
  /// The ways through the flow whose requests are made to fail.
  enum Journey: String, CaseIterable, Sendable {
    case signIn, upperCase, signUp, unblockAndTOTP, deletion, browser

    /// How many requests it makes when nothing fails: the last one ends the session, except in the browser.
    var requests: Int {
      switch self {
      case .signIn: 7
      case .upperCase: 8
      case .signUp: 9
      case .unblockAndTOTP: 10
      case .deletion: 9
      case .browser: 3
      }
    }
  }

  let journey: Journey
  let bench: FxaBench
  /// How often something was asked for that must not be sent twice by itself, by path.
  private(set) var sent: [String: Int] = [:]
  /// Screens on which a request was under way although all deadlines were over.
  private(set) var late: [MZAuthUpdate] = []
  /// The screens and their errors, in order.
  private(set) var seen: [String] = []
  private var hasAskedAgain = false

  init(
    _ journey: Journey, authorization: MZAuthConfiguration.Authorization = .bearer,
    faults: [Int: LoopbackFault] = [:], patience: Duration = .seconds(2), hawkTolerance: Int = 60
  ) throws {
    self.journey = journey
    let isDeletion = journey == .deletion
    let isHawk = authorization == .hawk
    let account = try FxaBench.account {
      $0.isBlocked = journey == .unblockAndTOTP
      $0.totp = journey == .unblockAndTOTP ? FxaBench.totp : nil
      $0.clients = ["Firefox"]
    }
    bench = try FxaBench(
      accounts: journey == .signUp || journey == .browser ? [] : [account],
      input: .init(
        platform: journey == .browser ? .windows : .ios, sessionType: isDeletion ? .accountDeletion : nil,
        prefilledEmail: isDeletion ? FxaBench.email : nil),
      authorization: authorization, faults: faults, patience: patience, hawkTolerance: hawkTolerance,
      // With Hawk, clocks that differ cost another request.
      time: { isHawk ? Int(Date().timeIntervalSince1970) : FxaBench.now })
  }

  /// Goes on until the flow is over, or until so many screens were answered.
  mutating func go(most: Int = 24) async throws {
    await bench.start()
    for _ in 0..<most {
      // Whatever is silent meets its deadline: two requests of 15 seconds are the most that one service makes.
      await bench.clock.advance(by: .seconds(31))
      let update = await bench.app.current
      seen.append("\(update.screen.rawValue) \(update.error?.rawValue ?? "-")")
      if update.isOver { return }
      if update.isBusy { late.append(update) }
      if try await !answer(update) { return }
    }
  }

  /// Answers one screen.
  ///
  /// - Returns: false when the screen is none, which must not be.
  private mutating func answer(_ update: MZAuthUpdate) async throws -> Bool {
    let app = bench.app
    if update.isActive(.start) {
      try await app.checkAccount(journey == .upperCase ? "Ada@example.org" : FxaBench.email)
    } else if update.isActive(.signIn) {
      note("/v1/account/login")
      // Where an unblock code is needed, the first one is sent without being asked for.
      note("/v1/account/login/send_unblock_code")
      try await bench.signIn()
    } else if update.isActive(.signUp) {
      note("/v1/account/create")
      try await bench.signUp()
    } else if update.isActive(.unblockCodeNeeded) {
      guard let mail = bench.server.mails.last(where: { $0.kind == .unblock }) else {
        try await askForUnblockCode()
        return true
      }
      // After an error the code may have been used up.
      if update.error != nil, bench.server.account(FxaBench.email)?.isBlocked == true {
        try await askForUnblockCode()
        await bench.clock.advance(by: .seconds(31))
        guard await app.current.isActive(.unblockCodeNeeded) else { return true }
      }
      note("/v1/account/login")
      try await app.verifyUnblockCode(
        bench.server.mails.last { $0.kind == .unblock }?.code.text ?? mail.code.text)
    } else if update.isActive(.totpVerificationNeeded) {
      note("/v1/session/verify/totp")
      try await app.verifySessionTotpCode(FxaBench.totp.code(at: bench.time()))
    } else if update.isActive(.emailVerification) {
      if !hasAskedAgain {
        hasAskedAgain = true
        note("/v1/session/resend_code")
        try await app.resendVerificationSessionCodeEmail()
      } else {
        note("/v1/session/verify_code")
        try await app.verifySessionEmailCode(try bench.mailed(.verification))
      }
    } else if update.isActive(.accountDeletionRequest) {
      note("/v1/account/destroy")
      try await app.giveConsents(true)
      try await app.deleteAccount()
    } else if update.isActive(.inBrowser) {
      try await comeBack()
    } else {
      return false
    }
    return true
  }

  private mutating func note(_ path: String) { sent[path, default: 0] += 1 }

  private mutating func askForUnblockCode() async throws {
    note("/v1/account/login/send_unblock_code")
    try await bench.app.resendUnblockCodeEmail()
  }

  /// Signs in in the browser, which comes back to the app. That is over when time has passed.
  private mutating func comeBack() async throws {
    note("/api/v2/vpn/login/verify")
    let url = try bench.signInInBrowser()
    let count = bench.log.received.count
    Task { [bench] in await bench.browser.open(url) }
    await bench.log.waitFor(count + 1)
  }
}
