/// The methods of `MZAuthInApp`, by their names.
public enum MZAuthMethod: String, CaseIterable, Hashable, Sendable {
  case checkAccount
  case validateEmailAddress
  case setPassword
  case signIn
  case validatePasswordCommons
  case validatePasswordLength
  case validatePasswordEmail
  case signUp
  case verifyUnblockCode
  case resendUnblockCodeEmail
  case verifySessionTotpCode
  case verifySessionEmailCode
  case resendVerificationSessionCodeEmail
  case deleteAccount
  case reset
  case cancel
}

/// Why a method did nothing. Nothing has changed then.
public enum MZAuthRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The state of the flow does not offer the method.
  case notAvailable(MZAuthMethod, states: [FxaAuthentication.StateID])
  /// The state offers it, but something is missing: the guards of the chart that said no.
  case notAllowed(MZAuthMethod, because: [String])

  /// One plain sentence.
  public var description: String {
    switch self {
    case .notAvailable(let method, let states):
      "`\(method.rawValue)` is not there in \(states.map { "`\($0.rawValue)`" }.joined(separator: ", "))."
    case .notAllowed(let method, let guards):
      "`\(method.rawValue)` needs more: \(guards.joined(separator: "; "))."
    }
  }
}
