/// Why a method of a session did nothing. Nothing has changed, except that an account which the session does not have
/// sets its `error`.
public struct NextAuthRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What stands against it.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Hashable, Sendable {
    /// The session is over.
    case sessionTerminated
    /// The session is elsewhere.
    case notOffered
    /// The session does not have that account.
    case unknownAccount
    /// The PIN is required, and a biometric is not accepted in place of it. With `biometricsDisabled`, no biometric can be
    /// set beside it either.
    case pinRequired
    /// The PIN is blocked, and only a biometric is accepted.
    case pinBlocked
    /// No PIN is set, and only a biometric is accepted.
    case pinMissing
  }

  /// The method.
  public let method: String
  /// What stands against it.
  public let reason: Reason
  /// Where the session is.
  public let states: [NextAuthSession.StateID]

  /// Makes a refusal.
  public init(method: String, reason: Reason, states: [NextAuthSession.StateID]) {
    self.method = method
    self.reason = reason
    self.states = states
  }

  /// One plain sentence.
  public var description: String {
    switch reason {
    case .sessionTerminated: "`\(method)` is too late: the session is over."
    case .notOffered:
      "`\(method)` is not available now. Active states: \(states.map { "`\($0.rawValue)`" }.joined(separator: ", "))."
    case .unknownAccount: "The account does not belong to this session."
    case .pinRequired: "The PIN is required here."
    case .pinBlocked: "The PIN is blocked. Use a biometric."
    case .pinMissing: "No PIN is set. Use a biometric."
    }
  }
}
