/// What a server says of a session that was started. Printing it shows no account.
public struct SessionOffer: Sendable, CustomStringConvertible, CustomReflectable {
  /// A login or an enrollment: the data that the session was started with decide.
  public var kind: NextAuthSession.Kind
  /// The server.
  public var server: String
  /// The accounts that can log in; for an enrollment those that exist already.
  public var accounts: [String]
  /// The account that an enrollment creates.
  public var newAccount: String?
  /// Whether the server asks for a second factor.
  public var serverWantsFactor: Bool
  /// Whether this session asks for one.
  public var sessionWantsFactor: Bool
  /// How long ago the last second factor may have been, so that none is needed; zero for never.
  public var factorLasts: Duration
  /// Whether PIN or biometric have been chosen already.
  public var hasFactor: Bool
  /// Whether there is a PIN among them. Without one, only a biometric is accepted.
  public var hasPIN: Bool
  /// Whether there is a biometric among them, which will do where the PIN is blocked.
  public var hasBiometric: Bool
  /// Whether the PIN is blocked.
  public var isPINBlocked: Bool
  /// Seconds between keep-alives; 0 is a one-shot session. Nil if the transport sends them itself and does not know how
  /// often. It then says with the login whether that is one-shot.
  public var pingTime: Int?
  /// Shown to the person while confirming and entering the factor.
  public var announceInfo: String?
  /// A picture of the server's key, in the transport's own words.
  public var visualHash: String?

  /// Makes an offer.
  public init(
    kind: NextAuthSession.Kind = .login, server: String, accounts: [String], newAccount: String? = nil,
    serverWantsFactor: Bool = false, sessionWantsFactor: Bool = false, factorLasts: Duration = .zero,
    hasFactor: Bool = true, hasPIN: Bool = true, hasBiometric: Bool = false, isPINBlocked: Bool = false,
    pingTime: Int? = 0,
    announceInfo: String? = nil, visualHash: String? = nil
  ) {
    self.kind = kind
    self.server = server
    self.accounts = accounts
    self.newAccount = newAccount
    self.serverWantsFactor = serverWantsFactor
    self.sessionWantsFactor = sessionWantsFactor
    self.factorLasts = factorLasts
    self.hasFactor = hasFactor
    self.hasPIN = hasPIN
    self.hasBiometric = hasBiometric
    self.isPINBlocked = isPINBlocked
    self.pingTime = pingTime
    self.announceInfo = announceInfo
    self.visualHash = visualHash
  }

  /// Kind and server.
  public var description: String { "\(kind.rawValue) at \(server)" }

  /// Kind and server.
  public var customMirror: Mirror { Mirror(self, children: ["offer": description]) }
}
