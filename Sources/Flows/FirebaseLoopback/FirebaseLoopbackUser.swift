public import FlowTransport
public import LoopbackTOTP

/// An account of the loopback server.
public struct FirebaseLoopbackUser: Sendable {
  /// With what somebody signs in.
  public enum Credential: Sendable {
    /// Email address and password.
    case password(Secret)
    /// A token of another provider.
    case provider(String, idToken: Secret)
    /// A token of the app's own server.
    case customToken(Secret)
    /// A code by SMS.
    case phone(code: Secret)
  }

  /// A second factor.
  public struct Factor: Sendable {
    /// What it is.
    public enum Kind: Sendable {
      /// An authenticator app.
      case totp(TOTP)
      /// A telephone, with the number as it is shown.
      case phone(String)
      /// Something that clients don't know.
      case other
    }

    /// The enrolment's id.
    public let id: String
    /// What the person called it.
    public var displayName: String?
    /// What it is.
    public var kind: Kind
    /// The step whose code was taken last.
    var lastStep: Int?
    var enrolledAt = 0

    /// Makes a factor.
    public init(displayName: String?, kind: Kind) {
      id = FirebaseLoopback.identifier()
      self.displayName = displayName
      self.kind = kind
    }
  }

  /// The account's id.
  public let localID: String
  /// The email address.
  public var email: String?
  /// With what somebody signs in.
  public var credential: Credential
  /// Whether the address is confirmed.
  public var isEmailVerified: Bool
  /// Whether nobody may sign in any more.
  public var isDisabled = false
  /// What signing in answers instead of letting the person in.
  public var signInError: String?
  /// The second factors.
  public var factors: [Factor]

  /// Makes an account.
  public init(
    email: String?, credential: Credential, isEmailVerified: Bool = true, factors: [Factor] = []
  ) {
    localID = FirebaseLoopback.identifier()
    self.email = email
    self.credential = credential
    self.isEmailVerified = isEmailVerified
    self.factors = factors
  }

  /// How tokens name the way of signing in.
  var provider: String {
    switch credential {
    case .password: "password"
    case .provider(let name, _): name
    case .customToken: "custom"
    case .phone: "phone"
    }
  }
}

/// An email that the loopback server would have sent.
public struct FirebaseLoopbackMail: Sendable {
  /// To whom.
  public let email: String
  /// The code in it, which confirms the address.
  public let oobCode: Secret
}
