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

/// Why a method of `MZAuthInApp` did nothing, with the name of the method. Nothing has changed then.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum MZAuthRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The screen does not offer the method.
  case notAvailable(String, screen: FxaAuthentication.StateID)
  /// The screen offers it, but something is missing.
  case notAllowed(String, missing: Set<MZAuthRequirement>)

  /// One plain sentence.
  public var description: String {
    switch self {
    case .notAvailable(let method, let screen):
      "`\(method)` is not available in state `\(screen.rawValue)`."
    case .notAllowed(let method, let missing):
      "`\(method)` is not possible yet. Unmet requirements: "
        + MZAuthRequirement.allCases.filter(missing.contains).map { "`\($0.rawValue)`" }
        .joined(separator: ", ") + "."
    }
  }
}
