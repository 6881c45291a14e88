public import FlowTransport

/// What a session is started with.
public enum SessionStart: Sendable {
  /// The bytes of a QR code, deep link or opened push message.
  case data(Secret, origin: NextAuthSession.Origin)
  /// A login to the app itself.
  ///
  /// - account: whose; nil where there is one account.
  /// - server: where; nil where the account says it.
  case appLogin(account: String?, server: String?)
}

/// What a person proves with who it is.
public enum SecondFactor: Sendable {
  /// The app's own PIN.
  case pin(Secret)
  /// What a fingerprint or a face unlocks: the handle of a key.
  case biometric(Secret)

  /// Whether it is the PIN.
  public var isPIN: Bool { if case .pin = self { true } else { false } }

  /// What is kept secret of it.
  package var secret: Secret {
    switch self {
    case .pin(let secret), .biometric(let secret): secret
    }
  }
}
