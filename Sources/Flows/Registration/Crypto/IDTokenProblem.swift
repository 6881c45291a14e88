/// Why an ID token is not accepted. Says nothing of what stands in it.
package enum IDTokenProblem: String, Error, Hashable, Sendable, CaseIterable {
  /// The token is empty.
  case empty
  /// It is longer than anybody needs.
  case tooLong
  /// It has not three parts.
  case parts
  /// A part is not base64url, or has padding.
  case encoding
  /// The header or the claims are not a JSON object.
  case json
  /// Its algorithm is not RS256.
  case algorithm
  /// Its header wants something to be understood that is not.
  case criticalHeader
  /// It does not name the key.
  case keyID
  /// The provider has no such key.
  case unknownKey
  /// The key has not made the signature.
  case signature
  /// Another provider has issued it.
  case issuer
  /// It names nobody, or somebody else than before.
  case subject
  /// It is for another app.
  case audience
  /// It was asked for by another app.
  case authorizedParty
  /// It is over, or does not say when it ends.
  case expired
  /// It begins later.
  case notYetValid
  /// It does not say when it was issued.
  case issuedAt
  /// It answers another request.
  case nonce
}
