import FlowKit
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
/// Another try comes before anything is confirmed: what it clears is the attempt.
final class TokenService: Sendable, CustomReflectable {
  private struct State: Sendable {
    /// Whether an attempt waits for tokens.
    var isOpen = false
    /// The tokens of an attempt, which came and are not yet kept.
    var fresh: CapturedData?
    /// Those that wait for the person.
    var provisional: CapturedData?
    /// The access token of the last attempt that was not given up.
    var wanted: Secret?
    /// Whether the store may have those too: it was to keep them, and has not said that it has.
    var isInDoubt = false
    /// Those of which that was so when they were given up.
    var givenUp: [CapturedData] = []
    /// Whether the values of an earlier version were to be removed, and could not be.
    var isEarlierLeft = false

    mutating func giveUp(_ attempt: CapturedData) {
      if !givenUp.contains(where: { $0.accessToken == attempt.accessToken }) { givenUp.append(attempt) }
    }
  }

  private let store: TokenStore
  /// Where an earlier version of the app has stored its registration.
  private let earlier: EarlierStore?
  /// The app's own applications.
  private let sites: Set<CapturedData.Site>
  /// What the app uses in place of a site's tokens.
  private let agreedToken: Secret?
  private let now: @Sendable () -> Double
  private let state = Vault(State())

  /// Makes it.
  ///
  /// - Parameters:
  ///   - earlier: where an earlier version of the app has stored its registration; nil if there was none.
  ///   - sites: the app's own applications.
  ///   - agreedToken: what it uses in place of a site's tokens.
  ///   - now: seconds since 1970.
  init(
    _ store: any SecretStore, earlier: (any SecretStore)? = nil, sites: Set<CapturedData.Site>,
    agreedToken: Secret?, now: @escaping @Sendable () -> Double
  ) {
    self.store = TokenStore(store)
    self.earlier = earlier.map { EarlierStore($0) }
    self.sites = sites
    self.agreedToken = agreedToken
    self.now = now
  }

  // MARK: The registration

  /// What is stored for this app; nil for nothing, and for what others have given: nobody is shown that.
  func stored() throws(RegistrationError) -> CapturedData? {
    guard let data = try store.data(), isOwn(data) else { return nil }
    return data
  }

  /// Adopts the registration that an earlier version of the app has stored, and removes it there. What the app has stored
  /// since is not replaced, and what others have given stays.
  func adoptEarlier() throws(RegistrationError) {
    // Decision: Docs/decisions/flow-registration.md#the-keys-of-an-earlier-version-are-adopted-once
    guard let earlier else { return }
    if let data = try store.data() {
      // The record is good even if these keys cannot be removed. The next request tries again.
      if isOwn(data), (try? earlier.isEmpty()) == false { try? earlier.clear() }
      return
    }
    if state.withLock({ $0.isEarlierLeft }) {
      try clearEarlier(others: false)
      return
    }
    let data = try earlier.data()
    guard data.accessToken != nil, isOwn(data) else { return }
    // Another process may have adopted the values meanwhile, and renewed the tokens.
    guard try store.data() == nil else { return }
    try store.replace(with: data)
    try? earlier.clear()
  }

  /// What is stored, from any tenant.
  func anything() throws(RegistrationError) -> CapturedData? { try store.data() }

  /// Whether the registration of another application is stored, or one of which nobody knows whose it is. An agreed token
  /// is the app's own, also one of before.
  func isOthers() throws(RegistrationError) -> Bool {
    guard let data = try store.data() else { return false }
    return !data.isAgreedToken && !isOwn(data)
  }

  private func isOwn(_ data: CapturedData) -> Bool {
    // Decision: Docs/decisions/flow-registration.md#a-stored-registration-belongs-to-its-issuer
    if let site = data.site { return sites.contains(site) }
    return data.isAgreedToken && data.accessToken == agreedToken
  }

  /// How long an access token is good; nil when nobody knows, or a renewal was begun that has not ended well. Nobody
  /// knows either where it is more than a year, for no site says that: a clock was wrong when it was stored, or is now.
  func validFor(_ data: CapturedData) -> Duration? {
    guard let end = data.expiresAt, !data.isRenewalOpen else { return nil }
    let rest = Duration.milliseconds(end) - .milliseconds(milliseconds(now()))
    return rest <= .seconds(Auth0Tokens.longestLifetime) ? rest : nil
  }

  /// The mark of somebody who renews now.
  func opener(_ name: String) -> CapturedData.Opener {
    CapturedData.Opener(name: name, time: milliseconds(now()))
  }

  /// How many seconds the renewal of somebody else has still to end; nil when nobody else renews. One that takes longer
  /// has ended with its process.
  func othersTurn(_ data: CapturedData, _ name: String) -> Int? {
    // Decision: Docs/decisions/flow-registration.md#a-renewal-by-another-process-has-half-a-minute
    guard data.isRenewalOpen, let opener = data.opener, opener.name != name else { return nil }
    let (age, isTooMuch) = milliseconds(now()).subtractingReportingOverflow(opener.time)
    // A clock that was set back says nothing.
    guard !isTooMuch, (0..<CapturedData.Opener.longest).contains(age) else { return nil }
    return (CapturedData.Opener.longest - age + 999) / 1_000
  }

