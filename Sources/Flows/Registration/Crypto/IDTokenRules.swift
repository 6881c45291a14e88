package import FlowTransport

/// What an ID token has to say to be accepted (OpenID Connect Core, 3.1.3.7 and 12.2).
package struct IDTokenRules: Sendable {
  /// How far the clocks of this device and the provider may be apart, in seconds.
  static let leeway = 60.0
  // Decision: Docs/decisions/flow-registration.md#an-id-token-may-be-issued-up-to-ten-minutes-ahead
  /// How far ahead the time of issue may lie, in seconds.
  static let issueLeeway = 600.0

  /// Who must have issued it, sign for sign.
  let issuer: String
  /// For whom it must be.
  let clientID: String
  /// What was sent with the request; nil when nothing was.
  let nonce: Secret?
  /// Whose it must be, where that is known; nil otherwise.
  let subject: String?
  /// Seconds since 1970.
  let now: Double

  /// Makes rules.
  package init(issuer: String, clientID: String, nonce: Secret?, subject: String? = nil, now: Double) {
    self.issuer = issuer
    self.clientID = clientID
    self.nonce = nonce
    self.subject = subject
    self.now = now
  }

  /// Checks the signature first, and then what is said.
  package func check(_ token: IDToken, _ keys: JSONWebKeySet) throws(IDTokenProblem) {
    guard keys.has(token.keyID) else { throw .unknownKey }
    guard keys.hasSigned(token) else { throw .signature }
    let claims = token.claims
    guard Self.isSame(claims["iss"]?.text, issuer) else { throw .issuer }
    guard let said = token.subject, subject.map({ Self.isSame(said, $0) }) ?? true else { throw .subject }
    try checkAudience(claims)
    guard let end = Self.seconds(claims["exp"]), end >= now - Self.leeway else { throw .expired }
    if claims.has("nbf") {
      guard let begin = Self.seconds(claims["nbf"]), begin <= now + Self.leeway else { throw .notYetValid }
    }
    guard let issued = Self.seconds(claims["iat"]), issued <= now + Self.issueLeeway else { throw .issuedAt }
    if let nonce {
      guard let said = claims["nonce"]?.text, Secret(said) == nonce else { throw .nonce }
    }
  }

  private func checkAudience(_ claims: JSONValue) throws(IDTokenProblem) {
    let audience: [String?] =
      switch claims["aud"] {
      case .string(let one)?: [one]
      case .list(let several)?: several.map(\.text)
      default: []
      }
    guard !audience.contains(nil), audience.contains(where: { Self.isSame($0, clientID) }) else {
      throw .audience
    }
    // With several audiences the token has to say who asked for it, and wherever it does, it must be this app.
    guard claims.has("azp") ? Self.isSame(claims["azp"]?.text, clientID) : audience.count == 1 else {
      throw .authorizedParty
    }
  }

  /// Whether a text is another one, byte for byte.
  static func isSame(_ text: String?, _ other: String) -> Bool {
    text?.utf8.elementsEqual(other.utf8) ?? false
  }

  private static func seconds(_ json: JSONValue?) -> Double? {
    guard case .number(let seconds)? = json, seconds.isFinite else { return nil }
    return seconds
  }
}
