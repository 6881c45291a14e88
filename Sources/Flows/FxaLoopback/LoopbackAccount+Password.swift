public import FlowTransport
import FxaAuthenticationFlow

extension LoopbackAccount {
  /// Makes an account with a password.
  ///
  /// - Throws: when the key that proves the password cannot be derived.
  public init(email: String, password: Secret) throws {
    self.init(email: email, authPW: try KeyStretching.authPW(password, email: email))
  }
}
