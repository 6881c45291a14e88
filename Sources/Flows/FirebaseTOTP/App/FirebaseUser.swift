public import FlowTransport

/// Who is signed in. Printing it shows nothing of the person.
public struct FirebaseUser: Sendable, CustomReflectable {
  /// The account's id.
  public let uid: String
  /// The email address, if there is one.
  public let email: String?
  /// Whether it is confirmed. Without that no factor can be enrolled.
  public let isEmailVerified: Bool
  /// How the person has signed in, such as `password`.
  public let signInProvider: String
  /// The second factors.
  public let multiFactor: MultiFactor
  private let app: FirebaseTOTPAuthentication

  init?(_ update: FirebaseTOTPUpdate, _ app: FirebaseTOTPAuthentication) {
    guard let user = update.user else { return nil }
    uid = user.localId
    email = user.email
    isEmailVerified = user.emailVerified
    signInProvider = user.signInProvider
    multiFactor = MultiFactor(enrolledFactors: update.enrolledFactors, uid: user.localId, app: app)
    self.app = app
  }

  /// Has the email sent that confirms the address. Available after enrolling has ended with `unverifiedEmail`.
  public func sendEmailVerification() async throws(AuthErrorCode) {
    try await app.perform(.sendVerificationEmail)
  }

  /// Signs in again, before a factor is added or removed. What had to wait for it then continues.
  ///
  /// - Throws: `AuthErrorCode`; with `secondFactorRequired` its resolver goes on.
  public func reauthenticate(withEmail email: String, password: Secret) async throws(AuthErrorCode) {
    try await app.signIn(withEmail: email, password: password)
  }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
