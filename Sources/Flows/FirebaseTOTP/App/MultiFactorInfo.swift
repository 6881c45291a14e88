/// The kind of a factor that is an authenticator app.
public let TOTPMultiFactorID = "totp"

/// A second factor. Printing it shows its kind alone.
public struct MultiFactorInfo: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The enrollment's ID, by which factors are chosen: kinds and names are not unique.
  public let uid: String
  /// What the person called it.
  public let displayName: String?
  /// Its kind, such as `TOTPMultiFactorID`.
  public let factorID: String

  /// Makes one.
  public init(uid: String, displayName: String?, factorID: String) {
    self.uid = uid
    self.displayName = displayName
    self.factorID = factorID
  }

  /// The kind.
  public var description: String { factorID }

  /// The kind.
  public var customMirror: Mirror { Mirror(self, children: ["factorID": factorID]) }
}
