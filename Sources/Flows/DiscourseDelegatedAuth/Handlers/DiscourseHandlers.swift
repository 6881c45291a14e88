import FlowKit
import FlowTransport
import Foundation
import Statecharts

/// Does what the chart asks for: keeps what is secret, shows browsers, asks the site.
///
/// The chart knows no key, password, nonce or callback. They lie in the vault and in the store, and leave them only for
/// the site.
package final class DiscourseHandlers: DiscourseDelegatedAuth.Handlers {
  let configuration: DelegatedAuthConfiguration
  let client: DiscourseClient
  let now: @Sendable () -> Double
  let vault = Vault(DiscourseVault())
  /// The key pairs that were read, by their names in the store.
  private let pairs = Locked<[String: InstallationKeyPair]>([:])
  /// What sites said about themselves, by what the person typed, and when.
  let known = Locked<[String: (about: DiscourseClient.About, time: Double)]>([:])

  /// Makes handlers for one run of the chart.
  ///
  /// - Parameter now: seconds since 1970.
  package init(
    _ configuration: DelegatedAuthConfiguration,
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
  ) {
    self.configuration = configuration
    self.now = now
    client = DiscourseClient(
      transport: configuration.transport, userAgent: configuration.identification, now: now)
  }

  // MARK: Guards

  package func isOurCallback(url: String) -> Bool {
    // Decision: Docs/decisions/flow-discourse.md#invalid-discourse-callbacks-end-no-attempt
    guard let callback = callback(url) else { return false }
    return vault.withLock { $0.site }?.isNamed(callback.site) ?? (callback.site == nil)
  }

  package func asksForOTP(url: String) -> Bool { callback(url)?.content == .otpRequested }

  package func answersRequest(url: String) -> Bool {
    // Decision: Docs/decisions/flow-discourse.md#invalid-discourse-callbacks-end-no-attempt
    switch (vault.withLock { $0.pending?.wanted }, callback(url)?.content) {
    case (.key?, .key?), (.otp?, .otp?): true
    default: false
    }
  }

  func callback(_ url: String) -> DiscourseCallback? {
    DiscourseCallback(url, redirect: configuration.authRedirect.absoluteString)
  }

  // MARK: Actions

  package func keepCallback(url: String) {
    let callback = Secret(url)
    vault.withLock { $0.callback = callback }
  }

  package func forgetNonce() {
    vault.end { vault in
      vault.pending = nil
      vault.callback = nil
    }
  }

  package func openOTPPage(siteURL: String?) throws {
    let otp = vault.withLock { vault in
      defer { vault.otp = nil }
      return vault.otp
    }
    guard let otp, let site = DiscourseSite(siteURL), let url = site.logOn(otp: otp) else {
      throw MissingInput()
    }
    vault.withLock { $0.page = DiscourseVault.Page(url: url, purpose: .logOn, site: site) }
  }

  package func eraseOTP() {
    vault.withLock { vault in
      vault.otp = nil
      vault.page = nil
    }
  }

  package func openSite(siteURL: String?, delegated: Bool) throws {
    guard let site = DiscourseSite(siteURL) else { throw MissingInput() }
    let url = delegated ? site.open(try app(), publicKey: try keyPair(site).publicKeyPEM) : site.openPlainly()
    guard let url else { throw MissingInput() }
    vault.withLock { vault in
      vault.site = site
      vault.page = DiscourseVault.Page(url: url, purpose: .visit, site: site)
    }
  }

  package func stripParameters() {
    guard let shown = vault.withLock({ $0.shown }) else { return }
    let stripped = DiscourseSite.stripped(shown)
    guard stripped != shown else { return }
    vault.withLock { $0.shown = stripped }
    configuration.webView.replaceAddress(with: stripped)
  }

  package func deleteKey(siteURL: String?) throws {
    guard let site = DiscourseSite(siteURL) else { return }
    try configuration.store.remove(Self.keyName(site))
  }

  package func clearCookies(siteURL: String?) {
    guard let site = DiscourseSite(siteURL) else { return }
    configuration.webView.clearCookies(of: site.url)
  }

  // MARK: What is kept

  static func keyName(_ site: DiscourseSite) -> String { "user-api-key:" + site.name }

  private static let clientIDName = "client-id"

  /// What the app sends to sites about this installation.
  func app() throws -> DiscourseApp {
    let clientID: Secret
    if let kept = try configuration.store.secret(Self.clientIDName) {
      clientID = kept
    } else {
      clientID = Secret(Hex.text(SecureRandom.bytes(32)))
      try configuration.store.keep(clientID, as: Self.clientIDName)
    }
    return DiscourseApp(
      name: configuration.applicationName, clientID: clientID.text,
      authRedirect: configuration.authRedirect.absoluteString,
      pushURL: configuration.pushURL?.absoluteString, padding: configuration.padding)
  }

  /// The keys of this installation, for this site alone unless it is configured otherwise.
  func keyPair(_ site: DiscourseSite) throws -> InstallationKeyPair {
    let name = configuration.sharesKeyPair ? "key-pair" : "key-pair:" + site.name
    if let kept = try configuration.store.secret(name) {
      // Reading it again takes time.
      if let pair = pairs.withLock({ $0[name] }), pair.privateKeyPEM == kept { return pair }
      let pair = try InstallationKeyPair(privateKeyPEM: kept)
      pairs.withLock { $0[name] = pair }
      return pair
    }
    let pair = try configuration.makeKeyPair()
    try configuration.store.keep(pair.privateKeyPEM, as: name)
    pairs.withLock { $0[name] = pair }
    return pair
  }

  /// The key for a site, if there is one.
  func credential(_ site: DiscourseSite) throws -> DiscourseClient.Credential? {
    guard let key = try configuration.store.secret(Self.keyName(site)) else { return nil }
    return DiscourseClient.Credential(key: key, clientID: try app().clientID)
  }

  /// Whether a key is still the one for its site.
  func keeps(_ credential: DiscourseClient.Credential, _ site: DiscourseSite) -> Bool {
    (try? configuration.store.secret(Self.keyName(site))) == credential.key
  }
}
