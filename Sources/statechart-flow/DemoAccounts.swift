import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer

/// The accounts of the server that plays Mozilla VPN.
enum DemoAccounts {
  static let password = "correct horse"
  /// The key in the authenticator app of the account that has one.
  static let totpKey = "12345678901234567890"
  static let totp = TOTP(key: Secret(totpKey))
  static let emails = ["plain@example.org", "totp@example.org", "blocked@example.org"]

  /// Starts the server.
  ///
  /// - Parameter mailed: is told each email as it is sent.
  static func start(
    port: Int, mailed: (@Sendable (LoopbackMail) -> Void)? = nil
  ) async throws -> (LoopbackServer, FxaLoopback) {
    let made = Locked<FxaLoopback?>(nil)
    let server = try await LoopbackServer(port: port) { url in
      let fxa = FxaLoopback(base: url)
      made.withLock { $0 = fxa }
      guard let mailed else { return fxa }
      let count = Locked(0)
      return ToldService(service: fxa) {
        count.withLock { count in
          let mails = fxa.mails
          mails.dropFirst(count).forEach(mailed)
          count = mails.count
        }
      }
    }
    let fxa = made.withLock { $0 } ?? FxaLoopback(base: server.url)
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
