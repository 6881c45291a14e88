public import FlowTransport

/// Makes secrets, and proofs that a person has them.
public enum TOTPMultiFactorGenerator {
  /// Asks for a new secret. An error says what has to be done first. After that, the next call continues from there.
  ///
  /// - Throws: `AuthErrorCode`. With `unverifiedEmail` the person confirms the address, and with `requiresRecentLogin`
  ///   signs in again. With `secondFactorAlreadyEnrolled` the last secret is enrolled after all, though its answer was lost.
  public static func generateSecret(
    with session: MultiFactorSession
  ) async throws(AuthErrorCode) -> TOTPSecret {
    let app = session.app
    var update = await app.current
    guard update.user?.localId == session.uid else { throw AuthErrorCode(.tokenExpired) }
    // Decision: Docs/decisions/flow-firebase.md#a-firebase-enrollment-without-an-answer-is-looked-up
    if update.isActive(.enrolmentUnclear) {
      update = try await app.perform(.checkAgain)
      if update.isActive(.signedIn) { throw AuthErrorCode(.secondFactorExists) }
    }
    if update.isActive(.verifyingEmail) {
      update = try await app.perform(.checkAgain)
    } else if update.isActive(.secretExpired) {
      update = try await app.perform(.restart)
    } else if update.isActive(.askingEnrolCode) {
      update = try await app.perform(.back)
    } else if !update.isActive(.showingSecret), !update.isActive(.reauthenticating) {
      update = try await app.perform(.enrol)
    }
    if update.isActive(.verifyingEmail) { throw AuthErrorCode(.unverifiedEmail) }
    if update.isActive(.reauthenticating) { throw AuthErrorCode(.credentialTooOldLoginAgain) }
    guard update.isActive(.showingSecret), let number = app.handlers.enrolmentNumber else {
      throw AuthErrorCode(.internalError)
    }
    return TOTPSecret(number: number, app: app)
  }

  /// The proof that enrolls a secret.
  ///
  /// - Parameter oneTimePassword: the code that the authenticator app shows now.
  public static func assertionForEnrollment(
    with secret: TOTPSecret, oneTimePassword: Secret
  ) -> MultiFactorAssertion {
    MultiFactorAssertion(purpose: .enrolment(secret.number), code: oneTimePassword)
  }

  /// The proof that completes a sign-in.
  ///
  /// - Parameters:
  ///   - enrollmentID: the `uid` of the factor.
  ///   - oneTimePassword: the code that the authenticator app shows now.
  public static func assertionForSignIn(
    withEnrollmentID enrollmentID: String, oneTimePassword: Secret
  ) -> MultiFactorAssertion {
    MultiFactorAssertion(purpose: .signIn(enrollmentID), code: oneTimePassword)
  }
}

/// A proof that somebody has a secret.
public struct MultiFactorAssertion: Sendable, CustomReflectable {
  enum Purpose: Sendable {
    case enrolment(Int)
    case signIn(String)
  }

  let purpose: Purpose
  let code: Secret

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
