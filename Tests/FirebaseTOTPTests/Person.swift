import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import LoopbackServer
import LoopbackTOTP
import StatechartsTesting
import TestSupport
import Testing

/// Somebody who wants something of the flow, and who tries again when something fails.
struct Person {
  /// The ways through the flow whose requests are made to fail.
  enum Journey: String, CaseIterable, Sendable {
    /// Enrolls, signs out, signs in with a code and removes the factor.
    case factor
    /// Confirms the address before enrolling.
    case address
    /// Signs in with a code, and again with another one before the factor is removed, because it is too long ago.
    case again
    /// Allows authenticator apps for the project, and waits until the tokens are refreshed.
    case project
    /// Makes an account, confirms its address and enrolls.
    case newAccount
    /// Signs in with a code, and lets a feature ask for another one later.
    case stepUp
    /// Restores the session of an earlier run, and waits until the tokens are refreshed again.
    case restart

    /// How many requests it makes when nothing fails.
    var requests: Int {
      switch self {
      case .factor: 10
      case .address: 7
      case .again: 9
      case .project: 4
      case .newAccount: 7
      case .stepUp: 6
      case .restart: 3
      }
    }

    /// How often it calls the store when nothing fails.
    var storeCalls: Int {
      switch self {
      case .factor: 7
      case .again: 5
      case .address, .project, .newAccount, .stepUp, .restart: 4
      }
    }
  }

  /// What is still to be done.
  enum Goal { case enrol, comeBack, remove, configure, refresh, confirm, done }

  let journey: Journey
  let bench: FirebaseBench
  private(set) var goal: Goal
  /// How often something was done that makes a request to a path.
  private(set) var done: [String: Int] = [:]
  private(set) var steps = 0
  /// The screens on the way, and what they said.
  private(set) var screens: [String] = []
  /// Tokens that the app had and that the server has never given, or not for what the person has shown.
  private(set) var mistakes: [String] = []
  private var hasWaited = false

  init(_ bench: FirebaseBench, _ journey: Journey = .factor) {
    self.bench = bench
    self.journey = journey
    goal =
      switch journey {
      case .factor, .address, .newAccount: .enrol
      case .stepUp: .confirm
      case .again: .remove
      case .project: .configure
      case .restart: .refresh
      }
  }

