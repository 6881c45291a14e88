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

  /// What is kept in memory between two calls, besides tokens.
  struct Vault: Sendable {
    /// The app's own scheme.
    var scheme: String?
    /// The sign-in that is under way.
    var authorization: Authorization?
    /// Revocations that nobody waits for.
    var farewells: [Int: Task<Void, Never>] = [:]
    var lastFarewell = 0
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
    renewal = RenewalService(tokens, clients, profiles)
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

  package func forgetTransaction() { vault.withLock { $0.authorization = nil } }

  package func clearProvisional() {
    forgetTransaction()
    guard let attempt = tokens.clearProvisional() else { return }
    farewell(attempt.refreshToken, attempt.registrationType.flatMap { clients[$0] })
  }

  /// Has a refresh token revoked that nobody will use. Nobody waits for it, and what comes of it changes nothing.
  func farewell(_ refreshToken: Secret?, _ client: Auth0Client?) {
    guard let refreshToken, let client else { return }
    vault.withLock { vault in
      vault.lastFarewell += 1
      let number = vault.lastFarewell
      vault.farewells[number] = Task {
        try? await client.revoke(refreshToken)
        self.vault.withLock { $0.farewells[number] = nil }
      }
    }
  }

  package func hideSplash() { configuration.hideSplash() }

  package func reportException(error: Registration.ErrorCode?) {
    if let error { configuration.notifications.handle(error) }
  }

  // MARK: Within the package

  /// Waits until the revocations are done that nobody else waits for.
  func saidFarewell() async {
    for task in vault.withLock({ $0.farewells.values }) { await task.value }
  }
}
