import FlowTransport

/// What `/oauth/token` answers.
struct Auth0Tokens: Sendable {
  /// Shown to the back-end. Opaque here.
  let accessToken: Secret
  /// Good for other tokens. Where refresh tokens rotate, each answer has a new one; else only the first.
  let refreshToken: Secret?
  /// Who it is, as it came and not yet checked.
  let idToken: Secret?
  /// Seconds for which the access token is good.
  let lifetime: Int

  /// A day, where the server does not say how long an access token is good.
  static let usualLifetime = 86_400
  /// More than a year is taken for a year.
  static let longestLifetime = 31_536_000

  /// Reads an answer; nil if it is not valid. Its `expires_in` must be a number above zero, in a renewal too.
  init?(_ json: JSONValue) {
    guard let access = json["access_token"]?.text, !access.isEmpty,
      json["token_type"]?.text?.lowercased() == "bearer"
    else { return nil }
    accessToken = Secret(access)
    refreshToken = json["refresh_token"]?.text.flatMap { $0.isEmpty ? nil : Secret($0) }
    idToken = json["id_token"]?.text.map { Secret($0) }
    guard let expiresIn = json["expires_in"] else {
      lifetime = Self.usualLifetime
      return
    }
    // Decision: Docs/decisions/flow-registration.md#an-invalid-expires_in-makes-an-answer-malformed
    guard let seconds = expiresIn.int, seconds > 0 else { return nil }
    lifetime = min(seconds, Self.longestLifetime)
  }
}
