import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import LoopbackTOTP

/// The accounts of the server that plays Mozilla VPN.
enum DemoAccounts {
  static let password = "correct horse"
  /// The key in the authenticator app of the account that has one.
  static let totpKey = "12345678901234567890"
  static let totp = TOTP(key: Secret(totpKey))
  static let emails = ["plain@example.org", "totp@example.org", "blocked@example.org"]

  /// Starts the server.
  ///
  /// - Parameter mailed: gets each email as it is sent.
  static func start(
    port: Int, mailed: (@Sendable (LoopbackMail) -> Void)? = nil
  ) async throws -> (LoopbackServer, FxaLoopback) {
    let (server, service) = try await LoopbackServer.start(port: port) {
      MailedService(FxaLoopback(base: $0), { $0.mails }, mailed)
    }
    let fxa = service.service
    for email in emails {
      var account = LoopbackAccount(
        email: email, authPW: try KeyStretching.authPW(Secret(password), email: email),
        clients: ["Firefox on a laptop", "Mozilla VPN on a telephone"])
      if email.hasPrefix("totp") { account.totp = totp }
      if email.hasPrefix("blocked") { account.isBlocked = true }
      fxa.add(account)
    }
    return (server, fxa)
  }
}
