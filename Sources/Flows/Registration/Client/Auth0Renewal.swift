import FlowTransport

/// What the site answers when it has renewed: the next refresh token, whatever is to be said of the rest.
struct Auth0Renewal: Sendable {
  /// The next refresh token. Where it came, the one that was sent may be worth nothing any more.
  let refreshToken: Secret?
  /// The tokens; an error when the answer is not as it should be.
  let tokens: Result<Auth0Tokens, RegistrationError>

  /// Reads an answer of 200. The refresh token counts also when the rest is wrong, even the type of the content: a site
  /// that has made it has not kept the one before.
  init(_ answer: JSONAnswer) {
    refreshToken = answer.body["refresh_token"]?.text.flatMap { $0.isEmpty ? nil : Secret($0) }
    if answer.json["error"] == nil, let read = Auth0Tokens(answer.json, isRenewal: true) {
      tokens = .success(read)
    } else {
      tokens = .failure(RegistrationError(answer))
    }
  }
}
