public import FlowTransport
public import LoopbackTOTP

/// An account of the loopback server.
public struct FirebaseLoopbackUser: Sendable {
  /// With what somebody signs in.
  public enum Credential: Sendable {
    /// Email address and password.
    case password(Secret)
    /// An ID token of another provider, and the nonce from which the hash in it was made.
    case provider(String, idToken: Secret, nonce: Secret? = nil)
    /// An access token of another provider, and the secret that comes with one of OAuth 1.0.
    case accessToken(String, token: Secret, secret: Secret? = nil)
    /// Links in emails alone.
    case emailLink
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

    /// The enrollment's id.
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
    case .provider(let name, _, _), .accessToken(let name, _, _): name
    // As the server names it: a link proves the address, as a password does.
    case .emailLink: "password"
    case .customToken: "custom"
    case .phone: "phone"
    }
  }
}

/// An email that the loopback server would have sent.
public struct FirebaseLoopbackMail: Sendable {
  /// What its link does.
  public enum Purpose: String, Sendable {
    /// It confirms the address.
    case verifyEmail = "VERIFY_EMAIL"
    /// It signs in.
    case signIn = "EMAIL_SIGNIN"
  }

  /// To whom.
  public let email: String
  /// What its link does.
  public let purpose: Purpose
  /// The code in its link.
  public let oobCode: Secret
  /// Its link, with which the app is opened; nil if it leads to a page of the server.
  public let link: Secret?
}
