import FlowKit
package import FlowTransport
package import Foundation
import Statecharts

/// Does what the chart asks for: keeps what is secret, asks the servers, knows the rules.
///
/// The chart knows no password, code, token or key. They lie in the vault here, and leave it only for the servers.
package final class FxaHandlers: FxaAuthentication.Handlers {
  let client: FxaClient
  let browser: (any SystemBrowserSession)?
  let browserCallback: URL?
  private let commonPasswords: CommonPasswords
  let vault = Vault(FxaVault())
  let checks = CodeChecks()
  /// Sessions that are being ended, so that a test can wait for them.
  private let endingSessions = BackgroundRequests<URL>()

  /// Makes handlers for one run of the chart.
  package init(
    _ client: FxaClient, browser: (any SystemBrowserSession)? = nil, browserCallback: URL? = nil,
    commonPasswords: CommonPasswords = .shipped
  ) {
    self.client = client
    self.browser = browser
    self.browserCallback = browserCallback
    self.commonPasswords = commonPasswords
  }

  /// What is in memory now, by name.
  package var held: Set<String> { vault.withLock { $0.held } }

  // MARK: Guards

  package func emailIsValid(emailAddress: String) -> Bool { EmailAddress.isValid(emailAddress) }

  package func passwordIsTyped(password: String) -> Bool { !password.isEmpty }

  package func passwordIsLongEnough() -> Bool { password.map(PasswordRules.isLongEnough) ?? false }

  package func passwordIsNotCommon() -> Bool {
    password.map { PasswordRules.isNotCommon($0, commonPasswords) } ?? false
  }

  package func passwordDiffersFromEmail(email: String?) -> Bool {
    password.map { PasswordRules.differs($0, from: email ?? "") } ?? false
  }

  private var password: String? { vault.withLock { $0.password }?.text }

  // MARK: Actions

  package func keepPassword(password: String) {
    let password = Secret(password)
    vault.withLock { $0.password = password }
  }

  package func keepCode(code: String) {
    let code = Secret(code)
    vault.withLock { $0.code = code }
  }

  package func forgetSecrets() {
    if let session = vault.end({ $0.forget() }) { end(session) }
  }

  package func destroySession() {
    let session = vault.end { vault in
      let login = vault.login
      let session = vault.forget()
      vault.pkce = nil
      vault.parameters = nil
      vault.unansweredDeletion = nil
      // The app fetches it after a good end. Before a bad one, and with the account, it was forgotten already.
      vault.login = login
      return session
    }
    if let session { end(session) }
  }

  /// Ends a session at the account server, and does not wait: the outcome changes nothing.
  func end(_ session: SessionKeys) {
    // Decision: Docs/decisions/flow-mozilla-vpn.md#unwanted-sessions-are-ended
    endingSessions.start(to: client.servers.accounts) { [client] in
      _ = try? await client.destroySession(session)
    }
  }

  /// Waits until the requests that end sessions are over.
  package func finishEndingSessions() async { await endingSessions.finished() }

  // MARK: Queries

  package func validateEmailAddress(emailAddress: String) -> Bool { EmailAddress.isValid(emailAddress) }

  package func validatePasswordCommons(password: String) -> Bool {
    PasswordRules.isNotCommon(password, commonPasswords)
  }

  package func validatePasswordLength(password: String) -> Bool { PasswordRules.isLongEnough(password) }

  package func validatePasswordEmail(password: String) -> Bool {
    PasswordRules.differs(password, from: vault.withLock { $0.email })
  }

  /// Where an app on a desktop listens for the browser; nil where the system calls the app.
  var callbackPort: Int? {
    guard let origin = browserCallback.flatMap(WebOrigin.init), origin.scheme == "http", origin.isLoopback
    else { return nil }
    return origin.port
  }
}
