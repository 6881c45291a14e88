import FlowTransport

/// What the site answers when it has given tokens: the refresh token, whatever is to be said of the rest.
package struct Auth0Grant: Sendable {
  /// The refresh token. In a renewal the one that was sent may be worth nothing any more where another came; the one of a
  /// code that was redeemed is good until somebody has it revoked.
  let refreshToken: Secret?
  /// The tokens; an error when the answer is not as it should be.
  let tokens: Result<Auth0Tokens, RegistrationError>

  /// Reads an answer of 200. The refresh token counts also when the rest is wrong, even the type of the content: a site
  /// that has made it will take it.
  init(_ answer: JSONAnswer) {
    refreshToken = answer.body?["refresh_token"]?.text.flatMap { $0.isEmpty ? nil : Secret($0) }
    if answer.json["error"] == nil, let read = Auth0Tokens(answer.json) {
      tokens = .success(read)
    } else {
      tokens = .failure(RegistrationError(answer))
    }
  }
}
