import FlowKit
import FlowTransport
package import Statecharts

/// Does what the chart of one session asks for: keeps what is secret, and speaks to the server.
package final class NextAuthHandlers: NextAuthSession.Handlers {
  let origin: NextAuthSession.Origin
  /// The session's number in the app.
  let number: Int
  let hub: SessionHub
  let vault: Vault<NextAuthVault>

  /// Makes handlers for one session.
  ///
  /// - Parameter data: what it is started with; nil for a login to the app itself.
  init(_ data: StartingData?, number: Int, hub: SessionHub) {
    origin = data?.origin ?? .appLogin
    self.number = number
    self.hub = hub
    vault = Vault(NextAuthVault(data))
  }

  var settings: NextAuthSettings { hub.configuration.settings }
  var transport: any NextAuthTransport { hub.configuration.transport }
  /// The server that the session belongs to.
  var server: String? { vault.withLock { $0.server } }

  // MARK: Factors

  /// What the server has offered and what the settings make of it now; nil before there is an offer.
  var terms: (offer: SessionOffer, policy: SecondFactorPolicy)? {
    // Decision: Docs/decisions/flow-nextauth.md#a-factor-is-checked-when-it-is-given
    let kept = vault.withLock { ($0.offer, $0.blocks) }
    return kept.0.map { ($0, hub.policy(number, since: kept.1)) }
  }

  /// Takes a biometric where it will do.
  ///
  /// - Returns: whether it will.
  func takeBiometric() -> Bool {
    let kept = vault.withLock { ($0.offer, $0.blocks) }
    return kept.0.map { hub.takeBiometric(number, $0, since: kept.1) } ?? false
  }

  /// Whether only the PIN will do by now, whatever did when the session was fetched.
  var needsPIN: Bool { terms.map { $0.policy.needsPIN($0.offer) } ?? true }

  /// Why a factor is not accepted now; nil if it is. A biometric that is accepted counts as given.
  func refusal(of factor: SecondFactor, _ context: NextAuthSession.Context) -> NextAuthRefusal.Reason? {
    if factor.isPIN {
      if context.pinBlocked { return .pinBlocked }
      if context.pinMissing { return .pinMissing }
      let isDisabled = factor.biometric != nil && terms?.policy.settings.biometricsDisabled == true
      return isDisabled ? .pinRequired : nil
    }
    if context.pinRequired { return .pinRequired }
    // Where the person cannot give the PIN instead, it is for `sendInput` to end the session.
    guard !context.pinBlocked, !context.pinMissing, !takeBiometric(), let terms else { return nil }
    return terms.policy.canGivePIN(terms.offer) ? .pinRequired : nil
  }

  /// Notes that a factor was accepted.
  ///
  /// - Returns: whether a biometric is set and no PIN; nil before there is an offer.
  func noteAccepted(_ factor: SecondFactor) -> Bool? {
    hub.noteFactor(isPIN: factor.isPIN, in: number)
    return vault.withLock { vault in
      guard var offer = vault.offer else { return nil }
      if !offer.hasFactor {
        (offer.hasFactor, offer.hasPIN, offer.hasBiometric) = (true, factor.isPIN, factor.biometric != nil)
      } else if factor.biometric != nil {
        offer.hasBiometric = true
      }
      vault.offer = offer
      return offer.isPINMissing
    }
  }

  // MARK: Actions

  package func keepFactor(factor: ChartValue) throws {
    guard case .string(let ticket) = factor else { throw MissingInput() }
    try vault.withLock { vault throws in
      guard let factor = vault.factors.take(ticket) else { throw MissingInput() }
      vault.factor = factor
    }
  }

  package func keepUserInput(userInput: String?) throws {
    try vault.withLock { vault throws in
      // The person has agreed again, so the account is sent again.
      vault.submitted = nil
      vault.userInput = try Self.text(userInput, &vault)
    }
  }

  package func keepWebSession(webSession: String?) throws {
    try vault.withLock { vault throws in vault.webSession = try Self.text(webSession, &vault) }
  }

  package func closeSession() {
    let session = vault.close { vault in
      vault.close()
      return vault.session
    }
    hub.isOver(number)
    if let session { tellEnd(of: session) }
  }

  /// Sends to the server, in a task that nobody cancels or waits for.
  func tellEnd(of session: String) {
    Task { [transport] in await transport.stop(session) }
  }

  package func requestAccountDeletion(account: String) {
    // Without a server it would mean the accounts of that name at all of them.
    guard let server else { return }
    Task { [hub] in try? await hub.delete(account, at: server) }
  }

  package func storeHistory(id: String?, account: String?, status: String) throws {
    guard let status = NextAuthSession.HistoryStatus(rawValue: status) else { throw MissingInput() }
    if origin == .appLogin { hub.noteAppLogin(number, isLoggedIn: status == .loggedIn) }
    hub.keep(
      HistoryRecord(
        number: number, sessionID: id, server: server, account: account, origin: origin,
        status: status, changed: hub.now()))
  }

  /// What a ticket for a text stands for.
  private static func text(_ ticket: String?, _ vault: inout NextAuthVault) throws -> Secret? {
    guard let ticket else { return nil }
    guard let text = vault.texts.take(ticket) else { throw MissingInput() }
    return text
  }
}
