import FlowTransport

/// What signing in or up gave.
package struct FxaLogin: Sendable {
  /// The session.
  package let keys: SessionKeys
  /// Whether nothing else has to be proven; nil where the answer does not say.
  package let verified: Bool?
  /// What else has to be proven.
  package let verificationMethod: String?

  /// Reads an answer; nil when there is no session in it, or it says things of another kind.
  init?(_ json: JSONValue) {
    guard let token = json["sessionToken"]?.text, let keys = SessionKeys(sessionToken: Secret(token))
    else { return nil }
    self.keys = keys
    verified = json["verified"]?.bool
    verificationMethod = json["verificationMethod"]?.text
    if json["verified"] != nil, verified == nil { return nil }
  }
}
