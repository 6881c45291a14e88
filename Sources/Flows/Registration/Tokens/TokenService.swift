import FlowTransport

/// Has the tokens: in memory those of an attempt that nobody has confirmed, in the store those of the registration.
///
/// What becomes of the stored values:
///
/// | | logging out, deregistering, clearing | another try | renewing |
/// | --- | --- | --- | --- |
/// | profile, ID token, access token, expiry | cleared | as they were | replaced |
/// | refresh token | cleared, and revoked before | as it was | replaced when a new one came |
/// | registration type | cleared | as it was | as it was |
///
/// Another try comes before anything is confirmed: what it clears is the attempt, whose refresh token is revoked.
final class TokenService: Sendable, CustomReflectable {
  private struct State: Sendable {
    /// The tokens of an attempt, which came and are not yet kept.
    var fresh: CapturedData?
    /// Those that wait for the person.
    var provisional: CapturedData?
  }

  private let store: TokenStore
  private let now: @Sendable () -> Double
  private let state = Locked(State())

  /// Makes it.
  ///
  /// - Parameter now: seconds since 1970.
  init(_ store: any SecretStore, now: @escaping @Sendable () -> Double) {
    self.store = TokenStore(store)
    self.now = now
  }

  // MARK: The registration

  /// What is stored; nil for nothing.
  func stored() throws(RegistrationError) -> CapturedData? { try store.data() }

  /// How long an access token is good; nil when nobody knows, or a renewal was begun that has not ended well. Nobody
  /// knows either where it is more than a year, for no site says that: a clock was wrong when it was stored, or is now.
  func validFor(_ data: CapturedData) -> Duration? {
    guard let end = data.expiresAt, !data.isRenewalOpen else { return nil }
    let rest = Duration.milliseconds(end) - .milliseconds(milliseconds(now()))
    return rest <= .seconds(Auth0Tokens.longestLifetime) ? rest : nil
  }

  /// When an access token ends that came just now.
  func expiry(in lifetime: Int) -> Int { milliseconds(now() + Double(lifetime)) }

  /// Times that no clock shows are taken for the beginning of 1970.
  private func milliseconds(_ seconds: Double) -> Int { Int(exactly: (seconds * 1_000).rounded()) ?? 0 }

  /// Stores something in place of what was there.
  func persist(_ data: CapturedData) throws(RegistrationError) { try store.replace(with: data) }

  /// Removes the registration.
  func clearAll() throws(RegistrationError) { try store.clear() }

  // MARK: An attempt

  /// Takes the tokens of a new attempt.
  func begin(_ data: CapturedData) {
    state.withLock { $0.fresh = data }
  }

  /// Keeps the attempt until the person has said something to it.
  func persistProvisional() throws(RegistrationError) {
    let isThere = state.withLock { state in
      guard let fresh = state.fresh else { return false }
      state.provisional = fresh
      state.fresh = nil
      return true
    }
    guard isThere else { throw RegistrationError(.storageFailed) }
  }

  /// What waits for the person.
  var provisional: CapturedData? { state.withLock { $0.provisional } }

  /// Stores the attempt as the registration.
  func persistConfirmed() throws(RegistrationError) -> CapturedData {
    guard let provisional else { throw RegistrationError(.storageFailed) }
    try store.replace(with: provisional)
    state.withLock { $0 = State() }
    return provisional
  }

  /// Forgets the attempt.
  ///
  /// - Returns: what it had.
  func clearProvisional() -> CapturedData? {
    state.withLock { state in
      defer { state = State() }
      return state.provisional ?? state.fresh
    }
  }

  /// Nothing.
  var customMirror: Mirror { Mirror(self, children: []) }
}
