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
  /// Both at the same time. The first time, both are set. Later, the PIN is checked, and the biometric is added or replaced.
  case both(pin: Secret, biometric: Secret)

  /// Whether the PIN is part of it.
  public var isPIN: Bool { pin != nil }

  /// The PIN, if it is part of it.
  package var pin: Secret? {
    switch self {
    case .pin(let pin), .both(let pin, _): pin
    case .biometric: nil
    }
  }

  /// The handle of the biometric's key, if it is part of it.
  package var biometric: Secret? {
    switch self {
    case .biometric(let handle), .both(_, let handle): handle
    case .pin: nil
    }
  }
}
