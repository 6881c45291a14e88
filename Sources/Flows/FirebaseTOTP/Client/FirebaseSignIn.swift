import FlowTransport

/// What the first step of signing in gave.
package struct FirebaseSignIn: Sendable {
  /// Who it is.
  let localID: String
  /// The tokens, where no second factor is needed.
  let tokens: FirebaseTokens?
  /// What stands for the first factor until the second one is there.
  let pending: Secret?
  /// The second factors that can complete the sign-in.
  let hints: [FirebaseFactor]

  /// Reads an answer; nil if it is not valid. An answer with a token needs no second factor.
  init?(_ json: JSONValue) {
    guard let localID = json["localId"]?.text, !localID.isEmpty,
      let hints = FirebaseFactor.list(json["mfaInfo"])
    else { return nil }
    self.localID = localID
    if let idToken = json["idToken"] {
      guard
        let tokens = FirebaseTokens(
          idToken: idToken.text, refreshToken: json["refreshToken"]?.text, expiresIn: json["expiresIn"],
          userID: localID)
      else { return nil }
      self.tokens = tokens
      pending = nil
      self.hints = []
    } else {
      guard !hints.isEmpty, let pending = json["mfaPendingCredential"]?.text, !pending.isEmpty else {
        return nil
      }
      tokens = nil
      self.pending = Secret(pending)
      self.hints = hints
    }
  }
}
