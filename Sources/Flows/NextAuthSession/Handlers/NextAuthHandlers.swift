import FlowTransport
package import Statecharts

/// Does what the chart of one session asks for: keeps what is secret, and speaks to the server.
package final class NextAuthHandlers: NextAuthSession.Handling {
  let origin: NextAuthSession.Origin
  /// The session's number in the app.
  let number: Int
  let hub: SessionHub
  let vault: Locked<NextAuthVault>

  /// Makes handlers for one session.
  ///
  /// - Parameter data: what it is started with; nil for a login to the app itself.
  init(_ data: StartingData?, number: Int, hub: SessionHub) {
    origin = data?.origin ?? .appLogin
    self.number = number
    self.hub = hub
    vault = Locked(NextAuthVault(data))
  }

  var settings: NextAuthSettings { hub.configuration.settings }
  var transport: any NextAuthTransport { hub.configuration.transport }

  /// Why an action could not be done.
  private struct Missing: Error {}

  // MARK: Actions

  package func keepFactor(factor: Value) throws {
    guard case .string(let ticket) = factor else { throw Missing() }
    try vault.withLock { vault throws in
      guard let factor = vault.factors.take(ticket) else { throw Missing() }
      vault.factor = factor
    }
  }

  package func keepUserInput(userInput: String?) throws {
    try vault.withLock { vault throws in
      // The person has agreed anew, so the server is told anew.
      vault.submitted = nil
      vault.userInput = try Self.text(userInput, &vault)
    }
  }

  package func keepWebSession(webSession: String?) throws {
    try vault.withLock { vault throws in vault.webSession = try Self.text(webSession, &vault) }
  }

  package func closeSession() {
    let session = vault.withLock { vault in
      vault.close()
      return vault.session
    }
    hub.isOver(number)
    if let session { tellEnd(of: session) }
  }

  /// Tells the server, in a task that nobody cancels or waits for.
  func tellEnd(of session: String) {
    Task { [transport] in await transport.stop(session) }
  }

  package func requestAccountDeletion(account: String) {
    // Without a server it would mean the accounts of that name at all of them.
    guard let server = vault.withLock({ $0.server }) else { return }
    Task { [hub] in try? await hub.delete(account, at: server) }
  }

  package func storeHistory(id: String?, account: String?, status: String) throws {
    guard let status = NextAuthSession.HistoryStatus(rawValue: status) else { throw Missing() }
    if origin == .appLogin { hub.noteAppLogin(number, isLoggedIn: status == .loggedIn) }
    hub.keep(
      HistoryRecord(
        number: number, sessionID: id, server: vault.withLock { $0.server }, account: account, origin: origin,
        status: status, changed: hub.now()))
  }

  /// What a ticket for a text stands for.
  private static func text(_ ticket: String?, _ vault: inout NextAuthVault) throws -> Secret? {
    guard let ticket else { return nil }
    guard let text = vault.texts.take(ticket) else { throw Missing() }
    return text
  }
}
