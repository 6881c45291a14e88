import FlowTransport

/// Renews the access token: one renewal at a time, however many ask for it, and each to its end, whoever still waits.
///
/// Where refresh tokens rotate, the site makes the old one worthless when it hands out the new one. So the new one is
/// stored before anything else is looked at, and nothing is removed before. What nobody can do from here is to bring back
/// an answer that was lost on the way: then the device has the old token alone, and it depends on the site for how long
/// that is still taken. A mark in the store says that a renewal is open, so that whoever starts next tries again at once.
final class RenewalService: Sendable, CustomReflectable {
  private typealias Flight = Task<Result<CapturedData, RegistrationError>, Never>

  private struct State: Sendable {
    /// The renewal that is under way.
    var flight: Flight?
    /// What a renewal gave and nobody has stored yet.
    var renewed: CapturedData?
  }

  private let tokens: TokenService
  private let clients: [Registration.RegistrationType: Auth0Client]
  private let state = Locked(State())

  /// Makes it.
  init(_ tokens: TokenService, _ clients: [Registration.RegistrationType: Auth0Client]) {
    self.tokens = tokens
    self.clients = clients
  }

  /// Asks for other tokens, or waits for those that were asked for already.
  ///
  /// - Returns: all values as they have to be stored.
  func renew() async throws(RegistrationError) -> CapturedData {
    let flight = state.withLock { state -> Flight in
      if let flight = state.flight { return flight }
      let flight = Task { await self.fly() }
      state.flight = flight
      return flight
    }
    return try await flight.value.get()
  }

  /// Stores what the last renewal gave.
  func persistRenewed() throws(RegistrationError) {
    guard let renewed = state.withLock({ $0.renewed }) else { throw RegistrationError(.storageFailed) }
    try tokens.persist(renewed)
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
    }
    return result
  }

  private func renewed() async throws(RegistrationError) -> CapturedData {
    // Read now, not when the app started: somebody else may have registered since.
    guard var data = try tokens.stored(), let type = data.registrationType, let client = clients[type],
      let refreshToken = data.refreshToken
    else { throw RegistrationError(.noRefreshToken) }
    data.isRenewalOpen = true
    try tokens.persist(data)
    let answer = try await client.refresh(refreshToken)
    let expiresAt = tokens.expiry(in: answer.lifetime)
    if let next = answer.refreshToken {
      data.refreshToken = next
      try tokens.persist(data)
    }
    if let idToken = answer.idToken {
      let before = data.jwtToken.flatMap { try? IDToken($0.text) }?.subject
      let token = try await client.validated(idToken, nonce: nil, subject: before)
      data.jwtToken = token.text
      data.profile = Profile(claims: token.claims)
    }
    data.accessToken = answer.accessToken
    data.expiresAt = expiresAt
    data.isRenewalOpen = false
    return data
  }

  /// Nothing.
  var customMirror: Mirror { Mirror(self, children: []) }
}
