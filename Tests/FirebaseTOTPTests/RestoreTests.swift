import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import LoopbackServer
import LoopbackTOTP
import StatechartsTesting
import TestSupport
import Testing

/// What a start does with the session that an earlier run has stored, and what happens when the store fails.
@Suite("A start restores the session", .timeLimit(.minutes(20)))
struct RestoreTests {
  private static let name = "firebase-tokens:demo"

  /// A run in which somebody has signed in, and which has ended.
  private static func earlier(factors: Bool = false) async throws -> FirebaseBench {
    let bench = try FirebaseBench(
      users: [FirebaseBench.user(factors: factors ? [FirebaseBench.app()] : [])])
    try await bench.begin()
    await bench.expect(.signedIn)
    return bench
  }

  @Test("a start restores the stored user with two requests, and keeps the tokens fresh")
  func restored() async throws {
    let bench = try FirebaseBench(after: try await Self.earlier(factors: true))
    await #expect(throws: AuthErrorCode.self) { try await bench.app.idToken() }
    await bench.start()
    await bench.expect(.signedIn)
    #expect(bench.log.received.map(\.path) == ["/v1/token", "/v1/accounts:lookup"])
    #expect(await bench.app.currentUser?.email == FirebaseBench.email)
    #expect(await bench.app.current.enrolledFactors.count == 1)
    #expect(bench.server.accepts(try await bench.app.idToken()))
    await bench.clock.advance(by: .seconds(3_300))
    #expect(bench.count("/v1/token") == 2)
    // Before something sensitive the person signs in again.
    try await bench.act(.enrol)
    await bench.expect(.reauthenticating)
  }

  @Test("without a stored session a start is signed out and asks nothing")
  func nothing() async throws {
    let earlier = try await Self.earlier()
    try await earlier.act(.signOut)
    let bench = try FirebaseBench(after: earlier)
    await bench.start()
    await bench.expect(.signedOut)
    await bench.clock.advance(by: .seconds(7_200))
    #expect(bench.log.received.isEmpty)
  }

  @Test("a restored session does not get around a policy that requires a factor")
  func policy() async throws {
    let bench = try FirebaseBench(
      after: try await Self.earlier(), input: FirebaseTOTP.Input(mfaPolicy: .required))
    await bench.start()
    await bench.expect(.enrolmentForced)
  }

  @Test("a start without an answer keeps the session, and it can be restored later", arguments: 0...1)
  func offline(position: Int) async throws {
    let earlier = try await Self.earlier()
    for (kind, fault) in FaultClass.representatives {
      let bench = try FirebaseBench(after: earlier, faults: [position: fault])
      await bench.start()
      await bench.clock.advance(by: .seconds(15))
      let update = await bench.app.current
      #expect(update.screen == .notRestored && update.error != nil, "\(kind): \(update)")
      #expect(bench.store.names == [Self.name], "\(kind)")
      await bench.clock.advance(by: .seconds(30))
      try await bench.act(.checkAgain)
      await bench.expect(.signedIn)
    }
  }

  @Test("who is not restored can sign out, and a later start does not bring the session back")
  func leaving() async throws {
    let bench = try FirebaseBench(after: try await Self.earlier(), faults: [0: .reset])
    await bench.start()
    await bench.expect(.notRestored, .networkError)
    try await bench.act(.signOut)
    await bench.expect(.signedOut)
    #expect(bench.store.names.isEmpty)
    let next = try FirebaseBench(after: bench)
    await next.start()
    await next.expect(.signedOut)
  }

  @Test("who does not wait for the answer keeps the session")
  func cancelled() async throws {
    let bench = try FirebaseBench(after: try await Self.earlier(), faults: [0: .silence])
    await bench.start()
    try await bench.act(.cancel)
    await bench.expect(.notRestored)
    #expect(bench.store.names == [Self.name])
  }

  @Test(
    "what ends a session ends it at a start too",
    arguments: ["TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN", "USER_DISABLED", "USER_NOT_FOUND"])
  func ended(message: String) async throws {
    for path in ["/v1/token", "/v1/accounts:lookup"] {
      let earlier = try await Self.earlier()
      earlier.server.failNext(path, message)
      let bench = try FirebaseBench(after: earlier)
      await bench.start()
      let update = await bench.app.current
      #expect(update.screen == (message.hasPrefix("USER") ? .signedOut : .reauthRequired), "\(path)")
      #expect(update.error != nil && update.user == nil && bench.store.names.isEmpty, "\(path)")
    }
  }

  @Test("a record that is no session leads to signing in again")
  func unreadable() async throws {
    let bench = try FirebaseBench()
    bench.store.keep(Secret("not a session"), as: Self.name)
    await bench.start()
    await bench.expect(.reauthRequired, .invalidIdToken)
    #expect(bench.log.received.isEmpty && bench.store.names.isEmpty)
  }

  // MARK: A store that fails

