import FlowTransport

/// The second factors of somebody who is signed in.
public struct MultiFactor: Sendable, CustomReflectable {
  /// Those that are enrolled.
  public let enrolledFactors: [MultiFactorInfo]
  let uid: String
  let app: FirebaseTOTPAuthentication

  /// Begins the enrollment of a factor. Nothing is sent yet.
  ///
  /// - Throws: `AuthErrorCode`; `userTokenExpired` when somebody else, or nobody, is signed in by now.
  public func session() async throws(AuthErrorCode) -> MultiFactorSession {
    try await check()
    return MultiFactorSession(uid: uid, app: app)
  }

  /// Enrolls a factor with the first code of the authenticator app. After a wrong code another one can be tried with the
  /// same secret. If the answer is lost, the user is looked up to see whether the factor is enrolled. If that fails
  /// too, the next call looks it up before it sends its code.
  ///
  /// - Parameter displayName: what the person calls it; `TOTP` when nil or empty.
  /// - Throws: `AuthErrorCode`; with `keychainError` the factor is enrolled, and its tokens could not be stored.
  public func enroll(
    with assertion: MultiFactorAssertion, displayName: String? = nil
  ) async throws(AuthErrorCode) {
    guard case .enrolment(let number) = assertion.purpose, app.handlers.enrolmentNumber == number else {
      throw AuthErrorCode(.invalidSessionInfo)
    }
    try await check()
    // Decision: Docs/decisions/flow-firebase.md#a-firebase-enrollment-without-an-answer-is-looked-up
    if await app.current.isActive(.enrolmentUnclear),
      try await app.perform(.checkAgain).isActive(.signedIn)
    {
      return
    }
    if await app.current.isActive(.showingSecret) { try await app.perform(.continue) }
    try await app.perform(.submit(code: assertion.code.text, displayName: displayName))
  }

  /// Removes a factor. The server decides whether that signs the person out.
  ///
  /// - Throws: `AuthErrorCode`; with `userTokenExpired` or `invalidUserToken` the factor is removed and the person has to
  ///   sign in again. With `keychainError` it is removed, and the new tokens could not be stored.
  public func unenroll(with info: MultiFactorInfo) async throws(AuthErrorCode) {
    try await check()
    var update = await app.current
    if !update.isActive(.choosingFactor) { update = try await app.perform(.unenrol) }
    guard let index = update.enrolledFactors.firstIndex(where: { $0.uid == info.uid }) else {
      // Back to where the person was.
      _ = try? await app.perform(.cancel)
      throw AuthErrorCode(.mfaEnrollmentNotFound)
    }
    try await app.perform(.select(index: index))
  }

  private func check() async throws(AuthErrorCode) {
    guard await app.current.user?.localId == uid else { throw AuthErrorCode(.tokenExpired) }
  }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The beginning of an enrollment.
public struct MultiFactorSession: Sendable, CustomReflectable {
  let uid: String
  let app: FirebaseTOTPAuthentication

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
