public import FlowTransport
public import LoopbackTOTP

/// An account that the loopback server knows.
public struct LoopbackAccount: Sendable {
  /// The email address in the spelling that it was created with.
  public var email: String
  /// What proves the password.
  public var authPW: Secret
  /// Whether the email address is confirmed.
  public var isVerified: Bool
  /// The second factor.
  public var totp: TOTP?
  /// Whether the next sign-in needs an unblock code.
  public var isBlocked: Bool
  /// What the account server says to a right password, instead of letting the person in.
  public var loginErrno: Int?
  /// Which way of confirming an unverified sign-in is asked for.
  public var verificationMethod: String?
  /// What uses it, by name; a missing name is null.
  public var clients: [String?]
  let uid: String
  /// The codes that confirm the address: six digits that change every ten minutes.
  let emailCodes = TOTP(key: Secret(SecureRandom.bytes(20)), step: 600)

  /// Makes an account.
  public init(
    email: String, authPW: Secret, isVerified: Bool = true, totp: TOTP? = nil, isBlocked: Bool = false,
    loginErrno: Int? = nil, verificationMethod: String? = nil, clients: [String?] = []
  ) {
    self.email = email
    self.authPW = authPW
    self.isVerified = isVerified
    self.totp = totp
    self.isBlocked = isBlocked
    self.loginErrno = loginErrno
    self.verificationMethod = verificationMethod
    self.clients = clients
    uid = Hex.text(SecureRandom.bytes(16))
  }
}

/// An email that the loopback server would have sent.
public struct LoopbackMail: Sendable {
  /// What it is about.
  public enum Kind: String, Sendable {
    /// The code that confirms the address.
    case verification
    /// The code that unblocks signing in.
    case unblock
  }

  /// What it is about.
  public let kind: Kind
  /// To whom.
  public let email: String
  /// The code in it.
  public let code: Secret
}
