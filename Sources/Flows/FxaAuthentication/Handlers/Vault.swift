import FlowTransport

/// What the handlers keep in memory between two calls. Nothing of it goes anywhere else; what is dropped is overwritten
/// as soon as no request uses it any more.
struct Vault: Sendable {
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
  var legalAccepted = true
  var consentsGiven = false
  /// Counts how often everything was forgotten: an answer to an earlier request brings nothing back.
  var epoch = 0

  /// Drops password, keys and codes. The code verifier stays.
  mutating func forget() {
    password = nil
    code = nil
    session = nil
    login = nil
    epoch += 1
  }
}
