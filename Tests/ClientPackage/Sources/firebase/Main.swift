import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer

/// Enrolls and signs in with a shipped flow, on its loopback server.
@main
struct Main {
  static func main() async throws {
    let password = Secret("correct horse")
    let firebase = FirebaseLoopback()
    firebase.add(FirebaseLoopbackUser(email: "ada@example.org", credential: .password(password)))
    let server = try await LoopbackServer { _ in firebase }
    var configuration = FirebaseTOTPConfiguration(
      apiKey: "loopback-key", projectID: "demo", issuer: "Client", store: MemorySecretStore())
    configuration.useEmulator(server.url)
    let auth = try FirebaseTOTPAuthentication(configuration)
    await auth.start()
    let user = try await auth.signIn(withEmail: "ada@example.org", password: password)
    let secret = try await TOTPMultiFactorGenerator.generateSecret(with: try await user.multiFactor.session())
    guard let app = secret.sharedSecretKey().flatMap({ TOTP(base32: $0) }) else { return print("no key") }
    let code = Secret(app.code(at: Int(Date().timeIntervalSince1970)))
    try await user.multiFactor.enroll(
      with: TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: code))
    print("enrolled \(firebase.user("ada@example.org")?.factors.count ?? 0) factor")
    try await auth.signOut()
    server.log.failNext(with: .reset)
    do {
      try await auth.signIn(withEmail: "ada@example.org", password: password)
    } catch {
      print(error.code)
    }
    do {
      try await auth.signIn(withEmail: "ada@example.org", password: password)
    } catch {
      print(error.code)
    }
    await server.stop()
  }
}