  /// How long an access token was good when it came; a day where nobody knows.
  func lifetime(_ data: CapturedData?) -> Duration { .seconds(data?.lifetime ?? Auth0Tokens.usualLifetime) }

  /// When an access token ends that came just now.
  func expiry(in lifetime: Int) -> Int { milliseconds(now() + Double(lifetime)) }

  /// Times that no clock shows are taken for the beginning of 1970.
  private func milliseconds(_ seconds: Double) -> Int { Int(exactly: (seconds * 1_000).rounded()) ?? 0 }

  /// Stores something in place of what was there.
  func persist(_ data: CapturedData) throws(RegistrationError) { try store.replace(with: data) }

  /// Removes the registration.
  func clear() throws(RegistrationError) { try store.clear() }

  /// Removes what an earlier version of the app has stored, so that it is not adopted later. If that fails, it is not
  /// adopted until it could be removed.
  ///
  /// - Parameter others: whether values go too that are not the app's own.
  func clearEarlier(others: Bool) throws(RegistrationError) {
    guard let earlier else { return }
    do throws(RegistrationError) {
      var isMeant = others
      if !isMeant { isMeant = isOwn(try earlier.data()) }
      if isMeant { try earlier.clear() }
      state.withLock { $0.isEarlierLeft = false }
    } catch {
      state.withLock { $0.isEarlierLeft = true }
      throw error
    }
  }

  // MARK: An attempt

  /// Begins an attempt. Its tokens are taken until it is left, or another one begins.
  ///
  /// - Returns: the attempt.
  func openAttempt() -> Attempt { state.begin { $0.isOpen = true }.attempt }

  /// Whether tokens of an attempt are still wanted.
  func isOpen(_ attempt: Attempt) -> Bool { state.during(attempt) { $0.isOpen } ?? false }

  /// Takes the tokens of an attempt.
  ///
  /// - Returns: false when it was left before: nobody will use them.
  func begin(_ data: CapturedData, in attempt: Attempt) -> Bool {
    state.commit(attempt) { $0.fresh = data }
  }

  /// Leaves an attempt, whatever has become of it.
  ///
  /// - Returns: what came and was not kept.
  func leaveAttempt() -> CapturedData? {
    // Decision: Docs/decisions/flow-registration.md#an-attempt-leaves-no-record
    state.end { state in
      state.isOpen = false
      defer { state.fresh = nil }
      return state.fresh
    }
  }

  /// Keeps the attempt until the person has said something to it.
  func persistProvisional() throws(RegistrationError) {
    let isThere = state.withLock { state in
      guard let fresh = state.fresh else { return false }
      state.provisional = fresh
      state.wanted = fresh.accessToken
      state.isInDoubt = false
      state.fresh = nil
      return true
    }
    guard isThere else { throw RegistrationError(.storageFailed) }
  }

  /// What waits for the person.
  var provisional: CapturedData? { state.withLock { $0.provisional } }

  /// Stores the attempt as the registration.
  ///
  /// - Returns: it; nil when it was given up before the store had it.
  func persistConfirmed() throws(RegistrationError) -> CapturedData? {
    let attempt = state.withLock { state in
      state.isInDoubt = state.provisional != nil
      return state.provisional
    }
    guard let attempt else { throw RegistrationError(.storageFailed) }
    try store.replace(with: attempt)
    let isWanted = state.withLock { state in
      guard state.wanted == attempt.accessToken else {
        state.giveUp(attempt)
        return false
      }
      // The store took longer than the time limit: the person saw that, and confirms once more or gives up.
      guard !Task.isCancelled else { return true }
      state.provisional = nil
      state.isInDoubt = false
      return true
    }
    return isWanted ? attempt : nil
  }

  /// Forgets the attempt that waits for the person. What the store may have of it is for `takeOutGivenUp()`.
  ///
  /// - Returns: what it had, where the store has nothing of it.
  func clearProvisional() -> CapturedData? {
    state.withLock { state in
      let attempt = state.provisional
      let isInDoubt = state.isInDoubt
      (state.provisional, state.isInDoubt, state.wanted) = (nil, false, nil)
      guard isInDoubt, let attempt else { return attempt }
      state.giveUp(attempt)
      return nil
    }
  }

  /// Removes attempts that were given up and that the store has kept all the same: where it has said that it could not, or
  /// has said nothing in time.
  ///
  /// - Returns: those of which nothing is stored any more.
  func takeOutGivenUp() throws(RegistrationError) -> [CapturedData] {
    // Decision: Docs/decisions/flow-registration.md#a-store-that-failed-may-have-written
    let givenUp = state.withLock { $0.givenUp }
    guard !givenUp.isEmpty else { return [] }
    if let kept = try store.data(), givenUp.contains(where: { $0.accessToken == kept.accessToken }) {
      try store.clear()
    }
    state.withLock { state in
      state.givenUp.removeAll { one in givenUp.contains { $0.accessToken == one.accessToken } }
    }
    return givenUp
  }

  /// Nothing.
  var customMirror: Mirror { Mirror(self, children: []) }
}
