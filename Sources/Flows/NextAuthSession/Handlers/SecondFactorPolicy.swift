/// Whether a second factor is needed, and which. The server, the session, the app's settings and the time since the last
/// factor decide together. It holds for the moment: what other sessions do changes it, and so does time.
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
    /// How often sessions got the report that the PIN is blocked.
    private(set) var blocks = 0
    /// Whether that was reported, and no PIN accepted since.
    private(set) var isPINBlocked = false

    /// Notes that a factor was accepted.
    mutating func note(isPIN: Bool, at now: Double) {
      last = now
      if isPIN {
        lastPIN = now
        sinceLastPIN = 0
        isPINBlocked = false
      } else {
        sinceLastPIN += 1
      }
    }

    /// Notes that the PIN is blocked.
    mutating func noteBlocked() {
      blocks += 1
      isPINBlocked = true
    }
  }

  let settings: NextAuthSettings
  let memory: Memory
  /// Whether somebody is logged in to the app itself.
  let hasAppLogin: Bool
  /// How many biometrics other sessions have sent that are not checked yet.
  let biometricsUnderWay: Int
  /// Whether the PIN was blocked since the session was fetched.
  let isPINBlocked: Bool
  /// Seconds since the start.
  let now: Double

  func isRequired(_ offer: SessionOffer, _ origin: NextAuthSession.Origin) -> Bool {
    // A first factor is chosen, not asked for again; and a login to the app itself always asks.
    if !offer.hasFactor || origin == .appLogin { return true }
    if settings.alwaysRequireSecondFactorIfInactiveAppLogin, offer.kind == .login, !hasAppLogin {
      return true
    }
    guard offer.serverWantsFactor || offer.sessionWantsFactor else { return false }
    return !memory.last.isWithin(offer.factorLasts, now)
  }

  /// Whether a biometric alone will not do.
  func needsPIN(_ offer: SessionOffer) -> Bool {
    if settings.biometricsDisabled { return true }
    let most = settings.maxNumberSecondFactorWithoutPIN
    let longest = settings.maxTimeSecondFactorWithoutPIN
    // Decision: Docs/decisions/flow-nextauth.md#the-first-factor-may-be-a-biometric-alone
    if !offer.hasFactor { return settings.requirePINOnFirstSet || most > 0 || longest > .zero }
    if most > 0, memory.lastPIN == nil || memory.sinceLastPIN + biometricsUnderWay >= most { return true }
    return longest > .zero && !memory.lastPIN.isWithin(longest, now)
  }

  /// Whether the PIN is blocked, as the server has said with its offer or reported since.
  func isPINBlocked(_ offer: SessionOffer) -> Bool { offer.isPINBlocked || isPINBlocked }

  /// Whether a biometric will do.
  func takesBiometric(_ offer: SessionOffer) -> Bool {
    // Decision: Docs/decisions/flow-nextauth.md#a-blocked-pin-still-allows-biometrics
    guard !needsPIN(offer) else { return false }
    return !isPINBlocked(offer) || offer.hasBiometric && !settings.blockSecondFactorOnPINBlocked
  }

  /// Whether the person can give the PIN: it is not blocked, and one is set or can be set now.
  func canGivePIN(_ offer: SessionOffer) -> Bool { !isPINBlocked(offer) && !offer.isPINMissing }

  /// Whether no factor will do: the PIN cannot be given, and a biometric is not taken or not there.
  func isOutOfFactors(_ offer: SessionOffer) -> Bool { !canGivePIN(offer) && !takesBiometric(offer) }
}

extension SessionOffer {
  /// Whether a biometric is set and no PIN.
  var isPINMissing: Bool { hasFactor && !hasPIN }
}

extension Double? {
  /// Whether a time is at most that long ago. Nil never is.
  fileprivate func isWithin(_ span: Duration, _ now: Double) -> Bool {
    guard let self, span > .zero else { return false }
    return now - self <= span / .seconds(1)
  }
}
