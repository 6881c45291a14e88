import FlowTransport

/// Makes profiles.
struct ProfileService: Sendable {
  /// Whether the site is asked who the access token belongs to, and must say the same as the ID token.
  let crossChecks: Bool

  /// Who an ID token is about. It has been checked.
  ///
  /// - Throws: `invalidIDToken` when the site says that the access token is somebody else's.
  func profile(
    _ token: IDToken, _ accessToken: Secret, _ client: Auth0Client
  ) async throws(RegistrationError) -> Profile {
    let profile = Profile(claims: token.claims)
    guard crossChecks else { return profile }
    let userinfo = try await client.userinfo(accessToken)
    guard let subject = token.subject, IDTokenRules.isSame(userinfo["sub"]?.text, subject),
      Profile(claims: userinfo).email.map({ Array($0.utf8) }) == profile.email.map({ Array($0.utf8) })
    else { throw RegistrationError(.invalidIDToken) }
    return profile
  }

  /// Whether the site has verified the email address. Only a plain yes is one.
  func isEmailVerified(_ token: IDToken) -> Bool {
    token.claims["email_verified"]?.bool == true && token.claims["email"]?.text?.isEmpty == false
  }
}
