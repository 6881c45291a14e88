import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import LoopbackServer
import StatechartsTesting
import TestExtent
import TestSupport
import Testing

/// What the server says, at which request, and where that leads.
struct ErrorRow: Sendable, CustomTestStringConvertible {
  /// A request.
  enum Request: CaseIterable, Sendable {
    case signIn, signUp, link, verify, load, start, finalize, withdraw, email

    /// The server's path.
    var path: String {
      switch self {
      case .signIn: "/v1/accounts:signInWithPassword"
      case .signUp: "/v1/accounts:signUp"
      case .verify: "/v2/accounts/mfaSignIn:finalize"
      case .load: "/v1/accounts:lookup"
      case .start: "/v2/accounts/mfaEnrollment:start"
      case .finalize: "/v2/accounts/mfaEnrollment:finalize"
      case .withdraw: "/v2/accounts/mfaEnrollment:withdraw"
      case .link, .email: "/v1/accounts:sendOobCode"
      }
    }
  }

  let request: Request
  let message: String
  let landing: FirebaseTOTP.StateID
  let error: FirebaseTOTP.ErrorCode?
  var testDescription: String { "\(message) at \(request)" }

  init(
    _ request: Request, _ message: String, _ landing: FirebaseTOTP.StateID,
    _ error: FirebaseTOTP.ErrorCode? = nil
  ) {
    self.request = request
    self.message = message
    self.landing = landing
    self.error = error ?? FirebaseTOTP.ErrorCode(rawValue: message)
  }

  /// Where a request is made from.
  static func screen(_ request: Request) -> FirebaseTOTP.StateID {
    switch request {
    case .signIn, .signUp, .link: .signedOut
    case .verify: .askingCode
    case .load: .signedOut
    case .start: .signedIn
    case .finalize: .askingEnrolCode
    case .withdraw: .choosingFactor
    case .email: .verifyingEmail
    }
  }