  /// Somebody with a flow of their own.
  init(
    _ journey: Journey, faults: [Int: LoopbackFault], storeFaults: [Int: BenchStore.Fault] = [:]
  ) async throws {
    let user = FirebaseBench.user(factors: [.again, .stepUp].contains(journey) ? [FirebaseBench.app()] : []) {
      $0.isEmailVerified = journey != .address
    }
    let earlier = journey == .restart ? try FirebaseBench(users: [user]) : nil
    try await earlier?.begin()
    self.init(
      try FirebaseBench(
        after: earlier, users: journey == .newAccount ? [] : [user],
        input: FirebaseTOTP.Input(mfaPolicy: journey == .stepUp ? .stepUp : .settingsPage), faults: faults,
        storeFaults: storeFaults, patience: .seconds(2)
      ) { _ in
      } server: {
        if journey == .project { $0.state = "DISABLED" }
      }, journey)
  }

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
      while update.isBusy || update.isActive(.refreshing) || update.isActive(.restoring) {
        await bench.clock.advance(by: .seconds(15))
        update = await bench.app.current
      }
      if update.isThrottled { await bench.clock.advance(by: .seconds(30)) }
      screens.append("\(update)")
      await check(update)
      try await step(update)
    }
  }

  /// Notes tokens that are there by mistake, and a factor that the person does not see.
  private mutating func check(_ update: FirebaseTOTPUpdate) async {
    if update.screen == .signedIn, !update.canUnenrol,
      bench.server.user(FirebaseBench.email)?.factors.isEmpty == false
    {
      mistakes.append("a factor is hidden: \(update)")
    }
    // Asking for a token that is over would refresh it.
    guard update.isActive(.fresh), let token = try? await bench.app.idToken().text else { return }
    // While removing, the factor was there before the person signed in; the token of a removal no longer names it.
    let isSecondNeeded =
      goal == .confirm || goal == .remove && bench.count("/v2/accounts/mfaEnrollment:withdraw") == 0
    let claims = token.split(separator: ".").dropFirst().first.flatMap { Base64.urlBytes($0) }
    let firebase = claims.flatMap { JSONValue.read($0) }?["firebase"]
    let isSecond = firebase?["sign_in_second_factor"]?.text == "totp"
    if !bench.server.issued.contains(token) || isSecondNeeded && !isSecond {
      mistakes.append("\(update)")
    }
  }

  private mutating func act(_ event: FirebaseTOTP.Event, _ path: String? = nil) async throws {
    if let path { done[path, default: 0] += 1 }
    try await bench.act(event)
  }

  private mutating func step(_ update: FirebaseTOTPUpdate) async throws {
    switch update.screen {
    case .signedOut where journey == .newAccount && bench.server.user(FirebaseBench.email) == nil:
      try await act(
        .signUp(email: FirebaseBench.email, password: FirebaseBench.password.text), "/v1/accounts:signUp")
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
    case .signedIn: try await goOnInside(update)
    case .showingSecret: try await act(.continue)
    case .askingEnrolCode:
      await bench.clock.advance(by: .seconds(30))
      guard await bench.app.current.isActive(.askingEnrolCode) else { return }
      try await act(.back)
      let bytes = try #require(Base32.bytes(try await bench.app.totpSecretKey().text))
      try await act(.continue)
      try await act(
        .submit(code: TOTP(key: Secret(bytes)).code(at: bench.time)), "/v2/accounts/mfaEnrollment:finalize")
    case .enrolmentUnclear, .notRestored: try await act(.checkAgain)
    case .secretExpired: try await act(.restart, "/v2/accounts/mfaEnrollment:start")
    case .choosingFactor: try await act(.select(index: 0), "/v2/accounts/mfaEnrollment:withdraw")
    case .unsupportedFactor, .ineligible: try await act(.back)
    case .verifyingEmail where bench.server.mails.isEmpty:
      try await act(.sendVerificationEmail, "/v1/accounts:sendOobCode")
    case .verifyingEmail:
      // The person follows the link of the email.
      bench.server.change(FirebaseBench.email) { $0.isEmailVerified = true }
      try await act(.checkAgain)
    default: Issue.record("a screen that nobody knows: \(update)")
    }
  }

  /// What somebody does who is signed in.
  private mutating func goOnInside(_ update: FirebaseTOTPUpdate) async throws {
    switch goal {
    case .enrol where bench.told.contains(.enrolled) || !update.enrolledFactors.isEmpty:
      guard journey == .factor else { return goal = .done }
      goal = .comeBack
      try await act(.signOut)
    case .enrol: try await act(.enrol, "/v2/accounts/mfaEnrollment:start")
    case .comeBack:
      goal = .remove
    case .remove where bench.server.user(FirebaseBench.email)?.factors.isEmpty == true: goal = .done
    case .remove where journey == .again && !hasWaited:
      hasWaited = true
      await bench.clock.advance(by: .seconds(301))
    case .remove:
      do { try await act(.unenrol) } catch is FirebaseTOTPRefusal {
        // The list of factors is believed to be empty: signing in again loads it.
        try await act(.signOut)
      }
    case .configure where bench.told.contains(.projectConfigured(state: "ENABLED", adjacentIntervals: 5)):
      goal = .refresh
    case .configure:
      try await act(.configureTOTP(state: .enabled), "/admin/v2/projects/demo/config")
    case .refresh where !hasWaited:
      hasWaited = true
      await bench.clock.advance(by: .seconds(3_300))
    case .refresh where update.isActive(.fresh): goal = .done
    case .refresh: await bench.clock.advance(by: .seconds(31))
    case .confirm where bench.told.contains(.stepUpGranted): goal = .done
    case .confirm where !hasWaited:
      hasWaited = true
      await bench.clock.advance(by: .seconds(301))
    case .confirm: try await act(.requireStepUp)
    case .done: break
    }
  }
}
