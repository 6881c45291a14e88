import FlowTransport

/// Completes a sign-in that needs a second factor. It is good for that sign-in alone.
public struct MultiFactorResolver: Sendable, CustomReflectable {
  /// The factors that can complete it.
  public let hints: [MultiFactorInfo]
  private let number: Int
  private let app: FirebaseTOTPAuthentication

  init?(_ update: FirebaseTOTPUpdate, _ app: FirebaseTOTPAuthentication) {
    guard let number = app.handlers.pendingNumber else { return nil }
    hints = update.hints
    self.number = number
    self.app = app
  }

  /// Completes the sign-in. After a wrong code another one can be tried.
  ///
  /// - Throws: `AuthErrorCode`; `invalidMultiFactorSession` when this sign-in is over, and `multiFactorInfoNotFound` for
  ///   a factor that is not among the hints or of a kind that has no codes of an app.
  @discardableResult
  public func resolveSignIn(with assertion: MultiFactorAssertion) async throws(AuthErrorCode) -> FirebaseUser
  {
    guard app.handlers.pendingNumber == number else { throw AuthErrorCode(.invalidMfaPendingCredential) }
    guard case .signIn(let uid) = assertion.purpose,
      let index = hints.firstIndex(where: { $0.uid == uid }), hints[index].factorID == TOTPMultiFactorID
    else { throw AuthErrorCode(.mfaEnrollmentNotFound) }
    let update = await app.current
    if update.isActive(.unsupportedFactor) { try await app.perform(.back) }
    if !update.isActive(.askingCode) {
      try await app.perform(.select(index: index))
    } else if update.selectedHint != uid {
      try await app.perform(.back)
      try await app.perform(.select(index: index))
    }
    return try await app.signedIn(app.perform(.submit(code: assertion.code.text)))
  }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
