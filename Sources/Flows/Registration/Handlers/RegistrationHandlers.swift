import FlowKit
import FlowTransport
import Foundation
import Statecharts

/// Does what the chart asks for: keeps what is secret, shows the browser, asks the site and the back-end.
///
/// The chart knows no token, code, verifier, state or nonce. They lie with the services here and in the store, and leave
/// them only for the servers.
package final class RegistrationHandlers: Registration.Handlers {
  let configuration: RegistrationConfiguration
  let clients: [Registration.RegistrationType: Auth0Client]
  let backend: ClueRideClient?
  let tokens: TokenService
  package let renewal: RenewalService
  let profiles: ProfileService
  let vault = Locked(Memory())
  /// What goes on when nobody waits for it.
  let background = BackgroundRequests<Auth0Tenant>()

  /// What is kept in memory between two calls, besides tokens.
  struct Memory: Sendable {
    /// The app's own scheme.
    var scheme: String?
    /// The sign-in that is under way.
    var authorization: Authorization?
    /// With which access token the back-end did not know anybody, until it does.
    var doubted: Secret?
    /// Whose login in the browser is ended once everything is cleared: that of the last sign-in, and where a registration
    /// is left, that of the registration.
    var left: Auth0Client?
    /// Whether the refresh token that is to be revoked has not been read.
    var isUnread = false
    /// The one that was.
    var revoked: Secret?
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
    tokens = TokenService(
      configuration.store, earlier: configuration.earlierStore,
      sites: Set(configuration.tenants.values.map(\.site)),
      agreedToken: configuration.agreedToken, now: now)
    profiles = ProfileService(crossChecks: configuration.crossChecksProfile)
    renewal = RenewalService(tokens, clients, profiles, background)
  }

  // MARK: Guards

  package func isOurCallback(url: String) -> Bool { callback(url) != nil }

  package func callbackIsAccepted(url: String) -> Bool {
    if case .agreed? = callback(url) { true } else { false }
  }

  package func callbackIsAnswer(url: String) -> Bool {
    switch callback(url) {
    case .agreed?, .refused?: true
    case .foreign?, nil: false
    }
  }

  private func callback(_ url: String) -> AuthorizationCallback? {
    vault.withLock { $0.authorization }?.callback(url)
  }

  // MARK: Actions

  package func keepCallback(url: String) throws {
    guard case .agreed(let code)? = callback(url) else { throw MissingInput() }
    vault.withLock { vault in
      vault.authorization?.code = code
      // Somebody has logged in there.
      vault.left = vault.authorization?.client ?? vault.left
    }
  }

  package func forgetTransaction() {
    // Decision: Docs/decisions/flow-registration.md#an-attempt-leaves-no-record
    vault.withLock { $0.authorization = nil }
    // Tokens that came in the moment in which the sign-in was left, or come later, are nobody's.
    revokeLeftover(tokens.leaveAttempt())
  }

  package func clearProvisional() {
    forgetTransaction()
    revokeLeftover(tokens.clearProvisional())
  }

  /// Removes attempts that were given up from the store. Until then their refresh tokens are valid, and anyone who
  /// reads the store could use them.
  ///
  /// - Parameter revoked: a refresh token that was revoked at the site already.
  func forgetGivenUp(revoked: Secret? = nil) throws(RegistrationError) {
    for data in try tokens.takeOutGivenUp() where revoked == nil || data.refreshToken != revoked {
      revokeLeftover(data)
    }
  }

  /// Revokes the refresh token of a registration that nobody will use, where that ends nothing else.
  func revokeLeftover(_ data: CapturedData?) {
    guard let data else { return }
    background.revokeLeftover(data.refreshToken, Auth0Client.giver(of: data, among: clients))
  }

  /// Revokes the refresh token of a registration that the person leaves, whatever that ends.
  func revoke(_ data: CapturedData) {
    guard let refreshToken = data.refreshToken, let giver = Auth0Client.giver(of: data, among: clients)
    else { return }
    background.revoke(refreshToken, giver)
  }

  /// Notes whose login in the browser belongs to a registration that is left.
  func note(_ left: CapturedData) {
    guard let giver = Auth0Client.giver(of: left, among: clients) else { return }
    vault.withLock { $0.left = giver }
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

  /// Whether something is under way for which the chart need not wait.
  package var hasBackgroundRequests: Bool { !background.isEmpty }

  /// Waits until nothing is under way for which the chart need not wait.
  func finishBackgroundRequests() async { await background.finished() }
}
