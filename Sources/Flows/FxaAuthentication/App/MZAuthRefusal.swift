/// The methods of `MZAuthInApp`, by their names.
public enum MZAuthMethod: String, CaseIterable, Hashable, Sendable {
  case checkAccount
  case validateEmailAddress
  case setPassword
  case signIn
  case validatePasswordCommons
  case validatePasswordLength
  case validatePasswordEmail
  case acceptLegal
  case signUp
  case verifyUnblockCode
  case resendUnblockCodeEmail
  case verifySessionTotpCode
  case verifySessionEmailCode
  case resendVerificationSessionCodeEmail
  case giveConsents
  case deleteAccount
  case reset
  case cancel
}

/// What a method needs and has not got. Named as the chart's guards, where there is one.
public enum MZAuthRequirement: String, CaseIterable, Hashable, Sendable {
  /// A password was set.
  case passwordGiven
  /// It has at least 8 characters.
  case passwordIsLongEnough
  /// It is not in the list of common passwords.
  case passwordIsNotCommon
  /// Neither it nor the email address contains the other.
  case passwordDiffersFromEmail
  /// Age and terms of service are confirmed.
  case legalAccepted
  /// Every consequence of deleting the account is accepted.
  case consentsGiven
  /// The email address is the known one of the person who signs in again.
  case knownEmailAddress
  /// The flow was not begun for somebody who signs in again, with an email address that is known.
  case defaultSession
}

/// Why a method did nothing. Nothing has changed then.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum MZAuthRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The screen does not offer the method.
  case notAvailable(MZAuthMethod, screen: FxaAuthentication.StateID)
  /// The screen offers it, but something is missing.
  case notAllowed(MZAuthMethod, missing: Set<MZAuthRequirement>)

  /// One plain sentence.
  public var description: String {
    switch self {
    case .notAvailable(let method, let screen):
      "`\(method.rawValue)` is not available in state `\(screen.rawValue)`."
    case .notAllowed(let method, let missing):
      "`\(method.rawValue)` is not possible yet. Unmet requirements: "
        + MZAuthRequirement.allCases.filter(missing.contains).map { "`\($0.rawValue)`" }
        .joined(separator: ", ") + "."
    }
  }
}
