import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import LoopbackServer
import StatechartsTesting
import Testing

/// Somebody who enrols, signs out, signs in with a code and removes the factor, and who tries again when something fails.
struct Person {
  /// What is still to be done.
  enum Goal { case enrol, comeBack, remove, done }

  let bench: FirebaseBench
  private(set) var goal = Goal.enrol
  /// How often something was done that makes a request to a path.
  private(set) var done: [String: Int] = [:]
  private(set) var steps = 0
  /// The screens on the way, and what they said.
  private(set) var screens: [String] = []

  init(_ bench: FirebaseBench) { self.bench = bench }

  /// Goes on until everything is done, or nobody would have the patience.
  ///
  /// - Parameter requests: how many requests are enough.
  mutating func go(until requests: Int = .max) async throws {
    await bench.start()
    try await goOn(until: requests)
  }

  /// Goes on from where the flow is.
  mutating func goOn(until requests: Int = .max) async throws {
    while goal != .done, steps < 60, bench.log.received.count < requests {
      steps += 1
      var update = await bench.app.current
      // Whatever is silent meets its deadline.
      while update.isBusy {
        await bench.clock.advance(by: .seconds(15))
        update = await bench.app.current
      }
      if update.isThrottled { await bench.clock.advance(by: .seconds(30)) }
      screens.append("\(update)")
      try await step(update)
    }
  }

  private mutating func act(_ event: FirebaseTOTP.Event, _ path: String? = nil) async throws {
    if let path { done[path, default: 0] += 1 }
    try await bench.act(event)
  }

  private mutating func step(_ update: FirebaseTOTPUpdate) async throws {
    switch update.screen {
    case .signedOut, .reauthRequired, .reauthenticating:
      try await act(
        .signIn(email: FirebaseBench.email, password: FirebaseBench.password.text),
        "/v1/accounts:signInWithPassword")
    case .askingCode:
      // A code is good once.
      await bench.clock.advance(by: .seconds(30))
      let factor = bench.server.user(FirebaseBench.email)?.factors.first { $0.id == update.selectedHint }
      guard case .totp(let totp)? = factor?.kind else { return try await act(.cancel) }
      try await act(.submit(code: totp.code(at: bench.time)), "/v2/accounts/mfaSignIn:finalize")
    case .secondFactorRequired: try await act(.select(index: 0))
    case .signedIn:
      switch goal {
      case .enrol where bench.told.contains(.enrolled) || !update.enrolledFactors.isEmpty:
        goal = .comeBack
        try await act(.signOut)
      case .enrol: try await act(.enrol, "/v2/accounts/mfaEnrollment:start")
      case .comeBack:
        goal = .remove
      case .remove where bench.server.user(FirebaseBench.email)?.factors.isEmpty == true: goal = .done
      case .remove:
        do { try await act(.unenrol) } catch is FirebaseTOTPRefusal {
          // The list of factors is believed to be empty: signing in again loads it.
          try await act(.signOut)
        }
      case .done: break
      }
    case .showingSecret: try await act(.continue)
    case .askingEnrolCode:
      await bench.clock.advance(by: .seconds(30))
      guard await bench.app.current.isActive(.askingEnrolCode) else { return }
      try await act(.back)
      let bytes = try #require(Base32.bytes(try await bench.app.totpSecretKey().text))
      try await act(.continue)
      try await act(
        .submit(code: TOTP(key: Secret(bytes)).code(at: bench.time)), "/v2/accounts/mfaEnrollment:finalize")
    case .secretExpired: try await act(.restart, "/v2/accounts/mfaEnrollment:start")
    case .choosingFactor: try await act(.select(index: 0), "/v2/accounts/mfaEnrollment:withdraw")
    case .unsupportedFactor, .ineligible: try await act(.back)
    case .verifyingEmail: try await act(.checkAgain)
    default: Issue.record("a screen that nobody knows: \(update)")
    }
  }
}
