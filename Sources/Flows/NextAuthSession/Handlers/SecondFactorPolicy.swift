/// Whether a second factor is needed, and which. The server, the session, the app's settings and the time since the last
/// factor decide together.
struct SecondFactorPolicy: Sendable {
  /// What is known of the factors that were given so far. It is kept as long as the process runs; afterwards the PIN is
  /// asked for wherever that may be needed.
  struct Memory: Sendable {
    /// When a factor was given last, in seconds since the start.
    private(set) var last: Double?
    /// When the PIN was given last.
    private(set) var lastPIN: Double?
    /// How often another factor was given since.
    private(set) var sinceLastPIN = 0

    /// Notes that a factor was accepted.
    mutating func note(isPIN: Bool, at now: Double) {
      last = now
      if isPIN {
        lastPIN = now
        sinceLastPIN = 0
      } else {
        sinceLastPIN += 1
      }
    }
  }

  let settings: NextAuthSettings
  let memory: Memory
  /// Whether somebody is logged in to the app itself.
  let hasAppLogin: Bool
  /// Seconds since the start.
  let now: Double

  func isRequired(_ offer: SessionOffer, _ origin: NextAuthSession.Origin) -> Bool {
    if offer.hasOwnSettings { return offer.serverWantsFactor }
    // A first factor is chosen, not asked for again; and a login to the app itself always asks.
    if !offer.hasFactor || origin == .appLogin { return true }
    if settings.alwaysRequireSecondFactorIfInactiveAppLogin, offer.kind == .login, !hasAppLogin {
      return true
    }
    guard offer.serverWantsFactor || offer.sessionWantsFactor else { return false }
    return !memory.last.isWithin(offer.factorLasts, now)
  }

  /// Whether only the PIN will do.
  func needsPIN() -> Bool {
    if settings.biometricsDisabled { return true }
    let most = settings.maxNumberSecondFactorWithoutPIN
    if most > 0, memory.lastPIN == nil || memory.sinceLastPIN >= most { return true }
    let longest = settings.maxTimeSecondFactorWithoutPIN
    return longest > .zero && !memory.lastPIN.isWithin(longest, now)
  }
}

extension Double? {
  /// Whether a time is no longer ago than that. What never was is not.
  fileprivate func isWithin(_ span: Duration, _ now: Double) -> Bool {
    guard let self, span > .zero else { return false }
    return now - self <= span / .seconds(1)
  }
}
