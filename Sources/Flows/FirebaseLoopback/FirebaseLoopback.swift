public import FlowTransport
public import Foundation
public import LoopbackServer
import LoopbackTOTP

/// Identity Platform, in memory: signing in, second factors, tokens, emails, the project's configuration. It answers what
/// Google documents, and looks at requests in the order in which the Auth Emulator does.
public final class FirebaseLoopback: ScriptedService {
  /// Somebody's sign-in, for which tokens are given.
  struct SignIn {
    let user: String
    let provider: String
    /// The enrollment of the second factor.
    let factor: String?
    let time: Int
  }

  struct State {
    var settings: FirebaseSettings
    var users: [String: FirebaseLoopbackUser] = [:]
    var idTokens: [String: (signIn: SignIn, end: Int)] = [:]
    var refreshTokens: [String: SignIn] = [:]
    /// What lookups and refreshes answer about tokens that are no longer good.
    var revoked: [String: String] = [:]
    var pending: [String: (signIn: SignIn, end: Int)] = [:]
    var secrets: [String: (user: String, totp: TOTP, end: Int)] = [:]
    var mails: [FirebaseLoopbackMail] = []
    var oobCodes: [String: String] = [:]
    /// Which addresses the codes of links sign in.
    var signInCodes: [String: String] = [:]
    /// Everything secret that was handed out.
    var issued: [String] = []
  }

  let state: Locked<State>
  /// The answers that are set.
  public let scripted = ScriptedAnswers()
  let now: @Sendable () -> Int

  /// Makes a project without accounts.
  ///
  /// - Parameter now: seconds since 1970.
  public init(
    settings: FirebaseSettings = FirebaseSettings(),
    now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
  ) {
    self.now = now
    state = Locked(State(settings: settings))
  }

  // MARK: For tests and for trying out

  /// Adds an account, in place of one with the same id.
  public func add(_ user: FirebaseLoopbackUser) { state.withLock { $0.users[user.localID] = user } }

  /// The account of an email address.
  public func user(_ email: String) -> FirebaseLoopbackUser? {
    state.withLock { $0.users.values.first { $0.email == email } }
  }

  /// Changes an account.
  public func change(_ email: String, _ body: @Sendable (inout FirebaseLoopbackUser) -> Void) {
    state.withLock { state in
      guard var user = state.users.values.first(where: { $0.email == email }) else { return }
      body(&user)
      state.users[user.localID] = user
    }
  }

  /// Removes an account.
  public func remove(_ email: String) {
    state.withLock { state in state.users = state.users.filter { $0.value.email != email } }
  }

  /// The project's settings.
  public var settings: FirebaseSettings { state.withLock { $0.settings } }

  /// Changes how the project is set up.
  public func change(_ body: @Sendable (inout FirebaseSettings) -> Void) {
    state.withLock { body(&$0.settings) }
  }

  /// The emails so far.
  public var mails: [FirebaseLoopbackMail] { state.withLock { $0.mails } }

  /// Everything secret that was handed out.
  package var issued: [String] { state.withLock { $0.issued } }

  /// Whether an id token is good.
  public func accepts(_ idToken: Secret) -> Bool {
    state.withLock { state in
      (try? Self.signIn(idToken.text, now(), state)) != nil
    }
  }

  /// Lets the next request to a path be refused. The path is as Google has it, such as `/v1/accounts:lookup`.
  public func failNext(_ path: String, _ message: String) {
    answerNext(path, with: FirebaseRefusal(message).response)
  }

  // MARK: Answers

  /// The answer to a request.
  public func answer(_ received: ReceivedRequest) -> TransportResponse {
    let now = now()
    var response = state.withLock { state -> TransportResponse in
      do throws(FirebaseRefusal) {
        let request = try FirebaseRequest(received, now: now)
        if let scripted = scripted.next(to: request.path) { return scripted }
        return .json(try Self.answer(request, &state))
      } catch {
        return error.response
      }
    }
    response.headers["Date"] = response.headers["Date"] ?? Self.httpDate(now)
    return response
  }

  private static func answer(
    _ request: FirebaseRequest, _ state: inout State
  ) throws(FirebaseRefusal) -> JSONValue {
    if request.path.hasSuffix("/config") { return try configuration(request, &state) }
    if request.path == "/emulator/v1/projects/\(state.settings.projectID)/oobCodes" { return mailed(state) }
    guard let key = request.query["key"] else {
      throw FirebaseRefusal(
        status: 403, "PERMISSION_DENIED",
        "Method doesn't allow unregistered callers. Please use API Key or other form of API consumer identity.",
        reason: "forbidden")
    }
    guard key == state.settings.apiKey else { throw FirebaseRefusal.wrongKey }
    guard request.method == "POST" else { throw FirebaseRefusal(status: 404, "NOT_FOUND", "Not Found") }
    if request.path != "/v1/token", request.body["tenantId"]?.text != state.settings.tenantID {
      throw FirebaseRefusal(
        request.body["tenantId"] == nil ? "TENANT_ID_MISMATCH" : "INVALID_TENANT_ID")
    }
    switch request.path {
    case "/v1/accounts:signInWithPassword": return try signInWithPassword(request, &state)
    case "/v1/accounts:signInWithIdp": return try signInWithProvider(request, &state)
    case "/v1/accounts:signInWithEmailLink": return try signInWithEmailLink(request, &state)
    case "/v1/accounts:signInWithCustomToken": return try signInWithCustomToken(request, &state)
    case "/v1/accounts:signInWithPhoneNumber": return try signInWithPhone(request, &state)
    case "/v1/accounts:signUp": return try signUp(request, &state)
    case "/v1/accounts:lookup": return try lookup(request, state)
    case "/v1/accounts:sendOobCode": return try sendOobCode(request, &state)
    case "/v1/accounts:update": return try update(request, &state)
    case "/v1/token": return try refresh(request, &state)
    case "/v2/accounts/mfaEnrollment:start": return try startEnrolment(request, &state)
    case "/v2/accounts/mfaEnrollment:finalize": return try finalizeEnrolment(request, &state)
    case "/v2/accounts/mfaEnrollment:withdraw": return try withdraw(request, &state)
    case "/v2/accounts/mfaSignIn:finalize": return try finalizeSignIn(request, &state)
    default: throw FirebaseRefusal(status: 404, "NOT_FOUND", "Not Found")
    }
  }

  /// An id as Firebase makes them.
  static func identifier() -> String {
    SecureRandom.text(28, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
  }

  /// Something secret that is handed out.
  static func token(_ state: inout State, prefix: String = "") -> String {
    let token = prefix + Base64.urlText(SecureRandom.bytes(36))
    state.issued.append(token)
    return token
  }
}