  /// Each row of the reference's table of errors (section 4).
  static let table: [ErrorRow] =
    [
      ErrorRow(.verify, "INVALID_CODE", .askingCode),
      ErrorRow(.finalize, "INVALID_CODE", .askingEnrolCode),
      ErrorRow(.verify, "MISSING_CODE", .askingCode),
      ErrorRow(.finalize, "MISSING_CODE", .askingEnrolCode),
      ErrorRow(.verify, "SESSION_EXPIRED", .signedOut),
      ErrorRow(.finalize, "SESSION_EXPIRED", .secretExpired),
      ErrorRow(.finalize, "INVALID_SESSION_INFO", .secretExpired),
      ErrorRow(.finalize, "MISSING_SESSION_INFO", .secretExpired, .invalidSessionInfo),
      ErrorRow(.verify, "INVALID_MFA_PENDING_CREDENTIAL", .signedOut),
      ErrorRow(.verify, "MISSING_MFA_PENDING_CREDENTIAL", .signedOut),
      ErrorRow(.verify, "MISSING_CREDENTIAL", .signedOut),
      ErrorRow(.verify, "MISSING_MFA_ENROLLMENT_ID", .secondFactorRequired),
      ErrorRow(.verify, "MFA_ENROLLMENT_NOT_FOUND", .signedOut),
      // The list is loaded again, and still has it.
      ErrorRow(.withdraw, "MFA_ENROLLMENT_NOT_FOUND", .choosingFactor),
      ErrorRow(.finalize, "SECOND_FACTOR_EXISTS", .signedIn),
      ErrorRow(.start, "SECOND_FACTOR_LIMIT_EXCEEDED", .signedIn),
      ErrorRow(.finalize, "SECOND_FACTOR_LIMIT_EXCEEDED", .signedIn),
      ErrorRow(.start, "UNSUPPORTED_FIRST_FACTOR", .ineligible),
      ErrorRow(.start, "UNVERIFIED_EMAIL", .verifyingEmail),
      ErrorRow(.start, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", .reauthenticating),
      ErrorRow(.finalize, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", .reauthenticating),
      ErrorRow(.withdraw, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", .reauthenticating),
      ErrorRow(.start, "OPERATION_NOT_ALLOWED", .ineligible),
      ErrorRow(.signIn, "INVALID_PASSWORD", .signedOut, .invalidLoginCredentials),
      ErrorRow(.signIn, "EMAIL_NOT_FOUND", .signedOut, .invalidLoginCredentials),
      ErrorRow(.signIn, "USER_NOT_FOUND", .signedOut, .invalidLoginCredentials),
      ErrorRow(.signIn, "INVALID_LOGIN_CREDENTIALS", .signedOut),
      ErrorRow(.signIn, "INVALID_IDP_RESPONSE", .signedOut),
      ErrorRow(.signIn, "MISSING_OR_INVALID_NONCE", .signedOut, .invalidIdpResponse),
      ErrorRow(.signIn, "INVALID_OOB_CODE", .signedOut), ErrorRow(.signIn, "EXPIRED_OOB_CODE", .signedOut),
      ErrorRow(.signIn, "MISSING_OOB_CODE", .signedOut, .invalidOobCode),
      ErrorRow(.signIn, "INVALID_EMAIL", .signedOut),
      ErrorRow(.signIn, "MISSING_PASSWORD", .signedOut),
      ErrorRow(.signIn, "PASSWORD_LOGIN_DISABLED", .signedOut),
      ErrorRow(.signUp, "EMAIL_EXISTS", .signedOut), ErrorRow(.signUp, "WEAK_PASSWORD", .signedOut),
      ErrorRow(.signUp, "PASSWORD_DOES_NOT_MEET_REQUIREMENTS", .signedOut, .weakPassword),
      ErrorRow(.signUp, "INVALID_EMAIL", .signedOut), ErrorRow(.signUp, "MISSING_PASSWORD", .signedOut),
      ErrorRow(.signUp, "OPERATION_NOT_ALLOWED", .signedOut, .passwordLoginDisabled),
      ErrorRow(.signUp, "ADMIN_ONLY_OPERATION", .signedOut, .passwordLoginDisabled),
      ErrorRow(.signIn, "OPERATION_NOT_ALLOWED", .signedOut, .passwordLoginDisabled),
      ErrorRow(.link, "INVALID_EMAIL", .signedOut),
      ErrorRow(.link, "MISSING_EMAIL", .signedOut, .invalidEmail),
      ErrorRow(.link, "OPERATION_NOT_ALLOWED", .signedOut, .passwordLoginDisabled),
      ErrorRow(.link, "UNAUTHORIZED_DOMAIN", .signedOut),
      ErrorRow(.link, "INVALID_CONTINUE_URI", .signedOut, .unauthorizedDomain),
      ErrorRow(.link, "MISSING_CONTINUE_URI", .signedOut, .unauthorizedDomain),
      ErrorRow(.signIn, "USER_DISABLED", .signedOut),
      ErrorRow(.load, "TOKEN_EXPIRED", .signedOut), ErrorRow(.load, "INVALID_ID_TOKEN", .signedOut),
    ]
    + [Request.start, .finalize, .withdraw, .email].flatMap { request in
      [
        ErrorRow(request, "TOKEN_EXPIRED", .reauthRequired),
        ErrorRow(request, "INVALID_ID_TOKEN", .reauthRequired),
        ErrorRow(request, "MISSING_ID_TOKEN", .reauthRequired, .invalidIdToken),
        ErrorRow(request, "USER_DISABLED", .signedOut), ErrorRow(request, "USER_NOT_FOUND", .signedOut),
      ]
    }
    + Request.allCases.flatMap { request in
      [
        "TOO_MANY_ATTEMPTS_TRY_LATER", "QUOTA_EXCEEDED", "TENANT_ID_MISMATCH", "INVALID_API_KEY",
        "NOBODY_KNOWS_THIS",
      ].map {
        ErrorRow(
          request, $0, screen(request), $0 == "NOBODY_KNOWS_THIS" ? .internalError : nil)
      }
    }
}

@Suite("Errors of Identity Platform", .scanned, .timeLimit(.minutes(20)))
struct ErrorTests {
  /// A flow whose next request is the given one.
  static func bench(_ request: ErrorRow.Request) async throws -> FirebaseBench {
    var user = FirebaseBench.user { $0.isEmailVerified = request != .email }
    if request == .verify || request == .withdraw { user.factors = [FirebaseBench.app()] }
    let bench = try FirebaseBench(users: [user]) { $0.signInLinkURL = CredentialTests.page }
    switch request {
    case .signIn, .signUp, .link, .load: await bench.start()
    case .verify:
      await bench.start()
      try await bench.signIn()
    case .start: try await bench.begin()
    case .finalize:
      try await bench.begin()
      try await bench.act(.enrol)
      try await bench.act(.continue)
    case .withdraw:
      try await bench.begin()
      try await bench.act(.unenrol)
    case .email:
      try await bench.begin()
      try await bench.act(.enrol)
    }
    await bench.expect(ErrorRow.screen(request))
    return bench
  }

  /// Does what makes the request.
  static func go(_ request: ErrorRow.Request, _ bench: FirebaseBench) async throws {
    switch request {
    case .signIn, .load: try await bench.signIn()
    case .signUp:
      try await bench.act(.signUp(email: "eve@example.org", password: FirebaseBench.password.text))
    case .link: try await bench.act(.sendSignInLink(email: FirebaseBench.email))
    case .verify, .finalize: try await bench.act(.submit(code: "123456"))
    case .start: try await bench.act(.enrol)
    case .withdraw: try await bench.act(.select(index: 0))
    case .email: try await bench.act(.sendVerificationEmail)
    }
  }

  @Test(
    "a row of the table, also with details behind the name",
    arguments: TestExtent.of(ErrorRow.table, every: 4))
  func row(row: ErrorRow) async throws {
    for message in [row.message, row.message + " : Some: detail, ada@example.org."] {
      let bench = try await Self.bench(row.request)
      bench.server.failNext(row.request.path, message)
      try await Self.go(row.request, bench)
      await bench.expect(row.landing, row.error)
      #expect(bench.told.contains { if case .errorOccurred(row.error) = $0 { true } else { false } })
      let hasTokens = ![.signedOut, .reauthRequired, .askingCode, .secondFactorRequired].contains(row.landing)
      #expect(bench.store.names.isEmpty == !hasTokens)
      // Nothing is asked twice by itself.
      #expect(bench.count(row.request.path) == 1)
      #expect(!"\(await bench.app.current)".contains("ada"))
    }
  }

  @Test("after too many attempts nothing is sent for a while", arguments: ErrorRow.Request.allCases)
  func backOff(request: ErrorRow.Request) async throws {
    let bench = try await Self.bench(request)
    bench.server.failNext(request.path, "TOO_MANY_ATTEMPTS_TRY_LATER")
    try await Self.go(request, bench)
    #expect(await bench.app.current.isThrottled)
    let before = bench.log.received.count
    await #expect(throws: FirebaseTOTPRefusal.self) { try await Self.go(request, bench) }
    #expect(bench.log.received.count == before)
    await bench.clock.advance(by: .seconds(30))
    #expect(await !bench.app.current.isThrottled)
    try await Self.go(request, bench)
    #expect(bench.log.received.count > before)
  }

  @Test(
    "what is no answer of the servers, a hotel's login page for one, counts as no connection",
    arguments: [
      LoopbackFault.page(200, "<html>Sign in to the network</html>"),
      .answer(status: 302, headers: ["Location": "https://hotel.example/"], body: ""),
      .page(403, "no"), .huge, .garbage, .page(429, "no"), .json(404, "{}"), .json(200, "[]"),
    ])
  func hotel(fault: LoopbackFault) async throws {
    for request in ErrorRow.Request.allCases {
      let bench = try await Self.bench(request)
      bench.log.fail(bench.log.received.count + (request == .load ? 1 : 0), with: fault)
      try await Self.go(request, bench)
      await bench.expect(ErrorRow.screen(request), .networkError)
    }
  }

  @Test(
    "an incomplete answer of the servers, or one with an unknown error, counts as no answer",
    arguments: [(200, "{}"), (400, #"{"error":{}}"#), (500, #"{"error":"x"}"#)])
  func unusable(status: Int, body: String) async throws {
    let bench = try await Self.bench(.start)
    bench.log.failNext(with: .json(status, body))
    try await Self.go(.start, bench)
    await bench.expect(ErrorRow.screen(.start), .internalError)
  }

  @Test("a wrong API key is reported as such, in every form in which it is", arguments: 0..<4)
  func apiKey(form: Int) async throws {
    let bench = try FirebaseBench { $0.apiKey = form == 0 ? "wrong" : $0.apiKey }
    await bench.start()
    let errors: [JSONValue] = [
      ["code": 400, "message": "Bad Request", "errors": [["reason": "keyInvalid"]]],
      [
        "code": 400, "message": "x", "status": "INVALID_ARGUMENT", "details": [["reason": "API_KEY_INVALID"]],
      ],
      ["code": 400, "message": "API key not valid. Please pass a valid API key."],
    ]
    if form > 0 {
      bench.server.answerNext(
        ErrorRow.Request.signIn.path, with: .json(["error": errors[form - 1]], status: 400))
    }
    try await bench.signIn()
    await bench.expect(.signedOut, .invalidApiKey)
  }

  @Test("the tenant goes with every request, and another one's accounts are not there")
  func tenant() async throws {
    let bench = try FirebaseBench {
      $0.tenantID = "tenant-1"
    } server: {
      $0.tenantID = "tenant-1"
    }
    try await bench.begin()
    try await bench.enrol()
    await bench.expect(.signedIn)
    let bodies = bench.log.received.compactMap { JSONValue.read($0.body) }
    #expect(bodies.count == bench.log.received.count)
    #expect(bodies.allSatisfy { $0["tenantId"]?.text == "tenant-1" })
    #expect(bench.store.names == ["firebase-tokens:demo:tenant-1"])
    let other = try FirebaseBench {
      $0.tenantID = "tenant-2"
    } server: {
      $0.tenantID = "tenant-1"
    }
    await other.start()
    try await other.signIn()
    await other.expect(.signedOut, .tenantIdMismatch)
  }

  @Test(
    "a malformed code is not sent",
    arguments: ["", "12345", "12345678901", "12345a", "１２３４５６", " 12345", "٣٤٥٦٧٨"])
  func codeShape(code: String) async throws {
    for request in [ErrorRow.Request.verify, .finalize] {
      let bench = try await Self.bench(request)
      try await bench.act(.submit(code: code))
      #expect(bench.told.last == .errorOccurred(error: code.isEmpty ? .missingCode : .malformedCode))
      #expect(bench.count(request.path) == 0)
      await bench.expect(ErrorRow.screen(request))
    }
  }

  @Test("somebody else cannot sign in in place of who is signed in")
  func userMismatch() async throws {
    let other = FirebaseBench.user(email: "bob@example.org")
    let bench = try FirebaseBench(users: [FirebaseBench.user(), other])
    try await bench.begin()
    await bench.clock.advance(by: .seconds(301))
    try await bench.act(.enrol)
    await bench.expect(.reauthenticating)
    let before = try await bench.app.idToken()
    try await bench.signIn("bob@example.org")
    await bench.expect(.reauthenticating, .userMismatch)
    #expect(try await bench.app.idToken() == before)
    #expect(await bench.app.current.user?.email == FirebaseBench.email)
    try await bench.act(.cancel)
    await bench.expect(.signedIn)
    #expect(bench.server.accepts(try await bench.app.idToken()))
  }

  @Test("a new secret is asked for with the token of the new sign-in")
  func reauthentication() async throws {
    let bench = try FirebaseBench(users: [FirebaseBench.user(factors: [FirebaseBench.app()])])
    try await bench.begin()
    let first = try await bench.app.idToken()
    await bench.clock.advance(by: .seconds(301))
    try await bench.act(.enrol)
    try await bench.signIn()
    await bench.expect(.askingCode)
    try await bench.act(.submit(code: bench.code))
    await bench.expect(.showingSecret)
    let sent = try bench.body("/v2/accounts/mfaEnrollment:start")["idToken"]?.text
    let second = try await bench.app.idToken()
    #expect(sent != first.text && sent == second.text)
  }
}
