import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import LoopbackServer
import LoopbackTOTP
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// The methods of the vendor's guide, by the names that it gives them.
@Suite("Firebase as the vendor's guide uses it", .timeLimit(.minutes(20)))
struct GuideTests {
  /// What a call ends with.
  private func code(_ body: () async throws(AuthErrorCode) -> Void) async -> AuthErrorCode.Code? {
    do throws(AuthErrorCode) {
      try await body()
      return nil
    } catch {
      return error.code
    }
  }

  private func signedIn(_ bench: FirebaseBench) async throws -> FirebaseUser {
    await bench.app.start()
    return try await bench.app.signIn(withEmail: FirebaseBench.email, password: FirebaseBench.password)
  }

  @Test("enroll, sign in with the resolver, unenroll")
  func guide() async throws {
    let bench = try FirebaseBench()
    let user = try await signedIn(bench)
    let session = try await user.multiFactor.session()
    let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
    let key = try #require(secret.sharedSecretKey())
    let totp = TOTP(key: Secret(try #require(Base32.bytes(key.text))))
    let address = try #require(secret.generateQRCodeURL(withAccountName: user.email, issuer: "Your App Name"))
    #expect(address.text.hasPrefix("otpauth://totp/Your%20App%20Name:ada@example.org?secret=\(key.text)"))
    secret.openInOTPApp(withQRCodeURL: address)
    #expect(bench.opener.opened.withLock { $0 } == [address])
    // Another address than an authenticator app's is not opened.
    secret.openInOTPApp(withQRCodeURL: Secret("https://example.org/"))
    #expect(bench.opener.opened.withLock { $0.count } == 1)

    let wrong = TOTPMultiFactorGenerator.assertionForEnrollment(
      with: secret, oneTimePassword: Secret("000000"))
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await user.multiFactor.enroll(with: wrong)
      } == .invalidVerificationCode)
    let right = TOTPMultiFactorGenerator.assertionForEnrollment(
      with: secret, oneTimePassword: Secret(totp.code(at: bench.time)))
    try await user.multiFactor.enroll(with: right, displayName: "TOTP")
    let enrolled = try #require(await bench.app.currentUser).multiFactor.enrolledFactors
    #expect(enrolled.map(\.displayName) == ["TOTP"])
    #expect(secret.sharedSecretKey() == nil && secret.generateQRCodeURL() == nil)
    // The same proof is not valid any more.
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await user.multiFactor.enroll(with: right)
      } == .invalidVerificationID)

    try await bench.app.signOut()
    #expect(await bench.app.currentUser == nil)
    await bench.clock.advance(by: .seconds(30))
    var resolver: MultiFactorResolver?
    do throws(AuthErrorCode) {
      try await bench.app.signIn(withEmail: FirebaseBench.email, password: FirebaseBench.password)
    } catch {
      #expect(error.code == .secondFactorRequired)
      resolver = error.resolver
    }
    let hints = try #require(resolver?.hints)
    #expect(hints.map(\.displayName) == ["TOTP"] && hints[0].factorID == TOTPMultiFactorID)
    let typo = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: hints[0].uid, oneTimePassword: Secret("12345"))
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await resolver?.resolveSignIn(with: typo)
      } == .missingVerificationCode)
    // The kind of a factor is not its id.
    let kind = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: TOTPMultiFactorID, oneTimePassword: Secret(totp.code(at: bench.time)))
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await resolver?.resolveSignIn(with: kind)
      } == .multiFactorInfoNotFound)
    let proof = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: hints[0].uid, oneTimePassword: Secret(totp.code(at: bench.time)))
    let again = try #require(try await resolver?.resolveSignIn(with: proof))
    #expect(again.uid == user.uid)
    // A resolver is good for one sign-in.
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await resolver?.resolveSignIn(with: proof)
      } == .invalidMultiFactorSession)

    try await again.multiFactor.unenroll(with: again.multiFactor.enrolledFactors[0])
    #expect(await bench.app.currentUser?.multiFactor.enrolledFactors.isEmpty == true)
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await again.multiFactor.unenroll(with: enrolled[0])
      } == .notOffered)
  }

  @Test(
    "removing the last factor may sign out, whichever error the server has for it",
    arguments: [
      (FirebaseSettings.AfterLastFactor.tokenExpired, AuthErrorCode.Code.userTokenExpired),
      (.invalidIDToken, .invalidUserToken), (.userNotFound, .userNotFound), (.userDisabled, .userDisabled),
    ])
  func lastFactor(after: FirebaseSettings.AfterLastFactor, expected: AuthErrorCode.Code) async throws {
    let bench = try FirebaseBench(users: [FirebaseBench.user(factors: [FirebaseBench.app()])]) { _ in
    } server: {
      $0.afterLastFactor = after
    }
    try await bench.begin()
    let user = try #require(await bench.app.currentUser)
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await user.multiFactor.unenroll(with: user.multiFactor.enrolledFactors[0])
      } == expected)
    await bench.expect(.reauthRequired, FirebaseTOTP.ErrorCode(rawValue: after.rawValue))
    #expect(bench.told.contains(.unenrolled(signedOut: true)) && bench.told.contains(.signedOutLocally))
    #expect(bench.store.names.isEmpty)
    #expect(bench.server.user(FirebaseBench.email)?.factors.isEmpty == true)
    // The credentials are as they were.
    try await bench.app.signIn(withEmail: FirebaseBench.email, password: FirebaseBench.password)
    await bench.expect(.signedIn)
  }

  @Test("what has to be done before enrolling is reported, and once it is done it goes on")
  func before() async throws {
    let bench = try FirebaseBench(
      users: [FirebaseBench.user { $0.isEmailVerified = false }], server: { $0.recentLogin = 0 })
    let user = try await signedIn(bench)
    let session = try await user.multiFactor.session()
    let generate = { () async throws(AuthErrorCode) in
      _ = try await TOTPMultiFactorGenerator.generateSecret(with: session)
    }
    #expect(await code(generate) == .unverifiedEmail)
    try await user.sendEmailVerification()
    #expect(await code(generate) == .unverifiedEmail)
    bench.server.change(FirebaseBench.email) { $0.isEmailVerified = true }
    await bench.clock.advance(by: .seconds(1))
    #expect(await code(generate) == .requiresRecentLogin)
    #expect(await code(generate) == .requiresRecentLogin)
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await user.reauthenticate(withEmail: "", password: FirebaseBench.password)
      } == .invalidEmail)
    try await user.reauthenticate(withEmail: FirebaseBench.email, password: FirebaseBench.password)
    let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
    #expect(secret.sharedSecretKey() != nil)
    // Its time is over: another one is made.
    await bench.clock.advance(by: .seconds(300))
    #expect(secret.sharedSecretKey() == nil)
    await bench.expect(.secretExpired)
  }

  @Test(
    "who has signed in without a password of Firebase",
    arguments: [
      (FirebaseCredential.provider("google.com", idToken: Secret("google")), AuthErrorCode.Code?.none),
      (.customToken(Secret("own")), .unsupportedFirstFactor),
      (.phone(sessionInfo: Secret("s"), code: Secret("654321")), .unsupportedFirstFactor),
      (.anonymous, .unsupportedFirstFactor),
      (Credentials.apple, nil), (Credentials.github, nil), (Credentials.twitter, nil),
    ])
  func otherProviders(credential: FirebaseCredential, expected: AuthErrorCode.Code?) async throws {
    let bench = try FirebaseBench(users: Credentials.users)
    await bench.app.start()
    let user = try await bench.app.signIn(with: credential)
    let session = try await user.multiFactor.session()
    #expect(
      await code { () async throws(AuthErrorCode) in
        _ = try await TOTPMultiFactorGenerator.generateSecret(with: session)
      } == expected)
    // The server is not even asked.
    #expect(bench.count("/v2/accounts/mfaEnrollment:start") == (expected == nil ? 1 : 0))
    // As Google's guide has it.
    guard bench.count("/v1/accounts:signUp") > 0 else { return }
    #expect(try bench.body("/v1/accounts:signUp") == ["returnSecureToken": true])
  }

  /// A flow whose answer to `enroll` does not come, with the server having taken it or not.
  private func enrolling(
    isCarriedOut: Bool, isFoundOut: Bool
  ) async throws -> (bench: FirebaseBench, user: FirebaseUser, secret: TOTPSecret, code: AuthErrorCode.Code?)
  {
    var faults: [Int: LoopbackFault] = [3: isCarriedOut ? .lostAnswer : .reset]
    if !isFoundOut { faults[4] = .reset }
    let bench = try FirebaseBench(faults: faults)
    let user = try await signedIn(bench)
    let secret = try await TOTPMultiFactorGenerator.generateSecret(with: try await user.multiFactor.session())
    return (bench, user, secret, try await enroll(secret, user, bench))
  }

  private func enroll(
    _ secret: TOTPSecret, _ user: FirebaseUser, _ bench: FirebaseBench
  ) async throws -> AuthErrorCode.Code? {
    let key = try #require(secret.sharedSecretKey())
    let bytes = try #require(Base32.bytes(key.text))
    let proof = TOTPMultiFactorGenerator.assertionForEnrollment(
      with: secret, oneTimePassword: Secret(TOTP(key: Secret(bytes)).code(at: bench.time)))
    return await code { () async throws(AuthErrorCode) in try await user.multiFactor.enroll(with: proof) }
  }

  @Test(
    "an enrollment whose answer is lost is found out, and nobody enrolls twice",
    arguments: [(true, true), (true, false), (false, true), (false, false)])
  func lostEnrolment(isCarriedOut: Bool, isFoundOut: Bool) async throws {
    let (bench, user, secret, code) = try await enrolling(isCarriedOut: isCarriedOut, isFoundOut: isFoundOut)
    if isCarriedOut, isFoundOut {
      #expect(code == nil)
    } else {
      #expect(code == .networkError)
      await bench.expect(isFoundOut ? .askingEnrolCode : .enrolmentUnclear, .networkError)
      #expect(try await enroll(secret, user, bench) == nil)
    }
    await bench.expect(.signedIn)
    #expect(await bench.app.currentUser?.multiFactor.enrolledFactors.count == 1)
    #expect(bench.server.user(FirebaseBench.email)?.factors.count == 1)
    // What the server has is not sent to it again.
    #expect(bench.count("/v2/accounts/mfaEnrollment:finalize") == (isCarriedOut ? 1 : 2))
    #expect(secret.sharedSecretKey() == nil)
  }

  @Test(
    "another secret is not made before it is known whether the last one is enrolled",
    arguments: [true, false])
  func anotherSecret(isCarriedOut: Bool) async throws {
    let (bench, user, secret, _) = try await enrolling(isCarriedOut: isCarriedOut, isFoundOut: false)
    let session = try await user.multiFactor.session()
    var next: TOTPSecret?
    let code = await code { () async throws(AuthErrorCode) in
      next = try await TOTPMultiFactorGenerator.generateSecret(with: session)
    }
    #expect(code == (isCarriedOut ? .secondFactorAlreadyEnrolled : nil))
    #expect(bench.count("/v2/accounts/mfaEnrollment:start") == 1)
    guard !isCarriedOut else { return await bench.expect(.signedIn) }
    #expect(next?.sharedSecretKey() == secret.sharedSecretKey())
    #expect(secret.sharedSecretKey() != nil)
  }

  @Test("a method that the screen does not offer is refused, and nothing changes")
  func notOffered() async throws {
    let bench = try FirebaseBench()
    let user = try await signedIn(bench)
    let before = bench.log.received.count
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await user.sendEmailVerification()
      } == .notOffered)
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await user.reauthenticate(withEmail: FirebaseBench.email, password: FirebaseBench.password)
      } == .notOffered)
    for event: FirebaseTOTP.Event in [
      .tokensErased, .tokensAdopted, .deadlinePassed, .backOffOver, .tokenRefreshFailed(code: .tokenExpired),
      .select(index: 0), .submit(code: "123456"), .back, .skip, .continue, .restart, .openInOTPApp,
      .checkAgain, .sendVerificationEmail, .requireStepUp, .sendSignInLink(email: FirebaseBench.email),
      .signUp(email: FirebaseBench.email, password: FirebaseBench.password.text),
    ] {
      await #expect(throws: FirebaseTOTPRefusal.self, "\(event.event.name)") {
        try await bench.app.send(event)
      }
    }
    await bench.expect(.signedIn)
    #expect(bench.log.received.count == before)
    #expect(
      "\(FirebaseTOTPRefusal(event: "skip", states: [.signedIn]))"
        == "`skip` is not available now. Active states: `signedIn`.")
    let other = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: "x", oneTimePassword: Secret("123456"))
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await user.multiFactor.enroll(with: other)
      } == .invalidVerificationID)
    try await bench.app.signOut()
    #expect(
      await code { () async throws(AuthErrorCode) in
        _ = try await user.multiFactor.session()
      } == .userTokenExpired)
    #expect(
      await code { () async throws(AuthErrorCode) in _ = try await bench.app.idToken() } == .invalidUserToken)
  }

  @Test("setting the project up waits for its outcome", arguments: [-1, 0, 5, 10, 11, 2_147_483_647])
  func project(intervals: Int) async throws {
    let bench = try FirebaseBench()
    await bench.app.start()
    let outcome = await code { () async throws(AuthErrorCode) in
      try await bench.app.configureTOTP(.mandatory, adjacentIntervals: intervals)
    }
    #expect(outcome == ((0...10).contains(intervals) ? nil : .invalidAdjacentIntervals))
    #expect(bench.log.received.count == (outcome == nil ? 1 : 0))
    let stranger = try FirebaseBench { $0.administratorToken = { Secret("nobody") } }
    await stranger.app.start()
    #expect(
      await code { () async throws(AuthErrorCode) in
        try await stranger.app.configureTOTP(.enabled)
      } == .permissionDenied)
  }
}
