import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import LoopbackServer
import LoopbackTOTP
import StatechartsTesting
import TestSupport
import Testing

/// The way through the flow, with each of the four schemes of the vendor's guide.
@Suite("Firebase with an authenticator app", .timeLimit(.minutes(20)))
struct SchemeTests {
  @Test("without a second factor the password is enough")
  func plain() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    await bench.expect(.signedIn)
    let user = try #require(await bench.app.current.user)
    #expect(user.email == FirebaseBench.email && user.emailVerified && user.signInProvider == "password")
    #expect(await bench.app.current.isActive(.fresh))
    #expect(
      bench.log.received.map(\.target) == [
        "/v1/accounts:signInWithPassword?key=loopback-key", "/v1/accounts:lookup?key=loopback-key",
      ])
    #expect(bench.server.accepts(try await bench.app.idToken()))
    try await bench.act(.signOut)
    await bench.expect(.signedOut)
    #expect(bench.store.names.isEmpty)
  }

  @Test("on the page with the settings: enrolling, signing in with a code, removing the factor")
  func settingsPage() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    try await bench.act(.enrol)
    await bench.expect(.showingSecret)
    let key = try await bench.app.totpSecretKey().text
    let bytes = try #require(Base32.bytes(key))
    #expect(bytes.count == 20)
    #expect(
      try await bench.app.totpAddress()?.text
        == "otpauth://totp/Example%20App:ada@example.org?secret=\(key)&issuer=Example%20App&algorithm=SHA1"
        + "&digits=6&period=30")
    #expect(try await bench.app.enrolmentTimeLeft() == .seconds(300))
    try await bench.act(.openInOTPApp)
    #expect(bench.opener.opened.withLock { $0.map(\.text) } == [try await bench.app.totpAddress()?.text])
    let totp = TOTP(key: Secret(bytes))
    try await bench.act(.continue)
    try await bench.act(.submit(code: totp.code(at: bench.time), displayName: "Telephone"))
    await bench.expect(.signedIn)
    #expect(bench.told.contains(.enrolled))
    let factors = await bench.app.current.enrolledFactors
    #expect(factors.map(\.displayName) == ["Telephone"] && factors.map(\.factorID) == ["totp"])
    await #expect(throws: FirebaseTOTPRefusal(event: "totpSecretKey", states: bench.app.current.states)) {
      try await bench.app.totpSecretKey()
    }

    try await bench.act(.signOut)
    try await bench.signIn()
    await bench.expect(.askingCode)
    // The code that enrolled the factor is used up.
    try await bench.act(.submit(code: totp.code(at: bench.time)))
    await bench.expect(.askingCode, .invalidCode)
    await bench.clock.advance(by: .seconds(30))
    try await bench.act(.submit(code: totp.code(at: bench.time)))
    await bench.expect(.signedIn)

    try await bench.act(.unenrol)
    await bench.expect(.choosingFactor)
    try await bench.act(.select(index: 0))
    await bench.expect(.signedIn)
    #expect(bench.told.last == .unenrolled(signedOut: false))
    #expect(await bench.app.current.enrolledFactors.isEmpty)
    #expect(bench.server.user(FirebaseBench.email)?.factors.isEmpty == true)
  }

  @Test("a factor without a name is called TOTP")
  func usualName() async throws {
    let bench = try FirebaseBench()
    try await bench.begin()
    try await bench.enrol()
    await bench.expect(.signedIn)
    #expect(try bench.body("/v2/accounts/mfaEnrollment:finalize")["displayName"]?.text == "TOTP")
    #expect(await bench.app.current.enrolledFactors.map(\.displayName) == ["TOTP"])
  }

  @Test("required: nobody gets on without a factor, and who has one does")
  func required() async throws {
    let bench = try FirebaseBench(input: FirebaseTOTP.Input(mfaPolicy: .required))
    try await bench.begin()
    await bench.expect(.enrolmentForced)
    await #expect(throws: FirebaseTOTPRefusal.self) { try await bench.app.send(.unenrol) }
    try await bench.act(.enrol)
    await #expect(throws: FirebaseTOTPRefusal.self) { try await bench.app.send(.skip) }
    try await bench.act(.cancel)
    await bench.expect(.enrolmentForced)
    try await bench.enrol()
    await bench.expect(.signedIn)
  }

  @Test("required: signing up with an address, and then enrolling")
  func signUp() async throws {
    let bench = try FirebaseBench(users: [], input: FirebaseTOTP.Input(mfaPolicy: .required))
    await bench.start()
    let user = try await bench.app.createUser(
      withEmail: FirebaseBench.email, password: FirebaseBench.password)
    #expect(user.email == FirebaseBench.email && !user.isEmailVerified && user.signInProvider == "password")
    #expect(
      try bench.body("/v1/accounts:signUp") == [
        "email": .string(FirebaseBench.email), "password": .string(FirebaseBench.password.text),
        "returnSecureToken": true,
      ])
    await bench.expect(.enrolmentForced)
    try await bench.act(.enrol)
    await bench.expect(.verifyingEmail)
    try await bench.act(.sendVerificationEmail)
    #expect(bench.server.mails.map(\.email) == [FirebaseBench.email])
    bench.server.change(FirebaseBench.email) { $0.isEmailVerified = true }
    try await bench.act(.checkAgain)
    await bench.expect(.showingSecret)
    try await bench.act(.continue)
    let totp = TOTP(key: Secret(try await bench.key()))
    try await bench.act(.submit(code: totp.code(at: bench.time)))
    await bench.expect(.signedIn)
    #expect(bench.server.user(FirebaseBench.email)?.factors.count == 1)
    // From now on the account has a password and a factor like any other.
    try await bench.act(.signOut)
    try await bench.signIn()
    await bench.expect(.askingCode)
    #expect(try await bench.leaks().isEmpty)
  }

  @Test("optional: signing up with an address, and then the offer")
  func signUpWithOffer() async throws {
    let bench = try FirebaseBench(users: [], input: FirebaseTOTP.Input(mfaPolicy: .optional))
    await bench.start()
    try await bench.act(.signUp(email: FirebaseBench.email, password: FirebaseBench.password.text))
    await bench.expect(.offeringEnrolment)
    try await bench.act(.skip)
    await bench.expect(.signedIn)
  }

  @Test(
    "an account that cannot be made is reported",
    arguments: [
      (
        FirebaseBench.email, "another password", AuthErrorCode.Code.emailAlreadyInUse,
        FirebaseTOTP.ErrorCode.emailExists
      ),
      ("eve@example.org", "short", .weakPassword, .weakPassword),
      ("eve", "long enough", .invalidEmail, .invalidEmail), ("", "long enough", .invalidEmail, .invalidEmail),
      ("eve@example.org", "", .missingPassword, .missingPassword),
    ])
  func notSignedUp(
    email: String, password: String, code: AuthErrorCode.Code, error: FirebaseTOTP.ErrorCode
  ) async throws {
    let bench = try FirebaseBench()
    await bench.start()
    do throws(AuthErrorCode) {
      try await bench.app.createUser(withEmail: email, password: Secret(password))
      Issue.record("an account was made")
    } catch {
      #expect(error.code == code)
    }
    await bench.expect(.signedOut, error)
    #expect(bench.server.user("eve@example.org") == nil && bench.app.held.isEmpty)
  }

  @Test("optional: it is offered on a screen after signing in, and can be skipped")
  func optional() async throws {
    let bench = try FirebaseBench(input: FirebaseTOTP.Input(mfaPolicy: .optional))
    try await bench.begin()
    await bench.expect(.offeringEnrolment)
    try await bench.act(.skip)
    await bench.expect(.signedIn)
    #expect(bench.count("/v2/accounts/mfaEnrollment:start") == 0)
    // The next sign-in offers it again, and a start of the app does not.
    try await bench.act(.signOut)
    try await bench.signIn()
    await bench.expect(.offeringEnrolment)
    let next = try FirebaseBench(after: bench, input: FirebaseTOTP.Input(mfaPolicy: .optional))
    await next.start()
    await next.expect(.signedIn)
    try await bench.enrol()
    await bench.expect(.signedIn)
    #expect(bench.told == [.enrolled])
  }

  @Test("step-up: a feature waits while the person enrolls, and continues")
  func stepUp() async throws {
    let bench = try FirebaseBench(input: FirebaseTOTP.Input(mfaPolicy: .stepUp))
    try await bench.begin()
    #expect(bench.told.isEmpty)
    async let isGranted = bench.app.requireStepUp()
    try await bench.until(.showingSecret)
    try await bench.act(.continue)
    let totp = TOTP(key: Secret(try await bench.key()))
    try await bench.act(.submit(code: totp.code(at: bench.time)))
    #expect(try await isGranted)
    await bench.expect(.signedIn)
    #expect(bench.told == [.enrolled, .stepUpGranted])
    #expect(try await secondFactor(bench) == "totp")
    // For five minutes nothing more is asked.
    await bench.clock.advance(by: .seconds(299))
    let before = bench.log.received.count
    #expect(try await bench.app.requireStepUp())
    #expect(bench.log.received.count == before)
    await bench.clock.advance(by: .seconds(1))
    try await bench.act(.requireStepUp)
    await bench.expect(.reauthenticating)
  }

  @Test("step-up: a feature waits while the person confirms the factor, and the token says so")
  func stepUpWithFactor() async throws {
    let bench = try FirebaseBench(
      users: [FirebaseBench.user(factors: [FirebaseBench.app()])],
      input: FirebaseTOTP.Input(mfaPolicy: .stepUp))
    try await bench.begin()
    await bench.clock.advance(by: .seconds(300))
    let old = try await bench.app.idToken()
    async let isGranted = bench.app.requireStepUp()
    try await bench.until(.reauthenticating)
    try await bench.act(.signIn(password: FirebaseBench.password.text))
    try await bench.act(.submit(code: "000000"))
    await bench.expect(.askingCode, .invalidCode)
    try await bench.act(.submit(code: bench.code))
    #expect(try await isGranted)
    #expect(try await bench.app.idToken() != old)
    #expect(try await secondFactor(bench) == "totp")
    #expect(bench.told.filter { $0 == .stepUpGranted } == [.stepUpGranted])
  }

  @Test("step-up: a feature gets no access when the person gives up, signs out or has no policy for it")
  func stepUpRefused() async throws {
    let bench = try FirebaseBench(
      users: [FirebaseBench.user(factors: [FirebaseBench.app()])],
      input: FirebaseTOTP.Input(mfaPolicy: .stepUp))
    try await bench.begin()
    await bench.clock.advance(by: .seconds(300))
    for event in [FirebaseTOTP.Event.cancel, .signOut] {
      async let isGranted = bench.app.requireStepUp()
      try await bench.until(.reauthenticating)
      try await bench.act(event)
      #expect(try await !isGranted)
    }
    #expect(bench.told.filter { $0 == .stepUpRefused }.count == 2)
    let other = try FirebaseBench()
    try await other.begin()
    do throws(AuthErrorCode) {
      _ = try await other.app.requireStepUp()
      Issue.record("no feature may ask with this policy")
    } catch {
      #expect(error.code == .notOffered)
    }
  }

  @Test("step-up: a later sign-in without a code does not count as one with a code")
  func stepUpWithoutCode() async throws {
    let bench = try FirebaseBench(
      users: [FirebaseBench.user(factors: [FirebaseBench.app()])],
      input: FirebaseTOTP.Input(mfaPolicy: .stepUp))
    try await bench.begin()
    try await bench.act(.signOut)
    let factors = try #require(bench.server.user(FirebaseBench.email)).factors
    bench.server.change(FirebaseBench.email) { $0.factors = [] }
    // Another device enrolls meanwhile.
    let number = bench.log.received.count
    bench.beforeAnswer.withLock {
      $0[number] = { bench.server.change(FirebaseBench.email) { $0.factors = factors } }
    }
    try await bench.signIn()
    await bench.expect(.signedIn)
    #expect(await bench.app.current.enrolledFactors.count == 1)
    try await bench.act(.requireStepUp)
    await bench.expect(.reauthenticating)
    try await bench.act(.cancel)
    #expect(bench.told.last == .stepUpRefused)
  }

  /// The second factor that the app's token names.
  private func secondFactor(_ bench: FirebaseBench) async throws -> String? {
    let token = try await bench.app.idToken().text
    let claims = token.split(separator: ".").dropFirst().first.flatMap { Base64.urlBytes($0) }
    return claims.flatMap { JSONValue.read($0) }?["firebase"]?["sign_in_second_factor"]?.text
  }

  @Test("the address is confirmed first, and who has not signed in lately signs in again")
  func before() async throws {
    let bench = try FirebaseBench(users: [FirebaseBench.user { $0.isEmailVerified = false }])
    try await bench.begin()
    try await bench.act(.enrol)
    await bench.expect(.verifyingEmail)
    try await bench.act(.sendVerificationEmail)
    try await bench.act(.checkAgain)
    await bench.expect(.verifyingEmail, .unverifiedEmail)
    let mail = try #require(bench.server.mails.last)
    #expect(mail.email == FirebaseBench.email)
    bench.server.change(FirebaseBench.email) { $0.isEmailVerified = true }
    try await bench.act(.checkAgain)
    await bench.expect(.showingSecret)
    try await bench.act(.cancel)
    await bench.clock.advance(by: .seconds(301))
    try await bench.act(.enrol)
    await bench.expect(.reauthenticating)
    try await bench.act(.signIn(password: FirebaseBench.password.text))
    await bench.expect(.showingSecret)
  }

  @Test("of several factors one is chosen, and another kind than an app's is reported as not supported")
  func several() async throws {
    let phone = FirebaseLoopbackUser.Factor(displayName: "Phone", kind: .phone("+*******1234"))
    let bench = try FirebaseBench(users: [FirebaseBench.user(factors: [phone, FirebaseBench.app()])])
    await bench.start()
    try await bench.signIn()
    await bench.expect(.secondFactorRequired)
    #expect(await bench.app.current.hints.map(\.factorID) == ["phone", "totp"])
    try await bench.act(.select(index: 0))
    await bench.expect(.unsupportedFactor)
    try await bench.act(.back)
    try await bench.act(.select(index: 1))
    try await bench.act(.submit(code: bench.code))
    await bench.expect(.signedIn)
    #expect(await bench.app.current.enrolledFactors.count == 2)
  }

  @Test(
    "an administrator allows authenticator apps, with 0 to 10 steps on each side", arguments: [nil, 0, 10])
  func project(intervals: Int?) async throws {
    let bench = try FirebaseBench(server: { $0.state = "DISABLED" })
    try await bench.begin()
    try await bench.act(.enrol)
    await bench.expect(.ineligible, .operationNotAllowed)
    try await bench.act(.back)
    try await bench.act(.configureTOTP(state: .enabled, adjacentIntervals: intervals))
    #expect(
      bench.told.last == .projectConfigured(state: "ENABLED", adjacentIntervals: intervals ?? 5))
    #expect(bench.server.settings.adjacentIntervals == intervals ?? 5)
    try await bench.act(.enrol)
    await bench.expect(.showingSecret)
    let request = try #require(bench.log.received.first { $0.method == "PATCH" })
    #expect(request.target == "/admin/v2/projects/demo/config?updateMask=mfa")
    #expect(request.headers["X-Goog-User-Project"] == "demo")
  }
}
