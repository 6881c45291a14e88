import Crypto
import FlowTransport
import Foundation
import LoopbackServer

/// Tokens: giving, renewing, revoking, and whose they are.
extension RegistrationLoopback {
  func token(_ request: Auth0Request, _ state: inout State) throws(Auth0Refusal) -> JSONValue {
    let client = try request.field("client_id")
    guard state.settings.clientIDs.contains(client) else {
      throw Auth0Refusal(401, "invalid_client", "Unknown client.")
    }
    switch try request.field("grant_type") {
    case "authorization_code":
      let grant = try Self.redeem(request, client, &state)
      return tokens(grant, Self.refreshToken(grant, parent: nil, &state), request.now, &state)
    case "refresh_token":
      let (grant, next) = try Self.use(try request.field("refresh_token"), client, request.now, &state)
      return tokens(grant, next, request.now, &state)
    case "http://auth0.com/oauth/grant-type/passwordless/otp":
      let email = try request.field("username")
      guard request.body["realm"]?.text == "email", state.otps[email] == (try request.field("otp")) else {
        throw Auth0Refusal(403, "invalid_grant", "Wrong email or verification code.")
      }
      state.otps[email] = nil
      state.families += 1
      var person = state.person
      (person.id, person.email, person.isEmailVerified) = ("email|" + email, email, true)
      let grant = Grant(person: person, client: client, nonce: nil, family: state.families)
      return tokens(grant, Self.refreshToken(grant, parent: nil, &state), request.now, &state)
    default: throw Auth0Refusal(403, "unsupported_grant_type", "Unsupported grant type.")
    }
  }

  /// A code is valid once, and only for the app that asked for it.
  private static func redeem(
    _ request: Auth0Request, _ client: String, _ state: inout State
  ) throws(Auth0Refusal) -> Grant {
    let verifier = try request.field("code_verifier")
    guard let code = state.codes.removeValue(forKey: try request.field("code")), code.end > request.now,
      code.grant.client == client, request.body["redirect_uri"]?.text == code.redirectURI
    else { throw .unknownCode }
    guard Base64.urlText(SHA256.hash(data: Array(verifier.utf8))) == code.challenge else {
      throw Auth0Refusal(403, "invalid_grant", "Failed to verify code verifier")
    }
    return code.grant
  }

  private static func refreshToken(_ grant: Grant, parent: String?, _ state: inout State) -> String {
    let token = secret(&state)
    state.refreshTokens[token] = RefreshToken(grant: grant, parent: parent)
    return token
  }

  /// Whether a refresh token is taken.
  static func isTaken(_ token: RefreshToken, _ now: Int, _ settings: Auth0Settings) -> Bool {
    guard case .leeway(let seconds) = settings.rotation, let used = token.used else { return true }
    return now - used <= seconds
  }

  /// Uses a refresh token.
  ///
  /// - Returns: what it is for, and the next one where they rotate.
  private static func use(
    _ name: String, _ client: String, _ now: Int, _ state: inout State
  ) throws(Auth0Refusal) -> (Grant, String?) {
    guard let token = state.refreshTokens[name], token.grant.client == client else { throw .unknownToken }
    guard isTaken(token, now, state.settings) else {
      // It was used before: somebody may have stolen it.
      forget(token.grant.family, &state)
      throw .unknownToken
    }
    switch state.settings.rotation {
    case .off: return (token.grant, nil)
    case .leeway: state.refreshTokens[name]?.used = token.used ?? now
    case .untilUsed: if let parent = token.parent { state.refreshTokens[parent] = nil }
    }
    return (token.grant, refreshToken(token.grant, parent: name, &state))
  }

  private static func forget(_ family: Int, _ state: inout State) {
    state.refreshTokens = state.refreshTokens.filter { $0.value.grant.family != family }
  }

  private func tokens(_ grant: Grant, _ refresh: String?, _ now: Int, _ state: inout State) -> JSONValue {
    let access = Self.secret(&state)
    state.accessTokens[access] = (grant, now + state.settings.tokenLifetime)
    var answer: [String: JSONValue] = [
      "access_token": .string(access), "token_type": "Bearer",
      "id_token": .string(idToken(grant, now, &state)), "scope": "openid profile email offline_access",
    ]
    if let refresh { answer["refresh_token"] = .string(refresh) }
    if state.settings.sendsLifetime {
      answer["expires_in"] = .number(Double(state.settings.tokenLifetime))
    }
    return .object(answer)
  }

  private func idToken(_ grant: Grant, _ now: Int, _ state: inout State) -> String {
    var claims = Self.profile(grant.person)
    claims["iss"] = .string(issuer)
    claims["aud"] = .string(grant.client)
    claims["iat"] = .number(Double(now))
    claims["exp"] = .number(Double(now + state.settings.idTokenLifetime))
    claims["nonce"] = grant.nonce.map(JSONValue.string)
    state.claims(&claims)
    let token = Auth0Signer.shared?.token(.object(claims)) ?? ""
    state.issued.append(token)
    return token
  }

  private static func profile(_ person: Auth0Person) -> [String: JSONValue] {
    [
      "sub": .string(person.id), "name": .string(person.name), "given_name": .string(person.givenName),
      "family_name": .string(person.familyName), "nickname": .string(person.givenName.lowercased()),
      "picture": .string(person.picture), "email": .string(person.email),
      "email_verified": .bool(person.isEmailVerified), "updated_at": "2026-01-01T00:00:00.000Z",
    ]
  }

  /// The owner of an access token; nil if the token is unknown or has expired.
  static func person(_ request: Auth0Request, _ state: State) -> Auth0Person? {
    guard let token = request.bearer.flatMap({ state.accessTokens[$0] }), token.end > request.now else {
      return nil
    }
    return token.grant.person
  }

  static func userinfo(_ request: Auth0Request, _ state: State) throws(Auth0Refusal) -> JSONValue {
    guard let person = person(request, state) else {
      throw Auth0Refusal(401, "invalid_token", "The access token is not valid.")
    }
    return .object(profile(person))
  }

  /// Revoking a token makes its whole family worthless, and all of the grant where the tenant is set up so. Unknown ones
  /// are fine.
  static func revoke(_ request: Auth0Request, _ state: inout State) throws(Auth0Refusal) -> TransportResponse
  {
    let client = try request.field("client_id")
    if let token = state.refreshTokens[try request.field("token")] {
      let revoked = token.grant
      guard revoked.client == client else {
        throw Auth0Refusal(400, "invalid_grant", "The token belongs to another application.")
      }
      forget(revoked.family, &state)
      if state.settings.revocationDeletesGrant {
        state.refreshTokens = state.refreshTokens.filter {
          $0.value.grant.client != client || $0.value.grant.person.id != revoked.person.id
        }
      }
    }
    return TransportResponse(status: 200)
  }
}
