import FlowKit
import FlowTransport

/// What the handlers keep in memory between two calls. Nothing of it goes anywhere else; what is dropped is overwritten
/// as soon as no request uses it any more, except for the copies that a request is made of.
struct FxaVault: Sendable {
  var password: Secret?
  /// The code that was typed, or that a server or the browser gave.
  var code: Secret?
  var session: SessionKeys?
  var pkce: PKCE?
  var parameters: FxaParameters?
  /// Whether state and verifier were used.
  var isSpent = false
  var login: VPNLogin?
  /// What a new password is compared with: a query knows nothing but its arguments.
  var email = ""
  /// The address of an account whose deletion ended without an answer: it may be gone.
  var unansweredDeletion: String?

  /// Drops password, keys, codes and the email address. The code verifier stays.
  ///
  /// - Returns: the session to end at the account server.
  mutating func forget() -> SessionKeys? {
    defer { session = nil }
    password = nil
    code = nil
    login = nil
    email = ""
    return session
  }

  /// What is in it now, by name, for the tests that look whether nothing stays.
  var held: Set<String> {
    let parts: [(String, Bool)] = [
      ("password", password != nil), ("code", code != nil), ("session", session != nil),
      ("pkce", pkce != nil),
      ("parameters", parameters != nil), ("login", login != nil), ("email", !email.isEmpty),
      ("unansweredDeletion", unansweredDeletion != nil),
    ]
    return Set(parts.filter(\.1).map(\.0))
  }
}
