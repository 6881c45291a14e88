import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import StatechartsTesting

/// Somebody who does what each screen asks for, and knows every code.
struct Person {
  /// The ways through the flow whose requests are made to fail.
  enum Journey: String, CaseIterable, Sendable {
    case signIn, signUp, unblockAndTOTP, deletion

    /// How many requests it makes when nothing fails: the last one ends the session.
    var requests: Int {
      switch self {
      case .signIn: 7
      case .signUp: 8
      case .unblockAndTOTP: 10
      case .deletion: 9
      }
    }
  }

  let journey: Journey
  let bench: FxaBench
  /// How often something was sent that must not be sent twice by itself, by path.
  private(set) var sent: [String: Int] = [:]

  init(_ journey: Journey, faults: [Int: LoopbackFault] = [:]) throws {
    self.journey = journey
    let isDeletion = journey == .deletion
    let account = try FxaBench.account {
      $0.isBlocked = journey == .unblockAndTOTP
      $0.totp = journey == .unblockAndTOTP ? FxaBench.totp : nil
      $0.clients = ["Firefox"]
    }
    bench = try FxaBench(
      accounts: journey == .signUp ? [] : [account],
      input: .init(
        platform: .ios, sessionType: isDeletion ? .accountDeletion : nil,
        prefilledEmail: isDeletion ? FxaBench.email : nil), faults: faults)
    bench.app.giveConsents(true)
  }

  /// Goes on until the flow is over, or until so many screens were answered.
  mutating func go(most: Int = 24) async throws {
    await bench.start()
    for _ in 0..<most {
      // Whatever is silent meets its deadline.
      await bench.clock.advance(by: .seconds(31))
      let update = await bench.app.current
      if update.isOver { return }
      if try await !answer(update) { return }
    }
  }

  /// Answers one screen.
  ///
  /// - Returns: false when the screen is none, which must not be.
  private mutating func answer(_ update: MZAuthUpdate) async throws -> Bool {
    let app = bench.app
    if update.isActive(.start) {
      try await app.checkAccount(FxaBench.email)
    } else if update.isActive(.signIn) {
      sent["/v1/account/login", default: 0] += 1
      try await bench.signIn()
    } else if update.isActive(.signUp) {
      sent["/v1/account/create", default: 0] += 1
      try await bench.signUp()
    } else if update.isActive(.unblockCodeNeeded) {
      guard let mail = bench.server.mails.last(where: { $0.kind == .unblock }) else {
        try await app.resendUnblockCodeEmail()
        return true
      }
      // After an error the code may have been used up.
      if update.error != nil, bench.server.account(FxaBench.email)?.isBlocked == true {
        try await app.resendUnblockCodeEmail()
        await bench.clock.advance(by: .seconds(31))
        guard await app.current.isActive(.unblockCodeNeeded) else { return true }
      }
      sent["/v1/account/login", default: 0] += 1
      try await app.verifyUnblockCode(
        bench.server.mails.last { $0.kind == .unblock }?.code.text ?? mail.code.text)
    } else if update.isActive(.totpVerificationNeeded) {
      sent["/v1/session/verify/totp", default: 0] += 1
      try await app.verifySessionTotpCode(FxaBench.totp.code(at: FxaBench.now))
    } else if update.isActive(.emailVerification) {
      sent["/v1/session/verify_code", default: 0] += 1
      try await app.verifySessionEmailCode(try bench.mailed(.verification))
    } else if update.isActive(.accountDeletionRequest) {
      sent["/v1/account/destroy", default: 0] += 1
      try await app.deleteAccount()
    } else {
      return false
    }
    return true
  }
}
