import FlowKit
import FlowTransport

/// Renews the access token: one renewal at a time, however many ask for it, and each to its end, even if nobody waits
/// any more.
///
/// A new refresh token is stored before anything else of the answer is looked at, and nothing is removed before. Where it
/// cannot be stored it stays in memory, and is stored before anything else is asked of the site. A mark in the store says
/// that a renewal is open, so that the process that starts next tries again at once.
///
/// One service has one store. Should another process have the same one, what it has stored meanwhile is not replaced and
/// not cleared, nor is anything cleared while it renews; a refresh token that comes when it has cleared the store is not
/// kept. But nobody locks the store, so that two that write at the very same time may still lose a token.
package final class RenewalService: Sendable, CustomReflectable {
  // Decision: Docs/decisions/flow-registration.md#a-renewal-belongs-to-no-caller
  private typealias Flight = Task<Result<CapturedData, RegistrationError>, Never>

  /// A refresh token that came and could not be stored.
  private struct Unstored: Sendable {
    /// The one that it replaces.
    let old: Secret
    let new: Secret
    /// Who has given it.
    let giver: Auth0Client
    /// The ID token of the registration, which says that too.
    let jwtToken: Secret?
  }

  /// A renewal that was asked for and has not ended well.
  private struct PendingRenewal: Sendable {
    /// The access token that was not to be used any more; nil when the store could not be read.
    var token: Secret?
  }

  /// Why a registration cannot be renewed, and what was read of it: only that is to be cleared.
  private enum Verdict: Sendable {
    /// The site has refused its refresh token for good.
    case refused(Secret)
    /// It has no refresh token.
    case bare(CapturedData)
    /// The store has no tokens of this app.
    case missing
  }

  private struct State: Sendable {
    /// The renewal that is under way.
    var flight: Flight?
    /// What a renewal gave and nobody has stored yet.
    var renewed: CapturedData?
    var unstored: Unstored?
    /// Why what is stored cannot be renewed.
    var verdict: Verdict?
    /// What there was to be replaced, also where no mark of that could be stored.
    var pendingRenewal: PendingRenewal?
  }

  private let tokens: TokenService
  private let clients: [Registration.RegistrationType: Auth0Client]
  private let profiles: ProfileService
  private let background: BackgroundRequests<Auth0Tenant>
  /// Distinguishes this service's mark from those of other processes.
  private let name = Base64.urlText(SecureRandom.bytes(9))
  private let state = Locked(State())
  /// How often what somebody else has stored is tried.
  private static let mostTries = 3

  /// Makes it.
  init(
    _ tokens: TokenService, _ clients: [Registration.RegistrationType: Auth0Client],
    _ profiles: ProfileService, _ background: BackgroundRequests<Auth0Tenant>
  ) {
    self.tokens = tokens
    self.clients = clients
    self.profiles = profiles
    self.background = background
  }

  /// Asks for other tokens, or waits for those that were asked for already. Those that came when nobody waited any more
  /// are taken first.
  ///
  /// - Returns: all values as they have to be stored.
  package func renew() async throws(RegistrationError) -> CapturedData {
    if let renewed = state.withLock({ $0.renewed }) {
      if try isStored(renewed.refreshToken), isGood(renewed) { return renewed }
      state.withLock { $0.renewed = nil }
    }
    let flight = state.withLock { state -> Flight in
      if let flight = state.flight { return flight }
      state.pendingRenewal = PendingRenewal()
      state.verdict = nil
      // Decision: Docs/decisions/flow-registration.md#a-renewal-belongs-to-no-caller
      let flight = Task { await self.fly() }
      state.flight = flight
      return flight
    }
    return try await flight.value.get()
  }

  /// Stores what the last renewal gave. What somebody else has stored since stays.
  package func persistRenewed() throws(RegistrationError) {
    guard let renewed = state.withLock({ $0.renewed }), let stored = try tokens.stored() else {
      throw RegistrationError(.storageFailed)
    }
    if stored.refreshToken == renewed.refreshToken { try tokens.persist(renewed) }
    state.withLock { $0.renewed = nil }
  }

  /// Waits until no renewal is under way: what is stored then is the last that there is.
  ///
  /// - Parameter isCancelled: whether the answer is no longer wanted.
  func end(isCancelled: Bool) async {
    let flight = state.withLock { $0.flight }
    if isCancelled { flight?.cancel() }
    _ = await flight?.value
  }

  /// What is stored, with the refresh token that could not be. It is asked for before everything is revoked and cleared,
  /// whatever the site has said.
  func latest() throws(RegistrationError) -> CapturedData? {
    let unstored = state.withLock { state in
      state.verdict = nil
      return state.unstored
    }
    var data = try tokens.stored()
    // Where somebody else has cleared the store, nobody else has that one.
    if data == nil, let unstored {
      return CapturedData(jwtToken: unstored.jwtToken, refreshToken: unstored.new)
    }
    if let unstored, data?.refreshToken == unstored.old { data?.refreshToken = unstored.new }
    return data
  }

  /// Removes what is stored. A registration that cannot be renewed is removed only if nobody else has stored another since,
  /// and nobody else renews.
  ///
  /// - Parameter others: whether another application's registration goes too.
  func clearAll(others: Bool) throws(RegistrationError) {
    let verdict = state.withLock { state in
      defer { state.verdict = nil }
      return state.verdict
    }
    if let verdict {
      if let data = try tokens.anything(), !isMeant(data, by: verdict) { return }
      try tokens.clear()
    } else if others || (try? tokens.isOthers()) != true {
      // What cannot be read may be this app's own.
      try tokens.clear()
    }
    state.withLock { state in
      state.renewed = nil
      state.unstored = nil
      state.pendingRenewal = nil
    }
  }

  /// Whether what is stored is still what could not be renewed.
  private func isMeant(_ data: CapturedData, by verdict: Verdict) -> Bool {
    switch verdict {
    case .refused(let token): data.refreshToken == token && tokens.othersTurn(data, name) == nil
    case .bare(let before): data.kept == before.kept
    case .missing: false
    }
  }

  /// Whether the stored access token was to be replaced and has not been, so that it is not to be used.
  func isOwed(for data: CapturedData) -> Bool {
    guard let pendingRenewal = state.withLock({ $0.pendingRenewal }) else { return false }
    return pendingRenewal.token == nil || pendingRenewal.token == data.accessToken
  }

  /// Forgets what was to be replaced, when there is another registration.
  func forget() { state.withLock { $0.pendingRenewal = nil } }

  // MARK: A renewal

  private func fly() async -> Result<CapturedData, RegistrationError> {
    let result: Result<CapturedData, RegistrationError>
    do throws(RegistrationError) {
      result = .success(try await renewed())
    } catch {
      result = .failure(error)
    }
    state.withLock { state in
      state.flight = nil
      state.renewed = try? result.get()
      if state.renewed != nil { state.pendingRenewal = nil }
    }
    return result
  }

  private func renewed() async throws(RegistrationError) -> CapturedData {
    var tried: Secret?
    for _ in 0..<Self.mostTries {
      // Read now, not when the app started: somebody else may have registered, or renewed, since.
      guard var data = try tokens.stored() else {
        revokeUnstored()
        state.withLock { state in
          state.verdict = .missing
          state.pendingRenewal = nil
        }
        throw RegistrationError(try tokens.isOthers() ? .otherRegistration : .noRefreshToken)
      }
      state.withLock { [data] in $0.pendingRenewal?.token = data.accessToken }
      guard let client = Auth0Client.giver(of: data, among: clients), let stored = data.refreshToken else {
        state.withLock { [data] in $0.verdict = .bare(data) }
        throw RegistrationError(.noRefreshToken)
      }
      let turn = tokens.othersTurn(data, name)
      if let tried {
        if tried == stored {
          // Its answer may be on the way, with the token that is good.
          if let turn { throw RegistrationError(.tooManyRequests, retryAfter: turn) }
          break
        }
        if isGood(data) { return data }
      }
      let sent = successor(of: stored)
      data.refreshToken = sent
      data.isRenewalOpen = true
      if turn == nil { data.opener = tokens.opener(name) }
      try tokens.persist(data)
      state.withLock { $0.unstored = nil }
      let answer: Auth0Grant
      do throws(RegistrationError) {
        answer = try await client.refresh(sent)
      } catch {
        guard error.error == .invalidGrant else { throw error }
        tried = sent
        continue
      }
      guard try keep(answer.refreshToken, inPlaceOf: sent, client, &data) else {
        tried = sent
        continue
      }
      return try await taken(answer.tokens.get(), data, client)
    }
    state.withLock { $0.verdict = tried.map { .refused($0) } }
    throw RegistrationError(.invalidGrant)
  }

  /// The refresh token that has come in place of the stored one, and could not be stored.
  private func successor(of stored: Secret) -> Secret {
    let unstored = state.withLock { $0.unstored }
    return unstored?.old == stored ? unstored?.new ?? stored : stored
  }

  /// Has the refresh token revoked that could not be stored, where that ends nothing else: somebody else has cleared the
  /// store, and nobody will use it.
  func revokeUnstored() {
    let unstored = state.withLock { state in
      defer { state.unstored = nil }
      return state.unstored
    }
    if let unstored { background.revokeLeftover(unstored.new, unstored.giver) }
  }

  /// Stores a new refresh token. Where the store has another one by then it is left alone: it may be of the same sign-in,
  /// and revoking it would end that for both.
  ///
  /// - Returns: whether what is stored is still what was read; else nothing is replaced.
  private func keep(
    _ new: Secret?, inPlaceOf sent: Secret, _ giver: Auth0Client, _ data: inout CapturedData
  ) throws(RegistrationError) -> Bool {
    // Whatever fails from here on, it is not lost.
    if let new {
      let unstored = Unstored(old: sent, new: new, giver: giver, jwtToken: data.jwtToken)
      state.withLock { $0.unstored = unstored }
    }
    guard let stored = try tokens.stored() else {
      revokeUnstored()
      return false
    }
    guard stored.refreshToken == sent else {
      state.withLock { $0.unstored = nil }
      return false
    }
    guard let new else { return true }
    data.refreshToken = new
    try tokens.persist(data)
    state.withLock { $0.unstored = nil }
    return true
  }

  /// What is to be stored of an answer whose refresh token is stored.
  private func taken(
    _ answer: Auth0Tokens, _ old: CapturedData, _ client: Auth0Client
  ) async throws(RegistrationError) -> CapturedData {
    var data = old
    data.expiresAt = tokens.expiry(in: answer.lifetime)
    data.lifetime = answer.lifetime
    if let idToken = answer.idToken {
      let before = data.jwtToken.flatMap { try? IDToken($0.text) }?.subject
      let token = try await client.validated(idToken, nonce: nil, subject: before)
      let profile = try await profiles.profile(token, answer.accessToken, client)
      // A person who has changed the address at the site and not verified it is known here by the earlier one.
      if profiles.isEmailVerified(token) {
        data.jwtToken = token.text
        data.profile = profile
      }
    }
    data.accessToken = answer.accessToken
    data.isRenewalOpen = false
    return data
  }

  private func isStored(_ refreshToken: Secret?) throws(RegistrationError) -> Bool {
    try tokens.stored()?.refreshToken == refreshToken
  }

  /// Whether an access token can be used for some time.
  private func isGood(_ data: CapturedData) -> Bool {
    data.accessToken != nil && (tokens.validFor(data) ?? .zero) >= .seconds(60)
  }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
