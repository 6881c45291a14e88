/// How a tenant is set up.
public struct Auth0Settings: Sendable {
  /// What becomes of a refresh token that is used.
  public enum Rotation: Hashable, Sendable {
    /// It stays, and no other is handed out.
    case off
    /// Another one is handed out. The old one is accepted for this many more seconds. Using it later invalidates the
    /// whole family, because it may have been stolen.
    case leeway(seconds: Int)
    /// Another one is handed out. The old one is taken until the new one is used.
    case untilUsed
  }

  /// The applications.
  public var clientIDs: Set<String> = ["loopback-social", "loopback-email"]
  /// Where the site may call apps and lead browsers back to; one star stands for anything.
  public var allowedCallbacks = ["com.clueride.player://*"]
  /// What becomes of a refresh token that is used.
  public var rotation = Rotation.leeway(seconds: 30)
  /// Whether revoking a refresh token ends all that the person has of the application, as in tenants made before 13 January
  /// 2021.
  public var revocationDeletesGrant = false
  /// How long an access token is good, in seconds.
  public var tokenLifetime = 86_400
  /// Whether answers say how long it is good.
  public var sendsLifetime = true
  /// How long an ID token is good, in seconds.
  public var idTokenLifetime = 36_000
  /// How long a code is good, in seconds.
  public var codeLifetime = 60
  /// Tokens that ClueRide takes without asking anybody.
  public var testTokens: Set<String> = ["loopback-agreed"]

  /// Makes the usual settings.
  public init() {}
}
