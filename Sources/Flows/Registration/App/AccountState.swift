/// What ClueRide has for somebody.
public enum AccountState: String, CaseIterable, Hashable, Sendable {
  /// An account.
  case existing = "EXISTING"
  /// An account that is made now.
  case new = "NEW"
  /// An account for tests.
  case test = "TEST"
  /// The token is not valid.
  case invalid = "INVALID"
  /// Nobody is known by that token.
  case unrecognized = "UNRECOGNIZED"
  /// An account that was put away.
  case archived = "ARCHIVED"
}
