public import FlowTransport

/// A secret that is shown to the person. It does not hold the key. The flow does, and erases it when the secret is
/// enrolled, expired or given up.
public struct TOTPSecret: Sendable, CustomReflectable {
  // Decision: Docs/decisions/flow-firebase.md#a-key-is-a-handle
  let number: Int
  let app: FirebaseTOTPAuthentication

  /// The key in base32, to be typed into an authenticator app; nil when it is erased.
  public func sharedSecretKey() -> Secret? {
    app.handlers.vault.withLock { $0.enrolment?.number == number ? $0.enrolment?.secret.key : nil }
  }

  /// The address to be shown as a QR code; nil if it is erased, or the server has not sent enough to make one.
  ///
  /// - Parameters:
  ///   - accountName: `default account` when empty, the person's email address when nil.
  ///   - issuer: the name of the app; the configuration's when nil.
  public func generateQRCodeURL(withAccountName accountName: String? = nil, issuer: String? = nil) -> Secret?
  {
    guard app.handlers.enrolmentNumber == number else { return nil }
    return app.handlers.address(account: accountName, issuer: issuer)
  }

  /// Opens the address in an authenticator app, if the configuration has an opener. Only `otpauth` addresses are
  /// opened.
  public func openInOTPApp(withQRCodeURL address: Secret) {
    guard address.text.hasPrefix("otpauth://") else { return }
    app.handlers.configuration.otpApp?.open(address)
  }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension FirebaseHandlers {
  /// Which secret is being enrolled; nil for none.
  var enrolmentNumber: Int? { vault.withLock { $0.enrolment?.number } }

  /// Which first factor waits for the second one; nil for none.
  var pendingNumber: Int? { vault.withLock { $0.pending?.number } }
}
