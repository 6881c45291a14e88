package import FlowTransport
import Foundation

/// Speaks with Auth0. Each method makes one request and repeats none, except that keys are fetched when they are needed
/// and not yet known.
package final class Auth0Client: Sendable, CustomReflectable {
  let tenant: Auth0Tenant
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Double
  private let known = Locked<KnownKeys?>(nil)

  /// Keys, and when they were fetched, in seconds since 1970.
  private struct KnownKeys: Sendable {
    let keys: JSONWebKeySet
    let time: Double
  }

  // Decision: Docs/decisions/flow-registration.md#the-sites-keys-are-trusted-for-an-hour
  /// How many seconds keys are used before they are fetched again: what the site takes back is not believed for ever.
  static let longestAge = 3_600.0
  /// How many seconds a missing key is not asked for again, so that tokens with invented keys cause no requests.
  static let shortestPause = 60.0

  /// Makes a client.
  ///
  /// - Parameter now: seconds since 1970.
  package init(_ tenant: Auth0Tenant, transport: any HTTPTransport, now: @escaping @Sendable () -> Double) {
    self.tenant = tenant
    self.transport = transport
    self.now = now
  }

  /// The application that has given tokens; nil for those of nobody's. Where several have one id, that of the way by which
  /// they came.
  static func giver(
    of data: CapturedData, among clients: [Registration.RegistrationType: Auth0Client]
  ) -> Auth0Client? {
    let types = (data.registrationType.map { [$0] } ?? []) + Registration.RegistrationType.allCases
    return types.lazy.compactMap { clients[$0] }.first { $0.tenant.site == data.site }
  }

  // MARK: Tokens

  /// Redeems a code.
  ///
  /// - Throws: what went wrong when the site has not said yes. What is wrong with an answer that says yes is in it.
  func exchange(_ code: Secret, for authorization: Authorization) async throws(RegistrationError)
    -> Auth0Grant
  {
    let fields: [String: JSONValue] = [
      "grant_type": "authorization_code", "code": .string(code.text),
      "code_verifier": .string(authorization.pkce.verifier.text),
      "redirect_uri": .string(authorization.redirectURI),
    ]
    return try await grant(fields)
  }

  /// Asks for other tokens.
  ///
  /// - Throws: what went wrong when the site has not said yes. What is wrong with an answer that says yes is in it.
  package func refresh(_ refreshToken: Secret) async throws(RegistrationError) -> Auth0Grant {
    try await grant(["grant_type": "refresh_token", "refresh_token": .string(refreshToken.text)])
  }

  private func grant(_ fields: [String: JSONValue]) async throws(RegistrationError) -> Auth0Grant {
    let answer = try await post("oauth/token", fields)
    guard answer.status == 200 else { throw RegistrationError(answer, isOfTokens: true) }
    return Auth0Grant(answer)
  }

  /// Makes a refresh token worthless. Auth0 says yes to unknown ones too, with nothing else; a page is no yes.
  package func revoke(_ refreshToken: Secret) async throws(RegistrationError) {
    let answer = try await post("oauth/revoke", ["token": .string(refreshToken.text)])
    guard answer.status == 200, answer.isEmpty || answer.body?.has("error") == false else {
      throw RegistrationError(answer)
    }
  }

  // MARK: Who it is

  /// Checks an ID token with the site's keys. Keys that are not yet known are fetched, once for a token.
  ///
  /// - Parameters:
  ///   - nonce: what was sent with the request; nil when nothing was.
  ///   - subject: whose it must be; nil when nobody knows.
  /// - Throws: `invalidIDToken`, and what fetching the keys fails with.
  package func validated(
    _ idToken: Secret, nonce: Secret?, subject: String? = nil
  ) async throws(RegistrationError) -> IDToken {
    guard let token = try? IDToken(idToken.text) else { throw RegistrationError(.invalidIDToken) }
    let keys = try await keys(with: token.keyID)
    let rules = IDTokenRules(
      issuer: tenant.issuer, clientID: tenant.clientID, nonce: nonce, subject: subject, now: now())
    guard (try? rules.check(token, keys)) != nil else { throw RegistrationError(.invalidIDToken) }
    return token
  }

  /// What the site says about the owner of an access token.
  package func userinfo(_ accessToken: Secret) async throws(RegistrationError) -> JSONValue {
    let answer = try await get(tenant.address("userinfo"), accessToken)
    guard answer.status == 200, answer.json["sub"]?.text != nil else { throw RegistrationError(answer) }
    return answer.json
  }

  /// The site's keys. They are kept for an hour, and fetched sooner when the key that is looked for is not among them;
  /// for that once a minute.
  private func keys(with id: String) async throws(RegistrationError) -> JSONWebKeySet {
    if let known = known.withLock({ $0 }) {
      // A clock that was set back says nothing.
      let age = now() - known.time
      if (0..<(known.keys.has(id) ? Self.longestAge : Self.shortestPause)).contains(age) { return known.keys }
    }
    let answer = try await get(tenant.address(".well-known/jwks.json"))
    guard answer.status == 200 else { throw RegistrationError(answer) }
    // A site without a single key has none to be kept.
    guard let keys = JSONWebKeySet(answer.json), !keys.isEmpty else {
      throw RegistrationError(answer)
    }
    known.withLock { $0 = KnownKeys(keys: keys, time: now()) }
    return keys
  }

  // MARK: Leaving

  /// The page that ends the browser's own login, and then leads back to the app. Without an address to lead back to, the
  /// person would be left there.
  func logoutPage(returnTo: String) -> URL? {
    tenant.address("v2/logout", [("client_id", tenant.clientID), ("returnTo", returnTo)])
  }

  // MARK: Requests

  private func post(
    _ path: String, _ fields: [String: JSONValue]
  ) async throws(RegistrationError) -> JSONAnswer {
    guard let url = tenant.address(path) else { throw .malformedAnswer }
    var fields = fields
    fields["client_id"] = .string(tenant.clientID)
    let headers: TransportHeaders = ["Content-Type": "application/json", "Accept": "application/json"]
    let request = TransportRequest(.post, url, headers: headers, body: JSONValue.object(fields).bytes)
    return try await transport.answer(to: request, now: now())
  }

  private func get(_ url: URL?, _ accessToken: Secret? = nil) async throws(RegistrationError) -> JSONAnswer {
    guard let url else { throw .malformedAnswer }
    var request = TransportRequest(.get, url, headers: ["Accept": "application/json"])
    if let accessToken { request.headers["Authorization"] = "Bearer " + accessToken.text }
    return try await transport.answer(to: request, now: now())
  }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
