import FlowTransport
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// What the handlers have in memory is forgotten and overwritten on every way out.
@Suite("Nothing secret stays in memory", .timeLimit(.minutes(20)))
struct VaultTests {
  /// No other secret has as many bytes.
  private static let password = "c4n4ry of the vault, 37 bytes in all!"

  /// A way out.
  enum Exit: CaseIterable, Sendable {
    case reset, wrongAddress, cancel, cancelWithSession, failed, authenticated, deleted, browser

    var input: FxaAuthentication.Input {
      switch self {
      case .deleted: .init(platform: .ios, sessionType: .accountDeletion, prefilledEmail: FxaBench.email)
      case .browser: .init(platform: .linux)
      default: .init(platform: .ios)
      }
    }

    /// What may still be there: what another sign-in needs, and what the app wanted.
    var kept: Set<String> {
      switch self {
      case .reset, .wrongAddress: ["pkce", "parameters"]
      case .authenticated, .browser: ["login"]
      case .cancel, .cancelWithSession, .failed, .deleted: []
      }
    }
  }

  @Test("each exit forgets everything and overwrites it", arguments: Exit.allCases)
  func forgets(exit: Exit) async throws {
    var account = try FxaBench.account {
      $0.isBlocked = exit == .reset || exit == .cancel
      $0.totp = exit == .cancelWithSession ? FxaBench.totp : nil
    }
    account.authPW = try KeyStretching.authPW(Secret(Self.password), email: FxaBench.email)
    let bench = try FxaBench(accounts: [account], input: exit.input)
    let released = Locked<[Int: Int]>([:])
    let left = Locked(0)
    try await Secret.$onRelease.withValue(
      .init { bytes in
        guard bytes.allSatisfy({ $0 == 0 }) else { return left.withLock { $0 += 1 } }
        released.withLock { $0[bytes.count, default: 0] += 1 }
      }
    ) {
      try await Self.leave(exit, bench)
    }
    #expect(bench.app.held == exit.kept)
    #expect(left.withLock { $0 } == 0)
    let counts = released.withLock { $0 }
    // Typed once, and kept at one place.
    #expect(counts[Self.password.utf8.count, default: 0] == (exit == .browser ? 0 : 1))
    // The code verifier goes with the end.
    if !exit.kept.contains("pkce") { #expect(counts[43, default: 0] > 0) }
    // The key of the session, and its id.
    if exit == .cancelWithSession || exit == .failed { #expect(counts[32, default: 0] > 0) }
  }

  private static func leave(_ exit: Exit, _ bench: FxaBench) async throws {
    await bench.start()
    guard exit != .browser else {
      #expect(await bench.browser.open(try bench.signInInBrowser()))
      return await bench.app.settled()
    }
    if exit != .deleted { try await bench.checkAccount() }
    if exit == .failed { bench.server.failNext("/v1/oauth/authorization", errno: 138) }
    if exit == .wrongAddress { bench.server.failNext("/v1/account/login", errno: 102) }
    try await bench.signIn(Self.password)
    #expect(bench.app.held.isEmpty == (exit == .failed))
    switch exit {
    case .reset:
      try await bench.act { try await $0.verifyUnblockCode("WRONG123") }
      try await bench.act { try await $0.reset() }
    case .cancel, .cancelWithSession:
      #expect(bench.app.held.isSuperset(of: ["password", "email", "pkce", "parameters"]))
      #expect(bench.app.held.contains("session") == (exit == .cancelWithSession))
      try await bench.act { try await $0.cancel() }
    case .deleted:
      #expect(bench.app.held.contains("login"))
      bench.log.failNext(with: .lostAnswer)
      try await bench.act { try await $0.giveConsents(true) }
      try await bench.act { try await $0.deleteAccount() }
      #expect(bench.app.held.contains("unansweredDeletion"))
      try await bench.act { try await $0.giveConsents(true) }
      try await bench.act { try await $0.deleteAccount() }
      await bench.expect(.authenticated)
    case .wrongAddress, .failed, .authenticated, .browser: break
    }
    await bench.app.settled()
  }
}