  @Test("a store that can't be read at the start is not erased, and is read again when wanted")
  func unreadableStore() async throws {
    let earlier = try await Self.earlier()
    let bench = try FirebaseBench(after: earlier)
    bench.benchStore.broken.withLock { $0 = ["read"] }
    await bench.start()
    await bench.expect(.notRestored, .storageFailed)
    #expect(bench.store.names == [Self.name])
    bench.benchStore.broken.withLock { $0 = [] }
    try await bench.act(.checkAgain)
    await bench.expect(.signedIn)
  }

  @Test("tokens that can't be removed when signing out are reported, and everything else is erased")
  func failingRemoval() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    let user = try #require(await bench.app.currentUser)
    let secret = try await TOTPMultiFactorGenerator.generateSecret(
      with: try await user.multiFactor.session())
    #expect(secret.sharedSecretKey() != nil)
    bench.benchStore.broken.withLock { $0 = ["remove"] }
    try await bench.act(.signOut)
    await bench.expect(.signedOut, .storageFailed)
    #expect(bench.told.last == .errorOccurred(error: .storageFailed))
    #expect(secret.sharedSecretKey() == nil)
    await #expect(throws: AuthErrorCode.self) { try await bench.app.idToken() }
    #expect(bench.store.names == [Self.name])
    // Signing out again tries again.
    bench.benchStore.broken.withLock { $0 = [] }
    try await bench.act(.signOut)
    await bench.expect(.signedOut)
    #expect(bench.store.names.isEmpty)
  }

  @Test(
    "tokens that can't be stored when signing in are reported, and nobody is signed in",
    arguments: [false, true])
  func failingSignIn(hasFactor: Bool) async throws {
    let bench = try FirebaseBench(
      users: [FirebaseBench.user(factors: hasFactor ? [FirebaseBench.app()] : [])])
    await bench.start()
    bench.benchStore.broken.withLock { $0 = ["keep"] }
    try await bench.signIn()
    if hasFactor { try await bench.act(.submit(code: bench.code)) }
    await bench.expect(.signedOut, .storageFailed)
    #expect(await bench.app.current.isActive(.noTokens))
    #expect(bench.app.held.isEmpty && bench.store.names.isEmpty)
    bench.benchStore.broken.withLock { $0 = [] }
    await bench.clock.advance(by: .seconds(30))
    try await bench.signIn()
    if hasFactor { try await bench.act(.submit(code: bench.code)) }
    await bench.expect(.signedIn)
  }

  @Test(
    "a factor whose tokens can't be stored is enrolled, and the failure is shown",
    arguments: [LoopbackFault?.none, .reset])
  func failingEnrolment(fault: LoopbackFault?) async throws {
    // The last request looks the factors up.
    let bench = try FirebaseBench(faults: fault.map { [4: $0] } ?? [:])
    try await bench.begin()
    bench.benchStore.broken.withLock { $0 = ["keep"] }
    try await bench.enrol()
    await bench.expect(.signedIn, .storageFailed)
    let update = await bench.app.current
    #expect(update.hasFactor && update.enrolledFactors.count == (fault == nil ? 1 : 0))
    #expect(bench.told.contains(.enrolled) && bench.log.received.count == 5)
    #expect(bench.server.accepts(try await bench.app.idToken()))
    // It can be removed.
    try await bench.act(.unenrol)
    #expect(await bench.app.current.screen == .choosingFactor)
    try await bench.act(.select(index: 0))
    await bench.expect(.signedIn, .storageFailed)
    #expect(await bench.app.current.hasFactor == false)
  }

  @Test(
    "a store that fails does not hide why a session has ended", arguments: ["TOKEN_EXPIRED", "USER_DISABLED"])
  func failingStoreAtEnd(message: String) async throws {
    let earlier = try await Self.earlier()
    earlier.server.failNext("/v1/token", message)
    let bench = try FirebaseBench(after: earlier)
    bench.benchStore.broken.withLock { $0 = ["remove"] }
    await bench.start()
    #expect(await bench.app.current.error?.rawValue == message)
    #expect(bench.told.contains(.errorOccurred(error: .storageFailed)))
  }

  @Test("the vendor's method reports it too")
  func failingSignOut() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    bench.benchStore.broken.withLock { $0 = ["remove"] }
    do {
      try await bench.app.signOut()
      Issue.record("nothing was reported")
    } catch {
      #expect(error.code == .keychainError)
    }
  }

  @Test("a factor whose codes have another length can sign in", arguments: [6, 8, 10])
  func digits(count: Int) async throws {
    let totp = TOTP(key: FirebaseBench.key, digits: count)
    let bench = try FirebaseBench(users: [
      FirebaseBench.user(factors: [.init(displayName: "TOTP", kind: .totp(totp))])
    ])
    await bench.start()
    try await bench.signIn()
    for wrong in ["12345", "12345678901", "12345x"] {
      try await bench.act(.submit(code: wrong))
      #expect(bench.told.last == .errorOccurred(error: .malformedCode), "\(wrong)")
    }
    try await bench.act(.submit(code: totp.code(at: bench.time)))
    await bench.expect(.signedIn)
  }
}
