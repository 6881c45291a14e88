import TestSupport
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import Testing
import LoopbackServer
import FirebaseLoopback

private let out = PrintedLines()

/// The Swift of `Docs/swift/firebase-in-code.md`, in which `print` is called `out`.
enum FirebasePage {
  /// What each part of the page prints.
  static func run(
    _ server: URL, typed: String, codeFor: @Sendable (Secret) -> Secret,
    laterCode: @Sendable () async -> Secret
  ) async throws -> [String] {
    let password = Secret(typed)
    var configuration = FirebaseTOTPConfiguration(
      apiKey: "loopback-key", projectID: "demo", issuer: "Your App Name", store: MemorySecretStore())
    configuration.useEmulator(server)
    let auth = try FirebaseTOTPAuthentication(
      configuration, input: FirebaseTOTP.Input(mfaPolicy: .stepUp))
    await auth.start()
    let user = try await auth.signIn(withEmail: "ada@example.org", password: password)
    out(user.multiFactor.enrolledFactors.count)
    let session = try await user.multiFactor.session()
    let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
    let key = secret.sharedSecretKey()
    let address = secret.generateQRCodeURL(withAccountName: user.email, issuer: "Your App Name")
    out(key ?? "none", address ?? "none")
    let code = codeFor(key ?? Secret(""))
    let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
      with: secret, oneTimePassword: code)
    do {
      try await user.multiFactor.enroll(with: assertion, displayName: "TOTP")
    } catch {
      // With `invalidVerificationCode` the code is asked for again.
      out(error.code)
    }
    try await auth.signOut()
    var resolver: MultiFactorResolver?
    do {
      try await auth.signIn(withEmail: "ada@example.org", password: password)
    } catch {
      out(error.code)
      resolver = error.resolver
    }
    if let resolver {
      out(resolver.hints.map { $0.displayName ?? "" })
      let code = await laterCode()
      let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
        withEnrollmentID: resolver.hints[0].uid, oneTimePassword: code)
      try await resolver.resolveSignIn(with: assertion)
    }
    out(try await auth.requireStepUp() ? "The feature continues." : "The feature stays closed.")
    let factors = await auth.currentUser?.multiFactor
    do {
      if let factors { try await factors.unenroll(with: factors.enrolledFactors[0]) }
    } catch {
      out(error.code)
    }
    do {
      try await auth.send(.enrol)
    } catch {
      out(error)
    }
    return out.take()
  }

  /// Signing in with a link.
  static func link(_ auth: FirebaseTOTPAuthentication, opened: @Sendable () async -> Secret) async throws {
    try await auth.sendSignInLink(to: "ada@example.org")
    let link = await opened()
    if let credential = FirebaseCredential.emailLink(link, email: "ada@example.org") {
      try await auth.signIn(with: credential)
    }
  }

  /// The page's test of an app.
  static func test() async throws {
    let password = Secret("correct horse")
    let firebase = FirebaseLoopback()
    firebase.add(FirebaseLoopbackUser(email: "ada@example.org", credential: .password(password)))
    let server = try await LoopbackServer { _ in firebase }
    var configuration = FirebaseTOTPConfiguration(
      apiKey: "loopback-key", projectID: "demo", issuer: "Your App Name", store: MemorySecretStore())
    configuration.useEmulator(server.url)
    let auth = try FirebaseTOTPAuthentication(configuration)
    await auth.start()
    let user = try await auth.signIn(withEmail: "ada@example.org", password: password)
    #expect(user.email == "ada@example.org")
    await server.stop()
  }
}
