public import FlowTransport
public import Foundation
public import LoopbackServer

/// A tenant of Auth0 and ClueRide's back-end, in memory. It answers what both document; ClueRide is below `/rest/`.
public final class RegistrationLoopback: ScriptedService {
  /// What somebody has allowed, for which tokens are given.
  struct Grant {
    let person: Auth0Person
    let client: String
    let nonce: String?
    /// Identifies the refresh tokens of one sign-in.
    let family: Int
  }

  /// A code, and what redeems it.
  struct Code {
    let grant: Grant
    let redirectURI: String
    let challenge: String
    let end: Int
  }

  /// A refresh token.
  struct RefreshToken {
    let grant: Grant
    /// From which it was made.
    let parent: String?
    /// When it was first used.
    var used: Int?
  }

  struct State {
    var settings: Auth0Settings
    var person: Auth0Person
    var codes: [String: Code] = [:]
    var accessTokens: [String: (grant: Grant, end: Int)] = [:]
    var refreshTokens: [String: RefreshToken] = [:]
    var families = 0
    /// Who is logged in at the identity provider, by the cookie of the browser.
    var visits: [String: Auth0Person] = [:]
    /// Pages that wait for the code of an email.
    var tickets: [String: (page: [String: String], code: String)] = [:]
    /// Codes that were sent to an address without a page.
    var otps: [String: String] = [:]
    var mails: [(email: String, code: String)] = []
    /// Members by email address, as the app has handed them over.
    var members: [String: JSONValue] = [:]
    /// Everything secret that was handed out.
    var issued: [String] = []
    /// Changes what ID tokens say.
    var claims: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
  }

  let state: Locked<State>
  /// The answers that are set.
  public let scripted = ScriptedAnswers()
  /// Where it is, with a slash at its end: who issues ID tokens.
  let issuer: String
  private let now: @Sendable () -> Int

  /// Makes a tenant with somebody in front of the browser.
  ///
  /// - Parameters:
  ///   - base: the server's address.
  ///   - now: seconds since 1970.
  public init(
    base: URL, settings: Auth0Settings = Auth0Settings(), person: Auth0Person = Auth0Person(),
    now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
  ) {
    issuer = base.absoluteString.hasSuffix("/") ? base.absoluteString : base.absoluteString + "/"
    self.now = now
    state = Locked(State(settings: settings, person: person))
  }

  // MARK: For tests and for trying out

  /// Changes how the tenant is set up.
  public func change(_ body: @Sendable (inout Auth0Settings) -> Void) {
    state.withLock { body(&$0.settings) }
  }

  /// Changes who is in front of the browser.
  public func changePerson(_ body: @Sendable (inout Auth0Person) -> Void) {
    state.withLock { body(&$0.person) }
  }

  /// Changes what ID tokens say from now on.
  package func changeClaims(_ body: @escaping @Sendable (inout [String: JSONValue]) -> Void) {
    state.withLock { $0.claims = body }
  }

  /// The code of the last email.
  public var mailedCode: String? { mailedCodes.last }

  /// The codes of the emails so far.
  package var mailedCodes: [String] { state.withLock { $0.mails.map(\.code) } }

  /// The email addresses of the members.
  public var members: [String] { state.withLock { $0.members.keys.sorted() } }

  /// Everything secret that was handed out.
  package var issued: [String] { state.withLock { $0.issued } }

  /// Whether a refresh token would be taken now.
  public func accepts(_ refreshToken: Secret) -> Bool {
    let now = now()
    return state.withLock { state in
      guard let token = state.refreshTokens[refreshToken.text] else { return false }
      return Self.isTaken(token, now, state.settings)
    }
  }

  /// How many sign-ins there are whose refresh token, or one that came of it, is there still.
  package var openSignIns: Int {
    state.withLock { Set($0.refreshTokens.values.map(\.grant.family)).count }
  }

  /// Makes all access tokens worthless, and leaves the refresh tokens.
  public func forgetAccessTokens() { state.withLock { $0.accessTokens = [:] } }

  /// Makes all refresh tokens worthless.
  public func revokeAll() { state.withLock { $0.refreshTokens = [:] } }

  /// Lets the next request to a path be refused.
  public func failNext(_ path: String, status: Int, _ error: String) {
    answerNext(path, with: Auth0Refusal(status, error, "As the test wants it.").response)
  }

  // MARK: Answers

  /// The answer to a request.
  public func answer(_ received: ReceivedRequest) -> TransportResponse {
    let now = now()
    return state.withLock { state in
      do throws(Auth0Refusal) {
        let request = try Auth0Request(received, now: now)
        if let scripted = scripted.next(to: request.path) { return scripted }
        return try answer(request, &state)
      } catch {
        return error.response
      }
    }
  }

  private func answer(_ request: Auth0Request, _ state: inout State) throws(Auth0Refusal) -> TransportResponse
  {
    switch (request.method, request.path) {
    case ("GET", "/authorize"): return Self.authorize(request, &state)
    case ("GET", "/u/email-code"): return Self.typeCode(request, &state)
    case ("POST", "/oauth/token"): return .json(try token(request, &state))
    case ("POST", "/oauth/revoke"): return try Self.revoke(request, &state)
    case ("POST", "/passwordless/start"): return .json(try Self.startPasswordless(request, &state))
    case ("GET", "/userinfo"): return .json(try Self.userinfo(request, state))
    case ("GET", "/v2/logout"): return Self.logOut(request, &state)
    case ("GET", "/.well-known/jwks.json"): return .json(Auth0Signer.shared?.webKeys ?? ["keys": []])
    case (_, let path) where path.hasPrefix("/rest/"): return try Self.clueRide(request, &state)
    default: throw Auth0Refusal(404, "not_found", "Not found.")
    }
  }

  // MARK: Parts of answers

  static func page(_ text: String, form: String = "", status: Int = 200) -> TransportResponse {
    TransportResponse(
      status: status, headers: ["Content-Type": "text/html; charset=utf-8"],
      body: Array("<!DOCTYPE html><title>Loopback</title><p>\(text)</p>\(form)".utf8))
  }

  static func redirect(_ address: String, _ fields: [(name: String, value: String)] = []) -> TransportResponse
  {
    let query = fields.isEmpty ? "" : "?" + FormData.text(fields)
    return TransportResponse(status: 302, headers: ["Location": address + query])
  }

  /// Something secret that is handed out.
  static func secret(_ state: inout State) -> String {
    let secret = Base64.urlText(SecureRandom.bytes(32))
    state.issued.append(secret)
    return secret
  }

  /// Whether an address is on the list. A name before the host could lead anywhere from one that begins well.
  static func isAllowed(_ address: String, _ settings: Auth0Settings) -> Bool {
    guard CallbackAddress(address)?.authority?.contains("@") != true else { return false }
    return settings.allowedCallbacks.contains { allowed in
      allowed.hasSuffix("*") ? address.hasPrefix(allowed.dropLast()) : address == allowed
    }
  }
}
