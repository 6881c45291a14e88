import FlowTransport
import Foundation
import Statecharts

/// Does what the chart asks for: keeps what is secret, shows the browser, asks the site and the back-end.
///
/// The chart knows no token, code, verifier, state or nonce. They lie with the services here and in the store, and leave
/// them only for the servers.
package final class RegistrationHandlers: Registration.Handling {
  let configuration: RegistrationConfiguration
  let clients: [Registration.RegistrationType: Auth0Client]
  let backend: ClueRideClient?
  let tokens: TokenService
  package let renewal: RenewalService
  let profiles: ProfileService
  let vault = Locked(Vault())
  /// Revocations that nobody waits for.
  private let farewells = Farewells()

  /// What is kept in memory between two calls, besides tokens.
  struct Vault: Sendable {
    /// The app's own scheme.
    var scheme: String?
    /// The sign-in that is under way.
    var authorization: Authorization?
    /// With which access token the back-end did not know anybody, until it does.
    var doubted: Secret?
    /// Whose login in the browser is ended once everything is cleared.
    var left: Auth0Client?
    /// Whether the refresh token could not be read when it was to be revoked.
    var isUnread = false
  }

  /// Makes handlers for one run of the chart.
  ///
  /// - Parameter now: seconds since 1970.
  init(_ configuration: RegistrationConfiguration, now: @escaping @Sendable () -> Double) {
    self.configuration = configuration
    clients = configuration.tenants.mapValues {
      Auth0Client($0, transport: configuration.transport, now: now)
    }
    backend = configuration.backend.map {
      ClueRideClient($0, transport: configuration.transport, now: now)
    }
    tokens = TokenService(configuration.store, now: now)
    profiles = ProfileService(backend: backend, crossChecks: configuration.crossChecksProfile)
    renewal = RenewalService(tokens, clients, profiles, farewells)
  }

  // MARK: Guards

  package func isOurCallback(url: String) -> Bool { callback(url) != nil }

  package func callbackIsAccepted(url: String) -> Bool {
    if case .agreed? = callback(url) { true } else { false }
  }

  private func callback(_ url: String) -> AuthorizationCallback? {
    vault.withLock { $0.authorization }?.callback(url)
  }

  // MARK: Actions

  /// Why an action could not be done.
  private struct Missing: Error {}

  package func keepCallback(url: String) throws {
    guard case .agreed(let code)? = callback(url) else { throw Missing() }
    vault.withLock { $0.authorization?.code = code }
  }

  package func forgetTransaction() {
    vault.withLock { $0.authorization = nil }
    // Tokens that came in the moment in which the sign-in was left, or come later, are nobody's.
    farewell(tokens.leaveAttempt())
  }

  package func clearProvisional() {
    forgetTransaction()
    farewell(tokens.clearProvisional())
  }

  /// Has the refresh token revoked of a registration that nobody will use.
  func farewell(_ data: CapturedData?) {
    guard let data else { return }
    for client in issuers(of: data) { farewell(data.refreshToken, client) }
  }

  /// Who may have given a refresh token: whoever belongs to the way of registering, and all where nobody knows that. A
  /// site says yes to a token that is not its own.
  private func issuers(of data: CapturedData) -> [Auth0Client] {
    if let client = data.registrationType.flatMap({ clients[$0] }) { return [client] }
    return Registration.RegistrationType.allCases.compactMap { clients[$0] }
  }

  /// Has a refresh token revoked that nobody will use. Nobody waits for it, and what comes of it changes nothing.
  func farewell(_ refreshToken: Secret?, _ client: Auth0Client?) {
    farewells.say(refreshToken, client)
  }

  package func hideSplash() { configuration.hideSplash() }

  package func reportException(error: Registration.ErrorCode?) {
    if let error { configuration.notifications.handle(error) }
  }

  // MARK: With the access token

  /// Whether another access token may change what the back-end says: it knows nobody by this one, there is something to
  /// renew it with, and none that was renewed for that has been asked with.
  func isDoubtful(_ state: AccountState, _ token: Secret) -> Bool {
    let isUnknown = state == .invalid || state == .unrecognized
    let canRenew = (try? tokens.stored())?.refreshToken != nil
    return vault.withLock { vault in
      guard isUnknown else {
        vault.doubted = nil
        return false
      }
      guard canRenew, vault.doubted == nil || vault.doubted == token else { return false }
      vault.doubted = token
      return true
    }
  }

  // MARK: Within the package

  /// Whether a revocation is under way that nobody else waits for.
  package var isSayingFarewell: Bool { farewells.isUnderWay }

  /// Waits until the revocations are done that nobody else waits for.
  func saidFarewell() async { await farewells.said() }
}
