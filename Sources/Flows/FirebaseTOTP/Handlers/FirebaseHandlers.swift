import FlowKit
import FlowTransport
import Foundation
import Statecharts

/// Does what the chart asks for: keeps what is secret, and asks the servers.
///
/// The chart knows no password, code, token or key. They lie in the vault here, and leave it only for the servers, the
/// store, and the screen that shows the key.
package final class FirebaseHandlers: FirebaseTOTP.Handlers {
  let configuration: FirebaseTOTPConfiguration
  let client: FirebaseClient
  /// Seconds since the handlers were made, by a clock that nobody sets.
  let uptime: @Sendable () -> Double
  let vault = Vault(FirebaseVault())
  /// Held while the store is written, so that what signing in or out does to it comes last.
  let storing = Locked(())

  /// Makes handlers for one run of the chart.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - uptime: seconds since now.
  package init(
    _ configuration: FirebaseTOTPConfiguration, now: @escaping @Sendable () -> Double,
    uptime: @escaping @Sendable () -> Double
  ) {
    self.configuration = configuration
    self.uptime = uptime
    client = FirebaseClient(configuration.project, transport: configuration.transport, now: now)
  }

  // MARK: Guards

  package func nothingStored() -> Bool {
    // A store that can't be read may hold a session, which must not be erased.
    do { return try configuration.store.secret(configuration.tokensName) == nil } catch { return false }
  }

  package func codeHasOnlyDigits(code: String) -> Bool {
    !code.isEmpty && code.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  package func recentLogin() -> Bool {
    vault.withLock { $0.lastSignIn }.map { uptime() - $0 < 300 } ?? false
  }

  package func recentSecondFactor() -> Bool {
    vault.withLock { $0.lastSecondFactor }.map { uptime() - $0 < 300 } ?? false
  }

  // MARK: Actions

  package func keepCredential(password: String?, provider: String?) {
    let password = password.map { Secret($0) }
    vault.withLock { vault in
      vault.password = password
      vault.acceptCredential(of: provider)
    }
  }

  package func keepCode(code: String) {
    let code = Secret(code)
    vault.withLock { $0.code = code }
  }

  package func adoptTokens() throws {
    let now = uptime()
    let tokens = try vault.withLock { vault throws in
      guard let fresh = vault.fresh else { throw MissingInput() }
      vault.fresh = nil
      vault.pending = nil
      vault.session = FirebaseVault.Session(tokens: fresh.tokens, since: now, number: vault.next())
      if fresh.proof.contains(.signIn) {
        vault.lastSignIn = now
        vault.lastSecondFactor = nil
      }
      if fresh.proof.contains(.secondFactor) { vault.lastSecondFactor = now }
      return fresh.tokens
    }
    try storing.withLock { _ throws in
      try configuration.store.keep(tokens.kept, as: configuration.tokensName)
    }
  }

  package func discardTokens() { vault.end { $0.dropSignIn() } }

  package func eraseTokens() throws {
    let running = vault.end { vault in
      defer { vault.refresh = nil }
      vault.session = nil
      vault.isErased = true
      vault.dropSignIn()
      vault.lastSignIn = nil
      vault.lastSecondFactor = nil
      vault.email = nil
      return vault.refresh?.task
    }
    running?.cancel()
    try storing.withLock { _ throws in try configuration.store.remove(configuration.tokensName) }
  }

  package func eraseTotpSecret() {
    vault.withLock { vault in
      vault.enrolment = nil
      vault.code = nil
    }
  }

  package func openInOTPApp() throws {
    guard let address = address() else { throw MissingInput() }
    configuration.otpApp?.open(address)
  }

  // MARK: Queries

  package func totpSecretKey() throws -> FirebaseTOTP.TotpSecretKeyResult {
    guard let enrolment = vault.withLock({ $0.enrolment }) else { throw MissingInput() }
    return FirebaseTOTP.TotpSecretKeyResult(key: enrolment.secret.key.text)
  }

  package func totpAddress() throws -> FirebaseTOTP.TotpAddressResult {
    guard vault.withLock({ $0.enrolment != nil }) else { throw MissingInput() }
    return FirebaseTOTP.TotpAddressResult(address: address()?.text ?? "")
  }

  package func enrolmentTimeLeft() throws -> Duration {
    guard let end = vault.withLock({ $0.enrolment?.end }) else { throw MissingInput() }
    return .seconds(max(end - uptime(), 0))
  }

  /// The address for an authenticator app; nil if no secret is being enrolled, or too little is known to make one.
  ///
  /// - Parameters:
  ///   - account: the person's email address when nil.
  ///   - issuer: the configuration's when nil.
  func address(account: String? = nil, issuer: String? = nil) -> Secret? {
    let (enrolment, email) = vault.withLock { ($0.enrolment, $0.email) }
    return enrolment.flatMap {
      OTPAuthAddress.text($0.secret, account: account ?? email, issuer: issuer ?? configuration.issuer)
    }
  }
}
